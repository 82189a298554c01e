//! What places, operands and rvalues are compiled to, and the checks that they fit their types.

use super::cell::Cell;
use super::code::{ComprehendCode, Instr, OperandCode, OptionCode, PlaceCode, Step};
use super::compile::Compiler;
use super::layout::{Scalar, Shape};
use super::outcome::PrepareError;
use crate::ids::Id;
use crate::ir::types::{Ty, TyId, VariantIdx};
use crate::ir::{
    BinOp, ComprehensionKind, Const, Int, LocalId, Operand, Place, Projection, Rvalue, SnapshotId,
    SpecOp, UnOp,
};

impl<'p> Compiler<'p, '_> {
    /// A place.
    pub(super) fn place(&self, source: &'p Place) -> Result<PlaceCode<'p>, PrepareError> {
        let mut base = self.local(source.local)?.start;
        let mut ty = self.proc.locals[source.local].ty;
        let mut variant = None;
        let mut steps = Vec::new();
        let mut in_memory = false;
        for projection in &source.projection {
            match projection {
                Projection::Deref => {
                    let of = ty;
                    let step = if let Some(Scalar::Pointer(to)) = self.layouts.scalar(ty) {
                        ty = to;
                        Step::Deref { of }
                    } else if let (Some(_), Some(to)) =
                        (self.layouts.wide(ty), self.types.pointee(ty))
                    {
                        ty = to;
                        Step::DerefSlice { of }
                    } else {
                        return self.ill_formed("a step through something that is no pointer");
                    };
                    steps.push(step);
                    variant = None;
                    in_memory = true;
                }
                Projection::Index(index) => {
                    let at = self.index(*index)?;
                    let (element, step) = match (self.types.get(ty), steps.last()) {
                        (Ty::Array(element, count), _) => {
                            let (stride, count) = (self.layouts.size(*element), *count);
                            (*element, Step::Index { at, stride, count })
                        }
                        (Ty::Slice(element) | Ty::Str(element), Some(Step::DerefSlice { .. })) => {
                            let element = *element;
                            (element, Step::IndexSlice { at, element })
                        }
                        _ => return self.ill_formed("an element of something that has none"),
                    };
                    steps.push(step);
                    ty = element;
                    variant = None;
                }
                Projection::Variant(index) => {
                    if self.layouts.parts(ty, *index).is_none() {
                        return self.ill_formed("a variant that does not exist");
                    }
                    if let Shape::Sum(_) = self.layouts.of(ty).shape {
                        let tag = tag(*index);
                        steps.push(Step::Variant { of: ty, tag });
                    }
                    variant = Some(*index);
                }
                Projection::Field(field) => {
                    let chosen = match (&self.layouts.of(ty).shape, variant.take()) {
                        (Shape::Sum(_), None) => {
                            return self.ill_formed("a field of an enum of no known variant");
                        }
                        (_, variant) => variant.unwrap_or(VariantIdx::from_index(0)),
                    };
                    let parts = self.layouts.parts(ty, chosen).unwrap_or(&[]);
                    let Some(part) = parts.get(field.index()) else {
                        return self.ill_formed("a field that does not exist");
                    };
                    in_memory |= matches!(self.layouts.of(ty).shape, Shape::Room(_));
                    match steps.last_mut() {
                        None => base += part.offset,
                        Some(Step::Add(offset)) => *offset += part.offset,
                        Some(_) => steps.push(Step::Add(part.offset)),
                    }
                    ty = part.ty;
                }
            }
        }
        Ok(PlaceCode {
            source,
            base,
            steps: steps.into(),
            ty,
            size: self.layouts.size(ty),
            in_memory,
        })
    }

    /// Where the frame holds the number of an element.
    fn index(&self, local: LocalId) -> Result<u32, PrepareError> {
        let extent = self.local(local)?;
        let scalar = self.layouts.scalar(self.proc.locals[local].ty);
        if !scalar.is_some_and(Scalar::is_integer) {
            return self.ill_formed("an index that is no integer");
        }
        Ok(extent.start)
    }

    /// The pointer to the slice that a place is.
    pub(super) fn pointer_to_slice(
        &self,
        source: &'p Place,
    ) -> Result<Option<PlaceCode<'p>>, PrepareError> {
        let mut code = self.place(source)?;
        if !matches!(self.types.get(code.ty), Ty::Slice(_) | Ty::Str(_)) {
            return Ok(None);
        }
        let Some((Step::DerefSlice { of }, before)) = code.steps.split_last() else {
            return self.ill_formed("a slice that is not behind a pointer");
        };
        code.ty = *of;
        code.size = self.layouts.size(*of);
        code.in_memory = before
            .iter()
            .any(|step| !matches!(step, Step::Add(_) | Step::Variant { .. }));
        code.steps = before.into();
        Ok(Some(code))
    }

    /// An operand.
    pub(super) fn operand(&self, source: &'p Operand) -> Result<OperandCode<'p>, PrepareError> {
        match source {
            Operand::Read(place) => Ok(OperandCode::Place(self.place(place)?)),
            Operand::Const(Const::Unit) => Ok(OperandCode::Const(Cell::UNIT)),
            Operand::Const(Const::Bool(value)) => Ok(OperandCode::Const(Cell::truth(*value))),
            Operand::Const(Const::Bytes(bytes, ty)) => match self.layouts.wide(*ty) {
                Some(element) => Ok(OperandCode::Bytes(bytes, element)),
                None => self.ill_formed("bytes that no pointer to a slice leads to"),
            },
            Operand::Const(Const::Null(ty) | Const::Dangling(ty)) => {
                if !matches!(self.layouts.scalar(*ty), Some(Scalar::Pointer(_))) {
                    return self.ill_formed("a constant pointer of another type");
                }
                let null = matches!(source, Operand::Const(Const::Null(_)));
                let cell = if null { Cell::Null } else { Cell::Dangling };
                Ok(OperandCode::Const(cell))
            }
            Operand::Const(Const::Int(value, ty)) => {
                let fits = match self.layouts.scalar(*ty) {
                    Some(Scalar::Machine(int)) => int.contains(*value),
                    Some(Scalar::Char) => {
                        u32::try_from(*value).is_ok_and(|code| char::from_u32(code).is_some())
                    }
                    Some(Scalar::Math) => true,
                    _ => false,
                };
                if !fits {
                    return self.ill_formed("a constant that its type does not have");
                }
                Ok(OperandCode::Const(Cell::number(*value)))
            }
        }
    }

    /// What the single cell of an operand holds, if it has a single one.
    pub(super) fn operand_scalar(
        &self,
        source: &'p Operand,
    ) -> Result<Option<Scalar>, PrepareError> {
        Ok(match source {
            Operand::Read(place) => self.layouts.scalar(self.place(place)?.ty),
            Operand::Const(Const::Unit) => None,
            Operand::Const(Const::Bool(_)) => Some(Scalar::Bool),
            Operand::Const(
                Const::Int(_, ty) | Const::Bytes(_, ty) | Const::Null(ty) | Const::Dangling(ty),
            ) => self.layouts.scalar(*ty),
        })
    }

    /// An operand with its type.
    pub(super) fn typed_operand(
        &self,
        source: &'p Operand,
    ) -> Result<(OperandCode<'p>, TyId), PrepareError> {
        let ty = match source {
            Operand::Read(place) => Some(self.place(place)?.ty),
            Operand::Const(Const::Unit) => self.types.lookup(&Ty::Tuple(Vec::new())),
            Operand::Const(Const::Bool(_)) => self.types.lookup(&Ty::Bool),
            Operand::Const(
                Const::Int(_, ty) | Const::Bytes(_, ty) | Const::Null(ty) | Const::Dangling(ty),
            ) => Some(*ty),
        };
        match ty {
            Some(ty) => Ok((self.operand(source)?, ty)),
            None => self.ill_formed("a constant of a type that nobody mentions"),
        }
    }

    /// Whether the operand is of the type that has no value: whatever reads it is never reached.
    pub(super) fn never_comes(&self, operand: &OperandCode<'_>) -> bool {
        match operand {
            OperandCode::Place(place) => self.layouts.scalar(place.ty) == Some(Scalar::Never),
            OperandCode::Const(_) | OperandCode::Bytes(..) => false,
        }
    }

    /// A set or sequence, and the type of its elements.
    pub(super) fn model(
        &self,
        source: &'p Operand,
    ) -> Result<(OperandCode<'p>, TyId), PrepareError> {
        match self.operand_scalar(source)? {
            Some(Scalar::Set(element) | Scalar::Seq(element)) => {
                Ok((self.operand(source)?, element))
            }
            _ => self.ill_formed("a set or sequence was expected"),
        }
    }

    /// A pointer, or an `Option` of one.
    pub(super) fn option(&self, source: &'p Operand) -> Result<OptionCode<'p>, PrepareError> {
        let value = self.operand(source)?;
        let OperandCode::Place(place) = &value else {
            return self.ill_formed("a walk from a constant");
        };
        let is_pointer = |ty| matches!(self.layouts.scalar(ty), Some(Scalar::Pointer(_)));
        if is_pointer(place.ty) {
            return Ok(OptionCode { value, some: None });
        }
        let Shape::Sum(variants) = &self.layouts.of(place.ty).shape else {
            return self.ill_formed("a walk from something that is no pointer");
        };
        let some = variants
            .iter()
            .zip(0u32..)
            .find_map(|(parts, tag)| match parts.as_slice() {
                [part] if is_pointer(part.ty) => Some((tag, part.offset)),
                _ => None,
            });
        if some.is_none() {
            return self.ill_formed("a walk from something that is no pointer");
        }
        Ok(OptionCode { value, some })
    }

    /// `dst := value`.
    pub(super) fn rvalue(
        &self,
        dst: PlaceCode<'p>,
        value: &'p Rvalue,
    ) -> Result<Instr<'p>, PrepareError> {
        match value {
            Rvalue::Use(operand) => {
                let value = self.operand(operand)?;
                Ok(Instr::Use { dst, value })
            }
            Rvalue::Len(place) => self.len(dst, place),
            Rvalue::SliceFrom(first, len) => self.slice_from(dst, first, len),
            Rvalue::FirstElement(of) => self.first_element(dst, of),
            Rvalue::NthObject(of) => {
                let Some(Scalar::Pointer(ty)) = self.layouts.scalar(dst.ty) else {
                    return self.ill_formed("an object where no pointer is due");
                };
                self.number(of)?;
                let of = self.operand(of)?;
                Ok(Instr::NthObject { dst, of, ty })
            }
            Rvalue::Capacity(of) => {
                if !matches!(self.operand_scalar(of)?, Some(Scalar::Buffer(_))) {
                    return self.ill_formed("a capacity of something that is no buffer");
                }
                let of = self.operand(of)?;
                Ok(Instr::Capacity { dst, of })
            }
            Rvalue::Offset(pointer, by) => {
                let Some(Scalar::Pointer(element)) = self.operand_scalar(pointer)? else {
                    return self.ill_formed("an offset of something that is no pointer");
                };
                self.number(by)?;
                let (pointer, by) = (self.operand(pointer)?, self.operand(by)?);
                Ok(Instr::Offset {
                    dst,
                    pointer,
                    by,
                    element,
                })
            }
            Rvalue::Distance(to, from) => {
                let scalars = (self.operand_scalar(to)?, self.operand_scalar(from)?);
                let (Some(Scalar::Pointer(element)), Some(Scalar::Pointer(_))) = scalars else {
                    return self.ill_formed("a distance of something that is no pointer");
                };
                let (to, from) = (self.operand(to)?, self.operand(from)?);
                Ok(Instr::Distance {
                    dst,
                    to,
                    from,
                    element,
                })
            }
            Rvalue::HasCount(pointer, count) => {
                let Some(Scalar::Pointer(element)) = self.operand_scalar(pointer)? else {
                    return self
                        .ill_formed("a count of what something that is no pointer leads to");
                };
                self.number(count)?;
                let (pointer, count) = (self.operand(pointer)?, self.operand(count)?);
                Ok(Instr::HasCount {
                    dst,
                    pointer,
                    count,
                    element,
                })
            }
            Rvalue::PointerCast(pointer, to) => self.pointer_cast(dst, pointer, *to),
            Rvalue::IsInit(place) => {
                let of = self.place(place)?;
                let Shape::Room(part) = self.layouts.of(of.ty).shape else {
                    return self.ill_formed("a question for a value where there is no room");
                };
                let value = part.ty;
                Ok(Instr::IsInit { dst, of, value })
            }
            Rvalue::AddressOf(place) => {
                if let Some(pointer) = self.pointer_to_slice(place)? {
                    if self.layouts.wide(dst.ty) != self.layouts.wide(pointer.ty) {
                        return self.ill_formed("an address of another type than the pointer's");
                    }
                    let value = OperandCode::Place(pointer);
                    return Ok(Instr::Use { dst, value });
                }
                // To point elsewhere with a raw pointer is not to look there.
                if let (Some((Projection::Deref, _)), Ty::RawPtr { .. }) =
                    (place.projection.split_last(), self.types.get(dst.ty))
                {
                    let mut pointer = self.place(place)?;
                    if let (Scalar::Pointer(to), Some((Step::Deref { of }, before))) = (
                        self.layouts.scalar(dst.ty).unwrap_or(Scalar::Never),
                        pointer.steps.split_last(),
                    ) && to == pointer.ty
                    {
                        pointer.ty = *of;
                        pointer.size = 1;
                        pointer.steps = before.into();
                        let value = OperandCode::Place(pointer);
                        return Ok(Instr::Use { dst, value });
                    }
                }
                let of = self.place(place)?;
                if self.layouts.scalar(dst.ty) != Some(Scalar::Pointer(of.ty)) {
                    return self.ill_formed("an address of another type than the pointer's");
                }
                Ok(Instr::Address { dst, of })
            }
            Rvalue::Unary(op, operand) => {
                let ty = self.number(operand)?;
                if !(ty.is_integer() || *op == UnOp::Not && ty == Scalar::Bool) {
                    return self.ill_formed("an operation that the type does not have");
                }
                let value = self.operand(operand)?;
                let op = *op;
                Ok(Instr::Unary { op, ty, dst, value })
            }
            Rvalue::Binary(op, a, b) => self.binary(dst, *op, a, b),
            Rvalue::Overflows(op, a, b) => {
                let ty = self.arithmetic(*op, a, b)?;
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                let op = *op;
                Ok(Instr::Overflows { op, ty, dst, a, b })
            }
            Rvalue::Cast(operand, to) => {
                self.number(operand)?;
                let Some(to) = self.layouts.scalar(*to).filter(|to| to.is_number()) else {
                    return self.ill_formed("a cast to something that is no number");
                };
                let value = self.operand(operand)?;
                Ok(Instr::Cast { to, dst, value })
            }
            Rvalue::IsVariant(place, variant) => {
                let of = self.place(place)?;
                match &self.layouts.of(of.ty).shape {
                    Shape::Sum(variants) if variant.index() < variants.len() => {
                        let tag = tag(*variant);
                        Ok(Instr::IsVariant { dst, of, tag })
                    }
                    Shape::Product(_) if variant.index() == 0 => {
                        let value = OperandCode::Const(Cell::truth(true));
                        Ok(Instr::Use { dst, value })
                    }
                    _ => self.ill_formed("a variant that does not exist"),
                }
            }
            Rvalue::Discriminant(place) => self.discriminant(dst, place),
            Rvalue::Panicking => Ok(Instr::Panicking { dst }),
            Rvalue::Apart(apart) => {
                let among = apart.among.iter().map(|place| self.place(place));
                let among = among.collect::<Result<_, _>>()?;
                let owners = &apart.owners[..];
                Ok(Instr::Apart { dst, among, owners })
            }
            Rvalue::ExistedAt(since, pointer) => {
                if !matches!(self.operand_scalar(pointer)?, Some(Scalar::Pointer(_))) {
                    return self.ill_formed("a test of existence of something that is no pointer");
                }
                let pointer = self.operand(pointer)?;
                let since = *since;
                Ok(Instr::Existed {
                    dst,
                    since,
                    pointer,
                })
            }
            Rvalue::EqualAcross { at, then, now } => self.equal_across(dst, *at, then, now),
            Rvalue::Aggregate(ty, variant, fields) => self.aggregate(dst, *ty, *variant, fields),
            Rvalue::Spec(op, operands) => self.spec(dst, *op, operands),
        }
    }

    fn number(&self, operand: &'p Operand) -> Result<Scalar, PrepareError> {
        match self.operand_scalar(operand)? {
            Some(scalar) if scalar.is_number() => Ok(scalar),
            _ => self.ill_formed("a number was expected"),
        }
    }

    fn binary(
        &self,
        dst: PlaceCode<'p>,
        op: BinOp,
        a: &'p Operand,
        b: &'p Operand,
    ) -> Result<Instr<'p>, PrepareError> {
        let left = self.operand_scalar(a)?;
        if let (None, BinOp::Eq | BinOp::Ne) = (left, op) {
            let (a, b) = (self.operand(a)?, self.operand(b)?);
            if !self.is_wide(&a) || !self.is_wide(&b) {
                return self.ill_formed("an operation that the types do not have");
            }
            let negate = op == BinOp::Ne;
            return Ok(Instr::EqualWide { negate, dst, a, b });
        }
        if let (BinOp::Eq | BinOp::Ne, Some(Scalar::Pointer(_) | Scalar::Set(_) | Scalar::Seq(_))) =
            (op, left)
        {
            let right = self.operand_scalar(b)?;
            let fits = match (left, right) {
                (Some(Scalar::Set(x)), Some(Scalar::Set(y)))
                | (Some(Scalar::Seq(x)), Some(Scalar::Seq(y))) => {
                    self.layouts.size(x) == self.layouts.size(y)
                }
                (Some(Scalar::Pointer(_)), Some(Scalar::Pointer(_))) => true,
                _ => false,
            };
            if !fits {
                return self.ill_formed("a comparison of different types");
            }
            let (a, b) = (self.operand(a)?, self.operand(b)?);
            let negate = op == BinOp::Ne;
            return Ok(Instr::Equal { negate, dst, a, b });
        }
        let ty = self.arithmetic(op, a, b)?;
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(Instr::Binary { op, ty, dst, a, b })
    }

    /// The type in which an operation is done.
    fn arithmetic(
        &self,
        op: BinOp,
        a: &'p Operand,
        b: &'p Operand,
    ) -> Result<Scalar, PrepareError> {
        let (left, right) = (self.number(a)?, self.number(b)?);
        let fits = match op {
            BinOp::Shl | BinOp::Shr => left.is_integer() && right.is_integer(),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                left == right && left.is_integer()
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                left == right && (left.is_integer() || left == Scalar::Bool)
            }
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => left == right,
        };
        if !fits {
            return self.ill_formed("an operation that the types do not have");
        }
        Ok(left)
    }

    fn discriminant(
        &self,
        dst: PlaceCode<'p>,
        place: &'p Place,
    ) -> Result<Instr<'p>, PrepareError> {
        let of = self.place(place)?;
        let (Ty::Adt(adt), Some(to)) = (self.types.get(of.ty), self.layouts.scalar(dst.ty)) else {
            return self.ill_formed("a discriminant of something that is no enum");
        };
        let as_wanted = |value: Int| match to {
            Scalar::Machine(int) => Cell::number(int.wrap(value)),
            _ => Cell::number(value),
        };
        let adt = self.types.adt(*adt);
        let variants = adt.variants.values();
        let values: Box<[Cell]> = variants.map(|v| as_wanted(v.discriminant)).collect();
        if !adt.is_enum || !to.is_integer() {
            return self.ill_formed("a discriminant of something that is no enum");
        }
        Ok(Instr::Discriminant { dst, of, values })
    }

    fn equal_across(
        &self,
        dst: PlaceCode<'p>,
        since: SnapshotId,
        then: &'p Operand,
        now: &'p Operand,
    ) -> Result<Instr<'p>, PrepareError> {
        match (then, now) {
            (Operand::Read(then), Operand::Read(now)) => {
                let (then, now) = (self.place(then)?, self.place(now)?);
                if then.ty != now.ty {
                    return self.ill_formed("a comparison of different types");
                }
                Ok(Instr::EqualAcross {
                    dst,
                    since,
                    then,
                    now,
                })
            }
            // A constant is a scalar, and scalars have no inside that could have changed.
            _ => match self.operand_scalar(then)? {
                None if matches!(then, Operand::Const(Const::Unit)) => {
                    let value = OperandCode::Const(Cell::truth(true));
                    Ok(Instr::Use { dst, value })
                }
                _ => self.binary(dst, BinOp::Eq, then, now),
            },
        }
    }

    fn aggregate(
        &self,
        dst: PlaceCode<'p>,
        ty: TyId,
        variant: VariantIdx,
        fields: &'p [Operand],
    ) -> Result<Instr<'p>, PrepareError> {
        let Some(mut parts) = self.layouts.parts(ty, variant) else {
            return self.ill_formed("a variant that does not exist");
        };
        let is_room = matches!(self.layouts.of(ty).shape, Shape::Room(_));
        if is_room && fields.is_empty() {
            parts = &[];
        }
        if parts.len() != fields.len() || self.layouts.size(ty) != dst.size {
            return self.ill_formed("a value of another type than its place");
        }
        let mut made = Vec::with_capacity(fields.len());
        for (part, field) in parts.iter().zip(fields) {
            let operand = self.operand(field)?;
            if operand.size() != part.size && !self.never_comes(&operand) {
                return self.ill_formed("a field of another size");
            }
            made.push(operand);
        }
        let head = match self.layouts.of(ty).shape {
            Shape::Sum(_) => Some(Cell::Int(i64::from(tag(variant)))),
            Shape::Product(_) if made.is_empty() => Some(Cell::UNIT),
            _ => None,
        };
        Ok(Instr::Aggregate {
            dst,
            head,
            parts: made.into(),
        })
    }

    fn spec(
        &self,
        dst: PlaceCode<'p>,
        op: SpecOp,
        operands: &'p [Operand],
    ) -> Result<Instr<'p>, PrepareError> {
        let signature = Signature::of(op);
        let element = match (signature.args.first(), self.layouts.scalar(dst.ty)) {
            (None, Some(Scalar::Set(element) | Scalar::Seq(element))) => element,
            (Some(_), _) if !operands.is_empty() => self.model(&operands[0])?.1,
            _ => return self.ill_formed("an operation on model values without any"),
        };
        let stride = self.layouts.size(element);
        let wanted = match signature.result {
            Kind::Element => stride,
            _ => 1,
        };
        let variadic = signature.args.is_empty();
        if dst.size != wanted || !variadic && operands.len() != signature.args.len() {
            return self.ill_formed("an operation on model values of other types");
        }
        let mut args = Vec::with_capacity(operands.len());
        for (at, operand) in operands.iter().enumerate() {
            let kind = signature.args.get(at).copied().unwrap_or(Kind::Element);
            let fits = match (kind, self.operand_scalar(operand)?) {
                (Kind::Set, Some(Scalar::Set(of))) => self.layouts.size(of) == stride,
                (Kind::Seq, Some(Scalar::Seq(of))) => self.layouts.size(of) == stride,
                (Kind::Int, Some(scalar)) => scalar.is_integer(),
                (Kind::Element, _) => self.operand(operand)?.size() == stride,
                _ => false,
            };
            if !fits {
                return self.ill_formed("an operation on model values of other types");
            }
            args.push(self.operand(operand)?);
        }
        Ok(Instr::Spec {
            op,
            stride,
            dst,
            args: args.into(),
        })
    }

    /// That what a comprehension makes fits where it goes.
    pub(super) fn check_comprehension(
        &self,
        dst: LocalId,
        code: &ComprehendCode<'p>,
    ) -> Result<(), PrepareError> {
        use ComprehensionKind as K;
        let result = self.layouts.scalar(self.proc.locals[dst].ty);
        let truth = match &code.value {
            OperandCode::Place(place) => self.layouts.scalar(place.ty) == Some(Scalar::Bool),
            OperandCode::Const(_) => true,
            OperandCode::Bytes(..) => false,
        };
        let fits = match (code.kind, result) {
            (K::ForAll | K::Exists, Some(Scalar::Bool)) => truth,
            (K::Count, Some(scalar)) => truth && scalar.is_integer(),
            (K::MapToSet, Some(Scalar::Set(of))) | (K::MapToSeq, Some(Scalar::Seq(of))) => {
                self.layouts.size(of) == code.value.size()
            }
            (K::FilterToSet, Some(Scalar::Set(of))) | (K::FilterToSeq, Some(Scalar::Seq(of))) => {
                truth && self.layouts.size(of) == code.bound.size
            }
            _ => false,
        };
        if !fits {
            return self.ill_formed("a comprehension into a place of another type");
        }
        Ok(())
    }
}

