use super::super::tests::read_plain;
use crate::ingest::told::told;

#[test]
fn telegram_export_and_recognised_speech() {
    let telegram = r#"{"name":"Bo","messages":[{"id":1,"type":"service","date":"2024-03-12T21:00:00","actor":"Bo","text":""},
        {"id":2,"type":"message","date":"2024-03-12T21:04:11","from":"Ida Ek","text":["see ",{"type":"bold","text":"this"}]}]}"#;
    assert_eq!(
        told(&read_plain(telegram)),
        ["2024-03-12 21:04 Ida Ek: see this"]
    );
    let speech = r#"{"text":"We go. Home.","segments":[{"start":0.0,"text":" We go"},{"start":2.5,"text":"home."}]}"#;
    assert_eq!(told(&read_plain(speech)), ["We go home."]);
}

#[test]
fn whom_an_export_no_longer_knows_is_somebody() {
    let telegram = r#"{"name":"Flat","messages":[
        {"id":1,"type":"message","date":"2024-03-12T21:04:11","from":"Ida Ek","text":"soup?"},
        {"id":2,"type":"message","date":"2024-03-12T21:05:11","from":null,"from_id":"user7","text":"I move out"}]}"#;
    assert_eq!(
        told(&read_plain(telegram)),
        [
            "2024-03-12 21:04 Ida Ek: soup?",
            "2024-03-12 21:05 Somebody: I move out"
        ]
    );
}

#[test]
fn messengers_with_their_own_names_for_things() {
    let messenger = r#"{"participants":[{"name":"Ida Ek"}],"messages":[
        {"sender_name":"J\u00c3\u00b6rn Alm","timestamp_ms":1710277500000,"content":"caf\u00c3\u00a9 at ten","type":"Generic"},
        {"sender_name":"Ida Ek","timestamp_ms":1710277440000,"content":"where","type":"Generic"}]}"#;
    assert_eq!(
        told(&read_plain(messenger)),
        [
            "2024-03-12 17:04 Ida Ek: where",
            "2024-03-12 17:05 Jörn Alm: café at ten"
        ]
    );
    let chat = r#"{"messages":[
        {"creator":{"name":"Ida Ek","email":"ida@a.example","user_type":"Human"},"created_date":"Tuesday, March 12, 2024 at 9:04:10 PM UTC",
         "text":"soup is on","topic_id":"t1","message_id":"m1"},
        {"creator":{"name":"Reminder","user_type":"Bot"},"created_date":"Tuesday, March 12, 2024 at 9:05:10 PM UTC","text":"stand up"}]}"#;
    assert_eq!(
        told(&read_plain(chat)),
        ["2024-03-12 17:04 Ida Ek: soup is on"]
    );
    let zulip = r#"{"result":"success","messages":[{"id":1,"sender_full_name":"Ida Ek","sender_email":"i@a.example","timestamp":1710277440,
        "subject":"soup","content":"<p>salt &amp; <strong>leek</strong></p>","type":"stream"}]}"#;
    assert_eq!(
        told(&read_plain(zulip)),
        ["2024-03-12 17:04 Ida Ek: salt & leek"]
    );
    let server = r#"{"guild":{"name":"g"},"messages":[{"type":"GuildMemberJoin","content":"Bo joined","timestamp":"2024-03-12T21:04:11+00:00","author":{"name":"bo"}},
        {"type":"Default","timestamp":"2024-03-12T21:06:11+00:00","content":"hi all","author":{"id":"1","name":"ida","nickname":"Ida Ek","isBot":false}}]}"#;
    assert_eq!(
        told(&read_plain(server)),
        ["2024-03-12 17:06 Ida Ek: hi all"]
    );
}

#[test]
fn the_chats_of_a_whole_account_are_apart() {
    let text = r#"{"about":"yours","personal_information":{"first_name":"Sam"},"chats":{"about":"all","list":[
        {"name":"Ida Ek","type":"personal_chat","id":1,"messages":[
            {"id":1,"type":"service","date":"2024-03-12T08:00:00","actor":"Ida Ek","action":"joined_telegram","text":""},
            {"id":2,"type":"message","date":"2024-03-12T09:00:00","from":"Ida Ek","from_id":"user1","text":"soup?"},
            {"id":3,"type":"message","date":"2024-03-14T09:00:00","from":"Sam","from_id":"user2","text":["see ",{"type":"link","text":"https://s.example"},", I cook"]}]},
        {"name":"Flat","type":"private_group","id":3,"messages":[
            {"id":1,"type":"message","date":"2024-03-13T09:00:00","from":"Bo","from_id":"user3","text":"rent is due"},
            {"id":2,"type":"message","date":"2024-03-13T09:05:00","from":"Sam","from_id":"user2","text":"paid"},
            {"id":3,"type":"message","date":"2024-03-13T09:06:00","from":null,"from_id":"user9","text":"I am moving out"}]}]},
        "left_chats":{"list":[]}}"#;
    let document = read_plain(text);
    assert_eq!(
        told(&document),
        [
            "2024-03-12 09:00 Ida Ek: soup?",
            "2024-03-14 09:00 Sam: see https://s.example, I cook",
            "2024-03-13 09:00 Bo: rent is due",
            "2024-03-13 09:05 Sam: paid",
            "2024-03-13 09:06 Somebody: I am moving out"
        ]
    );
    let passages = &document.passages;
    assert!(passages[1].thread != passages[2].thread && passages[2].thread == passages[4].thread);
    // of two the other is spoken to
    assert_eq!(passages[0].audience, [passages[1].speaker.expect("Sam")]);
    assert!(passages[2].audience.is_empty());
}
