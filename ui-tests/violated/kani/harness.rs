//! A proof harness: a value from `kani::any()` ranges over its whole machine type.

fn average(a: u32, b: u32) -> u32 {
    (a + b) / 2
}

#[cfg(kani)]
mod proofs {
    use super::*;

    #[kani::proof]
    #[kani::unwind(2)]
    #[kani::solver(cadical)]
    fn average_is_between() {
        let a: u32 = kani::any();
        let b = kani::any::<u32>();
        kani::assume(a <= b);
        let m = average(a, b);
        assert!(a <= m && m <= b);
    }
}
