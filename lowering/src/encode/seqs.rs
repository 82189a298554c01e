//! Model sequences: room for the longest possible one, and a length.

use solver_bridge::{Formula, IntExpr};

use super::value::{SeqValue, Value, choose};
use super::{Abort, Encoder};
use crate::ir::SpecOp;
use crate::ir::types::TyId;
use crate::span::Span;

impl Encoder<'_> {
    pub(super) fn seq_op(
        &mut self,
        op: SpecOp,
        values: &[&Value],
        dst: TyId,
        span: Span,
    ) -> Result<Value, Abort> {
        Ok(match (op, values) {
            (SpecOp::SeqOf, items) => {
                let items = items.iter().map(|item| (*item).clone());
                Value::Seq(self.seq_of(items.collect()))
            }
            (SpecOp::SeqLen, [Value::Seq(seq)]) => Value::Int(seq.len),
            (SpecOp::SeqIndex, [Value::Seq(seq), Value::Int(index)]) => self.seq_item(seq, *index),
            (SpecOp::SeqPush, [Value::Seq(seq), item]) => {
                let one = self.seq_of(vec![(*item).clone()]);
                Value::Seq(self.seq_concat(seq, &one))
            }
            (SpecOp::SeqPushFront, [Value::Seq(seq), item]) => {
                let one = self.seq_of(vec![(*item).clone()]);
                Value::Seq(self.seq_concat(&one, seq))
            }
            (SpecOp::SeqConcat, [Value::Seq(a), Value::Seq(b)]) => {
                Value::Seq(self.seq_concat(a, b))
            }
            (SpecOp::SeqContains, [Value::Seq(seq), item]) => {
                let members = self.seq_members(seq);
                for (_, other) in &members {
                    if let (Value::Int(number), Value::Int(other)) = (*item, other) {
                        self.record(*number, *other);
                    }
                }
                let any: Vec<Formula> = members
                    .iter()
                    .map(|(here, other)| {
                        let equal = self.equal(item, other);
                        self.logic.and(&[*here, equal])
                    })
                    .collect();
                Value::Bool(self.logic.or(&any))
            }
            (SpecOp::SeqToSet, [Value::Seq(seq)]) => {
                let element = self.element_ty(dst);
                let members = self.seq_members(seq);
                Value::Set(self.set_of(element, members))
            }
            (SpecOp::SeqUpdate, [Value::Seq(seq), Value::Int(index), item]) => {
                let items = seq.items.iter().enumerate().map(|(at, old)| {
                    let here = self.logic.int_eq(*index, self.position(at));
                    choose(&self.logic, here, item, old)
                });
                Value::Seq(SeqValue {
                    len: seq.len,
                    items: items.collect(),
                })
            }
            (SpecOp::SeqTake, [Value::Seq(seq), Value::Int(count)]) => Value::Seq(SeqValue {
                len: self.clamp(*count, seq.len),
                items: seq.items.clone(),
            }),
            (SpecOp::SeqSkip, [Value::Seq(seq), Value::Int(count)]) => {
                let by = self.clamp(*count, seq.len);
                Value::Seq(SeqValue {
                    len: self.logic.sub(seq.len, by),
                    items: (0..seq.items.len())
                        .map(|at| {
                            let from = self.logic.add(by, self.position(at));
                            self.seq_item(seq, from)
                        })
                        .collect(),
                })
            }
            (SpecOp::SeqPermutation, [Value::Seq(one), Value::Seq(other)]) => {
                Value::Bool(self.is_permutation(one, other))
            }
            (SpecOp::SeqReverse, [Value::Seq(seq)]) => {
                let last = self.logic.sub(seq.len, self.logic.int(1));
                Value::Seq(SeqValue {
                    len: seq.len,
                    items: (0..seq.items.len())
                        .map(|at| {
                            let from = self.logic.sub(last, self.position(at));
                            self.seq_item(seq, from)
                        })
                        .collect(),
                })
            }
            _ => return Err(self.unsupported("this operation on model values", span)),
        })
    }

    /// Whether two sequences have the same elements: each of the one takes the first of the other that equals it and
    /// has not been taken. Counting says the same, and is much harder to reason about.
    fn is_permutation(&mut self, one: &SeqValue, other: &SeqValue) -> Formula {
        let mut all = vec![self.logic.int_eq(one.len, other.len)];
        let (one, other) = (self.seq_members(one), self.seq_members(other));
        let mut taken = vec![self.logic.falsehood(); other.len()];
        for (here, item) in &one {
            let mut found = self.logic.falsehood();
            for ((there, candidate), taken) in other.iter().zip(&mut taken) {
                if let (Value::Int(number), Value::Int(candidate)) = (item, candidate) {
                    self.record(*number, *candidate);
                }
                let equal = self.equal(item, candidate);
                let logic = &self.logic;
                let (free, open) = (logic.not(*taken), logic.not(found));
                let takes = logic.and(&[*here, *there, equal, free, open]);
                *taken = logic.or(&[*taken, takes]);
                found = logic.or(&[found, takes]);
            }
            all.push(self.logic.implies(*here, found));
        }
        self.logic.and(&all)
    }

    fn position(&self, at: usize) -> IntExpr {
        self.logic.int(crate::ir::Int::from(at as u64))
    }

    /// `count`, but at least 0 and at most `len`.
    fn clamp(&self, count: IntExpr, len: IntExpr) -> IntExpr {
        let logic = &self.logic;
        let zero = logic.int(0);
        let low = logic.int_ite(logic.int_lt(count, zero), zero, count);
        logic.int_ite(logic.int_lt(len, low), len, low)
    }

    /// A sequence of exactly these items.
    pub(super) fn seq_of(&self, items: Vec<Value>) -> SeqValue {
        SeqValue {
            len: self.position(items.len()),
            items: items.into(),
        }
    }

    /// The item at an index that is in range.
    fn seq_item(&self, seq: &SeqValue, index: IntExpr) -> Value {
        let mut items = seq.items.iter().enumerate().rev();
        let Some((_, last)) = items.next() else {
            return Value::Undef;
        };
        items.fold(last.clone(), |rest, (at, item)| {
            let here = self.logic.int_eq(index, self.position(at));
            choose(&self.logic, here, item, &rest)
        })
    }

    /// Each item with the condition that the sequence is long enough to have it.
    pub(super) fn seq_members(&self, seq: &SeqValue) -> Vec<(Formula, Value)> {
        let items = seq.items.iter().enumerate();
        items
            .map(|(at, item)| (self.logic.int_lt(self.position(at), seq.len), item.clone()))
            .collect()
    }

    fn seq_concat(&mut self, a: &SeqValue, b: &SeqValue) -> SeqValue {
        let logic = &self.logic;
        let len = logic.add(a.len, b.len);
        let items = (0..a.items.len() + b.items.len()).map(|at| {
            let position = self.position(at);
            let second = self.seq_item(b, logic.sub(position, a.len));
            match a.items.get(at) {
                Some(first) => choose(logic, logic.int_lt(position, a.len), first, &second),
                None => second,
            }
        });
        SeqValue {
            len,
            items: items.collect(),
        }
    }

    /// The items whose condition holds, in order.
    pub(super) fn seq_compact(&mut self, items: Vec<(Formula, Value)>) -> SeqValue {
        let logic = &self.logic;
        let mut kept = vec![Value::Undef; items.len()];
        let mut len = logic.int(0);
        for (index, (here, item)) in items.iter().enumerate() {
            for (at, slot) in kept.iter_mut().enumerate().take(index + 1) {
                let lands = logic.and(&[*here, logic.int_eq(len, self.position(at))]);
                *slot = choose(logic, lands, item, slot);
            }
            len = logic.add(len, self.one_if(*here));
        }
        SeqValue {
            len,
            items: kept.into(),
        }
    }

    pub(super) fn seq_equal(&mut self, a: &SeqValue, b: &SeqValue) -> Formula {
        let mut all = vec![self.logic.int_eq(a.len, b.len)];
        for (at, (left, right)) in a.items.iter().zip(b.items.iter()).enumerate() {
            let inside = self.logic.int_lt(self.position(at), a.len);
            let equal = self.equal(left, right);
            all.push(self.logic.implies(inside, equal));
        }
        self.logic.and(&all)
    }
}
