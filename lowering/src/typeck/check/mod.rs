//! Checks one body: types every expression and makes everything implicit explicit.
//!
//! A body is checked as an instance, with the type parameters of its function replaced, so what is
//! left to infer is local. Ordinary code has been accepted by rustc: what we cannot type there is
//! `unsupported`, never a guess. Specification code has not, so there it is the user's mistake.

mod alike;
mod block;
mod call;
mod closure;
mod coerce;
mod entry;
mod expr;
mod formats;
mod ghost;
mod literal;
mod macros;
mod method;
mod ops;
mod pat;
mod path;
mod place;
pub(super) mod promised;
mod purity;
mod reach;
mod spec;
mod spec_equality;
mod spec_ops;
mod tree;
mod unions;
mod values;

use std::rc::Rc;

use super::Package;
use super::generics::Predicate;
use super::infer::Infer;
use super::stop::{mistake, unsupported};
use super::subst::Subst;
use super::traits::Obligation;
use super::types::TypeScope;
use crate::diag::Diagnostic;
use crate::front::{Read, Stop};
use crate::ids::{Id, Table};
use crate::source::ast::{self, Name};
use crate::source::macros::hygiene;
use crate::source::{codes, nearest};
use crate::span::Span;
use crate::thir::{Expr, ExprKind, ScopeId, Var, VarId};
use crate::ty::{DefId, FnRef, Ty, TyKind};

/// How deep expressions may nest: typing recurses, and so do those who read what it makes.
const MAX_DEPTH: usize = 400;

/// The state of checking one body.
pub struct FnCtxt<'p> {
    pub(super) pkg: &'p Package,
    pub(super) infer: Infer<'p>,
    /// The item that the body belongs to, and the scope of names at hand.
    pub(super) scope: TypeScope,
    /// The arguments of that item's type parameters.
    pub(super) subst: Subst,
    pub(super) args: Vec<Ty>,
    pub(super) vars: Table<VarId, Var>,
    locals: Vec<(Name, VarId)>,
    loops: Vec<LoopScope>,
    next_scope: usize,
    ret: Option<Ty>,
    /// Whether the code at hand is specification code.
    pub(super) spec: bool,
    /// Whether integers of specifications are those of the machine, as in the dialects of others.
    pub(super) machine: bool,
    /// Whether it is a `modifies` clause.
    pub(super) in_frame: bool,
    /// What `old` means.
    pub(super) old: OldState,
    /// In ghost code, the variables that it has declared.
    pub(super) ghost_vars: Option<Vec<VarId>>,
    /// The variables from here on are those of the specification code at hand, which it may assign to.
    pub(super) own_vars: usize,
    /// Uses of items of traits that were not known in full where they were met.
    uses: Vec<promised::Use>,
    /// The types of what never comes about, where nothing was known of them: if nothing is in the end, `()`.
    pub(super) diverging: Vec<Ty>,
    /// What the forms of `#[tree]` are about, in its conditions.
    tree: Option<Rc<tree::TreeParts>>,
    pub(super) in_tree: bool,
    depth: usize,
}

/// What `old` means in the code at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OldState {
    /// The state on entry.
    Entry,
    /// The only state there is: clauses that speak of the entry.
    Present,
    /// Nothing; what the code at hand is.
    None(&'static str),
}

/// A loop or labelled block that `break` may leave.
struct LoopScope {
    label: Option<Name>,
    id: ScopeId,
    /// What `break` gives; `None` for `while` and `for`.
    value: Option<Ty>,
    /// Whether some `break` leaves it.
    left: bool,
    is_block: bool,
}

/// What must be put back when a closure ends.
struct Outside {
    loops: Vec<LoopScope>,
    ret: Option<Ty>,
    locals: usize,
    own_vars: usize,
}

impl<'p> FnCtxt<'p> {
    /// From here on the code is one of specifications; gives what it was before.
    pub(super) fn enter_spec(&mut self) -> bool {
        self.infer.has_math = true;
        self.own_vars = self.vars.len();
        std::mem::replace(&mut self.spec, true)
    }

    /// The code is again what it was before.
    pub(super) fn leave_spec(&mut self, outer: bool) {
        self.infer.has_math = outer;
        self.spec = outer;
    }

    /// For a body of `function`.
    pub(super) fn new(pkg: &'p Package, function: &FnRef, spec: bool) -> Self {
        let owner = function.def;
        Self {
            pkg,
            infer: Infer::of_body(pkg, function.clone(), spec),
            scope: TypeScope {
                names: pkg.defs.scope_of(owner),
                owner,
                inferred: false,
            },
            subst: Subst::new(&pkg.params_of(owner), &function.args),
            args: function.args.clone(),
            vars: Table::new(),
            locals: Vec::new(),
            loops: Vec::new(),
            next_scope: 0,
            ret: None,
            spec,
            machine: false,
            in_frame: false,
            old: OldState::Entry,
            ghost_vars: None,
            own_vars: 0,
            uses: Vec::new(),
            diverging: Vec::new(),
            tree: None,
            in_tree: false,
            depth: 0,
        }
    }

    /// The function whose body it is.
    fn function(&self) -> FnRef {
        FnRef {
            def: self.scope.owner,
            args: self.args.clone(),
        }
    }

    /// A construct that is not modelled.
    fn unsupported<T>(&self, span: Span, what: impl Into<String>) -> Read<T> {
        Err(unsupported(span, what))
    }

    /// Something that does not type: the user's mistake in a specification, our limit elsewhere.
    fn wrong<T>(&self, code: &'static str, span: Span, message: impl Into<String>) -> Read<T> {
        Err(self.wrong_stop(code, span, message))
    }

