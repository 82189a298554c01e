//! Products and shifts of 128-bit numbers, in parts: as a whole they would have twice as many bits before they
//! are brought back into their type.

use super::Encoder;
use crate::ir::Int;
use crate::ir::types::IntTy;
use solver_bridge::{Formula, IntExpr};

/// The width from which numbers are taken apart, and that of a part.
const WIDE: u32 = 128;
const PART: u32 = 64;

/// Whether numbers of the type are taken apart.
pub(super) fn is_wide(int: IntTy) -> bool {
    int.bits() >= WIDE
}

/// A product of two numbers that are not negative, in 128 bits.
struct Product {
    low: IntExpr,
    /// Whether it has more bits than that.
    more: Formula,
}

impl Encoder<'_> {
    /// `a * b`, brought into the type.
    pub(super) fn wide_product(&self, a: IntExpr, b: IntExpr, int: IntTy) -> IntExpr {
        let logic = &self.logic;
        let (product, negative) = self.magnitudes(a, b);
        let signed = logic.int_ite(negative, logic.neg(product.low), product.low);
        logic.wrap(signed, int.bits(), int.is_signed())
    }

    /// Whether `a * b` leaves the type.
    pub(super) fn wide_product_overflows(&self, a: IntExpr, b: IntExpr, int: IntTy) -> Formula {
        let logic = &self.logic;
        let (product, negative) = self.magnitudes(a, b);
        let least = logic.int(-int.min());
        let greatest = logic.int(int.max());
        let limit = logic.int_ite(negative, least, greatest);
        logic.or(&[product.more, logic.int_lt(limit, product.low)])
    }

    /// `a << by`, brought into the type; `by` is below its width.
    pub(super) fn wide_shift(&self, a: IntExpr, by: IntExpr, int: IntTy) -> IntExpr {
        let logic = &self.logic;
        let part = logic.int(Int::from(PART));
        let wrapped = |number| logic.wrap(number, int.bits(), int.is_signed());
        let far = logic.int_le(part, by);
        let once = logic.int_ite(far, wrapped(logic.shl(a, part)), a);
        let rest = logic.bit_and(by, logic.int(Int::from(PART - 1)));
        wrapped(logic.shl(once, rest))
    }

    /// The product of the magnitudes, and whether the signs differ.
    fn magnitudes(&self, a: IntExpr, b: IntExpr) -> (Product, Formula) {
        let logic = &self.logic;
        let is_negative = |number| logic.int_lt(number, logic.int(0));
        let magnitude = |number| logic.int_ite(is_negative(number), logic.neg(number), number);
        let differ = logic.not(logic.iff(is_negative(a), is_negative(b)));
        (self.product(magnitude(a), magnitude(b)), differ)
    }

    /// Schoolbook multiplication of two numbers of two parts each.
    fn product(&self, a: IntExpr, b: IntExpr) -> Product {
        let logic = &self.logic;
        let part = logic.int(Int::from(PART));
        let mask = logic.int((Int::ONE << PART) - Int::ONE);
        let low = |number| logic.bit_and(number, mask);
        let high = |number| logic.shr(number, part);
        let (a_low, a_high, b_low, b_high) = (low(a), high(a), low(b), high(b));
        let lows = logic.mul(a_low, b_low);
        let middle = logic.add(logic.mul(a_low, b_high), logic.mul(a_high, b_low));
        let middle = logic.add(middle, high(lows));
        let zero = logic.int(0);
        let more = logic.or(&[
            logic.and(&[logic.int_lt(zero, a_high), logic.int_lt(zero, b_high)]),
            logic.int_lt(mask, middle),
        ]);
        Product {
            low: logic.add(logic.shl(low(middle), part), low(lows)),
            more,
        }
    }
}
