//! `notifications/cancelled`: who does not wait for an answer any more ends the work on it, and nobody else's.

use crate::mcp::{NEW, OLD, message};
use memo_tests::{
    daemon::{Daemon, until},
    model::{Act, Model},
};
use serde_json::json;
use std::thread;

const NOTE: &str = "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed.";

/// A model that goes on answering slowly, and a daemon that asks it.
pub(crate) fn slow() -> (Model, Daemon) {
    let slow = Model::start(|_| Act::Drip);
    let mut environment = slow.environment();
    environment.extend([
        ("MEMO_LLM_USE", "answer"),
        ("MEMO_LLM_ANSWER_TIMEOUT", "3000"),
    ]);
    let daemon = Daemon::start_with(&environment);
    daemon.add("note", NOTE);
    (slow, daemon)
}

#[test]
fn a_request_that_is_cancelled_ends_and_those_of_others_go_on() {
    for version in [OLD, NEW] {
        let (slow, daemon) = slow();
        let ask = |client: &str| {
            let ask = json!({ "name": "ask", "arguments": { "text": "Where are the tulips?" } });
            message(&daemon, version, "tools/call", ask).header("mcp-session-id", client)
        };
        let cancel = |client: &str, id: i32| {
            let params = json!({ "requestId": id, "reason": "no time" });
            let note =
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            let sent = daemon
                .request("POST", "/mcp")
                .header("mcp-session-id", client);
            let sent = sent.body("application/json", note.to_string()).send();
            assert_eq!(sent.status, 202, "{sent:?}");
        };
        thread::scope(|scope| {
            let one = scope.spawn(|| ask("one").send());
            let other = scope.spawn(|| ask("other").send());
            until("the model is asked twice", || {
                (slow.asked().len() == 2).then_some(())
            });
            cancel("one", 8);
            cancel("nobody", 7);
            assert!(!one.is_finished() && !other.is_finished());
            cancel("one", 7);
            let reply = one.join().expect("an answer");
            assert_eq!((reply.status, reply.body.as_str()), (202, ""));
            until("the model is left", || (slow.lost() == 1).then_some(()));
            assert!(!other.is_finished());
            cancel("other", 7);
            other.join().expect("an answer");
            until("the model is left again", || {
                (slow.lost() == 2).then_some(())
            });
            // What is over can be ended as often as one likes.
            cancel("one", 7);
        });
    }
}
