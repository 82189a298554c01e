//! From `syn`'s tree to ours. This is the only part of the crate that knows `syn`'s types; it must run
//! on the thread that parsed, because spans are kept there.

mod derive;
mod exprs;
mod items;
mod macros;
mod pats;
mod types;

use super::ast::{Ident, InnerScope, Name};
use super::cfg::Cfg;
use super::codes;
use super::dialect::Imports;
use super::spans::Spans;
use crate::diag::Diagnostic;
use crate::span::Span;

/// Converts the items of one file.
pub struct Convert<'a> {
    /// Converts spans.
    pub spans: Spans,
    /// What is configured.
    pub cfg: &'a Cfg,
    /// Whether the file is one of the models, which may use attributes of their own.
    pub is_model: bool,
    /// The user's mistakes found so far.
    pub diags: Vec<Diagnostic>,
    /// The `mod name;` declarations met, to be loaded from files.
    pub modules: Vec<OutOfLine>,
    /// The scopes of items inside the function at hand.
    pub inner: Vec<InnerScope>,
    /// The innermost of them.
    pub inner_parent: Option<usize>,
    /// Whether the code at hand is specification code, with rewritten arrows.
    pub in_spec: bool,
    /// What the modules around the code at hand import, outermost first.
    pub imports: Vec<Imports>,
}

/// A module whose items are in another file. The item list that it stands in has an empty module
/// of its name, to be filled.
#[derive(Clone, Debug)]
pub struct OutOfLine {
    /// The inline modules around it in this file, outermost first, then its own name; each with
    /// its `#[path]`, if it has one.
    pub path: Vec<(Name, Option<String>)>,
    /// The declaration.
    pub span: Span,
    /// What the modules around it import.
    pub imports: Vec<Imports>,
}

impl<'a> Convert<'a> {
    /// A converter for a file.
    pub fn new(spans: Spans, cfg: &'a Cfg, is_model: bool) -> Self {
        Self {
            spans,
            cfg,
            is_model,
            diags: Vec::new(),
            modules: Vec::new(),
            inner: Vec::new(),
            inner_parent: None,
            in_spec: false,
            imports: Vec::new(),
        }
    }

    /// An error of `syn`, as ours.
    pub fn syntax_error(&mut self, error: &syn::Error) {
        let span = self.spans.convert(error.span());
        self.diags
            .push(Diagnostic::error(codes::SYNTAX, span, error.to_string()));
    }

    fn ident(&self, ident: &proc_macro2::Ident) -> Ident {
        Ident {
            name: name_of(ident),
            span: self.spans.convert(ident.span()),
        }
    }
}

/// The name of an identifier, `r#` stripped.
fn name_of(ident: &proc_macro2::Ident) -> Name {
    use syn::ext::IdentExt;
    ident.unraw().to_string().into()
}
