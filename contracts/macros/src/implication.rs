//! Turns `==>` and `<==>` into Rust before anything parses a clause. Knows tokens only.
//!
//! The two operators may stand wherever an expression may, at any depth: in arguments, closure
//! bodies, `match` arms and guards, conditions, blocks, struct literals and macro arguments.
//!
//! ```text
//! formula     = implication { "<==>" implication }          left associative
//! implication = operand [ "==>" implication ]               right associative
//! operand     = Rust expression without these operators at its own level
//! ```
//!
//! So `==>` binds weaker than `||` and every other Rust operator that gives a value, and `<==>`
//! weaker still. What reaches as far right as it can in Rust does so here: a closure's body, what
//! follows `=`, `return`, `break` or a field's `:`, and a `match` guard. What separates in Rust
//! separates here: `,`, `;`, `=>`, the `{` that ends a condition, and the `}` that ends a statement.
//!
//! `a ==> b` becomes `(!(a) || (b))` and `a <==> b` becomes `((a) == (b))`, in parentheses because
//! Rust's precedences know nothing of ours. Everything made up takes its span from the operand it
//! wraps, so that an error of rustc about an operand points at that operand.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

#[cfg(test)]
mod tests;

/// The two operators Rust does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrow {
    Implies,
    Equivalent,
}

impl Arrow {
    const ALL: [Arrow; 2] = [Arrow::Implies, Arrow::Equivalent];

    fn symbol(self) -> &'static str {
        match self {
            Arrow::Implies => "==>",
            Arrow::Equivalent => "<==>",
        }
    }

    /// How many characters, hence punctuation tokens, it has.
    fn width(self) -> usize {
        self.symbol().len()
    }

    /// Rust's lexer sees `==` `>` and `<=` `=>`. A `macro_rules!` forgets that there was no gap
    /// between those two, so none is asked for; with a gap they are no Rust either.
    fn starts(self, tokens: &[TokenTree]) -> bool {
        let (first, second) = self.symbol().split_at(2);
        starts_with(tokens, first) && starts_with(&tokens[2..], second)
    }
}

/// Where an operand ends besides at separators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Only at a separator.
    Separator,
    /// Also at `{`: the condition of an `if` or `while`, what a `match` or `for` goes over.
    Body,
}

/// Rewrites every `==>` and `<==>` of a token stream.
///
/// The error is an operator that lacks an operand, at that operator.
pub(crate) fn rewrite(tokens: TokenStream) -> syn::Result<TokenStream> {
    if !mentions_arrow(&tokens) {
        return Ok(tokens);
    }
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    Rewriter::new(&tokens).sequence(false)
}

fn mentions_arrow(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => mentions_arrow(&group.stream()),
        TokenTree::Punct(_) => Arrow::ALL.iter().any(|arrow| arrow.starts(&tokens[at..])),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

struct Rewriter<'a> {
    rest: &'a [TokenTree],
}

impl<'a> Rewriter<'a> {
    fn new(tokens: &'a [TokenTree]) -> Self {
        Rewriter { rest: tokens }
    }

    /// What stands between two delimiters: formulas and what separates them.
    fn sequence(&mut self, block: bool) -> syn::Result<TokenStream> {
        let mut out = Vec::new();
        while !self.rest.is_empty() {
            out.extend(self.formula_in(Until::Separator, block)?);
            match self.separator_width() {
                0 => {}
                width => self.copy(width, &mut out),
            }
        }
        Ok(out.into_iter().collect())
    }

    fn formula(&mut self, until: Until) -> syn::Result<Vec<TokenTree>> {
        self.formula_in(until, false)
    }

    fn formula_in(&mut self, until: Until, statement: bool) -> syn::Result<Vec<TokenTree>> {
        let mut left = self.implication(until, statement)?;
        while let Some(span) = self.eat(Arrow::Equivalent) {
            let right = self.implication(until, false)?;
            left = combine(Arrow::Equivalent, span, left, right)?;
        }
        Ok(left)
    }

    fn implication(&mut self, until: Until, statement: bool) -> syn::Result<Vec<TokenTree>> {
        let left = self.operand(until, statement)?;
        let Some(span) = self.eat(Arrow::Implies) else {
            return Ok(left);
        };
        let right = self.implication(until, false)?;
        combine(Arrow::Implies, span, left, right)
    }

