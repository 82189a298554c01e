//! From the concrete states of the IR to the heaps of a report. The objects are named once for a
//! counterexample, along the pre-state, so that `N1` is the same object before, during and after.

use std::collections::BTreeMap;
use std::rc::Rc;

use lowering::ids::{Id, Table};
use lowering::ir::state::{self, Object, ObjectId, ObjectKind, State};
use lowering::ir::types::{Ty, TyId, Types};

use super::heap::{Heap, Node, NodeId, PointerKind, Root, Value};
use super::std_values::{Models, counted_value};
use reach::{in_degrees, reachable};

mod places;
mod pointers;
mod reach;
mod values;

pub use reach::has_pointers;

/// A value of the IR that has a name in the source.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// The name.
    pub name: &'a str,
    /// Its type.
    pub ty: TyId,
    /// The value.
    pub value: &'a state::Value,
}

/// The names of the objects of one counterexample.
#[derive(Clone)]
pub struct Naming<'t> {
    types: &'t Types,
    models: Models<'t>,
    object_types: BTreeMap<ObjectId, TyId>,
    ids: BTreeMap<ObjectId, NodeId>,
    names: BTreeMap<NodeId, String>,
    numbered: usize,
    /// How many objects there were from the start.
    given: usize,
    /// The slices among the roots: by name, where the first element is.
    slices: Vec<(String, ObjectId, usize)>,
    /// The objects as they are now: what vectors and slices are shown by.
    objects: Rc<Table<ObjectId, Object>>,
}

impl<'t> Naming<'t> {
    /// Names the objects of the pre-state in the order in which its roots lead to them. An object
    /// that one reference among the roots alone leads to is called by that root's name.
    pub fn new(models: Models<'t>, roots: &[Named<'_>], pre: &State) -> Self {
        let types = models.types;
        let mut naming = Self {
            types,
            models,
            object_types: BTreeMap::new(),
            ids: BTreeMap::new(),
            names: BTreeMap::new(),
            numbered: 0,
            given: 0,
            slices: Vec::new(),
            objects: Rc::new(Table::new()),
        };
        naming.at(pre);
        for root in roots {
            if let state::Value::Slice(first, _) = root.value
                && let state::Value::Pointer(first) = &**first
            {
                let start = first.path.last().map_or(0, |step| step.field.index());
                let name = root.name.to_owned();
                naming.slices.push((name, first.object, start));
            }
        }
        let degrees = in_degrees(roots, &pre.objects);
        for root in roots {
            if let (Ty::Ref { .. }, state::Value::Pointer(pointer)) =
                (types.get(root.ty), root.value)
                && pointer.path.is_empty()
                && degrees.get(&pointer.object) == Some(&1)
            {
                naming.name(pointer.object, Some(root.name));
            }
        }
        for object in reachable(roots, &pre.objects) {
            if pre.objects[object].kind == ObjectKind::Single {
                naming.name(object, None);
            }
        }
        naming.given = naming.ids.len();
        naming
    }

    /// Whether the object was there from the start.
    pub fn is_given(&self, object: ObjectId) -> bool {
        self.ids
            .get(&object)
            .is_some_and(|id| id.index() < self.given)
    }

    /// Whether the object has a name already.
    pub fn is_known(&self, object: ObjectId) -> bool {
        self.ids.contains_key(&object)
    }

    /// The heap that the roots lead to; objects that have no name yet get the next ones.
    pub fn heap(&mut self, roots: &[Named<'_>], state: &State) -> Heap {
        self.at(state);
        let reachable = reachable(roots, &state.objects);
        let roots = roots
            .iter()
            .map(|root| Root {
                name: root.name.to_owned(),
                value: self.value(root.ty, root.value),
                slice: match (self.types.get(root.ty), root.value) {
                    (Ty::Ref { mutable: true, .. }, state::Value::Slice(..)) => {
                        Some(PointerKind::Mutable)
                    }
                    (Ty::Ref { .. }, state::Value::Slice(..)) => Some(PointerKind::Shared),
                    _ => None,
                },
            })
            .collect();
        let mut nodes = BTreeMap::new();
        for id in reachable {
            let Some(object) = state.objects.get(id) else {
                continue;
            };
            // A buffer is shown by the elements of its owner.
            if object.kind == ObjectKind::Buffer {
                continue;
            }
            // What counts is shown by what it counts.
            let (ty, value) = match self.models.counted_value(object.ty) {
                Some(ty) => (ty, counted_value(&object.value)),
                None => (object.ty, Some(&object.value)),
            };
            let value = match value {
                None | Some(state::Value::Uninit) => Value::Freed,
                Some(value) => self.value(ty, value),
            };
            let node = self.node(id);
            nodes.insert(
                node,
                Node {
                    name: self.names[&node].clone(),
                    ty: self.short_name(self.seen_type(ty)),
                    value,
                },
            );
        }
        let mut heap = Heap { roots, nodes };
        heap.retain_reachable();
        heap
    }

    /// From here on values are those of this state.
    pub fn at(&mut self, state: &State) {
        self.objects = Rc::new(state.objects.clone());
        for (id, object) in state.objects.iter() {
            self.object_types.insert(id, object.ty);
        }
    }

    /// The objects that have a name and are alive in one state and no more in another.
    pub fn freed(&self, before: &State, after: &State) -> Vec<String> {
        let gone = |id: ObjectId| match after.objects.get(id) {
            Some(object) => object.value == state::Value::Uninit,
            None => true,
        };
        self.ids
            .iter()
            .filter(|(id, _)| {
                let was = before.objects.get(**id);
                was.is_some_and(|object| object.value != state::Value::Uninit) && gone(**id)
            })
            .map(|(_, node)| self.names[node].clone())
            .collect()
    }

    pub(super) fn node(&mut self, object: ObjectId) -> NodeId {
        self.name(object, None)
    }

    fn name(&mut self, object: ObjectId, root: Option<&str>) -> NodeId {
        if let Some(id) = self.ids.get(&object) {
            return *id;
        }
        let id = NodeId::from_index(self.ids.len());
        let name = match root {
            Some(name) => name.to_owned(),
            None => {
                let name = format!("N{}", self.numbered);
                self.numbered += 1;
                name
            }
        };
        self.ids.insert(object, id);
        self.names.insert(id, name);
        id
    }
}

#[cfg(test)]
mod tests;
