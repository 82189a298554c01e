//! Owners by raw pointers: which types free what they lead to when they are dropped, and that no two values
//! of such types own the same object.
//!
//! A `Drop` that takes back boxes says that the value owns them: two values that lead to the same box would
//! free it twice, so no client has them. That is a shape condition of arguments, as it is of boxes, and what
//! functions leave has to keep it. But there are ways to share what one of several frees: a count, a flag, a
//! ring of all that share. So the code of the `Drop` must look at nothing but pointers, and must change none
//! in what it leads to but to null. Then what it frees are the objects along the fields that it reads.

use rustc_hash::FxHashSet;

use crate::front::{Lang, Read};
use crate::ids::Id;
use crate::ir::types::{Compared, FieldIdx, Ty as IrTy, TyId};
use crate::ir::{
    Apart, LocalId, MemoryError, Obligation, ObligationKind, Owner, Place, Rvalue, StmtKind,
};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Pat, PatKind, Stmt};
use crate::ty::{FnRef, Ty, TyKind};

use super::contract::Target;
use super::function::FnCx;
use super::session::Session;
use super::walk::{each_expr, each_subpattern};

/// Code of more functions than this says nothing.
const MAX_FUNCTIONS: usize = 100;

/// What is read of the code of a `Drop`.
#[derive(Default)]
struct Freeing {
    /// The types of the boxes that are taken back.
    freed: Vec<Ty>,
    /// Fields of structs that are read.
    read: Vec<(Ty, usize)>,
    /// Fields of structs of which it is asked whether they lead anywhere.
    asked: Vec<(Ty, usize)>,
    /// Where fields are written, or asked: they are not read there.
    aside: Vec<Span>,
    /// Whether something runs more than once.
    repeats: bool,
    /// Whether what is freed may depend on more than pointers, or others learn of it.
    decides: bool,
}

/// How many owners values of a type may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Count {
    None,
    One,
    Many,
}

impl Count {
    fn and(self, other: Count) -> Count {
        match (self, other) {
            (Count::None, one) | (one, Count::None) => one,
            _ => Count::Many,
        }
    }
}

/// What functions of std a `Drop` may call: of the type or module, that name.
fn is_about_pointers(path: &str) -> bool {
    let mut steps = path.rsplit("::");
    let (name, of) = (steps.next().unwrap_or(""), steps.next().unwrap_or(""));
    let of = of.split('<').next().unwrap_or("");
    match of {
        "Box" | "NonNull" | "PhantomData" => true,
        "ptr" => matches!(name, "null" | "null_mut" | "eq" | "read"),
        "mem" => matches!(name, "drop" | "take" | "forget"),
        "Option" => !matches!(name, "insert" | "replace" | "get_or_insert"),
        _ => {
            (path.contains("*mut") || path.contains("*const"))
                && !matches!(name, "write" | "swap" | "replace")
        }
    }
}

