use super::*;

fn run(body: &[u8]) -> (String, Result<(), LlmError>) {
    let (sender, parts) = sync_channel(64);
    let left = CancellationToken::new();
    let out = Out { sender, left };
    let end = read_reply(&mut &*body, &out, &str::to_owned);
    drop(out);
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text,
        Part::End(_) => panic!("the end comes from elsewhere"),
    });
    let text = texts.collect();
    (text, end.unwrap_or(Err(LlmError::Cancelled)))
}

#[test]
fn a_body_is_read_in_whichever_form_it_comes() {
    let whole = br#" {"choices":[{"message":{"content":"hi"}}]}"#;
    assert_eq!(run(whole), ("hi".into(), Ok(())));
    let stream = b"data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    assert_eq!(run(stream), ("hi".into(), Ok(())));
    let cut = &stream[..stream.len() / 2];
    let (text, end) = run(cut);
    assert_eq!(text, "h");
    assert!(end.is_err());
    assert!(matches!(run(b""), (_, Err(LlmError::Garbled(_)))));
    assert!(matches!(
        run(b"<html>no</html>"),
        (_, Err(LlmError::Broken(_)))
    ));
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let now: Timestamp = "2026-11-21T17:00:00Z".parse().expect("a time");
    let after = |value| retry_after(value, now).map(|d| d.as_secs());
    assert_eq!(after("7"), Some(7));
    assert_eq!(after("0.5"), Some(0));
    assert_eq!(after("Sat, 21 Nov 2026 17:01:00 GMT"), Some(60));
    assert_eq!(after("Sat, 21 Nov 2026 16:00:00 GMT"), Some(0));
    for odd in ["-1", "soon", "", "NaN", "1e400"] {
        assert_eq!(after(odd), None, "{odd}");
    }
}

#[test]
fn what_a_server_says_is_told_without_the_key() {
    let address = Address {
        base_url: "http://127.0.0.1:1/v1".into(),
        api_key: Some("sk-secret".into()),
    };
    let said = told("wrong key\n sk-secret\u{1b}[2J!", &address);
    assert_eq!(said, "wrong key (key)[2J!");
    assert_eq!(told(&"x".repeat(1000), &address).len(), TOLD);
}
