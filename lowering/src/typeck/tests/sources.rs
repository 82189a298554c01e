//! Loading: module files, configuration, and what is said of sources that cannot be read.

use super::super::Package;
use super::input;
use crate::front::Front;
use crate::source::{MemoryFiles, PackageInput, on_deep_stack};

/// The functions of a package, or the codes and messages of what is wrong.
fn check(files: MemoryFiles, expected: &[&str]) {
    check_with(input(), files, expected);
}

fn check_with(input: PackageInput, files: MemoryFiles, expected: &[&str]) {
    let found = on_deep_stack(|| match Package::load(&input, &files) {
        Ok(package) => {
            let functions = package.functions();
            functions.into_iter().map(|info| info.path).collect()
        }
        Err(refused) => refused
            .diagnostics
            .into_iter()
            .map(|it| format!("{} {}", it.code, it.message))
            .collect::<Vec<_>>(),
    });
    assert_eq!(found, expected);
}

#[test]
fn modules_are_found_where_the_reference_says() {
    let files = MemoryFiles::default()
        .with(
            "lib.rs",
            "mod a; mod b; mod c { mod d; } #[path = \"odd.rs\"] mod e;",
        )
        .with("a.rs", "fn a() {} mod inner;")
        .with("a/inner.rs", "fn i() {}")
        .with("b/mod.rs", "fn b() {} mod inner;")
        .with("b/inner.rs", "fn i() {}")
        .with("c/d.rs", "fn d() {}")
        .with("odd.rs", "fn e() {}");
    check(
        files,
        &[
            "a::a",
            "a::inner::i",
            "b::b",
            "b::inner::i",
            "c::d::d",
            "e::e",
        ],
    );
}

#[test]
fn missing_cyclic_and_unreadable_files_are_told() {
    check(
        MemoryFiles::default(),
        &["BV0101 cannot read `lib.rs`: file not found"],
    );
    check(
        MemoryFiles::default().with("lib.rs", "mod a;"),
        &["BV0101 no single file for the module `a`"],
    );
    check(
        MemoryFiles::default().with("lib.rs", "#[path = \"lib.rs\"] mod a;"),
        &["BV0104 the module file `lib.rs` includes itself"],
    );
    check(
        MemoryFiles::default().with("lib.rs", vec![0xff, 0xfe]),
        &["BV0101 cannot read `lib.rs`: the file is not valid UTF-8"],
    );
    check(
        MemoryFiles::default().with("lib.rs", "fn f() { ) }"),
        &["BV0102 cannot parse string into token stream"],
    );
    check(
        MemoryFiles::default().with("lib.rs", "fn f( {}"),
        &["BV0102 cannot parse string into token stream"],
    );
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!(
        "fn f() {{ {}1{}; }}",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    check(
        MemoryFiles::default().with("lib.rs", deep),
        &["BV0103 the source is nested too deeply"],
    );
    let long = format!("fn f() -> bool {{ {}true }}", "!".repeat(100_000));
    check(
        MemoryFiles::default().with("lib.rs", long),
        &["BV0103 the source is nested too deeply"],
    );
}

#[test]
fn configuration_decides() {
    let files = MemoryFiles::default().with(
        "lib.rs",
        "#[cfg(feature = \"a\")] fn a() {} #[cfg(not(feature = \"a\"))] fn b() {}
         #[cfg(bverify)] fn c() {} #[cfg(test)] fn d() {} #[cfg(unix)] fn e() {}",
    );
    let input = PackageInput {
        features: vec!["a".into()],
        cfgs: vec![("unix".into(), None)],
        ..input()
    };
    check_with(input, files, &["a", "c", "e"]);
}

#[test]
fn names_are_followed_through_imports() {
    let files = MemoryFiles::default().with(
        "lib.rs",
        "mod a { pub mod b { pub fn g() {} } pub use self::b::g as h; }
         use a::*; use crate::a::h as k;
         fn f() { h(); k(); b::g(); self::a::b::g(); { use a::b::g; g() } }",
    );
    let found = on_deep_stack(|| {
        let package = Package::load(&input(), &files).expect("the source loads");
        let def = super::function(&package, "f");
        let body = package.body(&package.identity(def)).expect("it is typed");
        crate::thir::pretty::body(&package, &body)
    });
    assert_eq!(found.matches("a::b::g()").count(), 5, "{found}");
}
