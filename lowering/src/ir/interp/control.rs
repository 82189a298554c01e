//! Calls, panics and regions: everything by which control passes from one place to another.

use super::cell::Cell;
use super::code::{Instr, OperandCode, Pc};
use super::machine::{Frame, Machine, Stop};
use super::memory::Heap;
use super::observe::Observer;
use super::outcome::{Budget, Cause, FaultKind, Outcome, Panicked};
use super::quantify::{Comprehending, Walk};
use crate::ids::Id;
use crate::ir::state::ObjectId;
use crate::ir::{MemoryError, Obligation, ObligationKind, Panic, PanicKind, ProcId, SnapshotId};
use crate::span::Span;

/// Something that has to be undone, or finished, when control leaves it.
#[derive(Debug)]
pub(super) enum Region<'m, 'p> {
    /// Catches panics.
    Try {
        handler: Pc,
        /// The cell of the flag in the frame.
        panicked: u32,
        /// Whether a panic that gets here is no violation, if that is asked at all.
        allowed: Option<bool>,
    },
    /// Is left by a panic by way of the cleanup.
    Unwind { handler: Pc },
    /// Cleans up; the panic goes on at the end.
    Cleanup(Box<Unwinding>),
    /// Runs on an old heap; the new one is kept here.
    Snapshot(Heap),
    /// Runs the body of a comprehension.
    Comprehension(Box<Comprehending<'m, 'p>>),
    /// Runs the steps of a walk.
    Walk(Box<Walk<'m, 'p>>),
}

/// A panic on its way.
#[derive(Clone, Debug)]
pub(super) struct Unwinding {
    panic: Panic,
    /// The statements that were under way where it began, innermost first.
    stack: Vec<Span>,
}

impl<'m, 'p> Machine<'m, 'p> {
    /// Opens a frame above the innermost one, with nothing in it.
    pub(super) fn open_frame(&mut self, proc: ProcId) -> Result<usize, Budget> {
        if self.frames.len() >= self.environment.limits.depth {
            return Err(Budget::Depth);
        }
        let base = match self.frames.last_mut() {
            Some(frame) => {
                frame.pc = self.pc;
                frame.base + frame.code.frame_size as usize
            }
            None => 0,
        };
        let code = &self.prepared.procs[proc];
        let top = base + code.frame_size as usize;
        self.memory.reserve_stack(top)?;
        self.memory.cells[base..top].fill(Cell::Uninit);
        self.spec_depth += u32::from(code.source.is_spec);
        self.frames.push(Frame {
            proc,
            code,
            base,
            pc: 0,
            regions: self.regions.len(),
            exposed: self.exposed.len(),
            snapshots: self.snapshots.len(),
        });
        self.pc = 0;
        self.base = base;
        Ok(base)
    }

