//! The report for a browser: one file that needs no network. It lists all functions; a counterexample
//! is shown with its source, and its heap can be stepped through the run. The drawing itself is made
//! by the script of the page (`page/page.js`) from the data that is written here.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use lowering::diag::Diagnostic;
use lowering::span::{FileId, SourceMap, Span};
use serde_json::{Value as Json, json};

use super::files::FileReport;
use super::{snippet, trace};
use crate::project::PackageIdentity;
use crate::replay::Replayed;
use crate::report::counterexample::{Counterexample, Exit, Part};
use crate::report::diff;
use crate::report::heap::{Heap, PointerKind, Value};
use crate::report::{FunctionReport, Outcome, Summary, Verdict, diagnose, obligation};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
/// Columns of messages.
const WIDTH: usize = 100;

/// The report.
#[derive(Debug, Default)]
pub struct Html {
    functions: Vec<Json>,
    messages: Vec<String>,
    /// The files that are shown, by their paths.
    sources: BTreeMap<String, String>,
}

impl FileReport for Html {
    fn function(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) {
        let word = match &report.outcome {
            Outcome::Judged(verdict) => verdict.name(),
            Outcome::Mistake(_) => "rejected",
            Outcome::Internal(_) => "error",
        };
        let diagnostics = diagnose::diagnostics(report, sources);
        let found: Vec<Json> = match &report.outcome {
            Outcome::Judged(Verdict::Violated(found)) => found
                .iter()
                .zip(&diagnostics)
                .map(|(found, diagnostic)| self.counterexample(sources, report, found, diagnostic))
                .collect(),
            _ => Vec::new(),
        };
        let messages: Vec<String> = match &report.outcome {
            Outcome::Internal(error) => vec![error.to_string()],
            _ if found.is_empty() => {
                let told = diagnostics.iter();
                told.map(|told| snippet::plain(told, sources, WIDTH))
                    .collect()
            }
            _ => Vec::new(),
        };
        let at = self.place(sources, report.span);
        self.functions.push(json!({
            "package": package.name,
            "name": report.function,
            "verdict": word,
            "detail": detail(report),
            "seconds": report.time.as_secs_f64(),
            "conflicts": report.solver.conflicts,
            "at": at,
            "messages": messages,
            "found": found,
        }));
    }

    fn replayed(&mut self, package: &PackageIdentity, function: &str, outcome: &Replayed) {
        let (word, why) = match outcome {
            Replayed::Confirmed(message) => ("confirmed", message),
            Replayed::Refuted(why) => ("refuted", why),
            Replayed::NotRun(why) => ("not replayed", why),
            Replayed::NotObservable(why) => ("not observable", why),
        };
        let same =
            |entry: &&mut Json| entry["package"] == *package.name && entry["name"] == *function;
        // The counterexamples of a function are replayed in order.
        if let Some(entry) = self.functions.iter_mut().find(same)
            && let Some(found) = entry["found"].as_array_mut()
            && let Some(next) = found.iter_mut().find(|found| found["replay"].is_null())
        {
            next["replay"] = json!({ "outcome": word, "why": why });
        }
    }

    fn diagnostic(&mut self, _: &PackageIdentity, sources: &SourceMap, diagnostic: &Diagnostic) {
        self.messages
            .push(snippet::plain(diagnostic, sources, WIDTH));
    }

    fn text(&self, summary: &Summary, time: Duration) -> String {
        let data = json!({
            "functions": self.functions,
            "messages": self.messages,
            "sources": self.sources,
            "seconds": time.as_secs_f64(),
            "summary": {
                "verified": summary.verified,
                "violated": summary.violated,
                "vacuous": summary.vacuous,
                "unsupported": summary.unsupported,
                "undecided": summary.undecided,
                "rejected": summary.rejected,
                "error": summary.internal,
            },
        });
        // A `<` in the data could end the script that holds it.
        let data = data.to_string().replace('<', "\\u003c");
        PAGE.replace("/*STYLE*/", STYLE)
            .replace("/*SCRIPT*/", SCRIPT)
            .replace("/*DATA*/", &data)
    }
}

impl Html {
    fn counterexample(
        &mut self,
        sources: &SourceMap,
        report: &FunctionReport,
        found: &Counterexample,
        diagnostic: &Diagnostic,
    ) -> Json {
        let table = |parts: &[Part]| -> Vec<Json> {
            let rows = parts.iter();
            rows.map(|part| json!([part.text, part.value.to_string()]))
                .collect()
        };
        let refusals: Vec<Json> = found
            .refusals
            .iter()
            .map(|refusal| {
                json!({
                    "call": refusal.call,
                    "value": refusal.value,
                    "at": self.place(sources, refusal.span),
                    "parts": table(&refusal.parts),
                })
            })
            .collect();
        let test = match &found.replay {
            Some(Ok(replay)) => Json::from(replay.text.as_str()),
            _ => Json::Null,
        };
        json!({
            "headline": diagnostic.message,
            "code": diagnostic.code,
            "kind": obligation::kind_name(found.violated.kind),
            "label": diagnostic.primary.text,
            "clause": found.violated.text,
            "at": self.place(sources, found.violated.span),
            "call": found.call,
            "parts": table(&found.parts),
            "refusals": refusals,
            "notes": notes(sources, found),
            "steps": self.steps(sources, report, found),
            "test": test,
            "replay": Json::Null,
        })
    }

