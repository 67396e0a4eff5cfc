//! What is said in every talk and remembered of none: greetings, thanks, acknowledgements, trouble with microphones.

use crate::ingest::{Document, pattern::pattern};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Words of which small talk is made, in the languages the rules know.
const SMALL: &str = "hi hey hello hiya heya yo good morning afternoon evening night everyone everybody all folks guys there again \
    thanks thank you so much a million very lot for that the bye goodbye cheers see ya later soon talk to ok okay k kk okey alright \
    right yes yeah yep yup ya nope no nah sure great perfect cool nice awesome wow oh ah aha ooh mm mhm mmhm hmm hm uh um er erm huh \
    ha haha hahaha lol lmao rofl ha-ha well and i am i'm fine welcome np ty thx pls please sorry absolutely exactly totally definitely \
    indeed got it gotcha too me same here lovely brilliant fantastic excellent amazing fair enough of course it's is not at problem no \
    worries yay woohoo take care your have day one weekend go ahead let's start get started mute dear god jesus gosh my goodness \
    hola buenas buenos días dias tardes noches gracias muchas de nada vale sí si bueno claro perfecto chau chao adiós adios hasta \
    luego mañana jaja jajaja dale listo hallo guten morgen tag abend danke bitte ja nein gut prima super tschüss tschuss bis dann \
    genau alles klar moin servus bonjour bonsoir merci salut oui non d'accord bien au revoir";

/// Words that answer a question, and so say something after one.
const ANSWERS: &[&str] = &[
    "yes",
    "yeah",
    "yep",
    "yup",
    "no",
    "nope",
    "nah",
    "sure",
    "ok",
    "okay",
    "exactly",
    "absolutely",
    "definitely",
    "totally",
    "right",
    "indeed",
    "sí",
    "si",
    "claro",
    "vale",
    "ja",
    "nein",
    "genau",
    "oui",
    "non",
];

