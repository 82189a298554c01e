//! Integer operations in both encodings against ordinary arithmetic: exhaustively on small ranges,
//! randomly on large ones.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use proptest::prelude::*;
use solver_bridge::*;

type Build = fn(&Logic, IntExpr, IntExpr) -> IntExpr;
type Compute = fn(i128, i128) -> i128;

const OPERATIONS: &[(&str, Build, Compute)] = &[
    ("add", |l, a, b| l.add(a, b), |a, b| a + b),
    ("sub", |l, a, b| l.sub(a, b), |a, b| a - b),
    ("mul", |l, a, b| l.mul(a, b), |a, b| a * b),
    (
        "div",
        |l, a, b| l.div(a, b),
        |a, b| if b == 0 { 0 } else { a / b },
    ),
    (
        "rem",
        |l, a, b| l.rem(a, b),
        |a, b| if b == 0 { 0 } else { a % b },
    ),
    ("and", |l, a, b| l.bit_and(a, b), |a, b| a & b),
    ("or", |l, a, b| l.bit_or(a, b), |a, b| a | b),
    ("xor", |l, a, b| l.bit_xor(a, b), |a, b| a ^ b),
    ("not", |l, a, _| l.bit_not(a), |a, _| !a),
    ("neg", |l, a, _| l.neg(a), |a, _| -a),
    (
        "wrap u3",
        |l, a, b| l.wrap(l.add(a, b), 3, false),
        |a, b| (a + b) & 7,
    ),
    (
        "wrap i3",
        |l, a, b| l.wrap(l.mul(a, b), 3, true),
        |a, b| ((a * b) << 125) >> 125,
    ),
    (
        "ite",
        |l, a, b| l.int_ite(l.int_lt(a, b), a, l.sub(b, l.int(1))),
        |a, b| {
            if a < b { a } else { b - 1 }
        },
    ),
];

const SHIFTS: &[(&str, Build, Compute)] = &[
    ("shl", |l, a, b| l.shl(a, b), |a, b| a << b.max(0)),
    ("shr", |l, a, b| l.shr(a, b), |a, b| a >> b.clamp(0, 127)),
];

#[derive(Clone, Copy, Debug)]
enum Encoding {
    OneHot,
    Bits,
}

/// A number that can be any of -8 to 7.
fn number(l: &Logic, name: &str, encoding: Encoding) -> IntExpr {
    match encoding {
        Encoding::OneHot => {
            let values = TupleSet::unary(INT, (-8..8).map(|n| l.int_atom(Int::from(n))));
            l.value_of(l.rel(l.function(name, &[INT], 0, TupleSet::empty([INT]), values)))
        }
        Encoding::Bits => bits(l, name, 4),
    }
}

fn bits(l: &Logic, name: &str, width: u32) -> IntExpr {
    let places = TupleSet::unary(BIT, (0..width).map(|at| l.bit_atom(at)));
    l.from_bits(
        l.rel(l.relation(name, &[BIT], TupleSet::empty([BIT]), places)),
        width,
        true,
    )
}

fn holds(session: &mut Session, l: &Logic, formulas: &[Formula]) -> bool {
    matches!(session.solve(l, formulas).unwrap(), Outcome::Sat(_))
}

/// Under `pinned`, `formula` must be true if `expected`, and false otherwise.
fn decide(session: &mut Session, l: &Logic, pinned: &[Formula], formula: Formula, expected: bool) {
    let right = if expected { formula } else { l.not(formula) };
    let holds_right = holds(session, l, &[pinned, &[right]].concat());
    let holds_wrong = holds(session, l, &[pinned, &[l.not(right)]].concat());
    assert!(
        holds_right && !holds_wrong,
        "{}",
        l.print(&[pinned, &[right]].concat())
    );
}

fn exhaust(left: Encoding, right: Encoding) {
    let l = Logic::new();
    let (a, b) = (number(&l, "a", left), number(&l, "b", right));
    let mut session = Session::new(Translator::new());
    for x in -8..8 {
        for y in -8..8 {
            let pinned = [l.int_eq(a, l.int(x)), l.int_eq(b, l.int(y))];
            let (x, y) = (i128::from(x), i128::from(y));
            for (_, build, compute) in OPERATIONS.iter().chain(SHIFTS) {
                let expected = l.int(compute(x, y));
                decide(
                    &mut session,
                    &l,
                    &pinned,
                    l.int_eq(build(&l, a, b), expected),
                    true,
                );
            }
            decide(&mut session, &l, &pinned, l.int_eq(a, b), x == y);
            decide(&mut session, &l, &pinned, l.int_lt(a, b), x < y);
            decide(&mut session, &l, &pinned, l.int_le(a, b), x <= y);
        }
    }
}

