//! An event's description as words: markup, join instructions and disclaimers dropped.

use crate::ingest::furniture::{self, Medium};
use crate::ingest::html;
use memo_common::api::SourceType;

/// The lines of a description that somebody wrote.
pub(crate) fn clean(description: &str) -> String {
    let text = if html::has_tags(description) {
        html::to_text(description)
    } else {
        description.to_owned()
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines().map(str::trim).peekable();
    while lines.peek().is_some() {
        // Between two rules of `-::~:~::` (Google) or underscores (Teams) stands how to join.
        let section: Vec<&str> = lines.by_ref().take_while(|line| !is_fence(line)).collect();
        if section.iter().filter(|line| joins(line)).count() > 1 && !kept.is_empty() {
            continue;
        }
        for line in section {
            let empty = line.is_empty();
            let repeated = empty && kept.last().is_none_or(|l| l.is_empty());
            let own = furniture::without(line, Medium::of(SourceType::Calendar));
            if !repeated && !joins(line) && (empty || !own.is_empty()) {
                kept.push(line);
            }
        }
    }
    while kept.last().is_some_and(|l| l.is_empty()) {
        kept.pop();
    }
    kept.join("\n")
}

fn is_fence(line: &str) -> bool {
    line.starts_with("-::~:")
        || line.len() >= 20 && line.chars().all(|c| matches!(c, '_' | '~' | '*' | '.'))
}

/// The service that a link or text leads to.
pub(crate) fn video_call(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    [
        ("meet.google.com", "Google Meet"),
        ("zoom.us", "Zoom"),
        ("zoomgov.com", "Zoom"),
        ("teams.microsoft.com", "Microsoft Teams"),
        ("teams.live.com", "Microsoft Teams"),
        ("microsoft teams", "Microsoft Teams"),
        ("webex.com", "Webex"),
        ("whereby.com", "Whereby"),
        ("meet.jit.si", "Jitsi"),
        ("gotomeeting.com", "GoToMeeting"),
        ("meet.goto.com", "GoToMeeting"),
        ("bluejeans.com", "BlueJeans"),
        ("chime.aws", "Amazon Chime"),
        ("join.skype.com", "Skype"),
        ("facetime.apple.com", "FaceTime"),
    ]
    .into_iter()
    .find_map(|(mark, service)| text.contains(mark).then_some(service))
}

/// A line that only tells how to join a call.
fn joins(line: &str) -> bool {
    let lower = line.to_lowercase();
    let starts = [
        "join with google meet",
        "microsoft teams need help",
        "you can join this meeting",
        "this is a zoom web conference",
        "view event in calendly",
        "pro tip!",
        "join the meeting now",
        "dial in by phone",
        "join zoom meeting",
        "join on your computer",
        "join the meeting",
        "join by phone",
        "join by sip",
        "join teams meeting",
        "join microsoft teams",
        "join from ",
        "join via ",
        "join url",
        "or dial",
        "or call in",
        "more phone numbers",
        "find a local number",
        "find your local number",
        "dial by your location",
        "dial-in",
        "one tap mobile",
        "meeting id",
        "meeting-id",
        "passcode",
        "password:",
        "pin:",
        "conference id",
        "phone conference id",
        "phone one-tap",
        "access code",
        "video conference id",
        "video-id",
        "learn more about meet",
        "learn more |",
        "meeting options",
        "need help?",
        "download teams",
        "reset pin",
        "for organizers",
        "topic:",
        "host key",
        "is inviting you to a scheduled zoom meeting",
        "please do not edit this section",
        "an meeting teilnehmen",
        "nehmen sie an",
        "besprechungs-id",
        "kennung:",
        "rejoindre la réunion",
        "id de réunion",
        "unirse a la reunión",
        "id de reunión",
        "to join the video meeting",
        "view your event at",
        "microsoft teams meeting",
        "microsoft teams-besprechung",
        "réunion microsoft teams",
        "click here to join",
    ];
    if starts.iter().any(|s| lower.starts_with(s))
        || lower.ends_with("is inviting you to a scheduled zoom meeting.")
    {
        return true;
    }
    // A bare link to a call, and a dial-in number: "+16465588656,,98765432#".
    let bare = !lower.contains(' ');
    bare && (lower.starts_with("http") || lower.starts_with("<http"))
        && video_call(&lower).is_some()
        || lower.contains(",,") && lower.contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_how_to_join() {
        let text = "Bring the report.\n\n-::~:~::~:~:~::-\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\n\
            Please do not edit this section.\n-::~:~::~:~:~::-";
        assert_eq!(clean(text), "Bring the report.");
        let text = "Agenda: the budget\nJoin Zoom Meeting\nhttps://us02web.zoom.us/j/83900000000?pwd=x\nMeeting ID: 839 0000 0000\n\
            Passcode: 123\nOne tap mobile\n+13460000000,,83900000000# US";
        assert_eq!(clean(text), "Agenda: the budget");
    }

    #[test]
    fn reads_markup() {
        assert_eq!(
            clean("<p>Bring <b>cake</b>.</p><ul><li>one</li><li>two</li></ul>"),
            "Bring cake.\n\n- one\n- two"
        );
    }
}
