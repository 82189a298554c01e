//! Evaluates `cfg` predicates against the configuration of the package.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, LitBool, Meta, Token};

/// What stands in a `cfg`: `true` and `false` are no paths.
#[derive(Clone, Debug)]
pub enum Predicate {
    /// `true` or `false`.
    Literal(bool),
    /// All others.
    Meta(Box<Meta>),
}

impl Parse for Predicate {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitBool) {
            return Ok(Self::Literal(input.parse::<LitBool>()?.value));
        }
        Ok(Self::Meta(Box::new(input.parse()?)))
    }
}

/// What is configured. `bverify` and `kani` always are, `test` never is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cfg {
    /// Names, and names with values (`unix`, `target_os = "linux"`).
    pub active: Vec<(String, Option<String>)>,
    /// The features of the package.
    pub features: Vec<String>,
}

impl Cfg {
    fn has_name(&self, name: &str) -> bool {
        match name {
            "test" | "doctest" | "doc" | "miri" | "bverify_runtime" => false,
            "bverify" | "kani" | "debug_assertions" => true,
            _ => self
                .active
                .iter()
                .any(|(active, value)| active == name && value.is_none()),
        }
    }

    fn has_value(&self, name: &str, value: &str) -> bool {
        if name == "feature" {
            return self.features.iter().any(|feature| feature == value);
        }
        if name == "panic" {
            return value == "unwind";
        }
        // IR integers have 64-bit `usize`, whatever machine we run on.
        if name == "target_pointer_width" {
            return value == "64";
        }
        self.active
            .iter()
            .any(|(active, found)| active == name && found.as_deref() == Some(value))
    }

    /// Whether the predicate holds; an error if it is not one.
    pub fn holds(&self, predicate: &Predicate) -> syn::Result<bool> {
        let meta = match predicate {
            Predicate::Literal(value) => return Ok(*value),
            Predicate::Meta(meta) => &**meta,
        };
        match meta {
            Meta::Path(path) => Ok(self.has_name(&path.require_ident()?.to_string())),
            Meta::NameValue(pair) => {
                let name = pair.path.require_ident()?.to_string();
                match &pair.value {
                    Expr::Lit(lit) => match &lit.lit {
                        Lit::Str(value) => Ok(self.has_value(&name, &value.value())),
                        other => Err(syn::Error::new_spanned(other, "expected a string")),
                    },
                    other => Err(syn::Error::new_spanned(other, "expected a string")),
                }
            }
            Meta::List(list) => {
                let parts =
                    list.parse_args_with(Punctuated::<Predicate, Token![,]>::parse_terminated)?;
                let name = list.path.require_ident()?.to_string();
                let mut values = Vec::new();
                for part in &parts {
                    values.push(self.holds(part)?);
                }
                match (name.as_str(), values.as_slice()) {
                    ("all", values) => Ok(values.iter().all(|value| *value)),
                    ("any", values) => Ok(values.iter().any(|value| *value)),
                    ("not", [value]) => Ok(!value),
                    // `target(os = "linux")`, `version(…)`, `accessible(…)` are not stable.
                    _ => Err(syn::Error::new_spanned(list, "unknown cfg predicate")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(predicate: &str, expected: Option<bool>) {
        let cfg = Cfg {
            active: vec![
                ("unix".into(), None),
                ("target_os".into(), Some("linux".into())),
            ],
            features: vec!["std".into()],
        };
        let meta: Predicate = syn::parse_str(predicate).expect("the predicate parses");
        assert_eq!(cfg.holds(&meta).ok(), expected, "{predicate}");
    }

    #[test]
    fn predicates_are_evaluated() {
        check("unix", Some(true));
        check("windows", Some(false));
        check("test", Some(false));
        check("any(test, kani)", Some(true));
        check("bverify", Some(true));
        check("all()", Some(true));
        check("any()", Some(false));
        check("not(feature = \"std\")", Some(false));
        check(
            "all(feature = \"std\", target_os = \"linux\", not(test))",
            Some(true),
        );
        check("not(unix, windows)", None);
        check("sometimes(unix)", None);
        check("false", Some(false));
        check("any(true, windows)", Some(true));
    }
}
