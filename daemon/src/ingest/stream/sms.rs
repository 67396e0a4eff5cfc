//! A telephone's messages as SMS Backup & Restore keeps them in XML: `<sms>` with everything in its attributes, `<mms>`
//! with its words in `<part>`.

use super::segments::{self, Message};
use crate::ingest::pattern::pattern;
use crate::ingest::turns::Turns;
use crate::ingest::{About, html, instant};
use jiff::tz::TimeZone;
use std::ops::Range;

pattern!(
    TAG,
    r#"<(sms|mms|part)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)\s*/?>"#
);
pattern!(ATTRIBUTE, r#"([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"#);

/// Reads messages; `false` where the text is no such backup, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    if !text.trim_start().starts_with('<') {
        return false;
    }
    let zone = about.reference.time_zone();
    let mut messages: Vec<Message> = Vec::new();
    // whether the parts that follow belong to the last message
    let mut open = false;
    for found in TAG.captures_iter(text) {
        let (Some(whole), Some(inner)) = (found.get(0), found.get(2)) else {
            continue;
        };
        let tag = Tag(inner.as_str());
        if &found[1] != "part" {
            let sent = message(&tag, whole.range(), zone);
            open = &found[1] == "mms" && sent.is_some();
            messages.extend(sent);
        } else if let Some(message) = messages.last_mut().filter(|_| open)
            && tag.get("ct").as_deref() == Some("text/plain")
        {
            message.said.push_str(&tag.get("text").unwrap_or_default());
            message.span.end = whole.end();
        }
    }
    messages.retain(|m| !m.said.trim().is_empty());
    let some = !messages.is_empty();
    if some {
        segments::say(messages, about, turns);
    }
    some
}

/// What was received (1) or sent (2); `None` for drafts and what could not be sent.
fn message(tag: &Tag<'_>, span: Range<usize>, zone: &TimeZone) -> Option<Message> {
    let known = |key: &str| {
        tag.get(key)
            .filter(|name| !matches!(name.trim(), "" | "null" | "(Unknown)"))
    };
    let address = known("address");
    let speaker = match tag.get("type").or_else(|| tag.get("msg_box"))?.as_str() {
        "1" => known("contact_name").or_else(|| address.clone()),
        "2" => Some("Me".to_owned()),
        _ => return None,
    };
    Some(Message {
        span,
        speaker,
        said: tag.get("body").unwrap_or_default(),
        at: instant::exact(&tag.get("date")?, zone).and_then(|at| at.start.moment()),
        offset: None,
        thread: address,
        talk: 0,
    })
}

/// The attributes of an element.
struct Tag<'t>(&'t str);

impl Tag<'_> {
    fn get(&self, key: &str) -> Option<String> {
        let found = ATTRIBUTE.captures_iter(self.0).find(|c| &c[1] == key)?;
        let value = found.get(2).or_else(|| found.get(3))?;
        Some(html::resolved(value.as_str().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn messages_received_and_sent() {
        let text = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
            <smses count="4"><sms protocol="0" address="+15550100200" date="1710277440000" type="1" body="soup &amp;&#10;leek &#55357;&#56842; 2 > 1" contact_name="Ida Ek" />
            <sms address="+15550100200" date="1710277500000" type="2" body="yes" contact_name="Ida Ek" />
            <sms address="+15550100200" date="1710277560000" type="3" body="no" contact_name="Ida Ek" />
            <mms date="1710277620000" msg_box="1" address="+15550100201" contact_name="(Unknown)"><parts>
            <part ct="application/smil" text="&lt;smil/&gt;"/><part ct="text/plain" text="salt"/></parts></mms></smses>"#;
        assert_eq!(
            told(&read_plain(text)),
            [
                "2024-03-12 17:04 Ida Ek: soup &\nleek 😊 2 > 1",
                "2024-03-12 17:05 Me: yes",
                "2024-03-12 17:07 +15550100201: salt"
            ]
        );
    }
}
