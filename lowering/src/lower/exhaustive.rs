//! `match` and `let` of specifications, which no compiler has read: they may leave values out, and of those
//! the clause is not well defined.

use std::collections::BTreeSet;

use crate::front::Read;
use crate::ir::{Branch, Panic, PanicKind, Place, StmtKind};
use crate::span::Span;
use crate::thir::{Arm, ExprKind, Literal, Pat, PatKind};
use crate::ty::{Ty, TyKind};

use super::function::FnCx;

impl FnCx<'_, '_> {
    /// Whether some value may match no arm.
    pub(super) fn may_leave_out(&self, arms: &[Arm]) -> Read<bool> {
        let pats = arms.iter().filter(|arm| arm.guard.is_none());
        let pats: Vec<&Pat> = pats.map(|arm| &arm.pat).collect();
        let of_user = arms.first().is_some_and(|arm| self.is_unread(&arm.pat));
        Ok(of_user && !self.cover_all(&pats)?)
    }

    /// Panics where a pattern of `let` does not match.
    pub(super) fn refuse_left_out(&mut self, pat: &Pat, place: &Place) -> Read<()> {
        if !self.is_unread(pat) || self.cover_all(&[pat])? {
            return Ok(());
        }
        let matched = self.test(pat, place)?;
        self.b.open();
        let then = self.b.close();
        self.b.open();
        self.left_out("the value does not match the pattern", pat.span);
        let otherwise = self.b.close();
        self.b
            .if_else(matched, then, otherwise, Branch::Hidden, pat.span);
        Ok(())
    }

    /// Where no pattern matches.
    pub(super) fn left_out(&mut self, message: &str, span: Span) {
        let panic = Panic {
            kind: PanicKind::Explicit,
            message: message.into(),
        };
        self.b.emit(StmtKind::Panic(panic), span);
    }

    /// Whether a pattern is one of the user's specifications.
    fn is_unread(&self, pat: &Pat) -> bool {
        self.frame.is_spec && self.session.front.sources().is_user(pat.span)
    }

    /// Whether the patterns match every value by their forms, each part of them by itself.
    fn cover_all(&self, pats: &[&Pat]) -> Read<bool> {
        let mut queue = pats.to_vec();
        let mut variants = BTreeSet::new();
        let mut truths = BTreeSet::new();
        let mut of: Option<&Ty> = None;
        while let Some(pat) = queue.pop() {
            match &pat.kind {
                PatKind::Wild | PatKind::Binding { sub: None, .. } => return Ok(true),
                PatKind::Binding { sub: Some(sub), .. } | PatKind::Deref(sub) => queue.push(sub),
                PatKind::Or(cases) => queue.extend(cases),
                PatKind::Adt { variant, fields } => {
                    let mut whole = true;
                    for (_, field) in fields {
                        whole &= self.cover_all(&[field])?;
                    }
                    if whole {
                        variants.insert(*variant);
                        of = Some(&pat.ty);
                    }
                }
                PatKind::Constant(value) => {
                    if let ExprKind::Literal(Literal::Bool(truth)) = value.kind {
                        truths.insert(truth);
                    }
                }
                PatKind::Slice {
                    prefix,
                    rest: Some(_),
                    suffix,
                } if prefix.is_empty() && suffix.is_empty() => return Ok(true),
                PatKind::Range { .. } | PatKind::Slice { .. } => {}
            }
        }
        let count = match of.map(|ty| &**ty) {
            Some(TyKind::Adt(def, args)) => self.session.front.adt(*def, args)?.variants.len(),
            Some(_) => 1,
            None => return Ok(truths.len() == 2),
        };
        Ok(variants.len() == count)
    }
}
