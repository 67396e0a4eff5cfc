//! The characters of a PDF's page, put into lines: a page says where each of them stands, and of blanks and line ends often
//! nothing.

use pdf_extract::{
    Dictionary, Document, MediaBox, Object, ObjectId, OutputDev, OutputError, Stream, Transform,
    content::{Content, Operation},
};
use unicode_normalization::UnicodeNormalization;

/// Blanks in the height of the letters: where a new string begins, and between two letters of one.
const BLANK: (f64, f64) = (0.1, 0.15);
/// Pairs of letters from which a line shows that all of its letters stand apart.
const PAIRS: usize = 6;

/// Accents that stand by themselves, and those that belong to the letter before them: TeX sets the one over the other.
const ACCENTS: [(&str, char); 7] = [
    ("\u{a8}", '\u{308}'),
    ("\u{b4}", '\u{301}'),
    ("`", '\u{300}'),
    ("\u{2c6}", '\u{302}'),
    ("\u{2dc}", '\u{303}'),
    ("\u{2c7}", '\u{30c}'),
    ("\u{2da}", '\u{30a}'),
];

/// What some programs break a word with; on the page it is a hyphen.
const SOFT_HYPHEN: &str = "\u{ad}";

/// A page's lines.
#[derive(Default)]
pub(crate) struct Lines {
    text: String,
    line: Vec<Glyph>,
    /// Whether the next character begins a string of the page.
    begins: bool,
}

struct Glyph {
    said: String,
    x: f64,
    end: f64,
    y: f64,
    size: f64,
    /// Whether a string of the page begins with it.
    begins: bool,
}

impl Lines {
    /// The text so far.
    pub(crate) fn text(mut self) -> String {
        self.end_line();
        self.text
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let gap = |pair: &[Glyph]| (pair[1].x - pair[0].end) / pair[1].size;
        let mut within: Vec<f64> = line
            .windows(2)
            .filter(|pair| !pair[1].begins && !pair.iter().any(|g| g.said.trim().is_empty()))
            .map(gap)
            .collect();
        within.sort_by(f64::total_cmp);
        // letters that are all set apart are words all the same
        let apart = within
            .get(within.len() / 2)
            .filter(|_| within.len() >= PAIRS);
        let apart = apart.copied().unwrap_or_default().max(0.0);
        let mut accent: Option<char> = None;
        for (n, glyph) in line.iter().enumerate() {
            if let Some(before) = n.checked_sub(1).map(|n| &line[n..n + 2]) {
                let blank = if glyph.begins { BLANK.0 } else { BLANK.1 };
                let back = before[1].x < before[0].x - glyph.size;
                let blanks = before
                    .iter()
                    .any(|g| g.said.starts_with(char::is_whitespace));
                // where a word is broken, its hyphen may be set apart
                let broken = glyph.said == SOFT_HYPHEN;
                if !blanks && !broken && (back || gap(before) > apart * 1.5 + blank) {
                    self.text.push(' ');
                }
            }
            match (accent.take(), line.get(n + 1)) {
                (Some(mark), _) => self.text.extend(glyph.said.chars().chain([mark]).nfc()),
                (None, Some(next)) if glyph.is_over(next) => accent = glyph.accent(),
                (None, _) if glyph.said == SOFT_HYPHEN => self.text.push('-'),
                (None, _) => self.text.push_str(&glyph.said),
            }
        }
    }
}

impl Glyph {
    fn accent(&self) -> Option<char> {
        let mut known = ACCENTS.iter().filter(|(said, _)| *said == self.said);
        known.next().map(|(_, mark)| *mark)
    }

    /// Whether it is an accent over this letter.
    fn is_over(&self, letter: &Self) -> bool {
        let overlaps = letter.x < self.end && letter.end > self.x;
        overlaps && self.accent().is_some() && letter.said.chars().all(char::is_alphabetic)
    }
}

