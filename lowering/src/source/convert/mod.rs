//! From `syn`'s tree to ours. This is the only part of the crate that knows `syn`'s types; it must run
//! on the thread that parsed, because spans are kept there.

mod blocks;
mod derive;
mod destructure;
mod expand;
mod exprs;
mod extern_specs;
mod holes;
mod items;
mod macros;
mod members;
mod pats;
mod spec_fields;
mod trees;
mod types;

use std::collections::BTreeSet;
use std::path::PathBuf;

use proc_macro2::TokenStream;

use super::Edition;
use super::ast::{Ident, InnerScope, Name};
use super::cfg::Cfg;
use super::codes;
use super::dialect::Imports;
use super::files::FileSystem;
use super::macros::{Macros, hygiene};
use super::modules::{OutOfLine, Place};
use super::spans::Spans;
use crate::diag::Diagnostic;
use crate::span::{Origin, SourceMap};

/// Converts the items of a crate, file by file: macros are seen in the order of the text.
pub struct Convert<'a> {
    /// Converts spans of the file at hand.
    pub spans: Spans,
    /// What is configured.
    pub cfg: &'a Cfg,
    /// The edition.
    pub edition: Edition,
    /// Whether the file is one of the models, which may use attributes of their own.
    pub is_model: bool,
    /// The text of the file, if bodies are read when they are asked for.
    pub later: Option<&'static str>,
    /// Whose the crate is.
    pub origin: Origin,
    /// Where files come from; models have none.
    pub files: Option<&'a dyn FileSystem>,
    /// All files read.
    pub map: &'a mut SourceMap,
    /// The file at hand, and where its modules are.
    pub place: Place,
    /// The files that are being read.
    pub open: Vec<PathBuf>,
    /// The user's mistakes found so far.
    pub diags: Vec<Diagnostic>,
    /// The scopes of items inside the function at hand.
    pub inner: Vec<InnerScope>,
    /// The innermost of them.
    pub inner_parent: Option<usize>,
    /// Whether the code at hand is specification code, with rewritten arrows.
    pub in_spec: bool,
    /// What the modules around the code at hand import, outermost first.
    pub imports: Vec<Imports>,
    /// Whether the code at hand is inside a function.
    pub in_body: bool,
    /// The names that paths start with: other crates may be among them.
    pub named: BTreeSet<Name>,
    /// The macros known at this point of the text.
    pub macros: Macros,
    /// What `$crate` means in them.
    pub crate_path: TokenStream,
    /// How many `unsafe` blocks have been met.
    unsafe_blocks: usize,
    /// How many expansions the code at hand is inside of.
    expansions: usize,
    /// How many tokens macros may still write.
    fuel: usize,
}

impl<'a> Convert<'a> {
    /// A converter that starts with a file.
    pub fn new(spans: Spans, cfg: &'a Cfg, map: &'a mut SourceMap) -> Self {
        Self {
            spans,
            cfg,
            edition: Edition::default(),
            is_model: false,
            later: None,
            origin: Origin::User,
            files: None,
            map,
            place: Place::default(),
            open: Vec::new(),
            diags: Vec::new(),
            inner: Vec::new(),
            inner_parent: None,
            in_spec: false,
            imports: Vec::new(),
            in_body: false,
            named: BTreeSet::new(),
            macros: Macros::default(),
            crate_path: quote::quote!(crate),
            unsafe_blocks: 0,
            expansions: 0,
            fuel: expand::MAX_TOKENS,
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

/// The name of an identifier as it was written, `r#` stripped.
fn name_of(ident: &proc_macro2::Ident) -> Name {
    let text = ident.to_string();
    hygiene::written(text.strip_prefix("r#").unwrap_or(&text)).into()
}

/// The name of what may be a local variable or a label: with the marks of the macros that wrote it.
fn marked_name_of(ident: &proc_macro2::Ident) -> Name {
    let text = ident.to_string();
    text.strip_prefix("r#").unwrap_or(&text).into()
}
