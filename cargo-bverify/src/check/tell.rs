//! A violating run as data of a report: objects and variables by their names in the source.

use lowering::ids::Id;
use lowering::ir::interp::{self, Cause, EventKind as TraceKind, Trace, Violation};
use lowering::ir::state::{self, ObjectId, ObjectKind, Pointer, State};
use lowering::ir::types::{Ty, TyId, Types};
use lowering::ir::{Const, LocalId, ObligationKind, PanicKind};
use lowering::span::{FileId, Origin, Span};

use super::Check;
use super::answers::mentions;
use super::entry_values::{ByValue, lies_in_old, meant_on_entry};
use crate::replay;
use crate::report::behind::behind;
use crate::report::convert::{self, Named, Naming};
use crate::report::counterexample::{EventKind, Exit, Part, Violated};
use crate::report::heap::{self, Root};
use crate::report::std_values::{Models, StdValue};
use crate::report::{Counterexample, call, parts};

/// The function of `lowering/models/param.rs` that says whether a value is equal to itself.
pub(crate) const EQUALS_ITSELF: &str = "equals_itself";

/// A violating run.
pub(super) struct Run {
    pub(super) pre: State,
    pub(super) post: State,
    pub(super) trace: Trace,
    pub(super) violation: Violation,
}

impl Check<'_> {
    /// A violating run in the words of a report.
    pub(super) fn counterexample(&self, run: Run) -> Counterexample {
        let names = self.argument_names();
        let roots = |values: &'_ [state::Value]| -> Vec<(String, TyId, state::Value)> {
            let values = names.iter().zip(values);
            values
                .map(|((name, ty), value)| (name.clone(), *ty, value.clone()))
                .collect()
        };
        let before = roots(&run.pre.inputs);
        let models = Models {
            types: &self.program.types,
            sources: self.front.sources(),
        };
        let mut naming = Naming::new(models, &named(&before), &run.pre);
        let mut pre = naming.heap(&named(&before), &run.pre);
        let call = call::text(&self.harness.function, &pre);
        let trace = self.steps(&run.trace, &run.violation, &before, &mut naming);
        let mut after = roots(&run.post.inputs);
        if let Cause::Lost(object) = run.violation.cause {
            after.extend(self.lost(object, &run.post));
        }
        let returned = run
            .trace
            .events
            .iter()
            .rev()
            .find_map(|event| match &event.kind {
                TraceKind::Returned { value } if event.depth == 0 => Some((event.span, value)),
                _ => None,
            });
        let panicked = run
            .trace
            .events
            .iter()
            .rev()
            .find_map(|event| match &event.kind {
                TraceKind::Panicked(panic) => Some((event.span, panic)),
                _ => None,
            });
        let panicked = panicked.filter(|_| returned.is_none());
        let exit = match (&run.violation.cause, panicked, returned) {
            (Cause::Panic(panic), ..) | (_, Some((_, panic)), _) => Exit::Panicked {
                message: match trace.last().map(|event| &event.kind) {
                    Some(EventKind::Panicked(said)) => said.clone(),
                    _ => panic.message.clone(),
                },
                heap: naming.heap(&named(&after), &run.post),
            },
            (_, None, Some((_, value))) => {
                let target = &self.program.procs[self.harness.target];
                let ty = target.locals[target.ret].ty;
                // What was given away is no longer the caller's to look at.
                let entry = before.iter().map(|(name, ..)| name.as_str());
                let entry: Vec<&str> = entry.collect();
                after.retain(|(name, ty, value)| {
                    !entry.contains(&name.as_str()) || self.leads_outside(*ty, value)
                });
                if *self.program.types.get(ty) != Ty::Tuple(Vec::new()) {
                    after.push(("result".into(), ty, value.clone()));
                }
                Exit::Returned(naming.heap(&named(&after), &run.post))
            }
            (_, None, None) => Exit::Stopped(naming.heap(&named(&after), &run.post)),
        };
        let obligation = run.violation.obligation.clone();
        naming.at(&run.post);
        let sources = self.front.sources();
        let parts = run.trace.parts.iter();
        let parts = parts.filter(|part| !self.is_made_up(part.ty));
        let parts = parts.filter(|part| !self.is_receiver(part.ty, part.span));
        let clause = sources.text(obligation.span);
        let parts = parts.filter(|part| part.name.as_ref().is_none_or(|it| is_of(clause, it)));
        let parts = parts.filter(|part| !lies_in_old((obligation.span, clause), part.span));
        let parts = parts.map(|part| {
            let (ty, value) = looked_through(&naming, &self.program.types, part.ty, &part.value);
            // What an operation is given is no more than a part of it.
            let span = match part.name.is_some() && part.span == obligation.span {
                true => part.span.at_start(),
                false => part.span,
            };
            let text = part.name.as_deref().map(|it| as_written(it, clause));
            Part {
                span,
                text: text.unwrap_or_else(|| self.part_text(part.span)),
                value: naming.value(ty, &value),
            }
        });
        let mut parts = parts::worth_telling(&obligation, parts.collect());
        if let Cause::Changed(change) = &run.violation.cause {
            // What the places of a frame are worth is beside the point.
            parts = self.changed(change, (&run.pre, &run.post), &mut naming);
        }
        let refusals = self.refusals(&run.trace.answers, obligation.span, &mut parts, &mut naming);
        let replay = self.options.replay.then(|| {
            let returned = returned.map(|(_, value)| value);
            replay::test(&replay::Found {
                program: self.program,
                harness: self.harness,
                sources,
                root: camino::Utf8Path::new(self.root_path()),
                pre: &run.pre,
                post: &run.post,
                returned,
                violated: &obligation,
                cause: &run.violation.cause,
                panics: panicked.is_some(),
                parts: &parts,
                undefined: run.trace.undefined.as_deref(),
                refusals: &refusals,
                choices: &run.trace.choices,
                stand_ins: &self.stand_ins(&run.trace),
            })
        });
        let reached = match (obligation.kind, panicked) {
            (ObligationKind::Panic(_) | ObligationKind::Memory(_), _) => None,
            (_, Some((span, _))) => Some(span),
            _ => returned.map(|(span, _)| self.last_of_block(span)),
        };
        let path = match returned {
            None if reached.is_none() => self.call_path(&run.violation),
            _ => Vec::new(),
        };
        let by_value = self.passed_by_value();
        let meant_on_entry = meant_on_entry(obligation.kind, clause, &by_value, &pre, &trace);
        pre.roots.splice(0..0, self.consts());
        pre.roots
            .extend(self.unlike_themselves(&run.trace, &mut naming));
        pre.roots
            .extend(self.answers_outside(&run.trace, obligation.span, &names, &mut naming));
        Counterexample {
            path,
            violated: Violated {
                kind: obligation.kind,
                span: obligation.span,
                text: self.front.sources().text(obligation.span).to_owned(),
            },
            reached: reached.filter(|span| *span != obligation.span),
            call,
            pre,
            exit,
            trace,
            parts,
            refusals,
            meant_on_entry,
            borrowed: match obligation.kind {
                ObligationKind::Panic(PanicKind::Borrow) => self.borrowed_at(&run.trace),
                _ => None,
            },
            written: self.written_later(&run.trace, &mut naming),
            boxed: self.filled.boxed,
            undefined: run
                .trace
                .undefined
                .filter(|_| obligation.kind == ObligationKind::NotWellDefined),
            replay,
        }
    }

    /// The arguments of the function, by name.
    pub(super) fn argument_names(&self) -> Vec<(String, TyId)> {
        let entry = &self.program.procs[self.harness.entry];
        let name = |param: &LocalId| {
            let local = &entry.locals[*param];
            let name = local.name.clone();
            (
                name.unwrap_or_else(|| format!("arg{}", param.index())),
                local.ty,
            )
        };
        entry.params.iter().map(name).collect()
    }

    /// A part of a clause as it is written; what is inside of `old` is told with it.
    fn part_text(&self, span: Span) -> String {
        let sources = self.front.sources();
        let text = sources.text(span).to_owned();
        const OLD: &str = "old(";
        let (Some(start), Some(end)) = (
            span.start.checked_sub(OLD.len() as u32),
            span.end.checked_add(1),
        ) else {
            return text;
        };
        let around = Span { start, end, ..span };
        let whole = sources.text(around);
        match whole == format!("{OLD}{text})") {
            true => whole.to_owned(),
            false => text,
        }
    }

    /// Whether a method is called on a part that is a struct: what it was worth before is not known.
    fn is_receiver(&self, ty: TyId, span: Span) -> bool {
        let types = &self.program.types;
        let ty = types.pointee(ty).unwrap_or(ty);
        let next = Span {
            start: span.end,
            end: span.end.saturating_add(1),
            ..span
        };
        let is_struct = matches!(types.get(ty), Ty::Adt(adt) if !types.adt(*adt).is_enum
            && self.front.sources().is_user(types.adt(*adt).span));
        is_struct && self.front.sources().text(next) == "."
    }

    /// Whether values of the type say nothing by themselves: those of closures, of iterators and ranges.
    pub(super) fn is_made_up(&self, ty: TyId) -> bool {
        let Ty::Adt(adt) = self.program.types.get(ty) else {
            return false;
        };
        let definition = self.program.types.adt(*adt);
        let name = &definition.base_name;
        // The map of an iterator, not that of a specification.
        let fields = definition
            .variants
            .values()
            .next()
            .map(|it| it.fields.len());
        if name == "Map" && fields == Some(2) && !self.front.sources().is_user(definition.span) {
            return true;
        }
        name == "{closure}" || name.starts_with("Range") || self.is_opaque_value(ty)
    }

    /// The arguments that are no references.
    fn passed_by_value(&self) -> Vec<ByValue<'_>> {
        let entry = &self.program.procs[self.harness.entry];
        let locals = entry.params.iter().map(|param| &entry.locals[*param]);
        let owned =
            locals.filter(|local| !matches!(self.program.types.get(local.ty), Ty::Ref { .. }));
        let passed = owned.filter_map(|local| {
            let written = self.front.sources().text(local.span);
            Some(ByValue {
                name: local.name.as_deref()?,
                is_mutable: written.split_whitespace().next() == Some("mut"),
            })
        });
        passed.collect()
    }

    /// Whether a value leads to something that it does not own.
    fn leads_outside(&self, ty: TyId, value: &state::Value) -> bool {
        let types = &self.program.types;
        match (types.get(ty), value) {
            (Ty::Ref { .. } | Ty::RawPtr { .. } | Ty::Counted { .. }, _) => true,
            (_, state::Value::Adt(variant, fields)) => {
                let inner = types.field_types(ty, *variant);
                let mut fields = inner.into_iter().zip(fields);
                fields.any(|(ty, field)| self.leads_outside(ty, field))
            }
            _ => false,
        }
    }

    /// An allocation that is lost, as one more thing that is there at the end.
    fn lost(&self, object: ObjectId, post: &State) -> Option<(String, TyId, state::Value)> {
        let types = &self.program.types;
        let allocation = post.objects.get(object)?;
        let (ty, _) = types.iter().find(|(id, ty)| match allocation.kind {
            ObjectKind::Single => types.pointee(*id) == Some(allocation.ty),
            ObjectKind::Buffer => **ty == Ty::Buffer(allocation.ty),
        })?;
        let path = Vec::new();
        let pointer = state::Value::Pointer(Pointer { object, path });
        Some(("lost".into(), ty, pointer))
    }

    /// Of a block, its last line: that is where it ends.
    fn last_of_block(&self, span: Span) -> Span {
        let text = self.front.sources().text(span);
        let Some(inside) = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'))
        else {
            return span;
        };
        let inside = inside.trim_end();
        let last = inside.rsplit('\n').next().unwrap_or(inside).trim_start();
        let end = span.start as usize + 1 + inside.len();
        let (Ok(start), Ok(end)) = (u32::try_from(end - last.len()), u32::try_from(end)) else {
            return span;
        };
        Span { start, end, ..span }
    }

    /// What a frame does not cover and has changed, before and after. What is inside of a value of std is
    /// told by that value.
    fn changed(
        &self,
        change: &interp::Change,
        (pre, post): (&State, &State),
        naming: &mut Naming<'_>,
    ) -> Vec<Part> {
        let whole = self.value_of_std(&change.at, post);
        let (at, ty) = whole.unwrap_or((change.at.clone(), change.ty));
        let worth = |state: &State, otherwise: &state::Value| match at == change.at {
            true => otherwise.clone(),
            false => behind(&state.objects, &at).unwrap_or(otherwise).clone(),
        };
        let (before, after) = (worth(pre, &change.before), worth(post, &change.after));
        let place = naming.place(&at);
        let mut part = |text: String, state: &State, value: &state::Value| {
            naming.at(state);
            Part {
                span: Span {
                    file: FileId::from_index(0),
                    start: 0,
                    end: 0,
                },
                text,
                value: naming.value(ty, value),
            }
        };
        vec![
            part(format!("old({place})"), pre, &before),
            part(place, post, &after),
        ]
    }

    /// The outermost value of std, of those that are seen as a whole, that a location is inside of.
    fn value_of_std(&self, at: &Pointer, state: &State) -> Option<(Pointer, TyId)> {
        let types = &self.program.types;
        let object = state.objects.get(at.object)?;
        (object.kind == ObjectKind::Single).then_some(())?;
        let models = Models {
            types,
            sources: self.front.sources(),
        };
        let mut ty = object.ty;
        for (steps, step) in at.path.iter().enumerate() {
            let whole = Pointer {
                object: at.object,
                path: at.path[..steps].to_vec(),
            };
            let value = behind(&state.objects, &whole)?;
            let seen = models.value(&state.objects, ty, value);
            if matches!(
                seen,
                Some(StdValue::Entries { .. } | StdValue::Elements { .. } | StdValue::Text(_))
            ) {
                return Some((whole, ty));
            }
            ty = *types
                .field_types(ty, step.variant)
                .get(step.field.index())?;
        }
        None
    }

    /// Which values of type parameters are not equal to themselves, as a `NaN`: nobody would expect it.
    fn unlike_themselves(&self, trace: &Trace, naming: &mut Naming<'_>) -> Vec<Root> {
        let mut told: Vec<Root> = Vec::new();
        for choice in &trace.choices {
            let function = choice.function.map(|id| &self.program.functions[id].name);
            let of_model = !self.front.sources().is_user(choice.span);
            let asked = of_model && function.is_some_and(|name| name == EQUALS_ITSELF);
            let unlike = asked && choice.value == state::Value::Bool(false);
            let arg = choice.args.first().filter(|_| unlike);
            let Some((ty, value)) = arg.and_then(|arg| Some((arg.ty?, &arg.value))) else {
                continue;
            };
            let shown = naming.value(ty, value);
            let name = format!("{shown} == {shown}");
            if !told.iter().any(|root| root.name == name) {
                told.push(Root {
                    slice: None,
                    name,
                    value: heap::Value::Bool(false),
                });
            }
        }
        told
    }

    /// What the caller writes through what it was returned, where a clause is about the time after that.
    fn written_later(&self, trace: &Trace, naming: &mut Naming<'_>) -> Vec<heap::Value> {
        let choices = trace.choices.iter();
        choices
            .filter(|choice| replay::is_written_later(choice, self.front.sources()))
            .map(|choice| naming.value(choice.ty, &choice.value))
            .collect()
    }

    /// What functions and methods that came in answered where std or the violated clause asked them: the run tells only of
    /// what the user's own code asks.
    fn answers_outside(
        &self,
        trace: &Trace,
        clause: Span,
        arguments: &[(String, TyId)],
        naming: &mut Naming<'_>,
    ) -> Vec<Root> {
        let types = &self.program.types;
        let mut told: Vec<Root> = Vec::new();
        let in_run = trace.events.iter().filter_map(|event| match event.kind {
            TraceKind::Chosen(index) => Some(index),
            _ => None,
        });
        let in_run: Vec<usize> = in_run.collect();
        for (index, choice) in trace.choices.iter().enumerate() {
            let Some(function) = choice.function.map(|id| &self.program.functions[id]) else {
                continue;
            };
            let span = choice.span;
            let in_clause = span.file == clause.file
                && clause.start <= span.start
                && span.end <= clause.end
                && !in_run.contains(&index);
            if !function.whole || self.front.sources().is_user(span) && !in_clause {
                continue;
            }
            let (sort, method) = match function.name.rsplit_once("::") {
                Some((sort, method)) => (sort, Some(method)),
                None => (function.name.as_str(), None),
            };
            if matches!(method, Some("into_iter" | "size_hint")) {
                continue;
            }
            // What becomes of an argument in a loop is called by its name all the same.
            let sort = sort.strip_suffix("::IntoIter").unwrap_or(sort);
            let is_sort = |ty: TyId| match types.get(ty) {
                Ty::Param(param) => types.param(*param).name == sort,
                _ => false,
            };
            if !types.iter().any(|(ty, _)| is_sort(ty)) {
                continue;
            }
            let argument = arguments
                .iter()
                .find(|(_, ty)| is_sort(*ty) || types.pointee(*ty).is_some_and(is_sort));
            let name = match (method, argument) {
                (None, Some((name, _))) => name.clone(),
                (Some(method), Some((name, _))) if choice.remembers => format!("{name}.{method}"),
                _ => function.name.clone(),
            };
            // A function is not told of as its own argument.
            let first = choice.args.first().and_then(|it| it.ty);
            let itself = method.is_none() && first.is_some_and(is_sort);
            let given = choice.args[usize::from(itself)..].iter();
            let given: Option<Vec<String>> = given
                .map(|it| Some(naming.value(it.ty?, &it.value).to_string()))
                .collect();
            let Some(given) = given else { continue };
            let root = Root {
                slice: None,
                name: format!("{name}({})", given.join(", ")),
                value: naming.value(choice.ty, &choice.value),
            };
            let last = told.iter().rev().find(|it| it.name == root.name);
            if last.is_none_or(|it| it.value != root.value) {
                told.push(root);
            }
        }
        told
    }

    /// The const parameters with their values, as what comes before the arguments.
    pub(super) fn consts(&self) -> Vec<Root> {
        let consts = self.harness.consts.iter();
        consts
            .filter_map(|(name, value)| {
                let value = match value {
                    Const::Bool(value) => heap::Value::Bool(*value),
                    Const::Int(value, ty) => heap::Value::Int(
                        *value,
                        match self.program.types.get(*ty) {
                            Ty::Int(int) => Some(*int),
                            _ => None,
                        },
                    ),
                    _ => return None,
                };
                Some(Root {
                    slice: None,
                    name: name.clone(),
                    value,
                })
            })
            .collect()
    }

    /// The crate root as it is shown: the first file of the user's that was read.
    fn root_path(&self) -> &str {
        let files = self.front.sources().files();
        let mut user = files.filter(|(_, file)| file.origin == Origin::User);
        user.next().map_or("", |(_, file)| file.path.as_str())
    }

    /// The calls between the function under check and the place where it went wrong, innermost first.
    fn call_path(&self, violation: &Violation) -> Vec<Span> {
        let sources = self.front.sources();
        let mut path: Vec<Span> = Vec::new();
        for span in &violation.stack {
            let signature = self.harness.span;
            let in_signature = span.file == signature.file
                && signature.start <= span.start
                && span.end <= signature.end;
            let inside = sources.is_user(*span) && !in_signature;
            if inside && *span != violation.obligation.span && !path.contains(span) {
                path.push(*span);
            }
        }
        path
    }
}

