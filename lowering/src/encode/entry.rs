//! The symbolic pre-state: any arguments within scope, with any heap behind them that ownership allows.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Formula, Sort, TupleSet};

use super::entry_aliases::{Holder, OpenRef};
use super::entry_graph::{GraphInput, PointerKind};
use super::entry_knots::Group;
use super::heap::{Extent, ExtentKind, Heap};
use super::layout::{IntKind, LeafKind, leaves, nullable};
use super::narrow::Told;
use super::value::{ExtentId, Targets, Value};
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::state::PathStep;
use crate::ir::types::{AdtId, FieldIdx, Ty, TyId, VariantIdx};
use crate::span::Span;

/// An owning pointer of the pre-state that is not inside a heap object: part of a by-value argument.
pub(super) struct OwnedInput {
    pub(super) to: ExtentId,
    pub(super) name: String,
    pub(super) present: Formula,
    pub(super) slot: usize,
}

/// What is built while the inputs are made.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) owned: Vec<OwnedInput>,
    pub(super) graph: Vec<GraphInput>,
    pub(super) roots: BTreeMap<ExtentId, Vec<Formula>>,
    pub(super) targets: Vec<Targets>,
    /// The objects and buffers that shared references among the arguments lead to.
    pub(super) shared: Vec<(ExtentId, Atom)>,
}

impl<'a> Encoder<'a> {
    /// Declares the sorts of all types of the program.
    pub(super) fn declare_sorts(&mut self) {
        // A program without any objects has a universe all the same.
        self.unit_atom();
        let types = &self.program.types;
        for (id, adt) in types.adts() {
            if adt.is_enum && nullable(types, id).is_none() {
                let sort = self.logic.sort(format!("{}Tag", adt.base_name));
                let variants = adt.variants.values();
                let atoms = variants.map(|variant| self.logic.atom(sort, variant.name.clone()));
                self.sorts.tags.insert(id, (sort, atoms.collect()));
            }
        }
        let params: Vec<_> = types
            .iter()
            .filter_map(|(_, ty)| match ty {
                Ty::Param(param) => Some(*param),
                _ => None,
            })
            .collect();
        for param in params {
            let name = types.param(param).name.clone();
            let sort = self.logic.sort(name.clone());
            let count = self.bounds.scope_of(&name);
            let prefix = name.to_lowercase();
            let atoms = (0..count).map(|index| self.logic.atom(sort, format!("{prefix}{index}")));
            self.sorts.params.insert(param, (sort, atoms.collect()));
        }
        let mut pointed: Vec<TyId> = types
            .iter()
            .filter_map(|(id, _)| types.pointee(id))
            .collect();
        pointed.sort_unstable();
        pointed.dedup();
        for ty in pointed {
            // Model values never live behind a pointer into the heap, only in cells.
            let Ok(leaves) = leaves(types, ty) else {
                continue;
            };
            let name = match types.get(ty) {
                Ty::Adt(adt) => types.adt(*adt).base_name.clone(),
                _ => types.name(ty),
            };
            let sort = self.logic.sort(name.clone());
            let id = self.sorts.extents.push(Extent {
                kind: ExtentKind::Objects,
                ty,
                sort,
                name,
                leaves,
                entry: Vec::new(),
                fresh: Vec::new(),
            });
            self.sorts.extent_of.insert(ty, id);
        }
        self.declare_buffer_sorts();
    }

