//! Numbers, tags, booleans and members of the pre-state, and which of them a counterexample prefers.

use std::collections::BTreeMap;

use solver_bridge::{Atom, BIT, Expr, Formula, INT, IntExpr, Sort, TupleSet};

use super::Encoder;
use super::entry::tuples;
use super::heap::{ExtentKind, Heap, LeafValue, stored_bits};
use super::layout::{IntKind, LeafKind, element_step};
use super::narrow::Told;
use super::value::ExtentId;
use crate::ir::Int;
use crate::ir::types::ParamId;

/// Which members of type parameters have been met in the pre-state, place by place.
#[derive(Default)]
pub(super) struct MembersMet(BTreeMap<ParamId, Met>);

#[derive(Default)]
struct Met {
    /// How many places there were.
    places: usize,
    /// Of each member whether it is at one of them.
    each: Vec<Formula>,
}

impl Encoder<'_> {
    /// Numbers, tags, booleans and members of all objects of an extent.
    pub(super) fn declare_leaves(&mut self, extent: ExtentId, heap: &mut Heap) {
        let data = self.sorts.extents[extent].clone();
        let is_counted = data.kind == ExtentKind::Objects && self.is_counted(data.ty);
        let counts = [element_step(0), element_step(1)];
        for (index, leaf) in data.leaves.iter().enumerate() {
            if is_counted && counts.iter().any(|count| *leaf.path == [*count]) {
                // How many pointers lead to it is known when all have been met.
                continue;
            }
            if data.kind == ExtentKind::Slots && leaf.kind == LeafKind::Init && leaf.path.is_empty()
            {
                // Which slots hold values is said with their buffers. Free bits that nothing reads would
                // multiply the states that are enumerated.
                continue;
            }
            let name = format!("{}.{}", data.name, self.path_name(data.ty, &leaf.path));
            let value = match leaf.kind {
                LeafKind::Pointer { .. } | LeafKind::Buffer { .. } | LeafKind::Len => continue,
                LeafKind::Bool | LeafKind::Init => {
                    let rows = data.entry.iter().map(|atom| vec![*atom]).collect();
                    // Where facts say what they are without an object, that can be told as well: in slots
                    // without a value and objects of knots they are pinned, and that a counted value is
                    // there goes with its owners.
                    let is_said = data.kind == ExtentKind::Slots
                        || self.knot_of(extent).is_some()
                        || (is_counted && leaf.kind == LeafKind::Init);
                    let told = match is_said {
                        true => Told::Where(self.logic.truth()),
                        false => Told::Leaf(extent, index),
                    };
                    let set = self.declare_entry(name, &[data.sort], None, rows, told);
                    for atom in &data.entry {
                        let here = self.logic.subset(self.logic.singleton(*atom), set);
                        self.measures.push(self.one_if(here));
                    }
                    LeafValue::Bool(set)
                }
                LeafKind::Int(kind) => self.int_leaf(name, (extent, index), kind),
                LeafKind::Tag(adt) => {
                    let (sort, atoms) = self.sorts.tags[&adt].clone();
                    LeafValue::Symbol(self.symbol_leaf(name, (extent, index), sort, &atoms))
                }
                LeafKind::Member(param) => {
                    LeafValue::Symbol(self.member_leaf(name, (extent, index), param))
                }
            };
            let value = match data.kind {
                ExtentKind::Slots => self.number_labels(extent, index, value),
                _ => value,
            };
            heap.set_leaf(extent, index, value);
        }
    }

    fn int_leaf(
        &mut self,
        name: String,
        (extent, leaf): (ExtentId, usize),
        kind: IntKind,
    ) -> LeafValue {
        let data = self.sorts.extents[extent].clone();
        self.count_places(kind, data.entry.len());
        if let Some(values) = self.entry_numbers(kind) {
            let atoms: Vec<Atom> = values
                .iter()
                .map(|value| self.logic.int_atom(*value))
                .collect();
            let rel = self.function(name, (extent, leaf), INT, &atoms);
            for atom in &data.entry {
                let number = self.logic.image(self.logic.singleton(*atom), rel);
                self.measure_number(number, &values);
            }
            return LeafValue::Atoms(rel);
        }
        let (width, _) = stored_bits(kind);
        let bits: Vec<Atom> = (0..width).map(|bit| self.logic.bit_atom(bit)).collect();
        let rows = pairs(&data.entry, &bits);
        let upper = tuples(&[data.sort, BIT], rows);
        let lower = TupleSet::empty(vec![data.sort, BIT]);
        let rel = self.logic.relation(name, &[data.sort, BIT], lower, upper);
        let leaf = LeafValue::Bits(self.logic.rel(rel));
        for atom in &data.entry {
            let one = self.logic.singleton(*atom);
            if let Some(number) = self.memory().number_of(&leaf, one, kind) {
                self.keep_to_kind(number, kind);
            }
        }
        leaf
    }

    fn symbol_leaf(
        &mut self,
        name: String,
        (extent, leaf): (ExtentId, usize),
        sort: Sort,
        atoms: &[Atom],
    ) -> Expr {
        let rel = self.function(name, (extent, leaf), sort, atoms);
        for object in self.sorts.extents[extent].entry.clone() {
            let symbol = self.logic.image(self.logic.singleton(object), rel);
            self.measure_symbol(symbol, atoms);
        }
        rel
    }

    /// Members of a type parameter, one in each object.
    fn member_leaf(
        &mut self,
        name: String,
        (extent, leaf): (ExtentId, usize),
        param: ParamId,
    ) -> Expr {
        let (sort, atoms) = self.sorts.params[&param].clone();
        let objects = self.sorts.extents[extent].entry.clone();
        let mut rows = Vec::new();
        for (index, object) in objects.iter().enumerate() {
            let allowed = self.allowed_members(param, index, &atoms);
            rows.extend(allowed.iter().map(|atom| vec![*object, *atom]));
        }
        let columns = [self.sorts.extents[extent].sort, sort];
        let told = match self.program.types.param(param).ordered {
            true => Told::Leaf(extent, leaf),
            // Members are met in an order, also at places that are not there.
            false => Told::Where(self.logic.truth()),
        };
        let rel = self.declare_entry(name, &columns, Some(1), rows, told);
        for object in objects {
            let member = self.logic.image(self.logic.singleton(object), rel);
            self.measure_symbol(member, &atoms);
            self.meet_member(param, member, &atoms);
        }
        rel
    }

    /// A member of a type parameter as an argument, or a part of one; or one that is chosen on the way. The
    /// latter may be any: what an unknown function gives for a member goes with that member.
    pub(super) fn member_input(&mut self, name: &str, param: ParamId, told: Formula) -> Expr {
        let (sort, atoms) = self.sorts.params[&param].clone();
        if !self.declaring {
            let atoms = self.with_further_member(param, sort, atoms);
            return self.choice_of(name, sort, &atoms, told);
        }
        let allowed = self.allowed_members(param, 0, &atoms);
        let told = match self.program.types.param(param).ordered {
            true => told,
            false => self.logic.truth(),
        };
        let member = self.choice_of(name, sort, allowed, told);
        self.meet_member(param, member, &atoms);
        member
    }

    /// The members that may be at the place that comes after so many more.
    fn allowed_members<'m>(&self, param: ParamId, more: usize, atoms: &'m [Atom]) -> &'m [Atom] {
        if self.program.types.param(param).ordered {
            return atoms;
        }
        let places = self.members_met.0.get(&param).map_or(0, |met| met.places);
        &atoms[..atoms.len().min(places + more + 1)]
    }

    /// Says that a member is one that has been met, or the next: nothing tells those of a type parameter
    /// apart but whether they are equal, unless they are ordered.
    fn meet_member(&mut self, param: ParamId, member: Expr, atoms: &[Atom]) {
        if self.program.types.param(param).ordered {
            return;
        }
        let met = self.members_met.0.entry(param).or_default();
        met.places += 1;
        let logic = &self.logic;
        met.each.resize(atoms.len(), logic.falsehood());
        let is = |atom: &Atom| logic.subset(logic.singleton(*atom), member);
        for (at, atom) in atoms.iter().enumerate().skip(1) {
            let known = logic.or(&[logic.not(is(atom)), met.each[at - 1]]);
            self.facts.push(known);
        }
        for (met, atom) in met.each.iter_mut().zip(atoms) {
            *met = logic.or(&[*met, is(atom)]);
        }
    }

    /// A leaf that has one of the values in every object of the pre-state.
    fn function(
        &mut self,
        name: String,
        (extent, leaf): (ExtentId, usize),
        to: Sort,
        values: &[Atom],
    ) -> Expr {
        let data = &self.sorts.extents[extent];
        let (columns, rows) = ([data.sort, to], pairs(&data.entry, values));
        self.declare_entry(name, &columns, Some(1), rows, Told::Leaf(extent, leaf))
    }

    /// One of the atoms; which one can be told where the condition holds.
    pub(super) fn choice_of(
        &mut self,
        name: &str,
        sort: Sort,
        atoms: &[Atom],
        told: Formula,
    ) -> Expr {
        let rows = atoms.iter().map(|atom| vec![*atom]).collect();
        let told = Told::Where(told);
        let one = self.declare_entry(name.to_owned(), &[sort], Some(0), rows, told);
        self.measure_symbol(one, atoms);
        one
    }

    pub(super) fn int_input(&mut self, name: &str, kind: IntKind, told: Formula) -> IntExpr {
        self.count_places(kind, 1);
        if let Some(values) = self.entry_numbers(kind) {
            return self.one_of(name, &values, told);
        }
        let (width, signed) = stored_bits(kind);
        let number = self.free_bits(name, width, signed);
        self.keep_to_kind(number, kind);
        let negative = self.logic.int_lt(number, self.logic.int(0));
        let magnitude = self.logic.neg(number);
        let magnitude = self.logic.int_ite(negative, magnitude, number);
        self.measures.extend([magnitude, self.one_if(negative)]);
        number
    }

    /// One of a few numbers.
    pub(super) fn one_of(&mut self, name: &str, values: &[Int], told: Formula) -> IntExpr {
        let atoms: Vec<Atom> = values
            .iter()
            .map(|value| self.logic.int_atom(*value))
            .collect();
        let rows = atoms.iter().map(|atom| vec![*atom]).collect();
        let told = Told::Where(told);
        let number = self.declare_entry(name.to_owned(), &[INT], Some(0), rows, told);
        self.measure_number(number, values);
        self.logic.value_of(number)
    }

    /// Any number of so many bits.
    pub(super) fn free_bits(&self, name: &str, width: u32, signed: bool) -> IntExpr {
        let bits: Vec<Atom> = (0..width).map(|bit| self.logic.bit_atom(bit)).collect();
        let upper = TupleSet::unary(BIT, bits);
        let rel = self
            .logic
            .relation(name, &[BIT], TupleSet::empty(vec![BIT]), upper);
        self.logic.from_bits(self.logic.rel(rel), width, signed)
    }

    /// A `char` is not any number of its bits, and of a machine integer a wide window may come in.
    fn keep_to_kind(&mut self, number: IntExpr, kind: IntKind) {
        if let IntKind::Machine(int) = kind
            && let Some((low, high, others)) = self.entry_values.wide(int)
        {
            let logic = &self.logic;
            let inside = logic.and(&[
                logic.int_le(logic.int(low), number),
                logic.int_le(number, logic.int(high)),
            ]);
            let others = others.into_iter();
            let mut any: Vec<Formula> = others
                .map(|it| logic.int_eq(number, logic.int(it)))
                .collect();
            any.push(inside);
            self.facts.push(logic.or(&any));
        }
        if kind != IntKind::Char {
            return;
        }
        let code = |c: char| self.logic.int(Int::from(u32::from(c)));
        let low = self.logic.int_le(number, code('\u{d7ff}'));
        let high = self.logic.and(&[
            self.logic.int_le(code('\u{e000}'), number),
            self.logic.int_le(number, code(char::MAX)),
        ]);
        self.facts.push(self.logic.or(&[low, high]));
    }

    fn count_places(&mut self, kind: IntKind, more: usize) {
        if let IntKind::Machine(int) = kind {
            *self.places.entry(int).or_default() += more;
        }
    }

    pub(super) fn entry_numbers(&self, kind: IntKind) -> Option<Vec<Int>> {
        match kind {
            IntKind::Machine(int) => self.entry_values.of(int),
            IntKind::Char => self.entry_values.of_char(),
            IntKind::Math => Some(Vec::new()),
        }
    }

    /// Second to the number of objects comes that of the steps of a run: its rounds of loops and its
    /// calls, as far as they were counted.
    pub(super) fn measure_steps(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        if taken.is_empty() || self.measures.is_empty() {
            return;
        }
        // In pairs, so that most of the sums are of small numbers.
        let mut sums: Vec<IntExpr> = taken.iter().map(|path| self.one_if(*path)).collect();
        while sums.len() > 1 {
            let pairs = sums.chunks(2).map(|pair| match pair {
                [one, other] => self.logic.add(*one, *other),
                rest => rest[0],
            });
            sums = pairs.collect();
        }
        self.measures.insert(1, sums[0]);
    }

    /// Numbers nearest to zero first, positive before negative.
    pub(super) fn measure_number(&mut self, number: Expr, values: &[Int]) {
        let mut ranked = values.to_vec();
        ranked.sort_by_key(|value| (value.unsigned_abs(), *value < Int::ZERO));
        let atoms: Vec<Atom> = ranked
            .iter()
            .map(|value| self.logic.int_atom(*value))
            .collect();
        self.measure_symbol(number, &atoms);
    }

    /// The first of the atoms first.
    pub(super) fn measure_symbol(&mut self, symbol: Expr, ranked: &[Atom]) {
        let Some(sort) = self.logic.columns(symbol).first().copied() else {
            return;
        };
        let rows = ranked
            .iter()
            .enumerate()
            .map(|(rank, atom)| vec![*atom, self.logic.int_atom(Int::from(rank as u64))]);
        let rank = self.logic.constant(tuples(&[sort, INT], rows.collect()));
        let rank = self.logic.image(symbol, rank);
        self.measures.push(self.logic.value_of(rank));
    }
}

fn pairs(keys: &[Atom], values: &[Atom]) -> Vec<Vec<Atom>> {
    let rows = keys
        .iter()
        .flat_map(|key| values.iter().map(|value| vec![*key, *value]));
    rows.collect()
}
