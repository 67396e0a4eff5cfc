//! The pages: what each shows.

use crate::garden;
use memo_tests::{
    daemon::{Daemon, Form, until},
    model::{Act, Model},
    request::Reply,
    visit::{Visit, encoded},
};
use std::{
    io::Read,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

#[test]
fn every_page_shows_what_there_is() {
    let daemon = garden();
    let visit = Visit::new(&daemon);
    let memory = "/memory/garden_memory_0";
    for (path, shown) in [
        (
            "day/2024-05-03",
            &[
                "Friday 3 May 2024",
                "behind the shed",
                memory,
                "Tomas Brandt",
            ][..],
        ),
        (
            "day/2025-05-03",
            &[
                "There is nothing of this day",
                "/day/2024-05-03",
                "other years",
                memory,
            ],
        ),
        ("day", &["today"]),
        (
            "month/2024-05",
            &[
                "May 2024",
                "Friday 3 May 2024: 1 memory",
                "1 memory",
                "Tomas Brandt",
            ],
        ),
        ("month", &["<svg"]),
        (
            "search",
            &[
                "1 memory, the latest first",
                memory,
                "participant=Tomas%20Brandt",
            ],
        ),
        (
            "search?text=tulips",
            &["The best of 1 memory", "memory_0?for=tulips"],
        ),
        (
            "search?participant=Tomas&since=2024",
            &["with <bdi>Tomas</bdi>", "behind the shed", "take away"],
        ),
        ("search?participant=Nobody", &["Nothing was found"]),
        ("people", &["/person?name=Tomas%20Brandt", "Mira Halloran"]),
        ("people?prefix=tom", &["Tomas Brandt"]),
        (
            "person?name=Tomas+Brandt",
            &["Tomas Brandt", "behind the shed", "1 memory"],
        ),
        ("person?name=Mira+Halloran", &["This is you"]),
        ("places", &["Places"]),
        ("place?name=nowhere", &["0 memories"]),
        (
            "sources",
            &["notes.txt", "told by", "Mira Halloran", "/document/garden"],
        ),
        (
            "document/garden",
            &["<mark>On 3 May 2024 I planted", "id=\"L1\"", memory],
        ),
        (
            "memory/garden_memory_0",
            &["3 May 2024", "<mark>", "Put it right", "Forget it"],
        ),
        ("memory/garden_memory_0?for=tulips", &["value=\"tulips\""]),
        ("ask", &["Your question"]),
        (
            "ask?text=Where+did+I+plant+tulips%3F",
            &[
                "shed",
                "href=\"#m1\"",
                "id=\"m1\"",
                "It rests on 1 memory",
                "</main>",
            ],
        ),
        ("ask?text=Who+won+the+cup%3F", &["I have no memory of this"]),
    ] {
        let page = visit.page(path);
        for words in shown {
            assert!(page.contains(words), "{path}: {words}: {page}");
        }
        for one in [
            "<h1",
            "<main",
            "lang=\"en\"",
            "</title><link",
            "name=\"viewport\"",
        ] {
            assert_eq!(page.matches(one).count(), 1, "{path}: {one}");
        }
    }
    assert!(
        !visit
            .page("people?prefix=tom")
            .contains("<bdi>Mira Halloran")
    );
}

#[test]
fn what_is_not_there_or_does_not_read_is_told_on_a_page() {
    let daemon = garden();
    let visit = Visit::new(&daemon);
    let told = |reply: Reply, status: u16, words: &str| {
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(reply.body.contains(words), "{words}: {reply:?}");
    };
    let long = encoded(&"x".repeat(1001));
    for (path, status, words) in [
        ("nothing", 404, "There is no such page"),
        ("day/2024-13-01", 404, "There is no such day"),
        ("day/yesterday", 404, "There is no such day"),
        ("day/2024-05-03?cursor=zz", 400, "cursor"),
        ("month/2024-00", 404, "There is no such month"),
        ("search?since=whenever", 400, "ISO date"),
        ("search?source_type=x", 400, "source_type"),
        ("search?limit=1000", 400, "limit"),
        ("search?cursor=zz", 400, "cursor"),
        (format!("search?text={long}").as_str(), 400, "1000"),
        ("search?text=a&text=b", 400, "more than once"),
        ("search?text=%ff", 400, "UTF-8"),
        ("person", 400, "required"),
        ("person?name=", 400, "empty"),
        ("people?cursor=x", 400, "cursor"),
        ("memory/garden_memory_9", 404, "no memory"),
        ("memory/garden", 404, "no memory"),
        ("memory/..%2f..%2fkey", 404, "no memory"),
        ("document/nothing", 404, "no document"),
        ("document/garden?line=-1", 400, "line"),
        ("logout", 405, "does not take"),
    ] {
        told(visit.request("GET", path).send(), status, words);
    }
    for path in [
        "day/9999-12-31",
        "day/0001-01-01",
        "day/-009999-01-01",
        "month/9999-12",
        "month/0001-01",
    ] {
        let reply = visit.request("GET", path).send();
        assert!([200, 404].contains(&reply.status), "{path}: {reply:?}");
    }
    visit.page("document/garden?line=1000000");
    let page = visit.request("GET", "nothing").send().body;
    assert!(
        page.contains(&format!("href=\"{}/day\"", visit.base)),
        "{page}"
    );
}

#[test]
fn what_memories_hold_is_text_to_the_browser() {
    let daemon = Daemon::start();
    let odd = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    let text = format!(
        "On 3 May 2024 I met Tomas \"><b>Brandt</b> in Lisbon{odd}. He said \"' onmouseover=alert(3) x='\" {odd} and \
         gave me <a href=\"javascript:alert(4)\">a link</a> & <!--answer--> \u{202e}evil."
    );
    let form = Form::new()
        .text("user_name", format!("Mira {odd}"))
        .text("item_id", "odd")
        .file("n&lt;<b>.txt", &text);
    daemon.wait(&daemon.upload(&form));
    let memories = daemon
        .client()
        .memories(&Default::default(), None, None)
        .expect("a list")
        .memories;
    assert!(!memories.is_empty());
    let visit = Visit::new(&daemon);
    let mut paths: Vec<String> = [
        "day/2024-05-03",
        "month/2024-05",
        "search",
        "people",
        "places",
        "sources",
        "document/odd",
    ]
    .map(str::to_owned)
    .to_vec();
    for memory in &memories {
        paths.push(format!("memory/{}?for={}", memory.custom_id, encoded(odd)));
        let content = &memory.content;
        paths.extend(
            content
                .participants
                .iter()
                .map(|n| format!("person?name={}", encoded(n))),
        );
        paths.extend(
            content
                .place
                .iter()
                .map(|n| format!("place?name={}", encoded(n))),
        );
        paths.extend(
            content
                .tags
                .iter()
                .map(|n| format!("search?tag={}", encoded(n))),
        );
    }
    for field in [
        "search?text",
        "search?participant",
        "search?place",
        "search?tag",
        "search?item_id",
        "ask?text",
        "person?name",
        "place?name",
        "people?prefix",
    ] {
        paths.push(format!("{field}={}", encoded(odd)));
        paths.push(format!(
            "{field}={}",
            encoded("\"><b>x</b> ' onfocus=alert(5) <!--answer-->")
        ));
    }
    for path in &paths {
        let page = visit.page(path);
        for tag in [
            "<script",
            "<img",
            "<b>",
            "<!--",
            "href=\"javascript",
            " onmouseover=alert(3) x='\" ",
        ] {
            assert!(!page.contains(tag), "{path}: {tag}: {page}");
        }
        assert!(!page.contains('\u{202e}'), "{path}");
        // No value ends the attribute that it stands in.
        let quoted = page
            .split('<')
            .skip(1)
            .filter_map(|tag| tag.split('>').next());
        for tag in quoted {
            assert_eq!(tag.matches('"').count() % 2, 0, "{path}: {tag}");
        }
    }
}

#[test]
fn what_failed_is_told_among_the_sources() {
    let daemon = Daemon::start();
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", "broken")
        .text("source_type", "calendar")
        .file("broken.ics", "no calendar at all");
    let run = daemon.wait(&daemon.upload(&form));
    let visit = Visit::new(&daemon);
    for page in [visit.page("sources"), visit.page("document/broken")] {
        assert!(page.contains("broken.ics"), "{page}");
        if let Some(error) = &run.error {
            assert!(
                page.contains("Failed") && page.contains(&error.message),
                "{page}"
            );
        }
    }
}

#[test]
fn an_answer_comes_piece_by_piece() {
    let goes_on = Arc::new(AtomicBool::new(false));
    let asked = goes_on.clone();
    let model = Model::start(move |request| {
        if request.is_for_memories() {
            return Act::Say(memo_tests::model::faithful(request));
        }
        asked.store(true, Ordering::SeqCst);
        Act::Die(vec!["I planted tulips behind the shed [1]. ", "With Tomas"])
    });
    let url = model.url().to_owned();
    let daemon = Daemon::start_with(&[
        ("MEMO_LLM_BASE_URL", &url),
        ("MEMO_LLM_MODEL", "m"),
        ("MEMO_LLM_USE", "answer"),
    ]);
    daemon.add(
        "garden",
        "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed.",
    );
    let visit = Visit::new(&daemon);
    let mut stream = visit
        .request("GET", "ask?text=Where+did+I+plant+tulips%3F")
        .begin(0);
    let mut page = String::new();
    let mut buffer = [0; 512];
    until("the form is there", || {
        let size = stream.read(&mut buffer).expect("more");
        page += &String::from_utf8_lossy(&buffer[..size]);
        page.contains("Your question").then_some(())
    });
    stream.read_to_string(&mut page).expect("the rest");
    assert!(goes_on.load(Ordering::SeqCst));
    let (before, after) = page.split_once("aria-live").expect("an answer");
    assert!(before.contains("Your question"));
    for words in [
        "behind the shed",
        "href=\"#m1\"",
        "missing or cut short",
        "id=\"m1\"",
        "</main>",
    ] {
        assert!(after.contains(words), "{words}: {page}");
    }
}
