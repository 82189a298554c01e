//! Models that come with Alloy and Kodkod, restated.

use super::puzzles::{atoms, function, pairs, relation, subset};
use super::{Expected, Problem};
use solver_bridge::*;

fn problem(logic: Logic, formulas: Vec<Formula>) -> Problem {
    Problem {
        logic,
        formulas,
        expected: Expected::Unsat,
        symmetric: true,
    }
}

/// A constant total order: successors, and all later ones.
fn order(l: &Logic, sort: Sort) -> (Expr, Expr) {
    let all = l.atoms(sort);
    let next = all.windows(2).map(|pair| [pair[0], pair[1]]);
    let next = l.constant(TupleSet::new(&[sort, sort], next).unwrap());
    (next, l.closure(next))
}

/// `field` maps each of `domain` to one of `range`, and nothing else.
fn maps(l: &Logic, field: Expr, domain: Expr, range: Expr) -> Formula {
    l.and(&[
        l.subset(field, l.product(domain, range)),
        l.all(domain, |x| l.one(l.join(x, field))),
    ])
}

/// One man's ceiling is another man's floor; is one man's floor another man's ceiling?
pub fn ceilings(platforms: usize, men: usize) -> Problem {
    let l = Logic::new();
    let (platform, man) = (atoms(&l, "Platform", platforms), atoms(&l, "Man", men));
    let (platforms, men) = (subset(&l, "platforms", platform), subset(&l, "men", man));
    let (ceiling, floor) = (
        relation(&l, "ceiling", man, platform),
        relation(&l, "floor", man, platform),
    );
    let alone = l.all(men, |m| {
        l.all(l.difference(men, m), |n| {
            let apart = |field: Expr| l.not(l.equal(l.join(m, field), l.join(n, field)));
            l.and(&[apart(floor), apart(ceiling)])
        })
    });
    let above = |m: Expr, n: Expr| l.equal(l.join(m, floor), l.join(n, ceiling));
    let formulas = vec![
        maps(&l, ceiling, men, platforms),
        maps(&l, floor, men, platforms),
        l.all(men, |m| l.exists(men, |n| above(n, m))),
        alone,
        l.not(l.all(men, |m| l.exists(men, |n| above(m, n)))),
    ];
    problem(l, formulas)
}

/// Processes that grab and release mutexes can come to a deadlock, unless they take them in a fixed
/// order.
pub fn dijkstra(states: usize, processes: usize, mutexes: usize, ordered: bool) -> Problem {
    let l = Logic::new();
    let (state, process) = (atoms(&l, "State", states), atoms(&l, "Process", processes));
    let mutex = atoms(&l, "Mutex", mutexes);
    let columns = [state, process, mutex];
    let bound = l
        .universe(state)
        .product(&pairs(&l, process, mutex))
        .unwrap();
    let field =
        |name: &str| l.rel(l.relation(name, &columns, TupleSet::empty(columns), bound.clone()));
    let (holds, waits) = (field("holds"), field("waits"));
    let (next_state, _) = order(&l, state);
    let (_, later_mutex) = order(&l, mutex);
    let (ps, ms) = (subset(&l, "processes", process), l.univ(mutex));
    let held = |s: Expr, m: Expr| l.join(l.join(s, holds), m);
    let waiting = |s: Expr, m: Expr| l.join(l.join(s, waits), m);
    let holding = |s: Expr, p: Expr| l.join(p, l.join(s, holds));
    let stalled = |s: Expr, p: Expr| l.join(p, l.join(s, waits));
    let grab = |s: Expr, t: Expr, p: Expr, m: Expr| {
        let free = l.no(held(s, m));
        l.and(&[
            l.no(stalled(s, p)),
            l.not(l.subset(m, holding(s, p))),
            l.choice(
                free,
                l.and(&[
                    l.equal(holding(t, p), l.union(holding(s, p), m)),
                    l.no(stalled(t, p)),
                ]),
                l.and(&[
                    l.equal(holding(t, p), holding(s, p)),
                    l.equal(stalled(t, p), m),
                ]),
            ),
            l.all(l.difference(ps, p), |q| {
                l.and(&[
                    l.equal(holding(t, q), holding(s, q)),
                    l.equal(stalled(t, q), stalled(s, q)),
                ])
            }),
        ])
    };
    let release = |s: Expr, t: Expr, p: Expr, m: Expr| {
        let none_waits = l.no(waiting(s, m));
        l.and(&[
            l.no(stalled(s, p)),
            l.subset(m, holding(s, p)),
            l.equal(holding(t, p), l.difference(holding(s, p), m)),
            l.no(stalled(t, p)),
            l.choice(
                none_waits,
                l.and(&[l.no(held(t, m)), l.no(waiting(t, m))]),
                l.exists(waiting(s, m), |lucky| {
                    l.and(&[
                        l.equal(waiting(t, m), l.difference(waiting(s, m), lucky)),
                        l.equal(held(t, m), lucky),
                    ])
                }),
            ),
            l.all(l.difference(ms, m), |other| {
                l.and(&[
                    l.equal(held(t, other), held(s, other)),
                    l.equal(waiting(t, other), waiting(s, other)),
                ])
            }),
        ])
    };
    let first = l.singleton(l.atoms(state)[0]);
    let step = l.all(next_state, |pair| {
        let (s, t) = (l.project(pair, &[0]), l.project(pair, &[1]));
        let idle = l.and(&[
            l.equal(l.join(s, holds), l.join(t, holds)),
            l.equal(l.join(s, waits), l.join(t, waits)),
        ]);
        let act = l.exists(ps, |p| {
            l.exists(ms, |m| l.or(&[grab(s, t, p, m), release(s, t, p, m)]))
        });
        l.or(&[idle, act])
    });
    // A process asks only for mutexes later than all it holds, whether it gets them or has to wait.
    let in_order = l.all(next_state, |pair| {
        let (s, t) = (l.project(pair, &[0]), l.project(pair, &[1]));
        l.all(ps, |p| {
            let before = l.union(holding(s, p), stalled(s, p));
            let asked = l.difference(l.union(holding(t, p), stalled(t, p)), before);
            l.all(asked, |m| l.subset(holding(s, p), l.join(later_mutex, m)))
        })
    });
    let deadlock = l.exists(l.univ(state), |s| l.all(ps, |p| l.some(stalled(s, p))));
    let all = l.product(l.univ(state), l.product(ps, ms));
    let mut formulas = vec![
        l.some(ps),
        l.subset(l.union(holds, waits), all),
        l.no(l.join(first, holds)),
        l.no(l.join(first, waits)),
        step,
        deadlock,
    ];
    if ordered {
        formulas.push(in_order);
        return problem(l, formulas);
    }
    Problem {
        expected: Expected::Sat,
        ..problem(l, formulas)
    }
}

