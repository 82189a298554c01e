//! Random terms over a small universe, and all instances of it.
#![allow(dead_code, reason = "each test binary uses a part")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

use solver_bridge::node::Quantifier;
use solver_bridge::*;

/// Choices read from bytes; zeros when they run out, so that every byte string is a term.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        match self.bytes.split_first() {
            None => 0,
            Some((&first, rest)) => {
                self.bytes = rest;
                usize::from(first) % limit
            }
        }
    }

    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// A logic with a few small relations of each kind.
pub struct World {
    pub logic: Logic,
    pub sort: Sort,
    pub relations: Vec<Relation>,
}

pub const NUMBERS: [i32; 4] = [-3, 0, 1, 6];

impl World {
    pub fn new(choices: &mut Choices) -> Self {
        let logic = Logic::new();
        let sort = logic.sort("A");
        let atoms: Vec<Atom> = (0..3)
            .map(|index| logic.atom(sort, format!("a{index}")))
            .collect();
        let numbers: Vec<Atom> = NUMBERS
            .iter()
            .map(|&n| logic.int_atom(Int::from(n)))
            .collect();
        let mut world = Self {
            logic,
            sort,
            relations: Vec::new(),
        };
        let pairs: Vec<Vec<Atom>> = atoms
            .iter()
            .flat_map(|&a| atoms.iter().map(move |&b| vec![a, b]))
            .collect();
        let values: Vec<Vec<Atom>> = atoms
            .iter()
            .flat_map(|&a| numbers.iter().map(move |&n| vec![a, n]))
            .collect();
        let triples: Vec<Vec<Atom>> = atoms
            .iter()
            .flat_map(|&a| values.iter().map(move |rest| [&[a], &rest[..]].concat()))
            .collect();
        let unary = |atoms: &[Atom]| atoms.iter().map(|&a| vec![a]).collect::<Vec<_>>();
        let bits = unary(
            &(0..4)
                .map(|at| world.logic.bit_atom(at))
                .collect::<Vec<_>>(),
        );
        world.add("next", &[sort, sort], &pairs, None, 4, choices);
        world.add("set", &[sort], &unary(&atoms), None, 2, choices);
        world.add("numbers", &[INT], &unary(&numbers), None, 2, choices);
        world.add("bits", &[BIT], &bits, None, 2, choices);
        world.add("value", &[sort, INT], &values, Some((1, true)), 5, choices);
        world.add("maybe", &[sort, INT], &values, Some((1, false)), 3, choices);
        world.add(
            "cell",
            &[sort, sort, INT],
            &triples,
            Some((2, true)),
            4,
            choices,
        );
        world.add("only", &[sort], &unary(&atoms), Some((0, true)), 3, choices);
        world
    }

    /// A relation with about `open` tuples chosen from `all`, the first few of them certain.
    fn add(
        &mut self,
        name: &str,
        columns: &[Sort],
        all: &[Vec<Atom>],
        function: Option<(usize, bool)>,
        open: usize,
        choices: &mut Choices,
    ) {
        let upper: Vec<_> = (0..open)
            .map(|_| all[choices.below(all.len())].clone())
            .collect();
        let certain = usize::from(choices.below(3) == 0);
        let lower = TupleSet::new(columns, upper[..certain].iter()).unwrap();
        let upper = TupleSet::new(columns, upper.iter()).unwrap();
        let logic = &self.logic;
        self.relations.push(match function {
            None => logic.relation(name, columns, lower, upper),
            Some((keys, true)) => logic.function(name, columns, keys, lower, upper),
            Some((keys, false)) => logic.partial_function(name, columns, keys, lower, upper),
        });
    }

    /// Every value of a relation within its bounds.
    fn values(&self, relation: Relation) -> Vec<TupleSet> {
        let data = self.logic.relation_data(relation).unwrap();
        let all = data.upper.tuples();
        let mut values = Vec::new();
        for mask in 0..1_u32 << all.len() {
            let chosen = (0..all.len()).filter(|index| mask >> index & 1 == 1);
            let value = TupleSet::from_tuples(
                data.upper.columns().clone(),
                chosen.map(|i| all[i]).collect(),
            );
            let mut instance = Instance::new();
            instance.set(relation, value.clone());
            if instance.check(&self.logic).is_ok() {
                values.push(value);
            }
        }
        values
    }

    /// Every instance over `relations`; the others have one fixed value.
    pub fn instances(&self, relations: &[Relation]) -> Vec<Instance> {
        let mut all = vec![Instance::new()];
        for &relation in relations {
            let values = self.values(relation);
            all = all
                .into_iter()
                .flat_map(|instance| {
                    values.iter().map(move |value| {
                        let mut instance = instance.clone();
                        instance.set(relation, value.clone());
                        instance
                    })
                })
                .collect();
        }
        for instance in &mut all {
            instance.complete(&self.logic);
        }
        all
    }

