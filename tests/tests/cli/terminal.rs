//! In a pseudo-terminal: what a person sees and can do.

use crate::NOTE;
use expectrl::{ControlCode, Eof, Expect, Regex, process::unix::WaitStatus, session::OsSession};
use memo_tests::{
    model::{Act, Model},
    sandbox::Sandbox,
};
use std::{process::Command, time::Duration};

/// Long, because the machine may be busy; a test that passes never waits for it.
const PATIENCE: Duration = Duration::from_secs(180);

fn on_terminal(mut command: Command) -> OsSession {
    command.env("TERM", "xterm-256color");
    let mut session = OsSession::spawn(command).expect("it starts");
    session.set_expect_timeout(Some(PATIENCE));
    session
}

/// Everything it writes until it ends, and its exit code.
fn to_the_end(mut session: OsSession) -> (String, i32) {
    let all = session.expect(Eof).expect("it ends");
    let text = String::from_utf8_lossy(all.as_bytes()).into_owned();
    match session.get_process().wait().expect("it ended") {
        WaitStatus::Exited(_, code) => (text, code),
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn colour_is_for_terminals_and_no_color_turns_it_off() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let (text, code) = to_the_end(on_terminal(memo.command(["recall", "observatory"])));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("\u{1b}["), "{text:?}");
    let mut command = memo.command(["recall", "observatory"]);
    command.env("NO_COLOR", "1");
    let (text, _) = to_the_end(on_terminal(command));
    assert!(!text.contains("\u{1b}["), "{text:?}");
}

#[test]
fn add_shows_bars_and_ends_with_the_result() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let (text, code) = to_the_end(on_terminal(memo.command(["add", "note.md"])));
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("1/1 files") || text.contains("0/1 files"),
        "{text:?}"
    );
    assert!(
        text.contains("1 memory") && text.contains("1 added"),
        "{text:?}"
    );
    let (text, _) = to_the_end(on_terminal(memo.command(["add", "--quiet", "note.md"])));
    assert_eq!(text, "");
}

#[test]
fn ctrl_c_leaves_the_daemon_working_and_says_how_to_follow() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    for i in 0..100 {
        let text =
            format!("On day {i} I met Yuki Brandt at pier {i} and we counted {i} herons.\n\n")
                .repeat(10);
        memo.write(&format!("many/{i:03}.txt"), text);
    }
    let mut session = on_terminal(memo.command(["add", "-v", "many"]));
    session
        .expect(Regex("added.*many/"))
        .expect("it is at work");
    session.send(ControlCode::EndOfText).expect("Ctrl-C");
    let (text, code) = to_the_end(session);
    assert_eq!(code, 130, "{text}");
    assert!(
        text.contains("memo status ") || text.contains("not sent"),
        "{text:?}"
    );
    memo.memo(["daemon", "status"]).ok();
    // The same command again goes on where it was interrupted.
    let again = memo.memo(["add", "many"]).ok();
    assert!(again.stderr.contains("unchanged"), "{again:#?}");
    let json = memo.memo(["list", "--json"]).ok().json();
    assert_eq!(json["documents"].as_array().map(Vec::len), Some(100));
}

#[test]
fn ask_is_a_prompt_in_which_a_memory_can_be_rated() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let mut session = on_terminal(memo.command(["ask"]));
    session.expect("ask> ").expect("a prompt");
    for help in ["?", "help"] {
        session.send_line(help).expect("sent");
        session.expect("arrow keys").expect("what can be typed");
        session.expect("ask> ").expect("a prompt");
    }
    session
        .send_line("Where did I have lunch with Ana?")
        .expect("sent");
    session.expect("Lisbon").expect("an answer");
    session.expect("ask> ").expect("a prompt");
    session.send_line("+1").expect("sent");
    session.expect("[1] rated as helpful").expect("rated");
    session.send_line("-9").expect("sent");
    session.expect("shows no memory 9").expect("refused");
    session.expect("ask> ").expect("a prompt");
    session
        .send(ControlCode::EndOfTransmission)
        .expect("Ctrl-D");
    let (text, code) = to_the_end(session);
    assert_eq!(code, 0, "{text}");
    let history = std::fs::read_to_string(memo.data().join("ask-history")).expect("a history");
    assert!(history.contains("lunch with Ana"));
}

