//! An instance: a value for every relation, within its bounds. Knows nothing of how it was found.

use crate::error::LogicError;
use crate::ids::Relation;
use crate::logic::{Logic, RelationData};
use crate::tuple::Tuple;
use crate::tuples::TupleSet;
use std::collections::BTreeMap;

/// A value for every relation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Instance {
    values: BTreeMap<Relation, TupleSet>,
}

impl Instance {
    /// The instance without relations.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `relation`.
    #[must_use]
    pub fn get(&self, relation: Relation) -> Option<&TupleSet> {
        self.values.get(&relation)
    }

    /// Sets the value of `relation`.
    pub fn set(&mut self, relation: Relation, value: TupleSet) {
        self.values.insert(relation, value);
    }

    /// All relations with their values, in the order of their making.
    pub fn iter(&self) -> impl Iterator<Item = (Relation, &TupleSet)> {
        self.values
            .iter()
            .map(|(relation, value)| (*relation, value))
    }

    /// Gives every relation that has no value yet one within its bounds: as few tuples as possible.
    pub fn complete(&mut self, logic: &Logic) {
        for relation in logic.relations() {
            if self.values.contains_key(&relation) {
                continue;
            }
            if let Some(data) = logic.relation_data(relation) {
                self.values.insert(relation, least(&data));
            }
        }
    }

    /// Checks that every relation is within its bounds.
    pub fn check(&self, logic: &Logic) -> Result<(), LogicError> {
        for (relation, value) in self.iter() {
            let Some(data) = logic.relation_data(relation) else {
                return Err(LogicError::ForeignHandle {
                    handle: format!("{relation:?}"),
                });
            };
            if !data.lower.is_subset(value) || !value.is_subset(&data.upper) {
                let tuple = "the value of an instance".into();
                return Err(LogicError::LowerOutsideUpper {
                    relation: data.name,
                    tuple,
                });
            }
            let Some(function) = data.function else {
                continue;
            };
            let values = value.arity() - function.keys;
            let key = |tuple: &Tuple| tuple.without_last(values);
            let repeated = value
                .tuples()
                .windows(2)
                .any(|pair| key(&pair[0]) == key(&pair[1]));
            let count = |set: &TupleSet| set.tuples().chunk_by(|a, b| key(a) == key(b)).count();
            if repeated || function.total && count(value) != count(&data.upper) {
                return Err(LogicError::FunctionBounds {
                    relation: data.name,
                    problem: "are not met",
                    tuple: "the value of an instance".into(),
                });
            }
        }
        Ok(())
    }
}

/// The smallest value within bounds; the first one of each row that must have one.
fn least(data: &RelationData) -> TupleSet {
    let Some(function) = data.function.filter(|function| function.total) else {
        return (*data.lower).clone();
    };
    let values = data.upper.arity() - function.keys;
    let rows = data
        .upper
        .tuples()
        .chunk_by(|a, b| a.without_last(values) == b.without_last(values));
    let chosen = rows.map(|row| {
        let fixed = row.iter().find(|tuple| data.lower.contains(**tuple));
        *fixed.unwrap_or(&row[0])
    });
    TupleSet::from_tuples(data.upper.columns().clone(), chosen.collect())
}
