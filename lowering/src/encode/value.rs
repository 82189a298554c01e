//! Symbolic values: what a variable holds on all paths at once.
//!
//! A value is a tree of the type's shape with terms at its leaves. It means something only where the
//! path condition of the state that holds it is true, which is what makes `Undef` harmless.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Expr, Formula, IntExpr, Logic, Sort};

use super::layout::{Path, concat};
use crate::define_id;
use crate::ids::Id;
use crate::ir::Int;
use crate::ir::state::PathStep;

define_id!(
    /// The objects of one type: a sort of the logic.
    ExtentId,
    "x"
);
define_id!(
    /// A local whose address is taken, in one frame.
    CellId,
    "c"
);

/// A symbolic value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Never written, or of no interest.
    Undef,
    /// A truth value.
    Bool(Formula),
    /// A number.
    Int(IntExpr),
    /// A member of a type parameter: a set of one atom.
    Member(Expr),
    /// A struct or tuple.
    Struct(Rc<[Value]>),
    /// An enum: which variant it is (exactly one holds), and the fields of each.
    Enum {
        is: Rc<[Formula]>,
        fields: Rc<[Rc<[Value]>]>,
    },
    /// A pointer: at most one target.
    Pointer(Targets),
    /// A pointer to a slice: where its first element is (or would be), and how many there are.
    Slice { first: Targets, len: IntExpr },
    /// Room for a value: whether it is there, and which it is then.
    Maybe { init: Formula, value: Rc<Value> },
    /// A model set.
    Set(SetValue),
    /// A model sequence.
    Seq(SeqValue),
}

/// A set of locations, by where they are. A pointer is one with at most one member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Parts of heap objects: for each extent and path, the set of objects.
    pub heap: BTreeMap<(ExtentId, Path), Expr>,
    /// Parts of locals: whether it is that one.
    pub cells: BTreeMap<(CellId, Path), Formula>,
    /// Whether it is not null and leads nowhere; never, if there is no condition.
    pub dangling: Option<Formula>,
}

/// A model set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// Of numbers.
    Ints(IntSet),
    /// Of members of a type parameter.
    Members(Expr),
    /// Of locations.
    Pointers(Targets),
    /// Of anything: each candidate with the condition under which it is in.
    List(Rc<[(Formula, Value)]>),
}

/// A set of numbers, held in two ways. Membership and equality are asked of the atoms; but counting
/// many atoms is hard for a solver where counting the few members that it was built from is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntSet {
    /// The members as atoms.
    pub atoms: Expr,
    /// The numbers that may be members, ascending.
    pub candidates: Rc<[Int]>,
    /// The members, each with the condition under which it is in; the same number may occur twice.
    pub members: Rc<[(Formula, IntExpr)]>,
}

impl IntSet {
    /// The members of either.
    #[must_use]
    pub fn union(&self, other: &Self, logic: &Logic) -> Self {
        Self {
            atoms: logic.union(self.atoms, other.atoms),
            candidates: merge_sorted(&self.candidates, &other.candidates),
            members: self
                .members
                .iter()
                .chain(other.members.iter())
                .copied()
                .collect(),
        }
    }

    /// The members that are in the other (`keep`), or that are not.
    #[must_use]
    pub fn filter(&self, other: &Self, keep: bool, logic: &Logic) -> Self {
        let members = self.members.iter().map(|(here, number)| {
            let inside = logic.subset(logic.to_atoms(*number), other.atoms);
            let kept = if keep { inside } else { logic.not(inside) };
            (logic.and(&[*here, kept]), *number)
        });
        Self {
            atoms: match keep {
                true => logic.intersection(self.atoms, other.atoms),
                false => logic.difference(self.atoms, other.atoms),
            },
            candidates: self.candidates.clone(),
            members: members.collect(),
        }
    }

    /// The first where `condition` holds, else the second.
    #[must_use]
    pub fn choice(&self, other: &Self, condition: Formula, logic: &Logic) -> Self {
        let when = |set: &Self, when: Formula| -> Vec<(Formula, IntExpr)> {
            let members = set.members.iter();
            members
                .map(|(here, number)| (logic.and(&[when, *here]), *number))
                .collect()
        };
        let mut members = when(self, condition);
        members.extend(when(other, logic.not(condition)));
        Self {
            atoms: logic.ite(condition, self.atoms, other.atoms),
            candidates: merge_sorted(&self.candidates, &other.candidates),
            members: members.into(),
        }
    }

