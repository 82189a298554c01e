//! The machine-readable output: its shape, and that it is the same on every run.

use serde_json::Value;

use crate::fixture::{Fixture, Run, VERIFIED, VIOLATED};

fn objects(run: &Run) -> Vec<Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
fn assert_keys(object: &Value, keys: &[&str]) {
    let found: Vec<&String> = object.as_object().unwrap().keys().collect();
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected, "{object}");
}

const JSON: [&str; 2] = ["--message-format", "json"];

#[test]
fn a_result_has_the_fields_of_the_reference() {
    let run = Fixture::package(VIOLATED).run(&JSON).expect_code(1);
    assert_eq!(run.stderr, "");
    let objects = objects(&run);
    let reasons: Vec<&str> = objects
        .iter()
        .map(|o| o["reason"].as_str().unwrap())
        .collect();
    assert_eq!(
        reasons,
        ["bverify-result", "compiler-message", "bverify-summary"]
    );

    let result = &objects[0];
    assert_keys(
        result,
        &[
            "reason",
            "package",
            "function",
            "verdict",
            "complete",
            "scope",
            "time_ms",
            "solver",
            "obligations",
            "counterexample",
            "unsupported",
        ],
    );
    assert_eq!(result["package"], "sample");
    assert_eq!(result["function"], "max");
    assert_eq!(result["verdict"], "violated");
    assert_eq!(result["scope"], 4);
    assert!(result["time_ms"].is_u64());
    assert_keys(&result["solver"], &["vars", "clauses", "conflicts"]);
    for obligation in result["obligations"].as_array().unwrap() {
        assert_keys(obligation, &["kind", "verdict", "file", "line", "column"]);
    }
    assert!(result["counterexample"]["call"].is_string());
    assert_eq!(result["unsupported"], Value::Array(Vec::new()));

    let message: cargo_metadata::CompilerMessage =
        serde_json::from_value(objects[1].clone()).unwrap();
    assert_eq!(message.message.code.unwrap().code, "BV0201");
    let span = &message.message.spans[0];
    assert_eq!(
        (span.file_name.as_str(), span.line_start),
        ("src/lib.rs", 3)
    );

    assert_keys(
        &objects[2],
        &[
            "reason",
            "verified",
            "violated",
            "vacuous",
            "unsupported",
            "undecided",
        ],
    );
    assert_eq!(objects[2]["violated"], 1);
}

#[test]
fn a_rejected_source_is_a_compiler_message() {
    let run = Fixture::package("pub fn (").run(&JSON).expect_code(2);
    let objects = objects(&run);
    assert_eq!(objects[0]["reason"], "compiler-message");
    assert_eq!(objects[0]["message"]["level"], "error");
    assert_eq!(objects.last().unwrap()["reason"], "bverify-summary");
}

#[test]
fn a_list_has_the_fields_of_the_reference() {
    let package = Fixture::package(&format!("{VERIFIED}\nfn helper() {{}}\n"));
    let run = package
        .run(&["--list", "--all", JSON[0], JSON[1]])
        .expect_code(0);
    let objects = objects(&run);
    assert_eq!(objects.len(), 2);
    for object in &objects {
        assert_keys(
            object,
            &[
                "reason",
                "function",
                "file",
                "line",
                "checked",
                "why",
                "typechecked",
                "lowered",
                "unsupported",
            ],
        );
        assert_eq!(object["reason"], "bverify-function");
    }
    assert_eq!(objects[0]["checked"], true);
    assert_eq!(objects[1]["checked"], false);
}

/// The output without the only thing that may differ.
fn without_times(run: &Run) -> Vec<Value> {
    let mut objects = objects(run);
    for object in &mut objects {
        if let Some(time) = object.get_mut("time_ms") {
            *time = Value::Null;
        }
    }
    objects
}

#[test]
fn the_same_command_gives_the_same_answer() {
    let manifest = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/crates/int-set-remove-loses-tail"
    );
    let folder = Fixture::empty();
    let args = [
        "--scope",
        "3",
        "--manifest-path",
        manifest,
        JSON[0],
        JSON[1],
    ];
    let first = folder.run(&args).expect_code(1);
    let second = folder.run(&args).expect_code(1);
    assert_eq!(without_times(&first), without_times(&second));
    let one_at_a_time = folder.run(&[&args[..], &["-j", "1"]].concat());
    assert_eq!(without_times(&first), without_times(&one_at_a_time));
}
