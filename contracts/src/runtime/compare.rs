//! Equality and order of specifications: `T`, `&T` and options of either compare alike.

use core::cmp::Ordering;

use super::{Pair, give_up};

/// An order that is not known; the condition is dropped, so any answer will do.
fn unknown_order() -> Option<Ordering> {
    give_up();
    None
}

/// `a < b`.
pub fn less(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_lt)
}

/// `a <= b`.
pub fn at_most(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_le)
}

/// `a > b`.
pub fn more(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_gt)
}

/// `a >= b`.
pub fn at_least(order: Option<Ordering>) -> bool {
    order.is_some_and(Ordering::is_ge)
}

/// Defines the traits of one comparison, outermost first.
macro_rules! levels {
    (
        $method:ident -> $answer:ty, $operator:ident :: $call:ident, unknown $unknown:expr;
        $values:ident, $left:ident, $right:ident, $option_left:ident, $option_right:ident, $never:ident
    ) => {
        /// Values of types that compare.
        pub trait $values {
            /// The answer.
            fn $method(&self) -> $answer;
        }
        impl<A: $operator<B> + ?Sized, B: ?Sized> $values for &&&&&Pair<'_, A, B> {
            fn $method(&self) -> $answer {
                $operator::$call(self.0, self.1)
            }
        }

        /// A reference on the left.
        pub trait $left {
            /// The answer.
            fn $method(&self) -> $answer;
        }
        impl<A: $operator<B> + ?Sized, B: ?Sized> $left for &&&&Pair<'_, &A, B> {
            fn $method(&self) -> $answer {
                $operator::$call(*self.0, self.1)
            }
        }

        /// A reference on the right.
        pub trait $right {
            /// The answer.
            fn $method(&self) -> $answer;
        }
        impl<A: $operator<B> + ?Sized, B: ?Sized> $right for &&&Pair<'_, A, &B> {
            fn $method(&self) -> $answer {
                $operator::$call(self.0, *self.1)
            }
        }

        /// An optional reference on the left.
        pub trait $option_left {
            /// The answer.
            fn $method(&self) -> $answer;
        }
        impl<A> $option_left for &&Pair<'_, Option<&A>, Option<A>>
        where
            for<'x> Option<&'x A>: $operator<Option<&'x A>>,
        {
            fn $method(&self) -> $answer {
                $operator::$call(self.0, &self.1.as_ref())
            }
        }

        /// An optional reference on the right.
        pub trait $option_right {
            /// The answer.
            fn $method(&self) -> $answer;
        }
        impl<A> $option_right for &Pair<'_, Option<A>, Option<&A>>
        where
            for<'x> Option<&'x A>: $operator<Option<&'x A>>,
        {
            fn $method(&self) -> $answer {
                $operator::$call(&self.0.as_ref(), self.1)
            }
        }

        /// Anything else.
        pub trait $never {
            /// The answer, which is not known.
            fn $method(&self) -> $answer;
        }
        impl<A: ?Sized, B: ?Sized> $never for Pair<'_, A, B> {
            fn $method(&self) -> $answer {
                $unknown
            }
        }
    };
}

levels! {
    spec_equal -> bool, PartialEq::eq, unknown { give_up(); true };
    EqualValues, EqualLeft, EqualRight, EqualOptionLeft, EqualOptionRight, EqualUnknown
}

levels! {
    spec_compare -> Option<Ordering>, PartialOrd::partial_cmp, unknown unknown_order();
    CompareValues, CompareLeft, CompareRight, CompareOptionLeft, CompareOptionRight, CompareUnknown
}
