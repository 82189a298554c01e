//! A function with clauses in a run-time build: its conditions around its body.
//!
//! ```text
//! requires, invariant of self; values kept for old, for parameters and for panics
//! let result = (|| -> R { body })();
//! panics, ensures, invariant of self and of the result
//! result
//! ```
//!
//! The body becomes a closure so that `return` and `?` lead to the conditions. Where that could
//! upset the borrow checker, only what comes before it is emitted.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, Pat, ReceiverKind, ReturnType, Signature, Visibility};

use super::condition::{self, Condition, Scope};
use super::signature::{Parameters, reborrows, scope, wraps};
use super::{Quoted, take_clauses};
use crate::clause::{self, Clause};
use crate::{attributes, implication, pure};

/// The function; `None` if it is malformed or has no body.
pub(super) fn emit(clause: Clause, args: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    let (item, loops) = attributes::strip_loops(item.clone());
    loops.ok()?;
    let mut function: ItemFn = syn::parse2(item).ok()?;
    let clauses = take_clauses(clause, args, &mut function.attrs)?;
    if clauses.iter().any(|quoted| quoted.clause == Clause::Model) {
        return super::model::emit(&function.into_token_stream());
    }
    if clauses.iter().any(|quoted| quoted.clause == Clause::Pure) {
        function.block =
            syn::parse2(pure::lazy_implies(function.block.into_token_stream())).ok()?;
    }
    let checks = Checks::of(&function, &clauses);
    Some(checks.around(function))
}

/// What is emitted around a body.
#[derive(Default)]
struct Checks {
    before: TokenStream,
    /// Values kept from the entry, for `after`.
    kept: TokenStream,
    after: TokenStream,
    wraps: bool,
}

