//! The clauses: their names, what each may stand on, and what each takes as arguments.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitInt, Pat, Path, Stmt, Token, Type};

use crate::implication;
use crate::item::ItemKind;

/// Every clause of the language that is written as an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clause {
    Requires,
    Ensures,
    Modifies,
    Panics,
    MayPanic,
    AfterExpiry,
    OnPanic,
    Pure,
    Model,
    Trusted,
    Decreases,
    Check,
    Invariant,
    SpecField,
    Shape,
    /// On a field.
    Ghost,
    /// On a field.
    Tree,
    ExternSpec,
    ExternModel,
    /// On a loop; `loop_invariant!` in its body says the same.
    LoopInvariant,
}

impl Clause {
    const ALL: [Clause; 20] = [
        Clause::Requires,
        Clause::Ensures,
        Clause::Modifies,
        Clause::Panics,
        Clause::MayPanic,
        Clause::AfterExpiry,
        Clause::OnPanic,
        Clause::Pure,
        Clause::Model,
        Clause::Trusted,
        Clause::Decreases,
        Clause::Check,
        Clause::Invariant,
        Clause::SpecField,
        Clause::Shape,
        Clause::Ghost,
        Clause::Tree,
        Clause::ExternSpec,
        Clause::ExternModel,
        Clause::LoopInvariant,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Clause::Requires => "requires",
            Clause::Ensures => "ensures",
            Clause::Modifies => "modifies",
            Clause::Panics => "panics",
            Clause::MayPanic => "may_panic",
            Clause::AfterExpiry => "after_expiry",
            Clause::OnPanic => "on_panic",
            Clause::Pure => "pure",
            Clause::Model => "model",
            Clause::Trusted => "trusted",
            Clause::Decreases => "decreases",
            Clause::Check => "check",
            Clause::Invariant => "invariant",
            Clause::SpecField => "spec_field",
            Clause::Shape => "shape",
            Clause::Ghost => "ghost",
            Clause::Tree => "tree",
            Clause::ExternSpec => "extern_spec",
            Clause::ExternModel => "extern_model",
            Clause::LoopInvariant => "loop_invariant",
        }
    }

    /// The clause an attribute's path names: `requires` or `bverify_contracts::requires`.
    pub(crate) fn named(path: &Path) -> Option<Clause> {
        let last = path.segments.last()?;
        let ours = match path.segments.len() {
            1 => true,
            2 => path.segments[0].ident == "bverify_contracts",
            _ => false,
        };
        Clause::ALL
            .into_iter()
            .find(|clause| ours && last.ident == clause.name())
    }

    /// The items it may stand on, and how to say so.
    fn targets(self) -> (&'static [ItemKind], &'static str) {
        use ItemKind::{Enum, Function, Impl, Module, Struct, Trait, Union};
        match self {
            Clause::Requires
            | Clause::Ensures
            | Clause::Modifies
            | Clause::Panics
            | Clause::MayPanic
            | Clause::AfterExpiry
            | Clause::OnPanic
            | Clause::Pure
            | Clause::Model
            | Clause::Trusted
            | Clause::Check => (&[Function], "a function or method"),
            Clause::Decreases => (&[Function], "a function, method or loop"),
            Clause::Invariant => (
                &[Struct, Enum, Union, Trait, Impl],
                "a struct, enum or impl block",
            ),
            Clause::SpecField => (&[Struct, Enum, Union, Trait], "a type or trait"),
            Clause::Shape => (&[Struct, Enum, Union], "a struct or enum"),
            Clause::ExternSpec => (
                &[Impl, Trait, Function, Module],
                "an impl block, trait, function or module",
            ),
            Clause::ExternModel => (&[Module], "a module"),
            Clause::Ghost | Clause::Tree => (&[], "a field"),
            Clause::LoopInvariant => (&[], "a loop"),
        }
    }

    /// Whether it may stand on such an item.
    pub(crate) fn check_target(self, kind: ItemKind, span: Span) -> syn::Result<()> {
        let (allowed, described) = self.targets();
        if kind == ItemKind::Unknown || allowed.contains(&kind) {
            return Ok(());
        }
        let name = self.name();
        Err(syn::Error::new(
            span,
            format!("`{name}` stands on {described}, not on {kind}"),
        ))
    }

    /// Whether its arguments are well formed.
    pub(crate) fn check(self, args: TokenStream) -> syn::Result<()> {
        let end = end_of(&args);
        let args = implication::rewrite(args)?;
        self.check_rewritten(args)
            .map_err(|error| at_end(error, end))
    }

    fn check_rewritten(self, args: TokenStream) -> syn::Result<()> {
        match self {
            Clause::Requires
            | Clause::Panics
            | Clause::MayPanic
            | Clause::OnPanic
            | Clause::LoopInvariant
            | Clause::Invariant => one_expression(self, args).map(drop),
            Clause::Ensures | Clause::AfterExpiry => postcondition(self, args).map(drop),
            Clause::Decreases => measures(args),
            Clause::Modifies => Punctuated::<Place, Token![,]>::parse_terminated
                .parse2(args)
                .map(drop),
            Clause::Pure | Clause::Model | Clause::Trusted | Clause::Shape | Clause::Tree => {
                nothing(self, args)
            }
            Clause::Check => check_settings(args),
            Clause::SpecField => syn::parse2::<SpecField>(args).map(drop),
            Clause::Ghost => ghost_settings(args),
            Clause::ExternSpec => match args.is_empty() {
                true => Ok(()),
                false => syn::parse2::<Path>(args).map(drop),
            },
            Clause::ExternModel => match Path::parse_mod_style.parse2(args) {
                Ok(_) => Ok(()),
                Err(error) => {
                    let hint = "expected the path of a type, as in `extern_model(krate::Type)`";
                    Err(syn::Error::new(error.span(), hint))
                }
            },
        }
    }
}

