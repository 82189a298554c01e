//! All dialects in one crate beside ours, calling each other.

mod ours {
    use bverify_contracts::*;

    #[invariant(self.low <= self.high)]
    pub struct Range {
        pub low: u32,
        pub high: u32,
    }

    impl Range {
        #[requires(low <= 9)]
        #[ensures(result.low == low && result.high == low + 1)]
        pub fn from(low: u32) -> Range {
            let high = super::plain::next(super::prusti::same(low));
            Range { low, high }
        }
    }
}

mod prusti {
    use prusti_contracts::*;

    #[requires(x < 10)]
    #[ensures(result === x)]
    #[ensures(forall(|k: u32| k < result ==> k < 10))]
    pub fn same(x: u32) -> u32 {
        x
    }
}

mod plain {
    use contracts::{contract_trait, debug_requires, ensures, invariant};

    #[debug_requires(x < 10, "small")]
    #[ensures(ret == x + 1, x > 3 -> ret > 4)]
    pub fn next(x: u32) -> u32 {
        super::kani_style::next(x)
    }

    #[contract_trait]
    pub trait Step {
        #[contracts::requires(n < 10)]
        #[ensures(ret > n)]
        fn step(&mut self, n: u32) -> u32;
    }

    pub struct Counter {
        pub count: u32,
    }

    #[contract_trait]
    impl Step for Counter {
        fn step(&mut self, n: u32) -> u32 {
            next(n)
        }
    }

    #[invariant(self.count < 100)]
    impl Counter {
        pub fn reset(&mut self) {
            self.count = 0;
        }
    }
}

mod kani_style {
    #[kani::requires(x < 10)]
    #[kani::ensures(|r: &u32| *r == x + 1)]
    pub fn next(x: u32) -> u32 {
        super::core_style::add(x, 1)
    }

    #[kani::proof]
    fn next_is_more() {
        let x: u32 = kani::any_where(|x| *x < 10);
        assert!(next(x) > x);
    }
}

mod core_style {
    #[core::contracts::requires(let most = 100; x < most && y < most)]
    #[core::contracts::ensures(move |r| *r == x + y && *r < 2 * most)]
    pub fn add(x: u32, y: u32) -> u32 {
        x + y
    }
}
