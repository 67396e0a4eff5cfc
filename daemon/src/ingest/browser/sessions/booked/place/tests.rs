use super::super::dated;
use super::*;

fn place_of(title: &str) -> Option<String> {
    let visit = Visit {
        title: title.to_owned(),
        url: "https://a.example/1".to_owned(),
        at: Some(jiff::civil::date(2024, 1, 2).at(10, 0, 0, 0)),
        folders: None,
        note: None,
        span: 0..0,
    };
    let (date, _) = dated(&visit)?;
    place(&visit, date, std::slice::from_ref(&visit))
}

#[test]
fn a_confirmation_says_where() {
    for (title, place) in [
        (
            "Boarding pass – KL 12 Faro (FAO) → Hull (HUY), 28 Jun 2024 13:35",
            Some("Faro (FAO)"),
        ),
        (
            "Booking confirmed: Leeds to Hull, Fri 28 Jun 2024 08:20, Coach 5 seat 62",
            Some("Leeds"),
        ),
        (
            "Booking complete: Leeds (Station) - Hull (Pier) Fri 28 Jun 2024 07:30 | Coaches",
            Some("Leeds (Station)"),
        ),
        (
            "Booking confirmed: Boat Tour, Alder Harbour, Sat 8 Jun 2024, 9:00",
            Some("Alder Harbour"),
        ),
        (
            "Booking confirmed: Sat 20 April, 09:12 Leeds - Hull, 1 adult, ref K7 | Trains",
            Some("Leeds"),
        ),
        (
            "Appointment booked - Dr. Ida Holm, Alder Clinic - Tue 11 Jun 2024 15:40",
            Some("Alder Clinic"),
        ),
        (
            "Confirmation | Visa centre Leeds | Appointment 7 Jun 2024 10:45",
            Some("Visa centre Leeds"),
        ),
        (
            "Booking confirmed KL-2: Alder Lagoon House, Fri 5 Sep - Sun 7 Sep 2025, GHS 1,340",
            Some("Alder Lagoon House"),
        ),
        (
            "¡Gracias por tu compra! Leeds (1a clase) - Hull Centro, vie 9 may 2025 23:30",
            Some("Leeds (1a clase)"),
        ),
        (
            "Confirmed: Dr. Ida Holm, 11 Jun 2024 15:40 | Alder Clinic",
            Some("Alder Clinic"),
        ),
        ("Dr. Ida Holm, 11 Jun 2024 15:40 | Booking confirmed", None),
        (
            "Order #5 complete - 2 x Tribute Night, Alder Garden Leeds, Sat 16 Aug 2025 19:30",
            Some("Alder Garden Leeds"),
        ),
        (
            "Checkout - Boat rental Sat 8 Jun 2024 13:00-19:00 € 20 | Alder Harbour",
            Some("Alder Harbour"),
        ),
        (
            "Ticket bought! The Oars, Alder Hall, 8 Jun 2024 21:00 - 2 seats row H",
            Some("Alder Hall"),
        ),
        (
            "Your appointment is booked - Alder Surgery - Dr R. Holm, Tue 11 Jun 2024 08:40",
            Some("Alder Surgery"),
        ),
        (
            "You're in! Order 8 - Elm Marathon, Saturday May 31, 2025, 6:30 AM, McCall, Idaho - Wave B",
            Some("McCall, Idaho"),
        ),
        (
            "Reservierung bestätigt - Gasthof Ek, 19.09.-21.09.2025, 1 Einzelzimmer",
            Some("Gasthof Ek"),
        ),
        (
            "Registration received - Rope workshop (Thu 6 Jun 2024, 13:30)",
            None,
        ),
        (
            "Booking confirmed K7: Port of Elm (POE) - Hull (HUY), Sat 8 Jun 2024 07:15 | Alder Air",
            Some("Port of Elm (POE)"),
        ),
        (
            "Appointment confirmed - Dr. I. Holm, eye check - Thu 6 Jun 2024 9:40 AM | Alder Vision Centre",
            Some("Alder Vision Centre"),
        ),
        (
            "Potwierdzono: pokój, ul. Olchowa 114/9, sobota 8.6.2024 12:00 (p. Ida Holm) | Pokoje",
            Some("ul. Olchowa 114/9"),
        ),
    ] {
        assert_eq!(place_of(title).as_deref(), place, "{title}");
    }
}
