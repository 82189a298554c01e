//! The functions that only specifications have, and which functions a specification may call.

use std::rc::Rc;

use super::super::stop::mistake;
use super::super::subst::{adt, bool_ty};
use super::{FnCtxt, OldState};
use crate::diag::Diagnostic;
use crate::front::Read;
use crate::ids::Id;
use crate::ir::{BinOp, UnOp};
use crate::resolve::{Found, Ns};
use crate::source::ast::{self, ExprKind as Ast, PatKind};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, SpecExpr, VarId};
use crate::ty::{FnRef, Ty, TyKind, VariantIdx};

/// The functions that are known without being imported.
const BUILT_IN: &[&str] = &[
    "old",
    "forall",
    "exists",
    "implies",
    "same",
    "fresh",
    "unchanged",
];

impl FnCtxt<'_> {
    pub(super) fn spec_expr(&self, form: SpecExpr, ty: Ty, span: Span) -> Expr {
        self.mk(ExprKind::Spec(Box::new(form)), ty, span)
    }

    /// The built-in function that a path names: a name of the user's comes first.
    fn built_in(&self, path: &ast::Path) -> Option<&'static str> {
        let name = &path.last().ident.name;
        let built_in = BUILT_IN.iter().copied().find(|it| *it == &**name)?;
        if path.as_ident().is_some() && self.local(path.marked.as_ref().unwrap_or(name)).is_some() {
            return None;
        }
        let segments: Vec<ast::Name> = path
            .segments
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        match self
            .pkg
            .defs
            .follow(self.scope.names, path.global, &segments, Ns::Value)
        {
            Found::Def { def, used } if used == segments.len() => {
                let def = self.pkg.defs.def(def);
                (def.is_model && def.attrs.lang.is_some()).then_some(built_in)
            }
            _ if self.spec && path.as_ident().is_some() => Some(built_in),
            _ => None,
        }
    }

    /// A call of a built-in function of specifications.
    pub(super) fn spec_call(
        &mut self,
        path: &ast::Path,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Option<Expr>> {
        if self.spec && self.is_set_of(path) {
            return self.set_of(args, expected, span).map(Some);
        }
        if let Some(form) = self.tree_form(path, args, span)? {
            return Ok(Some(form));
        }
        let Some(name) = self.built_in(path) else {
            return Ok(None);
        };
        if name == "implies" {
            let [left, right] = args else {
                return self.wrong(codes::BAD_SPEC_FORM, span, "`implies` has two arguments");
            };
            return self.implies(left, right, span).map(Some);
        }
        if !self.spec {
            return self.unsupported(span, format!("`{name}` outside specifications"));
        }
        let form = match (name, args) {
            ("old", [value]) => {
                let value = self.expr(value, expected)?;
                match self.old {
                    OldState::Entry => {}
                    OldState::Present => return Ok(Some(value)),
                    OldState::None(what) => {
                        let message = format!("`old` means nothing in {what}");
                        return self.wrong(codes::BAD_SPEC_FORM, span, message);
                    }
                }
                let ty = Rc::clone(&value.ty);
                return Ok(Some(self.spec_expr(SpecExpr::Old(value), ty, span)));
            }
            // Prusti's triggers help its prover, and say nothing.
            ("forall" | "exists", [closure] | [closure, _])
                if args.get(1).is_none_or(is_triggers) =>
            {
                return self.quantifier(name == "forall", closure, span).map(Some);
            }
            ("same", [left, right]) => {
                let left = self.expr(left, None)?;
                let right = self.expr(right, None)?;
                self.same(left, right)?
            }
            ("fresh", [value]) => {
                let value = self.expr(value, None)?;
                return self.fresh(value, span).map(Some);
            }
            ("unchanged", []) => {
                let message = "`unchanged` names the places that keep their values";
                let help = "`#[modifies()]` says that nothing changes";
                return Err(mistake(
                    Diagnostic::error(codes::BAD_SPEC_FORM, span, message).help(help),
                ));
            }
            ("unchanged", places) => {
                return self.unchanged(places, span).map(Some);
            }
            _ => {
                let message = format!("`{name}` with {} arguments", args.len());
                let form = match name {
                    "old" => "old(e)",
                    "same" => "same(a, b)",
                    "fresh" => "fresh(p)",
                    "exists" => "exists(|x: T| e)",
                    _ => "forall(|x: T| e)",
                };
                let help = format!("its form is `{form}`");
                return Err(mistake(
                    Diagnostic::error(codes::BAD_SPEC_FORM, span, message).help(help),
                ));
            }
        };
        Ok(Some(self.spec_expr(form, bool_ty(), span)))
    }

    /// `unchanged(place, …)`. Of a hash table, the content is.
    fn unchanged(&mut self, places: &[ast::Expr], span: Span) -> Read<Expr> {
        if let OldState::None(what) = self.old {
            let message = format!("`unchanged` means nothing in {what}");
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        }
        let mut plain = Vec::new();
        let mut all = Vec::new();
        for place in places {
            let place = self.expr(place, None)?;
            let value = self.behind_all(place.clone());
            if !self.is_unordered(&value.ty) {
                plain.push(place);
                continue;
            }
            let Some(now) = self.content(&value)? else {
                return self.unsupported(place.span, "`unchanged` of this place");
            };
            let ty = Rc::clone(&now.ty);
            let then = self.spec_expr(SpecExpr::Old(now.clone()), ty, place.span);
            all.push(self.spec_equality(BinOp::Eq, now, then, place.span)?);
        }
        if !plain.is_empty() {
            all.push(self.spec_expr(SpecExpr::Unchanged(plain), bool_ty(), span));
        }
        let joined = all.into_iter().reduce(|left, right| {
            let kind = ExprKind::And(left.into(), right.into());
            self.mk(kind, bool_ty(), span)
        });
        joined.map_or_else(|| self.unsupported(span, "`unchanged` of nothing"), Ok)
    }

    /// Whether the path is `Set::of`.
    fn is_set_of(&self, path: &ast::Path) -> bool {
        let [.., owner, last] = path.segments.as_slice() else {
            return false;
        };
        if &*last.ident.name != "of" {
            return false;
        }
        let segments: Vec<ast::Name> = path.segments[..path.segments.len() - 1]
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        let found = self
            .pkg
            .defs
            .follow(self.scope.names, path.global, &segments, Ns::Type);
        match found {
            Found::Def { def, used } => used == segments.len() && self.pkg.lang_is(def, "Set"),
            Found::NotInScope => &*owner.ident.name == "Set",
            _ => false,
        }
    }

    /// `Set::of(|x: T| e)`: the members of a type of which a condition holds.
    fn set_of(&mut self, args: &[ast::Expr], expected: Option<&Ty>, span: Span) -> Read<Expr> {
        let message = "`Set::of` takes a closure of one variable: `Set::of(|x: i32| …)`";
        let [closure] = args else {
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        };
        let Ast::Closure(closure) = &closure.kind else {
            return self.wrong(codes::BAD_SPEC_FORM, closure.span, message);
        };
        let [(pat, ty)] = closure.params.as_slice() else {
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        };
        let PatKind::Ident {
            name, sub: None, ..
        } = &pat.kind
        else {
            return self.wrong(codes::BAD_SPEC_FORM, pat.span, message);
        };
        let Some(set) = self.pkg.lang_item("Set") else {
            return self.unsupported(span, "`Set`");
        };
        let element = match (ty, expected.map(|ty| self.infer.shallow(ty)).as_deref()) {
            (Some(ty), _) => self.lower_ty(ty)?,
            (None, Some(TyKind::Adt(def, args))) if *def == set => Rc::clone(&args[0]),
            _ => return self.wrong(codes::BAD_SPEC_FORM, pat.span, message),
        };
        self.scoped(|this| {
            let var = this.bind_var(&name.name, Rc::clone(&element), name.span);
            let body = this.expr_as(&closure.body, &bool_ty())?;
            let ty = adt(set, vec![element]);
            Ok(this.spec_expr(SpecExpr::SetOf { var, body }, ty, span))
        })
    }

    /// `forall(|x: T, y: U| e)`: one quantifier a variable.
    fn quantifier(&mut self, all: bool, closure: &ast::Expr, span: Span) -> Read<Expr> {
        let Ast::Closure(closure) = &closure.kind else {
            let message = "a quantifier takes a closure: `forall(|x: i32| …)`";
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        };
        self.scoped(|this| {
            let mut vars = Vec::new();
            for (pat, ty) in &closure.params {
                let Some(ty) = ty else {
                    return this.nameless_variable(pat);
                };
                let ty = this.lower_ty(ty)?;
                let ty = this.value_meant(ty);
                this.quantified(pat, &ty, &mut vars)?;
            }
            let mut body = this.expr_as(&closure.body, &bool_ty())?;
            for var in vars.into_iter().rev() {
                let form = if all {
                    SpecExpr::ForAll { var, body }
                } else {
                    SpecExpr::Exists { var, body }
                };
                body = this.spec_expr(form, bool_ty(), span);
            }
            Ok(body)
        })
    }

    /// What a variable of a quantifier goes over: references and boxes of what is in no object of its own
    /// mean the values.
    fn value_meant(&self, ty: Ty) -> Ty {
        match &*ty {
            TyKind::Ref { to, .. } => match &**to {
                TyKind::Bool
                | TyKind::Char
                | TyKind::Int(_)
                | TyKind::MathInt
                | TyKind::Param(_)
                | TyKind::Ref { .. } => self.value_meant(to.clone()),
                _ => ty,
            },
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => {
                self.value_meant(args[0].clone())
            }
            _ => ty,
        }
    }

    /// The variables of a pattern: of a tuple, each part is one.
    fn quantified(&mut self, pat: &ast::Pat, ty: &Ty, vars: &mut Vec<VarId>) -> Read<()> {
        match (&pat.kind, &**ty) {
            (
                PatKind::Ident {
                    name, sub: None, ..
                },
                _,
            ) => {
                vars.push(self.bind_var(&name.name, Rc::clone(ty), name.span));
                Ok(())
            }
            (PatKind::Tuple(parts), TyKind::Tuple(types)) if parts.len() == types.len() => {
                for (part, ty) in parts.iter().zip(types) {
                    self.quantified(part, ty, vars)?;
                }
                Ok(())
            }
            _ => self.nameless_variable(pat),
        }
    }

    fn nameless_variable<T>(&self, pat: &ast::Pat) -> Read<T> {
        let message = "a quantified variable has a name and a type: `|x: i32|`";
        self.wrong(codes::BAD_SPEC_FORM, pat.span, message)
    }

    /// `!a || b`.
    pub(super) fn implies(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        let left = self.scoped(|this| this.expr_as(left, &bool_ty()))?;
        let right = self.scoped(|this| this.expr_as(right, &bool_ty()))?;
        // The negation is ours: at the span of `a` a report would take its value for that of `a`.
        let not = self.mk(ExprKind::Unary(UnOp::Not, left.into()), bool_ty(), span);
        Ok(self.mk(ExprKind::Or(not.into(), right.into()), bool_ty(), span))
    }

    pub(super) fn iff(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Read<Expr> {
        let left = self.scoped(|this| this.expr_as(left, &bool_ty()))?;
        let right = self.scoped(|this| this.expr_as(right, &bool_ty()))?;
        let kind = ExprKind::Binary(crate::ir::BinOp::Eq, left.into(), right.into());
        Ok(self.mk(kind, bool_ty(), span))
    }

    /// A method that only specifications have.
    pub(super) fn spec_method(
        &mut self,
        receiver: &ast::Expr,
        method: &ast::Ident,
        args: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Option<Expr>> {
        if self.spec && &*method.name == "count" && args.is_empty() {
            return self.length(receiver, method, expected, span).map(Some);
        }
        if !self.spec || !matches!(&*method.name, "reach" | "reach1" | "chain") {
            return Ok(None);
        }
        let receiver = self.expr(receiver, None)?;
        if self.has_method(&receiver, &method.name)? || self.chains(&receiver, method, args)? {
            let call = self.method_on(receiver, method, None, args, expected, span)?;
            return Ok(Some(call));
        }
        let [fields] = args else {
            let message = format!("`{}` takes the names of fields: `p.{0}(next)`", method.name);
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        };
        self.reach(receiver, method, fields, span).map(Some)
    }

    /// Whether a `chain` is that of iterators: of what has links, the argument names a field.
    fn chains(&mut self, receiver: &Expr, method: &ast::Ident, args: &[ast::Expr]) -> Read<bool> {
        let node = self.node_type(&receiver.ty)?;
        let names_field = match (&*node, args) {
            (TyKind::Adt(def, of), [field]) => {
                let ident = first_named(field);
                let variant = VariantIdx::from_index(0);
                match ident {
                    Some(it) => self
                        .field_of(*def, of, variant, &it.name, it.span)?
                        .is_some(),
                    None => false,
                }
            }
            _ => false,
        };
        Ok(!names_field && self.is_offered(receiver, &method.name)?)
    }

    /// `count()`, which of a model value is its length.
    fn length(
        &mut self,
        receiver: &ast::Expr,
        method: &ast::Ident,
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let receiver = self.expr(receiver, None)?;
        let known = self.behind_all(receiver.clone());
        let mut method = method.clone();
        if let TyKind::Adt(def, _) = &*self.infer.shallow(&known.ty) {
            let model = ["Seq", "Set", "Map", "Multiset"];
            if model.iter().any(|lang| self.pkg.lang_is(*def, lang)) {
                method.name = "len".into();
            }
        }
        self.method_on(receiver, &method, None, &[], expected, span)
    }

    /// `set![…]` and `seq![…]`.
    pub(super) fn collection_literal(
        &mut self,
        name: &str,
        elements: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let (lang, empty, add) = match name {
            "set" => ("Set", "set_empty", "set_insert"),
            "multiset" => ("Multiset", "multiset_empty", "multiset_insert"),
            _ => ("Seq", "seq_empty", "seq_push"),
        };
        let (Some(def), Some(empty), Some(add)) = (
            self.pkg.lang_item(lang),
            self.pkg.lang_item(empty),
            self.pkg.lang_item(add),
        ) else {
            return self.unsupported(span, format!("`{name}!`"));
        };
        let element = match expected.map(|ty| self.infer.shallow(ty)).as_deref() {
            Some(TyKind::Adt(found, args)) if *found == def => Rc::clone(&args[0]),
            _ => self.infer.any(),
        };
        let ty = adt(def, vec![Rc::clone(&element)]);
        let start = ExprKind::Call {
            callee: FnRef {
                def: empty,
                args: vec![Rc::clone(&element)],
            },
            args: Vec::new(),
        };
        let mut value = self.mk(start, Rc::clone(&ty), span);
        for item in elements {
            let item = self.expr_as(item, &element)?;
            let at = value.span.to(item.span);
            let kind = ExprKind::Call {
                callee: FnRef {
                    def: add,
                    args: vec![Rc::clone(&element)],
                },
                args: vec![value, item],
            };
            value = self.mk(kind, Rc::clone(&ty), at);
        }
        value.span = span;
        Ok(value)
    }

    /// `map! { key => value, … }`; the keys and values alternate.
    pub(super) fn map_literal(
        &mut self,
        entries: &[ast::Expr],
        expected: Option<&Ty>,
        span: Span,
    ) -> Read<Expr> {
        let (Some(def), Some(empty), Some(add)) = (
            self.pkg.lang_item("Map"),
            self.pkg.lang_item("map_empty"),
            self.pkg.lang_item("map_insert"),
        ) else {
            return self.unsupported(span, "`map!`");
        };
        let args = match expected.map(|ty| self.infer.shallow(ty)).as_deref() {
            Some(TyKind::Adt(found, args)) if *found == def => args.clone(),
            _ => vec![self.infer.any(), self.infer.any()],
        };
        let ty = adt(def, args.clone());
        let start = ExprKind::Call {
            callee: FnRef {
                def: empty,
                args: args.clone(),
            },
            args: Vec::new(),
        };
        let mut map = self.mk(start, Rc::clone(&ty), span);
        for entry in entries.chunks_exact(2) {
            let key = self.expr_as(&entry[0], &args[0])?;
            let value = self.expr_as(&entry[1], &args[1])?;
            let kind = ExprKind::Call {
                callee: FnRef {
                    def: add,
                    args: args.clone(),
                },
                args: vec![map, key, value],
            };
            map = self.mk(kind, Rc::clone(&ty), span);
        }
        Ok(map)
    }
}

/// `triggers = […]`.
fn is_triggers(arg: &ast::Expr) -> bool {
    match &arg.kind {
        Ast::Assign(name, _) => match &name.kind {
            Ast::Path(path) => path.as_ident().is_some_and(|it| &*it.name == "triggers"),
            _ => false,
        },
        _ => false,
    }
}

/// The first of names that stand beside each other, `a | b`.
fn first_named(expr: &ast::Expr) -> Option<&ast::Ident> {
    match &expr.kind {
        Ast::Path(path) => path.as_ident(),
        Ast::Binary(BinOp::BitOr, left, _) => first_named(left),
        _ => None,
    }
}
