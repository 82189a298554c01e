//! Types: checks bodies and clauses of a resolved package, one instance at a time, and answers what
//! `lower` asks through [`crate::front::Front`].

mod assoc;
mod captures;
mod check;
mod checked;
mod const_eval;
mod consts;
mod contract;
mod extern_specs;
mod finish;
mod floats;
mod generics;
mod infer;
mod items;
mod kept;
mod layout;
mod models;
mod names;
mod objects;
mod opaque;
mod query;
mod show;
mod stand_in;
mod stop;
mod subst;
mod traits;
mod trees;
mod types;

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diag::Diagnostic;
use crate::front::{ClauseId, Contract, Implementors, Read};
use crate::ids::Table;
use crate::resolve::{self, Defs};
use crate::source::{self, FileSystem, PackageInput};
use crate::span::{SourceMap, Span};
use crate::thir::Body;
use crate::ty::{ClosureId, DefId, FnRef, Ty, TypeParam};
use generics::{Predicate, TraitRef};
use items::{Head, ImplHeader};

pub use source::on_deep_stack;

/// A loaded package. Queries recurse with the nesting of the source: ask them from a thread that
/// [`on_deep_stack`] made.
pub struct Package {
    map: SourceMap,
    defs: Defs,
    headers: BTreeMap<DefId, Rc<ImplHeader>>,
    inherent: BTreeMap<Head, Vec<DefId>>,
    trait_impls: BTreeMap<DefId, Vec<DefId>>,
    hidden: Vec<items::Hidden>,
    /// A macro of the package that stands for items and is not expanded. It could shadow a name or
    /// implement a trait for any type, so no body means for sure what it seems to mean.
    unexpanded: BTreeMap<DefId, (String, Span)>,
    params: Cache<DefId, Rc<Vec<TypeParam>>>,
    predicates: Cache<DefId, Read<Rc<Vec<Predicate>>>>,
    supertraits: Cache<DefId, Rc<Vec<TraitRef>>>,
    /// How deep the type that is being read nests.
    type_depth: Cell<usize>,
    implied: Cache<DefId, Read<Rc<Vec<Predicate>>>>,
    rigid: Cache<DefId, Rc<Vec<Predicate>>>,
    /// What is known of associated types that are deeper than `rigid` goes.
    deep: Cache<Ty, Rc<Vec<Predicate>>>,
    self_types: Cache<DefId, Read<Ty>>,
    signatures: Cache<DefId, Read<(Vec<Ty>, Ty)>>,
    /// The functions whose bodies the closures stand in.
    closure_owners: RefCell<Table<ClosureId, FnRef>>,
    closures: RefCell<Table<ClosureId, items::ClosureSignature>>,
    /// How many inferences there have been.
    inferences: Cell<usize>,
    /// The functions with hidden results whose bodies are being checked.
    opening: RefCell<Vec<FnRef>>,
    bodies: Cache<FnRef, Read<Rc<Body>>>,
    implementors: Cache<Ty, Rc<Implementors>>,
    /// Answers to questions about traits in which nothing was left to infer.
    selected: Cache<TraitRef, traits::Answer>,
    /// What projections in which nothing is open stand for.
    projected: Cache<Ty, Ty>,
    /// What uses in generic code mean.
    promises: Cache<check::promised::UseSite, check::promised::Promise>,
    /// The items whose uses have been noted.
    noted: RefCell<FxHashSet<DefId>>,
    /// How many items are having their bounds read.
    reading_bounds: Cell<usize>,
    /// Whether all impls are known, so that bodies can be checked.
    is_indexed: bool,
    /// How many constants are being computed.
    running: Cell<usize>,
    contracts: Cache<DefId, Read<Rc<Contract>>>,
    /// The contracts that the user gives to free functions of others, by those.
    free_specs: std::cell::OnceCell<BTreeMap<DefId, DefId>>,
    clauses: Cache<(FnRef, ClauseId), Read<Rc<Body>>>,
}

/// Answers by question; nothing goes over all of them.
type Cache<K, V> = RefCell<FxHashMap<K, V>>;

/// A package that could not be read, with the sources that its diagnostics speak of.
#[derive(Debug)]
pub struct Refused {
    /// What is wrong; not empty.
    pub diagnostics: Vec<Diagnostic>,
    /// What was read of the files.
    pub sources: SourceMap,
}

impl Package {
    /// Reads and resolves a package. Bodies are checked when they are asked for.
    pub fn load(input: &PackageInput, files: &dyn FileSystem) -> Result<Package, Refused> {
        let models = &*models::PARSED;
        let mut map = models.map.clone();
        let read = match models.diags.as_slice() {
            [] => source::read(input, files, &mut map),
            mistakes => Err(mistakes.to_vec()),
        };
        let package = match read {
            Ok(read) => read,
            Err(diagnostics) => {
                return Err(Refused {
                    diagnostics,
                    sources: map,
                });
            }
        };
        let defs = resolve::resolve(input, &models.sources, &package);
        let mut package = Package {
            map,
            defs,
            headers: BTreeMap::new(),
            inherent: BTreeMap::new(),
            trait_impls: BTreeMap::new(),
            hidden: Vec::new(),
            unexpanded: BTreeMap::new(),
            params: RefCell::default(),
            predicates: RefCell::default(),
            supertraits: RefCell::default(),
            type_depth: Cell::new(0),
            implied: RefCell::default(),
            rigid: RefCell::default(),
            deep: RefCell::default(),
            self_types: RefCell::default(),
            signatures: RefCell::default(),
            closure_owners: RefCell::default(),
            closures: RefCell::default(),
            inferences: Cell::new(0),
            opening: RefCell::default(),
            bodies: RefCell::default(),
            implementors: RefCell::default(),
            selected: RefCell::default(),
            projected: RefCell::default(),
            promises: RefCell::default(),
            noted: RefCell::default(),
            reading_bounds: Cell::default(),
            is_indexed: false,
            running: Cell::default(),
            contracts: RefCell::default(),
            free_specs: std::cell::OnceCell::new(),
            clauses: RefCell::default(),
        };
        package.unexpanded = package.defs.unexpanded_macros();
        package.index_impls();
        package.is_indexed = true;
        let diagnostics = package.misnamed();
        if !diagnostics.is_empty() {
            return Err(Refused {
                diagnostics,
                sources: package.map,
            });
        }
        Ok(package)
    }
}
