//! Associated types of type parameters: which trait `T::Name` speaks of. Only the bounds that can be
//! meant are looked at, since bounds may themselves be written with associated types.

use std::rc::Rc;

use super::Package;
use super::generics::TraitRef;
use super::stop::unsupported;
use super::subst::{Subst, param};
use super::types::TypeScope;
use crate::front::Read;
use crate::resolve::DefKind;
use crate::source::ast::{Bound, GenericArg, GenericArgs, Segment, TypeKind};
use crate::ty::{DefId, Ty, TyKind};

/// How many traits may stand above a trait.
const MAX_SUPERTRAITS: usize = 200;

impl Package {
    /// The associated types that segments after a type name.
    /// `of_self` says that the type was written `Self`.
    pub(super) fn assoc_types(
        &self,
        scope: TypeScope,
        ty: Ty,
        of_self: bool,
        rest: &[Segment],
    ) -> Read<Ty> {
        let mut ty = ty;
        for (at, segment) in rest.iter().enumerate() {
            // Lifetimes are no arguments here.
            let is_generic = match &segment.args {
                Some(GenericArgs::Angle(args)) => !args.is_empty(),
                Some(GenericArgs::Paren(..)) => true,
                None => false,
            };
            let of_impl = match of_self && at == 0 {
                true => self.assoc_of_impl(scope, &ty, &segment.ident.name, is_generic)?,
                false => None,
            };
            ty = match of_impl {
                Some(own) => own,
                None => self.assoc_type_of(scope, &ty, segment)?,
            };
            if is_generic {
                ty = self.with_own_args(scope, &ty, segment)?;
            }
        }
        Ok(ty)
    }

    /// `T::Name<A>`: the arguments of the associated type itself come after those of its trait.
    pub(super) fn with_own_args(&self, scope: TypeScope, ty: &Ty, segment: &Segment) -> Read<Ty> {
        let stop = || unsupported(segment.ident.span, "a generic associated type of this form");
        let (TyKind::Projection(assoc, args), Some(GenericArgs::Angle(written))) =
            (&**ty, &segment.args)
        else {
            return Err(stop());
        };
        let mut args = args.clone();
        for arg in written {
            args.push(self.lower_generic_arg_in(scope, arg)?);
        }
        match args.len() == self.params_of(*assoc).len() {
            true => Ok(self.projection(*assoc, args)),
            false => Err(stop()),
        }
    }

    /// `T::Name`: the associated type of the only bound of `T` (or impl of its trait) that has it.
    fn assoc_type_of(&self, scope: TypeScope, ty: &Ty, segment: &Segment) -> Read<Ty> {
        let name = &segment.ident.name;
        let mut found: Vec<Ty> = Vec::new();
        for bound in self.traits_bounding(scope.owner, ty)? {
            if self.assoc_type(bound.def, name).is_none() {
                continue;
            }
            for implied in self.supertraits_of(&bound) {
                let own = self.defs.item_named(implied.def, name, is_type);
                if let Some(own) = own {
                    let projection = self.projection(own, implied.args);
                    if !found.contains(&projection) {
                        found.push(projection);
                    }
                }
            }
        }
        match found.as_slice() {
            [one] => Ok(Rc::clone(one)),
            [] => Err(unsupported(
                segment.ident.span,
                format!("the associated type `{name}`, whose trait is not known"),
            )),
            _ => Err(unsupported(
                segment.ident.span,
                format!("the associated type `{name}`, which several traits have"),
            )),
        }
    }

