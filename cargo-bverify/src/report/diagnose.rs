//! What a report has to say about the source, as diagnostics: one way of telling for all renderers.

use lowering::diag::{Diagnostic, Level};
use lowering::ir::{Followed, ObligationKind};
use lowering::span::{SourceMap, Span};

use super::counterexample::{Counterexample, Exit, Part, follows_nowhere};
use super::heap::Value;
use super::{
    Completeness, FunctionReport, Outcome, Undecided, Vacuity, Verdict, codes, obligation, parts,
};

/// The diagnostics of a report: the violation, what is not modelled, what was cut, the mistakes.
pub fn diagnostics(report: &FunctionReport, sources: &SourceMap) -> Vec<Diagnostic> {
    let verdict = match &report.outcome {
        Outcome::Judged(verdict) => verdict,
        Outcome::Mistake(mistakes) => return mistakes.clone(),
        Outcome::Internal(_) => return Vec::new(),
    };
    let mut told = of_verdict(report, verdict, sources);
    told.extend(unconstrained(report));
    told.extend(report.followed.iter().map(followed));
    told
}

/// A call that was looked into though its contract was to stand for it.
fn followed(call: &Followed) -> Diagnostic {
    let message = format!("the body of `{}` was followed", call.function);
    warning(Diagnostic::error(codes::FOLLOWED, call.span, message))
        .label(format!("its contract does not stand for it: {}", call.why))
}

/// The statements that the contract does not constrain.
fn unconstrained(report: &FunctionReport) -> Option<Diagnostic> {
    let coverage = report.coverage.as_ref()?;
    let (first, others) = coverage.unnoticed.split_first()?;
    let message = format!(
        "the contract of `{}` does not constrain {} of {} statements",
        report.function,
        coverage.unnoticed.len(),
        coverage.tried,
    );
    let mut diagnostic = warning(Diagnostic::error(codes::COVERAGE, *first, message))
        .label("without this, the contract holds as well")
        .help("say in an `ensures`, an invariant or a `modifies` what it is for");
    for span in others {
        diagnostic = diagnostic.also(*span, "without this as well");
    }
    Some(diagnostic)
}

fn of_verdict(report: &FunctionReport, verdict: &Verdict, sources: &SourceMap) -> Vec<Diagnostic> {
    let function = &report.function;
    match verdict {
        Verdict::Verified(Completeness::Complete) => Vec::new(),
        Verdict::Verified(Completeness::UpToUnrolling { limit, cut, .. }) => cut
            .iter()
            .map(|span| {
                let message =
                    format!("`{function}` was checked for at most {limit} rounds of a loop");
                warning(Diagnostic::error(codes::UNDECIDED, *span, message))
                    .label("longer runs of this were not looked at")
                    .help("raise `--unroll`, or leave it out to unroll as far as the scope needs")
            })
            .collect(),
        Verdict::Violated(found) => found
            .iter()
            .map(|counterexample| violation(report, counterexample, sources))
            .collect(),
        Verdict::Vacuous(Vacuity::Assumed(span)) => {
            let message = format!("no run of `{function}` gets past what is assumed here");
            vec![
                Diagnostic::error(codes::VACUOUS, *span, message)
                    .label("this never holds where it is assumed")
                    .help("what follows was not checked: assume less, or mend the contract"),
            ]
        }
        Verdict::Vacuous(Vacuity::Everywhere) => {
            let message = format!("no run of `{function}` gets to its end");
            vec![
                Diagnostic::error(codes::VACUOUS, report.span, message)
                    .label("what is assumed on the way contradicts itself on every path"),
            ]
        }
        Verdict::Vacuous(Vacuity::Entry(clauses)) if !clauses.is_empty() => {
            let message = format!("no input in scope satisfies what `{function}` requires");
            let label = match clauses.len() {
                1 => "this never holds",
                _ => "this contradicts the other clauses shown",
            };
            let mut diagnostic =
                Diagnostic::error(codes::VACUOUS, clauses[0], message).label(label);
            for clause in &clauses[1..] {
                diagnostic = diagnostic.also(*clause, "together with this");
            }
            vec![diagnostic.help("change one of them, or try a larger `--scope`")]
        }
        Verdict::Vacuous(_) => {
            let message = format!("no input in scope satisfies what `{function}` requires");
            vec![
                Diagnostic::error(codes::VACUOUS, report.span, message)
                    .label("no input is allowed")
                    .help("the clauses contradict each other, or need a larger `--scope`"),
            ]
        }
        Verdict::Unsupported(constructs) => constructs
            .iter()
            .map(|unsupported| {
                let message = format!("`{function}` was not checked");
                warning(Diagnostic::error(
                    codes::UNSUPPORTED,
                    unsupported.span,
                    message,
                ))
                .label(format!("not supported: {}", unsupported.construct))
            })
            .collect(),
        // The user knows why, and does not want to hear it once for each function.
        Verdict::Undecided(Undecided::Interrupted) => Vec::new(),
        Verdict::Undecided(why) => {
            let message = format!("`{function}` is undecided");
            let undecided = warning(Diagnostic::error(codes::UNDECIDED, report.span, message))
                .label(why.to_string());
            vec![match why {
                Undecided::Rounds => undecided.help("raise `--unroll`, if it ends at all"),
                _ => undecided,
            }]
        }
    }
}

