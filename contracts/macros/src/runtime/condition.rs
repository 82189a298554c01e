//! Turns the condition of a clause into Rust that can be executed, or finds that it cannot be.
//!
//! Operators become calls of the run-time library, which knows what specifications mean by them;
//! `old(e)` becomes a variable that is filled on entry; `match` borrows what it looks at.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprBinary, ExprCall, UnOp, parse_quote_spanned};

use super::mentions;
use crate::implication;

/// Forms that no run can decide, as functions.
const SPEC_FUNCTIONS: [&str; 4] = ["forall", "exists", "fresh", "same"];
/// The same, as methods.
const SPEC_METHODS: [&str; 3] = ["reach", "reach1", "chain"];

/// Methods of std that take what they are called on by value, where specifications only read it.
const TAKES_VALUE: [&str; 24] = [
    "and_then",
    "err",
    "expect",
    "expect_err",
    "filter",
    "flatten",
    "is_err_and",
    "is_none_or",
    "is_ok_and",
    "is_some_and",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "ok",
    "or",
    "or_else",
    "unwrap",
    "unwrap_err",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "xor",
    "zip",
];

/// What a condition may know of the names in it.
#[derive(Default)]
pub(super) struct Scope {
    /// Variables that a `match` would move out of.
    pub(super) moved: BTreeSet<String>,
    /// References, which stand for what they point to.
    pub(super) references: BTreeSet<String>,
}

/// A condition that can be executed.
pub(super) struct Condition {
    /// The variables that keep values from the entry, and the values.
    olds: Vec<(Ident, Expr)>,
    test: Expr,
}

impl Condition {
    /// A condition in which `old` means nothing.
    pub(super) fn without_old(expr: Expr, scope: &Scope) -> Option<Self> {
        let condition = Condition::with_old(expr, scope, 0)?;
        condition.olds.is_empty().then_some(condition)
    }

    /// A condition on return; `number` tells its variables from those of other clauses.
    pub(super) fn with_old(expr: Expr, scope: &Scope, number: usize) -> Option<Self> {
        if super::hidden::named_in(&expr) {
            return None;
        }
        let mut rewriter = Rewriter {
            scope,
            number,
            olds: Vec::new(),
            guards: 0,
            closures: 0,
            in_old: false,
            executable: true,
        };
        let mut test = expr;
        rewriter.visit_expr_mut(&mut test);
        let olds = rewriter.olds;
        rewriter.executable.then_some(Condition { olds, test })
    }

    /// Fills the variables; for the start of the function.
    pub(super) fn snapshots(&self) -> TokenStream {
        let (names, values): (Vec<_>, Vec<_>) = self.olds.iter().cloned().unzip();
        quote! {#(
            let #names = ::bverify_contracts::runtime::snapshot(|| {
                use ::bverify_contracts::runtime::operators::*;
                (&&&&::bverify_contracts::runtime::One(&(#values))).spec_keep()
            });
        )*}
    }

    /// Its truth, as an `Option<bool>`.
    pub(super) fn evaluation(&self) -> TokenStream {
        let test = &self.test;
        quote! {
            ::bverify_contracts::runtime::evaluate(|| -> bool {
                use ::bverify_contracts::runtime::operators::*;
                #test
            })
        }
    }

