//! What the assertions of a run-time build are made of. For the macros alone; it may change at any
//! time.

pub(crate) mod arithmetic;
mod compare;
mod evaluate;
mod inside;
mod invariant;
mod snapshot;
mod stand_in;

pub use compare::{at_least, at_most, less, more};
pub use evaluate::{evaluate, give_up};
pub use inside::{Inside, enter};
pub use invariant::{Invariant, Moment, OnImpl, OnType};
pub use snapshot::snapshot;
pub use stand_in::{StandIn, stand_in};

/// Two operands of an operator.
///
/// The operators are methods of references to a pair. Method lookup strips references one by one,
/// and each trait of an operator stands at a depth of its own: so the first that applies is taken,
/// and a last one that always applies says that the operands cannot be related. That way one
/// expansion serves types with and without the trait, generic ones included.
pub struct Pair<'a, A: ?Sized, B: ?Sized>(pub &'a A, pub &'a B);

/// One value, for the same purpose.
pub struct One<'a, T: ?Sized>(pub &'a T);

/// The traits whose methods the macros call; for a glob import that brings no names.
pub mod operators {
    pub use super::arithmetic::{
        NumberAndNumber as _, NumberAndReference as _, OwnOperators as _, ReferenceAndNumber as _,
        ReferenceAndReference as _,
    };
    pub use super::compare::{
        CompareLeft as _, CompareOptionLeft as _, CompareOptionRight as _, CompareRight as _,
        CompareUnknown as _, CompareValues as _, EqualLeft as _, EqualOptionLeft as _,
        EqualOptionRight as _, EqualRight as _, EqualUnknown as _, EqualValues as _,
    };
    pub use super::invariant::{WithBoth as _, WithNone as _, WithOnImpl as _, WithOnType as _};
    pub use super::snapshot::{
        CopyOfUnknown as _, CopyOfValue as _, OfOption as _, OfReference as _, OfUnknown as _,
        OfValue as _,
    };
}
