//! What strings are searched for, and the iterators over the pieces between.

use crate::intrinsics::{unknown_text, wrapping_add, wrapping_sub};
use crate::iter::{DoubleEndedIterator, Iterator};
use crate::str::{char_at, last_start, of_bytes, width};

/// Text, a character, or a question about characters.
pub trait Pattern: Sized {
    /// The first match that starts at or after `from`, as start and end.
    fn next_match(&mut self, text: &[u8], from: usize) -> Option<(usize, usize)>;
    fn last_match(&mut self, text: &[u8]) -> Option<(usize, usize)>;
    /// How many bytes match at the start.
    fn prefix(&mut self, text: &[u8]) -> Option<usize>;
    /// Where the match at the end starts.
    fn suffix(&mut self, text: &[u8]) -> Option<usize>;
}

impl Pattern for &str {
    fn next_match(&mut self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let needle = self.as_bytes();
        let n = needle.len();
        let mut at = from;
        while at <= text.len() && n <= wrapping_sub(text.len(), at) {
            if (n > 0 || of_bytes(text).is_char_boundary(at)) && text[at..wrapping_add(at, n)] == *needle {
                return Some((at, wrapping_add(at, n)));
            }
            at = wrapping_add(at, 1);
        }
        None
    }
    fn last_match(&mut self, text: &[u8]) -> Option<(usize, usize)> {
        let needle = self.as_bytes();
        let n = needle.len();
        if n > text.len() {
            return None;
        }
        let mut at = wrapping_sub(text.len(), n);
        loop {
            if text[at..wrapping_add(at, n)] == *needle {
                return Some((at, wrapping_add(at, n)));
            }
            if at == 0 {
                return None;
            }
            at = wrapping_sub(at, 1);
        }
    }
    fn prefix(&mut self, text: &[u8]) -> Option<usize> {
        if text.starts_with(self.as_bytes()) { Some(self.len()) } else { None }
    }
    fn suffix(&mut self, text: &[u8]) -> Option<usize> {
        if text.ends_with(self.as_bytes()) { Some(wrapping_sub(text.len(), self.len())) } else { None }
    }
}
impl Pattern for &crate::string::String {
    fn next_match(&mut self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        self.as_str().next_match(text, from)
    }
    fn last_match(&mut self, text: &[u8]) -> Option<(usize, usize)> {
        self.as_str().last_match(text)
    }
    fn prefix(&mut self, text: &[u8]) -> Option<usize> {
        self.as_str().prefix(text)
    }
    fn suffix(&mut self, text: &[u8]) -> Option<usize> {
        self.as_str().suffix(text)
    }
}

/// Searches character by character.
fn next_char<F: FnMut(char) -> bool>(text: &[u8], from: usize, matches: &mut F) -> Option<(usize, usize)> {
    let mut at = from;
    while at < text.len() {
        let found = char_at(text, at);
        let end = wrapping_add(at, found.len_utf8());
        if matches(found) {
            return Some((at, end));
        }
        at = end;
    }
    None
}
fn last_char<F: FnMut(char) -> bool>(text: &[u8], matches: &mut F) -> Option<(usize, usize)> {
    let mut end = text.len();
    while end > 0 {
        let at = last_start(&text[..end]);
        if matches(char_at(text, at)) {
            return Some((at, end));
        }
        end = at;
    }
    None
}
fn first_is<F: FnMut(char) -> bool>(text: &[u8], matches: &mut F) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let found = char_at(text, 0);
    if matches(found) { Some(found.len_utf8()) } else { None }
}
fn last_is<F: FnMut(char) -> bool>(text: &[u8], matches: &mut F) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let at = last_start(text);
    if matches(char_at(text, at)) { Some(at) } else { None }
}

