//! Lines of the page's own among what people wrote: its sidebar, its buttons, what it tells of labels and assignments.

use crate::ingest::furniture::{self, Medium};
use crate::ingest::github::markup::inline;
use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;

pattern!(
    PAGE,
    r"(?i)^(?:(?:labels?|assignees?|reviewers?|milestone|projects?|participants?)(?::.*)?|view reviewed changes|comment on lines? .*|resolved|[\w./-]{1,80}/[\w.-]{1,60}\.\w{1,5}|\+[\d,]+ [-−][\d,]+(?: .*)?|[+-]\s{2,}\S.*|.{0,60} requested (?:a )?review from .*|.{0,60}added \d+ commits?\b.*|[•·] [0-9a-f]{7,12} - .*|compare with previous version|edited .{1,24} ago by .*|reply…|approve|approval is optional|merge blocked.*|merge request reports|(?:all )?activity|show:|all|open in app|sub-issues|leave a comment\.*|comments|history|work log|newest first|oldest first|add a to-do item|(?:overview|pipelines|changes) \d+|time tracking|details|description|attach|create subtask|link issue|delete|reply|none - assign yourself|\d+ (?:assignees?|participants?)|[\p{So}\p{Sk}\x{fe0f}\x{200d}]{1,6}\s*\d{1,3}(?:\s+[\p{So}\p{Sk}\x{fe0f}\x{200d}]{1,6}\s*\d{1,3})*|development|notifications|no one assigned|none yet|subscribe|unsubscribe|customize|edit|quote reply|copy link|new issue|jump to bottom|open|closed|merged|conversation.*|commits? \d+|checks? \d+|files changed.*|write preview|leave a comment|sign up for free.*|have a question.*|already have an account.*|.{0,60}(?:added|removed) (?:the )?.{0,60} ?labels?.*|.{0,60}self-assigned this.*|\S+ left a comment|.{0,60} added \d+ commits\b.*|.{0,60}(?:added|removed) (?:this to|their assignment|a commit|commits).*|.{0,60}mentioned this (?:issue|pull request).*|.{0,60}(?:linked a|locked|pinned|unassigned|assigned|referenced this|added this|moved this|changed the title).*|-{3,}|_{3,}|={3,})$"
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
