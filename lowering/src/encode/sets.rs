//! Model sets and equality by content.

use std::rc::Rc;

use solver_bridge::{Expr, Formula, IntExpr};

use super::number::Values;
use super::value::{IntSet, SetValue, Targets, Value, merge_sorted};
use super::{Abort, Encoder};
use crate::ir::SpecOp;
use crate::ir::types::{Ty, TyId};
use crate::span::Span;

impl Encoder<'_> {
    /// An operation on model values.
    pub(super) fn spec_op(
        &mut self,
        op: SpecOp,
        parts: &[(Value, TyId)],
        dst: TyId,
        span: Span,
    ) -> Result<Value, Abort> {
        if parts.iter().any(|(value, _)| *value == Value::Undef) {
            return Ok(Value::Undef);
        }
        let values: Vec<&Value> = parts.iter().map(|(value, _)| value).collect();
        match (op, values.as_slice()) {
            (SpecOp::SetOf, members) => {
                let yes = self.logic.truth();
                let members = members.iter().map(|member| (yes, (*member).clone()));
                let element = self.element_ty(dst);
                Ok(Value::Set(self.set_of(element, members.collect())))
            }
            (SpecOp::SetInsert, [Value::Set(set), member]) => {
                let one = self.singleton(dst, member);
                Ok(Value::Set(self.set_union(set, &one)))
            }
            (SpecOp::SetRemove, [Value::Set(set), member]) => {
                let one = self.singleton(dst, member);
                Ok(Value::Set(self.set_difference(set, &one)))
            }
            (SpecOp::SetContains, [Value::Set(set), member]) => {
                self.record_members(set, member);
                Ok(Value::Bool(self.set_contains(set, member)))
            }
            (SpecOp::SetUnion, [Value::Set(a), Value::Set(b)]) => {
                Ok(Value::Set(self.set_union(a, b)))
            }
            (SpecOp::SetIntersection, [Value::Set(a), Value::Set(b)]) => {
                Ok(Value::Set(self.set_intersection(a, b)))
            }
            (SpecOp::SetDifference, [Value::Set(a), Value::Set(b)]) => {
                Ok(Value::Set(self.set_difference(a, b)))
            }
            (SpecOp::SetSubset, [Value::Set(a), Value::Set(b)]) => {
                Ok(Value::Bool(self.set_subset(a, b)))
            }
            (SpecOp::SetLen, [Value::Set(set)]) => Ok(Value::Int(self.set_len(set))),
            _ => self.seq_op(op, &values, dst, span),
        }
    }

    /// The element type of a model collection.
    pub(super) fn element_ty(&self, collection: TyId) -> TyId {
        match self.program.types.get(collection) {
            Ty::Set(element) | Ty::Seq(element) => *element,
            _ => collection,
        }
    }

    fn singleton(&mut self, set_ty: TyId, member: &Value) -> SetValue {
        let element = self.element_ty(set_ty);
        let yes = self.logic.truth();
        self.set_of(element, vec![(yes, member.clone())])
    }

    /// The set of the candidates whose condition holds.
    pub(super) fn set_of(&mut self, element: TyId, members: Vec<(Formula, Value)>) -> SetValue {
        let types = &self.program.types;
        let pointee = types.pointee(element);
        let is_thin = pointee.is_some_and(|to| types.slice_element(to).is_none());
        match types.get(element) {
            Ty::Ref { .. } | Ty::RawPtr { .. } | Ty::Box(_) | Ty::Counted { .. } if is_thin => {
                let logic = &self.logic;
                let empty = Targets::default();
                let all = members
                    .iter()
                    .fold(empty, |all, (here, member)| match member {
                        Value::Pointer(targets) => all.union(&targets.when(*here, logic), logic),
                        _ => all,
                    });
                SetValue::Pointers(all)
            }
            Ty::Param(param) => {
                let sort = self.sorts.params[param].0;
                let logic = &self.logic;
                let none = logic.none(&[sort]);
                let all = members
                    .iter()
                    .fold(none, |all, (here, member)| match member {
                        Value::Member(atom) => logic.union(all, logic.ite(*here, *atom, none)),
                        _ => all,
                    });
                SetValue::Members(all)
            }
            Ty::Int(_) | Ty::MathInt | Ty::Char => match self.int_set(&members) {
                Some(set) => set,
                None => SetValue::List(members.into()),
            },
            _ => SetValue::List(members.into()),
        }
    }

    /// A set of numbers as atoms, unless a member may be too many numbers.
    fn int_set(&mut self, members: &[(Formula, Value)]) -> Option<SetValue> {
        let none = self.logic.none(&[solver_bridge::INT]);
        let mut set = IntSet {
            atoms: none,
            candidates: Rc::from([]),
            members: Rc::from([]),
        };
        let mut numbers = Vec::new();
        for (here, member) in members {
            let Value::Int(number) = member else {
                continue;
            };
            let Values::Set(values) = self.possible_values(*number) else {
                return None;
            };
            set.candidates = merge_sorted(&set.candidates, &values);
            let atom = self.logic.to_atoms(*number);
            let atom = self.logic.ite(*here, atom, none);
            set.atoms = self.logic.union(set.atoms, atom);
            numbers.push((*here, *number));
        }
        set.members = numbers.into();
        Some(SetValue::Ints(set))
    }

    fn set_union(&mut self, a: &SetValue, b: &SetValue) -> SetValue {
        let logic = &self.logic;
        match (a, b) {
            (SetValue::Pointers(a), SetValue::Pointers(b)) => SetValue::Pointers(a.union(b, logic)),
            (SetValue::Members(a), SetValue::Members(b)) => SetValue::Members(logic.union(*a, *b)),
            (SetValue::Ints(a), SetValue::Ints(b)) => SetValue::Ints(a.union(b, logic)),
            _ => {
                let mut all = a.to_list(logic);
                all.extend(b.to_list(logic));
                SetValue::List(all.into())
            }
        }
    }

    fn set_intersection(&mut self, a: &SetValue, b: &SetValue) -> SetValue {
        self.set_filter(a, b, true)
    }

    fn set_difference(&mut self, a: &SetValue, b: &SetValue) -> SetValue {
        self.set_filter(a, b, false)
    }

    /// The members of `a` that are (or are not) in `b`.
    fn set_filter(&mut self, a: &SetValue, b: &SetValue, keep: bool) -> SetValue {
        let logic = &self.logic;
        let exprs = |a: Expr, b: Expr| match keep {
            true => logic.intersection(a, b),
            false => logic.difference(a, b),
        };
        match (a, b) {
            (SetValue::Pointers(a), SetValue::Pointers(b)) => SetValue::Pointers(match keep {
                true => a.intersection(b, logic),
                false => a.difference(b, logic),
            }),
            (SetValue::Members(a), SetValue::Members(b)) => SetValue::Members(exprs(*a, *b)),
            (SetValue::Ints(a), SetValue::Ints(b)) => SetValue::Ints(a.filter(b, keep, logic)),
            _ => {
                let members = a.to_list(logic);
                let kept = members.into_iter().map(|(here, member)| {
                    let inside = self.set_contains(b, &member);
                    let wanted = match keep {
                        true => inside,
                        false => self.logic.not(inside),
                    };
                    (self.logic.and(&[here, wanted]), member)
                });
                SetValue::List(kept.collect())
            }
        }
    }

    /// Whether the value is a member.
    /// Notes that a number is compared with the members of a set.
    fn record_members(&mut self, set: &SetValue, member: &Value) {
        if let (SetValue::Ints(set), Value::Int(number)) = (set, member) {
            for candidate in set.candidates.clone().iter() {
                let candidate = self.logic.int(*candidate);
                self.record(*number, candidate);
            }
        }
    }

    pub(super) fn set_contains(&mut self, set: &SetValue, member: &Value) -> Formula {
        match (set, member) {
            (SetValue::Pointers(all), Value::Pointer(one)) => one.is_subset(all, &self.logic),
            (SetValue::Members(all), Value::Member(one)) => self.logic.subset(*one, *all),
            (SetValue::Ints(set), Value::Int(number)) => {
                if let Values::Set(_) = self.possible_values(*number) {
                    return self.logic.subset(self.logic.to_atoms(*number), set.atoms);
                }
                let logic = &self.logic;
                let each = set.candidates.iter().map(|value| {
                    let atom = logic.singleton(logic.int_atom(*value));
                    let equal = logic.int_eq(*number, logic.int(*value));
                    logic.and(&[equal, logic.subset(atom, set.atoms)])
                });
                let any: Vec<Formula> = each.collect();
                logic.or(&any)
            }
            _ => {
                let members = set.to_list(&self.logic);
                let any: Vec<Formula> = members
                    .iter()
                    .map(|(here, other)| {
                        let equal = self.equal(member, other);
                        self.logic.and(&[*here, equal])
                    })
                    .collect();
                self.logic.or(&any)
            }
        }
    }

    fn set_subset(&mut self, a: &SetValue, b: &SetValue) -> Formula {
        let logic = &self.logic;
        match (a, b) {
            (SetValue::Pointers(a), SetValue::Pointers(b)) => a.is_subset(b, logic),
            (SetValue::Members(a), SetValue::Members(b)) => logic.subset(*a, *b),
            (SetValue::Ints(a), SetValue::Ints(b)) => logic.subset(a.atoms, b.atoms),
            _ => {
                let members = a.to_list(logic);
                let all: Vec<Formula> = members
                    .iter()
                    .map(|(here, member)| {
                        let inside = self.set_contains(b, member);
                        self.logic.implies(*here, inside)
                    })
                    .collect();
                self.logic.and(&all)
            }
        }
    }

    fn set_len(&mut self, set: &SetValue) -> IntExpr {
        match set {
            SetValue::Members(all) => self.logic.cardinality(*all),
            SetValue::Ints(set) => set.len(&self.logic),
            SetValue::Pointers(all) => {
                let logic = &self.logic;
                let heap = all.heap.values().map(|objects| logic.cardinality(*objects));
                let cells = all.cells.values().map(|here| self.one_if(*here));
                heap.chain(cells)
                    .fold(logic.int(0), |sum, part| logic.add(sum, part))
            }
            SetValue::List(members) => {
                let mut count = self.logic.int(0);
                for (index, (here, member)) in members.iter().enumerate() {
                    let mut new = vec![*here];
                    for (earlier, other) in &members[..index] {
                        let equal = self.equal(member, other);
                        new.push(self.logic.not(self.logic.and(&[*earlier, equal])));
                    }
                    let counted = self.one_if(self.logic.and(&new));
                    count = self.logic.add(count, counted);
                }
                count
            }
        }
    }

    /// 1 where the condition holds, else 0.
    pub(super) fn one_if(&self, here: Formula) -> IntExpr {
        self.logic
            .int_ite(here, self.logic.int(1), self.logic.int(0))
    }

    /// Whether two values of one type are equal: by content, pointers by location.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Formula {
        let logic = &self.logic;
        match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => logic.iff(*a, *b),
            (Value::Int(a), Value::Int(b)) => logic.int_eq(*a, *b),
            (Value::Member(a), Value::Member(b)) => logic.equal(*a, *b),
            (Value::Pointer(a), Value::Pointer(b)) => {
                logic.and(&[a.is_subset(b, logic), b.is_subset(a, logic)])
            }
            (
                Value::Slice { first, len },
                Value::Slice {
                    first: other,
                    len: other_len,
                },
            ) => logic.and(&[
                first.is_subset(other, logic),
                other.is_subset(first, logic),
                logic.int_eq(*len, *other_len),
            ]),
            (
                Value::Maybe { init, value },
                Value::Maybe {
                    init: other_init,
                    value: other,
                },
            ) => {
                let (init, other_init) = (*init, *other_init);
                let same = self.equal(value, other);
                let logic = &self.logic;
                logic.and(&[logic.iff(init, other_init), logic.implies(init, same)])
            }
            (Value::Struct(a), Value::Struct(b)) => {
                let parts: Vec<Formula> = a
                    .iter()
                    .zip(b.iter())
                    .map(|(a, b)| self.equal(a, b))
                    .collect();
                self.logic.and(&parts)
            }
            (
                Value::Enum { is, fields },
                Value::Enum {
                    is: other_is,
                    fields: other_fields,
                },
            ) => {
                let mut any = Vec::new();
                for (index, (here, there)) in is.iter().zip(other_is.iter()).enumerate() {
                    let mut same = vec![*here, *there];
                    let pairs = fields[index].iter().zip(other_fields[index].iter());
                    for (a, b) in pairs {
                        if *a != Value::Undef && *b != Value::Undef {
                            same.push(self.equal(a, b));
                        }
                    }
                    any.push(self.logic.and(&same));
                }
                self.logic.or(&any)
            }
            (Value::Set(a), Value::Set(b)) => {
                let (ab, ba) = (self.set_subset(a, b), self.set_subset(b, a));
                self.logic.and(&[ab, ba])
            }
            (Value::Seq(a), Value::Seq(b)) => self.seq_equal(a, b),
            // One side was never written, so no path compares them.
            _ => logic.truth(),
        }
    }
}
