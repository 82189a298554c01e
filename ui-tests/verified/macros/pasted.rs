//! Names that the crate `paste` makes of parts, and `result` in a clause that a macro writes.
use bverify_contracts::*;

macro_rules! accessors {
    ($($field:ident: $ty:ident;)*) => { paste::paste! {
        impl Pair {
            $(
                #[doc = "Gives `" $field "`."]
                #[ensures(result == self.$field)]
                pub fn [<get_ $field>](&self) -> $ty { self.$field }
                #[ensures(self.$field == value)]
                pub fn [<set_ $field:lower>](&mut self, value: $ty) {
                    let [<new_ $field>] = value;
                    self.$field = [<new_ $field>];
                }
            )*
        }
    } };
}

pub struct Pair {
    left: u8,
    right: u8,
}

accessors! { left: u8; right: u8; }
