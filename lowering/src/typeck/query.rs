//! The package as a [`Front`].

use std::rc::Rc;

use super::Package;
use super::check::FnCtxt;
use super::generics::TraitRef;
use super::infer::Infer;
use super::stop::unsupported;
use super::subst::Subst;
use super::traits::{Answer, Source};
use super::types::TypeScope;
use crate::front::{
    AdtInfo, ByHand, ClauseId, ConstParam, Contract, Front, FunctionInfo, Implementors, Invariant,
    Lang, ParamBounds, ParamInfo, Read, Signature, VariantInfo,
};
use crate::ids::{Id, Table};
use crate::ir::Int;
use crate::resolve::DefKind;
use crate::source::ast::{PatKind, Shape};
use crate::span::{SourceMap, Span};
use crate::thir::{Body, Expr, ExprKind, Literal};
use crate::ty::{ClosureId, DefId, FnRef, Ty, TyKind, VariantIdx};

impl Front for Package {
    fn sources(&self) -> &SourceMap {
        &self.map
    }

    fn functions(&self) -> Vec<FunctionInfo> {
        self.all_functions()
    }

    fn path(&self, def: DefId) -> String {
        self.show_path(def)
    }

    fn span(&self, def: DefId) -> Span {
        match &self.defs.def(def).kind {
            DefKind::Fn(function) => function.head,
            _ => self.defs.def(def).span,
        }
    }

    fn identity(&self, def: DefId) -> FnRef {
        let args = self.rigid_args(def);
        let args = args
            .into_iter()
            .map(|arg| self.seen_as(&arg).unwrap_or(arg));
        FnRef {
            def,
            args: args.collect(),
        }
    }

    fn with_boxes(&self, def: DefId) -> Option<FnRef> {
        let boxes = self.lang_item("Box")?;
        let declared = self.params_of(def);
        let predicates = self.predicates_of(def).ok()?;
        let rigid = self.identity(def);
        let mut boxed = rigid.clone();
        for (at, param) in declared.iter().enumerate() {
            let param = super::subst::param(param.clone());
            let is_type = self.const_param_ty(&param).is_none();
            let held = vec![Rc::clone(&rigid.args[at])];
            let mut one = rigid.clone();
            one.args[at] = Rc::new(TyKind::Adt(boxes, held));
            let subst = Subst::new(&declared, &one.args);
            let mut infer = Infer::new(self);
            let mut of_it = predicates
                .iter()
                .filter(|predicate| predicate.trait_ref.args.contains(&param));
            // What a function or an iterator is bound by says more than that there is such a type.
            let allowed = of_it.all(|predicate| {
                predicate.assoc.is_empty() && infer.holds(&predicate.subst(&subst).trait_ref)
            });
            if is_type && allowed {
                boxed.args[at] = Rc::clone(&one.args[at]);
            }
        }
        (boxed != rigid).then_some(boxed)
    }

    fn const_params(&self, def: DefId) -> Read<Vec<ConstParam>> {
        let mut found = Vec::new();
        for (position, param) in self.params_of(def).iter().enumerate() {
            let declared = super::subst::param(param.clone());
            if let Some(ty) = self.const_param_ty(&declared) {
                found.push(ConstParam {
                    name: param.name.to_string(),
                    ty: ty?,
                    position,
                });
            }
        }
        Ok(found)
    }

    fn bounds_of(&self, ty: &Ty) -> ParamBounds {
        let mut infer = Infer::new(self);
        let mut has = |lang: &str, args: usize| {
            self.lang_item(lang).is_some_and(|def| {
                infer.holds(&TraitRef {
                    def,
                    args: vec![Rc::clone(ty); args],
                })
            })
        };
        ParamBounds {
            eq: has("Eq", 1) || has("Ord", 1),
            ord: has("Ord", 1),
            partial_ord: has("PartialOrd", 2),
            clone: has("Clone", 1),
            copy: has("Copy", 1),
        }
    }

