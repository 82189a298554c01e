//! Pointers as a reader of the source knows them: what they lead to, by its name, or the value itself
//! where it has none.

use lowering::ids::Id;
use lowering::ir::state::{self, ObjectKind};
use lowering::ir::types::{AdtId, Ty, TyId, VariantIdx};

use super::Naming;
use super::reach::has_pointers;
use crate::report::behind::behind;
use crate::report::heap::{Pointer, PointerKind, Value};

impl Naming<'_> {
    pub(super) fn pointer(&mut self, ty: TyId, pointer: &state::Pointer) -> Value {
        let kind = match self.types.get(ty) {
            Ty::Ref { mutable: true, .. } => PointerKind::Mutable,
            Ty::Ref { mutable: false, .. } => PointerKind::Shared,
            Ty::RawPtr { .. } => PointerKind::Raw,
            _ => PointerKind::Owner,
        };
        // What is in a buffer has no name: a reference to it is shown by what it leads to.
        let is_borrow = matches!(kind, PointerKind::Shared | PointerKind::Mutable);
        if let (true, Some(pointee), Some(behind)) =
            (is_borrow, self.types.pointee(ty), self.in_buffer(pointer))
        {
            return self.value(pointee, &behind);
        }
        // Neither has a variable, or a constant: only what is in memory is called by a name.
        if let (true, false, Some(pointee), Some(behind)) = (
            is_borrow,
            self.is_known(pointer.object),
            self.types.pointee(ty),
            self.behind(pointer),
        ) && !has_pointers(&behind)
        {
            return self.value(pointee, &behind);
        }
        // A reference to a box is one to what is in it, to all who look.
        if let (PointerKind::Shared | PointerKind::Mutable, Some((inside, boxed))) =
            (kind, self.box_behind(ty, pointer))
        {
            let to = self.node(boxed.object);
            return Value::Pointer(Pointer {
                kind,
                to,
                name: self.names[&to].clone(),
                path: self.path(&boxed),
                pointee: self.short_name(inside),
            });
        }
        let to = self.node(pointer.object);
        Value::Pointer(Pointer {
            kind,
            to,
            name: self.names[&to].clone(),
            path: self.path(pointer),
            pointee: self.pointee_name(ty),
        })
    }

    /// What a pointer leads to in a buffer.
    fn in_buffer(&self, pointer: &state::Pointer) -> Option<state::Value> {
        let object = self.objects.get(pointer.object)?;
        (object.kind == ObjectKind::Buffer).then_some(())?;
        behind(&self.objects, pointer).cloned()
    }

    /// What a pointer leads to.
    pub fn behind(&self, pointer: &state::Pointer) -> Option<state::Value> {
        behind(&self.objects, pointer).cloned()
    }

    /// What the box that a reference leads to leads to.
    fn box_behind(&self, ty: TyId, pointer: &state::Pointer) -> Option<(TyId, state::Pointer)> {
        let Ty::Box(inside) = self.types.get(self.types.pointee(ty)?) else {
            return None;
        };
        match behind(&self.objects, pointer)? {
            state::Value::Pointer(boxed) => Some((*inside, boxed.clone())),
            _ => None,
        }
    }

    /// The type of the pointer, if the type is `Option` of one.
    pub(super) fn option_of_pointer(&self, adt: AdtId) -> Option<TyId> {
        let definition = self.types.adt(adt);
        if definition.base_name != "Option" {
            return None;
        }
        let some = definition
            .variants
            .values()
            .find(|variant| variant.name == "Some")?;
        let payload = some.fields.values().next()?.ty;
        let is_pointer = self.types.pointee(payload).is_some()
            || self.counts(payload).is_some()
            || self.never_null(payload).is_some();
        is_pointer.then_some(payload)
    }

    /// What a counted pointer counts.
    fn counts(&self, ty: TyId) -> Option<TyId> {
        let Ty::Adt(adt) = self.types.get(ty) else {
            return None;
        };
        let adt = self.types.adt(*adt);
        let of_model = matches!(adt.base_name.as_str(), "Rc" | "Weak")
            && !self.models.sources.is_user(adt.span);
        let fields = self.types.field_types(ty, VariantIdx::from_index(0));
        match fields.as_slice() {
            [inner] if of_model => {
                let counted = self.models.counted_value(self.types.pointee(*inner)?)?;
                Some(self.seen_type(counted))
            }
            _ => None,
        }
    }

    /// What a `NonNull` points to.
    fn never_null(&self, ty: TyId) -> Option<TyId> {
        let Ty::Adt(adt) = self.types.get(ty) else {
            return None;
        };
        let definition = self.types.adt(*adt);
        let is_model =
            definition.base_name == "NonNull" && !self.models.sources.is_user(definition.span);
        let fields = self.types.field_types(ty, VariantIdx::from_index(0));
        is_model
            .then(|| self.types.pointee(*fields.first()?))
            .flatten()
    }

    pub(super) fn pointee_name(&self, pointer: TyId) -> String {
        let pointee = self.types.pointee(pointer);
        let pointee = pointee.or_else(|| self.counts(pointer));
        match pointee.or_else(|| self.never_null(pointer)) {
            Some(pointee) => self.short_name(pointee),
            None => self.short_name(pointer),
        }
    }

    pub(super) fn short_name(&self, ty: TyId) -> String {
        match self.types.get(ty) {
            Ty::Adt(adt) => self.types.adt(*adt).base_name.clone(),
            _ => self.types.name(ty),
        }
    }
}
