//! From an instance of the relational problem back to a concrete pre-state.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Atom, Expr, Formula, Instance, IntExpr, Logic, LogicError, Truth, evaluate};

use super::entry_numbers::Numbers;
use super::layout::element_step;
use super::value::{Targets, Value};
use super::{Encoding, EntryContent};
use crate::ids::{Id, Table};
use crate::ir::Int;
use crate::ir::state::{self, Object, ObjectId, ObjectKind, Pointer, State};
use crate::ir::types::VariantIdx;

impl Encoding {
    /// The pre-state that an instance stands for: the objects that exist, by type, in canonical order.
    pub fn decode(&self, instance: &Instance) -> Result<State, LogicError> {
        let mut instance = instance.clone();
        instance.complete(&self.logic);
        let mut decoder = Decoder {
            logic: &self.logic,
            instance,
            ids: BTreeMap::new(),
            slot_at: &self.slot_at,
            numbers: &self.numbers,
        };
        let mut existing = Vec::new();
        for object in &self.objects {
            if decoder.formula(object.exists)? {
                let id = ObjectId::from_index(existing.len());
                decoder.ids.insert(object.atom, id);
                existing.push(object);
            }
        }
        let mut objects = Table::new();
        for object in existing {
            let (kind, value) = match &object.value {
                EntryContent::Single(value) => (ObjectKind::Single, decoder.value(value)?),
                EntryContent::Buffer { capacity, slots } => {
                    (ObjectKind::Buffer, decoder.buffer(*capacity, slots)?)
                }
            };
            objects.push(Object {
                ty: object.ty,
                kind,
                value,
            });
        }
        let mut choices = Vec::new();
        for choice in &self.choices {
            if decoder.formula(choice.path)? {
                choices.push(decoder.value(&choice.value)?);
            }
        }
        Ok(State {
            objects,
            inputs: decoder.values(&self.inputs)?,
            choices,
        })
    }
}

pub(super) struct Decoder<'a> {
    pub(super) logic: &'a Logic,
    pub(super) instance: Instance,
    pub(super) ids: BTreeMap<Atom, ObjectId>,
    pub(super) slot_at: &'a BTreeMap<Atom, (Atom, usize)>,
    pub(super) numbers: &'a BTreeMap<Atom, Numbers>,
}

impl Decoder<'_> {
    pub(super) fn formula(&self, formula: Formula) -> Result<bool, LogicError> {
        let truth = evaluate(self.logic, &self.instance, &[formula])?;
        Ok(truth == [Truth::True])
    }

    pub(super) fn only(&self, set: Expr) -> Result<Option<Atom>, LogicError> {
        let set = self.instance.expr(self.logic, set)?;
        Ok(set.atoms().next())
    }

    fn values(&self, values: &[Value]) -> Result<Vec<state::Value>, LogicError> {
        values.iter().map(|value| self.value(value)).collect()
    }

    fn value(&self, value: &Value) -> Result<state::Value, LogicError> {
        Ok(match value {
            Value::Struct(fields) => {
                state::Value::Adt(VariantIdx::from_index(0), self.values(fields)?)
            }
            Value::Enum { is, fields } => {
                for (index, here) in is.iter().enumerate() {
                    if self.formula(*here)? {
                        let variant = VariantIdx::from_index(index);
                        return Ok(state::Value::Adt(variant, self.values(&fields[index])?));
                    }
                }
                state::Value::Uninit
            }
            Value::Bool(here) => state::Value::Bool(self.formula(*here)?),
            Value::Int(number) => state::Value::Int(self.number(*number)?),
            Value::Member(member) => match self.only(*member)? {
                Some(atom) => state::Value::Member(self.rank(atom)),
                None => state::Value::Uninit,
            },
            Value::Pointer(targets) => self.pointer(targets)?,
            Value::Slice { first, len } => {
                let len = self.number(*len)?;
                state::Value::Slice(Box::new(self.pointer(first)?), len)
            }
            Value::Maybe { init, value } => {
                let value = match self.formula(*init)? {
                    true => self.value(value)?,
                    false => state::Value::Uninit,
                };
                state::Value::Adt(VariantIdx::from_index(0), vec![value])
            }
            Value::Seq(seq) => {
                let len = self.number(seq.len)?.as_usize();
                let items = seq.items.iter().take(len);
                let items: Result<_, _> = items.map(|item| self.value(item)).collect();
                state::Value::Seq(Rc::new(items?))
            }
            Value::Set(set) => {
                let mut members = Vec::new();
                for (here, member) in set.to_list(self.logic) {
                    if self.formula(here)? {
                        members.push(self.value(&member)?);
                    }
                }
                members.sort_unstable();
                members.dedup();
                state::Value::Set(Rc::new(members))
            }
            Value::Undef => state::Value::Uninit,
        })
    }

    fn number(&self, number: IntExpr) -> Result<Int, LogicError> {
        let value = self.instance.int(self.logic, number)?;
        Int::try_from(&value).map_err(|_| LogicError::IntRange {
            expression: self.logic.describe(number.node()),
        })
    }

    /// The position of an atom in the order of its sort.
    fn rank(&self, atom: Atom) -> u32 {
        let atoms = self.logic.sort_of(atom).map(|sort| self.logic.atoms(sort));
        let rank = atoms.and_then(|atoms| atoms.iter().position(|other| *other == atom));
        u32::try_from(rank.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// The slots of a buffer, each with its value or without one.
    fn buffer(&self, capacity: IntExpr, slots: &[Value]) -> Result<state::Value, LogicError> {
        let capacity = self.number(capacity)?.as_usize();
        let mut values = Vec::new();
        for slot in slots.iter().take(capacity) {
            values.push(match slot {
                Value::Maybe { init, value } if self.formula(*init)? => self.value(value)?,
                _ => state::Value::Uninit,
            });
        }
        Ok(state::Value::Adt(VariantIdx::from_index(0), values))
    }

    fn pointer(&self, targets: &Targets) -> Result<state::Value, LogicError> {
        for ((_, path), objects) in &targets.heap {
            let Some(atom) = self.only(*objects)? else {
                continue;
            };
            let (object, path) = match self.slot_at.get(&atom) {
                // In states the slot is left out: the value is the element of the buffer.
                Some((buffer, index)) => {
                    let number = match self.numbers.get(buffer) {
                        Some(numbers) => {
                            let slot = self.logic.singleton(atom);
                            let number = self.logic.image(slot, numbers.of_slot);
                            let number = self.logic.value_of(number);
                            self.number(number)?.as_usize()
                        }
                        None => *index,
                    };
                    let inside = path.iter().skip(1).copied();
                    let path = std::iter::once(element_step(number)).chain(inside);
                    (buffer, path.collect())
                }
                None => (&atom, path.to_vec()),
            };
            if let Some(object) = self.ids.get(object) {
                return Ok(state::Value::Pointer(Pointer {
                    object: *object,
                    path,
                }));
            }
        }
        if let Some(nowhere) = targets.dangling
            && self.formula(nowhere)?
        {
            return Ok(state::Value::Dangling);
        }
        Ok(state::Value::Null)
    }
}
