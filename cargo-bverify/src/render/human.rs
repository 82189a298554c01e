//! The report for people: a line a function, and for each that needs attention what rustc would
//! print, the input, the run and the outcome. Always written in colours; who owns the stream strips
//! them where there is no terminal.

use std::io::{self, Write};
use std::time::Duration;

use lowering::diag::Diagnostic;
use lowering::ir::ObligationKind;
use lowering::span::SourceMap;

use super::Render;
use super::draw::{MARK, Marks, NEW, draw};
use super::layout::beside;
use super::text::{Line, Tone, cut, fill};
use super::{snippet, trace};
use crate::project::PackageIdentity;
use crate::replay::{NotReplayable, Replay, Replayed};
use crate::report::counterexample::{Counterexample, Exit};
use crate::report::diff::{self, Change};
use crate::report::heap::{Heap, Value};
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{
    Bounds, Completeness, FunctionReport, Input, InternalError, Outcome, Summary, Verdict,
    diagnose, obligation,
};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Only what needs attention.
    Quiet,
    /// A line a function.
    Normal,
    /// Obligations, solver statistics and whole traces as well.
    Verbose,
}

/// The renderer for people.
#[derive(Debug)]
pub struct Human<W> {
    out: W,
    look: Look,
    name_width: usize,
    /// Mistakes that have been told: one in an invariant is one of each function of its type.
    mistakes: Vec<Diagnostic>,
}

/// How the report for people looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How much is told.
    pub verbosity: Verbosity,
    /// The columns of a line.
    pub width: usize,
    /// What has changed is marked by a sign, since there are no colours.
    pub marks: bool,
    /// Only characters that every terminal has.
    pub ascii: bool,
    /// Counterexamples are printed as tests, too.
    pub tests: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            verbosity: Verbosity::Normal,
            width: 80,
            marks: false,
            ascii: false,
            tests: false,
        }
    }
}

/// Columns of the verdict; cargo's own, so that the two align.
const VERDICT_WIDTH: usize = 12;
/// Columns for source with its line numbers.
const SNIPPET_WIDTH: usize = 110;
/// Longer function paths are not waited for by the column after them.
const LONGEST_ALIGNED_NAME: usize = 36;

impl<W: Write> Human<W> {
    /// Writes to `out`.
    pub fn new(out: W, look: Look) -> Self {
        Self {
            out,
            look,
            name_width: 0,
            mistakes: Vec::new(),
        }
    }

    /// The test of a counterexample, to be pasted.
    fn test(&mut self, test: &Result<Replay, NotReplayable>) -> io::Result<()> {
        match test {
            Ok(replay) => {
                self.heading("as a test")?;
                let lines = replay.text.lines().map(Line::plain).collect();
                self.lines(4, lines)?;
            }
            Err(why) => self.line(
                &Line::plain("  ")
                    .then(Line::of(Tone::Strong, "as a test: "))
                    .then(Line::plain(format!("cannot be written: {why}"))),
            )?,
        }
        writeln!(self.out)
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        let text = line.styled();
        let text = text.trim_end();
        match self.look.ascii {
            true => writeln!(self.out, "{}", ascii(text)),
            false => writeln!(self.out, "{text}"),
        }
    }

    fn lines(&mut self, indent: usize, lines: Vec<Line>) -> io::Result<()> {
        for line in lines {
            self.line(&Line::plain(" ".repeat(indent)).then(line))?;
        }
        Ok(())
    }

    /// Source is broken at no less than the width that rustfmt allows it.
    fn snippet(&self, diagnostic: &Diagnostic, sources: &SourceMap) -> String {
        let width = self.look.width.max(SNIPPET_WIDTH);
        snippet::styled(diagnostic, sources, width)
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        self.line(&Line::plain("  ").then(Line::of(Tone::Strong, text)))
    }

    /// The diagnostics of a function without the mistakes that have been told before.
    fn untold(&mut self, report: &FunctionReport, sources: &SourceMap) -> Vec<Diagnostic> {
        let mut diagnostics = diagnose::diagnostics(report, sources);
        if let Outcome::Mistake(_) = report.outcome {
            diagnostics.retain(|diagnostic| !self.mistakes.contains(diagnostic));
            self.mistakes.extend(diagnostics.iter().cloned());
        }
        diagnostics
    }

