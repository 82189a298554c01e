//! The impls that `derive` stands for, by their meaning in the reference, as syntax: they go through
//! the same conversion as code that was written.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, ItemImpl, Meta, Token};

use super::super::ast::{Adt, AdtKind, Shape, Variant};

/// The impls that the `derive`s among `metas` ask for. Derives that we do not know add impls only,
/// which are then simply not there.
pub fn impls(
    metas: &[Meta],
    item: &syn::Item,
    name: &Ident,
    generics: &Generics,
    adt: &Adt,
) -> Vec<syn::Result<Box<ItemImpl>>> {
    let mut made = Vec::new();
    let constraints = Constraints::of(metas, item);
    let mut visible = adt.clone();
    for variant in &mut visible.variants {
        variant.fields.retain(|field| field.ghost.is_none());
    }
    for meta in metas {
        let Meta::List(list) = meta else { continue };
        if !list.path.is_ident("derive") {
            continue;
        }
        let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
        let paths = match parser.parse2(list.tokens.clone()) {
            Ok(paths) => paths,
            Err(error) => {
                made.push(Err(error));
                continue;
            }
        };
        for path in &paths {
            let Some(last) = path.segments.last() else {
                continue;
            };
            let first = path.segments.first().map(|it| it.ident.to_string());
            let is_std =
                path.segments.len() == 1 || matches!(first.as_deref(), Some("std" | "core"));
            let is_kani = first.as_deref() == Some("kani");
            if !is_std && !is_kani {
                continue;
            }
            // A clone has the ghost fields of its source; nothing else sees them.
            let adt = match last.ident == "Clone" {
                true => adt,
                false => &visible,
            };
            let derive = Derive {
                constraints: &constraints,
                name,
                generics,
                adt,
                span: last.ident.span(),
            };
            if let Some(tokens) = derive.tokens(&last.ident.to_string()) {
                made.push(syn::parse2(tokens).map(Box::new));
            }
        }
    }
    made
}

struct Derive<'a> {
    constraints: &'a Constraints,
    name: &'a Ident,
    generics: &'a Generics,
    adt: &'a Adt,
    span: Span,
}

