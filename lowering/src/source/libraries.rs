//! Reads a package together with the libraries that it names, and those that these name.
//!
//! A crate is read first without its libraries; only then is it known which of them it names. Where a
//! macro was missing that one of them exports, it is read again.

use super::cfg::Cfg;
use super::macros::Macros;
use super::modules::{CrateFile, Loaded, load_crate};
use super::{FileSystem, PackageInput, Program, Source};
use crate::diag::Diagnostic;
use crate::span::{Origin, SourceMap};

/// How many libraries are read at most.
const MOST_LIBRARIES: usize = 200;

struct Reader<'a> {
    input: &'a PackageInput,
    files: &'a dyn FileSystem,
    /// The libraries that are read, or are being read, with the macros that they export.
    state: Vec<Option<Macros>>,
    done: Vec<(usize, Source)>,
}

pub(super) fn read(
    input: &PackageInput,
    files: &dyn FileSystem,
    map: &mut SourceMap,
) -> Result<Program, Vec<Diagnostic>> {
    let mut reader = Reader {
        input,
        files,
        state: input.libraries.iter().map(|_| None).collect(),
        done: Vec::new(),
    };
    let cfg = Cfg {
        active: input.cfgs.clone(),
        features: input.features.clone(),
    };
    let root = CrateFile {
        path: &input.root,
        edition: input.edition,
        origin: Origin::User,
        crate_path: quote::quote!(crate),
    };
    let (loaded, _) = reader.load(&root, &input.linked, &cfg, map);
    if loaded.diags.is_empty() {
        Ok(Program {
            package: Source {
                items: loaded.items,
                root: loaded.root,
            },
            libraries: reader.done,
        })
    } else {
        Err(loaded.diags)
    }
}

impl Reader<'_> {
    /// Loads a crate after the libraries that it names.
    fn load(
        &mut self,
        root: &CrateFile<'_>,
        linked: &[(String, usize)],
        cfg: &Cfg,
        map: &mut SourceMap,
    ) -> (Loaded, Macros) {
        let (loaded, macros) = load_crate(root, self.files, cfg, Macros::default(), map);
        let named: Vec<usize> = linked
            .iter()
            .filter(|(name, _)| loaded.named.contains(name.as_str()))
            .map(|(_, library)| *library)
            .collect();
        let mut exported = Macros::default();
        for library in named {
            self.library(library, map);
            if let Some(Some(found)) = self.state.get(library) {
                exported.import(found);
            }
        }
        if !macros.misses_any_of(&exported) {
            return (loaded, macros);
        }
        load_crate(root, self.files, cfg, exported, map)
    }

    fn library(&mut self, number: usize, map: &mut SourceMap) {
        let Some(library) = self.input.libraries.get(number) else {
            return;
        };
        if self.state[number].is_some() || self.done.len() >= MOST_LIBRARIES {
            return;
        }
        self.state[number] = Some(Macros::default());
        let cfg = Cfg {
            active: self.input.cfgs.clone(),
            features: library.features.clone(),
        };
        let name = quote::format_ident!("{}", crate_name(number));
        let root = CrateFile {
            path: &library.root,
            edition: library.edition,
            origin: Origin::Library,
            crate_path: quote::quote!(:: #name),
        };
        let linked = library.linked.clone();
        let (loaded, macros) = self.load(&root, &linked, &cfg, map);
        self.state[number] = Some(macros);
        // What does not parse is not there for those who name it, who will say so.
        if loaded.diags.is_empty() {
            self.done.push((
                number,
                Source {
                    items: loaded.items,
                    root: loaded.root,
                },
            ));
        }
    }
}

/// The name that a library has in what its own macros write.
pub fn crate_name(number: usize) -> String {
    format!("bverify_library_{number}")
}
