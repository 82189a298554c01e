//! What is known of items before any body is looked at: impl headers, signatures, fields.

use std::rc::Rc;

use super::Package;
use super::generics::{Predicate, TraitRef};
use super::infer::Infer;
use super::stop::unsupported;
use super::subst::{Subst, unit};
use super::types::TypeScope;
use crate::front::Read;
use crate::ids::Id;
use crate::resolve::DefKind;
use crate::source::ast::{self, Name, Variant};
use crate::span::Span;
use crate::ty::{ClosureId, DefId, FnRef, Ty, TyKind, VariantIdx};

/// What an impl block is for.
#[derive(Clone, Debug)]
pub struct ImplHeader {
    /// The type that it is of.
    pub self_ty: Ty,
    /// The trait, if it is of one.
    pub trait_ref: Option<TraitRef>,
    /// Its conditions.
    pub predicates: Rc<Vec<Predicate>>,
}

/// An item of an impl that could not be read: a search that finds its name elsewhere may have found
/// the wrong one.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// Its name.
    pub name: Name,
    /// The struct or enum that the impl is of, if that much is known.
    pub of: Option<DefId>,
    /// The crate that the impl is in.
    pub in_crate: DefId,
}

/// The outermost part of a type, by which inherent impls are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Head {
    /// A struct or enum.
    Adt(DefId),
    /// A trait object, by its trait.
    Dyn(DefId),
    /// Any machine integer, and `impl<I: …> I` of the models.
    Int,
    /// A type without parts, or of builtin parts.
    Other(&'static str),
}

fn head(ty: &Ty) -> Option<Head> {
    Some(match &**ty {
        TyKind::Adt(def, _) => Head::Adt(*def),
        TyKind::Int(_) | TyKind::Param(_) | TyKind::Infer(_) => Head::Int,
        TyKind::Bool => Head::Other("bool"),
        TyKind::Char => Head::Other("char"),
        TyKind::Float(_) => Head::Other("float"),
        TyKind::Str => Head::Other("str"),
        TyKind::Slice(_) => Head::Other("slice"),
        TyKind::Array(..) => Head::Other("array"),
        TyKind::RawPtr { .. } => Head::Other("pointer"),
        TyKind::MathInt => Head::Other("int"),
        TyKind::Dyn(def, _) => Head::Dyn(*def),
        _ => return None,
    })
}

/// Parameters and result of a closure.
#[derive(Clone, Debug)]
pub(super) struct ClosureSignature {
    /// The inference that still works on it, whose variables mean nothing to any other.
    pub(super) open_in: Option<usize>,
    pub(super) params: Vec<Ty>,
    pub(super) ret: Ty,
    /// Whether all that it holds is copied, which is known once its body is finished.
    pub(super) is_copy: bool,
}

impl Package {
    /// Reads the headers of all impl blocks.
    pub(super) fn index_impls(&mut self) {
        // What is asked meanwhile does not see all impls.
        self.reading_bounds.set(self.reading_bounds.get() + 1);
        for id in self.defs.impls.clone() {
            match self.read_header(id) {
                Ok(header) => {
                    match &header.trait_ref {
                        Some(trait_ref) => {
                            self.trait_impls.entry(trait_ref.def).or_default().push(id);
                        }
                        None => {
                            if let Some(head) = head(&header.self_ty) {
                                self.inherent.entry(head).or_default().push(id);
                            }
                        }
                    }
                    self.headers.insert(id, Rc::new(header));
                }
                // No value that we know is of a type of std that has no model.
                Err(_) if self.is_of_unknown_std(id) => {}
                Err(_) => {
                    let of = match self.self_type(id).and_then(Result::ok).as_deref() {
                        Some(TyKind::Adt(def, _)) => Some(*def),
                        _ => None,
                    };
                    for item in self.defs.items(id) {
                        let name = self.defs.def(*item).name.clone();
                        let in_crate = self.defs.crate_of(id);
                        self.hidden.push(Hidden { name, of, in_crate });
                    }
                }
            }
        }
        self.reading_bounds.set(self.reading_bounds.get() - 1);
    }

    /// Whether an impl is of a type of std, written with its path, that we do not know. Names of types of std that
    /// stand for others (`c_int`, `io::Result`) do not count.
    fn is_of_unknown_std(&self, id: DefId) -> bool {
        let DefKind::Impl { self_ty, .. } = &self.defs.def(id).kind else {
            return false;
        };
        let ast::TypeKind::Path(path) = &self_ty.kind else {
            return false;
        };
        let last = &path.last().ident.name;
        let first = path.segments.first().map(|it| &*it.ident.name);
        path.qself.is_none()
            && matches!(first, Some("std" | "core" | "alloc"))
            && last.starts_with(|c: char| c.is_uppercase())
            && &**last != "Result"
            && matches!(self.self_type(id), Some(Err(_)))
    }

