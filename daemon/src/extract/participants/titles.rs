//! What the title of a calendar's entry says of who is there.

use crate::extract::{entities::lexicon::fold, people::People};

/// Whether a meeting is of the parents of who is named.
pub(super) fn is_of_parents(title: &str) -> bool {
    const WORDS: [&str; 16] = [
        "parents' evening",
        "parents evening",
        "parents’ evening",
        "parent conference",
        "parent-teacher",
        "parent teacher",
        "parents' meeting",
        "parents meeting",
        "elternabend",
        "elterngespräch",
        "elternsprechtag",
        "réunion parents",
        "réunion de parents",
        "reunión de padres",
        "ouderavond",
        "föräldramöte",
    ];
    let lower = title.to_lowercase();
    WORDS.iter().any(|w| lower.contains(w))
}

/// Whether a calendar's title is of what somebody does without the user: "Ada swimming lesson", "Ada's judo".
pub(super) fn is_anothers(title: &str, people: &People) -> bool {
    const ACTIVITIES: &str = "practice training lesson lessons class classes rehearsal judo karate swimming swim football soccer \
        hockey ballet violin piano guitar cello flute choir scouts cubs brownies gymnastics tennis basketball handball athletics \
        fencing riding nursery kindergarten preschool school recital tutoring daycare camp \
        schwimmkurs schwimmen turnen reiten reitstunde flote klavier geige gitarre fussball tanzen kita schule nachhilfe training \
        piscine natation foot danse equitation violon guitare ecole creche cours natacion futbol baloncesto danza colegio ingles \
        violino nuoto calcio scuola zwemles voetbal hockeytraining pianoles school simskola fotboll skola trening violina klavir";
    let mentions = people.mentions(title);
    let [one] = mentions.as_slice() else {
        return false;
    };
    if one.person == people.user() || one.span.start != 0 {
        return false;
    }
    let lower = fold(&title[one.span.end..]);
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty() && *w != "s");
    let activity = words
        .by_ref()
        .take(2)
        .any(|w| ACTIVITIES.split_whitespace().any(|a| a == w));
    activity && !words.any(|w| matches!(w, "with" | "me" | "us" | "we" | "both"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::{Document, Kind, Passage};
    use memo_common::api::SourceType;

    #[test]
    fn a_childs_lesson_is_without_the_user() {
        for (title, alone) in [
            ("Zanele hockey practice", true),
            ("Zanele's judo", true),
            ("Zanele violin - moved", true),
            ("Zanele swimming with me", false),
            ("Yoga class with Zanele", false),
            ("Lunch Zanele", false),
            ("Zanele birthday party", false),
        ] {
            let mut document = Document::new(SourceType::Calendar);
            document
                .passages
                .push(Passage::new(Kind::Prose, title, 0..title.len()));
            let people = People::new(&document, "Ada Quist");
            assert_eq!(is_anothers(title, &people), alone, "{title}");
        }
        assert!(is_of_parents("Parents' evening 3b") && !is_of_parents("Evening with my parents"));
    }
}
