//! `paste!`: identifiers made of parts, `[<get_ $name:snake>]`, as the crate `paste` makes them.

use proc_macro2::{Delimiter, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use super::{Failure, group, hygiene};

const FAILURE: Failure = "identifiers made of these parts";

/// The tokens with every `[<…>]` replaced by what it stands for.
pub fn paste(tokens: TokenStream) -> Result<TokenStream, Failure> {
    let mut pasted = Vec::new();
    let mut after_hash = false;
    for token in tokens {
        let TokenTree::Group(found) = token else {
            after_hash = match &token {
                TokenTree::Punct(punct) => match punct.as_char() {
                    '#' => true,
                    '!' => after_hash,
                    _ => false,
                },
                _ => false,
            };
            pasted.push(token);
            continue;
        };
        let (delimiter, span) = (found.delimiter(), found.span());
        match between_angles(&found) {
            Some(parts) => pasted.extend(joined(parts, span)?),
            None if after_hash && is_doc(&found) => {
                // What documentation says is made of parts as well, and means nothing.
                let doc = vec![
                    TokenTree::Ident(Ident::new("doc", span)),
                    TokenTree::Punct(Punct::new('=', Spacing::Alone)),
                    TokenTree::Literal(Literal::string("")),
                ];
                pasted.push(group(delimiter, doc, span));
            }
            None => {
                let inner = paste(found.stream())?.into_iter().collect();
                pasted.push(group(delimiter, inner, span));
            }
        }
        after_hash = false;
    }
    Ok(pasted.into_iter().collect())
}

fn is_doc(attribute: &proc_macro2::Group) -> bool {
    let first = attribute.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if hygiene::written(&name.to_string()) == "doc")
}

/// The parts of `[<…>]`; `None` if the group is none.
fn between_angles(found: &proc_macro2::Group) -> Option<Vec<TokenTree>> {
    if found.delimiter() != Delimiter::Bracket {
        return None;
    }
    let is = |token: &TokenTree, c| matches!(token, TokenTree::Punct(p) if p.as_char() == c);
    let tokens: Vec<TokenTree> = found.stream().into_iter().collect();
    let (first, rest) = tokens.split_first()?;
    let (last, parts) = rest.split_last()?;
    // A `>` inside ends the parts, so that what follows makes it none.
    let inner = parts.iter().any(|part| is(part, '>'));
    (is(first, '<') && is(last, '>') && !inner && !parts.is_empty()).then(|| parts.to_vec())
}

fn joined(parts: Vec<TokenTree>, span: Span) -> Result<Vec<TokenTree>, Failure> {
    let mut mark = None;
    let mut words: Vec<String> = Vec::new();
    let mut is_lifetime = false;
    let mut parts = flat(parts).into_iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            TokenTree::Ident(ident) => {
                let ident = ident.to_string();
                let ident = ident.strip_prefix("r#").unwrap_or(&ident);
                let word = hygiene::written(ident);
                let next_is_bang =
                    matches!(parts.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '!');
                if next_is_bang {
                    // `env!("…")`.
                    return Err(FAILURE);
                }
                if word.len() < ident.len() {
                    mark.get_or_insert_with(|| ident[word.len()..].to_owned());
                }
                words.push(word.to_owned());
            }
            TokenTree::Literal(literal) => words.push(text(&literal)?),
            TokenTree::Punct(punct) => match punct.as_char() {
                '_' => words.push("_".into()),
                '\'' if !is_lifetime => is_lifetime = true,
                ':' => {
                    let Some(TokenTree::Ident(modifier)) = parts.next() else {
                        return Err(FAILURE);
                    };
                    let word = words.pop().ok_or(FAILURE)?;
                    let modifier = modifier.to_string();
                    words.push(modified(&word, hygiene::written(&modifier))?);
                }
                _ => return Err(FAILURE),
            },
            TokenTree::Group(_) => return Err(FAILURE),
        }
    }
    let name: String = words.concat();
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        let mut literal: Literal = name.parse().map_err(|_| FAILURE)?;
        literal.set_span(span);
        return Ok(vec![TokenTree::Literal(literal)]);
    }
    if syn::parse_str::<proc_macro2::TokenStream>(&name).map_or(true, |it| !is_one_name(it)) {
        return Err(FAILURE);
    }
    let mut made = Vec::new();
    if is_lifetime {
        let mut apostrophe = Punct::new('\'', Spacing::Joint);
        apostrophe.set_span(span);
        made.push(TokenTree::Punct(apostrophe));
    }
    // Whoever wrote one of the parts is taken to have written the brackets.
    let name = name + mark.as_deref().unwrap_or_default();
    made.push(TokenTree::Ident(Ident::new(&name, span)));
    Ok(made)
}

