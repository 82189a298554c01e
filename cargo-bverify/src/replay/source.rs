//! What a test has to know of the source as it is written: the methods of a trait, the bounds of a type
//! parameter, where a body starts. Told by tokens, since nothing here parses Rust.

use super::place::{Token, tokens};

/// A trait as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trait<'t> {
    pub(super) name: &'t str,
    pub(super) methods: Vec<Method<'t>>,
    /// Whether it has nothing but methods, and no parameters.
    pub(super) is_plain: bool,
}

/// A method of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Method<'t> {
    pub(super) name: &'t str,
    /// `fn grow(&mut self, by: u32)`
    pub(super) signature: &'t str,
    pub(super) has_body: bool,
    /// Whether it is for specifications alone: a running program does not have it.
    pub(super) is_model: bool,
}

/// The traits of a file.
pub(super) fn traits(text: &str) -> Vec<Trait<'_>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, (_, token)) in tokens.iter().enumerate() {
        let name = match tokens.get(at + 1) {
            Some((_, Token::Word(name))) if *token == Token::Word("trait") => *name,
            _ => continue,
        };
        let rest = &tokens[at + 2..];
        let Some(open) = rest.iter().position(|(_, token)| *token == Token::Open) else {
            continue;
        };
        let generic = matches!(rest.first(), Some((_, Token::Mark(b'<'))));
        let (methods, only_methods) = methods(text, &rest[open + 1..]);
        found.push(Trait {
            name,
            methods,
            is_plain: only_methods && !generic,
        });
    }
    found
}

/// Whether the last token is the name of an attribute.
fn is_attribute(tokens: &[(usize, Token<'_>)]) -> bool {
    matches!(
        tokens,
        [.., (_, Token::Mark(b'#')), (_, Token::Mark(b'[')), _]
    )
}

/// The methods up to the brace that closes a trait, and whether there is nothing else.
fn methods<'t>(text: &'t str, tokens: &[(usize, Token<'t>)]) -> (Vec<Method<'t>>, bool) {
    let (mut methods, mut only) = (Vec::new(), true);
    let (mut depth, mut at) = (0_usize, 0);
    let mut is_model = false;
    while let Some((start, token)) = tokens.get(at) {
        at += 1;
        match token {
            Token::Word("model") if depth == 1 && is_attribute(&tokens[..at]) => {
                is_model = matches!(tokens.get(at), Some((_, Token::Mark(b']'))));
            }
            Token::Open | Token::Mark(b'[') => depth += 1,
            Token::Close if depth == 0 => break,
            Token::Close | Token::Mark(b']') => depth = depth.saturating_sub(1),
            Token::Word("type" | "const") if depth == 0 => only = false,
            Token::Word("fn") if depth == 0 => {
                let Some((_, Token::Word(name))) = tokens.get(at) else {
                    continue;
                };
                let ends = |token: &Token<'_>| matches!(token, Token::Open | Token::Mark(b';'));
                let end = tokens[at..].iter().find(|(_, token)| ends(token));
                let Some((end, last)) = end else { break };
                methods.push(Method {
                    name,
                    signature: text[*start..*end].trim_end(),
                    has_body: *last == Token::Open,
                    is_model: std::mem::take(&mut is_model),
                });
            }
            _ => {}
        }
    }
    (methods, only)
}

/// The position behind the brace that opens the body of a function whose signature is at a position;
/// nothing for one without a body.
pub(super) fn body_start(text: &str, signature_end: usize) -> Option<usize> {
    let rest = text.get(signature_end..)?;
    let ends = |token: &Token<'_>| matches!(token, Token::Open | Token::Mark(b';'));
    match tokens(rest).into_iter().find(|(_, token)| ends(token))? {
        (at, Token::Open) => Some(signature_end + at + 1),
        _ => None,
    }
}

/// The names after `param:` in what declares type parameters: the traits of its bounds, and more.
pub(super) fn bounds<'t>(declared: &'t str, param: &str) -> Vec<&'t str> {
    let tokens = tokens(declared);
    let mut names = Vec::new();
    for (at, (_, token)) in tokens.iter().enumerate() {
        let colon = matches!(tokens.get(at + 1), Some((_, Token::Mark(b':'))))
            && !matches!(tokens.get(at + 2), Some((_, Token::Mark(b':'))));
        if *token != Token::Word(param) || !colon {
            continue;
        }
        let mut depth = 0;
        for (_, token) in &tokens[at + 2..] {
            match token {
                Token::Mark(b'<' | b'(') => depth += 1,
                Token::Mark(b'>' | b')') if depth == 0 => break,
                Token::Mark(b'>' | b')') => depth -= 1,
                Token::Mark(b',') if depth == 0 => break,
                Token::Open => break,
                Token::Word(name) if depth == 0 => names.push(*name),
                _ => {}
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_of_a_trait_are_told_from_their_contracts_and_bodies() {
        let text = "pub trait Shape: Clone {\n #[ensures(result <= 100)]\n fn area(&self) -> u32;\n\
                    fn twice(&self) -> u32 { fn inner() {} self.area() * 2 } }\nfn f() {}";
        let found = traits(text);
        assert_eq!(found.len(), 1);
        assert!(found[0].is_plain);
        let methods: Vec<(&str, bool)> = found[0]
            .methods
            .iter()
            .map(|it| (it.signature, it.has_body))
            .collect();
        assert_eq!(
            methods,
            [
                ("fn area(&self) -> u32", false),
                ("fn twice(&self) -> u32", true)
            ]
        );
    }

    #[test]
    fn bounds_of_a_parameter_end_with_it() {
        let signature = "fn f<T: Shape + Ord, U: Into<T>>(x: T) where T: Named";
        assert_eq!(bounds(signature, "T"), ["Shape", "Ord", "Named"]);
        assert_eq!(bounds(signature, "U"), ["Into"]);
    }

    #[test]
    fn a_body_starts_behind_its_brace() {
        let text = "fn f() -> u8 { 1 } fn g();";
        assert_eq!(body_start(text, 12), Some(14));
        assert_eq!(body_start(text, text.len() - 1), None);
    }
}
