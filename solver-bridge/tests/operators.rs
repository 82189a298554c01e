//! Each operator by itself against brute force: relations with random bounds, all instances of them,
//! and a few lines of ordinary sets as the meaning. The numbers of models must agree.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up has failed"
)]

mod support;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use solver_bridge::*;
use std::collections::BTreeSet;
use support::Choices;

type Rows = BTreeSet<Vec<Atom>>;

/// Columns by letter: `A` has three atoms, `B` two.
type Columns = &'static str;

struct Operator {
    name: &'static str,
    operands: &'static [Columns],
    result: Columns,
    build: fn(&Universe, &[Expr]) -> Expr,
    meaning: fn(&Universe, &[Rows]) -> Rows,
}

struct Property {
    name: &'static str,
    operands: &'static [Columns],
    build: fn(&Universe, &[Expr]) -> Formula,
    meaning: fn(&Universe, &[Rows]) -> bool,
}

struct Universe {
    l: Logic,
    a: Sort,
    b: Sort,
}

impl Universe {
    fn new() -> Self {
        let l = Logic::new();
        let (a, b) = (l.sort("A"), l.sort("B"));
        for name in ["a0", "a1", "a2"] {
            l.atom(a, name);
        }
        for name in ["b0", "b1"] {
            l.atom(b, name);
        }
        Self { l, a, b }
    }

    fn sorts(&self, columns: Columns) -> Vec<Sort> {
        let sort = |letter: char| if letter == 'A' { self.a } else { self.b };
        columns.chars().map(sort).collect()
    }

    fn all(&self, columns: Columns) -> Vec<Vec<Atom>> {
        self.sorts(columns).iter().fold(vec![vec![]], |rows, sort| {
            let atoms = self.l.atoms(*sort);
            rows.iter()
                .flat_map(|row| atoms.iter().map(move |&atom| [&row[..], &[atom]].concat()))
                .collect()
        })
    }

    fn set(&self, columns: Columns, rows: impl IntoIterator<Item = Vec<Atom>>) -> TupleSet {
        TupleSet::new(&self.sorts(columns), rows).unwrap()
    }

    /// A relation with a few tuples, of which some are certain, and sometimes a function.
    fn relation(&self, name: &str, columns: Columns, choices: &mut Choices) -> Relation {
        let (sorts, all) = (self.sorts(columns), self.all(columns));
        let upper: Vec<_> = (0..1 + choices.below(5))
            .map(|_| all[choices.below(all.len())].clone())
            .collect();
        let certain = choices.below(4).min(upper.len()) / 2;
        let upper_set = self.set(columns, upper.clone());
        let kind = choices.below(4);
        if kind < 2 && columns.len() > 1 {
            let lower = self.set(columns, upper[..certain.min(1)].to_vec());
            let keys = columns.len() - 1;
            return if kind == 0 {
                self.l.function(name, &sorts, keys, lower, upper_set)
            } else {
                self.l
                    .partial_function(name, &sorts, keys, lower, upper_set)
            };
        }
        let lower = self.set(columns, upper[..certain].to_vec());
        self.l.relation(name, &sorts, lower, upper_set)
    }

    /// Every value of a relation within its bounds.
    fn values(&self, relation: Relation) -> Vec<Rows> {
        let data = self.l.relation_data(relation).unwrap();
        let all: Vec<Vec<Atom>> = data.upper.rows().collect();
        let subsets = (0..1_u32 << all.len()).map(|mask| {
            let chosen = (0..all.len()).filter(|index| mask >> index & 1 == 1);
            chosen.map(|index| all[index].clone()).collect::<Rows>()
        });
        let legal = |rows: &Rows| {
            let mut instance = Instance::new();
            let set = TupleSet::new(data.upper.columns(), rows).unwrap();
            instance.set(relation, set);
            instance.check(&self.l).is_ok()
        };
        subsets.filter(legal).collect()
    }