macro_rules! by_character {
    ($([$($params:tt)*] $pattern:ty, $this:ident => $found:ident: $matches:expr;)*) => {$(
        impl<$($params)*> Pattern for $pattern {
            fn next_match(&mut self, text: &[u8], from: usize) -> Option<(usize, usize)> {
                let $this = self;
                next_char(text, from, &mut |$found: char| $matches)
            }
            fn last_match(&mut self, text: &[u8]) -> Option<(usize, usize)> {
                let $this = self;
                last_char(text, &mut |$found: char| $matches)
            }
            fn prefix(&mut self, text: &[u8]) -> Option<usize> {
                let $this = self;
                first_is(text, &mut |$found: char| $matches)
            }
            fn suffix(&mut self, text: &[u8]) -> Option<usize> {
                let $this = self;
                last_is(text, &mut |$found: char| $matches)
            }
        }
    )*};
}
by_character! {
    [] char, this => found: *this == found;
    [F: FnMut(char) -> bool] F, this => found: (*this)(found);
    ['a] &'a [char], this => found: this.contains(&found);
    ['a, const N: usize] &'a [char; N], this => found: this.as_slice().contains(&found);
    [const N: usize] [char; N], this => found: this.as_slice().contains(&found);
}

/// Where the search goes on after a match: an empty one is not found again.
fn after(text: &[u8], start: usize, end: usize) -> usize {
    if end > start {
        end
    } else if end < text.len() {
        wrapping_add(end, width(text[end]))
    } else {
        wrapping_add(end, 1)
    }
}

#[derive(Clone)]
pub struct Split<'a, P> {
    pub(crate) text: &'a [u8],
    pub(crate) start: usize,
    /// Where to look for the next match.
    pub(crate) from: usize,
    pub(crate) done: bool,
    pub(crate) pat: P,
    /// Whether an empty piece at the end counts.
    pub(crate) keep_last: bool,
}
impl<'a, P: Pattern> Split<'a, P> {
    fn rest(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        self.done = true;
        if !self.keep_last && self.start == self.text.len() {
            return None;
        }
        Some(of_bytes(&self.text[self.start..]))
    }
    /// The last piece, empty or not.
    fn last_piece(&mut self) -> &'a str {
        match self.pat.last_match(&self.text[self.start..]) {
            Some((start, end)) => {
                // Where nothing separates pieces, those at the back are not modelled.
                if start == end {
                    unknown_text()
                }
                let piece = of_bytes(&self.text[wrapping_add(self.start, end)..]);
                self.text = &self.text[..wrapping_add(self.start, start)];
                piece
            }
            None => {
                self.done = true;
                of_bytes(&self.text[self.start..])
            }
        }
    }
}
impl<'a, P: Pattern> Iterator for Split<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        match self.pat.next_match(self.text, self.from) {
            Some((start, end)) => {
                let piece = of_bytes(&self.text[self.start..start]);
                self.start = end;
                self.from = after(self.text, start, end);
                Some(piece)
            }
            None => self.rest(),
        }
    }
}
impl<'a, P: Pattern> DoubleEndedIterator for Split<'a, P> {
    fn next_back(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        if !self.keep_last {
            self.keep_last = true;
            let piece = self.last_piece();
            if !piece.is_empty() {
                return Some(piece);
            }
            if self.done {
                return None;
            }
        }
        Some(self.last_piece())
    }
}

/// Pieces with what ends them.
#[derive(Clone)]
pub struct SplitInclusive<'a, P> {
    pub(crate) text: &'a [u8],
    pub(crate) start: usize,
    pub(crate) from: usize,
    /// Matches at the back are looked for before it.
    pub(crate) back: usize,
    pub(crate) done: bool,
    pub(crate) pat: P,
    pub(crate) keep_last: bool,
}
impl<'a, P: Pattern> SplitInclusive<'a, P> {
    fn last_piece(&mut self) -> &'a str {
        match self.pat.last_match(&self.text[self.start..self.back]) {
            Some((start, end)) => {
                if start == end {
                    unknown_text()
                }
                let end = wrapping_add(self.start, end);
                let piece = of_bytes(&self.text[end..]);
                self.text = &self.text[..end];
                self.back = wrapping_add(self.start, start);
                piece
            }
            None => {
                self.done = true;
                of_bytes(&self.text[self.start..])
            }
        }
    }
}
impl<'a, P: Pattern> Iterator for SplitInclusive<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        match self.pat.next_match(&self.text[..self.back], self.from) {
            Some((start, end)) => {
                let piece = of_bytes(&self.text[self.start..end]);
                self.start = end;
                self.from = after(self.text, start, end);
                Some(piece)
            }
            None => {
                self.done = true;
                if !self.keep_last && self.start == self.text.len() {
                    return None;
                }
                Some(of_bytes(&self.text[self.start..]))
            }
        }
    }
}
impl<'a, P: Pattern> DoubleEndedIterator for SplitInclusive<'a, P> {
    fn next_back(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        if !self.keep_last {
            self.keep_last = true;
            let piece = self.last_piece();
            if !piece.is_empty() {
                return Some(piece);
            }
            if self.done {
                return None;
            }
        }
        Some(self.last_piece())
    }
}

