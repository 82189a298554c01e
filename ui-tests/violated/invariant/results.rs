use bverify_contracts::*;

#[invariant(self.low <= self.high)]
pub struct Range {
    low: u8,
    high: u8,
}

impl Range {
    pub fn option(low: u8, high: u8) -> Option<Range> {
        (low <= high).then(|| Range { low, high })
    }

    pub fn result(low: u8, high: u8) -> Result<Range, u8> {
        if low <= high { Ok(Range { low, high }) } else { Err(low) }
    }

    pub fn pair(low: u8, high: u8) -> (Box<Range>, Vec<Range>) {
        let mut ranges = Vec::new();
        if low != high {
            ranges.push(Range { low, high });
        }
        (Box::new(Range { low, high: low }), ranges)
    }
}
