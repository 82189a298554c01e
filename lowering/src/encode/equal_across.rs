//! Equality by content between a value as it was and one as it is, looking into two heaps at once.
//!
//! Two objects are compared once, however many paths lead to the pair, so that comparing trees costs
//! the product of their sizes and not of their numbers of paths.

use std::collections::BTreeMap;

use solver_bridge::{Formula, IntExpr};

use super::layout::{Path, element_step};
use super::state::{Snapshot, State};
use super::value::{CellId, ExtentId, Targets, Value};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::Int;
use crate::ir::types::{Compared, Ty, TyId, VariantIdx};
use crate::span::Span;

/// A single location, as a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    Object(ExtentId, Path, solver_bridge::Atom),
    Cell(CellId, Path),
}

/// The pairs of locations compared so far; `None` while a comparison is under way.
type Pairs = BTreeMap<(Spot, Spot), Option<Formula>>;

impl<'a> Encoder<'a> {
    /// Whether `then`, looked into as of `before`, equals `now`, looked into in the state.
    pub(super) fn equal_across(
        &mut self,
        state: &State,
        before: &Snapshot,
        (then, now): (&Value, &Value),
        ty: TyId,
        span: Span,
    ) -> Result<Formula, Abort> {
        let mut past = state.clone();
        past.exchange(before.clone());
        let mut across = Across {
            past: &past,
            present: state,
            compared: Pairs::new(),
            span,
        };
        let asked = self.pending.len();
        let same = self.same_content(&mut across, then, now, ty);
        // Elements beyond the length are looked at only to be left out.
        self.pending.truncate(asked);
        same
    }

    fn same_content(
        &mut self,
        across: &mut Across<'_>,
        then: &Value,
        now: &Value,
        ty: TyId,
    ) -> Result<Formula, Abort> {
        let program = self.program;
        let types = &program.types;
        match (types.get(ty), then, now) {
            (Ty::Ref { to, .. } | Ty::Box(to), Value::Pointer(then), Value::Pointer(now)) => {
                self.same_target(across, then, now, *to)
            }
            (
                Ty::Ref { to, .. } | Ty::Box(to),
                Value::Slice { first, len },
                Value::Slice {
                    first: first_now,
                    len: len_now,
                },
            ) => {
                let element = types.slice_element(*to).unwrap_or(*to);
                let (len, len_now) = (*len, *len_now);
                let mut all = vec![self.logic.int_eq(len, len_now)];
                for index in 0..self.longest(len).min(self.longest(len_now)) {
                    let index = self.logic.int(Int::from(index as u64));
                    let here = self.logic.int_lt(index, len);
                    let (past, present) = (across.past, across.present);
                    let then = self.offset(past, first, index, across.span)?;
                    let now = self.offset(present, first_now, index, across.span)?;
                    let same = self.same_target(across, &then, &now, element)?;
                    all.push(self.logic.implies(here, same));
                }
                Ok(self.logic.and(&all))
            }
            (
                Ty::Maybe(value_ty),
                Value::Maybe { init, value },
                Value::Maybe {
                    init: init_now,
                    value: value_now,
                },
            ) => {
                let same = self.same_content(across, value, value_now, *value_ty)?;
                let logic = &self.logic;
                Ok(logic.and(&[logic.iff(*init, *init_now), logic.implies(*init, same)]))
            }
            (Ty::Buffer(_), ..) => {
                let name = types.name(ty);
                let what = format!("a comparison of values of type {name}");
                Err(self.unsupported(&what, across.span))
            }
            (Ty::Adt(adt), Value::Struct(then), Value::Struct(now))
                if types.adt(*adt).compared != Compared::ByFields =>
            {
                let fields = types.field_types(ty, VariantIdx::from_index(0));
                if types.adt(*adt).compared == Compared::UnlessSet {
                    for flag in [then, now] {
                        if let [Value::Bool(flag)] = flag[..]
                            && program.formats
                            && !self.is_false(flag)?
                        {
                            let what = "a comparison of text that may have been formatted";
                            return Err(self.unsupported(what, across.span));
                        }
                    }
                    return Ok(self.logic.truth());
                }
                if let Compared::InAnyOrder(row) = types.adt(*adt).compared {
                    let row = row.index();
                    return self.same_members(across, &then[row], &now[row], fields[row]);
                }
                let Compared::ByRun(buffer, len) = types.adt(*adt).compared else {
                    let name = types.name(ty);
                    let what = format!("a comparison of values of type {name} by content");
                    return Err(self.unsupported(&what, across.span));
                };
                let (buffer, len) = (buffer.index(), len.index());
                match (&then[buffer], &then[len], &now[buffer], &now[len]) {
                    (
                        Value::Pointer(then),
                        Value::Int(then_len),
                        Value::Pointer(now),
                        Value::Int(now_len),
                    ) => self.same_run(across, (then, *then_len), (now, *now_len), fields[buffer]),
                    // What was never written is of no interest.
                    _ => Ok(self.logic.truth()),
                }
            }
            (_, Value::Struct(then), Value::Struct(now)) => {
                let fields = types.field_types(ty, VariantIdx::from_index(0));
                let mut all = Vec::new();
                for ((then, now), ty) in then.iter().zip(now.iter()).zip(fields) {
                    all.push(self.same_content(across, then, now, ty)?);
                }
                Ok(self.logic.and(&all))
            }
            (
                _,
                Value::Enum { is, fields },
                Value::Enum {
                    is: is_now,
                    fields: fields_now,
                },
            ) => {
                let mut any = Vec::new();
                for (index, (here, there)) in is.iter().zip(is_now.iter()).enumerate() {
                    let mut all = vec![*here, *there];
                    if self.is_false(self.logic.and(&all))? {
                        continue;
                    }
                    let tys = types.field_types(ty, VariantIdx::from_index(index));
                    let pairs = fields[index].iter().zip(fields_now[index].iter());
                    for ((then, now), ty) in pairs.zip(tys) {
                        all.push(self.same_content(across, then, now, ty)?);
                    }
                    any.push(self.logic.and(&all));
                }
                Ok(self.logic.or(&any))
            }
            _ => Ok(self.equal(then, now)),
        }
    }

