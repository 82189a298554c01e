//! Quantifiers, comprehensions and walks over nodes: specification code run once a candidate.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::{Expr, Formula, IntExpr, Values};

use super::equal_across::Spot;
use super::layout::Path;
use super::state::{Exits, State};
use super::value::{ExtentId, SeqValue, SetValue, Targets, Value};
use super::{Abort, Encoder, Unwinding, UnwindingKind};
use crate::ir::types::{Ty, TyId};
use crate::ir::{
    Block, Comprehension, ComprehensionKind, Domain, Int, LocalId, Operand, Place, Proc, Reach,
    ReachKind,
};
use crate::span::Span;

/// Ranges of so many numbers are gone through without asking whether all of them are needed.
const FEW: Int = Int::new(16);

/// Of a range, so many numbers are looked at.
const MOST_NUMBERS: Int = Int::new(128);

/// Where the steps of a walk lead from each node that it may visit.
type Edges = BTreeMap<Spot, Targets>;

impl<'a> Encoder<'a> {
    pub(super) fn comprehend(
        &mut self,
        proc: &'a Proc,
        dst: LocalId,
        what: &'a Comprehension,
        state: State,
        span: Span,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let mut state = state;
        let members = self.domain(proc, &mut state, what, span)?;
        let Some(mut state) = self.settle(state, span, exits)? else {
            return Ok(None);
        };
        let mut results = Vec::new();
        for (here, member) in members {
            let mut inside = state.clone();
            inside.path = self.logic.and(&[inside.path, here]);
            let Some(inside) = self.feasible(inside) else {
                continue;
            };
            let path = inside.path;
            let value = self.run_spec(
                proc,
                &what.body,
                &what.value,
                (what.bound, member.clone()),
                inside,
                &mut state,
                exits,
            )?;
            // A member may be left out only if no input has it: a quantifier must not lose one.
            if value == Some(Value::Undef) && !self.is_infeasible(path) {
                return Err(self.internal("the value of a comprehension was never written"));
            }
            results.push((here, member, value.filter(|value| *value != Value::Undef)));
        }
        let result = self.collect(proc, dst, what.kind, results)?;
        self.write_place(proc, &mut state, &Place::local(dst), result)?;
        Ok(self.feasible(state))
    }

