//! Any sequence of builder calls, with any handles: nothing panics, the first mistake is reported, and
//! without one the question is answered.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod support;

use proptest::prelude::*;
use solver_bridge::node::Quantifier;
use solver_bridge::*;
use std::time::Duration;
use support::Choices;

/// Handles made so far, and some of another logic.
struct Handles {
    sorts: Vec<Sort>,
    atoms: Vec<Atom>,
    sets: Vec<TupleSet>,
    relations: Vec<Relation>,
    variables: Vec<Variable>,
    exprs: Vec<Expr>,
    formulas: Vec<Formula>,
    ints: Vec<IntExpr>,
}

fn pick<T: Clone>(from: &[T], choices: &mut Choices) -> T {
    from[choices.below(from.len())].clone()
}

impl Handles {
    fn new(l: &Logic, foreign: &Logic) -> Self {
        let (a, other) = (l.sort("A"), foreign.sort("Z"));
        // Beyond anything the first logic has.
        let far: Vec<Sort> = (0..5).map(|at| foreign.sort(format!("Z{at}"))).collect();
        let stranger = foreign.atom(far[4], "z");
        let set = foreign.relation(
            "far",
            &[far[4]],
            TupleSet::empty([far[4]]),
            foreign.universe(far[4]),
        );
        let strange = foreign.rel(set);
        Self {
            sorts: vec![a, INT, BIT, other, far[4]],
            atoms: vec![
                l.atom(a, "a0"),
                l.atom(a, "a1"),
                l.int_atom(Int::from(3)),
                stranger,
            ],
            sets: vec![
                l.universe(a),
                TupleSet::empty([a, a]),
                TupleSet::empty([INT]),
            ],
            relations: vec![
                l.relation("r", &[a], TupleSet::empty([a]), l.universe(a)),
                set,
            ],
            variables: vec![l.variable("x", &[a]), foreign.variable("z", &[far[4]])],
            exprs: vec![l.univ(a), l.iden(a), strange],
            formulas: vec![l.truth(), foreign.some(strange)],
            ints: vec![l.int(5), l.int(-1), foreign.cardinality(strange)],
        }
    }

    /// Leaves what belongs to the logic itself.
    fn forget_the_strangers(&mut self) {
        self.sorts.truncate(3);
        self.atoms.truncate(3);
        self.relations.truncate(1);
        self.variables.truncate(1);
        self.exprs.truncate(2);
        self.formulas.truncate(1);
        self.ints.truncate(2);
    }

    fn columns(&self, choices: &mut Choices) -> Vec<Sort> {
        (0..choices.below(4))
            .map(|_| pick(&self.sorts, choices))
            .collect()
    }

