use super::*;

#[test]
fn links_are_told_by_their_text() {
    assert_eq!(
        plain("Dinner at [[Ann Lee|Ann]]'s, [map](https://x.example)"),
        "Dinner at Ann's, map"
    );
    assert_eq!(plain("[[Ann]] and [[ and [x]"), "Ann and [[ and [x]");
}

#[test]
fn tells_lines_apart() {
    assert_eq!(line("## Lease ##"), Line::Heading(2, "Lease"));
    assert_eq!(line("--- wed 6"), Line::Heading(2, "wed 6"));
    assert_eq!(line("=== Boats ==="), Line::Heading(2, "Boats"));
    assert_eq!(line("-- as I said"), Line::Plain("-- as I said"));
    assert_eq!(
        line("  - [x] paint"),
        Line::Item {
            task: Some(true),
            indent: 2,
            text: "paint"
        }
    );
    assert_eq!(
        line("2) milk"),
        Line::Item {
            task: None,
            indent: 0,
            text: "milk"
        }
    );
    let point = Line::Item {
        task: None,
        indent: 0,
        text: "Fees",
    };
    assert_eq!(line("TOP 2: Fees"), point);
    assert_eq!(line("TOP of the hill"), Line::Plain("TOP of the hill"));
    assert_eq!(line("12. May was wet"), Line::Plain("12. May was wet"));
    assert_eq!(line("* * *"), Line::Blank);
    assert_eq!(line("> > so it is"), Line::Plain("so it is"));
}

#[test]
fn reads_fields() {
    assert_eq!(
        field("**Date:** 5 March"),
        Some(("date".to_owned(), "5 March"))
    );
    assert_eq!(field("we met at 10:30"), None);
}

#[test]
fn takes_marks_off() {
    assert_eq!(
        plain("**Ann** – _sign_ [the lease](http://x.example) in a_file `now`"),
        "Ann – sign the lease in a_file now"
    );
    assert_eq!(plain("2 * 3 [x"), "2 * 3 [x");
    assert_eq!(plain("The soup was salty. ^soup1"), "The soup was salty.");
    assert_eq!(plain("It holds 10 ^6"), "It holds 10 ^6");
}
