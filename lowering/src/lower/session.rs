//! What lowering one function shares among all its procedures: types, instances, the worklist.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::diag::Unsupported;
use crate::front::{Front, Read, Stop};
use crate::ids::Table;
use crate::ir::types::{TyId, Types};
use crate::ir::validate::validate;
use crate::ir::{Followed, FunctionId, Lawful, Proc, ProcId, Program, UnknownFunction};
use crate::span::Span;
use crate::thir::Body;
use crate::ty::{DefId, FnRef, Ty, TyKind, TypeParam};

use super::Semantics;
use super::closures::ClosureInfo;
use super::effects::Effects;
use super::fn_pointers::FnPointers;
use super::invariants::Mode;
use super::objects::Objects;
use super::owners::Visit;
use super::recursion::Recursion;
use super::unknown::UnknownKey;

/// More instances than this mean that they never end (a function that calls itself at a larger type).
const MAX_INSTANCES: usize = 20_000;

/// So do type arguments that nest deeper than this.
const MAX_DEPTH: usize = 64;

/// How many steps (expressions and patterns, each time that they are lowered) a program may take.
const MAX_STEPS: usize = 1_000_000;

/// A procedure that lowering can make.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Instance {
    /// A function of the package or of the models.
    Function(FnRef),
    /// A function as its contract describes it.
    Contract(FnRef),
    /// What the callers of a function owe it.
    Owed(FnRef),
    /// A method of a type parameter as the trait's contract describes it.
    Promised(FnRef),
    /// The body of a closure; the type is its own.
    Closure(Ty),
    /// Equality by content of two values.
    Equality(TyId),
    /// The invariants of everything that a value owns, assumed or asserted.
    Invariants(Mode, Ty),
    /// The end of a value's life.
    Drop(Ty),
    /// A visit of all that a value owns, without `Drop` impls.
    Owners(Visit, TyId),
    /// A call through a function pointer.
    PointerCall(Ty),
}

/// Whether floats come in, and whether any are looked at: which of them there are in scope is nobody's idea of a
/// scope, so not both.
#[derive(Default)]
pub(super) struct Floats {
    pub(super) from_outside: Option<Span>,
    pub(super) met: bool,
}

/// Whether panics are caught, and whether locks are taken: one that is held while a panic leaves is poisoned
/// afterwards, of which the models know nothing, so not both.
#[derive(Default)]
pub(super) struct Poison {
    catches: bool,
    locks: bool,
}

/// An instance whose body is still to be lowered.
struct Pending {
    proc: ProcId,
    instance: Instance,
    /// The user's code that asked for it.
    origin: Span,
}

