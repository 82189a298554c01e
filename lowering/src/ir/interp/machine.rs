//! The machine: one step after the other over flat code, with explicit stacks for calls and regions,
//! so that no program can overflow the host's own.

use std::rc::Rc;

use super::access::Slot;
use super::arith;
use super::cell::{Cell, Location};
use super::code::{Instr, OperandCode, Pc, PlaceCode, ProcCode};
use super::control::Region;
use super::memory::{Heap, Memory, as_pointer};
use super::observe::{Observer, Target};
use super::outcome::{Budget, Cause, Fault, FaultKind, LoadError, Outcome, Violation};
use super::{Environment, Prepared};
use crate::ids::Table;
use crate::ir::state::{ObjectId, State, Value};
use crate::ir::types::TyId;
use crate::ir::{FunctionId, LocalId, Obligation, ProcId, Program, SnapshotId};
use crate::span::Span;

/// Runs procedures of one prepared program; memory is kept from run to run.
#[derive(Debug)]
pub struct Machine<'m, 'p> {
    pub(super) prepared: &'m Prepared<'p>,
    pub(super) environment: &'m Environment<'m>,
    pub(super) memory: Memory,
    pub(super) frames: Vec<Frame<'m, 'p>>,
    /// The next instruction of the innermost frame, and the first cell of its locals.
    pub(super) pc: Pc,
    pub(super) base: usize,
    /// What is open in all frames, innermost last.
    pub(super) regions: Vec<Region<'m, 'p>>,
    /// The locals whose address has been taken, of all frames.
    pub(super) exposed: Vec<(LocalId, ObjectId)>,
    /// The heaps remembered, of all frames.
    pub(super) snapshots: Vec<(SnapshotId, Heap)>,
    /// How many procedures and regions of specification code are under way.
    pub(super) spec_depth: u32,
    /// Values on their way.
    pub(super) scratch: Vec<Cell>,
    /// How many objects were given on entry: the first ones.
    pub(super) given: usize,
    /// The values that have been given up.
    pub(super) forgotten: Vec<(TyId, Vec<Cell>)>,
    /// The static data that constants lead to.
    pub(super) statics: Vec<(Rc<[u8]>, ObjectId)>,
    /// The choices of the state that are left, last first.
    pub(super) choices: Vec<Value>,
    /// What the functions that are not known gave for which arguments.
    pub(super) chosen: Vec<(FunctionId, Vec<Cell>, Vec<Cell>)>,
    /// The values of types that quantifiers range over, as far as they were asked for.
    pub(super) domains: Table<TyId, Option<Rc<Vec<Cell>>>>,
    steps: u64,
}

/// A procedure under way.
#[derive(Debug)]
pub(super) struct Frame<'m, 'p> {
    pub proc: ProcId,
    pub code: &'m ProcCode<'p>,
    /// The first cell of its locals.
    pub base: usize,
    /// The instruction after the call by which it waits; meaningless of the innermost one.
    pub pc: Pc,
    /// How much of each stack belongs to its callers.
    pub regions: usize,
    pub exposed: usize,
    pub snapshots: usize,
}

/// Why the machine stops.
pub(super) enum Stop {
    Fault(FaultKind),
    End(Box<Outcome>),
}

impl Stop {
    pub(super) fn end(outcome: Outcome) -> Self {
        Stop::End(Box::new(outcome))
    }
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Stop::Fault(kind)
    }
}

impl From<Budget> for Stop {
    fn from(budget: Budget) -> Self {
        Stop::end(Outcome::OutOfFuel(budget))
    }
}