    /// Makes the arguments and the heap behind them.
    pub(super) fn declare_inputs(&mut self) -> Result<(Vec<Value>, Heap), Abort> {
        let proc = &self.program.procs[self.harness.entry];
        let mut inputs = Inputs::default();
        let yes = self.logic.truth();
        let mut values = Vec::new();
        for param in &proc.params {
            let local = &proc.locals[*param];
            let name = local.name.clone().unwrap_or_else(|| param.to_string());
            values.push(self.input(local.ty, &name, yes, local.span, &mut inputs)?);
        }
        let order = self.ownership_order(&inputs, proc.span)?;
        let mut heap = Heap::new(&self.logic, &self.sorts);
        let mut measured_objects = Vec::new();
        for (index, extent) in order.iter().enumerate() {
            match self.sorts.extents[*extent].kind {
                ExtentKind::Slots => {
                    self.declare_owned_buffers(*extent, &order[..=index], proc.span)?;
                }
                _ => self.declare_atoms(*extent, &order, &mut inputs, proc.span)?,
            }
        }
        for extent in order {
            self.declare_leaves(extent, &mut heap);
            self.lend(extent, &mut heap);
            match self.sorts.extents[extent].kind {
                ExtentKind::Slots => self.own_buffers(extent, &mut heap),
                _ if self.is_numbered(extent) => self.declare_numbered(extent),
                _ if self.waits_for_slots(extent) => {}
                _ if self.shared_on_entry.contains(&extent) => {
                    self.point_to(extent, &mut inputs, &mut heap, &mut measured_objects);
                }
                _ => self.own(extent, &mut inputs, &mut heap, &mut measured_objects),
            }
            if let Some(objects) = self.finished_web(extent) {
                self.point_to(objects, &mut inputs, &mut heap, &mut measured_objects);
                self.settle_buffers(&heap);
            }
            let knots = self.knots.iter();
            let mut done = knots.filter(|knot| knot.members.last() == Some(&extent));
            if let Some(knot) = done.next().cloned() {
                self.tie(&knot, &mut inputs, &mut heap, &mut measured_objects);
            }
        }
        self.lead_elsewhere(&mut inputs, &mut heap)?;
        self.declare_statics(&mut heap);
        let objects = measured_objects
            .iter()
            .fold(self.logic.int(0), |sum, here| {
                self.logic.add(sum, self.one_if(*here))
            });
        self.measures.insert(0, objects);
        let values = values
            .into_iter()
            .map(|value| resolve_owned(&value, &inputs.targets))
            .collect();
        Ok((values, heap))
    }

    /// Any value of a type that holds no pointers.
    pub(super) fn scalar_input(
        &mut self,
        ty: TyId,
        name: &str,
        span: Span,
    ) -> Result<Value, Abort> {
        let yes = self.logic.truth();
        self.part_input(ty, name, yes, span)
    }

    /// The same of a part that is not always there.
    pub(super) fn part_input(
        &mut self,
        ty: TyId,
        name: &str,
        present: Formula,
        span: Span,
    ) -> Result<Value, Abort> {
        self.input(ty, name, present, span, &mut Inputs::default())
    }