    /// The state on entry, each step, and how it ended.
    fn steps(
        &mut self,
        sources: &SourceMap,
        report: &FunctionReport,
        found: &Counterexample,
    ) -> Vec<Json> {
        let mut before = &found.pre;
        let mut steps = vec![json!({
            "at": self.place(sources, report.span),
            "depth": 0,
            "told": format!("call {}", found.call),
            "heap": heap_json(before),
            "changed": [],
        })];
        for (event, told) in trace::steps(&found.trace, sources) {
            let after = event.after.as_ref().unwrap_or(before);
            steps.push(json!({
                "at": self.place(sources, event.span),
                "depth": event.depth,
                "told": told,
                "heap": heap_json(after),
                "changed": changed(before, after),
            }));
            before = after;
        }
        let (told, heap) = match &found.exit {
            Exit::Returned(heap) => ("the clause does not hold".to_owned(), heap),
            Exit::Panicked { message, heap } => (format!("panicked: {message}"), heap),
            Exit::Stopped(heap) => ("stopped here".to_owned(), heap),
        };
        steps.push(json!({
            "at": self.place(sources, found.violated.span),
            "depth": 0,
            "told": told,
            "heap": heap_json(heap),
            "changed": changed(&found.pre, heap),
            "end": true,
        }));
        steps
    }

    /// A place of the source, whose file is kept.
    fn place(&mut self, sources: &SourceMap, span: Span) -> Json {
        let file: FileId = span.file;
        let source = sources.file(file);
        if sources.is_user(span) && !self.sources.contains_key(&source.path) {
            self.sources
                .insert(source.path.clone(), source.text.clone());
        }
        let (start, end) = (sources.start(span), sources.end(span));
        json!({
            "file": source.path,
            "line": start.line,
            "column": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        })
    }
}

fn detail(report: &FunctionReport) -> String {
    match &report.outcome {
        Outcome::Judged(Verdict::Verified(completeness)) => report.reach(completeness),
        Outcome::Judged(Verdict::Violated(found)) => found.first().map_or(String::new(), |found| {
            obligation::kind_name(found.violated.kind).to_owned()
        }),
        Outcome::Judged(Verdict::Unsupported(constructs)) => constructs
            .first()
            .map_or(String::new(), |first| first.construct.clone()),
        Outcome::Judged(Verdict::Undecided(why)) => why.to_string(),
        _ => String::new(),
    }
}

/// The places that hold something else than before, those of the roots included.
fn changed(before: &Heap, after: &Heap) -> Vec<String> {
    let mut places: BTreeSet<String> = diff::changes(before, after)
        .into_iter()
        .map(|change| change.place)
        .collect();
    for root in &after.roots {
        if before.root(&root.name) != Some(&root.value) {
            places.insert(root.name.clone());
        }
    }
    places.into_iter().collect()
}

/// What else there is to know before the run is read.
fn notes(sources: &SourceMap, found: &Counterexample) -> Vec<String> {
    let borrowed = found.borrowed.map(|span| {
        let (path, line) = (&sources.file(span.file).path, sources.start(span).line);
        format!("it was borrowed at {path}:{line}, and still is")
    });
    borrowed
        .into_iter()
        .chain(diagnose::written(found))
        .collect()
}

fn heap_json(heap: &Heap) -> Json {
    let own = |name: &str, value: &Value| match value {
        // A root that refers to the object of its own name is that object.
        Value::Pointer(pointer) => pointer.path.is_empty() && pointer.name == name,
        _ => false,
    };
    let mut roots = Vec::new();
    for root in heap
        .roots
        .iter()
        .filter(|root| !own(&root.name, &root.value))
    {
        rows(&root.value, &root.name, &root.name, &mut roots);
    }
    let nodes: Vec<Json> = heap
        .nodes
        .values()
        .map(|node| {
            let mut fields = Vec::new();
            match &node.value {
                Value::Adt(adt) if !adt.fields.is_empty() => {
                    for (name, value) in &adt.fields {
                        let place = format!("{}.{name}", node.name);
                        rows(value, name, &place, &mut fields);
                    }
                }
                value => rows(value, "", &node.name, &mut fields),
            }
            let ty = match &node.value {
                Value::Adt(adt) => adt.name(),
                _ => node.ty.clone(),
            };
            json!({ "name": node.name, "type": ty, "rows": fields })
        })
        .collect();
    json!({ "roots": roots, "nodes": nodes })
}

/// A value as rows of a box: a pointer is an edge, what holds pointers is taken apart.
fn rows(value: &Value, label: &str, place: &str, rows_of: &mut Vec<Json>) {
    let mut leads_on = false;
    value.for_each_pointer(&mut |_| leads_on = true);
    match value {
        Value::Pointer(pointer) => rows_of.push(json!({
            "label": match pointer.kind {
                PointerKind::Weak => format!("{label} (weak)"),
                _ => label.to_owned(),
            },
            "place": place,
            "text": value.to_string(),
            "to": pointer.name,
            "whole": pointer.path.is_empty(),
        })),
        Value::Adt(adt) if leads_on => {
            for (name, field) in &adt.fields {
                let head = match adt.named_fields {
                    true => format!("{label}.{name}"),
                    false => format!("{label} {}", adt.name()),
                };
                rows(field, &head, &format!("{place}.{name}"), rows_of);
            }
        }
        Value::Tuple(parts) | Value::Seq(parts) | Value::Set(parts) if leads_on => {
            for (index, part) in parts.iter().enumerate() {
                let (open, close) = match value {
                    Value::Seq(_) => ("[", "]"),
                    _ => (".", ""),
                };
                let head = format!("{label}{open}{index}{close}");
                rows(
                    part,
                    &head,
                    &format!("{place}{open}{index}{close}"),
                    rows_of,
                );
            }
        }
        value => rows_of.push(json!({
            "label": label,
            "place": place,
            "text": value.to_string(),
        })),
    }
}
