//! The widths of a font's glyphs, in the one form of two that the reader of pages takes right: of `3 15 317` (each of 3 to 15
//! is as wide) it takes in nothing, and where glyphs have no width, words fall apart.

use pdf_extract::{Dictionary, Document, Object};

/// Glyphs of a font, at most.
const MOST: i64 = 1 << 16;

/// Writes the widths of all fonts of many glyphs one by one.
pub(crate) fn spell_out(document: &mut Document) {
    let has_widths = |dict: &Dictionary| {
        let kind = dict.get(b"Subtype").and_then(Object::as_name);
        kind.is_ok_and(|kind| kind.starts_with(b"CIDFontType")) && dict.has(b"W")
    };
    let fonts = document.objects.iter().filter_map(|(id, object)| {
        let dict = object.as_dict().ok().filter(|dict| has_widths(dict))?;
        let widths = match dict.get(b"W").ok()? {
            Object::Reference(at) => document.get_object(*at).ok()?,
            direct => direct,
        };
        Some((*id, spelt_out(widths.as_array().ok()?)?))
    });
    for (id, widths) in fonts.collect::<Vec<_>>() {
        if let Ok(dict) = document.get_object_mut(id).and_then(Object::as_dict_mut) {
            dict.set("W", widths);
        }
    }
}

/// Widths one by one; `None` where they are, or are none.
fn spelt_out(widths: &[Object]) -> Option<Vec<Object>> {
    let mut out = Vec::with_capacity(widths.len());
    let (mut rest, mut ranges, mut glyphs) = (widths, false, 0);
    loop {
        rest = match rest {
            [] => break,
            [first, each @ Object::Array(_), rest @ ..] => {
                out.extend([first.clone(), each.clone()]);
                rest
            }
            [first, last, width, rest @ ..] => {
                let (from, to) = (first.as_i64().ok()?, last.as_i64().ok()?);
                let count = to.checked_sub(from)?.checked_add(1).filter(|n| *n >= 0)?;
                glyphs += count;
                if glyphs > MOST {
                    return None;
                }
                let each = vec![width.clone(); count as usize];
                out.extend([first.clone(), Object::Array(each)]);
                ranges = true;
                rest
            }
            _ => return None,
        };
    }
    ranges.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_spelt_out() {
        let each = Object::Array(vec![500.into(), 600.into()]);
        let widths = [7.into(), each.clone(), 3.into(), 5.into(), 317.into()];
        let three = Object::Array(vec![317.into(); 3]);
        let spelt = vec![7.into(), each.clone(), 3.into(), three];
        assert_eq!(spelt_out(&widths), Some(spelt));
        assert_eq!(spelt_out(&[7.into(), each]), None);
        for broken in [
            &[3.into(), 5.into()][..],
            &[3.into(), i64::MAX.into(), 1.into()],
            &[i64::MIN.into(), 5.into(), 1.into()],
        ] {
            assert_eq!(spelt_out(broken), None);
        }
    }
}
