use super::{Turns, read_export};
use crate::ingest::stream::tests::read_plain;
use crate::ingest::told::told;

fn is_export(text: &str) -> bool {
    let today = super::Date::constant(2024, 9, 18);
    read_export(text, today, &mut Turns::new(super::SourceType::Stream))
}

#[test]
fn journals_with_stamps_are_no_exports() {
    let chat = "12/03/2024, 21:04 - Ida: soup?\n12/03/2024, 21:05 - Bo: yes\n".repeat(3);
    assert!(is_export(&chat));
    let journal = "2024-03-12 21:04 Walked to the lake.\n2024-03-13 07:30 Todo: boots\n2024-03-13 21:00 Read.\n\
        2024-03-14 08:00 Rain again.\n2024-03-14 21:10 Wrote to Bo: no answer.\n";
    assert!(!is_export(journal));
}

#[test]
fn whatsapp_from_two_systems() {
    let window = "[9:14 PM, 3/12/2024] Ida: soup?\n[9:15 PM, 3/12/2024] Bo: yes\n[9:16 PM, 3/12/2024] Ida: Missed voice call\n";
    assert_eq!(
        told(&read_plain(window)),
        ["2024-03-12 21:14 Ida: soup?", "2024-03-12 21:15 Bo: yes"]
    );
    let android = "12/03/2024, 21:04 - Messages and calls are end-to-end encrypted.\n\
        12/03/2024, 21:04 - Ida: on my way\nback by ten\n13/03/2024, 21:05 - Bo created group \"Lake\"\n\
        13/03/2024, 21:05 - Bo: <Media omitted>\n13/03/2024, 21:06 - ~ Bo: ok: fine <This message was edited>\n";
    let document = read_plain(android);
    assert_eq!(
        told(&document),
        [
            "2024-03-12 21:04 Ida: on my way\nback by ten",
            "2024-03-13 21:06 Bo: ok: fine"
        ]
    );
    let ios = "[3/12/24, 9:04:11\u{202f}PM] Ida: on my way\n\u{200e}[3/13/24, 9:05:00\u{202f}PM] Bo: \u{200e}image omitted\n[3/13/24, 9:06:00\u{202f}PM] Bo: ok\n";
    assert_eq!(
        told(&read_plain(ios)),
        ["2024-03-12 21:04 Ida: on my way", "2024-03-13 21:06 Bo: ok"]
    );
}

#[test]
fn a_clock_of_another_language_puts_the_day_first() {
    let text = "4/8/24, 9:14 a.\u{a0}m. - Ida: soup?\n5/8/24, 6:03 p.\u{a0}m. - Bo: yes\n";
    assert_eq!(
        told(&read_plain(text)),
        ["2024-08-04 09:14 Ida: soup?", "2024-08-05 18:03 Bo: yes"]
    );
}

