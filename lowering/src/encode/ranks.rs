//! Numbers of which only the order matters: those of a machine type that the program copies and
//! compares, and does nothing else with. What a run does is then the same for any two inputs whose numbers are in the
//! same order to each other and to the constants, so that of the numbers between two constants no more need
//! come in than there are places for them.
//!
//! In clauses numbers are compared as mathematical integers: a local that holds one as such, and is only compared
//! with its like, is a *view* of it.
//!
//! This is how keys of search trees and maps are used as a rule, and it is where a window of numbers costs most: a
//! solver goes through them all. (Ponzio et al. and others have such values as ranks from the start.)

use std::collections::{BTreeMap, BTreeSet};

use super::access::{Mention, for_each_mention};
use crate::ids::Id;
use crate::ir::types::{IntTy, Ty, TyId, Types, VariantIdx};
use crate::ir::{
    Block, Const, Domain, Int, LocalId, Operand, Place, Proc, ProcId, Program, Projection, Rvalue,
    SpecOp, StmtKind,
};

/// The machine types of which only the order matters, with their constants.
pub(super) fn only_compared(program: &Program, entry: ProcId) -> BTreeMap<IntTy, BTreeSet<Int>> {
    let mut search = Search {
        program,
        constants: IntTy::ALL.map(|int| (int, BTreeSet::new())).into(),
    };
    for param in &program.procs[entry].params {
        for part in search.parts(program.procs[entry].locals[*param].ty) {
            search.cross_out_behind(part);
        }
    }
    for proc in program.procs.values() {
        let views = Views::of(program, proc);
        search.block(proc, &proc.body, &views);
    }
    search.constants
}

/// As many of the numbers as it takes for each order that they can have at so many places.
pub(super) fn as_many_as_places(
    numbers: &[Int],
    constants: &BTreeSet<Int>,
    places: usize,
) -> Vec<Int> {
    let mut between: BTreeMap<Option<Int>, Vec<Int>> = BTreeMap::new();
    let mut chosen: Vec<Int> = Vec::new();
    for number in numbers {
        if constants.contains(number) {
            chosen.push(*number);
        } else {
            let below = constants.range(..number).next_back().copied();
            between.entry(below).or_default().push(*number);
        }
    }
    for (_, mut gap) in between {
        gap.sort_by_key(|number| (number.unsigned_abs(), *number < Int::ZERO));
        gap.truncate(places);
        chosen.extend(gap);
    }
    chosen.sort_unstable();
    chosen
}

/// Numbers of a whole machine type that have every order at so many places.
pub(super) fn of_whole_type(int: IntTy, constants: &BTreeSet<Int>, places: usize) -> Vec<Int> {
    let reach = Int::from(places as u64);
    let mut near = BTreeSet::new();
    for around in constants.iter().copied().chain([Int::ZERO]) {
        let mut number = around - reach;
        while number <= around + reach {
            near.insert(number);
            number += Int::ONE;
        }
    }
    let near: Vec<Int> = near.into_iter().filter(|it| int.contains(*it)).collect();
    as_many_as_places(&near, constants, places)
}

/// The locals of a procedure that are views.
struct Views(BTreeMap<LocalId, IntTy>);

impl Views {
    /// What is given numbers of one machine type and nothing else, and is mentioned only there and in comparisons.
    fn of(program: &Program, proc: &Proc) -> Self {
        let mut mentions: BTreeMap<LocalId, usize> = BTreeMap::new();
        for_each_mention(&proc.body, &mut |mention| {
            if let Mention::Place(place) = mention {
                *mentions.entry(place.local).or_default() += 1;
                for step in &place.projection {
                    if let Projection::Index(index) = step {
                        *mentions.entry(*index).or_default() += 1;
                    }
                }
            }
        });
        let mut uses = Uses {
            types: &program.types,
            proc,
            fitting: BTreeMap::new(),
            of: BTreeMap::new(),
        };
        uses.block(&proc.body);
        let Uses {
            fitting, mut of, ..
        } = uses;
        of.retain(|local, _| fitting.get(local) == mentions.get(local));
        let found = of
            .into_iter()
            .filter_map(|(local, int)| Some((local, int?)));
        let is_param = |local: &LocalId| proc.params.contains(local) || proc.ret == *local;
        Self(found.filter(|(local, _)| !is_param(local)).collect())
    }

