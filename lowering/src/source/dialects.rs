//! Reads the attributes of other dialects as our own clauses: those of the crates `contracts` and
//! `prusti-contracts`, of Kani and of `core::contracts`.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr as SynExpr, Lit as SynLit, Meta, Token};

use super::ast::{
    Attrs, Block, Clause, Expr, ExprKind, Ident, Invariant, Path, Segment, Stmt, Stub,
};
use super::attrs::Position;
use super::convert::Convert;
use super::dialect::Dialect;
use crate::front::ClauseKind;
use crate::span::Span;

impl Convert<'_> {
    /// An attribute of a dialect that is not ours.
    pub(super) fn foreign_attribute(
        &mut self,
        dialect: Dialect,
        name: &str,
        meta: &Meta,
        position: Position,
        attrs: &mut Attrs,
    ) {
        let span = self.spans.of(meta);
        let known = match dialect {
            Dialect::Ours => false,
            Dialect::Contracts => self.contracts_attribute(name, meta, position, attrs),
            Dialect::Prusti => self.prusti_attribute(name, meta, position, attrs),
            Dialect::Kani => self.kani_attribute(name, meta, attrs),
            Dialect::Core => self.core_attribute(name, meta, attrs),
        };
        if !known {
            attrs.unsupported = Some((format!("the attribute `{name}`"), span));
        }
    }

    fn contracts_attribute(
        &mut self,
        name: &str,
        meta: &Meta,
        position: Position,
        attrs: &mut Attrs,
    ) -> bool {
        match name {
            "contract_trait" => true,
            "contract" => {
                let tokens = self.foreign_tokens(meta);
                self.grouped_contract(tokens, position, attrs);
                true
            }
            _ => {
                let tokens = self.foreign_tokens(meta);
                self.contracts_clause(name, tokens, position, attrs)
            }
        }
    }

    /// `requires`, `ensures` or `invariant` with its prefixes; conditions are separated by commas, and
    /// a last string is a message.
    fn contracts_clause(
        &mut self,
        name: &str,
        tokens: TokenStream,
        position: Position,
        attrs: &mut Attrs,
    ) -> bool {
        let plain = name.strip_prefix("debug_").or(name.strip_prefix("test_"));
        let kinds: &[ClauseKind] = match plain.unwrap_or(name) {
            "requires" => &[ClauseKind::Requires],
            "ensures" => &[ClauseKind::Ensures],
            // On an impl block it has been handed to the methods, which hold it before and after.
            "invariant" if position == Position::Impl => return true,
            "invariant" => &[ClauseKind::Requires, ClauseKind::Ensures],
            _ => return false,
        };
        let conditions = self.conditions(tokens, Dialect::Contracts, attrs);
        for kind in kinds {
            for value in &conditions {
                let span = value.span;
                let result = Ident {
                    name: "ret".into(),
                    span,
                };
                attrs.clauses.push(Clause {
                    kind: *kind,
                    value: value.clone(),
                    result: (*kind == ClauseKind::Ensures).then_some(result),
                    span,
                    dialect: Dialect::Contracts,
                });
            }
        }
        true
    }

    /// `#[contract(requires(x > 0), debug_ensures(ret > x))]`.
    fn grouped_contract(&mut self, tokens: TokenStream, position: Position, attrs: &mut Attrs) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let at = self.spans.convert(token.span());
            let (TokenTree::Ident(name), Some(TokenTree::Group(group))) = (token, tokens.next())
            else {
                self.malformed(at, "expected clauses: `requires(…), ensures(…)`");
                return;
            };
            let name = name.to_string();
            if !self.contracts_clause(&name, group.stream(), position, attrs) {
                self.malformed(at, format!("`contract` has no clause `{name}`"));
            }
            match tokens.next() {
                None => return,
                Some(TokenTree::Punct(punct)) if punct.as_char() == ',' => {}
                Some(other) => {
                    let at = self.spans.convert(other.span());
                    self.malformed(at, "expected `,`");
                    return;
                }
            }
        }
    }

    fn prusti_attribute(
        &mut self,
        name: &str,
        meta: &Meta,
        position: Position,
        attrs: &mut Attrs,
    ) -> bool {
        attrs.dialect = Dialect::Prusti;
        let kind = match name {
            "requires" => ClauseKind::Requires,
            "ensures" => ClauseKind::Ensures,
            "after_expiry" => ClauseKind::AfterExpiry,
            "pure" => {
                attrs.pure_ = true;
                return true;
            }
            "trusted" => {
                attrs.trusted = true;
                return true;
            }
            "predicate" => {
                attrs.model = true;
                return true;
            }
            "invariant" => {
                let tokens = self.foreign_tokens(meta);
                if !matches!(position, Position::Type | Position::Impl) {
                    self.misplaced(name, "a type", self.spans.of(meta));
                }
                for value in self.conditions(tokens, Dialect::Prusti, attrs) {
                    attrs.invariants.push(Invariant {
                        value,
                        dialect: Dialect::Prusti,
                    });
                }
                return true;
            }
            "assert_on_expiry" => {
                self.assert_on_expiry(meta, attrs);
                return true;
            }
            // Loops and recursion are followed to their end in any case.
            "terminates" | "refine_trait_spec" | "verified" | "print_counterexample" => {
                return true;
            }
            _ => return false,
        };
        let tokens = self.foreign_tokens(meta);
        for value in self.conditions(tokens, Dialect::Prusti, attrs) {
            let span = value.span;
            attrs.clauses.push(Clause {
                kind,
                value,
                result: None,
                span,
                dialect: Dialect::Prusti,
            });
        }
        true
    }

    /// `#[assert_on_expiry(a, b)]`: whoever holds the borrow sees to `a` at its end, and then `b` holds.
    fn assert_on_expiry(&mut self, meta: &Meta, attrs: &mut Attrs) {
        let span = self.spans.of(meta);
        let tokens = self.foreign_tokens(meta);
        let written = self.conditions(tokens, Dialect::Prusti, attrs);
        let Ok([owed, then]) = <[Expr; 2]>::try_from(written) else {
            let message = "expected two conditions: `assert_on_expiry(owed, then)`";
            self.malformed(span, message);
            return;
        };
        let span = owed.span.to(then.span);
        attrs.asserts_on_expiry = true;
        attrs.clauses.push(Clause {
            kind: ClauseKind::AfterExpiry,
            value: Expr {
                kind: ExprKind::Implies(Box::new(owed), Box::new(then)),
                span,
            },
            result: None,
            span,
            dialect: Dialect::Prusti,
        });
    }

    fn kani_attribute(&mut self, name: &str, meta: &Meta, attrs: &mut Attrs) -> bool {
        let kind = match name {
            "requires" => ClauseKind::Requires,
            "ensures" => ClauseKind::Ensures,
            "modifies" => ClauseKind::Modifies,
            "proof" => {
                attrs.harness.get_or_insert_default();
                return true;
            }
            "proof_for_contract" => {
                attrs.harness.get_or_insert_default().for_contract = true;
                return true;
            }
            "should_panic" => {
                attrs.harness.get_or_insert_default().should_panic = true;
                return true;
            }
            "unwind" => {
                let tokens = self.foreign_tokens(meta);
                match syn::parse2::<syn::LitInt>(tokens).map(|it| it.base10_parse::<u32>()) {
                    Ok(Ok(rounds)) => attrs.harness.get_or_insert_default().unwind = Some(rounds),
                    _ => self.malformed(self.spans.of(meta), "expected a number: `unwind(4)`"),
                }
                return true;
            }
            "stub" => {
                let tokens = self.foreign_tokens(meta);
                let paths = Punctuated::<syn::Path, Token![,]>::parse_terminated.parse2(tokens);
                match paths
                    .map(|it| it.into_iter().collect::<Vec<_>>())
                    .as_deref()
                {
                    Ok([original, replacement]) => attrs.stubs.push(Stub {
                        original: self.path(original),
                        replacement: self.path(replacement),
                    }),
                    _ => {
                        let message = "expected two functions: `stub(original, replacement)`";
                        self.malformed(self.spans.of(meta), message);
                    }
                }
                return true;
            }
            // How Kani goes about it is not what it means.
            "solver" | "recursion" => return true,
            _ => return false,
        };
        if let Some(clause) = self.clause(meta, kind, Dialect::Kani, attrs) {
            attrs.clauses.push(clause);
        }
        true
    }

    /// `core::contracts`: `requires` may begin with `let`s, which `ensures` may name.
    fn core_attribute(&mut self, name: &str, meta: &Meta, attrs: &mut Attrs) -> bool {
        match name {
            "requires" => {
                let tokens = self.foreign_tokens(meta);
                let parsed = match syn::Block::parse_within.parse2(tokens) {
                    Ok(stmts) => stmts,
                    Err(error) => {
                        let span = self.spans.convert(error.span());
                        self.malformed(span, format!("malformed clause: {error}"));
                        return true;
                    }
                };
                let block = syn::Block {
                    brace_token: syn::token::Brace::default(),
                    stmts: parsed,
                };
                let mut value = self.in_spec_mode(attrs, |this| {
                    let mut block = this.block(&block);
                    block.span = this.spans.of(meta);
                    Expr {
                        span: block.tail.as_ref().map_or(block.span, |tail| tail.span),
                        kind: ExprKind::Block { label: None, block },
                    }
                });
                let span = value.span;
                if let ExprKind::Block { block, .. } = &mut value.kind {
                    attrs.lets.extend(block.stmts.iter().cloned());
                    if block.stmts.is_empty()
                        && let Some(tail) = block.tail.take()
                    {
                        value = *tail;
                    }
                }
                attrs.clauses.push(Clause {
                    kind: ClauseKind::Requires,
                    value,
                    result: None,
                    span,
                    dialect: Dialect::Core,
                });
                true
            }
            "ensures" => {
                if let Some(clause) = self.clause(meta, ClauseKind::Ensures, Dialect::Core, attrs) {
                    attrs.clauses.push(clause);
                }
                true
            }
            _ => false,
        }
    }

    /// The tokens between the parentheses.
    fn foreign_tokens(&mut self, meta: &Meta) -> TokenStream {
        match meta {
            Meta::List(list) => list.tokens.clone(),
            _ => {
                self.malformed(self.spans.of(meta), "expected an argument in parentheses");
                TokenStream::new()
            }
        }
    }

    /// Conditions between commas, without the message.
    fn conditions(
        &mut self,
        tokens: TokenStream,
        dialect: Dialect,
        attrs: &mut Attrs,
    ) -> Vec<Expr> {
        let Some(tokens) = self.spec_tokens(tokens, dialect) else {
            return Vec::new();
        };
        let parser = Punctuated::<SynExpr, Token![,]>::parse_terminated;
        let mut parsed: Vec<SynExpr> = match parser.parse2(tokens) {
            Ok(parsed) => parsed.into_iter().collect(),
            Err(error) => {
                let span = self.spans.convert(error.span());
                self.malformed(span, format!("malformed clause: {error}"));
                return Vec::new();
            }
        };
        if dialect == Dialect::Contracts
            && parsed.len() > 1
            && matches!(parsed.last(), Some(SynExpr::Lit(lit)) if matches!(lit.lit, SynLit::Str(_)))
        {
            parsed.pop();
        }
        parsed
            .iter()
            .map(|parsed| self.spec_expr(parsed, attrs))
            .collect()
    }
}

