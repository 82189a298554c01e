//! An invariant in a run-time build: an implementation of the run-time library's trait, which
//! methods of the type find if it is there.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Generics, ItemImpl, Type, parse_quote};

use super::condition::{self, Condition, Scope};
use super::{Quoted, take_clauses};
use crate::clause::Clause;
use crate::fields;

/// Invariants on a type. On a generic one without bounds they may need those of an impl block,
/// which cannot be seen from here; so they are not checked.
pub(super) fn emit_type(args: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    let mut parsed: DeriveInput = syn::parse2(item.clone()).ok()?;
    let clauses = take_clauses(Clause::Invariant, args, &mut parsed.attrs)?;
    if parsed
        .generics
        .type_params()
        .any(|param| param.bounds.is_empty())
    {
        return None;
    }
    let name = &parsed.ident;
    let (_, arguments, _) = parsed.generics.split_for_impl();
    let ty: Type = parse_quote!(#name #arguments);
    let checks = implementation(&clauses, &parsed.generics, &ty, &quote!(OnType));
    let (item, result) = fields::strip(parsed.to_token_stream());
    result.ok()?;
    Some(quote!(#item #checks))
}

/// Invariants on an impl block, with the bounds of that block.
pub(super) fn emit_impl(args: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    let mut parsed: ItemImpl = syn::parse2(item.clone()).ok()?;
    let clauses = take_clauses(Clause::Invariant, args, &mut parsed.attrs)?;
    if parsed.trait_.is_some() {
        return None;
    }
    let checks = implementation(&clauses, &parsed.generics, &parsed.self_ty, &quote!(OnImpl));
    Some(quote!(#parsed #checks))
}

fn implementation(
    clauses: &[Quoted],
    generics: &Generics,
    ty: &Type,
    place: &TokenStream,
) -> TokenStream {
    let (parameters, _, bounds) = generics.split_for_impl();
    let invariants = clauses
        .iter()
        .filter(|quoted| quoted.clause == Clause::Invariant);
    let checks = invariants.filter_map(|quoted| {
        let condition = Condition::without_old(condition::parse(quoted)?, &Scope::default())?;
        let (evaluation, text) = (condition.evaluation(), &quoted.text);
        Some(quote! {
            if #evaluation == ::core::option::Option::Some(false) {
                ::core::panic!("{} failed {}", #text, moment);
            }
        })
    });
    quote! {
        #[doc(hidden)]
        #[allow(unused, clippy::all)]
        impl #parameters ::bverify_contracts::runtime::Invariant<
            ::bverify_contracts::runtime::#place
        > for #ty #bounds {
            fn check_invariant(&self, moment: ::bverify_contracts::runtime::Moment) {
                #(#checks)*
            }
        }
    }
}