    fn instances(&self, relations: &[Relation]) -> Vec<Vec<Rows>> {
        relations.iter().fold(vec![vec![]], |all, &relation| {
            let values = self.values(relation);
            all.iter()
                .flat_map(|chosen| {
                    values
                        .iter()
                        .map(move |value| [&chosen[..], std::slice::from_ref(value)].concat())
                })
                .collect()
        })
    }
}

fn join(a: &Rows, b: &Rows) -> Rows {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    let meeting = pairs.filter(|(x, y)| x.last() == y.first());
    meeting
        .map(|(x, y)| [&x[..x.len() - 1], &y[1..]].concat())
        .collect()
}

fn closure(a: &Rows) -> Rows {
    let mut all = a.clone();
    loop {
        let more: Rows = all.union(&join(&all, a)).cloned().collect();
        if more == all {
            return all;
        }
        all = more;
    }
}

fn filter(rows: &Rows, keep: impl Fn(&Vec<Atom>) -> bool) -> Rows {
    rows.iter().filter(|row| keep(row)).cloned().collect()
}

fn map(rows: &Rows, change: impl Fn(&Vec<Atom>) -> Vec<Atom>) -> Rows {
    rows.iter().map(change).collect()
}

fn has(rows: &Rows, row: &[Atom]) -> bool {
    rows.contains(row)
}

