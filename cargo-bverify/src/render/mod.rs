//! Renderers: each shows the same data in its own way, in a file of its own. They write to whatever
//! they are given; colours are taken out further down where there is no terminal.

pub mod draw;
pub mod files;
pub mod html;
pub mod human;
pub mod json;
mod json_values;
pub mod junit;
mod layout;
mod rustc_json;
pub mod sarif;
pub mod short;
pub mod snippet;
mod statement;
pub mod text;
mod told;
pub mod trace;

#[cfg(test)]
pub(crate) mod fixtures;

use std::io;
use std::time::Duration;

use lowering::diag::Diagnostic;
use lowering::span::SourceMap;

use crate::project::PackageIdentity;
use crate::replay::Replayed;
use crate::report::list::{ListTotals, ListedFunction};
use crate::report::{Bounds, FunctionReport, InternalError, Summary};

/// What all renderers are told, in this order: for each package its start, its functions or a
/// refusal; at last the end.
pub trait Render {
    /// The functions with these paths are about to be checked.
    fn start(
        &mut self,
        package: &PackageIdentity,
        bounds: &Bounds,
        functions: &[String],
    ) -> io::Result<()>;
    /// A function has been checked.
    fn function(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        report: &FunctionReport,
    ) -> io::Result<()>;
    /// The counterexample of a function has been run as a test.
    fn replayed(
        &mut self,
        package: &PackageIdentity,
        function: &str,
        outcome: &Replayed,
    ) -> io::Result<()>;
    /// A function is listed.
    fn listed(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        function: &ListedFunction,
    ) -> io::Result<()>;
    /// All functions of the packages have been listed.
    fn listed_all(&mut self, totals: &ListTotals) -> io::Result<()>;
    /// Something is to be said of the package's source.
    fn diagnostic(
        &mut self,
        package: &PackageIdentity,
        sources: &SourceMap,
        diagnostic: &Diagnostic,
    ) -> io::Result<()>;
    /// We failed while reading the package, or the function of it that is named.
    fn internal(
        &mut self,
        package: &PackageIdentity,
        function: Option<&str>,
        error: &InternalError,
    ) -> io::Result<()>;
    /// All that was asked for is done, or was given up.
    fn finish(&mut self, summary: &Summary, time: Duration) -> io::Result<()>;
}
