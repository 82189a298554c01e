//! Tests of the front end from source to typed tree: data, with one helper a question.

mod bodies;
mod checked;
mod clauses;
mod macros;
mod robustness;
mod sources;
mod types;
mod unsupported;

use super::Package;
use crate::front::{Front, Stop};
use crate::source::{MemoryFiles, PackageInput, on_deep_stack};
use crate::ty::DefId;

/// A package of one file.
fn load(source: &str) -> Result<Package, Vec<crate::Diagnostic>> {
    let files = MemoryFiles::default().with("lib.rs", source);
    Package::load(&input(), &files).map_err(|refused| refused.diagnostics)
}

fn input() -> PackageInput {
    PackageInput {
        name: "test".into(),
        root: "lib.rs".into(),
        ..PackageInput::default()
    }
}

fn function(package: &Package, path: &str) -> DefId {
    let functions = package.functions();
    let found = functions.iter().find(|info| info.path == path);
    found.unwrap_or_else(|| panic!("no function {path}")).def
}

/// The typed body of a function, or why there is none.
fn body_of(source: &str, path: &str) -> String {
    on_deep_stack(|| {
        let package = load(source).expect("the source loads");
        let def = function(&package, path);
        match package.body(&package.identity(def)) {
            Ok(body) => crate::thir::pretty::body(&package, &body),
            Err(stop) => describe(&package, &stop),
        }
    })
}

/// All clauses of a function, typed, a line each.
fn clauses_of(source: &str, path: &str) -> String {
    on_deep_stack(|| {
        let package = match load(source) {
            Ok(package) => package,
            Err(diagnostics) => {
                let lines: Vec<String> = diagnostics
                    .iter()
                    .map(|it| format!("{} {}", it.code, it.message))
                    .collect();
                return lines.join("\n");
            }
        };
        let def = function(&package, path);
        let contract = match package.contract(def) {
            Ok(contract) => contract,
            Err(stop) => return describe(&package, &stop),
        };
        let lines: Vec<String> = contract
            .clauses
            .iter()
            .map(
                |clause| match package.clause(&package.identity(def), clause.id) {
                    Ok(body) => crate::thir::pretty::body(&package, &body),
                    Err(stop) => describe(&package, &stop),
                },
            )
            .collect();
        lines.join("\n")
    })
}

/// A stop as one line: the code or kind, the source that it points at, what it says.
fn describe(package: &Package, stop: &Stop) -> String {
    match stop {
        Stop::Unsupported(list) => {
            let first = &list[0];
            let text = package.sources().text(first.span);
            format!("unsupported `{text}`: {}", first.construct)
        }
        Stop::Mistake(list) => {
            let first = &list[0];
            let text = package.sources().text(first.primary.span);
            let help = match &first.help {
                Some(help) => format!(" ({help})"),
                None => String::new(),
            };
            format!("{} `{text}`: {}{help}", first.code, first.message)
        }
    }
}
