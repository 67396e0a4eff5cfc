//! Names that look like people's and are what people make: products by their spelling, firms by what they deal in.

use super::cues::Cue;
use super::token::Token;
use memo_common::api::EntityType;

/// What the words of a name show it to be, if they do: "OpenTalk", "Steinweg & Holm", "Tregenna Books"; "Ann & Bo" and "Ann
/// Woods" are people.
pub(super) fn thing(text: &str, parts: &[Token]) -> Option<EntityType> {
    let (first, last) = (parts.first()?, parts.last()?);
    let given = first.entry.given() || first.cues.any(&[Cue::Title, Cue::Kin]);
    if first.camel_case(text) || !given && parts.iter().any(|t| t.camel_case(text)) {
        return Some(EntityType::Product);
    }
    let several = !given && parts.iter().any(|t| t.folded == "&");
    let trade = parts.len() > 1 && FIRMS.contains(&last.folded.as_str());
    let person = given && last.entry.surname();
    (several || trade && !person).then_some(EntityType::Organization)
}

/// What firms deal in, as their names end.
const FIRMS: [&str; 62] = [
    "accountants",
    "advocates",
    "antiques",
    "appliances",
    "architects",
    "attorneys",
    "autos",
    "bikes",
    "blinds",
    "books",
    "builders",
    "cabs",
    "carpets",
    "ceramics",
    "chemicals",
    "cleaners",
    "computers",
    "couriers",
    "cycles",
    "designs",
    "enterprises",
    "estates",
    "fabrics",
    "finance",
    "flooring",
    "freight",
    "furnishings",
    "furniture",
    "haulage",
    "hardware",
    "heating",
    "homes",
    "interiors",
    "jewellers",
    "joinery",
    "kitchens",
    "laundry",
    "lettings",
    "loans",
    "marine",
    "mechanics",
    "mortgages",
    "motors",
    "mutual",
    "nurseries",
    "opticians",
    "optik",
    "pipes",
    "plastics",
    "plumbing",
    "produce",
    "properties",
    "removals",
    "rentals",
    "roofing",
    "scaffolding",
    "solicitors",
    "supplies",
    "surveyors",
    "tyres",
    "wholesale",
    "windows",
];
