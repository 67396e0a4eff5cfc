//! A page's title.

use super::content::{is_furniture, is_heading, is_prose};
use super::pieces::Piece;
use crate::ingest::written_date;

/// The piece near the top that the file is named after, as browsers name what they save.
pub(super) fn named_after(pieces: &[Piece], filename: Option<&str>) -> Option<usize> {
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

/// The title under which a browser has saved a page, where the file's name reads as one.
pub(super) fn saved_as(filename: &str) -> Option<String> {
    let stem = stem(filename);
    let words = stem
        .split(' ')
        .filter(|w| w.chars().any(char::is_alphabetic));
    (words.count() > 2 && !stem.contains('_')).then(|| stem.to_owned())
}

/// A file's name without its folders and its ending.
fn stem(filename: &str) -> &str {
    let name = filename.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(stem, _)| stem).trim()
}

/// The title as the file has it, with the site's name, where nothing of it had to be written otherwise.
pub(super) fn whole_title(title: &str, filename: Option<&str>) -> String {
    let stem = filename.map_or("", stem);
    let longer = stem.starts_with(title) && !stem.contains('_') && stem.len() < title.len() + 60;
    if longer { stem } else { title }.to_owned()
}

fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A window's title, without the site's name behind it: "Ferry stays in port | The Coast Herald".
fn window(line: &str) -> Option<&str> {
    let (title, site) = [" | ", " - ", " – ", " — "]
        .iter()
        .find_map(|mark| line.rsplit_once(mark))?;
    let words = |text: &str| text.split_whitespace().count();
    let menu = title.contains(" | ") || line.contains("  ");
    (!menu && words(title) > 2 && words(site) <= 5 && title.len() < 120).then_some(title)
}

/// The page's title: the window's, where that stands above all; else the longest heading above its text.
pub(super) fn title(pieces: &[Piece], kept: &[bool]) -> Option<String> {
    if let Some(title) = pieces.first().and_then(|first| window(&first.text)) {
        return Some(title.to_owned());
    }
    let first = pieces
        .iter()
        .zip(kept)
        .position(|(p, k)| *k && is_prose(p))?;
    // A byline and a menu's entries are shorter than a title.
    let words = |p: &&Piece| p.text.split_whitespace().count();
    pieces[..first]
        .iter()
        .filter(|p| is_heading(&p.text) && words(p) > 2 && written_date::find(&p.text).is_none())
        .filter(|p| !is_furniture(&p.text))
        .max_by_key(words)
        .map(|p| p.text.clone())
}
