//! What a panic says, as far as it can be known: what the models of std leave out of it stands in the source, and
//! the numbers in it are those of variables and arguments.

use lowering::span::SourceMap;
use lowering::span::Span;

/// What the message of a panic at a span says: `expect` says what it was given, and what is in braces is
/// worth something.
pub(super) fn message(
    said: &str,
    at: Span,
    sources: &SourceMap,
    worth: impl FnMut(&str) -> Option<String>,
) -> String {
    // What is asserted may have braces of its own.
    if said.starts_with("assertion failed") {
        return said.to_owned();
    }
    match expected(said, sources.text(at)) {
        Some(message) => message,
        None => filled(said, &arguments(said, sources.text(at)), worth),
    }
}

/// What `expect` was given, if that is written in the call.
fn expected(said: &str, call: &str) -> Option<String> {
    let rest = said.strip_prefix("called `")?;
    let (_, rest) = rest.split_once("::")?;
    let (method, of) = rest.split_once("()` on ")?;
    method.starts_with("expect").then_some(())?;
    let (_, given) = call.rsplit_once(&format!(".{method}("))?;
    let given = given.trim().strip_prefix('"')?.split('"').next()?;
    (!given.contains('\\')).then_some(())?;
    Some(match of.contains("None") {
        true => given.to_owned(),
        // Behind it is the other value.
        false => format!("{given}: …"),
    })
}

/// A message with what stands in braces exchanged for its value: a name, or the next of the arguments. What
/// is not known stays as it is written.
fn filled(said: &str, arguments: &[&str], mut worth: impl FnMut(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = said;
    let mut next = 0;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let (brace, after) = rest[at..].split_at(1);
        if let Some(escaped) = after.strip_prefix(brace) {
            text.push_str(brace);
            rest = escaped;
            continue;
        }
        let Some((inside, after)) = after.split_once('}').filter(|_| brace == "{") else {
            text.push_str(brace);
            rest = after;
            continue;
        };
        rest = after;
        let name = inside.split(':').next().unwrap_or(inside).trim();
        let at = match name {
            "" => {
                next += 1;
                Some(next - 1)
            }
            name => name.parse().ok(),
        };
        let name = at.map_or(Some(name), |at: usize| arguments.get(at).copied());
        text.push_str(&match name.map(|name| (worth(name), name)) {
            Some((Some(value), _)) => value,
            Some((None, name)) => format!("{{{name}}}"),
            None => format!("{{{inside}}}"),
        });
    }
    text + rest
}

/// What a macro is given after the text of its message.
fn arguments<'s>(said: &str, call: &'s str) -> Vec<&'s str> {
    let inside = call.find(['(', '[', '{']).map(|at| &call[at + 1..]);
    let inside = inside.and_then(|it| Some(&it[..it.rfind([')', ']', '}'])?]));
    let mut given = top_level(inside.unwrap_or_default()).into_iter();
    given.find(|it| {
        let text = it.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        text.is_some_and(|text| !text.is_empty() && said.contains(text))
    });
    given.collect()
}

/// The pieces between the commas of a list that are inside of no brackets and no text.
fn top_level(list: &str) -> Vec<&str> {
    let (mut pieces, mut from, mut depth, mut quoted, mut escaped) =
        (Vec::new(), 0, 0, false, false);
    for (at, c) in list.char_indices() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(list[from..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_braces_are_variables() {
        let value = |name: &str| (name == "a").then(|| "10".to_owned());
        assert_eq!(
            filled("a is {a}, {b} {{}} {a:?}", &[], value),
            "a is 10, {b} {} 10"
        );
    }

    #[test]
    fn empty_braces_are_the_arguments_in_order() {
        let call = "assert!(v.len() > 2, \"{} of {:?}: {0}, {}\", v.len(), f(a, b))";
        let said = "{} of {:?}: {0}, {}";
        let given = arguments(said, call);
        assert_eq!(given, ["v.len()", "f(a, b)"]);
        let value = |name: &str| (name == "v.len()").then(|| "1".to_owned());
        assert_eq!(filled(said, &given, value), "1 of {f(a, b)}: 1, {}");
    }

    #[test]
    fn expect_says_what_it_was_given() {
        let said = "called `Option::expect()` on a `None` value";
        assert_eq!(
            expected(said, "v.first().expect(\"a head\")").as_deref(),
            Some("a head")
        );
        let said = "called `Result::expect()` on an `Err` value";
        assert_eq!(
            expected(said, "r.expect(\"a number\")").as_deref(),
            Some("a number: …")
        );
        assert_eq!(expected(said, "r.expect(text)"), None);
        assert_eq!(
            expected("called `Option::unwrap()` on a `None` value", "x"),
            None
        );
    }
}
