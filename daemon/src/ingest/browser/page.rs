//! A saved page: its text apart from menus, teasers, banners and comments.

use super::{owned, thread};
use crate::ingest::furniture::{self, Medium};
use crate::ingest::html::{self, BlockKind};
use crate::ingest::lines::{self, Line};
use crate::ingest::{About, Document, Kind, Passage, agenda, tables, written_date};
use crate::when::{Point, When};
use memo_common::api::SourceType;
use std::ops::Range;

/// A line or block of a page.
struct Piece {
    text: String,
    span: Range<usize>,
    /// Where it stands in a list of times.
    when: Option<When>,
    heading: bool,
    item: bool,
    /// A row of a table.
    row: bool,
}

/// Reads a saved page, as HTML or as text.
pub(crate) fn read(text: &str, about: &About<'_>) -> Document {
    let mut document = Document::new(SourceType::Browser);
    let is_html = html::is_html(text);
    let own = owned::is_own(text);
    let mut pieces = if is_html {
        let page = html::read(text);
        document.title = page.title.filter(|t| !t.is_empty());
        document.written = page
            .meta
            .iter()
            .filter(|(name, _)| {
                matches!(
                    name.as_str(),
                    "article:published_time"
                        | "datepublished"
                        | "date"
                        | "dc.date"
                        | "time"
                        | "pubdate"
                )
            })
            .find_map(|(_, at)| written_date::find(at));
        let whole = 0..text.len();
        page.blocks
            .into_iter()
            .filter(|b| !b.chrome)
            .map(|b| Piece {
                heading: matches!(b.kind, BlockKind::Heading(_)),
                item: b.kind == BlockKind::Item,
                row: false,
                text: b.text,
                span: whole.clone(),
                when: None,
            })
            .collect()
    } else {
        paragraphs(&lines::of(text, 0))
    };
    if !is_html {
        let named = named_after(&pieces, about.filename);
        if let Some(thread) = thread::read(text, about, named.map(|n| pieces[n].text.as_str())) {
            return thread;
        }
        // What stands above the title is the site's.
        if let Some(named) = named {
            document.title = Some(whole_title(&pieces[named].text, about.filename));
            pieces.drain(..=named);
        }
    }
    if own && !is_html {
        stamp(&mut pieces, text, about);
    }
    if own {
        let me = document.person(Some("Me"), None, None);
        document.present.push(me);
    }
    if document.written.is_none() {
        // A byline's date stands near the top, in a line of its own.
        document.written = pieces
            .iter()
            .take(30)
            .filter(|p| p.text.split_whitespace().count() <= 12)
            .find_map(|p| written_date::find(&p.text));
    }
    let kept = content(&pieces, own);
    if document.title.is_none() {
        document.title = title(&pieces, &kept);
    }
    let mut headings: Vec<String> = Vec::new();
    let mut told = pieces
        .iter()
        .zip(&kept)
        .filter(|(_, kept)| **kept)
        .map(|(piece, _)| piece)
        .peekable();
    while let Some(piece) = told.next() {
        // On a page of short lines a heading is one only where something stands under it.
        let last = own
            && !piece.heading
            && (piece.text.contains(|c: char| c.is_ascii_digit())
                || told
                    .peek()
                    .is_none_or(|next| next.heading || is_heading(&next.text)));
        if piece.heading || is_heading(&piece.text) && !last && !piece.row && piece.when.is_none() {
            headings = vec![piece.text.clone()];
            if document
                .title
                .as_ref()
                .is_some_and(|t| t.contains(&piece.text))
            {
                headings.clear();
            }
            continue;
        }
        let kind = if piece.item {
            Kind::Item { task: None }
        } else {
            Kind::Prose
        };
        let mut passage = Passage::new(kind, piece.text.clone(), piece.span.clone());
        passage.headings.clone_from(&headings);
        passage.when = piece.when;
        document.passages.push(passage);
    }
    document
}

/// Gives the lines of a list of times (a parcel's way, an account's movements) their times: each is a thing by itself.
fn stamp(pieces: &mut [Piece], text: &str, about: &About<'_>) {
    let now = about.reference.datetime();
    let Some(list) = agenda::read(text, now, None) else {
        return;
    };
    for entry in list.entries {
        let (Some((_, first)), Point::Minute(_)) = (entry.lines.first(), entry.when.start) else {
            continue;
        };
        // Only what stands behind its time on the same line is surely of that time.
        if first.start != entry.span.start || entry.opened {
            continue;
        }
        let at = pieces.partition_point(|p| p.span.start < first.start);
        if let Some(piece) = pieces.get_mut(at)
            && piece.span == *first
        {
            entry.lines[0].0.clone_into(&mut piece.text);
            piece.when = Some(entry.when);
        }
    }
}

/// Columns by which a line stands deeper that goes on with the one above.
const DEEPER: usize = 3;

/// A text's paragraphs; lines that are whole by themselves stay lines.
fn paragraphs(lines: &[Line]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < lines.len() {
        let Some(table) = tables::at(&lines[at..]) else {
            at += 1;
            continue;
        };
        running(&lines[from..at], &mut pieces);
        at += table.lines;
        from = at;
        pieces.extend(table.rows.into_iter().map(|row| Piece {
            text: row.text,
            span: row.span,
            when: None,
            heading: false,
            item: true,
            row: true,
        }));
    }
    running(&lines[from..], &mut pieces);
    pieces
}

