//! Structs whose fields are private to a module that is no ancestor of the test's: in the copy of the
//! crate, the fields and the struct are made visible.

use lowering::ir::types::AdtId;

use super::Edit;
use super::place::{Token, tokens};
use super::writer::Writer;

const VISIBLE: &str = "pub(crate) ";

impl Writer<'_> {
    /// Notes that a test looks into a struct or an enum.
    pub(super) fn look_into(&self, adt: AdtId) {
        let module = self.module_of(self.types.adt(adt).span);
        let is_around = self.module_of(self.function).starts_with(&module);
        if !is_around {
            self.opened.borrow_mut().insert(adt);
        }
    }

    /// What makes visible all that tests look into.
    pub(super) fn openings(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for adt in self.opened.borrow().iter() {
            let definition = self.types.adt(*adt);
            let file = definition.span.file;
            let text = &self.sources.file(file).text;
            let near = definition.span.start as usize;
            let places = private_places(text, &definition.base_name, near);
            edits.extend(places.into_iter().map(|at| Edit {
                file,
                at,
                text: VISIBLE.to_owned(),
            }));
        }
        edits
    }
}

/// Where a type and its fields lack a `pub`: of several types of that name, the one nearest to a place.
fn private_places(text: &str, name: &str, near: usize) -> Vec<usize> {
    let tokens = tokens(text);
    let is_it = |at: &usize| {
        matches!(tokens[*at].1, Token::Word("struct" | "enum"))
            && matches!(tokens.get(*at + 1), Some((_, Token::Word(it))) if *it == name)
    };
    let found = (0..tokens.len()).filter(is_it);
    let Some(keyword) = found.min_by_key(|at| tokens[*at].0.abs_diff(near)) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    let before = keyword.checked_sub(1).map(|at| tokens[at].1);
    if !matches!(before, Some(Token::Word("pub") | Token::Mark(b')'))) {
        places.push(tokens[keyword].0);
    }
    if tokens[keyword].1 == Token::Word("struct") {
        places.extend(private_fields(&tokens[keyword + 2..]));
    }
    places
}

/// Where fields lack a `pub`, in the tokens that follow the name of a struct.
fn private_fields(tokens: &[(usize, Token<'_>)]) -> Vec<usize> {
    // How many brackets are open, and whether a field may start.
    let (mut depth, mut angles, mut starts) = (0, 0, false);
    let mut places = Vec::new();
    let mut at = 0;
    while let Some((place, token)) = tokens.get(at) {
        let follows = |mark: u8| at > 0 && tokens[at - 1].1 == Token::Mark(mark);
        let (after_dash, in_attribute) = (follows(b'-'), follows(b'#'));
        at += 1;
        match token {
            Token::Mark(b';') if depth == 0 => break,
            Token::Mark(b'<') => angles += 1,
            Token::Mark(b'>') if !after_dash => angles -= 1,
            Token::Open | Token::Mark(b'(' | b'[') => {
                if depth == 1 && std::mem::take(&mut starts) {
                    match in_attribute {
                        true => starts = true,
                        false => places.push(*place),
                    }
                }
                depth += 1;
                if depth == 1 && angles == 0 {
                    starts = true;
                    continue;
                }
            }
            Token::Close | Token::Mark(b')' | b']') => {
                depth -= 1;
                if depth == 0 && angles == 0 && *token != Token::Mark(b']') {
                    break;
                }
                continue;
            }
            Token::Mark(b',') if depth == 1 && angles == 0 => {
                starts = true;
                continue;
            }
            _ => {}
        }
        if !starts || depth != 1 {
            continue;
        }
        match token {
            // An attribute, up to its bracket.
            Token::Mark(b'#') => {}
            Token::Word("pub") => starts = false,
            _ => {
                places.push(*place);
                starts = false;
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(text: &str, name: &str) -> String {
        let mut out = text.to_owned();
        for at in private_places(text, name, 0).into_iter().rev() {
            out.insert_str(at, VISIBLE);
        }
        out
    }

    #[test]
    fn what_is_private_is_made_visible_and_the_rest_is_left() {
        assert_eq!(
            opened(
                "pub struct A { a: u8, pub b: u8, #[tree] c: Vec<(u8, u8)> }",
                "A"
            ),
            "pub struct A { pub(crate) a: u8, pub b: u8, #[tree] pub(crate) c: Vec<(u8, u8)> }"
        );
        assert_eq!(
            opened("struct A<T, F: Fn(T) -> u8>(T, pub F);", "A"),
            "pub(crate) struct A<T, F: Fn(T) -> u8>(pub(crate) T, pub F);"
        );
        assert_eq!(
            opened("pub struct A((u8, u8), [u8; 2]);", "A"),
            "pub struct A(pub(crate) (u8, u8), pub(crate) [u8; 2]);"
        );
        assert_eq!(
            opened("pub(crate) enum E { A(u8) }", "E"),
            "pub(crate) enum E { A(u8) }"
        );
    }
}
