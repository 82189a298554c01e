//! What the macros emit in a run-time build: clauses of the executable subset as assertions, and
//! otherwise what an ordinary build has. `bverify_contracts` documents what is checked and skipped.

use std::sync::OnceLock;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::attributes;
use crate::clause::{self, Clause};
use crate::item::ItemKind;
use crate::ordinary;

mod condition;
mod function;
mod hidden;
mod invariant;
mod model;
mod signature;
mod types;

use condition::{Condition, Scope};

/// A clause with the text that messages quote.
struct Quoted {
    clause: Clause,
    args: TokenStream,
    text: String,
}

impl Quoted {
    fn new(clause: Clause, args: TokenStream) -> Self {
        let text = format!("{}({args})", clause.name());
        Quoted { clause, args, text }
    }

    /// Where an assertion that fails is said to be.
    fn span(&self) -> Span {
        let first = self.args.clone().into_iter().next();
        first.map_or_else(Span::call_site, |token| token.span())
    }
}

/// Whether the crate that is being compiled asks for run-time checks.
///
/// Flags meant for the target do not reach a macro when cargo is told of a target, so the macro's
/// own `cfg` is not enough; but it runs within the compiler, whose arguments say it.
pub(crate) fn enabled() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(|| {
        let args: Vec<String> = std::env::args_os()
            .map(|arg| arg.to_string_lossy().into_owned())
            .collect();
        let asked = args
            .windows(2)
            .any(|pair| pair == ["--cfg", "bverify_runtime"])
            || args.iter().any(|arg| arg == "--cfg=bverify_runtime");
        cfg!(bverify_runtime) || asked
    })
}

/// An attribute on an item.
pub(crate) fn attribute(clause: Clause, args: TokenStream, item: TokenStream) -> TokenStream {
    let kind = ItemKind::of(&item);
    let emitted = match (clause, kind) {
        (Clause::ExternSpec | Clause::ExternModel, _) => None,
        (Clause::Model, ItemKind::Function) => model::emit(&item),
        (_, ItemKind::Function) => function::emit(clause, &args, &item),
        (Clause::Invariant, ItemKind::Struct | ItemKind::Enum | ItemKind::Union) => {
            invariant::emit_type(&args, &item)
        }
        (Clause::Invariant, ItemKind::Impl) => invariant::emit_impl(&args, &item),
        _ => None,
    };
    // Whatever is malformed, or has nothing to execute, is as in an ordinary build.
    emitted.unwrap_or_else(|| ordinary::attribute(clause, args, item))
}

/// A condition in a body.
pub(crate) fn condition(name: &str, args: TokenStream) -> TokenStream {
    let text = format!("{name}({args})");
    let Ok(expr) = clause::condition(name, args.clone()) else {
        return ordinary::condition(name, args);
    };
    let span = syn::spanned::Spanned::span(&expr);
    match Condition::without_old(expr, &Scope::default()) {
        Some(condition) => condition.assertion(&format!("{text} failed"), span),
        None => ordinary::condition(name, args),
    }
}

/// Takes the clauses out of an item's attributes, the one being expanded first. `None` if one of
/// them is malformed, which an ordinary build reports.
fn take_clauses(
    clause: Clause,
    args: &TokenStream,
    attrs: &mut Vec<syn::Attribute>,
) -> Option<Vec<Quoted>> {
    let mut clauses = vec![Quoted::new(clause, args.clone())];
    attrs.retain(|attr| match attributes::read_parsed(attr) {
        Some(written) => {
            clauses.push(Quoted::new(written.clause, written.args));
            false
        }
        None => true,
    });
    let well_formed = |quoted: &Quoted| quoted.clause.check(quoted.args.clone()).is_ok();
    clauses.iter().all(well_formed).then_some(clauses)
}

/// The identifiers among tokens, at any depth.
fn mentions(tokens: &impl ToTokens, names: &[&str]) -> bool {
    tokens
        .to_token_stream()
        .into_iter()
        .any(|token| match token {
            proc_macro2::TokenTree::Group(group) => mentions(&group.stream(), names),
            proc_macro2::TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
            _ => false,
        })
}
