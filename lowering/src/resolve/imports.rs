//! Resolves `use` declarations: all at once, by adding what can be bound until nothing changes.

use super::collect::Import;
use super::defs::{Binding, DefKind, Defs, Ns, Visible};
use super::paths::Found;
use crate::source::Edition;
use crate::source::ast::Name;
use crate::ty::DefId;

/// Binds what the imports name. An import that leads nowhere makes the scope incomplete: a name
/// that is not found there may come from it. (It may be of a crate that we do not read.)
pub fn resolve(defs: &mut Defs, imports: &[Import], edition: Edition) {
    loop {
        let mut changed = false;
        for import in imports {
            changed |= bind(defs, import, edition);
        }
        if !changed {
            break;
        }
    }
    for import in imports {
        let spaces = [Ns::Type, Ns::Value, Ns::Macro];
        if spaces
            .iter()
            .any(|ns| target(defs, import, *ns, edition).is_some())
        {
            continue;
        }
        let Some(scope) = defs.scopes.get_mut(&import.scope) else {
            continue;
        };
        match &import.what.rename {
            // What a glob of an unread crate brings is unknown.
            None => scope.incomplete = true,
            // A name that it binds is not one of the prelude, whatever it is.
            Some(name) => {
                scope.unresolved.insert(name.clone());
            }
        }
    }
}

/// What an import names in a namespace.
fn target(defs: &Defs, import: &Import, ns: Ns, edition: Edition) -> Option<DefId> {
    let names: Vec<Name> = import.what.path.iter().map(|it| it.name.clone()).collect();
    let mut from = import.scope;
    let mut global = import.what.global;
    if edition == Edition::E2015 && !defs.def(from).is_model {
        let relative = matches!(names.first().map(|it| &**it), Some("self" | "super"));
        // With `::` or without, the path starts from the root of the crate, where libraries are named as well.
        if !relative {
            from = defs.crate_of(from);
            global = false;
        }
    }
    if names.is_empty() {
        return Some(defs.module_of(from));
    }
    match defs.follow(from, global, &names, ns) {
        Found::Def { def, used } if used == names.len() => Some(def),
        _ => None,
    }
}

fn bind(defs: &mut Defs, import: &Import, edition: Edition) -> bool {
    let Some(name) = &import.what.rename else {
        return bind_glob(defs, import, edition);
    };
    let mut changed = false;
    for ns in [Ns::Type, Ns::Value, Ns::Macro] {
        let Some(def) = target(defs, import, ns, edition) else {
            continue;
        };
        if &**name == "_" {
            let is_trait = matches!(defs.def(def).kind, DefKind::Trait { .. });
            if let Some(scope) = defs.scopes.get_mut(&import.scope)
                && is_trait
                && !scope.anonymous_traits.contains(&def)
            {
                scope.anonymous_traits.push(def);
                changed = true;
            }
            continue;
        }
        let binding = Binding {
            def,
            vis: import.vis,
            is_glob: false,
            ambiguous: false,
        };
        changed |= insert(defs, import.scope, ns, name, binding);
    }
    changed
}

fn bind_glob(defs: &mut Defs, import: &Import, edition: Edition) -> bool {
    let Some(module) = target(defs, import, Ns::Type, edition) else {
        return false;
    };
    let Some(scope) = defs.scopes.get(&module) else {
        return false;
    };
    let visible: Vec<(Ns, Name, Binding)> = scope
        .names
        .iter()
        .filter(|(_, binding)| defs.sees(binding.vis, import.scope))
        .map(|((ns, name), binding)| (*ns, name.clone(), *binding))
        .collect();
    let traits: Vec<DefId> = scope.anonymous_traits.clone();
    let incomplete = scope.incomplete;
    let mut changed = false;
    for (ns, name, binding) in visible {
        let vis = narrower(defs, binding.vis, import.vis);
        let binding = Binding {
            vis,
            is_glob: true,
            ..binding
        };
        changed |= insert(defs, import.scope, ns, &name, binding);
    }
    if let Some(scope) = defs.scopes.get_mut(&import.scope) {
        for found in traits {
            if !scope.anonymous_traits.contains(&found) {
                scope.anonymous_traits.push(found);
                changed = true;
            }
        }
        if incomplete && !scope.incomplete && module != import.scope {
            scope.incomplete = true;
            changed = true;
        }
    }
    changed
}

fn narrower(defs: &Defs, one: Visible, other: Visible) -> Visible {
    match (one, other) {
        (Visible::Everywhere, vis) | (vis, Visible::Everywhere) => vis,
        (Visible::Within(a) | Visible::Private(a), Visible::Within(b) | Visible::Private(b))
            if defs.is_within(a, b) =>
        {
            one
        }
        _ => other,
    }
}

/// Enters a binding; what is declared or imported by name hides what a glob brings.
fn insert(defs: &mut Defs, scope: DefId, ns: Ns, name: &Name, binding: Binding) -> bool {
    let Some(scope) = defs.scopes.get_mut(&scope) else {
        return false;
    };
    let key = (ns, name.clone());
    let old = scope.names.get(&key).copied();
    let new = match old {
        None => binding,
        Some(old) if old.is_glob && !binding.is_glob => binding,
        Some(old) if old.is_glob && binding.is_glob => Binding {
            ambiguous: old.ambiguous || binding.ambiguous || old.def != binding.def,
            vis: if old.vis == Visible::Everywhere {
                old.vis
            } else {
                binding.vis
            },
            ..old
        },
        Some(old) => old,
    };
    if old == Some(new) {
        return false;
    }
    scope.names.insert(key, new);
    true
}
