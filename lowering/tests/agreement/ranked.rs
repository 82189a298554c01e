//! Numbers of which only the order matters: what is violated with all of a window is violated with as many as there
//! are places for them, and nothing else is.

use lowering::encode::{self, Bounds};
use lowering::front::Front;
use lowering::lower;
use solver_bridge::{Outcome as Solved, Session, Translator};

use super::narrowed::Asking;
use super::{load, verdict};

/// Whether some input violates the contract of the function, and how many tuples were left open.
fn is_violated(
    program: &lowering::ir::Program,
    harness: &lowering::ir::Harness,
    bounds: &Bounds,
) -> (bool, usize) {
    let translator = Translator::new();
    let encoded = encode::encode(program, harness, bounds, translator, &mut Asking, false);
    let (encoding, translator) = encoded.expect("it encodes");
    let logic = &encoding.logic;
    let relations = logic.relations();
    let data = relations.iter().filter_map(|it| logic.relation_data(*it));
    let open = data.map(|data| data.upper.len()).sum();
    let mut session = Session::new(translator);
    for fact in &encoding.facts {
        session.assert(logic, *fact).expect("a fact translates");
    }
    let violated = verdict(&encoding).violated;
    let answer = session.solve(logic, &[violated]).expect("it solves");
    (matches!(answer, Solved::Sat(_)), open)
}

/// Of each function whether it is violated, and whether fewer numbers come in than the window has.
fn outcomes(source: &str) -> Vec<(String, bool, bool)> {
    let package = load(&format!("use bverify_contracts::*;\n{source}"));
    let bounds = Bounds::of_scope(3);
    let ranked = Bounds {
        ranked: true,
        ..bounds.clone()
    };
    let checked = package.functions().into_iter().filter(|it| it.checked);
    let outcome = |function: lowering::front::FunctionInfo| {
        let lowered = lower::lower_function(&package, function.def, lower::Semantics::default());
        let (program, harness) = lowered.expect("it is lowered");
        let (expected, all) = is_violated(&program, &harness, &bounds);
        let (found, fewer) = is_violated(&program, &harness, &ranked);
        assert_eq!(found, expected, "{}", function.path);
        (function.path, found, fewer < all)
    };
    checked.map(outcome).collect()
}

/// Holds functions to their names: `bad` ones are violated, and those that end in `all` keep their window.
fn check(source: &str) {
    for (name, violated, fewer) in outcomes(source) {
        assert_eq!(violated, name.starts_with("bad"), "{name}");
        assert_eq!(fewer, !name.ends_with("all"), "{name}");
    }
}

#[test]
fn as_many_come_in_as_there_are_places() {
    check(
        "
        #[ensures(result)]
        pub fn bad_three(a: i32, b: i32, c: i32) -> bool { !(a < b && b < c) }
        #[ensures(result == a || result == b || result == c)]
        pub fn middle(a: i32, b: i32, c: i32) -> i32 {
            if (a <= b) == (b <= c) { b } else if (b <= a) == (a <= c) { a } else { c }
        }
        #[requires(v.len() == 3)]
        #[ensures(result)]
        pub fn bad_slice(v: &[u8], x: u8) -> bool { !(v[0] < x && x < v[2] && v[2] < v[1]) }
        pub struct Node { key: i64, next: Option<Box<Node>> }
        #[ensures(result)]
        pub fn bad_list(n: &Node, x: i64) -> bool {
            match &n.next {
                Some(m) => match &m.next {
                    Some(l) => !(n.key < m.key && m.key < x && x < l.key),
                    None => true,
                },
                None => true,
            }
        }
        ",
    );
}

#[test]
fn constants_and_ends_of_types_are_among_them() {
    check(
        "
        #[ensures(result)]
        pub fn bad_between(a: i32, b: i32) -> bool { !(10 < a && a < b && b < 13) }
        #[ensures(result)]
        pub fn no_room(a: i32, b: i32) -> bool { !(10 < a && a < b && b < 12) }
        #[ensures(result)]
        pub fn greatest(a: u16, b: u16) -> bool { !(u16::MAX == a && a < b) }
        #[ensures(result)]
        pub fn bad_greatest(a: u16, b: u16) -> bool { !(u16::MAX == a && b < a) }
        #[requires(a > 4)]
        #[ensures(result != 4)]
        pub fn asked_in_a_clause(a: i32, b: i32) -> i32 { if a < b { b } else { a } }
        #[requires(a >= 4)]
        #[ensures(result != 4)]
        pub fn bad_asked_in_a_clause(a: i32, b: i32) -> i32 { if a < b { b } else { a } }
        ",
    );
}

#[test]
fn what_is_computed_with_keeps_its_window() {
    check(
        "
        #[ensures(true)]
        pub fn bad_sum_all(a: i32) -> i32 { a + 1 }
        #[ensures(result > a)]
        pub fn bad_wrapped_all(a: u8) -> u8 { a.wrapping_add(1) }
        #[ensures(a as u8 as i32 == a)]
        pub fn bad_cast_all(a: i32) {}
        #[ensures(a < b ==> b - a < 5)]
        pub fn bad_difference_all(a: i32, b: i32) {}
        #[ensures(forall(|x: u8| x < 7 ==> x <= a))]
        pub fn bad_quantified_all(a: u8) {}
        #[ensures(result < 3)]
        pub fn bad_chosen_all(f: impl Fn(u8) -> u8, a: u8) -> u8 { f(a) }
        ",
    );
}

#[test]
fn collections_of_numbers_have_fewer() {
    check(
        "
        use std::collections::BTreeSet;
        #[ensures(self_set.set() == old(self_set.set()).insert(x))]
        pub fn put(self_set: &mut BTreeSet<u32>, x: u32) { self_set.insert(x); }
        #[ensures(result == (s.len() == 3 && s.contains(&x)))]
        pub fn bad_first_is_last(s: &BTreeSet<u32>, x: u32) -> bool {
            s.first() == Some(&x) && s.len() == 3
        }
        ",
    );
}

/// Numbers that model functions of traits give may be computed with, whatever else is of their machine type.
#[test]
fn model_integers_keep_their_window() {
    check(
        "
        pub trait Counter {
            #[model]
            fn n(&self) -> Int;
        }
        #[ensures(result ==> c.n() + 1 != 7)]
        pub fn bad_counter_all<C: Counter>(c: &C, a: i64, b: i64) -> bool { a < b }
        ",
    );
}
