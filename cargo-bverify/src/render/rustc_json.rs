//! Diagnostics in the shape in which `cargo build --message-format json` passes on those of rustc,
//! so that editors show them as they show rustc's.

use lowering::diag::{Diagnostic, Label, Level};
use lowering::span::SourceMap;
use serde::Serialize;

use super::snippet;
use crate::project::PackageIdentity;

/// A line of cargo's output.
#[derive(Serialize)]
pub struct CompilerMessage<'a> {
    reason: &'static str,
    package_id: &'a str,
    manifest_path: &'a str,
    target: Target<'a>,
    message: RustcDiagnostic,
}

#[derive(Serialize)]
struct Target<'a> {
    kind: [&'a str; 1],
    crate_types: [&'a str; 1],
    name: &'a str,
    src_path: &'a str,
    edition: &'a str,
    doc: bool,
    doctest: bool,
    test: bool,
}

#[derive(Serialize)]
struct RustcDiagnostic {
    #[serde(rename = "$message_type")]
    message_type: &'static str,
    message: String,
    code: Option<Code>,
    level: &'static str,
    spans: Vec<RustcSpan>,
    children: Vec<RustcDiagnostic>,
    rendered: Option<String>,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    explanation: Option<&'static str>,
}

#[derive(Serialize)]
struct RustcSpan {
    file_name: String,
    byte_start: u32,
    byte_end: u32,
    line_start: usize,
    line_end: usize,
    column_start: usize,
    column_end: usize,
    is_primary: bool,
    text: Vec<SpanLine>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<String>,
    expansion: Option<()>,
}

#[derive(Serialize)]
struct SpanLine {
    text: String,
    highlight_start: usize,
    highlight_end: usize,
}

/// The message of a diagnostic about a package.
pub fn compiler_message<'a>(
    package: &'a PackageIdentity,
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    width: usize,
) -> CompilerMessage<'a> {
    let mut children: Vec<RustcDiagnostic> = Vec::new();
    for note in &diagnostic.notes {
        children.push(bare("note", note.clone()));
    }
    if let Some(help) = &diagnostic.help {
        children.push(bare("help", help.clone()));
    }
    let mut spans = vec![span(sources, &diagnostic.primary, true)];
    for label in &diagnostic.secondary {
        if sources.is_user(label.span) {
            spans.push(span(sources, label, false));
        }
    }
    let message = RustcDiagnostic {
        code: Some(Code {
            code: diagnostic.code,
            explanation: crate::explain::page(diagnostic.code),
        }),
        spans,
        children,
        rendered: Some(snippet::plain(diagnostic, sources, width) + "\n\n"),
        ..bare(level(diagnostic.level), diagnostic.message.clone())
    };
    of_package(package, message)
}

/// The message of an error of ours; the level is the one that rustc uses of itself.
pub fn internal_error(package: &PackageIdentity, text: String) -> CompilerMessage<'_> {
    let rendered = format!("error: {text}\n\n");
    let message = RustcDiagnostic {
        rendered: Some(rendered),
        ..bare("error: internal compiler error", text)
    };
    of_package(package, message)
}

fn of_package(package: &PackageIdentity, message: RustcDiagnostic) -> CompilerMessage<'_> {
    CompilerMessage {
        reason: "compiler-message",
        package_id: &package.id,
        manifest_path: package.manifest_path.as_str(),
        target: Target {
            kind: [&package.target_kind],
            crate_types: [&package.target_kind],
            name: &package.target_name,
            src_path: package.src_path.as_str(),
            edition: &package.edition,
            doc: true,
            doctest: false,
            test: true,
        },
        message,
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

fn bare(level: &'static str, message: String) -> RustcDiagnostic {
    RustcDiagnostic {
        message_type: "diagnostic",
        message,
        code: None,
        level,
        spans: Vec::new(),
        children: Vec::new(),
        rendered: None,
    }
}

fn span(sources: &SourceMap, label: &Label, is_primary: bool) -> RustcSpan {
    let at = label.span;
    let (start, end) = (sources.start(at), sources.end(at));
    let text = (start.line..=end.line)
        .map(|number| {
            let text = sources.line(at.file, number).to_owned();
            let length = text.chars().count();
            SpanLine {
                highlight_start: if number == start.line {
                    start.column
                } else {
                    1
                },
                highlight_end: if number == end.line {
                    end.column
                } else {
                    length + 1
                },
                text,
            }
        })
        .collect();
    RustcSpan {
        file_name: sources.file(at.file).path.clone(),
        byte_start: at.start,
        byte_end: at.end,
        line_start: start.line,
        line_end: end.line,
        column_start: start.column,
        column_end: end.column,
        is_primary,
        text,
        label: (!label.text.is_empty()).then(|| label.text.clone()),
        suggested_replacement: None,
        suggestion_applicability: None,
        expansion: None,
    }
}
