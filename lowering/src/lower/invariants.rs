//! Invariants of types. What a type states holds of every value of it that an argument owns, so each
//! type gets a procedure that visits the parts of a value, then states what its own type says.
//!
//! What a type of the models states is another matter: no value that Rust can make is without it. It
//! is assumed of all that comes from outside, and nobody has to prove it.

use std::rc::Rc;

use crate::front::{AdtInfo, Invariant, Lang, Read};
use crate::ids::Id;
use crate::ir::types::{IntTy, Ty as IrTy};
use crate::ir::{
    BinOp, Branch, Const, LocalId, Obligation, ObligationKind, Operand, Place, Proc, Rvalue,
    StmtKind,
};
use crate::span::Span;
use crate::ty::{Ty, TyKind};

use super::drops::Through;
use super::function::{FnCx, Frame};
use super::session::{Instance, Session, unsupported};

/// What is done with the invariants of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// They hold on entry, also of what references lead to.
    Assume,
    /// They must hold of what the value owns.
    Assert,
    /// Those of the models hold, of everything that the value leads to.
    Valid,
    /// The same of what is shared with others, who may have borrowed what is in cells.
    Shared,
}

/// As many borrows of a cell there may be outside.
const BORROWS_OUTSIDE: i128 = 2;

impl Mode {
    /// Whether it is about what the types of the models state.
    fn is_of_models(self) -> bool {
        matches!(self, Mode::Valid | Mode::Shared)
    }
}

