use bverify_contracts::*;

#[extern_spec]
impl<T> Vec<T> {
    #[ensures(self.len() ==)]
    fn push(&mut self, x: T);
}

#[extern_spec]
struct S;

fn main() {}
