//! What there is at a glance: facets, days, and the timeline.

use crate::contract::{answers, document, fits};
use jiff::{ToSpan, civil::Date};
use memo_common::api::{FacetKind, Facets, Filter, TimelinePage};
use memo_tests::daemon::{Daemon, Form};

/// Who and where, as an import brings them: what the memories hold is said here, and not read from a text.
fn memory(
    item_id: &str,
    index: u32,
    when: &str,
    people: &[&str],
    place: &str,
    tag: &str,
) -> String {
    let place = match place {
        "" => serde_json::Value::Null,
        place => place.into(),
    };
    serde_json::json!({
        "type": "memory", "custom_id": format!("{item_id}_memory_{index}"), "narrative": format!("I was there, {index}."),
        "participants": people, "when": when, "where": place, "entities": [], "tags": [tag],
    })
    .to_string()
}

fn head(item_id: &str, source_type: &str, memories: u32) -> String {
    serde_json::json!({
        "type": "document", "item_id": item_id, "user_name": "Mira Halloran", "created_at": "2026-11-21T17:00:00.000Z",
        "extracted": {"source_type": source_type, "memories": memories}, "text": "I was there. ".repeat(50),
    })
    .to_string()
}

fn import(daemon: &Daemon, key: &str, lines: &[String]) {
    let first = "{\"type\":\"memo_export\",\"version\":1,\"memo\":\"0.1.0\",\"exported_at\":\"2026-11-21T17:00:00.000Z\"}";
    let lines = [&[first.to_owned()], lines].concat().join("\n") + "\n";
    let client = daemon.client_with(key);
    let report = client.import(lines.as_bytes()).expect("taken in");
    assert!(report.memories > 0, "{report:?}");
    memo_tests::daemon::until("they answer", || {
        let page = client.documents(None, None).expect("a page");
        let all = page.documents.iter().all(|d| d.memories > 0);
        all.then_some(())
    });
}

/// Two documents of the one user.
fn lives() -> Daemon {
    let daemon = Daemon::start();
    import(
        &daemon,
        memo_tests::daemon::KEY,
        &[
            head("notes", "text", 5),
            memory(
                "notes",
                0,
                "2026-10-03",
                &["Ana Lima", "Mira Halloran"],
                "Lisbon",
                "lunch",
            ),
            memory(
                "notes",
                1,
                "2026-10-03 19:30",
                &["Ana Lima"],
                "Porto",
                "dinner",
            ),
            memory(
                "notes",
                2,
                "2026-10-30/2026-11-02",
                &["Zoë Kim"],
                "lisbon",
                "Lunch",
            ),
            memory(
                "notes",
                3,
                "2026-10",
                &["ZOE KIM", "Ana Costa"],
                "Old Town, Lisbon",
                "walk",
            ),
            memory("notes", 4, "", &[], "", "lunch"),
            head("mail", "email", 2),
            memory(
                "mail",
                0,
                "2025-10-03 08:00",
                &["Ana Lima"],
                "Lisbon",
                "lunch",
            ),
            memory("mail", 1, "2024", &["Tomas Brandt"], "Lisbon", "boat"),
        ],
    );
    daemon
}

fn facets(daemon: &Daemon, query: &str) -> Facets {
    let reply = daemon.get(&format!("/v1/facets?{query}")).ok().json();
    let api = document(daemon);
    fits(&api, &answers(&api, "/v1/facets", "get"), &reply, query);
    serde_json::from_value(reply).expect("facets")
}

fn values(facets: &Facets, kind: FacetKind) -> Vec<(String, u64)> {
    let facet = match kind {
        FacetKind::People => &facets.people,
        FacetKind::Places => &facets.places,
        FacetKind::Tags => &facets.tags,
        FacetKind::SourceTypes => &facets.source_types,
    };
    let values = facet.iter().flat_map(|facet| &facet.values);
    values.map(|v| (v.value.clone(), v.memories)).collect()
}

fn are(facets: &Facets, kind: FacetKind, expected: &[(&str, u64)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(v, n)| ((*v).to_owned(), *n))
        .collect();
    assert_eq!(values(facets, kind), expected, "{kind}");
}

