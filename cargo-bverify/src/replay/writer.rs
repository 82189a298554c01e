//! The types of a program as a test writes them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use camino::Utf8Path;
use lowering::ir::state::Value;
use lowering::ir::types::{AdtId, IntTy, ParamId, Ty, TyId, Types};
use lowering::span::{Origin, SourceMap, Span};

use super::place::module_at;
use crate::report::std_values::Models;

/// The types of the program, as a test in the function's module writes them.
#[derive(Clone)]
pub(super) struct Writer<'a> {
    pub(super) types: &'a Types,
    pub(super) sources: &'a SourceMap,
    /// The crate root as it is shown.
    pub(super) root: &'a Utf8Path,
    /// The signature of the function.
    pub(super) function: Span,
    /// Its type parameters, also those of which the program has no value.
    pub(super) params: &'a [String],
    /// The types that are made up for type parameters; all others are `u32`.
    pub(super) made_up: BTreeMap<ParamId, String>,
    /// The types that tests look into from elsewhere.
    pub(super) opened: Rc<RefCell<BTreeSet<AdtId>>>,
}

impl Writer<'_> {
    /// Types of std, as they are seen.
    pub(super) fn models(&self) -> Models<'_> {
        Models {
            types: self.types,
            sources: self.sources,
        }
    }

    /// The path of `Rc`, or of `Arc` if the sources speak of nothing else: the model is the same.
    pub(super) fn counted(&self) -> &'static str {
        let speaks = |word: &str| {
            let mut files = self.sources.files();
            files.any(|(_, file)| file.origin == Origin::User && file.text.contains(word))
        };
        match speaks("Arc<") && !speaks("Rc<") {
            true => "std::sync::Arc",
            false => "std::rc::Rc",
        }
    }

    /// The path of the `Weak` of that.
    pub(super) fn weak(&self) -> &'static str {
        match self.counted() {
            "std::sync::Arc" => "std::sync::Weak",
            _ => "std::rc::Weak",
        }
    }

    /// The name of the atomic of a type: `AtomicU8`.
    pub(super) fn atomic(&self, ty: TyId) -> String {
        match self.types.get(ty) {
            Ty::RawPtr { .. } => "AtomicPtr".into(),
            _ => {
                let name = self.types.name(ty);
                let (first, rest) = name.split_at(1);
                format!("Atomic{}{rest}", first.to_uppercase())
            }
        }
    }

    /// The path of the module that a span is in.
    pub(super) fn module_of(&self, span: Span) -> Vec<String> {
        let file = self.sources.file(span.file);
        let path = Utf8Path::new(&file.path);
        let mut module = Vec::new();
        if path != self.root {
            let folder = self.root.parent().unwrap_or(Utf8Path::new(""));
            let inside = path.strip_prefix(folder).unwrap_or(path);
            let inside = inside.with_extension("");
            module.extend(inside.components().map(|part| part.to_string()));
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
        }
        module.extend(module_at(&file.text, span.start as usize).inline);
        module
    }

    /// Whether a field exists for verification only: the program that runs does not have it.
    pub(super) fn is_ghost(&self, adt: AdtId, field: &str) -> bool {
        let span = self.types.adt(adt).span;
        if !self.sources.is_user(span) {
            return false;
        }
        let text = &self.sources.file(span.file).text;
        let abstract_field = format!("spec_field({field}:");
        let before = text.get(..span.end as usize).unwrap_or_default();
        if before.contains(&abstract_field) {
            return true;
        }
        let text = text.get(span.start as usize..).unwrap_or_default();
        let body = text.split_once('{').map_or("", |(_, rest)| rest);
        let body = &body[..closing(body)];
        body.split("#[ghost").skip(1).any(|rest| {
            let mut declared = rest.get(closing(rest) + 1..).unwrap_or_default();
            while let Some(more) = declared.trim_start().strip_prefix("#[") {
                declared = more.get(closing(more) + 1..).unwrap_or_default();
            }
            let name = declared.split(':').next().unwrap_or_default();
            name.split_whitespace().last() == Some(field)
        })
    }

    /// The path of a user's struct or enum.
    pub(super) fn adt_path(&self, adt: AdtId) -> String {
        self.look_into(adt);
        let adt = self.types.adt(adt);
        let module = self.module_of(adt.span);
        if module == self.module_of(self.function) {
            return adt.base_name.clone();
        }
        let mut path = vec!["crate".to_owned()];
        path.extend(module);
        path.push(adt.base_name.clone());
        path.join("::")
    }

    /// The type, with `u32` for type parameters.
    pub(super) fn type_text(&self, ty: TyId) -> String {
        let text = self.without_params(&self.types.name(ty));
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let mut out = String::new();
        for piece in text.split_inclusive(|c: char| !is_name(c)) {
            let name = piece.trim_end_matches(|c: char| !is_name(c));
            out += &self.path_in_std(name);
            out += &piece[name.len()..];
        }
        out
    }

    /// Of a `MaybeUninit`, the type of what it has room for, and that if it is there.
    pub(super) fn room<'v>(&self, ty: TyId, value: &'v Value) -> Option<(TyId, &'v Value)> {
        let of_model = self.only_field(ty, value, "MaybeUninit");
        let (room, field) = of_model.unwrap_or((ty, value));
        match (self.types.get(room), field) {
            (Ty::Maybe(of), Value::Adt(_, held)) => Some((*of, held.first()?)),
            (Ty::Maybe(of), Value::Uninit) => Some((*of, field)),
            _ => None,
        }
    }

    /// What is in a `ManuallyDrop`.
    pub(super) fn kept_from_drop<'v>(
        &self,
        ty: TyId,
        value: &'v Value,
    ) -> Option<(TyId, &'v Value)> {
        self.only_field(ty, value, "ManuallyDrop")
    }

    /// The only field of a value of a struct of std.
    fn only_field<'v>(&self, ty: TyId, value: &'v Value, name: &str) -> Option<(TyId, &'v Value)> {
        let Ty::Adt(adt) = self.types.get(ty) else {
            return None;
        };
        let definition = self.types.adt(*adt);
        let is_it = definition.base_name == name && !self.sources.is_user(definition.span);
        let (Value::Adt(variant, fields), true) = (value, is_it) else {
            return None;
        };
        let types = self.types.field_types(ty, *variant);
        match (types.as_slice(), fields.as_slice()) {
            ([ty], [field]) => Some((*ty, field)),
            _ => None,
        }
    }

    /// Whether the type depends on a parameter of the function.
    pub(super) fn is_generic(&self, ty: TyId) -> bool {
        let name = self.types.name(ty);
        let mut words = name.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.params.iter().any(|param| param == word))
            || self.without_params(&name) != name
    }

    /// A value of a type parameter.
    pub(super) fn member(&self, ty: TyId, rank: u32) -> String {
        match self.types.get(ty) {
            Ty::Param(param) => match self.made_up.get(param) {
                Some(name) => format!("{name}({rank})"),
                None => format!("{rank}_u32"),
            },
            _ => format!("{rank}_u32"),
        }
    }

    /// That a place holds a value of a type parameter.
    pub(super) fn is_member(&self, ty: TyId, place: &str, rank: u32) -> String {
        match self.types.get(ty) {
            Ty::Param(param) if self.made_up.contains_key(param) => {
                format!("({place}).0 == {rank}")
            }
            _ => format!("{place} == {rank}"),
        }
    }

    pub(super) fn without_params(&self, text: &str) -> String {
        // `T::Item` first, of which `T` is a part.
        let hidden = self.types.iter().filter_map(|(_, ty)| match ty {
            Ty::Param(param) => Some(self.types.param(*param).name.as_str()),
            _ => None,
        });
        let hidden = hidden.filter(|name| name.contains([':', ' ']));
        let text = &hidden.fold(text.to_owned(), |text, name| text.replace(name, "u32"));
        let unmet = self.params.iter().map(|param| (param.as_str(), "u32"));
        let met = self.types.iter().filter_map(|(_, ty)| match ty {
            Ty::Param(param) => {
                let made_up = self.made_up.get(param).map_or("u32", String::as_str);
                Some((self.types.param(*param).name.as_str(), made_up))
            }
            _ => None,
        });
        let params: BTreeMap<&str, &str> = unmet.chain(met).collect();
        let mut out = String::new();
        let mut word = String::new();
        for character in text.chars().chain([' ']) {
            if character.is_alphanumeric() || character == '_' {
                word.push(character);
                continue;
            }
            out.push_str(params.get(word.as_str()).copied().unwrap_or(&word));
            word.clear();
            out.push(character);
        }
        out.pop();
        out
    }

    /// A type of std by its path, which the module of the test need not import.
    fn path_in_std(&self, name: &str) -> String {
        let module = match name {
            "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "BinaryHeap" | "VecDeque"
            | "LinkedList" => "collections",
            "RandomState" => "hash",
            "Cell" | "RefCell" | "OnceCell" => "cell",
            "PhantomData" => "marker",
            "MaybeUninit" | "ManuallyDrop" => "mem",
            "NonNull" => "ptr",
            _ => return name.to_owned(),
        };
        let mut adts = self.types.iter().filter_map(|(_, ty)| match ty {
            Ty::Adt(adt) => Some(self.types.adt(*adt)),
            _ => None,
        });
        let is_own = adts.any(|adt| adt.base_name == name && self.sources.is_user(adt.span));
        match is_own {
            true => name.to_owned(),
            false => format!("std::{module}::{name}"),
        }
    }

    /// The integer as a literal or by the name of an extreme.
    pub(super) fn number(&self, ty: TyId, value: lowering::ir::Int) -> String {
        match self.types.get(ty) {
            Ty::Char => match u32::try_from(value).ok().and_then(char::from_u32) {
                Some(character) => format!("{character:?}"),
                None => value.to_string(),
            },
            Ty::Int(int) if int.bits() >= 16 && value == IntTy::max(*int) => format!("{int}::MAX"),
            Ty::Int(int) if int.is_signed() && value == IntTy::min(*int) => format!("{int}::MIN"),
            _ => value.to_string(),
        }
    }
}

/// Where the bracket ends that a text is inside of.
fn closing(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, char) in text.char_indices() {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