impl<'m, 'p> Machine<'m, 'p> {
    /// A machine at rest.
    pub fn new(prepared: &'m Prepared<'p>, environment: &'m Environment<'m>) -> Self {
        Self {
            prepared,
            environment,
            memory: Memory::new(environment.limits.cells),
            frames: Vec::new(),
            pc: 0,
            base: 0,
            regions: Vec::new(),
            exposed: Vec::new(),
            snapshots: Vec::new(),
            spec_depth: 0,
            scratch: Vec::new(),
            given: 0,
            forgotten: Vec::new(),
            statics: Vec::new(),
            choices: Vec::new(),
            chosen: Vec::new(),
            domains: prepared.program.types.iter().map(|_| None).collect(),
            steps: 0,
        }
    }

    /// Runs a procedure on a state to its end. Afterwards [`Machine::state`] tells what memory
    /// holds, whatever the outcome.
    pub fn run<O: Observer>(
        &mut self,
        entry: ProcId,
        state: &State,
        observer: &mut O,
    ) -> Result<Outcome, LoadError> {
        self.memory.clear();
        self.frames.clear();
        self.regions.clear();
        self.exposed.clear();
        self.snapshots.clear();
        self.scratch.clear();
        self.forgotten.clear();
        self.statics.clear();
        self.chosen.clear();
        self.choices.clone_from(&state.choices);
        self.choices.reverse();
        self.spec_depth = 0;
        self.steps = 0;
        self.given = state.objects.len();
        self.load(entry, state)?;
        loop {
            let stop = match self.advance(observer) {
                Ok(()) => continue,
                Err(Stop::Fault(FaultKind::Memory(error))) => {
                    match self.memory_error(error, observer) {
                        Ok(()) => continue,
                        Err(stop) => stop,
                    }
                }
                Err(stop) => stop,
            };
            match stop {
                Stop::End(outcome) => return Ok(*outcome),
                Stop::Fault(kind) => {
                    return Ok(Outcome::Fault(Fault {
                        kind,
                        span: self.span(),
                        proc: self.frame().proc,
                    }));
                }
            }
        }
    }

    /// How many steps the last run took.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many calls are under way: 1 in the entry procedure.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Whether what runs is specification code.
    pub fn in_spec(&self) -> bool {
        self.spec_depth > 0
    }

