//! Where something stands in the source: bytes of a file, `Copy` and `Send`.
//!
//! `proc_macro2` spans are converted to these as soon as a file is parsed and never leave the front end.

use crate::define_id;
use crate::ids::Table;

define_id!(
    /// A source file of the package, of a dependency, or of the models of std.
    FileId,
    "file"
);

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; the left one if they are of different files.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether the other is inside.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// Where it starts: the place of what is done there, but is not written there.
    #[must_use]
    pub fn at_start(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// Its last byte: of a block, the bracket that closes it.
    #[must_use]
    pub fn at_last(self) -> Span {
        Span {
            start: self.end.saturating_sub(1).max(self.start),
            ..self
        }
    }
}

/// Whose code a file holds: what is in a model of std is never shown to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The package under check.
    User,
    /// A model of std.
    Model,
    /// A library that the user's code depends on.
    Library,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path as it is shown to the user.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Whose code it is.
    pub origin: Origin,
    /// Whether temporaries end as they do since edition 2024: those of a block's last expression before the
    /// variables of the block, those of an `if let` before its `else`.
    pub ends_temporaries_early: bool,
    /// Whether closures capture the fields that they name, as they do since edition 2021, or whole variables.
    pub captures_fields: bool,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Indexes the lines of `text`.
    pub fn new(path: String, text: String, origin: Origin) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(newlines.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX)))
            .collect();
        Self {
            path,
            text,
            origin,
            ends_temporaries_early: false,
            captures_fields: false,
            line_starts,
        }
    }
}

/// A position as people count: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// All files that have been read.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Table<FileId, SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Forgets all files but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.files.truncate(count);
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }

    /// The text of a span; empty if the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        let file = &self.files[span.file];
        file.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Line and column of the span's start.
    pub fn start(&self, span: Span) -> LineColumn {
        self.position(span.file, span.start)
    }

    /// Line and column of the span's end.
    pub fn end(&self, span: Span) -> LineColumn {
        self.position(span.file, span.end)
    }

    /// Whether the span lies in the user's code rather than in a model of std.
    pub fn is_user(&self, span: Span) -> bool {
        self.files[span.file].origin == Origin::User
    }

    /// Whether temporaries there end as they do since edition 2024.
    pub fn ends_temporaries_early(&self, span: Span) -> bool {
        self.files[span.file].ends_temporaries_early
    }

    /// Whether closures there capture fields by themselves.
    pub fn captures_fields(&self, span: Span) -> bool {
        self.files[span.file].captures_fields
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, file: FileId, line: usize) -> &str {
        let source = &self.files[file];
        let Some(start) = line
            .checked_sub(1)
            .and_then(|at| source.line_starts.get(at))
        else {
            return "";
        };
        let rest = source.text.get(*start as usize..).unwrap_or("");
        rest.lines().next().unwrap_or("")
    }

    fn position(&self, file: FileId, at: u32) -> LineColumn {
        let source = &self.files[file];
        let line = source.line_starts.partition_point(|start| *start <= at);
        let start = source.line_starts[line.saturating_sub(1)];
        let before = source.text.get(start as usize..at as usize).unwrap_or("");
        LineColumn {
            line,
            column: before.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut map = SourceMap::default();
        let file = map.add(SourceFile::new(
            "a.rs".into(),
            "fn é() {}\n\nlet x;\n".into(),
            Origin::User,
        ));
        let span = |start, end| Span { file, start, end };
        let at = |start| map.start(span(start, start));
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(5), LineColumn { line: 1, column: 5 });
        assert_eq!(at(11), LineColumn { line: 2, column: 1 });
        assert_eq!(at(16), LineColumn { line: 3, column: 5 });
        assert_eq!(map.text(span(12, 15)), "let");
        assert_eq!(map.line(file, 3), "let x;");
        assert_eq!(map.line(file, 9), "");
    }
}
