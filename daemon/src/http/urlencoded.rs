//! Forms as pairs joined by `&`: urlencoded bodies and query strings
//! (<https://url.spec.whatwg.org/#application/x-www-form-urlencoded>). Unlike there, what is not UTF-8 is refused: a
//! text in another encoding would be kept with its letters lost.

use super::{
    error::Answered,
    form::{Form, not_utf8},
};

/// Reads a form. Fields that are not `known` are ignored.
pub(super) fn urlencoded(text: &[u8], known: &[&'static str]) -> Answered<Form> {
    let mut form = Form::default();
    for pair in text.split(|b| *b == b'&') {
        let mut sides = pair.splitn(2, |b| *b == b'=');
        let name = decoded(sides.next().unwrap_or_default());
        let Some(name) = known.iter().find(|k| k.as_bytes() == name) else {
            continue;
        };
        let value = String::from_utf8(decoded(sides.next().unwrap_or_default()));
        form.put(name, value.map_err(|_| not_utf8(name))?)?;
    }
    Ok(form)
}

/// The bytes that are meant; a `%` that two hexadecimal digits do not follow means itself.
fn decoded(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| Some(char::from(*text.get(at)?).to_digit(16)? as u8);
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let pair = match byte {
            b'%' => digit(at + 1).zip(digit(at + 2)),
            _ => None,
        };
        match (byte, pair) {
            (_, Some((high, low))) => {
                bytes.push(high << 4 | low);
                at += 2;
            }
            (b'+', None) => bytes.push(b' '),
            (byte, None) => bytes.push(byte),
        }
        at += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(form: &str) -> Option<String> {
        let form = urlencoded(form.as_bytes(), &["text", "limit"]);
        form.ok().and_then(|mut form| form.take("text"))
    }

    #[test]
    fn pairs_are_decoded() {
        for (form, expected) in [
            ("text=tulips%20in+May&limit=1", "tulips in May"),
            ("&limit=1&&te%78t=a%3Db%26c=d%2B", "a=b&c=d+"),
            ("text=caf%C3%A9+%c3%a9+é", "café é é"),
            ("text=100%+%zz+%4", "100% %zz %4"),
            ("other=%E9&%E9=x&text=y", "y"),
        ] {
            assert_eq!(text(form).as_deref(), Some(expected), "{form}");
        }
        assert_eq!(text("text"), None);
    }

    #[test]
    fn what_is_no_utf8_is_refused() {
        for form in ["text=caf%E9", "limit=1&text=%C3", "text=a%ff"] {
            let refused = urlencoded(form.as_bytes(), &["text", "limit"]).err();
            let problem = refused.expect(form).0;
            assert_eq!(problem.field.as_deref(), Some("text"), "{form}");
        }
        assert!(urlencoded(b"text=caf\xe9", &["text"]).is_err());
    }
}