    /// The type of whose numbers the operand is a view.
    fn get(&self, operand: &Operand) -> Option<IntTy> {
        match operand {
            Operand::Read(place) if place.projection.is_empty() => {
                self.0.get(&place.local).copied()
            }
            _ => None,
        }
    }
}

/// How the mathematical integers of a procedure are used.
struct Uses<'p> {
    types: &'p Types,
    proc: &'p Proc,
    /// How often each is mentioned in a way that views are.
    fitting: BTreeMap<LocalId, usize>,
    /// Of which machine type each is given numbers; nothing, if of several.
    of: BTreeMap<LocalId, Option<IntTy>>,
}

impl Uses<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assign { dst, value } if dst.projection.is_empty() => match value {
                    Rvalue::Cast(from, to) if *self.types.get(*to) == Ty::MathInt => {
                        *self.fitting.entry(dst.local).or_default() += 1;
                        let int = self.int_of(from);
                        let known = self.of.entry(dst.local).or_insert(int);
                        if *known != int {
                            *known = None;
                        }
                    }
                    Rvalue::Binary(op, a, b) if op.compares() => {
                        self.compared(a);
                        self.compared(b);
                    }
                    _ => {}
                },
                _ => {}
            }
            for inner in stmt.kind.blocks() {
                self.block(inner);
            }
        }
    }

    fn compared(&mut self, operand: &Operand) {
        if let Operand::Read(place) = operand
            && place.projection.is_empty()
        {
            *self.fitting.entry(place.local).or_default() += 1;
        }
    }

    fn int_of(&self, operand: &Operand) -> Option<IntTy> {
        let Operand::Read(place) = operand else {
            return None;
        };
        let start = self.proc.locals[place.local].ty;
        match self
            .types
            .get(self.types.of_place(start, &place.projection)?)
        {
            Ty::Int(int) => Some(*int),
            _ => None,
        }
    }
}

/// Goes through a program and crosses out the types of whose numbers more than the order matters.
struct Search<'p> {
    program: &'p Program,
    /// What is left, with the constants so far.
    constants: BTreeMap<IntTy, BTreeSet<Int>>,
}

