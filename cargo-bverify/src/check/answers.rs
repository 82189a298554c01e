//! Where the functions that a violated clause calls came to their answers: which `return` of a `rep_ok` was
//! taken, and what it saw there.

use lowering::ir::interp::{Answer, Part as TracePart};
use lowering::ir::types::{Ty, TyId};
use lowering::ir::{Obligation, ObligationKind, state};
use lowering::span::Span;

use super::Check;
use super::tell::{as_written, is_of, looked_through};
use crate::report::convert::Naming;
use crate::report::counterexample::{Part, Refusal};
use crate::report::parts;

impl Check<'_> {
    /// The answers that a clause was refused by: those that are no, or else the only one. What closures of
    /// the clause itself saw is told with its parts.
    pub(super) fn refusals(
        &self,
        answers: &[Answer],
        clause: Span,
        parts: &mut Vec<Part>,
        naming: &mut Naming<'_>,
    ) -> Vec<Refusal> {
        let refuses: Vec<&Answer> = answers.iter().filter(|it| !it.value).collect();
        let told = match (refuses.as_slice(), answers) {
            ([], [only]) => vec![only],
            _ => refuses,
        };
        let told: Vec<Refusal> = told
            .into_iter()
            .map(|it| self.refusal(it, naming))
            .collect();
        // What a derive wrote is nobody's to read.
        let sources = self.front.sources();
        let is_derived = |it: &Refusal| {
            let line = sources.line(it.span.file, sources.start(it.span).line);
            line.trim_start().starts_with("#[derive(")
        };
        let told = told.into_iter().filter(|it| !is_derived(it));
        let (inside, told): (Vec<Refusal>, Vec<Refusal>) =
            told.partition(|it| encloses(clause, it.span));
        for part in inside.into_iter().flat_map(|it| it.parts) {
            if !parts.iter().any(|known| known.text == part.text) {
                parts.push(part);
            }
        }
        told
    }

    fn refusal(&self, answer: &Answer, naming: &mut Naming<'_>) -> Refusal {
        let sources = self.front.sources();
        let mut last = answer;
        let seen = loop {
            let is_literal = is_literal(sources.text(last.at));
            let decided = last.decided.filter(|_| is_literal);
            let seen = decided.map_or(last.at, |it| it.span);
            match &last.inner {
                Some(inner) if inner.value == last.value && encloses(seen, inner.call) => {
                    last = inner;
                }
                // Of a pattern that did not match, nothing is bound.
                _ => break (!is_literal || decided.is_some_and(|it| it.taken)).then_some(seen),
            }
        };
        Refusal {
            span: last.at,
            call: one_line(sources.text(answer.call)),
            value: answer.value,
            is_own: std::ptr::eq(last, answer),
            parts: seen.map_or_else(Vec::new, |seen| self.seen(last, seen, naming)),
        }
    }

    /// What the expression was worth that decided an answer, and the variables in it.
    fn seen(&self, answer: &Answer, seen: Span, naming: &mut Naming<'_>) -> Vec<Part> {
        let text = self.front.sources().text(seen);
        let types = &self.program.types;
        let mut told: Vec<Part> = Vec::new();
        for variable in &answer.variables {
            let name = variable.name.clone().unwrap_or_default();
            if !mentions(text, &name) || self.is_made_up(variable.ty) {
                continue;
            }
            let variable = self.led_on(variable, naming);
            let (ty, value) = match self.leads_to_node(&variable) {
                true => (variable.ty, variable.value),
                false => looked_through(naming, types, variable.ty, &variable.value),
            };
            let value = naming.value(ty, &value);
            if value.to_string() != format!("&{name}") {
                told.push(Part {
                    span: seen,
                    text: name,
                    value,
                });
            }
        }
        let inside = answer.parts.iter();
        let inside = inside.filter(|it| encloses(seen, it.span) && !self.is_made_up(it.ty));
        let inside = inside.filter(|it| it.name.as_ref().is_none_or(|name| is_of(text, name)));
        let inside = inside.map(|it| {
            let name = it.name.clone();
            let name = match name {
                Some(name) => as_written(&name, text),
                None => self.front.sources().text(it.span).to_owned(),
            };
            let (ty, value) = looked_through(naming, types, it.ty, &it.value);
            // What an operation is given is no more than a part of it.
            let span = match it.name.is_some() {
                true => seen.at_start(),
                false => it.span,
            };
            Part {
                span,
                text: name,
                value: naming.value(ty, &value),
            }
        });
        let condition = Obligation {
            kind: ObligationKind::Invariant,
            span: seen,
        };
        for part in parts::worth_telling(&condition, inside.collect()) {
            // What a reference leads to is told by its name already.
            let name = part.text.trim_start_matches('*');
            if !told.iter().any(|known| known.text == name) {
                told.push(part);
            }
        }
        told
    }

    /// A reference to a place that holds a pointer, as that pointer: of a cursor the node that it is at.
    fn led_on(&self, part: &TracePart, naming: &Naming<'_>) -> TracePart {
        let types = &self.program.types;
        let mut led = part.clone();
        while let (Ty::Ref { to, .. }, state::Value::Pointer(pointer)) =
            (types.get(led.ty), &led.value)
            && self.is_pointer(*to)
            && let Some(value @ state::Value::Pointer(_)) = naming.behind(pointer)
        {
            led = TracePart {
                ty: *to,
                value,
                ..led
            };
        }
        led
    }

    fn is_pointer(&self, ty: TyId) -> bool {
        matches!(
            self.program.types.get(ty),
            Ty::Ref { .. } | Ty::RawPtr { .. } | Ty::Counted { .. } | Ty::Box(_)
        )
    }

    /// Whether a variable is a pointer to something that a drawing has a name for.
    fn leads_to_node(&self, part: &TracePart) -> bool {
        let types = &self.program.types;
        let to = types.pointee(part.ty);
        let is_node = |to: TyId| match types.get(to) {
            Ty::Adt(adt) => self.front.sources().is_user(types.adt(*adt).span),
            _ => false,
        };
        self.is_pointer(part.ty) && to.is_some_and(is_node)
    }
}

/// Whether what is given is written out: `return false`.
fn is_literal(text: &str) -> bool {
    let text = text.trim().trim_end_matches(';');
    let given = text.strip_prefix("return").unwrap_or(text).trim();
    matches!(given, "true" | "false")
}

/// Whether a variable of the name occurs in the text.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(at) = text[from..].find(name) {
        let (start, end) = (from + at, from + at + name.len());
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        let is_field = before == Some('.') && !text[..start].ends_with("..");
        if !is_field && !before.is_some_and(is_part) && !after.is_some_and(is_part) {
            return true;
        }
        from = end;
    }
    false
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn encloses(outer: Span, inner: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_told_from_fields_and_parts_of_names() {
        assert!(mentions("node.val < 0", "node"));
        assert!(!mentions("node.val < 0", "val"));
        assert!(!mentions("nodes.len() == n", "node"));
        assert!(mentions("nodes.len() == n", "n"));
        assert!(mentions("(0..n).all(ok)", "n"));
    }

    #[test]
    fn only_yes_and_no_are_written_out() {
        assert!(is_literal("return false;"));
        assert!(is_literal("true"));
        assert!(!is_literal("return n == self.len"));
    }
}
