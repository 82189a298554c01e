//! What `--list` tells of a function, without solving anything.

use lowering::diag::Unsupported;
use lowering::span::Span;

/// A function of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFunction {
    /// Its path.
    pub function: String,
    /// Its signature in the source.
    pub span: Span,
    /// Whether it would be checked.
    pub checked: bool,
    /// Why, or why not.
    pub why: String,
    /// Whether it can be brought into the intermediate representation.
    pub lowered: bool,
    /// What stands in the way.
    pub unsupported: Vec<Unsupported>,
}
