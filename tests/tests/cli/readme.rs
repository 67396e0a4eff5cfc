//! What the README shows is what happens.

use memo_tests::sandbox::{Sandbox, USER};
use std::{fs, path::Path};

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    fs::read_to_string(path).expect("the README")
}

#[test]
fn its_question_has_its_answer() {
    let readme = readme();
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
    let readme = readme();
    let field = |name: &str| {
        let (_, rest) = readme.split_once(&format!("-F {name}=")).expect(name);
        rest.split_whitespace().next().expect("a value")
    };
    let item_id = field("item_id");
    assert!(field("memory_id").starts_with(&format!("{item_id}_memory_")));
}
