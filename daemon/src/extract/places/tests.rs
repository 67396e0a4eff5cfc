use proptest::prelude::*;

fn find(text: &str) -> Option<String> {
    super::find(text, &[])
}

#[test]
fn a_time_is_no_place() {
    let text = "Got the valve, will put it in tmrw.";
    assert_eq!(super::find(text, std::slice::from_ref(&(30..34))), None);
}

#[test]
fn calls_are_in_their_program() {
    assert_eq!(
        find("The refresher is on Zoom, Tuesday at 7").as_deref(),
        Some("Zoom")
    );
    assert_eq!(
        find("We spoke via Google Meet about the loan").as_deref(),
        Some("Google Meet")
    );
    assert_eq!(find("The camera can zoom in on it"), None);
}

#[test]
fn places_in_the_words_of_the_source() {
    assert_eq!(
        find("We met at the Crown Café in Leeds.").as_deref(),
        Some("Crown Café")
    );
    assert_eq!(find("sat in room 312 all day").as_deref(), Some("room 312"));
    assert_eq!(
        find("Worked at the library today").as_deref(),
        Some("library")
    );
    assert_eq!(
        find("We met in Leeds, not at our office.").as_deref(),
        Some("Leeds")
    );
}

#[test]
fn places_without_a_name() {
    for (text, place) in [
        (
            "Met her at eleven in her office w the papers",
            Some("her office"),
        ),
        ("Cut the fence behind the old barn.", Some("old barn")),
        ("Played on the school field.", Some("school field")),
        ("We sat in Ida's kitchen.", Some("Ida's kitchen")),
        ("It stands in hall 3 now", Some("hall 3")),
        ("Last night on 4 West it rang", Some("4 West")),
        ("on 4 West Street", Some("4 West Street")),
        ("stuck in lift C with Bo", Some("lift C")),
        ("Just before Alderdovery it broke", Some("Alderdovery")),
        ("just before Christmas it broke", None),
        ("Stopped dead nr Bridge 49.", Some("Bridge 49")),
        ("the bus along to St Alban's", Some("St Alban's")),
        ("bringing her to the factory", Some("factory")),
        ("water under the stage left door", None),
        ("He cried behind the boys' toilets", Some("boys' toilets")),
        ("Wir warten am Bahnhof.", Some("Bahnhof")),
        ("Elle passe à la mairie demain", Some("mairie")),
        ("I reached the plant room at two", Some("plant room")),
        ("The thing that happened in the gallery is odd", None),
        ("KES 24,720 taken back in KES 24", None),
        ("I'm at PyCon in Leeds", Some("Leeds")),
        ("She has quit her job at the library", None),
        (
            "Ida, who wrote the book, speaks at the Alder Institute",
            Some("Alder Institute"),
        ),
        (
            "Ida will come to 27 Alder Crescent on Monday, to the old barn.",
            Some("27 Alder Crescent"),
        ),
        ("Please don't wait in the kitchen.", None),
        (
            "Don't know why, but we ate in the kitchen.",
            Some("kitchen"),
        ),
        (
            "We rang Ann, then met Bo at the Crown Café",
            Some("Crown Café"),
        ),
        (
            "The friend who was ill is back, so we ate at the harbour",
            Some("harbour"),
        ),
        (
            "Ann is the speaker at the Alder Institute",
            Some("Alder Institute"),
        ),
        ("Also rang Vesna at Festival Krug while waiting", None),
        ("Ida at the harbour office asked for it", None),
        ("She's the shipwright at the Alder yard", None),
        ("Ida Roe, theatre nurse at Franklin, saw the poster", None),
        ("I told him of the account at the Alder Bank", None),
        ("We met in the new barn", Some("new barn")),
        ("The party is in our other office", Some("other office")),
        ("It is in the App Store since noon", None),
        ("Nous arrivons à Villeurbanne demain", Some("Villeurbanne")),
        ("Finished 2 Nov. Lent it to Ida.", None),
        ("He cried behind the woodshed", Some("woodshed")),
        ("My night shift is on Ward 64, as ever", Some("Ward 64")),
        ("I called on her at home in Leeds", Some("Leeds")),
        ("We load at dock B at the Orpheum", Some("dock B")),
        ("She walked it to the strong room", Some("strong room")),
        ("Moving the case to Court 4 today", Some("Court 4")),
        ("She's up in Leeds with her sister", None),
        ("He is at a funeral in Leeds", None),
        ("Bring it to our garage in Leeds", Some("Leeds")),
        ("We met in our garage", Some("garage")),
        ("Passez à la boutique lundi", Some("boutique")),
        ("Können Sie sie am Bahnhof abholen?", Some("Bahnhof")),
    ] {
        assert_eq!(find(text).as_deref(), place, "{text}");
    }
}

