//! Ghost fields of model types: what they are in memory, where sequences and sets have no place. Elements
//! are kept in a row, by value, so only those that hold no pointers can be.

use std::rc::Rc;

use super::Package;
use super::subst::{Subst, adt};
use crate::resolve::DefKind;
use crate::ty::{DefId, Ty, TyKind};

/// A model type, what it is in memory, the function that reads it there and the one that puts it there.
const KEPT: [[&str; 4]; 4] = [
    ["Seq", "KeptSeq", "kept_seq", "keep_seq"],
    ["Set", "KeptSet", "kept_set", "keep_set"],
    ["Multiset", "KeptMultiset", "kept_multiset", "keep_multiset"],
    ["Map", "KeptMap", "kept_map", "keep_map"],
];

/// How deep the fields of a type are looked at.
const MAX_DEPTH: usize = 12;

impl Package {
    /// What a ghost field of the type is in memory.
    pub(super) fn kept(&self, ty: Ty) -> Ty {
        let TyKind::Adt(def, args) = &*ty else {
            return ty;
        };
        let mut all = KEPT.iter();
        let kept = all.find(|[model, ..]| self.lang_is(*def, model));
        match kept.and_then(|[_, kept, ..]| self.lang_item(kept)) {
            Some(kept) => adt(kept, args.clone()),
            None => ty,
        }
    }

    /// The model type that a type stands for in memory, with the functions that read and put it there.
    pub(super) fn model_of_kept(&self, ty: &Ty) -> Option<(Ty, &'static str, &'static str)> {
        let TyKind::Adt(def, args) = &**ty else {
            return None;
        };
        let mut all = KEPT.iter();
        let [model, _, value, keep] = all.find(|[_, kept, ..]| self.lang_is(*def, kept))?;
        Some((adt(self.lang_item(model)?, args.clone()), value, keep))
    }

    /// Whether values of the type can be kept: another owner of what they hold might end it.
    pub(super) fn can_be_kept(&self, ty: &Ty, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match &**ty {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) => true,
            TyKind::Param(_) | TyKind::Projection(..) => true,
            TyKind::Tuple(parts) => parts.iter().all(|it| self.can_be_kept(it, depth + 1)),
            TyKind::Array(of, _) => self.can_be_kept(of, depth + 1),
            TyKind::Adt(def, args) => self.fields_can_be_kept(*def, args, depth + 1),
            _ => false,
        }
    }

    fn fields_can_be_kept(&self, def: DefId, args: &[Ty], depth: usize) -> bool {
        let info = self.defs.def(def);
        if info.is_model && !matches!(&*info.name, "Option" | "Result" | "Ordering") {
            return false;
        }
        let DefKind::Adt(written) = &info.kind else {
            return false;
        };
        let subst = Subst::new(&self.params_of(def), args);
        let mut fields = written.variants.iter().flat_map(|it| &it.fields);
        fields.all(|field| match self.lower_ty(def, &field.ty) {
            Ok(ty) => self.can_be_kept(&Rc::clone(&subst.apply(&ty)), depth),
            Err(_) => false,
        })
    }
}
