//! Whether it can matter that two shared references of the arguments lead to the same place.
//!
//! Values behind shared references cannot change, so only cells, counts of owners and comparisons of locations could
//! tell. Where they could, the pre-state has references that do (`lowering/src/encode/entry_aliases.rs`); overlapping
//! slices are refused there.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::Path;
use super::value::ExtentId;
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, Types};
use crate::ir::{BinOp, Block, Operand, Proc, Rvalue, SpecOp, Stmt, StmtKind};
use crate::span::Span;

/// Cells that give no reference to what is inside of them to anybody who keeps it.
const CLOSED: [&str; 6] = ["Cell", "RefCell", "Mutex", "RwLock", "Atomic", "UnsafeCell"];

/// Whether it is a place that can be written through shared references.
pub(super) fn is_cell(types: &Types, ty: TyId) -> bool {
    matches!(types.get(ty), Ty::Adt(adt) if CLOSED.contains(&types.adt(*adt).base_name.as_str()))
}

/// A shared reference among the inputs.
struct SharedRef {
    to: TyId,
    /// The types of all locations that it leads to.
    behind: BTreeSet<TyId>,
    span: Span,
}

impl Encoder<'_> {
    /// The types that shared references of the pre-state lead to of which it could be told that two lead to the same
    /// place.
    pub(super) fn aliased_types(&self) -> Result<BTreeSet<TyId>, Abort> {
        let types = &self.program.types;
        let entry = &self.program.procs[self.harness.entry];
        let mut shared: Vec<SharedRef> = Vec::new();
        for param in &entry.params {
            let local = &entry.locals[*param];
            let mut found = Vec::new();
            let outside = self.harness.bounds.shared;
            let mut walk = Walk {
                types,
                outside,
                met: BTreeMap::new(),
                found: &mut found,
            };
            walk.shared_references(local.ty, false);
            shared.extend(found.into_iter().map(|to| {
                let mut behind = BTreeSet::new();
                types_behind(types, to, &mut behind);
                SharedRef {
                    to,
                    behind,
                    span: local.span,
                }
            }));
        }
        let mut met = BTreeSet::new();
        let mut in_two = BTreeSet::new();
        for reference in &shared {
            in_two.extend(reference.behind.intersection(&met).copied());
            met.extend(reference.behind.iter().copied());
        }
        if in_two.is_empty() {
            return Ok(in_two);
        }
        let mut compared = BTreeMap::new();
        for proc in self.program.procs.values() {
            self.comparisons(proc, &proc.body, &in_two, &mut compared);
        }
        // Writing the one is seen in the other.
        let written = |ty: &TyId| matches!(types.get(*ty), Ty::Adt(adt) if types.adt(*adt).base_name == "UnsafeCell");
        // Two of them count for two, one that is seen twice does not.
        let counted = |ty: &TyId| matches!(types.get(*ty), Ty::Counted { .. });
        // What raw pointers lead to is shared as it may be, but for what their holder alone owns.
        let owners: BTreeSet<TyId> = entry.body.iter().flat_map(owners_on_entry).collect();
        let told = |ty: &TyId| compared.contains_key(ty) || written(ty);
        for (index, one) in shared.iter().enumerate() {
            let Some(element) = types.slice_element(one.to) else {
                continue;
            };
            let others = shared.iter().enumerate();
            for (_, other) in others.filter(|(at, other)| *at != index && other.to != element) {
                let mut both = one.behind.intersection(&other.behind);
                if !other.behind.contains(&element) {
                    continue;
                }
                if let Some(ty) = both.find(|ty| told(ty)) {
                    return Err(match compared.get(ty) {
                        Some(span) => {
                            let what = "a comparison of locations beside two shared references as arguments";
                            self.unsupported(what, *span)
                        }
                        None => {
                            let what = "two shared references that may lead to the same cell";
                            self.unsupported(what, other.span.max(one.span))
                        }
                    });
                }
            }
        }
        let mut aliased = BTreeSet::new();
        for reference in &shared {
            let behind = &reference.behind;
            let sees =
                |ty: &TyId| in_two.contains(ty) && (told(ty) || counted(ty) || owners.contains(ty));
            if !in_two.contains(&reference.to) || !behind.iter().any(sees) {
                continue;
            }
            if met.iter().any(|ty| hands_out(types, *ty, reference.to)) {
                let what = "a shared reference that may lead into an `UnsafeCell` of another";
                return Err(self.unsupported(what, reference.span));
            }
            let lends = |ty: &TyId| self.harness.bounds.shared && lends(types, *ty, reference.to);
            if met.iter().any(lends) {
                let what = "a shared reference that may lead into a cell that is borrowed outside";
                return Err(self.unsupported(what, reference.span));
            }
            aliased.insert(reference.to);
        }
        Ok(aliased)
    }

    /// Whether the pointer at a path of an extent is a shared reference.
    pub(super) fn is_shared_ref(&self, extent: ExtentId, path: &Path) -> bool {
        let types = &self.program.types;
        let mut ty = self.sorts.extents[extent].ty;
        for step in path.iter() {
            let fields = types.field_types(ty, step.variant);
            ty = fields.get(step.field.index()).copied().unwrap_or(ty);
        }
        matches!(types.get(ty), Ty::Ref { mutable: false, .. })
    }

    /// The statements that compare locations of these types, the first for each.
    fn comparisons(
        &self,
        proc: &Proc,
        block: &Block,
        of: &BTreeSet<TyId>,
        found: &mut BTreeMap<TyId, Span>,
    ) {
        let types = &self.program.types;
        let locations = |operand: &Operand| {
            let to = location(types, self.operand_ty(proc, operand));
            to.filter(|to| of.contains(to))
        };
        for stmt in block.iter() {
            let compared = match &stmt.kind {
                StmtKind::Assign { value, .. } => match value {
                    Rvalue::Binary(BinOp::Eq | BinOp::Ne, left, _) => locations(left),
                    Rvalue::Spec(SpecOp::SetLen | SpecOp::SeqLen | SpecOp::SeqIndex, _) => None,
                    Rvalue::Spec(_, parts) => parts.first().and_then(&locations),
                    _ => None,
                },
                _ => None,
            };
            if let Some(ty) = compared {
                found.entry(ty).or_insert(stmt.span);
            }
            let mut inside = |block: &Block| self.comparisons(proc, block, of, found);
            match &stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    inside(then);
                    inside(otherwise);
                }
                StmtKind::Loop { body, .. }
                | StmtKind::Block { body, .. }
                | StmtKind::Try { body, .. }
                | StmtKind::InSnapshot { body, .. } => inside(body),
                StmtKind::Unwind { body, cleanup } => {
                    inside(body);
                    inside(cleanup);
                }
                StmtKind::Comprehend { comprehension, .. } => inside(&comprehension.body),
                StmtKind::Reach { reach, .. } => {
                    reach.steps.iter().for_each(|(step, _)| inside(step));
                }
                _ => {}
            }
        }
    }
}

