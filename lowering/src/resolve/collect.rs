//! Gives every item an id and enters its name in the scope that it stands in. Imports are only noted.

use std::sync::Arc;

use super::defs::{Binding, Def, DefKind, Defs, Ns, Scope, Visible};
use crate::ids::Id;
use crate::source::ast::{AdtKind, Attrs, InnerScope, Item, ItemKind, Name, Shape, Use, Vis};
use crate::span::Span;
use crate::ty::{DefId, VariantIdx};

/// A `use` still to be resolved.
#[derive(Clone, Debug)]
pub struct Import {
    /// The scope that it stands in.
    pub scope: DefId,
    /// What it says.
    pub what: Use,
    /// Who sees what it binds.
    pub vis: Visible,
}

/// Enters the items of crates into [`Defs`].
pub struct Collector<'a> {
    /// The definitions so far.
    pub defs: &'a mut Defs,
    /// The imports met.
    pub imports: Vec<Import>,
    /// Whether the crate at hand is one of the models.
    pub is_model: bool,
    /// Modules that stand for types of other crates, with the paths of these.
    pub extern_models: Vec<(Vec<Name>, DefId)>,
}

impl Collector<'_> {
    /// A new root module.
    pub fn root(&mut self, name: &str, span: Span) -> DefId {
        let root = self.add(Def {
            name: name.into(),
            span,
            parent: None,
            vis: Visible::Everywhere,
            attrs: Arc::default(),
            is_model: self.is_model,
            inner: Vec::new(),
            kind: DefKind::Module,
        });
        self.defs.scopes.insert(root, Scope::default());
        root
    }

    fn add(&mut self, def: Def) -> DefId {
        self.defs.table.push(def)
    }

    /// Enters the items of a module or block scope.
    pub fn items(&mut self, scope: DefId, items: &[Item]) {
        for item in items {
            self.item(scope, item);
        }
    }

    fn visible(&self, scope: DefId, vis: &Vis) -> Visible {
        let module = self.defs.module_of(scope);
        match vis {
            Vis::Public => Visible::Everywhere,
            Vis::Inherited => Visible::Private(scope),
            Vis::Restricted(path) if path.len() == 1 && *path[0] == *"self" => {
                Visible::Private(module)
            }
            Vis::Restricted(path) => {
                let mut at = module;
                for segment in path {
                    match &**segment {
                        "self" => {}
                        "crate" => at = self.defs.crate_of(module),
                        "super" => at = self.parent_module(at),
                        // `pub(in a::b)` names a module around this one.
                        name => {
                            let mut around = Some(module);
                            while let Some(id) = around {
                                if *self.defs.def(id).name == *name {
                                    at = id;
                                }
                                around = self.defs.def(id).parent;
                            }
                        }
                    }
                }
                Visible::Within(at)
            }
        }
    }

    fn parent_module(&self, module: DefId) -> DefId {
        match self.defs.def(module).parent {
            Some(parent) => self.defs.module_of(parent),
            None => module,
        }
    }

    fn bind(&mut self, scope: DefId, ns: Ns, name: &Name, def: DefId, vis: Visible) {
        let binding = Binding {
            def,
            vis,
            is_glob: false,
            ambiguous: false,
        };
        if let Some(scope) = self.defs.scopes.get_mut(&scope) {
            scope.names.entry((ns, name.clone())).or_insert(binding);
        }
    }

    fn define(&mut self, scope: DefId, item: &Item, kind: DefKind) -> DefId {
        let def = self.define_with(scope, item.name.name.clone(), item, kind);
        if let Some(lang) = &item.attrs.lang {
            self.defs.lang.insert(lang.clone(), def);
        }
        def
    }

    fn define_with(&mut self, scope: DefId, name: Name, item: &Item, kind: DefKind) -> DefId {
        let vis = self.visible(scope, &item.vis);
        self.add(Def {
            name,
            span: item.span,
            parent: Some(scope),
            vis,
            attrs: Arc::clone(&item.attrs),
            is_model: self.is_model,
            inner: Vec::new(),
            kind,
        })
    }

    fn item(&mut self, scope: DefId, item: &Item) {
        let name = &item.name.name;
        let vis = self.visible(scope, &item.vis);
        match &item.kind {
            ItemKind::Fn(function) => {
                let def = self.define(scope, item, DefKind::Fn(Arc::clone(function)));
                self.bind(scope, Ns::Value, name, def, vis);
                self.inner(def, &function.inner);
            }
            ItemKind::Const(constant) => {
                let def = self.define(scope, item, DefKind::Const(Arc::clone(constant)));
                if &**name != "_" {
                    self.bind(scope, Ns::Value, name, def, vis);
                }
                self.inner(def, &constant.inner);
            }
            ItemKind::Static(constant) => {
                let def = self.define(scope, item, DefKind::Static(Arc::clone(constant)));
                self.bind(scope, Ns::Value, name, def, vis);
                self.inner(def, &constant.inner);
            }
            ItemKind::Adt(adt) => {
                let def = self.define(scope, item, DefKind::Adt(Arc::clone(adt)));
                self.bind(scope, Ns::Type, name, def, vis);
                if adt.kind == AdtKind::Enum {
                    self.variants(def, item, vis);
                } else if adt.kind == AdtKind::Struct
                    && adt
                        .variants
                        .first()
                        .is_some_and(|it| it.shape != Shape::Named)
                {
                    self.bind(scope, Ns::Value, name, def, vis);
                }
            }
            ItemKind::Trait {
                generics,
                supertraits,
                items,
            } => {
                let kind = DefKind::Trait {
                    generics: Arc::clone(generics),
                    supertraits: supertraits.clone(),
                    items: Vec::new(),
                };
                let def = self.define(scope, item, kind);
                self.bind(scope, Ns::Type, name, def, vis);
                let members = self.members(def, items);
                if let DefKind::Trait { items, .. } = &mut self.defs.table[def].kind {
                    *items = members;
                }
            }
            ItemKind::Impl {
                generics,
                trait_,
                self_ty,
                items,
            } => {
                let kind = DefKind::Impl {
                    generics: Arc::clone(generics),
                    trait_: trait_.clone(),
                    self_ty: Arc::clone(self_ty),
                    items: Vec::new(),
                };
                let def = self.define(scope, item, kind);
                self.defs.impls.push(def);
                let members = self.members(def, items);
                if let DefKind::Impl { items, .. } = &mut self.defs.table[def].kind {
                    *items = members;
                }
            }
            ItemKind::TypeAlias {
                generics,
                bounds,
                ty,
            } => {
                let kind = DefKind::TypeAlias {
                    generics: Arc::clone(generics),
                    bounds: bounds.clone(),
                    ty: ty.clone(),
                };
                let def = self.define(scope, item, kind);
                self.bind(scope, Ns::Type, name, def, vis);
            }
            ItemKind::Mod(items) => {
                let def = self.define(scope, item, DefKind::Module);
                self.defs.scopes.insert(def, Scope::default());
                self.bind(scope, Ns::Type, name, def, vis);
                self.items(def, items);
                if !item.attrs.extern_model.is_empty() {
                    let path = item.attrs.extern_model.clone();
                    self.extern_models.push((path, def));
                }
            }
            ItemKind::Use(what) => self.imports.push(Import {
                scope,
                what: what.clone(),
                vis,
            }),
            ItemKind::MacroRules => {
                let def = self.define(scope, item, DefKind::MacroRules);
                // Textual scope and `macro_export` are not followed: the name is taken everywhere.
                let root = self.defs.crate_of(scope);
                self.bind(root, Ns::Macro, name, def, Visible::Everywhere);
                self.bind(scope, Ns::Macro, name, def, Visible::Everywhere);
            }
            ItemKind::Unsupported(what) => {
                let def = self.define(scope, item, DefKind::Unsupported(what.clone()));
                if name.is_empty() {
                    if let Some(scope) = self.defs.scopes.get_mut(&scope) {
                        scope.incomplete = true;
                    }
                } else {
                    self.bind(scope, Ns::Type, name, def, vis);
                    self.bind(scope, Ns::Value, name, def, vis);
                }
            }
        }
    }

    fn variants(&mut self, adt: DefId, item: &Item, vis: Visible) {
        let ItemKind::Adt(ast) = &item.kind else {
            return;
        };
        self.defs.scopes.insert(adt, Scope::default());
        for (at, variant) in ast.variants.iter().enumerate() {
            let def = self.add(Def {
                name: variant.name.name.clone(),
                span: variant.name.span,
                parent: Some(adt),
                vis,
                attrs: Arc::default(),
                is_model: self.is_model,
                inner: Vec::new(),
                kind: DefKind::Variant(VariantIdx::from_index(at)),
            });
            let name = &variant.name.name;
            self.bind(adt, Ns::Type, name, def, Visible::Everywhere);
            self.bind(adt, Ns::Value, name, def, Visible::Everywhere);
        }
    }

    /// The items of an impl or trait.
    fn members(&mut self, container: DefId, items: &[Item]) -> Vec<DefId> {
        let mut members = Vec::new();
        for item in items {
            let (kind, inner): (DefKind, &[InnerScope]) = match &item.kind {
                ItemKind::Fn(function) => (DefKind::Fn(Arc::clone(function)), &function.inner),
                ItemKind::Const(value) => (DefKind::Const(Arc::clone(value)), &value.inner),
                ItemKind::TypeAlias {
                    generics,
                    bounds,
                    ty,
                } => (
                    DefKind::TypeAlias {
                        generics: Arc::clone(generics),
                        bounds: bounds.clone(),
                        ty: ty.clone(),
                    },
                    &[],
                ),
                _ => continue,
            };
            let module = self.defs.scope_of(container);
            let vis = self.visible(module, &item.vis);
            let def = self.add(Def {
                name: item.name.name.clone(),
                span: item.span,
                parent: Some(container),
                vis,
                attrs: Arc::clone(&item.attrs),
                is_model: self.is_model,
                inner: Vec::new(),
                kind,
            });
            if let Some(lang) = &item.attrs.lang {
                self.defs.lang.insert(lang.clone(), def);
            }
            self.inner(def, inner);
            members.push(def);
        }
        members
    }

    /// The scopes of items inside a body.
    fn inner(&mut self, owner: DefId, scopes: &[InnerScope]) {
        let module = self.defs.scope_of(owner);
        let mut ids: Vec<DefId> = Vec::new();
        for scope in scopes {
            let parent = scope.parent.map_or(module, |at| ids[at]);
            let span = self.defs.def(owner).span;
            let id = self.add(Def {
                name: "".into(),
                span,
                parent: Some(parent),
                vis: Visible::Within(module),
                attrs: Arc::<Attrs>::default(),
                is_model: self.is_model,
                inner: Vec::new(),
                kind: DefKind::BlockScope,
            });
            self.defs.scopes.insert(id, Scope::default());
            ids.push(id);
        }
        for (id, scope) in ids.iter().zip(scopes) {
            self.items(*id, &scope.items);
        }
        self.defs.table[owner].inner = ids;
    }
}