const OPERATORS: &[Operator] = &[
    Operator {
        name: "union",
        operands: &["AB", "AB"],
        result: "AB",
        build: |u, e| u.l.union(e[0], e[1]),
        meaning: |_, r| &r[0] | &r[1],
    },
    Operator {
        name: "union of three",
        operands: &["A", "A", "A"],
        result: "A",
        build: |u, e| u.l.union_all(e),
        meaning: |_, r| &(&r[0] | &r[1]) | &r[2],
    },
    Operator {
        name: "intersection",
        operands: &["AB", "AB"],
        result: "AB",
        build: |u, e| u.l.intersection(e[0], e[1]),
        meaning: |_, r| &r[0] & &r[1],
    },
    Operator {
        name: "difference",
        operands: &["AB", "AB"],
        result: "AB",
        build: |u, e| u.l.difference(e[0], e[1]),
        meaning: |_, r| &r[0] - &r[1],
    },
    Operator {
        name: "override",
        operands: &["AAB", "AAB"],
        result: "AAB",
        build: |u, e| u.l.override_with(e[0], e[1]),
        meaning: |_, r| {
            let kept = filter(&r[0], |row| !r[1].iter().any(|new| new[0] == row[0]));
            &kept | &r[1]
        },
    },
    Operator {
        name: "join of a set",
        operands: &["A", "AAB"],
        result: "AB",
        build: |u, e| u.l.join(e[0], e[1]),
        meaning: |_, r| join(&r[0], &r[1]),
    },
    Operator {
        name: "join onto a set",
        operands: &["AB", "B"],
        result: "A",
        build: |u, e| u.l.join(e[0], e[1]),
        meaning: |_, r| join(&r[0], &r[1]),
    },
    Operator {
        name: "join of relations",
        operands: &["AA", "AB"],
        result: "AB",
        build: |u, e| u.l.join(e[0], e[1]),
        meaning: |_, r| join(&r[0], &r[1]),
    },
    Operator {
        name: "join of a join",
        operands: &["A", "A", "AAB"],
        result: "B",
        build: |u, e| u.l.join(e[0], u.l.join(e[1], e[2])),
        meaning: |_, r| join(&r[0], &join(&r[1], &r[2])),
    },
    Operator {
        name: "join of a join with each atom",
        operands: &["A", "AAB"],
        result: "AB",
        build: |u, e| {
            // What is reached from one atom at a time, put together again.
            let l = &u.l;
            let pairs = l.product(l.univ(u.a), l.univ(u.b));
            l.comprehension(pairs, |pair| {
                let (from, to) = (l.project(pair, &[0]), l.project(pair, &[1]));
                l.subset(to, l.join(from, l.join(e[0], e[1])))
            })
        },
        meaning: |_, r| join(&r[0], &r[1]),
    },
    Operator {
        name: "product",
        operands: &["A", "AB"],
        result: "AAB",
        build: |u, e| u.l.product(e[0], e[1]),
        meaning: |_, r| {
            let pairs = r[0].iter().flat_map(|x| r[1].iter().map(move |y| (x, y)));
            pairs.map(|(x, y)| [&x[..], &y[..]].concat()).collect()
        },
    },
    Operator {
        name: "join of nine columns",
        operands: &["AABABAAAB", "BA"],
        result: "BA",
        build: |u, e| u.l.project(u.l.join(e[0], e[1]), &[4, 8]),
        meaning: |_, r| map(&join(&r[0], &r[1]), |row| vec![row[4], row[8]]),
    },
    Operator {
        name: "image of seven columns",
        operands: &["AABABAA", "AABABAAB"],
        result: "B",
        build: |u, e| u.l.image(e[0], e[1]),
        meaning: |_, r| {
            map(&filter(&r[1], |row| has(&r[0], &row[..7])), |row| {
                row[7..].to_vec()
            })
        },
    },
    Operator {
        name: "product and override of ten columns",
        operands: &["AAB", "BABABAB", "AABBABABAB"],
        result: "BA",
        build: |u, e| {
            let wide = u.l.override_with(u.l.product(e[0], e[1]), e[2]);
            u.l.project(wide, &[9, 1])
        },
        meaning: |_, r| {
            let pairs = r[0].iter().flat_map(|x| r[1].iter().map(move |y| (x, y)));
            let wide: Rows = pairs.map(|(x, y)| [&x[..], &y[..]].concat()).collect();
            let written = map(&r[2], |row| row[..1].to_vec());
            let kept = filter(&wide, |row| !has(&written, &row[..1]));
            map(&(&kept | &r[2]), |row| vec![row[9], row[1]])
        },
    },
    Operator {
        name: "image",
        operands: &["AA", "AAB"],
        result: "B",
        build: |u, e| u.l.image(e[0], e[1]),
        meaning: |_, r| {
            map(&filter(&r[1], |row| has(&r[0], &row[..2])), |row| {
                row[2..].to_vec()
            })
        },
    },
    Operator {
        name: "update",
        operands: &["AB", "A", "B"],
        result: "AB",
        build: |u, e| u.l.update(e[0], e[1], e[2]),
        meaning: |_, r| {
            let kept = filter(&r[0], |row| !has(&r[1], &row[..1]));
            let pairs = r[1].iter().flat_map(|x| r[2].iter().map(move |y| (x, y)));
            let new: Rows = pairs.map(|(x, y)| [&x[..], &y[..]].concat()).collect();
            &kept | &new
        },
    },
    Operator {
        name: "domain restriction",
        operands: &["A", "AB"],
        result: "AB",
        build: |u, e| u.l.domain_restrict(e[0], e[1]),
        meaning: |_, r| filter(&r[1], |row| has(&r[0], &row[..1])),
    },
    Operator {
        name: "range restriction",
        operands: &["AB", "B"],
        result: "AB",
        build: |u, e| u.l.range_restrict(e[0], e[1]),
        meaning: |_, r| filter(&r[0], |row| has(&r[1], &row[1..])),
    },
    Operator {
        name: "projection",
        operands: &["AAB"],
        result: "BA",
        build: |u, e| u.l.project(e[0], &[2, 0]),
        meaning: |_, r| map(&r[0], |row| vec![row[2], row[0]]),
    },
    Operator {
        name: "transpose",
        operands: &["AB"],
        result: "BA",
        build: |u, e| u.l.transpose(e[0]),
        meaning: |_, r| map(&r[0], |row| vec![row[1], row[0]]),
    },
    Operator {
        name: "closure",
        operands: &["AA", "AA"],
        result: "AA",
        build: |u, e| u.l.closure(u.l.union(e[0], e[1])),
        meaning: |_, r| closure(&(&r[0] | &r[1])),
    },
    Operator {
        name: "reflexive closure",
        operands: &["AA", "A"],
        result: "AA",
        build: |u, e| u.l.reflexive_closure(e[0], e[1]),
        meaning: |_, r| &closure(&r[0]) | &map(&r[1], |row| vec![row[0], row[0]]),
    },
    Operator {
        name: "conditional",
        operands: &["A", "AB", "AB"],
        result: "AB",
        build: |u, e| u.l.ite(u.l.some(e[0]), e[1], e[2]),
        meaning: |_, r| {
            if r[0].is_empty() {
                r[2].clone()
            } else {
                r[1].clone()
            }
        },
    },
    Operator {
        name: "comprehension",
        operands: &["AA", "A"],
        result: "AA",
        build: |u, e| {
            u.l.comprehension(e[0], |pair| {
                u.l.not(u.l.subset(u.l.project(pair, &[1]), e[1]))
            })
        },
        meaning: |_, r| filter(&r[0], |row| !has(&r[1], &row[1..])),
    },
    Operator {
        name: "constants",
        operands: &["AA", "A"],
        result: "AA",
        build: |u, e| {
            let l = &u.l;
            let diagonal = l.union(l.iden(u.a), l.none(&[u.a, u.a]));
            let outside = l.difference(l.univ(u.a), e[1]);
            l.union(l.intersection(e[0], diagonal), l.product(outside, outside))
        },
        meaning: |u, r| {
            let outside: Vec<Atom> = u.l.atoms(u.a);
            let outside = outside.into_iter().filter(|&atom| !has(&r[1], &[atom]));
            let outside: Vec<Atom> = outside.collect();
            let pairs = outside
                .iter()
                .flat_map(|&x| outside.iter().map(move |&y| vec![x, y]));
            &filter(&r[0], |row| row[0] == row[1]) | &pairs.collect()
        },
    },
];