/// The types whose values are assumed to own by raw pointers, alone.
fn owners_on_entry(stmt: &Stmt) -> Vec<TyId> {
    match &stmt.kind {
        StmtKind::Assign {
            value: Rvalue::Apart(apart),
            ..
        } => apart.owners.iter().map(|owner| owner.ty).collect(),
        _ => Vec::new(),
    }
}

/// Whether values of a type may give references to what is in their own cells, to such a type.
fn hands_out(types: &Types, ty: TyId, to: TyId) -> bool {
    let Ty::Adt(adt) = types.get(ty) else {
        return false;
    };
    let data = types.adt(*adt);
    if CLOSED.contains(&data.base_name.as_str()) {
        return false;
    }
    let fields = data.variants.values().flat_map(|it| it.fields.values());
    let mut cells = fields.filter(|field| {
        matches!(types.get(field.ty), Ty::Adt(adt) if types.adt(*adt).base_name == "UnsafeCell")
    });
    cells.any(|cell| {
        let mut behind = BTreeSet::new();
        types_behind(types, cell.ty, &mut behind);
        cell.ty != to && behind.contains(&to)
    })
}

/// Whether a type is one of cells that lend what is inside of them, to such a type.
fn lends(types: &Types, ty: TyId, to: TyId) -> bool {
    let Ty::Adt(adt) = types.get(ty) else {
        return false;
    };
    let mut behind = BTreeSet::new();
    types_behind(types, ty, &mut behind);
    let is_lending = ["RefCell", "Mutex", "RwLock"].contains(&types.adt(*adt).base_name.as_str());
    is_lending && ty != to && behind.contains(&to)
}

