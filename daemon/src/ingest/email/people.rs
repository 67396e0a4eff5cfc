//! Who writes to whom: addresses of headers and of pasted heads, as people of the document.

use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::ingest::document::COMPANY;
use crate::ingest::pattern::pattern;
use crate::ingest::{Document, PersonId, display_name};
use mail_parser::Address;

// an archive's address, unreadable to programs: "ann at x.example (Ann Lee)"
pattern!(
    MASKED,
    r"^([\w.+-]{1,64}) at ([\w-]+(?:\.[\w-]+)+)(?:\s*\((.{1,80})\))?$"
);

/// Whether a field's address is written in words.
pub(super) fn is_masked(field: &str) -> bool {
    MASKED.is_match(field.trim())
}

/// The people of a header's addresses.
pub(crate) fn of_header(document: &mut Document, addresses: Option<&Address>) -> Vec<PersonId> {
    let Some(addresses) = addresses else {
        return Vec::new();
    };
    let mut people = Vec::new();
    // "Lee, Ann <ann@x.example>" without the quotation marks that the comma asks for is read as two.
    let mut family: Option<&str> = None;
    for one in addresses.iter().take(COMPANY) {
        let address = one.address().filter(|a| a.contains('@'));
        let name = one.name().or(one.address().filter(|_| address.is_none()));
        let turned = family.take().zip(name);
        match (address, turned) {
            (Some(_), Some((family, given))) => {
                people.extend(person(
                    document,
                    Some(&format!("{given} {family}")),
                    address,
                ));
            }
            (Some(_), None) => people.extend(person(document, name, address)),
            (None, Some((before, _))) => {
                people.extend(person(document, Some(before), None));
                family = name;
            }
            (None, None) => family = name,
        }
    }
    people.extend(family.and_then(|name| person(document, Some(name), None)));
    people
}

/// The people of a pasted field: "Ann Lee <ann@x.example>; Bo Chen", "Lee, Ann <ann@x.example>, bo@x.example".
pub(crate) fn of_field(document: &mut Document, field: &str) -> Vec<PersonId> {
    let mut people = Vec::new();
    for part in parted(field).into_iter().take(COMPANY) {
        if let Some(found) = MASKED.captures(part.trim()) {
            let name = found.get(3).map(|name| name.as_str());
            let address = format!("{}@{}", &found[1], &found[2]);
            people.extend(person(document, name, Some(&address)));
            continue;
        }
        let (name, address) = match (
            part.find('<').or_else(|| part.find("[mailto:")),
            part.contains('@'),
        ) {
            (Some(open), _) => {
                let address = part[open..]
                    .trim_start_matches("[mailto:")
                    .trim_matches(['<', '>', '[', ']', ' ']);
                (
                    Some(part[..open].trim()),
                    address.contains('@').then_some(address),
                )
            }
            (None, true) => (None, Some(part.trim())),
            (None, false) => (Some(part.trim()), None),
        };
        people.extend(person(document, name, address));
    }
    people.dedup();
    people
}

/// Parts a list of addressees at semicolons; at commas only after an address, or where none of them has one and every
/// name is of several words.
fn parted(field: &str) -> Vec<String> {
    if field.contains(';') {
        return field
            .split(';')
            .map(str::to_owned)
            .filter(|p| !p.trim().is_empty())
            .collect();
    }
    let mut parts: Vec<String> = Vec::new();
    let addressed = field.contains('@');
    for piece in field.split(',') {
        match parts.last_mut() {
            // "Lee, Ann <ann@x.example>": no address yet, so the name goes on.
            Some(last) if addressed && !last.contains('@') => {
                last.push(',');
                last.push_str(piece);
            }
            Some(last)
                if !addressed && (!last.trim().contains(' ') && !piece.trim().contains(' ')) =>
            {
                last.push(',');
                last.push_str(piece);
            }
            _ => parts.push(piece.to_owned()),
        }
    }
    parts.retain(|p| !p.trim().is_empty());
    parts
}

