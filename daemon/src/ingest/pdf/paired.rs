//! Names of columns over one line of values, as tickets print them: "From   To" above "LEEDS   HULL".

/// What tickets and passes call their columns.
const COLUMNS: [&str; 56] = [
    "from",
    "to",
    "date",
    "time",
    "flight",
    "train",
    "bus",
    "gate",
    "seat",
    "seats",
    "class",
    "cabin",
    "boarding",
    "boards",
    "departure",
    "departs",
    "depart",
    "dep",
    "arrival",
    "arrives",
    "arrive",
    "arr",
    "terminal",
    "platform",
    "coach",
    "carriage",
    "passenger",
    "name",
    "zone",
    "group",
    "row",
    "door",
    "entrance",
    "section",
    "block",
    "duration",
    "status",
    "reference",
    "booking",
    "fare",
    "price",
    "ticket",
    "carrier",
    "operator",
    "von",
    "nach",
    "datum",
    "uhrzeit",
    "zug",
    "wagen",
    "platz",
    "gleis",
    "abfahrt",
    "ankunft",
    "flug",
    "sitz",
];

/// The values with their columns' names: "From: LEEDS; To: HULL"; `None` where the first line names no columns of a
/// ticket, or the second does not stand under them.
pub(super) fn paired(names: &str, values: &str) -> Option<String> {
    let mut columns: Vec<(usize, &str)> = Vec::new();
    let mut rest = 0;
    for cell in names.split("  ") {
        let name = cell.trim();
        if !name.is_empty() {
            columns.push((rest + (cell.len() - cell.trim_start().len()), name));
        }
        rest += cell.len() + 2;
    }
    let known = |name: &str| {
        let mut words = name.split_whitespace().map(str::to_lowercase);
        let first = words.next().unwrap_or_default();
        COLUMNS.contains(&first.as_str()) && words.count() <= 1
    };
    if columns.len() < 2 || !names.is_ascii() || !columns.iter().all(|(_, name)| known(name)) {
        return None;
    }
    let ends = columns
        .iter()
        .skip(1)
        .map(|(at, _)| *at)
        .chain([usize::MAX]);
    let mut out: Vec<String> = Vec::new();
    for ((start, name), end) in columns.iter().zip(ends) {
        let end = end.min(values.len());
        let parts = *start == 0 || values.get(..*start)?.ends_with(' ');
        let value = values.get(*start..end)?.trim();
        if !parts || value.is_empty() || known(value) {
            return None;
        }
        out.push(format!("{name}: {value}"));
    }
    Some(out.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_stand_under_their_names() {
        assert_eq!(
            paired(
                "Flight    Date       Gate   Seat",
                "KL1339    09 MAR 27  22     14C"
            )
            .as_deref(),
            Some("Flight: KL1339; Date: 09 MAR 27; Gate: 22; Seat: 14C")
        );
        for (names, values) in [
            ("Hotel     Harbour Inn", "Transfer  Mon 8 Dec"),
            ("From      Leeds", "To        Hull"),
            ("From   To", "LEEDS"),
            ("From    To", "LEEDS HULL"),
        ] {
            assert_eq!(paired(names, values), None, "{names}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(names in "(From|To|Seat| {1,4}|\\PC){0,12}", values in "(\\PC| {1,4}){0,20}") {
            let _ = paired(&names, &values);
        }
    }
}
