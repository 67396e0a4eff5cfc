//! Text in any character encoding, as UTF-8.
//!
//! A text that says by its byte-order mark that it is UTF-16 is that; what is UTF-8 stays as it is; the parts of a mail are
//! what they declare; of all else the encoding is guessed from the bytes, and told to the person.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_8859_2, WINDOWS_1250};
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use std::{borrow::Cow, ops::Range, panic};

/// A text and how it was found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// The encoding, where it had to be guessed.
    pub(crate) guessed: Option<&'static str>,
}

/// A file's text; `None` where it is no text.
pub(crate) fn decode(bytes: Vec<u8>) -> Option<Decoded> {
    let plain = |text| Decoded {
        text,
        guessed: None,
    };
    if let Some(text) = utf16(&bytes) {
        return Some(plain(text)).filter(|d| is_text(&d.text));
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Some(plain(text)).filter(|d| !d.text.contains('\0')),
        Err(error) => error.into_bytes(),
    };
    if bytes.contains(&0) {
        return None;
    }
    if let Some(text) = mail(&bytes) {
        return Some(plain(text));
    }
    let encoding = guess(&bytes);
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
    let text = text.into_owned();
    let guessed = Some(encoding.name());
    is_text(&text).then_some(Decoded { text, guessed })
}

/// Whether there is nothing in a text that programs alone write: bytes of a picture are some encoding's letters, too.
fn is_text(text: &str) -> bool {
    !text
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}'))
}

/// The text of what says by its byte-order mark that it is UTF-16, as some Windows programs write it.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_at_checked(2)?;
    let unit = match mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().filter(|_| rest.len() % 2 == 0)
}

/// The likeliest encoding of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    match detector.guess(None, Utf8Detection::Deny) {
        guessed if guessed == ISO_8859_2 && is_windows_1250(bytes) => WINDOWS_1250,
        guessed => guessed,
    }
}

/// Whether what looks like ISO-8859-2 is Windows' own encoding of the same letters: by signs that are none in the other, or by
/// Polish letters beside one that is \u{105} here and \u{161} there.
fn is_windows_1250(bytes: &[u8]) -> bool {
    const POLISH: [u8; 5] = [0xa3, 0xaf, 0xb3, 0xbf, 0xea];
    let has = |byte: u8| bytes.contains(&byte);
    bytes.iter().any(|b| (0x80..0xa0).contains(b)) || has(0xb9) && POLISH.into_iter().any(has)
}

/// A mail whose parts are not all UTF-8, each read as it declares; `None` where it is no mail.
fn mail(bytes: &[u8]) -> Option<String> {
    let message = parsed(bytes)?;
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut at = 0;
    for (span, declared) in bodies(&message) {
        let Some(body) = bytes.get(span.clone()).filter(|_| span.start >= at) else {
            continue;
        };
        out.push_str(&lossy(&bytes[at..span.start], None));
        out.push_str(&lossy(body, declared));
        at = span.end;
    }
    out.push_str(&lossy(&bytes[at..], None));
    Some(out)
}

/// A mail, where bytes begin with the fields of one. Malformed ones may break the parser, and are none.
fn parsed(bytes: &[u8]) -> Option<Message<'_>> {
    let parsed = panic::catch_unwind(|| MessageParser::default().parse(bytes)).ok()??;
    let is_mail = parsed.from().is_some() && (parsed.date().is_some() || parsed.to().is_some());
    is_mail.then_some(parsed)
}

/// Where the words of a mail's parts are that came as they are, and the encoding they declare, in their order.
fn bodies(message: &Message) -> Vec<(Range<usize>, Option<&'static Encoding>)> {
    let mut found = Vec::new();
    for part in &message.parts {
        match &part.body {
            PartType::Message(inner) if part.encoding == mail_parser::Encoding::None => {
                found.extend(bodies(inner));
            }
            PartType::Text(_) | PartType::Html(_) => {
                let label = part.content_type().and_then(|c| c.attribute("charset"));
                let declared = label.and_then(|l| Encoding::for_label(l.as_bytes()));
                found.push((
                    part.offset_body as usize..part.offset_end as usize,
                    declared,
                ));
            }
            _ => {}
        }
    }
    found.sort_by_key(|(span, _)| span.start);
    found
}

/// Bytes in the encoding that they declare, or else in the likeliest.
fn lossy<'b>(bytes: &'b [u8], declared: Option<&'static Encoding>) -> Cow<'b, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let declared =
        declared.and_then(|d| d.decode_without_bom_handling_and_without_replacement(bytes));
    declared.unwrap_or_else(|| guess(bytes).decode_without_bom_handling(bytes).0)
}

