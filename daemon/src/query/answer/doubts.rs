//! What speaks for and against there being an answer at all.

use super::{
    Asked,
    alike::met,
    features::{COVERED, FITS, OWN, WINDOW, on},
    form::{self, Form},
    pick::Picked,
    question::Kind,
    words::Word,
};

/// How many features there are.
pub(super) const FEATURES: usize = 63;

/// Features of a question and its sentences, in the order of [`super::abstain::WEIGHTS`].
pub(super) type Doubts = [f32; FEATURES];

/// What is weighed: a question and its scored sentences, which are not empty.
pub(super) struct Weighed<'a> {
    pub(super) asked: &'a Asked<'a>,
    /// Whether a fact of the kind asked for was found.
    pub(super) found: bool,
    /// What was picked.
    pub(super) picked: &'a Picked,
}

impl Weighed<'_> {
    pub(super) fn features(&self) -> Doubts {
        let Asked {
            question,
            wanted,
            scored,
            order,
            ..
        } = *self.asked;
        let all = &scored.features;
        let at = order[0];
        let best = &all[at];
        let sentence = &scored.sentences[at];
        let score = scored.score(at);
        let fifth = order[order.len().min(5) - 1];
        let shares: Vec<f32> = (0..all.len())
            .map(|i| (scored.score(i) - score).exp())
            .collect();
        let total: f32 = shares.iter().sum();
        let own: f32 = (0..all.len())
            .filter(|&i| scored.sentences[i].source == sentence.source)
            .map(|i| shares[i])
            .sum();
        let highest = |feature: usize, of: &dyn Fn(usize) -> bool| {
            let all = all.iter().enumerate();
            all.filter(|(i, _)| of(*i))
                .map(|(_, f)| f[feature])
                .fold(0.0, f32::max)
        };
        let typed = matches!(
            question.kind,
            Kind::Date
                | Kind::Clock
                | Kind::Age
                | Kind::Duration
                | Kind::Ago
                | Kind::Person
                | Kind::Place
                | Kind::Count
                | Kind::Times
                | Kind::Amount
                | Kind::Money
        );
        let any = highest(WINDOW, &|_| true);
        // What was found fits, in however unlikely a form: "born in 1990", "known since".
        let fitting = match typed {
            true if self.found && all.iter().all(|f| f[FITS] == 0.0) => any,
            true => highest(WINDOW, &|i| all[i][FITS] > 0.0),
            false => any,
        };
        let asked = !wanted.people.is_empty();
        let voiced = |i: usize| all[i][8] > 0.0;
        let soft = highest(WINDOW, &voiced) - highest(WINDOW, &|i| !voiced(i));
        let hard = highest(COVERED, &voiced) - highest(COVERED, &|i| !voiced(i));
        let first = |theirs: bool| {
            order
                .iter()
                .find(|&&i| voiced(i) == theirs)
                .map(|&i| scored.score(i))
        };
        let ahead = match (first(true), first(false)) {
            (Some(theirs), Some(others)) => (theirs - others).clamp(-3.0, 3.0),
            _ => 0.0,
        };
        let mut memory = vec![0.0_f32; wanted.terms.len()];
        let mut everything = memory.clone();
        for other in &scored.sentences {
            for (i, m) in met(wanted, other, &scored.likeness).into_iter().enumerate() {
                everything[i] = everything[i].max(m);
                if other.source == sentence.source {
                    memory[i] = memory[i].max(m);
                }
            }
        }
        let term = |word: &Word| wanted.terms.iter().position(|t| t.0 == word.stem);
        let named = |met: &[f32]| {
            let focus = question.focus.as_ref().and_then(term);
            1.0 - focus.map_or(1.0, |at| met[at])
        };
        let names = |met: &[f32]| {
            let met = question
                .named()
                .filter(|w| !wanted.speaks(w))
                .filter_map(term)
                .map(|at| met[at]);
            1.0 - met.fold(1.0, f32::min)
        };
        let bare = !sentence
            .said()
            .any(|w| (w.capital && !w.first || w.is_number()) && !wanted.asks_of(w));
        let numeric = matches!(
            question.kind,
            Kind::Count | Kind::Money | Kind::Amount | Kind::Age | Kind::Clock
        );
        let kind = |kinds: &[Kind]| on(kinds.contains(&question.kind));
        let one = on(asked);
        let form = form::asked_for(question);
        let is = |one: Form| on(form == Some(one));
        let sentences = scored.sentences.iter().zip(all);
        let mut holds: Vec<bool> = sentences
            .map(|(s, f)| form.is_some_and(|form| form::holds(form, question, s, f[FITS] > 0.0)))
            .collect();
        if self.found && form.is_some() && !holds.contains(&true) {
            holds[at] = true;
        }
        let formed = on(holds[at]);
        let window = at.saturating_sub(1)..(at + 2).min(holds.len());
        let beside = window
            .into_iter()
            .any(|i| holds[i] && scored.sentences[i].source == sentence.source);
        let beside = on(beside);
        let nearest = highest(WINDOW, &|i| holds[i]);
        let own_nearest = highest(OWN, &|i| holds[i]);
        let off = on(form.is_some()) * (any - nearest);
        let head = form::head(question);
        let headed = head.map_or(0.0, |head| {
            highest(WINDOW, &|i| {
                form::named_beside(question, &scored.sentences[i], head)
            })
        });
        [
            score,
            score - scored.score(fifth),
            1.0 / total,
            own / total,
            best[1],
            all.iter().map(|f| f[4]).fold(0.0, f32::max),
            best[5],
            best[26],
            best[28],
            best[29],
            best[30],
            best[31],
            any,
            fitting,
            any - fitting,
            best[32],
            best[33],
            one * soft,
            one * ahead,
            best[8],
            best[36],
            best[37],
            best[38],
            best[39],
            best[9],
            on(sentence.spoken),
            kind(&[Kind::Date]),
            kind(&[Kind::Person]),
            on(numeric),
            kind(&[Kind::Place]),
            kind(&[Kind::Reason, Kind::Manner, Kind::Feeling]),
            kind(&[Kind::YesNo]),
            on(question.kind == Kind::Thing && question.focus.is_some()),
            on(!self.found && (numeric || question.kind == Kind::Person)),
            named(&memory),
            named(&everything),
            named(&memory) * on(bare),
            wanted.unknown(),
            names(&memory),
            names(&everything),
            self.picked.hits,
            self.picked.likeliest,
            best[11],
            best[12],
            (1.0 + wanted.terms.len() as f32).ln(),
            wanted.unmet(&memory),
            wanted.unmet(&everything),
            one * hard,
            on(form.is_some()),
            formed,
            beside,
            nearest,
            own_nearest,
            off,
            on(head.is_some()),
            headed,
            is(Form::Name),
            is(Form::Money),
            on(matches!(form, Some(Form::Number | Form::Digits))),
            is(Form::Money) * beside,
            is(Form::Name) * beside,
            is(Form::Money) * nearest,
            is(Form::Name) * headed,
        ]
    }

    /// Whether several people tell of themselves, and the question is about one of them.
    pub(super) fn of_several(&self) -> bool {
        let all = &self.asked.scored.features;
        !self.asked.wanted.people.is_empty()
            && all.iter().any(|f| f[8] > 0.0)
            && all.iter().any(|f| f[8] == 0.0)
    }
}
