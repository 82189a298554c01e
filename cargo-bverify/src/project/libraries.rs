//! The libraries that crates depend on, with the features that cargo gives them.
//!
//! Cargo is asked with `--frozen`: it needs no network and writes nothing. Where there is no lock file,
//! or sources have not been fetched, libraries are simply not at hand, and what is called in them is
//! not modelled.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Node, PackageId, TargetKind,
};

use super::features::FeatureChoice;

/// A library that a crate, or another library, depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The name of its package.
    pub name: String,
    /// The root file.
    pub root: Utf8PathBuf,
    /// The edition.
    pub edition: String,
    /// The features that are on.
    pub features: Vec<String>,
    /// The names that it knows other libraries by.
    pub linked: Vec<(String, usize)>,
}

/// The packages that stand for what we model ourselves.
const MODELLED: &[&str] = &["bverify-contracts"];

/// All libraries of a workspace, and which of them each package knows.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    all: Vec<Library>,
    numbers: BTreeMap<PackageId, usize>,
    linked: BTreeMap<PackageId, Vec<(String, usize)>>,
}

impl Libraries {
    /// Asks cargo; nothing if it cannot tell.
    pub fn of_workspace(root: &Utf8Path, manifest: &Utf8Path, features: &FeatureChoice) -> Self {
        if !root.join("Cargo.lock").is_file() {
            return Self::default();
        }
        let mut command = MetadataCommand::new();
        command.manifest_path(manifest);
        command.other_options(vec!["--frozen".to_owned()]);
        if features.all {
            command.features(CargoOpt::AllFeatures);
        }
        if features.no_default {
            command.features(CargoOpt::NoDefaultFeatures);
        }
        if !features.names.is_empty() && !features.all {
            command.features(CargoOpt::SomeFeatures(features.names.clone()));
        }
        match command.exec() {
            Ok(metadata) => Self::of_metadata(&metadata),
            Err(_) => Self::default(),
        }
    }

    fn of_metadata(metadata: &Metadata) -> Self {
        let mut found = Self::default();
        let Some(resolve) = &metadata.resolve else {
            return found;
        };
        let nodes: BTreeMap<&PackageId, &Node> =
            resolve.nodes.iter().map(|node| (&node.id, node)).collect();
        for package in &metadata.packages {
            let is_library = |target: &&cargo_metadata::Target| {
                target.kind.iter().any(|kind| {
                    matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib)
                })
            };
            let Some(target) = package.targets.iter().find(is_library) else {
                continue;
            };
            let Some(node) = nodes.get(&package.id) else {
                continue;
            };
            if MODELLED.contains(&package.name.as_str()) {
                continue;
            }
            found.numbers.insert(package.id.clone(), found.all.len());
            found.all.push(Library {
                name: package.name.to_string(),
                root: target.src_path.clone(),
                edition: target.edition.as_str().to_owned(),
                features: node.features.iter().map(ToString::to_string).collect(),
                linked: Vec::new(),
            });
        }
        for node in &resolve.nodes {
            let linked = |kinds: &[DependencyKind]| -> Vec<(String, usize)> {
                let used = node.deps.iter().filter(|dependency| {
                    let mut found = dependency.dep_kinds.iter();
                    found.any(|kind| kinds.contains(&kind.kind))
                });
                used.filter_map(|dependency| {
                    let number = found.numbers.get(&dependency.pkg)?;
                    Some((dependency.name.clone(), *number))
                })
                .collect()
            };
            let normal = linked(&[DependencyKind::Normal]);
            let all = linked(&[DependencyKind::Normal, DependencyKind::Development]);
            if let Some(number) = found.numbers.get(&node.id) {
                found.all[*number].linked = normal;
            }
            found.linked.insert(node.id.clone(), all);
        }
        found
    }

    /// All of them.
    pub fn all(&self) -> &[Library] {
        &self.all
    }

    /// Those that a target of a package knows; a library does not know itself, nor what is for tests.
    pub fn known_by(
        &self,
        package: &cargo_metadata::Package,
        is_library: bool,
    ) -> Vec<(String, usize)> {
        let own = self.numbers.get(&package.id);
        if is_library {
            return own.map_or_else(
                || self.linked.get(&package.id).cloned().unwrap_or_default(),
                |number| self.all[*number].linked.clone(),
            );
        }
        let mut known = self.linked.get(&package.id).cloned().unwrap_or_default();
        if let Some(number) = own {
            let library = package
                .targets
                .iter()
                .find(|target| target.src_path == self.all[*number].root);
            if let Some(library) = library {
                known.push((library.name.replace('-', "_"), *number));
            }
        }
        known
    }
}
