//! Variables that are plainly moved out of: on the straight path from where they are bound, before
//! anything could leave it, their whole value goes elsewhere. Such a variable is not dropped at the
//! end of its scope. (A panic on the way would still drop it; that such a drop runs code while
//! unwinding is of no consequence to what is checked of a panic.)

use rustc_hash::FxHashSet;

use crate::thir::{Body, Expr, ExprKind, Stmt, VarId};

use super::function::plain_name;
use super::walk;

/// What becomes of a variable along a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Its whole value has gone elsewhere.
    Moved,
    /// Nothing has happened to it, and the path goes on.
    Kept,
    /// Its fate depends on a condition, or the path may have been left.
    Unknown,
}

/// The variables of a body that are plainly moved out of.
pub(super) fn plainly_moved(body: &Body) -> FxHashSet<VarId> {
    let mut moved = FxHashSet::default();
    for var in body.params.iter().filter_map(plain_name) {
        if fate(&body.value, var) == Fate::Moved {
            moved.insert(var);
        }
    }
    walk::each_expr(&body.value, &mut |expr| {
        if let ExprKind::Block { stmts, tail, .. } = &expr.kind {
            for (index, stmt) in stmts.iter().enumerate() {
                if let Stmt::Let { pat, .. } = stmt
                    && let Some(var) = plain_name(pat)
                    && of_sequence(&stmts[index + 1..], tail.as_deref(), var) == Fate::Moved
                {
                    moved.insert(var);
                }
            }
        }
    });
    moved
}

fn of_sequence(stmts: &[Stmt], tail: Option<&Expr>, var: VarId) -> Fate {
    let inits = stmts.iter().map(|stmt| match stmt {
        Stmt::Let {
            init, otherwise, ..
        } => {
            let fate = init.as_ref().map_or(Fate::Kept, |init| fate(init, var));
            match otherwise {
                Some(_) if fate == Fate::Kept => Fate::Unknown,
                _ => fate,
            }
        }
        Stmt::Expr(expr) => match &expr.kind {
            // A statement that only names the variable moves it out, to be dropped at once.
            ExprKind::Var(named) if *named == var => Fate::Unknown,
            _ => fate(expr, var),
        },
    });
    first_decided(inits.chain(tail.map(|tail| fate(tail, var))))
}

fn first_decided(fates: impl Iterator<Item = Fate>) -> Fate {
    let mut fates = fates;
    fates.find(|fate| *fate != Fate::Kept).unwrap_or(Fate::Kept)
}

fn fate(expr: &Expr, var: VarId) -> Fate {
    match &expr.kind {
        ExprKind::Var(named) if *named == var => Fate::Moved,
        ExprKind::Call { args, .. } | ExprKind::CallParam { args, .. } | ExprKind::Tuple(args) => {
            first_decided(args.iter().map(|arg| fate(arg, var)))
        }
        ExprKind::Adt { fields, base, .. } => {
            let fields = fields.iter().map(|(_, field)| fate(field, var));
            // The base of a struct update is taken apart rather than moved.
            first_decided(fields.chain(base.as_deref().map(|base| looked_at(base, var))))
        }
        ExprKind::Coerce(of) => fate(of, var),
        ExprKind::Block {
            scope: None,
            stmts,
            tail,
        } => of_sequence(stmts, tail.as_deref(), var),
        ExprKind::Assign { place, value } => {
            let value = fate(value, var);
            first_decided([value, looked_at(place, var)].into_iter())
        }
        ExprKind::Return(Some(value)) => match fate(value, var) {
            Fate::Moved => Fate::Moved,
            Fate::Kept | Fate::Unknown => Fate::Unknown,
        },
        _ => looked_at(expr, var),
    }
}

/// The fate of a variable in an expression of which only the parts could move it.
fn looked_at(expr: &Expr, var: VarId) -> Fate {
    match &expr.kind {
        // Borrowing or looking inside leaves it where it is.
        ExprKind::Borrow { of, .. } if is_path_to(of, var) => Fate::Kept,
        ExprKind::Borrow { of, .. } | ExprKind::Unary(_, of) | ExprKind::Cast(of) => fate(of, var),
        ExprKind::Binary(_, left, right) => {
            first_decided([fate(left, var), fate(right, var)].into_iter())
        }
        _ if mentions_or_leaves(expr, var) => Fate::Unknown,
        _ => Fate::Kept,
    }
}

fn is_path_to(expr: &Expr, var: VarId) -> bool {
    match &expr.kind {
        ExprKind::Var(named) => *named == var,
        ExprKind::Field { base, .. } => is_path_to(base, var),
        _ => false,
    }
}

fn mentions_or_leaves(expr: &Expr, var: VarId) -> bool {
    let mut found = false;
    walk::each_expr(expr, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::Var(named) => *named == var,
            ExprKind::Break { .. } | ExprKind::Continue(_) | ExprKind::Return(_) => true,
            _ => false,
        };
    });
    found
}
