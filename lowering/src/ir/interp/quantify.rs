//! Comprehensions and walks: specification code that runs once a member or once a node.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::cell::{Cell, Location};
use super::code::{ComprehendCode, DomainCode, OperandCode, OptionCode, ReachCode};
use super::control::Region;
use super::machine::{Machine, Stop};
use super::memory::{Memory, as_pointer};
use super::observe::Observer;
use super::outcome::FaultKind;
use super::spec;
use crate::ir::types::{Ty, TyId};
use crate::ir::{ComprehensionKind, Int, MemoryError, ReachKind};

/// A comprehension under way.
#[derive(Debug)]
pub(super) struct Comprehending<'m, 'p> {
    code: &'m ComprehendCode<'p>,
    members: Members,
    /// The first cell of the frame.
    base: usize,
    /// What the locals that the body may write held before.
    saved: Vec<Cell>,
    /// How many members the body was true of, and of how many it was not.
    held: u64,
    failed: u64,
    /// The elements of the collection.
    collected: Vec<Cell>,
}

impl Comprehending<'_, '_> {
    /// Undoes what the body wrote to locals.
    pub(super) fn forget(&self, memory: &mut Memory) {
        let mut saved = self.saved.iter();
        for extent in &self.code.scratch {
            let start = self.base + extent.start as usize;
            let cells = &mut memory.cells[start..start + extent.size as usize];
            for (cell, old) in cells.iter_mut().zip(&mut saved) {
                *cell = old.clone();
            }
        }
    }
}

/// The members of a domain, and which one is at hand.
#[derive(Debug)]
enum Members {
    Range { at: Int, end: Int },
    List { cells: Rc<Vec<Cell>>, at: usize },
}

impl Members {
    /// Whether there is a member at hand.
    fn any(&self) -> bool {
        match self {
            Members::Range { at, end } => at < end,
            Members::List { cells, at } => *at < cells.len(),
        }
    }

    /// Goes on to the next member.
    fn advance(&mut self, stride: usize) {
        match self {
            Members::Range { at, .. } => *at += Int::ONE,
            Members::List { at, .. } => *at += stride,
        }
    }

    /// The cells of the member at hand.
    fn current(&self, stride: usize, mut each: impl FnMut(Cell)) {
        match self {
            Members::Range { at, .. } => each(Cell::number(*at)),
            Members::List { cells, at } => cells[*at..*at + stride].iter().cloned().for_each(each),
        }
    }
}

/// A walk under way.
#[derive(Debug)]
pub(super) struct Walk<'m, 'p> {
    code: &'m ReachCode<'p>,
    /// The nodes in the order in which they were met, and which one comes next.
    queue: Vec<Location>,
    next: usize,
    /// The nodes met, and those met by a step.
    met: BTreeSet<Location>,
    stepped_to: BTreeSet<Location>,
}

impl<'m, 'p> Machine<'m, 'p> {
    pub(super) fn comprehend<O: Observer>(
        &mut self,
        code: &'m ComprehendCode<'p>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let members = match &code.domain {
            DomainCode::All => Members::List {
                cells: match self.prepared.program.types.get(code.bound_ty) {
                    Ty::Ref { to, .. } => self.objects_of(*to),
                    _ => self.values_of(code.bound_ty)?,
                },
                at: 0,
            },
            DomainCode::Range(from, to) => {
                let at = self.integer(from, observer)?;
                let end = self.integer(to, observer)?;
                Members::Range { at, end }
            }
            DomainCode::Members(of) => {
                let cells = spec::elements(self.scalar(of, observer)?)?.clone();
                Members::List { cells, at: 0 }
            }
        };
        if O::ACTIVE {
            observer.quantifying(self, self.span());
        }
        let base = self.base;
        let mut saved = Vec::new();
        for extent in &code.scratch {
            let start = base + extent.start as usize;
            saved.extend_from_slice(&self.memory.cells[start..start + extent.size as usize]);
        }
        self.spec_depth += 1;
        self.go_on(Box::new(Comprehending {
            code,
            members,
            base,
            saved,
            held: 0,
            failed: 0,
            collected: Vec::new(),
        }));
        Ok(())
    }

    /// Pointers to the objects of a type that there are, which specifications did not make.
    fn objects_of(&self, ty: TyId) -> Rc<Vec<Cell>> {
        let past = self.regions.iter().rev().find_map(|region| match region {
            Region::Snapshot(heap) => Some(heap.live.len()),
            _ => None,
        });
        let objects = self.memory.objects.iter();
        let there = objects.take(past.unwrap_or(usize::MAX)).filter(|(_, it)| {
            it.ty == ty && it.live && it.on_heap && it.slots.is_none() && !it.by_spec
        });
        let cells = there
            .filter(|(_, it)| !it.is_static)
            .map(|(id, _)| Cell::Pointer(Location::start_of(id)));
        Rc::new(cells.collect())
    }

