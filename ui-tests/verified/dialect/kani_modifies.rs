//! Kani: the frame is given as references.

pub struct Pair {
    a: u32,
    b: u32,
}

#[kani::modifies(&pair.a)]
#[kani::ensures(|_| pair.a == old(pair.b))]
fn copy(pair: &mut Pair) {
    pair.a = pair.b;
    
}
