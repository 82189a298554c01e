//! What a closure captures and how: each place of the surrounding body that it uses (a variable, or fields of
//! one) in the weakest way that all its uses allow.
//!
//! A place ends where a pointer is followed: then the pointer is captured. One that is only followed is copied
//! when the closure is made, as Rust borrows what it leads to, and not the pointer. A place inside of another
//! is captured with it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::thir::BindBy;
use crate::thir::{
    Capture, CaptureBy, Closure, Expr, ExprKind, Pat, PatKind, SpecExpr, Stmt, VarId,
};
use crate::ty::{FieldIdx, Ty, TyKind};

/// What is asked about types.
pub trait Asked {
    /// Whether values of the type are copied.
    fn is_copy(&self, ty: &Ty) -> bool;
    /// Whether the type has a `Drop` of its own, so that nothing is moved out of it.
    fn has_drop(&self, ty: &Ty) -> bool;
    /// Whether values of the type are of one form, so that a pattern asks nothing of them as a whole.
    fn has_one_form(&self, ty: &Ty) -> bool;
    /// The type of a variable.
    fn type_of(&self, var: VarId) -> Ty;
}

/// How a place is used; later ones ask for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// As a pointer that is followed.
    Followed,
    /// By a shared reference, or copied.
    Read,
    /// By an exclusive one.
    Written,
    /// Moved out of.
    Moved,
}

struct Walk<'a> {
    asked: &'a dyn Asked,
    is_move: bool,
    fields: bool,
    used: BTreeMap<VarId, BTreeMap<Vec<FieldIdx>, Place>>,
    /// In the order in which they are named.
    order: Vec<VarId>,
    bound: BTreeSet<VarId>,
    /// How deep in specification code, where nothing moves.
    in_spec: usize,
}

struct Place {
    /// The place as the surrounding body names it.
    of: Expr,
    used: Use,
    apart: bool,
}

/// What a closure is found to do with what is around it.
pub struct Found {
    /// What it captures. Of parts of variables, `var` is the variable.
    pub captures: Vec<Capture>,
    /// Whether a call gives some of it away.
    pub consumes: bool,
}

/// The captures of a finished closure; with `fields`, those that are named are captured by themselves.
pub fn captures(closure: &Closure, is_move: bool, fields: bool, asked: &dyn Asked) -> Found {
    let mut walk = Walk {
        asked,
        is_move,
        fields,
        used: BTreeMap::new(),
        order: Vec::new(),
        bound: BTreeSet::new(),
        in_spec: 0,
    };
    for param in &closure.params {
        walk.pat(param);
    }
    walk.value(&closure.body);
    let Walk {
        mut used,
        order,
        bound,
        ..
    } = walk;
    let mut found = Found {
        captures: Vec::new(),
        consumes: false,
    };
    for var in order.into_iter().filter(|var| !bound.contains(var)) {
        // Those further out come first.
        let mut outermost: Vec<(Vec<FieldIdx>, Place)> = Vec::new();
        for (path, place) in used.remove(&var).into_iter().flatten() {
            match outermost.last_mut() {
                Some((around, whole)) if path.starts_with(around) => {
                    whole.used = whole.used.max(match place.used {
                        Use::Followed => Use::Read,
                        used => used,
                    });
                    whole.apart |= place.apart;
                }
                _ => outermost.push((path, place)),
            }
        }
        for (path, place) in outermost {
            found.consumes |= place.used == Use::Moved;
            found.captures.push(Capture {
                var,
                of: (!path.is_empty()).then_some(place.of),
                by: match place.used {
                    _ if is_move => CaptureBy::Value,
                    Use::Followed | Use::Moved => CaptureBy::Value,
                    Use::Read => CaptureBy::Ref,
                    Use::Written => CaptureBy::RefMut,
                },
                follows: place.used == Use::Followed && !is_move,
                apart: place.apart,
            });
        }
    }
    found
}

/// The variable that a place is, or is a field of, and the fields on the way.
fn path_of(place: &Expr) -> Option<(VarId, Vec<FieldIdx>)> {
    match &place.kind {
        ExprKind::Var(var) => Some((*var, Vec::new())),
        ExprKind::Field { base, field } => {
            let (var, mut path) = path_of(base)?;
            path.push(*field);
            Some((var, path))
        }
        _ => None,
    }
}

/// The place that has so many of the fields on the way to `place`.
fn cut(place: &Expr, fields: usize) -> &Expr {
    let mut at = place;
    let mut left = path_of(place).map_or(0, |(_, path)| path.len());
    while let ExprKind::Field { base, .. } = &at.kind
        && left > fields
    {
        at = base;
        left -= 1;
    }
    at
}

