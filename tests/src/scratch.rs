//! Crates in a scratch folder: one list of the study with the interface and nothing else, as it is or
//! with a change, so that it can be checked, compiled and tested by itself.

use std::fs;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

/// The folder of the study.
pub fn study() -> Utf8PathBuf {
    Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/list-study")
}

/// The source of a module of the correct lists.
pub fn source(module: &str) -> io::Result<String> {
    fs::read_to_string(study().join("lists/src").join(format!("{module}.rs")))
}

/// Writes a package of one list, with `text` as its source, and returns its crate root.
pub fn package(folder: &Utf8Path, module: &str, text: &str) -> io::Result<Utf8PathBuf> {
    let sources = folder.join("src");
    fs::create_dir_all(&sources)?;
    for shared in ["list", "oracle"] {
        fs::write(sources.join(format!("{shared}.rs")), source(shared)?)?;
    }
    fs::write(sources.join(format!("{module}.rs")), text)?;
    let root = sources.join("lib.rs");
    fs::write(&root, root_of(&source("lib")?, module))?;
    let contracts = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../contracts");
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"mutant\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nbverify-contracts = {{ path = {contracts:?} }}\n\n[workspace]\n"
        ),
    )?;
    Ok(root)
}

/// The root of all lists without the other lists.
fn root_of(all: &str, module: &str) -> String {
    let keep = |line: &&str| {
        let of = |name: &str| {
            *line == format!("mod {name};") || line.starts_with(&format!("pub use {name}::"))
        };
        let names_module = line.starts_with("mod ") || line.starts_with("pub use ");
        !names_module || ["list", "oracle", module].into_iter().any(of)
    };
    all.lines()
        .filter(keep)
        .map(|line| format!("{line}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::root_of;

    #[test]
    fn the_other_lists_are_left_out() {
        let all = "mod a;\nmod b;\nmod list;\n#[cfg(test)]\nmod oracle;\n\npub use a::A;\npub use b::B;\n";
        let alone = "mod b;\nmod list;\n#[cfg(test)]\nmod oracle;\n\npub use b::B;\n";
        assert_eq!(root_of(all, "b"), alone);
    }
}
