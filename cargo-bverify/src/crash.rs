//! Panics of ours, told as what they are: one clear message that names the function being checked.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::report::InternalError;

thread_local! {
    /// The panic that is unwinding this thread, as the hook saw it.
    static LAST: RefCell<Option<InternalError>> = const { RefCell::new(None) };
}

/// Keeps panics from being printed where they happen; [`guarded`] hands them on.
pub fn install_hook() {
    panic::set_hook(Box::new(|info| {
        let error = describe(info);
        LAST.with(|last| *last.borrow_mut() = Some(error));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            let backtrace = std::backtrace::Backtrace::force_capture();
            anstream::eprintln!("{info}\n{backtrace}");
        }
    }));
}

/// Runs `work`; a panic in it is an internal error, not the end of the process.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, InternalError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let last = LAST.with(|last| last.borrow_mut().take());
        last.unwrap_or_else(|| InternalError {
            message: "a panic without a message".into(),
            location: None,
        })
    })
}

fn describe(info: &PanicHookInfo<'_>) -> InternalError {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    InternalError {
        message: text.unwrap_or("a panic without a message").to_owned(),
        location: info.location().map(|location| {
            // The path of our own source, without the folder it was built in.
            let file = location.file();
            let file = file.rsplit_once("/src/").map_or(file, |(_, file)| file);
            format!("{file}:{}:{}", location.line(), location.column())
        }),
    }
}
