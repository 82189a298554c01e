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
#[ensures(*n == old(*n) + 2)]
pub fn twice(n: &mut i32) {
    {
        let _first = Counter { count: n };
    }
    let _second = Counter { count: n };
}
