//! No clause changes the state: what specification code calls must not write cells or through raw
//! pointers, whether or not it says that it is pure. What types show is refused where calls are
//! checked; the bodies that are reached from there are looked at here.
//!
//! Counts of borrows and owners do not count: guards and owners that a function makes, it gives back. Those
//! that it returns a clause would have to give back, which drops nothing: where it may have counted them, they
//! are refused.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::diag::Diagnostic;
use crate::front::{Lang, Read, Stop};
use crate::ir::calls::callees;
use crate::ir::{ProcId, Program};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{FnRef, TyKind};

use super::drops::Through;
use super::function::FnCx;
use super::session::{Instance, Session, unsupported};
use super::walk;

/// What has been seen of calls and writes.
#[derive(Default)]
pub(super) struct Effects {
    /// The procedures that specification code of the user's calls, and where.
    called: Vec<(ProcId, Span)>,
    /// The functions of the user's that write what may not be theirs: who, and where.
    writers: FxHashMap<ProcId, (String, Span)>,
    /// The calls that give specification code an owner which is counted: of what, by what name, and where.
    owners: Vec<(ProcId, String, Span)>,
    /// The procedures that count an owner up.
    counters: BTreeSet<ProcId>,
}

impl FnCx<'_, '_> {
    /// Notes a call that gives specification code an owner which is counted: the count would stay up.
    pub(super) fn note_owner(&mut self, callee: &FnRef, proc: ProcId, expr: &Expr) -> Read<()> {
        let front = self.session.front;
        let is_user = front.sources().is_user(expr.span);
        if !self.frame.is_spec || !is_user || front.contract(callee.def)?.model {
            return Ok(());
        }
        let counted = |part: &crate::ty::Ty| match &**part {
            TyKind::Adt(def, _) => {
                let lang = front.lang(*def);
                Ok(matches!(lang, Some(Lang::Counted | Lang::WeakCounted)))
            }
            _ => Ok(false),
        };
        let ty = expr.ty.clone();
        if self
            .session
            .any_part(&ty, Through::Boxes, &mut { counted })?
        {
            let path = front.path(callee.def);
            let what = format!("an owner that is counted, which `{path}` gives a specification");
            self.session.effects.owners.push((proc, what, expr.span));
        }
        Ok(())
    }
}

impl Session<'_> {
    /// Specification code calls a procedure.
    pub(super) fn note_spec_call(&mut self, proc: ProcId, span: Span) {
        if self.front.sources().is_user(span) {
            self.effects.called.push((proc, span));
        }
    }

    /// Whether a function of the models makes one more owner of what is counted.
    fn counts_owners(&self, function: &FnRef) -> bool {
        let (path, span) = (self.front.path(function.def), self.front.span(function.def));
        let file = &self.front.sources().file(span.file).path;
        let name = path.rsplit("::").next().unwrap_or_default();
        !self.front.sources().is_user(span)
            && file.ends_with("rc.rs")
            && ["clone", "downgrade", "upgrade"].contains(&name)
    }

    /// Looks for what the body of an instance writes.
    pub(super) fn note_writes(&mut self, proc: ProcId, instance: &Instance) -> Read<()> {
        if let Instance::Function(function) = instance
            && self.counts_owners(function)
        {
            self.effects.counters.insert(proc);
        }
        // What a closure has captured may be another's.
        let in_closure = matches!(instance, Instance::Closure(_));
        let (name, body) = match instance {
            Instance::Function(function) => {
                let is_user = self.front.sources().is_user(self.front.span(function.def));
                if !is_user || self.front.contract(function.def)?.trusted {
                    return Ok(());
                }
                let name = format!("`{}`", self.front.path(function.def));
                (name, self.front.body(function)?.value.clone())
            }
            Instance::Closure(ty) => match self.closures.get(ty) {
                Some(info) => ("a closure".to_owned(), info.closure.body.clone()),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let mut found: Option<Span> = None;
        walk::each_expr(&body, &mut |expr| {
            if self.writes(expr, in_closure) && self.front.sources().is_user(expr.span) {
                found = Some(found.map_or(expr.span, |before| before.min(expr.span)));
            }
        });
        if let Some(span) = found {
            self.effects.writers.insert(proc, (name, span));
        }
        Ok(())
    }

    fn writes(&self, expr: &Expr, in_closure: bool) -> bool {
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                let own = !in_closure && args.first().is_some_and(is_own);
                self.front.writes_shared(callee.def) && !own
            }
            ExprKind::Assign { place, .. } | ExprKind::AssignOp { place, .. } => is_raw(place),
            ExprKind::Borrow { mutable: true, of } => is_raw(of),
            _ => false,
        }
    }

    /// Refuses specification code from which calls lead to a writer.
    pub(super) fn refuse_effects(&self, program: &Program) -> Read<()> {
        for (proc, what, span) in &self.effects.owners {
            if self.reached(program, *proc, |it| self.effects.counters.contains(&it)) {
                return Err(unsupported(*span, what.clone()));
            }
        }
        if self.effects.writers.is_empty() {
            return Ok(());
        }
        let mut mistakes: Vec<Diagnostic> = Vec::new();
        for (proc, span) in &self.effects.called {
            let Some((name, written)) = self.reached_writer(program, *proc) else {
                continue;
            };
            let message = format!("{name} changes what it is given, and a clause changes nothing");
            let diagnostic = Diagnostic::error(codes::IMPURE_CALL, *span, message)
                .also(*written, "this may be seen outside")
                .help("call a function that only reads, whether or not it is marked `#[pure]`");
            if !mistakes.contains(&diagnostic) {
                mistakes.push(diagnostic);
            }
        }
        match mistakes.is_empty() {
            true => Ok(()),
            false => Err(Stop::Mistake(mistakes)),
        }
    }

    fn reached_writer(&self, program: &Program, from: ProcId) -> Option<&(String, Span)> {
        let mut writer = None;
        self.reached(program, from, |proc| {
            writer = self.effects.writers.get(&proc);
            writer.is_some()
        });
        writer
    }

    /// Whether calls lead from a procedure to one of those that are looked for.
    fn reached(
        &self,
        program: &Program,
        from: ProcId,
        mut is_one: impl FnMut(ProcId) -> bool,
    ) -> bool {
        let mut met = BTreeSet::from([from]);
        let mut queue = vec![from];
        while let Some(proc) = queue.pop() {
            if is_one(proc) {
                return true;
            }
            let mut called = Vec::new();
            callees(&program.procs[proc].body, &mut called);
            queue.extend(called.into_iter().filter(|callee| met.insert(*callee)));
        }
        false
    }
}

/// Whether what is lent is a variable of the function itself.
fn is_own(arg: &Expr) -> bool {
    match &arg.kind {
        ExprKind::Borrow { of, .. } => is_own(of),
        ExprKind::Field { base, .. } => is_own(base),
        ExprKind::Var(_) => !matches!(&*arg.ty, TyKind::Ref { .. } | TyKind::RawPtr { .. }),
        _ => false,
    }
}

/// Whether a place is behind a raw pointer.
fn is_raw(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Deref(of) => matches!(&*of.ty, TyKind::RawPtr { .. }) || is_raw(of),
        ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => is_raw(base),
        _ => false,
    }
}