    fn shares_values_of(&self, ty: &Ty) -> Ty {
        self.sort_of(ty)
    }

    fn signature(&self, function: &FnRef) -> Read<Signature> {
        let def = self.defs.def(function.def);
        let DefKind::Fn(ast) = &def.kind else {
            return Err(unsupported(def.span, "a function of this form"));
        };
        if let Some((what, span)) = &ast.unsupported {
            return Err(unsupported(*span, what.clone()));
        }
        let (types, ret) = self.declared_signature(function.def)?;
        let subst = Subst::new(&self.params_of(function.def), &function.args);
        let mut infer = Infer::new(self);
        let mut params = Vec::new();
        for (param, ty) in ast.params.iter().zip(&types) {
            params.push(ParamInfo {
                name: match &param.pat.kind {
                    PatKind::Ident {
                        name, sub: None, ..
                    } => Some(crate::source::macros::hygiene::plain(&name.name)),
                    _ => None,
                },
                ty: infer.concrete(&subst.apply(ty)),
                span: param.pat.span,
            });
        }
        Ok(Signature {
            params,
            ret: infer.concrete(&subst.apply(&ret)),
        })
    }

    fn body(&self, function: &FnRef) -> Read<Rc<Body>> {
        if super::subst::are_endless(&function.args) {
            let what = "generic code with ever new type arguments";
            return Err(unsupported(self.defs.def(function.def).span, what));
        }
        if let Some(known) = self.bodies.borrow().get(function) {
            return known.clone();
        }
        self.note_promises(function, |open| drop(self.body(open)));
        let computed = self.check_body(function).map(Rc::new);
        self.bodies
            .borrow_mut()
            .insert(function.clone(), computed.clone());
        computed
    }

    fn constant(&self, constant: &FnRef) -> Read<Rc<Body>> {
        if let Some(known) = self.bodies.borrow().get(constant) {
            return known.clone();
        }
        self.note_promises(constant, |open| drop(self.constant(open)));
        let computed = self.check_constant(constant).map(Rc::new);
        self.bodies
            .borrow_mut()
            .insert(constant.clone(), computed.clone());
        computed
    }

    fn contract(&self, def: DefId) -> Read<Rc<Contract>> {
        self.read_contract(def)
    }

    fn clause(&self, function: &FnRef, clause: ClauseId) -> Read<Rc<Body>> {
        self.read_clause(function, clause)
    }

    fn invariants(&self, ty: &Ty) -> Read<Vec<Invariant>> {
        self.read_invariants(ty)
    }
    fn trees(&self, types: &[Ty]) -> Read<Vec<Invariant>> {
        self.read_trees(types)
    }

    fn adt(&self, def: DefId, args: &[Ty]) -> Read<Rc<AdtInfo>> {
        self.read_adt(def, args).map(Rc::new)
    }

    fn lang(&self, def: DefId) -> Option<Lang> {
        match &*self.lang_name(def)? {
            "Box" => Some(Lang::Box),
            "Option" => Some(Lang::Option),
            "Set" => Some(Lang::Set),
            "Seq" => Some(Lang::Seq),
            "MaybeUninit" => Some(Lang::Maybe),
            "Buffer" => Some(Lang::Buffer),
            "Counted" => Some(Lang::Counted),
            "WeakCounted" => Some(Lang::WeakCounted),
            _ => None,
        }
    }

    fn intrinsic(&self, def: DefId) -> Option<&str> {
        self.defs.def(def).attrs.intrinsic.as_deref()
    }

    fn writes_shared(&self, def: DefId) -> bool {
        self.is_writer(def)
    }

