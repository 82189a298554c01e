use bverify_contracts::*;

#[requires(v.len() > 2)]
#[modifies(v[0..2])]
pub fn first_two(v: &mut Vec<u8>) {
    v[0] = 1;
    v[2] = 1;
}
