//! From an instance of the relational problem back to a concrete pre-state.

use std::collections::BTreeMap;

use solver_bridge::{Atom, Expr, Formula, Instance, Logic, LogicError, Truth, evaluate};

use super::Encoding;
use super::value::{Targets, Value};
use crate::ids::{Id, Table};
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
            objects.push(Object {
                ty: object.ty,
                kind: ObjectKind::Single,
                value: decoder.value(&object.value)?,
            });
        }
        Ok(State {
            objects,
            inputs: decoder.values(&self.inputs)?,
            choices: Vec::new(),
        })
    }
}

struct Decoder<'a> {
    logic: &'a Logic,
    instance: Instance,
    ids: BTreeMap<Atom, ObjectId>,
}

impl Decoder<'_> {
    fn formula(&self, formula: Formula) -> Result<bool, LogicError> {
        let truth = evaluate(self.logic, &self.instance, &[formula])?;
        Ok(truth == [Truth::True])
    }

    fn only(&self, set: Expr) -> Result<Option<Atom>, LogicError> {
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
            Value::Int(number) => state::Value::Int(self.instance.int(self.logic, *number)?),
            Value::Member(member) => match self.only(*member)? {
                Some(atom) => state::Value::Member(self.rank(atom)),
                None => state::Value::Uninit,
            },
            Value::Pointer(targets) => self.pointer(targets)?,
            Value::Undef | Value::Set(_) | Value::Seq(_) => state::Value::Uninit,
        })
    }

    /// The position of an atom in the order of its sort.
    fn rank(&self, atom: Atom) -> u32 {
        let atoms = self.logic.sort_of(atom).map(|sort| self.logic.atoms(sort));
        let rank = atoms.and_then(|atoms| atoms.iter().position(|other| *other == atom));
        u32::try_from(rank.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    fn pointer(&self, targets: &Targets) -> Result<state::Value, LogicError> {
        for ((_, path), objects) in &targets.heap {
            if let Some(atom) = self.only(*objects)?
                && let Some(object) = self.ids.get(&atom)
            {
                return Ok(state::Value::Pointer(Pointer {
                    object: *object,
                    path: path.to_vec(),
                }));
            }
        }
        Ok(state::Value::Null)
    }
}
