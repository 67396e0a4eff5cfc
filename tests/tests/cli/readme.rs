//! What the README shows is what happens.

use memo_tests::sandbox::{Sandbox, USER};
use std::{fs, path::Path};

fn readme(folder: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(path.join(folder).join("README.md")).expect("the README")
}

#[test]
fn its_question_has_its_answer() {
    let readme = readme("");
    let question = "Why was the pilot moved?";
    let (_, rest) = readme
        .split_once(&format!("$ memo ask \"{question}\"\n"))
        .expect("the question");
    let (answer, _) = rest.split_once("\n\n").expect("an answer");
    let memo = Sandbox::new();
    let samples = Sandbox::samples();
    let add = ["add", "--user-name", USER].map(Into::into);
    let added = memo.memo(add.into_iter().chain([samples.into_os_string()]));
    assert!(added.ok().stderr.ends_with("5 added\n"));
    let ran = memo.memo(["ask", question]).ok();
    // Off a terminal lines stay whole.
    assert_eq!(ran.stdout.lines().next(), Some(&*answer.replace('\n', " ")));
}

#[test]
fn the_memory_it_rates_over_http_is_of_the_document_it_sends() {
    let readme = readme("daemon");
    let field = |name: &str| {
        let (_, rest) = readme.split_once(&format!("-F {name}=")).expect(name);
        rest.split_whitespace().next().expect("a value")
    };
    let item_id = field("item_id");
    assert!(field("memory_id").starts_with(&format!("{item_id}_memory_")));
}

#[test]
fn its_commands_and_flags_are_there() {
    let memo = Sandbox::new();
    let mut help = std::collections::HashMap::new();
    for folder in ["", "cli", "daemon"] {
        let readme = readme(folder);
        let lines = readme.lines().filter_map(|line| line.strip_prefix("$ "));
        for line in lines.filter_map(|line| line.strip_prefix("memo ")) {
            let words: Vec<&str> = line
                .split_once('#')
                .map_or(line, |(before, _)| before)
                .split(' ')
                .collect();
            let text = help
                .entry(words[0].to_owned())
                .or_insert_with(|| memo.memo([words[0], "--help"]).ok().stdout);
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                assert!(text.contains(flag), "{folder}: {line}");
            }
        }
    }
}

#[test]
fn where_it_points_there_is_something() {
    for folder in ["", "cli", "daemon"] {
        let readme = readme(folder);
        for target in readme
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("..")
                .join(folder)
                .join(target);
            assert!(
                target.contains("://") || target.starts_with('#') || path.exists(),
                "{folder}: {target}"
            );
        }
    }
}
