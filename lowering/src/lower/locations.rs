//! Whether a program could tell that the slots of a buffer have moved when it grew.
//!
//! A program with raw pointers can ([`super::session::Session::frees`] is about those); one without can
//! only compare: two references, nodes of a set or sequence, what is there with what was there on entry.
//! Only locations of what is inside the elements of such a buffer matter.

use std::collections::BTreeSet;

use crate::ids::Id;
use crate::ir::types::{Ty, TyId, Types, VariantIdx};
use crate::ir::{Asked, Block, Operand, Place, Proc, Program, Rvalue, StmtKind};

/// Whether something compares locations that [`StmtKind::GrowBuffer`] leaves open.
pub(super) fn tells_moves(program: &Program) -> bool {
    let types = &program.types;
    let mut inside = BTreeSet::new();
    for proc in program.procs.values() {
        each_stmt(&proc.body, &mut |stmt| {
            if let StmtKind::GrowBuffer { buffer, .. } = stmt
                && let Some(buffer) = place_ty(types, proc, buffer)
                && let Ty::Buffer(element) = types.get(buffer)
            {
                add_parts(types, *element, &mut inside);
            }
        });
    }
    if inside.is_empty() {
        return false;
    }
    let leads_inside = |ty: TyId| {
        let mut parts = BTreeSet::new();
        add_parts(types, ty, &mut parts);
        parts.into_iter().any(|part| {
            let to = types.pointee(part);
            let to = to.map(|to| types.slice_element(to).unwrap_or(to));
            to.is_some_and(|to| inside.contains(&to))
        })
    };
    let mut all_types = types.iter();
    let keeps = all_types.any(|(_, ty)| match ty {
        Ty::Set(of) | Ty::Seq(of) => leads_inside(*of),
        _ => false,
    });
    let compares = |proc: &Proc| {
        let mut found = false;
        each_stmt(&proc.body, &mut |stmt| {
            let compared: Vec<&Operand> = match stmt {
                StmtKind::Assign { value, .. } => match value {
                    Rvalue::Binary(_, a, b) => vec![a, b],
                    Rvalue::ExistedAt(_, of) => vec![of],
                    _ => Vec::new(),
                },
                // Unknown functions give the same for the same.
                StmtKind::Choose { function, .. } => {
                    function.iter().flat_map(Asked::deciding).collect()
                }
                _ => Vec::new(),
            };
            for operand in compared {
                if let Operand::Read(place) = operand {
                    found |= place_ty(types, proc, place).is_some_and(leads_inside);
                }
            }
        });
        found
    };
    keeps || program.procs.values().any(compares)
}

fn each_stmt(block: &Block, visit: &mut dyn FnMut(&StmtKind)) {
    for stmt in block {
        visit(&stmt.kind);
        for inner in stmt.kind.blocks() {
            each_stmt(inner, visit);
        }
    }
}

/// Adds a type and those of all parts of its values, but for what is behind pointers.
fn add_parts(types: &Types, ty: TyId, all: &mut BTreeSet<TyId>) {
    if !all.insert(ty) {
        return;
    }
    let variants = match types.get(ty) {
        Ty::Adt(adt) => types.adt(*adt).variants.len(),
        _ => 1,
    };
    for variant in 0..variants {
        for part in types.field_types(ty, VariantIdx::from_index(variant)) {
            add_parts(types, part, all);
        }
    }
}

fn place_ty(types: &Types, proc: &Proc, place: &Place) -> Option<TyId> {
    types.of_place(proc.locals[place.local].ty, &place.projection)
}
