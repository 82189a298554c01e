//! A trace, a line of source at a time: its number, its text, and what happened there.

use std::ops::Range;

use lowering::span::SourceMap;
use unicode_width::UnicodeWidthStr as _;

use crate::report::counterexample::{Event, EventKind};
use crate::report::heap::Value;

use super::statement::{has_body, statement};
use super::text::{Line, Tone, cut};
use super::told::{Told, told, without_looks};

/// Longer traces lose their middle, unless the user wants all of it.
const LONGEST: usize = 60;
/// Rounds of loops with more lines than this are not looked for.
const LONGEST_ROUND: usize = 24;
/// Fewer rounds are all shown.
const FEWEST_ROUNDS: usize = 5;
/// Rounds are folded only where that saves so many lines.
const FEWEST_SAVED: usize = 6;
/// A happening has so many lines at most.
const MOST_LINES: usize = 4;
/// A line gives one column in so many to the source text at most.
const SOURCE_SHARE: usize = 2;
/// Deeper calls are not indented any further.
const DEEPEST_INDENT: usize = 6;

/// What a return is about.
const RETURN: &str = "return";
/// Of longer lines with several statements, only the one at hand is shown.
const LONGEST_LINE: usize = 44;

/// One line of a trace before it is laid out.
struct Row {
    depth: usize,
    number: usize,
    source: String,
    happenings: Vec<Happening>,
}

/// What tells whether two rows are about the same: depth, line and text.
type Key<'r> = (usize, usize, &'r str);

/// Something that happened on a line. Another happening with the same subject starts a new line: it
/// is the next round of a loop.
struct Happening {
    subject: String,
    tone: Tone,
    text: String,
}

/// The trace in lines of at most `width` columns. Steps in models of std are left out; what follows
/// on the same line of source at the same depth is told on one line. Of a loop that goes round and round
/// the first and the last round are told, of a long run its ends.
pub fn lines(trace: &[Event], sources: &SourceMap, width: usize, whole: bool) -> Vec<Line> {
    let steps = told(trace, sources);
    let steps = match whole {
        true => steps,
        false => without_looks(steps, LONGEST),
    };
    let rows = rows(&steps, sources);
    let columns = Columns::of(&rows, width);
    let keys: Vec<Key<'_>> = rows.iter().map(Row::key).collect();
    let pieces = match whole {
        true => vec![Piece::Rows(0..rows.len())],
        false => without_middle(fold_rounds(&keys)),
    };
    let faint = |text: String| Line::of(Tone::Faint, text);
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Rows(range) => {
                for row in &rows[range] {
                    lines.extend(row.lines(&columns));
                }
            }
            Piece::Rounds { rounds, of } => {
                let numbers = rows[of].iter().map(|row| row.number);
                let first = numbers.clone().min().unwrap_or(0);
                let last = numbers.max().unwrap_or(0);
                let place = match first == last {
                    true => format!("line {first}"),
                    false => format!("lines {first} to {last}"),
                };
                let text = format!("… {rounds} more rounds of {place}, shown by `-v` …");
                lines.push(faint(text));
            }
            Piece::Omitted(number) => {
                lines.push(faint(format!("… {number} lines, shown by `-v` …")));
            }
        }
    }
    lines
}

/// What is shown of a run, in order.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// These rows.
    Rows(Range<usize>),
    /// So many rounds of a loop are left out; one of them is in these rows.
    Rounds { rounds: usize, of: Range<usize> },
    /// So many rows are left out.
    Omitted(usize),
}

