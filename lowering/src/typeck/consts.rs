//! Constants that types and patterns need before any body is checked: array lengths,
//! discriminants, ends of ranges.

use super::Package;
use super::stop::unsupported;
use super::types::TypeScope;
use crate::front::Read;
use crate::ids::Id as _;
use crate::ir::{BinOp, Int};
use crate::resolve::{DefKind, Found, Ns};
use crate::source::ast::{Expr, ExprKind, Lit, Name, TypeKind};
use crate::ty::{DefId, IntTy, Ty, TyKind, VariantIdx};

/// How far constants may refer to constants.
const MAX_DEPTH: usize = 32;

impl Package {
    /// The value of a constant integer expression, of a type if that is known.
    pub(super) fn const_int(&self, scope: TypeScope, expr: &Expr, ty: Option<&Ty>) -> Read<Int> {
        match self.const_at(scope, expr, 0) {
            Ok(value) => Ok(value),
            // Bodies can be checked only when all impls and bounds are known.
            Err(stop) if !self.is_indexed || self.reading_bounds.get() > 0 => Err(stop),
            Err(_) => self.const_by_running(scope, expr, ty),
        }
    }

    fn const_at(&self, scope: TypeScope, expr: &Expr, depth: usize) -> Read<Int> {
        let stop = || unsupported(expr.span, "a constant expression of this form");
        if depth > MAX_DEPTH {
            return Err(stop());
        }
        match &expr.kind {
            ExprKind::Lit(Lit::Int(value, _)) => Ok(*value),
            ExprKind::Lit(Lit::Char(value)) => Ok(Int::from(u32::from(*value))),
            ExprKind::Lit(Lit::Byte(value)) => Ok(Int::from(*value)),
            // As an argument: const parameters may be truth values.
            ExprKind::Lit(Lit::Bool(value)) => Ok(Int::from(u8::from(*value))),
            ExprKind::Neg(of) => Ok(-self.const_at(scope, of, depth + 1)?),
            ExprKind::Cast(value, ty) => {
                let value = self.const_at(scope, value, depth + 1)?;
                match &*self.lower_ty_in(scope, ty)? {
                    TyKind::Int(int) => Ok(int.wrap(value)),
                    _ => Err(stop()),
                }
            }
            ExprKind::Block { label: None, block } if block.stmts.is_empty() => match &block.tail {
                Some(tail) => self.const_at(scope, tail, depth + 1),
                None => Err(stop()),
            },
            ExprKind::Binary(op, left, right) => {
                let left = self.const_at(scope, left, depth + 1)?;
                let right = self.const_at(scope, right, depth + 1)?;
                // An overflow that rustc would refuse cannot be told here; sizes stay far from it.
                let value = match op {
                    BinOp::Add => left.checked_add(right),
                    BinOp::Sub => left.checked_sub(right),
                    BinOp::Mul => left.checked_mul(right),
                    BinOp::Div => left.checked_div(right),
                    BinOp::Rem => left.checked_rem(right),
                    BinOp::BitAnd => Some(left & right),
                    BinOp::BitOr => Some(left | right),
                    BinOp::BitXor => Some(left ^ right),
                    BinOp::Shr if (Int::ZERO..Int::from(127)).contains(&right) => {
                        Some(left >> right.as_u32())
                    }
                    BinOp::Shl if (Int::ZERO..Int::from(127)).contains(&right) => {
                        left.checked_mul(Int::ONE << right.as_u32())
                    }
                    _ => None,
                };
                value.ok_or_else(stop)
            }
            ExprKind::Path(path) if path.qself.is_none() => {
                let names: Vec<Name> = path
                    .segments
                    .iter()
                    .map(|it| it.ident.name.clone())
                    .collect();
                if let [ty, bound] = names.as_slice()
                    && let Some(int) = IntTy::ALL.iter().find(|it| it.name() == &**ty)
                {
                    match &**bound {
                        "MAX" => return Ok(IntTy::max(*int)),
                        "MIN" => return Ok(IntTy::min(*int)),
                        "BITS" => return Ok(Int::from(int.bits())),
                        _ => {}
                    }
                }
                match self
                    .defs
                    .follow(scope.names, path.global, &names, Ns::Value)
                {
                    Found::Def { def, used } if used == names.len() => {
                        let info = self.defs.def(def);
                        // What a cast makes of a variant without fields.
                        if let DefKind::Variant(index) = &info.kind {
                            return self.discriminant(def, *index, depth).ok_or_else(stop);
                        }
                        let DefKind::Const(constant) = &info.kind else {
                            return Err(stop());
                        };
                        let is_int = matches!(&constant.ty.kind, TypeKind::Path(path)
                        if path.as_ident().is_some_and(|name| {
                            IntTy::ALL.iter().any(|it| it.name() == &*name.name)
                                || &*name.name == "char"
                        }));
                        let inner = TypeScope {
                            names: self.defs.scope_of(def),
                            owner: def,
                            inferred: false,
                        };
                        match &constant.value {
                            Some(value) if is_int => self.const_at(inner, value, depth + 1),
                            _ => Err(stop()),
                        }
                    }
                    _ => self.assoc_const(scope, &names, expr, depth),
                }
            }
            _ => Err(stop()),
        }
    }

    /// The number of a variant of an enum whose variants have no fields.
    fn discriminant(&self, variant: DefId, index: VariantIdx, depth: usize) -> Option<Int> {
        let of = self.defs.def(variant).parent?;
        let DefKind::Adt(adt) = &self.defs.def(of).kind else {
            return None;
        };
        if !adt.variants.iter().all(|it| it.fields.is_empty()) {
            return None;
        }
        let scope = TypeScope {
            names: self.defs.scope_of(of),
            owner: of,
            inferred: false,
        };
        let mut next = Int::ZERO;
        for (at, variant) in adt.variants.iter().enumerate() {
            if let Some(value) = &variant.discriminant {
                next = self.const_at(scope, value, depth + 1).ok()?;
            }
            if at == index.index() {
                return Some(next);
            }
            next += Int::ONE;
        }
        None
    }

    /// `Self::N` of the impl around.
    fn assoc_const(
        &self,
        scope: TypeScope,
        names: &[Name],
        expr: &Expr,
        depth: usize,
    ) -> Read<Int> {
        let stop = || unsupported(expr.span, "a constant expression of this form");
        let [first, name] = names else {
            return Err(stop());
        };
        if &**first != "Self" {
            return Err(stop());
        }
        let mut at = Some(scope.owner);
        while let Some(id) = at {
            let is_const = |kind: &DefKind| matches!(kind, DefKind::Const(_));
            if let DefKind::Impl { .. } = &self.defs.def(id).kind
                && let Some(item) = self.defs.item_named(id, name, is_const)
                && let DefKind::Const(constant) = &self.defs.def(item).kind
                && let Some(value) = &constant.value
            {
                return self.const_at(scope, value, depth + 1);
            }
            at = self.defs.def(id).parent;
        }
        Err(stop())
    }
}
