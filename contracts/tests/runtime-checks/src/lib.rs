//! Functions with clauses that hold or do not, and tests of what a run-time build says about them.
#![cfg(bverify_runtime)]
#![forbid(unsafe_code)]
#![deny(warnings)]

#[cfg(test)]
mod conditions;
#[cfg(test)]
mod functions;
#[cfg(test)]
mod invariants;
#[cfg(test)]
mod models;
#[cfg(test)]
mod skipped;

/// What a call panics with, if it does.
#[cfg(test)]
fn panic_of<T>(call: impl FnOnce() -> T) -> Option<String> {
    let call = std::panic::AssertUnwindSafe(call);
    let payload = std::panic::catch_unwind(call).err()?;
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
}

#[cfg(test)]
fn check<T>(call: impl FnOnce() -> T, message: &str) {
    assert_eq!(panic_of(call).as_deref(), Some(message));
}
