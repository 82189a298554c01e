//! What `--list` tells of a function, without solving anything.

use std::collections::BTreeMap;

use lowering::diag::Unsupported;
use lowering::span::Span;

/// A function of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFunction {
    /// Its path.
    pub function: String,
    /// Its signature in the source.
    pub span: Span,
    /// Whether it would be checked.
    pub checked: bool,
    /// Why, or why not.
    pub why: String,
    /// Whether its own body is understood: names, types, traits.
    pub typechecked: bool,
    /// Whether it, and all that it calls, can be brought into the intermediate representation.
    pub lowered: bool,
    /// What stands in the way.
    pub unsupported: Vec<Unsupported>,
}

/// What a whole list comes to: how much of a crate is within reach, and what is in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTotals {
    /// The functions listed.
    pub all: usize,
    /// Those whose own bodies are understood.
    pub typechecked: usize,
    /// Those that can be lowered.
    pub lowered: usize,
    /// What stands in the way, and of how many functions.
    reasons: BTreeMap<String, usize>,
}

impl ListTotals {
    /// Counts a function.
    pub fn add(&mut self, function: &ListedFunction) {
        self.all += 1;
        self.typechecked += usize::from(function.typechecked);
        self.lowered += usize::from(function.lowered);
        let mut seen: Vec<&str> = Vec::new();
        for unsupported in &function.unsupported {
            if !seen.contains(&unsupported.construct.as_str()) {
                seen.push(&unsupported.construct);
                *self
                    .reasons
                    .entry(unsupported.construct.clone())
                    .or_default() += 1;
            }
        }
    }

    /// The reasons, those that stop most functions first.
    pub fn ranked(&self) -> Vec<(&str, usize)> {
        let mut ranked: Vec<(&str, usize)> = self
            .reasons
            .iter()
            .map(|(reason, count)| (reason.as_str(), *count))
            .collect();
        ranked.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), *reason));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(constructs: &[&str]) -> ListedFunction {
        let span = Span {
            file: lowering::ids::Id::from_index(0),
            start: 0,
            end: 0,
        };
        ListedFunction {
            function: "f".into(),
            span,
            checked: false,
            why: String::new(),
            typechecked: true,
            lowered: constructs.is_empty(),
            unsupported: constructs
                .iter()
                .map(|construct| Unsupported {
                    span,
                    construct: (*construct).into(),
                })
                .collect(),
        }
    }

    #[test]
    fn reasons_are_ranked_by_the_functions_they_stop() {
        let mut totals = ListTotals::default();
        for constructs in [&["b", "b", "a"][..], &["b"], &[]] {
            totals.add(&listed(constructs));
        }
        assert_eq!((totals.lowered, totals.all), (1, 3));
        assert_eq!(totals.ranked(), [("b", 2), ("a", 1)]);
    }
}
