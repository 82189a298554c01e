//! The two errors that the study found in specifications rather than in code.

mod insert;
mod search;

pub use insert::List;
pub use search::Bag;
