//! A recursive function with a contract.

#[kani::recursion]
#[kani::requires(n < 10)]
#[kani::ensures(|sum| *sum < old(n) * 10)]
pub fn sum_to(n: u32) -> u32 {
    if n == 0 { 0 } else { n + sum_to(n - 1) }
}

#[cfg(kani)]
mod proofs {
    #[kani::proof_for_contract(super::sum_to)]
    fn check_sum() {
        super::sum_to(kani::any());
    }
}
