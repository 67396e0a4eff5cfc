use crate::NOTE;
use memo_tests::sandbox::{Ran, Sandbox, run};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    thread,
};

#[test]
fn start_status_restart_and_stop() {
    let memo = Sandbox::new();
    assert_eq!(
        memo.memo(["daemon", "status"]).code(3).stdout,
        "not running\n"
    );
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    assert_eq!(started["status"], "started");
    assert_eq!(started["version"], env!("CARGO_PKG_VERSION"));
    let again = memo.memo(["daemon", "start", "--json"]).ok().json();
    assert_eq!(
        (&again["status"], &again["pid"]),
        (&"already running".into(), &started["pid"])
    );
    let status = memo.memo(["daemon", "status"]).ok();
    assert!(status.stdout.starts_with("running: memod "), "{status:#?}");
    let restarted = memo.memo(["daemon", "restart", "--json"]).ok().json();
    assert_ne!(restarted["pid"], started["pid"]);
    memo.memo(["daemon", "stop"]).ok();
    memo.memo(["daemon", "status", "--json"]).code(3);
    assert_eq!(
        memo.memo(["daemon", "stop"]).ok().stderr,
        "it was not running\n"
    );
}

#[test]
fn a_command_that_needs_the_daemon_starts_it_unless_forbidden() {
    let memo = Sandbox::new();
    let ran = memo.memo(["recall", "x", "--no-start"]).code(3);
    assert!(
        ran.stderr.contains("no daemon serves") && ran.stderr.contains("memo daemon start"),
        "{ran:#?}"
    );
    memo.memo(["recall", "x"]).code(1);
    memo.memo(["daemon", "status"]).ok();
}

#[test]
fn several_first_starts_at_once_end_in_one_daemon() {
    let memo = Sandbox::new();
    let pids: Vec<String> = thread::scope(|scope| {
        let starts: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| memo.memo(["daemon", "start", "--json"]).ok().json()))
            .collect();
        let pid = |start: thread::ScopedJoinHandle<'_, serde_json::Value>| {
            start.join().expect("no panic")["pid"].to_string()
        };
        starts.into_iter().map(pid).collect()
    });
    assert!(pids.iter().all(|pid| *pid == pids[0]), "{pids:?}");
    let logs = fs::read_dir(memo.data().join("logs")).expect("logs");
    let left: Vec<_> = logs.filter_map(Result::ok).map(|e| e.file_name()).collect();
    let is_start = |name: &std::ffi::OsString| name.to_string_lossy().starts_with("start-");
    assert!(!left.iter().any(is_start), "{left:?}");
}

