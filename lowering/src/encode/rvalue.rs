//! Computed values: exact integer arithmetic, comparisons, aggregates, addresses.

use std::rc::Rc;

use solver_bridge::{Formula, IntExpr, TupleSet};

use super::access::Access;
use super::layout::IntKind;
use super::place::Location;
use super::state::{Catch, State};
use super::value::{Targets, Value};
use super::wide;
use super::{Abort, Encoder};
use crate::ids::Id;
use crate::ir::types::{Ty, TyId};
use crate::ir::{BinOp, Int, Operand, Place, Proc, Projection, Rvalue, UnOp};
use crate::span::Span;

impl<'a> Encoder<'a> {
    /// The value of a computation that `dst` will hold.
    pub(super) fn rvalue(
        &mut self,
        proc: &'a Proc,
        state: &State,
        dst: &Place,
        rvalue: &'a Rvalue,
        span: Span,
    ) -> Result<Value, Abort> {
        match rvalue {
            Rvalue::Use(operand) => self.operand(proc, state, operand),
            Rvalue::AddressOf(place) => self.address_of(proc, state, dst, place),
            Rvalue::Len(place) => self.len(proc, state, place),
            Rvalue::SliceFrom(pointer, len) => {
                let first = self.operand(proc, state, pointer)?;
                let len = self.operand(proc, state, len)?;
                Ok(match (first, len) {
                    (Value::Pointer(first), Value::Int(len)) => Value::Slice { first, len },
                    _ => Value::Undef,
                })
            }
            Rvalue::FirstElement(operand) => {
                let ty = self.operand_ty(proc, operand);
                let value = self.operand(proc, state, operand)?;
                Ok(match (value, self.program.types.get(ty)) {
                    (Value::Slice { first, .. }, _) => Value::Pointer(first),
                    (Value::Pointer(buffers), Ty::Buffer(element)) => {
                        Value::Pointer(self.first_slot(&buffers, *element))
                    }
                    _ => Value::Undef,
                })
            }
            Rvalue::NthObject(number) => {
                let Value::Int(number) = self.operand(proc, state, number)? else {
                    return Ok(Value::Undef);
                };
                let ty = self.place_ty(proc, dst);
                Ok(Value::Pointer(self.nth_object(ty, number)))
            }
            Rvalue::Capacity(operand) => {
                let ty = self.operand_ty(proc, operand);
                let value = self.operand(proc, state, operand)?;
                Ok(match (value, self.program.types.get(ty)) {
                    (Value::Pointer(buffers), Ty::Buffer(element)) => self
                        .capacity(state, &buffers, *element)
                        .map_or(Value::Undef, Value::Int),
                    _ => Value::Undef,
                })
            }
            Rvalue::Offset(pointer, by) => {
                let pointer = self.operand(proc, state, pointer)?;
                let by = self.operand(proc, state, by)?;
                Ok(match (pointer, by) {
                    (Value::Pointer(targets), Value::Int(by)) => {
                        Value::Pointer(self.offset(state, &targets, by, span)?)
                    }
                    _ => Value::Undef,
                })
            }
            Rvalue::Distance(first, second) => {
                let first = self.operand(proc, state, first)?;
                let second = self.operand(proc, state, second)?;
                Ok(match (first, second) {
                    (Value::Pointer(first), Value::Pointer(second)) => {
                        Value::Int(self.distance(&first, &second))
                    }
                    _ => Value::Undef,
                })
            }
            Rvalue::HasCount(pointer, count) => {
                let pointer = self.operand(proc, state, pointer)?;
                let count = self.operand(proc, state, count)?;
                Ok(match (pointer, count) {
                    (Value::Pointer(targets), Value::Int(count)) => {
                        Value::Bool(self.has_count(state, &targets, count))
                    }
                    _ => Value::Undef,
                })
            }
            Rvalue::PointerCast(operand, to) => {
                let value = self.operand(proc, state, operand)?;
                self.cast_pointer(state, value, *to, span)
            }
            Rvalue::IsInit(place) => {
                let value = self.read_place(proc, state, place)?;
                Ok(self.is_init(&value))
            }
            Rvalue::Unary(op, operand) => {
                let ty = self.operand_ty(proc, operand);
                let value = self.operand(proc, state, operand)?;
                Ok(self.unary(*op, &value, ty))
            }
            Rvalue::Binary(op, a, b) => {
                let ty = self.operand_ty(proc, a);
                let (a, b) = (self.operand(proc, state, a)?, self.operand(proc, state, b)?);
                self.binary(*op, &a, &b, ty)
            }
            Rvalue::Overflows(op, a, b) => {
                let ty = self.operand_ty(proc, a);
                let (a, b) = (self.operand(proc, state, a)?, self.operand(proc, state, b)?);
                self.overflows(*op, &a, &b, ty)
            }
            Rvalue::Cast(operand, to) => self.cast(proc, state, operand, *to),
            Rvalue::IsVariant(place, variant) => match self.read_place(proc, state, place)? {
                Value::Enum { is, .. } => Ok(is
                    .get(variant.index())
                    .map_or(Value::Undef, |here| Value::Bool(*here))),
                _ => Ok(Value::Undef),
            },
            Rvalue::Discriminant(place) => {
                let ty = self.place_ty(proc, place);
                let value = self.read_place(proc, state, place)?;
                Ok(self.discriminant(&value, ty))
            }
            Rvalue::Aggregate(ty, variant, parts) => {
                let parts: Vec<Value> = parts
                    .iter()
                    .map(|part| self.operand(proc, state, part))
                    .collect::<Result<_, _>>()?;
                Ok(self.aggregate(*ty, variant.index(), parts))
            }
            Rvalue::ExistedAt(_, pointer) => {
                // Snapshots are taken before anything is allocated: what existed came in.
                match self.operand(proc, state, pointer)? {
                    Value::Pointer(targets) => Ok(Value::Bool(self.came_in(&targets))),
                    _ => Ok(Value::Undef),
                }
            }
            Rvalue::Panicking => Ok(Value::Bool(match self.catches.contains(&Catch::Cleanup) {
                true => self.logic.truth(),
                false => self.logic.falsehood(),
            })),
            Rvalue::Apart(apart) => Ok(Value::Bool(self.are_apart(proc, state, apart)?)),
            Rvalue::EqualAcross { at, then, now } => {
                let Some(before) = state.snapshots.get(at).cloned() else {
                    return Err(self.internal("a snapshot is used before it is taken"));
                };
                let ty = self.operand_ty(proc, then);
                let then = self.operand(proc, state, then)?;
                let now = self.operand(proc, state, now)?;
                let same = self.equal_across(state, &before, (&then, &now), ty, span)?;
                Ok(Value::Bool(same))
            }
            Rvalue::Spec(op, parts) => {
                let dst_ty = self.place_ty(proc, dst);
                let parts: Vec<(Value, TyId)> = parts
                    .iter()
                    .map(|part| {
                        let ty = self.operand_ty(proc, part);
                        Ok((self.operand(proc, state, part)?, ty))
                    })
                    .collect::<Result<_, Abort>>()?;
                self.spec_op(*op, &parts, dst_ty, span)
            }
        }
    }

