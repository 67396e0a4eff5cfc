use super::*;
use std::fs;

fn load(flags: &[(&'static str, &str)], env: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let flags = flags.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
    let find = |name: &str| {
        env.iter()
            .find(|(k, _)| *k == name)
            .map(|(_, v)| (*v).to_owned())
    };
    Config::resolve(&flags, find)
}

#[test]
fn flags_win_over_environment_over_file_over_defaults() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("config.toml");
    fs::write(
        &file,
        "# mine\nlog = \"debug\"\nworkers = 3\ncache_mib = 32\n",
    )
    .expect("written");
    let file = file.to_str().expect("a path");
    let env = [
        ("MEMO_CONFIG", file),
        ("MEMO_DATA_DIR", "/x"),
        ("MEMO_WORKERS", "4"),
        ("MEMO_CACHE_MIB", "33"),
    ];
    let config = load(&[("cache_mib", "34")], &env).expect("it fits");
    assert_eq!(
        (config.log.as_str(), config.workers, config.cache_mib),
        ("debug", 4, 34)
    );
    assert_eq!(config.listen.port(), 7437);
    assert_eq!(config.get("cache_mib"), Some(("34", &Origin::Flag)));
}

#[test]
fn what_does_not_fit_is_refused_by_name_and_origin() {
    let env = [
        ("MEMO_CONFIG", "/nowhere/config.toml"),
        ("MEMO_DATA_DIR", "/x"),
    ];
    let error = load(&[("listen", "here")], &env).expect_err("no address");
    assert_eq!(
        error.to_string(),
        "the command line: `listen` is `here`, which is not an address and port such as 127.0.0.1:7437"
    );
    let error = load(&[("api_key", "with space")], &env).expect_err("no key");
    assert!(!error.to_string().contains("with space"));
}

#[test]
fn set_keeps_the_other_lines() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("memo").join("config.toml");
    set(&file, "log", Some("debug")).expect("set");
    let text = fs::read_to_string(&file).expect("read");
    fs::write(&file, format!("# mine\n{text}workers = 3\n")).expect("written");
    set(&file, "log", Some("warn,memo_daemon=debug")).expect("set");
    set(&file, "user_name", Some("Ann")).expect("set");
    assert_eq!(
        fs::read_to_string(&file).expect("read"),
        "# mine\nlog = \"warn,memo_daemon=debug\"\nworkers = 3\nuser_name = \"Ann\"\n"
    );
    set(&file, "log", None).expect("removed");
    assert_eq!(
        fs::read_to_string(&file).expect("read"),
        "# mine\nworkers = 3\nuser_name = \"Ann\"\n"
    );
    assert!(set(&file, "nonsense", Some("x")).is_err());
    assert!(set(&file, "workers", Some("many")).is_err());
}

#[test]
fn a_setting_of_a_table_is_kept_in_its_table() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("config.toml");
    let set = |name: &str, value| set(&file, name, value).expect("set");
    let text = || fs::read_to_string(&file).expect("read");
    set("llm.base_url", Some("http://127.0.0.1:1/v1/"));
    set("log", Some("warn"));
    set("llm.model", Some("tiny"));
    set("llm.api_key", Some("hush-hush"));
    set("llm.model", Some("small"));
    let written = "log = \"warn\"\n[llm]\nbase_url = \"http://127.0.0.1:1/v1/\"\nmodel = \"small\"\napi_key = \"hush-hush\"\n";
    assert_eq!(text(), written);
    let path = file.to_str().expect("a path");
    let env = [("MEMO_CONFIG", path), ("MEMO_DATA_DIR", "/x")];
    let config = load(&[], &env).expect("it fits");
    let llm = config.llm.expect("a model");
    assert_eq!(
        (llm.base_url.as_str(), llm.model.as_str()),
        ("http://127.0.0.1:1/v1", "small")
    );
    assert_eq!(llm.api_key.as_deref(), Some("hush-hush"));
    assert!(!format!("{llm:?}").contains("hush"));
    set("llm.model", None);
    assert!(load(&[], &env).expect("it fits").llm.is_none());
    fs::write(&file, "llm . model = 'dotted'\n").expect("written");
    set("llm.model", Some("tabled"));
    assert_eq!(text(), "llm . model = \"tabled\"\n");
    set("llm.model", None);
    assert_eq!(text(), "");
}