fn person(document: &mut Document, name: Option<&str>, address: Option<&str>) -> Option<PersonId> {
    let name = name.and_then(display_name::clean);
    let address = address
        .map(str::trim)
        .filter(|a| a.contains('@') && a.len() < 320);
    if name.is_none() && address.is_none()
        || name
            .as_deref()
            .is_some_and(|n| n.to_lowercase().starts_with("undisclosed"))
    {
        return None;
    }
    Some(document.person(name.as_deref(), address, None))
}

/// The name that stands under a person's words, where it is fuller than the one known.
pub(crate) fn learn(document: &mut Document, id: PersonId, signed: &str) {
    let Some(person) = document.people.get_mut(id) else {
        return;
    };
    let words = signed.split_whitespace().count();
    let fuller = match &person.name {
        None => words >= 2 || look_up(&fold(signed)).given(),
        Some(known) => {
            words > known.split_whitespace().count()
                && signed.to_lowercase().starts_with(&known.to_lowercase())
        }
    };
    if fuller {
        person.name = Some(signed.to_owned());
    }
}

/// Whether a name is plainly somebody's, who writes from an office's address: "Dr Helen Marsh <reception@…>".
fn is_somebody(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let [first, .., last] = words[..] else {
        return false;
    };
    let titled = Cues::of(fold(first).trim_end_matches('.')).has(Cue::Title);
    let last = look_up(&fold(last));
    titled
        || words.len() == 2 && look_up(&fold(first)).given() && last.surname() && !last.everyday()
}

/// Whether mail from this address is a program's or an office's rather than a person's.
pub(crate) fn is_organization(name: Option<&str>, address: Option<&str>, bulk: bool) -> bool {
    let local = address
        .and_then(|a| a.split('@').next())
        .unwrap_or_default()
        .to_lowercase();
    const ROLES: [&str; 60] = [
        "auto-confirm",
        "automated",
        "reception",
        "appointments",
        "noreply",
        "no-reply",
        "no_reply",
        "donotreply",
        "do-not-reply",
        "orders",
        "order",
        "info",
        "support",
        "billing",
        "invoice",
        "invoices",
        "newsletter",
        "news",
        "hello",
        "contact",
        "team",
        "sales",
        "service",
        "services",
        "notifications",
        "notification",
        "notify",
        "alerts",
        "alert",
        "mailer-daemon",
        "postmaster",
        "updates",
        "booking",
        "bookings",
        "reservations",
        "reservation",
        "receipts",
        "receipt",
        "accounts",
        "account",
        "admin",
        "help",
        "customerservice",
        "customer.service",
        "marketing",
        "office",
        "kontakt",
        "buchung",
        "service-client",
        "reservas",
        "pedidos",
        "facturas",
        "rechnung",
        "tickets",
        "events",
        "membership",
        "members",
        "confirmation",
        "confirmations",
        "enquiries",
    ];
    let stem = local.split(['+', '.']).next().unwrap_or_default();
    if local.contains("noreply") || local.contains("no-reply") {
        return true;
    }
    if ROLES.contains(&local.as_str()) || ROLES.contains(&stem) {
        return !name.is_some_and(is_somebody);
    }
    // "Harbour Inn <hello@harbour-inn.example>": the address is the firm's own; a person's has their name before the @.
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let domain = address
        .and_then(|a| a.split('@').nth(1)?.split('.').next())
        .map(letters);
    let firm = name.is_some_and(|n| {
        let words: Vec<String> = n.split_whitespace().map(letters).collect();
        Some(words.concat()) == domain
            && words.len() > 1
            && !words
                .iter()
                .any(|w| w.chars().count() > 2 && local.contains(w.as_str()))
    });
    if firm {
        return true;
    }
    // A list's or shop's sender whose address has nothing of its name is no person's.
    let known = name.is_some_and(|n| {
        n.split_whitespace()
            .any(|w| w.chars().count() > 2 && local.contains(&w.to_lowercase()))
    });
    bulk && !known
}

#[cfg(test)]
mod tests;