impl Session<'_> {
    /// The types of values that own by raw pointers, among those met.
    fn raw_owners(&mut self) -> Read<Vec<Owner>> {
        let mut met: Vec<(Ty, TyId)> = self
            .ty_ids
            .iter()
            .map(|(ty, id)| (ty.clone(), *id))
            .collect();
        met.sort_by_key(|(_, id)| *id);
        let mut owners = Vec::new();
        for (ty, id) in met {
            if let Some(owner) = self.raw_owner(&ty, id)? {
                owners.push(owner);
            }
        }
        self.apart.clone_from(&owners);
        Ok(owners)
    }

    fn raw_owner(&mut self, ty: &Ty, id: TyId) -> Read<Option<Owner>> {
        let TyKind::Adt(def, args) = &**ty else {
            return Ok(None);
        };
        let Some(drop) = self.front.drop_impl(ty) else {
            return Ok(None);
        };
        let info = self.front.adt(*def, args)?;
        if !self.front.sources().is_user(info.span) || info.is_enum || info.has_lifetimes {
            return Ok(None);
        }
        let freeing = self.read_drop(ty, drop)?;
        // A pointer that is asked for and not followed is a flag.
        let is_flag = |asked: &(Ty, usize)| !freeing.read.contains(asked);
        if freeing.decides || freeing.asked.iter().any(is_flag) {
            return Ok(None);
        }
        let mut fields = Vec::new();
        let mut links = Vec::new();
        for (of, field) in freeing.read {
            let TyKind::Adt(def, args) = &*of else {
                continue;
            };
            let info = self.front.adt(*def, args)?;
            let field_ty = info.variants.first().and_then(|it| it.fields.get(field));
            let Some((_, field_ty)) = field_ty.filter(|_| !info.is_enum) else {
                continue;
            };
            let to = self.raw_pointee(field_ty)?;
            if !to.is_some_and(|to| freeing.freed.contains(&to)) {
                continue;
            }
            let field = FieldIdx::from_index(field);
            if of == *ty && !fields.contains(&field) {
                fields.push(field);
            } else if freeing.repeats
                && freeing.freed.contains(&of)
                && let Some(node) = self.ty_ids.get(&of).copied()
                && !links.contains(&(node, field))
            {
                links.push((node, field));
            }
        }
        fields.sort();
        links.sort();
        // Of two, the one may say whether the other is freed.
        Ok((fields.len() == 1).then_some(Owner {
            ty: id,
            fields,
            links,
        }))
    }

    /// What a raw pointer leads to, in `NonNull`, `Option` or a struct of the user's that is copied, if the
    /// type is one.
    fn raw_pointee(&self, ty: &Ty) -> Read<Option<Ty>> {
        match &**ty {
            TyKind::RawPtr { to, .. } => Ok(Some(to.clone())),
            TyKind::Adt(def, args) => {
                let info = self.front.adt(*def, args)?;
                let is_option = self.front.lang(*def) == Some(Lang::Option);
                if !is_option && (info.is_enum || !self.front.is_copy(ty)) {
                    return Ok(None);
                }
                let fields = info.variants.iter().flat_map(|it| &it.fields);
                for (_, field) in fields {
                    if let Some(to) = self.raw_pointee(field)? {
                        return Ok(Some(to));
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Reads the code of a `Drop`, and of all that it calls of the user's.
    fn read_drop(&mut self, owner: &Ty, drop: FnRef) -> Read<Freeing> {
        let mut freeing = Freeing::default();
        let mut queue = vec![drop];
        let mut met = FxHashSet::default();
        while let Some(function) = queue.pop() {
            if freeing.decides {
                break;
            }
            if !met.insert(function.clone()) {
                // Called twice, or by itself.
                freeing.repeats = true;
                continue;
            }
            let contract = self.front.contract(function.def)?;
            let Ok(body) = self.front.body(&function) else {
                freeing.decides = true;
                break;
            };
            if met.len() > MAX_FUNCTIONS || contract.trusted {
                freeing.decides = true;
                break;
            }
            body.params
                .iter()
                .for_each(|pat| note_pattern(pat, &mut freeing));
            each_expr(&body.value, &mut |expr| {
                self.read_expr(owner, expr, &mut freeing, &mut queue);
            });
        }
        Ok(freeing)
    }

    fn read_expr(&self, owner: &Ty, expr: &Expr, freeing: &mut Freeing, queue: &mut Vec<FnRef>) {
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                let path = self.front.path(callee.def);
                if self.front.sources().is_user(self.front.span(callee.def)) {
                    queue.push(callee.clone());
                } else if !is_about_pointers(&path) {
                    freeing.decides = true;
                } else if path.ends_with("Box::from_raw") || path.ends_with("Box::from_non_null") {
                    freeing.freed.extend(callee.args.first().cloned());
                } else if let Some(asked) = args.first() {
                    freeing.decides |= !self.may_decide(asked);
                    if asks(&path)
                        && let Some((field, span)) = field_of(asked)
                    {
                        freeing.asked.push(field);
                        freeing.aside.push(span);
                    }
                }
            }
            ExprKind::Field { base, field } if !freeing.aside.contains(&expr.span) => {
                freeing.read.push((base.ty.clone(), field.index()));
            }
            ExprKind::Loop { .. } => freeing.repeats = true,
            ExprKind::If { cond, .. } => freeing.decides |= !self.may_decide(cond),
            ExprKind::Let { pat, value } => {
                freeing.decides |= !self.may_decide(value);
                note_pattern(pat, freeing);
            }
            ExprKind::Match { scrutinee, arms } => {
                let is_choice = arms.len() > 1;
                freeing.decides |= is_choice && !self.may_decide(scrutinee);
                for arm in arms {
                    freeing.decides |= arm.guard.is_some();
                    note_pattern(&arm.pat, freeing);
                }
            }
            ExprKind::Block { stmts, .. } => {
                for stmt in stmts {
                    if let Stmt::Let {
                        pat,
                        init,
                        otherwise,
                        ..
                    } = stmt
                    {
                        note_pattern(pat, freeing);
                        let asked = init.as_ref().filter(|_| otherwise.is_some());
                        freeing.decides |= asked.is_some_and(|init| !self.may_decide(init));
                    }
                }
            }
            ExprKind::Closure(closure) => {
                let params = closure.params.iter();
                params.for_each(|pat| note_pattern(pat, freeing));
            }
            ExprKind::Assign { place, value } => {
                freeing.aside.push(place.span);
                let of_owner =
                    matches!(&place.kind, ExprKind::Field { base, .. } if base.ty == *owner);
                let is_variable = matches!(place.kind, ExprKind::Var(_));
                freeing.decides |= !of_owner && !is_variable && !self.is_null(value);
            }
            ExprKind::AssignOp { place, .. } => {
                let of_owner =
                    matches!(&place.kind, ExprKind::Field { base, .. } if base.ty == *owner);
                freeing.decides |= !of_owner;
            }
            ExprKind::Binary(_, left, _) => {
                freeing.decides |= !matches!(&*left.ty, TyKind::RawPtr { .. });
            }
            ExprKind::Static(_)
            | ExprKind::CallParam { .. }
            | ExprKind::CallValue { .. }
            | ExprKind::Fn(_)
            | ExprKind::Index { .. } => freeing.decides = true,
            _ => {}
        }
    }

    /// Whether what is freed may depend on the value: on whether a pointer is null, or is another.
    fn may_decide(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.may_decide(left) && self.may_decide(right)
            }
            ExprKind::Unary(_, of)
            | ExprKind::Borrow { of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Coerce(of) => self.may_decide(of),
            // It is looked at by itself.
            ExprKind::Let { .. } | ExprKind::Call { .. } | ExprKind::Binary(..) => true,
            _ => match &*value.ty {
                TyKind::Bool | TyKind::Int(_) | TyKind::Char => false,
                TyKind::Adt(def, args) if self.front.lang(*def) == Some(Lang::Option) => {
                    args.first().is_some_and(|of| self.is_pointer(of))
                }
                TyKind::Adt(..) => self.is_pointer(&value.ty),
                _ => true,
            },
        }
    }

    fn is_pointer(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::RawPtr { .. } | TyKind::Ref { .. } => true,
            TyKind::Adt(def, _) if self.front.lang(*def) == Some(Lang::Box) => true,
            _ => matches!(self.raw_pointee(ty), Ok(Some(_))),
        }
    }

    /// Whether the expression is a null pointer, or `None`.
    fn is_null(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call { callee, .. } => {
                let path = self.front.path(callee.def);
                path.ends_with("::null_mut") || path.ends_with("::null")
            }
            ExprKind::Adt { fields, .. } => fields.is_empty(),
            ExprKind::Coerce(of) | ExprKind::Cast(of) => self.is_null(of),
            _ => false,
        }
    }

    /// How many owners a value of the type may hold, or lead to.
    fn count_owners(&self, ty: TyId, owners: &[Owner], around: &mut Vec<TyId>) -> Count {
        if around.contains(&ty) {
            // As many as there are values, if there are any.
            return match self.may_hold_owner(ty, owners, &mut FxHashSet::default()) {
                true => Count::One,
                false => Count::None,
            };
        }
        around.push(ty);
        let many = |count: Count| match count {
            Count::None => Count::None,
            _ => Count::Many,
        };
        let mut count = match self.types.get(ty) {
            IrTy::Ref { to, .. } | IrTy::Box(to) => {
                let (to, is_slice) = match self.types.slice_element(*to) {
                    Some(element) => (element, true),
                    None => (*to, false),
                };
                let inside = self.count_owners(to, owners, around);
                if is_slice { many(inside) } else { inside }
            }
            IrTy::Array(of, _) | IrTy::Buffer(of) | IrTy::Counted { to: of, .. } => {
                many(self.count_owners(*of, owners, around))
            }
            IrTy::Tuple(parts) => parts.iter().fold(Count::None, |sum, part| {
                sum.and(self.count_owners(*part, owners, around))
            }),
            IrTy::Adt(adt) => {
                let variants = self.types.adt(*adt).variants.ids();
                variants.fold(Count::None, |most, variant| {
                    let fields = self.types.field_types(ty, variant);
                    let all = fields.iter().fold(Count::None, |sum, field| {
                        sum.and(self.count_owners(*field, owners, around))
                    });
                    most.max(all)
                })
            }
            _ => Count::None,
        };
        if let Some(owner) = owners.iter().find(|owner| owner.ty == ty) {
            let nodes = owner.links.iter().map(|(node, _)| *node);
            let inside = nodes.fold(Count::None, |most, node| {
                most.max(self.count_owners(node, owners, around))
            });
            count = Count::One.and(count).and(inside);
        }
        around.pop();
        count
    }

    fn may_hold_owner(&self, ty: TyId, owners: &[Owner], met: &mut FxHashSet<TyId>) -> bool {
        if !met.insert(ty) {
            return false;
        }
        if owners.iter().any(|owner| owner.ty == ty) {
            return true;
        }
        let parts = match self.types.get(ty) {
            IrTy::Ref { to, .. } | IrTy::Box(to) => {
                vec![self.types.slice_element(*to).unwrap_or(*to)]
            }
            IrTy::Array(of, _) | IrTy::Buffer(of) | IrTy::Counted { to: of, .. } => vec![*of],
            IrTy::Tuple(parts) => parts.clone(),
            IrTy::Adt(adt) => {
                let variants = self.types.adt(*adt).variants.ids();
                let fields = variants.flat_map(|it| self.types.field_types(ty, it));
                fields.collect()
            }
            _ => Vec::new(),
        };
        let mut parts = parts.into_iter();
        parts.any(|part| self.may_hold_owner(part, owners, met))
    }

    /// Whether values of the type may hold owners, of those that have been met.
    pub(super) fn may_hold_apart(&self, ty: TyId) -> bool {
        let owners = &self.apart;
        !owners.is_empty() && self.may_hold_owner(ty, owners, &mut FxHashSet::default())
    }

    /// Whether room may hold owners that were moved out of it: that of vectors is emptied before (`vacated`),
    /// unless they are behind references inside of others, or in what is owned or counted.
    fn hides_owners(
        &self,
        ty: TyId,
        owners: &[Owner],
        vacated: bool,
        met: &mut FxHashSet<(TyId, bool)>,
    ) -> bool {
        if !met.insert((ty, vacated)) {
            return false;
        }
        let parts: Vec<(TyId, bool)> = match self.types.get(ty) {
            IrTy::Ref { to, .. } => vec![(self.types.slice_element(*to).unwrap_or(*to), false)],
            IrTy::Box(to) => vec![(self.types.slice_element(*to).unwrap_or(*to), vacated)],
            IrTy::Array(of, _) => vec![(*of, vacated)],
            IrTy::Counted { to, .. } => vec![(*to, false)],
            IrTy::Buffer(of) => {
                return self.may_hold_owner(*of, owners, &mut FxHashSet::default());
            }
            IrTy::Tuple(parts) => parts.iter().map(|part| (*part, vacated)).collect(),
            IrTy::Adt(adt) => {
                let adt = self.types.adt(*adt);
                if adt.base_name == "ManuallyDrop" {
                    return self.may_hold_owner(ty, owners, &mut FxHashSet::default());
                }
                let variants = adt.variants.ids();
                let mut fields: Vec<TyId> = variants
                    .flat_map(|variant| self.types.field_types(ty, variant))
                    .collect();
                if let (Compared::ByRun(..), true) = (adt.compared, vacated) {
                    for field in &mut fields {
                        if let IrTy::Buffer(of) = self.types.get(*field) {
                            *field = *of;
                        }
                    }
                }
                let links = owners.iter().filter(|owner| owner.ty == ty);
                let links = links.flat_map(|owner| &owner.links);
                let fields = fields.into_iter().map(|field| (field, vacated));
                fields
                    .chain(links.map(|(node, _)| (*node, false)))
                    .collect()
            }
            _ => Vec::new(),
        };
        let mut parts = parts.into_iter();
        parts.any(|(part, vacated)| self.hides_owners(part, owners, vacated, met))
    }
}

