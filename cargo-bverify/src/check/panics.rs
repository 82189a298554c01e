//! What a panic says, as far as it can be known: what the models of std leave out of it stands in the source, and
//! the numbers in it are those of variables.

use lowering::span::SourceMap;
use lowering::span::Span;

/// What the message of a panic at a span says: `expect` says what it was given, and a name in braces is
/// that variable.
pub(super) fn message(
    said: &str,
    at: Span,
    sources: &SourceMap,
    variable: impl FnMut(&str) -> Option<String>,
) -> String {
    // What is asserted may have braces of its own.
    if said.starts_with("assertion failed") {
        return said.to_owned();
    }
    match expected(said, sources.text(at)) {
        Some(message) => message,
        None => filled(said, variable),
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

/// A message with names in braces exchanged for values.
fn filled(said: &str, mut variable: impl FnMut(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = said;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let known = after.split_once('}').and_then(|(inside, after)| {
            let name = inside.split(':').next().unwrap_or(inside);
            Some((variable(name)?, after))
        });
        match known {
            Some((value, after)) => {
                text.push_str(&value);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_braces_are_variables() {
        let value = |name: &str| (name == "a").then(|| "10".to_owned());
        assert_eq!(
            filled("a is {a}, {b} {{}} {a:?}", value),
            "a is 10, {b} {{}} 10"
        );
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
