//! The attributes and macros of other dialects, for replays: what they stand on is left as it is. The
//! clauses have been checked; a program that runs needs none of them.

extern crate proc_macro;

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Attributes that leave their item as it is.
macro_rules! attributes {
    ($($name:ident)*) => {$(
        #[proc_macro_attribute]
        pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream {
            plain(item)
        }
    )*};
}

attributes! {
    requires ensures modifies proof proof_for_contract unwind should_panic solver stub stub_verified
    recursion loop_invariant loop_modifies loop_decreases
    debug_requires debug_ensures debug_invariant test_requires test_ensures test_invariant
    invariant contract contract_trait
    pure trusted terminates after_expiry before_expiry assert_on_expiry refine_trait_spec model
}

/// Items that only clauses use.
#[proc_macro_attribute]
pub fn extern_spec(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// A function that only clauses call.
#[proc_macro]
pub fn predicate(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// A measure is no part of the program that runs.
#[proc_macro]
pub fn body_variant(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[proc_macro]
pub fn body_invariant(claim: TokenStream) -> TokenStream {
    asserted(claim)
}

#[proc_macro]
pub fn prusti_assert(claim: TokenStream) -> TokenStream {
    asserted(claim)
}

#[proc_macro]
pub fn prusti_assume(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Any variant, with any fields, chosen in the order in which they are written.
#[proc_macro_derive(Arbitrary, attributes(safety_constraint))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    let Some((name, variants)) = variants(item) else {
        return "compile_error!(\"generic types with a derived arbitrary value cannot be replayed\");"
            .parse()
            .unwrap_or_default();
    };
    let chosen = match variants.len() {
        1 => "0",
        _ => "::kani::any::<usize>()",
    };
    let mut arms = String::new();
    for (at, (variant, fields)) in variants.iter().enumerate() {
        arms.push_str(&format!("{at} => {name}{variant}{},", fields.built()));
    }
    let text = format!(
        "impl ::kani::Arbitrary for {name} {{ fn any() -> Self {{ \
         let variant: usize = {chosen}; match variant {{ {arms} _ => unreachable!() }} }} }}"
    );
    text.parse().unwrap_or_default()
}

/// That all parts are in order is nothing that a run asks.
#[proc_macro_derive(Invariant, attributes(safety_constraint))]
pub fn is_safe(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// An assertion where clauses are assertions and the claim is Rust.
fn asserted(claim: TokenStream) -> TokenStream {
    let text = claim.to_string();
    if ["==>", "<==", "===", "!==", "forall", "exists", "old"]
        .iter()
        .any(|word| text.contains(word))
    {
        return TokenStream::new();
    }
    let asserted = format!("{{ #[cfg(bverify_runtime)] assert!({text}); }}");
    asserted.parse().unwrap_or_default()
}

/// The tokens without attributes of Kani's inside of them: on loops they are no stable Rust.
fn plain(item: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in item {
        match tree {
            TokenTree::Group(group) => {
                let is_attribute = matches!(out.last(), Some(TokenTree::Punct(hash)) if hash.as_char() == '#');
                if is_attribute && names_a_loop_contract(&group) {
                    out.pop();
                    continue;
                }
                let mut inner = Group::new(group.delimiter(), plain(group.stream()));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

fn names_a_loop_contract(group: &Group) -> bool {
    let words = ["loop_invariant", "loop_modifies", "loop_decreases"];
    group.delimiter() == Delimiter::Bracket
        && group.stream().into_iter().any(
            |tree| matches!(&tree, TokenTree::Ident(name) if words.contains(&name.to_string().as_str())),
        )
}

/// The fields of a variant.
enum Fields {
    Unit,
    /// So many without names.
    Tuple(usize),
    Named(Vec<String>),
}

impl Fields {
    fn built(&self) -> String {
        match self {
            Self::Unit => String::new(),
            Self::Tuple(count) => format!("({})", "::kani::any(),".repeat(*count)),
            Self::Named(names) => {
                let fields: Vec<String> =
                    names.iter().map(|name| format!("{name}: ::kani::any()")).collect();
                format!(" {{ {} }}", fields.join(", "))
            }
        }
    }
}

/// The name of a type without parameters, and its variants: their paths below the name, and their fields.
fn variants(item: TokenStream) -> Option<(String, Vec<(String, Fields)>)> {
    let mut trees = item.into_iter();
    let mut kind = None;
    let name = loop {
        match trees.next()? {
            TokenTree::Ident(word) if ["struct", "enum"].contains(&word.to_string().as_str()) => {
                kind = Some(word.to_string());
            }
            TokenTree::Ident(word) if kind.is_some() => break word.to_string(),
            _ => {}
        }
    };
    let body = match trees.next()? {
        TokenTree::Group(group) => Some(group),
        TokenTree::Punct(mark) if mark.as_char() == ';' => None,
        _ => return None,
    };
    let Some(body) = body else {
        return Some((name, vec![(String::new(), Fields::Unit)]));
    };
    if kind.as_deref() == Some("struct") {
        return Some((name, vec![(String::new(), fields(&body))]));
    }
    let parts = parts(body.stream()).into_iter().map(|part| {
        let words = part.iter().position(|tree| matches!(tree, TokenTree::Ident(_)));
        let at = words.unwrap_or(0);
        let fields = match part.get(at + 1) {
            Some(TokenTree::Group(group)) => fields(group),
            _ => Fields::Unit,
        };
        (format!("::{}", part[at]), fields)
    });
    Some((name, parts.collect()))
}

fn fields(group: &Group) -> Fields {
    let parts = parts(group.stream());
    if group.delimiter() == Delimiter::Parenthesis {
        return Fields::Tuple(parts.len());
    }
    // The name is the word before the first single colon.
    let name = |part: &Vec<TokenTree>| {
        part.windows(2).find_map(|pair| match pair {
            [TokenTree::Ident(name), TokenTree::Punct(mark)] if mark.as_char() == ':' => {
                Some(name.to_string())
            }
            _ => None,
        })
    };
    Fields::Named(parts.iter().filter_map(name).collect())
}

/// What commas separate, outside of angle brackets.
fn parts(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    let mut depth = 0;
    for tree in stream {
        if let TokenTree::Punct(mark) = &tree {
            match mark.as_char() {
                '<' => depth += 1,
                '>' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                _ => {}
            }
        }
        if let Some(part) = parts.last_mut() {
            part.push(tree);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
