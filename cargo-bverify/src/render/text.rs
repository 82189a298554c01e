//! Text with tones: what a piece of output *is*, with its colour decided in one place and its width
//! known before it is written.

use std::fmt::Write as _;

use owo_colors::{OwoColorize as _, Style};
use unicode_width::UnicodeWidthStr as _;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Ordinary text.
    #[default]
    Plain,
    /// Something that may be overlooked: line numbers, rules, punctuation of drawings.
    Faint,
    /// A heading.
    Strong,
    /// The name of an object.
    Name,
    /// A value that has changed.
    Changed,
    /// A good verdict.
    Good,
    /// A bad verdict.
    Bad,
    /// A verdict that leaves something open.
    Doubt,
}

/// The one place where colours are decided.
fn style_of(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Strong => Style::new().bold(),
        Tone::Name => Style::new().cyan(),
        Tone::Changed => Style::new().yellow().bold(),
        Tone::Good => Style::new().green().bold(),
        Tone::Bad => Style::new().red().bold(),
        Tone::Doubt => Style::new().yellow().bold(),
    }
}

/// A line, or a piece of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pieces: Vec<(Tone, String)>,
}

impl Line {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ordinary text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::of(Tone::Plain, text)
    }

    /// Text of a tone.
    pub fn of(tone: Tone, text: impl Into<String>) -> Self {
        let mut line = Self::new();
        line.push(tone, text);
        line
    }

    /// Appends text of a tone.
    pub fn push(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        if text.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some((last, before)) if *last == tone => before.push_str(&text),
            _ => self.pieces.push((tone, text)),
        }
    }

    /// Appends another line.
    pub fn append(&mut self, other: Line) {
        for (tone, text) in other.pieces {
            self.push(tone, text);
        }
    }

    /// The same with `other` at its end.
    #[must_use]
    pub fn then(mut self, other: Line) -> Self {
        self.append(other);
        self
    }

    /// Columns that it takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// Fills up with spaces to a width.
    pub fn pad_to(&mut self, width: usize) {
        let missing = width.saturating_sub(self.width());
        self.push(Tone::Plain, " ".repeat(missing));
    }

    /// The line in colours, without its end.
    pub fn styled(&self) -> String {
        let mut out = String::new();
        for (tone, text) in &self.pieces {
            if *tone == Tone::Plain {
                out.push_str(text);
            } else {
                write!(out, "{}", text.style(style_of(*tone)))
                    .expect("writing to a string succeeds");
            }
        }
        out
    }

    /// The line in lines of at most `width` columns, broken at blanks; a word that is wider than that is
    /// cut where the line ends.
    pub fn wrapped(&self, width: usize) -> Vec<Line> {
        let mut lines = vec![Line::new()];
        for (tone, text) in &self.pieces {
            for word in text.split_inclusive(' ') {
                let room = width.saturating_sub(lines.last().map_or(0, Line::width));
                if word.trim_end().width() > room && room < width {
                    if let Some((_, last)) = lines.last_mut().and_then(|it| it.pieces.last_mut()) {
                        last.truncate(last.trim_end().len());
                    }
                    lines.push(Line::new());
                }
                let mut rest = word;
                while rest.trim_end().width() > width && width > 0 {
                    let end = fitting(rest, width);
                    let line = lines.last_mut().expect("there is a line from the start");
                    line.push(*tone, &rest[..end]);
                    lines.push(Line::new());
                    rest = &rest[end..];
                }
                let line = lines.last_mut().expect("there is a line from the start");
                line.push(*tone, rest);
            }
        }
        lines
    }

    /// The line without colours.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// How many bytes of a text fit a width; at least one character does.
fn fitting(text: &str, width: usize) -> usize {
    let mut end = 0;
    for (at, character) in text.char_indices() {
        let next = at + character.len_utf8();
        if text[..next].width() > width && end > 0 {
            break;
        }
        end = next;
    }
    end
}

/// The text cut to a width, with a mark if something is missing.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for character in text.chars() {
        out.push(character);
        if out.width() >= width {
            break;
        }
    }
    while out.width() + 1 > width {
        if out.pop().is_none() {
            return out;
        }
    }
    out.push('…');
    out
}

/// Pieces put on as few lines as fit the width, one separator between two on a line. A piece that
/// is too wide has a line of its own.
pub fn fill(pieces: Vec<Line>, separator: &str, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + separator.width() + piece.width() <= width => {
                line.push(Tone::Plain, separator);
                line.append(piece);
            }
            Some(line) => {
                line.push(Tone::Plain, separator.trim_end());
                lines.push(piece);
            }
            None => lines.push(piece),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_respects_the_width_and_leaves_a_mark() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdef", 5), "abcd…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("abc", 0), "");
    }

    #[test]
    fn only_toned_text_is_coloured() {
        let line = Line::plain("a").then(Line::of(Tone::Bad, "b"));
        assert_eq!(line.text(), "ab");
        assert_eq!(line.styled(), "a\u{1b}[31;1mb\u{1b}[0m");
        assert_eq!(line.width(), 2);
    }

    #[test]
    fn wrapping_breaks_at_blanks_and_inside_of_long_words() {
        let wrapped = |text: &str, width| -> Vec<String> {
            let lines = Line::plain(text).wrapped(width);
            lines.iter().map(Line::text).collect()
        };
        assert_eq!(wrapped("a short line", 20), ["a short line"]);
        assert_eq!(
            wrapped("broken at its blanks", 9),
            ["broken at", "its", "blanks"]
        );
        assert_eq!(wrapped("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("日本語", 4), ["日本", "語"]);
    }

    #[test]
    fn filling_breaks_between_pieces() {
        let pieces = ["aaa", "bbb", "cc"].map(Line::plain).to_vec();
        let lines: Vec<String> = fill(pieces, ", ", 8).iter().map(Line::text).collect();
        assert_eq!(lines, ["aaa, bbb,", "cc"]);
    }
}
