//! Types that are made up for type parameters whose bounds no number satisfies: structs that implement
//! the traits of the crate, with methods that answer what they answered in the run.

use std::collections::BTreeMap;

use lowering::ir::interp::Choice;
use lowering::ir::state::Value;
use lowering::ir::types::{ParamId, Ty, TyId};
use lowering::span::Origin;

use super::setup::{Needs, Setup};
use super::source::{self, Method, Trait, body_start};
use super::stand_ins::{StandIn, done};
use super::write::Found;
use super::writer::Writer;
use super::{NotReplayable, impossible};
use crate::check::EQUALS_ITSELF;

/// The function of `lowering/models/param.rs` that orders values of a parameter of which little is known.
const RANK: &str = "rank";

/// Traits of std whose methods are asked as those of the crate are. Operators give what they take.
const OF_STD: &str = "
    trait Default { fn default() -> Self; }
    trait Add { fn add(self, other: Self) -> Self; }
    trait Sub { fn sub(self, other: Self) -> Self; }
    trait Mul { fn mul(self, other: Self) -> Self; }
    trait Div { fn div(self, other: Self) -> Self; }
    trait Rem { fn rem(self, other: Self) -> Self; }
    trait BitAnd { fn bitand(self, other: Self) -> Self; }
    trait BitOr { fn bitor(self, other: Self) -> Self; }
    trait BitXor { fn bitxor(self, other: Self) -> Self; }
    trait Neg { fn neg(self) -> Self; }
    trait Not { fn not(self) -> Self; }
";

/// The parameters that types are made up for, by the names of these.
pub(super) fn names(found: &Found<'_>) -> BTreeMap<ParamId, String> {
    let types = &found.program.types;
    let params = types.iter().filter_map(|(_, ty)| match ty {
        Ty::Param(param) => Some(*param),
        _ => None,
    });
    let made_up = params.filter(|param| {
        let name = &types.param(*param).name;
        let compared = found
            .choices
            .iter()
            .any(|it| is_comparison(found, it, *param));
        compared || !traits_of(found, name).is_empty()
    });
    let named = made_up.map(|param| {
        let name = &types.param(param).name;
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_') && name != "Self";
        (
            param,
            if plain {
                name.clone()
            } else {
                "Made".to_owned()
            },
        )
    });
    named.collect()
}

/// The made-up types as items of the test.
pub(super) fn items(found: &Found<'_>, writer: &Writer<'_>) -> Result<Vec<String>, NotReplayable> {
    let mut lines = Vec::new();
    for (param, name) in &writer.made_up {
        let maker = Maker {
            found,
            writer,
            param: *param,
            name,
        };
        lines.extend(maker.comparisons()?);
        for of in traits_of(found, &found.program.types.param(*param).name) {
            lines.extend(maker.implementation(&of)?);
        }
    }
    Ok(lines)
}

/// Whether a choice is an answer of a made-up type.
pub(super) fn answers(found: &Found<'_>, writer: &Writer<'_>, choice: &Choice) -> bool {
    let mut params = writer.made_up.keys();
    params.any(|param| is_of(found, choice, *param))
}

/// Whether a choice is what a method of a parameter gave.
fn is_of(found: &Found<'_>, choice: &Choice, param: ParamId) -> bool {
    let first = choice.args.first().and_then(|it| it.ty);
    let named = asked_of(found, choice)
        .is_some_and(|(sort, _)| sort == found.program.types.param(param).name);
    let given = first.is_some_and(|ty| behind(found, ty) == Some(param));
    choice.function.is_some() && (named || given)
}

/// The type and the method that a choice is an answer of.
fn asked_of<'f>(found: &'f Found<'_>, choice: &Choice) -> Option<(&'f str, &'f str)> {
    let function = &found.program.functions[choice.function?];
    function.name.rsplit_once("::")
}

fn is_comparison(found: &Found<'_>, choice: &Choice, param: ParamId) -> bool {
    let function = choice
        .function
        .map(|id| found.program.functions[id].name.as_str());
    matches!(function, Some(EQUALS_ITSELF | RANK))
        && !found.sources.is_user(choice.span)
        && is_of(found, choice, param)
}

