#![deny(warnings)]

use bverify_contracts::*;

#[requires(a <= b)]
#[ensures(a <= result && result <= b)]
#[ensures(|r| r == a ==> a == b || b - a == 1)]
#[modifies()]
pub fn middle(a: u32, b: u32) -> u32 {
    a + (b - a) / 2
}

#[panics(n == 0)]
#[may_panic(n == 1,)]
#[on_panic(true)]
#[ensures(forall(|i: u32, m: Map<u32, Vec<u8>>| m.contains_key(i) && i < n ==> exists(|j: u32| j == i)))]
#[check(scope = 4, Node = 5, T = 3, int_bits = full, unroll = 6)]
pub const fn inverse(n: u32) -> u32 {
    1 / n
}

#[requires(x > 0)]
#[ensures(result == x)]
pub async fn later(x: i32) -> i32 {
    std::future::ready(()).await;
    x
}

#[trusted]
#[check(skip)]
#[requires(!p.is_null())]
pub unsafe extern "C" fn foreign(p: *const u8) -> bool {
    p.is_null()
}

#[after_expiry(*result > 0 ==> v[0] == *result)]
#[modifies(v[0], *v, v.reach(next | prev).elem)]
pub fn first(v: &mut [i32]) -> &mut i32 {
    &mut v[0]
}

#[decreases(n)]
#[check(allow_leaks, invariants, panic_safety, partial, shared)]
pub fn down(mut n: u32) -> u32 {
    #[decreases(n)]
    #[invariant(n <= old(n))]
    'outer: while n > 0 {
        loop_invariant!(n > 0 ==> n >= 1);
        n -= 1;
        if n == 7 {
            break 'outer;
        }
    }
    assume!(n == 0 || n == 7);
    prove!(match n {
        0 => true <==> n == 0,
        _ => n == 7,
    });
    ghost! {
        self.count += 1;
        let seen = a ==> b;
    }
    n
}

#[decreases(n, m)]
#[ensures(|(low, high)| low <= high)]
#[panics(old(n) == 99)]
pub fn ordered(n: u32, m: u32) -> (u32, u32) {
    if n < m { (n, m) } else { (m, n) }
}

pub trait Shape {
    #[requires(k > 0)]
    #[ensures(result >= k)]
    fn scaled(&self, k: u32) -> u32;

    #[ensures(result > 0)]
    #[pure]
    fn provided(&self) -> u32 {
        1
    }
}

pub struct Square<T, const N: usize>([T; N]);

impl<T: Clone + Ord, const N: usize> Shape for Square<T, N>
where
    T: Into<u32>,
{
    #[ensures(self.0.len() == N ==> result >= k)]
    fn scaled(&self, k: u32) -> u32 {
        k * 2
    }
}

impl<'a, T: 'a + PartialOrd> Square<&'a T, 2> {
    #[ensures(|r: &&T| **r >= *self.0[0])]
    #[check(T = 2)]
    pub fn largest(&self) -> &'a T {
        if self.0[0] < self.0[1] { self.0[1] } else { self.0[0] }
    }
}

macro_rules! checked {
    ($vis:vis fn $name:ident($arg:ident: $ty:ty) $body:block) => {
        #[requires($arg > 0 ==> true)]
        #[pure]
        $vis fn $name($arg: $ty) -> $ty $body
    };
}

checked! { pub fn by_macro(x: i32) { x } }

fn main() {
    assert_eq!(middle(1, 4), 2);
    assert_eq!(inverse(1), 1);
    assert_eq!(down(3), 0);
    assert_eq!(by_macro(3), 3);
    assert_eq!(*first(&mut [4]), 4);
    drop(later(1));
    assert!(!unsafe { foreign(&0) });
}
