//! Walks over nodes: `reach`, `reach1` and `chain`.

use std::collections::{BTreeMap, BTreeSet};

use solver_bridge::Expr;

use super::equal_across::Spot;
use super::layout::Path;
use super::state::{Catch, Exits, State};
use super::value::{ExtentId, SeqValue, SetValue, Targets, Value};
use super::{Abort, Encoder};
use crate::ir::{LocalId, Place, Proc, Reach, ReachKind};
use crate::span::Span;

/// Where the steps of a walk lead from each node that it may visit.
type Edges = BTreeMap<Spot, Targets>;

impl<'a> Encoder<'a> {
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
    ///
    /// Which nodes it does visit is known only when all steps are. So what goes wrong in a step counts
    /// in a second round, and only of the nodes that are met.
    fn edges(
        &mut self,
        proc: &'a Proc,
        reach: &'a Reach,
        start: &Targets,
        state: &mut State,
        exits: &mut Exits,
    ) -> Result<Edges, Abort> {
        let mark = self.effects();
        let (mut tried, mut failed) = (state.clone(), Exits::new());
        let mut edges = Edges::new();
        let mut todo = self.spots(start);
        self.catches.push(Catch::Note);
        while let Some((_, node)) = todo.pop() {
            if edges.contains_key(&node) {
                continue;
            }
            let pointer = self.pointer_to(&node);
            let inside = state.clone();
            let next = self.steps(proc, reach, pointer, &inside, &mut tried, &mut failed)?;
            todo.extend(self.spots(&next));
            edges.insert(node, next);
        }
        self.catches.pop();
        if failed.is_empty() && self.effects() == mark {
            return Ok(edges);
        }
        self.forget(mark);
        let met = self.closure(start.clone(), &edges);
        for node in edges.keys() {
            let pointer = self.pointer_to(node);
            let here = pointer.intersection(&met, &self.logic).is_some(&self.logic);
            let mut inside = state.clone();
            inside.path = self.logic.and(&[inside.path, here]);
            if let Some(inside) = self.feasible(inside) {
                self.steps(proc, reach, pointer, &inside, state, exits)?;
            }
        }
        Ok(edges)
    }

    /// Where the steps lead from a node.
    fn steps(
        &mut self,
        proc: &'a Proc,
        reach: &'a Reach,
        from: Targets,
        inside: &State,
        around: &mut State,
        exits: &mut Exits,
    ) -> Result<Targets, Abort> {
        let mut next = Targets::default();
        for (body, value) in &reach.steps {
            let member = (reach.node, Value::Pointer(from.clone()));
            let inside = inside.clone();
            let reached = self.run_spec(proc, body, value, member, inside, around, exits)?;
            if let Some(reached) = reached {
                next = next.union(&self.option_targets(&reached), &self.logic);
            }
        }
        Ok(next)
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
            let mut next = self.steps(proc, reach, at.clone(), &inside, state, exits)?;
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