/// A mail without what is attached to it, for one that is too long with it; `None` where it is no mail.
pub(crate) fn without_attachments(bytes: &[u8]) -> Option<Vec<u8>> {
    let message = parsed(bytes)?;
    let mut kept = Vec::new();
    let mut at = 0;
    for part in &message.parts {
        let span = part.offset_body as usize..part.offset_end as usize;
        let attached = matches!(part.body, PartType::Binary(_) | PartType::InlineBinary(_));
        if attached && span.start >= at && span.end <= bytes.len() {
            kept.extend_from_slice(&bytes[at..span.start]);
            kept.extend_from_slice(b"\r\n");
            at = span.end;
        }
    }
    kept.extend_from_slice(&bytes[at..]);
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Option<&'static str>) {
        let decoded = decode(bytes.to_vec()).expect("a text");
        (decoded.text, decoded.guessed)
    }

    #[test]
    fn utf16_is_known_by_its_mark() {
        let bytes = |text: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(to).collect()
        };
        let text = "\u{feff}Zo\u{eb} \u{1f600}";
        for to in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(
                decoded(&bytes(text, to)),
                ("Zo\u{eb} \u{1f600}".to_owned(), None)
            );
        }
        assert_eq!(utf16(b"plain"), None);
        assert_eq!(utf16(b"\xff\xfea"), None);
        assert_eq!(utf16(b"\xff\xfe\x00\xd8"), None);
    }

    #[test]
    fn notes_are_read_in_the_encoding_that_they_are_likeliest_in() {
        for (text, encoding, name) in [
            (
                "Der Schlüssel liegt bei Frau Grünwald.",
                encoding_rs::WINDOWS_1252,
                "windows-1252",
            ),
            (
                "Le café est fermé cet été à Orléans.",
                encoding_rs::WINDOWS_1252,
                "windows-1252",
            ),
            (
                "Ключ лежит у соседки, она дома до вечера.",
                encoding_rs::WINDOWS_1251,
                "windows-1251",
            ),
            (
                "Klucz leży u sąsiadki, wróci późno, proszę zadzwonić wcześniej.",
                ISO_8859_2,
                "ISO-8859-2",
            ),
            // "ą" alone tells it from Windows' own
            (
                "Klucz do piwnicy leży pod doniczką z miętą, Żaneta wzięła drugi.",
                WINDOWS_1250,
                "windows-1250",
            ),
            (
                "鍵は隣の鈴木さんに預けました。",
                encoding_rs::SHIFT_JIS,
                "Shift_JIS",
            ),
        ] {
            let (bytes, ..) = encoding.encode(text);
            assert_eq!(decoded(&bytes), (text.to_owned(), Some(name)));
        }
    }

    #[test]
    fn what_is_no_text_is_none() {
        for bytes in [
            &b"a\0b"[..],
            b"\x89PNG\r\n\x1a\n\x01\x02\xff",
            b"\xff\xd8\xff\xe0\x10JFIF\x01",
        ] {
            assert_eq!(decode(bytes.to_vec()), None);
        }
    }

    #[test]
    fn the_parts_of_a_mail_are_what_they_declare() {
        let mut mail = b"From: J\xf6rg <j@x.example>\r\nTo: ida@y.example\r\nSubject: Garten\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/mixed; boundary=\"m\"\r\n\r\n--m\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n"
            .to_vec();
        mail.extend_from_slice(&encoding_rs::KOI8_R.encode("Ключ дома.").0);
        mail.extend_from_slice(
            "\r\n--m\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrün.\r\n".as_bytes(),
        );
        mail.extend_from_slice(
            b"--m\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nSch\xf6n.\r\n--m--\r\n",
        );
        let (text, guessed) = decoded(&mail);
        for said in ["From: Jörg <", "Ключ дома.", "Grün.", "Schön."] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert_eq!(guessed, None);
    }

    #[test]
    fn a_mail_goes_without_what_is_attached() {
        let mail = b"From: a@x.example\r\nTo: b@x.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"m\"\r\n\r\n\
            --m\r\nContent-Type: text/plain\r\n\r\nLunch?\r\n--m\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n\
            AAAA\r\n--m\r\nContent-Type: text/plain\r\n\r\nBo\r\n--m--\r\n";
        let kept = without_attachments(mail).expect("a mail");
        let kept = String::from_utf8(kept).expect("text");
        assert!(
            kept.contains("Lunch?") && kept.contains("Bo") && !kept.contains("AAAA"),
            "{kept}"
        );
        assert_eq!(without_attachments(b"No mail at all."), None);
    }
}