#[test]
fn people_places_tags_and_types_are_counted() {
    let daemon = lives();
    let all = facets(&daemon, "");
    assert_eq!(all.memories, 7);
    are(
        &all,
        FacetKind::People,
        &[
            ("Ana Lima", 3),
            ("Zoë Kim", 2),
            ("Ana Costa", 1),
            ("Mira Halloran", 1),
            ("Tomas Brandt", 1),
        ],
    );
    are(
        &all,
        FacetKind::Places,
        &[("Lisbon", 4), ("Old Town, Lisbon", 1), ("Porto", 1)],
    );
    are(
        &all,
        FacetKind::Tags,
        &[("lunch", 4), ("boat", 1), ("dinner", 1), ("walk", 1)],
    );
    are(&all, FacetKind::SourceTypes, &[("text", 5), ("email", 2)]);
    let october = facets(&daemon, "since=2026-10&until=2026-10&facet=places");
    assert_eq!(october.memories, 4);
    are(
        &october,
        FacetKind::Places,
        &[("Lisbon", 2), ("Old Town, Lisbon", 1), ("Porto", 1)],
    );
    assert!(october.people.is_none());
    are(
        &facets(&daemon, "prefix=an"),
        FacetKind::People,
        &[("Ana Lima", 3), ("Ana Costa", 1)],
    );
    are(
        &facets(&daemon, "prefix=lis"),
        FacetKind::Places,
        &[("Lisbon", 4), ("Old Town, Lisbon", 1)],
    );
    are(
        &facets(&daemon, "prefix=ZO%C3%8B"),
        FacetKind::People,
        &[("Zoë Kim", 2)],
    );
    are(
        &facets(&daemon, "prefix=em"),
        FacetKind::SourceTypes,
        &[("email", 2)],
    );
    for bad in [
        "facet=nobody",
        "limit=0",
        "limit=101",
        "since=soon",
        "cursor=3:ana",
        "facet=tags&cursor=x",
        "source_type=paper",
    ] {
        daemon
            .get(&format!("/v1/facets?{bad}"))
            .problem(400, "invalid_field");
    }
}

#[test]
fn a_facets_count_is_the_length_of_the_list_it_leads_to() {
    let daemon = lives();
    let client = daemon.client();
    let narrowed = [
        Filter {
            participant: Some("ana".into()),
            ..Filter::default()
        },
        Filter {
            participant: Some("Kim Costa".into()),
            ..Filter::default()
        },
        Filter {
            place: Some("lisbon".into()),
            ..Filter::default()
        },
        Filter {
            place: Some("town LISBON".into()),
            since: Some("2026-10-15".into()),
            ..Filter::default()
        },
        Filter {
            tag: Some("LUNCH".into()),
            ..Filter::default()
        },
        Filter {
            tag: Some("nothing".into()),
            ..Filter::default()
        },
        Filter {
            item_id: Some("mail".into()),
            ..Filter::default()
        },
        Filter {
            source_type: Some(memo_common::api::SourceType::Email),
            until: Some("2025".into()),
            ..Filter::default()
        },
        Filter {
            since: Some("2026-11-01".into()),
            ..Filter::default()
        },
    ];
    for filter in narrowed {
        let listed = client
            .memories(&filter, None, None)
            .expect("a list")
            .memories
            .len();
        let counted = client
            .facets(None, "", &filter, None, None)
            .expect("facets")
            .memories;
        assert_eq!(counted, listed as u64, "{filter:?}");
    }
}

#[test]
fn a_facet_comes_page_by_page() {
    let daemon = lives();
    let client = daemon.client();
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = client.facets(
            Some(FacetKind::People),
            "",
            &Filter::default(),
            Some(2),
            cursor.as_deref(),
        );
        let page = page.expect("a page");
        assert_eq!(page.people.as_ref().map(|f| f.total), Some(5));
        all.extend(values(&page, FacetKind::People));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(all.len(), 5);
    assert_eq!(
        all,
        values(&facets(&daemon, "facet=people"), FacetKind::People)
    );
}

