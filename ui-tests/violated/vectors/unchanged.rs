//! The same buffer with another element is not the same vector.
use bverify_contracts::*;

#[ensures(unchanged(*numbers))]
#[check(scope = 2)]
pub fn overwrite(numbers: &mut Vec<u8>) {
    if !numbers.is_empty() {
        numbers[0] = 3;
    }
}

#[ensures(*numbers == old(numbers.clone()))]
#[check(scope = 2)]
pub fn pop_and_push(numbers: &mut Vec<u8>) {
    numbers.pop();
    numbers.push(1);
}

#[ensures(result == (left == right))]
#[check(scope = 2)]
pub fn equal(left: &Vec<u8>, right: &Vec<u8>) -> bool {
    left.len() == right.len()
}
