//! Which parts of a violated clause are worth telling, and how: `old(self.len) = 2`.

use lowering::ir::{MemoryError, Obligation, ObligationKind, PanicKind};
use lowering::span::Span;
use unicode_width::UnicodeWidthStr as _;

use super::counterexample::Part;
use super::heap::Value;

/// More than this nobody reads.
const MOST: usize = 8;
/// Longer texts are not waited for by the column of the values.
const LONGEST_ALIGNED: usize = 40;

/// Of the parts of a clause, in the order of the source, those that tell a reader something: not the
/// clause itself, not literals, not references. If there are many, the outermost ones.
pub fn worth_telling(violated: &Obligation, parts: Vec<Part>) -> Vec<Part> {
    // What is lost is told by the heap; the signature that it is blamed on has no parts.
    if violated.kind == ObligationKind::Memory(MemoryError::Leak) {
        return Vec::new();
    }
    let clause = violated.span;
    let parts = match violated.kind {
        // Of a call that shrinks nothing, the arguments have the names that its caller's have.
        ObligationKind::Termination => {
            let mut measures = with_whole_measures(parts);
            measures.retain(|part| is_ours(&part.text));
            measures
        }
        _ => parts,
    };
    let compares = parts.iter().any(|part| part.text.starts_with("same("));
    let spans: Vec<Span> = parts.iter().map(|part| part.span).collect();
    let mut told: Vec<Part> = Vec::new();
    for part in parts {
        let part = Part {
            text: part.text.split_whitespace().collect::<Vec<_>>().join(" "),
            ..part
        };
        // `#[tree]` is a mark, and no expression.
        let is_mark = violated.kind == ObligationKind::Invariant && part.text == "tree";
        let named = is_name(&part.text) && !is_mark || is_ours(&part.text);
        let whole = part.span == clause && !named;
        // What cannot be evaluated is worth nothing, whatever its variable holds.
        let undone = violated.kind == ObligationKind::NotWellDefined
            && part.value == Value::Bool(false)
            && spans.iter().any(|inner| encloses_span(part.span, *inner));
        let idle = part.text == "the length" && !asks_for_an_element(violated.kind);
        if whole
            || idle
            || undone
            || !is_telling(&part, compares)
            || told.iter().any(|other| same(other, &part))
        {
            continue;
        }
        told.push(part);
    }
    let behind: Vec<String> = told.iter().map(|part| part.text.clone()).collect();
    told.retain(|part| !behind.contains(&format!("*{}", part.text)));
    while told.len() > MOST {
        let depth = |part: &Part| told.iter().filter(|other| encloses(other, part)).count();
        let deepest = (0..told.len()).max_by_key(|at| (depth(&told[*at]), *at));
        told.remove(deepest.expect("there are more than a few"));
    }
    told
}

/// What the measure was and is worth, each as a whole: of several numbers, the first that differs counts.
fn with_whole_measures(parts: Vec<Part>) -> Vec<Part> {
    let mut measures: Vec<(String, Vec<(usize, Part)>)> = Vec::new();
    let mut others = Vec::new();
    for part in parts {
        let place = part.text.rsplit_once('.');
        let place = place.and_then(|(whole, at)| Some((whole.to_owned(), at.parse().ok()?)));
        match place {
            Some((whole, at)) if is_ours(&whole) => {
                let known = measures.iter_mut().find(|(other, _)| *other == whole);
                match known {
                    Some((_, numbers)) => numbers.push((at, part)),
                    None => measures.push((whole, vec![(at, part)])),
                }
            }
            _ => others.push(part),
        }
    }
    for (text, mut numbers) in measures {
        numbers.sort_by_key(|(at, _)| *at);
        numbers.dedup_by_key(|(at, _)| *at);
        let span = numbers[0].1.span;
        let value = Value::Tuple(numbers.into_iter().map(|(_, part)| part.value).collect());
        others.push(Part { span, text, value });
    }
    others
}

