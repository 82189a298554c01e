//! Converts expressions, statements and blocks.

use syn::{BinOp as SynOp, Expr as SynExpr, Lit as SynLit, UnOp as SynUnOp};

use super::super::ast::{Arm, Closure, Expr, ExprKind, Ident, Lit, Stmt};
use super::Convert;
use crate::ir::{BinOp, Int};
use crate::span::Span;

impl Convert<'_> {
    /// An expression.
    pub fn expr(&mut self, expr: &SynExpr) -> Expr {
        let span = self.spans.between(expr);
        let claims = match self.expr_attributes(expr, span) {
            Ok(claims) => claims,
            Err(unsupported) => return *unsupported,
        };
        let mut kind = match expr {
            SynExpr::Paren(paren) => return self.expr(&paren.expr),
            SynExpr::Group(group) => return self.expr(&group.expr),
            SynExpr::Lit(lit) => return self.lit_expr(&lit.lit),
            SynExpr::Path(path) => {
                ExprKind::Path(self.qualified_path(path.qself.as_ref(), &path.path))
            }
            SynExpr::Array(array) => ExprKind::Array(self.exprs(&array.elems)),
            SynExpr::Repeat(repeat) => {
                ExprKind::Repeat(self.boxed(&repeat.expr), self.boxed(&repeat.len))
            }
            SynExpr::Tuple(tuple) => ExprKind::Tuple(self.exprs(&tuple.elems)),
            SynExpr::Struct(literal) => self.struct_literal(literal),
            SynExpr::Call(call) => ExprKind::Call(self.boxed(&call.func), self.exprs(&call.args)),
            SynExpr::MethodCall(call) => ExprKind::MethodCall {
                receiver: self.boxed(&call.receiver),
                method: self.ident(&call.method),
                turbofish: call.turbofish.as_ref().map(|args| self.generic_args(args)),
                args: self.exprs(&call.args),
            },
            SynExpr::Field(field) => {
                ExprKind::Field(self.boxed(&field.base), self.member(&field.member))
            }
            SynExpr::Index(index) => {
                ExprKind::Index(self.boxed(&index.expr), self.boxed(&index.index))
            }
            SynExpr::Unary(unary) => match unary.op {
                SynUnOp::Not(_) => ExprKind::Not(self.boxed(&unary.expr)),
                SynUnOp::Deref(_) => ExprKind::Deref(self.boxed(&unary.expr)),
                SynUnOp::Neg(_) => ExprKind::Neg(self.boxed(&unary.expr)),
                _ => ExprKind::Unsupported("an operator of unknown syntax".into()),
            },
            SynExpr::Binary(binary) => return self.binary(binary, span),
            SynExpr::Assign(assign) => self.assignment(assign, span),
            SynExpr::Cast(cast) => {
                ExprKind::Cast(self.boxed(&cast.expr), Box::new(self.ty(&cast.ty)))
            }
            SynExpr::Reference(reference) => ExprKind::Ref {
                mutable: reference.mutability.is_some(),
                of: self.boxed(&reference.expr),
            },
            SynExpr::RawAddr(raw) => ExprKind::RawAddr {
                mutable: matches!(raw.mutability, syn::PointerMutability::Mut(_)),
                of: self.boxed(&raw.expr),
            },
            SynExpr::Block(block) => ExprKind::Block {
                label: block.label.as_ref().map(|label| self.label(&label.name)),
                block: self.block(&block.block),
            },
            SynExpr::Unsafe(block) => {
                self.unsafe_blocks += 1;
                ExprKind::Block {
                    label: None,
                    block: self.block(&block.block),
                }
            }
            SynExpr::If(branch) => ExprKind::If {
                cond: self.boxed(&branch.cond),
                then: self.block(&branch.then_branch),
                otherwise: branch
                    .else_branch
                    .as_ref()
                    .map(|(_, other)| self.boxed(other)),
            },
            SynExpr::Let(condition) => ExprKind::Let {
                pat: Box::new(self.pat(&condition.pat)),
                value: self.boxed(&condition.expr),
            },
            SynExpr::Match(matching) => self.matching(matching),
            SynExpr::Loop(body) => ExprKind::Loop {
                label: body.label.as_ref().map(|label| self.label(&label.name)),
                body: self.block(&body.body),
            },
            SynExpr::While(body) => ExprKind::While {
                label: body.label.as_ref().map(|label| self.label(&label.name)),
                cond: self.boxed(&body.cond),
                body: self.block(&body.body),
            },
            SynExpr::ForLoop(body) => ExprKind::For {
                label: body.label.as_ref().map(|label| self.label(&label.name)),
                pat: Box::new(self.pat(&body.pat)),
                iter: self.boxed(&body.expr),
                body: self.block(&body.body),
            },
            SynExpr::Break(leave) => ExprKind::Break {
                label: leave.label.as_ref().map(|label| self.label(label)),
                value: leave.expr.as_ref().map(|value| self.boxed(value)),
            },
            SynExpr::Continue(again) => ExprKind::Continue {
                label: again.label.as_ref().map(|label| self.label(label)),
            },
            SynExpr::Return(leave) => {
                ExprKind::Return(leave.expr.as_ref().map(|value| self.boxed(value)))
            }
            SynExpr::Closure(closure) => self.closure(closure),
            SynExpr::Range(range) => ExprKind::Range {
                low: range.start.as_ref().map(|low| self.boxed(low)),
                high: range.end.as_ref().map(|high| self.boxed(high)),
                inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
            },
            SynExpr::Try(value) => ExprKind::Try(self.boxed(&value.expr)),
            SynExpr::Macro(call) => return self.macro_expr(&call.mac),
            SynExpr::Infer(_) => ExprKind::Unsupported("`_` as an expression".into()),
            SynExpr::Async(_) => ExprKind::Unsupported("an async block".into()),
            SynExpr::Await(_) => ExprKind::Unsupported("`.await`".into()),
            // Evaluating it later than rustc does makes no difference to what it gives.
            SynExpr::Const(block) => ExprKind::Block {
                label: None,
                block: self.block(&block.block),
            },
            SynExpr::TryBlock(_) => ExprKind::Unsupported("a try block".into()),
            SynExpr::Yield(_) => ExprKind::Unsupported("`yield`".into()),
            _ => ExprKind::Unsupported("an expression of unknown syntax".into()),
        };
        if let ExprKind::Loop { body, .. }
        | ExprKind::While { body, .. }
        | ExprKind::For { body, .. } = &mut kind
        {
            body.stmts.splice(0..0, claims);
        }
        Expr { kind, span }
    }

    /// Attributes on expressions are rare; one that we do not know may mean anything.
    /// What is left are claims about each round of a loop.
    fn expr_attributes(&mut self, expr: &SynExpr, span: Span) -> Result<Vec<Stmt>, Box<Expr>> {
        let attrs = attributes(expr);
        if attrs.is_empty() {
            return Ok(Vec::new());
        }
        let Some(mut metas) = self.active_attributes(attrs) else {
            return Err(Box::new(Expr {
                kind: ExprKind::Tuple(Vec::new()),
                span,
            }));
        };
        let is_loop = matches!(
            expr,
            SynExpr::Loop(_) | SynExpr::While(_) | SynExpr::ForLoop(_)
        );
        let mut claims = Vec::new();
        metas.retain(|meta| match self.loop_attribute(meta) {
            Some(claim) if is_loop => {
                claims.extend(claim);
                false
            }
            _ => true,
        });
        let read = self.read_attributes(&metas, super::super::attrs::Position::Other);
        match read.unsupported {
            Some((what, span)) => Err(Box::new(unsupported(&what, span))),
            None => Ok(claims),
        }
    }

    fn boxed(&mut self, expr: &SynExpr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn exprs<P>(&mut self, exprs: &syn::punctuated::Punctuated<SynExpr, P>) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn label(&self, label: &syn::Lifetime) -> Ident {
        Ident {
            name: super::marked_name_of(&label.ident),
            span: self.spans.convert(label.span()),
        }
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> ExprKind {
        let mut fields = Vec::new();
        for field in &literal.fields {
            if self.active_attributes(&field.attrs).is_some() {
                fields.push((self.member(&field.member), self.expr(&field.expr)));
            }
        }
        if literal.dot2_token.is_some() && literal.rest.is_none() {
            return ExprKind::Unsupported("default field values".into());
        }
        ExprKind::Struct {
            path: self.qualified_path(literal.qself.as_ref(), &literal.path),
            fields,
            base: literal.rest.as_ref().map(|base| self.boxed(base)),
        }
    }

    fn matching(&mut self, matching: &syn::ExprMatch) -> ExprKind {
        let scrutinee = self.boxed(&matching.expr);
        let mut arms = Vec::new();
        for arm in &matching.arms {
            if self.active_attributes(&arm.attrs).is_none() {
                continue;
            }
            let (pat, guard) = match &arm.pat {
                syn::Pat::Guard(guarded) => {
                    (self.pat(&guarded.pat), Some(self.expr(&guarded.guard)))
                }
                pat => (self.pat(pat), None),
            };
            arms.push(Arm {
                pat,
                guard,
                body: self.expr(&arm.body),
            });
        }
        ExprKind::Match { scrutinee, arms }
    }

    fn closure(&mut self, closure: &syn::ExprClosure) -> ExprKind {
        if closure.asyncness.is_some() {
            return ExprKind::Unsupported("an async closure".into());
        }
        ExprKind::Closure(Box::new(Closure {
            is_move: closure.capture.is_some(),
            params: closure
                .inputs
                .iter()
                .map(|pat| self.typed_pat(pat))
                .collect(),
            ret: self.return_type(&closure.output),
            body: self.expr(&closure.body),
        }))
    }

    fn binary(&mut self, binary: &syn::ExprBinary, span: Span) -> Expr {
        if self.in_spec && arrow(&binary.op).is_some() {
            return self.arrows(binary);
        }
        let op = match binary_op(&binary.op) {
            Some(op) => op,
            None => {
                return Expr {
                    kind: ExprKind::Unsupported("an operator of unknown syntax".into()),
                    span,
                };
            }
        };
        let left = self.boxed(&binary.left);
        let right = self.boxed(&binary.right);
        if let Some(negated) = self.structural(&binary.op) {
            let same = Expr {
                kind: ExprKind::Same(left, right),
                span,
            };
            return match negated {
                true => Expr {
                    kind: ExprKind::Not(Box::new(same)),
                    span,
                },
                false => same,
            };
        }
        let kind = match op {
            Op::And => ExprKind::And(left, right),
            Op::Or => ExprKind::Or(left, right),
            Op::Plain(op) => ExprKind::Binary(op, left, right),
            Op::Assign(op) => ExprKind::AssignOp(op, left, right),
        };
        Expr { kind, span }
    }

    /// Whether the operator is `===` (or, negated, `!==`) in disguise.
    fn structural(&self, op: &SynOp) -> Option<bool> {
        if !self.in_spec {
            return None;
        }
        let (signs, negated) = match op {
            SynOp::Eq(token) => (token.spans, false),
            SynOp::Ne(token) => (token.spans, true),
            _ => return None,
        };
        let [first, last] = signs.map(|span| self.spans.convert(span).start);
        (last == first + 2).then_some(negated)
    }

    /// A chain of arrows, as the rewriting left it (all right associative), regrouped so that `<==>`
    /// binds weaker than `==>`.
    fn arrows(&mut self, binary: &syn::ExprBinary) -> Expr {
        let mut parts = vec![self.side(&binary.left)];
        let mut arrows = Vec::new();
        let mut op = &binary.op;
        let mut right = &*binary.right;
        loop {
            arrows.extend(arrow(op));
            match right {
                SynExpr::Binary(next) if arrow(&next.op).is_some() => {
                    parts.push(self.side(&next.left));
                    op = &next.op;
                    right = &next.right;
                }
                last => {
                    parts.push(self.side(last));
                    break;
                }
            }
        }
        // From the right: what `==>` and `<==` join is a side of `<==>`.
        let mut folded: Option<Side> = None;
        let mut side = parts.pop();
        while let (Some(left), Some(arrow)) = (parts.pop(), arrows.pop()) {
            match (arrow, side.take()) {
                (Arrow::Iff, right) => {
                    folded = join(ExprKind::Iff, right, folded);
                    side = Some(left);
                }
                (Arrow::Implies, right) => side = join(ExprKind::Implies, Some(left), right),
                (Arrow::ImpliedBy, right) => side = join(ExprKind::Implies, right, Some(left)),
            }
        }
        let whole = join(ExprKind::Iff, side, folded);
        whole.expect("a chain has at least one part").expr
    }

    fn side(&mut self, expr: &SynExpr) -> Side {
        Side {
            expr: self.expr(expr),
            written: self.spans.of(expr),
        }
    }

    pub(super) fn lit_expr(&mut self, lit: &SynLit) -> Expr {
        let span = self.spans.of(lit);
        let suffix = |text: &str| (!text.is_empty()).then(|| text.into());
        let lit = match lit {
            SynLit::Bool(value) => Lit::Bool(value.value),
            SynLit::Int(value) => match value.base10_digits().parse::<Int>() {
                Ok(number) => Lit::Int(number, suffix(value.suffix())),
                Err(_) => return unsupported("an integer literal of this size", span),
            },
            SynLit::Float(value) => {
                Lit::Float(value.base10_digits().into(), suffix(value.suffix()))
            }
            SynLit::Char(value) => Lit::Char(value.value()),
            SynLit::Byte(value) => Lit::Byte(value.value()),
            SynLit::Str(value) => Lit::Str(value.value()),
            SynLit::ByteStr(value) => Lit::ByteStr(value.value()),
            _ => return unsupported("a literal of this form", span),
        };
        Expr {
            kind: ExprKind::Lit(lit),
            span,
        }
    }

    pub(super) fn local(&mut self, local: &syn::Local) -> Option<Stmt> {
        let metas = self.active_attributes(&local.attrs)?;
        let read = self.read_attributes(&metas, super::super::attrs::Position::Other);
        let span = self.spans.convert(local.let_token.span);
        let span = span.to(self.spans.convert(local.semi_token.span));
        if let Some((what, span)) = read.unsupported {
            return Some(Stmt::Expr(unsupported(&what, span), true));
        }
        let (pat, ty) = self.typed_pat(&local.pat);
        let init = local.init.as_ref();
        Some(Stmt::Let {
            pat,
            ty,
            init: init.map(|init| self.expr(&init.expr)),
            otherwise: init
                .and_then(|init| init.diverge.as_ref())
                .map(|(_, otherwise)| self.expr(otherwise)),
            span,
        })
    }
}

pub(super) fn unsupported(what: &str, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Unsupported(what.into()),
        span,
    }
}

