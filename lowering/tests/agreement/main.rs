//! The encoder and the interpreter are two independent statements of what a program means. Here
//! every pre-state within a small scope is enumerated, run on the interpreter, and looked up in the
//! formulas of the encoder: they must tell the same of each.

#![expect(clippy::panic, reason = "a test fails by panicking")]

mod compiled;
mod generate;
mod narrowed;
mod programs;
mod random;
mod ranked;
mod shapes;

use std::path::PathBuf;

use lowering::encode::{self, Bounds, Encoding, EntryValues, Oracle, UnwindingKind, Window};
use lowering::front::Front;
use lowering::ir::interp::{Environment, Limits, Machine, Outcome, Prepared, Scope, Unobserved};
use lowering::ir::types::{IntTy, Ty};
use lowering::ir::{Harness, Program, validate};
use lowering::lower::{self, Semantics};
use lowering::source::{Edition, MemoryFiles, PackageInput};
use lowering::typeck::Package;
use solver_bridge::{Formula, Instance, Logic, Session, Translator, Truth, evaluate};

/// More pre-states than this tell nothing new.
const MOST_STATES: usize = 1500;

/// Takes every path for feasible: folding alone must be right.
struct NoOracle;

impl Oracle for NoOracle {
    fn start(&mut self) {}
    fn is_infeasible(&mut self, _: &Logic, _: [&[Formula]; 2], _: Formula) -> bool {
        false
    }
    fn may_hold(&mut self, _: &Logic, _: &[Formula], questions: &[Formula]) -> Vec<bool> {
        vec![true; questions.len()]
    }
    fn is_cancelled(&mut self) -> bool {
        false
    }
}

/// Asks a solver which paths are feasible: without, types that own themselves in several ways are
/// followed in circles that no state has.
#[derive(Default)]
struct Solving {
    session: Option<Session>,
}

impl Oracle for Solving {
    fn start(&mut self) {
        self.session = None;
    }
    fn is_infeasible(&mut self, logic: &Logic, known: [&[Formula]; 2], path: Formula) -> bool {
        let mut all = known.concat();
        all.push(path);
        let new = || Session::new(Translator::new());
        let outcome = self.session.get_or_insert_with(new).solve(logic, &all);
        matches!(
            outcome.expect("it solves"),
            solver_bridge::Outcome::Unsat(_)
        )
    }
    fn may_hold(&mut self, _: &Logic, _: &[Formula], questions: &[Formula]) -> Vec<bool> {
        vec![true; questions.len()]
    }
    fn is_cancelled(&mut self) -> bool {
        false
    }
}

/// What a run came to, as far as both sides can tell.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Excluded,
    Violated,
    Fine,
}

/// How many pre-states of a function ended in each way.
#[derive(Debug, Default)]
struct Tally {
    excluded: usize,
    violated: usize,
    fine: usize,
    cut: usize,
}

fn load(source: &str) -> Package {
    let root = PathBuf::from("lib.rs");
    let files = MemoryFiles::default().with(root.clone(), source);
    let input = PackageInput {
        name: "sample".into(),
        root,
        edition: Edition::E2024,
        cfgs: Vec::new(),
        features: Vec::new(),
        dependencies: vec!["bverify_contracts".into()],
        ..PackageInput::default()
    };
    match Package::load(&input, &files) {
        Ok(package) => package,
        Err(refused) => panic!("the sample is refused: {:?}", refused.diagnostics),
    }
}

/// Compares both on every checked function of the source; returns the tally of each, by name.
fn compare(source: &str, oracle: &mut dyn Oracle) -> Vec<(String, Tally)> {
    let package = load(source);
    let functions = package.functions().into_iter();
    let checked = functions.filter(|function| function.checked);
    checked
        .map(|function| {
            let lowered = lower::lower_function(&package, function.def, Semantics::default());
            let (program, harness) = match lowered {
                Ok(lowered) => lowered,
                Err(stop) => panic!("{} is not lowered: {stop:?}", function.path),
            };
            assert_eq!(validate::validate(&program), [], "{}", function.path);
            let is_user = |span| package.sources().is_user(span);
            (
                function.path,
                compare_function(&program, &harness, &is_user, oracle),
            )
        })
        .collect()
}

