use crate::ingest::read;
use crate::ingest::told::{self, told};
use proptest::prelude::*;

fn of(text: &str) -> Vec<String> {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    let mut all = ["text", "vscode", "browser", "pdf"]
        .map(|kind| told(&read(text, kind.parse().ok(), None, &reference)));
    assert!(all.iter().all(|a| *a == all[0]), "{all:?}");
    std::mem::take(&mut all[0])
}

#[test]
fn tasks() {
    let text = "Task ID,Name,Assignee,Due Date,Completed At,Notes,Billable?\n\
        1207890001112223,Sand the hull,Ida Ek,2024-05-20,,\"Coarse, then fine.\",No\n\
        1207890001112224,Buy paint,,2024-05-10,2024-05-03,,No\n";
    assert_eq!(
        of(text),
        [
            "2024-05-20 Ida Ek has to do “Sand the hull”, due on 20 May 2024: Coarse, then fine.",
            "2024-05-03 On 3 May 2024 I finished “Buy paint”.",
        ]
    );
}

#[test]
fn sections_and_remarks() {
    let text = "TYPE,CONTENT,DESCRIPTION,AUTHOR,RESPONSIBLE,DATE\nsection,Boat,,,,\ntask,Sand the hull,,Ida Ek (12),Bo Alm (13),20 May 2024\n\
        note,Bo has sandpaper,,Bo Alm (13),,2024-05-03T10:00:00Z\n";
    assert_eq!(of(text).len(), 2);
}

#[test]
fn days_are_read_over_the_column() {
    let text = "Title,Date\n\"Oars: Season 1: Rain\",\"4/3/24\"\n\"Oars: Season 1: Sun\",\"4/3/24\"\n\"The Boat\",\"4/28/24\"\n";
    assert_eq!(
        of(text),
        [
            "2024-04-03 On 3 April 2024 I watched “Oars: Season 1: Rain” and “Oars: Season 1: Sun”.",
            "2024-04-28 On 28 April 2024 I watched “The Boat”.",
        ]
    );
}

#[test]
fn films_contacts_and_hours() {
    assert_eq!(
        of(
            "Date,Name,Letterboxd URI,Rating,Tags,Watched Date\n2024-05-04,The Boat,https://boxd.it/1,4.5,\"home, with Ida\",2024-05-03\n"
        ),
        ["2024-05-03 On 3 May 2024 I watched “The Boat” (tags: home, with Ida), rated 4.5."]
    );
    assert_eq!(
        of(
            "Notes:\n\"Some addresses, you see, are missing\"\n\nFirst Name,Last Name,URL,Company,Position,Connected On\nIda,Ek,https://a.example/ida,Oars Ltd,Painter,03 May 2024\n"
        ),
        [
            "2024-05-03 On 3 May 2024 I connected with “Ida Ek” (company: Oars Ltd; position: Painter)."
        ]
    );
    assert_eq!(
        of(
            "Project,Description,User,Start Date,Start Time,End Date,End Time,Duration (h)\nHull,Sanding,Ida Ek,05/03/2024,09:05:00 AM,05/03/2024,11:50:00 AM,02:45:00\nHull,Paint,Ida Ek,05/13/2024,09:05:00 AM,05/13/2024,11:50:00 AM,02:45:00\n"
        )[0],
        "2024-05-03 09:05/2024-05-03 11:50 On 3 May 2024 from 09:05 to 11:50 Ida Ek worked on “Sanding” (2 h 45 min), under Hull."
    );
}

#[test]
fn remarks_and_their_addresses() {
    assert_eq!(
        of(
            "id,permalink,date,subreddit,body\nn5,https://www.reddit.com/r/boats/n5/,2024-05-03 19:12:03 UTC,boats,\"Ordered one, thanks!\"\n"
        ),
        ["2024-05-03 19:12 On 3 May 2024 at 19:12 I wrote under boats: Ordered one, thanks!"]
    );
}

proptest! {
    #[test]
    fn any_table_is_read(text in "(Title|Date|Notes|Status|Due|Duration|First Name|[,;\t\n\"]|→|2024-05-03|3/4/24|10:15|\\{\"text\":\"é\"\\}|\\PC){0,60}") {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        told::check(&text, &read(&text, "text".parse().ok(), None, &reference));
    }
}

#[test]
fn long_tables_take_linear_time() {
    let rows = "Oars: Season 1: Rain,4/3/24,\"He said, \"\"rain\"\"\"\n".repeat(20_000);
    assert!(!of(&format!("Title,Date,Notes\n{rows}")).is_empty());
}
