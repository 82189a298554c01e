//! `p.reach(f | g)`, `p.reach1(f)`, `p.chain(f)` and `same(a, b)`: links become code that computes
//! an `Option<&Node>`, whatever boxes, options and references they are made of.

use std::rc::Rc;

use super::super::subst::{adt, bool_ty, reference};
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::ir::{BinOp, ReachKind};
use crate::source::ast::{self, ExprKind as Ast};
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Literal, SpecExpr};
use crate::ty::{FieldIdx, Ty, TyKind, VariantIdx};

/// What links pass through by way of a function of the models, which gives a reference (or, of a
/// `Weak`, an option of one).
const LOOKED_THROUGH: [(&str, &str); 3] = [
    ("Rc", "rc_link"),
    ("Weak", "weak_link"),
    ("RefCell", "cell_link"),
];

impl FnCtxt<'_> {
    /// The node type that a link leads to: what is behind references, boxes, options and raw pointers.
    pub(super) fn node_type(&mut self, ty: &Ty) -> Read<Ty> {
        let mut ty = self.known(ty)?;
        loop {
            let next = match &*ty {
                TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => Rc::clone(to),
                TyKind::Adt(def, args)
                    if ["Box", "Option", "NonNull"]
                        .iter()
                        .chain(LOOKED_THROUGH.iter().map(|(lang, _)| lang))
                        .any(|lang| self.pkg.lang_is(*def, lang)) =>
                {
                    Rc::clone(&args[0])
                }
                _ => return Ok(ty),
            };
            ty = self.known(&next)?;
        }
    }

    /// A link as an `Option<&Node>`.
    pub(super) fn link(&mut self, place: Expr, node: &Ty, span: Span) -> Read<Expr> {
        let ty = self.known(&place.ty)?;
        let Some(option) = self.pkg.lang_item("Option") else {
            return self.unsupported(span, "`Option`");
        };
        let result = adt(option, vec![reference(false, Rc::clone(node))]);
        match &*ty {
            TyKind::Ref { to, .. } => {
                let inner = self.mk(ExprKind::Deref(place.into()), Rc::clone(to), span);
                self.link(inner, node, span)
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => {
                let to = Rc::clone(&args[0]);
                let inner = self.mk(ExprKind::Deref(place.into()), to, span);
                self.link(inner, node, span)
            }
            TyKind::RawPtr { to, mutable } if self.infer.unify(to, node) => {
                let lang = match mutable {
                    true => "pointer_link_mut",
                    false => "pointer_link",
                };
                self.lang_call(lang, vec![Rc::clone(node)], vec![place], span)
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "NonNull") => {
                let pointer = self.inside_non_null(place, *def, args, span)?;
                self.link(pointer, node, span)
            }
            TyKind::Adt(def, args) if self.looks_through(*def).is_some() => {
                let look = self.looks_through(*def).unwrap_or_default();
                let content = Rc::clone(&args[0]);
                let place = self.borrow_of(false, place, span);
                let inner = self.lang_call(look, vec![content], vec![place], span)?;
                self.link(inner, node, span)
            }
            TyKind::Adt(def, args) if *def == option => {
                let none = ExprKind::Adt {
                    variant: VariantIdx::from_index(0),
                    fields: Vec::new(),
                    base: None,
                };
                let none = self.mk(none, result, span);
                let inner = Rc::clone(&args[0]);
                self.match_option(place, inner, none, span, |this, inner| {
                    this.link(inner, node, span)
                })
            }
            _ if self.infer.unify(&ty, node) => {
                let place = self.borrow_of(false, place, span);
                let kind = ExprKind::Adt {
                    variant: VariantIdx::from_index(1),
                    fields: vec![(FieldIdx::from_index(0), place)],
                    base: None,
                };
                Ok(self.mk(kind, result, span))
            }
            _ => {
                let (found, wanted) = (self.infer.show(&ty), self.infer.show(node));
                let message = format!("a link leads to `{wanted}`, and this to `{found}`");
                self.wrong(codes::BAD_SPEC_FORM, span, message)
            }
        }
    }

    /// The function by which links pass through values of the type.
    fn looks_through(&self, def: crate::ty::DefId) -> Option<&'static str> {
        let mut all = LOOKED_THROUGH.iter();
        all.find_map(|(lang, look)| self.pkg.lang_is(def, lang).then_some(*look))
    }

    /// The names in `f | g`.
    fn field_names(&self, fields: &ast::Expr, names: &mut Vec<ast::Ident>) -> Read<()> {
        match &fields.kind {
            Ast::Path(path) => match path.as_ident() {
                Some(name) => {
                    names.push(name.clone());
                    Ok(())
                }
                None => self.wrong(
                    codes::BAD_SPEC_FORM,
                    fields.span,
                    "expected the name of a field",
                ),
            },
            Ast::Binary(BinOp::BitOr, left, right) => {
                self.field_names(left, names)?;
                self.field_names(right, names)
            }
            _ => {
                let message = "expected names of fields: `next`, or `left | right`";
                self.wrong(codes::BAD_SPEC_FORM, fields.span, message)
            }
        }
    }

    pub(super) fn reach(
        &mut self,
        start: Expr,
        method: &ast::Ident,
        fields: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        let mut names = Vec::new();
        self.field_names(fields, &mut names)?;
        let node = self.node_type(&start.ty)?;
        let TyKind::Adt(def, args) = &*node else {
            let shown = self.infer.show(&node);
            let message = format!("`{shown}` has no links to follow");
            return self.wrong(codes::BAD_SPEC_FORM, span, message);
        };
        let (kind, lang) = match &*method.name {
            "reach" => (ReachKind::ZeroOrMore, "Set"),
            "reach1" => (ReachKind::OneOrMore, "Set"),
            _ => (ReachKind::Chain, "Seq"),
        };
        if kind == ReachKind::Chain && names.len() > 1 {
            let message = "`chain` follows one field";
            return self.wrong(codes::BAD_SPEC_FORM, fields.span, message);
        }
        let start_span = start.span;
        let start = self.link(start, &node, start_span)?;
        let node_ref = reference(false, Rc::clone(&node));
        let var = self.new_var(None, Rc::clone(&node_ref), span);
        let mut steps = Vec::new();
        for name in &names {
            let variant = VariantIdx::from_index(0);
            let Some((field, ty)) = self.field_of(*def, args, variant, &name.name, name.span)?
            else {
                return self.unknown_field(&node, name);
            };
            if self.pkg.is_enum(*def) {
                return self.unsupported(name.span, "`reach` through the fields of an enum");
            }
            let at = self.var_expr(var, name.span);
            let at = self.mk(ExprKind::Deref(at.into()), Rc::clone(&node), name.span);
            let kind = ExprKind::Field {
                base: at.into(),
                field,
            };
            let place = self.mk(kind, ty, name.span);
            steps.push(self.link(place, &node, name.span)?);
        }
        let Some(collection) = self.pkg.lang_item(lang) else {
            return self.unsupported(span, format!("`{lang}`"));
        };
        let ty = adt(collection, vec![node_ref]);
        let form = SpecExpr::Reach {
            kind,
            start,
            node: var,
            steps,
        };
        Ok(self.spec_expr(form, ty, span))
    }

    /// A number in a variable, or one that is computed, has no location to ask for.
    pub(super) fn refuse_scalar(&mut self, form: &str, of: &Expr) -> Read<()> {
        let ty = self.known(&of.ty)?;
        let scalar = match &*ty {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) => true,
            TyKind::MathInt | TyKind::Infer(_) => true,
            TyKind::Tuple(parts) => parts.is_empty(),
            _ => false,
        };
        if !scalar || is_behind(of) {
            return Ok(());
        }
        let ty = self.infer.show(&ty);
        let message = format!("`{form}` asks for locations, and a `{ty}` is a value");
        self.wrong(codes::BAD_SPEC_FORM, of.span, message)
    }

    /// Whether a value of the type leads to a node, or to none.
    fn is_link(&mut self, ty: &Ty) -> Read<bool> {
        let mut ty = self.known(ty)?;
        loop {
            let next = match &*ty {
                TyKind::Ref { to, .. } => Rc::clone(to),
                TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => Rc::clone(&args[0]),
                TyKind::Adt(def, _) => {
                    let links = ["Option", "NonNull", "Rc", "Weak"];
                    return Ok(links.iter().any(|lang| self.pkg.lang_is(*def, lang)));
                }
                TyKind::RawPtr { .. } => return Ok(true),
                _ => return Ok(false),
            };
            ty = self.known(&next)?;
        }
    }

    /// Whether `==` between values of two types can only ask for locations: where a pointer of the one leads
    /// is compared by location alone, and the other leads to the same type of nodes.
    pub(super) fn compares_locations(&mut self, a: &Ty, b: &Ty) -> Read<bool> {
        if self.infer.probe(|infer| infer.unify(a, b)) {
            return Ok(false);
        }
        let (of_a, of_b) = (self.leads_by_location(a)?, self.leads_by_location(b)?);
        if !of_a && !of_b {
            return Ok(false);
        }
        // A reference to a pointer is no link of its own.
        let (of_a, of_b) = (self.without_pointers(a), self.without_pointers(b));
        if self.infer.probe(|infer| infer.unify(&of_a, &of_b)) {
            return Ok(false);
        }
        let (a, b) = (self.node_type(a)?, self.node_type(b)?);
        let nodes = [&a, &b].iter().all(|it| matches!(***it, TyKind::Adt(..)));
        Ok(nodes && self.infer.probe(|infer| infer.unify(&a, &b)))
    }

    /// Whether a value of the type is a raw pointer, or an option of one.
    fn leads_raw(&mut self, ty: &Ty) -> Read<bool> {
        self.leads_by(&["NonNull"], ty)
    }

    /// Whether a value of the type is a raw or weak pointer, or an option of one.
    fn leads_by_location(&mut self, ty: &Ty) -> Read<bool> {
        self.leads_by(&["NonNull", "Weak"], ty)
    }

    fn leads_by(&mut self, links: &[&str], ty: &Ty) -> Read<bool> {
        let mut ty = self.known(ty)?;
        loop {
            let next = match &*ty {
                TyKind::RawPtr { .. } => return Ok(true),
                TyKind::Ref { to, .. } => Rc::clone(to),
                TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Option") => Rc::clone(&args[0]),
                TyKind::Adt(def, _) => {
                    return Ok(links.iter().any(|lang| self.pkg.lang_is(*def, lang)));
                }
                _ => return Ok(false),
            };
            ty = self.known(&next)?;
        }
    }

    /// `nodes.contains(p)` and kin, where `p` is a pointer that may lead nowhere: that is never a member.
    pub(super) fn asked_of_nodes(
        &mut self,
        receiver: &Expr,
        method: &ast::Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Read<Option<Expr>> {
        let [arg] = args else { return Ok(None) };
        let nodes = self.behind_all(receiver.clone());
        let TyKind::Adt(def, of) = &*self.known(&nodes.ty)? else {
            return Ok(None);
        };
        let asked = match (self.pkg.lang_name(*def).as_deref(), &*method.name) {
            (Some("Set"), "contains") => "set_any",
            (Some("Seq"), "contains") => "seq_any",
            (Some("Multiset"), "contains") => "multiset_any",
            (Some("Multiset"), "multiplicity") => "multiset_count",
            (Some("Set"), "remove") => "set_filter",
            _ => return Ok(None),
        };
        let element = self.known(&of[0])?;
        let TyKind::Ref { to: node, .. } = &*element else {
            return Ok(None);
        };
        let node = self.known(node)?;
        let snapshot = self.infer.snapshot();
        let arg = self.expr(arg, None)?;
        let leads = self.node_type(&arg.ty)?;
        if !matches!(*node, TyKind::Adt(..))
            || !self.is_link(&arg.ty)?
            || !self.infer.unify(&leads, &node)
        {
            self.infer.rollback(&snapshot);
            return Ok(None);
        }
        let all_but = asked == "set_filter";
        let closure = self.made_closure(Rc::clone(&element), bool_ty(), span, |this, at| {
            let same = this.same(at, arg)?;
            let same = this.spec_expr(same, bool_ty(), span);
            Ok(this.negated(same, all_but, span))
        })?;
        let own = vec![element, Rc::clone(&closure.ty)];
        self.lang_call(asked, own, vec![nodes, closure], span)
            .map(Some)
    }

    /// A link as an `Option<*const Node>`: a raw pointer need not lead to a node to be asked where it leads.
    fn pointer_link(&mut self, place: Expr, node: &Ty, span: Span) -> Read<Expr> {
        let ty = self.known(&place.ty)?;
        let Some(option) = self.pkg.lang_item("Option") else {
            return self.unsupported(span, "`Option`");
        };
        let pointer = Rc::new(TyKind::RawPtr {
            mutable: false,
            to: Rc::clone(node),
        });
        let result = adt(option, vec![Rc::clone(&pointer)]);
        let none = ExprKind::Adt {
            variant: VariantIdx::from_index(0),
            fields: Vec::new(),
            base: None,
        };
        match &*ty {
            TyKind::Ref { to, .. } if self.leads_raw(to)? => {
                let inner = self.mk(ExprKind::Deref(place.into()), Rc::clone(to), span);
                self.pointer_link(inner, node, span)
            }
            TyKind::RawPtr { to, mutable } if self.infer.unify(to, node) => {
                let lang = match mutable {
                    true => "pointer_place_mut",
                    false => "pointer_place",
                };
                self.lang_call(lang, vec![Rc::clone(node)], vec![place], span)
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "NonNull") => {
                let pointer = self.inside_non_null(place, *def, args, span)?;
                self.pointer_link(pointer, node, span)
            }
            TyKind::Adt(def, args) if *def == option && self.leads_raw(&args[0])? => {
                let none = self.mk(none, result, span);
                let inner = Rc::clone(&args[0]);
                self.match_option(place, inner, none, span, |this, inner| {
                    this.pointer_link(inner, node, span)
                })
            }
            _ => {
                let link = self.link(place, node, span)?;
                let none = self.mk(none, Rc::clone(&result), span);
                let inner = reference(false, Rc::clone(node));
                self.match_option(link, Rc::clone(&inner), none, span, |this, at| {
                    let at = this.mk(ExprKind::Deref(at.into()), inner, span);
                    let at = this.mk(ExprKind::Coerce(at.into()), pointer, span);
                    let some = ExprKind::Adt {
                        variant: VariantIdx::from_index(1),
                        fields: vec![(FieldIdx::from_index(0), at)],
                        base: None,
                    };
                    Ok(this.mk(some, result, span))
                })
            }
        }
    }

    /// The raw pointer in a `NonNull`.
    fn inside_non_null(
        &mut self,
        place: Expr,
        def: crate::ty::DefId,
        args: &[Ty],
        span: Span,
    ) -> Read<Expr> {
        let first = VariantIdx::from_index(0);
        let Some((field, ty)) = self.field_of(def, args, first, "pointer", span)? else {
            return self.unsupported(span, "`NonNull`");
        };
        let kind = ExprKind::Field {
            base: place.into(),
            field,
        };
        Ok(self.mk(kind, ty, span))
    }

    /// `fresh(p)`: of a link, what it leads to is meant, and of one that leads nowhere nothing is.
    pub(super) fn fresh(&mut self, of: Expr, span: Span) -> Read<Expr> {
        self.refuse_scalar("fresh", &of)?;
        if !self.is_link(&of.ty)? {
            let of = self.location(of)?;
            return Ok(self.spec_expr(SpecExpr::Fresh(of), bool_ty(), span));
        }
        let node = self.node_type(&of.ty)?;
        let of_span = of.span;
        let link = self.link(of, &node, of_span)?;
        let none = self.mk(ExprKind::Literal(Literal::Bool(false)), bool_ty(), span);
        let inner = reference(false, Rc::clone(&node));
        self.match_option(link, inner, none, span, |this, inner| {
            let at = reference(false, Rc::clone(&node));
            let at = this.mk(ExprKind::Deref(inner.into()), at, span);
            let at = this.mk(ExprKind::Deref(at.into()), node, span);
            let at = this.location(at)?;
            Ok(this.spec_expr(SpecExpr::Fresh(at), bool_ty(), span))
        })
    }

    /// `same(a, b)`: two links, or two places.
    pub(super) fn same(&mut self, left: Expr, right: Expr) -> Read<SpecExpr> {
        if self.is_link(&left.ty)? || self.is_link(&right.ty)? {
            let node = self.node_type(&left.ty)?;
            let node = if matches!(*node, TyKind::Infer(_)) {
                self.node_type(&right.ty)?
            } else {
                node
            };
            let (a, b) = (left.span, right.span);
            if self.leads_raw(&left.ty)? || self.leads_raw(&right.ty)? {
                let left = self.pointer_link(left, &node, a)?;
                let right = self.pointer_link(right, &node, b)?;
                return Ok(SpecExpr::Same(left, right));
            }
            let left = self.link(left, &node, a)?;
            let right = self.link(right, &node, b)?;
            return Ok(SpecExpr::Same(left, right));
        }
        for side in [&left, &right] {
            self.refuse_scalar("same", side)?;
        }
        let left = self.location(left)?;
        let right = self.location(right)?;
        if !self.infer.unify(&left.ty, &right.ty) {
            return self.mismatch(right.span, &left.ty, &right.ty);
        }
        Ok(SpecExpr::Same(left, right))
    }
}

/// Whether an expression is a place that something leads to.
fn is_behind(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Static(_) => true,
        ExprKind::Field { base, .. } => is_behind(base),
        ExprKind::Spec(spec) => matches!(&**spec, SpecExpr::Old(of) if is_behind(of)),
        _ => false,
    }
}