/// Whether the function of that path only says whether a pointer leads anywhere.
fn asks(path: &str) -> bool {
    let name = path.rsplit("::").next();
    matches!(name, Some("is_null" | "is_none" | "is_some"))
}

/// The field that the expression is, or refers to, and where it is named.
fn field_of(expr: &Expr) -> Option<((Ty, usize), Span)> {
    match &expr.kind {
        ExprKind::Field { base, field } => Some(((base.ty.clone(), field.index()), expr.span)),
        ExprKind::Borrow { of, .. } | ExprKind::Coerce(of) => field_of(of),
        _ => None,
    }
}

/// Notes the fields that a pattern reads.
fn note_pattern(pat: &Pat, freeing: &mut Freeing) {
    match &pat.kind {
        PatKind::Adt { fields, .. } => {
            let read = fields
                .iter()
                .filter(|(_, sub)| !matches!(sub.kind, PatKind::Wild));
            let read = read.map(|(field, _)| (pat.ty.clone(), field.index()));
            freeing.read.extend(read);
        }
        PatKind::Constant(_) | PatKind::Range { .. } | PatKind::Slice { .. } => {
            freeing.decides = true;
        }
        _ => {}
    }
    each_subpattern(pat, &mut |sub| note_pattern(sub, freeing));
}

