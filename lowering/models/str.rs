//! `str`: a slice of bytes that are UTF-8.

use crate::cmp::Ordering;
use crate::intrinsics::{panic_explicit, panic_out_of_bounds, slice_len, slice_ptr, str_bytes, str_from_bytes, wrapping_add, wrapping_sub};
use crate::iter::{DoubleEndedIterator, ExactSizeIterator, FusedIterator, Iterator};
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::SliceIndex;
use crate::string::String;
use crate::vec::Vec;

pub use crate::str_pattern::*;

/// The bytes as text, which they are.
pub(crate) fn of_bytes(bytes: &[u8]) -> &str {
    str_from_bytes(bytes)
}
pub(crate) fn of_bytes_mut(bytes: &mut [u8]) -> &mut str {
    let text: *const str = str_from_bytes(&*bytes);
    &mut *(text as *mut str)
}

/// Byte `at` of the `len` that encode a character.
pub(crate) fn utf8_byte(c: char, len: usize, at: usize) -> u8 {
    let code = c as u32;
    if len == 1 {
        return code as u8;
    }
    let below = wrapping_sub(wrapping_sub(len, 1), at) as u32;
    let six = crate::intrinsics::wrapping_shr(code, crate::intrinsics::wrapping_mul(below, 6));
    if at > 0 {
        (six & 0x3F) as u8 | 0x80
    } else if len == 2 {
        six as u8 | 0xC0
    } else if len == 3 {
        six as u8 | 0xE0
    } else {
        six as u8 | 0xF0
    }
}

/// How many bytes the character has that starts with this one.
pub(crate) fn width(first: u8) -> usize {
    if first < 0x80 {
        1
    } else if first < 0xE0 {
        2
    } else if first < 0xF0 {
        3
    } else {
        4
    }
}

/// The character at a boundary that is not the end.
pub(crate) fn char_at(bytes: &[u8], at: usize) -> char {
    let first = bytes[at];
    let n = width(first);
    if n == 1 {
        return first as char;
    }
    let low = (bytes[wrapping_add(at, 1)] & 0x3F) as u32;
    if n == 2 {
        return ((first & 0x1F) as u32 * 64 + low) as char;
    }
    let low = low * 64 + (bytes[wrapping_add(at, 2)] & 0x3F) as u32;
    if n == 3 {
        return ((first & 0x0F) as u32 * 4096 + low) as char;
    }
    let low = low * 64 + (bytes[wrapping_add(at, 3)] & 0x3F) as u32;
    ((first & 0x07) as u32 * 262144 + low) as char
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Where the first byte is that does not go on with valid UTF-8; the length if there is none.
pub(crate) fn valid_up_to(bytes: &[u8]) -> usize {
    let len = bytes.len();
    let mut at = 0;
    while at < len {
        let first = bytes[at];
        if first < 0x80 {
            at = wrapping_add(at, 1);
            continue;
        }
        if first < 0xC2 || first > 0xF4 {
            return at;
        }
        let n = width(first);
        if wrapping_sub(len, at) < n {
            return at;
        }
        let second = bytes[wrapping_add(at, 1)];
        if !is_continuation(second)
            || (first == 0xE0 && second < 0xA0)
            || (first == 0xED && second > 0x9F)
            || (first == 0xF0 && second < 0x90)
            || (first == 0xF4 && second > 0x8F)
        {
            return at;
        }
        if n > 2 && !is_continuation(bytes[wrapping_add(at, 2)]) {
            return at;
        }
        if n > 3 && !is_continuation(bytes[wrapping_add(at, 3)]) {
            return at;
        }
        at = wrapping_add(at, n);
    }
    len
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Utf8Error {
    valid_up_to: usize,
}
impl Utf8Error {
    pub fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }
}
pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
    let valid = valid_up_to(v);
    if valid == v.len() { Ok(of_bytes(v)) } else { Err(Utf8Error { valid_up_to: valid }) }
}
pub unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
    of_bytes(v)
}
pub unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
    of_bytes_mut(v)
}

pub trait FromStr: Sized {
    type Err;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}
impl FromStr for String {
    type Err = crate::convert::Infallible;
    fn from_str(s: &str) -> Result<String, crate::convert::Infallible> {
        Ok(String::from(s))
    }
}
#[derive(Clone, PartialEq, Eq)]
pub struct ParseBoolError(());
impl FromStr for bool {
    type Err = ParseBoolError;
    fn from_str(s: &str) -> Result<bool, ParseBoolError> {
        if s == "true" {
            Ok(true)
        } else if s == "false" {
            Ok(false)
        } else {
            Err(ParseBoolError(()))
        }
    }
}

