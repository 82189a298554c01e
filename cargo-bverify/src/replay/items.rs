//! An iterator that comes as an argument: a vector of the items that it gave in the run, one after the other.

use lowering::ids::Id;
use lowering::ir::interp::Choice;
use lowering::ir::state::Value;
use lowering::ir::types::{Ty, VariantIdx};

use super::setup::{Argument, Setup};
use super::source;
use super::write::Found;
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
            Some(bound) => bound.split(['<', '+', ' ']).collect(),
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
        if let Some(function) = choice.function {
            let function = &found.program.functions[function].name;
            return ["into_iter", "size_hint"]
                .iter()
                .any(|method| *function == format!("{}::{method}", self.family))
                || function.ends_with("IntoIter::size_hint");
        }
        let types = &found.program.types;
        match types.get(choice.ty) {
            Ty::Param(param) => {
                let name = &types.param(*param).name;
                *name == self.family || name.ends_with("IntoIter")
            }
            _ => item(found, choice).is_some(),
        }
    }

    /// The iterator, as an expression.
    pub(super) fn written<'a>(
        &self,
        found: &Found<'_>,
        setup: &mut Setup<'a>,
        choices: &'a [Choice],
    ) -> Result<String, NotReplayable> {
        let mut written = Vec::new();
        for choice in choices.iter().filter(|choice| choice.function.is_none()) {
            if let Some(Some(given)) = item(found, choice) {
                let ty = found.program.types.field_types(choice.ty, some());
                written.push(setup.expr(ty[0], given)?);
            }
        }
        Ok(match written.is_empty() {
            true => "Vec::<u32>::new().into_iter()".into(),
            false => format!("vec![{}].into_iter()", written.join(", ")),
        })
    }
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