/// The parts in lines, their values in a column.
pub fn table(parts: &[Part]) -> Option<String> {
    let widths = parts.iter().map(|part| part.text.width());
    let column = widths.filter(|width| *width <= LONGEST_ALIGNED).max();
    let column = column.unwrap_or(0);
    let line = |part: &Part| format!("{:column$} = {}", part.text, part.value);
    let lines: Vec<String> = parts.iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Pointers tell something only where places are compared.
fn is_telling(part: &Part, compares: bool) -> bool {
    let mut leads_on = false;
    part.value.for_each_pointer(&mut |_| leads_on = true);
    if compares && matches!(part.value, Value::Pointer(_)) && !is_where_it_is(part) {
        leads_on = false;
    }
    let empty = match &part.value {
        Value::Uninit => true,
        Value::Tuple(parts) => parts.is_empty(),
        _ => false,
    };
    !leads_on
        && !empty
        && part.value.to_string() != part.text
        && !part.text.starts_with('&')
        && part.text != "self"
        && !is_literal(&part.text)
        && !is_pattern(part)
}

/// Whether the value is no more than where the place is that the text names, which a method was lent.
fn is_where_it_is(part: &Part) -> bool {
    let field = part.text.rsplit_once('.').map(|(_, field)| field);
    field.is_some_and(|field| part.value.to_string().ends_with(&format!(".{field}")))
}

/// Whether it is a pattern, which has no value of its own: whether it matched is told elsewhere.
fn is_pattern(part: &Part) -> bool {
    let path = part
        .text
        .split(['(', '{', ' ', '|'])
        .next()
        .unwrap_or_default();
    let last = path.rsplit("::").next().unwrap_or_default();
    matches!(part.value, Value::Bool(_)) && (last == "_" || last.starts_with(char::is_uppercase))
}

fn is_literal(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '"' || first == '\'')
        && !text.contains(['(', ' '])
}

/// Whether an index may be what is wrong.
fn asks_for_an_element(kind: ObligationKind) -> bool {
    matches!(
        kind,
        ObligationKind::Panic(PanicKind::OutOfBounds) | ObligationKind::NotWellDefined
    )
}

/// What lowering names for itself has a blank in its name: `the length`.
fn is_ours(text: &str) -> bool {
    text.starts_with("the ")
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether two parts tell the same. No pointer is no pointer, as whatever type it was compared.
fn same(a: &Part, b: &Part) -> bool {
    let lead_nowhere = matches!(
        (&a.value, &b.value),
        (Value::NoPointer { .. }, Value::NoPointer { .. })
    );
    a.text == b.text && (lead_nowhere || a.value.to_string() == b.value.to_string())
}

fn encloses(outer: &Part, inner: &Part) -> bool {
    encloses_span(outer.span, inner.span)
}

fn encloses_span(outer: Span, inner: Span) -> bool {
    outer != inner
        && outer.file == inner.file
        && outer.start <= inner.start
        && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowering::ids::Id as _;
    use lowering::ir::Int;
    use lowering::span::FileId;

    const CLAUSE: &str = "matches!(x, Light::Red) ==> self.len + 1 == 7";

    fn span(text: &str) -> Span {
        let start = CLAUSE.find(text).unwrap();
        Span {
            file: FileId::from_index(0),
            start: start as u32,
            end: (start + text.len()) as u32,
        }
    }

    fn violated() -> Obligation {
        Obligation {
            kind: lowering::ir::ObligationKind::Postcondition,
            span: span(CLAUSE),
        }
    }

    fn part(text: &str, value: Value) -> Part {
        Part {
            span: span(text),
            text: text.into(),
            value,
        }
    }

    fn number(value: i64) -> Value {
        Value::Int(Int::from(value), None)
    }

    #[test]
    fn literals_patterns_and_the_clause_itself_tell_nothing() {
        let parts = vec![
            part(CLAUSE, Value::Bool(false)),
            part("matches!(x, Light::Red)", Value::Bool(true)),
            part("Light::Red", Value::Bool(true)),
            part("self.len + 1", number(3)),
            part("self.len", number(2)),
            part("1", number(1)),
            part("7", number(7)),
        ];
        let told = worth_telling(&violated(), parts);
        insta::assert_snapshot!(table(&told).unwrap(), @r"
        matches!(x, Light::Red) = true
        self.len + 1            = 3
        self.len                = 2
        ");
    }

    #[test]
    fn of_many_parts_the_innermost_go_first() {
        let mut parts = vec![part("self.len + 1", number(3)), part("self.len", number(2))];
        for at in 0..MOST {
            parts.push(Part {
                text: format!("x{at}"),
                ..part("matches!", number(0))
            });
        }
        let told = worth_telling(&violated(), parts);
        assert_eq!(told.len(), MOST);
        assert_eq!(told[0].text, "self.len + 1");
        assert!(told.iter().all(|part| part.text != "self.len"));
    }
}