#[test]
fn what_is_held_in_a_town_is_there() {
    assert_eq!(
        find("He warned us at the workshop in Leeds.").as_deref(),
        Some("Leeds")
    );
    assert_eq!(
        find("They spoke at the museum open day in Leeds.").as_deref(),
        Some("Leeds")
    );
    assert_eq!(
        find("He repaired it at the workshop.").as_deref(),
        Some("workshop")
    );
    assert_eq!(
        find("Residents are invited to Alder Hall.").as_deref(),
        Some("Alder Hall")
    );
}

#[test]
fn places_by_what_leads_to_them() {
    for (text, place) in [
        ("The canoe lies at the slipway", Some("slipway")),
        ("The choir sang on stage", Some("stage")),
        ("Leave the keys at the front desk", Some("front desk")),
        ("We met at the bus stop", Some("bus stop")),
        (
            "Collect the lamp from St Alban's at four",
            Some("St Alban's"),
        ),
        ("Coming from Leeds with news", None),
        ("We rode up Alder Hill in the rain", Some("Alder Hill")),
        ("We visited Leeds with Bo", Some("Leeds")),
        ("We spoke of the move to Leeds", None),
        ("A long visit to the Alder Museum", Some("Alder Museum")),
        ("We live at 12th and Alder", Some("12th and Alder")),
        ("Closed on the 3rd and 4th of May", None),
        ("Alder Museum reopens on Monday", Some("Alder Museum")),
        ("Alder Museum opened the box", None),
        ("The cellar was flooded", Some("cellar")),
        (
            "Wir haben uns auf dem Spielplatz getroffen",
            Some("Spielplatz"),
        ),
        ("Wasser in der Waschküche", Some("Waschküche")),
        ("Am Samstag fahren wir nach Wien", Some("Wien")),
        ("On mange à l'école avec Bo", Some("école")),
        ("Siamo all'ufficio", Some("ufficio")),
        ("Ceniamo in via Ontano", Some("via Ontano")),
        ("El sábado fuimos a Sevilla", Some("Sevilla")),
        ("El sábado fuimos a comer", None),
    ] {
        assert_eq!(find(text).as_deref(), place, "{text}");
    }
}

#[test]
fn rooms_that_a_number_calls() {
    for (text, place) in [
        ("They stack it in aisle nine on Mondays", Some("aisle nine")),
        (
            "The heater in greenhouse 4 failed again",
            Some("greenhouse 4"),
        ),
        ("We were in the gym 3 times", Some("gym")),
        ("In the hall two people waited", Some("hall")),
    ] {
        assert_eq!(find(text).as_deref(), place, "{text}");
    }
}

