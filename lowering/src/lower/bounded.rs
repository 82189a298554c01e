//! Which numbers a quantifier over integers has to go over.
//!
//! What is said of the variable by comparing it changes at few numbers, which are found while the body
//! is run (`encode/critical.rs`). A body that does more with it (`k * k`, `v[k]`, `k + n`) may change
//! anywhere: it is run for every number of a range, if comparisons that everything else depends on
//! bound the variable (`k < n ==> …`, `k < n && …`), or if its type has few; all others are refused.

use crate::front::Read;
use crate::ir::types::{IntTy, Ty as IrTy, TyId};
use crate::ir::{BinOp, ComprehensionKind, Domain, Int, Operand, Rvalue, UnOp};
use crate::span::Span;
use crate::thir::{BindBy, Body, Expr, ExprKind, Literal, PatKind, SpecExpr, VarId};
use crate::ty::{FnRef, Ty, TyKind};

use super::ends::{End, end_of};
use super::function::FnCx;
use super::walk;

/// Types of more bits than this have too many values to go over.
const FEW_BITS: u32 = 8;

/// Calls that are followed.
const MOST_DEPTH: usize = 16;

/// Functions of std and of the model types that compare numbers and do nothing else with them.
const COMPARE: &[&str] = &[
    "binary_search",
    "cmp",
    "contains",
    "contains_key",
    "eq",
    "ge",
    "get",
    "gt",
    "insert",
    "le",
    "lt",
    "multiplicity",
    "ne",
    "partial_cmp",
    "remove",
];

/// Functions of theirs that never panic.
const TOTAL: &[&str] = &["as_slice", "deref", "len", "seq"];

impl FnCx<'_, '_> {
    /// The range that a quantifier over machine integers goes over, if it does not go over numbers that
    /// come in and those that they are compared with.
    pub(super) fn range_of(
        &mut self,
        kind: ComprehensionKind,
        var: VarId,
        (int, name): (IntTy, Ty),
        body: &Expr,
        span: Span,
    ) -> Read<Option<Domain>> {
        if self.only_compares(body, var, 0) {
            return Ok(None);
        }
        let guards = guards(kind, body);
        let mut bound = guards.vars.clone();
        bound.push(var);
        let low = match self.end(&guards, &bound, var, false) {
            Some(low) => Some(self.end_operand(low)?),
            None if !int.is_signed() => Some(Operand::int(0, self.math_ty())),
            None => None,
        };
        let high = match self.end(&guards, &bound, var, true) {
            Some(high) => Some(self.end_operand(high)?),
            None => None,
        };
        if let (Some(low), Some(high)) = (low, high) {
            return Ok(Some(Domain::Range(low, high)));
        }
        if int.bits() > FEW_BITS {
            let name = self.session.name(&name);
            let what = format!(
                "a quantifier over all of {name} that does more with its variable than compare it"
            );
            return self.unsupported(span, what);
        }
        let math = self.math_ty();
        let end = int.max() + Int::ONE;
        let ends = [int.min(), end].map(|it| Operand::int(it, math));
        let [low, high] = ends;
        Ok(Some(Domain::Range(low, high)))
    }

    /// Refuses a quantifier over values with numbers in them that does more with these than compare them.
    pub(super) fn refuse_computed(
        &self,
        var: VarId,
        ty: TyId,
        body: &Expr,
        span: Span,
    ) -> Read<()> {
        if !self.has_numbers(ty) || self.only_compares(body, var, 0) {
            return Ok(());
        }
        let name = self.session.types.name(ty);
        let hint = match self.session.types.get(ty) {
            IrTy::Tuple(_) => " (`|(a, b): (A, B)|` takes it apart)",
            _ => "",
        };
        let what = format!(
            "a quantifier over {name} that does more with its numbers than compare them{hint}"
        );
        self.unsupported(span, what)
    }

    fn has_numbers(&self, ty: TyId) -> bool {
        let types = &self.session.types;
        match types.get(ty) {
            IrTy::Int(_) => true,
            IrTy::Tuple(parts) => parts.iter().any(|part| self.has_numbers(*part)),
            IrTy::Adt(adt) => types.adt(*adt).variants.values().any(|variant| {
                let mut fields = variant.fields.values();
                fields.any(|field| self.has_numbers(field.ty))
            }),
            _ => false,
        }
    }