    fn implementors(&self, object: &Ty) -> Rc<Implementors> {
        if let Some(known) = self.implementors.borrow().get(object) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_implementors(object));
        self.implementors
            .borrow_mut()
            .insert(Rc::clone(object), Rc::clone(&found));
        found
    }

    fn closure_owner(&self, closure: ClosureId) -> Option<FnRef> {
        self.closure_owners.borrow().get(closure).cloned()
    }

    fn method_for(&self, method: &FnRef) -> Read<FnRef> {
        let span = self.defs.def(method.def).span;
        FnCtxt::new(self, method, false).method_for(method, span)
    }

    fn float_bits(&self, width: u32) -> Option<Ty> {
        let def = self.lang_item(&format!("f{width}_bits"))?;
        Some(super::subst::adt(def, Vec::new()))
    }

    fn lang_fn(&self, name: &str, args: &[Ty]) -> Option<FnRef> {
        let def = self.lang_item(name)?;
        let args = args.to_vec();
        Some(FnRef { def, args })
    }

    fn size_and_align(&self, ty: &Ty) -> Option<(u64, u64)> {
        self.layout(ty).map(|layout| (layout.size, layout.align))
    }

    fn is_copy(&self, ty: &Ty) -> bool {
        self.is_copy_ty(ty)
    }

    fn is_hashed_as_compared(&self, key: &Ty, asked: &Ty) -> bool {
        let is_model = |ty: &Ty| match &**ty {
            TyKind::Adt(def, _) => self.defs.def(*def).is_model,
            _ => true,
        };
        (key == asked || is_model(key)) && self.parts_are_hashed_as_compared(key, &mut Vec::new())
    }

    fn formats_by_hand(&self, ty: &Ty, by: Option<&str>) -> ByHand {
        let mut itself = ty;
        loop {
            itself = match &**itself {
                TyKind::Ref { to, .. } => to,
                TyKind::Adt(def, args) if self.lang_is(*def, "Box") && !args.is_empty() => &args[0],
                _ => break,
            };
        }
        match by {
            Some(name) if self.is_formatted_by_hand(itself, name) => ByHand::Itself,
            _ if self.some_part_formats_by_hand(ty, by, &mut Vec::new()) => ByHand::Part,
            _ => ByHand::No,
        }
    }

    fn drop_impl(&self, ty: &Ty) -> Option<FnRef> {
        let def = self.lang_item("Drop")?;
        let goal = TraitRef {
            def,
            args: vec![Rc::clone(ty)],
        };
        let mut infer = Infer::new(self);
        let Answer::Yes(Source::Impl { def, args }) = infer.select(&goal) else {
            return None;
        };
        let method = self
            .defs
            .item_named(def, "drop", |kind| matches!(kind, DefKind::Fn(_)))?;
        let args = args.iter().map(|arg| infer.resolve(arg)).collect();
        Some(FnRef { def: method, args })
    }
}

/// The traits by which a value is formatted.
const FORMATS: [&str; 9] = [
    "Debug", "Display", "Binary", "Octal", "LowerHex", "UpperHex", "LowerExp", "UpperExp",
    "Pointer",
];

impl Package {
    /// Whether the type and its parts derive `Hash` and equality, or are of std.
    fn parts_are_hashed_as_compared(&self, ty: &Ty, seen: &mut Vec<Ty>) -> bool {
        if seen.contains(ty) {
            return true;
        }
        seen.push(Rc::clone(ty));
        if matches!(**ty, TyKind::Dyn(..)) {
            return false;
        }
        if self.is_of_user(ty) {
            let derives = |name: &str, args: Vec<Ty>| self.derives(name, args) == Some(true);
            if !derives("Hash", vec![Rc::clone(ty)])
                || !derives("PartialEq", vec![Rc::clone(ty), Rc::clone(ty)])
            {
                return false;
            }
        }
        let Some(parts) = self.seen_parts(ty) else {
            return false;
        };
        let mut parts = parts.iter();
        parts.all(|part| self.parts_are_hashed_as_compared(part, seen))
    }

    /// Whether it is a type of the user's that has an impl of the trait which is not derived.
    fn is_formatted_by_hand(&self, ty: &Ty, name: &str) -> bool {
        self.is_of_user(ty) && self.derives(name, vec![Rc::clone(ty)]) == Some(false)
    }

