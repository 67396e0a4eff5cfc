use super::super::tests::shown;

#[test]
fn a_schedule_and_an_opened_event() {
    let text = "Skip to main content\nCreate\nTerms – Privacy\n\n18\nNov, Mon\n8:30am – 12pm\nHome visits, Leith\n\n19\nNov, Tue\nAll day\n\
        Bo in Oslo (day 1/2)\n\n20\nNov, Wed\nAll day\nBo in Oslo (day 2/2)\n7:30 – 11pm\nCy's 40th\n\n\
        Schedule view, showing events until 20 November 2024. Look for more\n\nCy's 40th\nWednesday, 20 November⋅7:30 – 11:00pm\n\
        Kro Bar, 3 Oxford Road\n3 guests\n1 yes, 2 awaiting\nBeth Ek\nOrganiser\nIda Holm\nDora Lee\nBe there at 7. Dora can't, she works.\n\
        30 minutes before\nIda Holm\nGoing?\nYes\nNo\nMaybe\n";
    assert_eq!(
        shown(text),
        [
            "2024-11-18 08:30/2024-11-18 12:00 | Home visits | Leith |  | ",
            "2024-11-19/2024-11-20 | Bo in Oslo |  |  | ",
            "2024-11-20 19:30/2024-11-20 23:00 | Cy's 40th | Kro Bar, 3 Oxford Road | Ida Holm, Beth Ek | Be there at 7. Dora can't, she works.",
        ]
    );
}

#[test]
fn a_view_of_several_calendars() {
    let text = "Calendar   Today   November 2024\n☑ Ida   ☑ Ward rota   ☐ Holidays\n\n18   NOV, MON\n19:00 – 23:30   NIGHT ward 7   (Bo Alm in charge)\nWard rota\n\n\
        19   NOV, TUE\n18:30 – 19:30   ~~Zumba~~ cancelled, Cy is ill\nIda\n\n20 – 22   NOV, WED – FRI\nOSLO with Cy\nHotel Fjord, Oslo\nIda\n";
    assert_eq!(
        shown(text),
        [
            "2024-11-18 19:00/2024-11-18 23:30 | NIGHT ward 7 |  |  | Bo Alm in charge",
            "2024-11-19 18:30/2024-11-19 19:30 | Zumba |  |  | cancelled, Cy is ill",
            "2024-11-20/2024-11-22 | OSLO with Cy | Hotel Fjord, Oslo |  | ",
        ]
    );
}

#[test]
fn a_printed_calendar_with_places_behind_dashes() {
    assert_eq!(
        shown(
            "Monday, November 18, 2024\n\nTime          Subject\n9:30 AM - 10:30 AM    Budget -- Room 5\n                      Ida Holm\n\n\
            Tuesday, November 19, 2024\n12:00 PM - 1:00 PM    Lunch -- Kro Bar\n"
        ),
        [
            "2024-11-18 09:30/2024-11-18 10:30 | Budget | Room 5 | Ida Holm | ",
            "2024-11-19 12:00/2024-11-19 13:00 | Lunch | Kro Bar |  | ",
        ]
    );
}

#[test]
fn agendas_of_programs_and_planners() {
    assert_eq!(
        shown(
            "Mon Nov 18   9:00am  Dentist\n            11:30am  Bank, High Street 3\n\nTue Nov 19            Bo's birthday\n"
        ),
        [
            "2024-11-18 09:00 | Dentist |  |  | ",
            "2024-11-18 11:30 | Bank | High Street 3 |  | ",
            "2024-11-19 | Bo's birthday |  |  | ",
        ]
    );
    assert_eq!(
        shown(
            "## Mon 18 Nov 2024\n- 09:00 Stand-up @ Loft\n- 14:00 Lunch with Ida, Bo\n\n## Tue 19 Nov 2024\n- 18:00-19:30 Choir\n  Location: St Ann's\n  Notes: bring the folder\n"
        ),
        [
            "2024-11-18 09:00 | Stand-up | Loft |  | ",
            "2024-11-18 14:00 | Lunch with Ida, Bo |  |  | ",
            "2024-11-19 18:00/2024-11-19 19:30 | Choir | St Ann's |  | bring the folder",
        ]
    );
    assert_eq!(
        shown("Term dates\n\nAutumn term: 2 September 2024 - 20 December 2024\nHalf term: 28 October to 1 November 2024\n2 September 2024  Staff day\n3 September 2024  Term starts\n6 November 2024  Open evening, Main Hall\n").len(),
        3
    );
}

#[test]
fn a_view_in_another_language_with_its_bars() {
    assert_eq!(
        shown(
            "Hoy  <  >   18 – 24 nov 2024            Día | Semana | Mes | Agenda ▾\nBuscar personas        Mis calendarios ☑ Ida  ☐ Feriados\n\n\
             LUN., 18 DE NOV. DE 2024\n  09:00 – 10:00   Ensayo\n                  Sala 2, Centro Sur\n                  Asistentes: Ida Holm ✓   Bo Alm ✗\n                  Recordatorio: 2 semanas antes\n\n\
             MIÉ., 20 DE NOV. DE 2024\n  19:30 –         Cena de Ana (casa de Ana, Cartagena)\n                  Notas: llevar pan\n"
        ),
        [
            "2024-11-18 09:00/2024-11-18 10:00 | Ensayo | Sala 2, Centro Sur | Ida Holm | ",
            "2024-11-20 19:30 | Cena de Ana (casa de Ana, Cartagena) | casa de Ana, Cartagena |  | llevar pan",
        ]
    );
}