    /// An end of a range as a number.
    fn end_operand(&mut self, end: End<'_>) -> Read<Operand> {
        let math = self.math_ty();
        let End { of, .. } = end;
        // What is made of it is ours: at its span a report would take that for its value.
        let aside = of.span.at_start();
        let ty = self.ty(&of.ty, of.span)?;
        let mut operand = self.as_operand(of)?;
        if ty != math {
            operand = self.hold(math, Rvalue::Cast(operand, math), aside).into();
        }
        for (op, by, neutral) in [
            (BinOp::Add, end.more, Int::ZERO),
            (BinOp::Mul, end.factor, Int::ONE),
            (BinOp::Add, end.slack, Int::ZERO),
        ] {
            if by != neutral {
                let made = Rvalue::Binary(op, operand, Operand::int(by, math));
                operand = self.hold(math, made, aside).into();
            }
        }
        Ok(operand)
    }

    /// The end that the guards set for a variable: what it is compared with, or the end of another
    /// variable of the same quantifier that it is compared with.
    fn end<'e>(
        &self,
        guards: &Guards<'e>,
        bound: &[VarId],
        var: VarId,
        upper: bool,
    ) -> Option<End<'e>> {
        for (at, (guard, negated)) in guards.conditions.iter().enumerate() {
            let Some(found) = end_of(guard, *negated, var, upper) else {
                continue;
            };
            if let Some(inner) = plain_var(found.of)
                && bound.contains(&inner)
                && inner != var
            {
                // Only variables further inside are left, so that this ends.
                let rest: Vec<VarId> = bound.iter().copied().filter(|it| *it != var).collect();
                let inner = self.end(guards, &rest, inner, upper);
                if let Some(end) = inner.and_then(|inner| found.after(inner, upper)) {
                    return Some(end);
                }
                continue;
            }
            let mut bound = guards.vars.iter().chain([&var]);
            if bound.all(|var| is_free(found.of, *var)) && (at == 0 || self.is_total(found.of)) {
                return Some(found);
            }
        }
        None
    }

    /// Whether all that is done with a variable is to compare it, plus or minus a constant at most.
    fn only_compares(&self, expr: &Expr, var: VarId, depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Var(it) => *it != var,
            ExprKind::Binary(op, left, right) if is_comparison(*op) => {
                self.is_compared(left, var, depth) && self.is_compared(right, var, depth)
            }
            ExprKind::Spec(spec) => match &**spec {
                SpecExpr::StructuralEq(left, right) => {
                    self.is_compared(left, var, depth) && self.is_compared(right, var, depth)
                }
                _ => self.children_only_compare(expr, var, depth),
            },
            ExprKind::Call { callee, args } => {
                args.iter()
                    .enumerate()
                    .all(|(at, arg)| match is_plain(arg, var) {
                        true => self.callee_compares(callee, at, depth),
                        false => self.only_compares(arg, var, depth),
                    })
            }
            ExprKind::Match { scrutinee, arms } if is_plain(scrutinee, var) => {
                let constants = arms.iter().all(|arm| is_constant(&arm.pat.kind));
                constants
                    && arms.iter().all(|arm| {
                        let guard = arm.guard.iter();
                        guard
                            .chain([&arm.body])
                            .all(|part| self.only_compares(part, var, depth))
                    })
            }
            _ => self.children_only_compare(expr, var, depth),
        }
    }

    fn children_only_compare(&self, expr: &Expr, var: VarId, depth: usize) -> bool {
        let mut all = true;
        walk::each_child(expr, &mut |child| {
            all = all && self.only_compares(child, var, depth);
        });
        all
    }

    /// Whether an operand of a comparison is the variable, plus or minus a constant, or does no more
    /// than compare it.
    fn is_compared(&self, expr: &Expr, var: VarId, depth: usize) -> bool {
        if is_plain(expr, var) {
            return true;
        }
        match &expr.kind {
            ExprKind::Binary(BinOp::Add, left, right) => {
                (is_plain(left, var) && is_literal(right))
                    || (is_literal(left) && is_plain(right, var))
                    || self.only_compares(expr, var, depth)
            }
            ExprKind::Binary(BinOp::Sub, left, right) if is_plain(left, var) => is_literal(right),
            _ => self.only_compares(expr, var, depth),
        }
    }

    /// Whether a function only compares what it is given in one of its parameters.
    fn callee_compares(&self, callee: &FnRef, at: usize, depth: usize) -> bool {
        let front = self.session.front;
        if !front.sources().is_user(front.span(callee.def)) {
            let path = front.path(callee.def);
            let name = path.rsplit("::").next().unwrap_or(&path);
            return COMPARE.contains(&name);
        }
        if depth >= MOST_DEPTH {
            return false;
        }
        let Ok(body) = front.body(callee) else {
            return false;
        };
        parameter(&body, at).is_some_and(|var| self.only_compares(&body.value, var, depth + 1))
    }

    /// Whether evaluating an expression cannot panic, wherever it is done.
    fn is_total(&self, expr: &Expr) -> bool {
        let mut total = true;
        walk::each_expr(expr, &mut |expr| {
            total &= match &expr.kind {
                ExprKind::Literal(_)
                | ExprKind::Var(_)
                | ExprKind::ConstParam(_)
                | ExprKind::Const(_)
                | ExprKind::Field { .. }
                | ExprKind::Borrow { .. }
                | ExprKind::Coerce(_)
                | ExprKind::Cast(_)
                | ExprKind::Spec(_)
                | ExprKind::Block { .. } => true,
                ExprKind::Deref(of) => !matches!(&*of.ty, TyKind::RawPtr { .. }),
                ExprKind::Binary(op, ..) => {
                    self.frame.is_spec && !matches!(op, BinOp::Div | BinOp::Rem)
                }
                ExprKind::Call { callee, .. } => {
                    let front = self.session.front;
                    let path = front.path(callee.def);
                    let name = path.rsplit("::").next().unwrap_or(&path);
                    !front.sources().is_user(front.span(callee.def)) && TOTAL.contains(&name)
                }
                _ => false,
            };
        });
        total
    }

    /// The machine integer that a type is.
    pub(super) fn machine_int(&self, ty: TyId) -> Option<IntTy> {
        match self.session.types.get(ty) {
            IrTy::Int(int) => Some(*int),
            _ => None,
        }
    }
}

