//! One run of the command: finds the crates, reads them, picks the functions, has them checked or
//! listed, and tells a renderer. What the user did wrong comes back as a [`UsageError`].

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use camino::Utf8Path;
use lowering::front::{Front, FunctionInfo, Stop};
use lowering::ir::CheckBounds;
use lowering::lower::Overflow;

use crate::args::{Args, ReplayChoice};
use crate::crash::guarded;
use crate::engine::{Engine, Refused};
use crate::project::{self, Crate, ProjectError, near, suggestion};
use crate::render::Render;
use crate::replay::{self, Replayed};
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{Counterexample, InternalError, Outcome, Summary, Verdict};
use crate::schedule::{self, Batch};

/// Why a run did not take place, or broke off.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The command line asks for what is not there.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// The report could not be written.
    #[error("could not write the report: {error}")]
    Output {
        /// Why not.
        error: io::Error,
        /// What had been found by then.
        summary: Summary,
    },
}

/// Until it is known what had been found.
impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> Self {
        SessionError::Output {
            error,
            summary: Summary::default(),
        }
    }
}

/// A mistake on the command line.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// The crates could not be found.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// A filter matches nothing.
    #[error("no function matches `{filter}`{}", suggestion(.near))]
    UnknownFunction {
        /// The filter.
        filter: String,
        /// Functions with names like it.
        near: Vec<String>,
    },
    /// Filters match functions, but none that is checked.
    #[error("`{function}` is not checked: {why}; `--all` checks it for panics and memory errors")]
    NotChecked {
        /// The first such function.
        function: String,
        /// Why it is not.
        why: String,
    },
    /// The solver is neither compiled in nor a program.
    #[error("there is no solver `{name}`; compiled in are {}, and any program that reads DIMACS will do (`--solver \"kissat -q\"`)", .known.join(", "))]
    UnknownSolver {
        /// The name.
        name: String,
        /// Those that are.
        known: Vec<String>,
    },
}

/// A crate with what was read of it.
struct Loaded {
    unit: Crate,
    front: Box<dyn Front>,
    functions: Vec<FunctionInfo>,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How the checks ended.
    pub summary: Summary,
    /// What we failed at, by the name of the package or function.
    pub failures: Failures,
    /// There was nothing to check, and no filter was given.
    pub nothing_to_check: bool,
}

/// What we failed at, by the name of the package or function.
type Failures = Vec<(String, InternalError)>;

/// Runs the command.
pub fn run(
    engine: &Arc<dyn Engine>,
    args: &Args,
    interrupt: &AtomicBool,
    render: &mut dyn Render,
) -> Result<Finished, SessionError> {
    let mut summary = Summary::default();
    let finished = run_until(engine, args, interrupt, render, &mut summary);
    finished.map_err(|error| match error {
        // What had been found by then must not be lost.
        SessionError::Output { error, .. } => SessionError::Output { error, summary },
        other => other,
    })
}

/// Runs the command, and keeps the count while it does.
fn run_until(
    engine: &Arc<dyn Engine>,
    args: &Args,
    interrupt: &AtomicBool,
    render: &mut dyn Render,
    summary: &mut Summary,
) -> Result<Finished, SessionError> {
    let started = Instant::now();
    check_solver(engine.as_ref(), args)?;
    let units = find_crates(args)?;
    let mut failures = Vec::new();
    let mut crates = load(engine.as_ref(), units, render, summary, &mut failures)?;
    select(&mut crates, args, summary.refused + failures.len() > 0)?;
    let nothing_to_check = crates.iter().all(|loaded| loaded.functions.is_empty());
    let mut totals = ListTotals::default();
    for loaded in &crates {
        if args.list {
            list(
                engine.as_ref(),
                loaded,
                render,
                summary,
                &mut totals,
                &mut failures,
            )?;
        } else {
            check(
                engine,
                loaded,
                args,
                interrupt,
                render,
                summary,
                &mut failures,
            )?;
        }
    }
    if args.list {
        if args.all {
            render.listed_all(&totals)?;
        }
    } else {
        render.finish(summary, started.elapsed())?;
    }
    Ok(Finished {
        summary: *summary,
        nothing_to_check: nothing_to_check && summary.refused + summary.internal == 0,
        failures,
    })
}