    fn wrong_stop(&self, code: &'static str, span: Span, message: impl Into<String>) -> Stop {
        let message = message.into();
        if self.spec && self.pkg.map.is_user(span) {
            mistake(Diagnostic::error(code, span, message))
        } else {
            unsupported(
                span,
                format!("an expression that could not be typed ({message})"),
            )
        }
    }

    fn mismatch<T>(&self, span: Span, expected: &Ty, found: &Ty) -> Read<T> {
        let expected = self.infer.show(expected);
        let found = self.infer.show(found);
        let message = format!("expected `{expected}`, found `{found}`");
        self.wrong(codes::WRONG_TYPE, span, message)
    }

    /// A new variable of the body.
    fn new_var(&mut self, name: Option<&Name>, ty: Ty, span: Span) -> VarId {
        self.vars.push(Var {
            name: name
                .map(|name| hygiene::plain(name))
                .filter(|name| !name.is_empty()),
            ty,
            span,
        })
    }

    /// A new variable that the code that follows can name.
    fn bind_var(&mut self, name: &Name, ty: Ty, span: Span) -> VarId {
        let var = self.new_var(Some(name), ty, span);
        self.locals.push((name.clone(), var));
        var
    }

    /// The variable that a name means, by the rules of hygiene: one that a macro wrote means a variable
    /// that the same expansion bound, or one around the definition of the macro.
    fn local(&self, name: &Name) -> Option<VarId> {
        let mut name = name.clone();
        loop {
            let mut found = self.locals.iter().rev().filter(|(known, _)| *known == name);
            if let Some((_, var)) = found.next() {
                return Some(*var);
            }
            name = hygiene::around_definition(&name)?;
        }
    }

    fn var_expr(&self, var: VarId, span: Span) -> Expr {
        self.mk(ExprKind::Var(var), Rc::clone(&self.vars[var].ty), span)
    }

    fn mk(&self, kind: ExprKind, ty: Ty, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// Runs `inside` in a scope of its own: what it binds is forgotten.
    fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let locals = self.locals.len();
        let result = inside(self);
        self.locals.truncate(locals);
        result
    }

    /// A type written in the body.
    fn lower_ty(&mut self, ty: &ast::Type) -> Read<Ty> {
        let lowered = self.pkg.lower_ty_in(self.scope, ty)?;
        Ok(self.instantiate(&lowered, ty.span))
    }

    /// A type in terms of the declared parameters of the function at hand, made concrete.
    fn instantiate(&mut self, ty: &Ty, span: Span) -> Ty {
        let ty = self.subst.apply(ty);
        let ty = self.infer.fill_holes(&ty);
        self.infer.normalize(&ty, Some(span))
    }

    /// Notes the bounds of an item that is used with the given arguments.
    fn require_bounds(&mut self, def: DefId, args: &[Ty], span: Span) -> Read<()> {
        let subst = Subst::new(&self.pkg.params_of(def), args);
        for predicate in self.pkg.predicates_of(def)?.iter() {
            let predicate = predicate.subst(&subst);
            self.require(predicate, span);
        }
        Ok(())
    }

    fn require(&mut self, predicate: Predicate, span: Span) {
        self.infer.require(Obligation::Implemented(predicate, span));
    }

    /// Learns what the pending obligations say.
    fn select(&mut self) -> Read<()> {
        match self.infer.select_pending() {
            Ok(()) => Ok(()),
            Err(obligation) => Err(self.unfulfilled(&obligation)),
        }
    }

    fn unfulfilled(&self, obligation: &Obligation) -> Stop {
        match obligation {
            Obligation::Implemented(predicate, span) => {
                let ty = self.infer.show(&predicate.trait_ref.args[0]);
                let name = &self.pkg.defs.def(predicate.trait_ref.def).name;
                let message = format!("`{ty}` is not known to implement `{name}`");
                self.wrong_stop(codes::WRONG_TYPE, *span, message)
            }
            Obligation::Projection {
                projection,
                ty,
                span,
            } => {
                let projection = self.infer.show(projection);
                let ty = self.infer.show(ty);
                let message = format!("expected `{projection}` to be `{ty}`");
                self.wrong_stop(codes::WRONG_TYPE, *span, message)
            }
        }
    }

    /// The type with its outermost part known, if that can be had by now.
    fn known(&mut self, ty: &Ty) -> Read<Ty> {
        let shallow = self.infer.shallow(ty);
        if !matches!(*shallow, TyKind::Infer(_)) {
            return Ok(shallow);
        }
        self.select()?;
        Ok(self.infer.shallow(ty))
    }

    fn fresh_scope(&mut self) -> ScopeId {
        self.next_scope += 1;
        ScopeId::from_index(self.next_scope - 1)
    }

    /// Enters a closure: its `return` and `break` are its own.
    fn enter_closure(&mut self) -> Outside {
        Outside {
            loops: std::mem::take(&mut self.loops),
            ret: self.ret.take(),
            locals: self.locals.len(),
            // When it is called is not for the code around it to say.
            own_vars: std::mem::replace(&mut self.own_vars, self.vars.len()),
        }
    }

    fn leave_closure(&mut self, outside: Outside) {
        self.loops = outside.loops;
        self.own_vars = outside.own_vars;
        self.ret = outside.ret;
        self.locals.truncate(outside.locals);
    }

    /// The diagnostic for a name that means nothing, with the nearest one that does.
    fn unknown_name<T>(&self, name: &Name, span: Span) -> Read<T> {
        if !self.spec || !self.pkg.map.is_user(span) {
            return self.unsupported(span, format!("the name `{name}`"));
        }
        let message = format!("cannot find `{name}` here");
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
        let locals = self.locals.iter().map(|(name, _)| &**name);
        if let Some(near) = nearest(name, locals) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        Err(mistake(diagnostic))
    }
}
