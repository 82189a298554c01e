//! [`Logic`]: sorts, atoms, relations with their bounds, and the arena of hash-consed terms over them.
//! Knows nothing of circuits or solvers.
//!
//! All builder methods take `&self`, so that calls nest. A mistake (wrong columns, a lower bound
//! outside the upper) does not end the construction: the first one is kept, the term becomes
//! poison, and [`Logic::check`] and every translation return the error.

pub(crate) mod cancel;
mod exprs;
mod formulas;
mod ints;
pub mod node;
mod order;
mod print;
pub use order::TotalOrder;
mod substitute;

use crate::error::LogicError;
use crate::ids::{Atom, BIT, INT, NodeId, Relation, Sort, Variable};
use crate::int::{Int, WIDTH_LIMIT};
use crate::tuple::{ATOM_LIMIT, MAX_ARITY, Tuple};
use crate::tuples::TupleSet;
use node::{Kind, Meta, Node};
use rustc_hash::FxHashMap;
use std::cell::{Ref, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Binders nest at most this deep.
const MAX_DEPTH: usize = 100;
/// Bit positions that are there from the beginning; others are made when they are used.
const BITS: u32 = 256;
const POISON: NodeId = NodeId(0);

/// A relational problem without its question: a universe of sorts and atoms, relations with bounds,
/// and terms over them.
pub struct Logic {
    inner: RefCell<Inner>,
    /// Tells logics apart, so that a translator is not used on two.
    stamp: u64,
}

pub(crate) struct Inner {
    sorts: Vec<SortData>,
    atoms: Vec<AtomData>,
    int_atoms: FxHashMap<Int, Atom>,
    relations: Vec<RelationData>,
    variables: Vec<VariableData>,
    orders: Vec<TotalOrder>,
    /// The first term over a sort that a user has made.
    sorted: Option<NodeId>,
    nodes: Vec<Node>,
    metas: Vec<Meta>,
    ids: FxHashMap<Node, NodeId>,
    no_variables: Arc<[Variable]>,
    error: Option<LogicError>,
}

struct SortData {
    name: String,
    atoms: Vec<Atom>,
}

struct AtomData {
    sort: Sort,
    label: AtomLabel,
}

enum AtomLabel {
    Name(String),
    Number(Int),
    Bit(u32),
}

/// A relation's name and bounds.
#[derive(Clone, Debug)]
pub struct RelationData {
    /// Its name.
    pub name: String,
    /// Tuples that it has in every instance.
    pub lower: Arc<TupleSet>,
    /// Tuples that it may have.
    pub upper: Arc<TupleSet>,
    /// Whether it is a function of its first columns.
    pub function: Option<Function>,
}

/// That a relation maps the tuples of its first columns to tuples of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// How many columns are the argument.
    pub keys: usize,
    /// Whether each argument of the upper bound has a value.
    pub total: bool,
}

struct VariableData {
    name: String,
    columns: Arc<[Sort]>,
}

impl Default for Logic {
    fn default() -> Self {
        Self::new()
    }
}

