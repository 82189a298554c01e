//! Runs tests of counterexamples: copies the crate below `target/`, adds the tests to the modules of
//! their functions, and has cargo build and run them, all of a crate at once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Command, Output, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use lowering::lower::Overflow;
use lowering::span::{FileId, Origin, SourceMap};

use super::dialects::{StandInCrates, has_unstable, without_unstable};
use super::failed_build::{Lines, errors_in};
use super::fence::FENCE;
use super::outcome::{judge, judge_stopped};
use super::stand_ins::COUNTER;
use super::wrapper::{COPY, MORE, ROOT};
use super::{Fails, NotReplayable, Replay, TEST};
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
    /// A program that runs does not show it.
    NotObservable(String),
}

/// The module of the tests.
pub(super) const MODULE: &str = "bverify_replay";
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
    let mut outcomes: BTreeMap<&str, Replayed> = BTreeMap::new();
    for way in [Way::Plain, Way::Assertions, Way::Fenced] {
        let mut group: Vec<&(String, &Replay)> = written
            .iter()
            .filter(|(_, test)| Way::of(&test.fails) == way)
            .collect();
        while !group.is_empty() {
            let left = attempt(unit, sources, &group, (way, overflow), &mut outcomes);
            debug_assert!(left.len() < group.len(), "each attempt settles a test");
            group = left;
        }
    }
    let mut names = written.iter();
    tests
        .iter()
        .map(|test| match test {
            Err(NotReplayable::Unwritten(why)) => Replayed::NotRun(why.clone()),
            Err(NotReplayable::Unobservable(why)) => Replayed::NotObservable(why.clone()),
            Ok(_) => {
                let (name, _) = names.next().expect("each written test has a name");
                let outcome = outcomes.get(name.as_str()).cloned();
                outcome.unwrap_or_else(|| Replayed::NotRun("it was not run".into()))
            }
        })
        .collect()
}

/// How a test is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As it is.
    Plain,
    /// With clauses as assertions.
    Assertions,
    /// With an allocator that stops wrong uses of memory, each in a process of its own.
    Fenced,
}

impl Way {
    fn of(fails: &Fails) -> Self {
        match fails {
            Fails::Panic { .. } | Fails::Found => Way::Plain,
            Fails::Inside { .. } => Way::Assertions,
            Fails::Fault | Fails::Leak => Way::Fenced,
        }
    }
}

/// Builds and runs tests; those that are left are to be tried again without the others.
fn attempt<'t>(
    unit: &Crate,
    sources: &SourceMap,
    group: &[&'t (String, &'t Replay)],
    (way, overflow): (Way, Overflow),
    outcomes: &mut BTreeMap<&'t str, Replayed>,
) -> Vec<&'t (String, &'t Replay)> {
    let mut settle = |outcome: &mut dyn FnMut(&str, &Replay) -> Replayed| {
        for (name, test) in group {
            outcomes.insert(name, outcome(name, test));
        }
        Vec::new()
    };
    let (ready, places) = match prepare(unit, sources, group, way, overflow) {
        Ok(ready) => ready,
        Err(why) => return settle(&mut |_, _| Replayed::NotRun(why.clone())),
    };
    let mut command = ready.command();
    if way == Way::Fenced {
        command.arg("--no-run");
    } else {
        command.args(["--", "--color", "never", MODULE]);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            let why = format!("cargo could not be run: {error}");
            return settle(&mut |_, _| Replayed::NotRun(why.clone()));
        }
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    match way {
        Way::Fenced if output.status.success() => {
            settle(&mut |name, test| run_fenced(&ready, name, test))
        }
        Way::Plain | Way::Assertions if stdout.contains("test result:") => {
            settle(&mut |name, test| judge(name, test, &stdout, &stderr))
        }
        Way::Plain | Way::Assertions if signal(&stderr).is_some() => {
            settle(&mut |name, test| run_alone(&ready, name, test))
        }
        _ => {
            let errors = errors_in(&places, &stderr);
            if errors.iter().all(Option::is_none) {
                let why = not_built(&stderr);
                return settle(&mut |_, _| Replayed::NotRun(why.clone()));
            }
            let mut left = Vec::new();
            for (test, error) in group.iter().zip(errors) {
                match error {
                    Some(error) => {
                        let why = format!("the test could not be built\n{error}");
                        outcomes.insert(&test.0, Replayed::NotRun(why));
                    }
                    None => left.push(*test),
                }
            }
            left
        }
    }
}

/// Runs a test that is to be stopped.
fn run_fenced(ready: &Ready, name: &str, test: &Replay) -> Replayed {
    if test.fails == Fails::Leak {
        return match ready.run_one(name, test, &["--nocapture"]) {
            Ok(output) => judge_stopped(test, &String::from_utf8_lossy(&output.stderr)),
            Err(why) => Replayed::NotRun(why),
        };
    }
    let output = match ready.run_one(name, test, &[]) {
        Ok(output) => output,
        Err(why) => return Replayed::NotRun(why),
    };
    match signal(&String::from_utf8_lossy(&output.stderr)) {
        Some(signal) => Replayed::Confirmed(format!("the process is stopped (signal {signal})")),
        None => {
            Replayed::NotObservable("the program goes on as if its memory were in order".to_owned())
        }
    }
}