    /// How many there are.
    pub fn len(&self, logic: &Logic) -> IntExpr {
        if self.members.len() > self.candidates.len() {
            return logic.cardinality(self.atoms);
        }
        let mut count = logic.int(0);
        for (index, (here, number)) in self.members.iter().enumerate() {
            let mut new = vec![*here];
            for (earlier, other) in &self.members[..index] {
                let same = logic.and(&[*earlier, logic.int_eq(*number, *other)]);
                new.push(logic.not(same));
            }
            let one = logic.int_ite(logic.and(&new), logic.int(1), logic.int(0));
            count = logic.add(count, one);
        }
        count
    }
}

/// A model sequence: the first `len` of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeqValue {
    /// How many items there are.
    pub len: IntExpr,
    /// Room for the longest possible one.
    pub items: Rc<[Value]>,
}

impl Value {
    /// `()` .
    pub fn unit() -> Self {
        Value::Struct(Rc::from([]))
    }

    /// The part of the value at `path`.
    pub fn part(&self, path: &[PathStep]) -> Value {
        let Some((step, rest)) = path.split_first() else {
            return self.clone();
        };
        let fields = match self {
            Value::Struct(fields) => Some(fields),
            Value::Enum { fields, .. } => fields.get(step.variant.index()),
            Value::Maybe { value, .. } => return value.part(rest),
            _ => None,
        };
        match fields.and_then(|fields| fields.get(step.field.index())) {
            Some(field) => field.part(rest),
            None => Value::Undef,
        }
    }

    /// The value with the part at `path` replaced. What a `Maybe` holds is there once it is written.
    #[must_use]
    pub fn with_part(&self, path: &[PathStep], new: Value, logic: &Logic) -> Value {
        let Some((step, rest)) = path.split_first() else {
            return new;
        };
        let replace = |fields: &Rc<[Value]>| -> Rc<[Value]> {
            let mut fields = fields.to_vec();
            if fields.len() <= step.field.index() {
                fields.resize(step.field.index() + 1, Value::Undef);
            }
            let at = &mut fields[step.field.index()];
            *at = at.with_part(rest, new.clone(), logic);
            fields.into()
        };
        match self {
            Value::Enum { is, fields } => {
                let mut variants = fields.to_vec();
                if let Some(fields) = variants.get_mut(step.variant.index()) {
                    *fields = replace(fields);
                }
                Value::Enum {
                    is: is.clone(),
                    fields: variants.into(),
                }
            }
            Value::Struct(fields) => Value::Struct(replace(fields)),
            Value::Maybe { init, value } => Value::Maybe {
                init: if rest.is_empty() {
                    logic.truth()
                } else {
                    *init
                },
                value: Rc::new(value.with_part(rest, new, logic)),
            },
            // A struct that is written field by field for the first time.
            _ => Value::Struct(replace(&Rc::from([]))),
        }
    }
}

impl Targets {
    /// A single known heap location.
    pub fn object(extent: ExtentId, path: Path, objects: Expr) -> Self {
        Self {
            heap: BTreeMap::from([((extent, path), objects)]),
            ..Self::default()
        }
    }

    /// A local.
    pub fn cell(cell: CellId, path: Path, always: Formula) -> Self {
        Self {
            cells: BTreeMap::from([((cell, path), always)]),
            ..Self::default()
        }
    }

    /// A pointer that is not null and leads nowhere, if the condition holds; otherwise null.
    pub fn nowhere(here: Formula) -> Self {
        Self {
            dangling: Some(here),
            ..Self::default()
        }
    }

    /// The part at `path` of each location.
    #[must_use]
    pub fn project(&self, path: &[PathStep]) -> Self {
        if path.is_empty() {
            return self.clone();
        }
        Self {
            heap: self
                .heap
                .iter()
                .map(|((extent, at), objects)| ((*extent, concat(at, path)), *objects))
                .collect(),
            cells: self
                .cells
                .iter()
                .map(|((cell, at), here)| ((*cell, concat(at, path)), *here))
                .collect(),
            dangling: self.dangling,
        }
    }

    /// The conditions under which it is each of its regions.
    pub fn presence(&self, logic: &Logic) -> Vec<Formula> {
        let heap = self.heap.values().map(|objects| logic.some(*objects));
        heap.chain(self.cells.values().copied())
            .chain(self.dangling)
            .collect()
    }

