//! `String`: a vector of bytes that are UTF-8.

use crate::cmp::Ordering;
use crate::intrinsics::{panic_explicit, panic_unwrap, wrapping_add, wrapping_sub};
use crate::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, RangeBounds};
use crate::slice::SliceIndex;
use crate::str::{char_at, last_start, of_bytes, of_bytes_mut, utf8_byte, valid_up_to};
use crate::vec::Vec;

#[lang = "String"]
#[invariant(valid_up_to(self.bytes.as_slice()) == self.bytes.len())]
pub struct String {
    pub(crate) bytes: Vec<u8>,
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
        String { bytes: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> String {
        String { bytes: Vec::with_capacity(capacity) }
    }
    pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error> {
        match crate::str::from_utf8(&vec) {
            Ok(_) => Ok(String { bytes: vec }),
            Err(error) => Err(FromUtf8Error { bytes: vec, error }),
        }
    }
    pub unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String {
        String { bytes }
    }
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
    pub fn as_str(&self) -> &str {
        of_bytes(self.bytes.as_slice())
    }
    pub fn as_mut_str(&mut self) -> &mut str {
        of_bytes_mut(self.bytes.as_mut_slice())
    }
    pub unsafe fn as_mut_vec(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }
    pub fn len(&self) -> usize {
        self.bytes.len
    }
    pub fn is_empty(&self) -> bool {
        self.bytes.len == 0
    }
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.bytes.reserve(additional)
    }
    pub fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit()
    }
    pub fn push_str(&mut self, string: &str) {
        self.bytes.extend_from_slice(string.as_bytes())
    }
    pub fn push(&mut self, c: char) {
        let len = c.len_utf8();
        let mut at = 0;
        while at < len {
            self.bytes.push(utf8_byte(c, len, at));
            at = wrapping_add(at, 1);
        }
    }
    pub fn pop(&mut self) -> Option<char> {
        if self.bytes.is_empty() {
            return None;
        }
        let at = last_start(&self.bytes);
        let found = char_at(&self.bytes, at);
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
        self.bytes.clear()
    }
    pub fn remove(&mut self, idx: usize) -> char {
        assert!(self.is_char_boundary(idx));
        if idx == self.len() {
            panic_explicit("cannot remove a char from the end of a string")
        }
        let found = char_at(&self.bytes, idx);
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
            let found = char_at(&self.bytes, at);
            if f(found) {
                kept.push(found);
            }
            at = wrapping_add(at, found.len_utf8());
        }
        *self = kept;
    }
    pub fn split_off(&mut self, at: usize) -> String {
        assert!(self.is_char_boundary(at));
        String { bytes: self.bytes.split_off(at) }
    }
    pub fn into_boxed_str(self) -> Box<str> {
        crate::intrinsics::box_str(self.bytes.into_boxed_slice())
    }
    pub fn leak<'a>(self) -> &'a mut str {
        of_bytes_mut(self.bytes.leak())
    }
}
impl Deref for String {
    type Target = str;
    fn deref(&self) -> &str {
        of_bytes(self.bytes.as_slice())
    }
}
impl DerefMut for String {
    fn deref_mut(&mut self) -> &mut str {
        of_bytes_mut(self.bytes.as_mut_slice())
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
        String { bytes: self.bytes.clone() }
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
        String { bytes: text.as_bytes().to_vec() }
    }
}
impl From<&mut str> for String {
    fn from(text: &mut str) -> String {
        String { bytes: text.as_bytes().to_vec() }
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
        text.bytes
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

/// Formatting has no meaning for us: only text itself becomes text.
pub trait ToString {
    fn to_string(&self) -> String;
}
impl ToString for String {
    fn to_string(&self) -> String {
        self.clone()
    }
}
impl ToString for char {
    fn to_string(&self) -> String {
        String::from(*self)
    }
}
impl<'a> crate::iter::FromIterator<&'a char> for String {
    fn from_iter<I: IntoIterator<Item = &'a char>>(iter: I) -> String {
        let mut text = String::new();
        text.extend(iter.into_iter().copied());
        text
    }
}
