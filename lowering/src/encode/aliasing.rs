//! Whether it can matter that two shared references of the arguments lead to the same place.
//!
//! The pre-state gives each reference an object of its own. Values behind shared references cannot
//! change, so only a comparison of locations could tell; a program that makes one is refused if two
//! such references could both lead to a location of that type.

use std::collections::BTreeSet;

use super::Encoder;
use crate::ir::types::{Ty, TyId, Types};
use crate::ir::{BinOp, Block, Operand, Proc, Rvalue, SpecOp, StmtKind};
use crate::span::Span;

impl Encoder<'_> {
    /// A comparison of locations in the program that two shared references of the inputs could both
    /// lead to.
    pub(super) fn aliasing_matters(&self) -> Option<Span> {
        let types = &self.program.types;
        let entry = &self.program.procs[self.harness.entry];
        let mut shared = Vec::new();
        for param in &entry.params {
            let ty = entry.locals[*param].ty;
            shared_references(types, ty, false, &mut BTreeSet::new(), &mut shared);
        }
        let mut met = BTreeSet::new();
        let mut in_two = BTreeSet::new();
        for to in shared {
            let mut behind = BTreeSet::new();
            types_behind(types, to, &mut behind);
            in_two.extend(behind.intersection(&met).copied());
            met.extend(behind);
        }
        let procs = self.program.procs.values();
        let mut found = procs.filter_map(|proc| self.comparison(proc, &proc.body, &in_two));
        found.next()
    }

    /// The first statement that compares locations of one of these types.
    fn comparison(&self, proc: &Proc, block: &Block, of: &BTreeSet<TyId>) -> Option<Span> {
        let types = &self.program.types;
        let locations = |operand: &Operand| {
            let to = location(types, self.operand_ty(proc, operand));
            to.is_some_and(|to| of.contains(&to))
        };
        let inside = |block: &Block| self.comparison(proc, block, of);
        block.iter().find_map(|stmt| {
            let compares = match &stmt.kind {
                StmtKind::Assign { value, .. } => match value {
                    Rvalue::Binary(BinOp::Eq | BinOp::Ne, left, _) => locations(left),
                    Rvalue::Spec(op, parts) => {
                        !matches!(op, SpecOp::SetLen | SpecOp::SeqLen | SpecOp::SeqIndex)
                            && parts.first().is_some_and(&locations)
                    }
                    _ => false,
                },
                _ => false,
            };
            if compares {
                return Some(stmt.span);
            }
            match &stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => inside(then).or_else(|| inside(otherwise)),
                StmtKind::Loop { body, .. }
                | StmtKind::Block { body, .. }
                | StmtKind::Try { body, .. }
                | StmtKind::InSnapshot { body, .. } => inside(body),
                StmtKind::Unwind { body, cleanup } => inside(body).or_else(|| inside(cleanup)),
                StmtKind::Comprehend { comprehension, .. } => inside(&comprehension.body),
                StmtKind::Reach { reach, .. } => {
                    let mut steps = reach.steps.iter();
                    steps.find_map(|(step, _)| inside(step))
                }
                _ => None,
            }
        })
    }
}

/// What the shared references in a value of the type, and in what it leads to, lead to. Where there
/// may be `many` values of the type, each reference counts twice.
fn shared_references(
    types: &Types,
    ty: TyId,
    many: bool,
    met: &mut BTreeSet<(TyId, bool)>,
    found: &mut Vec<TyId>,
) {
    if !met.insert((ty, many)) {
        return;
    }
    let mut inside = |ty: TyId, many: bool| shared_references(types, ty, many, met, found);
    match types.get(ty) {
        Ty::Tuple(parts) => parts.iter().for_each(|part| inside(*part, many)),
        Ty::Adt(adt) => {
            let variants = types.adt(*adt).variants.values();
            let fields = variants.flat_map(|variant| variant.fields.values());
            fields.for_each(|field| inside(field.ty, many));
        }
        Ty::Array(element, _) | Ty::Buffer(element) | Ty::Slice(element) => inside(*element, true),
        Ty::Maybe(value) => inside(*value, many),
        Ty::Ref { mutable, to } => {
            inside(*to, many);
            if !mutable {
                found.extend(std::iter::repeat_n(*to, 1 + usize::from(many)));
            }
        }
        _ => {
            if let Some(to) = types.pointee(ty) {
                inside(to, true);
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
        // What these lead to is shared in the pre-state as it may be.
        Ty::RawPtr { .. } | Ty::Counted { .. } => {}
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