fn violation(
    report: &FunctionReport,
    counterexample: &Counterexample,
    sources: &SourceMap,
) -> Diagnostic {
    let violated = &counterexample.violated;
    let message = obligation::headline(violated.kind, &report.function);
    let mut diagnostic = Diagnostic::error(obligation::code(violated.kind), violated.span, message)
        .label(match violated.kind {
            ObligationKind::MissingPanic if overlap(violated.span, report.span) => {
                "this is to panic, and returns".to_owned()
            }
            ObligationKind::Invariant if sources.text(violated.span) == "tree" => {
                "a node has two parents, or leads back to itself".to_owned()
            }
            // What is told of a frame is the place that it does not cover, before and after.
            ObligationKind::Frame => match counterexample.parts.last() {
                Some(part) => format!("this does not cover `{}`, which changes", part.text),
                None => obligation::label(ObligationKind::Frame).to_owned(),
            },
            kind => obligation::label(kind).to_owned(),
        });
    if let Some(reached) = counterexample.reached
        && reached != violated.span
        && sources.is_user(reached)
        && !overlap(reached, report.span)
    {
        let label = match counterexample.exit {
            Exit::Panicked { .. } => "when this panics",
            _ => obligation::reached_label(violated.kind),
        };
        diagnostic = diagnostic.also(reached, label);
    }
    for call in &counterexample.path {
        if !diagnostic.secondary.iter().any(|label| label.span == *call) {
            diagnostic = diagnostic.also(*call, "in this call");
        }
    }
    if let Some(borrowed) = counterexample.borrowed
        && borrowed != violated.span
    {
        diagnostic = diagnostic.also(borrowed, "it was borrowed here, and still is");
    }
    for refusal in &counterexample.refusals {
        diagnostic = diagnostic.also(refusal.span, refusal.label());
    }
    if let Some(values) = parts::table(&counterexample.parts) {
        diagnostic = diagnostic.note(values);
    }
    for refusal in &counterexample.refusals {
        let is_told = |part: &&Part| {
            let same = |it: &Part| it.text == part.text && it.value == part.value;
            counterexample.parts.iter().any(same)
        };
        let new = refusal.parts.iter().filter(|part| !is_told(part));
        if let Some(values) = parts::table(&new.cloned().collect::<Vec<_>>()) {
            let line = sources.start(refusal.span).line;
            diagnostic = diagnostic.note(format!("at line {line}:\n{values}"));
        }
    }
    for name in &counterexample.meant_on_entry {
        let is_what = format!("`{name}` was passed by value: here it means what it was on entry");
        diagnostic = diagnostic.note(is_what);
    }
    if let Some(written) = written(counterexample) {
        diagnostic = diagnostic.note(written);
    }
    if counterexample.boxed {
        diagnostic = diagnostic.note("type parameters stand for any type: here they are boxes");
    }
    if let Some(why) = &counterexample.undefined {
        diagnostic = diagnostic.note(match follows_nowhere(why) {
            true => "evaluating it goes to memory that is not there".to_owned(),
            false => format!("evaluating it panics: {why}"),
        });
    }
    if let Exit::Panicked { message, .. } = &counterexample.exit
        && !message.is_empty()
    {
        diagnostic = diagnostic.note(format!("the panic says: {message}"));
    }
    diagnostic
}

/// What the caller does with what it was returned, if a clause is about that.
pub fn written(counterexample: &Counterexample) -> Option<String> {
    let values = counterexample.written.iter().map(Value::to_string);
    let values = values.collect::<Vec<_>>().join(" and ");
    (!values.is_empty()).then(|| format!("the caller writes {values} through the result"))
}

/// Whether the spans share a byte. Falling off the end of a body is said to be at the signature,
/// which tells a reader nothing.
fn overlap(a: Span, b: Span) -> bool {
    a.file == b.file && a.start < b.end && b.start < a.end
}

fn warning(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.level = Level::Warning;
    diagnostic
}
