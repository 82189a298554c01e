//! Names: gives every item an id and says what each path of modules means. It knows nothing of types.

mod collect;
mod defs;
mod imports;
mod paths;

pub use defs::{Binding, Def, DefKind, Defs, Ns, Scope, Visible};
pub use paths::Found;

use crate::source::{Edition, PackageInput, Source};
use collect::Collector;

/// The names under which the first model, of the standard library, is known.
const STD_NAMES: [&str; 3] = ["core", "std", "alloc"];

/// The names of the models, in their order.
const MODEL_NAMES: [&str; 5] = [
    "std",
    "bverify_contracts",
    "kani",
    "prusti_contracts",
    "contracts",
];

/// Enters the models (of std, then of the contract crate) and the package.
pub fn resolve(input: &PackageInput, models: &[Source], package: &Source) -> Defs {
    let mut defs = Defs::default();
    let mut imports = Vec::new();
    let mut roots = Vec::new();
    for (model, name) in models.iter().zip(MODEL_NAMES) {
        let mut collector = Collector {
            defs: &mut defs,
            imports: Vec::new(),
            is_model: true,
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

    let mut collector = Collector {
        defs: &mut defs,
        imports: Vec::new(),
        is_model: false,
    };
    let root = collector.root("crate", file_span(package));
    collector.items(root, &package.items);
    let imports = std::mem::take(&mut collector.imports);
    defs.root = Some(root);
    for name in &input.dependencies {
        if !defs.extern_prelude.contains_key(name.as_str()) {
            defs.unread_crates.push(name.as_str().into());
        }
    }
    imports::resolve(&mut defs, &imports, input.edition);
    defs
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