    /// Tokens up to the next operator of ours or the end `until`; with `statement`, also up to the
    /// `}` after which Rust would start the next statement.
    fn operand(&mut self, until: Until, statement: bool) -> syn::Result<Vec<TokenTree>> {
        let mut out = Vec::new();
        // Whether a value is expected next, which tells `|` that opens a closure from `|` that
        // combines, and `if` that starts an expression from `if` that starts a guard.
        let mut expects_value = true;
        while let Some(next) = self.rest.first() {
            if self.separator_width() > 0 || self.at_arrow() {
                break;
            }
            match next {
                TokenTree::Group(group) => {
                    let brace = group.delimiter() == Delimiter::Brace;
                    if brace && until == Until::Body {
                        break;
                    }
                    let ends = brace && statement && out.is_empty();
                    self.group(&mut out)?;
                    expects_value = false;
                    if ends && self.statement_ends() {
                        break;
                    }
                }
                TokenTree::Ident(word) => {
                    let ends = statement && out.is_empty();
                    let word = self.word(&word.to_string(), expects_value, until, &mut out)?;
                    expects_value = word == Word::Prefix;
                    if ends && word == Word::BlockLike && self.statement_ends() {
                        break;
                    }
                }
                TokenTree::Literal(_) => {
                    self.copy(1, &mut out);
                    expects_value = false;
                }
                TokenTree::Punct(punct) => {
                    expects_value = self.punct(punct.as_char(), expects_value, until, &mut out)?;
                }
            }
        }
        Ok(out)
    }

    /// An identifier or keyword, with what belongs to it.
    fn word(
        &mut self,
        word: &str,
        expects_value: bool,
        until: Until,
        out: &mut Vec<TokenTree>,
    ) -> syn::Result<Word> {
        match word {
            "if" if !expects_value => {
                self.copy(1, out);
                out.extend(self.formula(until)?);
                Ok(Word::Value)
            }
            "if" | "while" | "match" => {
                self.header_and_body(out)?;
                while self.at_word("else") {
                    self.copy(1, out);
                    match self.at_word("if") {
                        true => self.header_and_body(out)?,
                        false => self.group(out)?,
                    }
                }
                Ok(Word::BlockLike)
            }
            "for" if !starts_with(&self.rest[1..], "<") => {
                while !self.rest.is_empty() && !self.at_word("in") {
                    self.copy(1, out);
                }
                self.header_and_body(out)?;
                Ok(Word::BlockLike)
            }
            "loop" | "unsafe" | "async" | "const" => {
                self.copy(1, out);
                if self.at_word("move") {
                    self.copy(1, out);
                }
                match self.at_group(Delimiter::Brace) {
                    true => self.group(out).map(|()| Word::BlockLike),
                    false => Ok(Word::Prefix),
                }
            }
            "let" => {
                while !self.rest.is_empty() && !self.at_assignment() && !starts_with(self.rest, ";")
                {
                    self.copy(1, out);
                }
                if self.at_assignment() {
                    self.copy(1, out);
                    out.extend(self.formula(until)?);
                }
                Ok(Word::Value)
            }
            "return" | "break" => {
                self.copy(1, out);
                if starts_with(self.rest, "'") {
                    self.copy(2, out);
                }
                out.extend(self.formula(until)?);
                Ok(Word::Value)
            }
            "as" => {
                self.copy(1, out);
                self.type_path(out);
                Ok(Word::Value)
            }
            "move" | "static" | "in" => {
                self.copy(1, out);
                Ok(Word::Prefix)
            }
            _ => {
                let starts_field = out.is_empty()
                    && starts_with(&self.rest[1..], ":")
                    && !starts_with(&self.rest[1..], "::");
                self.copy(1, out);
                if starts_field {
                    self.copy(1, out);
                    out.extend(self.formula(until)?);
                }
                Ok(Word::Value)
            }
        }
    }

