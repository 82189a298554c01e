//! What is declared of an associated type holds however deep it is.
use bverify_contracts::*;

pub trait Number: Copy {
    type Ordered: Ord + Copy;
    fn ordered(self) -> Self::Ordered;
}
pub trait Point {
    type Scalar: Number;
}
pub trait Envelope {
    type Point: Point;
}
pub trait Object {
    type Envelope: Envelope;
    fn distance(&self) -> Distance<Self>;
}
pub type Distance<T> = <<<T as Object>::Envelope as Envelope>::Point as Point>::Scalar;

#[ensures(result ==> a.distance().ordered() <= b.distance().ordered())]
pub fn is_nearer<T: Object>(a: &T, b: &T) -> bool {
    a.distance().ordered() <= b.distance().ordered()
}

#[ensures(true)]
pub fn order<T: Object>(a: &T, b: &T) {
    let (a, b) = (a.distance().ordered(), b.distance().ordered());
    assert!(a.max(b) >= a);
}
