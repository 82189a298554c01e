#![deny(warnings)]

use bverify_contracts::*;

#[invariant(self.len <= self.items.len() <==> true)]
#[spec_field(size: usize = self.len)]
#[derive(Clone, Debug, PartialEq)]
pub struct Stack<T> {
    items: Vec<T>,
    len: usize,
    #[ghost(init = seq![])]
    history: Seq<T>,
    #[ghost]
    count: Map<usize, T>,
}

#[invariant(self.items.iter().all(|x| x >= x))]
impl<T: Ord + Clone> Stack<T> {
    #[model]
    fn view(&self) -> Seq<T> {
        self.items.seq()
    }

    #[ensures(result.view() == seq![])]
    pub fn new() -> Self {
        Stack { items: Vec::new(), len: 0 }
    }

    #[ensures(self.view() == old(self.view()).push(x))]
    #[modifies(self.items, self.len)]
    pub fn push(&mut self, x: T) {
        ghost! { self.history = self.history.push(x); }
        self.items.push(x);
        self.len += 1;
    }

    #[pure]
    fn only_specs_call_this(&self) -> bool {
        helper(self.len) && implies(self.len > 3, self.items[3] == self.items[3])
    }
}

#[pure]
fn helper(n: usize) -> bool {
    implies(n > 0, 10 / n > 0)
}

#[model]
fn only_specs_know_this(x: Foreign) -> Set<Foreign> {
    set![x]
}

#[shape]
#[derive(Default)]
pub struct Node {
    #[tree]
    pub left: Option<Box<Node>>,
    #[bverify_contracts::tree]
    pub right: Option<Box<Node>>,
    pub key: i32,
}

#[derive(Clone)]
#[shape]
pub struct Leaf {
    #[tree]
    pub child: Option<Box<Leaf>>,
}

#[invariant(match self { Shape::Circle(r) => *r > 0, Shape::Dot { .. } => true })]
pub enum Shape {
    Circle(u32, #[ghost] u32),
    Dot {
        x: i32,
        #[ghost]
        seen: Set<i32>,
    },
}

#[spec_field(elements: Set<i32>)]
pub trait Container {
    #[model]
    fn view(&self) -> Set<i32>;

    #[requires(x > 0)]
    #[ensures(self.view() == old(self.view()).insert(x))]
    fn add(&mut self, x: i32);

    #[pure]
    #[ensures(result <==> self.view().is_empty())]
    fn is_empty(&self) -> bool {
        true
    }
}

impl Container for Node {
    #[model]
    fn view(&self) -> Set<i32> {
        set![self.key]
    }

    #[ensures(self.key == x)]
    fn add(&mut self, x: i32) {
        self.key = x;
    }
}

#[extern_spec]
impl<T> Vec<T> {
    #[ensures(self.seq() == old(self.seq()).push(x))]
    fn push(&mut self, x: T);
}

#[extern_model(smallvec::SmallVec)]
mod small {
    pub struct SmallVec<T> {
        items: Vec<T>,
    }

    impl<T> SmallVec<T> {
        pub fn push(&mut self, x: T) {
            self.items.push(x)
        }
    }
}

fn main() {
    let mut stack = Stack::new();
    stack.push(1);
    assert!(stack.only_specs_call_this());
    assert_eq!(stack.clone(), stack);
    assert!(helper(0), "the second operand is not evaluated");
    assert!(Leaf { child: None }.clone().child.is_none());
    let mut node = Node::default();
    node.add(1);
    assert!(node.is_empty() && node.left.is_none() && node.right.is_none());
    let shapes = [Shape::Circle(1), Shape::Dot { x: 1 }];
    for shape in shapes {
        match shape {
            Shape::Circle(r) => assert_eq!(r, 1),
            Shape::Dot { x } => assert_eq!(x, 1),
        }
    }
}
