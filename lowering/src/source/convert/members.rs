//! Converts the items of traits and impl blocks.

use std::sync::Arc;

use syn::parse::Parse;
use syn::{ImplItem, Meta, TraitItem};

use super::super::ast::{Attrs, Item, ItemKind, Vis};
use super::super::attrs::Position;
use super::Convert;
use super::expand::Many;
use super::items::is_test;

impl Convert<'_> {
    /// Adds what an item of a trait stands for.
    pub(super) fn trait_item(
        &mut self,
        item: &TraitItem,
        items: &mut Vec<Item>,
        attrs: &mut Attrs,
    ) {
        let TraitItem::Macro(call) = item else {
            items.extend(self.plain_trait_item(item));
            return;
        };
        if self.active_attributes(&call.attrs).is_none() {
            return;
        }
        match self.expand_as(&call.mac, Many::<TraitItem>::parse) {
            Some(Ok(Many(made))) => self.expanded(|this| {
                for item in &made {
                    this.trait_item(item, items, attrs);
                }
            }),
            _ => {
                let what = "a trait with items that a macro makes";
                attrs.unsupported = Some((what.into(), self.spans.of(call)));
            }
        }
    }

    /// Adds what an item of an impl block stands for.
    pub(super) fn impl_item(
        &mut self,
        item: &ImplItem,
        handed_down: &[Meta],
        items: &mut Vec<Item>,
        attrs: &mut Attrs,
    ) {
        let ImplItem::Macro(call) = item else {
            items.extend(self.plain_impl_item(item, handed_down));
            return;
        };
        if self.active_attributes(&call.attrs).is_none() {
            return;
        }
        match self.expand_as(&call.mac, Many::<ImplItem>::parse) {
            Some(Ok(Many(made))) => self.expanded(|this| {
                for item in &made {
                    this.impl_item(item, handed_down, items, attrs);
                }
            }),
            _ => {
                let what = "an impl block with items that a macro makes";
                attrs.unsupported = Some((what.into(), self.spans.of(call)));
            }
        }
    }

    fn plain_trait_item(&mut self, item: &TraitItem) -> Option<Item> {
        let (attrs, name) = match item {
            TraitItem::Const(it) => (&it.attrs, &it.ident),
            TraitItem::Fn(it) => (&it.attrs, &it.sig.ident),
            TraitItem::Type(it) => (&it.attrs, &it.ident),
            _ => return None,
        };
        let metas = self.active_attributes(attrs)?;
        let kind = match item {
            TraitItem::Const(it) => ItemKind::Const(Arc::new(self.constant(
                &it.ty,
                it.default.as_ref().map(|(_, value)| value),
                false,
            ))),
            TraitItem::Fn(it) => {
                ItemKind::Fn(Arc::new(self.function(&it.sig, it.default.as_ref())))
            }
            TraitItem::Type(it) => ItemKind::TypeAlias {
                generics: Arc::new(self.generics(&it.generics)),
                bounds: self.bounds(&it.bounds),
                ty: it.default.as_ref().map(|(_, ty)| Arc::new(self.ty(ty))),
            },
            _ => return None,
        };
        Some(Item {
            name: self.ident(name),
            vis: Vis::Public,
            attrs: Arc::new(self.read_attributes(&metas, position(&kind))),
            span: self.spans.of(item),
            kind,
        })
    }

    fn plain_impl_item(&mut self, item: &ImplItem, handed_down: &[Meta]) -> Option<Item> {
        let (attrs, name, vis) = match item {
            ImplItem::Const(it) => (&it.attrs, &it.ident, &it.vis),
            ImplItem::Fn(it) => (&it.attrs, &it.sig.ident, &it.vis),
            ImplItem::Type(it) => (&it.attrs, &it.ident, &it.vis),
            _ => return None,
        };
        let mut metas = self.active_attributes(attrs)?;
        if metas.iter().any(is_test) {
            return None;
        }
        if matches!(item, ImplItem::Fn(it) if it.sig.receiver().is_some()) {
            metas.extend(handed_down.iter().cloned());
        }
        let kind = match item {
            ImplItem::Const(it) => {
                ItemKind::Const(Arc::new(self.constant(&it.ty, Some(&it.expr), false)))
            }
            ImplItem::Fn(it) => ItemKind::Fn(Arc::new(self.function(&it.sig, Some(&it.block)))),
            ImplItem::Type(it) => ItemKind::TypeAlias {
                generics: Arc::new(self.generics(&it.generics)),
                bounds: Vec::new(),
                ty: Some(Arc::new(self.ty(&it.ty))),
            },
            _ => return None,
        };
        Some(Item {
            name: self.ident(name),
            vis: self.vis(vis),
            attrs: Arc::new(self.read_attributes(&metas, position(&kind))),
            span: self.spans.of(item),
            kind,
        })
    }
}

fn position(kind: &ItemKind) -> Position {
    match kind {
        ItemKind::Fn(_) => Position::Function,
        _ => Position::Other,
    }
}
