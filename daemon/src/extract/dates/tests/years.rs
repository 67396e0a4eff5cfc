//! Years as they are said.

use super::check;

#[test]
fn a_year_is_said_behind_its_month() {
    check(&[
        (
            "November nineteen ninety-two. A man in a nice coat read it off a paper.",
            &["1992-11"],
        ),
        (
            "We got married in October seventy-four in the rain.",
            &["1974-10"],
        ),
        ("July of nineteen sixty-eight, I was sixteen.", &["1968-07"]),
        ("See you on May twenty-four.", &["2024-05-24"]),
        (
            "Same as last year, Saturday 11 May.",
            &["2023", "2024-05-11"],
        ),
        ("We met last year, on 11 May.", &["2023-05-11"]),
    ]);
}
