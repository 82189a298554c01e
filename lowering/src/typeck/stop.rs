//! The two ways in which reading stops, as short as they are used often.

use crate::diag::{Diagnostic, Unsupported};
use crate::front::Stop;
use crate::span::Span;

/// A construct that is not modelled.
pub fn unsupported(span: Span, construct: impl Into<String>) -> Stop {
    Stop::Unsupported(vec![Unsupported {
        span,
        construct: construct.into(),
    }])
}

/// A mistake of the user's.
pub fn mistake(diagnostic: Diagnostic) -> Stop {
    Stop::Mistake(vec![diagnostic])
}
