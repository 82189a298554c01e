use bverify_contracts::*;

struct Late {
    from: *const u32,
    seen: u32,
}

impl Drop for Late {
    fn drop(&mut self) {
        if !self.from.is_null() {
            self.seen = unsafe { *self.from };
        }
    }
}

#[may_panic(b)]
#[ensures(true)]
pub fn unwinds(b: bool) {
    let mut late = Late { from: std::ptr::null(), seen: 0 };
    {
        let x = 3u32;
        late.from = &x;
        if b {
            panic!();
        }
        late.from = std::ptr::null();
    }
}

#[ensures(true)]
pub fn declared_later() {
    let mut late = Late { from: std::ptr::null(), seen: 0 };
    let x = 3u32;
    late.from = &x;
}
