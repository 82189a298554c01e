//! FIXME: wrong. The new value is stored also where the drop of the old one panics.
use bverify_contracts::*;

pub struct Level(u8);

impl Drop for Level {
    fn drop(&mut self) {
        if self.0 > 3 {
            panic!()
        }
    }
}

#[requires(level.0 == 7)]
#[may_panic(true)]
#[on_panic(level.0 == 7)]
pub fn reset(level: &mut Level) {
    *level = Level(0);
}
