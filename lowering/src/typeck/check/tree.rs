//! The forms in which `#[tree]` is said: the nodes that arguments lead to, the edges from outside, and the
//! numbers in a field. Nobody else can write them.

use std::rc::Rc;

use super::super::subst::{adt, reference};
use super::FnCtxt;
use crate::front::{Front, Read};
use crate::ids::Id;
use crate::ir::ReachKind;
use crate::source::ast;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, Pat, PatKind, SpecExpr};
use crate::ty::{FieldIdx, Ty, TyKind, VariantIdx};

/// What a tree is made of that is stated of arguments.
#[derive(Debug)]
pub(in super::super) struct TreeParts {
    node: Ty,
    /// What leads to nodes from outside, as `Option<&Node>`, and whether it is marked as an edge.
    links: Vec<(Expr, bool)>,
}

impl FnCtxt<'_> {
    /// What is said from here on is about the nodes of this type that the parameters lead to.
    pub(in super::super) fn enter_tree(
        &mut self,
        node: &Ty,
        params: &[Pat],
        span: Span,
    ) -> Read<()> {
        let mut links = Vec::new();
        for param in params {
            if let PatKind::Binding { var, .. } = param.kind {
                let place = self.var_expr(var, span);
                self.links_to(place, node, false, span, &mut links)?;
            }
        }
        self.tree = Some(Rc::new(TreeParts {
            node: Rc::clone(node),
            links,
        }));
        self.in_tree = true;
        Ok(())
    }

    /// How many marked edges lead to nodes from values that are none.
    pub(in super::super) fn tree_edges_from_outside(&self) -> usize {
        let links = self.tree.iter().flat_map(|tree| &tree.links);
        links.filter(|(_, marked)| *marked).count()
    }

    /// What is behind all pointers and options of a link.
    pub(in super::super) fn behind_links(&mut self, ty: &Ty) -> Read<Ty> {
        self.node_type(ty)
    }

    /// Collects what leads to nodes from a place.
    fn links_to(
        &mut self,
        place: Expr,
        node: &Ty,
        marked: bool,
        span: Span,
        links: &mut Vec<(Expr, bool)>,
    ) -> Read<()> {
        let ty = self.known(&place.ty)?;
        if !self.pkg.led_to(&[Rc::clone(&ty)])?.contains(node) {
            return Ok(());
        }
        if self.node_type(&ty)? == *node {
            links.push((self.link(place, node, span)?, marked));
            return Ok(());
        }
        match &*ty {
            TyKind::Ref { to, .. } => {
                let inner = self.mk(ExprKind::Deref(place.into()), Rc::clone(to), span);
                self.links_to(inner, node, marked, span, links)
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") => {
                let to = Rc::clone(&args[0]);
                let inner = self.mk(ExprKind::Deref(place.into()), to, span);
                self.links_to(inner, node, marked, span, links)
            }
            TyKind::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let part = self.part(&place, at, part, span);
                    self.links_to(part, node, false, span, links)?;
                }
                Ok(())
            }
            TyKind::Adt(def, args) if !self.pkg.defs.def(*def).is_model => {
                let info = self.pkg.adt(*def, args)?;
                let [variant] = info.variants.as_slice() else {
                    return self.unsupported(span, "`#[tree]` nodes that an enum leads to");
                };
                for (at, (name, field)) in variant.fields.iter().enumerate() {
                    let fields = &self.pkg.defs.def(*def).attrs.tree_fields;
                    let marked = fields.iter().any(|it| *it.name.name == **name);
                    let part = self.part(&place, at, field, span);
                    self.links_to(part, node, marked, span, links)?;
                }
                Ok(())
            }
            _ => {
                let shown = self.infer.show(&ty);
                self.unsupported(span, format!("`#[tree]` nodes that a `{shown}` leads to"))
            }
        }
    }

    fn part(&self, place: &Expr, at: usize, ty: &Ty, span: Span) -> Expr {
        let kind = ExprKind::Field {
            base: place.clone().into(),
            field: FieldIdx::from_index(at),
        };
        self.mk(kind, Rc::clone(ty), span)
    }

    /// A call of one of the forms.
    pub(super) fn tree_form(
        &mut self,
        path: &ast::Path,
        args: &[ast::Expr],
        span: Span,
    ) -> Read<Option<Expr>> {
        let Some(name) = path.as_ident().filter(|_| self.in_tree) else {
            return Ok(None);
        };
        let tree = self.tree.clone();
        Ok(Some(match (&*name.name, args, tree) {
            ("__tree_nodes", [], Some(tree)) => self.tree_nodes(&tree, span)?,
            ("__tree_roots", [], Some(tree)) => self.tree_roots(&tree, span)?,
            ("__tree_link", [link], Some(tree)) => {
                let link = self.expr(link, None)?;
                self.link(link, &tree.node, span)?
            }
            ("__tree_numbers", [numbers], None) => {
                let numbers = self.expr(numbers, None)?;
                self.numbers(numbers, span)?
            }
            ("__tree_shape", [edges], None) => {
                let edges = self.expr(edges, None)?;
                self.lang_call("tree_shape", Vec::new(), vec![edges], span)?
            }
            _ => return Ok(None),
        }))
    }

    /// The nodes that any links lead to, from the arguments on.
    fn tree_nodes(&mut self, tree: &TreeParts, span: Span) -> Read<Expr> {
        let node_ref = reference(false, Rc::clone(&tree.node));
        let mut all = self.lang_call("set_empty", vec![Rc::clone(&node_ref)], Vec::new(), span)?;
        for (start, _) in &tree.links {
            let reached = self.reach_by_all(start.clone(), &tree.node, span)?;
            let own = vec![Rc::clone(&node_ref)];
            all = self.lang_call("set_union", own, vec![all, reached], span)?;
        }
        Ok(all)
    }

    fn reach_by_all(&mut self, start: Expr, node: &Ty, span: Span) -> Read<Expr> {
        let TyKind::Adt(def, args) = &**node else {
            return self.unsupported(span, "`#[tree]` of this type");
        };
        let info = self.pkg.adt(*def, args)?;
        let [variant] = info.variants.as_slice() else {
            return self.unsupported(span, "`#[tree]` nodes that are enums");
        };
        let node_ref = reference(false, Rc::clone(node));
        let var = self.new_var(None, Rc::clone(&node_ref), span);
        let mut steps = Vec::new();
        for (at, (name, field)) in variant.fields.iter().enumerate() {
            if !self.pkg.led_to(&[Rc::clone(field)])?.contains(node) {
                continue;
            }
            if self.node_type(field)? != *node {
                let what =
                    format!("`#[tree]` nodes that lead to others by way of the field `{name}`");
                return self.unsupported(span, what);
            }
            let here = self.var_expr(var, span);
            let here = self.mk(ExprKind::Deref(here.into()), Rc::clone(node), span);
            let place = self.part(&here, at, field, span);
            steps.push(self.link(place, node, span)?);
        }
        let Some(set) = self.pkg.lang_item("Set") else {
            return self.unsupported(span, "`Set`");
        };
        let form = SpecExpr::Reach {
            kind: ReachKind::ZeroOrMore,
            start,
            node: var,
            steps,
        };
        Ok(self.spec_expr(form, adt(set, vec![node_ref]), span))
    }

    /// What marked fields of other types lead to.
    fn tree_roots(&mut self, tree: &TreeParts, span: Span) -> Read<Expr> {
        let node_ref = reference(false, Rc::clone(&tree.node));
        let mut all = self.lang_call("seq_empty", vec![Rc::clone(&node_ref)], Vec::new(), span)?;
        for (link, _) in tree.links.iter().filter(|(_, marked)| *marked) {
            let own = vec![Rc::clone(&tree.node)];
            all = self.lang_call("tree_root", own, vec![all, link.clone()], span)?;
        }
        Ok(all)
    }

    /// The numbers in a field: one, perhaps one, or a vector of them.
    fn numbers(&mut self, place: Expr, span: Span) -> Read<Expr> {
        let ty = self.known(&place.ty)?;
        match &*ty {
            TyKind::Int(_) | TyKind::MathInt => {
                let own = Rc::new(TyKind::MathInt);
                let none = self.lang_call("seq_empty", vec![Rc::clone(&own)], Vec::new(), span)?;
                self.lang_call("seq_push", vec![own], vec![none, place], span)
            }
            TyKind::Ref { to, .. } => {
                let inner = self.mk(ExprKind::Deref(place.into()), Rc::clone(to), span);
                self.numbers(inner, span)
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Option") => {
                let inner = Rc::clone(&args[0]);
                let own = Rc::new(TyKind::MathInt);
                let none = self.lang_call("seq_empty", vec![own], Vec::new(), span)?;
                self.match_option(place, inner, none, span, |this, inner| {
                    this.numbers(inner, span)
                })
            }
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Vec") => {
                let own = vec![Rc::clone(&args[0])];
                let place = self.borrow_of(false, place, span);
                self.lang_call("tree_numbers", own, vec![place], span)
            }
            TyKind::Adt(def, args) => {
                let info = self.pkg.adt(*def, args)?;
                let field = info.variants.first().and_then(|it| it.fields.first());
                match field {
                    Some((_, field)) => {
                        let part = self.part(&place, 0, field, span);
                        self.numbers(part, span)
                    }
                    None => self.unsupported(span, "`#[tree]` on this field"),
                }
            }
            _ => self.unsupported(span, "`#[tree]` on this field"),
        }
    }

    /// `match option { None => none, Some(ref inner) => some(inner) }`.
    pub(super) fn match_option(
        &mut self,
        option: Expr,
        inner: Ty,
        none: Expr,
        span: Span,
        some: impl FnOnce(&mut Self, Expr) -> Read<Expr>,
    ) -> Read<Expr> {
        let ty = Rc::clone(&option.ty);
        let var = self.new_var(None, reference(false, Rc::clone(&inner)), span);
        let bound = Pat {
            kind: PatKind::Binding {
                var,
                by: crate::thir::BindBy::Ref,
                sub: None,
            },
            ty: inner,
            span,
        };
        let case = |variant: usize, fields: Vec<(FieldIdx, Pat)>| Pat {
            kind: PatKind::Adt {
                variant: VariantIdx::from_index(variant),
                fields,
            },
            ty: Rc::clone(&ty),
            span,
        };
        let inner = self.var_expr(var, span);
        let some = some(self, inner)?;
        let result = Rc::clone(&none.ty);
        let arms = vec![
            crate::thir::Arm {
                pat: case(0, Vec::new()),
                guard: None,
                body: none,
            },
            crate::thir::Arm {
                pat: case(1, vec![(FieldIdx::from_index(0), bound)]),
                guard: None,
                body: some,
            },
        ];
        let kind = ExprKind::Match {
            scrutinee: option.into(),
            arms,
        };
        Ok(self.mk(kind, result, span))
    }
}
