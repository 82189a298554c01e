//! Asks cargo and rustc. `--no-deps` keeps cargo from resolving dependencies: it needs no network
//! and writes no lock file. Dependencies are a question of their own, see `libraries`.

use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, Target, TargetKind};

use super::features::FeatureChoice;
use super::libraries::Libraries;
use super::near::near;
use super::{Crate, PackageIdentity, ProjectError, Selection, TargetChoice};

/// The crates that the selection means, in the order of the workspace.
pub fn load(selection: &Selection) -> Result<Vec<Crate>, ProjectError> {
    let manifest = find_manifest(selection.manifest_path.as_deref())?;
    let metadata = metadata(&manifest)?;
    let packages = select(&metadata, &manifest, selection)?;
    check_features(&packages, &selection.features)?;
    check_targets(&packages, &selection.targets)?;
    let cfgs = target_cfgs()?;
    let libraries =
        Libraries::of_workspace(&metadata.workspace_root, &manifest, &selection.features);
    let mut crates = Vec::new();
    for package in packages {
        let targets: Vec<&Target> = package
            .targets
            .iter()
            .filter(|target| {
                kind(target).is_some_and(|kind| selection.targets.means(kind, &target.name))
            })
            .collect();
        if selection.targets.lib && !targets.iter().any(|target| kind(target) == Some("lib")) {
            return Err(ProjectError::NoLibrary(package.name.to_string()));
        }
        for target in targets {
            crates.push(Crate {
                identity: identity(package, target),
                base: metadata.workspace_root.clone(),
                features: selection.features.resolve(&package.name, &package.features),
                cfgs: cfgs.clone(),
                dependencies: dependencies(package, target),
                libraries: libraries.all().to_vec(),
                linked: libraries.known_by(package, kind(target) == Some("lib")),
            });
        }
    }
    Ok(crates)
}

/// The manifest that cargo would use.
fn find_manifest(given: Option<&Utf8Path>) -> Result<Utf8PathBuf, ProjectError> {
    if let Some(path) = given {
        let path = match path.is_dir() {
            true => path.join("Cargo.toml"),
            false => path.to_owned(),
        };
        return match path.is_file() {
            true => Ok(camino::absolute_utf8(&path).unwrap_or(path)),
            false => Err(ProjectError::NoSuchManifest(path)),
        };
    }
    let here = current_dir()?;
    let manifest = here
        .ancestors()
        .map(|folder| folder.join("Cargo.toml"))
        .find(|manifest| manifest.is_file());
    manifest.ok_or(ProjectError::NoManifest(here))
}

/// The current directory.
pub fn current_dir() -> Result<Utf8PathBuf, ProjectError> {
    let here =
        std::env::current_dir().map_err(|error| ProjectError::Metadata(error.to_string()))?;
    Utf8PathBuf::from_path_buf(here)
        .map_err(|path| ProjectError::NotUtf8(path.display().to_string()))
}

fn metadata(manifest: &Utf8Path) -> Result<Metadata, ProjectError> {
    MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .exec()
        .map_err(|error| match error {
            cargo_metadata::Error::CargoMetadata { stderr } => {
                ProjectError::Metadata(stderr.trim_end().to_owned())
            }
            other => ProjectError::Metadata(other.to_string()),
        })
}

/// The packages that cargo would build: those of `-p`; the whole workspace; the default members when
/// in its root; else the package at hand.
fn select<'a>(
    metadata: &'a Metadata,
    manifest: &Utf8Path,
    selection: &Selection,
) -> Result<Vec<&'a Package>, ProjectError> {
    let members = metadata.workspace_packages();
    if !selection.packages.is_empty() {
        let mut chosen: Vec<&Package> = Vec::new();
        for spec in &selection.packages {
            let name = spec.split('@').next().unwrap_or(spec);
            let found = members.iter().find(|package| package.name == name);
            let Some(package) = found else {
                let names = members.iter().map(|package| package.name.as_str());
                return Err(ProjectError::UnknownPackage {
                    name: name.to_owned(),
                    near: near(name, names),
                });
            };
            if !chosen.iter().any(|before| before.id == package.id) {
                chosen.push(package);
            }
        }
        return Ok(chosen);
    }
    if selection.workspace {
        return Ok(members);
    }
    let is_root = manifest.parent() == Some(metadata.workspace_root.as_path());
    let at_hand = members
        .iter()
        .find(|package| package.manifest_path == manifest);
    match at_hand {
        Some(package) if !is_root => Ok(vec![package]),
        _ => Ok(metadata.workspace_default_packages()),
    }
}

