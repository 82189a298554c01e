//! Text: what is split, searched, changed and asked of characters; tuples; runs of slices; impls that format.

use std::fmt::{self, Debug, Display, Write};

/// A number that tells texts apart.
fn digest<S: AsRef<str>>(pieces: impl IntoIterator<Item = S>) -> i64 {
    let mut sum: i64 = 7;
    for piece in pieces {
        sum = sum.wrapping_mul(31).wrapping_add(1);
        for byte in piece.as_ref().bytes() {
            sum = sum.wrapping_mul(257).wrapping_add(i64::from(byte));
        }
    }
    sum
}

const TEXTS: [&str; 7] = [
    "",
    "a,b,,c,",
    "ab\ncd\r\n\nef\r",
    ",x,",
    "aXbXXc",
    "  two words ",
    "äbÄ€z",
];

fn text(a: i32) -> &'static str {
    TEXTS[(a + 1) as usize]
}

pub fn pieces(a: i32) -> i64 {
    let t = text(a);
    let mut sum = digest(t.split(','));
    sum = sum.wrapping_mul(3) ^ digest(t.split(',').rev());
    sum = sum.wrapping_mul(3) ^ digest(t.rsplit('X'));
    sum = sum.wrapping_mul(3) ^ digest(t.split("X"));
    sum = sum.wrapping_mul(3) ^ digest(t.split("")).wrapping_add(2);
    sum = sum.wrapping_mul(3) ^ digest(t.splitn(2, ','));
    sum = sum.wrapping_mul(3) ^ digest(t.rsplitn(2, ','));
    sum = sum.wrapping_mul(3) ^ digest(t.split_terminator(','));
    sum = sum.wrapping_mul(3) ^ digest(t.split_terminator(',').rev());
    sum = sum.wrapping_mul(3) ^ digest(t.split_inclusive(','));
    sum = sum.wrapping_mul(3) ^ digest(t.split_inclusive(',').rev());
    let mut both = t.split(',');
    sum = sum.wrapping_mul(3) ^ digest(both.next());
    sum = sum.wrapping_mul(3) ^ digest(both.next_back());
    sum ^ digest(both)
}

pub fn lines_and_words(a: i32) -> i64 {
    let t = text(a);
    let mut sum = digest(t.lines());
    sum = sum.wrapping_mul(3) ^ digest(t.lines().rev());
    sum = sum.wrapping_mul(3) ^ digest(t.split_whitespace());
    sum = sum.wrapping_mul(3) ^ digest(t.split_whitespace().rev());
    sum = sum.wrapping_mul(3) ^ digest(Some(t.trim_matches(|c: char| c == ',' || c == ' ')));
    sum.wrapping_add(t.split_at_checked(1).map_or(5, |(x, _)| x.len() as i64))
}

pub fn matched(a: i32) -> i64 {
    let t = text(a);
    let mut sum = 0;
    for (at, found) in t.match_indices('X') {
        sum = sum * 31 + at as i64 + found.len() as i64;
    }
    for (at, _) in t.match_indices("") {
        sum = sum * 7 + at as i64;
    }
    sum * 5 + t.matches(|c: char| c.is_ascii_lowercase()).count() as i64
}

pub fn cases_of_characters(a: i32) -> i64 {
    let t = text(a);
    let mut sum: i64 = 0;
    let more = [
        'ß',
        'ÿ',
        'µ',
        '²',
        'ª',
        '×',
        '9',
        '中',
        '\u{10FFFF}',
        '\u{E000}',
        '…',
    ];
    for c in t.chars().filter(|c| *c != '€').chain(more) {
        let asked = [
            c.is_alphabetic(),
            c.is_numeric(),
            c.is_alphanumeric(),
            c.is_lowercase(),
            c.is_uppercase(),
            c.is_ascii_graphic(),
        ];
        for answer in asked {
            sum = sum.wrapping_mul(2).wrapping_add(i64::from(answer));
        }
        for c in c.to_lowercase().chain(c.to_uppercase().rev()) {
            sum = sum.wrapping_mul(3).wrapping_add(c as i64);
        }
        sum = sum.wrapping_add(c.to_uppercase().len() as i64);
    }
    let plain: String = t.chars().filter(|c| *c != '€').collect();
    sum.wrapping_add(digest([
        plain.to_lowercase(),
        plain.to_uppercase(),
        'ß'.to_uppercase().to_string(),
    ]))
}