    /// Whether the first slots of two buffers hold equal values, and it is as many of each.
    fn same_run(
        &mut self,
        across: &mut Across<'_>,
        (then, then_len): (&Targets, IntExpr),
        (now, now_len): (&Targets, IntExpr),
        buffer_ty: TyId,
    ) -> Result<Formula, Abort> {
        let program = self.program;
        let Ty::Buffer(element) = *program.types.get(buffer_ty) else {
            return Err(self.unsupported("a comparison of these buffers", across.span));
        };
        let Some(slot_ty) = program.types.lookup(&Ty::Maybe(element)) else {
            return Err(self.unsupported("a comparison of these buffers", across.span));
        };
        let (past, present) = (across.past, across.present);
        let mut all = vec![self.logic.int_eq(then_len, now_len)];
        for at in 0..self.slots_met(then).max(self.slots_met(now)) {
            let here = self
                .logic
                .int_lt(self.logic.int(Int::from(at as u64)), then_len);
            let here = self.logic.and(&[here, all[0]]);
            if self.is_false(here)? {
                break;
            }
            let then = self.slots_at(then, element, at);
            let now = self.slots_at(now, element, at);
            let old = self.load(past, &then, slot_ty).part(&[element_step(0)]);
            let new = self.load(present, &now, slot_ty).part(&[element_step(0)]);
            let same = self.same_content(across, &old, &new, element)?;
            all.push(self.logic.implies(here, same));
        }
        Ok(self.logic.and(&all))
    }

    /// Whether the same values are in two rows, each as many times: those of the one take, one after the other,
    /// the first equal one of the other that has not been taken.
    fn same_members(
        &mut self,
        across: &mut Across<'_>,
        then: &Value,
        now: &Value,
        row_ty: TyId,
    ) -> Result<Formula, Abort> {
        let (past, present) = (across.past, across.present);
        let (Some(then), Some(now)) = (
            self.members_of_row(past, then, row_ty)?,
            self.members_of_row(present, now, row_ty)?,
        ) else {
            let what = "a comparison of these buffers";
            return Err(self.unsupported(what, across.span));
        };
        let mut all = vec![self.logic.int_eq(then.len, now.len)];
        let mut taken = vec![self.logic.falsehood(); now.members.len()];
        for (here, old) in &then.members {
            let mut found = self.logic.falsehood();
            for ((there, new), taken) in now.members.iter().zip(&mut taken) {
                let same = self.same_content(across, old, new, then.element)?;
                let logic = &self.logic;
                let (free, open) = (logic.not(*taken), logic.not(found));
                let takes = logic.and(&[*here, *there, same, free, open]);
                *taken = logic.or(&[*taken, takes]);
                found = logic.or(&[found, takes]);
            }
            all.push(self.logic.implies(*here, found));
        }
        Ok(self.logic.and(&all))
    }

