//! What specification code allocates while it runs on a remembered heap (`old(v.clone())`) outlives
//! that run: it belongs to both heaps.

use std::rc::Rc;

use super::Encoder;
use super::heap::{ExtentKind, Heap, LENGTH};
use super::layout::Path;
use super::value::{ExtentId, Value};
use crate::ids::Id;

impl Encoder<'_> {
    /// Gives a heap the objects that have been allocated on another one meanwhile.
    pub(super) fn keep_allocated(
        &mut self,
        before: &[usize],
        after: &[usize],
        from: &Heap,
        to: &mut Heap,
    ) {
        for (index, (first, end)) in before.iter().zip(after).enumerate() {
            let extent = ExtentId::from_index(index);
            for at in *first..*end {
                let atom = self.sorts.extents[extent].fresh[at];
                let one = self.logic.singleton(atom);
                let whole: Path = Rc::from([]);
                if self.sorts.extents[extent].kind != ExtentKind::Buffers {
                    let ty = self.sorts.extents[extent].ty;
                    let value = self.memory().load(from, extent, &whole, one, ty);
                    self.memory().store(to, extent, &[], one, &value);
                    continue;
                }
                let capacity = from.leaf(extent, 0).clone();
                if let Some(capacity) = self.memory().number_of(&capacity, one, LENGTH) {
                    self.memory()
                        .store(to, extent, &[], one, &Value::Int(capacity));
                }
                let sorts = self.sorts.buffers.values();
                let Some(slots) = sorts.copied().find(|it| it.buffers == extent) else {
                    continue;
                };
                let ty = self.sorts.extents[slots.slots].ty;
                for slot in self.sorts.slots_of.get(&atom).cloned().unwrap_or_default() {
                    let one = self.logic.singleton(slot);
                    let value = self.memory().load(from, slots.slots, &whole, one, ty);
                    self.memory().store(to, slots.slots, &[], one, &value);
                }
            }
        }
    }
}
