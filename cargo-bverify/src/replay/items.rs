//! An iterator that comes as an argument: a vector of the items that it gave in the run, one after the other.

use lowering::ids::Id;
use lowering::ir::interp::Choice;
use lowering::ir::state::Value;
use lowering::ir::types::{Ty, VariantIdx};

use super::setup::{Argument, Setup};
use super::source;
use super::write::Found;
use super::writer::Writer;
use super::{NotReplayable, impossible};

/// The traits of std that a vector's own iterator has.
const TRAITS: [&str; 4] = [
    "IntoIterator",
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
];

/// The one argument that is an iterator.
pub(super) struct Items {
    /// The name of the argument.
    pub(super) name: String,
    /// The name of its type parameter.
    family: String,
}

/// The argument that is an unknown iterator; of two it is not known which gave what.
pub(super) fn iterator(
    found: &Found<'_>,
    arguments: &[Argument<'_>],
) -> Result<Option<Items>, NotReplayable> {
    let all = arguments.iter().filter_map(|argument| {
        let Ty::Param(param) = found.program.types.get(argument.ty) else {
            return None;
        };
        let family = found.program.types.param(*param).name.clone();
        let signature = found.sources.text(found.harness.span);
        let bounds = match family.strip_prefix("impl ") {
            Some(bound) => bound.split('#').take(1).collect(),
            None => source::bounds(signature, &family),
        };
        let name = argument.name.clone();
        let is_iterator = bounds.into_iter().any(|it| TRAITS.contains(&it));
        is_iterator.then_some(Items { name, family })
    });
    let mut all: Vec<Items> = all.collect();
    match all.len() {
        0 | 1 => Ok(all.pop()),
        _ => impossible("the run depends on what two unknown iterators give"),
    }
}

impl Items {
    /// Whether a choice is what the iterator gave, what it became, or how much it said it has.
    pub(super) fn answers(&self, found: &Found<'_>, choice: &Choice) -> bool {
        let function = choice.function.map(|id| &found.program.functions[id].name);
        let method = function.and_then(|name| name.rsplit_once("::"));
        method.is_some_and(|(sort, method)| {
            (sort == self.family || sort.ends_with("IntoIter"))
                && (is_step(method) || matches!(method, "into_iter" | "size_hint"))
        })
    }

    /// The iterator, as an expression.
    pub(super) fn written<'a>(
        &self,
        found: &Found<'_>,
        setup: &mut Setup<'a>,
        choices: &'a [Choice],
    ) -> Result<String, NotReplayable> {
        let steps = choices.iter().filter(|choice| {
            let function = choice.function.map(|id| &found.program.functions[id].name);
            let method = function.and_then(|name| name.rsplit("::").next());
            self.answers(found, choice) && method.is_some_and(is_step)
        });
        let mut written = Vec::new();
        let mut ty = None;
        let mut is_some = false;
        for choice in steps {
            if let Some(given) = item(found, choice) {
                let item = found.program.types.field_types(choice.ty, some())[0];
                ty = Some(setup.writer.type_text(item));
                if let Some(given) = given {
                    written.push(setup.expr(item, given)?);
                }
                continue;
            }
            if self.is_itself(found, choice) {
                continue;
            }
            // An item that leads somewhere is chosen in pieces: whether there is none, and then where it leads.
            if is_some {
                let inner = setup.expr(choice.ty, &choice.value)?;
                written.push(format!("&{inner}"));
                is_some = false;
            } else {
                is_some = choice.value == Value::Bool(false);
            }
        }
        let ty = ty.or_else(|| self.declared_item(found, setup.writer));
        Ok(match (written.is_empty(), ty) {
            (true, Some(ty)) => format!("Vec::<{ty}>::new().into_iter()"),
            (true, None) => "std::iter::empty()".into(),
            (false, _) => format!("vec![{}].into_iter()", written.join(", ")),
        })
    }

    /// Whether a choice is what became of the iterator.
    fn is_itself(&self, found: &Found<'_>, choice: &Choice) -> bool {
        let types = &found.program.types;
        match types.get(choice.ty) {
            Ty::Param(param) => {
                let name = &types.param(*param).name;
                *name == self.family || name.ends_with("IntoIter")
            }
            _ => false,
        }
    }

    /// The type of the items as the signature has it.
    fn declared_item(&self, found: &Found<'_>, writer: &Writer<'_>) -> Option<String> {
        let signature = found.sources.text(found.harness.span);
        let (_, item) = signature.split_once("Item = ")?;
        let mut depth = 0;
        let end = item.find(|c: char| {
            match c {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' if depth > 0 => depth -= 1,
                '>' | ',' if depth == 0 => return true,
                _ => {}
            }
            false
        })?;
        let item: Vec<&str> = item[..end]
            .split_whitespace()
            .map(|word| if word.starts_with("&'") { "&" } else { word })
            .collect();
        Some(writer.without_params(&item.join(" ")))
    }
}

/// Whether a method of iterators gives the next item.
fn is_step(method: &str) -> bool {
    matches!(method, "next" | "next_back")
}

fn some() -> VariantIdx {
    VariantIdx::from_index(1)
}

/// What an `Option` that was chosen holds; `None` if it is no `Option`.
fn item<'c>(found: &Found<'_>, choice: &'c Choice) -> Option<Option<&'c Value>> {
    let types = &found.program.types;
    match (types.get(choice.ty), &choice.value) {
        (Ty::Adt(adt), Value::Adt(_, fields)) if types.adt(*adt).base_name == "Option" => {
            Some(fields.first())
        }
        _ => None,
    }
}