    fn address_of(
        &mut self,
        proc: &'a Proc,
        state: &State,
        dst: &Place,
        place: &Place,
    ) -> Result<Value, Abort> {
        let to_raw = matches!(
            self.program.types.get(self.place_ty(proc, dst)),
            Ty::RawPtr { .. }
        );
        Ok(match self.locate(proc, state, place)? {
            Location::Memory { targets, raw } => {
                // To point elsewhere with a raw pointer is not to look there.
                if !(to_raw && place.projection.last() == Some(&Projection::Deref)) {
                    self.check_access(state, &targets, raw, Access::Address);
                }
                Value::Pointer(targets)
            }
            Location::Slice { first, len, .. } => Value::Slice { first, len },
            Location::Local(local, path) => {
                let slot = &state.locals[local.index()];
                let Some(targets) = slot.targets(&path, &self.logic) else {
                    return Err(self.internal("the address of a local that is not in memory"));
                };
                Value::Pointer(targets)
            }
        })
    }

    fn len(&mut self, proc: &'a Proc, state: &State, place: &Place) -> Result<Value, Abort> {
        if let Ty::Array(_, count) = self.program.types.get(self.place_ty(proc, place)) {
            return Ok(Value::Int(self.logic.int(Int::from(*count))));
        }
        Ok(match self.locate(proc, state, place)? {
            Location::Slice { len, .. } => Value::Int(len),
            _ => Value::Undef,
        })
    }

