//! What operations on pointers and slices are compiled to.

use super::cell::Cell;
use super::code::{Instr, OperandCode, PlaceCode, Step};
use super::compile::Compiler;
use super::layout::Scalar;
use super::outcome::PrepareError;
use crate::ir::types::{Ty, TyId};
use crate::ir::{Int, Operand, Place};

impl<'p> Compiler<'p, '_> {
    /// `dst :=` the number of elements of an array or slice.
    pub(super) fn len(&self, dst: PlaceCode<'p>, of: &'p Place) -> Result<Instr<'p>, PrepareError> {
        if let Some(mut pointer) = self.pointer_to_slice(of)? {
            step(&mut pointer, 1);
            pointer.ty = dst.ty;
            pointer.size = 1;
            let value = OperandCode::Place(pointer);
            return Ok(Instr::Use { dst, value });
        }
        let of = self.place(of)?;
        let Ty::Array(_, count) = self.types.get(of.ty) else {
            return self.ill_formed("a length of something that has none");
        };
        let value = OperandCode::Const(Cell::number(Int::from(*count)));
        Ok(Instr::Use { dst, value })
    }

    /// `dst :=` a pointer to so many elements.
    pub(super) fn slice_from(
        &self,
        dst: PlaceCode<'p>,
        first: &'p Operand,
        len: &'p Operand,
    ) -> Result<Instr<'p>, PrepareError> {
        let Some(element) = self.layouts.wide(dst.ty) else {
            return self.ill_formed("a slice that no pointer to one holds");
        };
        let is_len = self.operand_scalar(len)?.is_some_and(Scalar::is_integer);
        if self.operand_scalar(first)? != Some(Scalar::Pointer(element)) || !is_len {
            return self.ill_formed("a slice of something else than it is made of");
        }
        let parts = [self.operand(first)?, self.operand(len)?].into();
        Ok(Instr::Aggregate {
            dst,
            head: None,
            parts,
        })
    }

    /// `dst :=` where the first element of a slice, or the first slot of a buffer, is.
    pub(super) fn first_element(
        &self,
        dst: PlaceCode<'p>,
        of: &'p Operand,
    ) -> Result<Instr<'p>, PrepareError> {
        let OperandCode::Place(mut pointer) = self.operand(of)? else {
            return self.ill_formed("a first element of a constant");
        };
        let element = match self.layouts.scalar(pointer.ty) {
            Some(Scalar::Buffer(element)) => Some(element),
            _ => self.layouts.wide(pointer.ty),
        };
        let due = self.layouts.scalar(dst.ty);
        if element.is_none() || due != element.map(Scalar::Pointer) {
            return self.ill_formed("a first element of something that has none");
        }
        pointer.ty = dst.ty;
        pointer.size = 1;
        let value = OperandCode::Place(pointer);
        Ok(Instr::Use { dst, value })
    }

    /// `dst :=` a pointer to the same location of another type.
    pub(super) fn pointer_cast(
        &self,
        dst: PlaceCode<'p>,
        pointer: &'p Operand,
        to: TyId,
    ) -> Result<Instr<'p>, PrepareError> {
        let value = self.operand(pointer)?;
        let from = match &value {
            OperandCode::Place(place) => self.pointed(place.ty),
            OperandCode::Const(Cell::Null | Cell::Dangling) => {
                let to_one = matches!(self.layouts.scalar(to), Some(Scalar::Pointer(_)));
                if !to_one || self.layouts.size(to) != dst.size {
                    return self.ill_formed("a cast of a pointer to another kind");
                }
                return Ok(Instr::Use { dst, value });
            }
            _ => None,
        };
        let (Some(from), Some(target)) = (from, self.pointed(to)) else {
            return self.ill_formed("a cast of something that is no pointer");
        };
        if self.layouts.size(to) != dst.size || value.size() < dst.size {
            return self.ill_formed("a cast of a pointer to another kind");
        }
        if from == target && value.size() == dst.size {
            return Ok(Instr::Use { dst, value });
        }
        let to = target;
        Ok(Instr::PointerCast { dst, value, to })
    }

    /// What the location in a pointer is one of: an element, if it leads to a slice.
    fn pointed(&self, ty: TyId) -> Option<TyId> {
        match self.layouts.scalar(ty) {
            Some(Scalar::Pointer(to)) => Some(to),
            _ => self.layouts.wide(ty),
        }
    }

    /// Whether the operand is a pointer to a slice.
    pub(super) fn is_wide(&self, operand: &OperandCode<'_>) -> bool {
        match operand {
            OperandCode::Place(place) => self.layouts.wide(place.ty).is_some(),
            OperandCode::Const(_) => false,
            OperandCode::Bytes(..) => true,
        }
    }
}

/// Makes a place be so many cells further.
fn step(place: &mut PlaceCode<'_>, by: u32) {
    if place.steps.is_empty() {
        place.base += by;
        return;
    }
    let mut steps = std::mem::take(&mut place.steps).into_vec();
    match steps.last_mut() {
        Some(Step::Add(offset)) => *offset += by,
        _ => steps.push(Step::Add(by)),
    }
    place.steps = steps.into();
}
