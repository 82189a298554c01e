//! The first and the last token of a piece of syntax, without printing it: printing each expression with
//! all that is inside of it would take the square of the nesting.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, Item, Path, PathArguments, QSelf, ReturnType, Type, Visibility};

/// Where the first and the last token are.
pub type Ends = (Span, Span);

/// Syntax whose ends can be told; `None` leaves it to printing.
pub trait HasEnds {
    /// The spans of the first and the last token.
    fn ends(&self) -> Option<Ends>;
}

impl HasEnds for Path {
    fn ends(&self) -> Option<Ends> {
        let first = match &self.leading_colon {
            Some(colon) => colon.spans[0],
            None => self.segments.first()?.ident.span(),
        };
        let last = self.segments.last()?;
        let end = match &last.arguments {
            PathArguments::None => last.ident.span(),
            PathArguments::AngleBracketed(args) => args.gt_token.span,
            PathArguments::Parenthesized(args) => match &args.output {
                ReturnType::Default => args.paren_token.span.close(),
                ReturnType::Type(_, ty) => ty.ends()?.1,
            },
        };
        Some((first, end))
    }
}

fn qualified(qself: Option<&QSelf>, path: &Path) -> Option<Ends> {
    let (first, last) = path.ends()?;
    match qself {
        // `<T as Trait>` alone ends with its bracket.
        Some(qself) if qself.position >= path.segments.len() => None,
        Some(qself) => Some((qself.lt_token.span, last)),
        None => Some((first, last)),
    }
}

impl HasEnds for Type {
    fn ends(&self) -> Option<Ends> {
        match self {
            Type::Path(ty) => qualified(ty.qself.as_ref(), &ty.path),
            Type::Reference(ty) => Some((ty.and_token.span, ty.elem.ends()?.1)),
            Type::Tuple(ty) => Some((ty.paren_token.span.open(), ty.paren_token.span.close())),
            Type::Paren(ty) => Some((ty.paren_token.span.open(), ty.paren_token.span.close())),
            Type::Array(ty) => Some((ty.bracket_token.span.open(), ty.bracket_token.span.close())),
            Type::Slice(ty) => Some((ty.bracket_token.span.open(), ty.bracket_token.span.close())),
            _ => None,
        }
    }
}

impl HasEnds for Expr {
    fn ends(&self) -> Option<Ends> {
        match self {
            Expr::Path(it) if it.attrs.is_empty() => qualified(it.qself.as_ref(), &it.path),
            Expr::Paren(it) if it.attrs.is_empty() => {
                Some((it.paren_token.span.open(), it.paren_token.span.close()))
            }
            Expr::Tuple(it) if it.attrs.is_empty() => {
                Some((it.paren_token.span.open(), it.paren_token.span.close()))
            }
            Expr::Array(it) if it.attrs.is_empty() => {
                Some((it.bracket_token.span.open(), it.bracket_token.span.close()))
            }
            Expr::Call(it) if it.attrs.is_empty() => {
                Some((it.func.ends()?.0, it.paren_token.span.close()))
            }
            Expr::MethodCall(it) if it.attrs.is_empty() => {
                Some((it.receiver.ends()?.0, it.paren_token.span.close()))
            }
            Expr::Field(it) if it.attrs.is_empty() => Some((it.base.ends()?.0, it.member.span())),
            Expr::Index(it) if it.attrs.is_empty() => {
                Some((it.expr.ends()?.0, it.bracket_token.span.close()))
            }
            Expr::Binary(it) if it.attrs.is_empty() => {
                Some((it.left.ends()?.0, it.right.ends()?.1))
            }
            Expr::Assign(it) if it.attrs.is_empty() => {
                Some((it.left.ends()?.0, it.right.ends()?.1))
            }
            Expr::Unary(it) if it.attrs.is_empty() => Some((it.op.span(), it.expr.ends()?.1)),
            Expr::Reference(it) if it.attrs.is_empty() => {
                Some((it.and_token.span, it.expr.ends()?.1))
            }
            Expr::Cast(it) if it.attrs.is_empty() => Some((it.expr.ends()?.0, it.ty.ends()?.1)),
            Expr::Try(it) if it.attrs.is_empty() => {
                Some((it.expr.ends()?.0, it.question_token.span))
            }
            Expr::Lit(it) if it.attrs.is_empty() => Some((it.lit.span(), it.lit.span())),
            Expr::Struct(it) if it.attrs.is_empty() => {
                let (first, _) = qualified(it.qself.as_ref(), &it.path)?;
                Some((first, it.brace_token.span.close()))
            }
            Expr::Block(it) if it.attrs.is_empty() && it.label.is_none() => Some((
                it.block.brace_token.span.open(),
                it.block.brace_token.span.close(),
            )),
            Expr::Unsafe(it) if it.attrs.is_empty() => {
                Some((it.unsafe_token.span, it.block.brace_token.span.close()))
            }
            Expr::If(it) if it.attrs.is_empty() => {
                let last = match &it.else_branch {
                    Some((_, otherwise)) => otherwise.ends()?.1,
                    None => it.then_branch.brace_token.span.close(),
                };
                Some((it.if_token.span, last))
            }
            Expr::Match(it) if it.attrs.is_empty() => {
                Some((it.match_token.span, it.brace_token.span.close()))
            }
            Expr::Let(it) if it.attrs.is_empty() => Some((it.let_token.span, it.expr.ends()?.1)),
            Expr::Loop(it) if it.attrs.is_empty() && it.label.is_none() => {
                Some((it.loop_token.span, it.body.brace_token.span.close()))
            }
            Expr::While(it) if it.attrs.is_empty() && it.label.is_none() => {
                Some((it.while_token.span, it.body.brace_token.span.close()))
            }
            Expr::ForLoop(it) if it.attrs.is_empty() && it.label.is_none() => {
                Some((it.for_token.span, it.body.brace_token.span.close()))
            }
            Expr::Return(it) if it.attrs.is_empty() => {
                let last = match &it.expr {
                    Some(value) => value.ends()?.1,
                    None => it.return_token.span,
                };
                Some((it.return_token.span, last))
            }
            _ => None,
        }
    }
}

impl HasEnds for Item {
    fn ends(&self) -> Option<Ends> {
        match self {
            Item::Mod(it) if it.attrs.is_empty() && it.unsafety.is_none() => {
                let (brace, _) = it.content.as_ref()?;
                let first = public(&it.vis, it.mod_token.span)?;
                Some((first, brace.span.close()))
            }
            Item::Impl(it) if it.attrs.is_empty() => {
                let plain = it.modifiers.defaultness.is_none() && it.unsafety.is_none();
                plain.then(|| (it.impl_token.span, it.brace_token.span.close()))
            }
            _ => None,
        }
    }
}

/// Where an item begins whose own first token is that one.
fn public(vis: &Visibility, token: Span) -> Option<Span> {
    match vis {
        Visibility::Inherited => Some(token),
        Visibility::Public(public) => Some(public.span),
        Visibility::Restricted(_) => None,
    }
}
