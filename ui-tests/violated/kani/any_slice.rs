//! Any part of an array.

#[kani::proof]
fn parts_are_short() {
    let array: [u8; 3] = kani::any();
    let part = kani::slice::any_slice_of_array(&array);
    assert!(part.len() != 2);
}
