//! Reports of other kinds than the usual one, and more than one counterexample.

use std::path::Path;
use std::process::Command;

use crate::fixture::{ROOT, bverify};

/// A function that goes wrong for the empty list, and in another way for all others.
const TWICE: &str = "\
use bverify_contracts::*;

pub struct Node {
    elem: i32,
    next: Option<Box<Node>>,
}

pub struct List {
    head: Option<Box<Node>>,
}

impl List {
    #[ensures(result == old(self.head.chain(next).len()))]
    #[ensures(self.head.is_none())]
    pub fn clear(&mut self) -> usize {
        let mut count = if self.head.is_none() { 1 } else { 0 };
        let mut cur = &self.head;
        while let Some(node) = cur {
            count += 1;
            cur = &node.next;
        }
        count
    }
}
";

/// Runs the command on a file of its own.
fn told(text: &str, args: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join("case.rs"), text).expect("there is room");
    let output = bverify()
        .args(["--scope", "3", "case.rs"])
        .args(args)
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), format!("{stdout}{stderr}"))
}

fn lines(text: &str, args: &[&str]) -> Vec<String> {
    let args: Vec<&str> = args
        .iter()
        .copied()
        .chain(["--message-format", "short"])
        .collect();
    let (code, told) = told(text, &args);
    assert_eq!(code, Some(1), "{told}");
    told.lines().map(str::to_owned).collect()
}

#[test]
fn the_first_violation_is_the_smallest() {
    insta::assert_snapshot!(lines(TWICE, &[]).join("\n"), @"case.rs:13:15: error[BV0201]: `List::clear` violates its postcondition: self.clear()");
}

#[test]
fn every_clause_gets_an_answer_if_asked_for() {
    let both = lines(TWICE, &["--all-obligations"]);
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both[1].starts_with("case.rs:14:15: "), "{both:?}");
}

