//! Text that is formatted may be kept, added to and given away; only what it says is not known.
use bverify_contracts::*;
use std::fmt::Write;

#[ensures(result.is_err() == (x > 3))]
pub fn checked(x: u8) -> Result<u8, String> {
    if x > 3 {
        return Err(format!("{x} is too large"));
    }
    Ok(x)
}

#[ensures(result.is_ok() == !text.is_empty())]
pub fn first(text: &str) -> Result<char, String> {
    let mut message = String::new();
    match text.chars().next() {
        Some(c) => Ok(c),
        None => {
            write!(message, "nothing in {text:?}").unwrap();
            message.push('!');
            Err(message)
        }
    }
}

#[ensures(result == "x")]
pub fn exact() -> String {
    'x'.to_string()
}

#[ensures(*text == old(text.clone()))]
pub fn numbered(text: &mut String, n: u8) -> Option<String> {
    (n > 2).then(|| format!("{text}{n}"))
}

#[derive(Debug)]
pub struct Plain {
    parts: Vec<u8>,
    name: &'static str,
}

#[ensures(result.parts.len() == 1)]
pub fn derived(part: u8) -> Plain {
    let plain = Plain {
        parts: vec![part],
        name: "plain",
    };
    println!("{plain:?} {{nothing}} {:?} {other}", plain.name, other = part);
    plain
}
