use super::super::read;
use proptest::prelude::*;

#[test]
fn tells_the_texts_and_nothing_of_the_program() {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    let text = r#"{"board":{"id":"7f3","closed":false,"cards":[{"id":"c1","title":"Soup","createdBy":{"login":"ida","name":"Ida Ek"},
        "createdAt":"2024-05-03T09:10:00Z","body":"The soup boils over at noon.","pos":65535.5},
        {"id":"c2","text":"Buy a bigger pot.","ts":1714900000}]}}"#;
    for kind in ["text", "vscode", "github", "pdf"] {
        let document = read(text, kind.parse().ok(), None, &reference);
        let told: Vec<_> = document
            .passages
            .iter()
            .map(|p| {
                format!(
                    "{} {}",
                    p.when.map(|w| w.to_string()).unwrap_or_default(),
                    p.text
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "2024-05-03 09:10 The soup boils over at noon.",
                "2024-05-05 09:06 Buy a bigger pot."
            ],
            "{kind}"
        );
    }
}

/// What an export tells, read as this type.
fn of(kind: &str, text: &str) -> Vec<String> {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    super::super::told::told(&read(text, kind.parse().ok(), None, &reference))
}

#[test]
fn tasks_with_and_without_words() {
    let text = r#"{"kind":"t#lists","items":[{"title":"My list","updated":"2024-05-04T10:00:00Z","items":[
        {"id":"a","title":"Sand the hull","notes":"Coarse, then fine.","scheduled_time":[{"start":"2024-05-20T00:00:00Z"}],"created":"2024-05-01T10:00:00Z","status":"needsAction"},
        {"id":"b","title":"Buy paint","due":"2024-05-10T00:00:00Z","completed":"2024-05-03T16:15:00Z","created":"2024-05-01T10:00:00Z","status":"completed"}]}]}"#;
    assert_eq!(
        of("text", text),
        [
            "2024-05-20 I have to do “Sand the hull”, due on 20 May 2024: Coarse, then fine.",
            "2024-05-03 16:15 On 3 May 2024 at 16:15 I finished “Buy paint”.",
        ]
    );
}

#[test]
fn cards_with_numbers_for_people_and_lists() {
    let text = r#"{"id":"b1","name":"Boat","lists":[{"id":"l1","name":"Doing"}],"members":[{"id":"m1","fullName":"Ida Ek"}],
        "cards":[{"id":"c1","name":"Sand the hull","desc":"","due":"2024-05-20T15:00:00.000Z","dueComplete":false,"idList":"l1","idMembers":["m1"]}],
        "actions":[{"id":"a1","idMemberCreator":"m1","type":"commentCard","date":"2024-05-03T17:20:00Z","data":{"text":"The paint is late.","card":{"id":"c1","name":"Sand the hull"}},
        "memberCreator":{"id":"m1","fullName":"Ida Ek"}}]}"#;
    let told = of("text", text);
    assert!(told.contains(
        &"2024-05-20 15:00 Ida Ek has to do “Sand the hull”, due on 20 May 2024 at 15:00, under Doing."
            .to_owned()
    ), "{told:?}");
    assert!(
        told.contains(
            &"2024-05-03 17:20 Ida Ek commented on “Sand the hull”: The paint is late.".to_owned()
        ),
        "{told:?}"
    );
    assert_eq!(told.len(), 2);
}