/// A side of an arrow, and all of its text: an expression knows nothing of the parentheses around it.
struct Side {
    expr: Expr,
    written: Span,
}

/// Two sides, if there are two.
fn join(
    combine: fn(Box<Expr>, Box<Expr>) -> ExprKind,
    left: Option<Side>,
    right: Option<Side>,
) -> Option<Side> {
    match (left, right) {
        (Some(left), Some(right)) => {
            let span = left.written.to(right.written);
            let kind = combine(Box::new(left.expr), Box::new(right.expr));
            Some(Side {
                expr: Expr { kind, span },
                written: span,
            })
        }
        (one, None) | (None, one) => one,
    }
}

/// The arrows of specifications.
#[derive(Clone, Copy)]
enum Arrow {
    Implies,
    ImpliedBy,
    Iff,
}

/// The arrow that an operator stands for.
fn arrow(op: &SynOp) -> Option<Arrow> {
    match op {
        SynOp::ShrAssign(_) => Some(Arrow::Implies),
        SynOp::ShlAssign(_) => Some(Arrow::Iff),
        SynOp::BitXorAssign(_) => Some(Arrow::ImpliedBy),
        _ => None,
    }
}

enum Op {
    And,
    Or,
    Plain(BinOp),
    Assign(BinOp),
}

