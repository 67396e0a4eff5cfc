//! Questions about time: what repeats is told on its own days.

use jiff::{ToSpan, civil::Date};
use memo_tests::daemon::{Daemon, Form};

/// A choir every week since three weeks before yesterday: left out once, and the time after that moved by a day.
fn choir(today: Date) -> String {
    let day = |by: i32| (today + by.days()).strftime("%Y%m%d").to_string();
    format!(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:c\nDTSTART:{}T190000\nDTEND:{}T210000\nRRULE:FREQ=WEEKLY\n\
         EXDATE:{}T190000\nSUMMARY:Choir\nEND:VEVENT\nBEGIN:VEVENT\nUID:c\nRECURRENCE-ID:{}T190000\n\
         DTSTART:{}T200000\nDTEND:{}T210000\nSUMMARY:Choir\nEND:VEVENT\nEND:VCALENDAR\n",
        day(-22),
        day(-22),
        day(6),
        day(13),
        day(14),
        day(14),
    )
}

fn ask(daemon: &Daemon, question: &str) -> String {
    let form = Form::new().text("text", question);
    let body = daemon.post("/v1/memories/ask", &form).send().ok().json();
    body["response"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_repeats_is_next_where_it_takes_place() {
    let daemon = Daemon::start();
    let today = jiff::Zoned::now().date();
    let words = |by: i32| (today + by.days()).strftime("%-d %B %Y").to_string();
    daemon.add("choir", &choir(today));
    let next = ask(&daemon, "When is my next choir?");
    assert!(next.contains(&format!("{} at 20:00", words(14))), "{next}");
    let last = ask(&daemon, "When was my last choir?");
    assert!(last.contains(&words(-1)), "{last}");
    for (by, said) in [
        (6, "No."),
        (13, "No."),
        (14, "Yes"),
        (20, "Yes"),
        (21, "No."),
    ] {
        let question = format!("Is there choir on {}?", words(by));
        let told = ask(&daemon, &question);
        assert!(told.starts_with(said), "{question} {told}");
    }
    let planned = ask(&daemon, &format!("What is planned on {}?", words(20)));
    assert!(planned.contains("Choir"), "{planned}");
    let planned = ask(&daemon, &format!("What is planned on {}?", words(6)));
    assert!(!planned.contains("Choir"), "{planned}");
}

#[test]
fn what_goes_on_is_listed_among_what_is_to_come() {
    let daemon = Daemon::start();
    let today = jiff::Zoned::now().date();
    daemon.add("choir", &choir(today));
    let listed = |since: i32, until: i32| {
        let (since, until) = (today + since.days(), today + until.days());
        let page = daemon.get(&format!("/v1/memories?since={since}&until={until}"));
        page.json()["memories"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(listed(15, 30), 1);
    assert_eq!(listed(6, 6), 0);
    assert_eq!(listed(13, 14), 1);
    // the days are still known elsewhere
    let lines = daemon.get("/v1/export").ok().body;
    assert!(lines.contains("\"series\":\""), "{lines}");
}
