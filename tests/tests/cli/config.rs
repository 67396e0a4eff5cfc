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
