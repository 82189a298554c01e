//! Which values are dropped where control leaves a scope.
//!
//! Every variable and temporary whose drop can be seen has a flag that says whether it holds a value:
//! set when it is initialised, cleared when the value is moved out or dropped. A scope that holds any
//! becomes an `Unwind`: its end, every jump out of it, and every panic that leaves it drop what is
//! flagged, last declared first. Whoever moves a part out *opens* the whole: from then on the other
//! parts have flags of their own. Scopes without such values leave no trace, but that the lives of their
//! variables and temporaries end, where raw pointers could tell.

use crate::front::{Lang, Read};
use crate::ir::types::Ty as IrTy;
use crate::ir::{Branch, LocalId, Operand, Place, Projection, Rvalue, StmtKind};
use crate::span::Span;
use crate::ty::{Ty, TyKind, VariantIdx};

use super::function::FnCx;
use super::types::only_variant;

/// What is dropped at the end of a scope.
#[derive(Debug, Default)]
pub(super) struct DropScope {
    /// Whether only temporaries belong to it: variables go to the scope around it.
    is_statement: bool,
    /// Whether the last expression of its block is at hand, whose temporaries belong to the scope around it.
    in_tail: bool,
    /// One group a variable or temporary, in the order of declaration.
    groups: Vec<Group>,
    /// What ends in scopes inside that have nothing to drop: a panic leaves them by way of this one.
    inside: Vec<LocalId>,
}

/// A variable or temporary.
#[derive(Clone, Debug)]
struct Group {
    place: Place,
    /// Whether its life ends with the scope; otherwise with the procedure.
    ends: bool,
    /// What is looked after; nothing, if no drop of it is seen. The first is the whole.
    entries: Vec<Entry>,
}

/// A value, or a part of one that is looked after by itself.
#[derive(Clone, Debug)]
struct Entry {
    place: Place,
    due: Due,
    flag: LocalId,
    /// For each way in which parts were moved out, the entries of its group that look after the parts.
    openings: Vec<Vec<usize>>,
}

/// What is due at the end.
#[derive(Clone, Debug)]
enum Due {
    /// The value is dropped.
    Drop(Ty),
    /// The box whose content has been moved out is freed.
    FreeBox,
}

impl FnCx<'_, '_> {
    /// Lowers what runs in a scope of its own for variables and temporaries.
    pub(super) fn in_scope<T>(
        &mut self,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.scoped(false, span, lower)
    }

    /// Lowers what runs in a scope of its own for temporaries.
    pub(super) fn in_statement<T>(
        &mut self,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.scoped(true, span, lower)
    }

    fn scoped<T>(
        &mut self,
        is_statement: bool,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        if self.frame.is_spec {
            return lower(self);
        }
        self.frame.drops.push(DropScope {
            is_statement,
            in_tail: false,
            groups: Vec::new(),
            inside: Vec::new(),
        });
        self.b.open();
        let lowered = lower(self);
        // What a block holds ends at its last brace.
        let span = match is_statement {
            true => span,
            false => Span {
                start: span.end.saturating_sub(1).max(span.start),
                ..span
            },
        };
        let depth = self.frame.drops.len() - 1;
        let dropped = self.drop_scopes(depth, span);
        let body = self.b.close();
        let scope = self.frame.drops.pop().unwrap_or_default();
        let value = lowered?;
        dropped?;
        if scope.groups.iter().all(|group| group.entries.is_empty()) {
            self.b.splice(body.block);
            if let Some(around) = self.frame.drops.last_mut() {
                let ended = scope.groups.iter().filter(|group| group.ends);
                around.inside.extend(ended.map(|group| group.place.local));
                around.inside.extend(scope.inside);
            }
        } else {
            for entry in scope.groups.iter().flat_map(|group| &group.entries) {
                self.put(&entry.flag.into(), Operand::bool(false), span);
            }
            self.b.open();
            for local in &scope.inside {
                self.b.emit(StmtKind::End(*local), span);
            }
            self.drop_groups(&scope.groups, span)?;
            let cleanup = self.b.close().block;
            let body = body.block;
            self.b.emit(StmtKind::Unwind { body, cleanup }, span);
        }
        if !body.falls_through {
            self.b.diverge();
        }
        Ok(value)
    }

    /// From here on temporaries belong to the scope around the one at hand.
    pub(super) fn leave_temporaries(&mut self) {
        if let Some(scope) = self.frame.drops.last_mut() {
            scope.in_tail = true;
        }
    }

