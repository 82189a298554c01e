//! The expression graph as data. A node's children have smaller ids, so id order is bottom-up order;
//! nodes are hash-consed, so equal terms are one node. Knows nothing of how terms are translated.

use crate::ids::{NodeId, Relation, Sort, Variable};
use crate::int::Int;
use crate::tuples::TupleSet;
use std::sync::Arc;

/// One term. The meaning of each is that of the builder method of the same name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Stands where a mistake was made; [`Logic::check`](crate::Logic::check) says which.
    Poison,

    /// The value of a relation.
    Relation(Relation),
    /// A set that is the same in every instance.
    Constant(Arc<TupleSet>),
    /// The tuple that a quantifier or comprehension is looking at.
    Variable(Variable),
    /// Tuples in one of them.
    Union(Arc<[NodeId]>),
    /// Tuples in both.
    Intersection(NodeId, NodeId),
    /// Tuples of the first that are not in the second.
    Difference(NodeId, NodeId),
    /// `{ (s, t) | exists a: (s, a) in left and (a, t) in right }`
    Join(NodeId, NodeId),
    /// `{ (s, t) | s in left and t in right }`
    Product(NodeId, NodeId),
    /// The right, and those tuples of the left whose first atom starts no tuple of the right.
    Override(NodeId, NodeId),
    /// `{ v | exists t in keys: (t, v) in rel }`
    Image {
        /// Tuples of the first columns of `rel`.
        keys: NodeId,
        /// What is looked up.
        rel: NodeId,
    },
    /// `{ (t, v) | if t in keys then v in value else (t, v) in rel }`
    Update {
        /// What is stored into.
        rel: NodeId,
        /// Where: tuples of the first columns of `rel`.
        keys: NodeId,
        /// What: a set over the remaining columns.
        value: NodeId,
    },
    /// Tuples of the second whose first columns are in the first.
    DomainRestrict(NodeId, NodeId),
    /// Tuples of the first whose last columns are in the second.
    RangeRestrict(NodeId, NodeId),
    /// The columns with the given positions, in that order; a position may be missing or repeated.
    Project(NodeId, Arc<[u8]>),
    /// The smallest transitive relation that contains this one.
    Closure(NodeId),
    /// The first formula decides between the two expressions.
    Conditional(NodeId, NodeId, NodeId),
    /// The tuples of `domain` for which `body` holds.
    Comprehension {
        /// Bound in `body`.
        variable: Variable,
        /// Where it ranges.
        domain: NodeId,
        /// The condition.
        body: NodeId,
    },
    /// The atom of a number, as a singleton over INT.
    ToAtoms(NodeId),
    /// The positions of the ones in the low bits of a number, two's complement.
    ToBits(NodeId, u32),

    /// Holds always.
    True,
    /// Every tuple of the first is in the second.
    Subset(NodeId, NodeId),
    /// The same tuples.
    Equal(NodeId, NodeId),
    /// How many tuples there are.
    Multiplicity(Multiplicity, NodeId),
    /// All hold; sorted, at least two.
    And(Arc<[NodeId]>),
    /// Does not hold.
    Not(NodeId),
    /// Both hold or neither.
    Iff(NodeId, NodeId),
    /// The first decides which of the other two must hold.
    Choice(NodeId, NodeId, NodeId),
    /// How many tuples of `domain` satisfy `body`.
    Quantified {
        /// How many.
        quantifier: Quantifier,
        /// Bound in `body`.
        variable: Variable,
        /// Where it ranges.
        domain: NodeId,
        /// The condition.
        body: NodeId,
    },
    /// Comparison of two numbers.
    Compare(Comparison, NodeId, NodeId),

    /// A number.
    IntConstant(Int),
    /// The smallest number of a set over INT; 0 if it is empty.
    ValueOf(NodeId),
    /// The number whose low bits are a set over BIT.
    FromBits(NodeId, u32, bool),
    /// Arithmetic on two numbers.
    Binary(IntOp, NodeId, NodeId),
    /// Minus, exactly.
    Negate(NodeId),
    /// The first formula decides between the two numbers.
    IntChoice(NodeId, NodeId, NodeId),
    /// The number of tuples of a set.
    Cardinality(NodeId),
    /// The sum of a set over INT.
    Sum(NodeId),
    /// The sum of a number over the tuples of a set, equal numbers counted each.
    SumOver {
        /// One tuple of the domain at a time.
        variable: Variable,
        /// Where it ranges.
        domain: NodeId,
        /// The number.
        body: NodeId,
    },
    /// Reduction to a machine type of this width and signedness.
    Wrap(NodeId, u32, bool),
}

