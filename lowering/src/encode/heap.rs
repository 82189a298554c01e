//! The symbolic heap: for each type an extent (a sort of objects), for each of its leaves a relation.
//!
//! A load is the image of the pointer under the leaf's relation, a store an update of it. Numbers
//! are stored as atoms while all values that a leaf can have are few, and as sets of bit positions
//! otherwise; a leaf changes over when a store forces it to.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{
    Atom, BIT, Expr, Formula, INT, IntExpr, Logic, LogicError, Sort, Translator, TupleSet, int,
};

use super::entry_numbers::Numbers;
use super::layout::{IntKind, Leaf, LeafKind, Path, element_step, nullable, side_leaf, value_leaf};
use super::number::Values;
use super::value::{CellId, ExtentId, Targets, Value, empty};
use crate::ids::{Id, Table};
use crate::ir::Int;
use crate::ir::state::PathStep;
use crate::ir::types::{AdtId, FieldIdx, IntTy, ParamId, Ty, TyId, Types, VariantIdx};

/// The bits in which a mathematical integer is stored when it does not fit atoms.
const MATH_BITS: u32 = 249;

/// The numbers of lengths and capacities.
pub const LENGTH: IntKind = IntKind::Machine(IntTy::Usize);

/// What the atoms of an extent are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtentKind {
    /// Objects of a type.
    Objects,
    /// Runs of slots; their one leaf is their capacity.
    Buffers,
    /// The slots of buffers, each a `Maybe` of an element. One more than there are slots stands for
    /// where the buffer ends.
    Slots,
}

/// The runs of slots for one type of elements.
#[derive(Clone, Copy, Debug)]
pub struct BufferSort {
    /// The extent of the buffers.
    pub buffers: ExtentId,
    /// The extent of their slots.
    pub slots: ExtentId,
}

/// All objects of a type.
#[derive(Clone, Debug)]
pub struct Extent {
    /// What they are.
    pub kind: ExtentKind,
    /// The type.
    pub ty: TyId,
    /// The sort of its atoms.
    pub sort: Sort,
    /// What atoms are named after.
    pub name: String,
    /// The leaves.
    pub leaves: Vec<Leaf>,
    /// The atoms that may exist on entry.
    pub entry: Vec<Atom>,
    /// The atoms for what the program allocates, in order of allocation.
    pub fresh: Vec<Atom>,
}

/// Sorts of tags and type parameters, and the extents.
#[derive(Clone, Debug, Default)]
pub struct Sorts {
    /// One for each type that is pointed to.
    pub extents: Table<ExtentId, Extent>,
    /// The extent of a type.
    pub extent_of: BTreeMap<TyId, ExtentId>,
    /// The extents of the buffers of a type of elements.
    pub buffers: BTreeMap<TyId, BufferSort>,
    /// The slots of a buffer, in order, as far as anything needs them.
    pub slots_of: BTreeMap<Atom, Vec<Atom>>,
    /// The buffer that a slot is of, and its number there; its label, if `numbers` has the buffer.
    pub slot_at: BTreeMap<Atom, (Atom, usize)>,
    /// The numbers of slots, of buffers where they are not fixed.
    pub numbers: BTreeMap<Atom, Numbers>,
    /// How many slots a buffer has at most.
    pub most_slots: BTreeMap<Atom, usize>,
    /// The variants of an enum as atoms.
    pub tags: BTreeMap<AdtId, (Sort, Vec<Atom>)>,
    /// The members of a type parameter, in their order.
    pub params: BTreeMap<ParamId, (Sort, Vec<Atom>)>,
}

/// The contents of one leaf of all objects of an extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafValue {
    /// The objects where it is true.
    Bool(Expr),
    /// Object → number, as atoms.
    Atoms(Expr),
    /// Object → bit positions that are set.
    Bits(Expr),
    /// Object → tag or member.
    Symbol(Expr),
    /// Where the pointer leads: object → object, objects that point to a local, and objects whose
    /// pointer is not null and leads nowhere.
    Pointer {
        heap: BTreeMap<(ExtentId, Path), Expr>,
        cells: BTreeMap<(CellId, Path), Expr>,
        dangling: Expr,
    },
}

