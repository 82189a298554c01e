//! Finds the impl (or bound) by which a type implements a trait, and what its associated types are.
//!
//! Where two candidates are left, or a type is not known yet, the answer is `Maybe`, which never turns
//! into a choice: it is asked again later, and in the end it makes the function unsupported.

use std::rc::Rc;

use super::generics::{Predicate, TraitRef};
use super::infer::{Infer, VarKind};
use super::subst::{self, Subst};
use crate::resolve::DefKind;
use crate::source::ast::Name;
use crate::span::Span;
use crate::ty::{DefId, Ty, TyKind};

/// How deep impls may ask for impls.
const MAX_DEPTH: usize = 24;
/// How many questions one question may lead to.
const MAX_QUESTIONS: usize = 20_000;

/// Traits that are implemented by rule; what they mean for threads is not our matter.
const AUTO_TRAITS: &[&str] = &[
    "Sized",
    "Send",
    "Sync",
    "Unpin",
    "UnwindSafe",
    "RefUnwindSafe",
    "Any",
];

/// Traits that types implement by default, unless an impl says how.
const BY_DEFAULT: &[&str] = &[
    "Debug", "Display", "Binary", "Octal", "LowerHex", "UpperHex", "LowerExp", "UpperExp",
    "Pointer",
];

/// Something that must hold for the types to be right.
#[derive(Clone, Debug)]
pub enum Obligation {
    /// A trait is implemented, with these associated types.
    Implemented(Predicate, Span),
    /// `projection == ty`, where the projection could not be computed yet.
    Projection { projection: Ty, ty: Ty, span: Span },
}

/// Why a trait holds.
#[derive(Clone, Debug)]
pub enum Source {
    /// An impl block with its arguments.
    Impl { def: DefId, args: Vec<Ty> },
    /// A bound of the function under check.
    Bound(Predicate),
    /// The language says so.
    Builtin,
}

/// Whether a trait holds.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Yes, for this reason.
    Yes(Source),
    /// No.
    No,
    /// It cannot be told yet.
    Maybe,
}

