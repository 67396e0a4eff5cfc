use memo_tests::sandbox::{Sandbox, run};
use std::{fs, net::TcpListener, thread};

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