fn is_one_name(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(_))) && tokens.next().is_none()
}

/// The parts without the groups that hold fragments together.
fn flat(parts: Vec<TokenTree>) -> Vec<TokenTree> {
    let mut found = Vec::new();
    for part in parts {
        match part {
            TokenTree::Group(inner) if inner.delimiter() == Delimiter::None => {
                found.extend(flat(inner.stream().into_iter().collect()));
            }
            part => found.push(part),
        }
    }
    found
}

fn text(literal: &Literal) -> Result<String, Failure> {
    let text = literal.to_string();
    if text.contains(['#', '\\', '.', '+']) || text.starts_with("b'") || text.starts_with("b\"") {
        return Err(FAILURE);
    }
    let quoted = text.strip_prefix('r').unwrap_or(&text);
    let inner = quoted
        .strip_prefix(['"', '\''])
        .and_then(|it| it.strip_suffix(['"', '\'']));
    Ok(inner.unwrap_or(&text).replace('-', "_"))
}

fn modified(word: &str, modifier: &str) -> Result<String, Failure> {
    let mut made = String::new();
    let mut before = '_';
    match modifier {
        "lower" => Ok(word.to_lowercase()),
        "upper" => Ok(word.to_uppercase()),
        "snake" => {
            for c in word.chars() {
                if c.is_uppercase() && before != '_' {
                    made.push('_');
                }
                made.push(c);
                before = c;
            }
            Ok(made.to_lowercase())
        }
        "camel" => {
            for c in word.chars() {
                if c != '_' && before == '_' {
                    made.extend(c.to_uppercase());
                } else if c != '_' && before.is_uppercase() {
                    made.extend(c.to_lowercase());
                } else if c != '_' {
                    made.push(c);
                }
                before = c;
            }
            Ok(made)
        }
        _ => Err(FAILURE),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    fn pasted(text: &str) -> String {
        let tokens: TokenStream = text.parse().unwrap();
        match super::paste(tokens) {
            Ok(tokens) => tokens.to_string().replace(' ', ""),
            Err(why) => why.into(),
        }
    }

    #[test]
    fn names_are_made_of_parts_as_the_crate_makes_them() {
        assert_eq!(pasted("fn [<get_ Name>]() {}"), "fnget_Name(){}");
        assert_eq!(pasted("[<_ ThePart:snake:upper 8>]"), "_THE_PART8");
        assert_eq!(pasted("[<the_part:camel \"a-b\">]"), "TheParta_b");
        assert_eq!(pasted("[<XMLPart:camel>]"), "Xmlpart");
        assert_eq!(pasted("[<1 u8>]"), "1u8");
        assert_eq!(pasted("&[<'a b>] x"), "&'abx");
        assert_eq!(pasted("[<a> + 1]"), "[<a>+1]");
        assert_eq!(pasted("#[doc = \"a\" b] struct A;"), "#[doc=\"\"]structA;");
    }

    #[test]
    fn what_makes_no_name_is_refused() {
        assert_eq!(pasted("[<a (b)>]"), super::FAILURE);
        assert_eq!(pasted("[<a env!(\"B\")>]"), super::FAILURE);
        assert_eq!(pasted("[<a:kebab>]"), super::FAILURE);
    }
}
