//! Leaks: which functions must not lose an allocation, and the obligation that says so.
//!
//! It is asked at the normal return of functions that contain `unsafe`, or call functions of the user's
//! that do. A panic that leaves the function may lose what it had in hand: Rust's own library does.

use rustc_hash::FxHashSet;

use crate::front::Read;
use crate::ir::types::TyId;
use crate::ir::{LocalId, MemoryError, Obligation, ObligationKind, Operand, SnapshotId, StmtKind};
use crate::thir::ExprKind;
use crate::ty::{FnRef, Ty, TyKind};

use super::contract::Target;
use super::drops::Through;
use super::function::FnCx;
use super::session::Session;

/// More functions than this are not looked through.
const MAX_FUNCTIONS: usize = 500;

/// Whether a function of that path turns boxes into raw pointers, or back.
fn is_by_hand(path: &str) -> bool {
    let names = [
        "into_raw",
        "from_raw",
        "leak",
        "from_non_null",
        "into_non_null",
    ];
    let mut steps = path.rsplit("::");
    let name = steps.next();
    names.iter().any(|it| name == Some(it)) && steps.next() == Some("Box")
}

/// Whether the types are the same but for type arguments.
fn is_alike(one: &Ty, other: &Ty) -> bool {
    match (&**one, &**other) {
        (TyKind::Adt(one, _), TyKind::Adt(other, _)) => one == other,
        (TyKind::Param(_), TyKind::Param(_)) => true,
        _ => one == other,
    }
}

