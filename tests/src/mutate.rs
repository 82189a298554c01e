//! Makes faulty versions of a source: one small change each, by a few rules, in the order of the text.
//! It knows lines and words of formatted Rust and nothing more; what does not compile is found out
//! later, and so is what makes no difference.

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// An assignment, or a statement that is a call, is left out.
    Drop,
    /// A bound is one too low or too high.
    OffByOne,
    /// A condition is turned round, or a truth value.
    Swap,
    /// A neighbouring field, or the function that reads it.
    WrongField,
}

impl Rule {
    /// Its name in the list of mutants.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Drop => "drop",
            Rule::OffByOne => "off-by-one",
            Rule::Swap => "swap",
            Rule::WrongField => "wrong-field",
        }
    }
}

/// A faulty version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The rule.
    pub rule: Rule,
    /// The function that it is in.
    pub function: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What the line says.
    pub before: String,
    /// What it says in this version; nothing if it is left out.
    pub after: String,
}

const REPLACEMENTS: [(Rule, &str, &str); 22] = [
    (Rule::OffByOne, "0..=", "0.."),
    (Rule::OffByOne, "0..", "1.."),
    (Rule::OffByOne, "index..", "index + 1.."),
    (Rule::OffByOne, "+ 1..", ".."),
    (Rule::OffByOne, " += 1", " += 2"),
    (Rule::OffByOne, " <= ", " < "),
    (Rule::OffByOne, " < ", " <= "),
    (Rule::OffByOne, " >= ", " > "),
    (Rule::OffByOne, " - 1", ""),
    (Rule::Swap, " == ", " != "),
    (Rule::Swap, " != ", " == "),
    (Rule::Swap, "is_some()", "is_none()"),
    (Rule::Swap, "is_none()", "is_some()"),
    (Rule::Swap, "true", "false"),
    (Rule::Swap, "false", "true"),
    (Rule::WrongField, ".next", ".prev"),
    (Rule::WrongField, ".prev", ".next"),
    (Rule::WrongField, "next_of(", "prev_of("),
    (Rule::WrongField, "prev_of(", "next_of("),
    (Rule::WrongField, "self.head", "self.tail"),
    (Rule::WrongField, "self.tail", "self.head"),
    (Rule::WrongField, "Some(prev)", "Some(next)"),
];

/// The faulty versions of a source.
pub fn mutants(source: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    let mut function = None;
    let mut in_specification = false;
    for (index, text) in source.lines().enumerate() {
        let code = text.trim();
        if code == "#[cfg(test)]" {
            break;
        }
        // Formatted code: a function ends at the indentation at which it began.
        let indentation = text.len() - text.trim_start().len();
        if code.starts_with("#[model]") || code.starts_with("#[pure]") {
            in_specification = true;
        }
        if let Some(name) = name_of_function(code) {
            function = Some((name.to_owned(), indentation));
        }
        let Some((name, starts_at)) = &function else {
            continue;
        };
        let is_signature = indentation == *starts_at;
        if !is_signature && !in_specification && !code.starts_with("//") {
            let changes = changes(text).into_iter();
            found.extend(changes.map(|(rule, after)| Mutant {
                rule,
                function: name.clone(),
                line: index + 1,
                before: code.to_owned(),
                after,
            }));
        }
        if is_signature && code == "}" {
            function = None;
            in_specification = false;
        }
    }
    found
}

impl Mutant {
    /// The source with the change.
    pub fn apply(&self, source: &str) -> String {
        let lines = source.lines().enumerate();
        let changed = lines.map(|(index, text)| {
            let indentation = &text[..text.len() - text.trim_start().len()];
            match index + 1 == self.line {
                true => format!("{indentation}{}\n", self.after),
                false => format!("{text}\n"),
            }
        });
        changed.collect()
    }
}

fn name_of_function(code: &str) -> Option<&str> {
    let (before, rest) = code.split_once("fn ")?;
    let modifiers = ["", "pub ", "unsafe ", "pub unsafe "];
    if !modifiers.contains(&before) {
        return None;
    }
    rest.split(['(', '<']).next()
}

/// What may become of a line.
fn changes(text: &str) -> Vec<(Rule, String)> {
    let code = text.trim();
    let mut changes = Vec::new();
    let is_statement = code.ends_with(';') && !code.starts_with("let ");
    let is_control = ["return", "break", "continue", "assert!", "panic!"]
        .iter()
        .any(|word| code.starts_with(word));
    if is_statement && !is_control && !code.starts_with('}') && !code.starts_with(')') {
        changes.push((Rule::Drop, String::new()));
    }
    for (rule, from, to) in REPLACEMENTS {
        for (at, _) in code.match_indices(from) {
            // `.next` is a field only if the name ends there; `!=` is not the end of `<=`.
            let end = code[at + from.len()..].chars().next();
            let continues = end.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '(');
            let is_name = from.ends_with(char::is_alphanumeric);
            let in_message = code[..at].matches('"').count() % 2 == 1;
            let is_range_to = from == "0.." && end == Some('=');
            if is_name && continues || in_message || is_range_to {
                continue;
            }
            let after = format!("{}{to}{}", &code[..at], &code[at + from.len()..]);
            changes.push((rule, after));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &str) -> Vec<(Rule, String)> {
        let source = format!("fn f(&self) {{\n    {body}\n}}\n");
        let mutants = mutants(&source).into_iter();
        mutants.map(|mutant| (mutant.rule, mutant.after)).collect()
    }

    #[test]
    fn an_assignment_is_left_out_or_one_too_much() {
        let expected = [
            (Rule::Drop, String::new()),
            (Rule::OffByOne, "self.len += 2;".to_owned()),
        ];
        assert_eq!(of("self.len += 1;"), expected);
    }

    #[test]
    fn a_bound_is_one_off() {
        let expected = [(Rule::OffByOne, "for _ in 0..index {".to_owned())];
        assert_eq!(of("for _ in 0..=index {"), expected);
    }

    #[test]
    fn fields_are_taken_for_their_neighbours() {
        let expected = [(Rule::WrongField, "let a = b.prev;".to_owned())];
        assert_eq!(of("let a = b.next;"), expected);
        assert_eq!(of("let a = b.next();"), []);
    }

    #[test]
    fn specifications_and_comments_and_messages_stay() {
        assert_eq!(of("// x == y"), []);
        assert_eq!(of("panic!(\"a == b\");"), []);
        assert_eq!(mutants("#[pure]\nfn f() -> bool {\n    1 == 2\n}\n"), []);
    }

    #[test]
    fn a_mutant_is_the_source_with_one_line_changed() {
        let source = "fn f() {\n    x = 1;\n}\n";
        let mutants = mutants(source);
        assert_eq!(mutants.len(), 1);
        assert_eq!(mutants[0].function, "f");
        assert_eq!(mutants[0].apply(source), "fn f() {\n    \n}\n");
    }
}
