//! Follows paths through modules: as far as modules and enums go. What comes after (associated
//! items of types) is for typing to say.

use super::defs::{Binding, DefKind, Defs, Ns};
use crate::source::ast::Name;
use crate::ty::DefId;

/// What a path led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A definition that so many segments name; the rest is relative to it.
    Def { def: DefId, used: usize },
    /// The first segment names a primitive type, or nothing at all.
    NotInScope,
    /// A segment is not in the module that it is looked for in: which one.
    Missing { at: usize },
    /// A segment means two things, or may come from items that we cannot read.
    Unclear { at: usize },
}

impl Defs {
    /// What `name` means in `scope`: there, in the blocks and module around it, among the crates, in
    /// the prelude.
    pub fn lookup(&self, scope: DefId, ns: Ns, name: &Name) -> Option<Binding> {
        let key = (ns, name.clone());
        let mut at = scope;
        loop {
            if let Some(scope) = self.scopes.get(&at) {
                if let Some(binding) = scope.names.get(&key) {
                    return Some(*binding);
                }
                if scope.unresolved.contains(name) {
                    return Some(Binding {
                        def: at,
                        vis: super::defs::Visible::Everywhere,
                        is_glob: false,
                        ambiguous: true,
                    });
                }
            }
            let def = self.def(at);
            match (&def.kind, def.parent) {
                (DefKind::Module, _) | (_, None) => break,
                (_, Some(parent)) => at = parent,
            }
        }
        if ns == Ns::Type
            && let Some(root) = self.extern_crate(scope, name)
        {
            return Some(Binding {
                def: root,
                vis: super::defs::Visible::Everywhere,
                is_glob: false,
                ambiguous: false,
            });
        }
        let prelude = self.prelude?;
        self.scopes.get(&prelude)?.names.get(&key).copied()
    }

    /// Whether an unknown name in `scope` may still exist, in items that we could not read.
    pub fn may_be_incomplete(&self, scope: DefId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            if self.scopes.get(&id).is_some_and(|it| it.incomplete) {
                return true;
            }
            let def = self.def(id);
            at = match def.kind {
                DefKind::Module => None,
                _ => def.parent,
            };
        }
        false
    }

    /// Why a name is [`Found::Unclear`], as a noun phrase.
    pub fn unclear(&self, scope: DefId, name: &Name) -> String {
        let mut at = Some(scope);
        while let Some(id) = at {
            if self
                .scopes
                .get(&id)
                .is_some_and(|it| it.unresolved.contains(name))
            {
                return format!("`{name}`, which is imported from where nothing is modelled");
            }
            at = self.def(id).parent;
        }
        format!("the name `{name}`, which a macro or an unread crate may define")
    }

    /// Follows `segments` from `scope`; the last one is looked for in `ns`, those before it among
    /// types and modules.
    pub fn follow(&self, scope: DefId, global: bool, segments: &[Name], ns: Ns) -> Found {
        let count = segments.len();
        let ns_at = |at: usize| if at + 1 == count { ns } else { Ns::Type };
        let mut used = 0;
        let mut current = None;
        if global {
            let Some(first) = segments.first() else {
                return Found::NotInScope;
            };
            match self.extern_crate(scope, first) {
                Some(root) => (current, used) = (Some(root), 1),
                None => return Found::Missing { at: 0 },
            }
        }
        while used < count && current.is_none_or(|it| self.is_module(it)) {
            let start = current.unwrap_or_else(|| self.module_of(scope));
            match &*segments[used] {
                "crate" if used == 0 => current = Some(self.crate_of(scope)),
                "self" if used == 0 && (count > 1 || ns == Ns::Type) => {
                    current = Some(start);
                }
                "super" => {
                    let parent = self.def(start).parent;
                    current = Some(parent.map_or(start, |parent| self.module_of(parent)));
                }
                _ => break,
            }
            used += 1;
        }
        let mut current = match current {
            Some(current) => current,
            None => {
                let Some(name) = segments.first() else {
                    return Found::NotInScope;
                };
                match self.lookup(scope, ns_at(0), name) {
                    Some(binding) if binding.ambiguous => return Found::Unclear { at: 0 },
                    Some(binding) => {
                        used = 1;
                        binding.def
                    }
                    None if self.may_be_incomplete(scope) => return Found::Unclear { at: 0 },
                    None => return Found::NotInScope,
                }
            }
        };
        while used < count {
            if !self.scopes.contains_key(&current) {
                break;
            }
            let key = (ns_at(used), segments[used].clone());
            let inner = &self.scopes[&current];
            match inner.names.get(&key) {
                Some(binding) if binding.ambiguous => return Found::Unclear { at: used },
                Some(binding) => current = binding.def,
                None if !self.is_module(current) => break,
                None if inner.incomplete || inner.unresolved.contains(&segments[used]) => {
                    return Found::Unclear { at: used };
                }
                None => return Found::Missing { at: used },
            }
            used += 1;
        }
        Found::Def { def: current, used }
    }

    fn is_module(&self, def: DefId) -> bool {
        matches!(self.def(def).kind, DefKind::Module)
    }

    /// All traits whose methods can be called in `scope`, in a fixed order.
    pub fn traits_in_scope(&self, scope: DefId) -> Vec<DefId> {
        let mut traits = Vec::new();
        let mut at = Some(scope);
        while let Some(id) = at {
            self.traits_of(id, &mut traits);
            let def = self.def(id);
            at = match def.kind {
                DefKind::Module => None,
                _ => def.parent,
            };
        }
        if let Some(prelude) = self.prelude {
            self.traits_of(prelude, &mut traits);
        }
        traits.sort_unstable();
        traits.dedup();
        traits
    }

    fn traits_of(&self, scope: DefId, traits: &mut Vec<DefId>) {
        let Some(scope) = self.scopes.get(&scope) else {
            return;
        };
        traits.extend(&scope.anonymous_traits);
        for ((ns, _), binding) in &scope.names {
            if *ns == Ns::Type && matches!(self.def(binding.def).kind, DefKind::Trait { .. }) {
                traits.push(binding.def);
            }
        }
    }
}
