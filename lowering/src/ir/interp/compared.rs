//! Numbers beyond those in scope that a quantifier over integers has to look at.
//!
//! What a body says of its variable by comparing it changes only where it is equal to what it is
//! compared with. These numbers are computed from comparisons that were made for the numbers in scope: if
//! `x` was compared with `y` while the variable was `v`, and it was so by the same distance from `v`
//! for another value of the variable, then `y` less that distance is one of them.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::Cell;
use crate::ir::Int;
use crate::ir::types::{IntTy, Ty, TyId, Types};

/// More members than this are not added.
const MOST_MEMBERS: usize = 1 << 16;

/// What the variable of a quantifier has been compared with.
#[derive(Debug)]
pub(super) struct Compared {
    /// The types of its parts, with the numbers that are in scope.
    parts: Vec<(IntTy, BTreeSet<Int>)>,
    /// By part, number and distance: the part, and whether it has been another as well.
    seen: BTreeMap<(usize, Int, Int), (Int, bool)>,
}

impl Compared {
    /// For a quantifier over all values of a type, which are these; nothing if it is not one over
    /// integers.
    pub(super) fn new(types: &Types, ty: TyId, all: &[Cell]) -> Option<Self> {
        let machine = |ty: TyId| match types.get(ty) {
            Ty::Int(int) => Some(*int),
            _ => None,
        };
        let ints: Vec<IntTy> = match types.get(ty) {
            Ty::Tuple(parts) => parts.iter().map(|ty| machine(*ty)).collect::<Option<_>>()?,
            _ => vec![machine(ty)?],
        };
        let mut parts: Vec<(IntTy, BTreeSet<Int>)> =
            ints.into_iter().map(|int| (int, BTreeSet::new())).collect();
        for member in all.chunks(parts.len().max(1)) {
            for ((_, known), cell) in parts.iter_mut().zip(member) {
                known.extend(cell.as_number());
            }
        }
        Some(Self {
            parts,
            seen: BTreeMap::new(),
        })
    }

    /// Notes a comparison that was made for a member. Where other variables are about, each looks like
    /// any number, so that only the variable itself counts.
    pub(super) fn note(&mut self, at: &[Int], innermost: bool, a: Int, b: Int) {
        let alone = innermost && at.len() == 1;
        for (part, value) in at.iter().enumerate() {
            for (x, y) in [(a, b), (b, a)] {
                let distance = x.saturating_sub(*value);
                if !alone && distance != Int::ZERO {
                    continue;
                }
                let seen = self.seen.entry((part, y, distance));
                let (first, more) = seen.or_insert((*value, false));
                *more |= *first != *value;
            }
        }
    }

    /// The members to be looked at besides those in scope.
    pub(super) fn beyond(self) -> Vec<Cell> {
        let mut members: Vec<(bool, Vec<Cell>)> = vec![(false, Vec::new())];
        for (part, (int, known)) in self.parts.iter().enumerate() {
            let seen = self.seen.iter();
            let critical = seen.filter(|((of, ..), (_, more))| *of == part && *more);
            let critical =
                critical.map(|((_, number, distance), _)| number.saturating_sub(*distance));
            let critical = critical.filter(|number| !known.contains(number));
            let near = critical.flat_map(|it| [it - Int::ONE, it, it + Int::ONE]);
            let new: BTreeSet<Int> = near
                .filter(|it| int.contains(*it) && !known.contains(it))
                .collect();
            let all = known.iter().map(|it| (false, *it));
            let all: Vec<(bool, Int)> = all.chain(new.into_iter().map(|it| (true, it))).collect();
            if members.len() * all.len() > MOST_MEMBERS {
                return Vec::new();
            }
            members = members
                .iter()
                .flat_map(|(any, cells)| {
                    all.iter().map(move |(is_new, number)| {
                        let cells = cells.iter().cloned().chain([Cell::number(*number)]);
                        (any | is_new, cells.collect())
                    })
                })
                .collect();
        }
        let members = members.into_iter().filter(|(any_new, _)| *any_new);
        members.flat_map(|(_, cells)| cells).collect()
    }
}
