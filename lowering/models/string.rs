//! `String`: a vector of bytes that are UTF-8, or text that was made by formatting, which may be kept,
//! added to and dropped; what it says is not modelled.

use crate::cmp::Ordering;
use crate::fmt::Display;
use crate::intrinsics::{formatted, panic_explicit, panic_unwrap, unknown_text, wrapping_add, wrapping_sub};
use crate::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, RangeBounds};
use crate::slice::SliceIndex;
use crate::str::{char_at, last_start, of_bytes, of_bytes_mut, utf8_byte, valid_up_to};
use crate::vec::Vec;

#[lang = "String"]
#[invariant(!self.formatted.is_so)]
#[invariant(valid_up_to(self.bytes.as_slice()) == self.bytes.len())]
pub struct String {
    bytes: Vec<u8>,
    formatted: Formatted,
}

/// Whether text was made by formatting; it has no bytes then.
struct Formatted {
    is_so: bool,
}

fn plain(bytes: Vec<u8>) -> String {
    String { bytes, formatted: Formatted { is_so: false } }
}

/// What `format!` gives.
#[lang = "fmt_format"]
fn format(args: crate::fmt::Arguments<'_>) -> String {
    if args.failed {
        panic_explicit("a formatting trait implementation returned an error when the underlying stream did not")
    }
    String { bytes: Vec::new(), formatted: Formatted { is_so: formatted() } }
}

/// The bytes, where they are known.
fn known(text: &String) -> &Vec<u8> {
    if text.formatted.is_so {
        unknown_text()
    }
    &text.bytes
}
fn known_mut(text: &mut String) -> &mut Vec<u8> {
    if text.formatted.is_so {
        unknown_text()
    }
    &mut text.bytes
}
fn into_known(text: String) -> Vec<u8> {
    if text.formatted.is_so {
        unknown_text()
    }
    text.bytes
}

#[derive(Clone, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: crate::str::Utf8Error,
}
impl FromUtf8Error {
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
    pub fn utf8_error(&self) -> crate::str::Utf8Error {
        self.error
    }
}

