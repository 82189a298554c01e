//! What is not understood is named, where it stands, and nothing is guessed.

use super::body_of;

fn check(source: &str, expected: &str) {
    assert_eq!(body_of(source, "f"), format!("unsupported {expected}"));
}

#[test]
fn constructs_are_named_where_they_stand() {
    check("fn f() { foo!() }", "`foo!()`: the macro `foo!`");
    check("async fn f() {}", "`async fn f()`: an async function");
    check(
        "fn f(x: Option<u8>) { x.splice() }",
        "`splice`: the method `Option::splice`",
    );
    check(
        "fn f() { std::thread::spawn(|| ()); }",
        "`spawn`: the item `std::thread::spawn`",
    );
    check("fn f() { nowhere() }", "`nowhere`: the name `nowhere`");
    check("#[magic] fn f() {}", "`magic`: the attribute `magic`");
    check("fn f() { let x = async {}; }", "`async {}`: an async block");
}

#[test]
fn a_macro_of_the_crate_is_not_taken_for_one_of_std() {
    check(
        "macro_rules! assert { ($e:expr) => { nowhere($e) } } fn f() { assert!(false) }",
        "`assert!(false)`: the name `nowhere`",
    );
    // A `use` could bring it here.
    check(
        "fn f() { assert!(false) } macro_rules! assert { ($e:expr) => { nowhere($e) } }",
        "`assert!(false)`: the macro `assert!`",
    );
}

#[test]
fn two_candidates_are_not_one() {
    check(
        "trait A { fn m(&self) {} } trait B { fn m(&self) {} } struct S; impl A for S {} impl B for S {}
         fn f(s: S) { s.m() }",
        "`m`: the method `m`, which several impls or traits have",
    );
    check(
        "mod a { pub fn g() {} } mod b { pub fn g() {} } use a::*; use b::*; fn f() { g() }",
        "`g`: the name `g`, which a macro or an unread crate may define",
    );
}

#[test]
fn an_impl_that_could_not_be_read_hides_names_of_its_type_only() {
    const TRAIT: &str = "use elsewhere::Alien; trait Named<A> { fn name(&self) -> u8; }
        struct S; struct Other; impl Named<Alien> for S { fn name(&self) -> u8 { 1 } }
        impl Named<u8> for Other { fn name(&self) -> u8 { 2 } }";
    check(
        &format!(
            "{TRAIT} impl Named<u8> for S {{ fn name(&self) -> u8 {{ 3 }} }} fn f(s: S) -> u8 {{ s.name() }}"
        ),
        "`name`: `name`, which an impl that could not be read also has",
    );
    check(
        &format!("{TRAIT} fn f(s: Other) -> u8 {{ s.name() + nowhere() }}"),
        "`nowhere`: the name `nowhere`",
    );
}

#[test]
fn names_that_an_unread_crate_may_bring_are_not_guessed() {
    check(
        "use elsewhere::*; fn f() { g() }",
        "`g`: the name `g`, which a macro or an unread crate may define",
    );
}

#[test]
fn an_import_that_leads_nowhere_hides_the_prelude() {
    let unclear = |name: &str| {
        format!("`{name}`: `{name}`, which is imported from where nothing is modelled")
    };
    check(
        "use elsewhere::Some; fn f() -> Option<u8> { Some(1) }",
        &unclear("Some"),
    );
    check(
        "use elsewhere::Result; fn f() -> Result<u8> { Ok(1) }",
        &unclear("Result"),
    );
    check(
        "use elsewhere::LIMIT; fn f(x: u8) -> bool { match x { LIMIT => true, _ => false } }",
        &unclear("LIMIT"),
    );
    check(
        "use elsewhere::assert; fn f() { assert!(false) }",
        "`assert!(false)`: the macro `assert!`",
    );
}

#[test]
fn what_a_macro_may_add_to_an_impl_is_not_ignored() {
    check(
        "trait T { fn m(&self) -> u8 { 1 } } struct S; impl T for S { more!(); }
         fn f(s: S) -> u8 { s.m() }",
        "`m`: the method `S::m`",
    );
}
