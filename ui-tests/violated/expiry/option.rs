use bverify_contracts::*;

pub struct Row {
    cells: Vec<u8>,
}

impl Row {
    #[ensures(result.is_some() <==> at < self.cells.len())]
    #[after_expiry(self.cells.len() == old(self.cells.len()))]
    #[after_expiry(match result { Some(cell) => self.cells[at] == *cell, None => unchanged(self.cells) })]
    #[after_expiry((0..self.cells.len()).all(|i| i != at ==> self.cells[i] == old(self.cells[i])))]
    pub fn cell(&mut self, at: usize) -> Option<&mut u8> {
        if at == 0 { self.cells.last_mut() } else { self.cells.get_mut(at) }
    }
}