fn check_solver(engine: &dyn Engine, args: &Args) -> Result<(), UsageError> {
    match &args.solver {
        Some(name) if !engine.knows_solver(name) => Err(UsageError::UnknownSolver {
            name: name.clone(),
            known: engine.solvers().into_iter().map(str::to_owned).collect(),
        }),
        _ => Ok(()),
    }
}

fn find_crates(args: &Args) -> Result<Vec<Crate>, UsageError> {
    let mut crates = Vec::new();
    for file in args.files() {
        crates.push(project::single_file(Utf8Path::new(file))?);
    }
    if crates.is_empty() {
        for selection in args.selections() {
            crates.extend(project::load(&selection)?);
        }
    }
    Ok(crates)
}

/// Reads the crates. One that is refused is told of and counted; the others are still checked.
fn load(
    engine: &dyn Engine,
    units: Vec<Crate>,
    render: &mut dyn Render,
    summary: &mut Summary,
    failures: &mut Failures,
) -> Result<Vec<Loaded>, SessionError> {
    let mut crates = Vec::new();
    for unit in units {
        let read = guarded(|| {
            let front = engine.load(&unit)?;
            let functions = front.functions();
            Ok((front, functions))
        });
        match read {
            Err(error) => {
                summary.internal += 1;
                render.internal(&unit.identity, None, &error)?;
                failures.push((unit.identity.name.clone(), error));
            }
            Ok(Ok((front, functions))) => {
                crates.push(Loaded {
                    unit,
                    front,
                    functions,
                });
            }
            Ok(Err(Refused {
                diagnostics,
                sources,
            })) => {
                summary.refused += 1;
                for diagnostic in &diagnostics {
                    render.diagnostic(&unit.identity, &sources, diagnostic)?;
                }
            }
        }
    }
    Ok(crates)
}

/// Keeps the functions that are asked for. A filter that matches none is a mistake, unless a crate
/// could not be read: the function may be there.
fn select(crates: &mut [Loaded], args: &Args, some_refused: bool) -> Result<(), UsageError> {
    let filters = args.function_filters();
    let all: Vec<&FunctionInfo> = crates.iter().flat_map(|loaded| &loaded.functions).collect();
    for filter in &filters {
        let matched = all.iter().any(|function| function.path.contains(filter));
        if !matched && !some_refused {
            let names = all.iter().map(|function| function.path.as_str());
            return Err(UsageError::UnknownFunction {
                filter: filter.clone(),
                near: near(filter, names),
            });
        }
    }
    let asked = |function: &FunctionInfo| {
        filters.is_empty() || filters.iter().any(|part| function.path.contains(part))
    };
    let wanted = |function: &FunctionInfo| asked(function) && (function.checked || args.all);
    let in_vain = !filters.is_empty() && !all.iter().any(|function| wanted(function));
    if in_vain && let Some(function) = all.iter().find(|function| asked(function)) {
        return Err(UsageError::NotChecked {
            function: function.path.clone(),
            why: function.why.to_owned(),
        });
    }
    for loaded in crates {
        loaded.functions.retain(|function| wanted(function));
    }
    Ok(())
}

