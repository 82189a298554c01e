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
    pub use crate::mem::drop;
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

pub mod hash {
    #[lang = "Hash"]
    pub trait Hash {}
}

pub mod any {
    #[lang = "Any"]
    pub trait Any {}
}

pub mod collections {
    /// Why room could not be made.
    #[derive(Clone, PartialEq, Eq)]
    pub struct TryReserveError {
        pub(crate) capacity: (),
    }
}
