// A ghost field of a model type is kept by value, and starts with a value that is written.
use bverify_contracts::*;

#[shape]
pub struct Names {
    len: usize,
    #[ghost(init = seq![])]
    all: Seq<String>,
}

impl Names {
    #[ensures(result == self.len)]
    pub fn len(&self) -> usize {
        self.len
    }
}

#[shape]
pub struct Log {
    len: usize,
    #[ghost]
    all: Seq<u8>,
}

impl Log {
    #[ensures(result.len == 0)]
    pub fn new() -> Log {
        Log { len: 0 }
    }
}
