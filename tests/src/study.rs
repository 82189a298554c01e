//! The founding study and ours: the methods, the implementations, and the seconds that Dennis, Chang
//! and Jackson reported in 2006 for 4 entries, 4 objects, 4-bit integers and 3 unrollings.

/// A method of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name in Rust.
    pub name: &'static str,
    /// Its name in `java.util.List`.
    pub java: &'static str,
}

/// The methods, in the order of the study.
pub const METHODS: [Method; 12] = [
    method("insert", "add(i,o)"),
    method("push", "add(o)"),
    method("clear", "clear"),
    method("contains", "contains"),
    method("get", "get"),
    method("index_of", "indexOf"),
    method("is_empty", "isEmpty"),
    method("last_index_of", "lastIndexOf"),
    method("remove", "remove(i)"),
    method("remove_item", "remove(o)"),
    method("set", "set"),
    method("len", "size"),
];

const fn method(name: &'static str, java: &'static str) -> Method {
    Method { name, java }
}

/// An implementation of the original study, with its seconds for each method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Original {
    /// Its name.
    pub name: &'static str,
    /// Seconds, in the order of [`METHODS`].
    pub seconds: [f64; 12],
}

/// Sun's `java.util.LinkedList`.
const SUN: Original = Original {
    name: "Sun",
    seconds: [
        23.5, 16.0, 12.6, 84.8, 16.6, 17.2, 15.1, 62.6, 19.8, 77.5, 18.0, 18.7,
    ],
};

/// Trove's list of linkable elements.
const TROVE: Original = Original {
    name: "Trove 1.1b5",
    seconds: [
        18.3, 15.0, 12.6, 14.6, 16.9, 20.0, 15.6, 18.3, 22.2, 11.1, 24.0, 13.0,
    ],
};

/// The abstract linked list of Jakarta Commons.
const JAKARTA: Original = Original {
    name: "Jakarta abstract",
    seconds: [
        20.8, 20.2, 13.0, 64.5, 16.4, 25.2, 20.9, 94.9, 37.4, 34.2, 20.9, 29.4,
    ],
};

/// The one with a cache of nodes.
const JAKARTA_CACHING: Original = Original {
    name: "Jakarta caching",
    seconds: [
        25.3, 24.1, 14.9, 119.3, 23.8, 22.9, 22.5, 84.8, 28.5, 100.2, 24.8, 19.1,
    ],
};

/// One of our lists: a module of `tests/crates/list-study/lists`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Implementation {
    /// The module.
    pub module: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The one of the original study that is made like it, or is most like it.
    pub original: Original,
    /// What an object of it has room for.
    pub room: Room,
}

/// What one object of a list has room for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Room {
    /// One element.
    One,
    /// One element, but for the header, which has none.
    OneBesideHeader,
    /// Two elements.
    Two,
}

impl Implementation {
    /// How many elements a list has at the most in a scope.
    pub fn most_elements(&self, scope: u32) -> u32 {
        match self.room {
            Room::One => scope,
            Room::OneBesideHeader => scope.saturating_sub(1),
            Room::Two => 2 * scope,
        }
    }
}

/// Our lists.
pub const IMPLEMENTATIONS: [Implementation; 9] = [
    list(
        "linked",
        "circular with header, raw pointers",
        SUN,
        Room::OneBesideHeader,
    ),
    list(
        "arena",
        "circular with header, arena indices",
        SUN,
        Room::OneBesideHeader,
    ),
    list("intrusive", "the elements are the nodes", TROVE, Room::One),
    list(
        "layered",
        "circular with header, small steps",
        JAKARTA,
        Room::OneBesideHeader,
    ),
    list(
        "caching",
        "the same with spare nodes",
        JAKARTA_CACHING,
        Room::OneBesideHeader,
    ),
    list("boxed", "singly linked boxes", SUN, Room::One),
    list("shared", "Rc, RefCell and Weak", SUN, Room::One),
    list("vec", "Vec", SUN, Room::One),
    list("unrolled", "linked small arrays", SUN, Room::Two),
];

const fn list(
    module: &'static str,
    title: &'static str,
    original: Original,
    room: Room,
) -> Implementation {
    Implementation {
        module,
        title,
        original,
        room,
    }
}

/// The scopes of the sweep over `insert`: so many objects, as the original counts its entries.
pub const SWEEP: [u32; 9] = [4, 5, 6, 7, 8, 10, 12, 16, 20];

/// What the original reported for `add(i,o)` at more entries: minutes, or more than an hour.
pub fn original_sweep(entries: u32) -> &'static str {
    match entries {
        4 => "23.5 s",
        5 => "2 min",
        6 => "20 min",
        7 => "over 1 h",
        _ => "-",
    }
}
