//! `memo daemon install`: a daemon that starts with the login.

use memo_tests::{
    binaries::binary,
    sandbox::{Sandbox, run},
};
use std::{fs, process::Command};

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

#[cfg(target_os = "linux")]
#[test]
fn the_daemon_is_found_in_libexec_and_behind_a_link() {
    let memo = Sandbox::new();
    let prefix = memo.home().join("prefix");
    for folder in ["bin", "libexec"] {
        fs::create_dir_all(prefix.join(folder)).expect("a folder");
    }
    fs::copy(binary("memo"), prefix.join("bin/memo")).expect("a copy");
    fs::write(prefix.join("libexec/memod"), "").expect("a file");
    let link = memo.home().join("memo");
    std::os::unix::fs::symlink(prefix.join("bin/memo"), &link).expect("a link");
    let expected = format!("ExecStart=\"{}\"", prefix.join("libexec/memod").display());
    for program in [prefix.join("bin/memo"), link] {
        let mut command = Command::new(program);
        command
            .args(["daemon", "install", "--print"])
            .env_clear()
            .env("HOME", memo.home());
        let ran = run(command, b"").ok();
        assert!(ran.stdout.contains(&expected), "{ran:#?}");
    }
}
