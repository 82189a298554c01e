//! One list interface with its contract, and several representations that keep it.

mod boxed;
mod list;
#[cfg(test)]
mod oracle;

pub use boxed::BoxedList;
pub use list::List;
