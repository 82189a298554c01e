//! Types and paths as the user would write them.

use super::Package;
use crate::resolve::DefKind;
use crate::ty::{DefId, Ty, TyKind};

impl Package {
    /// The type as Rust writes it, with names alone.
    pub(super) fn show(&self, ty: &Ty) -> String {
        let all = |types: &[Ty]| {
            let shown: Vec<String> = types.iter().map(|ty| self.show(ty)).collect();
            shown.join(", ")
        };
        match &**ty {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Int(int) => int.name().into(),
            TyKind::Float(width) => format!("f{width}"),
            TyKind::Str => "str".into(),
            TyKind::Never => "!".into(),
            TyKind::MathInt => "Int".into(),
            TyKind::Tuple(parts) => match parts.as_slice() {
                [one] => format!("({},)", self.show(one)),
                parts => format!("({})", all(parts)),
            },
            TyKind::Adt(def, args) | TyKind::Dyn(def, args) => {
                let name = &self.defs.def(*def).name;
                if args.is_empty() {
                    name.to_string()
                } else {
                    format!("{name}<{}>", all(args))
                }
            }
            TyKind::Ref { mutable, to } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, self.show(to))
            }
            TyKind::RawPtr { mutable, to } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    self.show(to)
                )
            }
            TyKind::Array(element, length) => {
                format!("[{}; {}]", self.show(element), self.show(length))
            }
            TyKind::ConstValue(value) => value.to_string(),
            TyKind::Slice(element) => format!("[{}]", self.show(element)),
            TyKind::FnDef(function) => format!("fn {}", self.defs.def(function.def).name),
            TyKind::FnPtr(params, ret) => format!("fn({}) -> {}", all(params), self.show(ret)),
            TyKind::Closure(..) => "a closure".into(),
            TyKind::Param(param) => param.name.to_string(),
            TyKind::Projection(function, _) if self.hides_result(*function) => {
                format!("the result of `{}`", self.defs.def(*function).name)
            }
            TyKind::Projection(assoc, args) => {
                format!("{}::{}", self.show(&args[0]), self.defs.def(*assoc).name)
            }
            TyKind::Infer(_) => "_".into(),
        }
    }

    /// The name of a type without its arguments, as methods are named by it.
    pub(super) fn base_name(&self, ty: &Ty) -> String {
        match &**ty {
            TyKind::Ref { to, .. } => self.base_name(to),
            TyKind::Adt(def, _) => self.defs.def(*def).name.to_string(),
            TyKind::Slice(_) => "slice".into(),
            TyKind::Array(..) => "array".into(),
            _ => self.show(ty),
        }
    }

    /// The path of an item inside its crate.
    pub(super) fn show_path(&self, id: DefId) -> String {
        let def = self.defs.def(id);
        let mut parts: Vec<String> = Vec::new();
        if let DefKind::Impl { .. } = def.kind {
            return self.impl_name(id);
        }
        parts.push(def.name.to_string());
        let mut at = def.parent;
        while let Some(parent) = at {
            let info = self.defs.def(parent);
            match &info.kind {
                DefKind::Impl { .. } => {
                    let module = self.module_path(info.parent);
                    let name = self.impl_name(parent);
                    let own = parts.join("::");
                    return match (module.is_empty(), name.starts_with('<')) {
                        // `<module::Type as Trait>::method`.
                        (false, true) => format!("<{module}::{}::{own}", &name[1..]),
                        (false, false) => format!("{module}::{name}::{own}"),
                        (true, _) => format!("{name}::{own}"),
                    };
                }
                DefKind::BlockScope => {}
                _ if info.parent.is_none() => {}
                _ => parts.insert(0, info.name.to_string()),
            }
            at = info.parent;
        }
        parts.join("::")
    }

    fn module_path(&self, from: Option<DefId>) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut at = from;
        while let Some(id) = at {
            let def = self.defs.def(id);
            if def.parent.is_some() && !matches!(def.kind, DefKind::BlockScope) {
                parts.insert(0, def.name.to_string());
            }
            at = def.parent;
        }
        parts.join("::")
    }

    fn impl_name(&self, id: DefId) -> String {
        let Some(header) = self.impl_header(id) else {
            return "{impl}".into();
        };
        let ty = self.base_name(&header.self_ty);
        match &header.trait_ref {
            Some(trait_ref) => format!("<{ty} as {}>", self.defs.def(trait_ref.def).name),
            None => ty,
        }
    }
}
