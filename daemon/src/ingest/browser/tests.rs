use super::*;
use crate::ingest::Kind;
use proptest::prelude::*;

pub(super) fn texts(text: &str) -> Vec<String> {
    document(text)
        .passages
        .into_iter()
        .map(|p| p.text)
        .collect()
}

fn document(text: &str) -> Document {
    let reference = "2024-01-18T08:30:00+00:00[UTC]".parse().expect("a time");
    read(
        text,
        &About {
            filename: None,
            reference: &reference,
        },
    )
}

const HISTORY: &str = r#"{"Browser History": [
 {"title": "Booking confirmed - Dr Moe - 24/01/2024 09:20", "url": "https://clinic.example/ok", "time_usec": 1705496871330000},
 {"title": "My bookings - Harbour Clinic", "url": "https://clinic.example/mine", "time_usec": 1705496535072000},
 {"title": "New Tab", "url": "chrome://newtab/", "time_usec": 1705496000000000},
 {"title": "Boat paint compared", "url": "https://boats.example/paint?utm_source=x", "time_usec": 1705484102884113},
 {"title": "Boat paint compared", "url": "https://boats.example/paint", "time_usec": 1705484103884113},
 {"title": "boat paint - Google Search", "url": "https://www.google.com/search?q=boat+paint", "time_usec": 1705484058013044}
]}"#;

#[test]
fn tells_a_history() {
    assert_eq!(
        texts(HISTORY),
        [
            "On 17 January 2024 at 09:34 I searched Google for “boat paint” and looked at “Boat paint compared” on boats.example.",
            "On 17 January 2024 at 13:07 I looked at “My bookings - Harbour Clinic” on clinic.example and got the confirmation \
             “Booking confirmed - Dr Moe - 24/01/2024 09:20”.",
            "",
        ]
    );
    let booked = &document(HISTORY).passages[2];
    assert_eq!(
        booked.when.map(|w| w.to_string()).as_deref(),
        Some("2024-01-24 09:20")
    );
    assert_eq!(booked.place.as_deref(), Some("Harbour Clinic"));
}

#[test]
fn tells_tables_and_lists() {
    let table = "url,title,visit_time\nhttps://a.example/1,\"Paint, old\",2024-01-17 09:34:00\nhttps://b.example/,Ferries,2024-01-17 12:00:00\n";
    let told = [
        "On 17 January 2024 at 09:34 I looked at “Paint, old” on a.example.",
        "On 17 January 2024 at 12:00 I looked at “Ferries” on b.example.",
    ];
    assert_eq!(texts(table), told);
    assert_eq!(
        texts(
            "2024-01-17 09:34 Paint, old - https://a.example/1\n2024-01-17 12:00 Ferries - https://b.example/\n"
        ),
        told
    );
    // the order of day and month is the file's
    let american = "date,time,title,url\n1/17/2024,09:34:00,\"Paint, old\",https://a.example/1\n1/7/2024,12:00:00,Ferries,https://b.example/\n";
    assert_eq!(
        texts(american),
        [
            "On 7 January 2024 at 12:00 I looked at “Ferries” on b.example.",
            "On 17 January 2024 at 09:34 I looked at “Paint, old” on a.example.",
        ]
    );
}

#[test]
fn tells_bookmarks() {
    let text = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>boat</H3>\n<DL><p>\n\
        <DT><A HREF=\"https://a.example\" ADD_DATE=\"1705484058\">Paint &amp; oil</A>\n<DT><A HREF=\"https://b.example\" ADD_DATE=\"1705484060\">Oars</A>\n</DL><p>\n</DL>";
    assert_eq!(
        texts(text),
        ["On 17 January 2024 I bookmarked “Paint & oil” and “Oars” under “boat”."]
    );
    let noted = text.replace("</A>\n", "</A>\n<DD>Ask Bo for the 18 mm ones.\n");
    assert_eq!(
        texts(&noted),
        [
            "On 17 January 2024 I bookmarked “Paint & oil” under “boat”, noting: Ask Bo for the 18 mm ones.",
            "On 17 January 2024 I bookmarked “Oars” under “boat”, noting: Ask Bo for the 18 mm ones.",
        ]
    );
    let json = r#"{"roots":{"bar":{"children":[{"date_added":"13349957658000000","name":"Oars","url":"https://b.example"}],"name":"boat"}}}"#;
    assert_eq!(
        texts(json),
        ["On 17 January 2024 I bookmarked “Oars” under “boat”."]
    );
}

