//! Which functions a specification may call: those that change nothing, or nothing but values that
//! the specification itself has made.

use std::rc::Rc;

use super::super::Package;
use super::super::stop::{mistake, unsupported};
use super::FnCtxt;
use crate::diag::Diagnostic;
use crate::front::Read;
use crate::resolve::DefKind;
use crate::source::codes;
use crate::span::Span;
use crate::thir::{Expr, ExprKind};
use crate::ty::{DefId, FnRef, Ty, TyKind};

/// How deep the fields of a type are looked at; a type that is nested deeper gives a way to change.
const MAX_DEPTH: usize = 12;

/// The methods of cells that change them by way of a `&`.
const WRITES_CELLS: &[&str] = &[
    "borrow_mut",
    "get_or_init",
    "replace",
    "set",
    "store",
    "swap",
    "take",
    "try_borrow_mut",
    "update",
];

/// What the names of all methods of atomics begin with that change them, but for those above.
const WRITES_ATOMICS: &[&str] = &["compare_", "fetch_"];

/// The functions that write what a raw pointer leads to, or let it be written.
const WRITES_RAW: &[&str] = &[
    "as_mut",
    "copy",
    "copy_from",
    "copy_from_nonoverlapping",
    "copy_nonoverlapping",
    "copy_to",
    "copy_to_nonoverlapping",
    "drop_in_place",
    "replace",
    "swap",
    "write",
    "write_bytes",
    "write_unaligned",
    "write_volatile",
];

/// Whether a method of a cell changes it by way of a `&`.
fn writes_cells(name: &str) -> bool {
    WRITES_CELLS.contains(&name) || WRITES_ATOMICS.iter().any(|it| name.starts_with(it))
}

fn is_cell(name: &str) -> bool {
    matches!(name, "Atomic" | "Cell" | "OnceCell" | "RefCell")
}

impl Package {
    /// Whether a function of the models writes a cell, or what a raw pointer leads to.
    pub(in crate::typeck) fn is_writer(&self, def: DefId) -> bool {
        let info = self.defs.def(def);
        if !info.is_model {
            return false;
        }
        let Some(container) = self.defs.container(def) else {
            let module = self.defs.def(self.defs.module_of(def));
            return &*module.name == "ptr" && WRITES_RAW.contains(&&*info.name);
        };
        let Some(header) = self.impl_header(container) else {
            return false;
        };
        match &*header.self_ty {
            TyKind::Adt(of, _) => {
                let of = self.defs.def(*of);
                (is_cell(&of.name) && writes_cells(&info.name))
                    || (&*of.name == "NonNull" && WRITES_RAW.contains(&&*info.name))
            }
            TyKind::RawPtr { .. } => WRITES_RAW.contains(&&*info.name),
            _ => false,
        }
    }
}