/// A feature that is named must exist in one of the packages at least.
fn check_features(packages: &[&Package], choice: &FeatureChoice) -> Result<(), ProjectError> {
    for entry in &choice.names {
        let known = packages.iter().any(|package| {
            FeatureChoice::of_package(entry, &package.name)
                .is_some_and(|name| package.features.contains_key(name))
        });
        if !known {
            let names = packages.iter().flat_map(|package| package.features.keys());
            return Err(ProjectError::UnknownFeature {
                name: entry.clone(),
                near: near(entry, names.map(String::as_str)),
            });
        }
    }
    Ok(())
}

/// A target that is named must exist in one of the packages at least.
fn check_targets(packages: &[&Package], choice: &TargetChoice) -> Result<(), ProjectError> {
    for (wanted, name) in choice.named() {
        let of_kind = || {
            let targets = packages.iter().flat_map(|package| &package.targets);
            targets.filter(|target| kind(target) == Some(wanted))
        };
        if !of_kind().any(|target| target.name == *name) {
            return Err(ProjectError::UnknownTarget {
                kind: wanted,
                name: name.clone(),
                near: near(name, of_kind().map(|target| target.name.as_str())),
            });
        }
    }
    Ok(())
}

/// What kind of crate with functions to check a target is, if any. Procedural macros run in the
/// compiler and have no contracts of their own.
fn kind(target: &Target) -> Option<&'static str> {
    target.kind.iter().find_map(|kind| match kind {
        TargetKind::Lib
        | TargetKind::RLib
        | TargetKind::DyLib
        | TargetKind::CDyLib
        | TargetKind::StaticLib => Some("lib"),
        TargetKind::Bin => Some("bin"),
        TargetKind::Example => Some("example"),
        TargetKind::Test => Some("test"),
        _ => None,
    })
}

fn identity(package: &Package, target: &Target) -> PackageIdentity {
    PackageIdentity {
        name: package.name.to_string(),
        version: Some(package.version.to_string()),
        id: package.id.repr.clone(),
        manifest_path: package.manifest_path.clone(),
        target_name: target.name.clone(),
        target_kind: kind(target).unwrap_or("lib").to_owned(),
        src_path: target.src_path.clone(),
        edition: target.edition.as_str().to_owned(),
    }
}

/// The extern prelude of a target: its dependencies, and for a binary its own library.
fn dependencies(package: &Package, target: &Target) -> Vec<String> {
    let named = package
        .dependencies
        .iter()
        .filter(|dependency| match kind(target) {
            Some("example" | "test") => dependency.kind != DependencyKind::Build,
            _ => dependency.kind == DependencyKind::Normal,
        });
    let mut names: Vec<String> = named
        .map(|dependency| dependency.rename.as_ref().unwrap_or(&dependency.name))
        .map(|name| name.replace('-', "_"))
        .collect();
    if kind(target) != Some("lib") {
        let libraries = package.targets.iter();
        let libraries = libraries.filter(|target| kind(target) == Some("lib"));
        names.extend(libraries.map(|library| library.name.replace('-', "_")));
    }
    names.sort();
    names.dedup();
    names
}

/// The cfgs of the host's target.
pub fn target_cfgs() -> Result<Vec<(String, Option<String>)>, ProjectError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "cfg"])
        .output()
        .map_err(|error| ProjectError::Rustc(error.to_string()))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(ProjectError::Rustc(stderr.trim_end().to_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(parse_cfg).collect())
}

/// A line of `rustc --print cfg`: `unix` or `target_os="linux"`.
fn parse_cfg(line: &str) -> (String, Option<String>) {
    match line.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.trim_matches('"').to_owned())),
        None => (line.to_owned(), None),
    }
}
