//! `char` and `bool`. Unicode's tables are here as far as Latin-1, and of some wide ranges whose characters are all
//! alike; nothing can be said of a run that asks them of another character.

use crate::intrinsics;

pub fn from_u32(i: u32) -> Option<char> {
    char::from_u32(i)
}
pub fn from_digit(num: u32, radix: u32) -> Option<char> {
    char::from_digit(num, radix)
}

impl char {
    pub const MAX: char = '\u{10FFFF}';
    pub const MIN: char = '\0';
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';

    pub fn to_string(&self) -> String {
        String::from(*self)
    }
    pub fn from_u32(i: u32) -> Option<char> {
        if i < 0xD800 || (i > 0xDFFF && i <= 0x10FFFF) { Some(i as char) } else { None }
    }
    pub unsafe fn from_u32_unchecked(i: u32) -> char {
        match char::from_u32(i) {
            Some(char) => char,
            None => intrinsics::undefined_promise(),
        }
    }
    pub fn from_digit(num: u32, radix: u32) -> Option<char> {
        if radix > 36 {
            intrinsics::panic_explicit("from_digit: radix is too high (maximum 36)")
        }
        if num >= radix {
            None
        } else if num < 10 {
            Some(intrinsics::wrapping_add(num, 48) as char)
        } else {
            Some(intrinsics::wrapping_add(num, 87) as char)
        }
    }
    pub fn to_digit(self, radix: u32) -> Option<u32> {
        if radix < 2 || radix > 36 {
            intrinsics::panic_explicit("to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive")
        }
        let code = self as u32;
        let digit = if self >= '0' && self <= '9' {
            intrinsics::wrapping_sub(code, 48)
        } else if self >= 'a' && self <= 'z' {
            intrinsics::wrapping_sub(code, 87)
        } else if self >= 'A' && self <= 'Z' {
            intrinsics::wrapping_sub(code, 55)
        } else {
            return None;
        };
        if digit < radix { Some(digit) } else { None }
    }
    pub fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }
    pub const fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }
    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }
    pub fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        let len = self.len_utf8();
        if dst.len() < len {
            intrinsics::panic_explicit("encode_utf8: buffer does not have enough bytes to encode code point")
        }
        let mut at = 0;
        while at < len {
            dst[at] = crate::str::utf8_byte(self, len, at);
            at += 1;
        }
        crate::str::of_bytes_mut(&mut dst[..len])
    }
    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }
    pub fn is_ascii_digit(&self) -> bool {
        *self >= '0' && *self <= '9'
    }
    pub fn is_ascii_hexdigit(&self) -> bool {
        self.is_digit(16)
    }
    pub fn is_ascii_lowercase(&self) -> bool {
        *self >= 'a' && *self <= 'z'
    }
    pub fn is_ascii_uppercase(&self) -> bool {
        *self >= 'A' && *self <= 'Z'
    }
    pub fn is_ascii_alphabetic(&self) -> bool {
        self.is_ascii_lowercase() || self.is_ascii_uppercase()
    }
    pub fn is_ascii_alphanumeric(&self) -> bool {
        self.is_ascii_alphabetic() || self.is_ascii_digit()
    }
    pub fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, ' ' | '\t' | '\n' | '\r' | '\u{C}')
    }
    pub fn is_ascii_punctuation(&self) -> bool {
        let code = *self as u32;
        (code > 32 && code < 127) && !self.is_ascii_alphanumeric()
    }
    pub fn is_ascii_control(&self) -> bool {
        let code = *self as u32;
        code < 32 || code == 127
    }
    pub fn to_ascii_lowercase(&self) -> char {
        if self.is_ascii_uppercase() { intrinsics::wrapping_add(*self as u32, 32) as char } else { *self }
    }
    pub fn to_ascii_uppercase(&self) -> char {
        if self.is_ascii_lowercase() { intrinsics::wrapping_sub(*self as u32, 32) as char } else { *self }
    }
    pub fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }
    pub fn is_whitespace(self) -> bool {
        matches!(
            self,
            '\t'..='\r'
                | ' '
                | '\u{85}'
                | '\u{A0}'
                | '\u{1680}'
                | '\u{2000}'..='\u{200A}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202F}'
                | '\u{205F}'
                | '\u{3000}'
        )
    }
    pub fn is_alphabetic(self) -> bool {
        match self {
            'a'..='z' | 'A'..='Z' => true,
            '\0'..='\u{7F}' => false,
            '\u{AA}' | '\u{B5}' | '\u{BA}' => true,
            '\u{D7}' | '\u{F7}' => false,
            _ => match self.is_letter_beyond_latin() {
                Some(letter) => letter,
                None => self >= '\u{C0}',
            },
        }
    }
    pub fn is_numeric(self) -> bool {
        match self {
            '0'..='9' => true,
            '\0'..='\u{7F}' => false,
            '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{BC}'..='\u{BE}' => true,
            _ => {
                self.is_letter_beyond_latin();
                false
            }
        }
    }
    pub fn is_alphanumeric(self) -> bool {
        self.is_alphabetic() || self.is_numeric()
    }
    pub fn is_lowercase(self) -> bool {
        match self {
            'a'..='z' => true,
            '\0'..='\u{7F}' => false,
            '\u{AA}' | '\u{B5}' | '\u{BA}' => true,
            '\u{F7}' => false,
            _ => self.is_letter_beyond_latin().is_none() && self >= '\u{DF}',
        }
    }
    pub fn is_uppercase(self) -> bool {
        match self {
            'A'..='Z' => true,
            '\0'..='\u{7F}' => false,
            '\u{D7}' => false,
            '\u{C0}'..='\u{DE}' => true,
            _ => {
                self.is_letter_beyond_latin();
                false
            }
        }
    }
    pub fn to_lowercase(self) -> ToLowercase {
        let first = match self {
            '\0'..='\u{7F}' => self.to_ascii_lowercase(),
            '\u{D7}' => self,
            '\u{C0}'..='\u{DE}' => intrinsics::wrapping_add(self as u32, 32) as char,
            _ => {
                self.is_letter_beyond_latin();
                self
            }
        };
        ToLowercase { first: Some(first), second: None }
    }
    pub fn to_uppercase(self) -> ToUppercase {
        let first = match self {
            '\0'..='\u{7F}' => self.to_ascii_uppercase(),
            '\u{B5}' => '\u{39C}',
            '\u{DF}' => return ToUppercase { first: Some('S'), second: Some('S') },
            '\u{F7}' => self,
            '\u{E0}'..='\u{FE}' => intrinsics::wrapping_sub(self as u32, 32) as char,
            _ => match self.is_letter_beyond_latin() {
                None if self > '\u{E0}' => '\u{178}',
                _ => self,
            },
        };
        ToUppercase { first: Some(first), second: None }
    }
    /// Whether a character beyond Latin-1 is a letter; it has no cases and is no number. Others are not known, and the
    /// bounds of these ranges are not among the characters that come in.
    fn is_letter_beyond_latin(self) -> Option<bool> {
        match self {
            '\0'..='\u{FF}' => None,
            '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => Some(true),
            '\u{2000}'..='\u{206F}' | '\u{D7FC}'..='\u{F8FF}' => Some(false),
            '\u{1F300}'..='\u{1FAFF}' | '\u{40000}'..='\u{10FFFF}' => Some(false),
            _ => intrinsics::unknown_character(),
        }
    }
    pub fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }
    pub fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }
    pub fn is_ascii_graphic(&self) -> bool {
        let code = *self as u32;
        code > 32 && code < 127
    }
    pub fn is_control(self) -> bool {
        let code = self as u32;
        code < 32 || (code >= 127 && code < 160)
    }
}

impl bool {
    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }
    pub fn then_some<T>(self, t: T) -> Option<T> {
        if self { Some(t) } else { None }
    }
}

/// The characters that one becomes in the other case: two of Latin-1 at most.
macro_rules! cases {
    ($($name:ident)*) => {$(
        #[derive(Clone)]
        pub struct $name {
            first: Option<char>,
            second: Option<char>,
        }
        impl $name {
            /// Its text is known.
            pub fn to_string(&self) -> String {
                self.clone().collect()
            }
        }
        impl Iterator for $name {
            type Item = char;
            fn next(&mut self) -> Option<char> {
                let next = self.first;
                self.first = self.second;
                self.second = None;
                next
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = if self.second.is_some() { 2 } else if self.first.is_some() { 1 } else { 0 };
                (left, Some(left))
            }
        }
        impl DoubleEndedIterator for $name {
            fn next_back(&mut self) -> Option<char> {
                if self.second.is_some() { self.second.take() } else { self.first.take() }
            }
        }
        impl ExactSizeIterator for $name {}
    )*};
}
cases! { ToLowercase ToUppercase }
