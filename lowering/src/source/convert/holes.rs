//! The text of `format!` and its kin: which argument stands where, and how it is written.

use super::super::ast::Hole;

/// The places of arguments in the text. `names` are those of the arguments that are given; variables that the text
/// names and nobody gives are added. Nothing if the text is malformed.
pub(super) fn holes(text: &str, names: &mut Vec<Option<String>>) -> Option<Vec<Hole>> {
    let mut found = Vec::new();
    let mut next = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (_, tail) = rest.split_at(at);
        if tail.starts_with("{{") || tail.starts_with("}}") {
            rest = tail.get(2..)?;
            continue;
        }
        let hole = tail.strip_prefix('{')?;
        let (hole, after) = hole.split_once('}')?;
        rest = after;
        let (which, spec) = hole.split_once(':').unwrap_or((hole, ""));
        let (which, spec) = (which.trim(), spec.trim_end());
        let (by, flags) = way(spec);
        // `{:.*}` takes its precision first; `{:w$}` names another argument.
        if flags.contains(".*") {
            next += 1;
        }
        for word in flags.split(|c: char| c != '$' && c != '_' && !c.is_alphanumeric()) {
            if let Some(name) = word.strip_suffix('$') {
                let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
                if !name.is_empty() {
                    number(name, names);
                }
            }
        }
        let arg = match which.parse::<usize>() {
            Ok(arg) => arg,
            Err(_) if which.is_empty() => {
                next += 1;
                next - 1
            }
            Err(_) => number(which, names),
        };
        if arg >= names.len() {
            return None;
        }
        found.push(Hole {
            arg,
            by,
            alternate: flags == "#",
            plain: flags.is_empty() || flags == "#",
        });
    }
    Some(found)
}

/// The number of a named argument.
fn number(name: &str, names: &mut Vec<Option<String>>) -> usize {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let known = names.iter().position(|it| it.as_deref() == Some(name));
    known.unwrap_or_else(|| {
        names.push(Some(name.to_owned()));
        names.len() - 1
    })
}

/// The trait that writes an argument, and what else is asked of it.
fn way(spec: &str) -> (&'static str, &str) {
    const WAYS: [(&str, &str); 10] = [
        ("x?", "Debug"),
        ("X?", "Debug"),
        ("?", "Debug"),
        ("x", "LowerHex"),
        ("X", "UpperHex"),
        ("o", "Octal"),
        ("b", "Binary"),
        ("e", "LowerExp"),
        ("E", "UpperExp"),
        ("p", "Pointer"),
    ];
    for (end, by) in WAYS {
        if let Some(flags) = spec.strip_suffix(end) {
            return (by, flags);
        }
    }
    ("Display", spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, given: &[Option<&str>]) -> Option<String> {
        let mut names: Vec<_> = given.iter().map(|it| it.map(str::to_owned)).collect();
        let holes = holes(text, &mut names)?;
        let holes = holes.iter().map(|hole| {
            let alternate = if hole.alternate { "#" } else { "" };
            let other = if hole.plain { "" } else { "+" };
            format!("{}{alternate}{other}{}", hole.arg, hole.by)
        });
        let holes: Vec<String> = holes.collect();
        let names: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
        Some(format!("{} / {}", holes.join(" "), names.join(" ")))
    }

    #[test]
    fn holes_are_numbered() {
        let plain = shown("{} {:?} {{}} {0:#?}", &[None, None]);
        assert_eq!(plain.as_deref(), Some("0Display 1Debug 0#Debug / "));
        let named = shown("{a} {b:>8} {a:x}", &[Some("b")]);
        assert_eq!(named.as_deref(), Some("1Display 0+Display 1LowerHex / b a"));
        let wide = shown("{:w$} {:.*}", &[None, None, None]);
        assert_eq!(wide.as_deref(), Some("0+Display 2+Display / w"));
        assert_eq!(shown("{} {}", &[None]), None);
        assert_eq!(shown("{", &[]), None);
    }
}
