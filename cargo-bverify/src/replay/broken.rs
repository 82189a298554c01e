//! Breaks long statements of a test the way rustfmt would: a bracket that does not fit has its items
//! on lines of their own.

/// The statement in lines of at most `width` columns, as far as its brackets allow.
pub(super) fn broken(line: &str, width: usize) -> Vec<String> {
    // Where brackets may be inside of literals, the line is left alone.
    if line.len() <= width || line.contains(['"', '\'']) {
        return vec![line.to_owned()];
    }
    let Some((head, items, tail)) = split(line) else {
        return vec![line.to_owned()];
    };
    let mut lines = vec![head.trim_end().to_owned()];
    for item in items {
        let item = format!("{item},");
        let inner = broken(&item, width.saturating_sub(4));
        lines.extend(inner.into_iter().map(|line| format!("    {line}")));
    }
    lines.push(tail);
    lines
}

/// What stands before and with the first bracket, the items inside of it, and the rest.
fn split(line: &str) -> Option<(String, Vec<String>, String)> {
    let open = line.find(['{', '(', '['])?;
    let mut depth = 0;
    let mut items = Vec::new();
    let mut start = open + 1;
    for (at, character) in line.char_indices().skip_while(|(at, _)| *at < open) {
        match character {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    items.push(line[start..at].trim().to_owned());
                    items.retain(|item| !item.is_empty());
                    return Some((line[..=open].to_owned(), items, line[at..].to_owned()));
                }
            }
            ',' if depth == 1 => {
                items.push(line[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_do_not_fit_are_broken() {
        let line = "let tree = Tree { root: Some(Node { key: 1, left: None }), len: 1 };";
        assert_eq!(broken(line, 80), [line]);
        insta::assert_snapshot!(broken(line, 48).join("\n"), @r"
        let tree = Tree {
            root: Some(Node { key: 1, left: None }),
            len: 1,
        };
        ");
        insta::assert_snapshot!(broken(line, 40).join("\n"), @r"
        let tree = Tree {
            root: Some(
                Node { key: 1, left: None },
            ),
            len: 1,
        };
        ");
    }
}