/// The parameter that a type is, behind references.
fn behind(found: &Found<'_>, ty: TyId) -> Option<ParamId> {
    match found.program.types.get(ty) {
        Ty::Ref { to, .. } => behind(found, *to),
        Ty::Param(param) => Some(*param),
        _ => None,
    }
}

/// The traits of the crate that a parameter is bound by.
fn traits_of<'f>(found: &'f Found<'_>, param: &str) -> Vec<Trait<'f>> {
    let span = found.harness.span;
    let text = &found.sources.file(span.file).text;
    let start = span.start as usize;
    let signature = text.get(start..span.end as usize).unwrap_or_default();
    // What the block around the function declares stands before it.
    let before = text.get(..start).unwrap_or_default();
    let block = before
        .rfind("\nimpl")
        .or(before.starts_with("impl").then_some(0));
    let header = block.map(|at| before[at..].split('{').next().unwrap_or_default());
    let mut names = source::bounds(signature, param);
    names.extend(
        header
            .map(|it| source::bounds(it, param))
            .unwrap_or_default(),
    );
    if let Some(bounds) = param.strip_prefix("impl ") {
        names.extend(bounds.split('#').next());
    }
    let is_meant = |it: &Trait<'_>| match param {
        // The parameter is the trait itself: a method that it provides is checked.
        "Self" => is_around(it, signature),
        _ => names.contains(&it.name),
    };
    // Those of std are satisfied by a number, unless they are asked.
    let is_asked = |it: &Trait<'_>| {
        let mut choices = found.choices.iter().filter_map(|it| asked_of(found, it));
        choices.any(|(sort, method)| sort == param && it.methods.iter().any(|it| it.name == method))
    };
    let of_std = source::traits(OF_STD).into_iter();
    let of_std = of_std.filter(|it| is_meant(it) && is_asked(it));
    // Of several traits of a name, that in the file is meant.
    let files = found
        .sources
        .files()
        .filter(|(_, file)| file.origin == Origin::User);
    let (here, elsewhere): (Vec<_>, Vec<_>) = files.partition(|(id, _)| *id == span.file);
    let mut traits: Vec<Trait<'_>> = Vec::new();
    for (_, file) in here.into_iter().chain(elsewhere) {
        for it in source::traits(&file.text).into_iter().filter(is_meant) {
            if !traits.iter().any(|other| other.name == it.name) {
                traits.push(it);
            }
        }
    }
    traits.extend(of_std);
    traits
}

/// Where a trait of std is to be found, and whether it is one of the operators, which say what they give.
fn path_of_std(of: &Trait<'_>) -> Option<(String, bool)> {
    let known = source::traits(OF_STD).iter().any(|it| it == of);
    known.then(|| match of.name {
        "Default" => ("Default".to_owned(), false),
        operator => (format!("std::ops::{operator}"), true),
    })
}

/// Whether a signature is that of a method that the trait provides.
fn is_around(of: &Trait<'_>, signature: &str) -> bool {
    let mut methods = of.methods.iter();
    methods.any(|it| it.has_body && it.signature.starts_with(signature.trim_end()))
}

/// What one made-up type is written from.
struct Maker<'m, 'a> {
    found: &'m Found<'a>,
    writer: &'m Writer<'a>,
    param: ParamId,
    name: &'m str,
}

