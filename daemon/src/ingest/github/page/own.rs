//! Lines of the page's own among what people wrote: its sidebar, its buttons, what it tells of labels and assignments.

use crate::ingest::furniture::{self, Medium};
use crate::ingest::github::markup::inline;
use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;

pattern!(
    PAGE,
    r"(?i)^(?:(?:labels?|assignees?|milestone|projects?|participants?)(?::.*)?|development|notifications|no one assigned|none yet|subscribe|unsubscribe|customize|edit|quote reply|copy link|new issue|jump to bottom|open|closed|merged|conversation.*|commits? \d+|checks? \d+|files changed.*|write preview|leave a comment|sign up for free.*|have a question.*|already have an account.*|.{0,60}(?:added|removed) (?:the )?.{0,60} ?labels?.*|.{0,60}self-assigned this.*|\S+ left a comment|.{0,60} added \d+ commits\b.*|.{0,60}(?:added|removed) (?:this to|their assignment|a commit|commits).*|.{0,60}mentioned this (?:issue|pull request).*|.{0,60}(?:linked a|locked|pinned|unassigned|assigned|referenced this|added this|moved this|changed the title).*|-{3,}|_{3,}|={3,})$"
);

/// Bytes of a longer line, which is nobody's furniture.
const LONGEST: usize = 160;

/// Whether a line is the page's.
pub(super) fn is_own(line: &str) -> bool {
    PAGE.is_match(&inline(line))
        || line.len() < LONGEST
            && furniture::without(line, Medium::of(SourceType::Github)).is_empty()
        || line.to_lowercase().starts_with("export of github issues")
}
