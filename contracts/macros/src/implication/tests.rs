//! Each case gives a clause and the Rust it must become; both sides compare as token text.

use proc_macro2::TokenStream;

use super::{Rewriter, rewrite};

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("the test's own text is made of tokens")
}

fn check(clause: &str, rust: &str) {
    let rewritten = rewrite(tokens(clause)).expect("every operator has its operands");
    assert_eq!(
        rewritten.to_string(),
        tokens(rust).to_string(),
        "for `{clause}`"
    );
    syn::parse2::<syn::Expr>(rewritten).expect("the result is an expression");
}

fn check_error(clause: &str, message: &str) {
    let error = rewrite(tokens(clause)).expect_err("an operand is missing");
    assert_eq!(error.to_string(), message);
}

#[test]
fn text_without_the_operators_is_left_alone() {
    check("a <= b && c >= d", "a <= b && c >= d");
    check("x == -1 || f(|y| y != 2)", "x == -1 || f(|y| y != 2)");
}

#[test]
fn implication_is_right_associative() {
    check("a ==> b", "(!(a) || (b))");
    check("a ==> b ==> c", "(!(a) || ((!(b) || (c))))");
}

#[test]
fn equivalence_is_left_associative_and_weaker() {
    check("a <==> b", "((a) == (b))");
    check("a <==> b <==> c", "((((a) == (b))) == (c))");
    check(
        "a ==> b <==> c ==> d",
        "(((!(a) || (b))) == ((!(c) || (d))))",
    );
}

#[test]
fn both_bind_weaker_than_every_rust_operator() {
    check("a || b && !c ==> d == e", "(!(a || b && !c) || (d == e))");
    check("a<b==>c>=d", "(!(a<b) || (c>=d))");
    check("v.len()==n<==>w", "((v.len()==n) == (w))");
    check("x as u64 > 3 ==> y", "(!(x as u64 > 3) || (y))");
    check("a..b == c ==> d", "(!(a..b == c) || (d))");
}

#[test]
fn arguments_are_formulas_of_their_own() {
    check("f(a ==> b, c)", "f((!(a) || (b)), c)");
    check("v[a ==> b]", "v[(!(a) || (b))]");
    check("set![a ==> b, c]", "set![(!(a) || (b)), c]");
    check("(a, b ==> c)", "(a, (!(b) || (c)))");
}

#[test]
fn a_closure_body_reaches_to_the_right() {
    check(
        "forall(|x: T| p(x) ==> q(x))",
        "forall(|x: T| (!(p(x)) || (q(x))))",
    );
    check("|r| a ==> b", "|r| (!(a) || (b))");
    check("f(move |x| a ==> b, c)", "f(move |x| (!(a) || (b)), c)");
    check("f(|| a ==> b)", "f(|| (!(a) || (b)))");
    check(
        "f(|x| -> bool { a ==> b })",
        "f(|x| -> bool { (!(a) || (b)) })",
    );
    check("a | b ==> c", "(!(a | b) || (c))");
    check("a || b ==> c | d", "(!(a || b) || (c | d))");
    check(
        "f(|m: Map<K, V>| a ==> b)",
        "f(|m: Map<K, V>| (!(a) || (b)))",
    );
}

#[test]
fn a_match_arm_is_a_formula() {
    check(
        "match x { A | B => a ==> b, C(y) if p ==> q => c, _ => { d ==> e } }",
        "match x { A | B => (!(a) || (b)), C(y) if (!(p) || (q)) => c, _ => { (!(d) || (e)) } }",
    );
    check(
        "match x { | A => a ==> b, B => c }",
        "match x { | A => (!(a) || (b)), B => c }",
    );
    check(
        "match a ==> b { true => c, _ => d }",
        "match (!(a) || (b)) { true => c, _ => d }",
    );
}

