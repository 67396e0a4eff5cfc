//! The people of a written field, and what stands behind their names.

/// The people of a field, parted by semicolons, or by commas where there are none.
pub(super) fn people(value: &str) -> impl Iterator<Item = String> + '_ {
    let sign = if value.contains(';') { ';' } else { ',' };
    value
        .split(sign)
        .map(|p| p.trim().to_owned())
        .filter(|p| !p.is_empty())
}

/// Whether a word behind a name says that it is the organizer's.
pub(super) fn is_organizer(role: &str) -> bool {
    let role = role.trim_matches(|c: char| !c.is_alphabetic());
    role.starts_with("organi") || role == "host" || role == "creator"
}
