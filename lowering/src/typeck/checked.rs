//! Which functions are checked, and why.

use super::ImplHeader;
use super::Package;
use crate::front::FunctionInfo;
use crate::resolve::{DefKind, Visible};
use crate::ty::{DefId, Ty, TyKind};

impl Package {
    /// Every function of the package that has a body and was written by the user, in source order.
    pub(super) fn all_functions(&self) -> Vec<FunctionInfo> {
        let mut found = Vec::new();
        for (id, def) in self.defs.table.iter() {
            let DefKind::Fn(function) = &def.kind else {
                continue;
            };
            let container = self.defs.container(id);
            let derived = container.is_some_and(|it| self.defs.def(it).attrs.derived);
            if !self.defs.is_of_package(id) || derived || function.body.is_none() || def.attrs.model
            {
                continue;
            }
            let (checked, why) = self.is_checked(id);
            found.push(FunctionInfo {
                def: id,
                path: self.show_path(id),
                span: function.head,
                checked,
                why,
            });
        }
        found.sort_by_key(|info| info.span);
        found
    }

    fn is_checked(&self, id: DefId) -> (bool, &'static str) {
        let def = self.defs.def(id);
        if def.attrs.skip {
            return (false, "has `check(skip)`");
        }
        if def.attrs.trusted && !self.is_about_a_model(id) {
            return (false, "is trusted");
        }
        if let Some(harness) = &def.attrs.harness {
            return match harness.for_contract {
                false => (true, "is a proof harness"),
                true => (
                    false,
                    "is a harness of a contract, which is checked without it",
                ),
            };
        }
        if !def.attrs.clauses.is_empty() || def.attrs.has_check {
            return (true, "has a contract");
        }
        if self
            .inherited_from(id)
            .is_some_and(|it| !self.defs.def(it).attrs.clauses.is_empty())
        {
            return (true, "inherits a contract from its trait");
        }
        if self.is_visible(id) {
            if self.owner_has_invariant(id) {
                return (true, "is visible, and its type has an invariant");
            }
            return (false, "has no contract");
        }
        (false, "is private and has no contract")
    }

    /// The trait's method that a method of an impl implements.
    pub(super) fn inherited_from(&self, id: DefId) -> Option<DefId> {
        let container = self.defs.container(id)?;
        let trait_ref = self.impl_header(container)?.trait_ref.clone()?;
        let name = &self.defs.def(id).name;
        self.defs
            .item_named(trait_ref.def, name, |kind| matches!(kind, DefKind::Fn(_)))
    }

    /// Whether a function can be named outside its module: `pub` of any kind, or of a trait.
    pub(super) fn is_visible(&self, id: DefId) -> bool {
        if let Some(container) = self.defs.container(id) {
            match &self.defs.def(container).kind {
                DefKind::Trait { .. } => return true,
                DefKind::Impl {
                    trait_: Some(_), ..
                } => return true,
                _ => {}
            }
        }
        !matches!(self.defs.def(id).vis, Visible::Private(_))
    }

    fn owner_has_invariant(&self, id: DefId) -> bool {
        let Some(container) = self.defs.container(id) else {
            return false;
        };
        let Some(header) = self.impl_header(container) else {
            return false;
        };
        // What the models state of std's types holds of all values, and is nobody's to keep.
        let mut sources = self.invariant_sources(&header.self_ty).into_iter();
        sources.any(|source| !self.defs.def(source).is_model)
    }

    /// The items whose attributes state invariants of a type: itself and its impl blocks.
    pub(super) fn invariant_sources(&self, ty: &Ty) -> Vec<DefId> {
        // Of the primitive types, the models state what a string is.
        let own = match &**ty {
            TyKind::Adt(def, _) => Some(*def),
            TyKind::Str => None,
            _ => return Vec::new(),
        };
        let mut sources = Vec::from_iter(own);
        for id in &self.defs.impls {
            // Few impls state any; only of those is it worth asking whose they are.
            if self.defs.def(*id).attrs.invariants.is_empty() {
                continue;
            }
            let speaks_of_it = |header: &ImplHeader| match &*header.self_ty {
                TyKind::Adt(other, _) => Some(*other) == own,
                TyKind::Str => own.is_none(),
                _ => false,
            };
            if self.impl_header(*id).is_some_and(|it| speaks_of_it(&it)) {
                sources.push(*id);
            }
        }
        sources.retain(|id| !self.defs.def(*id).attrs.invariants.is_empty());
        sources
    }
}
