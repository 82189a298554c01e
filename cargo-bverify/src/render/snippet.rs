//! A diagnostic as rustc would show it, by annotate-snippets.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Renderer, Snippet};
use lowering::diag::{Diagnostic, Label, Level};
use lowering::span::{FileId, SourceMap, Span};

/// The diagnostic in colours, without a newline at its end. Places in models of std are not shown:
/// the user did not write them.
pub fn styled(diagnostic: &Diagnostic, sources: &SourceMap, width: usize) -> String {
    render(diagnostic, sources, &Renderer::styled().term_width(width))
}

/// The same without colours.
pub fn plain(diagnostic: &Diagnostic, sources: &SourceMap, width: usize) -> String {
    render(diagnostic, sources, &Renderer::plain().term_width(width))
}

fn render(diagnostic: &Diagnostic, sources: &SourceMap, renderer: &Renderer) -> String {
    let severity = match diagnostic.level {
        Level::Error => Severity::ERROR,
        Level::Warning => Severity::WARNING,
        Level::Note => Severity::NOTE,
    };
    let title = severity
        .primary_title(&diagnostic.message)
        .id(diagnostic.code);
    let mut group = Group::with_title(title);
    for file in files(diagnostic, sources) {
        let source = sources.file(file);
        let mut snippet = Snippet::source(&source.text).path(&source.path);
        if diagnostic.primary.span.file == file {
            snippet = snippet.annotation(annotation(
                AnnotationKind::Primary,
                &diagnostic.primary,
                &source.text,
            ));
        }
        for label in &diagnostic.secondary {
            if label.span.file == file {
                snippet =
                    snippet.annotation(annotation(AnnotationKind::Context, label, &source.text));
            }
        }
        group = group.element(snippet);
    }
    for note in &diagnostic.notes {
        group = group.element(Severity::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Severity::HELP.message(help));
    }
    renderer.render(&[group])
}

/// The user's files that the diagnostic speaks of, that of the primary place first.
fn files(diagnostic: &Diagnostic, sources: &SourceMap) -> Vec<FileId> {
    let mut files = Vec::new();
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    for label in labels {
        if sources.is_user(label.span) && !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

fn annotation<'a>(
    kind: AnnotationKind,
    label: &'a Label,
    text: &str,
) -> annotate_snippets::Annotation<'a> {
    let annotation = kind.span(range(label.span, text));
    if label.text.is_empty() {
        annotation
    } else {
        annotation.label(label.text.as_str())
    }
}

/// The span as a range of the text; one that does not fit is moved to the nearest that does.
fn range(span: Span, text: &str) -> Range<usize> {
    let fit = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = fit(span.start);
    start..fit(span.end).max(start)
}
