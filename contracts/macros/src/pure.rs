//! What `#[pure]` adds to a function: no dead-code warning, and a lazy `implies`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use crate::implication;

/// The function, free of warnings and with `implies(a, b)` evaluating `b` only if `a`.
pub(crate) fn emit(item: TokenStream) -> TokenStream {
    let item = lazy_implies(item);
    quote!(#[allow(dead_code)] #item)
}

/// Rewrites calls `implies(a, b)`. A method, a path and the function's own name stay.
pub(crate) fn lazy_implies(tokens: TokenStream) -> TokenStream {
    if !mentions_implies(&tokens) {
        return tokens;
    }
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out: Vec<TokenTree> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match (token, tokens.get(at)) {
            (TokenTree::Ident(name), Some(TokenTree::Group(args)))
                if name == "implies"
                    && args.delimiter() == Delimiter::Parenthesis
                    && !qualified(&out) =>
            {
                match call(name, lazy_implies(args.stream())) {
                    Some(rewritten) => {
                        out.extend(rewritten);
                        at += 1;
                    }
                    None => out.push(token.clone()),
                }
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), lazy_implies(group.stream()));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
            _ => out.push(token.clone()),
        }
    }
    out.into_iter().collect()
}

fn mentions_implies(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions_implies(&group.stream()),
        TokenTree::Ident(ident) => ident == "implies",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether what was written before a name makes it another: `x.`, `path::`, `fn`.
fn qualified(before: &[TokenTree]) -> bool {
    match before.last() {
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '.' | ':'),
        Some(TokenTree::Ident(word)) => word == "fn",
        _ => false,
    }
}

fn call(name: &Ident, args: TokenStream) -> Option<TokenStream> {
    let args = Punctuated::<Expr, Token![,]>::parse_terminated
        .parse2(args)
        .ok()?;
    let mut args = args.into_iter();
    let (Some(left), Some(right), None) = (args.next(), args.next(), args.next()) else {
        return None;
    };
    implication::lazy_call(name, left.into_token_stream(), right.into_token_stream()).ok()
}
