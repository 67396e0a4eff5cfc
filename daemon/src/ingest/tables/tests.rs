use super::*;
use proptest::prelude::*;

fn told(text: &str) -> Option<(usize, Vec<String>)> {
    let table = at(&lines::of(text, 0))?;
    for row in &table.rows {
        assert!(text.get(row.span.clone()).is_some());
    }
    Some((
        table.lines,
        table.rows.into_iter().map(|r| r.text).collect(),
    ))
}

#[test]
fn drawn_rows_go_on_below() {
    let text = "+----------+-------+----------------------+-------+\n| Date     | Time  | Action               | Cost  |\n\
        +----------+-------+----------------------+-------+\n| 05/04/23 | 10:30 | Boiler check, Bo     | £20   |\n\
        |          |       | Lee, keys at the off-|       |\n|          |       | ice                  |       |\n\
        | 14/04/23 |       | Paint                | -     |\n+----------+-------+----------------------+-------+\nafter";
    let (lines, rows) = told(text).expect("a table");
    assert_eq!(lines, 8);
    assert_eq!(
        rows,
        [
            "05/04/23, 10:30, Boiler check, Bo Lee, keys at the office; Cost: £20",
            "14/04/23, Paint"
        ]
    );
}

#[test]
fn bars_and_tabs_without_rules() {
    let (_, rows) = told(
        "day   | where | what | hrs\nmon 5/20| 4 Elm Rd | tap, again | 2\ntue 5/21| OFF | |\n",
    )
    .expect("a table");
    assert_eq!(
        rows,
        ["mon 5/20, 4 Elm Rd, tap, again; hrs: 2", "tue 5/21, OFF"]
    );
    let (_, rows) = told(
        "Date\tTime\tRink 3 v\tResult\nTue 7 Jan\t19:00\tLarks\tlost\nTue 14 Jan\tno play\t\n",
    )
    .expect("a table");
    assert_eq!(
        rows,
        [
            "Tue 7 Jan, 19:00; Rink 3 v: Larks; Result: lost",
            "Tue 14 Jan, no play"
        ]
    );
    let table = at(&lines::of(
        "| Where | Who |\n|---|---|\n| Hall | Ida |\n",
        0,
    ))
    .expect("a table");
    assert_eq!(table.rows[0].place.as_deref(), Some("Hall"));
}

#[test]
fn a_line_with_bars_is_no_table() {
    for text in [
        "Ann Lee | Harbour Office | +44 1\nBo\n",
        "----\n\nx",
        "a\tb\tc\nd\n",
        "---\n---\n---\n",
        "\tDate:\t3 May\n\tWeather:\tfine\n\tPlace:\tFaro\n",
    ] {
        assert_eq!(told(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_lines_are_read(text in "(\\PC|\n|\\||\t|\\+---\\+|---|│){0,80}") {
        let all = lines::of(&text, 0);
        for from in 0..all.len() {
            if let Some(table) = at(&all[from..]) {
                prop_assert!(table.lines >= 2 && table.lines <= all.len() - from);
                for row in table.rows {
                    prop_assert!(text.get(row.span).is_some());
                }
            }
        }
    }
}
