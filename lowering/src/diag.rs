//! What we have to say to the user, as data: a diagnostic does not know how it is printed.

use crate::span::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The user must act.
    Error,
    /// The user should look.
    Warning,
    /// Context to another diagnostic.
    Note,
}

/// A span with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub text: String,
}

/// A message about the user's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code (`BV0101`), explained in the manual.
    pub code: &'static str,
    /// How bad it is.
    pub level: Level,
    /// A lowercase fragment without a full stop.
    pub message: String,
    /// The place that is to blame.
    pub primary: Label,
    /// Further places.
    pub secondary: Vec<Label>,
    /// Remarks below the source.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// The same with a text under the primary span.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// The same with a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// The same with a remark.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// A construct that is not modelled: the functions that depend on it are `unsupported`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsupported {
    /// Where it stands in the user's code.
    pub span: Span,
    /// What it is, as a noun phrase (`inline assembly`, `the method Vec::splice`).
    pub construct: String,
}
