//! Search trees: insertion as a symbolic execution over a relational heap, and counting by invariant.

use super::statements::{atoms, pairs};
use super::{Expected, Problem};
use solver_bridge::*;

struct Tree {
    l: Logic,
    node: Sort,
    left: Relation,
    right: Relation,
    root: Relation,
}

fn tree(n: usize) -> Tree {
    let l = Logic::new();
    let node = atoms(&l, "N", n);
    let columns = [node, node];
    let field = |name: &str| {
        l.partial_function(
            name,
            &columns,
            1,
            TupleSet::empty(columns),
            pairs(&l, node, node),
        )
    };
    let (left, right) = (field("left"), field("right"));
    let root = l.partial_function(
        "root",
        &[node],
        0,
        TupleSet::empty([node]),
        l.universe(node),
    );
    Tree {
        node,
        left,
        right,
        root,
        l,
    }
}

/// A tree over `nodes`, its keys ordered by `less`: no cycles, one parent, smaller left, larger right.
fn is_search_tree(
    l: &Logic,
    nodes: Expr,
    (root, left, right): (Expr, Expr, Expr),
    less: &dyn Fn(Expr, Expr) -> Formula,
) -> Formula {
    let child = l.union(left, right);
    let below = l.closure(child);
    let reach = l.union(root, l.join(root, below));
    let ordered = |n: Expr, side: Expr, smaller: bool| {
        let first = l.join(n, side);
        let all = l.union(first, l.join(first, below));
        l.all(all, |m| if smaller { less(m, n) } else { less(n, m) })
    };
    l.and(&[
        l.equal(nodes, reach),
        l.no(l.join(child, root)),
        l.all(nodes, |n| {
            l.and(&[
                l.not(l.subset(n, l.join(n, below))),
                l.lone(l.join(child, n)),
                l.no(l.intersection(l.join(n, left), l.join(n, right))),
                ordered(n, left, true),
                ordered(n, right, false),
            ])
        }),
        l.subset(l.project(child, &[0]), nodes),
        l.implies(l.some(nodes), l.some(root)),
    ])
}

/// Insertion into a search tree of up to `n` nodes keeps it one, with the new node in it.
pub fn insert(n: usize) -> Problem {
    let t = tree(n);
    let l = &t.l;
    let nodes = l.rel(l.relation(
        "nodes",
        &[t.node],
        TupleSet::empty([t.node]),
        l.universe(t.node),
    ));
    let numbers = TupleSet::unary(INT, (0..=n).map(|k| l.int_atom(Int::from(k as u64))));
    let key_columns = [t.node, INT];
    let key_bound = l.universe(t.node).product(&numbers).unwrap();
    let old_keys = l.rel(l.function(
        "key",
        &key_columns,
        1,
        TupleSet::empty(key_columns),
        key_bound,
    ));
    let new_key = l.rel(l.function("new", &[INT], 0, TupleSet::empty([INT]), numbers));
    let (root, left, right) = (l.rel(t.root), l.rel(t.left), l.rel(t.right));
    let key_of = |keys: Expr, node: Expr| l.value_of(l.join(node, keys));
    let before = |a: Expr, b: Expr| l.int_lt(key_of(old_keys, a), key_of(old_keys, b));
    let pre = is_search_tree(l, nodes, (root, left, right), &before);
    let absent = l.no(l.intersection(l.join(nodes, old_keys), new_key));

    let fresh = l.singleton(l.atom(t.node, "fresh"));
    let keys = l.union(old_keys, l.product(fresh, new_key));
    let value = l.value_of(new_key);
    // Down from the root until the side to go to is empty; then the new node goes there.
    let (mut current, mut left_after, mut right_after) = (root, left, right);
    for _ in 0..n {
        let here = l.some(current);
        let smaller = l.int_lt(value, key_of(old_keys, current));
        let next = l.ite(smaller, l.join(current, left), l.join(current, right));
        let last = l.and(&[here, l.no(next)]);
        let store = |field: Expr, when: Formula| {
            l.ite(l.and(&[last, when]), l.update(field, current, fresh), field)
        };
        (left_after, right_after) = (
            store(left_after, smaller),
            store(right_after, l.not(smaller)),
        );
        current = next;
    }
    let root_after = l.ite(l.some(root), root, fresh);
    let after = |a: Expr, b: Expr| l.int_lt(key_of(keys, a), key_of(keys, b));
    let all = l.union(nodes, fresh);
    let post = is_search_tree(l, all, (root_after, left_after, right_after), &after);
    let formulas = vec![pre, absent, l.not(post)];
    Problem::symmetric(t.l, formulas, Expected::Unsat)
}

/// The order of the nodes themselves serves as that of their keys, so each shape occurs once.
fn by_position(t: &Tree) -> Expr {
    let nodes = t.l.atoms(t.node);
    let less = (0..nodes.len()).flat_map(|a| (a + 1..nodes.len()).map(move |b| (a, b)));
    let less = less.map(|(a, b)| [nodes[a], nodes[b]]);
    t.l.constant(TupleSet::new(&[t.node, t.node], less).unwrap())
}

/// Search trees of exactly `n` nodes, each once.
pub fn search(n: usize, count: u64) -> Problem {
    let t = tree(n);
    let l = &t.l;
    let order = by_position(&t);
    let less = |a: Expr, b: Expr| l.subset(l.product(a, b), order);
    let fields = (l.rel(t.root), l.rel(t.left), l.rel(t.right));
    let formula = is_search_tree(l, l.univ(t.node), fields, &less);
    let relations = vec![t.root, t.left, t.right];
    let expected = Expected::Count(count, relations);
    Problem::new(t.l, vec![formula], expected)
}

/// Red-black trees of exactly `n` nodes, each once; the root may have either colour.
pub fn red_black(n: usize, count: u64) -> Problem {
    let t = tree(n);
    let l = &t.l;
    let order = by_position(&t);
    let less = |a: Expr, b: Expr| l.subset(l.product(a, b), order);
    let (root, left, right) = (l.rel(t.root), l.rel(t.left), l.rel(t.right));
    let shape = is_search_tree(l, l.univ(t.node), (root, left, right), &less);
    let red = l.relation(
        "red",
        &[t.node],
        TupleSet::empty([t.node]),
        l.universe(t.node),
    );
    let is_red = l.rel(red);
    let heights = TupleSet::unary(INT, (0..5).map(|h| l.int_atom(Int::from(h))));
    let columns = [t.node, INT];
    let bound = l.universe(t.node).product(&heights).unwrap();
    let height = l.rel(l.function("height", &columns, 1, TupleSet::empty(columns), bound));
    // The black height below a child, which counts itself if it is black; 0 where there is none.
    let below = |child: Expr| {
        let black = l.cardinality(l.difference(child, is_red));
        l.add(l.value_of(l.join(child, height)), black)
    };
    let child = l.union(left, right);
    let formulas = vec![
        shape,
        l.no(l.intersection(l.join(is_red, child), is_red)),
        l.all(l.univ(t.node), |n| {
            let own = l.value_of(l.join(n, height));
            let (a, b) = (below(l.join(n, left)), below(l.join(n, right)));
            l.and(&[l.int_eq(own, a), l.int_eq(own, b)])
        }),
    ];
    let expected = Expected::Count(count, vec![t.root, t.left, t.right, red]);
    Problem::new(t.l, formulas, expected)
}