/// What a reference leads to, if that leads nowhere else: a part of a clause is worth what is behind it.
pub(super) fn looked_through(
    naming: &Naming<'_>,
    types: &Types,
    ty: TyId,
    value: &state::Value,
) -> (TyId, state::Value) {
    // What a `&mut` leads to may have been another when the part was worth that.
    if let (Ty::Ref { to, mutable: false }, state::Value::Pointer(pointer)) = (types.get(ty), value)
        && let Some(behind) = naming.behind(pointer)
        && !convert::has_pointers(&behind)
    {
        return looked_through(naming, types, *to, &behind);
    }
    (ty, value.clone())
}

/// What a reference leads to as the text has it, which need not say that it is looked through.
pub(super) fn as_written(place: &str, text: &str) -> String {
    let plain = place.trim_start_matches('*');
    match text.contains(place) {
        true => place.to_owned(),
        false => plain.to_owned(),
    }
}

/// Whether a place, as a run names it, is one that the text is about: what lowering has named for itself is.
pub(super) fn is_of(text: &str, place: &str) -> bool {
    let start = place.trim_start_matches(['*', '(']);
    let end = start.find(|c: char| !c.is_alphanumeric() && c != '_');
    place.starts_with("the ") || mentions(text, &start[..end.unwrap_or(start.len())])
}

/// A named value with its type.
pub(super) type Rooted = (String, TyId, state::Value);

pub(super) fn named(roots: &[Rooted]) -> Vec<Named<'_>> {
    let roots = roots.iter();
    roots
        .map(|(name, ty, value)| Named {
            name,
            ty: *ty,
            value,
        })
        .collect()
}
