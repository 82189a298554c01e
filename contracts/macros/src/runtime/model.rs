//! A `#[model]` function in a run-time build: as it is if it can be executed, else a stand-in.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ItemFn, ReturnType, TraitItemFn, Type};

use super::condition::mentions_spec_form;
use crate::{attributes, pure};

/// The types the run-time library can make up a value of.
const STAND_IN: [&str; 18] = [
    "Set", "Seq", "Map", "Multiset", "Option", "bool", "u8", "u16", "u32", "u64", "u128", "usize",
    "i8", "i16", "i32", "i64", "i128", "isize",
];

/// The function; `None` if it is malformed or must be dropped as in an ordinary build.
pub(super) fn emit(item: &TokenStream) -> Option<TokenStream> {
    let Ok(mut function) = syn::parse2::<ItemFn>(item.clone()) else {
        // Required by a trait: its implementations give the body.
        let mut required: TraitItemFn = syn::parse2(item.clone()).ok()?;
        strip(&mut required.attrs)?;
        return Some(required.into_token_stream());
    };
    strip(&mut function.attrs)?;
    let hidden = super::hidden::named_in(&function.block);
    if hidden || mentions_spec_form(&function.block.to_token_stream()) {
        stands_in(&function.sig.output).then_some(())?;
        function.block = syn::parse_quote!({ ::bverify_contracts::runtime::stand_in() });
    }
    let function = pure::lazy_implies(function.into_token_stream());
    Some(quote!(#[allow(unused, clippy::all)] #function))
}

/// Removes the clauses; `None` if one is malformed.
fn strip(attrs: &mut Vec<syn::Attribute>) -> Option<()> {
    let mut well_formed = true;
    attrs.retain(|attr| match attributes::read_parsed(attr) {
        Some(written) => {
            well_formed &= written.clause.check(written.args).is_ok();
            false
        }
        None => true,
    });
    well_formed.then_some(())
}

fn stands_in(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else {
        return false;
    };
    let Type::Path(path) = &**ty else {
        return false;
    };
    let last = path
        .path
        .segments
        .last()
        .map(|segment| segment.ident.to_string());
    last.is_some_and(|name| STAND_IN.contains(&name.as_str()))
}