    /// Inside an impl of a trait, `Self::Name` is what the impl, or its trait, says.
    /// Of one with parameters of its own, only what its trait says is known before it has arguments.
    fn assoc_of_impl(
        &self,
        scope: TypeScope,
        ty: &Ty,
        name: &str,
        is_generic: bool,
    ) -> Read<Option<Ty>> {
        let mut at = Some(scope.owner);
        while let Some(id) = at {
            at = self.defs.container(id);
            let DefKind::Impl {
                trait_: Some(path), ..
            } = &self.defs.def(id).kind
            else {
                continue;
            };
            if !self.self_type(id).is_some_and(|it| it.as_ref() == Ok(ty)) {
                continue;
            }
            if !is_generic
                && let Some(own) = self.defs.item_named(id, name, is_type)
                && let DefKind::TypeAlias { ty: Some(ty), .. } = &self.defs.def(own).kind
            {
                return self.lower_ty(own, ty).map(Some);
            }
            let names = self.defs.scope_of(id);
            let scope = TypeScope {
                names,
                owner: id,
                inferred: false,
            };
            let trait_ref = self.trait_ref_of(scope, path, Rc::clone(ty))?;
            if let Some(assoc) = self.assoc_type(trait_ref.def, name) {
                return self.projection_through(&trait_ref, assoc).map(Some);
            }
        }
        Ok(None)
    }

    /// The traits that an item's bounds directly ask of a type.
    fn traits_bounding(&self, owner: DefId, ty: &Ty) -> Read<Vec<TraitRef>> {
        let mut found = Vec::new();
        let mut at = Some(owner);
        while let Some(id) = at {
            at = self.generics_parent(id);
            let params = self.params_of(id);
            let own: Vec<Ty> = params
                .iter()
                .filter(|it| it.owner == id)
                .cloned()
                .map(param)
                .collect();
            let is_trait = matches!(self.defs.def(id).kind, DefKind::Trait { .. });
            if is_trait && own.first() == Some(ty) {
                found.push(TraitRef {
                    def: id,
                    args: self.param_types(id),
                });
            }
            let Some(generics) = self.own_generics(id) else {
                continue;
            };
            for (declared, ast) in own.iter().skip(usize::from(is_trait)).zip(&generics.params) {
                if declared == ty {
                    self.bound_traits(id, ty, &ast.bounds, &mut found);
                }
            }
            for predicate in &generics.wheres {
                if self.names_type(id, &predicate.ty.kind, ty) {
                    self.bound_traits(id, ty, &predicate.bounds, &mut found);
                }
            }
        }
        if let TyKind::Projection(assoc, args) = &**ty
            && let Some(trait_def) = self.defs.container(*assoc)
            && let DefKind::TypeAlias { bounds, .. } = &self.defs.def(*assoc).kind
        {
            let declared = self.projection(*assoc, self.param_types(trait_def));
            let mut implied = Vec::new();
            self.bound_traits(trait_def, &declared, bounds, &mut implied);
            let subst = Subst::new(&self.params_of(trait_def), args);
            found.extend(implied.iter().map(|it| it.subst(&subst)));
        }
        Ok(found)
    }

    /// Whether a written type is a given one, as far as a look at its syntax can tell.
    fn names_type(&self, owner: DefId, written: &TypeKind, ty: &Ty) -> bool {
        let TypeKind::Path(path) = written else {
            return false;
        };
        match (path.segments.as_slice(), &**ty) {
            ([only], TyKind::Param(_)) if path.qself.is_none() => {
                let name = &only.ident.name;
                if &**name == "Self" {
                    return self
                        .self_type(owner)
                        .is_some_and(|it| it.as_ref() == Ok(ty));
                }
                self.type_param(owner, name).as_ref() == Some(ty)
            }
            ([first, last], TyKind::Projection(assoc, args)) if !args.is_empty() => {
                let root = &args[0];
                let named = match &**root {
                    TyKind::Param(_) => self.names_type(
                        owner,
                        &TypeKind::Path(crate::source::ast::Path {
                            qself: None,
                            marked: None,
                            global: false,
                            segments: vec![first.clone()],
                            span: path.span,
                        }),
                        root,
                    ),
                    _ => false,
                };
                named && last.ident.name == self.defs.def(*assoc).name
            }
            _ => false,
        }
    }

    /// The traits that bounds name; a bound that cannot be read bounds nothing here.
    fn bound_traits(&self, owner: DefId, ty: &Ty, bounds: &[Bound], found: &mut Vec<TraitRef>) {
        for bound in bounds.iter().filter(|bound| !bound.maybe) {
            if let Ok(trait_ref) = self.bound_trait_ref(owner, ty, bound) {
                found.push(trait_ref);
            }
        }
    }