/// What must hold for anything else that a quantifier says to matter.
struct Guards<'e> {
    /// The variables of the quantifiers directly inside.
    vars: Vec<VarId>,
    /// The conditions, in the order in which they are evaluated, and whether each of them must not hold.
    conditions: Vec<(&'e Expr, bool)>,
}

fn guards(kind: ComprehensionKind, body: &Expr) -> Guards<'_> {
    let mut guards = Guards {
        vars: Vec::new(),
        conditions: Vec::new(),
    };
    let mut body = body;
    loop {
        body = match (&body.kind, kind) {
            (
                ExprKind::Block {
                    stmts,
                    tail: Some(tail),
                    ..
                },
                _,
            ) if stmts.is_empty() => tail,
            (ExprKind::Spec(spec), _) => match (&**spec, kind) {
                (SpecExpr::ForAll { var, body }, ComprehensionKind::ForAll)
                | (SpecExpr::Exists { var, body }, ComprehensionKind::Exists) => {
                    guards.vars.push(*var);
                    body
                }
                _ => return guards,
            },
            (ExprKind::Or(left, right), ComprehensionKind::ForAll) => {
                refuted(left, &mut guards.conditions);
                right
            }
            (
                ExprKind::If {
                    cond,
                    then,
                    otherwise: Some(otherwise),
                },
                ComprehensionKind::ForAll,
            ) if is_true(otherwise) => {
                conjuncts(cond, &mut guards.conditions);
                then
            }
            (_, ComprehensionKind::ForAll) => return guards,
            _ => {
                conjuncts(body, &mut guards.conditions);
                return guards;
            }
        };
    }
}