    /// Whether a way to format the type, or a part of it, is not derived. Of trait objects it is not known.
    fn some_part_formats_by_hand(&self, ty: &Ty, by: Option<&str>, seen: &mut Vec<Ty>) -> bool {
        if seen.contains(ty) {
            return false;
        }
        seen.push(Rc::clone(ty));
        let by_hand = match by {
            Some(name) => self.is_formatted_by_hand(ty, name),
            None => FORMATS
                .iter()
                .any(|name| self.is_formatted_by_hand(ty, name)),
        };
        if matches!(**ty, TyKind::Dyn(..)) || by_hand {
            return true;
        }
        let Some(parts) = self.seen_parts(ty) else {
            return true;
        };
        let mut parts = parts.iter();
        parts.any(|part| self.some_part_formats_by_hand(part, by, seen))
    }

    /// Whether it is a struct or an enum that is not of the models.
    fn is_of_user(&self, ty: &Ty) -> bool {
        matches!(&**ty, TyKind::Adt(def, _) if !self.defs.def(*def).is_model)
    }

    /// Whether the impl of a trait that the language knows is derived; nothing if there is none.
    fn derives(&self, name: &str, args: Vec<Ty>) -> Option<bool> {
        let def = self.lang_item(name)?;
        match Infer::new(self).select(&TraitRef { def, args }) {
            Answer::Yes(Source::Impl { def, .. }) => Some(self.defs.def(def).attrs.derived),
            _ => None,
        }
    }

    /// The types of what a derived impl, or one of std, looks at in a value; nothing if that is not known.
    fn seen_parts(&self, ty: &Ty) -> Option<Vec<Ty>> {
        Some(match &**ty {
            TyKind::Tuple(parts) => parts.clone(),
            TyKind::Ref { to, .. } | TyKind::Array(to, _) | TyKind::Slice(to) => {
                vec![Rc::clone(to)]
            }
            TyKind::Adt(def, args) if self.defs.def(*def).is_model => args.clone(),
            TyKind::Adt(def, args) => {
                let info = self.adt(*def, args).ok()?;
                let fields = info.variants.iter().flat_map(|variant| &variant.fields);
                fields.map(|(_, ty)| Rc::clone(ty)).collect()
            }
            _ => Vec::new(),
        })
    }

    fn check_body(&self, function: &FnRef) -> Read<Body> {
        let def = self.defs.def(function.def);
        let DefKind::Fn(ast) = &def.kind else {
            return Err(unsupported(def.span, "a function of this form"));
        };
        if let Some((what, span)) = ast.unsupported.as_ref().or(def.attrs.unsupported.as_ref()) {
            return Err(unsupported(*span, what.clone()));
        }
        let of_crate = self.defs.crate_of(function.def);
        if let Some((what, span)) = self.unexpanded.get(&of_crate) {
            return Err(unsupported(*span, what.clone()));
        }
        let Some(body) = ast.body.as_ref().map(|it| it.block()) else {
            return Err(unsupported(
                ast.head,
                format!("`{}`, which has no body", def.name),
            ));
        };
        let mut fx = FnCtxt::new(self, function, def.attrs.model);
        fx.machine = def.attrs.model && def.attrs.dialect.has_machine_integers();
        let (types, ret) = fx.signature_of(function, ast.head)?;
        let mut params = Vec::new();
        for (param, ty) in ast.params.iter().zip(&types) {
            params.push(fx.param(&param.pat, ty)?);
        }
        let value = fx.function_body(body, &ret)?;
        fx.finish(params, value)
    }

