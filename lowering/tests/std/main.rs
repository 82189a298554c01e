//! What std does and what its models do: each case is compiled by rustc as part of this test, read by
//! the front end from its text, run by the interpreter, and both must give the same, panics included.

#![expect(clippy::panic, reason = "a test fails by panicking")]
#![allow(
    clippy::complexity,
    clippy::perf,
    clippy::style,
    clippy::suspicious,
    clippy::unwrap_used,
    reason = "the cases call what there is to compare, not what is best"
)]

mod cell;
mod collections;
mod iter;
mod more;
mod num;
mod option;
mod small;
mod tables;
mod text;
mod vec;

use std::panic::catch_unwind;
use std::path::PathBuf;

use lowering::front::{Front, Stop};
use lowering::ids::Table;
use lowering::ir::interp::{Environment, Limits, Machine, Observer, Outcome, Prepared, Scope};
use lowering::ir::state::{State, Value};
use lowering::ir::{Int, ProcId, Program};
use lowering::lower;
use lowering::source::{Edition, MemoryFiles, PackageInput};
use lowering::typeck::{Package, on_deep_stack};
use lowering::{Span, ir};

/// A case: a number in, a number out; what it does in between is up to it.
type Case = fn(i32) -> i64;

const INPUTS: std::ops::Range<i32> = -1..6;

/// What runs of one case gave, an entry an input; `None` is a panic.
type Results = Vec<Option<i64>>;

macro_rules! suites {
    ($($suite:ident: $($case:ident)*;)*) => {
        $(
            #[test]
            fn $suite() {
                let cases: &[(&str, Case)] = &[$((stringify!($case), $suite::$case)),*];
                compare(include_str!(concat!(stringify!($suite), ".rs")), cases);
            }
        )*
    };
}

suites! {
    cell: cells borrowed_twice counts boxes texts;
    collections: sorted_maps hashed_maps sets queues ranges_of_borrowed_keys inclusive_ranges text_grows keys_by_reference;
    iter: sums adaptors consumers peeking sources both_ends inclusive by_reference cloned_closures;
    more: heaps reversed_heaps lists atomics no_such_orders hashes set_algebra removed_on_the_way forgotten_drains entries more_queues borrowed_or_owned compared_iterators once locks operators_by_their_traits methods_as_values types_with_arguments_of_their_own durations times_of_the_system empty_by_default functions_in_branches flow slices_become_arrays nested_clones divided_by_never_zero boxed_errors;
    num: bits powers logarithms saturation divisions differences conversions bytes chars truths never_zero parsing orders float_limits float_functions float_constants;
    option: options unwrapping results errors questions;
    text: pieces lines_and_words matched cases_of_characters all_of_latin drained tuples runs formatted_by_hand formatted_or_panics formatted_otherwise;
    small: edited moved dropped out_of_range;
    tables: found entered removed;
    vec: push_and_pop edits slices arrays collected shorter_slices compared_by_reference;
}

/// Holds the models to what rustc's own std does in every case of the source.
fn compare(source: &'static str, cases: &[(&str, Case)]) {
    std::panic::set_hook(Box::new(|_| {}));
    let native: Vec<Results> = cases
        .iter()
        .map(|(_, case)| INPUTS.map(|a| catch_unwind(|| case(a)).ok()).collect())
        .collect();
    let _ = std::panic::take_hook();
    let names: Vec<String> = cases.iter().map(|(name, _)| (*name).into()).collect();
    let failures = on_deep_stack(move || {
        let package = load(source);
        let mut failures = Vec::new();
        for (name, native) in names.iter().zip(native) {
            let modelled = modelled(&package, name);
            if modelled != Ok(native.clone()) {
                failures.push(format!("{name}: {modelled:?}, std gives {native:?}"));
            }
        }
        let functions = source.matches("\npub fn ").count();
        if functions != names.len() {
            failures.push(format!("{functions} functions, {} cases", names.len()));
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn load(source: &str) -> Package {
    let root = PathBuf::from("lib.rs");
    let files = MemoryFiles::default().with(root.clone(), source);
    let input = PackageInput {
        name: "cases".into(),
        root,
        edition: Edition::E2024,
        ..PackageInput::default()
    };
    match Package::load(&input, &files) {
        Ok(package) => package,
        Err(refused) => panic!("the source is refused: {:?}", refused.diagnostics),
    }
}

/// What the models give, or why the case is not understood.
fn modelled(package: &Package, name: &str) -> Result<Results, String> {
    let functions = package.functions();
    let found = functions.iter().find(|function| function.path == name);
    let def = found.expect("the case is in the source").def;
    match lower::lower_only(package, def) {
        Ok(program) => {
            let faults = ir::validate::validate(&program);
            if !faults.is_empty() {
                return Err(format!("not well formed: {faults:?}"));
            }
            run(&program, name)
        }
        Err(Stop::Unsupported(list)) => {
            let map = package.sources();
            let told = list
                .iter()
                .map(|it| format!("{} at {}", it.construct, map.text(it.span)));
            Err(told.collect::<Vec<_>>().join("; "))
        }
        Err(Stop::Mistake(list)) => Err(list
            .iter()
            .map(|it| {
                format!(
                    "{} at {}",
                    it.message,
                    package.sources().text(it.primary.span)
                )
            })
            .collect()),
    }
}

/// Remembers what the entry procedure returned.
struct Returned {
    entry: ProcId,
    value: Option<Value>,
}

impl Observer for Returned {
    fn returned(&mut self, machine: &Machine<'_, '_>, proc: ProcId, _: Span) {
        if proc == self.entry && machine.depth() == 1 {
            self.value = Some(machine.local_value(machine.program().procs[proc].ret));
        }
    }
}

fn run(program: &Program, name: &str) -> Result<Results, String> {
    let procs = program.procs.iter();
    let mut named = procs.filter(|(_, proc)| proc.name == name);
    let entry = named.next().expect("the program has its function").0;
    let prepared = Prepared::new(program).map_err(|error| format!("{error:?}"))?;
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &|_| true,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let mut results = Vec::new();
    for input in INPUTS {
        let state = State {
            // Where hash maps put their entries: anywhere.
            choices: (0..256).map(|at| Value::Bool(at % 3 != 0)).collect(),
            objects: Table::new(),
            inputs: vec![Value::Int(Int::from(input))],
        };
        let mut returned = Returned { entry, value: None };
        let outcome = machine
            .run(entry, &state, &mut returned)
            .map_err(|error| format!("{error:?}"))?;
        results.push(match (outcome, returned.value) {
            (Outcome::Completed, Some(Value::Int(value))) => Some(value.as_i64()),
            (Outcome::Panicked(_), _) => None,
            (outcome, value) => return Err(format!("of {input}: {outcome:?} with {value:?}")),
        });
    }
    Ok(results)
}
