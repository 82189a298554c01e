//! Numbers, characters, truth values.

pub fn bits(a: i32) -> i64 {
    let x = (a as u32).wrapping_mul(0x9E37_79B9);
    let mut sum = x.count_ones() as i64;
    sum = sum * 67 + x.leading_zeros() as i64;
    sum = sum * 67 + x.trailing_zeros() as i64;
    sum = sum * 67 + x.rotate_left(7) as i64 % 61;
    sum = sum * 67 + x.swap_bytes() as i64 % 61;
    sum = sum * 67 + x.reverse_bits() as i64 % 61;
    sum += (a as i8).count_ones() as i64
        + (a as i64).leading_zeros() as i64
        + (a as u128).trailing_zeros() as i64;
    sum += (a as i16).leading_ones() as i64
        + (a as i64).trailing_ones() as i64
        + (a as u128).count_zeros() as i64;
    sum
}

pub fn powers(a: i32) -> i64 {
    let x = a as i64;
    let mut sum = x.pow(5) + x.wrapping_pow(70) % 1000 + x.checked_pow(40).unwrap_or(-3) % 1000;
    sum += x.saturating_pow(60) % 1000 + x.overflowing_pow(64).1 as i64;
    sum += (a as u32 % 100).isqrt() as i64;
    sum += (a as u32 % 100).next_power_of_two() as i64;
    sum + (a as u64 % 100).is_power_of_two() as i64
}

pub fn logarithms(a: i32) -> i64 {
    (a as u32).checked_ilog2().map_or(-1, |x| x as i64) * 100
        + (a * 100).ilog10() as i64 * 10
        + (a * 100).ilog(3) as i64
}

pub fn saturation(a: i32) -> i64 {
    let b = a as i8;
    let mut sum = b.saturating_add(125) as i64;
    sum = sum * 300 + b.saturating_sub(127) as i64;
    sum = sum * 300 + b.saturating_mul(100) as i64;
    sum = sum * 300 + b.wrapping_add(127) as i64;
    sum = sum * 300 + b.checked_add(124).unwrap_or(-7) as i64;
    sum = sum * 3 + b.checked_div(b).unwrap_or(-7) as i64;
    sum += b.overflowing_sub(-126).1 as i64;
    sum + (a as u8).saturating_sub(3) as i64
}

pub fn divisions(a: i32) -> i64 {
    let b = a - 3;
    let mut sum = (7i32).rem_euclid(b) as i64 * 100 + (-7i32).div_euclid(b) as i64;
    sum = sum * 100 + (-7i32).rem_euclid(b) as i64;
    sum = sum * 100 + (a as u32).div_ceil(3) as i64 % 100;
    sum * 100 + (a as u32 % 50).next_multiple_of(4) as i64
}

pub fn differences(a: i32) -> i64 {
    let mut sum = a.abs_diff(3) as i64 * 10 + (a as u8).abs_diff(4) as i64;
    sum += a.unsigned_abs() as i64 + a.signum() as i64 + a.abs() as i64;
    sum = sum * 10 + (3u8).checked_add_signed(-a as i8).map_or(-1, |x| x as i64);
    sum = sum * 10 + (-a).checked_add_unsigned(3).map_or(-1, |x| x as i64);
    sum + i64::from(a.min(2)) + i64::from(a.max(3)) + i64::from(a.clamp(1, 3))
}

pub fn conversions(a: i32) -> i64 {
    let mut sum = u8::try_from(a * 60).map_or(-1, |x| x as i64);
    sum = sum * 10 + i8::try_from(a * 40).map_or(-1, |x| x as i64);
    sum = sum * 10 + u64::try_from(a).map_or(-1, |x| x as i64);
    let narrow: Result<i16, _> = (a as i64 * 10_000).try_into();
    sum = sum * 10 + narrow.map_or(-1, |x| x as i64);
    let wide: i64 = (a as u8).into();
    sum + wide + i64::from(a > 2) + usize::from(a as u8) as i64
}

pub fn bytes(a: i32) -> i64 {
    let b = (a * 77777).to_le_bytes();
    let c = (a * 77777).to_be_bytes();
    let mut sum = 0;
    for i in 0..4 {
        sum = sum * 256 + b[i] as i64 + c[3 - i] as i64;
    }
    sum += i32::from_le_bytes(b) as i64 - i32::from_be_bytes(c) as i64;
    sum + u16::from_le_bytes([1, a as u8]) as i64
}