/// Looks for shared references.
struct Walk<'a> {
    types: &'a Types,
    /// Whether counted objects may be lent by owners outside.
    outside: bool,
    /// How often each type has been met.
    met: BTreeMap<(TyId, bool), usize>,
    found: &'a mut Vec<TyId>,
}

impl Walk<'_> {
    /// What the shared references in a value of the type, and in what it leads to, lead to. Where there
    /// may be `many` values of the type, each reference counts twice.
    fn shared_references(&mut self, ty: TyId, many: bool) {
        // Two of a kind are as good as many, and types lead back to themselves.
        let met = self.met.entry((ty, many)).or_default();
        *met += 1;
        if *met > 2 {
            return;
        }
        let types = self.types;
        match types.get(ty) {
            Ty::Tuple(parts) => {
                for part in parts {
                    self.shared_references(*part, many);
                }
            }
            Ty::Adt(adt) => {
                let variants = types.adt(*adt).variants.values();
                for field in variants.flat_map(|variant| variant.fields.values()) {
                    self.shared_references(field.ty, many);
                }
            }
            Ty::Array(element, _) | Ty::Buffer(element) | Ty::Slice(element) => {
                self.shared_references(*element, true);
            }
            Ty::Maybe(value) => self.shared_references(*value, many),
            Ty::Ref { mutable, to } => {
                self.shared_references(*to, many);
                if !mutable {
                    let times = 1 + usize::from(many);
                    self.found.extend(std::iter::repeat_n(*to, times));
                }
            }
            Ty::Counted { to, .. } if self.outside => {
                self.shared_references(*to, true);
                self.found.push(*to);
            }
            _ => {
                if let Some(to) = types.pointee(ty) {
                    self.shared_references(to, true);
                }
            }
        }
    }
}

/// The types of all locations that a value of the type has or leads to.
fn types_behind(types: &Types, ty: TyId, found: &mut BTreeSet<TyId>) {
    if !found.insert(ty) {
        return;
    }
    match types.get(ty) {
        Ty::Tuple(parts) => parts
            .iter()
            .for_each(|part| types_behind(types, *part, found)),
        Ty::Adt(adt) => {
            let variants = types.adt(*adt).variants.values();
            let fields = variants.flat_map(|variant| variant.fields.values());
            fields.for_each(|field| types_behind(types, field.ty, found));
        }
        Ty::Array(inside, _)
        | Ty::Slice(inside)
        | Ty::Str(inside)
        | Ty::Maybe(inside)
        | Ty::Buffer(inside) => {
            types_behind(types, *inside, found);
        }
        // What these lead to is shared in the pre-state as it may be, or nobody's to lend.
        Ty::RawPtr { .. } | Ty::Counted { weak: true, .. } => {}
        _ => {
            if let Some(to) = types.pointee(ty) {
                types_behind(types, to, found);
            }
        }
    }
}

/// What values of the type, or members of them, are the locations of; nothing if they are none.
fn location(types: &Types, ty: TyId) -> Option<TyId> {
    match types.get(ty) {
        Ty::Ref { .. } | Ty::RawPtr { .. } | Ty::Box(_) | Ty::Counted { .. } => types.pointee(ty),
        Ty::Set(element) | Ty::Seq(element) => location(types, *element),
        _ => None,
    }
}
