//! Counting pointers to slices and strings.

use std::rc::Rc;
use std::sync::Arc;

#[bverify_contracts::ensures(result == a)]
pub fn first(a: u8, b: u8) -> u8 {
    let shared: Rc<[u8]> = Rc::from(vec![a, b]);
    let other = Rc::clone(&shared);
    assert!(Rc::strong_count(&shared) == 2 && Rc::ptr_eq(&shared, &other));
    drop(shared);
    assert!(other.len() == 2);
    other[1]
}

#[bverify_contracts::ensures(result == 4)]
pub fn text() -> usize {
    let name: Arc<str> = Arc::from("abc");
    let same: Arc<str> = "abc".into();
    assert!(name == same && !Arc::ptr_eq(&name, &same));
    name.len()
}

#[bverify_contracts::ensures(result == 1)]
pub fn alone(a: u8) -> u8 {
    let mut shared: Rc<[u8]> = [a, a].into();
    match Rc::get_mut(&mut shared) {
        Some(items) => items[1] = 1,
        None => unreachable!(),
    }
    shared[0]
}
