//! What "within scope" means for one check: how many objects, which numbers, how many rounds.
//!
//! The interpreter quantifies over the same numbers as the encoder, so both take them from here.

use std::collections::{BTreeMap, BTreeSet};

use super::constants::{Constants, constants};
use super::ranks::{as_many_as_places, of_whole_type};
use crate::ir::calls::callees;
use crate::ir::types::IntTy;
use crate::ir::{Block, Harness, Int, MemoryError, ProcId, Program, StmtKind};

/// More constants of what is called than this, those of the nearest callees first, do not widen the
/// window: a table of numbers in a library must not blow up every input.
const CONSTANT_LIMIT: usize = 64;

/// The bounds of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How many objects of a heap-allocated type, and values of a type parameter.
    pub scope: u32,
    /// Exceptions for single types, by name.
    pub by_type: Vec<(String, u32)>,
    /// Which integers come in.
    pub window: Window,
    /// How many rounds a loop and how many nested calls a recursion may take; `None`: as many as
    /// the inputs in scope need, up to [`Bounds::unroll_limit`].
    pub unroll: Option<u32>,
    /// Where unrolling gives up if `unroll` does not say.
    pub unroll_limit: u32,
    /// Of numbers of which only the order matters, let no more come in than that takes. Verdicts are the same;
    /// counterexamples need not be the smallest.
    pub ranked: bool,
}

/// Which integers come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Those of so many bits, the extremes of the type, and the constants of the program with
    /// their neighbours.
    Bits(u32),
    /// All.
    Full,
}

impl Bounds {
    /// The default bounds of a scope: a window of the scope's bits plus two.
    pub fn of_scope(scope: u32) -> Self {
        Self {
            scope,
            by_type: Vec::new(),
            window: Window::Bits(default_int_bits(scope)),
            unroll: None,
            unroll_limit: 64,
            ranked: false,
        }
    }

    /// How many objects of the type of that name may exist on entry.
    pub fn scope_of(&self, type_name: &str) -> u32 {
        self.by_type
            .iter()
            .find(|(name, _)| name == type_name)
            .map_or(self.scope, |(_, bound)| *bound)
    }

    /// The rounds after which unrolling stops.
    pub fn max_rounds(&self) -> u32 {
        self.unroll.unwrap_or(self.unroll_limit)
    }
}

/// The bits needed to count to `scope`, plus two.
pub fn default_int_bits(scope: u32) -> u32 {
    scope.next_power_of_two().trailing_zeros() + 2
}

/// The integers that may come in, by type.
#[derive(Clone, Debug)]
pub struct EntryValues {
    window: Window,
    constants: Constants,
    /// Those of types of which fewer come in than the window has.
    fewer: BTreeMap<IntTy, Vec<Int>>,
}

/// Windows of more bits than this are not gone through number by number.
const MOST_BITS: u32 = 12;

impl EntryValues {
    /// The entry values of a function under `bounds`: all constants of itself and of its contract,
    /// and some of what these call.
    pub fn new(program: &Program, harness: &Harness, bounds: &Bounds) -> Self {
        let mut all = Constants::default();
        let mut room = CONSTANT_LIMIT;
        for (distance, id) in by_distance(program, &[harness.entry, harness.target]) {
            let body = &program.procs[id].body;
            if knows_characters(body) {
                continue;
            }
            let mut found = constants(program, id);
            // Bytes beside those of the characters in its table are of characters that it does not know.
            if asks_of_characters(program, body) {
                found.bytes.clear();
            }
            for (all, found) in [
                (&mut all.numbers, found.numbers),
                (&mut all.bytes, found.bytes),
                (&mut all.chars, found.chars),
            ] {
                let mut found: Vec<Int> = found.into_iter().collect();
                found.sort_by_key(|value| (value.unsigned_abs(), *value));
                for value in found {
                    let widens = distance > 0 && !is_in_window(value, bounds.window);
                    if widens && room == 0 && !all.contains(&value) {
                        continue;
                    }
                    let is_new = all.insert(value);
                    room -= usize::from(is_new && widens);
                }
            }
        }
        Self {
            window: bounds.window,
            constants: all,
            fewer: BTreeMap::new(),
        }
    }

    /// The same without a window: all values of each machine type.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            window: Window::Full,
            fewer: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// Lets only as many numbers of a type come in as it takes for every order of them and of its constants at so
    /// many places.
    pub(super) fn rank(&mut self, int: IntTy, constants: &BTreeSet<Int>, places: usize) {
        let fewer = match (self.of(int), self.wide(int)) {
            (Some(window), _) => as_many_as_places(&window, constants, places),
            (None, None) => of_whole_type(int, constants, places),
            // So wide a window is somebody's wish, and told by its bits.
            (None, Some(_)) => return,
        };
        self.fewer.insert(int, fewer);
    }

    /// The values of `int`, ascending; `None` if all of the machine type come in, or too many to be
    /// told one by one ([`Self::wide`]).
    pub fn of(&self, int: IntTy) -> Option<Vec<Int>> {
        if let Some(fewer) = self.fewer.get(&int) {
            return Some(fewer.clone());
        }
        let (low, high) = match self.window {
            Window::Full => return None,
            Window::Bits(bits) if bits.min(int.bits()) > MOST_BITS => return None,
            Window::Bits(bits) => window(int, bits),
        };
        if Int::from(256) >= int.max() - int.min() && (high - low) * 2 >= int.max() - int.min() {
            return Some(range(int.min(), int.max()));
        }
        let mut values: BTreeSet<Int> = range(low, high).into_iter().collect();
        values.extend([int.min(), int.max()]);
        let bytes = match int {
            IntTy::U8 => Some(&self.constants.bytes),
            _ => None,
        };
        for constant in self
            .constants
            .numbers
            .iter()
            .chain(bytes.into_iter().flatten())
        {
            let near = [*constant - Int::ONE, *constant, *constant + Int::ONE];
            values.extend(near.into_iter().filter(|value| int.contains(*value)));
        }
        Some(values.into_iter().collect())
    }

