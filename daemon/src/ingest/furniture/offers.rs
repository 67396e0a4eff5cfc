//! Lines that stand over what a page or a program puts beside a text: other articles, reviews, the quote of the day.

use super::Medium;
use crate::ingest::pattern::pattern;
use memo_common::api::SourceType;

pattern!(
    OFFERS,
    r"(?i)^\W*(?:what our (?:guests|customers|clients|visitors|patients) (?:say|said|are saying|think)|(?:guest|customer) reviews|testimonials|das sagen unsere (?:gäste|kunden)|gästebewertungen|kundenbewertungen|kundenstimmen|avis (?:clients?|des (?:clients|voyageurs))|opiniones de (?:clientes|huéspedes|viajeros)|recensioni degli ospiti|(?:read|lesen sie|lire|leer) (?:more|next|also|auch|aussi|también)|(?:à )?lire aussi|lee también|leggi anche|lees ook|mehr zum thema|sur le même sujet|te puede interesar|don['’]t miss(?: out)?|you (?:may|might) (?:also|like)\b.{0,30}|(?:people|customers|others|readers|guests|members) (?:who .{2,30} )?also .{2,30}|related (?:articles?|posts?|products?|items?|events?|stories|content|searches|links)|recommended(?: for you| reading| stories)?|more (?:like this|stories|articles|products|events)|(?:most )?(?:popular|read|viewed|trending)(?: (?:now|today|articles|posts|stories))?|add to your (?:trip|order|stay|basket)|sponsored(?: links?| content)?|advertisement|our (?:sponsors|partners)|frequently bought together|similar (?:items|products|listings|jobs))\W*$"
);

pattern!(
    OF_THE_DAY,
    r"(?i)^\W*(?:\[!\w+\][-+]?\s*)?(?:(?:my |today's |daily )?(?:quote|proverb|bible verse|verse|word|affirmation) (?:of|for) the (?:day|week)|(?:zitat|spruch|vers|wort|losung) des tages|tageslosung|(?:citation|verset|mot|proverbe) du jour|(?:cita|frase|versículo|palabra|refrán) del día|(?:citazione|frase) del giorno|quote van de dag|dagens citat)\W*$"
);

/// Whether a line of a page stands over what the page offers besides, or one of a note over the words of the day that its
/// program has put into it.
pub(super) fn stand_below(line: &str, medium: Medium) -> bool {
    line.len() <= 80
        && (medium == Medium::of(SourceType::Browser) && OFFERS.is_match(line)
            || medium == Medium::of(SourceType::Text) && OF_THE_DAY.is_match(line))
}
