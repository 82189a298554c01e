//! Hash-consed boolean circuits: n-ary conjunctions, exclusive or, choice, complement edges.
//! Knows nothing of relations; a variable is a number, and some variables form one-hot groups.

mod count;
mod gates;
mod meter;
mod sort;

pub use meter::Budget;
pub(crate) use meter::Spent;

use crate::ids::define_id;
use hashbrown::HashTable;
use meter::Meter;
use rustc_hash::FxHashMap;
use std::ops::Range;

define_id!(
    /// A primary variable: a tuple that the solver may put into a relation or not.
    Primary,
    "v"
);
define_id!(
    /// A group of primary variables of which at most one, or exactly one, is true.
    Group,
    "g"
);

/// A gate or its complement; the two constants are the gate 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bool(u32);

/// What a gate computes. Inputs are smaller than the gate, so id order is bottom-up order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    True,
    Variable(Primary),
    /// All inputs; the inputs are a sorted slice of the circuit's input pool, at least two.
    And {
        start: u32,
        len: u32,
    },
    /// Exactly one of the two, which are positive and sorted.
    Xor(Bool, Bool),
    /// The positive first decides between the positive second and the third.
    Choice(Bool, Bool, Bool),
}

/// One-hot knowledge about primary variables.
#[derive(Clone, Debug)]
pub(crate) struct GroupData {
    pub members: Vec<Primary>,
    /// Whether one of them is true in every instance.
    pub total: bool,
}

/// A growing circuit.
#[derive(Default)]
pub struct Circuit {
    gates: Vec<Gate>,
    inputs: Vec<Bool>,
    /// The conjunctions with the hash of their inputs, which saves looking these up.
    ands: HashTable<(u32, u32)>,
    /// How often each gate is an input of another one, up to 255.
    uses: Vec<u8>,
    others: FxHashMap<Gate, u32>,
    /// Of gates that are also selections, where their pairs are.
    selections: FxHashMap<u32, Range<u32>>,
    /// Pairs of a condition and what it selects.
    selected: Vec<(Bool, Bool)>,
    groups: Vec<GroupData>,
    /// No member of a group has a gate from here on.
    groups_end: usize,
    /// The gate and the group of each primary variable.
    variables: Vec<(Bool, Option<Group>)>,
    scratch: Vec<Bool>,
    meter: Meter,
}

impl Bool {
    /// Holds always.
    pub const TRUE: Self = Self(0);
    /// Holds never.
    pub const FALSE: Self = Self(1);

    /// One of the two above.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The value, if it is the same in every instance for a reason the circuit knows.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Self::TRUE)
    }

    /// Whether it is the constant true.
    #[must_use]
    pub fn is_true(self) -> bool {
        self == Self::TRUE
    }

    /// Whether it is the constant false.
    #[must_use]
    pub fn is_false(self) -> bool {
        self == Self::FALSE
    }

    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn positive(gate: usize) -> Self {
        Self(u32::try_from(gate << 1).expect("a circuit has fewer than 2^31 gates"))
    }

    pub(crate) fn negate_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Bool {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Bool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(
                f,
                "{}{}",
                if self.is_negated() { "!" } else { "" },
                self.gate()
            ),
        }
    }
}

impl Circuit {
    /// A circuit of the constants alone.
    #[must_use]
    pub fn new() -> Self {
        Self {
            gates: vec![Gate::True],
            uses: vec![0],
            ..Self::default()
        }
    }

    /// The number of gates, constants and variables included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Whether there is nothing but the constants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// The number of primary variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables.len()
    }

    pub(crate) fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    pub(crate) fn inputs(&self, start: u32, len: u32) -> &[Bool] {
        &self.inputs[start as usize..(start + len) as usize]
    }

    pub(crate) fn group_of(&self, variable: Primary) -> Option<Group> {
        self.variables[variable.index()].1
    }

    pub(crate) fn gate_of(&self, variable: Primary) -> Bool {
        self.variables[variable.index()].0
    }

    pub(crate) fn group(&self, group: Group) -> &GroupData {
        &self.groups[group.index()]
    }

    /// The pairs of a gate whose complement is a selection: one of at most one true condition.
    pub(crate) fn selection(&self, gate: usize) -> Option<&[(Bool, Bool)]> {
        let range = self.selections.get(&u32::try_from(gate).ok()?)?;
        Some(&self.selected[range.start as usize..range.end as usize])
    }

    /// A new primary variable.
    pub(crate) fn variable(&mut self) -> (Primary, Bool) {
        let variable = Primary::from_index(self.variables.len());
        let gate = self.push(Gate::Variable(variable));
        self.variables.push((gate, None));
        (variable, gate)
    }

    /// Declares at most one of `members` true, or exactly one if `total`.
    pub(crate) fn one_hot(&mut self, members: Vec<Primary>, total: bool) -> Group {
        let group = Group::from_index(self.groups.len());
        for member in &members {
            let variable = &mut self.variables[member.index()];
            variable.1 = Some(group);
            self.groups_end = self.groups_end.max(variable.0.gate() + 1);
        }
        self.groups.push(GroupData { members, total });
        group
    }

    fn push(&mut self, gate: Gate) -> Bool {
        let index = self.gates.len();
        self.gates.push(gate);
        self.uses.push(0);
        Bool::positive(index)
    }

    /// Counts `input` as one of another gate.
    fn used(&mut self, input: Bool) {
        let count = &mut self.uses[input.gate()];
        *count = count.saturating_add(1);
    }

    /// Whether at most one gate has this one for an input.
    pub(crate) fn is_used_once(&self, gate: usize) -> bool {
        self.uses[gate] <= 1
    }

    /// The variable behind a literal, if it is one.
    pub(crate) fn as_variable(&self, literal: Bool) -> Option<Primary> {
        match self.gates[literal.gate()] {
            Gate::Variable(variable) => Some(variable),
            _ => None,
        }
    }
}