/// Compares both on a program of which each statement has a span of its own: also what is violated,
/// and where, must be the same. `None` if the encoder refuses the program.
fn compare_exactly(program: &Program, harness: &Harness, bounds: &Bounds) -> Option<Tally> {
    let encoded = encode::encode(
        program,
        harness,
        bounds,
        Translator::new(),
        &mut NoOracle,
        false,
    );
    let (encoding, translator) = match encoded {
        Ok(encoded) => encoded,
        Err(encode::Abort::Unsupported(_)) => return None,
        Err(abort) => panic!("{}: {abort}\n{}", harness.function, shown(program)),
    };
    let is_user = |_| true;
    let environment = Environment {
        scope: quantified(program, harness, bounds),
        limits: Limits::default(),
        is_user: &is_user,
    };
    let prepared = Prepared::new(program).expect("it is well formed");
    let mut machine = Machine::new(&prepared, &environment);
    let mut session = Session::new(translator);
    for fact in &encoding.facts {
        session
            .assert(&encoding.logic, *fact)
            .expect("a fact translates");
    }
    let mut tally = Tally::default();
    let mut seen = 0;
    let relations = encoding.logic.relations();
    let mut visit = |instance: &Instance| {
        seen += 1;
        let state = encoding.decode(instance).expect("it decodes");
        let outcome = machine.run(harness.entry, &state, &mut Unobserved);
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => panic!("{error} on {state:#?}\n{}", shown(program)),
        };
        let told = || format!("on {state:#?}\n{}", shown(program));
        let ran = match &outcome {
            Outcome::Violated(violation) => vec![violation.obligation.clone()],
            Outcome::Completed => Vec::new(),
            Outcome::AssumptionFailed(_) => {
                tally.excluded += 1;
                return seen < MOST_STATES / 10;
            }
            other => panic!("{}: {other:?} {}", harness.function, told()),
        };
        let mut instance = instance.clone();
        instance.complete(&encoding.logic);
        assert!(!needs_unwritten(&encoding, &instance), "{}", told());
        let cut = encoding.unwindings.iter().map(|each| each.cut);
        let cut = encoding.logic.or(&cut.collect::<Vec<_>>());
        let truth = evaluate(&encoding.logic, &instance, &[cut]).expect("it is defined");
        if truth == [Truth::True] {
            tally.cut += 1;
            return seen < MOST_STATES / 10;
        }
        let predicted: Vec<_> = encoding
            .obligations
            .iter()
            .filter(|obligation| {
                let truth = evaluate(&encoding.logic, &instance, &[obligation.violated]);
                truth.expect("it is defined") == [Truth::True]
            })
            .map(|obligation| obligation.why.clone())
            .collect();
        assert_eq!(
            predicted,
            ran,
            "{} (encoder, interpreter) {}",
            harness.function,
            told()
        );
        match ran.is_empty() {
            true => tally.fine += 1,
            false => tally.violated += 1,
        }
        seen < MOST_STATES / 10
    };
    session
        .enumerate(&encoding.logic, &relations, &mut visit)
        .expect("it solves");
    Some(tally)
}

fn shown(program: &Program) -> String {
    lowering::ir::pretty::program(program)
}

