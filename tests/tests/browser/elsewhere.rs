//! What another program of this machine gets, to which a browser goes that is logged in here.

use crate::driver::Browser;
use memo_tests::daemon::Daemon;
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
    thread,
};

/// A program on another port, whose pages say this. Gives its address, and what it was asked, heads and all.
fn program(page: String) -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let heard = Arc::new(Mutex::new(String::new()));
    let hears = heard.clone();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let (hears, page) = (hears.clone(), page.clone());
            thread::spawn(move || {
                let mut reader = BufReader::new(&stream);
                let mut head = String::new();
                while reader.read_line(&mut head).is_ok_and(|n| n > 2) {}
                hears.lock().expect("free").push_str(&head);
                let answer = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nset-cookie: own=1; Path=/\r\nset-cookie: memo=forged; Path=/web\r\n\
                     connection: close\r\ncontent-length: {}\r\n\r\n{page}",
                    page.len()
                );
                // A browser may leave.
                let _ = (&stream).write_all(answer.as_bytes());
            });
        }
    });
    (url, heard)
}

#[test]
fn another_port_gets_no_cookie_and_no_page() {
    let Some(browser) = Browser::start(1200) else {
        return;
    };
    let daemon = Daemon::start();
    daemon.add(
        "garden",
        "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed.",
    );
    let base = browser.log_in(&daemon);
    // It even knows the address, which nothing tells it.
    let page = format!(
        "<body><img src='/web/a'><iframe name=inside src='{base}/day/2024-05-03'></iframe>\
             <a id=link href='{base}/day/2024-05-03'>in</a>\
             <form id=form method=post action='{base}/memory/garden_memory_0/forget'></form>"
    );
    let (url, heard) = program(page);
    for path in ["/", "/web", "/web/login", "/web/a/day"] {
        browser.go(&format!("{url}{path}"));
    }
    let heads = heard.lock().expect("free").to_lowercase();
    assert!(
        heads.contains("cookie: own=1") || heads.contains("own=1"),
        "its own cookie comes back: {heads}"
    );
    assert!(heads.contains("get /web/a "), "{heads}");
    let secret = |head: &str| {
        head.lines().any(|l| {
            let values = l.strip_prefix("cookie:").unwrap_or_default().split(';');
            values
                .into_iter()
                .any(|v| v.trim().starts_with("memo=") && v.trim() != "memo=forged")
        })
    };
    assert!(!secret(&heads), "{heads}");
    assert!(
        !heads.contains(&base.to_lowercase()),
        "nor does it learn the address: {heads}"
    );
    // Nor does it get to a page, or to change one.
    let fetched = browser.say_later(&format!(
        "const done = arguments[arguments.length - 1];\
         fetch('{base}/day/2024-05-03', {{credentials: 'include'}}).then(r => r.text()).then(done, () => done('refused'))"
    ));
    assert_eq!(fetched, "refused");
    browser.click("#link");
    browser.find("body");
    let words = browser.words();
    assert!(!words.contains("shed"), "{words}");
    browser.go(&url);
    browser.say("document.getElementById('form').submit()");
    // The cookie that it has set for all of `/web` closes nothing here, and the memory is there.
    browser.go(&format!("{base}/day/2024-05-03"));
    assert!(browser.words().contains("behind the shed"));
}
