//! Reports that are written to files beside what is shown: each gathers what it is told, and is
//! written as a whole at the end.

use std::io;
use std::time::Duration;

use camino::Utf8PathBuf;
use lowering::diag::Diagnostic;
use lowering::span::SourceMap;

use super::Render;
use super::html::Html;
use super::junit::Junit;
use super::sarif::Sarif;
use crate::args::ReportKind;
use crate::project::PackageIdentity;
use crate::replay::Replayed;
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{Bounds, FunctionReport, InternalError, Summary};

/// A report that is one text.
pub trait FileReport {
    /// A function has been checked.
    fn function(&mut self, package: &PackageIdentity, sources: &SourceMap, report: &FunctionReport);
    /// The counterexample of a function has been run as a test.
    fn replayed(&mut self, _package: &PackageIdentity, _function: &str, _outcome: &Replayed) {}
    /// Something is to be said of a package's source.
    fn diagnostic(
        &mut self,
        _package: &PackageIdentity,
        _sources: &SourceMap,
        _diagnostic: &Diagnostic,
    ) {
    }
    /// The whole text.
    fn text(&self, summary: &Summary, time: Duration) -> String;
}

/// A renderer with reports beside it.
pub struct WithFiles<'a> {
    main: Box<dyn Render + 'a>,
    files: Vec<(Utf8PathBuf, Box<dyn FileReport>)>,
}

impl<'a> WithFiles<'a> {
    /// Writes what the names of the files ask for.
    pub fn new(main: Box<dyn Render + 'a>, paths: &[Utf8PathBuf]) -> Self {
        let report = |path: &Utf8PathBuf| -> Option<(Utf8PathBuf, Box<dyn FileReport>)> {
            let report: Box<dyn FileReport> = match ReportKind::of(path)? {
                ReportKind::Html => Box::<Html>::default(),
                ReportKind::Sarif => Box::<Sarif>::default(),
                ReportKind::Junit => Box::<Junit>::default(),
            };
            Some((path.clone(), report))
        };
        let files = paths.iter().filter_map(report).collect();
        Self { main, files }
    }
}

impl Render for WithFiles<'_> {
    fn start(
        &mut self,
        package: &PackageIdentity,
        bounds: &Bounds,
        functions: &[String],
    ) -> io::Result<()> {
        self.main.start(package, bounds, functions)
    }

    fn function(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) -> io::Result<()> {
        for (_, file) in &mut self.files {
            file.function(package, sources, report);
        }
        self.main.function(package, sources, report)
    }

    fn replayed(
        &mut self,
        package: &PackageIdentity,
        function: &str,
        outcome: &Replayed,
    ) -> io::Result<()> {
        for (_, file) in &mut self.files {
            file.replayed(package, function, outcome);
        }
        self.main.replayed(package, function, outcome)
    }

    fn listed(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        function: &ListedFunction,
    ) -> io::Result<()> {
        self.main.listed(package, sources, function)
    }

    fn listed_all(&mut self, totals: &ListTotals) -> io::Result<()> {
        self.main.listed_all(totals)
    }

    fn diagnostic(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
    ) -> io::Result<()> {
        for (_, file) in &mut self.files {
            file.diagnostic(package, sources, diagnostic);
        }
        self.main.diagnostic(package, sources, diagnostic)
    }

    fn internal(
        &mut self,
        package: &PackageIdentity,
        function: Option<&str>,
        error: &InternalError,
    ) -> io::Result<()> {
        self.main.internal(package, function, error)
    }

    /// Every report is tried, whatever becomes of the others.
    fn finish(&mut self, summary: &Summary, time: Duration) -> io::Result<()> {
        let mut outcome = self.main.finish(summary, time);
        for (path, file) in &self.files {
            let written = std::fs::write(path, file.text(summary, time))
                .map_err(|error| io::Error::new(error.kind(), format!("`{path}`: {error}")));
            outcome = outcome.and(written);
        }
        outcome
    }
}