#[test]
fn calendars_in_brackets_guests_over_two_lines_and_days_without_events() {
    assert_eq!(
        shown(
            "My calendars\n [x] Ida Holm\n [ ] Tasks\nOther calendars\n [x] Atelier (team)\n\n18\nNOV, MON\n All day          Bill due\n                  Atelier (team)\n\
              6:15am – 7:40am  LA 2047 to Oslo\n 4 – 5pm          Dye garden\n                  Jr. Unión 344, Barranco\n                  Guests: Beth Ek (organizer) yes, Ida Holm yes,\n                  Dora Lee maybe, Cy E. no\n\n\
             19\nNOV, TUE\n 3 – 3:30pm       (No title)\n\n20\nNOV, WED\n All day          Lid Day\n                  Holidays in Peru\n"
        ),
        [
            "2024-11-18 | Bill due |  |  | ",
            "2024-11-18 06:15/2024-11-18 07:40 | LA 2047 to Oslo |  |  | ",
            "2024-11-18 16:00/2024-11-18 17:00 | Dye garden | Jr. Unión 344, Barranco | Ida Holm, Dora Lee, Beth Ek | ",
            "2024-11-20 | Lid Day |  |  | ",
        ]
    );
    assert_eq!(
        shown(
            "lundi 18 novembre 2024\n  14:30-15:30   Visite\n                Participants : Ida Holm (organisatrice); Dora Lee;\n                Dr Bo Alm (Nordkai)\n\nmardi 19 novembre 2024\n  (aucun rendez-vous)\n\n\
             jeudi 21 novembre 2024\n  16:00-16:30   ANNULÉ : Entretien\n"
        )
        .len(),
        2
    );
}

#[test]
fn views_whose_bars_lie_in_lines_and_times_below_points() {
    assert_eq!(
        shown(
            "Kalender\nHeute\nNovember 2024\nTerminübersicht\nMeine Kalender\nIda Holm\nAufgaben\nWeitere Kalender\nVerein\n\n18\nNOV., MO\n9:30 – 10:15\nTierarzt\nBirkenallee 3\n\
             19\nNOV., DI\n18:00 – 19:30\nElternabend\nVerein\nAngezeigt werden Termine bis 5.12. Weitere suchen\n"
        ),
        [
            "2024-11-18 09:30/2024-11-18 10:15 | Tierarzt | Birkenallee 3 |  | ",
            "2024-11-19 18:00/2024-11-19 19:30 | Elternabend |  |  | ",
        ]
    );
    assert_eq!(
        shown(
            "today:\n------------------------\n• Vet (Home)\n    location: Mill Road 3\n    9:30 AM - 10:15 AM\n• Bo's birthday (Home)\n\n\
             tomorrow:\n------------------------\n• Lunch (Work)\n    notes: bring the folder\n    12:00 PM - 1:00 PM\n• Choir (Home)\n    7:00 PM - 9:30 PM\n"
        ),
        [
            "2024-11-17 09:30/2024-11-17 10:15 | Vet (Home) | Mill Road 3 |  | ",
            "2024-11-17 | Bo's birthday (Home) |  |  | ",
            "2024-11-18 12:00/2024-11-18 13:00 | Lunch (Work) |  |  | bring the folder",
            "2024-11-18 19:00/2024-11-18 21:30 | Choir (Home) |  |  | ",
        ]
    );
}

#[test]
fn an_events_own_page() {
    assert_eq!(
        shown(
            "Choir\nWednesday, November 20⋅7:00 – 9:30pm\nWeekly on Wednesday\nSt Ann's Hall, Kirk Lane 2\n2 guests\n1 yes, 1 awaiting\nBeth Ek\nOrganizer\nIda Holm\nBring the scores, we need them all.\n10 minutes before\nIda Holm\nBusy\n"
        ),
        [
            "2024-11-20 19:00/2024-11-20 21:30 | Choir | St Ann's Hall, Kirk Lane 2 | Ida Holm, Beth Ek | Bring the scores, we need them all."
        ]
    );
}

#[test]
fn signs_in_the_place_of_labels() {
    let text = "Calendar   Today   November 2024\n☑ Ida   ☑ Ward rota\n\n18   NOV, MON\n18:00 – 19:30   Choir committee\n\
        📍 Kro Bar\nOrganiser: Bo Alm\n4 guests  ·  3 yes, 1 no\n✓ Bo Alm   ✓ Ida Holm   ✗ Cy Roe (\"night shift\")\nBring the keys.\n\
        🔔 1 hour before, 📧 1 day before\n\n19   NOV, TUE\n18:30 – 19:30   Zumba, LAST ONE\n📍 Hall 3\nOrganiser: Cy Roe    Going? Yes No\n";
    assert_eq!(
        shown(text),
        [
            "2024-11-18 18:00/2024-11-18 19:30 | Choir committee | Kro Bar | Ida Holm, Bo Alm | Bring the keys.",
            "2024-11-19 18:30/2024-11-19 19:30 | Zumba | Hall 3 | Cy Roe | LAST ONE",
        ]
    );
}
