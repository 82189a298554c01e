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
            ("borrow", include_str!("../../models/borrow.rs")),
            ("boxed", include_str!("../../models/boxed.rs")),
            ("clone", include_str!("../../models/clone.rs")),
            ("cmp", include_str!("../../models/cmp.rs")),
            ("convert", include_str!("../../models/convert.rs")),
            ("default", include_str!("../../models/default.rs")),
            ("intrinsics", include_str!("../../models/intrinsics.rs")),
            ("iter", include_str!("../../models/iter.rs")),
            ("marker", include_str!("../../models/marker.rs")),
            ("mem", include_str!("../../models/mem.rs")),
            ("num", include_str!("../../models/num.rs")),
            ("ops", include_str!("../../models/ops.rs")),
            ("option", include_str!("../../models/option.rs")),
            ("result", include_str!("../../models/result.rs")),
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
