//! What the words behind a name say of its bearer's not being there: out, ill, elsewhere, on leave.

use super::clause::{behind_brackets, word_of};
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::token::Token;

/// Whether the words behind a name say that its bearer does not come.
pub(super) fn stays_away(clause: &[&Token]) -> bool {
    let clause = behind_brackets(clause);
    if is_off(clause) {
        return true;
    }
    let near: Vec<&&Token> = clause
        .iter()
        .take_while(|t| !matches!(t.folded.as_str(), "," | "and" | "but" | "so" | "("))
        .collect();
    let negated = near.iter().position(|t| t.cues.has(Cue::Not));
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    // "is not with us"
    let apart = |at: usize| word(at + 1) == "with" && matches!(word(at + 2), "us" | "me");
    cannot(&near)
        || is_elsewhere(&near)
        || negated.is_some_and(apart)
        || negated.is_some_and(|at| {
            near[at + 1..]
                .iter()
                .take(3)
                .any(|t| t.cues.has(Cue::Coming))
        })
        || (0..near.len().min(6)).any(|n| near[n].cues.has(Cue::Absent) && is_absence(&near, n))
}

/// Whether somebody is out of reach: "with Ann out", "Ann off till Monday", "Ann's out, she's got the flu", "Ann was in the
/// field", "Ann works late", but not "Ann is off to the shops".
fn is_off(clause: &[&Token]) -> bool {
    let adverb = |t: &Token| {
        matches!(
            t.folded.as_str(),
            "still" | "now" | "already" | "currently" | "also" | "all" | "both"
        )
    };
    let be = clause
        .first()
        .is_some_and(|t| t.cues.has(Cue::Be) && !t.cues.has(Cue::Not));
    let rest = &clause[usize::from(be)..];
    let rest = &rest[rest.iter().take_while(|t| adverb(t)).count()..];
    let word = |n: usize| word_of(rest.get(n));
    let out = matches!(
        word(0),
        "out" | "off" | "away" | "ill" | "sick" | "poorly" | "unwell" | "abroad" | "overseas"
    ) && !matches!(
        word(1),
        "of" | "to" | "the" | "with" | "by" | "in" | "for" | "on" | "at" | "and"
    );
    let working = matches!(
        (word(0), word(1)),
        ("works" | "working", "late" | "nights" | "offshore")
            | ("at", "sea")
            | ("on", "tour" | "leave" | "parental" | "maternity")
    ) || (word(0), word(1), word(2)) == ("in", "the", "field");
    // "Ann stays home"
    let stays = matches!(word(0), "stays" | "stayed" | "staying");
    let home = word(1) == "home" || (word(1), word(2)) == ("at", "home");
    let with_me = rest
        .iter()
        .take(5)
        .any(|t| matches!(t.folded.as_str(), "us" | "me"));
    out || (working || stays && home) && !with_me
}

/// Whether a word of absence says so where it stands: "on leave", "in Urlaub", but not "can leave the key", "on duty",
/// "cancelled the order".
fn is_absence(near: &[&&Token], at: usize) -> bool {
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let before = at.checked_sub(1).map_or("", word);
    match word(at) {
        "leave" | "vacation" | "holiday" => {
            let kind = matches!(
                before,
                "on" | "annual"
                    | "sick"
                    | "maternity"
                    | "paternity"
                    | "parental"
                    | "compassionate"
                    | "unpaid"
            );
            kind || before.ends_with("'s") || matches!(before, "his" | "her" | "their")
        }
        "duty" => before == "jury",
        "abgesagt" => matches!(before, "hat" | "haben" | "leider" | "heute"),
        "cancelled" | "canceled" | "declined" => !matches!(
            word(at + 1),
            "the" | "my" | "our" | "a" | "an" | "her" | "his" | "their" | "it"
        ),
        _ => near[at].cues.has(Cue::Absent),
    }
}

/// Whether somebody is in another town or at home: "is in Chamonix till the 10th", "is at home with the flu", but not "is
/// in Leeds with us".
fn is_elsewhere(near: &[&&Token]) -> bool {
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let at = 1 + usize::from(matches!(word(1), "still" | "now" | "already" | "currently"));
    let town = |t: &Token| {
        // "in HR" is no town
        let unlisted = !t.entry.word() && t.folded.chars().count() > 3;
        t.capital && (t.entry.town() || t.entry.country() || unlisted)
    };
    let place = near
        .get(at + 1)
        .is_some_and(|t| town(t) && t.cues == Cues::default());
    let away = word(at) == "in" && (place || word(at + 1) == "hospital")
        || (word(at), word(at + 1)) == ("at", "home");
    let with_me = near
        .iter()
        .any(|t| matches!(t.folded.as_str(), "us" | "me"));
    // "was in Leeds" alone; with more behind it, it tells what they did there
    let was = matches!(word(0), "was" | "were") && near.len() == at + 2;
    (was || matches!(word(0), "is" | "'s" | "are")) && away && !with_me
}

/// Whether words say in German, Dutch, French or Spanish that somebody cannot come, or just that they cannot: "Anouk kan niet".
fn cannot(near: &[&&Token]) -> bool {
    const AWAY: [(&str, &str); 9] = [
        ("pas", "la"),
        ("pas", "venir"),
        ("vient", "pas"),
        ("nicht", "da"),
        ("nicht", "dabei"),
        ("kommt", "nicht"),
        ("no", "estaba"),
        ("no", "vino"),
        ("no", "viene"),
    ];
    const CANNOT: [(&str, &str); 6] = [
        ("kann", "nicht"),
        ("kan", "niet"),
        ("kann", "leider"),
        ("kan", "helaas"),
        ("peut", "pas"),
        ("no", "puede"),
    ];
    const COME: [&str; 6] = ["kommen", "komen", "venir", "dabei", "erbij", "mitkommen"];
    let word = |n: usize| near.get(n).map_or("", |t| t.folded.as_str());
    let ends = |n: usize| near.get(n).is_none_or(|t| t.cues.has(Cue::Calendar));
    (0..near.len()).any(|n| {
        AWAY.contains(&(word(n), word(n + 1))) && ends(n + 2)
            || CANNOT.contains(&(word(n), word(n + 1)))
                && (near.len() == n + 2
                    || COME.contains(&word(n + 2))
                    || COME.contains(&word(n + 3)))
    })
}