fn binary_op(op: &SynOp) -> Option<Op> {
    Some(match op {
        SynOp::And(_) => Op::And,
        SynOp::Or(_) => Op::Or,
        SynOp::Add(_) => Op::Plain(BinOp::Add),
        SynOp::Sub(_) => Op::Plain(BinOp::Sub),
        SynOp::Mul(_) => Op::Plain(BinOp::Mul),
        SynOp::Div(_) => Op::Plain(BinOp::Div),
        SynOp::Rem(_) => Op::Plain(BinOp::Rem),
        SynOp::BitXor(_) => Op::Plain(BinOp::BitXor),
        SynOp::BitAnd(_) => Op::Plain(BinOp::BitAnd),
        SynOp::BitOr(_) => Op::Plain(BinOp::BitOr),
        SynOp::Shl(_) => Op::Plain(BinOp::Shl),
        SynOp::Shr(_) => Op::Plain(BinOp::Shr),
        SynOp::Eq(_) => Op::Plain(BinOp::Eq),
        SynOp::Ne(_) => Op::Plain(BinOp::Ne),
        SynOp::Lt(_) => Op::Plain(BinOp::Lt),
        SynOp::Le(_) => Op::Plain(BinOp::Le),
        SynOp::Gt(_) => Op::Plain(BinOp::Gt),
        SynOp::Ge(_) => Op::Plain(BinOp::Ge),
        SynOp::AddAssign(_) => Op::Assign(BinOp::Add),
        SynOp::SubAssign(_) => Op::Assign(BinOp::Sub),
        SynOp::MulAssign(_) => Op::Assign(BinOp::Mul),
        SynOp::DivAssign(_) => Op::Assign(BinOp::Div),
        SynOp::RemAssign(_) => Op::Assign(BinOp::Rem),
        SynOp::BitXorAssign(_) => Op::Assign(BinOp::BitXor),
        SynOp::BitAndAssign(_) => Op::Assign(BinOp::BitAnd),
        SynOp::BitOrAssign(_) => Op::Assign(BinOp::BitOr),
        SynOp::ShlAssign(_) => Op::Assign(BinOp::Shl),
        SynOp::ShrAssign(_) => Op::Assign(BinOp::Shr),
        _ => return None,
    })
}