#[test]
fn one_hot_arithmetic_is_exact() {
    exhaust(Encoding::OneHot, Encoding::OneHot);
}

#[test]
fn bit_vector_arithmetic_is_exact() {
    exhaust(Encoding::Bits, Encoding::Bits);
}

#[test]
fn mixed_arithmetic_is_exact() {
    exhaust(Encoding::OneHot, Encoding::Bits);
    exhaust(Encoding::Bits, Encoding::OneHot);
}

#[test]
fn conversions_are_inverse_to_each_other() {
    let l = Logic::new();
    let mut session = Session::new(Translator::new());
    for encoding in [Encoding::OneHot, Encoding::Bits] {
        let a = number(&l, "a", encoding);
        // Through other operators, or the builders would fold them away.
        let atoms = l.union(l.to_atoms(a), l.none(&[INT]));
        let through_atoms = l.value_of(l.intersection(atoms, l.univ(INT)));
        assert!(l.check().is_ok());
        let bits = l.intersection(l.to_bits(a, 6), l.univ(BIT));
        let through_bits = l.from_bits(bits, 6, true);
        for back in [through_atoms, through_bits] {
            assert!(!holds(&mut session, &l, &[l.not(l.int_eq(a, back))]));
        }
        assert_eq!(l.value_of(l.to_atoms(a)), a);
        let values = session
            .translator()
            .possible_values(&l, l.from_bits(l.to_bits(a, 6), 6, true));
        assert_eq!(
            values.unwrap(),
            session.translator().possible_values(&l, a).unwrap()
        );
    }
}

#[test]
fn ranges_are_tight_enough_to_decide_without_a_solver() {
    let l = Logic::new();
    let mut translator = Translator::new();
    let a = bits(&l, "a", 8);
    let unsigned = l.wrap(a, 8, false);
    for (formula, expected) in [
        (l.int_le(a, l.int(127)), true),
        (l.int_lt(a, l.int(-128)), false),
        (l.int_lt(l.add(a, a), l.int(255)), true),
        (l.int_le(l.int(0), unsigned), true),
        (l.int_lt(unsigned, l.int(256)), true),
        (l.int_lt(l.rem(unsigned, l.int(10)), l.int(10)), true),
        (l.int_le(l.bit_and(a, l.int(12)), l.int(12)), true),
    ] {
        let gate = translator.formula(&l, formula).unwrap();
        assert_eq!(
            gate.as_constant(),
            Some(expected),
            "{}",
            l.print(&[formula])
        );
    }
}

#[test]
fn a_range_beyond_250_bits_is_an_error_that_names_the_expression() {
    let l = Logic::new();
    let a = bits(&l, "a", 128);
    let square = l.mul(a, a);
    let one_more = l.add(square, l.int(1));
    let names = |error: LogicError, part: char| {
        assert!(
            matches!(&error, LogicError::IntRange { expression } if expression.contains(part)),
            "{error}"
        );
    };
    // A product may be compared and reduced, but neither computed with nor turned into an atom.
    let mut translator = Translator::new();
    names(translator.possible_values(&l, square).unwrap_err(), '*');
    for computed in [
        l.mul(square, a),
        l.neg(square),
        l.shr(square, l.int(3)),
        one_more,
    ] {
        let question = l.int_lt(computed, a);
        names(translator.formula(&l, question).unwrap_err(), '*');
    }
    let atom = l.some(l.to_atoms(square));
    names(translator.formula(&l, atom).unwrap_err(), '*');
    assert!(translator.formula(&l, l.int_lt(square, a)).is_ok());
    let mut session = Session::new(translator);
    let minimum = session.minimise(&l, &[], &[Measure::Number(square)], &[]);
    assert!(matches!(
        minimum,
        Err(SolveError::Logic(LogicError::IntRange { .. }))
    ));
}