    /// Panics if it does not hold.
    pub(super) fn assertion(&self, message: &str, span: Span) -> TokenStream {
        let evaluation = self.evaluation();
        let panic = quote_spanned!(span=> ::core::panic!("{}", #message));
        self.when_known(&quote! {
            if #evaluation == ::core::option::Option::Some(false) {
                #panic;
            }
        })
    }

    /// Statements that run if all the variables are filled.
    pub(super) fn when_known(&self, statements: &TokenStream) -> TokenStream {
        let names: Vec<_> = self.olds.iter().map(|(name, _)| name).collect();
        match names.is_empty() {
            true => quote!({ #statements }),
            false => quote! {
                if let (#(::core::option::Option::Some(#names),)*) = (#(&#names,)*) {
                    #statements
                }
            },
        }
    }

    /// Whether a name occurs in what is evaluated on return.
    pub(super) fn mentions(&self, name: &str) -> bool {
        mentions(&self.test, &[name])
    }
}

struct Rewriter<'a> {
    scope: &'a Scope,
    number: usize,
    olds: Vec<(Ident, Expr)>,
    /// How many conditions decide whether the expression at hand is evaluated at all.
    guards: usize,
    closures: usize,
    /// Whether the expression at hand is the argument of an `old`.
    in_old: bool,
    executable: bool,
}

impl Rewriter<'_> {
    fn guarded(&mut self, visit: impl FnOnce(&mut Self)) {
        self.guards += 1;
        visit(self);
        self.guards -= 1;
    }

    /// What a call of a specification function becomes; `None` for any other.
    fn call(&mut self, call: &ExprCall) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let span = call.span();
        let mut segments = path.path.segments.iter().rev();
        let last = segments.next()?.ident.to_string();
        if let Some(owner) = segments.next() {
            self.executable &= !(owner.ident == "Set" && last == "of");
            return None;
        }
        let args: Vec<&Expr> = call.args.iter().collect();
        match (last.as_str(), args.as_slice()) {
            ("old", [value]) => Some(self.old((*value).clone(), span)),
            ("unchanged", places) => {
                let equal = places.iter().map(|place| quote!((#place) == old(#place)));
                let mut expr: Expr = parse_quote_spanned!(span=> (true #(&& #equal)*));
                self.visit_expr_mut(&mut expr);
                Some(expr)
            }
            ("implies", [left, right]) => {
                let mut expr: Expr = parse_quote_spanned!(span=> (!(#left) || (#right)));
                self.visit_expr_mut(&mut expr);
                Some(expr)
            }
            // Specifications read: what is passed is not moved.
            ("sorted" | "sum", [of]) => self.borrowing(call, &[*of], None),
            ("permutation", [a, b]) => self.borrowing(call, &[*a, *b], None),
            ("count", [of, test]) => self.borrowing(call, &[*of], Some(*test)),
            (name, _) => {
                self.executable &= !SPEC_FUNCTIONS.contains(&name);
                None
            }
        }
    }

    /// A call that borrows its arguments but the last one.
    fn borrowing(&mut self, call: &ExprCall, args: &[&Expr], last: Option<&Expr>) -> Option<Expr> {
        let (function, span) = (&call.func, call.span());
        let rewritten = args.iter().map(|arg| {
            let mut arg = (*arg).clone();
            self.visit_expr_mut(&mut arg);
            quote!(&(#arg))
        });
        let mut args: Vec<TokenStream> = rewritten.collect();
        if let Some(last) = last {
            let mut last = last.clone();
            self.visit_expr_mut(&mut last);
            args.push(quote!(#last));
        }
        Some(parse_quote_spanned!(span=> #function(#(#args),*)))
    }

    fn old(&mut self, mut value: Expr, span: Span) -> Expr {
        let eager = self.guards > 0 && may_panic(&value);
        self.executable &= !eager && self.closures == 0 && !mentions(&value, &["old"]);
        self.in_old = true;
        self.visit_expr_mut(&mut value);
        self.in_old = false;
        self.point(&mut value);
        let (number, at) = (self.number, self.olds.len());
        let name = format_ident!("__bverify_old_{number}_{at}", span = Span::mixed_site());
        self.olds.push((name.clone(), value));
        parse_quote_spanned!(span=> (*#name))
    }

    fn binary(&mut self, binary: &mut ExprBinary) -> Option<Expr> {
        self.visit_expr_mut(&mut binary.left);
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) => {
                self.guarded(|this| this.visit_expr_mut(&mut binary.right));
                return None;
            }
            _ => self.visit_expr_mut(&mut binary.right),
        }
        self.point(&mut binary.left);
        self.point(&mut binary.right);
        let (left, right, span) = (&binary.left, &binary.right, binary.span());
        let pair = quote_spanned! {span=>
            (&&&&&&::bverify_contracts::runtime::Pair(&(#left), &(#right)))
        };
        let order = |function: &str| -> Expr {
            let function = Ident::new(function, span);
            parse_quote_spanned! {span=>
                ::bverify_contracts::runtime::#function(#pair.spec_compare())
            }
        };
        Some(match binary.op {
            BinOp::Eq(_) => parse_quote_spanned!(span=> #pair.spec_equal()),
            BinOp::Ne(_) => parse_quote_spanned!(span=> (!#pair.spec_equal())),
            BinOp::Lt(_) => order("less"),
            BinOp::Le(_) => order("at_most"),
            BinOp::Gt(_) => order("more"),
            BinOp::Ge(_) => order("at_least"),
            BinOp::Add(_) => parse_quote_spanned!(span=> #pair.spec_plus()),
            BinOp::Sub(_) => parse_quote_spanned!(span=> #pair.spec_minus()),
            BinOp::Mul(_) => parse_quote_spanned!(span=> #pair.spec_times()),
            _ => return None,
        })
    }

    /// Makes a reference what it points to.
    fn point(&self, operand: &mut Expr) {
        if let Expr::Path(path) = unparenthesised(operand)
            && let Some(name) = path.path.get_ident()
            && self.scope.references.contains(&name.to_string())
        {
            let span = operand.span();
            *operand = parse_quote_spanned!(span=> (*#operand));
        }
    }

    /// Lets what takes a place by value, as a receiver or an argument, have a copy of it. What cannot be
    /// copied leaves the condition unknown. A `return` in a closure would not leave the condition.
    fn copy_place(&self, receiver: &mut Expr) {
        let is_place = match unparenthesised(receiver) {
            Expr::Field(_) => true,
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                name.is_some_and(|name| self.scope.moved.contains(&name))
            }
            _ => false,
        };
        if !is_place || self.closures > 0 {
            return;
        }
        let span = receiver.span();
        let otherwise = match self.in_old {
            true => quote!(return ::core::option::Option::None),
            false => quote!({
                ::bverify_contracts::runtime::give_up();
                return true;
            }),
        };
        *receiver = parse_quote_spanned! {span=>
            (match (&&::bverify_contracts::runtime::One(&(#receiver))).spec_copy() {
                ::core::option::Option::Some(copy) => copy,
                ::core::option::Option::None => #otherwise,
            })
        };
    }

    /// Borrows what a pattern is matched against, where it would move out of it.
    fn borrow(&self, scrutinee: &mut Expr) {
        let moves = match unparenthesised(scrutinee) {
            Expr::Field(_) | Expr::Index(_) => true,
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                name.is_some_and(|name| self.scope.moved.contains(&name))
            }
            _ => false,
        };
        if moves {
            let span = scrutinee.span();
            *scrutinee = parse_quote_spanned!(span=> (&(#scrutinee)));
        }
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => {
                if let Some(rewritten) = self.call(call) {
                    *expr = rewritten;
                    return;
                }
                for arg in &mut call.args {
                    self.visit_expr_mut(arg);
                    self.copy_place(arg);
                }
                return;
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                self.executable &= !SPEC_METHODS.contains(&name.as_str());
                if TAKES_VALUE.contains(&name.as_str()) || name.starts_with("into_") {
                    self.visit_expr_mut(&mut call.receiver);
                    self.copy_place(&mut call.receiver);
                    for arg in &mut call.args {
                        self.visit_expr_mut(arg);
                    }
                    return;
                }
            }
            Expr::Binary(binary) => {
                if let Some(rewritten) = self.binary(binary) {
                    *expr = rewritten;
                }
                return;
            }
            Expr::If(branch) => {
                self.visit_expr_mut(&mut branch.cond);
                self.guarded(|this| {
                    this.visit_block_mut(&mut branch.then_branch);
                    if let Some((_, otherwise)) = &mut branch.else_branch {
                        this.visit_expr_mut(otherwise);
                    }
                });
                return;
            }
            Expr::Match(matching) => {
                self.visit_expr_mut(&mut matching.expr);
                self.borrow(&mut matching.expr);
                self.guarded(|this| {
                    for arm in &mut matching.arms {
                        this.visit_arm_mut(arm);
                    }
                });
                return;
            }
            Expr::Let(condition) => {
                self.visit_expr_mut(&mut condition.expr);
                self.borrow(&mut condition.expr);
                return;
            }
            Expr::Closure(closure) => {
                self.closures += 1;
                self.guarded(|this| this.visit_expr_mut(&mut closure.body));
                self.closures -= 1;
                return;
            }
            Expr::Macro(call) => {
                let spec = SPEC_FUNCTIONS.iter().chain(&SPEC_METHODS);
                let names: Vec<&str> = spec.chain(&["old", "unchanged"]).copied().collect();
                self.executable &= !mentions(&call.mac.tokens, &names);
            }
            Expr::Try(_) | Expr::Return(_) | Expr::Await(_) | Expr::Async(_) | Expr::Yield(_) => {
                self.executable = false;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

fn unparenthesised(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => unparenthesised(&paren.expr),
        Expr::Group(group) => unparenthesised(&group.expr),
        _ => expr,
    }
}

/// Methods that take arguments and accept any.
const TOTAL_METHODS: [&str; 4] = ["contains", "contains_key", "get", "is_some_and"];

/// Whether evaluating it where nothing guards it could panic. A function of the user might, if it is
/// given arguments that the guard was there to keep from it.
fn may_panic(expr: &Expr) -> bool {
    struct Finder(bool);
    impl VisitMut for Finder {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            self.0 |= match expr {
                Expr::Index(_) => true,
                Expr::MethodCall(call) => {
                    let name = call.method.to_string();
                    let total = call.args.is_empty() || TOTAL_METHODS.contains(&name.as_str());
                    !total || ["unwrap", "unwrap_err"].contains(&name.as_str())
                }
                Expr::Call(call) => !call.args.is_empty(),
                Expr::Binary(binary) => matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_)),
                _ => false,
            };
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr_mut(&mut expr.clone());
    finder.0
}

/// Whether tokens name a form that only specifications have.
pub(super) fn mentions_spec_form(tokens: &TokenStream) -> bool {
    let forms = SPEC_FUNCTIONS.iter().chain(&SPEC_METHODS);
    let names: Vec<&str> = forms.chain(&["old", "unchanged"]).copied().collect();
    mentions(tokens, &names)
}

/// The condition of a clause that takes one expression.
pub(super) fn parse(quoted: &super::Quoted) -> Option<Expr> {
    let args = implication::rewrite(quoted.args.clone()).ok()?;
    crate::clause::one_expression(quoted.clause, args).ok()
}
