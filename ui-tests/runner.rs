//! What the user sees: each case is a file, beside it the snapshot of the command's output. The
//! folder says what the verdict must be. Run with `INSTA_UPDATE=always` to accept new snapshots,
//! then read the difference.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

type Outcome = Result<(), Box<dyn Error>>;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui-tests");

/// The folders, with the exit code that each stands for.
const FOLDERS: [(&str, i32); 4] = [
    ("verified", 0),
    ("violated", 1),
    ("unsupported", 3),
    ("rejected", 2),
];

/// What differs from run to run or from machine to machine, in one place.
const FILTERS: [(&str, &str); 1] = [(r"\[ *\d+\.\d{3}s\]", "[   TIME]")];

/// Runs a case and compares what it prints.
fn case(path: &Path) -> Outcome {
    let path = relative(path)?;
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-bverify"))
        .args(["bverify", "--scope", "3", "--color", "never"])
        .args(flags(&path)?)
        .arg(&path)
        .current_dir(ROOT)
        .env_remove("RUST_BACKTRACE")
        .output()?;
    let stdout = String::from_utf8(output.stdout)?;
    let stderr = String::from_utf8(output.stderr)?;
    let folder = path.iter().next().and_then(|name| name.to_str());
    let expected = FOLDERS.iter().find(|(name, _)| Some(*name) == folder);
    let (folder, code) = expected.ok_or("the case is in no folder of ours")?;
    let told = format!("{stdout}{stderr}");
    if output.status.code() != Some(*code) {
        let status = output.status;
        return Err(format!("expected exit code {code}, found {status}\n{told}").into());
    }
    if *folder == "verified" && !stdout.contains("verified [") {
        return Err(format!("nothing was checked\n{told}").into());
    }

    let mut settings = insta::Settings::clone_current();
    let beside = path.parent().ok_or("a case has a folder")?;
    settings.set_snapshot_path(Path::new(ROOT).join(beside));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(Path::new(ROOT).join(&path));
    for (pattern, replacement) in FILTERS {
        settings.add_filter(pattern, replacement);
    }
    let name = path.file_stem().and_then(|stem| stem.to_str());
    let name = name.ok_or("a case has a name")?;
    settings.bind(|| insta::assert_snapshot!(name, told));
    Ok(())
}

/// The flags of a case: what its first line says after `// flags:`.
fn flags(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(path))?;
    let first = text.lines().next().unwrap_or_default();
    let flags = first.strip_prefix("// flags:").unwrap_or_default();
    Ok(flags.split_whitespace().map(str::to_owned).collect())
}

/// Precision is tested as well as recall: the same code with the smallest fix verifies.
fn twin(path: &Path) -> Outcome {
    let path = relative(path)?;
    let twin = Path::new(ROOT)
        .join("verified")
        .join(path.strip_prefix("violated")?);
    match twin.is_file() {
        true => Ok(()),
        false => Err(format!("there is no {}", twin.display()).into()),
    }
}

fn relative(path: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let path = match path.strip_prefix(ROOT) {
        Ok(relative) => relative,
        Err(_) => path,
    };
    Ok(path.to_owned())
}

datatest_stable::harness! {
    { test = case, root = ROOT, pattern = r"^(verified|violated|unsupported|rejected)/.*\.rs$" },
    { test = twin, root = ROOT, pattern = r"^violated/.*\.rs$" },
}