/// Gives captured parts of variables variables of their own: `named` makes one of the place that it is, and the
/// body names it.
pub fn name_parts(closure: &mut Closure, named: &mut dyn FnMut(&Expr, VarId) -> VarId) {
    let mut parts = BTreeMap::new();
    for capture in &mut closure.captures {
        if let Some(of) = &capture.of
            && let Some(path) = path_of(of)
        {
            capture.var = named(of, capture.var);
            parts.insert(path, capture.var);
        }
    }
    if !parts.is_empty() {
        rename(&mut closure.body, &parts);
    }
}

fn rename(expr: &mut Expr, parts: &BTreeMap<(VarId, Vec<FieldIdx>), VarId>) {
    if let ExprKind::Field { .. } = &expr.kind
        && let Some(path) = path_of(expr)
        && let Some(var) = parts.get(&path)
    {
        expr.kind = ExprKind::Var(*var);
        return;
    }
    each_child_mut(expr, &mut |child| rename(child, parts));
}

impl Walk<'_> {
    fn is_copy(&self, ty: &Ty) -> bool {
        self.in_spec > 0 || self.asked.is_copy(ty)
    }

    /// Notes a use of a variable or of fields of one.
    fn note(&mut self, place: &Expr, used: Use, apart: bool) {
        let Some((var, mut path)) = path_of(place) else {
            return;
        };
        let owned = self.is_move || used == Use::Moved;
        if !self.fields {
            path.clear();
        } else if owned && !self.is_copy(&place.ty) {
            // Nothing is moved out of what has a `Drop`.
            let keeps = |fields: &usize| self.asked.has_drop(&cut(place, *fields).ty);
            if let Some(whole) = (0..path.len()).find(keeps) {
                path.truncate(whole);
            }
        }
        let of = cut(place, path.len());
        // Part of what is followed is not what is followed.
        let used = match of.ty == place.ty {
            true => used,
            false => used.max(Use::Read),
        };
        if !self.used.contains_key(&var) {
            self.order.push(var);
        }
        let known = self.used.entry(var).or_default();
        let known = known.entry(path).or_insert_with(|| Place {
            of: of.clone(),
            used,
            apart: false,
        });
        known.used = known.used.max(used);
        known.apart |= apart;
    }

    fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Wild | PatKind::Range { .. } | PatKind::Constant(_) => {}
            PatKind::Binding { var, sub, .. } => {
                self.bound.insert(*var);
                sub.iter().for_each(|sub| self.pat(sub));
            }
            PatKind::Adt { fields, .. } => fields.iter().for_each(|(_, pat)| self.pat(pat)),
            PatKind::Deref(inner) => self.pat(inner),
            PatKind::Or(cases) => cases.iter().for_each(|pat| self.pat(pat)),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                prefix.iter().for_each(|pat| self.pat(pat));
                rest.iter().for_each(|pat| self.pat(pat));
                suffix.iter().for_each(|pat| self.pat(pat));
            }
        }
    }

    /// How matching a pattern uses the place that is matched, if it does.
    fn pat_use(&self, pat: &Pat) -> Option<Use> {
        let all =
            |pats: &mut dyn Iterator<Item = &Pat>| pats.filter_map(|pat| self.pat_use(pat)).max();
        match &pat.kind {
            PatKind::Wild => None,
            PatKind::Range { .. } | PatKind::Constant(_) => Some(Use::Read),
            PatKind::Binding { by, sub, .. } => {
                let own = match by {
                    BindBy::Value if self.is_copy(&pat.ty) => Use::Read,
                    BindBy::Value => Use::Moved,
                    BindBy::Ref => Use::Read,
                    BindBy::RefMut => Use::Written,
                };
                all(&mut sub.iter().map(|sub| &**sub)).max(Some(own))
            }
            PatKind::Adt { fields, .. } => {
                let asks = (!self.asked.has_one_form(&pat.ty)).then_some(Use::Read);
                all(&mut fields.iter().map(|(_, pat)| pat)).max(asks)
            }
            PatKind::Deref(inner) => self.pat_use(inner),
            PatKind::Or(cases) => all(&mut cases.iter()),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => all(&mut prefix
                .iter()
                .chain(suffix)
                .chain(rest.iter().map(|rest| &**rest)))
            .max(Some(Use::Read)),
        }
    }

    /// A place that is matched with patterns.
    fn matched(&mut self, place: &Expr, pats: &[&Pat]) {
        let used = pats.iter().filter_map(|pat| self.pat_use(pat)).max();
        let is_apart = |pat: &&Pat| {
            matches!(pat.kind, PatKind::Adt { .. }) && self.asked.has_one_form(&pat.ty)
        };
        let apart = used == Some(Use::Moved) || self.is_move;
        let apart = apart && pats.iter().any(is_apart);
        match used {
            Some(used) => self.place(place, used, apart),
            None => self.unread(place),
        }
    }

    /// A place of which nothing is asked: what it takes to find it is done all the same.
    fn unread(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Var(_) => {}
            ExprKind::Field { base, .. } => self.unread(base),
            ExprKind::Deref(_) | ExprKind::Index { .. } => self.place(place, Use::Read, false),
            _ => self.value(place),
        }
    }

    /// A place that is used in some way.
    fn place(&mut self, expr: &Expr, used: Use, apart: bool) {
        match &expr.kind {
            ExprKind::Var(_) => self.note(expr, used, apart),
            ExprKind::Field { base, .. } => match path_of(expr) {
                Some(_) => self.note(expr, used, apart),
                None => self.place(base, used, false),
            },
            ExprKind::Index { base, index } => {
                self.place(base, used, false);
                self.value(index);
            }
            // What is behind a pointer is never moved out but by copying.
            ExprKind::Deref(inner) => {
                let used = match &*inner.ty {
                    TyKind::Ref { .. } | TyKind::RawPtr { .. } => Use::Followed,
                    _ => used,
                };
                self.place(inner, used, false);
            }
            _ => self.value(expr),
        }
    }

    fn value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_) => {
                let used = match self.is_copy(&expr.ty) {
                    true => Use::Read,
                    false => Use::Moved,
                };
                self.place(expr, used, false);
            }
            ExprKind::Borrow { mutable, of } | ExprKind::AddressOf { mutable, of } => {
                let used = match *mutable {
                    true => Use::Written,
                    false => Use::Read,
                };
                self.place(of, used, false);
            }
            ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
                self.place(place, Use::Written, false);
                self.value(value);
            }
            ExprKind::Match { scrutinee, arms } => {
                let pats: Vec<&Pat> = arms.iter().map(|arm| &arm.pat).collect();
                self.matched(scrutinee, &pats);
                for arm in arms {
                    self.pat(&arm.pat);
                    arm.guard.iter().for_each(|guard| self.value(guard));
                    self.value(&arm.body);
                }
            }
            ExprKind::Let { pat, value } => {
                self.matched(value, &[pat]);
                self.pat(pat);
            }
            ExprKind::Closure(closure) => {
                for capture in &closure.captures {
                    self.captured(capture, expr);
                }
            }
            ExprKind::CallValue { callee, args } => {
                // A call may need the callee exclusively; which closures do is not worth the effort.
                self.place(callee, Use::Written, false);
                args.iter().for_each(|arg| self.value(arg));
            }
            ExprKind::Block { stmts, tail, .. } => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
                tail.iter().for_each(|tail| self.value(tail));
            }
            ExprKind::Spec(form) => {
                self.in_spec += 1;
                self.spec(form);
                self.in_spec -= 1;
            }
            ExprKind::Claim { cond, .. } => {
                self.in_spec += 1;
                self.value(cond);
                self.in_spec -= 1;
            }
            kind => children(kind)
                .into_iter()
                .for_each(|child| self.value(child)),
        }
    }

    /// What a closure inside of this one captures.
    fn captured(&mut self, capture: &Capture, closure: &Expr) {
        let used = match capture.by {
            CaptureBy::Ref => Use::Read,
            CaptureBy::RefMut => Use::Written,
            CaptureBy::Value if capture.follows => Use::Followed,
            CaptureBy::Value => Use::Moved,
        };
        let whole;
        let of = match &capture.of {
            Some(of) => of,
            None => {
                let kind = ExprKind::Var(capture.var);
                let ty = self.asked.type_of(capture.var);
                whole = Expr {
                    kind,
                    ty,
                    span: closure.span,
                };
                &whole
            }
        };
        let used = match used {
            Use::Moved if self.is_copy(&of.ty) => Use::Read,
            used => used,
        };
        self.place(of, used, capture.apart);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(value) => self.value(value),
            Stmt::Let {
                pat,
                init,
                otherwise,
                ..
            } => {
                init.iter().for_each(|init| self.matched(init, &[pat]));
                otherwise.iter().for_each(|it| self.value(it));
                self.pat(pat);
            }
        }
    }

    fn spec(&mut self, form: &SpecExpr) {
        match form {
            SpecExpr::Old(inner)
            | SpecExpr::Ghost(inner)
            | SpecExpr::Fresh(inner)
            | SpecExpr::ToMath(inner) => {
                self.value(inner);
            }
            SpecExpr::ForAll { var, body }
            | SpecExpr::Exists { var, body }
            | SpecExpr::SetOf { var, body } => {
                self.bound.insert(*var);
                self.value(body);
            }
            SpecExpr::Reach {
                start, node, steps, ..
            } => {
                self.bound.insert(*node);
                self.value(start);
                steps.iter().for_each(|step| self.value(step));
            }
            SpecExpr::Each { set, node, place } => {
                self.bound.insert(*node);
                self.value(set);
                self.value(place);
            }
            SpecExpr::Same(a, b) | SpecExpr::StructuralEq(a, b) => {
                self.value(a);
                self.value(b);
            }
            SpecExpr::Unchanged(places) => places.iter().for_each(|place| self.value(place)),
        }
    }
}

