//! The typed tree as text: Rust with nothing left implicit. For tests and for reading.

use std::fmt::Write;

use super::{
    BindBy, Body, CaptureBy, Expr, ExprKind, Literal, Pat, PatKind, SpecExpr, Stmt, VarId,
};
use crate::front::Front;
use crate::ir::{BinOp, UnOp};
use crate::ty::{FnRef, Ty, TyKind};

/// Writes a body.
pub fn body(front: &dyn Front, body: &Body) -> String {
    let mut printer = Printer {
        front,
        body,
        out: String::new(),
        indent: 0,
    };
    let params: Vec<String> = body.params.iter().map(|pat| printer.pat(pat)).collect();
    let _ = write!(printer.out, "|{}| ", params.join(", "));
    printer.expr(&body.value);
    printer.out
}

struct Printer<'a> {
    front: &'a dyn Front,
    body: &'a Body,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn var(&self, var: VarId) -> String {
        match self.body.vars.get(var).and_then(|it| it.name.as_ref()) {
            Some(name) => name.clone(),
            None => var.to_string(),
        }
    }

    fn ty(&self, ty: &Ty) -> String {
        let all = |types: &[Ty]| {
            let shown: Vec<String> = types.iter().map(|ty| self.ty(ty)).collect();
            shown.join(", ")
        };
        match &**ty {
            TyKind::Int(int) => int.name().into(),
            TyKind::MathInt => "Int".into(),
            TyKind::Bool => "bool".into(),
            TyKind::Tuple(parts) => format!("({})", all(parts)),
            TyKind::Adt(def, args) if args.is_empty() => self.front.path(*def),
            TyKind::Adt(def, args) => format!("{}<{}>", self.front.path(*def), all(args)),
            TyKind::Ref { mutable, to } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, self.ty(to))
            }
            TyKind::Param(param) => param.name.to_string(),
            TyKind::Closure(..) => "closure".into(),
            TyKind::Never => "!".into(),
            other => format!("{other:?}"),
        }
    }

    fn callee(&self, function: &FnRef) -> String {
        let path = self.front.path(function.def);
        if function.args.is_empty() {
            return path;
        }
        let args: Vec<String> = function.args.iter().map(|ty| self.ty(ty)).collect();
        format!("{path}::<{}>", args.join(", "))
    }

    fn pat(&self, pat: &Pat) -> String {
        let all = |pats: &[Pat]| {
            let shown: Vec<String> = pats.iter().map(|pat| self.pat(pat)).collect();
            shown
        };
        match &pat.kind {
            PatKind::Wild => "_".into(),
            PatKind::Binding { var, by, sub } => {
                let by = match by {
                    BindBy::Value => "",
                    BindBy::Ref => "ref ",
                    BindBy::RefMut => "ref mut ",
                };
                match sub {
                    Some(sub) => format!("{by}{} @ {}", self.var(*var), self.pat(sub)),
                    None => format!("{by}{}", self.var(*var)),
                }
            }
            PatKind::Adt { variant, fields } => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(field, pat)| format!("{field}: {}", self.pat(pat)))
                    .collect();
                format!("#{variant}{{{}}}", fields.join(", "))
            }
            PatKind::Deref(inner) => format!("&{}", self.pat(inner)),
            PatKind::Constant(value) => self.inline(value),
            PatKind::Range { low, high, .. } => format!("{low:?}..{high:?}"),
            PatKind::Or(cases) => all(cases).join(" | "),
            PatKind::Slice { prefix, suffix, .. } => {
                format!(
                    "[{}, .., {}]",
                    all(prefix).join(", "),
                    all(suffix).join(", ")
                )
            }
        }
    }

    fn inline(&self, expr: &Expr) -> String {
        let mut printer = Printer {
            front: self.front,
            body: self.body,
            out: String::new(),
            indent: self.indent,
        };
        printer.expr(expr);
        printer.out
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn list(&mut self, exprs: &[Expr]) {
        for (at, expr) in exprs.iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.expr(expr);
        }
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn wrapped(&mut self, before: &str, expr: &Expr, after: &str) {
        self.put(before);
        self.expr(expr);
        self.put(after);
    }

    fn two(&mut self, a: &Expr, between: &str, b: &Expr) {
        self.put("(");
        self.expr(a);
        self.put(between);
        self.expr(b);
        self.put(")");
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(literal) => {
                let text = match literal {
                    Literal::Bool(value) => value.to_string(),
                    Literal::Int(value) => format!("{value}{}", self.ty(&expr.ty)),
                    Literal::Str(text) => format!("{text:?}"),
                    other => format!("{other:?}"),
                };
                self.put(&text);
            }
            ExprKind::Var(var) => {
                let name = self.var(*var);
                self.put(&name);
            }
            ExprKind::Const(item) | ExprKind::Fn(item) => {
                let text = self.callee(item);
                self.put(&text);
            }
            ExprKind::ConstParam(param) => self.put(&param.name),
            ExprKind::Static(def) => {
                let text = self.front.path(*def);
                self.put(&text);
            }
            ExprKind::Call { callee, args } => {
                let text = self.callee(callee);
                self.put(&text);
                self.put("(");
                self.list(args);
                self.put(")");
            }
            ExprKind::CallParam { method, args } => {
                let text = format!(
                    "<{}>::{}(",
                    self.ty(method.self_ty()),
                    self.front.path(method.def)
                );
                self.put(&text);
                self.list(args);
                self.put(")");
            }
            ExprKind::CallValue { callee, args } => {
                self.wrapped("(", callee, ")(");
                self.list(args);
                self.put(")");
            }
            ExprKind::Field { base, field } => {
                self.expr(base);
                let text = format!(".{field}");
                self.put(&text);
            }
            ExprKind::Index { base, index } => {
                self.wrapped("", base, "[");
                self.wrapped("", index, "]");
            }
            ExprKind::Deref(inner) => self.wrapped("(*", inner, ")"),
            ExprKind::Borrow { mutable, of } => {
                self.wrapped(if *mutable { "&mut " } else { "&" }, of, "");
            }
            ExprKind::AddressOf { of, .. } => self.wrapped("&raw ", of, ""),
            ExprKind::Unary(UnOp::Not, of) => self.wrapped("!", of, ""),
            ExprKind::Unary(UnOp::Neg, of) => self.wrapped("-", of, ""),
            ExprKind::Binary(op, a, b) => self.two(a, operator(*op), b),
            ExprKind::And(a, b) => self.two(a, " && ", b),
            ExprKind::Or(a, b) => self.two(a, " || ", b),
            ExprKind::Assign { place, value } => self.two(place, " = ", value),
            ExprKind::AssignOp { op, place, value } => {
                let text = format!("{}= ", operator(*op).trim_end());
                self.two(place, &text, value);
            }
            ExprKind::Cast(value) => {
                let text = format!(" as {})", self.ty(&expr.ty));
                self.wrapped("(", value, &text);
            }
            ExprKind::Coerce(value) => {
                let text = format!(" => {})", self.ty(&expr.ty));
                self.wrapped("(", value, &text);
            }
            ExprKind::Adt {
                variant,
                fields,
                base,
            } => {
                let text = format!("{}#{variant}{{", self.ty(&expr.ty));
                self.put(&text);
                for (at, (field, value)) in fields.iter().enumerate() {
                    let text = format!("{}{field}: ", if at > 0 { ", " } else { "" });
                    self.wrapped(&text, value, "");
                }
                if let Some(base) = base {
                    self.wrapped(", ..", base, "");
                }
                self.put("}");
            }
            ExprKind::Tuple(parts) => {
                self.put("(");
                self.list(parts);
                self.put(")");
            }
            ExprKind::Array(parts) => {
                self.put("[");
                self.list(parts);
                self.put("]");
            }
            ExprKind::Repeat(value) => self.wrapped("[", value, "; _]"),
            ExprKind::Closure(closure) => {
                let params: Vec<String> = closure.params.iter().map(|pat| self.pat(pat)).collect();
                let captures: Vec<String> = closure
                    .captures
                    .iter()
                    .map(|capture| {
                        let by = match capture.by {
                            CaptureBy::Ref => "&",
                            CaptureBy::RefMut => "&mut ",
                            CaptureBy::Value => "",
                        };
                        format!("{by}{}", self.var(capture.var))
                    })
                    .collect();
                let text = format!("[{}]|{}| ", captures.join(", "), params.join(", "));
                self.wrapped(&text, &closure.body, "");
            }
            ExprKind::Block { scope, stmts, tail } => {
                if let Some(scope) = scope {
                    let text = format!("{scope}: ");
                    self.put(&text);
                }
                self.block(stmts, tail.as_deref());
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.wrapped("if ", cond, " ");
                self.expr(then);
                if let Some(otherwise) = otherwise {
                    self.wrapped(" else ", otherwise, "");
                }
            }
            ExprKind::Let { pat, value } => {
                let text = format!("let {} = ", self.pat(pat));
                self.wrapped(&text, value, "");
            }
            ExprKind::Match { scrutinee, arms } => {
                self.wrapped("match ", scrutinee, " {");
                self.indent += 1;
                for arm in arms {
                    self.line();
                    let text = self.pat(&arm.pat);
                    self.put(&text);
                    if let Some(guard) = &arm.guard {
                        self.wrapped(" if ", guard, "");
                    }
                    self.wrapped(" => ", &arm.body, ",");
                }
                self.indent -= 1;
                self.line();
                self.put("}");
            }
            ExprKind::Loop { scope, body } => {
                let text = format!("{scope}: loop ");
                self.wrapped(&text, body, "");
            }
            ExprKind::Break { scope, value } => {
                let text = format!("break {scope}");
                self.put(&text);
                if let Some(value) = value {
                    self.wrapped(" ", value, "");
                }
            }
            ExprKind::Continue(scope) => {
                let text = format!("continue {scope}");
                self.put(&text);
            }
            ExprKind::Return(value) => {
                self.put("return");
                if let Some(value) = value {
                    self.wrapped(" ", value, "");
                }
            }
            ExprKind::Panic { message, .. } => {
                let text = format!("panic({message:?})");
                self.put(&text);
            }
            ExprKind::Claim { claim, cond } => {
                let text = format!("{claim:?}(");
                self.wrapped(&text, cond, ")");
            }
            ExprKind::Opaque(parts) => {
                self.put("opaque(");
                self.list(parts);
                self.put(")");
            }
            ExprKind::Spec(form) => self.spec(form),
        }
    }

    fn block(&mut self, stmts: &[Stmt], tail: Option<&Expr>) {
        if stmts.is_empty() {
            match tail {
                Some(tail) => self.wrapped("{ ", tail, " }"),
                None => self.put("{}"),
            }
            return;
        }
        self.put("{");
        self.indent += 1;
        for stmt in stmts {
            self.line();
            match stmt {
                Stmt::Expr(value) => self.wrapped("", value, ";"),
                Stmt::Let {
                    pat,
                    init,
                    otherwise,
                    ..
                } => {
                    let text = format!("let {}: {}", self.pat(pat), self.ty(&pat.ty));
                    self.put(&text);
                    if let Some(init) = init {
                        self.wrapped(" = ", init, "");
                    }
                    if let Some(otherwise) = otherwise {
                        self.wrapped(" else ", otherwise, "");
                    }
                    self.put(";");
                }
            }
        }
        if let Some(tail) = tail {
            self.line();
            self.expr(tail);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn spec(&mut self, form: &SpecExpr) {
        match form {
            SpecExpr::Ghost(inner) => self.wrapped("ghost(", inner, ")"),
            SpecExpr::Old(inner) => self.wrapped("old(", inner, ")"),
            SpecExpr::ForAll { var, body } => {
                let text = format!("forall({}. ", self.var(*var));
                self.wrapped(&text, body, ")");
            }
            SpecExpr::Exists { var, body } => {
                let text = format!("exists({}. ", self.var(*var));
                self.wrapped(&text, body, ")");
            }
            SpecExpr::SetOf { var, body } => {
                let text = format!("set_of({}. ", self.var(*var));
                self.wrapped(&text, body, ")");
            }
            SpecExpr::Reach {
                kind,
                start,
                node,
                steps,
            } => {
                let text = format!("{kind:?}(");
                self.wrapped(&text, start, "");
                let text = format!("; {}. ", self.var(*node));
                self.put(&text);
                self.list(steps);
                self.put(")");
            }
            SpecExpr::Each { set, node, place } => {
                let text = format!("each {} in ", self.var(*node));
                self.put(&text);
                self.two(set, ": ", place);
            }
            SpecExpr::Same(a, b) => self.two(a, " same ", b),
            SpecExpr::Fresh(inner) => self.wrapped("fresh(", inner, ")"),
            SpecExpr::Unchanged(places) => {
                self.put("unchanged(");
                self.list(places);
                self.put(")");
            }
            SpecExpr::StructuralEq(a, b) => self.two(a, " === ", b),
            SpecExpr::ToMath(inner) => self.wrapped("int(", inner, ")"),
        }
    }
}

fn operator(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => " + ",
        BinOp::Sub => " - ",
        BinOp::Mul => " * ",
        BinOp::Div => " / ",
        BinOp::Rem => " % ",
        BinOp::BitAnd => " & ",
        BinOp::BitOr => " | ",
        BinOp::BitXor => " ^ ",
        BinOp::Shl => " << ",
        BinOp::Shr => " >> ",
        BinOp::Eq => " == ",
        BinOp::Ne => " != ",
        BinOp::Lt => " < ",
        BinOp::Le => " <= ",
        BinOp::Gt => " > ",
        BinOp::Ge => " >= ",
    }
}
