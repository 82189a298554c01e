//! How large types are, and how they are aligned, where Rust fixes it: primitives, pointers, arrays, what is
//! `repr(C)` or `repr(transparent)`, enums of a written integer type, what holds nothing, and `Option`s of what
//! is never null. Of everything else the compiler is free to choose, so nothing is said.

use crate::front::Front as _;
use crate::source::ast::Name;
use crate::ty::{DefId, IntTy, Ty, TyKind};

use super::Package;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: u64,
    pub(super) align: u64,
}

impl Layout {
    /// As large as it is aligned.
    fn word(size: u64) -> Self {
        Self { size, align: size }
    }

    const NOTHING: Self = Self { size: 0, align: 1 };
}

/// How deep types may nest in each other.
const MAX_DEPTH: usize = 64;

impl Package {
    /// The layout of a type, if it is fixed.
    pub(super) fn layout(&self, ty: &Ty) -> Option<Layout> {
        self.layout_at(ty, 0)
    }

    fn layout_at(&self, ty: &Ty, depth: usize) -> Option<Layout> {
        if depth > MAX_DEPTH {
            return None;
        }
        let word = u64::from(IntTy::Usize.bits() / 8);
        let pointer = |to: &Ty| {
            Some(Layout {
                size: if self.is_thin(to)? { word } else { 2 * word },
                align: word,
            })
        };
        match &**ty {
            TyKind::Bool => Some(Layout::word(1)),
            TyKind::Char => Some(Layout::word(4)),
            TyKind::Int(int) => Some(Layout::word(u64::from(int.bits() / 8))),
            TyKind::Float(width) => Some(Layout::word(u64::from(width / 8))),
            TyKind::Never | TyKind::FnDef(_) => Some(Layout::NOTHING),
            TyKind::Tuple(parts) if parts.is_empty() => Some(Layout::NOTHING),
            TyKind::Tuple(parts) => self.around_one(parts, depth),
            TyKind::Array(of, len) => {
                let TyKind::ConstValue(len) = **len else {
                    return None;
                };
                let of = self.layout_at(of, depth + 1)?;
                Some(Layout {
                    size: of.size.checked_mul(u64::try_from(len).ok()?)?,
                    align: of.align,
                })
            }
            TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => pointer(to),
            TyKind::FnPtr(..) => Some(Layout::word(word)),
            TyKind::Adt(def, args) => match self.lang_name(*def).as_deref() {
                Some("Box") => pointer(args.first()?),
                Some("MaybeUninit") => self.layout_at(args.first()?, depth + 1),
                Some("Option") if self.is_never_null(args.first()?, depth) => {
                    self.layout_at(args.first()?, depth + 1)
                }
                Some("Buffer" | "Counted" | "WeakCounted" | "Set" | "Seq") => None,
                _ => self.adt_layout(*def, args, depth),
            },
            _ => None,
        }
    }

    /// Whether a pointer to the type is one word; nothing if that depends on a type parameter.
    fn is_thin(&self, to: &Ty) -> Option<bool> {
        match &**to {
            TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(..) => Some(false),
            TyKind::Projection(..) | TyKind::Infer(_) => None,
            TyKind::Param(param) => {
                let generics = self.own_generics(param.owner)?;
                let declared = generics
                    .params
                    .iter()
                    .find(|it| *it.name.name == *param.name)?;
                let bounds = declared
                    .bounds
                    .iter()
                    .chain(generics.wheres.iter().flat_map(|clause| &clause.bounds));
                (!bounds.into_iter().any(|bound| bound.maybe)).then_some(true)
            }
            // The last field may have no size of its own.
            TyKind::Adt(def, args) if self.lang_name(*def).is_none() => {
                let info = self.adt(*def, args).ok()?;
                match info.variants.last().and_then(|it| it.fields.last()) {
                    Some((_, last)) if !info.is_enum => self.is_thin(last),
                    _ => Some(true),
                }
            }
            _ => Some(true),
        }
    }

    fn adt_layout(&self, def: DefId, args: &[Ty], depth: usize) -> Option<Layout> {
        let item = self.defs.def(def);
        let repr = &item.attrs.repr;
        let says = |what: &str| repr.iter().any(|it| &**it == what);
        let info = self.adt(def, args).ok()?;
        let fields = |at: usize| -> Vec<Ty> {
            let fields = info.variants.get(at).map_or(&[][..], |it| &it.fields);
            fields.iter().map(|(_, ty)| Ty::clone(ty)).collect()
        };
        if info.is_enum {
            let bare = info.variants.iter().all(|it| it.fields.is_empty());
            let int = repr.iter().find_map(written_int)?;
            let plain = bare && repr.len() == 1;
            return plain.then(|| Layout::word(u64::from(int.bits() / 8)));
        }
        // How much room the models take is their own affair, unless they say that it is std's.
        if item.is_model && repr.is_empty() {
            return None;
        }
        if says("transparent") || repr.is_empty() {
            return self.around_one(&fields(0), depth);
        }
        let aligned = repr.iter().find_map(|it| written_align(it));
        if !says("C") || repr.len() != 1 + usize::from(aligned.is_some()) {
            return None;
        }
        let mut whole = Layout {
            size: 0,
            align: aligned.unwrap_or(1),
        };
        for field in fields(0) {
            let field = self.layout_at(&field, depth + 1)?;
            whole.size = whole.size.checked_next_multiple_of(field.align)?;
            whole.size = whole.size.checked_add(field.size)?;
            whole.align = whole.align.max(field.align);
        }
        whole.size = whole.size.checked_next_multiple_of(whole.align)?;
        Some(whole)
    }

    /// The layout of what has at most one field that takes room.
    fn around_one(&self, fields: &[Ty], depth: usize) -> Option<Layout> {
        let mut whole = Layout::NOTHING;
        for field in fields {
            let field = self.layout_at(field, depth + 1)?;
            match (whole.size, field.size) {
                (0, _) => whole.size = field.size,
                (_, 0) => {}
                _ => return None,
            }
            whole.align = whole.align.max(field.align);
        }
        // Something without room that is aligned wider would make the whole larger.
        whole.size.is_multiple_of(whole.align).then_some(whole)
    }

    /// Whether `None` of it needs no room of its own.
    fn is_never_null(&self, ty: &Ty, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match &**ty {
            TyKind::Ref { .. } | TyKind::FnPtr(..) => true,
            TyKind::Adt(def, args) => match self.lang_name(*def).as_deref() {
                Some("Box" | "NonNull" | "NonZero") => true,
                _ => {
                    let repr = &self.defs.def(*def).attrs.repr;
                    let Ok(info) = self.adt(*def, args) else {
                        return false;
                    };
                    let [variant] = info.variants.as_slice() else {
                        return false;
                    };
                    repr.iter().any(|it| &**it == "transparent")
                        && !info.is_enum
                        && !self.lang_is(*def, "UnsafeCell")
                        && variant.fields.iter().any(|(_, field)| {
                            self.is_never_null(field, depth + 1)
                                && self.layout_at(field, depth + 1).is_some()
                        })
                }
            },
            _ => false,
        }
    }
}

fn written_int(name: &Name) -> Option<IntTy> {
    IntTy::ALL.into_iter().find(|it| it.name() == &**name)
}

/// `align(8)`.
fn written_align(text: &str) -> Option<u64> {
    let number = text.strip_prefix("align(")?.strip_suffix(')')?;
    number.parse().ok()
}
