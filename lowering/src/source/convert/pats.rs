//! Converts patterns.

use syn::{Member, Pat as SynPat};

use super::super::ast::{Ident, Pat, PatKind, Type};
use super::Convert;

impl Convert<'_> {
    pub(super) fn pat(&mut self, pat: &SynPat) -> Pat {
        let span = self.spans.of(pat);
        let kind = match pat {
            SynPat::Paren(paren) => return self.pat(&paren.pat),
            SynPat::Wild(_) => PatKind::Wild,
            SynPat::Rest(_) => PatKind::Rest,
            SynPat::Ident(ident) => PatKind::Ident {
                by_ref: ident.by_ref.is_some(),
                mutable: ident.mutability.is_some(),
                name: self.marked_ident(&ident.ident),
                sub: ident
                    .subpat
                    .as_ref()
                    .map(|(_, sub)| Box::new(self.pat(sub))),
            },
            SynPat::Lit(lit) => PatKind::Lit(Box::new(self.lit_expr(&lit.lit))),
            SynPat::Path(path) => {
                PatKind::Path(self.qualified_path(path.qself.as_ref(), &path.path))
            }
            SynPat::Range(range) => PatKind::Range {
                low: range.start.as_ref().map(|low| Box::new(self.expr(low))),
                high: range.end.as_ref().map(|high| Box::new(self.expr(high))),
                inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
            },
            SynPat::Reference(reference) => PatKind::Ref {
                mutable: reference.mutability.is_some(),
                pat: Box::new(self.pat(&reference.pat)),
            },
            SynPat::Tuple(tuple) => {
                PatKind::Tuple(tuple.elems.iter().map(|elem| self.pat(elem)).collect())
            }
            SynPat::TupleStruct(tuple) => PatKind::TupleStruct(
                self.qualified_path(tuple.qself.as_ref(), &tuple.path),
                tuple.elems.iter().map(|elem| self.pat(elem)).collect(),
            ),
            SynPat::Struct(pattern) => self.struct_pat(pattern),
            SynPat::Slice(slice) => {
                PatKind::Slice(slice.elems.iter().map(|elem| self.pat(elem)).collect())
            }
            SynPat::Or(cases) => {
                PatKind::Or(cases.cases.iter().map(|case| self.pat(case)).collect())
            }
            SynPat::Macro(call) => {
                match self.expand_as(&call.mac, SynPat::parse_multi_with_leading_vert) {
                    Some(Ok(pat)) => return self.expanded(|this| this.pat(&pat)),
                    Some(Err(what)) => PatKind::Unsupported(what),
                    None => PatKind::Unsupported("a macro in pattern position".into()),
                }
            }
            SynPat::Const(_) => PatKind::Unsupported("a const block in pattern position".into()),
            SynPat::Guard(_) => PatKind::Unsupported("a guard inside a pattern".into()),
            SynPat::Type(_) => PatKind::Unsupported("a type inside a pattern".into()),
            _ => PatKind::Unsupported("a pattern of unknown syntax".into()),
        };
        Pat { kind, span }
    }

    fn struct_pat(&mut self, pattern: &syn::PatStruct) -> PatKind {
        let mut fields = Vec::new();
        for field in &pattern.fields {
            if self.active_attributes(&field.attrs).is_none() {
                continue;
            }
            fields.push((self.member(&field.member), self.pat(&field.pat)));
        }
        PatKind::Struct {
            path: self.qualified_path(pattern.qself.as_ref(), &pattern.path),
            fields,
            rest: pattern.rest.is_some(),
        }
    }

    fn marked_ident(&self, ident: &syn::Ident) -> Ident {
        Ident {
            name: super::marked_name_of(ident),
            span: self.spans.convert(ident.span()),
        }
    }

    pub(super) fn member(&self, member: &Member) -> Ident {
        match member {
            Member::Named(ident) => self.ident(ident),
            Member::Unnamed(index) => Ident {
                name: index.index.to_string().into(),
                span: self.spans.convert(index.span),
            },
        }
    }

    /// A pattern that may carry its type, as `let` and closures have.
    pub(super) fn typed_pat(&mut self, pat: &SynPat) -> (Pat, Option<Type>) {
        match pat {
            SynPat::Type(typed) => (self.pat(&typed.pat), Some(self.ty(&typed.ty))),
            other => (self.pat(other), None),
        }
    }
}