pub fn chars(a: i32) -> i64 {
    let c = char::from_u32(a as u32 * 30 + 40).unwrap();
    let mut sum = c.is_ascii_digit() as i64
        + c.is_ascii_alphabetic() as i64 * 2
        + c.is_whitespace() as i64 * 4;
    sum = sum * 10 + c.to_digit(16).map_or(20, |d| d as i64);
    sum = sum * 10 + c.len_utf8() as i64 + c.to_ascii_uppercase() as i64;
    sum += char::from_digit(a as u32, 4).map_or(-1, |c| c as i64);
    for x in 'a'..='e' {
        sum = sum * 2 + (x < c) as i64;
    }
    sum + u8::try_from(c).map_or(-5, |x| x as i64)
}

pub fn truths(a: i32) -> i64 {
    (a > 2).then(|| a as i64).unwrap_or(-4) * 10 + (a > 1).then_some(3).unwrap_or(8)
}

pub fn never_zero(a: i32) -> i64 {
    use std::num::{NonZeroU32, NonZeroUsize};
    let n = NonZeroU32::new(a as u32);
    let m = NonZeroUsize::new(3).unwrap();
    n.map_or(-1, |n| n.get() as i64 % 100 + n.leading_zeros() as i64)
        + m.get() as i64
        + usize::from(m) as i64
        + m.checked_add(usize::MAX).map_or(50, |_| 60)
}

pub fn parsing(a: i32) -> i64 {
    let texts = ["12", "-7", "+300", "", "9x", "-", "255"];
    let text = texts[a as usize];
    let mut sum = text.parse::<i64>().unwrap_or(-1);
    sum = sum * 10 + text.parse::<u8>().map_or(-2, |x| x as i64);
    sum * 10 + i64::from_str_radix(text, 16).unwrap_or(-3)
}

pub fn orders(a: i32) -> i64 {
    use std::cmp::{Ordering, Reverse};
    let mut sum = match a.cmp(&2).then(3.cmp(&a)).reverse() {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    };
    sum += (Reverse(a) < Reverse(1)) as i64 * 10 + ((a, 3) < (2, 5)) as i64 * 100;
    sum += std::cmp::max(a, 2) as i64 + std::cmp::min_by_key(a, 2, |x| (x - 3).abs()) as i64;
    sum + (Some(a) > None) as i64 + (Ok::<i32, i32>(a) < Err(0)) as i64
}

pub fn float_limits(a: i32) -> i64 {
    let singles = [f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::EPSILON];
    let doubles = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, f64::EPSILON];
    let mut sum = a as i64;
    for single in singles {
        sum = sum.wrapping_mul(31).wrapping_add(single.to_bits() as i64);
    }
    for double in doubles {
        sum = sum.wrapping_mul(31).wrapping_add(double.to_bits() as i64);
    }
    sum
}

pub fn float_functions(a: i32) -> i64 {
    let mut sum = 0i64;
    for x in [
        a as f64,
        a as f64 / 3.0,
        1e300 * a as f64,
        2.5,
        -0.5,
        0.49999999999999994,
        f64::INFINITY,
    ] {
        let found = [
            x.abs().sqrt(),
            x.round(),
            x.recip(),
            x.copysign(-1.0),
            x.signum(),
            x.clamp(-1.0, 2.0),
        ];
        for found in found {
            sum = sum.wrapping_mul(31).wrapping_add(found.to_bits() as i64);
        }
        let single = (x as f32).abs().sqrt();
        sum = sum.wrapping_mul(31).wrapping_add(single.to_bits() as i64);
    }
    sum.wrapping_add((a as f64 - 1.0).sqrt().is_nan() as i64)
}

pub fn float_constants(a: i32) -> i64 {
    use std::f32::consts::{E, LN_2, SQRT_2};
    use std::f64;
    let mut sum =
        (E.to_bits() as i64 % 1000) + LN_2.to_bits() as i64 % 777 + SQRT_2.to_bits() as i64 % 99;
    sum += (f64::consts::PI.to_bits() % 1009) as i64
        + (core::f64::consts::TAU.to_bits() % 1013) as i64;
    sum += (f64::consts::FRAC_1_SQRT_2.to_bits() % 1019) as i64
        + (std::f64::consts::LOG2_10.to_bits() % 1021) as i64;
    sum +=
        (f64::consts::FRAC_PI_6.to_bits() % 31) as i64 + (f64::consts::LN_10.to_bits() % 37) as i64;
    sum += (std::f64::EPSILON.to_bits() % 41) as i64 + (f64::MAX.to_bits() % 43) as i64;
    sum * 10 + a as i64
}
