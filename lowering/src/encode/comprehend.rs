//! Quantifiers and comprehensions: specification code run once a candidate.

use std::rc::Rc;

use solver_bridge::{Expr, Formula, IntExpr};

use super::heap::ExtentKind;
use super::state::{Exits, State};
use super::value::{Targets, Value};
use super::{Abort, Encoder, Unwinding, UnwindingKind};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, Variant};
use crate::ir::{
    Block, Comprehension, ComprehensionKind, Domain, Int, LocalId, Operand, Place, Proc,
};
use crate::span::Span;

/// Ranges of so many numbers are gone through without asking whether all of them are needed.
const FEW: Int = Int::new(16);

/// Of a type, so many values are gone through.
const MOST_VALUES: usize = 4096;

/// Of a range, so many numbers are looked at.
const MOST_NUMBERS: Int = Int::new(256);

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
        let recorder = match what.domain {
            Domain::All => self.recorder(proc.locals[what.bound].ty),
            _ => None,
        };
        let records = recorder.is_some();
        self.recorders.extend(recorder);
        let mut results = Vec::new();
        for (here, member) in members {
            if records {
                self.record_at(&member);
            }
            self.ask_member(proc, what, (here, member), &mut state, exits, &mut results)?;
        }
        if records {
            for member in self.critical_members(span)? {
                self.ask_member(proc, what, member, &mut state, exits, &mut results)?;
            }
        }
        let result = self.collect(proc, dst, what.kind, results)?;
        self.write_place(proc, &mut state, &Place::local(dst), result)?;
        Ok(self.feasible(state))
    }

    /// Runs the body of a comprehension for one candidate.
    fn ask_member(
        &mut self,
        proc: &'a Proc,
        what: &'a Comprehension,
        (here, member): (Formula, Value),
        state: &mut State,
        exits: &mut Exits,
        results: &mut Vec<(Formula, Value, Option<Value>)>,
    ) -> Result<(), Abort> {
        let mut inside = state.clone();
        inside.path = self.logic.and(&[inside.path, here]);
        let Some(inside) = self.feasible(inside) else {
            return Ok(());
        };
        let path = inside.path;
        let value = self.run_spec(
            proc,
            &what.body,
            &what.value,
            (what.bound, member.clone()),
            inside,
            state,
            exits,
        )?;
        // A member may be left out only if no input has it: a quantifier must not lose one.
        if value == Some(Value::Undef) {
            let what = "the value of a comprehension was never written";
            if self.leave_unwritten(path, what, proc.span)? {
                state.path = self.logic.and(&[state.path, self.logic.not(path)]);
            }
        }
        results.push((here, member, value.filter(|value| *value != Value::Undef)));
        Ok(())
    }

    /// Runs specification code with a variable bound, and forgets its effects. Where it panics, the
    /// surrounding statement does.
    #[expect(
        clippy::too_many_arguments,
        reason = "one call site shape, all of them needed"
    )]
    pub(super) fn run_spec(
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
                if let Ty::Ref { to, .. } = self.program.types.get(ty) {
                    return self.all_nodes(*to, state, span);
                }
                let values = self.all_values(ty, span)?;
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
                let first = self.possible_values(low).bounds().0;
                let mut last = self.possible_values(high).bounds().1;
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

    /// Every object of a type that there is in a state, each with the condition under which it is
    /// there.
    fn all_nodes(
        &mut self,
        node: TyId,
        state: &State,
        span: Span,
    ) -> Result<Vec<(Formula, Value)>, Abort> {
        let types = &self.program.types;
        for extent in self.sorts.extents.values() {
            let whole = extent.kind == ExtentKind::Objects && extent.ty == node;
            if !whole && types.has_part(extent.ty, node) {
                let (node, owner) = (types.name(node), types.name(extent.ty));
                let what =
                    format!("a quantifier over every {node}, some of them parts of a {owner}");
                return Err(self.unsupported(&what, span));
            }
        }
        let Some(extent) = self.sorts.extent_of.get(&node).copied() else {
            return Ok(Vec::new());
        };
        let data = self.sorts.extents[extent].clone();
        let exists = self.exists.get(&extent).cloned().unwrap_or_default();
        let (freed, made) = (
            state.heap.freed[extent.index()],
            state.heap.made[extent.index()],
        );
        let logic = &self.logic;
        let mut nodes = Vec::new();
        let came_in = data.entry.iter().zip(exists);
        let new = data.fresh.iter().map(|atom| {
            let atom_set = logic.singleton(*atom);
            (atom, logic.subset(atom_set, made))
        });
        for (atom, here) in came_in.chain(new) {
            let object = logic.singleton(*atom);
            let ended = logic.subset(object, freed);
            let here = logic.and(&[here, logic.not(ended)]);
            let node = Targets::object(extent, Rc::from([]), object);
            nodes.push((here, Value::Pointer(node)));
        }
        Ok(nodes)
    }

    /// Every value of a type within scope.
    fn all_values(&mut self, ty: TyId, span: Span) -> Result<Vec<Value>, Abort> {
        let types = &self.program.types;
        let values = match types.get(ty).clone() {
            Ty::Bool => vec![
                Value::Bool(self.logic.falsehood()),
                Value::Bool(self.logic.truth()),
            ],
            Ty::Int(int) => match self.entry_values.of(int) {
                Some(values) => self.numbers(&values),
                None => {
                    let what = format!("a quantifier over all of {int}");
                    return Err(self.unsupported(&what, span));
                }
            },
            Ty::Char => match self.entry_values.of_char() {
                Some(values) => self.numbers(&values),
                None => return Err(self.unsupported("a quantifier over all of char", span)),
            },
            Ty::Param(param) => {
                let atoms = self.sorts.params[&param].1.iter();
                atoms
                    .map(|atom| Value::Member(self.logic.singleton(*atom)))
                    .collect()
            }
            Ty::Tuple(parts) => {
                let products = self.products(&parts, span)?;
                let structs = products.into_iter();
                structs.map(|parts| Value::Struct(parts.into())).collect()
            }
            Ty::Adt(adt) => {
                let variants = types.adt(adt).variants.values();
                let fields = |variant: &Variant| -> Vec<TyId> {
                    variant.fields.values().map(|field| field.ty).collect()
                };
                let variants: Vec<Vec<TyId>> = variants.map(fields).collect();
                let mut all = Vec::new();
                for (variant, fields) in variants.iter().enumerate() {
                    let products = self.products(fields, span)?.into_iter();
                    all.extend(products.map(|parts| self.aggregate(ty, variant, parts)));
                }
                all
            }
            _ => {
                let what = format!("a quantifier over the type {}", types.name(ty));
                return Err(self.unsupported(&what, span));
            }
        };
        if values.len() > MOST_VALUES {
            let what = format!(
                "a quantifier over the {} values of {}",
                values.len(),
                self.program.types.name(ty)
            );
            return Err(self.unsupported(&what, span));
        }
        Ok(values)
    }

    /// Every way to choose a value for each part.
    fn products(&mut self, parts: &[TyId], span: Span) -> Result<Vec<Vec<Value>>, Abort> {
        let mut all = vec![Vec::new()];
        for part in parts {
            let values = self.all_values(*part, span)?;
            if all.len() * values.len() > MOST_VALUES {
                let what = "a quantifier over more values than can be gone through";
                return Err(self.unsupported(what, span));
            }
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
        Ok(all)
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

    pub(super) fn possible_atoms(&mut self, set: Expr) -> Vec<solver_bridge::Atom> {
        self.memory().possible_tuples(set).atoms().collect()
    }
}
