//! Values that are not known: chosen anew, or by a function of which only the type is known.

use super::state::State;
use super::value::{Value, choose};
use super::{Abort, Encoder};
use crate::ir::types::{Ty, TyId};
use crate::ir::{Asked, Place, Proc};
use crate::span::Span;
use solver_bridge::Formula;

/// A value that was chosen, where execution got that far.
pub(super) struct Choice {
    pub(super) path: Formula,
    pub(super) value: Value,
}

/// An application of an unknown function.
#[derive(Clone)]
pub(super) struct Application {
    path: Formula,
    args: Vec<Value>,
    value: Value,
}

impl<'a> Encoder<'a> {
    /// The value of a `Choose`.
    pub(super) fn chosen(
        &mut self,
        proc: &'a Proc,
        state: &State,
        dst: &Place,
        asked: Option<&'a Asked>,
        whole: bool,
        span: Span,
    ) -> Result<Value, Abort> {
        let ty = self.place_ty(proc, dst);
        let asked = asked.filter(|asked| !asked.remembers);
        let name = match asked {
            Some(asked) => self.program.functions[asked.function].name.clone(),
            None => "chosen".into(),
        };
        let name = format!("{name}#{}", self.choices.len());
        let later = match asked {
            Some(asked) => self.is_of_later_state(proc, state, asked)?,
            None => self.logic.truth(),
        };
        let whole = whole || (asked.is_some() && later != self.logic.falsehood());
        let before = self.room.beyond.len();
        let around = self.room.later.replace(later);
        let value = self.any_value(ty, &name, whole, span);
        self.room.later = around;
        let mut value = value?;
        let mut path = state.path;
        if let Some(Asked { function, args, .. }) = asked {
            let args: Vec<Value> = args
                .iter()
                .map(|arg| self.operand(proc, state, arg))
                .collect::<Result<_, _>>()?;
            let earlier = self.applications.remove(function).unwrap_or_default();
            for application in earlier.iter().rev() {
                let mut same = vec![application.path];
                for (left, right) in application.args.iter().zip(&args) {
                    same.push(self.equal(left, right));
                }
                let same = self.logic.and(&same);
                // What is known of a function is not chosen again.
                path = self.logic.and(&[path, self.logic.not(same)]);
                value = choose(&self.logic, same, &application.value, &value);
            }
            let mut all = earlier;
            all.push(Application {
                path: state.path,
                args,
                value: value.clone(),
            });
            self.applications.insert(*function, all);
        }
        for beyond in &mut self.room.beyond[before..] {
            *beyond = self.logic.and(&[*beyond, path]);
        }
        self.choices.push(Choice {
            path,
            value: value.clone(),
        });
        Ok(value)
    }

    /// Where a function is asked of a value that none is on entry, but that a contract has made: what it gives
    /// then is no input.
    fn is_of_later_state(
        &mut self,
        proc: &'a Proc,
        state: &State,
        asked: &'a Asked,
    ) -> Result<Formula, Abort> {
        let mut later = Vec::new();
        for arg in &asked.args {
            let ty = self.operand_ty(proc, arg);
            let Ty::Param(param) = *self.program.types.get(ty) else {
                continue;
            };
            let info = self.program.types.param(param);
            if !info.changes || self.entry.is_empty() {
                continue;
            }
            let Value::Member(member) = self.operand(proc, state, arg)? else {
                continue;
            };
            let (sort, atoms) = &self.sorts.params[&param];
            let on_entry = self.bounds.scope_of(&info.name) as usize;
            let on_entry = atoms.iter().take(on_entry);
            let on_entry: Vec<_> = on_entry.map(|atom| self.logic.singleton(*atom)).collect();
            let on_entry = match on_entry.is_empty() {
                true => self.logic.none(&[*sort]),
                false => self.logic.union_all(&on_entry),
            };
            later.push(self.logic.not(self.logic.subset(member, on_entry)));
        }
        let later = self.logic.or(&later);
        match self.is_false(later)? {
            true => Ok(self.logic.falsehood()),
            false => Ok(later),
        }
    }

    /// Counts an item of an unknown iterator, if there is one; whether there may be so many.
    pub(super) fn count_item(&self, state: &mut State, some: Formula) -> Formula {
        let logic = &self.logic;
        let scope = self.bounds.scope as usize;
        let mut before = state.items.clone();
        before.resize(scope, logic.falsehood());
        let more = |at: usize| match at {
            0 => some,
            at => logic.and(&[some, before[at - 1]]),
        };
        state.items = (0..scope)
            .map(|at| logic.or(&[before[at], more(at)]))
            .collect();
        logic.not(more(scope))
    }

    /// Any value of a type: within scope as an input is, or any of the machine type.
    fn any_value(&mut self, ty: TyId, name: &str, whole: bool, span: Span) -> Result<Value, Abort> {
        if self.holds_pointers(ty) {
            let what = format!("an unknown value of type {}", self.program.types.name(ty));
            return Err(self.unsupported(&what, span));
        }
        let windowed = self.entry_values.clone();
        if whole {
            self.entry_values = windowed.whole();
        }
        let around = std::mem::replace(&mut self.room.is_whole, whole);
        let value = self.scalar_input(ty, name, span);
        self.room.is_whole = around;
        self.entry_values = windowed;
        value
    }

    /// Whether a value of the type may lead to memory.
    fn holds_pointers(&self, ty: TyId) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::MathInt | Ty::Param(_) | Ty::Never => false,
            Ty::Set(element) | Ty::Seq(element) => self.holds_pointers(*element),
            Ty::Tuple(parts) => parts.iter().any(|part| self.holds_pointers(*part)),
            Ty::Array(element, _) => self.holds_pointers(*element),
            Ty::Adt(adt) => {
                let mut variants = types.adt(*adt).variants.ids();
                variants.any(|variant| {
                    let fields = types.field_types(ty, variant);
                    fields.iter().any(|field| self.holds_pointers(*field))
                })
            }
            _ => true,
        }
    }
}
