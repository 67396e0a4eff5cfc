//! The states through which an entry passes until it is done.

/// States of an entry that is still to be done; what follows `|` in the file's own list is done.
const TO_DO: [&str; 8] = [
    "TODO", "NEXT", "WAIT", "WAITING", "STARTED", "DOING", "HOLD", "SOMEDAY",
];
const DONE: [&str; 6] = ["DONE", "CANX", "CANCELLED", "CANCELED", "CLOSED", "FIXED"];

/// The states that a file names for its entries, in the order in which they are passed through: those behind a bar are
/// done, or the last where there is no bar.
#[derive(Default)]
pub(super) struct States {
    to_do: Vec<String>,
    done: Vec<String>,
}

impl States {
    /// Takes in what a keyword names: "TODO(t) WAIT(w@) | DONE(d!)".
    pub(super) fn name(&mut self, value: &str) {
        let (open, done) = value
            .split_once('|')
            .or_else(|| value.trim().rsplit_once(' '))
            .unwrap_or(("", value));
        let words = |part: &str| -> Vec<String> {
            let bare = |word: &str| word.split('(').next().unwrap_or_default().to_owned();
            part.split_whitespace().map(bare).collect()
        };
        self.to_do.extend(words(open));
        self.done.extend(words(done));
    }

    /// Whether an entry in this state is done; `None` where the word is no state.
    pub(super) fn of(&self, word: &str) -> Option<bool> {
        let held = |states: &[String]| states.iter().any(|s| s == word);
        if held(&self.done) || DONE.contains(&word) {
            Some(true)
        } else {
            (held(&self.to_do) || TO_DO.contains(&word)).then_some(false)
        }
    }
}
