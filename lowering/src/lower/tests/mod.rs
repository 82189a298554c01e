//! Tests of lowering on hand-made trees, so that they hold for any front end.

mod closure;
mod contract;
mod fake;
mod order;
mod runs;