    /// Punctuation, with what belongs to it; returns whether a value is expected next.
    fn punct(
        &mut self,
        c: char,
        expects_value: bool,
        until: Until,
        out: &mut Vec<TokenTree>,
    ) -> syn::Result<bool> {
        match c {
            '|' if expects_value => self.closure(until, out),
            '<' if expects_value => {
                self.angles(out);
                Ok(false)
            }
            ':' if starts_with(self.rest, "::") => {
                self.copy(2, out);
                if starts_with(self.rest, "<") {
                    self.angles(out);
                }
                Ok(false)
            }
            '\'' => {
                self.copy(2, out);
                if starts_with(self.rest, ":") {
                    self.copy(1, out);
                }
                Ok(true)
            }
            '=' if self.at_assignment() => {
                self.copy(1, out);
                out.extend(self.formula(until)?);
                Ok(false)
            }
            '#' if matches!(self.rest.get(1), Some(TokenTree::Group(_))) => {
                self.copy(1, out);
                self.group(out)?;
                Ok(expects_value)
            }
            // The `!` of a macro call.
            '!' if !expects_value && matches!(self.rest.get(1), Some(TokenTree::Group(_))) => {
                self.copy(1, out);
                self.group(out)?;
                Ok(false)
            }
            '.' | '?' => {
                let range = starts_with(self.rest, "..");
                let width = ["..=", ".."].iter().find(|op| starts_with(self.rest, op));
                self.copy(width.map_or(1, |op| op.len()), out);
                Ok(range)
            }
            _ => {
                // The second character of these would mean something else on its own.
                let pairs = ["==", "<=", ">=", "!=", "||"];
                let pair = pairs.iter().any(|op| starts_with(self.rest, op));
                self.copy(if pair { 2 } else { 1 }, out);
                Ok(true)
            }
        }
    }

    /// `|params| body`, `|params| -> T { body }`. A `|` that opens no closure is a leading one of
    /// a pattern and stands for itself.
    fn closure(&mut self, until: Until, out: &mut Vec<TokenTree>) -> syn::Result<bool> {
        let close = (1..self.rest.len())
            .take_while(|&at| !starts_with(&self.rest[at..], "=>"))
            .find(|&at| starts_with(&self.rest[at..], "|"));
        let Some(close) = close else {
            self.copy(1, out);
            return Ok(true);
        };
        self.copy(close + 1, out);
        if starts_with(self.rest, "->") {
            while !self.rest.is_empty() && !self.at_group(Delimiter::Brace) {
                self.copy(1, out);
            }
            if !self.rest.is_empty() {
                self.group(out)?;
            }
        } else {
            out.extend(self.formula(until)?);
        }
        Ok(false)
    }

    /// A keyword, its formula up to the `{`, and the block.
    fn header_and_body(&mut self, out: &mut Vec<TokenTree>) -> syn::Result<()> {
        self.copy(1, out);
        out.extend(self.formula(Until::Body)?);
        // A separator here is a mistake of the user that the parser reports better than we can.
        match self.at_group(Delimiter::Brace) {
            true => self.group(out),
            false => Ok(()),
        }
    }

    fn group(&mut self, out: &mut Vec<TokenTree>) -> syn::Result<()> {
        let Some(TokenTree::Group(group)) = self.rest.first() else {
            return Ok(());
        };
        self.rest = &self.rest[1..];
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let block = group.delimiter() == Delimiter::Brace;
        let mut rewritten = Group::new(group.delimiter(), Rewriter::new(&inner).sequence(block)?);
        rewritten.set_span(group.span());
        out.push(TokenTree::Group(rewritten));
        Ok(())
    }

    /// The type after `as`: a path with its generic arguments, whose commas separate nothing, or
    /// the start of any other type, which needs no care.
    fn type_path(&mut self, out: &mut Vec<TokenTree>) {
        loop {
            match self.rest.first() {
                Some(TokenTree::Ident(_)) => self.copy(1, out),
                Some(TokenTree::Punct(_)) if starts_with(self.rest, "::") => self.copy(2, out),
                _ => break,
            }
            if starts_with(self.rest, "<") && !starts_with(self.rest, "<=") {
                self.angles(out);
            }
        }
    }

    /// `<…>` to its matching `>`, as it is.
    fn angles(&mut self, out: &mut Vec<TokenTree>) {
        let mut depth = 0usize;
        while !self.rest.is_empty() {
            if starts_with(self.rest, "->") {
                self.copy(2, out);
                continue;
            }
            if starts_with(self.rest, "<") {
                depth += 1;
            } else if starts_with(self.rest, ">") {
                depth -= 1;
            }
            self.copy(1, out);
            if depth == 0 {
                break;
            }
        }
    }

    fn copy(&mut self, count: usize, out: &mut Vec<TokenTree>) {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        out.extend_from_slice(taken);
        self.rest = rest;
    }

    /// Takes an operator and gives the span of its first character.
    fn eat(&mut self, arrow: Arrow) -> Option<Span> {
        if !arrow.starts(self.rest) {
            return None;
        }
        let span = self.rest[0].span();
        self.rest = &self.rest[arrow.width()..];
        Some(span)
    }

