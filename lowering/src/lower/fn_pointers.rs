//! Function pointers: a value is one of the functions of its type whose address is taken somewhere in the
//! program, or one that comes from outside, of which only the type is known. A call is a case split.
//!
//! Which functions there are is known only when all else has been lowered, so the procedures that call
//! through pointers come last, and again if their functions bring further ones.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::front::Read;
use crate::ids::{Id, Table};
use crate::ir::types::{
    Adt, AdtId, Compared, Field, Param, RawPointers, Ty as IrTy, TyId, Variant, VariantIdx,
};
use crate::ir::{Branch, Int, Operand, Panic, PanicKind, Place, Proc, ProcId, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Body, Expr, ExprKind};
use crate::ty::{Ty, TyKind};

use super::drops::Through;
use super::function::{FnCx, Frame};
use super::session::{Instance, Session, unsupported};
use super::types::only_variant;
use super::unknown::Given;
use super::unknown_value::Unknown;

/// The pointers of one type.
#[derive(Debug)]
struct Pointers {
    adt: AdtId,
    /// What nothing is known of, apart from being one function or another.
    outside: TyId,
    /// The functions and closures whose addresses are taken, in the order in which they were met.
    targets: Vec<Ty>,
    /// The procedure that calls through them, and what it knows: how many targets there are, and whether
    /// others come from outside.
    call: Option<(ProcId, Option<(usize, bool)>)>,
    span: Span,
}

/// The function pointers of a program.
#[derive(Debug, Default)]
pub(super) struct FnPointers {
    types: Vec<Ty>,
    by_type: FxHashMap<Ty, Pointers>,
    /// Whether values of these types come from outside the program.
    from_outside: bool,
}