#[test]
fn phones_of_many_languages() {
    for (first, second) in [
        (
            "\u{200f}[17\u{200f}/12\u{200f}/2024، 8:00:15 ص] Ida:",
            "\u{200f}[17\u{200f}/12\u{200f}/2024، 8:41:03 م] Bo:",
        ),
        (
            "[١٧/١٢/٢٠٢٤، ٨:٠٠:١٥ ص] Ida:",
            "[١٧/١٢/٢٠٢٤، ٨:٤١:٠٣ م] Bo:",
        ),
        (
            "١٧\u{200f}/١٢\u{200f}/٢٠٢٤، ٨:٠٠ ص - Ida:",
            "١٧\u{200f}/١٢\u{200f}/٢٠٢٤، ٨:٤١ م - Bo:",
        ),
        (
            "2024. 12. 17. 오전 8:00, Ida :",
            "2024. 12. 17. 오후 8:41, Bo :",
        ),
        (
            "[2024. 12. 17. 오전 8:00:15] Ida:",
            "[2024. 12. 17. 오후 8:41:03] Bo:",
        ),
        (
            "2024년 12월 17일 오전 8:00, Ida :",
            "2024년 12월 17일 오후 8:41, Bo :",
        ),
        (
            "[2024/12/17 上午8:00:15] Ida:",
            "[2024/12/17 下午8:41:03] Bo:",
        ),
        ("2024/12/17 早上8:00 - Ida:", "2024/12/17 晚上8:41 - Bo:"),
        ("2024/12/17 08:00 - Ida:", "2024/12/17 20:41 - Bo:"),
        ("2024. 12. 17. 8:00 - Ida:", "2024. 12. 17. 20:41 - Bo:"),
        (
            "2024. 12. 17. de. 8:00 - Ida:",
            "2024. 12. 17. du. 8:41 - Bo:",
        ),
        ("17.12.2024 klo 8.00 - Ida:", "17.12.2024 klo 20.41 - Bo:"),
        (
            "[17.12.2024 klo 8.00.15] Ida:",
            "[17.12.2024 klo 20.41.03] Bo:",
        ),
        ("17. 12. 2024 8:00 - Ida:", "17. 12. 2024 20:41 - Bo:"),
        ("17/12/24, 8:00 π.μ. - Ida:", "17/12/24, 8:41 μ.μ. - Bo:"),
        ("17-12-2024 08:00 - Ida:", "17-12-2024 20:41 - Bo:"),
        ("17.12.24 г., 8:00 ч. - Ida:", "17.12.24 г., 20:41 ч. - Bo:"),
        (
            "17.12.2024. plkst. 8:00 - Ida:",
            "17.12.2024. plkst. 20:41 - Bo:",
        ),
        (
            "17/12/24, 8:00 पूर्वाह्न - Ida:",
            "17/12/24, 8:41 अपराह्न - Bo:",
        ),
        ("१७/१२/२४, ८:०० am - Ida:", "१७/१२/२४, ८:४१ pm - Bo:"),
        ("১৭/১২/২৪, ৮:০০ AM - Ida:", "১৭/১২/২৪, ৮:৪১ PM - Bo:"),
        ("17/12/24, 8:00 PG - Ida:", "17/12/24, 8:41 PTG - Bo:"),
        ("17/12/2567 08:00 - Ida:", "17/12/2567 20:41 - Bo:"),
        (
            "[17/12/2567 BE, 08:00:11] Ida:",
            "[17/12/2567 BE, 20:41:11] Bo:",
        ),
    ] {
        let text = format!("{first} soup?\n{second} yes\n");
        assert_eq!(
            told(&read_plain(&text)),
            ["2024-12-17 08:00 Ida: soup?", "2024-12-17 20:41 Bo: yes"],
            "{text}"
        );
    }
    // the years of a calendar that is not converted are no days of ours
    let persian = "1403/9/27، 08:00 - Ida: soup?\n1403/9/27، 20:41 - Bo: yes\n";
    assert_eq!(told(&read_plain(persian)), ["Ida: soup?", "Bo: yes"]);
}

#[test]
fn what_stands_in_the_place_of_a_picture_is_no_word_of_anybody() {
    let text = "17/12/2024, 08:00 - Ida: <Média elhagyva>\n[17.12.24, 08:01:02] Bo: \u{200e}kuva jätettiin pois\n\
        [17.12.24, 08:01:09] Bo: \u{200e}+46 70 123 is my number\n[17.12.24, 08:02:02] Bo: <3\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-12-17 08:01 Bo: +46 70 123 is my number",
            "2024-12-17 08:02 Bo: <3"
        ]
    );
}

#[test]
fn days_that_lie_close_together_tell_the_order() {
    let chat = |days: &[&str]| {
        let lines = days
            .iter()
            .map(|day| format!("{day}/23, 8:00\u{202f}PM - Ida: soup?\n"));
        let first = told(&read_plain(&lines.collect::<String>()));
        first.first().map(|l| l[..10].to_owned())
    };
    assert_eq!(
        chat(&["05/12", "06/12", "07/12", "08/12"]).as_deref(),
        Some("2023-12-05")
    );
    assert_eq!(
        chat(&["12/05", "12/06", "12/07", "12/08"]).as_deref(),
        Some("2023-12-05")
    );
}

#[test]
fn signal_and_telegram() {
    let signal = "[2024-03-12 21:04] Ida: on my way\n> quoted\n[2024-03-12 21:05] Bo: ok\n";
    assert_eq!(
        told(&read_plain(signal)),
        ["2024-03-12 21:04 Ida: on my way", "2024-03-12 21:05 Bo: ok"]
    );
    let telegram = "Ida, [12.03.2024 21:04]\non my way\n\nBo, [12.03.2024 21:05]\nok\n";
    assert_eq!(
        told(&read_plain(telegram)),
        ["2024-03-12 21:04 Ida: on my way", "2024-03-12 21:05 Bo: ok"]
    );
}
