//! The attribute macros of `bverify-contracts`, which re-exports and documents them. Knows the
//! syntax of clauses and nothing of what they mean.
//!
//! In an ordinary build each macro checks the syntax of its arguments and emits the item as it was,
//! without what exists for specifications only. In a run-time build it adds assertions.

use proc_macro::TokenStream;

use crate::clause::Clause;

mod attributes;
mod clause;
mod fields;
mod implication;
mod item;
mod ordinary;
mod pure;
mod runtime;

/// Defines attribute macros, each with the clause it stands for.
macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident = $clause:ident;)*) => {$(
        $(#[$doc])*
        #[proc_macro_attribute]
        pub fn $name(args: TokenStream, item: TokenStream) -> TokenStream {
            attribute(Clause::$clause, args, item)
        }
    )*};
}

attributes! {
    /// `#[requires(e)]`: holds when the function is entered; the caller's duty.
    requires = Requires;
    /// `#[ensures(e)]`: holds at every normal return. `result` is the returned value, `old(e)` the
    /// value of `e` on entry; `#[ensures(|r| e)]` names the result itself.
    ensures = Ensures;
    /// `#[modifies(p, …)]`: every location that existed on entry and is not covered by a `p` keeps
    /// its value; `#[modifies()]`: nothing changes.
    modifies = Modifies;
    /// `#[panics(e)]`: panics exactly when `e` held on entry.
    panics = Panics;
    /// `#[may_panic(e)]`: panics only when `e` held on entry.
    may_panic = MayPanic;
    /// `#[after_expiry(e)]` of a function that returns `&mut`: holds when that borrow ends;
    /// `*result` is the last value written through it.
    after_expiry = AfterExpiry;
    /// `#[on_panic(e)]`: holds in the state in which a panic leaves the function.
    on_panic = OnPanic;
    /// `#[pure]`: changes nothing visible; may be called in specifications.
    pure = Pure;
    /// `#[model]`: a pure function for specifications only; an ordinary build drops it.
    model = Model;
    /// `#[trusted]`: the body is not checked; callers see the contract only.
    trusted = Trusted;
    /// `#[decreases(e)]`: the measure that shrinks at every recursive call or iteration.
    decreases = Decreases;
    /// `#[check(scope = 4, Node = 5, T = 3, int_bits = 4, unroll = 6)]`: bounds for this function;
    /// `#[check(skip)]`: not checked.
    check = Check;
    /// `#[invariant(e)]` on a struct, enum or impl block: the representation invariant over `self`.
    invariant = Invariant;
    /// `#[spec_field(name: Type = e)]` on a type: a specification field with its abstraction
    /// function; without `= e` it is abstract.
    spec_field = SpecField;
    /// `#[shape]` on a type that has `#[ghost]` or `#[tree]` fields and no other clause.
    shape = Shape;
    /// `#[tree]` on a field: its edges are part of a tree backbone. The clause of the type takes it
    /// away; without one, write `#[shape]` there.
    tree = Tree;
    /// `#[extern_spec] impl<T> Vec<T> { … }`: contracts for functions of another crate.
    extern_spec = ExternSpec;
    /// `#[extern_model(path::Type)] mod m { … }`: a representation in plain Rust that stands for a
    /// type of another crate.
    extern_model = ExternModel;
}

/// `loop_invariant!(e)` in a loop's body: holds on each iteration.
#[proc_macro]
pub fn loop_invariant(args: TokenStream) -> TokenStream {
    condition("loop_invariant", args)
}

/// `assume!(e)`: restricts what is checked to the runs in which `e` holds here.
#[proc_macro]
pub fn assume(args: TokenStream) -> TokenStream {
    condition("assume", args)
}

/// `prove!(e)`: an assertion that may use specification expressions.
#[proc_macro]
pub fn prove(args: TokenStream) -> TokenStream {
    condition("prove", args)
}

/// `ghost! { … }`: statements over ghost fields, erased.
#[proc_macro]
pub fn ghost(args: TokenStream) -> TokenStream {
    ordinary::ghost(args.into()).into()
}

fn attribute(clause: Clause, args: TokenStream, item: TokenStream) -> TokenStream {
    let emit = match runtime::enabled() {
        true => runtime::attribute,
        false => ordinary::attribute,
    };
    emit(clause, args.into(), item.into()).into()
}

fn condition(name: &str, args: TokenStream) -> TokenStream {
    let emit = match runtime::enabled() {
        true => runtime::condition,
        false => ordinary::condition,
    };
    emit(name, args.into()).into()
}