impl Logic {
    /// A logic with the built-in sorts alone.
    #[must_use]
    pub fn new() -> Self {
        let mut inner = Inner {
            sorts: vec![
                SortData {
                    name: "Int".into(),
                    atoms: Vec::new(),
                },
                SortData {
                    name: "Bit".into(),
                    atoms: Vec::new(),
                },
            ],
            atoms: Vec::new(),
            int_atoms: FxHashMap::default(),
            relations: Vec::new(),
            variables: Vec::new(),
            orders: Vec::new(),
            sorted: None,
            nodes: Vec::new(),
            metas: Vec::new(),
            ids: FxHashMap::default(),
            no_variables: Arc::new([]),
            error: None,
        };
        inner.make_bits(BITS);
        inner.add(Node::Poison);
        static LOGICS: AtomicU64 = AtomicU64::new(0);
        Self {
            inner: RefCell::new(inner),
            stamp: LOGICS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The first mistake of the construction, if there was one.
    pub fn check(&self) -> Result<(), LogicError> {
        self.inner.borrow().error.clone().map_or(Ok(()), Err)
    }

    /// The first mistake, or that there is nothing to talk about: terms over sorts, in a universe without
    /// any atom. Atoms may be added at any time, so this is not known before a question.
    pub(crate) fn ready(&self) -> Result<(), LogicError> {
        self.check()?;
        let inner = self.inner.borrow();
        let is_empty = inner.atoms.len() == inner.sorts[BIT.index()].atoms.len();
        match inner.sorted.filter(|_| is_empty) {
            None => Ok(()),
            Some(id) => Err(LogicError::EmptyUniverse {
                expression: inner.describe(id),
            }),
        }
    }

    /// A new sort.
    pub fn sort(&self, name: impl Into<String>) -> Sort {
        let mut inner = self.inner.borrow_mut();
        inner.sorts.push(SortData {
            name: name.into(),
            atoms: Vec::new(),
        });
        Sort::from_index(inner.sorts.len() - 1)
    }

    /// A new atom of `sort`, at any time. Atoms of INT and BIT are not made here.
    pub fn atom(&self, sort: Sort, name: impl Into<String>) -> Atom {
        let mut inner = self.inner.borrow_mut();
        let name = name.into();
        if sort == INT || sort == BIT || sort.index() >= inner.sorts.len() {
            inner.fail(LogicError::UnknownSort { expression: name });
            return Atom(0);
        }
        inner.push_atom(sort, AtomLabel::Name(name))
    }

    /// The atom of a number.
    pub fn int_atom(&self, value: impl Into<Int>) -> Atom {
        let value = value.into();
        let mut inner = self.inner.borrow_mut();
        if let Some(&atom) = inner.int_atoms.get(&value) {
            return atom;
        }
        let atom = inner.push_atom(INT, AtomLabel::Number(value.clone()));
        inner.int_atoms.insert(value, atom);
        atom
    }

    /// The atom of a bit position.
    pub fn bit_atom(&self, position: u32) -> Atom {
        let mut inner = self.inner.borrow_mut();
        if position >= WIDTH_LIMIT {
            inner.fail(LogicError::BitWidth {
                width: position,
                expression: "bit_atom".into(),
            });
            return Atom(0);
        }
        inner.make_bits(position + 1);
        inner.known_bit_atom(position).unwrap_or(Atom(0))
    }

    /// The number of an atom of INT.
    #[must_use]
    pub fn int_value(&self, atom: Atom) -> Option<Int> {
        self.inner.borrow().int_value(atom)
    }

    /// The sort of an atom.
    #[must_use]
    pub fn sort_of(&self, atom: Atom) -> Option<Sort> {
        self.inner
            .borrow()
            .atoms
            .get(atom.index())
            .map(|data| data.sort)
    }

    /// The name of an atom; of a number, its value.
    #[must_use]
    pub fn atom_name(&self, atom: Atom) -> String {
        self.inner.borrow().atom_name(atom)
    }

    /// The name of a sort.
    #[must_use]
    pub fn sort_name(&self, sort: Sort) -> String {
        self.inner.borrow().sort_name(sort)
    }

    /// The atoms that `sort` has so far, in the order of their making.
    #[must_use]
    pub fn atoms(&self, sort: Sort) -> Vec<Atom> {
        self.inner
            .borrow()
            .sorts
            .get(sort.index())
            .map_or(Vec::new(), |data| data.atoms.clone())
    }

    /// The atoms that `sort` has so far, as a set.
    #[must_use]
    pub fn universe(&self, sort: Sort) -> TupleSet {
        TupleSet::unary(sort, self.atoms(sort))
    }

    /// A relation with its name and bounds.
    #[must_use]
    pub fn relation_data(&self, relation: Relation) -> Option<RelationData> {
        self.inner.borrow().relations.get(relation.index()).cloned()
    }

    /// All relations.
    #[must_use]
    pub fn relations(&self) -> Vec<Relation> {
        (0..self.inner.borrow().relations.len())
            .map(Relation::from_index)
            .collect()
    }

    /// The term of a node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node {
        self.inner.borrow().node(id).clone()
    }

    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    pub(crate) fn inner(&self) -> Ref<'_, Inner> {
        self.inner.borrow()
    }

    /// A variable for an explicit quantifier; ranges over tuples of these columns.
    pub fn variable(&self, name: impl Into<String>, columns: &[Sort]) -> Variable {
        let mut inner = self.inner.borrow_mut();
        inner.variables.push(VariableData {
            name: name.into(),
            columns: columns.into(),
        });
        Variable::from_index(inner.variables.len() - 1)
    }