    fn check_constant(&self, constant: &FnRef) -> Read<Body> {
        let def = self.defs.def(constant.def);
        let (DefKind::Const(ast) | DefKind::Static(ast)) = &def.kind else {
            return Err(unsupported(def.span, "a constant of this form"));
        };
        if let Some(name) = &def.attrs.intrinsic {
            return self.known_constant(name, constant, def.span);
        }
        let Some(value) = &ast.value else {
            return Err(unsupported(
                def.span,
                format!("`{}`, which has no value", def.name),
            ));
        };
        if ast.mutable {
            return Err(unsupported(def.span, "a mutable static"));
        }
        let mut fx = FnCtxt::new(self, constant, false);
        let ty = self.constant_ty(constant)?;
        let value = fx.constant_value(value, &ty)?;
        fx.finish(Vec::new(), value)
    }

    /// The constants of integer types.
    fn known_constant(&self, name: &str, constant: &FnRef, span: Span) -> Read<Body> {
        let stop = || unsupported(span, "a constant of this type");
        let [ty] = constant.args.as_slice() else {
            return Err(stop());
        };
        let TyKind::Int(int) = &**ty else {
            return Err(stop());
        };
        let value = match name {
            "int_max" => crate::ty::IntTy::max(*int),
            "int_min" => crate::ty::IntTy::min(*int),
            "int_bits" => Int::from(int.bits()),
            _ => return Err(stop()),
        };
        Ok(Body {
            vars: Table::new(),
            params: Vec::new(),
            value: Expr {
                kind: ExprKind::Literal(Literal::Int(value)),
                ty: self.constant_ty(constant)?,
                span,
            },
            is_spec: false,
        })
    }

    fn read_adt(&self, def: DefId, args: &[Ty]) -> Read<AdtInfo> {
        let info = self.defs.def(def);
        let DefKind::Adt(ast) = &info.kind else {
            return Err(unsupported(info.span, "a type of this form"));
        };
        if super::subst::are_endless(args) {
            return Err(unsupported(info.span, "a type that grows without end"));
        }
        if let Some((what, span)) = &info.attrs.unsupported {
            return Err(unsupported(
                *span,
                format!("the type `{}` with {what}", info.name),
            ));
        }
        let scope = TypeScope {
            names: self.defs.scope_of(def),
            owner: def,
            inferred: false,
        };
        let mut infer = Infer::new(self);
        let mut variants = Vec::new();
        let mut next = Int::ZERO;
        for (at, variant) in ast.variants.iter().enumerate() {
            if let Some(value) = &variant.discriminant {
                next = self.const_int(scope, value, None)?;
            }
            let mut fields = Vec::new();
            for field in &variant.fields {
                let ty = infer.concrete(&self.field_ty(def, args, field)?);
                if let TyKind::Adt(_, kept) = &*ty
                    && self.model_of_kept(&ty).is_some()
                    && !kept.iter().all(|it| self.can_be_kept(it, 0))
                {
                    let what = "a ghost field of a model type whose elements hold pointers";
                    return Err(unsupported(field.name.span, what));
                }
                fields.push((field.name.name.to_string(), ty));
            }
            let discriminant = i128::try_from(next)
                .map_err(|_| unsupported(variant.name.span, "a discriminant of this size"))?;
            variants.push(VariantInfo {
                index: VariantIdx::from_index(at),
                name: variant.name.name.to_string(),
                named_fields: variant.shape == Shape::Named,
                fields,
                discriminant,
            });
            next += Int::ONE;
        }
        // A union holds one of its fields at a time.
        let is_union = self.is_union(def);
        if is_union {
            let fields = variants.into_iter().flat_map(|whole| whole.fields);
            variants = fields
                .enumerate()
                .map(|(at, (name, ty))| VariantInfo {
                    index: VariantIdx::from_index(at),
                    name: name.clone(),
                    named_fields: true,
                    fields: vec![(name, ty)],
                    discriminant: i128::try_from(at).unwrap_or(i128::MAX),
                })
                .collect();
        }
        Ok(AdtInfo {
            name: info.name.to_string(),
            is_enum: is_union || self.is_enum(def),
            is_union,
            has_lifetimes: ast.generics.has_lifetimes,
            variants,
            span: info.span,
        })
    }
}
