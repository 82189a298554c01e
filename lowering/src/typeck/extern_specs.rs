//! Which function an `#[extern_spec]` is about. Where the models have that function, what it does is known: calls
//! owe the precondition and do what the model does, and the contract is checked against it.

use std::collections::BTreeMap;

use super::Package;
use crate::resolve::{DefKind, Found, Ns};
use crate::ty::DefId;

impl Package {
    /// The contract that the user gives to a free function of another crate.
    pub(super) fn spec_of(&self, function: DefId) -> Option<DefId> {
        let specs = self.free_specs.get_or_init(|| {
            let mut specs = BTreeMap::new();
            for (id, _) in self.defs.table.iter() {
                if let Some(original) = self.free_original(id) {
                    specs.insert(original, id);
                }
            }
            specs
        });
        specs.get(&function).copied()
    }

    /// Whether the function is a contract of a function that the models have.
    pub(super) fn is_about_a_model(&self, spec: DefId) -> bool {
        let def = self.defs.def(spec);
        let has_body = matches!(&def.kind, DefKind::Fn(function) if function.body.is_some());
        if !def.attrs.extern_spec || !has_body {
            return false;
        }
        match self.free_original(spec) {
            Some(original) => self.defs.def(original).is_model,
            None => self.is_about_a_method(spec),
        }
    }

    fn is_about_a_method(&self, spec: DefId) -> bool {
        let Some(container) = self.defs.container(spec) else {
            return false;
        };
        let Some(Ok(ty)) = self.self_type(container) else {
            return false;
        };
        let name = &self.defs.def(spec).name;
        self.inherent_impls(&ty).iter().any(|block| {
            let is_function = |kind: &DefKind| matches!(kind, DefKind::Fn(_));
            self.defs.def(*block).is_model
                && self.defs.item_named(*block, name, is_function).is_some()
        })
    }

    /// The free function that a contract is about.
    fn free_original(&self, spec: DefId) -> Option<DefId> {
        let path = &self.defs.def(spec).attrs.extern_of;
        if path.is_empty() {
            return None;
        }
        let scope = self.defs.scope_of(spec);
        match self.defs.follow(scope, false, path, Ns::Value) {
            Found::Def { def, used } if used == path.len() => Some(def),
            _ => None,
        }
    }
}