    fn read_header(&self, id: DefId) -> Read<ImplHeader> {
        let def = self.defs.def(id);
        let DefKind::Impl { trait_, .. } = &def.kind else {
            return Err(unsupported(def.span, "an impl block of this form"));
        };
        if let Some((what, span)) = &def.attrs.unsupported {
            return Err(unsupported(*span, what.clone()));
        }
        let self_ty = match self.self_type(id) {
            Some(ty) => ty?,
            None => return Err(unsupported(def.span, "an impl block of this form")),
        };
        let trait_ref = match trait_ {
            Some(path) => {
                let scope = TypeScope {
                    names: self.defs.scope_of(id),
                    owner: id,
                    inferred: false,
                };
                Some(self.trait_ref_of(scope, path, Rc::clone(&self_ty))?)
            }
            None => None,
        };
        Ok(ImplHeader {
            self_ty,
            trait_ref,
            predicates: self.predicates_of(id)?,
        })
    }

    pub(super) fn impl_header(&self, id: DefId) -> Option<Rc<ImplHeader>> {
        self.headers.get(&id).cloned()
    }

    pub(super) fn impls_of(&self, trait_def: DefId) -> Vec<DefId> {
        self.trait_impls
            .get(&trait_def)
            .cloned()
            .unwrap_or_default()
    }

    /// The inherent impls that a type may have methods from.
    pub(super) fn inherent_impls(&self, ty: &Ty) -> Vec<DefId> {
        if matches!(**ty, TyKind::Param(_)) {
            return Vec::new();
        }
        head(ty)
            .and_then(|head| self.inherent.get(&head))
            .cloned()
            .unwrap_or_default()
    }

    /// The bounds that a type parameter, or an associated type of one, is known to satisfy.
    pub(super) fn bounds_of_rigid(&self, ty: &Ty) -> Vec<Predicate> {
        let root = self.projection_root(ty);
        let param = match &*root {
            TyKind::Param(param) => param,
            TyKind::Dyn(..) => {
                let mut known = self.object_predicates(&root);
                known.retain(|bound| bound.trait_ref.args[0] == *ty);
                return known;
            }
            _ => return Vec::new(),
        };
        let (bounds, deep) = (
            self.rigid_predicates(param.owner),
            self.predicates_of_deep(ty),
        );
        let all = bounds.iter().chain(deep.iter());
        all.filter(|bound| bound.trait_ref.args[0] == *ty)
            .cloned()
            .collect()
    }

    /// The type that an associated type is taken of, at the root.
    pub(super) fn projection_root(&self, ty: &Ty) -> Ty {
        match &**ty {
            TyKind::Projection(def, args) if !self.hides_result(*def) => {
                self.projection_root(&args[0])
            }
            _ => Rc::clone(ty),
        }
    }