    /// A by-value input. Owning pointers in it are resolved later, when the forest is known: until
    /// then they are the placeholder `Targets` of their slot.
    fn input(
        &mut self,
        ty: TyId,
        name: &str,
        present: Formula,
        span: Span,
        inputs: &mut Inputs,
    ) -> Result<Value, Abort> {
        let program = self.program;
        let types = &program.types;
        Ok(match types.get(ty) {
            Ty::Bool => {
                let unit = self.unit_atom();
                let bit = self.free_bit(name, unit, present);
                self.measures.push(self.one_if(bit));
                Value::Bool(bit)
            }
            Ty::Int(int) => {
                let number = self.int_input(name, IntKind::Machine(*int), present);
                Value::Int(number)
            }
            Ty::Char => Value::Int(self.int_input(name, IntKind::Char, present)),
            Ty::MathInt => Value::Int(self.math_input(name, present)),
            Ty::Seq(element) => Value::Seq(self.seq_input(*element, name, present, span)?),
            Ty::Set(element) => Value::Set(self.set_input(*element, name, present, span)?),
            Ty::Param(param) => Value::Member(self.member_input(name, *param, present)),
            Ty::Tuple(parts) => {
                let mut fields = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let name = format!("{name}.{index}");
                    fields.push(self.input(*part, &name, present, span, inputs)?);
                }
                Value::Struct(fields.into())
            }
            Ty::Ref { to, .. } | Ty::Box(to) if types.slice_element(*to).is_some() => {
                let element = types.slice_element(*to).unwrap_or(*to);
                let slice = self.slice_input(element, name, present, span)?;
                if let Ty::Ref { mutable: false, .. } = types.get(ty) {
                    inputs.shared.extend(self.last_buffer());
                }
                slice
            }
            Ty::Buffer(element) => self.buffer_input(*element, name, present, span)?,
            Ty::Array(element, count) => {
                if leaves(types, ty).is_err() {
                    let what = format!("an argument of type {}", types.name(ty));
                    return Err(self.unsupported(&what, span));
                }
                let mut elements = Vec::new();
                for index in 0..*count {
                    let name = format!("{name}[{index}]");
                    elements.push(self.input(*element, &name, present, span, inputs)?);
                }
                Value::Struct(elements.into())
            }
            Ty::Maybe(value) => {
                let unit = self.unit_atom();
                let init = self.free_bit(&format!("{name} is there"), unit, present);
                let present = self.logic.and(&[present, init]);
                let value = self.input(*value, name, present, span, inputs)?;
                Value::Maybe {
                    init,
                    value: Rc::new(value),
                }
            }
            Ty::Ref { to, mutable } => {
                let extent = self.extent(*to, span)?;
                let elsewhere = match mutable {
                    true => None,
                    false => self.elsewhere(*to, name, present),
                };
                let here = match elsewhere {
                    Some(elsewhere) => self.logic.and(&[present, self.logic.not(elsewhere)]),
                    None => present,
                };
                let roots = inputs.roots.entry(extent).or_default();
                let index = roots.len();
                roots.push(here);
                let data = &mut self.sorts.extents[extent];
                let atom = self.logic.atom(data.sort, format!("{}{index}", data.name));
                data.entry.push(atom);
                if !mutable {
                    inputs.shared.push((extent, atom));
                }
                let one = self.logic.singleton(atom);
                let own = Targets::object(extent, Rc::from([]), one).when(here, &self.logic);
                let Some(elsewhere) = elsewhere else {
                    return Ok(Value::Pointer(own));
                };
                let slot = inputs.targets.len();
                inputs.targets.push(own);
                self.open_refs.push(OpenRef {
                    own: Some(atom),
                    to: *to,
                    name: name.to_owned(),
                    elsewhere,
                    holder: Holder::Input(slot),
                });
                Value::Pointer(placeholder(slot, &self.logic))
            }
            Ty::Box(to) => {
                let to = self.extent(*to, span)?;
                let slot = inputs.targets.len();
                inputs.targets.push(Targets::default());
                inputs.owned.push(OwnedInput {
                    to,
                    name: name.to_owned(),
                    present,
                    slot,
                });
                Value::Pointer(placeholder(slot, &self.logic))
            }
            Ty::Adt(adt) => self.adt_input(ty, *adt, name, present, span, inputs)?,
            Ty::RawPtr { to, .. } | Ty::Counted { to, .. } => {
                let kind = match types.get(ty) {
                    Ty::Counted { weak: true, .. } => PointerKind::Weak,
                    Ty::Counted { weak: false, .. } => PointerKind::Strong,
                    _ => PointerKind::Raw,
                };
                let to = self.raw_extent(*to, span)?;
                let slot = inputs.targets.len();
                inputs.targets.push(Targets::default());
                inputs.graph.push(GraphInput {
                    to,
                    name: name.to_owned(),
                    present,
                    kind,
                    slot,
                });
                Value::Pointer(placeholder(slot, &self.logic))
            }
            Ty::Never => {
                self.facts.push(self.logic.not(present));
                Value::Undef
            }
            Ty::Slice(_) | Ty::Str(_) => {
                let what = format!("an argument of type {}", types.name(ty));
                return Err(self.unsupported(&what, span));
            }
        })
    }

    fn adt_input(
        &mut self,
        ty: TyId,
        adt: AdtId,
        name: &str,
        present: Formula,
        span: Span,
        inputs: &mut Inputs,
    ) -> Result<Value, Abort> {
        let program = self.program;
        let types = &program.types;
        let data = types.adt(adt);
        if data.variants.is_empty() {
            // There is no value of an enum without variants.
            self.facts.push(self.logic.not(present));
            return Ok(Value::Undef);
        }
        let is: Vec<Formula> = if !data.is_enum {
            vec![self.logic.truth()]
        } else if let Some(holder) = nullable(types, adt) {
            let unit = self.unit_atom();
            let some = self.free_bit(&format!("{name}?"), unit, present);
            self.measures.push(self.one_if(some));
            let each = data.variants.ids();
            each.map(|variant| match variant == holder {
                true => some,
                false => self.logic.not(some),
            })
            .collect()
        } else {
            let (sort, atoms) = self.sorts.tags[&adt].clone();
            let tag = self.choice_of(name, sort, &atoms, present);
            let each = atoms.iter();
            each.map(|atom| self.logic.subset(self.logic.singleton(*atom), tag))
                .collect()
        };
        let mut variants: Vec<Rc<[Value]>> = Vec::new();
        for ((variant, info), here) in data.variants.iter().zip(&is) {
            let present = self.logic.and(&[present, *here]);
            let mut fields = Vec::new();
            for (ty, field) in types
                .field_types(ty, variant)
                .iter()
                .zip(info.fields.values())
            {
                let name = format!("{name}.{}", field.name);
                fields.push(self.input(*ty, &name, present, span, inputs)?);
                if let Some(raw) = inputs.graph.last_mut().filter(|_| data.never_null) {
                    raw.kind = PointerKind::NonNull;
                }
            }
            variants.push(fields.into());
        }
        if data.is_enum {
            return Ok(Value::Enum {
                is: is.into(),
                fields: variants.into(),
            });
        }
        Ok(match variants.into_iter().next() {
            Some(fields) => Value::Struct(fields),
            None => Value::unit(),
        })
    }

    /// The extents that exist on entry, owners before what they own.
    fn ownership_order(&mut self, inputs: &Inputs, span: Span) -> Result<Vec<ExtentId>, Abort> {
        let mut found: Vec<ExtentId> = inputs.roots.keys().copied().collect();
        found.extend(inputs.owned.iter().map(|owned| owned.to));
        found.extend(inputs.graph.iter().map(|input| input.to));
        found.extend(self.entry_buffers.iter().map(|buffer| buffer.sort.slots));
        let mut index = 0;
        let mut edges: Vec<(ExtentId, ExtentId)> = Vec::new();
        let mut lent: Vec<(ExtentId, ExtentId)> = Vec::new();
        let mut shared: Vec<(ExtentId, ExtentId)> = Vec::new();
        while let Some(from) = found.get(index).copied() {
            index += 1;
            if found[..index - 1].contains(&from) {
                continue;
            }
            for leaf in self.sorts.extents[from].leaves.clone() {
                match leaf.kind {
                    LeafKind::Tag(adt) if self.program.types.adt(adt).variants.is_empty() => {
                        return Err(self.unsupported("an empty type behind a pointer", span));
                    }
                    LeafKind::Pointer { to, .. }
                        if self.program.types.slice_element(to).is_some()
                            && !self.may_share(from, &leaf.path) =>
                    {
                        let slots = self.slots_behind(to, span)?;
                        edges.push((from, slots));
                        // What a slice leads to is not numbered.
                        lent.push((from, slots));
                        found.push(slots);
                    }
                    LeafKind::Pointer { to, owned: true } => {
                        let to = self.extent(to, span)?;
                        edges.push((from, to));
                        found.push(to);
                    }
                    LeafKind::Buffer { element } => {
                        let Some(sort) = self.sorts.buffers.get(&element).copied() else {
                            let name = self.program.types.name(element);
                            return Err(self.unsupported(&format!("a buffer of {name}"), span));
                        };
                        edges.push((from, sort.slots));
                        found.push(sort.slots);
                    }
                    LeafKind::Pointer { to, .. } if self.may_share(from, &leaf.path) => {
                        let to = self.raw_extent(to, span)?;
                        edges.push((from, to));
                        shared.push((from, to));
                        found.push(to);
                    }
                    LeafKind::Pointer { to, owned: false } => {
                        let Some(to_extent) = self.sorts.extent_of.get(&to).copied() else {
                            let owner = self.sorts.extents[from].name.clone();
                            let to = self.program.types.name(to);
                            let what =
                                format!("a pointer to {to} stored in the argument type {owner}");
                            return Err(self.unsupported(&what, span));
                        };
                        edges.push((from, to_extent));
                        lent.push((from, to_extent));
                        found.push(to_extent);
                    }
                    _ => {}
                }
            }
        }
        // Each reference has an object of its own: those in what they lead to would have no end.
        if let Some((from, _)) = lent.iter().find(|(from, to)| from == to) {
            let name = &self.sorts.extents[*from].name;
            let what = format!("references to {name} stored in {name} in arguments");
            return Err(self.unsupported(&what, span));
        }
        found.sort_unstable();
        found.dedup();
        lent.extend(shared);
        self.owners_first(&found, &edges, &lent, span)
    }

    fn declare_atoms(
        &mut self,
        extent: ExtentId,
        order: &[ExtentId],
        inputs: &mut Inputs,
        span: Span,
    ) -> Result<(), Abort> {
        let ty = self.sorts.extents[extent].ty;
        let is_owned = inputs.owned.iter().any(|owned| owned.to == extent)
            || order.iter().any(|owner| {
                let mut leaves = self.sorts.extents[*owner].leaves.iter();
                leaves.any(|leaf| {
                    leaf.kind
                        == LeafKind::Pointer {
                            to: ty,
                            owned: true,
                        }
                })
            });
        let is_shared = inputs.graph.iter().any(|input| input.to == extent)
            || order.iter().any(|owner| {
                let leaves = self.sorts.extents[*owner].leaves.iter();
                let mut to_this = leaves.filter(
                    |leaf| matches!(leaf.kind, LeafKind::Pointer { to, owned: false } if to == ty),
                );
                to_this.any(|leaf| self.may_share(*owner, &leaf.path))
            });
        if is_shared {
            // They lead to objects of their own here, or into the middle of others.
            if let Some(owner) = order.iter().find(|owner| self.has_part(**owner, ty)) {
                // Which part of a type is meant by pointers into it and back is a question of its own.
                if *owner == extent || self.is_counted(ty) {
                    let (to, name) = (
                        self.program.types.name(ty),
                        &self.sorts.extents[*owner].name,
                    );
                    let what =
                        format!("raw pointers to {to} in arguments, beside {name}, which has one");
                    return Err(self.unsupported(&what, span));
                }
                self.parts_on_entry.insert(ty);
            }
            self.shared_on_entry.insert(extent);
        }
        let mut roots = inputs.roots.get(&extent).cloned().unwrap_or_default();
        let in_place = self.is_in_place(extent);
        if in_place {
            for owned in inputs.owned.iter().filter(|owned| owned.to == extent) {
                let data = &mut self.sorts.extents[extent];
                let name = format!("{}{}", data.name, data.entry.len());
                let atom = self.logic.atom(data.sort, name);
                data.entry.push(atom);
                roots.push(owned.present);
                let one = self.logic.singleton(atom);
                let target = Targets::object(extent, Rc::from([]), one);
                inputs.targets[owned.slot] = target.when(owned.present, &self.logic);
            }
        }
        self.declare_lent(extent, order);
        let numbered = self.group(extent, 0);
        let data = &mut self.sorts.extents[extent];
        if !in_place && (is_owned || is_shared) {
            let first = data.entry.len();
            for index in 0..self.bounds.scope_of(&data.name) as usize {
                let name = format!("{}{}", data.name, first + index);
                let atom = self.logic.atom(data.sort, name);
                data.entry.push(atom);
                if let Some(group) = numbered {
                    let number = index;
                    self.group_of.insert(atom, Group { number, ..group });
                }
            }
        }
        self.exists.insert(extent, roots);
        Ok(())
    }

    /// A bit of the object (or the unit atom) `of`, named after the field it belongs to; it can be
    /// told where the condition holds.
    pub(super) fn free_bit(&mut self, name: &str, of: Atom, told: Formula) -> Formula {
        let Some(sort) = self.logic.sort_of(of) else {
            return self.logic.falsehood();
        };
        let name = format!("{name}{}", self.logic.atom_name(of));
        let told = Told::Where(told);
        let bit = self.declare_entry(name, &[sort], None, vec![vec![of]], told);
        self.logic.some(bit)
    }

    pub(super) fn unit_atom(&mut self) -> Atom {
        if let Some(atom) = self.unit {
            return atom;
        }
        let sort = self.logic.sort("Unit");
        let atom = self.logic.atom(sort, "");
        self.unit = Some(atom);
        atom
    }

    pub(super) fn extent(&mut self, ty: TyId, span: Span) -> Result<ExtentId, Abort> {
        match self.sorts.extent_of.get(&ty) {
            Some(extent) => Ok(*extent),
            None => {
                let what = format!("a heap object of type {}", self.program.types.name(ty));
                Err(self.unsupported(&what, span))
            }
        }
    }

    /// The path in the words of the source: `next`, `pair.0`.
    pub(super) fn path_name(&self, ty: TyId, path: &[PathStep]) -> String {
        let types = &self.program.types;
        let mut ty = ty;
        let mut names = Vec::new();
        for PathStep { variant, field } in path {
            names.push(field_name(types, ty, *variant, *field));
            let fields = types.field_types(ty, *variant);
            ty = fields.get(field.index()).copied().unwrap_or(ty);
        }
        match names.is_empty() {
            true => "value".into(),
            false => names.join("."),
        }
    }
}