impl String {
    pub const fn new() -> String {
        plain(Vec::new())
    }
    pub fn with_capacity(capacity: usize) -> String {
        plain(Vec::with_capacity(capacity))
    }
    pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error> {
        match crate::str::from_utf8(&vec) {
            Ok(_) => Ok(plain(vec)),
            Err(error) => Err(FromUtf8Error { bytes: vec, error }),
        }
    }
    pub unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String {
        plain(bytes)
    }
    pub fn into_bytes(self) -> Vec<u8> {
        into_known(self)
    }
    pub fn as_str(&self) -> &str {
        of_bytes(known(self).as_slice())
    }
    pub fn as_mut_str(&mut self) -> &mut str {
        of_bytes_mut(known_mut(self).as_mut_slice())
    }
    pub unsafe fn as_mut_vec(&mut self) -> &mut Vec<u8> {
        known_mut(self)
    }
    pub fn as_bytes(&self) -> &[u8] {
        known(self).as_slice()
    }
    pub fn len(&self) -> usize {
        known(self).len
    }
    pub fn is_empty(&self) -> bool {
        known(self).len == 0
    }
    pub fn capacity(&self) -> usize {
        known(self).capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        known_mut(self).reserve(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        known_mut(self).shrink_to_fit()
    }
    // Text that is not known stays so, whatever is added.
    pub fn push_str(&mut self, string: &str) {
        if !self.formatted.is_so {
            self.bytes.extend_from_slice(string.as_bytes())
        }
    }
    pub fn push(&mut self, c: char) {
        if self.formatted.is_so {
            return;
        }
        let len = c.len_utf8();
        let mut at = 0;
        while at < len {
            self.bytes.push(utf8_byte(c, len, at));
            at = wrapping_add(at, 1);
        }
    }
    pub fn pop(&mut self) -> Option<char> {
        if known(self).is_empty() {
            return None;
        }
        let at = last_start(known(self));
        let found = char_at(known(self), at);
        self.bytes.truncate(at);
        Some(found)
    }
    pub fn truncate(&mut self, new_len: usize) {
        if new_len <= self.len() {
            assert!(self.is_char_boundary(new_len));
            self.bytes.truncate(new_len)
        }
    }
    pub fn clear(&mut self) {
        known_mut(self).clear()
    }
    pub fn remove(&mut self, idx: usize) -> char {
        assert!(self.is_char_boundary(idx));
        if idx == self.len() {
            panic_explicit("cannot remove a char from the end of a string")
        }
        let found = char_at(known(self), idx);
        self.bytes.drain(idx..wrapping_add(idx, found.len_utf8()));
        found
    }
    pub fn insert(&mut self, idx: usize, c: char) {
        assert!(self.is_char_boundary(idx));
        let len = c.len_utf8();
        let mut at = 0;
        while at < len {
            self.bytes.insert(wrapping_add(idx, at), utf8_byte(c, len, at));
            at = wrapping_add(at, 1);
        }
    }
    pub fn insert_str(&mut self, idx: usize, string: &str) {
        assert!(self.is_char_boundary(idx));
        let tail = self.bytes.split_off(idx);
        self.bytes.extend_from_slice(string.as_bytes());
        self.bytes.extend_from_slice(&tail);
    }
    pub fn retain<F: FnMut(char) -> bool>(&mut self, f: F) {
        let mut f = f;
        let mut kept = String::new();
        let mut at = 0;
        while at < self.len() {
            let found = char_at(known(self), at);
            if f(found) {
                kept.push(found);
            }
            at = wrapping_add(at, found.len_utf8());
        }
        *self = kept;
    }
    pub fn drain<R: crate::ops::RangeBounds<usize>>(&mut self, range: R) -> Drain<'_> {
        let range = crate::range::indices(range, known(self).len());
        if !self.is_char_boundary(range.start) || !self.is_char_boundary(range.end) {
            panic_explicit("assertion failed: self.is_char_boundary(start)")
        }
        Drain { text: self, start: range.start, end: range.end, at: range.start, back: range.end }
    }
    pub fn replace_range<R: crate::ops::RangeBounds<usize>>(&mut self, range: R, replace_with: &str) {
        let range = crate::range::indices(range, known(self).len());
        if !self.is_char_boundary(range.start) || !self.is_char_boundary(range.end) {
            panic_explicit("assertion failed: self.is_char_boundary(n)")
        }
        let bytes = known_mut(self);
        let tail = bytes.split_off(range.end);
        bytes.truncate(range.start);
        bytes.extend_from_slice(replace_with.as_bytes());
        bytes.extend(tail);
    }
    pub fn split_off(&mut self, at: usize) -> String {
        assert!(self.is_char_boundary(at));
        plain(known_mut(self).split_off(at))
    }
    pub fn into_boxed_str(self) -> Box<str> {
        crate::intrinsics::box_str(into_known(self).into_boxed_slice())
    }
    pub fn to_string(&self) -> String {
        self.clone()
    }
    pub fn leak<'a>(self) -> &'a mut str {
        of_bytes_mut(into_known(self).leak())
    }
}
impl Deref for String {
    type Target = str;
    fn deref(&self) -> &str {
        of_bytes(known(self).as_slice())
    }
}
impl DerefMut for String {
    fn deref_mut(&mut self) -> &mut str {
        of_bytes_mut(known_mut(self).as_mut_slice())
    }
}
impl<I: SliceIndex<str>> Index<I> for String {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output {
        index.index(self.as_str())
    }
}
impl<I: SliceIndex<str>> IndexMut<I> for String {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self.as_mut_str())
    }
}
impl Clone for String {
    fn clone(&self) -> Self {
        String {
            bytes: self.bytes.clone(),
            formatted: Formatted { is_so: self.formatted.is_so },
        }
    }
}
impl Default for String {
    fn default() -> Self {
        String::new()
    }
}
impl PartialEq for String {
    fn eq(&self, other: &String) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl Eq for String {}
impl PartialEq<str> for String {
    fn eq(&self, other: &str) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl PartialEq<&str> for String {
    fn eq(&self, other: &&str) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl PartialEq<String> for str {
    fn eq(&self, other: &String) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl PartialEq<String> for &str {
    fn eq(&self, other: &String) -> bool {
        *self.as_bytes() == *other.as_bytes()
    }
}
impl PartialOrd for String {
    fn partial_cmp(&self, other: &String) -> Option<Ordering> {
        Some(self.as_bytes().cmp(other.as_bytes()))
    }
}
impl Ord for String {
    fn cmp(&self, other: &String) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}
impl From<&str> for String {
    fn from(text: &str) -> String {
        plain(text.as_bytes().to_vec())
    }
}
impl From<&mut str> for String {
    fn from(text: &mut str) -> String {
        plain(text.as_bytes().to_vec())
    }
}
impl From<&String> for String {
    fn from(text: &String) -> String {
        text.clone()
    }
}
impl From<char> for String {
    fn from(c: char) -> String {
        let mut text = String::new();
        text.push(c);
        text
    }
}
impl From<Box<str>> for String {
    fn from(text: Box<str>) -> String {
        text.into_string()
    }
}
impl From<&str> for Box<str> {
    fn from(text: &str) -> Box<str> {
        String::from(text).into_boxed_str()
    }
}
impl From<String> for Box<str> {
    fn from(text: String) -> Box<str> {
        text.into_boxed_str()
    }
}
impl From<String> for Vec<u8> {
    fn from(text: String) -> Vec<u8> {
        into_known(text)
    }
}
impl AsRef<str> for String {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
impl AsRef<[u8]> for String {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl crate::borrow::Borrow<str> for String {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}
impl Add<&str> for String {
    type Output = String;
    fn add(self, other: &str) -> String {
        let mut text = self;
        text.push_str(other);
        text
    }
}
impl AddAssign<&str> for String {
    fn add_assign(&mut self, other: &str) {
        self.push_str(other)
    }
}
impl crate::iter::FromIterator<char> for String {
    fn from_iter<I: IntoIterator<Item = char>>(iter: I) -> String {
        let mut text = String::new();
        text.extend(iter);
        text
    }
}
impl<'a> crate::iter::FromIterator<&'a str> for String {
    fn from_iter<I: IntoIterator<Item = &'a str>>(iter: I) -> String {
        let mut text = String::new();
        text.extend(iter);
        text
    }
}
impl crate::iter::FromIterator<String> for String {
    fn from_iter<I: IntoIterator<Item = String>>(iter: I) -> String {
        let mut text = String::new();
        text.extend(iter);
        text
    }
}
impl Extend<char> for String {
    fn extend<I: IntoIterator<Item = char>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.push(item);
        }
    }
}
impl<'a> Extend<&'a str> for String {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.push_str(item);
        }
    }
}
impl Extend<String> for String {
    fn extend<I: IntoIterator<Item = String>>(&mut self, iter: I) {
        let mut iter = iter.into_iter();
        while let Some(item) = iter.next() {
            self.push_str(&item);
        }
    }
}

/// What std knows the text of has a `to_string` of its own.
pub trait ToString {
    fn to_string(&self) -> String;
}
impl<T: Display + ?Sized> ToString for T {
    fn to_string(&self) -> String {
        if crate::fmt::formats_by_display(self, false, false) {
            panic_explicit("a Display implementation returned an error unexpectedly: Error")
        }
        format(crate::fmt::Arguments { failed: false })
    }
}
impl crate::fmt::Write for String {
    fn write_str(&mut self, s: &str) -> crate::fmt::Result {
        self.push_str(s);
        Ok(())
    }
    fn write_char(&mut self, c: char) -> crate::fmt::Result {
        self.push(c);
        Ok(())
    }
    fn write_fmt(&mut self, args: crate::fmt::Arguments<'_>) -> crate::fmt::Result {
        // What was written before it failed stays.
        *self = format(crate::fmt::Arguments { failed: false });
        if args.failed { Err(crate::fmt::Error) } else { Ok(()) }
    }
}
impl<'a> crate::iter::FromIterator<&'a char> for String {
    fn from_iter<I: IntoIterator<Item = &'a char>>(iter: I) -> String {
        let mut text = String::new();
        text.extend(iter.into_iter().copied());
        text
    }
}

/// The characters of a part of some text, which is removed as this is dropped.
pub struct Drain<'a> {
    text: &'a mut String,
    start: usize,
    end: usize,
    at: usize,
    back: usize,
}
impl<'a> Drain<'a> {
    pub fn as_str(&self) -> &str {
        &self.text.as_str()[self.at..self.back]
    }
}
impl<'a> Iterator for Drain<'a> {
    type Item = char;
    fn next(&mut self) -> Option<char> {
        if self.at == self.back {
            return None;
        }
        let next = crate::str::char_at(self.text.as_bytes(), self.at);
        self.at = wrapping_add(self.at, next.len_utf8());
        Some(next)
    }
}
impl<'a> DoubleEndedIterator for Drain<'a> {
    fn next_back(&mut self) -> Option<char> {
        if self.at == self.back {
            return None;
        }
        let bytes = self.text.as_bytes();
        self.back = crate::str::last_start(&bytes[..self.back]);
        Some(crate::str::char_at(bytes, self.back))
    }
}
impl<'a> Drop for Drain<'a> {
    fn drop(&mut self) {
        let bytes = known_mut(&mut *self.text);
        let tail = bytes.split_off(self.end);
        bytes.truncate(self.start);
        bytes.extend(tail);
    }
}
