//! What no person writes or reads out: encoded files, identifiers, the tails of addresses that track.

use crate::ingest::pattern::pattern;
use std::borrow::Cow;

/// Bytes from which an unbroken run of letters and digits may be a program's.
const LONG: usize = 20;

/// Bytes of a line without a space from which it is an encoded file's.
const ENCODED: usize = 50;

pattern!(
    IDENTIFIER,
    r"(?-u)^[\[(<{]*(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[0-9a-f]{20,}|[A-Za-z0-9_-]{20,}={0,2})[\])>},.;:]*$"
);

// What stands for a number that is nobody's to remember: a call's, a batch's, one that is masked.
// a boundary between ASCII characters is enough here, and many times faster
pattern!(
    NUMBER,
    r"(?i)(?:[,;]\s*)?(?-u:\b)(?:(?:meeting|webinar|conference|call|besprechungs|réunion|reunión|conferencia|riunione)[\s-]?(?:id|nr|no)|id de (?:la )?(?:réunion|reunión|reunião))(?-u:\b)[\s.:#]*\d[\d ]{6,14}\d(?-u:\b)|(?:[,;]\s*)?(?-u:\b)(?:lot|batch|charge|serial)(?:\s(?:no|nr|number)(?-u:\b))?[\s.:#]*(?:\d+[a-z]+\d+|[a-z]{1,3}\d{4,})(?-u:\b)|(?-u:\b)[a-z]?(?:[x*•]{3,}|#{4,})[-x*•#]*\d{2,}[a-z]?(?-u:\b)"
);
pattern!(
    SECRET,
    r"\b(?:sk-[A-Za-z0-9_-]{8,}|gh[pousr]_\w{10,}|github_pat_\w{10,}|xox[abprs]-[\w-]{8,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{20,}|glpat-[\w-]{10,}|hf_\w{10,}|npm_\w{10,})|(://)[^\s/:@]{1,80}:[^\s/:@]{1,80}@"
);

/// The text without such words and lines.
pub(super) fn without(text: &str) -> Cow<'_, str> {
    match without_secrets(text) {
        Cow::Borrowed(text) => without_numbers(text),
        Cow::Owned(text) => Cow::Owned(without_numbers(&text).into_owned()),
    }
}

/// The text without keys of programs, and passwords in addresses: "postgres://boat:oars@db/quay".
pub(super) fn without_secrets(text: &str) -> Cow<'_, str> {
    SECRET.replace_all(text, "$1")
}

fn without_numbers(text: &str) -> Cow<'_, str> {
    let digits = text.bytes().any(|b| b.is_ascii_digit());
    if digits && NUMBER.is_match(text) {
        let bare = NUMBER.replace_all(text, "");
        return Cow::Owned(words_of(&bare).trim().to_owned());
    }
    words_of(text)
}

fn words_of(text: &str) -> Cow<'_, str> {
    // most texts have no such word at all
    if !text.split_ascii_whitespace().any(|w| w.len() >= LONG) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<Cow<str>> = text
        .split('\n')
        .filter(|line| !is_encoded(line))
        .map(words)
        .collect();
    let changed = lines.iter().map(|l| l.len() + 1).sum::<usize>() != text.len() + 1;
    if changed {
        Cow::Owned(lines.join("\n").trim().to_owned())
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether a line is one of an encoded file: base64, or uuencoded.
fn is_encoded(line: &str) -> bool {
    let line = line.trim();
    line.len() >= ENCODED
        && line.is_ascii()
        && !line.contains(' ')
        && !line.contains("://")
        && line
            .bytes()
            .any(|b| b.is_ascii_digit() || b == b'+' || b == b'=')
        && line.bytes().any(|b| b.is_ascii_uppercase())
}

/// Which lines of a text are an encoded file's: uuencoded between its "begin" and "end", or base64 line below line.
pub(super) fn encoded<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<bool> {
    let mut out: Vec<bool> = Vec::new();
    let mut begun = false;
    let mut runs = false;
    for line in lines {
        let line = line.trim_end();
        let begins = line.strip_prefix("begin ").is_some_and(|rest| {
            rest.len() > 4 && rest.as_bytes()[..3].iter().all(u8::is_ascii_digit)
        });
        begun |= begins;
        // the last line of base64 is shorter than the others
        let last = runs && line.ends_with('=') && !line.contains(' ');
        runs = is_encoded(line);
        out.push(begun || runs || last);
        begun &= line != "end";
    }
    out
}

/// A line without identifiers, its addresses without what tracks.
fn words(line: &str) -> Cow<'_, str> {
    if !line.split(' ').any(|w| w.len() >= LONG) {
        return Cow::Borrowed(line);
    }
    let mut out: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        if word.len() < LONG {
            out.push(word);
        } else if word.contains("://") {
            out.push(address(word));
        } else if !is_identifier(word) {
            out.push(word);
        }
    }
    Cow::Owned(out.join(" "))
}

