//! Reads attributes: which items are configured away, what contracts say, and which attributes we
//! must not ignore because they may change what an item means.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr as SynExpr, Lit as SynLit, Meta, Token};

use super::ast::{
    Attrs, Block, Clause, Expr, ExprKind, Ident, Invariant, Pat, PatKind, Stmt, Type,
};
use super::cfg::Predicate;
use super::codes;
use super::convert::Convert;
use super::dialect::Dialect;
use super::dialects::{plain_path, prefix_lets};
use super::implications;
use super::macros::hygiene;
use crate::diag::Diagnostic;
use crate::front::ClauseKind;
use crate::ir::CheckBits;
use crate::span::Span;

/// Where a group of attributes stands: not every clause means something everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A function or method.
    Function,
    /// A struct, enum or union.
    Type,
    /// An impl block.
    Impl,
    /// A trait.
    Trait,
    /// Anything else.
    Other,
}

/// Attributes that say nothing about behaviour, or that are dealt with elsewhere.
const HARMLESS: &[&str] = &[
    "allow",
    "automatically_derived",
    "bench",
    "cfg",
    "cfg_attr",
    "clippy",
    "cold",
    "crate_name",
    "crate_type",
    "default",
    "deny",
    "deprecated",
    "derive",
    "diagnostic",
    "doc",
    "expect",
    "export_name",
    "feature",
    "forbid",
    "ignore",
    "inline",
    "link",
    "link_name",
    "link_section",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "no_std",
    "non_exhaustive",
    "path",
    "recursion_limit",
    "rustc_conversion_suggestion",
    "rustfmt",
    "shape",
    "should_panic",
    // What `derive(kani::Arbitrary)` reads.
    "safety_constraint",
    "stable",
    "target_feature",
    "test",
    "track_caller",
    "type_length_limit",
    "unstable",
    "used",
    "warn",
    "serde",
    "error",
    "allow_internal_unstable",
    "no_link",
    "windows_subsystem",
];

/// Attributes that derives of well-known crates read, and the names of these derives: the attributes change nothing of
/// the type. What the derives add is not there.
const HELPERS: &[(&str, &[&str])] = &[
    ("archive", &["Archive"]),
    ("archive_attr", &["Archive"]),
    ("arbitrary", &["Arbitrary"]),
    ("bincode", &["Encode", "Decode", "BorrowDecode"]),
    (
        "borsh",
        &["BorshSerialize", "BorshDeserialize", "BorshSchema"],
    ),
    ("builder", &["Builder", "TypedBuilder"]),
    ("derivative", &["Derivative"]),
    ("display", &["Display"]),
    ("educe", &["Educe"]),
    ("enumset", &["EnumSetType"]),
    ("from", &["From", "TryFrom"]),
    ("get_size", &["GetSize"]),
    (
        "getset",
        &[
            "Getters",
            "CopyGetters",
            "MutGetters",
            "Setters",
            "WithSetters",
            "CloneGetters",
        ],
    ),
    ("getter", &["Getters"]),
    ("into", &["Into"]),
    ("into_iterator", &["IntoIterator"]),
    (
        "num_enum",
        &[
            "FromPrimitive",
            "IntoPrimitive",
            "TryFromPrimitive",
            "UnsafeFromPrimitive",
        ],
    ),
    ("proptest", &["Arbitrary"]),
    ("rkyv", &["Archive", "Serialize", "Deserialize"]),
    ("rkyv_derive", &["Archive"]),
    ("schemars", &["JsonSchema"]),
    (
        "strum",
        &[
            "EnumString",
            "EnumIter",
            "Display",
            "AsRefStr",
            "IntoStaticStr",
            "EnumDiscriminants",
        ],
    ),
    ("strum_discriminants", &["EnumDiscriminants"]),
    ("typed_builder", &["TypedBuilder"]),
    ("zeroize", &["Zeroize", "ZeroizeOnDrop"]),
];

