//! Typed ids: a `u32` each, small and `Copy`, printed with the prefix of their kind.

macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id as a position in its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a position in its table.
            #[allow(dead_code, reason = "not every table hands out its own ids")]
            pub(crate) fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table holds fewer than 2^32 entries"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
pub(crate) use define_id;

define_id!(
    /// A set of atoms that is disjoint from every other sort.
    Sort,
    "s"
);
define_id!(
    /// An individual; belongs to one sort.
    Atom,
    "a"
);
define_id!(
    /// A relation whose value the solver chooses within its bounds.
    Relation,
    "r"
);
define_id!(
    /// A variable that a quantifier or comprehension binds to one tuple at a time.
    Variable,
    "x"
);
define_id!(
    /// A node of the expression graph, whatever its kind.
    NodeId,
    "n"
);

/// The sort of integers; its atoms are interned by value.
pub const INT: Sort = Sort(0);
/// The sort of bit positions: 0 to 255, and those used beyond.
pub const BIT: Sort = Sort(1);

macro_rules! define_handle {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub(crate) NodeId);

        impl $name {
            /// The node that the handle denotes.
            #[must_use]
            pub fn node(self) -> NodeId {
                self.0
            }
        }
    };
}

define_handle!(
    /// A relation-valued expression.
    Expr
);
define_handle!(
    /// A truth-valued expression.
    Formula
);
define_handle!(
    /// An integer-valued expression.
    IntExpr
);
