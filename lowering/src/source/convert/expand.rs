//! Expands macro calls where they stand: those of the crate, and the few of std that stand for tokens.

use std::path::PathBuf;
use std::rc::Rc;

use proc_macro2::{Delimiter, Span as TokenSpan, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};

use super::super::Edition;
use super::super::ast::{Expr, ExprKind, Lit};
use super::super::cfg::Predicate;
use super::super::macros::{Known, Rules, hygiene, paste};
use super::super::nesting;
use super::{Convert, name_of};
use crate::ir::Int;

/// How deep macros may expand to macros.
const MAX_EXPANSIONS: usize = 256;
/// How many tokens the macros of a crate may write.
pub(super) const MAX_TOKENS: usize = 1_000_000;

/// What a macro call stands for.
pub(super) enum Expansion {
    /// These tokens.
    Tokens(TokenStream),
    /// Something that we cannot tell: a noun phrase.
    Failed(String),
    /// The macro is none of the crate's.
    NotOurs,
}

impl Convert<'_> {
    /// `macro_rules! name { … }`.
    pub(super) fn define_macro(&mut self, item: &syn::ItemMacro, in_body: bool) {
        let Some(name) = &item.ident else { return };
        let old_pat = self.edition < Edition::E2021;
        let tokens = item.mac.tokens.clone();
        let rules = Rules::parse(tokens, in_body, old_pat, self.crate_path.clone());
        if let Some(metas) = self.active_attributes(&item.attrs)
            && metas
                .iter()
                .any(|meta| meta.path().is_ident("macro_export"))
        {
            self.macros.export(name_of(name));
        }
        self.macros
            .define(name_of(name), rules.ok().map(Rc::new), in_body);
    }

    /// Expands a call once.
    pub(super) fn expand(&mut self, call: &syn::Macro) -> Expansion {
        let Some(last) = call.path.segments.last() else {
            return Expansion::NotOurs;
        };
        let name = name_of(&last.ident);
        self.name_first(&call.path);
        let first = call.path.segments.first().map(|it| name_of(&it.ident));
        let is_path = call.path.segments.len() > 1;
        let failed = |why: &str| Expansion::Failed(format!("the macro `{name}!` ({why})"));
        let is_own = match first.as_deref() {
            Some("crate" | "self" | "super") => true,
            first => first.is_some() && first == self.own_name().as_deref(),
        };
        let of_library = is_path && !is_own;
        if of_library && matches!(first.as_deref(), Some("std" | "core" | "alloc")) {
            return Expansion::NotOurs;
        }
        let known = match of_library {
            true => self.macros.of_library(&name),
            false => self.macros.lookup(&name, is_path),
        };
        let rules = match known {
            Known::One(rules) => rules,
            Known::Several => return failed("its definition could not be told"),
            Known::No if &*name == "cfg_if" => return self.cfg_if(call),
            Known::No if &*name == "paste" => {
                return match paste::paste(call.tokens.clone()) {
                    Ok(tokens) => Expansion::Tokens(tokens),
                    Err(why) => failed(why),
                };
            }
            Known::No => return Expansion::NotOurs,
        };
        if self.expansions >= MAX_EXPANSIONS {
            return failed("it expands too deeply");
        }
        let mark = self.macros.mark();
        let span = call_span(call);
        match rules.expand(call.tokens.clone(), span, mark, &mut self.fuel) {
            Ok(tokens) => {
                let limit = nesting::MAX_DEPTH / (self.expansions + 1);
                match nesting::check_tokens(&tokens, limit) {
                    Ok(()) => Expansion::Tokens(tokens),
                    Err(_) => failed("it is nested too deeply"),
                }
            }
            Err(why) => failed(why),
        }
    }

    /// The name that `$crate` gives to the crate that is read, if that is a library.
    fn own_name(&self) -> Option<String> {
        match self.crate_path.clone().into_iter().last() {
            Some(TokenTree::Ident(name)) => Some(name.to_string()),
            _ => None,
        }
    }

    /// Runs `work` on what a macro expanded to.
    pub(super) fn expanded<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.expansions += 1;
        let result = work(self);
        self.expansions -= 1;
        result
    }

    /// Expands a call and parses what it stands for; `None` if the macro is none of the crate's.
    pub(super) fn expand_as<T>(
        &mut self,
        call: &syn::Macro,
        parser: impl Parser<Output = T>,
    ) -> Option<Result<T, String>> {
        match self.expand(call) {
            Expansion::NotOurs => None,
            Expansion::Failed(what) => Some(Err(what)),
            Expansion::Tokens(tokens) => Some(parser.parse2(tokens).map_err(|error| {
                let name = call.path.segments.last().map(|it| name_of(&it.ident));
                format!("the macro `{}!` ({error})", name.unwrap_or_default())
            })),
        }
    }

    /// `cfg_if! { if #[cfg(a)] { … } else if … else { … } }`.
    fn cfg_if(&mut self, call: &syn::Macro) -> Expansion {
        let failed = || Expansion::Failed("the macro `cfg_if!` of this form".into());
        let mut tokens = call.tokens.clone().into_iter().peekable();
        while let Some(token) = tokens.next() {
            let TokenTree::Ident(word) = token else {
                return failed();
            };
            let mut holds = true;
            if word == "else"
                && matches!(tokens.peek(), Some(TokenTree::Ident(next)) if *next == "if")
            {
                tokens.next();
            }
            if matches!(tokens.peek(), Some(TokenTree::Punct(hash)) if hash.as_char() == '#') {
                tokens.next();
                let Some(TokenTree::Group(attribute)) = tokens.next() else {
                    return failed();
                };
                let parsed: syn::Result<syn::Meta> = syn::parse2(attribute.stream());
                let held = parsed
                    .and_then(|meta| meta.require_list()?.parse_args::<Predicate>())
                    .and_then(|predicate| self.cfg.holds(&predicate));
                match held {
                    Ok(held) => holds = held,
                    Err(_) => return failed(),
                }
            }
            match tokens.next() {
                Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => {
                    if holds {
                        return Expansion::Tokens(body.stream());
                    }
                }
                _ => return failed(),
            }
        }
        Expansion::Tokens(TokenStream::new())
    }

    /// The macros of std whose value is known from the source alone; `None` for all others.
    pub(super) fn constant_macro(&mut self, call: &syn::Macro) -> Option<Expr> {
        let last = call.path.segments.last()?;
        let name = name_of(&last.ident);
        if self.macros.is_defined(&name) {
            return None;
        }
        let span = self.spans.of(call);
        let lit = |lit| {
            Some(Expr {
                kind: ExprKind::Lit(lit),
                span,
            })
        };
        match &*name {
            "cfg" => {
                let predicate: Predicate = call.parse_body().ok()?;
                lit(Lit::Bool(self.cfg.holds(&predicate).ok()?))
            }
            "stringify" => lit(Lit::Str(stringified(&call.tokens)?)),
            "concat" => lit(Lit::Str(self.concatenated(call)?)),
            "line" | "column" => {
                let at = self.map.start(span);
                let number = if &*name == "line" { at.line } else { at.column };
                let number = u64::try_from(number).ok()?;
                lit(Lit::Int(Int::from(number), Some("u32".into())))
            }
            "file" => lit(Lit::Str(self.map.file(span.file).path.clone())),
            "include_str" => {
                let path = self.included_path(call)?;
                let text = self.files?.read(&path).ok()?;
                lit(Lit::Str(text))
            }
            _ => None,
        }
    }

    fn concatenated(&mut self, call: &syn::Macro) -> Option<String> {
        let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let parts = call.parse_body_with(parser).ok()?;
        let mut text = String::new();
        for part in parts {
            let part = self.expr(&part);
            match part.kind {
                ExprKind::Lit(Lit::Str(part)) => text.push_str(&part),
                ExprKind::Lit(Lit::Int(part, _)) => text.push_str(&part.to_string()),
                ExprKind::Lit(Lit::Bool(part)) => text.push_str(&part.to_string()),
                ExprKind::Lit(Lit::Char(part)) => text.push(part),
                _ => return None,
            }
        }
        Some(text)
    }

    /// The file that `include!("…")` names.
    pub(super) fn included_path(&self, call: &syn::Macro) -> Option<PathBuf> {
        let name: syn::LitStr = call.parse_body().ok()?;
        let folder = self.place.file.parent()?;
        Some(folder.join(name.value()))
    }

    /// What `include!("…")` stands for, converted by `work` with the spans of the file.
    pub(super) fn included<T: Parse, R>(
        &mut self,
        call: &syn::Macro,
        work: impl FnOnce(&mut Self, T) -> R,
    ) -> Option<R> {
        let path = self.included_path(call)?;
        let span = self.spans.of(call);
        let file = self.open_file(&path, span)?;
        let outer = self.spans;
        let folder = path.parent().map(std::path::Path::to_path_buf);
        let place = super::super::modules::Place {
            file: path.clone(),
            folder: folder.unwrap_or_default(),
        };
        let outer_place = std::mem::replace(&mut self.place, place);
        self.open.push(path);
        let mut result = None;
        if let Some(tokens) = self.lex_file(file) {
            match syn::parse2(tokens) {
                Ok(parsed) => result = Some(work(self, parsed)),
                Err(error) => self.syntax_error(&error),
            }
        }
        self.open.pop();
        self.place = outer_place;
        self.spans = outer;
        result
    }
}