impl FnCx<'_, '_> {
    /// Of all arguments, on entry: owners by raw pointers own apart.
    pub(super) fn apart_on_entry(&mut self, target: &Target) -> Read<()> {
        if target.contract.check.shared {
            return Ok(());
        }
        let among: Vec<(LocalId, TyId)> = self.held_locals(target.locals())?;
        let Some(apart) = self.owners_apart(target, &among)? else {
            return Ok(());
        };
        let why = Obligation {
            kind: ObligationKind::Invariant,
            span: target.span,
        };
        let cond = self.flag(apart, target.span).into();
        self.b.emit(StmtKind::Assume { cond, why }, target.span);
        Ok(())
    }

    /// Of what references lead to, and of the result, when the function has returned.
    pub(super) fn apart_on_exit(&mut self, target: &Target, result: LocalId) -> Read<()> {
        let span = target.span;
        if target.contract.check.shared || target.contract.should_panic {
            return Ok(());
        }
        let mut left = vec![result];
        for (local, ty, _) in &target.params {
            if let TyKind::Ref { to, .. } = &**ty {
                // What `drop` leaves is no value any more.
                let drop = self.session.front.drop_impl(to);
                if drop.is_some_and(|drop| drop.def == target.function.def) {
                    return Ok(());
                }
                left.push(*local);
            }
        }
        let among = self.held_locals(left)?;
        let Some(apart) = self.owners_apart(target, &among)? else {
            return Ok(());
        };
        let why = Obligation {
            kind: ObligationKind::Memory(MemoryError::Owner),
            span,
        };
        self.b.open();
        let vacated = self.vacate_slots(target, Some(result));
        let vacate = self.b.close().block;
        vacated?;
        let boolean = self.bool_ty();
        let held = self.b.temp(boolean, span);
        if vacate.is_empty() {
            self.b.assign(held.into(), apart, span);
        } else {
            let at = self.b.snapshot();
            self.b.emit(StmtKind::Snapshot(at), span);
            self.b.open();
            self.b.splice(vacate);
            self.b.assign(held.into(), apart, span);
            let body = self.b.close().block;
            self.b.emit(StmtKind::InSnapshot { at, body }, span);
        }
        let cond = held.into();
        self.b.emit(StmtKind::Assert { cond, why }, span);
        Ok(())
    }

