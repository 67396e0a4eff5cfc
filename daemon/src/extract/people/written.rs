//! Names as they are written: cleaned, taken apart, and compared.

use super::nicknames::short_for;
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};

/// A name without decoration, and the nickname that stood in quotes: `Piotr "Piet" Zieliński`, `Lee, Ann`,
/// `Sam Roe (he/him)`, `Ann's iPhone`, `LEE, Ann`.
pub(super) fn clean(written: &str) -> (String, Option<String>) {
    let mut name = String::new();
    let mut nickname = None;
    let (mut depth, mut quoted) = (0usize, None::<String>);
    for c in written.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '"' | '“' | '”' | '„' | '«' | '»' if depth == 0 => match quoted.take() {
                Some(inner) => nickname = Some(inner),
                None => quoted = Some(String::new()),
            },
            _ if depth > 0 => {}
            _ => match &mut quoted {
                Some(inner) => inner.push(c),
                None => name.push(c),
            },
        }
    }
    if let Some(inner) = quoted {
        name.push_str(&inner);
    }
    if name.trim().is_empty()
        && let Some(inner) = nickname.take()
    {
        name = inner;
    }
    for sign in ["'s ", "’s "] {
        if let Some((owner, thing)) = name.split_once(sign)
            && matches!(
                fold(thing.trim()).as_str(),
                "iphone" | "ipad" | "macbook" | "phone" | "laptop" | "pixel" | "galaxy"
            )
        {
            name = owner.to_owned();
        }
    }
    if let Some((last, first)) = name.split_once(',')
        && !first.trim().is_empty()
        && !first.contains(',')
        && last.split_whitespace().count() <= 3
        && first.split_whitespace().count() <= 3
    {
        name = format!("{} {}", first.trim(), last.trim());
    }
    let name = given_first(&name).unwrap_or(name);
    let words = name.split_whitespace().map(|w| {
        w.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '\'' | '’' | '&'))
    });
    // a number beside a name counts something else: "Lola 75"
    let mut words: Vec<String> = words
        .filter(|w| *w == "&" || w.chars().any(char::is_alphabetic))
        .map(uncapitalize)
        .collect();
    // "mit Herrn Roe"
    if let Some(title) = words.first_mut().filter(|w| *w == "Herrn") {
        title.pop();
    }
    // a trade or "Mrs" is no part of a full name; "Dr" is
    let trade = |w: &String| {
        let w = fold(w);
        let polite = matches!(
            w.trim_end_matches('.'),
            "dr" | "dra"
                | "dre"
                | "prof"
                | "professor"
                | "doctor"
                | "doctora"
                | "bi"
                | "dott"
                | "dott.ssa"
                | "prof.ssa"
        );
        title(&w) && !polite
    };
    // "D. Andrés Roca", "Dña. Inés Roca"
    let don = |w: &String| matches!(w.as_str(), "D." | "Dª" | "D.ª" | "Dña" | "Dña.");
    let given = |w: Option<&String>| w.is_some_and(|w| look_up(&fold(w)).given());
    if words.len() > 2
        && (words.first().is_some_and(trade)
            || words.first().is_some_and(don) && given(words.get(1)))
    {
        words.remove(0);
    }
    (
        words.join(" "),
        nickname
            .map(|n| n.trim().to_owned())
            .filter(|n| !n.is_empty()),
    )
}

/// "Ann LEE" of "LEE Ann", as tickets and lists of classes write it.
pub(super) fn given_first(name: &str) -> Option<String> {
    let (family, given) = name.trim().split_once(' ')?;
    let letter = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let capitals = family.chars().all(letter) && !family.contains(char::is_lowercase);
    let known = look_up(&fold(given));
    let turned = family.chars().count() > 2
        && capitals
        && given.contains(char::is_lowercase)
        && !given.contains(' ')
        && known.given()
        && !look_up(&fold(family)).given()
        && !title(family);
    turned.then(|| format!("{given} {family}"))
}