#[test]
fn several_first_adds_at_once_all_arrive() {
    let memo = Sandbox::new();
    thread::scope(|scope| {
        for i in 0..6 {
            let memo = &memo;
            scope.spawn(move || {
                let name = format!("{i}.txt");
                memo.write(&name, format!("On day {i} I met Yuki at the pier.\n"));
                memo.memo(["add", &name]).ok();
            });
        }
    });
    let list = memo.memo(["list", "--json"]).ok().json();
    assert_eq!(list["documents"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_daemon_that_cannot_start_says_why_at_once() {
    let memo = Sandbox::new();
    // Nobody listens on a port that is taken.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let mut command = memo.command(["recall", "x"]);
    command.env("MEMO_LISTEN", &address);
    let ran = run(command, b"").code(3);
    assert!(ran.stderr.contains(&address), "{ran:#?}");
    assert!(
        ran.stderr.contains("set MEMO_LISTEN to 127.0.0.1:0"),
        "{ran:#?}"
    );
    memo.memo(["config", "set", "listen", &address]).ok();
    for (args, code) in [(["list"], 3), (["doctor"], 1)] {
        let mut command = memo.command(args);
        command.env_remove("MEMO_LISTEN");
        let ran = run(command, b"").code(code);
        let told = ran.stdout + &ran.stderr;
        assert!(told.contains(&address), "{told}");
        assert!(
            told.contains("memo config set listen 127.0.0.1:0"),
            "{told}"
        );
    }
    drop(taken);
    let mut command = memo.command(["doctor"]);
    command.env_remove("MEMO_LISTEN");
    run(command, b"").ok();
}

#[test]
fn a_daemon_whose_address_is_lost_is_told_and_can_be_stopped() {
    let memo = Sandbox::new();
    let file = memo.data().join("daemon.json");
    for lost in [None, Some("{\"url\":")] {
        let started = memo.memo(["daemon", "start", "--json"]).ok().json();
        let pid = started["pid"].to_string();
        match lost {
            Some(garbage) => fs::write(&file, garbage).expect("written"),
            None => fs::remove_file(&file).expect("removed"),
        }
        let status = memo.memo(["daemon", "status"]).code(3);
        assert_eq!(status.stdout, "not answering\n");
        for told in [pid.as_str(), "daemon.json", "memo daemon restart"] {
            assert!(status.stderr.contains(told), "{told}: {status:#?}");
        }
        let json = memo.memo(["daemon", "status", "--json"]).code(3).json();
        assert_eq!(json["pid"], started["pid"]);
        let doctor = memo.memo(["doctor"]).code(1);
        assert!(doctor.stdout.contains("memo daemon restart"), "{doctor:#?}");
        let stopped = memo.memo(["daemon", "stop", "--json"]).ok().json();
        assert_eq!(stopped["pid"], started["pid"]);
        memo.memo(["daemon", "status"]).code(3);
        assert!(!memo.data().join("lock.pid").exists());
    }
    memo.memo(["list"]).code(1);
}

#[test]
fn a_number_that_a_killed_daemon_left_is_nobodys() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    memo.memo(["daemon", "stop"]).ok();
    // This test's own: it would end with it.
    let file = memo.data().join("lock.pid");
    fs::write(&file, std::process::id().to_string()).expect("written");
    memo_common::paths::private(&file).expect("its owner's alone");
    let ran = memo.memo(["daemon", "stop"]).ok();
    assert_eq!(ran.stderr, "it was not running\n");
    memo.memo(["doctor"]).ok();
    assert!(!file.exists(), "who takes the lock next takes it away");
}

#[test]
fn what_is_of_this_machine_is_refused_where_another_daemon_is_named() {
    let memo = Sandbox::new();
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    for action in ["start", "stop", "restart", "status", "logs"] {
        let ran = memo
            .memo(["daemon", action, "--url", "http://127.0.0.1:9"])
            .code(2);
        assert!(ran.stderr.contains("names a daemon"), "{action}: {ran:#?}");
        let mut command = memo.command(["daemon", action]);
        command.env("MEMO_URL", "http://127.0.0.1:9");
        let ran = run(command, b"").code(2);
        assert!(ran.stderr.contains("unset MEMO_URL"), "{action}: {ran:#?}");
    }
    let still = memo.memo(["daemon", "status", "--json"]).ok().json();
    assert_eq!(still["pid"], started["pid"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let memo = Sandbox::new();
    let file = memo.write("file", "x");
    let mut command = memo.command(["recall", "x"]);
    command.env("MEMO_DATA_DIR", file.join("data"));
    let ran = run(command, b"");
    assert!(matches!(ran.code, 2 | 3), "{ran:#?}");
    assert!(ran.stderr.contains("data"), "{ran:#?}");
}

#[test]
fn what_was_left_by_a_daemon_that_was_killed_does_not_mislead() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    let file = memo.data().join("daemon.json");
    let left = fs::read(&file).expect("daemon.json");
    memo.memo(["daemon", "stop"]).ok();
    fs::write(&file, left).expect("written");
    memo.memo(["daemon", "status"]).code(3);
    memo.memo(["recall", "x"]).code(1);
    memo.memo(["daemon", "status"]).ok();
}

#[test]
fn a_daemon_elsewhere_is_reached_by_url_and_key() {
    let there = Sandbox::new();
    there.add("note.md", NOTE);
    let url = there.memo(["daemon", "status", "--json"]).ok().json()["url"]
        .as_str()
        .expect("a url")
        .to_owned();
    let key = there
        .memo(["key", "create", "--name", "laptop"])
        .ok()
        .stdout;
    let here = Sandbox::new();
    let ask = |env: &[(&str, &str)], args: &[&str]| -> Ran {
        let mut command = here.command(args);
        command.envs(env.iter().copied());
        run(command, b"")
    };
    let found = ask(
        &[("MEMO_URL", &url), ("MEMO_API_KEY", key.trim())],
        &["recall", "observatory"],
    )
    .ok();
    assert!(found.stdout.contains("Lisbon"), "{found:#?}");
    ask(
        &[("MEMO_API_KEY", key.trim())],
        &["recall", "observatory", "--url", &url],
    )
    .ok();
    let refused = ask(&[("MEMO_URL", &url)], &["recall", "observatory"]).code(4);
    assert!(refused.stderr.contains("MEMO_API_KEY"), "{refused:#?}");
    assert!(
        !here.data().join("daemon.json").exists(),
        "none was started here"
    );
}

#[test]
fn nobody_at_the_url_is_no_daemon() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let ran = Sandbox::new().memo(["recall", "x", "--url", &url]).code(3);
    assert!(ran.stderr.contains(&url), "{ran:#?}");
    Sandbox::new()
        .memo(["recall", "x", "--url", "nonsense"])
        .code(2);
}

#[cfg(unix)]
#[test]
fn a_daemon_that_hangs_is_told_and_can_be_stopped() {
    let memo = Sandbox::new();
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    let signal = |name: &str| {
        let pid = started["pid"].to_string();
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{name} {pid}")])
            .status();
        assert!(sent.expect("a shell").success());
    };
    signal("STOP");
    assert_eq!(
        memo.memo(["daemon", "status"]).code(3).stdout,
        "not answering\n"
    );
    assert!(
        memo.memo(["doctor"])
            .code(1)
            .stdout
            .contains("memo daemon logs")
    );
    // It is told to stop while it hangs, and does so when it can.
    let mut stop = memo.command(["daemon", "stop"]);
    let stop = stop
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    signal("CONT");
    let stopped = stop.wait_with_output().expect("it ends");
    assert!(stopped.status.success());
    memo.memo(["daemon", "status"]).code(3);
}

#[test]
fn logs_show_what_the_daemon_says() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "logs"]).code(1);
    memo.memo(["daemon", "start"]).ok();
    assert!(!memo.memo(["daemon", "logs"]).ok().stdout.is_empty());
    assert!(
        memo.memo(["daemon", "logs", "-n", "1"])
            .ok()
            .stdout
            .lines()
            .count()
            <= 1
    );
}

