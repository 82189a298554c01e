//! From written types to types: names resolved, aliases expanded, associated types found.

use std::rc::Rc;

use super::Package;
use super::generics::TraitRef;
use super::stop::unsupported;
use super::subst::{self, Subst, adt, param, reference, unit};
use crate::front::{Read, Stop};
use crate::ids::Id;
use crate::resolve::{DefKind, Found, Ns};
use crate::source::ast::{Expr, GenericArg, GenericArgs, Name, Path, Segment, Type, TypeKind};
use crate::span::Span;
use crate::ty::{DefId, InferId, IntTy, Ty, TyKind};

/// How deep types may nest, those that associated types lead to included.
const MAX_DEPTH: usize = 64;

/// Where a type stands: the scope of names and the item whose type parameters it sees.
#[derive(Clone, Copy, Debug)]
pub struct TypeScope {
    /// The module or block.
    pub names: DefId,
    /// The item.
    pub owner: DefId,
    /// Whether type arguments that are not written are inferred even where they have defaults: so it
    /// is in paths of expressions.
    pub inferred: bool,
}

/// What a path in type position, or the beginning of one, means.
pub enum TypePrefix {
    /// A type that the first so many segments name.
    Ty(Ty, usize),
    /// A trait that the first so many segments name.
    Trait(DefId, usize),
}

/// A `_` in a written type: replaced by a fresh variable wherever inference is possible.
pub fn hole() -> Ty {
    subst::infer(InferId::from_index(u32::MAX as usize))
}

/// Whether a type is a `_` that was not replaced.
pub fn is_hole(ty: &Ty) -> bool {
    matches!(**ty, TyKind::Infer(id) if id == InferId::from_index(u32::MAX as usize))
}

impl Package {
    /// A type written in the signature of an item.
    pub(super) fn lower_ty(&self, owner: DefId, ty: &Type) -> Read<Ty> {
        let names = self.defs.scope_of(owner);
        let lowered = self.lower_ty_in(
            TypeScope {
                names,
                owner,
                inferred: false,
            },
            ty,
        )?;
        let hole = hole();
        if subst::any(&lowered, &mut |part| *part == *hole) {
            return Err(unsupported(ty.span, "a type without its type arguments"));
        }
        Ok(lowered)
    }

    /// A type written anywhere.
    pub(super) fn lower_ty_in(&self, scope: TypeScope, ty: &Type) -> Read<Ty> {
        let depth = self.type_depth.get();
        if depth >= MAX_DEPTH {
            return Err(unsupported(ty.span, "a type nested this deeply"));
        }
        self.type_depth.set(depth + 1);
        let lowered = self.lower_kind(scope, ty);
        self.type_depth.set(depth);
        lowered
    }

    fn lower_kind(&self, scope: TypeScope, ty: &Type) -> Read<Ty> {
        Ok(match &ty.kind {
            TypeKind::Path(path) => self.lower_path(scope, path)?,
            TypeKind::Ref { mutable, to } => reference(*mutable, self.lower_ty_in(scope, to)?),
            TypeKind::Ptr { mutable, to } => Rc::new(TyKind::RawPtr {
                mutable: *mutable,
                to: self.lower_ty_in(scope, to)?,
            }),
            TypeKind::Tuple(parts) => Rc::new(TyKind::Tuple(self.lower_all(scope, parts)?)),
            TypeKind::Array(element, length) => Rc::new(TyKind::Array(
                self.lower_ty_in(scope, element)?,
                self.lower_const_arg(scope, length, Some(&subst::int(IntTy::Usize)))?,
            )),
            TypeKind::Slice(element) => Rc::new(TyKind::Slice(self.lower_ty_in(scope, element)?)),
            TypeKind::FnPtr(params, ret) => Rc::new(TyKind::FnPtr(
                self.lower_all(scope, params)?,
                match ret {
                    Some(ret) => self.lower_ty_in(scope, ret)?,
                    None => unit(),
                },
            )),
            TypeKind::Never => subst::never(),
            TypeKind::Infer => hole(),
            TypeKind::ImplTrait(_) => {
                return Err(unsupported(ty.span, "`impl Trait` in this position"));
            }
            TypeKind::DynTrait(bounds) => self.object_ty(scope, bounds, ty.span)?,
            TypeKind::Unsupported(what) => return Err(unsupported(ty.span, what.clone())),
        })
    }

    fn lower_all(&self, scope: TypeScope, types: &[Type]) -> Read<Vec<Ty>> {
        types.iter().map(|ty| self.lower_ty_in(scope, ty)).collect()
    }

