//! The shape of a pre-state: which objects there are, what leads where, which variants and elements are
//! there; not the numbers, truth values and members of sorts in them.

use std::collections::BTreeMap;
use std::rc::Rc;

use solver_bridge::{Formula, Instance, LogicError};

use super::decode::Decoder;
use super::value::{Targets, Value};
use super::{Encoding, EntryContent};
use crate::ir::state::{self, ObjectKind, State};

impl Encoding {
    /// Says of an input that it has the shape of the one that an instance stands for.
    pub fn same_shape(&self, instance: &Instance) -> Result<Formula, LogicError> {
        let mut instance = instance.clone();
        instance.complete(&self.logic);
        let decoder = Decoder {
            logic: &self.logic,
            instance,
            ids: BTreeMap::new(),
            slot_at: &self.slot_at,
            numbers: &self.numbers,
        };
        let mut shape = Shape {
            decoder,
            alike: Vec::new(),
        };
        for input in &self.inputs {
            shape.value(input)?;
        }
        for object in &self.objects {
            if !shape.is(object.exists)? {
                continue;
            }
            match &object.value {
                EntryContent::Single(value) => shape.value(value)?,
                EntryContent::Buffer { slots, .. } => {
                    for slot in slots {
                        shape.value(slot)?;
                    }
                }
            }
        }
        Ok(self.logic.and(&shape.alike))
    }
}

struct Shape<'a> {
    decoder: Decoder<'a>,
    /// What an input of that shape satisfies.
    alike: Vec<Formula>,
}

impl Shape<'_> {
    /// Whether a formula holds, which is a part of the shape.
    fn is(&mut self, formula: Formula) -> Result<bool, LogicError> {
        let holds = self.decoder.formula(formula)?;
        self.alike.push(match holds {
            true => formula,
            false => self.decoder.logic.not(formula),
        });
        Ok(holds)
    }

    fn value(&mut self, value: &Value) -> Result<(), LogicError> {
        match value {
            Value::Struct(fields) => {
                for field in fields.iter() {
                    self.value(field)?;
                }
            }
            Value::Enum { is, fields } => {
                for (here, fields) in is.iter().zip(fields.iter()) {
                    if self.is(*here)? {
                        for field in fields.iter() {
                            self.value(field)?;
                        }
                    }
                }
            }
            Value::Maybe { init, value } => {
                if self.is(*init)? {
                    self.value(value)?;
                }
            }
            Value::Pointer(targets) => self.pointer(targets)?,
            Value::Slice { first, len } => {
                self.pointer(first)?;
                let logic = self.decoder.logic;
                let now = self.decoder.instance.int(logic, *len)?;
                self.alike.push(logic.int_eq(*len, logic.int(now)));
            }
            Value::Bool(_)
            | Value::Int(_)
            | Value::Member(_)
            | Value::Undef
            | Value::Set(_)
            | Value::Seq(_) => {}
        }
        Ok(())
    }

    fn pointer(&mut self, targets: &Targets) -> Result<(), LogicError> {
        let logic = self.decoder.logic;
        for objects in targets.heap.values() {
            self.alike.push(match self.decoder.only(*objects)? {
                Some(atom) => logic.subset(logic.singleton(atom), *objects),
                None => logic.no(*objects),
            });
        }
        if let Some(nowhere) = targets.dangling {
            self.is(nowhere)?;
        }
        Ok(())
    }
}

/// A pre-state without what is not its shape: two states are of one shape if this is the same.
pub fn shape_of(state: &State) -> State {
    let mut shape = state.clone();
    shape.choices.clear();
    shape.inputs.iter_mut().for_each(erase);
    let ids: Vec<_> = shape.objects.ids().collect();
    for id in ids {
        let object = &mut shape.objects[id];
        erase(&mut object.value);
        // How much room there is beyond the elements is no part of it.
        if let (ObjectKind::Buffer, state::Value::Adt(_, slots)) = (object.kind, &mut object.value)
        {
            while slots.pop_if(|slot| *slot == state::Value::Uninit).is_some() {}
        }
    }
    shape
}

fn erase(value: &mut state::Value) {
    match value {
        state::Value::Bool(is) => *is = false,
        state::Value::Int(number) => *number = crate::ir::Int::ZERO,
        state::Value::Member(rank) => *rank = 0,
        state::Value::Adt(_, parts) => parts.iter_mut().for_each(erase),
        state::Value::Set(parts) | state::Value::Seq(parts) => {
            Rc::make_mut(parts).iter_mut().for_each(erase);
        }
        state::Value::Slice(first, _) => erase(first),
        state::Value::Uninit
        | state::Value::Pointer(_)
        | state::Value::Null
        | state::Value::Dangling => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id as _;
    use crate::ir::Int;
    use crate::ir::state::Value as Concrete;
    use crate::ir::types::VariantIdx;

    fn state(input: Concrete) -> State {
        State {
            inputs: vec![input],
            objects: crate::ids::Table::new(),
            choices: Vec::new(),
        }
    }

    #[test]
    fn numbers_are_no_part_of_a_shape_but_variants_are() {
        let some = |number: u8| {
            let number = Concrete::Int(Int::from(number));
            Concrete::Adt(VariantIdx::from_index(1), vec![number])
        };
        let none = Concrete::Adt(VariantIdx::from_index(0), Vec::new());
        assert_eq!(shape_of(&state(some(1))), shape_of(&state(some(2))));
        assert_ne!(shape_of(&state(some(1))), shape_of(&state(none)));
    }
}
