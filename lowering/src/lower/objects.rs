//! Trait objects: a pointer to one is a pointer to a value of one of the types that may stand behind it, so
//! it is an enum of pointers, and a call through it is a case split.
//!
//! Which types those are is settled before anything is lowered: those of the package that implement the
//! trait, and what the functions at hand make objects of (closures, instances of generic types).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::{Lang, Read};
use crate::ids::{Id, Table};
use crate::ir::types::{
    Adt, Compared, Field, Param, RawPointers, Ty as IrTy, TyId, Variant, VariantIdx,
};
use crate::ir::{Branch, Int, Operand, Panic, PanicKind, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{FnRef, Ty, TyKind};

use super::function::FnCx;
use super::session::{Session, unsupported};
use super::unknown::Given;
use super::unknown_value::Unknown;

/// More functions than this are not looked through for what they make objects of.
const MAX_FUNCTIONS: usize = 500;

/// The trait objects of a program.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// What the functions at hand make objects of, by the type of the object.
    made: FxHashMap<Ty, Vec<Ty>>,
    /// What an object may be, once somebody has asked.
    targets: FxHashMap<Ty, Rc<Vec<Ty>>>,
}

/// What is lowered for one type that an object may be of.
pub(super) struct Case<'c> {
    /// The pointer to the value.
    pub(super) pointer: &'c Place,
    /// Its type.
    pub(super) pointer_ty: &'c Ty,
    /// The type of the value.
    pub(super) of: &'c Ty,
}

