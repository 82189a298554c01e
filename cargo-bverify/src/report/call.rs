//! The call of a counterexample as a programmer would write it.

use super::heap::{Heap, Pointer, PointerKind, Root, Value};

/// Arguments longer than this are left to the drawing and called by their names.
const LONGEST_ARGUMENT: usize = 24;

/// The text of a call of `function` with the roots of `pre` as its arguments: `self.remove(2)`,
/// `gcd(4, 6)`. An argument that is too long, or leads into the heap, is called by its name.
pub fn text(function: &str, pre: &Heap) -> String {
    let args: Vec<String> = pre
        .roots
        .iter()
        .filter(|root| root.name != "self")
        .map(|root| argument(root, pre))
        .collect();
    let args = args.join(", ");
    if pre.root("self").is_some() {
        let method = function.rsplit("::").next().unwrap_or(function);
        format!("self.{method}({args})")
    } else {
        format!("{function}({args})")
    }
}

fn argument(root: &Root, pre: &Heap) -> String {
    let (name, value) = (&root.name, &root.value);
    let text = match plain(value) {
        Some(text) => match (root.slice, value) {
            (Some(_), Value::Text(_)) | (None, _) => text,
            (Some(PointerKind::Mutable), _) => format!("&mut {text}"),
            (Some(_), _) => format!("&{text}"),
        },
        None => match value {
            // A reference to something that can be written down is written with it: `&mut 3`.
            Value::Pointer(pointer) if pointer.path.is_empty() => {
                let behind = pre.nodes.get(&pointer.to);
                let behind = behind.and_then(|node| plain(&node.value));
                match (pointer.kind, behind) {
                    (PointerKind::Shared, Some(text)) => format!("&{text}"),
                    (PointerKind::Mutable, Some(text)) => format!("&mut {text}"),
                    _ => return name.to_owned(),
                }
            }
            _ => return name.to_owned(),
        },
    };
    match text.chars().count() > LONGEST_ARGUMENT {
        true => name.to_owned(),
        false => text,
    }
}

/// The value as text, if it does not lead into the heap.
fn plain(value: &Value) -> Option<String> {
    let mut has_pointers = false;
    value.for_each_pointer(&mut |_: &Pointer| has_pointers = true);
    (!has_pointers).then(|| value.to_string())
}
