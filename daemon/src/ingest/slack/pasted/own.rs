//! What a chat's window puts between its messages: buttons, reactions and their counts, names of files.

use super::Line;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;

pattern!(
    WINDOW,
    r"(?i)^(?:\(?(?:edited|bearbeitet|editad[oa]|modifié|modificato|bewerkt)\)?|\d+ (?:repl(?:y|ies)|antwort(?:en)?|réponses?|respuestas?|respostas?|rispost[ae]|antwoord(?:en)?)|last reply .*|view (?:thread|newer replies|older replies|all replies)|reply…?|reply\.\.\.|thread|new|new messages?|\d+ new messages?|also send to .*|message #?\S.{0,60}|shift ?\+ ?return.*|posted using .*|saved for later.*|save for later|download|(?:\d+ )?files? ?|add reaction|react|replied to a thread:?.*|jump to (?:bottom|present|latest).*|pinned by .*|added by .*|sent from .*|only visible to you|.{0,60} (?:joined|left|has joined|has left) (?:#|the channel|the group).{0,60}|(?:joined|left) #\S+.*|.{0,60}(?:set the channel (?:topic|description|purpose)|pinned a message|added an integration|was added to #|renamed the channel|archived the channel).*|huddle.{0,40}|typing…?|\d+ members|forwarded|like|seen by .*|\d+ (?:reactions?|likes?)|(?:like|heart|laugh|surprised|sad|angry) \d+|={5,}|\{(?:attachments|reactions|embeds?|stickers)\}|\d+ (?:like|heart|laugh|surprised|sad|angry)(?: reactions?)?\.?(?: \d+)?|neu|nuevo|nouveau|nouveaux messages|neue nachrichten|letzte antwort .*|dernière réponse .*|última respuesta .*|ultima risposta .*|nachricht an #?\S.{0,60}|an #?\S.{0,60} senden|envoyer un message à .{1,60}|enviar (?:un )?mensaje a .{1,60}|.{1,60} (?:ist|hat) (?:#\S+|dem channel|der gruppe)(?: \S+)? beigetreten\.?|.{1,60} (?:se (?:ha )?uni(?:do|ó) a|a rejoint|si è unit[oa] a|entrou em) (?:#\S+|.{0,30}(?:canal|channel|grupo|groupe|canale)).{0,40}|enter|active .{1,12} ago|you're friends on (?:facebook|messenger)|call back|.{1,40} sent an? (?:photo|video|attachment|sticker|gif|voice message|link)\.?|imessage|text message|delivered|read \d{1,2}:\d{2}(?: [ap]m)?|history is (?:on|off)|messages sent with history on are saved|in reply to this message|aa(?:\s+(?:@|:[a-z0-9_+-]+:|[^\w\s]{1,4}))+|exported \d+ message\(s\))$"
);
pattern!(
    REACTION,
    r"^(?:(?::[a-z0-9_+'-]+:(?::skin-tone-\d:)?|[^\w\s!-/:-@\[-`{-~]+)\s*(?:\(\d+\)|\d{1,4}(?:\s|$))?\s*)+\d*$"
);
pattern!(
    FILE,
    r"(?i)^(?:image|screenshot|[\w.() -]{1,80})\.(?:png|jpe?g|gif|heic|webp|pdf|mp4|mov|zip|xlsx?|docx?|pptx?|csv|txt|m4a|mp3)(?:\s*\([^)]*\))?$"
);

/// Whether a line is somebody's reaction: an emoji, as a picture or by its name.
fn is_reaction(line: &str) -> bool {
    let picture = |c: char| !(c.is_alphanumeric() || c.is_ascii() || c.is_whitespace());
    REACTION.is_match(line) || line.chars().count() <= 8 && line.chars().all(picture)
}

/// Whether the line is the window's own: a button, a reaction, its count, a file's name.
pub(super) fn is_own(line: &str, n: usize, lines: &[Line<'_>]) -> bool {
    let is_count = line.len() <= 3 && line.bytes().all(|b| b.is_ascii_digit());
    let after_reaction = n > 0 && is_reaction(lines[n - 1].text);
    let attached = line.starts_with("http") && n > 0 && lines[n - 1].text == "{Attachments}";
    is_reaction(line)
        || attached
        || (is_count && after_reaction)
        || (line.len() <= 160 && (WINDOW.is_match(line) || FILE.is_match(line)))
        || furniture::is_line(line, Medium::of(SourceType::Slack))
}
