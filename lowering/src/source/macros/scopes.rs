//! Which macro a name means: textual scopes first, then what the whole crate defines.

use std::collections::BTreeMap;

use super::super::ast::Name;
use super::Shared;

/// The macros of std that need no `use`.
const STD_MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The macros of a crate while it is read.
#[derive(Default)]
pub struct Macros {
    /// Textual scopes, innermost last.
    scopes: Vec<BTreeMap<Name, Option<Shared>>>,
    /// Every macro defined among the items of the crate so far, by name; `None` if there are several.
    all: BTreeMap<Name, Option<Shared>>,
    /// What an earlier reading of the crate found: a path may name a macro before its definition.
    seen_before: BTreeMap<Name, Option<Shared>>,
    /// What libraries export.
    libraries: BTreeMap<Name, Option<Shared>>,
    /// The macros that other crates may use.
    exported: Vec<Name>,
    /// Names that were looked for in vain.
    pub missed: Vec<Name>,
    /// The number of the next expansion.
    next_mark: u32,
}

/// What a name means.
#[derive(Clone, Debug)]
pub enum Known {
    /// This macro.
    One(Shared),
    /// One of several macros, and we do not know which.
    Several,
    /// No macro of the crate.
    No,
}

impl Macros {
    /// The macros with what an earlier reading found.
    pub fn after(earlier: Macros) -> Self {
        Self {
            seen_before: earlier.all,
            libraries: earlier.libraries,
            ..Self::default()
        }
    }

    /// Takes over what a library exports.
    pub fn import(&mut self, library: &Macros) {
        for name in &library.exported {
            let Some(rules) = library.all.get(name) else {
                continue;
            };
            self.libraries
                .entry(name.clone())
                .and_modify(|known| *known = None)
                .or_insert_with(|| rules.clone());
        }
    }

    /// Whether a macro was missing that libraries export.
    pub fn misses_any_of(&self, libraries: &Macros) -> bool {
        let exported = |name| libraries.libraries.contains_key(name);
        self.missed.iter().any(exported)
    }

    /// Notes that other crates may use a macro.
    pub fn export(&mut self, name: Name) {
        self.exported.push(name);
    }

    /// Whether another reading would find more.
    pub fn would_find_more(&self) -> bool {
        let known = |name| self.all.contains_key(name) && !self.seen_before.contains_key(name);
        self.missed.iter().any(known)
    }

    /// Enters a module or block.
    pub fn enter(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    /// Leaves it; with `#[macro_use]`, what it defines is seen after it.
    pub fn leave(&mut self, macro_use: bool) {
        let Some(inner) = self.scopes.pop() else {
            return;
        };
        if macro_use && let Some(outer) = self.scopes.last_mut() {
            outer.extend(inner);
        }
    }

    /// Defines a macro; `None` is one that could not be read.
    pub fn define(&mut self, name: Name, rules: Option<Shared>, in_body: bool) {
        if !in_body {
            let all = self.all.entry(name.clone());
            all.and_modify(|known| *known = None)
                .or_insert_with(|| rules.clone());
        }
        if let Some(scope) = self.scopes.last_mut() {
            if in_body && scope.contains_key(&name) {
                // The statements of a block are expanded before the expressions in them.
                scope.insert(name, None);
            } else {
                scope.insert(name, rules);
            }
        }
    }

    /// What a macro name means here. With a path (`crate::name`) textual scopes do not count.
    pub fn lookup(&mut self, name: &str, is_path: bool) -> Known {
        let textual = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        let found = match textual.filter(|_| !is_path) {
            Some(found) => Some(found),
            // What is out of its textual scope hides no macro of std; whether a `use` brings it is not
            // known here.
            None if !is_path && STD_MACROS.contains(&name) => return Known::No,
            None => self
                .all
                .get(name)
                .or_else(|| self.seen_before.get(name))
                .or_else(|| self.libraries.get(name)),
        };
        match found {
            Some(Some(rules)) => Known::One(rules.clone()),
            Some(None) => Known::Several,
            None => {
                self.missed.push(name.into());
                Known::No
            }
        }
    }

    /// Whether the crate defines a macro of that name anywhere, as far as it has been read.
    pub fn is_defined(&self, name: &str) -> bool {
        self.all.contains_key(name) || self.seen_before.contains_key(name)
    }

    /// The macro that a library exports.
    pub fn of_library(&mut self, name: &str) -> Known {
        match self.libraries.get(name) {
            Some(Some(rules)) => Known::One(rules.clone()),
            Some(None) => Known::Several,
            None => {
                self.missed.push(name.into());
                Known::No
            }
        }
    }

    /// A number that no other expansion has.
    pub fn mark(&mut self) -> u32 {
        self.next_mark += 1;
        self.next_mark
    }
}
