//! What `kani::any()` gave in a run, as the test hands it to the harness: value by value, in bytes, as
//! Kani's own playback has it.

use lowering::ir::interp::Choice;
use lowering::ir::state::Value;
use lowering::ir::types::Ty;
use lowering::span::Origin;

use super::write::Found;
use super::writer::Writer;
use super::{NotReplayable, impossible};

/// The model of the crate `kani`.
const MODEL: &str = "kani/lib.rs";

/// Whether a harness asked for the value.
pub(super) fn is_played(found: &Found<'_>, choice: &Choice) -> bool {
    let file = found.sources.file(choice.span.file);
    choice.function.is_none() && file.origin == Origin::Model && file.path == MODEL
}

/// The statements that hold the values, if the run asked for some.
pub(super) fn values(
    found: &Found<'_>,
    writer: &Writer<'_>,
) -> Result<Option<Vec<String>>, NotReplayable> {
    let mut lines = vec!["let values = vec![".to_owned()];
    for choice in found.choices.iter().filter(|it| is_played(found, it)) {
        let (shown, bytes) = match (writer.types.get(choice.ty), &choice.value) {
            (Ty::Bool, Value::Bool(value)) => (value.to_string(), vec![u8::from(*value)]),
            (Ty::Char, Value::Int(value)) => (writer.number(choice.ty, *value), bytes(*value, 32)),
            (Ty::Int(int), Value::Int(value)) => {
                let bytes = bytes(*value, int.bits());
                (writer.number(choice.ty, *value), bytes)
            }
            _ => return impossible("the run depends on a value that is no number"),
        };
        let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
        lines.push(format!("    // {shown}"));
        lines.push(format!("    vec![{}],", bytes.join(", ")));
    }
    lines.push("];".to_owned());
    Ok((lines.len() > 2).then_some(lines))
}

/// The bytes of a number, in the order of the machine.
fn bytes(value: lowering::ir::Int, bits: u32) -> Vec<u8> {
    let count = bits as usize / 8;
    let mut bytes = value.to_le_bytes()[..count].to_vec();
    if cfg!(target_endian = "big") {
        bytes.reverse();
    }
    bytes
}
