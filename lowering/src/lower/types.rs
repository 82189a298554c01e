//! The types of the front end as types of the IR.

use rustc_hash::FxHashSet;

use crate::front::{AdtInfo, Lang, Read};
use crate::ids::{Id, Table};
use crate::ir::types::{
    Adt, AdtId, Compared, Field, IntTy, Param, RawPointers, Ty as IrTy, TyId, Variant,
};
use crate::ir::{Int, Lawful};
use crate::span::Span;
use crate::ty::{DefId, Ty, TyKind, TypeParam};

use super::session::{Session, unsupported};

/// Deeper types than this grow without end (`struct S<T> { next: Option<Box<S<(T, T)>>> }`).
const MAX_DEPTH: usize = 48;

impl Session<'_> {
    /// The IR type of a type; `span` is the use that needs it.
    pub(super) fn ty(&mut self, ty: &Ty, span: Span) -> Read<TyId> {
        if let Some(id) = self.ty_ids.get(ty) {
            return Ok(*id);
        }
        let known = self.types.adts().count();
        let id = self.ty_at(ty, span, 0)?;
        let new: Vec<AdtId> = self.types.adts().map(|(id, _)| id).skip(known).collect();
        for adt in new {
            let endless = self.types.lookup(&IrTy::Adt(adt));
            if endless.is_some_and(|ty| self.contains_itself(ty)) {
                self.ty_ids.remove(ty);
                let name = &self.types.adt(adt).name;
                return Err(unsupported(
                    span,
                    format!("the type {name}, which contains itself"),
                ));
            }
        }
        Ok(id)
    }

    /// Whether a value of the type would hold another of a type that it is itself part of.
    fn contains_itself(&self, ty: TyId) -> bool {
        let mut done = FxHashSet::default();
        let mut open = Vec::new();
        // Each type is entered, then left when all its parts have been.
        let mut queue = vec![(ty, false)];
        while let Some((ty, leaving)) = queue.pop() {
            if leaving {
                open.pop();
                done.insert(ty);
                continue;
            }
            if open.contains(&ty) {
                return true;
            }
            if done.contains(&ty) {
                continue;
            }
            open.push(ty);
            queue.push((ty, true));
            queue.extend(self.parts(ty).into_iter().map(|part| (part, false)));
        }
        false
    }

    /// The types of what a value holds directly, not behind a pointer.
    fn parts(&self, ty: TyId) -> Vec<TyId> {
        match self.types.get(ty) {
            IrTy::Tuple(parts) => parts.clone(),
            IrTy::Array(of, _) | IrTy::Maybe(of) => vec![*of],
            IrTy::Adt(adt) => {
                let variants = self.types.adt(*adt).variants.values();
                let fields = variants.flat_map(|variant| variant.fields.values());
                fields.map(|field| field.ty).collect()
            }
            _ => Vec::new(),
        }
    }

    fn ty_at(&mut self, ty: &Ty, span: Span, depth: usize) -> Read<TyId> {
        if let Some(id) = self.ty_ids.get(ty) {
            return Ok(*id);
        }
        if depth > MAX_DEPTH {
            return Err(unsupported(span, "a type that grows without end"));
        }
        if self.object_of(ty).is_some() {
            return self.object_pointer_ty(ty, span);
        }
        let inner = |session: &mut Self, ty: &Ty| session.ty_at(ty, span, depth + 1);
        let lowered = match &**ty {
            TyKind::Bool => IrTy::Bool,
            TyKind::Char => IrTy::Char,
            TyKind::Int(int) => IrTy::Int(*int),
            TyKind::MathInt => IrTy::MathInt,
            TyKind::Never => IrTy::Never,
            TyKind::Tuple(parts) => {
                let parts: Read<Vec<TyId>> = parts.iter().map(|part| inner(self, part)).collect();
                IrTy::Tuple(parts?)
            }
            TyKind::Adt(def, args) => return self.adt_at(ty, *def, args, span, depth),
            TyKind::Ref { mutable, to } => IrTy::Ref {
                mutable: *mutable,
                to: inner(self, to)?,
            },
            TyKind::RawPtr { mutable, to } => IrTy::RawPtr {
                mutable: *mutable,
                to: inner(self, to)?,
            },
            TyKind::FnDef(_) => IrTy::Tuple(Vec::new()),
            TyKind::Closure(..) => return self.closure_ty(ty, span),
            TyKind::Param(param) => return Ok(self.param_ty(ty, param)),
            TyKind::Float(width) => {
                let Some(bits) = self.front.float_bits(*width) else {
                    return Err(unsupported(span, "floating-point numbers"));
                };
                let id = inner(self, &bits)?;
                self.ty_ids.insert(ty.clone(), id);
                return Ok(id);
            }
            TyKind::Str => IrTy::Str(self.types.intern(IrTy::Int(IntTy::U8))),
            TyKind::Array(of, len) => match &**len {
                TyKind::ConstValue(len) => match u32::try_from(*len) {
                    Ok(len) => IrTy::Array(inner(self, of)?, len),
                    Err(_) => return Err(unsupported(span, "an array of that length")),
                },
                _ => return Err(unsupported(span, "an array of unknown length")),
            },
            TyKind::Slice(of) => IrTy::Slice(inner(self, of)?),
            TyKind::FnPtr(..) => {
                let id = self.fn_pointer_ty(ty, span);
                self.ty_ids.insert(ty.clone(), id);
                return Ok(id);
            }
            TyKind::Dyn(..) => return Err(unsupported(span, "a trait object by value")),
            TyKind::ConstValue(_) => return Err(unsupported(span, "const generics")),
            TyKind::Projection(..) => {
                // Of an associated type nothing is known but its name: it is a sort of its own.
                let name = self.name(ty);
                let ordered = self.is_ordered(ty);
                IrTy::Param(self.types.add_param(Param {
                    name,
                    ordered,
                    changes: false,
                }))
            }
            TyKind::Infer(_) => return Err(unsupported(span, "a type that is not inferred")),
        };
        let id = self.types.intern(lowered);
        self.ty_ids.insert(ty.clone(), id);
        Ok(id)
    }

    fn adt_at(&mut self, ty: &Ty, def: DefId, args: &[Ty], span: Span, depth: usize) -> Read<TyId> {
        let primitive: Option<fn(TyId) -> IrTy> = match self.front.lang(def) {
            Some(Lang::Box) => Some(IrTy::Box),
            Some(Lang::Set) => Some(IrTy::Set),
            Some(Lang::Seq) => Some(IrTy::Seq),
            Some(Lang::Maybe) => Some(IrTy::Maybe),
            Some(Lang::Buffer) => Some(IrTy::Buffer),
            Some(Lang::Counted) => Some(|to| IrTy::Counted { to, weak: false }),
            Some(Lang::WeakCounted) => Some(|to| IrTy::Counted { to, weak: true }),
            Some(Lang::Option) | None => None,
        };
        if let Some(primitive) = primitive {
            let Some(element) = args.first() else {
                return Err(unsupported(span, "a type without its argument"));
            };
            let element = self.ty_at(element, span, depth + 1)?;
            let id = self.types.intern(primitive(element));
            self.ty_ids.insert(ty.clone(), id);
            return Ok(id);
        }
        let info = self.front.adt(def, args)?;
        // Declared before its fields are looked at: they may mention it.
        let adt = self.types.declare_adt(Adt {
            name: self.name(ty),
            base_name: info.name.clone(),
            is_enum: info.is_enum,
            variants: Table::new(),
            is_union: info.is_union,
            never_null: info.name == "NonNull" && !self.front.sources().is_user(info.span),
            compared: self.compared(&info),
            raw_pointers: self.raw_pointers(ty, &info),
            span: info.span,
        });
        let id = self.types.intern(IrTy::Adt(adt));
        self.ty_ids.insert(ty.clone(), id);
        let mut variants = Table::new();
        for variant in &info.variants {
            let mut fields = Table::new();
            for (name, field) in &variant.fields {
                fields.push(Field {
                    name: name.clone(),
                    ty: self.ty_at(field, span, depth + 1)?,
                });
            }
            variants.push(Variant {
                name: variant.name.clone(),
                fields,
                named_fields: variant.named_fields,
                discriminant: Int::from(variant.discriminant),
            });
        }
        self.types.define_adt(adt, variants);
        Ok(id)
    }

    /// Whose it is what the raw pointers of a struct or enum lead to. A type with a lifetime holds what
    /// is borrowed (an iterator, a cursor), and one that is copied cannot own.
    fn raw_pointers(&self, ty: &Ty, info: &AdtInfo) -> RawPointers {
        if !self.front.sources().is_user(info.span) {
            RawPointers::AsAround
        } else if info.has_lifetimes || self.front.is_copy(ty) {
            RawPointers::Lent
        } else {
            RawPointers::Own
        }
    }

    /// How values of a struct or enum are compared. The types of the models that hold a buffer agree on
    /// this: the first `len` slots hold the values, unless there is a `head`.
    fn compared(&self, info: &AdtInfo) -> Compared {
        if self.front.sources().is_user(info.span) || info.is_enum {
            return Compared::ByFields;
        }
        let fields = info.variants.first().map_or(&[][..], |it| &it.fields);
        let position = |holds: &dyn Fn(&(String, Ty)) -> bool| fields.iter().position(holds);
        let is_buffer = |(_, ty): &(String, Ty)| match &**ty {
            TyKind::Adt(def, _) => self.front.lang(*def) == Some(Lang::Buffer),
            _ => false,
        };
        let (buffer, len) = (position(&is_buffer), position(&|(name, _)| name == "len"));
        match (buffer, len, position(&|(name, _)| name == "head")) {
            (Some(buffer), Some(len), None) => {
                Compared::ByRun(Id::from_index(buffer), Id::from_index(len))
            }
            (Some(_), _, _) => Compared::NotByContent,
            (None, _, _) if info.name == "HashMap" => {
                match position(&|(name, _)| name == "entries") {
                    Some(entries) => Compared::InAnyOrder(Id::from_index(entries)),
                    None => Compared::NotByContent,
                }
            }
            (None, _, _) if info.name == "Formatted" => Compared::UnlessSet,
            (None, _, _) => Compared::ByFields,
        }
    }

    /// Whether values of a type parameter are totally ordered, or taken to be.
    fn is_ordered(&self, ty: &Ty) -> bool {
        let bounds = self.front.bounds_of(ty);
        bounds.ord || (bounds.partial_ord && !self.partial)
    }

    /// Whether comparisons of the type promise no more than `PartialEq` and `PartialOrd` do. Those of type
    /// parameters are otherwise taken to be lawful, which is noted.
    pub(super) fn is_partial(&mut self, ty: &Ty) -> bool {
        if self.partial || !matches!(**ty, TyKind::Param(_) | TyKind::Projection(..)) {
            return true;
        }
        let lawful = Lawful {
            param: self.name(ty),
            law: if self.is_ordered(ty) { "Ord" } else { "Eq" },
        };
        if !self.lawful.contains(&lawful) {
            self.lawful.push(lawful);
        }
        false
    }

    fn param_ty(&mut self, ty: &Ty, param: &TypeParam) -> TyId {
        if let Some(id) = self.params.get(param) {
            return *id;
        }
        let shared = self.front.shares_values_of(ty);
        let id = match &*shared {
            TyKind::Param(of) if of != param => self.param_ty(&shared, of),
            _ => {
                let id = self.types.add_param(Param {
                    name: param.name.to_string(),
                    ordered: self.is_ordered(ty),
                    changes: false,
                });
                self.types.intern(IrTy::Param(id))
            }
        };
        self.params.insert(param.clone(), id);
        id
    }

    /// The struct of a closure's captures.
    fn closure_ty(&mut self, ty: &Ty, span: Span) -> Read<TyId> {
        self.find_closure(ty);
        let Some(info) = self.closures.get(ty).cloned() else {
            return Err(unsupported(span, "a closure that comes from elsewhere"));
        };
        let mut fields = Table::new();
        for capture in &info.closure.captures {
            let var = &info.body.vars[capture.var];
            fields.push(Field {
                name: var.name.clone().unwrap_or_default(),
                ty: self.capture_ty(capture, &var.ty, span)?,
            });
        }
        let name = "{closure}".to_owned();
        let mut variants = Table::new();
        variants.push(Variant {
            name: name.clone(),
            fields,
            named_fields: true,
            discriminant: Int::ZERO,
        });
        let adt = self.types.declare_adt(Adt {
            name: name.clone(),
            base_name: name,
            is_enum: false,
            variants,
            is_union: false,
            never_null: false,
            compared: Compared::ByFields,
            raw_pointers: RawPointers::AsAround,
            span: info.closure.body.span,
        });
        let id = self.types.intern(IrTy::Adt(adt));
        self.ty_ids.insert(ty.clone(), id);
        Ok(id)
    }

    /// The type as Rust writes it, for messages.
    pub(super) fn name(&self, ty: &Ty) -> String {
        let list = |tys: &[Ty]| -> String {
            let names: Vec<String> = tys.iter().map(|ty| self.name(ty)).collect();
            names.join(", ")
        };
        match &**ty {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Int(int) => int.name().into(),
            TyKind::Float(width) => format!("f{width}"),
            TyKind::Str => "str".into(),
            TyKind::Never => "!".into(),
            TyKind::MathInt => "int".into(),
            TyKind::Tuple(parts) if parts.len() == 1 => format!("({},)", list(parts)),
            TyKind::Tuple(parts) => format!("({})", list(parts)),
            TyKind::Adt(def, args) => {
                let path = self.front.path(*def);
                let name = path.rsplit("::").next().unwrap_or(&path);
                if args.is_empty() {
                    name.to_owned()
                } else {
                    format!("{name}<{}>", list(args))
                }
            }
            TyKind::Ref { mutable, to } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, self.name(to))
            }
            TyKind::RawPtr { mutable, to } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    self.name(to)
                )
            }
            TyKind::Array(of, len) => format!("[{}; {}]", self.name(of), self.name(len)),
            TyKind::ConstValue(value) => value.to_string(),
            TyKind::Slice(of) => format!("[{}]", self.name(of)),
            TyKind::FnDef(function) => self.front.path(function.def),
            TyKind::FnPtr(params, ret) => format!("fn({}) -> {}", list(params), self.name(ret)),
            TyKind::Closure(..) => "{closure}".into(),
            TyKind::Param(param) => param.name.to_string(),
            TyKind::Dyn(def, _) => {
                let path = self.front.path(*def);
                format!("dyn {}", path.rsplit("::").next().unwrap_or(&path))
            }
            TyKind::Projection(def, args) => {
                let path = self.front.path(*def);
                let name = path.rsplit("::").next().unwrap_or(&path);
                match args.first() {
                    Some(of) => format!("{}::{name}", self.name(of)),
                    None => path.clone(),
                }
            }
            TyKind::Infer(_) => "_".into(),
        }
    }

    /// Whether values of the IR type hold room, or slots of buffers, whose content has no equality.
    pub(super) fn holds_slots(&self, ty: TyId) -> bool {
        let mut met = FxHashSet::default();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            if matches!(self.types.get(ty), IrTy::Buffer(_) | IrTy::Maybe(_)) {
                return true;
            }
            if met.insert(ty) {
                queue.extend(self.parts(ty));
            }
        }
        false
    }

    /// Whether values of the IR type hold pointers outside model values, whose members stand for
    /// locations.
    pub(super) fn holds_pointers(&self, ty: TyId) -> bool {
        let mut met = FxHashSet::default();
        let mut queue = vec![ty];
        while let Some(ty) = queue.pop() {
            let is_buffer = matches!(self.types.get(ty), IrTy::Buffer(_));
            if self.types.pointee(ty).is_some() || is_buffer {
                return true;
            }
            if met.insert(ty) {
                queue.extend(self.parts(ty));
            }
        }
        false
    }
}

/// The first variant, which is the only one of structs and tuples.
pub(super) fn only_variant() -> crate::ty::VariantIdx {
    Id::from_index(0)
}
