//! The call of a counterexample as a programmer would write it.

use super::heap::{Heap, Pointer, Value};

/// Arguments longer than this are left to the drawing and called by their names.
const LONGEST_ARGUMENT: usize = 24;

/// The text of a call of `function` with the roots of `pre` as its arguments: `self.remove(2)`,
/// `gcd(4, 6)`. An argument that is too long, or leads into the heap, is called by its name.
pub fn text(function: &str, pre: &Heap) -> String {
    let args: Vec<String> = pre
        .roots
        .iter()
        .filter(|root| root.name != "self")
        .map(|root| argument(&root.name, &root.value))
        .collect();
    let args = args.join(", ");
    if pre.root("self").is_some() {
        let method = function.rsplit("::").next().unwrap_or(function);
        format!("self.{method}({args})")
    } else {
        format!("{function}({args})")
    }
}

fn argument(name: &str, value: &Value) -> String {
    let mut has_pointers = false;
    value.for_each_pointer(&mut |_: &Pointer| has_pointers = true);
    let text = value.to_string();
    if has_pointers || text.chars().count() > LONGEST_ARGUMENT {
        name.to_owned()
    } else {
        text
    }
}
