//! From files to the surface tree: reads the sources of a package, evaluates `cfg`, parses code and
//! contract clauses, and reports what does not parse. It knows nothing of names or types.

pub mod ast;
mod attrs;
pub mod cfg;
pub mod codes;
mod convert;
pub mod dialect;
mod dialects;
mod ends;
pub mod files;
mod implications;
pub mod later;
mod libraries;
pub mod macros;
pub mod modules;
mod near;
mod nesting;
mod spans;

use std::path::PathBuf;

pub use cfg::Cfg;
pub use files::{FileError, FileSystem, MemoryFiles, RealFiles};
pub use libraries::crate_name;
pub use near::nearest;

use crate::diag::Diagnostic;
use crate::span::SourceMap;

/// How much stack reading needs at most: parsing, conversion and type checking recurse with the
/// nesting of the source, which `nesting` bounds.
pub const STACK_BYTES: usize = 512 << 20;

/// A package to load, as cargo knows it; or a single file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageInput {
    /// The name of the package, as reports show it.
    pub name: String,
    /// The root file of the crate.
    pub root: PathBuf,
    /// The edition.
    pub edition: Edition,
    /// The active `cfg`s, features aside: names, and names with values.
    pub cfgs: Vec<(String, Option<String>)>,
    /// The active features.
    pub features: Vec<String>,
    /// The names that dependencies have in the source (`smallvec`), read or not.
    pub dependencies: Vec<String>,
    /// The libraries whose sources are at hand, in no order. Those that are named are read.
    pub libraries: Vec<Library>,
    /// The names that the crate itself knows libraries by.
    pub linked: Vec<(String, usize)>,
}

/// A library that the package, or another library, depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    /// The name of its package.
    pub name: String,
    /// The root file.
    pub root: PathBuf,
    /// The edition.
    pub edition: Edition,
    /// The active features.
    pub features: Vec<String>,
    /// The names that it knows other libraries by.
    pub linked: Vec<(String, usize)>,
}

/// The edition of a package.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Edition {
    E2015,
    E2018,
    E2021,
    #[default]
    E2024,
}

impl Edition {
    /// The edition of that name; one that we do not know yet is read as the newest.
    pub fn named(name: &str) -> Self {
        match name {
            "2015" => Edition::E2015,
            "2018" => Edition::E2018,
            "2021" => Edition::E2021,
            _ => Edition::E2024,
        }
    }
}

/// A crate that has been read.
#[derive(Clone)]
pub struct Source {
    /// The items of the root module.
    pub items: Vec<ast::Item>,
    /// The root file.
    pub root: crate::span::FileId,
}

/// A crate of models: its modules with their texts. The one named `lib` is the root.
pub struct ModelCrate {
    /// The name of the crate.
    pub name: &'static str,
    /// Whether users name the modules: those of std they do, other crates are only written in several files.
    pub modules_are_public: bool,
    /// The modules.
    pub modules: &'static [(&'static str, &'static str)],
}

/// Crates of models that have been read, with their texts.
pub struct Models {
    /// The crates.
    pub sources: Vec<Source>,
    /// Their files.
    pub map: SourceMap,
    /// What is wrong with them: a mistake of ours.
    pub diags: Vec<Diagnostic>,
}

/// Reads crates of models, on a stack of their own. No `cfg` is active in them.
pub fn read_models(models: &[ModelCrate]) -> Models {
    on_deep_stack(|| {
        let mut read = Models {
            sources: Vec::new(),
            map: SourceMap::default(),
            diags: Vec::new(),
        };
        for model in models {
            let loaded =
                modules::load_models(model, &Cfg::default(), &mut read.map, &mut read.diags);
            read.sources.extend(loaded);
        }
        read
    })
}

/// A package and the libraries that it uses.
pub struct Program {
    /// The package.
    pub package: Source,
    /// The libraries that were read, by their numbers, each after those that it uses.
    pub libraries: Vec<(usize, Source)>,
}

/// Reads the package and the libraries that are named in it, on a stack of its own. The files are
/// added to those of `map`.
pub fn read(
    input: &PackageInput,
    files: &dyn FileSystem,
    map: &mut SourceMap,
) -> Result<Program, Vec<Diagnostic>> {
    on_deep_stack(|| libraries::read(input, files, map))
}

/// Runs `work` on a thread with a stack that is deep enough for any source that we accept. Memory
/// is only taken as it is used.
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => panic_without_thread(),
        }
    })
}

#[expect(
    clippy::panic,
    reason = "a machine that cannot start a thread cannot go on"
)]
fn panic_without_thread() -> ! {
    panic!("cannot start a thread")
}