#[test]
fn conditions_end_at_their_block() {
    check(
        "if a ==> b { c } else { d }",
        "if (!(a) || (b)) { c } else { d }",
    );
    check(
        "if a { b ==> c } else if d ==> e { f } else { g }",
        "if a { (!(b) || (c)) } else if (!(d) || (e)) { f } else { g }",
    );
    check(
        "if let Some(x) = y && z { a } else { b } ==> c",
        "(!(if let Some(x) = y && z { a } else { b }) || (c))",
    );
    check(
        "if match x { _ => a ==> b } { c } else { d }",
        "if match x { _ => (!(a) || (b)) } { c } else { d }",
    );
}

#[test]
fn a_statement_ends_at_its_brace_or_semicolon() {
    check("{ let x = a ==> b; x }", "{ let x = (!(a) || (b)); x }");
    check(
        "{ let m: Map<K, V> = f(); a ==> b }",
        "{ let m: Map<K, V> = f(); (!(a) || (b)) }",
    );
    check(
        "{ if p { return a ==> b; } c ==> d }",
        "{ if p { return (!(a) || (b)); } (!(c) || (d)) }",
    );
    check(
        "{ for i in 0..n { f(i) } c ==> d }",
        "{ for i in 0..n { f(i) } (!(c) || (d)) }",
    );
    check("{ { a } b ==> c }", "{ { a } (!(b) || (c)) }");
    check(
        "{ if p { a } else { b }.not() ==> c }",
        "{ (!(if p { a } else { b }.not()) || (c)) }",
    );
}

#[test]
fn commas_of_generic_arguments_separate_nothing() {
    check("f::<A, B>(x) ==> y", "(!(f::<A, B>(x)) || (y))");
    check(
        "<T as Tr<A, B>>::f(x) ==> y",
        "(!(<T as Tr<A, B>>::f(x)) || (y))",
    );
    check(
        "x as Map<K, V> == m ==> y",
        "(!(x as Map<K, V> == m) || (y))",
    );
    check(
        "f::<fn(A) -> B, C>(x) ==> y",
        "(!(f::<fn(A) -> B, C>(x)) || (y))",
    );
}

#[test]
fn a_field_of_a_literal_is_a_formula() {
    check("S { a: b ==> c, d } == s", "S { a: (!(b) || (c)), d } == s");
    check("a::b ==> c", "(!(a::b) || (c))");
}

#[test]
fn a_missing_operand_is_an_error() {
    check_error("==> b", "expected an expression before `==>`");
    check_error("a ==>", "expected an expression after `==>`");
    check_error("f(a <==> , b)", "expected an expression after `<==>`");
    check_error("a ==> ==> b", "expected an expression before `==>`");
}

#[test]
fn the_gap_a_macro_makes_is_bridged() {
    check("a == > b", "(!(a) || (b))");
    check("a <= => b", "((a) == (b))");
}

/// Whatever is not an operator of ours passes through, token by token.
#[test]
fn rust_is_left_alone() {
    let sources = [
        include_str!("../implication.rs"),
        include_str!("../clause.rs"),
        include_str!("../runtime/function.rs"),
        include_str!("tests.rs"),
    ];
    for source in sources {
        let source = tokens(source);
        let trees: Vec<_> = source.clone().into_iter().collect();
        let rewritten = Rewriter::new(&trees).sequence(true);
        let rewritten = rewritten.expect("no operand is missing where no operator is");
        assert_eq!(rewritten.to_string(), source.to_string());
    }
}

/// Clauses are what users type, finished or not.
#[test]
fn no_sequence_of_tokens_is_too_strange() {
    let words = [
        "a",
        "==>",
        "<==>",
        "|",
        "||",
        "|a|",
        "if",
        "else",
        "match",
        "for",
        "in",
        "let",
        "as",
        "return",
        "loop",
        "move",
        "{ a }",
        "(a ==> a)",
        "=",
        "=>",
        "->",
        ",",
        ";",
        ":",
        "::",
        "<",
        ">",
        "'l",
        "#",
        "!",
        ".",
        "..=",
        "?",
    ];
    for first in words {
        for second in words {
            for third in words {
                let text = format!("{first} {second} {third}");
                if let Ok(tokens) = text.parse::<TokenStream>() {
                    let _ = rewrite(tokens);
                }
            }
        }
    }
}
