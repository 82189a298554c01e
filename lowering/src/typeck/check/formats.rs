//! `format!`, `write!` and their kin. What is written has no meaning for us, but impls that the user wrote by hand
//! are run, one after the other as the text says, until one of them fails. Where the destination is not known
//! here, or a width and the like would be seen, values with such impls are refused.

use std::rc::Rc;

use super::super::subst::{bool_ty, unit};
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::source::ast::{self, Format, Hole};
use crate::span::Span;
use crate::thir::{Arm, Expr, ExprKind, Literal, VarId};
use crate::ty::{DefId, Ty, TyKind};

/// Whether writing may fail.
enum Stream {
    /// It does not: a string, or the screen.
    Kept,
    /// If the formatter says so.
    Formatter(Expr),
    /// Nothing is known of it.
    Unknown,
}

impl FnCtxt<'_> {
    pub(super) fn format_macro(
        &mut self,
        name: &str,
        format: &Format,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        match (name, &format.to) {
            ("println" | "print" | "eprintln" | "eprint", _) => {
                let arguments = self.format_arguments(format, &Stream::Kept, span)?;
                self.lang_call("fmt_print", Vec::new(), vec![arguments], span)
            }
            ("write" | "writeln", Some(to)) => {
                let stream = self.stream(to, span)?;
                let arguments = self.format_arguments(format, &stream, span)?;
                let destination = self.expr(to, None)?;
                let method = ast::Ident {
                    name: "write_fmt".into(),
                    span,
                };
                self.method_with(destination, &method, vec![arguments], expected, span)
            }
            ("format_args", _) => self.format_arguments(format, &Stream::Unknown, span),
            ("format", _) => {
                let arguments = self.format_arguments(format, &Stream::Kept, span)?;
                self.lang_call("fmt_format", Vec::new(), vec![arguments], span)
            }
            _ => self.unsupported(span, format!("the macro `{name}!`")),
        }
    }

    /// What is known of a destination that is a place: looking at it twice does no harm.
    fn stream(&mut self, to: &ast::Expr, span: Span) -> Read<Stream> {
        if !is_path(to) {
            return Ok(Stream::Unknown);
        }
        let place = self.expr(to, None)?;
        let steps = self.autoderef(&place.ty)?;
        for (at, step) in steps.iter().enumerate() {
            let TyKind::Adt(def, _) = &*step.ty else {
                continue;
            };
            if self.pkg.lang_is(*def, "String") {
                return Ok(Stream::Kept);
            }
            if self.pkg.lang_is(*def, "Formatter") {
                let place = self.apply_steps(place, &steps[1..=at])?;
                let formatter = self.borrow_of(false, place, span);
                let call = self.lang_call("fmt_fails", Vec::new(), vec![formatter], span)?;
                return Ok(Stream::Formatter(call));
            }
        }
        Ok(Stream::Unknown)
    }

    /// `format_args!(…)`: what is left of it is whether an impl of the user's failed.
    fn format_arguments(&mut self, format: &Format, stream: &Stream, span: Span) -> Read<Expr> {
        let Some(def) = self.pkg.lang_item("Arguments") else {
            return self.unsupported(span, "formatted text");
        };
        let mut args = Vec::new();
        for arg in &format.args {
            let value = self.expr(arg, None)?;
            let at = value.span;
            args.push(self.borrow_of(false, value, at));
        }
        let holes = format.holes.as_deref().unwrap_or_default();
        let runs: Vec<bool> = holes
            .iter()
            .map(|hole| self.may_run(hole, &args[hole.arg], stream))
            .collect();
        if !runs.contains(&true) {
            let refused: Read<Vec<Expr>> = args.into_iter().map(|arg| self.refuse(arg)).collect();
            let failed = self.truth_of(false, span);
            let value = self.arguments(def, failed, span);
            return Ok(self.after(refused?, value, span));
        }
        // All are evaluated before any is formatted, and live on until the statement ends.
        let types = args.iter().map(|arg| Rc::clone(&arg.ty)).collect();
        let ty: Ty = Rc::new(TyKind::Tuple(types));
        let all = self.mk(ExprKind::Tuple(args), Rc::clone(&ty), span);
        let var = self.new_var(None, Rc::clone(&ty), span);
        let TyKind::Tuple(types) = &*ty else {
            return self.unsupported(span, "formatted text");
        };
        let mut refused = Vec::new();
        for (at, ty) in types.iter().enumerate() {
            let mut uses = holes.iter().zip(&runs).filter(|(hole, _)| hole.arg == at);
            let known = uses.next().is_some_and(|(_, run)| *run) && uses.all(|(_, run)| *run);
            if !known {
                let arg = self.part_of(var, at, ty, span);
                refused.push(self.refuse(arg)?);
            }
        }
        let mut failed: Option<Expr> = None;
        for (hole, _) in holes.iter().zip(&runs).filter(|(_, run)| **run) {
            let arg = self.part_of(var, hole.arg, &types[hole.arg], span);
            let run = self.run(hole, arg, stream, span)?;
            failed = Some(match failed {
                None => run,
                Some(before) => {
                    let kind = ExprKind::Or(before.into(), run.into());
                    self.mk(kind, bool_ty(), span)
                }
            });
        }
        let failed = failed.unwrap_or_else(|| self.truth_of(false, span));
        let value = self.arguments(def, failed, span);
        let ty = Rc::clone(&value.ty);
        let body = self.after(refused, value, span);
        let arm = Arm {
            pat: self.binding_pat(var, span),
            guard: None,
            body,
        };
        let kind = ExprKind::Match {
            scrutinee: all.into(),
            arms: vec![arm],
        };
        Ok(self.mk(kind, ty, span))
    }

    fn arguments(&self, def: DefId, failed: Expr, span: Span) -> Expr {
        let kind = ExprKind::Adt {
            variant: Id::from_index(0),
            fields: vec![(Id::from_index(0), failed)],
            base: None,
        };
        self.mk(kind, super::super::subst::adt(def, Vec::new()), span)
    }

    fn part_of(&self, var: VarId, at: usize, ty: &Ty, span: Span) -> Expr {
        let whole = Rc::clone(&self.vars[var].ty);
        let base = self.mk(ExprKind::Var(var), whole, span);
        let kind = ExprKind::Field {
            base: base.into(),
            field: Id::from_index(at),
        };
        self.mk(kind, Rc::clone(ty), span)
    }

    fn truth_of(&self, truth: bool, span: Span) -> Expr {
        self.mk(ExprKind::Literal(Literal::Bool(truth)), bool_ty(), span)
    }

    /// Whether an argument may have an impl that is written by hand, and it is known what that would see.
    fn may_run(&self, hole: &Hole, arg: &Expr, stream: &Stream) -> bool {
        let mut of = self.infer.shallow(&arg.ty);
        while let TyKind::Ref { to, .. } = &*of {
            of = self.infer.shallow(to);
        }
        hole.plain
            && matches!(hole.by, "Display" | "Debug")
            && !matches!(stream, Stream::Unknown)
            && matches!(&*of, TyKind::Adt(def, _) if !self.pkg.lang_is(*def, "String"))
    }

    /// Whether the impl of an argument fails.
    fn run(&mut self, hole: &Hole, arg: Expr, stream: &Stream, span: Span) -> Read<Expr> {
        let lang = format!("formats_by_{}", hole.by);
        let TyKind::Ref { to, .. } = &*arg.ty else {
            return self.unsupported(span, "formatted text");
        };
        let own = vec![Rc::clone(to)];
        let fails = match stream {
            Stream::Formatter(fails) => fails.clone(),
            Stream::Kept | Stream::Unknown => self.truth_of(false, span),
        };
        let alternate = self.truth_of(hole.alternate, span);
        self.lang_call(&lang, own, vec![arg, fails, alternate], span)
    }

    /// An argument that is evaluated, and refused if formatting it would run code of the user's.
    fn refuse(&mut self, arg: Expr) -> Read<Expr> {
        let TyKind::Ref { to, .. } = &*arg.ty else {
            return Ok(self.mk(ExprKind::Opaque(vec![arg.clone()]), unit(), arg.span));
        };
        let (of, span) = (Rc::clone(to), arg.span);
        self.lang_call("formats", vec![of], vec![arg], span)
    }
}

/// Whether it is a variable, or a field of one.
fn is_path(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Path(_) => true,
        ast::ExprKind::Field(base, _) => is_path(base),
        _ => false,
    }
}
