//! Hand-made reports for the tests of the renderers.

use std::collections::BTreeMap;
use std::time::Duration;

use lowering::diag::Unsupported;
use lowering::ids::Id as _;
use lowering::ir::types::IntTy;
use lowering::ir::{Int, ObligationKind};
use lowering::span::{FileId, Origin, SourceFile, SourceMap, Span};

use crate::project::PackageIdentity;
use crate::report::counterexample::{Counterexample, Event, EventKind, Exit, Part, Violated};
use crate::report::heap::{Adt, Heap, NoPointer, Node, NodeId, Pointer, PointerKind, Root, Value};
use crate::report::*;

pub const SOURCE: &str = "\
impl IntSet {
    #[ensures(self.view() == old(self.view()).remove(x))]
    pub fn remove(&mut self, x: i32) -> bool {
        let mut cur = &mut self.head;
        while let Some(node) = cur {
            if node.elem == x {
                *cur = None;
                self.len -= 1;
                return true;
            }
            cur = &mut node.next;
        }
        false
    }
}
";

pub fn package() -> PackageIdentity {
    PackageIdentity {
        name: "int-set".into(),
        version: Some("0.1.0".into()),
        id: "path+file:///home/user/int-set#0.1.0".into(),
        manifest_path: "/home/user/int-set/Cargo.toml".into(),
        target_name: "int_set".into(),
        target_kind: "lib".into(),
        src_path: "/home/user/int-set/src/lib.rs".into(),
        edition: "2024".into(),
    }
}

pub fn sources() -> (SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new(
        "src/lib.rs".into(),
        SOURCE.into(),
        Origin::User,
    ));
    (sources, file)
}

/// The first place of `text` in the source.
pub fn at(file: FileId, text: &str) -> Span {
    let start = SOURCE.find(text).expect("the fixture has the text");
    Span {
        file,
        start: u32::try_from(start).expect("the fixture is short"),
        end: u32::try_from(start + text.len()).expect("the fixture is short"),
    }
}

pub fn int(value: i64) -> Value {
    Value::Int(Int::from(value), Some(IntTy::I32))
}

/// Objects are named by their numbers, unless `to` is 0 and they are `self`.
pub fn pointer(to: usize, pointee: &str) -> Value {
    Value::Pointer(Pointer {
        kind: PointerKind::Owner,
        to: NodeId::from_index(to),
        name: name(to),
        path: Vec::new(),
        pointee: pointee.into(),
    })
}

pub fn none(pointee: &str) -> Value {
    Value::NoPointer {
        word: NoPointer::None,
        pointee: pointee.into(),
    }
}

pub fn record(ty: &str, fields: Vec<(&str, Value)>) -> Value {
    Value::Adt(Adt {
        ty: ty.into(),
        variant: None,
        named_fields: true,
        fields: fields
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect(),
    })
}

fn name(index: usize) -> String {
    match index {
        0 => "self".into(),
        _ => format!("N{}", index - 1),
    }
}

/// Roots and objects; the object at 0 is the one behind `self`.
pub fn heap(roots: Vec<(&str, Value)>, nodes: Vec<(usize, &str, Value)>) -> Heap {
    Heap {
        roots: roots
            .into_iter()
            .map(|(name, value)| Root {
                slice: None,
                name: name.into(),
                value,
            })
            .collect(),
        nodes: nodes
            .into_iter()
            .map(|(index, ty, value)| {
                let node = Node {
                    name: name(index),
                    ty: ty.into(),
                    value,
                };
                (NodeId::from_index(index), node)
            })
            .collect::<BTreeMap<_, _>>(),
    }
}

/// A list of the elements behind a set, as the heap of a method of it.
pub fn list(elements: &[i64], extra: Vec<(&str, Value)>) -> Heap {
    let link = |index: usize| match elements.get(index) {
        Some(_) => pointer(index + 1, "Node"),
        None => none("Node"),
    };
    let len = Value::Int(Int::from(elements.len() as u64), Some(IntTy::Usize));
    let set = record("IntSet", vec![("head", link(0)), ("len", len)]);
    let mut nodes = vec![(0, "IntSet", set)];
    for (index, element) in elements.iter().enumerate() {
        let node = record(
            "Node",
            vec![("elem", int(*element)), ("next", link(index + 1))],
        );
        nodes.push((index + 1, "Node", node));
    }
    let mut roots = vec![("self", pointer(0, "IntSet"))];
    roots.extend(extra);
    heap(roots, nodes)
}

fn report(file: FileId, function: &str, outcome: Outcome) -> FunctionReport {
    FunctionReport {
        package: "int-set".into(),
        function: function.into(),
        span: at(file, "pub fn remove(&mut self, x: i32) -> bool"),
        bounds: bounds(),
        time: Duration::from_millis(1234),
        solver: SolverStats {
            vars: 1200,
            clauses: 5300,
            conflicts: 17,
        },
        obligations: vec![ObligationReport {
            kind: ObligationKind::Postcondition,
            span: at(file, "self.view() == old(self.view()).remove(x)"),
            verdict: ObligationVerdict::Violated,
        }],
        emitted: Vec::new(),
        witness: None,
        coverage: None,
        followed: Vec::new(),
        lawful: Vec::new(),
        outcome,
    }
}