/// The last token of some arguments, if there is one.
fn end_of(args: &TokenStream) -> Option<Span> {
    args.clone().into_iter().last().map(|token| token.span())
}

/// An error about what is missing at the end points at the end, not at the whole attribute.
fn at_end(error: syn::Error, end: Option<Span>) -> syn::Error {
    let message = error.to_string();
    match (message.strip_prefix("unexpected end of input, "), end) {
        (Some(expected), Some(end)) => syn::Error::new(end, format!("{expected} after this")),
        (Some(expected), None) => syn::Error::new(error.span(), expected),
        (None, _) => error,
    }
}

/// One expression, a trailing comma allowed; `args` has been rewritten.
pub(crate) fn one_expression(clause: Clause, args: TokenStream) -> syn::Result<Expr> {
    let name = clause.name();
    let parse = |input: ParseStream<'_>| {
        if input.is_empty() {
            let hint = format!(
                "expected an expression, as in `{name}({})`",
                example(clause)
            );
            return Err(input.error(hint));
        }
        let expr: Expr = input.parse()?;
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                return Err(input.error(format!(
                    "`{name}` takes one expression: write one clause for each condition"
                )));
            }
        }
        Ok(expr)
    };
    parse.parse2(args)
}

/// One measure, or several of which the first that differs decides.
fn measures(args: TokenStream) -> syn::Result<()> {
    let parse = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Err(input.error("expected an expression, as in `decreases(n)`"));
        }
        Punctuated::<Expr, Token![,]>::parse_terminated(input).map(drop)
    };
    parse.parse2(args)
}

fn example(clause: Clause) -> &'static str {
    match clause {
        Clause::Ensures | Clause::AfterExpiry => "result > 0",
        Clause::Invariant => "self.len <= 8",
        Clause::OnPanic => "self.len == old(self.len)",
        _ => "x > 0",
    }
}

/// A postcondition, and what it calls the result if not `result`.
pub(crate) struct Postcondition {
    pub(crate) result: Option<Pat>,
    pub(crate) condition: Expr,
}

/// `e` or `|r| e`; `args` has been rewritten.
pub(crate) fn postcondition(clause: Clause, args: TokenStream) -> syn::Result<Postcondition> {
    let condition = one_expression(clause, args)?;
    let Expr::Closure(closure) = condition else {
        let result = None;
        return Ok(Postcondition { result, condition });
    };
    if closure.inputs.len() != 1 {
        let span = closure.inputs_begin.span();
        let message = "the closure takes one argument, the result";
        return Err(syn::Error::new(span, message));
    }
    Ok(Postcondition {
        result: closure.inputs.into_iter().next(),
        condition: *closure.body,
    })
}

fn nothing(clause: Clause, args: TokenStream) -> syn::Result<()> {
    match args.into_iter().next() {
        None => Ok(()),
        Some(token) => {
            let name = clause.name();
            Err(syn::Error::new(
                token.span(),
                format!("`{name}` takes no arguments"),
            ))
        }
    }
}

/// Something that denotes locations: `self.head`, `*x`, `v[i]`, `self.head.reach(next).elem`.
struct Place;

