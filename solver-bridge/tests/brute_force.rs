//! Sessions against all instances of a small universe: answers under assumptions and by yes or no as formulas come
//! in, cores, smallest models, and what symmetry breaking leaves.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod support;

use proptest::prelude::*;
use solver_bridge::*;
use std::collections::BTreeSet;
use support::{Choices, World};

/// Random formulas with their truth on every instance of the relations in them.
struct Table {
    world: World,
    used: Vec<Relation>,
    formulas: Vec<Formula>,
    instances: Vec<Instance>,
    /// By instance, then by formula.
    truths: Vec<Vec<Truth>>,
}

impl Table {
    /// `None` if there are too many instances, or numbers beyond the limits.
    fn new(bytes: &[u8], count: usize, depth: usize) -> Option<Self> {
        let mut choices = Choices::new(bytes);
        let world = World::new(&mut choices);
        let mut terms = world.terms(&mut choices);
        let mut formulas: Vec<Formula> = (0..count).map(|_| terms.formula(depth)).collect();
        let mut used = std::mem::take(&mut terms.used);
        used.sort();
        used.dedup();
        let logic = &world.logic;
        logic.check().ok()?;
        let instances = world.instances(&used);
        if instances.len() > 400 {
            return None;
        }
        let mut translator = Translator::new();
        for &formula in &formulas {
            translator.formula(logic, formula).ok()?;
        }
        // What no instance satisfies says little.
        for formula in &mut formulas {
            if evaluate(logic, &instances[0], &[*formula]).unwrap()[0] == Truth::False {
                *formula = logic.not(*formula);
            }
        }
        let truths = instances
            .iter()
            .map(|instance| evaluate(logic, instance, &formulas).unwrap())
            .collect();
        Some(Self {
            world,
            used,
            formulas,
            instances,
            truths,
        })
    }

    fn l(&self) -> &Logic {
        &self.world.logic
    }

    /// The instances on which all of `formulas`, by number, hold.
    fn models(&self, formulas: &[usize]) -> Vec<&Instance> {
        let holds = |truths: &[Truth]| formulas.iter().all(|&at| truths[at] == Truth::True);
        let models = self.instances.iter().zip(&self.truths);
        models.filter(|(_, t)| holds(t)).map(|(i, _)| i).collect()
    }

    /// What makes an instance later than another for `settle`.
    fn rank(&self, instance: &Instance) -> Vec<usize> {
        let mut rank = Vec::new();
        for &relation in &self.used {
            let data = self.l().relation_data(relation).unwrap();
            let value = instance.get(relation).unwrap();
            let tuples = data.upper.tuples();
            match data.function {
                None => rank.extend(
                    tuples
                        .iter()
                        .map(|&tuple| usize::from(value.contains(tuple))),
                ),
                Some(function) => {
                    let rest = data.upper.arity() - function.keys;
                    let key = |tuple: &Tuple| tuple.without_last(rest);
                    for row in tuples.chunk_by(|a, b| key(a) == key(b)) {
                        let at = row.iter().position(|&tuple| value.contains(tuple));
                        rank.push(at.map_or(0, |at| at + 1));
                    }
                }
            }
        }
        rank
    }
}