// What is said about the call itself.
pattern!(
    ABOUT_THE_CALL,
    r"(?ix)
    \b(?:can|could|do)\s(?:you|everyone|everybody|anybody|anyone|y'all|people)(?:\sguys|\sall)?(?:\sstill|\sactually|\snow|\sboth)?\s(?:hear|see)\s(?:me|us|my|the\s(?:screen|slides)|that|this|it)\b
    | \b(?:we|i)\s(?:can|can't|can’t|cannot|could|couldn't)\s(?:hear|see)\s(?:you|your\sscreen)\b
    | \byou(?:'re|’re|\sare)\s(?:on\smute|muted|breaking\sup|frozen|cutting\sout|very\squiet)\b
    | \b(?:go|going|went|put|am|still|back|be)\b[^.?!]{0,12}\son\smute\b
    | \b(?:picture|video|screen|camera|image)\b[^.?!]{0,16}\b(?:frozen|freezing|froze)\b
    | \bhear(?:ing)?\s(?:a|an|some|the)?\s?(?:beep(?:ing)?|echo|buzz(?:ing)?|background\snoise)\b
    | \bis\sthat\s(?:somebody|someone|your|my)(?:'s|’s)?\s(?:microwave|dog|phone|doorbell|alarm|kettle|cat|mic|keyboard)\b
    | \b(?:turn|switch)\s(?:your|the|that|this)\s(?:robot|bot|recorder|recording)\s(?:off|on)\b
    | \b(?:i|we)(?:'ve|’ve|\shave)?\s(?:pressed|hit|clicked)\s(?:record|transcribe)\b
    | \b(?:i'm|i’m|i\sam)\s(?:muting|unmuting|on\smute|muted|sharing)\b
    | \bam\si\s(?:on\smute|muted|audible|breaking\sup|frozen)\b
    | \b(?:my|your|the)\s(?:mic|mike|microphone|headphones?|headset|earbuds|airpods|audio|sound|camera|webcam|video|connection|wi-?fi|internet|screen)\s(?:is|are|was|isn't|went|keeps?|seems?|just)\b
    | \btyping\s(?:very|so|really|pretty|quite)?\s?loud(?:ly)?\b
    | \b(?:stop|stopping|stopped|start|starting|started|pause|end)\s(?:the\s)?recording\b
    | \b(?:it's|it’s|is\sit|is\sthis|we're|we’re|are\swe|this\sis|am\si)\s(?:now\s)?recording\b
    | \bhow\s(?:do|can)\s(?:i|you|we)\s(?:stop|turn\soff|end|pause|switch\soff)\s(?:this|it|the)\b
    | \b(?:share|sharing|see)\s(?:my|your)\sscreen\b
    | \bwaiting\s(?:for|on)\s(?:a\sfew|others|people|everyone)\b
    | \bdo\syou\smind\sif\s(?:i|we)\srecord\b
    | \b(?:i|we)\s(?:only\s|can\sonly\s|just\s)?see\s(?:only\s|just\s)?(?:a|the|your|my)\s(?:ceiling|wall|forehead|chin|black\sscreen|white\sscreen)\b
    | \b(?:i'm|i’m|i\sam|you're|you’re|he's|she's|he’s|she’s)\s(?:off|on)\s(?:camera|cam|video|mute)\b
    | \bis\s(?:this|that|it|the)\s(?:thing\s)?(?:still\s|now\s)?(?:recording|on|working)\b
    | ^(?:oh,?\s|and\s|so\s|okay,?\s)?how\s(?:do|can)\s(?:i|you|we)\s(?:stop|pause|end|mute|unmute|leave|share|close)\b[^,]{0,20}$
    | \bcan\syou\s(?:stop|pause|end|turn\soff)\s(?:it|this|that|the\srecording)\b
    | \bwhere(?:'s|’s|\sis)\s(?:the|that)\s(?:stop\s|end\s|red\s|mute\s)?button\b
    | ^(?:sorry,?\s)?that(?:'s|’s)\sme\.?$
    | ^(?:okay,?\s|wait,?\s|sorry,?\s|oh,?\s)?(?:hold|hang)\son\b[^.?!0-9]{0,30}[.!]?$
    | ^(?:oh,?\s)?(?:sorry|excuse\sme)\b[^.?!0-9]{0,12}\b(?:my|the|our)\s(?:dog|cat|kids?|son|daughter|baby|toddler|parrot|phone|doorbell|kettle|neighbou?r)s?(?:'s|’s)?\b
    "
);

static SMALL_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| SMALL.split_whitespace().collect());

/// Knows small talk when it hears it.
pub(super) struct SmallTalk {
    /// Parts of the speakers' names: "Thanks, Ida" says no more than "thanks".
    names: HashSet<String>,
}

impl SmallTalk {
    /// For this document's speakers.
    pub(super) fn new(document: &Document) -> Self {
        let names = document
            .people
            .iter()
            .filter_map(|p| p.name.as_deref())
            .flat_map(str::split_whitespace)
            .map(str::to_lowercase)
            .collect();
        Self { names }
    }

    /// The sentences of a turn that say something; `asked`: the turn before ended in a question.
    pub(super) fn kept(
        &self,
        text: &str,
        sentences: Vec<Range<usize>>,
        asked: bool,
    ) -> Vec<Range<usize>> {
        let kept: Vec<Range<usize>> = sentences
            .into_iter()
            .filter(|range| !about_the_call(&text[range.clone()]))
            .collect();
        let answers = |range: &Range<usize>| {
            asked && words(&text[range.clone()]).any(|w| ANSWERS.contains(&w.as_str()))
        };
        let says_something = kept
            .iter()
            .any(|range| !self.is_small(&text[range.clone()]) || answers(range));
        if says_something { kept } else { Vec::new() }
    }

    fn is_small(&self, sentence: &str) -> bool {
        let mut count = 0;
        words(sentence).all(|word| {
            count += 1;
            count <= 9 && (SMALL_WORDS.contains(word.as_str()) || self.names.contains(&word))
        })
    }
}

/// Words in lower case, without the marks around them.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-')))
        .map(|word| {
            word.trim_matches(['\'', '’', '-'])
                .to_lowercase()
                .replace('’', "'")
        })
        .filter(|word| !word.is_empty())
}

/// Whether a short sentence is about the call itself.
fn about_the_call(sentence: &str) -> bool {
    sentence.split_whitespace().count() <= 14 && ABOUT_THE_CALL.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::sentences;
    use memo_common::api::SourceType;

    fn kept(text: &str, asked: bool) -> Vec<&str> {
        let mut document = Document::new(SourceType::Stream);
        document.person(Some("Ida Ek"), None, None);
        SmallTalk::new(&document)
            .kept(text, sentences::split(text), asked)
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn drops_turns_that_say_nothing() {
        for text in [
            "Good morning everybody!",
            "Thanks, Ida.",
            "lol",
            "Can you hear me? My mic is weird.",
            "Okay. Bye bye.",
            "🙈",
        ] {
            assert_eq!(kept(text, false), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn keeps_what_carries_something() {
        assert_eq!(
            kept("We can hear you. Bo has jury duty.", false),
            ["Bo has jury duty."]
        );
        assert_eq!(
            kept(
                "I'm going on mute. Is my picture frozen? I mute the ads.",
                false
            ),
            ["I mute the ads."]
        );
        assert_eq!(kept("Thanks. The van is back.", false).len(), 2);
        assert_eq!(kept("Yes.", true), ["Yes."]);
        assert_eq!(kept("Yes.", false), Vec::<&str>::new());
    }
}