#[test]
fn run_stays_in_the_foreground_and_hands_arguments_on() {
    let ran = Sandbox::new()
        .memo(["daemon", "run", "--", "--version"])
        .ok();
    assert!(ran.stdout.contains(env!("CARGO_PKG_VERSION")), "{ran:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn install_prints_a_unit_that_starts_this_daemon_on_this_folder() {
    let memo = Sandbox::new();
    let ran = memo.memo(["daemon", "install", "--print"]).ok();
    let data = memo.data().display().to_string();
    assert!(
        ran.stdout.contains("ExecStart=") && ran.stdout.contains(&data),
        "{ran:#?}"
    );
    memo.memo(["daemon", "uninstall"]).code(1);
}

/// Answers every request like a daemon of another version, as long as this test runs, and says so in daemon.json.
fn other_version(memo: &Sandbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A connection that breaks is another test's, on a port that was free before: this one keeps its own.
            let Ok(mut stream) = stream else { continue };
            // The requests here fit into one read; what they ask does not matter.
            if stream.read(&mut [0; 4096]).is_err() {
                continue;
            }
            let body = r#"{"status":"ok","version":"0.0.9","memories":[]}"#;
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + body).as_bytes());
        }
    });
    // No system gives a process this number.
    let file = serde_json::json!({"url": url, "pid": 2_000_000_000, "version": "0.0.9"});
    fs::create_dir_all(memo.data()).expect("a folder");
    fs::write(memo.data().join("daemon.json"), file.to_string()).expect("daemon.json");
    url
}

