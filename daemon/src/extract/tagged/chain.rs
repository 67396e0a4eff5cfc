//! A linear chain of tags: how likely each is of each token, by the sums of all tokens of the line (the forward-backward
//! algorithm: Rabiner, 1989, with its scaling).

use super::{LANES, TAGS};

/// A number for each tag, and zeros: a few more than needed are reckoned as fast as one.
type Lanes = [f32; LANES];

/// How likely each tag is of each token, by the scores of each and by what one tag counts behind another (by the one
/// before). Forwards and backwards over the line, each step scaled to a sum of one.
pub(super) fn marginals(scores: &[[f32; TAGS]], moves: &[[f32; TAGS]; TAGS]) -> Vec<[f32; TAGS]> {
    // by the tag before, and by the tag behind
    let mut onwards = [[0.0; LANES]; TAGS];
    let mut back = [[0.0; LANES]; TAGS];
    for (before, row) in moves.iter().enumerate() {
        for (tag, counts) in row.iter().enumerate() {
            let weight = counts.exp();
            (onwards[before][tag], back[tag][before]) = (weight, weight);
        }
    }
    // the highest of a token's scores counts as one
    let weights: Vec<Lanes> = scores
        .iter()
        .map(|own| {
            let most = own.iter().copied().fold(f32::MIN, f32::max);
            wide(own.map(|s| (s - most).exp()))
        })
        .collect();
    let mut likely = Vec::with_capacity(weights.len());
    let mut reached = wide([1.0, 1.0, 0.0, 1.0, 0.0]); // nothing goes on at the beginning
    for own in &weights {
        let here = scaled(times(own, &reached));
        likely.push(here);
        reached = moved(&here, &onwards);
    }
    let mut behind = wide([1.0; TAGS]);
    for (here, own) in likely.iter_mut().zip(&weights).rev() {
        *here = scaled(times(here, &behind));
        behind = scaled(moved(&times(own, &behind), &back));
    }
    let narrow = |lanes: &Lanes| std::array::from_fn(|tag| lanes[tag]);
    likely.iter().map(narrow).collect()
}

fn wide(numbers: [f32; TAGS]) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes[..TAGS].copy_from_slice(&numbers);
    lanes
}

fn times(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|n| a[n] * b[n])
}

/// What each tag is reached with, by the weights from every other tag to all.
fn moved(from: &Lanes, weights: &[Lanes; TAGS]) -> Lanes {
    let mut sums = [0.0; LANES];
    for (number, weights) in from.iter().zip(weights) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += number * weight;
        }
    }
    sums
}

/// Numbers that add up to one, as these are to each other.
fn scaled(numbers: Lanes) -> Lanes {
    let sum: f32 = numbers[..TAGS].iter().sum();
    numbers.map(|n| n / sum.max(f32::MIN_POSITIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_as_likely_as_all_rows_of_tags_that_hold_it() {
        let scores = [
            [0.0, 1.5, 9.0, -0.5, 0.2],
            [0.3, -1.0, 2.0, 0.4, 0.1],
            [1.0, 0.0, 0.5, -2.0, 0.7],
        ];
        let moves: [[f32; TAGS]; TAGS] = std::array::from_fn(|a| {
            std::array::from_fn(|b| (a * 3 + b * 5) as f32 % 4.0 / 2.0 - 1.0)
        });
        let mut all = [[0.0_f32; TAGS]; 3];
        let mut total = 0.0;
        for n in 0..TAGS.pow(3) {
            let row = [n / TAGS / TAGS, n / TAGS % TAGS, n % TAGS];
            // nothing goes on at the beginning
            if matches!(row[0], 2 | 4) {
                continue;
            }
            let own: f32 = (0..3).map(|at| scores[at][row[at]]).sum();
            let weight = (own + moves[row[0]][row[1]] + moves[row[1]][row[2]]).exp();
            total += weight;
            for (at, tag) in row.into_iter().enumerate() {
                all[at][tag] += weight;
            }
        }
        for (found, summed) in marginals(&scores, &moves).iter().zip(all) {
            for (likely, weight) in found.iter().zip(summed) {
                assert!((likely - weight / total).abs() < 1e-5, "{likely} {weight}");
            }
        }
    }
}
