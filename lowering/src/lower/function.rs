//! Lowering one procedure: where its variables live, what its jumps mean, and its body.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::{Read, Stop};
use crate::ids::Table;
use crate::ir::build::ProcBuilder;
use crate::ir::types::{Ty as IrTy, TyId};
use crate::ir::{LabelId, LocalId, Operand, Place, Proc, Rvalue, SnapshotId};
use crate::span::Span;
use crate::thir::{BindBy, Body, Expr, ExprKind, Pat, PatKind, ScopeId, VarId};
use crate::ty::{FnRef, Ty, TyKind};

use super::inline::Inlined;
use super::measure::{Measure, Variants};
use super::old::OldValues;
use super::scopes::DropScope;
use super::session::{Session, unsupported};

/// Deeper nesting than this is refused, so that lowering never exhausts the stack.
const MAX_NESTING: usize = 600;

/// A body that is being lowered into a procedure: its own, or one that is inlined there.
#[derive(Debug)]
pub(super) struct Frame {
    /// The body, whose table names the variables.
    pub(super) body: Rc<Body>,
    /// Where each variable lives.
    pub(super) vars: FxHashMap<VarId, Place>,
    /// What `break` and `continue` mean.
    pub(super) scopes: FxHashMap<ScopeId, Scope>,
    /// What `return` means.
    pub(super) ret: Option<ReturnTo>,
    /// Whether it is specification code.
    pub(super) is_spec: bool,
    /// Variables that stand for their values on entry although what they own may have changed since.
    pub(super) entry_vars: FxHashSet<VarId>,
    /// What is dropped where control leaves, outermost first.
    pub(super) drops: Vec<DropScope>,
    /// Expressions whose temporaries live as long as the variable that is bound to them, by address.
    pub(super) extended: FxHashMap<*const Expr, usize>,
    /// The values of the `old(…)` in a body, computed when it was entered.
    pub(super) old_values: OldValues,
    /// The measures of the loops at hand.
    pub(super) variants: Variants,
    /// Variables that stand for closures which are lowered where they are called.
    pub(super) closures: FxHashMap<VarId, Inlined>,
}

/// A loop or block that may be left.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) label: LabelId,
    /// Where the value of a `break` goes.
    pub(super) dst: Place,
    /// How many drop scopes are around it.
    pub(super) depth: usize,
}

/// Where a `return` leads.
#[derive(Clone, Debug)]
pub(super) struct ReturnTo {
    pub(super) dst: Place,
    /// The block to leave; the procedure itself if there is none.
    pub(super) label: Option<LabelId>,
}

impl Frame {
    pub(super) fn new(body: Rc<Body>) -> Self {
        Self {
            is_spec: body.is_spec,
            body,
            vars: FxHashMap::default(),
            scopes: FxHashMap::default(),
            ret: None,
            entry_vars: FxHashSet::default(),
            drops: Vec::new(),
            extended: FxHashMap::default(),
            old_values: OldValues::default(),
            variants: Variants::default(),
            closures: FxHashMap::default(),
        }
    }
}

/// The lowering of one procedure.
pub(super) struct FnCx<'s, 'f> {
    pub(super) session: &'s mut Session<'f>,
    pub(super) b: ProcBuilder,
    pub(super) frame: Frame,
    /// The frames around it, of functions that are lowered where they are called; outermost first.
    pub(super) outer: Vec<Frame>,
    /// The state on entry, if one has been taken: what `old` means.
    pub(super) entry: Option<SnapshotId>,
    /// Whether what is emitted now runs on the state on entry.
    pub(super) in_entry: bool,
    /// The termination measure of the function at hand.
    pub(super) measure: Option<Measure>,
    /// Where values without content go, by type.
    sinks: FxHashMap<TyId, LocalId>,
    nesting: usize,
}

impl<'s, 'f> FnCx<'s, 'f> {
    pub(super) fn new(session: &'s mut Session<'f>, frame: Frame) -> Self {
        Self {
            session,
            b: ProcBuilder::new(),
            frame,
            outer: Vec::new(),
            entry: None,
            in_entry: false,
            measure: None,
            sinks: FxHashMap::default(),
            nesting: 0,
        }
    }

    /// The lowering of a procedure that no body of the source stands for.
    pub(super) fn without_body(session: &'s mut Session<'f>, span: Span) -> Self {
        let value = Expr {
            kind: ExprKind::Tuple(Vec::new()),
            ty: Rc::new(TyKind::Tuple(Vec::new())),
            span,
        };
        let body = Body {
            vars: Table::new(),
            params: Vec::new(),
            value,
            is_spec: true,
        };
        Self::new(session, Frame::new(Rc::new(body)))
    }

    /// The IR type of a type.
    pub(super) fn ty(&mut self, ty: &Ty, span: Span) -> Read<TyId> {
        self.session.ty(ty, span)
    }

    pub(super) fn bool_ty(&mut self) -> TyId {
        self.session.types.intern(IrTy::Bool)
    }

    pub(super) fn unit_ty(&mut self) -> TyId {
        self.session.types.intern(IrTy::Tuple(Vec::new()))
    }

    pub(super) fn math_ty(&mut self) -> TyId {
        self.session.types.intern(IrTy::MathInt)
    }

    /// A new `bool` temporary that holds `value`.
    pub(super) fn flag(&mut self, value: Rvalue, span: Span) -> LocalId {
        let ty = self.bool_ty();
        let flag = self.b.temp(ty, span);
        self.b.assign(flag.into(), value, span);
        flag
    }

