use bverify_contracts::*;

pub struct Stack {
    items: Vec<u8>,
}

impl Stack {
    #[ensures(result.items.seq() == self.items.seq().push(item))]
    #[ensures(result.items.len() == old(self.items.len()) + 1)]
    pub fn with(mut self, item: u8) -> Stack {
        self.items.push(item);
        self
    }
}
