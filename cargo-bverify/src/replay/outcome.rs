//! What the output of a test says of it. Knows how libtest and the panics of std are worded, and runs
//! nothing.

use camino::Utf8Path;

use super::run::MODULE;
use super::{Fails, Replay, Replayed};

/// What the output of the tests says of one of them. A panic while a line is being printed is told on standard error.
pub(super) fn judge(name: &str, test: &Replay, output: &str, stderr: &str) -> Replayed {
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
        // Those that failed are listed at the end.
        let is_listed = |line: &&str| line.starts_with("    ") && line.trim_end().ends_with(&ends);
        if lines.iter().any(is_listed) {
            return judge_said(test, stderr);
        }
        return match test.fails {
            Fails::Inside { .. } => Replayed::NotObservable("its clause cannot be executed".into()),
            _ if test.may_pass => Replayed::NotObservable(
                "it depends on what std leaves open, and came out otherwise".into(),
            ),
            _ => Replayed::Refuted("the test passes".into()),
        };
    };
    let said: Vec<&str> = lines[head + 1..]
        .iter()
        .take_while(|line| !is_head(line) && **line != "failures:")
        .copied()
        .collect();
    // The last panic is the one that the test failed by: others were caught.
    let Some(panic) = panics(&said).pop() else {
        return Replayed::Refuted("the test fails without a panic".into());
    };
    match panic.is_foretold(test) {
        true => Replayed::Confirmed(panic.message),
        false => Replayed::Refuted(format!("the test fails otherwise: {}", panic.message)),
    }
}

/// What a test said that failed while it was printing.
fn judge_said(test: &Replay, stderr: &str) -> Replayed {
    let said: Vec<&str> = stderr.lines().collect();
    let panics = panics(&said);
    match panics.iter().find(|panic| panic.is_foretold(test)) {
        Some(panic) => Replayed::Confirmed(panic.message.clone()),
        None => Replayed::Refuted("the test fails otherwise".into()),
    }
}

/// What a test said that stopped the process.
pub(super) fn judge_stopped(test: &Replay, stderr: &str) -> Replayed {
    let said: Vec<&str> = stderr.lines().collect();
    let panics = panics(&said);
    if let Some(panic) = panics.iter().find(|panic| panic.is_foretold(test)) {
        return Replayed::Confirmed(match test.fails {
            Fails::Leak => panic.message.clone(),
            _ => format!("{}\nand then the process is stopped", panic.message),
        });
    }
    match (panics.last(), &test.fails) {
        (Some(panic), _) => {
            Replayed::Refuted(format!("the test fails otherwise: {}", panic.message))
        }
        (None, Fails::Inside { stops: true, .. }) => {
            Replayed::Confirmed("the clause stops the process".into())
        }
        (None, _) => Replayed::Refuted("the process is stopped without a panic".into()),
    }
}

/// A panic as std tells it.
struct Told<'o> {
    /// `thread 'x' panicked at src/lib.rs:7:5:`
    place: &'o str,
    message: String,
}

fn panics<'o>(said: &[&'o str]) -> Vec<Told<'o>> {
    let heads = said.iter().enumerate();
    let heads = heads.filter(|(_, line)| line.contains("panicked at "));
    let told = heads.map(|(at, place)| Told {
        place,
        message: said[at + 1..]
            .iter()
            .take_while(|line| !line.is_empty() && !line.starts_with("note: "))
            .take_while(|line| **line != "stack backtrace:" && !line.starts_with("error: "))
            .copied()
            .collect::<Vec<_>>()
            .join("\n"),
    });
    told.collect()
}

impl Told<'_> {
    /// Whether it is the way in which the test is to fail.
    fn is_foretold(&self, test: &Replay) -> bool {
        match &test.fails {
            Fails::Found | Fails::Leak => test.text.contains(&format!("{:?}", self.message)),
            Fails::Inside {
                line, undefined, ..
            } => self.line() == Some(*line) || (*undefined && self.is_inside_std()),
            Fails::Fault => false,
            Fails::Panic {
                message,
                at: (file, line),
            } => {
                let name = Utf8Path::new(file).file_name();
                let here = self.line() == Some(*line)
                    && name.is_some_and(|name| self.place.contains(name));
                (!message.is_empty() && self.message.contains(message.as_str()))
                    || here
                    || self.is_inside_std()
            }
        }
    }

    /// Whether code of std panicked that does not tell its caller's line: the models do not have all of its texts.
    fn is_inside_std(&self) -> bool {
        self.place.contains("/library/") || self.place.contains("/rustc/")
    }

    fn line(&self) -> Option<usize> {
        let mut place = self.place.trim_end_matches(':').rsplitn(3, ':');
        place.nth(1)?.parse().ok()
    }
}
