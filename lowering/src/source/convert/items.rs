//! Converts items: what is configured away is gone, derives become impls, `use` trees are flattened.

use std::sync::Arc;

use syn::parse::Parse;
use syn::{FnArg, Item as SynItem, Meta, ReceiverKind, UseTree, Visibility};

use super::super::ast::{
    Adt, AdtKind, Attrs, Constant, Field, Function, GenericParam, Generics, Ident, Item, ItemKind,
    Param, Pat, PatKind, Shape, Type, TypeKind, Use, Variant, Vis,
};
use super::super::attrs::{Position, string_value};
use super::super::dialect::Dialect;
use super::super::later::{self, Body, Later};
use super::expand::Many;
use super::extern_specs::is_extern_spec;
use super::types::named_type;
use super::{Convert, OutOfLine, derive, name_of};
use crate::span::Span;

impl Convert<'_> {
    /// The items of a file or inline module. `around` are the inline modules around them.
    pub fn items(
        &mut self,
        items: &[SynItem],
        around: &[(super::Name, Option<String>)],
    ) -> Vec<Item> {
        self.enter_module(items);
        let converted = items
            .iter()
            .flat_map(|item| self.item(item, around))
            .collect();
        self.leave_module();
        converted
    }

    /// The items that one declaration inside a block stands for.
    pub(super) fn nested_item(&mut self, item: &SynItem) -> Vec<Item> {
        if matches!(item, SynItem::Mod(module) if module.content.is_none()) {
            return vec![self.unsupported_item("a module file inside a function", item)];
        }
        // A function inside a function has scopes of its own.
        let inner = std::mem::take(&mut self.inner);
        let parent = self.inner_parent.take();
        let spec = std::mem::replace(&mut self.in_spec, false);
        let in_body = std::mem::replace(&mut self.in_body, true);
        let items = self.item(item, &[]);
        self.in_body = in_body;
        self.inner = inner;
        self.inner_parent = parent;
        self.in_spec = spec;
        items
    }

    fn item(&mut self, item: &SynItem, around: &[(super::Name, Option<String>)]) -> Vec<Item> {
        let Some(metas) = self.active_attributes(attributes(item)) else {
            return Vec::new();
        };
        if metas.iter().any(is_test) {
            return Vec::new();
        }
        let span = self.spans.between(item);
        let one = |item: Option<Item>| item.into_iter().collect();
        match item {
            SynItem::Fn(function) => {
                let attrs = Arc::new(self.read_attributes(&metas, Position::Function));
                let function_ = self.function(&function.sig, Some(&function.block));
                one(Some(Item {
                    name: self.ident(&function.sig.ident),
                    vis: self.vis(&function.vis),
                    attrs,
                    span,
                    kind: ItemKind::Fn(Arc::new(function_)),
                }))
            }
            SynItem::Struct(it) => self.adt(item, &metas, &it.ident, &it.vis, span),
            SynItem::Enum(it) => self.adt(item, &metas, &it.ident, &it.vis, span),
            SynItem::Union(it) => self.adt(item, &metas, &it.ident, &it.vis, span),
            SynItem::Trait(it) => {
                let mut attrs = self.read_attributes(&metas, Position::Trait);
                let mut items = self.trait_fields(&metas, &mut attrs);
                for item in &it.items {
                    self.trait_item(item, &mut items, &mut attrs);
                }
                let attrs = Arc::new(attrs);
                one(Some(Item {
                    name: self.ident(&it.ident),
                    vis: self.vis(&it.vis),
                    attrs,
                    span,
                    kind: ItemKind::Trait {
                        generics: Arc::new(self.generics(&it.generics)),
                        supertraits: self.bounds(&it.supertraits),
                        items,
                    },
                }))
            }
            SynItem::Impl(it) => {
                if let Err(error) = it.modifiers.require_empty() {
                    let what = if it.modifiers.polarity.is_some() {
                        return Vec::new();
                    } else {
                        error.to_string()
                    };
                    return vec![self.unsupported_item(&what, item)];
                }
                let mut attrs = self.read_attributes(&metas, Position::Impl);
                let mut items = Vec::new();
                let handed_down = self.handed_down(&metas);
                for item in &it.items {
                    match attrs.extern_spec {
                        true => items.extend(self.extern_spec_item(item)),
                        false => self.impl_item(item, &handed_down, &mut items, &mut attrs),
                    }
                }
                if attrs.extern_spec && it.trait_.is_some() {
                    let what = "`extern_spec` of the implementation of a trait";
                    attrs.unsupported = Some((what.into(), span));
                }
                let attrs = Arc::new(attrs);
                one(Some(Item {
                    name: self.nameless(span),
                    vis: Vis::Inherited,
                    attrs,
                    span,
                    kind: ItemKind::Impl {
                        generics: Arc::new(self.generics(&it.generics)),
                        trait_: it.trait_.as_ref().map(|(path, _)| self.path(path)),
                        self_ty: Arc::new(self.ty(&it.self_ty)),
                        items,
                    },
                }))
            }
            SynItem::Const(it) => {
                let attrs = Arc::new(self.read_attributes(&metas, Position::Other));
                let constant = self.constant(&it.ty, Some(&it.expr), false);
                one(Some(Item {
                    name: self.ident(&it.ident),
                    vis: self.vis(&it.vis),
                    attrs,
                    span,
                    kind: ItemKind::Const(Arc::new(constant)),
                }))
            }
            SynItem::Static(it) => {
                let attrs = Arc::new(self.read_attributes(&metas, Position::Other));
                let mutable = !matches!(it.mutability, syn::StaticMutability::None);
                let constant = self.constant(&it.ty, Some(&it.expr), mutable);
                one(Some(Item {
                    name: self.ident(&it.ident),
                    vis: self.vis(&it.vis),
                    attrs,
                    span,
                    kind: ItemKind::Static(Arc::new(constant)),
                }))
            }
            SynItem::Type(it) => one(Some(Item {
                name: self.ident(&it.ident),
                vis: self.vis(&it.vis),
                attrs: Arc::default(),
                span,
                kind: ItemKind::TypeAlias {
                    generics: Arc::new(self.generics(&it.generics)),
                    bounds: Vec::new(),
                    ty: Some(Arc::new(self.ty(&it.ty))),
                },
            })),
            SynItem::Mod(it) if metas.iter().any(is_extern_spec) => self.extern_spec_mod(it),
            SynItem::Mod(it) => one(Some(self.module(it, &metas, around, span))),
            SynItem::Use(it) => {
                let mut leaves = Vec::new();
                self.use_tree(&it.tree, &mut Vec::new(), &mut leaves);
                let firsts = leaves.iter().filter_map(|(path, _)| path.first());
                self.named.extend(firsts.map(|first| first.name.clone()));
                let vis = self.vis(&it.vis);
                leaves
                    .into_iter()
                    .map(|(path, rename)| Item {
                        name: self.nameless(span),
                        vis: vis.clone(),
                        attrs: Arc::default(),
                        span,
                        kind: ItemKind::Use(Use {
                            global: it.leading_colon.is_some(),
                            path,
                            rename,
                        }),
                    })
                    .collect()
            }
            SynItem::ExternCrate(it) => {
                let name = it.rename.as_ref().map_or(&it.ident, |(_, rename)| rename);
                let own = it.ident == "self";
                self.named.insert(name_of(&it.ident));
                one(Some(Item {
                    name: self.nameless(span),
                    vis: self.vis(&it.vis),
                    attrs: Arc::default(),
                    span,
                    kind: ItemKind::Use(Use {
                        global: !own,
                        path: vec![if own {
                            Ident {
                                name: "crate".into(),
                                span,
                            }
                        } else {
                            self.ident(&it.ident)
                        }],
                        rename: Some(name_of(name)),
                    }),
                }))
            }
            SynItem::Macro(it) if self.is_predicate(&it.mac) => self.predicate(&it.mac),
            SynItem::Macro(it) => self.macro_item(it, around, span),
            SynItem::ForeignMod(block) => self.foreign(block, item),
            SynItem::TraitAlias(_) => vec![self.unsupported_item("a trait alias", item)],
            SynItem::Verbatim(tokens) if has_attribute(tokens, "extern_spec") => {
                one(self.extern_spec_fn(tokens))
            }
            _ => vec![self.unsupported_item("an item of unknown syntax", item)],
        }
    }

    /// Whether it is Prusti's `predicate! { … }`.
    fn is_predicate(&self, call: &syn::Macro) -> bool {
        let meant = self.dialect_of(&call.path);
        let is_named = meant.as_ref().is_some_and(|(_, name)| name == "predicate");
        is_named
            && (meant.is_some_and(|it| it.0 == Dialect::Prusti) || self.speaks(Dialect::Prusti))
    }

    /// The function of a `predicate! { … }`, a specification.
    fn predicate(&mut self, call: &syn::Macro) -> Vec<Item> {
        let Some(tokens) = self.spec_tokens(call.tokens.clone(), Dialect::Prusti) else {
            return Vec::new();
        };
        let function = match syn::parse2::<syn::ItemFn>(tokens) {
            Ok(function) => function,
            Err(error) => {
                self.syntax_error(&error);
                return Vec::new();
            }
        };
        let Some(metas) = self.active_attributes(&function.attrs) else {
            return Vec::new();
        };
        let mut attrs = self.read_attributes(&metas, Position::Function);
        attrs.model = true;
        attrs.dialect = Dialect::Prusti;
        let outer = std::mem::replace(&mut self.in_spec, true);
        let converted = self.function(&function.sig, Some(&function.block));
        self.in_spec = outer;
        vec![Item {
            name: self.ident(&function.sig.ident),
            vis: self.vis(&function.vis),
            attrs: Arc::new(attrs),
            span: self.spans.of(&function),
            kind: ItemKind::Fn(Arc::new(converted)),
        }]
    }

    /// The invariants of the crate `contracts` on an impl block, which its methods hold.
    fn handed_down(&self, metas: &[Meta]) -> Vec<Meta> {
        let is_invariant = |meta: &&Meta| {
            let meant = self.dialect_of(meta.path());
            meant.is_some_and(|(dialect, name)| {
                dialect == Dialect::Contracts && name.ends_with("invariant")
            })
        };
        metas.iter().filter(is_invariant).cloned().collect()
    }

    /// A definition of a macro, or the items that a call stands for.
    fn macro_item(
        &mut self,
        item: &syn::ItemMacro,
        around: &[(super::Name, Option<String>)],
        span: Span,
    ) -> Vec<Item> {
        if let Some(name) = &item.ident {
            self.define_macro(item, self.in_body);
            return vec![Item {
                name: self.ident(name),
                vis: Vis::Public,
                attrs: Arc::default(),
                span,
                kind: ItemKind::MacroRules,
            }];
        }
        let name = self.path(&item.mac.path).last().ident.name.clone();
        let what = match self.expand_as(&item.mac, Many::<SynItem>::parse) {
            Some(Ok(Many(items))) => return self.expanded(|this| this.items(&items, around)),
            Some(Err(what)) => what,
            None => match &*name {
                "include" => {
                    let around = around.to_vec();
                    let items = self.included(&item.mac, |this, file: syn::File| {
                        this.items(&file.items, &around)
                    });
                    if let Some(items) = items {
                        return items;
                    }
                    format!("`{name}!`")
                }
                "thread_local" => return self.thread_locals(item, span),
                _ => format!("`{name}!`"),
            },
        };
        vec![Item {
            name: self.nameless(span),
            vis: Vis::Public,
            attrs: Arc::default(),
            span,
            kind: ItemKind::Unsupported(format!("items made by the macro {}", bare(&what))),
        }]
    }

    /// The names that `thread_local!` declares: nothing else is known of them.
    fn thread_locals(&self, item: &syn::ItemMacro, span: Span) -> Vec<Item> {
        let mut items = Vec::new();
        let mut tokens = item.mac.tokens.clone().into_iter();
        while let Some(token) = tokens.next() {
            if let proc_macro2::TokenTree::Ident(word) = token
                && word == "static"
                && let Some(proc_macro2::TokenTree::Ident(name)) = tokens.next()
            {
                items.push(Item {
                    name: self.ident(&name),
                    vis: Vis::Public,
                    attrs: Arc::default(),
                    span,
                    kind: ItemKind::Unsupported(format!("the thread-local `{name}`")),
                });
            }
        }
        items
    }

    /// The items of a foreign block: their names are known, and nothing else.
    fn foreign(&self, block: &syn::ItemForeignMod, item: &SynItem) -> Vec<Item> {
        let mut items = Vec::new();
        for foreign in &block.items {
            let (name, vis, what) = match foreign {
                syn::ForeignItem::Fn(it) => (&it.sig.ident, &it.vis, "foreign function"),
                syn::ForeignItem::Static(it) => (&it.ident, &it.vis, "foreign static"),
                syn::ForeignItem::Type(it) => (&it.ident, &it.vis, "foreign type"),
                _ => {
                    items.push(self.unsupported_item("a foreign block", item));
                    continue;
                }
            };
            items.push(Item {
                name: self.ident(name),
                vis: self.vis(vis),
                attrs: Arc::default(),
                span: self.spans.of(foreign),
                kind: ItemKind::Unsupported(format!("the {what} `{name}`")),
            });
        }
        items
    }

    fn nameless(&self, span: Span) -> Ident {
        Ident {
            name: "".into(),
            span,
        }
    }

    fn unsupported_item(&self, what: &str, item: &SynItem) -> Item {
        let span = self.spans.of(item);
        Item {
            name: self.nameless(span),
            vis: Vis::Inherited,
            attrs: Arc::default(),
            span,
            kind: ItemKind::Unsupported(what.into()),
        }
    }

    fn module(
        &mut self,
        module: &syn::ItemMod,
        metas: &[Meta],
        around: &[(super::Name, Option<String>)],
        span: Span,
    ) -> Item {
        let file = metas
            .iter()
            .find(|meta| meta.path().is_ident("path"))
            .and_then(string_value);
        let attrs = self.read_attributes(metas, Position::Other);
        let mut path = around.to_vec();
        path.push((name_of(&module.ident), file));
        let macro_use = metas.iter().any(|meta| meta.path().is_ident("macro_use"));
        self.macros.enter();
        let items = match &module.content {
            Some((_, items)) => self.items(items, &path),
            None => self.out_of_line(&OutOfLine { path, span }),
        };
        self.macros.leave(macro_use);
        let unsupported = attrs.unsupported.clone();
        Item {
            name: self.ident(&module.ident),
            vis: self.vis(&module.vis),
            attrs: Arc::new(attrs),
            span,
            kind: match unsupported {
                // An attribute macro may rewrite everything in it.
                Some((what, _)) => ItemKind::Unsupported(what),
                None => ItemKind::Mod(items),
            },
        }
    }

    pub(super) fn vis(&self, vis: &Visibility) -> Vis {
        match vis {
            Visibility::Public(_) => Vis::Public,
            Visibility::Inherited => Vis::Inherited,
            Visibility::Restricted(restricted) => Vis::Restricted(
                restricted
                    .path
                    .segments
                    .iter()
                    .map(|segment| name_of(&segment.ident))
                    .collect(),
            ),
        }
    }

    fn use_tree(
        &self,
        tree: &UseTree,
        path: &mut Vec<Ident>,
        leaves: &mut Vec<(Vec<Ident>, Option<super::Name>)>,
    ) {
        match tree {
            UseTree::Path(step) => {
                path.push(self.ident(&step.ident));
                self.use_tree(&step.tree, path, leaves);
                path.pop();
            }
            UseTree::Name(name) => {
                let mut full = path.clone();
                // `use a::{self}` names `a`.
                if name.ident != "self" || full.is_empty() {
                    full.push(self.ident(&name.ident));
                }
                let bound = full.last().map(|last| last.name.clone());
                leaves.push((full, bound));
            }
            UseTree::Rename(rename) => {
                let mut full = path.clone();
                if rename.ident != "self" || full.is_empty() {
                    full.push(self.ident(&rename.ident));
                }
                leaves.push((full, Some(name_of(&rename.rename))));
            }
            UseTree::Glob(_) => leaves.push((path.clone(), None)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, path, leaves);
                }
            }
        }
    }

    /// A function with its own scopes of inner items.
    pub(super) fn function(&mut self, sig: &syn::Signature, body: Option<&syn::Block>) -> Function {
        let head = self.spans.of(sig);
        let mut generics = self.generics(&sig.generics);
        let mut params = Vec::new();
        let mut has_self = false;
        let mut unsupported = None;
        for input in &sig.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    has_self = true;
                    params.push(self.receiver(receiver));
                }
                FnArg::Typed(typed) => {
                    let mut ty = self.ty(&typed.ty);
                    name_impl_traits(&mut ty, &mut generics);
                    params.push(Param {
                        pat: self.pat(&typed.pat),
                        ty,
                    });
                }
            }
        }
        if sig.asyncness.is_some() {
            unsupported = Some(("an async function".to_owned(), head));
        }
        if sig.variadic.is_some() {
            unsupported = Some(("a variadic function".to_owned(), head));
        }
        let ret = self.return_type(&sig.output);
        let outer = std::mem::take(&mut self.inner);
        let parent = self.inner_parent.take();
        let unsafe_before = self.unsafe_blocks;
        let body = body.map(|body| self.body(body));
        let is_unsafe = matches!(sig.safety, syn::Safety::Unsafe(_));
        let has_unsafe = is_unsafe || self.unsafe_blocks > unsafe_before;
        let inner = std::mem::replace(&mut self.inner, outer);
        self.inner_parent = parent;
        Function {
            generics,
            params,
            has_self,
            ret,
            body,
            inner,
            head,
            unsupported,
            has_unsafe,
            is_unsafe,
        }
    }

    fn body(&mut self, body: &syn::Block) -> Body {
        if let Some(text) = self.later
            && later::is_put_off(body)
        {
            let open = self.spans.convert(body.brace_token.span.open());
            let span = open.to(self.spans.convert(body.brace_token.span.close()));
            if let Some(later) = Later::new(text, span) {
                return Body::Later(later);
            }
        }
        Body::Read(self.block(body))
    }

    fn receiver(&mut self, receiver: &syn::Receiver) -> Param {
        let span = self.spans.of(receiver);
        let own = self.spans.convert(receiver.self_token.span);
        let ty = match &receiver.kind {
            ReceiverKind::Value => self.self_type(own),
            ReceiverKind::Reference(_, _, mutability) => Type {
                kind: TypeKind::Ref {
                    mutable: mutability.is_some(),
                    to: Box::new(self.self_type(own)),
                },
                span,
            },
            ReceiverKind::Typed(_, ty) => self.ty(ty),
            _ => Type {
                kind: TypeKind::Unsupported("a receiver of unknown syntax".into()),
                span,
            },
        };
        Param {
            pat: Pat {
                kind: PatKind::Ident {
                    by_ref: false,
                    mutable: receiver.mutability.is_some(),
                    name: Ident {
                        name: "self".into(),
                        span: own,
                    },
                    sub: None,
                },
                span,
            },
            ty,
        }
    }

    pub(super) fn constant(
        &mut self,
        ty: &syn::Type,
        value: Option<&syn::Expr>,
        mutable: bool,
    ) -> Constant {
        let ty = self.ty(ty);
        let outer = std::mem::take(&mut self.inner);
        let parent = self.inner_parent.take();
        let value = value.map(|value| self.expr(value));
        let inner = std::mem::replace(&mut self.inner, outer);
        self.inner_parent = parent;
        Constant {
            ty,
            value,
            inner,
            mutable,
        }
    }

    /// A struct, enum or union, and the impls that it derives.
    fn adt(
        &mut self,
        item: &SynItem,
        metas: &[Meta],
        ident: &syn::Ident,
        vis: &Visibility,
        span: Span,
    ) -> Vec<Item> {
        let mut attrs = self.read_attributes(metas, Position::Type);
        let (kind, generics, variants) = match item {
            SynItem::Struct(it) => {
                let mut variant = self.variant(&it.ident, &it.fields, None, false, &mut attrs);
                let added = self.abstract_fields(metas, variant.shape, &mut attrs);
                variant.fields.extend(added);
                self.tree(&it.fields, &mut attrs);
                (AdtKind::Struct, &it.generics, vec![variant])
            }
            SynItem::Enum(it) => {
                let mut variants = Vec::new();
                for variant in &it.variants {
                    let Some(metas) = self.active_attributes(&variant.attrs) else {
                        continue;
                    };
                    let is_default = metas.iter().any(|meta| meta.path().is_ident("default"));
                    let value = variant.discriminant.as_ref().map(|(_, value)| value);
                    variants.push(self.variant(
                        &variant.ident,
                        &variant.fields,
                        value,
                        is_default,
                        &mut attrs,
                    ));
                }
                self.abstract_fields(metas, Shape::Unit, &mut attrs);
                if let Some(field) = attrs.tree_fields.first() {
                    let what = "`#[tree]` on a field of an enum";
                    attrs.unsupported = Some((what.into(), field.span));
                }
                (AdtKind::Enum, &it.generics, variants)
            }
            SynItem::Union(it) => {
                let fields = syn::Fields::Named(it.fields.clone());
                let variant = self.variant(&it.ident, &fields, None, false, &mut attrs);
                (AdtKind::Union, &it.generics, vec![variant])
            }
            _ => return Vec::new(),
        };
        let converted = Adt {
            kind,
            generics: self.generics(generics),
            variants,
        };
        let mut items = Vec::new();
        let generics = &self.active_generics(generics);
        for derived in derive::impls(metas, item, ident, generics, &converted) {
            match derived {
                Ok(derived) => items.extend(self.item(&SynItem::Impl(*derived), &[])),
                Err(error) => self.syntax_error(&error),
            }
        }
        items.extend(self.spec_fields(metas, ident, generics, &mut attrs));
        let item = Item {
            name: self.ident(ident),
            vis: self.vis(vis),
            attrs: Arc::new(attrs),
            span,
            kind: ItemKind::Adt(Arc::new(converted)),
        };
        items.insert(0, item);
        items
    }

    fn variant(
        &mut self,
        ident: &syn::Ident,
        fields: &syn::Fields,
        discriminant: Option<&syn::Expr>,
        is_default: bool,
        attrs: &mut Attrs,
    ) -> Variant {
        let shape = match fields {
            syn::Fields::Named(_) => Shape::Named,
            syn::Fields::Unnamed(_) => Shape::Tuple,
            syn::Fields::Unit => Shape::Unit,
        };
        let mut converted = Vec::new();
        for field in fields {
            let Some(metas) = self.active_attributes(&field.attrs) else {
                continue;
            };
            let mut ghost = None;
            for meta in &metas {
                match meta
                    .path()
                    .segments
                    .last()
                    .map(|last| last.ident.to_string())
                    .as_deref()
                {
                    Some("ghost") => ghost = self.ghost_field(meta, attrs),
                    // What is owned is a tree already.
                    Some("tree") if owns(&field.ty) => {}
                    Some("tree") => self.tree_field(meta, field, attrs),
                    _ => {}
                }
            }
            let name = match &field.ident {
                Some(ident) => self.ident(ident),
                None => Ident {
                    name: converted.len().to_string().into(),
                    span: self.spans.of(&field.ty),
                },
            };
            if ghost.is_some() && shape != Shape::Named {
                attrs.unsupported = Some(("a ghost field without a name".into(), name.span));
            }
            converted.push(Field {
                name,
                vis: self.vis(&field.vis),
                ty: self.ty(&field.ty),
                ghost,
            });
        }
        Variant {
            name: self.ident(ident),
            shape,
            fields: converted,
            discriminant: discriminant.map(|value| self.expr(value)),
            is_default,
        }
    }
}

