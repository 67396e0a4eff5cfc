//! Server-sent events: bytes as they come in → events (WHATWG HTML, section 9.2.6).

/// Longest event that is taken, bytes.
const LONGEST: usize = 1 << 20;

/// An event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// What it is; empty where the stream does not say.
    pub name: String,
    /// What it holds.
    pub data: String,
}

/// Reads a stream piece by piece; pieces may end anywhere, in the middle of a character, too.
#[derive(Debug, Default)]
pub struct Events {
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    after_return: bool,
}

/// An event is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event in the stream is longer than 1 MiB")]
pub struct TooLong;

impl Events {
    /// Takes bytes in, and gives every event that is complete with them.
    ///
    /// # Errors
    /// An event is too long.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>, TooLong> {
        let mut complete = Vec::new();
        for &byte in bytes {
            let after_return = std::mem::replace(&mut self.after_return, byte == b'\r');
            match byte {
                b'\n' if after_return => {}
                b'\n' | b'\r' => complete.extend(self.line()),
                byte => self.line.push(byte),
            }
            if self.line.len() + self.data.as_ref().map_or(0, String::len) > LONGEST {
                return Err(TooLong);
            }
        }
        Ok(complete)
    }

    /// A line is complete; an empty one ends an event.
    fn line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            return self.event();
        }
        let text = String::from_utf8_lossy(&line);
        let (field, value) = text.split_once(':').unwrap_or((&text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match (field, &mut self.data) {
            ("event", _) => self.name = value.to_owned(),
            ("data", Some(data)) => {
                data.push('\n');
                data.push_str(value);
            }
            ("data", None) => self.data = Some(value.to_owned()),
            _ => {}
        }
        None
    }

    fn event(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take()?;
        Some(Event { name, data })
    }

    /// The event that the stream ended in.
    pub fn end(&mut self) -> Option<Event> {
        self.line().or_else(|| self.event())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn events_are_told_from_all_else() {
        let mut events = Events::default();
        let stream = b": hello\nevent: x\ndata: one\ndata:two\n\nid: 1\n\ndata: caf\xc3\xa9\r\n\r\ndata: [DONE]";
        let event = |name: &str, data: &str| Event {
            name: name.into(),
            data: data.into(),
        };
        let found = [event("x", "one\ntwo"), event("", "café")];
        assert_eq!(events.push(stream), Ok(found.into()));
        assert_eq!(events.end(), Some(event("", "[DONE]")));
        assert_eq!(events.end(), None);
    }

    #[test]
    fn an_event_without_end_is_given_up() {
        let mut events = Events::default();
        let piece = vec![b'x'; LONGEST];
        assert_eq!(events.push(&piece), Ok(Vec::new()));
        assert_eq!(events.push(b"x"), Err(TooLong));
    }

    proptest! {
        #[test]
        fn where_pieces_end_changes_nothing(
            texts in proptest::collection::vec("[^\r\n]{0,12}", 0..6),
            cuts in proptest::collection::vec(1usize..9, 0..40),
        ) {
            let mut stream = Vec::new();
            for text in &texts {
                stream.extend(format!("data: {text}\n\n").into_bytes());
            }
            let mut events = Events::default();
            let (mut found, mut at) = (Vec::new(), 0);
            for cut in cuts.into_iter().chain([stream.len()]) {
                let end = (at + cut).min(stream.len());
                found.extend(events.push(&stream[at..end]).expect("short"));
                at = end;
            }
            let found: Vec<String> = found.into_iter().map(|e| e.data).collect();
            prop_assert_eq!(found, texts);
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut events = Events::default();
            let found = events.push(&bytes);
            prop_assert!(found.is_ok());
            events.end();
        }
    }
}
