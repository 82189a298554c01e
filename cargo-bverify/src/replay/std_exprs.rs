//! Values of types of std as a test writes them: with the constructors that std has for them.

use lowering::ir::state::Value;
use lowering::ir::types::{Ty, TyId};

use super::setup::{Held, Setup};
use super::{NotReplayable, impossible};
use crate::report::std_values::{Row, StdValue, Tabular, Wrapper};

impl<'a> Setup<'a> {
    /// A map or a set of these entries.
    fn entries(
        &mut self,
        table: Tabular,
        [key, of]: [TyId; 2],
        entries: Vec<[&'a Value; 2]>,
    ) -> Result<String, NotReplayable> {
        let mut written = Vec::new();
        for [it, value] in entries {
            let it = self.expr(key, it)?;
            written.push(match table.is_set() {
                true => it,
                false => format!("({it}, {})", self.expr(of, value)?),
            });
        }
        let name = table.name();
        Ok(match written.is_empty() {
            true => format!("std::collections::{name}::new()"),
            false => format!("std::collections::{name}::from([{}])", written.join(", ")),
        })
    }

    /// A value of a type of std as an expression.
    pub(super) fn std_expr(
        &mut self,
        ty: TyId,
        value: StdValue<'a>,
    ) -> Result<String, NotReplayable> {
        let types = self.writer.types;
        match value {
            StdValue::Text(text) => Ok(match types.get(ty) {
                Ty::Ref { mutable: false, .. } => format!("{text:?}"),
                Ty::Ref { mutable: true, .. } => format!("&mut *String::from({text:?})"),
                Ty::Box(_) => format!("Box::from({text:?})"),
                _ => format!("String::from({text:?})"),
            }),
            StdValue::Formatted => impossible("text that was formatted"),
            StdValue::Elements {
                row,
                element,
                values,
            } => {
                let mut written = Vec::new();
                for value in values {
                    written.push(self.expr(element, value)?);
                }
                let written = written.join(", ");
                Ok(match (row, types.get(ty)) {
                    (Row::Deque, _) if written.is_empty() => {
                        "std::collections::VecDeque::new()".into()
                    }
                    (Row::Deque, _) => format!("std::collections::VecDeque::from([{written}])"),
                    (Row::Slice, Ty::Ref { mutable: true, .. }) => format!("&mut [{written}]"),
                    (Row::Slice, Ty::Ref { mutable: false, .. }) => format!("&[{written}]"),
                    (Row::Slice, Ty::Box(_)) => format!("vec![{written}].into_boxed_slice()"),
                    (Row::Heap | Row::List, _) => {
                        let name = match row {
                            Row::Heap => "BinaryHeap",
                            _ => "LinkedList",
                        };
                        match written.is_empty() {
                            true => format!("std::collections::{name}::new()"),
                            false => format!("std::collections::{name}::from([{written}])"),
                        }
                    }
                    (Row::Rest, _) => format!("vec![{written}].into_iter()"),
                    (Row::Drain, _) => {
                        let name = self.fresh("drained");
                        let ty = self.writer.type_text(element);
                        let line = format!("let mut {name}: Vec<{ty}> = vec![{written}];");
                        self.lines.push(line);
                        format!("{name}.drain(..)")
                    }
                    (Row::Slice | Row::Multiset, _) => {
                        return impossible(format!("a value of type `{}`", types.name(ty)));
                    }
                    (Row::Vec, _) => format!("vec![{written}]"),
                })
            }
            StdValue::Entries {
                table,
                types,
                entries,
            } => self.entries(table, types, entries),
            StdValue::Place {
                table,
                types,
                entries,
                key,
            } => {
                let taken = entries.iter().any(|[it, _]| *it == key);
                let (entries, key_text) = (
                    self.entries(table, types, entries)?,
                    self.expr(types[0], key)?,
                );
                let map = self.fresh("map");
                let [of_key, of_value] = types.map(|ty| self.writer.type_text(ty));
                let name = table.name();
                self.lines.push(format!(
                    "let mut {map}: std::collections::{name}<{of_key}, {of_value}> = {entries};"
                ));
                let (module, variant) = (table.module(), if taken { "Occupied" } else { "Vacant" });
                let path = format!("std::collections::{module}::Entry::{variant}");
                Ok(format!(
                    "match {map}.entry({key_text}) {{ {path}(entry) => entry, _ => unreachable!() }}"
                ))
            }
            StdValue::Inside { wrapper, ty, value } => {
                let inside = self.expr(ty, value)?;
                Ok(match wrapper {
                    Wrapper::Cell => format!("std::cell::Cell::new({inside})"),
                    Wrapper::RefCell(0) => format!("std::cell::RefCell::new({inside})"),
                    // A borrow that is forgotten lasts.
                    Wrapper::RefCell(borrows) => {
                        let (borrow, times) = match borrows < 0 {
                            true => ("borrow_mut", 1),
                            false => ("borrow", borrows),
                        };
                        let name = self.fresh("cell");
                        self.lines
                            .push(format!("let {name} = std::cell::RefCell::new({inside});"));
                        for _ in 0..times {
                            self.lines
                                .push(format!("std::mem::forget({name}.{borrow}());"));
                        }
                        name
                    }
                    Wrapper::Atomic => {
                        let ty = self.writer.atomic(ty);
                        format!("std::sync::atomic::{ty}::new({inside})")
                    }
                    Wrapper::UnsafeCell => format!("std::cell::UnsafeCell::new({inside})"),
                    Wrapper::Float => {
                        let width = types.name(ty).replace('u', "f");
                        format!("{width}::from_bits({inside})")
                    }
                    Wrapper::NonZero => {
                        let number = types.name(ty);
                        format!("std::num::NonZero::<{number}>::new({inside}).unwrap()")
                    }
                })
            }
            StdValue::Counted { weak, ty, to } => {
                let counted = self.writer.counted();
                let Some(to) = to else {
                    return match weak {
                        true => Ok(format!("{}::new()", self.writer.weak())),
                        false => impossible("a counted pointer to something that is gone"),
                    };
                };
                match self.held.get(&to.object) {
                    Some(Held::Counted(_)) if !self.made.contains(&to.object) => {
                        impossible("counted pointers that form a cycle")
                    }
                    Some(Held::Counted(name)) if weak => {
                        Ok(format!("{counted}::downgrade(&{name})"))
                    }
                    Some(Held::Counted(name)) => Ok(format!("{counted}::clone(&{name})")),
                    _ => {
                        let inside = self.expr(ty, to.value)?;
                        Ok(format!("{counted}::new({inside})"))
                    }
                }
            }
        }
    }
}
