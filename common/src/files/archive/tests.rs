use super::*;

#[test]
fn an_mbox_is_parted_into_its_mails() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("mail.mbox");
    let mbox = "From ana@a.example Thu Jan  1 10:00:00 2026\nMessage-ID: <1@a>\nSubject: One\n\n\
        First.\nFrom here on it is the same mail.\n>From the quay I saw it.\n\n\
        From bo@b.example Fri Jan  2 10:00:00 2026\nMessage-ID: <2@b>\n\nSecond.\n";
    fs::write(&path, mbox).expect("written");
    assert!(is_mbox(mbox.as_bytes()) && !is_mbox(b"From here on\n"));
    let mails = mails(&path).expect("readable");
    let read: Vec<Content> = mails.iter().map(|m| m.read().expect("a mail")).collect();
    let texts: Vec<_> = read
        .iter()
        .map(|c| String::from_utf8_lossy(&c.bytes))
        .collect();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].contains("\nFrom here on") && texts[0].contains("\nFrom the quay"));
    assert!(texts[1].starts_with("Message-ID: <2@b>") && texts[1].ends_with("Second.\n"));
    assert_ne!(read[0].item_id, read[1].item_id);
}

#[test]
fn a_slack_day_has_its_users_beside_it() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("general")).expect("a folder");
    let users = r#"[{"id":"U0000001","team_id":"T1","profile":{"real_name":"Ana Lima"}},
        {"id":"U0000002","team_id":"T1","profile":{"real_name":"Bo Ekberg"}}]"#;
    fs::write(dir.path().join("users.json"), users).expect("written");
    let day = r#"[{"type":"message","user":"U0000001","ts":"1767261600.0","text":"Lunch?"}]"#;
    let path = dir.path().join("general/2026-01-01.json");
    fs::write(&path, day).expect("written");
    fs::write(dir.path().join("general/2026-01-02.json"), "[]").expect("written");
    assert!(is_slack(dir.path()));
    let days = slack_days(dir.path()).expect("readable");
    let content = days[0].read().expect("a day");
    assert!(
        content.item_id.starts_with("slack-2026-01-01-"),
        "{}",
        content.item_id
    );
    let text = String::from_utf8_lossy(&content.bytes);
    assert!(
        text.contains("Ana Lima") && !text.contains("Bo Ekberg"),
        "{text}"
    );
    assert_eq!(
        days[1].read().err(),
        Some(Refused::Skipped("empty".to_owned()))
    );
}
