//! Destructuring assignments: `(a, b) = e` is `{ let (x, y) = e; a = x; b = y; }` with names that no one
//! else can write, as the language defines it.

use syn::Expr as SynExpr;

use super::super::ast::{Block, Expr, ExprKind, Ident, Name, Pat, PatKind, Path, Segment, Stmt};
use super::super::macros::hygiene;
use super::Convert;
use crate::span::Span;

/// The places that are assigned to, each with the name of the variable that holds its value.
type Targets<'a> = Vec<(&'a SynExpr, Ident)>;

impl Convert<'_> {
    /// `left = right`, whatever the left side is.
    pub(super) fn assignment(&mut self, assign: &syn::ExprAssign, span: Span) -> ExprKind {
        let left = without_parens(&assign.left);
        if !is_pattern(left) {
            return ExprKind::Assign(
                Box::new(self.expr(left)),
                Box::new(self.expr(&assign.right)),
            );
        }
        let mut targets = Vec::new();
        let pat = self.assignee(left, &mut targets);
        let mut stmts = vec![Stmt::Let {
            pat,
            ty: None,
            init: Some(self.expr(&assign.right)),
            otherwise: None,
            span,
        }];
        for (place, value) in targets {
            let span = value.span;
            let place = self.expr(place);
            let value = variable(value);
            let kind = ExprKind::Assign(Box::new(place), Box::new(value));
            stmts.push(Stmt::Expr(Expr { kind, span }, true));
        }
        ExprKind::Block {
            label: None,
            block: Block {
                scope: None,
                stmts,
                tail: None,
                span,
            },
        }
    }

    /// The left side as a pattern; what is a place in it becomes a variable.
    fn assignee<'a>(&mut self, left: &'a SynExpr, targets: &mut Targets<'a>) -> Pat {
        let left = without_parens(left);
        let span = self.spans.between(left);
        let kind = match left {
            SynExpr::Infer(_) => PatKind::Wild,
            SynExpr::Range(range)
                if range.start.is_none()
                    && range.end.is_none()
                    && matches!(range.limits, syn::RangeLimits::HalfOpen(_)) =>
            {
                PatKind::Rest
            }
            SynExpr::Tuple(tuple) => PatKind::Tuple(self.assignees(&tuple.elems, targets)),
            SynExpr::Array(array) => PatKind::Slice(self.assignees(&array.elems, targets)),
            SynExpr::Call(call) => match without_parens(&call.func) {
                SynExpr::Path(path) => PatKind::TupleStruct(
                    self.qualified_path(path.qself.as_ref(), &path.path),
                    self.assignees(&call.args, targets),
                ),
                _ => PatKind::Unsupported("an assignment to what is called".into()),
            },
            SynExpr::Struct(literal) => {
                let mut fields = Vec::new();
                for field in &literal.fields {
                    if self.active_attributes(&field.attrs).is_some() {
                        let name = self.member(&field.member);
                        fields.push((name, self.assignee(&field.expr, targets)));
                    }
                }
                match literal.rest {
                    Some(_) => PatKind::Unsupported("an assignment to a struct's rest".into()),
                    None => PatKind::Struct {
                        path: self.qualified_path(literal.qself.as_ref(), &literal.path),
                        fields,
                        rest: literal.dot2_token.is_some(),
                    },
                }
            }
            place => {
                let name = Ident {
                    name: hygiene::made_up(targets.len()),
                    span,
                };
                targets.push((place, name.clone()));
                PatKind::Ident {
                    by_ref: false,
                    mutable: false,
                    name,
                    sub: None,
                }
            }
        };
        Pat { kind, span }
    }

    fn assignees<'a, P>(
        &mut self,
        parts: &'a syn::punctuated::Punctuated<SynExpr, P>,
        targets: &mut Targets<'a>,
    ) -> Vec<Pat> {
        let parts = parts.iter();
        parts.map(|part| self.assignee(part, targets)).collect()
    }
}

fn without_parens(expr: &SynExpr) -> &SynExpr {
    let mut expr = expr;
    loop {
        expr = match expr {
            SynExpr::Paren(paren) => &paren.expr,
            SynExpr::Group(group) => &group.expr,
            _ => return expr,
        };
    }
}

/// Whether the left side of an assignment is taken apart rather than assigned to.
fn is_pattern(left: &SynExpr) -> bool {
    matches!(
        left,
        SynExpr::Infer(_)
            | SynExpr::Tuple(_)
            | SynExpr::Array(_)
            | SynExpr::Call(_)
            | SynExpr::Struct(_)
    )
}

fn variable(name: Ident) -> Expr {
    let span = name.span;
    let marked: Option<Name> = Some(name.name.clone());
    let path = Path {
        qself: None,
        global: false,
        segments: vec![Segment {
            ident: name,
            args: None,
        }],
        marked,
        span,
    };
    Expr {
        kind: ExprKind::Path(path),
        span,
    }
}
