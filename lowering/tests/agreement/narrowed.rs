//! Tighter bounds of the pre-state lose no input of interest: with them and without, the states that
//! satisfy invariants and preconditions are the same.

use std::collections::BTreeSet;

use lowering::encode::{self, Bounds, Encoding, Oracle, Window};
use lowering::front::Front;
use lowering::lower;
use solver_bridge::{Formula, Instance, Logic, Outcome, Session, Translator};

use crate::load;

/// Asks a solver, one question after the other.
pub(super) struct Asking;

impl Oracle for Asking {
    fn start(&mut self) {}
    fn is_infeasible(&mut self, _: &Logic, _: [&[Formula]; 2], _: Formula) -> bool {
        false
    }
    fn may_hold(&mut self, logic: &Logic, facts: &[Formula], questions: &[Formula]) -> Vec<bool> {
        let mut session = Session::new(Translator::new());
        for fact in facts {
            session.assert(logic, *fact).expect("a fact translates");
        }
        let mut holds = |question: &Formula| {
            let outcome = session.solve(logic, &[*question]).expect("it solves");
            matches!(outcome, Outcome::Sat(_))
        };
        questions.iter().map(&mut holds).collect()
    }
    fn is_cancelled(&mut self) -> bool {
        false
    }
}

/// The states of interest, and the number of tuples that the bounds leave open.
fn states(encoding: &Encoding, translator: Translator) -> (BTreeSet<String>, usize) {
    let logic = &encoding.logic;
    let mut session = Session::new(translator);
    for fact in encoding.facts.iter().chain(&encoding.entry) {
        session.assert(logic, *fact).expect("a fact translates");
    }
    let mut found = BTreeSet::new();
    let mut visit = |instance: &Instance| {
        let state = encoding.decode(instance).expect("it decodes");
        found.insert(format!("{state:?}"));
        true
    };
    let relations = logic.relations();
    let enumerated = session.enumerate(logic, &relations, &mut visit);
    enumerated.expect("it solves");
    let data = relations.iter().filter_map(|it| logic.relation_data(*it));
    (found, data.map(|data| data.upper.len()).sum())
}

/// The number of states of interest of each function, which are the same with tighter bounds.
fn counted(source: &str) -> Vec<usize> {
    let package = load(source);
    let bounds = Bounds {
        window: Window::Bits(2),
        ..Bounds::of_scope(3)
    };
    let functions = package.functions().into_iter();
    let checked = functions.filter(|function| function.checked);
    let count = |function: lowering::front::FunctionInfo| {
        let lowered = lower::lower_function(&package, function.def, lower::Semantics::default());
        let (program, harness) = lowered.expect("it is lowered");
        let plain = encode::encode(
            &program,
            &harness,
            &bounds,
            Translator::new(),
            &mut Asking,
            false,
        );
        let (plain, translator) = plain.expect("it encodes");
        let (expected, open) = states(&plain, translator);
        let parts = encode::encode_in_parts(
            &program,
            &harness,
            &bounds,
            &Translator::new,
            &mut Asking,
            false,
        );
        let mut parts = parts.expect("it encodes");
        assert_eq!(parts.len(), 2, "{}", function.path);
        let (narrowed, translator) = parts.pop().expect("there are two parts");
        let (found, less) = states(&narrowed, translator);
        assert_eq!(found, expected, "{}", function.path);
        assert!(less < open, "{}: {less} of {open}", function.path);
        found.len()
    };
    checked.map(count).collect()
}

#[test]
fn a_length_is_that_of_its_list() {
    let source = "
        use bverify_contracts::*;
        struct Node { flag: bool, next: Option<Box<Node>> }
        #[invariant(self.len == self.head.chain(next).len())]
        pub struct List { head: Option<Box<Node>>, len: u8 }
        #[ensures(true)]
        pub fn touch(list: &mut List) {}
    ";
    assert_eq!(counted(source), [1 + 2 + 4 + 8]);
}

#[test]
fn what_a_variant_does_not_have_tells_nothing() {
    let source = "
        use bverify_contracts::*;
        pub enum Shape { Point, Line(u8), Box { wide: u8, high: bool } }
        pub struct Held { shape: Shape }
        #[requires(match held.shape {
            Shape::Point => false,
            Shape::Line(length) => length == 2,
            Shape::Box { wide, high } => wide < 2 && (high ==> wide == 1),
        })]
        pub fn look(held: &Held, other: u8) {}
    ";
    // A line, two boxes that are not high and one that is; and four numbers of the window with the largest.
    assert_eq!(counted(source), [4 * 5]);
}

#[test]
fn a_ring_is_closed() {
    let source = "
        use bverify_contracts::*;
        use std::ptr::NonNull;
        pub struct Node { prev: NonNull<Node>, next: NonNull<Node>, mark: bool }
        #[requires(first.chain(next).all(|node| same(node.next.as_ref().prev, node)))]
        #[requires(same(first.chain(next).last().unwrap().next, first))]
        pub fn turn(first: NonNull<Node>) {}
    ";
    assert_eq!(counted(source), [2 + 4 + 8]);
}

