//! One list interface with its contract, and several representations that keep it.

mod arena;
mod boxed;
mod caching;
mod intrusive;
mod layered;
mod linked;
mod list;
#[cfg(test)]
mod oracle;
mod shared;
mod unrolled;
mod vec;

pub use arena::ArenaList;
pub use boxed::BoxedList;
pub use caching::CachingList;
pub use intrusive::{Handle, IntrusiveList, Item};
pub use layered::LayeredList;
pub use linked::LinkedList;
pub use list::List;
pub use shared::SharedList;
pub use unrolled::UnrolledList;
pub use vec::VecList;
