//! What `#[tree]` fields say of elements that lead to each other by number.

use crate::{Int, Seq, Set};

/// The edges from outside, and one more if it leads anywhere.
#[lang = "tree_root"]
#[model]
fn tree_root<N>(roots: Seq<&N>, link: Option<&N>) -> Seq<&N> {
    match link {
        Some(node) => roots.push(node),
        None => roots,
    }
}
#[lang = "tree_numbers"]
#[model]
fn tree_numbers<I: core::num::PrimInt>(numbers: &Vec<I>) -> Seq<Int> {
    numbers.seq().map(|x| x as Int)
}
/// Each element has at most one parent, by one edge, and none is below itself: of what has only one parent,
/// taking away those that lead nowhere leaves a circle or nothing.
#[lang = "tree_shape"]
#[model]
fn tree_shape(edges: Seq<Seq<Int>>) -> bool {
    let count = edges.len();
    (0..count).all(|child| {
        (0..count).filter(|at| edges[at].contains(child)).len() <= 1
            && (0..count).all(|at| edges[at].filter(|to| to == child).len() <= 1)
    }) && tree_rest(edges, (0..count).map(|at| at).to_set(), count).is_empty()
}
#[model]
fn tree_rest(edges: Seq<Seq<Int>>, rest: Set<Int>, rounds: Int) -> Set<Int> {
    if rounds == 0 {
        rest
    } else {
        let smaller = rest.filter(|at| edges[at].any(|to| rest.contains(to)));
        tree_rest(edges, smaller, rounds - 1)
    }
}
