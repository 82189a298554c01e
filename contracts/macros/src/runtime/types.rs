//! What can be told of a type from how it is written.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

const COPIED: [&str; 16] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char",
];
const CONTAINERS: [&str; 2] = ["Option", "Result"];
const OWNERS: [&str; 3] = ["String", "Vec", "VecDeque"];

/// Whether it is known to be `Copy`.
pub(super) fn is_copy(ty: &Type) -> bool {
    made_of(ty, &COPIED, &CONTAINERS)
}

/// Whether it is known to be `Clone`.
pub(super) fn is_clone(ty: &Type) -> bool {
    let names: Vec<&str> = CONTAINERS.iter().chain(&OWNERS).copied().collect();
    made_of(ty, &COPIED, &names)
}

fn made_of(ty: &Type, leaves: &[&str], constructors: &[&str]) -> bool {
    match ty {
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Tuple(tuple) => tuple
            .elems
            .iter()
            .all(|ty| made_of(ty, leaves, constructors)),
        Type::Array(array) => made_of(&array.elem, leaves, constructors),
        Type::Paren(paren) => made_of(&paren.elem, leaves, constructors),
        Type::Group(group) => made_of(&group.elem, leaves, constructors),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else {
                return false;
            };
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None => {
                    leaves.contains(&name.as_str())
                        || (name == "String" && constructors.contains(&"String"))
                }
                PathArguments::AngleBracketed(args) => {
                    constructors.contains(&name.as_str())
                        && args.args.iter().all(|arg| match arg {
                            GenericArgument::Type(ty) => made_of(ty, leaves, constructors),
                            _ => false,
                        })
                }
                PathArguments::Parenthesized(_) => false,
            }
        }
        _ => false,
    }
}

/// Whether a value of the type may borrow, or is of a type with no name.
pub(super) fn may_borrow(output: &ReturnType) -> bool {
    let ReturnType::Type(_, ty) = output else {
        return false;
    };
    let text = quote::ToTokens::to_token_stream(ty).to_string();
    text.contains(['&', '\'']) || super::mentions(ty, &["impl", "dyn"])
}

/// Whether a parameter of the type lets the function write through it.
pub(super) fn writes(ty: &Type) -> bool {
    super::mentions(ty, &["mut"])
}