#[test]
fn a_daemon_of_another_version_is_used_and_told() {
    let memo = Sandbox::new();
    let url = other_version(&memo);
    let lock = fs::File::create(memo.data().join("lock")).expect("a lock");
    lock.try_lock().expect("the folder is nobody's yet");
    let status = memo.memo(["daemon", "status"]).ok();
    assert!(
        status.stdout.contains("0.0.9") && status.stdout.contains(&url),
        "{status:#?}"
    );
    for ran in [
        status,
        memo.memo(["daemon", "start"]).ok(),
        memo.memo(["recall", "x"]).code(1),
    ] {
        assert!(ran.stderr.contains("memo daemon restart"), "{ran:#?}");
    }
    let doctor = memo.memo(["doctor"]).code(1);
    assert!(doctor.stdout.contains("it is version 0.0.9"), "{doctor:#?}");
    memo.memo(["daemon", "stop"]).code(4);
}

#[test]
fn a_stranger_on_the_port_of_a_daemon_that_is_gone_is_not_taken_for_it() {
    let memo = Sandbox::new();
    let url = other_version(&memo);
    memo.memo(["daemon", "status"]).code(3);
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    assert_ne!(started["url"], url);
}

#[cfg(target_os = "linux")]
#[test]
fn install_and_uninstall_go_through_systemd() {
    use std::os::unix::fs::PermissionsExt;
    let memo = Sandbox::new();
    let tool = memo.write(
        "bin/systemctl",
        "#!/bin/sh\necho \"$@\" >> \"$HOME/calls\"\n",
    );
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("a mode");
    let memo_with_tool = |args: &[&str]| {
        let mut command = memo.command(args);
        let folder = tool.parent().expect("a folder").display();
        command.env("PATH", format!("{folder}:/usr/bin:/bin"));
        run(command, b"")
    };
    memo_with_tool(&["daemon", "install"]).ok();
    let unit = memo.home().join(".config/systemd/user/memod.service");
    let text = fs::read_to_string(&unit).expect("a unit");
    assert!(text.contains("memod\" --data-dir \""), "{text}");
    memo_with_tool(&["daemon", "uninstall"]).ok();
    assert!(!unit.exists());
    assert_eq!(
        fs::read_to_string(memo.home().join("calls")).expect("calls"),
        "--user daemon-reload\n--user enable --now memod.service\n--user disable --now memod.service\n"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_install_that_fails_leaves_all_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let memo = Sandbox::new();
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    let unit = memo.home().join(".config/systemd/user/memod.service");
    // Without a user's bus the first call fails; the service may also fail to start.
    for (fails, same_daemon) in [("daemon-reload", true), ("enable", false)] {
        let script =
            format!("#!/bin/sh\ncase \"$*\" in *{fails}*) echo 'no bus' >&2; exit 1;; esac\n");
        let tool = memo.write("bin/systemctl", script);
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("a mode");
        let mut command = memo.command(["daemon", "install"]);
        let folder = tool.parent().expect("a folder").display();
        command.env("PATH", format!("{folder}:/usr/bin:/bin"));
        let ran = run(command, b"").code(4);
        for told in [
            "no bus",
            "memo daemon install --print > ",
            "memo daemon stop\n",
            "systemctl --user daemon-reload\n",
            "systemctl --user enable --now memod.service",
        ] {
            assert!(ran.stderr.contains(told), "{told}: {ran:#?}");
        }
        assert!(!unit.exists());
        let status = memo.memo(["daemon", "status", "--json"]).ok().json();
        assert_eq!(status["pid"] == started["pid"], same_daemon, "{fails}");
    }
}
