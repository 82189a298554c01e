//! What the macros emit in an ordinary build: the item as it was, or a compile error beside it.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::attributes;
use crate::clause::{self, Clause};
use crate::fields;
use crate::item::ItemKind;
use crate::pure;

/// An attribute on an item.
pub(crate) fn attribute(clause: Clause, args: TokenStream, item: TokenStream) -> TokenStream {
    let mut result = Ok(());
    let kind = ItemKind::of(&item);
    let checks = [
        clause.check(args),
        clause.check_target(kind, Span::call_site()),
    ];
    for error in checks.into_iter().filter_map(Result::err) {
        attributes::merge(&mut result, error);
    }
    let (emitted, nested) = emit(clause, kind, item);
    if let Err(error) = nested {
        attributes::merge(&mut result, error);
    }
    with_error(emitted, result)
}

fn emit(clause: Clause, kind: ItemKind, item: TokenStream) -> (TokenStream, syn::Result<()>) {
    match clause {
        Clause::Model | Clause::ExternSpec | Clause::ExternModel => {
            (TokenStream::new(), attributes::check_all(item))
        }
        _ => match kind {
            ItemKind::Struct | ItemKind::Enum | ItemKind::Union => fields::strip(item),
            ItemKind::Function => {
                let (item, result) = attributes::strip_loops(item);
                match clause {
                    Clause::Pure => (pure::emit(item), result),
                    _ => (item, result),
                }
            }
            _ => (item, Ok(())),
        },
    }
}

/// A condition in a body, which leaves an empty block.
pub(crate) fn condition(name: &str, args: TokenStream) -> TokenStream {
    block(clause::condition(name, args).map(drop))
}

/// Statements over ghost state, which leave an empty block.
pub(crate) fn ghost(args: TokenStream) -> TokenStream {
    block(clause::statements(args).map(drop))
}

/// A block, since a macro in a body may stand where an expression is due.
fn block(result: syn::Result<()>) -> TokenStream {
    let error = result.err().map(syn::Error::into_compile_error);
    quote!({ #error })
}

/// The tokens, with the error after them: what is emitted resolves as if there were none, so that
/// one mistake gives one message.
fn with_error(emitted: TokenStream, result: syn::Result<()>) -> TokenStream {
    match result {
        Ok(()) => emitted,
        Err(error) => {
            let error = error.into_compile_error();
            quote!(#emitted #error)
        }
    }
}
