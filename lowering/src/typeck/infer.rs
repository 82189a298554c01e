//! Inference variables and unification, with snapshots so that candidates can be tried.

use std::rc::Rc;

use super::Package;
use super::generics::TraitRef;
use super::opaque::HiddenCall;
use super::subst::{self, infer};
use super::traits::Obligation;
use crate::ids::Id;
use crate::ty::{ClosureId, DefId, FnRef, InferId, Ty, TyKind};

/// What a variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VarKind {
    /// Any type.
    General,
    /// The type of an integer literal.
    Int,
    /// The type of a float literal.
    Float,
}

#[derive(Clone, Debug)]
struct Var {
    kind: VarKind,
    value: Option<Ty>,
}

/// Types that are being inferred.
pub struct Infer<'p> {
    pub(super) pkg: &'p Package,
    /// Tells it from all others.
    pub(super) id: usize,
    /// Whether a literal may be a mathematical integer: in specifications, and where nobody knows.
    pub(super) has_math: bool,
    vars: Vec<Var>,
    trail: Vec<(usize, Var)>,
    /// How many trials are under way: what they bind may not stay.
    trials: usize,
    pub(super) pending: Vec<Obligation>,
    /// What is known of types that functions hide, before it is known which they are.
    pub(super) hidden_calls: Vec<HiddenCall>,
    /// How deep the question at hand is inside others, and how many more it may ask.
    pub(super) nesting: usize,
    /// The function whose body it is for.
    pub(super) body: Option<FnRef>,
    /// How much has been done for the body at hand.
    pub(super) work: usize,
    pub(super) fuel: usize,
    /// How often there was no room for a question.
    pub(super) given_up: usize,
}

/// A point to go back to.
pub struct Snapshot {
    vars: usize,
    trail: usize,
    pending: usize,
    hidden_calls: usize,
}

impl<'p> Infer<'p> {
    /// Without any variable.
    pub fn new(pkg: &'p Package) -> Self {
        let id = pkg.inferences.get();
        pkg.inferences.set(id + 1);
        Self {
            pkg,
            id,
            trials: 0,
            has_math: true,
            vars: Vec::new(),
            trail: Vec::new(),
            pending: Vec::new(),
            hidden_calls: Vec::new(),
            nesting: 0,
            body: None,
            work: 0,
            fuel: 0,
            given_up: 0,
        }
    }

    /// For a body, which is one of specifications or not.
    pub fn of_body(pkg: &'p Package, function: FnRef, spec: bool) -> Self {
        Self {
            has_math: spec,
            body: Some(function),
            ..Self::new(pkg)
        }
    }

    /// A new variable.
    pub fn fresh(&mut self, kind: VarKind) -> Ty {
        let id = InferId::from_index(self.vars.len());
        self.vars.push(Var { kind, value: None });
        infer(id)
    }

    /// A new variable for any type.
    pub fn any(&mut self) -> Ty {
        self.fresh(VarKind::General)
    }

    /// New variables for the type parameters of an item.
    pub fn fresh_args(&mut self, def: DefId) -> Vec<Ty> {
        let count = self.pkg.params_of(def).len();
        (0..count).map(|_| self.any()).collect()
    }

