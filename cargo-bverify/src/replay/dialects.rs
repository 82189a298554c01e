//! The crates of other dialects in a replay: crates of ours take their names, whose attributes do
//! nothing, and whose `kani::any()` gives what the run was given. So neither Kani is needed, nor do
//! clauses that are assertions get in the way of the test.

use std::fs;
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use lowering::span::{Origin, SourceMap};

use super::place::{Token, tokens};

/// A crate of another dialect.
struct Dialect {
    name: &'static str,
    text: &'static str,
}

const MACROS: Dialect = Dialect {
    name: "bverify_dialect_macros",
    text: include_str!("../../dialects/macros.rs"),
};

const DIALECTS: [Dialect; 4] = [
    Dialect {
        name: "kani",
        text: include_str!("../../dialects/kani.rs"),
    },
    Dialect {
        name: "contracts",
        text: "pub use bverify_dialect_macros::{contract, contract_trait, ensures, invariant, \
               requires, debug_ensures, debug_invariant, debug_requires, test_ensures, \
               test_invariant, test_requires};",
    },
    Dialect {
        name: "prusti_contracts",
        text: "pub use bverify_dialect_macros::{after_expiry, assert_on_expiry, before_expiry, \
               body_invariant, body_variant, ensures, extern_spec, invariant, model, predicate, \
               prusti_assert, prusti_assume, pure, refine_trait_spec, requires, terminates, \
               trusted};",
    },
    Dialect {
        name: "safety",
        text: "pub use bverify_dialect_macros::{ensures, requires};",
    },
];

/// Attributes that only an unstable compiler knows.
const UNSTABLE: &str = "#[core::contracts::";

/// The crates that stand in for those of other dialects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StandInCrates {
    /// Names and libraries.
    pub(super) externs: Vec<(String, Utf8PathBuf)>,
}

impl StandInCrates {
    /// Builds those that the sources name, in a folder of theirs.
    pub(super) fn build(sources: &SourceMap, folder: &Utf8Path) -> Result<Self, String> {
        let named = DIALECTS.iter().filter(|it| is_named(sources, it.name));
        let named: Vec<&Dialect> = named.collect();
        let mut crates = Self::default();
        if named.is_empty() {
            return Ok(crates);
        }
        let failed = |why: &str| format!("the crates of other dialects could not be built: {why}");
        fs::create_dir_all(folder).map_err(|error| failed(&error.to_string()))?;
        let file = format!(
            "{}{}{}",
            std::env::consts::DLL_PREFIX,
            MACROS.name,
            std::env::consts::DLL_SUFFIX
        );
        let macros = folder.join(file);
        compile(&MACROS, folder, &["--crate-type", "proc-macro"]).map_err(|why| failed(&why))?;
        for dialect in named {
            let own = format!("{}={macros}", MACROS.name);
            let args = ["--crate-type", "rlib", "--extern", &own];
            compile(dialect, folder, &args).map_err(|why| failed(&why))?;
            let library = folder.join(format!("lib{}.rlib", dialect.name));
            crates.externs.push((dialect.name.to_owned(), library));
        }
        Ok(crates)
    }

    /// What the compiler is told instead of, or beside, what cargo tells it.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut args = Vec::new();
        for (name, library) in &self.externs {
            args.extend(["--extern".to_owned(), format!("{name}={library}")]);
            if let Some(folder) = library.parent() {
                args.extend(["-L".to_owned(), format!("dependency={folder}")]);
            }
            if name == "kani" {
                args.extend(["--cfg".to_owned(), "kani".to_owned()]);
            }
        }
        args
    }
}

/// Whether a file of the user's names the crate: in a path, or by an import.
fn is_named(sources: &SourceMap, name: &str) -> bool {
    let mut files = sources.files().map(|(_, file)| file);
    files.any(|file| file.origin == Origin::User && names(&file.text, name))
}

fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].trim_end_matches("::");
        let inside = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        !inside && text[at + name.len()..].trim_start().starts_with("::")
    })
}

fn compile(dialect: &Dialect, folder: &Utf8Path, args: &[&str]) -> Result<(), String> {
    let source = folder.join(format!("{}.rs", dialect.name));
    fs::write(&source, dialect.text).map_err(|error| error.to_string())?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition", "2021", "--cap-lints", "allow", "--crate-name"])
        .args([dialect.name, source.as_str(), "--out-dir", folder.as_str()])
        .args(args)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Whether the text has attributes that only an unstable compiler knows.
pub(super) fn has_unstable(text: &str) -> bool {
    text.contains(UNSTABLE)
}

/// The text with blanks for attributes that only an unstable compiler knows: nothing changes its place.
pub(super) fn without_unstable(text: &str) -> String {
    let mut out = text.to_owned();
    for (at, _) in text.match_indices(UNSTABLE) {
        let mut depth = 0_usize;
        let end = tokens(&text[at..]).into_iter().find(|(_, token)| {
            match token {
                Token::Mark(b'[') => depth += 1,
                Token::Mark(b']') => depth = depth.saturating_sub(1),
                _ => {}
            }
            *token == Token::Mark(b']') && depth == 0
        });
        let Some((length, _)) = end else { continue };
        let attribute = at..=at + length;
        let blank: String = text[attribute.clone()]
            .chars()
            .flat_map(|c| {
                let kept = if c == '\n' { '\n' } else { ' ' };
                std::iter::repeat_n(kept, c.len_utf8())
            })
            .collect();
        out.replace_range(attribute, &blank);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_named_by_a_path_and_not_by_a_part_of_a_word() {
        assert!(names("use kani::any;", "kani"));
        assert!(names("#[kani ::proof]", "kani"));
        assert!(!names("use bverify_contracts::*;", "contracts"));
        assert!(!names("#[core::contracts::requires(true)]", "contracts"));
        assert!(names("use ::contracts::requires;", "contracts"));
        assert!(!names("fn kani() {}", "kani"));
    }

    #[test]
    fn unstable_attributes_are_blanked_in_their_place() {
        let text = "#[core::contracts::requires(v[0] > 1)]\nfn f() {}\n";
        let blank = without_unstable(text);
        assert_eq!(blank.len(), text.len());
        assert_eq!(blank.trim(), "fn f() {}");
        assert_eq!(blank.find('\n'), text.find('\n'));
    }
}
