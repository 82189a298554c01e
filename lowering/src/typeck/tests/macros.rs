//! Macros of the crate: scopes, hygiene, positions, from source to typed tree.

use super::body_of;

fn check(source: &str, expected: &str) {
    let found = body_of(source, "f");
    let found: Vec<&str> = found.split_whitespace().collect();
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(found, expected);
}

/// Whether two sources mean the same.
fn same(source: &str, plain: &str) {
    assert_eq!(body_of(source, "f"), body_of(plain, "f"));
}

#[test]
fn macros_expand_in_every_position() {
    same(
        "macro_rules! t { ($t:ty) => { Option<$t> } }
         macro_rules! p { ($p:pat) => { Some($p) } }
         macro_rules! e { ($a:expr, $b:expr) => { $a + $b } }
         macro_rules! i { ($n:ident) => { fn $n() -> u8 { 2 } } }
         i!(g);
         fn f(x: t!(u8)) -> u8 { match x { p!(y) => e!(y, g()), _ => 1 } }",
        "fn g() -> u8 { 2 }
         fn f(x: Option<u8>) -> u8 { match x { Some(y) => y + g(), _ => 1 } }",
    );
    same(
        "macro_rules! m { ($($n:ident)*) => { $(fn $n(&self) -> u8 { self.0 })* } }
         struct S(u8); impl S { m!(a b); }
         fn f(s: S) -> u8 { s.b() }",
        "struct S(u8); impl S { fn a(&self) -> u8 { self.0 } fn b(&self) -> u8 { self.0 } }
         fn f(s: S) -> u8 { s.b() }",
    );
}

#[test]
fn statements_of_macros_declare_variables_and_items_of_the_block() {
    same(
        "macro_rules! m { ($x:ident) => { let $x = 1u8; fn g() -> u8 { 3 } } }
         fn f() -> u8 { m!(a); a + g() }",
        "fn f() -> u8 { let a = 1u8; fn g() -> u8 { 3 } a + g() }",
    );
}

#[test]
fn variables_of_a_macro_are_not_those_of_its_caller() {
    let source = "macro_rules! swap { ($a:expr, $b:expr) => { { let t = $a; $a = $b; $b = t; } } }
         fn f(mut VAR: u8, mut y: u8) -> u8 { swap!(VAR, y); VAR }";
    let other = body_of(&source.replace("VAR", "x"), "f");
    let same = body_of(&source.replace("VAR", "t"), "f");
    assert_eq!(
        other,
        "|x, y| {\n  {\n    let t: u8 = x;\n    (x = y);\n    (y = t);\n  };\n  x\n}"
    );
    // The pretty printer names both variables `t`; that they are two is seen by their types.
    let typed = body_of(
        "macro_rules! pair { ($a:expr) => { { let t = true; ($a, t) } } }
         fn f(t: u8) -> (u8, bool) { pair!(t) }",
        "f",
    );
    assert_eq!(typed, "|t| { {\n  let t: bool = true;\n  (t, t)\n} }");
    assert!(!same.contains("unsupported"), "{same}");
}

#[test]
fn an_item_is_meant_where_the_macro_sees_no_variable() {
    same(
        "fn x() -> u8 { 5 } macro_rules! m { () => { x() } } fn f() -> u8 { let x = true; m!() }",
        "fn x() -> u8 { 5 } fn f() -> u8 { let x = true; self::x() }",
    );
    let found = body_of(
        "fn y() {} fn f() -> u8 { let y = 1u8; macro_rules! m { () => { y } } m!() }",
        "f",
    );
    assert!(!found.contains("unsupported"), "{found}");
}

#[test]
fn scopes_of_macros_are_textual_or_paths() {
    same(
        "#[macro_use] mod m { macro_rules! one { () => { 1 } } pub mod n { macro_rules! one { () => { 2 } } } }
         fn f() -> u8 { one!() }",
        "fn f() -> u8 { 1 }",
    );
    same(
        "fn f() -> u8 { crate::late!() } mod m { #[macro_export] macro_rules! late { () => { $crate::C } } } pub const C: u8 = 7;",
        "fn f() -> u8 { crate::C } pub const C: u8 = 7;",
    );
}

#[test]
fn macros_without_end_are_unsupported() {
    for source in [
        "macro_rules! m { () => { m!() } } fn f() { m!() }",
        "macro_rules! m { () => { m!(); m!(); } } fn f() { m!(); }",
        "macro_rules! m { ($($x:tt)*) => { m!($($x $x)* x) } } fn f() { m!(x x) }",
        "macro_rules! m { ($x:expr) => { m!(($x)) } } fn f() { m!(1) }",
    ] {
        let found = body_of(source, "f");
        assert!(found.contains("unsupported"), "{found}");
    }
}

#[test]
fn macros_of_std_that_are_constants_are_read() {
    check("fn f() -> bool { cfg!(test) }", "|| { false }");
    same(
        "fn f() -> &'static str { concat!(\"a\", 1, true, stringify!(x)) }",
        "fn f() -> &'static str { \"a1truex\" }",
    );
    same(
        "cfg_if::cfg_if! { if #[cfg(test)] { fn g() -> u8 { 1 } } else { fn g() -> u8 { 2 } } } fn f() -> u8 { g() }",
        "fn g() -> u8 { 2 } fn f() -> u8 { g() }",
    );
}
