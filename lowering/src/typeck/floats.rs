//! What is done with floats, as calls of the models: they know numbers only by their bits. This is said when all
//! types are known, because until then a literal may be of either type.

use std::rc::Rc;

use super::check::FnCtxt;
use super::stop::unsupported;
use super::subst::{bool_ty, int, reference, unit};
use crate::front::Read;
use crate::ir::{BinOp, Int, UnOp};
use crate::resolve::{Found, Ns};
use crate::source::ast::Name;
use crate::span::Span;
use crate::thir::{BindBy, Expr, ExprKind, Literal, Pat, PatKind, SpecExpr, Stmt, Var};
use crate::ty::{FnRef, IntTy, Ty, TyKind};

impl FnCtxt<'_> {
    /// Replaces an operation on floats by a call; everything inside of it has been finished.
    pub(super) fn finish_float(&mut self, expr: &mut Expr) -> Read<()> {
        let span = expr.span;
        let Some((width, operation)) = operation_of(expr) else {
            return Ok(());
        };
        let taken = std::mem::replace(&mut expr.kind, ExprKind::Tuple(Vec::new()));
        let result = Rc::clone(&expr.ty);
        *expr = match (taken, operation) {
            (ExprKind::Literal(Literal::Float(text)), _) => {
                let bits = bits_of(&text, width).ok_or_else(|| {
                    unsupported(span, format!("a float literal of this form (`{text}`)"))
                })?;
                let ty = int(if width == 32 { IntTy::U32 } else { IntTy::U64 });
                let kind = ExprKind::Literal(Literal::Int(bits));
                let bits = Expr { kind, ty, span };
                self.float_call(width, "made", Vec::new(), vec![bits], result, span)?
            }
            (ExprKind::Binary(op, a, b), _) => {
                self.float_binary(width, op, *a, *b, result, span)?
            }
            (ExprKind::Unary(_, a), _) => {
                self.float_call(width, "neg", Vec::new(), vec![*a], result, span)?
            }
            (ExprKind::AssignOp { op, place, value }, _) => {
                self.float_assign(width, op, *place, *value, span)?
            }
            (ExprKind::Cast(of), Operation::FromInt) => {
                let args = vec![Rc::clone(&of.ty)];
                self.float_call(width, "from_int", args, vec![*of], result, span)?
            }
            (ExprKind::Cast(of), Operation::ToInt) => {
                let args = vec![Rc::clone(&result)];
                self.float_call(width, "to_int", args, vec![*of], result, span)?
            }
            (ExprKind::Cast(of), Operation::Convert) => {
                if of.ty == result {
                    *of
                } else {
                    let name = if width == 32 {
                        "f32_to_f64"
                    } else {
                        "f64_to_f32"
                    };
                    let Some(def) = self.pkg.lang_item(name) else {
                        return Err(unsupported(span, "a conversion of floats"));
                    };
                    let callee = FnRef {
                        def,
                        args: Vec::new(),
                    };
                    let kind = ExprKind::Call {
                        callee,
                        args: vec![*of],
                    };
                    Expr {
                        kind,
                        ty: result,
                        span,
                    }
                }
            }
            (ExprKind::Spec(form), _) => match *form {
                SpecExpr::StructuralEq(a, b) => {
                    self.float_binary(width, BinOp::Eq, a, b, result, span)?
                }
                _ => return Err(unsupported(span, "a float in a specification")),
            },
            _ => return Err(unsupported(span, "an operation on floats")),
        };
        Ok(())
    }

    fn float_binary(
        &mut self,
        width: u32,
        op: BinOp,
        a: Expr,
        b: Expr,
        result: Ty,
        span: Span,
    ) -> Read<Expr> {
        let (name, args) = match op {
            BinOp::Add => ("add", vec![a, b]),
            BinOp::Sub => ("sub", vec![a, b]),
            BinOp::Mul => ("mul", vec![a, b]),
            BinOp::Div => ("div", vec![a, b]),
            BinOp::Rem => ("rem", vec![a, b]),
            BinOp::Eq | BinOp::Ne => ("eq", vec![a, b]),
            BinOp::Lt => ("lt", vec![a, b]),
            BinOp::Le => ("le", vec![a, b]),
            BinOp::Gt => ("gt", vec![a, b]),
            BinOp::Ge => ("ge", vec![a, b]),
            _ => return Err(unsupported(span, "an operation on floats")),
        };
        let call = self.float_call(width, name, Vec::new(), args, Rc::clone(&result), span)?;
        Ok(match op {
            BinOp::Ne => Expr {
                kind: ExprKind::Unary(UnOp::Not, call.into()),
                ty: bool_ty(),
                span,
            },
            _ => call,
        })
    }

    /// `place += value`: the value comes first.
    fn float_assign(
        &mut self,
        width: u32,
        op: BinOp,
        place: Expr,
        value: Expr,
        span: Span,
    ) -> Read<Expr> {
        let name = match op {
            BinOp::Add => "add_to",
            BinOp::Sub => "sub_from",
            BinOp::Mul => "mul_to",
            BinOp::Div => "div_to",
            BinOp::Rem => "rem_to",
            _ => return Err(unsupported(span, "an operation on floats")),
        };
        let ty = Rc::clone(&value.ty);
        let var = self.vars.push(Var {
            name: None,
            ty: Rc::clone(&ty),
            span,
        });
        let pat = Pat {
            kind: PatKind::Binding {
                var,
                by: BindBy::Value,
                sub: None,
            },
            ty: Rc::clone(&ty),
            span,
        };
        let bound = Stmt::Let {
            pat,
            init: Some(value),
            otherwise: None,
            span,
        };
        let to = reference(true, Rc::clone(&place.ty));
        let place = Expr {
            kind: ExprKind::Borrow {
                mutable: true,
                of: place.into(),
            },
            ty: to,
            span,
        };
        let held = Expr {
            kind: ExprKind::Var(var),
            ty,
            span,
        };
        let call = self.float_call(width, name, Vec::new(), vec![place, held], unit(), span)?;
        Ok(Expr {
            kind: ExprKind::Block {
                scope: None,
                stmts: vec![bound],
                tail: Some(call.into()),
            },
            ty: unit(),
            span,
        })
    }

    /// A call of a function of the models.
    fn float_call(
        &mut self,
        width: u32,
        name: &str,
        args: Vec<Ty>,
        values: Vec<Expr>,
        ty: Ty,
        span: Span,
    ) -> Read<Expr> {
        let module = self.pkg.lang_item(&format!("f{width}_functions"));
        let found = module.map(|module| {
            let name: [Name; 1] = [name.into()];
            self.pkg.defs.follow(module, false, &name, Ns::Value)
        });
        let Some(Found::Def { def, .. }) = found else {
            return Err(unsupported(span, "floating-point numbers"));
        };
        Ok(Expr {
            kind: ExprKind::Call {
                callee: FnRef { def, args },
                args: values,
            },
            ty,
            span,
        })
    }
}