/// Adds the paragraphs of lines that are of no table.
fn running(lines: &[Line], pieces: &mut Vec<Piece>) {
    for group in lines.split(|l| l.is_empty()) {
        if group.is_empty() {
            continue;
        }
        let group = match group {
            [first, rest @ ..] if ends_page(&first.text) && !rest.is_empty() => {
                pieces.push(piece(first.text.trim(), first.span.clone()));
                rest
            }
            group => group,
        };
        let text = lines::unwrap(group);
        if text.contains('\n') {
            let mut above = 0;
            for line in group {
                let indent = line.text.len() - line.text.trim_start().len();
                // What stands deeper below a line goes on with it.
                match pieces.last_mut() {
                    Some(last) if above > 0 && indent >= above + DEEPER => {
                        last.text.push_str("; ");
                        last.text.push_str(line.text.trim());
                        last.span.end = line.span.end;
                    }
                    _ => {
                        pieces.push(piece(line.text.trim(), line.span.clone()));
                        above = indent + 1;
                    }
                }
            }
        } else {
            pieces.push(piece(&text, lines::span(group)));
        }
    }
}

fn piece(text: &str, span: Range<usize>) -> Piece {
    let marked = text.trim_start_matches('#');
    let heading = marked.len() < text.len() && marked.starts_with(' ');
    let item = lines::item_text(text);
    Piece {
        text: item.unwrap_or(marked).trim().to_owned(),
        span,
        when: None,
        heading,
        item: item.is_some() && !heading,
        row: false,
    }
}

/// Which pieces are the page's text: sentences, headings and lists between them, nothing after the page's end.
fn content(pieces: &[Piece], own: bool) -> Vec<bool> {
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
fn is_prose(piece: &Piece) -> bool {
    if piece.row {
        return true;
    }
    let text = piece.text.trim_end_matches(['”', '"', '\'', '’', ')', '»']);
    let words = text.split_whitespace().count();
    words >= 6 && text.ends_with(['.', '!', '?', '…', ':', '。']) && !piece.heading || words >= 30
}

fn is_heading(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (2..=10).contains(&words)
        && !text.ends_with(['.', '!', '…', ',', ';'])
        && text.starts_with(char::is_uppercase)
        && !text.contains("  ")
}

/// A line that sites put round their texts.
fn is_furniture(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let starts = [
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
    starts.iter().any(|s| {
        lower
            .strip_prefix(s)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    }) && (lower.split_whitespace().count() <= 20)
        || furniture::without(text, Medium::of(SourceType::Browser)).is_empty()
        || [
            "(image:",
            "(photo:",
            "(picture:",
            "(foto:",
            "(bild:",
            "(credit:",
        ]
        .iter()
        .any(|c| lower.contains(c))
        || lower.matches(" | ").count() >= 2 && !text.contains('.')
        || is_buttons(text)
}

/// Words side by side, with gaps between, of which none says anything: menus, buttons.
fn is_buttons(text: &str) -> bool {
    text.contains("  ")
        && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '!' | '?'))
        && text.split_whitespace().count() <= 24
}

/// A line at which a page's text is over: comments, what else there is to read.
fn ends_page(text: &str) -> bool {
    let lower = text.trim().trim_end_matches(':').to_lowercase();
    let head = lower.split(['(', ' ']).next().unwrap_or_default();
    let words = lower.split_whitespace().count();
    words <= 5
        && (matches!(
            head,
            "comments"
                | "kommentare"
                | "commentaires"
                | "comentarios"
                | "commenti"
                | "comentários"
                | "reacties"
                | "kommentarer"
        ) || [
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
        ]
        .iter()
        .any(|s| lower.starts_with(s)))
}

/// The piece near the top that the file is named after, as browsers name what they save.
fn named_after(pieces: &[Piece], filename: Option<&str>) -> Option<usize> {
    let file = letters(filename?);
    let named = |p: &Piece| {
        let text = letters(&p.text);
        (text.len() > 8 || text.len() > 5 && p.text.contains(' ')) && file.starts_with(&text)
            || text.len() > 12 && p.text.split_whitespace().count() >= 2 && file.contains(&text)
    };
    // The first is often the window's own title, and the page's stands below its menus.
    let first = pieces.iter().take(60).position(named)?;
    let again = pieces[first + 1..].iter().take(40).position(named);
    Some(again.map_or(first, |n| first + 1 + n))
}

/// The title as the file has it, with the site's name, where nothing of it had to be written otherwise.
fn whole_title(title: &str, filename: Option<&str>) -> String {
    let stem = filename
        .and_then(|f| f.rsplit(['/', '\\']).next())
        .and_then(|f| f.rsplit_once('.'))
        .map_or("", |(stem, _)| stem)
        .trim();
    let longer = stem.starts_with(title) && !stem.contains('_') && stem.len() < title.len() + 60;
    if longer { stem } else { title }.to_owned()
}

fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The page's title: the longest heading above its text.
fn title(pieces: &[Piece], kept: &[bool]) -> Option<String> {
    let first = pieces
        .iter()
        .zip(kept)
        .position(|(p, k)| *k && is_prose(p))?;
    // A byline and a menu's entries are shorter than a title.
    let words = |p: &&Piece| p.text.split_whitespace().count();
    pieces[..first]
        .iter()
        .filter(|p| is_heading(&p.text) && words(p) > 2)
        .max_by_key(words)
        .map(|p| p.text.clone())
}