const CLAUSES: &[(&str, ClauseKind)] = &[
    ("requires", ClauseKind::Requires),
    ("ensures", ClauseKind::Ensures),
    ("modifies", ClauseKind::Modifies),
    ("panics", ClauseKind::Panics),
    ("may_panic", ClauseKind::MayPanic),
    ("on_panic", ClauseKind::OnPanic),
    ("decreases", ClauseKind::Decreases),
    ("after_expiry", ClauseKind::AfterExpiry),
];

/// The arguments that `check` knows: `true` for those with a number.
const CHECK_ARGUMENTS: &[(&str, bool)] = &[
    ("scope", true),
    ("int_bits", true),
    ("unroll", true),
    ("skip", false),
    ("invariants", false),
    ("panic_safety", false),
    ("allow_leaks", false),
    ("partial", false),
    ("shared", false),
];

impl Convert<'_> {
    /// The attributes that remain once `cfg` and `cfg_attr` are evaluated; `None` if the item is
    /// configured away.
    pub fn active_attributes(&mut self, attrs: &[syn::Attribute]) -> Option<Vec<Meta>> {
        let mut active = Vec::new();
        let mut pending: Vec<Meta> = attrs.iter().rev().map(|attr| attr.meta.clone()).collect();
        while let Some(meta) = pending.pop() {
            if meta.path().is_ident("cfg") {
                let Meta::List(list) = &meta else { continue };
                match list
                    .parse_args::<Predicate>()
                    .and_then(|it| self.cfg.holds(&it))
                {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => self.syntax_error(&error),
                }
            } else if meta.path().is_ident("cfg_attr") {
                let Meta::List(list) = &meta else { continue };
                let parser = Punctuated::<Predicate, Token![,]>::parse_terminated;
                match parser.parse2(list.tokens.clone()) {
                    Ok(parts) => {
                        let mut parts = parts.into_iter();
                        let Some(predicate) = parts.next() else {
                            continue;
                        };
                        match self.cfg.holds(&predicate) {
                            Ok(true) => {
                                let given = parts.filter_map(|part| match part {
                                    Predicate::Meta(meta) => Some(*meta),
                                    Predicate::Literal(_) => None,
                                });
                                pending.extend(given.collect::<Vec<_>>().into_iter().rev());
                            }
                            Ok(false) => {}
                            Err(error) => self.syntax_error(&error),
                        }
                    }
                    Err(error) => self.syntax_error(&error),
                }
            } else {
                active.push(meta);
            }
        }
        Some(active)
    }

    /// What the attributes say.
    pub fn read_attributes(&mut self, metas: &[Meta], position: Position) -> Attrs {
        let mut attrs = Attrs::default();
        for meta in metas {
            if position == Position::Type && is_helper(meta, metas) {
                continue;
            }
            self.read_attribute(meta, position, &mut attrs);
        }
        prefix_lets(&mut attrs);
        attrs
    }

    fn read_attribute(&mut self, meta: &Meta, position: Position, attrs: &mut Attrs) {
        let span = self.spans.of(meta);
        let segments = meta.path().segments.iter();
        let segments: Vec<String> = segments
            .map(|it| hygiene::plain(&it.ident.to_string()))
            .collect();
        let first = segments.first();
        if let Some("rustfmt" | "clippy" | "diagnostic" | "rust_analyzer") =
            first.map(String::as_str)
        {
            return;
        }
        let name = match self.dialect_of(meta.path()) {
            Some((Dialect::Ours, name)) => name,
            Some((dialect, name)) => {
                return self.foreign_attribute(dialect, &name, meta, position, attrs);
            }
            None => {
                let text = segments.join("::");
                attrs.unsupported = Some((format!("the attribute `{text}`"), span));
                return;
            }
        };
        let name = name.as_str();
        if let Some((_, kind)) = CLAUSES.iter().find(|(clause, _)| *clause == name) {
            if position != Position::Function {
                self.misplaced(name, "a function", span);
            }
            if let Some(clause) = self.clause(meta, *kind, Dialect::Ours, attrs) {
                attrs.clauses.push(clause);
            }
            return;
        }
        if let ("pure" | "model" | "trusted" | "shape", Meta::List(list)) = (name, meta)
            && !list.tokens.is_empty()
        {
            self.malformed(span, format!("`{name}` takes no arguments"));
            return;
        }
        if matches!(name, "pure" | "model" | "trusted") && position != Position::Function {
            self.misplaced(name, "a function", span);
            return;
        }
        match name {
            "invariant" => {
                if !matches!(position, Position::Type | Position::Impl) {
                    self.misplaced(name, "a struct, an enum or an impl block", span);
                }
                if let Some(value) = self.clause_argument(meta, Dialect::Ours, attrs) {
                    attrs.invariants.push(Invariant {
                        value,
                        dialect: Dialect::Ours,
                    });
                }
            }
            "spec_field" if matches!(position, Position::Type | Position::Trait) => {}
            "extern_spec" if position == Position::Impl => attrs.extern_spec = true,
            "extern_spec" => {
                attrs.unsupported = Some(("`extern_spec` outside an impl block".into(), span));
            }
            "extern_model" => self.extern_model(meta, attrs),
            "pure" => attrs.pure_ = true,
            "model" => attrs.model = true,
            "trusted" => attrs.trusted = true,
            "check" => self.check_attribute(meta, attrs),
            "lang" if self.is_model => attrs.lang = string_value(meta).map(Into::into),
            "intrinsic" if self.is_model => attrs.intrinsic = string_value(meta).map(Into::into),
            "automatically_derived" => attrs.derived = true,
            "repr" => attrs.repr.extend(arguments(meta)),
            _ if HARMLESS.contains(&name) => {}
            _ => attrs.unsupported = Some((format!("the attribute `{name}`"), span)),
        }
    }

    /// `#[extern_model(path::Type)]`.
    fn extern_model(&mut self, meta: &Meta, attrs: &mut Attrs) {
        let path = match meta {
            Meta::List(list) => syn::parse2::<syn::Path>(list.tokens.clone()).ok(),
            _ => None,
        };
        match path {
            Some(path) if path.segments.len() > 1 => {
                let names = path.segments.iter().map(|it| it.ident.to_string().into());
                attrs.extern_model = names.collect();
            }
            _ => {
                let span = self.spans.of(meta);
                self.malformed(span, "expected the path of a type: `extern_model(a::B)`");
            }
        }
    }

    pub(super) fn misplaced(&mut self, name: &str, owner: &str, span: Span) {
        self.diags.push(
            Diagnostic::error(
                codes::MISPLACED_CLAUSE,
                span,
                format!("`{name}` means nothing here"),
            )
            .label(format!("it is a clause of {owner}")),
        );
    }

    pub(super) fn malformed(&mut self, span: Span, message: impl Into<String>) {
        self.diags
            .push(Diagnostic::error(codes::MALFORMED_CLAUSE, span, message));
    }

    pub(super) fn clause(
        &mut self,
        meta: &Meta,
        kind: ClauseKind,
        dialect: Dialect,
        attrs: &mut Attrs,
    ) -> Option<Clause> {
        if kind == ClauseKind::Modifies {
            return self.modifies(meta, dialect, attrs);
        }
        let mut value = match kind {
            ClauseKind::Decreases => self.measure_argument(meta, dialect, attrs)?,
            _ => self.clause_argument(meta, dialect, attrs)?,
        };
        let span = value.span;
        let mut result = None;
        if matches!(kind, ClauseKind::Ensures | ClauseKind::AfterExpiry)
            && let ExprKind::Closure(closure) = value.kind
        {
            let closure = *closure;
            let Ok([(pat, ty)]) = <[_; 1]>::try_from(closure.params) else {
                self.malformed(span, "the closure of a postcondition has one parameter");
                return None;
            };
            (result, value) = match pat.kind {
                PatKind::Ident {
                    name, sub: None, ..
                } => (Some(name), closure.body),
                _ => {
                    let (name, value) = taken_apart(pat, ty, closure.body, span);
                    (Some(name), value)
                }
            };
        }
        Some(Clause {
            kind,
            value,
            result,
            span,
            dialect,
        })
    }

    /// The argument of an attribute, as one expression of the specification language.
    fn clause_argument(
        &mut self,
        meta: &Meta,
        dialect: Dialect,
        attrs: &mut Attrs,
    ) -> Option<Expr> {
        let Meta::List(list) = meta else {
            self.malformed(self.spans.of(meta), "expected an argument in parentheses");
            return None;
        };
        let tokens = self.spec_tokens(list.tokens.clone(), dialect)?;
        let parse = |input: syn::parse::ParseStream<'_>| -> syn::Result<SynExpr> {
            let parsed = input.parse()?;
            if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
                let message = "one expression is expected: write a clause for each condition";
                return Err(input.error(message));
            }
            Ok(parsed)
        };
        match parse.parse2(tokens) {
            Ok(parsed) => Some(self.spec_expr(&parsed, attrs)),
            Err(error) => {
                self.malformed_tokens(&error, meta);
                None
            }
        }
    }

    /// One measure, or several of which the first that differs decides.
    fn measure_argument(
        &mut self,
        meta: &Meta,
        dialect: Dialect,
        attrs: &mut Attrs,
    ) -> Option<Expr> {
        let (mut parts, span) = self.argument_list(meta, dialect, attrs)?;
        match parts.len() {
            0 => {
                self.malformed(span, "expected a measure: `decreases(n)`");
                None
            }
            1 => parts.pop(),
            _ => Some(Expr {
                kind: ExprKind::Tuple(parts),
                span,
            }),
        }
    }

    fn modifies(&mut self, meta: &Meta, dialect: Dialect, attrs: &mut Attrs) -> Option<Clause> {
        let (places, span) = self.argument_list(meta, dialect, attrs)?;
        let is_value = |place: &&Expr| {
            matches!(
                place.kind,
                ExprKind::Lit(_) | ExprKind::Binary(..) | ExprKind::Closure(_)
            )
        };
        if let Some(value) = places.iter().find(is_value) {
            self.malformed(
                value.span,
                "expected a place: `modifies(self.head, *x, v[i])`",
            );
            return None;
        }
        Some(Clause {
            kind: ClauseKind::Modifies,
            value: Expr {
                kind: ExprKind::Tuple(places),
                span,
            },
            result: None,
            span,
            dialect,
        })
    }

    /// The arguments of an attribute, and where they are.
    fn argument_list(
        &mut self,
        meta: &Meta,
        dialect: Dialect,
        attrs: &mut Attrs,
    ) -> Option<(Vec<Expr>, Span)> {
        let Meta::List(list) = meta else {
            self.malformed(self.spans.of(meta), "expected arguments in parentheses");
            return None;
        };
        let tokens = self.spec_tokens(list.tokens.clone(), dialect)?;
        let parser = Punctuated::<SynExpr, Token![,]>::parse_terminated;
        let parsed = match parser.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.malformed_tokens(&error, meta);
                return None;
            }
        };
        let parsed: Vec<Expr> = parsed
            .iter()
            .map(|part| self.spec_expr(part, attrs))
            .collect();
        let span = match (parsed.first(), parsed.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.spans.of(meta),
        };
        Some((parsed, span))
    }

    /// Tokens of a clause that do not parse. What is missing at the end has no place of its own.
    fn malformed_tokens(&mut self, error: &syn::Error, meta: &Meta) {
        let whole = self.spans.of(meta);
        let span = self.spans.convert(error.span());
        let span = match whole.contains(span) {
            true => span,
            false => whole,
        };
        let mut diagnostic = Diagnostic::error(
            codes::MALFORMED_CLAUSE,
            span,
            format!("malformed clause: {error}"),
        );
        if let Meta::List(list) = meta
            && compares_a_cast(list.tokens.clone())
        {
            let help = "after `as`, `<` starts the arguments of a type: write `(x as u16) < y`";
            diagnostic = diagnostic.help(help);
        } else if let Meta::List(list) = meta
            && let Some(help) = meant(list.tokens.clone(), error)
        {
            diagnostic = diagnostic.help(help);
        }
        self.diags.push(diagnostic);
    }

    /// Tokens of a specification, ready to be parsed.
    pub fn spec_tokens(
        &mut self,
        tokens: proc_macro2::TokenStream,
        dialect: Dialect,
    ) -> Option<proc_macro2::TokenStream> {
        match implications::rewrite(tokens, dialect) {
            Ok(tokens) => Some(tokens),
            Err(span) => {
                let span = self.spans.convert(span);
                self.malformed(span, "a specification assigns nothing");
                None
            }
        }
    }

    pub(super) fn spec_expr(&mut self, parsed: &SynExpr, attrs: &mut Attrs) -> Expr {
        self.in_spec_mode(attrs, |this| this.expr(parsed))
    }

    /// Converts specification code of an attribute.
    pub(super) fn in_spec_mode(
        &mut self,
        attrs: &mut Attrs,
        convert: impl FnOnce(&mut Self) -> Expr,
    ) -> Expr {
        let outer = std::mem::replace(&mut self.in_spec, true);
        let saved = std::mem::take(&mut self.inner);
        let value = convert(self);
        if !self.inner.is_empty() {
            attrs.unsupported = Some(("an item inside a clause".into(), value.span));
        }
        self.inner = saved;
        self.in_spec = outer;
        value
    }

    fn check_attribute(&mut self, meta: &Meta, attrs: &mut Attrs) {
        attrs.has_check = true;
        let Meta::List(list) = meta else {
            self.malformed(self.spans.of(meta), "expected arguments in parentheses");
            return;
        };
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        let parts = match parser.parse2(list.tokens.clone()) {
            Ok(parts) => parts,
            Err(error) => {
                let span = self.spans.convert(error.span());
                self.malformed(span, format!("malformed `check`: {error}"));
                return;
            }
        };
        for part in &parts {
            self.check_argument(part, attrs);
        }
    }

    fn check_argument(&mut self, part: &Meta, attrs: &mut Attrs) {
        let span = self.spans.of(part);
        let Some(name) = part.path().get_ident().map(ToString::to_string) else {
            self.malformed(span, "expected a name");
            return;
        };
        let known = CHECK_ARGUMENTS.iter().find(|(known, _)| *known == name);
        let is_type = known.is_none() && name.starts_with(|first: char| first.is_uppercase());
        let takes_number = match known {
            Some((_, takes_number)) => *takes_number,
            None if is_type => true,
            None => {
                let names = CHECK_ARGUMENTS.iter().map(|(known, _)| *known);
                let mut diag = Diagnostic::error(
                    codes::UNKNOWN_CHECK,
                    span,
                    format!("`check` has no argument `{name}`"),
                );
                if let Some(near) = super::near::nearest(&name, names) {
                    diag = diag.help(format!("did you mean `{near}`?"));
                }
                self.diags.push(diag);
                return;
            }
        };
        match (part, takes_number) {
            (Meta::NameValue(pair), true) => {
                let is_full = matches!(&pair.value, SynExpr::Path(it) if it.path.is_ident("full"));
                if name == "int_bits" && is_full {
                    attrs.bounds.int_bits = Some(CheckBits::Full);
                    return;
                }
                let number = match &pair.value {
                    SynExpr::Lit(lit) => match &lit.lit {
                        SynLit::Int(number) => number.base10_parse::<u32>().ok(),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(number) = number else {
                    self.malformed(self.spans.of(&pair.value), "expected a number");
                    return;
                };
                let bounds = &mut attrs.bounds;
                match name.as_str() {
                    "scope" => bounds.scope = Some(number),
                    "int_bits" => bounds.int_bits = Some(CheckBits::Window(number)),
                    "unroll" => bounds.unroll = Some(number),
                    _ => {
                        attrs
                            .bounded
                            .push((name.clone(), self.spans.of(part.path())));
                        bounds.by_type.push((name, number));
                    }
                }
            }
            (Meta::Path(_), false) => match name.as_str() {
                "skip" => attrs.skip = true,
                "invariants" => attrs.check_invariants = true,
                "panic_safety" => attrs.panic_safety = true,
                "allow_leaks" => attrs.allow_leaks = true,
                "partial" => attrs.partial = true,
                "shared" => attrs.bounds.shared = true,
                _ => attrs.unsupported = Some((format!("`check({name})`"), span)),
            },
            (_, true) => self.malformed(span, format!("`{name}` needs a number: `{name} = 4`")),
            (_, false) => self.malformed(span, format!("`{name}` takes no value")),
        }
    }
}

/// What may have been meant where tokens do not parse: how other languages write it, most often.
fn meant(tokens: proc_macro2::TokenStream, error: &syn::Error) -> Option<&'static str> {
    if error.to_string().contains("cannot be chained") {
        return Some("write `a <= b && b < c`");
    }
    let tokens: Vec<String> = tokens.into_iter().map(|it| it.to_string()).collect();
    let has = |parts: &[&str]| tokens.windows(parts.len()).any(|at| at == parts);
    if has(&["=", "=", "="]) {
        return Some("equality is `==`, and `===` that of Prusti's contracts");
    }
    if has(&["=", "=", ">"]) {
        return Some("`a ==> b` has a condition on either side");
    }
    if has(&["=", ">"]) || has(&["-", ">"]) || has(&["implies"]) {
        return Some("an implication is `a ==> b`");
    }
    if has(&["forall"]) || has(&["exists"]) {
        return Some("a quantifier is `forall(|x: T| e)`, and over a range `(a..b).all(|i| e)`");
    }
    None
}

