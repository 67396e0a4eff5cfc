//! The text of a word processor's document (.docx, .odt): headings, paragraphs, lists and tables, as Markdown has them.

use super::zipped::{Archive, Zipped};
use quick_xml::{
    XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
    reader::Reader,
};
use std::{collections::HashMap, io};

/// No document's XML is longer, bytes: there is some markup to every word.
const LONGEST: u64 = 128 << 20;
/// Headings are of six levels at most.
const LEVELS: u8 = 6;

/// A document in its archive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Office {
    content: Zipped,
    /// Of .docx: what its paragraphs' styles are called.
    styles: Option<Zipped>,
}

impl Office {
    /// The document that an archive is; `None` where it is something else.
    pub(crate) fn of(archive: &Archive) -> Option<Self> {
        let mut files: HashMap<String, Zipped> = archive
            .files()
            .filter(|(name, _)| {
                matches!(
                    name.as_str(),
                    "word/document.xml"
                        | "word/styles.xml"
                        | "content.xml"
                        | "META-INF/manifest.xml"
                )
            })
            .collect();
        let styles = files.remove("word/styles.xml");
        if let Some(content) = files.remove("word/document.xml") {
            return Some(Self { content, styles });
        }
        files.remove("META-INF/manifest.xml")?;
        let content = files.remove("content.xml")?;
        Some(Self {
            content,
            styles: None,
        })
    }

    /// Its text; nothing where it has none.
    pub(crate) fn text(&self) -> io::Result<String> {
        let read = |file: &Zipped| -> io::Result<String> {
            Ok(String::from_utf8_lossy(&file.read(LONGEST)?).into_owned())
        };
        let styles = self.styles.as_ref().map(read).transpose()?;
        let levels = styles.as_deref().map(levels);
        Ok(text(&read(&self.content)?, levels.as_ref()))
    }
}

/// The levels of the headings among the styles of a .docx, by the styles' ids: these are in the writer's language.
fn levels(styles: &str) -> HashMap<String, u8> {
    let mut levels = HashMap::new();
    let mut id = None;
    each(styles, |event| {
        if let Event::Start(tag) | Event::Empty(tag) = event {
            match local(tag) {
                "style" => id = value(tag, "styleId"),
                "name" => {
                    let name = value(tag, "val").unwrap_or_default().to_lowercase();
                    let level = match name.strip_prefix("heading ") {
                        Some(level) => level.parse().ok(),
                        None => (name == "title").then_some(1),
                    };
                    if let Some((id, level)) = id.clone().zip(level) {
                        levels.insert(id, level);
                    }
                }
                _ => {}
            }
        }
    });
    levels
}

/// The text of the XML of either kind of document: where they mean the same their elements differ in name alone, and
/// neither has a name that means something else in the other. The words of a .docx, of which the levels of its headings
/// are known, stand in runs of text, those of an .odt in its paragraphs.
fn text(xml: &str, levels: Option<&HashMap<String, u8>>) -> String {
    let mut writer = Writer::default();
    let is_said = |name: &str| match levels {
        Some(_) => name == "t",
        None => matches!(name, "p" | "h"),
    };
    let none = HashMap::new();
    let levels = levels.unwrap_or(&none);
    // elements around: of words, and of what is no part of the text
    let (mut said, mut left_out) = (0usize, 0usize);
    each(xml, |event| match event {
        Event::Start(tag) if left_out > 0 || is_left_out(local(tag)) => left_out += 1,
        Event::End(_) if left_out > 0 => left_out -= 1,
        _ if left_out > 0 => {}
        Event::Start(tag) => {
            said += usize::from(is_said(local(tag)));
            writer.begin(tag, levels);
        }
        Event::Empty(tag) => {
            writer.begin(tag, levels);
            writer.end(local(tag));
        }
        Event::End(tag) => {
            let name = tag.name().local_name().into_inner();
            said = said.saturating_sub(usize::from(is_said(name)));
            writer.end(name);
        }
        Event::Text(words) if said > 0 => {
            writer.paragraph.push_str(
                &words
                    .xml_content(XmlVersion::Implicit1_0)
                    .replace('\n', " "),
            );
        }
        Event::GeneralRef(name) if said > 0 => {
            let named = || Some(resolve_predefined_entity(name)?.to_owned());
            let numbered = name.resolve_char_ref().ok().flatten().map(String::from);
            writer
                .paragraph
                .push_str(&numbered.or_else(named).unwrap_or_default());
        }
        _ => {}
    });
    writer.out
}

/// What stands in a document and is no part of its text: what was struck out, remarks, the same again for old readers.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "del"
            | "delText"
            | "instrText"
            | "Fallback"
            | "tracked-changes"
            | "annotation"
            | "note-citation"
            | "sequence-decls"
    )
}

/// Calls `on` for each event, up to the first that is not well-formed.
fn each(xml: &str, mut on: impl FnMut(&Event)) {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    while let Ok(event) = reader.read_event() {
        if matches!(event, Event::Eof) {
            return;
        }
        on(&event);
    }
}

fn local<'t>(tag: &'t BytesStart) -> &'t str {
    tag.name().local_name().into_inner()
}