/// The state shared by all procedures of one program.
pub(super) struct Session<'f> {
    pub(super) front: &'f dyn Front,
    pub(super) semantics: Semantics,
    /// The function under check.
    pub(super) target: Option<DefId>,
    /// Comparisons of type parameters promise no more than their traits do.
    pub(super) partial: bool,
    /// The type parameters whose comparisons were taken to be lawful without such a promise.
    pub(super) lawful: Vec<Lawful>,
    /// Nothing is asked but that memory is in order: clauses mean something else of boxes.
    pub(super) only_memory: bool,
    pub(super) types: Types,
    pub(super) ty_ids: FxHashMap<Ty, TyId>,
    pub(super) params: FxHashMap<TypeParam, TyId>,
    pub(super) closures: FxHashMap<Ty, Rc<ClosureInfo>>,
    pub(super) drops: FxHashMap<Ty, bool>,
    /// The functions of which nothing is known, such as methods of type parameters.
    pub(super) unknown: FxHashMap<UnknownKey, FunctionId>,
    /// Whether raw pointers could tell that an allocation has ended.
    pub(super) frees: bool,
    /// Whether something could tell that a run of slots has moved.
    pub(super) moves: bool,
    /// Whether a quantifier goes over all objects of a type, and so could tell as well.
    pub(super) counts_objects: bool,
    /// Whether something asks how much room a vector has, as far as it is known when lowering starts.
    pub(super) sees_capacity: bool,
    /// The same, as far as it has been met.
    pub(super) met_capacity: bool,
    /// Whether something could tell in which order hash maps have their entries, as far as it is known when
    /// lowering starts.
    pub(super) sees_order: bool,
    /// The same, as far as it has been met.
    pub(super) met_order: bool,
    pub(super) floats: Floats,
    poison: Poison,
    /// The types of what the function under check is given, and returns.
    pub(super) held: Vec<TyId>,
    pub(super) guarded: FxHashMap<(Mode, Ty), bool>,
    pub(super) fn_pointers: FnPointers,
    pub(super) objects: Objects,
    pub(super) effects: Effects,
    pub(super) recursion: Recursion,
    /// Preconditions and invariants that are left out.
    pub(super) dropped: Vec<Span>,
    /// `#[check(shared)]`: what is shared may be borrowed outside.
    pub(super) borrowed_outside: bool,
    /// The types whose values own by raw pointers, as far as they have been looked for.
    pub(super) apart: Vec<crate::ir::Owner>,
    /// Calls that were to be seen by their contract alone and were looked into.
    pub(super) followed: Vec<Followed>,
    /// Functions of which only the type is known.
    pub(super) functions: Table<FunctionId, UnknownFunction>,
    /// Whether text is formatted anywhere.
    pub(super) formats: bool,
    procs: Table<ProcId, Option<Proc>>,
    instances: FxHashMap<Instance, ProcId>,
    queue: VecDeque<Pending>,
    /// How many steps have been taken.
    steps: usize,
    /// The user's code that what is being lowered stands for.
    origin: Span,
}

/// An `unsupported` that is due to one construct.
pub(super) fn unsupported(span: Span, construct: impl Into<String>) -> Stop {
    Stop::Unsupported(vec![Unsupported {
        span,
        construct: construct.into(),
    }])
}

/// Whether a type nests deeper than so many levels.
fn is_deeper(ty: &Ty, levels: usize) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return true;
    };
    match &**ty {
        TyKind::Tuple(parts) | TyKind::Adt(_, parts) | TyKind::Closure(_, parts) => {
            parts.iter().any(|part| is_deeper(part, levels))
        }
        TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => is_deeper(to, levels),
        TyKind::Array(of, _) | TyKind::Slice(of) => is_deeper(of, levels),
        TyKind::FnDef(function) => function.args.iter().any(|arg| is_deeper(arg, levels)),
        _ => false,
    }
}

/// Both results, or all that stops either; a mistake of the user's comes before what is unsupported.
pub(super) fn both<A, B>(first: Read<A>, second: Read<B>) -> Read<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(stop), Ok(_)) | (Ok(_), Err(stop)) => Err(stop),
        (Err(first), Err(second)) => Err(join(first, second)),
    }
}

fn join(first: Stop, second: Stop) -> Stop {
    match (first, second) {
        (Stop::Unsupported(mut first), Stop::Unsupported(second)) => {
            first.extend(second);
            first.sort();
            first.dedup();
            Stop::Unsupported(first)
        }
        (Stop::Mistake(mut first), Stop::Mistake(second)) => {
            for diagnostic in second {
                if !first.contains(&diagnostic) {
                    first.push(diagnostic);
                }
            }
            Stop::Mistake(first)
        }
        (Stop::Mistake(mistake), _) | (_, Stop::Mistake(mistake)) => Stop::Mistake(mistake),
    }
}

