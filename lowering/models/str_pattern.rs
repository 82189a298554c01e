//! What strings are searched for, and the iterators over the pieces between.

use crate::intrinsics::{wrapping_add, wrapping_sub};
use crate::iter::{DoubleEndedIterator, Iterator};
use crate::str::{char_at, last_start, of_bytes};

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

#[derive(Clone)]
pub struct Split<'a, P> {
    pub(crate) text: &'a [u8],
    pub(crate) start: usize,
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
}
impl<'a, P: Pattern> Iterator for Split<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        if self.done {
            return None;
        }
        match self.pat.next_match(self.text, self.start) {
            Some((start, end)) => {
                let piece = of_bytes(&self.text[self.start..start]);
                self.start = end;
                Some(piece)
            }
            None => self.rest(),
        }
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
#[derive(Clone)]
pub struct Lines<'a> {
    pub(crate) iter: Split<'a, char>,
}
impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        let line = self.iter.next()?;
        match line.strip_suffix('\r') {
            Some(line) => Some(line),
            None => Some(line),
        }
    }
}
