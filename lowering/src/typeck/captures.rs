//! What a closure captures and how: each variable of the surrounding body in the weakest way that all
//! its uses allow.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::thir::BindBy;
use crate::thir::{
    Capture, CaptureBy, Closure, Expr, ExprKind, Pat, PatKind, SpecExpr, Stmt, VarId,
};
use crate::ty::Ty;

struct Walk<'a> {
    is_copy: &'a dyn Fn(&Ty) -> bool,
    used: BTreeMap<VarId, CaptureBy>,
    /// In the order in which they are named.
    order: Vec<VarId>,
    whole: BTreeSet<VarId>,
    bound: BTreeSet<VarId>,
}

/// The captures of a finished closure, and whether a call gives some of them away.
pub fn captures(
    closure: &Closure,
    is_move: bool,
    is_copy: &dyn Fn(&Ty) -> bool,
) -> (Vec<Capture>, bool) {
    let mut walk = Walk {
        is_copy,
        used: BTreeMap::new(),
        order: Vec::new(),
        whole: BTreeSet::new(),
        bound: BTreeSet::new(),
    };
    for param in &closure.params {
        walk.pat(param);
    }
    walk.value(&closure.body);
    let Walk {
        used,
        order,
        whole,
        bound,
        ..
    } = walk;
    let captured: Vec<VarId> = order
        .into_iter()
        .filter(|var| !bound.contains(var))
        .collect();
    let consumes = captured.iter().any(|var| used[var] == CaptureBy::Value);
    let captures = captured.into_iter().map(|var| Capture {
        var,
        by: if is_move {
            CaptureBy::Value
        } else {
            used[&var]
        },
        whole: whole.contains(&var),
    });
    (captures.collect(), consumes)
}

