//! What a violated clause says of the state on entry: the values of its parts there, and which arguments
//! it means as they were then although the function has changed them since.

use std::collections::BTreeSet;

use lowering::ir::ObligationKind;
use lowering::span::Span;

use super::answers::mentions;
use crate::report::counterexample::{Event, EventKind};
use crate::report::heap::{Heap, NodeId, Value};

const OLD: &str = "old(";

/// Whether a part of a clause lies inside of what `old` is asked of, and is not the whole of it: written
/// without its `old`, it would seem to be of the present.
pub(super) fn lies_in_old(clause: (Span, &str), part: Span) -> bool {
    let (clause, text) = clause;
    let (Some(start), Some(end)) = (
        part.start.checked_sub(clause.start),
        part.end.checked_sub(clause.start),
    ) else {
        return false;
    };
    let (start, end) = (start as usize, end as usize);
    let mut from = 0;
    while let Some(at) = text[from..].find(OLD) {
        let open = from + at + OLD.len();
        let is_name = text[..from + at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let close = open + within_parentheses(&text[open..]);
        if !is_name && open <= start && end <= close && (open, close) != (start, end) {
            return true;
        }
        from = open;
    }
    false
}

/// How far it is to the parenthesis that closes the one before the text.
fn within_parentheses(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// An argument that was passed by value.
pub(super) struct ByValue<'a> {
    pub(super) name: &'a str,
    /// Whether the function may assign to it; another variable may have its name.
    pub(super) is_mutable: bool,
}

/// The arguments that a postcondition means as they were on entry, because they were passed by value, and
/// that the run has changed: who reads the run expects the clause to speak of what they are now.
pub(super) fn meant_on_entry(
    kind: ObligationKind,
    clause: &str,
    by_value: &[ByValue<'_>],
    pre: &Heap,
    run: &[Event],
) -> Vec<String> {
    let speaks_of_entry = matches!(
        kind,
        ObligationKind::Postcondition | ObligationKind::NotWellDefined
    );
    if !speaks_of_entry {
        return Vec::new();
    }
    let is_meant = |argument: &&ByValue<'_>| {
        let changed = |value: &Value| is_changed(argument, value, pre, run);
        mentions(clause, argument.name) && pre.root(argument.name).is_some_and(changed)
    };
    let meant = by_value.iter().filter(is_meant);
    meant.map(|argument| argument.name.to_owned()).collect()
}

/// Whether the run has assigned to the argument itself, or to an object that it leads to.
fn is_changed(argument: &ByValue<'_>, value: &Value, pre: &Heap, run: &[Event]) -> bool {
    let reached = reached(value, pre);
    let reached = reached.iter().filter_map(|id| pre.nodes.get(id));
    let mut names: BTreeSet<&str> = reached.map(|node| node.name.as_str()).collect();
    if argument.is_mutable {
        names.insert(argument.name);
    }
    run.iter().any(|event| match &event.kind {
        EventKind::Assigned { place, .. } => {
            let place = place.trim_start_matches(['*', '(']);
            let end = place.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let root = &place[..end.unwrap_or(place.len())];
            names.contains(root) && (root != argument.name || event.depth == 0)
        }
        _ => false,
    })
}

fn reached(value: &Value, heap: &Heap) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        value.for_each_pointer(&mut |pointer| {
            if seen.insert(pointer.to)
                && let Some(node) = heap.nodes.get(&pointer.to)
            {
                work.push(&node.value);
            }
        });
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowering::ids::Id as _;
    use lowering::span::FileId;

    fn span(text: &str, part: &str) -> Span {
        let start = text.rfind(part).unwrap();
        Span {
            file: FileId::from_index(0),
            start: start as u32,
            end: (start + part.len()) as u32,
        }
    }

    fn lies(clause: &str, part: &str) -> bool {
        lies_in_old((span(clause, clause), clause), span(clause, part))
    }

    #[test]
    fn what_old_is_asked_of_is_told_as_a_whole() {
        assert!(lies("x == old(f(a) + b)", "f(a)"));
        assert!(lies("x == old(f(a) + b)", "b"));
        assert!(!lies("x == old(f(a) + b)", "f(a) + b"));
        assert!(!lies("x == old(f(a)) + b", "b"));
        assert!(!lies("hold(a) == x", "a"));
    }
}
