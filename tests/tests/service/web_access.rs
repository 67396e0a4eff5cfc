//! Who comes to the pages: logging in and out, and what other sites, ports, users and keys get there.

use crate::garden;
use memo_tests::{
    daemon::{Daemon, Form, KEY},
    request::{Reply, Request},
    visit::{Visit, token},
};

/// The page that is shown to whom is not logged in.
#[track_caller]
fn is_closed(reply: &Reply) {
    assert_eq!(reply.status, 401, "{reply:?}");
    assert!(reply.body.contains("memo web") && !reply.body.contains("tulips"));
}

#[test]
fn a_token_lets_in_once_and_who_brings_it_again_ends_the_visit() {
    let daemon = garden();
    let token = token(&daemon, KEY);
    let entered = Visit::enter(&daemon, &token);
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie").expect("a cookie").to_owned();
    let to = entered.header("location").expect("an address").to_owned();
    let base = to.strip_suffix("/day").expect("today's page");
    assert!(
        cookie.ends_with(&format!("; Path={base}; HttpOnly; SameSite=Strict")),
        "{cookie}"
    );
    let address = daemon.url().trim_start_matches("http://");
    let pair = cookie.split(';').next().expect("a value").to_owned();
    let page = || {
        Request::new("GET", &to, address)
            .header("cookie", &pair)
            .send()
    };
    page().ok();
    is_closed(&Visit::enter(&daemon, &token));
    is_closed(&page());
    for odd in ["", "wrong", "%00", &"a".repeat(1000)] {
        let reply = Visit::enter(&daemon, odd);
        assert!([400, 401].contains(&reply.status), "{reply:?}");
        assert!(reply.header("set-cookie").is_none());
    }
}

#[test]
fn a_cookie_opens_the_pages_of_its_own_visit_alone() {
    let daemon = garden();
    let (one, other) = (Visit::new(&daemon), Visit::new(&daemon));
    assert_ne!(one.base, other.base);
    one.page("search?text=tulips");
    // Another program of this machine may have set cookies of this name: they neither open nor close anything.
    let cookies = format!("memo=x; {}; memo=y", one.cookie);
    one.request("GET", "day")
        .header("cookie", &cookies)
        .send()
        .ok();
    is_closed(
        &one.request("GET", "day")
            .header("cookie", &other.cookie)
            .send(),
    );
    is_closed(&one.request("GET", "day").without("cookie").send());
    is_closed(
        &one.request("GET", "day")
            .without("cookie")
            .header("x-api-key", KEY)
            .send(),
    );
    is_closed(
        &one.request("GET", "day")
            .header("cookie", &format!("memo={KEY}"))
            .send(),
    );
    for path in ["/web/day", "/web//day", "/web/x/day"] {
        let reply = daemon
            .request("GET", path)
            .header("cookie", &one.cookie)
            .send();
        assert!([401, 404].contains(&reply.status), "{path}: {reply:?}");
        assert!(!reply.body.contains("tulips"));
    }
    let api = daemon.request("GET", "/v1/documents").without("x-api-key");
    api.header("cookie", &one.cookie)
        .send()
        .problem(401, "missing_or_invalid_key");
}

#[test]
fn other_sites_and_other_ports_get_nowhere_even_with_the_cookie() {
    let daemon = garden();
    let visit = Visit::new(&daemon);
    let port = daemon.url().rsplit(':').next().expect("a port");
    // To a browser all ports of a machine are the same site, and its cookies are sent along.
    for site in ["same-site", "cross-site"] {
        let reply = visit
            .request("GET", "day")
            .header("sec-fetch-site", site)
            .send();
        assert_eq!(reply.status, 403, "{reply:?}");
    }
    for site in ["same-origin", "none"] {
        visit
            .request("GET", "day")
            .header("sec-fetch-site", site)
            .send()
            .ok();
    }
    let rate = || {
        let fields = [("rating", "1"), ("query_text", "tulips")];
        visit.post("memory/garden_memory_0/rate", &fields)
    };
    for origin in [
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("http://localhost:{port}"),
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
    ] {
        let reply = rate().header("origin", &origin).send();
        assert_eq!(reply.status, 403, "{origin}: {reply:?}");
        let reply = daemon
            .request("POST", "/web/login")
            .header("origin", &origin);
        let form = format!("token={}", token(&daemon, KEY));
        let reply = reply.body("application/x-www-form-urlencoded", form).send();
        assert_eq!(reply.status, 403, "{origin}: {reply:?}");
    }
    assert_eq!(rate().without("origin").send().status, 403);
    assert_eq!(rate().send().status, 303);
    let foreign = visit.request("GET", "day").header("host", "evil.example");
    assert_eq!(foreign.send().status, 403);
}

#[test]
fn a_form_that_is_none_of_the_visits_own_changes_nothing() {
    let daemon = garden();
    let (visit, other) = (Visit::new(&daemon), Visit::new(&daemon));
    for form in ["", "form=", "form=wrong", &format!("form={}", other.form())] {
        for path in ["memory/garden_memory_0/forget", "logout"] {
            let request = visit.request("POST", path).header("origin", daemon.url());
            let reply = request
                .body("application/x-www-form-urlencoded", form)
                .send();
            assert_eq!(reply.status, 403, "{form}: {reply:?}");
        }
    }
    visit.page("memory/garden_memory_0");
}