pub fn all_of_latin(a: i32) -> i64 {
    let mut sum: i64 = 0;
    for code in (a + 1) as u32 * 40..(a + 2) as u32 * 40 {
        let Some(c) = char::from_u32(code).filter(|c| *c <= 'ÿ') else {
            break;
        };
        let asked = [
            c.is_alphabetic(),
            c.is_numeric(),
            c.is_lowercase(),
            c.is_uppercase(),
        ];
        for answer in asked {
            sum = sum.wrapping_mul(3).wrapping_add(i64::from(answer));
        }
        let cased = c.to_lowercase().chain(c.to_uppercase());
        sum = cased.fold(sum, |sum, c| sum.wrapping_mul(5).wrapping_add(c as i64));
    }
    sum
}

pub fn drained(a: i32) -> i64 {
    let mut s = String::from("abcäef");
    let taken: String = s.drain(1..(a + 1) as usize).collect();
    let mut sum = digest([&taken, &s]);
    let mut part = s.drain(..1);
    sum = sum.wrapping_mul(3) ^ digest(Some(part.as_str()));
    sum ^= part.next_back().map_or(1, i64::from_char);
    drop(part);
    s.replace_range(0..1, "xyz");
    sum ^ digest(Some(s))
}

trait FromChar {
    fn from_char(c: char) -> i64;
}
impl FromChar for i64 {
    fn from_char(c: char) -> i64 {
        c as i64
    }
}

pub fn tuples(a: i32) -> i64 {
    let mut v = vec![
        (2, "b", a, 1),
        (1, "z", 0, 0),
        (2, "a", 3, 4),
        (2, "b", 1, a),
    ];
    v.sort();
    let mut sum = 0;
    for (x, s, y, z) in v.clone() {
        sum = sum * 13 + i64::from(x + y * 2 + z * 3) + s.len() as i64;
    }
    let zero: (i32, u8, bool, (), i64) = Default::default();
    sum = sum * 2 + i64::from(zero == (0, 0, false, (), 0));
    sum = sum * 2 + i64::from((1.5, a) < (1.5, 2)) + i64::from((1, "a") < (1, "b"));
    sum * 2 + v.iter().max().map_or(0, |it| i64::from(it.2))
}

pub fn runs(a: i32) -> i64 {
    let v = [1, 1, a, 2, 2, 5, a];
    let mut sum = 0;
    for run in v.chunk_by(|x, y| x == y) {
        sum = sum * 7 + run.len() as i64;
    }
    for run in v.chunk_by(|x, y| x <= y).rev() {
        sum = sum * 7 + run.len() as i64;
    }
    for run in v.split_inclusive(|x| x % 2 == 0) {
        sum = sum * 5 + run.iter().map(|x| i64::from(*x)).sum::<i64>();
    }
    for run in v.rsplit(|x| *x == 2).chain(v.splitn(2, |x| *x == 1)) {
        sum = sum * 3 + run.iter().map(|x| i64::from(*x)).sum::<i64>();
    }
    let mut w = v;
    let (_, middle, _) = w.select_nth_unstable_by(3, |x, y| y.cmp(x));
    sum * 3 + i64::from(*middle) + b"aBc".to_ascii_uppercase()[0] as i64
}

struct Ratio(i32, i32);
impl Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        assert!(self.1 != 3, "three");
        if self.1 == 0 {
            return Err(fmt::Error);
        }
        write!(f, "{}/{}", self.0, self.1)
    }
}
impl Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            panic!("alternate");
        }
        Display::fmt(self, f)
    }
}
struct Pair(Ratio, Box<Ratio>);
impl Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} {:?}>", self.0, &&self.1)
    }
}

pub fn formatted_by_hand(a: i32) -> i64 {
    let r = Ratio(1, a);
    let mut s = String::new();
    let failed = write!(s, "{r} and {}", Ratio(2, a + 1)).is_err();
    i64::from(failed) * 2
}

pub fn formatted_or_panics(a: i32) -> i64 {
    let r = Ratio(1, a);
    let _ = format!("{r}");
    let _ = Pair(Ratio(a, 1), Box::new(Ratio(2, a + 2))).to_string();
    a.into()
}

pub fn formatted_otherwise(a: i32) -> i64 {
    if a == 2 {
        println!("{:#?}", Ratio(1, 1));
    }
    println!("{:?} {x}", Ratio(a, 1), x = Ratio(1, a + 1));
    a.into()
}