/// Whether `as name <` is among the tokens.
fn compares_a_cast(tokens: proc_macro2::TokenStream) -> bool {
    use proc_macro2::TokenTree;
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let cast = tokens.windows(3).any(|three| match three {
        [
            TokenTree::Ident(word),
            TokenTree::Ident(_),
            TokenTree::Punct(less),
        ] => word == "as" && less.as_char() == '<',
        _ => false,
    });
    let inside = |token: &TokenTree| match token {
        TokenTree::Group(group) => compares_a_cast(group.stream()),
        _ => false,
    };
    cast || tokens.iter().any(inside)
}

/// `{ let pat = r; body }`, and the name that stands for the result there.
fn taken_apart(pat: Pat, ty: Option<Type>, body: Expr, span: Span) -> (Ident, Expr) {
    // No name of the user's has a blank.
    let name = "the result";
    let init = Expr {
        kind: ExprKind::Path(plain_path(name, pat.span)),
        span: pat.span,
    };
    let ident = Ident {
        name: name.into(),
        span: pat.span,
    };
    let stmts = vec![Stmt::Let {
        span: pat.span,
        pat,
        ty,
        init: Some(init),
        otherwise: None,
    }];
    let block = Block {
        scope: None,
        stmts,
        tail: Some(Box::new(body)),
        span,
    };
    let kind = ExprKind::Block { label: None, block };
    (ident, Expr { kind, span })
}

