//! The root of the models of `core`, `alloc` and `std`, which are one crate here.
//!
//! The models are plain Rust over the primitives of `intrinsics.rs`, and go through the same pipeline as
//! the user's code. They are checked as instances, so bodies may use what the arguments at hand allow.

pub mod prelude {
    pub use crate::boxed::Box;
    pub use crate::clone::Clone;
    pub use crate::cmp::{Eq, Ord, PartialEq, PartialOrd};
    pub use crate::borrow::ToOwned;
    pub use crate::convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
    pub use crate::default::Default;
    pub use crate::iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
    pub use crate::marker::{Copy, Send, Sized, Sync, Unpin};
    pub use crate::mem::{align_of, align_of_val, drop, size_of, size_of_val};
    pub use crate::ops::{Drop, Fn, FnMut, FnOnce};
    pub use crate::option::Option::{self, None, Some};
    pub use crate::result::Result::{self, Err, Ok};
    pub use crate::string::{String, ToString};
    pub use crate::vec::Vec;
    pub mod v1 {
        pub use super::*;
    }
    pub mod rust_2021 {
        pub use super::*;
    }
    pub mod rust_2024 {
        pub use super::*;
    }
}

pub mod any {
    #[lang = "Any"]
    pub trait Any {}
}

macro_rules! consts {
    ($($float:ident),*) => {$(
        pub mod $float {
            pub mod consts {
                pub const E: $float = 2.71828182845904523536028747135266250;
                pub const FRAC_1_PI: $float = 0.318309886183790671537767526745028724;
                pub const FRAC_1_SQRT_2: $float = 0.707106781186547524400844362104849039;
                pub const FRAC_2_PI: $float = 0.636619772367581343075535053490057448;
                pub const FRAC_2_SQRT_PI: $float = 1.12837916709551257389615890312154517;
                pub const FRAC_PI_2: $float = 1.57079632679489661923132169163975144;
                pub const FRAC_PI_3: $float = 1.04719755119659774615421446109316763;
                pub const FRAC_PI_4: $float = 0.785398163397448309615660845819875721;
                pub const FRAC_PI_6: $float = 0.52359877559829887307710723054658381;
                pub const FRAC_PI_8: $float = 0.39269908169872415480783042290993786;
                pub const LN_10: $float = 2.30258509299404568401799145468436421;
                pub const LN_2: $float = 0.693147180559945309417232121458176568;
                pub const LOG10_2: $float = 0.301029995663981195213738894724493027;
                pub const LOG10_E: $float = 0.434294481903251827651128918916605082;
                pub const LOG2_10: $float = 3.32192809488736234787031942948939018;
                pub const LOG2_E: $float = 1.44269504088896340735992468100189214;
                pub const PI: $float = 3.14159265358979323846264338327950288;
                pub const SQRT_2: $float = 1.41421356237309504880168872420969808;
                pub const TAU: $float = 6.28318530717958647692528676655900577;
            }
        }
    )*};
}
consts!(f32, f64);

pub mod collections {
    pub use crate::binary_heap::BinaryHeap;
    pub use crate::btree_map::BTreeMap;
    pub use crate::btree_set::BTreeSet;
    pub use crate::hash_map::HashMap;
    pub use crate::hash_set::HashSet;
    pub use crate::linked_list::LinkedList;
    pub use crate::vec_deque::VecDeque;
    pub mod binary_heap {
        pub use crate::binary_heap::*;
    }
    pub mod linked_list {
        pub use crate::linked_list::*;
    }
    pub mod btree_map {
        pub use crate::btree_map::*;
    }
    pub mod btree_set {
        pub use crate::btree_set::*;
    }
    pub mod hash_map {
        pub use crate::hash::{DefaultHasher, RandomState};
        pub use crate::hash_map::*;
    }
    pub mod hash_set {
        pub use crate::hash_set::*;
    }
    pub mod vec_deque {
        pub use crate::vec_deque::*;
    }
    pub use crate::ops::Bound;

