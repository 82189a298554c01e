//! Integer operations in both encodings against ordinary arithmetic: exhaustively on small ranges,
//! randomly on large ones.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use num_bigint::BigInt;
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
fn a_shift_beyond_all_memory_is_an_error_that_names_the_expression() {
    let l = Logic::new();
    let a = bits(&l, "a", 128);
    let shifted = l.shl(l.add(a, l.int(1)), a);
    let mut translator = Translator::new();
    let error = translator.possible_values(&l, shifted).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the range of `let t0 = number[a, i128] (t0 + 1) << t0` needs more than 1048576 bits",
    );
    // Reduced it is as large, but what has been refused once does not spoil the rest.
    let reduced = l.wrap(shifted, 8, false);
    assert_eq!(translator.possible_values(&l, reduced).unwrap_err(), error);
    let square = l.mul(l.mul(a, a), l.mul(a, a));
    let Values::Range(low, high) = translator.possible_values(&l, square).unwrap() else {
        panic!("a product of 512 bits is kept in bits");
    };
    assert_eq!(high.to_string(), (BigInt::from(1) << 508_u32).to_string());
    assert!(low < 0);
    // Constants are folded, up to the same limit.
    assert!(l.check().is_ok());
    let _ = l.shl(l.int(1), l.int(1_u64 << 40));
    assert!(matches!(l.check(), Err(LogicError::IntRange { .. })));
}

#[test]
fn smallest_and_largest_of_wide_numbers_are_found() {
    let l = Logic::new();
    let a = bits(&l, "a", 270);
    let mut session = Session::new(Translator::new());
    let limit = exact(&(BigInt::from(-7) << 260));
    session.assert(&l, l.int_le(l.int(&limit), a)).unwrap();
    for (measure, expected) in [
        (a, limit.clone()),
        (l.neg(a), -exact(&((BigInt::from(1) << 269) - 1))),
        (l.bit_xor(a, l.int(5)), limit.clone()),
    ] {
        let minimum = session
            .minimise(&l, &[], &[Measure::Number(measure)], &[])
            .unwrap();
        assert!(minimum.exact);
        let Outcome::Sat(instance) = minimum.outcome else {
            panic!("there is one");
        };
        assert_eq!(instance.int(&l, measure).unwrap(), expected);
    }
}

#[test]
fn bit_positions_have_no_end_either() {
    let l = Logic::new();
    let sort = l.sort("A");
    // Atoms in between: positions are not numbered without gaps.
    let places: Vec<Atom> = [0, 300, 70_000]
        .map(|at| {
            l.atom(sort, "a");
            l.bit_atom(at)
        })
        .to_vec();
    assert_eq!(l.atom_name(places[2]), "#70000");
    let set = l.rel(l.relation(
        "set",
        &[BIT],
        TupleSet::empty([BIT]),
        TupleSet::unary(BIT, places),
    ));
    let number = l.from_bits(set, 70_001, false);
    let again = l.to_bits(l.add(number, l.int(0)), 70_100);
    let mut session = Session::new(Translator::new());
    let mut seen = Vec::new();
    session
        .assert(&l, l.equal(set, l.union(again, l.none(&[BIT]))))
        .unwrap();
    let relations = l.relations();
    session
        .enumerate(&l, &relations, |instance| {
            seen.push(instance.int(&l, number).unwrap());
            true
        })
        .unwrap();
    seen.sort();
    let power = |at: u32| BigInt::from(1) << at;
    let one = BigInt::from(1);
    let zero = BigInt::from(0);
    let expected = [
        zero.clone(),
        one.clone(),
        power(300),
        power(300) + &one,
        power(70_000),
        power(70_000) + &one,
        power(70_000) + power(300),
        power(70_000) + power(300) + &one,
    ];
    assert_eq!(seen, expected.map(|number| exact(&number)));
}

