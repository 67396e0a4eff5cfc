//! Names as mail headers and calendars write them, made into names as people say them.

/// A display name without its decoration: quotes, "(he/him)", "via Some List", "\[External\]"; "Lee, Ann" turned to
/// "Ann Lee". `None` where nothing is left, or an address stands for the name.
pub(crate) fn clean(name: &str) -> Option<String> {
    let mut text = String::with_capacity(name.len());
    let mut depth = 0_u32;
    for c in name.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '"' | '\\' | '<' | '>' => {}
            c if depth == 0 => text.push(if c.is_whitespace() || c.is_control() {
                ' '
            } else {
                c
            }),
            _ => {}
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_matches(|c: char| c == '\'' || c == ',' || c == ';' || c == ' ');
    let text = text.split_once(" via ").map_or(text, |(name, _)| name);
    let text = without_letters(text);
    if text.is_empty() || text.contains('@') || !text.chars().any(char::is_alphabetic) {
        return None;
    }
    Some(turned(text))
}

/// Letters of honours, degrees and bodies that stand behind a name.
const LETTERS: [&str; 40] = [
    "MBE",
    "OBE",
    "CBE",
    "KC",
    "QC",
    "JP",
    "FRCS",
    "FRCP",
    "MRCP",
    "MRCGP",
    "FRCA",
    "MRCVS",
    "RIBA",
    "ARB",
    "MCIOB",
    "FCIOB",
    "MRICS",
    "FRICS",
    "AssocRICS",
    "CEng",
    "MICE",
    "MIMechE",
    "MIStructE",
    "MIET",
    "FCA",
    "ACA",
    "ACCA",
    "FCCA",
    "MCIPD",
    "CIPD",
    "FRSA",
    "FRS",
    "RGN",
    "RN",
    "BSN",
    "MSN",
    "CPA",
    "PMP",
    "CFA",
    "DVM",
];

/// The name without the letters behind it, where more than one word is left.
fn without_letters(name: &str) -> &str {
    let mut name = name;
    while let Some((rest, last)) = name.rsplit_once(' ')
        && rest.contains(' ')
        && !rest.ends_with(',')
        && LETTERS.contains(&last)
    {
        name = rest;
    }
    name
}

/// "Lee, Ann" → "Ann Lee"; a company ("Acme, Inc.") and a name with a degree ("Ann Lee, PhD") stay.
fn turned(name: &str) -> String {
    const SUFFIXES: [&str; 22] = [
        "inc", "ltd", "llc", "llp", "gmbh", "ag", "co", "corp", "sa", "plc", "limited", "phd",
        "md", "jr", "sr", "msc", "bsc", "esq", "mba", "rn", "cpa", "dds",
    ];
    let Some((last, first)) = name.split_once(',') else {
        return name.to_owned();
    };
    let (last, first) = (last.trim(), first.trim());
    let suffix = first.to_lowercase().replace('.', "");
    if first.is_empty()
        || first.contains(',')
        || SUFFIXES.contains(&suffix.as_str())
        || last.split(' ').count() > 3
    {
        return name.to_owned();
    }
    format!("{first} {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_decoration_off() {
        for (given, said) in [
            ("Lee, Ann", Some("Ann Lee")),
            ("\"O'Neil, Maeve (Finance)\"", Some("Maeve O'Neil")),
            ("Ann Lee (she/her)", Some("Ann Lee")),
            ("'Ann Lee'", Some("Ann Lee")),
            ("Ann Lee via Choir List", Some("Ann Lee")),
            ("Acme, Inc.", Some("Acme, Inc.")),
            ("Ann Lee, PhD", Some("Ann Lee, PhD")),
            ("Ann Bo Lee MCIOB", Some("Ann Bo Lee")),
            ("Ann Lee FRICS MBE", Some("Ann Lee")),
            ("ann@example.org", None),
            ("  ", None),
        ] {
            assert_eq!(clean(given).as_deref(), said, "{given}");
        }
    }
}