/// Equality of lists, defined by its own recursion, is reflexive; is it symmetric?
pub fn lists(n: usize, symmetric: bool) -> Problem {
    let l = Logic::new();
    let (list, thing) = (atoms(&l, "List", n), atoms(&l, "Thing", n));
    let (lists, empty) = (subset(&l, "lists", list), subset(&l, "empty", list));
    let things = subset(&l, "things", thing);
    let (car, cdr) = (
        relation(&l, "car", list, thing),
        relation(&l, "cdr", list, list),
    );
    let (equiv, prefixes) = (
        relation(&l, "equivTo", list, list),
        relation(&l, "prefixes", list, list),
    );
    let full = l.difference(lists, empty);
    let tails = l.reflexive_closure(cdr, l.univ(list));
    let mut formulas = vec![
        l.subset(empty, lists),
        maps(&l, car, full, things),
        maps(&l, cdr, full, lists),
        l.subset(equiv, l.product(lists, lists)),
        l.subset(prefixes, l.product(lists, lists)),
        l.all(lists, |x| l.some(l.intersection(l.join(x, tails), empty))),
        l.all(lists, |a| {
            l.all(lists, |b| {
                let same = l.and(&[
                    l.equal(l.join(a, car), l.join(b, car)),
                    l.subset(l.join(b, cdr), l.join(l.join(a, cdr), equiv)),
                    l.iff(l.subset(a, empty), l.subset(b, empty)),
                ]);
                l.iff(l.subset(a, l.join(b, equiv)), same)
            })
        }),
        l.all(empty, |e| {
            l.all(lists, |x| l.subset(e, l.join(x, prefixes)))
        }),
        l.all(empty, |e| {
            l.all(full, |x| l.not(l.subset(x, l.join(e, prefixes))))
        }),
        l.all(full, |a| {
            l.all(full, |b| {
                let starts = l.and(&[
                    l.equal(l.join(a, car), l.join(b, car)),
                    l.subset(l.join(a, cdr), l.join(l.join(b, cdr), prefixes)),
                ]);
                l.iff(l.subset(a, l.join(b, prefixes)), starts)
            })
        }),
    ];
    let property = if symmetric {
        l.equal(equiv, l.transpose(equiv))
    } else {
        l.all(lists, |x| l.subset(x, l.join(x, equiv)))
    };
    formulas.push(l.not(property));
    problem(l, formulas)
}

