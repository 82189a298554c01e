//! `dyn Fn`: closures of the function itself, and one of which nothing else is known.

use bverify_contracts::*;

fn apply_all(steps: &[Box<dyn Fn(u8) -> u8>], start: u8) -> u8 {
    let mut value = start;
    for step in steps {
        value = step(value);
    }
    value
}

#[requires(by < 10)]
#[ensures(result == 2 * by + 1)]
pub fn composed(by: u8) -> u8 {
    let steps: Vec<Box<dyn Fn(u8) -> u8>> = vec![Box::new(move |x| x + by), Box::new(|x| x * 2), Box::new(|x| x + 1)];
    apply_all(&steps, 0)
}

#[ensures(result == (a == b || f(a) == f(b)))]
pub fn agrees(f: &dyn Fn(u8) -> u8, a: u8, b: u8) -> bool {
    a == b
}