impl<'f> Session<'f> {
    pub(super) fn new(front: &'f dyn Front, semantics: Semantics, origin: Span) -> Self {
        let mut types = Types::default();
        // Constants of these types stand in operands without a type of their own.
        types.intern(crate::ir::types::Ty::Tuple(Vec::new()));
        types.intern(crate::ir::types::Ty::Bool);
        Self {
            front,
            semantics,
            target: None,
            partial: false,
            lawful: Vec::new(),
            only_memory: false,
            types,
            ty_ids: FxHashMap::default(),
            params: FxHashMap::default(),
            closures: FxHashMap::default(),
            drops: FxHashMap::default(),
            unknown: FxHashMap::default(),
            frees: false,
            moves: false,
            counts_objects: false,
            sees_capacity: false,
            met_capacity: false,
            sees_order: false,
            met_order: false,
            floats: Floats::default(),
            poison: Poison::default(),
            held: Vec::new(),
            functions: Table::new(),
            formats: false,
            fn_pointers: FnPointers::default(),
            objects: Objects::default(),
            effects: Effects::default(),
            recursion: Recursion::default(),
            followed: Vec::new(),
            dropped: Vec::new(),
            borrowed_outside: false,
            apart: Vec::new(),
            guarded: FxHashMap::default(),
            procs: Table::new(),
            instances: FxHashMap::default(),
            queue: VecDeque::new(),
            steps: 0,
            origin,
        }
    }

    /// The procedure of an instance; its body is lowered later. `span` is the use.
    pub(super) fn instance(&mut self, instance: Instance, span: Span) -> Read<ProcId> {
        if let Some(proc) = self.instances.get(&instance) {
            return Ok(*proc);
        }
        let grows = match &instance {
            Instance::Function(function)
            | Instance::Contract(function)
            | Instance::Promised(function) => {
                function.args.iter().any(|arg| is_deeper(arg, MAX_DEPTH))
            }
            _ => false,
        };
        if grows || self.procs.len() >= MAX_INSTANCES {
            return Err(unsupported(
                self.user_span(span),
                "generic code with ever new type arguments",
            ));
        }
        if let Instance::Function(function) = &instance {
            self.check_callable(function)?;
        }
        let proc = self.procs.push(None);
        self.instances.insert(instance.clone(), proc);
        if let Instance::PointerCall(ty) = &instance {
            self.pointer_call(ty, proc);
            return Ok(proc);
        }
        let origin = self.user_span(span);
        self.queue.push_back(Pending {
            proc,
            instance,
            origin,
        });
        Ok(proc)
    }

    /// Takes a step of the budget.
    pub(super) fn step(&mut self, span: Span) -> Read<()> {
        self.steps += 1;
        match self.steps < MAX_STEPS {
            true => Ok(()),
            false => Err(unsupported(span, "a program that takes this long to lower")),
        }
    }

    /// A procedure that no instance stands for.
    pub(super) fn add_proc(&mut self, proc: Proc) -> ProcId {
        self.procs.push(Some(proc))
    }

    /// The span, if it is the user's code, or the user's code that led to it.
    pub(super) fn user_span(&self, span: Span) -> Span {
        if self.front.sources().is_user(span) {
            span
        } else {
            self.origin
        }
    }

