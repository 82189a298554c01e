//! Trait objects: what `dyn Trait` promises, and which types may stand behind one.
//!
//! The arguments of [`TyKind::Dyn`] are those of the trait without `Self`, then its associated types and
//! those of its supertraits, in the order of [`Package::object_assoc`].

use std::rc::Rc;

use super::Package;
use super::generics::{Predicate, TraitRef};
use super::infer::Infer;
use super::stop::unsupported;
use super::subst::{self, Subst, unit};
use super::types::TypeScope;
use crate::front::{Implementors, Read};
use crate::resolve::DefKind;
use crate::source::ast::{Bound, GenericArg, GenericArgs, Name, Path};
use crate::span::Span;
use crate::ty::{DefId, Ty, TyKind};

/// Traits that a trait object may have beside its own, without a method.
const MARKERS: &[&str] = &[
    "Send",
    "Sync",
    "Unpin",
    "UnwindSafe",
    "RefUnwindSafe",
    "Sized",
];

impl Package {
    /// `dyn Trait<Args, Assoc = T> + Marker`.
    pub(super) fn object_ty(&self, scope: TypeScope, bounds: &[Bound], span: Span) -> Read<Ty> {
        let mut main: Option<(DefId, &Path)> = None;
        for bound in bounds {
            let def = self.trait_in(scope.names, &bound.path)?;
            let lang = self.lang_name(def);
            let is_marker = lang.as_deref().is_some_and(|it| MARKERS.contains(&it));
            if main.is_none() || !is_marker {
                main = Some((def, &bound.path));
            }
        }
        let Some((def, path)) = main else {
            return Err(unsupported(span, "a trait object without a trait"));
        };
        // What stands for `Self` is replaced when the type is asked for what it promises.
        let mut args = vec![unit()];
        let mut assoc: Vec<(Name, Ty)> = Vec::new();
        match &path.last().args {
            Some(GenericArgs::Paren(inputs, output)) => {
                let mut parts = Vec::new();
                for input in inputs {
                    parts.push(self.lower_ty_in(scope, input)?);
                }
                args.push(Rc::new(TyKind::Tuple(parts)));
                let output = match output {
                    Some(output) => self.lower_ty_in(scope, output)?,
                    None => unit(),
                };
                assoc.push(("Output".into(), output));
            }
            Some(GenericArgs::Angle(written)) => {
                for arg in written {
                    match arg {
                        GenericArg::Assoc(name, ty) => {
                            assoc.push((name.name.clone(), self.lower_ty_in(scope, ty)?));
                        }
                        _ => args.push(self.lower_generic_arg_in(scope, arg)?),
                    }
                }
            }
            None => {}
        }
        self.fill_defaults(def, &mut args, path.span)?;
        args.remove(0);
        // What supertraits fix need not be written.
        let bare = Rc::new(TyKind::Dyn(def, args.clone()));
        let implied = self.object_predicates(&bare);
        for name in self.object_assoc(def) {
            let written = assoc.iter().find(|(it, _)| *it == name);
            let mut known = implied.iter().flat_map(|it| &it.assoc);
            match written.or_else(|| known.find(|(it, _)| *it == name)) {
                Some((_, ty)) => args.push(Rc::clone(ty)),
                None => {
                    let what = format!("a trait object whose `{name}` is not told");
                    return Err(unsupported(span, what));
                }
            }
        }
        Ok(Rc::new(TyKind::Dyn(def, args)))
    }

    /// The associated types of a trait and of those above it, by name.
    fn object_assoc(&self, def: DefId) -> Vec<Name> {
        let whole = TraitRef {
            def,
            args: self.param_types(def),
        };
        let mut names: Vec<Name> = Vec::new();
        for above in self.supertraits_of(&whole) {
            for item in self.defs.items(above.def) {
                let item = self.defs.def(*item);
                if matches!(item.kind, DefKind::TypeAlias { .. }) && !names.contains(&item.name) {
                    names.push(item.name.clone());
                }
            }
        }
        names
    }

    /// What is known of a trait object: its trait holds, and all that this implies.
    pub(super) fn object_predicates(&self, ty: &Ty) -> Vec<Predicate> {
        match self.object_predicate(ty) {
            Some(own) => self.elaborate(vec![own]).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// The trait of a trait object, as it holds of the object itself.
    pub(super) fn object_predicate(&self, ty: &Ty) -> Option<Predicate> {
        let TyKind::Dyn(def, args) = &**ty else {
            return None;
        };
        let count = self.params_of(*def).len().saturating_sub(1).min(args.len());
        let mut of_trait = vec![Rc::clone(ty)];
        of_trait.extend(args[..count].iter().cloned());
        let names = self.object_assoc(*def).into_iter();
        Some(Predicate {
            trait_ref: TraitRef {
                def: *def,
                args: of_trait,
            },
            assoc: names.zip(args[count..].iter().cloned()).collect(),
        })
    }

    /// The types of the package that a trait object may be of.
    pub(super) fn find_implementors(&self, object: &Ty) -> Implementors {
        let mut found = Implementors::default();
        let Some(wanted) = self.object_predicate(object) else {
            return found;
        };
        let def = wanted.trait_ref.def;
        found.complete = self.map.is_user(self.defs.def(def).span);
        for id in &self.defs.impls {
            let Some(header) = self.impl_header(*id) else {
                // It could not be read: it may be one of the trait.
                if let DefKind::Impl {
                    trait_: Some(path), ..
                } = &self.defs.def(*id).kind
                {
                    let of = self.trait_of_path(*id, path);
                    found.complete &= of.is_ok_and(|of| of != def);
                }
                continue;
            };
            if header.trait_ref.as_ref().is_none_or(|it| it.def != def) {
                continue;
            }
            let mut infer = Infer::new(self);
            let args = infer.fresh_args(*id);
            let subst = Subst::new(&self.params_of(*id), &args);
            let self_ty = subst.apply(&header.self_ty);
            if !self.may_be_of(&mut infer, &self_ty, &wanted) {
                continue;
            }
            let self_ty = infer.resolve(&self_ty);
            let sized = !matches!(*self_ty, TyKind::Dyn(..) | TyKind::Slice(_) | TyKind::Str);
            if !infer.is_known(&self_ty) {
                found.complete = false;
            } else if sized && !found.types.contains(&self_ty) {
                found.types.push(self_ty);
            }
        }
        found
    }

    /// Whether a type implements what a trait object asks for.
    fn may_be_of(&self, infer: &mut Infer<'_>, self_ty: &Ty, wanted: &Predicate) -> bool {
        let mut goal = wanted.trait_ref.clone();
        goal.args[0] = Rc::clone(self_ty);
        if !infer.may_hold(&goal) {
            return false;
        }
        infer.select(&goal);
        let fits = wanted.assoc.iter().all(|(name, expected)| {
            let Some(assoc) = self.assoc_type(goal.def, name) else {
                return true;
            };
            let Ok(projection) = self.projection_through(&goal, assoc) else {
                return true;
            };
            let projected = infer.normalize(&projection, None);
            let stuck = subst::any(&projected, &mut |part| {
                matches!(part, TyKind::Projection(..))
            });
            stuck || infer.unify(&projected, expected)
        });
        // What the associated types say of it may rule it out: there is no `Range<&T>` to go through.
        fits && infer.may_hold(&goal)
    }
}
