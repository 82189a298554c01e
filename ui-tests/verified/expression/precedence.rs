use bverify_contracts::*;

#[derive(Clone, Copy, PartialEq)]
pub struct Pair {
    first: bool,
    second: bool,
}

#[pure]
fn both(a: bool, b: bool) -> bool {
    a && b
}

#[ensures(false ==> a ==> false)]
#[ensures(a || b ==> b || a)]
#[ensures(a ==> b <==> !a || b)]
#[ensures(a <==> b <==> a <==> b)]
#[ensures(both(a ==> a, b <==> b))]
#[ensures(Pair { first: a ==> b, second: a <==> b } == Pair { first: !a || b, second: a == b })]
#[ensures([a ==> b, b ==> a][0] == (!a || b))]
#[ensures(match a { true if (b ==> false) => !b, true => b, false => a ==> b })]
#[ensures(if a ==> b { !a || b } else { a && !b })]
#[ensures(Some(a).map(|x| x ==> b) == Some(!a || b))]
#[ensures(seq![a ==> b].iter().all(|x| x ==> !a || b))]
#[ensures(matches!(Some(a ==> b), Some(x) if x == (!a || b)))]
#[ensures((false ==> a) ==> true)]
pub fn implications(a: bool, b: bool) {}
