// Generic code means the items of its bounds, whatever else the types that it is used with have.
use bverify_contracts::*;

mod sealed {
    pub trait Named {
        const K: u32;
        fn new() -> u32;
        fn id(self) -> u32;
        fn twice(&self) -> u32 {
            Self::K * 2
        }
        fn len(&self) -> usize;
    }
    pub trait Outer: Named {}
}
use sealed::Outer;

pub struct S;

impl S {
    pub const K: u32 = 5;
    pub fn new() -> u32 {
        5
    }
    pub fn id(&self) -> u32 {
        5
    }
    pub fn twice(&self) -> u32 {
        5
    }
}

impl sealed::Named for S {
    const K: u32 = 6;
    fn new() -> u32 {
        6
    }
    fn id(self) -> u32 {
        6
    }
    fn len(&self) -> usize {
        6
    }
}
impl Outer for S {}

impl sealed::Named for Vec<u8> {
    const K: u32 = 7;
    fn new() -> u32 {
        7
    }
    fn id(self) -> u32 {
        7
    }
    fn len(&self) -> usize {
        7
    }
}
impl Outer for Vec<u8> {}

fn all<T: Outer>(x: T) -> u32 {
    x.len() as u32 + x.twice() * 10 + T::K * 100 + T::new() * 1000 + x.id() * 10000
}

#[ensures(result == 66_726)]
pub fn of_a_struct() -> u32 {
    all(S)
}

#[ensures(result == 77_847)]
pub fn of_a_vector() -> u32 {
    all(vec![1])
}

fn copy<T: Clone>(x: &T) -> T {
    x.clone()
}

// The clone of a reference is that reference.
#[ensures(*result == *x)]
pub fn of_a_reference<'a>(x: &'a u8) -> &'a u8 {
    copy(&x)
}