    /// Whether there is any target, or it is at least not null.
    pub fn is_some(&self, logic: &Logic) -> Formula {
        logic.or(&self.presence(logic))
    }

    /// Applies a set operation region by region; what is missing on a side is empty.
    fn zip(
        &self,
        other: &Self,
        logic: &Logic,
        expr: impl Fn(Expr, Expr) -> Expr,
        formula: impl Fn(Formula, Formula) -> Formula,
    ) -> Self {
        let mut result = Self::default();
        let mut keys: Vec<_> = self.heap.keys().chain(other.heap.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let one = self.heap.get(key).or_else(|| other.heap.get(key));
            let Some(columns) = one.map(|objects| logic.columns(*objects)) else {
                continue;
            };
            let empty = logic.none(&columns);
            let a = self.heap.get(key).copied().unwrap_or(empty);
            let b = other.heap.get(key).copied().unwrap_or(empty);
            let both = expr(a, b);
            if both != empty {
                result.heap.insert(key.clone(), both);
            }
        }
        let mut keys: Vec<_> = self.cells.keys().chain(other.cells.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let a = self.cells.get(key).copied();
            let b = other.cells.get(key).copied();
            let no = logic.falsehood();
            let both = formula(a.unwrap_or(no), b.unwrap_or(no));
            if both != no {
                result.cells.insert(key.clone(), both);
            }
        }
        if self.dangling.is_some() || other.dangling.is_some() {
            let no = logic.falsehood();
            let both = formula(self.dangling.unwrap_or(no), other.dangling.unwrap_or(no));
            result.dangling = (both != no).then_some(both);
        }
        result
    }

    /// The locations of either.
    #[must_use]
    pub fn union(&self, other: &Self, logic: &Logic) -> Self {
        self.zip(
            other,
            logic,
            |a, b| logic.union(a, b),
            |a, b| logic.or(&[a, b]),
        )
    }

    /// The locations of both.
    #[must_use]
    pub fn intersection(&self, other: &Self, logic: &Logic) -> Self {
        self.zip(
            other,
            logic,
            |a, b| logic.intersection(a, b),
            |a, b| logic.and(&[a, b]),
        )
    }

    /// The locations of the first alone.
    #[must_use]
    pub fn difference(&self, other: &Self, logic: &Logic) -> Self {
        self.zip(
            other,
            logic,
            |a, b| logic.difference(a, b),
            |a, b| logic.and(&[a, logic.not(b)]),
        )
    }

    /// The locations of the first or second, as `condition` says.
    #[must_use]
    pub fn choice(&self, other: &Self, condition: Formula, logic: &Logic) -> Self {
        self.zip(
            other,
            logic,
            |a, b| logic.ite(condition, a, b),
            |a, b| logic.choice(condition, a, b),
        )
    }

    /// The same if `condition` holds, else none.
    #[must_use]
    pub fn when(&self, condition: Formula, logic: &Logic) -> Self {
        self.choice(&Self::default(), condition, logic)
    }

    /// Each location that may be one of these, as a pointer of its own, with the condition.
    pub fn members(&self, logic: &Logic) -> Vec<(Formula, Value)> {
        let mut members = Vec::new();
        for ((extent, path), objects) in &self.heap {
            let Some(sort) = logic.columns(*objects).first().copied() else {
                continue;
            };
            for atom in logic.atoms(sort) {
                let one = logic.singleton(atom);
                let here = logic.subset(one, *objects);
                let pointer = Targets::object(*extent, path.clone(), one);
                members.push((here, Value::Pointer(pointer)));
            }
        }
        for ((cell, path), here) in &self.cells {
            let pointer = Targets::cell(*cell, path.clone(), logic.truth());
            members.push((*here, Value::Pointer(pointer)));
        }
        members
    }

    /// Whether all locations of the first are of the second.
    pub fn is_subset(&self, other: &Self, logic: &Logic) -> Formula {
        let rest = self.difference(other, logic);
        logic.not(rest.is_some(logic))
    }
}

/// The unary relation over `sort` that holds nothing.
pub fn empty(logic: &Logic, sort: Sort) -> Expr {
    logic.none(&[sort])
}

