use super::*;
use proptest::prelude::*;

fn texts(text: &str) -> Vec<String> {
    read(&lines::of(text, 0))
        .points
        .into_iter()
        .map(|p| p.text)
        .collect()
}

#[test]
fn keeps_what_is_said() {
    let text = "Hi Ida,\n\nThanks for the boat, it arrived today and looks much better than on the\npictures.\n\n1) Oars. They come on Friday.\n\
        2) Paint. I need the colour.\n\nKind regards,\nAnn\n\nAnn Lee\nHarbour master | Port of Nowhere\nT +44 1632 960000\n\n\
        If you are not the intended recipient please delete this.\n";
    let letter = read(&lines::of(text, 0));
    let said: Vec<_> = letter
        .points
        .iter()
        .map(|p| (p.text.as_str(), p.item))
        .collect();
    assert_eq!(
        said,
        [
            (
                "Thanks for the boat, it arrived today and looks much better than on the pictures.",
                false
            ),
            ("Oars. They come on Friday.", true),
            ("Paint. I need the colour.", true),
        ]
    );
    assert_eq!(letter.signed.as_deref(), Some("Ann"));
}

#[test]
fn a_postscript_is_read() {
    assert_eq!(
        texts("Come on Friday.\n\nLG\nAnn\n\nPS: bring the dog\n"),
        ["Come on Friday.", "PS: bring the dog"]
    );
}

#[test]
fn a_line_without_capitals_heads_nothing() {
    for said in [
        "鍵は鈴木さんに預けました。",
        "المفتاح عند الجيران",
        "המפתח אצל השכנים",
    ] {
        assert_eq!(texts(said), [said]);
    }
}

#[test]
fn headings_stand_over_their_lines() {
    let letter = read(&lines::of(
        "Thanks, Ida!\n\nYOUR CLASS\nPottery with Ann Lee\nSaturday, 3 May 2025, 10:30\n\nUnsubscribe: https://c.example/u",
        0,
    ));
    let last = letter.points.last().expect("a point");
    assert_eq!(
        (last.text.as_str(), last.heading.as_deref()),
        (
            "Pottery with Ann Lee\nSaturday, 3 May 2025, 10:30",
            Some("YOUR CLASS")
        )
    );
}

#[test]
fn a_closing_in_any_language_and_what_programs_put_last() {
    let letter = read(&lines::of(
        "The boat is here.\n\nHe mihi nui,\nAnn Lee\nRoom 9\n\n[ Pay now ]   [ Add to my calendar ]\n",
        0,
    ));
    assert_eq!(letter.points.len(), 1, "{letter:?}");
    assert_eq!(letter.signed.as_deref(), Some("Ann Lee"));
    let letter = read(&lines::of(
        "Das Boot ist da.\n\nBring Farbe mit.\n\nAnna\n\nGesendet von Outlook für Android\n",
        0,
    ));
    assert_eq!(letter.points.len(), 2, "{letter:?}");
    assert_eq!(letter.signed.as_deref(), Some("Anna"));
    assert_eq!(
        texts(
            "The boat leaves from the old north pier and is back until Friday, den\n14. November, says Bo.\n"
        ),
        [
            "The boat leaves from the old north pier and is back until Friday, den 14. November, says Bo."
        ]
    );
}

proptest! {
    #[test]
    fn any_lines(text in "(\\PC|\n|\n\n|- |--\n|Kind regards|Hi|: | {3}|[a-z]{1,6}){0,80}") {
        for point in read(&lines::of(&text, 0)).points {
            prop_assert!(text.get(point.span).is_some());
        }
    }
}