    fn verdict_line(&mut self, report: &FunctionReport, is_known: bool) -> io::Result<()> {
        let (tone, word) = word(report);
        let mut line = Line::of(tone, format!("{word:>VERDICT_WIDTH$}"));
        line.push(
            Tone::Faint,
            format!(" [{:>8.3}s] ", report.time.as_secs_f64()),
        );
        line.push(Tone::Plain, &report.function);
        let mut detail = detail(report);
        if is_known {
            detail.push_str(", as above");
        }
        if !detail.is_empty() {
            let column = VERDICT_WIDTH + 13 + self.name_width + 2;
            // A name that is too long for its column still ends before the next one begins.
            line.pad_to(column.max(line.width() + 2));
            let room = self.look.width.saturating_sub(line.width()).max(12);
            line.push(Tone::Faint, cut(&detail, room));
        }
        self.line(&line)
    }

    fn obligations(&mut self, report: &FunctionReport, sources: &SourceMap) -> io::Result<()> {
        for entry in &report.obligations {
            let at = sources.start(entry.span);
            let line = format!(
                "{:VERDICT_WIDTH$}  {:>10} {} at {}:{}:{}",
                "",
                entry.verdict.name(),
                obligation::kind_name(entry.kind),
                sources.file(entry.span.file).path,
                at.line,
                at.column,
            );
            self.line(&Line::of(Tone::Faint, line))?;
        }
        let solver = &report.solver;
        let line = format!(
            "{:VERDICT_WIDTH$}  {} variables, {} clauses, {} conflicts",
            "", solver.vars, solver.clauses, solver.conflicts
        );
        self.line(&Line::of(Tone::Faint, line))
    }

    fn counterexample(&mut self, found: &Counterexample, sources: &SourceMap) -> io::Result<()> {
        self.run("counterexample: ", Tone::Bad, found, sources)?;
        match &found.replay {
            Some(test) if self.look.tests => self.test(test),
            _ => Ok(()),
        }
    }

    /// An input whose run was not followed to its end.
    fn longer_run(&mut self, input: &Input) -> io::Result<()> {
        let room = self.look.width.saturating_sub(4);
        self.line(
            &Line::plain("  ")
                .then(Line::of(Tone::Strong, "longer run: "))
                .then(Line::of(Tone::Doubt, &input.call)),
        )?;
        if !input.heap.roots.is_empty() {
            self.heading("before")?;
            self.lines(4, draw(&input.heap, room, &Marks::default()))?;
        }
        writeln!(self.out)
    }

    /// The states and the lines of a run.
    fn run(
        &mut self,
        title: &str,
        tone: Tone,
        found: &Counterexample,
        sources: &SourceMap,
    ) -> io::Result<()> {
        let room = self.look.width.saturating_sub(4);
        self.line(
            &Line::plain("  ")
                .then(Line::of(Tone::Strong, title))
                .then(Line::of(tone, &found.call)),
        )?;
        if !found.pre.roots.is_empty() {
            self.heading("before")?;
            self.lines(4, draw(&found.pre, room, &Marks::default()))?;
        }
        if !found.trace.is_empty() {
            self.heading("run")?;
            let whole = self.look.verbosity == Verbosity::Verbose;
            self.lines(4, trace::lines(&found.trace, sources, room, whole))?;
        }
        let post = found.exit.heap();
        let changes = diff::changes(&found.pre, post);
        let shown = news(&found.pre, post, &changes);
        if !shown.roots.is_empty() {
            let word = match &found.exit {
                Exit::Returned(_) => "after",
                Exit::Panicked { .. } => "when it panics",
                Exit::Stopped(_) if found.violated.kind == ObligationKind::OnPanic => {
                    "when it panics"
                }
                Exit::Stopped(_) => "at that point",
            };
            let (new, changed): (Vec<&Change>, Vec<&Change>) =
                changes.iter().partition(|change| change.before.is_none());
            let places = |changes: Vec<&Change>| {
                let places = changes.into_iter().map(|change| change.place.clone());
                places.collect()
            };
            let marks = Marks {
                changed: places(changed),
                new: places(new),
                signs: self.look.marks,
            };
            let drawn = draw(&shown, room, &marks);
            let mut heading = Line::plain("  ").then(Line::of(Tone::Strong, word));
            let has = |mark: &str| drawn.iter().any(|line| line.text().contains(mark));
            let legend: Vec<String> = [(MARK, "changed"), (NEW, "new")]
                .into_iter()
                .filter(|(mark, _)| has(mark))
                .map(|(mark, word)| format!("{mark} {word}"))
                .collect();
            if self.look.marks && !legend.is_empty() {
                heading.push(Tone::Faint, format!(" ({})", legend.join(", ")));
            }
            self.line(&heading)?;
            self.lines(4, drawn)?;
        } else if let (Exit::Returned(_), false) = (&found.exit, found.pre.roots.is_empty()) {
            self.heading("after")?;
            self.lines(4, vec![Line::plain("the same as before")])?;
        }
        if !changes.is_empty() {
            self.heading("changed")?;
            self.lines(
                4,
                changes
                    .iter()
                    .flat_map(|change| change_lines(change, room))
                    .collect(),
            )?;
        }
        writeln!(self.out)
    }

