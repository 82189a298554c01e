//! Model values of which only the type is known, and further members of type parameters.
//!
//! What comes in has at most as many elements as are in scope. What a contract says of a later state may be
//! longer: a sequence that is chosen while a contract stands for a call has a length of its own and room
//! for some elements. Where its postconditions allow it to be longer than that, there is another try with
//! more room, and in the end a cut that is told.

use solver_bridge::{Atom, Formula, IntExpr, Sort};

use super::layout::IntKind;
use super::state::{Exits, State};
use super::value::{SeqValue, SetValue, Value};
use super::{Abort, Encoder, Unwinding, UnwindingKind};
use crate::ir::types::{IntTy, ParamId, TyId};
use crate::ir::{Int, ProcId};
use crate::span::Span;

/// How many more elements than any before a later sequence has room for, one try after the other.
const MORE: [usize; 3] = [1, 6, 24];

/// The bits of the length of a sequence in a later state, which may have more elements than there is room for.
const LENGTH_BITS: u32 = 10;

/// How long model values may be.
#[derive(Default)]
pub(super) struct Room {
    /// Whether what is chosen is no input, so that no scope bounds it.
    pub(super) is_whole: bool,
    /// Where it is none, if it may be one as well.
    pub(super) later: Option<Formula>,
    /// How many more elements there may be while a contract stands for a call.
    more: Option<usize>,
    /// The most elements that there has been room for.
    longest: usize,
    /// Where there are more elements than room for them.
    pub(super) beyond: Vec<Formula>,
    /// Where there may be more members of a type parameter than are looked at.
    unseen: Vec<Span>,
}

impl Encoder<'_> {
    /// Executes a contract that stands for a call, with as much room for model values as it needs.
    pub(super) fn call_contract(
        &mut self,
        callee: ProcId,
        args: Vec<Value>,
        state: State,
        site: Span,
        exits: &mut Exits,
    ) -> Result<Option<(State, Value)>, Abort> {
        let (mark, longest) = (self.effects(), self.room.longest);
        let around = std::mem::take(&mut self.room.beyond);
        let outer = self.room.more;
        for (index, more) in MORE.into_iter().enumerate() {
            let applications = self.applications.clone();
            self.room.more = Some(more);
            let mut left = Vec::new();
            let ended = self.call_inlined(callee, args.clone(), state.clone(), site, &mut left);
            self.room.more = outer;
            let mut ended = ended?;
            let beyond = std::mem::take(&mut self.room.beyond);
            let beyond = self.logic.or(&beyond);
            let mut paths: Vec<Formula> = left.iter().map(|(_, state)| state.path).collect();
            paths.extend(ended.iter().map(|(state, _)| state.path));
            let cut = self.logic.and(&[self.logic.or(&paths), beyond]);
            let open = cut != self.logic.falsehood() && !self.is_infeasible(cut);
            if open && index + 1 < MORE.len() {
                self.forget(mark);
                self.applications = applications;
                self.room.longest = longest;
                continue;
            }
            if open {
                self.unwindings.push(Unwinding {
                    cut,
                    entered: !self.entry.is_empty(),
                    kind: UnwindingKind::Values,
                    span: site,
                });
                let fits = self.logic.not(beyond);
                let states = left.iter_mut().map(|(_, state)| state);
                for state in states.chain(ended.iter_mut().map(|(state, _)| state)) {
                    state.path = self.logic.and(&[state.path, fits]);
                }
            }
            for span in std::mem::take(&mut self.room.unseen) {
                let cut = self.logic.or(&paths);
                self.unwindings.push(Unwinding {
                    cut,
                    entered: !self.entry.is_empty(),
                    kind: UnwindingKind::Values,
                    span,
                });
            }
            self.room.beyond = around;
            exits.append(&mut left);
            return Ok(ended);
        }
        unreachable!("the last try returns")
    }

    /// A sequence with any elements.
    pub(super) fn seq_input(
        &mut self,
        element: TyId,
        name: &str,
        present: Formula,
        span: Span,
    ) -> Result<SeqValue, Abort> {
        let scope = self.bounds.scope as usize;
        let longest = self.room.longest.max(scope);
        let (room, len) = match self.room.more.filter(|_| self.room.is_whole) {
            Some(more) => {
                let room = longest + more;
                let len = self.free_bits(&format!("{name}.len"), LENGTH_BITS, false);
                self.measures.push(len);
                let beyond = self
                    .logic
                    .int_lt(self.logic.int(Int::from(room as u64)), len);
                let most = self.logic.int(Int::from(scope as u64));
                let in_scope = self.logic.int_le(len, most);
                let later = self.room.later.unwrap_or_else(|| self.logic.truth());
                self.facts.push(self.logic.or(&[later, in_scope]));
                self.room.beyond.push(beyond);
                (room, len)
            }
            None => {
                let room = if self.room.is_whole { longest } else { scope };
                let lens: Vec<Int> = (0..=room).map(|len| Int::from(len as u64)).collect();
                (room, self.one_of(&format!("{name}.len"), &lens, present))
            }
        };
        self.room.longest = self.room.longest.max(room);
        let mut items = Vec::new();
        for at in 0..room {
            let position = self.logic.int(Int::from(at as u64));
            let inside = self.logic.and(&[present, self.logic.int_lt(position, len)]);
            items.push(self.part_input(element, &format!("{name}[{at}]"), inside, span)?);
        }
        Ok(SeqValue {
            len,
            items: items.into(),
        })
    }

    /// A set with any members: a sequence of which no two are the same, so that as long as it is, so many there are.
    pub(super) fn set_input(
        &mut self,
        element: TyId,
        name: &str,
        present: Formula,
        span: Span,
    ) -> Result<SetValue, Abort> {
        let members = self.seq_input(element, name, present, span)?;
        let members = self.seq_members(&members);
        // Numbers are in order, so that there is one sequence for a set.
        for pair in members.windows(2) {
            if let [(_, Value::Int(earlier)), (here, Value::Int(later))] = pair {
                let ascends = self.logic.int_lt(*earlier, *later);
                self.facts.push(self.logic.implies(*here, ascends));
            }
        }
        for (index, (_, earlier)) in members.iter().enumerate() {
            if let Value::Int(_) = earlier {
                break;
            }
            for (here, later) in &members[index + 1..] {
                let same = self.equal(earlier, later);
                let both = self.logic.and(&[*here, same]);
                self.facts.push(self.logic.not(both));
            }
        }
        Ok(self.set_of(element, members))
    }

    /// A mathematical integer, of which memory has room for those of a machine type.
    pub(super) fn math_input(&mut self, name: &str, present: Formula) -> IntExpr {
        let kind = match self.room.is_whole {
            true => IntTy::I128,
            false => IntTy::I64,
        };
        self.int_input(name, IntKind::Machine(kind), present)
    }

    /// The members, and one more where a contract says what becomes of values of the type parameter: a later
    /// state may be like none before. Ordered ones have their places, which leave no room for more.
    pub(super) fn with_further_member(
        &mut self,
        param: ParamId,
        sort: Sort,
        mut atoms: Vec<Atom>,
    ) -> Vec<Atom> {
        let info = self.program.types.param(param);
        if !info.changes || !self.room.is_whole {
            return atoms;
        }
        if info.ordered {
            let span = self.frames.last().map(|frame| frame.site);
            self.room.unseen.extend(span);
            return atoms;
        }
        let name = format!("{}{}", info.name.to_lowercase(), atoms.len());
        atoms.push(self.logic.atom(sort, name));
        self.sorts.params.insert(param, (sort, atoms.clone()));
        atoms
    }
}
