//! The twin of the violated case, with the smallest fix.

fn longest(v: &[u8]) -> usize {
    v.len()
}

#[kani::proof]
fn vectors_are_short() {
    let v = kani::vec::any_vec::<u8, 3>();
    assert!(longest(&v) <= 3);
    let w: Vec<u8> = kani::bounded_any::<Vec<u8>, 2>();
    assert!(w.len() <= 2);
}
