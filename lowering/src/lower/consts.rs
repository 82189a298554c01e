//! The instances of a function with const generic parameters. A function is checked once for each of
//! them: with the values filled in, array lengths are known everywhere.

use std::rc::Rc;

use crate::front::{Front, Read};
use crate::ty::{DefId, FnRef, IntTy, TyKind};

use super::session::unsupported;

/// The value that stands for all where one instance is enough.
const TYPICAL: i128 = 2;

/// More instances of one function than this are not checked.
const MAX_INSTANCES: usize = 4096;

/// The values of the const parameters of a function, in the order of its parameters.
pub type Consts = Vec<i128>;

/// The function applied to its own type parameters and to these values.
pub(super) fn instance(front: &dyn Front, def: DefId, consts: &[i128]) -> Read<FnRef> {
    let mut function = front.identity(def);
    for (param, value) in front.const_params(def)?.iter().zip(consts) {
        if let Some(arg) = function.args.get_mut(param.position) {
            *arg = Rc::new(TyKind::ConstValue(*value));
        }
    }
    Ok(function)
}

/// One instance, for those who ask only whether the function can be lowered.
pub(super) fn typical(front: &dyn Front, def: DefId) -> Read<Consts> {
    let params = front.const_params(def)?;
    let values = params.iter().map(|param| match &*param.ty {
        TyKind::Bool => 1,
        _ => TYPICAL,
    });
    Ok(values.collect())
}

/// All instances whose const parameters are at most what `bound` says of them, by name; the smallest
/// first. A function without const parameters has one.
pub fn const_instances(
    front: &dyn Front,
    def: DefId,
    bound: &dyn Fn(&str) -> u32,
) -> Read<Vec<Consts>> {
    let mut instances: Vec<Consts> = vec![Vec::new()];
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
    Ok(instances)
}
