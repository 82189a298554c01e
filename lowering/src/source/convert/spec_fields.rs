//! `#[spec_field(name: Type = e)]`: each becomes a function of specifications on its type.

use std::sync::Arc;

use syn::parse::{Parse, ParseStream};
use syn::{Generics, Meta, Token};

use super::super::ast::{
    self, Attrs, Block, Field, Function, Ident, Item, ItemKind, Param, Pat, PatKind, Shape, Type,
    TypeKind, Vis,
};
use super::super::dialect::Dialect;
use super::super::later::Body;
use super::Convert;

/// `name: Type = e`.
struct SpecField {
    name: syn::Ident,
    ty: syn::Type,
    value: Option<syn::Expr>,
}

impl Parse for SpecField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        let value = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(SpecField { name, ty, value })
    }
}

impl Convert<'_> {
    /// The impls that hold the abstraction functions of a type.
    pub(super) fn spec_fields(
        &mut self,
        metas: &[Meta],
        ident: &syn::Ident,
        generics: &Generics,
        attrs: &mut Attrs,
    ) -> Vec<Item> {
        let fields = self.written_fields(metas);
        let item = |field: &SpecField| self.spec_field(field, ident, generics, attrs);
        fields.iter().filter_map(item).collect()
    }

    fn written_fields(&mut self, metas: &[Meta]) -> Vec<SpecField> {
        let mut fields = Vec::new();
        for meta in metas {
            let ours = (Dialect::Ours, "spec_field".to_owned());
            if self.dialect_of(meta.path()) != Some(ours) {
                continue;
            }
            let Meta::List(list) = meta else {
                self.malformed(self.spans.of(meta), "expected `spec_field(name: Type = e)`");
                continue;
            };
            let Some(tokens) = self.spec_tokens(list.tokens.clone(), Dialect::Ours) else {
                continue;
            };
            match syn::parse2::<SpecField>(tokens) {
                Ok(field) => fields.push(field),
                Err(error) => {
                    let span = self.spans.convert(error.span());
                    self.malformed(span, format!("malformed clause: {error}"));
                }
            }
        }
        fields
    }

    /// The specification fields without an abstraction function: nobody computes them, so they are kept
    /// with the value, as ghost fields are.
    pub(super) fn abstract_fields(
        &mut self,
        metas: &[Meta],
        shape: Shape,
        attrs: &mut Attrs,
    ) -> Vec<Field> {
        let ours = (Dialect::Ours, "spec_field".to_owned());
        let mut fields = Vec::new();
        for meta in metas {
            let Meta::List(list) = meta else { continue };
            if self.dialect_of(meta.path()).as_ref() != Some(&ours) {
                continue;
            }
            let Ok(field) = syn::parse2::<SpecField>(list.tokens.clone()) else {
                continue;
            };
            if field.value.is_some() {
                continue;
            }
            let name = self.ident(&field.name);
            if shape != Shape::Named {
                let what = "a specification field without an abstraction function, of this type";
                attrs.unsupported = Some((what.into(), name.span));
                continue;
            }
            fields.push(Field {
                name,
                vis: Vis::Public,
                ty: self.ty(&field.ty),
                ghost: Some(ast::Ghost { init: None }),
            });
        }
        fields
    }

    /// `#[ghost]` or `#[ghost(init = e)]`.
    pub(super) fn ghost_field(&mut self, meta: &Meta, attrs: &mut Attrs) -> Option<ast::Ghost> {
        let message = "`ghost` stands alone or with `init = e`";
        let init = match meta {
            Meta::Path(_) => None,
            Meta::List(list) => match syn::parse2::<syn::MetaNameValue>(list.tokens.clone()) {
                Ok(pair) if pair.path.is_ident("init") => Some(self.spec_expr(&pair.value, attrs)),
                _ => {
                    self.malformed(self.spans.of(meta), message);
                    return None;
                }
            },
            Meta::NameValue(_) => {
                self.malformed(self.spans.of(meta), message);
                return None;
            }
        };
        Some(ast::Ghost { init })
    }

    /// Those of a trait are functions that its implementations have: by fields of specifications of their
    /// own, or as the trait says.
    pub(super) fn trait_fields(&mut self, metas: &[Meta], attrs: &mut Attrs) -> Vec<Item> {
        let fields = self.written_fields(metas);
        let own: syn::Type = syn::parse_quote!(Self);
        let item = |field: &SpecField| {
            let own = self.ty(&own);
            self.abstraction(field, own, attrs)
        };
        fields.iter().map(item).collect()
    }

    fn spec_field(
        &mut self,
        field: &SpecField,
        ident: &syn::Ident,
        generics: &Generics,
        attrs: &mut Attrs,
    ) -> Option<Item> {
        field.value.as_ref()?;
        let (_, arguments, _) = generics.split_for_impl();
        let self_ty: syn::Type = syn::parse_quote!(#ident #arguments);
        let self_ty = self.ty(&self_ty);
        let method = self.abstraction(field, self_ty.clone(), attrs);
        let span = method.span;
        Some(Item {
            name: Ident {
                name: "".into(),
                span,
            },
            vis: Vis::Inherited,
            attrs: Arc::default(),
            span,
            kind: ItemKind::Impl {
                generics: Arc::new(self.generics(generics)),
                trait_: None,
                self_ty: Arc::new(self_ty),
                items: vec![method],
            },
        })
    }

    /// The function that gives the value of a field.
    fn abstraction(&mut self, field: &SpecField, self_ty: Type, attrs: &mut Attrs) -> Item {
        let name = self.ident(&field.name);
        let value = field.value.as_ref().map(|it| self.spec_expr(it, attrs));
        let span = value.as_ref().map_or(name.span, |it| it.span);
        let own = Pat {
            kind: PatKind::Ident {
                by_ref: false,
                mutable: false,
                name: Ident {
                    name: "self".into(),
                    span,
                },
                sub: None,
            },
            span,
        };
        let block = |value| {
            Body::Read(Block {
                scope: None,
                stmts: Vec::new(),
                tail: Some(Box::new(value)),
                span,
            })
        };
        let function = Function {
            generics: ast::Generics::default(),
            params: vec![Param {
                pat: own,
                ty: Type {
                    kind: TypeKind::Ref {
                        mutable: false,
                        to: Box::new(self_ty),
                    },
                    span,
                },
            }],
            has_self: true,
            has_unsafe: false,
            is_unsafe: false,
            ret: Some(self.ty(&field.ty)),
            body: value.map(block),
            inner: Vec::new(),
            head: span,
            unsupported: None,
        };
        Item {
            name: Ident {
                name: ast::spec_field_method(&name.name),
                span: name.span,
            },
            vis: Vis::Public,
            attrs: Arc::new(Attrs {
                model: true,
                ..Attrs::default()
            }),
            span,
            kind: ItemKind::Fn(Arc::new(function)),
        }
    }
}
