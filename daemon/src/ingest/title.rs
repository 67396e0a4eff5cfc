//! Titles and names: short however long they are in the source, since they are repeated in every memory below them.

use smol_str::SmolStr;
use std::{borrow::Borrow, fmt, ops::Deref};

/// Characters of a title or a name; what is longer is neither, and is cut.
pub(crate) const LONGEST: usize = 200;

/// A title, subject or heading of at most [`LONGEST`] characters. Its copies share its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Title(SmolStr);

/// The first [`LONGEST`] characters.
pub(crate) fn short(text: &str) -> &str {
    cut(text, LONGEST)
}

/// The first characters of a text, up to so many.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    match text.char_indices().nth(most) {
        Some((end, _)) => text[..end].trim_end(),
        None => text,
    }
}

/// Cuts a name in its place.
pub(crate) fn shorten(name: &mut String) {
    let end = short(name).len();
    name.truncate(end);
}

impl Title {
    /// The text as it is.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for Title {
    fn from(text: T) -> Self {
        Self(SmolStr::new(short(text.as_ref())))
    }
}

impl Deref for Title {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Title {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Title {
    fn eq(&self, other: &T) -> bool {
        &*self.0 == other.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_cut_where_a_letter_ends() {
        assert_eq!(Title::from("Soup"), "Soup");
        let long = Title::from("ä".repeat(500));
        assert_eq!(long.chars().count(), LONGEST);
        assert_eq!(Title::from("ä".repeat(LONGEST)).chars().count(), LONGEST);
    }
}
