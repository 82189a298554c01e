//! Computes constants that types need: checks the expression as the body that it is and runs it. There is no
//! heap here: references are what they lead to, and what needs more is not computed.

use std::rc::Rc;

use super::Package;
use super::check::FnCtxt;
use super::stop::unsupported;
use super::types::TypeScope;
use crate::front::{Front as _, Read};
use crate::ids::Id;
use crate::ir::{BinOp, Int, UnOp};
use crate::source::ast;
use crate::thir::{Arm, BindBy, Body, Expr, ExprKind, Literal, Pat, PatKind, ScopeId, Stmt, VarId};
use crate::ty::{FnRef, IntTy, Ty, TyKind, VariantIdx};

/// How many steps a constant may take.
const MAX_STEPS: usize = 100_000;
/// How deep calls may nest.
const MAX_CALLS: usize = 64;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// A number, character or truth value.
    Int(Int),
    /// A struct, variant, tuple or array.
    Parts(VariantIdx, Vec<Value>),
}

/// Why evaluation does not go on.
enum Leave {
    Break(ScopeId, Value),
    Continue(ScopeId),
    Return(Value),
    /// It is not computed here: it panics, or needs what is not known.
    Stuck,
}

type Step<T> = Result<T, Leave>;

impl Package {
    /// The value of a constant integer expression of any form, of a type if that is known.
    pub(super) fn const_by_running(
        &self,
        scope: TypeScope,
        expr: &ast::Expr,
        ty: Option<&Ty>,
    ) -> Read<Int> {
        let stop = || unsupported(expr.span, "a constant expression of this form");
        if self.running.get() >= MAX_CALLS {
            return Err(stop());
        }
        self.running.set(self.running.get() + 1);
        let value = self.run_const(scope, expr, ty);
        self.running.set(self.running.get() - 1);
        value?.ok_or_else(stop)
    }

    fn run_const(&self, scope: TypeScope, expr: &ast::Expr, ty: Option<&Ty>) -> Read<Option<Int>> {
        let owner = FnRef {
            def: scope.owner,
            args: self.rigid_args(scope.owner),
        };
        let mut fx = FnCtxt::new(self, &owner, false);
        fx.scope = scope;
        let value = match ty {
            Some(ty) => fx.constant_value(expr, ty)?,
            None => fx.spec_value(expr)?,
        };
        let body = fx.finish(Vec::new(), value)?;
        let mut run = Run {
            pkg: self,
            steps: 0,
            calls: 0,
        };
        Ok(match run.body(&body, Vec::new()) {
            Ok(Value::Int(value)) => Some(value),
            _ => None,
        })
    }
}

/// One evaluation.
struct Run<'p> {
    pkg: &'p Package,
    steps: usize,
    calls: usize,
}

/// The variables of a body.
type Frame = Vec<Option<Value>>;