    fn lower_const_arg(&self, scope: TypeScope, value: &Expr, ty: Option<&Ty>) -> Read<Ty> {
        let mut value = value;
        while let crate::source::ast::ExprKind::Block { label: None, block } = &value.kind
            && block.stmts.is_empty()
            && let Some(tail) = &block.tail
        {
            value = tail;
        }
        if let crate::source::ast::ExprKind::Path(path) = &value.kind
            && let Some(name) = path.as_ident()
            && let Some(found) = self.type_param(scope.owner, &name.name)
        {
            return Ok(found);
        }
        let number = self.const_int(scope, value, ty)?;
        match i128::try_from(number) {
            Ok(number) => Ok(Rc::new(TyKind::ConstValue(number))),
            Err(_) => Err(unsupported(value.span, "a constant of this size")),
        }
    }

    pub(super) fn lower_generic_arg(&self, owner: DefId, arg: &GenericArg) -> Read<Ty> {
        let names = self.defs.scope_of(owner);
        self.lower_generic_arg_in(
            TypeScope {
                names,
                owner,
                inferred: false,
            },
            arg,
        )
    }

    pub(super) fn lower_generic_arg_in(&self, scope: TypeScope, arg: &GenericArg) -> Read<Ty> {
        let scope = TypeScope {
            inferred: false,
            ..scope
        };
        match arg {
            GenericArg::Type(ty) => match self.lower_ty_in(scope, ty) {
                Ok(ty) => Ok(ty),
                Err(stop) => {
                    // A lone name may be a constant.
                    if let TypeKind::Path(path) = &ty.kind {
                        let value = Expr {
                            kind: crate::source::ast::ExprKind::Path(path.clone()),
                            span: ty.span,
                        };
                        if let Ok(found) = self.lower_const_arg(scope, &value, None) {
                            return Ok(found);
                        }
                    }
                    Err(stop)
                }
            },
            GenericArg::Const(value) => self.lower_const_arg(scope, value, None),
            GenericArg::Assoc(name, _) | GenericArg::Constraint(name, _) => {
                Err(unsupported(name.span, "an associated type argument here"))
            }
            GenericArg::Unsupported(what, span) => Err(unsupported(*span, what.clone())),
        }
    }

    /// The type parameter of that name that an item sees.
    pub(super) fn type_param(&self, owner: DefId, name: &str) -> Option<Ty> {
        let params = self.params_of(owner);
        let found = params.iter().rev().find(|it| *it.name == *name)?;
        // A trait's `Self` is found by its own rule.
        (name != "Self").then(|| param(found.clone()))
    }

    /// What `Self` is in an item.
    pub(super) fn self_type(&self, owner: DefId) -> Option<Read<Ty>> {
        let mut at = Some(owner);
        while let Some(id) = at {
            match &self.defs.def(id).kind {
                DefKind::Impl { self_ty, .. } => return Some(self.impl_self_ty(id, self_ty)),
                DefKind::Trait { .. } => return Some(Ok(Rc::clone(&self.param_types(id)[0]))),
                DefKind::Adt(_) => return Some(Ok(adt(id, self.param_types(id)))),
                DefKind::Module | DefKind::BlockScope => return None,
                _ => at = self.defs.def(id).parent,
            }
        }
        None
    }

    fn impl_self_ty(&self, id: DefId, written: &Type) -> Read<Ty> {
        if let Some(known) = self.self_types.borrow().get(&id) {
            return known.clone();
        }
        let circular = unsupported(written.span, "a type that is defined by itself");
        self.self_types.borrow_mut().insert(id, Err(circular));
        let found = self.lower_ty(id, written);
        self.self_types.borrow_mut().insert(id, found.clone());
        found
    }

    fn lower_path(&self, scope: TypeScope, path: &Path) -> Read<Ty> {
        if let Some((qself, position)) = &path.qself {
            let self_ty = self.lower_ty_in(scope, qself)?;
            return self.lower_qualified(scope, path, self_ty, *position);
        }
        match self.type_prefix(scope, path, Ns::Type)? {
            TypePrefix::Ty(ty, used) => {
                let of_self = used == 1 && &*path.segments[0].ident.name == "Self";
                self.assoc_types(scope, ty, of_self, &path.segments[used..])
            }
            // `Trait` where a type is expected: a trait object of the 2015 edition.
            TypePrefix::Trait(..) => Err(unsupported(path.span, "a trait used as a type")),
        }
    }

