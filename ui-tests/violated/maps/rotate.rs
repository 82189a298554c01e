//! A queue that loses the element that was to go to its end.

use std::collections::VecDeque;

use bverify_contracts::*;

#[ensures(queue.len() == old(queue.len()))]
pub fn rotate(queue: &mut VecDeque<u8>) {
    let first = queue.pop_front();
    if let Some(x) = first
        && x > 0
    {
        queue.push_back(x);
    }
}
