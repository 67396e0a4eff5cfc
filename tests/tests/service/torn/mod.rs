//! Torn and garbled files: whatever is damaged where, the daemon serves all it was given, or says what is wrong and what
//! mends it; and that mends it.
//!
//! `MEMO_CAMPAIGN=400 cargo test -p memo-tests --test service torn` damages each kind of file so often, `MEMO_CAMPAIGN=1`
//! ten times as often as without.

mod damage;

use damage::{
    DOCUMENTS, PLACES, campaign, check, copy_of, copy_with_times, damaged, filled, list, places,
    reads_all, repair, starts, text, working,
};
use memo_tests::daemon::Daemon;
use std::{fs, path::Path};

#[test]
fn a_damaged_log_of_the_store_loses_nothing() {
    campaign(Path::new("store/1/db"), |daemon, damage| {
        if let Err(said) = starts(daemon) {
            assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
            let told = repair(daemon);
            assert!(told.contains("nothing is lost"), "{damage}: {told}");
        }
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn a_store_whose_settings_are_damaged_is_made_anew() {
    campaign(Path::new("store/1/conf"), |daemon, damage| {
        if let Err(said) = starts(daemon) {
            assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
            let told = repair(daemon);
            assert!(told.contains("nothing is lost"), "{damage}: {told}");
            assert!(daemon.data().join("set-aside").exists(), "{damage}");
        }
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn a_damaged_journal_is_begun_anew() {
    campaign(Path::new("store/1.journal"), |daemon, damage| {
        reads_all(daemon).expect(damage);
        // It is whole again: the store can be made of it alone.
        fs::remove_file(daemon.data().join("store/1/db")).expect("removed");
        let told = repair(daemon);
        assert!(told.contains("nothing is lost"), "{damage}: {told}");
        daemon.restart();
        check(daemon, damage, 0);
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn what_a_disk_damages_without_a_trace_is_found_soon_after_the_start() {
    let mut from = working();
    assert!(from.stop().0.success());
    assert!(from.data().join("store/1.clean").exists());
    for name in ["store/1/db", "store/1.journal"] {
        let path = from.data().join(name);
        let whole = fs::read(&path).expect("a file");
        let mut found = 0;
        // Of fewer than six, none may hit what is used.
        let places = places().max(6);
        for n in 0..places {
            let at = (whole.len() * n / places + n % 7).min(whole.len() - 1);

            // The very folder: a copy has other times.
            let daemon = Daemon::prepare(&[]);
            copy_with_times(&from.data(), &daemon.data());
            // Its length tells of a file that was cut off.
            let how = 1 + n % 2;
            let damage = format!("{name} at {at}, way {how}");
            let damaged = damaged(&whole, at, how);
            let path = daemon.data().join(name);
            let before = fs::metadata(&path)
                .expect("there")
                .modified()
                .expect("a time");
            fs::write(&path, damaged).expect("written");
            let file = fs::File::options().write(true).open(&path).expect("open");
            file.set_modified(before).expect("set");
            drop(file);
            let mut daemon = daemon;
            if let Err(said) = reads_all(&daemon) {
                found += 1;
                assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
                let told = repair(&daemon);
                assert!(told.contains("nothing is lost"), "{damage}: {told}");
            }
            daemon.restart();
            check(&daemon, &damage, 0);
        }
        // What lies in a place that is not used any more harms nothing; a journal is mended without a word.
        assert_eq!(found > 0, name.ends_with("db"), "{name}: {found}");
    }
}

#[test]
fn missing_files_are_noticed() {
    let from = filled();
    for (name, refused) in [
        ("store/1/db", true),
        // sled writes it anew, as it was.
        ("store/1/conf", false),
        ("store/1", true),
        ("store/1.journal", false),
        ("index", false),
        ("lock", false),
    ] {
        let mut daemon = copy_of(&from);
        let path = daemon.data().join(name);
        match path.is_dir() {
            true => fs::remove_dir_all(path).expect("removed"),
            false => fs::remove_file(path).expect("removed"),
        }
        let started = starts(&daemon);
        assert_eq!(started.is_err(), refused, "{name}: {started:?}");
        if refused {
            let told = repair(&daemon);
            assert!(told.contains("nothing is lost"), "{name}: {told}");
        }
        daemon.restart();
        check(&daemon, name, 0);
    }
}

#[test]
fn where_both_are_damaged_what_is_left_is_kept_and_the_rest_is_said() {
    let from = filled();
    let daemon = copy_of(&from);
    fs::remove_file(daemon.data().join("store/1/db")).expect("removed");
    let journal = daemon.data().join("store/1.journal");
    let content = fs::read(&journal).expect("a journal");
    // In the middle of a line that tells of a document.
    let words = b"heron4 with Tomas";
    let at = content.windows(words.len()).position(|w| w == words);
    fs::write(&journal, damaged(&content, at.expect("there"), 1)).expect("written");
    let said = starts(&daemon).expect_err("it cannot serve");
    assert!(said.contains("memo doctor --repair"), "{said}");
    let told = repair(&daemon);
    assert!(
        told.starts_with("lost\n") && told.contains("of the journal cannot be read"),
        "{told}"
    );
    let mut daemon = daemon;
    daemon.restart();
    for n in (0..DOCUMENTS).filter(|n| *n != 4) {
        let found = daemon.client().document_text(&format!("d{n}"));
        assert_eq!(found.expect("a text"), text(n));
    }
    daemon.add("more", "I baked bread with Ines Duarte.");
}

#[test]
fn a_damaged_index_is_made_anew_wherever_it_is_damaged() {
    let from = filled();
    let mut files = Vec::new();
    list(&from.data().join("index"), &mut files);
    files.sort();
    // One of each kind at least, each of them in a campaign.
    let mut kinds = std::collections::HashSet::new();
    let every = places() > PLACES;
    files.retain(|file| every || kinds.insert(file.extension().map(|e| e.to_owned())));
    for n in 0..places().max(files.len()) {
        let file = &files[n % files.len()];
        let name = file.strip_prefix(from.data()).expect("inside");
        let whole = fs::read(file).expect("a file");
        if whole.is_empty() {
            continue;
        }
        let at = (whole.len() * (n + 1) * 7 / 11) % whole.len();
        let mut daemon = copy_of(&from);
        fs::write(daemon.data().join(name), damaged(&whole, at, n)).expect("written");
        daemon.restart();
        check(
            &daemon,
            &format!("{} at {at}, way {}", name.display(), n % 3),
            0,
        );
    }
}

#[test]
fn a_question_waits_for_an_index_that_is_built_anew() {
    let from = filled();
    let mut daemon = copy_of(&from);
    fs::remove_dir_all(daemon.data().join("index")).expect("removed");
    daemon.restart();
    for n in (0..DOCUMENTS).filter(|n| *n != 1) {
        let found = daemon.recall(&format!("heron{n}"));
        assert!(found[0].contains(&format!("heron{n} ")), "{found:?}");
    }
}

#[test]
fn a_damaged_text_is_said_and_set_aside_and_nothing_else_suffers() {
    let from = filled();
    let mut files = Vec::new();
    list(&from.data().join("bodies"), &mut files);
    for n in 0..places() {
        let file = &files[n % files.len()];
        let name = file.strip_prefix(from.data()).expect("inside");
        let whole = fs::read(file).expect("a file");
        let at = whole.len() * n / places();
        let mut daemon = copy_of(&from);
        fs::write(daemon.data().join(name), damaged(&whole, at, n)).expect("written");
        let damage = format!("{} at {at}", name.display());
        daemon.restart();
        check(&daemon, &damage, 1);
        let lost: Vec<_> = (0..DOCUMENTS)
            .map(|n| daemon.get(&format!("/v1/documents/d{n}/text")))
            .filter(|reply| reply.status != 200)
            .collect();
        let detail = lost[0].problem(404, "not_found")["detail"].to_string();
        assert!(detail.contains("adding the file again"), "{detail}");
        daemon.kill();
        let told = repair(&daemon);
        assert!(told.contains("its memories are kept"), "{told}");
        daemon.restart();
        check(&daemon, &damage, 1);
        // The same text again mends it.
        let n = (0..DOCUMENTS).find(|n| {
            let path = format!("/v1/documents/d{n}/text");
            daemon.get(&path).status != 200
        });
        let n = n.expect("one is lost");
        daemon.add(&format!("again{n}"), &text(n));
        check(&daemon, &damage, 0);
    }
}
