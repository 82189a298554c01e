//! Clauses outside the executable subset: false ones, none of which may be noticed.

use bverify_contracts::*;

#[requires(forall(|x: i32| x == 0))]
#[requires(exists(|x: i32| x != x))]
#[ensures(fresh(v) && same(v, v) && v.reach(next).is_empty() && Set::of(|x: i32| true) == set![])]
#[ensures((0..1).all(|i| old(v[i]) == v[i] + 1))]
#[may_panic(false)]
#[modifies()]
#[on_panic(false)]
#[check(scope = 3)]
fn quantified(v: &mut Vec<i32>) {
    v.push(1);
}

struct Opaque;

#[ensures(old(x) == x && old(x) != x)]
fn without_traits(x: &mut Opaque) {
    *x = Opaque;
}

#[ensures(item == item && false)]
fn taken<T>(item: T) -> usize {
    std::mem::size_of_val(&item)
}

#[requires(n > 1)]
const fn constant(n: u32) -> u32 {
    n
}

#[after_expiry(*result == 7)]
#[ensures(v.len() == 7)]
fn lent(v: &mut [i32]) -> &mut i32 {
    &mut v[0]
}

#[ensures(result.count() == 7)]
fn nameless(v: &[i32]) -> impl Iterator<Item = &i32> {
    v.iter()
}

#[trusted]
#[ensures(false)]
fn diverges() -> ! {
    std::process::abort()
}

#[requires(x > 0)]
#[ensures(result == 7)]
async fn later(x: i32) -> i32 {
    std::future::ready(x).await
}

struct List {
    next: Option<Box<List>>,
}

impl List {
    #[ensures(false)]
    fn last(&mut self) {
        let mut cur = self;
        while cur.next.is_some() {
            cur = cur.next.as_mut().expect("just seen");
        }
    }
}

impl Logged {
    #[model]
    fn seen(&self) -> usize {
        self.log.len()
    }

    // The type is declared below.
    #[ensures(self.log.len() == 7 && self.size == 7)]
    #[ensures(self.seen() == 7)]
    fn add(&mut self) {
        self.items.push(1);
    }
}

#[spec_field(size: usize = self.items.len())]
#[invariant(self.size == 7 || self.log.len() == 7)]
struct Logged {
    items: Vec<u8>,
    #[ghost(init = seq![])]
    log: Seq<u8>,
}

#[test]
fn none_of_them_is_noticed() {
    Logged { items: vec![] }.add();
    quantified(&mut vec![1]);
    without_traits(&mut Opaque);
    assert_eq!(taken(1u8), 1);
    assert_eq!(const { constant(1) }, 1);
    assert_eq!(*lent(&mut [1]), 1);
    assert_eq!(nameless(&[1]).count(), 1);
    List { next: None }.last();
    let _: fn() -> ! = diverges;
    let mut later = Box::pin(later(1));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(std::future::Future::poll(later.as_mut(), &mut context).is_ready());
}