impl Session<'_> {
    /// The trait object that a pointer of the type leads to.
    pub(super) fn object_of(&self, pointer: &Ty) -> Option<Ty> {
        let to = match &**pointer {
            TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => to,
            TyKind::Adt(def, args) => match args.as_slice() {
                [to] if self.front.lang(*def) == Some(Lang::Box) || self.is_rc(pointer) => to,
                _ => return None,
            },
            _ => return None,
        };
        matches!(**to, TyKind::Dyn(..)).then(|| to.clone())
    }

    fn is_rc(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Adt(def, _) => {
                let named = self.front.path(*def).rsplit("::").next() == Some("Rc");
                named && !self.front.sources().is_user(self.front.span(*def))
            }
            _ => false,
        }
    }

    /// What a pointer that is no pointer to an object leads to.
    fn pointee_of(&self, pointer: &Ty) -> Option<Ty> {
        match &**pointer {
            TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => Some(to.clone()),
            TyKind::Adt(def, args) => match args.as_slice() {
                [to] if self.front.lang(*def) == Some(Lang::Box) || self.is_rc(pointer) => {
                    Some(to.clone())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an object can be called: of those that come from outside, the type alone is known.
    fn is_callable(&self, object: &Ty) -> bool {
        let TyKind::Dyn(def, _) = &**object else {
            return false;
        };
        let path = self.front.path(*def);
        let named = matches!(path.rsplit("::").next(), Some("Fn" | "FnMut" | "FnOnce"));
        named && !self.front.sources().is_user(self.front.span(*def))
    }

    /// The types that an object may be of.
    pub(super) fn targets(&mut self, object: &Ty) -> Rc<Vec<Ty>> {
        if let Some(known) = self.objects.targets.get(object) {
            return Rc::clone(known);
        }
        let mut all = match self.is_callable(object) {
            true => Vec::new(),
            false => self.front.implementors(object).types.clone(),
        };
        for made in self.objects.made.get(object).into_iter().flatten() {
            if !all.contains(made) {
                all.push(made.clone());
            }
        }
        let all = Rc::new(all);
        self.objects.targets.insert(object.clone(), Rc::clone(&all));
        all
    }

    /// The types of the owning pointers that an owning pointer to an object may be.
    pub(super) fn pointers_behind(&mut self, pointer: &Ty) -> Vec<Ty> {
        match (self.object_of(pointer), &**pointer) {
            (Some(object), TyKind::Adt(..)) => {
                let targets = self.targets(&object);
                targets.iter().map(|it| pointing_to(pointer, it)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where the variants of the known types start.
    fn first_target(&self, object: &Ty) -> usize {
        usize::from(self.is_callable(object))
    }

    /// The IR type of a pointer to an object.
    pub(super) fn object_pointer_ty(&mut self, pointer: &Ty, span: Span) -> Read<TyId> {
        let Some(object) = self.object_of(pointer) else {
            return Err(unsupported(span, "a trait object behind this pointer"));
        };
        if let TyKind::RawPtr { .. } = &**pointer {
            return Err(unsupported(span, "a raw pointer to a trait object"));
        }
        let adt = self.types.declare_adt(Adt {
            name: self.name(pointer),
            base_name: "dyn".to_owned(),
            is_enum: true,
            variants: Table::new(),
            is_union: false,
            never_null: false,
            compared: Compared::NotByContent,
            raw_pointers: RawPointers::AsAround,
            span,
        });
        let id = self.types.intern(IrTy::Adt(adt));
        self.ty_ids.insert(pointer.clone(), id);
        let mut variants: Table<VariantIdx, Variant> = Table::new();
        let mut add = |name: String, ty: TyId| {
            let mut fields = Table::new();
            fields.push(Field {
                name: "0".to_owned(),
                ty,
            });
            let discriminant = Int::from(u32::try_from(variants.len()).unwrap_or(u32::MAX));
            variants.push(Variant {
                name,
                fields,
                named_fields: false,
                discriminant,
            });
        };
        if self.is_callable(&object) {
            let outside = self.types.add_param(Param {
                name: self.name(&object),
                ordered: false,
                changes: false,
            });
            add(
                "unknown".to_owned(),
                self.types.intern(IrTy::Param(outside)),
            );
        }
        for target in self.targets(&object).iter() {
            let payload = self.ty(&pointing_to(pointer, target), span)?;
            add(self.name(target), payload);
        }
        self.types.define_adt(adt, variants);
        Ok(id)
    }

    /// Refuses objects from outside of which it is not known what they can be.
    pub(super) fn refuse_open_objects(&mut self, object: &Ty, span: Span) -> Read<()> {
        if self.is_callable(object) {
            return Ok(());
        }
        let known = self.front.implementors(object);
        let name = self.name(object);
        if !known.complete {
            let what = format!("a `{name}` from outside, which types beyond the package may be");
            return Err(unsupported(span, what));
        }
        if known.types.is_empty() {
            let what =
                format!("a `{name}` from outside, whose trait no type of the package implements");
            return Err(unsupported(span, what));
        }
        Ok(())
    }

    /// Looks for what the functions that this one leads to make objects of.
    pub(super) fn note_objects(&mut self, function: &FnRef) {
        let front = self.front;
        let mut functions = vec![function.clone()];
        // Those of the models are looked through where what they give may hold an object.
        let gives_object = |callee: &FnRef| {
            let signature = front.signature(callee);
            signature.is_ok_and(|signature| mentions_object(&signature.ret))
        };
        let mut met = FxHashSet::default();
        while let Some(function) = functions.pop() {
            if met.len() > MAX_FUNCTIONS || !met.insert(function.clone()) {
                continue;
            }
            let Ok(body) = front.body(&function) else {
                continue;
            };
            self.register_closures(&body);
            let mut made = Vec::new();
            super::walk::each_expr(&body.value, &mut |expr| match &expr.kind {
                ExprKind::Coerce(of) => {
                    if let Some(object) = self.object_of(&expr.ty)
                        && let Some(target) = self.pointee_of(&of.ty)
                        && !matches!(*target, TyKind::Dyn(..))
                    {
                        made.push((object, target));
                    }
                }
                ExprKind::Call { callee, .. } | ExprKind::Fn(callee)
                    if front.sources().is_user(front.span(callee.def)) || gives_object(callee) =>
                {
                    functions.push(callee.clone());
                }
                ExprKind::CallParam { method, .. } => {
                    functions.extend(self.methods_behind(method));
                }
                _ => {}
            });
            for (object, target) in made {
                let known = self.objects.made.entry(object).or_default();
                if !known.contains(&target) {
                    known.push(target);
                }
            }
        }
    }

    /// The methods of the types of the package that a call through an object may mean.
    pub(super) fn methods_behind(&self, method: &FnRef) -> Vec<FnRef> {
        let Some(object) = method.args.first() else {
            return Vec::new();
        };
        if !matches!(**object, TyKind::Dyn(..)) || self.is_callable(object) {
            return Vec::new();
        }
        let known = self.front.implementors(object);
        let methods = known.types.iter();
        methods
            .filter_map(|target| self.front.method_for(&for_target(method, target)).ok())
            .collect()
    }
}

/// The pointer type with another type behind it.
fn pointing_to(pointer: &Ty, to: &Ty) -> Ty {
    Rc::new(match &**pointer {
        TyKind::Ref { mutable, .. } => TyKind::Ref {
            mutable: *mutable,
            to: to.clone(),
        },
        TyKind::RawPtr { mutable, .. } => TyKind::RawPtr {
            mutable: *mutable,
            to: to.clone(),
        },
        TyKind::Adt(def, _) => TyKind::Adt(*def, vec![to.clone()]),
        other => other.clone(),
    })
}

/// The trait's method with the type in the place of the object.
fn for_target(method: &FnRef, target: &Ty) -> FnRef {
    let mut method = method.clone();
    if let Some(own) = method.args.first_mut() {
        *own = target.clone();
    }
    method
}

impl FnCx<'_, '_> {
    /// Runs what `lower` makes for each type that the object behind the pointer at `place` may be of.
    pub(super) fn each_target(
        &mut self,
        place: &Place,
        pointer: &Ty,
        span: Span,
        lower: &mut dyn FnMut(&mut Self, &Case<'_>) -> Read<()>,
    ) -> Read<()> {
        let Some(object) = self.session.object_of(pointer) else {
            return self.unsupported(span, "a trait object behind this pointer");
        };
        let targets = self.session.targets(&object);
        self.target_from(place, pointer, &object, &targets, 0, span, lower)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a loop, written as recursion over branches"
    )]
    fn target_from(
        &mut self,
        place: &Place,
        pointer: &Ty,
        object: &Ty,
        targets: &[Ty],
        index: usize,
        span: Span,
        lower: &mut dyn FnMut(&mut Self, &Case<'_>) -> Read<()>,
    ) -> Read<()> {
        let Some(of) = targets.get(index) else {
            // Only what is unknown is left, and that has nothing to do this with.
            return Ok(());
        };
        let variant: VariantIdx = Id::from_index(self.session.first_target(object) + index);
        let case = Case {
            pointer: &place.variant(variant).field(Id::from_index(0)),
            pointer_ty: &pointing_to(pointer, of),
            of,
        };
        self.b.open();
        let this = lower(self, &case);
        let then = self.b.close();
        if index + 1 == targets.len() && self.session.first_target(object) == 0 {
            self.b.splice(then.block);
            return this;
        }
        let is = self.flag(Rvalue::IsVariant(place.clone(), variant), span);
        self.b.open();
        let rest = self.target_from(place, pointer, object, targets, index + 1, span, lower);
        let otherwise = self.b.close();
        self.b
            .if_else(is.into(), then, otherwise, Branch::Hidden, span);
        this.and(rest)
    }

    /// `dst :=` a pointer to an object, which is of the type `of`.
    fn wrap(&mut self, dst: &Place, pointer: &Ty, of: &Ty, value: Operand, span: Span) -> Read<()> {
        let ty = self.ty(pointer, span)?;
        let Some(object) = self.session.object_of(pointer) else {
            return self.unsupported(span, "a trait object behind this pointer");
        };
        let Some(index) = self.session.targets(&object).iter().position(|it| it == of) else {
            let (of, object) = (self.session.name(of), self.session.name(&object));
            return self.unsupported(span, format!("a `{object}` that is a `{of}`"));
        };
        let variant = Id::from_index(self.session.first_target(&object) + index);
        let value = Rvalue::Aggregate(ty, variant, vec![value]);
        self.b.assign(dst.clone(), value, span);
        Ok(())
    }

    /// `dst :=` what `of` is as a pointer to an object.
    pub(super) fn make_object(&mut self, dst: &Place, of: &Expr, expr: &Expr) -> Read<()> {
        let span = expr.span;
        if self.session.object_of(&of.ty).is_some() {
            let ty = self.ty(&of.ty, span)?;
            let operand = self.as_operand(of)?;
            let held: Place = self.hold(ty, Rvalue::Use(operand), span).into();
            return self.each_target(&held, &of.ty, span, &mut |cx, case| {
                cx.repoint(dst, &expr.ty, case, span)
            });
        }
        let Some(target) = self.session.pointee_of(&of.ty) else {
            return self.unsupported(span, "a trait object of this pointer");
        };
        let due = Expr {
            kind: ExprKind::Tuple(Vec::new()),
            ty: pointing_to(&expr.ty, &target),
            span,
        };
        let ty = self.ty(&due.ty, span)?;
        let held = self.b.temp(ty, span);
        self.coerce(&held.into(), of, &due)?;
        self.wrap(dst, &expr.ty, &target, held.into(), span)
    }

    /// `dst :=` the same object behind another kind of pointer.
    fn repoint(&mut self, dst: &Place, pointer: &Ty, case: &Case<'_>, span: Span) -> Read<()> {
        let due = pointing_to(pointer, case.of);
        if due == *case.pointer_ty {
            return self.wrap(dst, pointer, case.of, case.pointer.clone().into(), span);
        }
        if self.session.is_rc(case.pointer_ty) || !matches!(&*due, TyKind::Ref { .. }) {
            return self.unsupported(span, "a trait object behind another kind of pointer");
        }
        let ty = self.ty(&due, span)?;
        let address = Rvalue::AddressOf(case.pointer.deref());
        let held = self.hold(ty, address, span);
        self.wrap(dst, pointer, case.of, held.into(), span)
    }

    /// `dst := &*pointer` or `&mut *pointer`, where an object is behind the pointer.
    pub(super) fn borrow_object(&mut self, dst: &Place, of: &Expr, expr: &Expr) -> Read<()> {
        let ExprKind::Deref(pointer) = &of.kind else {
            return self.unsupported(expr.span, "a trait object that is not behind a pointer");
        };
        let place = self.as_place(pointer)?;
        self.each_target(&place, &pointer.ty, expr.span, &mut |cx, case| {
            if cx.session.is_rc(case.pointer_ty) {
                return cx.unsupported(expr.span, "a trait object behind this pointer");
            }
            let due = pointing_to(&expr.ty, case.of);
            let ty = cx.ty(&due, expr.span)?;
            let address = Rvalue::AddressOf(case.pointer.deref());
            let held = cx.hold(ty, address, expr.span);
            cx.wrap(dst, &expr.ty, case.of, held.into(), expr.span)
        })
    }

    /// `dst :=` what a method gives, called through an object.
    pub(super) fn call_object(
        &mut self,
        dst: &Place,
        method: &FnRef,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let span = expr.span;
        if self.session.is_callable(method.self_ty()) {
            return self.call_callable(dst, method, args, expr);
        }
        let Some(receiver) = args.first() else {
            return self.unsupported(span, "a function of a trait object without a receiver");
        };
        let all: Vec<&Expr> = args.iter().collect();
        let mut operands = self.operands(&all)?;
        let rest = operands.split_off(1);
        let Some(pointer) = operands.pop() else {
            return self.unsupported(span, "a function of a trait object without a receiver");
        };
        let ty = self.ty(&receiver.ty, span)?;
        let held: Place = self.hold(ty, Rvalue::Use(pointer), span).into();
        let object = self.session.object_of(&receiver.ty);
        if object.is_none_or(|object| self.session.targets(&object).is_empty()) {
            self.no_target(span);
        }
        self.each_target(&held, &receiver.ty, span, &mut |cx, case| {
            let function = cx.session.front.method_for(&for_target(method, case.of))?;
            let mut operands = vec![Operand::from(case.pointer.clone())];
            operands.extend(rest.iter().cloned());
            cx.call_method(dst, &function, operands, expr)
        })
    }

    /// Nothing gets to a call through an object that nothing can be.
    fn no_target(&mut self, span: Span) {
        let panic = Panic {
            kind: PanicKind::Explicit,
            message: "a trait object of no known type".into(),
        };
        self.b.emit(StmtKind::Panic(panic), span);
    }

    /// `dst :=` what a function of the models gives that is generic in what is behind a pointer: it is called
    /// for the type that is there. Whether it is such a function.
    pub(super) fn call_lifted(
        &mut self,
        dst: &Place,
        callee: &FnRef,
        args: &[&Expr],
        expr: &Expr,
    ) -> Read<bool> {
        let is_object = |ty: &Ty| matches!(**ty, TyKind::Dyn(..));
        let front = self.session.front;
        let Some(object) = callee.args.iter().find(|it| is_object(it)).cloned() else {
            return Ok(false);
        };
        if front.sources().is_user(front.span(callee.def)) {
            return Ok(false);
        }
        let span = expr.span;
        let [first, others @ ..] = args else {
            return self.unsupported(span, "a function of a trait object without a receiver");
        };
        let mentions = |ty: &Ty| self.session.name(ty).contains("dyn ");
        let wraps = self.session.object_of(&expr.ty).is_some();
        if others.iter().any(|it| mentions(&it.ty)) || (!wraps && mentions(&expr.ty)) {
            let path = front.path(callee.def);
            return self.unsupported(span, format!("`{path}` of trait objects"));
        }
        let (pointer, borrowed) = match &*first.ty {
            TyKind::Ref { to, .. } if self.session.object_of(to).is_some() => (to.clone(), true),
            _ => (first.ty.clone(), false),
        };
        let mut operands = self.operands(args)?;
        let rest = operands.split_off(1);
        let Some(operand) = operands.pop() else {
            return self.unsupported(span, "a function of a trait object without a receiver");
        };
        let ty = self.ty(&first.ty, span)?;
        let held: Place = self.hold(ty, Rvalue::Use(operand), span).into();
        let place = if borrowed { held.deref() } else { held };
        self.each_target(&place, &pointer, span, &mut |cx, case| {
            let mut function = callee.clone();
            for arg in &mut function.args {
                if *arg == object {
                    *arg = case.of.clone();
                }
            }
            let receiver = match borrowed {
                false => case.pointer.clone().into(),
                true => {
                    let due = pointing_to(&first.ty, case.pointer_ty);
                    let ty = cx.ty(&due, span)?;
                    cx.hold(ty, Rvalue::AddressOf(case.pointer.clone()), span)
                        .into()
                }
            };
            let mut operands = vec![receiver];
            operands.extend(rest.iter().cloned());
            if !wraps {
                return cx.call_method(dst, &function, operands, expr);
            }
            let ret = Expr {
                kind: ExprKind::Tuple(Vec::new()),
                ty: pointing_to(&expr.ty, case.of),
                span,
            };
            let ty = cx.ty(&ret.ty, span)?;
            let result = cx.b.temp(ty, span);
            cx.call_method(&result.into(), &function, operands, &ret)?;
            cx.wrap(dst, &expr.ty, case.of, result.into(), span)
        })?;
        Ok(true)
    }

    fn call_method(
        &mut self,
        dst: &Place,
        function: &FnRef,
        operands: Vec<Operand>,
        expr: &Expr,
    ) -> Read<()> {
        if self.session.front.intrinsic(function.def).is_some() {
            let path = self.session.front.path(function.def);
            return self.unsupported(expr.span, format!("`{path}` of a trait object"));
        }
        self.call_with(dst, function, operands, expr)
    }

    /// A call of an object that can be called: of a closure or function of the package, or of one from
    /// outside.
    fn call_callable(
        &mut self,
        dst: &Place,
        method: &FnRef,
        args: &[Expr],
        expr: &Expr,
    ) -> Read<()> {
        let span = expr.span;
        let Some((callee, args)) = args.split_first() else {
            return self.unsupported(span, "a call of nothing");
        };
        let ExprKind::Deref(pointer) = &callee.kind else {
            return self.unsupported(span, "a trait object that is not behind a pointer");
        };
        let path = self.session.front.path(method.def);
        let once = path.ends_with("call_once");
        if once && (self.session.frees || self.session.drop_is_seen(&pointer.ty)?) {
            let what = "a call of a boxed closure that owns a value that is dropped";
            return self.unsupported(span, what);
        }
        let place = self.as_place(pointer)?;
        let refs: Vec<&Expr> = args.iter().collect();
        let operands = self.operands(&refs)?;
        if once {
            self.moved_out(&place, &pointer.ty, span)?;
        }
        let mut given = Vec::new();
        for (operand, arg) in operands.iter().zip(args) {
            let ty = self.ty(&arg.ty, span)?;
            let held: Place = self.hold(ty, Rvalue::Use(operand.clone()), span).into();
            given.push((held, arg.ty.clone()));
        }
        let outside: VariantIdx = Id::from_index(0);
        let is = self.flag(Rvalue::IsVariant(place.clone(), outside), span);
        self.b.open();
        let unknown = place.variant(outside).field(Id::from_index(0));
        let from_outside = self.call_from_outside(dst, unknown, &given, (method, &expr.ty), span);
        let then = self.b.close();
        self.b.open();
        let known = self.each_target(&place, &pointer.ty, span, &mut |cx, case| {
            let operands = given
                .iter()
                .map(|(place, _)| place.clone().into())
                .collect();
            match &**case.of {
                TyKind::Closure(..) => {
                    if cx.session.drop_is_seen(case.of)? && once {
                        let what = "a call of a closure that owns a value that is dropped";
                        return cx.unsupported(span, what);
                    }
                    let env = cx.environment(case.of, case.pointer.deref(), span)?;
                    cx.call_closure(dst, case.of, env, operands, span)
                }
                TyKind::FnDef(function) => cx.call_method(dst, function, operands, expr),
                _ => {
                    let name = cx.session.name(case.of);
                    cx.unsupported(span, format!("a call of a `{name}` through a trait object"))
                }
            }
        });
        let otherwise = self.b.close();
        self.b
            .if_else(is.into(), then, otherwise, Branch::Hidden, span);
        from_outside.and(known)
    }

    /// A call of an object of which only the type is known.
    fn call_from_outside(
        &mut self,
        dst: &Place,
        object: Place,
        args: &[(Place, Ty)],
        (method, ret): (&FnRef, &Ty),
        span: Span,
    ) -> Read<()> {
        let label = self.session.name(method.self_ty());
        let remembers = self.session.front.path(method.def).ends_with("call_mut");
        let mut given = Given::default();
        given.values.push(object.into());
        for (place, of) in args {
            if let Err(stop) = self.given_parts(place, of, span, &label, &mut given) {
                // Without functions from outside nothing gets here.
                if self.session.comes_from_outside() {
                    return Err(stop);
                }
                self.no_target(span);
                return Ok(());
            }
        }
        let unknown = Unknown {
            key: (None, vec![method.self_ty().clone()], vec![0]),
            label,
            args: given.values.clone(),
            remembers: remembers || given.anew,
            inside: Vec::new(),
            span,
        };
        self.call_given(&given, &unknown)?;
        self.give(dst, ret, &given, unknown)
    }
}

/// Whether a trait object is a part of the type, or what a part of it leads to.
fn mentions_object(ty: &Ty) -> bool {
    match &**ty {
        TyKind::Dyn(..) => true,
        TyKind::Adt(_, parts) | TyKind::Tuple(parts) => parts.iter().any(mentions_object),
        TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => mentions_object(to),
        TyKind::Array(of, _) | TyKind::Slice(of) => mentions_object(of),
        _ => false,
    }
}
