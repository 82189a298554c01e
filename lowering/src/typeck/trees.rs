//! What `#[tree]` fields say: over all of these edges each node has at most one parent, and there are no
//! circles. Pointers are looked at from the arguments on, numbers in each vector of elements that have them.

use std::rc::Rc;

use super::Package;
use super::check::{FnCtxt, OldState};
use super::stop::unsupported;
use super::subst::{bool_ty, reference};
use crate::front::{Front, Invariant, Read};
use crate::source::ast::{self, TreeField};
use crate::ty::{DefId, FnRef, Ty, TyKind};

/// Where the edge of a field leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Edge {
    /// To a value of this type, by a pointer.
    Node(Ty),
    /// To an element of the vector around, by its number.
    Number,
}

impl Package {
    /// What `#[tree]` fields say of all that values of the types lead to, by pointers. Each has a
    /// parameter for each of the types.
    pub(super) fn read_trees(&self, params: &[Ty]) -> Read<Vec<Invariant>> {
        let mut all = self.defs.table.iter();
        if all.all(|(_, def)| def.attrs.tree_fields.is_empty()) {
            return Ok(Vec::new());
        }
        let met = self.led_to(params)?;
        let mut nodes: Vec<(Ty, &TreeField)> = Vec::new();
        for ty in &met {
            for (field, edge) in self.tree_edges(ty)? {
                if let Edge::Node(node) = edge
                    && !nodes.iter().any(|(known, _)| *known == node)
                {
                    nodes.push((node, field));
                }
            }
        }
        let mut found = Vec::new();
        for (node, field) in nodes {
            found.extend(self.tree_of_nodes(&node, field, params)?);
        }
        Ok(found)
    }

    fn tree_of_nodes(
        &self,
        node: &Ty,
        field: &TreeField,
        params: &[Ty],
    ) -> Read<Option<Invariant>> {
        let TyKind::Adt(def, args) = &**node else {
            return Err(unsupported(field.span, "a `#[tree]` of what is no struct"));
        };
        let owner = FnRef {
            def: *def,
            args: args.clone(),
        };
        for (field, edge) in self.tree_edges(node)? {
            if edge != Edge::Node(Rc::clone(node)) {
                let what = "a `#[tree]` whose edges lead through several types";
                return Err(unsupported(field.span, what));
            }
        }
        let mut fx = FnCtxt::new(self, &owner, true);
        fx.old = OldState::None("an invariant");
        let mut pats = Vec::new();
        for (at, ty) in params.iter().enumerate() {
            let name = ast::Ident {
                name: format!("argument#{at}").into(),
                span: field.span,
            };
            pats.push(fx.named_param(&name, ty));
        }
        fx.enter_tree(node, &pats, field.span)?;
        let Some(tree) = &self.defs.def(*def).attrs.tree else {
            // Only edges from outside: what they lead to differs, if there are several.
            if fx.tree_edges_from_outside() < 2 {
                return Ok(None);
            }
            let what = "`#[tree]` on several fields that lead to nodes without any";
            return Err(unsupported(field.span, what));
        };
        let value = fx.spec_condition(&tree.of_nodes, &bool_ty())?;
        let body = Rc::new(fx.finish(pats, value)?);
        let span = tree.of_nodes.span;
        Ok(Some(Invariant { span, body }))
    }

