//! A counter with an upper limit: arithmetic at the edge of its type, and functions that panic.

use bverify_contracts::*;

/// Counts from zero to a limit.
#[invariant(self.limit > 0)]
#[invariant(self.value <= self.limit)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    value: u32,
    limit: u32,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The counter moved by that much.
    Moved(u32),
    /// The counter was at its limit.
    Stuck,
}

/// The counter has no room for that much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// How much would have fitted.
    pub room: u32,
}

impl Counter {
    /// A counter at zero.
    #[panics(limit == 0)]
    #[ensures(result.value == 0 && result.limit == limit)]
    pub fn new(limit: u32) -> Self {
        assert!(limit > 0, "a counter needs room");
        Counter { value: 0, limit }
    }

    /// Where it stands.
    #[pure]
    #[ensures(result == self.value)]
    #[modifies()]
    pub fn value(&self) -> u32 {
        self.value
    }

    /// How far it can still go.
    #[pure]
    #[ensures(result == self.limit - self.value)]
    #[modifies()]
    pub fn room(&self) -> u32 {
        self.limit - self.value
    }

    /// Counts one.
    #[panics(self.value == self.limit)]
    #[on_panic(self.value == old(self.value))]
    #[ensures(self.value == old(self.value) + 1)]
    #[modifies(self.value)]
    pub fn increment(&mut self) {
        assert!(self.value < self.limit, "the counter is at its limit");
        self.value += 1;
    }

    /// Counts `n`. The sum may overflow the type as well as pass the limit.
    #[panics(self.value + n > self.limit)]
    #[ensures(self.value == old(self.value) + n)]
    #[modifies(self.value)]
    pub fn add(&mut self, n: u32) {
        let sum = self.value + n;
        assert!(sum <= self.limit, "the counter would pass its limit");
        self.value = sum;
    }

    /// Counts `n` if there is room for it.
    #[ensures(match result {
        Ok(value) => self.value == old(self.value) + n && value == self.value,
        Err(full) => old(self.value) + n > self.limit && full.room == self.room(),
    })]
    #[ensures(result.is_err() ==> unchanged(self.value))]
    #[modifies(self.value)]
    pub fn try_add(&mut self, n: u32) -> Result<u32, Full> {
        match self.value.checked_add(n) {
            Some(sum) if sum <= self.limit => {
                self.value = sum;
                Ok(sum)
            }
            _ => Err(Full { room: self.room() }),
        }
    }

    /// Counts as much of `n` as there is room for; returns where it stands and what was left over.
    #[ensures(result.0 == self.value)]
    #[ensures(self.value + result.1 == old(self.value) + n)]
    #[ensures(result.1 > 0 ==> self.value == self.limit)]
    #[modifies(self.value)]
    pub fn fill(&mut self, n: u32) -> (u32, u32) {
        let taken = n.min(self.room());
        self.value += taken;
        (self.value, n - taken)
    }

    /// Counts up to `by`, and says how far it came.
    #[requires(by > 0)]
    #[ensures(result == Step::Stuck <==> old(self.value) == self.limit)]
    #[ensures(match result {
        Step::Moved(n) => 0 < n && n <= by && self.value == old(self.value) + n,
        Step::Stuck => unchanged(self.value),
    })]
    #[modifies(self.value)]
    pub fn step(&mut self, by: u32) -> Step {
        let before = self.value;
        self.value = self.value.saturating_add(by).min(self.limit);
        match self.value - before {
            0 => Step::Stuck,
            n => Step::Moved(n),
        }
    }

    /// The value as a fraction of the limit, in `parts`. The product may overflow.
    #[may_panic(self.value * parts > u32::MAX)]
    #[ensures(result <= parts)]
    #[ensures(self.value == self.limit ==> result == parts)]
    #[modifies()]
    pub fn share(&self, parts: u32) -> u32 {
        self.value * parts / self.limit
    }

    /// Starts again.
    #[ensures(self.value == 0)]
    #[ensures(result == old(self.value))]
    #[modifies(self.value)]
    pub fn reset(&mut self) -> u32 {
        std::mem::take(&mut self.value)
    }
}

/// Half-way between two numbers, rounded towards the first, without overflow.
#[requires(a <= b)]
#[ensures(a <= result && result <= b)]
#[ensures(0 <= (b - result) - (result - a) && (b - result) - (result - a) <= 1)]
pub fn midpoint(a: i32, b: i32) -> i32 {
    let distance = b.wrapping_sub(a) as u32;
    a.wrapping_add((distance / 2) as i32)
}

/// The absolute value.
#[panics(x == i32::MIN)]
#[ensures(result >= 0)]
#[ensures(result == x || result == -x)]
pub fn magnitude(x: i32) -> i32 {
    if x < 0 { -x } else { x }
}

#[cfg(test)]
mod tests {
    use super::{Counter, Full, Step, magnitude, midpoint};

    #[test]
    fn it_stops_at_its_limit() {
        let mut counter = Counter::new(3);
        counter.increment();
        assert_eq!(counter.try_add(5), Err(Full { room: 2 }));
        assert_eq!(counter.try_add(1), Ok(2));
        assert_eq!(counter.step(4), Step::Moved(1));
        assert_eq!(counter.step(4), Step::Stuck);
        assert_eq!(counter.room(), 0);
        assert_eq!(counter.reset(), 3);
        assert_eq!(counter.fill(9), (3, 6));
        assert_eq!(counter.share(10), 10);
    }

    #[test]
    #[should_panic(expected = "limit")]
    fn passing_the_limit_panics() {
        let mut counter = Counter::new(2);
        counter.add(2);
        assert_eq!(counter.value(), 2);
        counter.add(1);
    }

    #[test]
    fn the_middle_is_in_between() {
        assert_eq!(midpoint(i32::MIN, i32::MAX), -1);
        assert_eq!(midpoint(2, 5), 3);
        assert_eq!(magnitude(-7), 7);
    }
}
