//! Case studies of the whole tool. What the list study consists of is [`study`]; [`measure`] has
//! functions checked and says what that took; [`mutate`] makes faulty versions of the correct lists,
//! and [`mutants`] knows which of them can be told from the original.

pub mod measure;
pub mod mutants;
pub mod mutate;
pub mod scratch;
pub mod study;