    /// What they say of the elements of a vector, queue, array or slice: its invariant, if any.
    pub(super) fn tree_of_elements(&self, ty: &Ty) -> Read<Option<Invariant>> {
        let element = match &**ty {
            TyKind::Array(of, _) | TyKind::Slice(of) => of,
            TyKind::Adt(def, args) if self.is_row(*def) => match args.first() {
                Some(element) => element,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let TyKind::Adt(def, args) = &**element else {
            return Ok(None);
        };
        let Some(tree) = &self.defs.def(*def).attrs.tree else {
            return Ok(None);
        };
        let edges = self.tree_edges(element)?;
        if edges.iter().all(|(_, edge)| *edge != Edge::Number) {
            return Ok(None);
        }
        let owner = FnRef {
            def: *def,
            args: args.clone(),
        };
        let mut fx = FnCtxt::new(self, &owner, true);
        fx.old = OldState::None("an invariant");
        fx.in_tree = true;
        let span = tree.of_elements.span;
        let name = ast::Ident {
            name: "self".into(),
            span,
        };
        let param = fx.named_param(&name, &reference(false, Rc::clone(ty)));
        let value = fx.spec_condition(&tree.of_elements, &bool_ty())?;
        let body = Rc::new(fx.finish(vec![param], value)?);
        Ok(Some(Invariant { span, body }))
    }

    /// Whether the type is one of std whose elements have numbers.
    fn is_row(&self, def: DefId) -> bool {
        self.lang_is(def, "Vec") || self.lang_is(def, "VecDeque")
    }

    /// The marked fields of a type that own nothing, and where they lead.
    fn tree_edges(&self, ty: &Ty) -> Read<Vec<(&TreeField, Edge)>> {
        let TyKind::Adt(def, args) = &**ty else {
            return Ok(Vec::new());
        };
        let fields = &self.defs.def(*def).attrs.tree_fields;
        if fields.is_empty() {
            return Ok(Vec::new());
        }
        let info = self.adt(*def, args)?;
        let mut edges: Vec<(&TreeField, Edge)> = Vec::new();
        for field in fields {
            let mut all = info.variants.iter().flat_map(|it| &it.fields);
            let named = all.find(|(name, _)| **name == *field.name.name);
            let Some((_, ty)) = named else { continue };
            let owner = FnRef {
                def: *def,
                args: args.clone(),
            };
            let mut fx = FnCtxt::new(self, &owner, true);
            let target = fx.behind_links(ty)?;
            let edge = match self.is_numbers(&target)? {
                true => Edge::Number,
                false
                    if target != *ty
                        && matches!(&*target, TyKind::Adt(def, _) if !self.defs.def(*def).is_model) =>
                {
                    Edge::Node(target)
                }
                false if self.is_owner_of(&target) => {
                    let what = "`#[tree]` on a collection of links";
                    return Err(unsupported(field.span, what));
                }
                false => {
                    let message = "`tree` stands on fields that lead to other nodes: boxes, pointers that count, raw \
                                   pointers, or numbers of elements";
                    return Err(fx.misplaced(field.span, message));
                }
            };
            if edges
                .iter()
                .any(|(_, other)| (*other == Edge::Number) != (edge == Edge::Number))
            {
                let what = "`#[tree]` on pointers and on numbers of one type";
                return Err(unsupported(field.span, what));
            }
            edges.push((field, edge));
        }
        Ok(edges)
    }

    fn is_owner_of(&self, ty: &Ty) -> bool {
        match &**ty {
            TyKind::Array(..) | TyKind::Slice(_) | TyKind::Dyn(..) => true,
            TyKind::Adt(def, args) => self.defs.def(*def).is_model && !args.is_empty(),
            _ => false,
        }
    }

    /// Whether a value of the type is a number, a struct of one alone, or a vector of them.
    fn is_numbers(&self, ty: &Ty) -> Read<bool> {
        Ok(match &**ty {
            TyKind::Int(_) => true,
            TyKind::Adt(def, args) if self.lang_is(*def, "Vec") => {
                matches!(args.first().map(|it| &**it), Some(TyKind::Int(_)))
            }
            TyKind::Adt(def, args) if !self.defs.def(*def).is_model => {
                let info = self.adt(*def, args)?;
                match info.variants.as_slice() {
                    [variant] if !info.is_enum => match variant.fields.as_slice() {
                        [(_, field)] => matches!(&**field, TyKind::Int(_)),
                        _ => false,
                    },
                    _ => false,
                }
            }
            _ => false,
        })
    }

    /// Every type that values of the types lead to, by whatever pointers.
    pub(super) fn led_to(&self, types: &[Ty]) -> Read<Vec<Ty>> {
        let mut met: Vec<Ty> = Vec::new();
        let mut queue: Vec<Ty> = types.to_vec();
        while let Some(ty) = queue.pop() {
            if met.contains(&ty) {
                continue;
            }
            met.push(ty.clone());
            match &*ty {
                TyKind::Ref { to, .. } | TyKind::RawPtr { to, .. } => queue.push(Rc::clone(to)),
                TyKind::Array(of, _) | TyKind::Slice(of) => queue.push(Rc::clone(of)),
                TyKind::Tuple(parts) => queue.extend(parts.iter().cloned()),
                // What std's types are made of is their own affair.
                TyKind::Adt(def, args) if self.defs.def(*def).is_model => {
                    for arg in args {
                        self.refuse_numbered(*def, arg)?;
                        queue.push(Rc::clone(arg));
                    }
                }
                TyKind::Adt(def, args) => {
                    let info = self.adt(*def, args)?;
                    let fields = info.variants.iter().flat_map(|it| &it.fields);
                    queue.extend(fields.map(|(_, ty)| Rc::clone(ty)));
                }
                TyKind::Dyn(..) => {
                    let mut fields = self
                        .defs
                        .table
                        .iter()
                        .map(|(_, def)| &def.attrs.tree_fields);
                    if let Some(field) = fields.find_map(|it| it.first()) {
                        let what = "`#[tree]` beside trait objects";
                        return Err(unsupported(field.span, what));
                    }
                }
                _ => {}
            }
        }
        Ok(met)
    }

    /// Of elements with numbers of each other it is known what the numbers mean in rows alone.
    fn refuse_numbered(&self, container: DefId, element: &Ty) -> Read<()> {
        let known = ["Box", "Rc", "RefCell"];
        if self.is_row(container) || known.iter().any(|it| self.lang_is(container, it)) {
            return Ok(());
        }
        for (field, edge) in self.tree_edges(element)? {
            if edge == Edge::Number {
                let container = self.path(container);
                let what = format!("`#[tree]` on numbers of elements of a {container}");
                return Err(unsupported(field.span, what));
            }
        }
        Ok(())
    }
}
