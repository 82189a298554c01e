//! Parses the arguments of macro calls, as far as the name of the macro says how.

use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr as SynExpr, Pat as SynPat, Token};

use super::super::ast::{Expr, ExprKind, Format, MacroArgs, MacroCall, Stmt};
use super::super::dialect::Dialect;
use super::super::dialects::plain_path;
use super::Convert;
use super::holes::holes;

/// Macros whose argument is specification code, and the dialect that they belong to.
const SPEC_MACROS: &[(&str, Dialect)] = &[
    ("prove", Dialect::Ours),
    ("assume", Dialect::Ours),
    ("loop_invariant", Dialect::Ours),
    ("decreases", Dialect::Ours),
    ("body_invariant", Dialect::Prusti),
    ("body_variant", Dialect::Prusti),
    ("prusti_assert", Dialect::Prusti),
    ("prusti_assume", Dialect::Prusti),
];

impl Convert<'_> {
    pub(super) fn macro_call(&mut self, call: &syn::Macro) -> MacroCall {
        let path = self.path(&call.path);
        let name = path.last().ident.name.clone();
        if &*name == "ghost" {
            let args = self.ghost_code(call);
            return MacroCall { path, args };
        }
        let spec = SPEC_MACROS.iter().find(|(known, _)| *known == &*name);
        let args = match spec {
            Some((_, dialect)) => self.spec_macro(call, *dialect),
            None if call.path.segments.len() == 2
                && call
                    .path
                    .segments
                    .first()
                    .is_some_and(|it| it.ident == "kani") =>
            {
                self.kani_macro(&name, call)
            }
            None => self.macro_args(&name, call),
        };
        MacroCall { path, args }
    }

    /// `kani::forall!(|i in (low, high)| e)`, `kani::exists!`, `kani::implies!(a => b)`, `kani::cover!(c)`.
    fn kani_macro(&mut self, name: &str, call: &syn::Macro) -> MacroArgs {
        let tokens = call.tokens.clone();
        match name {
            "implies" => match syn::parse2::<Implies>(tokens) {
                Ok(parsed) => {
                    MacroArgs::Exprs(vec![self.expr(&parsed.left), self.expr(&parsed.right)])
                }
                Err(_) => MacroArgs::Unparsed,
            },
            "forall" | "exists" => match syn::parse2::<Bounded>(tokens) {
                Ok(parsed) => {
                    let closure: SynExpr = parsed.closure;
                    MacroArgs::Exprs(vec![
                        self.expr(&parsed.low),
                        self.expr(&parsed.high),
                        self.expr(&closure),
                    ])
                }
                Err(_) => MacroArgs::Unparsed,
            },
            _ => self.macro_args(name, call),
        }
    }

    /// What an attribute of a loop claims of each round: nothing, if it only helps Kani. `None` if it is
    /// no such attribute.
    pub(super) fn loop_attribute(&mut self, meta: &syn::Meta) -> Option<Vec<Stmt>> {
        let (dialect, name) = self.dialect_of(meta.path())?;
        let claim = match (dialect, name.as_str()) {
            (Dialect::Kani, "loop_modifies") => return Some(Vec::new()),
            (Dialect::Kani, "loop_invariant") => "body_invariant",
            (Dialect::Kani, "loop_decreases") => "body_variant",
            (Dialect::Ours, "loop_invariant") => "loop_invariant",
            (Dialect::Ours, "decreases") => "decreases",
            _ => return None,
        };
        let syn::Meta::List(list) = meta else {
            return None;
        };
        let tokens = self.spec_tokens(list.tokens.clone(), dialect)?;
        let parsed = match syn::parse2::<SynExpr>(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.syntax_error(&error);
                return Some(Vec::new());
            }
        };
        let outer = std::mem::replace(&mut self.in_spec, true);
        let cond = self.expr(&parsed);
        self.in_spec = outer;
        let span = cond.span;
        let call = MacroCall {
            path: plain_path(claim, span),
            args: MacroArgs::Exprs(vec![cond]),
        };
        let kind = ExprKind::Macro(Box::new(call));
        Some(vec![Stmt::Expr(Expr { kind, span }, true)])
    }

    /// The statements of `ghost! { … }`.
    fn ghost_code(&mut self, call: &syn::Macro) -> MacroArgs {
        let brace_token = match &call.delimiter {
            syn::MacroDelimiter::Brace(brace) => *brace,
            syn::MacroDelimiter::Paren(paren) => syn::token::Brace { span: paren.span },
            syn::MacroDelimiter::Bracket(bracket) => syn::token::Brace { span: bracket.span },
        };
        match syn::Block::parse_within.parse2(call.tokens.clone()) {
            Ok(stmts) => MacroArgs::Ghost(self.block(&syn::Block { brace_token, stmts })),
            Err(error) => {
                self.syntax_error(&error);
                MacroArgs::Unparsed
            }
        }
    }

    fn spec_macro(&mut self, call: &syn::Macro, dialect: Dialect) -> MacroArgs {
        let Some(tokens) = self.spec_tokens(call.tokens.clone(), dialect) else {
            return MacroArgs::Unparsed;
        };
        let parsed = Punctuated::<SynExpr, Token![,]>::parse_terminated.parse2(tokens);
        match parsed {
            Ok(exprs) => {
                let outer = std::mem::replace(&mut self.in_spec, true);
                let exprs = exprs.iter().map(|expr| self.expr(expr)).collect();
                self.in_spec = outer;
                MacroArgs::Exprs(exprs)
            }
            Err(error) => {
                self.syntax_error(&error);
                MacroArgs::Unparsed
            }
        }
    }

    fn macro_args(&mut self, name: &str, call: &syn::Macro) -> MacroArgs {
        let tokens = call.tokens.clone();
        if name == "matches" {
            return match syn::parse2::<Matches>(tokens) {
                Ok(parsed) => MacroArgs::Matches {
                    value: self.expr(&parsed.value),
                    pat: self.pat(&parsed.pat),
                    guard: parsed.guard.map(|guard| self.expr(&guard)),
                },
                Err(_) => MacroArgs::Unparsed,
            };
        }
        if name == "map"
            && let Ok(entries) =
                Punctuated::<Implies, Token![,]>::parse_terminated.parse2(tokens.clone())
        {
            let entries = entries.iter().flat_map(|it| [&it.left, &it.right]);
            return MacroArgs::Exprs(entries.map(|it| self.expr(it)).collect());
        }
        if let Ok(repeat) = syn::parse2::<Repeat>(tokens.clone()) {
            return MacroArgs::Repeat(self.expr(&repeat.value), self.expr(&repeat.count));
        }
        let parser = Punctuated::<Argument, Token![,]>::parse_terminated;
        match parser.parse2(tokens) {
            Ok(arguments) => {
                if FORMATTING.contains(&name) {
                    return self.format(name, &arguments);
                }
                let exprs = arguments.iter().map(|argument| self.expr(&argument.value));
                MacroArgs::Exprs(exprs.collect())
            }
            Err(_) => MacroArgs::Unparsed,
        }
    }

    /// The arguments of a macro that formats.
    fn format(&mut self, name: &str, arguments: &Punctuated<Argument, Token![,]>) -> MacroArgs {
        let mut given = arguments.iter();
        let to = match name {
            "write" | "writeln" => given.next().map(|argument| self.expr(&argument.value)),
            _ => None,
        };
        let mut args = Vec::new();
        let Some(first) = given.next() else {
            let holes = Some(Vec::new());
            return MacroArgs::Format(Box::new(Format { to, args, holes }));
        };
        let text = match &first.value {
            SynExpr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text),
            other => {
                args.push(self.expr(other));
                None
            }
        };
        let mut names: Vec<Option<String>> = Vec::new();
        for argument in given {
            names.push(argument.name.as_ref().map(ToString::to_string));
            args.push(self.expr(&argument.value));
        }
        let holes = text.and_then(|text| {
            let holes = holes(&text.value(), &mut names)?;
            for name in names.iter().skip(args.len()).flatten() {
                let mut variable = syn::parse_str::<syn::Ident>(name).ok()?;
                variable.set_span(text.span());
                args.push(self.expr(&SynExpr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: variable.into(),
                })));
            }
            Some(holes)
        });
        MacroArgs::Format(Box::new(Format { to, args, holes }))
    }
}

