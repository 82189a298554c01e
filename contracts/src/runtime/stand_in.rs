//! What a `#[model]` function returns that cannot be executed: any value, and the word that it means
//! nothing.

use super::give_up;
use crate::model::{Map, Multiset, Seq, Set};

/// The types a model function may return and still be stood in for.
pub trait StandIn {
    /// Some value of the type.
    fn any() -> Self;
}

/// Some value, which makes the condition that asked for it undecidable.
pub fn stand_in<T: StandIn>() -> T {
    give_up();
    T::any()
}

macro_rules! stand_in {
    ($($ty:ty = $value:expr;)*) => {$(
        impl StandIn for $ty {
            fn any() -> Self {
                $value
            }
        }
    )*};
}

stand_in! {
    bool = true;
    u8 = 0; u16 = 0; u32 = 0; u64 = 0; u128 = 0; usize = 0;
    i8 = 0; i16 = 0; i32 = 0; i64 = 0; i128 = 0; isize = 0;
}

impl<T> StandIn for Option<T> {
    fn any() -> Self {
        None
    }
}

impl<T> StandIn for Set<T> {
    fn any() -> Self {
        Set::new()
    }
}

impl<T> StandIn for Seq<T> {
    fn any() -> Self {
        Seq::new()
    }
}

impl<K, V> StandIn for Map<K, V> {
    fn any() -> Self {
        Map::new()
    }
}

impl<T> StandIn for Multiset<T> {
    fn any() -> Self {
        Multiset::new()
    }
}
