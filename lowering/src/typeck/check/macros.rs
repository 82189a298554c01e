//! The macros of std and of the contract crate, by meaning. A macro that the crate under check defines
//! is never taken for one of these.

use std::rc::Rc;

use super::super::stop::mistake;
use super::super::subst::{bool_ty, never, unit};
use super::FnCtxt;
use crate::diag::Diagnostic;
use crate::front::Read;
use crate::ir::{BinOp, PanicKind, UnOp};
use crate::resolve::{Found, Ns};
use crate::source::ast::{self, MacroArgs};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Arm, Claim, Expr, ExprKind, Literal, Pat, PatKind};
use crate::ty::{FnRef, Ty, TyKind};

impl FnCtxt<'_> {
    pub(super) fn macro_call(
        &mut self,
        call: &ast::MacroCall,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let name = &call.path.last().ident.name;
        let unknown = || format!("the macro `{name}!`");
        if self
            .pkg
            .defs
            .lookup(self.scope.names, Ns::Macro, name)
            .is_some()
            || self.pkg.is_user_macro(name)
            || !self.is_std_path(&call.path)
        {
            return self.unsupported(span, unknown());
        }
        if call.path.segments.len() == 2 && &*call.path.segments[0].ident.name == "kani" {
            return self.kani_macro(name, &call.args, span);
        }
        match (&**name, &call.args) {
            ("assert" | "debug_assert", MacroArgs::Exprs(args)) if !args.is_empty() => {
                let cond = self.expr_as(&args[0], &bool_ty())?;
                self.assertion(cond, &args[1..], span)
            }
            (
                "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne",
                MacroArgs::Exprs(args),
            ) if args.len() >= 2 => {
                let op = if name.ends_with("eq") {
                    BinOp::Eq
                } else {
                    BinOp::Ne
                };
                let cond = self.binary(op, &args[0], &args[1], None, span)?;
                self.assertion(cond, &args[2..], span)
            }
            ("panic" | "unreachable" | "todo" | "unimplemented", MacroArgs::Exprs(args)) => {
                let message = self.panic_message(name, args);
                let panic = self.panic(message, span);
                let args = self.format_args(args)?;
                Ok(self.after(args, panic, span))
            }
            ("matches", MacroArgs::Matches { value, pat, guard }) => {
                self.matches(value, pat, guard.as_ref(), span)
            }
            (_, MacroArgs::Format(format)) => self.format_macro(name, format, expected, span),
            ("addr_of" | "addr_of_mut", MacroArgs::Exprs(args)) if args.len() == 1 => {
                self.raw_address(&**name == "addr_of_mut", &args[0], span)
            }
            ("dbg", MacroArgs::Exprs(args)) if args.len() == 1 => self.expr(&args[0], expected),
            ("vec", MacroArgs::Repeat(value, count)) => {
                let element = self.infer.any();
                self.expect_element(&element, expected);
                let value = self.expr_as(value, &element)?;
                let usize_ = super::super::subst::int(crate::ty::IntTy::Usize);
                let count = self.expr_as(count, &usize_)?;
                self.lang_call("vec_from_elem", vec![element], vec![value, count], span)
            }
            ("vec", MacroArgs::Exprs(args)) => self.vec_of(args, expected, span),
            (
                "prove" | "assume" | "loop_invariant" | "decreases" | "body_invariant"
                | "body_variant" | "prusti_assert" | "prusti_assume",
                MacroArgs::Exprs(args),
            ) => self.claim(name, args, span),
            ("ghost", MacroArgs::Ghost(block)) => self.ghost_code(block, span),
            ("map", MacroArgs::Exprs(args)) if self.spec => self.map_literal(args, expected, span),
            ("set" | "seq" | "multiset", MacroArgs::Exprs(args)) if self.spec => {
                self.collection_literal(name, args, expected, span)
            }
            ("concat" | "stringify" | "line" | "column" | "file" | "module_path", _) => {
                self.unsupported(span, unknown())
            }
            _ => self.unsupported(span, unknown()),
        }
    }

    /// `vec![a, b]`: the vector that an array becomes.
    fn vec_of(&mut self, args: &[ast::Expr], expected: Option<&Ty>, span: Span) -> Read<Expr> {
        let Some(vec) = self.pkg.lang_item("Vec") else {
            return self.unsupported(span, "the macro `vec!`");
        };
        let element = self.infer.any();
        self.expect_element(&element, expected);
        let mut values = Vec::new();
        for arg in args {
            values.push(self.expr_as(arg, &element)?);
        }
        let length = i128::try_from(values.len()).unwrap_or(i128::MAX);
        let length = Rc::new(TyKind::ConstValue(length));
        let array_ty = Rc::new(TyKind::Array(Rc::clone(&element), length));
        let array = self.mk(ExprKind::Array(values), Rc::clone(&array_ty), span);
        let ty = super::super::subst::adt(vec, vec![element]);
        let callee = self.lang_method("From", "from", vec![Rc::clone(&ty), array_ty], span)?;
        let kind = ExprKind::Call {
            callee,
            args: vec![array],
        };
        Ok(self.mk(kind, ty, span))
    }

    /// What an expected vector says of its elements.
    fn expect_element(&mut self, element: &Ty, expected: Option<&Ty>) {
        let Some(expected) = expected.map(|ty| self.infer.shallow(ty)) else {
            return;
        };
        if let TyKind::Adt(def, args) = &*expected
            && self.pkg.lang_is(*def, "Vec")
            && let Some(wanted) = args.first()
        {
            self.infer.unify(element, wanted);
        }
    }

    /// A call of a function that the models give for a macro.
    pub(super) fn lang_call(
        &mut self,
        lang: &str,
        own: Vec<Ty>,
        args: Vec<Expr>,
        span: Span,
    ) -> Read<Expr> {
        let Some(def) = self.pkg.lang_item(lang) else {
            return self.unsupported(span, format!("`{lang}`, of which there is no model"));
        };
        let callee = FnRef { def, args: own };
        let (params, ret) = self.signature(&callee, span)?;
        self.require_bounds(callee.def, &callee.args, span)?;
        let mut given = Vec::new();
        for (arg, param) in args.into_iter().zip(&params) {
            given.push(self.coerce(arg, param)?);
        }
        let kind = ExprKind::Call {
            callee,
            args: given,
        };
        Ok(self.mk(kind, ret, span))
    }

    /// Whether the path of a macro is a plain name, or leads to std or the contract crate.
    fn is_std_path(&self, path: &ast::Path) -> bool {
        match path.segments.as_slice() {
            [_] => true,
            [first, _] => {
                matches!(
                    &*first.ident.name,
                    "std" | "core" | "alloc" | "bverify_contracts" | "kani" | "prusti_contracts"
                ) || self.is_model_module(path)
            }
            _ => self.is_model_module(path),
        }
    }

    /// Whether what stands before the name is a module of the models: `ptr::addr_of`.
    fn is_model_module(&self, path: &ast::Path) -> bool {
        let names = path.segments.iter().map(|it| it.ident.name.clone());
        let mut names: Vec<_> = names.collect();
        names.pop();
        let defs = &self.pkg.defs;
        match defs.follow(self.scope.names, path.global, &names, Ns::Type) {
            Found::Def { def, used } => used == names.len() && defs.def(def).is_model,
            _ => false,
        }
    }

    fn panic(&self, message: String, span: Span) -> Expr {
        let kind = ExprKind::Panic {
            kind: PanicKind::Explicit,
            message,
        };
        self.mk(kind, never(), span)
    }

    /// What the program would print, as far as it is a constant.
    fn panic_message(&self, name: &str, args: &[ast::Expr]) -> String {
        let text = match args.first().map(|arg| &arg.kind) {
            Some(ast::ExprKind::Lit(ast::Lit::Str(text))) => Some(text.clone()),
            _ => None,
        };
        match (name, text) {
            ("panic", Some(text)) => text,
            ("panic", None) => "explicit panic".into(),
            ("unreachable", None) => "internal error: entered unreachable code".into(),
            ("unreachable", Some(text)) => {
                format!("internal error: entered unreachable code: {text}")
            }
            ("todo", _) => "not yet implemented".into(),
            (_, _) => "not implemented".into(),
        }
    }

    /// The arguments of a format string: they are read, and formatting them has no meaning for us.
    fn format_args(&mut self, args: &[ast::Expr]) -> Read<Vec<Expr>> {
        let mut checked = Vec::new();
        for arg in args {
            if matches!(arg.kind, ast::ExprKind::Lit(ast::Lit::Str(_))) {
                continue;
            }
            let value = self.expr(arg, None)?;
            let span = value.span;
            checked.push(self.borrow_of(false, value, span));
        }
        Ok(checked)
    }

    /// Evaluates the arguments of a message, then goes on with `then`.
    pub(super) fn after(&mut self, args: Vec<Expr>, then: Expr, span: Span) -> Expr {
        if args.is_empty() {
            return then;
        }
        let effect = self.mk(ExprKind::Opaque(args), unit(), span);
        let ty = Rc::clone(&then.ty);
        let kind = ExprKind::Block {
            scope: None,
            stmts: vec![crate::thir::Stmt::Expr(effect)],
            tail: Some(then.into()),
        };
        self.mk(kind, ty, span)
    }

    /// `if !cond { panic }`.
    fn assertion(&mut self, cond: Expr, message: &[ast::Expr], span: Span) -> Read<Expr> {
        if self.spec {
            return self.wrong(
                codes::BAD_SPEC_FORM,
                span,
                "an assertion inside a specification",
            );
        }
        let text = match message.first().map(|arg| &arg.kind) {
            Some(ast::ExprKind::Lit(ast::Lit::Str(text))) => text.clone(),
            _ => format!("assertion failed: {}", self.pkg.map.text(cond.span)),
        };
        let panic = self.panic(text, span);
        let message = self.format_args(message)?;
        let panic = self.after(message, panic, span);
        // The negation is ours: at the span of the condition a report would take it for its value.
        let failed = self.mk(ExprKind::Unary(UnOp::Not, cond.into()), bool_ty(), span);
        let panic = self.coerce(panic, &unit())?;
        let kind = ExprKind::If {
            cond: failed.into(),
            then: panic.into(),
            otherwise: None,
        };
        Ok(self.mk(kind, unit(), span))
    }

    fn matches(
        &mut self,
        value: &ast::Expr,
        pat: &ast::Pat,
        guard: Option<&ast::Expr>,
        span: Span,
    ) -> Read<Expr> {
        let value = self.expr(value, None)?;
        let ty = self.known(&value.ty)?;
        let literal = |truth: bool| ExprKind::Literal(Literal::Bool(truth));
        let arm = self.scoped(|this| -> Read<Arm> {
            let pat = this.pat(pat, &ty)?;
            let guard = match guard {
                Some(guard) => Some(this.expr_as(guard, &bool_ty())?),
                None => None,
            };
            Ok(Arm {
                pat,
                guard,
                body: this.mk(literal(true), bool_ty(), span),
            })
        })?;
        let otherwise = Arm {
            pat: Pat {
                kind: PatKind::Wild,
                ty,
                span,
            },
            guard: None,
            body: self.mk(literal(false), bool_ty(), span),
        };
        let kind = ExprKind::Match {
            scrutinee: value.into(),
            arms: vec![arm, otherwise],
        };
        Ok(self.mk(kind, bool_ty(), span))
    }

    /// `prove!(e)` and kin: `e` is specification code.
    fn claim(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Read<Expr> {
        let (claim, machine) = match name {
            "prove" => (Claim::Prove, false),
            "assume" => (Claim::Assume, false),
            "loop_invariant" => (Claim::LoopInvariant, false),
            "decreases" => (Claim::Variant, false),
            "prusti_assert" => (Claim::Prove, true),
            "prusti_assume" => (Claim::Assume, true),
            "body_variant" => (Claim::Variant, true),
            _ => (Claim::LoopInvariant, true),
        };
        let [cond] = args else {
            let message = format!("`{name}!` takes one expression");
            let diagnostic = Diagnostic::error(codes::MALFORMED_CLAUSE, span, message);
            return Err(mistake(diagnostic));
        };
        let outer = self.enter_spec();
        let outside = std::mem::replace(&mut self.machine, machine);
        let cond = match claim {
            Claim::Variant => self.spec_measure(cond),
            _ => self.expr_as(cond, &bool_ty()),
        };
        self.leave_spec(outer);
        self.machine = outside;
        let kind = ExprKind::Claim {
            claim,
            cond: cond?.into(),
        };
        Ok(self.mk(kind, unit(), span))
    }

    /// The macros of Kani.
    fn kani_macro(&mut self, name: &str, args: &MacroArgs, span: Span) -> Read<Expr> {
        match (name, args) {
            ("implies", MacroArgs::Exprs(args)) if args.len() == 2 => {
                self.implies(&args[0], &args[1], span)
            }
            ("forall" | "exists", MacroArgs::Exprs(args)) if args.len() == 3 => {
                let ident = |name: &str| ast::Segment {
                    ident: ast::Ident {
                        name: name.into(),
                        span,
                    },
                    args: None,
                };
                let path = ast::Path {
                    marked: None,
                    qself: None,
                    global: true,
                    segments: vec![ident("kani"), ident("internal"), ident(name)],
                    span,
                };
                let callee = ast::Expr {
                    kind: ast::ExprKind::Path(path),
                    span,
                };
                let call = ast::Expr {
                    kind: ast::ExprKind::Call(Box::new(callee), args.clone()),
                    span,
                };
                self.expr(&call, None)
            }
            // Whether something can be reached is no matter of correctness.
            ("cover", _) => Ok(self.mk(ExprKind::Tuple(Vec::new()), unit(), span)),
            _ => self.unsupported(span, format!("the macro `kani::{name}!`")),
        }
    }
}
