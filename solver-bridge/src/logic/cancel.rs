//! Undoing a renaming: of a number that was made by looking names up, the name instead.

use super::Logic;
use super::node::Node;
use crate::ids::{Expr, IntExpr, NodeId};
use rustc_hash::FxHashMap;

/// A function from atoms of INT to atoms of INT that takes no two to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// Name → number.
    pub there: Expr,
    /// Number → name: the transpose.
    pub back: Expr,
}

impl Logic {
    /// The name of `number`: the atom that `renaming` takes to it, or nothing if none does. Where the
    /// number was looked up, through whatever choices and stores, the name is what was looked up, so
    /// that nothing is to be known of the renaming. `None` if that is nowhere the case.
    ///
    /// Requires: sets that numbers are the values of have one member each.
    pub fn name_of(&self, number: IntExpr, renaming: Renaming) -> Option<Expr> {
        let mut names = Names {
            logic: self,
            renaming,
            known: FxHashMap::default(),
        };
        let (name, found) = names.of_number(number.0);
        found.then_some(name)
    }
}

struct Names<'l> {
    logic: &'l Logic,
    renaming: Renaming,
    known: FxHashMap<NodeId, (Expr, bool)>,
}

impl Names<'_> {
    fn of_number(&mut self, id: NodeId) -> (Expr, bool) {
        match self.logic.node(id) {
            Node::ValueOf(set) => self.of_set(set),
            Node::IntChoice(condition, a, b) => {
                let (a, b) = (self.of_number(a), self.of_number(b));
                let name = self.logic.ite(crate::Formula(condition), a.0, b.0);
                (name, a.1 || b.1)
            }
            _ => {
                let set = self.logic.to_atoms(IntExpr(id));
                (self.logic.join(set, self.renaming.back), false)
            }
        }
    }

    /// A set or relation with names in its last column.
    fn of_set(&mut self, id: NodeId) -> (Expr, bool) {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let logic = self.logic;
        let named = match logic.node(id) {
            Node::Join(names, there) if there == self.renaming.there.0 => (Expr(names), true),
            Node::Join(keys, rel) => {
                let (rel, found) = self.of_set(rel);
                (logic.join(Expr(keys), rel), found)
            }
            Node::Conditional(condition, a, b) => {
                let (a, b) = (self.of_set(a), self.of_set(b));
                (logic.ite(crate::Formula(condition), a.0, b.0), a.1 || b.1)
            }
            Node::Union(parts) => {
                let parts: Vec<(Expr, bool)> = parts.iter().map(|it| self.of_set(*it)).collect();
                let names: Vec<Expr> = parts.iter().map(|(name, _)| *name).collect();
                let found = parts.iter().any(|(_, found)| *found);
                (logic.union_all(&names), found)
            }
            Node::DomainRestrict(keys, rel) => {
                let (rel, found) = self.of_set(rel);
                (logic.domain_restrict(Expr(keys), rel), found)
            }
            Node::Update { rel, keys, value } => {
                let (rel, value) = (self.of_set(rel), self.of_set(value));
                let name = logic.update(rel.0, Expr(keys), value.0);
                (name, rel.1 || value.1)
            }
            Node::ToAtoms(number) => self.of_number(number),
            _ => (logic.join(Expr(id), self.renaming.back), false),
        };
        let named = match named.1 {
            true => named,
            // Nothing to gain inside.
            false => (logic.join(Expr(id), self.renaming.back), false),
        };
        self.known.insert(id, named);
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{INT, Int, Outcome, Session, Translator, TupleSet};

    /// A name, looked up or chosen among several, is what it was made from; stored numbers as well.
    #[test]
    fn the_name_of_a_number_is_what_the_renaming_takes_to_it() {
        let logic = Logic::new();
        let sort = logic.sort("Object");
        let objects: Vec<_> = (0..2)
            .map(|at| logic.atom(sort, format!("o{at}")))
            .collect();
        let ints: Vec<_> = (0..3).map(|at| logic.int_atom(Int::from(at))).collect();
        let all = |columns: &[_], keys: &[_]| {
            let rows = keys
                .iter()
                .flat_map(|key| ints.iter().map(|it| vec![*key, *it]));
            TupleSet::new(columns, rows.collect::<Vec<_>>()).expect("rows of two")
        };
        let none = || TupleSet::empty(vec![INT, INT]);
        let there = logic.function("order", &[INT, INT], 1, none(), all(&[INT, INT], &ints));
        let there = logic.rel(there);
        let renaming = Renaming {
            there,
            back: logic.transpose(there),
        };
        let columns = [sort, INT];
        let none = TupleSet::empty(columns.to_vec());
        let names = logic.function("names", &columns, 1, none, all(&columns, &objects));
        let flag = logic.relation("flag", &[sort], TupleSet::empty(vec![sort]), {
            TupleSet::unary(sort, [objects[0]])
        });
        let flag = logic.some(logic.rel(flag));
        let mut session = Session::new(Translator::new());
        for int in &ints {
            let from = logic.join(there, logic.singleton(*int));
            session
                .assert(&logic, logic.lone(from))
                .expect("it translates");
        }
        let held = logic.join(logic.rel(names), there);
        let first = logic.singleton(objects[0]);
        let held = logic.update(held, first, logic.to_atoms(logic.int(2)));
        let held = logic.ite(flag, held, logic.join(logic.rel(names), there));
        let load = |at: usize| logic.value_of(logic.image(logic.singleton(objects[at]), held));
        for number in [load(0), load(1), logic.int_ite(flag, load(1), logic.int(1))] {
            let name = logic.name_of(number, renaming).expect("it was looked up");
            let again = logic.value_of(logic.image(name, there));
            let differ = logic.not(logic.int_eq(again, number));
            let outcome = session.solve(&logic, &[differ]).expect("it solves");
            assert!(matches!(outcome, Outcome::Unsat(_)));
        }
        assert_eq!(logic.name_of(logic.int(1), renaming), None);
    }
}
