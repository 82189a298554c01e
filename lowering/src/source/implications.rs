//! Makes `==>` and `<==>` parse. Rust has no such tokens, but it has right-associative operators that
//! bind weaker than `||`: the compound assignments. On tokens, `==>` becomes `>>=` and `<==>`
//! becomes `<<=`, with the spans kept; after parsing, the right-nested chain that comes out is
//! regrouped so that `<==>` binds weaker than `==>`. Specifications assign nothing, so these
//! operators are free; where the user wrote one, the clause is malformed.
//!
//! Dialects have more: `->` of the crate `contracts` is `==>`, Prusti's `<==` becomes `^=`, and its
//! `===` becomes `==` with the two signs a character apart, which is how it is known again.

use proc_macro2::{Group, Punct, Spacing, Span, TokenStream, TokenTree};

use super::dialect::Dialect;

/// The tokens with the arrows replaced, or where an assignment stands.
pub fn rewrite(tokens: TokenStream, dialect: Dialect) -> Result<TokenStream, Span> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        let disguises = ["<<=", ">>=", "^="];
        if disguises.iter().any(|it| starts_with(rest, it)) {
            return Err(rest[0].span());
        }
        if starts_with(rest, "<==>") {
            replace(&mut out, rest, "<<=");
            at += 4;
        } else if starts_with(rest, "==>") {
            replace(&mut out, rest, ">>=");
            at += 3;
        } else if dialect == Dialect::Contracts
            && starts_with(rest, "->")
            && !matches!(out.last(), Some(TokenTree::Punct(before)) if before.as_char() == '|')
        {
            let arrow = [&rest[0], &rest[0], &rest[1]];
            replace_by(&mut out, &arrow, ">>=");
            at += 2;
        } else if dialect == Dialect::Prusti && starts_with(rest, "<==") {
            replace(&mut out, rest, "^=");
            at += 3;
        } else if dialect == Dialect::Prusti && starts_with(rest, "===") {
            replace_by(&mut out, &[&rest[0], &rest[2]], "==");
            at += 3;
        } else if dialect == Dialect::Prusti && starts_with(rest, "!==") {
            replace_by(&mut out, &[&rest[0], &rest[2]], "!=");
            at += 3;
        } else {
            out.push(match &rest[0] {
                TokenTree::Group(group) => {
                    let mut inner =
                        Group::new(group.delimiter(), rewrite(group.stream(), dialect)?);
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other.clone(),
            });
            at += 1;
        }
    }
    Ok(out.into_iter().collect())
}

/// Whether the tokens begin with these characters, written without a gap.
fn starts_with(tokens: &[TokenTree], operator: &str) -> bool {
    let count = operator.len();
    tokens.len() >= count
        && operator.chars().enumerate().all(|(at, expected)| {
            matches!(&tokens[at], TokenTree::Punct(punct) if punct.as_char() == expected
                && (at + 1 == count || punct.spacing() == Spacing::Joint))
        })
}

fn replace(out: &mut Vec<TokenTree>, original: &[TokenTree], operator: &str) {
    let original: Vec<&TokenTree> = original.iter().take(operator.len()).collect();
    replace_by(out, &original, operator);
}

/// The operator, each of its characters at the place of a token.
fn replace_by(out: &mut Vec<TokenTree>, original: &[&TokenTree], operator: &str) {
    let count = operator.len();
    for (at, character) in operator.chars().enumerate() {
        let spacing = if at + 1 == count {
            Spacing::Alone
        } else {
            Spacing::Joint
        };
        let mut punct = Punct::new(character, spacing);
        punct.set_span(original[at].span());
        out.push(TokenTree::Punct(punct));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let tokens: TokenStream = text.parse().expect("the text lexes");
        let rewritten = rewrite(tokens, Dialect::Ours).expect("there is no assignment");
        let expected: TokenStream = expected.parse().expect("the text lexes");
        assert_eq!(rewritten.to_string(), expected.to_string());
    }

    #[test]
    fn arrows_become_assignments_at_every_depth() {
        check("a ==> b", "a >>= b");
        check("a <==> b", "a <<= b");
        check("f(|x| x ==> (y <==> z))", "f(|x| x >>= (y <<= z))");
        check("match a { b => c ==> d }", "match a { b => c >>= d }");
    }

    #[test]
    fn other_operators_stay() {
        check("a <= b && c >= d", "a <= b && c >= d");
        check("a == b", "a == b");
        check("|x| -> bool { a }", "|x| -> bool { a }");
        check("a = = > b", "a = = > b");
    }

    #[test]
    fn assignments_are_refused() {
        let tokens: TokenStream = "f(a >>= 1)".parse().expect("the text lexes");
        assert!(rewrite(tokens, Dialect::Ours).is_err());
    }
}
