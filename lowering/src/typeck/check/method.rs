//! Method calls: Rust's search over the receiver's dereferences, by value, by `&`, by `&mut`, with
//! inherent methods before those of traits.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::stop::mistake;
use super::super::subst::{self, Subst, reference};
use super::FnCtxt;
use super::place::How;
use crate::diag::Diagnostic;
use crate::front::Read;
use crate::resolve::DefKind;
use crate::source::ast;
use crate::source::{codes, nearest};
use crate::span::Span;
use crate::thir::Expr;
use crate::ty::{DefId, FnRef, Ty, TyKind};

/// The methods that give iterators over what a collection holds, which are then asked in the present.
const LENDS_ELEMENTS: [&str; 5] = ["chunks", "chunks_exact", "into_iter", "iter", "windows"];

/// The methods that give what they are asked of, by value.
const COPIES: [&str; 4] = ["clone", "cloned", "copied", "to_owned"];

/// A method that may be meant.
#[derive(Clone, Debug)]
struct Candidate {
    method: DefId,
    /// The impl of an inherent method, or the trait.
    container: DefId,
    /// For a method that a bound promises: the bound. It counts as inherent.
    bound: Option<TraitRef>,
    inherent: bool,
}

/// How a receiver is adjusted after dereferencing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Autoref {
    No,
    Shared,
    Exclusive,
}

impl Autoref {
    /// The type of a receiver that is adjusted so.
    fn of(self, ty: &Ty) -> Ty {
        match self {
            Autoref::No => Rc::clone(ty),
            Autoref::Shared => reference(false, Rc::clone(ty)),
            Autoref::Exclusive => reference(true, Rc::clone(ty)),
        }
    }
}

