//! The command line, and what each part of the program needs of it.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Duration;

use camino::Utf8PathBuf;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, ValueEnum};
use lowering::lower::{Overflow, Semantics};

use crate::options::{CheckOptions, Emit};
use crate::project::{FeatureChoice, Selection, TargetChoice};
use crate::render::human::Verbosity;
use crate::report::IntBits;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Check Rust functions against their contracts, for every heap and argument within a scope
#[derive(Clone, Debug, Parser)]
#[command(
    name = "cargo bverify",
    bin_name = "cargo bverify",
    version,
    styles = STYLES,
    after_help = "Exit code: 0 everything verified, 1 a violation or a vacuous contract, \
                  3 something unsupported or undecided, 2 a usage error or a rejected source, \
                  101 an internal error."
)]
pub struct Args {
    /// Check only functions whose path contains one of these; a name that ends in `.rs` is a single
    /// file to check
    #[arg(value_name = "FILTER|FILE.rs")]
    pub filters: Vec<String>,

    /// At most N objects of each type, members of each type parameter, elements of each buffer
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Bounds")]
    pub scope: u32,
    /// Integers on entry lie in a window of B bits, or are those of the `full` machine type
    /// [default: bits of the scope, plus 2]
    #[arg(long, value_name = "B|full", value_parser = parse_int_bits, help_heading = "Bounds")]
    pub int_bits: Option<IntBits>,
    /// Unroll loops and recursion K times [default: as far as the scope needs]
    #[arg(long, value_name = "K", help_heading = "Bounds")]
    pub unroll: Option<u32>,
    /// Seconds for one function
    #[arg(long, value_name = "S", default_value = "60", value_parser = parse_seconds, help_heading = "Bounds")]
    pub timeout: Duration,
    /// Override the bounds of `#[check(…)]` attributes
    #[arg(long, help_heading = "Bounds")]
    pub force_bounds: bool,

    /// Arithmetic that leaves its type panics, as in a development build, or wraps, as in a release
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "panic",
        help_heading = "Meaning"
    )]
    pub overflow: OverflowChoice,
    /// A call of a function with a contract means what the contract says, not what the body does
    #[arg(long, help_heading = "Meaning")]
    pub modular: bool,

    /// The package to check; may be given several times
    #[arg(
        short,
        long = "package",
        value_name = "SPEC",
        help_heading = "Package selection"
    )]
    pub packages: Vec<String>,
    /// All packages of the workspace
    #[arg(long, help_heading = "Package selection")]
    pub workspace: bool,
    /// Only the library, not the binaries
    #[arg(long, help_heading = "Package selection")]
    pub lib: bool,
    /// Only this binary; may be given several times
    #[arg(long = "bin", value_name = "NAME", help_heading = "Package selection")]
    pub bin_names: Vec<String>,
    /// Only the binaries
    #[arg(long, help_heading = "Package selection")]
    pub bins: bool,
    /// Only this example; may be given several times
    #[arg(
        long = "example",
        value_name = "NAME",
        help_heading = "Package selection"
    )]
    pub example_names: Vec<String>,
    /// Only the examples
    #[arg(long, help_heading = "Package selection")]
    pub examples: bool,
    /// Only this integration test, the functions that it uses; may be given several times
    #[arg(long = "test", value_name = "NAME", help_heading = "Package selection")]
    pub test_names: Vec<String>,
    /// Only the integration tests
    #[arg(long, help_heading = "Package selection")]
    pub tests: bool,
    /// The manifest, or its folder; may be given several times
    #[arg(
        long = "manifest-path",
        value_name = "PATH",
        help_heading = "Package selection"
    )]
    pub manifest_paths: Vec<Utf8PathBuf>,
    /// Features to turn on, separated by spaces or commas
    #[arg(
        short = 'F',
        long,
        value_name = "FEATURES",
        help_heading = "Package selection"
    )]
    pub features: Vec<String>,
    /// Turn on all features
    #[arg(long, help_heading = "Package selection")]
    pub all_features: bool,
    /// Do not turn on the `default` feature
    #[arg(long, help_heading = "Package selection")]
    pub no_default_features: bool,

    /// List the functions that would be checked, and check nothing
    #[arg(long)]
    pub list: bool,
    /// Functions without a contract as well: check them for panics and memory errors
    #[arg(long)]
    pub all: bool,
    /// Look for so many counterexamples that differ in shape or in the violated clause
    #[arg(long, value_name = "N", default_value = "1")]
    pub counterexamples: NonZeroUsize,
    /// Go on after the first violation: each clause gets an answer
    #[arg(long)]
    pub all_obligations: bool,
    /// Show a run that satisfies the contract of each function whose path contains this
    #[arg(long, value_name = "FILTER")]
    pub witness: Option<String>,
    /// Mark the statements that the contract does not constrain
    #[arg(long)]
    pub coverage: bool,
    /// The SAT solver, by name or by command line (`"kissat -q"`) [default: the best that is compiled in]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Let the solver try other values first; answers and counterexamples do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub seed: u64,
    /// Check so many functions at a time [default: the number of cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Explain a code (`BV0201`)
    #[arg(long, value_name = "CODE", exclusive = true)]
    pub explain: Option<String>,

    /// Write a report to a file as well: `.html`, `.sarif` or `.xml` (JUnit)
    #[arg(long = "report", value_name = "FILE", value_parser = parse_report, help_heading = "Output")]
    pub reports: Vec<Utf8PathBuf>,
    /// Only characters that every terminal has
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
    /// Run each counterexample as a test, or print the test
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "run",
        help_heading = "Output"
    )]
    pub replay: Option<ReplayChoice>,
    /// For people or for machines
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        help_heading = "Output"
    )]
    pub message_format: MessageFormat,
    /// Colours
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub color: Color,
    /// Show intermediate forms as well
    #[arg(
        long,
        value_name = "FORM",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub emit: Vec<Emit>,
    /// Only what needs attention
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Obligations, solver statistics and whole traces as well
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
}

