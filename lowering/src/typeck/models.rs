//! The models of std and of the contract crate, embedded as source.

use std::sync::LazyLock;

use crate::source::{self, ModelCrate, Models};

/// The models as they were parsed: once a process, whatever is loaded and by however many threads.
pub static PARSED: LazyLock<Models> = LazyLock::new(|| source::read_models(MODELS));

/// The crates of models, std first. The standard library's three crates are one.
const MODELS: &[ModelCrate] = &[
    ModelCrate {
        name: "std",
        modules: &[
            ("lib", include_str!("../../models/lib.rs")),
            ("array", include_str!("../../models/array.rs")),
            ("borrow", include_str!("../../models/borrow.rs")),
            ("boxed", include_str!("../../models/boxed.rs")),
            ("btree_map", include_str!("../../models/btree_map.rs")),
            ("btree_set", include_str!("../../models/btree_set.rs")),
            ("cell", include_str!("../../models/cell.rs")),
            ("char", include_str!("../../models/char.rs")),
            ("clone", include_str!("../../models/clone.rs")),
            ("cmp", include_str!("../../models/cmp.rs")),
            ("convert", include_str!("../../models/convert.rs")),
            ("default", include_str!("../../models/default.rs")),
            ("fmt", include_str!("../../models/fmt.rs")),
            ("hash_map", include_str!("../../models/hash_map.rs")),
            ("hash_set", include_str!("../../models/hash_set.rs")),
            ("intrinsics", include_str!("../../models/intrinsics.rs")),
            ("iter", include_str!("../../models/iter.rs")),
            (
                "iter_adapters",
                include_str!("../../models/iter_adapters.rs"),
            ),
            ("iter_collect", include_str!("../../models/iter_collect.rs")),
            ("iter_sources", include_str!("../../models/iter_sources.rs")),
            ("marker", include_str!("../../models/marker.rs")),
            ("mem", include_str!("../../models/mem.rs")),
            ("non_null", include_str!("../../models/non_null.rs")),
            ("nonzero", include_str!("../../models/nonzero.rs")),
            ("num", include_str!("../../models/num.rs")),
            ("ops", include_str!("../../models/ops.rs")),
            ("option", include_str!("../../models/option.rs")),
            ("param", include_str!("../../models/param.rs")),
            ("ptr", include_str!("../../models/ptr.rs")),
            ("range", include_str!("../../models/range.rs")),
            ("rc", include_str!("../../models/rc.rs")),
            ("result", include_str!("../../models/result.rs")),
            ("slice", include_str!("../../models/slice.rs")),
            ("slice_cmp", include_str!("../../models/slice_cmp.rs")),
            ("slice_index", include_str!("../../models/slice_index.rs")),
            ("slice_iter", include_str!("../../models/slice_iter.rs")),
            ("str", include_str!("../../models/str.rs")),
            ("str_pattern", include_str!("../../models/str_pattern.rs")),
            ("string", include_str!("../../models/string.rs")),
            ("vec", include_str!("../../models/vec.rs")),
            ("vec_deque", include_str!("../../models/vec_deque.rs")),
            ("vec_iter", include_str!("../../models/vec_iter.rs")),
        ],
    },
    ModelCrate {
        name: "bverify_contracts",
        modules: &[("lib", include_str!("../../models/contracts.rs"))],
    },
    ModelCrate {
        name: "kani",
        modules: &[("lib", include_str!("../../models/kani.rs"))],
    },
    ModelCrate {
        name: "prusti_contracts",
        modules: &[("lib", include_str!("../../models/prusti.rs"))],
    },
    // The crate `contracts` has attributes only.
    ModelCrate {
        name: "contracts",
        modules: &[("lib", "")],
    },
];
