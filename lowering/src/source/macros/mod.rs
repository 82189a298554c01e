//! `macro_rules!`: definitions as data, their textual scopes, and expansion from tokens to tokens.
//!
//! Expansion follows the reference: the first rule whose matcher fits is transcribed. What a rule
//! itself wrote carries a mark (see `hygiene`) and the span of the invocation, so that diagnostics point
//! at code that the user can see; what was passed in keeps its own spans and marks.

pub mod hygiene;
mod matching;
pub mod paste;
mod scopes;
mod transcribe;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::ast::Name;
pub use scopes::{Known, Macros};

/// A macro.
#[derive(Debug)]
pub struct Rules {
    /// The rules, in order.
    rules: Vec<Rule>,
    /// Whether it is defined inside a body, where its rules may name local variables.
    in_body: bool,
    /// What `$crate` means, as tokens.
    crate_path: TokenStream,
    /// Before 2021, `pat` stops at `|`.
    old_pat: bool,
}

#[derive(Debug)]
struct Rule {
    matcher: Vec<Piece>,
    body: Vec<Piece>,
}

/// A part of a matcher or of a transcriber.
#[derive(Clone, Debug)]
enum Piece {
    /// A token that stands for itself; never a group.
    Token(TokenTree),
    /// A delimited group.
    Group(Delimiter, Vec<Piece>),
    /// `$name:kind` in a matcher, `$name` in a transcriber.
    Var(Name, Option<Fragment>),
    /// `$( … ) sep op`.
    Repeat {
        pieces: Vec<Piece>,
        separator: Vec<TokenTree>,
        op: Op,
    },
    /// `$crate`.
    Crate,
}

/// How often a repetition matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Any,
    AtLeastOne,
    AtMostOne,
}

/// The kinds of syntax that a variable can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fragment {
    Block,
    Expr,
    Ident,
    Item,
    Lifetime,
    Literal,
    Meta,
    Pat,
    PatParam,
    Path,
    Stmt,
    Tt,
    Ty,
    Vis,
}

impl Fragment {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "block" => Fragment::Block,
            "expr" | "expr_2021" => Fragment::Expr,
            "ident" => Fragment::Ident,
            "item" => Fragment::Item,
            "lifetime" => Fragment::Lifetime,
            "literal" => Fragment::Literal,
            "meta" => Fragment::Meta,
            "pat" => Fragment::Pat,
            "pat_param" => Fragment::PatParam,
            "path" => Fragment::Path,
            "stmt" => Fragment::Stmt,
            "tt" => Fragment::Tt,
            "ty" => Fragment::Ty,
            "vis" => Fragment::Vis,
            _ => return None,
        })
    }
}

/// What the variables of a matcher were matched with.
type Bindings = BTreeMap<Name, Binding>;

#[derive(Clone, Debug)]
enum Binding {
    Leaf(Vec<TokenTree>, Fragment),
    Many(Vec<Bindings>),
}

/// What an expansion costs besides the tokens that it writes.
const EXPANSION: usize = 200;

/// Why a macro could not be expanded, as a fragment.
pub type Failure = &'static str;

impl Rules {
    /// Reads what stands between the braces of `macro_rules! name { … }`.
    pub fn parse(
        tokens: TokenStream,
        in_body: bool,
        old_pat: bool,
        crate_path: TokenStream,
    ) -> Result<Self, Failure> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rules = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let (Some(TokenTree::Group(matcher)), Some(TokenTree::Group(body))) =
                (tokens.get(at), tokens.get(at + 3))
            else {
                return Err("a rule of unknown form");
            };
            rules.push(Rule {
                matcher: pieces(&matcher.stream(), true)?,
                body: pieces(&body.stream(), false)?,
            });
            at += 4;
            if matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ';') {
                at += 1;
            }
        }
        Ok(Self {
            rules,
            in_body,
            crate_path,
            old_pat,
        })
    }

    /// The tokens that an invocation stands for. `mark` tells this expansion from all others, and
    /// `fuel` is how many tokens may still be written.
    pub fn expand(
        &self,
        input: TokenStream,
        call: Span,
        mark: u32,
        fuel: &mut usize,
    ) -> Result<TokenStream, Failure> {
        let input: Vec<TokenTree> = input.into_iter().collect();
        *fuel = fuel
            .checked_sub(EXPANSION)
            .ok_or("the macros of the crate expand too often")?;
        for rule in &self.rules {
            if let Some(bindings) = matching::matches(&rule.matcher, &input, self.old_pat) {
                let mut transcriber = transcribe::Transcriber {
                    rules: self,
                    call,
                    mark,
                    fuel,
                };
                return transcriber.run(&rule.body, &bindings);
            }
        }
        Err("no rule matches")
    }
}

/// Reads a matcher or a transcriber.
fn pieces(tokens: &TokenStream, in_matcher: bool) -> Result<Vec<Piece>, Failure> {
    let mut read = Vec::new();
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.next() {
                Some(TokenTree::Ident(name)) if name == "crate" => read.push(Piece::Crate),
                Some(TokenTree::Ident(name)) => {
                    let mut kind = None;
                    if in_matcher {
                        match (tokens.next(), tokens.next()) {
                            (Some(TokenTree::Punct(_)), Some(TokenTree::Ident(found))) => {
                                kind = Fragment::named(&hygiene::plain(&found.to_string()));
                                if kind.is_none() {
                                    return Err("a fragment of unknown kind");
                                }
                            }
                            _ => return Err("a variable without a fragment"),
                        }
                    }
                    read.push(Piece::Var(variable(&name), kind));
                }
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                    let inner = pieces(&group.stream(), in_matcher)?;
                    let mut separator = Vec::new();
                    let op = loop {
                        match tokens.next() {
                            Some(TokenTree::Punct(punct)) => match punct.as_char() {
                                '*' => break Op::Any,
                                // A `+` may separate: `$(…)+*`.
                                '+' if !matches!(
                                    tokens.peek(),
                                    Some(TokenTree::Punct(next)) if separator.is_empty()
                                        && punct.spacing() == proc_macro2::Spacing::Joint
                                        && matches!(next.as_char(), '*' | '+')
                                ) =>
                                {
                                    break Op::AtLeastOne;
                                }
                                '?' => break Op::AtMostOne,
                                _ => separator.push(TokenTree::Punct(punct)),
                            },
                            Some(token) => separator.push(token),
                            None => return Err("a repetition without an operator"),
                        }
                        if separator.len() > 3 {
                            return Err("a repetition without an operator");
                        }
                    };
                    read.push(Piece::Repeat {
                        pieces: inner,
                        separator,
                        op,
                    });
                }
                _ => return Err("a metavariable expression"),
            },
            TokenTree::Group(group) => read.push(Piece::Group(
                group.delimiter(),
                pieces(&group.stream(), in_matcher)?,
            )),
            token => read.push(Piece::Token(token)),
        }
    }
    Ok(read)
}

/// The name of a variable; its marks are part of it.
fn variable(name: &Ident) -> Name {
    name.to_string().into()
}

fn group(delimiter: Delimiter, tokens: Vec<TokenTree>, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, tokens.into_iter().collect());
    group.set_span(span);
    TokenTree::Group(group)
}

/// Definitions are shared by all scopes that see them.
pub type Shared = Rc<Rules>;
