//! Type parameters of items and what their bounds say.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::Package;
use super::stop::unsupported;
use super::subst::{Subst, param};
use crate::front::Read;
use crate::resolve::DefKind;
use crate::source::ast::{Bound, GenericArg, GenericArgs, Generics, Name};
use crate::ty::{DefId, Ty, TyKind, TypeParam};

/// Rigid parameters are numbered from here, so that no substitution takes them for declared ones.
const RIGID: u32 = 1 << 16;

/// How many bounds a function may have, all that they imply included.
const MAX_PREDICATES: usize = 400;
/// How deep associated types of associated types are followed.
const MAX_PROJECTIONS: usize = 3;

/// A trait with its arguments, `Self` first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TraitRef {
    /// The trait.
    pub def: DefId,
    /// Its arguments.
    pub args: Vec<Ty>,
}

/// `T: Trait<Assoc = X>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// What holds.
    pub trait_ref: TraitRef,
    /// What its associated types are.
    pub assoc: Vec<(Name, Ty)>,
}

impl Predicate {
    /// The predicate with type parameters replaced.
    pub fn subst(&self, subst: &Subst) -> Predicate {
        Predicate {
            trait_ref: self.trait_ref.subst(subst),
            assoc: self
                .assoc
                .iter()
                .map(|(name, ty)| (name.clone(), subst.apply(ty)))
                .collect(),
        }
    }
}

impl TraitRef {
    /// The trait reference with type parameters replaced.
    pub fn subst(&self, subst: &Subst) -> TraitRef {
        TraitRef {
            def: self.def,
            args: self.args.iter().map(|arg| subst.apply(arg)).collect(),
        }
    }
}

impl Package {
    /// The syntax of an item's own generics.
    pub(super) fn own_generics(&self, def: DefId) -> Option<&Generics> {
        match &self.defs.def(def).kind {
            DefKind::Fn(function) => Some(&function.generics),
            DefKind::Adt(adt) => Some(&adt.generics),
            DefKind::Trait { generics, .. }
            | DefKind::Impl { generics, .. }
            | DefKind::TypeAlias { generics, .. } => Some(generics),
            _ => None,
        }
    }

    /// The item whose generics an item also has: the impl or trait around it, the enum of a variant.
    pub(super) fn generics_parent(&self, def: DefId) -> Option<DefId> {
        match self.defs.def(def).kind {
            DefKind::Variant(_) => self.defs.def(def).parent,
            _ => self.defs.container(def),
        }
    }

    /// All type parameters of an item in the order of type arguments: those around it first.
    pub(super) fn params_of(&self, def: DefId) -> Rc<Vec<TypeParam>> {
        if let Some(known) = self.params.borrow().get(&def) {
            return Rc::clone(known);
        }
        let mut params = match self.generics_parent(def) {
            Some(parent) => (*self.params_of(parent)).clone(),
            None => Vec::new(),
        };
        let mut names: Vec<Rc<str>> = Vec::new();
        if matches!(self.defs.def(def).kind, DefKind::Trait { .. }) {
            names.push("Self".into());
        }
        if let Some(generics) = self.own_generics(def) {
            names.extend(generics.params.iter().map(|it| Rc::from(&*it.name.name)));
        }
        for (index, name) in names.into_iter().enumerate() {
            params.push(TypeParam {
                owner: def,
                index: u32::try_from(index).unwrap_or(u32::MAX),
                name,
            });
        }
        let params = Rc::new(params);
        self.params.borrow_mut().insert(def, Rc::clone(&params));
        params
    }

    /// The item's own parameters as types.
    pub(super) fn param_types(&self, def: DefId) -> Vec<Ty> {
        self.params_of(def).iter().cloned().map(param).collect()
    }

    /// What the bounds of an item and of what is around it say, in terms of declared parameters.
    pub(super) fn predicates_of(&self, def: DefId) -> Read<Rc<Vec<Predicate>>> {
        if let Some(known) = self.predicates.borrow().get(&def) {
            return known.clone();
        }
        // Bounds may mention projections that look at these very bounds; they see none meanwhile.
        self.predicates
            .borrow_mut()
            .insert(def, Ok(Rc::new(Vec::new())));
        let computed = self.reading(|this| this.compute_predicates(def).map(Rc::new));
        self.predicates.borrow_mut().insert(def, computed.clone());
        computed
    }

    /// Runs what reads bounds; what is asked meanwhile sees only some of them.
    fn reading<R>(&self, read: impl FnOnce(&Self) -> R) -> R {
        self.reading_bounds.set(self.reading_bounds.get() + 1);
        let found = read(self);
        self.reading_bounds.set(self.reading_bounds.get() - 1);
        found
    }

