//! Operations on model values: sets and sequences as elements one after the other in a vector.
//!
//! A set is sorted and without duplicates, so that equal sets are equal vectors.

use std::cmp::Ordering;
use std::rc::Rc;

use super::cell::Cell;
use super::code::{OperandCode, PlaceCode};
use super::machine::{Machine, Stop};
use super::observe::Observer;
use super::outcome::{Budget, FaultKind};
use crate::ir::{Int, SpecOp};

impl<'m, 'p> Machine<'m, 'p> {
    /// `dst := op(args)`.
    pub(super) fn spec<O: Observer>(
        &mut self,
        op: SpecOp,
        stride: usize,
        dst: &PlaceCode<'p>,
        args: &'m [OperandCode<'p>],
        observer: &mut O,
    ) -> Result<(), Stop> {
        let start = self.scratch.len();
        for arg in args {
            self.gather(arg, observer)?;
        }
        let args: Vec<Cell> = self.scratch.drain(start..).collect();
        if op == SpecOp::SeqPermutation
            && let [one, other] = args.as_slice()
        {
            let numbers = |of: &Cell| -> Result<Vec<Int>, Stop> {
                let all = elements(of)?.iter();
                Ok(all.filter_map(Cell::as_number).collect())
            };
            for number in numbers(one)? {
                for member in numbers(other)? {
                    self.note_compared(number, member);
                }
            }
        }
        if matches!(op, SpecOp::SetContains | SpecOp::SeqContains)
            && let [all, Cell::Int(_) | Cell::Wide(_)] = args.as_slice()
            && let Some(number) = args[1].as_number()
        {
            for member in elements(all)?
                .iter()
                .filter_map(Cell::as_number)
                .collect::<Vec<_>>()
            {
                self.note_compared(number, member);
            }
        }
        let result = apply(op, stride, &args)?;
        // Twice a sequence is one step: without a bound a few dozen of them exhaust any memory.
        let limit = self.environment.limits.cells;
        if let [Cell::Model(cells)] = result.as_slice()
            && cells.len() > limit
        {
            return Err(Budget::Cells.into());
        }
        let size = result.len();
        self.scratch.extend(result);
        let to = self.begin_write(dst, observer)?;
        self.scatter(to.index, size);
        self.end_write(dst, to, observer);
        Ok(())
    }
}

/// The set of the elements.
pub(super) fn set_of(cells: Vec<Cell>, stride: usize) -> Cell {
    let mut cells = cells;
    if stride == 1 {
        cells.sort();
        cells.dedup();
        return Cell::Model(Rc::new(cells));
    }
    let mut elements: Vec<&[Cell]> = cells.chunks(stride).collect();
    elements.sort();
    elements.dedup();
    Cell::Model(Rc::new(elements.concat()))
}