/// The parts of [`LeafValue::Pointer`].
type PointerLeaf = (
    BTreeMap<(ExtentId, Path), Expr>,
    BTreeMap<(CellId, Path), Expr>,
    Expr,
);

/// One version of the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// By extent, by leaf.
    pub leaves: Vec<Rc<[LeafValue]>>,
    /// By extent, the objects whose life has ended. Slots end with their buffer.
    pub freed: Vec<Expr>,
    /// By extent, the objects that the program (not its specification) has allocated.
    pub made: Vec<Expr>,
}

/// What the heap needs to read and write.
pub struct Memory<'a> {
    /// The logic.
    pub logic: &'a Logic,
    /// Tells the possible values of a number.
    pub translator: &'a mut Translator,
    /// The types.
    pub types: &'a Types,
    /// The sorts.
    pub sorts: &'a Sorts,
    /// The first failure of the translator. Without an answer the widest one is assumed, and the
    /// encoding is refused in the end.
    pub failure: &'a mut Option<LogicError>,
}

/// Width and sign of the stored form of a number.
pub fn stored_bits(kind: IntKind) -> (u32, bool) {
    match kind {
        IntKind::Machine(int) => (int.bits(), int.is_signed()),
        IntKind::Char => (IntTy::U32.bits(), false),
        IntKind::Math => (MATH_BITS, true),
    }
}

impl Heap {
    /// A heap without objects.
    pub fn new(logic: &Logic, sorts: &Sorts) -> Self {
        let leaf = |extent: &Extent, leaf: &Leaf| match leaf.kind {
            LeafKind::Bool | LeafKind::Init => LeafValue::Bool(empty(logic, extent.sort)),
            LeafKind::Int(_) | LeafKind::Len => LeafValue::Atoms(logic.none(&[extent.sort, INT])),
            LeafKind::Tag(adt) => LeafValue::Symbol(logic.none(&[extent.sort, sorts.tags[&adt].0])),
            LeafKind::Member(param) => {
                LeafValue::Symbol(logic.none(&[extent.sort, sorts.params[&param].0]))
            }
            LeafKind::Pointer { .. } | LeafKind::Buffer { .. } => LeafValue::Pointer {
                heap: BTreeMap::new(),
                cells: BTreeMap::new(),
                dangling: empty(logic, extent.sort),
            },
        };
        let leaves = sorts.extents.values().map(|extent| {
            let leaves = extent.leaves.iter();
            leaves.map(|each| leaf(extent, each)).collect()
        });
        let extents = sorts.extents.values();
        let none: Vec<Expr> = extents.map(|extent| empty(logic, extent.sort)).collect();
        Self {
            leaves: leaves.collect(),
            freed: none.clone(),
            made: none,
        }
    }

    /// The contents of a leaf.
    pub fn leaf(&self, extent: ExtentId, leaf: usize) -> &LeafValue {
        &self.leaves[extent.index()][leaf]
    }

    /// Replaces the contents of a leaf.
    pub fn set_leaf(&mut self, extent: ExtentId, leaf: usize, value: LeafValue) {
        let leaves = &mut self.leaves[extent.index()];
        let mut changed = leaves.to_vec();
        changed[leaf] = value;
        *leaves = changed.into();
    }
}