    fn compute_predicates(&self, def: DefId) -> Read<Vec<Predicate>> {
        let mut found = match self.generics_parent(def) {
            Some(parent) => (*self.predicates_of(parent)?).clone(),
            None => Vec::new(),
        };
        if matches!(self.defs.def(def).kind, DefKind::Trait { .. }) {
            found.push(Predicate {
                trait_ref: TraitRef {
                    def,
                    args: self.param_types(def),
                },
                assoc: Vec::new(),
            });
        }
        let Some(generics) = self.own_generics(def) else {
            return Ok(found);
        };
        let params = self.params_of(def);
        let own = params
            .iter()
            .filter(|it| it.owner == def && &*it.name != "Self");
        for (declared, ast) in own.cloned().zip(&generics.params) {
            self.bounds(def, &param(declared), &ast.bounds, &mut found)?;
        }
        for predicate in &generics.wheres {
            let ty = self.lower_ty(def, &predicate.ty)?;
            self.bounds(def, &ty, &predicate.bounds, &mut found)?;
        }
        Ok(found)
    }

    /// Adds what `ty: bounds` says. `def` is the item that the bounds stand at.
    pub(super) fn bounds(
        &self,
        def: DefId,
        ty: &Ty,
        bounds: &[Bound],
        found: &mut Vec<Predicate>,
    ) -> Read<()> {
        for bound in bounds {
            if bound.maybe {
                continue;
            }
            let predicate = self.bound(def, ty, bound)?;
            // `Item: Bound` inside a bound says something of the associated type.
            if let Some(GenericArgs::Angle(args)) = &bound.path.last().args {
                for arg in args {
                    if let GenericArg::Constraint(name, bounds) = arg {
                        let owner = predicate.trait_ref.def;
                        if let Some(assoc) = self.assoc_type(owner, &name.name) {
                            let of = self.projection_through(&predicate.trait_ref, assoc)?;
                            self.bounds(def, &of, bounds, found)?;
                        }
                    }
                }
            }
            found.push(predicate);
        }
        Ok(())
    }

    /// Adds what can be read of `ty: bounds`, where to know less is no harm.
    fn readable_bounds(&self, def: DefId, ty: &Ty, bounds: &[Bound], found: &mut Vec<Predicate>) {
        for bound in bounds {
            let mut read = Vec::new();
            if self
                .bounds(def, ty, std::slice::from_ref(bound), &mut read)
                .is_ok()
            {
                found.append(&mut read);
            }
        }
    }

    fn bound(&self, def: DefId, ty: &Ty, bound: &Bound) -> Read<Predicate> {
        let path = &bound.path;
        let trait_def = self.trait_of_path(def, path)?;
        let mut assoc = Vec::new();
        let mut args = vec![Rc::clone(ty)];
        match &path.last().args {
            Some(GenericArgs::Paren(inputs, output)) => {
                let mut parts = Vec::new();
                for input in inputs {
                    parts.push(self.lower_ty(def, input)?);
                }
                args.push(Rc::new(TyKind::Tuple(parts)));
                let output = match output {
                    Some(output) => self.lower_ty(def, output)?,
                    None => super::subst::unit(),
                };
                assoc.push(("Output".into(), output));
            }
            Some(GenericArgs::Angle(written)) => {
                for arg in written {
                    match arg {
                        GenericArg::Assoc(name, ty) => {
                            assoc.push((name.name.clone(), self.lower_ty(def, ty)?));
                        }
                        GenericArg::Constraint(..) => {}
                        GenericArg::Unsupported(what, span) => {
                            return Err(unsupported(*span, what.clone()));
                        }
                        GenericArg::Type(_) | GenericArg::Const(_) => {
                            args.push(self.lower_generic_arg(def, arg)?);
                        }
                    }
                }
            }
            None => {}
        }
        self.fill_defaults(trait_def, &mut args, path.span)?;
        Ok(Predicate {
            trait_ref: TraitRef {
                def: trait_def,
                args,
            },
            assoc,
        })
    }

    /// What an implementation of a trait implies, in terms of the trait's parameters: its supertraits
    /// and the bounds of its associated types.
    fn implied_by(&self, owner: DefId) -> Read<Rc<Vec<Predicate>>> {
        if let Some(known) = self.implied.borrow().get(&owner) {
            return known.clone();
        }
        self.implied.borrow_mut().insert(owner, Ok(Rc::default()));
        let computed = self.reading(|this| this.compute_implied(owner).map(Rc::new));
        self.implied.borrow_mut().insert(owner, computed.clone());
        computed
    }

