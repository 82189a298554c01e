//! Which drops can be seen, and the procedures that drop a value.
//!
//! A drop is seen if it runs a `Drop` impl of the user's, or one of the models that does more than end
//! an allocation (it counts, or gives a borrow back). That an allocation ends is seen only where raw
//! pointers could tell: [`Session::frees`]. What is not seen is not emitted.

use rustc_hash::FxHashSet;

use crate::front::{Lang, Read};
use crate::ids::Id;
use crate::ir::types::Ty as IrTy;
use crate::ir::{BinOp, Block, Branch, LocalId, Operand, Place, Proc, Rvalue, StmtKind};
use crate::span::Span;
use crate::thir::{CaptureBy, ExprKind};
use crate::ty::{FnRef, Ty, TyKind, VariantIdx};

use super::function::FnCx;
use super::session::{Instance, Session, unsupported};

/// Types that own more kinds of parts than this own endlessly many.
const MAX_PARTS: usize = 10_000;

/// More functions than this are not looked through for raw pointers.
const MAX_FUNCTIONS: usize = 500;

/// What a walk over the parts of types follows beside what values own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Through {
    /// Nothing.
    Boxes,
    /// Counting pointers, and room for values that may not be there.
    Shares,
    /// These and references.
    References,
}

impl Session<'_> {
    /// Whether raw pointers could tell that an allocation has ended: the function, what it is given, or
    /// a function of the user's that it leads to has any.
    pub(super) fn meets_raw_pointers(&mut self, function: &FnRef) -> Read<bool> {
        let mut functions = vec![function.clone()];
        let mut met = FxHashSet::default();
        let mut types = FxHashSet::default();
        while let Some(function) = functions.pop() {
            if met.len() > MAX_FUNCTIONS || !met.insert(function.clone()) {
                continue;
            }
            let signature = self.front.signature(&function)?;
            let params = signature.params.iter().map(|param| &param.ty);
            let mut found: Vec<Ty> = params.chain([&signature.ret]).cloned().collect();
            // `set_len` hides what a vector owns, without a pointer.
            let mut hides = false;
            if let Ok(body) = self.front.body(&function) {
                super::walk::each_expr(&body.value, &mut |expr| {
                    found.push(expr.ty.clone());
                    if let ExprKind::CallParam { method, .. } = &expr.kind {
                        functions.extend(self.methods_behind(method));
                    }
                    if let ExprKind::Call { callee, .. } | ExprKind::Fn(callee) = &expr.kind {
                        let span = self.front.span(callee.def);
                        if self.front.sources().is_user(span) {
                            functions.push(callee.clone());
                        }
                        hides |= self.front.path(callee.def).ends_with("::set_len");
                    }
                });
            }
            if hides || self.leads_to_raw_pointers(found, &mut types)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether values of the types lead to raw pointers of the user's: those inside models are their
    /// own affair.
    fn leads_to_raw_pointers(&mut self, mut queue: Vec<Ty>, met: &mut FxHashSet<Ty>) -> Read<bool> {
        while let Some(ty) = queue.pop() {
            if met.len() > MAX_PARTS || !met.insert(ty.clone()) {
                continue;
            }
            match &*ty {
                TyKind::RawPtr { .. } => return Ok(true),
                TyKind::Ref { to, .. } => queue.push(to.clone()),
                TyKind::Adt(def, args) => {
                    let path = self.front.path(*def);
                    // The latter two give what they own away as often as they are asked.
                    let last = path.rsplit("::").next();
                    if let Some("NonNull" | "MaybeUninit" | "ManuallyDrop") = last {
                        return Ok(true);
                    }
                    queue.extend(args.iter().cloned());
                    if self.front.sources().is_user(self.front.span(*def)) {
                        queue.extend(self.owned_parts(&ty)?);
                    }
                }
                _ => queue.extend(self.owned_parts(&ty)?),
            }
        }
        Ok(false)
    }

    /// Whether dropping a value of the type does anything that can be seen.
    pub(super) fn drop_is_seen(&mut self, ty: &Ty) -> Read<bool> {
        if let Some(known) = self.drops.get(ty) {
            return Ok(*known);
        }
        let mut kinds = Vec::new();
        self.any_part(ty, Through::Boxes, &mut |part| {
            kinds.push(part.clone());
            Ok(false)
        })?;
        let mut seen = false;
        for part in kinds {
            seen |= self.own_drop_is_seen(&part)?;
        }
        self.drops.insert(ty.clone(), seen);
        Ok(seen)
    }

    /// The same of what the type itself does, apart from its parts.
    fn own_drop_is_seen(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        let is_box = matches!(&**ty, TyKind::Adt(def, _) if front.lang(*def) == Some(Lang::Box));
        let Some(drop) = front.drop_impl(ty) else {
            return Ok(is_box && self.frees);
        };
        if self.frees || front.sources().is_user(front.span(drop.def)) {
            return Ok(true);
        }
        // What a model does with a buffer of its own is to drop the elements and to free it.
        let fields = self.owned_parts(ty)?;
        let mut adts = fields.iter().filter_map(|field| match &**field {
            TyKind::Adt(def, _) => front.lang(*def),
            _ => None,
        });
        Ok(!adts.any(|lang| lang == Lang::Buffer))
    }

    /// Whether Rust says of the type that dropping it does something: it runs a `Drop` impl or ends an
    /// allocation.
    pub(super) fn needs_drop(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        self.any_part(ty, Through::Boxes, &mut |part| {
            let owns = match &**part {
                TyKind::Adt(def, _) => front.lang(*def) == Some(Lang::Box),
                TyKind::Param(_) => true,
                _ => false,
            };
            Ok(owns || front.drop_impl(part).is_some())
        })
    }

    /// Whether `holds` of the type or of anything that its values own, or lead to that way, however deep.
    pub(super) fn any_part(
        &mut self,
        ty: &Ty,
        through: Through,
        holds: &mut dyn FnMut(&Ty) -> Read<bool>,
    ) -> Read<bool> {
        let mut met = FxHashSet::default();
        let mut queue = vec![ty.clone()];
        while let Some(ty) = queue.pop() {
            if met.len() > MAX_PARTS || !met.insert(ty.clone()) {
                continue;
            }
            if holds(&ty)? {
                return Ok(true);
            }
            queue.extend(self.owned_parts(&ty)?);
            match &*ty {
                _ if through == Through::Boxes => {}
                TyKind::Ref { to, .. } if through == Through::References => queue.push(to.clone()),
                TyKind::Adt(def, args) => {
                    if let Some(Lang::Counted | Lang::Maybe) = self.front.lang(*def) {
                        queue.extend(args.iter().cloned());
                    }
                }
                _ => {}
            }
        }
        // A type of endlessly many parts is refused when it is lowered.
        Ok(false)
    }

    /// Whether a value of the type owns memory: what is behind a reference or a raw pointer, it does not
    /// take along.
    pub(super) fn owns_memory(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        self.any_part(ty, Through::Boxes, &mut |part| {
            let TyKind::Adt(def, _) = &**part else {
                return Ok(false);
            };
            let owner = front.lang(*def);
            Ok(matches!(
                owner,
                Some(Lang::Box | Lang::Buffer | Lang::Counted | Lang::WeakCounted)
            ))
        })
    }

    /// Whether a value of the type holds a `&mut`, itself or in a part of it.
    pub(super) fn holds_mutable(&mut self, ty: &Ty) -> Read<bool> {
        let mut is_mutable = |part: &Ty| Ok(matches!(&**part, TyKind::Ref { mutable: true, .. }));
        self.any_part(ty, Through::Boxes, &mut is_mutable)
    }

    /// The types of what a value of the type owns directly.
    pub(super) fn owned_parts(&mut self, ty: &Ty) -> Read<Vec<Ty>> {
        if let TyKind::Dyn(..) = &**ty {
            return Ok(self.targets(ty).to_vec());
        }
        if self.object_of(ty).is_some() {
            return Ok(self.pointers_behind(ty));
        }
        Ok(match &**ty {
            TyKind::Tuple(parts) => parts.clone(),
            TyKind::Array(of, _) | TyKind::Slice(of) => vec![of.clone()],
            TyKind::Adt(def, args) => match self.front.lang(*def) {
                Some(Lang::Box | Lang::Buffer) => args.clone(),
                Some(Lang::Set | Lang::Seq | Lang::Maybe | Lang::Counted | Lang::WeakCounted) => {
                    Vec::new()
                }
                Some(Lang::Option) | None if self.is_manual(ty) => Vec::new(),
                Some(Lang::Option) | None => {
                    let info = self.front.adt(*def, args)?;
                    let variants = info.variants.iter();
                    variants
                        .flat_map(|variant| variant.fields.iter().map(|(_, ty)| ty.clone()))
                        .collect()
                }
            },
            TyKind::Closure(..) => match self.closures.get(ty) {
                Some(info) => {
                    let owned = info
                        .closure
                        .captures
                        .iter()
                        .filter(|capture| capture.by == CaptureBy::Value);
                    owned
                        .map(|capture| info.body.vars[capture.var].ty.clone())
                        .collect()
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        })
    }

    /// Whether it is `ManuallyDrop`, which drops nothing.
    fn is_manual(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Adt(def, _) => {
                let path = self.front.path(*def);
                let named = path.rsplit("::").next() == Some("ManuallyDrop");
                named && !self.front.sources().is_user(self.front.span(*def))
            }
            _ => false,
        }
    }

    /// The types of the fields of a struct, tuple, enum variant or closure.
    pub(super) fn field_tys(&mut self, ty: &Ty, variant: VariantIdx) -> Read<Vec<Ty>> {
        match &**ty {
            TyKind::Tuple(parts) => Ok(parts.clone()),
            TyKind::Adt(def, args) => {
                let info = self.front.adt(*def, args)?;
                let fields = info.variants.get(variant.index());
                let fields = fields.map(|variant| variant.fields.iter());
                Ok(fields
                    .into_iter()
                    .flatten()
                    .map(|(_, ty)| ty.clone())
                    .collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// `fn(*mut T)` that drops what it is given: the type's own `drop`, then the parts in order.
    pub(super) fn drop_proc(&mut self, ty: &Ty, span: Span) -> Read<Proc> {
        let name = format!("<{} as drop>", self.name(ty));
        let to = self.ty(ty, span)?;
        let own = match self.object_of(ty) {
            Some(_) => None,
            None => self.front.drop_impl(ty),
        };
        let mut cx = FnCx::without_body(self, span);
        let pointer = cx.raw_pointer(to);
        let this = Place::local(cx.b.param(Some("self".into()), pointer, span)).deref();
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        cx.b.open();
        cx.drop_parts(&this, ty, span)?;
        let parts = cx.b.close();
        let Some(own) = own else {
            cx.b.splice(parts.block);
            return Ok(glue(cx.b.finish(ret, name, span, false)));
        };
        cx.b.open();
        let whole = cx.session.types.intern(IrTy::Ref { mutable: true, to });
        let whole = cx.hold(whole, Rvalue::AddressOf(this), span);
        let proc = cx.session.instance(Instance::Function(own), span)?;
        let sink = cx.sink(unit, span);
        cx.b.call(sink.into(), proc, vec![whole.into()], span);
        let body = cx.b.close().block;
        // The parts are dropped also if the type's own `drop` panics.
        cx.finally(body, parts.block, span);
        Ok(glue(cx.b.finish(ret, name, span, false)))
    }
}

fn glue(mut proc: Proc) -> Proc {
    proc.is_glue = true;
    proc
}

impl FnCx<'_, '_> {
    /// Drops what is at a place.
    pub(super) fn drop_place(&mut self, place: &Place, ty: &Ty, span: Span) -> Read<()> {
        if !self.session.drop_is_seen(ty)? {
            return Ok(());
        }
        let to = self.ty(ty, span)?;
        let pointer = self.raw_pointer(to);
        let pointer = self.hold(pointer, Rvalue::AddressOf(place.clone()), span);
        let proc = self.session.instance(Instance::Drop(ty.clone()), span)?;
        let unit = self.unit_ty();
        let sink = self.sink(unit, span);
        self.b.call(sink.into(), proc, vec![pointer.into()], span);
        Ok(())
    }

    /// Drops the parts of what is at a place, in order.
    fn drop_parts(&mut self, place: &Place, ty: &Ty, span: Span) -> Read<()> {
        if self.session.object_of(ty).is_some() {
            return self.each_target(place, ty, span, &mut |cx, case| {
                cx.drop_place(case.pointer, case.pointer_ty, span)
            });
        }
        match &**ty {
            TyKind::Tuple(parts) => self.drop_fields(place, parts, span),
            TyKind::Array(of, _) | TyKind::Slice(of) => self.drop_elements(place, of, span),
            TyKind::Closure(..) => {
                let Some(info) = self.session.closures.get(ty).cloned() else {
                    return Err(unsupported(span, "a closure that comes from elsewhere"));
                };
                let captures = info.closure.captures.iter().enumerate();
                let owned = captures.filter(|(_, capture)| capture.by == CaptureBy::Value);
                let parts = owned.map(|(index, capture)| {
                    let ty = info.body.vars[capture.var].ty.clone();
                    (place.field(Id::from_index(index)), ty)
                });
                self.drop_each(parts.collect(), span)
            }
            TyKind::Adt(def, args) => {
                match (self.session.front.lang(*def), args.first()) {
                    (Some(Lang::Box), Some(to)) => {
                        self.b.open();
                        let dropped = self.drop_place(&place.deref(), to, span);
                        let content = self.b.close();
                        self.b.open();
                        if self.session.frees {
                            let pointer = place.clone().into();
                            self.b.emit(StmtKind::Free { pointer }, span);
                        }
                        let free = self.b.close();
                        self.finally(content.block, free.block, span);
                        return dropped;
                    }
                    (Some(Lang::Option) | None, _) => {}
                    _ => return Ok(()),
                }
                if self.session.is_manual(ty) {
                    return Ok(());
                }
                let info = self.session.front.adt(*def, args)?;
                for variant in &info.variants {
                    let parts: Vec<Ty> = variant.fields.iter().map(|(_, ty)| ty.clone()).collect();
                    if !info.is_enum {
                        self.drop_fields(place, &parts, span)?;
                        continue;
                    }
                    self.b.open();
                    self.drop_fields(&place.variant(variant.index), &parts, span)?;
                    let then = self.b.close();
                    if then.block.is_empty() {
                        continue;
                    }
                    let is = Rvalue::IsVariant(place.clone(), variant.index);
                    let is = self.flag(is, span);
                    self.b.open();
                    let otherwise = self.b.close();
                    self.b
                        .if_else(is.into(), then, otherwise, Branch::Hidden, span);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn drop_fields(&mut self, place: &Place, parts: &[Ty], span: Span) -> Read<()> {
        let parts = parts.iter().enumerate();
        let parts = parts.map(|(index, ty)| (place.field(Id::from_index(index)), ty.clone()));
        self.drop_each(parts.collect(), span)
    }

    /// Drops what is at these places, in order. If one of the drops panics, the others are still made as the
    /// panic goes on.
    fn drop_each(&mut self, parts: Vec<(Place, Ty)>, span: Span) -> Read<()> {
        let mut drops = Vec::new();
        for (place, ty) in parts {
            self.b.open();
            let dropped = self.drop_place(&place, &ty, span);
            let drop = self.b.close().block;
            dropped?;
            if !drop.is_empty() {
                drops.push(drop);
            }
        }
        let boolean = self.bool_ty();
        let due: Vec<_> = drops
            .iter()
            .skip(1)
            .map(|_| self.b.temp(boolean, span))
            .collect();
        for flag in &due {
            self.put(&(*flag).into(), Operand::bool(true), span);
        }
        self.b.open();
        for (at, drop) in drops.iter().enumerate() {
            if let Some(flag) = at.checked_sub(1).map(|at| due[at]) {
                self.put(&flag.into(), Operand::bool(false), span);
            }
            self.b.splice(drop.clone());
        }
        let body = self.b.close().block;
        self.b.open();
        for (flag, drop) in due.iter().zip(drops.into_iter().skip(1)) {
            self.b.open();
            self.b.splice(drop);
            let then = self.b.close();
            self.b.open();
            let otherwise = self.b.close();
            self.b
                .if_else((*flag).into(), then, otherwise, Branch::Hidden, span);
        }
        let cleanup = self.b.close().block;
        self.cleaned_up(body, cleanup, span);
        Ok(())
    }

    /// Runs `body`, and then `last`, whether or not a panic leaves the body.
    pub(super) fn finally(&mut self, body: Block, last: Block, span: Span) {
        self.cleaned_up(body, last.clone(), span);
        self.b.splice(last);
    }

    /// Runs `body`, and `cleanup` if a panic leaves it.
    fn cleaned_up(&mut self, body: Block, cleanup: Block, span: Span) {
        if body.is_empty() || cleanup.is_empty() {
            self.b.splice(body);
        } else {
            self.b.emit(StmtKind::Unwind { body, cleanup }, span);
        }
    }

    /// Drops the elements of an array or slice, first to last; those behind one whose drop panics, as the
    /// panic goes on.
    fn drop_elements(&mut self, place: &Place, element: &Ty, span: Span) -> Read<()> {
        let usize = self.usize_ty();
        let len = self.hold(usize, Rvalue::Len(place.clone()), span);
        let next = self.count(0, span);
        self.b.open();
        let dropped = self.drop_from(place, element, next, len, span);
        let body = self.b.close().block;
        dropped?;
        self.b.open();
        let dropped = self.drop_from(place, element, next, len, span);
        let cleanup = self.b.close().block;
        dropped?;
        self.cleaned_up(body, cleanup, span);
        Ok(())
    }

    /// Drops the elements from the one of number `next` on, which counts them.
    fn drop_from(
        &mut self,
        place: &Place,
        element: &Ty,
        next: LocalId,
        len: LocalId,
        span: Span,
    ) -> Read<()> {
        let usize = self.usize_ty();
        let label = self.b.label();
        self.b.open();
        let done = Rvalue::Binary(BinOp::Ge, next.into(), len.into());
        let done = self.flag(done, span);
        self.b.open();
        self.b.emit(StmtKind::Break(label), span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(done.into(), then, otherwise, Branch::Hidden, span);
        let at = self.hold(usize, Rvalue::Use(next.into()), span);
        let following = Rvalue::Binary(BinOp::Add, at.into(), Operand::int(1, usize));
        self.b.assign(next.into(), following, span);
        let dropped = self.drop_place(&place.index(at), element, span);
        let body = self.b.close();
        self.b.loop_(label, body, span);
        dropped
    }
}