impl FnCx<'_, '_> {
    /// Assumes or asserts the invariants of the value at `place` and of all its parts.
    pub(super) fn invariants(
        &mut self,
        mode: Mode,
        place: &Place,
        ty: &Ty,
        span: Span,
    ) -> Read<()> {
        if !self.session.is_guarded(mode, ty)? {
            return Ok(());
        }
        if self.session.object_of(ty).is_some() {
            if mode == Mode::Assert && matches!(**ty, TyKind::Ref { .. }) {
                return Ok(());
            }
            return self.each_target(place, ty, span, &mut |cx, case| {
                cx.invariants(mode, case.pointer, case.pointer_ty, span)
            });
        }
        match &**ty {
            TyKind::Ref { to, mutable } if mode != Mode::Assert => {
                let mode = match mutable {
                    true => mode,
                    false => self.session.shared_mode(mode),
                };
                self.invariants(mode, &place.deref(), to, span)
            }
            TyKind::Array(of, _) | TyKind::Slice(of) => {
                let usize = self.usize_ty();
                let len = self.hold(usize, Rvalue::Len(place.clone()), span);
                self.each_number(len, span, |cx, at| {
                    cx.invariants(mode, &place.index(at), of, span)
                })?;
                if self.session.stated(mode, ty)?.is_empty() {
                    return Ok(());
                }
                let to = self.ty(ty, span)?;
                let pointer = IrTy::Ref { mutable: false, to };
                let pointer = self.session.types.intern(pointer);
                let address = Rvalue::AddressOf(place.clone());
                let pointer = self.hold(pointer, address, span);
                self.own_invariants(mode, &pointer.into(), ty)
            }
            TyKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let field = place.field(Id::from_index(index));
                    self.invariants(mode, &field, part, span)?;
                }
                Ok(())
            }
            TyKind::Adt(def, args) => match (self.session.front.lang(*def), args.first()) {
                (Some(Lang::Box), Some(to)) => self.invariants(mode, &place.deref(), to, span),
                (Some(Lang::Counted), Some(to)) => self.shared_invariants(mode, place, to, span),
                // Which slots hold values is for the type around to say.
                (Some(Lang::Buffer | Lang::Maybe | Lang::WeakCounted), _) => Ok(()),
                _ => self.call_invariants(mode, place, ty, span),
            },
            TyKind::Str => self.call_invariants(mode, place, ty, span),
            _ => Ok(()),
        }
    }

    /// Those of a value whose type has a procedure for them.
    fn call_invariants(&mut self, mode: Mode, place: &Place, ty: &Ty, span: Span) -> Read<()> {
        let to = self.ty(ty, span)?;
        let pointer = IrTy::Ref { mutable: false, to };
        let pointer = self.session.types.intern(pointer);
        let address = Rvalue::AddressOf(place.clone());
        let pointer = self.hold(pointer, address, span);
        let instance = Instance::Invariants(mode, ty.clone());
        let proc = self.session.instance(instance, span)?;
        let unit = self.unit_ty();
        let sink = self.sink(unit, span);
        self.b.call(sink.into(), proc, vec![pointer.into()], span);
        Ok(())
    }

    /// Runs what `lower` makes for each number from 0 to before the one that `count` holds.
    pub(super) fn each_number(
        &mut self,
        count: LocalId,
        span: Span,
        lower: impl FnOnce(&mut Self, LocalId) -> Read<()>,
    ) -> Read<()> {
        let usize = self.usize_ty();
        let at = self.count(0, span);
        let label = self.b.label();
        self.b.open();
        let done = self.flag(Rvalue::Binary(BinOp::Ge, at.into(), count.into()), span);
        self.b.open();
        self.b.emit(StmtKind::Break(label), span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(done.into(), then, otherwise, Branch::Hidden, span);
        let lowered = lower(self, at);
        let next = Rvalue::Binary(BinOp::Add, at.into(), Operand::int(1, usize));
        self.b.assign(at.into(), next, span);
        let body = self.b.close();
        self.b.loop_(label, body, span);
        lowered
    }

    /// Those of the value that a counting pointer leads to, while there is one.
    fn shared_invariants(&mut self, mode: Mode, place: &Place, to: &Ty, span: Span) -> Read<()> {
        if self.session.is_shared_in_cycles(to)? {
            return match mode {
                Mode::Assert => {
                    self.unsupported(span, "invariants of values that are shared in cycles")
                }
                // Stated of all such objects at once.
                Mode::Assume | Mode::Valid | Mode::Shared => Ok(()),
            };
        }
        self.counted_invariants(mode, &place.deref(), to, span)
    }

    /// Those of all values that are shared in cycles, of the types that the type leads to.
    pub(super) fn cyclic_invariants(&mut self, mode: Mode, ty: &Ty, span: Span) -> Read<()> {
        let mut shared = Vec::new();
        let front = self.session.front;
        self.session
            .any_part(ty, Through::References, &mut |part| {
                if let TyKind::Adt(def, args) = &**part
                    && matches!(front.lang(*def), Some(Lang::Counted | Lang::WeakCounted))
                {
                    shared.extend(args.first().cloned());
                }
                Ok(false)
            })?;
        let mut met: Vec<Ty> = Vec::new();
        for to in shared {
            if met.contains(&to)
                || !self.session.is_guarded(mode, &to)?
                || !self.session.is_shared_in_cycles(&to)?
            {
                continue;
            }
            met.push(to.clone());
            self.each_object(&to, span, |cx, object| {
                cx.counted_invariants(mode, object, &to, span)
            })?;
        }
        Ok(())
    }

    /// Runs what `lower` makes for each object of the type that counting pointers lead to on entry.
    fn each_object(
        &mut self,
        ty: &Ty,
        span: Span,
        lower: impl FnOnce(&mut Self, &Place) -> Read<()>,
    ) -> Read<()> {
        let to = self.ty(ty, span)?;
        let usize = self.usize_ty();
        let pointer = self.raw_pointer(to);
        let at = self.count(0, span);
        let label = self.b.label();
        self.b.open();
        let object = self.hold(pointer, Rvalue::NthObject(at.into()), span);
        let null = Operand::Const(Const::Null(pointer));
        let done = self.flag(Rvalue::Binary(BinOp::Eq, object.into(), null), span);
        self.b.open();
        self.b.emit(StmtKind::Break(label), span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(done.into(), then, otherwise, Branch::Hidden, span);
        let lowered = lower(self, &Place::local(object).deref());
        let next = Rvalue::Binary(BinOp::Add, at.into(), Operand::int(1, usize));
        self.b.assign(at.into(), next, span);
        let body = self.b.close();
        self.b.loop_(label, body, span);
        lowered
    }

    /// Those of the value in an object that is counted, if it is there.
    fn counted_invariants(&mut self, mode: Mode, object: &Place, to: &Ty, span: Span) -> Read<()> {
        let mode = self.session.shared_mode(mode);
        let TyKind::Adt(def, args) = &**to else {
            return Ok(());
        };
        let info = self.session.front.adt(*def, args)?;
        let fields = info.variants.first().map(|variant| variant.fields.iter());
        for (index, (_, field)) in fields.into_iter().flatten().enumerate() {
            let TyKind::Adt(def, args) = &**field else {
                continue;
            };
            let (Some(Lang::Maybe), Some(value)) = (self.session.front.lang(*def), args.first())
            else {
                continue;
            };
            let room = object.field(Id::from_index(index));
            let holds = self.flag(Rvalue::IsInit(room.clone()), span);
            self.b.open();
            let lowered = self.invariants(mode, &room.field(Id::from_index(0)), value, span);
            let then = self.b.close();
            self.b.open();
            let otherwise = self.b.close();
            self.b
                .if_else(holds.into(), then, otherwise, Branch::Hidden, span);
            lowered?;
        }
        Ok(())
    }

    /// Those of the elements of a buffer that a struct of the models holds. The models agree on this:
    /// `len` slots hold values, from the first on or, round the end, from that which `head` names.
    fn slot_invariants(&mut self, mode: Mode, whole: &Place, ty: &Ty, span: Span) -> Read<()> {
        let TyKind::Adt(def, args) = &**ty else {
            return Ok(());
        };
        let info = self.session.front.adt(*def, args)?;
        let Some(variant) = info.variants.first().filter(|_| !info.is_enum) else {
            return Ok(());
        };
        let named = |name: &str| {
            let at = variant.fields.iter().position(|(it, _)| it == name)?;
            let is_count = matches!(&*variant.fields[at].1, TyKind::Int(IntTy::Usize));
            is_count.then(|| whole.field(Id::from_index(at)))
        };
        let (len, head) = (named("len"), named("head"));
        for (index, (_, field)) in variant.fields.iter().enumerate() {
            let TyKind::Adt(def, args) = &**field else {
                continue;
            };
            let (Some(Lang::Buffer), Some(of)) = (self.session.front.lang(*def), args.first())
            else {
                continue;
            };
            if !self.session.is_guarded(mode, of)? {
                continue;
            }
            let Some(len) = len.clone() else {
                let name = self.session.name(ty);
                return self.unsupported(span, format!("invariants of elements of {name}"));
            };
            let buffer = whole.field(Id::from_index(index));
            let (usize, element) = (self.usize_ty(), self.ty(of, span)?);
            let raw = self.raw_pointer(element);
            let len = self.hold(usize, Rvalue::Use(len.into()), span);
            let first = self.hold(raw, Rvalue::FirstElement(buffer.clone().into()), span);
            let head = head.clone();
            self.each_number(len, span, |cx, at| {
                let slot = match head {
                    Some(head) => cx.round_the_end(at, head, &buffer, span),
                    None => at,
                };
                let there = Rvalue::Offset(first.into(), slot.into());
                let there = cx.hold(raw, there, span);
                cx.invariants(mode, &Place::local(there).deref(), of, span)
            })?;
        }
        Ok(())
    }

    /// The slot so many after the head, round the end of the buffer.
    fn round_the_end(&mut self, at: LocalId, head: Place, buffer: &Place, span: Span) -> LocalId {
        let usize = self.usize_ty();
        let capacity = self.hold(usize, Rvalue::Capacity(buffer.clone().into()), span);
        let sum = Rvalue::Binary(BinOp::Add, at.into(), head.into());
        let slot = self.hold(usize, sum, span);
        let past = self.flag(
            Rvalue::Binary(BinOp::Ge, slot.into(), capacity.into()),
            span,
        );
        self.b.open();
        let back = Rvalue::Binary(BinOp::Sub, slot.into(), capacity.into());
        self.b.assign(slot.into(), back, span);
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(past.into(), then, otherwise, Branch::Hidden, span);
        slot
    }

    /// A `RefCell` may be borrowed by somebody outside: by a few who read, or by one who writes.
    fn borrowed_outside(&mut self, pointer: &Place, span: Span) {
        let isize = self.session.types.intern(IrTy::Int(IntTy::Isize));
        let first = Id::from_index(0);
        // The number in a `Cell`, which is an `UnsafeCell`.
        let borrow = pointer.deref().field(first).field(first).field(first);
        for (op, bound) in [(BinOp::Ge, -1), (BinOp::Le, BORROWS_OUTSIDE)] {
            let bound = Operand::int(bound, isize);
            let cond = Rvalue::Binary(op, borrow.clone().into(), bound);
            let cond = self.flag(cond, span).into();
            let why = Obligation {
                kind: ObligationKind::Invariant,
                span,
            };
            self.b.emit(StmtKind::Assume { cond, why }, span);
        }
    }

    /// The invariants that the type itself states, of the value behind `pointer`.
    fn own_invariants(&mut self, mode: Mode, pointer: &Place, ty: &Ty) -> Read<()> {
        if let (Mode::Shared, TyKind::Adt(def, args)) = (mode, &**ty) {
            let info = self.session.front.adt(*def, args)?;
            if info.name == "RefCell" && !self.session.front.sources().is_user(info.span) {
                self.borrowed_outside(pointer, info.span);
                return Ok(());
            }
        }
        for invariant in self.session.stated(mode, ty)? {
            if mode == Mode::Assume && self.session.dropped.contains(&invariant.span) {
                continue;
            }
            self.session.register_closures(&invariant.body);
            let mut frame = Frame::new(Rc::clone(&invariant.body));
            frame.is_spec = true;
            let pointer = pointer.clone();
            self.inlined(frame, |cx| {
                let body = Rc::clone(&invariant.body);
                if let Some(param) = body.params.first() {
                    cx.bind(param, &pointer)?;
                }
                match mode {
                    Mode::Assume | Mode::Valid | Mode::Shared => {
                        cx.assume(&body.value, ObligationKind::Invariant, invariant.span)
                    }
                    Mode::Assert => cx.assert(&body.value, ObligationKind::Invariant),
                }
            })?;
        }
        Ok(())
    }
}

impl Session<'_> {
    /// Whether the type or something that its values lead to states an invariant.
    pub(super) fn is_guarded(&mut self, mode: Mode, ty: &Ty) -> Read<bool> {
        if let Some(known) = self.guarded.get(&(mode, ty.clone())) {
            return Ok(*known);
        }
        let mut parts = Vec::new();
        let through = match mode {
            Mode::Assert => Through::Shares,
            Mode::Assume | Mode::Valid | Mode::Shared => Through::References,
        };
        self.any_part(ty, through, &mut |part| {
            parts.push(part.clone());
            Ok(false)
        })?;
        let mut found = false;
        for part in parts {
            found = found || !self.stated(mode, &part)?.is_empty();
        }
        self.guarded.insert((mode, ty.clone()), found);
        Ok(found)
    }

    /// What holds of what is shared with others, where this holds of what is not.
    fn shared_mode(&self, mode: Mode) -> Mode {
        match mode {
            Mode::Valid if self.borrowed_outside => Mode::Shared,
            mode => mode,
        }
    }

    /// The invariants of the type itself that are of interest.
    fn stated(&self, mode: Mode, ty: &Ty) -> Read<Vec<Invariant>> {
        let mut stated = self.front.invariants(ty)?;
        let sources = self.front.sources();
        stated.retain(|it| sources.is_user(it.span) != mode.is_of_models());
        Ok(stated)
    }

    /// Whether a field is room for values that may not be there.
    fn states_slots(&self, info: Option<&AdtInfo>) -> bool {
        let mut fields = info
            .iter()
            .flat_map(|it| &it.variants)
            .flat_map(|it| &it.fields);
        fields.any(|(_, field)| match &**field {
            TyKind::Adt(def, _) => {
                matches!(self.front.lang(*def), Some(Lang::Buffer | Lang::Maybe))
            }
            _ => false,
        })
    }

    /// Whether the type is one of the user's whose values are the objects of a structure: seen through a
    /// reference, or leading to others of it.
    pub(super) fn is_node(&mut self, ty: &Ty) -> Read<bool> {
        let (node, is_reference) = match &**ty {
            TyKind::Ref { to, .. } => (to, true),
            _ => (ty, false),
        };
        let TyKind::Adt(def, _) = &**node else {
            return Ok(false);
        };
        if !self.front.sources().is_user(self.front.span(*def)) {
            return Ok(false);
        }
        Ok(is_reference || self.is_shared_in_cycles(node)?)
    }

    /// Whether values of the type lead to others of it by way of counting pointers.
    fn is_shared_in_cycles(&mut self, ty: &Ty) -> Read<bool> {
        for part in self.owned_parts(ty)? {
            let mut inside = vec![part.clone()];
            if let TyKind::Adt(def, args) = &*part
                && self.front.lang(*def) == Some(Lang::Maybe)
            {
                inside.clone_from(args);
            }
            for part in inside {
                if self.any_part(&part, Through::References, &mut |part| Ok(part == ty))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// `fn(&T)` that assumes or asserts the invariants of a struct, enum or `str` and of its parts.
    pub(super) fn invariants_proc(&mut self, mode: Mode, ty: &Ty, span: Span) -> Read<Proc> {
        let info = match &**ty {
            TyKind::Adt(def, args) => Some(self.front.adt(*def, args)?),
            TyKind::Str => None,
            _ => {
                let name = self.name(ty);
                return Err(unsupported(span, format!("invariants of {name}")));
            }
        };
        let verb = match mode {
            Mode::Assume => "assume",
            Mode::Assert => "assert",
            Mode::Valid => "valid",
            Mode::Shared => "shared",
        };
        let name = format!("<{} as invariants>::{verb}", self.name(ty));
        let to = self.ty(ty, span)?;
        let pointer = self.types.intern(IrTy::Ref { mutable: false, to });
        let mut cx = FnCx::without_body(self, span);
        let this = Place::local(cx.b.param(Some("self".into()), pointer, span));
        let unit = cx.unit_ty();
        let ret = cx.b.temp(unit, span);
        // What is stated of slots says which of them hold values at all; what is stated otherwise
        // may rely on the parts.
        let own_first = mode.is_of_models() && cx.session.states_slots(info.as_deref());
        if own_first {
            cx.own_invariants(mode, &this, ty)?;
        }
        cx.slot_invariants(mode, &this.deref(), ty, span)?;
        for (info, variant) in info
            .iter()
            .flat_map(|it| it.variants.iter().map(move |v| (it, v)))
        {
            let whole = this.deref();
            let inside = if info.is_enum {
                whole.variant(variant.index)
            } else {
                whole.clone()
            };
            cx.b.open();
            for (index, (_, field)) in variant.fields.iter().enumerate() {
                let place = inside.field(Id::from_index(index));
                cx.invariants(mode, &place, field, span)?;
            }
            let parts = cx.b.close();
            if parts.block.is_empty() {
                continue;
            }
            if !info.is_enum {
                cx.b.splice(parts.block);
                continue;
            }
            let is = cx.flag(Rvalue::IsVariant(whole, variant.index), span);
            cx.b.open();
            let otherwise = cx.b.close();
            cx.b.if_else(is.into(), parts, otherwise, Branch::Hidden, span);
        }
        if !own_first {
            cx.own_invariants(mode, &this, ty)?;
        }
        Ok(cx.b.finish(ret, name, span, true))
    }
}