pub fn bounds() -> Bounds {
    Bounds {
        scope: 4,
        int_bits: IntBits::for_scope(4),
        unroll: None,
    }
}

pub fn counterexample(file: FileId) -> Counterexample {
    let mut cut_list = list(&[1], vec![("x", int(2)), ("result", Value::Bool(true))]);
    if let Some(set) = cut_list.nodes.get_mut(&NodeId::from_index(0)) {
        set.value = record(
            "IntSet",
            vec![("head", pointer(1, "Node")), ("len", int(2))],
        );
    }
    let step = |text: &str, kind: EventKind| Event {
        depth: 0,
        span: at(file, text),
        kind,
        closure: None,
        after: None,
    };
    let assigned = |place: &str, value: Value| EventKind::Assigned {
        place: place.into(),
        value,
    };
    let cursor = |to: usize, path: &str| {
        Value::Pointer(Pointer {
            kind: PointerKind::Mutable,
            to: NodeId::from_index(to),
            name: name(to),
            path: vec![path.into()],
            pointee: "Option".into(),
        })
    };
    let matched = |matched| EventKind::Pattern { matched };
    let clause = at(file, "self.view() == old(self.view()).remove(x)");
    Counterexample {
        violated: Violated {
            kind: ObligationKind::Postcondition,
            span: clause,
            text: "self.view() == old(self.view()).remove(x)".into(),
        },
        reached: Some(at(file, "return true")),
        call: "self.remove(2)".into(),
        pre: list(&[1, 2, 3], vec![("x", int(2))]),
        exit: Exit::Returned(cut_list),
        trace: vec![
            step(
                "let mut cur = &mut self.head",
                assigned("cur", cursor(0, "head")),
            ),
            step("let Some(node) = cur", matched(true)),
            step("let Some(node) = cur", assigned("node", pointer(1, "Node"))),
            step("node.elem == x", EventKind::Condition(false)),
            step("cur = &mut node.next", assigned("cur", cursor(1, "next"))),
            step("let Some(node) = cur", matched(true)),
            step("let Some(node) = cur", assigned("node", pointer(2, "Node"))),
            step("node.elem == x", EventKind::Condition(true)),
            step("*cur = None", assigned("*cur", none("Node"))),
            step("self.len -= 1", assigned("self.len", int(2))),
            step("return true", EventKind::Returned(Value::Bool(true))),
        ],
        refusals: Vec::new(),
        meant_on_entry: Vec::new(),
        undefined: None,
        borrowed: None,
        written: Vec::new(),
        boxed: false,
        replay: None,
        path: Vec::new(),
        parts: vec![
            Part {
                span: at(file, "self.view()"),
                text: "self.view()".into(),
                value: Value::Set(vec![int(1)]),
            },
            Part {
                span: at(file, "old(self.view()).remove(x)"),
                text: "old(self.view()).remove(x)".into(),
                value: Value::Set(vec![int(1), int(3)]),
            },
        ],
    }
}

/// One report of each kind.
pub fn reports(file: FileId) -> Vec<FunctionReport> {
    let judged = |name, verdict| report(file, name, Outcome::Judged(verdict));
    let cut = Completeness::UpToUnrolling {
        limit: 3,
        cut: vec![at(file, "while let Some(node) = cur")],
        example: Some(Box::new(Input {
            call: "self.insert(2)".into(),
            heap: list(&[1, 3], vec![("x", int(2))]),
        })),
    };
    vec![
        judged("IntSet::new", Verdict::Verified(Completeness::Complete)),
        judged("IntSet::insert", Verdict::Verified(cut)),
        judged(
            "IntSet::remove",
            Verdict::Violated(vec![counterexample(file)]),
        ),
        judged(
            "IntSet::never",
            Verdict::Vacuous(Vacuity::Entry(Vec::new())),
        ),
        judged(
            "IntSet::asm",
            Verdict::Unsupported(vec![Unsupported {
                span: at(file, "self.len -= 1"),
                construct: "inline assembly".into(),
            }]),
        ),
        judged(
            "IntSet::hard",
            Verdict::Undecided(Undecided::Time(Duration::from_secs(60))),
        ),
        report(
            file,
            "IntSet::typo",
            Outcome::Mistake(vec![
                lowering::Diagnostic::error(
                    "BV0120",
                    at(file, "self.view()"),
                    "there is no `viwe` here",
                )
                .help("did you mean `view`?"),
            ]),
        ),
        report(
            file,
            "IntSet::boom",
            Outcome::Internal(InternalError {
                message: "the interpreter disagrees with the solver".into(),
                location: Some("check/mod.rs:10:5".into()),
            }),
        ),
    ]
}

pub fn summary(reports: &[FunctionReport]) -> Summary {
    let mut summary = Summary::default();
    reports.iter().for_each(|report| summary.add(report));
    summary
}
