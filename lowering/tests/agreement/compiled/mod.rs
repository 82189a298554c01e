//! What rustc makes of random functions and what the encoder says of them: each is compiled and run on
//! every input in scope. The encoder's verdict must be that of all these runs together, what it says of
//! single inputs must be what their run gave, and the inputs must be the same.
//!
//! `BVERIFY_SAMPLES=from..to` chooses which functions; by default a few hundred. However many they are, a few are
//! read, compiled and checked at a time, by a thread of their own, so that memory does not grow with their number.

mod native;
mod show;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lowering::Span;
use lowering::encode::{self, Bounds, Encoding, EntryValues, Window};
use lowering::front::{Front, Stop};
use lowering::ir::interp::{Environment, Limits, Machine, Observer, Outcome, Prepared};
use lowering::ir::state::Value;
use lowering::ir::{Harness, ProcId, Program, validate};
use lowering::lower::{self, Overflow, Semantics};
use lowering::typeck::on_deep_stack;
use solver_bridge::{Instance, Outcome as Solved, Session, Translator};

use super::generate::{Contract, PRELUDE, Sample, sample};
use super::{NoOracle, Told, load, predict, quantified, verdict};
use native::{Runs, Subject};

/// The functions that run with all other tests.
const SAMPLES: Range<u64> = 0..160;

/// Those that run without overflow checks.
const WRAPPED: Range<u64> = 1000..1060;

/// So many are checked at a time.
const AT_A_TIME: u64 = 160;

/// More inputs than this are not run.
const MOST_INPUTS: usize = 60_000;

/// So many inputs of a function are run on the interpreter as well; its verdict is held to all of them.
const INTERPRETED: usize = 100;

/// So many are looked up in the formulas.
const EVALUATED: usize = 8;

/// What became of the functions.
#[derive(Debug, Default)]
struct Census {
    verified: usize,
    violated: usize,
    cut: usize,
    skipped: usize,
    unsupported: BTreeMap<String, Vec<String>>,
    differences: Vec<String>,
}

impl Census {
    fn add(&mut self, other: Census) {
        self.verified += other.verified;
        self.violated += other.violated;
        self.cut += other.cut;
        self.skipped += other.skipped;
        for (what, who) in other.unsupported {
            self.unsupported.entry(what).or_default().extend(who);
        }
        self.differences.extend(other.differences);
    }

    fn refuse(&mut self, what: String, who: String) {
        self.unsupported.entry(what).or_default().push(who);
    }

    fn differ(&mut self, sample: &Sample, contract: Contract, how: &str) {
        let (name, text) = (contract.function(sample), sample.with_contracts());
        self.differences.push(format!("{name}: {how}\n{text}"));
    }
}

/// A function with one contract.
struct Lowered {
    /// Which of the samples.
    index: usize,
    contract: Contract,
    program: Program,
    harness: Harness,
}

/// How a comparison ended.
enum Ended {
    Verified,
    Violated,
    Cut,
    Unsupported(String),
    Differs(String),
}

/// Remembers what the function under check returned.
struct Returned {
    target: ProcId,
    value: Option<u8>,
}

impl Observer for Returned {
    fn returned(&mut self, machine: &Machine<'_, '_>, proc: ProcId, _: Span) {
        if proc == self.target
            && let Value::Int(value) = machine.local_value(machine.program().procs[proc].ret)
        {
            self.value = Some(value.as_u8());
        }
    }
}

const SCOPE: u32 = 2;

fn bounds() -> Bounds {
    Bounds {
        window: Window::Bits(2),
        unroll_limit: 10,
        ..Bounds::of_scope(SCOPE)
    }
}

#[test]
fn verdicts_on_random_functions_are_those_of_running_them() {
    check(SAMPLES, Overflow::Panic);
}

#[test]
fn so_are_they_where_sums_wrap() {
    check(WRAPPED, Overflow::Wrap);
}