impl Parse for Place {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let expr: Expr = input.parse()?;
        match is_place(&expr) {
            true => Ok(Place),
            false => Err(syn::Error::new_spanned(
                expr,
                "expected a place, as in `modifies(self.head, *x, v[i])`",
            )),
        }
    }
}

fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::MethodCall(_) => true,
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)),
        Expr::Paren(paren) => is_place(&paren.expr),
        Expr::Group(group) => is_place(&group.expr),
        Expr::Reference(reference) => is_place(&reference.expr),
        _ => false,
    }
}

/// `name: Type`, `name: Type = e`.
struct SpecField;

impl Parse for SpecField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.is_empty() {
            return Err(
                input.error("expected a field, as in `spec_field(size: usize = self.len())`")
            );
        }
        input.parse::<Ident>()?;
        input.parse::<Token![:]>()?;
        input.parse::<Type>()?;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            input.parse::<Expr>()?;
        }
        Ok(SpecField)
    }
}

/// Nothing, or `init = e`.
fn ghost_settings(args: TokenStream) -> syn::Result<()> {
    let parse = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Ok(());
        }
        let key: Ident = input.call(Ident::parse_any)?;
        if key != "init" {
            return Err(syn::Error::new(key.span(), "expected `init = …`"));
        }
        input.parse::<Token![=]>()?;
        input.parse::<Expr>()?;
        Ok(())
    };
    parse.parse2(args)
}

const FLAGS: [&str; 6] = [
    "skip",
    "allow_leaks",
    "invariants",
    "panic_safety",
    "partial",
    "shared",
];
const BOUNDS: [&str; 3] = ["scope", "int_bits", "unroll"];

/// One entry of `check(…)`: a flag, or a bound with its value.
struct Setting;

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        let word = path.get_ident().map(ToString::to_string);
        if !input.peek(Token![=]) {
            return match word {
                Some(word) if FLAGS.contains(&word.as_str()) => Ok(Setting),
                Some(word) if BOUNDS.contains(&word.as_str()) => Err(syn::Error::new_spanned(
                    path,
                    format!("expected `{word} = …`"),
                )),
                _ => {
                    let known = FLAGS.join("`, `");
                    Err(syn::Error::new_spanned(
                        path,
                        format!("expected one of `{known}`"),
                    ))
                }
            };
        }
        input.parse::<Token![=]>()?;
        // A lowercase word that is no bound is a slip, not the name of a type.
        if let Some(word) = &word {
            let lowercase = word.starts_with(char::is_lowercase);
            if lowercase && !BOUNDS.contains(&word.as_str()) {
                let known = BOUNDS.join("`, `");
                let hint = format!("expected one of `{known}`, or the name of a type");
                return Err(syn::Error::new_spanned(path, hint));
            }
        }
        let full = input.peek(Ident) && word.as_deref() == Some("int_bits");
        if full {
            let value: Ident = input.parse()?;
            if value != "full" {
                return Err(syn::Error::new(value.span(), "expected a number or `full`"));
            }
            return Ok(Setting);
        }
        let value: LitInt = input.parse()?;
        if value.base10_parse::<u32>().is_err() {
            return Err(syn::Error::new(
                value.span(),
                "expected a number that is not negative",
            ));
        }
        Ok(Setting)
    }
}

fn check_settings(args: TokenStream) -> syn::Result<()> {
    let parse = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Err(input.error("expected settings, as in `check(scope = 4)` or `check(skip)`"));
        }
        Punctuated::<Setting, Token![,]>::parse_terminated(input).map(drop)
    };
    parse.parse2(args)
}

/// The condition of a macro in a body: `loop_invariant!(e)`, `assume!(e)`, `prove!(e)`.
pub(crate) fn condition(macro_name: &str, args: TokenStream) -> syn::Result<Expr> {
    let end = end_of(&args);
    let args = implication::rewrite(args)?;
    let parse = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Err(input.error(format!(
                "expected an expression, as in `{macro_name}!(x > 0)`"
            )));
        }
        let expr: Expr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(expr)
    };
    parse.parse2(args).map_err(|error| at_end(error, end))
}

/// The statements of `ghost! { … }`.
pub(crate) fn statements(args: TokenStream) -> syn::Result<Vec<Stmt>> {
    let end = end_of(&args);
    let parsed = syn::Block::parse_within.parse2(implication::rewrite(args)?);
    parsed.map_err(|error| at_end(error, end))
}