    /// How many scopes are open.
    pub(super) fn scope_depth(&self) -> usize {
        self.frame.drops.len()
    }

    /// Drops what the scopes above that depth hold, innermost first: control is about to leave them.
    pub(super) fn drop_scopes(&mut self, depth: usize, span: Span) -> Read<()> {
        if !self.b.is_live() {
            return Ok(());
        }
        for at in (depth..self.frame.drops.len()).rev() {
            let groups = self.frame.drops[at].groups.clone();
            self.drop_groups(&groups, span)?;
        }
        Ok(())
    }

    fn drop_groups(&mut self, groups: &[Group], span: Span) -> Read<()> {
        for group in groups.iter().rev() {
            for entry in &group.entries {
                self.b.open();
                let dropped = self.drop_entry(entry, span);
                let then = self.b.close();
                self.b.open();
                let otherwise = self.b.close();
                self.b
                    .if_else(entry.flag.into(), then, otherwise, Branch::Hidden, span);
                dropped?;
            }
            if group.ends {
                self.b.emit(StmtKind::End(group.place.local), span);
            }
        }
        Ok(())
    }

    fn drop_entry(&mut self, entry: &Entry, span: Span) -> Read<()> {
        self.put(&entry.flag.into(), Operand::bool(false), span);
        match &entry.due {
            Due::Drop(ty) => self.drop_place(&entry.place, ty, span),
            Due::FreeBox => {
                let pointer = entry.place.clone().into();
                self.b.emit(StmtKind::Free { pointer }, span);
                Ok(())
            }
        }
    }

    /// From here on the variable holds a value (or, if not `holds`, may be given one).
    pub(super) fn track_var(
        &mut self,
        place: &Place,
        ty: &Ty,
        holds: bool,
        span: Span,
    ) -> Read<()> {
        let scope = self.variable_scope();
        self.track(place, ty, holds, scope, span)
    }

    /// From here on the temporary holds a value. It lives to the end of its statement, or of the scope to
    /// which its life is `extended`.
    pub(super) fn track_temp(
        &mut self,
        place: &Place,
        ty: &Ty,
        extended: Option<usize>,
        span: Span,
    ) -> Read<()> {
        let statement = || self.frame.drops.iter().rposition(|scope| !scope.in_tail);
        let scope = extended.or_else(statement);
        self.track(place, ty, true, scope, span)
    }

    /// The scope that variables are declared in.
    pub(super) fn variable_scope(&self) -> Option<usize> {
        let mut scopes = self.frame.drops.iter();
        scopes.rposition(|scope| !scope.is_statement)
    }

    fn track(
        &mut self,
        place: &Place,
        ty: &Ty,
        holds: bool,
        scope: Option<usize>,
        span: Span,
    ) -> Read<()> {
        if self.frame.is_spec {
            return Ok(());
        }
        let ends = self.life_is_seen(place);
        let drops = self.session.drop_is_seen(ty)?;
        if !ends && !drops {
            return Ok(());
        }
        let Some(at) = scope else {
            return match drops {
                true => self.unsupported(span, "a value that is dropped here"),
                false => Ok(()),
            };
        };
        let groups = &self.frame.drops[at].groups;
        let known = groups.iter().position(|it| it.place == *place);
        let group = known.unwrap_or(groups.len());
        if known.is_none() {
            let entries = match drops {
                true => vec![self.entry(place.clone(), Due::Drop(ty.clone()), span)],
                false => Vec::new(),
            };
            self.frame.drops[at].groups.push(Group {
                place: place.clone(),
                ends,
                entries,
            });
        }
        let whole = self.frame.drops[at].groups[group].entries.first();
        if let Some(flag) = whole.map(|entry| entry.flag) {
            self.put(&flag.into(), Operand::bool(holds), span);
        }
        Ok(())
    }

    /// Whether somebody could tell that the life of a variable or temporary has ended before the procedure
    /// does. The models point to nothing of theirs that has.
    fn life_is_seen(&self, place: &Place) -> bool {
        let sources = self.session.front.sources();
        self.session.frees
            && place.projection.is_empty()
            && sources.is_user(self.frame.body.value.span)
    }

    fn entry(&mut self, place: Place, due: Due, span: Span) -> Entry {
        let boolean = self.bool_ty();
        Entry {
            place,
            due,
            flag: self.b.temp(boolean, span),
            openings: Vec::new(),
        }
    }

