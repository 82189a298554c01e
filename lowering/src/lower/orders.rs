//! Whether anything in a program could tell in which order a hash map has its entries.
//!
//! Where nothing can, maps come in with their keys in order and new ones go to the end: one order stands for all of
//! them, which is what makes looking up, inserting and removing cheap.

use crate::ty::{Ty, TyKind};

use super::session::{Instance, Session};

/// The functions of hash maps, sets and entries that do the same whatever the order is, if comparing two keys does
/// nothing but that. All others are taken to see it.
const BLIND: [&str; 53] = [
    "and_modify",
    "capacity",
    "clear",
    "clone",
    "contains",
    "contains_key",
    "default",
    "entry",
    "eq",
    "extend",
    "find",
    "from",
    "from_iter",
    "get",
    "get_key_value",
    "get_mut",
    "get_or_insert_with",
    "hasher",
    "index",
    "insert",
    "insert_entry",
    "into_key",
    "into_mut",
    "is_disjoint",
    "is_empty",
    "is_subset",
    "is_superset",
    "key",
    "len",
    "look_up",
    "ne",
    "new",
    "or_default",
    "or_insert",
    "or_insert_with",
    "or_insert_with_key",
    "or_try_insert_with",
    "put",
    "remove",
    "remove_entry",
    "replace",
    "reserve",
    "shrink_to",
    "shrink_to_fit",
    "shuffle",
    "take",
    "try_insert",
    "try_reserve",
    "with_capacity",
    "with_capacity_and_hasher",
    "with_hasher",
    "map",
    "set",
];

impl Session<'_> {
    /// Whether running this could show the order of a hash map.
    pub(super) fn shows_order(&self, instance: &Instance) -> bool {
        match instance {
            Instance::Function(function)
            | Instance::Contract(function)
            | Instance::Promised(function)
            | Instance::Owed(function) => {
                let (path, span) = (self.front.path(function.def), self.front.span(function.def));
                let file = &self.front.sources().file(span.file).path;
                let of_maps = ["hash_map.rs", "hash_set.rs", "hashbrown.rs"];
                let name = path.rsplit("::").next().unwrap_or_default();
                !self.front.sources().is_user(span)
                    && of_maps.iter().any(|it| file.ends_with(it))
                    && !BLIND.contains(&name)
            }
            // Dropping one drops its entries, one after the other.
            Instance::Drop(ty) => self.is_hash_map(ty),
            _ => false,
        }
    }

    fn is_hash_map(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Adt(def, _) => {
                let path = self.front.path(*def);
                let name = path.rsplit("::").next().unwrap_or_default();
                matches!(name, "HashMap" | "HashSet")
            }
            _ => false,
        }
    }

    /// Whether something could tell in which order a hash map has keys of the type.
    pub(super) fn sees_order_of(&self, key: &Ty) -> bool {
        self.sees_order || !(has_ranks(key) || matches!(**key, TyKind::Param(..)))
    }
}

/// Whether there is an order of the values of a type.
pub(super) fn has_ranks(ty: &Ty) -> bool {
    matches!(**ty, TyKind::Int(_) | TyKind::Char)
}