/// From the name of the macro to the end of its arguments.
fn call_span(call: &syn::Macro) -> TokenSpan {
    let tokens: Vec<TokenTree> = call.to_token_stream().into_iter().collect();
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return TokenSpan::call_site();
    };
    first
        .span()
        .join(last.span())
        .unwrap_or_else(|| first.span())
}

/// What `stringify!` gives, where that does not depend on how rustc prints.
fn stringified(tokens: &TokenStream) -> Option<String> {
    let mut tokens = tokens.clone().into_iter();
    let only = tokens.next()?;
    if tokens.next().is_some() {
        return None;
    }
    match only {
        TokenTree::Ident(ident) => Some(hygiene::plain(&ident.to_string())),
        TokenTree::Literal(literal) => Some(literal.to_string()),
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            stringified(&group.stream())
        }
        _ => None,
    }
}

/// Several of one kind of item, up to the end.
pub(super) struct Many<T>(pub(super) Vec<T>);

impl<T: Parse> Parse for Many<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut all = Vec::new();
        while !input.is_empty() {
            // An empty statement between items.
            if input.parse::<Option<syn::Token![;]>>()?.is_none() {
                all.push(input.parse()?);
            }
        }
        Ok(Self(all))
    }
}

/// An expression, perhaps with a semicolon after it, as macros may have.
pub(super) struct Loose(pub(super) syn::Expr);

impl Parse for Loose {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let expr = input.parse()?;
        input.parse::<Option<syn::Token![;]>>()?;
        Ok(Self(expr))
    }
}
