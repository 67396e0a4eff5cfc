//! What the order's line is fitted on, for `daemon/order/fit.py`: a line of JSON for each question that is recalled, with
//! the features of all candidates, at the end of the file that the environment names.

use super::{Embed, Filter, Ratings, Request, candidates};
use crate::index::View;
use serde_json::json;
use std::{
    env,
    fs::File,
    io::{self, Write},
};

/// The variable that names the file.
const FILE: &str = "MEMO_TRAIN_ORDER";

/// Adds a question to the file; `item_id` names a version's document.
pub(crate) fn write(
    view: &View,
    request: &Request,
    embed: Embed<'_>,
    live: &dyn Fn(u64, u32) -> bool,
    item_id: &dyn Fn(u64) -> Option<String>,
) -> io::Result<()> {
    let Some(path) = env::var_os(FILE) else {
        return Ok(());
    };
    let everything = Request {
        filter: &Filter::default(),
        ..*request
    };
    let found = candidates(view, &everything, &Ratings::new([]), embed, live);
    let rows: Vec<_> = found
        .iter()
        .filter_map(|c| {
            let segment = &view.segments()[c.segment];
            let item_id = item_id(segment.version(c.doc))?;
            Some(json!([item_id, segment.position(c.doc), c.features]))
        })
        .collect();
    let mut file = File::options().append(true).create(true).open(path)?;
    let line = json!({ "question": request.text, "candidates": rows });
    writeln!(file, "{line}")
}
