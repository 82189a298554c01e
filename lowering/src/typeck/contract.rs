//! Contracts: which clauses a function has, those of its trait included, and their checking.

use std::rc::Rc;

use super::Package;
use super::check::{FnCtxt, OldState};
use super::infer::Infer;
use super::stop::unsupported;
use super::subst::{Subst, bool_ty};
use super::types::TypeScope;
use crate::front::{Clause, ClauseId, ClauseKind, Contract, Front, Invariant, Read};
use crate::ids::Id;
use crate::resolve::DefKind;
use crate::source::ast;
use crate::thir::Body;
use crate::ty::{DefId, FnRef, Ty, TyKind};

impl Package {
    pub(super) fn read_contract(&self, def: DefId) -> Read<Rc<Contract>> {
        if let Some(known) = self.contracts.borrow().get(&def) {
            return known.clone();
        }
        let computed = self.compute_contract(def).map(Rc::new);
        self.contracts.borrow_mut().insert(def, computed.clone());
        computed
    }

    fn compute_contract(&self, def: DefId) -> Read<Contract> {
        let info = self.defs.def(def);
        if let Some((what, span)) = &info.attrs.unsupported {
            return Err(unsupported(*span, what.clone()));
        }
        let clauses = self.clause_list(def);
        let inherited = self.inherited_from(def);
        let attrs = &info.attrs;
        let above = inherited.map(|it| &self.defs.def(it).attrs);
        Ok(Contract {
            clauses: clauses
                .iter()
                .enumerate()
                .map(|(at, (owner, clause))| Clause {
                    id: ClauseId::from_index(at),
                    kind: clause.kind,
                    span: clause.span,
                    inherited: *owner != def,
                })
                .collect(),
            pure_: attrs.pure_ || above.is_some_and(|it| it.pure_),
            model: attrs.model,
            trusted: attrs.trusted && !self.is_about_a_model(def),
            panic_safety: attrs.panic_safety,
            allow_leaks: attrs.allow_leaks,
            partial: attrs.partial,
            asserts_on_expiry: attrs.asserts_on_expiry,
            has_unsafe: matches!(&info.kind, DefKind::Fn(function) if function.has_unsafe),
            is_unsafe: matches!(&info.kind, DefKind::Fn(function) if function.is_unsafe),
            harness: attrs.harness.is_some(),
            should_panic: attrs.harness.is_some_and(|it| it.should_panic),
            stubs: self.read_stubs(def)?,
            check: attrs.bounds.clone(),
            invariants: self.is_visible(def) || attrs.check_invariants,
        })
    }

    /// The functions that a harness exchanges. Of a method of a trait it is not known whose is meant.
    fn read_stubs(&self, def: DefId) -> Read<Vec<(DefId, DefId)>> {
        let mut stubs = Vec::new();
        for ast::Stub {
            original,
            replacement,
        } in &self.defs.def(def).attrs.stubs
        {
            let harness = self.identity(def);
            let function = |path: &ast::Path| {
                let mut fx = FnCtxt::new(self, &harness, false);
                let found = fx.path(path, None)?;
                match &*found.ty {
                    TyKind::FnDef(function) => Ok(function.def),
                    _ => Err(unsupported(path.span, "a stub of what is no function")),
                }
            };
            let exchanged = (function(original)?, function(replacement)?);
            let of_trait = |it: DefId| {
                let container = self.defs.container(it);
                container.is_some_and(|it| matches!(self.defs.def(it).kind, DefKind::Trait { .. }))
            };
            if of_trait(exchanged.0) || of_trait(exchanged.1) {
                return Err(unsupported(original.span, "a stub of a method of a trait"));
            }
            if self.params_of(exchanged.0).len() != self.params_of(exchanged.1).len() {
                let what = "a stub with other type parameters";
                return Err(unsupported(replacement.span, what));
            }
            stubs.push(exchanged);
        }
        Ok(stubs)
    }

    /// The clauses of a function with the item that states them, inherited ones first.
    fn clause_list(&self, def: DefId) -> Vec<(DefId, &ast::Clause)> {
        self.inherited_from(def)
            .into_iter()
            .chain([def])
            .flat_map(|owner| {
                let clauses = &self.defs.def(owner).attrs.clauses;
                clauses.iter().map(move |clause| (owner, clause))
            })
            .collect()
    }

    pub(super) fn read_clause(&self, function: &FnRef, id: ClauseId) -> Read<Rc<Body>> {
        let key = (function.clone(), id);
        if let Some(known) = self.clauses.borrow().get(&key) {
            return known.clone();
        }
        let computed = self.check_clause(function, id).map(Rc::new);
        self.clauses.borrow_mut().insert(key, computed.clone());
        computed
    }

