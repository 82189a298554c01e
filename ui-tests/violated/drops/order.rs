use bverify_contracts::*;

pub struct Counter<'a> {
    count: &'a mut i32,
}

impl Drop for Counter<'_> {
    fn drop(&mut self) {
        if *self.count < 100 {
            *self.count += 1;
        }
    }
}

#[requires(*n >= 0 && *n < 50)]
#[ensures(*n == old(*n))]
pub fn once(n: &mut i32) {
    let _counter = Counter { count: n };
}