    /// The program that is run.
    pub fn program(&self) -> &'p Program {
        self.prepared.program
    }

    /// The procedure that called the one under way.
    pub fn caller(&self) -> Option<ProcId> {
        self.frames.iter().rev().nth(1).map(|frame| frame.proc)
    }

    /// The procedure below so many others, innermost first.
    pub(super) fn proc_below(&self, below: usize) -> Option<ProcId> {
        self.frames.iter().rev().nth(below).map(|frame| frame.proc)
    }

    /// The procedure under way.
    pub fn proc(&self) -> ProcId {
        self.frame().proc
    }

    /// The statement under way.
    pub fn span(&self) -> Span {
        self.frame().code.spans[(self.pc as usize).saturating_sub(1)]
    }

    /// The statements under way, innermost first.
    pub fn stack(&self) -> Vec<Span> {
        let callers = self.frames.iter().rev().skip(1);
        let at = |frame: &Frame<'_, '_>| frame.code.spans[(frame.pc as usize).saturating_sub(1)];
        std::iter::once(self.span())
            .chain(callers.map(at))
            .collect()
    }

    #[inline]
    pub(super) fn frame(&self) -> &Frame<'m, 'p> {
        self.frames
            .last()
            .expect("a run has a frame until it ends, and keeps the last one")
    }

    pub(super) fn jump(&mut self, to: Pc) {
        self.pc = to;
    }

    pub(super) fn violated(&self, obligation: Obligation, cause: Cause) -> Stop {
        Stop::end(Outcome::Violated(Box::new(Violation {
            obligation,
            cause,
            stack: self.stack(),
        })))
    }

    /// Runs until control passes to another procedure, or the run ends.
    fn advance<O: Observer>(&mut self, observer: &mut O) -> Result<(), Stop> {
        let code = self.frame().code;
        let frames = self.frames.len();
        while self.frames.len() == frames {
            let pc = self.pc as usize;
            self.pc += 1;
            self.steps += 1;
            if self.steps > self.environment.limits.steps {
                return Err(Budget::Steps.into());
            }
            if O::ACTIVE {
                observer.step(self, code.spans[pc]);
            }
            self.execute(&code.code[pc], observer)?;
        }
        Ok(())
    }

    fn execute<O: Observer>(&mut self, instr: &'m Instr<'p>, observer: &mut O) -> Result<(), Stop> {
        match instr {
            Instr::Use { dst, value } => match value {
                OperandCode::Const(cell) => self.put(dst, cell.clone(), observer)?,
                OperandCode::Bytes(..) => {
                    self.gather(value, observer)?;
                    self.put_gathered(dst, observer)?;
                }
                OperandCode::Place(from) => {
                    let from = self.read_place(from, observer)?;
                    let to = self.begin_write(dst, observer)?;
                    self.memory.copy(from, to.index, dst.size as usize);
                    self.end_write(dst, to, observer);
                }
            },
            Instr::Address { dst, of } => {
                let location = self.address(of, observer)?;
                self.put(dst, Cell::Pointer(location), observer)?;
            }
            Instr::Unary { op, ty, dst, value } => {
                let result = arith::unary(*op, *ty, self.scalar(value, observer)?)?;
                self.put(dst, result, observer)?;
            }
            Instr::Binary { op, ty, dst, a, b } => {
                let is_noted = self.spec_depth > 0 && op.compares();
                let (a, b) = self.scalars(a, b, observer)?;
                let result = arith::binary(*op, *ty, a, b)?;
                let compared = match is_noted {
                    true => a.as_number().zip(b.as_number()),
                    false => None,
                };
                if let Some((a, b)) = compared {
                    self.note_compared(a, b);
                }
                self.put(dst, result, observer)?;
            }
            Instr::Equal { negate, dst, a, b } => {
                let is_noted = self.spec_depth > 0;
                let (a, b) = self.scalars(a, b, observer)?;
                let result = Cell::truth((a == b) != *negate);
                let compared = match is_noted {
                    true => a.as_number().zip(b.as_number()),
                    false => None,
                };
                if let Some((a, b)) = compared {
                    self.note_compared(a, b);
                }
                self.put(dst, result, observer)?;
            }
            Instr::Overflows { op, ty, dst, a, b } => {
                let (a, b) = self.scalars(a, b, observer)?;
                let result = Cell::truth(arith::overflows(*op, *ty, a, b)?);
                self.put(dst, result, observer)?;
            }
            Instr::Cast { to, dst, value } => {
                let result = arith::cast(*to, self.scalar(value, observer)?)?;
                self.put(dst, result, observer)?;
            }
            Instr::IsVariant { dst, of, tag } => {
                let found = self.tag(of, observer)?;
                self.put(dst, Cell::truth(found == *tag as usize), observer)?;
            }
            Instr::Discriminant { dst, of, values } => {
                let found = self.tag(of, observer)?;
                let value = values.get(found).cloned();
                let value = value.ok_or(FaultKind::IllFormed("a tag of no variant"))?;
                self.put(dst, value, observer)?;
            }
            Instr::Existed {
                dst,
                since,
                pointer,
            } => {
                let existed = match self.scalar(pointer, observer)? {
                    Cell::Null | Cell::Dangling => false,
                    cell => {
                        let location = as_pointer(cell)?;
                        self.existed(location.object, *since)?
                    }
                };
                self.put(dst, Cell::truth(existed), observer)?;
            }
            Instr::Panicking { dst } => {
                let panicking = Cell::truth(self.is_panicking());
                self.put(dst, panicking, observer)?;
            }
            Instr::Apart { dst, among, owners } => {
                let apart = self.are_apart(among, owners, observer)?;
                self.put(dst, Cell::truth(apart), observer)?;
            }
            Instr::EqualAcross {
                dst,
                since,
                then,
                now,
            } => {
                let (then, ty) = (self.resolve(then, observer)?.index, then.ty);
                let now = self.resolve(now, observer)?.index;
                let equal = self.equal_across(*since, ty, then, now)?;
                self.put(dst, Cell::truth(equal), observer)?;
            }
            Instr::EqualWide { negate, dst, a, b } => {
                let start = self.scratch.len();
                self.gather(a, observer)?;
                self.gather(b, observer)?;
                let equal = self.scratch[start..start + 2] == self.scratch[start + 2..];
                self.scratch.truncate(start);
                self.put(dst, Cell::truth(equal != *negate), observer)?;
            }
            Instr::Offset {
                dst,
                pointer,
                by,
                element,
            } => {
                let by = self.integer(by, observer)?;
                let pointer = self.scalar(pointer, observer)?.clone();
                let moved = self.moved(&pointer, by, *element)?;
                self.put(dst, moved, observer)?;
            }
            Instr::Distance {
                dst,
                to,
                from,
                element,
            } => {
                let (to, from) = self.scalars(to, from, observer)?;
                let (to, from) = (to.clone(), from.clone());
                let distance = self.distance(&to, &from, *element)?;
                self.put(dst, Cell::Int(distance), observer)?;
            }
            Instr::HasCount {
                dst,
                pointer,
                count,
                element,
            } => {
                let count = self.integer(count, observer)?;
                let pointer = self.scalar(pointer, observer)?.clone();
                let has = self.has_count(&pointer, count, *element);
                self.put(dst, Cell::truth(has), observer)?;
            }
            Instr::PointerCast { dst, value, to } => {
                let size = self.gather(value, observer)?;
                let start = self.scratch.len() - size;
                self.scratch[start] = self.recast(&self.scratch[start], *to);
                self.scratch.truncate(start + dst.size as usize);
                self.put_gathered(dst, observer)?;
            }
            Instr::NthObject { dst, of, ty } => {
                let number = self.integer(of, observer)?;
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                let given = self.memory.objects.iter().take(self.given);
                let mut alike = given.filter(|(_, it)| it.ty == *ty && it.slots.is_none());
                let found = alike.nth(number).map(|(object, _)| object);
                drop(alike);
                let found = match found {
                    Some(object) => Cell::Pointer(Location::start_of(object)),
                    None => Cell::Null,
                };
                self.put(dst, found, observer)?;
            }
            Instr::Capacity { dst, of } => {
                let slots = match self.scalar(of, observer)? {
                    Cell::Dangling => 0,
                    cell => {
                        let object = as_pointer(cell)?.object;
                        self.memory.objects[object].slots.unwrap_or(0)
                    }
                };
                self.put(dst, Cell::Int(i64::from(slots)), observer)?;
            }
            Instr::IsInit { dst, of, value } => {
                let slot = self.resolve(of, observer)?;
                let init = self.is_complete(*value, slot.index);
                self.put(dst, Cell::truth(init), observer)?;
            }
            Instr::AllocateBuffer { dst, capacity, ty } => {
                let count = self.integer(capacity, observer)?;
                let count = u64::try_from(count).map_err(|_| Budget::Cells)?;
                let buffer = if count == 0 {
                    Cell::Dangling
                } else {
                    let stride = self.prepared.layouts.size(*ty);
                    let object = self.memory.allocate_slots(*ty, stride, count)?;
                    self.memory.objects[object].by_spec = self.runs_spec();
                    Cell::Pointer(Location::start_of(object))
                };
                self.put(dst, buffer, observer)?;
            }
            Instr::GrowBuffer {
                buffer,
                capacity,
                ty,
            } => self.grow_buffer(buffer, capacity, *ty, observer)?,
            Instr::Choose { dst, function } => {
                self.choose(dst, function.as_ref(), observer)?;
            }
            Instr::Aggregate { dst, head, parts } => {
                self.aggregate(dst, head.as_ref(), parts, observer)?;
            }
            Instr::Spec {
                op,
                stride,
                dst,
                args,
            } => self.spec(*op, *stride as usize, dst, args, observer)?,
            Instr::Allocate { dst, value, ty } => {
                let size = self.gather(value, observer)?;
                let object = self.memory.allocate(*ty, self.prepared.layouts.size(*ty))?;
                self.memory.objects[object].by_spec = self.runs_spec();
                let start = self.memory.objects[object].start;
                self.scatter(start, size);
                let location = Location::start_of(object);
                self.put(dst, Cell::Pointer(location), observer)?;
            }
            Instr::Free {
                pointer,
                sized,
                value,
            } => self.free(pointer, *sized, *value, observer)?,
            Instr::Branch {
                cond,
                otherwise,
                kind,
            } => {
                let taken = self.truth(cond, observer)?;
                if O::ACTIVE {
                    observer.branch(self, *kind, taken, self.span());
                }
                if !taken {
                    self.jump(*otherwise);
                }
            }
            Instr::Jump(to) => self.jump(*to),
            Instr::Call { proc, args, .. } => self.call(*proc, args, observer)?,
            Instr::Return => self.return_(observer)?,
            Instr::Panic(panic) => self.panic(panic, observer)?,
            Instr::EnterTry {
                handler,
                panicked,
                obliged,
            } => {
                let allowed = match obliged {
                    None => None,
                    Some(allowed) => Some(self.truth(allowed, observer)?),
                };
                self.enter_try(*handler, *panicked, allowed);
            }
            Instr::EnterUnwind { handler } => self.enter_unwind(*handler),
            Instr::Resume => self.resume(observer)?,
            Instr::Leave(count) => self.leave(*count),
            Instr::Assume { cond, why } => {
                if !self.truth(cond, observer)? {
                    return Err(Stop::end(Outcome::AssumptionFailed((*why).clone())));
                }
            }
            Instr::Assert { cond, why } => {
                if !self.truth(cond, observer)? {
                    return Err(self.violated((*why).clone(), Cause::Condition));
                }
            }
            Instr::Snapshot(id) => self.take_snapshot(*id),
            Instr::EnterSnapshot(id) => self.enter_snapshot(*id)?,
            Instr::CheckFrame {
                since,
                allowed,
                why,
            } => {
                if let Some(change) = self.find_change(*since, allowed)? {
                    return Err(self.violated((*why).clone(), Cause::Changed(change)));
                }
            }
            Instr::CheckLeaks(code) => {
                if let Some(lost) = self.find_lost(code, observer)? {
                    return Err(self.violated(code.why.clone(), Cause::Lost(lost)));
                }
            }
            Instr::Undefined(error) => return Err(FaultKind::Memory(*error).into()),
            Instr::End { local, start, size } => self.end_local(*local, *start, *size),
            Instr::Forget { value, ty } => {
                let start = self.scratch.len();
                self.gather(value, observer)?;
                let cells = self.scratch.drain(start..).collect();
                self.forgotten.push((*ty, cells));
            }
            Instr::Comprehend(code) => self.comprehend(code, observer)?,
            Instr::NextMember => self.next_member(observer)?,
            Instr::Reach(code) => self.reach(code, observer)?,
            Instr::Neighbour(option) => self.neighbour(option, observer)?,
            Instr::NextNode => self.next_node()?,
        }
        Ok(())
    }

    pub(super) fn target<'a>(&self, place: &PlaceCode<'a>, slot: Slot) -> Target<'a> {
        Target {
            place: place.source,
            ty: place.ty,
            span: self.span(),
            location: slot.location,
            index: slot.index,
        }
    }

    /// The cell at which a local of a procedure lies in its frame.
    pub(super) fn local_index(&self, frame: &Frame<'_, '_>, local: LocalId) -> usize {
        frame.base + frame.code.locals[local].start as usize
    }
}
