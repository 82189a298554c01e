//! Which fields of the elements of a buffer hold numbers of slots of such buffers: `next` in an arena.
//!
//! A field counts if what is read from it may be the number by which a pointer to such an element is
//! moved. Values are followed forwards through copies, casts, references and calls, not through
//! arithmetic. Only a guess at what is worth knowing: nothing depends on it but speed.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::Id;
use crate::ir::types::{AdtId, FieldIdx, Ty, TyId, Types, VariantIdx};
use crate::ir::{
    Block, LocalId, Operand, Place, Proc, ProcId, Program, Projection, Rvalue, StmtKind,
};

/// A field of a type of elements.
pub(super) type IndexField = (AdtId, VariantIdx, FieldIdx);

/// Where a number may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    /// In a local, in whatever part of it.
    Local(ProcId, LocalId),
    /// In a field, of whatever object.
    Field(AdtId, VariantIdx, FieldIdx),
}

/// The fields of elements that hold numbers of slots.
pub(super) fn index_fields(program: &Program) -> BTreeSet<IndexField> {
    let types = &program.types;
    let elements: BTreeSet<AdtId> = types
        .iter()
        .filter_map(|(_, ty)| match ty {
            Ty::Buffer(element) => adt_of(types, *element),
            _ => None,
        })
        .collect();
    if elements.is_empty() {
        return BTreeSet::new();
    }
    let mut flows = Flows {
        program,
        elements,
        to: BTreeMap::new(),
        used: BTreeSet::new(),
    };
    for (id, proc) in program.procs.iter() {
        flows.block(id, proc, &proc.body);
    }
    let fields = flows.to.keys().filter_map(|spot| match spot {
        Spot::Field(adt, variant, field) if flows.elements.contains(adt) => {
            Some((*adt, *variant, *field))
        }
        _ => None,
    });
    fields.filter(|field| flows.is_index(*field)).collect()
}

/// The struct or enum that elements are, or that rooms for them are for.
fn adt_of(types: &Types, ty: TyId) -> Option<AdtId> {
    match types.get(ty) {
        Ty::Adt(adt) => Some(*adt),
        Ty::Maybe(value) => adt_of(types, *value),
        _ => None,
    }
}

struct Flows<'p> {
    program: &'p Program,
    elements: BTreeSet<AdtId>,
    to: BTreeMap<Spot, BTreeSet<Spot>>,
    /// What pointers to elements are moved by.
    used: BTreeSet<(Spot, AdtId)>,
}

impl Flows<'_> {
    /// Whether what is read from the field may be the number of such an element.
    fn is_index(&self, (adt, variant, field): IndexField) -> bool {
        let mut met = BTreeSet::from([Spot::Field(adt, variant, field)]);
        let mut todo: Vec<Spot> = met.iter().copied().collect();
        while let Some(spot) = todo.pop() {
            if self.used.contains(&(spot, adt)) {
                return true;
            }
            let next = self.to.get(&spot).into_iter().flatten();
            todo.extend(next.filter(|spot| met.insert(**spot)));
        }
        false
    }

    /// Where what a place holds is, and its type.
    fn spot(&mut self, id: ProcId, proc: &Proc, place: &Place) -> (Spot, TyId) {
        let types = &self.program.types;
        let mut ty = proc.locals[place.local].ty;
        let mut spot = Spot::Local(id, place.local);
        let mut variant = VariantIdx::from_index(0);
        let mut in_memory = false;
        let mut in_element = false;
        for step in &place.projection {
            match step {
                Projection::Deref => {
                    ty = types.pointee(ty).unwrap_or(ty);
                    in_memory = true;
                }
                Projection::Variant(chosen) => variant = *chosen,
                Projection::Index(local) => {
                    ty = types.element(ty).unwrap_or(ty);
                    if let Some(adt) = adt_of(types, ty) {
                        self.used.insert((Spot::Local(id, *local), adt));
                    }
                }
                Projection::Field(field) => {
                    if let Ty::Adt(adt) = types.get(ty) {
                        let is_element = self.elements.contains(adt);
                        if !in_element && (in_memory || is_element) {
                            spot = Spot::Field(*adt, variant, *field);
                        }
                        in_element |= is_element;
                    }
                    let fields = types.field_types(ty, variant);
                    ty = fields.get(field.index()).copied().unwrap_or(ty);
                    variant = VariantIdx::from_index(0);
                }
            }
        }
        (spot, ty)
    }

    fn flow(&mut self, from: Spot, to: Spot) {
        self.to.entry(from).or_default().insert(to);
    }

    fn flow_of_operand(&mut self, id: ProcId, proc: &Proc, operand: &Operand, to: Spot) {
        if let Operand::Read(place) = operand {
            let (from, _) = self.spot(id, proc, place);
            self.flow(from, to);
        }
    }

    fn assign(&mut self, id: ProcId, proc: &Proc, dst: &Place, value: &Rvalue) {
        let (to, _) = self.spot(id, proc, dst);
        match value {
            Rvalue::Use(operand)
            | Rvalue::Cast(operand, _)
            | Rvalue::PointerCast(operand, _)
            | Rvalue::FirstElement(operand)
            | Rvalue::SliceFrom(operand, _) => self.flow_of_operand(id, proc, operand, to),
            Rvalue::AddressOf(place) => {
                let (from, _) = self.spot(id, proc, place);
                self.flow(from, to);
            }
            Rvalue::Aggregate(ty, variant, parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.flow_of_operand(id, proc, part, to);
                    if let Ty::Adt(adt) = self.program.types.get(*ty) {
                        let field = FieldIdx::from_index(index);
                        self.flow_of_operand(id, proc, part, Spot::Field(*adt, *variant, field));
                    }
                }
            }
            Rvalue::Offset(pointer, by) => {
                self.flow_of_operand(id, proc, pointer, to);
                let types = &self.program.types;
                let (Operand::Read(pointer), Operand::Read(by)) = (pointer, by) else {
                    return;
                };
                let (_, pointer) = self.spot(id, proc, pointer);
                let element = types.pointee(pointer).and_then(|to| adt_of(types, to));
                if let Some(element) = element {
                    let (by, _) = self.spot(id, proc, by);
                    self.used.insert((by, element));
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, id: ProcId, proc: &Proc, block: &Block) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => self.assign(id, proc, dst, value),
                StmtKind::Allocate { dst, value } => {
                    let (to, _) = self.spot(id, proc, dst);
                    self.flow_of_operand(id, proc, value, to);
                }
                StmtKind::Call {
                    dst,
                    proc: callee,
                    args,
                } => {
                    let called = &self.program.procs[*callee];
                    for (arg, param) in args.iter().zip(&called.params) {
                        self.flow_of_operand(id, proc, arg, Spot::Local(*callee, *param));
                    }
                    let (to, _) = self.spot(id, proc, dst);
                    self.flow(Spot::Local(*callee, called.ret), to);
                }
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    self.block(id, proc, then);
                    self.block(id, proc, otherwise);
                }
                StmtKind::Loop { body, .. }
                | StmtKind::Block { body, .. }
                | StmtKind::Try { body, .. }
                | StmtKind::InSnapshot { body, .. } => self.block(id, proc, body),
                StmtKind::Unwind { body, cleanup } => {
                    self.block(id, proc, body);
                    self.block(id, proc, cleanup);
                }
                StmtKind::Comprehend { comprehension, .. } => {
                    self.block(id, proc, &comprehension.body);
                }
                _ => {}
            }
        }
    }
}
