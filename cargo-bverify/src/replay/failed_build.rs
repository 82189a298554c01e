//! Which tests keep a crate from being built: those in which rustc finds errors.

use camino::{Utf8Path, Utf8PathBuf};

/// The lines of a file that a test takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) file: Utf8PathBuf,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// For each test, the first error inside it, as rustc prints it.
pub(super) fn errors_in(tests: &[Lines], stderr: &str) -> Vec<Option<String>> {
    let mut found: Vec<Option<String>> = vec![None; tests.len()];
    for block in stderr.split("\n\n") {
        let block = block.trim_start_matches('\n');
        let Some(start) = block.find("error") else {
            continue;
        };
        let block = &block[start..];
        for line in block.lines() {
            let Some((file, number)) = place(line) else {
                continue;
            };
            let inside = |test: &Lines| {
                file.file_name() == test.file.file_name()
                    && test.file.ends_with(file)
                    && (test.first..=test.last).contains(&number)
            };
            if let Some(at) = tests.iter().position(inside) {
                let told: Vec<&str> = block.lines().take(12).collect();
                found[at].get_or_insert(told.join("\n"));
                break;
            }
        }
    }
    found
}

/// The place of `  --> src/lib.rs:7:5`.
fn place(line: &str) -> Option<(&Utf8Path, usize)> {
    let place = line.trim_start().strip_prefix("--> ")?;
    let mut parts = place.rsplitn(3, ':');
    let (_, number, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((Utf8Path::new(file), number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_that_of_the_test_around_its_place() {
        let lines = |first, last| Lines {
            file: "/t/src/lib.rs".into(),
            first,
            last,
        };
        let stderr = "error[E0308]: mismatched types\n  --> /t/src/lib.rs:20:29\n   |\n20 | f(1)\n\nerror: could not compile\n";
        let found = errors_in(&[lines(5, 9), lines(18, 22)], stderr);
        assert_eq!(found[0], None);
        assert!(found[1].as_deref().unwrap().starts_with("error[E0308]"));
    }
}
