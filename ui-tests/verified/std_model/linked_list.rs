//! A list of std is any sequence.

use std::collections::LinkedList;

#[bverify_contracts::ensures(result.is_some() == (list.len() > 0))]
pub fn rotate(list: &mut LinkedList<u8>) -> Option<u8> {
    let first = list.pop_front()?;
    list.push_back(first);
    list.front().copied()
}
