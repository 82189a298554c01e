//! Matches the input of a macro with a matcher.
//!
//! As rustc does, a fragment is parsed once and never reconsidered; a repetition goes on as long as its
//! next round fits. (Where rustc calls an input ambiguous, no program that compiles depends on us.)

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};

use super::{Binding, Bindings, Fragment, Op, Piece, hygiene};

/// The bindings, if the whole input fits.
pub(super) fn matches(matcher: &[Piece], input: &[TokenTree], old_pat: bool) -> Option<Bindings> {
    let mut matching = Matching { old_pat };
    let mut bindings = BTreeMap::new();
    let end = matching.sequence(matcher, input, 0, &mut bindings)?;
    (end == input.len()).then_some(bindings)
}

struct Matching {
    old_pat: bool,
}

impl Matching {
    /// Matches pieces one after the other; returns where the input goes on.
    fn sequence(
        &mut self,
        pieces: &[Piece],
        input: &[TokenTree],
        mut at: usize,
        bindings: &mut Bindings,
    ) -> Option<usize> {
        for (index, piece) in pieces.iter().enumerate() {
            at = self.piece(piece, &pieces[index + 1..], input, at, bindings)?;
        }
        Some(at)
    }

    fn piece(
        &mut self,
        piece: &Piece,
        after: &[Piece],
        input: &[TokenTree],
        at: usize,
        bindings: &mut Bindings,
    ) -> Option<usize> {
        match piece {
            Piece::Token(token) => same_token(token, input.get(at)?).then_some(at + 1),
            Piece::Group(delimiter, inner) => {
                let TokenTree::Group(found) = input.get(at)? else {
                    return None;
                };
                if found.delimiter() != *delimiter {
                    return None;
                }
                let tokens: Vec<TokenTree> = found.stream().into_iter().collect();
                let end = self.sequence(inner, &tokens, 0, bindings)?;
                (end == tokens.len()).then_some(at + 1)
            }
            Piece::Var(name, kind) => {
                let kind = (*kind)?;
                let end = self.fragment(kind, input, at)?;
                let tokens = input[at..end].to_vec();
                bindings.insert(name.clone(), Binding::Leaf(tokens, kind));
                Some(end)
            }
            Piece::Repeat {
                pieces,
                separator,
                op,
            } => {
                let (end, rounds) = self.repeat(pieces, separator, *op, after, input, at)?;
                let mut names = Vec::new();
                variables(pieces, &mut names);
                for name in names {
                    bindings.insert(name, Binding::Many(rounds.clone()));
                }
                Some(end)
            }
            Piece::Crate => None,
        }
    }

    fn repeat(
        &mut self,
        pieces: &[Piece],
        separator: &[TokenTree],
        op: Op,
        after: &[Piece],
        input: &[TokenTree],
        mut at: usize,
    ) -> Option<(usize, Vec<Bindings>)> {
        let mut rounds: Vec<Bindings> = Vec::new();
        loop {
            if op == Op::AtMostOne && rounds.len() == 1 {
                break;
            }
            let mut start = at;
            if !rounds.is_empty() && !separator.is_empty() {
                let here = separator.iter().zip(input.get(at..).unwrap_or_default());
                if input.len() < at + separator.len()
                    || !here
                        .into_iter()
                        .all(|(want, found)| same_token(want, found))
                {
                    break;
                }
                start += separator.len();
            }
            if start >= input.len() && !rounds.is_empty() {
                break;
            }
            // A literal token that must follow the repetition ends it, even if a round would take it.
            if separator.is_empty()
                && let Some(Piece::Token(next)) = after.first()
                && input
                    .get(start)
                    .is_some_and(|token| same_token(next, token))
                && !starts_with_token(pieces, next)
            {
                break;
            }
            let mut round = BTreeMap::new();
            let Some(end) = self.sequence(pieces, input, start, &mut round) else {
                break;
            };
            if end == start && !rounds.is_empty() {
                break;
            }
            let empty = end == at;
            rounds.push(round);
            at = end;
            if empty {
                // A round that takes nothing would go on forever.
                rounds.pop();
                break;
            }
        }
        (op != Op::AtLeastOne || !rounds.is_empty()).then_some((at, rounds))
    }