#[test]
fn posts_are_ones_own() {
    let archive = r#"window.YTD.tweets.part0 = [{"tweet":{"id_str":"1","entities":{"hashtags":[{"text":"a b"}]},"full_text":"We sailed to Faro.","created_at":"Fri May 03 08:00:00 +0000 2024"}}]"#;
    assert_eq!(
        of("browser", archive),
        ["2024-05-03 08:00 On 3 May 2024 at 08:00 I posted: We sailed to Faro."]
    );
    let status = r#"[{"timestamp":1714723200,"attachments":[{"data":[{"external_context":{"url":"https://a.example/x"}}]}],
        "data":[{"post":"The cafÃ© is open."},{"update_timestamp":1714723200}],"title":"Ida Ek shared a link."}]"#;
    assert_eq!(
        of("browser", status),
        ["2024-05-03 08:00 On 3 May 2024 at 08:00 Ida Ek shared a link: The café is open."]
    );
    let reply = r#"{"orderedItems":[{"published":"2024-05-03T08:00:00Z","object":{"published":"2024-05-03T08:00:00Z","attributedTo":"https://a.example/users/bo",
        "inReplyTo":"https://a.example/users/ida/statuses/1","content":"<p>Use a brush.</p>","url":"https://a.example/@bo/2"}}]}"#;
    assert_eq!(
        of("browser", reply),
        ["2024-05-03 08:00 On 3 May 2024 at 08:00 I replied to ida: Use a brush."]
    );
}

#[test]
fn notes_on_pages_and_what_was_heard() {
    let noted = r#"[{"id":1,"title":"On boats","url":"https://a.example/boats","content":"<p>Boats float.</p>","created_at":"2024-05-02T08:00:00Z",
        "annotations":[{"id":7,"text":"Ask Ida why","quote":"float","created_at":"2024-05-03T08:00:00Z"}]}]"#;
    assert!(of("browser", noted).contains(
        &"2024-05-03 08:00 On 3 May 2024 at 08:00 I noted on “On boats”, about “float”: Ask Ida why."
            .trim_end_matches('.')
            .to_owned()
    ));
    let hours =
        r#"[{"id":2,"start":"20240503T080000Z","end":"20240503T093000Z","tags":["boat","paint"]}]"#;
    assert_eq!(
        of("vscode", hours),
        [
            "2024-05-03 08:00/2024-05-03 09:30 On 3 May 2024 from 08:00 to 09:30 I noted “boat, paint”."
        ]
    );
    let heard = r#"[{ "endTime" : "2024-05-03 06:41", "artistName" : "The Oars", "trackName" : "Rain", "msPlayed" : 240000 }]"#;
    assert_eq!(
        of("browser", heard),
        ["2024-05-03 06:41 On 3 May 2024 at 06:41 I listened to “Rain” by The Oars (4 min)."]
    );
}

proptest! {
    #[test]
    fn any_json_is_read(text in "[\\[\\]{},:\"\\\\a1é ]{0,60}|(\\{\"text\": ?\"a b\",\"ts\":1e300\\}|\\[|\\]|,){0,20}") {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        for passage in read(&text, "text".parse().ok(), None, &reference).passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }
}

#[test]
fn what_is_cut_short_is_read_as_far_as_it_goes() {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    let text = "{\"board\":{\"cards\":[{\"title\":\"Soup\",\"createdAt\":\"2024-05-03T09:10:00Z\",\"body\":\"The soup boils over at noon.\",},\n\
        {\"title\":\"Pot\",\"createdAt\":\"2024-05-04T09:10:00Z\",\"body\":\"The pot is";
    let document = read(text, "text".parse().ok(), None, &reference);
    let told: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
    assert!(told.iter().any(|t| t.contains("boils over")), "{told:?}");
    assert!(!told.iter().any(|t| t.contains("\":")), "{told:?}");
    assert!(document.passages.iter().all(|p| p.span.end <= text.len()));
}

#[test]
fn what_nobody_wrote_is_told_without_braces() {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    let text = r#"{"name":"soup","version":"1.2.0","scripts":{"build":"stir -p ."},"private":true,
        "runs":[{"id":7,"timestamp":"2024-05-03T09:10:00Z","state":"cold"}]}"#;
    let document = read(text, "vscode".parse().ok(), None, &reference);
    let told: Vec<&str> = document.passages.iter().map(|p| p.text.as_str()).collect();
    assert_eq!(
        told,
        [
            "name: soup; scripts, build: stir -p .; version: 1.2.0",
            "state: cold"
        ]
    );
    assert!(document.passages[1].when.is_some());
}