    /// Runs specification code with a variable bound, and forgets its effects. Where it panics, the
    /// surrounding statement does.
    #[expect(
        clippy::too_many_arguments,
        reason = "one call site shape, all of them needed"
    )]
    fn run_spec(
        &mut self,
        proc: &'a Proc,
        body: &'a Block,
        value: &'a Operand,
        (bound, member): (LocalId, Value),
        mut inside: State,
        around: &mut State,
        exits: &mut Exits,
    ) -> Result<Option<Value>, Abort> {
        self.write_place(proc, &mut inside, &Place::local(bound), member)?;
        let mut inner = Vec::new();
        let end = self.block(proc, body, inside, &mut inner)?;
        for (exit, state) in inner {
            let mut left = around.clone();
            left.path = state.path;
            around.path = self.logic.and(&[around.path, self.logic.not(state.path)]);
            exits.push((exit, left));
        }
        match end {
            Some(end) => {
                let value = self.operand(proc, &end, value)?;
                self.settle(end, proc.span, exits)?;
                Ok(Some(value))
            }
            None => Ok(None),
        }
    }

    /// The candidates of a domain, each with the condition under which it is a member.
    fn domain(
        &mut self,
        proc: &'a Proc,
        state: &mut State,
        what: &'a Comprehension,
        span: Span,
    ) -> Result<Vec<(Formula, Value)>, Abort> {
        match &what.domain {
            Domain::All => {
                let ty = proc.locals[what.bound].ty;
                let values = self.all_values(ty, proc)?;
                let yes = self.logic.truth();
                Ok(values.into_iter().map(|value| (yes, value)).collect())
            }
            Domain::Range(low, high) => {
                let (low, high) = (
                    self.operand(proc, state, low)?,
                    self.operand(proc, state, high)?,
                );
                let (Value::Int(low), Value::Int(high)) = (low, high) else {
                    return Ok(Vec::new());
                };
                let first = bounds(&self.possible_values(low)).0;
                let mut last = bounds(&self.possible_values(high)).1;
                if last.saturating_sub(first) > FEW {
                    last = self.end_within_reach(state, first, high).unwrap_or(last);
                }
                if last.saturating_sub(first) > MOST_NUMBERS {
                    // Inputs whose range goes further are not looked at; often there are none.
                    last = first.saturating_add(MOST_NUMBERS);
                    let logic = &self.logic;
                    let beyond =
                        logic.and(&[logic.int_lt(low, high), logic.int_lt(logic.int(last), high)]);
                    self.unwindings.push(Unwinding {
                        cut: self.logic.and(&[state.path, beyond]),
                        entered: !self.entry.is_empty(),
                        kind: UnwindingKind::Loop,
                        span,
                    });
                    state.path = self.logic.and(&[state.path, self.logic.not(beyond)]);
                }
                let mut members = Vec::new();
                let mut next = first;
                while next < last {
                    let number = self.logic.int(next);
                    let here = self.logic.and(&[
                        self.logic.int_le(low, number),
                        self.logic.int_lt(number, high),
                    ]);
                    members.push((here, Value::Int(number)));
                    next += Int::ONE;
                }
                Ok(members)
            }
            Domain::Members(collection) => Ok(match self.operand(proc, state, collection)? {
                Value::Set(set) => set.to_list(&self.logic),
                Value::Seq(seq) => self.seq_members(&seq),
                _ => Vec::new(),
            }),
        }
    }

    /// A number that no input in scope takes the end of a range beyond, if there is a near one: the
    /// length of a vector is any number by its type, and a small one by its invariant.
    fn end_within_reach(&mut self, state: &State, first: Int, high: IntExpr) -> Option<Int> {
        let mut room = FEW;
        while room < MOST_NUMBERS {
            let end = first.saturating_add(room);
            let beyond = self.logic.int_lt(self.logic.int(end), high);
            let beyond = self.logic.and(&[state.path, beyond]);
            if self.is_infeasible(beyond) {
                return Some(end);
            }
            room *= Int::from(4);
        }
        None
    }

    /// Every value of a type within scope.
    fn all_values(&mut self, ty: TyId, proc: &Proc) -> Result<Vec<Value>, Abort> {
        let types = &self.program.types;
        Ok(match types.get(ty) {
            Ty::Bool => vec![
                Value::Bool(self.logic.falsehood()),
                Value::Bool(self.logic.truth()),
            ],
            Ty::Int(int) => match self.entry_values.of(*int) {
                Some(values) => self.numbers(&values),
                None => {
                    let what = format!("a quantifier over all of {int}");
                    return Err(self.unsupported(&what, proc.span));
                }
            },
            Ty::Char => {
                let values = self.entry_values.of_char();
                self.numbers(&values)
            }
            Ty::Param(param) => {
                let atoms = self.sorts.params[param].1.iter();
                atoms
                    .map(|atom| Value::Member(self.logic.singleton(*atom)))
                    .collect()
            }
            Ty::Tuple(parts) => {
                let mut all = vec![Vec::new()];
                for part in parts.clone() {
                    let values = self.all_values(part, proc)?;
                    all = all
                        .into_iter()
                        .flat_map(|prefix: Vec<Value>| {
                            values.iter().map(move |value| {
                                let mut tuple = prefix.clone();
                                tuple.push(value.clone());
                                tuple
                            })
                        })
                        .collect();
                }
                all.into_iter()
                    .map(|parts| Value::Struct(parts.into()))
                    .collect()
            }
            _ => {
                let what = format!("a quantifier over the type {}", types.name(ty));
                return Err(self.unsupported(&what, proc.span));
            }
        })
    }

    fn numbers(&self, values: &[Int]) -> Vec<Value> {
        values
            .iter()
            .map(|value| Value::Int(self.logic.int(*value)))
            .collect()
    }

    fn collect(
        &mut self,
        proc: &'a Proc,
        dst: LocalId,
        kind: ComprehensionKind,
        results: Vec<(Formula, Value, Option<Value>)>,
    ) -> Result<Value, Abort> {
        // A candidate whose body never ends normally has no say: its paths have left.
        let results = results
            .into_iter()
            .filter_map(|(here, member, value)| value.map(|value| (here, member, value)));
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        for (here, member, value) in results {
            match kind {
                ComprehensionKind::MapToSet | ComprehensionKind::MapToSeq => {
                    values.push((here, value));
                }
                _ => {
                    let Value::Bool(holds) = value else {
                        return Err(self.internal("a comprehension over what is not a condition"));
                    };
                    conditions.push((here, holds));
                    values.push((self.logic.and(&[here, holds]), member));
                }
            }
        }
        let element = self.element_ty(proc.locals[dst].ty);
        let logic = &self.logic;
        Ok(match kind {
            ComprehensionKind::ForAll => {
                let all: Vec<Formula> = conditions
                    .iter()
                    .map(|(here, holds)| logic.implies(*here, *holds))
                    .collect();
                Value::Bool(logic.and(&all))
            }
            ComprehensionKind::Exists => {
                let any: Vec<Formula> = values.iter().map(|(here, _)| *here).collect();
                Value::Bool(logic.or(&any))
            }
            ComprehensionKind::Count => {
                let counted = values.iter().map(|(here, _)| self.one_if(*here));
                Value::Int(counted.fold(logic.int(0), |sum, part| logic.add(sum, part)))
            }
            ComprehensionKind::MapToSet | ComprehensionKind::FilterToSet => {
                Value::Set(self.set_of(element, values))
            }
            ComprehensionKind::MapToSeq | ComprehensionKind::FilterToSeq => {
                Value::Seq(self.seq_compact(values))
            }
        })
    }

    pub(super) fn reach(
        &mut self,
        proc: &'a Proc,
        dst: LocalId,
        reach: &'a Reach,
        state: State,
        span: Span,
        exits: &mut Exits,
    ) -> Result<Option<State>, Abort> {
        let start = self.operand(proc, &state, &reach.start)?;
        let Some(mut state) = self.settle(state, span, exits)? else {
            return Ok(None);
        };
        let start = self.option_targets(&start);
        let result = match reach.kind {
            ReachKind::Chain => Value::Seq(self.chain(proc, reach, start, &mut state, exits)?),
            ReachKind::ZeroOrMore | ReachKind::OneOrMore => {
                let edges = self.edges(proc, reach, &start, &mut state, exits)?;
                let first = match reach.kind {
                    ReachKind::OneOrMore => self.step(&start, &edges),
                    _ => start,
                };
                Value::Set(SetValue::Pointers(self.closure(first, &edges)))
            }
        };
        self.write_place(proc, &mut state, &Place::local(dst), result)?;
        Ok(self.feasible(state))
    }

    /// The target of an `Option<&Node>`, none if it is `None`; of a plain `&Node`, itself.
    fn option_targets(&self, value: &Value) -> Targets {
        match value {
            Value::Pointer(targets) => targets.clone(),
            Value::Enum { is, fields } => {
                let holder = fields.iter().zip(is.iter());
                let mut found = holder.filter_map(|(fields, here)| match fields.first() {
                    Some(Value::Pointer(targets)) => Some(targets.when(*here, &self.logic)),
                    _ => None,
                });
                found.next().unwrap_or_default()
            }
            _ => Targets::default(),
        }
    }

    /// For every node that the walk may visit: where its steps lead.
    fn edges(
        &mut self,
        proc: &'a Proc,
        reach: &'a Reach,
        start: &Targets,
        state: &mut State,
        exits: &mut Exits,
    ) -> Result<Edges, Abort> {
        let mut edges = Edges::new();
        let mut todo = self.spots(start);
        while let Some((_, node)) = todo.pop() {
            if edges.contains_key(&node) {
                continue;
            }
            let pointer = self.pointer_to(&node);
            let mut next = Targets::default();
            for (body, value) in &reach.steps {
                let member = Value::Pointer(pointer.clone());
                let inside = state.clone();
                let reached = self.run_spec(
                    proc,
                    body,
                    value,
                    (reach.node, member),
                    inside,
                    state,
                    exits,
                )?;
                if let Some(reached) = reached {
                    next = next.union(&self.option_targets(&reached), &self.logic);
                }
            }
            todo.extend(self.spots(&next));
            edges.insert(node, next);
        }
        Ok(edges)
    }

    pub(super) fn possible_atoms(&mut self, set: Expr) -> Vec<solver_bridge::Atom> {
        self.memory().possible_tuples(set).atoms().collect()
    }

    /// Where one step leads from a set of nodes.
    fn step(&self, from: &Targets, edges: &Edges) -> Targets {
        let logic = &self.logic;
        let mut to = Targets::default();
        let mut relations: BTreeMap<(ExtentId, Path, ExtentId, Path), Vec<Expr>> = BTreeMap::new();
        for (node, next) in edges {
            let pointer = self.pointer_to(node);
            for (region, atom) in &pointer.heap {
                if !from.heap.contains_key(region) {
                    continue;
                }
                for (target, objects) in &next.heap {
                    let key = (region.0, region.1.clone(), target.0, target.1.clone());
                    let edge = logic.product(*atom, *objects);
                    relations.entry(key).or_default().push(edge);
                }
            }
            let here = pointer.intersection(from, logic).is_some(logic);
            let known = !pointer.cells.is_empty();
            let rest = Targets {
                heap: match known {
                    true => next.heap.clone(),
                    false => BTreeMap::new(),
                },
                cells: next.cells.clone(),
                dangling: None,
            };
            to = to.union(&rest.when(here, logic), logic);
        }
        for ((extent, path, target, target_path), parts) in relations {
            let relation = logic.union_all(&parts);
            let objects = logic.image(from.heap[&(extent, path)], relation);
            to = to.union(&Targets::object(target, target_path, objects), logic);
        }
        to
    }

    /// Everything reached by zero or more steps.
    fn closure(&self, start: Targets, edges: &Edges) -> Targets {
        let mut all = start;
        for _ in 0..edges.len() {
            let more = all.union(&self.step(&all, edges), &self.logic);
            if more == all {
                break;
            }
            all = more;
        }
        all
    }

    fn chain(
        &mut self,
        proc: &'a Proc,
        reach: &'a Reach,
        start: Targets,
        state: &mut State,
        exits: &mut Exits,
    ) -> Result<SeqValue, Abort> {
        let mut items = Vec::new();
        let mut met = Targets::default();
        let mut at = start;
        let mut here = at.is_some(&self.logic);
        // A walk that meets no node twice is no longer than there are nodes to meet: after a write
        // through a cursor no circuit is small enough to show that it has come to its end.
        let mut nodes: BTreeSet<Spot> = BTreeSet::new();
        while !self.is_false(self.logic.and(&[state.path, here]))? {
            nodes.extend(self.spots(&at).into_iter().map(|(_, spot)| spot));
            if items.len() >= nodes.len() {
                break;
            }
            items.push((here, Value::Pointer(at.clone())));
            met = met.union(&at.when(here, &self.logic), &self.logic);
            let mut inside = state.clone();
            inside.path = self.logic.and(&[inside.path, here]);
            let mut next = Targets::default();
            for (body, value) in &reach.steps {
                let member = Value::Pointer(at.clone());
                let inside = inside.clone();
                let reached = self.run_spec(
                    proc,
                    body,
                    value,
                    (reach.node, member),
                    inside,
                    state,
                    exits,
                )?;
                if let Some(reached) = reached {
                    next = next.union(&self.option_targets(&reached), &self.logic);
                }
            }
            next = next.difference(&met, &self.logic);
            here = self.logic.and(&[here, next.is_some(&self.logic)]);
            if self.spots(&next).is_empty() {
                break;
            }
            at = next;
        }
        let logic = &self.logic;
        let len = items.iter().fold(logic.int(0), |sum, (here, _)| {
            logic.add(sum, self.one_if(*here))
        });
        Ok(SeqValue {
            len,
            items: items.into_iter().map(|(_, item)| item).collect(),
        })
    }
}

fn bounds(values: &Values) -> (Int, Int) {
    match values {
        Values::Set(values) => (
            values.first().copied().unwrap_or(Int::ZERO),
            values.last().copied().unwrap_or(Int::ZERO),
        ),
        Values::Range(low, high) => (*low, *high),
    }
}