    /// The trait of a bound with its arguments, without what it says of associated types.
    fn bound_trait_ref(&self, owner: DefId, ty: &Ty, bound: &Bound) -> Read<TraitRef> {
        let def = self.trait_of_path(owner, &bound.path)?;
        let mut args = vec![Rc::clone(ty)];
        match &bound.path.last().args {
            Some(GenericArgs::Angle(written)) => {
                for arg in written {
                    if matches!(arg, GenericArg::Type(_) | GenericArg::Const(_)) {
                        args.push(self.lower_generic_arg(owner, arg)?);
                    }
                }
            }
            Some(GenericArgs::Paren(inputs, _)) => {
                let mut parts = Vec::new();
                for input in inputs {
                    parts.push(self.lower_ty(owner, input)?);
                }
                args.push(Rc::new(TyKind::Tuple(parts)));
            }
            None => {}
        }
        self.fill_defaults(def, &mut args, bound.path.span)?;
        Ok(TraitRef { def, args })
    }

    /// The traits directly above a trait, in terms of its parameters.
    fn direct_supertraits(&self, def: DefId) -> Rc<Vec<TraitRef>> {
        if let Some(known) = self.supertraits.borrow().get(&def) {
            return Rc::clone(known);
        }
        // A bound may be written with an associated type of the very trait that it bounds.
        self.supertraits.borrow_mut().insert(def, Rc::default());
        let mut direct = Vec::new();
        if let DefKind::Trait {
            supertraits,
            generics,
            ..
        } = &self.defs.def(def).kind
        {
            let own = Rc::clone(&self.param_types(def)[0]);
            self.bound_traits(def, &own, supertraits, &mut direct);
            for predicate in &generics.wheres {
                if self.names_type(def, &predicate.ty.kind, &own) {
                    self.bound_traits(def, &own, &predicate.bounds, &mut direct);
                }
            }
        }
        let direct = Rc::new(direct);
        self.supertraits
            .borrow_mut()
            .insert(def, Rc::clone(&direct));
        direct
    }

    /// A trait and all traits above it.
    pub(super) fn supertraits_of(&self, trait_ref: &TraitRef) -> Vec<TraitRef> {
        let mut all: Vec<TraitRef> = Vec::new();
        let mut pending = vec![trait_ref.clone()];
        while let Some(next) = pending.pop() {
            if all.contains(&next) || all.len() > MAX_SUPERTRAITS {
                continue;
            }
            let subst = Subst::new(&self.params_of(next.def), &next.args);
            let direct = self.direct_supertraits(next.def);
            pending.extend(direct.iter().rev().map(|it| it.subst(&subst)));
            all.push(next);
        }
        all
    }

    /// The declaration of an associated type in a trait or its supertraits.
    pub(super) fn assoc_type(&self, trait_def: DefId, name: &str) -> Option<DefId> {
        if let Some(own) = self.defs.item_named(trait_def, name, is_type) {
            return Some(own);
        }
        let trait_ref = TraitRef {
            def: trait_def,
            args: self.param_types(trait_def),
        };
        let above = self.supertraits_of(&trait_ref);
        above
            .iter()
            .find_map(|it| self.defs.item_named(it.def, name, is_type))
    }

    /// An associated type of a trait or of one of its supertraits, for a reference to the trait.
    pub(super) fn projection_through(&self, trait_ref: &TraitRef, assoc: DefId) -> Read<Ty> {
        let owner = self.defs.container(assoc);
        for implied in self.supertraits_of(trait_ref) {
            if Some(implied.def) == owner {
                return Ok(self.projection(assoc, implied.args));
            }
        }
        let span = self.defs.def(assoc).span;
        Err(unsupported(span, "an associated type of this trait"))
    }

    pub(super) fn projection(&self, assoc: DefId, args: Vec<Ty>) -> Ty {
        Rc::new(TyKind::Projection(assoc, args))
    }
}

fn is_type(kind: &DefKind) -> bool {
    matches!(kind, DefKind::TypeAlias { .. })
}