/// Rounds of loops that go through the same lines, folded where there are many: the first and the last of
/// them stay.
fn fold_rounds(keys: &[Key<'_>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut shown, mut at) = (0, 0);
    while at < keys.len() {
        let folded = (1..=LONGEST_ROUND).find_map(|period| {
            let round = keys.get(at..at + period)?;
            let rounds = keys[at..].chunks_exact(period);
            let rounds = rounds.take_while(|chunk| *chunk == round).count();
            let saved = rounds.saturating_sub(2) * period;
            (rounds >= FEWEST_ROUNDS && saved >= FEWEST_SAVED).then_some((period, rounds))
        });
        let Some((period, rounds)) = folded else {
            at += 1;
            continue;
        };
        let first = at..at + period;
        pieces.push(Piece::Rows(shown..first.end));
        pieces.push(Piece::Rounds {
            rounds: rounds - 2,
            of: first,
        });
        shown = at + (rounds - 1) * period;
        at += rounds * period;
    }
    pieces.push(Piece::Rows(shown..keys.len()));
    pieces
}

/// Of a run that is still long, its ends.
fn without_middle(pieces: Vec<Piece>) -> Vec<Piece> {
    let length = |piece: &Piece| match piece {
        Piece::Rows(range) => range.len(),
        _ => 1,
    };
    let total: usize = pieces.iter().map(length).sum();
    if total <= LONGEST {
        return pieces;
    }
    let (mut kept, mut passed, mut omitted) = (Vec::new(), 0, 0);
    let tail = total - LONGEST / 2;
    for piece in pieces {
        let here = passed..passed + length(&piece);
        passed = here.end;
        let hidden = here.start.max(LONGEST / 2)..here.end.min(tail);
        match piece {
            Piece::Rows(range) => {
                let of = |row: usize| range.start + row.clamp(here.start, here.end) - here.start;
                let (head, rest) = (range.start..of(LONGEST / 2), of(tail)..range.end);
                if !head.is_empty() {
                    kept.push(Piece::Rows(head));
                }
                omitted += hidden.len();
                if omitted > 0 && here.end > tail {
                    kept.push(Piece::Omitted(omitted));
                    omitted = 0;
                }
                if !rest.is_empty() {
                    kept.push(Piece::Rows(rest));
                }
            }
            piece if hidden.is_empty() => {
                if omitted > 0 {
                    kept.push(Piece::Omitted(omitted));
                    omitted = 0;
                }
                kept.push(piece);
            }
            _ => omitted += 1,
        }
    }
    kept
}

fn rows(steps: &[Told<'_>], sources: &SourceMap) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    // For each depth, the first row of the call that is running there.
    let mut frames: Vec<usize> = vec![0];
    let mut steps = steps.iter().peekable();
    while let Some(step) = steps.next() {
        let event = step.first();
        let depth = event.depth as usize;
        let mut number = sources.start(event.span).line;
        let mut source = source_of(event, sources);
        let mut happening = happening(*step);
        if let EventKind::Pattern { matched } = &event.kind
            && is_for(&source)
        {
            // The pattern of a `for` loop that matches at its end is none of the source.
            happening.text = if *matched { "ends" } else { "goes on" }.to_owned();
            let binds = |next: &&Told<'_>| {
                let next = next.first();
                let assigns = matches!(next.kind, EventKind::Assigned { .. });
                assigns && next.depth == event.depth && sources.start(next.span).line == number
            };
            // That it goes on is told by what it goes on with.
            if !matched && steps.peek().is_some_and(binds) {
                continue;
            }
        }
        frames.truncate(depth + 1);
        if let EventKind::Returned(_) = &event.kind {
            // Falling off the end of a body is told where the body was last: the step itself
            // stands at its bracket, or at the signature, above all others.
            let start = frames.get(depth).copied().unwrap_or(rows.len());
            let frame = rows.get(start..).unwrap_or_default();
            let mut frame = frame.iter().filter(|row| row.depth == depth);
            if (source == "}" || frame.clone().all(|row| row.number > number))
                && let Some(last) = frame.next_back()
            {
                number = last.number;
                source = last.source.clone();
            }
        }
        match rows.last_mut() {
            Some(row)
                if row.depth == depth
                    && row.number == number
                    && row.source == source
                    && !row.tells(&happening) =>
            {
                row.happenings.push(happening);
            }
            _ => rows.push(Row {
                depth,
                number,
                source,
                happenings: vec![happening],
            }),
        }
        if matches!(event.kind, EventKind::Called { .. }) {
            frames.resize(depth + 1, 0);
            frames.push(rows.len());
        }
    }
    rows
}

/// What happened, step by step, without the lines: the event at the end of each step, and its text.
pub fn steps<'t>(trace: &'t [Event], sources: &SourceMap) -> Vec<(&'t Event, String)> {
    let steps = told(trace, sources).into_iter();
    let last = |step: Told<'t>| match step {
        Told::Event(event) | Told::Call { end: event, .. } => event,
    };
    steps
        .map(|step| (last(step), happening(step).text))
        .collect()
}

/// What stands for a step: the line that it is on, of a long line the statement, or of a closure on one line the
/// closure.
fn source_of(event: &Event, sources: &SourceMap) -> String {
    match event.closure.map(|closure| sources.text(closure)) {
        Some(text) if !text.contains('\n') => text.to_owned(),
        _ => {
            let start = sources.start(event.span);
            let line = sources.line(event.span.file, start.line);
            if line.trim().width() <= LONGEST_LINE && !has_body(line) {
                return line.trim().to_owned();
            }
            let mut places = line.char_indices().map(|(at, _)| at);
            let at = places.nth(start.column.saturating_sub(1));
            statement(line, at.unwrap_or(line.len())).to_owned()
        }
    }
}

/// Whether the line is the head of a `for` loop.
fn is_for(source: &str) -> bool {
    let head = match source.split_once(": ") {
        Some((label, rest)) if label.starts_with('\'') => rest,
        _ => source,
    };
    head.starts_with("for ")
}

