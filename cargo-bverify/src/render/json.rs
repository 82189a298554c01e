//! The report for machines: one JSON object a line, as the reference of the contract language says.
//! The order of keys is that of the structs here, so the same report gives the same bytes.

use std::io::{self, Write};
use std::time::Duration;

use lowering::diag::Diagnostic;
use lowering::span::{SourceMap, Span};
use serde::Serialize;

use super::rustc_json::{compiler_message, internal_error};
use super::{Render, json_values as values};
use crate::project::PackageIdentity;
use crate::replay::Replayed;
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{
    Bounds, Completeness, FunctionReport, InternalError, Outcome, Summary, Verdict, diagnose,
    obligation,
};

/// Columns of the `rendered` texts, which editors show as they are.
const RENDERED_WIDTH: usize = 100;

/// The renderer for machines.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
}

#[derive(Serialize)]
struct FunctionResult<'a> {
    reason: &'static str,
    package: &'a str,
    function: &'a str,
    verdict: &'static str,
    complete: bool,
    scope: u32,
    time_ms: u64,
    solver: Solver,
    obligations: Vec<Obligation<'a>>,
    counterexample: Option<values::Counterexample>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_counterexamples: Vec<values::Counterexample>,
    unsupported: Vec<Unsupported<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lawful: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<values::Counterexample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unconstrained: Option<Vec<Unconstrained<'a>>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    reason: &'static str,
    package: &'a str,
    function: Option<&'a str>,
    verdict: &'static str,
    error: String,
}

/// A statement that the contract does not constrain.
#[derive(Serialize)]
struct Unconstrained<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Solver {
    vars: u64,
    clauses: u64,
    conflicts: u64,
}

#[derive(Serialize)]
struct Obligation<'a> {
    kind: &'static str,
    verdict: &'static str,
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Unsupported<'a> {
    construct: &'a str,
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct Listed<'a> {
    reason: &'static str,
    function: &'a str,
    file: &'a str,
    line: usize,
    checked: bool,
    why: &'a str,
    typechecked: bool,
    lowered: bool,
    unsupported: Vec<ListedUnsupported<'a>>,
}

#[derive(Serialize)]
struct ListedUnsupported<'a> {
    construct: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct Totals {
    reason: &'static str,
    verified: usize,
    violated: usize,
    vacuous: usize,
    unsupported: usize,
    undecided: usize,
}

impl<W: Write> Json<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        writeln!(self.out)
    }
}

impl<W: Write> Render for Json<W> {
    fn start(&mut self, _: &PackageIdentity, _: &Bounds, _: &[String]) -> io::Result<()> {
        Ok(())
    }

    fn function(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) -> io::Result<()> {
        match &report.outcome {
            Outcome::Judged(verdict) => self.object(&result(report, verdict, sources))?,
            Outcome::Mistake(_) => {}
            Outcome::Internal(error) => {
                let function = &report.function;
                self.object(&failure(package, Some(function), error))?;
                let text = format!("internal error while checking `{function}`: {error}");
                self.object(&internal_error(package, text))?;
            }
        }
        let diagnostics = diagnose::diagnostics(report, sources);
        for (index, mut diagnostic) in diagnostics.into_iter().enumerate() {
            if let Some(Verdict::Violated(found)) = report.verdict()
                && let Some(found) = found.get(index)
            {
                diagnostic = diagnostic.note(format!("for example `{}`", found.call));
            }
            self.diagnostic(package, sources, &diagnostic)?;
        }
        self.out.flush()
    }

    fn replayed(
        &mut self,
        package: &PackageIdentity,
        function: &str,
        outcome: &Replayed,
    ) -> io::Result<()> {
        let (outcome, why) = match outcome {
            Replayed::Confirmed(message) => ("confirmed", message),
            Replayed::Refuted(why) => ("refuted", why),
            Replayed::NotRun(why) => ("not-run", why),
            Replayed::NotObservable(why) => ("not-observable", why),
        };
        self.object(&serde_json::json!({
            "reason": "bverify-replay",
            "package": package.name,
            "function": function,
            "outcome": outcome,
            "why": why,
        }))
    }

    fn listed(
        &mut self,
        _: &PackageIdentity,
        sources: &SourceMap,
        function: &ListedFunction,
    ) -> io::Result<()> {
        self.object(&Listed {
            reason: "bverify-function",
            function: &function.function,
            file: file(sources, function.span),
            line: sources.start(function.span).line,
            checked: function.checked,
            why: &function.why,
            typechecked: function.typechecked,
            lowered: function.lowered,
            unsupported: function
                .unsupported
                .iter()
                .map(|unsupported| ListedUnsupported {
                    construct: &unsupported.construct,
                    line: sources.start(unsupported.span).line,
                })
                .collect(),
        })
    }

    fn listed_all(&mut self, _: &ListTotals) -> io::Result<()> {
        // Whoever reads objects can count them.
        Ok(())
    }

    fn diagnostic(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
    ) -> io::Result<()> {
        let message = compiler_message(package, sources, diagnostic, RENDERED_WIDTH);
        self.object(&message)
    }

