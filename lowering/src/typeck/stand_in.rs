//! What stands for a method that a bound promises of a type parameter, where the laws of its trait say
//! enough: the provided methods of std's traits do what their own bodies do, whoever overrides them, and
//! comparisons keep the laws of `PartialEq` and `PartialOrd`. Of a trait of the user's nothing is known
//! but its contract.

use super::Package;
use super::generics::TraitRef;
use super::infer::Infer;
use super::subst;
use crate::front::Front;
use crate::resolve::DefKind;
use crate::ty::{FnRef, Ty, TyKind};

/// Bounds that a reference to a slice keeps, and that nothing can be told by.
const SAYING_NOTHING: &[&str] = &["Sized", "Send", "Sync", "Unpin", "Debug", "Clone", "Copy"];

impl Package {
    /// The first of the type parameters that `Borrow` makes one sort with this one: what is borrowed is
    /// equal, ordered and hashed as what it is borrowed from, so nothing can tell them apart.
    pub(super) fn sort_of(&self, ty: &Ty) -> Ty {
        let (TyKind::Param(param), Some(borrow)) = (&**ty, self.lang_item("Borrow")) else {
            return ty.clone();
        };
        let predicates = self.rigid_predicates(param.owner);
        let mut sort = vec![ty.clone()];
        let mut grown = true;
        while grown {
            grown = false;
            for predicate in predicates.iter() {
                let [from, to] = predicate.trait_ref.args.as_slice() else {
                    continue;
                };
                let params = matches!((&**from, &**to), (TyKind::Param(_), TyKind::Param(_)));
                if predicate.trait_ref.def != borrow || !params {
                    continue;
                }
                for (one, other) in [(from, to), (to, from)] {
                    if sort.contains(one) && !sort.contains(other) {
                        sort.push(other.clone());
                        grown = true;
                    }
                }
            }
        }
        // One that is ordered orders them all.
        sort.sort_by_cached_key(|it| {
            let bounds = self.bounds_of(it);
            (!bounds.ord, !bounds.partial_ord, it.clone())
        });
        sort.swap_remove(0)
    }

    /// What a type parameter can be taken for: of one of which nothing is known but that it is seen as a slice or
    /// text, by `AsRef` or `AsMut`, any value is as good as a reference to what is seen; of one that becomes another
    /// type, by `Into`, as good as a value of that type.
    pub(super) fn seen_as(&self, ty: &Ty) -> Option<Ty> {
        let (TyKind::Param(param), Some(as_ref)) = (&**ty, self.lang_item("AsRef")) else {
            return None;
        };
        let (as_mut, into) = (self.lang_item("AsMut"), self.lang_item("Into"));
        let predicates = self.rigid_predicates(param.owner);
        let mut seen = None;
        let mut changed = false;
        let mut copied = false;
        let mut becomes = None;
        for predicate in predicates.iter() {
            let args = &predicate.trait_ref.args;
            let mentions = |part: &Ty| subst::any(part, &mut |it| *it == **ty);
            let elsewhere = args[1..]
                .iter()
                .chain(predicate.assoc.iter().map(|(_, ty)| ty));
            if elsewhere.into_iter().any(mentions) {
                return None;
            }
            if args[0] != *ty {
                if mentions(&args[0]) {
                    return None;
                }
                continue;
            }
            let bound = predicate.trait_ref.def;
            if Some(bound) == into {
                if becomes.is_some() {
                    return None;
                }
                becomes = Some(args[1].clone());
                continue;
            }
            if bound != as_ref && Some(bound) != as_mut {
                let lang = self.lang_name(bound)?;
                if !SAYING_NOTHING.contains(&&*lang) {
                    return None;
                }
                copied |= matches!(&*lang, "Clone" | "Copy");
                continue;
            }
            changed |= Some(bound) == as_mut;
            let is_plain = match &*args[1] {
                TyKind::Str => Some(bound) != as_mut,
                TyKind::Slice(of) => matches!(
                    **of,
                    TyKind::Int(_) | TyKind::Bool | TyKind::Char | TyKind::Param(_)
                ),
                _ => false,
            };
            if !is_plain || seen.is_some_and(|before| before != &args[1]) {
                return None;
            }
            seen = Some(&args[1]);
        }
        match (seen, becomes) {
            // References that change what they lead to, and owners, are not copied.
            (Some(to), None) if !(changed && copied) => Some(subst::reference(changed, to.clone())),
            (None, Some(to)) if !copied => Some(to),
            _ => None,
        }
    }

    /// The function that does what the method does, if there is one.
    pub(super) fn stand_in(&self, method: &FnRef) -> Option<FnRef> {
        let item = self.defs.def(method.def);
        if !item.is_model {
            return None;
        }
        match item.attrs.intrinsic.as_deref() {
            Some(name) => self.lawful_comparison(name, method),
            None => {
                let DefKind::Fn(ast) = &item.kind else {
                    return None;
                };
                // How precise a hint is, and what a hasher makes of a number, is the implementation's
                // own affair.
                let of_hasher = self.defs.container(method.def);
                let of_hasher = of_hasher.is_some_and(|it| self.lang_is(it, "Hasher"));
                let own = of_hasher || self.lang_is(method.def, "size_hint");
                let provided = ast.body.is_some() && !own;
                provided.then(|| method.clone())
            }
        }
    }

    /// A comparison of two values of one type by a trait that promises less than `Eq` or `Ord` does.
    fn lawful_comparison(&self, name: &str, method: &FnRef) -> Option<FnRef> {
        let [left, right] = method.args.as_slice() else {
            return None;
        };
        let promises_all = match name {
            "eq" | "ne" => "Eq",
            "lt" | "le" | "gt" | "ge" | "partial_cmp" => "Ord",
            _ => return None,
        };
        if left != right || self.promises(left, promises_all) {
            return None;
        }
        Some(FnRef {
            def: self.lang_item(&format!("param_{name}"))?,
            args: vec![left.clone()],
        })
    }

    fn promises(&self, ty: &Ty, lang: &str) -> bool {
        self.lang_item(lang).is_some_and(|def| {
            Infer::new(self).holds(&TraitRef {
                def,
                args: vec![ty.clone()],
            })
        })
    }
}