/// The value of an operation on the cells of its arguments.
fn apply(op: SpecOp, stride: usize, args: &[Cell]) -> Result<Vec<Cell>, FaultKind> {
    let one = |cell: Cell| Ok(vec![cell]);
    match op {
        SpecOp::SetOf => return one(set_of(args.to_vec(), stride)),
        SpecOp::SeqOf => return one(seq(args.to_vec())),
        _ => {}
    }
    let [first, rest @ ..] = args else {
        return Err(FaultKind::IllFormed(
            "an operation on model values without any",
        ));
    };
    let own = elements(first)?.as_slice();
    let length = own.len() / stride;
    match op {
        SpecOp::SetOf | SpecOp::SeqOf => Err(FaultKind::IllFormed("handled above")),
        SpecOp::SetInsert => match find(own, rest, stride) {
            Ok(_) => one(first.clone()),
            Err(at) => one(seq(
                [&own[..at * stride], rest, &own[at * stride..]].concat()
            )),
        },
        SpecOp::SetRemove => match find(own, rest, stride) {
            Ok(at) => one(seq(
                [&own[..at * stride], &own[(at + 1) * stride..]].concat()
            )),
            Err(_) => one(first.clone()),
        },
        SpecOp::SetContains => one(Cell::truth(find(own, rest, stride).is_ok())),
        SpecOp::SetUnion => {
            let other = elements(&rest[0])?;
            one(seq(merge(own, other, stride, [true, true, true])))
        }
        SpecOp::SetIntersection => {
            let other = elements(&rest[0])?;
            one(seq(merge(own, other, stride, [false, true, false])))
        }
        SpecOp::SetDifference => {
            let other = elements(&rest[0])?;
            one(seq(merge(own, other, stride, [true, false, false])))
        }
        SpecOp::SetSubset => {
            let other = elements(&rest[0])?;
            let beyond = merge(own, other, stride, [true, false, false]);
            one(Cell::truth(beyond.is_empty()))
        }
        SpecOp::SetLen | SpecOp::SeqLen => one(Cell::number(Int::from(length as u64))),
        SpecOp::SeqIndex => {
            let at = index(&rest[0], length)? * stride;
            Ok(own[at..at + stride].to_vec())
        }
        SpecOp::SeqPush => one(seq([own, rest].concat())),
        SpecOp::SeqPushFront => one(seq([rest, own].concat())),
        SpecOp::SeqConcat => one(seq([own, elements(&rest[0])?.as_slice()].concat())),
        SpecOp::SeqContains => one(Cell::truth(own.chunks(stride).any(|e| e == rest))),
        SpecOp::SeqToSet => one(set_of(own.to_vec(), stride)),
        SpecOp::SeqUpdate => {
            let at = index(&rest[0], length)? * stride;
            let value = &rest[1..];
            one(seq([&own[..at], value, &own[at + stride..]].concat()))
        }
        SpecOp::SeqTake => one(seq(own[..clamp(&rest[0], length)? * stride].to_vec())),
        SpecOp::SeqSkip => one(seq(own[clamp(&rest[0], length)? * stride..].to_vec())),
        SpecOp::SeqPermutation => {
            let other = elements(&rest[0])?;
            let mut left: Vec<&[Cell]> = other.chunks(stride).collect();
            let found = own.chunks(stride).all(|it| {
                let at = left.iter().position(|other| *other == it);
                at.map(|at| left.swap_remove(at)).is_some()
            });
            one(Cell::truth(found && left.is_empty()))
        }
        SpecOp::SeqReverse => {
            let backwards: Vec<&[Cell]> = own.chunks(stride).rev().collect();
            one(seq(backwards.concat()))
        }
    }
}

fn seq(cells: Vec<Cell>) -> Cell {
    Cell::Model(Rc::new(cells))
}

/// The elements of a model value.
pub(super) fn elements(cell: &Cell) -> Result<&Rc<Vec<Cell>>, FaultKind> {
    match cell {
        Cell::Model(elements) => Ok(elements),
        Cell::Uninit => Err(FaultKind::Unwritten),
        _ => Err(FaultKind::IllFormed("a set or sequence was expected")),
    }
}

/// Where the element is in a set, or where it would be.
fn find(set: &[Cell], element: &[Cell], stride: usize) -> Result<usize, usize> {
    let (mut low, mut high) = (0, set.len() / stride);
    while low < high {
        let middle = low + (high - low) / 2;
        match set[middle * stride..(middle + 1) * stride].cmp(element) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Ok(middle),
            Ordering::Greater => high = middle,
        }
    }
    Err(low)
}

/// Of two sets what is only in the first, in both, only in the second, as wanted.
fn merge(a: &[Cell], b: &[Cell], stride: usize, wanted: [bool; 3]) -> Vec<Cell> {
    let mut merged = Vec::new();
    let (mut a, mut b) = (a.chunks(stride).peekable(), b.chunks(stride).peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => x.cmp(y),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return merged,
        };
        let (element, take) = match order {
            Ordering::Less => (a.next(), wanted[0]),
            Ordering::Equal => {
                b.next();
                (a.next(), wanted[1])
            }
            Ordering::Greater => (b.next(), wanted[2]),
        };
        if take {
            merged.extend_from_slice(element.unwrap_or(&[]));
        }
    }
}

/// An index that must be in range.
fn index(cell: &Cell, length: usize) -> Result<usize, FaultKind> {
    let number = number(cell)?;
    let index = usize::try_from(number).ok().filter(|at| *at < length);
    index.ok_or(FaultKind::SeqIndex)
}

/// A count, clamped to the length.
fn clamp(cell: &Cell, length: usize) -> Result<usize, FaultKind> {
    let number = number(cell)?;
    if number < Int::ZERO {
        return Ok(0);
    }
    Ok(usize::try_from(number).map_or(length, |count| count.min(length)))
}

fn number(cell: &Cell) -> Result<Int, FaultKind> {
    cell.as_number()
        .ok_or(FaultKind::IllFormed("a number was expected"))
}
