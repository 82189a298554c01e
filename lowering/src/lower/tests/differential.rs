//! What rustc makes of a program and what lowering makes of it, on the same inputs.

use super::{drop_programs, memory_programs, programs};
use crate::front::{Front, Stop};
use crate::ids::Table;
use crate::ir::interp::{Environment, Limits, Machine, Observer, Outcome, Prepared, Scope};
use crate::ir::state::{State, Value};
use crate::ir::{Int, ProcId, Program};
use crate::source::{MemoryFiles, PackageInput};
use crate::span::Span;
use crate::typeck::{Package, on_deep_stack};

type Native = fn(i32, i32) -> i32;

macro_rules! programs {
    ($list:ident, $module:ident: $($name:ident),* $(,)?) => {
        const $list: &[(&str, Native)] = &[$((stringify!($name), $module::$name)),*];
    };
}

programs![
    PROGRAMS, programs:
    sum,
    quotient,
    remainder,
    negation,
    shifts,
    casts,
    operands_are_read_in_order,
    compound_assignment_takes_its_value_first,
    places_are_found_after_values,
    arguments_in_order,
    short_circuits,
    matches_with_guards,
    or_patterns,
    many_arms,
    let_chains,
    let_else,
    loops_with_values,
    ranges,
    closures,
    options,
    unwrapping,
    assertions,
    structs,
    references,
    lists,
    orders,
    traits,
    integers,
    shadows,
    early_returns,
];

programs![
    MEMORY_PROGRAMS, memory_programs:
    arrays,
    indices_are_checked,
    elements_by_reference,
    slices,
    array_patterns,
    strings,
    statics,
];

programs![
    DROP_PROGRAMS, drop_programs:
    scopes,
    temporaries,
    assignments,
    moves,
    partial_moves,
    enums,
    boxes,
    lists,
    jumps,
    questions,
    nested,
];

/// A cell to stand for that of std: what it does to its value is of no matter here.
const CELL: &str = "
struct Cell<T> { value: T }
impl<T: Copy> Cell<T> {
    fn new(value: T) -> Self { Cell { value } }
    fn get(&self) -> T { self.value }
    fn set(&self, value: T) { unsafe { *(&self.value as *const T as *mut T) = value } }
}
";

/// What the programs with `unsafe` give.
const UNSAFE_PROGRAMS: &[(&str, Native)] = &[
    ("raw_pointers", |a, _| {
        (a ^ 1).wrapping_mul(2).wrapping_add(1)
    }),
    ("casts_of_pointers", |a, b| {
        a.wrapping_add(1).wrapping_add(b)
    }),
];

const INPUTS: &[i32] = &[
    i32::MIN,
    -100,
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    7,
    33,
    i32::MAX - 1,
    i32::MAX,
];

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

/// What the lowered program gives on each pair of inputs; `None` is a panic.
fn interpreted(program: &Program, name: &str) -> Vec<Option<i32>> {
    let entry = program
        .procs
        .iter()
        .find(|(_, proc)| proc.name == name)
        .expect("the program has its function")
        .0;
    let prepared = Prepared::new(program).expect("the program is well formed");
    let environment = Environment {
        scope: Scope::default(),
        limits: Limits::default(),
        is_user: &|_| true,
    };
    let mut machine = Machine::new(&prepared, &environment);
    let mut results = Vec::new();
    for (a, b) in pairs() {
        let state = State {
            choices: Vec::new(),
            objects: Table::new(),
            inputs: [a, b].map(|input| Value::Int(Int::from(input))).to_vec(),
        };
        let mut returned = Returned { entry, value: None };
        let outcome = machine
            .run(entry, &state, &mut returned)
            .expect("two integers fit");
        results.push(match (outcome, returned.value) {
            (Outcome::Completed, Some(Value::Int(value))) => Some(value.as_i32()),
            (Outcome::Panicked(_), _) => None,
            (outcome, value) => panic!("{name}({a}, {b}): {outcome:?} with {value:?}"),
        });
    }
    results
}

fn pairs() -> impl Iterator<Item = (i32, i32)> {
    INPUTS.iter().flat_map(|a| INPUTS.iter().map(|b| (*a, *b)))
}

/// The same of the compiled program.
fn compiled(native: Native) -> Vec<Option<i32>> {
    let run = move || {
        let results = pairs().map(|(a, b)| std::panic::catch_unwind(|| native(a, b)).ok());
        results.collect()
    };
    let thread = std::thread::Builder::new().name("compiled program".into());
    let thread = thread.spawn(run).expect("a thread starts");
    thread.join().expect("panics are caught")
}

/// Panics of compiled programs are results, not messages.
fn silence_compiled_programs() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() != Some("compiled program") {
            before(info);
        }
    }));
}

#[test]
fn lowered_programs_do_what_compiled_ones_do() {
    compare(PROGRAMS, include_str!("programs.rs"));
}

#[test]
fn lowered_memory_does_what_compiled_memory_does() {
    compare(MEMORY_PROGRAMS, include_str!("memory_programs.rs"));
}

#[test]
fn values_are_dropped_when_and_where_rust_drops_them() {
    let source = include_str!("drop_programs.rs").replace("use std::cell::Cell;", CELL);
    compare(DROP_PROGRAMS, &source);
}

#[test]
fn raw_pointers_lead_where_they_were_taken() {
    compare(UNSAFE_PROGRAMS, include_str!("unsafe_programs.rs"));
}

fn compare(programs: &'static [(&'static str, Native)], source: &str) {
    silence_compiled_programs();
    let differences = on_deep_stack(|| {
        let files = MemoryFiles::default().with("programs.rs", source);
        let input = PackageInput {
            name: "programs".into(),
            root: "programs.rs".into(),
            ..PackageInput::default()
        };
        let package = Package::load(&input, &files).expect("it is Rust");
        let mut differences = Vec::new();
        for (name, native) in programs {
            let functions = package.functions();
            let function = functions.iter().find(|function| function.path == *name);
            let def = function.expect("the package has the function").def;
            let program = match super::super::lower_only(&package, def) {
                Ok(program) => program,
                Err(Stop::Unsupported(list)) => {
                    for item in list {
                        let at = package.sources().start(item.span);
                        differences.push(format!("{name}: {} at {at:?}", item.construct));
                    }
                    continue;
                }
                Err(Stop::Mistake(list)) => {
                    differences.push(format!("{name}: {list:?}"));
                    continue;
                }
            };
            let results = interpreted(&program, name)
                .into_iter()
                .zip(compiled(*native));
            for ((a, b), (ours, theirs)) in pairs().zip(results) {
                if ours != theirs {
                    differences.push(format!("{name}({a}, {b}): {ours:?}, compiled {theirs:?}"));
                    break;
                }
            }
        }
        differences
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