fn check(samples: Range<u64>, overflow: Overflow) {
    let samples = match std::env::var("BVERIFY_SAMPLES") {
        Ok(range) => {
            let (from, to) = range.split_once("..").expect("two numbers");
            let number = |text: &str| text.parse().expect("a number");
            number(from)..number(to)
        }
        Err(_) => samples,
    };
    let count = samples.clone().count() * 2;
    let mut census = Census::default();
    let mut from = samples.start;
    while from < samples.end {
        let to = samples.end.min(from + AT_A_TIME);
        census.add(on_deep_stack(move || compare(from..to, overflow)));
        println!("up to {to}: {} differences", census.differences.len());
        from = to;
    }
    let shown: Vec<String> = census
        .unsupported
        .iter()
        .map(|(what, who)| format!("{what}: {who:?}"))
        .collect();
    println!(
        "{count} functions: {} verified, {} violated, {} cut, {} with too many inputs; unsupported:\n{}",
        census.verified,
        census.violated,
        census.cut,
        census.skipped,
        shown.join("\n")
    );
    assert!(
        census.differences.is_empty(),
        "{}",
        census.differences.join("\n\n")
    );
    let refused: usize = census.unsupported.values().map(Vec::len).sum();
    assert!(refused * 10 <= count, "{refused} are not supported");
    assert!(census.verified * 10 >= count && census.violated * 10 >= count);
}

fn compare(numbers: Range<u64>, overflow: Overflow) -> Census {
    let mut census = Census::default();
    let semantics = Semantics {
        overflow,
        ..Semantics::default()
    };
    let samples: Vec<Sample> = numbers.map(sample).collect();
    let text: String = samples
        .iter()
        .map(|it| it.with_contracts() + "\n")
        .collect();
    let package = load(&format!("use bverify_contracts::*;\n{PRELUDE}\n{text}"));
    let functions = package.functions();
    let mut lowered = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        for contract in Contract::BOTH {
            let name = contract.function(sample);
            let found = functions.iter().find(|it| it.path == name);
            let def = found.expect("it has been loaded").def;
            match lower::lower_function(&package, def, semantics) {
                Ok((program, harness)) => {
                    assert_eq!(validate::validate(&program), [], "{name}");
                    lowered.push(Lowered {
                        index,
                        contract,
                        program,
                        harness,
                    });
                }
                Err(Stop::Unsupported(list)) => {
                    let what = list.first().map(|it| it.construct.clone());
                    census.refuse(what.unwrap_or_default(), name);
                }
                Err(Stop::Mistake(list)) => {
                    let told: Vec<&str> = list.iter().map(|it| it.message.as_str()).collect();
                    census.differ(sample, contract, &format!("{told:?}"));
                }
            }
        }
    }
    // The constants of a contract come in, so that each has inputs of its own.
    let subjects: Vec<Subject<'_>> = lowered
        .iter()
        .map(|it| Subject {
            sample: &samples[it.index],
            values: EntryValues::new(&it.program, &it.harness, &bounds()),
            scope: SCOPE as usize,
        })
        .collect();
    let runs = native::run(&subjects, MOST_INPUTS, overflow);
    for (lowered, runs) in lowered.iter().zip(&runs) {
        let sample = &samples[lowered.index];
        // With many constants of its own a function has more inputs than are run.
        if runs.is_empty() {
            census.skipped += 1;
            continue;
        }
        match lowered.compare(sample, runs) {
            Ended::Verified => census.verified += 1,
            Ended::Violated => census.violated += 1,
            Ended::Cut => census.cut += 1,
            Ended::Unsupported(what) => census.refuse(what, lowered.contract.function(sample)),
            Ended::Differs(how) => census.differ(sample, lowered.contract, &how),
        }
    }
    census
}

impl Lowered {
    fn compare(&self, sample: &Sample, runs: &Runs) -> Ended {
        let ranked = Bounds {
            ranked: true,
            ..bounds()
        };
        if let Ok((encoding, mut session)) = self.encode(&ranked)
            && let Ended::Differs(how) = self.judge(&encoding, &mut session, runs)
        {
            return Ended::Differs(format!("with fewer numbers: {how}"));
        }
        let (encoding, mut session) = match self.encode(&bounds()) {
            Ok(encoded) => encoded,
            Err(encode::Abort::Unsupported(it)) => return Ended::Unsupported(it.construct),
            Err(abort) => return Ended::Differs(abort.to_string()),
        };
        let ended = self.judge(&encoding, &mut session, runs);
        if matches!(ended, Ended::Differs(_)) {
            return ended;
        }
        match self.compare_inputs(sample, &encoding, &mut session, runs) {
            Some(difference) => Ended::Differs(difference),
            None => ended,
        }
    }

