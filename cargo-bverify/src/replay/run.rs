//! Runs tests of counterexamples: copies the crate below `target/`, adds the tests to the modules of
//! their functions, and has cargo build and run them, all of a crate at once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Command, Output, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use lowering::lower::Overflow;
use lowering::span::{FileId, SourceMap};

use super::wrapper::{COPY, ROOT};
use super::{Fails, NotReplayable, Replay};
use crate::project::Crate;

/// What became of a counterexample under rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// The test fails as foretold, with this message.
    Confirmed(String),
    /// The test passes, or fails otherwise: we are wrong.
    Refuted(String),
    /// The test could not be written, built or run.
    NotRun(String),
}

/// The module of the tests.
const MODULE: &str = "bverify_replay";
/// The crate of contracts, for files that are in no package.
const CONTRACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../contracts");

/// Replays counterexamples of a crate, in order.
pub fn replay(
    unit: &Crate,
    sources: &SourceMap,
    tests: &[&Result<Replay, NotReplayable>],
    overflow: Overflow,
) -> Vec<Replayed> {
    let mut written: Vec<(String, &Replay)> = Vec::new();
    for test in tests.iter().filter_map(|test| test.as_ref().ok()) {
        let taken = written.iter().filter(|(_, other)| other.name == test.name);
        let name = match taken.count() {
            0 => test.name.clone(),
            before => format!("{}_{}", test.name, before + 1),
        };
        written.push((name, test));
    }
    let inside = |(_, test): &&(String, &Replay)| matches!(test.fails, Fails::Inside(_));
    let (claims, outer): (Vec<_>, Vec<_>) = written.iter().partition(inside);
    let runs = [(outer, false), (claims, true)].map(|(tests, at_run_time)| match tests.len() {
        0 => Ok(String::new()),
        _ => run(unit, sources, &tests, at_run_time, overflow),
    });
    let mut names = written.iter();
    tests
        .iter()
        .map(|test| match test {
            Err(NotReplayable(why)) => Replayed::NotRun(why.clone()),
            Ok(test) => {
                let (name, _) = names.next().expect("each written test has a name");
                match &runs[usize::from(matches!(test.fails, Fails::Inside(_)))] {
                    Ok(output) => judge(name, test, output),
                    Err(why) => Replayed::NotRun(why.clone()),
                }
            }
        })
        .collect()
}

/// Copies, builds and runs; what the tests print.
fn run(
    unit: &Crate,
    sources: &SourceMap,
    tests: &[&(String, &Replay)],
    at_run_time: bool,
    overflow: Overflow,
) -> Result<String, String> {
    let of_copy = |error: io::Error| format!("the crate could not be copied: {error}");
    let target = target_folder(unit);
    let identity = &unit.identity;
    let copy = target.join("bverify/replay").join(&identity.target_name);
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(of_copy)?;
    }
    fs::create_dir_all(&copy).map_err(of_copy)?;
    let single = identity.version.is_none();
    let package = match single {
        true => identity.src_path.parent().unwrap_or(Utf8Path::new(".")),
        false => identity.manifest_path.parent().unwrap_or(&unit.base),
    };
    let inside = |path: &Utf8Path| path.strip_prefix(package).ok().map(|path| copy.join(path));
    let Some(root) = inside(&identity.src_path) else {
        return Err("the crate root lies outside of its package".into());
    };
    match single {
        true => {
            fs::copy(&identity.src_path, &root).map_err(of_copy)?;
            fs::write(copy.join("Cargo.toml"), manifest(unit, &root)).map_err(of_copy)?;
        }
        false => copy_folder(package, &copy, &target).map_err(of_copy)?,
    }
    let mut files: BTreeMap<FileId, Vec<&(String, &Replay)>> = BTreeMap::new();
    for test in tests {
        files.entry(test.1.file).or_default().push(test);
    }
    for (file, tests) in files {
        let source = sources.file(file);
        let path = unit.base.join(&source.path);
        let Some(path) = inside(&path) else {
            return Err(format!("`{}` lies outside of the package", source.path));
        };
        fs::write(&path, with_tests(&source.text, &tests)).map_err(of_copy)?;
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["test", "--quiet", "--color", "never"]);
    match single {
        true => {
            command.args(["--manifest-path", copy.join("Cargo.toml").as_str(), "--lib"]);
        }
        false => {
            command.args(["--manifest-path", identity.manifest_path.as_str()]);
            match identity.target_kind.as_str() {
                "bin" => command.args(["--bin", &identity.target_name]),
                _ => command.arg("--lib"),
            };
            let features = unit.features.join(",");
            command.args(["--no-default-features", "--features", &features]);
            let wrapper = std::env::current_exe()
                .map_err(|error| format!("this program cannot find itself: {error}"))?;
            command
                .env("RUSTC_WORKSPACE_WRAPPER", wrapper)
                .env(ROOT, &identity.src_path)
                .env(COPY, &root);
        }
    }
    let checks = match overflow {
        Overflow::Panic => "true",
        Overflow::Wrap => "false",
    };
    command
        .args(["--", "--color", "never", MODULE])
        .env("CARGO_TARGET_DIR", target.join("bverify/build"))
        .env("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", checks)
        .env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "true")
        .env("CARGO_PROFILE_DEV_PANIC", "unwind")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null());
    if at_run_time {
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        command.env("RUSTFLAGS", format!("{flags} --cfg bverify_runtime"));
    }
    let output = command
        .output()
        .map_err(|error| format!("cargo could not be run: {error}"))?;
    finished(&output)
}

