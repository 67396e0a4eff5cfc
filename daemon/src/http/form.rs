//! Forms that were read: their fields, taken out and checked one by one.

use super::{
    error::{Answered, Refusal, invalid},
    memory::Share,
};
use memo_common::problem::{Code, Problem};
use std::collections::BTreeMap;

/// The largest file, bytes.
pub(super) const LARGEST_FILE: usize = 10 << 20;

/// A form that was read whole.
#[derive(Debug, Default)]
pub(super) struct Form {
    fields: BTreeMap<&'static str, String>,
    /// Its share of the memory for forms, given back when it is dropped.
    pub share: Share,
    pub file: Option<File>,
}

/// The file of a form.
#[derive(Debug)]
pub(super) struct File {
    pub name: Option<String>,
    pub content: Vec<u8>,
    /// Its share of the memory for texts, given back when it is dropped.
    pub share: Share,
}

impl Form {
    /// Takes a field out, trimmed; an empty optional field is as good as none.
    pub(super) fn take(&mut self, name: &'static str) -> Option<String> {
        self.given(name).filter(|value| !value.is_empty())
    }

    /// Takes a field out as it is given, trimmed, for those where empty is not as good as none.
    pub(super) fn given(&mut self, name: &'static str) -> Option<String> {
        let value = self.fields.remove(name)?;
        Some(value.trim().to_owned())
    }

    /// Takes a field out that has to be there, trimmed.
    pub(super) fn need(&mut self, name: &'static str) -> Answered<String> {
        match self.fields.remove(name) {
            Some(value) if value.trim().is_empty() => {
                Err(invalid(name, format!("The field `{name}` is empty.")))
            }
            Some(value) => Ok(value.trim().to_owned()),
            None => Err(missing(name)),
        }
    }

    /// Takes a text out that has to be there, at most so many characters long.
    pub(super) fn text(&mut self, name: &'static str, most: usize) -> Answered<String> {
        let value = self.need(name)?;
        match value.chars().count() {
            n if n > most => Err(invalid(
                name,
                format!("The field `{name}` has {n} characters; at most {most} are allowed."),
            )),
            _ => Ok(value),
        }
    }

    /// Takes an integer out, from `least` to `most`.
    pub(super) fn number(
        &mut self,
        name: &'static str,
        least: i64,
        most: i64,
    ) -> Answered<Option<i64>> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(n) if (least..=most).contains(&n) => Ok(Some(n)),
            _ => Err(invalid(
                name,
                format!("The field `{name}` has to be an integer from {least} to {most}."),
            )),
        }
    }

    /// Takes a yes or no out; it is no where nothing is given.
    pub(super) fn flag(&mut self, name: &'static str) -> Answered<bool> {
        match self.take(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(invalid(
                name,
                format!("The field `{name}` has to be true or false."),
            )),
        }
    }

    pub(super) fn put(&mut self, name: &'static str, value: String) -> Answered<()> {
        match self.fields.insert(name, value) {
            Some(_) => Err(twice(name)),
            None => Ok(()),
        }
    }
}

pub(super) fn missing(name: &str) -> Refusal {
    let detail = format!("The field `{name}` is required.");
    Refusal(Box::new(
        Problem::new(Code::MissingField, detail).field(name),
    ))
}

pub(super) fn twice(name: &str) -> Refusal {
    let detail = format!("The field `{name}` is given more than once.");
    Refusal(Box::new(
        Problem::new(Code::DuplicateField, detail).field(name),
    ))
}

pub(super) fn not_utf8(name: &str) -> Refusal {
    invalid(name, format!("The field `{name}` is not UTF-8 text."))
}

pub(super) fn file_too_large() -> Refusal {
    let detail = format!(
        "The file has more than {LARGEST_FILE} bytes (10 MiB). Split it into several documents."
    );
    Refusal(Box::new(
        Problem::new(Code::FileTooLarge, detail).field("file"),
    ))
}
