//! The people of a written field, and what stands behind their names.

use super::event::Answer;

/// Somebody named in a field.
pub(super) struct Guest {
    pub(super) name: String,
    pub(super) answer: Answer,
    /// Whether the field calls them the organizer.
    pub(super) organizer: bool,
}

/// Words that answer an invitation, in lower case.
const YES: [&str; 17] = [
    "yes",
    "accepted",
    "attending",
    "going",
    "confirmed",
    "ja",
    "zugesagt",
    "angenommen",
    "oui",
    "accepté",
    "sí",
    "aceptado",
    "sim",
    "aceito",
    "sì",
    "accettato",
    "geaccepteerd",
];
const NO: [&str; 16] = [
    "no",
    "declined",
    "not going",
    "not attending",
    "nein",
    "abgesagt",
    "abgelehnt",
    "non",
    "refusé",
    "décliné",
    "rechazado",
    "não",
    "recusado",
    "rifiutato",
    "nee",
    "afgewezen",
];
const MAYBE: [&str; 14] = [
    "maybe",
    "tentative",
    "vielleicht",
    "mit vorbehalt",
    "unter vorbehalt",
    "peut-être",
    "provisoire",
    "quizás",
    "quizá",
    "tal vez",
    "provisional",
    "talvez",
    "forse",
    "misschien",
];
const OPEN: [&str; 16] = [
    "awaiting",
    "no response",
    "no reply",
    "not responded",
    "needs action",
    "optional",
    "required",
    "you",
    "me",
    "ausstehend",
    "keine antwort",
    "en attente",
    "pendiente",
    "pendente",
    "in attesa",
    "facultatif",
];

/// The answer that a word gives; `None` where it gives none.
fn answer(word: &str) -> Option<Answer> {
    let says = |words: &[&str]| words.contains(&word);
    Some(match word {
        _ if says(&YES) => Answer::Yes,
        _ if says(&NO) => Answer::No,
        _ if says(&MAYBE) => Answer::Maybe,
        _ if says(&OPEN) => Answer::None,
        _ => return None,
    })
}

/// The people of a field with the answers that signs or words behind them give ("Bo ✗", "Bo (organizer) yes"), parted by
/// semicolons, by commas where there are none, or by gaps.
pub(super) fn people(value: &str) -> impl Iterator<Item = Guest> + '_ {
    let sign = [";", ",", "   ", "  "]
        .into_iter()
        .find(|sign| value.contains(sign))
        .unwrap_or(",");
    value.split(sign).filter_map(|person| {
        let bare = person.trim_matches(|c: char| c.is_whitespace() || sign_of(c).is_some());
        let mut guest = Guest {
            name: String::new(),
            answer: person.chars().find_map(sign_of).unwrap_or(Answer::None),
            organizer: false,
        };
        let name = behind(bare, &mut guest);
        // what somebody has said with an answer: `Bo ("night shift")`
        let name = name.split_once(" (\"").map_or(name, |(name, _)| name);
        guest.name = name.trim_end().to_owned();
        (!guest.name.is_empty()).then_some(guest)
    })
}

/// Takes in the answer and the part that words behind a name tell; the name.
fn behind<'t>(mut name: &'t str, guest: &mut Guest) -> &'t str {
    /// Remarks behind a name.
    const MOST: usize = 3;
    for _ in 0..MOST {
        let (rest, said) = match name.strip_suffix(')').and_then(|n| n.rsplit_once(" (")) {
            Some((rest, said)) => (rest, said.to_lowercase()),
            None => match name.rsplit_once(' ') {
                // "Lucho C. no": a name's own words begin large
                Some((rest, said)) if said.starts_with(char::is_lowercase) => {
                    (rest, said.to_owned())
                }
                _ => break,
            },
        };
        let said = said.trim();
        if is_organizer(said) {
            guest.organizer = true;
        } else if let Some(answer) = answer(said) {
            if answer != Answer::None {
                guest.answer = answer;
            }
        } else {
            break;
        }
        name = rest.trim_end_matches([' ', '-', '–', ':']);
    }
    name
}

/// The answer that a sign shows; `None` where it shows none.
fn sign_of(sign: char) -> Option<Answer> {
    match sign {
        '✓' | '✔' | '✅' | '☑' => Some(Answer::Yes),
        '✗' | '✘' | '❌' | '☒' => Some(Answer::No),
        _ => None,
    }
}

/// Whether a word behind a name says that it is the organizer's.
pub(super) fn is_organizer(role: &str) -> bool {
    let role = role.trim_matches(|c: char| !c.is_alphabetic());
    role.starts_with("organi") || role == "host" || role == "creator"
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn answers_stand_behind_names() {
        let told = |text: &str| -> Vec<String> {
            people(text)
                .map(|g| format!("{} {:?} {}", g.name, g.answer, g.organizer))
                .collect()
        };
        assert_eq!(
            told("Ida Holm (organizer) yes, Bo Alm maybe, Cy E. no"),
            ["Ida Holm Yes true", "Bo Alm Maybe false", "Cy E. No false"]
        );
        assert_eq!(
            told("Ida Holm (organisatrice); Dr Bo Alm (Nordkai); Ana de Sá - oui"),
            [
                "Ida Holm None true",
                "Dr Bo Alm (Nordkai) None false",
                "Ana de Sá Yes false"
            ]
        );
        assert_eq!(told("Bo Alm ✗"), ["Bo Alm No false"]);
    }

    proptest! {
        #[test]
        fn any_text(text in "(Bo|,|;| |\\(|\\)|yes|no|host|✓|-|\\PC){0,24}") {
            for guest in people(&text) {
                prop_assert!(!guest.name.is_empty());
            }
        }
    }
}