    fn our_fault(&mut self, doing: &str, of: &str, error: &InternalError) -> io::Result<()> {
        let mut line = Line::of(Tone::Bad, "error");
        let head = format!(": internal error while {doing} `{of}`");
        line.push(Tone::Strong, head);
        self.line(&line)?;
        writeln!(self.out, "  {error}")?;
        if let Some(location) = &error.location {
            writeln!(self.out, "  at {location}")?;
        }
        writeln!(
            self.out,
            "  this is a bug of cargo bverify and says nothing about your program:\n  please report it\n"
        )
    }
}

impl<W: Write> Render for Human<W> {
    fn start(
        &mut self,
        package: &PackageIdentity,
        bounds: &Bounds,
        functions: &[String],
    ) -> io::Result<()> {
        // Spans of another package may look the same.
        self.mistakes.clear();
        let longest = functions.iter().map(|name| name.chars().count()).max();
        self.name_width = longest.unwrap_or(0).min(LONGEST_ALIGNED_NAME);
        if self.look.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        let mut line = Line::of(Tone::Good, format!("{:>VERDICT_WIDTH$}", "Checking"));
        line.push(
            Tone::Plain,
            format!(
                " {package} ({}, scope {}, {})",
                count(functions.len(), "function"),
                bounds.scope,
                bounds.int_bits
            ),
        );
        self.line(&line)
    }