/// The renderers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Lines, source and drawings.
    Human,
    /// A line for each violation and each function without an answer.
    Short,
    /// One JSON object a line.
    Json,
}

/// The kinds of report that are written to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// One page for a browser.
    Html,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit, for test dashboards.
    Junit,
}

impl ReportKind {
    /// The kind that the name of a file asks for.
    pub fn of(path: &camino::Utf8Path) -> Option<Self> {
        match path.extension() {
            Some("html" | "htm") => Some(ReportKind::Html),
            Some("sarif") => Some(ReportKind::Sarif),
            Some("xml") => Some(ReportKind::Junit),
            _ => None,
        }
    }
}

/// What arithmetic that leaves its type does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OverflowChoice {
    /// It panics.
    Panic,
    /// It wraps.
    Wrap,
}

/// What is done with the tests of counterexamples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayChoice {
    /// They are run.
    Run,
    /// They are printed.
    Print,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

impl Args {
    /// Parses the arguments of the process. Cargo runs `cargo-bverify bverify …`; run directly, the
    /// word is not there.
    pub fn from_command_line(
        args: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        let mut args: Vec<OsString> = args.into_iter().collect();
        if args.get(1).is_some_and(|first| first == "bverify") {
            args.remove(1);
        }
        let args = Self::try_parse_from(args)?;
        args.check_combinations()?;
        Ok(args)
    }

    fn check_combinations(&self) -> Result<(), clap::Error> {
        let conflict = |message: &str| {
            let mut command = <Self as clap::CommandFactory>::command();
            Err(command.error(clap::error::ErrorKind::ArgumentConflict, message))
        };
        if !self.emit.is_empty() && self.message_format == MessageFormat::Json {
            return conflict("`--emit` cannot be used with `--message-format json`");
        }
        if self.files().next().is_some()
            && (!self.manifest_paths.is_empty() || !self.packages.is_empty() || self.workspace)
        {
            return conflict("a file to check cannot be combined with a choice of packages");
        }
        Ok(())
    }