/// The attributes of an expression.
pub(super) fn attributes(expr: &SynExpr) -> &[syn::Attribute] {
    match expr {
        SynExpr::Array(it) => &it.attrs,
        SynExpr::Assign(it) => &it.attrs,
        SynExpr::Async(it) => &it.attrs,
        SynExpr::Await(it) => &it.attrs,
        SynExpr::Binary(it) => &it.attrs,
        SynExpr::Block(it) => &it.attrs,
        SynExpr::Break(it) => &it.attrs,
        SynExpr::Call(it) => &it.attrs,
        SynExpr::Cast(it) => &it.attrs,
        SynExpr::Closure(it) => &it.attrs,
        SynExpr::Const(it) => &it.attrs,
        SynExpr::Continue(it) => &it.attrs,
        SynExpr::Field(it) => &it.attrs,
        SynExpr::ForLoop(it) => &it.attrs,
        SynExpr::Group(it) => &it.attrs,
        SynExpr::If(it) => &it.attrs,
        SynExpr::Index(it) => &it.attrs,
        SynExpr::Infer(it) => &it.attrs,
        SynExpr::Let(it) => &it.attrs,
        SynExpr::Lit(it) => &it.attrs,
        SynExpr::Loop(it) => &it.attrs,
        SynExpr::Macro(it) => &it.attrs,
        SynExpr::Match(it) => &it.attrs,
        SynExpr::MethodCall(it) => &it.attrs,
        SynExpr::Paren(it) => &it.attrs,
        SynExpr::Path(it) => &it.attrs,
        SynExpr::Range(it) => &it.attrs,
        SynExpr::RawAddr(it) => &it.attrs,
        SynExpr::Reference(it) => &it.attrs,
        SynExpr::Repeat(it) => &it.attrs,
        SynExpr::Return(it) => &it.attrs,
        SynExpr::Struct(it) => &it.attrs,
        SynExpr::Try(it) => &it.attrs,
        SynExpr::TryBlock(it) => &it.attrs,
        SynExpr::Tuple(it) => &it.attrs,
        SynExpr::Unary(it) => &it.attrs,
        SynExpr::Unsafe(it) => &it.attrs,
        SynExpr::While(it) => &it.attrs,
        SynExpr::Yield(it) => &it.attrs,
        _ => &[],
    }
}
