//! A month as a map: the more there is of a day, the darker it is. And its year, month by month.

use super::{
    Site,
    frame::{Here, page},
    parts::{counted, long_day, memories},
};
use jiff::{ToSpan, civil::Date};
use maud::{Markup, html};
use memo_common::api::{Days, Facets};
use std::collections::HashMap;

/// Side of a day, and from one to the next.
const DAY: i64 = 40;
const STEP: i64 = 44;

/// Height of the line of weekdays.
const HEAD: i64 = 22;

/// A day of less memories than this is never the darkest.
const FULL: u64 = 8;

/// What the page of a month shows.
pub(crate) struct Month {
    /// Its first day.
    pub first: Date,
    /// Its memories day by day.
    pub days: Days,
    /// Those of its year.
    pub year: Days,
    /// What they are of.
    pub facets: Facets,
}

pub(crate) fn show(site: &Site, month: &Month, today: Date) -> Markup {
    let first = month.first;
    let title = first.strftime("%B %Y").to_string();
    let (since, until) = (first.to_string(), first.last_of_month().to_string());
    let period = [("since", since.as_str()), ("until", until.as_str())];
    let values = |facet: &Option<memo_common::api::Facet>| {
        let facet = facet.as_ref();
        facet.map_or_else(Vec::new, |facet| facet.values.clone())
    };
    let narrowed = |name, value: &str| site.search(period.into_iter().chain([(name, value)]));
    let main = html! {
        h1 { (title) }
        (steps(site, first))
        div.with-aside.wide {
            div {
                (map(site, first, &month.days, today, None))
                p.note {
                    a href=(site.search(period)) { (memories(month.facets.memories)) }
                    " of this month"
                    @if month.days.without_day > 0 {
                        ", of which " (month.days.without_day) " are known without their day"
                    }
                    "."
                }
                (year(site, first, &month.year))
            }
            aside aria-label="What this month is about" {
                (counted("People", &values(&month.facets.people), |name| narrowed("participant", name)))
                (counted("Places", &values(&month.facets.places), |name| narrowed("place", name)))
                (counted("Tags", &values(&month.facets.tags), |name| narrowed("tag", name)))
            }
        }
    };
    page(site, Here::Month, &title, &main)
}

fn steps(site: &Site, first: Date) -> Markup {
    let month = |date: Date| date.strftime("%Y-%m").to_string();
    let other = |date: Date, class: &str| {
        html! { a class=(class) href=(site.month(&month(date))) { (date.strftime("%B %Y").to_string()) } }
    };
    html! {
        nav.steps aria-label="Other months" {
            @if let Ok(before) = first.checked_sub(1.month()) { (other(before, "before")) }
            @if let Ok(after) = first.checked_add(1.month()) { (other(after, "after")) }
        }
    }
}

/// The days of a month, each leading to its page; `shown`: the day whose page it stands on.
pub(super) fn map(
    site: &Site,
    first: Date,
    days: &Days,
    today: Date,
    shown: Option<Date>,
) -> Markup {
    let counts: HashMap<&str, u64> = days
        .days
        .iter()
        .map(|d| (d.day.as_str(), d.memories))
        .collect();
    let most = counts.values().copied().max().unwrap_or(0).max(FULL);
    let offset = i64::from(first.weekday().to_monday_zero_offset());
    let length = i64::from(first.days_in_month());
    let weeks = (offset + length + 6) / 7;
    let label = format!(
        "{}, by how much there is of each day",
        first.strftime("%B %Y")
    );
    let square = |n: i64| {
        let date = first.checked_add((n - 1).days()).unwrap_or(first);
        let (x, y) = (
            (offset + n - 1) % 7 * STEP,
            HEAD + (offset + n - 1) / 7 * STEP,
        );
        let count = counts.get(date.to_string().as_str()).copied().unwrap_or(0);
        let of_today = if date == today { " today" } else { "" };
        let current = (shown == Some(date)).then_some("date");
        html! {
            a href=(site.day(date)) aria-current=[current] aria-label=(format!("{}: {}", long_day(date), memories(count))) {
                g class=(format!("l{}{of_today}", level(count, most))) {
                    title { (memories(count)) }
                    rect x=(x + 1) y=(y) width=(DAY) height=(DAY) rx="5" {}
                    text x=(x + 1 + DAY / 2) y=(y + DAY / 2 + 5) { (n) }
                }
            }
        }
    };
    html! {
        svg.map viewBox=(format!("0 0 {} {}", 7 * STEP - 2, HEAD + weeks * STEP)) role="group" aria-label=(label) {
            g.week aria-hidden="true" {
                @for (n, name) in (0i64..).zip(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]) {
                    text x=(n * STEP + 1 + DAY / 2) y="14" { (name) }
                }
            }
            @for n in 1..=length { (square(n)) }
        }
    }
}

