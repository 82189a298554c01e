//! Blocks, conditionals, `match`, loops and jumps.

use crate::front::Read;
use crate::ir::{Branch, LabelId, Operand, Place, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{Arm, Expr, ExprKind, Pat, ScopeId, Stmt};

use super::alternatives;
use super::expr::is_inert;
use super::function::{FnCx, Scope};

/// Longer `match`es are lowered as a sequence of blocks rather than nested one in the other.
const MAX_NESTED_ARMS: usize = 12;

/// What is said where a `match` of a specification has no arm for a value.
const NO_ARM: &str = "no arm of the `match` matches";

impl FnCx<'_, '_> {
    pub(super) fn block(
        &mut self,
        dst: &Place,
        scope: Option<ScopeId>,
        stmts: &[Stmt],
        tail: Option<&Expr>,
        span: Span,
    ) -> Read<()> {
        let Some(scope) = scope else {
            return self.in_scope(span, |cx| cx.sequence(dst, stmts, tail));
        };
        let label = self.b.label();
        self.enter(scope, label, dst);
        self.b.open();
        let lowered = self.in_scope(span, |cx| cx.sequence(dst, stmts, tail));
        let body = self.b.close();
        self.b.labelled(label, body, span);
        lowered
    }

    fn sequence(&mut self, dst: &Place, stmts: &[Stmt], tail: Option<&Expr>) -> Read<()> {
        for stmt in stmts {
            self.stmt(stmt)?;
        }
        match tail {
            Some(tail) if self.ends_temporaries_early(tail.span) => {
                self.in_statement(tail.span, |cx| cx.into(dst, tail))
            }
            Some(tail) => {
                // Those of the models are not told apart from 2024's: theirs are not seen.
                if self.session.front.sources().is_user(tail.span) {
                    self.leave_temporaries();
                }
                self.into(dst, tail)
            }
            None => Ok(()),
        }
    }

    fn ends_temporaries_early(&self, span: Span) -> bool {
        self.session.front.sources().ends_temporaries_early(span)
    }

    fn enter(&mut self, scope: ScopeId, label: LabelId, dst: &Place) {
        let dst = dst.clone();
        let depth = self.scope_depth();
        self.frame.scopes.insert(scope, Scope { label, dst, depth });
    }

    /// `if`, with any chain of `let` and conditions.
    pub(super) fn if_(
        &mut self,
        dst: &Place,
        cond: &Expr,
        then: &Expr,
        otherwise: Option<&Expr>,
        span: Span,
    ) -> Read<()> {
        if !self.ends_temporaries_early(span) {
            return self.if_inside(dst, cond, then, otherwise, None, span);
        }
        let depth = self.scope_depth();
        self.in_statement(span, |cx| {
            cx.if_inside(dst, cond, then, otherwise, Some(depth), span)
        })
    }

    /// The same; the scopes above the depth, if one is given, hold what ends before `otherwise`.
    fn if_inside(
        &mut self,
        dst: &Place,
        cond: &Expr,
        then: &Expr,
        otherwise: Option<&Expr>,
        early: Option<usize>,
        span: Span,
    ) -> Read<()> {
        let links = chain(cond);
        let lets = links
            .iter()
            .any(|link| matches!(link.kind, ExprKind::Let { .. }));
        let links = if lets { links } else { vec![cond] };
        if let [link] = links.as_slice() {
            let (holds, mut branch) = self.link(link)?;
            if link.span == span {
                // The test of an assertion, which the user did not write as a condition.
                branch = Branch::Hidden;
            }
            self.b.open();
            self.in_scope(then.span, |cx| {
                cx.bind_link(link, holds.place.as_ref())?;
                cx.into(dst, then)
            })?;
            let then = self.b.close();
            self.b.open();
            if let Some(otherwise) = otherwise {
                if let Some(depth) = early {
                    self.drop_scopes(depth, link.span)?;
                }
                self.in_scope(otherwise.span, |cx| cx.into(dst, otherwise))?;
            }
            let otherwise = self.b.close();
            self.b
                .if_else(holds.cond, then, otherwise, branch, link.span);
            return Ok(());
        }
        // Each link opens a conditional inside the one before; what is due when any of them fails
        // comes after, and is jumped over when all hold.
        let done = self.b.label();
        let depth = self.scope_depth();
        self.b.open();
        let lowered = self.links(&links, &mut |cx| {
            cx.in_scope(then.span, |cx| cx.into(dst, then))?;
            if otherwise.is_some() {
                cx.drop_scopes(depth, span)?;
                cx.b.emit(StmtKind::Break(done), span);
            }
            Ok(())
        });
        let lowered = lowered.and_then(|()| match otherwise {
            Some(otherwise) => {
                if let Some(depth) = early {
                    self.drop_scopes(depth, span)?;
                }
                self.into(dst, otherwise)
            }
            None => Ok(()),
        });
        let body = self.b.close();
        self.b.labelled(done, body, span);
        lowered
    }

    /// Runs `inside` under all conditions of a chain, with the bindings of its `let`s.
    fn links(
        &mut self,
        links: &[&Expr],
        inside: &mut dyn FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        let Some((link, rest)) = links.split_first() else {
            return inside(self);
        };
        let (holds, branch) = self.link(link)?;
        self.b.open();
        let lowered = self.in_scope(link.span, |cx| {
            cx.bind_link(link, holds.place.as_ref())?;
            cx.links(rest, inside)
        });
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(holds.cond, then, otherwise, branch, link.span);
        lowered
    }

    fn link(&mut self, link: &Expr) -> Read<(Link, Branch)> {
        if let ExprKind::Let { pat, value } = &link.kind {
            let place = self.as_place(value)?;
            let cond = self.test(pat, &place)?;
            return Ok((
                Link {
                    cond,
                    place: Some(place),
                },
                Branch::Pattern,
            ));
        }
        let cond = self.condition(link)?;
        Ok((Link { cond, place: None }, Branch::Condition))
    }

    /// A condition, whose temporaries end before anything depends on it.
    fn condition(&mut self, cond: &Expr) -> Read<Operand> {
        self.in_statement(cond.span, |cx| {
            let operand = cx.as_operand(cond)?;
            if cx.frame.is_spec || (is_inert(cond) && !cx.session.frees) {
                return Ok(operand);
            }
            match operand {
                // A place inside a temporary ends with it.
                Operand::Read(place) if !place.projection.is_empty() => {
                    Ok(cx.flag(Rvalue::Use(place.into()), cond.span).into())
                }
                operand => Ok(operand),
            }
        })
    }

    fn bind_link(&mut self, link: &Expr, place: Option<&Place>) -> Read<()> {
        match (&link.kind, place) {
            (ExprKind::Let { pat, .. }, Some(place)) => self.bind(pat, place),
            _ => Ok(()),
        }
    }

    /// `let pat = place else { otherwise }`, without the bindings. What the statement holds ends before
    /// `otherwise`.
    pub(super) fn let_else(&mut self, pat: &Pat, place: &Place, otherwise: &Expr) -> Read<()> {
        let matched = self.test(pat, place)?;
        self.b.open();
        let then = self.b.close();
        self.b.open();
        let ended = self.drop_scopes(self.scope_depth().saturating_sub(1), pat.span);
        let lowered = self.in_scope(otherwise.span, |cx| cx.effect(otherwise));
        let otherwise = self.b.close();
        self.b
            .if_else(matched, then, otherwise, Branch::Pattern, pat.span);
        ended?;
        lowered
    }

    pub(super) fn match_(
        &mut self,
        dst: &Place,
        scrutinee: &Expr,
        arms: &[Arm],
        span: Span,
    ) -> Read<()> {
        let place = self.as_place(scrutinee)?;
        if arms.is_empty() {
            self.b.diverge();
            return Ok(());
        }
        if arms.len() <= MAX_NESTED_ARMS && arms.iter().all(|arm| arm.guard.is_none()) {
            let complete = !self.may_leave_out(arms)?;
            return self.nested_arms(dst, &place, arms, complete, span);
        }
        let done = self.b.label();
        self.b.open();
        let lowered = self.arms_in_sequence(dst, &place, arms, done, span);
        let body = self.b.close();
        self.b.labelled(done, body, span);
        lowered
    }

    /// One arm inside the `else` of the one before. The last matches, if the `match` is `complete`.
    fn nested_arms(
        &mut self,
        dst: &Place,
        place: &Place,
        arms: &[Arm],
        complete: bool,
        span: Span,
    ) -> Read<()> {
        let Some((arm, rest)) = arms.split_first() else {
            self.left_out(NO_ARM, span);
            return Ok(());
        };
        let taken = |cx: &mut Self| {
            cx.in_scope(arm.body.span, |cx| {
                cx.bind(&arm.pat, place)?;
                cx.into(dst, &arm.body)
            })
        };
        if rest.is_empty() && complete {
            return taken(self);
        }
        let matched = self.test(&arm.pat, place)?;
        self.b.open();
        let lowered = taken(self);
        let then = self.b.close();
        self.b.open();
        let lowered = lowered.and_then(|()| self.nested_arms(dst, place, rest, complete, span));
        let otherwise = self.b.close();
        // What a union holds is not asked by anyone.
        let branch = match self.is_union(&arm.pat.ty)? {
            true => Branch::Hidden,
            false => Branch::Pattern,
        };
        self.b
            .if_else(matched, then, otherwise, branch, arm.pat.span);
        lowered
    }

    /// One arm after the other; the one that is taken jumps behind the last.
    fn arms_in_sequence(
        &mut self,
        dst: &Place,
        place: &Place,
        arms: &[Arm],
        done: LabelId,
        span: Span,
    ) -> Read<()> {
        let complete = !self.may_leave_out(arms)?;
        for (index, arm) in arms.iter().enumerate() {
            let last = index + 1 == arms.len() && arm.guard.is_none() && complete;
            if last {
                return self.in_scope(arm.body.span, |cx| {
                    cx.bind(&arm.pat, place)?;
                    cx.into(dst, &arm.body)
                });
            }
            let pats = match arm.guard {
                Some(_) => alternatives::alternatives(&arm.pat),
                None => Some(vec![arm.pat.clone()]),
            };
            let Some(pats) = pats else {
                return self.unsupported(arm.pat.span, "a guard on so many alternatives");
            };
            for pat in pats {
                let matched = self.test(&pat, place)?;
                self.b.open();
                let lowered = self.arm(dst, place, &pat, arm, done);
                let then = self.b.close();
                self.b.open();
                let otherwise = self.b.close();
                self.b
                    .if_else(matched, then, otherwise, Branch::Pattern, pat.span);
                lowered?;
            }
        }
        // A guard on the last arm: rustc has checked that some arm was taken before.
        match complete {
            true => self.b.diverge(),
            false => self.left_out(NO_ARM, span),
        }
        Ok(())
    }

    /// One arm, by one of the patterns that its own stands for.
    fn arm(&mut self, dst: &Place, place: &Place, pat: &Pat, arm: &Arm, done: LabelId) -> Read<()> {
        let late = arm.guard.is_some() && self.moves_dropped(pat)?;
        self.in_scope(arm.body.span, |cx| {
            if late {
                // The guard sees what is matched where it is; it moves when the arm is taken.
                cx.name_places(pat, place)?;
                return cx.arm_inside(dst, arm, done, Some((pat, place)));
            }
            cx.bind(pat, place)?;
            cx.arm_inside(dst, arm, done, None)
        })
    }

    /// Whether the pattern binds by value what is dropped at the end of its scope.
    fn moves_dropped(&mut self, pat: &Pat) -> Read<bool> {
        if self.frame.is_spec {
            return Ok(false);
        }
        let mut bound = Vec::new();
        super::walk::each_bound(pat, &mut |var| bound.push(var));
        for var in bound {
            let ty = self.frame.body.vars[var].ty.clone();
            if self.session.drop_is_seen(&ty)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The guard and the body of an arm. What the pattern moves `late` is bound between them.
    fn arm_inside(
        &mut self,
        dst: &Place,
        arm: &Arm,
        done: LabelId,
        late: Option<(&Pat, &Place)>,
    ) -> Read<()> {
        let depth = self.scope_depth().saturating_sub(1);
        let mut body = |cx: &mut Self| {
            if let Some((pat, place)) = late {
                super::walk::each_bound(pat, &mut |var| {
                    cx.frame.vars.remove(&var);
                });
                cx.bind(pat, place)?;
            }
            cx.into(dst, &arm.body)?;
            cx.drop_scopes(depth, arm.body.span)?;
            cx.b.emit(StmtKind::Break(done), arm.body.span);
            Ok(())
        };
        match &arm.guard {
            Some(guard) => {
                let links = chain(guard);
                let lets = links
                    .iter()
                    .any(|link| matches!(link.kind, ExprKind::Let { .. }));
                let links = if lets { links } else { vec![guard] };
                self.links(&links, &mut body)
            }
            None => body(self),
        }
    }

    pub(super) fn loop_(
        &mut self,
        dst: &Place,
        scope: ScopeId,
        body: &Expr,
        span: Span,
    ) -> Read<()> {
        let label = self.b.label();
        self.enter(scope, label, dst);
        let rounds = self.before_loop(body, span)?;
        self.b.open();
        let lowered = match rounds {
            Some(rounds) => self.round(rounds),
            None => Ok(()),
        };
        let lowered = lowered.and_then(|()| self.in_statement(body.span, |cx| cx.effect(body)));
        let body = self.b.close();
        self.b.loop_(label, body, span);
        self.after_loop(rounds);
        lowered
    }

    pub(super) fn break_(&mut self, scope: ScopeId, value: Option<&Expr>, span: Span) -> Read<()> {
        let Some(Scope { label, dst, depth }) = self.frame.scopes.get(&scope).cloned() else {
            return self.unsupported(span, "a break that leaves a closure");
        };
        if let Some(value) = value {
            self.into(&dst, value)?;
        }
        self.drop_scopes(depth, span)?;
        self.b.emit(StmtKind::Break(label), span);
        Ok(())
    }

    pub(super) fn continue_(&mut self, scope: ScopeId, span: Span) -> Read<()> {
        let Some(Scope { label, depth, .. }) = self.frame.scopes.get(&scope).cloned() else {
            return self.unsupported(span, "a continue that leaves a closure");
        };
        self.drop_scopes(depth, span)?;
        self.b.emit(StmtKind::Continue(label), span);
        Ok(())
    }

    pub(super) fn return_(&mut self, value: Option<&Expr>, span: Span) -> Read<()> {
        let Some(ret) = self.frame.ret.clone() else {
            return self.unsupported(span, "a return in a clause");
        };
        if let Some(value) = value {
            self.into(&ret.dst, value)?;
        }
        self.drop_scopes(0, span)?;
        let jump = match ret.label {
            Some(label) => StmtKind::Break(label),
            None => StmtKind::Return,
        };
        self.b.emit(jump, span);
        Ok(())
    }

    /// `&&` (if `and`) or `||` into `dst`.
    pub(super) fn short_circuit(
        &mut self,
        dst: &Place,
        left: &Expr,
        right: &Expr,
        and: bool,
    ) -> Read<()> {
        let cond = self.condition(left)?;
        self.b.open();
        let lowered = self.in_statement(right.span, |cx| cx.into(dst, right));
        let evaluated = self.b.close();
        self.b.open();
        self.put(dst, Operand::bool(!and), left.span);
        let decided = self.b.close();
        let (then, otherwise) = if and {
            (evaluated, decided)
        } else {
            (decided, evaluated)
        };
        self.b
            .if_else(cond, then, otherwise, Branch::Hidden, left.span);
        lowered
    }
}

/// A condition of a chain, and what its `let` is matched against.
struct Link {
    cond: Operand,
    place: Option<Place>,
}

/// The conditions that `&&` joins, in order.
pub(super) fn chain(cond: &Expr) -> Vec<&Expr> {
    let mut links = Vec::new();
    let mut queue = vec![cond];
    while let Some(next) = queue.pop() {
        match &next.kind {
            ExprKind::And(left, right) => queue.extend([&**right, &**left]),
            _ => links.push(next),
        }
    }
    links
}