fn check(
    engine: &Arc<dyn Engine>,
    loaded: &Loaded,
    args: &Args,
    interrupt: &AtomicBool,
    render: &mut dyn Render,
    summary: &mut Summary,
    failures: &mut Failures,
) -> Result<(), SessionError> {
    if loaded.functions.is_empty() {
        return Ok(());
    }
    let identity = &loaded.unit.identity;
    let options = args.check_options();
    let names: Vec<String> = loaded.functions.iter().map(|f| f.path.clone()).collect();
    let bounds = options.bounds(&CheckBounds::default());
    render.start(identity, &bounds, &names)?;
    let batch = Batch {
        engine: Arc::clone(engine),
        unit: loaded.unit.clone(),
        functions: loaded.functions.clone(),
        options,
        jobs: args.jobs.map_or_else(cores, usize::from),
    };
    let sources = loaded.front.sources();
    let mut violated = Vec::new();
    schedule::run(batch, interrupt, &mut |report| {
        summary.add(&report);
        render.function(identity, sources, &report)?;
        match report.outcome {
            Outcome::Judged(Verdict::Violated(found)) => {
                let function = &report.function;
                violated.extend(found.into_iter().map(|found| (function.clone(), found)));
            }
            Outcome::Internal(error) => failures.push((report.function, error)),
            _ => {}
        }
        Ok(())
    })?;
    if args.replay == Some(ReplayChoice::Run) {
        let overflow = args.check_options().semantics.overflow;
        replay_all(loaded, &violated, overflow, render, summary)?;
    }
    Ok(())
}