impl Memory<'_> {
    /// The numbers that a term may be.
    pub fn possible_values(&mut self, number: IntExpr) -> Values {
        let values = self.translator.possible_values(self.logic, number);
        let values = values.and_then(|values| {
            Values::try_from(&values).map_err(|_| LogicError::IntRange {
                expression: self.logic.describe(number.node()),
            })
        });
        values.unwrap_or_else(|error| {
            self.failure.get_or_insert(error);
            Values::Range(Int::MIN, Int::MAX)
        })
    }

    /// Refuses a mathematical integer that memory has no room for.
    fn check_stored(&mut self, number: IntExpr, kind: IntKind) {
        let (width, _) = stored_bits(kind);
        if let IntKind::Math = kind {
            let (low, high) = self.possible_values(number).bounds();
            let half = Int::ONE << (width - 1);
            if low < -half || half <= high {
                self.failure.get_or_insert(LogicError::IntRange {
                    expression: self.logic.describe(number.node()),
                });
            }
        }
    }

    /// The tuples that an expression may have.
    pub fn possible_tuples(&mut self, expr: Expr) -> TupleSet {
        match self.translator.possible_tuples(self.logic, expr) {
            Ok(tuples) => tuples,
            Err(error) => {
                self.failure.get_or_insert(error);
                TupleSet::empty(self.logic.columns(expr))
            }
        }
    }

    /// Object → number as object → bits.
    fn atoms_to_bits(&mut self, atoms: Expr, kind: IntKind) -> Expr {
        let logic = self.logic;
        let (width, _) = stored_bits(kind);
        let rows = self.possible_tuples(atoms);
        let mut numbers: Vec<Atom> = rows.rows().filter_map(|row| row.last().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut bits: Vec<[Atom; 2]> = Vec::new();
        for number in numbers {
            let value = logic.int_value(number).unwrap_or_default();
            for position in 0..width {
                if int::bit(&value, position) {
                    bits.push([number, logic.bit_atom(position)]);
                }
            }
        }
        match TupleSet::new(&[INT, BIT], bits) {
            Ok(bits) => logic.join(atoms, logic.constant(bits)),
            Err(_) => unreachable!("numbers and bit positions are atoms of their sorts"),
        }
    }

    /// The value of type `ty` at path `at` of the `objects` (one object) of an extent.
    pub fn load(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
        ty: TyId,
    ) -> Value {
        let logic = self.logic;
        match self.types.get(ty).clone() {
            Ty::Bool => match self.leaf_at(heap, extent, at) {
                Some(LeafValue::Bool(set)) => {
                    Value::Bool(logic.some(logic.intersection(objects, set)))
                }
                _ => Value::Undef,
            },
            Ty::Int(int) => self.load_int(heap, extent, at, objects, IntKind::Machine(int)),
            Ty::Char => self.load_int(heap, extent, at, objects, IntKind::Char),
            Ty::MathInt => self.load_int(heap, extent, at, objects, IntKind::Math),
            Ty::Param(_) => match self.leaf_at(heap, extent, at) {
                Some(LeafValue::Symbol(rel)) => Value::Member(logic.image(objects, rel)),
                _ => Value::Undef,
            },
            Ty::Ref { to, .. } | Ty::RawPtr { to, .. } | Ty::Box(to) | Ty::Counted { to, .. } => {
                let first = self.load_pointer(heap, extent, at, objects);
                match self.types.slice_element(to) {
                    None => Value::Pointer(first),
                    Some(_) => match self.load_len(heap, extent, at, objects) {
                        Some(len) => Value::Slice { first, len },
                        None => Value::Undef,
                    },
                }
            }
            Ty::Buffer(_) => Value::Pointer(self.load_pointer(heap, extent, at, objects)),
            Ty::Maybe(value) => {
                let init = match self.side_leaf(heap, extent, at, LeafKind::Init) {
                    Some(LeafValue::Bool(set)) => logic.some(logic.intersection(objects, set)),
                    _ => return Value::Undef,
                };
                let content: Path = at.iter().copied().chain([element_step(0)]).collect();
                let value = self.load(heap, extent, &content, objects, value);
                Value::Maybe {
                    init,
                    value: Rc::new(value),
                }
            }
            Ty::Array(element, count) => {
                let parts = vec![element; count as usize];
                Value::Struct(self.load_fields(heap, extent, at, objects, 0, &parts))
            }
            Ty::Tuple(parts) => {
                Value::Struct(self.load_fields(heap, extent, at, objects, 0, &parts))
            }
            Ty::Adt(adt) => self.load_adt(heap, extent, at, objects, ty, adt),
            Ty::Never | Ty::Set(_) | Ty::Seq(_) | Ty::Slice(_) | Ty::Str(_) => Value::Undef,
        }
    }

    fn load_fields(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
        variant: usize,
        fields: &[TyId],
    ) -> Rc<[Value]> {
        let variant = VariantIdx::from_index(variant);
        let fields = fields.iter().enumerate();
        fields
            .map(|(index, ty)| {
                let path = super::layout::extend(at, variant, FieldIdx::from_index(index));
                self.load(heap, extent, &path, objects, *ty)
            })
            .collect()
    }

    fn load_adt(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
        ty: TyId,
        adt: AdtId,
    ) -> Value {
        let variants: Vec<Vec<TyId>> = self
            .types
            .adt(adt)
            .variants
            .ids()
            .map(|variant| self.types.field_types(ty, variant))
            .collect();
        let fields: Vec<Rc<[Value]>> = variants
            .iter()
            .enumerate()
            .map(|(index, types)| self.load_fields(heap, extent, at, objects, index, types))
            .collect();
        if !self.types.adt(adt).is_enum {
            return match fields.into_iter().next() {
                Some(fields) => Value::Struct(fields),
                None => Value::unit(),
            };
        }
        let logic = self.logic;
        let is: Rc<[Formula]> = match nullable(self.types, adt) {
            Some(holder) => {
                let some = match fields[holder.index()].first() {
                    Some(Value::Pointer(targets)) => targets.is_some(logic),
                    _ => logic.falsehood(),
                };
                let each = variants.iter().enumerate();
                each.map(|(index, _)| {
                    if index == holder.index() {
                        some
                    } else {
                        logic.not(some)
                    }
                })
                .collect()
            }
            None => match self.leaf_at(heap, extent, at) {
                Some(LeafValue::Symbol(rel)) => {
                    let tag = logic.image(objects, rel);
                    let atoms = self.sorts.tags[&adt].1.iter();
                    atoms
                        .map(|atom| logic.subset(logic.singleton(*atom), tag))
                        .collect()
                }
                _ => return Value::Undef,
            },
        };
        Value::Enum {
            is,
            fields: fields.into(),
        }
    }

    fn load_int(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
        kind: IntKind,
    ) -> Value {
        match self.leaf_at(heap, extent, at) {
            Some(leaf) => self
                .number_of(&leaf, objects, kind)
                .map_or(Value::Undef, Value::Int),
            None => Value::Undef,
        }
    }

    /// The number that the objects (one object) have in a leaf.
    pub fn number_of(&self, leaf: &LeafValue, objects: Expr, kind: IntKind) -> Option<IntExpr> {
        let logic = self.logic;
        match leaf {
            LeafValue::Atoms(rel) => Some(logic.value_of(logic.image(objects, *rel))),
            LeafValue::Bits(rel) => {
                let (width, signed) = stored_bits(kind);
                Some(logic.from_bits(logic.image(objects, *rel), width, signed))
            }
            _ => None,
        }
    }

    /// How many elements the slice that the pointer at that path leads to has.
    fn load_len(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
    ) -> Option<IntExpr> {
        let leaf = self.side_leaf(heap, extent, at, LeafKind::Len)?;
        self.number_of(&leaf, objects, LENGTH)
    }

    /// Where the pointers at that path of the objects lead.
    pub fn load_pointer(
        &mut self,
        heap: &Heap,
        extent: ExtentId,
        at: &Path,
        objects: Expr,
    ) -> Targets {
        let logic = self.logic;
        let Some(LeafValue::Pointer {
            heap,
            cells,
            dangling,
        }) = self.leaf_at(heap, extent, at)
        else {
            return Targets::default();
        };
        let mut targets = Targets::default();
        for (region, rel) in heap {
            let found = logic.image(objects, rel);
            if !self.possible_tuples(found).is_empty() {
                targets.heap.insert(region, found);
            }
        }
        for (region, set) in cells {
            targets
                .cells
                .insert(region, logic.some(logic.intersection(objects, set)));
        }
        let nowhere = logic.intersection(objects, dangling);
        if !self.possible_tuples(nowhere).is_empty() {
            targets.dangling = Some(logic.some(nowhere));
        }
        targets
    }

    /// Writes `value` at path `at` of the `objects`; no object, no write.
    pub fn store(
        &mut self,
        heap: &mut Heap,
        extent: ExtentId,
        at: &[PathStep],
        objects: Expr,
        value: &Value,
    ) {
        let leaves = self.sorts.extents[extent].leaves.clone();
        for (index, leaf) in leaves.iter().enumerate() {
            let Some(inside) = leaf.path.strip_prefix(at) else {
                let holder = at.strip_prefix(&leaf.path[..]);
                if leaf.kind == LeafKind::Init && holder.is_some_and(|content| content.len() == 1) {
                    // What is written is the value of a `Maybe`, which is there from now on.
                    let here = Value::Bool(self.logic.truth());
                    self.store_leaf(heap, extent, index, LeafKind::Bool, objects, &here);
                }
                continue;
            };
            let part = match leaf.kind {
                // The tag of the enum that is itself stored; `part` has the enum.
                LeafKind::Tag(_) => value.part(inside),
                LeafKind::Pointer { .. } => match self.pointer_part(value, inside) {
                    Value::Slice { first, .. } => Value::Pointer(first),
                    other => other,
                },
                LeafKind::Len => match value.part(inside) {
                    Value::Slice { len, .. } => Value::Int(len),
                    other => other,
                },
                LeafKind::Init => match value.part(inside) {
                    Value::Maybe { init, .. } => Value::Bool(init),
                    other => other,
                },
                _ => value.part(inside),
            };
            self.store_leaf(heap, extent, index, leaf.kind, objects, &part);
        }
    }

    /// A pointer part; of an enum without a tag it is null unless the enum is the variant with it.
    fn pointer_part(&self, value: &Value, path: &[PathStep]) -> Value {
        let logic = self.logic;
        if let Some((last, before)) = path.split_last()
            && let Value::Enum { is, fields } = value.part(before)
            && is.len() == 2
            && fields.iter().map(|fields| fields.len()).sum::<usize>() == 1
        {
            let here = is[last.variant.index()];
            return match value.part(path) {
                Value::Pointer(targets) => Value::Pointer(targets.when(here, logic)),
                _ => Value::Pointer(Targets::default()),
            };
        }
        value.part(path)
    }

    fn store_leaf(
        &mut self,
        heap: &mut Heap,
        extent: ExtentId,
        index: usize,
        kind: LeafKind,
        objects: Expr,
        value: &Value,
    ) {
        let logic = self.logic;
        let kind = match kind {
            LeafKind::Len => LeafKind::Int(LENGTH),
            other => other,
        };
        let stored = match (heap.leaf(extent, index).clone(), value, kind) {
            (LeafValue::Bool(set), Value::Bool(here), _) => {
                let nothing = empty(logic, self.sorts.extents[extent].sort);
                let added = logic.ite(*here, objects, nothing);
                LeafValue::Bool(logic.union(logic.difference(set, objects), added))
            }
            (LeafValue::Symbol(rel), Value::Member(member), _) => {
                LeafValue::Symbol(logic.update(rel, objects, *member))
            }
            (LeafValue::Symbol(rel), Value::Enum { is, .. }, LeafKind::Tag(adt)) => {
                let tag = self.tag_expr(adt, is);
                LeafValue::Symbol(logic.update(rel, objects, tag))
            }
            (LeafValue::Atoms(rel), Value::Int(number), LeafKind::Int(kind)) => {
                self.check_stored(*number, kind);
                match self.possible_values(*number) {
                    Values::Set(_) => {
                        LeafValue::Atoms(logic.update(rel, objects, logic.to_atoms(*number)))
                    }
                    Values::Range(..) => {
                        let bits = self.atoms_to_bits(rel, kind);
                        self.store_bits(bits, objects, *number, kind)
                    }
                }
            }
            (LeafValue::Bits(rel), Value::Int(number), LeafKind::Int(kind)) => {
                self.check_stored(*number, kind);
                self.store_bits(rel, objects, *number, kind)
            }
            (
                LeafValue::Pointer {
                    heap,
                    cells,
                    dangling,
                },
                Value::Pointer(targets),
                _,
            ) => self.store_pointer(extent, (heap, cells, dangling), objects, targets),
            // What was never written is not read either: the leaf may keep what it has.
            (old, _, _) => old,
        };
        heap.set_leaf(extent, index, stored);
    }

    fn store_bits(&self, rel: Expr, objects: Expr, number: IntExpr, kind: IntKind) -> LeafValue {
        let (width, _) = stored_bits(kind);
        let bits = self.logic.to_bits(number, width);
        LeafValue::Bits(self.logic.update(rel, objects, bits))
    }

    fn store_pointer(
        &self,
        extent: ExtentId,
        (mut heap, mut cells, dangling): PointerLeaf,
        objects: Expr,
        targets: &Targets,
    ) -> LeafValue {
        let logic = self.logic;
        let sort = self.sorts.extents[extent].sort;
        for region in targets.heap.keys() {
            let to = self.sorts.extents[region.0].sort;
            heap.entry(region.clone())
                .or_insert_with(|| logic.none(&[sort, to]));
        }
        for (region, rel) in &mut heap {
            let to = self.sorts.extents[region.0].sort;
            let value = targets.heap.get(region).copied();
            *rel = logic.update(*rel, objects, value.unwrap_or_else(|| empty(logic, to)));
        }
        for region in targets.cells.keys() {
            cells
                .entry(region.clone())
                .or_insert_with(|| empty(logic, sort));
        }
        for (region, set) in &mut cells {
            let here = targets.cells.get(region).copied();
            let added = logic.ite(
                here.unwrap_or_else(|| logic.falsehood()),
                objects,
                empty(logic, sort),
            );
            *set = logic.union(logic.difference(*set, objects), added);
        }
        let here = targets.dangling.unwrap_or_else(|| logic.falsehood());
        let added = logic.ite(here, objects, empty(logic, sort));
        LeafValue::Pointer {
            heap,
            cells,
            dangling: logic.union(logic.difference(dangling, objects), added),
        }
    }

    /// The tag of an enum as a set of one atom.
    pub fn tag_expr(&self, adt: AdtId, is: &[Formula]) -> Expr {
        let logic = self.logic;
        let (sort, atoms) = &self.sorts.tags[&adt];
        let parts: Vec<Expr> = is
            .iter()
            .zip(atoms)
            .map(|(here, atom)| logic.ite(*here, logic.singleton(*atom), empty(logic, *sort)))
            .collect();
        match parts.is_empty() {
            true => empty(logic, *sort),
            false => logic.union_all(&parts),
        }
    }

    fn leaf_at(&self, heap: &Heap, extent: ExtentId, at: &[PathStep]) -> Option<LeafValue> {
        let index = value_leaf(&self.sorts.extents[extent].leaves, at)?;
        Some(heap.leaf(extent, index).clone())
    }

    /// What goes with the value at a path, of that kind.
    pub fn side_leaf(
        &self,
        heap: &Heap,
        extent: ExtentId,
        at: &[PathStep],
        kind: LeafKind,
    ) -> Option<LeafValue> {
        let index = side_leaf(&self.sorts.extents[extent].leaves, at, kind)?;
        Some(heap.leaf(extent, index).clone())
    }

    /// One heap where `condition` holds, the other elsewhere.
    pub fn choose(&mut self, condition: Formula, a: &Heap, b: &Heap) -> Heap {
        let mut leaves = Vec::with_capacity(a.leaves.len());
        for (index, (left, right)) in a.leaves.iter().zip(&b.leaves).enumerate() {
            if left == right {
                leaves.push(left.clone());
                continue;
            }
            let extent = ExtentId::from_index(index);
            let kinds = self.sorts.extents[extent].leaves.clone();
            let merged = left.iter().zip(right.iter()).zip(&kinds);
            leaves.push(
                merged
                    .map(|((left, right), leaf)| {
                        self.choose_leaf(condition, extent, left, right, leaf.kind)
                    })
                    .collect(),
            );
        }
        let either = |a: &[Expr], b: &[Expr]| -> Vec<Expr> {
            let both = a.iter().zip(b);
            both.map(|(a, b)| self.logic.ite(condition, *a, *b))
                .collect()
        };
        Heap {
            leaves,
            freed: either(&a.freed, &b.freed),
            made: either(&a.made, &b.made),
        }
    }

    fn choose_leaf(
        &mut self,
        condition: Formula,
        extent: ExtentId,
        a: &LeafValue,
        b: &LeafValue,
        kind: LeafKind,
    ) -> LeafValue {
        let logic = self.logic;
        if a == b {
            return a.clone();
        }
        match (a, b) {
            (LeafValue::Bool(a), LeafValue::Bool(b)) => {
                LeafValue::Bool(logic.ite(condition, *a, *b))
            }
            (LeafValue::Symbol(a), LeafValue::Symbol(b)) => {
                LeafValue::Symbol(logic.ite(condition, *a, *b))
            }
            (LeafValue::Atoms(a), LeafValue::Atoms(b)) => {
                LeafValue::Atoms(logic.ite(condition, *a, *b))
            }
            (
                LeafValue::Atoms(_) | LeafValue::Bits(_),
                LeafValue::Atoms(_) | LeafValue::Bits(_),
            ) => {
                let (a, b) = (self.as_bits(a, kind), self.as_bits(b, kind));
                LeafValue::Bits(logic.ite(condition, a, b))
            }
            (
                LeafValue::Pointer {
                    heap,
                    cells,
                    dangling,
                },
                LeafValue::Pointer {
                    heap: other_heap,
                    cells: other_cells,
                    dangling: other_dangling,
                },
            ) => {
                let sort = self.sorts.extents[extent].sort;
                let to = |region: &(ExtentId, Path)| {
                    logic.none(&[sort, self.sorts.extents[region.0].sort])
                };
                LeafValue::Pointer {
                    heap: merge_maps(heap, other_heap, to, |a, b| logic.ite(condition, a, b)),
                    cells: merge_maps(
                        cells,
                        other_cells,
                        |_| empty(logic, sort),
                        |a, b| logic.ite(condition, a, b),
                    ),
                    dangling: logic.ite(condition, *dangling, *other_dangling),
                }
            }
            _ => unreachable!("versions of one leaf differ in kind: {a:?}, {b:?}"),
        }
    }

    /// The contents of a number leaf as bits.
    pub fn as_bits(&mut self, leaf: &LeafValue, kind: LeafKind) -> Expr {
        match (leaf, kind) {
            (LeafValue::Bits(bits), _) => *bits,
            (LeafValue::Atoms(atoms), LeafKind::Int(kind)) => self.atoms_to_bits(*atoms, kind),
            (LeafValue::Atoms(atoms), LeafKind::Len) => self.atoms_to_bits(*atoms, LENGTH),
            _ => unreachable!("only number leaves have bits: {leaf:?}"),
        }
    }
}

/// Both maps as one; what a side lacks is `missing`.
pub fn merge_maps<K: Ord + Clone>(
    a: &BTreeMap<K, Expr>,
    b: &BTreeMap<K, Expr>,
    missing: impl Fn(&K) -> Expr,
    merge: impl Fn(Expr, Expr) -> Expr,
) -> BTreeMap<K, Expr> {
    let mut keys: Vec<&K> = a.keys().chain(b.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter()
        .map(|key| {
            let left = a.get(key).copied().unwrap_or_else(|| missing(key));
            let right = b.get(key).copied().unwrap_or_else(|| missing(key));
            (key.clone(), merge(left, right))
        })
        .collect()
}