    fn lower_qualified(
        &self,
        scope: TypeScope,
        path: &Path,
        self_ty: Ty,
        position: usize,
    ) -> Read<Ty> {
        if position == 0 {
            return self.assoc_types(scope, self_ty, false, &path.segments);
        }
        let trait_path = Path {
            qself: None,
            marked: None,
            global: path.global,
            segments: path.segments[..position].to_vec(),
            span: path.span,
        };
        let trait_ref = self.trait_ref_of(scope, &trait_path, self_ty)?;
        let Some((first, rest)) = path.segments[position..].split_first() else {
            return Err(unsupported(path.span, "a path of this form"));
        };
        let Some(assoc) = self.assoc_type(trait_ref.def, &first.ident.name) else {
            return Err(unsupported(first.ident.span, "an unknown associated type"));
        };
        let mut ty = self.projection_through(&trait_ref, assoc)?;
        if matches!(&first.args, Some(GenericArgs::Angle(args)) if !args.is_empty()) {
            ty = self.with_own_args(scope, &ty, first)?;
        }
        self.assoc_types(scope, ty, false, rest)
    }

    /// `Trait<A, B>` of a path, applied to `self_ty`.
    pub(super) fn trait_ref_of(
        &self,
        scope: TypeScope,
        path: &Path,
        self_ty: Ty,
    ) -> Read<TraitRef> {
        let def = self.trait_in(scope.names, path)?;
        let mut args = vec![self_ty];
        match &path.last().args {
            Some(GenericArgs::Angle(written)) => {
                for arg in written {
                    if !matches!(arg, GenericArg::Assoc(..)) {
                        args.push(self.lower_generic_arg_in(scope, arg)?);
                    }
                }
            }
            Some(GenericArgs::Paren(..)) => {
                return Err(unsupported(path.span, "a path of this form"));
            }
            None => {}
        }
        self.fill_defaults(def, &mut args, path.span)?;
        Ok(TraitRef { def, args })
    }

    /// The trait that a path names, for an item.
    pub(super) fn trait_of_path(&self, owner: DefId, path: &Path) -> Read<DefId> {
        self.trait_in(self.defs.scope_of(owner), path)
    }

    pub(super) fn trait_in(&self, names: DefId, path: &Path) -> Read<DefId> {
        let segments: Vec<Name> = path
            .segments
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        match self.defs.follow(names, path.global, &segments, Ns::Type) {
            Found::Def { def, used }
                if used == segments.len()
                    && matches!(self.defs.def(def).kind, DefKind::Trait { .. }) =>
            {
                match &self.defs.def(def).attrs.unsupported {
                    Some((what, _)) => Err(unsupported(path.span, what.clone())),
                    None => Ok(def),
                }
            }
            _ => Err(unsupported(
                path.span,
                format!("the trait `{}`", path.last().ident.name),
            )),
        }
    }

    /// What the beginning of a path means: `Self`, a type parameter, a primitive, or a definition.
    pub(super) fn type_prefix(&self, scope: TypeScope, path: &Path, ns: Ns) -> Read<TypePrefix> {
        let segments: Vec<Name> = path
            .segments
            .iter()
            .map(|it| it.ident.name.clone())
            .collect();
        let first = &path.segments[0];
        if !path.global && (segments.len() > 1 || ns == Ns::Type) {
            if &*first.ident.name == "Self" {
                return match self.self_type(scope.owner) {
                    Some(ty) => Ok(TypePrefix::Ty(ty?, 1)),
                    None => Err(unsupported(first.ident.span, "`Self` in this position")),
                };
            }
            if let Some(found) = self.type_param(scope.owner, &first.ident.name) {
                return Ok(TypePrefix::Ty(found, 1));
            }
        }
        match self.defs.follow(scope.names, path.global, &segments, ns) {
            // `use std::str;` does not hide the type `str`.
            Found::Def { def, used: 1 }
                if segments.len() == 1
                    && matches!(self.defs.def(def).kind, DefKind::Module)
                    && let Some(ty) = primitive(&first.ident.name) =>
            {
                Ok(TypePrefix::Ty(ty, 1))
            }
            Found::Def { def, used } => self.type_of_def(scope, path, def, used),
            Found::NotInScope => match primitive(&first.ident.name) {
                Some(ty) => Ok(TypePrefix::Ty(ty, 1)),
                None => Err(self.unknown_name(&first.ident.name, first.ident.span)),
            },
            Found::Missing { at } => {
                // `str::from_utf8` may mean the module or the type of that name.
                if at == 1
                    && let Some(ty) = primitive(&first.ident.name)
                {
                    return Ok(TypePrefix::Ty(ty, 1));
                }
                // `std::usize::MAX`: the modules of that name only repeat what the types have, but for `consts`.
                if (at == 1 || at == 2)
                    && matches!(&*first.ident.name, "std" | "core")
                    && let Some(ty) = primitive(&segments[1])
                {
                    return Ok(TypePrefix::Ty(ty, 2));
                }
                let ident = &path.segments[at].ident;
                let shown: Vec<&str> = segments[..=at].iter().map(|it| &**it).collect();
                Err(unsupported(
                    ident.span,
                    format!("the item `{}`", shown.join("::")),
                ))
            }
            Found::Unclear { at } => {
                if at == 0
                    && let Some(ty) = primitive(&first.ident.name)
                {
                    return Ok(TypePrefix::Ty(ty, 1));
                }
                let ident = &path.segments[at].ident;
                Err(unsupported(
                    ident.span,
                    self.defs.unclear(scope.names, &ident.name),
                ))
            }
        }
    }

