//! The page of threats names tests that exist.

use std::{fs, path::Path};

#[test]
fn every_test_that_the_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("daemon/THREATS.md")).expect("the page");
    let mut folders = ["common/src", "daemon/src", "cli/src", "tests/tests"]
        .map(|f| root.join(f))
        .to_vec();
    let mut sources = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => sources += &fs::read_to_string(&path).unwrap_or_default(),
            }
        }
    }
    let named = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|n| n.split_once("::"));
    let named: Vec<&str> = named.map(|(_, test)| test).collect();
    assert!(named.len() > 20);
    for test in named {
        assert!(sources.contains(&format!("fn {test}(")), "{test}");
    }
}
