//! Draws heaps: a list runs along a line, a tree hangs below its root, and what is shared or cyclic
//! is named and drawn once, below.
//!
//! An object is drawn *in place*, at the only pointer that leads to it. An object that several
//! pointers lead to is shown there by its name and defined in lines of its own. So what is drawn in
//! place is a forest: every cycle that can be reached is entered by a second pointer, hence cut.

use std::collections::BTreeSet;

use crate::report::heap::{Adt, Heap, NodeId, Pointer, PointerKind, Value};

use super::layout::{Brackets, Doc, Group, labelled};
use super::text::{Line, Tone};

/// What follows something that has changed where there are no colours.
pub const MARK: &str = "*";
/// What follows the name of an object that is new.
pub const NEW: &str = "+";

/// What is not as it was.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The places that hold something else (`self.len`, `N0.next`).
    pub changed: BTreeSet<String>,
    /// The objects that were not there.
    pub new: BTreeSet<String>,
    /// Whether signs tell it, since there are no colours.
    pub signs: bool,
}

/// The heap in lines of at most `width` columns: each root, then each object that has to be named.
/// What stands at a changed place, the label of an edge included, and what is new is marked by its tone,
/// and by a sign if there are no colours.
pub fn draw(heap: &Heap, width: usize, marks: &Marks) -> Vec<Line> {
    let degrees = heap.in_degrees();
    let in_place = heap
        .nodes
        .iter()
        .filter(|(id, node)| degrees.get(id) == Some(&1) && heap.root(&node.name).is_none())
        .map(|(id, _)| *id)
        .collect();
    let drawer = Drawer {
        heap,
        marks,
        in_place,
    };
    let mut lines = Vec::new();
    for root in &heap.roots {
        let value = drawer.behind(&root.name, &root.value);
        let label = drawer.label(&root.name, &root.name, value, Tone::Plain);
        lines.extend(drawer.definition(label, &root.name, value, width));
    }
    for (id, node) in &heap.nodes {
        if !drawer.in_place.contains(id) && heap.root(&node.name).is_none() {
            let label = drawer.name(&node.name);
            lines.extend(drawer.definition(label, &node.name, &node.value, width));
        }
    }
    lines
}

struct Drawer<'a> {
    heap: &'a Heap,
    marks: &'a Marks,
    in_place: BTreeSet<NodeId>,
}

