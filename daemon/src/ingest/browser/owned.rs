//! Pages of one's own account: orders, bookings, statements, visits. What they tell, one took part in oneself.

use crate::ingest::pattern::pattern;
use std::collections::HashSet;

pattern!(
    OWN,
    r"(?i)\b(?:((?:check-?in|arrival|anreise|arrivée|llegada|entrada)\s*:?\s[^\n]{0,24}\b\d{4}\b)|((?:check-?out|departure|abreise|départ|salida|saída)\s*:?\s[^\n]{0,24}\b\d{4}\b)|((?:reservation|booking|order|reserva|buchung|réservation|prenotazione|reservering) (?:is |ist |est |está |è )?(?:confirmed|confirmada|bestätigt|confirmée|confermata|bevestigd))|(log ?out|sign ?out|abmelden|déconnexion|cerrar sesión)|(my (?:account|orders|bookings|trips|visits|profile|tickets|appointments)|mein konto|mon compte|mi cuenta)|(your (?:order|booking|reservation|appointment|ticket|visit|stay|trip|account|bill|application|delivery|parcel)s?)|((?:order|booking|reservation|confirmation|invoice|account|reference|tracking|policy|customer|application|bestell|buchungs)[ -]?(?:number|no\.?|nr\.?|#|ref\.?|reference|code|id|nummer)|order #|(?:order|booking|reservation|invoice|policy|claim|application|case) (?:[A-Z]{1,4}-?)?\d[\d-]{3,}|auftragsnummer|numéro de commande)|(deliver(?:y address| to|ed)|shipping address|ship to|lieferadresse|adresse de livraison)|(subtotal|amount due|amount paid|payment (?:method|received)|zwischensumme|sous-total|paid with)|(mrn|date of birth|patient|passenger|guest name|member since|membership)|(placed on|ordered on|booked on|bestellt am|check-?in)|(status: ?(?:booked|confirmed|paid|shipped|dispatched|delivered|scheduled|active|in progress|processing))|(thank you for (?:your|booking|ordering|registering)|you(?:'re| are) (?:booked|going|registered)|we(?:'ve| have) received your))\b"
);

/// Whether a page is of the reader's own account: it says so in at least two ways.
pub(super) fn is_own(text: &str) -> bool {
    /// Bytes that are looked at: what makes a page one's own stands all over it.
    const LOOKED_AT: usize = 64 * 1024;
    let text = &text[..text.floor_char_boundary(LOOKED_AT)];
    let mut ways = HashSet::new();
    for found in OWN.captures_iter(text) {
        ways.extend((1..found.len()).find(|n| found.get(*n).is_some()));
        if ways.len() >= 2 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_an_account_from_an_article() {
        assert!(is_own(
            "Order SP-1\nPlaced on 3 May 2024\nSubtotal £3\nDeliver to\nIda Ek"
        ));
        assert!(is_own(
            "Welcome. Log out\nYour appointments\nTue 3 May 10:00"
        ));
        assert!(is_own(
            "Order 0-77214-6\nStatus: BOOKED\nLoading, truck arrives 8 - 10 AM"
        ));
        // the days of a stay are somebody's, the hours of a house are everybody's
        assert!(is_own(
            "Check-in: Fri, May 3, 2024 3:00 PM\nCheckout: Mon, May 6, 2024 11:00 AM"
        ));
        assert!(!is_own("Check-in: from 15:00\nCheck-out: until 11:00"));
        assert!(!is_own(
            "The council has voted. Readers wrote that parcels were delivered late. Log in | Subscribe"
        ));
    }
}