/// The first value where `condition` holds, else the second.
pub fn choose(logic: &Logic, condition: Formula, a: &Value, b: &Value) -> Value {
    if a == b || condition == logic.truth() {
        return a.clone();
    }
    if condition == logic.falsehood() {
        return b.clone();
    }
    let all = |a: &Rc<[Value]>, b: &Rc<[Value]>| -> Rc<[Value]> {
        let longest = a.len().max(b.len());
        let at =
            |fields: &Rc<[Value]>, index: usize| fields.get(index).cloned().unwrap_or(Value::Undef);
        (0..longest)
            .map(|index| choose(logic, condition, &at(a, index), &at(b, index)))
            .collect()
    };
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(logic.choice(condition, *a, *b)),
        (Value::Int(a), Value::Int(b)) => Value::Int(logic.int_ite(condition, *a, *b)),
        (Value::Member(a), Value::Member(b)) => Value::Member(logic.ite(condition, *a, *b)),
        (Value::Struct(a), Value::Struct(b)) => Value::Struct(all(a, b)),
        (
            Value::Enum { is, fields },
            Value::Enum {
                is: other_is,
                fields: other_fields,
            },
        ) => Value::Enum {
            is: is
                .iter()
                .zip(other_is.iter())
                .map(|(a, b)| logic.choice(condition, *a, *b))
                .collect(),
            fields: fields
                .iter()
                .zip(other_fields.iter())
                .map(|(a, b)| all(a, b))
                .collect(),
        },
        (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(a.choice(b, condition, logic)),
        (
            Value::Slice { first, len },
            Value::Slice {
                first: other_first,
                len: other_len,
            },
        ) => Value::Slice {
            first: first.choice(other_first, condition, logic),
            len: logic.int_ite(condition, *len, *other_len),
        },
        (
            Value::Maybe { init, value },
            Value::Maybe {
                init: other_init,
                value: other_value,
            },
        ) => Value::Maybe {
            init: logic.choice(condition, *init, *other_init),
            value: Rc::new(choose(logic, condition, value, other_value)),
        },
        (Value::Set(a), Value::Set(b)) => Value::Set(choose_set(logic, condition, a, b)),
        (Value::Seq(a), Value::Seq(b)) => Value::Seq(SeqValue {
            len: logic.int_ite(condition, a.len, b.len),
            items: all(&a.items, &b.items),
        }),
        // One side has never been written: it is not read on that path.
        (Value::Undef, written) | (written, _) => written.clone(),
    }
}

fn choose_set(logic: &Logic, condition: Formula, a: &SetValue, b: &SetValue) -> SetValue {
    match (a, b) {
        (SetValue::Ints(a), SetValue::Ints(b)) => SetValue::Ints(a.choice(b, condition, logic)),
        (SetValue::Members(a), SetValue::Members(b)) => {
            SetValue::Members(logic.ite(condition, *a, *b))
        }
        (SetValue::Pointers(a), SetValue::Pointers(b)) => {
            SetValue::Pointers(a.choice(b, condition, logic))
        }
        _ => {
            let (a, b) = (a.to_list(logic), b.to_list(logic));
            let guard = |list: Vec<(Formula, Value)>, when: Formula| {
                list.into_iter()
                    .map(move |(here, value)| (logic.and(&[when, here]), value))
            };
            let either = guard(a, condition).chain(guard(b, logic.not(condition)));
            SetValue::List(either.collect())
        }
    }
}

impl SetValue {
    /// The candidates with the condition under which each is in.
    pub fn to_list(&self, logic: &Logic) -> Vec<(Formula, Value)> {
        match self {
            SetValue::Ints(set) => {
                let candidates = set.candidates.iter();
                candidates
                    .map(|value| {
                        let atom = logic.singleton(logic.int_atom(*value));
                        (logic.subset(atom, set.atoms), Value::Int(logic.int(*value)))
                    })
                    .collect()
            }
            SetValue::Members(set) => {
                let sort = logic.columns(*set)[0];
                let atoms = logic.atoms(sort).into_iter();
                atoms
                    .map(|atom| {
                        let atom = logic.singleton(atom);
                        (logic.subset(atom, *set), Value::Member(atom))
                    })
                    .collect()
            }
            SetValue::Pointers(targets) => targets.members(logic),
            SetValue::List(list) => list.to_vec(),
        }
    }
}

/// Both ascending lists as one.
pub fn merge_sorted(a: &[Int], b: &[Int]) -> Rc<[Int]> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}