impl Session<'_> {
    /// The IR type of a function pointer: an enum that gets its variants at the end.
    pub(super) fn fn_pointer_ty(&mut self, ty: &Ty, span: Span) -> TyId {
        let name = self.name(ty);
        let outside = self.types.add_param(Param {
            name: "fn".to_owned(),
            ordered: false,
            changes: false,
        });
        let outside = self.types.intern(IrTy::Param(outside));
        let adt = self.types.declare_adt(Adt {
            name: name.clone(),
            base_name: "fn".to_owned(),
            is_enum: true,
            variants: Table::new(),
            is_union: false,
            never_null: false,
            compared: Compared::ByFields,
            raw_pointers: RawPointers::AsAround,
            span,
        });
        let pointers = Pointers {
            adt,
            outside,
            targets: Vec::new(),
            call: None,
            span,
        };
        self.fn_pointers.types.push(ty.clone());
        self.fn_pointers.by_type.insert(ty.clone(), pointers);
        self.define_fn_pointer(ty);
        self.types.intern(IrTy::Adt(adt))
    }

    /// Gives the enum of a pointer type a variant for each function that is known so far.
    fn define_fn_pointer(&mut self, ty: &Ty) {
        let Some(pointers) = self.fn_pointers.by_type.get(ty) else {
            return;
        };
        let mut variants = Table::new();
        let mut fields = Table::new();
        fields.push(Field {
            name: "0".to_owned(),
            ty: pointers.outside,
        });
        variants.push(Variant {
            name: "unknown".to_owned(),
            fields,
            named_fields: false,
            discriminant: Int::ZERO,
        });
        for (index, target) in pointers.targets.iter().enumerate() {
            variants.push(Variant {
                name: self.name(target),
                fields: Table::new(),
                named_fields: false,
                discriminant: Int::from(u32::try_from(index + 1).unwrap_or(u32::MAX)),
            });
        }
        self.types.define_adt(pointers.adt, variants);
    }

    /// The variant that stands for a function or closure whose address is taken.
    fn fn_pointer_to(&mut self, pointer: &Ty, target: &Ty, span: Span) -> Read<VariantIdx> {
        self.ty(pointer, span)?;
        let Some(pointers) = self.fn_pointers.by_type.get_mut(pointer) else {
            return Err(unsupported(span, "a function pointer of this type"));
        };
        let known = pointers.targets.iter().position(|it| it == target);
        let index = known.unwrap_or_else(|| {
            pointers.targets.push(target.clone());
            pointers.targets.len() - 1
        });
        if known.is_none() {
            self.define_fn_pointer(pointer);
        }
        Ok(Id::from_index(index + 1))
    }

    /// Notes whether arguments of these types may bring function pointers from outside.
    pub(super) fn note_outside(&mut self, types: &[Ty], span: Span) -> Read<()> {
        let mut objects = Vec::new();
        let mut has_floats = false;
        for ty in types {
            let mut found = false;
            self.any_part(ty, Through::References, &mut |part| {
                found |= matches!(
                    &**part,
                    TyKind::FnPtr(..) | TyKind::RawPtr { .. } | TyKind::Dyn(..)
                );
                if let TyKind::Dyn(..) = &**part {
                    objects.push(part.clone());
                }
                has_floats |= matches!(**part, TyKind::Float(_));
                Ok(false)
            })?;
            self.fn_pointers.from_outside |= found;
        }
        if has_floats {
            self.floats.from_outside.get_or_insert(span);
        }
        for object in objects {
            self.refuse_open_objects(&object, span)?;
        }
        Ok(())
    }

    /// Whether functions that are not of the program may be called.
    pub(super) fn comes_from_outside(&self) -> bool {
        self.fn_pointers.from_outside
    }

    /// The procedure that calls through pointers of the type. It is not lowered with the others.
    pub(super) fn pointer_call(&mut self, ty: &Ty, proc: ProcId) {
        if let Some(pointers) = self.fn_pointers.by_type.get_mut(ty) {
            pointers.call = Some((proc, None));
        }
    }

    /// A procedure that calls through pointers and does not know all functions yet.
    pub(super) fn stale_pointer_call(&mut self) -> Option<(ProcId, Ty, Span)> {
        let from_outside = self.fn_pointers.from_outside;
        for ty in &self.fn_pointers.types {
            if let Some(pointers) = self.fn_pointers.by_type.get_mut(ty)
                && let Some((proc, known)) = &mut pointers.call
                && *known != Some((pointers.targets.len(), from_outside))
            {
                *known = Some((pointers.targets.len(), from_outside));
                return Some((*proc, ty.clone(), pointers.span));
            }
        }
        None
    }

    /// A call through a pointer, which is the first parameter.
    pub(super) fn pointer_call_proc(&mut self, ty: &Ty, span: Span) -> Read<Proc> {
        let TyKind::FnPtr(params, ret) = &**ty else {
            return Err(unsupported(span, "a call of a value of this type"));
        };
        let body = Body {
            vars: Table::new(),
            params: Vec::new(),
            value: Expr {
                kind: ExprKind::Tuple(Vec::new()),
                ty: Rc::new(TyKind::Tuple(Vec::new())),
                span,
            },
            is_spec: false,
        };
        let name = self.name(ty);
        let targets = match self.fn_pointers.by_type.get(ty) {
            Some(pointers) => pointers.targets.clone(),
            None => Vec::new(),
        };
        let mut cx = FnCx::new(self, Frame::new(Rc::new(body)));
        let pointer_ty = cx.ty(ty, span)?;
        let pointer = cx.b.param(None, pointer_ty, span);
        let mut args = Vec::new();
        for param in params {
            let lowered = cx.ty(param, span)?;
            args.push((cx.b.param(None, lowered, span).into(), param.clone()));
        }
        let ret_ty = cx.ty(ret, span)?;
        let dst = cx.b.temp(ret_ty, span);
        cx.call_target(&pointer.into(), &dst.into(), &targets, 0, &args, (ty, ret))?;
        Ok(cx.b.finish(dst, name, span, false))
    }
}

impl FnCx<'_, '_> {
    /// `dst :=` a pointer to a function, or to a closure that captures nothing.
    pub(super) fn take_address(&mut self, dst: &Place, of: &Expr, expr: &Expr) -> Read<()> {
        self.effect(of)?;
        if let TyKind::Closure(..) = &*of.ty {
            let captures = self.session.closures.get(&of.ty);
            if captures.is_none_or(|info| !info.closure.captures.is_empty()) {
                return self
                    .unsupported(expr.span, "a closure with captures as a function pointer");
            }
        }
        let ty = self.ty(&expr.ty, expr.span)?;
        let variant = self.session.fn_pointer_to(&expr.ty, &of.ty, expr.span)?;
        let value = Rvalue::Aggregate(ty, variant, Vec::new());
        self.b.assign(dst.clone(), value, expr.span);
        Ok(())
    }

