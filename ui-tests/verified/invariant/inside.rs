use bverify_contracts::*;

#[invariant(self.0 != 0)]
pub struct NonZero(u8);

pub struct Owner {
    one: NonZero,
    many: Vec<NonZero>,
    pair: (u8, Option<Box<NonZero>>),
}

#[ensures(true)]
pub fn divide(owner: &Owner) -> u8 {
    let mut value = 200 / owner.one.0;
    for part in &owner.many {
        value /= part.0;
    }
    match &owner.pair.1 {
        Some(part) => value / part.0,
        None => value,
    }
}

#[ensures(true)]
pub fn replace(owner: &mut Owner, n: u8) {
    if n > 0 {
        owner.pair.1 = Some(Box::new(NonZero(n)));
    }
}
