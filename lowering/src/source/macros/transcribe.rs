//! Writes the body of a rule with its variables filled in.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use super::{Binding, Bindings, Failure, Fragment, Piece, Rules, group, hygiene};

/// Names that mean something to the language wherever they stand, so that no variable has them.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
/// Names that are keywords only before some other token.
const CONTEXTUAL: &[&str] = &["auto", "default", "macro_rules", "raw", "safe", "union"];
/// Attributes whose arguments name variables.
const CLAUSES: &[&str] = &[
    "requires",
    "ensures",
    "modifies",
    "panics",
    "may_panic",
    "on_panic",
    "decreases",
    "after_expiry",
    "invariant",
];

pub(super) struct Transcriber<'a> {
    pub(super) rules: &'a Rules,
    pub(super) call: Span,
    pub(super) mark: u32,
    pub(super) fuel: &'a mut usize,
}

impl Transcriber<'_> {
    pub(super) fn run(
        &mut self,
        body: &[Piece],
        bindings: &Bindings,
    ) -> Result<TokenStream, Failure> {
        let mut out = Vec::new();
        self.pieces(body, &[bindings], true, &mut out)?;
        Ok(out.into_iter().collect())
    }

    fn spend(&mut self, tokens: usize) -> Result<(), Failure> {
        *self.fuel = self
            .fuel
            .checked_sub(tokens)
            .ok_or("it grows without end")?;
        Ok(())
    }

    /// `around` are the bindings that the repetitions around bind, innermost last.
    fn pieces(
        &mut self,
        pieces: &[Piece],
        around: &[&Bindings],
        mark: bool,
        out: &mut Vec<TokenTree>,
    ) -> Result<(), Failure> {
        for (at, piece) in pieces.iter().enumerate() {
            self.spend(1)?;
            match piece {
                Piece::Token(token) => {
                    let token = self.token(token, pieces, at, mark);
                    out.push(token);
                }
                Piece::Group(delimiter, inner) => {
                    let mut is_clause = false;
                    let mark = match at.checked_sub(1).map(|before| &pieces[before]) {
                        Some(Piece::Token(TokenTree::Punct(punct)))
                            if *delimiter == Delimiter::Bracket
                                && matches!(punct.as_char(), '#' | '!')
                                && is_attribute(pieces, at) =>
                        {
                            is_clause = names_variables(inner);
                            mark && is_clause
                        }
                        _ => mark,
                    };
                    let mut tokens = Vec::new();
                    self.pieces(inner, around, mark, &mut tokens)?;
                    if is_clause {
                        tokens = with_result(tokens);
                    }
                    out.push(group(*delimiter, tokens, self.call));
                }
                Piece::Var(name, _) => match find(around, name) {
                    Some(Binding::Leaf(tokens, kind)) => {
                        self.spend(tokens.len())?;
                        let (tokens, kind) = (tokens.clone(), *kind);
                        self.fragment(tokens, kind, pieces.get(at + 1), out);
                    }
                    Some(Binding::Many(_)) => {
                        return Err("a variable repeats where it is used once");
                    }
                    None => {
                        // Not a variable of ours: it belongs to a macro that is defined here.
                        let mut dollar = Punct::new('$', Spacing::Alone);
                        dollar.set_span(self.call);
                        out.push(TokenTree::Punct(dollar));
                        out.push(TokenTree::Ident(Ident::new(name, self.call)));
                        continue;
                    }
                },
                Piece::Repeat {
                    pieces: inner,
                    separator,
                    op,
                } => {
                    let Some(rounds) = self.rounds(inner, around)? else {
                        // It belongs to a macro that is defined here.
                        self.quoted_repeat(inner, separator, *op, around, out)?;
                        continue;
                    };
                    for (index, round) in rounds.iter().enumerate() {
                        if index > 0 {
                            for token in separator {
                                let mut token = token.clone();
                                token.set_span(self.call);
                                out.push(token);
                            }
                        }
                        let mut around = around.to_vec();
                        around.push(round);
                        self.pieces(inner, &around, mark, out)?;
                    }
                }
                Piece::Crate => {
                    out.extend(self.rules.crate_path.clone().into_iter().map(|mut token| {
                        token.set_span(self.call);
                        token
                    }))
                }
            }
        }
        Ok(())
    }

    /// The bindings of each round of a repetition; `None` if it has no variable of ours.
    fn rounds(
        &self,
        pieces: &[Piece],
        around: &[&Bindings],
    ) -> Result<Option<Vec<Bindings>>, Failure> {
        let mut names = Vec::new();
        used(pieces, &mut names);
        let mut merged: Option<Vec<Bindings>> = None;
        let mut known = false;
        for name in names {
            match find(around, name) {
                Some(Binding::Many(rounds)) => match &mut merged {
                    None => merged = Some(rounds.clone()),
                    Some(merged) => {
                        if merged.len() != rounds.len() {
                            return Err("variables repeat a different number of times");
                        }
                        for (all, more) in merged.iter_mut().zip(rounds) {
                            for (name, binding) in more {
                                all.entry(name.clone()).or_insert_with(|| binding.clone());
                            }
                        }
                    }
                },
                Some(Binding::Leaf(..)) => known = true,
                None => {}
            }
        }
        match merged {
            None if known => Err("nothing in a repetition repeats"),
            merged => Ok(merged),
        }
    }

    /// A repetition of a macro that is defined by this one, as it is written.
    fn quoted_repeat(
        &mut self,
        inner: &[Piece],
        separator: &[TokenTree],
        op: super::Op,
        around: &[&Bindings],
        out: &mut Vec<TokenTree>,
    ) -> Result<(), Failure> {
        out.push(TokenTree::Punct(Punct::new('$', Spacing::Alone)));
        let mut tokens = Vec::new();
        self.pieces(inner, around, true, &mut tokens)?;
        out.push(group(Delimiter::Parenthesis, tokens, self.call));
        out.extend(separator.iter().cloned());
        let op = match op {
            super::Op::Any => '*',
            super::Op::AtLeastOne => '+',
            super::Op::AtMostOne => '?',
        };
        out.push(TokenTree::Punct(Punct::new(op, Spacing::Alone)));
        Ok(())
    }

    fn token(&self, token: &TokenTree, pieces: &[Piece], at: usize, mark: bool) -> TokenTree {
        let mut token = token.clone();
        token.set_span(self.call);
        match &token {
            TokenTree::Ident(ident) if mark && is_name(ident, pieces.get(at + 1)) => {
                let in_body = self.rules.in_body;
                TokenTree::Ident(hygiene::marked(ident, self.mark, in_body, self.call))
            }
            _ => token,
        }
    }

    /// Syntax of more than one token stays together: `$a * 2` is not `1 + 1 * 2`.
    fn fragment(
        &self,
        tokens: Vec<TokenTree>,
        kind: Fragment,
        next: Option<&Piece>,
        out: &mut Vec<TokenTree>,
    ) {
        let is_path = |tokens: &[TokenTree]| {
            tokens.iter().all(|token| match token {
                TokenTree::Ident(_) => true,
                TokenTree::Punct(punct) => punct.as_char() == ':',
                _ => false,
            })
        };
        match kind {
            Fragment::Expr | Fragment::Ty
                if tokens.len() > 1 || (kind == Fragment::Ty && !is_path(&tokens)) =>
            {
                let goes_on =
                    matches!(next, Some(Piece::Token(TokenTree::Punct(p))) if p.as_char() == ':');
                if kind == Fragment::Ty && is_path(&tokens) {
                    out.extend(tokens);
                } else if kind == Fragment::Ty && goes_on {
                    // `$t::MAX` is `<$t>::MAX`.
                    let punct = |c| {
                        let mut punct = Punct::new(c, Spacing::Alone);
                        punct.set_span(self.call);
                        TokenTree::Punct(punct)
                    };
                    out.push(punct('<'));
                    out.extend(tokens);
                    out.push(punct('>'));
                } else {
                    let span = tokens[0]
                        .span()
                        .join(tokens[tokens.len() - 1].span())
                        .unwrap_or(self.call);
                    out.push(group(Delimiter::None, tokens, span));
                }
            }
            _ => out.extend(tokens),
        }
    }
}

