//! Threads are not modelled.

use bverify_contracts::*;

#[ensures(result == 1)]
pub fn elsewhere() -> i32 {
    std::thread::spawn(|| 1).join().unwrap_or(1)
}
