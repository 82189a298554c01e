//! Types: hidden results, defaults, const parameters, coercions, operators on what is known later.

use super::body_of;

/// Whether two sources mean the same.
fn same(source: &str, plain: &str) {
    assert_eq!(body_of(source, "f"), body_of(plain, "f"));
}

/// That the body of `f` is understood.
fn understood(source: &str) -> String {
    let found = body_of(source, "f");
    assert!(!found.contains("unsupported"), "{found}");
    found
}

#[test]
fn a_hidden_result_is_the_type_of_the_body() {
    same(
        "struct I(u8); impl Iterator for I { type Item = u8; fn next(&mut self) -> Option<u8> { None } }
         fn g<T: Copy>(t: T, n: u8) -> impl Iterator<Item = u8> { I(n) }
         fn f() -> Option<u8> { g(true, 3).next() }",
        "struct I(u8); impl Iterator for I { type Item = u8; fn next(&mut self) -> Option<u8> { None } }
         fn g<T: Copy>(t: T, n: u8) -> I { I(n) }
         fn f() -> Option<u8> { g(true, 3).next() }",
    );
    understood("fn g(n: u8) -> impl Fn(u8) -> u8 { move |x| x + n } fn f() -> u8 { g(1)(2) }");
    understood("fn g(n: u8) -> Option<impl Clone> { Some(n) } fn f() { g(1).clone(); }");
    understood(
        "fn g(n: u8) -> impl Iterator<Item = impl Iterator<Item = u8>> { (0..n).map(|m| 0..m) }
         fn f() -> Option<u8> { g(3).next().and_then(|mut inner| inner.next()) }",
    );
    // Nothing is known of a result that is defined by itself.
    let found = body_of(
        "fn g(n: u8) -> impl Iterator<Item = u8> { g(n).map(|x| x) } fn f() { g(1).next(); }",
        "f",
    );
    assert!(found.contains("unsupported"), "{found}");
}

#[test]
fn attributes_that_derives_read_change_nothing_of_the_type() {
    understood(
        "#[derive(Clone, Builder)] #[builder(setter)] struct S(u8); fn f(s: S) -> u8 { s.clone().0 }",
    );
    let found = body_of(
        "#[derive(Clone)] #[builder(setter)] struct S(u8); fn f(s: S) -> u8 { s.0 }",
        "f",
    );
    assert!(found.contains("unsupported"), "{found}");
}

#[test]
fn defaults_of_type_parameters_are_for_types_and_not_for_expressions() {
    understood(
        "struct S<T = u8> { t: T } impl<T> S<T> { fn new(t: T) -> S<T> { S { t } } }
         fn f() -> bool { S::new(true).t }",
    );
    understood("struct E<T = ()>(T); fn f<T>(t: T) -> Result<u8, E<T>> { Err(E(t)) }");
    understood("struct S<T = u8> { t: T } fn f(s: S) -> u8 { s.t }");
}

#[test]
fn const_parameters_are_values_of_their_types() {
    same(
        "fn g<const B: bool, const N: usize>() -> usize { if B { N } else { 0 } } fn f() -> usize { g::<true, 3>() }",
        "fn g<const B: bool, const N: usize>() -> usize { if B { N } else { 0 } } fn f() -> usize { g::<{ true }, { 1 + 2 }>() }",
    );
    assert_eq!(
        understood("fn f<const N: usize>() -> usize { N }"),
        "|| { N }"
    );
}

#[test]
fn functions_become_pointers_where_the_result_asks_for_them() {
    understood(
        "struct M<F>(F); fn m<F: Fn(u8) -> u8>(f: F) -> M<F> { M(f) } fn id(x: u8) -> u8 { x }
         struct H { m: M<fn(u8) -> u8> }
         fn f() -> H { H { m: m(id) } }",
    );
}

#[test]
fn operators_wait_for_the_types_of_their_operands() {
    understood("fn f(v: &[u8], n: usize) -> bool { let g = |i| i < n && v[i] == 1; g(0) }");
}

#[test]
fn bounds_on_associated_types_wait_for_the_arguments() {
    understood(
        "struct I(u8); impl Iterator for I { type Item = (usize, u8); fn next(&mut self) -> Option<(usize, u8)> { None } }
         struct S; impl S { fn iter(&self) -> I { I(0) } }
         fn f(a: &S, b: &S) -> bool { a.iter().eq(b.iter()) }",
    );
    understood(
        "fn f(v: &[bool], w: &[bool]) -> bool { v.iter().cloned().zip(w.iter().cloned()).all(|(a, b)| a == b) }",
    );
}

#[test]
fn arrays_have_the_methods_and_the_indexing_of_slices() {
    understood("fn f(mut a: [u8; 4]) -> usize { a.swap(0, 1); a.len() + a[1..].len() }");
    understood("fn f(v: &mut Vec<u8>) { v[1] = 2; v[..2].reverse(); }");
    understood("fn f() -> Vec<u8> { vec![1, 2] } ");
    understood("fn f(n: usize) -> Vec<Vec<u8>> { vec![vec![0; n]; 2] } ");
}

#[test]
fn formatting_runs_the_impls_and_iterators_that_are_named() {
    let source = "use std::fmt; struct S(Vec<u8>);
         impl fmt::Debug for S { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
             f.debug_list().entries(self.0.iter()).finish() } }
         fn f(s: &S, to: &mut fmt::Formatter<'_>) -> fmt::Result {
             write!(to, \"{}\", s.0.len())?; fmt::Debug::fmt(&1u8, to)?; fmt::Debug::fmt(s, to) }";
    let found = understood(source);
    assert!(found.contains("S as Debug"), "{found}");
    let found = body_of(
        "use std::fmt::{self, Write}; struct W; impl Write for W { fn write_str(&mut self, s: &str) -> fmt::Result { Ok(()) } }
         fn f(w: &mut W) { write!(w, \"x\"); }",
        "f",
    );
    assert!(found.contains("unsupported"), "{found}");
}

#[test]
fn modules_named_like_primitive_types_do_not_hide_them() {
    understood("use std::str; fn f(x: &str) -> &str { x }");
    understood("fn f() -> usize { core::usize::MAX }");
}

#[test]
fn casts_take_the_expected_type_for_a_hole() {
    understood("fn f(p: *const u8) -> *const i8 { p as _ }");
    understood("fn f(p: &u8) -> *const u8 { p as *const _ }");
}
