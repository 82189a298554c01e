//! Small and large numbers against the large ones alone, around every border.

use super::*;
use proptest::prelude::*;

/// Numbers near powers of two, of either sign, on both sides of what is kept inline.
fn number() -> impl Strategy<Value = BigInt> {
    (0_u32..400, -2_i128..3, any::<bool>(), any::<i128>()).prop_map(
        |(power, near, near_only, any)| {
            let whole = BigInt::from(1) << power;
            match near_only {
                true if near < 0 => -whole - near,
                true => whole - near,
                false => BigInt::from(any) + near,
            }
        },
    )
}

fn check(number: &Int, expected: &BigInt) {
    assert_eq!(number.to_large(), *expected);
    // One representation: equality and hashes depend on it.
    let fits = i128::try_from(expected).is_ok();
    assert_eq!(matches!(number.0, Repr::Small(_)), fits);
    assert_eq!(number.to_string(), expected.to_string());
    assert_eq!(expected.to_string().parse(), Ok(number.clone()));
    assert_eq!(i128::try_from(number).ok(), i128::try_from(expected).ok());
    assert_eq!(u128::try_from(number).ok(), u128::try_from(expected).ok());
    assert_eq!(u8::try_from(number).ok(), u8::try_from(expected).ok());
    match I256::try_from(number) {
        Ok(fixed) => {
            assert_eq!(fixed.to_string(), expected.to_string());
            assert_eq!(Int::from(fixed), *number);
        }
        Err(error) => {
            assert_eq!(error.0, *number);
            assert!(signed_width(number) > 256);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn arithmetic_is_that_of_large_numbers(a in number(), b in number(), by in 0_u32..300) {
        let (x, y) = (Int::large(a.clone()), Int::large(b.clone()));
        check(&x, &a);
        check(&(&x + &y), &(&a + &b));
        check(&(&x - &y), &(&a - &b));
        check(&(&x * &y), &(&a * &b));
        check(&(&x & &y), &(&a & &b));
        check(&(&x | &y), &(&a | &b));
        check(&(&x ^ &y), &(&a ^ &b));
        check(&-&x, &-&a);
        check(&!&x, &!&a);
        check(&(x.clone() << by), &(&a << by));
        check(&(x.clone() >> by), &(&a >> by));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        if b == BigInt::from(0) {
            check(&quotient(&x, &y), &b);
            check(&remainder(&x, &y), &b);
        } else {
            check(&quotient(&x, &y), &(&a / &b));
            check(&remainder(&x, &y), &(&a % &b));
        }
    }

    #[test]
    fn widths_are_the_least_that_do(a in number(), width in 1_u32..300) {
        let x = Int::large(a.clone());
        let fits = |width: u32| {
            let (low, high) = machine_range(width, true);
            low <= x && x <= high
        };
        let own = signed_width(&x);
        prop_assert!(fits(own) && (own == 1 || !fits(own - 1)));
        for position in [0, own - 1, own, own + 200] {
            prop_assert_eq!(bit(&x, position), a.bit(u64::from(position)));
        }
        for signed in [false, true] {
            let wrapped = wrap(&x, width, signed);
            let (low, high) = machine_range(width, signed);
            prop_assert!(low <= wrapped && wrapped <= high);
            let distance = (&a - wrapped.to_large()) % (BigInt::from(1) << width);
            prop_assert_eq!(distance, BigInt::from(0));
        }
    }
}

#[test]
fn shifts_by_any_amount_are_answered() {
    let huge = power_of_two(200);
    assert_eq!(shift_left(&Int::ONE, &huge), None);
    assert_eq!(shift_left(&Int::ZERO, &huge), Some(Int::ZERO));
    assert_eq!(shift_left(&Int::ONE, &-&huge), Some(Int::ONE));
    assert_eq!(shift_right(&Int::MINUS_ONE, &huge), Int::MINUS_ONE);
    assert_eq!(shift_right(&huge, &huge), Int::ZERO);
    let most = Int::from(WIDTH_LIMIT - 2);
    let edge = shift_left(&Int::ONE, &most).map(|number| signed_width(&number));
    assert_eq!(edge, Some(WIDTH_LIMIT));
    assert_eq!(shift_left(&Int::ONE, &(most + 1)), None);
}

#[test]
fn what_is_no_number_is_not_read() {
    for text in [
        "",
        "-",
        "+-1",
        "1e3",
        "0x10",
        "1 ",
        "12345678901234567890123456789012345678901x",
    ] {
        assert_eq!(text.parse::<Int>(), Err(NotANumber), "{text}");
    }
}