/// `value, pattern if guard`.
struct Matches {
    value: SynExpr,
    pat: SynPat,
    guard: Option<SynExpr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = SynPat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pat, guard })
    }
}

/// `left => right`.
struct Implies {
    left: SynExpr,
    right: SynExpr,
}

impl Parse for Implies {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let left = input.parse()?;
        input.parse::<Token![=>]>()?;
        Ok(Implies {
            left,
            right: input.parse()?,
        })
    }
}

/// `|i in (low, high)| body`: the bounds, and `|i| body`.
struct Bounded {
    low: SynExpr,
    high: SynExpr,
    closure: SynExpr,
}

impl Parse for Bounded {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<Token![|]>()?;
        let name: syn::Ident = input.parse()?;
        input.parse::<Token![in]>()?;
        let bounds;
        syn::parenthesized!(bounds in input);
        let low = bounds.parse()?;
        bounds.parse::<Token![,]>()?;
        let high = bounds.parse()?;
        bounds.parse::<Option<Token![,]>>()?;
        input.parse::<Token![|]>()?;
        let body: SynExpr = input.parse()?;
        let closure = syn::parse_quote!(|#name| #body);
        Ok(Bounded { low, high, closure })
    }
}

/// `value; count`.
struct Repeat {
    value: SynExpr,
    count: SynExpr,
}

impl Parse for Repeat {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![;]>()?;
        let count = input.parse()?;
        Ok(Repeat { value, count })
    }
}

/// The macros of std that format at once what they are given.
const FORMATTING: [&str; 8] = [
    "print",
    "println",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "write",
    "writeln",
];

/// An argument, perhaps named as those of format strings are.
struct Argument {
    name: Option<syn::Ident>,
    value: SynExpr,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut name = None;
        if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            name = Some(input.parse()?);
            input.parse::<Token![=]>()?;
        }
        let value = input.parse()?;
        Ok(Argument { name, value })
    }
}
