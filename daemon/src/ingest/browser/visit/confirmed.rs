//! Pages that confirm an order, a booking, an application.

/// What titles hold that confirm something.
const CONFIRMED: [&str; 101] = [
    "ticket bought",
    "tickets bought",
    "tickets purchased",
    "compra aprovada",
    "confirmed",
    "confirmation",
    "thank you for your",
    "thanks for your",
    "order placed",
    "order complete",
    "order received",
    "booking complete",
    "payment successful",
    "payment received",
    "purchase complete",
    "application received",
    "application submitted",
    "registration complete",
    "successfully",
    "receipt",
    "your order",
    "you're booked",
    "you're going",
    "thanks for registering",
    "thank you for registering",
    "appointment booked",
    "is booked",
    "are booked",
    "reservation made",
    "booked!",
    "registered for",
    "tickets booked",
    "bestätigt",
    "bestätigung",
    "bestellung erhalten",
    "anmeldung eingegangen",
    "bestellung eingegangen",
    "acquisto completato",
    "iscrizione registrata",
    "ordine ricevuto",
    "inscription enregistrée",
    "vielen dank für ihre",
    "danke für deine",
    "buchung abgeschlossen",
    "confirmé",
    "confirmée",
    "merci pour votre",
    "commande validée",
    "paiement accepté",
    "confirmado",
    "confirmada",
    "confirmación",
    "confirmação",
    "gracias por tu",
    "gracias por su",
    "obrigado pela",
    "pago realizado",
    "pedido realizado",
    "confermato",
    "confermata",
    "conferma",
    "grazie per",
    "bevestigd",
    "bevestiging",
    "bedankt voor",
    "bekräftad",
    "bekräftelse",
    "tack för din",
    "bekræft",
    "bekreft",
    "potvrzen",
    "potwierdz",
    "kupion",
    "przyjęt",
    "zarezerwowan",
    "scheduled",
    "gebucht",
    "reserviert",
    "rendez-vous pris",
    "réservation effectuée",
    "reservado",
    "reservada",
    "agendad",
    "cita asignada",
    "prenotat",
    "geboekt",
    "gereserveerd",
    "bokad",
    "booket",
    "bestilt",
    "vahvist",
    "varattu",
    "umówion",
    "zapisan",
    "rezervov",
    "objednán",
    "foglal",
    "visszaigazol",
    "onaylan",
    "подтвержд",
    "заброниров",
];

/// What a title begins with that tells of an order by its number, and what it then says of it: "Order #12 complete".
const ORDERS: [&str; 4] = ["order ", "booking ", "reservation ", "payment "];
const DONE: [&str; 6] = [
    "complete",
    "completed",
    "placed",
    "received",
    "successful",
    "accepted",
];

/// What titles are called that let one in somewhere, or prove a booking; with a number in them, its day or its code.
const PASSES: [&str; 15] = [
    "boarding pass",
    "boarding card",
    "bordkarte",
    "carte d'embarquement",
    "carte d’embarquement",
    "tarjeta de embarque",
    "carta d'imbarco",
    "carta d’imbarco",
    "cartão de embarque",
    "instapkaart",
    "boardingkort",
    "karta pokładowa",
    "e-ticket",
    "justificante de cita",
    "comprovante de agendamento",
];

/// How titles begin that thank for what was ordered or booked.
const THANKS: [&str; 15] = [
    "thank you!",
    "thanks!",
    "you're in!",
    "danke!",
    "merci !",
    "merci!",
    "¡gracias!",
    "grazie!",
    "obrigado!",
    "tack!",
    "tak!",
    "takk!",
    "bedankt!",
    "kiitos!",
    "dziękujemy!",
];

/// What titles hold that only ask or tell of it.
const ASKED: [&str; 6] = [
    "how to",
    "what is",
    "template",
    "example",
    "status of",
    "maintenance",
];

/// Whether a page confirms something, by its title.
pub(super) fn is_confirmed(title: &str) -> bool {
    let title = title.to_lowercase();
    let done = |w: &str| DONE.contains(&w.trim_matches(|c: char| !c.is_alphanumeric()));
    let words: Vec<&str> = title.split_whitespace().take(4).collect();
    // "order complete", "order #12 complete"
    let at = words.iter().position(|w| done(w)).unwrap_or(0);
    let number = |w: &&str| w.contains(|c: char| c.is_ascii_digit());
    let ordered = ORDERS.iter().any(|o| title.starts_with(o))
        && (at == 1 || at > 1 && words[1..at].iter().any(number));
    let passes = || title.contains(|c: char| c.is_ascii_digit());
    // "Thank you! Rental R-22, collect on Saturday"
    let thanked = THANKS.iter().any(|t| title.starts_with(t));
    (ordered
        || thanked
        || CONFIRMED.iter().any(|s| title.contains(s))
        || PASSES.iter().any(|s| title.contains(s)) && passes())
        && !ASKED.iter().any(|s| title.contains(s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_confirms() {
        for (title, confirms) in [
            ("Order #5512 complete - 2 x Tribute Night", true),
            ("Booking complete: Leeds to Hull", true),
            ("Ticket bought! The Oars, 8 Jun 2024 21:00", true),
            ("Rezerwacja przyjęta: Schronisko", true),
            ("Bordkarte – KL 12, 3 Jun 2024 08:20", true),
            ("Thank you! Rental R-22 - collect Saturday 6 July", true),
            ("Your appointment is booked - Alder Surgery", true),
            ("Wizyta umówiona: 15.10.2025, godz. 8:30", true),
            ("e-Appointment scheduled: Passport, Tue 08/04/2025", true),
            ("Scheduled maintenance on 8 April", false),
            ("Where is my boarding pass?", false),
            ("Order a complete breakfast", false),
            ("Payment methods accepted at Alder", false),
            ("How to get an order confirmed", false),
        ] {
            assert_eq!(is_confirmed(title), confirms, "{title}");
        }
    }
}