impl Derive<'_> {
    fn tokens(&self, derived: &str) -> Option<TokenStream> {
        let span = self.span;
        Some(match derived {
            "Copy" => self.make(
                quote_spanned!(span=> ::core::marker::Copy),
                TokenStream::new(),
            ),
            "Eq" => self.make(quote_spanned!(span=> ::core::cmp::Eq), TokenStream::new()),
            // A union can only be copied.
            "Clone" if self.adt.kind == AdtKind::Union => self
                .make(
                    quote_spanned!(span=> ::core::clone::Clone),
                    quote_spanned!(span=> fn clone(&self) -> Self { *self }),
                )
                .to_token_stream(),
            "Clone" => self.clone(),
            _ if self.adt.kind == AdtKind::Union => return None,
            "PartialEq" => self.partial_eq(),
            "PartialOrd" => self.partial_ord(),
            "Ord" => self.ord(),
            "Default" => self.default(),
            "Hash" => self.hash(),
            "Arbitrary" => self.arbitrary(),
            "Invariant" => self.is_safe(),
            _ => return None,
        })
    }

    /// `impl<T: Trait> Trait for Name<T> { body }`.
    fn make(&self, trait_: TokenStream, body: TokenStream) -> TokenStream {
        let span = self.span;
        let name = self.name;
        let mut generics = self.generics.clone();
        for param in &mut generics.params {
            if let GenericParam::Type(param) = param {
                param.default = None;
                let bound = syn::parse2(trait_.clone());
                if let Ok(bound) = bound {
                    param.bounds.push(bound);
                }
            }
            if let GenericParam::Const(param) = param {
                param.default = None;
            }
        }
        let (with_bounds, arguments, wheres) = generics.split_for_impl();
        quote_spanned! {span=>
            #[automatically_derived]
            impl #with_bounds #trait_ for #name #arguments #wheres { #body }
        }
    }

    /// A pattern for a variant that binds its fields to names with a prefix, and those names.
    fn pattern(&self, variant: &Variant, prefix: &str) -> (TokenStream, Vec<Ident>) {
        let span = self.span;
        let path = self.path(variant);
        let names: Vec<Ident> = (0..variant.fields.len())
            .map(|at| Ident::new(&format!("{prefix}{at}"), span))
            .collect();
        let pattern = match variant.shape {
            Shape::Unit => path,
            Shape::Tuple => quote_spanned!(span=> #path(#(#names),*)),
            Shape::Named => {
                let fields = variant
                    .fields
                    .iter()
                    .map(|field| raw_ident(&field.name.name, span));
                quote_spanned!(span=> #path { #(#fields: #names),* })
            }
        };
        (pattern, names)
    }

    fn path(&self, variant: &Variant) -> TokenStream {
        let span = self.span;
        match self.adt.kind {
            AdtKind::Enum => {
                let variant = raw_ident(&variant.name.name, span);
                quote_spanned!(span=> Self::#variant)
            }
            _ => quote_spanned!(span=> Self),
        }
    }

    fn build(&self, variant: &Variant, values: &[TokenStream]) -> TokenStream {
        let span = self.span;
        let path = self.path(variant);
        match variant.shape {
            Shape::Unit => path,
            Shape::Tuple => quote_spanned!(span=> #path(#(#values),*)),
            Shape::Named => {
                let fields = variant
                    .fields
                    .iter()
                    .map(|field| raw_ident(&field.name.name, span));
                quote_spanned!(span=> #path { #(#fields: #values),* })
            }
        }
    }

    fn clone(&self) -> TokenStream {
        let span = self.span;
        let arms = self.adt.variants.iter().map(|variant| {
            let (pattern, names) = self.pattern(variant, "f");
            let values: Vec<TokenStream> = names
                .iter()
                .map(|name| quote_spanned!(span=> ::core::clone::Clone::clone(#name)))
                .collect();
            let built = self.build(variant, &values);
            quote_spanned!(span=> #pattern => #built,)
        });
        let arms = self.or_empty(arms.collect());
        self.make(
            quote_spanned!(span=> ::core::clone::Clone),
            quote_spanned!(span=> fn clone(&self) -> Self { match self { #arms } }),
        )
    }

    /// The arms of a match on `self`; an enum without variants has no value to match.
    fn or_empty(&self, arms: TokenStream) -> TokenStream {
        let span = self.span;
        if self.adt.variants.is_empty() {
            quote_spanned!(span=> _ => loop {},)
        } else {
            arms
        }
    }

    fn partial_eq(&self) -> TokenStream {
        let span = self.span;
        let mut arms = TokenStream::new();
        for variant in &self.adt.variants {
            let (left, a) = self.pattern(variant, "a");
            let (right, b) = self.pattern(variant, "b");
            let mut all = TokenStream::new();
            for (a, b) in a.iter().zip(&b) {
                if !all.is_empty() {
                    all.extend(quote_spanned!(span=> &&));
                }
                all.extend(quote_spanned!(span=> *#a == *#b));
            }
            if all.is_empty() {
                all = quote_spanned!(span=> true);
            }
            arms.extend(quote_spanned!(span=> (#left, #right) => #all,));
        }
        if self.adt.variants.len() != 1 {
            arms.extend(quote_spanned!(span=> _ => false,));
        }
        self.make(
            quote_spanned!(span=> ::core::cmp::PartialEq),
            quote_spanned!(span=>
                fn eq(&self, other: &Self) -> bool { match (self, other) { #arms } }),
        )
    }

    /// Lexicographic over the fields, and by position between variants.
    fn ordering(
        &self,
        compare: &TokenStream,
        equal: &TokenStream,
        ranks: &TokenStream,
    ) -> TokenStream {
        let span = self.span;
        let mut arms = TokenStream::new();
        for variant in &self.adt.variants {
            let (left, a) = self.pattern(variant, "a");
            let (right, b) = self.pattern(variant, "b");
            let mut value = equal.clone();
            for (a, b) in a.iter().zip(&b).rev() {
                value = quote_spanned!(span=>
                    match #compare(#a, #b) { #equal => #value, unequal => unequal });
            }
            arms.extend(quote_spanned!(span=> (#left, #right) => #value,));
        }
        if self.adt.variants.len() != 1 {
            let position = |of: TokenStream| {
                let mut arms = TokenStream::new();
                for (at, variant) in self.adt.variants.iter().enumerate() {
                    let path = self.path(variant);
                    let at = proc_macro2::Literal::isize_suffixed(at.cast_signed());
                    arms.extend(quote_spanned!(span=> #path { .. } => #at,));
                }
                let arms = self.or_empty(arms);
                quote_spanned!(span=> match #of { #arms })
            };
            let left = position(quote_spanned!(span=> self));
            let right = position(quote_spanned!(span=> other));
            arms.extend(quote_spanned!(span=> _ => #ranks(&#left, &#right),));
        }
        quote_spanned!(span=> match (self, other) { #arms })
    }

    fn partial_ord(&self) -> TokenStream {
        let span = self.span;
        let compare = quote_spanned!(span=> ::core::cmp::PartialOrd::partial_cmp);
        let equal = quote_spanned!(span=>
            ::core::option::Option::Some(::core::cmp::Ordering::Equal));
        let value = self.ordering(&compare, &equal, &compare);
        self.make(
            quote_spanned!(span=> ::core::cmp::PartialOrd),
            quote_spanned!(span=>
                fn partial_cmp(&self, other: &Self)
                    -> ::core::option::Option<::core::cmp::Ordering> { #value }),
        )
    }

    fn ord(&self) -> TokenStream {
        let span = self.span;
        let compare = quote_spanned!(span=> ::core::cmp::Ord::cmp);
        let equal = quote_spanned!(span=> ::core::cmp::Ordering::Equal);
        let value = self.ordering(&compare, &equal, &compare);
        self.make(
            quote_spanned!(span=> ::core::cmp::Ord),
            quote_spanned!(span=>
                fn cmp(&self, other: &Self) -> ::core::cmp::Ordering { #value }),
        )
    }

    /// The number of the variant, where there are several, then the fields in their order.
    fn hash(&self) -> TokenStream {
        let span = self.span;
        let trait_ = quote_spanned!(span=> ::core::hash::Hash);
        let arms = self.adt.variants.iter().enumerate().map(|(at, variant)| {
            let (pattern, names) = self.pattern(variant, "f");
            let at = proc_macro2::Literal::isize_suffixed(at.cast_signed());
            let number = match self.adt.variants.len() {
                1 => TokenStream::new(),
                _ => quote_spanned!(span=> #trait_::hash(&#at, state);),
            };
            quote_spanned!(span=> #pattern => { #number #(#trait_::hash(#names, state);)* })
        });
        let arms = self.or_empty(arms.collect());
        self.make(
            trait_.clone(),
            quote_spanned!(span=>
                fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) { match self { #arms } }),
        )
    }

    /// Kani's `Arbitrary`: any variant, with any fields.
    fn arbitrary(&self) -> TokenStream {
        let span = self.span;
        let mut arms = TokenStream::new();
        let count = self.adt.variants.len();
        for (at, variant) in self.adt.variants.iter().enumerate() {
            let values: Vec<TokenStream> = variant
                .fields
                .iter()
                .map(|_| quote_spanned!(span=> ::kani::any()))
                .collect();
            let built = self.build(variant, &values);
            let at = proc_macro2::Literal::usize_suffixed(at);
            arms.extend(quote_spanned!(span=> #at => #built,));
        }
        // A struct has nothing to choose but its fields.
        let choose = match count {
            1 => quote_spanned!(span=> let variant = 0usize;),
            _ => quote_spanned!(span=> let variant: usize = ::kani::any();),
        };
        let count = proc_macro2::Literal::usize_suffixed(count);
        let value = raw_ident("value", span);
        let safe = self.constrained(&quote_spanned!(span=> &#value), &value);
        let body = quote_spanned! {span=>
            fn any() -> Self {
                #choose
                ::kani::assume(variant < #count);
                let value = match variant { #arms _ => loop {}, };
                ::kani::assume(#safe);
                value
            }
        };
        self.make(quote_spanned!(span=> ::kani::Arbitrary), body)
    }

    /// Whether the value meets the constraints of its type and of its fields.
    fn constrained(&self, reference: &TokenStream, own: &Ident) -> TokenStream {
        let span = self.span;
        let whole = self.constraints.whole.iter();
        let whole = whole.map(|condition| with_self(condition.clone(), own));
        let fields = &self.constraints.fields;
        let mut safe = quote_spanned!(span=> true #(&& (#whole))*);
        if let ([variant], false) = (self.adt.variants.as_slice(), fields.is_empty())
            && variant.shape == Shape::Named
        {
            let path = raw_ident(&self.name.to_string(), span);
            let names = variant
                .fields
                .iter()
                .map(|field| raw_ident(&field.name.name, span));
            safe = quote_spanned!(span=> #safe && match #reference { #path { #(#names),* } => true #(&& (#fields))* });
        }
        safe
    }

    /// Kani's `Invariant`: all fields are safe.
    fn is_safe(&self) -> TokenStream {
        let span = self.span;
        let arms = self.adt.variants.iter().map(|variant| {
            let (pattern, names) = self.pattern(variant, "f");
            quote_spanned!(span=> #pattern => true #(&& ::kani::Invariant::is_safe(#names))*,)
        });
        let arms = self.or_empty(arms.collect());
        let own = Ident::new("self", span);
        let safe = self.constrained(&quote_spanned!(span=> #own), &own);
        let body =
            quote_spanned!(span=> fn is_safe(&self) -> bool { (match self { #arms }) && #safe });
        self.make(quote_spanned!(span=> ::kani::Invariant), body)
    }

    fn default(&self) -> TokenStream {
        let span = self.span;
        let variant = match self.adt.kind {
            AdtKind::Enum => self.adt.variants.iter().find(|variant| variant.is_default),
            _ => self.adt.variants.first(),
        };
        let Some(variant) = variant else {
            return TokenStream::new();
        };
        let values: Vec<TokenStream> = variant
            .fields
            .iter()
            .map(|_| quote_spanned!(span=> ::core::default::Default::default()))
            .collect();
        let built = self.build(variant, &values);
        let implementation = self.make(
            quote_spanned!(span=> ::core::default::Default),
            quote_spanned!(span=> fn default() -> Self { #built }),
        );
        implementation.to_token_stream()
    }
}

fn raw_ident(name: &str, span: Span) -> Ident {
    match syn::parse_str::<syn::Ident>(name) {
        Ok(_) => Ident::new(name, span),
        Err(_) => {
            let mut ident = format_ident!("r#{}", name);
            ident.set_span(span);
            ident
        }
    }
}

/// What `#[safety_constraint(…)]` asks of a struct: over `self`, and over the fields by their names.
#[derive(Default)]
struct Constraints {
    whole: Vec<TokenStream>,
    fields: Vec<TokenStream>,
}

impl Constraints {
    fn of(metas: &[Meta], item: &syn::Item) -> Self {
        let of = |meta: &Meta| match meta {
            Meta::List(list) if list.path.is_ident("safety_constraint") => {
                Some(list.tokens.clone())
            }
            _ => None,
        };
        let fields = match item {
            syn::Item::Struct(item) => item.fields.iter().collect(),
            _ => Vec::new(),
        };
        let attrs = fields.into_iter().flat_map(|field| &field.attrs);
        Constraints {
            whole: metas.iter().filter_map(of).collect(),
            fields: attrs.filter_map(|attr| of(&attr.meta)).collect(),
        }
    }
}

/// The tokens with another name for `self`.
fn with_self(tokens: TokenStream, own: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            proc_macro2::TokenTree::Ident(word) if word == "self" => own.clone().into(),
            proc_macro2::TokenTree::Group(group) => {
                let inner = with_self(group.stream(), own);
                proc_macro2::Group::new(group.delimiter(), inner).into()
            }
            other => other,
        })
        .collect()
}