impl FnCtxt<'_> {
    /// The function that a specification means by one that counts borrows or owners: neither is dropped in
    /// specifications, so it must not count.
    pub(super) fn without_counting(&self, function: FnRef) -> FnRef {
        let counts = [
            ("refcell_borrow", "refcell_peek"),
            ("weak_upgrade", "weak_peek"),
            ("rc_downgrade", "rc_weak_peek"),
        ];
        for (counting, peeking) in counts {
            if self.pkg.lang_item(counting) == Some(function.def)
                && let Some(def) = self.pkg.lang_item(peeking)
            {
                return FnRef { def, ..function };
            }
        }
        let clones = self.pkg.defs.container(function.def);
        if clones.is_some_and(|it| self.pkg.lang_is(it, "Clone"))
            && &*self.pkg.defs.def(function.def).name == "clone"
            && function.args.first().is_some_and(|ty| self.is_owner(ty))
            && let Some(def) = self.pkg.lang_item("uncounted_clone")
        {
            return FnRef { def, ..function };
        }
        function
    }

    /// Whether a value of the type is a counting pointer, or an option of one.
    fn is_owner(&self, ty: &Ty) -> bool {
        match &*self.infer.shallow(ty) {
            TyKind::Adt(def, args) if self.pkg.lang_is(*def, "Option") => self.is_owner(&args[0]),
            TyKind::Adt(def, _) => ["Rc", "Weak"].iter().any(|it| self.pkg.lang_is(*def, it)),
            _ => false,
        }
    }

    /// Whether a method of raw pointers only reads: it is given the pointer to follow it.
    fn only_follows(&self, function: &FnRef) -> bool {
        let container = self.pkg.defs.container(function.def);
        let header = container.and_then(|it| self.pkg.impl_header(it));
        header.is_some_and(|it| matches!(&*it.self_ty, TyKind::RawPtr { .. }))
            && !self.pkg.is_writer(function.def)
    }

    /// A specification calls only what cannot change anything: functions that say so (`#[pure]`,
    /// `#[model]`), those whose parameters give no way to, and those that change temporaries.
    pub(super) fn refuse_impure(
        &mut self,
        function: &FnRef,
        params: &[Ty],
        args: &[Expr],
        span: Span,
    ) -> Read<()> {
        let def = self.pkg.defs.def(function.def);
        // What it writes there would stay written for the clauses that follow.
        if def.attrs.pure_ && !def.is_model {
            let mutable = |ty: &Ty| matches!(&**ty, TyKind::Ref { mutable: true, .. });
            if params.iter().any(|ty| mutable(&self.infer.resolve(ty))) {
                let message = format!("`{}` takes a `&mut`, so it is not pure", def.name);
                let diagnostic = Diagnostic::error(codes::IMPURE_CALL, span, message)
                    .also(def.span, "it is marked `#[pure]`")
                    .help("take a `&`: specifications see values, not borrows");
                return Err(mistake(diagnostic));
            }
        }
        if def.attrs.pure_ || def.attrs.model || def.attrs.lang.is_some() {
            return Ok(());
        }
        if !self.pkg.map.is_user(span) {
            return Ok(());
        }
        // The models of std are known to change only what they are given a `&mut` of, but for the count
        // of borrows, which a guard gives back when it is dropped: specifications drop nothing.
        let is_model = def.is_model;
        let cell = match is_model {
            true => self.cell_among(params),
            false => None,
        };
        let writes = cell.is_some() && writes_cells(&def.name);
        if let Some(cell) = cell
            && !writes
            && self.pkg.lang_is(cell, "RefCell")
        {
            let what = format!("`RefCell::{}` in a specification", def.name);
            return Err(unsupported(span, what));
        }
        // A count that goes up would not go down again either.
        let counts = ["clone", "downgrade", "upgrade"].contains(&&*def.name)
            && params.first().is_some_and(|ty| {
                let mut ty = self.infer.resolve(ty);
                while let TyKind::Ref { to, .. } = &*ty {
                    ty = Rc::clone(to);
                }
                let is = |lang: &str, def| self.pkg.lang_is(def, lang);
                matches!(&*ty, TyKind::Adt(def, _) if is("Rc", *def) || is("Weak", *def))
            });
        if is_model && counts {
            let what = format!("`Rc::{}` in a specification", def.name);
            return Err(unsupported(span, what));
        }
        if is_model && self.only_follows(function) {
            return Ok(());
        }
        let changes = writes
            || params.iter().enumerate().any(|(at, ty)| {
                let ty = self.infer.resolve(ty);
                let way = match is_model {
                    true => is_way_to_change(&ty),
                    false => gives_way_to_change(&ty),
                };
                way && !args
                    .get(at)
                    .is_some_and(|arg| self.is_own_value(function, &ty, arg))
            });
        if !changes {
            return Ok(());
        }
        let message = format!(
            "`{}` may change its argument, so a specification cannot call it",
            def.name
        );
        let mut diagnostic = Diagnostic::error(codes::IMPURE_CALL, span, message);
        if !def.is_model {
            diagnostic = diagnostic
                .also(def.span, "it takes a `&mut`")
                .help("mark it `#[pure]` if it changes nothing that can be seen");
        }
        Err(mistake(diagnostic))
    }

    /// An ordinary build drops the functions of specifications: the program cannot call them.
    pub(super) fn refuse_model(&self, function: &FnRef, span: Span) -> Read<()> {
        let def = self.pkg.defs.def(function.def);
        if !def.attrs.model || def.is_model || !self.pkg.map.is_user(span) {
            return Ok(());
        }
        let message = format!(
            "the program does not have the model function `{}`",
            def.name
        );
        let diagnostic = Diagnostic::error(codes::GHOST_CODE, span, message)
            .help("mark it `#[pure]` instead: then it is there, and specifications may call it");
        Err(mistake(diagnostic))
    }

    /// The cell that one of the parameters is, or refers to.
    fn cell_among(&self, params: &[Ty]) -> Option<DefId> {
        params.iter().find_map(|ty| {
            let mut ty = self.infer.resolve(ty);
            while let TyKind::Ref { to, .. } = &*ty {
                ty = Rc::clone(to);
            }
            let TyKind::Adt(def, _) = &*ty else {
                return None;
            };
            let info = self.pkg.defs.def(*def);
            (info.is_model && is_cell(&info.name)).then_some(*def)
        })
    }

    /// Whether the argument is a `&mut` to a value that the specification has made, from which nothing
    /// else can be changed: `v.iter().all(…)` moves the iterator on, and only that.
    fn is_own_value(&mut self, function: &FnRef, ty: &Ty, arg: &Expr) -> bool {
        let TyKind::Ref { mutable: true, to } = &**ty else {
            return false;
        };
        let ExprKind::Borrow { of, .. } = &arg.kind else {
            return false;
        };
        if !is_temporary(of) {
            return false;
        }
        // An iterator of std that goes over a vector by value only reads the vector.
        let iterates = self
            .pkg
            .defs
            .container(function.def)
            .is_some_and(|it| self.pkg.lang_is(it, "Iterator"));
        let to = self.infer.resolve(to);
        let of_std = matches!(&*to, TyKind::Adt(def, _) if self.pkg.defs.def(*def).is_model);
        if iterates && of_std && !gives_way_to_change(&to) {
            return true;
        }
        self.is_closed(&to, 0)
    }

    /// Whether a value of the type leads nowhere but through `&`, so that changing it changes nothing
    /// else.
    fn is_closed(&mut self, ty: &Ty, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match &**ty {
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::MathInt
            | TyKind::Closure(..)
            | TyKind::FnDef(_) => true,
            TyKind::Ref { mutable, .. } => !mutable,
            TyKind::Tuple(parts) => parts.iter().all(|part| self.is_closed(part, depth + 1)),
            TyKind::Adt(def, args) => self.has_closed_fields(*def, args, depth),
            _ => false,
        }
    }

    fn has_closed_fields(&mut self, def: DefId, args: &[Ty], depth: usize) -> bool {
        let pkg = self.pkg;
        if ["Box", "Buffer", "Counted", "WeakCounted"]
            .iter()
            .any(|owner| pkg.lang_is(def, owner))
        {
            return false;
        }
        let DefKind::Adt(ast) = &pkg.defs.def(def).kind else {
            return false;
        };
        ast.variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .all(|field| match pkg.field_ty(def, args, field) {
                Ok(ty) => {
                    let ty = self.infer.normalize(&ty, None);
                    self.is_closed(&ty, depth + 1)
                }
                Err(_) => false,
            })
    }
}

fn is_temporary(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) | ExprKind::Static(_) | ExprKind::Deref(_) | ExprKind::Index { .. } => {
            false
        }
        ExprKind::Field { base, .. } => is_temporary(base),
        _ => true,
    }
}

fn is_way_to_change(ty: &TyKind) -> bool {
    matches!(
        ty,
        TyKind::Ref { mutable: true, .. } | TyKind::RawPtr { mutable: true, .. }
    )
}

/// Whether a value of the type gives a way to change something: what is behind a `&` does not.
fn gives_way_to_change(ty: &Ty) -> bool {
    match &**ty {
        ty if is_way_to_change(ty) => true,
        TyKind::Ref { .. } => false,
        TyKind::Adt(_, parts) | TyKind::Tuple(parts) => parts.iter().any(gives_way_to_change),
        _ => false,
    }
}
