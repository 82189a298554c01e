//! The programs on which encoder and interpreter are compared. Some violate their contracts on
//! purpose: both sides must say so of the same inputs.

use lowering::encode::Oracle;

use super::{NoOracle, Solving, Tally, compare};

/// Compares, and checks that every function has inputs that are fine, and that exactly those named
/// `bad…` have inputs that are not.
fn check(source: &str) {
    check_with(source, &mut NoOracle);
}

fn check_with(source: &str, oracle: &mut dyn Oracle) {
    let source = format!("use bverify_contracts::*;\n{source}");
    let tallies = compare(&source, oracle);
    assert!(!tallies.is_empty(), "nothing is checked");
    for (name, Tally { violated, fine, .. }) in tallies {
        let bad = name
            .rsplit("::")
            .next()
            .is_some_and(|last| last.starts_with("bad"));
        assert_eq!(violated > 0, bad, "{name}: {violated} violations");
        assert!(fine > 0, "{name}: no input is fine");
    }
}

#[test]
fn arithmetic_at_the_edges_of_a_type() {
    check(
        "#[ensures(result >= x)]
         pub fn bad_successor(x: i8) -> i8 { x.wrapping_add(1) }
         pub struct Unit;
         #[panics(x == i32::MAX)]
         #[ensures(result == x + 1)]
         pub fn successor(x: i32) -> i32 { x + 1 }
         #[ensures(result == 1)]
         pub fn bad_increment(x: u8) -> u8 { let y = x + 1; y / y }
         #[requires(y != 0 && !(x == i8::MIN && y == -1))]
         #[ensures(result * y + x % y == x)]
         pub fn divide(x: i8, y: i8) -> i8 { x / y }
         #[ensures(result == x * 4)]
         pub fn bad_shift(x: u8) -> u8 { x << 2 }
         #[ensures(result <= 7)]
         pub fn mask(x: u16) -> u16 { (x & 7) ^ 0 }
         #[ensures(result == (x as i64) - (y as i64))]
         pub fn widen(x: i32, y: i32) -> i64 { x as i64 - y as i64 }",
    );
}

#[test]
fn control_flow_and_tuples() {
    check(
        "#[ensures(result.0 <= result.1)]
         #[ensures(result == (a, b) || result == (b, a))]
         pub fn order(a: i32, b: i32) -> (i32, i32) { if a < b { (a, b) } else { (b, a) } }
         #[requires(n <= 3)]
         #[ensures(result == n * 2)]
         pub fn double(n: u32) -> u32 {
             let mut left = n;
             let mut sum = 0;
             while left > 0 { sum += 2; left -= 1; }
             sum
         }
         #[requires(n <= 3)]
         #[ensures(result <= 4)]
         pub fn bad_triple(n: u32) -> u32 {
             let mut sum = 0;
             let mut left = n;
             loop {
                 if left == 0 { break sum; }
                 if left == 7 { continue; }
                 sum += 3;
                 left -= 1;
             }
         }
         #[ensures(result == match x { Some(y) => y, None => 0 })]
         pub fn or_zero(x: Option<i32>) -> i32 { match x { Some(y) => y, None => 0 } }",
    );
}

#[test]
fn lists_behind_a_reference() {
    check(
        "pub struct Node { value: i8, next: Option<Box<Node>> }
         #[invariant(self.len == self.head.reach(next).len())]
         pub struct List { head: Option<Box<Node>>, len: usize }
         impl List {
             #[model]
             fn view(&self) -> Seq<i8> { self.head.chain(next).map(|n| n.value).collect() }
             #[ensures(self.view() == old(self.view()).push_front(x))]
             #[modifies(self.head, self.len)]
             pub fn push(&mut self, x: i8) {
                 let next = self.head.take();
                 self.head = Some(Box::new(Node { value: x, next }));
                 self.len += 1;
             }
             #[ensures(match result {
                 Some(x) => old(self.view()) == self.view().push_front(x),
                 None => old(self.view()).is_empty() && self.view().is_empty(),
             })]
             pub fn pop(&mut self) -> Option<i8> {
                 let node = self.head.take()?;
                 self.head = node.next;
                 self.len -= 1;
                 Some(node.value)
             }
             #[ensures(self.view() == old(self.view()).push(x))]
             pub fn append(&mut self, x: i8) {
                 let mut cur = &mut self.head;
                 while let Some(node) = cur { cur = &mut node.next; }
                 *cur = Some(Box::new(Node { value: x, next: None }));
                 self.len += 1;
             }
             #[ensures(self.view() == old(self.view()).reverse())]
             pub fn reverse(&mut self) {
                 let mut rest = self.head.take();
                 while let Some(mut node) = rest {
                     rest = node.next.take();
                     node.next = self.head.take();
                     self.head = Some(node);
                 }
             }
             #[ensures(result == self.view().contains(x))]
             #[modifies()]
             pub fn bad_contains(&self, x: i8) -> bool {
                 let mut cur = &self.head;
                 while let Some(node) = cur {
                     if node.value > x { return true; }
                     cur = &node.next;
                 }
                 false
             }
             #[modifies(self.len)]
             pub fn bad_frame(&mut self) { if let Some(node) = &mut self.head { node.value = 1; } }
             pub fn bad_invariant(&mut self) { self.head = None; }
         }",
    );
}

