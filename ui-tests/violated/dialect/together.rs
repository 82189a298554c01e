//! All dialects in one file beside ours.

mod ours {
    use bverify_contracts::*;

    #[ensures(result == x + 1)]
    #[requires(x < 9)]
    pub fn next(x: u32) -> u32 {
        x + 1
    }
}

mod prusti {
    use prusti_contracts::*;

    #[requires(x < 9)]
    #[ensures(result == x + 1)]
    pub fn next(x: u32) -> u32 {
        x + 1
    }
}

mod plain {
    use contracts::ensures;

    #[contracts::requires(x < 9)]
    #[ensures(ret == x + 2)]
    pub fn next(x: u32) -> u32 {
        x + 1
    }
}

#[kani::requires(x < 9)]
#[kani::ensures(|r| *r == x + 1)]
pub fn next(x: u32) -> u32 {
    x + 1
}