impl Maker<'_, '_> {
    /// The struct, and how its values compare.
    fn comparisons(&self) -> Result<Vec<String>, NotReplayable> {
        let name = self.name;
        let compared = self.found.choices.iter();
        let compared: Vec<&Choice> = compared
            .filter(|it| is_comparison(self.found, it, self.param))
            .collect();
        let param = &self.found.program.types.param(self.param).name;
        let own_default = traits_of(self.found, param)
            .iter()
            .any(|it| it.name == "Default");
        let default = if own_default { "" } else { "Default, " };
        if compared.is_empty() {
            return Ok(vec![
                format!(
                    "#[derive(Clone, Copy, Debug, {default}PartialEq, Eq, PartialOrd, Ord, Hash)]"
                ),
                format!("struct {name}(u32);"),
            ]);
        }
        let derived = default.trim_end_matches(", ");
        let table = |of: &str| -> Result<Vec<String>, NotReplayable> {
            let mut arms = Vec::new();
            for choice in &compared {
                let function = choice
                    .function
                    .map(|id| self.found.program.functions[id].name.as_str());
                if function != Some(of) {
                    continue;
                }
                let args: Option<Vec<String>> =
                    choice.args.iter().map(|it| plain(&it.value)).collect();
                let (Some(args), Some(value)) = (args, plain(&choice.value)) else {
                    return impossible("a comparison of values that have no pattern");
                };
                let arm = match args.as_slice() {
                    [one] => format!("{one} => {value}"),
                    many => format!("({}) => {value}", many.join(", ")),
                };
                if !arms.contains(&arm) {
                    arms.push(arm);
                }
            }
            Ok(arms)
        };
        let equals = table(EQUALS_ITSELF)?
            .into_iter()
            .chain(["_ => true".into()]);
        let ranks = table(RANK)?.into_iter().chain(["_ => 0".into()]);
        let equals = equals.collect::<Vec<_>>().join(", ");
        let ranks = ranks.collect::<Vec<_>>().join(", ");
        let text = format!(
            "#[derive(Clone, Copy, Debug, {derived})]\n\
             struct {name}(u32);\n\
             impl PartialEq for {name} {{\n    \
                 fn eq(&self, other: &Self) -> bool {{\n        \
                     self.0 == other.0 && match self.0 {{ {equals} }}\n    \
                 }}\n\
             }}\n\
             impl PartialOrd for {name} {{\n    \
                 fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {{\n        \
                     let rank = |x: &Self, order: u8| -> u8 {{ match (x.0, order) {{ {ranks} }} }};\n        \
                     let below = |a: &Self, b: &Self| (0..3).all(|at| rank(a, at) < rank(b, at));\n        \
                     match self.0 == other.0 {{\n            \
                         true => (self == other).then_some(std::cmp::Ordering::Equal),\n            \
                         false if below(self, other) => Some(std::cmp::Ordering::Less),\n            \
                         false if below(other, self) => Some(std::cmp::Ordering::Greater),\n            \
                         false => None,\n        \
                     }}\n    \
                 }}\n\
             }}"
        );
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// The implementation of a trait: what the run asked is answered, all else is out of reach.
    fn implementation(&self, of: &Trait<'_>) -> Result<Vec<String>, NotReplayable> {
        if !of.is_plain {
            return impossible(format!(
                "no type is made up for the trait `{}`, which has more than methods",
                of.name
            ));
        }
        let (path, is_operator) = path_of_std(of).unwrap_or((of.name.to_owned(), false));
        let mut lines = vec![format!("impl {path} for {} {{", self.name)];
        if is_operator {
            lines.push(format!("    type Output = {};", self.name));
        }
        for method in of.methods.iter().filter(|it| !it.is_model) {
            let body = match (self.sequence(of, method)?, self.table(method)?) {
                (Some(body), _) | (None, Some(body)) => body,
                (None, None) if method.has_body => continue,
                (None, None) => "unreachable!()".into(),
            };
            lines.push(format!("    {} {{", method.signature));
            lines.extend(body.lines().map(|line| format!("        {line}")));
            lines.push("    }".into());
        }
        lines.push("}".into());
        Ok(lines)
    }

    /// A method that a contract stands for does what it did, one call after the other.
    fn sequence(
        &self,
        of: &Trait<'_>,
        method: &Method<'_>,
    ) -> Result<Option<String>, NotReplayable> {
        let path = format!("{}::{}", of.name, method.name);
        let is_it = |call: &&StandIn<'_>| {
            let proc = &self.found.program.procs[call.proc];
            let text = &self.found.sources.file(proc.span.file).text;
            let named = proc.name == path || proc.name.ends_with(&format!("::{path}"));
            named && body_start(text, proc.span.end as usize).is_none()
        };
        // Where it changes nothing, it answers by a table: clauses ask it as well.
        if !method.signature.contains("&mut ") {
            return Ok(None);
        }
        let mut arms = Vec::new();
        for (number, call) in self.found.stand_ins.iter().filter(is_it).enumerate() {
            let done = done(self.found, self.writer, call)?;
            arms.push(format!("    {number} => {{ {done} }}"));
        }
        if arms.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!(
            "static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);\n\
             match CALLS.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {{\n{}\n    _ => unreachable!(),\n}}",
            arms.join("\n")
        )))
    }

    /// What the run was answered by a method.
    fn asked(&self, method: &Method<'_>) -> impl Iterator<Item = &Choice> {
        let name = method.name.to_owned();
        let of_it = |it: &&Choice| is_of(self.found, it, self.param);
        self.found.choices.iter().filter(of_it).filter(move |it| {
            let function = it.function.map(|id| &self.found.program.functions[id].name);
            function.and_then(|it| it.rsplit("::").next()) == Some(&name)
        })
    }

    /// A method that gives a list answers by a table of lists: of each, whether there is one more element was chosen
    /// by its number, and which.
    fn lists(&self, method: &Method<'_>) -> Result<Option<String>, NotReplayable> {
        let Some(list) = List::of(method.signature) else {
            return Ok(None);
        };
        let params = params(method.signature);
        let mut arms: Vec<String> = Vec::new();
        let mut answers: Vec<(Vec<String>, &Choice, BTreeMap<u64, String>)> = Vec::new();
        for choice in self.asked(method) {
            let args: Option<Vec<String>> = choice.args.iter().map(|it| plain(&it.value)).collect();
            let args = args.filter(|it| it.len() == params.len() + 1 && !choice.remembers);
            let Some((at, args)) = args.as_deref().and_then(|it| it.split_last()) else {
                let what = format!("`{}` answers values that have no pattern", method.name);
                return impossible(what);
            };
            let at: u64 = at.parse().unwrap_or(u64::MAX);
            let mut known = answers.iter_mut();
            match known.find(|(other, ..)| other == args) {
                None => answers.push((args.to_vec(), choice, BTreeMap::new())),
                Some((_, first, _)) if first.function == choice.function => {}
                Some((_, _, items)) => {
                    let mut setup = Setup::new(self.writer, self.found.pre, &[], Needs::default())?;
                    items.insert(at, setup.expr(choice.ty, &choice.value)?);
                }
            }
        }
        for (args, _, items) in answers {
            let items: Vec<String> = items.into_values().collect();
            let value = list.written(&items.join(", "));
            if args.is_empty() {
                return Ok(Some(value));
            }
            arms.push(format!("    ({},) => {value},", args.join(", ")));
        }
        if arms.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!(
            "match ({},) {{\n{}\n    _ => unreachable!(),\n}}",
            params.join(", "),
            arms.join("\n")
        )))
    }

    /// A method of which nothing else is known answers by a table.
    fn table(&self, method: &Method<'_>) -> Result<Option<String>, NotReplayable> {
        if let Some(lists) = self.lists(method)? {
            return Ok(Some(lists));
        }
        let params = params(method.signature);
        // What it gives may be chosen in pieces: whether there is something, and what.
        let mut answers: Vec<(Vec<String>, Vec<&Choice>)> = Vec::new();
        for choice in self.asked(method) {
            let args: Option<Vec<String>> = choice.args.iter().map(|it| plain(&it.value)).collect();
            let Some(args) = args.filter(|args| args.len() == params.len()) else {
                return impossible(format!(
                    "`{}` answers values that have no pattern",
                    method.name
                ));
            };
            match answers.iter_mut().find(|(other, _)| *other == args) {
                Some((_, pieces)) if pieces.iter().any(|it| it.function == choice.function) => {}
                Some((_, pieces)) => pieces.push(choice),
                None => answers.push((args, vec![choice])),
            }
        }
        let mut arms: Vec<String> = Vec::new();
        for (args, pieces) in answers {
            let mut setup = Setup::new(self.writer, self.found.pre, &[], Needs::default())?;
            let value = match pieces.as_slice() {
                [one] if one.value == Value::Bool(false) && gives_option(method.signature) => {
                    "None".into()
                }
                [one] => setup.expr(one.ty, &one.value)?,
                [_, content] if gives_option(method.signature) => {
                    format!("Some({})", setup.expr(content.ty, &content.value)?)
                }
                _ => {
                    return impossible(format!("what `{}` gives is chosen in pieces", method.name));
                }
            };
            let value = as_declared(method.signature, &value);
            if args.is_empty() {
                return Ok(Some(value));
            }
            arms.push(format!("    ({},) => {value},", args.join(", ")));
        }
        if arms.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!(
            "match ({},) {{\n{}\n    _ => unreachable!(),\n}}",
            params.join(", "),
            arms.join("\n")
        )))
    }
}

