//! Relational operators on matrices.

use super::matrix::{Matrix, intersection, union};
use crate::circuit::{Bool, Circuit};
use crate::tuple::Tuple;
use std::sync::Arc;

pub(crate) fn union_all(circuit: &mut Circuit, parts: &[Arc<Matrix>]) -> Matrix {
    let arity = parts[0].arity;
    let all = parts
        .iter()
        .flat_map(|part| part.entries.iter().copied())
        .collect();
    let result = Matrix::gather(circuit, arity, all);
    match function_by_parts(parts) {
        Some((keys, defined)) => result.with_shape(keys, defined.into()),
        None => result,
    }
}

/// Functions on disjoint arguments make up a function: how many columns they take, and where it is
/// defined.
fn function_by_parts(parts: &[Arc<Matrix>]) -> Option<(usize, Vec<Tuple>)> {
    let arity = parts[0].arity;
    let keys = parts
        .iter()
        .map(|part| part.keys)
        .max()
        .filter(|&keys| keys < arity)?;
    let mut arguments: Vec<Tuple> = Vec::new();
    let mut defined: Vec<Tuple> = Vec::new();
    for part in parts {
        let mut own: Vec<Tuple> = part
            .entries
            .iter()
            .map(|entry| entry.0.without_last(arity - keys))
            .collect();
        own.dedup();
        arguments.extend(own);
        defined = union(&defined, &part.defined_at(keys)?);
    }
    arguments.sort_unstable();
    let disjoint = arguments.windows(2).all(|pair| pair[0] != pair[1]);
    disjoint.then_some((keys, defined))
}

