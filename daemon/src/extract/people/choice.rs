//! Who took part: a logistic line over each person's [`Signs`], and the choice that is likeliest to be right.
//!
//! Three lines, for the user, for those who talk, are spoken to or are listed, and for those who only are named. The
//! rules of [`part`](super::part) are one sign among the others.

use super::roster::{People, PersonRef};
use super::sign::{Scene, Sign, Signs};
use super::signs::signs;
use memo_common::api::SourceType;

/// A sign's weight; of several signs, their product's.
type Weight = (f32, &'static [Sign]);
/// Weights for the user. All three lines were fitted by logistic regression on 2,000 people of 632 memories of six
/// writers, then anew on 3,100 people of 1,066 memories, each of which tells an annotated event of one of 207 documents,
/// 180 of them by twenty other writers, with a ridge (40 on standardized signs) towards the first fit, and the rows of
/// the other 27 weighed threefold. People of whom the annotation says that they only are spoken of count as not there,
/// fourfold, wherever they are named: one more of them costs as much as one more of those who were there.
///
/// F1 of the people on each group of four writers with weights fitted on the others', first fit → now: .71 → .74,
/// .74 → .75, .71 → .71, .71 → .71, .71 → .76; of those only spoken of, named in no memory (fitted on): .48 → .68,
/// .40 → .67, .65 → .62, .65 → .70, .55 → .66. On four writers' documents that had no part in it: F1 .67 → .70, only
/// spoken of .67 → .70.
const USER: [Weight; 17] = [
    (0.67, &[]),
    (1.61, &[Sign::ByRules]),
    (0.33, &[Sign::Record, Sign::Involved]),
    (-1.87, &[Sign::Github]),
    (1.31, &[Sign::Post]),
    (1.30, &[Sign::SaysMy]),
    (2.77, &[Sign::Task, Sign::Speaks]),
    (1.46, &[Sign::Involved]),
    (-0.63, &[Sign::Past]),
    (-0.25, &[Sign::OthersNamed]),
    (0.61, &[Sign::Words]),
    (1.11, &[Sign::Record, Sign::Speaks]),
    (0.34, &[Sign::Acts, Sign::OthersTookPart]),
    (-0.63, &[Sign::InvolvedAtAll]),
    (0.83, &[Sign::Named]),
    (0.48, &[Sign::UserActs]),
    (-0.36, &[Sign::Post, Sign::Heard]),
];

/// For those who talk, are spoken to, or are listed.
const PARTY: [Weight; 21] = [
    (-0.91, &[]),
    (1.92, &[Sign::ByRules]),
    (-4.00, &[Sign::Unnamed]),
    (-0.41, &[Sign::OthersTookPart]),
    (-1.03, &[Sign::Named]),
    (2.00, &[Sign::Tagged]),
    (0.23, &[Sign::SaysI]),
    (1.52, &[Sign::Calendar]),
    (1.91, &[Sign::InList]),
    (-1.07, &[Sign::Doubtful]),
    (-0.26, &[Sign::UserActs]),
    (-2.09, &[Sign::HeardByTwo]),
    (0.37, &[Sign::Words]),
    (0.30, &[Sign::InFirst]),
    (-2.33, &[Sign::Titled]),
    // by hand: those with a title who were listed are too few who spoke
    (2.33, &[Sign::Titled, Sign::Speaks]),
    (2.68, &[Sign::Company]),
    (-1.30, &[Sign::BesideMe]),
    (0.26, &[Sign::Speaks]),
    (-0.43, &[Sign::Past]),
    (1.55, &[Sign::ByPronoun]),
];

/// For those who only are named.
const NAMED: [Weight; 22] = [
    (-2.64, &[]),
    (-2.70, &[Sign::Named]),
    (3.50, &[Sign::Tagged]),
    (1.45, &[Sign::ByRules]),
    (0.49, &[Sign::NamedShare]),
    (-2.51, &[Sign::BehindFrom]),
    (0.74, &[Sign::FullName]),
    (0.37, &[Sign::GivenKnown]),
    (-0.28, &[Sign::SubjectPresent]),
    (-0.85, &[Sign::BehindContact]),
    (0.73, &[Sign::FirstNamed]),
    (0.27, &[Sign::ByPronoun]),
    (0.67, &[Sign::BesideMe]),
    (-0.38, &[Sign::Post]),
    (1.63, &[Sign::InList]),
    (-0.79, &[Sign::LowerCase]),
    (-0.66, &[Sign::TookPart, Sign::Owns]),
    (-0.94, &[Sign::NearFuture]),
    (-0.68, &[Sign::Question]),
    (-0.80, &[Sign::Doubtful]),
    (0.76, &[Sign::Text]),
    (-0.37, &[Sign::Vscode]),
];

/// Below this a person's likelihood says nothing of how many took part.
const NOBODY: f32 = 1e-6;

/// How likely whoever writes "I" in a letter takes part in what it tells, at least: of 48 annotated passages, in 38.
const WRITER: f32 = 0.8;

/// Those who took part, the user first, then in the order in which they are met. `by_rules` are those whom the rules
/// name.
pub(crate) fn choose(scene: &Scene, by_rules: &[String], people: &People) -> Vec<PersonRef> {
    let mut rows: Vec<(PersonRef, f32)> = Vec::new();
    let asks = |text: &str| {
        let said = text.to_lowercase();
        ["please", "bitte"].iter().any(|w| said.contains(w))
    };
    let letter = scene.source == SourceType::Email
        && scene.manner.is_none()
        && !scene.said.iter().any(|s| asks(s.text));
    for (who, mut signs) in signs(scene, people) {
        let name = people.name(who);
        if name.is_empty() || people.is_organization(who) {
            continue;
        }
        signs.set_if(Sign::ByRules, by_rules.iter().any(|n| n == name));
        // "Apologies: Ann", "Ann can't come": too few are annotated for a weight
        if signs.has(Sign::Absent) && !signs.has(Sign::ByRules) && !signs.has(Sign::Speaks) {
            continue;
        }
        // "a parcel for Ann", "Ann's boat": one alone with the user would be named for want of others
        let remote = signs.has(Sign::Named) && !signs.has(Sign::MayBeThere);
        if remote && !is_party(&signs) && !signs.has(Sign::ByRules) && who != people.user() {
            continue;
        }
        // what others write to each other of an issue, the user has only read
        let read = who == people.user() && signs.has(Sign::Github) && signs.has(Sign::Post);
        if read && !signs.has(Sign::Named) && !is_party(&signs) && !signs.has(Sign::ByRules) {
            continue;
        }
        let mut likely = likelihood(&signs, who == people.user());
        // "Ann wrote to me: I am pleased to …", but "Please bring it on Friday" is for whoever reads
        if letter && signs.has(Sign::Speaks) && signs.has(Sign::SaysI) {
            likely = likely.max(WRITER);
        }
        if let Some(took) = scene.took(who) {
            likely = together(likely, took, who == people.user());
        }
        rows.push((who, likely));
    }
    let chosen = likeliest(&rows.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let mut out: Vec<PersonRef> = Vec::new();
    for (n, (who, _)) in rows.into_iter().enumerate() {
        if chosen[n] && !out.iter().any(|o| people.name(*o) == people.name(who)) {
            out.push(who);
        }
    }
    out
}

/// How likely somebody took part by the line of signs and by the tagger together: half of each one's logarithm of the odds,
/// and less by what stands behind them, lest the choice names too many. Of five ways tried on 291 annotated documents
/// whose writers neither had read.
fn together(by_signs: f32, by_tagger: f32, user: bool) -> f32 {
    let odds = |likely: f32| {
        let likely = likely.clamp(0.02, 0.98);
        (likely / (1.0 - likely)).ln()
    };
    let less = if user { 0.5 } else { 0.6 };
    let sum = 0.5 * (odds(by_signs) + odds(by_tagger)) - less;
    1.0 / (1.0 + (-sum).exp())
}

/// Whether somebody talks, is spoken to, or is listed.
fn is_party(signs: &Signs) -> bool {
    [Sign::Speaks, Sign::Heard, Sign::Member, Sign::Listed]
        .iter()
        .any(|s| signs.has(*s))
}

fn likelihood(signs: &Signs, user: bool) -> f32 {
    let line: &[Weight] = if user {
        &USER
    } else if is_party(signs) {
        &PARTY
    } else {
        &NAMED
    };
    let product = |all: &[Sign]| all.iter().map(|s| signs.get(*s)).product::<f32>();
    let sum: f32 = line.iter().map(|(w, all)| w * product(all)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Which people to name so that the expected F1 of the choice is best: the likeliest k, for the k at which twice their
/// summed likelihood over k and all summed likelihood is highest (the expectation of the quotient taken as the quotient
/// of the expectations), or nobody, where that is likelier.
fn likeliest(likelihoods: &[f32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..likelihoods.len()).collect();
    order.sort_by(|a, b| likelihoods[*b].total_cmp(&likelihoods[*a]));
    let total: f32 = likelihoods.iter().sum::<f32>().max(NOBODY);
    let mut best = (likelihoods.iter().map(|p| 1.0 - p).product::<f32>(), 0);
    let mut hits = 0.0;
    for (n, at) in order.iter().enumerate() {
        hits += likelihoods[*at];
        let f1 = 2.0 * hits / ((n + 1) as f32 + total);
        if f1 > best.0 {
            best = (f1, n + 1);
        }
    }
    let mut chosen = vec![false; likelihoods.len()];
    for at in &order[..best.1] {
        chosen[*at] = true;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_likely_are_chosen_and_the_unlikely_are_not() {
        assert_eq!(likeliest(&[0.9, 0.1, 0.6]), [true, false, true]);
        assert_eq!(likeliest(&[0.1, 0.05]), [false, false]);
        // one of whom little is known is better named than nobody
        assert_eq!(likeliest(&[0.45, 0.45]), [true, true]);
        assert!(likeliest(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn nobody_is_chosen_before_somebody_likelier(likelihoods in proptest::collection::vec(0f32..=1.0, 0..12)) {
            let chosen = likeliest(&likelihoods);
            for (a, p) in likelihoods.iter().enumerate() {
                for (b, q) in likelihoods.iter().enumerate() {
                    prop_assert!(!(chosen[a] && !chosen[b] && q > p));
                }
            }
        }
    }
}
