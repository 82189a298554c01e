//! Places that can be written through shared references.

use crate::front::{Front, Read};
use crate::thir::ExprKind;
use crate::ty::{FnRef, Ty, TyKind};

use super::drops::Through;
use super::session::Session;

/// Functions of cells that do not write what is inside, or are given the whole cell for themselves.
const READING: [&str; 12] = [
    "new",
    "get",
    "get_mut",
    "into_inner",
    "borrow",
    "try_borrow",
    "load",
    "as_ref",
    "clone",
    "eq",
    "fmt",
    "default",
];

impl Session<'_> {
    /// Whether the function might write to what a shared reference to the type leads to.
    pub(super) fn may_write_shared(&mut self, function: &FnRef, ty: &Ty) -> Read<bool> {
        let front = self.front;
        if self.any_part(ty, Through::References, &mut |part| {
            Ok(matches!(&**part, TyKind::RawPtr { mutable: true, .. }))
        })? && self.contains_unsafe(function)?
        {
            return Ok(true);
        }
        if !self.has_cells(ty)? {
            return Ok(false);
        }
        let mut writes = false;
        self.each_callee(function, &mut |session, callee| {
            if front.sources().is_user(front.span(callee.def)) {
                return Ok(());
            }
            let path = front.path(callee.def);
            let name = path.rsplit("::").next().unwrap_or_default();
            let signature = front.signature(callee)?;
            let Some(TyKind::Ref { mutable: false, to }) =
                signature.params.first().map(|param| &*param.ty)
            else {
                return Ok(());
            };
            // `UnsafeCell::get` gives a pointer.
            writes |= session.is_made_of_cells(to)?
                && (!READING.contains(&name) || matches!(*signature.ret, TyKind::RawPtr { .. }));
            Ok(())
        })?;
        Ok(writes)
    }

    /// Whether what this function of the models runs to hash a key may write to what that leads to. Hashes of
    /// the user's inside of keys of std are not looked for.
    pub(super) fn hash_may_write(&mut self, function: &FnRef, key: &Ty) -> Read<bool> {
        if !self.has_cells(key)? {
            return Ok(false);
        }
        let mut hashes = Vec::new();
        let body = self.front.body(function)?;
        super::walk::each_expr(&body.value, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind
                && self.front.sources().is_user(self.front.span(callee.def))
            {
                hashes.push(callee.clone());
            }
        });
        for hash in &hashes {
            if self.may_write_shared(hash, key)? {
                return Ok(true);
            }
        }
        Ok(hashes.is_empty())
    }

    /// Whether it is a cell, or of the models with one in a field, as `RefCell` and atomics are.
    fn is_made_of_cells(&mut self, ty: &Ty) -> Read<bool> {
        let mut parts = vec![ty.clone()];
        for _ in 0..3 {
            for part in &parts {
                if is_cell(self.front, part)? {
                    return Ok(true);
                }
            }
            let mut inside = Vec::new();
            for part in &parts {
                if let TyKind::Adt(def, _) = &**part
                    && !self.front.sources().is_user(self.front.span(*def))
                {
                    inside.extend(self.owned_parts(part)?);
                }
            }
            parts = inside;
        }
        Ok(false)
    }

    /// Whether something inside can be changed through a shared reference.
    pub(super) fn has_cells(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        self.any_part(ty, Through::References, &mut |part| is_cell(front, part))
    }

    /// The cells that values of the type own, or lead to that way.
    fn cells(&mut self, ty: &Ty, through: Through) -> Read<Vec<Ty>> {
        let front = self.front;
        let mut cells = Vec::new();
        self.any_part(ty, through, &mut |part| {
            if is_cell(front, part)? {
                cells.push(part.clone());
            }
            Ok(false)
        })?;
        Ok(cells)
    }

    /// Whether something inside is a struct of the models with a reference to a cell, as the guards of borrows are:
    /// which cell that is, and where else it is referred to, is more than the types say.
    pub(super) fn guards_cells(&mut self, ty: &Ty) -> Read<bool> {
        let front = self.front;
        let mut referred = Vec::new();
        self.any_part(ty, Through::References, &mut |part| {
            if let TyKind::Adt(def, args) = &**part {
                let info = front.adt(*def, args)?;
                if !info.is_enum && !front.sources().is_user(info.span) {
                    let fields = info.variants.iter().flat_map(|it| &it.fields);
                    referred.extend(fields.filter_map(|(_, field)| match &**field {
                        TyKind::Ref { mutable: false, to } => Some(to.clone()),
                        _ => None,
                    }));
                }
            }
            Ok(false)
        })?;
        for to in &referred {
            if !self.cells(to, Through::Boxes)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn is_cell(front: &dyn Front, ty: &Ty) -> Read<bool> {
    match &**ty {
        TyKind::Adt(def, args) => {
            let info = front.adt(*def, args)?;
            let of_models = !front.sources().is_user(info.span);
            Ok(of_models && info.name == "UnsafeCell")
        }
        _ => Ok(false),
    }
}