/// The arguments of an attribute as they are written, without spaces.
fn arguments(meta: &Meta) -> Vec<super::ast::Name> {
    let Meta::List(list) = meta else {
        return Vec::new();
    };
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let Ok(parts) = parser.parse2(list.tokens.clone()) else {
        return vec!["".into()];
    };
    let text = |part: &Meta| quote::quote!(#part).to_string().replace(' ', "");
    parts.iter().map(|part| text(part).into()).collect()
}

/// The string of `name = "string"`.
pub fn string_value(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else {
        return None;
    };
    match &pair.value {
        SynExpr::Lit(lit) => match &lit.lit {
            SynLit::Str(value) => Some(value.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the attribute is one that a derive beside it reads.
fn is_helper(attribute: &Meta, metas: &[Meta]) -> bool {
    let Some(name) = attribute.path().get_ident() else {
        return false;
    };
    let Some((_, derives)) = HELPERS.iter().find(|(helper, _)| name == helper) else {
        return false;
    };
    let reads = |path: &syn::Path| {
        let last = path.segments.last();
        last.is_some_and(|last| derives.iter().any(|derive| last.ident == derive))
    };
    metas.iter().any(|meta| match meta {
        Meta::List(list) if list.path.is_ident("derive") => {
            let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
            parser
                .parse2(list.tokens.clone())
                .is_ok_and(|paths| paths.iter().any(reads))
        }
        _ => false,
    })
}