fn compare_function(
    program: &Program,
    harness: &Harness,
    is_user: &dyn Fn(lowering::Span) -> bool,
    oracle: &mut dyn Oracle,
) -> Tally {
    let bounds = Bounds {
        window: Window::Bits(2),
        unroll_limit: 8,
        ..Bounds::of_scope(2)
    };
    let (encoding, translator) =
        encode::encode(program, harness, &bounds, Translator::new(), oracle, false)
            .expect("it encodes");
    let environment = Environment {
        scope: quantified(program, harness, &bounds),
        limits: Limits::default(),
        is_user,
    };
    let prepared = Prepared::new(program).expect("it is well formed");
    let mut machine = Machine::new(&prepared, &environment);
    let mut session = Session::new(translator);
    for fact in &encoding.facts {
        session
            .assert(&encoding.logic, *fact)
            .expect("a fact translates");
    }
    let mut tally = Tally::default();
    let mut seen = 0;
    let relations = encoding.logic.relations();
    let mut visit = |instance: &Instance| {
        seen += 1;
        let state = encoding.decode(instance).expect("it decodes");
        let outcome = machine
            .run(harness.entry, &state, &mut Unobserved)
            .expect("the state fits the program");
        let Some(predicted) = predict(&encoding, instance) else {
            tally.cut += 1;
            return seen < MOST_STATES;
        };
        let ran = match &outcome {
            Outcome::Completed => Told::Fine,
            Outcome::AssumptionFailed(_) => Told::Excluded,
            Outcome::Violated(_) => Told::Violated,
            other => panic!("{} on {state:#?}: {other:?}", harness.function),
        };
        assert_eq!(
            predicted, ran,
            "{} (encoder, interpreter) on {state:#?}: {outcome:?}",
            harness.function
        );
        match ran {
            Told::Excluded => tally.excluded += 1,
            Told::Violated => tally.violated += 1,
            Told::Fine => tally.fine += 1,
        }
        seen < MOST_STATES
    };
    session
        .enumerate(&encoding.logic, &relations, &mut visit)
        .expect("it solves");
    tally
}

/// What the encoder says, as formulas: the input is considered, it violates something, it was cut.
struct Verdict {
    entry: Formula,
    violated: Formula,
    cut: Formula,
}

fn verdict(encoding: &Encoding) -> Verdict {
    let logic = &encoding.logic;
    let mut violated = [Vec::new(), Vec::new()];
    for obligation in &encoding.obligations {
        violated[usize::from(obligation.entered)].push(obligation.violated);
    }
    let [before, after] = violated.map(|each| logic.or(&each));
    let cut = encoding.unwindings.iter().map(|each| each.cut);
    let cut = logic.or(&cut.collect::<Vec<_>>());
    let entry = match encoding.entry.is_empty() {
        true => logic.falsehood(),
        false => logic.and(&encoding.entry),
    };
    Verdict {
        entry,
        violated: logic.or(&[before, logic.and(&[entry, after])]),
        cut,
    }
}

/// What the encoder says of an instance; `None` if it did not look that far.
fn predict(encoding: &Encoding, instance: &Instance) -> Option<Told> {
    let logic = &encoding.logic;
    let mut instance = instance.clone();
    instance.complete(logic);
    assert!(!needs_unwritten(encoding, &instance), "{instance:?}");
    let Verdict {
        entry,
        violated,
        cut,
    } = verdict(encoding);
    let truth = evaluate(logic, &instance, &[entry, violated, cut]).expect("it is defined");
    let holds = |index: usize| truth[index] == Truth::True;
    match (holds(0), holds(1), holds(2)) {
        (_, true, _) => Some(Told::Violated),
        (_, _, true) => None,
        (false, _, false) => Some(Told::Excluded),
        (true, false, false) => Some(Told::Fine),
    }
}

/// Whether the input takes a path of which the encoder believes that none does.
fn needs_unwritten(encoding: &Encoding, instance: &Instance) -> bool {
    let unwindings = encoding.unwindings.iter();
    let believed = unwindings.filter(|each| each.kind == UnwindingKind::Unwritten);
    let any: Vec<Formula> = believed.map(|each| each.cut).collect();
    let any = encoding.logic.or(&any);
    let truth = evaluate(&encoding.logic, instance, &[any]).expect("it is defined");
    truth == [Truth::True]
}

fn quantified(program: &Program, harness: &Harness, bounds: &Bounds) -> Scope {
    let values = EntryValues::new(program, harness, bounds);
    let params = program.types.iter().filter_map(|(_, ty)| match ty {
        Ty::Param(param) => Some(*param),
        _ => None,
    });
    Scope {
        ints: IntTy::ALL
            .into_iter()
            .filter_map(|int| Some((int, values.of(int)?)))
            .collect(),
        chars: Vec::new(),
        math: Vec::new(),
        members: bounds.scope,
        members_of: params.map(|param| (param, bounds.scope)).collect(),
    }
}