    fn compute_implied(&self, owner: DefId) -> Read<Vec<Predicate>> {
        let mut implied = Vec::new();
        let own = self.param_types(owner);
        if let DefKind::Trait { supertraits, .. } = &self.defs.def(owner).kind {
            self.readable_bounds(owner, &own[0], supertraits, &mut implied);
            // `where Self: Super` is a supertrait as well.
            for found in self.predicates_of(owner)?.iter() {
                if found.trait_ref.args[0] == own[0] && found.trait_ref.def != owner {
                    implied.push(found.clone());
                }
            }
        }
        for item in self.defs.items(owner) {
            if let DefKind::TypeAlias { bounds, .. } = &self.defs.def(*item).kind {
                let declared = self.projection(*item, own.clone());
                self.readable_bounds(owner, &declared, bounds, &mut implied);
            }
        }
        Ok(implied)
    }

    /// The predicates and all that they imply, those first that are nearest to what is written: of traits
    /// whose associated types imply each other there is no end.
    pub(super) fn elaborate(&self, predicates: Vec<Predicate>) -> Read<Vec<Predicate>> {
        self.elaborate_to(predicates, MAX_PROJECTIONS)
    }

    fn elaborate_to(&self, predicates: Vec<Predicate>, projections: usize) -> Read<Vec<Predicate>> {
        let mut all: Vec<Predicate> = Vec::new();
        let mut met = FxHashSet::default();
        let mut pending = VecDeque::from(predicates);
        while let Some(predicate) = pending.pop_front() {
            if all.len() > MAX_PREDICATES {
                break;
            }
            if !met.insert(predicate.clone()) {
                continue;
            }
            let owner = predicate.trait_ref.def;
            let subst = Subst::new(&self.params_of(owner), &predicate.trait_ref.args);
            let self_ty = &predicate.trait_ref.args[0];
            for implied in self.implied_by(owner)?.iter() {
                let mut implied = implied.subst(&subst);
                if implied.trait_ref.args[0] == *self_ty {
                    implied.assoc.extend(predicate.assoc.iter().cloned());
                }
                if depth(&implied.trait_ref.args[0]) <= projections {
                    pending.push_back(implied);
                }
            }
            all.push(predicate);
        }
        Ok(all)
    }

    /// The bounds that hold in the body of the function under check, in terms of its rigid parameters.
    pub(super) fn rigid_predicates(&self, owner: DefId) -> Rc<Vec<Predicate>> {
        if let Some(known) = self.rigid.borrow().get(&owner) {
            return Rc::clone(known);
        }
        self.rigid.borrow_mut().insert(owner, Rc::default());
        let subst = Subst::new(&self.params_of(owner), &self.rigid_args(owner));
        let found = self.reading(|this| {
            let found = this.predicates_of(owner)?;
            this.elaborate(found.iter().map(|it| it.subst(&subst)).collect())
        });
        let found = found.unwrap_or_default();
        let found = Rc::new(found);
        self.rigid.borrow_mut().insert(owner, Rc::clone(&found));
        found
    }

    /// What the declaration of an associated type says of it, where that is deeper than bounds are followed
    /// from what is written.
    pub(super) fn predicates_of_deep(&self, ty: &Ty) -> Rc<Vec<Predicate>> {
        let TyKind::Projection(assoc, args) = &**ty else {
            return Rc::default();
        };
        if depth(ty) <= MAX_PROJECTIONS || self.hides_result(*assoc) {
            return Rc::default();
        }
        if let Some(known) = self.deep.borrow().get(ty) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.compute_deep(*assoc, args, ty).unwrap_or_default());
        // What is asked while bounds are being read sees only some of them.
        if self.reading_bounds.get() == 0 {
            self.deep
                .borrow_mut()
                .insert(Rc::clone(ty), Rc::clone(&found));
        }
        found
    }

    fn compute_deep(&self, assoc: DefId, args: &[Ty], ty: &Ty) -> Read<Vec<Predicate>> {
        let Some(owner) = self.defs.container(assoc) else {
            return Ok(Vec::new());
        };
        let params = self.params_of(owner);
        if args.len() != params.len() {
            return Ok(Vec::new());
        }
        let subst = Subst::new(&params, args);
        let implied = self.implied_by(owner)?;
        let implied = implied.iter().map(|it| it.subst(&subst));
        let of_it = implied.filter(|it| it.trait_ref.args[0] == *ty).collect();
        self.elaborate_to(of_it, depth(ty))
    }

    /// The type parameters of the function under check, all owned by it.
    pub(super) fn rigid_args(&self, def: DefId) -> Vec<Ty> {
        let params = self.params_of(def);
        params
            .iter()
            .enumerate()
            .map(|(index, declared)| {
                param(TypeParam {
                    owner: def,
                    index: RIGID + u32::try_from(index).unwrap_or(0),
                    name: Rc::clone(&declared.name),
                })
            })
            .collect()
    }
}

fn depth(ty: &Ty) -> usize {
    match &**ty {
        TyKind::Projection(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