fn find<'a>(around: &[&'a Bindings], name: &str) -> Option<&'a Binding> {
    around.iter().rev().find_map(|bindings| bindings.get(name))
}

/// The variables that a transcriber uses.
fn used<'a>(pieces: &'a [Piece], names: &mut Vec<&'a str>) {
    for piece in pieces {
        match piece {
            Piece::Var(name, _) => names.push(name),
            Piece::Group(_, pieces) | Piece::Repeat { pieces, .. } => used(pieces, names),
            Piece::Token(_) | Piece::Crate => {}
        }
    }
}

/// Whether an identifier can be a variable, given what follows it.
fn is_name(ident: &Ident, next: Option<&Piece>) -> bool {
    let text = ident.to_string();
    if KEYWORDS.contains(&text.as_str()) {
        return false;
    }
    if !CONTEXTUAL.contains(&text.as_str()) {
        return true;
    }
    match next {
        Some(Piece::Token(TokenTree::Ident(next))) => next == "as" || next == "in",
        Some(Piece::Var(..)) => false,
        Some(Piece::Token(TokenTree::Punct(punct))) => punct.as_char() != '!',
        _ => true,
    }
}

/// Whether the brackets at `at` are those of `#[…]` or `#![…]`.
fn is_attribute(pieces: &[Piece], at: usize) -> bool {
    let is_hash =
        |piece: &Piece| matches!(piece, Piece::Token(TokenTree::Punct(p)) if p.as_char() == '#');
    let before = |back: usize| at.checked_sub(back).map(|index| &pieces[index]);
    before(1).is_some_and(is_hash) || before(2).is_some_and(is_hash)
}

/// The tokens of a clause, where `result` is no variable of anybody's.
fn with_result(tokens: Vec<TokenTree>) -> Vec<TokenTree> {
    let plain = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if hygiene::written(&name.to_string()) == "result" => {
            TokenTree::Ident(Ident::new("result", name.span()))
        }
        TokenTree::Group(inner) => {
            let tokens = with_result(inner.stream().into_iter().collect());
            group(inner.delimiter(), tokens, inner.span())
        }
        token => token,
    });
    plain.collect()
}

/// Whether an attribute is a clause of a contract.
fn names_variables(attribute: &[Piece]) -> bool {
    match attribute.first() {
        Some(Piece::Token(TokenTree::Ident(name))) => CLAUSES.contains(&name.to_string().as_str()),
        _ => false,
    }
}