/// The subexpressions of the forms that treat all of them as values.
fn children(kind: &ExprKind) -> Vec<&Expr> {
    match kind {
        ExprKind::Call { args, .. }
        | ExprKind::CallParam { args, .. }
        | ExprKind::Tuple(args)
        | ExprKind::Array(args)
        | ExprKind::Opaque(args) => args.iter().collect(),
        ExprKind::Unary(_, inner)
        | ExprKind::Cast(inner)
        | ExprKind::Coerce(inner)
        | ExprKind::Repeat(inner)
        | ExprKind::Loop { body: inner, .. } => vec![inner],
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
        ExprKind::Adt { fields, base, .. } => fields
            .iter()
            .map(|(_, value)| value)
            .chain(base.iter().map(|base| &**base))
            .collect(),
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => [&**cond, &**then]
            .into_iter()
            .chain(otherwise.iter().map(|it| &**it))
            .collect(),
        ExprKind::Break { value, .. } | ExprKind::Return(value) => {
            value.iter().map(|value| &**value).collect()
        }
        _ => Vec::new(),
    }
}

/// Calls `visit` on the expressions directly inside `expr`; of a closure, on its body and on what it captures.
fn each_child_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::ConstParam(_)
        | ExprKind::Static(_)
        | ExprKind::Fn(_)
        | ExprKind::Continue(_)
        | ExprKind::Panic { .. } => {}
        ExprKind::Call { args, .. }
        | ExprKind::CallParam { args, .. }
        | ExprKind::Tuple(args)
        | ExprKind::Array(args)
        | ExprKind::Opaque(args) => args.iter_mut().for_each(visit),
        ExprKind::CallValue { callee, args } => {
            visit(callee);
            args.iter_mut().for_each(visit);
        }
        ExprKind::Field { base: of, .. }
        | ExprKind::Deref(of)
        | ExprKind::Borrow { of, .. }
        | ExprKind::AddressOf { of, .. }
        | ExprKind::Unary(_, of)
        | ExprKind::Cast(of)
        | ExprKind::Coerce(of)
        | ExprKind::Repeat(of)
        | ExprKind::Loop { body: of, .. }
        | ExprKind::Claim { cond: of, .. } => visit(of),
        ExprKind::Index { base: a, index: b }
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign { place: a, value: b }
        | ExprKind::AssignOp {
            place: a, value: b, ..
        } => {
            visit(a);
            visit(b);
        }
        ExprKind::Adt { fields, base, .. } => {
            fields.iter_mut().for_each(|(_, field)| visit(field));
            base.iter_mut().for_each(|base| visit(base));
        }
        ExprKind::Closure(closure) => {
            visit(&mut closure.body);
            for capture in &mut closure.captures {
                capture.of.iter_mut().for_each(&mut *visit);
            }
        }
        ExprKind::Block { stmts, tail, .. } => {
            for stmt in stmts {
                match stmt {
                    Stmt::Let {
                        init, otherwise, ..
                    } => init.iter_mut().chain(otherwise).for_each(&mut *visit),
                    Stmt::Expr(value) => visit(value),
                }
            }
            tail.iter_mut().for_each(|tail| visit(tail));
        }
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            visit(cond);
            visit(then);
            otherwise.iter_mut().for_each(|it| visit(it));
        }
        ExprKind::Let { value, .. } => visit(value),
        ExprKind::Match { scrutinee, arms } => {
            visit(scrutinee);
            for arm in arms {
                arm.guard.iter_mut().for_each(&mut *visit);
                visit(&mut arm.body);
            }
        }
        ExprKind::Break { value, .. } | ExprKind::Return(value) => {
            value.iter_mut().for_each(|value| visit(value));
        }
        ExprKind::Spec(form) => match &mut **form {
            SpecExpr::Old(of)
            | SpecExpr::Ghost(of)
            | SpecExpr::Fresh(of)
            | SpecExpr::ToMath(of)
            | SpecExpr::ForAll { body: of, .. }
            | SpecExpr::Exists { body: of, .. }
            | SpecExpr::SetOf { body: of, .. } => visit(of),
            SpecExpr::Reach { start, steps, .. } => {
                visit(start);
                steps.iter_mut().for_each(visit);
            }
            SpecExpr::Same(a, b)
            | SpecExpr::StructuralEq(a, b)
            | SpecExpr::Each {
                set: a, place: b, ..
            } => {
                visit(a);
                visit(b);
            }
            SpecExpr::Unchanged(places) => places.iter_mut().for_each(visit),
        },
    }
}