/// The pieces from the back on.
#[derive(Clone)]
pub struct RSplit<'a, P> {
    pub(crate) iter: Split<'a, P>,
}
impl<'a, P: Pattern> Iterator for RSplit<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        self.iter.next_back()
    }
}
impl<'a, P: Pattern> DoubleEndedIterator for RSplit<'a, P> {
    fn next_back(&mut self) -> Option<&'a str> {
        self.iter.next()
    }
}
#[derive(Clone)]
pub struct RSplitN<'a, P> {
    pub(crate) iter: Split<'a, P>,
    pub(crate) left: usize,
}
impl<'a, P: Pattern> Iterator for RSplitN<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        if self.left == 0 {
            return None;
        }
        self.left = wrapping_sub(self.left, 1);
        if self.left == 0 { self.iter.rest() } else { self.iter.next_back() }
    }
}

/// Where matches start, and what they are.
#[derive(Clone)]
pub struct MatchIndices<'a, P> {
    pub(crate) text: &'a [u8],
    pub(crate) from: usize,
    pub(crate) pat: P,
}
impl<'a, P: Pattern> Iterator for MatchIndices<'a, P> {
    type Item = (usize, &'a str);
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (start, end) = self.pat.next_match(self.text, self.from)?;
        self.from = after(self.text, start, end);
        Some((start, of_bytes(&self.text[start..end])))
    }
}
#[derive(Clone)]
pub struct Matches<'a, P> {
    pub(crate) iter: MatchIndices<'a, P>,
}
impl<'a, P: Pattern> Iterator for Matches<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        let (_, found) = self.iter.next()?;
        Some(found)
    }
}
#[derive(Clone)]
pub struct SplitN<'a, P> {
    pub(crate) iter: Split<'a, P>,
    pub(crate) left: usize,
}
impl<'a, P: Pattern> Iterator for SplitN<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        if self.left == 0 {
            return None;
        }
        self.left = wrapping_sub(self.left, 1);
        if self.left == 0 { self.iter.rest() } else { self.iter.next() }
    }
}
#[derive(Clone)]
pub struct SplitWhitespace<'a> {
    pub(crate) iter: Split<'a, fn(char) -> bool>,
}
impl<'a> Iterator for SplitWhitespace<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        while let Some(piece) = self.iter.next() {
            if !piece.is_empty() {
                return Some(piece);
            }
        }
        None
    }
}
impl<'a> DoubleEndedIterator for SplitWhitespace<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        while let Some(piece) = self.iter.next_back() {
            if !piece.is_empty() {
                return Some(piece);
            }
        }
        None
    }
}
#[derive(Clone)]
pub struct Lines<'a> {
    pub(crate) iter: SplitInclusive<'a, char>,
}
/// A carriage return ends a line only together with a line feed.
fn line(text: &str) -> &str {
    match text.strip_suffix('\n') {
        Some(line) => match line.strip_suffix('\r') {
            Some(line) => line,
            None => line,
        },
        None => text,
    }
}
impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        Some(line(self.iter.next()?))
    }
}
impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        Some(line(self.iter.next_back()?))
    }
}
