//! Each operation of each machine type against Rust's own.

use proptest::prelude::*;

use super::super::arith;
use super::super::cell::Cell;
use super::super::layout::Scalar;
use super::super::outcome::FaultKind;
use super::*;
use crate::ir::UnOp;

fn cell(value: impl Into<Int>) -> Cell {
    Cell::number(value.into())
}

fn binary(op: BinOp, ty: IntTy, a: &Cell, b: &Cell) -> Cell {
    arith::binary(op, Scalar::Machine(ty), a, b).unwrap()
}

fn overflows(op: BinOp, ty: IntTy, a: &Cell, b: &Cell) -> bool {
    arith::overflows(op, Scalar::Machine(ty), a, b).unwrap()
}

/// All operations on two values of a machine type.
macro_rules! agree {
    ($rust:ty, $ty:expr, $a:expr, $b:expr) => {{
        let (a, b): ($rust, $rust) = ($a, $b);
        let (x, y) = (cell(a), cell(b));
        let check = |op, value: $rust, overflow: bool| {
            assert_eq!(binary(op, $ty, &x, &y), cell(value), "{a} {op:?} {b}");
            assert_eq!(overflows(op, $ty, &x, &y), overflow, "{a} {op:?} {b}");
        };
        let both = |op, (value, overflow): ($rust, bool)| check(op, value, overflow);
        both(BinOp::Add, a.overflowing_add(b));
        both(BinOp::Sub, a.overflowing_sub(b));
        both(BinOp::Mul, a.overflowing_mul(b));
        if b == 0 {
            check(BinOp::Div, 0, false);
            check(BinOp::Rem, 0, false);
        } else {
            both(BinOp::Div, a.overflowing_div(b));
            both(BinOp::Rem, a.overflowing_rem(b));
        }
        check(BinOp::BitAnd, a & b, false);
        check(BinOp::BitOr, a | b, false);
        check(BinOp::BitXor, a ^ b, false);
        // Rust masks the amount; `as u32` keeps its low bits.
        let out = !(0..<$rust>::BITS as i128).contains(&(b as i128));
        check(BinOp::Shl, a.wrapping_shl(b as u32), out);
        check(BinOp::Shr, a.wrapping_shr(b as u32), out);
        let truth = |op, value: bool| assert_eq!(binary(op, $ty, &x, &y), Cell::truth(value));
        truth(BinOp::Eq, a == b);
        truth(BinOp::Ne, a != b);
        truth(BinOp::Lt, a < b);
        truth(BinOp::Le, a <= b);
        truth(BinOp::Gt, a > b);
        truth(BinOp::Ge, a >= b);
        let unary = |op| arith::unary(op, Scalar::Machine($ty), &x).unwrap();
        assert_eq!(unary(UnOp::Neg), cell(a.wrapping_neg()));
        assert_eq!(unary(UnOp::Not), cell(!a));
    }};
}

/// `as` to every machine type.
macro_rules! casts {
    ($value:expr) => {{
        let value = $value;
        let x = cell(value);
        let to = |ty| arith::cast(Scalar::Machine(ty), &x).unwrap();
        assert_eq!(to(IntTy::I8), cell(value as i8));
        assert_eq!(to(IntTy::I16), cell(value as i16));
        assert_eq!(to(IntTy::I32), cell(value as i32));
        assert_eq!(to(IntTy::I64), cell(value as i64));
        assert_eq!(to(IntTy::I128), cell(value as i128));
        assert_eq!(to(IntTy::U8), cell(value as u8));
        assert_eq!(to(IntTy::U16), cell(value as u16));
        assert_eq!(to(IntTy::U32), cell(value as u32));
        assert_eq!(to(IntTy::U64), cell(value as u64));
        assert_eq!(to(IntTy::U128), cell(value as u128));
        assert_eq!(arith::cast(Scalar::Math, &x).unwrap(), x);
    }};
}

#[test]
fn bytes_agree_with_rust_exhaustively() {
    for a in 0..=u8::MAX {
        casts!(a);
        casts!(a as i8);
        for b in 0..=u8::MAX {
            agree!(u8, IntTy::U8, a, b);
            agree!(i8, IntTy::I8, a as i8, b as i8);
        }
    }
}

/// Values near the ends and near zero as often as any others.
fn edgy() -> impl Strategy<Value = u128> {
    let ends = prop_oneof![
        Just(0u128),
        Just(u128::MAX),
        Just(1 << 127),
        Just(1 << 63),
        Just(1 << 64),
        Just(1 << 31)
    ];
    prop_oneof![
        any::<u128>(),
        (ends, -3i128..4).prop_map(|(x, d)| x.wrapping_add(d as u128)),
        0u128..140
    ]
}

