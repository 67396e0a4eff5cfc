//! The answer that is said while it is found.

use super::{Client, ClientError, calls::fields};
use crate::{
    api::{Answer, AnswerPiece, Filter},
    sse::Events,
};

impl Client {
    /// The same; `said` is given each piece of the response as soon as it stands. A daemon that cannot stream answers
    /// in one piece.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn ask_aloud(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
        said: &mut dyn FnMut(&str),
    ) -> Result<Answer, ClientError> {
        let accept = "text/event-stream, application/json;q=0.9";
        let request = self.post("/v1/memories/ask").header("accept", accept);
        let mut response = self.send(request.form(&fields(text, limit, filter)))?;
        let kind = response.headers().get("content-type");
        let streams = kind.is_some_and(|k| k.as_bytes().starts_with(b"text/event-stream"));
        if !streams {
            let answer: Answer = self.read(response)?;
            said(&answer.response);
            return Ok(answer);
        }
        let mut events = Events::default();
        loop {
            let piece = self.in_time(response.chunk())?;
            let found = match &piece {
                None => events.end().into_iter().collect(),
                Some(piece) => events.push(piece).map_err(|e| self.odd(e.to_string()))?,
            };
            for event in found {
                match event.name.as_str() {
                    "sentence" => said(&self.parse::<AnswerPiece>(event.data.as_bytes())?.text),
                    "answer" => return self.parse(event.data.as_bytes()),
                    "error" => {
                        let problem = self.parse(event.data.as_bytes())?;
                        return Err(ClientError::Problem(Box::new(problem)));
                    }
                    // What a later daemon adds is not for us.
                    _ => {}
                }
            }
            if piece.is_none() {
                return Err(self.odd("the answer broke off".to_owned()));
            }
        }
    }
}
