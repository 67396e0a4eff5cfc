use memo_tests::{
    daemon::until,
    model::{Act, Model},
    sandbox::{Sandbox, run},
};
use std::fs;

#[test]
fn all_is_well_with_and_without_a_daemon() {
    let memo = Sandbox::new();
    assert!(memo.memo(["doctor"]).ok().stdout.contains("not running"));
    assert!(!memo.data().exists(), "it changes nothing");
    memo.memo(["daemon", "start"]).ok();
    let json = memo.memo(["doctor", "--json"]).ok().json();
    assert_eq!(json["ok"], true);
}

#[test]
fn a_wrong_key_is_found_with_what_mends_it() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    let mut command = memo.command(["doctor"]);
    command.env("MEMO_API_KEY", "wrong");
    let ran = run(command, b"").code(1);
    assert!(ran.stdout.contains("unset MEMO_API_KEY"), "{ran:#?}");
}

#[test]
fn a_file_in_the_folders_place_is_found() {
    let memo = Sandbox::new();
    fs::write(memo.data(), "x").expect("written");
    let ran = memo.memo(["doctor"]).code(1);
    assert!(ran.stdout.contains("is no folder"), "{ran:#?}");
}

#[test]
fn a_model_is_called_once_and_what_comes_back_is_shown() {
    let memo = Sandbox::new();
    let model = Model::saying("{\"greeting\": \"good day\"}");
    memo.memo(["config", "set", "llm.base_url", model.url()])
        .ok();
    let half = memo.memo(["doctor"]).code(1);
    assert!(half.stdout.contains("memo config set llm.model"));
    memo.memo(["config", "set", "llm.model", "tiny"]).ok();
    memo.memo(["daemon", "start"]).ok();
    let ran = memo.memo(["doctor"]).ok();
    assert!(ran.stdout.contains("good day"), "{ran:#?}");
    assert_eq!(model.asked().len(), 1);
    memo.memo(["daemon", "stop"]).ok();
    memo.memo(["config", "set", "llm.base_url", "http://127.0.0.1:9/v1"])
        .ok();
    memo.memo(["daemon", "start"]).ok();
    let ran = memo.memo(["doctor"]).code(1);
    assert!(ran.stdout.contains("nobody answers there"), "{ran:#?}");
}

#[test]
fn a_model_for_vectors_is_called_once_and_named_by_status() {
    let memo = Sandbox::new();
    let reply = br#"{"data":[{"embedding":[0.5,0.5,-0.1]}]}"#;
    let model = Model::start(move |_| Act::Raw(200, Vec::new(), reply.to_vec()));
    let quiet = memo.memo(["status"]).code(3);
    assert!(!quiet.stdout.contains("vectors"), "{quiet:#?}");
    memo.memo(["config", "set", "embed.model", "tiny"]).ok();
    let half = memo.memo(["doctor"]).code(1);
    assert!(half.stdout.contains("memo config set embed.base_url"));
    memo.memo(["config", "set", "embed.base_url", model.url()])
        .ok();
    memo.memo(["daemon", "start"]).ok();
    let ran = memo.memo(["doctor"]).ok();
    assert!(ran.stdout.contains("one of 3 numbers"), "{ran:#?}");
    let ran = memo.memo(["status"]).ok();
    let there = format!("memories and questions go to tiny at {}", model.url());
    assert!(ran.stdout.contains(&there), "{ran:#?}");
    assert!(!ran.stdout.contains("nothing leaves"), "{ran:#?}");
}

