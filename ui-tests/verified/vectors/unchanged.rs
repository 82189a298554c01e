//! A vector is its elements: other ones in between, or another buffer, make no difference.
use bverify_contracts::*;

#[ensures(unchanged(*numbers))]
#[check(scope = 2)]
pub fn put_back(numbers: &mut Vec<u8>) {
    if !numbers.is_empty() {
        let first = numbers[0];
        numbers[0] = 3;
        numbers[0] = first;
    }
}

#[ensures(*numbers == old(numbers.clone()))]
#[check(scope = 2)]
pub fn push_and_pop(numbers: &mut Vec<u8>) {
    numbers.push(1);
    numbers.pop();
}

#[ensures(result == (left == right))]
#[check(scope = 2)]
pub fn equal(left: &Vec<u8>, right: &Vec<u8>) -> bool {
    left == right
}