const PROPERTIES: &[Property] = &[
    Property {
        name: "subset",
        operands: &["AB", "AB"],
        build: |u, e| u.l.subset(e[0], e[1]),
        meaning: |_, r| r[0].is_subset(&r[1]),
    },
    Property {
        name: "equality",
        operands: &["AB", "AB"],
        build: |u, e| u.l.equal(e[0], e[1]),
        meaning: |_, r| r[0] == r[1],
    },
    Property {
        name: "some",
        operands: &["AB"],
        build: |u, e| u.l.some(e[0]),
        meaning: |_, r| !r[0].is_empty(),
    },
    Property {
        name: "no",
        operands: &["AB"],
        build: |u, e| u.l.no(e[0]),
        meaning: |_, r| r[0].is_empty(),
    },
    Property {
        name: "one",
        operands: &["AAB"],
        build: |u, e| u.l.one(e[0]),
        meaning: |_, r| r[0].len() == 1,
    },
    Property {
        name: "lone of many",
        operands: &["AAB", "AAB", "AAB"],
        build: |u, e| u.l.lone(u.l.union_all(e)),
        meaning: |_, r| (&(&r[0] | &r[1]) | &r[2]).len() <= 1,
    },
    Property {
        name: "all",
        operands: &["A", "AB"],
        build: |u, e| u.l.all(e[0], |x| u.l.some(u.l.join(x, e[1]))),
        meaning: |_, r| fits(r) == r[0].len(),
    },
    Property {
        name: "exists",
        operands: &["A", "AB"],
        build: |u, e| u.l.exists(e[0], |x| u.l.some(u.l.join(x, e[1]))),
        meaning: |_, r| fits(r) > 0,
    },
    Property {
        name: "exactly one",
        operands: &["A", "AB"],
        build: |u, e| u.l.exists_one(e[0], |x| u.l.some(u.l.join(x, e[1]))),
        meaning: |_, r| fits(r) == 1,
    },
    Property {
        name: "at most one",
        operands: &["A", "AB"],
        build: |u, e| u.l.exists_lone(e[0], |x| u.l.some(u.l.join(x, e[1]))),
        meaning: |_, r| fits(r) <= 1,
    },
    Property {
        name: "none",
        operands: &["A", "AB"],
        build: |u, e| u.l.exists_none(e[0], |x| u.l.some(u.l.join(x, e[1]))),
        meaning: |_, r| fits(r) == 0,
    },
    Property {
        name: "nested quantifiers",
        operands: &["A", "AA"],
        build: |u, e| {
            let l = &u.l;
            l.all(e[0], |x| {
                l.exists(l.univ(u.a), |y| {
                    l.and(&[l.subset(l.product(x, y), e[1]), l.not(l.equal(x, y))])
                })
            })
        },
        meaning: |_, r| {
            let leads = |x: Atom| r[1].iter().any(|row| row[0] == x && row[1] != x);
            r[0].iter().all(|row| leads(row[0]))
        },
    },
    Property {
        name: "connectives",
        operands: &["A", "A", "A"],
        build: |u, e| {
            let l = &u.l;
            let [p, q, r] = [0, 1, 2].map(|at| l.some(e[at]));
            let parts = [
                l.implies(p, q),
                l.or(&[q, r]),
                l.iff(p, r),
                l.choice(p, q, r),
            ];
            l.not(l.and(&parts))
        },
        meaning: |_, r| {
            let [p, q, r] = [0, 1, 2].map(|at: usize| !r[at].is_empty());
            let implied = !p || q;
            !(implied && (q || r) && p == r && if p { q } else { r })
        },
    },
    Property {
        name: "cardinality",
        operands: &["AAB", "AB"],
        build: |u, e| u.l.int_lt(u.l.cardinality(e[0]), u.l.cardinality(e[1])),
        meaning: |_, r| r[0].len() < r[1].len(),
    },
    Property {
        name: "cardinality of many",
        operands: &["AAB", "AAB", "AAB"],
        build: |u, e| {
            let all = u.l.union_all(e);
            u.l.int_eq(u.l.cardinality(all), u.l.int(5))
        },
        meaning: |_, r| (&(&r[0] | &r[1]) | &r[2]).len() == 5,
    },
    Property {
        name: "sum over a variable",
        operands: &["A", "AB", "AA"],
        build: |u, e| {
            // Equal numbers count each, and an inner sum sees the outer variable.
            let sum = u.l.sum_over(e[0], |x| {
                let row = u.l.join(x, e[2]);
                let inner = u.l.sum_over(row, |y| u.l.cardinality(u.l.join(y, e[1])));
                u.l.sub(inner, u.l.cardinality(u.l.join(x, e[1])))
            });
            u.l.int_eq(sum, u.l.int(1))
        },
        meaning: |_, r| {
            let len = |x: Atom| r[1].iter().filter(|row| row[0] == x).count();
            let row = |x: Atom| r[2].iter().filter(move |row| row[0] == x);
            let inner = |x: Atom| row(x).map(|row| len(row[1])).sum::<usize>();
            let plus: usize = r[0].iter().map(|x| inner(x[0])).sum();
            let minus: usize = r[0].iter().map(|x| len(x[0])).sum();
            plus == minus + 1
        },
    },
];