    fn unknown_name(&self, name: &Name, span: Span) -> Stop {
        let what = if self.defs.unread_crates.contains(name) {
            format!("the crate `{name}`")
        } else {
            format!("the name `{name}`")
        };
        unsupported(span, what)
    }

    fn type_of_def(
        &self,
        scope: TypeScope,
        path: &Path,
        def: DefId,
        used: usize,
    ) -> Read<TypePrefix> {
        let segment = &path.segments[used - 1];
        let span = segment.ident.span;
        match &self.defs.def(def).kind {
            DefKind::Adt(_) => {
                let args = self.written_args(scope, def, segment)?;
                if self.lang_is(def, "int") {
                    return Ok(TypePrefix::Ty(subst::math_int(), used));
                }
                Ok(TypePrefix::Ty(adt(def, args), used))
            }
            DefKind::TypeAlias { ty: Some(ty), .. } => {
                let args = self.written_args(scope, def, segment)?;
                let ty = self.alias(def, ty)?;
                let subst = Subst::new(&self.params_of(def), &args);
                Ok(TypePrefix::Ty(subst.apply(&ty), used))
            }
            DefKind::Trait { .. } => Ok(TypePrefix::Trait(def, used)),
            DefKind::Unsupported(what) => Err(unsupported(span, what.clone())),
            _ => Err(unsupported(
                span,
                format!("`{}` in this position", segment.ident.name),
            )),
        }
    }

    fn alias(&self, def: DefId, ty: &Type) -> Read<Ty> {
        if let Some(known) = self.self_types.borrow().get(&def) {
            return known.clone();
        }
        let circular = unsupported(ty.span, "a type that is defined by itself");
        self.self_types.borrow_mut().insert(def, Err(circular));
        let found = self.lower_ty(def, ty);
        self.self_types.borrow_mut().insert(def, found.clone());
        found
    }

    /// The type arguments written at a segment; holes if there are none at all.
    pub(super) fn written_args(
        &self,
        scope: TypeScope,
        def: DefId,
        segment: &Segment,
    ) -> Read<Vec<Ty>> {
        let expected = self.params_of(def).len();
        let Some(GenericArgs::Angle(written)) = &segment.args else {
            // Written without arguments: all defaults where a type is complete, holes in bodies.
            let mut args = Vec::new();
            if scope.inferred
                || self
                    .fill_defaults(def, &mut args, segment.ident.span)
                    .is_err()
            {
                args = vec![hole(); expected];
            }
            return Ok(args);
        };
        let mut args = Vec::new();
        for arg in written {
            args.push(self.lower_generic_arg_in(scope, arg)?);
        }
        self.fill_defaults(def, &mut args, segment.ident.span)?;
        Ok(args)
    }

    /// Completes type arguments with the declared defaults.
    pub(super) fn fill_defaults(&self, def: DefId, args: &mut Vec<Ty>, span: Span) -> Read<()> {
        let params = self.params_of(def);
        let offset = usize::from(matches!(self.defs.def(def).kind, DefKind::Trait { .. }));
        if args.len() > params.len() {
            return Err(unsupported(
                span,
                "more type arguments than there are parameters",
            ));
        }
        while args.len() < params.len() {
            let default = self
                .own_generics(def)
                .and_then(|generics| generics.params.get(args.len() - offset))
                .and_then(|param| param.default.as_ref());
            let Some(default) = default else {
                return Err(unsupported(span, "a type without its type arguments"));
            };
            let ty = self.lower_ty(def, default)?;
            let subst = Subst::new(&params, args);
            args.push(subst.apply(&ty));
        }
        Ok(())
    }
}

/// The primitive type of a name.
pub fn primitive(name: &str) -> Option<Ty> {
    if let Some(found) = IntTy::ALL.iter().find(|it| it.name() == name) {
        return Some(subst::int(*found));
    }
    Some(Rc::new(match name {
        "bool" => TyKind::Bool,
        "char" => TyKind::Char,
        "str" => TyKind::Str,
        "f32" => TyKind::Float(32),
        "f64" => TyKind::Float(64),
        _ => return None,
    }))
}
