//! Builders of integer expressions: they check columns and compute with constants.

use super::node::{IntOp, Node};
use super::{Inner, Logic, POISON};
use crate::error::LogicError;
use crate::ids::{BIT, Expr, Formula, INT, IntExpr, NodeId, Variable};
use crate::int::{self, Int};

impl Logic {
    /// A number.
    pub fn int(&self, value: impl Into<Int>) -> IntExpr {
        let value = value.into();
        let mut inner = self.inner.borrow_mut();
        IntExpr(match int::limited(value) {
            Some(value) => inner.add(Node::IntConstant(value)),
            None => {
                let expression = "constant".into();
                inner.fail(LogicError::IntRange { expression })
            }
        })
    }

    /// The number of the single atom of a set over INT: 0 if it is empty, the smallest if there are
    /// several.
    pub fn value_of(&self, set: Expr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[set.0]) || !inner.check_unary("value_of", INT, set.0) {
            return IntExpr(POISON);
        }
        if let Node::ToAtoms(value) = inner.node(set.0) {
            return IntExpr(*value);
        }
        if let Node::Constant(constant) = inner.node(set.0) {
            let values = constant.atoms().filter_map(|atom| inner.int_value(atom));
            let value = values.min().unwrap_or(Int::ZERO);
            return IntExpr(inner.add(Node::IntConstant(value)));
        }
        IntExpr(inner.add(Node::ValueOf(set.0)))
    }

    /// The number whose low `width` bits are the positions in `bits`; two's complement if `signed`.
    pub fn from_bits(&self, bits: Expr, width: u32, signed: bool) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[bits.0])
            || !inner.check_unary("from_bits", BIT, bits.0)
            || !inner.check_width(width, bits.0)
        {
            return IntExpr(POISON);
        }
        if let Node::ToBits(value, written) = *inner.node(bits.0)
            && written == width
        {
            drop(inner);
            return self.wrap(IntExpr(value), width, signed);
        }
        IntExpr(inner.add(Node::FromBits(bits.0, width, signed)))
    }

    /// `a + b`
    pub fn add(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Add, a, b)
    }

    /// `a - b`
    pub fn sub(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Sub, a, b)
    }

    /// `a * b`
    pub fn mul(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Mul, a, b)
    }

    /// `a / b`, rounded towards zero; 0 if `b` is 0.
    pub fn div(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Div, a, b)
    }

    /// `a % b`, with the sign of `a`; 0 if `b` is 0.
    pub fn rem(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Rem, a, b)
    }

    /// `a` times two to the power `b`; `a` if `b` is negative.
    pub fn shl(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Shl, a, b)
    }

    /// `a` divided by two to the power `b`, rounded down; `a` if `b` is negative.
    pub fn shr(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Shr, a, b)
    }

    /// Bitwise conjunction in two's complement.
    pub fn bit_and(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::And, a, b)
    }

    /// Bitwise disjunction in two's complement.
    pub fn bit_or(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Or, a, b)
    }

    /// Bitwise exclusive disjunction in two's complement.
    pub fn bit_xor(&self, a: IntExpr, b: IntExpr) -> IntExpr {
        self.arithmetic(IntOp::Xor, a, b)
    }

    /// Bitwise complement in two's complement, which is `-1 - a`.
    pub fn bit_not(&self, a: IntExpr) -> IntExpr {
        self.sub(self.int(-1), a)
    }

    pub(super) fn arithmetic(&self, op: IntOp, a: IntExpr, b: IntExpr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        let (mut a, mut b) = (a.0, b.0);
        if inner.refuse(&[a, b]) {
            return IntExpr(POISON);
        }
        if let (Some(left), Some(right)) = (inner.number(a), inner.number(b)) {
            let id = NodeId::from_index(inner.nodes.len());
            return IntExpr(match op.apply(&left, &right) {
                Some(value) => inner.add(Node::IntConstant(value)),
                None => {
                    let expression = format!("{op:?}({left}, {right}) at {id:?}");
                    inner.fail(LogicError::IntRange { expression })
                }
            });
        }
        if op.commutes() && b < a {
            std::mem::swap(&mut a, &mut b);
        }
        let (left, right) = (inner.number(a), inner.number(b));
        let is = |number: &Option<Int>, value: i32| {
            number.as_ref().is_some_and(|number| *number == value)
        };
        let zero = Int::ZERO;
        IntExpr(match op {
            IntOp::Add | IntOp::Or | IntOp::Xor if is(&left, 0) => b,
            IntOp::Add | IntOp::Or | IntOp::Xor | IntOp::Sub | IntOp::Shl | IntOp::Shr
                if is(&right, 0) =>
            {
                a
            }
            IntOp::Mul if is(&left, 1) => b,
            IntOp::Mul | IntOp::Div if is(&right, 1) => a,
            IntOp::Mul | IntOp::And | IntOp::Div | IntOp::Rem | IntOp::Shl | IntOp::Shr
                if is(&left, 0) =>
            {
                inner.add(Node::IntConstant(zero))
            }
            IntOp::Mul | IntOp::And | IntOp::Div | IntOp::Rem if is(&right, 0) => {
                inner.add(Node::IntConstant(zero))
            }
            IntOp::And if is(&left, -1) => b,
            IntOp::And if is(&right, -1) => a,
            IntOp::And | IntOp::Or if a == b => a,
            IntOp::Sub | IntOp::Xor | IntOp::Rem if a == b => inner.add(Node::IntConstant(zero)),
            _ => inner.add(Node::Binary(op, a, b)),
        })
    }

    /// `-a`
    pub fn neg(&self, a: IntExpr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return IntExpr(POISON);
        }
        IntExpr(match inner.node(a.0) {
            Node::IntConstant(value) => match int::limited(-value) {
                Some(value) => inner.add(Node::IntConstant(value)),
                None => inner.add(Node::Negate(a.0)),
            },
            Node::Negate(inside) => *inside,
            _ => inner.add(Node::Negate(a.0)),
        })
    }

    /// `a` if `condition` holds, else `b`.
    pub fn int_ite(&self, condition: Formula, a: IntExpr, b: IntExpr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        let (condition, a, b) = (condition.0, a.0, b.0);
        if inner.refuse(&[condition, a, b]) {
            return IntExpr(POISON);
        }
        IntExpr(match inner.truth(condition) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => match *inner.node(condition) {
                Node::Not(positive) => inner.add(Node::IntChoice(positive, b, a)),
                _ => inner.add(Node::IntChoice(condition, a, b)),
            },
        })
    }

    /// The number of tuples.
    pub fn cardinality(&self, a: Expr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) {
            return IntExpr(POISON);
        }
        if let Node::Constant(set) = inner.node(a.0) {
            let count = Int::from(set.len() as u64);
            return IntExpr(inner.add(Node::IntConstant(count)));
        }
        IntExpr(inner.add(Node::Cardinality(a.0)))
    }

    /// The sum of a set over INT.
    pub fn sum(&self, a: Expr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) || !inner.check_unary("sum", INT, a.0) {
            return IntExpr(POISON);
        }
        if let Node::ToAtoms(value) = inner.node(a.0) {
            return IntExpr(*value);
        }
        IntExpr(inner.add(Node::Sum(a.0)))
    }

    /// The sum of `body` over the tuples of `domain`. Unlike in [`Logic::sum`] of a set of numbers, a number
    /// counts as often as there are tuples that have it.
    ///
    /// ```
    /// use solver_bridge::{INT, Instance, Int, Logic, TupleSet};
    ///
    /// # fn main() -> Result<(), solver_bridge::LogicError> {
    /// let l = Logic::new();
    /// let parcel = l.sort("Parcel");
    /// let weights = ["a", "b", "c"].map(|name| [l.atom(parcel, name), l.int_atom(7)]);
    /// let weight = l.constant(TupleSet::new(&[parcel, INT], weights)?);
    /// let total = l.sum_over(l.univ(parcel), |p| l.value_of(l.join(p, weight)));
    /// assert_eq!(Instance::new().int(&l, total)?, Int::from(21));
    /// # Ok(())
    /// # }
    /// ```
    pub fn sum_over(&self, domain: Expr, body: impl FnOnce(Expr) -> IntExpr) -> IntExpr {
        let Some((variable, value)) = self.fresh_variable(domain) else {
            return IntExpr(POISON);
        };
        let body = body(value);
        self.sum_over_variable(variable, domain, body)
    }

    /// [`Logic::sum_over`] with a variable made by hand.
    pub fn sum_over_variable(&self, variable: Variable, domain: Expr, body: IntExpr) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if !inner.check_binder(variable, domain.0, body.0) {
            return IntExpr(POISON);
        }
        if inner.is_empty(domain.0) || inner.number(body.0) == Some(Int::ZERO) {
            return IntExpr(inner.add(Node::IntConstant(Int::ZERO)));
        }
        IntExpr(inner.add(Node::SumOver {
            variable,
            domain: domain.0,
            body: body.0,
        }))
    }

    /// Reduction to the machine type of `width` bits.
    pub fn wrap(&self, a: IntExpr, width: u32, signed: bool) -> IntExpr {
        let mut inner = self.inner.borrow_mut();
        if inner.refuse(&[a.0]) || !inner.check_width(width, a.0) {
            return IntExpr(POISON);
        }
        IntExpr(match *inner.node(a.0) {
            Node::IntConstant(ref value) => {
                let value = int::wrap(value, width, signed);
                inner.add(Node::IntConstant(value))
            }
            // The outer reduction only looks at bits that the inner one keeps.
            Node::Wrap(inside, wider, _) if width <= wider => {
                inner.add(Node::Wrap(inside, width, signed))
            }
            _ => inner.add(Node::Wrap(a.0, width, signed)),
        })
    }
}

impl Inner {
    fn number(&self, id: NodeId) -> Option<Int> {
        match self.node(id) {
            Node::IntConstant(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl IntOp {
    /// The result on numbers; `None` if it has more bits than a number may have.
    #[must_use]
    pub fn apply(self, a: &Int, b: &Int) -> Option<Int> {
        let result = match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => int::quotient(a, b),
            Self::Rem => int::remainder(a, b),
            Self::Shl => int::shift_left(a, b)?,
            Self::Shr => int::shift_right(a, b),
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        };
        int::limited(result)
    }

    fn commutes(self) -> bool {
        matches!(
            self,
            Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor
        )
    }
}
