//! JUnit's XML, for dashboards of tests: a suite a package, a case a function. A violation is a
//! failure, what could not be decided is skipped, a mistake or an internal error is an error.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use lowering::span::SourceMap;

use super::files::FileReport;
use super::snippet;
use crate::project::PackageIdentity;
use crate::report::{FunctionReport, Outcome, Summary, Verdict, diagnose};

/// Columns of the source in a message.
const WIDTH: usize = 110;

/// The report.
#[derive(Debug, Default)]
pub struct Junit {
    suites: BTreeMap<String, Vec<Case>>,
}

#[derive(Debug)]
struct Case {
    name: String,
    time: Duration,
    ending: Option<Ending>,
}

/// What a case has to say unless it passed.
#[derive(Debug)]
struct Ending {
    element: &'static str,
    kind: &'static str,
    message: String,
    text: String,
}

impl FileReport for Junit {
    fn function(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) {
        let diagnostics = diagnose::diagnostics(report, sources);
        let message = diagnostics.first().map(|told| told.message.clone());
        let texts: Vec<String> = diagnostics
            .iter()
            .map(|told| snippet::plain(told, sources, WIDTH))
            .collect();
        let mut text = texts.join("\n\n");
        let element = match &report.outcome {
            Outcome::Judged(Verdict::Verified(_)) => None,
            Outcome::Judged(Verdict::Violated(found)) => {
                for found in found {
                    let _ = write!(text, "\n\ncounterexample: {}", found.call);
                }
                Some("failure")
            }
            Outcome::Judged(Verdict::Vacuous(_)) => Some("failure"),
            Outcome::Judged(Verdict::Unsupported(_) | Verdict::Undecided(_)) => Some("skipped"),
            Outcome::Mistake(_) => Some("error"),
            Outcome::Internal(error) => {
                text = error.to_string();
                Some("error")
            }
        };
        let kind = report.verdict().map_or("error", Verdict::name);
        let ending = element.map(|element| Ending {
            element,
            kind,
            message: message.unwrap_or_else(|| "internal error".into()),
            text,
        });
        let cases = self.suites.entry(package.name.clone()).or_default();
        cases.push(Case {
            name: report.function.clone(),
            time: report.time,
            ending,
        });
    }

    fn text(&self, summary: &Summary, time: Duration) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            out,
            "<testsuites name=\"cargo bverify\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3}\">",
            summary.total(),
            summary.violated + summary.vacuous,
            summary.rejected + summary.internal,
            time.as_secs_f64(),
        );
        for (package, cases) in &self.suites {
            let of = |element: &str| {
                let told = cases.iter().filter_map(|case| case.ending.as_ref());
                told.filter(|ending| ending.element == element).count()
            };
            let _ = writeln!(
                out,
                "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
                escaped(package),
                cases.len(),
                of("failure"),
                of("error"),
                of("skipped"),
            );
            for case in cases {
                let _ = write!(
                    out,
                    "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
                    escaped(package),
                    escaped(&case.name),
                    case.time.as_secs_f64(),
                );
                let _ = match &case.ending {
                    None => writeln!(out, "/>"),
                    Some(ending) => writeln!(
                        out,
                        ">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>",
                        ending.element,
                        ending.kind,
                        escaped(&ending.message),
                        escaped(&ending.text),
                    ),
                };
            }
            out.push_str("  </testsuite>\n");
        }
        out.push_str("</testsuites>\n");
        out
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write other control characters.
            control if control.is_control() && !matches!(control, '\n' | '\t') => out.push('?'),
            other => out.push(other),
        }
    }
    out
}