/// What the tests print, unless they could not even be built.
fn finished(output: &Output) -> Result<String, String> {
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if stdout.contains("test result:") {
        return Ok(stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let error = stderr.lines().position(|line| line.starts_with("error"));
    let lines = stderr.lines().skip(error.unwrap_or(0)).take(12);
    let told: Vec<&str> = lines.collect();
    Err(format!("the test could not be built\n{}", told.join("\n")))
}

/// What the output of the tests says of one of them.
fn judge(name: &str, test: &Replay, output: &str) -> Replayed {
    let ends = format!("{MODULE}::{name}");
    let is_head = |line: &&str| line.starts_with("---- ") && line.ends_with(" stdout ----");
    let is_own = |line: &str| {
        let line = line
            .trim_start_matches("---- ")
            .trim_end_matches(" stdout ----");
        line.ends_with(&ends)
    };
    let lines: Vec<&str> = output.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| is_head(line));
    let Some(head) = heads
        .filter(|(_, line)| is_own(line))
        .map(|(at, _)| at)
        .next()
    else {
        return match test.fails {
            Fails::Inside(_) => Replayed::NotRun("its clause cannot be executed".into()),
            _ => Replayed::Refuted("the test passes".into()),
        };
    };
    let said: Vec<&str> = lines[head + 1..]
        .iter()
        .take_while(|line| !is_head(line) && **line != "failures:")
        .copied()
        .collect();
    let panicked = said.iter().position(|line| line.contains("panicked at "));
    let Some(at) = panicked else {
        return Replayed::Refuted("the test fails without a panic".into());
    };
    let message = said[at + 1..]
        .iter()
        .take_while(|line| !line.is_empty() && !line.starts_with("note: "))
        .copied()
        .collect::<Vec<_>>()
        .join("\n");
    let foretold = match &test.fails {
        Fails::Found => test.text.contains(&format!("{message:?}")),
        Fails::Inside(line) => line_of(said[at]) == Some(*line),
        Fails::Panic {
            message: told,
            at: (file, line),
        } => {
            let here = line_of(said[at]) == Some(*line)
                && Utf8Path::new(file)
                    .file_name()
                    .is_some_and(|name| said[at].contains(name));
            (!told.is_empty() && message.contains(told.as_str())) || here
        }
    };
    match foretold {
        true => Replayed::Confirmed(message),
        false => Replayed::Refuted(format!("the test fails otherwise: {message}")),
    }
}

/// The line of `thread 'x' panicked at src/lib.rs:7:5:`.
fn line_of(panicked: &str) -> Option<usize> {
    let mut place = panicked.trim_end_matches(':').rsplitn(3, ':');
    place.nth(1)?.parse().ok()
}

/// A file with the tests at the ends of the modules that they belong to.
fn with_tests(text: &str, tests: &[&(String, &Replay)]) -> String {
    let mut modules: BTreeMap<usize, String> = BTreeMap::new();
    for (name, test) in tests {
        let text = test
            .text
            .replacen(&format!("fn {}()", test.name), &format!("fn {name}()"), 1);
        modules.entry(test.offset).or_default().push_str(&text);
    }
    let mut out = text.to_owned();
    for (offset, tests) in modules.iter().rev() {
        let module = format!(
            "\n#[cfg(test)]\nmod {MODULE} {{\n#[allow(unused_imports)]\nuse super::*;\n{tests}}}\n"
        );
        out.insert_str(*offset, &module);
    }
    out
}

/// Where cargo puts what it builds.
fn target_folder(unit: &Crate) -> Utf8PathBuf {
    if let Ok(folder) = std::env::var("CARGO_TARGET_DIR") {
        return camino::absolute_utf8(&folder).unwrap_or(folder.into());
    }
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(&unit.identity.manifest_path)
        .no_deps()
        .exec();
    match metadata {
        Ok(metadata) => metadata.target_directory,
        Err(_) => unit.base.join("target"),
    }
}

/// The manifest of a file that is in no package.
fn manifest(unit: &Crate, root: &Utf8Path) -> String {
    let name: String = unit
        .identity
        .target_name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let contracts = match Utf8Path::new(CONTRACTS).exists() {
        true => format!("{{ path = {CONTRACTS:?} }}"),
        false => format!("{:?}", env!("CARGO_PKG_VERSION")),
    };
    format!(
        "[package]\nname = \"replay_{name}\"\nversion = \"0.0.0\"\nedition = {:?}\n\n\
         [lib]\npath = {:?}\n\n[dependencies]\nbverify-contracts = {contracts}\n\n[workspace]\n",
        unit.identity.edition,
        root.as_str(),
    )
}

/// Copies what belongs to a package: not what was built, not hidden folders, not other packages.
fn copy_folder(from: &Utf8Path, to: &Utf8Path, target: &Utf8Path) -> io::Result<()> {
    for entry in from.read_dir_utf8()? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let foreign = path.join("Cargo.toml").exists();
            if name.starts_with('.') || name == "target" || path == target || foreign {
                continue;
            }
            fs::create_dir_all(to.join(name))?;
            copy_folder(path, &to.join(name), target)?;
        } else if kind.is_file() {
            fs::copy(path, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowering::ids::Id as _;

    fn test(name: &str, offset: usize, fails: Fails) -> Replay {
        Replay {
            name: name.into(),
            text: format!("#[test]\nfn {name}() {{\n    assert!(false, \"`f` is wrong\");\n}}\n"),
            file: FileId::from_index(0),
            offset,
            fails,
        }
    }

    const OUTPUT: &str = "\
---- inner::bverify_replay::f_found stdout ----

thread 'inner::bverify_replay::f_found' (7) panicked at /t/src/lib.rs:9:5:
`f` is wrong
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace

---- bverify_replay::f_unwrap stdout ----

thread 'bverify_replay::f_unwrap' (8) panicked at /t/src/lib.rs:3:7:
called `Option::unwrap()` on a `None` value

failures:
    bverify_replay::f_unwrap
";

    #[test]
    fn a_test_confirms_only_by_the_failure_that_was_foretold() {
        let found = test("f_found", 0, Fails::Found);
        let confirmed = Replayed::Confirmed("`f` is wrong".into());
        assert_eq!(judge("f_found", &found, OUTPUT), confirmed);
        let passes = Replayed::Refuted("the test passes".into());
        assert_eq!(judge("f_other", &found, OUTPUT), passes);
        let panic = |message: &str, line| {
            let message = message.into();
            let at = ("src/lib.rs".into(), line);
            judge(
                "f_unwrap",
                &test("f_unwrap", 0, Fails::Panic { message, at }),
                OUTPUT,
            )
        };
        assert!(matches!(panic("", 3), Replayed::Confirmed(_)));
        assert!(matches!(
            panic("on a `None` value", 4),
            Replayed::Confirmed(_)
        ));
        assert!(matches!(panic("overflow", 4), Replayed::Refuted(_)));
    }

    #[test]
    fn tests_go_to_the_ends_of_their_modules() {
        let text = "mod a { fn f() {} }\nfn g() {}\n";
        let inner = ("f_found".to_owned(), &test("f_found", 18, Fails::Found));
        let outer = (
            "g_found_2".to_owned(),
            &test("g_found", text.len(), Fails::Found),
        );
        insta::assert_snapshot!(with_tests(text, &[&inner, &outer]), @r#"
        mod a { fn f() {} 
        #[cfg(test)]
        mod bverify_replay {
        #[allow(unused_imports)]
        use super::*;
        #[test]
        fn f_found() {
            assert!(false, "`f` is wrong");
        }
        }
        }
        fn g() {}

        #[cfg(test)]
        mod bverify_replay {
        #[allow(unused_imports)]
        use super::*;
        #[test]
        fn g_found_2() {
            assert!(false, "`f` is wrong");
        }
        }
        "#);
    }
}