#[test]
fn what_is_there_follows_what_comes_and_goes() {
    let daemon = lives();
    let people = || values(&facets(&daemon, "facet=people"), FacetKind::People);
    assert_eq!(people().len(), 5);
    daemon
        .client()
        .forget_memory("notes_memory_2")
        .expect("gone");
    assert!(
        people().contains(&("ZOE KIM".to_owned(), 1)),
        "{:?}",
        people()
    );
    daemon.client().forget_document("notes").expect("gone");
    assert_eq!(
        people(),
        [("Ana Lima".to_owned(), 1), ("Tomas Brandt".to_owned(), 1)]
    );
    daemon.add(
        "garden",
        "On 3 May 2024 I planted tulips with Ines Moreau behind the shed.",
    );
    assert!(people().iter().any(|(name, _)| name == "Ines Moreau"));
    daemon.add(
        "garden",
        "On 3 May 2024 I planted tulips with Bo Okafor behind the shed.",
    );
    let now = people();
    assert!(now.iter().any(|(name, _)| name == "Bo Okafor"), "{now:?}");
    assert!(
        !now.iter().any(|(name, _)| name == "Ines Moreau"),
        "{now:?}"
    );
}

#[test]
fn nobody_sees_what_another_has() {
    let daemon = lives();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    for path in [
        "facets",
        "facets?facet=people&cursor=9:",
        "days?since=2026-10",
        "timeline?since=2026-10",
        "timeline?since=2026-10-03&other_years=true",
    ] {
        let request = daemon.request("GET", &format!("/v1/{path}"));
        let reply = request.header("x-api-key", &made.api_key).send().ok();
        assert!(
            !reply.body.contains("ana") && !reply.body.contains("Ana"),
            "{reply:?}"
        );
        assert!(!reply.body.contains("2026-10-03\",\"memories"), "{reply:?}");
    }
}

#[test]
fn the_days_of_a_month_are_counted() {
    let daemon = lives();
    let days = |query: &str| {
        let reply = daemon.get(&format!("/v1/days?{query}")).ok().json();
        let api = document(&daemon);
        fits(&api, &answers(&api, "/v1/days", "get"), &reply, query);
        let days = reply["days"].as_array().cloned().unwrap_or_default();
        let days = days.iter().map(|d| {
            format!(
                "{} {}",
                d["day"].as_str().unwrap_or_default(),
                d["memories"]
            )
        });
        (
            days.collect::<Vec<_>>().join(", "),
            reply["without_day"].as_u64().unwrap_or_default(),
        )
    };
    let (october, without) = days("since=2026-10");
    assert_eq!(
        (october.as_str(), without),
        ("2026-10-03 2, 2026-10-30 1, 2026-10-31 1", 1)
    );
    assert_eq!(
        days("since=2026-10&until=2026-11-01").0,
        "2026-10-03 2, 2026-10-30 1, 2026-10-31 1, 2026-11-01 1"
    );
    assert_eq!(
        days("since=2026-10-03&place=porto"),
        ("2026-10-03 1".to_owned(), 0)
    );
    assert_eq!(days("since=2024").1, 1);
    assert_eq!(days("until=2025-10").0, "2025-10-03 1");
    assert_eq!(
        days("since=2026-10-31&until=2026-10-31&participant=zoe").0,
        "2026-10-31 1"
    );
    for (bad, field) in [
        ("since=2026-10&until=2026-09", "until"),
        ("since=2010&until=2026", "until"),
        ("since=x", "since"),
    ] {
        let problem = daemon
            .get(&format!("/v1/days?{bad}"))
            .problem(400, "invalid_field");
        assert_eq!(problem["field"], field);
    }
    daemon.get("/v1/days").ok();
}

fn timeline(daemon: &Daemon, query: &str) -> TimelinePage {
    let reply = daemon.get(&format!("/v1/timeline?{query}")).ok().json();
    let api = document(daemon);
    fits(&api, &answers(&api, "/v1/timeline", "get"), &reply, query);
    serde_json::from_value(reply).expect("a page")
}

fn told(daemon: &Daemon, query: &str) -> Vec<String> {
    let entries = timeline(daemon, query).entries;
    entries
        .into_iter()
        .map(|e| format!("{} {}", e.when, e.memory.custom_id))
        .collect()
}

