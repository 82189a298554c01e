//! Which functions are checked.

use super::load;
use crate::front::Front;
use crate::source::on_deep_stack;

#[test]
fn functions_with_clauses_and_visible_ones_of_types_with_invariants_are_checked() {
    let source = "
        use bverify_contracts::*;
        #[invariant(self.x > 0)] pub struct S { x: u8 }
        impl S {
            pub fn visible(&self) {}
            fn private(&self) {}
            #[requires(true)] fn contract(&self) {}
            #[check(skip)] pub fn skipped(&self) {}
            #[trusted] pub fn trusted(&self) {}
            #[model] pub fn model(&self) -> u8 { self.x }
        }
        pub trait Total { fn total(&self) -> u8; }
        impl Total for Vec<u8> { fn total(&self) -> u8 { self[0] } }
        impl Default for S { fn default() -> S { S { x: 1 } } }
        pub fn free() {}
        #[cfg(test)] mod tests { fn gone() {} }
        #[test] fn gone() {}
    ";
    let found = on_deep_stack(|| {
        let package = load(source).expect("the source loads");
        let functions = package.functions();
        functions
            .into_iter()
            .map(|info| format!("{} {} {}", info.checked, info.path, info.why))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        found,
        [
            "true S::visible is visible, and its type has an invariant",
            "false S::private is private and has no contract",
            "true S::contract has a contract",
            "false S::skipped has `check(skip)`",
            "false S::trusted is trusted",
            "false <Vec as Total>::total has no contract",
            "true <S as Default>::default is visible, and its type has an invariant",
            "false free has no contract",
        ]
    );
}
