//! A trace, a line of source at a time: its number, its text, and what happened there.

use std::fmt::Write as _;

use lowering::span::SourceMap;

use crate::report::counterexample::{Event, EventKind};

use super::text::{Line, Tone, cut};

/// Longer traces lose their middle, unless the user wants all of it.
const LONGEST: usize = 60;
/// Columns for the source text.
const SOURCE_WIDTH: usize = 38;
/// Deeper calls are not indented any further.
const DEEPEST_INDENT: usize = 6;

/// One line of a trace before it is laid out.
struct Row {
    depth: usize,
    number: usize,
    source: String,
    happenings: Vec<(Tone, String)>,
}

/// The trace in lines of at most `width` columns. Steps in models of std are left out; what follows
/// on the same line of source at the same depth is told on one line.
pub fn lines(trace: &[Event], sources: &SourceMap, width: usize, whole: bool) -> Vec<Line> {
    let rows = rows(trace, sources);
    let digits = rows
        .iter()
        .map(|row| row.number.to_string().len())
        .max()
        .unwrap_or(0);
    let mut lines: Vec<Line> = Vec::new();
    let (head, tail) = if whole || rows.len() <= LONGEST {
        (rows.len(), rows.len())
    } else {
        (LONGEST / 2, rows.len() - LONGEST / 2)
    };
    for row in &rows[..head] {
        lines.extend(row.lines(digits, width));
    }
    if head < tail {
        let text = format!("… {} steps, shown by `-v` …", tail - head);
        lines.push(Line::of(Tone::Faint, text));
    }
    for row in &rows[tail..] {
        lines.extend(row.lines(digits, width));
    }
    lines
}

fn rows(trace: &[Event], sources: &SourceMap) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for event in trace {
        if !sources.is_user(event.span) {
            continue;
        }
        let depth = event.depth as usize;
        // A value is assigned when its expression is done, a condition known at its end: the line
        // of the step is still the one where it starts.
        let number = sources.start(event.span).line;
        let happening = happening(&event.kind);
        match rows.last_mut() {
            Some(row)
                if row.depth == depth && row.number == number && !repeats(row, &happening) =>
            {
                row.happenings.push(happening);
            }
            _ => rows.push(Row {
                depth,
                number,
                source: sources.line(event.span.file, number).trim().to_owned(),
                happenings: vec![happening],
            }),
        }
    }
    rows
}

/// The same place or condition again: another round of a loop on one line.
fn repeats(row: &Row, (_, text): &(Tone, String)) -> bool {
    let subject = |text: &str| text.split(" = ").next().unwrap_or(text).to_owned();
    row.happenings
        .iter()
        .any(|(_, before)| subject(before) == subject(text))
}

fn happening(kind: &EventKind) -> (Tone, String) {
    match kind {
        EventKind::Assigned { place, value } => (Tone::Plain, format!("{place} = {value}")),
        EventKind::Condition(value) => (Tone::Strong, value.to_string()),
        EventKind::Pattern { matched: true } => (Tone::Strong, "matches".into()),
        EventKind::Pattern { matched: false } => (Tone::Strong, "does not match".into()),
        EventKind::Called { function, args } => {
            let mut text = format!("call {function}(");
            for (index, (name, value)) in args.iter().enumerate() {
                let separator = if index == 0 { "" } else { ", " };
                write!(text, "{separator}{name} = {value}").expect("writing to a string succeeds");
            }
            text.push(')');
            (Tone::Plain, text)
        }
        EventKind::Returned(value) => (Tone::Plain, format!("returns {value}")),
        EventKind::Panicked(message) => (Tone::Bad, format!("panics: {message}")),
    }
}

impl Row {
    fn lines(&self, digits: usize, width: usize) -> Vec<Line> {
        let indent = "  ".repeat(self.depth.min(DEEPEST_INDENT));
        let mut head = Line::of(Tone::Faint, format!("{:>digits$} │ ", self.number));
        let source = cut(&self.source, SOURCE_WIDTH.saturating_sub(indent.len()));
        head.push(Tone::Plain, format!("{indent}{source}"));
        let column = digits + 3 + SOURCE_WIDTH + 2;
        head.pad_to(column);
        let mut gutter = Line::of(Tone::Faint, format!("{:>digits$} │ ", ""));
        gutter.pad_to(column);

        let room = width.saturating_sub(column).max(16);
        let mut lines = vec![head];
        let mut used = 0;
        for (index, (tone, text)) in self.happenings.iter().enumerate() {
            let last = index + 1 == self.happenings.len();
            let mut piece = Line::of(*tone, cut(text, room));
            piece.push(Tone::Faint, if last { "" } else { "; " });
            if used > 0 && used + piece.width() > room {
                lines.push(gutter.clone());
                used = 0;
            }
            used += piece.width();
            let line = lines.last_mut().expect("there is a line from the start");
            line.append(piece);
        }
        lines
    }
}
