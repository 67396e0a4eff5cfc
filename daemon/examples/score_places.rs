//! Scores the place found in short passages against a file of marked ones: one passage a line, `[[…]]` round where it
//! happened, `{{…}}` round another place. A place is right where it and a marked one are one within the other.
//!
//! usage: `score_places FILE.txt [-v]`

#![allow(clippy::print_stdout, reason = "its output is the result")]

use memo_daemon::extract::{dates, places};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let Some(path) = env::args().nth(1) else {
        println!("usage: score_places FILE.txt [-v]");
        return Ok(());
    };
    let verbose = env::args().any(|a| a == "-v");
    let written = jiff::civil::date(2024, 6, 12).at(12, 0, 0, 0);
    let (mut right, mut wrong, mut missed, mut none, mut invented) = (0, 0, 0, 0, 0);
    for line in fs::read_to_string(path)?.lines().filter(|l| !l.is_empty()) {
        let text = line.replace("[[", "").replace("]]", "");
        let text = text.replace("{{", "").replace("}}", "");
        let times: Vec<_> = dates::find(&text, &dates::Reference::at(written))
            .into_iter()
            .map(|f| f.span)
            .collect();
        let said = places::find(&text, &times).map(|p| p.to_lowercase());
        let marked: Vec<String> = line
            .split("[[")
            .skip(1)
            .filter_map(|rest| rest.split_once("]]"))
            .map(|(place, _)| place.to_lowercase())
            .collect();
        let count = match &said {
            None if marked.is_empty() => &mut none,
            None => &mut missed,
            Some(_) if marked.is_empty() => &mut invented,
            Some(said) => match marked.iter().any(|m| m.contains(said) || said.contains(m)) {
                true => &mut right,
                false => &mut wrong,
            },
        };
        *count += 1;
        if verbose {
            println!("{}\t{line}", said.unwrap_or_default());
        }
    }
    println!(
        "right {right} wrong {wrong} missed {missed}; rightly none {none} invented {invented}"
    );
    Ok(())
}
