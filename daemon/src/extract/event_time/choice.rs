//! Which day is an episode's own: a conditional logit over the signs of each (McFadden, "Conditional logit analysis of
//! qualitative choice behavior", 1974).

use super::scales::{Distance, Form, Grain, Side};
use super::signs::{Mention, Scene, Sign, is_day};
use super::{is_old_birth, is_spoken_of};
use crate::extract::dates::Anchor;
use memo_common::api::SourceType;

/// What the logarithm of the odds counts that the tagger gives a time. At .7, of 291 annotated documents whose writers it had not
/// read .015 to .02 more events have their day than at 0; the development documents, to which the weights below were fitted,
/// have .03 less.
const MARKED: f32 = 0.5;

/// The day among those that the words name; `None` for that of writing.
pub(super) fn choose(scene: &Scene) -> Option<usize> {
    let weight = |signs: Vec<Sign>| signs.into_iter().map(weight).sum::<f32>();
    let written = scene.written.map(|_| (weight(scene.of_writing()), None));
    let days = scene
        .mentions
        .iter()
        .enumerate()
        .filter(|(_, m)| is_day(m.found) && !is_old_birth(m, scene.written))
        // "Paid the bill. Yesterday's soup was too salty.": what is first told of has no part in it; and nothing is told of a
        // feast with "do not wait beyond Christmas"
        .filter(|(_, m)| {
            let told = m.sentence == 0 && m.found.anchor != Anchor::Feast;
            told || !is_spoken_of(m.text, m.found)
        });
    let of_mention = |at: usize, m: &Mention| weight(scene.of_mention(at)) + MARKED * m.likely;
    let named = days.map(|(at, m)| (of_mention(at, m), Some(at)));
    // among equals the first
    let all = written.into_iter().chain(named);
    all.reduce(|best, next| if next.0 > best.0 { next } else { best })?
        .1
}

/// What a sign weighs: fitted with a ridge on the 742 annotated events of 243 documents by 29 writers whose memory names
/// a day that is theirs beside one that is not; the 65 of the development documents count twice. Of the others' 677,
/// 80 % were right by the rules that this took the place of, and 88 % are with weights fitted on other writers'
/// documents alone. By hand, for want of examples: times of more than a year weigh as those of one, and "until" and what
/// a commit tells of no people weigh more than was found.
fn weight(sign: Sign) -> f32 {
    match sign {
        Sign::Written => -0.41,
        Sign::WrittenAs(Form::Item) => 0.08,
        Sign::WrittenAs(Form::Message) => -0.80,
        Sign::WrittenAs(Form::Post) => 0.55,
        Sign::WrittenAs(Form::Prompt) => -0.49,
        Sign::WrittenAs(Form::Prose) => 0.41,
        Sign::WrittenAs(Form::Turn) => -0.15,
        Sign::NamedLater => 0.59,
        Sign::OverBefore => 0.88,
        Sign::Names(Side::Future) => -0.09,
        Sign::Names(Side::Past) => -0.15,
        Sign::Names(Side::Same) => 0.57,
        Sign::Exact(Grain::Day) => 1.10,
        Sign::Exact(Grain::Days) => 0.11,
        Sign::Exact(Grain::Month) => -0.53,
        Sign::Exact(Grain::Time) => 0.74,
        Sign::Exact(Grain::Week) => 0.24,
        Sign::Exact(Grain::Year | Grain::Years) => -1.03,
        Sign::ExactOn(Side::Future, Grain::Day) => -0.27,
        Sign::ExactOn(Side::Future, Grain::Days) => 0.21,
        Sign::ExactOn(Side::Future, Grain::Month) => -0.35,
        Sign::ExactOn(Side::Future, Grain::Time) => 1.22,
        Sign::ExactOn(Side::Future, Grain::Year) => -0.27,
        Sign::ExactOn(Side::Past, Grain::Day) => 0.23,
        Sign::ExactOn(Side::Past, Grain::Time) => 0.35,
        Sign::ExactOn(Side::Past, Grain::Year) => -0.53,
        Sign::ExactOn(Side::Same, Grain::Day) => 0.61,
        Sign::ExactOn(Side::Same, Grain::Month) => -0.16,
        Sign::ExactOn(Side::Same, Grain::Year) => -0.13,
        Sign::Rests(Anchor::Absolute) => -0.19,
        Sign::Rests(Anchor::Feast) => -0.27,
        Sign::Rests(Anchor::Relative) => 0.54,
        Sign::Rests(Anchor::Weekday) => -0.21,
        Sign::Rests(Anchor::Yearless) => 0.55,
        Sign::Apart(Distance::Day(Side::Future)) => -0.19,
        Sign::Apart(Distance::Day(Side::Past)) => 0.52,
        Sign::Apart(Distance::Month(Side::Future)) => 0.43,
        Sign::Apart(Distance::Month(Side::Past)) => -0.32,
        Sign::Apart(Distance::None) => -0.40,
        Sign::Apart(Distance::Week(Side::Future)) => 0.56,
        Sign::Apart(Distance::Year(Side::Future)) => 0.19,
        Sign::Apart(Distance::Year(Side::Past)) => -0.32,
        Sign::Apart(Distance::Years(Side::Past)) => 0.17,
        Sign::Of(Side::Future, SourceType::Browser) => 0.42,
        Sign::Of(Side::Future, SourceType::Email) => 0.33,
        Sign::Of(Side::Future, SourceType::Github) => -0.33,
        Sign::Of(Side::Future, SourceType::Pdf) => 1.02,
        Sign::Of(Side::Future, SourceType::Slack) => -0.13,
        Sign::Of(Side::Future, SourceType::Stream) => 0.22,
        Sign::Of(Side::Future, SourceType::Text) => -0.82,
        Sign::Of(Side::Future, SourceType::Vscode) => 0.06,
        Sign::Of(Side::Past, SourceType::Browser) => 0.66,
        Sign::Of(Side::Past, SourceType::Email) => -0.20,
        Sign::Of(Side::Past, SourceType::Github) => -0.84,
        Sign::Of(Side::Past, SourceType::Pdf) => 1.06,
        Sign::Of(Side::Past, SourceType::Slack) => 0.22,
        Sign::Of(Side::Past, SourceType::Stream) => 0.55,
        Sign::Of(Side::Past, SourceType::Text) => -0.43,
        Sign::Of(Side::Past, SourceType::Vscode) => -1.04,
        Sign::Of(Side::Same, SourceType::Github) => 0.14,
        Sign::Of(Side::Same, SourceType::Slack) => -0.31,
        Sign::Of(Side::Same, SourceType::Stream) => -0.40,
        Sign::Of(Side::Same, SourceType::Text) => -0.13,
        Sign::OfChange => -1.20,
        Sign::Prompted(Side::Future) => 0.56,
        Sign::Prompted(Side::Past) => -0.12,
        Sign::First => -0.42,
        Sign::InSentence(0) => 0.70,
        Sign::InSentence(1) => 0.28,
        Sign::InSentence(2) => -0.57,
        Sign::InThird(0) => 0.71,
        Sign::InThird(2) => -0.28,
        Sign::Opens => 0.31,
        Sign::SpokenOf => -0.30,
        Sign::Since => -0.50,
        Sign::Until => -1.60,
        Sign::Deadline => -0.84,
        Sign::Begins => -1.13,
        Sign::InBrackets => -0.45,
        Sign::BesideHour => 0.46,
        Sign::Own => 0.54,
        Sign::Doubtful => 0.97,
        _ => 0.0,
    }
}