#[test]
fn a_vector_is_as_long_as_demanded() {
    let source = "
        use bverify_contracts::*;
        #[requires(items.len() == 2 && items[1])]
        pub fn look(items: &Vec<bool>) {}
    ";
    // Room for two, or for three with the last one empty.
    assert_eq!(counted(source), [2 * (1 + 1)]);
}

#[test]
fn entries_of_an_arena_are_in_any_order_and_refer_to_anything() {
    let source = "
        use bverify_contracts::*;
        pub struct Entry { next: usize, mark: bool }
        #[requires(entries.len() > 0)]
        pub fn second(entries: &Vec<Entry>) -> bool {
            let next = entries[0].next;
            next < entries.len() && entries[next].mark
        }
    ";
    // Five numbers and two marks in each of one, two or three entries, with or without more room.
    assert_eq!(counted(source), [3 * 10 + 2 * 100 + 1000]);
}

#[test]
fn a_ring_in_an_arena_has_its_entries_in_every_order() {
    let source = "
        use bverify_contracts::*;
        pub struct Entry { next: usize, mark: bool }
        #[pure]
        fn is_ring(entries: &Vec<Entry>) -> bool {
            let mut at = 0;
            for step in 0..entries.len() {
                at = entries[at].next;
                if (at == 0) != (step + 1 == entries.len()) { return false; }
            }
            true
        }
        #[requires(entries.len() > 0 && entries.iter().all(|it| it.next < entries.len()))]
        #[requires(is_ring(entries))]
        pub fn look(entries: &Vec<Entry>) {}
    ";
    // One ring of one and of two entries, two of three; each with any marks.
    assert_eq!(counted(source), [3 * 2 + 2 * 4 + 2 * 8]);
}

#[test]
fn entries_of_several_kinds_refer_to_each_other_where_they_have_a_field() {
    let source = "
        use bverify_contracts::*;
        pub enum Entry { Used { next: u8 }, Free(u8), Last }
        #[requires(entries.len() == 2)]
        pub fn follow(entries: &Vec<Entry>) -> bool {
            match &entries[0] {
                Entry::Used { next } => (*next as usize) < entries.len()
                    && matches!(entries[*next as usize], Entry::Last),
                Entry::Free(next) => (*next as usize) < entries.len()
                    && matches!(entries[*next as usize], Entry::Last),
                Entry::Last => false,
            }
        }
    ";
    // Two kinds with five numbers each, and one without; with or without more room.
    assert_eq!(counted(source), [2 * 11 * 11]);
}

#[test]
fn elements_of_a_vector_may_share_what_a_precondition_asks_for() {
    let source = "
        use bverify_contracts::*;
        use std::rc::Rc;
        #[requires(items.len() == 2 && *items[0])]
        pub fn look(items: &Vec<Rc<bool>>) {}
    ";
    // One for both, or another that is set or not; room for two, or for three.
    assert_eq!(counted(source), [2 * (1 + 2)]);
}

#[test]
fn members_are_met_in_order_whatever_longer_lists_hold() {
    let source = "
        use bverify_contracts::*;
        pub struct Node<T> { value: T, next: Option<Box<Node<T>>> }
        #[requires(match &list {
            Some(one) => match &one.next {
                Some(two) => match &two.next {
                    Some(three) => one.value != two.value && two.value != three.value
                        && one.value != three.value,
                    None => one.value == two.value,
                },
                None => true,
            },
            None => true,
        })]
        #[requires(one == 1)]
        pub fn look<T: Eq>(list: &Option<Box<Node<T>>>, one: u8) {}
    ";
    assert_eq!(counted(source), [4]);
}

#[test]
fn trees_that_own_themselves_by_vectors_may_be_small_whatever_their_nodes_hold() {
    let source = "
        use bverify_contracts::*;
        pub struct Rose { flag: bool, kids: Vec<Rose> }
        #[requires(rose.flag && rose.kids.iter().all(|kid| kid.flag && kid.kids.is_empty()))]
        pub fn look(rose: &Rose) {}
    ";
    // So many children, each with so much room; and so much more for the children.
    let room = |len: u32| 4 - len as usize;
    let all = (0..4).map(|kids| room(kids) * room(0).pow(kids));
    assert_eq!(counted(source), [all.sum::<usize>()]);
}

#[test]
fn nodes_share_each_other_by_way_of_vectors() {
    let source = "
        use bverify_contracts::*;
        use std::rc::Rc;
        pub struct Tree { kids: Vec<Rc<Tree>> }
        #[requires(tree.kids.len() == 2)]
        pub fn look(tree: &Rc<Tree>) {}
    ";
    let room = |len: usize| 4 - len;
    // Both children are one, which has so many children, all of them the third node;
    let twice = (0..4).map(|kids| room(kids) * if kids > 0 { room(0) } else { 1 });
    // or one of them may have so many children, all of them the other.
    let apart = (0..4).flat_map(|one| (0..4).map(move |other| (one, other)));
    let apart = apart.filter(|(one, other)| one * other == 0);
    let apart = apart.map(|(one, other)| room(one) * room(other));
    let all = twice.sum::<usize>() + apart.sum::<usize>();
    assert_eq!(counted(source), [room(2) * all]);
}
