//! Which dialect of contracts an attribute belongs to: found by its path (`kani::requires`), or by the
//! `use` that brings its name (`use prusti_contracts::*`). A name that nothing brings is ours.

use std::collections::BTreeMap;

use syn::{Item as SynItem, UseTree};

use super::convert::Convert;
use super::macros::hygiene;

/// A dialect of contracts. All of them map onto the same clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// The crate `bverify-contracts`.
    #[default]
    Ours,
    /// The crate `contracts`, 0.6.
    Contracts,
    /// The crate `prusti-contracts`.
    Prusti,
    /// `kani::`, and its alias `safety::`.
    Kani,
    /// `core::contracts::`.
    Core,
}

impl Dialect {
    /// Whether integers in its clauses are those of the machine: arithmetic that overflows there
    /// makes the clause not well defined.
    pub fn has_machine_integers(self) -> bool {
        self != Dialect::Ours
    }

    /// The dialect of a crate or module of attributes, and how many segments name it.
    pub fn of_path(segments: &[&str]) -> Option<(Dialect, usize)> {
        Some(match segments {
            ["bverify_contracts", ..] => (Dialect::Ours, 1),
            ["contracts", ..] => (Dialect::Contracts, 1),
            ["prusti_contracts", ..] => (Dialect::Prusti, 1),
            ["kani" | "safety", ..] => (Dialect::Kani, 1),
            ["core" | "std", "contracts", ..] => (Dialect::Core, 2),
            _ => return None,
        })
    }
}

/// What the `use` declarations of a module say of attributes.
#[derive(Clone, Debug, Default)]
pub struct Imports {
    /// Names that are bound one by one: the dialect, and the name there.
    names: BTreeMap<String, (Dialect, String)>,
    /// Dialects all of whose names are bound.
    globs: Vec<Dialect>,
}

/// The attributes that a glob of each crate brings.
fn is_brought(dialect: Dialect, name: &str) -> bool {
    match dialect {
        Dialect::Ours | Dialect::Kani => true,
        Dialect::Contracts => {
            let plain = name.strip_prefix("debug_").or(name.strip_prefix("test_"));
            matches!(plain.unwrap_or(name), "requires" | "ensures" | "invariant")
                || matches!(name, "contract_trait" | "contract")
        }
        Dialect::Prusti => matches!(
            name,
            "requires"
                | "ensures"
                | "pure"
                | "trusted"
                | "predicate"
                | "invariant"
                | "extern_spec"
                | "refine_trait_spec"
                | "model"
                | "terminates"
                | "after_expiry"
                | "before_expiry"
                | "assert_on_expiry"
                | "verified"
                | "ghost_constraint"
                | "refine_spec"
                | "print_counterexample"
        ),
        Dialect::Core => matches!(name, "requires" | "ensures"),
    }
}

impl Imports {
    fn add(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.add(&step.tree, path);
                path.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add(tree, path);
                }
            }
            UseTree::Glob(_) => {
                let segments: Vec<&str> = path.iter().map(String::as_str).collect();
                if let Some((dialect, used)) = Dialect::of_path(&segments)
                    && used == segments.len()
                {
                    self.globs.push(dialect);
                }
            }
            UseTree::Name(name) => self.bind(path, &name.ident.to_string(), &name.ident),
            UseTree::Rename(rename) => self.bind(path, &rename.ident.to_string(), &rename.rename),
        }
    }

    fn bind(&mut self, path: &[String], name: &str, bound: &proc_macro2::Ident) {
        let segments: Vec<&str> = path.iter().map(String::as_str).collect();
        if let Some((dialect, used)) = Dialect::of_path(&segments)
            && used == segments.len()
        {
            let meant = (dialect, name.to_owned());
            self.names.insert(bound.to_string(), meant);
        }
    }

    fn lookup(&self, name: &str) -> Option<(Dialect, String)> {
        if let Some(found) = self.names.get(name) {
            return Some(found.clone());
        }
        let mut globs = self.globs.iter();
        let dialect = globs.find(|dialect| is_brought(**dialect, name))?;
        Some((*dialect, name.to_owned()))
    }
}

impl Convert<'_> {
    /// Notes what the items of a module import; `leave_module` undoes it.
    pub fn enter_module(&mut self, items: &[SynItem]) {
        let mut imports = Imports::default();
        for item in items {
            match item {
                SynItem::Use(it) if self.active_attributes(&it.attrs).is_some() => {
                    imports.add(&it.tree, &mut Vec::new());
                }
                SynItem::ExternCrate(it)
                    if it.attrs.iter().any(|it| it.path().is_ident("macro_use")) =>
                {
                    let name = it.ident.to_string();
                    imports
                        .globs
                        .extend(Dialect::of_path(&[&name]).map(|it| it.0));
                }
                _ => {}
            }
        }
        self.imports.push(imports);
    }

    /// Forgets the imports of the innermost module.
    pub fn leave_module(&mut self) {
        self.imports.pop();
    }

    /// The dialect of an attribute or macro, and its name there. `None`: a path to something else.
    pub fn dialect_of(&self, path: &syn::Path) -> Option<(Dialect, String)> {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| hygiene::plain(&segment.ident.to_string()))
            .collect();
        let names: Vec<&str> = segments.iter().map(String::as_str).collect();
        if let [name] = names.as_slice() {
            // A module sees what those around it import, as far as it says `use super::*`.
            let mut around = self.imports.iter().rev();
            let found = around.find_map(|imports| imports.lookup(name));
            let meant = found.unwrap_or((self.spoken(name), (*name).to_owned()));
            return Some(meant);
        }
        let (dialect, used) = Dialect::of_path(&names)?;
        match names.get(used..) {
            Some([name]) => Some((dialect, (*name).to_owned())),
            _ => None,
        }
    }

    /// The dialect of a name that nothing imports. An attribute of the crate `contracts` reads those around
    /// it as well, so one import there is enough.
    fn spoken(&self, name: &str) -> Dialect {
        let foreign = Dialect::Contracts;
        let other = self.speaks(foreign) && !self.speaks(Dialect::Ours);
        match other && is_brought(foreign, name) {
            true => foreign,
            false => Dialect::Ours,
        }
    }

    /// Whether a module at hand imports anything of a dialect.
    pub fn speaks(&self, dialect: Dialect) -> bool {
        self.imports.iter().any(|imports| {
            imports.globs.contains(&dialect) || imports.names.values().any(|it| it.0 == dialect)
        })
    }
}
