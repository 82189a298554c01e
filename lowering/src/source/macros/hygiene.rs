//! Hygiene: which expansion wrote a name.
//!
//! A name that a rule wrote is marked with the number of the expansion, inside the identifier itself, by
//! letters that no one writes. Only local variables and labels are told apart by marks; everything else
//! drops them when it is converted. A name of a macro that was defined inside a body may also be that of a
//! local variable around the definition, so it has a mark of another kind.

use proc_macro2::{Ident, Span};

use super::super::ast::Name;

/// Begins the mark of a macro defined among items.
const ITEM_MARK: char = 'ᛜ';
/// Begins the mark of a macro defined inside a body.
const BODY_MARK: char = 'ᛝ';

/// A name that stands for nothing written: of it nothing is left without the mark.
pub fn made_up(number: usize) -> Name {
    format!("{ITEM_MARK}{number}").into()
}

/// The identifier with a mark added.
pub(super) fn marked(ident: &Ident, mark: u32, in_body: bool, span: Span) -> Ident {
    let text = ident.to_string();
    let text = text.strip_prefix("r#").unwrap_or(&text);
    let kind = if in_body { BODY_MARK } else { ITEM_MARK };
    Ident::new(&format!("{text}{kind}{mark}"), span)
}

/// The name as it was written.
pub fn plain(name: &str) -> String {
    written(name).to_owned()
}

/// The name as it was written.
pub fn written(name: &str) -> &str {
    match name.find([ITEM_MARK, BODY_MARK]) {
        Some(at) => &name[..at],
        None => name,
    }
}

/// Whether a macro wrote the name.
pub fn is_marked(name: &str) -> bool {
    name.contains([ITEM_MARK, BODY_MARK])
}

/// The name that means the same around the definition of the macro that wrote it, if a local variable
/// can be meant.
pub fn around_definition(name: &str) -> Option<Name> {
    let at = name.rfind([ITEM_MARK, BODY_MARK])?;
    name[at..].starts_with(BODY_MARK).then(|| name[..at].into())
}
