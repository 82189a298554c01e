//! What kind of item an attribute stands on, told from its first tokens without parsing it.

use std::fmt;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The items of Rust, as far as clauses tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    Function,
    Struct,
    Enum,
    Union,
    Trait,
    Impl,
    Module,
    Constant,
    Static,
    TypeAlias,
    Use,
    /// Something this scan does not know, a macro call for one; the benefit of the doubt is its.
    Unknown,
}

impl fmt::Display for ItemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ItemKind::Function => "a function",
            ItemKind::Struct => "a struct",
            ItemKind::Enum => "an enum",
            ItemKind::Union => "a union",
            ItemKind::Trait => "a trait",
            ItemKind::Impl => "an impl block",
            ItemKind::Module => "a module",
            ItemKind::Constant => "a constant",
            ItemKind::Static => "a static",
            ItemKind::TypeAlias => "a type alias",
            ItemKind::Use => "an import",
            ItemKind::Unknown => "this item",
        })
    }
}

impl ItemKind {
    /// Reads past attributes, visibility and qualifiers to the keyword that decides.
    pub(crate) fn of(item: &TokenStream) -> ItemKind {
        let tokens = head(item.clone());
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let TokenTree::Ident(word) = token else {
                // `#[…]`, `(crate)` of `pub(crate)`, `"C"` of `extern "C"`.
                at += 1;
                continue;
            };
            let next = tokens
                .get(at + 1)
                .map(ToString::to_string)
                .unwrap_or_default();
            match word.to_string().as_str() {
                "fn" => return ItemKind::Function,
                "struct" => return ItemKind::Struct,
                "enum" => return ItemKind::Enum,
                "union" => return ItemKind::Union,
                "trait" => return ItemKind::Trait,
                "impl" => return ItemKind::Impl,
                "mod" => return ItemKind::Module,
                "static" => return ItemKind::Static,
                "type" => return ItemKind::TypeAlias,
                "use" => return ItemKind::Use,
                "const" if !["fn", "async", "unsafe", "extern"].contains(&next.as_str()) => {
                    return ItemKind::Constant;
                }
                "pub" | "crate" | "const" | "async" | "unsafe" | "safe" | "extern" | "default"
                | "auto" => at += 1,
                _ => return ItemKind::Unknown,
            }
        }
        ItemKind::Unknown
    }
}

/// The tokens of an item up to its body or parameters. What a `macro_rules!` fragment wraps in
/// invisible delimiters counts as if they were not there.
fn head(tokens: TokenStream) -> Vec<TokenTree> {
    let mut out = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                out.extend(head(group.stream()));
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
            token => out.push(token),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::ItemKind;

    fn check(item: &str, kind: ItemKind) {
        let tokens = item.parse().expect("the test's own text is made of tokens");
        assert_eq!(ItemKind::of(&tokens), kind, "for `{item}`");
    }

    #[test]
    fn qualifiers_are_read_past() {
        check(
            "pub(crate) const unsafe extern \"C\" fn f() {}",
            ItemKind::Function,
        );
        check("#[inline] async fn f();", ItemKind::Function);
        check("pub const X: i32 = 1;", ItemKind::Constant);
        check("unsafe impl<T> Send for X<T> {}", ItemKind::Impl);
        check("pub unsafe auto trait T {}", ItemKind::Trait);
        check("pub(in a::b) struct S;", ItemKind::Struct);
        check("extern crate alloc;", ItemKind::Unknown);
        check("m! { fn f() {} }", ItemKind::Unknown);
    }
}
