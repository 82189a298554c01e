//! A panic that is not allowed is told as itself, though the cleanup that follows always panics as well.
use bverify_contracts::*;

pub struct Pool {
    free: Vec<u8>,
    taken: usize,
}

struct Taken<'a>(&'a mut Pool);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.taken -= 1;
    }
}

impl Pool {
    #[requires(self.taken == 0 && !self.free.is_empty())]
    #[ensures(result == self.free[0])]
    pub fn peek(&mut self) -> u8 {
        let taken = Taken(self);
        let first = taken.0.free[0];
        std::mem::forget(taken);
        first
    }
}
