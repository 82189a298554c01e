use bverify_contracts::*;

pub enum Answer {
    None,
    One(u8),
    Two { first: u8, second: u8 },
}

#[ensures(match result { Answer::None => a == 0, Answer::One(x) => x == a, Answer::Two { first, .. } => first == a })]
#[ensures(if let Answer::Two { second, .. } = result { second == b } else { true })]
#[ensures(matches!(result, Answer::Two { first, second } if first != second) ==> a != b)]
#[ensures({ let answer = &result; !matches!(answer, Answer::None) || a == 0 })]
pub fn answer(a: u8, b: u8) -> Answer {
    match (a, b) {
        (0, _) => Answer::None,
        (a, 0) => Answer::One(a),
        (first, second) => Answer::Two { first, second },
    }
}