impl Session<'_> {
    /// Whether the function, or one of the user's that it leads to, contains `unsafe`.
    pub(super) fn contains_unsafe(&mut self, function: &FnRef) -> Read<bool> {
        let mut found = false;
        self.each_callee(function, &mut |session, callee| {
            found |= session.front.contract(callee.def)?.has_unsafe;
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether the function makes boxes of raw pointers, itself or by way of others of the user's.
    fn takes_back_boxes(&mut self, function: &FnRef) -> Read<bool> {
        let mut found = false;
        self.each_callee(function, &mut |session, callee| {
            found |= session.front.intrinsic(callee.def) == Some("box_from_raw");
            let path = session.front.path(callee.def);
            found |= path.ends_with("::from_raw") || path.ends_with("::from_non_null");
            Ok(())
        })?;
        Ok(found)
    }

    /// The types of which raw pointers own objects, as far as they have been met: those that code beside
    /// the function, or beside the type, makes raw pointers of boxes of, or boxes of raw pointers to.
    /// What nobody boxes belongs to somebody else (the items of an intrusive list).
    fn boxed_by_hand(&mut self, function: &FnRef) -> Vec<TyId> {
        let here = self.front.span(function.def).file;
        let pointees = self.ty_ids.keys().filter_map(|ty| match &**ty {
            TyKind::RawPtr { to, .. } => Some((to.clone(), self.ty_ids.get(to).copied()?)),
            _ => None,
        });
        let mut pointees: Vec<(Ty, TyId)> = pointees.collect();
        pointees.sort_by_key(|(_, id)| *id);
        let mut files = vec![here];
        for (ty, _) in &pointees {
            if let TyKind::Adt(def, _) = &**ty {
                files.push(self.front.span(*def).file);
            }
        }
        let mut found = Vec::new();
        for info in self.front.functions() {
            if !files.contains(&info.span.file) {
                continue;
            }
            let Ok(body) = self.front.body(&self.front.identity(info.def)) else {
                continue;
            };
            super::walk::each_expr(&body.value, &mut |expr| {
                if let ExprKind::Call { callee, .. } = &expr.kind
                    && is_by_hand(&self.front.path(callee.def))
                {
                    found.extend(callee.args.iter().cloned());
                }
            });
        }
        let is_boxed = |ty: &Ty| found.iter().any(|other| is_alike(ty, other));
        pointees.retain(|(ty, _)| is_boxed(ty));
        pointees.into_iter().map(|(_, id)| id).collect()
    }

    /// Visits the function and all that it calls, through those of the user's.
    pub(super) fn each_callee(
        &mut self,
        function: &FnRef,
        visit: &mut dyn FnMut(&mut Self, &FnRef) -> Read<()>,
    ) -> Read<()> {
        let mut queue = vec![function.clone()];
        let mut met = FxHashSet::default();
        while let Some(function) = queue.pop() {
            if met.len() > MAX_FUNCTIONS || !met.insert(function.clone()) {
                continue;
            }
            visit(self, &function)?;
            let span = self.front.span(function.def);
            if !self.front.sources().is_user(span) || self.front.contract(function.def)?.trusted {
                continue;
            }
            if let Ok(body) = self.front.body(&function) {
                super::walk::each_expr(&body.value, &mut |expr| {
                    if let ExprKind::Call { callee, .. } = &expr.kind {
                        queue.push(callee.clone());
                    }
                });
            }
        }
        Ok(())
    }

    /// Whether values of the type lead to others of it by raw pointers of their own.
    fn points_to_itself(&mut self, ty: &Ty) -> Read<bool> {
        let mut found = Vec::new();
        self.any_part(ty, Through::Boxes, &mut |part| {
            match &**part {
                TyKind::RawPtr { to, .. } => found.push(to.clone()),
                // `NonNull` of the models.
                TyKind::Adt(_, args) => found.extend(args.iter().cloned()),
                _ => {}
            }
            Ok(false)
        })?;
        Ok(found.contains(ty))
    }
}

impl FnCx<'_, '_> {
    /// Remembers the state at the call, if the function must not lose allocations: what clauses have
    /// made by then is not the function's.
    pub(super) fn before_call(&mut self, target: &Target) -> Read<Option<SnapshotId>> {
        if target.contract.allow_leaks
            || target.contract.should_panic
            || !self.session.frees
            || !self.session.contains_unsafe(&target.function)?
        {
            return Ok(None);
        }
        let called = self.b.snapshot();
        self.b.emit(StmtKind::Snapshot(called), target.span);
        Ok(Some(called))
    }

    /// States that no allocation has been lost since the call.
    pub(super) fn check_leaks(
        &mut self,
        target: &Target,
        since: SnapshotId,
        result: Option<LocalId>,
    ) -> Read<()> {
        let why = Obligation {
            kind: ObligationKind::Memory(MemoryError::Leak),
            span: target.span,
        };
        let given = target.locals().into_iter().map(Into::into).collect();
        let kept = result.into_iter().map(Operand::from).collect();
        let gone = self.dropped_here(target)?;
        let boxed = self.session.boxed_by_hand(&target.function);
        let check = StmtKind::CheckLeaks {
            since,
            given,
            boxed,
            kept,
            gone,
            why,
        };
        self.b.open();
        let vacated = self.vacate_slots(target, result);
        let vacate = self.b.close().block;
        vacated?;
        if vacate.is_empty() {
            self.b.emit(check, target.span);
            return Ok(());
        }
        let at = self.b.snapshot();
        self.b.emit(StmtKind::Snapshot(at), target.span);
        self.b.open();
        self.b.splice(vacate);
        self.b.emit(check, target.span);
        let body = self.b.close().block;
        self.b.emit(StmtKind::InSnapshot { at, body }, target.span);
        Ok(())
    }

    /// The argument of a `drop`, whose life ends with it. That its raw pointers own is taken for
    /// granted only if the `drop` makes boxes of some, and if none could lead to its own kind (to a
    /// parent, a neighbour).
    fn dropped_here(&mut self, target: &Target) -> Read<Option<Operand>> {
        let Some((local, ty, _)) = target.params.first() else {
            return Ok(None);
        };
        let TyKind::Ref { mutable: true, to } = &**ty else {
            return Ok(None);
        };
        let drop = self.session.front.drop_impl(to);
        if drop.is_none_or(|drop| drop.def != target.function.def)
            || !self.session.takes_back_boxes(&target.function)?
            || self.session.points_to_itself(to)?
        {
            return Ok(None);
        }
        Ok(Some((*local).into()))
    }
}
