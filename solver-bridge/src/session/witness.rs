//! Witnesses: what is asserted to exist becomes a relation of its own (Skolem, without arguments). The
//! solver then decides about it directly, and symmetry breaking can fix it.

use super::Session;
use crate::error::SolveError;
use crate::ids::{Formula, NodeId, Variable};
use crate::logic::Logic;
use crate::logic::node::{Node, Quantifier};
use crate::tuples::TupleSet;

impl Session {
    /// Formulas that together are satisfiable exactly if `formula` is: its conjuncts, with witnesses in
    /// place of outermost existential quantifiers. The same ones each time.
    pub(super) fn with_witnesses(
        &mut self,
        logic: &Logic,
        formula: Formula,
    ) -> Result<Vec<Formula>, SolveError> {
        if let Some(known) = self.witnessed.get(&formula) {
            return Ok(known.clone());
        }
        logic.check()?;
        let mut result = Vec::new();
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            match existential(logic, part) {
                None => match logic.node(part.0) {
                    Node::And(parts) => open.extend(parts.iter().map(|&id| Formula(id))),
                    _ => result.push(part),
                },
                Some((variable, domain, body)) => {
                    let domain = crate::ids::Expr(domain);
                    let bound = self.translator.possible_tuples(logic, domain)?;
                    if bound.is_empty() {
                        result.push(logic.falsehood());
                        continue;
                    }
                    let columns = bound.columns().clone();
                    let name = format!("${}", logic.variable_name(variable));
                    let none = TupleSet::empty(columns.clone());
                    let witness = logic.rel(logic.function(name, &columns, 0, none, bound));
                    open.push(logic.substitute(body, variable, witness));
                    result.push(logic.subset(witness, domain));
                }
            }
        }
        result.sort_unstable();
        self.witnessed.insert(formula, result.clone());
        Ok(result)
    }
}

/// The variable, domain and body of a formula that says that something exists.
fn existential(logic: &Logic, formula: Formula) -> Option<(Variable, NodeId, Formula)> {
    match logic.node(formula.0) {
        Node::Quantified {
            quantifier: Quantifier::Some,
            variable,
            domain,
            body,
        } => Some((variable, domain, Formula(body))),
        Node::Not(inside) => match logic.node(inside) {
            Node::Quantified {
                quantifier: Quantifier::All,
                variable,
                domain,
                body,
            } => Some((variable, domain, logic.not(Formula(body)))),
            _ => None,
        },
        _ => None,
    }
}
