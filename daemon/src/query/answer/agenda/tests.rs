use super::{asked::read, *};
use jiff::civil::date;
use memo_common::api::{Content, SourceType};

fn now() -> DateTime {
    date(2026, 11, 27).at(9, 0, 0, 0)
}

/// How a question is read: what is wanted, and about what.
fn asks(text: &str) -> Option<String> {
    let question = read(text, now())?;
    let wanted = match &question.wanted {
        Wanted::Days(days) => {
            let kind = match (days.due, days.plans) {
                (true, _) => "due",
                (_, true) => "planned",
                (_, false) => "was",
            };
            format!("{kind} {} {}", days.period.first, days.period.last)
        }
        Wanted::Next => "next".to_owned(),
        Wanted::Coming(_) => "coming".to_owned(),
        Wanted::Passed => "passed".to_owned(),
        Wanted::Last => "last".to_owned(),
        Wanted::Whether(days) => format!("whether {}", days.len()),
        Wanted::Repeating => "when".to_owned(),
    };
    let about: Vec<String> = std::iter::once(wanted).chain(question.subject).collect();
    Some(about.join(" "))
}

#[test]
fn reads_questions_of_time() {
    for (text, expected) in [
        ("What happened yesterday?", "was 2026-11-26 2026-11-26"),
        ("What happened last week?", "was 2026-11-16 2026-11-22"),
        (
            "What did I do on 3 September 2025?",
            "was 2025-09-03 2025-09-03",
        ),
        (
            "What happened with Bo last week?",
            "was 2026-11-16 2026-11-22 bo",
        ),
        ("What is on today?", "planned 2026-11-27 2026-11-27"),
        ("What's on tonight?", "planned 2026-11-27 2026-11-27"),
        (
            "What is planned this week?",
            "planned 2026-11-23 2026-11-29",
        ),
        ("What do I have tomorrow?", "planned 2026-11-28 2026-11-28"),
        (
            "Do I have anything on Monday?",
            "planned 2026-11-30 2026-11-30",
        ),
        ("What is due this week?", "due 2026-11-23 2026-11-29"),
        ("What is next?", "coming"),
        ("What's coming up?", "coming"),
        ("What is my next appointment?", "coming"),
        ("When is my next meeting?", "coming"),
        ("When is my next dentist appointment?", "next dentist"),
        ("When do I next swim?", "next swim"),
        ("When did we last go to Leeds?", "last leed"),
        ("When was the last time I saw Ines?", "last see ine"),
        ("Is there swimming on 2 April?", "whether 2 swim"),
        ("Is there a swimming lesson today?", "whether 1 swim lesson"),
        ("When is our wedding anniversary?", "when wed anniversari"),
        ("Was steht morgen an?", "planned 2026-11-28 2026-11-28"),
        ("Wann ist der nächste Zahnarzttermin?", "next zahnarzt"),
    ] {
        assert_eq!(asks(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn leaves_other_questions() {
    for text in [
        "",
        "What should I read next?",
        "What did Ana say is the next step?",
        "Who came last week?",
        "What was the last film I saw?",
        "What is the weather tomorrow?",
        "When was Bo born?",
        "What did Ana bake?",
        "Why was the pilot moved to November?",
        "How long did we stay in May?",
    ] {
        assert_eq!(asks(text), None, "{text}");
    }
}

/// What these memories answer, each with its time, its source, and how it repeats.
fn answered(question: &str, memories: &[(&str, SourceType, &str, Option<&str>)]) -> String {
    let contents: Vec<(Content, Option<Series>)> = memories
        .iter()
        .map(|(when, _, narrative, series)| {
            let content = Content {
                narrative: (*narrative).to_owned(),
                participants: Vec::new(),
                when: (*when).to_owned(),
                place: None,
                entities: Vec::new(),
                tags: Vec::new(),
            };
            (content, series.map(|s| s.parse().expect("a series")))
        })
        .collect();
    let entries: Vec<Entry> = contents
        .iter()
        .zip(memories)
        .map(|((content, series), memory)| Entry {
            asked: None,
            source: Source {
                source_type: memory.1,
                user_name: "Bo Alm",
                ..Source::of(content)
            },
            series: series.as_ref(),
        })
        .collect();
    let question = read(question, now()).expect("a question of time");
    let reply = question.answer(&entries, 10);
    let passed = question
        .passed()
        .filter(|_| reply.as_ref().is_some_and(|r| !r.answered));
    let reply = passed.map_or(reply, |passed| passed.answer(&entries, 10));
    reply.map_or_else(|| "-".to_owned(), |reply| reply.response)
}

const CALENDAR: SourceType = SourceType::Calendar;
const CHAT: SourceType = SourceType::Stream;

#[test]
fn a_series_is_next_where_it_is_not_taken_out() {
    let gym = (
        "2026-01-05 18:00",
        CALENDAR,
        "I have “Gym” every Monday.",
        Some("2026-01-05 18:00/2026-01-05 19:00;FREQ=WEEKLY;EXDATE=2026-11-30"),
    );
    let moved = (
        "2026-12-01 19:00",
        CALENDAR,
        "I have “Gym” on Tuesday 1 December 2026, instead of Monday 30 November 2026.",
        None,
    );
    let next = answered("When is my next gym session?", &[gym]);
    assert!(
        next.starts_with("Monday 7 December 2026 at 18:00"),
        "{next}"
    );
    let next = answered("When is my next gym session?", &[gym, moved]);
    assert!(
        next.starts_with("Tuesday 1 December 2026 at 19:00"),
        "{next}"
    );
    let last = answered("When was my last gym session?", &[gym]);
    assert!(last.starts_with("Monday 23 November 2026"), "{last}");
    for (question, said) in [
        ("Is there gym on 30 November 2026?", "No."),
        ("Is there gym on Monday?", "No."),
        (
            "Was there gym on 23 November?",
            "Yes, Monday 23 November 2026",
        ),
    ] {
        let told = answered(question, &[gym]);
        assert!(told.starts_with(said), "{question} {told}");
    }
}

#[test]
fn what_has_passed_is_never_next() {
    let was = ("2026-06-10 10:00", CALENDAR, "I had “Dentist”.", None);
    let off = (
        "2026-12-03",
        CALENDAR,
        "My “Dentist” was cancelled; it was planned for 3 December 2026.",
        None,
    );
    let next = answered("When is my next dentist appointment?", &[was, off]);
    assert!(
        next.starts_with("None is planned; the last was on Wednesday 10 June 2026 at 10:00."),
        "{next}"
    );
    let spoken = (
        "2026-06-10 10:00",
        CHAT,
        "I told Ana: “The dentist was closed.”",
        None,
    );
    let next = answered("When is my next dentist appointment?", &[spoken, off]);
    assert_eq!(next, "I have no memory of this.");
    let told = (
        "2026-11-20 08:00",
        CHAT,
        "Ana told me: “The dentist sees you on 9 December 2026.”",
        None,
    );
    let next = answered("When is my next dentist appointment?", &[was, told]);
    assert!(next.starts_with("Wednesday 9 December 2026"), "{next}");
}

#[test]
fn a_day_is_told_in_its_order() {
    let late = ("2026-11-27 21:00", CALENDAR, "I have “Quiz”.", None);
    let early = ("2026-11-27 10:00", CALENDAR, "I have “Dentist”.", None);
    let chat = (
        "2026-11-27 08:00",
        CHAT,
        "Ana told me: “Good morning.”",
        None,
    );
    let month = ("2026-11", CHAT, "Ana told me: “I paint in November.”", None);
    let told = answered("What is on today?", &[late, chat, early, month]);
    let (first, second) = (told.find("Dentist"), told.find("Quiz"));
    assert!(first < second && first.is_some(), "{told}");
    assert!(
        !told.contains("morning") && !told.contains("paint"),
        "{told}"
    );
    let tonight = answered("What is on tonight?", &[late, early]);
    assert!(
        !tonight.contains("Dentist") && tonight.contains("Quiz"),
        "{tonight}"
    );
    let all = answered("What happened today?", &[late, chat, early]);
    assert!(all.contains("morning"), "{all}");
}

#[test]
fn who_speaks_of_something_has_not_done_it() {
    let went = ("2026-08-03", CHAT, "I told Ana: “We went to Leeds.”", None);
    let asked = (
        "2026-11-01",
        CHAT,
        "Ana asked me: “Did you go to Leeds?”",
        None,
    );
    let not = (
        "2026-11-02",
        CHAT,
        "I told Ana: “We never go to Leeds.”",
        None,
    );
    let will = (
        "2026-11-03",
        CHAT,
        "I told Ana: “We will go to Leeds.”",
        None,
    );
    let told = answered("When did we last go to Leeds?", &[went, asked, not, will]);
    assert!(told.starts_with("Monday 3 August 2026"), "{told}");
}