#[invariant(valid_up_to(self.as_bytes()) == self.len())]
impl str {
    pub const fn len(&self) -> usize {
        slice_len(str_bytes(self))
    }
    pub const fn is_empty(&self) -> bool {
        slice_len(str_bytes(self)) == 0
    }
    pub const fn as_bytes(&self) -> &[u8] {
        str_bytes(self)
    }
    pub unsafe fn as_bytes_mut(&mut self) -> &mut [u8] {
        let bytes = str_bytes(&*self);
        &mut *crate::intrinsics::slice_from_raw(slice_ptr(bytes), slice_len(bytes))
    }
    pub const fn as_ptr(&self) -> *const u8 {
        slice_ptr(str_bytes(self))
    }
    pub fn is_char_boundary(&self, index: usize) -> bool {
        let bytes = str_bytes(self);
        let len = slice_len(bytes);
        if index == 0 || index == len {
            true
        } else {
            index < len && !is_continuation(bytes[index])
        }
    }
    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output> {
        i.get(self)
    }
    pub fn get_mut<I: SliceIndex<str>>(&mut self, i: I) -> Option<&mut I::Output> {
        i.get_mut(self)
    }
    pub unsafe fn get_unchecked<I: SliceIndex<str>>(&self, i: I) -> &I::Output {
        i.index(self)
    }
    pub fn chars(&self) -> Chars<'_> {
        Chars { rest: str_bytes(self) }
    }
    pub fn char_indices(&self) -> CharIndices<'_> {
        CharIndices { at: 0, iter: self.chars() }
    }
    pub fn bytes(&self) -> Bytes<'_> {
        str_bytes(self).iter().copied()
    }
    pub fn to_owned(&self) -> String {
        String::from(self)
    }
    pub fn to_string(&self) -> String {
        String::from(self)
    }
    pub fn into_string(self: Box<str>) -> String {
        let text: &str = &*self;
        String::from(text)
    }
    pub fn split_at(&self, mid: usize) -> (&str, &str) {
        if !self.is_char_boundary(mid) {
            panic_explicit("failed to slice string")
        }
        let (a, b) = str_bytes(self).split_at(mid);
        (of_bytes(a), of_bytes(b))
    }
    pub fn is_ascii(&self) -> bool {
        str_bytes(self).is_ascii()
    }
    pub fn eq_ignore_ascii_case(&self, other: &str) -> bool {
        str_bytes(self).eq_ignore_ascii_case(str_bytes(other))
    }
    pub fn to_ascii_lowercase(&self) -> String {
        self.chars().map(|c| c.to_ascii_lowercase()).collect()
    }
    pub fn to_ascii_uppercase(&self) -> String {
        self.chars().map(|c| c.to_ascii_uppercase()).collect()
    }
    pub fn repeat(&self, n: usize) -> String {
        unsafe { String::from_utf8_unchecked(str_bytes(self).repeat(n)) }
    }
    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        F::from_str(self)
    }
    pub fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        match pat.next_match(str_bytes(self), 0) {
            Some((start, _)) => Some(start),
            None => None,
        }
    }
    pub fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        match pat.last_match(str_bytes(self)) {
            Some((start, _)) => Some(start),
            None => None,
        }
    }
    pub fn contains<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.next_match(str_bytes(self), 0).is_some()
    }
    pub fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.prefix(str_bytes(self)).is_some()
    }
    pub fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.suffix(str_bytes(self)).is_some()
    }
    pub fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str> {
        let mut prefix = prefix;
        match prefix.prefix(str_bytes(self)) {
            Some(n) => Some(of_bytes(&str_bytes(self)[n..])),
            None => None,
        }
    }
    pub fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str> {
        let mut suffix = suffix;
        match suffix.suffix(str_bytes(self)) {
            Some(at) => Some(of_bytes(&str_bytes(self)[..at])),
            None => None,
        }
    }
    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split { text: str_bytes(self), start: 0, from: 0, done: false, pat, keep_last: true }
    }
    pub fn split_terminator<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split { text: str_bytes(self), start: 0, from: 0, done: false, pat, keep_last: false }
    }
    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN { iter: self.split(pat), left: n }
    }
    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit { iter: self.split(pat) }
    }
    pub fn rsplit_terminator<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit { iter: self.split_terminator(pat) }
    }
    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P> {
        RSplitN { iter: self.split(pat), left: n }
    }
    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P> {
        let text = str_bytes(self);
        SplitInclusive { text, start: 0, from: 0, back: text.len(), done: false, pat, keep_last: false }
    }
    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P> {
        MatchIndices { text: str_bytes(self), from: 0, pat }
    }
    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P> {
        Matches { iter: self.match_indices(pat) }
    }
    pub fn to_lowercase(&self) -> String {
        self.chars().flat_map(char::to_lowercase).collect()
    }
    pub fn to_uppercase(&self) -> String {
        self.chars().flat_map(char::to_uppercase).collect()
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if self.is_char_boundary(mid) { Some(self.split_at(mid)) } else { None }
    }
    pub fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let bytes = str_bytes(self);
        let (start, end) = delimiter.next_match(bytes, 0)?;
        Some((of_bytes(&bytes[..start]), of_bytes(&bytes[end..])))
    }
    pub fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let bytes = str_bytes(self);
        let (start, end) = delimiter.last_match(bytes)?;
        Some((of_bytes(&bytes[..start]), of_bytes(&bytes[end..])))
    }
    pub fn split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace { iter: self.split(char::is_whitespace) }
    }
    pub fn split_ascii_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace { iter: self.split(is_ascii_space) }
    }
    pub fn lines(&self) -> Lines<'_> {
        Lines { iter: self.split_inclusive('\n') }
    }
    pub fn trim(&self) -> &str {
        self.trim_start().trim_end()
    }
    pub fn trim_start(&self) -> &str {
        self.trim_start_matches(char::is_whitespace)
    }
    pub fn trim_end(&self) -> &str {
        self.trim_end_matches(char::is_whitespace)
    }
    pub fn trim_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let mut rest = str_bytes(self);
        while let Some(n) = pat.prefix(rest) {
            if n == 0 {
                break;
            }
            rest = &rest[n..];
        }
        while let Some(at) = pat.suffix(rest) {
            if at == rest.len() {
                break;
            }
            rest = &rest[..at];
        }
        of_bytes(rest)
    }
    pub fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let mut rest = str_bytes(self);
        while let Some(n) = pat.prefix(rest) {
            if n == 0 {
                break;
            }
            rest = &rest[n..];
        }
        of_bytes(rest)
    }
    pub fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let mut rest = str_bytes(self);
        while let Some(at) = pat.suffix(rest) {
            if at == rest.len() {
                break;
            }
            rest = &rest[..at];
        }
        of_bytes(rest)
    }
    pub fn replace<P: Pattern>(&self, from: P, to: &str) -> String {
        let mut from = from;
        let bytes = str_bytes(self);
        let mut made = String::new();
        let mut at = 0;
        while let Some((start, end)) = from.next_match(bytes, at) {
            made.push_str(of_bytes(&bytes[at..start]));
            made.push_str(to);
            if end == start {
                if start == bytes.len() {
                    return made;
                }
                let after = wrapping_add(start, width(bytes[start]));
                made.push_str(of_bytes(&bytes[start..after]));
                at = after;
            } else {
                at = end;
            }
        }
        made.push_str(of_bytes(&bytes[at..]));
        made
    }
}
fn is_ascii_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