proptest! {
    #[test]
    fn wide_types_agree_with_rust(a in edgy(), b in edgy()) {
        agree!(u16, IntTy::U16, a as u16, b as u16);
        agree!(i16, IntTy::I16, a as i16, b as i16);
        agree!(u32, IntTy::U32, a as u32, b as u32);
        agree!(i32, IntTy::I32, a as i32, b as i32);
        agree!(u64, IntTy::U64, a as u64, b as u64);
        agree!(u64, IntTy::Usize, a as u64, b as u64);
        agree!(i64, IntTy::I64, a as i64, b as i64);
        agree!(i64, IntTy::Isize, a as i64, b as i64);
        agree!(i128, IntTy::I128, a as i128, b as i128);
        casts!(a);
        casts!(a as i128);
        casts!(a as u64);
        casts!(a as i64);
    }

    #[test]
    fn the_widest_type_agrees_with_rust(a in edgy(), b in edgy()) {
        // `b as i128` would be negative: the amount is shown to be out of range another way.
        let b = b & (u128::MAX >> 1);
        agree!(u128, IntTy::U128, a, b);
        let (x, y) = (cell(a), cell(u128::MAX - b));
        let (sum, over) = a.overflowing_add(u128::MAX - b);
        prop_assert_eq!(binary(BinOp::Add, IntTy::U128, &x, &y), cell(sum));
        prop_assert_eq!(overflows(BinOp::Add, IntTy::U128, &x, &y), over);
        let (product, over) = a.overflowing_mul(u128::MAX - b);
        prop_assert_eq!(binary(BinOp::Mul, IntTy::U128, &x, &y), cell(product));
        prop_assert_eq!(overflows(BinOp::Mul, IntTy::U128, &x, &y), over);
    }

    #[test]
    fn mathematical_integers_do_not_wrap(a in any::<i128>(), b in any::<i64>()) {
        let (x, y) = (cell(a), cell(b));
        let math = |op| arith::binary(op, Scalar::Math, &x, &y).unwrap();
        let (i, j) = (Int::from(a), Int::from(b));
        prop_assert_eq!(math(BinOp::Add), cell(i + j));
        prop_assert_eq!(math(BinOp::Sub), cell(i - j));
        prop_assert_eq!(math(BinOp::Mul), cell(i * j));
        prop_assert!(!arith::overflows(BinOp::Mul, Scalar::Math, &x, &y).unwrap());
    }
}

#[test]
fn mathematical_integers_beyond_250_bits_are_refused() {
    let math =
        |op, a: Int, b: Int| arith::binary(op, Scalar::Math, &Cell::number(a), &Cell::number(b));
    let edge = (Int::ONE << 250) - Int::ONE;
    assert_eq!(math(BinOp::Add, edge, Int::ZERO), Ok(Cell::number(edge)));
    assert_eq!(
        math(BinOp::Add, edge, Int::ONE),
        Err(FaultKind::MathOverflow)
    );
    assert_eq!(
        math(BinOp::Sub, -edge, Int::ONE),
        Err(FaultKind::MathOverflow)
    );
    assert_eq!(math(BinOp::Mul, edge, edge), Err(FaultKind::MathOverflow));
    let shift = |a: i64, b: i64| math(BinOp::Shl, Int::from(a), Int::from(b));
    assert_eq!(shift(1, 249), Ok(Cell::number(Int::ONE << 249)));
    assert_eq!(shift(1, 250), Err(FaultKind::MathOverflow));
    assert_eq!(shift(0, 1 << 40), Ok(Cell::Int(0)));
    assert_eq!(shift(1, -1), Err(FaultKind::NegativeShift));
    assert_eq!(
        math(BinOp::Shr, Int::from(-5), Int::from(1)),
        Ok(Cell::Int(-3))
    );
    assert_eq!(
        math(BinOp::Shr, Int::from(-5), Int::from(999)),
        Ok(Cell::Int(-1))
    );
}

#[test]
fn truth_values_have_their_own_operations() {
    let (no, yes) = (Cell::truth(false), Cell::truth(true));
    let op = |op, a: &Cell, b: &Cell| arith::binary(op, Scalar::Bool, a, b).unwrap();
    assert_eq!(op(BinOp::BitAnd, &yes, &no), no);
    assert_eq!(op(BinOp::BitOr, &yes, &no), yes);
    assert_eq!(op(BinOp::BitXor, &yes, &yes), no);
    assert_eq!(op(BinOp::Lt, &no, &yes), yes);
    assert_eq!(arith::unary(UnOp::Not, Scalar::Bool, &yes), Ok(no));
}

#[test]
fn a_procedure_calculates_in_the_type_of_its_operands() {
    let mut w = World::new();
    let u64 = w.ty(Ty::Int(IntTy::U64));
    let mul = w.proc(&[u64, u64], u64, |b, p, ret| {
        let product = Rvalue::Binary(BinOp::Mul, p[0].into(), p[1].into());
        b.assign(ret.into(), product, at(1));
    });
    let big = Value::Int(Int::from(u64::MAX));
    let expected = Value::Int(Int::from(u64::MAX.wrapping_mul(u64::MAX - 1)));
    let other = Value::Int(Int::from(u64::MAX - 1));
    assert_eq!(w.eval(mul, vec![big, other]), expected);
}