impl Run<'_> {
    fn body(&mut self, body: &Body, args: Vec<Value>) -> Step<Value> {
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return Err(Leave::Stuck);
        }
        let mut frame: Frame = vec![None; body.vars.len()];
        for (pat, arg) in body.params.iter().zip(args) {
            if !self.bind(&mut frame, pat, &arg)? {
                return Err(Leave::Stuck);
            }
        }
        let value = match self.expr(&mut frame, &body.value) {
            Err(Leave::Return(value)) => Ok(value),
            other => other,
        };
        self.calls -= 1;
        value
    }

    fn int(&mut self, frame: &mut Frame, expr: &Expr) -> Step<Int> {
        match self.expr(frame, expr)? {
            Value::Int(value) => Ok(value),
            Value::Parts(..) => Err(Leave::Stuck),
        }
    }

    fn truth(&mut self, frame: &mut Frame, expr: &Expr) -> Step<bool> {
        Ok(self.int(frame, expr)? != Int::ZERO)
    }

    fn all<'e>(
        &mut self,
        frame: &mut Frame,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Step<Vec<Value>> {
        let exprs = exprs.into_iter();
        exprs.map(|expr| self.expr(frame, expr)).collect()
    }

    fn expr(&mut self, frame: &mut Frame, expr: &Expr) -> Step<Value> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Leave::Stuck);
        }
        match &expr.kind {
            ExprKind::Literal(Literal::Bool(value)) => Ok(truth(*value)),
            ExprKind::Literal(Literal::Int(value)) => Ok(Value::Int(*value)),
            ExprKind::Literal(Literal::ByteStr(bytes)) => {
                let bytes = bytes.iter().map(|byte| Value::Int(Int::from(*byte)));
                Ok(Value::Parts(Id::from_index(0), bytes.collect()))
            }
            ExprKind::Const(constant) => {
                let body = self.pkg.constant(constant).map_err(|_| Leave::Stuck)?;
                self.body(&body, Vec::new())
            }
            ExprKind::Call { callee, args } => self.call(frame, callee, args, &expr.ty),
            ExprKind::Var(var) => frame[var.index()].clone().ok_or(Leave::Stuck),
            ExprKind::Field { base, field } => match self.expr(frame, base)? {
                Value::Parts(_, parts) => parts.get(field.index()).cloned().ok_or(Leave::Stuck),
                Value::Int(_) => Err(Leave::Stuck),
            },
            ExprKind::Index { base, index } => {
                let base = self.expr(frame, base)?;
                let index = self.int(frame, index)?;
                match base {
                    Value::Parts(_, parts) => {
                        let at = usize::try_from(index).map_err(|_| Leave::Stuck)?;
                        parts.get(at).cloned().ok_or(Leave::Stuck)
                    }
                    Value::Int(_) => Err(Leave::Stuck),
                }
            }
            ExprKind::Borrow { mutable: false, of }
            | ExprKind::Deref(of)
            | ExprKind::Coerce(of) => self.expr(frame, of),
            ExprKind::Unary(op, of) => {
                let value = self.int(frame, of)?;
                match (op, &*expr.ty) {
                    (UnOp::Not, TyKind::Bool) => Ok(truth(value == Int::ZERO)),
                    (UnOp::Not, TyKind::Int(int)) => Ok(Value::Int(int.wrap(!value))),
                    (UnOp::Neg, TyKind::Int(int)) if int.contains(-value) => Ok(Value::Int(-value)),
                    _ => Err(Leave::Stuck),
                }
            }
            ExprKind::Binary(op, left, right) => {
                let ty = &left.ty;
                let left = self.int(frame, left)?;
                let right = self.int(frame, right)?;
                binary(*op, left, right, ty)
                    .map(Value::Int)
                    .ok_or(Leave::Stuck)
            }
            ExprKind::And(left, right) => {
                let holds = self.truth(frame, left)? && self.truth(frame, right)?;
                Ok(truth(holds))
            }
            ExprKind::Or(left, right) => {
                let holds = self.truth(frame, left)? || self.truth(frame, right)?;
                Ok(truth(holds))
            }
            ExprKind::Assign { place, value } => {
                let value = self.expr(frame, value)?;
                *self.place(frame, place)? = value;
                Ok(nothing())
            }
            ExprKind::AssignOp { op, place, value } => {
                let value = self.int(frame, value)?;
                let ty = Rc::clone(&place.ty);
                match self.place(frame, place)? {
                    Value::Int(old) => *old = binary(*op, *old, value, &ty).ok_or(Leave::Stuck)?,
                    Value::Parts(..) => return Err(Leave::Stuck),
                }
                Ok(nothing())
            }
            ExprKind::Cast(of) => self.cast(frame, of, &expr.ty),
            ExprKind::Adt {
                variant,
                fields,
                base: None,
            } => {
                let mut parts = vec![nothing(); fields.len()];
                for (field, value) in fields {
                    let value = self.expr(frame, value)?;
                    *parts.get_mut(field.index()).ok_or(Leave::Stuck)? = value;
                }
                Ok(Value::Parts(*variant, parts))
            }
            ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                Ok(Value::Parts(Id::from_index(0), self.all(frame, parts)?))
            }
            ExprKind::Repeat(value) => {
                let value = self.expr(frame, value)?;
                let TyKind::Array(_, len) = &*expr.ty else {
                    return Err(Leave::Stuck);
                };
                match **len {
                    TyKind::ConstValue(len @ 0..=4096) => {
                        let len = usize::try_from(len).map_err(|_| Leave::Stuck)?;
                        Ok(Value::Parts(Id::from_index(0), vec![value; len]))
                    }
                    _ => Err(Leave::Stuck),
                }
            }
            ExprKind::Block { scope, stmts, tail } => {
                match (self.block(frame, stmts, tail.as_deref()), scope) {
                    (Err(Leave::Break(from, value)), Some(scope)) if from == *scope => Ok(value),
                    (other, _) => other,
                }
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => match (self.truth(frame, cond)?, otherwise) {
                (true, _) => self.expr(frame, then),
                (false, Some(otherwise)) => self.expr(frame, otherwise),
                (false, None) => Ok(nothing()),
            },
            ExprKind::Let { pat, value } => {
                let value = self.expr(frame, value)?;
                Ok(truth(self.bind(frame, pat, &value)?))
            }
            ExprKind::Match { scrutinee, arms } => {
                let value = self.expr(frame, scrutinee)?;
                self.arms(frame, &value, arms)
            }
            ExprKind::Loop { scope, body } => loop {
                match self.expr(frame, body) {
                    Ok(_) => {}
                    Err(Leave::Continue(of)) if of == *scope => {}
                    Err(Leave::Break(from, value)) if from == *scope => return Ok(value),
                    Err(leave) => return Err(leave),
                }
            },
            ExprKind::Break { scope, value } => {
                let value = match value {
                    Some(value) => self.expr(frame, value)?,
                    None => nothing(),
                };
                Err(Leave::Break(*scope, value))
            }
            ExprKind::Continue(scope) => Err(Leave::Continue(*scope)),
            ExprKind::Return(value) => {
                let value = match value {
                    Some(value) => self.expr(frame, value)?,
                    None => nothing(),
                };
                Err(Leave::Return(value))
            }
            _ => Err(Leave::Stuck),
        }
    }

    fn call(&mut self, frame: &mut Frame, callee: &FnRef, args: &[Expr], ty: &Ty) -> Step<Value> {
        let types: Vec<&Ty> = args.iter().map(|arg| &arg.ty).collect();
        let values = self.all(frame, args)?;
        if let Some(name) = self.pkg.intrinsic(callee.def) {
            return self.primitive(name, callee, &types, &values, ty);
        }
        let callee = self.pkg.method_for(callee).map_err(|_| Leave::Stuck)?;
        let body = self.pkg.body(&callee).map_err(|_| Leave::Stuck)?;
        if body.is_spec {
            return Err(Leave::Stuck);
        }
        self.body(&body, values)
    }

    /// What the models are made of, as far as numbers go.
    fn primitive(
        &mut self,
        name: &str,
        callee: &FnRef,
        types: &[&Ty],
        args: &[Value],
        ty: &Ty,
    ) -> Step<Value> {
        match (name, args) {
            ("size_of" | "align_of", []) => {
                let of = callee.args.first().ok_or(Leave::Stuck)?;
                let layout = self.pkg.layout(of).ok_or(Leave::Stuck)?;
                let is_size = name == "size_of";
                let number = if is_size { layout.size } else { layout.align };
                Ok(Value::Int(Int::from(number)))
            }
            (_, [Value::Int(left), Value::Int(right)]) => {
                let [of, _] = types else {
                    return Err(Leave::Stuck);
                };
                let TyKind::Int(int) = ***of else {
                    return Err(Leave::Stuck);
                };
                let (question, name) = match name.strip_prefix("overflows_") {
                    Some(name) => (true, name),
                    None => (false, name.strip_prefix("wrapping_").ok_or(Leave::Stuck)?),
                };
                let exact = match name {
                    "add" => left.checked_add(*right),
                    "sub" => left.checked_sub(*right),
                    "mul" => left.checked_mul(*right),
                    _ => None,
                };
                let exact = exact.ok_or(Leave::Stuck)?;
                match (question, &**ty) {
                    (true, TyKind::Bool) => Ok(truth(!int.contains(exact))),
                    (false, TyKind::Int(_)) => Ok(Value::Int(int.wrap(exact))),
                    _ => Err(Leave::Stuck),
                }
            }
            _ => Err(Leave::Stuck),
        }
    }

    fn cast(&mut self, frame: &mut Frame, of: &Expr, ty: &Ty) -> Step<Value> {
        let value = self.expr(frame, of)?;
        let number = match (&value, &*of.ty) {
            (Value::Int(value), TyKind::Int(_) | TyKind::Bool | TyKind::Char) => *value,
            (Value::Parts(variant, parts), TyKind::Adt(def, args)) if parts.is_empty() => {
                let info = self.pkg.adt(*def, args).map_err(|_| Leave::Stuck)?;
                let variant = info.variants.get(variant.index()).ok_or(Leave::Stuck)?;
                Int::from(variant.discriminant)
            }
            _ => return Err(Leave::Stuck),
        };
        match &**ty {
            TyKind::Int(int) => Ok(Value::Int(int.wrap(number))),
            TyKind::Char => Ok(Value::Int(number)),
            _ => Err(Leave::Stuck),
        }
    }

    fn block(&mut self, frame: &mut Frame, stmts: &[Stmt], tail: Option<&Expr>) -> Step<Value> {
        for stmt in stmts {
            match stmt {
                Stmt::Expr(expr) => {
                    self.expr(frame, expr)?;
                }
                Stmt::Let { init: None, .. } => {}
                Stmt::Let {
                    pat,
                    init: Some(init),
                    otherwise,
                    ..
                } => {
                    let value = self.expr(frame, init)?;
                    if !self.bind(frame, pat, &value)? {
                        match otherwise {
                            Some(otherwise) => self.expr(frame, otherwise)?,
                            None => return Err(Leave::Stuck),
                        };
                    }
                }
            }
        }
        match tail {
            Some(tail) => self.expr(frame, tail),
            None => Ok(nothing()),
        }
    }

    fn arms(&mut self, frame: &mut Frame, value: &Value, arms: &[Arm]) -> Step<Value> {
        for arm in arms {
            if !self.bind(frame, &arm.pat, value)? {
                continue;
            }
            let taken = match &arm.guard {
                Some(guard) => self.truth(frame, guard)?,
                None => true,
            };
            if taken {
                return self.expr(frame, &arm.body);
            }
        }
        Err(Leave::Stuck)
    }

    /// The variable, or the part of one, that is assigned to.
    fn place<'f>(&mut self, frame: &'f mut Frame, place: &Expr) -> Step<&'f mut Value> {
        match &place.kind {
            ExprKind::Var(var) => Ok(frame[var.index()].get_or_insert_with(nothing)),
            ExprKind::Field { base, field } => match self.place(frame, base)? {
                Value::Parts(_, parts) => parts.get_mut(field.index()).ok_or(Leave::Stuck),
                Value::Int(_) => Err(Leave::Stuck),
            },
            ExprKind::Index { base, index } => {
                let at = self.int(frame, index)?;
                let at = usize::try_from(at).map_err(|_| Leave::Stuck)?;
                match self.place(frame, base)? {
                    Value::Parts(_, parts) => parts.get_mut(at).ok_or(Leave::Stuck),
                    Value::Int(_) => Err(Leave::Stuck),
                }
            }
            _ => Err(Leave::Stuck),
        }
    }

    /// Whether the value matches; if so, its parts are bound.
    fn bind(&mut self, frame: &mut Frame, pat: &Pat, value: &Value) -> Step<bool> {
        match (&pat.kind, value) {
            (PatKind::Wild, _) => Ok(true),
            (
                PatKind::Binding {
                    by: BindBy::RefMut, ..
                },
                _,
            ) => Err(Leave::Stuck),
            (PatKind::Binding { var, sub, .. }, _) => {
                if let Some(sub) = sub
                    && !self.bind(frame, sub, value)?
                {
                    return Ok(false);
                }
                set(frame, *var, value.clone());
                Ok(true)
            }
            (PatKind::Deref(inner), _) => self.bind(frame, inner, value),
            (PatKind::Adt { variant, fields }, Value::Parts(found, parts)) => {
                if variant != found {
                    return Ok(false);
                }
                for (field, pat) in fields {
                    let part = parts.get(field.index()).ok_or(Leave::Stuck)?;
                    if !self.bind(frame, pat, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (PatKind::Constant(constant), _) => Ok(self.expr(frame, constant)? == *value),
            (
                PatKind::Range {
                    low,
                    high,
                    inclusive,
                },
                Value::Int(value),
            ) => {
                let above = low.is_none_or(|low| low <= *value);
                let below = high.is_none_or(|high| match inclusive {
                    true => *value <= high,
                    false => *value < high,
                });
                Ok(above && below)
            }
            (PatKind::Or(cases), _) => {
                for case in cases {
                    if self.bind(frame, case, value)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Err(Leave::Stuck),
        }
    }
}

fn set(frame: &mut Frame, var: VarId, value: Value) {
    frame[var.index()] = Some(value);
}

fn truth(value: bool) -> Value {
    Value::Int(Int::from(u8::from(value)))
}

fn nothing() -> Value {
    Value::Parts(Id::from_index(0), Vec::new())
}

/// An operator on numbers of a type, unless it overflows.
fn binary(op: BinOp, left: Int, right: Int, ty: &Ty) -> Option<Int> {
    let compared = |holds: bool| Some(Int::from(u8::from(holds)));
    match op {
        BinOp::Eq => return compared(left == right),
        BinOp::Ne => return compared(left != right),
        BinOp::Lt => return compared(left < right),
        BinOp::Le => return compared(left <= right),
        BinOp::Gt => return compared(left > right),
        BinOp::Ge => return compared(left >= right),
        _ => {}
    }
    let value = match op {
        BinOp::Add => left.checked_add(right)?,
        BinOp::Sub => left.checked_sub(right)?,
        BinOp::Mul => left.checked_mul(right)?,
        BinOp::Div => left.checked_div(right)?,
        BinOp::Rem => left.checked_rem(right)?,
        BinOp::BitAnd => left & right,
        BinOp::BitOr => left | right,
        BinOp::BitXor => left ^ right,
        BinOp::Shl | BinOp::Shr => {
            let TyKind::Int(int) = &**ty else {
                return None;
            };
            let by = u32::try_from(right).ok().filter(|by| *by < int.bits())?;
            // What is shifted out is lost, and no overflow.
            match op {
                BinOp::Shl => IntTy::wrap(*int, left << by),
                _ => left >> by,
            }
        }
        _ => return None,
    };
    match &**ty {
        TyKind::Int(int) => int.contains(value).then_some(value),
        TyKind::Bool => Some(value),
        _ => None,
    }
}
