#![deny(warnings)]

use bverify_contracts::*;

mod private {
    use super::*;

    #[invariant(self.rep_ok())]
    pub struct S(pub i32);

    impl S {
        #[pure]
        fn rep_ok(&self) -> bool {
            positive(self.0)
        }

        #[model]
        fn view(&self) -> Set<i32> {
            set![self.0]
        }
    }

    // Called by a pure function alone.
    fn positive(x: i32) -> bool {
        x > 0
    }
}

fn main() {
    let _ = private::S(1).0;
}