impl OutputDev for Lines {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        said: &str,
    ) -> Result<(), OutputError> {
        let (right, up) = (at.m11 + at.m21, at.m12 + at.m22);
        let size = (right * up).abs().sqrt() * font_size.abs();
        let glyph = Glyph {
            said: said.chars().map(letters).collect(),
            x: at.m31,
            end: at.m31 + width * size,
            y: at.m32,
            size: size.max(f64::MIN_POSITIVE),
            begins: std::mem::take(&mut self.begins),
        };
        if let Some(last) = self.line.last().filter(|_| glyph.begins) {
            let lower = (glyph.y - last.y).abs() / glyph.size;
            let below = lower > 0.7 || lower > 0.5 && glyph.x < last.end;
            if below {
                self.end_line();
                self.text.push('\n');
                if lower > 1.5 {
                    self.text.push('\n');
                }
            }
        }
        self.line.push(glyph);
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.begins = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// A character with its ligature in letters: "ﬁ" is found as "fi".
fn letters(c: char) -> String {
    match c {
        '\u{fb00}' => "ff".into(),
        '\u{fb01}' => "fi".into(),
        '\u{fb02}' => "fl".into(),
        '\u{fb03}' => "ffi".into(),
        '\u{fb04}' => "ffl".into(),
        '\u{fb05}' | '\u{fb06}' => "st".into(),
        c => c.into(),
    }
}

/// Puts the operators that show a string on the next line (`'` and `"`) into those that they stand for: the reader of pages
/// knows no others.
pub(crate) fn spell_out(document: &mut Document) {
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let is_form = |d: &Dictionary| {
            d.get(b"Subtype")
                .and_then(Object::as_name)
                .is_ok_and(|n| n == b"Form")
        };
        if is_form(&stream.dict)
            && let Ok(content) = stream.get_plain_content()
            && let Some(spelt) = spelt_out(&content)
        {
            stream.set_plain_content(spelt);
        }
    }
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    for page in pages {
        let content = document.get_page_content(page).unwrap_or_default();
        if let Some(spelt) = spelt_out(&content) {
            let stream = document.add_object(Stream::new(Dictionary::new(), spelt));
            if let Ok(page) = document.get_object_mut(page).and_then(Object::as_dict_mut) {
                page.set("Contents", stream);
            }
        }
    }
}

/// A page's content in other words; `None` where it has none of these operators.
fn spelt_out(content: &[u8]) -> Option<Vec<u8>> {
    if !content.iter().any(|b| matches!(b, b'\'' | b'"')) {
        return None;
    }
    let read = Content::decode(content).ok()?;
    let shows = |o: &Operation| matches!(o.operator.as_str(), "'" | "\"");
    if !read.operations.iter().any(shows) {
        return None;
    }
    let mut operations = Vec::with_capacity(read.operations.len() * 2);
    for mut operation in read.operations {
        if shows(&operation) {
            let said = operation.operands.pop().into_iter().collect();
            for (operator, operand) in ["Tw", "Tc"].into_iter().zip(operation.operands) {
                operations.push(Operation::new(operator, vec![operand]));
            }
            operations.push(Operation::new("T*", Vec::new()));
            operation = Operation::new("Tj", said);
        }
        operations.push(operation);
    }
    Content { operations }.encode().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strings of letters as wide as high, each at its place.
    fn lines(strings: &[(f64, f64, &str, f64)]) -> String {
        let mut lines = Lines::default();
        for (x, y, said, spacing) in strings {
            lines.begin_word().expect("begun");
            for (n, c) in said.chars().enumerate() {
                let x = x + n as f64 * (10.0 + spacing);
                let at = Transform::row_major(1.0, 0.0, 0.0, 1.0, x, *y);
                let said = c.to_string();
                lines
                    .output_character(&at, 1.0, 0.0, 10.0, &said)
                    .expect("taken");
            }
        }
        lines.text()
    }

    #[test]
    fn blanks_and_line_ends_are_where_letters_stand_apart() {
        let strings = [
            (0.0, 90.0, "on", 0.0),
            (23.0, 90.0, "a", 0.0),
            (33.0, 90.0, ",b", 3.0),
            (60.0, 78.0, "ca\u{fb01}", 0.0),
        ];
        assert_eq!(lines(&strings), "on a, b\ncafi");
        // further to the left on the same line
        assert_eq!(lines(&[(50.0, 9.0, "b", 0.0), (0.0, 9.0, "a", 0.0)]), "b a");
        // an accent over its letter, and one by itself
        let accents = [
            (0.0, 9.0, "M", 0.0),
            (10.0, 9.0, "\u{a8}", 0.0),
            (11.0, 9.0, "u", 0.0),
            (21.0, 9.0, "`a", 0.0),
        ];
        assert_eq!(lines(&accents), "M\u{fc}`a");
        let broken = [
            (0.0, 50.0, "har", 0.0),
            (33.0, 50.0, "\u{ad}", 0.0),
            (0.0, 38.0, "bour", 0.0),
        ];
        assert_eq!(lines(&broken), "har-\nbour");
        // all letters of a line apart
        assert_eq!(lines(&[(0.0, 9.0, "invoice", 4.0)]), "invoice");
        assert_eq!(
            lines(&[(0.0, 50.0, "a", 0.0), (0.0, 20.0, "b", 0.0)]),
            "a\n\nb"
        );
    }

    #[test]
    fn strings_on_the_next_line_are_spelt_out() {
        let spelt = spelt_out(b"BT 12 TL (a) ' 1 2 (b) \" ET").expect("other words");
        let spelt = String::from_utf8(spelt).expect("text");
        assert_eq!(
            spelt.split_whitespace().collect::<Vec<_>>().join(" "),
            "BT 12 TL T* (a) Tj 1 Tw 2 Tc T* (b) Tj ET"
        );
        assert_eq!(spelt_out(b"BT (it's) Tj ET"), None);
    }
}
