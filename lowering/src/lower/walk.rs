//! Walks over the typed tree: the expressions below one, however deep, in no order to rely on.

use crate::thir::{Arm, Expr, ExprKind, Pat, PatKind, SpecExpr, Stmt, VarId};

/// Calls `visit` on `expr` and on every expression inside it, those of closures and patterns included.
pub(super) fn each_expr<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    let mut queue = vec![expr];
    while let Some(next) = queue.pop() {
        visit(next);
        each_child(next, &mut |child| queue.push(child));
    }
}

/// Calls `visit` on the expressions directly inside `expr`.
pub(super) fn each_child<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::ConstParam(_)
        | ExprKind::Static(_)
        | ExprKind::Fn(_)
        | ExprKind::Continue(_)
        | ExprKind::Panic { .. } => {}
        ExprKind::Call { args, .. }
        | ExprKind::CallParam { args, .. }
        | ExprKind::Tuple(args)
        | ExprKind::Array(args)
        | ExprKind::Opaque(args) => args.iter().for_each(visit),
        ExprKind::CallValue { callee, args } => {
            visit(callee);
            args.iter().for_each(visit);
        }
        ExprKind::Field { base: of, .. }
        | ExprKind::Deref(of)
        | ExprKind::Borrow { of, .. }
        | ExprKind::AddressOf { of, .. }
        | ExprKind::Unary(_, of)
        | ExprKind::Cast(of)
        | ExprKind::Coerce(of)
        | ExprKind::Repeat(of)
        | ExprKind::Loop { body: of, .. }
        | ExprKind::Claim { cond: of, .. } => visit(of),
        ExprKind::Index { base, index } => {
            visit(base);
            visit(index);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
            visit(value);
            visit(place);
        }
        ExprKind::Adt { fields, base, .. } => {
            fields.iter().for_each(|(_, field)| visit(field));
            base.iter().for_each(|base| visit(base));
        }
        ExprKind::Closure(closure) => {
            closure
                .params
                .iter()
                .for_each(|pat| each_in_pat(pat, visit));
            visit(&closure.body);
            let captures = closure.captures.iter();
            captures.for_each(|capture| capture.of.iter().for_each(&mut *visit));
        }
        ExprKind::Block { stmts, tail, .. } => {
            stmts.iter().for_each(|stmt| each_in_stmt(stmt, visit));
            tail.iter().for_each(|tail| visit(tail));
        }
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            visit(cond);
            visit(then);
            otherwise.iter().for_each(|otherwise| visit(otherwise));
        }
        ExprKind::Let { pat, value } => {
            visit(value);
            each_in_pat(pat, visit);
        }
        ExprKind::Match { scrutinee, arms } => {
            visit(scrutinee);
            for Arm { pat, guard, body } in arms {
                each_in_pat(pat, visit);
                guard.iter().for_each(&mut *visit);
                visit(body);
            }
        }
        ExprKind::Break { value, .. } | ExprKind::Return(value) => {
            value.iter().for_each(|value| visit(value));
        }
        ExprKind::Spec(spec) => each_in_spec(spec, visit),
    }
}

fn each_in_stmt<'e>(stmt: &'e Stmt, visit: &mut dyn FnMut(&'e Expr)) {
    match stmt {
        Stmt::Let {
            pat,
            init,
            otherwise,
            ..
        } => {
            init.iter().for_each(&mut *visit);
            each_in_pat(pat, visit);
            otherwise.iter().for_each(&mut *visit);
        }
        Stmt::Expr(expr) => visit(expr),
    }
}

fn each_in_pat<'e>(pat: &'e Pat, visit: &mut dyn FnMut(&'e Expr)) {
    if let PatKind::Constant(constant) = &pat.kind {
        visit(constant);
    }
    each_subpattern(pat, &mut |sub| each_in_pat(sub, visit));
}

/// Calls `visit` on the patterns directly inside `pat`.
pub(super) fn each_subpattern<'e>(pat: &'e Pat, visit: &mut dyn FnMut(&'e Pat)) {
    match &pat.kind {
        PatKind::Wild | PatKind::Constant(_) | PatKind::Range { .. } => {}
        PatKind::Binding { sub, .. } => sub.iter().for_each(|sub| visit(sub)),
        PatKind::Adt { fields, .. } => fields.iter().for_each(|(_, sub)| visit(sub)),
        PatKind::Deref(sub) => visit(sub),
        PatKind::Or(alternatives) => alternatives.iter().for_each(visit),
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => {
            prefix.iter().for_each(&mut *visit);
            rest.iter().for_each(|rest| visit(rest));
            suffix.iter().for_each(visit);
        }
    }
}

fn each_in_spec<'e>(spec: &'e SpecExpr, visit: &mut dyn FnMut(&'e Expr)) {
    match spec {
        SpecExpr::Old(of)
        | SpecExpr::Ghost(of)
        | SpecExpr::Fresh(of)
        | SpecExpr::ToMath(of)
        | SpecExpr::ForAll { body: of, .. }
        | SpecExpr::Exists { body: of, .. }
        | SpecExpr::SetOf { body: of, .. } => visit(of),
        SpecExpr::Reach { start, steps, .. } => {
            visit(start);
            steps.iter().for_each(visit);
        }
        SpecExpr::Same(left, right)
        | SpecExpr::StructuralEq(left, right)
        | SpecExpr::Each {
            set: left,
            place: right,
            ..
        } => {
            visit(left);
            visit(right);
        }
        SpecExpr::Unchanged(places) => places.iter().for_each(visit),
    }
}

/// Calls `visit` on the variables that a pattern binds.
pub(super) fn each_bound(pat: &Pat, visit: &mut dyn FnMut(VarId)) {
    if let PatKind::Binding { var, .. } = &pat.kind {
        visit(*var);
    }
    each_subpattern(pat, &mut |sub| each_bound(sub, visit));
}

/// Calls `visit` on the variables that are bound somewhere inside an expression.
pub(super) fn each_var_bound_in(expr: &Expr, visit: &mut dyn FnMut(VarId)) {
    each_expr(expr, &mut |expr| match &expr.kind {
        ExprKind::Closure(closure) => {
            closure.params.iter().for_each(|pat| each_bound(pat, visit));
        }
        ExprKind::Let { pat, .. } => each_bound(pat, visit),
        ExprKind::Match { arms, .. } => arms.iter().for_each(|arm| each_bound(&arm.pat, visit)),
        ExprKind::Block { stmts, .. } => {
            for stmt in stmts {
                if let Stmt::Let { pat, .. } = stmt {
                    each_bound(pat, visit);
                }
            }
        }
        ExprKind::Spec(spec) => match &**spec {
            SpecExpr::ForAll { var, .. }
            | SpecExpr::Exists { var, .. }
            | SpecExpr::SetOf { var, .. }
            | SpecExpr::Each { node: var, .. }
            | SpecExpr::Reach { node: var, .. } => visit(*var),
            _ => {}
        },
        _ => {}
    });
}
