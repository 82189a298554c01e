//! What the parts of a clause were worth: while a run is watched, the last value of every expression
//! that it computed is kept with its span, for each call under way. When an obligation fails, the
//! values inside its clause are what a reader wants to see.

use std::collections::BTreeMap;

use super::machine::Machine;
use super::source_place::source_place;
use crate::ids::Id as _;
use crate::ir::state::{State, Value};
use crate::ir::types::{FieldIdx, Ty, TyId, Types, VariantIdx};
use crate::ir::{Block, LocalId, Operand, Place, Proc, Projection, Rvalue, Stmt, StmtKind};
use crate::span::Span;

/// What an expression of a clause was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The expression, or the one that it is a part of.
    pub span: Span,
    /// How it is written, if not as the span says: a bound variable, an operand.
    pub name: Option<String>,
    /// The type of the value.
    pub ty: TyId,
    /// The value.
    pub value: Value,
}

/// A variable that a quantifier binds, with the member at hand.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its name in the source.
    pub(super) name: Option<String>,
    /// Its type.
    pub(super) ty: TyId,
    /// The member.
    pub(super) value: Value,
}

type Values = BTreeMap<Span, (TyId, Value)>;

/// The values of one call under way.
#[derive(Debug, Default)]
struct Frame {
    /// Outside of quantifiers.
    plain: Values,
    /// Inside of a quantifier, for the member at hand.
    inside: Values,
    /// The first member that refutes a quantifier, with the values inside of it.
    refuted: BTreeMap<Span, (Member, Values)>,
}

/// The values of all calls under way, outermost first.
#[derive(Debug, Default)]
pub(super) struct Parts {
    frames: Vec<Frame>,
}

impl Parts {
    /// A call has begun: `depth` are under way.
    pub(super) fn called(&mut self, depth: usize) {
        self.frames.truncate(depth.saturating_sub(1));
        self.frames.resize_with(depth, Frame::default);
    }

    /// An expression has been computed in the innermost of `depth` calls, so deep in quantifiers.
    pub(super) fn computed(
        &mut self,
        depth: usize,
        nested: usize,
        span: Span,
        value: (TyId, Value),
    ) {
        self.frames.truncate(depth);
        self.frames.resize_with(depth, Frame::default);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        // What lowering asks on the way (is the divisor zero?) is no part of the source.
        if span.start == span.end {
            return;
        }
        match nested {
            0 => frame.plain.insert(span, value),
            1 => frame.inside.insert(span, value),
            // What a quantifier inside another one ranges over is too much to tell.
            _ => None,
        };
    }

    /// A member does not have what the quantifier at the span says of all members.
    pub(super) fn refuted(&mut self, depth: usize, span: Span, member: Member) {
        let deeper = self.frames.get(depth..).unwrap_or_default();
        let closure: Vec<(Span, (TyId, Value))> = deeper
            .iter()
            .flat_map(|frame| frame.plain.iter().chain(&frame.inside))
            .filter(|(part, _)| within(**part, span))
            .map(|(part, value)| (*part, value.clone()))
            .collect();
        // What refutes a quantifier inside of this one is told with it.
        let nested: Vec<(Span, (Member, Values))> = deeper
            .iter()
            .flat_map(|frame| &frame.refuted)
            .filter(|(part, _)| within(**part, span))
            .map(|(part, refuted)| (*part, refuted.clone()))
            .collect();
        if let Some(frame) = self.frames.get_mut(depth.saturating_sub(1))
            && !frame.refuted.contains_key(&span)
        {
            let mut inside = frame.inside.clone();
            inside.extend(closure);
            frame.refuted.insert(span, (member, inside));
            frame.refuted.extend(nested);
        }
    }

    /// A quantifier begins anew.
    pub(super) fn quantifying(&mut self, depth: usize, span: Span) {
        if let Some(frame) = self.frames.get_mut(depth.saturating_sub(1)) {
            frame.inside.clear();
            frame.refuted.remove(&span);
        }
    }

    /// The values of the expressions inside a clause, of the innermost of `depth` calls, in the order
    /// of the source, the larger of two that start together first.
    pub(super) fn inside(&self, depth: usize, clause: Span) -> Vec<Part> {
        let Some(frame) = self.frames.get(depth.saturating_sub(1)) else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        let mut tell = |values: &Values, of: Span| {
            for (span, (ty, value)) in values {
                if within(*span, of) {
                    parts.push(Part {
                        span: *span,
                        name: None,
                        ty: *ty,
                        value: value.clone(),
                    });
                }
            }
        };
        tell(&frame.plain, clause);
        for (span, (_, inside)) in &frame.refuted {
            if within(*span, clause) {
                tell(inside, *span);
            }
        }
        for (span, (member, _)) in &frame.refuted {
            if within(*span, clause) {
                parts.push(Part {
                    span: *span,
                    name: member.name.clone(),
                    ty: member.ty,
                    value: member.value.clone(),
                });
            }
        }
        parts.sort_by_key(|part| {
            let bound_first = part.name.is_none();
            (
                part.span.start,
                std::cmp::Reverse(part.span.end),
                bound_first,
            )
        });
        parts.dedup_by_key(|part| (part.span, part.name.clone()));
        parts
    }
}