    pub(super) fn call<O: Observer>(
        &mut self,
        proc: ProcId,
        args: &'m [OperandCode<'p>],
        observer: &mut O,
    ) -> Result<(), Stop> {
        let start = self.scratch.len();
        for arg in args {
            self.gather(arg, observer)?;
        }
        let span = self.span();
        let base = self.open_frame(proc)?;
        let code = &self.prepared.procs[proc];
        let mut cells = self.scratch.drain(start..);
        for param in &code.source.params {
            let extent = code.locals[*param];
            let from = base + extent.start as usize;
            for (to, cell) in (from..from + extent.size as usize).zip(&mut cells) {
                self.memory.cells[to] = cell;
            }
        }
        drop(cells);
        observer.called(self, proc, span);
        Ok(())
    }

    pub(super) fn return_<O: Observer>(&mut self, observer: &mut O) -> Result<(), Stop> {
        observer.returned(self, self.proc(), self.span());
        let regions = self.frame().regions;
        self.close_regions(regions);
        if self.frames.len() == 1 {
            return Err(Stop::end(Outcome::Completed));
        }
        let callee = self.frame();
        let result = self.local_index(callee, callee.code.source.ret);
        let unit = self
            .prepared
            .layouts
            .is_unit(callee.code.source.locals[callee.code.source.ret].ty);
        self.close_frame();
        let frame = self.frame();
        let Instr::Call { dst, .. } = &frame.code.code[self.pc as usize - 1] else {
            return Err(FaultKind::IllFormed("a return to something that is no call").into());
        };
        if unit {
            return self.put(dst, Cell::UNIT, observer);
        }
        // The cells of the callee's frame are still there: nothing has been called since.
        if dst.size == 1
            && matches!(self.memory.cells[result], Cell::Uninit)
            && !self.is_complete(dst.ty, result)
        {
            return Err(FaultKind::Unwritten.into());
        }
        let to = self.begin_write(dst, observer)?;
        self.memory.copy(result, to.index, dst.size as usize);
        self.end_write(dst, to, observer);
        Ok(())
    }

    /// Ends the innermost frame, whose regions are closed: its locals are no more.
    fn close_frame(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        for (_, object) in self.exposed.drain(frame.exposed..) {
            self.memory.objects[object].live = false;
        }
        self.snapshots.truncate(frame.snapshots);
        self.spec_depth -= u32::from(frame.code.source.is_spec);
        if let Some(caller) = self.frames.last() {
            self.pc = caller.pc;
            self.base = caller.base;
        }
    }

    /// Closes regions until so many are left.
    pub(super) fn close_regions(&mut self, left: usize) {
        while self.regions.len() > left {
            match self.regions.pop() {
                Some(Region::Snapshot(heap)) => {
                    self.memory.exchange(heap);
                    self.spec_depth -= 1;
                }
                Some(Region::Comprehension(run)) => {
                    run.forget(&mut self.memory);
                    self.spec_depth -= 1;
                }
                Some(Region::Walk(_)) => self.spec_depth -= 1,
                Some(Region::Try { .. } | Region::Unwind { .. } | Region::Cleanup(_)) | None => {}
            }
        }
    }

    /// Leaves the innermost regions in good order.
    pub(super) fn leave(&mut self, count: u32) {
        for _ in 0..count {
            if let Some(Region::Try { panicked, .. }) = self.regions.last() {
                let flag = self.base + *panicked as usize;
                self.memory.cells[flag] = Cell::truth(false);
            }
            self.close_regions(self.regions.len() - 1);
        }
    }

    pub(super) fn enter_try(&mut self, handler: Pc, panicked: u32, allowed: Option<bool>) {
        self.regions.push(Region::Try {
            handler,
            panicked,
            allowed,
        });
    }

    /// Unwinds to the innermost `Try` of any frame.
    pub(super) fn panic<O: Observer>(
        &mut self,
        panic: &Panic,
        observer: &mut O,
    ) -> Result<(), Stop> {
        observer.panicked(self, panic, self.span());
        let unwinding = Unwinding {
            panic: panic.clone(),
            stack: self.stack(),
        };
        // A panic that is held against the program is one before anything is cleaned up, and one
        // that leaves a cleanup ends the process.
        let catches =
            |region: &&Region<'_, '_>| matches!(region, Region::Try { .. } | Region::Cleanup(_));
        let obliged = match self.regions.iter().rev().find(catches) {
            Some(Region::Try { allowed, .. }) => *allowed == Some(false),
            Some(_) => true,
            None => {
                return Err(Stop::end(Outcome::Panicked(Box::new(Panicked {
                    panic: unwinding.panic,
                    span: self.user_span(&unwinding.stack),
                    stack: unwinding.stack,
                }))));
            }
        };
        if obliged {
            let obligation = Obligation {
                kind: ObligationKind::Panic(panic.kind),
                span: self.user_span(&unwinding.stack),
            };
            return Err(self.violated(obligation, Cause::Panic(unwinding.panic)));
        }
        self.unwind(unwinding, observer)
    }

    /// Takes a panic to the innermost region that it stops at: one that catches it, or one that has
    /// to be cleaned up.
    fn unwind<O: Observer>(&mut self, unwinding: Unwinding, observer: &mut O) -> Result<(), Stop> {
        let stops =
            |region: &Region<'_, '_>| matches!(region, Region::Try { .. } | Region::Unwind { .. });
        let Some(at) = self.regions.iter().rposition(stops) else {
            return Err(FaultKind::IllFormed("a panic that nothing catches").into());
        };
        let (handler, flag) = match &self.regions[at] {
            Region::Try {
                handler, panicked, ..
            } => (*handler, Some(*panicked)),
            Region::Unwind { handler } => (*handler, None),
            _ => return Ok(()),
        };
        // Scopes first: those of the frames that end are among them.
        self.close_regions(at);
        while self.frame().regions > at {
            self.close_frame();
        }
        self.jump(handler);
        match flag {
            Some(panicked) => {
                let flag = self.base + panicked as usize;
                self.memory.cells[flag] = Cell::truth(true);
                observer.caught(self, self.span());
            }
            None => self.regions.push(Region::Cleanup(Box::new(unwinding))),
        }
        Ok(())
    }

    pub(super) fn enter_unwind(&mut self, handler: Pc) {
        self.regions.push(Region::Unwind { handler });
    }

    /// Ends the innermost cleanup: its panic goes on.
    pub(super) fn resume<O: Observer>(&mut self, observer: &mut O) -> Result<(), Stop> {
        match self.regions.pop() {
            Some(Region::Cleanup(unwinding)) => self.unwind(*unwinding, observer),
            _ => Err(FaultKind::IllFormed("no cleanup is under way").into()),
        }
    }

    /// What becomes of a use of memory that is not there: in specification code, which is run inside
    /// a `Try` that only notes panics, it is one; otherwise it is held against the program.
    pub(super) fn memory_error<O: Observer>(
        &mut self,
        error: MemoryError,
        observer: &mut O,
    ) -> Result<(), Stop> {
        self.scratch.clear();
        let tries = |region: &&Region<'_, '_>| matches!(region, Region::Try { .. });
        let innermost = self.regions.iter().rev().find(tries);
        if let Some(Region::Try { allowed: None, .. }) = innermost {
            let panic = Panic {
                kind: PanicKind::Explicit,
                message: format!("memory error: {error:?}"),
            };
            return self.panic(&panic, observer);
        }
        let obligation = Obligation {
            kind: ObligationKind::Memory(error),
            span: self.user_span(&self.stack()),
        };
        Err(self.violated(obligation, Cause::Memory(error)))
    }

    /// Whether a panic is on its way, and what it leaves is cleaned up.
    pub(super) fn is_panicking(&self) -> bool {
        let cleans = |region: &Region<'_, '_>| matches!(region, Region::Cleanup(_));
        self.regions.iter().any(cleans)
    }

    /// Whether heap objects are as they were at a snapshot.
    pub fn in_snapshot(&self) -> bool {
        let past = |region: &Region<'_, '_>| matches!(region, Region::Snapshot(_));
        self.regions.iter().any(past)
    }

    /// How many comprehensions and walks of the innermost procedure are under way.
    pub fn quantifiers(&self) -> usize {
        let own = self.regions.iter().skip(self.frame().regions);
        let repeats =
            |region: &&Region<'_, '_>| matches!(region, Region::Comprehension(_) | Region::Walk(_));
        own.filter(repeats).count()
    }

    /// Whether a quantifier of any procedure is under way.
    pub fn is_quantifying(&self) -> bool {
        let repeats =
            |region: &Region<'_, '_>| matches!(region, Region::Comprehension(_) | Region::Walk(_));
        self.regions.iter().any(repeats)
    }

    /// Whether a panic, here and now, would be held against the program unless it is allowed.
    pub fn is_obliged(&self) -> bool {
        let asks = |region: &Region<'_, '_>| {
            matches!(
                region,
                Region::Try {
                    allowed: Some(_),
                    ..
                }
            )
        };
        self.regions.iter().any(asks)
    }

    /// The innermost span that lies in user code; the innermost of all if none does.
    fn user_span(&self, stack: &[Span]) -> Span {
        let user = stack.iter().find(|span| (self.environment.is_user)(**span));
        *user.unwrap_or(&stack[0])
    }

    pub(super) fn take_snapshot(&mut self, id: SnapshotId) {
        let heap = self.memory.snapshot(self.base);
        let own = self.frame().snapshots;
        match self.snapshots[own..]
            .iter_mut()
            .find(|(other, _)| *other == id)
        {
            Some((_, old)) => *old = heap,
            None => self.snapshots.push((id, heap)),
        }
    }

    /// The heap that the innermost frame remembers under a name.
    pub(super) fn find_snapshot(&self, id: SnapshotId) -> Result<&Heap, FaultKind> {
        let own = &self.snapshots[self.frame().snapshots..];
        let found = own.iter().find(|(other, _)| *other == id);
        found.map(|(_, heap)| heap).ok_or(FaultKind::NoSnapshot)
    }

    /// Whether an object existed at a snapshot. A local is an object only since its address was
    /// taken, but has a place of its own that existed before.
    pub(super) fn existed(&self, object: ObjectId, since: SnapshotId) -> Result<bool, FaultKind> {
        let then = self.find_snapshot(since)?;
        let now = &self.memory.objects[object];
        let was = then.live.get(object.index()).copied().unwrap_or(false);
        Ok(was || now.is_static || !now.on_heap)
    }

    /// From here on heap objects and the locals of callers are as they were at the snapshot. The locals of
    /// this frame, also those whose address is taken, and objects that are younger, are as they are.
    pub(super) fn enter_snapshot(&mut self, id: SnapshotId) -> Result<(), FaultKind> {
        let then = self.find_snapshot(id)?.clone();
        let now = self.memory.exchange(then);
        self.regions.push(Region::Snapshot(now));
        self.spec_depth += 1;
        Ok(())
    }
}
