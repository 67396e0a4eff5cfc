use crate::NOTE;
use memo_tests::sandbox::{Sandbox, run};

#[test]
fn web_prints_an_address_that_lets_in() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let ran = memo.memo(["web", "--no-open"]).ok();
    let url = ran.stdout.trim_end();
    let (page, token) = url.split_once('#').expect("a fragment");
    assert!(
        page.starts_with("http://127.0.0.1:") && page.ends_with("/web/login"),
        "{url}"
    );
    assert_eq!(token.len(), 64);
    assert!(ran.stderr.contains("once, within a minute"), "{ran:#?}");
    let quiet = memo.memo(["web", "--no-open", "--quiet"]).ok();
    assert!(
        quiet.stderr.is_empty() && quiet.stdout != ran.stdout,
        "another each time"
    );
    let json = memo.memo(["web", "--no-open", "--json"]).ok().json();
    assert_eq!(
        (&json["opened"], &json["expires_in"]),
        (&false.into(), &60.into())
    );
    // Without a screen nothing is opened, and that is no failure.
    let json = memo.memo(["web", "--json"]).ok().json();
    assert_eq!(json["opened"], false);
}

#[test]
#[cfg(unix)]
fn web_has_the_browser_that_is_named_open_it() {
    use std::{fs, os::unix::fs::PermissionsExt};
    let memo = Sandbox::new();
    let browser = memo.write(
        "browser",
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > told.new && mv told.new told\n",
    );
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("a mode");
    let mut command = memo.command(["web"]);
    command.env(
        "BROWSER",
        format!("{} --new-window:other", browser.display()),
    );
    let ran = run(command, b"").ok();
    assert!(ran.stderr.contains("opened in your browser"), "{ran:#?}");
    let told = memo_tests::daemon::until("the browser is told", || {
        fs::read_to_string(memo.work().join("told")).ok()
    });
    assert_eq!(told, format!("--new-window\n{}", ran.stdout));
    let mut command = memo.command(["web"]);
    command.env("BROWSER", "/nothing/there");
    let ran = run(command, b"").ok();
    assert!(ran.stderr.starts_with("this address"), "{ran:#?}");
}

#[test]
fn web_starts_no_daemon_where_none_shall_be() {
    let memo = Sandbox::new();
    memo.memo(["web", "--no-open", "--no-start"]).code(3);
    memo.memo(["web", "now"]).code(2);
}
