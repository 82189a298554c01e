//! What formatting writes is not modelled, wherever it is looked at.
use bverify_contracts::*;

#[ensures(result.len() > 0)]
pub fn measured(x: u8) -> String {
    format!("{x}")
}

#[ensures(result <= 255)]
pub fn parsed(x: u8) -> u64 {
    if x.to_string().starts_with('1') { 1 } else { 0 }
}

pub struct Log {
    last: String,
    count: u32,
}

impl Log {
    #[requires(self.count < 100)]
    #[ensures(self.last == old(self.last.clone()))]
    pub fn bump(&mut self) {
        self.count += 1;
        if self.count > 7 {
            self.last = format!("{}", self.count);
        }
    }
}