    fn check_clause(&self, function: &FnRef, id: ClauseId) -> Read<Body> {
        let clauses = self.clause_list(function.def);
        let info = self.defs.def(function.def);
        let Some((owner, clause)) = clauses.get(id.index()) else {
            return Err(unsupported(info.span, "a clause of this function"));
        };
        let DefKind::Fn(ast) = &self.defs.def(*owner).kind else {
            return Err(unsupported(info.span, "a function of this form"));
        };
        if *owner == function.def
            && let Some(open) = self.left_open(function)
        {
            drop(self.read_clause(&open, id));
        }
        let mut fx = FnCtxt::new(self, function, true);
        fx.machine = clause.dialect.has_machine_integers();
        fx.old = match clause.kind {
            ClauseKind::Requires => OldState::None("a precondition, which has one state only"),
            ClauseKind::Decreases => OldState::None("a measure"),
            ClauseKind::Panics | ClauseKind::MayPanic => OldState::Present,
            _ => OldState::Entry,
        };
        if *owner != function.def {
            self.enter_trait(&mut fx, *owner, function)?;
        }
        let (params, ret) = fx.signature_of(function, info.span)?;
        if clause.kind == ClauseKind::AfterExpiry && lends_nothing(&ret) {
            return Err(fx.misplaced(clause.span, "it returns no `&mut`, so no borrow ends"));
        }
        let mut pats = Vec::new();
        for (param, ty) in ast.params.iter().zip(&params) {
            pats.push(fx.param(&param.pat, ty)?);
        }
        if matches!(clause.kind, ClauseKind::Ensures | ClauseKind::AfterExpiry) {
            let name = match &clause.result {
                Some(name) => name.clone(),
                None => ast::Ident {
                    name: "result".into(),
                    span: clause.span,
                },
            };
            pats.push(fx.named_param(&name, &ret));
        }
        let value = match clause.kind {
            ClauseKind::Modifies => {
                fx.in_frame = true;
                fx.spec_value(&clause.value)?
            }
            ClauseKind::Decreases => fx.spec_measure(&clause.value)?,
            _ => fx.spec_condition(&clause.value, &bool_ty())?,
        };
        fx.finish(pats, value)
    }

    /// Names and type parameters of an inherited clause are those of the trait's method.
    fn enter_trait(&self, fx: &mut FnCtxt<'_>, owner: DefId, function: &FnRef) -> Read<()> {
        let info = self.defs.def(function.def);
        let stop = || unsupported(info.span, "a contract inherited by this method");
        let container = self.defs.container(function.def).ok_or_else(stop)?;
        let header = self.impl_header(container).ok_or_else(stop)?;
        let trait_ref = header.trait_ref.as_ref().ok_or_else(stop)?;
        let count = self.params_of(container).len();
        let subst = Subst::new(&self.params_of(container), &function.args[..count]);
        let mut args: Vec<Ty> = trait_ref.args.iter().map(|ty| subst.apply(ty)).collect();
        args.extend(function.args[count..].iter().cloned());
        fx.scope = TypeScope {
            names: self.defs.scope_of(owner),
            owner,
            inferred: false,
        };
        fx.subst = Subst::new(&self.params_of(owner), &args);
        fx.args = args;
        Ok(())
    }

    pub(super) fn read_invariants(&self, ty: &Ty) -> Read<Vec<Invariant>> {
        let mut found = Vec::from_iter(self.tree_of_elements(ty)?);
        let sources = self.invariant_sources(ty);
        let otherwise = |source: &DefId| self.lang_is(*source, "otherwise");
        // Code that does not know how keys are compared cannot tell either whether they are in order: any that are
        // not one and the same are, by some order.
        let mut stated = sources.iter().filter(|it| !otherwise(it));
        let known = !sources.iter().any(otherwise) || stated.all(|it| self.bounds_hold(*it, ty));
        for source in sources {
            if otherwise(&source) == known {
                continue;
            }
            let Some(args) = self.source_args(source, ty) else {
                continue;
            };
            let owner = FnRef { def: source, args };
            if let Some((what, span)) = &self.defs.def(source).attrs.unsupported {
                return Err(unsupported(*span, what.clone()));
            }
            for invariant in &self.defs.def(source).attrs.invariants {
                let mut fx = FnCtxt::new(self, &owner, true);
                fx.machine = invariant.dialect.has_machine_integers();
                fx.old = OldState::None("an invariant");
                let invariant = &invariant.value;
                let self_ty = super::subst::reference(false, Rc::clone(ty));
                let name = ast::Ident {
                    name: "self".into(),
                    span: invariant.span,
                };
                let param = fx.named_param(&name, &self_ty);
                let value = fx.spec_condition(invariant, &bool_ty())?;
                let body = fx.finish(vec![param], value)?;
                found.push(Invariant {
                    span: invariant.span,
                    body: Rc::new(body),
                });
            }
        }
        Ok(found)
    }

    /// Whether what the item that states an invariant asks of type parameters is known to hold.
    fn bounds_hold(&self, source: DefId, ty: &Ty) -> bool {
        let (Some(args), Ok(bounds)) = (self.source_args(source, ty), self.predicates_of(source))
        else {
            return true;
        };
        let subst = Subst::new(&self.params_of(source), &args);
        let mut infer = Infer::new(self);
        bounds
            .iter()
            .all(|bound| infer.may_hold(&bound.subst(&subst).trait_ref))
    }

    /// The type arguments of the item that states an invariant, for a type; `None` if it does not
    /// speak of that type.
    fn source_args(&self, source: DefId, ty: &Ty) -> Option<Vec<Ty>> {
        if let TyKind::Adt(def, args) = &**ty
            && source == *def
        {
            return Some(args.clone());
        }
        let header = self.impl_header(source)?;
        let mut infer = Infer::new(self);
        let fresh = infer.fresh_args(source);
        let subst = Subst::new(&self.params_of(source), &fresh);
        let own = subst.apply(&header.self_ty);
        if !infer.unify(&own, ty) {
            return None;
        }
        Some(fresh.iter().map(|arg| infer.resolve(arg)).collect())
    }
}

/// Whether a result of the type is certain to hold no `&mut`.
fn lends_nothing(ty: &Ty) -> bool {
    match &**ty {
        TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Never | TyKind::Param(_) => true,
        TyKind::Ref { mutable, .. } => !mutable,
        TyKind::Tuple(parts) => parts.iter().all(lends_nothing),
        _ => false,
    }
}
