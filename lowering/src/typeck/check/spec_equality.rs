//! Equality in specifications: as `PartialEq` has it where the user wrote that or a bound promises no
//! more, by value elsewhere.
//!
//! Of a type parameter that is `PartialEq` and not `Eq`, equal values are the same value, but a value need
//! not equal itself. Model types are compared by value, and so is what the models say of them.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::subst::bool_ty;
use super::super::traits::{Answer, Source};
use super::FnCtxt;
use crate::front::{Front, Read};
use crate::ir::BinOp;
use crate::source::ast;
use crate::span::Span;
use crate::thir::{Expr, ExprKind, SpecExpr};
use crate::ty::{FnRef, Ty, TyKind};

/// What there is among the parts of a type that is not compared part by part.
#[derive(Default)]
struct OwnEqualities {
    /// The first part whose equality someone has written.
    written: Option<Ty>,
    /// Whether there are values of type parameters that need not equal themselves.
    promised: bool,
}

impl FnCtxt<'_> {
    /// `left === right`: by content, whatever `PartialEq` says.
    pub(super) fn same_value(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Read<Expr> {
        let left = self.expr(left, None)?;
        let left = self.behind_all(left);
        let hint = Rc::clone(&left.ty);
        let right = self.expr(right, Some(&hint))?;
        let right = self.behind_all(right);
        if self.is_int(&left.ty) && self.is_int(&right.ty) {
            let (a, b) = (Rc::clone(&left.ty), Rc::clone(&right.ty));
            return self.int_binary(BinOp::Eq, left, right, &a, &b, span);
        }
        let sides = self.in_common([left, right])?;
        Ok(self.same_content(sides, span))
    }

    /// Equality by value. Of what has no size of its own, it is that of references.
    fn same_content(&mut self, sides: [Expr; 2], span: Span) -> Expr {
        let [left, right] = sides.map(|side| match &*self.infer.shallow(&side.ty) {
            TyKind::Slice(_) | TyKind::Str => self.reference_to(side),
            _ => side,
        });
        self.spec_expr(SpecExpr::StructuralEq(left, right), bool_ty(), span)
    }

    /// A reference to a value; to one on entry, the reference on entry.
    fn reference_to(&mut self, value: Expr) -> Expr {
        let span = value.span;
        if let ExprKind::Spec(spec) = &value.kind
            && let SpecExpr::Old(of) = &**spec
        {
            let reference = self.reference_to(of.clone());
            let ty = Rc::clone(&reference.ty);
            return self.spec_expr(SpecExpr::Old(reference), ty, span);
        }
        self.borrow_of(false, value, span)
    }

    pub(super) fn spec_equality(
        &mut self,
        op: BinOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Read<Expr> {
        if self.compares_locations(&left.ty, &right.ty)? {
            let same = self.same(left, right)?;
            let same = self.spec_expr(same, bool_ty(), span);
            return Ok(self.negated(same, op == BinOp::Ne, span));
        }
        let left = self.behind_all(left);
        let right = self.behind_all(right);
        let equal = self.unifies(&left.ty, &right.ty);
        if !equal && self.has_own_equality(&left.ty, &right.ty) {
            return self.trait_equality(op, [left, right], span);
        }
        let types = [&left.ty, &right.ty].map(|ty| self.infer.resolve(ty));
        let by_content = self.is_unordered(&left.ty) || self.is_unordered(&right.ty);
        let given = [left, right];
        let sides = match by_content {
            true => self.contents(given.clone())?,
            false => self.in_common(given.clone())?,
        };
        let own = matches!(&*self.infer.shallow(&sides[0].ty), TyKind::Adt(..))
            && self.has_own_equality(&sides[0].ty, &sides[1].ty);
        let rigid = matches!(*types[0], TyKind::Param(_) | TyKind::Projection(..));
        if own && !self.is_model_value(&sides[0].ty) {
            return self.trait_equality(op, sides, span);
        }
        let parts = [&types[0], &types[1]].map(|ty| self.own_equalities(ty));
        let promised = parts.iter().all(|it| it.promised) && self.pkg.map.is_user(span);
        if !own && let Some(part) = parts.into_iter().find_map(|it| it.written) {
            let sides = match given.iter().all(|side| self.is_row(&side.ty)) {
                true => given,
                false => sides,
            };
            return self.equality_with_own_parts(op, sides, &part, span);
        }
        if promised && rigid {
            return self.trait_equality(op, sides, span);
        }
        let mut same = match own {
            true => self.trait_equality(BinOp::Eq, sides, span)?,
            false => self.same_content(sides, span),
        };
        // Equal values are the same, so that one of them alone says whether they are equal; it is of one
        // state, which the two of them need not be.
        if promised && self.has_equality(&types[1]) {
            let [_, right] = given;
            let itself = self.trait_equality(BinOp::Eq, [right.clone(), right], span)?;
            same = self.mk(ExprKind::And(same.into(), itself.into()), bool_ty(), span);
        }
        Ok(self.negated(same, op == BinOp::Ne, span))
    }

    /// Two collections as model values of one type.
    fn contents(&mut self, [left, right]: [Expr; 2]) -> Read<[Expr; 2]> {
        match (self.content(&left)?, self.content(&right)?) {
            (Some(a), Some(b)) => self.in_common([a, b]),
            _ => self.in_common([left, right]),
        }
    }

    /// Two values as values of the type that they have in common.
    pub(super) fn in_common(&mut self, [left, right]: [Expr; 2]) -> Read<[Expr; 2]> {
        let Some(ty) = self.common(&left.ty, &right.ty) else {
            return self.mismatch(right.span, &left.ty, &right.ty);
        };
        Ok([self.coerce(left, &ty)?, self.coerce(right, &ty)?])
    }

    /// Equality as the impl of `PartialEq` has it.
    fn trait_equality(&mut self, op: BinOp, sides: [Expr; 2], span: Span) -> Read<Expr> {
        let [left, right] = sides;
        let args = vec![Rc::clone(&left.ty), Rc::clone(&right.ty)];
        let method = if op == BinOp::Eq { "eq" } else { "ne" };
        let callee = self.lang_method("PartialEq", method, args, span)?;
        let (at, right_at) = (left.span, right.span);
        let args = vec![
            self.borrow_of(false, left, at),
            self.borrow_of(false, right, right_at),
        ];
        Ok(self.mk(ExprKind::Call { callee, args }, bool_ty(), span))
    }

    /// Equality of values that have a part of which someone has written how it is compared: that of the
    /// whole then asks it. Elements are compared one by one, as they may be of two states.
    fn equality_with_own_parts(
        &mut self,
        op: BinOp,
        [left, right]: [Expr; 2],
        part: &Ty,
        span: Span,
    ) -> Read<Expr> {
        if self.is_row(&left.ty) && self.is_row(&right.ty) {
            let [left, right] = self.contents([left, right])?;
            if let (Some(def), TyKind::Adt(_, args)) = (
                self.pkg.lang_item("seq_elements_eq"),
                &*self.infer.shallow(&left.ty),
            ) {
                let callee = FnRef {
                    def,
                    args: args.clone(),
                };
                let args = vec![left, right];
                let same = self.mk(ExprKind::Call { callee, args }, bool_ty(), span);
                return Ok(self.negated(same, op == BinOp::Ne, span));
            }
        } else if self.infer.unify(&left.ty, &right.ty)
            && self.has_equality(&left.ty)
            && !self.is_model_value(&left.ty)
            && !self.is_unordered(&left.ty)
        {
            return self.trait_equality(op, [left, right], span);
        }
        let part = self.infer.show(part);
        let what =
            format!("equality of a type with a part of type `{part}`, which defines its own");
        self.unsupported(span, what)
    }

    /// Whether the type is one of collections whose elements are compared in their order.
    fn is_row(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Array(..) | TyKind::Slice(_) => true,
            TyKind::Adt(def, _) => {
                let info = self.pkg.defs.def(*def);
                info.is_model && matches!(&*info.name, "Vec" | "VecDeque")
            }
            _ => false,
        }
    }

    /// Whether values of the type are counting pointers, which are equal if what they lead to is.
    fn is_shared(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Adt(def, _) => {
                let info = self.pkg.defs.def(*def);
                info.is_model && matches!(&*info.name, "Rc" | "Weak")
            }
            _ => false,
        }
    }

    pub(super) fn is_model_value(&self, ty: &Ty) -> bool {
        let model = ["Seq", "Set", "Map", "Multiset"];
        match &*self.infer.shallow(ty) {
            TyKind::Adt(def, _) => model.iter().any(|lang| self.pkg.lang_is(*def, lang)),
            _ => false,
        }
    }

    fn has_equality(&mut self, ty: &Ty) -> bool {
        self.pkg.lang_item("PartialEq").is_some_and(|def| {
            self.infer.holds(&TraitRef {
                def,
                args: vec![Rc::clone(ty); 2],
            })
        })
    }

    /// Whether someone has written how values of the type are compared: the user, or a model whose
    /// values are not compared member by member.
    fn has_own_equality(&mut self, left: &Ty, right: &Ty) -> bool {
        let Some(def) = self.pkg.lang_item("PartialEq") else {
            return false;
        };
        let goal = TraitRef {
            def,
            args: vec![Rc::clone(left), Rc::clone(right)],
        };
        let pkg = self.pkg;
        self.infer.probe(|infer| match infer.select(&goal) {
            Answer::Yes(Source::Impl { def, .. }) => {
                let info = pkg.defs.def(def);
                let items = pkg.defs.items(def).iter();
                let is_model = items.clone().any(|it| pkg.defs.def(*it).attrs.model);
                !info.attrs.derived && (!info.is_model || is_model)
            }
            _ => false,
        })
    }

    fn own_equalities(&mut self, ty: &Ty) -> OwnEqualities {
        let mut found = OwnEqualities::default();
        self.find_own_equalities(ty, &mut Vec::new(), &mut found);
        found
    }

    /// Looks for parts of values of the type whose equality is not that of their own parts.
    fn find_own_equalities(&mut self, ty: &Ty, seen: &mut Vec<Ty>, found: &mut OwnEqualities) {
        if found.written.is_some() || seen.contains(ty) {
            return;
        }
        seen.push(Rc::clone(ty));
        let parts = match &**ty {
            TyKind::Tuple(parts) => parts.clone(),
            TyKind::Ref { to, .. } | TyKind::Array(to, _) | TyKind::Slice(to) => {
                vec![Rc::clone(to)]
            }
            TyKind::Adt(..) if self.is_shared(ty) || (seen.len() > 1 && self.is_unordered(ty)) => {
                found.written = Some(Rc::clone(ty));
                return;
            }
            TyKind::Adt(..) if !self.is_unordered(ty) && self.has_own_equality(ty, ty) => {
                found.written = Some(Rc::clone(ty));
                return;
            }
            TyKind::Adt(_, args) if self.is_model_value(ty) => {
                let before = found.promised;
                for part in args {
                    self.find_own_equalities(part, seen, found);
                }
                found.promised = before;
                return;
            }
            // What models hold in buffers is no field of theirs.
            TyKind::Adt(def, args) if self.pkg.defs.def(*def).is_model => args.clone(),
            TyKind::Adt(def, args) => match self.pkg.adt(*def, args) {
                Ok(info) => {
                    let fields = info.variants.iter().flat_map(|variant| &variant.fields);
                    fields.map(|(_, ty)| Rc::clone(ty)).collect()
                }
                // What cannot be read is refused where it is lowered.
                Err(_) => Vec::new(),
            },
            TyKind::Param(_) | TyKind::Projection(..) => {
                found.promised |= self.has_equality(ty) && !self.pkg.bounds_of(ty).eq;
                return;
            }
            _ => Vec::new(),
        };
        for part in &parts {
            self.find_own_equalities(part, seen, found);
        }
    }

    /// Whether values of the type are compared by content only: where an entry of a hash table is says
    /// nothing.
    pub(super) fn is_unordered(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Adt(def, _) => {
                let info = self.pkg.defs.def(*def);
                info.is_model && matches!(&*info.name, "HashMap" | "HashSet")
            }
            _ => false,
        }
    }

    /// What a collection of std holds, as a model value; a model value is its own. The content of a
    /// value on entry is the content on entry.
    pub(super) fn content(&mut self, value: &Expr) -> Read<Option<Expr>> {
        if let ExprKind::Spec(spec) = &value.kind
            && let SpecExpr::Old(of) = &**spec
        {
            let content = self.content(of)?;
            return Ok(content.map(|of| {
                let ty = Rc::clone(&of.ty);
                self.spec_expr(SpecExpr::Old(of), ty, value.span)
            }));
        }
        let value = self.behind_all(value.clone());
        let ty = self.known(&value.ty)?;
        let method = match &*ty {
            TyKind::Array(..) | TyKind::Slice(_) | TyKind::Str => "seq",
            TyKind::Adt(def, _) if self.pkg.defs.def(*def).is_model => {
                let model = ["Seq", "Set", "Map", "Multiset"];
                if model.iter().any(|lang| self.pkg.lang_is(*def, lang)) {
                    return Ok(Some(value));
                }
                match &*self.pkg.defs.def(*def).name {
                    "Vec" | "VecDeque" | "String" => "seq",
                    "HashMap" | "BTreeMap" => "map",
                    "HashSet" | "BTreeSet" => "set",
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let span = value.span;
        let method = ast::Ident {
            name: method.into(),
            span,
        };
        self.method_on(value, &method, None, &[], None, span)
            .map(Some)
    }
}
