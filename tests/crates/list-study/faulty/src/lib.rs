//! The faults that the study found: lists whose elements are their nodes, wrong in one method each,
//! and an early version that is wrong in half of them.

mod absent;
mod early;
#[path = "../../lists/src/list.rs"]
mod list;
mod middle;

pub use absent::AbsentList;
pub use early::EarlyList;
pub use list::List;
pub use middle::MiddleList;
