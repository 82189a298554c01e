//! What a path in value position means.

use std::rc::Rc;

use super::super::generics::TraitRef;
use super::super::subst::{Subst, adt};
use super::super::types::{TypePrefix, TypeScope};
use super::FnCtxt;
use crate::front::Read;
use crate::ids::Id;
use crate::resolve::{DefKind, Found, Ns};
use crate::source::ast::{self, AdtKind, GenericArg, GenericArgs, Name, Shape};
use crate::source::codes;
use crate::span::Span;
use crate::thir::VarId;
use crate::ty::{DefId, FnRef, Ty, TyKind, VariantIdx};

/// What a path in value position means.
pub(super) enum Value {
    /// A variable.
    Local(VarId),
    /// A function; its arguments may still be variables.
    Fn(FnRef),
    /// A constant or associated constant.
    Const(FnRef),
    /// A static.
    Static(DefId),
    /// A tuple or unit struct, or variant.
    Ctor {
        ty: Ty,
        variant: VariantIdx,
        shape: Shape,
    },
    /// A const parameter, or what it has been replaced by, and its type.
    ConstParam(Ty, Ty),
}

impl FnCtxt<'_> {
    /// Resolves a path in value position.
    pub(super) fn value(&mut self, path: &ast::Path) -> Read<Value> {
        if let Some(name) = path.as_ident() {
            if let Some(var) = self.local(path.marked.as_ref().unwrap_or(&name.name)) {
                return Ok(Value::Local(var));
            }
            if &*name.name == "Self" {
                return self.self_ctor(path.span);
            }
            if let Some(found) = self.pkg.type_param(self.scope.owner, &name.name)
                && let Some(ty) = self.pkg.const_param_ty(&found)
            {
                return Ok(Value::ConstParam(self.subst.apply(&found), ty?));
            }
        }
        if let Some((qself, position)) = &path.qself {
            return self.qualified_value(path, qself, *position);
        }
        let segments: Vec<Name> = path
            .segments
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        let first = &segments[0];
        let starts_with_type = segments.len() > 1
            && !path.global
            && (&**first == "Self" || self.pkg.type_param(self.scope.owner, first).is_some());
        if !starts_with_type {
            match self
                .pkg
                .defs
                .follow(self.scope.names, path.global, &segments, Ns::Value)
            {
                Found::Def { def, used } if used == segments.len() => {
                    let spec = self.pkg.spec_of(def).filter(|_| self.sees_extern_specs());
                    return self.value_of_def(path, spec.unwrap_or(def));
                }
                Found::NotInScope if segments.len() == 1 => {
                    return self.unknown_name(first, path.span);
                }
                _ => {}
            }
        }
        let scope = TypeScope {
            inferred: true,
            ..self.scope
        };
        match self.pkg.type_prefix(scope, path, Ns::Value)? {
            TypePrefix::Ty(ty, used) if used < segments.len() => {
                // `T::Assoc::name`.
                let (last, between) = (segments.len() - 1, &path.segments[used..]);
                let between = &between[..last - used];
                let of_self = used == 1 && &**first == "Self";
                let ty = self.pkg.assoc_types(scope, ty, of_self, between)?;
                let ty = self.instantiate(&ty, path.span);
                self.assoc_value(&ty, &path.segments[last])
            }
            TypePrefix::Trait(def, used) if used + 1 == segments.len() => {
                let self_ty = self.infer.any();
                let mut trait_path = path.clone();
                trait_path.segments.truncate(used);
                let trait_ref = self.trait_ref(def, &trait_path, self_ty)?;
                self.trait_value(&trait_ref, &path.segments[used])
            }
            _ => self.unsupported(path.span, "a path of this form"),
        }
    }

    /// `Trait<A>` written in a path, with variables for what is not written.
    fn trait_ref(&mut self, def: DefId, path: &ast::Path, self_ty: Ty) -> Read<TraitRef> {
        let mut args = vec![self_ty];
        if let Some(GenericArgs::Angle(written)) = &path.last().args {
            for arg in written {
                if !matches!(arg, GenericArg::Assoc(..)) {
                    let arg = self.pkg.lower_generic_arg_in(self.scope, arg)?;
                    args.push(self.instantiate(&arg, path.span));
                }
            }
        }
        while args.len() < self.pkg.params_of(def).len() {
            args.push(self.infer.any());
        }
        Ok(TraitRef { def, args })
    }

    fn qualified_value(
        &mut self,
        path: &ast::Path,
        qself: &ast::Type,
        position: usize,
    ) -> Read<Value> {
        let ty = self.lower_ty(qself)?;
        if position == 0 {
            return match path.segments.as_slice() {
                [one] => self.assoc_value(&ty, one),
                _ => self.unsupported(path.span, "a path of this form"),
            };
        }
        let [.., last] = path.segments.as_slice() else {
            return self.unsupported(path.span, "a path of this form");
        };
        if position >= path.segments.len() {
            return self.unsupported(path.span, "a path of this form");
        }
        let trait_path = ast::Path {
            qself: None,
            marked: None,
            global: path.global,
            segments: path.segments[..position].to_vec(),
            span: path.span,
        };
        let def = self.pkg.trait_of_path(self.scope.names, &trait_path)?;
        let trait_ref = self.trait_ref(def, &trait_path, ty)?;
        let [between @ .., _] = &path.segments[position..] else {
            return self.unsupported(path.span, "a path of this form");
        };
        // `<T as Trait>::Assoc::name`.
        if let [assoc, further @ ..] = between {
            let Some(of) = self.pkg.assoc_type(trait_ref.def, &assoc.ident.name) else {
                return self.unsupported(path.span, "a path of this form");
            };
            let mut of = self.pkg.projection_through(&trait_ref, of)?;
            if matches!(&assoc.args, Some(GenericArgs::Angle(args)) if !args.is_empty()) {
                of = self.pkg.with_own_args(self.scope, &of, assoc)?;
                of = self.instantiate(&of, path.span);
            }
            let of = self.pkg.assoc_types(self.scope, of, false, further)?;
            let of = self.infer.normalize(&of, Some(path.span));
            return self.assoc_value(&of, last);
        }
        self.trait_value(&trait_ref, last)
    }

    fn self_ctor(&mut self, span: Span) -> Read<Value> {
        let Some(ty) = self.pkg.self_type(self.scope.owner) else {
            return self.unsupported(span, "`Self` in this position");
        };
        let ty = self.instantiate(&ty?, span);
        let TyKind::Adt(def, _) = &*ty else {
            return self.unsupported(span, "`Self` as a value of this type");
        };
        let variant = VariantIdx::from_index(0);
        let shape = self
            .pkg
            .variant_of(*def, variant)
            .map_or(Shape::Named, |it| it.shape);
        Ok(Value::Ctor { ty, variant, shape })
    }

    /// The type arguments written at a segment, completed with variables.
    fn segment_args(&mut self, segment: &ast::Segment, count: usize) -> Read<Vec<Ty>> {
        let mut args = Vec::new();
        if let Some(GenericArgs::Angle(written)) = &segment.args {
            for arg in written {
                let arg = self.pkg.lower_generic_arg_in(self.scope, arg)?;
                args.push(self.instantiate(&arg, segment.ident.span));
            }
            if args.len() > count {
                return self.unsupported(segment.ident.span, "type arguments of this number");
            }
        }
        while args.len() < count {
            args.push(self.infer.any());
        }
        Ok(args)
    }

    /// A definition that a whole path of modules names.
    fn value_of_def(&mut self, path: &ast::Path, def: DefId) -> Read<Value> {
        let segment = path.last();
        let info = self.pkg.defs.def(def);
        match &info.kind {
            DefKind::Fn(_) => {
                let count = self.pkg.params_of(def).len();
                let args = self.segment_args(segment, count)?;
                Ok(Value::Fn(FnRef { def, args }))
            }
            DefKind::Const(_) => Ok(Value::Const(FnRef {
                def,
                args: Vec::new(),
            })),
            DefKind::Static(_) => Ok(Value::Static(def)),
            DefKind::Adt(ast) => {
                let shape = ast.variants.first().map_or(Shape::Unit, |it| it.shape);
                let args = self.segment_args(segment, self.pkg.params_of(def).len())?;
                Ok(Value::Ctor {
                    ty: adt(def, args),
                    variant: VariantIdx::from_index(0),
                    shape,
                })
            }
            DefKind::Variant(variant) => {
                let variant = *variant;
                let Some(owner) = info.parent else {
                    return self.unsupported(path.span, "a variant without an enum");
                };
                let count = self.pkg.params_of(owner).len();
                // `Option::<T>::None` or `None::<T>`.
                let before = path
                    .segments
                    .len()
                    .checked_sub(2)
                    .map(|at| &path.segments[at]);
                let holder = match before {
                    Some(before) if before.args.is_some() => before,
                    _ => segment,
                };
                let args = self.segment_args(holder, count)?;
                let shape = self
                    .pkg
                    .variant_of(owner, variant)
                    .map_or(Shape::Unit, |it| it.shape);
                Ok(Value::Ctor {
                    ty: adt(owner, args),
                    variant,
                    shape,
                })
            }
            DefKind::Unsupported(what) => self.unsupported(path.span, what.clone()),
            _ => self.unsupported(path.span, format!("`{}` as a value", segment.ident.name)),
        }
    }

    /// `Type::name`: a variant, an associated function or an associated constant.
    fn assoc_value(&mut self, ty: &Ty, segment: &ast::Segment) -> Read<Value> {
        let ty = self.known(ty)?;
        if let Some(promised) = self.promised_item(segment) {
            return self.trait_value(&promised, segment);
        }
        let name = &segment.ident.name;
        self.pkg.refuse_partly_read(&ty, name, segment.ident.span)?;
        if let TyKind::Adt(def, _) = &*ty
            && let DefKind::Adt(ast) = &self.pkg.defs.def(*def).kind
            && ast.kind == AdtKind::Enum
            && let Some(at) = ast.variants.iter().position(|it| it.name.name == *name)
        {
            return Ok(Value::Ctor {
                variant: VariantIdx::from_index(at),
                shape: ast.variants[at].shape,
                ty,
            });
        }
        let mut found: Vec<(DefId, DefId)> = Vec::new();
        for container in self.pkg.inherent_impls(&ty) {
            if let Some(item) = self.assoc_item(container, name)
                && self.inherent_applies(container, &ty)
            {
                found.push((container, item));
            }
        }
        self.prefer_extern_specs(&mut found, |it| it.0);
        match found.as_slice() {
            [(container, item)] => {
                let (container, item) = (*container, *item);
                let types = std::iter::once(&ty);
                self.pkg.refuse_hidden(name, types, segment.ident.span)?;
                let mut args = self.infer.fresh_args(container);
                let own = self.impl_self_type(container, &args)?;
                if !self.infer.unify(&own, &ty) {
                    return self.mismatch(segment.ident.span, &ty, &own);
                }
                self.assoc_item_value(item, &mut args, segment)
            }
            [] => self.assoc_of_traits(&ty, segment),
            _ => self.unsupported(
                segment.ident.span,
                format!("`{name}`, which several impls of the type have"),
            ),
        }
    }

    /// In the user's code, what an `#[extern_spec]` says of a function stands for it; elsewhere it is
    /// not seen.
    pub(super) fn prefer_extern_specs<T>(
        &self,
        found: &mut Vec<T>,
        container: impl Fn(&T) -> DefId,
    ) {
        let is_spec = |it: &T| self.pkg.defs.def(container(it)).attrs.extern_spec;
        if !found.iter().any(is_spec) {
            return;
        }
        let seen = self.sees_extern_specs();
        found.retain(|it| is_spec(it) == seen);
    }

    /// What such contracts themselves say and call is what the functions are.
    fn sees_extern_specs(&self) -> bool {
        let owner = self.pkg.defs.def(self.scope.owner);
        self.pkg.map.is_user(owner.span) && !owner.attrs.extern_spec
    }

    fn assoc_item(&self, container: DefId, name: &str) -> Option<DefId> {
        self.pkg.defs.item_named(container, name, |kind| {
            matches!(kind, DefKind::Fn(_) | DefKind::Const(_))
        })
    }

    /// The self type of an impl for given arguments.
    pub(super) fn impl_self_type(&mut self, container: DefId, args: &[Ty]) -> Read<Ty> {
        let Some(header) = self.pkg.impl_header(container) else {
            let span = self.pkg.defs.def(container).span;
            return self.unsupported(span, "an impl block of this form");
        };
        let subst = Subst::new(&self.pkg.params_of(container), args);
        let ty = subst.apply(&header.self_ty);
        Ok(self.infer.normalize(&ty, None))
    }

    /// Whether an inherent impl is one of a type, its conditions included.
    pub(super) fn inherent_applies(&mut self, container: DefId, ty: &Ty) -> bool {
        let pkg = self.pkg;
        let Some(header) = pkg.impl_header(container) else {
            return false;
        };
        self.infer.probe(|infer| {
            let args = infer.fresh_args(container);
            let subst = Subst::new(&pkg.params_of(container), &args);
            let own = infer.normalize(&subst.apply(&header.self_ty), None);
            infer.unify(&own, ty)
                && header
                    .predicates
                    .iter()
                    .all(|predicate| infer.may_hold(&predicate.trait_ref.subst(&subst)))
        })
    }

    fn assoc_item_value(
        &mut self,
        item: DefId,
        args: &mut Vec<Ty>,
        segment: &ast::Segment,
    ) -> Read<Value> {
        match &self.pkg.defs.def(item).kind {
            DefKind::Const(_) => Ok(Value::Const(FnRef {
                def: item,
                args: std::mem::take(args),
            })),
            _ => {
                let count = self.pkg.params_of(item).len() - args.len();
                args.extend(self.segment_args(segment, count)?);
                Ok(Value::Fn(FnRef {
                    def: item,
                    args: std::mem::take(args),
                }))
            }
        }
    }

    /// `Type::name` where a trait in scope, or a bound of a type parameter, has `name`.
    fn assoc_of_traits(&mut self, ty: &Ty, segment: &ast::Segment) -> Read<Value> {
        let name = &segment.ident.name;
        let span = segment.ident.span;
        let mut found: Vec<TraitRef> = Vec::new();
        for def in self.candidate_traits(ty, name) {
            if self.assoc_item(def, name).is_none() {
                continue;
            }
            let mut args = self.infer.fresh_args(def);
            args[0] = Rc::clone(ty);
            let trait_ref = TraitRef { def, args };
            if self.infer.may_hold(&trait_ref) {
                found.push(trait_ref);
            }
        }
        // What a bound promises comes before what impls for all types give, as inherent items do.
        let bounds = self.pkg.bounds_of_rigid(ty);
        let promised = |it: &TraitRef| bounds.iter().any(|bound| bound.trait_ref.def == it.def);
        if found.len() > 1 && found.iter().any(promised) {
            found.retain(promised);
        }
        match found.as_slice() {
            [one] => {
                self.pkg.refuse_hidden(name, std::iter::once(ty), span)?;
                let one = one.clone();
                let value = self.trait_value(&one, segment)?;
                if let Value::Fn(item) | Value::Const(item) = &value {
                    self.note_item(segment, item);
                }
                Ok(value)
            }
            [] => {
                let shown = self.infer.show(ty);
                if self.spec && self.pkg.map.is_user(span) && self.is_complete(ty) {
                    let message = format!("no item `{name}` on `{shown}`");
                    return self.wrong(codes::UNKNOWN_METHOD, span, message);
                }
                self.unsupported(span, format!("the item `{shown}::{name}`"))
            }
            _ => self.unsupported(span, format!("`{name}`, which several traits have")),
        }
    }

    /// The traits whose items can be named on a type here: those in scope, and those of its bounds.
    pub(super) fn candidate_traits(&self, ty: &Ty, name: &str) -> Vec<DefId> {
        let mut traits = self.pkg.defs.traits_in_scope(self.scope.names);
        for bound in self.pkg.bounds_of_rigid(ty) {
            traits.push(bound.trait_ref.def);
        }
        traits.retain(|def| self.assoc_item(*def, name).is_some());
        traits.sort_unstable();
        traits.dedup();
        traits
    }

    /// `<T as Trait>::name`.
    fn trait_value(&mut self, trait_ref: &TraitRef, segment: &ast::Segment) -> Read<Value> {
        let name = &segment.ident.name;
        let mut trait_ref = trait_ref.clone();
        let mut item = self.assoc_item(trait_ref.def, name);
        if item.is_none() {
            // `Sub::method` where a supertrait has the method.
            for implied in self.pkg.supertraits_of(&trait_ref) {
                if item.is_none() {
                    item = self.assoc_item(implied.def, name);
                    if item.is_some() {
                        trait_ref = implied;
                    }
                }
            }
        }
        let Some(item) = item else {
            return self.unsupported(segment.ident.span, format!("the item `{name}` of a trait"));
        };
        let mut args = trait_ref.args;
        self.assoc_item_value(item, &mut args, segment)
    }

    /// The type and variant that the path of a struct literal or pattern names.
    pub(super) fn struct_path(&mut self, path: &ast::Path) -> Read<(Ty, VariantIdx)> {
        let segments: Vec<Name> = path
            .segments
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        if path.qself.is_none()
            && &*segments[0] != "Self"
            && let Found::Def { def, used } =
                self.pkg
                    .defs
                    .follow(self.scope.names, path.global, &segments, Ns::Type)
            && used == segments.len()
            && let DefKind::Variant(variant) = self.pkg.defs.def(def).kind
        {
            match self.value_of_def(path, def)? {
                Value::Ctor { ty, .. } => return Ok((ty, variant)),
                _ => return self.unsupported(path.span, "a path of this form"),
            }
        }
        // `Self::Variant`, or a type.
        let scope = TypeScope {
            inferred: true,
            ..self.scope
        };
        if path.qself.is_none()
            && let [.., _, last] = path.segments.as_slice()
            && let Ok(TypePrefix::Ty(ty, used)) = self.pkg.type_prefix(scope, path, Ns::Type)
            && used + 1 == segments.len()
        {
            let ty = self.instantiate(&ty, path.span);
            if let TyKind::Adt(def, _) = &*self.infer.shallow(&ty)
                && let DefKind::Adt(ast) = &self.pkg.defs.def(*def).kind
                && let Some(at) = ast
                    .variants
                    .iter()
                    .position(|it| it.name.name == last.ident.name)
            {
                return Ok((Rc::clone(&ty), VariantIdx::from_index(at)));
            }
        }
        let written = ast::Type {
            kind: ast::TypeKind::Path(path.clone()),
            span: path.span,
        };
        let lowered = self.pkg.lower_ty_in(scope, &written)?;
        let ty = self.instantiate(&lowered, path.span);
        Ok((ty, VariantIdx::from_index(0)))
    }
}
