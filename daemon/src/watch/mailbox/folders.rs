//! Which folders of a mailbox are read, and what they are called.

use super::connection::{Listed, Role};

/// Where a server does not say what its folders are for.
const LEFT_OUT: [&str; 8] = [
    "trash",
    "deleted items",
    "deleted messages",
    "junk",
    "junk e-mail",
    "spam",
    "bulk mail",
    "drafts",
];

/// A folder to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    /// As it is spoken of with the server.
    pub(super) raw: String,
    /// As a person writes it.
    pub(super) name: String,
}

/// Those that are named, or else all but those for what is deleted, unwanted or not yet sent; and which of those that are
/// named are not there.
pub(super) fn chosen(listed: &[Listed], named: &[String]) -> (Vec<Folder>, Vec<String>) {
    let tells_roles = listed.iter().any(|folder| folder.role.is_some());
    let is_left_out = |folder: &Listed, name: &str| match folder.role {
        Some(Role::Trash | Role::Junk | Role::Drafts | Role::View) => true,
        Some(Role::Other) => false,
        None => {
            let last = match &folder.delimiter {
                Some(delimiter) if !delimiter.is_empty() => name.rsplit(delimiter.as_str()).next(),
                _ => None,
            };
            let last = last.unwrap_or(name).to_lowercase();
            !tells_roles && LEFT_OUT.contains(&last.as_str())
        }
    };
    let is_inbox = |name: &str| name.eq_ignore_ascii_case("INBOX");
    let is = |name: &str, wanted: &String| name == wanted || (is_inbox(name) && is_inbox(wanted));
    let mut folders: Vec<Folder> = Vec::new();
    for folder in listed.iter().filter(|folder| !folder.is_empty) {
        let name = decoded(&folder.raw).unwrap_or_else(|| folder.raw.clone());
        let is_chosen = match named {
            [] => !is_left_out(folder, &name),
            named => named.iter().any(|wanted| is(&name, wanted)),
        };
        if is_chosen {
            let raw = folder.raw.clone();
            folders.push(Folder { raw, name });
        }
    }
    // What comes first is also waited at for what is new.
    folders.sort_by(|a, b| {
        let key = |f: &Folder| (!is_inbox(&f.name), f.name.clone());
        key(a).cmp(&key(b))
    });
    folders.dedup();
    let is_missing = |wanted: &&String| !folders.iter().any(|f| is(&f.name, wanted));
    let missing = named.iter().filter(is_missing).cloned().collect();
    (folders, missing)
}

/// A name as a person writes it: beyond ASCII, folders are spoken of in a form of UTF-7 (RFC 3501, 5.1.3). `None` where it
/// is not of this form.
fn decoded(raw: &str) -> Option<String> {
    let mut name = String::new();
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('&') {
        name.push_str(before);
        let (coded, behind) = after.split_once('-')?;
        match coded {
            "" => name.push('&'),
            coded => name.push_str(&from_base64(coded)?),
        }
        rest = behind;
    }
    name.push_str(rest);
    Some(name)
}

/// UTF-16 in base64, with `,` for `/` and without padding.
fn from_base64(coded: &str) -> Option<String> {
    let (mut bits, mut held) = (0u32, 0u32);
    let mut units = Vec::new();
    for byte in coded.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b',' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0x3f_ffff;
        held += 6;
        if held >= 16 {
            held -= 16;
            units.push((bits >> held) as u16);
        }
    }
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(raw: &str, role: Option<Role>) -> Listed {
        Listed {
            raw: raw.to_owned(),
            delimiter: Some("/".to_owned()),
            is_empty: raw == "[Gmail]",
            role,
        }
    }

    fn names(listed: &[Listed], named: &[&str]) -> (Vec<String>, Vec<String>) {
        let named: Vec<String> = named.iter().map(|n| (*n).to_owned()).collect();
        let (folders, missing) = chosen(listed, &named);
        (folders.into_iter().map(|f| f.name).collect(), missing)
    }

    #[test]
    fn folders_are_called_as_people_write_them() {
        for (raw, name) in [
            ("INBOX", "INBOX"),
            ("Entw&APw-rfe", "Entwürfe"),
            ("A&-B", "A&B"),
            ("~peter/mail/&U,BTFw-/&ZeVnLIqe-", "~peter/mail/台北/日本語"),
            ("&2D3eAA-", "\u{1f600}"),
        ] {
            assert_eq!(decoded(raw).as_deref(), Some(name));
        }
        for odd in ["a&b", "&!-", "&2D0-"] {
            assert_eq!(decoded(odd), None, "{odd}");
        }
    }

    #[test]
    fn what_is_deleted_unwanted_or_not_yet_sent_is_left_out_unless_it_is_named() {
        let all = [
            listed("Entw&APw-rfe", Some(Role::Drafts)),
            listed("[Gmail]", None),
            listed("[Gmail]/Papierkorb", Some(Role::Trash)),
            listed("[Gmail]/Alle", Some(Role::Other)),
            listed("[Gmail]/Markiert", Some(Role::View)),
            listed("Trash", None),
            listed("inbox", None),
        ];
        let (found, missing) = names(&all, &[]);
        assert_eq!(found, ["inbox", "Trash", "[Gmail]/Alle"]);
        assert!(missing.is_empty());
        let (found, missing) = names(&all, &["Entwürfe", "INBOX", "Nowhere"]);
        assert_eq!(found, ["inbox", "Entwürfe"]);
        assert_eq!(missing, ["Nowhere"]);
        // Of a server that does not say what they are for.
        let all = ["INBOX", "INBOX/Trash", "Spam", "Sent"].map(|raw| listed(raw, None));
        assert_eq!(names(&all, &[]).0, ["INBOX", "Sent"]);
    }
}
