//! Who took part: a logistic line over each person's [`Signs`], and the choice that is likeliest to be right.
//!
//! Three lines, for the user, for those who talk, are spoken to or are listed, and for those who only are named. The
//! rules of [`part`](super::part) are one sign among the others.

use super::roster::{People, PersonRef};
use super::sign::{Scene, Sign, Signs};
use super::signs::signs;

/// A sign's weight; of several signs, their product's.
type Weight = (f32, &'static [Sign]);
/// Weights for the user. All three lines were fitted by logistic regression (ridge 5 on standardized signs) on 1,932
/// people of 632 memories, each of which tells an annotated event of one of 126 documents of six writers, and on 102
/// memories' people of whom the annotation says that they only are spoken of (of weight 3). The signs were picked by what
/// each adds to the likelihood of one writer's people under weights fitted on the others'.
///
/// F1 of the people on each writer's documents with the weights of the other five: .79 .73 .83 .78 .74 .62, and .79 of
/// those who only are spoken of are in no memory; the rules alone, which were made with the first five at hand, have
/// .81 .76 .83 .79 .71 .59 and .75. On two writers' documents that had no part in any of it: .63 .64 and .73, the rules
/// .62 .60 and .71.
const USER: [Weight; 15] = [
    (0.48, &[]),
    (2.15, &[Sign::ByRules]),
    (1.32, &[Sign::Record, Sign::Involved]),
    (-2.58, &[Sign::Github]),
    (1.63, &[Sign::Post]),
    (2.25, &[Sign::SaysMy]),
    (2.58, &[Sign::Task, Sign::Speaks]),
    (1.56, &[Sign::Involved]),
    (-0.68, &[Sign::Past]),
    (-0.77, &[Sign::OthersNamed]),
    (0.68, &[Sign::Words]),
    (0.98, &[Sign::Record, Sign::Speaks]),
    (0.96, &[Sign::Acts, Sign::OthersTookPart]),
    (-0.67, &[Sign::SaysWe]),
    (-0.63, &[Sign::InvolvedAtAll]),
];

/// For those who talk, are spoken to, or are listed.
const PARTY: [Weight; 19] = [
    (-0.80, &[]),
    (2.58, &[Sign::ByRules]),
    (-4.52, &[Sign::Unnamed]),
    (-1.30, &[Sign::OthersTookPart]),
    (0.57, &[Sign::Named]),
    (0.69, &[Sign::SaysI]),
    (1.55, &[Sign::Calendar]),
    (2.18, &[Sign::InList]),
    (-0.47, &[Sign::Doubtful]),
    (1.03, &[Sign::Talk, Sign::Involved]),
    (-0.47, &[Sign::Talk, Sign::Acts]),
    (-0.70, &[Sign::UserActs]),
    (-2.20, &[Sign::HeardByTwo]),
    (1.02, &[Sign::Words]),
    (1.21, &[Sign::InFirst]),
    (-0.34, &[Sign::Titled]),
    (3.46, &[Sign::Company]),
    (-2.19, &[Sign::BesideMe]),
    (-0.20, &[Sign::Speaks]),
];

/// For those who only are named.
const NAMED: [Weight; 20] = [
    (-2.64, &[]),
    (2.39, &[Sign::ByRules]),
    (1.07, &[Sign::NamedShare]),
    (-2.30, &[Sign::BehindFrom]),
    (0.57, &[Sign::FullName]),
    (-0.05, &[Sign::GivenKnown]),
    (-1.15, &[Sign::SubjectPresent]),
    (-1.47, &[Sign::BehindContact]),
    (0.71, &[Sign::FirstNamed]),
    (0.63, &[Sign::ByPronoun]),
    (0.69, &[Sign::BesideMe]),
    (-0.41, &[Sign::Post]),
    (1.12, &[Sign::InList]),
    (-0.70, &[Sign::LowerCase]),
    (-0.40, &[Sign::EndsClause]),
    (-1.06, &[Sign::TookPart, Sign::Owns]),
    (-0.60, &[Sign::NearFuture]),
    (-1.31, &[Sign::Question]),
    (1.28, &[Sign::Involved, Sign::Question]),
    (-0.52, &[Sign::Doubtful]),
];

/// Below this a person's likelihood says nothing of how many took part.
const NOBODY: f32 = 1e-6;

/// Those who took part, the user first, then in the order in which they are met. `by_rules` are those whom the rules
/// name.
pub(crate) fn choose(scene: &Scene, by_rules: &[String], people: &People) -> Vec<PersonRef> {
    let mut rows: Vec<(PersonRef, f32)> = Vec::new();
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
        rows.push((who, likelihood(&signs, who == people.user())));
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
