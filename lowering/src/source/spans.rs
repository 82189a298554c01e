//! The one place where spans of `proc_macro2` become ours.

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::ends::HasEnds;
use crate::span::{FileId, Span};

/// Converts spans of one parsed file. `proc_macro2` counts bytes from the start of the text that
/// was given to it, which lacks a byte-order mark and a shebang line.
#[derive(Clone, Copy, Debug)]
pub struct Spans {
    /// The file.
    pub file: FileId,
    /// How many bytes of the file were not given to the parser.
    pub skipped: u32,
}

impl Spans {
    /// One span.
    pub fn convert(self, span: proc_macro2::Span) -> Span {
        let range = span.byte_range();
        let at = |byte: usize| {
            u32::try_from(byte)
                .unwrap_or(u32::MAX)
                .saturating_add(self.skipped)
        };
        Span {
            file: self.file,
            start: at(range.start),
            end: at(range.end),
        }
    }

    /// The span from the first to the last token of a piece of syntax.
    pub fn of(self, syntax: &impl ToTokens) -> Span {
        self.tokens(syntax.to_token_stream())
    }

    /// The same of syntax that knows its ends.
    pub fn between(self, syntax: &(impl ToTokens + HasEnds)) -> Span {
        match syntax.ends() {
            Some((first, last)) => self.convert(first).to(self.convert(last)),
            None => self.of(syntax),
        }
    }

    /// The span from the first to the last token.
    pub fn tokens(self, tokens: TokenStream) -> Span {
        let mut tokens = tokens.into_iter();
        let Some(first) = tokens.next() else {
            return self.convert(proc_macro2::Span::call_site());
        };
        let start = self.convert(first.span());
        match tokens.last() {
            Some(last) => start.to(self.convert(last.span())),
            None => start,
        }
    }
}

/// Splits off what `syn` does not want to see: a byte-order mark and a shebang line. Returns the rest
/// and how many bytes were dropped.
pub fn strip_head(text: &str) -> (&str, u32) {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(after) = rest.strip_prefix("#!")
        && !after.trim_start().starts_with('[')
    {
        rest = rest.find('\n').map_or("", |end| &rest[end..]);
    }
    let dropped = u32::try_from(text.len() - rest.len()).unwrap_or(u32::MAX);
    (rest, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_and_shebangs_are_dropped() {
        assert_eq!(strip_head("\u{feff}fn f() {}"), ("fn f() {}", 3));
        assert_eq!(strip_head("#!/bin/rust\nfn f() {}"), ("\nfn f() {}", 11));
        assert_eq!(strip_head("#![no_std]"), ("#![no_std]", 0));
        assert_eq!(strip_head("#! [no_std]"), ("#! [no_std]", 0));
        assert_eq!(strip_head("#!/bin/rust"), ("", 11));
    }
}