#[test]
fn a_timeline_is_in_order_and_leaves_out_what_is_of_no_day_in_it() {
    let daemon = lives();
    assert_eq!(
        told(&daemon, "since=2026-10-03"),
        [
            "2026-10-03 notes_memory_0",
            "2026-10-03 19:30 notes_memory_1"
        ]
    );
    assert_eq!(
        told(&daemon, "since=2026-10"),
        [
            "2026-10 notes_memory_3",
            "2026-10-03 notes_memory_0",
            "2026-10-03 19:30 notes_memory_1",
            "2026-10-30/2026-11-02 notes_memory_2",
        ]
    );
    assert_eq!(
        told(&daemon, "since=2026-11-01"),
        ["2026-10-30/2026-11-02 notes_memory_2"]
    );
    assert_eq!(
        told(&daemon, "since=2026-10-03&tag=dinner"),
        ["2026-10-03 19:30 notes_memory_1"]
    );
    assert_eq!(
        told(&daemon, "since=2026-10-03&other_years=true"),
        ["2025-10-03 08:00 mail_memory_0"]
    );
    assert!(told(&daemon, "").is_empty());
    for (bad, field) in [
        ("since=2026-10&other_years=true", "other_years"),
        ("other_years=perhaps", "other_years"),
        ("cursor=00", "cursor"),
        ("since=2026-10&until=2025", "until"),
        ("limit=0", "limit"),
    ] {
        let problem = daemon
            .get(&format!("/v1/timeline?{bad}"))
            .problem(400, "invalid_field");
        assert_eq!(problem["field"], field, "{bad}");
    }
    // Whatever somebody makes of a cursor, it leads nowhere else.
    for cursor in ["f".repeat(40), "0".repeat(40)] {
        daemon
            .get(&format!("/v1/timeline?since=2026-10&cursor={cursor}"))
            .ok();
    }
}

/// A calendar of what takes place every day at seven, from a day on, but for one of them.
fn swimming(from: Date, except: Date) -> String {
    format!(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:s\nDTSTART:{}T070000\nDTEND:{}T080000\nRRULE:FREQ=DAILY\n\
         EXDATE:{}T070000\nSUMMARY:Swimming\nEND:VEVENT\nEND:VCALENDAR\n",
        from.strftime("%Y%m%d"),
        from.strftime("%Y%m%d"),
        except.strftime("%Y%m%d"),
    )
}

#[test]
fn what_repeats_is_on_each_of_its_days_page_by_page() {
    let daemon = Daemon::start();
    let from = Date::constant(2026, 3, 1);
    daemon.add("swimming", &swimming(from, from + 4.days()));
    daemon.add(
        "note",
        "On 3 March 2026 I had lunch with Ana Lima in Lisbon.",
    );
    let client = daemon.client();
    let filter = Filter {
        since: Some("2026-03-02".into()),
        until: Some("2026-03-08".into()),
        ..Filter::default()
    };
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let page = client
            .timeline(&filter, Some(2), cursor.as_deref())
            .expect("a page");
        assert!(page.entries.len() <= 2);
        all.extend(page.entries.into_iter().map(|e| e.when));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let swum = |day: i8| format!("2026-03-0{day} 07:00/2026-03-0{day} 08:00");
    let expected = [
        swum(2),
        "2026-03-03".to_owned(),
        swum(3),
        swum(4),
        swum(6),
        swum(7),
        swum(8),
    ];
    assert_eq!(all, expected);
    let days = client.days(&filter).expect("days");
    let counts: Vec<u64> = days.days.iter().map(|d| d.memories).collect();
    assert_eq!(counts, [1, 2, 1, 1, 1, 1]);
    let facets = client.facets(
        None,
        "",
        &Filter {
            until: None,
            since: Some("2026-03-05".into()),
            ..filter.clone()
        },
        None,
        None,
    );
    assert_eq!(facets.expect("facets").memories, 1);
    let other = client.other_years(
        &Filter {
            since: Some("2027-03-01".into()),
            ..Filter::default()
        },
        None,
        None,
    );
    assert!(
        other.expect("a page").entries.is_empty(),
        "an anniversary of what repeats"
    );
}

#[test]
fn a_question_by_place_finds_what_was_there() {
    let daemon = lives();
    for path in ["recall", "ask"] {
        let form = Form::new()
            .text("text", "Where was I?")
            .text("place", "porto");
        let reply = daemon
            .post(&format!("/v1/memories/{path}"), &form)
            .send()
            .ok()
            .json();
        for memory in reply["memories"].as_array().expect("memories") {
            assert_eq!(memory["content"]["where"], "Porto", "{path}");
        }
    }
}