fn tag(variant: VariantIdx) -> u32 {
    u32::try_from(variant.index()).expect("an id is made of 32 bits")
}

/// What an argument or result of an operation on model values is.
#[derive(Clone, Copy)]
enum Kind {
    Set,
    Seq,
    Element,
    Int,
    Bool,
}

/// The arguments and the result of an operation; without arguments it takes any number of elements.
struct Signature {
    args: &'static [Kind],
    result: Kind,
}

impl Signature {
    fn of(op: SpecOp) -> Self {
        use Kind::{Bool, Element, Int, Seq, Set};
        let (args, result): (&'static [Kind], Kind) = match op {
            SpecOp::SetOf => (&[], Set),
            SpecOp::SetInsert | SpecOp::SetRemove => (&[Set, Element], Set),
            SpecOp::SetContains => (&[Set, Element], Bool),
            SpecOp::SetUnion | SpecOp::SetIntersection | SpecOp::SetDifference => {
                (&[Set, Set], Set)
            }
            SpecOp::SetSubset => (&[Set, Set], Bool),
            SpecOp::SetLen => (&[Set], Int),
            SpecOp::SeqOf => (&[], Seq),
            SpecOp::SeqLen => (&[Seq], Int),
            SpecOp::SeqIndex => (&[Seq, Int], Element),
            SpecOp::SeqPush | SpecOp::SeqPushFront => (&[Seq, Element], Seq),
            SpecOp::SeqConcat => (&[Seq, Seq], Seq),
            SpecOp::SeqContains => (&[Seq, Element], Bool),
            SpecOp::SeqToSet => (&[Seq], Set),
            SpecOp::SeqUpdate => (&[Seq, Int, Element], Seq),
            SpecOp::SeqTake | SpecOp::SeqSkip => (&[Seq, Int], Seq),
            SpecOp::SeqReverse => (&[Seq], Seq),
            SpecOp::SeqPermutation => (&[Seq, Seq], Bool),
        };
        Self { args, result }
    }
}
