//! Values that tell nothing of the type parameters: a test says what they are.
use std::marker::PhantomData;

use bverify_contracts::*;

pub struct Tagged<T> {
    id: u8,
    tag: PhantomData<T>,
}

#[ensures(result.id == 0)]
pub fn retag<T>(tagged: Tagged<T>) -> Tagged<T> {
    Tagged {
        id: tagged.id,
        tag: PhantomData,
    }
}

#[ensures(result == true)]
pub fn is_there<T>(x: Option<T>) -> bool {
    x.is_some()
}

#[ensures(result == true)]
pub fn is_full<T>(x: &[T]) -> bool {
    !x.is_empty()
}

pub struct Pool<T> {
    items: Vec<T>,
}

impl<T: Clone> Pool<T> {
    #[requires(room < usize::MAX)]
    #[ensures(result.items.is_empty())]
    pub fn with_room(room: usize) -> Self {
        Pool {
            items: vec![None; room].into_iter().flatten().collect(),
        }
    }
}

impl<T: Default> Pool<T> {
    #[ensures(result.items.is_empty())]
    pub fn first() -> Self {
        Pool {
            items: vec![T::default()],
        }
    }
}
