//! The report in a line for each thing that needs attention, as rustc's short form has it:
//! `src/lib.rs:10:13: error[BV0202]: ‘Stack::push’ breaks an invariant: self.push(0)`.

use std::io::{self, Write};
use std::time::Duration;

use lowering::diag::{Diagnostic, Level};
use lowering::span::SourceMap;

use super::Render;
use crate::project::PackageIdentity;
use crate::replay::Replayed;
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{Bounds, FunctionReport, InternalError, Outcome, Summary, Verdict, diagnose};

/// The renderer of lines.
#[derive(Debug)]
pub struct Short<W> {
    out: W,
}

impl<W: Write> Short<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    fn told(&mut self, diagnostic: &Diagnostic, sources: &SourceMap, more: &str) -> io::Result<()> {
        let span = diagnostic.primary.span;
        let at = sources.start(span);
        let level = match diagnostic.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        };
        writeln!(
            self.out,
            "{}:{}:{}: {level}[{}]: {}{more}",
            sources.file(span.file).path,
            at.line,
            at.column,
            diagnostic.code,
            diagnostic.message,
        )
    }
}

impl<W: Write> Render for Short<W> {
    fn start(&mut self, _: &PackageIdentity, _: &Bounds, _: &[String]) -> io::Result<()> {
        Ok(())
    }

    fn function(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) -> io::Result<()> {
        if let Outcome::Internal(error) = &report.outcome {
            let function = &report.function;
            return writeln!(
                self.out,
                "error: internal error while checking `{function}`: {error}"
            );
        }
        let found = match report.verdict() {
            Some(Verdict::Violated(found)) => found.as_slice(),
            _ => &[],
        };
        for (index, diagnostic) in diagnose::diagnostics(report, sources).iter().enumerate() {
            let label = &diagnostic.primary.text;
            let more = match found.get(index) {
                Some(found) => format!(": {}", found.call),
                None if label.is_empty() => String::new(),
                None => format!(": {label}"),
            };
            self.told(diagnostic, sources, &more)?;
        }
        Ok(())
    }

    fn replayed(
        &mut self,
        _: &PackageIdentity,
        function: &str,
        outcome: &Replayed,
    ) -> io::Result<()> {
        let (word, why) = match outcome {
            Replayed::Confirmed(message) => ("confirmed", message),
            Replayed::Refuted(why) => ("error: not confirmed by replay", why),
            Replayed::NotRun(why) => ("not replayed", why),
            Replayed::NotObservable(why) => ("not observable", why),
        };
        let why = why.lines().next().unwrap_or_default();
        writeln!(self.out, "{word}: `{function}`: {why}")
    }

    fn listed(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        function: &ListedFunction,
    ) -> io::Result<()> {
        let at = sources.start(function.span);
        writeln!(
            self.out,
            "{}:{}:{}: {}",
            sources.file(function.span.file).path,
            at.line,
            at.column,
            function.function
        )
    }

    fn listed_all(&mut self, _: &ListTotals) -> io::Result<()> {
        self.out.flush()
    }

    fn diagnostic(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
    ) -> io::Result<()> {
        self.told(diagnostic, sources, "")
    }

    fn internal(
        &mut self,
        package: &PackageIdentity,
        function: Option<&str>,
        error: &InternalError,
    ) -> io::Result<()> {
        let of = function.unwrap_or(&package.name);
        writeln!(
            self.out,
            "error: internal error while reading `{of}`: {error}"
        )
    }

    fn finish(&mut self, _: &Summary, _: Duration) -> io::Result<()> {
        self.out.flush()
    }
}