    /// The window of `int` and what else comes in, if the window has too many values to be told one
    /// by one and is not all of the machine type.
    pub fn wide(&self, int: IntTy) -> Option<(Int, Int, Vec<Int>)> {
        let Window::Bits(bits) = self.window else {
            return None;
        };
        if bits <= MOST_BITS || bits >= int.bits() || self.fewer.contains_key(&int) {
            return None;
        }
        let (low, high) = window(int, bits);
        let near = self.constants.numbers.iter();
        let near = near.flat_map(|it| [*it - Int::ONE, *it, *it + Int::ONE]);
        let others: BTreeSet<Int> = near.chain([int.min(), int.max()]).collect();
        let others = others.into_iter();
        let others = others.filter(|it| int.contains(*it) && (*it < low || *it > high));
        Some((low, high, others.collect()))
    }

    /// The `char`s that come in: a few letters, and the extremes, and the constants with their
    /// neighbours; `None` if all come in.
    pub fn of_char(&self) -> Option<Vec<Int>> {
        if self.window == Window::Full {
            return None;
        }
        let mut values: BTreeSet<Int> = ['\0', 'a', 'b', 'c', char::MAX]
            .into_iter()
            .map(|c| Int::from(u32::from(c)))
            .collect();
        let is_char =
            |value: &Int| u32::try_from(*value).is_ok_and(|code| char::from_u32(code).is_some());
        for constant in self.constants.numbers.iter().chain(&self.constants.chars) {
            let near = [*constant - Int::ONE, *constant, *constant + Int::ONE];
            values.extend(near.into_iter().filter(is_char));
        }
        Some(values.into_iter().collect())
    }
}

/// Whether the integers of the window have the number anyway.
fn is_in_window(value: Int, window: Window) -> bool {
    match window {
        Window::Full => true,
        Window::Bits(bits) => {
            value >= Int::ZERO && value < Int::ONE << bits.saturating_sub(1).min(200)
        }
    }
}

fn window(int: IntTy, bits: u32) -> (Int, Int) {
    let bits = bits.clamp(1, int.bits());
    if int.is_signed() {
        let half = Int::ONE << (bits - 1);
        (-half, half - Int::ONE)
    } else {
        (Int::ZERO, (Int::ONE << bits) - Int::ONE)
    }
}

fn range(low: Int, high: Int) -> Vec<Int> {
    let mut values = Vec::new();
    let mut next = low;
    while next <= high {
        values.push(next);
        next += Int::ONE;
    }
    values
}

/// Whether it looks characters up: what it compares them with are the ends of its table, of no interest to users.
fn knows_characters(block: &Block) -> bool {
    block.iter().any(|stmt| {
        matches!(stmt.kind, StmtKind::Undefined(MemoryError::Character))
            || stmt.kind.blocks().into_iter().any(knows_characters)
    })
}

/// Whether it is one of those that have a table of characters look them up.
fn asks_of_characters(program: &Program, block: &Block) -> bool {
    let mut called = Vec::new();
    callees(block, &mut called);
    let mut called = called.into_iter();
    called.any(|callee| knows_characters(&program.procs[callee].body))
}

/// The procedures that others call, nearest first.
fn by_distance(program: &Program, from: &[ProcId]) -> Vec<(usize, ProcId)> {
    let mut met: BTreeSet<ProcId> = from.iter().copied().collect();
    let mut queue: Vec<(usize, ProcId)> = from.iter().map(|id| (0, *id)).collect();
    let mut next = 0;
    while let Some((distance, id)) = queue.get(next).copied() {
        next += 1;
        let mut called = Vec::new();
        callees(&program.procs[id].body, &mut called);
        let called = called.into_iter().filter(|callee| met.insert(*callee));
        queue.extend(called.map(|callee| (distance + 1, callee)));
    }
    queue
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(int: IntTy, bits: u32, constants: &[i64]) -> Vec<i128> {
        let entry = EntryValues {
            window: Window::Bits(bits),
            constants: Constants {
                numbers: constants.iter().map(|value| Int::from(*value)).collect(),
                ..Constants::default()
            },
            fewer: BTreeMap::new(),
        };
        let values = entry.of(int).unwrap();
        values.iter().map(|value| value.as_i128()).collect()
    }

    #[test]
    fn the_window_of_scope_four_has_four_bits() {
        assert_eq!(default_int_bits(1), 2);
        assert_eq!(default_int_bits(3), 4);
        assert_eq!(default_int_bits(4), 4);
        assert_eq!(default_int_bits(5), 5);
    }

    #[test]
    fn extremes_and_constants_with_their_neighbours_come_in() {
        let expected: Vec<i128> = [i128::from(i32::MIN)]
            .into_iter()
            .chain(-2..=1)
            .chain([99, 100, 101, i128::from(i32::MAX)])
            .collect();
        assert_eq!(values(IntTy::I32, 2, &[100]), expected);
        assert_eq!(values(IntTy::U8, 2, &[]), [0, 1, 2, 3, 255]);
    }

    #[test]
    fn a_window_of_most_of_a_small_type_is_all_of_it() {
        assert_eq!(values(IntTy::I8, 8, &[]).len(), 256);
    }
}
