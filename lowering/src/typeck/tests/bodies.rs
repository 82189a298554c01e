//! Bodies: what is implicit in Rust is explicit in the typed tree.

use super::body_of;

fn check(source: &str, expected: &str) {
    let found = body_of(source, "f");
    let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeeze(&found), squeeze(expected), "\n{found}");
}

#[test]
fn receivers_are_adjusted() {
    check(
        "struct S; impl S { fn a(&self) {} fn b(&mut self) {} fn c(self) {} }
         fn f(mut s: S, r: &S, m: &mut S) { s.a(); s.b(); r.a(); m.a(); m.b(); s.c() }",
        "|s, r, m| { S::a(&s); S::b(&mut s); S::a(r); S::a(&(*m)); S::b(&mut (*m)); S::c(s) }",
    );
    check(
        "struct S { n: u8 } impl S { fn a(&self) -> u8 { 0 } }
         fn f(s: &Option<Box<S>>) -> u8 { match s { Some(b) => b.a() + b.n, None => 0 } }",
        "|s| { match s { &#v1{f0: ref b} => (S::a(&(*(*b))) + (*(*b)).f0), &#v0{} => 0u8, } }",
    );
}

#[test]
fn inherent_methods_come_before_those_of_traits() {
    check(
        "struct S; impl S { fn m(&self) -> u8 { 1 } }
         trait T { fn m(&self) -> u8; } impl T for S { fn m(&self) -> u8 { 2 } }
         fn f(s: S) -> u8 { s.m() + T::m(&s) }",
        "|s| { (S::m(&s) + <S as T>::m(&s)) }",
    );
    // By value on a reference comes before by reference on what it points to.
    check(
        "struct S; trait T { fn m(self) -> u8; }
         impl T for S { fn m(self) -> u8 { 1 } } impl T for &S { fn m(self) -> u8 { 2 } }
         fn f(s: &S) -> u8 { s.m() }",
        "|s| { <S as T>::m(s) }",
    );
    check(
        "struct S; fn f(s: &S) -> &S { s.clone() }",
        "|s| { <clone::T as Clone>::clone::<S>(&s) }",
    );
}

#[test]
fn literals_take_the_type_that_is_known() {
    check(
        "fn f(x: u64) -> u64 { let y = 1; x + y * 2 }",
        "|x| { let y: u64 = 1u64; (x + (y * 2u64)) }",
    );
    check("fn f() -> bool { 1 < 2 }", "|| { (1i32 < 2i32) }");
    check("fn f() -> i8 { -128 }", "|| { -128i8 }");
}

#[test]
fn loops_are_one_form() {
    check(
        "fn f(mut n: u8) { while n > 0 { n -= 1; } }",
        "|n| { 's0: loop if (n > 0u8) { (n -= 1u8); } else (break 's0 => ()) }",
    );
    check(
        "fn f(n: u8) { for i in 0..n { if i == 3 { break; } } }",
        "|n| { {
           match <iter::I as IntoIterator>::into_iter::<ops::Range<u8>>(ops::Range<u8>#v0{f0: 0u8, f1: n}) {
             v1 => 's0: loop match <ops::Range as Iterator>::next::<u8>(&mut v1) {
               #v0{} => (break 's0 => ()),
               #v1{f0: i} => { if (i == 3u8) ({ break 's0; } => ()) },
             },
           };
         } }",
    );
}

#[test]
fn question_marks_are_matches() {
    check(
        "fn f(x: Option<u8>) -> Option<u8> { Some(x? + 1) }",
        "|x| { option::Option<u8>#v1{f0: (match x {
            #v1{f0: v1} => v1,
            #v0{} => (return option::Option<u8>#v0{} => u8),
         } + 1u8)} }",
    );
}

#[test]
fn operators_on_types_are_calls() {
    check(
        "#[derive(PartialEq)] struct P(u8); fn f(a: P, b: P) -> bool { a == b }",
        "|a, b| { <P as PartialEq>::eq(&a, &b) }",
    );
    check(
        "fn f<T: Ord>(a: T, b: &T) -> bool { a < *b && a == *b }",
        "|a, b| { (<T>::PartialOrd::lt(&a, &(*b)) && <T>::PartialEq::eq(&a, &(*b))) }"
            .replace("PartialOrd::", "cmp::PartialOrd::")
            .replace("PartialEq::", "cmp::PartialEq::")
            .as_str(),
    );
    check(
        "fn f(a: &u8, b: &u8) -> bool { a == b && a + b > 1 }",
        "|a, b| { (((*a) == (*b)) && (((*a) + (*b)) > 1u8)) }",
    );
}

#[test]
fn closures_know_what_they_capture() {
    check(
        "fn f(o: Option<u8>, y: u8) -> Option<u8> { let mut n = 0; o.map(|x| { n += 1; x + y + n }) }",
        "|o, y| {
           let n: u8 = 0u8;
           option::Option::map::<u8, u8, closure>(o, [&mut n, &y]|x| {
             (n += 1u8);
             ((x + y) + n)
           })
         }",
    );
}

#[test]
fn generic_functions_are_instances() {
    check(
        "fn id<T>(x: T) -> T { x } fn f(x: u8) -> (u8, bool) { (id(x), id(true)) }",
        "|x| { (id::<u8>(x), id::<bool>(true)) }",
    );
    check(
        "fn f(a: &mut Option<u8>) -> Option<u8> { std::mem::replace(a, None) }",
        "|a| { mem::replace::<option::Option<u8>>(&mut (*a), option::Option<u8>#v0{}) }",
    );
}

#[test]
fn defaults_of_traits_are_called_where_an_impl_has_none() {
    check(
        "trait T { fn a(&self) -> u8; fn b(&self) -> u8 { self.a() } }
         struct S; impl T for S { fn a(&self) -> u8 { 1 } }
         fn f(s: S) -> u8 { s.b() }",
        "|s| { T::b::<S>(&s) }",
    );
}

#[test]
fn or_patterns_and_bindings_share_variables() {
    check(
        "enum E { A(u8), B(u8), C } fn f(e: E) -> u8 { match e { E::A(x) | E::B(x) => x, E::C => 0 } }",
        "|e| { match e { #v0{f0: x} | #v1{f0: x} => x, #v2{} => 0u8, } }",
    );
}
