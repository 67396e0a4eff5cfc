//! Which lines and blocks of a page are its text.

use super::pieces::Piece;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::stays;
use memo_common::api::SourceType;

/// How lines begin that sites put round their texts.
const STARTS: [&str; 47] = [
    "read more",
    "also read",
    "see also:",
    "related:",
    "related articles",
    "more on this",
    "advertisement",
    "anzeige",
    "publicité",
    "publicidad",
    "sponsored",
    "mehr zum thema",
    "lesen sie auch",
    "lire aussi",
    "à lire aussi",
    "lee también",
    "leggi anche",
    "leia também",
    "lees ook",
    "läs också",
    "share",
    "teilen",
    "partager",
    "compartir",
    "home >",
    "home ›",
    "home »",
    "startseite >",
    "accueil >",
    "your email",
    "email address",
    "sign up",
    "subscribe",
    "log in",
    "menu",
    "search",
    "follow us",
    "print this",
    "back to top",
    "skip to",
    "cookie",
    "image source",
    "getty images",
    "photo:",
    "foto:",
    "image:",
    "picture:",
];

/// What lines hold that say whose a picture is.
const CREDITS: [&str; 6] = [
    "(image:",
    "(photo:",
    "(picture:",
    "(foto:",
    "(bild:",
    "(credit:",
];

// buttons, as a page without pictures shows them: "[Print] [Share]"
pattern!(BUTTONS, r"^(?:\[[^\[\]]{2,40}\]\s*)+$");
pattern!(COUNT, r"\s\([\w.@-]{1,24}\)");
// what a banner says first; the rest of its paragraph is its own, too
pattern!(
    COOKIES,
    r"(?i)^(?:[^.!?]{0,40}\b(?:privacy|privatsphäre|vie privée|privacidad)\b[^.!?]{0,20}[.!] *)?[^.!?]{0,60}\b(?:use|uses|using|store|verwende[nt]?|nutz(?:en|t)|setzen|utilis(?:e|ons|ent)|utiliza(?:mos|n)?|usamos|usa|gebruik(?:en|t)?|använder|bruker|bruger|käytämme|używamy|používáme)\b[^.!?]{0,40}\b(?:cookies?|koekjes|kakor|informasjonskapsler|evästeitä|plików cookie|soubory cookie)\b"
);

// what others have bought, under which there is nothing of one's own
pattern!(
    OTHERS,
    r"(?i)^(?:people|customers|others|travell?ers|guests|visitors|those|members) who .{2,60}\balso (?:liked|bought|viewed|booked|visited|ordered|read)\b"
);

/// Heads of the comments below a text.
const COMMENTS: [&str; 8] = [
    "comments",
    "kommentare",
    "commentaires",
    "comentarios",
    "commenti",
    "comentários",
    "reacties",
    "kommentarer",
];

/// How lines begin below which there is something else to read.
const ENDS: [&str; 47] = [
    "most read",
    "most popular",
    "related articles",
    "related stories",
    "related posts",
    "you may also like",
    "more from",
    "more stories",
    "recommended",
    "trending",
    "customers also",
    "you might also",
    "people also",
    "recently viewed",
    "inspired by",
    "similar items",
    "more like this",
    "need help",
    "having trouble",
    "get the app",
    "display posts from",
    "who is online",
    "meistgelesen",
    "das könnte sie auch",
    "les plus lus",
    "lo más leído",
    "más leídas",
    "i più letti",
    "mais lidas",
    "meest gelezen",
    "leave a comment",
    "leave a reply",
    "share this",
    "about the author",
    "what our guests",
    "what our customers",
    "what our clients",
    "guest reviews",
    "customer reviews",
    "testimonials",
    "read next",
    "gästebewertungen",
    "kundenbewertungen",
    "avis clients",
    "avis des voyageurs",
    "opiniones de",
    "recensioni",
];

/// Which pieces are the page's text: sentences, headings and lists between them, nothing after the page's end.
pub(super) fn content(pieces: &[Piece], own: bool) -> Vec<bool> {
    let mut prose = 0;
    let end = pieces
        .iter()
        .enumerate()
        .position(|(n, p)| {
            prose += usize::from(is_prose(p));
            ends_page(&p.text) && (prose >= 3 || own && n * 2 >= pieces.len())
        })
        .unwrap_or(pieces.len());
    let mut kept: Vec<bool> = pieces
        .iter()
        .enumerate()
        .map(|(n, p)| n < end && is_prose(p) && !is_furniture(&p.text))
        .collect();
    // A page of short lines (a recipe, a timetable) is taken whole.
    let words = |p: &Piece| p.text.split_whitespace().count();
    let all: usize = pieces[..end].iter().map(words).sum();
    let prose: usize = pieces
        .iter()
        .zip(&kept)
        .filter(|(_, k)| **k)
        .map(|(p, _)| words(p))
        .sum();
    let loose = own || prose * 3 < all;
    let (first, last) = match (kept.iter().position(|k| *k), kept.iter().rposition(|k| *k)) {
        (Some(first), Some(last)) if !loose => (first, last),
        _ => (0, end),
    };
    for n in first.saturating_sub(1)..end {
        let piece = &pieces[n];
        let between = n <= last || loose;
        let in_list = (piece.item || piece.heading || is_heading(&piece.text) || loose) && between;
        if in_list && !is_furniture(&piece.text) {
            kept[n] = true;
        }
    }
    kept
}

/// Running text: enough words, and the end of a sentence; or a row of a table.
pub(super) fn is_prose(piece: &Piece) -> bool {
    if piece.row {
        return true;
    }
    let text = piece.text.trim_end_matches(['”', '"', '\'', '’', ')', '»']);
    let words = text.split_whitespace().count();
    words >= 6 && text.ends_with(['.', '!', '?', '…', ':', '。']) && !piece.heading || words >= 30
}

pub(super) fn is_heading(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (2..=10).contains(&words)
        && !text.contains('@')
        && !text.ends_with(['.', '!', '…', ',', ';'])
        && text.starts_with(char::is_uppercase)
        && !text.contains("  ")
}

/// A line that sites put round their texts.
pub(super) fn is_furniture(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let begins = |start: &&str| {
        lower
            .strip_prefix(*start)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    STARTS.iter().any(begins) && lower.split_whitespace().count() <= 20
        || furniture::without(text, Medium::of(SourceType::Browser)).is_empty()
        || CREDITS.iter().any(|c| lower.contains(c))
        || [" | ", " > ", " › ", " » "]
            .iter()
            .any(|mark| lower.matches(mark).count() >= 2)
            && !text.contains('.')
        || is_buttons(text)
        || BUTTONS.is_match(text.trim())
        || COOKIES.is_match(
            text.get(..text.floor_char_boundary(120))
                .unwrap_or_default(),
        )
}

/// Words side by side, with gaps between, of which none says anything: menus, buttons.
fn is_buttons(text: &str) -> bool {
    // "Basket (0)", "My account (ida)"
    let text = &COUNT.replace_all(text, "");
    text.contains("  ")
        && !stays::is_head(text)
        && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '!' | '?'))
        && text.split_whitespace().count() <= 24
}

/// A line at which a page's text is over: comments, what else there is to read.
pub(super) fn ends_page(text: &str) -> bool {
    let lower = text.trim().trim_end_matches(':').to_lowercase();
    let head = lower.split(['(', ' ']).next().unwrap_or_default();
    OTHERS.is_match(&lower)
        || lower.split_whitespace().count() <= 5
            && (COMMENTS.contains(&head) || ENDS.iter().any(|s| lower.starts_with(s)))
}
