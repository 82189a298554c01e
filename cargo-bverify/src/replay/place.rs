//! Where a test of a function belongs: at the end of the module that the function is in, so that it
//! sees what the function sees. Reads just enough of Rust to tell braces from strings and comments.

/// The module of a position: the names of the inline modules around it, outermost first, and where
/// the innermost ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The inline modules of the file.
    pub inline: Vec<String>,
    /// Where the innermost ends, or the file.
    pub end: usize,
}

/// Whether a position of a file is inside the body of a function.
pub(super) fn is_in_body(text: &str, position: usize) -> bool {
    let mut bodies = Vec::new();
    // Whether a name came after `fn`, and whether `fn` was the last word.
    let (mut head, mut keyword) = (false, false);
    for (at, token) in tokens(text) {
        if at >= position {
            break;
        }
        match token {
            Token::Word(word) => head |= keyword && !word.is_empty(),
            Token::Open => bodies.push(std::mem::take(&mut head)),
            Token::Close => _ = bodies.pop(),
            Token::Mark(b';') => head = false,
            Token::Mark(_) | Token::Quoted => {}
        }
        keyword = token == Token::Word("fn");
    }
    bodies.contains(&true)
}

/// The module that a position of a file is in.
pub fn module_at(text: &str, position: usize) -> Module {
    let mut open: Vec<Option<String>> = Vec::new();
    let mut inside: Option<Vec<Option<String>>> = None;
    // The last two words before a brace: `mod name`.
    let (mut before, mut last) = (String::new(), String::new());
    for (at, token) in tokens(text) {
        if inside.is_none() && at >= position {
            inside = Some(open.clone());
        }
        match token {
            Token::Word(word) => {
                before = std::mem::replace(&mut last, word.to_owned());
                continue;
            }
            Token::Open => open.push((before == "mod").then(|| last.clone())),
            Token::Close => {
                open.pop();
                if let Some(around) = &inside
                    && let Some(innermost) = around.iter().rposition(Option::is_some)
                    && open.len() == innermost
                {
                    return Module {
                        inline: around.iter().flatten().cloned().collect(),
                        end: at,
                    };
                }
            }
            Token::Mark(_) | Token::Quoted => {}
        }
        before.clear();
        last.clear();
    }
    Module {
        inline: Vec::new(),
        end: text.len(),
    }
}

/// A token, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a keyword or a number.
    Word(&'a str),
    /// `{`
    Open,
    /// `}`
    Close,
    /// Any other single character.
    Mark(u8),
    /// A literal in quotes, or a lifetime.
    Quoted,
}

/// The words, braces and other tokens of a file with their positions; no comments.
pub(super) fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let byte = bytes[at];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if byte.is_ascii_whitespace() {
            1
        } else if let Some(length) = string(rest) {
            tokens.push((at, Token::Quoted));
            length
        } else if byte == b'\'' {
            tokens.push((at, Token::Quoted));
            character(rest)
        } else if is_word(byte) {
            let length = bytes[at..]
                .iter()
                .take_while(|byte| is_word(**byte))
                .count();
            tokens.push((at, Token::Word(&text[at..at + length])));
            length
        } else {
            tokens.push((
                at,
                match byte {
                    b'{' => Token::Open,
                    b'}' => Token::Close,
                    other => Token::Mark(other),
                },
            ));
            1
        };
        at += length.max(1);
        while at < bytes.len() && !text.is_char_boundary(at) {
            at += 1;
        }
    }
    tokens
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length of a comment that may contain others.
fn comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        if text.as_bytes()[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// The length of a string literal of any kind, if there is one.
fn string(text: &str) -> Option<usize> {
    let prefix = text.find(|c: char| !matches!(c, 'b' | 'c' | 'r'))?;
    if prefix > 2 {
        return None;
    }
    let (head, rest) = text.split_at(prefix);
    if head.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let body = rest[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix + hashes + 1 + length);
    }
    let body = rest.strip_prefix('"')?;
    let mut escaped = false;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(prefix + at + 2),
            _ => {}
        }
    }
    Some(text.len())
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let body = &text[1..];
    if let Some(escape) = body.strip_prefix('\\') {
        let skipped = escape.chars().next().map_or(0, char::len_utf8);
        let end = escape.get(skipped..).and_then(|rest| rest.find('\''));
        return end.map_or(1, |end| 2 + skipped + end + 1);
    }
    let mut chars = body.chars();
    match (chars.next(), chars.next()) {
        (Some(inner), Some('\'')) => 1 + inner.len_utf8() + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, needle: &str) -> (Vec<String>, usize) {
        let module = module_at(text, text.find(needle).unwrap());
        (module.inline, module.end)
    }

    #[test]
    fn a_module_is_found_by_its_braces() {
        let text = "mod a { fn f() {} mod b { impl X { fn g() {} } } } fn h() {}";
        let end = |needle: &str| text.find(needle).unwrap();
        assert_eq!(at(text, "fn f"), (vec!["a".into()], end("} fn h")));
        let inner = (vec!["a".into(), "b".into()], end("} } fn h"));
        assert_eq!(at(text, "fn g"), inner);
        assert_eq!(at(text, "fn h"), (vec![], text.len()));
    }

    #[test]
    fn functions_inside_of_functions_are_told_from_methods() {
        let text =
            "impl F<fn(u8)> for X { fn f() { fn g() {} } } fn h<T>() where T: A {} fn k() {}";
        let inside = |needle: &str| is_in_body(text, text.find(needle).unwrap());
        assert!(inside("fn g"));
        assert!(!inside("fn f()") && !inside("fn h") && !inside("fn k"));
    }

    #[test]
    fn braces_in_strings_characters_and_comments_are_none() {
        let text = r##"mod a { const X: &str = "}\"}"; const Y: char = '}'; /* } /* } */ } */
            const Z: &str = r#"}"}"#; fn g<'a>(x: &'a str) {} // }
            fn f() {} }"##;
        assert_eq!(at(text, "fn f"), (vec!["a".into()], text.len() - 1));
    }
}