    fn at_arrow(&self) -> bool {
        Arrow::ALL.iter().any(|arrow| arrow.starts(self.rest))
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.rest.first(), Some(TokenTree::Ident(ident)) if ident == word)
    }

    fn at_group(&self, delimiter: Delimiter) -> bool {
        matches!(self.rest.first(), Some(TokenTree::Group(g)) if g.delimiter() == delimiter)
    }

    /// A `=` that is not the start of `==`, `=>` or `==>`.
    fn at_assignment(&self) -> bool {
        starts_with(self.rest, "=")
            && !starts_with(self.rest, "==")
            && !starts_with(self.rest, "=>")
    }

    fn separator_width(&self) -> usize {
        if starts_with(self.rest, ",") || starts_with(self.rest, ";") {
            1
        } else if starts_with(self.rest, "=>") {
            2
        } else {
            0
        }
    }

    /// After the `}` of a block-like statement: whether it goes on as an expression.
    fn statement_ends(&self) -> bool {
        !starts_with(self.rest, ".") && !starts_with(self.rest, "?") && !self.at_arrow()
    }
}

/// What an identifier turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// It ends a value, as a name does.
    Value,
    /// A value follows.
    Prefix,
    /// An expression that ends in `}`.
    BlockLike,
}

/// Whether the tokens start with this punctuation, its characters written without a gap.
fn starts_with(tokens: &[TokenTree], symbol: &str) -> bool {
    let mut chars = symbol.chars().peekable();
    let mut tokens = tokens.iter();
    while let Some(c) = chars.next() {
        match tokens.next() {
            Some(TokenTree::Punct(punct)) if punct.as_char() == c => {
                if chars.peek().is_some() && punct.spacing() == Spacing::Alone {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

fn combine(
    arrow: Arrow,
    span: Span,
    left: Vec<TokenTree>,
    right: Vec<TokenTree>,
) -> syn::Result<Vec<TokenTree>> {
    let symbol = arrow.symbol();
    if left.is_empty() {
        return Err(syn::Error::new(
            span,
            format!("expected an expression before `{symbol}`"),
        ));
    }
    if right.is_empty() {
        return Err(syn::Error::new(
            span,
            format!("expected an expression after `{symbol}`"),
        ));
    }
    let mut whole = Vec::new();
    match arrow {
        Arrow::Implies => {
            push_op("!", left[0].span(), &mut whole);
            whole.push(parenthesised(left));
            push_op("||", span, &mut whole);
        }
        Arrow::Equivalent => {
            whole.push(parenthesised(left));
            push_op("==", span, &mut whole);
        }
    }
    whole.push(parenthesised(right));
    let mut whole = Group::new(Delimiter::Parenthesis, whole.into_iter().collect());
    // As something the macro made, these parentheses are no one's to call unnecessary.
    whole.set_span(Span::mixed_site().located_at(span));
    Ok(vec![TokenTree::Group(whole)])
}

fn push_op(symbol: &str, span: Span, out: &mut Vec<TokenTree>) {
    let last = symbol.len() - 1;
    for (at, c) in symbol.chars().enumerate() {
        let spacing = if at < last {
            Spacing::Joint
        } else {
            Spacing::Alone
        };
        let mut punct = Punct::new(c, spacing);
        punct.set_span(span);
        out.push(TokenTree::Punct(punct));
    }
}

/// `(tokens)`, spanned so that rustc's span of the whole ends where the tokens end.
fn parenthesised(tokens: Vec<TokenTree>) -> TokenTree {
    let span = tokens.last().map_or_else(Span::call_site, TokenTree::span);
    let mut group = Group::new(Delimiter::Parenthesis, tokens.into_iter().collect());
    group.set_span(span);
    TokenTree::Group(group)
}

/// What a call `implies(left, right)` means in a function body, where `right` must not be evaluated
/// unless `left`: `(!(left) || implies(true, right))`. The name stays, so that it is used, and means
/// the user's own function if there is one.
pub(crate) fn lazy_call(
    name: &Ident,
    left: TokenStream,
    right: TokenStream,
) -> syn::Result<TokenStream> {
    let right = quote!(#name(true, #right));
    let (left, right) = (left.into_iter().collect(), right.into_iter().collect());
    let tokens = combine(Arrow::Implies, name.span(), left, right)?;
    Ok(tokens.into_iter().collect())
}
