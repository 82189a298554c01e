//! The faulty versions of the lists, and what is known of each: `tests/list-study-mutants.txt` has a
//! line for every one that the rules make, written by `cargo bench … -- --record-mutants`.
//!
//! A version that is refuted is a mutant: its counterexample has been run on the interpreter. The file
//! has the smallest scope at which that happens. Of one that is not refuted the ordinary tests of its
//! list decide: if they fail, it differs in behaviour and has been missed. If they pass as well, the
//! file says why it is no mutant; a reason is written by hand, and is kept when mutants are recorded anew.

use std::fmt;
use std::fs;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};

use crate::measure::{self, Answer, Limits, Measured};
use crate::mutate::{Mutant, mutants};
use crate::scratch;

/// The largest scope at which a mutant is looked for.
pub const LARGEST_SCOPE: u32 = 4;

/// The longest that the tests of a mutant may run: the correct ones take a fraction of a second.
const LONGEST_TEST: Duration = Duration::from_secs(20);

/// What is known of a faulty version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is refuted at this scope and at none below, in this method.
    Refuted { scope: u32, method: String },
    /// It behaves differently, and no check within [`LARGEST_SCOPE`] shows it.
    Missed,
    /// The compiler refuses it.
    DoesNotCompile,
    /// Its tests pass, and no check refutes it: it does the same, for this reason.
    SameBehaviour(String),
    /// Its tests do not end, and partial correctness has nothing to say.
    DoesNotEnd,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Refuted { scope, method } => write!(f, "refuted {scope} {method}"),
            Known::Missed => f.write_str("missed"),
            Known::DoesNotCompile => f.write_str("does not compile"),
            Known::SameBehaviour(why) => write!(f, "same behaviour: {why}"),
            Known::DoesNotEnd => f.write_str("does not end"),
        }
    }
}

impl Known {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "missed" => Known::Missed,
            "does not compile" => Known::DoesNotCompile,
            "does not end" => Known::DoesNotEnd,
            _ => match text.strip_prefix("same behaviour: ") {
                Some(why) => Known::SameBehaviour(why.to_owned()),
                None => {
                    let (scope, method) = text.strip_prefix("refuted ")?.split_once(' ')?;
                    Known::Refuted {
                        scope: scope.parse().ok()?,
                        method: method.to_owned(),
                    }
                }
            },
        })
    }
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The list.
    pub module: String,
    /// The change, as the file has it: line, rule, function, before and after.
    pub change: String,
    /// What is known of it.
    pub known: Known,
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.module, self.change, self.known)
    }
}

/// A change as the file has it.
pub fn describe(mutant: &Mutant) -> String {
    let Mutant {
        rule,
        function,
        line,
        before,
        after,
    } = mutant;
    format!("{line}\t{}\t{function}\t{before}\t{after}", rule.name())
}

/// Where the file is.
pub fn file() -> Utf8PathBuf {
    Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("list-study-mutants.txt")
}

/// The lines of the file.
pub fn recorded() -> io::Result<Vec<Recorded>> {
    let text = fs::read_to_string(file())?;
    let broken = |line: &str| io::Error::other(format!("not a mutant: {line}"));
    let parse = |line: &str| {
        let (module, rest) = line.split_once('\t')?;
        let (change, known) = rest.rsplit_once('\t')?;
        Some(Recorded {
            module: module.to_owned(),
            change: change.to_owned(),
            known: Known::parse(known)?,
        })
    };
    let lines = text.lines();
    lines
        .map(|line| parse(line).ok_or_else(|| broken(line)))
        .collect()
}

/// The mutant of a recorded line, with the source that it changes.
pub fn find(recorded: &Recorded) -> io::Result<Option<(Mutant, String)>> {
    let source = scratch::source(&recorded.module)?;
    let mutant = mutants(&source)
        .into_iter()
        .find(|mutant| describe(mutant) == recorded.change);
    Ok(mutant.map(|mutant| (mutant, source)))
}

/// Finds out all that is known of a faulty version; of one that behaves the same, not why.
pub fn examine(folder: &Utf8Path, module: &str, text: &str) -> io::Result<Known> {
    let root = scratch::package(folder, module, text)?;
    if !compiles(folder)? {
        return Ok(Known::DoesNotCompile);
    }
    let refuted = |found: Option<(u32, String)>| {
        found.map(|(scope, method)| Known::Refuted { scope, method })
    };
    // Most differ in small lists; the tests tell sooner than a check which ones never end.
    if let Some(known) = refuted(refute(&root, 1, LARGEST_SCOPE / 2)?) {
        return Ok(known);
    }
    let Some(passes) = ends_well(folder)? else {
        return Ok(Known::DoesNotEnd);
    };
    let found = refuted(refute(&root, LARGEST_SCOPE / 2 + 1, LARGEST_SCOPE)?);
    Ok(found.unwrap_or(match passes {
        true => Known::SameBehaviour(String::new()),
        false => Known::Missed,
    }))
}

/// The smallest of the scopes at which a method of the crate is violated, and the method.
pub fn refute(root: &Utf8Path, smallest: u32, largest: u32) -> io::Result<Option<(u32, String)>> {
    for scope in smallest..=largest {
        let limits = Limits {
            scope,
            timeout: Duration::from_secs(20),
        };
        let is_violated = |it: &Measured| matches!(it.answer, Answer::Violated(_));
        let measured = measure::check_until(root, limits, |_| true, is_violated)?;
        if let Some(violated) = measured.last().filter(|it| is_violated(it)) {
            return Ok(Some((scope, violated.method().to_owned())));
        }
    }
    Ok(None)
}

fn cargo_test(folder: &Utf8Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "--quiet", "--offline", "--lib"])
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn compiles(folder: &Utf8Path) -> io::Result<bool> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["check", "--quiet", "--offline", "--lib"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(command.status()?.success())
}

/// Whether the tests pass, if they end.
fn ends_well(folder: &Utf8Path) -> io::Result<Option<bool>> {
    // How long the compiler takes says nothing.
    cargo_test(folder, &["--no-run"]).status()?;
    // The tests run in a process of their own, which has to go with its parent.
    let seconds = LONGEST_TEST.as_secs().to_string();
    let started = Instant::now();
    let ended = cargo_test(
        folder,
        &[
            "--config",
            &format!("target.'cfg(all())'.runner = ['timeout', '{seconds}']"),
        ],
    )
    .status()?
    .success();
    Ok((started.elapsed() < LONGEST_TEST).then_some(ended))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_file_has_every_mutant_of_its_lists() -> io::Result<()> {
        let recorded = recorded()?;
        let modules: BTreeSet<&str> = recorded.iter().map(|it| it.module.as_str()).collect();
        for module in modules {
            let made: Vec<String> = mutants(&scratch::source(module)?)
                .iter()
                .map(describe)
                .collect();
            let known: Vec<String> = recorded
                .iter()
                .filter(|it| it.module == module)
                .map(|it| it.change.clone())
                .collect();
            assert_eq!(made, known, "`{module}`: record its mutants again");
        }
        Ok(())
    }

    #[test]
    fn what_is_no_mutant_has_a_reason() -> io::Result<()> {
        let unsaid = Known::SameBehaviour(String::new());
        let recorded = recorded()?;
        assert_eq!(recorded.iter().find(|it| it.known == unsaid), None);
        Ok(())
    }

    #[test]
    fn no_mutant_is_missed() -> io::Result<()> {
        let recorded = recorded()?;
        let missed = recorded.iter().find(|it| it.known == Known::Missed);
        assert_eq!(missed, None);
        Ok(())
    }
}