#[test]
fn reads_a_saved_page() {
    let text = "Skip to main content\nNews  Sport  Weather  Jobs\n\nHarbour gets a crane\n\nAnn Lee, reporter\n15 January 2024, 6:30 am\n\n\
        The harbour will get a new crane in March, the council decided on Monday.\n\nAdvertisement\n\nIt costs four million and lifts forty tonnes.\n\n\
        READ MORE: Ferry late again\n\nFishermen say that they were never asked about it.\n\nComments (3)\n  bo  So it was decided by people who never fish.\n";
    let document = document(text);
    assert_eq!(document.title.as_deref(), Some("Harbour gets a crane"));
    assert_eq!(
        document.written.map(|w| w.to_string()).as_deref(),
        Some("2024-01-15 06:30")
    );
    assert_eq!(document.passages.len(), 3, "{:?}", document.passages);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "([{}\\[\\]\",:]|\"url\"|\"title\"|https://a\\.example/|<div>|Watched |<br>|<A HREF=|<DL>|</DL>|\n|,|\\PC){0,80}") {
        for passage in document(&text).passages {
            prop_assert!(text.get(passage.span).is_some());
        }
        let marked = format!("<!DOCTYPE NETSCAPE-Bookmark-file-1>{text}");
        for passage in document(&marked).passages {
            prop_assert!(marked.get(passage.span).is_some());
        }
    }

    #[test]
    fn a_mutated_history_is_read(at in 0..HISTORY.len(), len in 0..40usize, put in "\\PC{0,6}|\n|\"") {
        let mut text = HISTORY.to_owned();
        text.replace_range(at..(at + len).min(HISTORY.len()), &put);
        for passage in document(&text).passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }
}

#[test]
fn an_order_of_ones_own() {
    let page = "Skip to content\nShop  Plants  Gifts\nAccount  Basket (0)\n\nOrder SP-1\nPlaced on Thursday 4 January 2024\nPrint invoice   Buy it all again\n\n\
        Timeline\n9 January 2024, 11:42   Delivered, left with Mrs Holm\n4 January 2024, 20:18   Payment received\n\nSubtotal   £9.00\n\n\
        Deliver to\nIda Ek\n\nCustomers also bought\nBlue barrow  £64.00\n";
    let reference = "2024-01-18T08:30:00+00:00[UTC]".parse().expect("a time");
    let document = read(
        page,
        &About {
            filename: Some("Order SP-1 - Soup Pots.txt"),
            reference: &reference,
        },
    );
    assert_eq!(document.title.as_deref(), Some("Order SP-1 - Soup Pots"));
    assert_eq!(document.present.len(), 1);
    let told: Vec<_> = document
        .passages
        .iter()
        .map(|p| {
            (
                p.when.map(|w| w.to_string()).unwrap_or_default(),
                p.text.as_str(),
            )
        })
        .collect();
    assert!(
        told.contains(&(
            "2024-01-09 11:42".to_owned(),
            "Delivered, left with Mrs Holm"
        )),
        "{told:?}"
    );
    assert!(
        told.iter()
            .all(|(_, t)| !t.contains("Plants") && !t.contains("barrow") && !t.contains("Buy it")),
        "{told:?}"
    );
}

#[test]
fn a_booking_with_its_messages() {
    let page = "Soup House · Faro\nReservation confirmed · HM4X\nCheck-in: Fri, Feb 2, 2024 3:00 PM\nCheckout: Mon, Feb 5, 2024 11:00 AM\nGuests: 2\nMessages\n\
        Ida (Host)\nJan 9, 2024, 9:12 PM\nThe key is in the pot.\nYou\nJan 10, 2024, 8:05 AM\nGreat, we arrive at five.\n";
    let document = document(page);
    let told = crate::ingest::told::told(&document);
    for said in ["Check-in: Fri", "Checkout: Mon", "Guests: 2"] {
        assert!(told.iter().any(|t| t.contains(said)), "{said}: {told:?}");
    }
    assert!(
        told.iter()
            .any(|t| t.contains("2024-01-09 21:12 Ida wrote"))
    );
    assert!(told.iter().any(|t| t.contains("2024-01-10 08:05 Me wrote")));
    assert_eq!(document.present.len(), 1);
    assert_eq!(
        document.people[document.present[0]].name.as_deref(),
        Some("Me")
    );
}

#[test]
fn tables_of_what_was_put_by() {
    let kept = "id,title,note,excerpt,url,folder,tags,created,highlights\n1,Boat paint,Ask Bo,All of it,https://a.example/1,boat,\"a, b\",2024-01-04T10:15:22.000Z,\
        \"Highlight:Two coats\nCreated:2024-01-04\"\n2,Oars,,,https://b.example/,boat,,2024-01-05T18:40:01.000Z,\n";
    assert_eq!(
        texts(kept),
        [
            "On 4 January 2024 I bookmarked “Boat paint” under “boat”, noting: Ask Bo; Two coats.",
            "On 5 January 2024 I bookmarked “Oars” under “boat”.",
        ]
    );
    let saved = "Title,URL,ID,Document tags,Saved date\nBoat paint,https://a.example/1,x,\"['boat']\",2024-01-04 10:15:22.123000+00:00\n";
    assert_eq!(
        texts(saved),
        ["On 4 January 2024 I bookmarked “Boat paint”."]
    );
}

