// The tables of `hashbrown` are modelled as std's maps are.
use bverify_contracts::*;
use hashbrown::hash_table::HashTable;

pub struct Ids {
    table: HashTable<u32>,
}

impl Ids {
    #[ensures(result == self.has(x))]
    #[ensures(self.has(x))]
    pub fn insert(&mut self, x: u32) -> bool {
        match self.table.find(x as u64 % 2, |y| *y == x) {
            Some(_) => true,
            None => {
                self.table.insert_unique(x as u64 % 3, x, |y| *y as u64 % 2);
                true
            }
        }
    }

    #[pure]
    pub fn has(&self, x: u32) -> bool {
        self.table.find(x as u64 % 2, |y| *y == x).is_some()
    }
}