/// Runs the counterexamples as tests, all at once, and tells what becomes of each.
fn replay_all(
    loaded: &Loaded,
    violated: &[(String, Counterexample)],
    overflow: Overflow,
    render: &mut dyn Render,
    summary: &mut Summary,
) -> Result<(), SessionError> {
    let sources = loaded.front.sources();
    let (functions, tests): (Vec<&String>, Vec<_>) = violated
        .iter()
        .filter_map(|(function, found)| Some((function, found.replay.as_ref()?)))
        .unzip();
    let outcomes = replay::replay(&loaded.unit, sources, &tests, overflow);
    for (function, outcome) in functions.into_iter().zip(outcomes) {
        if let Replayed::Refuted(_) = outcome {
            summary.internal += 1;
        }
        render.replayed(&loaded.unit.identity, function, &outcome)?;
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn list(
    engine: &dyn Engine,
    loaded: &Loaded,
    render: &mut dyn Render,
    summary: &mut Summary,
    totals: &mut ListTotals,
    failures: &mut Failures,
) -> Result<(), SessionError> {
    let (identity, sources) = (&loaded.unit.identity, loaded.front.sources());
    let mut again: Option<Box<dyn Front>> = None;
    for function in &loaded.functions {
        let front = again.as_deref().unwrap_or(loaded.front.as_ref());
        let read = guarded(|| {
            let lowered = engine.lower(front, function);
            let instance = || front.identity(function.def);
            let typechecked = lowered.is_ok() || front.body(&instance()).is_ok();
            (lowered, typechecked)
        });
        let (lowered, typechecked) = match read {
            Ok(read) => read,
            Err(error) => {
                summary.internal += 1;
                render.internal(identity, Some(&function.path), &error)?;
                failures.push((function.path.clone(), error));
                // A crash may have left the loaded crate in any state.
                again = guarded(|| engine.load(&loaded.unit).ok()).ok().flatten();
                continue;
            }
        };
        let unsupported = match &lowered {
            Ok(()) | Err(Stop::Mistake(_)) => Vec::new(),
            Err(Stop::Unsupported(constructs)) => constructs.clone(),
        };
        if let Err(Stop::Mistake(mistakes)) = &lowered {
            summary.rejected += 1;
            for mistake in mistakes {
                render.diagnostic(identity, sources, mistake)?;
            }
        }
        let listed = ListedFunction {
            function: function.path.clone(),
            span: function.span,
            checked: function.checked,
            why: function.why.to_owned(),
            typechecked,
            lowered: lowered.is_ok(),
            unsupported,
        };
        totals.add(&listed);
        render.listed(identity, sources, &listed)?;
    }
    Ok(())
}

/// Packages below a folder that use contracts, for a user who asked where there are none: their
/// manifests relative to the folder, at most three.
pub fn manifests_with_contracts(base: &Utf8Path) -> Vec<String> {
    const DEEPEST: usize = 4;
    let mut found = BTreeSet::new();
    let mut work = vec![(base.to_owned(), 0)];
    while let Some((folder, depth)) = work.pop() {
        let Ok(entries) = folder.read_dir_utf8() else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEEPEST && name != "target" && !name.starts_with('.') {
                work.push((entry.path().to_owned(), depth + 1));
            }
            if name == "Cargo.toml" && depends_on_contracts(entry.path()) {
                let path = entry.path().strip_prefix(base).unwrap_or(entry.path());
                found.insert(path.to_string());
            }
        }
    }
    found.into_iter().take(3).collect()
}

fn depends_on_contracts(manifest: &Utf8Path) -> bool {
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    text.lines().any(|line| {
        let name = line.split(['=', '.']).next().unwrap_or_default().trim();
        name == "bverify-contracts"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ByName, unit};

    /// The functions that a command line selects of those given, or what is said of it.
    fn selected(functions: &[&'static str], line: &str) -> Result<Vec<String>, String> {
        let args = line.split_whitespace().map(std::ffi::OsString::from);
        let args = Args::from_command_line(args).unwrap();
        let front = ByName::of(functions).load(&unit()).ok().unwrap();
        let mut crates = [Loaded {
            unit: unit(),
            functions: front.functions(),
            front,
        }];
        select(&mut crates, &args, false).map_err(|error| error.to_string())?;
        let [loaded] = crates;
        Ok(loaded.functions.into_iter().map(|f| f.path).collect())
    }

    const FUNCTIONS: [&str; 3] = ["set::insert", "set::remove", "_helper"];

    #[test]
    fn functions_with_a_contract_are_selected() {
        let all = selected(&FUNCTIONS, "x").unwrap();
        assert_eq!(all, ["set::insert", "set::remove"]);
        assert_eq!(selected(&FUNCTIONS, "x --all").unwrap(), FUNCTIONS);
        assert_eq!(selected(&FUNCTIONS, "x rem").unwrap(), ["set::remove"]);
        assert_eq!(selected(&FUNCTIONS, "x --all _h").unwrap(), ["_helper"]);
    }

    #[test]
    fn a_crash_is_a_result_and_the_other_functions_are_listed() {
        crate::crash::install_hook();
        let engine = ByName::of(&["a", "crash", "b"]);
        let (mut summary, mut totals) = (Summary::default(), ListTotals::default());
        let mut failures = Vec::new();
        let mut out = Vec::new();
        let mut render = crate::render::json::Json::new(&mut out);
        let units = vec![unit()];
        let crates = load(&engine, units, &mut render, &mut summary, &mut failures).unwrap();
        list(
            &engine,
            &crates[0],
            &mut render,
            &mut summary,
            &mut totals,
            &mut failures,
        )
        .unwrap();
        let told: Vec<serde_json::Value> = String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let told: Vec<String> = told
            .iter()
            .map(|line| {
                format!(
                    "{} {} {}",
                    line["reason"], line["function"], line["verdict"]
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                r#""bverify-function" "a" null"#,
                r#""bverify-result" "crash" "internal-error""#,
                r#""compiler-message" null null"#,
                r#""bverify-function" "b" null"#,
            ]
        );
        assert_eq!((failures.len(), summary.internal), (1, 1));
    }

    #[test]
    fn a_filter_in_vain_is_a_mistake() {
        assert_eq!(
            selected(&FUNCTIONS, "x isnert").unwrap_err(),
            "no function matches `isnert`; did you mean `set::insert`?"
        );
        assert_eq!(
            selected(&FUNCTIONS, "x _helper").unwrap_err(),
            "`_helper` is not checked: its name says so; \
             `--all` checks it for panics and memory errors"
        );
    }
}