impl FnCtxt<'_> {
    pub(super) fn method_call(
        &mut self,
        receiver: &ast::Expr,
        method: &ast::Ident,
        turbofish: Option<&[ast::GenericArg]>,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if let Some(built_in) = self.spec_method(receiver, method, args, expected, span)? {
            return Ok(built_in);
        }
        let mut receiver = self.expr(receiver, None)?;
        if LENDS_ELEMENTS.contains(&&*method.name) {
            receiver = self.brought_along(receiver)?;
        }
        if self.spec
            && let Some(asked) = self.asked_of_nodes(&receiver, method, args, span)?
        {
            return Ok(asked);
        }
        self.method_on(receiver, method, turbofish, args, expected, span)
    }

    /// A method call with a receiver and arguments that have been checked.
    pub(super) fn method_with(
        &mut self,
        receiver: Expr,
        method: &ast::Ident,
        args: Vec<Expr>,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        // The arguments stand in variables that only this call can name.
        let mut stmts = Vec::new();
        let mut written = Vec::new();
        let locals = self.locals.len();
        for (at, arg) in args.into_iter().enumerate() {
            let name: ast::Name = format!("argument #{at}").into();
            let ty = Rc::clone(&arg.ty);
            let var = self.bind_var(&name, Rc::clone(&ty), span);
            stmts.push(crate::thir::Stmt::Let {
                pat: crate::thir::Pat {
                    kind: crate::thir::PatKind::Binding {
                        var,
                        by: crate::thir::BindBy::Value,
                        sub: None,
                    },
                    ty,
                    span,
                },
                init: Some(arg),
                otherwise: None,
                span,
            });
            written.push(ast::Expr {
                kind: ast::ExprKind::Path(ast::Path {
                    qself: None,
                    global: false,
                    segments: vec![ast::Segment {
                        ident: ast::Ident { name, span },
                        args: None,
                    }],
                    marked: None,
                    span,
                }),
                span,
            });
        }
        let call = self.method_on(receiver, method, None, &written, expected, span);
        self.locals.truncate(locals);
        let call = call?;
        let ty = Rc::clone(&call.ty);
        let kind = crate::thir::ExprKind::Block {
            scope: None,
            stmts,
            tail: Some(call.into()),
        };
        Ok(self.mk(kind, ty, span))
    }

    /// A method call on a receiver that has been checked.
    pub(super) fn method_on(
        &mut self,
        receiver: Expr,
        method: &ast::Ident,
        turbofish: Option<&[ast::GenericArg]>,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        self.select()?;
        let steps = self.autoderef(&receiver.ty)?;
        if let Some(last) = steps.last()
            && matches!(*last.ty, TyKind::Infer(_))
            && self.infer.var_kind(&last.ty) == Some(super::super::infer::VarKind::General)
        {
            let what = format!(
                "the method `{}` on a value whose type is not known here",
                method.name
            );
            return self.unsupported(method.span, what);
        }
        for step in &steps {
            self.pkg
                .refuse_partly_read(&step.ty, &method.name, method.span)?;
        }
        if let Some(promise) = self.promised_method(method)
            && let Some((item, container)) = self.promised_parts(&promise)
            && let Some(step) = steps.get(promise.steps)
        {
            let found = Candidate {
                method: item,
                container,
                bound: None,
                inherent: true,
            };
            let step_ty = Rc::clone(&step.ty);
            let (at, autoref) = (promise.steps, promise.autoref);
            let (adjusted, self_ty) = self.adjust(receiver, &steps[..=at], &step_ty, autoref)?;
            let function = self.confirm(&found, &self_ty, turbofish, method)?;
            if !self.keeps(&promise, &function) {
                return self.unsupported(method.span, format!("the method `{}`", method.name));
            }
            let adjusted = self.reborrowed(adjusted);
            return self.call_fn(function, Some(adjusted), args, expected, method.span, span);
        }
        match self.search(receiver, &steps, method, turbofish, true)? {
            Ok((adjusted, function)) => {
                self.call_fn(function, Some(adjusted), args, expected, method.span, span)
            }
            Err(receiver) => self.no_method(receiver, method, turbofish, args, expected, span),
        }
    }

    /// The value of a specification field: what the type itself says, or else a trait that it implements,
    /// in generic code too. `Err` gives the receiver back, of which there is no such field.
    pub(super) fn spec_field(
        &mut self,
        receiver: Expr,
        name: &ast::Ident,
        span: Span,
    ) -> Read<Result<Expr, Expr>> {
        let method = &ast::Ident {
            name: ast::spec_field_method(&name.name),
            span: name.span,
        };
        let steps = self.autoderef(&receiver.ty)?;
        match self.search(receiver, &steps, method, None, false)? {
            Ok((adjusted, function)) => {
                self.refuse_spec_field(name)?;
                let call = self.call_fn(function, Some(adjusted), &[], None, method.span, span)?;
                Ok(Ok(call))
            }
            Err(receiver) => Ok(Err(receiver)),
        }
    }

    /// The method that is meant, with the adjusted receiver; the receiver alone, if there is none.
    fn search(
        &mut self,
        receiver: Expr,
        steps: &[super::place::Step],
        method: &ast::Ident,
        turbofish: Option<&[ast::GenericArg]>,
        noted: bool,
    ) -> Read<Result<(Expr, FnRef), Expr>> {
        let candidates = self.candidates(steps, &method.name);
        for (at, step) in steps.iter().enumerate() {
            for autoref in [Autoref::No, Autoref::Shared, Autoref::Exclusive] {
                // A slice exists only behind a reference, so no method takes it by value.
                let is_unsized = matches!(*step.ty, TyKind::Slice(_) | TyKind::Str);
                if (step.how == How::Unsize || is_unsized) && autoref == Autoref::No {
                    continue;
                }
                let self_ty = autoref.of(&step.ty);
                let Some(found) = self.pick(&candidates, &self_ty, method)? else {
                    continue;
                };
                let types = steps.iter().map(|step| &step.ty);
                self.pkg.refuse_hidden(&method.name, types, method.span)?;
                let (adjusted, self_ty) =
                    self.adjust(receiver, &steps[..=at], &step.ty, autoref)?;
                let function = self.confirm(&found, &self_ty, turbofish, method)?;
                if noted {
                    self.note_method(method, &function, at, autoref);
                }
                return Ok(Ok((self.reborrowed(adjusted), function)));
            }
        }
        Ok(Err(receiver))
    }

    /// The receiver after so many dereferences, borrowed if that is asked for, with its type.
    fn adjust(
        &mut self,
        receiver: Expr,
        steps: &[super::place::Step],
        ty: &Ty,
        autoref: Autoref,
    ) -> Read<(Expr, Ty)> {
        let span = receiver.span;
        let place = self.apply_steps(receiver, &steps[1..])?;
        let adjusted = match autoref {
            Autoref::No => place,
            Autoref::Shared => self.borrow_of(false, place, span),
            Autoref::Exclusive => {
                let place = self.make_mut(place)?;
                self.borrow_of(true, place, span)
            }
        };
        Ok((adjusted, autoref.of(ty)))
    }

    /// Whether the type itself offers a method of that name.
    pub(super) fn has_method(&mut self, receiver: &Expr, name: &str) -> Read<bool> {
        let steps = self.autoderef(&receiver.ty)?;
        Ok(self.candidates(&steps, name).iter().any(|it| it.inherent))
    }

    /// The same, or a trait that it implements does.
    pub(super) fn is_offered(&mut self, receiver: &Expr, name: &str) -> Read<bool> {
        let steps = self.autoderef(&receiver.ty)?;
        Ok(!self.candidates(&steps, name).is_empty())
    }

    /// A `&mut` receiver is reborrowed, not moved.
    fn reborrowed(&mut self, receiver: Expr) -> Expr {
        let ty = self.infer.shallow(&receiver.ty);
        let is_place = matches!(
            receiver.kind,
            crate::thir::ExprKind::Var(_)
                | crate::thir::ExprKind::Field { .. }
                | crate::thir::ExprKind::Deref(_)
                | crate::thir::ExprKind::Index { .. }
        );
        match &*ty {
            TyKind::Ref { mutable: true, to } if is_place => {
                let span = receiver.span;
                let kind = crate::thir::ExprKind::Deref(receiver.into());
                let place = self.mk(kind, Rc::clone(to), span);
                self.borrow_of(true, place, span)
            }
            _ => receiver,
        }
    }

    /// What is left where a receiver does not have the method. To copy a value gives the value, also where no
    /// bound of a type parameter says how.
    fn no_method(
        &mut self,
        receiver: Expr,
        method: &ast::Ident,
        turbofish: Option<&[ast::GenericArg]>,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        if self.spec
            && args.is_empty()
            && COPIES.contains(&&*method.name)
            && self.is_of_parameter(&receiver.ty)
        {
            return Ok(self.behind_all(receiver));
        }
        if self.spec
            && let Some(seen) = self.seen_otherwise(&receiver, method)?
        {
            return self.method_on(seen, method, turbofish, args, expected, span);
        }
        self.refuse_method(&receiver, method)
    }

    /// Whether the type is that of a value of a type parameter, or of an option of one.
    fn is_of_parameter(&mut self, ty: &Ty) -> bool {
        let ty = self.without_pointers(ty);
        let of = match &*ty {
            TyKind::Adt(def, args)
                if ["Option", "Result"]
                    .iter()
                    .any(|lang| self.pkg.lang_is(*def, lang)) =>
            {
                self.without_pointers(&args[0])
            }
            _ => ty,
        };
        matches!(*of, TyKind::Param(_))
    }

    /// A value of a specification as one that has the method: an option of a value as one of a reference to
    /// it, a sequence as what goes over its elements.
    fn seen_otherwise(&mut self, receiver: &Expr, method: &ast::Ident) -> Read<Option<Expr>> {
        let value = self.behind_all(receiver.clone());
        let ty = self.known(&value.ty)?;
        let TyKind::Adt(def, args) = &*ty else {
            return Ok(None);
        };
        if self.pkg.lang_is(*def, "Seq") {
            let elements =
                self.lang_call("seq_elements", args.clone(), vec![value], method.span)?;
            let offered = self.is_offered(&elements, &method.name)?;
            return Ok(offered.then_some(elements));
        }
        if !["Option", "Result"]
            .iter()
            .any(|lang| self.pkg.lang_is(*def, lang))
        {
            return Ok(None);
        }
        for block in self.pkg.inherent_impls(&ty) {
            if self.method_in(block, &method.name).is_none() {
                continue;
            }
            let of = self.infer.fresh_args(block);
            let wanted = self.impl_self_type(block, &of)?;
            let lent = |part: &TyKind| matches!(part, TyKind::Ref { mutable: true, .. });
            if subst::any(&wanted, &mut |part| lent(part)) || self.unifies(&ty, &wanted) {
                continue;
            }
            if let Some(seen) = self.rebuilt(value.clone(), &wanted)? {
                return Ok(Some(seen));
            }
        }
        Ok(None)
    }

    fn refuse_method(&mut self, receiver: &Expr, method: &ast::Ident) -> Read<Expr> {
        let name = &method.name;
        let ty = self.infer.resolve(&receiver.ty);
        if self.spec && self.pkg.map.is_user(method.span) && self.is_complete(&ty) {
            let message = format!("no method `{name}` on `{}`", self.infer.show(&ty));
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_METHOD, method.span, message);
            if let Some(near) = self.near_method(receiver, name)? {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            return Err(mistake(diagnostic));
        }
        if let TyKind::Projection(function, _) = &*ty
            && self.pkg.hides_result(*function)
        {
            let function = &self.pkg.defs.def(*function).name;
            let what = format!("the hidden result of `{function}`, which could not be read");
            return self.unsupported(method.span, what);
        }
        let owner = self.pkg.base_name(&ty);
        if self.spec
            && self.pkg.map.is_user(method.span)
            && let Some(content) = self.content(receiver)?
            && self.has_method(&content, name)?
        {
            let message = format!("no method `{name}` on `{}`", self.infer.show(&ty));
            let content = self.infer.show(&content.ty);
            let by = match content.split('<').next() {
                Some("Map") => "map",
                Some("Set") => "set",
                _ => "seq",
            };
            let help = format!("its `{content}` has one: `.{by}().{name}(…)`");
            let diagnostic = Diagnostic::error(codes::UNKNOWN_METHOD, method.span, message);
            return Err(mistake(diagnostic.help(help)));
        }
        // Our models of std do not have all methods, so a name is wrong if it is nearly one of theirs.
        if self.spec
            && self.pkg.map.is_user(method.span)
            && let Some(near) = self.near_method(receiver, name)?
        {
            let message = format!("no method `{name}` on `{}`", self.infer.show(&ty));
            let diagnostic = Diagnostic::error(codes::UNKNOWN_METHOD, method.span, message);
            return Err(mistake(diagnostic.help(format!("did you mean `{near}`?"))));
        }
        self.unsupported(method.span, format!("the method `{owner}::{name}`"))
    }

    /// A method that the receiver has by itself and whose name is nearly this one.
    fn near_method(&mut self, receiver: &Expr, name: &str) -> Read<Option<String>> {
        let steps = self.autoderef(&receiver.ty)?;
        let mut known = BTreeSet::new();
        for step in &steps {
            for block in self.pkg.inherent_impls(&step.ty).iter() {
                let items = self.pkg.defs.items(*block).iter();
                let items = items.map(|item| self.pkg.defs.def(*item));
                known.extend(items.map(|item| item.name.to_string()));
            }
        }
        let known = known.iter().map(String::as_str);
        Ok(nearest(name, known).map(str::to_owned))
    }

    /// Whether all that a type has is known: it is the user's, or one of the contract crate. What std
    /// has beyond its models is not the user's mistake.
    pub(super) fn is_complete(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Ref { to, .. } => self.is_complete(to),
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => self.is_complete(&args[0]),
            TyKind::Adt(def, _) => {
                let std = self.pkg.defs.extern_prelude.get("std");
                Some(&self.pkg.defs.crate_of(*def)) != std
            }
            TyKind::MathInt => true,
            _ => false,
        }
    }

    /// All methods of that name that the receiver's dereferences or the traits in scope offer.
    fn candidates(&mut self, steps: &[super::place::Step], name: &str) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for step in steps {
            for container in self.pkg.inherent_impls(&step.ty) {
                if let Some(method) = self.method_in(container, name) {
                    found.push(Candidate {
                        method,
                        container,
                        bound: None,
                        inherent: true,
                    });
                }
            }
            for bound in self.pkg.bounds_of_rigid(&step.ty) {
                let container = bound.trait_ref.def;
                if let Some(method) = self.method_in(container, name) {
                    found.push(Candidate {
                        method,
                        container,
                        bound: Some(bound.trait_ref),
                        inherent: true,
                    });
                }
            }
        }
        for container in self.pkg.defs.traits_in_scope(self.scope.names) {
            if let Some(method) = self.method_in(container, name) {
                found.push(Candidate {
                    method,
                    container,
                    bound: None,
                    inherent: false,
                });
            }
        }
        let (mut inherent, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|it| it.inherent);
        self.prefer_extern_specs(&mut inherent, |it| it.container);
        inherent.extend(others);
        inherent
    }

    fn method_in(&self, container: DefId, name: &str) -> Option<DefId> {
        self.pkg.defs.item_named(
            container,
            name,
            |kind| matches!(kind, DefKind::Fn(function) if function.has_self),
        )
    }

    /// The candidate whose receiver is of that type, if there is exactly one.
    fn pick(
        &mut self,
        candidates: &[Candidate],
        self_ty: &Ty,
        method: &ast::Ident,
    ) -> Read<Option<Candidate>> {
        for inherent in [true, false] {
            let mut fitting: Vec<&Candidate> = Vec::new();
            for candidate in candidates.iter().filter(|it| it.inherent == inherent) {
                let fits = {
                    let pkg = self.pkg;
                    self.infer
                        .probe(|infer| fits(pkg, infer, candidate, self_ty))
                };
                if fits && !fitting.iter().any(|it| it.method == candidate.method) {
                    fitting.push(candidate);
                }
            }
            match fitting.as_slice() {
                [] => {}
                [one] => return Ok(Some((*one).clone())),
                _ => {
                    let what = format!(
                        "the method `{}`, which several impls or traits have",
                        method.name
                    );
                    return self.unsupported(method.span, what);
                }
            }
        }
        Ok(None)
    }

    /// The method with its arguments: those that the receiver tells, those that are written, and
    /// variables for the rest.
    fn confirm(
        &mut self,
        found: &Candidate,
        self_ty: &Ty,
        turbofish: Option<&[ast::GenericArg]>,
        method: &ast::Ident,
    ) -> Read<FnRef> {
        let mut args = match &found.bound {
            Some(bound) => bound.args.clone(),
            None => self.infer.fresh_args(found.container),
        };
        let own = self.pkg.params_of(found.method).len() - args.len();
        match turbofish {
            Some(written) => {
                if written.len() > own {
                    return self.unsupported(method.span, "type arguments of this number");
                }
                for arg in written {
                    let arg = self.pkg.lower_generic_arg_in(self.scope, arg)?;
                    args.push(self.instantiate(&arg, method.span));
                }
                for _ in written.len()..own {
                    let ty = self.infer.any();
                    args.push(ty);
                }
            }
            None => {
                for _ in 0..own {
                    let ty = self.infer.any();
                    args.push(ty);
                }
            }
        }
        let function = FnRef {
            def: found.method,
            args,
        };
        let (params, _) = self.pkg.declared_signature(function.def)?;
        let subst = Subst::new(&self.pkg.params_of(function.def), &function.args);
        let receiver = self
            .infer
            .normalize(&subst.apply(&params[0]), Some(method.span));
        if !self.infer.unify(&receiver, self_ty) {
            return self.mismatch(method.span, &receiver, self_ty);
        }
        Ok(function)
    }
}