    /// The value at a place goes elsewhere.
    pub(super) fn moved_out(&mut self, place: &Place, ty: &Ty, span: Span) -> Read<()> {
        if self.frame.is_spec || self.session.front.is_copy(ty) || !self.session.drop_is_seen(ty)? {
            return Ok(());
        }
        let Some((scope, group)) = self.group_of(place) else {
            return self.unsupported(span, "a move of a value that is dropped out of this place");
        };
        let mut at = 0;
        loop {
            let entry = &self.frame.drops[scope].groups[group].entries[at];
            if covers(place, &entry.place) {
                break;
            }
            // A part of it is moved: the others are looked after one by one from here on.
            at = self.open(scope, group, at, place, span)?;
        }
        let entries = &self.frame.drops[scope].groups[group].entries;
        let gone: Vec<LocalId> = entries
            .iter()
            .filter(|entry| covers(place, &entry.place))
            .map(|entry| entry.flag)
            .collect();
        for flag in gone {
            self.put(&flag.into(), Operand::bool(false), span);
        }
        Ok(())
    }

    /// The variable or temporary that a place is part of, unless it is behind a pointer that does not
    /// own what it leads to.
    fn group_of(&self, place: &Place) -> Option<(usize, usize)> {
        for (at, scope) in self.frame.drops.iter().enumerate().rev() {
            let holds = |group: &Group| {
                let whole = &group.place;
                let looked_after = !group.entries.is_empty();
                looked_after && covers(whole, place) && self.owns(place, whole.projection.len())
            };
            if let Some(group) = scope.groups.iter().position(holds) {
                return Some((at, group));
            }
        }
        None
    }

    /// Whether the steps of a place after the first so many pass through boxes only, of all pointers.
    fn owns(&self, place: &Place, from: usize) -> bool {
        let steps = place.projection.iter().enumerate().skip(from);
        let mut derefs = steps.filter(|(_, step)| **step == Projection::Deref);
        derefs.all(|(at, _)| {
            let pointer = Place {
                local: place.local,
                projection: place.projection[..at].to_vec(),
            };
            let ty = self.place_ty(&pointer);
            ty.is_some_and(|ty| matches!(self.session.types.get(ty), IrTy::Box(_)))
        })
    }

    /// Looks after the parts of an entry by themselves, if it still holds a value. Returns the entry
    /// that `place` is part of, or is.
    fn open(
        &mut self,
        scope: usize,
        group: usize,
        at: usize,
        place: &Place,
        span: Span,
    ) -> Read<usize> {
        let meets = |entry: &Entry| covers(place, &entry.place) || covers(&entry.place, place);
        let entry = self.frame.drops[scope].groups[group].entries[at].clone();
        let entries = &self.frame.drops[scope].groups[group].entries;
        let known = entry
            .openings
            .iter()
            .find(|parts| parts.iter().any(|part| meets(&entries[*part])));
        let parts = match known {
            Some(parts) => parts.clone(),
            None => {
                let Due::Drop(ty) = &entry.due else {
                    return self.unsupported(span, "a move out of a box that is freed");
                };
                let steps = &place.projection[entry.place.projection.len()..];
                let mut parts = Vec::new();
                self.parts_around(&entry.place, ty, only_variant(), steps, &mut parts, span)?;
                let entries = &mut self.frame.drops[scope].groups[group].entries;
                let indices: Vec<usize> = (entries.len()..entries.len() + parts.len()).collect();
                entries.extend(parts);
                entries[at].openings.push(indices.clone());
                indices
            }
        };
        self.b.open();
        self.put(&entry.flag.into(), Operand::bool(false), span);
        for part in &parts {
            let flag = self.frame.drops[scope].groups[group].entries[*part].flag;
            self.put(&flag.into(), Operand::bool(true), span);
        }
        let then = self.b.close();
        self.b.open();
        let otherwise = self.b.close();
        self.b
            .if_else(entry.flag.into(), then, otherwise, Branch::Hidden, span);
        let entries = &self.frame.drops[scope].groups[group].entries;
        let next = parts.into_iter().find(|part| meets(&entries[*part]));
        match next {
            Some(next) => Ok(next),
            None => self.unsupported(span, "a move out of this place"),
        }
    }