fn happening(step: Told<'_>) -> Happening {
    let kind = match step {
        Told::Event(event) => &event.kind,
        Told::Call { call, end } => match (&call.kind, &end.kind) {
            (EventKind::Called { function, args }, EventKind::Returned(value)) => {
                return Happening {
                    subject: function.clone(),
                    tone: Tone::Plain,
                    text: format!("{} is {value}", self::call(function, args)),
                };
            }
            (_, end) => end,
        },
    };
    let (subject, tone, text) = match kind {
        EventKind::Assigned { place, value } => {
            (place.clone(), Tone::Plain, format!("{place} = {value}"))
        }
        EventKind::Condition(value) => {
            let subject = "condition".to_owned();
            (subject, Tone::Strong, value.to_string())
        }
        EventKind::Pattern { matched } => {
            let text = if *matched {
                "matches"
            } else {
                "does not match"
            };
            ("pattern".to_owned(), Tone::Strong, text.to_owned())
        }
        EventKind::Called { function, args } => (
            function.clone(),
            Tone::Plain,
            format!("call {}", call(function, args)),
        ),
        EventKind::ByContract(function) => (
            function.clone(),
            Tone::Plain,
            format!("`{function}` does what its contract allows"),
        ),
        EventKind::Freed(names) => {
            let text = format!("frees {}", names.join(", "));
            (text.clone(), Tone::Plain, text)
        }
        EventKind::Gave { call, value } => (call.clone(), Tone::Plain, format!("{call} = {value}")),
        EventKind::Returned(value) => {
            let text = match value {
                Value::Tuple(parts) if parts.is_empty() => "returns".to_owned(),
                value => format!("returns {value}"),
            };
            (RETURN.to_owned(), Tone::Strong, text)
        }
        EventKind::Panicked(message) => {
            let text = format!("panics: {message}");
            ("panic".to_owned(), Tone::Bad, text)
        }
        EventKind::Failed(why) => ("failure".to_owned(), Tone::Bad, why.clone()),
    };
    Happening {
        subject,
        tone,
        text,
    }
}

/// A call by the last two parts of the path: `Box::new(3)`, `<u32 as From>::from(3)`.
fn call(function: &str, args: &[(String, Value)]) -> String {
    let short = match (function.find('<'), function.rmatch_indices("::").nth(1)) {
        (Some(at), _) => &function[at..],
        (None, Some((at, separator))) => &function[at + separator.len()..],
        (None, None) => function,
    };
    // What is dropped has no name of its own any more.
    if let Some(dropped) = short.strip_suffix(" as Drop>::drop") {
        return format!("{}::drop()", dropped.trim_start_matches('<'));
    }
    let args: Vec<String> = args.iter().map(|(_, value)| value.to_string()).collect();
    format!("{short}({})", args.join(", "))
}

/// Where things stand on a line.
struct Columns {
    digits: usize,
    source: usize,
    happenings: usize,
    room: usize,
}

impl Columns {
    fn of(rows: &[Row], width: usize) -> Self {
        let digits = rows.iter().map(|row| row.number.to_string().len()).max();
        let digits = digits.unwrap_or(0);
        let source = rows
            .iter()
            .map(|row| row.indent().len() + Line::plain(&row.source).width())
            .max();
        let source = source.unwrap_or(0).min(width / SOURCE_SHARE);
        let happenings = digits + 3 + source + 2;
        Self {
            digits,
            source,
            happenings,
            room: width.saturating_sub(happenings).max(16),
        }
    }
}

