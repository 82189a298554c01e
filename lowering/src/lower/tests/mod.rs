//! Tests of lowering: on hand-made trees, which hold for any front end, and on source that rustc
//! compiles as well.

mod closure;
mod contract;
mod differential;
#[allow(clippy::all, unused, reason = "programs under test are odd on purpose")]
mod drop_programs;
mod fake;
mod memory_programs;
mod order;
#[expect(clippy::all, unused, reason = "programs under test are odd on purpose")]
mod programs;
mod runs;
mod source;