/// What is done with a float, where the expression alone does not tell.
#[derive(Clone, Copy)]
enum Operation {
    FromInt,
    ToInt,
    Convert,
    Other,
}

/// The width of the float that an expression works on, if it does.
fn operation_of(expr: &Expr) -> Option<(u32, Operation)> {
    let other = |ty: &Ty| float(ty).map(|width| (width, Operation::Other));
    match &expr.kind {
        ExprKind::Literal(Literal::Float(_)) => other(&expr.ty),
        ExprKind::Binary(_, a, _) | ExprKind::Unary(_, a) => other(&a.ty),
        ExprKind::AssignOp { place, .. } => other(&place.ty),
        ExprKind::Cast(of) => match (float(&of.ty), float(&expr.ty)) {
            (Some(from), Some(_)) => Some((from, Operation::Convert)),
            (Some(from), None) => Some((from, Operation::ToInt)),
            (None, Some(to)) => Some((to, Operation::FromInt)),
            (None, None) => None,
        },
        ExprKind::Spec(form) => match &**form {
            SpecExpr::StructuralEq(a, _) => other(&a.ty),
            _ => None,
        },
        _ => None,
    }
}

fn float(ty: &Ty) -> Option<u32> {
    match **ty {
        TyKind::Float(width) => Some(width),
        _ => None,
    }
}

/// The bits of the number nearest to what is written.
fn bits_of(text: &str, width: u32) -> Option<Int> {
    match width {
        32 => text.parse::<f32>().ok().map(|it| Int::from(it.to_bits())),
        _ => text.parse::<f64>().ok().map(|it| Int::from(it.to_bits())),
    }
}
