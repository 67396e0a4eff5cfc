//! A file keeps its document, wherever it lies and whatever it is called.

use crate::NOTE;
use memo_tests::sandbox::{Ran, Sandbox};
use std::{
    fs,
    time::{Duration, SystemTime},
};

const RECIPE: &str = "On 7 June 2026 Yuki Brandt gave me her recipe for plum cake in Porto.\n";

fn chat(messages: usize) -> String {
    let line = |n: usize| {
        format!(
            "[{}/06/2026, 10:{n:02}:00] Ana Lima: I have seen {n} herons at the weir\n",
            n % 28 + 1
        )
    };
    (0..messages).map(line).collect()
}

fn ids(memo: &Sandbox) -> Vec<String> {
    let json = memo.memo(["list", "--json"]).ok().json();
    let documents = json["documents"].as_array().expect("a list");
    let id = |d: &serde_json::Value| d["item_id"].as_str().expect("an id").to_owned();
    documents.iter().map(id).collect()
}

fn touch(memo: &Sandbox, name: &str) {
    let file = fs::File::options().write(true).open(memo.work().join(name));
    let later = SystemTime::now() + Duration::from_secs(90 * 24 * 3600);
    file.expect("there").set_modified(later).expect("touched");
}

fn told(ran: &Ran, what: &str) {
    assert!(ran.stderr.contains(what), "{what}: {ran:#?}");
}

#[test]
fn a_file_that_is_renamed_or_moved_keeps_its_memories_and_ratings() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", NOTE);
    memo.write("notes/b.md", RECIPE);
    memo.memo(["add", "notes"]).ok();
    let before = ids(&memo);
    let memory = memo.memory("observatory");
    memo.memo(["feedback", &memory, "--up"]).ok();
    let work = memo.work();
    fs::rename(work.join("notes/a.md"), work.join("notes/lisbon.md")).expect("renamed");
    fs::rename(work.join("notes/b.md"), work.join("cake.md")).expect("moved");
    told(
        &memo.memo(["add", "notes", "cake.md"]).ok(),
        "2 unchanged\n",
    );
    assert_eq!(ids(&memo), before);
    assert_eq!(memo.memory("observatory"), memory);
    // It goes by its new name, and is the same document when it changes.
    memo.memo(["show", "lisbon.md"]).ok();
    memo.write("cake.md", RECIPE.replace("Porto", "Braga"));
    told(&memo.memo(["add", "cake.md"]).ok(), "1 replaced\n");
    assert_eq!(ids(&memo).len(), 2);
    assert!(memo.memo(["recall", "cake"]).ok().stdout.contains("Braga"));
}

#[test]
fn a_folder_that_is_moved_is_the_same_also_where_one_file_was_written_on() {
    let memo = Sandbox::new();
    let log: String = (1..20)
        .map(|n| format!("On {n} May 2026 I watered the tulips in bed {n}.\n\n"))
        .collect();
    memo.write("old/garden.md", &log);
    memo.write("old/cake.md", RECIPE);
    memo.memo(["add", "old"]).ok();
    let before = ids(&memo);
    fs::rename(memo.work().join("old"), memo.work().join("new")).expect("moved");
    memo.write(
        "new/garden.md",
        format!("{log}On 20 May 2026 I picked the tulips.\n"),
    );
    told(&memo.memo(["add", "new"]).ok(), "1 replaced, 1 unchanged\n");
    let mut after = ids(&memo);
    after.sort();
    let mut before = before;
    before.sort();
    assert_eq!(after, before);
}

#[test]
fn a_copy_is_the_same_export_until_it_says_something_else() {
    let memo = Sandbox::new();
    memo.write("downloads/chat.txt", chat(12));
    memo.write("downloads/day-1.md", RECIPE);
    memo.memo(["add", "downloads"]).ok();
    memo.write("kept/chat.txt", chat(12));
    memo.write("kept/day-2.md", RECIPE);
    // What another day's page says is of another day.
    told(&memo.memo(["add", "kept"]).ok(), "1 added, 1 unchanged\n");
    memo.write("kept/chat.txt", chat(20));
    told(
        &memo.memo(["add", "kept"]).ok(),
        "1 replaced, 1 unchanged\n",
    );
    assert_eq!(ids(&memo).len(), 3);
}

