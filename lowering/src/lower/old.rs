//! `old(e)` in the body of a function (in `prove!` and its kin): the value of `e` when the function
//! was entered, computed there once. It may speak of the parameters only, and be a plain value.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::Read;
use crate::ir::{Branch, LocalId, Operand, Panic, PanicKind, Place, StmtKind};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Pat, SpecExpr};

use super::clause::Held;
use super::function::FnCx;
use super::walk;

/// Where the value of each `old(…)` of a body is. The key is the expression itself, by its address:
/// the body stays where it is while it is lowered.
#[derive(Debug, Default)]
pub(super) struct OldValues(FxHashMap<*const Expr, OldValue>);

#[derive(Clone, Copy, Debug)]
struct OldValue {
    value: LocalId,
    /// Whether computing it panicked, if it can.
    panicked: Option<LocalId>,
}

impl FnCx<'_, '_> {
    /// Computes every `old(…)` of a body; called where the body is entered.
    pub(super) fn compute_old_values(&mut self, params: &[Pat], value: &Expr) -> Read<()> {
        if self.frame.is_spec {
            return Ok(());
        }
        let mut found = Vec::new();
        walk::each_expr(value, &mut |expr| {
            if let ExprKind::Spec(spec) = &expr.kind
                && let SpecExpr::Old(of) = &**spec
            {
                found.push(of);
            }
        });
        found.sort_by_key(|of| of.span);
        let mut known = FxHashSet::default();
        params
            .iter()
            .for_each(|pat| walk::each_bound(pat, &mut |var| known.extend([var])));
        for of in found {
            let mut known = known.clone();
            walk::each_var_bound_in(of, &mut |var| known.extend([var]));
            let mut strange = None;
            walk::each_expr(of, &mut |expr| match &expr.kind {
                ExprKind::Var(var) if !known.contains(var) => strange = Some(expr.span),
                _ => {}
            });
            if let Some(span) = strange {
                return self.unsupported(span, "old of a variable that is no parameter");
            }
            let ty = self.ty(&of.ty, of.span)?;
            if self.session.holds_pointers(ty) {
                return self.unsupported(of.span, "old of a value with pointers in a body");
            }
            self.frame.is_spec = true;
            let Held { holds, panicked } = self.evaluate(of)?;
            self.frame.is_spec = false;
            let value = holds;
            let old = OldValue { value, panicked };
            self.frame.old_values.0.insert(std::ptr::from_ref(of), old);
        }
        Ok(())
    }

    /// `dst := old(of)` from the value computed on entry, if it is one of a body.
    pub(super) fn old_value(&mut self, dst: &Place, of: &Expr, whole: Span) -> bool {
        let Some(old) = self
            .frame
            .old_values
            .0
            .get(&std::ptr::from_ref(of))
            .copied()
        else {
            return false;
        };
        if let Some(panicked) = old.panicked {
            self.b.open();
            let panic = Panic {
                kind: PanicKind::Explicit,
                message: "the value on entry is not defined".into(),
            };
            self.b.emit(StmtKind::Panic(panic), of.span);
            let then = self.b.close();
            self.b.open();
            let otherwise = self.b.close();
            let cond = Operand::from(panicked);
            self.b
                .if_else(cond, then, otherwise, Branch::Hidden, of.span);
        }
        self.put(dst, old.value.into(), whole);
        true
    }
}