    /// Why room could not be made.
    #[derive(Clone, PartialEq, Eq)]
    pub struct TryReserveError {
        pub(crate) capacity: (),
    }
}

pub mod error {
    pub trait Error {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            None
        }
        fn description(&self) -> &str {
            "description() is deprecated; use Display"
        }
        fn cause(&self) -> Option<&dyn Error> {
            self.source()
        }
    }
    impl Error for crate::str::ParseBoolError {}
    impl Error for crate::alloc::LayoutError {}
    impl Error for crate::array::TryFromSliceError {}
    impl Error for crate::fmt::Error {}
    impl<G> Error for crate::sync::PoisonError<G> {}
    impl Error for crate::collections::TryReserveError {}
    impl Error for crate::num::ParseIntError {}
    impl Error for crate::cell::BorrowError {}
    impl Error for crate::cell::BorrowMutError {}
    impl Error for crate::convert::TryFromIntError {}
    impl Error for crate::convert::CharTryFromError {}
    impl Error for crate::convert::Infallible {}
    /// What text becomes if an error is asked for.
    struct StringError(String);
    impl Error for StringError {}
    impl From<String> for Box<dyn Error> {
        fn from(text: String) -> Box<dyn Error> {
            Box::new(StringError(text))
        }
    }
    impl From<&str> for Box<dyn Error> {
        fn from(text: &str) -> Box<dyn Error> {
            Box::new(StringError(String::from(text)))
        }
    }
    impl<E: Error> From<E> for Box<dyn Error> {
        fn from(error: E) -> Box<dyn Error> {
            Box::new(error)
        }
    }
}

/// Panics that are caught. What they carry is not modelled: nothing is found in it.
pub mod panic {
    use crate::any::Any;
    use crate::intrinsics::{attempt, forget, panic_explicit};
    use crate::ops::{Deref, DerefMut, FnOnce};

    pub trait UnwindSafe {}
    pub trait RefUnwindSafe {}

    pub struct AssertUnwindSafe<T>(pub T);
    impl<T> Deref for AssertUnwindSafe<T> {
        type Target = T;
        fn deref(&self) -> &T {
            &self.0
        }
    }
    impl<T> DerefMut for AssertUnwindSafe<T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.0
        }
    }

    /// What can be called once, without arguments.
    pub trait Attempt<R> {
        fn attempt(self) -> R;
    }
    impl<R, F: FnOnce() -> R> Attempt<R> for F {
        fn attempt(self) -> R {
            self()
        }
    }
    impl<R, F: FnOnce() -> R> Attempt<R> for AssertUnwindSafe<F> {
        fn attempt(self) -> R {
            (self.0)()
        }
    }

    /// What a panic carries.
    struct Payload;

    pub fn catch_unwind<F: Attempt<R>, R>(run: F) -> crate::thread::Result<R> {
        let mut value: Option<R> = None;
        attempt(value = Some(run.attempt()));
        match value {
            Some(value) => Ok(value),
            None => Err(Box::new(Payload)),
        }
    }
    pub fn resume_unwind(payload: Box<dyn Any + Send>) -> ! {
        forget(payload);
        panic_explicit("a panic goes on")
    }
    pub fn panic_any<M>(message: M) -> ! {
        forget(message);
        panic_explicit("a panic with a value")
    }
}

pub mod thread {
    use crate::any::Any;

    pub type Result<T> = crate::result::Result<T, Box<dyn Any + Send>>;

    pub fn panicking() -> bool {
        crate::intrinsics::panicking()
    }
}

pub mod process {
    pub fn abort() -> ! {
        crate::intrinsics::panic_explicit("the process is aborted")
    }
}

pub mod hint {
    pub unsafe fn unreachable_unchecked() -> ! {
        crate::intrinsics::undefined_promise()
    }
    pub unsafe fn assert_unchecked(cond: bool) {
        if !cond {
            crate::intrinsics::undefined_promise()
        }
    }
    pub fn black_box<T>(value: T) -> T {
        value
    }
    pub fn spin_loop() {}
}

