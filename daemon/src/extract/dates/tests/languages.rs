//! Times in German, French and Spanish.

use super::check;

#[test]
fn speaks_other_languages() {
    check(&[
        (
            "Wir treffen uns am 3. Juni um 17 Uhr.",
            &["2024-06-03 17:00"],
        ),
        (
            "Das war vor drei Tagen und nicht gestern Abend.",
            &["2024-05-05", "2024-05-07"],
        ),
        (
            "Nos vemos el 3 de junio de 2024 a las 5 de la tarde.",
            &["2024-06-03 17:00"],
        ),
        (
            "Nous nous sommes vus il y a trois jours, le lundi 6 mai.",
            &["2024-05-05", "2024-05-06"],
        ),
        (
            "Rendez-vous demain à 14h30 avec le groupe.",
            &["2024-05-09 14:30"],
        ),
        (
            "On se voit samedi 1 juin, de 13h à 17h dans la salle.",
            &["2024-06-01 13:00/2024-06-01 17:00"],
        ),
        (
            "Wir fahren vom 7. bis 9. Juni nach Rügen, dann bis zum 12. Juli heim.",
            &["2024-06-07/2024-06-09", "2024-07-12"],
        ),
        (
            "Das Seminar geht vom 7. bis zum 9. Juni.",
            &["2024-06-07/2024-06-09"],
        ),
        (
            "Wir sind am Samstag, dem zweiundzwanzigsten, und ab sechs Uhr dreißig dabei.",
            &["2024-06-22", "2024-05-08 06:30"],
        ),
        (
            "Der Antrag muss bis zum achtundzwanzigsten ins Portal.",
            &["2024-05-28"],
        ),
        (
            "El martes 4 de junio, 9 de la mañana, en el local. Las 12 sillas están listas.",
            &["2024-06-04 09:00"],
        ),
    ]);
}

#[test]
fn german_days_with_their_points() {
    check(&[
        (
            "Aufbau: Freitag, 17.5., ab 16.30 Uhr.",
            &["2024-05-17 16:30"],
        ),
        ("Freitag, 17.5. ab 9 Uhr", &["2024-05-17 09:00"]),
        ("Samstag, dem 18.5., ist das Fest.", &["2024-05-18"]),
        ("Sa., 18.5., 14 Uhr Fest", &["2024-05-18 14:00"]),
        ("12.5. 9 Uhr Impfung", &["2024-05-12 09:00"]),
        ("Urlaub 13.05.–17.05.", &["2024-05-13/2024-05-17"]),
        (
            "Gasthof Ek, 19.09.-21.09.2025, 1 Zimmer",
            &["2025-09-19/2025-09-21"],
        ),
        ("30.12. - 2.1.2026", &["2025-12-30/2026-01-02"]),
        (
            "Vom Fr 10.5. bis So 12.5. in Bonn",
            &["2024-05-10/2024-05-12"],
        ),
        ("Zahnarzt: 2.7.24, 8:15", &["2024-07-02 08:15"]),
        ("Die Fassung 3.2.1 ist da.", &[]),
    ]);
}

#[test]
fn other_languages_count_and_part_their_days() {
    check(&[
        ("Heute in einer Woche ist die Prüfung.", &["2024-05-15"]),
        ("Am Freitagabend kochen wir.", &["2024-05-03"]),
        ("Die Stadt streicht uns den Freitagabend.", &[]),
        ("Am 17.5. um 9 fängt Jonas an.", &["2024-05-17 09:00"]),
        ("Dans quinze jours c'est la rentrée.", &["2024-05-22"]),
        ("In acht Tagen ist Prüfung.", &["2024-05-15"]),
        ("Am Samstag sind wir nach Bonn gefahren.", &["2024-05-04"]),
        ("Am Samstag fahren wir nach Bonn.", &["2024-05-11"]),
    ]);
}

#[test]
fn hours_and_days_of_languages_read_for_these_alone() {
    check(&[
        ("Vi ses onsdag 5. juni kl. 18.30", &["2024-06-05 18:30"]),
        ("Møte torsdag 6. juni klokken 18", &["2024-06-06 18:00"]),
        ("Wizyta: 15.6.2024, godz. 8:30", &["2024-06-15 08:30"]),
        (
            "Ci vediamo venerdì 7 giugno alle 18.30",
            &["2024-06-07 18:30"],
        ),
        (
            "Afspraak vrijdag 7 juni om 18.30 uur",
            &["2024-06-07", "2024-05-08 18:30"],
        ),
        ("Sexta, 7 de junho às 14h30", &["2024-06-07 14:30"]),
        (
            "Nos dan el viernes 7 de junio a las 8 pm.",
            &["2024-06-07 20:00"],
        ),
    ]);
}

#[test]
fn days_as_german_says_them() {
    check(&[
        (
            "Laborkontrolle bei Ihnen in der 21. KW.",
            &["2024-05-20/2024-05-26"],
        ),
        ("Oma will am 2. Advent alle sehen.", &["2024-12-08"]),
        (
            "Alle an Bord. 10.6. ab Mittag, Hafenkante.",
            &["2024-06-10"],
        ),
        ("Vorhin hat Frau Roe angerufen.", &["2024-05-08"]),
    ]);
}
