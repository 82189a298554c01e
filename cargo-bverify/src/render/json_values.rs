//! Counterexamples, heaps and values as JSON. Numbers beyond 64 bits are strings, since most readers
//! of JSON would round them.

use std::collections::BTreeMap;

use lowering::span::{SourceMap, Span};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::report::counterexample::{self, Event, EventKind, Exit};
use crate::report::heap::{Adt, Heap, Value};
use crate::report::obligation;

/// A counterexample.
#[derive(Serialize)]
pub struct Counterexample {
    kind: &'static str,
    clause: String,
    at: Place,
    reached: Option<Place>,
    call: String,
    pre: State,
    exit: &'static str,
    panic: Option<String>,
    post: State,
    parts: Vec<Part>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refusals: Vec<Refusal>,
    trace: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct State {
    roots: BTreeMap<String, Json>,
    objects: BTreeMap<String, Json>,
}

/// Where a function that the clause calls came to its answer.
#[derive(Serialize)]
struct Refusal {
    call: String,
    value: bool,
    at: Place,
    parts: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    text: String,
    value: Json,
}

#[derive(Serialize)]
struct Step {
    depth: u32,
    #[serde(flatten)]
    at: Place,
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Json>,
}

/// A counterexample as JSON.
pub fn counterexample(
    found: &counterexample::Counterexample,
    sources: &SourceMap,
) -> Counterexample {
    let (exit, panic) = match &found.exit {
        Exit::Returned(_) => ("returned", None),
        Exit::Panicked { message, .. } => ("panicked", Some(message.clone())),
        Exit::Stopped(_) => ("stopped", None),
    };
    Counterexample {
        kind: obligation::kind_name(found.violated.kind),
        clause: found.violated.text.clone(),
        at: place(sources, found.violated.span),
        reached: found.reached.map(|span| place(sources, span)),
        call: found.call.clone(),
        pre: state(&found.pre),
        exit,
        panic,
        post: state(found.exit.heap()),
        parts: parts(&found.parts),
        refusals: found
            .refusals
            .iter()
            .map(|refusal| Refusal {
                call: refusal.call.clone(),
                value: refusal.value,
                at: place(sources, refusal.span),
                parts: parts(&refusal.parts),
            })
            .collect(),
        trace: found
            .trace
            .iter()
            .filter(|event| sources.is_user(event.span))
            .map(|event| step(event, sources))
            .collect(),
        test: match &found.replay {
            Some(Ok(replay)) => Some(replay.text.clone()),
            _ => None,
        },
    }
}

fn place(sources: &SourceMap, span: Span) -> Place {
    let at = sources.start(span);
    Place {
        file: sources.file(span.file).path.clone(),
        line: at.line,
        column: at.column,
    }
}

fn state(heap: &Heap) -> State {
    let roots = heap.roots.iter();
    let nodes = heap.nodes.values();
    State {
        roots: roots
            .map(|root| (root.name.clone(), value(&root.value)))
            .collect(),
        objects: nodes
            .map(|node| (node.name.clone(), value(&node.value)))
            .collect(),
    }
}

fn parts(parts: &[counterexample::Part]) -> Vec<Part> {
    let parts = parts.iter().map(|part| Part {
        text: part.text.clone(),
        value: value(&part.value),
    });
    parts.collect()
}

fn step(event: &Event, sources: &SourceMap) -> Step {
    let (name, subject, value) = match &event.kind {
        EventKind::Assigned { place, value: v } => {
            ("assigned", Some(place.clone()), Some(value(v)))
        }
        EventKind::Condition(outcome) => ("condition", None, Some(json!(outcome))),
        EventKind::Pattern { matched } => ("pattern", None, Some(json!(matched))),
        EventKind::Called { function, args } => {
            let args: serde_json::Map<String, Json> = args
                .iter()
                .map(|(name, arg)| (name.clone(), value(arg)))
                .collect();
            ("called", Some(function.clone()), Some(Json::Object(args)))
        }
        EventKind::ByContract(function) => ("by-contract", Some(function.clone()), None),
        EventKind::Freed(names) => ("freed", None, Some(json!(names))),
        EventKind::Gave { call, value: v } => ("gave", Some(call.clone()), Some(value(v))),
        EventKind::Returned(v) => ("returned", None, Some(value(v))),
        EventKind::Panicked(message) => ("panicked", Some(message.clone()), None),
        EventKind::Failed(why) => ("failed", Some(why.clone()), None),
    };
    Step {
        depth: event.depth,
        at: place(sources, event.span),
        event: name,
        subject,
        value,
    }
}

fn value(shown: &Value) -> Json {
    match shown {
        Value::Uninit => json!({ "uninit": true }),
        Value::Freed => json!({ "freed": true }),
        Value::Bool(value) => json!(value),
        Value::Int(number, _) => match (i64::try_from(*number), u64::try_from(*number)) {
            (Ok(number), _) => json!(number),
            (_, Ok(number)) => json!(number),
            _ => json!(number.to_string()),
        },
        Value::Char(character) => json!(character),
        Value::Adt(adt) => adt_value(adt),
        Value::Text(text) => text.as_str().into(),
        Value::Tuple(parts) | Value::Seq(parts) => parts.iter().map(value).collect(),
        Value::Set(members) => json!({ "set": members.iter().map(value).collect::<Json>() }),
        Value::Map(entries) => {
            let entry = |(key, of): &(Value, Value)| json!([value(key), value(of)]);
            json!({ "map": entries.iter().map(entry).collect::<Json>() })
        }
        Value::Pointer(pointer) => json!({ "pointer": pointer.place() }),
        Value::NoPointer { .. } => Json::Null,
        Value::Member { .. } => json!(shown.to_string()),
    }
}

fn adt_value(adt: &Adt) -> Json {
    let fields: serde_json::Map<String, Json> = adt
        .fields
        .iter()
        .map(|(name, field)| (name.clone(), value(field)))
        .collect();
    json!({ "type": adt.name(), "fields": fields })
}
