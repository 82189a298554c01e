//! The model of the crate `bverify_contracts`: the model types, each in a file of its own, and the
//! functions of specifications. Operations are primitives; what can be said with them is a model function.

pub use crate::collect::FromModel;
pub use crate::int::{Int, narrow};
pub use crate::map::Map;
pub use crate::multiset::Multiset;
pub use crate::seq::{Seq, count, permutation, sorted, sum};
pub use crate::set::Set;

#[lang = "spec_old"]
pub fn old<T>(value: T) -> T {
    value
}
#[lang = "spec_forall"]
pub fn forall<F>(f: F) -> bool {
    loop {}
}
#[lang = "spec_exists"]
pub fn exists<F>(f: F) -> bool {
    loop {}
}
#[lang = "spec_implies"]
pub fn implies(a: bool, b: bool) -> bool {
    !a || b
}
#[lang = "spec_same"]
pub fn same<A, B>(a: A, b: B) -> bool {
    loop {}
}
#[lang = "spec_fresh"]
pub fn fresh<T>(place: T) -> bool {
    loop {}
}
#[lang = "spec_unchanged"]
pub fn unchanged<T>(place: T) -> bool {
    loop {}
}