impl<'a> Drawer<'a> {
    /// The object itself, where a root refers to the object of its own name.
    fn behind(&self, root: &str, value: &'a Value) -> &'a Value {
        match value {
            Value::Pointer(pointer) if pointer.path.is_empty() && pointer.name == root => {
                match self.heap.nodes.get(&pointer.to) {
                    Some(node) => &node.value,
                    None => value,
                }
            }
            _ => value,
        }
    }

    fn definition(&self, label: Line, name: &str, value: &'a Value, width: usize) -> Vec<Line> {
        let label = label.then(Line::plain(": "));
        let doc = self.value(value, name);
        let room = width.saturating_sub(label.width());
        labelled(label, &doc, room, 0)
    }

    fn value(&self, value: &'a Value, place: &str) -> Doc {
        match value {
            Value::Pointer(pointer) if self.draws(pointer) => self.chain(pointer),
            Value::Pointer(pointer) if self.heap.nodes.contains_key(&pointer.to) => {
                let target = self.reference(pointer, place);
                Doc::Chain(vec![target])
            }
            Value::Adt(adt) if adt.fields.is_empty() => self.scalar(value, place),
            Value::Adt(adt) => self.adt(Line::plain(adt.name()), adt, &[], place),
            Value::Tuple(parts) => self.members(Brackets::Round, parts, place),
            Value::Set(members) => self.members(Brackets::Curly, members, place),
            Value::Map(entries) => Doc::Group(Group {
                head: Line::new(),
                brackets: Brackets::Curly,
                items: entries
                    .iter()
                    .map(|(key, value)| {
                        let place = format!("{place}[{key}]");
                        let label = self.label(&key.to_string(), &place, value, Tone::Plain);
                        (Some(label), self.value(value, &place))
                    })
                    .collect(),
            }),
            Value::Seq(members) => {
                let items = members.iter().enumerate();
                Doc::Group(Group {
                    head: Line::new(),
                    brackets: Brackets::Square,
                    items: items
                        .map(|(at, member)| (None, self.member(member, &format!("{place}[{at}]"))))
                        .collect(),
                })
            }
            scalar => self.scalar(scalar, place),
        }
    }

    /// A member of a collection: it has no label, so what is another as a whole is marked itself.
    fn member(&self, value: &'a Value, place: &str) -> Doc {
        match self.value(value, place) {
            Doc::Group(mut group) if self.marks.changed.contains(place) => {
                let head = self.marked(place, group.head.text());
                group.head = Line::of(Tone::Changed, head);
                Doc::Group(group)
            }
            doc => doc,
        }
    }

    fn scalar(&self, value: &Value, place: &str) -> Doc {
        let text = self.marked(place, value.to_string());
        Doc::Text(Line::of(self.tone(place, Tone::Plain), text))
    }

    /// A pointer to something that is drawn elsewhere.
    fn reference(&self, pointer: &Pointer, place: &str) -> Doc {
        let name = match pointer.kind {
            PointerKind::Weak => pointer.to_string(),
            _ => pointer.place(),
        };
        Doc::Text(Line::of(
            self.tone(place, Tone::Name),
            self.marked(place, name),
        ))
    }

    fn members(&self, brackets: Brackets, members: &'a [Value], place: &str) -> Doc {
        let items = members.iter().enumerate();
        Doc::Group(Group {
            head: Line::new(),
            brackets,
            items: items
                .map(|(at, member)| (None, self.member(member, &format!("{place}.{at}"))))
                .collect(),
        })
    }

    /// A struct or variant without the fields that are drawn as links.
    fn adt(&self, head: Line, adt: &'a Adt, links: &[&str], place: &str) -> Doc {
        let items: Vec<_> = adt
            .fields
            .iter()
            .filter(|(name, _)| !links.contains(&name.as_str()))
            .map(|(name, value)| {
                let place = format!("{place}.{name}");
                let label = || self.label(name, &place, value, Tone::Plain);
                (adt.named_fields.then(label), self.value(value, &place))
            })
            .collect();
        if items.is_empty() {
            return Doc::Text(head);
        }
        Doc::Group(Group {
            head,
            brackets: if adt.named_fields {
                Brackets::Struct
            } else {
                Brackets::Round
            },
            items,
        })
    }

    /// The chain of in-place objects that starts at a pointer, up to an end or a branching.
    fn chain(&self, pointer: &'a Pointer) -> Doc {
        let mut items = Vec::new();
        let mut at = pointer.to;
        loop {
            let node = &self.heap.nodes[&at];
            let links = match &node.value {
                Value::Adt(adt) => links(adt, &node.ty),
                _ => Vec::new(),
            };
            let body = self.node(at, &links);
            match links.as_slice() {
                [(field, Value::Pointer(next))] if self.draws(next) => {
                    items.push(self.mark_link(body, &node.name, field));
                    at = next.to;
                }
                [(field, next)] => {
                    items.push(body);
                    let place = format!("{}.{field}", node.name);
                    items.push(match next {
                        Value::Pointer(pointer) => self.reference(pointer, &place),
                        other => self.scalar(other, &place),
                    });
                    return Doc::Chain(items);
                }
                _ => {
                    // What is not there is told where something has been.
                    let is_told = |name: &str, value: &Value| {
                        let place = format!("{}.{name}", node.name);
                        matches!(value, Value::Pointer(_)) || self.marks.changed.contains(&place)
                    };
                    let branches: Vec<_> = links
                        .iter()
                        .filter(|(name, value)| is_told(name, value))
                        .map(|(name, value)| {
                            let place = format!("{}.{name}", node.name);
                            let label = self.label(name, &place, value, Tone::Plain);
                            (label, self.branch(value, &place))
                        })
                        .collect();
                    items.push(if branches.is_empty() {
                        body
                    } else {
                        Doc::Tree(Box::new(body), branches)
                    });
                    return Doc::Chain(items);
                }
            }
        }
    }

    /// A child of a tree. The branch is drawn as the edge, so a lone object needs no arrow.
    fn branch(&self, value: &'a Value, place: &str) -> Doc {
        match self.value(value, place) {
            Doc::Chain(mut items) if items.len() == 1 => items.remove(0),
            doc => doc,
        }
    }

    /// An object by its name, with the fields that are not links.
    fn node(&self, id: NodeId, links: &[(&str, &Value)]) -> Doc {
        let node = &self.heap.nodes[&id];
        let mut head = self.name(&node.name);
        match &node.value {
            Value::Adt(adt) => {
                // The variant of an enum tells something; the name of a struct does not.
                if adt.variant.is_some() {
                    head.push(Tone::Plain, format!(" {}", adt.name()));
                }
                let links: Vec<&str> = links.iter().map(|(name, _)| *name).collect();
                self.adt(head, adt, &links, &node.name)
            }
            value => Doc::Group(Group {
                head,
                brackets: Brackets::Round,
                items: vec![(None, self.value(value, &node.name))],
            }),
        }
    }

    /// Marks an object whose link has changed, since the arrow itself cannot say so.
    fn mark_link(&self, body: Doc, node: &str, field: &str) -> Doc {
        if !self.marks.changed.contains(&format!("{node}.{field}")) {
            return body;
        }
        let changed = self.marked(&format!("{node}.{field}"), node.to_owned());
        let changed = Line::of(Tone::Changed, changed);
        match body {
            Doc::Group(mut group) => {
                let mut head = changed;
                let text = group.head.text();
                head.push(Tone::Plain, text.strip_prefix(node).unwrap_or_default());
                group.head = head;
                Doc::Group(group)
            }
            _ => Doc::Text(changed),
        }
    }

    fn draws(&self, pointer: &Pointer) -> bool {
        pointer.path.is_empty() && self.in_place.contains(&pointer.to)
    }

    /// The name of an object.
    fn name(&self, name: &str) -> Line {
        match self.marks.new.contains(name) {
            true if self.marks.signs => Line::of(Tone::Changed, format!("{name}{NEW}")),
            true => Line::of(Tone::Changed, name),
            false => Line::of(Tone::Name, name),
        }
    }

    /// The label of a value: of an edge, or of something with parts, it says that the whole is another.
    fn label(&self, text: &str, place: &str, value: &Value, tone: Tone) -> Line {
        let is_scalar = match value {
            Value::Pointer(pointer) => !self.draws(pointer),
            Value::Adt(adt) => adt.fields.is_empty(),
            Value::Tuple(_) | Value::Set(_) | Value::Seq(_) | Value::Map(_) => false,
            _ => true,
        };
        match self.marks.changed.contains(place) && !is_scalar {
            true => Line::of(Tone::Changed, self.marked(place, text.to_owned())),
            false => Line::of(tone, text),
        }
    }

    /// The text with the sign of a change.
    fn marked(&self, place: &str, text: String) -> String {
        match self.marks.signs && self.marks.changed.contains(place) {
            true => text + MARK,
            false => text,
        }
    }

    fn tone(&self, place: &str, otherwise: Tone) -> Tone {
        if self.marks.changed.contains(place) {
            Tone::Changed
        } else {
            otherwise
        }
    }
}

/// The fields that link an object of type `ty` to others of its type.
fn links<'a>(adt: &'a Adt, ty: &str) -> Vec<(&'a str, &'a Value)> {
    let is_link = |value: &Value| match value {
        Value::Pointer(pointer) => pointer.pointee == ty,
        Value::NoPointer { pointee, .. } => pointee == ty,
        _ => false,
    };
    adt.fields
        .iter()
        .filter(|(_, value)| is_link(value))
        .map(|(name, value)| (name.as_str(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixtures::{heap, int, list, none, pointer, record};

    fn drawn(heap: &Heap, width: usize) -> String {
        let lines = draw(heap, width, &Marks::default());
        let lines: Vec<String> = lines.iter().map(Line::text).collect();
        lines.join("\n")
    }

    fn tree(key: i64, left: Value, right: Value) -> Value {
        record(
            "Node",
            vec![("key", int(key)), ("left", left), ("right", right)],
        )
    }

    #[test]
    fn a_list_runs_along_a_line() {
        insta::assert_snapshot!(drawn(&list(&[1, 2], vec![("x", int(7))]), 80), @r"
        self: IntSet { head: ●─▶ N0 { elem: 1 } ─▶ N1 { elem: 2 } ─▶ None, len: 2 }
        x: 7
        ");
        insta::assert_snapshot!(drawn(&list(&[], vec![]), 80), @"self: IntSet { head: None, len: 0 }");
    }

    #[test]
    fn a_long_list_breaks_before_an_arrow() {
        insta::assert_snapshot!(drawn(&list(&[1, 2, 3, 4], vec![]), 50), @r"
        self: IntSet {
            head: ●─▶ N0 { elem: 1 }
                   ─▶ N1 { elem: 2 }
                   ─▶ N2 { elem: 3 }
                   ─▶ N3 { elem: 4 } ─▶ None,
            len: 4,
        }
        ");
    }

    #[test]
    fn a_tree_hangs_below_its_root() {
        let null = || none("Node");
        let set = record("Tree", vec![("root", pointer(1, "Node")), ("len", int(4))]);
        let nodes = vec![
            (0, "Tree", set),
            (1, "Node", tree(4, pointer(2, "Node"), pointer(4, "Node"))),
            (2, "Node", tree(2, pointer(3, "Node"), null())),
            (3, "Node", tree(1, null(), null())),
            (4, "Node", tree(6, null(), null())),
        ];
        let heap = heap(vec![("self", pointer(0, "Tree"))], nodes);
        insta::assert_snapshot!(drawn(&heap, 80), @r"
        self: Tree {
            root: ●─▶ N0 { key: 4 }
                    ├─ left: N1 { key: 2 }
                    │  └─ left: N2 { key: 1 }
                    └─ right: N3 { key: 6 },
            len: 4,
        }
        ");
    }

    #[test]
    fn a_cycle_is_cut_at_a_named_object() {
        let node = |elem, next| record("Node", vec![("elem", int(elem)), ("next", next)]);
        let ring = vec![
            (1, "Node", node(1, pointer(2, "Node"))),
            (2, "Node", node(2, pointer(1, "Node"))),
        ];
        let heap = heap(vec![("ring", pointer(1, "Node"))], ring);
        insta::assert_snapshot!(drawn(&heap, 80), @r"
        ring: ●─▶ N0
        N0: Node { elem: 1, next: ●─▶ N1 { elem: 2 } ─▶ N0 }
        ");
    }

    #[test]
    fn what_is_shared_is_drawn_once() {
        let node = |elem, next| record("Node", vec![("elem", int(elem)), ("next", next)]);
        let nodes = vec![
            (1, "Node", node(1, pointer(3, "Node"))),
            (2, "Node", node(2, pointer(3, "Node"))),
            (3, "Node", node(3, none("Node"))),
        ];
        let roots = vec![("a", pointer(1, "Node")), ("b", pointer(2, "Node"))];
        insta::assert_snapshot!(drawn(&heap(roots, nodes), 80), @r"
        a: ●─▶ N0 { elem: 1 } ─▶ N2
        b: ●─▶ N1 { elem: 2 } ─▶ N2
        N2: Node { elem: 3, next: None }
        ");
    }
}