#[test]
fn other_things_and_people_elsewhere() {
    for text in [
        "We set up the tent in the pitch dark",
        "She sings in the church choir",
        "Put it in the bank account",
        "Ida at the ticket office has a cold",
        "The baker in Leeds was ill",
        "A parcel from the flower shop in Leeds",
        "Missed it because she was in hospital",
        "A talk (Bo, me. Ida was at the dentist)",
        "Version 2.4.1 is in the store today",
        "Rang Mr Roe at the Alder Institute about it",
        "I iron it before the wedding in Leeds",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn places_in_titles() {
    for (title, place) in [
        ("Interview: clerk (Ida Holm) -- Room 414", Some("Room 414")),
        ("Leeds with Bo and Ida", Some("Leeds")),
        ("Tue 13 Oct - Leeds", Some("Leeds")),
        ("Staff meeting - timetable", None),
        ("Dentist", None),
    ] {
        assert_eq!(super::titled(title, &[]).as_deref(), place, "{title}");
    }
}

#[test]
fn who_is_called_is_elsewhere() {
    assert_eq!(find("A long call with Ida in Leeds."), None);
    assert_eq!(find("Rang the office in Leeds. They said yes."), None);
    assert_eq!(find("We spoke on Zoom.").as_deref(), Some("Zoom"));
}

#[test]
fn places_beside_a_time() {
    for (text, time, place) in [
        (
            "Screening Fri 3 Oct 18:00, Alder lab, room B. Bring tea.",
            "Fri 3 Oct 18:00",
            "Alder lab, room B",
        ),
        (
            "Rehearsal on Monday at 10:15, the small room",
            "Monday at 10:15",
            "small room",
        ),
        (
            "Saturday, Crown Café in Leeds, six of us",
            "Saturday",
            "Crown Café",
        ),
        (
            "The alarm at six, humidity in Gallery 2",
            "at six",
            "Gallery 2",
        ),
        (
            "Course on Monday at 1pm, training room on level 3.",
            "Monday at 1pm",
            "training room on level 3",
        ),
        (
            "30 May, 9:15: exercises, the small room, Ms Roe",
            "30 May, 9:15",
            "small room",
        ),
        (
            "Supper is on Saturday, 19:00, Casa Zorrilla, six of us",
            "Saturday, 19:00",
            "Casa Zorrilla",
        ),
        (
            "supper with Ida, alder harbour, 6ish",
            "6ish",
            "alder harbour",
        ),
        ("18:20 Alder woods with Bo, no dogs", "18:20", "Alder woods"),
        (
            "tuesday 9:30 town hall on alderska, two forms",
            "tuesday 9:30",
            "town hall",
        ),
        (
            "Talk at 14:00, meeting rm Linde, bring pens",
            "at 14:00",
            "meeting rm Linde",
        ),
        (
            "7 pm, Restaurant Zum Raben in the Marktgasse.",
            "7 pm",
            "Restaurant Zum Raben",
        ),
        (
            "7.15 am from the Alder Arms. Bring lights",
            "7.15 am",
            "Alder Arms",
        ),
        ("9am, the hall, Bo, Ann, me", "9am", "hall"),
        (
            "Review at 11:00 MT in Alder Peak.",
            "at 11:00",
            "Alder Peak",
        ),
        ("on Monday, Hull, 9am at the pier", "on Monday", "Hull"),
        (
            "demo at 14:00, ruang Alder lantai 7",
            "at 14:00",
            "ruang Alder lantai 7",
        ),
    ] {
        let at = text.find(time).expect("the time");
        let times = at..at + time.len();
        assert_eq!(
            super::find(text, std::slice::from_ref(&times)).as_deref(),
            Some(place),
            "{text}"
        );
    }
    let at = 0.."On Friday".len();
    assert_eq!(
        super::find("On Friday, Ida bought bread.", std::slice::from_ref(&at)),
        None
    );
    for (text, time) in [
        ("He came out at two, R3 800, good for a season", "at two"),
        ("I will pay the hall on Friday", "on Friday"),
        ("It is on Monday at two, Ann, bring tea", "at two"),
        ("It is at two, Ann + both", "at two"),
        ("Tested at two, K9 0.41, fine", "at two"),
        ("The market takes place on Friday", "on Friday"),
        ("Paid on Friday (bank): 30", "on Friday"),
        ("Between nine and ten, Tracey Booth", "Between nine and ten"),
        ("Shearing at two, 190 head", "at two"),
    ] {
        let at = text.find(time).expect("the time");
        let times = at..at + time.len();
        assert_eq!(
            super::find(text, std::slice::from_ref(&times)),
            None,
            "{text}"
        );
    }
}

#[test]
fn times_and_phrases_are_no_places() {
    for text in [
        "Lunch at noon.",
        "at the end of it",
        "in March we go",
        "at least two",
        "in the meantime",
        "busy at work on X",
        "in 2020",
        "Made the label in Leeds/Harbour",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn never_panics(text in "\\PC{0,200}") {
        let _ = find(&text);
    }
}

#[test]
fn a_field_beside_a_time_is_no_place() {
    let (pass, day) = ("Date: 20 SEP; Gate: A62", 6..12);
    assert_eq!(super::find(pass, std::slice::from_ref(&day)), None);
}

#[test]
fn whom_somebody_works_for_is_no_place() {
    let told = "Recap of yesterday 3:30 with Ida Roe (Alder Point Capital), Bo Alm and me on Meet.";
    let time = 9..23;
    assert_eq!(&told[time.clone()], "yesterday 3:30");
    let found = super::find(told, std::slice::from_ref(&time));
    assert_eq!(found.as_deref(), Some("Meet"));
}
