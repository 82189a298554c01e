//! Definitions: every item with an id, where it stands, and what the names of each module mean.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ids::{Id, Table};
use crate::source::ast::{Adt, Attrs, Bound, Constant, Function, Generics, Name, Path, Type};
use crate::span::Span;
use crate::ty::{DefId, VariantIdx};

/// All definitions of a package and of the models.
#[derive(Debug, Default)]
pub struct Defs {
    /// The definitions.
    pub table: Table<DefId, Def>,
    /// What the names of a module, of a block with items, or of an enum mean.
    pub scopes: BTreeMap<DefId, Scope>,
    /// The crates that any path may start with.
    pub extern_prelude: BTreeMap<Name, DefId>,
    /// The libraries that a crate knows besides, by its root module.
    pub linked: BTreeMap<DefId, BTreeMap<Name, DefId>>,
    /// Names of dependencies that are not read.
    pub unread_crates: Vec<Name>,
    /// The module whose names every module sees.
    pub prelude: Option<DefId>,
    /// The root module of the package.
    pub root: Option<DefId>,
    /// All impl blocks, in order.
    pub impls: Vec<DefId>,
    /// Items of the models by their lang names.
    pub lang: BTreeMap<Name, DefId>,
}

/// What an item that a macro stands for is called.
pub const MACRO_ITEMS: &str = "items made by the macro";

/// A definition.
#[derive(Debug)]
pub struct Def {
    /// Its name; impls have none.
    pub name: Name,
    /// The whole item.
    pub span: Span,
    /// The module, impl, trait or enum that it stands in; the block scope for items inside a body.
    pub parent: Option<DefId>,
    /// Who may name it.
    pub vis: Visible,
    /// What its attributes say.
    pub attrs: Arc<Attrs>,
    /// Whether it belongs to the models.
    pub is_model: bool,
    /// The scopes of the items inside its body, by the numbers that the blocks have.
    pub inner: Vec<DefId>,
    /// What it is.
    pub kind: DefKind,
}

/// A resolved visibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visible {
    /// Without limit.
    Everywhere,
    /// In the module and those inside it, by a `pub(…)`.
    Within(DefId),
    /// In the module or block where it stands, and in those inside it.
    Private(DefId),
}

/// What a definition is.
#[derive(Debug)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum DefKind {
    Module,
    /// The items of a block inside a body.
    BlockScope,
    Fn(Arc<Function>),
    Adt(Arc<Adt>),
    Variant(VariantIdx),
    Trait {
        generics: Arc<Generics>,
        supertraits: Vec<Bound>,
        items: Vec<DefId>,
    },
    Impl {
        generics: Arc<Generics>,
        trait_: Option<Path>,
        self_ty: Arc<Type>,
        items: Vec<DefId>,
    },
    Const(Arc<Constant>),
    Static(Arc<Constant>),
    /// A type alias, or an associated type.
    TypeAlias {
        generics: Arc<Generics>,
        bounds: Vec<Bound>,
        ty: Option<Arc<Type>>,
    },
    MacroRules,
    /// Items that we do not read: a noun phrase.
    Unsupported(String),
}

/// The three namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Rust's own")]
pub enum Ns {
    Type,
    Value,
    Macro,
}

/// What the names of a module mean.
#[derive(Debug, Default)]
pub struct Scope {
    /// The bindings.
    pub names: BTreeMap<(Ns, Name), Binding>,
    /// Names that imports bind to something that we cannot find (of a crate that is not read).
    pub unresolved: BTreeSet<Name>,
    /// Traits imported as `_`.
    pub anonymous_traits: Vec<DefId>,
    /// Whether some items of it could not be read, so that an unknown name may still exist.
    pub incomplete: bool,
}

/// What a name means in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The definition.
    pub def: DefId,
    /// Who sees the binding.
    pub vis: Visible,
    /// Whether it came through a glob, and thus gives way to any other.
    pub is_glob: bool,
    /// Whether two globs disagree.
    pub ambiguous: bool,
}

impl Defs {
    /// A module that no source stands for; what else it may hold is not known.
    pub fn new_module(&mut self, name: Name, parent: Option<DefId>, span: Span) -> DefId {
        let module = self.table.push(Def {
            name,
            span,
            parent,
            vis: Visible::Everywhere,
            attrs: Arc::default(),
            is_model: false,
            inner: Vec::new(),
            kind: DefKind::Module,
        });
        let scope = Scope {
            incomplete: true,
            ..Scope::default()
        };
        self.scopes.insert(module, scope);
        module
    }

