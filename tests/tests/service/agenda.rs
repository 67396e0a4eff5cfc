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

fn asked(daemon: &Daemon, question: &str) -> serde_json::Value {
    let form = Form::new().text("text", question);
    daemon.post("/v1/memories/ask", &form).send().ok().json()
}

fn ask(daemon: &Daemon, question: &str) -> String {
    let body = asked(daemon, question);
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

#[test]
fn where_none_is_planned_the_last_is_told() {
    let daemon = Daemon::start();
    let day = jiff::Zoned::now().date() - 40.days();
    let event = day.strftime(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:d\nDTSTART:%Y%m%dT100000\nSUMMARY:Dentist\n\
         END:VEVENT\nEND:VCALENDAR\n",
    );
    daemon.add("dentist", &event.to_string());
    let told = asked(&daemon, "When is my next dentist appointment?");
    let said = day.strftime("None is planned; the last was on %A %-d %B %Y at 10:00.");
    let response = told["response"].as_str().unwrap_or_default();
    assert!(response.starts_with(&said.to_string()), "{told}");
    assert_eq!(told["answered"], false, "{told}");
    let other = ask(&daemon, "When is my next choir?");
    assert!(!other.contains("None is planned"), "{other}");
}