/// What the operands of the statements inside a span are worth: of arithmetic that panics, its numbers,
/// of an assertion, what it compares. Only those that have a name in the source. They are those of the
/// procedure that lies below so many others, innermost first.
pub(super) fn operands(
    machine: &Machine<'_, '_>,
    is_user: &dyn Fn(Span) -> bool,
    below: usize,
    span: Span,
) -> Vec<Part> {
    let program = machine.program();
    let Some(proc) = machine.proc_below(below) else {
        return Vec::new();
    };
    let proc = &program.procs[proc];
    let mut places = Vec::new();
    for_each_stmt(&proc.body, &mut |stmt| {
        if within(stmt.span, span) {
            let operands: Vec<&Operand> = match &stmt.kind {
                // What a model was lent before it failed.
                StmtKind::Assign {
                    value: Rvalue::AddressOf(place),
                    ..
                } if below > 0 => {
                    if !is_inside_model(&program.types, proc, place, is_user) {
                        places.push(place);
                    }
                    Vec::new()
                }
                StmtKind::Assign { value, .. } => match value {
                    Rvalue::Unary(_, of) => vec![of],
                    Rvalue::Binary(_, left, right) | Rvalue::Overflows(_, left, right) => {
                        vec![left, right]
                    }
                    _ => Vec::new(),
                },
                StmtKind::Call { args, .. } => args.iter().collect(),
                _ => Vec::new(),
            };
            places.extend(operands.into_iter().filter_map(|operand| match operand {
                Operand::Read(place) => Some(place),
                Operand::Const(_) => None,
            }));
        }
    });
    let state = machine.state();
    let mut parts: Vec<Part> = Vec::new();
    let worth = |local: LocalId| machine.local_value_below(below, local);
    for place in places {
        let text = source_place(&program.types, proc, place, worth);
        // What lowering has named for itself (`the length`) it may have named again: the last one counts.
        let is_ours = text.as_ref().is_some_and(|text| text.contains(' '));
        let known = parts.iter().position(|known| known.name == text);
        if text.is_none() || (known.is_some() && !is_ours) {
            continue;
        }
        if let Some((ty, value)) = place_value(&program.types, proc, &state, place, worth)
            && value != Value::Uninit
        {
            known.map(|at| parts.remove(at));
            parts.push(Part {
                span,
                name: text,
                ty,
                value,
            });
        }
    }
    parts
}

/// Whether a place is a field of a type that the user did not define.
fn is_inside_model(
    types: &Types,
    proc: &Proc,
    place: &Place,
    is_user: &dyn Fn(Span) -> bool,
) -> bool {
    let mut ty = proc.locals[place.local].ty;
    let mut variant = VariantIdx::from_index(0);
    for step in &place.projection {
        let next = match step {
            Projection::Deref => types.pointee(ty),
            Projection::Index(_) => types.element(ty),
            Projection::Variant(chosen) => {
                variant = *chosen;
                continue;
            }
            Projection::Field(field) => {
                if let Ty::Adt(adt) = types.get(ty)
                    && !is_user(types.adt(*adt).span)
                {
                    return true;
                }
                let fields = types.field_types(
                    ty,
                    std::mem::replace(&mut variant, VariantIdx::from_index(0)),
                );
                fields.get(field.index()).copied()
            }
        };
        match next {
            Some(next) => ty = next,
            None => return true,
        }
    }
    false
}

fn for_each_stmt<'p>(block: &'p Block, visit: &mut impl FnMut(&'p Stmt)) {
    for stmt in block {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If {
                then, otherwise, ..
            } => {
                for_each_stmt(then, visit);
                for_each_stmt(otherwise, visit);
            }
            StmtKind::Loop { body, .. }
            | StmtKind::Block { body, .. }
            | StmtKind::Try { body, .. } => for_each_stmt(body, visit),
            // What is read in another state is not worth what it is now.
            _ => {}
        }
    }
}

/// What a place of a procedure holds, given what its variables hold; nothing if that leads nowhere.
fn place_value(
    types: &Types,
    proc: &Proc,
    state: &State,
    place: &Place,
    worth: impl Fn(LocalId) -> Value,
) -> Option<(TyId, Value)> {
    let mut ty = proc.locals[place.local].ty;
    let mut value = worth(place.local);
    let mut variant = VariantIdx::from_index(0);
    for step in &place.projection {
        match step {
            Projection::Deref => {
                let Value::Pointer(pointer) = &value else {
                    return None;
                };
                let mut at = &state.objects.get(pointer.object)?.value;
                for step in &pointer.path {
                    at = field(at, step.variant, step.field)?;
                }
                value = at.clone();
                ty = types.pointee(ty)?;
            }
            Projection::Variant(chosen) => variant = *chosen,
            Projection::Field(index) => {
                value = field(&value, variant, *index)?.clone();
                ty = *types.field_types(ty, variant).get(index.index())?;
                variant = VariantIdx::from_index(0);
            }
            Projection::Index(local) => {
                let Value::Int(index) = worth(*local) else {
                    return None;
                };
                let index = usize::try_from(index).ok()?;
                value = field(&value, variant, FieldIdx::from_index(index))?.clone();
                ty = types.element(ty)?;
            }
        }
    }
    Some((ty, value))
}

fn field(value: &Value, variant: VariantIdx, field: FieldIdx) -> Option<&Value> {
    match value {
        Value::Adt(is, fields) if *is == variant => fields.get(field.index()),
        _ => None,
    }
}

pub(super) fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}