    /// Binds a name of a scope for everyone, whatever it meant there.
    pub fn bind_for_all(&mut self, scope: DefId, ns: Ns, name: Name, def: DefId) {
        let binding = Binding {
            def,
            vis: Visible::Everywhere,
            is_glob: false,
            ambiguous: false,
        };
        if let Some(scope) = self.scopes.get_mut(&scope) {
            scope.names.insert((ns, name), binding);
        }
    }

    /// For each crate the first macro in the place of items, with what is to be said of it.
    pub fn unexpanded_macros(&self) -> BTreeMap<DefId, (String, Span)> {
        let mut found = BTreeMap::new();
        for (id, def) in self.table.iter() {
            if let DefKind::Unsupported(what) = &def.kind
                && !def.is_model
                && what.starts_with(MACRO_ITEMS)
            {
                found
                    .entry(self.crate_of(id))
                    .or_insert_with(|| (what.clone(), def.span));
            }
        }
        found
    }

    /// The crate that a name means at the start of a path.
    pub fn extern_crate(&self, scope: DefId, name: &Name) -> Option<DefId> {
        let linked = self.linked.get(&self.crate_of(scope));
        let linked = linked.and_then(|linked| linked.get(name));
        linked.or_else(|| self.extern_prelude.get(name)).copied()
    }

    /// Whether an item is one of the package under check.
    pub fn is_of_package(&self, id: DefId) -> bool {
        Some(self.crate_of(id)) == self.root
    }

    /// A definition.
    pub fn def(&self, id: DefId) -> &Def {
        &self.table[id]
    }

    /// The innermost module or block scope that an item stands in (itself, if it is one).
    pub fn scope_of(&self, id: DefId) -> DefId {
        let mut at = id;
        loop {
            let def = self.def(at);
            match (&def.kind, def.parent) {
                (DefKind::Module | DefKind::BlockScope, _) | (_, None) => return at,
                (_, Some(parent)) => at = parent,
            }
        }
    }

    /// The innermost real module that an item stands in (itself, if it is one).
    pub fn module_of(&self, id: DefId) -> DefId {
        let mut at = id;
        loop {
            let def = self.def(at);
            match (&def.kind, def.parent) {
                (DefKind::Module, _) | (_, None) => return at,
                (_, Some(parent)) => at = parent,
            }
        }
    }

    /// The root module of the crate that an item stands in.
    pub fn crate_of(&self, id: DefId) -> DefId {
        let mut at = id;
        while let Some(parent) = self.def(at).parent {
            at = parent;
        }
        at
    }

    /// Whether `inner` is `outer` or lies inside it.
    pub fn is_within(&self, inner: DefId, outer: DefId) -> bool {
        let mut at = Some(inner);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.def(id).parent;
        }
        false
    }

    /// Whether a visibility reaches a module.
    pub fn sees(&self, vis: Visible, from: DefId) -> bool {
        match vis {
            Visible::Everywhere => true,
            Visible::Within(module) | Visible::Private(module) => self.is_within(from, module),
        }
    }

    /// The impl or trait around an associated item.
    pub fn container(&self, id: DefId) -> Option<DefId> {
        let parent = self.def(id).parent?;
        matches!(
            self.def(parent).kind,
            DefKind::Impl { .. } | DefKind::Trait { .. }
        )
        .then_some(parent)
    }

    /// The items of an impl or trait.
    pub fn items(&self, id: DefId) -> &[DefId] {
        match &self.def(id).kind {
            DefKind::Impl { items, .. } | DefKind::Trait { items, .. } => items,
            _ => &[],
        }
    }

    /// The item of a name in an impl or trait that is a function, constant or type, as `is` says.
    pub fn item_named(
        &self,
        container: DefId,
        name: &str,
        is: impl Fn(&DefKind) -> bool,
    ) -> Option<DefId> {
        self.items(container)
            .iter()
            .copied()
            .find(|item| *self.def(*item).name == *name && is(&self.def(*item).kind))
    }

    /// Whether an item is a method or function of a trait (and not of an impl of it).
    pub fn is_trait_item(&self, id: DefId) -> bool {
        self.container(id)
            .is_some_and(|parent| matches!(self.def(parent).kind, DefKind::Trait { .. }))
    }

    /// The variant of an enum, or the only one of a struct, at a position.
    pub fn variant_def(&self, adt: DefId, index: VariantIdx) -> DefId {
        // Variants are allocated right after their enum, in order.
        match &self.def(adt).kind {
            DefKind::Adt(ast) if ast.kind == crate::source::ast::AdtKind::Enum => {
                DefId::from_index(adt.index() + 1 + index.index())
            }
            _ => adt,
        }
    }
}
