//! The twin of the violated case, with the smallest fix.

use std::collections::VecDeque;

use bverify_contracts::*;

#[requires(queue.len() > 1)]
#[ensures(queue.seq() == old(queue.seq()).skip(1).push(old(queue.seq())[0]))]
pub fn turn(queue: &mut VecDeque<u8>) {
    let first = queue.pop_front().unwrap();
    queue.push_back(first);
}