impl Row {
    fn key(&self) -> Key<'_> {
        (self.depth, self.number, &self.source)
    }

    /// Whether a happening belongs to another time: the line has told of it, or of a return before it.
    fn tells(&self, happening: &Happening) -> bool {
        let mut told = self.happenings.iter().map(|before| &before.subject);
        told.any(|subject| *subject == happening.subject || subject == RETURN)
    }

    fn indent(&self) -> String {
        "  ".repeat(self.depth.min(DEEPEST_INDENT))
    }

    fn lines(&self, columns: &Columns) -> Vec<Line> {
        let digits = columns.digits;
        let indent = self.indent();
        let mut head = Line::of(Tone::Faint, format!("{:>digits$} │ ", self.number));
        let source = cut(&self.source, columns.source.saturating_sub(indent.len()));
        head.push(Tone::Plain, format!("{indent}{source}"));
        head.pad_to(columns.happenings);
        let mut gutter = Line::of(Tone::Faint, format!("{:>digits$} │ ", ""));
        gutter.pad_to(columns.happenings);

        let mut lines = vec![head];
        let mut used = 0;
        for (at, happening) in self.happenings.iter().enumerate() {
            // What is followed by others needs room for the mark between them.
            let room = match at + 1 == self.happenings.len() {
                true => columns.room,
                false => columns.room - 1,
            };
            let text = cut(&happening.text, room * MOST_LINES);
            let mut pieces = Line::of(happening.tone, text).wrapped(room);
            let rest = pieces.split_off(1);
            let piece = pieces.remove(0);
            let line = lines.last_mut().expect("there is a line from the start");
            if used == 0 {
                used = piece.width();
                line.append(piece);
            } else if used + 2 + piece.width() <= room {
                used += 2 + piece.width();
                line.push(Tone::Faint, "; ");
                line.append(piece);
            } else {
                used = piece.width();
                line.push(Tone::Faint, ";");
                lines.push(gutter.clone().then(piece));
            }
            for piece in rest {
                used = piece.width();
                lines.push(gutter.clone().then(piece));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixtures::{at, int, sources};

    fn told(steps: &[(u32, &str, EventKind)]) -> String {
        let (sources, file) = sources();
        let events: Vec<Event> = steps
            .iter()
            .map(|(depth, text, kind)| Event {
                depth: *depth,
                span: at(file, text),
                closure: None,
                kind: kind.clone(),
                after: None,
            })
            .collect();
        let lines = lines(&events, &sources, 76, false);
        let lines: Vec<String> = lines.iter().map(Line::text).collect();
        lines.join("\n")
    }

    fn assigned(place: &str, value: i64) -> EventKind {
        EventKind::Assigned {
            place: place.into(),
            value: int(value),
        }
    }

    fn called(function: &str, arg: i64) -> EventKind {
        EventKind::Called {
            function: function.into(),
            args: vec![("x".into(), int(arg))],
        }
    }

    #[test]
    fn calls_are_indented_and_those_on_one_line_are_one_step() {
        let returned = |value| EventKind::Returned(int(value));
        let steps = [
            (0, "self.len -= 1", called("std::boxed::Box::new", 1)),
            (1, "self.len -= 1", returned(2)),
            (0, "self.len -= 1", assigned("self.len", 2)),
            (0, "return true", called("helper", 3)),
            (1, "node.elem == x", EventKind::Condition(true)),
            (1, "pub fn remove", returned(4)),
            (0, "pub fn remove", returned(5)),
        ];
        insta::assert_snapshot!(told(&steps), @r"
        8 │ self.len -= 1;         Box::new(1) is 2; self.len = 2
        9 │ return true;           call helper(3)
        6 │   if node.elem == x {  true; returns 4
        9 │ return true;           returns 5
        ");
    }

    #[test]
    fn the_next_round_of_a_loop_is_a_line_of_its_own() {
        let steps = [
            (0, "self.len -= 1", assigned("self.len", 1)),
            (0, "self.len -= 1", assigned("self.len", 0)),
        ];
        insta::assert_snapshot!(told(&steps), @r"
        8 │ self.len -= 1;  self.len = 1
        8 │ self.len -= 1;  self.len = 0
        ");
    }

    #[test]
    fn rounds_of_a_loop_are_folded_but_for_the_first_and_the_last() {
        let round = |at: i64| {
            [
                (0, "node.elem == x", EventKind::Condition(false)),
                (0, "self.len -= 1", assigned("self.len", 9 - at)),
            ]
        };
        let mut steps: Vec<_> = (0..9).flat_map(round).collect();
        steps.push((0, "return true", EventKind::Returned(int(1))));
        insta::assert_snapshot!(told(&steps), @r"
        6 │ if node.elem == x {  false
        8 │ self.len -= 1;       self.len = 9
        … 7 more rounds of lines 6 to 8, shown by `-v` …
        6 │ if node.elem == x {  false
        8 │ self.len -= 1;       self.len = 1
        9 │ return true;         returns 1
        ");
    }

    #[test]
    fn a_long_trace_loses_its_middle() {
        let rows = 0..100;
        let pieces = without_middle(vec![Piece::Rows(rows)]);
        let expected = [Piece::Rows(0..30), Piece::Omitted(40), Piece::Rows(70..100)];
        assert_eq!(pieces, expected);
        let rounds = || Piece::Rounds {
            rounds: 3,
            of: 40..41,
        };
        let pieces = without_middle(vec![Piece::Rows(0..40), rounds(), Piece::Rows(43..83)]);
        let expected = [Piece::Rows(0..30), Piece::Omitted(21), Piece::Rows(53..83)];
        assert_eq!(pieces, expected);
        let pieces = without_middle(vec![Piece::Rows(0..20), rounds(), Piece::Rows(23..83)]);
        let expected = [
            Piece::Rows(0..20),
            rounds(),
            Piece::Rows(23..32),
            Piece::Omitted(21),
            Piece::Rows(53..83),
        ];
        assert_eq!(pieces, expected);
    }
}
