//! Converts blocks and macro calls among their statements.

use syn::parse::Parse;
use syn::{Block as SynBlock, Stmt as SynStmt};

use super::super::ast::{Block, Expr, ExprKind, InnerScope, Stmt};
use super::Convert;
use super::expand::Loose;
use super::exprs::unsupported;

impl Convert<'_> {
    /// A block; the items in it become a scope of the function at hand.
    pub fn block(&mut self, block: &SynBlock) -> Block {
        let open = self.spans.convert(block.brace_token.span.open());
        let span = open.to(self.spans.convert(block.brace_token.span.close()));
        self.macros.enter();
        // What a block imports may say which dialect the contracts in it are written in.
        let uses = block.stmts.iter().filter_map(|stmt| match stmt {
            SynStmt::Item(item @ syn::Item::Use(_)) => Some(item.clone()),
            _ => None,
        });
        let uses: Vec<syn::Item> = uses.collect();
        self.enter_module(&uses);
        let mut stmts = Vec::new();
        let mut deepest = 0;
        self.flatten(&block.stmts, 0, &mut stmts, &mut deepest);
        // What macros wrote is nested as deep as they are.
        let outer_depth = self.expansions;
        self.expansions += deepest;
        let block = self.statements(&stmts, span);
        self.expansions = outer_depth;
        self.leave_module();
        self.macros.leave(false);
        block
    }

    /// The statements with macro calls among them replaced by what they stand for: they may declare
    /// variables and items of this block.
    fn flatten(
        &mut self,
        stmts: &[SynStmt],
        depth: usize,
        flat: &mut Vec<SynStmt>,
        deepest: &mut usize,
    ) {
        *deepest = (*deepest).max(depth);
        for stmt in stmts {
            match stmt {
                SynStmt::Item(syn::Item::Macro(item)) if item.ident.is_some() => {
                    if self.active_attributes(&item.attrs).is_some() {
                        self.define_macro(item, true);
                        flat.push(stmt.clone());
                    }
                }
                SynStmt::Item(syn::Item::Macro(item)) => {
                    let call = syn::StmtMacro {
                        attrs: item.attrs.clone(),
                        mac: item.mac.clone(),
                        semi_token: item.semi_token,
                    };
                    self.flatten_call(&call, depth, flat, deepest);
                }
                SynStmt::Macro(call) => self.flatten_call(call, depth, flat, deepest),
                // At the end of a block.
                SynStmt::Expr(syn::Expr::Macro(expr), None) => {
                    let call = syn::StmtMacro {
                        attrs: expr.attrs.clone(),
                        mac: expr.mac.clone(),
                        semi_token: None,
                    };
                    self.flatten_call(&call, depth, flat, deepest);
                }
                // What is configured away is not there: what comes before it may be the value.
                SynStmt::Expr(expr, _)
                    if self
                        .active_attributes(super::exprs::attributes(expr))
                        .is_none() => {}
                stmt => flat.push(stmt.clone()),
            }
        }
    }

    fn flatten_call(
        &mut self,
        call: &syn::StmtMacro,
        depth: usize,
        flat: &mut Vec<SynStmt>,
        deepest: &mut usize,
    ) {
        if self.active_attributes(&call.attrs).is_none() {
            return;
        }
        let outer = self.expansions;
        self.expansions += depth;
        let made = self.expand_as(&call.mac, SynBlock::parse_within);
        self.expansions = outer;
        let Some(Ok(mut made)) = made else {
            // Unknown macros, and those of std, are looked at as expressions.
            flat.push(SynStmt::Macro(call.clone()));
            return;
        };
        if let (Some(semicolon), Some(SynStmt::Expr(_, last))) = (call.semi_token, made.last_mut())
        {
            last.get_or_insert(semicolon);
        } else if let (Some(semicolon), Some(SynStmt::Macro(last))) =
            (call.semi_token, made.last_mut())
        {
            last.semi_token.get_or_insert(semicolon);
        }
        self.flatten(&made, depth + 1, flat, deepest);
    }

    fn statements(&mut self, list: &[SynStmt], span: crate::span::Span) -> Block {
        let has_items = list.iter().any(|stmt| matches!(stmt, SynStmt::Item(_)));
        let outer = self.inner_parent;
        let mut scope = None;
        if has_items {
            self.inner.push(InnerScope {
                parent: outer,
                items: Vec::new(),
            });
            scope = Some(self.inner.len() - 1);
            self.inner_parent = scope;
        }
        let mut stmts = Vec::new();
        let mut tail = None;
        for (at, stmt) in list.iter().enumerate() {
            let is_last = at + 1 == list.len();
            match stmt {
                // Defined when the statements were flattened.
                SynStmt::Item(syn::Item::Macro(item)) if item.ident.is_some() => {}
                SynStmt::Item(item) => {
                    let items = self.nested_item(item);
                    if let Some(scope) = scope {
                        self.inner[scope].items.extend(items);
                    }
                }
                SynStmt::Local(local) => stmts.extend(self.local(local)),
                SynStmt::Expr(expr, semicolon) => {
                    let expr = self.expr(expr);
                    if semicolon.is_none() && is_last {
                        tail = Some(Box::new(expr));
                    } else {
                        stmts.push(Stmt::Expr(expr, semicolon.is_some()));
                    }
                }
                SynStmt::Macro(call) => {
                    let expr = self.macro_expr(&call.mac);
                    if call.semi_token.is_none() && is_last {
                        tail = Some(Box::new(expr));
                    } else {
                        stmts.push(Stmt::Expr(expr, true));
                    }
                }
            }
        }
        self.inner_parent = outer;
        Block {
            scope,
            stmts,
            tail,
            span,
        }
    }

    /// A macro call in expression position.
    pub(super) fn macro_expr(&mut self, call: &syn::Macro) -> Expr {
        let span = self.spans.of(call);
        match self.expand_as(call, Loose::parse) {
            Some(Ok(Loose(expr))) => return self.expanded(|this| this.expr(&expr)),
            Some(Err(what)) => return unsupported(&what, span),
            None => {}
        }
        if let Some(constant) = self.constant_macro(call) {
            return constant;
        }
        if call.path.is_ident("include")
            && let Some(expr) = self.included(call, |this, expr: Loose| this.expr(&expr.0))
        {
            return expr;
        }
        Expr {
            kind: ExprKind::Macro(Box::new(self.macro_call(call))),
            span,
        }
    }
}
