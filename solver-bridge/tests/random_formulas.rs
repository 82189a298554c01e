//! Random formulas: what the solver says of each instance is what the evaluator says.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod support;

use proptest::prelude::*;
use solver_bridge::*;
use support::{Choices, World};

/// Beyond the limits of the logic, or of atoms: refused, and rightly so.
fn is_refusal(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Logic(LogicError::IntRange { .. } | LogicError::TooManyValues { .. })
    )
}

fn check(bytes: &[u8], depth: usize) -> Result<(), TestCaseError> {
    let mut choices = Choices::new(bytes);
    let world = World::new(&mut choices);
    let mut terms = world.terms(&mut choices);
    let formula = terms.formula(depth);
    let mut used = std::mem::take(&mut terms.used);
    used.sort();
    used.dedup();
    let logic = &world.logic;
    if let Err(error) = logic.check() {
        prop_assert!(is_refusal(&error.into()));
        return Ok(());
    }
    let instances = world.instances(&used);
    if instances.len() > 600 {
        return Ok(());
    }
    let mut session = Session::new(Translator::new());
    let negation = logic.not(formula);
    let mut models = 0;
    for instance in &instances {
        let truth = evaluate(logic, instance, &[formula]).unwrap()[0];
        let pinned = world.exactly(&used, instance);
        let positive = match session.solve(logic, &[formula, pinned]) {
            Err(error) if is_refusal(&error) => return Ok(()),
            other => matches!(other.unwrap(), Outcome::Sat(_)),
        };
        let negative = matches!(
            session.solve(logic, &[negation, pinned]).unwrap(),
            Outcome::Sat(_)
        );
        prop_assert_eq!(
            positive,
            truth == Truth::True,
            "{}",
            logic.print(&[formula])
        );
        prop_assert_eq!(
            negative,
            truth == Truth::False,
            "{}",
            logic.print(&[formula])
        );
        models += u64::from(positive);
    }
    let mut asserting = Session::new(Translator::new());
    asserting.assert(logic, formula).unwrap();
    prop_assert_eq!(
        asserting.enumerate(logic, &used, |_| true).unwrap(),
        Some(models)
    );
    Ok(())
}

/// Formulas that are asserted together have the models that they have one by one.
fn check_together(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut choices = Choices::new(bytes);
    let world = World::new(&mut choices);
    let mut terms = world.terms(&mut choices);
    let formulas: Vec<Formula> = (0..3).map(|_| terms.formula(2)).collect();
    let mut used = std::mem::take(&mut terms.used);
    used.sort();
    used.dedup();
    let logic = &world.logic;
    // Of most formulas some instance is a model, so they do not contradict each other too often.
    let instances = world.instances(&used);
    if logic.check().is_err() || instances.len() > 600 {
        return Ok(());
    }
    let wanted = evaluate(logic, &instances[instances.len() / 2], &formulas).unwrap();
    let formulas: Vec<Formula> = formulas
        .into_iter()
        .zip(wanted)
        .map(|(formula, truth)| match truth {
            Truth::False => logic.not(formula),
            _ => formula,
        })
        .collect();
    let mut models = 0;
    for instance in &instances {
        let truths = evaluate(logic, instance, &formulas).unwrap();
        models += u64::from(truths.iter().all(|truth| *truth == Truth::True));
    }
    let mut session = Session::new(Translator::new());
    match session.assert_all(logic, &formulas) {
        Err(error) if is_refusal(&error) => return Ok(()),
        other => other.unwrap(),
    }
    prop_assert_eq!(
        session.enumerate(logic, &used, |_| true).unwrap(),
        Some(models),
        "{}",
        logic.print(&formulas)
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn shallow_formulas_agree_with_the_evaluator(bytes in prop::collection::vec(any::<u8>(), 60..100)) {
        check(&bytes, 2)?;
    }

    #[test]
    fn formulas_asserted_together_agree_with_the_evaluator(bytes in prop::collection::vec(any::<u8>(), 60..250)) {
        check_together(&bytes)?;
    }

    #[test]
    fn deep_formulas_agree_with_the_evaluator(bytes in prop::collection::vec(any::<u8>(), 80..300)) {
        check(&bytes, 4)?;
    }
}