/// An address up to its query where that is long or tracks.
fn address(word: &str) -> &str {
    let Some((bare, query)) = word.split_once('?') else {
        return word;
    };
    let tracks = [
        "utm_", "gclid", "fbclid", "mc_cid", "trk=", "token=", "sid=", "ref=",
    ];
    if query.len() > 40 || tracks.iter().any(|t| query.contains(t)) {
        bare
    } else {
        word
    }
}

/// Whether a word is an identifier: hexadecimal, or letters of both cases and digits in no order.
fn is_identifier(word: &str) -> bool {
    if !IDENTIFIER.is_match(word) {
        return false;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let upper = word.bytes().filter(u8::is_ascii_uppercase).count();
    let lower = word.bytes().filter(u8::is_ascii_lowercase).count();
    let hexadecimal =
        upper == 0 && digits >= 4 && word.bytes().all(|b| !b.is_ascii_lowercase() || b <= b'f');
    hexadecimal || digits >= 3 && upper >= 3 && lower >= 3 && !word.contains('_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn takes_out_what_no_person_writes() {
        assert_eq!(
            without("See 6d0f2a1e-0b7c-4c11-9c58-0f3b7f0a2b6e for the boat."),
            "See for the boat."
        );
        assert_eq!(
            without("https://a.example/boat?utm_source=mail&utm_campaign=may and oars"),
            "https://a.example/boat and oars"
        );
        let file = "TVqQAAMAAAAEAAAA8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA4fug4AtAnNIbgBTM0hVGhpcyBwcm9n";
        assert_eq!(
            without(&format!("The file:\n{file}\nand on.")),
            "The file:\nand on."
        );
    }

    #[test]
    fn takes_out_numbers_that_are_nobodys() {
        for (text, kept) in [
            (
                "By video (Zoom), Meeting ID 641 0092 8813",
                "By video (Zoom)",
            ),
            ("Plate 2.4, lot 7K0931", "Plate 2.4"),
            ("NRIC Sxxxx481F of Ida", "NRIC  of Ida"),
            ("Lot 12 went for 300", "Lot 12 went for 300"),
            (
                "KEY=sk-test-9fQ27aLmTz for postgres://boat:oars@quay/db",
                "KEY= for postgres://quay/db",
            ),
            (
                "a task-list at https://quay.example/a:b",
                "a task-list at https://quay.example/a:b",
            ),
        ] {
            assert_eq!(without(text), kept);
        }
    }

    #[test]
    fn finds_encoded_files_among_lines() {
        let text = "See it:\nbegin 644 boat.gif\nM1TE&.#EA`0`!`(``\n`\nend\nand on.\n\
            TVqQAAMAAAAEAAAA8AALgAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA4fug4AtAnNIbgBTM0hVGhpcyBwcm9n\nAAAA=\nBye.";
        assert_eq!(
            encoded(text.lines()),
            [false, true, true, true, true, false, true, true, false]
        );
    }

    #[test]
    fn keeps_long_words() {
        for text in [
            "Donaudampfschifffahrtsgesellschaft and https://a.example/a/very/long/path/to/a/boat",
            "fn read_the_whole_configuration_file in src/configuration/reader/mod.rs",
            "the test a_port_in_use_is_told_to_the_user fails",
        ] {
            assert_eq!(without(text), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_looked_through(text in "(\\PC|\n|https://a.example/\\?utm_x=1 |[A-Za-z0-9]{30} ){0,40}") {
            let kept = without(&text);
            prop_assert!(kept.len() <= text.len());
        }
    }
}