impl Checks {
    fn of(function: &ItemFn, clauses: &[Quoted]) -> Checks {
        let mut checks = Checks::default();
        // Nothing of the run-time library is `const`.
        if function.sig.constness.is_some() {
            return checks;
        }
        let name = function.sig.ident.to_string();
        checks.wraps = wraps(function);
        let scope = scope(&function.sig);
        let mut parameters = Parameters::of(&function.sig);
        let visible = !matches!(function.vis, Visibility::Inherited);
        checks.invariants(&function.sig, visible, &name);
        for (number, quoted) in clauses.iter().enumerate() {
            match quoted.clause {
                Clause::Requires => checks.requires(quoted, &scope, &name),
                Clause::Panics => checks.panics(quoted, &scope, number, &name),
                Clause::Ensures => {
                    checks.ensures(quoted, &scope, number, &name, &mut parameters);
                }
                _ => {}
            }
        }
        let (kept, restored) = parameters.kept();
        checks.kept.extend(kept);
        let after = &checks.after;
        checks.after = quote!({ #restored #after });
        checks
    }

    fn requires(&mut self, quoted: &Quoted, scope: &Scope, function: &str) {
        let condition = condition::parse(quoted).and_then(|e| Condition::without_old(e, scope));
        let message = format!("{} failed in {function}", quoted.text);
        self.before
            .extend(condition.map(|condition| condition.assertion(&message, quoted.span())));
    }

    /// Had the condition held on entry, the function would not have returned.
    fn panics(&mut self, quoted: &Quoted, scope: &Scope, number: usize, function: &str) {
        let condition = condition::parse(quoted).and_then(|e| Condition::without_old(e, scope));
        let Some(evaluation) = condition.map(|condition| condition.evaluation()) else {
            return;
        };
        let held = format_ident!("__bverify_panics_{number}", span = Span::mixed_site());
        let message = format!("{} failed in {function}: it returned", quoted.text);
        let panic = quote_spanned!(quoted.span()=> ::core::panic!("{}", #message));
        self.kept.extend(quote!(let #held = #evaluation;));
        self.after.extend(quote! {
            if #held == ::core::option::Option::Some(true) {
                #panic;
            }
        });
    }

    fn ensures(
        &mut self,
        quoted: &Quoted,
        scope: &Scope,
        number: usize,
        function: &str,
        parameters: &mut Parameters,
    ) {
        let condition = postcondition(quoted)
            .and_then(|e| Condition::with_old(e, scope, number))
            .filter(|condition| parameters.allow(condition));
        let message = format!("{} failed in {function}", quoted.text);
        if let Some(condition) = condition {
            self.kept.extend(condition.snapshots());
            self.after
                .extend(condition.assertion(&message, quoted.span()));
        }
    }

    /// Invariants, which a function that is visible outside its module assumes and restores.
    /// Across an `await` the thread may be in other methods, so nothing is known there.
    fn invariants(&mut self, sig: &Signature, visible: bool, function: &str) {
        let check = |value: TokenStream, moment: &str| {
            let moment = format_ident!("{moment}");
            let checked = visible.then(|| {
                quote! {
                    (&&&&::bverify_contracts::runtime::One(#value)).spec_check(
                        ::bverify_contracts::runtime::Moment::#moment(#function),
                    );
                }
            });
            quote!({ use ::bverify_contracts::runtime::operators::*; #checked })
        };
        if sig.asyncness.is_some() {
            return;
        }
        let inside = format_ident!("__bverify_inside", span = Span::mixed_site());
        let mut enter = |this: TokenStream| {
            self.before.extend(check(this.clone(), "Entry"));
            let entered = quote!(let #inside = ::bverify_contracts::runtime::enter(#this););
            self.before.extend(entered);
            self.after.extend(quote!(::core::mem::drop(#inside);));
        };
        match sig.receiver().map(|receiver| &receiver.kind) {
            Some(ReceiverKind::Reference(_, _, written)) => {
                enter(quote!(&*self));
                if written.is_some() {
                    self.after.extend(check(quote!(&*self), "Exit"));
                }
            }
            Some(ReceiverKind::Value) => enter(quote!(&self)),
            _ => {}
        }
        if matches!(sig.output, ReturnType::Type(..)) {
            self.after.extend(check(quote!(&result), "Exit"));
        }
    }

    fn around(self, function: ItemFn) -> TokenStream {
        let ItemFn {
            attrs,
            vis,
            modifiers,
            sig,
            block,
        } = function;
        let defaultness = modifiers.defaultness;
        let Checks {
            before,
            kept,
            after,
            wraps,
        } = self;
        let body = match wraps {
            false => quote!({ #before #block }),
            true => {
                let reborrows = reborrows(&sig);
                let output = &sig.output;
                quote!({
                    #before
                    #kept
                    let result = { #reborrows (|| #output #block)() };
                    #after
                    result
                })
            }
        };
        quote! {
            #(#attrs)*
            #[allow(unused, clippy::all)]
            #vis #defaultness #sig #body
        }
    }
}

/// The condition over `result`; `None` if it names the result by a pattern.
fn postcondition(quoted: &Quoted) -> Option<Expr> {
    let args = implication::rewrite(quoted.args.clone()).ok()?;
    let post = clause::postcondition(quoted.clause, args).ok()?;
    let mut condition = post.condition;
    match post.result {
        None => {}
        Some(Pat::Ident(name)) => {
            let from = name.ident;
            Rename { from }.visit_expr_mut(&mut condition);
        }
        Some(_) => return None,
    }
    Some(condition)
}

/// Gives the result its usual name.
struct Rename {
    from: Ident,
}

impl VisitMut for Rename {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.is_ident(&self.from) {
            path.path = Ident::new("result", Span::call_site()).into();
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let result = TokenTree::Ident(Ident::new("result", Span::call_site()));
        let tokens = std::mem::take(&mut call.tokens).into_iter();
        call.tokens = tokens
            .map(|token| match token {
                TokenTree::Ident(ident) if ident == self.from => result.clone(),
                token => token,
            })
            .collect();
    }
}