/// "KRÜGER" as "Krüger"; short words ("JP", "DJ") stay.
fn uncapitalize(word: &str) -> String {
    if word.chars().filter(|c| c.is_alphabetic()).count() < 3
        || word.chars().any(char::is_lowercase)
    {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len());
    let mut inside = false;
    for c in word.chars() {
        if inside {
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
        inside = c.is_alphabetic();
    }
    out
}

pub(super) fn title(word: &str) -> bool {
    Cues::of(fold(word).trim_end_matches('.')).has(Cue::Title)
}

/// Folded words in which the names of lists end that many people read, and of desks at which anybody may sit.
const GROUPS: [&str; 29] = [
    "desk",
    "helpdesk",
    "reception",
    "office",
    "shop",
    "store",
    "fixtures",
    "bookings",
    "rota",
    "calendar",
    "admin",
    "parents",
    "members",
    "team",
    "staff",
    "players",
    "friends",
    "neighbours",
    "neighbors",
    "volunteers",
    "residents",
    "committee",
    "group",
    "list",
    "everyone",
    "eltern",
    "mitglieder",
    "padres",
    "vecinos",
];

/// Whether a sender is a firm, a list or a robot: by its name ("Harlow & Pike", "Alder Bakery"), else by its address.
pub(super) fn impersonal(name: &str, local: Option<&str>) -> bool {
    let last = name
        .split_whitespace()
        .next_back()
        .map_or(Cues::default(), |w| Cues::of(&fold(w)));
    let several = name.split_whitespace().count() > 1;
    // "Alder U11 parents"
    let list = name
        .split_whitespace()
        .next_back()
        .is_some_and(|w| GROUPS.contains(&fold(w).as_str()));
    let desk = local.is_some_and(|l| {
        let l = fold(l);
        [
            "noreply",
            "no-reply",
            "donotreply",
            "do-not-reply",
            "notification",
            "orders",
            "newsletter",
            "support",
            "billing",
            "mailer",
        ]
        .iter()
        .any(|d| l.starts_with(d))
            || l == "info"
    });
    name.contains(" & ")
        || name.ends_with("[bot]")
        || several && last.has(Cue::OrgHead)
        || list
        || desk
}

/// Folded words of a cleaned name, its title left out.
pub(super) fn parts(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let skip = usize::from(words.len() > 1 && title(words[0]));
    words[skip..]
        .iter()
        .map(|w| fold(w).trim_end_matches('.').to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}

pub(super) fn initial(parts: &[String]) -> bool {
    parts.iter().any(|p| p.chars().count() == 1)
}

/// Whether two names can be one person's: the same, one a part of the other, an initial or a short form for the given
/// name, a middle name or a second family name left out.
pub(super) fn compatible(a: &[String], b: &[String]) -> bool {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let (Some(long_first), Some(long_last)) = (long.first(), long.last()) else {
        return false;
    };
    let (Some(first), Some(last)) = (short.first(), short.last()) else {
        return false;
    };
    let same_first = |x: &str, y: &str| {
        x == y
            || short_for(x, y)
            || short_for(y, x)
            || (x.chars().count() == 1 && y.starts_with(x))
            || (y.chars().count() == 1 && x.starts_with(y))
    };
    if short.len() == 1 {
        // kin words and single words: given name, family name, or a short form of the given name
        if Cues::of(first).has(Cue::Kin) {
            return long_first == first;
        }
        return first.chars().count() > 1
            && (long.len() > 1 && long_last == last || same_first(long_first, first));
    }
    // "Hwee Ling" of "Tan Hwee Ling", "Nagy Éva" and "Éva Nagy": the family's name comes first in some countries
    let is_given = |word: &str| look_up(word).given();
    let behind =
        long.len() == 3 && short.len() == 2 && long.ends_with(short) && !is_given(long_first);
    let turned = long.len() == 2 && long_first == last && long_last == first;
    if behind || turned && !(is_given(first) && is_given(last)) {
        return true;
    }
    // the first of two family names, as Spanish names are cut short
    let within = long_first == first && long[1..].contains(last);
    // the first of two joined by a hyphen: "Ann Lee" of "Ann Lee-Roe"
    let joined = |x: &str, y: &str| x.strip_prefix(y).is_some_and(|rest| rest.starts_with('-'));
    let joined = first == long_first && (joined(long_last, last) || joined(last, long_last));
    let same_last = long_last == last
        || within
        || joined
        || last.chars().count() == 1 && long_last.starts_with(last.as_str())
        || long_last.chars().count() == 1 && last.starts_with(long_last.as_str());
    same_last && same_first(long_first, first)
}

/// A name from an address that spells it: "joonas.kettunen@…" is Joonas Kettunen.
pub(super) fn name_of_address(address: &str) -> Option<String> {
    let local = address.split('@').next()?;
    let words: Vec<&str> = local.split(['.', '_', '-']).collect();
    let spelled = words.len() >= 2
        && words
            .iter()
            .all(|w| w.len() > 1 && w.chars().all(char::is_alphabetic))
        && look_up(&fold(words[0])).given();
    spelled.then(|| {
        let capital = |w: &&str| {
            w.chars()
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(w.chars().skip(1))
                .collect::<String>()
        };
        words.iter().map(capital).collect::<Vec<_>>().join(" ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoration_is_dropped() {
        assert_eq!(clean("Roe, Sam (he/him)").0, "Sam Roe");
        assert_eq!(clean("BERG-LUND, Anna").0, "Anna Berg-Lund");
        assert_eq!(clean("LEMMENS Saskia").0, "Saskia Lemmens");
        assert_eq!(clean("C.S. Lewis").0, "C.S. Lewis");
        assert_eq!(clean("JOHN Lee").0, "John Lee");
        assert_eq!(clean("Ana's iPhone").0, "Ana");
        assert_eq!(
            clean("Piotr \"Pio\" Nowak"),
            ("Piotr Nowak".to_owned(), Some("Pio".to_owned()))
        );
    }

    #[test]
    fn the_family_name_may_come_first() {
        let same = |a: &str, b: &str| compatible(&parts(a), &parts(b));
        assert!(same("Tan Hwee Ling", "Hwee Ling") && same("Nagy Éva", "Éva Nagy"));
        assert!(!same("Ana Berta Lund", "Berta Lund") && !same("Kim Lee", "Lee Kim"));
    }

    #[test]
    fn the_second_of_two_family_names_is_left_out() {
        let same = |a: &str, b: &str| compatible(&parts(a), &parts(b));
        assert!(same("Berta Lund Quist", "Berta Lund") && same("Berta Quist", "Berta Lund Quist"));
        assert!(!same("Berta Lund Quist", "Carla Lund") && !same("Berta Quist", "Berta Lund"));
    }
}
