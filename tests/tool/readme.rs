//! The commands of the README do what it says.

use crate::fixture::{ROOT, Run, bverify};

/// The `cargo bverify` commands of the README, each with the exit code that its comment states.
fn commands() -> Vec<(Vec<String>, i32)> {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let mut commands = Vec::new();
    let joined = readme.replace("\\\n", " ");
    for line in joined.lines() {
        let Some(rest) = line.strip_prefix("cargo bverify ") else {
            continue;
        };
        let (args, code) = rest.split_once("# exit code ").unwrap();
        let args = args.split_whitespace().map(str::to_owned).collect();
        commands.push((args, code.trim().parse().unwrap()));
    }
    commands
}

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    let commands = commands();
    assert!(!commands.is_empty());
    for (args, code) in commands {
        let output = bverify().args(&args).current_dir(ROOT).output();
        let run = Run::from(output.unwrap()).expect_code(code);
        // Every line of the picture is one that the command prints, times aside.
        for line in picture() {
            let shown = without_time(&line);
            let printed = run.stdout.lines().any(|line| without_time(line) == shown);
            assert!(
                printed,
                "the README shows a line that is not printed: {line}"
            );
        }
    }
}

/// The lines of the picture of the tool at work.
fn picture() -> Vec<String> {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let (_, rest) = readme.split_once("```text\n").unwrap();
    let (picture, _) = rest.split_once("```").unwrap();
    picture.lines().map(str::to_owned).collect()
}

fn without_time(line: &str) -> String {
    match (line.find('['), line.find("s] ")) {
        (Some(open), Some(close)) if open < close => {
            format!("{}{}", &line[..open], &line[close..])
        }
        _ => line.to_owned(),
    }
}
