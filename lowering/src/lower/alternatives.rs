//! A pattern with `|` as the patterns without that it stands for, in the order in which Rust tries them. A guard is
//! asked for each of them.

use crate::thir::{Pat, PatKind};

/// More alternatives of one arm than this are refused.
pub(super) const MOST: usize = 64;

/// The patterns without `|`, as far as a variable is bound inside of one; `None` if there are too many.
pub(super) fn alternatives(pat: &Pat) -> Option<Vec<Pat>> {
    let with = |kind: PatKind| Pat {
        kind,
        ty: pat.ty.clone(),
        span: pat.span,
    };
    let found: Vec<Pat> = match &pat.kind {
        PatKind::Or(of) if !binds(pat) => vec![with(PatKind::Or(of.clone()))],
        PatKind::Or(of) => {
            let each: Option<Vec<Vec<Pat>>> = of.iter().map(alternatives).collect();
            each?.into_iter().flatten().collect()
        }
        PatKind::Binding {
            var,
            by,
            sub: Some(sub),
        } => {
            let binding = |sub: Pat| PatKind::Binding {
                var: *var,
                by: *by,
                sub: Some(Box::new(sub)),
            };
            let subs = alternatives(sub)?;
            subs.into_iter().map(|sub| with(binding(sub))).collect()
        }
        PatKind::Deref(sub) => {
            let subs = alternatives(sub)?.into_iter();
            subs.map(|sub| with(PatKind::Deref(Box::new(sub))))
                .collect()
        }
        PatKind::Adt { variant, fields } => {
            let parts: Vec<&Pat> = fields.iter().map(|(_, part)| part).collect();
            let all = combined(&parts)?.into_iter();
            all.map(|parts| {
                let fields = fields.iter().map(|(field, _)| *field).zip(parts).collect();
                let variant = *variant;
                with(PatKind::Adt { variant, fields })
            })
            .collect()
        }
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => {
            let parts: Vec<&Pat> = prefix.iter().chain(rest.as_deref()).chain(suffix).collect();
            let all = combined(&parts)?.into_iter();
            all.map(|parts| {
                let mut parts = parts.into_iter();
                let prefix = parts.by_ref().take(prefix.len()).collect();
                let rest = rest.as_ref().and_then(|_| parts.next()).map(Box::new);
                let suffix = parts.collect();
                with(PatKind::Slice {
                    prefix,
                    rest,
                    suffix,
                })
            })
            .collect()
        }
        PatKind::Wild
        | PatKind::Binding { sub: None, .. }
        | PatKind::Constant(_)
        | PatKind::Range { .. } => vec![pat.clone()],
    };
    (found.len() <= MOST).then_some(found)
}

/// The patterns side by side: the last changes first.
fn combined(parts: &[&Pat]) -> Option<Vec<Vec<Pat>>> {
    let mut all: Vec<Vec<Pat>> = vec![Vec::new()];
    for part in parts {
        let each = alternatives(part)?;
        if all.len() * each.len() > MOST {
            return None;
        }
        let with_each = |before: &Vec<Pat>| {
            let before = before.clone();
            let each = each.clone().into_iter();
            each.map(move |part| before.iter().cloned().chain([part]).collect())
        };
        all = all.iter().flat_map(with_each).collect();
    }
    Some(all)
}

fn binds(pat: &Pat) -> bool {
    let mut any = false;
    super::walk::each_bound(pat, &mut |_| any = true);
    any
}