fn conjuncts<'e>(expr: &'e Expr, all: &mut Vec<(&'e Expr, bool)>) {
    match &expr.kind {
        ExprKind::And(left, right) => {
            conjuncts(left, all);
            conjuncts(right, all);
        }
        ExprKind::Block {
            stmts,
            tail: Some(tail),
            ..
        } if stmts.is_empty() => conjuncts(tail, all),
        _ => all.push((expr, false)),
    }
}

/// What holds where a condition does not.
fn refuted<'e>(expr: &'e Expr, all: &mut Vec<(&'e Expr, bool)>) {
    match &expr.kind {
        ExprKind::Unary(UnOp::Not, guard) => conjuncts(guard, all),
        ExprKind::Or(left, right) => {
            refuted(left, all);
            refuted(right, all);
        }
        _ => all.push((expr, true)),
    }
}

/// The variable that an expression is, by whatever reference or type.
pub(super) fn plain_var(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Borrow { of, .. } | ExprKind::Deref(of) | ExprKind::Coerce(of) => plain_var(of),
        // A number that is a part of a variable.
        ExprKind::Field { base, .. } => plain_var(base),
        ExprKind::Cast(of) if widens(&of.ty, &expr.ty) => plain_var(of),
        ExprKind::Spec(spec) => match &**spec {
            SpecExpr::ToMath(of) => plain_var(of),
            _ => None,
        },
        ExprKind::Block {
            stmts,
            tail: Some(tail),
            ..
        } if stmts.is_empty() => plain_var(tail),
        _ => None,
    }
}

/// Whether an expression is the variable, or a value that has it as a part and nothing else made of it.
fn is_plain(expr: &Expr, var: VarId) -> bool {
    if plain_var(expr) == Some(var) {
        return true;
    }
    let among = |parts: &[&Expr]| {
        let mut all = parts.iter();
        all.all(|part| is_plain(part, var) || is_free(part, var))
            && parts.iter().any(|part| is_plain(part, var))
    };
    match &expr.kind {
        ExprKind::Tuple(parts) => among(&parts.iter().collect::<Vec<_>>()),
        ExprKind::Adt {
            fields, base: None, ..
        } => among(&fields.iter().map(|(_, part)| part).collect::<Vec<_>>()),
        ExprKind::Borrow { of, .. } => is_plain(of, var),
        _ => false,
    }
}

fn is_free(expr: &Expr, var: VarId) -> bool {
    let mut free = true;
    walk::each_expr(expr, &mut |expr| {
        free &= !matches!(&expr.kind, ExprKind::Var(it) if *it == var);
    });
    free
}

fn widens(from: &Ty, to: &Ty) -> bool {
    match (&**from, &**to) {
        (TyKind::Int(from), TyKind::Int(to)) => {
            to.contains(IntTy::min(*from)) && to.contains(IntTy::max(*from))
        }
        (TyKind::Int(_), TyKind::MathInt) => true,
        _ => false,
    }
}

fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(_)) => true,
        ExprKind::Spec(spec) => matches!(&**spec, SpecExpr::ToMath(of) if is_literal(of)),
        _ => false,
    }
}

fn is_true(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Bool(value)) => *value,
        ExprKind::Block {
            stmts,
            tail: Some(tail),
            ..
        } => stmts.is_empty() && is_true(tail),
        _ => false,
    }
}

fn is_constant(pat: &PatKind) -> bool {
    match pat {
        PatKind::Wild | PatKind::Constant(_) | PatKind::Range { .. } => true,
        PatKind::Or(parts) => parts.iter().all(|part| is_constant(&part.kind)),
        PatKind::Deref(inner) => is_constant(&inner.kind),
        _ => false,
    }
}

fn is_comparison(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
    )
}

/// The variable of a parameter that is a plain name.
fn parameter(body: &Body, at: usize) -> Option<VarId> {
    match &body.params.get(at)?.kind {
        PatKind::Binding {
            var,
            by: BindBy::Value,
            sub: None,
        } => Some(*var),
        _ => None,
    }
}
