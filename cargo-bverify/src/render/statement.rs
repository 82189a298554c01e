//! The statement of a line that a position is in, told by brackets and semicolons: a line may hold a whole function.

/// What is open at a position of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A block of statements.
    Block,
    /// Parentheses, square brackets, or the braces of a struct literal.
    Other,
}

/// The statement, or head of a block, at an offset of the line.
pub(super) fn statement(line: &str, at: usize) -> &str {
    let mut open: Vec<Open> = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut before = ' ';
    for (here, character) in line.char_indices() {
        let escaped = std::mem::replace(&mut before, character) == '\\';
        if quoted {
            quoted = character != '"' || escaped;
            continue;
        }
        let ends = match character {
            '"' => {
                quoted = true;
                false
            }
            '(' | '[' => {
                open.push(Open::Other);
                false
            }
            ')' | ']' => {
                open.pop();
                false
            }
            '{' => {
                let is_block = opens_block(&line[start..here]);
                open.push(if is_block { Open::Block } else { Open::Other });
                is_block
            }
            '}' => open.pop() != Some(Open::Other),
            ';' => open.last() != Some(&Open::Other),
            _ => false,
        };
        if ends {
            let piece = line[start..here].trim();
            match piece.is_empty() {
                false if at <= here => return piece,
                true if at == here => return &line[here..=here],
                _ => {}
            }
            start = here + 1;
        }
    }
    let rest = line[start..].trim();
    match rest.is_empty() {
        true => line.trim(),
        false => rest,
    }
}

/// Whether a brace behind this text opens a block of statements of its own: not one of a struct literal, nor one inside
/// of another statement (`let x = unsafe { … }`).
fn opens_block(text: &str) -> bool {
    const HEADS: [&str; 14] = [
        "if", "else", "while", "match", "for", "loop", "unsafe", "impl", "struct", "enum", "trait",
        "fn", "pub", "const",
    ];
    let text = without_attributes(text.trim());
    let text = match text.split_once(": ") {
        Some((label, rest)) if label.starts_with('\'') => rest,
        _ => text,
    };
    let first = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    text.is_empty() || text.ends_with("=>") || first.is_some_and(|word| HEADS.contains(&word))
}

/// Whether the line has the head of a function and, behind it, some of its body.
pub(super) fn has_body(line: &str) -> bool {
    let head = without_attributes(line.trim());
    let words = head.split('(').next().unwrap_or_default();
    let body = head.split_once('{').map(|(_, body)| body.trim());
    words.split_whitespace().any(|word| word == "fn") && body.is_some_and(|body| !body.is_empty())
}

/// A line without the attributes before its item.
fn without_attributes(mut line: &str) -> &str {
    while let Some(rest) = line.strip_prefix("#[") {
        let mut open = 1;
        let end = rest.char_indices().find(|(_, character)| {
            match character {
                '[' => open += 1,
                ']' => open -= 1,
                _ => {}
            }
            open == 0
        });
        match end {
            Some((end, _)) => line = rest[end + 1..].trim_start(),
            None => return line,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{has_body, statement};

    #[track_caller]
    fn check(line: &str, marked: &str, expected: &str) {
        let at = line.find(marked).expect("the text is in the line");
        assert_eq!(statement(line, at), expected);
    }

    const LINE: &str = "pub fn f(v: &[u8; 4]) -> Foo { let mut n = 0; for x in v { n += 1; } Foo { n, m: \";\" } }";

    #[test]
    fn a_function_on_one_line_is_told_by_its_statements() {
        check(LINE, "v: &", "pub fn f(v: &[u8; 4]) -> Foo");
        check(LINE, "n = 0", "let mut n = 0");
        check(LINE, "x in", "for x in v");
        check(LINE, "n += 1", "n += 1");
        check(LINE, "m: ", "Foo { n, m: \";\" }");
    }

    #[test]
    fn a_line_of_one_statement_is_that() {
        let line = "    let n = Box::new(Node { elem, next: None });";
        check(line, "Box", "let n = Box::new(Node { elem, next: None })");
        check(
            "    } else if x == Y { a } else {",
            "x ==",
            "else if x == Y",
        );
        check("    }", "}", "}");
    }

    #[test]
    fn blocks_inside_of_a_statement_are_parts_of_it() {
        let line = "let n = unsafe { let n = *p; n.elem };";
        check(line, "n.elem", "let n = unsafe { let n = *p; n.elem }");
        let line = "'a: loop { if x { break 'a; } }";
        check(line, "break", "break 'a");
        check(line, "x {", "if x");
    }

    #[test]
    fn attributes_and_heads_of_functions_are_not_what_runs() {
        let line = "#[ensures(v[0] == 1)] pub fn f(v: &[u8]) -> u8 { v[0] }";
        check(line, "v[0] }", "v[0]");
        assert!(has_body(line));
        assert!(has_body("fn mean(v: &[u8]) -> u8 { total(v) }"));
        assert!(!has_body("pub fn f() {"));
        assert!(!has_body("let x = Foo { a };"));
    }
}
