//! Bodies of the models that are read when they are asked for: every run knows all of std, and needs
//! little of it. The rest of an item (names, types, clauses) is read with its file.

use std::sync::OnceLock;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::ast::{Block, Expr, ExprKind};
use super::cfg::Cfg;
use super::codes;
use super::convert::Convert;
use super::spans::Spans;
use crate::diag::Diagnostic;
use crate::span::{SourceMap, Span};

/// The body of a function.
#[derive(Clone, Debug)]
pub enum Body {
    /// It was read with the function.
    Read(Block),
    /// It is read when it is asked for.
    Later(Later),
}

impl Body {
    /// The block.
    pub fn block(&self) -> &Block {
        match self {
            Body::Read(block) => block,
            Body::Later(later) => later.block(),
        }
    }
}

/// A body of a model that may not have been read yet.
#[derive(Clone, Debug)]
pub struct Later {
    text: &'static str,
    span: Span,
    read: OnceLock<Block>,
}

impl Later {
    /// The body with that span, braces included, of a file with that text.
    pub fn new(file: &'static str, span: Span) -> Option<Self> {
        Some(Self {
            text: file.get(span.start as usize..span.end as usize)?,
            span,
            read: OnceLock::new(),
        })
    }

    fn block(&self) -> &Block {
        self.read.get_or_init(|| match self.read() {
            Ok(block) => block,
            Err(_) => Block {
                scope: None,
                stmts: Vec::new(),
                tail: Some(Box::new(Expr {
                    kind: ExprKind::Unsupported("a model that does not parse".into()),
                    span: self.span,
                })),
                span: self.span,
            },
        })
    }

    /// Reads the body. A mistake in it is one of ours; a test reads all of them.
    pub fn read(&self) -> Result<Block, Vec<Diagnostic>> {
        let cfg = Cfg::default();
        let mut map = SourceMap::default();
        let spans = Spans {
            file: self.span.file,
            skipped: self.span.start,
        };
        let mut convert = Convert::new(spans, &cfg, &mut map);
        convert.is_model = true;
        convert.macros.enter();
        let block = match syn::parse_str::<syn::Block>(self.text) {
            Ok(block) => convert.block(&block),
            Err(error) => {
                convert.syntax_error(&error);
                return Err(convert.diags);
            }
        };
        if !convert.inner.is_empty() {
            let message = "items inside a body of a model, which are not entered";
            let mistake = Diagnostic::error(codes::SYNTAX, self.span, message);
            convert.diags.push(mistake);
        }
        match convert.diags.is_empty() {
            true => Ok(block),
            false => Err(convert.diags),
        }
    }
}

/// The macro call that stands in the place of a body.
const MARK: &str = "later";

/// Whether it is what [`put_off`] leaves of a body.
pub fn is_put_off(block: &syn::Block) -> bool {
    matches!(block.stmts.as_slice(), [syn::Stmt::Macro(call)] if call.mac.path.is_ident(MARK))
}

/// The tokens of a file without those of the bodies of functions. What macros stand for, and what they
/// are defined as, is left as it is.
pub fn put_off(tokens: TokenStream) -> TokenStream {
    let mut in_function = false;
    let mut in_macro = false;
    let mut kept = Vec::new();
    for token in tokens {
        kept.push(match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inside = match (in_function, in_macro) {
                    (true, _) => {
                        let mark = proc_macro2::Ident::new(MARK, group.span());
                        quote::quote!(#mark!();)
                    }
                    (_, true) => group.stream(),
                    _ => put_off(group.stream()),
                };
                let mut without = Group::new(Delimiter::Brace, inside);
                without.set_span(group.span());
                (in_function, in_macro) = (false, false);
                TokenTree::Group(without)
            }
            token => {
                match &token {
                    TokenTree::Ident(word) if word == "fn" => in_function = true,
                    TokenTree::Punct(punct) if punct.as_char() == ';' => {
                        (in_function, in_macro) = (false, false);
                    }
                    TokenTree::Punct(punct) if punct.as_char() == '!' => in_macro = true,
                    _ => {}
                }
                token
            }
        });
    }
    kept.into_iter().collect()
}