    /// The same for all that a stop names.
    pub(super) fn blame_user(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Unsupported(mut list) => {
                for item in &mut list {
                    item.span = self.user_span(item.span);
                }
                Stop::Unsupported(list)
            }
            Stop::Mistake(list) => Stop::Mistake(list),
        }
    }

    /// Lowers all that has been asked for. Procedures that stop do not keep others from being tried,
    /// so that a report names everything at once.
    pub(super) fn finish(&mut self) -> Read<Program> {
        let mut stopped: Option<Stop> = None;
        while let Some(pending) = self.next_pending() {
            self.origin = pending.origin;
            self.met_order |= self.shows_order(&pending.instance);
            let lowered = self.lower_instance(&pending.instance, pending.origin);
            let noted = self.note_writes(pending.proc, &pending.instance);
            let noted = noted.and_then(|()| self.note_measured(pending.proc, &pending.instance));
            match lowered.and_then(|proc| noted.map(|()| proc)) {
                Ok(proc) => self.procs[pending.proc] = Some(proc),
                Err(stop) => {
                    let stop = self.blame_user(stop);
                    stopped = Some(match stopped {
                        Some(before) => join(before, stop),
                        None => stop,
                    });
                    if self.steps >= MAX_STEPS {
                        break;
                    }
                }
            }
        }
        if let Some(stop) = stopped {
            return Err(stop);
        }
        if let (Some(span), true) = (self.floats.from_outside, self.floats.met) {
            let what = "a float that comes in, where floats are calculated with or compared";
            return Err(unsupported(span, what));
        }
        let procs = std::mem::take(&mut self.procs);
        let program = Program {
            types: std::mem::take(&mut self.types),
            procs: procs.into_values().flatten().collect(),
            functions: std::mem::take(&mut self.functions),
            formats: self.formats,
        };
        self.refuse_ill_formed(&program)?;
        self.refuse_effects(&program)?;
        self.refuse_hidden_recursion(&program)?;
        Ok(program)
    }

    /// Notes that a panic is caught, or else that a lock is taken.
    pub(super) fn caught(&mut self, catches: bool, span: Span) -> Read<()> {
        self.poison.catches |= catches;
        self.poison.locks |= !catches;
        match self.poison.catches && self.poison.locks {
            true => Err(unsupported(
                span,
                "locks where panics are caught, which may poison them",
            )),
            false => Ok(()),
        }
    }

    /// What is still to be lowered; calls through function pointers when all else has been.
    fn next_pending(&mut self) -> Option<Pending> {
        if let Some(pending) = self.queue.pop_front() {
            return Some(pending);
        }
        let (proc, ty, origin) = self.stale_pointer_call()?;
        Some(Pending {
            proc,
            instance: Instance::PointerCall(ty),
            origin,
        })
    }

    /// Looks at what the function to lower leads to, before it is lowered.
    pub(super) fn prepare(&mut self, function: &FnRef) -> Read<()> {
        self.note_objects(function);
        self.frees = self.frees || self.meets_raw_pointers(function)?;
        let signature = self.front.signature(function)?;
        let params: Vec<Ty> = signature.params.into_iter().map(|it| it.ty).collect();
        self.note_outside(&params, self.front.span(function.def))
    }

    /// Ill-formed IR is a bug of ours; what was to be checked is then not checked, and it is said so.
    fn refuse_ill_formed(&self, program: &Program) -> Read<()> {
        match validate(program).first() {
            None => Ok(()),
            Some(defect) => Err(unsupported(
                self.user_span(defect.span),
                format!("code that is lowered to ill-formed IR ({defect})"),
            )),
        }
    }

    fn lower_instance(&mut self, instance: &Instance, origin: Span) -> Read<Proc> {
        match instance {
            Instance::Function(function) => self.lower_fn(function),
            Instance::Contract(function) => self.lower_by_contract(function, false),
            Instance::Owed(function) => self.lower_owed(function),
            Instance::Promised(function) => self.lower_by_contract(function, true),
            Instance::Closure(ty) => self.lower_closure(ty, origin),
            Instance::Equality(ty) => self.equality_proc(*ty, origin),
            Instance::Invariants(mode, ty) => self.invariants_proc(*mode, ty, origin),
            Instance::Drop(ty) => self.drop_proc(ty, origin),
            Instance::Owners(visit, ty) => self.owners_proc(*visit, *ty, origin),
            Instance::PointerCall(ty) => self.pointer_call_proc(ty, origin),
        }
    }

    /// What must be known of a callee before its body is looked at.
    fn check_callable(&mut self, function: &FnRef) -> Read<()> {
        if self.front.contract(function.def)?.trusted {
            return Ok(());
        }
        let body = self.front.body(function)?;
        self.register_closures(&body);
        Ok(())
    }

    /// Makes a closure known whose type is met before the body that it stands in.
    pub(super) fn find_closure(&mut self, ty: &Ty) {
        if let TyKind::Closure(id, _) = &**ty
            && !self.closures.contains_key(ty)
            && let Some(owner) = self.front.closure_owner(*id)
            && let Ok(body) = self.front.body(&owner)
        {
            self.register_closures(&body);
        }
    }

    /// Makes the closures of a body known, so that their types can be lowered wherever they flow.
    pub(super) fn register_closures(&mut self, body: &Rc<Body>) {
        super::walk::each_expr(&body.value, &mut |expr| {
            if let crate::thir::ExprKind::Closure(closure) = &expr.kind {
                let info = || Rc::new(ClosureInfo::new(closure, body));
                self.closures.entry(expr.ty.clone()).or_insert_with(info);
            }
        });
    }
}
