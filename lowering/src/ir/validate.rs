//! Whether a program is well formed: types fit, labels and snapshots are in scope, locals are
//! declared. It is a judge of every pass that makes IR, and trusts none of them.

use std::fmt;

use crate::ir::types::{IntTy, Ty, TyId, Types, VariantIdx};
use crate::ir::{
    BinOp, Block, Comprehension, ComprehensionKind, Const, Domain, LabelId, LocalId, Operand,
    PanicPolicy, Place, Proc, ProcId, Program, Projection, Reach, ReachKind, Rvalue, SnapshotId,
    SpecOp, Stmt, StmtKind, UnOp,
};
use crate::span::Span;

/// Something wrong with a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The procedure.
    pub proc: ProcId,
    /// The statement's source.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.proc, self.message)
    }
}

/// All that is wrong with the program; empty if it is well formed.
pub fn validate(program: &Program) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (id, proc) in program.procs.iter() {
        let mut checker = Checker {
            program,
            proc,
            id,
            span: proc.span,
            labels: Vec::new(),
            snapshots: Vec::new(),
            in_snapshot: false,
            defects: &mut defects,
        };
        checker.proc();
    }
    defects
}

struct Checker<'a> {
    program: &'a Program,
    proc: &'a Proc,
    id: ProcId,
    span: Span,
    /// The labels around the statement, and whether each is a loop's. A barrier (`None`) hides those
    /// outside the body of a comprehension or snapshot.
    labels: Vec<Option<(LabelId, bool)>>,
    snapshots: Vec<SnapshotId>,
    in_snapshot: bool,
    defects: &'a mut Vec<Defect>,
}

