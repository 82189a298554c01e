//! The process: arguments, streams, signals and the exit code. Everything else is a library.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstream::AutoStream;
use camino::Utf8Path;

use crate::args::{Args, MessageFormat, ReplayChoice};
use crate::crash::{guarded, install_hook};
use crate::engine::Engine;
use crate::explain;
use crate::project::{near, suggestion};
use crate::render::Render;
use crate::render::files::WithFiles;
use crate::render::human::{Human, Look};
use crate::render::json::Json;
use crate::render::short::Short;
use crate::report::summary::Exit;
use crate::report::{InternalError, Summary};
use crate::session::{self, SessionError};

/// Columns where there is no terminal.
const DEFAULT_WIDTH: usize = 80;
/// Wider terminals are not used up: long lines do not read well.
const WIDEST: usize = 120;
/// After an interrupt the session has this long to end by itself.
const TIME_TO_END: Duration = Duration::from_millis(950);

/// Runs the command with the arguments of the process.
pub fn main(engine: Arc<dyn Engine>) -> ExitCode {
    if let Some(code) = crate::replay::run_as_wrapper() {
        return code;
    }
    install_hook();
    let code = match guarded(|| run(&engine)) {
        Ok(exit) => exit.code(),
        Err(error) => {
            tell_internal(&error);
            Exit::Internal.code()
        }
    };
    ExitCode::from(code)
}

fn run(engine: &Arc<dyn Engine>) -> Exit {
    let args = match Args::from_command_line(std::env::args_os()) {
        Ok(args) => args,
        Err(error) => {
            // Help and the version come this way as well. A closed stream is no reason to fail.
            let _ = error.print();
            return match error.use_stderr() {
                true => Exit::Usage,
                false => Exit::Verified,
            };
        }
    };
    anstream::ColorChoice::from(args.color).write_global();
    if let Some(code) = &args.explain {
        return explain_code(code);
    }
    let interrupt = Arc::new(AtomicBool::new(false));
    watch_for_interrupt(&interrupt);

    let stdout = AutoStream::new(io::stdout().lock(), args.color.into());
    let mut render: Box<dyn Render> = match args.message_format {
        MessageFormat::Human => {
            let look = Look {
                verbosity: args.verbosity(),
                width: width(),
                marks: stdout.current_choice() == anstream::ColorChoice::Never,
                ascii: args.ascii,
                tests: args.replay == Some(ReplayChoice::Print),
            };
            Box::new(Human::new(stdout, look))
        }
        MessageFormat::Short => Box::new(Short::new(stdout)),
        MessageFormat::Json => Box::new(Json::new(stdout)),
    };
    if !args.reports.is_empty() {
        render = Box::new(WithFiles::new(render, &args.reports));
    }
    match session::run(engine, &args, &interrupt, render.as_mut()) {
        Ok(finished) => {
            if finished.nothing_to_check {
                tell_nothing_to_check(&args);
            }
            // Whoever reads the report of a program sees this as well.
            if args.message_format != MessageFormat::Human {
                for (of, error) in &finished.failures {
                    tell_error(&format!("internal error at `{of}`"));
                    tell_internal(error);
                }
            }
            finished.summary.exit()
        }
        // The reader has seen enough.
        Err(SessionError::Output { error, summary })
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            without_report(&summary)
        }
        Err(SessionError::Usage(error)) => {
            tell_error(&error);
            Exit::Usage
        }
        Err(SessionError::Output { error, summary }) => {
            tell_error(&format!("could not write the report: {error}"));
            without_report(&summary)
        }
    }
}

/// The exit code where a report is missing: what was found stays found.
fn without_report(summary: &Summary) -> Exit {
    match summary.exit() {
        Exit::Verified => Exit::Unknown,
        exit => exit,
    }
}

/// Columns for the report.
fn width() -> usize {
    if !io::stdout().is_terminal() {
        return DEFAULT_WIDTH;
    }
    terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| {
        usize::from(width.0).clamp(40, WIDEST)
    })
}

/// The first interrupt asks the session to end; if it has not done so in time, it is ended.
fn watch_for_interrupt(interrupt: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupt);
    let handler = move || {
        flag.store(true, Ordering::Relaxed);
        std::thread::sleep(TIME_TO_END);
        std::process::exit(i32::from(Exit::Unknown.code()));
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        anstream::eprintln!("warning: interrupts will end the run without a report: {error}");
    }
}

fn explain_code(code: &str) -> Exit {
    match explain::page(code) {
        Some(page) => {
            // A closed stream is no reason to fail.
            let _ = anstream::stdout().write_all(page.as_bytes());
            Exit::Verified
        }
        None => {
            let known = explain::PAGES.iter().map(|(code, _)| *code);
            let near = suggestion(&near(code, known));
            tell_error(&format!("there is no code `{code}`{near}"));
            Exit::Usage
        }
    }
}

fn tell_error(error: &dyn std::fmt::Display) {
    use owo_colors::OwoColorize as _;
    anstream::eprintln!("{}: {error}", "error".red().bold());
}

fn tell_internal(error: &InternalError) {
    tell_error(&format!("internal error: {error}"));
    if let Some(location) = &error.location {
        anstream::eprintln!("  at {location}");
    }
    anstream::eprintln!(
        "  this is a bug of cargo bverify and says nothing about your program: please report it"
    );
}

/// A run without a single contract is likely a run in the wrong place.
fn tell_nothing_to_check(args: &Args) {
    use owo_colors::OwoColorize as _;
    let (note, help) = ("note".bold().to_string(), "help".bold().to_string());
    anstream::eprintln!("{note}: nothing here carries a contract, so nothing was checked");
    anstream::eprintln!(
        "{help}: state one with `#[ensures(…)]` of the crate `bverify-contracts`, or check every \
         function for panics with `--all`"
    );
    if args.manifest_paths.is_empty() && args.files().next().is_none() {
        for manifest in session::manifests_with_contracts(Utf8Path::new(".")) {
            anstream::eprintln!("{help}: this one does: `--manifest-path {manifest}`");
        }
    }
}