    /// Starts a trial.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            vars: self.vars.len(),
            trail: self.trail.len(),
            pending: self.pending.len(),
            hidden_calls: self.hidden_calls.len(),
        }
    }

    /// Undoes all since the snapshot.
    pub fn rollback(&mut self, snapshot: &Snapshot) {
        while self.trail.len() > snapshot.trail {
            if let Some((at, var)) = self.trail.pop()
                && at < self.vars.len()
            {
                self.vars[at] = var;
            }
        }
        self.vars.truncate(snapshot.vars);
        self.pending.truncate(snapshot.pending);
        self.hidden_calls.truncate(snapshot.hidden_calls);
    }

    /// Runs a trial and undoes it.
    pub fn probe<R>(&mut self, trial: impl FnOnce(&mut Self) -> R) -> R {
        // Obligations that the trial looks at stay, so they are set aside.
        let pending = std::mem::take(&mut self.pending);
        let hidden_calls = std::mem::take(&mut self.hidden_calls);
        let snapshot = self.snapshot();
        self.trials += 1;
        let result = trial(self);
        self.trials -= 1;
        self.rollback(&snapshot);
        self.pending = pending;
        self.hidden_calls = hidden_calls;
        result
    }

    /// The type with its outermost variable replaced by what is known of it.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = Rc::clone(ty);
        while let TyKind::Infer(id) = &*ty {
            match self.vars.get(id.index()).and_then(|var| var.value.clone()) {
                Some(value) => ty = value,
                None => break,
            }
        }
        ty
    }

    /// The type with all variables replaced by what is known of them.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        subst::map(ty, &mut |part| match &**part {
            TyKind::Infer(_) => {
                let known = self.shallow(part);
                match &*known {
                    TyKind::Infer(_) => Some(known),
                    _ => Some(self.resolve(&known)),
                }
            }
            _ => None,
        })
    }

    /// A type without variables, its associated types computed.
    pub fn concrete(&mut self, ty: &Ty) -> Ty {
        let normal = self.normalize(ty, None);
        self.resolve(&normal)
    }

    /// A trait reference with all variables replaced.
    pub fn resolve_trait_ref(&self, trait_ref: &TraitRef) -> TraitRef {
        TraitRef {
            def: trait_ref.def,
            args: trait_ref.args.iter().map(|arg| self.resolve(arg)).collect(),
        }
    }

    /// The kind of an unbound variable.
    pub fn var_kind(&self, ty: &Ty) -> Option<VarKind> {
        match &*self.shallow(ty) {
            TyKind::Infer(id) => self.vars.get(id.index()).map(|var| var.kind),
            _ => None,
        }
    }

    fn bind(&mut self, id: InferId, value: Option<Ty>, kind: VarKind) {
        let at = id.index();
        let new = Var { kind, value };
        let old = std::mem::replace(&mut self.vars[at], new);
        self.trail.push((at, old));
    }

    /// Makes the two types equal; what was bound on the way to a failure stays bound.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let a = self.shallow(a);
        let b = self.shallow(b);
        if Rc::ptr_eq(&a, &b) {
            return true;
        }
        if super::types::is_hole(&a) || super::types::is_hole(&b) {
            return false;
        }
        match (&*a, &*b) {
            (TyKind::Infer(x), TyKind::Infer(y)) if x == y => true,
            (TyKind::Infer(x), TyKind::Infer(y)) => {
                let (kx, ky) = (self.vars[x.index()].kind, self.vars[y.index()].kind);
                match (kx, ky) {
                    (VarKind::General, _) => self.bind(*x, Some(Rc::clone(&b)), kx),
                    (_, VarKind::General) => self.bind(*y, Some(Rc::clone(&a)), ky),
                    _ if kx == ky => self.bind(*x, Some(Rc::clone(&b)), kx),
                    _ => return false,
                }
                true
            }
            (TyKind::Infer(x), _) => self.assign(*x, &b),
            (_, TyKind::Infer(y)) => self.assign(*y, &a),
            (TyKind::Projection(..), _) | (_, TyKind::Projection(..)) => {
                self.unify_projection(&a, &b)
            }
            _ => self.unify_parts(&a, &b),
        }
    }

    /// Projections are equal when their parts are, or when what they stand for is.
    fn unify_projection(&mut self, a: &Ty, b: &Ty) -> bool {
        if let (TyKind::Projection(x, xs), TyKind::Projection(y, ys)) = (&**a, &**b)
            && x == y
        {
            let snapshot = self.snapshot();
            if self.unify_all(xs, ys) {
                return true;
            }
            self.rollback(&snapshot);
        }
        let na = self.normalize(a, None);
        let nb = self.normalize(b, None);
        if na == *a && nb == *b {
            return na == nb;
        }
        let stuck = |ty: &Ty| matches!(**ty, TyKind::Projection(..));
        if stuck(&na) || stuck(&nb) {
            return na == nb;
        }
        self.unify(&na, &nb)
    }

    fn unify_all(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b))
    }

    fn unify_parts(&mut self, a: &Ty, b: &Ty) -> bool {
        match (&**a, &**b) {
            (TyKind::Tuple(x), TyKind::Tuple(y)) => self.unify_all(x, y),
            (TyKind::Adt(d, x), TyKind::Adt(e, y)) | (TyKind::Dyn(d, x), TyKind::Dyn(e, y)) => {
                d == e && self.unify_all(x, y)
            }
            (TyKind::Ref { mutable: m, to: x }, TyKind::Ref { mutable: n, to: y })
            | (TyKind::RawPtr { mutable: m, to: x }, TyKind::RawPtr { mutable: n, to: y }) => {
                m == n && self.unify(x, y)
            }
            (TyKind::Array(x, n), TyKind::Array(y, m)) => self.unify(x, y) && self.unify(n, m),
            (TyKind::Slice(x), TyKind::Slice(y)) => self.unify(x, y),
            (TyKind::FnDef(f), TyKind::FnDef(g)) => {
                f.def == g.def && self.unify_all(&f.args, &g.args)
            }
            (TyKind::FnPtr(x, r), TyKind::FnPtr(y, s)) => self.unify_all(x, y) && self.unify(r, s),
            (TyKind::Closure(c, _), TyKind::Closure(d, _)) => c == d,
            (x, y) => x == y,
        }
    }

    fn assign(&mut self, id: InferId, ty: &Ty) -> bool {
        let kind = self.vars[id.index()].kind;
        let fits = match kind {
            VarKind::General => true,
            VarKind::Int => match **ty {
                TyKind::Int(_) => true,
                TyKind::MathInt => self.has_math,
                _ => false,
            },
            VarKind::Float => matches!(**ty, TyKind::Float(_)),
        };
        if !fits || self.occurs(id, ty) {
            return false;
        }
        self.bind(id, Some(Rc::clone(ty)), kind);
        true
    }

    fn occurs(&self, id: InferId, ty: &Ty) -> bool {
        subst::any(&self.resolve(ty), &mut |part| *part == TyKind::Infer(id))
    }

    /// Whether nothing is left to infer in the type.
    pub fn is_known(&self, ty: &Ty) -> bool {
        !subst::any(&self.resolve(ty), &mut |part| {
            matches!(part, TyKind::Infer(_))
        })
    }

    /// Whether others could be told of the type: nothing is left to infer in it, nor in the signatures of
    /// its closures, which are fixed by this.
    pub fn can_be_told(&self, ty: &Ty) -> bool {
        let ty = self.resolve(ty);
        let mut closures = Vec::new();
        let open = subst::any(&ty, &mut |part| match part {
            TyKind::Infer(_) => true,
            TyKind::Closure(id, _) => {
                closures.push(*id);
                false
            }
            _ => false,
        });
        !open && closures.into_iter().all(|id| self.fix_closure(id))
    }

    /// Fixes the signature of a closure, if nothing is left to infer in it.
    fn fix_closure(&self, id: ClosureId) -> bool {
        let Some(signature) = self.pkg.closure_signature(id) else {
            return false;
        };
        if signature.open_in.is_none() {
            return true;
        }
        if signature.open_in != Some(self.id) || self.trials > 0 {
            return false;
        }
        let params: Vec<Ty> = signature.params.iter().map(|ty| self.resolve(ty)).collect();
        let ret = self.resolve(&signature.ret);
        if !params.iter().chain([&ret]).all(|ty| self.is_known(ty)) {
            return false;
        }
        self.pkg.set_closure(id, params, ret);
        true
    }

    /// The type with `_` replaced by new variables.
    pub fn fill_holes(&mut self, ty: &Ty) -> Ty {
        let hole = super::types::hole();
        subst::map(ty, &mut |part| (**part == *hole).then(|| self.any()))
    }

    /// The type as it is shown to the user.
    pub fn show(&self, ty: &Ty) -> String {
        let ty = self.resolve(ty);
        match self.var_kind(&ty) {
            Some(VarKind::Int) => "{integer}".into(),
            _ => self.pkg.show(&ty),
        }
    }

    /// Notes that a trait must be implemented; what that says of types is used as soon as possible.
    pub fn require(&mut self, obligation: Obligation) {
        self.pending.push(obligation);
    }

    /// Where variables of literals are still open, gives them their defaults.
    pub fn apply_defaults(&mut self, int: &Ty) {
        for at in 0..self.vars.len() {
            if self.vars[at].value.is_some() {
                continue;
            }
            let default = match self.vars[at].kind {
                VarKind::General => continue,
                VarKind::Int => Rc::clone(int),
                VarKind::Float => Rc::new(TyKind::Float(64)),
            };
            self.bind(InferId::from_index(at), Some(default), self.vars[at].kind);
        }
    }
}