/// Directories form a tree, so no directory has two entries.
pub fn file_system(n: usize) -> Problem {
    let l = Logic::new();
    let (object, name, entry) = (
        atoms(&l, "Object", n),
        atoms(&l, "Name", n),
        atoms(&l, "Entry", n),
    );
    let (files, dirs) = (subset(&l, "files", object), subset(&l, "dirs", object));
    let root = l.singleton(l.atoms(object)[0]);
    let (names, used) = (subset(&l, "names", name), subset(&l, "used", entry));
    let entries = relation(&l, "entries", object, entry);
    let parent = relation(&l, "parent", object, object);
    let (name_of, contents) = (
        relation(&l, "name", entry, name),
        relation(&l, "contents", entry, object),
    );
    let up = l.closure(parent);
    let others = l.difference(dirs, root);
    let holders = |d: Expr| l.join(entries, l.join(contents, d));
    let formulas = vec![
        l.no(l.intersection(files, dirs)),
        l.subset(root, dirs),
        l.subset(entries, l.product(dirs, used)),
        l.subset(parent, l.product(dirs, dirs)),
        maps(&l, name_of, used, names),
        maps(&l, contents, used, l.union(files, dirs)),
        l.all(files, |f| l.some(l.join(entries, l.join(contents, f)))),
        l.no(l.join(root, parent)),
        l.all(others, |d| {
            l.and(&[l.one(l.join(d, parent)), l.subset(root, l.join(d, up))])
        }),
        l.all(dirs, |d| {
            l.and(&[
                l.equal(l.join(d, parent), holders(d)),
                l.not(l.subset(d, l.join(d, up))),
                // Names within a directory are distinct.
                l.all(l.join(d, entries), |e| {
                    let same = l.join(name_of, l.join(e, name_of));
                    l.equal(l.intersection(l.join(d, entries), same), e)
                }),
            ])
        }),
        l.all(used, |e| l.one(l.join(entries, e))),
        l.not(l.all(others, |d| l.lone(l.join(d, parent)))),
    ];
    problem(l, formulas)
}

/// Leader election in a ring of processes: at most one is elected.
pub fn ring_election(processes: usize, times: usize) -> Problem {
    let l = Logic::new();
    let (process, time) = (atoms(&l, "Process", processes), atoms(&l, "Time", times));
    let ps = l.univ(process);
    let successor = function(&l, "succ", process, process);
    let columns = [process, process, time];
    let bound = l
        .universe(process)
        .product(&pairs(&l, process, time))
        .unwrap();
    let to_send = l.rel(l.relation("toSend", &columns, TupleSet::empty(columns), bound));
    let elected = relation(&l, "elected", process, time);
    let (_, later_process) = order(&l, process);
    let (next_time, _) = order(&l, time);
    let first = l.singleton(l.atoms(time)[0]);
    let later = l.constant(TupleSet::unary(time, l.atoms(time)[1..].iter().copied()));
    let sends = |p: Expr, t: Expr| l.join(l.join(p, to_send), t);
    let step = |t: Expr, u: Expr, p: Expr| {
        let (from, to) = (sends(p, t), sends(l.join(p, successor), t));
        let (from_after, to_after) = (sends(p, u), sends(l.join(p, successor), u));
        l.exists(from, |id| {
            let smaller = l.join(later_process, l.join(p, successor));
            let passed = l.difference(id, smaller);
            l.and(&[
                l.equal(from_after, l.difference(from, id)),
                l.equal(to_after, l.union(to, passed)),
            ])
        })
    };
    let skip = |t: Expr, u: Expr, p: Expr| l.equal(sends(p, t), sends(p, u));
    let formulas = vec![
        l.all(ps, |p| l.one(l.join(successor, p))),
        l.all(ps, |p| l.subset(ps, l.join(p, l.closure(successor)))),
        l.all(ps, |p| l.equal(sends(p, first), p)),
        l.all(next_time, |pair| {
            let (t, u) = (l.project(pair, &[0]), l.project(pair, &[1]));
            l.all(ps, |p| {
                let before = l.join(successor, p);
                l.or(&[step(t, u, p), step(t, u, before), skip(t, u, p)])
            })
        }),
        l.no(l.join(elected, first)),
        l.all(later, |u| {
            let t = l.join(next_time, u);
            let chosen =
                l.comprehension(ps, |p| l.subset(p, l.difference(sends(p, u), sends(p, t))));
            l.equal(l.join(elected, u), chosen)
        }),
        l.not(l.lone(l.join(elected, l.univ(time)))),
    ];
    problem(l, formulas)
}