    /// The same location as a pointer of another type.
    fn cast_pointer(
        &mut self,
        state: &State,
        value: Value,
        ty: TyId,
        span: Span,
    ) -> Result<Value, Abort> {
        let types = &self.program.types;
        let to = match types.get(ty) {
            Ty::Buffer(_) => return Ok(value),
            _ => types.pointee(ty).unwrap_or(ty),
        };
        Ok(match (value, types.slice_element(to)) {
            (Value::Slice { first, len }, Some(element)) => Value::Slice {
                first: self.pointer_cast(state, &first, element, span)?,
                len,
            },
            (Value::Slice { first: targets, .. } | Value::Pointer(targets), None) => {
                Value::Pointer(self.pointer_cast(state, &targets, to, span)?)
            }
            _ => Value::Undef,
        })
    }

    fn came_in(&self, targets: &Targets) -> Formula {
        let logic = &self.logic;
        let heap = targets.heap.iter().map(|((extent, _), objects)| {
            let data = &self.sorts.extents[*extent];
            let fresh = TupleSet::unary(data.sort, self.fresh_atoms(*extent));
            logic.some(logic.difference(*objects, logic.constant(fresh)))
        });
        // Locals and static data have always been there.
        let any: Vec<Formula> = heap.chain(targets.cells.values().copied()).collect();
        logic.or(&any)
    }

    pub(super) fn aggregate(&self, ty: TyId, variant: usize, parts: Vec<Value>) -> Value {
        let types = &self.program.types;
        match types.get(ty) {
            Ty::Maybe(_) => Value::Maybe {
                init: self.logic.boolean(!parts.is_empty()),
                value: Rc::new(parts.into_iter().next().unwrap_or(Value::Undef)),
            },
            Ty::Adt(adt) if types.adt(*adt).is_enum => {
                let variants = &types.adt(*adt).variants;
                let fields = variants.iter().map(|(index, data)| -> Rc<[Value]> {
                    if index.index() == variant {
                        parts.as_slice().into()
                    } else {
                        vec![Value::Undef; data.fields.len()].into()
                    }
                });
                Value::Enum {
                    is: variants
                        .ids()
                        .map(|index| self.logic.boolean(index.index() == variant))
                        .collect(),
                    fields: fields.collect(),
                }
            }
            _ => Value::Struct(parts.into()),
        }
    }

    fn discriminant(&self, value: &Value, ty: TyId) -> Value {
        let types = &self.program.types;
        let (Value::Enum { is, .. }, Ty::Adt(adt)) = (value, types.get(ty)) else {
            return Value::Undef;
        };
        let variants = types.adt(*adt).variants.values();
        let numbers = is.iter().zip(variants).rev();
        let chain = numbers.fold(None, |rest: Option<IntExpr>, (here, variant)| {
            let number = self.logic.int(variant.discriminant);
            Some(match rest {
                None => number,
                Some(rest) => self.logic.int_ite(*here, number, rest),
            })
        });
        chain.map_or(Value::Undef, Value::Int)
    }

    /// The numbers that the type has, if it is one of numbers.
    pub(super) fn int_kind(&self, ty: TyId) -> Option<IntKind> {
        match self.program.types.get(ty) {
            Ty::Int(int) => Some(IntKind::Machine(*int)),
            Ty::Char => Some(IntKind::Char),
            Ty::MathInt => Some(IntKind::Math),
            _ => None,
        }
    }