    /// Where a fragment that starts at `at` ends.
    fn fragment(&self, kind: Fragment, input: &[TokenTree], at: usize) -> Option<usize> {
        if kind == Fragment::Vis {
            return parsed::<syn::Visibility>(input, at).or(Some(at));
        }
        let first = input.get(at)?;
        match kind {
            Fragment::Tt => Some(at + token_length(input, at)),
            Fragment::Ident => match first {
                TokenTree::Ident(ident) if ident != "_" => Some(at + 1),
                _ => None,
            },
            Fragment::Lifetime => match (first, input.get(at + 1)) {
                (TokenTree::Punct(tick), Some(TokenTree::Ident(_))) if tick.as_char() == '\'' => {
                    Some(at + 2)
                }
                _ => None,
            },
            Fragment::Literal => match first {
                TokenTree::Literal(_) => Some(at + 1),
                TokenTree::Ident(ident) if ident == "true" || ident == "false" => Some(at + 1),
                TokenTree::Punct(minus)
                    if minus.as_char() == '-'
                        && matches!(input.get(at + 1), Some(TokenTree::Literal(_))) =>
                {
                    Some(at + 2)
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                    syn::parse2::<syn::Lit>(group.stream()).ok().map(|_| at + 1)
                }
                _ => None,
            },
            Fragment::Block => match first {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(at + 1),
                _ => None,
            },
            Fragment::Expr => match first {
                TokenTree::Ident(ident) if ident == "_" => None,
                _ => parsed::<syn::Expr>(input, at),
            },
            Fragment::Ty => parsed::<TypeWithoutPlus>(input, at),
            Fragment::Path => parsed::<syn::Path>(input, at),
            Fragment::Meta => parsed::<syn::Meta>(input, at),
            Fragment::Item => parsed::<syn::Item>(input, at),
            Fragment::Pat if !self.old_pat => parsed::<AnyPat>(input, at),
            Fragment::Pat | Fragment::PatParam => parsed::<OnePat>(input, at),
            Fragment::Stmt => statement(input, at),
            Fragment::Vis => None,
        }
    }
}

/// A statement without its semicolon.
fn statement(input: &[TokenTree], at: usize) -> Option<usize> {
    if matches!(&input[at], TokenTree::Ident(ident) if ident == "let") {
        let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
        let length = input[at..].iter().position(is_end);
        return Some(length.map_or(input.len(), |length| at + length));
    }
    parsed::<syn::Item>(input, at).or_else(|| parsed::<syn::Expr>(input, at))
}

struct TypeWithoutPlus;

impl Parse for TypeWithoutPlus {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        syn::Type::without_plus(input).map(|_| Self)
    }
}

struct AnyPat;

impl Parse for AnyPat {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        syn::Pat::parse_multi_with_leading_vert(input).map(|_| Self)
    }
}

struct OnePat;

impl Parse for OnePat {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        syn::Pat::parse_single(input).map(|_| Self)
    }
}

/// Where the syntax that starts at `at` ends, if there is any.
fn parsed<T: Parse>(input: &[TokenTree], at: usize) -> Option<usize> {
    // Most fragments end at the next comma or semicolon; parsing no further keeps long lists linear.
    let is_cut = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if matches!(p.as_char(), ',' | ';'));
    let cut = input[at..].iter().position(is_cut);
    if let Some(length) = cut
        && let Some(end) = parsed_within::<T>(&input[..at + length], at)
    {
        return Some(end);
    }
    parsed_within::<T>(input, at)
}

fn parsed_within<T: Parse>(input: &[TokenTree], at: usize) -> Option<usize> {
    let rest = |stream: ParseStream<'_>| -> syn::Result<usize> {
        stream.parse::<T>()?;
        let rest: TokenStream = stream.parse()?;
        Ok(rest.into_iter().count())
    };
    let tokens: TokenStream = input[at..].iter().cloned().collect();
    let left = rest.parse2(tokens).ok()?;
    // Tokens may be split inside (`>>`), never joined.
    input.len().checked_sub(left).filter(|end| *end > at)
}

/// How many tokens of `proc_macro2` the token of Rust that starts here has.
fn token_length(input: &[TokenTree], at: usize) -> usize {
    const LONG: &[&str] = &[
        "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=",
        "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>", "..",
    ];
    let TokenTree::Punct(first) = &input[at] else {
        return 1;
    };
    if first.as_char() == '\'' {
        return 2.min(input.len() - at);
    }
    let mut text = String::from(first.as_char());
    let mut joint = first.spacing() == Spacing::Joint;
    for token in input[at + 1..].iter().take(2) {
        match token {
            TokenTree::Punct(next) if joint => {
                text.push(next.as_char());
                joint = next.spacing() == Spacing::Joint;
            }
            _ => break,
        }
    }
    let found = LONG.iter().find(|long| text.starts_with(**long));
    found.map_or(1, |long| long.len())
}

/// Whether a token of a matcher and one of the input are the same; marks do not count.
fn same_token(want: &TokenTree, found: &TokenTree) -> bool {
    match (want, found) {
        (TokenTree::Ident(a), TokenTree::Ident(b)) => {
            hygiene::written(&a.to_string()) == hygiene::written(&b.to_string())
        }
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.as_char() == b.as_char(),
        (TokenTree::Literal(a), TokenTree::Literal(b)) => a.to_string() == b.to_string(),
        _ => false,
    }
}

fn starts_with_token(pieces: &[Piece], token: &TokenTree) -> bool {
    match pieces.first() {
        Some(Piece::Token(first)) => same_token(first, token),
        Some(Piece::Repeat { pieces, .. }) => starts_with_token(pieces, token),
        _ => false,
    }
}

/// The variables of a matcher.
fn variables(pieces: &[Piece], names: &mut Vec<super::Name>) {
    for piece in pieces {
        match piece {
            Piece::Var(name, _) => names.push(name.clone()),
            Piece::Group(_, pieces) | Piece::Repeat { pieces, .. } => variables(pieces, names),
            Piece::Token(_) | Piece::Crate => {}
        }
    }
}