    fn call(&mut self, l: &Logic, choices: &mut Choices) {
        let (a, b) = (pick(&self.exprs, choices), pick(&self.exprs, choices));
        let (f, g) = (pick(&self.formulas, choices), pick(&self.formulas, choices));
        let (m, n) = (pick(&self.ints, choices), pick(&self.ints, choices));
        let number = u32::try_from(choices.below(256)).unwrap();
        let at = choices.below(5);
        match choices.below(68) {
            0 => self.sorts.push(l.sort("S")),
            1 => self.atoms.push(l.atom(pick(&self.sorts, choices), "s")),
            2 => self.atoms.push(l.bit_atom(number + 100)),
            3 => {
                let columns = self.columns(choices);
                let row: Vec<Atom> = columns.iter().map(|_| pick(&self.atoms, choices)).collect();
                self.sets.extend(TupleSet::new(&columns, [row]));
            }
            4 => {
                let (x, y) = (pick(&self.sets, choices), pick(&self.sets, choices));
                self.sets.extend(x.product(&y));
                self.sets.extend(x.union(&y));
            }
            5..=7 => {
                let columns = match choices.below(2) {
                    0 => self.columns(choices),
                    _ => pick(&self.sets, choices).columns().to_vec(),
                };
                let (lower, upper) = (pick(&self.sets, choices), pick(&self.sets, choices));
                self.relations.push(match number % 3 {
                    0 => l.relation("r", &columns, lower, upper),
                    1 => l.function("f", &columns, at, lower, upper),
                    _ => l.partial_function("p", &columns, at, lower, upper),
                });
            }
            8 => self.variables.push(l.variable("v", &self.columns(choices))),
            9 | 10 => self.exprs.push(l.rel(pick(&self.relations, choices))),
            11 => self.exprs.push(l.var(pick(&self.variables, choices))),
            12 => self.exprs.push(l.constant(pick(&self.sets, choices))),
            13 => self.exprs.push(l.none(&self.columns(choices))),
            14 => self.exprs.push(l.singleton(pick(&self.atoms, choices))),
            15 => self.exprs.push(l.univ(pick(&self.sorts, choices))),
            16 => self.exprs.push(l.iden(pick(&self.sorts, choices))),
            17 => self.exprs.push(l.union(a, b)),
            18 => self
                .exprs
                .push(l.union_all(&self.exprs[..at.min(self.exprs.len())])),
            19 => self.exprs.push(l.intersection(a, b)),
            20 => self.exprs.push(l.difference(a, b)),
            21 => self.exprs.push(l.override_with(a, b)),
            22 | 23 => self.exprs.push(l.join(a, b)),
            24 => self.exprs.push(l.product(a, b)),
            25 => self.exprs.push(l.image(a, b)),
            26 => self.exprs.push(l.update(a, b, pick(&self.exprs, choices))),
            27 => self.exprs.push(l.domain_restrict(a, b)),
            28 => self.exprs.push(l.range_restrict(a, b)),
            29 => self.exprs.push(l.project(a, &[at, 0, at])),
            30 => self.exprs.push(l.project(a, &[at])),
            31 => self.exprs.push(l.transpose(a)),
            32 => self.exprs.push(l.closure(a)),
            33 => self.exprs.push(l.reflexive_closure(a, b)),
            34 => self.exprs.push(l.domain(a, at)),
            35 => self.exprs.push(l.ite(f, a, b)),
            36 => self.exprs.push(l.comprehension(a, |x| l.subset(x, b))),
            37 => {
                let variable = pick(&self.variables, choices);
                self.exprs.push(l.comprehension_over(variable, a, f));
            }
            38 => self.exprs.push(l.to_atoms(m)),
            39 => self.exprs.push(l.to_bits(m, number)),
            40 => self.formulas.push(l.subset(a, b)),
            41 => self.formulas.push(l.equal(a, b)),
            42 => self
                .formulas
                .extend([l.some(a), l.no(a), l.one(a), l.lone(a)]),
            43 => self
                .formulas
                .extend([l.and(&[f, g]), l.or(&[f, g]), l.not(f)]),
            44 => self.formulas.extend([l.implies(f, g), l.iff(f, g)]),
            45 => self
                .formulas
                .push(l.choice(f, g, pick(&self.formulas, choices))),
            46 => self.formulas.push(l.all(a, |x| l.subset(x, b))),
            47 => self.formulas.push(l.exists_one(a, |_| f)),
            48 => {
                let quantifier = [Quantifier::All, Quantifier::Some, Quantifier::Lone][at % 3];
                let variable = pick(&self.variables, choices);
                self.formulas.push(l.quantify(quantifier, variable, a, f));
            }
            49 => self
                .formulas
                .extend([l.int_eq(m, n), l.int_lt(m, n), l.int_le(m, n)]),
            50 => self.ints.push(l.int(Int::from(1) << number)),
            51 => self.ints.push(l.value_of(a)),
            52 => self.ints.push(l.from_bits(a, number, at == 0)),
            53 => self.ints.extend([l.add(m, n), l.sub(m, n)]),
            54 => self.ints.push(l.mul(m, n)),
            55 => self.ints.extend([l.div(m, n), l.rem(m, n)]),
            56 => self.ints.extend([l.shl(m, n), l.shr(m, n)]),
            57 => self
                .ints
                .extend([l.bit_and(m, n), l.bit_or(m, n), l.bit_xor(m, n)]),
            58 => self.ints.extend([l.neg(m), l.bit_not(m)]),
            59 => self.ints.push(l.int_ite(f, m, n)),
            60 => self.ints.extend([l.cardinality(a), l.sum(a)]),
            61 => self.ints.push(l.wrap(m, number, at == 0)),
            62 => {
                let variable = pick(&self.variables, choices);
                self.formulas.push(l.substitute(f, variable, a));
            }
            63 => {
                // Questions about handles have some answer, whoever made them.
                let _ = (l.columns(a), l.atoms(pick(&self.sorts, choices)));
                let _ = l.universe(pick(&self.sorts, choices));
                let _ = l.relation_data(pick(&self.relations, choices));
                let _ = (
                    l.int_value(self.atoms[0]),
                    l.atom_name(pick(&self.atoms, choices)),
                );
                let _ = l.sort_name(pick(&self.sorts, choices));
                let _ = l.variable_name(pick(&self.variables, choices));
            }
            64 => drop(l.print(&[f])),
            65 => self.ints.push(l.sum_over(a, |_| m)),
            66 => {
                let variable = pick(&self.variables, choices);
                self.ints.push(l.sum_over_variable(variable, a, n));
            }
            _ => drop(l.print_bounds()),
        }
    }
}

/// Uses everything there is on a formula.
fn use_all(l: &Logic, handles: &Handles, formula: Formula) -> Result<(), SolveError> {
    let mut session = Session::new(Translator::new());
    session.set_limits(Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    });
    session.translator().set_budget(Budget {
        gates: Some(20_000),
        ..Budget::default()
    });
    session.break_symmetries(l, &[formula], &handles.sorts)?;
    session.assert(l, formula)?;
    let last = *handles.formulas.last().unwrap();
    if let Outcome::Sat(instance) = session.solve(l, &[last])? {
        instance.check(l)?;
        evaluate(l, &instance, &[formula])?;
    }
    let measure = Measure::Number(*handles.ints.last().unwrap());
    session.minimise(l, &[], &[measure], &handles.relations)?;
    let mut left = 20;
    session.enumerate(l, &handles.relations, |_| {
        left -= 1;
        left > 0
    })?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn no_call_panics_and_mistakes_are_told(bytes in prop::collection::vec(any::<u8>(), 50..600)) {
        let (l, foreign) = (Logic::new(), Logic::new());
        let mut choices = Choices::new(&bytes);
        let mut handles = Handles::new(&l, &foreign);
        if choices.below(4) > 0 {
            handles.forget_the_strangers();
        }
        while !choices.is_over() {
            handles.call(&l, &mut choices);
        }
        let formula = *handles.formulas.last().unwrap();
        let used = use_all(&l, &handles, formula);
        if let Err(mistake) = l.check() {
            // The first mistake is what every use reports.
            prop_assert_eq!(used.unwrap_err().to_string(), mistake.to_string());
        } else if let Err(error) = used {
            let wrong = matches!(error, SolveError::WrongModel { .. } | SolveError::Backend { .. });
            prop_assert!(!wrong, "{}", error);
        }
    }
}