#[test]
fn every_way_to_write_a_setting_can_be_changed_and_taken_out() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("config.toml");
    let hosts = "# hosts\nallowed_hosts = [\n  \"memo.example\", # first\n  \"memo2.example\",\n] # all\nworkers = 3\n";
    let inline = "llm = { base_url = \"http://a/v1\", model = \"m\" } # mine\nworkers = 3\n";
    let long = "user_name = \"\"\"\nAna\n[llm]\nmodel = 1\n\"\"\" # who\nworkers = 3\n";
    for (old, name, value, set_to, taken_out) in [
        (
            hosts,
            "allowed_hosts",
            "x.example",
            "# hosts\nallowed_hosts = \"x.example\" # all\nworkers = 3\n",
            "# hosts\nworkers = 3\n",
        ),
        (
            inline,
            "llm.model",
            "n",
            "llm = { base_url = \"http://a/v1\", model = \"n\" } # mine\nworkers = 3\n",
            "llm = { base_url = \"http://a/v1\"} # mine\nworkers = 3\n",
        ),
        (
            "\"user_name\" = \"m\"\n",
            "user_name",
            "n",
            "\"user_name\" = \"n\"\n",
            "",
        ),
        (
            long,
            "user_name",
            "Ana",
            "user_name = \"Ana\" # who\nworkers = 3\n",
            "workers = 3\n",
        ),
        (
            "\"llm.model\" = 'm'\n",
            "llm.model",
            "n",
            "\"llm.model\" = \"n\"\n",
            "",
        ),
        (
            "# of a model\n[llm]\n",
            "log",
            "warn",
            "log = \"warn\"\n# of a model\n[llm]\n",
            "# of a model\n[llm]\n",
        ),
    ] {
        for (value, new) in [(Some(value), set_to), (None, taken_out)] {
            fs::write(&file, old).expect("written");
            set(&file, name, value).unwrap_or_else(|e| panic!("{old}{value:?}: {e}"));
            assert_eq!(fs::read_to_string(&file).expect("read"), new, "{old}");
        }
    }
}

#[test]
fn what_cannot_be_changed_without_harm_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("config.toml");
    for old in ["\"llm.model\" = 'm'\nllm.model = 'n'\n", "log = [\n"] {
        fs::write(&file, old).expect("written");
        assert!(set(&file, "llm.model", Some("o")).is_err(), "{old}");
        assert_eq!(fs::read_to_string(&file).expect("read"), old);
    }
    let left = fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(left, 1, "no draft is left");
}

#[cfg(unix)]
#[test]
fn a_file_behind_symbolic_links_is_changed_where_it_is() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let (file, link, first) = (
        dir.path().join("dotfiles/memo.toml"),
        dir.path().join("link.toml"),
        dir.path().join("config.toml"),
    );
    // It need not be there yet.
    symlink("dotfiles/memo.toml", &link).expect("a link");
    symlink(&link, &first).expect("a link");
    for value in ["debug", "warn"] {
        set(&first, "log", Some(value)).expect("set");
        let text = format!("log = \"{value}\"\n");
        assert_eq!(fs::read_to_string(&file).expect("read"), text);
    }
    assert_eq!(fs::read_link(&first).expect("a link"), link);
    fs::remove_file(&link).expect("removed");
    symlink(&first, &link).expect("a circle");
    assert!(set(&first, "log", Some("info")).is_err());
}

#[cfg(unix)]
#[test]
fn a_key_in_the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("config.toml");
    set(&file, "llm.api_key", Some("hush-hush")).expect("set");
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_models_address_names_a_host_and_no_user() {
    for url in [
        "http://127.0.0.1:1/v1",
        "https://api.example/v1",
        "http://[::1]:8080",
    ] {
        assert!(llm::is_base(url), "{url}");
    }
    for url in [
        "",
        "127.0.0.1:1",
        "ftp://x",
        "http://",
        "http://:1/v1",
        "http://me:it@x/v1",
        "http://x/?a",
        "http://a b",
    ] {
        assert!(!llm::is_base(url), "{url}");
    }
    let env = [
        ("MEMO_CONFIG", "/nowhere"),
        ("MEMO_DATA_DIR", "/x"),
        ("MEMO_LLM_USE", "all"),
    ];
    assert!(load(&[], &env).is_err());
    let env = [
        ("MEMO_CONFIG", "/nowhere"),
        ("MEMO_DATA_DIR", "/x"),
        ("MEMO_LLM_TIMEOUT", "0"),
    ];
    assert!(load(&[], &env).is_err());
}
