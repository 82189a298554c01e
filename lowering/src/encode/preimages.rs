//! Numbers of which an unknown function of one number makes a given one, found by trying: it may move bits
//! around (`swap_bytes`), count them (`leading_zeros`), multiply modulo a power of two, or grow with its argument.
//!
//! What is found has been tried; that nothing is found says nothing.

use std::collections::BTreeSet;

use crate::ir::Int;
use crate::ir::types::IntTy;

/// The numbers of the type that were found of which `eval` makes `to`.
pub(super) fn preimages(
    int: IntTy,
    to: Int,
    eval: &mut dyn FnMut(Int) -> Option<Int>,
) -> BTreeSet<Int> {
    let mut candidates = BTreeSet::from([to]);
    let bits = int.bits();
    let powers: Vec<Int> = (0..bits).map(|at| Int::ONE.wrapping_shl(at)).collect();
    let modulus = Int::ONE.wrapping_shl(bits);
    let mask = modulus - Int::ONE;
    for power in &powers {
        let below = *power - Int::ONE;
        candidates.extend([*power, below, mask ^ below]);
    }
    if let Some(zero) = eval(Int::ZERO) {
        let images: Vec<Option<Int>> = powers.iter().map(|it| eval(int.wrap(*it))).collect();
        let mut moved = Int::ZERO;
        for (power, image) in powers.iter().zip(&images) {
            let image = image.map_or(Int::ZERO, |image| image & mask);
            if image != Int::ZERO && image & to & mask == image {
                moved |= *power;
            }
        }
        candidates.insert(moved);
        if let Some(Some(one)) = images.first() {
            let factor = one.wrapping_sub(zero) & mask;
            if factor & Int::ONE == Int::ONE {
                let distance = to.wrapping_sub(zero) & mask;
                candidates.insert(inverse(factor, mask).wrapping_mul(distance) & mask);
            }
        }
    }
    candidates.extend(least_that_reaches(int, to, eval));
    let all = candidates.into_iter().map(|candidate| int.wrap(candidate));
    all.filter(|candidate| eval(*candidate) == Some(to))
        .collect()
}

/// The inverse of an odd number modulo a power of two: each round doubles the bits that are right.
fn inverse(odd: Int, mask: Int) -> Int {
    let two = Int::ONE + Int::ONE;
    let mut inverse = odd;
    for _ in 0..7 {
        let rest = two.wrapping_sub(odd.wrapping_mul(inverse) & mask) & mask;
        inverse = inverse.wrapping_mul(rest) & mask;
    }
    inverse
}

/// The least number from zero on at which a function that grows reaches one; where it fails it has gone too far.
fn least_that_reaches(
    int: IntTy,
    to: Int,
    eval: &mut dyn FnMut(Int) -> Option<Int>,
) -> Option<Int> {
    let (mut low, mut high) = (Int::ZERO, int.max());
    while low < high {
        let middle = low + (high - low).wrapping_shr(1);
        match eval(middle) {
            Some(image) if image < to => low = middle + Int::ONE,
            _ => high = middle,
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(to: u32, function: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
        let mut eval = |x: Int| Some(Int::from(function(u32::try_from(x).ok()?)?));
        let found = preimages(IntTy::U32, Int::from(to), &mut eval);
        found
            .into_iter()
            .filter_map(|it| u32::try_from(it).ok())
            .collect()
    }

    #[test]
    fn moved_bits_are_moved_back() {
        assert_eq!(found(0xdead_beef, |x| Some(x.swap_bytes())), [0xefbe_adde]);
        assert_eq!(
            found(0x1234_5678, |x| Some(x.rotate_left(3))),
            [0x1234_5678_u32.rotate_right(3)]
        );
    }

    #[test]
    fn counted_bits_are_met() {
        assert!(found(17, |x| Some(x.leading_zeros())).contains(&(1 << 14)));
        assert!(found(17, |x| Some(x.count_ones())).contains(&((1 << 17) - 1)));
    }

    #[test]
    fn odd_factors_have_an_inverse() {
        let product = |x: u32| Some(x.wrapping_mul(2_654_435_761).wrapping_add(5));
        let [x] = found(7, product)[..] else {
            panic!("there is one such number");
        };
        assert_eq!(product(x), Some(7));
    }

    #[test]
    fn functions_that_grow_are_searched() {
        assert_eq!(found(1_234_321, |x| x.checked_mul(x)), [1111]);
        assert_eq!(found(1_234_322, |x| x.checked_mul(x)), [0; 0]);
    }
}