/// Whether a candidate's receiver can be of that type, its conditions included.
fn fits(
    pkg: &super::super::Package,
    infer: &mut super::super::infer::Infer<'_>,
    candidate: &Candidate,
    self_ty: &Ty,
) -> bool {
    let mut args = match &candidate.bound {
        Some(bound) => bound.args.clone(),
        None => infer.fresh_args(candidate.container),
    };
    let own = pkg.params_of(candidate.method).len() - args.len();
    for _ in 0..own {
        let ty = infer.any();
        args.push(ty);
    }
    let Ok((params, _)) = pkg.declared_signature(candidate.method) else {
        return false;
    };
    let Some(receiver) = params.first() else {
        return false;
    };
    let subst = Subst::new(&pkg.params_of(candidate.method), &args);
    let receiver = infer.normalize(&subst.apply(receiver), None);
    if !infer.unify(&receiver, self_ty) {
        return false;
    }
    if candidate.bound.is_some() {
        return true;
    }
    let count = pkg.params_of(candidate.container).len();
    if let DefKind::Trait { .. } = pkg.defs.def(candidate.container).kind {
        let goal = TraitRef {
            def: candidate.container,
            args: args[..count].to_vec(),
        };
        return infer.may_hold(&goal);
    }
    let Some(header) = pkg.impl_header(candidate.container) else {
        return false;
    };
    header
        .predicates
        .iter()
        .all(|predicate| infer.may_hold(&predicate.trait_ref.subst(&subst)))
}
