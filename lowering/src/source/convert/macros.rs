//! Parses the arguments of macro calls, as far as the name of the macro says how.

use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr as SynExpr, Pat as SynPat, Token};

use super::super::ast::{MacroArgs, MacroCall};
use super::Convert;

/// Macros whose argument is specification code.
const SPEC_MACROS: &[&str] = &["prove", "assume", "loop_invariant"];

impl Convert<'_> {
    pub(super) fn macro_call(&mut self, call: &syn::Macro) -> MacroCall {
        let path = self.path(&call.path);
        let name = path.last().ident.name.clone();
        let args = if SPEC_MACROS.contains(&&*name) {
            self.spec_macro(call)
        } else {
            self.macro_args(&name, call)
        };
        MacroCall { path, args }
    }

    fn spec_macro(&mut self, call: &syn::Macro) -> MacroArgs {
        let Some(tokens) = self.spec_tokens(call.tokens.clone()) else {
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
        if let Ok(repeat) = syn::parse2::<Repeat>(tokens.clone()) {
            return MacroArgs::Repeat(self.expr(&repeat.value), self.expr(&repeat.count));
        }
        let parser = Punctuated::<Argument, Token![,]>::parse_terminated;
        match parser.parse2(tokens) {
            Ok(arguments) => MacroArgs::Exprs(
                arguments
                    .iter()
                    .map(|argument| self.expr(&argument.0))
                    .collect(),
            ),
            Err(_) => MacroArgs::Unparsed,
        }
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

/// An argument, perhaps named as those of format strings are.
struct Argument(SynExpr);

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            input.parse::<syn::Ident>()?;
            input.parse::<Token![=]>()?;
        }
        Ok(Argument(input.parse()?))
    }
}