    /// The values of a row, each where there are so many; nothing of what is no row.
    fn members_of_row(
        &mut self,
        state: &State,
        row: &Value,
        ty: TyId,
    ) -> Result<Option<Members>, Abort> {
        let program = self.program;
        let types = &program.types;
        let (Ty::Adt(adt), Value::Struct(fields)) = (types.get(ty), row) else {
            return Ok(None);
        };
        let Compared::ByRun(buffer, len) = types.adt(*adt).compared else {
            return Ok(None);
        };
        let buffer_ty = types.field_types(ty, VariantIdx::from_index(0))[buffer.index()];
        let (Value::Pointer(buffer), Value::Int(len)) =
            (&fields[buffer.index()], &fields[len.index()])
        else {
            return Ok(None);
        };
        let Ty::Buffer(element) = *types.get(buffer_ty) else {
            return Ok(None);
        };
        let Some(slot_ty) = types.lookup(&Ty::Maybe(element)) else {
            return Ok(None);
        };
        let mut members = Vec::new();
        for at in 0..self.slots_met(buffer) {
            let position = self.logic.int(Int::from(at as u64));
            let here = self.logic.int_lt(position, *len);
            if self.is_false(here)? {
                break;
            }
            let slot = self.slots_at(buffer, element, at);
            let value = self.load(state, &slot, slot_ty).part(&[element_step(0)]);
            members.push((here, value));
        }
        Ok(Some(Members {
            element,
            len: *len,
            members,
        }))
    }

    fn same_target(
        &mut self,
        across: &mut Across<'_>,
        then: &Targets,
        now: &Targets,
        ty: TyId,
    ) -> Result<Formula, Abort> {
        let spots = self.spots(then);
        let spots_now = self.spots(now);
        let mut any = Vec::new();
        for (here, spot) in &spots {
            for (there, spot_now) in &spots_now {
                let both = self.logic.and(&[*here, *there]);
                if self.is_false(both)? {
                    continue;
                }
                let same = self.same_spot(across, spot, spot_now, ty)?;
                any.push(self.logic.and(&[both, same]));
            }
        }
        Ok(self.logic.or(&any))
    }

    fn same_spot(
        &mut self,
        across: &mut Across<'_>,
        then: &Spot,
        now: &Spot,
        ty: TyId,
    ) -> Result<Formula, Abort> {
        let key = (then.clone(), now.clone());
        match across.compared.get(&key) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => {
                return Err(self.unsupported("a comparison of cyclic structures", across.span));
            }
            None => {}
        }
        across.compared.insert(key.clone(), None);
        let (past, present) = (across.past, across.present);
        let old = self.load(past, &self.pointer_to(then), ty);
        let new = self.load(present, &self.pointer_to(now), ty);
        let same = self.same_content(across, &old, &new, ty)?;
        across.compared.insert(key, Some(same));
        Ok(same)
    }

    /// A pointer to a known location.
    pub(super) fn pointer_to(&self, spot: &Spot) -> Targets {
        match spot {
            Spot::Object(extent, path, atom) => {
                Targets::object(*extent, path.clone(), self.logic.singleton(*atom))
            }
            Spot::Cell(cell, path) => Targets::cell(*cell, path.clone(), self.logic.truth()),
        }
    }

    /// The locations that may be among these, each with the condition under which it is.
    pub(super) fn spots(&mut self, targets: &Targets) -> Vec<(Formula, Spot)> {
        let mut spots = Vec::new();
        for ((extent, path), objects) in &targets.heap {
            for atom in self.possible_atoms(*objects) {
                let here = self.logic.subset(self.logic.singleton(atom), *objects);
                spots.push((here, Spot::Object(*extent, path.clone(), atom)));
            }
        }
        for ((cell, path), here) in &targets.cells {
            if *here != self.logic.falsehood() {
                spots.push((*here, Spot::Cell(*cell, path.clone())));
            }
        }
        spots
    }
}

/// What is in a row.
struct Members {
    element: TyId,
    len: IntExpr,
    members: Vec<(Formula, Value)>,
}

struct Across<'s> {
    past: &'s State,
    present: &'s State,
    compared: Pairs,
    span: Span,
}