/// How many of the first operand have something in the second.
fn fits(r: &[Rows]) -> usize {
    let leads = |x: &Vec<Atom>| r[1].iter().any(|row| row[0] == x[0]);
    r[0].iter().filter(|x| leads(x)).count()
}

/// The number of models of `formula` over `relations`, with and without symmetry breaking it is the
/// same question; here without.
fn count(l: &Logic, formula: Formula, relations: &[Relation]) -> u64 {
    let mut session = Session::new(Translator::new());
    session.assert(l, formula).unwrap();
    session.enumerate(l, relations, |_| true).unwrap().unwrap()
}

fn random(
    name: &str,
    operands: &[Columns],
    cases: u32,
    check: impl Fn(Universe, &[Relation], &mut Choices) -> Result<(), TestCaseError>,
) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let bytes = prop::collection::vec(any::<u8>(), 30..60);
    let run = TestRunner::new(config).run(&bytes, |bytes| {
        let (universe, mut choices) = (Universe::new(), Choices::new(&bytes));
        let relations: Vec<Relation> = operands
            .iter()
            .enumerate()
            .map(|(at, columns)| universe.relation(&format!("r{at}"), columns, &mut choices))
            .collect();
        check(universe, &relations, &mut choices)
    });
    if let Err(error) = run {
        panic!("{name}: {error}");
    }
}

