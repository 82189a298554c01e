//! Nothing that is given as source makes the front end panic or hang.

use super::load;
use crate::front::Front;
use crate::source::on_deep_stack;

const SAMPLE: &str = include_str!("../../../../tests/crates/bst/src/lib.rs");

/// Asks everything that can be asked of a source.
fn exercise(source: &str) {
    let Ok(package) = load(source) else {
        return;
    };
    for info in package.functions() {
        let instance = package.identity(info.def);
        let _ = package.body(&instance);
        if let Ok(contract) = package.contract(info.def) {
            for clause in &contract.clauses {
                let _ = package.clause(&instance, clause.id);
            }
        }
    }
}

#[test]
fn truncated_sources_are_survived() {
    on_deep_stack(|| {
        for end in (0..SAMPLE.len()).step_by(50) {
            if let Some(text) = SAMPLE.get(..end) {
                exercise(text);
            }
        }
    });
}

#[test]
fn sources_with_pieces_missing_are_survived() {
    on_deep_stack(|| {
        let lines: Vec<&str> = SAMPLE.lines().collect();
        for gone in (0..lines.len()).step_by(3) {
            let mut kept = lines.clone();
            kept.remove(gone);
            exercise(&kept.join("\n"));
        }
    });
}

#[test]
fn long_and_deep_sources_are_survived() {
    let many = |statement: &str, times: usize| {
        format!("fn f(mut x: u32) {{ {} }}", statement.repeat(times))
    };
    for source in [
        many("x = x.wrapping_add(1);", 5_000),
        many("let y = x; x = y + 1;", 5_000),
        format!(
            "fn f() -> u8 {{ {}1{} }}",
            "(".repeat(10_000),
            ")".repeat(10_000)
        ),
        format!(
            "fn f() {{ {}{} }}",
            "if true {".repeat(10_000),
            "}".repeat(10_000)
        ),
        format!("fn f() -> u8 {{ {}1 }}", "-".repeat(100_000)),
        format!(
            "fn f(x: {}u8{}) {{}}",
            "Option<".repeat(2_000),
            ">".repeat(2_000)
        ),
        format!(
            "macro_rules! m {{ ($($x:tt)*) => {{ {} }} }} fn f() {{ m!(1) }}",
            "(".repeat(150) + &")".repeat(150)
        ),
        "fn f(u8) {} trait T { fn g(u8); }".into(),
        "fn f() { let async = 1; }".into(),
    ] {
        on_deep_stack(|| exercise(&source));
    }
}

#[test]
fn types_that_go_in_circles_are_survived() {
    for source in [
        "type A = B; type B = A; fn f(x: A) {}",
        "struct S { s: S } fn f(s: S) { s.s.s; }",
        "trait T: T {} fn f<X: T>(x: X) {}",
        "trait A: B { type X; } trait B: A { type Y; } fn f<T: A>(x: T::X, y: T::Y) {}",
        "trait T { type X: T<X = Self::X>; } fn f<A: T>(a: A::X) { a.clone() }",
        "impl<T> Iterator for T where T: Iterator { type Item = T::Item; } fn f(x: u8) { x.next() }",
        "struct W<T>(T); trait Q {} impl<T> Q for W<T> where W<W<T>>: Q {} fn q<T: Q>(t: T) {} fn f(w: W<u8>) { q(w) }",
        "const A: usize = B; const B: usize = A; fn f(x: [u8; A]) {}",
        "use self::a as b; use self::b as a; fn f() { a() }",
        "mod m { pub use super::*; } use m::*; fn f() { m::m::m::f() }",
        "impl Foo {} impl Foo for Bar {} fn f() {}",
        "enum E { A = E::A as isize } fn f(e: E) -> isize { e as isize }",
    ] {
        on_deep_stack(|| exercise(source));
    }
}
