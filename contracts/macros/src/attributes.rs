//! Finds clauses that are written inside other tokens: on fields, on loops, on items that an
//! ordinary build drops. Knows tokens only, so that a function's body is never parsed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Meta, Path};

use crate::clause::Clause;

/// A clause as it stands in an attribute.
pub(crate) struct Written {
    pub(crate) clause: Clause,
    pub(crate) args: TokenStream,
}

/// Reads the inside of `#[…]`; `None` if it is no clause of ours.
pub(crate) fn read(inside: TokenStream) -> Option<Written> {
    let parse = |input: ParseStream<'_>| {
        let path = input.call(Path::parse_mod_style)?;
        let rest: TokenStream = input.parse()?;
        Ok((path, rest))
    };
    let (path, rest) = parse.parse2(inside).ok()?;
    let clause = Clause::named(&path)?;
    let args = match rest.into_iter().next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    };
    Some(Written { clause, args })
}

/// The same for a parsed attribute.
pub(crate) fn read_parsed(attr: &syn::Attribute) -> Option<Written> {
    let clause = Clause::named(attr.path())?;
    let args = match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    };
    Some(Written { clause, args })
}

/// Checks every clause in the tokens, at any depth.
pub(crate) fn check_all(tokens: TokenStream) -> syn::Result<()> {
    let mut result = Ok(());
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let written = match at > 0 && is_pound(&tokens[at - 1]) {
            true => read(group.stream()),
            false => None,
        };
        let checked = match written {
            Some(written) => written.clause.check(written.args),
            None => check_all(group.stream()),
        };
        if let Err(error) = checked {
            merge(&mut result, error);
        }
    }
    result
}

/// Collects errors, so that all of an item's mistakes are reported at once.
pub(crate) fn merge(result: &mut syn::Result<()>, error: syn::Error) {
    match result {
        Ok(()) => *result = Err(error),
        Err(first) => first.combine(error),
    }
}

/// Removes the clauses that stand on loops, which stable Rust would not accept there.
///
/// The error collects the malformed ones; the tokens are good in either case.
pub(crate) fn strip_loops(tokens: TokenStream) -> (TokenStream, syn::Result<()>) {
    let mut result = Ok(());
    let stripped = match has_loop_clause(&tokens) {
        true => strip(tokens, &mut result),
        false => tokens,
    };
    (stripped, result)
}

fn has_loop_clause(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => has_loop_clause(&group.stream()),
        _ => loop_clause(&tokens[at..]).is_some(),
    })
}

fn strip(tokens: TokenStream, result: &mut syn::Result<()>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(written) = loop_clause(&tokens[at..]) {
            if let Err(error) = written.clause.check(written.args) {
                merge(result, error);
            }
            at += 2;
            continue;
        }
        out.push(match &tokens[at] {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), strip(group.stream(), result));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token.clone(),
        });
        at += 1;
    }
    out.into_iter().collect()
}

/// The clause at the start of the tokens, if what follows the attributes there is a loop.
fn loop_clause(tokens: &[TokenTree]) -> Option<Written> {
    let inside = attribute(tokens)?;
    let mut rest = &tokens[2..];
    while attribute(rest).is_some() {
        rest = &rest[2..];
    }
    // A label: `'`, its name, `:`.
    if matches!(rest.first(), Some(TokenTree::Punct(p)) if p.as_char() == '\'') {
        rest = rest.get(3..)?;
    }
    let looping = matches!(rest.first(), Some(TokenTree::Ident(word))
        if word == "while" || word == "for" || word == "loop");
    let written = if looping { read(inside) } else { None };
    written.filter(|written| {
        matches!(
            written.clause,
            Clause::Invariant | Clause::LoopInvariant | Clause::Decreases
        )
    })
}

/// The inside of `#[…]` at the start of the tokens.
fn attribute(tokens: &[TokenTree]) -> Option<TokenStream> {
    match tokens {
        [pound, TokenTree::Group(group), ..]
            if is_pound(pound) && group.delimiter() == Delimiter::Bracket =>
        {
            Some(group.stream())
        }
        _ => None,
    }
}

fn is_pound(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#')
}