/// Runs a test by itself, because one of its group has stopped the process: a panic while another
/// unwinds does.
fn run_alone(ready: &Ready, name: &str, test: &Replay) -> Replayed {
    let output = match ready.run_one(name, test, &[]) {
        Ok(output) => output,
        Err(why) => return Replayed::NotRun(why),
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    if stdout.contains("test result:") {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return judge(name, test, &stdout, &stderr);
    }
    // What a test says is lost with its process, unless it is not held back.
    match ready.run_one(name, test, &["--nocapture"]) {
        Ok(output) => judge_stopped(test, &String::from_utf8_lossy(&output.stderr)),
        Err(why) => Replayed::NotRun(why),
    }
}

/// The signal that ended a process, as cargo tells it.
fn signal(stderr: &str) -> Option<&str> {
    let rest = stderr.split("(signal: ").nth(1)?;
    rest.split(')').next()
}

/// A copy of the crate with its tests.
struct Ready {
    program: std::ffi::OsString,
    args: Vec<String>,
    env: Vec<(String, std::ffi::OsString)>,
}

impl Ready {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::null());
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command
    }

    /// Runs one test in a process of its own.
    fn run_one(&self, name: &str, test: &Replay, more: &[&str]) -> Result<Output, String> {
        let path = match test.module.is_empty() {
            true => format!("{MODULE}::{name}"),
            false => format!("{}::{MODULE}::{name}", test.module),
        };
        let mut command = self.command();
        command.args(["--", "--color", "never", "--test-threads", "1"]);
        command.args(more).args(["--exact", &path]);
        let output = command.output();
        output.map_err(|error| format!("cargo could not be run: {error}"))
    }
}