impl Walk<'_> {
    fn note(&mut self, var: VarId, by: CaptureBy) {
        if !self.used.contains_key(&var) {
            self.order.push(var);
        }
        let known = self.used.entry(var).or_insert(by);
        *known = (*known).max(by);
    }

    fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Wild | PatKind::Range { .. } | PatKind::Constant(_) => {}
            PatKind::Binding { var, sub, .. } => {
                self.bound.insert(*var);
                sub.iter().for_each(|sub| self.pat(sub));
            }
            PatKind::Adt { fields, .. } => fields.iter().for_each(|(_, pat)| self.pat(pat)),
            PatKind::Deref(inner) => self.pat(inner),
            PatKind::Or(cases) => cases.iter().for_each(|pat| self.pat(pat)),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                prefix.iter().for_each(|pat| self.pat(pat));
                rest.iter().for_each(|pat| self.pat(pat));
                suffix.iter().for_each(|pat| self.pat(pat));
            }
        }
    }

    /// How matching a pattern uses the place that is matched.
    fn pat_use(&self, pat: &Pat) -> CaptureBy {
        let all = |pats: &mut dyn Iterator<Item = &Pat>| {
            pats.map(|pat| self.pat_use(pat))
                .max()
                .unwrap_or(CaptureBy::Ref)
        };
        match &pat.kind {
            PatKind::Wild | PatKind::Range { .. } | PatKind::Constant(_) => CaptureBy::Ref,
            PatKind::Binding { by, sub, .. } => {
                let own = match by {
                    BindBy::Value if (self.is_copy)(&pat.ty) => CaptureBy::Ref,
                    BindBy::Value => CaptureBy::Value,
                    BindBy::Ref => CaptureBy::Ref,
                    BindBy::RefMut => CaptureBy::RefMut,
                };
                own.max(all(&mut sub.iter().map(|sub| &**sub)))
            }
            PatKind::Adt { fields, .. } => all(&mut fields.iter().map(|(_, pat)| pat)),
            PatKind::Deref(inner) => self.pat_use(inner),
            PatKind::Or(cases) => all(&mut cases.iter()),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => all(&mut prefix
                .iter()
                .chain(suffix)
                .chain(rest.iter().map(|rest| &**rest))),
        }
    }

    /// A place that is used in some way.
    fn place(&mut self, expr: &Expr, by: CaptureBy) {
        match &expr.kind {
            ExprKind::Var(var) => {
                self.note(*var, by);
                self.whole.insert(*var);
            }
            ExprKind::Field { base, .. } => match base.kind {
                ExprKind::Var(var) => self.note(var, by),
                _ => self.place(base, by),
            },
            ExprKind::Index { base, index } => {
                self.place(base, by);
                self.value(index);
            }
            // What is behind a pointer is never moved out but by copying.
            ExprKind::Deref(inner) => {
                let by = match &*inner.ty {
                    crate::ty::TyKind::Ref { .. } | crate::ty::TyKind::RawPtr { .. } => {
                        by.min(CaptureBy::RefMut)
                    }
                    _ => by,
                };
                self.place(inner, by);
            }
            _ => self.value(expr),
        }
    }

    fn value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => {
                let by = if (self.is_copy)(&expr.ty) {
                    CaptureBy::Ref
                } else {
                    CaptureBy::Value
                };
                self.place(expr, by);
            }
            ExprKind::Borrow { mutable, of } | ExprKind::AddressOf { mutable, of } => {
                let by = if *mutable {
                    CaptureBy::RefMut
                } else {
                    CaptureBy::Ref
                };
                self.place(of, by);
            }
            ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
                self.place(place, CaptureBy::RefMut);
                self.value(value);
            }
            ExprKind::Match { scrutinee, arms } => {
                let by = arms
                    .iter()
                    .map(|arm| self.pat_use(&arm.pat))
                    .max()
                    .unwrap_or(CaptureBy::Ref);
                self.place(scrutinee, by);
                for arm in arms {
                    self.pat(&arm.pat);
                    arm.guard.iter().for_each(|guard| self.value(guard));
                    self.value(&arm.body);
                }
            }
            ExprKind::Let { pat, value } => {
                let by = self.pat_use(pat);
                self.place(value, by);
                self.pat(pat);
            }
            ExprKind::Closure(closure) => {
                for capture in &closure.captures {
                    self.note(capture.var, capture.by);
                    if capture.whole {
                        self.whole.insert(capture.var);
                    }
                }
            }
            ExprKind::CallValue { callee, args } => {
                // A call may need the callee exclusively; which closures do is not worth the effort.
                self.place(callee, CaptureBy::RefMut);
                args.iter().for_each(|arg| self.value(arg));
            }
            ExprKind::Block { stmts, tail, .. } => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
                tail.iter().for_each(|tail| self.value(tail));
            }
            ExprKind::Spec(form) => self.spec(form),
            kind => children(kind)
                .into_iter()
                .for_each(|child| self.value(child)),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(value) => self.value(value),
            Stmt::Let {
                pat,
                init,
                otherwise,
                ..
            } => {
                let by = self.pat_use(pat);
                init.iter().for_each(|init| self.place(init, by));
                otherwise.iter().for_each(|it| self.value(it));
                self.pat(pat);
            }
        }
    }

    fn spec(&mut self, form: &SpecExpr) {
        match form {
            SpecExpr::Old(inner)
            | SpecExpr::Ghost(inner)
            | SpecExpr::Fresh(inner)
            | SpecExpr::ToMath(inner) => {
                self.value(inner);
            }
            SpecExpr::ForAll { var, body }
            | SpecExpr::Exists { var, body }
            | SpecExpr::SetOf { var, body } => {
                self.bound.insert(*var);
                self.value(body);
            }
            SpecExpr::Reach {
                start, node, steps, ..
            } => {
                self.bound.insert(*node);
                self.value(start);
                steps.iter().for_each(|step| self.value(step));
            }
            SpecExpr::Each { set, node, place } => {
                self.bound.insert(*node);
                self.value(set);
                self.value(place);
            }
            SpecExpr::Same(a, b) | SpecExpr::StructuralEq(a, b) => {
                self.value(a);
                self.value(b);
            }
            SpecExpr::Unchanged(places) => places.iter().for_each(|place| self.value(place)),
        }
    }
}

/// The subexpressions of the forms that treat all of them as values.
fn children(kind: &ExprKind) -> Vec<&Expr> {
    match kind {
        ExprKind::Call { args, .. }
        | ExprKind::CallParam { args, .. }
        | ExprKind::Tuple(args)
        | ExprKind::Array(args)
        | ExprKind::Opaque(args) => args.iter().collect(),
        ExprKind::Unary(_, inner)
        | ExprKind::Cast(inner)
        | ExprKind::Coerce(inner)
        | ExprKind::Repeat(inner)
        | ExprKind::Loop { body: inner, .. }
        | ExprKind::Claim { cond: inner, .. } => vec![inner],
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
        ExprKind::Adt { fields, base, .. } => fields
            .iter()
            .map(|(_, value)| value)
            .chain(base.iter().map(|base| &**base))
            .collect(),
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => [&**cond, &**then]
            .into_iter()
            .chain(otherwise.iter().map(|it| &**it))
            .collect(),
        ExprKind::Break { value, .. } | ExprKind::Return(value) => {
            value.iter().map(|value| &**value).collect()
        }
        _ => Vec::new(),
    }
}
