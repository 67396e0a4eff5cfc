//! Writes what the tagger reads of documents, to train it on: `daemon/encoder/tagger.py` says how.
//!
//! usage: `windows DOCUMENTS.jsonl > WINDOWS.jsonl`: of each line `text`, `source_type`, `filename`, `user_name` and
//! `reference_time` are read

#![allow(clippy::print_stdout, reason = "its output is the result")]

use memo_daemon::{
    extract::{Context, window::Part, windows},
    ingest,
};
use serde_json::{Value, json};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("usage: windows DOCUMENTS.jsonl")?;
    for line in fs::read_to_string(path)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let field = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let written = field("reference_time");
        let reference: jiff::Zoned = match written.parse::<jiff::Zoned>() {
            Ok(zoned) => zoned,
            Err(_) => {
                let offset = jiff::fmt::temporal::DateTimeParser::new();
                let zone = jiff::tz::TimeZone::fixed(
                    offset
                        .parse_pieces(&written)?
                        .to_numeric_offset()
                        .unwrap_or(jiff::tz::Offset::UTC),
                );
                written.parse::<jiff::Timestamp>()?.to_zoned(zone)
            }
        };
        let (text, name) = (field("text"), field("filename"));
        let kind = serde_json::from_value(row["source_type"].clone())?;
        let document = ingest::read(&text, Some(kind), Some(&name), &reference);
        let context = Context {
            user_name: field("user_name"),
            reference,
        };
        let windows: Vec<Value> = windows(&document, &context)
            .into_iter()
            .map(|(window, sentences)| {
                let lines = window.lines.iter().map(|line| {
                    let names: Vec<Value> = line
                        .names
                        .iter()
                        .map(|(range, who)| json!([range.start, range.end, who.is_none()]))
                        .collect();
                    let mut out = json!({"text": line.text, "part": format!("{:?}", line.part), "names": names, "from": line.from});
                    if let Part::Piece(n) = line.part {
                        let sentence = &sentences[n];
                        out["span"] = json!([sentence.span.start, sentence.span.end]);
                        let times = sentence.times.iter();
                        let times = times.map(|(r, when)| json!([r.start, r.end, when.to_string()]));
                        out["times"] = times.collect();
                    }
                    out
                });
                lines.collect()
            })
            .collect();
        println!("{}", json!({"id": row["id"], "windows": windows}));
    }
    Ok(())
}