impl Checker<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    fn defect(&mut self, message: String) {
        self.defects.push(Defect {
            proc: self.id,
            span: self.span,
            message,
        });
    }

    fn name(&self, ty: TyId) -> String {
        self.types().name(ty)
    }

    fn proc(&mut self) {
        let proc = self.proc;
        if !proc
            .params
            .iter()
            .copied()
            .eq(proc.locals.ids().take(proc.params.len()))
        {
            self.defect("the parameters are not the first locals".into());
        }
        self.local(proc.ret);
        self.block(&proc.body);
    }

    fn block(&mut self, block: &Block) {
        let snapshots = self.snapshots.len();
        for stmt in block {
            self.stmt(stmt);
        }
        self.snapshots.truncate(snapshots);
    }

    /// A block that jumps may not leave.
    fn closed_block(&mut self, block: &Block) {
        self.labels.push(None);
        self.block(block);
        self.labels.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let dst = self.place(dst);
                self.rvalue(value, dst);
            }
            StmtKind::Allocate { dst, value } => {
                let pointee = self.place(dst).and_then(|ty| self.types().pointee(ty));
                match pointee {
                    Some(pointee) => self.operand_of(value, pointee),
                    None => self.defect("an allocation is not held by a pointer".into()),
                }
            }
            StmtKind::AllocateBuffer { dst, capacity }
            | StmtKind::GrowBuffer {
                buffer: dst,
                capacity,
            } => {
                if let Some(ty) = self.place(dst) {
                    let holds = matches!(self.types().get(ty), Ty::Buffer(_));
                    self.expect(holds, "an allocation of slots", ty);
                }
                self.index(capacity);
            }
            StmtKind::Unwind { body, cleanup } => {
                self.block(body);
                self.closed_block(cleanup);
            }
            StmtKind::Choose { dst, function, .. } => {
                self.place(dst);
                if let Some(asked) = function {
                    let function = asked.function;
                    if self.program.functions.get(function).is_none() {
                        self.defect(format!("{function} is not declared"));
                    }
                    for arg in &asked.args {
                        self.operand(arg);
                    }
                }
            }
            StmtKind::Free { pointer } => {
                let ty = self.operand(pointer);
                let is_buffer = ty.is_some_and(|ty| matches!(self.types().get(ty), Ty::Buffer(_)));
                let pointee = ty.and_then(|ty| self.types().pointee(ty));
                if pointee.is_none() && !is_buffer {
                    self.defect("what is freed is not a pointer".into());
                }
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
                ..
            } => {
                self.boolean(cond);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Loop { label, body } => self.labelled(*label, true, body),
            StmtKind::Block { label, body } => self.labelled(*label, false, body),
            StmtKind::Break(label) => self.jump(*label, false),
            StmtKind::Continue(label) => self.jump(*label, true),
            StmtKind::Return => {
                if self.labels.contains(&None) {
                    self.defect("a return leaves specification code".into());
                }
            }
            StmtKind::Call { dst, proc, args } => self.call(dst, *proc, args),
            StmtKind::Panic(_) | StmtKind::Undefined(_) => {}
            StmtKind::Try {
                body,
                panicked,
                policy,
            } => {
                if let PanicPolicy::Oblige { allowed } = policy {
                    self.boolean(allowed);
                }
                self.local_of(*panicked, &Ty::Bool);
                self.closed_block(body);
            }
            StmtKind::Assume { cond, .. }
            | StmtKind::Assert { cond, .. }
            | StmtKind::Item { some: cond } => self.boolean(cond),
            StmtKind::Snapshot(id) => {
                if self.snapshots.contains(id) {
                    self.defect(format!("{id} is taken twice"));
                }
                self.snapshots.push(*id);
            }
            StmtKind::InSnapshot { at, body } => {
                self.snapshot(*at);
                if self.in_snapshot {
                    self.defect("a snapshot inside another".into());
                }
                self.in_snapshot = true;
                self.closed_block(body);
                self.in_snapshot = false;
            }
            StmtKind::CheckFrame { since, allowed, .. } => {
                self.snapshot(*since);
                for item in allowed {
                    self.place(&item.place);
                    if let Some((_, set)) = &item.each {
                        self.operand(set);
                    }
                }
            }
            StmtKind::CheckLeaks {
                since,
                given,
                kept,
                gone,
                ..
            } => {
                self.snapshot(*since);
                for place in given {
                    self.place(place);
                }
                for value in kept.iter().chain(gone) {
                    self.operand(value);
                }
            }
            StmtKind::End(local) => {
                self.local(*local);
            }
            StmtKind::Forget { value } => {
                self.operand(value);
            }
            StmtKind::Comprehend { dst, comprehension } => self.comprehension(*dst, comprehension),
            StmtKind::Reach { dst, reach } => self.reach(*dst, reach),
        }
    }

    fn labelled(&mut self, label: LabelId, is_loop: bool, body: &Block) {
        if self.labels.iter().flatten().any(|(open, _)| *open == label) {
            self.defect(format!("{label} is opened inside itself"));
        }
        self.labels.push(Some((label, is_loop)));
        self.block(body);
        self.labels.pop();
    }

    fn jump(&mut self, label: LabelId, continues: bool) {
        let inner = self.labels.iter().rev().map_while(|open| *open);
        match inner.clone().find(|(open, _)| *open == label) {
            Some((_, is_loop)) if continues && !is_loop => {
                self.defect(format!("{label} is continued but is no loop"));
            }
            Some(_) => {}
            None => self.defect(format!("{label} is not in scope")),
        }
    }

    fn call(&mut self, dst: &Place, proc: ProcId, args: &[Operand]) {
        let Some(callee) = self.program.procs.get(proc) else {
            self.defect(format!("{proc} is not declared"));
            return;
        };
        if callee.params.len() != args.len() {
            self.defect(format!("{proc} is called with {} arguments", args.len()));
        }
        for (param, arg) in callee.params.iter().zip(args) {
            if let Some(local) = callee.locals.get(*param) {
                self.operand_of(arg, local.ty);
            }
        }
        if let (Some(dst), Some(ret)) = (self.place(dst), callee.locals.get(callee.ret)) {
            self.same(dst, ret.ty);
        }
    }

    fn snapshot(&mut self, id: SnapshotId) {
        if !self.snapshots.contains(&id) {
            self.defect(format!("{id} has not been taken"));
        }
    }

    fn local(&mut self, id: LocalId) -> Option<TyId> {
        let ty = self.proc.locals.get(id).map(|local| local.ty);
        if ty.is_none() {
            self.defect(format!("{id} is not declared"));
        }
        ty
    }

    fn local_of(&mut self, id: LocalId, expected: &Ty) {
        if let Some(ty) = self.local(id)
            && self.types().get(ty) != expected
        {
            self.defect(format!("{id} has the type {}", self.name(ty)));
        }
    }

    /// The type of what a place holds.
    fn place(&mut self, place: &Place) -> Option<TyId> {
        let mut ty = self.local(place.local)?;
        let mut variant: Option<VariantIdx> = None;
        for step in &place.projection {
            let next = match step {
                Projection::Deref if variant.is_none() => self.types().pointee(ty),
                Projection::Field(field) => {
                    let is_enum = self.is_enum(ty);
                    let chosen = match variant.take() {
                        Some(chosen) => Some(chosen),
                        None if is_enum => None,
                        None => Some(crate::ids::Id::from_index(0)),
                    };
                    chosen.and_then(|chosen| {
                        let fields = self.types().field_types(ty, chosen);
                        fields.get(crate::ids::Id::index(*field)).copied()
                    })
                }
                Projection::Variant(chosen)
                    if variant.is_none() && self.has_variant(ty, *chosen) =>
                {
                    variant = Some(*chosen);
                    Some(ty)
                }
                Projection::Index(index) if variant.is_none() => {
                    let index = self.local(*index)?;
                    let is_number = matches!(self.types().get(index), Ty::Int(_) | Ty::MathInt);
                    self.types().element(ty).filter(|_| is_number)
                }
                Projection::Deref | Projection::Variant(_) | Projection::Index(_) => None,
            };
            let Some(next) = next else {
                self.defect(format!("{step:?} does not apply to {}", self.name(ty)));
                return None;
            };
            ty = next;
        }
        if variant.is_some() {
            self.defect("a place ends in a variant".into());
            return None;
        }
        Some(ty)
    }

    fn is_enum(&self, ty: TyId) -> bool {
        matches!(self.types().get(ty), Ty::Adt(adt) if self.types().adt(*adt).is_enum)
    }

    fn has_variant(&self, ty: TyId, variant: VariantIdx) -> bool {
        match self.types().get(ty) {
            Ty::Adt(adt) => {
                let adt = self.types().adt(*adt);
                adt.is_enum && adt.variants.get(variant).is_some()
            }
            _ => false,
        }
    }

    fn operand(&mut self, operand: &Operand) -> Option<TyId> {
        match operand {
            Operand::Read(place) => self.place(place),
            Operand::Const(Const::Unit) => self.types().lookup(&Ty::Tuple(Vec::new())),
            Operand::Const(Const::Bool(_)) => self.types().lookup(&Ty::Bool),
            Operand::Const(Const::Bytes(_, ty)) => {
                let slice = self.types().pointee(*ty);
                let element = slice.and_then(|slice| self.types().slice_element(slice));
                let bytes = element.is_some_and(|ty| *self.types().get(ty) == Ty::Int(IntTy::U8));
                self.expect(bytes, "a string", *ty);
                Some(*ty)
            }
            Operand::Const(Const::Null(ty) | Const::Dangling(ty)) => {
                let holds = matches!(
                    self.types().get(*ty),
                    Ty::RawPtr { .. } | Ty::Counted { weak: true, .. }
                );
                self.expect(holds, "a pointer that leads nowhere", *ty);
                Some(*ty)
            }
            Operand::Const(Const::Int(value, ty)) => {
                let fits = match self.types().get(*ty) {
                    Ty::Int(int) => int.contains(*value),
                    Ty::Char => (0..=0x10_FFFF).contains(value),
                    Ty::MathInt => true,
                    _ => false,
                };
                if !fits {
                    self.defect(format!("{value} is no value of {}", self.name(*ty)));
                }
                Some(*ty)
            }
        }
    }

    fn operand_of(&mut self, operand: &Operand, expected: TyId) {
        let unit = matches!(operand, Operand::Const(Const::Unit));
        match self.operand(operand) {
            Some(ty) => self.same(ty, expected),
            None if unit => self.defect(format!("() where {} is due", self.name(expected))),
            None => {}
        }
    }

    fn same(&mut self, ty: TyId, expected: TyId) {
        if ty != expected {
            let (ty, expected) = (self.name(ty), self.name(expected));
            self.defect(format!("{ty} where {expected} is due"));
        }
    }

    /// A number of elements.
    fn index(&mut self, operand: &Operand) {
        if let Some(ty) = self.operand(operand) {
            let holds = matches!(self.types().get(ty), Ty::Int(_));
            self.expect(holds, "a number of elements", ty);
        }
    }

    fn boolean(&mut self, operand: &Operand) {
        if let Some(ty) = self.operand(operand)
            && *self.types().get(ty) != Ty::Bool
        {
            self.defect(format!("{} where bool is due", self.name(ty)));
        }
    }

    fn expect(&mut self, holds: bool, what: &str, ty: TyId) {
        if !holds {
            self.defect(format!("{what} does not apply to {}", self.name(ty)));
        }
    }

    fn rvalue(&mut self, value: &Rvalue, dst: Option<TyId>) {
        let result = match value {
            Rvalue::Use(operand) => self.operand(operand),
            Rvalue::AddressOf(of) => {
                let of = self.place(of);
                let pointee = dst.and_then(|dst| self.types().pointee(dst));
                if of.is_some() && dst.is_some() && of != pointee {
                    self.defect("an address does not fit its pointer type".into());
                }
                return;
            }
            Rvalue::Len(of) => {
                if let Some(ty) = self.place(of) {
                    let holds = self.types().element(ty).is_some();
                    self.expect(holds, "a length", ty);
                }
                self.types().lookup(&Ty::Int(IntTy::Usize))
            }
            Rvalue::Capacity(of) => {
                if let Some(ty) = self.operand(of) {
                    let holds = matches!(self.types().get(ty), Ty::Buffer(_));
                    self.expect(holds, "a capacity", ty);
                }
                self.types().lookup(&Ty::Int(IntTy::Usize))
            }
            Rvalue::NthObject(number) => {
                self.index(number);
                dst.filter(|ty| matches!(self.types().get(*ty), Ty::RawPtr { .. }))
            }
            Rvalue::SliceFrom(data, len) => {
                self.index(len);
                let element = self.operand(data).and_then(|ty| self.types().pointee(ty));
                let slice = dst.and_then(|dst| self.types().pointee(dst));
                let due = slice.and_then(|slice| self.types().slice_element(slice));
                if element.is_none() || element != due {
                    self.defect("a slice does not fit its pointer type".into());
                }
                return;
            }
            Rvalue::FirstElement(of) => {
                let element = self.operand(of).and_then(|ty| match self.types().get(ty) {
                    Ty::Buffer(element) => Some(*element),
                    _ => {
                        let slice = self.types().pointee(ty)?;
                        self.types().slice_element(slice)
                    }
                });
                let pointee = dst.and_then(|dst| self.types().pointee(dst));
                if element.is_none() || element != pointee {
                    self.defect("a first element does not fit its pointer type".into());
                }
                return;
            }
            Rvalue::Offset(pointer, by) => {
                self.index(by);
                let ty = self.operand(pointer);
                if let Some(ty) = ty {
                    let holds = self.types().pointee(ty).is_some();
                    self.expect(holds, "an offset", ty);
                }
                ty
            }
            Rvalue::Distance(to, from) => {
                for pointer in [to, from] {
                    if let Some(ty) = self.operand(pointer) {
                        let holds = self.types().pointee(ty).is_some();
                        self.expect(holds, "a distance", ty);
                    }
                }
                self.types().lookup(&Ty::Int(IntTy::Isize))
            }
            Rvalue::HasCount(pointer, count) => {
                if let Some(ty) = self.operand(pointer) {
                    let holds = self.types().pointee(ty).is_some();
                    self.expect(holds, "a count of elements", ty);
                }
                self.index(count);
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::PointerCast(pointer, to) => {
                for ty in self.operand(pointer).into_iter().chain([*to]) {
                    let holds = self.types().pointee(ty).is_some();
                    self.expect(holds, "a cast of a pointer", ty);
                }
                Some(*to)
            }
            Rvalue::IsInit(of) => {
                if let Some(ty) = self.place(of) {
                    let holds = matches!(self.types().get(ty), Ty::Maybe(_));
                    self.expect(holds, "a question for a value", ty);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::Unary(op, operand) => {
                let ty = self.operand(operand);
                if let Some(ty) = ty {
                    let holds = matches!(
                        (op, self.types().get(ty)),
                        (_, Ty::Int(_)) | (UnOp::Not, Ty::Bool) | (UnOp::Neg, Ty::MathInt)
                    );
                    self.expect(holds, "a unary operation", ty);
                }
                ty
            }
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right),
            Rvalue::Overflows(op, left, right) => {
                if let Some(ty) = self.binary(*op, left, right) {
                    let machine = matches!(self.types().get(ty), Ty::Int(_));
                    self.expect(machine, "an overflow test", ty);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::Cast(operand, to) => {
                if let Some(from) = self.operand(operand) {
                    let scalar =
                        |ty: &Ty| matches!(ty, Ty::Bool | Ty::Char | Ty::Int(_) | Ty::MathInt);
                    let holds = scalar(self.types().get(from)) && scalar(self.types().get(*to));
                    self.expect(holds, "a cast", from);
                }
                Some(*to)
            }
            Rvalue::IsVariant(of, variant) => {
                if let Some(ty) = self.place(of) {
                    let holds = self.has_variant(ty, *variant);
                    self.expect(holds, "a test of a variant", ty);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::Discriminant(of) => {
                if let Some(ty) = self.place(of) {
                    let holds = self.is_enum(ty);
                    self.expect(holds, "a discriminant", ty);
                }
                if let Some(dst) = dst {
                    let holds = matches!(self.types().get(dst), Ty::Int(_) | Ty::MathInt);
                    self.expect(holds, "a discriminant's type", dst);
                }
                return;
            }
            Rvalue::Panicking => self.types().lookup(&Ty::Bool),
            Rvalue::ExistedAt(snapshot, pointer) => {
                self.snapshot(*snapshot);
                if let Some(ty) = self.operand(pointer) {
                    let holds = self.types().pointee(ty).is_some();
                    self.expect(holds, "a test of existence", ty);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::Apart(apart) => {
                for place in &apart.among {
                    self.place(place);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::EqualAcross { at, then, now } => {
                self.snapshot(*at);
                if self.in_snapshot {
                    self.defect("a comparison across states inside a snapshot".into());
                }
                if let (Some(then), Some(now)) = (self.operand(then), self.operand(now)) {
                    self.same(now, then);
                }
                self.types().lookup(&Ty::Bool)
            }
            Rvalue::Aggregate(ty, variant, fields) => {
                self.aggregate(*ty, *variant, fields);
                Some(*ty)
            }
            Rvalue::Spec(op, operands) => self.spec(*op, operands, dst),
        };
        if let (Some(result), Some(dst)) = (result, dst)
            && !(matches!(value, Rvalue::Use(_)) && self.is_text_as_bytes(result, dst))
        {
            self.same(result, dst);
        }
    }

    /// Whether the types are pointers of one kind to a slice, to one of them as text.
    fn is_text_as_bytes(&self, a: TyId, b: TyId) -> bool {
        let types = self.types();
        let kind = |ty| std::mem::discriminant(types.get(ty));
        let element = |ty| types.slice_element(types.pointee(ty)?);
        kind(a) == kind(b) && element(a).is_some() && element(a) == element(b)
    }

    fn binary(&mut self, op: BinOp, left: &Operand, right: &Operand) -> Option<TyId> {
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        let integer = |ty: &Ty| matches!(ty, Ty::Int(_) | Ty::MathInt);
        let ty = self.types().get(left).clone();
        let shift = matches!(op, BinOp::Shl | BinOp::Shr);
        if shift {
            let amount = integer(self.types().get(right));
            self.expect(amount, "a shift amount", right);
        } else {
            self.same(right, left);
        }
        let holds = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => integer(&ty),
            BinOp::Shl | BinOp::Shr => matches!(ty, Ty::Int(_)),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                matches!(ty, Ty::Int(_) | Ty::Bool)
            }
            BinOp::Eq | BinOp::Ne => !matches!(ty, Ty::Adt(_) | Ty::Tuple(_) | Ty::Never),
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                integer(&ty) || matches!(ty, Ty::Bool | Ty::Char | Ty::Param(_))
            }
        };
        self.expect(holds, "a binary operation", left);
        match op {
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                self.types().lookup(&Ty::Bool)
            }
            _ => Some(left),
        }
    }

    fn aggregate(&mut self, ty: TyId, variant: VariantIdx, fields: &[Operand]) {
        let known = match self.types().get(ty) {
            Ty::Tuple(_) | Ty::Array(..) | Ty::Maybe(_) => crate::ids::Id::index(variant) == 0,
            Ty::Adt(adt) => self.types().adt(*adt).variants.get(variant).is_some(),
            _ => false,
        };
        self.expect(known, "an aggregate", ty);
        let expected = self.types().field_types(ty, variant);
        let empty = fields.is_empty() && matches!(self.types().get(ty), Ty::Maybe(_));
        if expected.len() != fields.len() && !empty {
            self.defect(format!("{} fields for {}", fields.len(), self.name(ty)));
        }
        for (field, expected) in fields.iter().zip(expected) {
            self.operand_of(field, expected);
        }
    }

    /// The element type of a set or sequence.
    fn element(&self, collection: TyId) -> Option<TyId> {
        match self.types().get(collection) {
            Ty::Set(element) | Ty::Seq(element) => Some(*element),
            _ => None,
        }
    }

    fn spec(&mut self, op: SpecOp, operands: &[Operand], dst: Option<TyId>) -> Option<TyId> {
        let tys: Vec<TyId> = operands.iter().filter_map(|of| self.operand(of)).collect();
        if tys.len() != operands.len() {
            return None;
        }
        if matches!(op, SpecOp::SetOf | SpecOp::SeqOf) {
            let element = dst.and_then(|dst| self.element(dst));
            for ty in tys {
                if element != Some(ty) {
                    self.defect(format!("{op:?} of {}", self.name(ty)));
                }
            }
            return dst;
        }
        let first = tys.first().copied();
        let element = first.and_then(|first| self.element(first));
        let math = self.types().lookup(&Ty::MathInt);
        let boolean = self.types().lookup(&Ty::Bool);
        let (expected, result) = match op {
            SpecOp::SetOf | SpecOp::SeqOf => return dst,
            SpecOp::SetInsert | SpecOp::SetRemove | SpecOp::SeqPush | SpecOp::SeqPushFront => {
                (vec![first, element], first)
            }
            SpecOp::SetContains | SpecOp::SeqContains => (vec![first, element], boolean),
            SpecOp::SetUnion
            | SpecOp::SetIntersection
            | SpecOp::SetDifference
            | SpecOp::SeqConcat => (vec![first, first], first),
            SpecOp::SetSubset | SpecOp::SeqPermutation => (vec![first, first], boolean),
            SpecOp::SetLen | SpecOp::SeqLen => (vec![first], math),
            SpecOp::SeqIndex => (vec![first, math], element),
            SpecOp::SeqToSet => {
                let set = element.and_then(|element| self.types().lookup(&Ty::Set(element)));
                (vec![first], set)
            }
            SpecOp::SeqUpdate => (vec![first, math, element], first),
            SpecOp::SeqTake | SpecOp::SeqSkip => (vec![first, math], first),
            SpecOp::SeqReverse => (vec![first], first),
        };
        let given: Vec<Option<TyId>> = tys.into_iter().map(Some).collect();
        if element.is_none() || given != expected {
            self.defect(format!("the operands of {op:?} do not fit"));
        }
        result
    }

    fn comprehension(&mut self, dst: LocalId, comprehension: &Comprehension) {
        let bound = self.local(comprehension.bound);
        match &comprehension.domain {
            Domain::All => {}
            Domain::Range(low, high) => {
                if let Some(bound) = bound {
                    self.operand_of(low, bound);
                    self.operand_of(high, bound);
                }
            }
            Domain::Members(of) => {
                let element = self.operand(of).and_then(|ty| self.element(ty));
                if element != bound {
                    self.defect("a bound variable is not of its domain".into());
                }
            }
        }
        self.closed_block(&comprehension.body);
        let value = self.operand(&comprehension.value);
        let dst = self.local(dst);
        let found = dst.map(|dst| self.types().get(dst).clone());
        let boolean = self.types().lookup(&Ty::Bool);
        let (value_due, dst_due) = match comprehension.kind {
            ComprehensionKind::ForAll | ComprehensionKind::Exists => (boolean, Some(Ty::Bool)),
            ComprehensionKind::Count => (boolean, Some(Ty::MathInt)),
            ComprehensionKind::MapToSet => (value, value.map(Ty::Set)),
            ComprehensionKind::MapToSeq => (value, value.map(Ty::Seq)),
            ComprehensionKind::FilterToSet => (boolean, bound.map(Ty::Set)),
            ComprehensionKind::FilterToSeq => (boolean, bound.map(Ty::Seq)),
        };
        if value != value_due || found != dst_due {
            self.defect(format!(
                "the types of a {:?} do not fit",
                comprehension.kind
            ));
        }
    }

    fn reach(&mut self, dst: LocalId, reach: &Reach) {
        let node = self.local(reach.node);
        let start = self.operand(&reach.start);
        for (block, next) in &reach.steps {
            self.closed_block(block);
            if self.operand(next) != start {
                self.defect("a step of a walk is of another type than its start".into());
            }
        }
        let found = self.local(dst).map(|dst| self.types().get(dst).clone());
        let due = match reach.kind {
            ReachKind::ZeroOrMore | ReachKind::OneOrMore => node.map(Ty::Set),
            ReachKind::Chain => node.map(Ty::Seq),
        };
        if found != due {
            self.defect("the result of a walk does not hold its nodes".into());
        }
        if reach.kind == ReachKind::Chain && reach.steps.len() != 1 {
            self.defect("a chain follows one step".into());
        }
    }
}

#[cfg(test)]
mod tests;
