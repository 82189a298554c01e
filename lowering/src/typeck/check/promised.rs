//! What generic code means by a method or an associated item is what it means before its type arguments are
//! filled in: inherent items of an argument's type, and the traits in scope where the code stands, have no say
//! in it. So each such use is noted where the code is checked with its parameters left open, and looked up
//! where it is checked as an instance.

use super::super::Package;
use super::super::generics::TraitRef;
use super::super::subst::{self, Subst};
use super::FnCtxt;
use super::method::Autoref;
use crate::source::ast;
use crate::span::Span;
use crate::ty::{DefId, FnRef, Ty, TyKind, TypeParam};

/// The item of a trait that a use in generic code means.
#[derive(Clone, Debug)]
pub(in super::super) struct Promise {
    item: DefId,
    /// The arguments of the trait in terms of open parameters, as far as they are known where it is used. The
    /// first is the type that implements it.
    args: Vec<Option<Ty>>,
    /// Of a method: how often its receiver is dereferenced, and how it is borrowed then.
    pub(super) steps: usize,
    pub(super) autoref: Autoref,
}

/// Where something is used: the place of its syntax, which stays where it is as long as the package does. What
/// stands for a while only, in calls that are made up, is told by its span.
pub(in super::super) type UseSite = (usize, Span);

/// A use of an item of a trait: where, of which, and how its receiver is adjusted.
pub(super) type Use = (UseSite, FnRef, usize, Autoref);

fn site<T>(syntax: &T, span: Span) -> UseSite {
    (std::ptr::from_ref(syntax).addr(), span)
}

impl Package {
    /// The function with its parameters left open, if it is an instance of generic code. Models are not:
    /// they are meant as templates.
    pub(in super::super) fn left_open(&self, function: &FnRef) -> Option<FnRef> {
        let def = self.defs.def(function.def);
        if function.args.is_empty() || def.is_model {
            return None;
        }
        let open = FnRef {
            def: function.def,
            args: self.rigid_args(function.def),
        };
        (open != *function).then_some(open)
    }

    /// Has the code of an item checked with its parameters left open, so that what it means is noted.
    pub(in super::super) fn note_promises(&self, function: &FnRef, check: impl FnOnce(&FnRef)) {
        // Code that is being checked is not asked again.
        if let Some(open) = self.left_open(function)
            && self.noted.borrow_mut().insert(function.def)
        {
            check(&open);
        }
    }
}

impl FnCtxt<'_> {
    /// Whether the code at hand is generic code with its parameters left open.
    fn is_open(&self) -> bool {
        let def = self.scope.owner;
        !self.args.is_empty()
            && !self.pkg.defs.def(def).is_model
            && self.args == self.pkg.rigid_args(def)
    }

    /// Notes what a method call means.
    pub(super) fn note_method(
        &mut self,
        method: &ast::Ident,
        function: &FnRef,
        steps: usize,
        autoref: Autoref,
    ) {
        self.note(site(method, method.span), function, steps, autoref);
    }

    /// Notes what `Type::name` means.
    pub(super) fn note_item(&mut self, segment: &ast::Segment, item: &FnRef) {
        self.note(site(segment, segment.ident.span), item, 0, Autoref::No);
    }

    fn note(&mut self, site: UseSite, item: &FnRef, steps: usize, autoref: Autoref) {
        if !self.is_open() || !self.pkg.defs.is_trait_item(item.def) {
            return;
        }
        self.note_now(site, item, steps, autoref);
        if item.args.iter().any(|arg| !self.infer.is_known(arg)) {
            self.uses.push((site, item.clone(), steps, autoref));
        }
    }

    /// Notes again what was not known in full where it was met.
    pub(super) fn settle_notes(&mut self) {
        for (site, item, steps, autoref) in std::mem::take(&mut self.uses) {
            self.note_now(site, &item, steps, autoref);
        }
    }

    fn note_now(&mut self, site: UseSite, item: &FnRef, steps: usize, autoref: Autoref) {
        let Some(container) = self.pkg.defs.container(item.def) else {
            return;
        };
        let count = self.pkg.params_of(container).len();
        let args: Vec<Option<Ty>> = item
            .args
            .iter()
            .take(count)
            .map(|arg| {
                let arg = self.infer.resolve(arg);
                // The closures of an instance are others.
                let unknown = subst::any(&arg, &mut |part| {
                    matches!(part, TyKind::Infer(_) | TyKind::Closure(..))
                });
                (!unknown).then_some(arg)
            })
            .collect();
        let is_param = |part: &TyKind| matches!(part, TyKind::Param(_));
        if let Some(Some(self_ty)) = args.first()
            && subst::any(self_ty, &mut |part| is_param(part))
        {
            let promise = Promise {
                item: item.def,
                args,
                steps,
                autoref,
            };
            self.pkg.promises.borrow_mut().insert(site, promise);
        }
    }

    /// What a method call in an instance means.
    pub(super) fn promised_method(&self, method: &ast::Ident) -> Option<Promise> {
        self.promise(site(method, method.span), &method.name)
    }

    /// What `Type::name` means in an instance.
    pub(super) fn promised_item(&mut self, segment: &ast::Segment) -> Option<TraitRef> {
        let promise = self.promise(site(segment, segment.ident.span), &segment.ident.name)?;
        let def = self.pkg.defs.container(promise.item)?;
        let args = self.promised_args(&promise);
        Some(TraitRef { def, args })
    }

    fn promise(&self, site: UseSite, name: &str) -> Option<Promise> {
        if self.args.is_empty() || self.is_open() {
            return None;
        }
        let promise = self.pkg.promises.borrow().get(&site).cloned()?;
        let is_meant = &*self.pkg.defs.def(promise.item).name == name;
        is_meant.then_some(promise)
    }

    /// The arguments of the trait, for those of the function at hand.
    fn promised_args(&mut self, promise: &Promise) -> Vec<Ty> {
        let open = self.pkg.rigid_args(self.scope.owner);
        let params: Vec<TypeParam> = open
            .iter()
            .filter_map(|ty| match &**ty {
                TyKind::Param(param) => Some(param.clone()),
                _ => None,
            })
            .collect();
        let subst = Subst::new(&params, &self.args);
        let known = promise.args.iter();
        known
            .map(|arg| match arg {
                Some(arg) => self.infer.normalize(&subst.apply(arg), None),
                None => self.infer.any(),
            })
            .collect()
    }

    /// The trait's method, with the trait itself.
    pub(super) fn promised_parts(&self, promise: &Promise) -> Option<(DefId, DefId)> {
        Some((promise.item, self.pkg.defs.container(promise.item)?))
    }

    /// Makes the arguments of a method those that are promised, if they can be.
    pub(super) fn keeps(&mut self, promise: &Promise, function: &FnRef) -> bool {
        let promised = self.promised_args(promise);
        let mut pairs = promised.iter().zip(&function.args);
        pairs.all(|(promised, arg)| self.infer.unify(promised, arg))
    }
}
