//! `#[tree]` on fields that own nothing: what it says of all nodes becomes a condition of specifications.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Meta;

use super::super::ast::{Attrs, Expr, Tree, TreeField};
use super::Convert;

impl Convert<'_> {
    /// Notes a field that is marked `#[tree]`.
    pub(super) fn tree_field(&mut self, meta: &Meta, field: &syn::Field, attrs: &mut Attrs) {
        let span = self.spans.of(meta);
        if !matches!(meta, Meta::Path(_)) {
            self.malformed(span, "`tree` takes no arguments");
            return;
        }
        match &field.ident {
            Some(name) => attrs.tree_fields.push(TreeField {
                name: self.ident(name),
                span,
            }),
            None => {
                attrs.unsupported = Some(("`#[tree]` on a field without a name".into(), span));
            }
        }
    }

    /// What the marked fields of a struct say together.
    pub(super) fn tree(&mut self, fields: &syn::Fields, attrs: &mut Attrs) {
        let mut marked: Vec<(syn::Ident, Span)> = Vec::new();
        for field in fields {
            let Some(name) = &field.ident else { continue };
            let mut metas = field.attrs.iter();
            let tree = metas.find(|it| {
                let last = it.path().segments.last();
                last.is_some_and(|last| last.ident == "tree")
            });
            let noted = attrs.tree_fields.iter().any(|it| *name == *it.name.name);
            if let Some(tree) = tree.filter(|_| noted) {
                let span = syn::spanned::Spanned::span(&tree.meta);
                marked.push((syn::Ident::new(&name.to_string(), span), span));
            }
        }
        if marked.is_empty() {
            return;
        }
        let of_nodes = self.tree_clause(of_nodes(&marked), attrs);
        let of_elements = self.tree_clause(of_elements(&marked), attrs);
        if let (Some(of_nodes), Some(of_elements)) = (of_nodes, of_elements) {
            attrs.tree = Some(Box::new(Tree {
                of_nodes,
                of_elements,
            }));
        }
    }

    fn tree_clause(&mut self, tokens: TokenStream, attrs: &mut Attrs) -> Option<Expr> {
        match syn::parse2::<syn::Expr>(tokens) {
            Ok(expr) => Some(self.spec_expr(&expr, attrs)),
            Err(error) => {
                self.syntax_error(&error);
                None
            }
        }
    }
}

/// Of nodes that lead to each other by pointers: no circles, and no node that two edges lead to. Where
/// the nodes and the edges from outside come from, the type checker knows.
fn of_nodes(fields: &[(syn::Ident, Span)]) -> TokenStream {
    let first = fields[0].1;
    let names = fields.iter().map(|(name, _)| name);
    let mut all = quote_spanned! {first=>
        roots.to_set().len() == roots.len()
            && nodes.all(|node| !node.reach1(#(#names)|*).contains(node))
    };
    for (at, (name, span)) in fields.iter().enumerate() {
        let mut alone = quote_spanned! {*span=>
            nodes.all(|other| implies(same(node.#name, other.#name), same(node, other)))
        };
        for (later, _) in &fields[at + 1..] {
            alone.extend(quote_spanned! {*span=>
                && nodes.all(|other| !same(node.#name, other.#later))
            });
        }
        all.extend(quote_spanned! {*span=>
            && nodes.all(|node| match __tree_link(node.#name) {
                Some(child) => !roots.contains(child) && #alone,
                None => true,
            })
        });
    }
    quote_spanned! {first=> {
        let nodes = __tree_nodes();
        let roots = __tree_roots();
        #all
    }}
}

/// Of elements that lead to each other by number: the same. A number that no element has is no edge.
fn of_elements(fields: &[(syn::Ident, Span)]) -> TokenStream {
    let first = fields[0].1;
    let mut edges = TokenStream::new();
    for (at, (name, span)) in fields.iter().enumerate() {
        let numbers = quote_spanned!(*span=> __tree_numbers(self[at].#name));
        match at {
            0 => edges.extend(numbers),
            _ => edges.extend(quote_spanned!(*span=> .concat(#numbers))),
        }
    }
    quote_spanned! {first=> __tree_shape((0..self.len()).map(|at| #edges)) }
}
