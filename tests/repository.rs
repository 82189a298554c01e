//! What the repository says about itself is true: who may know whom, and the paths that its
//! documents name.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cargo_metadata::{DependencyKind, MetadataCommand};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The direct dependencies of each member, those of its tests aside.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(Path::new(ROOT).join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    let members = metadata.packages.iter();
    let normal = |package: &cargo_metadata::Package| {
        let dependencies = package.dependencies.iter();
        dependencies
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.clone())
            .collect()
    };
    members
        .map(|package| (package.name.to_string(), normal(package)))
        .collect()
}

#[test]
fn crates_know_only_what_they_may() {
    let forbidden: [(&str, &[&str]); 5] = [
        (
            "solver-bridge",
            &[
                "syn",
                "proc-macro2",
                "quote",
                "lowering",
                "cargo-bverify",
                "clap",
                "serde_json",
            ],
        ),
        (
            "lowering",
            &[
                "clap",
                "serde_json",
                "rustsat",
                "rustsat-batsat",
                "anstream",
                "cargo_metadata",
            ],
        ),
        (
            "bverify-contracts",
            &["lowering", "solver-bridge", "cargo-bverify"],
        ),
        (
            "bverify-contracts-macros",
            &[
                "lowering",
                "solver-bridge",
                "cargo-bverify",
                "bverify-contracts",
            ],
        ),
        ("cargo-bverify", &["syn", "rustsat", "rustsat-batsat"]),
    ];
    let dependencies = dependencies();
    for (name, forbidden) in forbidden {
        let found = dependencies.get(name);
        let found = found.unwrap_or_else(|| panic!("there is no member `{name}`"));
        for other in forbidden {
            assert!(!found.contains(*other), "`{name}` depends on `{other}`");
        }
    }
}

/// What stands between backquotes and looks like a path of the repository. Braces name several:
/// `render/{human,json}.rs`.
fn named_paths(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for quoted in text.split('`').skip(1).step_by(2) {
        let is_path = quoted.contains('/')
            && !quoted.contains(char::is_whitespace)
            && !quoted.contains("::")
            && !quoted.starts_with('-')
            && !quoted.contains('<')
            && !quoted.starts_with("target/");
        if !is_path {
            continue;
        }
        match (quoted.find('{'), quoted.find('}')) {
            (Some(open), Some(close)) if open < close => {
                let (head, tail) = (&quoted[..open], &quoted[close + 1..]);
                let names = quoted[open + 1..close].split(',');
                paths.extend(names.map(|name| format!("{head}{}{tail}", name.trim())));
            }
            _ => paths.push(quoted.to_owned()),
        }
    }
    paths
}

#[test]
fn every_path_that_a_document_names_exists() {
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = std::fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
        for path in named_paths(&text) {
            assert!(
                Path::new(ROOT).join(&path).exists(),
                "{document} names `{path}`, which does not exist"
            );
        }
    }
}

#[test]
fn the_architecture_fits_on_300_lines() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    assert!(text.lines().count() <= 300);
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = cargo_bverify::explain::PAGES
        .iter()
        .map(|(code, _)| (*code).to_owned())
        .collect();
    let mut used = BTreeSet::new();
    for file in [
        "lowering/src/source/codes.rs",
        "cargo-bverify/src/report/codes.rs",
    ] {
        let text = std::fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        for literal in text.split('"').skip(1).step_by(2) {
            used.insert(literal.to_owned());
        }
    }
    assert_eq!(pages, used);
}
