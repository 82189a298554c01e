//! What a signature tells of the checks around a body: whether the body can become a closure, what
//! the names in a condition are, which parameters must be kept.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ItemFn, Pat, ReceiverKind, ReturnType, Signature, Type};

use super::condition::{Condition, Scope};
use super::{mentions, types};

/// Whether the body can become a closure.
pub(super) fn wraps(function: &ItemFn) -> bool {
    let sig = &function.sig;
    let diverges = matches!(&sig.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
    let plain = sig.asyncness.is_none() && sig.variadic.is_none() && !diverges;
    let writes = sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => match &receiver.kind {
            ReceiverKind::Reference(_, _, written) => written.is_some(),
            ReceiverKind::Typed(_, ty) => types::writes(ty),
            _ => false,
        },
        FnArg::Typed(typed) => types::writes(&typed.ty),
    });
    let escapes = moves_self(function.block.to_token_stream()) || types::may_borrow(&sig.output);
    let nameless = mentions(&sig.output, &["impl"]);
    plain && !nameless && !(writes && escapes)
}

/// Whether `self` occurs in a way that may move it out of reach, as in `let cur = self`.
fn moves_self(body: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => moves_self(group.stream()),
        TokenTree::Ident(word) if word == "self" => {
            let reads = at > 0
                && match &tokens[at - 1] {
                    TokenTree::Punct(before) => matches!(before.as_char(), '*' | '&'),
                    TokenTree::Ident(before) => before == "match" || before == "mut",
                    _ => false,
                };
            let through = matches!(tokens.get(at + 1), Some(TokenTree::Punct(after))
                if matches!(after.as_char(), '.' | ':'));
            !reads && !through
        }
        _ => false,
    })
}

/// What the signature tells of the names in a condition.
pub(super) fn scope(sig: &Signature) -> Scope {
    let mut scope = Scope::default();
    if matches!(&sig.output, ReturnType::Type(_, ty) if !types::is_copy(ty)) {
        scope.moved.insert("result".to_owned());
    }
    for input in &sig.inputs {
        match input {
            FnArg::Receiver(receiver) => {
                if matches!(receiver.kind, ReceiverKind::Reference(..)) {
                    scope.references.insert("self".to_owned());
                }
            }
            FnArg::Typed(typed) => {
                let Pat::Ident(name) = &*typed.pat else {
                    continue;
                };
                let name = name.ident.to_string();
                if matches!(*typed.ty, Type::Reference(_)) {
                    scope.references.insert(name);
                } else if !types::is_copy(&typed.ty) {
                    scope.moved.insert(name);
                }
            }
        }
    }
    scope
}

/// Lends `&mut` parameters to the body, which may then do with them what it likes.
pub(super) fn reborrows(sig: &Signature) -> TokenStream {
    let lent = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(name), Type::Reference(reference)) if reference.mutability.is_some() => {
                let (mutability, name) = (&name.mutability, &name.ident);
                Some(quote!(let #mutability #name = &mut *#name;))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    quote!(#(#lent)*)
}

/// Parameters taken by value, which mean their value on entry in a postcondition.
pub(super) struct Parameters {
    /// Those that can be copied, and whether a condition needs it.
    copied: Vec<(Ident, bool)>,
    /// Names bound to what cannot.
    lost: Vec<String>,
}

impl Parameters {
    pub(super) fn of(sig: &Signature) -> Parameters {
        let (mut copied, mut lost) = (Vec::new(), Vec::new());
        for input in &sig.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    if !matches!(receiver.kind, ReceiverKind::Reference(..)) {
                        lost.push("self".to_owned());
                    }
                }
                FnArg::Typed(typed) => match &*typed.pat {
                    Pat::Ident(name) if types::is_clone(&typed.ty) => {
                        copied.push((name.ident.clone(), false));
                    }
                    Pat::Ident(_) if matches!(*typed.ty, Type::Reference(_)) => {}
                    pattern => lost.extend(bound_names(pattern)),
                },
            }
        }
        Parameters { copied, lost }
    }

    /// Whether the condition can be had on return; notes what it needs.
    pub(super) fn allow(&mut self, condition: &Condition) -> bool {
        if self.lost.iter().any(|name| condition.mentions(name)) {
            return false;
        }
        for (name, needed) in &mut self.copied {
            *needed |= condition.mentions(&name.to_string());
        }
        true
    }

    /// Statements that keep the values, and those that bring them back.
    pub(super) fn kept(&self) -> (TokenStream, TokenStream) {
        let needed = self.copied.iter().filter(|(_, needed)| *needed);
        let names: Vec<&Ident> = needed.map(|(name, _)| name).collect();
        let copies: Vec<Ident> = names
            .iter()
            .map(|name| format_ident!("__bverify_entry_{name}", span = Span::mixed_site()))
            .collect();
        let keep = quote!(#(let #copies = ::core::clone::Clone::clone(&#names);)*);
        let restore = quote!(#(let #names = #copies;)*);
        (keep, restore)
    }
}

fn bound_names(pattern: &Pat) -> Vec<String> {
    fn collect(tokens: TokenStream, names: &mut Vec<String>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => collect(group.stream(), names),
                TokenTree::Ident(ident) => names.push(ident.to_string()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    let mut names = Vec::new();
    collect(pattern.to_token_stream(), &mut names);
    names
}