    fn held_locals(&mut self, locals: Vec<LocalId>) -> Read<Vec<(LocalId, TyId)>> {
        let typed = locals.into_iter().map(|local| {
            let ty = self.place_ty(&Place::local(local));
            ty.map(|ty| (local, ty))
        });
        Ok(typed.flatten().collect())
    }

    /// The question, if there may be two owners. Where it could not be asked of what a function leaves, it is not
    /// taken for granted of what comes in either.
    fn owners_apart(&mut self, target: &Target, among: &[(LocalId, TyId)]) -> Read<Option<Rvalue>> {
        if !target.contract.invariants {
            return Ok(None);
        }
        let owners = self.session.raw_owners()?;
        if owners.is_empty() {
            return Ok(None);
        }
        let count = among.iter().fold(Count::None, |sum, (_, ty)| {
            sum.and(self.session.count_owners(*ty, &owners, &mut Vec::new()))
        });
        if count < Count::Many {
            return Ok(None);
        }
        let mut met = FxHashSet::default();
        let hides = |ty: TyId| {
            let types = &self.session.types;
            let ty = match types.get(ty) {
                IrTy::Ref { to, .. } => types.slice_element(*to).unwrap_or(*to),
                _ => ty,
            };
            self.session.hides_owners(ty, &owners, true, &mut met)
        };
        if among.iter().map(|(_, ty)| *ty).any(hides) {
            return Ok(None);
        }
        let among = among.iter().map(|(local, _)| Place::local(*local));
        Ok(Some(Rvalue::Apart(Box::new(Apart {
            among: among.collect(),
            owners,
        }))))
    }
}
