//! A syntax tree with boxes and vectors of itself: a negation in a call in a negation exists.
use bverify_contracts::*;

pub enum Expr {
    Unit,
    Not(Box<Expr>),
    Call(Vec<Expr>),
}

#[check(scope = 2)]
#[ensures(result <= 1)]
pub fn not_of_call(expr: &Expr) -> usize {
    match expr {
        Expr::Not(inner) => match &**inner {
            Expr::Call(args) => match args.first() {
                Some(Expr::Not(_)) => 2,
                _ => 1,
            },
            _ => 0,
        },
        _ => 0,
    }
}