/// How dark a day is, 0 to 4: days of one memory differ from those of none, whatever the fullest has.
fn level(count: u64, most: u64) -> u64 {
    if count == 0 {
        return 0;
    }
    // The logarithm's: else a day on which much was imported leaves all others pale.
    let part = (count as f64 + 1.0).ln() / (most as f64 + 1.0).ln();
    ((part * 4.0).ceil() as u64).clamp(1, 4)
}

/// The months of a year, each leading to its page.
fn year(site: &Site, month: Date, days: &Days) -> Markup {
    const HEIGHT: u64 = 48;
    let mut sums = [0u64; 12];
    for day in &days.days {
        let number = day.day.get(5..7).and_then(|m| m.parse::<usize>().ok());
        if let Some(sum) = number.and_then(|n| sums.get_mut(n.wrapping_sub(1))) {
            *sum += day.memories;
        }
    }
    let most = sums.iter().copied().max().unwrap_or(0).max(1);
    let bar = |n: usize, sum: u64| {
        let date = Date::new(month.year(), n as i8 + 1, 1).unwrap_or(month);
        let height = (sum * HEIGHT / most).max(u64::from(sum > 0) * 2);
        let x = n as i64 * 26;
        let name = date.strftime("%b").to_string();
        let class = if date.month() == month.month() {
            "now"
        } else {
            ""
        };
        html! {
            a href=(site.month(&date.strftime("%Y-%m").to_string())) aria-label=(format!("{}: {}", date.strftime("%B"), memories(sum))) {
                g class=(class) {
                    title { (memories(sum)) }
                    rect.field x=(x) y="0" width="26" height="66" {}
                    rect.bar x=(x + 3) y=(HEIGHT - height + 2) width="20" height=(height) rx="2" {}
                    text x=(x + 13) y="63" { (name) }
                }
            }
        }
    };
    html! {
        section {
            h2 { (month.year()) }
            svg.year viewBox="0 0 312 68" role="group" aria-label="The year, month by month" {
                @for (n, sum) in sums.into_iter().enumerate() { (bar(n, sum)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_memory_is_seen_beside_a_thousand() {
        assert_eq!(level(0, 0), 0);
        assert_eq!(level(0, 1000), 0);
        assert_eq!(level(1, 1), 4);
        assert!(level(1, 1000) >= 1 && level(30, 1000) > level(1, 1000));
        assert_eq!(level(1000, 1000), 4);
    }

    #[test]
    fn every_day_of_a_month_is_there_in_its_column() {
        let site = Site::new("abc", String::new(), true);
        for month in ["2026-02-01", "2024-02-01", "2026-08-01", "2026-11-01"] {
            let first: Date = month.parse().expect("a day");
            let shown = map(&site, first, &Days::default(), first, None).into_string();
            let days = first.days_in_month();
            assert_eq!(shown.matches("<rect").count(), days as usize, "{month}");
            let last = first.last_of_month();
            assert!(shown.contains(&format!("/day/{last}")), "{month}");
        }
    }
}