pub(crate) fn intersect(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Matrix {
    let both = a.merge(b, |a, b| circuit.and(a, b));
    both.inherit_keys(a).inherit_keys(b)
}

pub(crate) fn difference(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Matrix {
    a.merge(b, |a, b| circuit.and(a, !b)).inherit_keys(a)
}

/// `image` over the first columns of `b`; the join is the case where `a` has one column.
pub(crate) fn image(circuit: &mut Circuit, keys: &Matrix, rel: &Matrix) -> Matrix {
    let arity = rel.arity - keys.arity;
    if let [(key, Bool::TRUE)] = keys.entries[..] {
        // One row, as it is.
        let row = rel.starting(key).iter();
        let row = row.map(|&(tuple, gate)| (tuple.last(arity), gate));
        let result = Matrix::plain(arity, row.collect());
        return image_shape(keys, rel, result);
    }
    if !keys.is_lone() {
        let mut parts = Vec::new();
        for &(key, chosen) in &keys.entries {
            for &(tuple, gate) in rel.starting(key) {
                parts.push((tuple.last(arity), circuit.and(chosen, gate)));
            }
        }
        return Matrix::gather(circuit, arity, parts);
    }
    let mut parts = Vec::new();
    for &(key, chosen) in &keys.entries {
        for &(tuple, gate) in rel.starting(key) {
            parts.push((tuple.last(arity), (chosen, gate)));
        }
    }
    let result = Matrix::gather_selected(circuit, arity, parts);
    image_shape(keys, rel, result)
}

/// What is known of the image of at most one key: it is as much of a function as `rel` is of the columns
/// that are left, and defined where `rel` is for every key it can be.
fn image_shape(keys: &Matrix, rel: &Matrix, result: Matrix) -> Matrix {
    let left = rel.keys.max(keys.arity) - keys.arity;
    let Some(defined) = rel.defined_at(keys.arity + left) else {
        return result;
    };
    let mut common: Option<Vec<Tuple>> = None;
    for &(key, _) in keys.entries.iter().filter(|_| keys.is_some()) {
        let first = defined.partition_point(|tuple| tuple.without_last(left) < key);
        let own = defined[first..].iter();
        let own = own.take_while(|tuple| tuple.without_last(left) == key);
        let own: Vec<Tuple> = own.map(|tuple| tuple.last(left)).collect();
        common = Some(match common {
            None => own,
            Some(before) => intersection(&before, &own),
        });
    }
    result.with_shape(left, common.unwrap_or_default().into())
}

pub(crate) fn join(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Matrix {
    if a.arity == 1 {
        return image(circuit, a, b);
    }
    let arity = a.arity + b.arity - 2;
    let mut parts = Vec::new();
    for &(left, chosen) in &a.entries {
        for &(right, gate) in b.starting(left.last(1)) {
            let tuple = left.without_last(1).concat(right.last(b.arity - 1));
            parts.push((tuple, circuit.and(chosen, gate)));
        }
    }
    let result = Matrix::gather(circuit, arity, parts);
    if a.keys < a.arity && b.keys <= 1 {
        return result.with_shape(a.keys, Arc::new([]));
    }
    result
}

/// The tuples of `rel` that start with one of `first` and one of `second`.
pub(crate) fn reached(first: &Matrix, second: &Matrix, rel: &Matrix) -> Matrix {
    let (mut entries, mut defined) = (Vec::new(), Vec::new());
    let rest = rel.keys.saturating_sub(2);
    for &(a, _) in &first.entries {
        for &(b, _) in &second.entries {
            let start = a.concat(b);
            entries.extend_from_slice(rel.starting(start));
            if rel.keys >= 2 {
                let first = rel
                    .defined
                    .partition_point(|key| key.without_last(rest) < start);
                let own = rel.defined[first..].iter();
                defined.extend(own.take_while(|key| key.without_last(rest) == start));
            }
        }
    }
    let result = Matrix::plain(rel.arity, entries);
    match rel.keys < 2 {
        true => result,
        false => result.with_shape(rel.keys, defined.into()),
    }
}

pub(crate) fn product(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Matrix {
    let mut entries = Vec::with_capacity(a.entries.len() * b.entries.len());
    for &(left, first) in &a.entries {
        for &(right, second) in &b.entries {
            let gate = circuit.and(first, second);
            if !gate.is_false() {
                entries.push((left.concat(right), gate));
            }
        }
    }
    let result = Matrix::plain(a.arity + b.arity, entries);
    if b.is_lone() {
        let defined = if b.is_some() {
            a.defined.clone()
        } else {
            Arc::new([])
        };
        result.with_shape(a.keys, defined)
    } else {
        let defined = a
            .certain()
            .flat_map(|first| b.defined.iter().map(move |key| first.concat(*key)));
        result.with_shape(a.arity + b.keys, defined.collect())
    }
}

/// The store. Rows of `rel` not in `keys` stay, and a key that is certain has no old row left.
pub(crate) fn update(circuit: &mut Circuit, rel: &Matrix, keys: &Matrix, value: &Matrix) -> Matrix {
    let mut written = Vec::with_capacity(keys.entries.len() * value.entries.len());
    for &(key, _) in &keys.entries {
        written.extend(
            value
                .entries
                .iter()
                .map(|&(tuple, gate)| (key.concat(tuple), gate)),
        );
    }
    let written = Matrix {
        arity: rel.arity,
        entries: written,
        keys: rel.arity,
        defined: Arc::new([]),
    };
    let mut entries = Vec::with_capacity(rel.entries.len() + written.entries.len());
    for (tuple, old, new) in rel.zip(&written) {
        let chosen = keys.get(tuple.without_last(value.arity));
        let gate = circuit.choice(chosen, new, old);
        if !gate.is_false() {
            entries.push((tuple, gate));
        }
    }
    let result = Matrix::plain(rel.arity, entries);
    let Some(before) = rel.defined_at(keys.arity).filter(|_| value.is_lone()) else {
        return result;
    };
    let defined = if value.is_some() {
        let certain: Vec<_> = keys.certain().collect();
        union(&before, &certain)
    } else {
        before
            .iter()
            .copied()
            .filter(|key| keys.get(*key).is_false())
            .collect()
    };
    result.with_shape(keys.arity, defined.into())
}

pub(crate) fn override_with(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Matrix {
    let rest = a.arity - 1;
    let parts = b
        .entries
        .iter()
        .map(|&(tuple, gate)| (tuple.without_last(rest), gate))
        .collect();
    let written = Matrix::gather(circuit, 1, parts);
    let mut entries = Vec::with_capacity(a.entries.len() + b.entries.len());
    for (tuple, old, new) in a.zip(b) {
        let kept = circuit.and(old, !written.get(tuple.without_last(rest)));
        let gate = circuit.or(kept, new);
        if !gate.is_false() {
            entries.push((tuple, gate));
        }
    }
    let result = Matrix::plain(a.arity, entries);
    match (a.defined_at(1), b.defined_at(1)) {
        (Some(old), Some(new)) => result.with_shape(1, union(&old, &new).into()),
        _ => result,
    }
}

pub(crate) fn domain_restrict(circuit: &mut Circuit, keys: &Matrix, rel: &Matrix) -> Matrix {
    let rest = rel.arity - keys.arity;
    let entries = rel.entries.iter().filter_map(|&(tuple, gate)| {
        let gate = circuit.and(keys.get(tuple.without_last(rest)), gate);
        (!gate.is_false()).then_some((tuple, gate))
    });
    Matrix::plain(rel.arity, entries.collect()).inherit_keys(rel)
}

pub(crate) fn range_restrict(circuit: &mut Circuit, rel: &Matrix, values: &Matrix) -> Matrix {
    let entries = rel.entries.iter().filter_map(|&(tuple, gate)| {
        let gate = circuit.and(values.get(tuple.last(values.arity)), gate);
        (!gate.is_false()).then_some((tuple, gate))
    });
    Matrix::plain(rel.arity, entries.collect()).inherit_keys(rel)
}

pub(crate) fn project(circuit: &mut Circuit, a: &Matrix, positions: &[u8]) -> Matrix {
    let parts = a.entries.iter().map(|&(tuple, gate)| {
        let columns = positions
            .iter()
            .map(|&position| tuple.column(usize::from(position)));
        (
            columns.fold(Tuple::EMPTY, |tuple, atom| tuple.concat(Tuple::unary(atom))),
            gate,
        )
    });
    let parts = parts.collect();
    let result = Matrix::gather(circuit, positions.len(), parts);
    if a.is_lone() {
        return result.with_shape(0, a.defined.clone());
    }
    // The arguments of a function, in place: defined where it is.
    if positions.len() == a.keys
        && positions
            .iter()
            .enumerate()
            .all(|(at, &p)| at == usize::from(p))
    {
        return result.with_shape(a.keys, a.defined.clone());
    }
    result
}

pub(crate) fn conditional(
    circuit: &mut Circuit,
    condition: Bool,
    a: &Matrix,
    b: &Matrix,
) -> Matrix {
    let result = a.merge(b, |a, b| circuit.choice(condition, a, b));
    let keys = a.keys.max(b.keys);
    match (a.defined_at(keys), b.defined_at(keys)) {
        (Some(a), Some(b)) => result.with_shape(keys, intersection(&a, &b).into()),
        _ => result,
    }
}

/// `a` is included in `b`.
pub(crate) fn subset(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Bool {
    let parts: Vec<_> = a
        .entries
        .iter()
        .map(|&(tuple, gate)| circuit.implies(gate, b.get(tuple)))
        .collect();
    circuit.and_all(parts)
}

/// `a` and `b` have the same tuples.
pub(crate) fn equal(circuit: &mut Circuit, a: &Matrix, b: &Matrix) -> Bool {
    let parts: Vec<_> = a.zip(b).map(|(_, a, b)| circuit.iff(a, b)).collect();
    circuit.and_all(parts)
}

pub(crate) fn some(circuit: &mut Circuit, a: &Matrix) -> Bool {
    if a.is_some() {
        Bool::TRUE
    } else {
        circuit.or_all(a.gates())
    }
}

pub(crate) fn lone(circuit: &mut Circuit, a: &Matrix) -> Bool {
    if a.is_lone() {
        return Bool::TRUE;
    }
    let gates: Vec<_> = a.gates().collect();
    circuit.at_most_one(&gates)
}
