//! Equality by content: of scalars and model values at once, of structs and enums member by member
//! in a procedure of their own, through references and boxes.

use crate::front::Read;
use crate::ids::Id;
use crate::ir::types::{Compared, Ty as IrTy, TyId, VariantIdx};
use crate::ir::{BinOp, Branch, Operand, Place, Proc, Rvalue, StmtKind};
use crate::span::Span;

use super::function::FnCx;
use super::session::{Instance, Session, unsupported};
use super::types::only_variant;

impl FnCx<'_, '_> {
    /// `dst := left == right` by content; both are of the type `ty`.
    pub(super) fn structural_eq(
        &mut self,
        dst: &Place,
        ty: TyId,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Read<()> {
        match self.session.types.get(ty).clone() {
            IrTy::Tuple(parts) if parts.is_empty() => {
                self.put(dst, Operand::bool(true), span);
            }
            // One state is enough to compare across; inside of another, in a procedure of its own.
            IrTy::Adt(adt)
                if !self.in_entry && self.session.types.adt(adt).compared != Compared::ByFields =>
            {
                self.equal_within(dst, left, right, span);
            }
            IrTy::Tuple(_) | IrTy::Adt(_) => {
                let proc = self.session.instance(Instance::Equality(ty), span)?;
                self.b.call(dst.clone(), proc, vec![left, right], span);
            }
            IrTy::Array(..) => {
                let proc = self.session.instance(Instance::Equality(ty), span)?;
                self.b.call(dst.clone(), proc, vec![left, right], span);
            }
            IrTy::Ref { to, .. } | IrTy::Box(to)
                if self.session.types.slice_element(to).is_some() =>
            {
                let shared = self.session.types.intern(IrTy::Ref { mutable: false, to });
                let mut sides = Vec::new();
                for side in [left, right] {
                    let whole = self.behind(side, ty, span);
                    sides.push(self.hold(shared, Rvalue::AddressOf(whole), span).into());
                }
                let proc = self.session.instance(Instance::Equality(shared), span)?;
                self.b.call(dst.clone(), proc, sides, span);
            }
            IrTy::Maybe(value) => return self.rooms_eq(dst, value, [left, right], span),
            IrTy::Ref { to, .. } | IrTy::Box(to) => {
                let (left, right) = (self.behind(left, ty, span), self.behind(right, ty, span));
                return self.structural_eq(dst, to, left.into(), right.into(), span);
            }
            IrTy::Bool
            | IrTy::Char
            | IrTy::Int(_)
            | IrTy::MathInt
            | IrTy::RawPtr { .. }
            | IrTy::Param(_)
            | IrTy::Set(_)
            | IrTy::Seq(_) => {
                let value = Rvalue::Binary(BinOp::Eq, left, right);
                self.b.assign(dst.clone(), value, span);
            }
            IrTy::Slice(_) | IrTy::Str(_) | IrTy::Buffer(_) | IrTy::Counted { .. } => {
                let name = self.session.types.name(ty);
                return self.unsupported(span, format!("a comparison of values of type {name}"));
            }
            IrTy::Never => self.b.diverge(),
        }
        Ok(())
    }

    /// `dst := left == right` by the content that both have in the present state.
    fn equal_within(&mut self, dst: &Place, left: Operand, right: Operand, span: Span) {
        let at = self.b.snapshot();
        self.b.emit(StmtKind::Snapshot(at), span);
        let (then, now) = (left, right);
        let value = Rvalue::EqualAcross { at, then, now };
        self.b.assign(dst.clone(), value, span);
    }

    /// Whether neither of two `Maybe`s holds a value, or both do and the values are equal.
    fn rooms_eq(&mut self, dst: &Place, value: TyId, sides: [Operand; 2], span: Span) -> Read<()> {
        let [Operand::Read(left), Operand::Read(right)] = sides else {
            return self.unsupported(span, "a comparison of constants of this type");
        };
        let on_left = self.flag(Rvalue::IsInit(left.clone()), span);
        let on_right = self.flag(Rvalue::IsInit(right.clone()), span);
        let agree = self.flag(
            Rvalue::Binary(BinOp::Eq, on_left.into(), on_right.into()),
            span,
        );
        let both = Rvalue::Binary(BinOp::BitAnd, on_left.into(), on_right.into());
        let both = self.flag(both, span);
        self.b.open();
        let (left, right) = (
            left.field(Id::from_index(0)).into(),
            right.field(Id::from_index(0)).into(),
        );
        let lowered = self.structural_eq(dst, value, left, right, span);
        let then = self.b.close();
        self.b.open();
        self.put(dst, agree.into(), span);
        let otherwise = self.b.close();
        self.b
            .if_else(both.into(), then, otherwise, Branch::Hidden, span);
        lowered
    }

    /// What the pointer points to.
    pub(super) fn behind(&mut self, pointer: Operand, ty: TyId, span: Span) -> Place {
        match pointer {
            Operand::Read(place) => place.deref(),
            constant @ Operand::Const(_) => {
                Place::local(self.hold(ty, Rvalue::Use(constant), span)).deref()
            }
        }
    }

    /// Compares the members of one variant; leaves with `false` at the first that differs.
    fn compare_members(
        &mut self,
        ty: TyId,
        variant: Option<VariantIdx>,
        sides: [&Place; 2],
        ret: &Place,
        span: Span,
    ) -> Read<()> {
        let inside = |place: &Place| match variant {
            Some(variant) => place.variant(variant),
            None => place.clone(),
        };
        let [left, right] = sides.map(inside);
        let fields = self
            .session
            .types
            .field_types(ty, variant.unwrap_or_else(only_variant));
        let boolean = self.bool_ty();
        for (index, field) in fields.into_iter().enumerate() {
            let (left, right) = (
                left.field(Id::from_index(index)),
                right.field(Id::from_index(index)),
            );
            let same = self.b.temp(boolean, span);
            self.structural_eq(&same.into(), field, left.into(), right.into(), span)?;
            self.b.open();
            let then = self.b.close();
            self.b.open();
            self.put(ret, Operand::bool(false), span);
            self.b.emit(StmtKind::Return, span);
            let otherwise = self.b.close();
            self.b
                .if_else(same.into(), then, otherwise, Branch::Hidden, span);
        }
        Ok(())
    }
}

impl Session<'_> {
    /// `fn(left: T, right: T) -> bool` for a struct, enum or tuple.
    pub(super) fn equality_proc(&mut self, ty: TyId, span: Span) -> Read<Proc> {
        let name = format!("<{} as equality>", self.types.name(ty));
        let variants: Vec<Option<VariantIdx>> = match self.types.get(ty) {
            IrTy::Adt(adt) if self.types.adt(*adt).compared != Compared::ByFields => {
                return Ok(self.content_equality(ty, name, span));
            }
            IrTy::Adt(adt) if self.types.adt(*adt).is_enum => {
                self.types.adt(*adt).variants.ids().map(Some).collect()
            }
            IrTy::Adt(_) | IrTy::Tuple(_) => vec![None],
            IrTy::Array(..) | IrTy::Ref { .. } => return self.elements_equality(ty, name, span),
            _ => return Err(unsupported(span, format!("equality of {name}"))),
        };
        let mut cx = FnCx::without_body(self, span);
        let left = Place::local(cx.b.param(Some("left".into()), ty, span));
        let right = Place::local(cx.b.param(Some("right".into()), ty, span));
        let boolean = cx.bool_ty();
        let ret = cx.b.temp(boolean, span);
        for variant in variants {
            let Some(index) = variant else {
                cx.compare_members(ty, None, [&left, &right], &ret.into(), span)?;
                continue;
            };
            let on_left = cx.flag(Rvalue::IsVariant(left.clone(), index), span);
            let on_right = cx.flag(Rvalue::IsVariant(right.clone(), index), span);
            let differ = Rvalue::Binary(BinOp::Ne, on_left.into(), on_right.into());
            let differ = cx.flag(differ, span);
            cx.b.open();
            cx.put(&ret.into(), Operand::bool(false), span);
            cx.b.emit(StmtKind::Return, span);
            let then = cx.b.close();
            cx.b.open();
            cx.b.open();
            cx.compare_members(ty, variant, [&left, &right], &ret.into(), span)?;
            let members = cx.b.close();
            cx.b.open();
            let nothing = cx.b.close();
            cx.b.if_else(on_left.into(), members, nothing, Branch::Hidden, span);
            let otherwise = cx.b.close();
            cx.b.if_else(differ.into(), then, otherwise, Branch::Hidden, span);
        }
        cx.put(&ret.into(), Operand::bool(true), span);
        Ok(cx.b.finish(ret, name, span, true))
    }