#[test]
fn an_export_that_holds_less_does_not_take_the_place_of_a_fuller_one() {
    let memo = Sandbox::new();
    memo.write("chat.txt", chat(20));
    memo.memo(["add", "chat.txt"]).ok();
    memo.write("chat.txt", chat(5));
    let ran = memo.memo(["add", "chat.txt"]).ok();
    told(&ran, "chat.txt: holds less than is remembered of it");
    let found = |number: &str| memo.memo(["recall", number]).stdout.contains(number);
    assert!(found("19 herons"));
    // Nor does an earlier export from another folder.
    memo.write("earlier/chat.txt", chat(9));
    told(&memo.memo(["add", "earlier"]).ok(), "1 skipped\n");
    assert_eq!(ids(&memo).len(), 1);
    told(
        &memo.memo(["add", "--replace", "chat.txt"]).ok(),
        "1 replaced\n",
    );
    assert!(!found("19 herons"));
    // A log that was begun anew is no part of the one before.
    memo.write("log/chat.txt", chat(30).replace("herons", "geese"));
    memo.memo(["add", "log"]).ok();
    memo.write("log/chat.txt", chat(8).replace("herons", "swans"));
    told(&memo.memo(["add", "log"]).ok(), "1 replaced\n");
    let posts = |n: usize| {
        let post = |n: usize| {
            format!(
                r#"{{"title":"Heron {n}","text":"I saw heron {n} at the weir.","date":"2026-06-07"}}"#
            )
        };
        format!("[{}]", (0..n).map(post).collect::<Vec<_>>().join(","))
    };
    memo.write("posts.json", posts(20));
    memo.memo(["add", "posts.json"]).ok();
    memo.write("posts.json", posts(6));
    told(&memo.memo(["add", "posts.json"]).ok(), "1 skipped\n");
    // A note may be cut as its writer likes.
    memo.write("note.md", NOTE.repeat(5));
    memo.memo(["add", "note.md"]).ok();
    memo.write("note.md", NOTE);
    told(&memo.memo(["add", "note.md"]).ok(), "1 replaced\n");
}

#[test]
fn what_was_forgotten_stays_forgotten() {
    let memo = Sandbox::new();
    let two = format!("# 3 October 2026\n\n{NOTE}\n# 7 June 2026\n\n{RECIPE}");
    memo.write("notes/diary.md", &two);
    memo.write("notes/other.md", "On 2 July 2026 I saw a kingfisher.\n");
    memo.memo(["add", "notes"]).ok();
    let cake = memo.memory("plum cake");
    memo.memo(["forget", "--yes", &cake]).ok();
    let is_gone = || !memo.memo(["recall", "plum cake"]).stdout.contains("plum");
    for step in ["unchanged", "touched", "written on"] {
        match step {
            "touched" => touch(&memo, "notes/diary.md"),
            "written on" => {
                let more = "# 9 June 2026\n\nI swam in the lake.\n";
                memo.write("notes/diary.md", format!("{two}\n{more}"));
            }
            _ => {}
        }
        memo.memo(["add", "notes"]).ok();
        assert!(is_gone(), "{step}");
        assert!(
            memo.memo(["recall", "observatory"])
                .ok()
                .stdout
                .contains("Lisbon")
        );
    }
    // A document, too, unless somebody names its file.
    let other = memo.memory("kingfisher");
    let other = other.strip_suffix("_memory_0").expect("a memory");
    memo.memo(["forget", "--yes", other]).ok();
    let list = fs::read_to_string(memo.data().join("files.jsonl")).expect("a list");
    assert!(!list.contains("other.md"), "{list}");
    touch(&memo, "notes/other.md");
    let ran = memo.memo(["add", "notes"]).ok();
    told(&ran, "notes/other.md: forgotten before");
    assert_eq!(ids(&memo).len(), 1);
    memo.memo(["add", "notes/other.md"]).ok();
    assert_eq!(ids(&memo).len(), 2);
    told(&memo.memo(["add", "notes"]).ok(), "2 unchanged\n");
}

#[test]
fn a_file_that_is_only_touched_is_not_worked_on_again() {
    let memo = Sandbox::new();
    memo.write("a.md", "Yesterday I visited the lighthouse with Yuki.\n");
    memo.memo(["add", "a.md"]).ok();
    let when = || {
        let found = memo.memo(["recall", "--json", "lighthouse"]).ok().json();
        found["memories"][0]["content"]["when"].clone()
    };
    let before = when();
    touch(&memo, "a.md");
    told(&memo.memo(["add", "a.md"]).ok(), "1 unchanged\n");
    assert_eq!(when(), before);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_followed_where_it_is_named() {
    let memo = Sandbox::new();
    memo.write("real/a.md", NOTE);
    memo.write("real/b.md", RECIPE);
    let work = memo.work();
    std::os::unix::fs::symlink(work.join("real"), work.join("link")).expect("a link");
    let ran = memo.memo(["add", "link"]).ok();
    told(&ran, "2 added\n");
    assert!(ran.stdout.contains("link/a.md"), "{ran:#?}");
    told(&memo.memo(["add", "real"]).ok(), "2 unchanged\n");
}

#[test]
fn files_that_say_the_same_are_moved_together_each_as_its_own() {
    let memo = Sandbox::new();
    for day in 1..9 {
        memo.write(
            &format!("old/2026-06-0{day}.md"),
            "I ran along the quay with Yuki.\n",
        );
    }
    memo.memo(["add", "old"]).ok();
    let sorted = || {
        let mut all = ids(&memo);
        all.sort();
        all
    };
    let before = sorted();
    assert_eq!(before.len(), 8);
    fs::rename(memo.work().join("old"), memo.work().join("new")).expect("moved");
    told(&memo.memo(["add", "new"]).ok(), "8 unchanged\n");
    for day in 1..9 {
        memo.write(
            &format!("new/2026-06-0{day}.md"),
            format!("I swam {day} lengths with Yuki.\n"),
        );
    }
    told(&memo.memo(["add", "new"]).ok(), "8 replaced\n");
    assert_eq!(sorted(), before);
}
