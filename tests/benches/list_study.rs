//! The list study: every method of every list at the bounds of the original, a sweep over scopes, and
//! the mutants. `cargo bench -p bverify-tests --bench list_study`; with `-- --impl boxed --no-sweep`
//! a part of it. Fails if a correct list is accused or a mutant is missed.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use bverify_tests::measure::{self, Answer, Limits, Measured};
use bverify_tests::mutants::{self, Known, Recorded};
use bverify_tests::study::{IMPLEMENTATIONS, Implementation, METHODS, SWEEP, original_sweep};
use bverify_tests::{mutate, scratch};
use camino::{Utf8Path, Utf8PathBuf};
use clap::Parser;

/// The list study
#[derive(Debug, Parser)]
struct Options {
    /// Only these lists
    #[arg(long = "impl", value_name = "MODULE")]
    modules: Vec<String>,
    /// The scope of the table
    #[arg(long, default_value_t = 4)]
    scope: u32,
    /// Seconds for one method
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Leave the table out
    #[arg(long)]
    no_table: bool,
    /// Leave the sweep out
    #[arg(long)]
    no_sweep: bool,
    /// Leave the mutants out
    #[arg(long)]
    no_mutants: bool,
    /// Compile, test and check all mutants of these lists, and write down what is known of each
    #[arg(long)]
    record_mutants: bool,
    /// Cargo says so.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What the whole study comes to.
#[derive(Default)]
struct Totals {
    verified: usize,
    cpu: Duration,
    worst: Duration,
    accused: usize,
    mutants: usize,
    found: usize,
}

fn main() -> io::Result<ExitCode> {
    let options = Options::parse();
    let wanted = |list: &&Implementation| {
        options.modules.is_empty() || options.modules.iter().any(|name| name == list.module)
    };
    let lists: Vec<&Implementation> = IMPLEMENTATIONS.iter().filter(wanted).collect();
    let scratch = Utf8PathBuf::from(concat!(env!("CARGO_TARGET_TMPDIR"), "/list-study"));
    let mut out = io::stdout();
    if options.record_mutants {
        record(&lists, &scratch, &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut totals = Totals::default();
    if !options.no_table {
        for list in &lists {
            table(list, &scratch, &options, &mut totals, &mut out)?;
        }
    }
    if !options.no_sweep {
        for list in &lists {
            sweep(list, &scratch, &options, &mut out)?;
        }
    }
    if !options.no_mutants {
        check_mutants(&lists, &scratch, &mut totals, &mut out)?;
    }
    writeln!(
        out,
        "list_study: {} methods, {:.2} s CPU, worst {:.2} s, {}/{} mutants found",
        totals.verified,
        totals.cpu.as_secs_f64(),
        totals.worst.as_secs_f64(),
        totals.found,
        totals.mutants
    )?;
    let good = totals.accused == 0 && totals.found == totals.mutants;
    Ok(if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The crate root of a correct list by itself.
fn correct(list: &Implementation, scratch: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let folder = scratch.join(list.module);
    scratch::package(&folder, list.module, &scratch::source(list.module)?)
}

fn table(
    list: &Implementation,
    scratch: &Utf8Path,
    options: &Options,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    let limits = Limits {
        scope: options.scope,
        timeout: Duration::from_secs(options.limit),
    };
    let measured = measure::check(&correct(list, scratch)?, limits, |path| {
        path.contains("as List>")
    })?;
    let (module, title, original) = (list.module, list.title, list.original);
    writeln!(out, "{module} ({title}), scope {}", options.scope)?;
    writeln!(
        out,
        "  {:<14} {:>8} {:>9} {:>9} {:>9}  {:<10} {:>9} {:>9}",
        "method", "CPU s", "variables", "clauses", "conflicts", "answer", original.name, "ratio"
    )?;
    for (method, seconds) in METHODS.iter().zip(original.seconds) {
        let Some(it) = measured.iter().find(|it| it.method() == method.name) else {
            continue;
        };
        let cpu = it.cpu.as_secs_f64();
        let (answer, why) = word(&it.answer);
        let ratio = match it.answer {
            Answer::Complete => format!("{:.0}x", seconds / cpu.max(1e-4)),
            _ => "-".to_owned(),
        };
        writeln!(
            out,
            "  {:<14} {cpu:>8.3} {:>9} {:>9} {:>9}  {answer:<10} {seconds:>9.1} {ratio:>9}  {why}",
            method.name, it.solver.vars, it.solver.clauses, it.solver.conflicts
        )?;
        totals.cpu += it.cpu;
        totals.worst = totals.worst.max(it.cpu);
        totals.verified += usize::from(it.answer == Answer::Complete);
        totals.accused += usize::from(matches!(it.answer, Answer::Violated(_)));
    }
    out.flush()
}

/// An answer as a word for the table, and the reason.
fn word(answer: &Answer) -> (&str, &str) {
    match answer {
        Answer::Complete => ("complete", ""),
        Answer::UpToUnrolling => ("cut", ""),
        Answer::Violated(kind) => ("VIOLATED", kind),
        Answer::Other(word, why) => (word, why),
    }
}

fn sweep(
    list: &Implementation,
    scratch: &Utf8Path,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<()> {
    let root = correct(list, scratch)?;
    writeln!(out, "{}: insert(index, x) by scope", list.module)?;
    for scope in SWEEP {
        let limits = Limits {
            scope,
            timeout: Duration::from_secs(options.limit),
        };
        let measured = measure::check(&root, limits, |path| path.ends_with("List>::insert"))?;
        let Some(Measured {
            answer,
            cpu,
            solver,
            ..
        }) = measured.into_iter().next()
        else {
            break;
        };
        let (word, why) = word(&answer);
        writeln!(
            out,
            "  {scope:>3} ({:>2} elements) {:>9.3} s {:>8} variables {:>8} clauses {:>8} conflicts  {word} {why} ({})",
            list.most_elements(scope),
            cpu.as_secs_f64(),
            solver.vars,
            solver.clauses,
            solver.conflicts,
            original_sweep(scope)
        )?;
        out.flush()?;
        if answer != Answer::Complete {
            break;
        }
    }
    Ok(())
}

fn check_mutants(
    lists: &[&Implementation],
    scratch: &Utf8Path,
    totals: &mut Totals,
    out: &mut impl Write,
) -> io::Result<()> {
    for recorded in mutants::recorded()? {
        let Known::Refuted { scope, .. } = recorded.known else {
            continue;
        };
        if !lists.iter().any(|list| list.module == recorded.module) {
            continue;
        }
        totals.mutants += 1;
        let Some((mutant, source)) = mutants::find(&recorded)? else {
            writeln!(out, "no such mutant any more: {recorded}")?;
            continue;
        };
        let folder = scratch.join("mutant");
        let root = scratch::package(&folder, &recorded.module, &mutant.apply(&source))?;
        match mutants::refute(&root, 1, mutants::LARGEST_SCOPE)? {
            Some((found, _)) if found == scope => totals.found += 1,
            Some((found, _)) => {
                totals.found += 1;
                writeln!(out, "found at scope {found} instead of {scope}: {recorded}")?;
            }
            None => writeln!(out, "MISSED: {recorded}")?,
        }
    }
    Ok(())
}

/// Examines all mutants of the lists and puts them into the file, in place of what it had of them.
fn record(lists: &[&Implementation], scratch: &Utf8Path, out: &mut impl Write) -> io::Result<()> {
    let mut all: Vec<Recorded> = mutants::recorded().unwrap_or_default();
    for list in lists {
        let (before, others) = all.into_iter().partition(|it| it.module == list.module);
        let before: Vec<Recorded> = before;
        all = others;
        let source = scratch::source(list.module)?;
        for mutant in mutate::mutants(&source) {
            let folder = scratch.join("mutant");
            let mut known = mutants::examine(&folder, list.module, &mutant.apply(&source))?;
            let change = mutants::describe(&mutant);
            // Why a version does the same has been written by hand.
            let said = before.iter().find(|it| it.change == change);
            if let (Known::SameBehaviour(_), Some(said)) = (&known, said)
                && let Known::SameBehaviour(_) = &said.known
            {
                known = said.known.clone();
            }
            let recorded = Recorded {
                module: list.module.to_owned(),
                change,
                known,
            };
            writeln!(out, "{recorded}")?;
            out.flush()?;
            all.push(recorded);
        }
    }
    let order = |it: &Recorded| {
        IMPLEMENTATIONS
            .iter()
            .position(|list| list.module == it.module)
    };
    all.sort_by_key(order);
    let text: String = all.iter().map(|it| format!("{it}\n")).collect();
    fs::write(mutants::file(), text)
}