    /// The formula that every one of `relations` has its value of `instance`.
    pub fn exactly(&self, relations: &[Relation], instance: &Instance) -> Formula {
        let l = &self.logic;
        let parts: Vec<Formula> = relations
            .iter()
            .map(|&relation| {
                l.equal(
                    l.rel(relation),
                    l.constant(instance.get(relation).unwrap().clone()),
                )
            })
            .collect();
        l.and(&parts)
    }

    pub fn terms<'w, 'c, 'b>(&'w self, choices: &'c mut Choices<'b>) -> Terms<'w, 'c, 'b> {
        Terms {
            world: self,
            choices,
            variables: Vec::new(),
            used: Vec::new(),
        }
    }
}

/// A generator of well-formed terms.
pub struct Terms<'w, 'c, 'b> {
    world: &'w World,
    choices: &'c mut Choices<'b>,
    variables: Vec<Expr>,
    /// Relations that occur.
    pub used: Vec<Relation>,
}

impl Terms<'_, '_, '_> {
    fn l(&self) -> &Logic {
        &self.world.logic
    }

    fn sort(&mut self) -> Sort {
        if self.choices.below(3) == 0 {
            INT
        } else {
            self.world.sort
        }
    }

    fn leaf(&mut self, columns: &[Sort]) -> Expr {
        let world = self.world;
        let l = &world.logic;
        let mut options: Vec<(Expr, Option<Relation>)> = Vec::new();
        for &relation in &world.relations {
            if l.relation_data(relation).unwrap().upper.columns()[..] == *columns {
                options.push((l.rel(relation), Some(relation)));
            }
        }
        for &variable in &self.variables {
            if l.columns(variable)[..] == *columns {
                options.push((variable, None));
            }
        }
        let pick = self.choices.below(options.len() + 1);
        if let Some(&(expr, relation)) = options.get(pick) {
            self.used.extend(relation);
            return expr;
        }
        let mut rows: Vec<Vec<Atom>> = vec![Vec::new(); self.choices.below(4)];
        for row in &mut rows {
            for &column in columns {
                let atoms = world.logic.atoms(column);
                row.push(atoms[self.choices.below(atoms.len().min(4))]);
            }
        }
        l.constant(TupleSet::new(columns, rows).unwrap())
    }

    pub fn expr(&mut self, columns: &[Sort], depth: usize) -> Expr {
        if depth == 0 || self.choices.is_over() {
            return self.leaf(columns);
        }
        let d = depth - 1;
        let n = columns.len();
        match self.choices.below(18) {
            0 => {
                let (a, b) = (self.expr(columns, d), self.expr(columns, d));
                self.l().union(a, b)
            }
            1 => {
                let (a, b) = (self.expr(columns, d), self.expr(columns, d));
                self.l().intersection(a, b)
            }
            2 => {
                let (a, b) = (self.expr(columns, d), self.expr(columns, d));
                self.l().difference(a, b)
            }
            3 if n > 1 => {
                let (a, b) = (self.expr(columns, d), self.expr(columns, d));
                self.l().override_with(a, b)
            }
            4 | 5 if n < 3 => {
                let middle = self.sort();
                let at = self.choices.below(n + 1);
                let left = [&columns[..at], &[middle]].concat();
                let right = [&[middle], &columns[at..]].concat();
                let (a, b) = (self.expr(&left, d), self.expr(&right, d));
                self.l().join(a, b)
            }
            6 if n > 1 => {
                let at = 1 + self.choices.below(n - 1);
                let (a, b) = (self.expr(&columns[..at], d), self.expr(&columns[at..], d));
                self.l().product(a, b)
            }
            7 | 8 if n < 3 => {
                let count = 1 + self.choices.below(2);
                let keys = vec![self.world.sort; count];
                let rel = [&keys[..], columns].concat();
                let (keys, rel) = (self.expr(&keys, d), self.expr(&rel, d));
                self.l().image(keys, rel)
            }
            9 | 10 if n > 1 => {
                let at = 1 + self.choices.below(n - 1);
                let rel = self.expr(columns, d);
                let (keys, value) = (self.expr(&columns[..at], d), self.expr(&columns[at..], d));
                self.l().update(rel, keys, value)
            }
            11 => {
                let at = 1 + self.choices.below(n);
                let (keys, rel) = (self.expr(&columns[..at], d), self.expr(columns, d));
                self.l().domain_restrict(keys, rel)
            }
            12 => {
                let at = self.choices.below(n);
                let (rel, values) = (self.expr(columns, d), self.expr(&columns[at..], d));
                self.l().range_restrict(rel, values)
            }
            13 if n == 2 => {
                let a = self.expr(&[columns[1], columns[0]], d);
                self.l().transpose(a)
            }
            13 if n == 1 => {
                let other = self.sort();
                let a = self.expr(&[other, columns[0]], d);
                self.l().project(a, &[1])
            }
            14 | 15 if n == 2 && columns[0] == columns[1] => {
                let a = self.expr(columns, d);
                if self.choices.below(2) == 0 {
                    return self.l().closure(a);
                }
                let carrier = self.expr(&columns[..1], d);
                self.l().reflexive_closure(a, carrier)
            }
            14 if columns == [INT] => {
                let value = self.int(d);
                self.l().to_atoms(value)
            }
            14 if columns == [BIT] => {
                let (value, width) = (self.int(d), 1 + self.choices.below(9));
                self.l().to_bits(value, u32::try_from(width).unwrap())
            }
            15 | 16 => {
                let condition = self.formula(d);
                let (a, b) = (self.expr(columns, d), self.expr(columns, d));
                self.l().ite(condition, a, b)
            }
            17 => {
                let domain = self.expr(columns, d);
                let variable = self.world.logic.variable("c", columns);
                self.variables.push(self.world.logic.var(variable));
                let body = self.formula(d);
                self.variables.pop();
                self.l().comprehension_over(variable, domain, body)
            }
            _ => self.leaf(columns),
        }
    }

    fn any_columns(&mut self) -> Vec<Sort> {
        let sort = self.world.sort;
        match self.choices.below(6) {
            0 | 1 => vec![sort],
            2 => vec![INT],
            3 => vec![sort, sort],
            4 => vec![BIT],
            _ => vec![sort, INT],
        }
    }

    pub fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            let columns = self.any_columns();
            let a = self.expr(&columns, 0);
            return self.world.logic.some(a);
        }
        let d = depth - 1;
        let world = self.world;
        let l = &world.logic;
        match self.choices.below(16) {
            0 | 1 => {
                let columns = self.any_columns();
                let (a, b) = (self.expr(&columns, d), self.expr(&columns, d));
                l.subset(a, b)
            }
            2 => {
                let columns = self.any_columns();
                let (a, b) = (self.expr(&columns, d), self.expr(&columns, d));
                l.equal(a, b)
            }
            3 => {
                let columns = self.any_columns();
                let a = self.expr(&columns, d);
                match self.choices.below(4) {
                    0 => l.some(a),
                    1 => l.no(a),
                    2 => l.one(a),
                    _ => l.lone(a),
                }
            }
            4 => {
                let parts = [self.formula(d), self.formula(d), self.formula(d)];
                l.and(&parts)
            }
            5 => {
                let parts = [self.formula(d), self.formula(d), self.formula(d)];
                l.or(&parts)
            }
            6 => l.not(self.formula(d)),
            7 => l.iff(self.formula(d), self.formula(d)),
            8 => l.choice(self.formula(d), self.formula(d), self.formula(d)),
            9 | 10 => {
                let columns = self.any_columns();
                let domain = self.expr(&columns, d);
                let quantifier = [
                    Quantifier::All,
                    Quantifier::Some,
                    Quantifier::One,
                    Quantifier::Lone,
                ][self.choices.below(4)];
                let variable = l.variable("q", &columns);
                self.variables.push(l.var(variable));
                let body = self.formula(d);
                self.variables.pop();
                l.quantify(quantifier, variable, domain, body)
            }
            11 | 12 => l.int_lt(self.int(d), self.int(d)),
            13 | 14 => l.int_eq(self.int(d), self.int(d)),
            _ => l.int_le(self.int(d), self.int(d)),
        }
    }

    pub fn int(&mut self, depth: usize) -> IntExpr {
        let world = self.world;
        let l = &world.logic;
        if depth == 0 || self.choices.is_over() {
            return l.int(i32::try_from(self.choices.below(40)).unwrap() - 20);
        }
        let d = depth - 1;
        match self.choices.below(21) {
            0..=3 => l.value_of(self.expr(&[INT], d)),
            4 => {
                let width = u32::try_from(1 + self.choices.below(5)).unwrap();
                let signed = self.choices.below(2) == 0;
                l.from_bits(self.expr(&[BIT], d), width, signed)
            }
            5 => l.add(self.int(d), self.int(d)),
            6 => l.sub(self.int(d), self.int(d)),
            7 => l.mul(self.int(d), self.int(d)),
            8 => l.div(self.int(d), self.int(d)),
            9 => l.rem(self.int(d), self.int(d)),
            // Not by any amount: the results would be exact, and have up to a million bits.
            10 => l.shl(self.int(d), l.rem(self.int(d), l.int(70))),
            11 => l.shr(self.int(d), self.int(d)),
            12 => l.bit_and(self.int(d), self.int(d)),
            13 => l.bit_or(self.int(d), self.int(d)),
            14 => l.bit_xor(self.int(d), self.int(d)),
            15 => l.neg(self.int(d)),
            16 => l.int_ite(self.formula(d), self.int(d), self.int(d)),
            17 => {
                let columns = self.any_columns();
                l.cardinality(self.expr(&columns, d))
            }
            18 => l.sum(self.expr(&[INT], d)),
            19 => {
                let columns = self.any_columns();
                let domain = self.expr(&columns, d);
                let variable = l.variable("s", &columns);
                self.variables.push(l.var(variable));
                let body = self.int(d);
                self.variables.pop();
                l.sum_over_variable(variable, domain, body)
            }
            _ => {
                let width = u32::try_from(1 + self.choices.below(6)).unwrap();
                let signed = self.choices.below(2) == 0;
                l.wrap(self.int(d), width, signed)
            }
        }
    }
}