    /// A new temporary of a type of the IR that holds `value`.
    pub(super) fn hold(&mut self, ty: TyId, value: Rvalue, span: Span) -> LocalId {
        let temp = self.b.temp(ty, span);
        self.b.assign(temp.into(), value, span);
        temp
    }

    /// A temporary for a value that nobody reads; one is enough for those without content.
    pub(super) fn sink(&mut self, ty: TyId, span: Span) -> LocalId {
        let empty = match self.session.types.get(ty) {
            IrTy::Tuple(parts) => parts.is_empty(),
            IrTy::Never => true,
            _ => false,
        };
        if !empty {
            return self.b.temp(ty, span);
        }
        if let Some(sink) = self.sinks.get(&ty) {
            return *sink;
        }
        let sink = self.b.temp(ty, span);
        self.sinks.insert(ty, sink);
        sink
    }

    /// The type of what a place holds; `None` if a type on the way could not be lowered.
    pub(super) fn place_ty(&self, place: &Place) -> Option<TyId> {
        let start = self.b.local_ty(place.local);
        self.session.types.of_place(start, &place.projection)
    }

    pub(super) fn operand_ty(&mut self, operand: &Operand) -> Option<TyId> {
        match operand {
            Operand::Read(place) => self.place_ty(place),
            Operand::Const(crate::ir::Const::Unit) => Some(self.unit_ty()),
            Operand::Const(crate::ir::Const::Bool(_)) => Some(self.bool_ty()),
            Operand::Const(
                crate::ir::Const::Int(_, ty)
                | crate::ir::Const::Bytes(_, ty)
                | crate::ir::Const::Null(ty)
                | crate::ir::Const::Dangling(ty),
            ) => Some(*ty),
        }
    }

    /// Where a variable lives; it is declared when it is first met.
    pub(super) fn var(&mut self, var: VarId) -> Read<Place> {
        if let Some(place) = self.frame.vars.get(&var) {
            return Ok(place.clone());
        }
        let info = self.frame.body.vars[var].clone();
        let ty = self.ty(&info.ty, info.span)?;
        let place = Place::local(self.b.local(info.name, ty, info.span));
        self.frame.vars.insert(var, place.clone());
        Ok(place)
    }

    /// Declares the local of a parameter: the variable itself if the pattern is a plain name.
    pub(super) fn declare_param(&mut self, pat: &Pat) -> Read<LocalId> {
        let ty = self.ty(&pat.ty, pat.span)?;
        if let Some(var) = plain_name(pat) {
            let name = self.frame.body.vars[var].name.clone();
            let local = self.b.param(name, ty, pat.span);
            self.frame.vars.insert(var, local.into());
            return Ok(local);
        }
        Ok(self.b.param(None, ty, pat.span))
    }

    /// The body of a procedure whose parameters have been declared.
    pub(super) fn lower_body(
        &mut self,
        params: &[Pat],
        locals: &[LocalId],
        value: &Expr,
        ret: LocalId,
    ) -> Read<()> {
        self.frame.ret = Some(ReturnTo {
            dst: ret.into(),
            label: None,
        });
        self.in_scope(value.span, |cx| {
            for (pat, local) in params.iter().zip(locals) {
                cx.track_var(&Place::local(*local), &pat.ty, true, pat.span)?;
            }
            for (pat, local) in params.iter().zip(locals) {
                if plain_name(pat).is_none() {
                    cx.bind(pat, &Place::local(*local))?;
                }
            }
            cx.compute_old_values(params, value)?;
            cx.in_statement(value.span, |cx| cx.into(&ret.into(), value))
        })
    }

    /// Lowers code that belongs to another body (a constant, a clause) here.
    pub(super) fn inlined<T>(
        &mut self,
        frame: Frame,
        lower: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        let outer = std::mem::replace(&mut self.frame, frame);
        let result = lower(self);
        self.frame = outer;
        result
    }

    /// Counts how deep the lowering of expressions nests.
    pub(super) fn nested<T>(
        &mut self,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        if self.nesting >= MAX_NESTING {
            return Err(unsupported(span, "code nested this deeply"));
        }
        self.session.step(span)?;
        self.nesting += 1;
        let result = lower(self);
        self.nesting -= 1;
        result
    }

    pub(super) fn unsupported<T>(&self, span: Span, construct: impl Into<String>) -> Read<T> {
        Err::<T, Stop>(unsupported(span, construct))
    }
}

impl Session<'_> {
    /// The procedure of a function instance.
    pub(super) fn lower_fn(&mut self, function: &FnRef) -> Read<Proc> {
        if self.front.contract(function.def)?.trusted {
            return self.lower_by_contract(function, false);
        }
        let body = self.front.body(function)?;
        let signature = self.front.signature(function)?;
        let span = self.front.span(function.def);
        let name = self.front.path(function.def);
        let mut cx = FnCx::new(self, Frame::new(Rc::clone(&body)));
        let mut locals = Vec::new();
        for pat in &body.params {
            locals.push(cx.declare_param(pat)?);
        }
        let ret_ty = cx.ty(&signature.ret, span)?;
        let ret = cx.b.temp(ret_ty, span);
        cx.enter_measured(function, &locals, &body.value)?;
        cx.lower_body(&body.params, &locals, &body.value, ret)?;
        let mut proc = cx.b.finish(ret, name, span, body.is_spec);
        proc.end = Some(body.value.span.at_last());
        Ok(proc)
    }
}

/// The variable of a pattern that is a plain name.
pub(super) fn plain_name(pat: &Pat) -> Option<VarId> {
    match &pat.kind {
        PatKind::Binding {
            var,
            by: BindBy::Value,
            sub: None,
        } => Some(*var),
        _ => None,
    }
}