    /// The name of a variable.
    #[must_use]
    pub fn variable_name(&self, variable: Variable) -> String {
        let inner = self.inner.borrow();
        let data = inner.variables.get(variable.index());
        data.map_or_else(|| format!("{variable:?}"), |data| data.name.clone())
    }

    fn declare(
        &self,
        name: String,
        columns: &[Sort],
        function: Option<Function>,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Relation {
        let mut inner = self.inner.borrow_mut();
        if let Err(error) = inner.check_bounds(&name, columns, function, &lower, &upper) {
            inner.fail(error);
        }
        let data = RelationData {
            name,
            lower: Arc::new(lower),
            upper: Arc::new(upper),
            function,
        };
        inner.relations.push(data);
        Relation::from_index(inner.relations.len() - 1)
    }

    /// A relation between `lower` and `upper`.
    pub fn relation(
        &self,
        name: impl Into<String>,
        columns: &[Sort],
        lower: TupleSet,
        upper: TupleSet,
    ) -> Relation {
        self.declare(name.into(), columns, None, lower, upper)
    }

    /// A relation between `lower` and `upper` that maps each tuple of the first `keys` columns to
    /// exactly one tuple of the others. That it does so is part of its bounds and need not be
    /// asserted; the translation makes use of it.
    pub fn function(
        &self,
        name: impl Into<String>,
        columns: &[Sort],
        keys: usize,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Relation {
        self.declare(
            name.into(),
            columns,
            Some(Function { keys, total: true }),
            lower,
            upper,
        )
    }

    /// Like [`Logic::function`], but an argument may have no value.
    pub fn partial_function(
        &self,
        name: impl Into<String>,
        columns: &[Sort],
        keys: usize,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Relation {
        self.declare(
            name.into(),
            columns,
            Some(Function { keys, total: false }),
            lower,
            upper,
        )
    }
}

impl Inner {
    fn push_atom(&mut self, sort: Sort, label: AtomLabel) -> Atom {
        if self.atoms.len() >= ATOM_LIMIT {
            self.fail(LogicError::AtomLimit);
            return Atom(0);
        }
        let atom = Atom::from_index(self.atoms.len());
        self.atoms.push(AtomData { sort, label });
        self.sorts[sort.index()].atoms.push(atom);
        atom
    }

    pub(crate) fn unbound(&self, variable: Variable, id: NodeId) -> LogicError {
        let variable = match self.variables.get(variable.index()) {
            Some(data) => data.name.clone(),
            None => format!("{variable:?}"),
        };
        LogicError::Unbound {
            variable,
            expression: self.describe(id),
        }
    }

    pub(crate) fn arity_of(&self, id: NodeId) -> usize {
        self.arity(id)
    }

    pub(crate) fn int_value(&self, atom: Atom) -> Option<Int> {
        match &self.atoms.get(atom.index())?.label {
            AtomLabel::Number(value) => Some(value.clone()),
            _ => None,
        }
    }

    pub(crate) fn bit_position(&self, atom: Atom) -> Option<u32> {
        match self.atoms.get(atom.index())?.label {
            AtomLabel::Bit(position) => Some(position),
            _ => None,
        }
    }

    /// The atom of a bit position, if it has been made.
    pub(crate) fn known_bit_atom(&self, position: u32) -> Option<Atom> {
        self.sorts[BIT.index()]
            .atoms
            .get(position as usize)
            .copied()
    }

    /// Makes the first `count` bit positions, in order, so that the order of the atoms is theirs.
    fn make_bits(&mut self, count: u32) {
        let made = self.sorts[BIT.index()].atoms.len();
        for position in u32::try_from(made).unwrap_or(count)..count {
            self.push_atom(BIT, AtomLabel::Bit(position));
        }
    }

    /// The atom of a number, if it has been made.
    pub(crate) fn known_int_atom(&self, value: &Int) -> Option<Atom> {
        self.int_atoms.get(value).copied()
    }

    pub(crate) fn relation(&self, relation: Relation) -> &RelationData {
        &self.relations[relation.index()]
    }

    fn atom_name(&self, atom: Atom) -> String {
        match self.atoms.get(atom.index()).map(|data| &data.label) {
            Some(AtomLabel::Name(name)) => name.clone(),
            Some(AtomLabel::Number(value)) => value.to_string(),
            Some(AtomLabel::Bit(position)) => format!("#{position}"),
            None => format!("{atom:?}"),
        }
    }

    fn sort_name(&self, sort: Sort) -> String {
        self.sorts
            .get(sort.index())
            .map_or_else(|| format!("{sort:?}"), |data| data.name.clone())
    }

    fn tuple_name(&self, tuple: Tuple) -> String {
        let names: Vec<_> = tuple.atoms().map(|atom| self.atom_name(atom)).collect();
        format!("({})", names.join(", "))
    }

    fn columns_name(&self, columns: &[Sort]) -> String {
        let names: Vec<_> = columns.iter().map(|&sort| self.sort_name(sort)).collect();
        format!("({})", names.join(", "))
    }

    /// Keeps the first mistake.
    fn fail(&mut self, error: LogicError) -> NodeId {
        self.error.get_or_insert(error);
        POISON
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&Node::Poison)
    }

    pub(crate) fn meta(&self, id: NodeId) -> &Meta {
        self.metas
            .get(id.index())
            .unwrap_or(&self.metas[POISON.index()])
    }

    fn columns(&self, id: NodeId) -> Option<Arc<[Sort]>> {
        match &self.meta(id).kind {
            Kind::Expr(columns) => Some(columns.clone()),
            _ => None,
        }
    }

    fn is_poison(&self, id: NodeId) -> bool {
        self.meta(id).kind == Kind::Poison
    }

    /// Whether one of `operands` is a mistake; records handles of another logic as one.
    fn refuse(&mut self, operands: &[NodeId]) -> bool {
        if let Some(id) = operands.iter().find(|id| id.index() >= self.nodes.len()) {
            let handle = format!("{id:?}");
            self.fail(LogicError::ForeignHandle { handle });
        }
        operands.iter().any(|&id| self.is_poison(id))
    }

    /// The id of a term, new or known.
    fn add(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = NodeId::from_index(self.nodes.len());
        let kind = self.kind(&node);
        let free = self.free_variables(&node);
        let mut depth = 0;
        node.for_each_child(|child| depth = depth.max(self.meta(child).depth));
        let binds = matches!(
            node,
            Node::Comprehension { .. } | Node::Quantified { .. } | Node::SumOver { .. }
        );
        depth += usize::from(binds);
        let of_user = |sort: &Sort| *sort != INT && *sort != BIT;
        if self.sorted.is_none()
            && matches!(&kind, Kind::Expr(columns) if columns.iter().any(of_user))
        {
            self.sorted = Some(id);
        }
        self.nodes.push(node.clone());
        self.metas.push(Meta { kind, free, depth });
        self.ids.insert(node, id);
        if depth > MAX_DEPTH {
            let expression = self.describe(id);
            return self.fail(LogicError::Nesting { depth, expression });
        }
        id
    }

    fn free_variables(&self, node: &Node) -> Arc<[Variable]> {
        if let Node::Variable(variable) = node {
            return Arc::new([*variable]);
        }
        let mut widest = self.no_variables.clone();
        let mut all: Vec<Variable> = Vec::new();
        let mut collect = |free: &Arc<[Variable]>, bound: Option<Variable>| {
            if free.len() > widest.len() {
                widest = free.clone();
            }
            all.extend(free.iter().filter(|&&variable| Some(variable) != bound));
        };
        match node {
            Node::Comprehension {
                variable,
                domain,
                body,
            }
            | Node::Quantified {
                variable,
                domain,
                body,
                ..
            }
            | Node::SumOver {
                variable,
                domain,
                body,
            } => {
                collect(&self.meta(*domain).free, None);
                collect(&self.meta(*body).free, Some(*variable));
            }
            _ => node.for_each_child(|child| collect(&self.meta(child).free, None)),
        }
        all.sort_unstable();
        all.dedup();
        if all[..] == widest[..] {
            widest
        } else {
            all.into()
        }
    }

    fn kind(&self, node: &Node) -> Kind {
        let columns = |id: NodeId| self.columns(id).unwrap_or_else(|| Arc::new([]));
        match node {
            Node::Poison => Kind::Poison,
            Node::Relation(relation) => {
                Kind::Expr(self.relation(*relation).upper.columns().clone())
            }
            Node::Constant(set) => Kind::Expr(set.columns().clone()),
            Node::Variable(variable) => {
                Kind::Expr(self.variables[variable.index()].columns.clone())
            }
            Node::Union(children) => Kind::Expr(columns(children[0])),
            Node::Intersection(a, _)
            | Node::Difference(a, _)
            | Node::Override(a, _)
            | Node::Update { rel: a, .. }
            | Node::DomainRestrict(_, a)
            | Node::RangeRestrict(a, _)
            | Node::Closure(a)
            | Node::Conditional(_, a, _)
            | Node::Comprehension { domain: a, .. } => Kind::Expr(columns(*a)),
            Node::Join(a, b) => {
                let (a, b) = (columns(*a), columns(*b));
                Kind::Expr(a[..a.len() - 1].iter().chain(&b[1..]).copied().collect())
            }
            Node::Product(a, b) => Kind::Expr(
                columns(*a)
                    .iter()
                    .chain(columns(*b).iter())
                    .copied()
                    .collect(),
            ),
            Node::Image { keys, rel } => Kind::Expr(columns(*rel)[columns(*keys).len()..].into()),
            Node::Project(a, positions) => {
                let a = columns(*a);
                Kind::Expr(
                    positions
                        .iter()
                        .map(|&position| a[usize::from(position)])
                        .collect(),
                )
            }
            Node::ToAtoms(_) => Kind::Expr(Arc::new([INT])),
            Node::ToBits(..) => Kind::Expr(Arc::new([BIT])),
            Node::True
            | Node::Subset(..)
            | Node::Equal(..)
            | Node::Multiplicity(..)
            | Node::And(_)
            | Node::Not(_)
            | Node::Iff(..)
            | Node::Choice(..)
            | Node::Quantified { .. }
            | Node::Compare(..) => Kind::Formula,
            Node::IntConstant(_)
            | Node::ValueOf(_)
            | Node::FromBits(..)
            | Node::Binary(..)
            | Node::Negate(_)
            | Node::IntChoice(..)
            | Node::Cardinality(_)
            | Node::Sum(_)
            | Node::SumOver { .. }
            | Node::Wrap(..) => Kind::Int,
        }
    }

    fn check_set(&self, name: &str, set: &TupleSet) -> Result<(), LogicError> {
        let columns = set.columns();
        if columns.len() > MAX_ARITY || columns.is_empty() {
            let arity = columns.len();
            return Err(LogicError::ArityLimit {
                expression: name.into(),
                arity,
            });
        }
        if columns.iter().any(|sort| sort.index() >= self.sorts.len()) {
            return Err(LogicError::UnknownSort {
                expression: name.into(),
            });
        }
        for tuple in set.tuples() {
            for (column, atom) in tuple.atoms().enumerate() {
                let sort = self.atoms.get(atom.index()).map(|data| data.sort);
                if sort != Some(columns[column]) {
                    return Err(LogicError::ForeignAtom {
                        name: name.into(),
                        atom: self.atom_name(atom),
                        column,
                        sort: self.sort_name(columns[column]),
                    });
                }
            }
        }
        Ok(())
    }

    fn check_bounds(
        &self,
        name: &str,
        columns: &[Sort],
        function: Option<Function>,
        lower: &TupleSet,
        upper: &TupleSet,
    ) -> Result<(), LogicError> {
        for bound in [lower, upper] {
            if bound.columns()[..] != *columns {
                return Err(LogicError::BoundColumns {
                    relation: name.into(),
                    expected: self.columns_name(columns),
                    found: self.columns_name(bound.columns()),
                });
            }
            self.check_set(name, bound)?;
        }
        if let Some(&tuple) = lower.tuples().iter().find(|&&tuple| !upper.contains(tuple)) {
            return Err(LogicError::LowerOutsideUpper {
                relation: name.into(),
                tuple: self.tuple_name(tuple),
            });
        }
        let Some(function) = function else {
            return Ok(());
        };
        let values = columns
            .len()
            .checked_sub(function.keys)
            .filter(|&values| values > 0);
        let Some(values) = values else {
            let arity = function.keys;
            return Err(LogicError::ArityLimit {
                expression: name.into(),
                arity,
            });
        };
        let key = |tuple: &Tuple| tuple.without_last(values);
        match lower
            .tuples()
            .windows(2)
            .find(|pair| key(&pair[0]) == key(&pair[1]))
        {
            None => Ok(()),
            Some(pair) => Err(LogicError::FunctionBounds {
                relation: name.into(),
                problem: "require two values",
                tuple: self.tuple_name(key(&pair[0])),
            }),
        }
    }
}