    fn internal(
        &mut self,
        package: &PackageIdentity,
        function: Option<&str>,
        error: &InternalError,
    ) -> io::Result<()> {
        self.object(&failure(package, function, error))?;
        let of = function.unwrap_or(&package.name);
        let text = format!("internal error while reading `{of}`: {error}");
        self.object(&internal_error(package, text))
    }

    fn finish(&mut self, summary: &Summary, _: Duration) -> io::Result<()> {
        self.object(&Totals {
            reason: "bverify-summary",
            verified: summary.verified,
            violated: summary.violated,
            vacuous: summary.vacuous,
            unsupported: summary.unsupported,
            undecided: summary.undecided,
        })?;
        self.out.flush()
    }
}

/// The result of a function, or of a package, that we failed at.
fn failure<'a>(
    package: &'a PackageIdentity,
    function: Option<&'a str>,
    error: &InternalError,
) -> Failure<'a> {
    Failure {
        reason: "bverify-result",
        package: &package.name,
        function,
        verdict: "internal-error",
        error: match &error.location {
            Some(location) => format!("{error} at {location}"),
            None => error.to_string(),
        },
    }
}

fn result<'a>(
    report: &'a FunctionReport,
    verdict: &'a Verdict,
    sources: &'a SourceMap,
) -> FunctionResult<'a> {
    let unsupported = match verdict {
        Verdict::Unsupported(constructs) => constructs.as_slice(),
        _ => &[],
    };
    FunctionResult {
        reason: "bverify-result",
        package: &report.package,
        function: &report.function,
        verdict: verdict.name(),
        complete: matches!(verdict, Verdict::Verified(Completeness::Complete)),
        scope: report.bounds.scope,
        time_ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        solver: Solver {
            vars: report.solver.vars,
            clauses: report.solver.clauses,
            conflicts: report.solver.conflicts,
        },
        obligations: report
            .obligations
            .iter()
            .map(|entry| {
                let at = sources.start(entry.span);
                Obligation {
                    kind: obligation::kind_name(entry.kind),
                    verdict: entry.verdict.name(),
                    file: file(sources, entry.span),
                    line: at.line,
                    column: at.column,
                }
            })
            .collect(),
        counterexample: match verdict {
            Verdict::Violated(found) => found
                .first()
                .map(|found| values::counterexample(found, sources)),
            _ => None,
        },
        more_counterexamples: match verdict {
            Verdict::Violated(found) => found
                .iter()
                .skip(1)
                .map(|found| values::counterexample(found, sources))
                .collect(),
            _ => Vec::new(),
        },
        lawful: report
            .lawful
            .iter()
            .map(|it| format!("{}: {}", it.param, it.law))
            .collect(),
        unsupported: unsupported
            .iter()
            .map(|unsupported| Unsupported {
                construct: &unsupported.construct,
                file: file(sources, unsupported.span),
                line: sources.start(unsupported.span).line,
            })
            .collect(),
        witness: report
            .witness
            .as_ref()
            .map(|found| values::counterexample(found, sources)),
        unconstrained: report.coverage.as_ref().map(|coverage| {
            let spans = coverage.unnoticed.iter();
            spans
                .map(|span| {
                    let at = sources.start(*span);
                    Unconstrained {
                        file: file(sources, *span),
                        line: at.line,
                        column: at.column,
                    }
                })
                .collect()
        }),
    }
}

fn file(sources: &SourceMap, span: Span) -> &str {
    &sources.file(span.file).path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixtures;

    fn rendered() -> Vec<serde_json::Value> {
        let (sources, file) = fixtures::sources();
        let package = fixtures::package();
        let reports = fixtures::reports(file);
        let mut out = Vec::new();
        let mut json = Json::new(&mut out);
        for report in &reports {
            json.function(&package, &sources, report).unwrap();
        }
        let summary = fixtures::summary(&reports);
        json.finish(&summary, Duration::ZERO).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn a_result_has_the_fields_of_the_reference() {
        let result = &rendered()[2..4];
        insta::assert_snapshot!(serde_json::to_string_pretty(result).unwrap());
    }

    #[test]
    fn compiler_messages_are_ones_that_cargo_could_have_sent() {
        let mut levels = Vec::new();
        for object in rendered() {
            if object["reason"] != "compiler-message" {
                continue;
            }
            let message: cargo_metadata::CompilerMessage = serde_json::from_value(object).unwrap();
            levels.push(message.message.level);
        }
        use cargo_metadata::diagnostic::DiagnosticLevel::{Error, Ice, Warning};
        assert_eq!(
            levels,
            [Warning, Error, Error, Warning, Warning, Error, Ice]
        );
    }

    #[test]
    fn the_summary_comes_last() {
        let last = rendered().pop().unwrap();
        assert_eq!(
            last.to_string(),
            serde_json::json!({
                "reason": "bverify-summary", "verified": 2, "violated": 1, "vacuous": 1,
                "unsupported": 1, "undecided": 1,
            })
            .to_string()
        );
    }
}
