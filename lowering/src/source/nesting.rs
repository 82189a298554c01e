//! Refuses sources whose nesting would overflow the stack of a recursive parser, before parsing.
//!
//! The measure is an upper bound of the depth of any syntax tree over the tokens: each level of a
//! tree costs at least one token that no separator of its group cuts off. Written code stays
//! far below the limit; only generated or hostile text comes near it. (The lexer does not recurse.)

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// How many delimiters may be open at once.
pub const MAX_DELIMITERS: usize = 200;
/// The bound on the depth of a tree.
pub const MAX_DEPTH: usize = 3_000;

/// Whether the tokens stay within the limits, the depth of a tree within the one given; the span of the group that does not otherwise.
pub fn check_tokens(tokens: &TokenStream, limit: usize) -> Result<(), proc_macro2::Span> {
    depth_of(tokens.clone(), 0, limit).map(|_| ())
}

fn depth_of(
    tokens: TokenStream,
    delimiters: usize,
    limit: usize,
) -> Result<usize, proc_macro2::Span> {
    let mut deepest = 0;
    let mut run = 0;
    let mut inner = 0;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        run += 1;
        let span = token.span();
        match token {
            TokenTree::Group(group) => {
                if delimiters >= MAX_DELIMITERS {
                    return Err(group.span_open());
                }
                inner = inner.max(depth_of(group.stream(), delimiters + 1, limit)?);
                if group.delimiter() == Delimiter::Brace && !continues(tokens.peek()) {
                    deepest = deepest.max(run + inner);
                    (run, inner) = (0, 0);
                }
            }
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => {
                deepest = deepest.max(run + inner);
                (run, inner) = (0, 0);
            }
            _ => {}
        }
        if run + inner > limit {
            return Err(span);
        }
    }
    Ok(deepest.max(run + inner))
}

/// Whether a token after a brace may belong to the same expression.
fn continues(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Ident(ident)) => ident == "else" || ident == "as",
        Some(TokenTree::Punct(punct)) => punct.as_char() != '#',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, fine: bool) {
        let tokens: TokenStream = text.parse().expect("the text lexes");
        assert_eq!(check_tokens(&tokens, MAX_DEPTH).is_ok(), fine);
    }

    #[test]
    fn wide_sources_are_fine_and_deep_ones_are_not() {
        check(&"fn f() { g(1, 2); }".repeat(5_000), true);
        check(&format!("[{}]", "1, ".repeat(20_000)), true);
        check(&format!("{}1{}", "(".repeat(199), ")".repeat(199)), true);
        check(&format!("{}1{}", "(".repeat(500), ")".repeat(500)), false);
        check(&format!("x = {}true", "!".repeat(10_000)), false);
        check(&format!("x = 1{}", " + 1".repeat(10_000)), false);
        check(&"if a { b } else ".repeat(10_000), false);
    }
}
