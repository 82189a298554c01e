//! `std::time`: durations, and times as far as they do not come from a clock.

use crate::iter::Sum;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

const NANOS_A_SECOND: u32 = 1_000_000_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[invariant(self.nanos < 1_000_000_000)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}
impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: 999_999_999 };
    pub const fn new(secs: u64, nanos: u32) -> Duration {
        match secs.checked_add((nanos / NANOS_A_SECOND) as u64) {
            Some(secs) => Duration { secs, nanos: nanos % NANOS_A_SECOND },
            None => crate::intrinsics::panic_overflow("overflow in Duration::new"),
        }
    }
    pub const fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }
    pub const fn from_millis(millis: u64) -> Duration {
        Duration { secs: millis / 1_000, nanos: (millis % 1_000) as u32 * 1_000_000 }
    }
    pub const fn from_micros(micros: u64) -> Duration {
        Duration { secs: micros / 1_000_000, nanos: (micros % 1_000_000) as u32 * 1_000 }
    }
    pub const fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / 1_000_000_000, nanos: (nanos % 1_000_000_000) as u32 }
    }
    pub const fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }
    pub const fn as_secs(&self) -> u64 {
        self.secs
    }
    pub const fn subsec_millis(&self) -> u32 {
        self.nanos / 1_000_000
    }
    pub const fn subsec_micros(&self) -> u32 {
        self.nanos / 1_000
    }
    pub const fn subsec_nanos(&self) -> u32 {
        self.nanos
    }
    pub const fn as_millis(&self) -> u128 {
        self.secs as u128 * 1_000 + (self.nanos / 1_000_000) as u128
    }
    pub const fn as_micros(&self) -> u128 {
        self.secs as u128 * 1_000_000 + (self.nanos / 1_000) as u128
    }
    pub const fn as_nanos(&self) -> u128 {
        self.secs as u128 * 1_000_000_000 + self.nanos as u128
    }
    pub const fn abs_diff(self, other: Duration) -> Duration {
        match self.checked_sub(other) {
            Some(difference) => difference,
            None => match other.checked_sub(self) {
                Some(difference) => difference,
                None => Duration::ZERO,
            },
        }
    }
    pub const fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let nanos = self.nanos + rhs.nanos;
        let (carry, nanos) = if nanos >= NANOS_A_SECOND { (1, nanos - NANOS_A_SECOND) } else { (0, nanos) };
        match self.secs.checked_add(rhs.secs) {
            Some(secs) => match secs.checked_add(carry) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }
    pub const fn saturating_add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => Duration::MAX,
        }
    }
    pub const fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        let (borrow, nanos) = if self.nanos >= rhs.nanos {
            (0, self.nanos - rhs.nanos)
        } else {
            (1, self.nanos + NANOS_A_SECOND - rhs.nanos)
        };
        match self.secs.checked_sub(rhs.secs) {
            Some(secs) => match secs.checked_sub(borrow) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }
    pub const fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(difference) => difference,
            None => Duration::ZERO,
        }
    }
    pub const fn checked_mul(self, rhs: u32) -> Option<Duration> {
        let nanos = self.nanos as u64 * rhs as u64;
        match self.secs.checked_mul(rhs as u64) {
            Some(secs) => match secs.checked_add(nanos / 1_000_000_000) {
                Some(secs) => Some(Duration { secs, nanos: (nanos % 1_000_000_000) as u32 }),
                None => None,
            },
            None => None,
        }
    }
    pub const fn saturating_mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(product) => product,
            None => Duration::MAX,
        }
    }
    pub const fn checked_div(self, rhs: u32) -> Option<Duration> {
        if rhs == 0 {
            return None;
        }
        let rest = (self.secs % rhs as u64) * 1_000_000_000 + self.nanos as u64;
        Some(Duration { secs: self.secs / rhs as u64, nanos: (rest / rhs as u64) as u32 })
    }
}
impl Add for Duration {
    type Output = Duration;
    fn add(self, rhs: Duration) -> Duration {
        self.checked_add(rhs).expect("overflow when adding durations")
    }
}
impl AddAssign for Duration {
    fn add_assign(&mut self, rhs: Duration) {
        *self = *self + rhs;
    }
}
impl Sub for Duration {
    type Output = Duration;
    fn sub(self, rhs: Duration) -> Duration {
        self.checked_sub(rhs).expect("overflow when subtracting durations")
    }
}
impl SubAssign for Duration {
    fn sub_assign(&mut self, rhs: Duration) {
        *self = *self - rhs;
    }
}
impl Mul<u32> for Duration {
    type Output = Duration;
    fn mul(self, rhs: u32) -> Duration {
        self.checked_mul(rhs).expect("overflow when multiplying duration by scalar")
    }
}
impl Mul<Duration> for u32 {
    type Output = Duration;
    fn mul(self, rhs: Duration) -> Duration {
        rhs * self
    }
}
impl MulAssign<u32> for Duration {
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}
impl Div<u32> for Duration {
    type Output = Duration;
    fn div(self, rhs: u32) -> Duration {
        self.checked_div(rhs).expect("divide by zero error when dividing duration by scalar")
    }
}
impl DivAssign<u32> for Duration {
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}
impl Sum for Duration {
    fn sum<I: Iterator<Item = Duration>>(iter: I) -> Duration {
        iter.fold(Duration::ZERO, |sum, item| sum + item)
    }
}

