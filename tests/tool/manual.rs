//! The examples of the manual's pages are checked: each does what its page says.

use cargo_bverify::explain::PAGES;

use crate::fixture::Fixture;

/// The examples of a page: what its fence says after `rust,`, and the code.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut parts = page.split("```");
    parts.next();
    while let Some(example) = parts.next() {
        let (info, code) = example.split_once('\n').unwrap();
        let outcome = info.strip_prefix("rust,").unwrap();
        examples.push((outcome.to_owned(), code.to_owned()));
        parts.next();
    }
    examples
}

#[test]
fn the_examples_of_the_manual_do_what_it_says() {
    for (code, page) in PAGES {
        for (outcome, source) in examples(page) {
            let expected = match outcome.as_str() {
                "verified" => 0,
                "violated" | "vacuous" => 1,
                "rejected" => 2,
                "unsupported" => 3,
                other => panic!("{code}: an example cannot be `{other}`"),
            };
            let folder = Fixture::empty().with("example.rs", &source);
            let run = folder
                .run(&["example.rs", "--scope", "3"])
                .expect_code(expected);
            let told = expected == 0 || run.stdout.contains(code);
            assert!(told, "{code}:\n{}", run.stdout);
        }
    }
}

/// The chapter on contracts: every clause, with an example each.
const CHAPTER: &str = include_str!("../../cargo-bverify/manual/contracts.md");

#[test]
fn the_examples_of_the_chapter_on_contracts_verify() {
    let examples = examples(CHAPTER);
    assert!(examples.len() > 25, "the chapter has its examples");
    for (outcome, source) in examples {
        assert_eq!(outcome, "verified");
        let folder = Fixture::empty().with("example.rs", &source);
        folder.run(&["example.rs", "--scope", "3"]).expect_code(0);
    }
}

/// The chapter on what programs mean: what it says of each example is so.
const SEMANTICS: &str = include_str!("../../cargo-bverify/manual/semantics.md");

#[test]
fn the_examples_of_the_chapter_on_semantics_do_what_it_says() {
    let examples = examples(SEMANTICS);
    assert!(examples.len() > 10, "the chapter has its examples");
    for (outcome, source) in examples {
        let expected = match outcome.as_str() {
            "verified" => 0,
            "violated" => 1,
            other => panic!("an example cannot be `{other}`"),
        };
        let first = source.lines().next().unwrap_or_default();
        let flags = first.strip_prefix("// flags:").unwrap_or_default();
        let mut args = vec!["example.rs", "--scope", "3"];
        args.extend(flags.split_whitespace());
        let folder = Fixture::empty().with("example.rs", &source);
        folder.run(&args).expect_code(expected);
    }
}
