//! Objects keep their names, and pointers tell their fields.

use super::*;
use lowering::ir::Int;
use lowering::ir::state::PathStep;
use lowering::ir::types::{self, AdtId, Field, FieldIdx, IntTy, Variant, VariantIdx};
use lowering::span::{FileId, Span};

fn struct_of(types: &mut Types, name: &str) -> AdtId {
    types.declare_adt(types::Adt {
        name: name.into(),
        base_name: name.split('<').next().unwrap_or(name).into(),
        is_enum: name.starts_with("Option"),
        is_union: false,
        never_null: false,
        compared: types::Compared::ByFields,
        raw_pointers: Default::default(),
        variants: Table::new(),
        span: Span {
            file: FileId::from_index(0),
            start: 0,
            end: 0,
        },
    })
}

fn variant(name: &str, named_fields: bool, fields: &[(&str, TyId)]) -> Variant {
    let fields = fields.iter().map(|(name, ty)| Field {
        name: (*name).into(),
        ty: *ty,
    });
    Variant {
        name: name.into(),
        fields: fields.collect(),
        named_fields,
        discriminant: Int::ZERO,
    }
}

/// `struct List { head: Option<Box<Node>> }`, `struct Node { elem: u8, next: Option<Box<Node>> }`:
/// the types of `&mut List`, `List`, `Node` and of a reference to the link.
fn list_types(types: &mut Types) -> [TyId; 4] {
    let byte = types.intern(Ty::Int(IntTy::U8));
    let node = struct_of(types, "Node");
    let node_ty = types.intern(Ty::Adt(node));
    let boxed = types.intern(Ty::Box(node_ty));
    let option = struct_of(types, "Option<Box<Node>>");
    let link = types.intern(Ty::Adt(option));
    let none = variant("None", false, &[]);
    let some = variant("Some", false, &[("0", boxed)]);
    types.define_adt(option, Table::from_iter([none, some]));
    let fields = [("elem", byte), ("next", link)];
    types.define_adt(node, Table::from_iter([variant("Node", true, &fields)]));
    let list = struct_of(types, "List");
    types.define_adt(
        list,
        Table::from_iter([variant("List", true, &[("head", link)])]),
    );
    let list_ty = types.intern(Ty::Adt(list));
    let mutable = true;
    let reference = types.intern(Ty::Ref {
        mutable,
        to: list_ty,
    });
    let cursor = types.intern(Ty::Ref { mutable, to: link });
    [reference, list_ty, node_ty, cursor]
}

fn pointer(object: usize, path: &[(usize, usize)]) -> state::Value {
    let step = |(variant, field): &(usize, usize)| PathStep {
        variant: VariantIdx::from_index(*variant),
        field: FieldIdx::from_index(*field),
    };
    state::Value::Pointer(state::Pointer {
        object: ObjectId::from_index(object),
        path: path.iter().map(step).collect(),
    })
}

fn adt(variant: usize, fields: Vec<state::Value>) -> state::Value {
    state::Value::Adt(VariantIdx::from_index(variant), fields)
}

fn link(target: Option<usize>) -> state::Value {
    match target {
        Some(object) => adt(1, vec![pointer(object, &[])]),
        None => adt(0, vec![]),
    }
}

fn node(elem: u8, next: Option<usize>) -> state::Value {
    adt(0, vec![state::Value::Int(Int::from(elem)), link(next)])
}

fn receiver(ty: TyId, state: &State) -> [Named<'_>; 1] {
    [Named {
        name: "self",
        ty,
        value: &state.inputs[0],
    }]
}

#[test]
fn objects_keep_their_names_from_one_state_to_the_next() {
    let mut types = Types::default();
    let [reference, list, node_ty, _] = list_types(&mut types);
    let object = |ty, value| Object {
        kind: lowering::ir::state::ObjectKind::Single,
        ty,
        value,
    };
    // The nodes lie in memory in another order than the list runs.
    let pre = State {
        choices: Vec::new(),
        objects: Table::from_iter([
            object(node_ty, node(7, None)),
            object(list, adt(0, vec![link(Some(2))])),
            object(node_ty, node(5, Some(0))),
        ]),
        inputs: vec![pointer(1, &[])],
    };
    let (sources, _) = crate::render::fixtures::sources();
    let models = Models {
        types: &types,
        sources: &sources,
    };
    let mut naming = Naming::new(models, &receiver(reference, &pre), &pre);
    let before = naming.heap(&receiver(reference, &pre), &pre);
    let names: Vec<&str> = before
        .nodes
        .values()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["self", "N0", "N1"]);
    assert_eq!(
        before.nodes[&NodeId::from_index(1)].value.to_string(),
        "Node { elem: 5, next: N1 }"
    );

    // The first node is cut off, and a new one put in its place.
    let post = State {
        choices: Vec::new(),
        objects: Table::from_iter([
            object(node_ty, node(7, None)),
            object(list, adt(0, vec![link(Some(3))])),
            object(node_ty, node(5, Some(0))),
            object(node_ty, node(9, Some(0))),
        ]),
        inputs: pre.inputs.clone(),
    };
    let after = naming.heap(&receiver(reference, &post), &post);
    let names: Vec<&str> = after
        .nodes
        .values()
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(names, ["self", "N1", "N2"]);
}

#[test]
fn a_pointer_into_an_object_names_the_fields_on_its_way() {
    let mut types = Types::default();
    let [reference, list, node_ty, cursor] = list_types(&mut types);
    let pre = State {
        choices: Vec::new(),
        objects: Table::from_iter([
            Object {
                kind: lowering::ir::state::ObjectKind::Single,
                ty: list,
                value: adt(0, vec![link(Some(1))]),
            },
            Object {
                kind: lowering::ir::state::ObjectKind::Single,
                ty: node_ty,
                value: node(5, None),
            },
        ]),
        inputs: vec![pointer(0, &[])],
    };
    let (sources, _) = crate::render::fixtures::sources();
    let models = Models {
        types: &types,
        sources: &sources,
    };
    let mut naming = Naming::new(models, &receiver(reference, &pre), &pre);
    let mut show = |value: &state::Value| naming.value(cursor, value).to_string();
    assert_eq!(show(&pointer(0, &[(0, 0)])), "&mut self.head");
    assert_eq!(show(&pointer(1, &[(0, 1)])), "&mut N0.next");
}