/// A list that a method is declared to give.
enum List {
    Vec,
    Slice,
    String,
    Str,
}

impl List {
    fn of(signature: &str) -> Option<List> {
        let declared = signature.rsplit_once("->")?.1.trim();
        match declared {
            "String" => Some(List::String),
            "&str" => Some(List::Str),
            _ if declared.starts_with("Vec<") => Some(List::Vec),
            _ if declared.starts_with("&[") && !declared.contains(';') => Some(List::Slice),
            _ => None,
        }
    }

    fn written(&self, items: &str) -> String {
        let text = match items {
            "" => "String::new()".to_owned(),
            items => format!("[{items}].iter().collect::<String>()"),
        };
        match self {
            List::Vec => format!("vec![{items}]"),
            List::Slice => format!("vec![{items}].leak()"),
            List::String => text,
            List::Str => format!("{text}.leak()"),
        }
    }
}

/// Whether a method is declared to give an `Option`.
fn gives_option(signature: &str) -> bool {
    signature
        .rsplit_once("->")
        .is_some_and(|(_, it)| it.trim().starts_with("Option<"))
}

/// What a method gives is chosen by its content; where it gives a reference, one to that.
fn as_declared(signature: &str, value: &str) -> String {
    let declared = signature.rsplit_once("->").map_or("", |(_, it)| it.trim());
    match (
        declared.strip_prefix("Option<"),
        value.strip_prefix("Some("),
    ) {
        _ if declared.starts_with('&') && !value.starts_with('&') => format!("&{value}"),
        (Some(inner), Some(rest)) if inner.starts_with('&') && !rest.starts_with('&') => {
            format!("Some(&{rest}")
        }
        _ => value.to_owned(),
    }
}

/// The parameters of a method as values that can be matched.
fn params(signature: &str) -> Vec<String> {
    let inside = signature.split_once('(').map_or("", |(_, rest)| rest);
    let inside = inside.rsplit_once(')').map_or(inside, |(params, _)| params);
    let inside = inside
        .split("->")
        .next()
        .unwrap_or(inside)
        .trim_end_matches([')', ' ']);
    let params = super::choices::split(inside);
    let value = |param: String| match param.split_once(':') {
        None => "self.0".to_owned(),
        Some((name, ty)) => {
            let name = name.trim().trim_start_matches("mut ");
            let stars = ty.trim().chars().take_while(|c| *c == '&').count();
            match ty.trim_matches(['&', ' ']) {
                "Self" => format!("{name}.0"),
                _ => format!("{}{name}", "*".repeat(stars)),
            }
        }
    };
    params.into_iter().map(value).collect()
}

/// A value as a pattern or a literal.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Bool(value) => Some(value.to_string()),
        Value::Int(number) => Some(number.to_string()),
        Value::Member(rank) => Some(rank.to_string()),
        _ => None,
    }
}
