//! Converts types, paths and generics.

use syn::{GenericArgument, PathArguments, ReturnType, Type as SynType, TypeParamBound};

use super::super::ast::{
    Bound, GenericArg, GenericArgs, GenericParam, Generics, Ident, Path, Segment, Type, TypeKind,
    WherePredicate,
};
use super::Convert;

impl Convert<'_> {
    pub(super) fn ty(&mut self, ty: &SynType) -> Type {
        let span = self.spans.between(ty);
        let kind = match ty {
            SynType::Group(group) => return self.ty(&group.elem),
            SynType::Paren(paren) => return self.ty(&paren.elem),
            SynType::Path(path) => {
                TypeKind::Path(self.qualified_path(path.qself.as_ref(), &path.path))
            }
            SynType::Reference(reference) => TypeKind::Ref {
                mutable: reference.mutability.is_some(),
                to: Box::new(self.ty(&reference.elem)),
            },
            SynType::Ptr(pointer) => TypeKind::Ptr {
                mutable: matches!(pointer.mutability, syn::PointerMutability::Mut(_)),
                to: Box::new(self.ty(&pointer.elem)),
            },
            SynType::Tuple(tuple) => {
                TypeKind::Tuple(tuple.elems.iter().map(|elem| self.ty(elem)).collect())
            }
            SynType::Array(array) => TypeKind::Array(
                Box::new(self.ty(&array.elem)),
                Box::new(self.expr(&array.len)),
            ),
            SynType::Slice(slice) => TypeKind::Slice(Box::new(self.ty(&slice.elem))),
            SynType::Never(_) => TypeKind::Never,
            SynType::Infer(_) => TypeKind::Infer,
            SynType::FnPtr(pointer) if pointer.variadic.is_none() && pointer.abi.is_none() => {
                TypeKind::FnPtr(
                    pointer
                        .inputs
                        .iter()
                        .map(|input| self.ty(&input.ty))
                        .collect(),
                    self.return_type(&pointer.output).map(Box::new),
                )
            }
            SynType::FnPtr(_) => TypeKind::Unsupported("a foreign function pointer".into()),
            SynType::ImplTrait(bounds) => TypeKind::ImplTrait(self.bounds(&bounds.bounds)),
            SynType::TraitObject(bounds) => TypeKind::DynTrait(self.bounds(&bounds.bounds)),
            SynType::Macro(call) => {
                match self.expand_as(&call.mac, <SynType as syn::parse::Parse>::parse) {
                    Some(Ok(ty)) => return self.expanded(|this| this.ty(&ty)),
                    Some(Err(what)) => TypeKind::Unsupported(what),
                    None => TypeKind::Unsupported("a macro in type position".into()),
                }
            }
            _ => TypeKind::Unsupported("a type of unknown syntax".into()),
        };
        Type { kind, span }
    }

    pub(super) fn return_type(&mut self, output: &ReturnType) -> Option<Type> {
        match output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(self.ty(ty)),
        }
    }

    /// Trait bounds; lifetimes say nothing to us.
    pub(super) fn bounds<P>(
        &mut self,
        bounds: &syn::punctuated::Punctuated<TypeParamBound, P>,
    ) -> Vec<Bound> {
        let mut converted = Vec::new();
        for bound in bounds {
            if let TypeParamBound::Trait(bound) = bound {
                converted.push(Bound {
                    path: self.path(&bound.path),
                    maybe: bound.maybe.is_some(),
                });
            }
        }
        converted
    }

    /// The generics without the parameters that a `cfg` takes away.
    pub(super) fn active_generics(&mut self, generics: &syn::Generics) -> syn::Generics {
        let mut active = generics.clone();
        let params = std::mem::take(&mut active.params);
        active.params = params
            .into_iter()
            .filter(|param| self.is_active(param))
            .collect();
        active
    }

    fn is_active(&mut self, param: &syn::GenericParam) -> bool {
        let attrs = match param {
            syn::GenericParam::Lifetime(param) => &param.attrs,
            syn::GenericParam::Type(param) => &param.attrs,
            syn::GenericParam::Const(param) => &param.attrs,
        };
        attrs.is_empty() || self.active_attributes(attrs).is_some()
    }

    pub(super) fn generics(&mut self, generics: &syn::Generics) -> Generics {
        let mut converted = Generics::default();
        for param in &generics.params {
            if !self.is_active(param) {
                continue;
            }
            match param {
                syn::GenericParam::Lifetime(_) => converted.has_lifetimes = true,
                syn::GenericParam::Type(param) => converted.params.push(GenericParam {
                    name: self.ident(&param.ident),
                    bounds: self.bounds(&param.bounds),
                    const_ty: None,
                    default: param.default.as_ref().map(|(_, ty)| self.ty(ty)),
                }),
                syn::GenericParam::Const(param) => converted.params.push(GenericParam {
                    name: self.ident(&param.ident),
                    bounds: Vec::new(),
                    const_ty: Some(self.ty(&param.ty)),
                    default: None,
                }),
            }
        }
        if let Some(clause) = &generics.where_clause {
            self.where_clause(clause, &mut converted);
        }
        converted
    }

    fn where_clause(&mut self, clause: &syn::WhereClause, generics: &mut Generics) {
        for predicate in &clause.predicates {
            if let syn::WherePredicate::Type(predicate) = predicate {
                generics.wheres.push(WherePredicate {
                    ty: self.ty(&predicate.bounded_ty),
                    bounds: self.bounds(&predicate.bounds),
                });
            }
        }
    }

    pub(super) fn qualified_path(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> Path {
        let mut converted = self.path(path);
        if let Some(qself) = qself {
            converted.qself = Some((Box::new(self.ty(&qself.ty)), qself.position));
            converted.span = self.spans.convert(qself.lt_token.span).to(converted.span);
        }
        converted
    }

    pub(in super::super) fn path(&mut self, path: &syn::Path) -> Path {
        self.name_first(path);
        let segments: Vec<Segment> = path
            .segments
            .iter()
            .map(|segment| Segment {
                ident: self.ident(&segment.ident),
                args: self.path_arguments(&segment.arguments),
            })
            .collect();
        Path {
            qself: None,
            global: path.leading_colon.is_some(),
            marked: marked_local(path),
            segments,
            span: self.spans.between(path),
        }
    }

    /// Notes the name that a path starts with.
    pub(super) fn name_first(&mut self, path: &syn::Path) {
        if let Some(first) = path.segments.first()
            && (path.segments.len() > 1 || path.leading_colon.is_some())
        {
            self.named.insert(super::name_of(&first.ident));
        }
    }

    fn path_arguments(&mut self, arguments: &PathArguments) -> Option<GenericArgs> {
        match arguments {
            PathArguments::None => None,
            PathArguments::AngleBracketed(args) => {
                Some(GenericArgs::Angle(self.generic_args(args)))
            }
            PathArguments::Parenthesized(args) => Some(GenericArgs::Paren(
                args.inputs.iter().map(|input| self.ty(&input.ty)).collect(),
                self.return_type(&args.output).map(Box::new),
            )),
        }
    }

    pub(super) fn generic_args(
        &mut self,
        args: &syn::AngleBracketedGenericArguments,
    ) -> Vec<GenericArg> {
        let mut converted = Vec::new();
        for arg in &args.args {
            converted.push(match arg {
                GenericArgument::Lifetime(_) => continue,
                GenericArgument::Type(ty) => GenericArg::Type(self.ty(ty)),
                GenericArgument::Const(value) => GenericArg::Const(self.expr(value)),
                GenericArgument::AssocType(assoc) if assoc.generics.is_none() => {
                    let (name, ty) = (self.ident(&assoc.ident), self.ty(&assoc.ty));
                    match ty.kind {
                        // `Item = impl Trait` says what `Item: Trait` does: which type it is shows where it is made.
                        TypeKind::ImplTrait(bounds) => GenericArg::Constraint(name, bounds),
                        _ => GenericArg::Assoc(name, ty),
                    }
                }
                GenericArgument::Constraint(assoc) if assoc.generics.is_none() => {
                    GenericArg::Constraint(self.ident(&assoc.ident), self.bounds(&assoc.bounds))
                }
                other => GenericArg::Unsupported(
                    "a generic argument of this form".into(),
                    self.spans.of(other),
                ),
            });
        }
        converted
    }

    /// The type `Self`, for the receiver of a method.
    pub(super) fn self_type(&self, span: crate::span::Span) -> Type {
        named_type("Self".into(), span)
    }
}

/// The name with its marks, if the path is nothing but a name that a macro wrote.
fn marked_local(path: &syn::Path) -> Option<super::super::ast::Name> {
    let name = super::marked_name_of(path.get_ident()?);
    super::hygiene::is_marked(&name).then_some(name)
}

/// A type that is just a name.
pub(super) fn named_type(name: super::super::ast::Name, span: crate::span::Span) -> Type {
    Type {
        kind: TypeKind::Path(Path {
            qself: None,
            global: false,
            segments: vec![Segment {
                ident: Ident { name, span },
                args: None,
            }],
            marked: None,
            span,
        }),
        span,
    }
}
