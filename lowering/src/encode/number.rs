//! Numbers of the logic, which have any size, as numbers of the IR, which have 256 bits.

use crate::ir::Int;
use solver_bridge::int::DoesNotFit;

/// The values that a number may have, as far as the IR has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// Sorted.
    Set(Vec<Int>),
    /// Between the two, inclusive.
    Range(Int, Int),
}

impl Values {
    /// The smallest and the largest.
    pub fn bounds(&self) -> (Int, Int) {
        match self {
            Self::Set(values) => (
                values.first().copied().unwrap_or(Int::ZERO),
                values.last().copied().unwrap_or(Int::ZERO),
            ),
            Self::Range(low, high) => (*low, *high),
        }
    }
}

impl TryFrom<&solver_bridge::Values> for Values {
    type Error = DoesNotFit;

    fn try_from(values: &solver_bridge::Values) -> Result<Self, DoesNotFit> {
        Ok(match values {
            solver_bridge::Values::Set(values) => {
                let values: Result<_, _> = values.iter().map(Int::try_from).collect();
                Self::Set(values?)
            }
            solver_bridge::Values::Range(low, high) => {
                Self::Range(Int::try_from(low)?, Int::try_from(high)?)
            }
        })
    }
}
