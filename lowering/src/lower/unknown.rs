//! Calls of what only a bound is known of: closures that come as arguments, methods of type
//! parameters. Any function of the right type may stand behind one, so its value is chosen.
//!
//! What takes its arguments by value or `&` gives equal values for equal arguments, by content; what
//! is an `FnMut`, takes `&mut self` or is given what cannot be compared, may give another value each time.
//! What a `&mut` argument leads to gets any value as well, and closures that it is given are called
//! (`unknown_calls.rs`). Arguments through which more could be changed are refused.

use std::rc::Rc;

use crate::front::{ClauseKind, Read};
use crate::ids::Id;
use crate::ir::types::{FieldIdx, IntTy};
use crate::ir::{
    BinOp, Const, FunctionId, Obligation, ObligationKind, Operand, Place, Rvalue, StmtKind,
    UnknownFunction,
};
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{DefId, FnRef, Ty, TyKind};

use super::function::FnCx;
use super::invariants::Mode;
use super::session::Instance;
use super::unknown_value::Unknown;

/// What an unknown function is known by, as long as it is the same: the declaration, the types that it
/// is of, and which part of what it gives.
pub(super) type UnknownKey = (Option<DefId>, Vec<Ty>, Vec<u32>);

impl FnCx<'_, '_> {
    /// `dst :=` what a method of a type parameter gives.
    pub(super) fn call_unknown(
        &mut self,
        dst: &Place,
        function: &FnRef,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let front = self.session.front;
        let self_ty = function.self_ty();
        let path = front.path(function.def);
        let method = path.rsplit("::").next().unwrap_or(&path).to_owned();
        let sort = self.session.name(self_ty);
        let name = format!("{sort}::{method}");
        if !front.contract(function.def)?.clauses.is_empty() {
            return self.call_promised(dst, function, args, expr, &name);
        }
        // A closure that may change itself is given no name for what it changes.
        let first = args.first().map(|arg| &arg.ty);
        let remembers = method == "call_mut" || first.is_some_and(is_mutable_reference);
        let changes = args.iter().any(|arg| is_mutable_reference(&arg.ty));
        if (remembers || changes) && self.frame.is_spec {
            let what = format!("the method {name} in a specification");
            return self.unsupported(expr.span, what);
        }
        let mut types = vec![self_ty.clone(), expr.ty.clone()];
        types.extend(args.iter().map(|arg| arg.ty.clone()));
        let args: Vec<&Expr> = args.iter().collect();
        let given = self.given(&args, !remembers, &name)?;
        let remembers = remembers || given.anew;
        let label = self.label(&method, &sort, expr);
        let unknown = Unknown {
            key: (Some(function.def), self.sorts(types), vec![0]),
            label,
            args: given.values.clone(),
            remembers,
            inside: Vec::new(),
            span: expr.span,
        };
        self.call_given(&given, &unknown)?;
        self.give(dst, &expr.ty, &given, unknown)?;
        if front.sources().is_user(front.span(function.def)) {
            return Ok(());
        }
        match &path[..] {
            "iter::Iterator::next" | "iter::DoubleEndedIterator::next_back" => {
                self.count_item(dst, expr.span);
            }
            "iter::Iterator::size_hint" => self.assume_hint_fits(dst, expr.span),
            _ => {}
        }
        Ok(())
    }

    /// Says that an unknown iterator has given an item, or none: it has no more than are in scope.
    fn count_item(&mut self, given: &Place, span: Span) {
        let some = Id::from_index(1);
        let some = self.flag(Rvalue::IsVariant(given.clone(), some), span);
        self.b.emit(StmtKind::Item { some: some.into() }, span);
    }

    /// An unknown iterator may hint at fewer or more items than it has, but not at more than fit into memory.
    fn assume_hint_fits(&mut self, hint: &Place, span: Span) {
        let usize = self.usize_ty();
        let most = Operand::Const(Const::Int(IntTy::Isize.max(), usize));
        let lower = hint.field(Id::from_index(0)).into();
        let fits = self.flag(Rvalue::Binary(BinOp::Le, lower, most), span);
        let kind = ObligationKind::Assumption;
        let why = Obligation { kind, span };
        let cond = fits.into();
        self.b.emit(StmtKind::Assume { cond, why }, span);
    }

    /// The same of a method whose contract tells more than that it can be called.
    fn call_promised(
        &mut self,
        dst: &Place,
        function: &FnRef,
        args: &[Expr],
        expr: &Expr,
        name: &str,
    ) -> Read<()> {
        let contract = self.session.front.contract(function.def)?;
        let asks = contract
            .clauses
            .iter()
            .any(|it| it.kind != ClauseKind::Ensures);
        let changes = args.iter().any(|arg| is_mutable_reference(&arg.ty));
        if self.frame.is_spec && (asks || changes) {
            let what = format!("the method {name} with its contract in a specification");
            return self.unsupported(expr.span, what);
        }
        let args: Vec<&Expr> = args.iter().collect();
        let operands = self.operands(&args)?;
        let instance = Instance::Promised(function.clone());
        let proc = self.session.instance(instance, expr.span)?;
        let ret = self.ty(&expr.ty, expr.span)?;
        self.emit_call(dst, proc, operands, ret, expr.span);
        Ok(())
    }

