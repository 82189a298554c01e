//! FIXME: wrong. Both parts are dropped though the first panics, and a second panic ends the process.
use bverify_contracts::*;

struct Fails(bool);

impl Drop for Fails {
    fn drop(&mut self) {
        if self.0 {
            panic!()
        }
    }
}

#[may_panic(true)]
pub fn aborts(first: bool, second: bool) {
    let _pair = (Fails(first), Fails(second));
}