/// How many tuples an expression has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// At least one.
    Some,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
}

/// How many tuples satisfy a condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// Every one.
    All,
    /// At least one.
    Some,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
}

/// Comparison of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

/// Arithmetic on two numbers, exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded towards zero; 0 when dividing by zero.
    Div,
    /// Remainder of `Div`, with the sign of the dividend; 0 when dividing by zero.
    Rem,
    /// Times a power of two; a negative amount does not shift.
    Shl,
    /// Divided by a power of two, rounded down; a negative amount does not shift.
    Shr,
    /// Conjunction of the infinite two's-complement representations.
    And,
    /// Disjunction of them.
    Or,
    /// Exclusive disjunction of them.
    Xor,
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A relation over these columns.
    Expr(Arc<[Sort]>),
    /// A truth value.
    Formula,
    /// A number.
    Int,
    /// A mistake.
    Poison,
}

/// What is known of a node from its construction.
#[derive(Clone, Debug)]
pub struct Meta {
    /// What it is.
    pub kind: Kind,
    /// The variables that occur free, sorted.
    pub free: Arc<[Variable]>,
    /// How deep binders nest in it.
    pub depth: usize,
}

impl Node {
    /// Calls `visit` on each child; the body of a binder comes last.
    pub fn for_each_child(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Self::Poison
            | Self::Relation(_)
            | Self::Constant(_)
            | Self::Variable(_)
            | Self::True
            | Self::IntConstant(_) => {}
            Self::Union(children) | Self::And(children) => children.iter().copied().for_each(visit),
            Self::Project(a, _)
            | Self::Closure(a)
            | Self::ToAtoms(a)
            | Self::ToBits(a, _)
            | Self::Multiplicity(_, a)
            | Self::Not(a)
            | Self::ValueOf(a)
            | Self::FromBits(a, _, _)
            | Self::Negate(a)
            | Self::Cardinality(a)
            | Self::Sum(a)
            | Self::Wrap(a, _, _) => visit(*a),
            Self::Intersection(a, b)
            | Self::Difference(a, b)
            | Self::Join(a, b)
            | Self::Product(a, b)
            | Self::Override(a, b)
            | Self::Image { keys: a, rel: b }
            | Self::DomainRestrict(a, b)
            | Self::RangeRestrict(a, b)
            | Self::Subset(a, b)
            | Self::Equal(a, b)
            | Self::Iff(a, b)
            | Self::Compare(_, a, b)
            | Self::Binary(_, a, b)
            | Self::Comprehension {
                domain: a, body: b, ..
            }
            | Self::Quantified {
                domain: a, body: b, ..
            }
            | Self::SumOver {
                domain: a, body: b, ..
            } => {
                visit(*a);
                visit(*b);
            }
            Self::Update {
                rel: a,
                keys: b,
                value: c,
            }
            | Self::Conditional(a, b, c)
            | Self::Choice(a, b, c)
            | Self::IntChoice(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
        }
    }

    /// Calls `visit` on each child that is under the same binders as the node itself.
    pub fn for_each_unbound_child(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Self::Comprehension { domain, .. }
            | Self::Quantified { domain, .. }
            | Self::SumOver { domain, .. } => visit(*domain),
            _ => self.for_each_child(visit),
        }
    }
}