#[test]
fn a_visit_ends_on_leaving_with_its_key_and_with_the_daemon() {
    let mut daemon = garden();
    let visit = Visit::new(&daemon);
    let left = visit.post("logout", &[]).send();
    assert_eq!(left.status, 303, "{left:?}");
    assert_eq!(left.header("location"), Some("/web/login?left"));
    assert!(
        left.header("set-cookie")
            .is_some_and(|c| c.contains("Max-Age=0"))
    );
    is_closed(&visit.request("GET", "day").send());
    let made = daemon
        .client()
        .create_key(Some("phone"), None)
        .expect("a key");
    let visit = Visit::with(&daemon, &made.api_key);
    let invited = token(&daemon, &made.api_key);
    visit.page("day");
    daemon
        .client()
        .revoke_key(&made.info.key_id)
        .expect("revoked");
    is_closed(&visit.request("GET", "day").send());
    is_closed(&Visit::enter(&daemon, &invited));
    let visit = Visit::new(&daemon);
    daemon.restart();
    let address = daemon.url().trim_start_matches("http://");
    let page = Request::new("GET", &format!("{}/day", visit.base), address);
    is_closed(&page.header("cookie", &visit.cookie).send());
}

#[test]
fn a_read_only_key_looks_and_changes_nothing() {
    let daemon = garden();
    let key = daemon.client().create_read_only_key(None, None);
    let visit = Visit::with(&daemon, &key.expect("a key").api_key);
    let page = visit.page("memory/garden_memory_0");
    assert!(page.contains("This visit may only read") && !page.contains("<textarea"));
    assert!(
        visit
            .page("ask?text=Where+did+I+plant+tulips%3F")
            .contains("tulips")
    );
    for (path, fields) in [
        (
            "memory/garden_memory_0/rate",
            &[("rating", "1"), ("query_text", "tulips")][..],
        ),
        ("memory/garden_memory_0/correct", &[("narrative", "x")]),
        ("memory/garden_memory_0/undo", &[("field", "when")]),
        ("memory/garden_memory_0/forget", &[]),
        (
            "person/merge",
            &[("name", "Tomas Brandt"), ("other", "Mira")],
        ),
        (
            "person/decide",
            &[("name", "Tomas Brandt"), ("into", "Mira")],
        ),
        (
            "person/split",
            &[("name", "Tomas Brandt"), ("other", "Mira")],
        ),
        ("person/rename", &[("name", "Tomas Brandt"), ("shown", "x")]),
        ("person/me", &[("name", "Tomas Brandt")]),
        ("sources/unwatch", &[("watch_id", "x")]),
    ] {
        let reply = visit.post(path, fields).send();
        assert_eq!(reply.status, 403, "{path}: {reply:?}");
        assert!(reply.body.contains("may only read"), "{reply:?}");
    }
    assert_eq!(visit.page("memory/garden_memory_0"), page);
    assert_eq!(visit.post("logout", &[]).send().status, 303);
}

#[test]
fn another_users_pages_hold_nothing_of_this_ones() {
    let daemon = garden();
    let key = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let source = folder.to_str().expect("a path");
    let watch = Form::new().text("source", source).text("user_name", "Mira");
    let watch = daemon.post("/v1/watches", &watch).send().ok().json();
    let id = watch["watch_id"].as_str().expect("an id");
    let visit = Visit::with(&daemon, &key.api_key);
    assert!(!visit.page("sources").contains(source));
    let ended = visit.post("sources/unwatch", &[("watch_id", id)]).send();
    assert_eq!(ended.status, 403, "{ended:?}");
    for path in [
        "day/2024-05-03",
        "month/2024-05",
        "search",
        "search?text=tulips&item_id=garden",
        "ask?text=Where+did+I+plant+tulips%3F",
        "people",
        "person?name=Tomas+Brandt",
        "places",
        "place?name=shed",
        "sources",
    ] {
        let page = visit.page(path);
        assert!(
            !page.contains("shed.") && !page.contains("garden_") && !page.contains("document/"),
            "{path}: {page}"
        );
    }
    for path in ["memory/garden_memory_0", "document/garden"] {
        assert_eq!(visit.request("GET", path).send().status, 404, "{path}");
    }
    for what in ["rate", "correct", "undo", "forget"] {
        let fields = [
            ("rating", "1"),
            ("query_text", "x"),
            ("narrative", "x"),
            ("field", "when"),
        ];
        let reply = visit
            .post(&format!("memory/garden_memory_0/{what}"), &fields)
            .send();
        assert_eq!(reply.status, 404, "{what}: {reply:?}");
    }
    let own = Visit::new(&daemon);
    assert!(own.page("memory/garden_memory_0").contains("shed"));
}

#[test]
fn pages_let_browsers_load_and_send_nothing_elsewhere() {
    let daemon: Daemon = garden();
    let visit = Visit::new(&daemon);
    let policy = |reply: &Reply| {
        for (name, value) in [
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{reply:?}");
        }
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.contains("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        policy.contains("script-src")
    };
    for path in [
        "day",
        "search",
        "ask?text=tulips",
        "memory/garden_memory_0",
        "nothing",
    ] {
        let reply = visit.request("GET", path).send();
        assert!(!policy(&reply), "no script on {path}");
        assert!(!reply.body.contains("<script") && !reply.body.contains("style="));
        assert!(
            !reply.body.contains("http:") && !reply.body.contains("https:"),
            "{reply:?}"
        );
    }
    for path in ["/web", "/web/login"] {
        let reply = daemon.request("GET", path).send();
        assert!(policy(&reply), "one script on {path}");
        assert_eq!(
            reply
                .body
                .matches("<script src=\"/web/login.js\"></script>")
                .count(),
            1
        );
        assert_eq!(reply.body.matches("<script").count(), 1);
    }
}