    fn encode(&self, bounds: &Bounds) -> Result<(Encoding, Session), encode::Abort> {
        let (program, harness) = (&self.program, &self.harness);
        let translator = Translator::new();
        let encoded = encode::encode(program, harness, bounds, translator, &mut NoOracle, false);
        let (encoding, translator) = encoded?;
        let mut session = Session::new(translator);
        for fact in &encoding.facts {
            let asserted = session.assert(&encoding.logic, *fact);
            asserted.expect("a fact translates");
        }
        Ok((encoding, session))
    }

    /// Holds the verdict on all inputs to what all runs together gave.
    fn judge(&self, encoding: &Encoding, session: &mut Session, runs: &Runs) -> Ended {
        let told = verdict(encoding);
        let mut ask = |formula| {
            let answer = session.solve(&encoding.logic, &[formula]);
            match answer.expect("it solves") {
                Solved::Sat(instance) => Some(instance),
                _ => None,
            }
        };
        if let Some(instance) = ask(told.violated) {
            let state = encoding.decode(&instance).expect("it decodes");
            let key = show::inputs(&self.program, &self.harness, &state);
            return match runs.get(&key) {
                Some(run) if self.contract.is_broken(*run) => Ended::Violated,
                run => Ended::Differs(format!("{key} is a counterexample, its run gives {run:?}")),
            };
        }
        if ask(told.cut).is_some() {
            return Ended::Cut;
        }
        match runs.iter().find(|(_, run)| self.contract.is_broken(**run)) {
            Some((key, run)) => Ended::Differs(format!("it is verified, {key} gives {run:?}")),
            None => Ended::Verified,
        }
    }

    /// Goes through inputs that the encoder knows of, one by one; the first difference, if any.
    fn compare_inputs(
        &self,
        sample: &Sample,
        encoding: &Encoding,
        session: &mut Session,
        runs: &Runs,
    ) -> Option<String> {
        let (program, harness) = (&self.program, &self.harness);
        let is_user = |_| true;
        let environment = Environment {
            scope: quantified(program, harness, &bounds()),
            limits: Limits::default(),
            is_user: &is_user,
        };
        let prepared = Prepared::new(program).expect("it is well formed");
        let mut machine = Machine::new(&prepared, &environment);
        let mut seen = 0;
        let mut keys: BTreeSet<String> = BTreeSet::new();
        let mut difference = None;
        let mut look = |instance: &Instance| -> Result<(), String> {
            let state = encoding.decode(instance).expect("it decodes");
            let mut returned = Returned {
                target: harness.target,
                value: None,
            };
            let outcome = machine.run(harness.entry, &state, &mut returned);
            let ran = match outcome.expect("the state fits the program") {
                Outcome::Completed => Told::Fine,
                Outcome::AssumptionFailed(_) => return Ok(()),
                Outcome::Violated(_) => Told::Violated,
                other => return Err(format!("the interpreter ends with {other:?}")),
            };
            let key = show::inputs(program, harness, &state);
            let native = runs.get(&key).ok_or(format!("{key} has not been run"))?;
            let expected = match self.contract.is_broken(*native) {
                true => Told::Violated,
                false => Told::Fine,
            };
            if ran != expected || returned.value != *native {
                let value = returned.value;
                return Err(format!(
                    "{key} gives {native:?}, interpreted {value:?}: {ran:?}"
                ));
            }
            if keys.insert(key.clone()) && keys.len() <= EVALUATED {
                match predict(encoding, instance) {
                    Some(predicted) if predicted != expected => {
                        return Err(format!("{key} gives {native:?}, encoded {predicted:?}"));
                    }
                    _ => {}
                }
            }
            Ok(())
        };
        let mut visit = |instance: &Instance| {
            seen += 1;
            difference = look(instance).err();
            difference.is_none() && seen < INTERPRETED
        };
        let relations = encoding.logic.relations();
        let enumerated = session.enumerate(&encoding.logic, &relations, &mut visit);
        enumerated.expect("it solves");
        if difference.is_none() && seen < INTERPRETED {
            let missing = runs.keys().find(|key| !keys.contains(*key));
            difference = missing.map(|key| format!("{key} is no input of {}", sample.name));
        }
        difference
    }
}