    /// `dst :=` an unknown value of the type, and so what may be changed.
    pub(super) fn give(
        &mut self,
        dst: &Place,
        ty: &Ty,
        given: &Given,
        mut unknown: Unknown,
    ) -> Read<()> {
        let span = unknown.span;
        // All of them are computed from what was there before any is written.
        let mut written = Vec::new();
        for (index, (place, ty)) in given.changed.iter().enumerate() {
            unknown.key.2 = vec![1 + u32::try_from(index).unwrap_or(u32::MAX)];
            let lowered = self.ty(ty, span)?;
            let held = self.b.temp(lowered, span);
            self.unknown_value(&held.into(), ty, &unknown)?;
            written.push((place.clone(), held));
        }
        unknown.key.2 = vec![0];
        let ret = self.ty(ty, span)?;
        if ret != self.unit_ty() {
            self.unknown_value(dst, ty, &unknown)?;
        }
        for ((place, held), (_, ty)) in written.into_iter().zip(&given.changed) {
            self.put(&place, held.into(), span);
            self.invariants(Mode::Valid, &place, ty, span)?;
        }
        if ret == self.unit_ty() {
            return Ok(());
        }
        self.invariants(Mode::Valid, dst, ty, span)
    }

    /// `dst :=` what a function of the models of which nothing is known gives.
    pub(super) fn apply_unknown(
        &mut self,
        dst: &Place,
        callee: &FnRef,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<()> {
        let path = self.session.front.path(callee.def);
        let name = path.rsplit("::").next().unwrap_or(&path).to_owned();
        let given = self.given(args, true, &name)?;
        if !given.changed.is_empty() {
            return self.unsupported(expr.span, format!("a `&mut` that {name} may change"));
        }
        if given.anew {
            let what = format!("an argument of {name} that cannot be compared");
            return self.unsupported(expr.span, what);
        }
        let unknown = Unknown {
            key: (Some(callee.def), self.sorts(callee.args.clone()), vec![0]),
            label: name,
            args: given.values,
            remembers: false,
            inside: Vec::new(),
            span: expr.span,
        };
        self.unknown_value(dst, &expr.ty, &unknown)
    }

    /// The types, with one type for those that share their values.
    fn sorts(&self, types: Vec<Ty>) -> Vec<Ty> {
        let front = self.session.front;
        types.iter().map(|ty| front.shares_values_of(ty)).collect()
    }

    /// The arguments as values that can be compared, and the places that may be written to.
    fn given(&mut self, args: &[&Expr], compared: bool, name: &str) -> Read<Given> {
        let mut given = Given::default();
        let mut fitted = Vec::new();
        for arg in args {
            let mut ty = arg.ty.clone();
            let mutable = is_mutable_reference(&ty);
            while let TyKind::Ref { to, .. } = &*ty {
                ty = to.clone();
            }
            let lowered = self.ty(&ty, arg.span)?;
            if !mutable && *ty != *arg.ty {
                self.refuse_cells(&ty, name, arg.span)?;
            }
            if mutable {
                let plain = !self.session.holds_pointers(lowered)
                    && self.session.types.slice_element(lowered).is_none();
                let can_be_written = plain || self.can_be_given_anew(&ty)?;
                if !chain_of_mutable(&arg.ty) || !can_be_written {
                    return self.unsupported(arg.span, format!("a `&mut` that {name} may change"));
                }
                given.anew |= !plain;
                let mut place = self.as_place(arg)?;
                let mut ty = arg.ty.clone();
                while let TyKind::Ref { to, .. } = &*ty {
                    place = place.deref();
                    ty = to.clone();
                }
                given.changed.push((place.clone(), ty.clone()));
                if compared && plain {
                    let before = self.hold(lowered, crate::ir::Rvalue::Use(place.into()), arg.span);
                    given.values.push(before.into());
                }
                continue;
            }
            let comparable = !self.session.holds_pointers(lowered)
                && !self.session.holds_slots(lowered)
                && self.session.types.slice_element(lowered).is_none();
            if comparable {
                fitted.push((*arg, lowered));
            } else if compared && matches!(&*arg.ty, TyKind::Tuple(_)) {
                let place = self.as_place(arg)?;
                self.given_parts(&place, &arg.ty, arg.span, name, &mut given)?;
            } else if let TyKind::Closure(..) = &*arg.ty {
                let place = self.as_place(arg)?;
                self.lend_closure(place, &arg.ty, arg.span, name, &mut given)?;
            } else if self.may_be_unseen(&arg.ty)? {
                given.anew = true;
                self.effect(arg)?;
            } else {
                let what = self.session.types.name(lowered);
                return self.unsupported(
                    arg.span,
                    format!("an argument of type {what} of {name}, of which nothing is known"),
                );
            }
        }
        given.values.extend(self.fit_all(&fitted)?);
        Ok(given)
    }

    /// A cell can be written through any reference to it, by a function of which nothing is known as by any other.
    fn refuse_cells(&mut self, ty: &Ty, name: &str, span: Span) -> Read<()> {
        match self.session.has_cells(ty)? {
            true => self.unsupported(
                span,
                format!("a reference to a cell that {name} may change"),
            ),
            false => Ok(()),
        }
    }

    /// Whether a function of which nothing is known may be given a value that it is not told by: nothing is changed
    /// through it, nor by its end. In a clause it would be asked twice, and give two answers.
    fn may_be_unseen(&mut self, ty: &Ty) -> Read<bool> {
        Ok(!self.frame.is_spec
            && self.session.only_shares(ty)?
            && !self.session.drop_is_seen(ty)?)
    }

    /// What is at a place: the parts of a tuple, and what references lead to.
    pub(super) fn given_parts(
        &mut self,
        place: &Place,
        ty: &Ty,
        span: Span,
        name: &str,
        given: &mut Given,
    ) -> Read<()> {
        match &**ty {
            TyKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field: FieldIdx = Id::from_index(index);
                    self.given_parts(&place.field(field), part, span, name, given)?;
                }
                Ok(())
            }
            TyKind::Ref { mutable: false, to } => {
                self.refuse_cells(to, name, span)?;
                self.given_parts(&place.deref(), to, span, name, given)
            }
            TyKind::Ref { mutable: true, to } => {
                let lowered = self.ty(to, span)?;
                let plain = !self.session.holds_pointers(lowered)
                    && self.session.types.slice_element(lowered).is_none();
                if !plain {
                    return self.unsupported(span, format!("a `&mut` that {name} may change"));
                }
                given.changed.push((place.deref(), to.clone()));
                let before = crate::ir::Rvalue::Use(place.deref().into());
                given.values.push(self.hold(lowered, before, span).into());
                Ok(())
            }
            TyKind::Closure(..) => self.lend_closure(place.clone(), ty, span, name, given),
            _ => {
                let lowered = self.ty(ty, span)?;
                let comparable = !self.session.holds_pointers(lowered)
                    && !self.session.holds_slots(lowered)
                    && self.session.types.slice_element(lowered).is_none();
                if !comparable && self.may_be_unseen(ty)? {
                    given.anew = true;
                    return Ok(());
                }
                if !comparable {
                    let what = self.session.types.name(lowered);
                    return self.unsupported(
                        span,
                        format!("an argument with a {what} of {name}, of which nothing is known"),
                    );
                }
                let value = crate::ir::Rvalue::Use(place.clone().into());
                given.values.push(self.hold(lowered, value, span).into());
                Ok(())
            }
        }
    }

    /// What the function is called in reports.
    fn label(&self, method: &str, sort: &str, expr: &Expr) -> String {
        let called = matches!(method, "call" | "call_mut" | "call_once");
        // What a model calls it is not what the user does.
        let is_user = self.session.front.sources().is_user(expr.span);
        let name = match &expr.kind {
            ExprKind::CallParam { args, .. } if called && is_user => {
                match args.first().map(|it| &it.kind) {
                    Some(ExprKind::Var(var)) => self.frame.body.vars[*var].name.clone(),
                    _ => None,
                }
            }
            _ => None,
        };
        name.unwrap_or_else(|| match called {
            true => sort.to_owned(),
            false => format!("{sort}::{method}"),
        })
    }

    /// The function of that key, as long as it is the same.
    pub(super) fn unknown_function(
        &mut self,
        key: &UnknownKey,
        label: &str,
        span: Span,
    ) -> FunctionId {
        if let Some(known) = self.session.unknown.get(key) {
            return *known;
        }
        let name = label.to_owned();
        let is_value = !label.contains("::");
        let of = key.1.first().filter(|_| is_value && key.0.is_some());
        let function = UnknownFunction {
            name,
            is_value_of: of.and_then(|of| self.ty(of, span).ok()),
            whole: key.2 == [0],
            span,
        };
        let function = self.session.functions.push(function);
        self.session.unknown.insert(key.clone(), function);
        function
    }
}

/// What an unknown function is given.
#[derive(Default)]
pub(super) struct Given {
    /// The values of the arguments, by content.
    pub(super) values: Vec<Operand>,
    /// The places that it may write to, with their types.
    pub(super) changed: Vec<(Place, Ty)>,
    /// The closures that it may call, with their types.
    pub(super) called: Vec<(Place, Ty)>,
    /// Whether some arguments cannot be compared, so that it may answer otherwise the next time.
    pub(super) anew: bool,
}

fn is_mutable_reference(ty: &Ty) -> bool {
    matches!(&**ty, TyKind::Ref { mutable: true, .. })
}

/// Whether only `&mut` lead to the value, so that none of them can be made to lead elsewhere unseen.
fn chain_of_mutable(ty: &Ty) -> bool {
    match &**ty {
        TyKind::Ref { mutable, to } => *mutable && chain_of_mutable(&Rc::clone(to)),
        _ => true,
    }
}