#[test]
fn trees_by_recursion() {
    check(
        "pub struct Tree { root: Option<Box<Node>> }
         struct Node { key: i8, left: Option<Box<Node>>, right: Option<Box<Node>> }
         #[pure]
         fn size(node: &Option<Box<Node>>) -> usize {
             match node { None => 0, Some(n) => 1 + size(&n.left) + size(&n.right) }
         }
         impl Tree {
             #[ensures(size(&self.root) == old(size(&self.root)))]
             #[ensures(self.root.reach(left | right) == old(self.root.reach(left | right)))]
             pub fn mirror(&mut self) {
                 fn go(node: &mut Option<Box<Node>>) {
                     if let Some(n) = node {
                         std::mem::swap(&mut n.left, &mut n.right);
                         go(&mut n.left);
                         go(&mut n.right);
                     }
                 }
                 go(&mut self.root);
             }
             #[ensures(result <= 1)]
             pub fn bad_size(&self) -> usize { size(&self.root) }
         }",
    );
}

#[test]
fn trees_by_way_of_buffers() {
    check(
        "pub struct Rose { mark: bool, kids: Vec<Rose> }
         #[pure]
         fn depth(rose: &Rose) -> usize { match rose.kids.first() { Some(kid) => 1 + depth(kid), None => 0 } }
         #[ensures(result <= 2)]
         pub fn deep(rose: &Rose) -> usize { depth(rose) }
         #[ensures(result == 0)]
         pub fn bad_deep(rose: &Rose) -> usize { depth(rose) }
         #[requires(rose.kids.len() < 2)]
         #[ensures(rose.kids.len() == old(rose.kids.len()) + 1)]
         pub fn bad_add(rose: &mut Rose) {
             match rose.kids.pop() {
                 Some(kid) if kid.mark => rose.kids.push(kid),
                 Some(kid) => { rose.kids.push(Rose { mark: true, kids: vec![kid] }); rose.kids.push(Rose { mark: true, kids: Vec::new() }) }
                 None => rose.kids.push(Rose { mark: false, kids: Vec::new() }),
             }
         }
         pub struct Cursor<'a> { text: &'a [bool], at: usize }
         #[requires(cursor.at < cursor.text.len())]
         #[ensures(!result)]
         pub fn bad_step(cursor: &mut Cursor<'_>) -> bool { let it = cursor.text[cursor.at]; cursor.at += 1; it }",
    );
}

#[test]
fn trees_by_way_of_boxes_and_buffers() {
    check_with(
        "pub enum Expr { Unit, Not(Box<Expr>), Call(Vec<Expr>) }
         #[ensures(result <= 1)]
         pub fn bad_nest(expr: &Expr) -> usize {
             match expr {
                 Expr::Not(inner) => match &**inner { Expr::Call(args) => 1 + args.len(), _ => 0 },
                 _ => 0,
             }
         }",
        &mut Solving::default(),
    );
}

#[test]
fn counted_pointers_on_entry() {
    check(
        "use std::cell::RefCell;
         use std::rc::{Rc, Weak};
         pub struct Node { back: Weak<RefCell<Node>>, next: Option<Rc<RefCell<Node>>> }
         #[ensures(result >= 1)]
         pub fn strong(node: &Rc<RefCell<Node>>) -> usize { Rc::strong_count(node) }
         #[ensures(result <= 1)]
         pub fn bad_strong(node: &Rc<RefCell<Node>>) -> usize { Rc::strong_count(node) }
         #[ensures(result == 0)]
         pub fn bad_weak(node: &Rc<RefCell<Node>>) -> usize { Rc::weak_count(node) }
         #[ensures(result)]
         pub fn bad_back(node: &Rc<RefCell<Node>>) -> bool { node.borrow().back.upgrade().is_none() }
         #[ensures(node.reach(next).len() <= 2)]
         pub fn reach(node: &Rc<RefCell<Node>>) {}
         #[ensures(same(one, other) ==> result)]
         pub fn same_place(one: &Rc<u8>, other: &Rc<u8>) -> bool { Rc::ptr_eq(one, other) }",
    );
}

#[test]
fn boxes_beside_raw_pointers() {
    check(
        "pub struct Node { next: Option<Box<Node>> }
         pub struct Queue { head: Option<Box<Node>>, tail: *mut Node }
         impl Queue {
             #[ensures(self.head.chain(next).len() <= 2)]
             pub fn chain(&self) {}
             #[ensures(!same(self.head, self.tail))]
             pub fn bad_tail(&self) {}
             #[ensures(result == self.tail.is_null())]
             pub fn is_null(&self) -> bool { self.tail.is_null() }
         }",
    );
}

#[test]
fn leaks() {
    check(
        "pub struct Node { next: *mut Node }
         #[invariant(self.head.is_null() || (*self.head).next.is_null())]
         pub struct Stack { head: *mut Node }
         impl Stack {
             #[ensures(true)]
             pub fn bad_clear(&mut self) { unsafe { self.head = std::ptr::null_mut(); } }
             #[ensures(self.head.is_null())]
             pub fn clear(&mut self) {
                 if !self.head.is_null() { unsafe { drop(Box::from_raw(self.head)); } }
                 self.head = std::ptr::null_mut();
             }
         }",
    );
}