    /// The same for what is compared otherwise than member by member.
    fn content_equality(&mut self, ty: TyId, name: String, span: Span) -> Proc {
        let mut cx = FnCx::without_body(self, span);
        let left = cx.b.param(Some("left".into()), ty, span);
        let right = cx.b.param(Some("right".into()), ty, span);
        let boolean = cx.bool_ty();
        let ret = cx.b.temp(boolean, span);
        cx.equal_within(&ret.into(), left.into(), right.into(), span);
        cx.b.finish(ret, name, span, true)
    }

    /// The same for arrays, and for slices behind references.
    fn elements_equality(&mut self, ty: TyId, name: String, span: Span) -> Read<Proc> {
        let behind = self.types.pointee(ty);
        let Some(element) = self.types.element(behind.unwrap_or(ty)) else {
            return Err(unsupported(span, format!("equality of {name}")));
        };
        let mut cx = FnCx::without_body(self, span);
        let left = Place::local(cx.b.param(Some("left".into()), ty, span));
        let right = Place::local(cx.b.param(Some("right".into()), ty, span));
        let boolean = cx.bool_ty();
        let ret = cx.b.temp(boolean, span);
        let whole = |side: &Place| match behind {
            Some(_) => side.deref(),
            None => side.clone(),
        };
        let sides = [&whole(&left), &whole(&right)];
        cx.compare_elements(element, sides, &ret.into(), span)?;
        cx.put(&ret.into(), Operand::bool(true), span);
        Ok(cx.b.finish(ret, name, span, true))
    }
}
