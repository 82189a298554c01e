//! Names: gives every item an id and says what each path of modules means. It knows nothing of types.

mod collect;
mod defs;
mod imports;
mod paths;

pub use defs::{Binding, Def, DefKind, Defs, Ns, Scope, Visible};
pub use paths::Found;

use std::collections::BTreeMap;

use crate::source::ast::{ItemKind, Name};
use crate::source::{self, Edition, PackageInput, Program, Source};
use crate::ty::DefId;
use collect::Collector;

/// The names under which the first model, of the standard library, is known.
const STD_NAMES: [&str; 3] = ["core", "std", "alloc"];

/// The names of the models, in their order.
const MODEL_NAMES: [&str; 7] = [
    "std",
    "bverify_contracts",
    "kani",
    "prusti_contracts",
    "hashbrown",
    "smallvec",
    "contracts",
];

/// Enters the models (of std, then of the contract crate), the libraries and the package.
pub fn resolve(input: &PackageInput, models: &[Source], program: &Program) -> Defs {
    let mut defs = Defs::default();
    let mut imports = Vec::new();
    let mut roots = Vec::new();
    for (model, name) in models.iter().zip(MODEL_NAMES) {
        let mut collector = Collector {
            defs: &mut defs,
            imports: Vec::new(),
            is_model: true,
            extern_models: Vec::new(),
        };
        let root = collector.root(name, file_span(model));
        collector.items(root, &model.items);
        imports.append(&mut collector.imports);
        roots.push(root);
    }
    if let Some((std, others)) = roots.split_first() {
        for name in STD_NAMES {
            defs.extern_prelude.insert(name.into(), *std);
        }
        for (root, name) in others.iter().zip(&MODEL_NAMES[1..]) {
            defs.extern_prelude.insert((*name).into(), *root);
        }
        defs.prelude = prelude_of(&defs, *std);
    }
    imports::resolve(&mut defs, &imports, Edition::E2024);

    let mut libraries = BTreeMap::new();
    for (number, source) in &program.libraries {
        let Some(library) = input.libraries.get(*number) else {
            continue;
        };
        // What its macros write means the model, where there is one.
        let modelled = defs.extern_prelude.get(library.name.as_str()).copied();
        let root = match modelled {
            Some(root) => root,
            None => enter(
                &mut defs,
                &library.name,
                source,
                &library.linked,
                &libraries,
                library.edition,
            ),
        };
        // What its own macros write names it so, wherever they are used.
        defs.extern_prelude
            .insert(source::crate_name(*number).into(), root);
        libraries.insert(*number, root);
    }
    let root = enter(
        &mut defs,
        "crate",
        &program.package,
        &input.linked,
        &libraries,
        input.edition,
    );
    defs.root = Some(root);
    for name in &input.dependencies {
        if defs.extern_crate(root, &name.as_str().into()).is_none() {
            defs.unread_crates.push(name.as_str().into());
        }
    }
    defs
}

/// Enters a crate after the libraries that it uses.
fn enter(
    defs: &mut Defs,
    name: &str,
    source: &Source,
    linked: &[(String, usize)],
    libraries: &BTreeMap<usize, DefId>,
    edition: Edition,
) -> DefId {
    let mut collector = Collector {
        defs,
        imports: Vec::new(),
        is_model: false,
        extern_models: Vec::new(),
    };
    let root = collector.root(name, file_span(source));
    collector.items(root, &source.items);
    let imports = std::mem::take(&mut collector.imports);
    let models = std::mem::take(&mut collector.extern_models);
    let known: BTreeMap<_, _> = linked
        .iter()
        // What we model ourselves is not taken from its source.
        .filter(|(name, _)| !defs.extern_prelude.contains_key(name.as_str()))
        .filter_map(|(name, number)| Some((name.as_str().into(), *libraries.get(number)?)))
        .collect();
    defs.linked.insert(root, known);
    // `extern crate a as b;` in the root lets any path start with `b`.
    for item in &source.items {
        if let ItemKind::Use(renamed) = &item.kind
            && let ([of], Some(name), true) =
                (renamed.path.as_slice(), &renamed.rename, renamed.global)
            && of.name != *name
            && let Some(found) = defs.extern_crate(root, &of.name)
        {
            let known = defs.linked.entry(root).or_default();
            known.entry(name.clone()).or_insert(found);
        }
    }
    for (path, module) in &models {
        stand_in(defs, root, path, *module);
    }
    imports::resolve(defs, &imports, edition);
    root
}

/// Puts the type of a module in the place of the one that a path to another crate names.
fn stand_in(defs: &mut Defs, root: DefId, path: &[Name], module: DefId) {
    let Some((name, around)) = path.split_last() else {
        return;
    };
    let Some((first, inner)) = around.split_first() else {
        return;
    };
    let mut scope = match defs.extern_crate(root, first) {
        Some(scope) => scope,
        None => {
            let scope = defs.new_module(first.clone(), None, defs.def(module).span);
            defs.linked
                .entry(root)
                .or_default()
                .insert(first.clone(), scope);
            scope
        }
    };
    for segment in inner {
        let key = (Ns::Type, segment.clone());
        let known = defs.scopes.get(&scope).and_then(|it| it.names.get(&key));
        scope = match known.map(|it| it.def) {
            Some(known) if defs.scopes.contains_key(&known) => known,
            _ => {
                let made = defs.new_module(segment.clone(), Some(scope), defs.def(module).span);
                defs.bind_for_all(scope, Ns::Type, segment.clone(), made);
                made
            }
        };
    }
    for ns in [Ns::Type, Ns::Value] {
        let key = (ns, name.clone());
        let made = defs.scopes.get(&module).and_then(|it| it.names.get(&key));
        if let Some(made) = made.map(|it| it.def) {
            defs.bind_for_all(scope, ns, name.clone(), made);
        }
    }
}

fn prelude_of(defs: &Defs, std: crate::ty::DefId) -> Option<crate::ty::DefId> {
    let key = (Ns::Type, "prelude".into());
    Some(defs.scopes.get(&std)?.names.get(&key)?.def)
}

fn file_span(source: &Source) -> crate::span::Span {
    crate::span::Span {
        file: source.root,
        start: 0,
        end: 0,
    }
}
