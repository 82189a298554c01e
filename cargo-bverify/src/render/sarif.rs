//! SARIF 2.1.0, for code scanning: a result for each diagnostic, and for a violation the lines that
//! the run went through as a code flow.

use std::time::Duration;

use lowering::diag::{Diagnostic, Level};
use lowering::span::{SourceMap, Span};
use serde_json::{Value as Json, json};

use super::files::FileReport;
use super::trace;
use crate::project::PackageIdentity;
use crate::report::counterexample::Counterexample;
use crate::report::{FunctionReport, Summary, Verdict, diagnose};

/// The report.
#[derive(Debug, Default)]
pub struct Sarif {
    results: Vec<Json>,
    /// The codes, in the order in which they were first met.
    rules: Vec<&'static str>,
}

impl Sarif {
    fn result(
        &mut self,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
        found: Option<&Counterexample>,
    ) {
        if !self.rules.contains(&diagnostic.code) {
            self.rules.push(diagnostic.code);
        }
        let mut text = diagnostic.message.clone();
        if let Some(found) = found {
            text = format!("{text}, for example by `{}`", found.call);
        }
        for note in &diagnostic.notes {
            text = format!("{text}\n{note}");
        }
        let related: Vec<Json> = diagnostic
            .secondary
            .iter()
            .filter(|label| sources.is_user(label.span))
            .map(|label| located(sources, label.span, Some(&label.text)))
            .collect();
        let mut result = json!({
            "ruleId": diagnostic.code,
            "level": match diagnostic.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
            },
            "message": { "text": text },
            "locations": [located(sources, diagnostic.primary.span, None)],
        });
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if let Some(found) = found {
            let steps: Vec<Json> = trace::steps(&found.trace, sources)
                .into_iter()
                .map(|(event, told)| {
                    json!({
                        "location": located(sources, event.span, Some(&told)),
                        "nestingLevel": event.depth,
                    })
                })
                .collect();
            if !steps.is_empty() {
                result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
            }
        }
        self.results.push(result);
    }
}

impl FileReport for Sarif {
    fn function(&mut self, _: &PackageIdentity, sources: &SourceMap, report: &FunctionReport) {
        let found = match report.verdict() {
            Some(Verdict::Violated(found)) => found.as_slice(),
            _ => &[],
        };
        for (index, diagnostic) in diagnose::diagnostics(report, sources).iter().enumerate() {
            self.result(sources, diagnostic, found.get(index));
        }
    }

    fn diagnostic(&mut self, _: &PackageIdentity, sources: &SourceMap, diagnostic: &Diagnostic) {
        self.result(sources, diagnostic, None);
    }

    fn text(&self, _: &Summary, _: Duration) -> String {
        let rules: Vec<Json> = self
            .rules
            .iter()
            .map(|code| json!({ "id": code }))
            .collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "cargo-bverify",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        format!("{log:#}\n")
    }
}

fn located(sources: &SourceMap, span: Span, message: Option<&str>) -> Json {
    let (start, end) = (sources.start(span), sources.end(span));
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": sources.file(span.file).path.replace('\\', "/") },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}