fn is_sat(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Sat(_))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn a_session_answers_rightly_as_formulas_come_in(bytes in prop::collection::vec(any::<u8>(), 80..200), plan in any::<u16>()) {
        let Some(table) = Table::new(&bytes, 5, 2) else { return Ok(()) };
        let (mut session, mut asserted) = (Session::new(Translator::new()), Vec::new());
        for at in 0..table.formulas.len() {
            let other = (at + 1 + usize::from(plan) % 4) % table.formulas.len();
            let (one, both) = ([&asserted[..], &[at]].concat(), [&asserted[..], &[at, other]].concat());
            for numbers in [one, both] {
                let assumed: Vec<Formula> = numbers[asserted.len()..].iter().map(|&at| table.formulas[at]).collect();
                let outcome = session.solve(table.l(), &assumed).unwrap();
                prop_assert_eq!(is_sat(&outcome), !table.models(&numbers).is_empty());
            }
            if plan >> at & 1 == 1 {
                session.assert(table.l(), table.formulas[at]).unwrap();
                asserted.push(at);
            }
        }
        let count = session.enumerate(table.l(), &table.used, |_| true).unwrap();
        prop_assert_eq!(count, Some(table.models(&asserted).len() as u64));
    }

    #[test]
    fn yes_or_no_is_answered_rightly_as_formulas_come_in(bytes in prop::collection::vec(any::<u8>(), 80..200), plan in any::<u16>()) {
        let Some(table) = Table::new(&bytes, 5, 2) else { return Ok(()) };
        let (mut session, mut asserted) = (Session::new(Translator::new()), Vec::new());
        for at in 0..table.formulas.len() {
            let with = |other: usize| !table.models(&[&asserted[..], &[other]].concat()).is_empty();
            let expected: Vec<bool> = (0..table.formulas.len()).map(with).collect();
            for (formula, expected) in table.formulas.iter().zip(&expected) {
                let possible = session.is_possible(table.l(), *formula).unwrap();
                prop_assert_eq!(possible, Some(*expected));
            }
            let possible = session.which_are_possible(table.l(), &table.formulas, 1000).unwrap();
            prop_assert_eq!(possible, expected);
            if plan >> at & 1 == 1 {
                session.assert(table.l(), table.formulas[at]).unwrap();
                asserted.push(at);
            }
        }
    }

    #[test]
    fn cores_are_unsatisfiable_and_minimal_ones_need_each_formula(bytes in prop::collection::vec(any::<u8>(), 80..250)) {
        let Some(table) = Table::new(&bytes, 6, 2) else { return Ok(()) };
        // Against each other, so that most sets have no model.
        let formulas = table.formulas.iter().enumerate();
        let assumed: Vec<Formula> = formulas
            .map(|(at, &formula)| if at % 2 == 0 { formula } else { table.l().not(formula) })
            .collect();
        let models = |chosen: &[Formula]| {
            let wanted: Vec<(usize, Truth)> = chosen
                .iter()
                .map(|&formula| {
                    let at = assumed.iter().position(|&other| other == formula).unwrap();
                    (at, if at % 2 == 0 { Truth::True } else { Truth::False })
                })
                .collect();
            let fits = |truths: &&Vec<Truth>| wanted.iter().all(|&(at, truth)| truths[at] == truth);
            table.truths.iter().filter(fits).count()
        };
        let mut session = Session::new(Translator::new());
        match session.solve(table.l(), &assumed).unwrap() {
            Outcome::Unsat(core) => {
                prop_assert_eq!(models(&core), 0);
                let minimal = session.minimise_core(table.l(), core.clone()).unwrap();
                prop_assert!(minimal.iter().all(|formula| core.contains(formula)));
                prop_assert_eq!(models(&minimal), 0);
                for at in 0..minimal.len() {
                    let mut less = minimal.clone();
                    less.remove(at);
                    prop_assert!(models(&less) > 0, "not needed: {}", table.l().print(&[minimal[at]]));
                }
            }
            outcome => {
                prop_assert!(is_sat(&outcome));
                prop_assert!(models(&assumed) > 0);
            }
        }
    }

    #[test]
    fn smallest_models_are_the_smallest(bytes in prop::collection::vec(any::<u8>(), 60..200), first in any::<u8>()) {
        let Some(table) = Table::new(&bytes, 2, 2) else { return Ok(()) };
        if table.used.is_empty() {
            return Ok(());
        }
        let l = table.l();
        let set = l.rel(table.used[usize::from(first) % table.used.len()]);
        let number = l.sum(l.rel(table.world.relations[2]));
        let number = l.sub(number, l.cardinality(set));
        let mut session = Session::new(Translator::new());
        session.assert(l, table.formulas[0]).unwrap();
        let measures = [Measure::Size(set), Measure::Number(number)];
        let minimum = session.minimise(l, &[table.formulas[1]], &measures, &table.used).unwrap();
        let key = |instance: &Instance| {
            let size = instance.expr(l, set).unwrap().len();
            // A relation that no formula mentions is free, so its smallest sum counts.
            let known = table.used.contains(&table.world.relations[2]);
            let number = instance.int(l, number).unwrap();
            (size, if known { number } else { Int::ZERO }, table.rank(instance))
        };
        let smallest = table.models(&[0, 1]).into_iter().map(key).min();
        match minimum.outcome {
            Outcome::Sat(instance) => {
                prop_assert!(minimum.exact);
                prop_assert_eq!(Some(key(&instance)), smallest);
            }
            _ => prop_assert_eq!(smallest, None),
        }
    }

    #[test]
    fn symmetry_breaking_leaves_an_instance_of_each_kind(bytes in prop::collection::vec(any::<u8>(), 60..200)) {
        let Some(table) = Table::new(&bytes, 2, 3) else { return Ok(()) };
        let l = table.l();
        let mut session = Session::new(Translator::new());
        session.assert_all(l, &table.formulas).unwrap();
        let classes = session.break_symmetries(l, &[], &[]).unwrap();
        let mut visited = BTreeSet::new();
        let values = |instance: &Instance| -> Vec<Vec<Tuple>> {
            table.used.iter().map(|&r| instance.get(r).unwrap().tuples().to_vec()).collect()
        };
        let count = match session.enumerate(l, &table.used, |instance| visited.insert(values(instance))) {
            // A relation that no formula mentions tells atoms apart.
            Err(SolveError::Symmetry { .. }) => return Ok(()),
            count => count.unwrap(),
        };
        prop_assert_eq!(count, Some(visited.len() as u64));
        let models: BTreeSet<_> = table.models(&[0, 1]).into_iter().map(values).collect();
        prop_assert!(visited.is_subset(&models));
        // Exchanging atoms of a class, again and again, leads from what is left to every model.
        let mut reached = visited.clone();
        let mut open: Vec<_> = visited.into_iter().collect();
        while let Some(model) = open.pop() {
            for pair in classes.iter().flat_map(|class| class.windows(2)) {
                let other = |atom: Atom| match atom {
                    atom if atom == pair[0] => pair[1],
                    atom if atom == pair[1] => pair[0],
                    atom => atom,
                };
                let image: Vec<Vec<Tuple>> = model.iter().map(|tuples| {
                    let mut image: Vec<Tuple> = tuples
                        .iter()
                        .map(|tuple| Tuple::of(&tuple.atoms().map(other).collect::<Vec<_>>()))
                        .collect();
                    image.sort();
                    image
                }).collect();
                if reached.insert(image.clone()) {
                    open.push(image);
                }
            }
        }
        prop_assert_eq!(reached, models);
    }
}
