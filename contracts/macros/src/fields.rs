//! Strips `#[tree]` from the fields of a type, and drops its `#[ghost]` fields.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Field, Fields, Token};

use crate::attributes;
use crate::clause::Clause;

/// A struct, enum or union as an ordinary build has it.
///
/// The error collects malformed field clauses; the tokens are good in either case.
pub(crate) fn strip(item: TokenStream) -> (TokenStream, syn::Result<()>) {
    if !mentions_field_clause(&item) {
        return (item, Ok(()));
    }
    let mut parsed: DeriveInput = match syn::parse2(item.clone()) {
        Ok(parsed) => parsed,
        // rustc has read the item before us: whatever we cannot read is its to judge.
        Err(_) => return (item, Ok(())),
    };
    let mut result = Ok(());
    match &mut parsed.data {
        Data::Struct(data) => strip_fields(&mut data.fields, &mut result),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                strip_fields(&mut variant.fields, &mut result);
            }
        }
        Data::Union(data) => strip_list(&mut data.fields.named, &mut result),
    }
    (parsed.into_token_stream(), result)
}

fn mentions_field_clause(tokens: &TokenStream) -> bool {
    let names = [Clause::Ghost.name(), Clause::Tree.name()];
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions_field_clause(&group.stream()),
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn strip_fields(fields: &mut Fields, result: &mut syn::Result<()>) {
    match fields {
        Fields::Named(fields) => strip_list(&mut fields.named, result),
        Fields::Unnamed(fields) => strip_list(&mut fields.unnamed, result),
        Fields::Unit => {}
    }
}

fn strip_list(fields: &mut Punctuated<Field, Token![,]>, result: &mut syn::Result<()>) {
    let kept = std::mem::take(fields).into_iter().filter_map(|mut field| {
        let mut ghost = false;
        field.attrs.retain(|attr| {
            let Some(written) = attributes::read_parsed(attr) else {
                return true;
            };
            let on_field = matches!(written.clause, Clause::Ghost | Clause::Tree);
            if on_field && let Err(error) = written.clause.check(written.args) {
                attributes::merge(result, error);
            }
            ghost |= written.clause == Clause::Ghost;
            !on_field
        });
        (!ghost).then_some(field)
    });
    *fields = kept.collect();
}
