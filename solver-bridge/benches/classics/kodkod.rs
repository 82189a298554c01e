//! Examples that come with Kodkod, with its bounds and its formulas: toys, file systems, protocols.
//! Where Kodkod is told of a total order it makes it a constant, and so do we.

use super::statements::*;
use super::{Expected, Problem};
use solver_bridge::*;

/// One man's ceiling is another man's floor. Nobody shares either; so is one man's floor another man's
/// ceiling?
pub fn ceilings(platforms: usize, men: usize) -> Problem {
    let l = Logic::new();
    let (platform, man) = (atoms(&l, "Platform", platforms), atoms(&l, "Man", men));
    let (platforms, men) = (subset(&l, "Platform", platform), subset(&l, "Man", man));
    let ceiling = relation(&l, "ceiling", man, platform);
    let floor = relation(&l, "floor", man, platform);
    let same =
        |m: Expr, field: Expr, n: Expr, other: Expr| l.equal(l.join(m, field), l.join(n, other));
    let below_too = l.all(men, |m| l.exists(men, |n| same(m, floor, n, ceiling)));
    let formulas = vec![
        total(&l, ceiling, men, platforms),
        total(&l, floor, men, platforms),
        l.all(men, |m| l.exists(men, |n| same(n, floor, m, ceiling))),
        l.all(men, |m| {
            l.all(men, |n| {
                let shares = l.or(&[same(m, floor, n, floor), same(m, ceiling, n, ceiling)]);
                l.implies(l.not(l.equal(m, n)), l.not(shares))
            })
        }),
        l.not(below_too),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}

/// Equality of lists, defined by recursion: is it reflexive, is it symmetric?
pub fn lists(n: usize, symmetric: bool) -> Problem {
    let l = Logic::new();
    let (thing, list) = (atoms(&l, "Thing", n), atoms(&l, "List", n));
    let (things, lists) = (subset(&l, "Thing", thing), subset(&l, "List", list));
    let (full, empty) = (
        subset(&l, "NonEmptyList", list),
        subset(&l, "EmptyList", list),
    );
    let (car, cdr) = (
        relation(&l, "car", list, thing),
        relation(&l, "cdr", list, list),
    );
    let equivalent = relation(&l, "equivTo", list, list);
    let prefixes = relation(&l, "prefixes", list, list);
    let same_car = |a: Expr, b: Expr| l.equal(l.join(a, car), l.join(b, car));
    let tails = l.reflexive_closure(cdr, l.univ(list));
    let property = if symmetric {
        l.subset(l.transpose(equivalent), equivalent)
    } else {
        l.all(lists, |x| l.subset(x, l.join(x, equivalent)))
    };
    let formulas = vec![
        l.equal(lists, l.union(empty, full)),
        l.no(l.intersection(empty, full)),
        l.subset(equivalent, l.product(lists, lists)),
        l.subset(prefixes, l.product(lists, lists)),
        total(&l, car, full, things),
        total(&l, cdr, full, lists),
        l.subset(things, l.join(lists, car)),
        l.all(lists, |x| l.some(l.intersection(empty, l.join(x, tails)))),
        l.all(lists, |a| {
            l.all(lists, |b| {
                let rest = l.subset(l.join(b, cdr), l.join(l.join(a, cdr), equivalent));
                let both = l.and(&[same_car(a, b), rest]);
                l.iff(l.subset(a, l.join(b, equivalent)), both)
            })
        }),
        l.subset(l.product(lists, empty), prefixes),
        l.all(full, |a| {
            l.all(full, |b| {
                let rest = l.subset(l.join(a, cdr), l.join(l.join(b, cdr), prefixes));
                let both = l.and(&[same_car(a, b), rest]);
                l.iff(l.subset(a, l.join(b, prefixes)), both)
            })
        }),
        l.not(property),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}

/// Directories form a tree; so has none of them two entries? It may, in its one parent.
pub fn file_system(n: usize) -> Problem {
    let l = Logic::new();
    let object = atoms(&l, "Object", n);
    let (name, entry) = (atoms(&l, "Name", n), atoms(&l, "DirEntry", n));
    let objects = subset(&l, "Object", object);
    let (files, dirs) = (subset(&l, "File", object), subset(&l, "Dir", object));
    let (root, current) = (l.singleton(l.atoms(object)[0]), subset(&l, "Cur", object));
    let (names, used) = (subset(&l, "Name", name), subset(&l, "DirEntry", entry));
    let entries = relation(&l, "entries", object, entry);
    let parent = relation(&l, "parent", object, object);
    let name_of = relation(&l, "name", entry, name);
    let contents = relation(&l, "contents", entry, object);
    let above = |d: Expr| l.join(d, l.closure(parent));
    let in_directory = |d: Expr| {
        let holders = l.join(l.join(d, l.transpose(contents)), l.transpose(entries));
        let own = l.join(d, entries);
        l.and(&[
            l.equal(l.join(d, parent), holders),
            l.all(own, |a| {
                l.all(own, |b| {
                    let same = l.equal(l.join(a, name_of), l.join(b, name_of));
                    l.implies(same, l.equal(a, b))
                })
            }),
            l.not(l.subset(d, above(d))),
            l.implies(l.not(l.equal(d, root)), l.subset(root, above(d))),
        ])
    };
    let unique = l.all(dirs, |d| l.lone(l.join(d, l.transpose(contents))));
    let formulas = vec![
        l.equal(objects, l.union(files, dirs)),
        l.no(l.intersection(files, dirs)),
        l.subset(root, dirs),
        l.subset(current, dirs),
        l.no(l.intersection(root, current)),
        l.subset(entries, l.product(dirs, used)),
        partial(&l, parent, dirs, dirs),
        total(&l, name_of, used, names),
        total(&l, contents, used, objects),
        l.all(files, |f| {
            l.exists(dirs, |d| l.subset(f, l.join(l.join(d, entries), contents)))
        }),
        l.all(dirs, in_directory),
        l.no(l.join(root, parent)),
        l.all(used, |e| l.one(l.join(e, l.transpose(entries)))),
        l.all(l.difference(dirs, root), |d| l.one(l.join(d, parent))),
        l.not(unique),
    ];
    Problem::symmetric(l, formulas, Expected::Sat)
}

/// Halmos' puzzle: all but Jocelyn shook different numbers of hands.
pub fn handshake(n: usize) -> Problem {
    let l = Logic::new();
    let person = atoms(&l, "Person", n);
    let people = l.univ(person);
    let named = l.atoms(person);
    let (hilary, jocelyn) = (l.singleton(named[0]), l.singleton(named[1]));
    let spouse = relation(&l, "spouse", person, person);
    let shaken = relation(&l, "shaken", person, person);
    let of = |p: Expr| l.join(p, spouse);
    let hands = |p: Expr| l.cardinality(l.join(p, shaken));
    let others = l.difference(people, jocelyn);
    let formulas = vec![
        total(&l, spouse, people, people),
        l.all(people, |p| {
            l.no(l.intersection(l.union(p, of(p)), l.join(p, shaken)))
        }),
        l.all(people, |p| {
            l.all(people, |q| {
                l.implies(
                    l.subset(p, l.join(q, shaken)),
                    l.subset(q, l.join(p, shaken)),
                )
            })
        }),
        l.all(people, |p| {
            l.all(people, |q| {
                let mutual = l.implies(l.equal(of(p), q), l.equal(of(q), p));
                let apart = l.not(l.equal(of(p), of(q)));
                l.implies(l.no(l.intersection(p, q)), l.and(&[mutual, apart]))
            })
        }),
        l.all(people, |p| {
            l.and(&[l.equal(of(of(p)), p), l.not(l.equal(p, of(p)))])
        }),
        l.all(others, |p| {
            l.all(others, |q| {
                let differ = l.not(l.int_eq(hands(p), hands(q)));
                l.implies(l.not(l.equal(p, q)), differ)
            })
        }),
        l.equal(of(hilary), jocelyn),
    ];
    Problem::symmetric(l, formulas, Expected::Sat)
}

/// One hole too few.
pub fn pigeonhole(n: usize) -> Problem {
    let l = Logic::new();
    let (pigeon, hole) = (atoms(&l, "Pigeon", n), atoms(&l, "Hole", n - 1));
    let (pigeons, holes) = (l.univ(pigeon), l.univ(hole));
    let nest = relation(&l, "hole", pigeon, hole);
    let formulas = vec![
        total(&l, nest, pigeons, holes),
        l.all(pigeons, |p| {
            l.all(pigeons, |q| {
                let apart = l.no(l.intersection(l.join(p, nest), l.join(q, nest)));
                l.implies(l.not(l.equal(p, q)), apart)
            })
        }),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}

/// The first step of reversing a list in place, with the mistake of Kodkod's example: is the list of at
/// most three nodes reversed?
pub fn list_reversal(n: usize) -> Problem {
    let l = Logic::new();
    let (list, object) = (atoms(&l, "List", 1), l.sort("Object"));
    let make = |name: &str| -> Vec<Atom> {
        (0..n)
            .map(|i| l.atom(object, format!("{name}{i}")))
            .collect()
    };
    let (nodes, strings) = (make("n"), make("s"));
    let none = l.atom(object, "nil");
    let set = |atoms: &[Atom]| TupleSet::unary(object, atoms.iter().copied());
    let or_none = |atoms: &[Atom]| set(&[atoms, &[none]].concat());
    let open = |name: &str, upper: TupleSet| {
        let columns = upper.columns().clone();
        l.rel(l.relation(name, &columns, TupleSet::empty(columns.clone()), upper))
    };
    let lists = subset(&l, "List", list);
    let this = subset(&l, "this", list);
    let (node, string) = (open("Node", set(&nodes)), open("String", set(&strings)));
    let nil = l.singleton(none);
    let head = open("head", l.universe(list).product(&or_none(&nodes)).unwrap());
    let next = open("next", set(&nodes).product(&or_none(&nodes)).unwrap());
    let data = open("data", set(&nodes).product(&or_none(&strings)).unwrap());
    let invariants = |next: Expr, head: Expr| {
        l.and(&[
            l.subset(this, lists),
            l.one(this),
            total(&l, next, node, l.union(node, nil)),
            l.no(l.intersection(l.closure(next), l.iden(object))),
            total(&l, data, node, l.union(string, nil)),
            total(&l, head, lists, l.union(node, nil)),
        ])
    };
    let near = l.join(this, head);
    let mid = l.join(near, next);
    let far = l.join(mid, next);
    let is_nil = |e: Expr| l.equal(e, nil);
    // Once around the loop, if it is entered at all. Kodkod's mistake is `far` in the next line.
    let next0 = l.override_with(next, l.product(near, far));
    let next1 = l.override_with(next0, l.product(mid, near));
    let enters = l.not(is_nil(far));
    let next2 = l.ite(enters, next1, next0);
    let near2 = l.ite(enters, mid, near);
    let mid2 = l.ite(enters, far, mid);
    let far2 = l.ite(enters, l.join(far, next1), far);
    let next3 = l.override_with(next2, l.product(mid2, near2));
    let head3 = l.override_with(head, l.product(this, mid2));
    let reach = |head: Expr, next: Expr| {
        l.join(
            l.join(this, head),
            l.reflexive_closure(next, l.univ(object)),
        )
    };
    let before = l.difference(reach(head, next), nil);
    let inside = l.product(before, before);
    let post = l.and(&[
        invariants(next3, head3),
        l.equal(reach(head3, next3), reach(head, next)),
        l.equal(
            l.intersection(next3, inside),
            l.transpose(l.intersection(next, inside)),
        ),
    ]);
    let formulas = vec![
        invariants(next, head),
        l.not(is_nil(near)),
        l.not(is_nil(mid)),
        is_nil(far2),
        l.not(post),
    ];
    Problem::symmetric(l, formulas, Expected::Sat)
}

/// Five definitions of a tree imply each other around a circle.
pub fn tree_definitions(n: usize) -> Problem {
    let l = Logic::new();
    let vertex = atoms(&l, "V", n);
    let vertices = subset(&l, "V", vertex);
    let edges = relation(&l, "E", vertex, vertex);
    let pair = |u: Expr, v: Expr| l.union(l.product(u, v), l.product(v, u));
    let without =
        |c: Expr, u: Expr, v: Expr| l.difference(l.difference(c, l.product(u, v)), l.product(v, u));
    let in_cycle = |v: Expr, c: Expr| {
        let around = l.exists(l.join(v, c), |w| {
            l.subset(w, l.join(v, l.closure(without(c, v, w))))
        });
        l.or(&[l.subset(v, l.join(v, c)), around])
    };
    let cyclic = |c: Expr| l.exists(vertices, |v| in_cycle(v, c));
    let acyclic = l.not(cyclic(edges));
    let connected = |c: Expr| {
        l.subset(
            l.product(vertices, vertices),
            l.reflexive_closure(c, l.univ(vertex)),
        )
    };
    let count = l.cardinality(vertices);
    let enough = l.int_eq(l.cardinality(edges), l.sub(l.add(count, count), l.int(2)));
    let whole = connected(edges);
    let statements = [
        l.and(&[whole, acyclic]),
        l.and(&[
            whole,
            l.all(vertices, |u| {
                l.all(l.join(u, edges), |v| l.not(connected(without(edges, u, v))))
            }),
        ]),
        l.and(&[whole, enough]),
        l.and(&[acyclic, enough]),
        l.and(&[
            acyclic,
            l.all(vertices, |u| {
                l.all(vertices, |v| {
                    let absent = l.not(l.subset(l.product(u, v), edges));
                    l.implies(absent, cyclic(l.union(edges, pair(u, v))))
                })
            }),
        ]),
    ];
    // As in Kodkod's example, one step of the circle after the other.
    let questions = (0..5).map(|at| l.and(&[statements[at], l.not(statements[(at + 1) % 5])]));
    let questions = questions.collect();
    let formulas = vec![
        l.subset(edges, l.product(vertices, vertices)),
        l.equal(edges, l.transpose(edges)),
        l.some(vertices),
    ];
    Problem {
        questions,
        ..Problem::symmetric(l, formulas, Expected::Unsat)
    }
}

/// Median algebras: the short law of distributivity implies the long one (ALG212 of TPTP).
pub fn median_algebra(n: usize) -> Problem {
    let l = Logic::new();
    let element = atoms(&l, "a", n);
    let all = l.univ(element);
    let pairs = pairs(&l, element, element);
    let columns = [element; 4];
    let bound = pairs.product(&pairs).unwrap();
    let median = l.rel(l.relation("f", &columns, TupleSet::empty(columns), bound));
    let f = |x: Expr, y: Expr, z: Expr| l.join(z, l.join(y, l.join(x, median)));
    let every = |body: &dyn Fn(Expr) -> Formula| l.all(all, body);
    let long = every(&|u| {
        every(&|w| {
            every(&|x| {
                every(&|y| {
                    every(&|z| {
                        let left = f(f(x, y, z), u, w);
                        l.equal(left, f(f(x, u, w), f(y, u, w), f(z, u, w)))
                    })
                })
            })
        })
    });
    let formulas = vec![
        every(&|x| every(&|y| every(&|z| l.one(f(x, y, z))))),
        every(&|x| every(&|y| l.equal(f(x, x, y), x))),
        every(&|x| every(&|y| every(&|z| l.equal(f(x, y, z), f(z, x, y))))),
        every(&|x| every(&|y| every(&|z| l.equal(f(x, y, z), f(x, z, y))))),
        every(&|w| {
            every(&|x| every(&|y| every(&|z| l.equal(f(f(x, w, y), w, z), f(x, w, f(y, w, z))))))
        }),
        l.not(long),
    ];
    Problem::symmetric(l, formulas, Expected::Unsat)
}
