//! `#[extern_spec]`: contracts of functions of others. Each becomes a function of its own, with a call of the one
//! that it is about as its body; whether that is looked into, the type checker says.

use std::sync::Arc;

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{ImplItem, Item as SynItem, Meta};

use super::super::ast::{Ident, Item, ItemKind, Vis};
use super::super::attrs::Position;
use super::super::codes;
use super::{Convert, Name};
use crate::diag::Diagnostic;

impl Convert<'_> {
    /// A function of an `#[extern_spec]` block.
    pub(super) fn extern_spec_item(&mut self, item: &ImplItem) -> Option<Item> {
        let tokens = match item {
            ImplItem::Verbatim(tokens) => tokens.clone(),
            ImplItem::Fn(it) => {
                let (attrs, sig) = (&it.attrs, &it.sig);
                quote::quote!(#(#attrs)* #sig;)
            }
            _ => {
                let span = self.spans.of(item);
                self.malformed(span, "`extern_spec` gives contracts to functions");
                return None;
            }
        };
        let function = self.signature(tokens)?;
        let name = &function.sig.ident;
        let path = quote_spanned!(name.span()=> Self::#name);
        self.extern_spec(&function, path, Vec::new())
    }

    /// `#[extern_spec(path::of::module)] fn name(…);`.
    pub(super) fn extern_spec_fn(&mut self, tokens: &TokenStream) -> Option<Item> {
        let function = self.signature(tokens.clone())?;
        let mut attrs = function.attrs.iter();
        let module = attrs.find_map(|attr| match &attr.meta {
            Meta::List(list) if is_extern_spec(&attr.meta) => list.parse_args::<syn::Path>().ok(),
            _ => None,
        });
        let Some(module) = module else {
            let span = self.spans.of(&function.sig);
            let message = "`extern_spec` says whose function this is";
            self.diags.push(
                Diagnostic::error(codes::MISPLACED_CLAUSE, span, message).help(
                    "name its module, `#[extern_spec(std::cmp)] fn …;`, or its type, `#[extern_spec] impl Type { … }`",
                ),
            );
            return None;
        };
        let path = module.segments.iter().map(|it| it.ident.clone()).collect();
        self.free_spec(&function, path)
    }

    /// `#[extern_spec] mod a { mod b { fn name(…); } }`: functions of `a::b`.
    pub(super) fn extern_spec_mod(&mut self, module: &syn::ItemMod) -> Vec<Item> {
        let mut found = Vec::new();
        self.specs_in(module, &mut Vec::new(), &mut found);
        found
    }

    fn specs_in(
        &mut self,
        module: &syn::ItemMod,
        path: &mut Vec<syn::Ident>,
        found: &mut Vec<Item>,
    ) {
        path.push(module.ident.clone());
        for item in module.content.iter().flat_map(|(_, items)| items) {
            match item {
                SynItem::Mod(inner) => self.specs_in(inner, path, found),
                SynItem::Use(_) => {}
                SynItem::Verbatim(tokens) => {
                    if let Some(function) = self.signature(tokens.clone()) {
                        found.extend(self.free_spec(&function, path.clone()));
                    }
                }
                SynItem::Fn(it) => {
                    let (attrs, sig) = (&it.attrs, &it.sig);
                    if let Some(function) = self.signature(quote::quote!(#(#attrs)* #sig;)) {
                        found.extend(self.free_spec(&function, path.clone()));
                    }
                }
                _ => {
                    let span = self.spans.of(item);
                    self.malformed(span, "`extern_spec` gives contracts to functions");
                }
            }
        }
        path.pop();
    }

    fn free_spec(
        &mut self,
        function: &syn::TraitItemFn,
        mut path: Vec<syn::Ident>,
    ) -> Option<Item> {
        path.push(function.sig.ident.clone());
        let names: Vec<Name> = path.iter().map(|it| it.to_string().into()).collect();
        self.named.insert(names[0].clone());
        let mut item = self.extern_spec(
            function,
            quote_spanned!(path[0].span()=> #(#path)::*),
            names.clone(),
        )?;
        // Nobody calls it by this name: it is found by the function that it is about.
        item.name = Ident {
            name: names.join("::").into(),
            span: item.name.span,
        };
        Some(item)
    }

    fn extern_spec(
        &mut self,
        function: &syn::TraitItemFn,
        path: TokenStream,
        of: Vec<Name>,
    ) -> Option<Item> {
        let metas: Vec<Meta> = self
            .active_attributes(&function.attrs)?
            .into_iter()
            .filter(|meta| !is_extern_spec(meta))
            .collect();
        let mut attrs = self.read_attributes(&metas, Position::Function);
        attrs.trusted = true;
        attrs.extern_spec = true;
        attrs.extern_of = of;
        let args: Option<Vec<TokenStream>> = function.sig.inputs.iter().map(argument).collect();
        let span = function.sig.ident.span();
        let body = args.map(|args| quote_spanned!(span=> { #path(#(#args),*) }));
        let body = body.and_then(|body| syn::parse2::<syn::Block>(body).ok());
        Some(Item {
            name: self.ident(&function.sig.ident),
            vis: Vis::Public,
            attrs: Arc::new(attrs),
            span: self.spans.of(function),
            kind: ItemKind::Fn(Arc::new(self.function(&function.sig, body.as_ref()))),
        })
    }

    /// Without a body it is what a trait has, but for its visibility.
    fn signature(&mut self, tokens: TokenStream) -> Option<syn::TraitItemFn> {
        let parser = |input: syn::parse::ParseStream<'_>| {
            let attrs = input.call(syn::Attribute::parse_outer)?;
            input.parse::<syn::Visibility>()?;
            let mut function: syn::TraitItemFn = input.parse()?;
            function.attrs = attrs;
            Ok(function)
        };
        match syn::parse::Parser::parse2(parser, tokens) {
            Ok(function) => Some(function),
            Err(error) => {
                self.syntax_error(&error);
                None
            }
        }
    }
}

pub(super) fn is_extern_spec(meta: &Meta) -> bool {
    let last = meta.path().segments.last();
    last.is_some_and(|last| last.ident == "extern_spec")
}

/// A parameter as the argument of a call, if it has a name.
fn argument(param: &syn::FnArg) -> Option<TokenStream> {
    match param {
        syn::FnArg::Receiver(receiver) => {
            let span = receiver.self_token.span();
            Some(quote_spanned!(span=> self))
        }
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) if name.subpat.is_none() => {
                let name = &name.ident;
                Some(quote_spanned!(name.span()=> #name))
            }
            _ => None,
        },
    }
}
