//! A specification field that the trait does not have.

use bverify_contracts::*;


#[spec_field(items: Seq<u32>)]
pub trait Queue {
    #[ensures(self.item == old(self.items).push(item))]
    fn put(&mut self, item: u32);
}

#[ensures(queue.items.len() > 0)]
pub fn put<Q: Queue>(queue: &mut Q) {
    queue.put(1);
}
