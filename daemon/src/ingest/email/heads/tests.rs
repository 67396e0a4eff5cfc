use super::*;
use crate::ingest::lines;

#[test]
fn reads_heads() {
    for text in [
        "From: Ann Lee <ann@x.example>\nSent: 25 October 2022 21:07\nTo: Bo Chen\nSubject: Re: Boat\n\nHi",
        "Von: Ann Lee <ann@x.example>\nGesendet: Montag, 3. März 2025 10:12\nAn: Bo Chen\nBetreff: Re: Boat\n\nHi",
        "*De :* Ann Lee <ann@x.example>\n*Envoyé :* lundi 3 mars 2025 10:12\n*À :* Bo Chen\n*Objet :* Re: Boat\n",
    ] {
        let (head, end) = head(&lines::of(text, 0), 0).expect(text);
        assert_eq!(head.from, "Ann Lee <ann@x.example>");
        assert_eq!(head.to, ["Bo Chen"]);
        assert_eq!((head.subject.as_str(), end), ("Re: Boat", 4));
    }
    assert!(
        head(
            &lines::of("From: the beginning it was clear\nthat nobody knew", 0),
            0
        )
        .is_none()
    );
}

#[test]
fn reads_attributions() {
    for (text, end) in [
        (
            "On Mon, 3 Mar 2025 at 10:12, Ann Lee <ann@x.example> wrote:\n> Hi",
            Some(1),
        ),
        (
            "On Monday, 3 March 2025 at 10:12, Ann Lee\n<ann@x.example> wrote:",
            Some(2),
        ),
        ("Am 03.03.2025 um 10:12 schrieb Ann Lee:", Some(1)),
        (
            "Le lun. 3 mars 2025 à 10:12, Ann Lee <ann@x.example> a écrit :",
            Some(1),
        ),
        ("El lun, 3 mar 2025 a las 10:12, Ann Lee escribió:", Some(1)),
        ("Dne 19. 05. 25 v 19:40 Ann Lee napsal(a):", Some(1)),
        ("On Monday she wrote the following:", None),
        ("Bring:", None),
    ] {
        assert_eq!(
            attribution(&lines::of(text, 0), 0).map(|(_, end)| end),
            end,
            "{text}"
        );
    }
}

#[test]
fn heads_with_their_values_below_and_with_flags() {
    let (found, end) = head(
        &lines::of(
            "Subject:\nRe: Soup\nFrom:\nAnn Lee <ann@x.example>\nDate:\n03/03/2025, 10:12\nTo:\nBo <bo@x.example>\n\nAt ten.",
            0,
        ),
        0,
    )
    .expect("a head");
    assert_eq!(
        (found.from.as_str(), found.date.as_str(), end),
        ("Ann Lee <ann@x.example>", "03/03/2025, 10:12", 8)
    );
    assert_eq!(found.to, ["Bo <bo@x.example>"]);
    let (found, end) = head(
        &lines::of(
            "Von:      Lee, Ann <ann@x.example>\nGesendet: Montag, 3. März 2025 10:12\nAn:       Bo\nBetreff:  Suppe\n\nKennzeichnung:  Zur Nachverfolgung\n\nUm zehn.",
            0,
        ),
        0,
    )
    .expect("a head");
    assert_eq!((found.subject.as_str(), end), ("Suppe", 6));
}