    fn function(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) -> io::Result<()> {
        let diagnostics = self.untold(report, sources);
        let is_known = matches!(report.outcome, Outcome::Mistake(_)) && diagnostics.is_empty();
        let complete = matches!(
            report.verdict(),
            Some(Verdict::Verified(Completeness::Complete))
        );
        if !(complete && self.look.verbosity == Verbosity::Quiet) {
            self.verdict_line(report, is_known)?;
        }
        if self.look.verbosity == Verbosity::Verbose {
            self.obligations(report, sources)?;
        }
        for emitted in &report.emitted {
            self.line(&Line::of(
                Tone::Faint,
                format!("── {} of {} ──", emitted.form.name(), report.function),
            ))?;
            writeln!(self.out, "{}", emitted.text.trim_end())?;
        }
        let found = match &report.outcome {
            Outcome::Judged(Verdict::Violated(found)) => found.as_slice(),
            _ => &[],
        };
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            if index == 0 {
                writeln!(self.out)?;
            }
            let text = self.snippet(diagnostic, sources);
            writeln!(self.out, "{text}\n")?;
            if let Some(found) = found.get(index) {
                self.counterexample(found, sources)?;
            }
        }
        if let Outcome::Judged(Verdict::Verified(Completeness::UpToUnrolling { example, .. })) =
            &report.outcome
            && let Some(input) = example
        {
            self.longer_run(input)?;
        }
        if let Some(witness) = &report.witness {
            writeln!(self.out)?;
            self.run("witness: ", Tone::Good, witness, sources)?;
        }
        match &report.outcome {
            Outcome::Internal(error) => self.our_fault("checking", &report.function, error),
            _ => Ok(()),
        }
    }

    fn replayed(
        &mut self,
        _: &PackageIdentity,
        function: &str,
        outcome: &Replayed,
    ) -> io::Result<()> {
        let (tone, word, text) = match outcome {
            Replayed::Confirmed(message) => (
                Tone::Good,
                "confirmed",
                format!("the test fails: {message}"),
            ),
            Replayed::Refuted(why) => (
                Tone::Bad,
                "error",
                format!("replay does not confirm it: {why}"),
            ),
            Replayed::NotRun(why) => (Tone::Doubt, "not replayed", why.clone()),
            Replayed::NotObservable(why) => (Tone::Doubt, "not seen", why.clone()),
        };
        let mut line = Line::of(tone, format!("{word:>VERDICT_WIDTH$}"));
        line.push(Tone::Plain, format!(" {function}"));
        self.line(&line)?;
        let indent = " ".repeat(VERDICT_WIDTH + 1);
        for line in text.lines() {
            self.line(&Line::plain(&indent).then(Line::of(Tone::Faint, line)))?;
        }
        if let Replayed::Refuted(_) = outcome {
            self.line(&Line::plain(format!(
                "{indent}this is a bug of cargo bverify: please report it"
            )))?;
        }
        Ok(())
    }

    fn listed(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        function: &ListedFunction,
    ) -> io::Result<()> {
        let at = sources.start(function.span);
        let place = format!("{}:{}", sources.file(function.span.file).path, at.line);
        let mut line = Line::of(
            if function.checked {
                Tone::Good
            } else {
                Tone::Faint
            },
            if function.checked {
                "checked  "
            } else {
                "unchecked"
            },
        );
        line.push(Tone::Plain, format!("  {}", function.function));
        line.push(Tone::Faint, format!("  {place}  {}", function.why));
        self.line(&line)?;
        for unsupported in &function.unsupported {
            let line = sources.start(unsupported.span).line;
            let text = format!("  {} in line {line}", unsupported.construct);
            self.line(&Line::of(Tone::Doubt, "           unsupported").then(Line::plain(text)))?;
        }
        Ok(())
    }

    fn listed_all(&mut self, totals: &ListTotals) -> io::Result<()> {
        const MOST_REASONS: usize = 20;
        let percent = (totals.lowered * 100)
            .checked_div(totals.all)
            .unwrap_or(100);
        let head = format!(
            "lowered {} of {} ({percent}%)",
            totals.lowered,
            count(totals.all, "function")
        );
        writeln!(self.out)?;
        self.line(&Line::of(Tone::Plain, head))?;
        let ranked = totals.ranked();
        for (reason, functions) in ranked.iter().take(MOST_REASONS) {
            let line = Line::of(Tone::Doubt, format!("{functions:>6}"));
            self.line(&line.then(Line::plain(format!("  {reason}"))))?;
        }
        if ranked.len() > MOST_REASONS {
            let text = format!("        and {} more reasons", ranked.len() - MOST_REASONS);
            self.line(&Line::of(Tone::Faint, text))?;
        }
        self.out.flush()
    }

    fn diagnostic(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
    ) -> io::Result<()> {
        let text = self.snippet(diagnostic, sources);
        writeln!(self.out, "{text}\n")
    }

    fn internal(
        &mut self,
        package: &PackageIdentity,
        function: Option<&str>,
        error: &InternalError,
    ) -> io::Result<()> {
        self.our_fault("reading", function.unwrap_or(&package.name), error)
    }

    fn finish(&mut self, summary: &Summary, time: Duration) -> io::Result<()> {
        if summary.total() == 0 {
            return self.out.flush();
        }
        let tone = match summary.exit().code() {
            0 => Tone::Good,
            3 => Tone::Doubt,
            _ => Tone::Bad,
        };
        let mut head = Line::of(tone, format!("{:>VERDICT_WIDTH$}", "Summary"));
        head.push(Tone::Faint, format!(" [{:>8.3}s] ", time.as_secs_f64()));
        head.push(
            Tone::Plain,
            format!("{}: ", count(summary.total(), "function")),
        );
        let counts = [
            (Tone::Good, summary.verified, "verified"),
            (Tone::Bad, summary.violated, "violated"),
            (Tone::Bad, summary.vacuous, "vacuous"),
            (Tone::Doubt, summary.unsupported, "unsupported"),
            (Tone::Doubt, summary.undecided, "undecided"),
            (Tone::Bad, summary.rejected, "rejected"),
            (Tone::Bad, summary.internal, "not checked by our own fault"),
        ];
        let counts = counts
            .into_iter()
            .filter(|(_, number, _)| *number > 0)
            .map(|(tone, number, word)| Line::of(tone, format!("{number} {word}")))
            .collect();
        let room = self.look.width.saturating_sub(head.width() + 1);
        let lines = beside(head, fill(counts, ", ", room));
        self.lines(0, lines)?;
        self.out.flush()
    }
}

fn word(report: &FunctionReport) -> (Tone, &'static str) {
    match &report.outcome {
        Outcome::Judged(verdict) => {
            let tone = match verdict {
                Verdict::Verified(_) => Tone::Good,
                Verdict::Violated(_) | Verdict::Vacuous(_) => Tone::Bad,
                Verdict::Unsupported(_) | Verdict::Undecided(_) => Tone::Doubt,
            };
            (tone, verdict.name())
        }
        Outcome::Mistake(_) => (Tone::Bad, "rejected"),
        Outcome::Internal(_) => (Tone::Bad, "error"),
    }
}