    fn wrap(&self, number: IntExpr, ty: TyId) -> IntExpr {
        match self.int_kind(ty) {
            Some(IntKind::Machine(int)) => self.logic.wrap(number, int.bits(), int.is_signed()),
            _ => number,
        }
    }

    fn unary(&self, op: UnOp, value: &Value, ty: TyId) -> Value {
        let logic = &self.logic;
        match (op, value) {
            (UnOp::Not, Value::Bool(here)) => Value::Bool(logic.not(*here)),
            (UnOp::Not, Value::Int(number)) => Value::Int(self.wrap(logic.bit_not(*number), ty)),
            (UnOp::Neg, Value::Int(number)) => Value::Int(self.wrap(logic.neg(*number), ty)),
            _ => Value::Undef,
        }
    }

    fn binary(&mut self, op: BinOp, a: &Value, b: &Value, ty: TyId) -> Result<Value, Abort> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            if matches!(op, BinOp::Div | BinOp::Rem) {
                self.bound_division(*a, *b);
            }
            if op.compares() {
                self.record(*a, *b);
            }
            if matches!(op, BinOp::Eq | BinOp::Ne) {
                let equal = self.equal_numbers(*a, *b);
                return Ok(Value::Bool(match op {
                    BinOp::Eq => equal,
                    _ => self.logic.not(equal),
                }));
            }
            return Ok(self.int_binary(op, *a, *b, ty));
        }
        if *a == Value::Undef || *b == Value::Undef {
            return Ok(Value::Undef);
        }
        let logic = &self.logic;
        let formula = match (op, a, b) {
            (BinOp::Eq, _, _) => self.equal(a, b),
            (BinOp::Ne, _, _) => {
                let equal = self.equal(a, b);
                self.logic.not(equal)
            }
            (BinOp::BitAnd, Value::Bool(a), Value::Bool(b)) => logic.and(&[*a, *b]),
            (BinOp::BitOr, Value::Bool(a), Value::Bool(b)) => logic.or(&[*a, *b]),
            (BinOp::BitXor, Value::Bool(a), Value::Bool(b)) => logic.not(logic.iff(*a, *b)),
            (BinOp::Lt, _, _) => self.less(a, b)?,
            (BinOp::Gt, _, _) => self.less(b, a)?,
            (BinOp::Le, _, _) => {
                let greater = self.less(b, a)?;
                self.logic.not(greater)
            }
            (BinOp::Ge, _, _) => {
                let less = self.less(a, b)?;
                self.logic.not(less)
            }
            _ => return Err(self.internal("an operator on operands it does not have")),
        };
        Ok(Value::Bool(formula))
    }

    fn less(&mut self, a: &Value, b: &Value) -> Result<Formula, Abort> {
        let logic = &self.logic;
        match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => Ok(logic.and(&[logic.not(*a), *b])),
            (Value::Member(a), Value::Member(b)) => {
                let sort = logic.columns(*a)[0];
                let order = self.order_of(sort);
                Ok(self.logic.subset(self.logic.product(*a, *b), order))
            }
            _ => Err(self.internal("an order of what has none")),
        }
    }

    /// What holds of every division, and what solvers do not see in the circuit of one: the rest is
    /// smaller than the divisor, and neither result is larger than what is divided.
    fn bound_division(&mut self, a: IntExpr, b: IntExpr) {
        let logic = &self.logic;
        let zero = logic.int(0);
        let magnitude =
            |number| logic.int_ite(logic.int_lt(number, zero), logic.neg(number), number);
        let (whole, rest) = (magnitude(a), magnitude(logic.rem(a, b)));
        let bounded = logic.and(&[
            logic.int_lt(rest, magnitude(b)),
            logic.int_le(rest, whole),
            logic.int_le(magnitude(logic.div(a, b)), whole),
        ]);
        let fact = logic.or(&[logic.int_eq(b, zero), bounded]);
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    fn int_binary(&self, op: BinOp, a: IntExpr, b: IntExpr, ty: TyId) -> Value {
        let logic = &self.logic;
        if let Some(IntKind::Machine(int)) = self.int_kind(ty)
            && wide::is_wide(int)
        {
            match op {
                BinOp::Mul => return Value::Int(self.wide_product(a, b, int)),
                BinOp::Shl => {
                    let amount = self.shift_amount(b, ty);
                    return Value::Int(self.wide_shift(a, amount, int));
                }
                _ => {}
            }
        }
        let number = match op {
            BinOp::Eq => return Value::Bool(logic.int_eq(a, b)),
            BinOp::Ne => return Value::Bool(logic.not(logic.int_eq(a, b))),
            BinOp::Lt => return Value::Bool(logic.int_lt(a, b)),
            BinOp::Le => return Value::Bool(logic.int_le(a, b)),
            BinOp::Gt => return Value::Bool(logic.int_lt(b, a)),
            BinOp::Ge => return Value::Bool(logic.int_le(b, a)),
            BinOp::Add => logic.add(a, b),
            BinOp::Sub => logic.sub(a, b),
            BinOp::Mul => logic.mul(a, b),
            BinOp::Div => logic.div(a, b),
            BinOp::Rem => logic.rem(a, b),
            BinOp::BitAnd => logic.bit_and(a, b),
            BinOp::BitOr => logic.bit_or(a, b),
            BinOp::BitXor => logic.bit_xor(a, b),
            BinOp::Shl => logic.shl(a, self.shift_amount(b, ty)),
            BinOp::Shr => logic.shr(a, self.shift_amount(b, ty)),
        };
        Value::Int(self.wrap(number, ty))
    }

    /// The amount modulo the width of the shifted type.
    fn shift_amount(&self, amount: IntExpr, ty: TyId) -> IntExpr {
        match self.int_kind(ty) {
            Some(IntKind::Machine(int)) => {
                let mask = self.logic.int(Int::from(int.bits() - 1));
                self.logic.bit_and(amount, mask)
            }
            _ => amount,
        }
    }

    fn overflows(&mut self, op: BinOp, a: &Value, b: &Value, ty: TyId) -> Result<Value, Abort> {
        let Some(IntKind::Machine(int)) = self.int_kind(ty) else {
            return Ok(Value::Bool(self.logic.falsehood()));
        };
        let (Value::Int(a), Value::Int(b)) = (a, b) else {
            return Ok(Value::Undef);
        };
        let (a, b) = (*a, *b);
        let logic = &self.logic;
        let outside = |number: IntExpr| {
            logic.or(&[
                logic.int_lt(number, logic.int(int.min())),
                logic.int_lt(logic.int(int.max()), number),
            ])
        };
        Ok(Value::Bool(match op {
            BinOp::Add => outside(logic.add(a, b)),
            BinOp::Sub => outside(logic.sub(a, b)),
            BinOp::Mul if wide::is_wide(int) => self.wide_product_overflows(a, b, int),
            BinOp::Mul => outside(logic.mul(a, b)),
            BinOp::Div | BinOp::Rem if int.is_signed() => logic.and(&[
                logic.int_eq(a, logic.int(int.min())),
                logic.int_eq(b, logic.int(-1)),
            ]),
            BinOp::Shl | BinOp::Shr => logic.or(&[
                logic.int_lt(b, logic.int(0)),
                logic.int_le(logic.int(Int::from(int.bits())), b),
            ]),
            _ => logic.falsehood(),
        }))
    }

    fn cast(
        &mut self,
        proc: &'a Proc,
        state: &State,
        operand: &Operand,
        to: TyId,
    ) -> Result<Value, Abort> {
        let value = self.operand(proc, state, operand)?;
        let number = match value {
            Value::Bool(here) => {
                let logic = &self.logic;
                logic.int_ite(here, logic.int(1), logic.int(0))
            }
            Value::Int(number) => number,
            // Between pointers: the target is the same.
            other => return Ok(other),
        };
        Ok(Value::Int(match self.int_kind(to) {
            Some(IntKind::Machine(int)) => self.logic.wrap(number, int.bits(), int.is_signed()),
            // Rust casts nothing but `u8` to `char`, and the models only what is one.
            _ => number,
        }))
    }
}
