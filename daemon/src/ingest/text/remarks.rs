//! Remarks that a note hides: "%% for later %%", "<!-- for later -->".

/// The signs between which Markdown's programs hide a remark.
pub(super) const REMARKS: [(&str, &str); 2] = [("%%", "%%"), ("<!--", "-->")];

/// Whether a line is of a remark; `open` is the sign that ends one begun above, and `closes` whether the sign of a kind
/// stands below.
pub(super) fn is_remark(
    line: &str,
    open: &mut Option<&'static str>,
    closes: impl Fn(usize) -> bool,
) -> bool {
    if let Some(end) = *open {
        if line.ends_with(end) {
            *open = None;
        }
        return true;
    }
    for (kind, (start, end)) in REMARKS.into_iter().enumerate() {
        if let Some(rest) = line.strip_prefix(start) {
            let closed = rest.ends_with(end);
            // a remark that goes on behind its end is a line of text
            if !closed && rest.contains(end) {
                return false;
            }
            *open = (!closed && closes(kind)).then_some(end);
            return closed || open.is_some();
        }
    }
    false
}