/// An attribute's value, whatever its prefix.
fn value(tag: &BytesStart, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    let mut attributes = attributes.with_checks(false).flatten();
    let found = attributes.find(|a| a.key.local_name().into_inner() == name)?;
    let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

/// Paragraphs on their way into Markdown.
#[derive(Default)]
struct Writer {
    out: String,
    paragraph: String,
    heading: Option<u8>,
    /// The depth of a list that the paragraph is an item of.
    item: Option<usize>,
    /// Lists around the paragraph, in .odt.
    lists: usize,
    /// Tables around the paragraph; what stands in a cell belongs to that of the outermost.
    tables: usize,
    rows: usize,
    row: Vec<String>,
    after_item: bool,
}

impl Writer {
    fn begin(&mut self, tag: &BytesStart, levels: &HashMap<String, u8>) {
        match local(tag) {
            "h" => {
                self.heading = value(tag, "outline-level")
                    .and_then(|l| l.parse().ok())
                    .or(Some(1));
            }
            "pStyle" => {
                let style = value(tag, "val");
                self.heading = style.and_then(|id| levels.get(&id).copied());
            }
            "numPr" => self.item = self.item.or(Some(0)),
            "ilvl" => self.item = value(tag, "val").and_then(|l| l.parse().ok()),
            "list" => self.lists += 1,
            "list-item" => self.item = self.lists.checked_sub(1),
            "tbl" | "table" => {
                self.tables += 1;
                if self.tables == 1 {
                    self.rows = 0;
                    self.apart();
                }
            }
            "tc" | "table-cell" if self.tables == 1 => self.row.push(String::new()),
            "tab" => self.paragraph.push(' '),
            "s" => self.paragraph.push(' '),
            "br" | "cr" | "line-break" => self.paragraph.push('\n'),
            "noBreakHyphen" => self.paragraph.push('-'),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" | "h" => self.end_paragraph(),
            "list" => {
                self.lists = self.lists.saturating_sub(1);
                self.item = None;
            }
            "tr" | "table-row" if self.tables == 1 => self.end_row(),
            "tbl" | "table" => {
                self.tables = self.tables.saturating_sub(1);
                if self.tables == 0 {
                    self.out.push('\n');
                }
            }
            _ => {}
        }
    }

    /// Ends a list.
    fn apart(&mut self) {
        if std::mem::take(&mut self.after_item) {
            self.out.push('\n');
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let (text, item) = (paragraph.trim(), self.item.take());
        let heading = self.heading.take();
        if text.is_empty() {
            return;
        }
        if let (1.., Some(cell)) = (self.tables, self.row.last_mut()) {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&text.replace('\n', " ").replace('|', "/"));
            return;
        }
        if item.is_none() {
            self.apart();
        }
        self.after_item = item.is_some();
        match (heading, item) {
            (Some(level), _) => {
                let level = usize::from(level.clamp(1, LEVELS));
                self.out += &format!("{} {}\n\n", "#".repeat(level), text.replace('\n', " "));
            }
            (None, Some(depth)) => {
                self.out += &format!(
                    "{}- {}\n",
                    "  ".repeat(depth.min(8)),
                    text.replace('\n', " ")
                );
            }
            (None, None) => self.out += &format!("{text}\n\n"),
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        if row.iter().all(String::is_empty) {
            return;
        }
        self.out += &format!("| {} |\n", row.join(" | "));
        if self.rows == 0 {
            self.out += &format!("|{}\n", " --- |".repeat(row.len()));
        }
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docx_as_markdown() {
        let styles = r#"<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
            <w:style w:styleId="Standard"><w:name w:val="Normal"/></w:style></w:styles>"#;
        let document = r#"<?xml version="1.0"?><w:document><w:body>
            <w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>Garden</w:t></w:r></w:p>
            <w:p><w:r><w:t xml:space="preserve">Bo </w:t></w:r><w:del><w:r><w:delText>sold</w:delText></w:r></w:del><w:r><w:t>bought &amp; planted leek.</w:t></w:r></w:p>
            <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>hoe</w:t></w:r></w:p>
            <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>the long</w:t><w:tab/><w:t>one</w:t></w:r></w:p>
            <w:tbl><w:tr><w:tc><w:p><w:r><w:t>When</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>What</w:t></w:r></w:p></w:tc></w:tr>
            <w:tr><w:tc><w:p><w:r><w:t>3 May</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>leek</w:t></w:r></w:p><w:p><w:r><w:t>peas</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
            <w:p><w:r><w:t>End&#46;</w:t></w:r></w:p></w:body></w:document>"#;
        assert_eq!(
            text(document, Some(&levels(styles))),
            "## Garden\n\nBo bought & planted leek.\n\n- hoe\n  - the long one\n\n| When | What |\n| --- | --- |\n| 3 May | leek peas |\n\nEnd.\n\n"
        );
    }

    #[test]
    fn an_odt_as_markdown() {
        let content = r#"<office:document-content><office:body><office:text><text:tracked-changes><text:p>no</text:p></text:tracked-changes>
            <text:h text:outline-level="1">Garden</text:h><text:p>Bo<text:s/>bought <text:span>leek</text:span>.<office:annotation><text:p>why?</text:p></office:annotation></text:p>
            <text:list><text:list-item><text:p>hoe</text:p><text:list><text:list-item><text:p>long</text:p></text:list-item></text:list></text:list-item></text:list>
            <table:table><table:table-row><table:table-cell><text:p>3 May</text:p></table:table-cell><table:table-cell/></table:table-row></table:table>
            </office:text></office:body></office:document-content>"#;
        assert_eq!(
            text(content, None),
            "# Garden\n\nBo bought leek.\n\n- hoe\n  - long\n\n| 3 May |  |\n| --- | --- |\n\n"
        );
    }

    #[test]
    fn what_is_no_xml_is_read_as_far_as_it_is() {
        for xml in [
            "",
            "<",
            "<w:t>",
            "</w:t></w:p>",
            "<w:p><w:t>a",
            "<w:tbl><w:p>",
            "&lol;<!DOCTYPE l [<!ENTITY l \"l\">]>",
        ] {
            text(xml, None);
            text(xml, Some(&HashMap::new()));
        }
    }
}
