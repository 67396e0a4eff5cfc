use super::*;

#[test]
fn reads_what_it_writes() {
    for text in [
        "2024",
        "2024-05",
        "2024-05-03",
        "2024-05-03 14:30",
        "2024-05-03/2024-06",
        "2024-05-03 09:00/2024-05-03 10:15",
    ] {
        assert_eq!(
            text.parse::<When>().map(|w| w.to_string()).as_deref(),
            Ok(text)
        );
    }
}

#[test]
fn refuses_what_is_no_date() {
    for text in [
        "",
        "24",
        "2024-13",
        "2024-02-30",
        "2024-05-03 25:00",
        "2024/05/03",
        "añb-05",
        "2024-05-03 14:3é",
    ] {
        assert_eq!(text.parse::<When>(), Err(NotAWhen), "{text}");
    }
}

#[test]
fn covers_whole_months() {
    let when: When = "2024-02".parse().expect("a month");
    assert_eq!(
        when.days(),
        (
            jiff::civil::date(2024, 2, 1),
            jiff::civil::date(2024, 2, 29)
        )
    );
}
