//! Which crates are to be checked: from the command line and `cargo metadata` to crate roots with
//! their edition, features and cfgs. Runs `cargo metadata` without network and `rustc --print cfg`, which
//! run no code of the project and write nothing.

mod cargo;
mod features;
mod files;
mod libraries;
mod near;

use std::fmt;

use camino::{Utf8Path, Utf8PathBuf};

pub use cargo::load;
pub use features::FeatureChoice;
pub use files::FilesFrom;
pub use libraries::Library;
pub use near::{near, suggestion};

/// What the command line says about crates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// `--manifest-path`.
    pub manifest_path: Option<Utf8PathBuf>,
    /// `-p`; empty means those that cargo would take.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--lib`, `--bin` and kin.
    pub targets: TargetChoice,
    /// `--features` and kin.
    pub features: FeatureChoice,
}

/// Which targets of a package are meant; none named means its library and its binaries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetChoice {
    /// `--lib`.
    pub lib: bool,
    /// `--bins`.
    pub all_bins: bool,
    /// `--examples`.
    pub all_examples: bool,
    /// `--tests`.
    pub all_tests: bool,
    /// `--bin`.
    pub bins: Vec<String>,
    /// `--example`.
    pub examples: Vec<String>,
    /// `--test`.
    pub tests: Vec<String>,
}

impl TargetChoice {
    /// Whether a target of that kind and name is meant.
    pub fn means(&self, kind: &str, name: &str) -> bool {
        let named = |names: &[String]| names.iter().any(|it| it == name);
        if *self == Self::default() {
            return matches!(kind, "lib" | "bin");
        }
        match kind {
            "lib" => self.lib,
            "bin" => self.all_bins || named(&self.bins),
            "example" => self.all_examples || named(&self.examples),
            "test" => self.all_tests || named(&self.tests),
            _ => false,
        }
    }

    /// The targets that are asked for by name, each with its kind.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let bins = self.bins.iter().map(|name| ("bin", name));
        let examples = self.examples.iter().map(|name| ("example", name));
        let tests = self.tests.iter().map(|name| ("test", name));
        bins.chain(examples).chain(tests)
    }
}

/// A crate to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crate {
    /// Who it is.
    pub identity: PackageIdentity,
    /// The folder that paths are shown relative to: the workspace's, as cargo does.
    pub base: Utf8PathBuf,
    /// The features that are on, sorted.
    pub features: Vec<String>,
    /// The cfgs of the target, in rustc's order.
    pub cfgs: Vec<(String, Option<String>)>,
    /// The crates that it depends on, by the names that the source knows them by.
    pub dependencies: Vec<String>,
    /// The libraries whose sources cargo has, those of libraries included.
    pub libraries: Vec<Library>,
    /// The names that the crate knows libraries by.
    pub linked: Vec<(String, usize)>,
}

impl Crate {
    /// The crate root as it is shown: relative to the base if it lies below it. It is to be read
    /// through [`Crate::files`].
    pub fn root(&self) -> &Utf8Path {
        let path = &self.identity.src_path;
        path.strip_prefix(&self.base).unwrap_or(path)
    }

    /// The files that the crate's paths are about.
    pub fn files(&self) -> FilesFrom {
        FilesFrom::new(self.base.clone())
    }
}

/// Who a crate is, as cargo's messages have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageIdentity {
    /// The package's name.
    pub name: String,
    /// Its version; a single file has none.
    pub version: Option<String>,
    /// Cargo's id.
    pub id: String,
    /// The manifest; of a single file, the file.
    pub manifest_path: Utf8PathBuf,
    /// The name of the target.
    pub target_name: String,
    /// `lib`, `bin`, `example` or `test`.
    pub target_kind: String,
    /// The crate root.
    pub src_path: Utf8PathBuf,
    /// The edition.
    pub edition: String,
}

impl fmt::Display for PackageIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(version) = &self.version {
            write!(f, " v{version}")?;
        }
        if self.target_kind != "lib" {
            write!(f, " ({} {})", self.target_kind, self.target_name)?;
        }
        Ok(())
    }
}

/// Why the crates could not be found. All of these are mistakes of the user's.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// There is no manifest.
    #[error("could not find `Cargo.toml` in `{0}` or any parent directory")]
    NoManifest(Utf8PathBuf),
    /// `--manifest-path` leads nowhere.
    #[error("manifest path `{0}` does not exist")]
    NoSuchManifest(Utf8PathBuf),
    /// A path is not text.
    #[error("the path `{0}` is not valid UTF-8")]
    NotUtf8(String),
    /// Cargo refuses the manifest.
    #[error("cargo could not read the manifest\n{0}")]
    Metadata(String),
    /// The compiler could not be asked.
    #[error("could not run `rustc --print cfg`: {0}")]
    Rustc(String),
    /// `-p` names no member.
    #[error("there is no package `{name}` in the workspace{}", suggestion(.near))]
    UnknownPackage {
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// `--features` names none.
    #[error("no selected package has the feature `{name}`{}", suggestion(.near))]
    UnknownFeature {
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// `--lib` on a package without one.
    #[error("the package `{0}` has no library target")]
    NoLibrary(String),
    /// `--bin`, `--example` or `--test` names no target.
    #[error("there is no {kind} target `{name}`{}", suggestion(.near))]
    UnknownTarget {
        /// Which option.
        kind: &'static str,
        /// The name.
        name: String,
        /// Names like it.
        near: Vec<String>,
    },
    /// The file of the command line is not there.
    #[error("there is no file `{0}`")]
    NoSuchFile(Utf8PathBuf),
}

/// A single file outside any package.
pub fn single_file(path: &Utf8Path) -> Result<Crate, ProjectError> {
    if !path.is_file() {
        return Err(ProjectError::NoSuchFile(path.to_owned()));
    }
    let absolute = camino::absolute_utf8(path).unwrap_or_else(|_| path.to_owned());
    let base = cargo::current_dir()?;
    let name = path.file_stem().unwrap_or("file").to_owned();
    Ok(Crate {
        identity: PackageIdentity {
            id: format!("path+file://{absolute}"),
            name: name.clone(),
            version: None,
            manifest_path: absolute.clone(),
            target_name: name.replace('-', "_"),
            target_kind: "lib".into(),
            src_path: absolute,
            edition: "2024".into(),
        },
        base,
        features: Vec::new(),
        cfgs: cargo::target_cfgs()?,
        dependencies: Vec::new(),
        libraries: Vec::new(),
        linked: Vec::new(),
    })
}
