//! Expansion from text to text.

use proc_macro2::{Span, TokenStream, TokenTree};

use super::{Rules, hygiene};

/// The expansion of `m!(input)` where `m` has the given rules, marks stripped.
fn check(rules: &str, input: &str, expected: &str) {
    let bare = |text: String| text.replace(' ', "");
    let expanded = expand(rules, input).map(|tokens| bare(plain(tokens).to_string()));
    let expected = match expected.strip_prefix("error: ") {
        Some(error) => Err(error.to_owned()),
        None => Ok(bare(expected.to_owned())),
    };
    assert_eq!(
        expanded.map_err(str::to_owned),
        expected,
        "{rules} on {input}"
    );
}

fn expand(rules: &str, input: &str) -> Result<TokenStream, &'static str> {
    let crate_path = "crate".parse().unwrap();
    let rules = Rules::parse(rules.parse().unwrap(), false, false, crate_path)?;
    rules.expand(input.parse().unwrap(), Span::call_site(), 7, &mut 1200)
}

fn plain(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) => {
                let name = hygiene::plain(&ident.to_string());
                TokenTree::Ident(proc_macro2::Ident::new(&name, ident.span()))
            }
            TokenTree::Group(group) => TokenTree::Group(proc_macro2::Group::new(
                group.delimiter(),
                plain(group.stream()),
            )),
            token => token,
        })
        .collect()
}

#[test]
fn the_first_rule_that_fits_is_taken() {
    let rules = "() => { none } ; ($x:ident) => { one $x } ; ($($x:tt)*) => { many }";
    check(rules, "", "none");
    check(rules, "a", "one a");
    check(rules, "a b", "many");
}

#[test]
fn fragments_end_where_their_syntax_ends() {
    check("($a:expr, $b:ty) => { $b ; $a }", "x, u8", "u8 ; x");
    check(
        "($a:path => $b:pat) => { $b, $a }",
        "a::b<C, D> => Some(_) | None",
        "Some(_) | None, a::b<C, D>",
    );
    check(
        "($a:literal $b:literal) => { $b $a }",
        "-1 \"x\"",
        "\"x\" -1",
    );
    check(
        "($v:vis fn $n:ident $b:block) => { $v mod $n $b }",
        "fn f { 1 }",
        "mod f { 1 }",
    );
    check(
        "($v:vis fn $n:ident $b:block) => { $v mod $n $b }",
        "pub(crate) fn f { 1 }",
        "pub(crate) mod f { 1 }",
    );
    check(
        "($a:lifetime $b:tt $c:tt) => { $c $b $a }",
        "'a => ..=",
        "..= => 'a",
    );
    check(
        "($a:stmt; $b:item) => { $b $a }",
        "let x = 1; struct A;",
        "struct A; let x = 1",
    );
    check(
        "($(#[$m:meta])* $i:ident) => { $i $($m)* }",
        "#[inline] #[a(b)] f",
        "f inline a(b)",
    );
}

#[test]
fn expressions_stay_together() {
    let expanded = expand("($a:expr) => { $a * 2 }", "1 + 1").unwrap();
    let value: syn::Expr = syn::parse2(expanded).unwrap();
    assert!(matches!(value, syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::Mul(_))));
    check("($t:ty) => { $t::MAX }", "[u8; 2]", "< [u8; 2] >::MAX");
}

#[test]
fn repetitions_nest_and_pair_up() {
    check("($($x:expr),* $(,)?) => { [$($x;)*] }", "a, b,", "[a; b;]");
    check(
        "($($k:ident : [$($v:expr),*]);*) => { $($($k $v)*),* }",
        "a: [1, 2]; b: [3]",
        "a 1 a 2, b 3",
    );
    check("($($x:ident)+) => { $($x)+ }", "", "error: no rule matches");
    check(
        "($($x:ident),* ; $($y:ident),*) => { $($x = $y),* }",
        "a, b; c",
        "error: variables repeat a different number of times",
    );
}

#[test]
fn macros_may_define_macros() {
    check(
        "($n:ident) => { macro_rules! $n { ($x:expr) => { $x + $n } } }",
        "inner",
        "macro_rules! inner { ($x:expr) => { $x + inner } }",
    );
}

#[test]
fn names_are_marked_and_keywords_and_attributes_are_not() {
    let expanded = expand("($x:ident) => { #[inline] let y = self.$x; }", "y").unwrap();
    let text = expanded.to_string().replace(' ', "");
    assert_eq!(text, "#[inline]letyᛜ7=self.y;");
    assert_eq!(hygiene::around_definition("yᛜ7"), None);
    assert_eq!(hygiene::around_definition("yᛜ3ᛝ7").as_deref(), Some("yᛜ3"));
}

#[test]
fn growth_is_bounded() {
    let many = "x ".repeat(600);
    check(
        "($($x:tt)*) => { $($x $x)* }",
        &many,
        "error: it grows without end",
    );
}
