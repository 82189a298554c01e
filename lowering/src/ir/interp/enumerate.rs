//! All values of a type within the scope that the caller gives, for quantifiers over everything.

use std::rc::Rc;

use super::cell::Cell;
use super::layout::{Part, Scalar, Shape};
use super::machine::Machine;
use super::outcome::FaultKind;
use crate::ir::Int;
use crate::ir::types::{Ty, TyId};

/// The longest list that is made, in cells.
const MAX_CELLS: usize = 1 << 22;

impl Machine<'_, '_> {
    /// The values of a type one after the other. Types with pointers or model values have none
    /// that could be listed without a heap to go with them.
    pub(super) fn values_of(&mut self, ty: TyId) -> Result<Rc<Vec<Cell>>, FaultKind> {
        if let Some(known) = &self.domains[ty] {
            return Ok(known.clone());
        }
        let prepared = self.prepared;
        let layout = prepared.layouts.of(ty);
        let cells = match &layout.shape {
            Shape::Scalar(scalar) => self.scalars_of(ty, *scalar)?,
            Shape::Product(parts) if parts.is_empty() => vec![Cell::UNIT],
            Shape::Product(parts) => self.products(ty, &[], parts, layout.size)?,
            Shape::Wide(_) | Shape::Room(_) => return Err(FaultKind::CannotEnumerate(ty)),
            Shape::Sum(variants) => {
                let mut all = Vec::new();
                for (tag, parts) in (0i64..).zip(variants) {
                    all.extend(self.products(ty, &[Cell::Int(tag)], parts, layout.size)?);
                }
                all
            }
        };
        if cells.len() > MAX_CELLS {
            return Err(FaultKind::CannotEnumerate(ty));
        }
        let cells = Rc::new(cells);
        self.domains[ty] = Some(cells.clone());
        Ok(cells)
    }

    fn scalars_of(&self, ty: TyId, scalar: Scalar) -> Result<Vec<Cell>, FaultKind> {
        let scope = &self.environment.scope;
        let numbers = |list: &[Int]| list.iter().map(|value| Cell::number(*value)).collect();
        match scalar {
            Scalar::Bool => Ok(vec![Cell::truth(false), Cell::truth(true)]),
            Scalar::Never => Ok(Vec::new()),
            Scalar::Char => match scope.chars.as_slice() {
                [] => Err(FaultKind::CannotEnumerate(ty)),
                chars => Ok(chars
                    .iter()
                    .map(|c| Cell::Int(u32::from(*c).into()))
                    .collect()),
            },
            Scalar::Machine(int) => match scope.ints.get(&int) {
                Some(list) => Ok(numbers(list)),
                None => Err(FaultKind::CannotEnumerate(ty)),
            },
            Scalar::Math => match scope.math.as_slice() {
                [] => Err(FaultKind::CannotEnumerate(ty)),
                list => Ok(numbers(list)),
            },
            Scalar::Member => {
                let own = match self.prepared.program.types.get(ty) {
                    Ty::Param(param) => scope.members_of.get(param),
                    _ => None,
                };
                let count = own.copied().unwrap_or(scope.members);
                Ok((0..count).map(|rank| Cell::Int(rank.into())).collect())
            }
            Scalar::Pointer(_) | Scalar::Buffer(_) | Scalar::Set(_) | Scalar::Seq(_) => {
                Err(FaultKind::CannotEnumerate(ty))
            }
        }
    }

    /// All combinations of the values of the parts, each behind `head` and filled up to `size`.
    fn products(
        &mut self,
        ty: TyId,
        head: &[Cell],
        parts: &[Part],
        size: u32,
    ) -> Result<Vec<Cell>, FaultKind> {
        let mut made = head.to_vec();
        let mut stride = head.len();
        let mut count = 1;
        for part in parts {
            let values = self.values_of(part.ty)?;
            let choices = values.len() / part.size as usize;
            let wider = stride + part.size as usize;
            count *= choices;
            if count.saturating_mul(size as usize) > MAX_CELLS {
                return Err(FaultKind::CannotEnumerate(ty));
            }
            let mut next = Vec::with_capacity(count * wider);
            for at in 0..count / choices.max(1) {
                for value in values.chunks(part.size as usize) {
                    next.extend_from_slice(&made[at * stride..(at + 1) * stride]);
                    next.extend_from_slice(value);
                }
            }
            made = next;
            stride = wider;
        }
        let mut filled = Vec::with_capacity(count * size as usize);
        for at in 0..count {
            filled.extend_from_slice(&made[at * stride..(at + 1) * stride]);
            filled.resize((at + 1) * size as usize, Cell::Uninit);
        }
        Ok(filled)
    }
}
