//! Vectors, arrays and strings pass for slices and `str` in clauses; the three functions break theirs.

use bverify_contracts::*;

#[pure]
fn holds(items: &[u8], x: u8) -> bool {
    items.contains(&x)
}

#[pure]
fn starts(text: &str) -> bool {
    text.starts_with('a')
}

#[ensures(holds(v, x) && holds(&v, x))]
pub fn push(v: &mut Vec<u8>, x: u8) {
    v.push(x & 7);
}

#[ensures(holds(result, x))]
pub fn pair(x: u8) -> [u8; 2] {
    [x & 1, 0]
}

#[ensures(starts(result))]
#[ensures(result.len() == text.len() + 1)]
pub fn marked(text: String) -> String {
    let mut marked = String::from("b");
    marked.push_str(&text);
    marked
}
