//! The fields that no running program has, ghost and specification fields, by name. A macro sees no types, so
//! it looks for their declarations: in the file of the clause, and in what has been expanded before it.

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Mutex;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The files that have been looked at, and the names found in any of them.
static FOUND: Mutex<(BTreeSet<String>, BTreeSet<String>)> =
    Mutex::new((BTreeSet::new(), BTreeSet::new()));

/// Whether tokens name such a field: `.name`, and no call.
pub(super) fn named_in(tokens: &impl ToTokens) -> bool {
    let names = known();
    !names.is_empty() && accessed(tokens.to_token_stream(), &names)
}

fn accessed(tokens: TokenStream, names: &BTreeSet<String>) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => accessed(group.stream(), names),
        TokenTree::Ident(name) => {
            let field = at > 0 && is_punct(&tokens[at - 1], '.');
            let called = matches!(
                tokens.get(at + 1),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
            );
            field && !called && names.contains(&name.to_string())
        }
        _ => false,
    })
}

/// The names known by now.
fn known() -> BTreeSet<String> {
    let Ok(mut found) = FOUND.lock() else {
        return BTreeSet::new();
    };
    if proc_macro::is_available()
        && let Some(file) = proc_macro::Span::call_site().local_file()
        && found.0.insert(file.display().to_string())
        && let Ok(text) = std::fs::read_to_string(&file)
        && let Ok(tokens) = TokenStream::from_str(&text)
    {
        declared(&tokens, &mut found.1);
    }
    found.1.clone()
}

/// Collects the names of ghost fields (`#[ghost] name: T`) and of specification fields
/// (`spec_field(name: T)`).
fn declared(tokens: &TokenStream, names: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut ghost = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let after_hash = at > 0 && is_punct(&tokens[at - 1], '#');
                let attribute = after_hash && group.delimiter() == Delimiter::Bracket;
                let first = group.stream().into_iter().next();
                ghost |= attribute && first.as_ref().is_some_and(|it| is_ident(it, "ghost"));
                if at > 0
                    && is_ident(&tokens[at - 1], "spec_field")
                    && let Some(TokenTree::Ident(name)) = first
                {
                    names.insert(name.to_string());
                }
                declared(&group.stream(), names);
            }
            // The first colon after the attributes and the visibility ends the name.
            TokenTree::Punct(colon) if colon.as_char() == ':' && ghost => {
                if let Some(TokenTree::Ident(name)) = at.checked_sub(1).map(|it| &tokens[it]) {
                    names.insert(name.to_string());
                }
                ghost = false;
            }
            _ => {}
        }
    }
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

fn is_ident(token: &TokenTree, wanted: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_no_program_has_are_found_by_their_declarations() {
        let text = "#[spec_field(items: Seq<T> = self.v.seq())] #[spec_field(sent: usize)]
            pub struct S<T> { v: Vec<T>, #[ghost(init = seq![])] pub(crate) log: Seq<T>, len: usize,
            /// Seen.
            #[ghost]
            seen: Set<T> }";
        let mut names = BTreeSet::new();
        declared(&TokenStream::from_str(text).expect("Rust"), &mut names);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["items", "log", "seen", "sent"]);
    }
}
