//! The models of std and of the contract crate, embedded as source.

use std::sync::LazyLock;

use crate::source::{self, ModelCrate, Models};

/// The models as they were parsed: once a process, whatever is loaded and by however many threads.
pub static PARSED: LazyLock<Models> = LazyLock::new(|| source::read_models(MODELS));

/// The crates of models, std first. The standard library's three crates are one.
const MODELS: &[ModelCrate] = &[
    ModelCrate {
        name: "std",
        modules_are_public: true,
        modules: &[
            ("lib", include_str!("../../models/lib.rs")),
            ("alloc", include_str!("../../models/alloc.rs")),
            ("arch", include_str!("../../models/arch.rs")),
            ("array", include_str!("../../models/array.rs")),
            ("atomic", include_str!("../../models/atomic.rs")),
            ("binary_heap", include_str!("../../models/binary_heap.rs")),
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
            ("float", include_str!("../../models/float.rs")),
            ("fmt", include_str!("../../models/fmt.rs")),
            ("hash", include_str!("../../models/hash.rs")),
            ("hash_map", include_str!("../../models/hash_map.rs")),
            ("hash_set", include_str!("../../models/hash_set.rs")),
            ("intrinsics", include_str!("../../models/intrinsics.rs")),
            ("io", include_str!("../../models/io.rs")),
            ("time", include_str!("../../models/time.rs")),
            ("iter", include_str!("../../models/iter.rs")),
            (
                "iter_adapters",
                include_str!("../../models/iter_adapters.rs"),
            ),
            ("iter_collect", include_str!("../../models/iter_collect.rs")),
            ("iter_sources", include_str!("../../models/iter_sources.rs")),
            ("linked_list", include_str!("../../models/linked_list.rs")),
            ("marker", include_str!("../../models/marker.rs")),
            ("mem", include_str!("../../models/mem.rs")),
            ("non_null", include_str!("../../models/non_null.rs")),
            ("nonzero", include_str!("../../models/nonzero.rs")),
            ("num", include_str!("../../models/num.rs")),
            ("ops", include_str!("../../models/ops.rs")),
            ("option", include_str!("../../models/option.rs")),
            ("param", include_str!("../../models/param.rs")),
            ("pin", include_str!("../../models/pin.rs")),
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
            ("sync", include_str!("../../models/sync.rs")),
            ("unknown", include_str!("../../models/unknown.rs")),
            ("vec", include_str!("../../models/vec.rs")),
            ("vec_deque", include_str!("../../models/vec_deque.rs")),
            ("vec_iter", include_str!("../../models/vec_iter.rs")),
        ],
    },
    ModelCrate {
        name: "bverify_contracts",
        modules_are_public: false,
        modules: &[
            ("lib", include_str!("../../models/contracts/lib.rs")),
            ("collect", include_str!("../../models/contracts/collect.rs")),
            ("int", include_str!("../../models/contracts/int.rs")),
            ("kept", include_str!("../../models/contracts/kept.rs")),
            ("map", include_str!("../../models/contracts/map.rs")),
            (
                "multiset",
                include_str!("../../models/contracts/multiset.rs"),
            ),
            ("of_std", include_str!("../../models/contracts/of_std.rs")),
            ("ranges", include_str!("../../models/contracts/ranges.rs")),
            ("seq", include_str!("../../models/contracts/seq.rs")),
            ("set", include_str!("../../models/contracts/set.rs")),
            ("tree", include_str!("../../models/contracts/tree.rs")),
        ],
    },
    ModelCrate {
        name: "kani",
        modules_are_public: false,
        modules: &[("lib", include_str!("../../models/kani.rs"))],
    },
    ModelCrate {
        name: "prusti_contracts",
        modules_are_public: false,
        modules: &[("lib", include_str!("../../models/prusti.rs"))],
    },
    ModelCrate {
        name: "hashbrown",
        modules_are_public: false,
        modules: &[("lib", include_str!("../../models/hashbrown.rs"))],
    },
    ModelCrate {
        name: "smallvec",
        modules_are_public: false,
        modules: &[("lib", include_str!("../../models/smallvec.rs"))],
    },
    // The crate `contracts` has attributes only.
    ModelCrate {
        name: "contracts",
        modules_are_public: false,
        modules: &[("lib", "")],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ast::{Item, ItemKind};
    use crate::source::later::Body;
    use crate::source::on_deep_stack;

    /// What is wrong with the bodies of the items that are put off, and how many there are.
    fn read_all(items: &[Item], wrong: &mut Vec<String>) -> usize {
        let read = |item: &Item, wrong: &mut Vec<String>| match &item.kind {
            ItemKind::Fn(function) => match &function.body {
                Some(Body::Later(later)) => {
                    if let Err(mistakes) = later.read() {
                        wrong.extend(
                            mistakes
                                .iter()
                                .map(|it| format!("{}: {}", item.name.name, it.message)),
                        );
                    }
                    1
                }
                _ => 0,
            },
            ItemKind::Impl { items, .. } | ItemKind::Trait { items, .. } | ItemKind::Mod(items) => {
                read_all(items, wrong)
            }
            _ => 0,
        };
        items.iter().map(|item| read(item, wrong)).sum()
    }

    #[test]
    fn every_body_of_the_models_can_be_read() {
        let (count, wrong) = on_deep_stack(|| {
            let mut wrong = Vec::new();
            let models = &*PARSED;
            wrong.extend(models.diags.iter().map(|it| it.message.clone()));
            let counts = models
                .sources
                .iter()
                .map(|it| read_all(&it.items, &mut wrong));
            (counts.sum::<usize>(), wrong)
        });
        assert_eq!(wrong, Vec::<String>::new());
        assert!(count > 1000, "{count}");
    }
}
