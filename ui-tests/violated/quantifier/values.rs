use bverify_contracts::*;

#[derive(Clone, Copy, PartialEq)]
pub enum Colour {
    Red,
    Green(bool),
}

#[ensures(forall(|c: Colour| c == Colour::Red || exists(|b: bool| c == Colour::Green(b))))]
#[ensures(exists(|c: Colour| c != colour))]
#[ensures(forall(|x: Option<bool>| x == None || x.is_some()))]
#[ensures(forall(|c: Colour| c == result))]
pub fn same_colour(colour: Colour) -> Colour {
    colour
}
