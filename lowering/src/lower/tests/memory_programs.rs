//! Programs over arrays, slices and strings; see `programs.rs`.

pub fn arrays(a: i32, b: i32) -> i32 {
    let mut xs = [a, b, 3];
    let ys = [xs[0]; 2];
    xs[(b & 3) as usize] = 7;
    let zs = [[1, 2], [a, b]];
    let i = (a & 1) as usize;
    xs[0]
        .wrapping_add(xs[1].wrapping_mul(3))
        .wrapping_sub(ys[1] ^ zs[1][i])
}

pub fn indices_are_checked(a: i32, b: i32) -> i32 {
    let xs = [1, 2, 3, 4];
    xs[a as usize] + xs[b as usize]
}

pub fn elements_by_reference(a: i32, b: i32) -> i32 {
    let mut xs = [a, b];
    let at = (a & 1) as usize;
    let x = &mut xs[at];
    *x = 5;
    let y = &xs[1 - at];
    xs[at].wrapping_add(*y)
}

fn total(xs: &[i32]) -> i32 {
    match xs {
        [] => 0,
        [x] => *x,
        [x, rest @ ..] => x.wrapping_add(total(rest)),
    }
}

fn ends(xs: &[i32]) -> i32 {
    match xs {
        [first, .., last] => first.wrapping_sub(*last),
        [only] => *only,
        [] => -1,
    }
}

fn bump(xs: &mut [i32], by: i32) {
    if let [first, .., last] = xs {
        *first = by;
        *last ^= by;
    }
}

pub fn slices(a: i32, b: i32) -> i32 {
    let mut xs = [a, b, a ^ b, 9];
    bump(&mut xs, b & 7);
    let one = [a];
    let none: [i32; 0] = [];
    total(&xs)
        .wrapping_mul(3)
        .wrapping_add(ends(&xs))
        .wrapping_add(ends(&one))
        .wrapping_add(ends(&none))
}

pub fn array_patterns(a: i32, b: i32) -> i32 {
    let [x, y, z] = [a, b, 4];
    match [x & 1, y & 1] {
        [0, q] => q + z,
        [p, 0] => p - z,
        [_, _] => 100,
    }
}

fn number(word: &str) -> i32 {
    match word {
        "one" => 1,
        "two" => 2,
        "" => 0,
        _ => -1,
    }
}

pub fn strings(a: i32, b: i32) -> i32 {
    let word = if a > b {
        "one"
    } else if a == b {
        "two"
    } else if a < 0 {
        "three"
    } else {
        ""
    };
    let bytes = b"xyz";
    number(word) * 100 + bytes[(a & 1) as usize] as i32
}

static TABLE: [i32; 3] = [10, 20, 30];
const LIMIT: &[i32] = &[1, 2];

pub fn statics(a: i32, b: i32) -> i32 {
    TABLE[(a & 1) as usize] + LIMIT[(b & 1) as usize]
}