    /// Refuses a name that items which we could not read may also have, for one of these types.
    pub(super) fn refuse_hidden<'t>(
        &self,
        name: &Name,
        types: impl Iterator<Item = &'t Ty> + Clone,
        span: Span,
    ) -> Read<()> {
        let among = |def| {
            let mut types = types.clone();
            types.any(|ty| matches!(&**ty, TyKind::Adt(of, _) if *of == def))
        };
        // Impls of a library are of its own types or traits, which are looked at where they are met.
        let counts = |hidden: &&Hidden| {
            let of_library =
                Some(hidden.in_crate) != self.defs.root && !self.defs.def(hidden.in_crate).is_model;
            hidden.name == *name && !of_library
        };
        let mut hidden = self.hidden.iter().filter(counts);
        if hidden.any(|hidden| hidden.of.is_none_or(among)) && self.map.is_user(span) {
            let what = format!("`{name}`, which an impl that could not be read also has");
            return Err(unsupported(span, what));
        }
        Ok(())
    }

    /// Refuses a name on a type of a library of which impls or macros could not be read.
    pub(super) fn refuse_partly_read(&self, ty: &Ty, name: &Name, span: Span) -> Read<()> {
        let TyKind::Adt(def, _) = &**ty else {
            return Ok(());
        };
        let of_crate = self.defs.crate_of(*def);
        if Some(of_crate) == self.defs.root || self.defs.def(*def).is_model {
            return Ok(());
        }
        let hidden = |hidden: &Hidden| {
            let may_be_of = hidden.of.is_none_or(|of| of == *def);
            hidden.name == *name && hidden.in_crate == of_crate && may_be_of
        };
        if self.unexpanded.contains_key(&of_crate) || self.hidden.iter().any(hidden) {
            let library = &self.defs.def(of_crate).name;
            let what =
                format!("`{name}` of a type of `{library}`, which could not be read as a whole");
            return Err(unsupported(span, what));
        }
        Ok(())
    }

    /// Whether a struct's field of that name is `pub`.
    pub(super) fn is_field_public(&self, def: DefId, name: &str) -> bool {
        let DefKind::Adt(adt) = &self.defs.def(def).kind else {
            return false;
        };
        let mut fields = adt.variants.iter().flat_map(|variant| &variant.fields);
        fields.any(|field| *field.name.name == *name && matches!(field.vis, ast::Vis::Public))
    }

    pub(super) fn lang_item(&self, name: &str) -> Option<DefId> {
        self.defs.lang.get(name).copied()
    }

    pub(super) fn lang_is(&self, def: DefId, name: &str) -> bool {
        self.lang_name(def).as_deref() == Some(name)
    }

    pub(super) fn lang_name(&self, def: DefId) -> Option<Name> {
        let def = self.defs.def(def);
        if def.is_model {
            def.attrs.lang.clone()
        } else {
            None
        }
    }

    /// Parameters and result of a function in terms of its declared type parameters.
    pub(super) fn declared_signature(&self, def: DefId) -> Read<(Vec<Ty>, Ty)> {
        if let Some(known) = self.signatures.borrow().get(&def) {
            return known.clone();
        }
        let computed = self.compute_signature(def);
        self.signatures.borrow_mut().insert(def, computed.clone());
        computed
    }

    fn compute_signature(&self, def: DefId) -> Read<(Vec<Ty>, Ty)> {
        let DefKind::Fn(function) = &self.defs.def(def).kind else {
            return Err(unsupported(
                self.defs.def(def).span,
                "a function of this form",
            ));
        };
        let mut params = Vec::new();
        for param in &function.params {
            params.push(self.lower_ty(def, &param.ty)?);
        }
        let ret = match &function.ret {
            Some(_) if self.hides_result(def) => self.projection(def, self.param_types(def)),
            Some(ret) => self.lower_ty(def, ret)?,
            None => unit(),
        };
        Ok((params, ret))
    }

    /// `inference` is the one whose variables the signature may hold.
    pub(super) fn new_closure(
        &self,
        owner: FnRef,
        inference: usize,
        params: Vec<Ty>,
        ret: Ty,
    ) -> ClosureId {
        self.closure_owners.borrow_mut().push(owner);
        self.closures.borrow_mut().push(ClosureSignature {
            open_in: Some(inference),
            params,
            ret,
            is_copy: false,
        })
    }

    /// Says what the signature of a closure is in the end.
    pub(super) fn set_closure(&self, id: ClosureId, params: Vec<Ty>, ret: Ty) {
        self.closures.borrow_mut()[id] = ClosureSignature {
            open_in: None,
            params,
            ret,
            is_copy: false,
        };
    }

    /// Notes that all a closure holds is copied, and the closure with it.
    pub(super) fn set_closure_copied(&self, id: ClosureId) {
        self.closures.borrow_mut()[id].is_copy = true;
    }

    pub(super) fn closure_signature(&self, id: ClosureId) -> Option<ClosureSignature> {
        self.closures.borrow().get(id).cloned()
    }

    /// The type of a constant or static for its arguments.
    pub(super) fn constant_ty(&self, constant: &FnRef) -> Read<Ty> {
        let def = self.defs.def(constant.def);
        let (DefKind::Const(ast) | DefKind::Static(ast)) = &def.kind else {
            return Err(unsupported(def.span, "a constant of this form"));
        };
        let ty = self.lower_ty(constant.def, &ast.ty)?;
        Ok(Subst::new(&self.params_of(constant.def), &constant.args).apply(&ty))
    }

    pub(super) fn variant_of(&self, def: DefId, variant: VariantIdx) -> Option<&Variant> {
        match &self.defs.def(def).kind {
            DefKind::Adt(ast) => ast.variants.get(variant.index()),
            _ => None,
        }
    }

    pub(super) fn is_enum(&self, def: DefId) -> bool {
        matches!(&self.defs.def(def).kind, DefKind::Adt(ast) if ast.kind == ast::AdtKind::Enum)
    }

    /// The type of a field for the arguments of its struct or enum.
    pub(super) fn field_ty(&self, def: DefId, args: &[Ty], field: &ast::Field) -> Read<Ty> {
        let mut ty = self.lower_ty(def, &field.ty)?;
        if field.ghost.is_some() {
            ty = self.kept(ty);
        }
        Ok(Subst::new(&self.params_of(def), args).apply(&ty))
    }

    /// The type of a declared parameter, if it is a const parameter.
    pub(super) fn const_param_ty(&self, ty: &Ty) -> Option<Read<Ty>> {
        let TyKind::Param(param) = &**ty else {
            return None;
        };
        let generics = self.own_generics(param.owner)?;
        let mut declared = generics.params.iter();
        let declared = declared.find(|it| *it.name.name == *param.name)?;
        Some(self.lower_ty(param.owner, declared.const_ty.as_ref()?))
    }

    /// Whether the crate under check defines a macro of that name anywhere.
    pub(super) fn is_user_macro(&self, name: &str) -> bool {
        self.defs.root.is_some_and(|root| {
            self.defs
                .lookup(root, crate::resolve::Ns::Macro, &name.into())
                .is_some()
        })
    }

    /// Whether values of a finished type are copied.
    pub(super) fn is_copy_ty(&self, ty: &Ty) -> bool {
        let Some(def) = self.lang_item("Copy") else {
            return false;
        };
        let goal = TraitRef {
            def,
            args: vec![Rc::clone(ty)],
        };
        Infer::new(self).holds(&goal)
    }
}
