use memo_tests::sandbox::Sandbox;

#[test]
fn a_note_is_remembered_at_once_with_its_day_and_hour() {
    let memo = Sandbox::new();
    let noted = memo
        .memo(["note", "Ines", "has the key to the pump house."])
        .ok();
    assert!(noted.stdout.contains("the pump house"), "{noted:#?}");
    let today = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::UTC);
    let found = memo
        .memo(["recall", "who has the key", "--json"])
        .ok()
        .json();
    let content = &found["memories"][0]["content"];
    let when = content["when"].as_str().expect("a time");
    // Midnight may come between the two.
    let days = [today.date(), today.date().yesterday().expect("a day")].map(|d| d.to_string());
    assert!(
        days.iter().any(|day| when.starts_with(day)) && when.len() == 16,
        "{when}"
    );
    assert!(
        !content["narrative"]
            .as_str()
            .expect("words")
            .contains(&when[11..])
    );
    let said = memo.memo(["today"]).ok().stdout;
    assert!(said.contains("the pump house"), "{said}");
}

#[test]
fn what_is_said_twice_is_two_notes_and_what_is_piped_in_is_one() {
    let memo = Sandbox::new();
    let piped = "I had lunch with Ana Lima in Lisbon yesterday.\n\nTomas wants the survey cut.\n";
    let noted = memo
        .memo_with(["note", "--json"], piped.as_bytes())
        .ok()
        .json();
    let narrative = &noted["memories"][0]["content"]["narrative"];
    assert!(
        narrative.as_str().is_some_and(|n| n.contains("Ana Lima")),
        "{noted}"
    );
    let id = noted["item_id"].as_str().expect("an id");
    assert!(id.starts_with("note-"), "{id}");
    memo.memo_with(["note", "-"], piped.as_bytes()).ok();
    let documents = memo.memo(["list", "--json"]).ok().json();
    assert_eq!(documents["documents"].as_array().map(Vec::len), Some(2));
    let source = memo.memo(["show", "--source", id]).ok().stdout;
    assert!(source.contains("Tomas wants the survey cut."), "{source}");
    memo.memo(["forget", id, "--yes"]).ok();
}

#[test]
fn without_words_or_a_daemon_nothing_is_noted() {
    let memo = Sandbox::new();
    for (args, input) in [
        (&["note", " "][..], &b""[..]),
        (&["note"], b" \n"),
        (&["note", "-"], b""),
        (&["note"], b"caf\xe9"),
    ] {
        let refused = memo.memo_with(args, input).code(2);
        assert!(refused.stdout.is_empty(), "{refused:#?}");
    }
    memo.memo(["note", "--no-start", "I sold the boat."])
        .code(3);
    assert!(!memo.data().join("daemon.json").exists());
}
