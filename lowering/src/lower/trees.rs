//! What `#[tree]` fields say of the nodes that arguments and results lead to: assumed and asserted where
//! invariants are, of all of them at once, since a node that two arguments lead to has two parents in no one.

use std::rc::Rc;

use crate::front::Read;
use crate::ir::{LocalId, ObligationKind, Place};
use crate::ty::{Ty, TyKind};

use super::contract::Target;
use super::function::{FnCx, Frame};
use super::invariants::Mode;

impl FnCx<'_, '_> {
    /// Of all arguments, on entry.
    pub(super) fn trees_on_entry(&mut self, target: &Target, mode: Mode) -> Read<()> {
        let params = target.params.iter();
        let all: Vec<(Place, Ty)> = params
            .map(|(local, ty, _)| (Place::local(*local), ty.clone()))
            .collect();
        self.trees(mode, &all)
    }

    /// Of what references lead to, and of the result: what was passed by value is gone.
    pub(super) fn trees_on_exit(
        &mut self,
        target: &Target,
        result: Option<LocalId>,
        mode: Mode,
    ) -> Read<()> {
        let mut all = Vec::new();
        let mut changed = false;
        for (local, ty, _) in &target.params {
            let TyKind::Ref { mutable, to } = &**ty else {
                continue;
            };
            // What `drop` leaves is no value any more.
            let drop = self.session.front.drop_impl(to);
            if drop.is_some_and(|drop| drop.def == target.function.def) {
                return Ok(());
            }
            changed |= *mutable || self.session.may_write_shared(&target.function, to)?;
            all.push((Place::local(*local), ty.clone()));
        }
        if let Some(result) = result {
            let own = [target.ret.clone()];
            changed |= !self.session.front.trees(&own)?.is_empty();
            all.push((Place::local(result), target.ret.clone()));
        }
        match changed {
            true => self.trees(mode, &all),
            false => Ok(()),
        }
    }

    fn trees(&mut self, mode: Mode, all: &[(Place, Ty)]) -> Read<()> {
        let types: Vec<Ty> = all.iter().map(|(_, ty)| ty.clone()).collect();
        for tree in self.session.front.trees(&types)? {
            if mode == Mode::Assume && self.session.dropped.contains(&tree.span) {
                continue;
            }
            self.session.register_closures(&tree.body);
            let mut frame = Frame::new(Rc::clone(&tree.body));
            frame.is_spec = true;
            self.inlined(frame, |cx| {
                let body = Rc::clone(&tree.body);
                for (param, (place, _)) in body.params.iter().zip(all) {
                    cx.bind(param, place)?;
                }
                match mode {
                    Mode::Assert => cx.assert(&body.value, ObligationKind::Invariant),
                    Mode::Assume | Mode::Valid | Mode::Shared => {
                        cx.assume(&body.value, ObligationKind::Invariant, tree.span)
                    }
                }
            })?;
        }
        Ok(())
    }
}
