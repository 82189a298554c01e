//! The codes of all diagnostics of the front end, one line each: the manual has a page a code.

/// A file that a crate root or a `mod` names could not be read.
pub const FILE: &str = "BV0101";
/// The source does not parse.
pub const SYNTAX: &str = "BV0102";
/// The source is nested deeper than we follow.
pub const NESTING: &str = "BV0103";
/// A module file includes itself.
pub const CYCLIC_MODULE: &str = "BV0104";
/// A clause does not parse, or its attribute has the wrong form.
pub const MALFORMED_CLAUSE: &str = "BV0110";
/// `check` has an argument that it does not know.
pub const UNKNOWN_CHECK: &str = "BV0111";
/// A clause stands where it means nothing.
pub const MISPLACED_CLAUSE: &str = "BV0112";
/// A clause names something that does not exist.
pub const UNKNOWN_NAME: &str = "BV0120";
/// A clause has, or contains, an expression of the wrong type.
pub const WRONG_TYPE: &str = "BV0121";
/// A clause names a field that does not exist.
pub const UNKNOWN_FIELD: &str = "BV0122";
/// A clause calls a method that does not exist.
pub const UNKNOWN_METHOD: &str = "BV0123";
/// A clause calls a function that may change something.
pub const IMPURE_CALL: &str = "BV0124";
/// A form of the contract language is used wrongly.
pub const BAD_SPEC_FORM: &str = "BV0125";
/// Ghost code changes what is not ghost, or other code uses a ghost field.
pub const GHOST_CODE: &str = "BV0126";
