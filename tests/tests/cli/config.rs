use memo_tests::sandbox::Sandbox;
use std::fs;

#[test]
fn path_says_where_the_settings_are() {
    let memo = Sandbox::new();
    let path = memo.memo(["config", "path"]).ok().stdout;
    assert!(path.trim_end().ends_with("config.toml"), "{path}");
    let json = memo.memo(["config", "path", "--json"]).ok().json();
    assert_eq!(json["path"], path.trim_end());
}

#[test]
fn what_is_set_is_got_and_can_be_unset() {
    let memo = Sandbox::new();
    memo.memo(["config", "get", "allowed_hosts"]).code(1);
    memo.memo(["config", "set", "allowed_hosts", "memo.example"])
        .ok();
    assert_eq!(
        memo.memo(["config", "get", "allowed_hosts"]).ok().stdout,
        "memo.example\n"
    );
    let json = memo
        .memo(["config", "get", "--json", "allowed_hosts"])
        .ok()
        .json();
    assert!(
        json["origin"]
            .as_str()
            .is_some_and(|o| o.ends_with("config.toml")),
        "{json}"
    );
    memo.memo(["config", "set", "allowed_hosts", "--unset"])
        .ok();
    memo.memo(["config", "get", "allowed_hosts"]).code(1);
}

#[test]
fn settings_written_by_hand_stay_readable_when_they_are_changed() {
    let memo = Sandbox::new();
    let path = memo.memo(["config", "path"]).ok().stdout;
    for (text, name, value) in [
        (
            "# who may come\nallowed_hosts = [\n  \"memo.example\",\n  \"memo2.example\",\n]\n",
            "allowed_hosts",
            "x.example",
        ),
        (
            "llm = { base_url = \"http://127.0.0.1:9/v1\", model = \"m\" }\n",
            "llm.model",
            "n",
        ),
    ] {
        fs::write(path.trim_end(), text).expect("written");
        memo.memo(["config", "set", name, value]).ok();
        let got = memo.memo(["config", "get", name]).ok().stdout;
        assert_eq!(got.trim_end(), value, "{text}");
        memo.memo(["config", "set", name, "--unset"]).ok();
        memo.memo(["config", "get", name]).code(1);
    }
}

#[test]
fn what_the_daemon_reads_at_its_start_says_so() {
    let memo = Sandbox::new();
    for (name, value, restart) in [
        ("listen", "127.0.0.1:0", true),
        ("allowed_hosts", "memo.example", true),
        ("embed.model", "tiny", true),
        ("user_name", "Ana", false),
    ] {
        let ran = memo.memo(["config", "set", name, value]).ok();
        let told = ran.stderr.contains("memo daemon restart");
        assert_eq!(told, restart, "{ran:#?}");
    }
}

#[test]
fn all_settings_are_listed_and_no_secret_with_them() {
    let memo = Sandbox::new();
    memo.memo(["config", "set", "api_key", "hush-hush"]).ok();
    let ran = memo.memo(["config", "get"]).ok();
    assert!(
        ran.stdout.contains("MEMO_DATA_DIR") && ran.stdout.contains("(hidden)"),
        "{ran:#?}"
    );
    assert!(!ran.stdout.contains("hush-hush"));
    let json = memo.memo(["config", "get", "--json"]).ok();
    assert!(
        json.json()["settings"]
            .as_array()
            .is_some_and(|all| all.len() > 5)
    );
    assert!(!json.stdout.contains("hush-hush"));
}

#[test]
fn wrong_names_and_values_are_wrong_usage() {
    let memo = Sandbox::new();
    memo.memo(["config", "set", "nonsense", "1"]).code(2);
    memo.memo(["config", "set", "listen", "somewhere"]).code(2);
    memo.memo(["config", "set", "listen"]).code(2);
    for (name, value, told) in [
        ("log", "loud", "warn"),
        ("log", "memod=debug,foo=", "warn"),
        ("user_name", "", "1 to 200 characters"),
        ("user_name", "a\nb", "control characters"),
        ("llm.model", "a\nb", "control characters"),
        ("user_name", "x".repeat(201).as_str(), "1 to 200 characters"),
        ("allowed_hosts", "http://memo.example", "name only the host"),
    ] {
        let ran = memo.memo(["config", "set", name, value]).code(2);
        assert!(ran.stderr.contains(told), "{name} {value}: {ran:#?}");
    }
    memo.memo(["config", "get", "nonsense"]).code(2);
}

#[test]
fn a_broken_settings_file_is_told_and_can_be_found() {
    let memo = Sandbox::new();
    let path = memo.memo(["config", "path"]).ok().stdout;
    fs::write(path.trim_end(), "colour = \"red\"\n").expect("written");
    let ran = memo.memo(["list"]).code(2);
    assert!(
        ran.stderr.contains("colour") && ran.stderr.contains("memo config path"),
        "{ran:#?}"
    );
    memo.memo(["config", "path"]).ok();
    let doctor = memo.memo(["doctor"]).code(1);
    assert!(doctor.stdout.contains("colour"), "{doctor:#?}");
}

#[test]
fn a_models_settings_stand_in_a_table_and_its_key_is_shown_to_nobody() {
    let memo = Sandbox::new();
    memo.memo(["config", "set", "llm.base_url", "http://127.0.0.1:9/v1"])
        .ok();
    memo.memo(["config", "set", "llm.model", "tiny"]).ok();
    let set = memo
        .memo(["config", "set", "llm.api_key", "sk-hush-hush"])
        .ok();
    assert!(set.stderr.contains("memo daemon restart"), "{set:#?}");
    let path = memo.memo(["config", "path"]).ok().stdout;
    let text = fs::read_to_string(path.trim_end()).expect("a file");
    assert!(text.starts_with("[llm]\n"), "{text}");
    for ran in [
        memo.memo(["config", "get", "llm.api_key"]).ok(),
        memo.memo(["config", "get", "llm.api_key", "--json"]).ok(),
        memo.memo(["config", "get"]).ok(),
    ] {
        let shown = ran.stdout + &ran.stderr;
        assert!(shown.contains("(hidden)") && !shown.contains("hush"));
    }
    memo.memo(["config", "set", "llm.base_url", "here"]).code(2);
}
