//! Values, references and boxes compare alike.

use bverify_contracts::*;

#[ensures(result == *a || result == b)]
#[ensures(*result >= a && result >= *b)]
pub fn larger<'a>(a: &'a u32, b: &'a Box<u32>) -> &'a u32 {
    if *a > **b { a } else { b }
}