/// The number, by way of its digits.
fn exact(number: &BigInt) -> Int {
    number.to_string().parse().unwrap()
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

/// The same on widths that no machine has, against another implementation.
type Exact = (&'static str, Build, fn(&BigInt, &BigInt) -> BigInt);

/// Reduction of `number` to `width` bits.
fn reduced(number: &BigInt, width: u32, signed: bool) -> BigInt {
    let modulus = BigInt::from(1) << width;
    let rest = ((number % &modulus) + &modulus) % &modulus;
    match signed && rest.bit(u64::from(width - 1)) {
        true => rest - modulus,
        false => rest,
    }
}

fn low(number: &BigInt, mask: u32) -> u32 {
    u32::try_from(number & BigInt::from(mask)).unwrap()
}

const EXACT: &[Exact] = &[
    ("add", |l, a, b| l.add(a, b), |a, b| a + b),
    ("sub", |l, a, b| l.sub(a, b), |a, b| a - b),
    (
        "div",
        |l, a, b| l.div(a, b),
        |a, b| match *b == BigInt::from(0) {
            true => b.clone(),
            false => a / b,
        },
    ),
    (
        "rem",
        |l, a, b| l.rem(a, b),
        |a, b| match *b == BigInt::from(0) {
            true => b.clone(),
            false => a % b,
        },
    ),
    ("and", |l, a, b| l.bit_and(a, b), |a, b| a & b),
    ("or", |l, a, b| l.bit_or(a, b), |a, b| a | b),
    ("xor", |l, a, b| l.bit_xor(a, b), |a, b| a ^ b),
    ("neg", |l, a, _| l.neg(a), |a, _| -a),
    ("not", |l, a, _| l.bit_not(a), |a, _| !a),
    ("product", |l, a, b| l.mul(a, b), |a, b| a * b),
    (
        "half of each, multiplied",
        |l, a, b| l.mul(l.wrap(a, 64, false), l.wrap(b, 64, true)),
        |a, b| reduced(a, 64, false) * reduced(b, 64, true),
    ),
    (
        "sum as a machine word",
        |l, a, b| l.wrap(l.add(a, b), 128, true),
        |a, b| reduced(&(a + b), 128, true),
    ),
    (
        "difference as an unsigned word",
        |l, a, b| l.wrap(l.sub(a, b), 128, false),
        |a, b| reduced(&(a - b), 128, false),
    ),
    (
        "product as a wide word",
        |l, a, b| l.wrap(l.mul(a, b), 301, true),
        |a, b| reduced(&(a * b), 301, true),
    ),
    (
        "shl",
        |l, a, b| l.shl(a, l.bit_and(b, l.int(511))),
        |a, b| a << low(b, 511),
    ),
    (
        "shr",
        |l, a, b| l.shr(a, l.bit_and(b, l.int(511))),
        |a, b| a >> low(b, 511),
    ),
    (
        "bits",
        |l, a, b| {
            l.from_bits(
                l.intersection(l.to_bits(a, 333), l.to_bits(b, 400)),
                350,
                true,
            )
        },
        |a, b| reduced(&(reduced(a, 333, false) & b), 350, true),
    ),
];

/// Numbers of `width` bits, many of them near a power of two.
fn number_of(width: u32) -> impl Strategy<Value = BigInt> {
    let any_bytes = prop::collection::vec(any::<u8>(), 1..=width as usize / 8);
    prop_oneof![
        any_bytes.prop_map(|bytes| BigInt::from_signed_bytes_le(&bytes)),
        (0..width - 1, -1_i32..2).prop_map(|(power, near)| (BigInt::from(1) << power) - near),
        (0..width - 1, -1_i32..1).prop_map(|(power, near)| near - (BigInt::from(1) << power)),
        (-10_i32..10).prop_map(BigInt::from),
    ]
}

fn pairs() -> impl Strategy<Value = (u32, BigInt, BigInt)> {
    let widths = prop_oneof![Just(128_u32), Just(249), Just(257)];
    widths.prop_flat_map(|width| (Just(width), number_of(width), number_of(width)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_of_any_width_is_exact((width, x, y) in pairs()) {
        // One bit more, so that what is near the largest power is there.
        let l = Logic::new();
        let (a, b) = (bits(&l, "a", width + 1), bits(&l, "b", width + 1));
        let pinned = [l.int_eq(a, l.int(exact(&x))), l.int_eq(b, l.int(exact(&y)))];
        for (_, build, compute) in EXACT {
            let expected = l.int(exact(&compute(&x, &y)));
            // Each on its own: the solver would decide about the circuits of all others as well.
            let mut session = Session::new(Translator::new());
            decide(&mut session, &l, &pinned, l.int_eq(build(&l, a, b), expected), true);
        }
        let mut session = Session::new(Translator::new());
        decide(&mut session, &l, &pinned, l.int_lt(a, b), x < y);
        decide(&mut session, &l, &pinned, l.int_le(a, b), x <= y);
        decide(&mut session, &l, &pinned, l.int_eq(a, b), x == y);
        let product = l.mul(a, b);
        // Whether it leaves a machine type, as a program would ask.
        let outside = l.or(&[l.int_lt(product, l.int(i128::MIN)), l.int_lt(l.int(i128::MAX), product)]);
        decide(&mut session, &l, &pinned, outside, i128::try_from(&x * &y).is_err());
    }

    #[test]
    fn one_hot_numbers_of_any_width_are_exact(
        xs in prop::collection::btree_set(number_of(300), 2..5),
        ys in prop::collection::btree_set(number_of(300), 2..5),
    ) {
        let l = Logic::new();
        let number = |name: &str, values: &std::collections::BTreeSet<BigInt>| {
            let atoms = values.iter().map(|value| l.int_atom(exact(value)));
            let atoms = TupleSet::unary(INT, atoms);
            l.value_of(l.rel(l.function(name, &[INT], 0, TupleSet::empty([INT]), atoms)))
        };
        let (a, b) = (number("a", &xs), number("b", &ys));
        let mut session = Session::new(Translator::new());
        for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
            let pinned = [l.int_eq(a, l.int(exact(x))), l.int_eq(b, l.int(exact(y)))];
            for (name, build, compute) in EXACT {
                let result = compute(x, y);
                let expected = l.int(exact(&result));
                let built = build(&l, a, b);
                decide(&mut session, &l, &pinned, l.int_eq(built, expected), true);
                // And as an atom; bits that are set one by one have too many values.
                if *name == "bits" {
                    continue;
                }
                let atom = l.singleton(l.int_atom(exact(&result)));
                decide(&mut session, &l, &pinned, l.equal(l.to_atoms(built), atom), true);
            }
            let sum = l.sum(l.union(l.to_atoms(a), l.to_atoms(b)));
            let expected = if x == y { x.clone() } else { x + y };
            decide(&mut session, &l, &pinned, l.int_eq(sum, l.int(exact(&expected))), true);
        }
    }
}
