//! Kani's quantifiers are half open, and its implication short-circuits.

#[kani::requires(n < 6)]
#[kani::ensures(|r| kani::implies!(n > 0 => kani::exists!(|i in (0, n)| *r == i)))]
#[kani::ensures(|r| kani::forall!(|i in (0, n)| *r >= i))]
fn last(n: usize) -> usize {
    n
}