    /// The part that `steps` lead to from a place, and all others that are dropped, in order.
    fn parts_around(
        &mut self,
        place: &Place,
        ty: &Ty,
        variant: VariantIdx,
        steps: &[Projection],
        parts: &mut Vec<Entry>,
        span: Span,
    ) -> Read<()> {
        let Some((step, rest)) = steps.split_first() else {
            let entry = self.entry(place.clone(), Due::Drop(ty.clone()), span);
            parts.push(entry);
            return Ok(());
        };
        match step {
            Projection::Variant(chosen) => {
                let place = place.variant(*chosen);
                self.parts_around(&place, ty, *chosen, rest, parts, span)
            }
            Projection::Field(field) => {
                let tys = self.session.field_tys(ty, variant)?;
                for (index, part) in tys.iter().enumerate() {
                    let at: crate::ty::FieldIdx = crate::ids::Id::from_index(index);
                    let inside = place.field(at);
                    if at == *field {
                        self.parts_around(&inside, part, only_variant(), rest, parts, span)?;
                    } else if self.session.drop_is_seen(part)? {
                        let entry = self.entry(inside, Due::Drop(part.clone()), span);
                        parts.push(entry);
                    }
                }
                Ok(())
            }
            Projection::Deref => {
                let content = match &**ty {
                    TyKind::Adt(def, args) if self.session.front.lang(*def) == Some(Lang::Box) => {
                        args.first().cloned()
                    }
                    _ => None,
                };
                let Some(content) = content else {
                    return self.unsupported(span, "a move out of a reference");
                };
                let inside = place.deref();
                self.parts_around(&inside, &content, only_variant(), rest, parts, span)?;
                if self.session.frees {
                    let entry = self.entry(place.clone(), Due::FreeBox, span);
                    parts.push(entry);
                }
                Ok(())
            }
            Projection::Index(_) => self.unsupported(span, "a move out of an array"),
        }
    }

    /// `place := value`: what the place held is dropped first; if that panics, the value is still put there.
    pub(super) fn replace(
        &mut self,
        place: &Place,
        ty: &Ty,
        value: Operand,
        span: Span,
    ) -> Read<()> {
        let Some((scope, group)) = self.group_of(place) else {
            self.b.open();
            let dropped = self.drop_place(place, ty, span);
            let old = self.b.close();
            self.b.open();
            self.put(place, value, span);
            let new = self.b.close();
            self.finally(old.block, new.block, span);
            return dropped;
        };
        // An entry above the place that is flagged holds all of it; otherwise its own says.
        let entries = self.frame.drops[scope].groups[group].entries.clone();
        let own = entries.iter().find(|entry| entry.place == *place);
        let inside = |entry: &&Entry| entry.place != *place && covers(place, &entry.place);
        if own.is_none() && entries.iter().any(|entry| inside(&entry)) {
            return self.unsupported(span, "an assignment to what parts were moved out of");
        }
        let above = entries
            .iter()
            .filter(|entry| entry.place != *place && covers(&entry.place, place));
        let mut held: Operand = Operand::bool(false);
        let boolean = self.bool_ty();
        for entry in above {
            let either = Rvalue::Binary(crate::ir::BinOp::BitOr, held.clone(), entry.flag.into());
            held = match held {
                Operand::Const(_) => entry.flag.into(),
                Operand::Read(_) => self.hold(boolean, either, span).into(),
            };
        }
        self.b.open();
        self.b.open();
        let dropped = self.drop_place(place, ty, span);
        let then = self.b.close();
        self.b.open();
        let mut otherwise_dropped = Ok(());
        if let Some(own) = own {
            self.b.open();
            otherwise_dropped = self.drop_entry(own, span);
            let full = self.b.close();
            self.b.open();
            let empty = self.b.close();
            self.b
                .if_else(own.flag.into(), full, empty, Branch::Hidden, span);
        }
        let otherwise = self.b.close();
        match held.clone() {
            Operand::Const(_) => self.b.splice(otherwise.block),
            held => self.b.if_else(held, then, otherwise, Branch::Hidden, span),
        }
        let old = self.b.close();
        dropped?;
        otherwise_dropped?;
        self.b.open();
        self.put(place, value, span);
        if let Some(own) = own {
            let now = match held {
                Operand::Const(_) => Rvalue::Use(Operand::bool(true)),
                held => Rvalue::Unary(crate::ir::UnOp::Not, held),
            };
            self.b.assign(own.flag.into(), now, span);
        }
        let new = self.b.close();
        self.finally(old.block, new.block, span);
        Ok(())
    }
}

/// Whether what is at `inner` is part of what is at `outer`, or is it.
fn covers(outer: &Place, inner: &Place) -> bool {
    outer.local == inner.local && inner.projection.starts_with(&outer.projection)
}
