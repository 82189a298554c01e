//! The codes of what a report says; those of rejected sources are the front end's. Each has a page
//! in the manual.

/// An `ensures` clause does not hold.
pub const POSTCONDITION: &str = "BV0201";
/// A type's invariant is broken.
pub const INVARIANT: &str = "BV0202";
/// A location outside the frame changes.
pub const FRAME: &str = "BV0203";
/// A panic that no clause allows.
pub const PANIC: &str = "BV0204";
/// A return where the contract demands a panic.
pub const MISSING_PANIC: &str = "BV0205";
/// An `on_panic` clause does not hold.
pub const ON_PANIC: &str = "BV0206";
/// A `prove!` does not hold.
pub const PROOF: &str = "BV0207";
/// A `loop_invariant!` does not hold.
pub const LOOP_INVARIANT: &str = "BV0208";
/// A callee's `requires` does not hold.
pub const PRECONDITION: &str = "BV0209";
/// A clause whose evaluation would panic.
pub const NOT_WELL_DEFINED: &str = "BV0210";
/// No input satisfies the preconditions.
pub const VACUOUS: &str = "BV0211";
/// Memory is accessed that is not there.
pub const MEMORY: &str = "BV0212";
/// A termination measure does not shrink.
pub const TERMINATION: &str = "BV0213";
/// A construct that is not modelled.
pub const UNSUPPORTED: &str = "BV0301";
/// No answer within the limits.
pub const UNDECIDED: &str = "BV0302";
/// Statements that a contract does not constrain.
pub const COVERAGE: &str = "BV0303";
/// A call that was looked into though its contract was to stand for it.
pub const FOLLOWED: &str = "BV0304";

/// All of them, in order.
pub const ALL: [&str; 17] = [
    POSTCONDITION,
    INVARIANT,
    FRAME,
    PANIC,
    MISSING_PANIC,
    ON_PANIC,
    PROOF,
    LOOP_INVARIANT,
    PRECONDITION,
    NOT_WELL_DEFINED,
    VACUOUS,
    MEMORY,
    TERMINATION,
    UNSUPPORTED,
    UNDECIDED,
    COVERAGE,
    FOLLOWED,
];