/// A time of the monotonic clock; there is no model of the clock itself, so `now` is refused by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[invariant(self.nanos < 1_000_000_000)]
pub struct Instant {
    secs: i64,
    nanos: u32,
}
impl Instant {
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        if *self < earlier {
            return None;
        }
        let secs = self.secs.wrapping_sub(earlier.secs) as u64;
        Some(if self.nanos >= earlier.nanos {
            Duration { secs, nanos: self.nanos - earlier.nanos }
        } else {
            Duration { secs: secs - 1, nanos: self.nanos + NANOS_A_SECOND - earlier.nanos }
        })
    }
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.checked_duration_since(earlier).unwrap_or_default()
    }
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.saturating_duration_since(earlier)
    }
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        let secs = self.secs.checked_add_unsigned(duration.secs)?;
        let nanos = self.nanos + duration.nanos;
        if nanos >= NANOS_A_SECOND {
            Some(Instant { secs: secs.checked_add(1)?, nanos: nanos - NANOS_A_SECOND })
        } else {
            Some(Instant { secs, nanos })
        }
    }
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        let secs = self.secs.checked_sub_unsigned(duration.secs)?;
        if self.nanos >= duration.nanos {
            Some(Instant { secs, nanos: self.nanos - duration.nanos })
        } else {
            Some(Instant { secs: secs.checked_sub(1)?, nanos: self.nanos + NANOS_A_SECOND - duration.nanos })
        }
    }
}
/// A time of the clock of the system, counted from `UNIX_EPOCH`; `now` is refused by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemTime {
    since: Instant,
}
pub const UNIX_EPOCH: SystemTime = SystemTime::UNIX_EPOCH;
impl SystemTime {
    pub const UNIX_EPOCH: SystemTime = SystemTime { since: Instant { secs: 0, nanos: 0 } };
    pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, SystemTimeError> {
        match self.since.checked_duration_since(earlier.since) {
            Some(duration) => Ok(duration),
            None => Err(SystemTimeError(earlier.since.saturating_duration_since(self.since))),
        }
    }
    pub fn checked_add(&self, duration: Duration) -> Option<SystemTime> {
        Some(SystemTime { since: self.since.checked_add(duration)? })
    }
    pub fn checked_sub(&self, duration: Duration) -> Option<SystemTime> {
        Some(SystemTime { since: self.since.checked_sub(duration)? })
    }
}
#[derive(Clone)]
pub struct SystemTimeError(Duration);
impl SystemTimeError {
    pub fn duration(&self) -> Duration {
        self.0
    }
}
impl Add<Duration> for SystemTime {
    type Output = SystemTime;
    fn add(self, other: Duration) -> SystemTime {
        self.checked_add(other).expect("overflow when adding duration to instant")
    }
}
impl AddAssign<Duration> for SystemTime {
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}
impl Sub<Duration> for SystemTime {
    type Output = SystemTime;
    fn sub(self, other: Duration) -> SystemTime {
        self.checked_sub(other).expect("overflow when subtracting duration from instant")
    }
}
impl SubAssign<Duration> for SystemTime {
    fn sub_assign(&mut self, other: Duration) {
        *self = *self - other;
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;
    fn add(self, other: Duration) -> Instant {
        self.checked_add(other).expect("overflow when adding duration to instant")
    }
}
impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}
impl Sub<Duration> for Instant {
    type Output = Instant;
    fn sub(self, other: Duration) -> Instant {
        self.checked_sub(other).expect("overflow when subtracting duration from instant")
    }
}
impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, other: Duration) {
        *self = *self - other;
    }
}
impl Sub<Instant> for Instant {
    type Output = Duration;
    fn sub(self, other: Instant) -> Duration {
        self.duration_since(other)
    }
}