/// A macro named in a sentence that says so already.
fn bare(what: &str) -> &str {
    what.strip_prefix("the macro ").unwrap_or(what)
}

/// `#[test]`, under any path, and harnesses of benchmarks.
pub(super) fn is_test(meta: &Meta) -> bool {
    let last = meta.path().segments.last();
    last.is_some_and(|last| last.ident == "test" || last.ident == "bench")
}

/// Whether a field of the type owns what it leads to: a `Box`, an option or a vector of boxes.
fn owns(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let syn::PathArguments::AngleBracketed(args) = &last.arguments else {
        return false;
    };
    last.ident == "Box"
        || ((last.ident == "Option" || last.ident == "Vec")
            && args
                .args
                .iter()
                .all(|arg| matches!(arg, syn::GenericArgument::Type(ty) if owns(ty))))
}

/// Each `impl Trait` in a parameter is a type parameter without a name.
fn name_impl_traits(ty: &mut Type, generics: &mut Generics) {
    match &mut ty.kind {
        TypeKind::ImplTrait(bounds) => {
            // No identifier of the user's has a blank in it.
            let first = bounds.first().and_then(|it| it.path.segments.last());
            let first = first.map_or("Sized", |it| &*it.ident.name);
            let name: super::Name = format!("impl {first}#{}", generics.params.len()).into();
            generics.params.push(GenericParam {
                name: Ident {
                    name: name.clone(),
                    span: ty.span,
                },
                bounds: std::mem::take(bounds),
                const_ty: None,
                default: None,
            });
            *ty = named_type(name, ty.span);
        }
        TypeKind::Ref { to, .. }
        | TypeKind::Ptr { to, .. }
        | TypeKind::Slice(to)
        | TypeKind::Array(to, _) => name_impl_traits(to, generics),
        TypeKind::Tuple(parts) => {
            for part in parts {
                name_impl_traits(part, generics);
            }
        }
        TypeKind::Path(path) => {
            for segment in &mut path.segments {
                if let Some(super::super::ast::GenericArgs::Angle(args)) = &mut segment.args {
                    for arg in args {
                        if let super::super::ast::GenericArg::Type(ty) = arg {
                            name_impl_traits(ty, generics);
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn attributes(item: &SynItem) -> &[syn::Attribute] {
    match item {
        SynItem::Const(it) => &it.attrs,
        SynItem::Enum(it) => &it.attrs,
        SynItem::ExternCrate(it) => &it.attrs,
        SynItem::Fn(it) => &it.attrs,
        SynItem::ForeignMod(it) => &it.attrs,
        SynItem::Impl(it) => &it.attrs,
        SynItem::Macro(it) => &it.attrs,
        SynItem::Mod(it) => &it.attrs,
        SynItem::Static(it) => &it.attrs,
        SynItem::Struct(it) => &it.attrs,
        SynItem::Trait(it) => &it.attrs,
        SynItem::TraitAlias(it) => &it.attrs,
        SynItem::Type(it) => &it.attrs,
        SynItem::Union(it) => &it.attrs,
        SynItem::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// Whether an item that does not parse starts with an attribute of that name.
fn has_attribute(item: &proc_macro2::TokenStream, name: &str) -> bool {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let attrs = input.call(syn::Attribute::parse_outer)?;
        input.parse::<proc_macro2::TokenStream>()?;
        Ok(attrs)
    };
    let attrs = syn::parse::Parser::parse2(parser, item.clone()).unwrap_or_default();
    attrs.iter().any(|attr| {
        let last = attr.path().segments.last();
        last.is_some_and(|segment| segment.ident == name)
    })
}