fn field_name(
    types: &crate::ir::types::Types,
    ty: TyId,
    variant: VariantIdx,
    field: FieldIdx,
) -> String {
    match types.get(ty) {
        Ty::Adt(adt) => types
            .adt(*adt)
            .variants
            .get(variant)
            .and_then(|variant| variant.fields.get(field))
            .map_or_else(|| field.to_string(), |field| field.name.clone()),
        _ => field.index().to_string(),
    }
}

pub(super) fn tuples(columns: &[Sort], rows: Vec<Vec<Atom>>) -> TupleSet {
    match TupleSet::new(columns, rows) {
        Ok(set) => set,
        Err(_) => unreachable!("rows are as wide as their columns"),
    }
}

/// The owning pointer of a by-value input before the forest is known.
fn placeholder(slot: usize, logic: &solver_bridge::Logic) -> Targets {
    let cell = super::value::CellId::from_index(slot);
    Targets::cell(cell, Rc::from([]), logic.truth())
}

/// The value with each placeholder replaced by where it leads.
fn resolve_owned(value: &Value, targets: &[Targets]) -> Value {
    let all = |fields: &Rc<[Value]>| -> Rc<[Value]> {
        fields
            .iter()
            .map(|field| resolve_owned(field, targets))
            .collect()
    };
    match value {
        Value::Pointer(pointer) => match pointer.cells.keys().next() {
            Some((slot, _)) => Value::Pointer(targets[slot.index()].clone()),
            None => value.clone(),
        },
        Value::Struct(fields) => Value::Struct(all(fields)),
        Value::Maybe { init, value } => Value::Maybe {
            init: *init,
            value: Rc::new(resolve_owned(value, targets)),
        },
        Value::Enum { is, fields } => Value::Enum {
            is: is.clone(),
            fields: fields.iter().map(all).collect(),
        },
        other => other.clone(),
    }
}
