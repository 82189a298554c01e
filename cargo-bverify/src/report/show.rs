//! Values as text on one line, as close to Rust as they go: `Some(3)`, `Point { x: 1, y: -2 }`,
//! `&mut self.head`, `{1, 2}`. A pointer is shown by the name of what it points to.

use std::fmt;

use lowering::ir::Int;
use lowering::ir::types::IntTy;

use super::heap::{Adt, NoPointer, Pointer, PointerKind, Value};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Uninit => f.write_str("uninit"),
            Value::Freed => f.write_str("freed"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value, ty) => write_int(f, *value, *ty),
            Value::Char(value) => write!(f, "{value:?}"),
            Value::Adt(adt) => write!(f, "{adt}"),
            Value::Tuple(parts) => {
                let comma = if parts.len() == 1 { "," } else { "" };
                write_list(f, "(", parts, comma, ")")
            }
            Value::Pointer(pointer) => write!(f, "{pointer}"),
            Value::NoPointer { word, .. } => write!(f, "{word}"),
            Value::Member { param, rank } => match param.strip_prefix("impl ") {
                // Of `impl FnMut(u8)` there is no name: it is one as `F` would be.
                Some(bound) => write!(f, "{}{rank}", bound.get(..1).unwrap_or("T")),
                None => write!(f, "{param}{rank}"),
            },
            Value::Set(members) => write_list(f, "{", members, "", "}"),
            Value::Seq(members) => write_list(f, "[", members, "", "]"),
            Value::Map(entries) => {
                let mut separator = "{";
                for (key, value) in entries {
                    write!(f, "{separator}{key}: {value}")?;
                    separator = ", ";
                }
                f.write_str(if entries.is_empty() { "{}" } else { "}" })
            }
            Value::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl fmt::Display for NoPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPointer::None => "None",
            NoPointer::Null => "null",
            NoPointer::Dangling => "dangling",
        })
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            PointerKind::Owner => "",
            PointerKind::Shared => "&",
            PointerKind::Mutable => "&mut ",
            PointerKind::Raw => "ptr ",
            PointerKind::Weak => "weak ",
        })?;
        f.write_str(&self.place())
    }
}

/// One step further into a place: an element (`[1]`, `[end]`) follows at once, a field after a dot.
pub fn push_step(place: &mut String, step: &str) {
    if !step.starts_with('[') {
        place.push('.');
    }
    place.push_str(step);
}

impl Pointer {
    /// The place that it leads to: `N0.next`.
    pub fn place(&self) -> String {
        let mut place = self.name.clone();
        for step in &self.path {
            push_step(&mut place, step);
        }
        place
    }
}

impl Adt {
    /// The name as patterns have it: the variants of `Option` and `Result` stand alone.
    pub fn name(&self) -> String {
        match &self.variant {
            None => self.ty.clone(),
            Some(variant) if matches!(self.ty.as_str(), "Option" | "Result") => variant.clone(),
            Some(variant) => format!("{}::{variant}", self.ty),
        }
    }
}

impl fmt::Display for Adt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        if self.fields.is_empty() {
            return Ok(());
        }
        if !self.named_fields {
            let mut separator = "(";
            for (_, value) in &self.fields {
                write!(f, "{separator}{value}")?;
                separator = ", ";
            }
            return f.write_str(")");
        }
        let mut separator = " { ";
        for (name, value) in &self.fields {
            write!(f, "{separator}{name}: {value}")?;
            separator = ", ";
        }
        f.write_str(" }")
    }
}

/// The extremes of wide types by their names: nobody knows the digits by heart.
fn write_int(f: &mut fmt::Formatter<'_>, value: Int, ty: Option<IntTy>) -> fmt::Result {
    match ty {
        Some(ty) if ty.bits() >= 32 && value == ty.max() => write!(f, "{ty}::MAX"),
        Some(ty) if ty.bits() >= 32 && ty.is_signed() && value == ty.min() => {
            write!(f, "{ty}::MIN")
        }
        _ => write!(f, "{value}"),
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    parts: &[Value],
    trailing: &str,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, part) in parts.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{part}")?;
    }
    write!(f, "{trailing}{close}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Value {
        Value::Int(Int::from(value), Some(IntTy::I32))
    }

    #[test]
    fn values_read_as_rust() {
        let some = Value::Adt(Adt {
            ty: "Option".into(),
            variant: Some("Some".into()),
            named_fields: false,
            fields: vec![("0".into(), int(3))],
        });
        assert_eq!(some.to_string(), "Some(3)");
        let point = Value::Adt(Adt {
            ty: "Point".into(),
            variant: None,
            named_fields: true,
            fields: vec![("x".into(), int(-1)), ("on".into(), Value::Bool(true))],
        });
        assert_eq!(point.to_string(), "Point { x: -1, on: true }");
        assert_eq!(Value::Tuple(vec![int(1)]).to_string(), "(1,)");
        assert_eq!(Value::Tuple(vec![]).to_string(), "()");
        assert_eq!(Value::Set(vec![int(1), int(2)]).to_string(), "{1, 2}");
        assert_eq!(Value::Char('\n').to_string(), r"'\n'");
    }

    #[test]
    fn the_extremes_of_wide_types_have_names() {
        let show = |value: Int, ty| Value::Int(value, Some(ty)).to_string();
        assert_eq!(show(IntTy::I32.min(), IntTy::I32), "i32::MIN");
        assert_eq!(show(IntTy::Usize.max(), IntTy::Usize), "usize::MAX");
        assert_eq!(show(IntTy::U8.max(), IntTy::U8), "255");
        assert_eq!(show(Int::ZERO, IntTy::U64), "0");
    }
}