#[test]
fn a_pass_is_an_appointment() {
    let history = r#"{"Browser History": [
 {"title": "Boarding pass - KL 12 Faro - Hull, 26 Jan 2024 13:35, seat 4A - Air Soup", "url": "https://air.example/pass", "time_usec": 1705406871330000},
 {"title": "Justificante de cita – Remos – 4/2/2024 11:15 – Oficina de Barcos", "url": "https://cita.example/j", "time_usec": 1705306871330000},
 {"title": "Please wait, 120 users before you", "url": "https://air.example/wait", "time_usec": 1705406771330000}
]}"#;
    let document = document(history);
    let days: Vec<String> = document
        .passages
        .iter()
        .filter(|p| matches!(p.kind, Kind::Event(_)))
        .filter_map(|p| Some(p.when?.to_string()))
        .collect();
    assert_eq!(days, ["2024-02-04 11:15", "2024-01-26 13:35"]);
    assert!(!document.passages.iter().any(|p| p.text.contains("users")));
}

#[test]
fn running_text_between_a_day_and_buttons_and_no_page_of_posts() {
    let page = "The boat shed - Hulls\n\n   Story\n\n   My name is Ida, and I keep the boat shed below the bridge that my late\n   father \
        opened in 1987. The fire came through our row from the timber side,\n   and there was nothing to take out when the watchman \
        rang me at about two.\n\n   ● 7 May 2024  ·  3 days ago\n   WE ARE OPENING\n   Come all! We open again on Saturday at eleven, the \
        new place is\n   Shed Four on the far quay, next to the rope makers, so come with\n   cotton for your ears. Bo sings, and Pia makes \
        soup for everybody.\n   ♥ 41   Comment   Share\n\n   ● 2 May 2024  ·  8 days ago\n   We have a saw\n   Today Bo and I went to fetch the saw, \
        which is older than both of us\n   and cuts like new.\n   ♥ 63   Comment   Share\n";
    let said = texts(page).join("\n");
    for kept in [
        "The fire came through our row from the timber side, and there was nothing",
        "the new place is Shed Four on the far quay, next to the rope makers, so come with cotton for your ears.",
        "Today Bo and I went to fetch the saw, which is older than both of us and cuts like new.",
    ] {
        assert!(said.contains(kept), "{said}");
    }
    assert!(!said.contains("wrote"), "{said}");
}

#[test]
fn a_note_on_a_kept_page_is_of_the_day_it_names() {
    // added on 2 September 2025, and noted on later
    let kept = |note: &str| {
        let text = format!(
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>boat</H3>\n<DL><p>\n\
             <DT><A HREF=\"https://a.example\" ADD_DATE=\"1756800000\">Paint</A>\n<DD>{note}\n</DL><p>\n</DL>"
        );
        let when = document(&text).passages[0].when;
        when.map(|w| w.to_string()).unwrap_or_default()
    };
    assert_eq!(kept("26/11 went with Bo, it was shut."), "2025-11-26");
    assert_eq!(
        kept("Here 30 Aug to 4 Sept, met Ann."),
        "2025-08-30/2025-09-04"
    );
    assert_eq!(kept("Bo came on 4 January."), "2026-01-04");
    assert_eq!(kept("Bo knows where it is cheap."), "2025-09-02");
}

#[test]
fn a_forum_saved_as_a_page_is_told_post_by_post() {
    let post = |author: &str, at: &str, said: &str| {
        format!(
            "<article class=\"message\" data-author=\"{author}\">\n<section class=\"message-user\"><h4>{author}</h4><h5>Old hand</h5></section>\n\
             <time datetime=\"{at}\">13. September 2020</time> <a href=\"#p\">#21</a>\n<div class=\"bbWrapper\">{said}</div>\n\
             <div class=\"message-signature\">Measure twice.</div>\n<div class=\"reactionsBar\">Ann and 4 others liked this</div>\n</article>\n"
        )
    };
    let page = format!(
        "<!DOCTYPE html>\n<html><head><title>Old kitchens | Page 2</title></head><body>\n{}{}<footer>Imprint</footer></body></html>",
        post(
            "Ida Ek",
            "2020-09-13T10:42:18+0200",
            "Yesterday we tore the old kitchen out."
        ),
        post(
            "grout_bo",
            "2020-09-13T19:05:50+0200",
            "<blockquote>Ida Ek said: we tore it out</blockquote>Leave the island out, the passage is too narrow."
        ),
    );
    assert_eq!(
        crate::ingest::told::told(&document(&page)),
        [
            "2020-09-13 10:42 Ida Ek wrote in “Old kitchens | Page 2”: Yesterday we tore the old kitchen out.",
            "2020-09-13 19:05 grout_bo wrote in “Old kitchens | Page 2”: Leave the island out, the passage is too narrow.",
        ]
    );
}