/// Copies the crate and adds the tests: how they are run, and where each of them is.
fn prepare(
    unit: &Crate,
    sources: &SourceMap,
    all: &[&(String, &Replay)],
    way: Way,
    overflow: Overflow,
) -> Result<(Ready, Vec<Lines>), String> {
    let checks = match overflow {
        Overflow::Panic => "true",
        Overflow::Wrap => "false",
    };
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
    for test in all {
        files.entry(test.1.file).or_default().push(test);
        for edit in &test.1.edits {
            files.entry(edit.file).or_default();
        }
    }
    for (id, file) in sources.files() {
        if file.origin == Origin::User && has_unstable(&file.text) {
            files.entry(id).or_default();
        }
    }
    let stands_in = all.iter().any(|(_, test)| test.stands_in());
    let mut places: BTreeMap<&str, Lines> = BTreeMap::new();
    let mut root_text = None;
    for (file, tests) in files {
        let source = sources.file(file);
        let shown = unit.base.join(&source.path);
        let Some(path) = inside(&shown) else {
            return Err(format!("`{}` lies outside of the package", source.path));
        };
        let text = with_tests(
            &without_unstable(&source.text),
            &tests,
            &edits_of(file, all),
        );
        for (name, _) in &tests {
            places.insert(name, lines_of(name, &path, &text));
        }
        match path == root {
            true => root_text = Some(text),
            false => fs::write(&path, text).map_err(of_copy)?,
        }
    }
    if way == Way::Fenced || stands_in || root_text.is_some() {
        let mut text = match root_text {
            Some(text) => text,
            None => fs::read_to_string(&root).map_err(of_copy)?,
        };
        if way == Way::Fenced {
            text.push_str(FENCE);
        }
        if stands_in {
            text.push_str(COUNTER);
        }
        fs::write(&root, text).map_err(of_copy)?;
    }
    let mut args: Vec<String> = ["test", "--quiet", "--color", "never", "--manifest-path"]
        .map(str::to_owned)
        .into();
    let mut env: Vec<(String, std::ffi::OsString)> = [
        ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", checks),
        ("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "true"),
        ("CARGO_PROFILE_DEV_PANIC", "unwind"),
        ("RUST_BACKTRACE", "0"),
    ]
    .map(|(name, value)| (name.to_owned(), value.into()))
    .into();
    let mut set = |name: &str, value: std::ffi::OsString| env.push((name.to_owned(), value));
    set(
        "CARGO_TARGET_DIR",
        target.join("bverify/build").into_os_string(),
    );
    match single {
        true => {
            args.push(copy.join("Cargo.toml").into_string());
            args.push("--lib".into());
        }
        false => {
            args.push(identity.manifest_path.to_string());
            match identity.target_kind.as_str() {
                "bin" => args.extend(["--bin".into(), identity.target_name.clone()]),
                _ => args.push("--lib".into()),
            }
            let features = unit.features.join(",");
            args.extend([
                "--no-default-features".into(),
                "--features".into(),
                features,
            ]);
        }
    }
    let wrapper = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    set("RUSTC_WORKSPACE_WRAPPER", wrapper.into());
    set(ROOT, identity.src_path.clone().into_os_string());
    set(COPY, root.into_os_string());
    let dialects = StandInCrates::build(sources, &target.join("bverify/dialects"))?;
    set(MORE, dialects.arguments().join("\n").into());
    if way == Way::Assertions {
        let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
        set("RUSTFLAGS", format!("{flags} --cfg bverify_runtime").into());
    }
    let ready = Ready {
        program: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        args,
        env,
    };
    let places = all.iter().map(|(name, _)| places[name.as_str()].clone());
    Ok((ready, places.collect()))
}

/// The lines of a test in the file that it was written to.
fn lines_of(name: &str, path: &Utf8Path, text: &str) -> Lines {
    let head = format!("fn {name}() {{");
    let mut lines = text.lines().enumerate();
    let first = lines
        .find(|(_, line)| *line == head)
        .map_or(0, |(at, _)| at);
    let last = lines
        .find(|(_, line)| *line == "}")
        .map_or(first, |(at, _)| at);
    Lines {
        file: path.to_owned(),
        first: first + 1,
        last: last + 1,
    }
}

/// What is told of a build that fails outside of the tests.
fn not_built(stderr: &str) -> String {
    let error = stderr.lines().position(|line| line.starts_with("error"));
    let lines = stderr.lines().skip(error.unwrap_or(0)).take(12);
    let told: Vec<&str> = lines.collect();
    format!(
        "the crate could not be built with the test\n{}",
        told.join("\n")
    )
}

/// What tests add to the functions of a file: where, and what.
fn edits_of(file: FileId, tests: &[&(String, &Replay)]) -> Vec<(usize, String)> {
    let mut edits = Vec::new();
    for (name, test) in tests {
        let here = test.edits.iter().filter(|edit| edit.file == file);
        edits.extend(here.map(|edit| (edit.at, edit.text.replace(TEST, name))));
    }
    // What several tests look into is made visible once.
    edits.sort();
    edits.dedup();
    edits
}

/// A file with the tests at the ends of the modules that they belong to, and what they add elsewhere.
fn with_tests(text: &str, tests: &[&(String, &Replay)], edits: &[(usize, String)]) -> String {
    let mut added: BTreeMap<usize, String> = BTreeMap::new();
    for (name, test) in tests {
        let begins = match test.stands_in() {
            true => format!(" crate::bverify_stand_in::begin({name:?});"),
            false => String::new(),
        };
        let head = format!("fn {}() {{", test.name);
        let own = format!("fn {name}() {{\n{begins}");
        let text = test.text.replacen(&format!("{head}\n"), &own, 1);
        added.entry(test.offset).or_default().push_str(&text);
    }
    for tests in added.values_mut() {
        *tests = format!(
            "\n#[cfg(test)]\n#[allow(unknown_lints, dangerous_implicit_autorefs)]\nmod {MODULE} {{\n#[allow(unused_imports)]\nuse super::*;\n{tests}}}\n"
        );
    }
    for (at, edit) in edits {
        added.entry(*at).or_default().insert_str(0, edit);
    }
    let mut out = text.to_owned();
    for (at, text) in added.iter().rev() {
        out.insert_str(*at, text);
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
            module: String::new(),
            fails,
            edits: Vec::new(),
            may_pass: false,
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
        assert_eq!(judge("f_found", &found, OUTPUT, ""), confirmed);
        let passes = Replayed::Refuted("the test passes".into());
        assert_eq!(judge("f_other", &found, OUTPUT, ""), passes);
        let panic = |message: &str, line| {
            let message = message.into();
            let at = ("src/lib.rs".into(), line);
            judge(
                "f_unwrap",
                &test("f_unwrap", 0, Fails::Panic { message, at }),
                OUTPUT,
                "",
            )
        };
        assert!(matches!(panic("", 3), Replayed::Confirmed(_)));
        assert!(matches!(
            panic("on a `None` value", 4),
            Replayed::Confirmed(_)
        ));
        assert!(matches!(panic("overflow", 4), Replayed::Refuted(_)));
        // While a line is being printed, nothing is kept of what is said.
        let output = "failures:\n\nfailures:\n    bverify_replay::f_shown\n";
        let stderr = "thread 'f' panicked at src/lib.rs:3:5:\nno\nstack backtrace:\n  0: f\n";
        let (message, at) = ("no".into(), ("src/lib.rs".into(), 3));
        let shown = test("f_shown", 0, Fails::Panic { message, at });
        let confirmed = Replayed::Confirmed("no".into());
        assert_eq!(judge("f_shown", &shown, output, stderr), confirmed);
    }

    #[test]
    fn tests_go_to_the_ends_of_their_modules() {
        let text = "mod a { fn f() {} }\nfn g() {}\n";
        let inner = ("f_found".to_owned(), &test("f_found", 18, Fails::Found));
        let outer = (
            "g_found_2".to_owned(),
            &test("g_found", text.len(), Fails::Found),
        );
        insta::assert_snapshot!(with_tests(text, &[&inner, &outer], &[]), @r#"
        mod a { fn f() {} 
        #[cfg(test)]
        #[allow(unknown_lints, dangerous_implicit_autorefs)]
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
        #[allow(unknown_lints, dangerous_implicit_autorefs)]
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
