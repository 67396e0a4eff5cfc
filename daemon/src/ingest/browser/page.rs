//! A saved page: its text apart from menus, teasers, banners and comments.

mod clipping;
mod content;
mod pieces;
mod title;

use super::{owned, thread};
use crate::ingest::Title;
use crate::ingest::html::{self, BlockKind, Page};
use crate::ingest::text::tell_remark;
use crate::ingest::{About, Document, Kind, Passage, agenda, lines, written_date};
use crate::when::Point;
pub(super) use clipping::{is_clipping, is_kept};
use content::{content, is_heading};
use memo_common::api::SourceType;
use pieces::{Piece, paragraphs};
use title::{named_after, saved_as, title, whole_title};

/// Reads a saved page, as HTML or as text.
pub(crate) fn read(text: &str, about: &About<'_>) -> Document {
    let mut document = Document::new(SourceType::Browser);
    let is_html = html::is_html(text);
    let own = owned::is_own(text);
    let mut remarks = Vec::new();
    let mut pieces = if is_html {
        let page = html::read(text);
        if let Some(thread) = posts(&page, text, about) {
            return thread;
        }
        blocks(page, text, &mut document)
    } else if is_clipping(text) {
        let (pieces, own) = clipping::read(text, &mut document);
        remarks = own;
        pieces
    } else {
        paragraphs(&lines::of(text, 0))
    };
    if !is_html {
        let named = named_after(&pieces, about.filename);
        let title = named.map(|n| pieces[n].text.as_str());
        // what an account's page tells of a booking stands above its messages
        let above = Some(text)
            .filter(|_| own)
            .and_then(|text| thread::above(text, about))
            .map(|above| read(above, about));
        let title = title.or_else(|| above.as_ref()?.title.as_deref());
        if let Some(mut thread) = thread::read(text, about, title) {
            if let Some(above) = above {
                // whoever reads is the first of both
                thread.present = above.present;
                thread.passages.splice(0..0, above.passages);
            }
            return thread;
        }
        // What stands above the title is the site's.
        if let Some(named) = named {
            document.title = Some(whole_title(&pieces[named].text, about.filename).into());
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
        // on a page of short lines any of them may look like a title
        let saved = about
            .filename
            .and_then(saved_as)
            .filter(|_| own && !is_html);
        document.title = saved.or_else(|| title(&pieces, &kept)).map(Into::into);
    }
    add_passages(&mut document, &pieces, &kept, own);
    for (said, span) in remarks {
        tell_remark(&said, span, &mut document);
    }
    document
}

/// A page of posts in HTML, without what they quote; `None` where it is none.
fn posts(page: &Page, text: &str, about: &About<'_>) -> Option<Document> {
    let mut shown = String::new();
    for block in page.blocks.iter().filter(|b| !b.chrome && b.quoted == 0) {
        if block.apart {
            shown.push('\n');
        }
        shown.push_str(&block.text);
        shown.push('\n');
    }
    let mut thread = thread::read(&shown, about, page.title.as_deref())?;
    for passage in &mut thread.passages {
        passage.span = 0..text.len();
    }
    Some(thread)
}

/// The blocks of a page in HTML that are no site's own; its title and date go to the document.
fn blocks(page: Page, text: &str, document: &mut Document) -> Vec<Piece> {
    document.title = page.title.filter(|t| !t.is_empty()).map(Into::into);
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
}

/// Adds what is kept of the page, under its headings.
fn add_passages(document: &mut Document, pieces: &[Piece], kept: &[bool], own: bool) {
    let mut headings: Vec<Title> = Vec::new();
    let mut told = pieces
        .iter()
        .zip(kept)
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
            headings = vec![Title::from(&piece.text)];
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
