//! Names that attributes give and that mean nothing: the types of `check`, and what `#[extern_spec]`
//! blocks speak of. A clause that would silently say nothing is a mistake of the user's.

use std::collections::BTreeSet;

use super::Package;
use crate::diag::Diagnostic;
use crate::resolve::{DefKind, Ns};
use crate::source::ast::TypeKind;
use crate::source::codes;
use crate::source::nearest;
use crate::ty::{DefId, TyKind};

impl Package {
    /// All names of that kind that mean nothing.
    pub(super) fn misnamed(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (id, def) in self.defs.table.iter() {
            if def.is_model || !self.map.is_user(def.span) {
                continue;
            }
            match &def.kind {
                DefKind::Fn(_) => self.misnamed_bounds(id, &mut found),
                DefKind::Impl { .. } if def.attrs.extern_spec => {
                    self.misnamed_specs(id, &mut found);
                }
                _ => {}
            }
        }
        found
    }

    /// `check(Nod = 3)`: a bound of a type that there is none of.
    fn misnamed_bounds(&self, function: DefId, found: &mut Vec<Diagnostic>) {
        let bounds = &self.defs.def(function).attrs.bounded;
        if bounds.is_empty() {
            return;
        }
        let params = self.params_of(function);
        let types = self.defs.table.iter();
        let types = types.filter(|(_, def)| matches!(def.kind, DefKind::Adt(_)));
        let known: BTreeSet<&str> = params.iter().map(|param| &*param.name).collect();
        let (own, others): (BTreeSet<&str>, BTreeSet<&str>) = types.fold(
            (known, BTreeSet::new()),
            |(mut own, mut others), (_, def)| {
                match def.is_model {
                    true => others.insert(&*def.name),
                    false => own.insert(&*def.name),
                };
                (own, others)
            },
        );
        for (name, span) in bounds {
            if own.contains(&**name) || others.contains(&**name) {
                continue;
            }
            let message = format!("`check` bounds `{name}`, and there is no such type");
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, *span, message);
            let near = nearest(name, own.iter().copied());
            if let Some(near) = near.or_else(|| nearest(name, others.iter().copied())) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            found.push(diagnostic);
        }
    }

    /// An `#[extern_spec]` block of a type that there is none of, or of functions that its type does
    /// not have. Neither our models of std nor those of the user's have all functions, so that a name
    /// is taken to be wrong if it is nearly one that they have.
    fn misnamed_specs(&self, block: DefId, found: &mut Vec<Diagnostic>) {
        let DefKind::Impl { self_ty, items, .. } = &self.defs.def(block).kind else {
            return;
        };
        let scope = self.defs.scope_of(block);
        if let TypeKind::Path(path) = &self_ty.kind
            && let [only] = path.segments.as_slice()
            && !path.global
            && path.qself.is_none()
            && self.self_type(block).is_some_and(|it| it.is_err())
        {
            let name = &only.ident.name;
            let somewhere = self.defs.lookup(scope, Ns::Type, name).is_some();
            if !somewhere && !self.defs.may_be_incomplete(scope) {
                let types = self.defs.table.iter();
                let types = types.filter(|(_, def)| matches!(def.kind, DefKind::Adt(_)));
                let message = format!("there is no type `{name}` to give a contract to");
                let mut diagnostic =
                    Diagnostic::error(codes::UNKNOWN_NAME, only.ident.span, message);
                if let Some(near) = nearest(name, types.map(|(_, def)| &*def.name)) {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                found.push(diagnostic);
            }
            return;
        }
        let Some(Ok(ty)) = self.self_type(block) else {
            return;
        };
        let impls = self.inherent_impls(&ty);
        let impls = impls
            .iter()
            .filter(|it| !self.defs.def(**it).attrs.extern_spec);
        let functions = impls.flat_map(|it| self.defs.items(*it));
        let functions = functions.map(|item| self.defs.def(*item));
        let known: BTreeSet<&str> = functions
            .filter(|def| matches!(def.kind, DefKind::Fn(_)))
            .map(|def| &*def.name)
            .collect();
        for item in items {
            let def = self.defs.def(*item);
            if known.contains(&*def.name) || self.is_of_trait(&def.name) {
                continue;
            }
            let Some(near) = nearest(&def.name, known.iter().copied()) else {
                continue;
            };
            let of = match &*ty {
                TyKind::Adt(of, _) => self.defs.def(*of).name.to_string(),
                _ => "the type".to_owned(),
            };
            let span = match &def.kind {
                DefKind::Fn(function) => function.head,
                _ => def.span,
            };
            let message = format!("{of} has no function `{}`", def.name);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_METHOD, span, message);
            found.push(diagnostic.help(format!("did you mean `{near}`?")));
        }
    }

    /// Whether any trait has a function of that name, which the type may implement.
    fn is_of_trait(&self, name: &str) -> bool {
        let is_fn = |kind: &DefKind| matches!(kind, DefKind::Fn(_));
        self.defs.table.iter().any(|(id, def)| {
            matches!(def.kind, DefKind::Trait { .. })
                && self.defs.item_named(id, name, is_fn).is_some()
        })
    }
}