impl PartialEq for str {
    fn eq(&self, other: &str) -> bool {
        *str_bytes(self) == *str_bytes(other)
    }
}
impl Eq for str {}
impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(str_bytes(self).cmp(str_bytes(other)))
    }
}
impl Ord for str {
    fn cmp(&self, other: &str) -> Ordering {
        str_bytes(self).cmp(str_bytes(other))
    }
}
impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        str_bytes(self)
    }
}
impl AsRef<str> for str {
    fn as_ref(&self) -> &str {
        self
    }
}
impl crate::borrow::ToOwned for str {
    type Owned = String;
    fn to_owned(&self) -> String {
        String::from(self)
    }
}
impl Default for &str {
    fn default() -> Self {
        ""
    }
}
impl Clone for Box<str> {
    fn clone(&self) -> Self {
        let text: &str = &**self;
        String::from(text).into_boxed_str()
    }
}

pub type Bytes<'a> = crate::iter::Copied<crate::slice::Iter<'a, u8>>;

#[invariant(valid_up_to(self.rest) == self.rest.len())]
#[derive(Clone)]
pub struct Chars<'a> {
    rest: &'a [u8],
}
impl<'a> Chars<'a> {
    pub fn as_str(&self) -> &'a str {
        of_bytes(self.rest)
    }
}
impl<'a> Iterator for Chars<'a> {
    type Item = char;
    fn next(&mut self) -> Option<char> {
        if self.rest.is_empty() {
            return None;
        }
        let found = char_at(self.rest, 0);
        self.rest = &self.rest[found.len_utf8()..];
        Some(found)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.rest.len();
        (len.div_ceil(4), Some(len))
    }
}
impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        if self.rest.is_empty() {
            return None;
        }
        let at = last_start(self.rest);
        let found = char_at(self.rest, at);
        self.rest = &self.rest[..at];
        Some(found)
    }
}
impl<'a> FusedIterator for Chars<'a> {}