fn detail(report: &FunctionReport) -> String {
    let scope = report.bounds.scope;
    match &report.outcome {
        Outcome::Judged(verdict) => match verdict {
            Verdict::Verified(completeness) => report.reach(completeness),
            Verdict::Violated(found) => kinds(found),
            Verdict::Vacuous(_) => format!("scope {scope}, no input"),
            Verdict::Unsupported(constructs) => match constructs.as_slice() {
                [first, ..] => first.construct.clone(),
                [] => String::new(),
            },
            Verdict::Undecided(why) => format!("scope {scope}, {why}"),
        },
        Outcome::Mistake(_) => "the contract is wrong".into(),
        Outcome::Internal(_) => "internal error".into(),
    }
}

/// The same in characters that every terminal has, each as wide as the one that it stands for.
fn ascii(text: &str) -> String {
    let plain = |character: char| match character {
        '●' => 'o',
        '─' => '-',
        '▶' => '>',
        '│' => '|',
        '├' => '|',
        '└' => '`',
        '…' => '~',
        other => other,
    };
    text.replace('→', "->").chars().map(plain).collect()
}

/// What is violated, each kind once, in order.
fn kinds(found: &[Counterexample]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for found in found {
        let kind = obligation::kind_name(found.violated.kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.join(", ")
}

/// The heap with those roots only that can tell something new: not arguments passed by value, which
/// are what they were or have been moved, and not what leads to a heap that has not changed.
fn news(pre: &Heap, post: &Heap, changes: &[Change]) -> Heap {
    let mut shown = post.clone();
    shown.roots.retain(|root| {
        let mut leads_on = false;
        root.value.for_each_pointer(&mut |_| leads_on = true);
        let moved = root.value == Value::Uninit;
        let changed = leads_on && !changes.is_empty();
        !moved && (changed || pre.root(&root.name) != Some(&root.value))
    });
    shown.retain_reachable();
    shown
}

/// A change on one line, or on several where its values are long.
fn change_lines(change: &Change, width: usize) -> Vec<Line> {
    let label = Line::plain(format!("{}: ", change.place));
    let pieces = match (&change.before, &change.after) {
        (Some(before), Some(after)) => vec![
            Line::of(Tone::Faint, format!("{before} →")),
            Line::of(Tone::Changed, after.to_string()),
        ],
        (Some(_), None) => vec![Line::of(Tone::Changed, "gone")],
        (None, Some(after)) => vec![Line::of(Tone::Changed, format!("new, {after}"))],
        (None, None) => Vec::new(),
    };
    let room = width.saturating_sub(label.width());
    let mut lines = Vec::new();
    for line in fill(pieces, " ", room) {
        lines.extend(line.wrapped(room));
    }
    beside(label, lines)
}

/// `1 function`, `2 functions`.
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixtures;

    fn rendered(verbosity: Verbosity) -> String {
        let (sources, file) = fixtures::sources();
        let package = fixtures::package();
        let reports = fixtures::reports(file);
        let names: Vec<String> = reports.iter().map(|r| r.function.clone()).collect();
        let mut out = Vec::new();
        let look = Look {
            verbosity,
            ..Look::default()
        };
        let mut human = Human::new(&mut out, look);
        human.start(&package, &fixtures::bounds(), &names).unwrap();
        for report in &reports {
            human.function(&package, &sources, report).unwrap();
        }
        let summary = fixtures::summary(&reports);
        human.finish(&summary, Duration::from_millis(4321)).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn plain(styled: &str) -> String {
        anstream::adapter::strip_str(styled).to_string()
    }

    #[test]
    fn every_outcome_is_told() {
        insta::assert_snapshot!(plain(&rendered(Verbosity::Normal)));
    }

    #[test]
    fn colours_mark_verdicts_names_and_changes() {
        let styled = rendered(Verbosity::Quiet).replace('\u{1b}', "\\e");
        insta::assert_snapshot!(styled);
    }

    #[test]
    fn no_line_of_ours_is_wider_than_the_terminal() {
        for line in plain(&rendered(Verbosity::Verbose)).lines() {
            assert!(Line::plain(line).width() <= 80, "{line}");
        }
    }
}