    /// The single files to check.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let filters = self.filters.iter().map(String::as_str);
        filters.filter(|filter| filter.ends_with(".rs"))
    }

    /// The functions to check, by parts of their paths.
    pub fn function_filters(&self) -> Vec<String> {
        let filters = self.filters.iter();
        filters
            .filter(|filter| !filter.ends_with(".rs"))
            .chain(&self.witness)
            .cloned()
            .collect()
    }

    /// One selection of crates for each manifest.
    pub fn selections(&self) -> Vec<Selection> {
        let names = self.features.iter();
        let names = names.flat_map(|entry| entry.split([' ', ',']));
        let selection = Selection {
            manifest_path: None,
            packages: self.packages.clone(),
            workspace: self.workspace,
            targets: TargetChoice {
                lib: self.lib,
                all_bins: self.bins,
                all_examples: self.examples,
                all_tests: self.tests,
                bins: self.bin_names.clone(),
                examples: self.example_names.clone(),
                tests: self.test_names.clone(),
            },
            features: FeatureChoice {
                names: names
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
                all: self.all_features,
                no_default: self.no_default_features,
            },
        };
        if self.manifest_paths.is_empty() {
            return vec![selection];
        }
        let of_manifest = |path: &Utf8PathBuf| Selection {
            manifest_path: Some(path.clone()),
            ..selection.clone()
        };
        self.manifest_paths.iter().map(of_manifest).collect()
    }

    /// What the checker is told.
    pub fn check_options(&self) -> CheckOptions {
        let mut emit = self.emit.clone();
        emit.sort();
        emit.dedup();
        CheckOptions {
            semantics: Semantics {
                overflow: match self.overflow {
                    OverflowChoice::Panic => Overflow::Panic,
                    OverflowChoice::Wrap => Overflow::Wrap,
                },
                modular: self.modular,
            },
            scope: self.scope,
            int_bits: self.int_bits,
            unroll: self.unroll,
            timeout: self.timeout,
            force_bounds: self.force_bounds,
            solver: self.solver.clone(),
            seed: self.seed,
            emit,
            counterexamples: self.counterexamples.get(),
            all_obligations: self.all_obligations,
            witness: self.witness.is_some(),
            coverage: self.coverage,
            states: self.wants_states(),
            replay: self.replay.is_some() || self.wants_states(),
            all: self.all,
        }
    }

    /// Whether a report wants to draw runs step by step.
    fn wants_states(&self) -> bool {
        let html = |path: &Utf8PathBuf| ReportKind::of(path) == Some(ReportKind::Html);
        self.reports.iter().any(html)
    }

    /// How much is told.
    pub fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

fn parse_int_bits(text: &str) -> Result<IntBits, String> {
    match text.parse() {
        _ if text == "full" => Ok(IntBits::Full),
        Ok(bits @ 1..=128) => Ok(IntBits::Window(bits)),
        _ => Err("expected a number of bits from 1 to 128, or `full`".into()),
    }
}

fn parse_report(text: &str) -> Result<Utf8PathBuf, String> {
    let path = Utf8PathBuf::from(text);
    match ReportKind::of(&path) {
        Some(_) => Ok(path),
        None => Err("expected a file that ends in `.html`, `.sarif` or `.xml`".into()),
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Args, clap::Error> {
        Args::from_command_line(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn clap_accepts_the_definition() {
        <Args as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn it_works_through_cargo_and_directly() {
        let through = parse("cargo-bverify bverify --scope 3 remove").unwrap();
        let directly = parse("cargo-bverify --scope 3 remove").unwrap();
        assert_eq!((through.scope, directly.scope), (3, 3));
        assert_eq!(through.filters, directly.filters);
    }

    #[test]
    fn wrong_numbers_are_usage_errors() {
        for line in [
            "x --scope 0",
            "x --scope -1",
            "x --int-bits 0",
            "x --int-bits wide",
            "x --timeout 0",
            "x --timeout nan",
            "x --timeout 1e300",
            "x -j 0",
            "x --emit ir --message-format json",
            "x -q -v",
            "x a.rs -p b",
        ] {
            assert_eq!(
                parse(line).map(|_| ()).unwrap_err().exit_code(),
                2,
                "{line}"
            );
        }
    }

    #[test]
    fn files_are_told_from_filters() {
        let args = parse("x src/a.rs push").unwrap();
        assert_eq!(args.files().collect::<Vec<_>>(), ["src/a.rs"]);
        assert_eq!(args.function_filters(), ["push"]);
    }
}
