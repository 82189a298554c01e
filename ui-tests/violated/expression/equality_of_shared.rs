//! Counting pointers are equal if what they lead to is; `unchanged` asks for the pointer.
use std::rc::Rc;

use bverify_contracts::*;

#[derive(PartialEq)]
pub struct Named<T> {
    name: Rc<T>,
    id: u8,
}

#[ensures(result == (a == b))]
pub fn equal<T: PartialEq>(a: &Named<T>, b: &Named<T>) -> bool {
    Rc::ptr_eq(&a.name, &b.name)
}

#[ensures(result == (a == b))]
pub fn pointers(a: Rc<u8>, b: Rc<u8>) -> bool {
    Rc::ptr_eq(&a, &b)
}

#[ensures(unchanged(named.name))]
pub fn rename(named: &mut Named<u8>) {
    named.name = Rc::new(*named.name);
}