/// A claim that does not hold keeps nobody from asking what comes after it, not even `false`; a panic
/// ends the runs that meet it, and the rest is about the others.
#[test]
fn what_comes_after_a_violated_clause_has_a_verdict_of_its_own() {
    const MANY: &str = "\
use bverify_contracts::*;
#[ensures(false)]
#[ensures(result > 0)]
#[ensures(result == 7)]
#[ensures(result <= 10)]
pub fn share(n: u32) -> u32 {
    10 / n
}
";
    let (_, told) = told(MANY, &["--all-obligations", "--message-format", "json"]);
    let objects = told.lines().map(serde_json::from_str);
    let objects: Vec<serde_json::Value> = objects.map(|it| it.expect("it is JSON")).collect();
    let result = objects.iter().find(|it| it["reason"] == "bverify-result");
    let obligations = result.expect("there is a result")["obligations"].clone();
    let obligations = obligations
        .as_array()
        .expect("there are obligations")
        .clone();
    let verdicts = obligations.iter().map(|it| {
        let kind = it["kind"].as_str().unwrap_or_default().to_owned();
        let verdict = it["verdict"].as_str().unwrap_or_default().to_owned();
        format!("{}: {kind} {verdict}", it["line"])
    });
    insta::assert_snapshot!(verdicts.collect::<Vec<_>>().join("\n"), @r"
    2: postcondition violated
    3: postcondition violated
    4: postcondition violated
    5: postcondition verified
    7: division-by-zero violated
    ");
}

#[test]
fn more_counterexamples_differ_in_clause_or_shape() {
    let three = lines(TWICE, &["--counterexamples", "3"]);
    assert_eq!(three.len(), 3, "{three:?}");
    let (_, told) = told(TWICE, &["--counterexamples", "3", "--color", "never"]);
    assert!(told.contains("self: List { head: None }"), "{told}");
    assert!(told.contains("─▶ N0 { elem: 0 } ─▶ None"), "{told}");
}

/// One object or two make no difference to these: what is told apart is where the nodes are.
#[test]
fn shapes_of_one_size_are_different_counterexamples() {
    const TREE: &str = "\
use bverify_contracts::*;
pub struct Node {
    key: u8,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}
#[requires(tree.reach(left | right).len() == 2)]
#[ensures(result == 0)]
pub fn key(tree: &Node) -> u8 {
    if tree.key == 0 { 1 } else { tree.key }
}
";
    let (_, told) = told(TREE, &["--counterexamples", "5", "--color", "never"]);
    assert_eq!(told.matches("counterexample: ").count(), 2, "{told}");
    assert!(told.contains("left: ●─▶ N0"), "{told}");
    assert!(told.contains("right: ●─▶ N0"), "{told}");
}

/// Neither the solver's choices nor the number of jobs show in what is told.
#[test]
fn a_counterexample_is_the_same_on_every_run() {
    let told = |case: &str, seed: &str, jobs: &str| {
        let output = bverify()
            .args(["--scope", "3", "--seed", seed, "-j", jobs, case])
            .current_dir(Path::new(ROOT).join("ui-tests/violated"))
            .output()
            .expect("the command runs");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        // Times are not the same, and functions are told as they end.
        let mut lines: Vec<&str> = told.lines().filter(|line| !line.contains("s] ")).collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    for case in [
        "tree/mirror.rs",
        "raw_pointer/ring.rs",
        "closures/unknown.rs",
        "generic/borrowed_key.rs",
        "vector/sequence.rs",
    ] {
        let first = told(case, "0", "1");
        assert!(first.contains("counterexample: "), "{first}");
        for (seed, jobs) in [("0", "2"), ("1", "1"), ("2", "2"), ("77", "4")] {
            assert_eq!(first, told(case, seed, jobs), "seed {seed}, {jobs} jobs");
        }
    }
}

#[test]
fn plain_characters_suffice() {
    let (_, told) = told(TWICE, &["--all-obligations", "--ascii"]);
    assert!(told.is_ascii(), "{told}");
    assert!(told.contains("head: o-> N0 { elem: 0 } -> None"), "{told}");
}

#[test]
fn a_report_that_cannot_be_written_hides_no_violation() {
    let (code, told) = told(TWICE, &["--report", "no/such/folder/out.html"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("could not write the report: `no/such/folder/out.html`"),
        "{told}"
    );
}

#[test]
fn reports_for_machines_are_well_formed() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (sarif, junit) = (path("out.sarif"), path("out.xml"));
    told(TWICE, &["--report", &sarif, "--report", &junit]);
    let read = |path: &str| std::fs::read_to_string(path).expect("the report is there");
    let log: serde_json::Value = serde_json::from_str(&read(&sarif)).expect("it is JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "BV0201");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startLine"], &region["startColumn"]),
        (&13.into(), &15.into())
    );
    assert!(
        result["codeFlows"][0]["threadFlows"][0]["locations"]
            .as_array()
            .is_some_and(|steps| steps.len() > 2)
    );
    let junit = read(&junit);
    assert!(
        junit.contains("<testcase classname=\"case\" name=\"List::clear\""),
        "{junit}"
    );
    assert!(junit.contains("<failure type=\"violated\""), "{junit}");
}

/// The page is drawn by its script, so it takes a browser to see it; where there is none, the data is
/// all that can be looked at.
#[test]
fn the_page_needs_no_network_and_draws_the_heap() {
    let folder = tempfile::tempdir().expect("there is room");
    let page = folder.path().join("out.html");
    let case = Path::new(ROOT).join("ui-tests/violated/list/pop.rs");
    let output = bverify()
        .args(["--scope", "3", "--report"])
        .arg(&page)
        .arg(&case)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let remote = text.replace("http://www.w3.org/2000/svg", "");
    assert!(!remote.contains("http://") && !remote.contains("https://"));
    assert!(text.contains("\"verdict\":\"violated\""));
    let dom = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("file://{}#0/0/1", page.display()))
        .output();
    let Ok(dom) = dom else {
        return;
    };
    let dom = String::from_utf8_lossy(&dom.stdout);
    assert!(dom.contains("step 2 of "), "{dom}");
    assert!(
        dom.contains("class=\"edge\"") || dom.contains("class=\"gone\""),
        "{dom}"
    );
    assert!(dom.contains("as a test that fails"), "{dom}");

    // The arrow keys step.
    let press = "<script>for (const key of [\"ArrowRight\", \"ArrowRight\", \"ArrowLeft\"]) \
                 document.dispatchEvent(new KeyboardEvent(\"keydown\", { key, bubbles: true }))</script></body>";
    let stepped = folder.path().join("stepped.html");
    std::fs::write(&stepped, text.replace("</body>", press)).expect("there is room");
    let dom = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("file://{}", stepped.display()))
        .output()
        .expect("it ran before");
    let dom = String::from_utf8_lossy(&dom.stdout);
    assert!(dom.contains("step 2 of "), "{dom}");
}
