//! The numbers beyond those of the entry that matter to a quantifier over integers.
//!
//! A quantifier goes over the numbers that may come in. Code computes others, and what is said of a
//! variable may change at these: where it is compared with them. So while the body is run for each
//! number that may come in, what the variable is compared with is noted: for `i + 2 < n`, that two more
//! than `i` is compared with `n`. Between two such numbers, one of them less so much, nothing that is
//! said by comparing can change, so the body is run for these as well, and for their neighbours.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Formula, IntExpr, NodeId};

use super::number::Values;
use super::value::Value;
use super::{Abort, Encoder};
use crate::ir::Int;
use crate::ir::types::{IntTy, Ty, TyId};
use crate::span::Span;

/// A number of more values than this is not looked at value by value.
const FEW: usize = 64;

/// More members than this are not added to a quantifier.
const MOST_MEMBERS: usize = 4096;

/// What the variable of a quantifier is compared with.
pub(super) struct Recorder {
    /// Whether the variable has parts, rather than being a number.
    is_tuple: bool,
    /// The types of the variable, or of its parts, each with the numbers that are gone through.
    parts: Vec<(IntTy, Vec<Int>)>,
    /// The member at hand.
    at: Vec<Int>,
    /// By part, number, and how much more than the part it was compared with the number: the number,
    /// the part, and whether other parts have been so as well.
    seen: BTreeMap<(usize, NodeId, Int), (IntExpr, Int, bool)>,
}

impl Encoder<'_> {
    /// A recorder for a quantifier over a type, if it is one over integers.
    pub(super) fn recorder(&self, ty: TyId) -> Option<Recorder> {
        let types = &self.program.types;
        let part = |ty: TyId| match types.get(ty) {
            Ty::Int(int) => Some((*int, self.entry_values.of(*int)?)),
            _ => None,
        };
        let parts = match types.get(ty) {
            Ty::Tuple(parts) => parts
                .iter()
                .map(|ty| part(*ty))
                .collect::<Option<Vec<_>>>()?,
            _ => vec![part(ty)?],
        };
        Some(Recorder {
            is_tuple: matches!(types.get(ty), Ty::Tuple(_)),
            parts,
            at: Vec::new(),
            seen: BTreeMap::new(),
        })
    }

    /// Says which member the innermost recorder is at.
    pub(super) fn record_at(&mut self, member: &Value) {
        let parts = match member {
            Value::Struct(parts) => parts.to_vec(),
            _ => vec![member.clone()],
        };
        let mut at = Vec::new();
        for part in parts {
            if let Value::Int(number) = part {
                at.extend(self.constant(number));
            }
        }
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.at = at;
        }
    }

    /// The number, if it is the same in every instance.
    fn constant(&mut self, number: IntExpr) -> Option<Int> {
        match self.possible_values(number) {
            Values::Set(values) => match values.as_slice() {
                [one] => Some(*one),
                _ => None,
            },
            Values::Range(..) => None,
        }
    }

    /// Notes a comparison of two numbers.
    pub(super) fn record(&mut self, a: IntExpr, b: IntExpr) {
        if self.recorders.is_empty() {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            let Some(number) = self.constant(a) else {
                continue;
            };
            let innermost = self.recorders.len() - 1;
            for (index, recorder) in self.recorders.iter_mut().enumerate() {
                let alone = index == innermost && recorder.at.len() == 1;
                for (part, at) in recorder.at.iter().enumerate() {
                    let more = number.saturating_sub(*at);
                    if !alone && more != Int::ZERO {
                        // What is another variable looks like any number.
                        continue;
                    }
                    let key = (part, b.node(), more);
                    let seen = recorder.seen.entry(key).or_insert((b, *at, false));
                    seen.2 |= seen.1 != *at;
                }
            }
        }
    }

    /// The members that the innermost recorder, which is done, asks for.
    pub(super) fn critical_members(&mut self, span: Span) -> Result<Vec<(Formula, Value)>, Abort> {
        let Some(recorder) = self.recorders.pop() else {
            return Ok(Vec::new());
        };
        let mut all: Vec<Vec<Candidate>> = Vec::new();
        let yes = self.logic.truth();
        for (part, (int, known)) in recorder.parts.iter().enumerate() {
            let mut candidates: Vec<Candidate> = known
                .iter()
                .map(|value| (false, yes, self.logic.int(*value)))
                .collect();
            let mut numbers = BTreeSet::new();
            for ((of, _, more), (number, _, twice)) in &recorder.seen {
                if *of != part || !twice {
                    continue;
                }
                match self.possible_values(*number) {
                    Values::Set(values) if values.len() <= FEW => {
                        let values = values.into_iter().map(|value| value.saturating_sub(*more));
                        let values = values.filter(|value| known.binary_search(value).is_err());
                        numbers.extend(values.flat_map(|it| [it - Int::ONE, it, it + Int::ONE]));
                    }
                    _ => {
                        let logic = &self.logic;
                        for near in [-Int::ONE, Int::ZERO, Int::ONE] {
                            let number = logic.add(*number, logic.int(near - *more));
                            let fits = logic.and(&[
                                logic.int_le(logic.int(IntTy::min(*int)), number),
                                logic.int_le(number, logic.int(IntTy::max(*int))),
                            ]);
                            candidates.push((true, fits, number));
                        }
                    }
                }
            }
            let numbers = numbers.into_iter();
            let numbers =
                numbers.filter(|it| int.contains(*it) && known.binary_search(it).is_err());
            candidates.extend(numbers.map(|it| (true, yes, self.logic.int(it))));
            all.push(candidates);
        }
        if all.iter().flatten().all(|(is_new, ..)| !is_new) {
            return Ok(Vec::new());
        }
        let mut members: Vec<(bool, Vec<Formula>, Vec<Value>)> =
            vec![(false, Vec::new(), Vec::new())];
        for candidates in &all {
            if members.len() * candidates.len() > MOST_MEMBERS {
                return Err(self.unsupported("a quantifier over so many numbers", span));
            }
            members = members
                .iter()
                .flat_map(|(any_new, here, values)| {
                    candidates.iter().map(move |(is_new, fits, number)| {
                        let here = here.iter().copied().chain([*fits]).collect();
                        let values = values.iter().cloned().chain([Value::Int(*number)]);
                        (any_new | is_new, here, values.collect())
                    })
                })
                .collect();
        }
        let members = members.into_iter().filter(|(any_new, ..)| *any_new);
        let members = members.map(|(_, here, values)| {
            let value = match values.as_slice() {
                [one] if !recorder.is_tuple => one.clone(),
                _ => Value::Struct(values.into()),
            };
            (self.logic.and(&here), value)
        });
        Ok(members.collect())
    }
}

/// A number that a part of a member may be: whether it is a new one, and where it is a number of the
/// type.
type Candidate = (bool, Formula, IntExpr);