impl Search<'_> {
    fn block(&mut self, proc: &Proc, block: &Block, views: &Views) {
        for_each_mention(block, &mut |mention| match mention {
            Mention::Const(Const::Int(value, ty)) => {
                if let Ty::Int(int) = self.program.types.get(*ty)
                    && let Some(known) = self.constants.get_mut(int)
                {
                    known.insert(*value);
                }
            }
            Mention::Const(Const::Bytes(..)) => self.cross_out(IntTy::U8),
            Mention::Const(_) => {}
            Mention::Place(place) => {
                for step in &place.projection {
                    if let Projection::Index(index) = step {
                        self.cross_out_type(proc.locals[*index].ty);
                    }
                }
            }
        });
        self.statements(proc, block, views);
    }

    fn statements(&mut self, proc: &Proc, block: &Block, views: &Views) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => self.rvalue(proc, dst, value, views),
                // How many are chosen is not known from the start.
                StmtKind::Choose { dst, .. } => self.cross_out_parts(self.place_ty(proc, dst)),
                StmtKind::AllocateBuffer { capacity, .. }
                | StmtKind::GrowBuffer { capacity, .. } => self.cross_out_operand(proc, capacity),
                StmtKind::Comprehend { comprehension, .. } => match &comprehension.domain {
                    // Goes over numbers beside those at the places of the pre-state.
                    Domain::All => self.cross_out_parts(proc.locals[comprehension.bound].ty),
                    Domain::Range(low, high) => {
                        self.cross_out_type(proc.locals[comprehension.bound].ty);
                        self.cross_out_operand(proc, low);
                        self.cross_out_operand(proc, high);
                    }
                    Domain::Members(_) => {}
                },
                // Neither does anything with a number but move it, and frames and contents are compared.
                StmtKind::Allocate { .. }
                | StmtKind::Free { .. }
                | StmtKind::End(_)
                | StmtKind::If { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Block { .. }
                | StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Return
                | StmtKind::Call { .. }
                | StmtKind::Panic(_)
                | StmtKind::Undefined(_)
                | StmtKind::Try { .. }
                | StmtKind::Unwind { .. }
                | StmtKind::Assume { .. }
                | StmtKind::Item { .. }
                | StmtKind::Assert { .. }
                | StmtKind::Snapshot(_)
                | StmtKind::InSnapshot { .. }
                | StmtKind::CheckFrame { .. }
                | StmtKind::CheckLeaks { .. }
                | StmtKind::Forget { .. }
                | StmtKind::Reach { .. } => {}
            }
            for inner in stmt.kind.blocks() {
                self.statements(proc, inner, views);
            }
        }
    }

    fn rvalue(&mut self, proc: &Proc, dst: &Place, value: &Rvalue, views: &Views) {
        match value {
            Rvalue::Binary(op, a, b) if op.compares() => self.views_compared(a, b, views),
            Rvalue::Cast(..) if dst.projection.is_empty() && views.0.contains_key(&dst.local) => {}
            Rvalue::Unary(_, a)
            | Rvalue::NthObject(a)
            | Rvalue::Capacity(a)
            | Rvalue::Cast(a, _) => {
                self.cross_out_operand(proc, a);
                self.cross_out_type(self.place_ty(proc, dst));
            }
            Rvalue::Binary(_, a, b)
            | Rvalue::Overflows(_, a, b)
            | Rvalue::SliceFrom(a, b)
            | Rvalue::Offset(a, b)
            | Rvalue::Distance(a, b)
            | Rvalue::HasCount(a, b) => {
                self.cross_out_operand(proc, a);
                self.cross_out_operand(proc, b);
                self.cross_out_type(self.place_ty(proc, dst));
            }
            Rvalue::Discriminant(_) | Rvalue::Len(_) => {
                self.cross_out_type(self.place_ty(proc, dst));
            }
            Rvalue::Spec(op, operands) => match op {
                SpecOp::SeqIndex | SpecOp::SeqUpdate | SpecOp::SeqTake | SpecOp::SeqSkip => {
                    if let Some(number) = operands.get(1) {
                        self.cross_out_operand(proc, number);
                    }
                }
                SpecOp::SetLen | SpecOp::SeqLen => self.cross_out_type(self.place_ty(proc, dst)),
                SpecOp::SetOf
                | SpecOp::SetInsert
                | SpecOp::SetRemove
                | SpecOp::SetContains
                | SpecOp::SetUnion
                | SpecOp::SetIntersection
                | SpecOp::SetDifference
                | SpecOp::SetSubset
                | SpecOp::SeqOf
                | SpecOp::SeqPush
                | SpecOp::SeqPushFront
                | SpecOp::SeqConcat
                | SpecOp::SeqContains
                | SpecOp::SeqToSet
                | SpecOp::SeqReverse
                | SpecOp::SeqPermutation => {}
            },
            Rvalue::Use(_)
            | Rvalue::AddressOf(_)
            | Rvalue::IsVariant(..)
            | Rvalue::ExistedAt(..)
            | Rvalue::EqualAcross { .. }
            | Rvalue::FirstElement(_)
            | Rvalue::PointerCast(..)
            | Rvalue::IsInit(_)
            | Rvalue::Apart(_)
            | Rvalue::Panicking
            | Rvalue::Aggregate(..) => {}
        }
    }

    /// Views are compared with views of the same type and with constants; anything else may be computed.
    fn views_compared(&mut self, a: &Operand, b: &Operand, views: &Views) {
        let (of_a, of_b) = (views.get(a), views.get(b));
        if of_a == of_b {
            return;
        }
        for (of, other) in [(of_a, b), (of_b, a)] {
            match (of, other) {
                (Some(int), Operand::Const(Const::Int(value, _))) => {
                    if let Some(known) = self.constants.get_mut(&int) {
                        known.insert(*value);
                    }
                }
                (Some(int), _) => self.cross_out(int),
                (None, _) => {}
            }
        }
    }

    fn place_ty(&self, proc: &Proc, place: &Place) -> TyId {
        let start = proc.locals[place.local].ty;
        let ty = self.program.types.of_place(start, &place.projection);
        ty.expect("every step of a validated program leads somewhere")
    }

    fn cross_out_operand(&mut self, proc: &Proc, operand: &Operand) {
        match operand {
            Operand::Read(place) => self.cross_out_type(self.place_ty(proc, place)),
            Operand::Const(Const::Int(_, ty)) => self.cross_out_type(*ty),
            Operand::Const(_) => {}
        }
    }

    fn cross_out_type(&mut self, ty: TyId) {
        if let Ty::Int(int) = self.program.types.get(ty) {
            self.cross_out(*int);
        }
    }

    fn cross_out(&mut self, int: IntTy) {
        self.constants.remove(&int);
    }

    /// Crosses out all numbers that a value of the type holds, or leads to.
    fn cross_out_parts(&mut self, ty: TyId) {
        for part in self.parts(ty) {
            self.cross_out_type(part);
            self.cross_out_behind(part);
        }
    }

    /// What comes in or is chosen of mathematical integers are numbers of these types (`math_input`), which may be
    /// computed with.
    fn cross_out_behind(&mut self, ty: TyId) {
        if *self.program.types.get(ty) == Ty::MathInt {
            self.cross_out(IntTy::I64);
            self.cross_out(IntTy::I128);
        }
    }

    /// The types of what a value of the type holds, or leads to.
    fn parts(&self, ty: TyId) -> BTreeSet<TyId> {
        let types = &self.program.types;
        let mut met = BTreeSet::new();
        let mut left = vec![ty];
        while let Some(ty) = left.pop() {
            if !met.insert(ty) {
                continue;
            }
            match types.get(ty) {
                Ty::Adt(adt) => {
                    let variants = types.adt(*adt).variants.values();
                    left.extend(variants.flat_map(|it| it.fields.values().map(|field| field.ty)));
                }
                Ty::Buffer(of) | Ty::Set(of) | Ty::Seq(of) => left.push(*of),
                _ => {
                    left.extend(types.pointee(ty));
                    left.extend(types.element(ty));
                    left.extend(types.field_types(ty, VariantIdx::from_index(0)));
                }
            }
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(numbers: impl IntoIterator<Item = i64>) -> Vec<Int> {
        numbers.into_iter().map(Int::from).collect()
    }

    /// The orders that numbers have at two places, to each other and to the constants.
    fn orders(numbers: &[Int], constants: &BTreeSet<Int>) -> BTreeSet<Vec<std::cmp::Ordering>> {
        let mut all = BTreeSet::new();
        for a in numbers {
            for b in numbers {
                let to_constants = constants.iter().flat_map(|c| [a.cmp(c), b.cmp(c)]);
                all.insert(to_constants.chain([a.cmp(b)]).collect());
            }
        }
        all
    }

    #[test]
    fn fewer_numbers_have_the_same_orders() {
        let window = ints((-8..8).chain([i64::MIN, i64::MAX]));
        for constants in [
            vec![],
            vec![0],
            vec![-1, 1],
            vec![3, 4, 100],
            vec![i64::MAX],
        ] {
            let constants: BTreeSet<Int> = ints(constants).into_iter().collect();
            let fewer = as_many_as_places(&window, &constants, 2);
            assert!(fewer.iter().all(|it| window.contains(it)));
            assert!(fewer.len() <= 2 * (constants.len() + 1) + constants.len());
            assert_eq!(orders(&fewer, &constants), orders(&window, &constants));
        }
    }

    #[test]
    fn few_numbers_stand_for_a_whole_type() {
        let all = ints(-128..128);
        for constants in [vec![], vec![0], vec![-128, 5], vec![5, 7, 8], vec![127]] {
            let constants: BTreeSet<Int> = ints(constants).into_iter().collect();
            let fewer = of_whole_type(IntTy::I8, &constants, 2);
            assert_eq!(orders(&fewer, &constants), orders(&all, &constants));
        }
    }
}