#[test]
fn forget_asks_first() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let mut session = on_terminal(memo.command(["forget", &id]));
    session.expect("[y/N]").expect("a question");
    session.send_line("n").expect("sent");
    assert_eq!(to_the_end(session).1, 0);
    memo.memo(["show", &id]).ok();
    let mut session = on_terminal(memo.command(["forget", &id]));
    session.expect("[y/N]").expect("a question");
    session.send_line("y").expect("sent");
    assert_eq!(to_the_end(session).1, 0);
    memo.memo(["show", &id]).code(1);
}

#[test]
fn an_answer_of_the_model_is_shown_sentence_by_sentence() {
    let memo = Sandbox::new();
    let model = Model::start(|_| {
        let pieces = [
            "You had lunch with Ana [1]. ",
            "You flew to Mars [1]. ",
            "And",
        ];
        Act::Die(pieces.to_vec())
    });
    memo.add("note.md", NOTE);
    memo.memo(["daemon", "stop"]).ok();
    let mut command = memo.command(["ask", "With whom did I have lunch?"]);
    command.env("MEMO_LLM_MODEL", "tiny");
    command.env("MEMO_LLM_BASE_URL", model.url());
    let (text, code) = to_the_end(on_terminal(command));
    assert_eq!(code, 0, "{text}");
    let (answer, rest) = text.split_once("You had lunch with Ana [1].").expect(&text);
    assert!(!answer.contains("_memory_") && rest.contains("_memory_"));
    assert!(
        !text.contains("Mars") && rest.contains("cut short"),
        "{text}"
    );
}

#[test]
fn whose_memories_these_are_is_asked_once() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let unnamed = |args: &[&str]| {
        let mut command = memo.command(args);
        command.env_remove("MEMO_USER_NAME");
        command
    };
    let mut session = on_terminal(unnamed(&["add", "note.md"]));
    session
        .expect("Whose memories are these?")
        .expect("a question");
    session.send_line("Ines Duarte").expect("sent");
    let (text, code) = to_the_end(session);
    assert_eq!(code, 0, "{text}");
    let (text, _) = to_the_end(on_terminal(unnamed(&["add", "note.md"])));
    assert!(
        text.contains("1 unchanged") && !text.contains("Whose"),
        "{text}"
    );
    let told = memo.memo(["show", "note.md", "--json"]).ok().json();
    assert_eq!(told["user_name"], "Ines Duarte");
}

#[test]
fn a_long_list_goes_to_the_pager() {
    let memo = Sandbox::new();
    for i in 0..100 {
        memo.write(&format!("many/{i}.md"), format!("I saw heron {i}.\n"));
    }
    memo.memo(["add", "many"]).ok();
    let mut command = memo.command(["list"]);
    command.env("PAGER", "wc -l");
    let (text, code) = to_the_end(on_terminal(command));
    assert_eq!((text.trim(), code), ("101", 0));
    memo.memo(["list"]).ok();
    let mut command = memo.command(["list", "--limit", "3"]);
    command.env("PAGER", "wc -l");
    let (text, _) = to_the_end(on_terminal(command));
    assert!(text.contains("heron") || text.contains(".md"), "{text}");
}

#[test]
fn forgetting_everything_says_how_much_that_is() {
    let memo = Sandbox::new();
    for i in 0..101 {
        memo.write(&format!("many/{i}.md"), format!("I saw heron {i}.\n"));
    }
    memo.memo(["add", "many"]).ok();
    let mut session = on_terminal(memo.command(["forget", "--all"]));
    session
        .expect("101 documents with 101 memories? [y/N]")
        .expect("a question");
    session.send_line("y").expect("sent");
    let (text, code) = to_the_end(session);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("forgot 101 documents with 101 memories"),
        "{text}"
    );
}

#[test]
fn a_mailboxs_password_is_asked_for_and_not_shown() {
    let memo = Sandbox::new();
    let address = "imaps://ana@mail.invalid";
    let mut session = on_terminal(memo.command(["watch", "add", address]));
    session
        .expect("Password of imaps://ana@mail.invalid:")
        .expect("it asks");
    session.send_line("hunter2").expect("typed");
    let (text, code) = to_the_end(session);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("watching") && !text.contains("hunter2"),
        "{text:?}"
    );
    let mut files = std::fs::read_dir(memo.data().join("watches")).expect("a folder");
    let kept = files.find_map(|file| {
        let path = file.ok()?.path();
        (path.extension()? == "login").then_some(path)
    });
    let kept = kept.expect("the password's file");
    let text = std::fs::read_to_string(&kept).expect("text");
    assert_eq!(text, r#"{"password":"hunter2"}"#);
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&kept.metadata().expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);
}
