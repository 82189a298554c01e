//! `seq()` of a queue.

use std::collections::VecDeque;

use bverify_contracts::*;

#[requires(queue.len() > 1)]
#[ensures(queue.seq() == old(queue.seq()))]
pub fn turn(queue: &mut VecDeque<u8>) {
    let first = queue.pop_front().unwrap();
    queue.push_back(first);
}
