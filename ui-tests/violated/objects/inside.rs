//! An object that is part of what comes in, and may have such a part itself.

use bverify_contracts::*;

trait Expr {
    fn value(&self) -> i32;
}

struct Number(i8);

struct Negated {
    inner: Box<dyn Expr>,
}

impl Expr for Number {
    fn value(&self) -> i32 {
        i32::from(self.0)
    }
}

impl Expr for Negated {
    fn value(&self) -> i32 {
        -self.inner.value()
    }
}

#[ensures(result >= -128 && result <= 127)]
fn evaluate(expr: &Negated) -> i32 {
    expr.value()
}
