//! Packs the list of `make_lexicon.py` into the form the daemon embeds.
//!
//! usage: `lexicon lexicon.tsv daemon/names/lexicon.fst`

use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = env::args().skip(1);
    let (Some(from), Some(to)) = (args.next(), args.next()) else {
        return Err("usage: lexicon FROM.tsv TO.fst".into());
    };
    let mut map = fst::MapBuilder::new(io::BufWriter::new(fs::File::create(to)?))?;
    for line in fs::read_to_string(from)?.lines() {
        if let Some((form, bits)) = line.split_once('\t') {
            map.insert(form, bits.parse()?)?;
        }
    }
    Ok(map.finish()?)
}