    /// `dst :=` what the function that a pointer leads to gives.
    pub(super) fn call_pointer(
        &mut self,
        dst: &Place,
        callee: &Expr,
        args: &[Expr],
        span: Span,
    ) -> Read<()> {
        let TyKind::FnPtr(_, ret) = &*callee.ty else {
            return self.unsupported(span, "a call of a value of this type");
        };
        let all: Vec<&Expr> = std::iter::once(callee).chain(args).collect();
        let operands = self.operands(&all)?;
        let ret = self.ty(ret, span)?;
        let instance = Instance::PointerCall(callee.ty.clone());
        let proc = self.session.instance(instance, span)?;
        self.emit_call(dst, proc, operands, ret, span);
        Ok(())
    }

    /// Calls the target at `index`, or one of those after it, or one from outside.
    fn call_target(
        &mut self,
        pointer: &Place,
        dst: &Place,
        targets: &[Ty],
        index: usize,
        args: &[(Place, Ty)],
        (ty, ret): (&Ty, &Ty),
    ) -> Read<()> {
        let span = self.session.fn_pointers.by_type[ty].span;
        let Some(target) = targets.get(index) else {
            return self.call_outside(pointer, dst, args, (ty, ret), span);
        };
        let is = Rvalue::IsVariant(pointer.clone(), Id::from_index(index + 1));
        let is = self.flag(is, span);
        let operands: Vec<Operand> = args.iter().map(|(place, _)| place.clone().into()).collect();
        self.b.open();
        let called = self.call_known(dst, target, operands, ret, span);
        let then = self.b.close();
        self.b.open();
        let rest = self.call_target(pointer, dst, targets, index + 1, args, (ty, ret));
        let otherwise = self.b.close();
        self.b
            .if_else(is.into(), then, otherwise, Branch::Hidden, span);
        called.and(rest)
    }

    fn call_known(
        &mut self,
        dst: &Place,
        target: &Ty,
        args: Vec<Operand>,
        ret: &Ty,
        span: Span,
    ) -> Read<()> {
        match &**target {
            TyKind::FnDef(function) if self.session.front.intrinsic(function.def).is_none() => {
                let instance = Instance::Function(function.clone());
                let proc = self.session.instance(instance, span)?;
                let ret = self.ty(ret, span)?;
                self.emit_call(dst, proc, args, ret, span);
                Ok(())
            }
            TyKind::Closure(..) => {
                let ty = self.ty(target, span)?;
                let captures = Rvalue::Aggregate(ty, only_variant(), Vec::new());
                let captures = self.hold(ty, captures, span);
                let env = self.environment(target, captures.into(), span)?;
                self.call_closure(dst, target, env, args, span)
            }
            _ => {
                let name = self.session.name(target);
                self.unsupported(span, format!("`{name}` as a function pointer"))
            }
        }
    }

    /// A call of a function of which only the type is known.
    fn call_outside(
        &mut self,
        pointer: &Place,
        dst: &Place,
        args: &[(Place, Ty)],
        (ty, ret): (&Ty, &Ty),
        span: Span,
    ) -> Read<()> {
        let label = self.session.name(ty);
        let outside = pointer.variant(Id::from_index(0)).field(Id::from_index(0));
        let mut given = Given::default();
        given.values.push(outside.into());
        for (place, of) in args {
            if let Err(stop) = self.given_parts(place, of, span, &label, &mut given) {
                // Without pointers from outside nothing gets here.
                return match self.session.fn_pointers.from_outside {
                    true => Err(stop),
                    false => {
                        let panic = Panic {
                            kind: PanicKind::Explicit,
                            message: "a function pointer from outside".into(),
                        };
                        self.b.emit(StmtKind::Panic(panic), span);
                        Ok(())
                    }
                };
            }
        }
        let unknown = Unknown {
            key: (None, vec![ty.clone()], vec![0]),
            label,
            args: given.values.clone(),
            remembers: given.anew,
            inside: Vec::new(),
            span,
        };
        self.call_given(&given, &unknown)?;
        self.give(dst, ret, &given, unknown)
    }
}
