//! The instances of a function with const generic parameters. A function is checked once for each of
//! them: with the values filled in, array lengths are known everywhere.

use std::rc::Rc;

use crate::front::{Front, Read};
use crate::ty::{DefId, FnRef, IntTy, TyKind};

use super::Semantics;
use super::session::{Session, unsupported};

/// The value that stands for all where one instance is enough.
const TYPICAL: i128 = 2;

/// More instances of one function than this are not checked.
const MAX_INSTANCES: usize = 4096;

/// What the generic parameters of a function are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The values of its const parameters, in their order.
    pub consts: Vec<i128>,
    /// Its type parameters are boxes of themselves: what is owned twice, or by nobody, is noticed of these.
    pub boxed: bool,
}

/// The function applied to its own type parameters, or to boxes of them, and to these values.
pub(super) fn instance(front: &dyn Front, def: DefId, filled: &Filled) -> Read<FnRef> {
    let boxed = filled.boxed.then(|| front.with_boxes(def)).flatten();
    let mut function = boxed.unwrap_or_else(|| front.identity(def));
    for (param, value) in front.const_params(def)?.iter().zip(&filled.consts) {
        if let Some(arg) = function.args.get_mut(param.position) {
            *arg = Rc::new(TyKind::ConstValue(*value));
        }
    }
    Ok(function)
}

/// One instance, for those who ask only whether the function can be lowered.
pub(super) fn typical(front: &dyn Front, def: DefId) -> Read<Filled> {
    let params = front.const_params(def)?;
    let values = params.iter().map(|param| match &*param.ty {
        TyKind::Bool => 1,
        _ => TYPICAL,
    });
    Ok(Filled {
        consts: values.collect(),
        boxed: false,
    })
}

/// The instance in which type parameters are boxes, if the function moves values by hand: in `unsafe` code of
/// its own or of what it calls.
pub fn boxed_instance(front: &dyn Front, def: DefId) -> Read<Option<Filled>> {
    let Some(boxed) = front.with_boxes(def) else {
        return Ok(None);
    };
    let mut session = Session::new(front, Semantics::default(), front.span(def));
    if !session.contains_unsafe(&boxed)? {
        return Ok(None);
    }
    Ok(Some(Filled {
        boxed: true,
        ..typical(front, def)?
    }))
}

/// All instances whose const parameters are at most what `bound` says of them, by name; the smallest
/// first. A function without const parameters has one.
pub fn const_instances(
    front: &dyn Front,
    def: DefId,
    bound: &dyn Fn(&str) -> u32,
) -> Read<Vec<Filled>> {
    let mut instances: Vec<Vec<i128>> = vec![Vec::new()];
    for param in front.const_params(def)? {
        let most = match &*param.ty {
            TyKind::Bool => 1,
            TyKind::Int(int) => {
                let most = i128::from(bound(&param.name));
                i128::try_from(IntTy::max(*int)).map_or(most, |max| most.min(max))
            }
            _ => {
                return Err(unsupported(
                    front.span(def),
                    "a const parameter of this type",
                ));
            }
        };
        instances = instances
            .iter()
            .flat_map(|before| {
                (0..=most).map(|value| before.iter().copied().chain([value]).collect())
            })
            .take(MAX_INSTANCES + 1)
            .collect();
    }
    if instances.len() > MAX_INSTANCES {
        let what = "const parameters with so many values together";
        return Err(unsupported(front.span(def), what));
    }
    instances.sort_by_key(|values| (values.iter().sum::<i128>(), values.clone()));
    let filled = instances.into_iter().map(|consts| Filled {
        consts,
        boxed: false,
    });
    Ok(filled.collect())
}