#[cfg(unix)]
#[test]
fn faults_of_the_folder_are_found_with_what_mends_them() {
    use std::{
        os::unix::fs::{MetadataExt, PermissionsExt, chown},
        time::{Duration, SystemTime},
    };
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    let address = fs::read(memo.data().join("daemon.json")).expect("written");
    memo.memo(["daemon", "stop"]).ok();
    memo.memo(["doctor"]).ok();
    let finds = |what: &str| {
        let ran = memo.memo(["doctor"]).code(1);
        assert!(ran.stdout.contains(what), "{what}: {ran:#?}");
    };
    // Killed, it would have left its address.
    fs::write(memo.data().join("daemon.json"), address).expect("written");
    finds("which is gone");
    fs::remove_file(memo.data().join("daemon.json")).expect("removed");
    let key = memo.data().join("key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("set");
    finds("chmod -R go=");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("set");
    let file = fs::File::options().append(true).open(&key).expect("open");
    let tomorrow = SystemTime::now() + Duration::from_secs(24 * 3600);
    file.set_modified(tomorrow).expect("set");
    finds("24 hours from now");
    file.set_modified(SystemTime::now()).expect("set");
    memo.memo(["doctor"]).ok();
    // Who may give a file away may read every file, too.
    let owner = fs::metadata(&key).expect("there").uid();
    match chown(&key, Some(owner + 1), None) {
        Ok(()) => {
            finds("owned by another account");
            finds("chown -R");
            chown(&key, Some(owner), None).expect("given back");
        }
        Err(_) => {
            fs::set_permissions(&key, fs::Permissions::from_mode(0o000)).expect("set");
            finds("chmod -R u+rwX");
            fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("set");
        }
    }
    memo.memo(["doctor"]).ok();
    let index = fs::read_dir(memo.data().join("index")).expect("an index");
    let index = index.flatten().next().expect("a version").path();
    fs::write(index.join("meta.json"), "{").expect("written");
    finds("BAD  index");
    fs::remove_dir_all(index).expect("removed");
    memo.memo(["daemon", "start"]).ok();
    memo.memo(["doctor"]).ok();
}

#[test]
fn damage_of_each_part_is_found_before_and_gone_after_a_repair() {
    let memo = Sandbox::new();
    let long = format!("I saw a heron at the weir. {}", "It stood. ".repeat(900));
    memo.add("garden.md", "I planted tulips with Ines.");
    memo.add("heron.md", &long);
    memo.memo(["daemon", "stop"]).ok();
    let well = memo.memo(["doctor"]).ok().stdout;
    for part in ["store", "journal", "texts", "index"] {
        assert!(
            well.lines()
                .any(|line| line.starts_with(&format!("ok   {part} "))),
            "{part}: {well}"
        );
    }
    assert!(!memo.data().join("store/inspected").exists());
    let text = files(&memo.data().join("bodies")).remove(0);
    let segment = files(&memo.data().join("index"));
    let segment = segment
        .iter()
        .find(|f| f.extension().is_some_and(|e| e == "term"));
    for (part, file) in [
        ("store", memo.data().join("store/1/db")),
        ("journal", memo.data().join("store/1.journal")),
        ("texts", text),
        ("index", segment.expect("terms").clone()),
    ] {
        let whole = fs::read(&file).expect("read");
        let mut damaged = whole.clone();
        // A row in the middle.
        let at = match part {
            "store" => whole
                .windows(6)
                .position(|w| w == b"tulips")
                .expect("there"),
            _ => whole.len() / 2,
        };
        damaged[at] ^= 0x20;
        fs::write(&file, damaged).expect("written");
        let ran = memo.memo(["doctor"]).code(1);
        let bad = |line: &str| line.starts_with(&format!("BAD  {part} "));
        assert!(ran.stdout.lines().any(bad), "{part}: {ran:#?}");
        // What a disk has lost of a text is nowhere else in the folder.
        let mend = match part {
            "texts" => "memo add",
            _ => "memo doctor --repair",
        };
        assert!(ran.stdout.contains(mend), "{part}: {ran:#?}");
        fs::write(&file, whole).expect("written");
    }
    let db = memo.data().join("store/1/db");
    let rows = fs::read(&db).expect("read");
    let at = rows.windows(6).position(|w| w == b"tulips");
    let garbled = [
        &rows[..at.expect("there")],
        b"TULIPS",
        &rows[at.expect("there") + 6..],
    ];
    fs::write(&db, garbled.concat()).expect("written");
    memo.memo(["doctor"]).code(1);
    memo.memo(["doctor", "--repair"]).ok();
    memo.memo(["doctor"]).ok();
    memo.memo(["daemon", "start"]).ok();
    let ran = memo.memo(["doctor"]).ok().stdout;
    assert!(ran.contains("read"), "{ran}");
}

#[test]
fn a_lost_text_is_told_and_comes_back_with_its_file() {
    let memo = Sandbox::new();
    let long = format!("I saw a heron at the weir. {}", "It stood. ".repeat(900));
    let id = memo.add("heron.md", &long);
    let text = files(&memo.data().join("bodies")).remove(0);
    let doctor = |code: i32| memo.memo(["doctor"]).code(code).stdout;
    let told = |stdout: &str| {
        assert!(stdout.contains("BAD  texts "), "{stdout}");
        assert!(stdout.contains("memo add"), "{stdout}");
        assert!(!stdout.contains("--repair"), "{stdout}");
    };
    for damaged in [false, true] {
        memo.memo(["daemon", "stop"]).ok();
        match damaged {
            true => fs::write(&text, "I saw a crane.").expect("written"),
            false => fs::remove_file(&text).expect("removed"),
        }
        let stopped = doctor(1);
        told(&stopped);
        assert!(stopped.contains(&id), "{stopped}");
        if damaged {
            // There is nothing to make it anew from, and that is said every time.
            for _ in 0..2 {
                let repaired = memo.memo(["doctor", "--repair"]).code(5);
                let again = "adding its file again puts the text back";
                assert!(repaired.stdout.contains(again), "{repaired:#?}");
            }
        }
        memo.memo(["daemon", "start"]).ok();
        // It is found by itself, in the background.
        let running = until("the texts are read", || {
            let said = memo.memo(["doctor"]).stdout;
            said.contains("BAD  texts ").then_some(said)
        });
        told(&running);
        memo.memo(["show", &id]).ok();
        let refused = memo.memo(["show", &id, "--source"]).code(1);
        assert!(
            refused.stderr.contains("adding the file again"),
            "{refused:#?}"
        );
        let added = memo.memo(["add", "heron.md"]).ok();
        assert!(added.stdout.starts_with("restored"), "{added:#?}");
        let added = memo.memo(["add", "heron.md"]).ok();
        assert!(added.stdout.starts_with("unchanged"), "{added:#?}");
        let source = memo.memo(["show", &id, "--source"]).ok();
        assert!(source.stdout.contains("heron"), "{source:#?}");
        doctor(0);
        memo.memo(["daemon", "stop"]).ok();
        doctor(0);
        memo.memo(["doctor", "--repair"]).ok();
    }
    // What was forgotten is nobody's loss.
    memo.memo(["daemon", "start"]).ok();
    fs::remove_file(&text).expect("removed");
    memo.memo(["show", &id, "--source"]).code(1);
    doctor(1);
    memo.memo(["forget", "--yes", &id]).ok();
    doctor(0);
}

#[cfg(unix)]
#[test]
fn what_could_not_be_read_is_not_called_whole() {
    use std::os::unix::fs::OpenOptionsExt;
    let memo = Sandbox::new();
    memo.add("garden.md", "I planted tulips with Ines.");
    memo.memo(["daemon", "stop"]).ok();
    // It takes no room itself, and no disk has room for a copy.
    let mut own = fs::OpenOptions::new();
    own.write(true).create_new(true).mode(0o600);
    for entry in fs::read_dir(memo.data().join("index")).expect("an index") {
        fs::remove_dir_all(entry.expect("a version").path()).expect("removed");
    }
    let vast = own.open(memo.data().join("store/1/vast")).expect("made");
    vast.set_len(8 << 40).expect("a file with nothing in it");
    let told = memo.memo(["doctor"]).ok().stdout;
    for part in ["store", "texts", "index"] {
        let lines: Vec<&str> = told.lines().filter(|l| l.contains(part)).collect();
        let marked = format!("?    {part} ");
        assert!(lines.iter().any(|l| l.starts_with(&marked)), "{told}");
        assert!(told.contains("not checked: "), "{told}");
        let well = format!("ok   {part} ");
        assert!(!told.lines().any(|l| l.starts_with(&well)), "{told}");
    }
    let json = memo.memo(["doctor", "--json"]).ok().json();
    let checks = json["checks"].as_array().expect("checks");
    let store = checks.iter().find(|c| c["name"] == "store");
    assert!(store.expect("the store")["ok"].is_null(), "{json}");
    let journal = checks.iter().find(|c| c["name"] == "journal");
    assert_eq!(journal.expect("the journal")["ok"], true, "{json}");
    assert!(!memo.data().join("store/inspected").exists());
}

/// All files below a folder.
fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let below = |entry: fs::DirEntry| match entry.path() {
        path if path.is_dir() => files(&path),
        path => vec![path],
    };
    entries.flat_map(below).collect()
}