    pub(super) fn next_member<O: Observer>(&mut self, observer: &mut O) -> Result<(), Stop> {
        let Some(Region::Comprehension(mut run)) = self.regions.pop() else {
            return Err(FaultKind::IllFormed("no comprehension is under way").into());
        };
        let stride = run.code.bound.size as usize;
        match run.code.kind {
            ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq => {
                let size = self.gather(&run.code.value, observer)?;
                let from = self.scratch.len() - size;
                run.collected.extend(self.scratch.drain(from..));
            }
            ComprehensionKind::ForAll | ComprehensionKind::Exists | ComprehensionKind::Count => {
                let holds = self.truth(&run.code.value, observer)?;
                run.held += u64::from(holds);
                run.failed += u64::from(!holds);
                if O::ACTIVE && !holds && run.code.kind == ComprehensionKind::ForAll {
                    observer.refuted(self, run.code.bound_local, self.span());
                }
            }
            ComprehensionKind::FilterToSet | ComprehensionKind::FilterToSeq => {
                if self.truth(&run.code.value, observer)? {
                    let collected = &mut run.collected;
                    run.members.current(stride, |cell| collected.push(cell));
                }
            }
        }
        run.members.advance(stride);
        self.go_on(run);
        Ok(())
    }

    /// Runs the body for the member at hand, or ends the comprehension if there is none.
    fn go_on(&mut self, mut run: Box<Comprehending<'m, 'p>>) {
        let code = run.code;
        let base = run.base;
        run.forget(&mut self.memory);
        if run.members.any() {
            let mut at = base + code.bound.start as usize;
            run.members.current(code.bound.size as usize, |cell| {
                self.memory.cells[at] = cell;
                at += 1;
            });
            self.regions.push(Region::Comprehension(run));
            self.jump(code.body);
            return;
        }
        let collected = std::mem::take(&mut run.collected);
        let result = match code.kind {
            ComprehensionKind::ForAll => Cell::truth(run.failed == 0),
            ComprehensionKind::Exists => Cell::truth(run.held > 0),
            ComprehensionKind::Count => Cell::number(Int::from(run.held)),
            ComprehensionKind::MapToSet => spec::set_of(collected, code.value.size() as usize),
            ComprehensionKind::FilterToSet => spec::set_of(collected, code.bound.size as usize),
            ComprehensionKind::MapToSeq | ComprehensionKind::FilterToSeq => {
                Cell::Model(Rc::new(collected))
            }
        };
        self.memory.cells[base + code.dst.start as usize] = result;
        self.spec_depth -= 1;
        self.jump(code.exit);
    }

    pub(super) fn integer<O: Observer>(
        &mut self,
        operand: &'m OperandCode<'p>,
        observer: &mut O,
    ) -> Result<Int, FaultKind> {
        let number = self.scalar(operand, observer)?.as_number();
        number.ok_or(FaultKind::IllFormed("a number was expected"))
    }

    pub(super) fn reach<O: Observer>(
        &mut self,
        code: &'m ReachCode<'p>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let start = self.pointer_or_none(&code.start, observer)?;
        self.spec_depth += 1;
        self.regions.push(Region::Walk(Box::new(Walk {
            code,
            queue: start.into_iter().collect(),
            next: 0,
            met: start.into_iter().collect(),
            stepped_to: BTreeSet::new(),
        })));
        self.next_node()?;
        Ok(())
    }

    pub(super) fn neighbour<O: Observer>(
        &mut self,
        option: &'m OptionCode<'p>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let neighbour = self.pointer_or_none(option, observer)?;
        let Some(Region::Walk(walk)) = self.regions.last_mut() else {
            return Err(FaultKind::IllFormed("no walk is under way").into());
        };
        if let Some(node) = neighbour {
            walk.stepped_to.insert(node);
            if walk.met.insert(node) {
                walk.queue.push(node);
            }
        }
        Ok(())
    }

    /// Goes on with the next node of the innermost walk, or ends it.
    pub(super) fn next_node(&mut self) -> Result<(), FaultKind> {
        let base = self.base;
        let Some(Region::Walk(walk)) = self.regions.last_mut() else {
            return Err(FaultKind::IllFormed("no walk is under way"));
        };
        let code = walk.code;
        if let Some(node) = walk.queue.get(walk.next).copied() {
            walk.next += 1;
            self.memory.cells[base + code.node.start as usize] = Cell::Pointer(node);
            self.jump(code.body);
            return Ok(());
        }
        let nodes: Vec<Location> = match code.kind {
            ReachKind::ZeroOrMore => walk.met.iter().copied().collect(),
            ReachKind::OneOrMore => walk.stepped_to.iter().copied().collect(),
            ReachKind::Chain => std::mem::take(&mut walk.queue),
        };
        let nodes = nodes.into_iter().map(Cell::Pointer).collect();
        self.memory.cells[base + code.dst.start as usize] = Cell::Model(Rc::new(nodes));
        self.close_regions(self.regions.len() - 1);
        self.jump(code.exit);
        Ok(())
    }

    /// Where an optional pointer leads; null leads nowhere.
    fn pointer_or_none<O: Observer>(
        &mut self,
        option: &'m OptionCode<'p>,
        observer: &mut O,
    ) -> Result<Option<Location>, Stop> {
        let size = self.gather(&option.value, observer)?;
        let from = self.scratch.len() - size;
        let cells = &self.scratch[from..];
        let pointer = match (option.some, &cells[0]) {
            (Some(_), Cell::Uninit) => Err(MemoryError::Uninit.into()),
            (Some((tag, _)), Cell::Int(found)) if *found != i64::from(tag) => Ok(None),
            (some, _) => match &cells[some.map_or(0, |(_, offset)| offset as usize)] {
                Cell::Null | Cell::Dangling => Ok(None),
                cell => as_pointer(cell).map(Some),
            },
        };
        self.scratch.truncate(from);
        Ok(pointer?)
    }
}