#[test]
fn operators_mean_what_they_say() {
    for operator in OPERATORS {
        random(
            operator.name,
            operator.operands,
            150,
            |u, relations, choices| {
                let operands: Vec<Expr> = relations.iter().map(|&r| u.l.rel(r)).collect();
                let computed = (operator.build)(&u, &operands);
                // Compared with a relation that may be too small for it.
                let mut upper = u.all(operator.result);
                if choices.below(2) == 0 {
                    upper.remove(choices.below(upper.len()));
                }
                let sorts = u.sorts(operator.result);
                let bound = u.set(operator.result, upper.clone());
                let result =
                    u.l.relation("result", &sorts, TupleSet::empty(sorts.clone()), bound);
                let formula = u.l.equal(computed, u.l.rel(result));
                prop_assert!(u.l.check().is_ok());
                let upper: Rows = upper.into_iter().collect();
                let instances = u.instances(relations);
                let fitting = instances
                    .iter()
                    .filter(|rows| (operator.meaning)(&u, rows).is_subset(&upper));
                let expected = u64::try_from(fitting.count()).unwrap();
                let with_result = [relations, &[result]].concat();
                prop_assert_eq!(count(&u.l, formula, &with_result), expected);
                Ok(())
            },
        );
    }
}

#[test]
fn properties_mean_what_they_say() {
    for property in PROPERTIES {
        random(property.name, property.operands, 150, |u, relations, _| {
            let operands: Vec<Expr> = relations.iter().map(|&r| u.l.rel(r)).collect();
            let formula = (property.build)(&u, &operands);
            let instances = u.instances(relations);
            let fitting = instances.iter().filter(|rows| (property.meaning)(&u, rows));
            let expected = fitting.count();
            let all = u64::try_from(instances.len()).unwrap();
            let expected = u64::try_from(expected).unwrap();
            prop_assert_eq!(count(&u.l, formula, relations), expected);
            prop_assert_eq!(count(&u.l, u.l.not(formula), relations), all - expected);
            Ok(())
        });
    }
}

#[test]
fn the_evaluator_means_the_same() {
    for operator in OPERATORS {
        random(operator.name, operator.operands, 30, |u, relations, _| {
            let operands: Vec<Expr> = relations.iter().map(|&r| u.l.rel(r)).collect();
            let computed = (operator.build)(&u, &operands);
            for rows in u.instances(relations) {
                let mut instance = Instance::new();
                for (&relation, value) in relations.iter().zip(&rows) {
                    let columns = u.l.relation_data(relation).unwrap().upper.columns().clone();
                    instance.set(relation, TupleSet::new(&columns, value).unwrap());
                }
                let value = instance.expr(&u.l, computed).unwrap();
                let expected = u.set(operator.result, (operator.meaning)(&u, &rows));
                prop_assert_eq!(value, expected);
            }
            Ok(())
        });
    }
}