/// The product of magnitudes by long multiplication, as digits of 64 bits.
fn digits(x: u128, y: u128) -> [u64; 4] {
    let halves = |n: u128| [n & u128::from(u64::MAX), n >> 64];
    let mut result = [0_u64; 4];
    for (i, a) in halves(x).into_iter().enumerate() {
        let mut carry = 0;
        for (j, b) in halves(y).into_iter().enumerate() {
            let sum = a * b + u128::from(result[i + j]) + carry;
            (result[i + j], carry) = (sum as u64, sum >> 64);
        }
        result[i + 2] = u64::try_from(carry).unwrap();
    }
    result
}

fn wide() -> impl Strategy<Value = i64> {
    prop_oneof![
        any::<i64>(),
        -10_i64..10,
        any::<u8>().prop_map(|shift| 1_i64 << (shift % 64)),
        any::<u8>().prop_map(|shift| (1_i64 << (shift % 63)) - 1),
        Just(i64::MIN),
        Just(i64::MAX),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn wide_arithmetic_is_exact(x in wide(), y in wide(), shift in 0_u32..63) {
        let l = Logic::new();
        let (a, b) = (bits(&l, "a", 64), bits(&l, "b", 64));
        let pinned = [l.int_eq(a, l.int(x)), l.int_eq(b, l.int(y))];
        let mut session = Session::new(Translator::new());
        for (name, build, compute) in OPERATIONS {
            // The product of three bits is not what is tried here.
            if *name != "wrap i3" {
                let expected = l.int(compute(x.into(), y.into()));
                decide(&mut session, &l, &pinned, l.int_eq(build(&l, a, b), expected), true);
            }
        }
        for (_, build, compute) in SHIFTS {
            let amount = l.bit_and(b, l.int(63));
            let expected = l.int(compute(x.into(), i128::from(y & 63)));
            decide(&mut session, &l, &pinned, l.int_eq(build(&l, a, amount), expected), true);
            let constant = l.int(compute(x.into(), shift.into()));
            decide(&mut session, &l, &pinned, l.int_eq(build(&l, a, l.int(shift)), constant), true);
        }
        decide(&mut session, &l, &pinned, l.int_lt(a, b), x < y);
        decide(&mut session, &l, &pinned, l.int_eq(a, b), x == y);
        let wrapped = l.int(x.wrapping_mul(y));
        decide(&mut session, &l, &pinned, l.int_eq(l.wrap(l.mul(a, b), 64, true), wrapped), true);
    }
}

/// The same over 128 bits, where only the exact type holds the results.
type Exact = (&'static str, Build, fn(Int, Int) -> Int);

const EXACT: &[Exact] = &[
    ("add", |l, a, b| l.add(a, b), |a, b| a + b),
    ("sub", |l, a, b| l.sub(a, b), |a, b| a - b),
    (
        "div",
        |l, a, b| l.div(a, b),
        |a, b| if b == 0 { Int::ZERO } else { a / b },
    ),
    (
        "rem",
        |l, a, b| l.rem(a, b),
        |a, b| if b == 0 { Int::ZERO } else { a % b },
    ),
    ("and", |l, a, b| l.bit_and(a, b), |a, b| a & b),
    ("or", |l, a, b| l.bit_or(a, b), |a, b| a | b),
    ("xor", |l, a, b| l.bit_xor(a, b), |a, b| a ^ b),
    ("neg", |l, a, _| l.neg(a), |a, _| -a),
    ("not", |l, a, _| l.bit_not(a), |a, _| !a),
    (
        "half of each, multiplied",
        |l, a, b| l.mul(l.wrap(a, 64, false), l.wrap(b, 64, true)),
        |a, b| Int::from(a.as_u64()) * Int::from(b.as_i64()),
    ),
    (
        "sum as a machine word",
        |l, a, b| l.wrap(l.add(a, b), 128, true),
        |a, b| Int::from((a + b).as_i128()),
    ),
    (
        "difference as an unsigned word",
        |l, a, b| l.wrap(l.sub(a, b), 128, false),
        |a, b| Int::from_words(0, (a - b).as_i128()),
    ),
    (
        "shl",
        |l, a, b| l.shl(a, l.bit_and(b, l.int(63))),
        |a, b| a << (b.as_u64() & 63),
    ),
    (
        "shr",
        |l, a, b| l.shr(a, l.bit_and(b, l.int(127))),
        |a, b| a >> (b.as_u64() & 127),
    ),
];

fn very_wide() -> impl Strategy<Value = i128> {
    prop_oneof![
        any::<i128>(),
        any::<i64>().prop_map(i128::from),
        -10_i128..10,
        any::<u8>().prop_map(|shift| 1_i128 << (shift % 128)),
        any::<u8>().prop_map(|shift| (1_i128 << (shift % 127)) - 1),
        Just(i128::MIN),
        Just(i128::MAX),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_of_128_bits_is_exact(x in very_wide(), y in very_wide()) {
        let l = Logic::new();
        let (a, b) = (bits(&l, "a", 128), bits(&l, "b", 128));
        let pinned = [l.int_eq(a, l.int(x)), l.int_eq(b, l.int(y))];
        let mut session = Session::new(Translator::new());
        for (_, build, compute) in EXACT {
            let expected = l.int(compute(x.into(), y.into()));
            decide(&mut session, &l, &pinned, l.int_eq(build(&l, a, b), expected), true);
        }
        decide(&mut session, &l, &pinned, l.int_lt(a, b), x < y);
        decide(&mut session, &l, &pinned, l.int_le(a, b), x <= y);
        decide(&mut session, &l, &pinned, l.int_eq(a, b), x == y);
        let product = l.mul(a, b);
        for (width, signed) in [(128, true), (128, false), (64, true), (1, false)] {
            let expected = match (width, signed) {
                (128, true) => Int::from(x.wrapping_mul(y)),
                (128, false) => Int::from(x.wrapping_mul(y) as u128),
                (64, _) => Int::from(x.wrapping_mul(y) as i64),
                _ => Int::from(x.wrapping_mul(y) & 1),
            };
            let reduced = l.wrap(product, width, signed);
            decide(&mut session, &l, &pinned, l.int_eq(reduced, l.int(expected)), true);
        }
        // Whether it leaves the machine type, as a program would ask.
        let outside = l.or(&[l.int_lt(product, l.int(i128::MIN)), l.int_lt(l.int(i128::MAX), product)]);
        decide(&mut session, &l, &pinned, outside, x.checked_mul(y).is_none());
    }

    #[test]
    fn products_of_unsigned_128_bits_are_exact(x in any::<u128>(), y in any::<u128>(), shift in 0..128_u32) {
        let l = Logic::new();
        let unsigned = |name: &str| {
            let all = TupleSet::unary(BIT, (0..128).map(|at| l.bit_atom(at)));
            l.from_bits(l.rel(l.relation(name, &[BIT], TupleSet::empty([BIT]), all)), 128, false)
        };
        let (a, b) = (unsigned("a"), unsigned("b"));
        let (x, y) = (x >> shift, y);
        let pinned = [l.int_eq(a, l.int(x)), l.int_eq(b, l.int(y))];
        let mut session = Session::new(Translator::new());
        let product = l.mul(a, b);
        let [d0, d1, d2, d3] = digits(x, y);
        let low = u128::from(d0) | u128::from(d1) << 64;
        let outside = l.int_lt(l.int(u128::MAX), product);
        decide(&mut session, &l, &pinned, outside, (d2, d3) != (0, 0));
        decide(&mut session, &l, &pinned, l.int_eq(l.wrap(product, 128, false), l.int(low)), true);
        // The bits above the machine word as well.
        let ones = (0..248_u32).filter(|&at| [d0, d1, d2, d3][at as usize / 64] >> (at % 64) & 1 == 1);
        let ones = TupleSet::unary(BIT, ones.map(|at| l.bit_atom(at)));
        let bits = l.equal(l.to_bits(product, 248), l.constant(ones));
        decide(&mut session, &l, &pinned, bits, true);
        // Products with each other.
        let other = l.mul(b, l.int(x));
        decide(&mut session, &l, &pinned, l.int_eq(product, other), true);
        decide(&mut session, &l, &pinned, l.int_lt(product, other), false);
        let chosen = l.int_ite(outside, product, l.neg(a));
        decide(&mut session, &l, &pinned, l.int_le(chosen, product), true);
    }
}
