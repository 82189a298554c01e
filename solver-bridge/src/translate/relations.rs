//! The matrix of a relation: a variable for each tuple that its bounds leave open, rows of functions
//! as one-hot groups.

use super::Translator;
use super::matrix::Matrix;
use crate::circuit::{Bool, Primary};
use crate::ids::Relation;
use crate::logic::{Function, Logic, RelationData};
use crate::tuple::Tuple;
use std::sync::Arc;

impl Translator {
    pub(super) fn relation(&mut self, logic: &Logic, relation: Relation) -> Arc<Matrix> {
        if let Some(matrix) = self.relations.get(&relation) {
            return matrix.clone();
        }
        let data = logic.inner().relation(relation).clone();
        let matrix = Arc::new(match data.function {
            None => self.plain(&data),
            Some(function) => self.function(&data, function),
        });
        self.relations.insert(relation, matrix.clone());
        self.order.push(relation);
        matrix
    }

    fn plain(&mut self, data: &RelationData) -> Matrix {
        let entries = data.upper.tuples().iter().map(|&tuple| {
            let certain = data.lower.contains(tuple);
            (
                tuple,
                if certain {
                    Bool::TRUE
                } else {
                    self.circuit.variable().1
                },
            )
        });
        Matrix::plain(data.upper.arity(), entries.collect())
    }

    fn function(&mut self, data: &RelationData, function: Function) -> Matrix {
        let arity = data.upper.arity();
        let values = arity - function.keys;
        let key = |tuple: &Tuple| tuple.without_last(values);
        let mut entries = Vec::with_capacity(data.upper.len());
        let mut defined = Vec::new();
        for row in data.upper.tuples().chunk_by(|a, b| key(a) == key(b)) {
            let fixed = row.iter().find(|tuple| data.lower.contains(**tuple));
            if function.total || fixed.is_some() {
                defined.push(key(&row[0]));
            }
            match (row, fixed) {
                (_, Some(&tuple)) => entries.push((tuple, Bool::TRUE)),
                (&[only], None) if function.total => entries.push((only, Bool::TRUE)),
                (&[first, second], None) if function.total => {
                    let (_, gate) = self.circuit.variable();
                    entries.push((first, gate));
                    entries.push((second, !gate));
                }
                _ => {
                    let mut members: Vec<Primary> = Vec::with_capacity(row.len());
                    for &tuple in row {
                        let (variable, gate) = self.circuit.variable();
                        members.push(variable);
                        entries.push((tuple, gate));
                    }
                    if members.len() > 1 {
                        self.circuit.one_hot(members, function.total);
                    }
                }
            }
        }
        Matrix::plain(arity, entries).with_shape(function.keys, defined.into())
    }
}