impl Infer<'_> {
    /// Whether the trait is implemented; binds what the only possible impl says of the types.
    pub fn select(&mut self, goal: &TraitRef) -> Answer {
        self.select_at(goal)
    }

    /// Whether the trait is certainly implemented; binds nothing.
    pub fn holds(&mut self, goal: &TraitRef) -> bool {
        self.probe(|this| matches!(this.select(goal), Answer::Yes(_)))
    }

    /// Whether the trait may be implemented; binds nothing.
    pub fn may_hold(&mut self, goal: &TraitRef) -> bool {
        !self.probe(|this| matches!(this.select(goal), Answer::No))
    }

    fn select_at(&mut self, goal: &TraitRef) -> Answer {
        if !self.enter() {
            return Answer::Maybe;
        }
        let answer = self.select_inside(goal);
        self.leave();
        answer
    }

    /// Whether there is room for one more question inside the one at hand: impls may ask for impls
    /// without end, or for so many that no one would wait.
    fn enter(&mut self) -> bool {
        if self.nesting == 0 {
            self.fuel = MAX_QUESTIONS;
        }
        if self.nesting >= MAX_DEPTH || self.fuel == 0 {
            self.given_up += 1;
            return false;
        }
        self.nesting += 1;
        self.fuel -= 1;
        self.work += 1;
        true
    }

    fn leave(&mut self) {
        self.nesting -= 1;
    }

    fn select_inside(&mut self, goal: &TraitRef) -> Answer {
        let mut goal = self.resolve_trait_ref(goal);
        for arg in &mut goal.args {
            *arg = self.normalize_at(arg, None);
        }
        let lang = self.pkg.lang_name(goal.def);
        if goal.args.iter().any(|arg| self.waits(arg)) {
            return Answer::Maybe;
        }
        if !goal.args.iter().all(|arg| self.can_be_kept(arg)) {
            return self.select_new(&goal, lang.as_deref());
        }
        if let Some(known) = self.pkg.selected.borrow().get(&goal) {
            return known.clone();
        }
        let answer = self.select_new(&goal, lang.as_deref());
        // What is asked while bounds are being read sees only some of them.
        if self.pkg.reading_bounds.get() == 0
            && let Some(answer) = self.settled(&answer)
        {
            self.pkg.selected.borrow_mut().insert(goal, answer);
        }
        answer
    }

    /// Whether what is known of the type stays: types of closures, and results that functions hide, may be
    /// known better later.
    fn can_be_kept(&self, ty: &Ty) -> bool {
        !subst::any(ty, &mut |part| match part {
            TyKind::Infer(_) | TyKind::Closure(..) => true,
            TyKind::Projection(def, _) => self.pkg.hides_result(*def),
            _ => false,
        })
    }

    /// An answer that can be given again, whoever asks.
    fn settled(&self, answer: &Answer) -> Option<Answer> {
        Some(match answer {
            Answer::No => Answer::No,
            Answer::Maybe => return None,
            Answer::Yes(Source::Builtin) => Answer::Yes(Source::Builtin),
            Answer::Yes(Source::Bound(bound)) => {
                let types = bound.assoc.iter().map(|(_, ty)| ty);
                let mut types = types.chain(&bound.trait_ref.args);
                if !types.all(is_settled) {
                    return None;
                }
                answer.clone()
            }
            Answer::Yes(Source::Impl { def, args }) => {
                let args: Vec<Ty> = args.iter().map(|arg| self.resolve(arg)).collect();
                if !args.iter().all(is_settled) {
                    return None;
                }
                Answer::Yes(Source::Impl { def: *def, args })
            }
        })
    }

    fn select_new(&mut self, goal: &TraitRef, lang: Option<&str>) -> Answer {
        let self_ty = Rc::clone(&goal.args[0]);
        if self.var_kind(&self_ty) == Some(VarKind::General) {
            return match lang {
                Some("Sized") => Answer::Yes(Source::Builtin),
                _ => Answer::Maybe,
            };
        }
        if *self_ty == TyKind::Never {
            return Answer::Yes(Source::Builtin);
        }
        if let Some(name) = lang
            && let Some(answer) = self.select_builtin(name, goal)
        {
            return answer;
        }
        let answer = match self.select_bound(goal) {
            Answer::No => self.select_impl(goal),
            answer => answer,
        };
        match (answer, lang) {
            (Answer::No, Some(name)) if BY_DEFAULT.contains(&name) => Answer::Yes(Source::Builtin),
            (answer, _) => answer,
        }
    }

    /// Whether a part of the type is an associated type of what is not known yet.
    fn waits(&self, ty: &Ty) -> bool {
        subst::any(ty, &mut |part| match part {
            TyKind::Projection(_, args) => args.iter().any(|arg| !self.is_known(arg)),
            _ => false,
        })
    }

    /// What the language itself says; `None` leaves it to bounds and impls.
    fn select_builtin(&mut self, lang: &str, goal: &TraitRef) -> Option<Answer> {
        let yes = Some(Answer::Yes(Source::Builtin));
        let self_ty = Rc::clone(&goal.args[0]);
        if AUTO_TRAITS.contains(&lang) {
            return yes;
        }
        match lang {
            "PrimInt" => Some(match &*self_ty {
                TyKind::Int(_) => Answer::Yes(Source::Builtin),
                TyKind::Infer(_) if self.var_kind(&self_ty) == Some(VarKind::Int) => {
                    Answer::Yes(Source::Builtin)
                }
                _ => Answer::No,
            }),
            "InPlace" => Some(match &*self_ty {
                TyKind::Slice(_) | TyKind::Str => Answer::No,
                TyKind::Infer(_) => Answer::Maybe,
                _ => Answer::Yes(Source::Builtin),
            }),
            "Copy" => match &*self_ty {
                TyKind::Bool
                | TyKind::Char
                | TyKind::Int(_)
                | TyKind::Float(_)
                | TyKind::MathInt
                | TyKind::RawPtr { .. }
                | TyKind::FnDef(_)
                | TyKind::FnPtr(..)
                | TyKind::Infer(_) => yes,
                TyKind::Ref { mutable, .. } => Some(if *mutable {
                    Answer::No
                } else {
                    Answer::Yes(Source::Builtin)
                }),
                TyKind::Tuple(parts) => Some(self.all(goal.def, parts)),
                TyKind::Array(element, _) => {
                    Some(self.all(goal.def, std::slice::from_ref(element)))
                }
                TyKind::Closure(id, _) => {
                    let known = self.pkg.closure_signature(*id);
                    Some(match known.is_some_and(|known| known.is_copy) {
                        true => Answer::Yes(Source::Builtin),
                        false => Answer::No,
                    })
                }
                TyKind::Str | TyKind::Slice(_) | TyKind::Dyn(..) => Some(Answer::No),
                _ => None,
            },
            // While the body is checked that a closure stands in, it is not known yet what it holds. Where it is
            // asked to be `Clone` it is, else rustc would refuse; a clone of one that is not copied is not modelled.
            "Clone" => match &*self_ty {
                TyKind::Closure(..) | TyKind::FnDef(_) | TyKind::FnPtr(..) => yes,
                _ => None,
            },
            "Fn" | "FnMut" | "FnOnce" => match &*self_ty {
                TyKind::Closure(..) | TyKind::FnDef(_) | TyKind::FnPtr(..) => {
                    let (params, _) = self.callable(&self_ty)?;
                    let given = Rc::new(TyKind::Tuple(params));
                    Some(match goal.args.get(1) {
                        Some(args) if !self.unify(args, &given) => Answer::No,
                        _ => Answer::Yes(Source::Builtin),
                    })
                }
                _ => self.select_callable_behind(lang, goal),
            },
            _ => None,
        }
    }

    /// A reference to what can be called, or a box of it, can be called as far as that lets it.
    fn select_callable_behind(&mut self, lang: &str, goal: &TraitRef) -> Option<Answer> {
        let (behind, asked) = match &*goal.args[0] {
            TyKind::Ref { mutable: false, to } => (Rc::clone(to), "Fn"),
            TyKind::Ref { mutable: true, .. } if lang == "Fn" => return Some(Answer::No),
            TyKind::Ref { mutable: true, to } => (Rc::clone(to), "FnMut"),
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Box") && args.len() == 1 => {
                (Rc::clone(&args[0]), lang)
            }
            _ => return None,
        };
        let mut args = goal.args.clone();
        args[0] = behind;
        let def = self.pkg.lang_item(asked)?;
        Some(match self.select_at(&TraitRef { def, args }) {
            Answer::Yes(_) => Answer::Yes(Source::Builtin),
            answer => answer,
        })
    }

    /// What calling a value gives, through references and boxes.
    fn output_of(&mut self, goal: &TraitRef) -> Option<Ty> {
        let mut args = goal.args.clone();
        loop {
            args[0] = self.shallow(&args[0]);
            if let Some((_, ret)) = self.callable(&args[0]) {
                return Some(ret);
            }
            let behind = match &*args[0] {
                TyKind::Ref { to, .. } => Rc::clone(to),
                TyKind::Adt(def, of) if self.pkg.lang_is(*def, "Box") && of.len() == 1 => {
                    Rc::clone(&of[0])
                }
                _ => break,
            };
            args[0] = behind;
        }
        let once = self.pkg.lang_item("FnOnce")?;
        let output = self.pkg.assoc_type(once, "Output")?;
        Some(self.pkg.projection(output, args))
    }

    fn all(&mut self, trait_def: DefId, parts: &[Ty]) -> Answer {
        let mut all = Answer::Yes(Source::Builtin);
        for part in parts {
            let goal = TraitRef {
                def: trait_def,
                args: vec![Rc::clone(part)],
            };
            match self.select_at(&goal) {
                Answer::Yes(_) => {}
                Answer::No => return Answer::No,
                Answer::Maybe => all = Answer::Maybe,
            }
        }
        all
    }

    /// The bounds by a trait of the functions whose parameters occur in the goal.
    fn bounds_for(&self, trait_def: DefId, args: &[Ty]) -> Vec<Predicate> {
        let mut owners = Vec::new();
        let mut objects = Vec::new();
        let mut found = Vec::new();
        for arg in args {
            let deep = self.pkg.predicates_of_deep(arg);
            let wanted = deep.iter().filter(|it| it.trait_ref.def == trait_def);
            found.extend(wanted.cloned());
            subst::any(arg, &mut |part| {
                if let TyKind::Param(param) = part
                    && !owners.contains(&param.owner)
                {
                    owners.push(param.owner);
                }
                if let TyKind::Dyn(..) = part {
                    objects.push(Rc::new(part.clone()));
                }
                false
            });
        }
        // Hundreds may be implied: only those that are asked for are copied.
        for owner in owners {
            let bounds = self.pkg.rigid_predicates(owner);
            let wanted = bounds.iter().filter(|it| it.trait_ref.def == trait_def);
            found.extend(wanted.cloned());
        }
        for object in &objects {
            let bounds = self.pkg.object_predicates(object).into_iter();
            found.extend(bounds.filter(|it| it.trait_ref.def == trait_def));
        }
        found
    }

    fn select_bound(&mut self, goal: &TraitRef) -> Answer {
        let bounds = self.bounds_for(goal.def, &goal.args[..1]);
        let mut matching: Vec<Predicate> = Vec::new();
        let asked = self.shallow(&goal.args[0]);
        for bound in bounds {
            if are_apart(&bound.trait_ref.args[0], &asked) {
                continue;
            }
            let fits = self.probe(|this| {
                let pairs = bound.trait_ref.args.iter().zip(&goal.args);
                pairs.into_iter().all(|(a, b)| this.unify(a, b))
            });
            let same = |found: &Predicate| found.trait_ref == bound.trait_ref;
            match matching.iter_mut().find(|found| same(found)) {
                Some(found) if found.assoc.is_empty() => found.assoc = bound.assoc,
                None if fits => matching.push(bound),
                _ => {}
            }
        }
        if matching.len() > 1 {
            self.drop_repeated(&mut matching);
        }
        match matching.len() {
            0 => Answer::No,
            1 => {
                let bound = matching.remove(0);
                if self.is_of_no_concern(&bound, goal) {
                    return Answer::Maybe;
                }
                for (a, b) in bound.trait_ref.args.iter().zip(&goal.args) {
                    self.unify(a, b);
                }
                Answer::Yes(Source::Bound(bound))
            }
            _ => Answer::Maybe,
        }
    }

    /// Whether the bound would tell what a body does not know yet, though it is none of the bounds that are written
    /// for this body: the type parameters at hand are those of a caller. An impl may be meant as well.
    fn is_of_no_concern(&mut self, bound: &Predicate, goal: &TraitRef) -> bool {
        let mut open = goal.args.iter().skip(1);
        if !open.any(|arg| self.var_kind(arg) == Some(VarKind::General)) {
            return false;
        }
        let Some(body) = self.body.clone() else {
            return false;
        };
        let Ok(written) = self.pkg.predicates_of(body.def) else {
            return false;
        };
        let params = self.pkg.params_of(body.def);
        if params.len() != body.args.len() {
            return false;
        }
        let subst = Subst::new(&params, &body.args);
        let is_written = written.iter().any(|it| {
            let it = it.subst(&subst).trait_ref;
            it.def == bound.trait_ref.def
                && self.probe(|this| {
                    let mut pairs = it.args.iter().zip(&bound.trait_ref.args);
                    pairs.all(|(a, b)| {
                        let a = this.normalize_at(a, None);
                        this.unify(&a, b)
                    })
                })
        });
        let impls = self.pkg.impls_of(goal.def);
        let mut impls = impls.into_iter();
        !is_written && impls.any(|it| self.probe(|this| this.try_impl(it, goal).is_some()))
    }

    /// Leaves one of the bounds that say the same of the same types, whatever these are called: of
    /// `impl IntoIterator<IntoIter = I>`, both `I` and the associated type are iterators.
    fn drop_repeated(&mut self, bounds: &mut Vec<Predicate>) {
        let mut met: Vec<(Vec<Ty>, Predicate)> = Vec::new();
        for bound in std::mem::take(bounds) {
            let args = bound.trait_ref.args.iter();
            let args: Vec<Ty> = args.map(|arg| self.normalize_at(arg, None)).collect();
            match met.iter_mut().find(|(known, _)| *known == args) {
                Some((_, known)) if known.assoc.is_empty() => known.assoc = bound.assoc,
                Some(_) => {}
                None => met.push((args, bound)),
            }
        }
        bounds.extend(met.into_iter().map(|(_, bound)| bound));
    }

    fn select_impl(&mut self, goal: &TraitRef) -> Answer {
        let impls = self.pkg.impls_of(goal.def);
        let mut applicable = Vec::new();
        for candidate in impls {
            let fits = self.probe(|this| this.try_impl(candidate, goal).map(|it| it.1));
            if let Some(certain) = fits {
                applicable.push((candidate, certain));
            }
        }
        match applicable.as_slice() {
            [] => Answer::No,
            [(only, certain)] => {
                let unknown = goal.args.iter().any(|arg| !self.is_known(arg));
                let snapshot = self.snapshot();
                match self.try_impl(*only, goal) {
                    // With unknown types, conditions that are open may still rule the impl out.
                    Some((args, _)) if *certain || unknown => {
                        Answer::Yes(Source::Impl { def: *only, args })
                    }
                    _ => {
                        self.rollback(&snapshot);
                        Answer::Maybe
                    }
                }
            }
            _ => Answer::Maybe,
        }
    }

    /// Whether two types could be the same, as far as the structs and enums in them say.
    fn may_fit(&mut self, declared: &Ty, wanted: &Ty) -> bool {
        let TyKind::Adt(def, parts) = &**declared else {
            return true;
        };
        match &*self.shallow(wanted) {
            TyKind::Adt(other, others) => {
                let mut pairs = parts.iter().zip(others);
                def == other && pairs.all(|(part, other)| self.may_fit(part, other))
            }
            _ => true,
        }
    }

    /// Tries an impl: its arguments, and whether all its conditions certainly hold.
    fn try_impl(&mut self, def: DefId, goal: &TraitRef) -> Option<(Vec<Ty>, bool)> {
        let header = self.pkg.impl_header(def)?;
        // Of hundreds of impls for single types (numbers as types) all but one are told apart here.
        let declared = &header.trait_ref.as_ref()?.args;
        let mut pairs = declared.iter().zip(&goal.args);
        if !pairs.all(|(declared, wanted)| self.may_fit(declared, wanted)) {
            return None;
        }
        let args = self.fresh_args(def);
        let subst = Subst::new(&self.pkg.params_of(def), &args);
        let trait_ref = header.trait_ref.as_ref()?.subst(&subst);
        for (a, b) in trait_ref.args.iter().zip(&goal.args) {
            let a = self.normalize_at(a, None);
            if !self.unify(&a, b) {
                return None;
            }
        }
        // A condition may tell a type that an earlier one asks about: they are tried until none does.
        let mut open: Vec<Predicate> = header
            .predicates
            .iter()
            .map(|predicate| predicate.subst(&subst))
            .collect();
        let certain = loop {
            let before = open.len();
            let mut still_open = Vec::new();
            for predicate in open {
                match self.select_at(&predicate.trait_ref) {
                    Answer::Yes(_) => {}
                    Answer::No => return None,
                    Answer::Maybe => {
                        still_open.push(predicate);
                        continue;
                    }
                }
                for (name, expected) in &predicate.assoc {
                    let assoc = self.pkg.assoc_type(predicate.trait_ref.def, name)?;
                    let projection = self
                        .pkg
                        .projection_through(&predicate.trait_ref, assoc)
                        .ok()?;
                    let found = self.normalize_at(&projection, None);
                    let expected = self.normalize_at(expected, None);
                    if !self.unify(&found, &expected) {
                        return None;
                    }
                }
            }
            if still_open.is_empty() {
                break true;
            }
            if still_open.len() == before {
                break false;
            }
            open = still_open;
        };
        Some((args, certain))
    }

    /// The type with associated types computed where that is possible. Where a type is not known yet,
    /// a variable stands for it and the question stays pending, if there is a span to blame.
    pub fn normalize(&mut self, ty: &Ty, span: Option<Span>) -> Ty {
        self.normalize_at(ty, span)
    }

    fn normalize_at(&mut self, ty: &Ty, span: Option<Span>) -> Ty {
        if !subst::any(ty, &mut |part| matches!(part, TyKind::Projection(..))) {
            return Rc::clone(ty);
        }
        subst::map(ty, &mut |part| match &**part {
            TyKind::Projection(assoc, args) => {
                let args: Vec<Ty> = args
                    .iter()
                    .map(|arg| self.normalize_at(arg, span))
                    .collect();
                Some(self.project(*assoc, args, span))
            }
            _ => None,
        })
    }

    fn project(&mut self, assoc: DefId, args: Vec<Ty>, span: Option<Span>) -> Ty {
        if let DefKind::Fn(_) = self.pkg.defs.def(assoc).kind {
            return self.open_result(assoc, args, span);
        }
        let stuck = self.pkg.projection(assoc, args.clone());
        let Some(trait_def) = self.pkg.defs.container(assoc) else {
            return stuck;
        };
        if args.len() != self.pkg.params_of(assoc).len() {
            return stuck;
        }
        // What is asked while bounds are being read sees only some of them.
        let may_keep = self.pkg.reading_bounds.get() == 0 && self.can_be_kept(&stuck);
        if may_keep && let Some(known) = self.pkg.projected.borrow().get(&stuck) {
            return Rc::clone(known);
        }
        let given_up = self.given_up;
        let projected = self.project_new(assoc, trait_def, args, &stuck, span);
        if may_keep && given_up == self.given_up && self.can_be_kept(&projected) {
            let kept = Rc::clone(&projected);
            self.pkg.projected.borrow_mut().insert(stuck, kept);
        }
        projected
    }

    fn project_new(
        &mut self,
        assoc: DefId,
        trait_def: DefId,
        args: Vec<Ty>,
        stuck: &Ty,
        span: Option<Span>,
    ) -> Ty {
        let name = self.pkg.defs.def(assoc).name.clone();
        // What is left are the arguments of the associated type itself.
        let mut args = args;
        let own = args.split_off(self.pkg.params_of(trait_def).len().min(args.len()));
        let goal = TraitRef {
            def: trait_def,
            args,
        };
        if !self.enter() {
            return Rc::clone(stuck);
        }
        let answer = self.select_at(&goal);
        let projected = self.projected(answer, &goal, (&name, &own), Rc::clone(stuck), span);
        self.leave();
        projected
    }

    fn projected(
        &mut self,
        answer: Answer,
        goal: &TraitRef,
        assoc: (&Name, &[Ty]),
        stuck: Ty,
        span: Option<Span>,
    ) -> Ty {
        match answer {
            Answer::Yes(source) => match self.assoc_from(&source, goal, assoc) {
                Some(found) if *found != *stuck => self.normalize_at(&found, span),
                _ => stuck,
            },
            Answer::No => stuck,
            Answer::Maybe => match span {
                Some(span) => {
                    let ty = self.any();
                    self.require(Obligation::Projection {
                        projection: stuck,
                        ty: Rc::clone(&ty),
                        span,
                    });
                    ty
                }
                None => stuck,
            },
        }
    }

    /// What a reason says of an associated type with arguments of its own.
    fn assoc_from(
        &mut self,
        source: &Source,
        goal: &TraitRef,
        (name, own): (&Name, &[Ty]),
    ) -> Option<Ty> {
        match source {
            Source::Bound(bound) => bound
                .assoc
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, ty)| Rc::clone(ty)),
            Source::Impl { def, args } => {
                let is_type = |kind: &DefKind| matches!(kind, DefKind::TypeAlias { .. });
                let pkg = self.pkg;
                if let Some(item) = pkg.defs.item_named(*def, name, is_type)
                    && let DefKind::TypeAlias { ty: Some(ty), .. } = &pkg.defs.def(item).kind
                {
                    let ty = pkg.lower_ty(item, ty).ok()?;
                    let args: Vec<Ty> = args.iter().chain(own).cloned().collect();
                    return Some(Subst::new(&pkg.params_of(item), &args).apply(&ty));
                }
                let item = pkg.defs.item_named(goal.def, name, is_type)?;
                let DefKind::TypeAlias { ty: Some(ty), .. } = &pkg.defs.def(item).kind else {
                    return None;
                };
                let ty = pkg.lower_ty(item, ty).ok()?;
                Some(Subst::new(&pkg.params_of(goal.def), &goal.args).apply(&ty))
            }
            Source::Builtin if &**name == "Output" => self.output_of(goal),
            Source::Builtin => None,
        }
    }

    /// Parameters and result of a type that can be called.
    pub fn callable(&mut self, ty: &Ty) -> Option<(Vec<Ty>, Ty)> {
        match &*self.shallow(ty) {
            TyKind::Closure(id, _) => {
                let known = self.pkg.closure_signature(*id)?;
                let open_elsewhere = known.open_in.is_some_and(|open_in| open_in != self.id);
                (!open_elsewhere).then_some((known.params, known.ret))
            }
            TyKind::FnPtr(params, ret) => Some((params.clone(), Rc::clone(ret))),
            TyKind::FnDef(function) => {
                let (params, ret) = self.pkg.declared_signature(function.def).ok()?;
                let subst = Subst::new(&self.pkg.params_of(function.def), &function.args);
                let params = params
                    .iter()
                    .map(|ty| self.normalize(&subst.apply(ty), None))
                    .collect();
                Some((params, self.normalize(&subst.apply(&ret), None)))
            }
            _ => None,
        }
    }

    /// Uses what pending obligations say of types, until they say nothing new. Returns the first
    /// that certainly does not hold.
    pub fn select_pending(&mut self) -> Result<(), Obligation> {
        loop {
            let mut progress = self.use_hidden_calls();
            let pending = std::mem::take(&mut self.pending);
            let before = pending.len();
            let mut open = Vec::new();
            for obligation in pending {
                self.work += 1;
                match self.process(&obligation) {
                    Answer::Yes(_) => progress = true,
                    Answer::No => {
                        self.pending.extend(open);
                        return Err(obligation);
                    }
                    Answer::Maybe => open.push(obligation),
                }
            }
            progress |= open.len() < before;
            self.pending.splice(0..0, open);
            if !progress {
                return Ok(());
            }
        }
    }

    /// Keeps the conditions of an impl that may say more of types: `0.into()` and `None.into()` are of the type that
    /// the only `From` for their result asks for.
    fn keep_conditions(&mut self, def: DefId, args: &[Ty], span: Span) {
        let Some(header) = self.pkg.impl_header(def) else {
            return;
        };
        let subst = Subst::new(&self.pkg.params_of(def), args);
        for predicate in header.predicates.iter() {
            let predicate = predicate.subst(&subst);
            let asked = &predicate.trait_ref.args;
            if asked.iter().any(|ty| !self.is_known(ty)) {
                self.pending.push(Obligation::Implemented(predicate, span));
            }
        }
    }

    fn process(&mut self, obligation: &Obligation) -> Answer {
        match obligation {
            Obligation::Implemented(predicate, span) => {
                let answer = self.select(&predicate.trait_ref);
                if let Answer::Yes(Source::Impl { def, args }) = &answer {
                    self.keep_conditions(*def, args, *span);
                }
                if let Answer::Yes(_) = answer {
                    for (name, expected) in &predicate.assoc {
                        let Some(assoc) = self.pkg.assoc_type(predicate.trait_ref.def, name) else {
                            return Answer::No;
                        };
                        let trait_ref = self.resolve_trait_ref(&predicate.trait_ref);
                        let Ok(projection) = self.pkg.projection_through(&trait_ref, assoc) else {
                            return Answer::No;
                        };
                        let found = self.normalize(&projection, Some(*span));
                        let expected = self.normalize(expected, Some(*span));
                        if !self.unify(&found, &expected) {
                            return Answer::No;
                        }
                    }
                }
                answer
            }
            Obligation::Projection {
                projection,
                ty,
                span: _,
            } => {
                let resolved = self.resolve(projection);
                let found = self.normalize(&resolved, None);
                if super::opaque::is_function(self.pkg, &found) {
                    // Its arguments are not known yet, or its body could not be checked.
                    return Answer::Maybe;
                }
                if let TyKind::Projection(assoc, args) = &*found {
                    let Some(trait_def) = self.pkg.defs.container(*assoc) else {
                        return Answer::No;
                    };
                    let count = self.pkg.params_of(trait_def).len().min(args.len());
                    let goal = TraitRef {
                        def: trait_def,
                        args: args[..count].to_vec(),
                    };
                    match self.select(&goal) {
                        Answer::Maybe => return Answer::Maybe,
                        Answer::No => return Answer::No,
                        // A projection of a type parameter of which nothing is known.
                        Answer::Yes(_) => {}
                    }
                }
                if self.unify(&found, ty) {
                    Answer::Yes(Source::Builtin)
                } else {
                    Answer::No
                }
            }
        }
    }
}

/// Whether two types cannot be the same, as is seen at once.
fn are_apart(a: &TyKind, b: &TyKind) -> bool {
    match (a, b) {
        (TyKind::Infer(_) | TyKind::Projection(..), _)
        | (_, TyKind::Infer(_) | TyKind::Projection(..)) => false,
        (TyKind::Param(a), TyKind::Param(b)) => a != b,
        (TyKind::Param(_), _) | (_, TyKind::Param(_)) => true,
        _ => false,
    }
}

/// Whether nothing in the type is left to infer.
fn is_settled(ty: &Ty) -> bool {
    !subst::any(ty, &mut |part| matches!(part, TyKind::Infer(_)))
}