/// Where the last character starts, of text that is not empty.
pub(crate) fn last_start(bytes: &[u8]) -> usize {
    let mut at = wrapping_sub(bytes.len(), 1);
    while at > 0 && is_continuation(bytes[at]) {
        at = wrapping_sub(at, 1);
    }
    at
}

#[derive(Clone)]
pub struct CharIndices<'a> {
    at: usize,
    iter: Chars<'a>,
}
impl<'a> CharIndices<'a> {
    pub fn as_str(&self) -> &'a str {
        self.iter.as_str()
    }
    pub fn offset(&self) -> usize {
        self.at
    }
}
impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);
    fn next(&mut self) -> Option<(usize, char)> {
        let found = self.iter.next()?;
        let at = self.at;
        self.at = wrapping_add(at, found.len_utf8());
        Some((at, found))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        let found = self.iter.next_back()?;
        Some((wrapping_add(self.at, self.iter.rest.len()), found))
    }
}

impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<I: SliceIndex<str>> IndexMut<I> for str {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}
impl SliceIndex<str> for Range<usize> {
    type Output = str;
    fn get(self, slice: &str) -> Option<&str> {
        if self.start <= self.end && slice.is_char_boundary(self.start) && slice.is_char_boundary(self.end) {
            Some(of_bytes(&str_bytes(slice)[self]))
        } else {
            None
        }
    }
    fn get_mut(self, slice: &mut str) -> Option<&mut str> {
        if self.start <= self.end && slice.is_char_boundary(self.start) && slice.is_char_boundary(self.end) {
            Some(of_bytes_mut(&mut slice.as_bytes_mut()[self]))
        } else {
            None
        }
    }
    fn get_unchecked(self, slice: *const str) -> *mut str {
        let text: *const str = self.index(&*slice);
        text as *mut str
    }
    fn index(self, slice: &str) -> &str {
        match self.get(slice) {
            Some(part) => part,
            None => panic_out_of_bounds("a range of a string that is out of bounds or inside a character"),
        }
    }
    fn index_mut(self, slice: &mut str) -> &mut str {
        match self.get_mut(slice) {
            Some(part) => part,
            None => panic_out_of_bounds("a range of a string that is out of bounds or inside a character"),
        }
    }
}
/// The other ranges, as half-open ones.
macro_rules! ranges {
    ($($range:ty, $this:ident, $text:ident => $start:expr, $end:expr;)*) => {$(
        impl SliceIndex<str> for $range {
            type Output = str;
            fn get(self, slice: &str) -> Option<&str> {
                let $this = self;
                let $text = slice.len();
                Range { start: $start, end: $end }.get(slice)
            }
            fn get_mut(self, slice: &mut str) -> Option<&mut str> {
                let $this = self;
                let $text = slice.len();
                Range { start: $start, end: $end }.get_mut(slice)
            }
            fn get_unchecked(self, slice: *const str) -> *mut str {
                let $this = self;
                let $text = (*slice).len();
                Range { start: $start, end: $end }.get_unchecked(slice)
            }
            fn index(self, slice: &str) -> &str {
                let $this = self;
                let $text = slice.len();
                Range { start: $start, end: $end }.index(slice)
            }
            fn index_mut(self, slice: &mut str) -> &mut str {
                let $this = self;
                let $text = slice.len();
                Range { start: $start, end: $end }.index_mut(slice)
            }
        }
    )*};
}
ranges! {
    RangeFrom<usize>, range, len => range.start, len;
    RangeTo<usize>, range, len => 0, range.end;
    RangeFull, range, len => 0, len;
    RangeInclusive<usize>, range, len => if range.exhausted { end_of(range.end) } else { range.start }, end_of(range.end);
    RangeToInclusive<usize>, range, len => 0, end_of(range.end);
}
fn end_of(last: usize) -> usize {
    if last == usize::MAX {
        panic_out_of_bounds("attempted to index str up to maximum usize")
    }
    wrapping_add(last, 1)
}