/// The `let`s of `core::contracts` preconditions, before each postcondition: what they bind are values
/// on entry.
pub(super) fn prefix_lets(attrs: &mut Attrs) {
    if attrs.lets.is_empty() {
        return;
    }
    let lets: Vec<Stmt> = attrs.lets.iter().cloned().map(on_entry).collect();
    let clauses = attrs.clauses.iter_mut();
    for clause in clauses.filter(|it| it.dialect == Dialect::Core && it.kind == ClauseKind::Ensures)
    {
        let span = clause.span;
        let tail = std::mem::replace(
            &mut clause.value,
            Expr {
                kind: ExprKind::Tuple(Vec::new()),
                span,
            },
        );
        clause.value.kind = ExprKind::Block {
            label: None,
            block: Block {
                scope: None,
                stmts: lets.clone(),
                tail: Some(Box::new(tail)),
                span,
            },
        };
    }
}

/// `let x = old(e)` for `let x = e`.
fn on_entry(stmt: Stmt) -> Stmt {
    match stmt {
        Stmt::Let {
            pat,
            ty,
            init: Some(init),
            otherwise,
            span,
        } => {
            let at = init.span;
            let old = Expr {
                kind: ExprKind::Path(plain_path("old", at)),
                span: at,
            };
            Stmt::Let {
                pat,
                ty,
                init: Some(Expr {
                    kind: ExprKind::Call(Box::new(old), vec![init]),
                    span: at,
                }),
                otherwise,
                span,
            }
        }
        other => other,
    }
}

/// A path of one name.
pub(super) fn plain_path(name: &str, span: Span) -> Path {
    Path {
        marked: None,
        qself: None,
        global: false,
        segments: vec![Segment {
            ident: Ident {
                name: name.into(),
                span,
            },
            args: None,
        }],
        span,
    }
}
