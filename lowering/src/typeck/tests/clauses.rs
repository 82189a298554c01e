//! Clauses: what they become, and what the user is told of mistakes.

use super::clauses_of;

fn check(source: &str, expected: &str) {
    let source = format!("use bverify_contracts::*;\n{source}");
    assert_eq!(clauses_of(&source, "f").trim(), expected.trim());
}

#[test]
fn integers_are_mathematical() {
    check(
        "#[requires(x + 1 < y)] fn f(x: u8, y: u8) {}",
        "|x, y| ((int(x) + 1Int) < int(y))",
    );
    check(
        "#[requires(-x == (x as i64) - 1)] fn f(x: i32) {}",
        "|x| (-int(x) == (int((x as i64)) - 1Int))",
    );
}

#[test]
fn arrows_bind_weaker_than_or() {
    check(
        "#[requires(a ==> b || c ==> d)] fn f(a: bool, b: bool, c: bool, d: bool) {}",
        "|a, b, c, d| (!a || (!(b || c) || d))",
    );
    check(
        "#[requires(a ==> b <==> c)] fn f(a: bool, b: bool, c: bool) {}",
        "|a, b, c| ((!a || b) == c)",
    );
}

#[test]
fn results_can_be_named() {
    check(
        "#[ensures(result > x)] fn f(x: u8) -> u8 { x }",
        "|x, result| (int(result) > int(x))",
    );
    check(
        "#[ensures(|r| r > x)] fn f(x: u8) -> u8 { x }",
        "|x, r| (int(r) > int(x))",
    );
}

#[test]
fn values_and_references_are_alike() {
    check(
        "struct P { a: u8 } #[requires(p == *q)] fn f(p: &P, q: &mut P) {}",
        "|p, q| ((*p) === (*q))",
    );
    check(
        "#[requires(p == q)] fn f(p: &Option<Box<u8>>, q: Option<u8>) {}",
        "|p, q| (match (*p) {\n  #v0{} => option::Option<u8>#v0{},\n  \
         #v1{f0: ref v2} => option::Option<u8>#v1{f0: (*(*v2))},\n} === q)",
    );
    check(
        "#[pure] fn g(x: &u8) -> bool { true } #[requires(g(x))] fn f(x: Box<u8>) {}",
        "|x| g(&(*x))",
    );
}

#[test]
fn equality_of_the_users_own_is_called() {
    check(
        "struct P(u8); impl PartialEq for P { fn eq(&self, o: &P) -> bool { true } }
         #[requires(p == q)] fn f(p: P, q: P) {}",
        "|p, q| <P as PartialEq>::eq(&p, &q)",
    );
    check(
        "#[derive(PartialEq)] struct P(u8); #[requires(p != q)] fn f(p: P, q: P) {}",
        "|p, q| !(p === q)",
    );
}

#[test]
fn sums_that_are_passed_on_must_fit() {
    check(
        "#[pure] fn g(x: u8) -> bool { true } #[requires(g(x + 1))] fn f(x: u8) {}",
        "|x| g(int::narrow::<u8>((int(x) + 1Int)))",
    );
}

#[test]
fn names_of_the_user_come_first() {
    check(
        "#[pure] fn old(x: u8) -> bool { true } #[requires(old(x))] fn f(x: u8) {}",
        "|x| old(x)",
    );
}

#[test]
fn quantifiers_bind_typed_names() {
    check(
        "#[requires(forall(|i: u8, j: u8| i <= j ==> exists(|k: u8| k == i)))] fn f() {}",
        "|| forall(i. forall(j. (!(int(i) <= int(j)) || exists(k. (int(k) == int(i))))))",
    );
    check(
        "#[requires((0..n).all(|i| i < n))] fn f(n: u8) {}",
        "|n| ranges::Range::all::<closure>(ops::Range<Int>#v0{f0: 0Int, f1: int(n)}, [&n]|i| (i < int(n)))",
    );
}

#[test]
fn mistakes_point_into_the_clause() {
    check(
        "#[requires(nubmer > 0)] fn f(number: u8) {}",
        "BV0120 `nubmer`: cannot find `nubmer` here (did you mean `number`?)",
    );
    check(
        "#[requires(x)] fn f(x: u8) {}",
        "BV0121 `x`: expected `bool`, found `u8`",
    );
    check(
        "#[requires(x > true)] fn f(x: u8) {}",
        "BV0121 `true`: expected `u8`, found `bool`",
    );
    check(
        "struct P { len: u8 } #[requires(p.lne > 0)] fn f(p: P) {}",
        "BV0122 `lne`: no field `lne` on `P` (did you mean `len`?)",
    );
    check(
        "struct P; #[requires(p.foo())] fn f(p: &P) {}",
        "BV0123 `foo`: no method `foo` on `&P`",
    );
    check(
        "#[requires(x.foo())] fn f(x: u8) {}",
        "unsupported `foo`: the method `u8::foo`",
    );
    check(
        "#[requires(x.take().is_some())] fn f(x: &mut Option<u8>) {}",
        "BV0124 `take`: `take` may change its argument, so a specification cannot call it",
    );
    check(
        "#[requires(forall(true))] fn f() {}",
        "BV0125 `forall(true)`: a quantifier takes a closure: `forall(|x: i32| …)`",
    );
    check(
        "#[requires(x = 1)] fn f(x: u8) {}",
        "BV0125 `x = 1`: a specification assigns nothing but variables that it declares (did you mean `==`?)",
    );
}

#[test]
fn malformed_clauses_are_refused_when_loading() {
    check(
        "#[requires(x >)] fn f(x: u8) {}",
        "BV0110 malformed clause: unexpected end of input, expected an expression",
    );
    check(
        "#[requires] fn f() {}",
        "BV0110 expected an argument in parentheses",
    );
    check(
        "#[check(scpoe = 4)] fn f() {}",
        "BV0111 `check` has no argument `scpoe`",
    );
    check(
        "#[requires(true)] struct S; fn f() {}",
        "BV0112 `requires` means nothing here",
    );
}
