//! The words of a message as Messages keeps them since macOS 13: an attributed string, archived as a "typed stream".
//!
//! The string itself is the first object of the class `NSString`; behind the class come the marks of its one value, of
//! type `+` (bytes), its length and its bytes:
//!
//! ```text
//! … NSString 01 94|95 84 01 2b  05  H e l l o  86 84 …
//! ```

const CLASS: &[u8] = b"NSString";
/// A new type of one letter: bytes.
const TYPE: &[u8] = &[0x84, 0x01, b'+'];
/// Bytes between the class and the type.
const BETWEEN: usize = 8;
/// Marks that a length of two or four bytes follows.
const TWO: u8 = 0x81;
const FOUR: u8 = 0x82;

/// The string; `None` where there is none.
pub(super) fn text(archive: &[u8]) -> Option<String> {
    let class = find(archive, CLASS)?;
    let behind = archive.get(class + CLASS.len()..)?;
    let kind = find(behind.get(..BETWEEN + TYPE.len()).unwrap_or(behind), TYPE)?;
    let rest = behind.get(kind + TYPE.len()..)?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        TWO => {
            let (length, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_le_bytes(*length)), rest)
        }
        FOUR => {
            let (length, rest) = rest.split_first_chunk::<4>()?;
            (usize::try_from(u32::from_le_bytes(*length)).ok()?, rest)
        }
        length => (usize::from(length), rest),
    };
    let text = rest.get(..length)?;
    Some(String::from_utf8_lossy(text).into_owned())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|w| w == wanted)
}
