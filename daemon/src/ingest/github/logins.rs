//! Logins → the names that the text itself gives those who bear them: `iholm` where Ida Holm is spoken of.

use crate::extract::people::login;
use crate::ingest::Document;
use crate::ingest::pattern::pattern;
use std::collections::HashMap;

pattern!(
    NAME,
    r"\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}\p{Ll}[\p{L}'’-]*){1,2}"
);

/// Names everybody of whom only a login is known, where one full name in the text fits it.
pub(super) fn name(document: &mut Document, text: &str) {
    if document.people.iter().all(|p| p.name.is_some()) {
        return;
    }
    // what each form stands for; nobody, where several names have it
    let mut forms: HashMap<String, Option<&str>> = HashMap::new();
    for found in NAME.find_iter(text) {
        // a mail's encoding goes on with it: "Sorrel Kivel=C3=A4"
        if text[found.end()..].starts_with('=') {
            continue;
        }
        let name = found.as_str();
        for form in login::forms(name) {
            let known = forms.entry(form).or_insert(Some(name));
            if known.is_some_and(|k| k != name) {
                *known = None;
            }
        }
    }
    for person in document.people.iter_mut().filter(|p| p.name.is_none()) {
        let named = person
            .handles
            .iter()
            .find_map(|handle| forms.get(&login::letters(handle)).copied().flatten());
        person.name = named.map(str::to_owned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use memo_common::api::SourceType;

    #[test]
    fn a_login_has_the_name_that_the_text_gives() {
        let text =
            "Thanks to Ida Holm for the frames, and to Bo Alm and Boris Alm. Eve Ros=C3=A9 is out.";
        let named = |login: &str| {
            let mut document = Document::new(SourceType::Github);
            let id = document.person(None, None, Some(login));
            name(&mut document, text);
            document.people[id].name.clone()
        };
        assert_eq!(named("iholm").as_deref(), Some("Ida Holm"));
        assert_eq!(named("ida-holm7").as_deref(), Some("Ida Holm"));
        assert_eq!(named("eve-ros"), None);
        assert_eq!(named("balm"), None);
        assert_eq!(named("kettle"), None);
    }
}
