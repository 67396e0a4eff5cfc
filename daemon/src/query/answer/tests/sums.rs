//! Sums of money and other amounts.

use super::*;

#[test]
fn the_price_of_something_else_is_no_answer() {
    let bridge = memory(
        "Dulas Bridge will close for repairs that cost £2.3m.",
        "2024-05-01",
    );
    let memories = std::slice::from_ref(&bridge);
    assert!(!ask("How much does the cabin cost per night?", memories).answered);
    let reply = ask("What do the repairs of the bridge cost?", memories);
    assert!(reply.response.starts_with("£2.3m"), "{}", reply.response);
    let ticket = memory(
        "Bo committed “Prices”: “Asked for in ticket TR-311.”",
        "2024-05-01",
    );
    let reply = ask("How much were the tickets?", &[ticket]);
    assert!(!reply.response.starts_with("311"), "{}", reply.response);
}

#[test]
fn of_two_sums_the_one_that_is_meant() {
    let rent = "The rent will increase from £875 to £915 per month.";
    assert_eq!(
        fact(
            "How much will the rent increase per month?",
            rent,
            &[],
            None
        ),
        "£915"
    );
    assert_eq!(
        fact(
            "How much was the rent per month before the increase?",
            rent,
            &[],
            None
        ),
        "£875"
    );
    let spent = "Budget: £4,200 of £6,000 spent so far.";
    assert_eq!(
        fact("How much of the budget is spent?", spent, &[], None),
        "£4,200"
    );
}

#[test]
fn a_label_is_no_sum_and_a_code_makes_one() {
    let repaired = [
        memory("The forklift 3 is down, said Bo.", "2024-05-03"),
        memory(
            "The forklift is back, the repair was EUR 240.",
            "2024-05-03",
        ),
    ];
    let reply = ask("How much did the repair of the forklift cost?", &repaired);
    assert!(reply.response.starts_with("EUR 240"), "{}", reply.response);
}

#[test]
fn tells_sums_with_their_currency() {
    let memories = [memory(
        "The deposit for the boat shed (£1,250) is due in 30 days.",
        "2024-05-03",
    )];
    let reply = ask("How much is the deposit for the boat shed?", &memories);
    assert!(reply.response.starts_with("£1,250"), "{}", reply.response);
}

#[test]
fn sums_have_their_signs_and_the_whole_its_total() {
    let told = "I wrote to Bo about the kitchen: The oak costs $640 extra. The total comes to NZ$8,460 with the fitting.";
    assert_eq!(
        fact("How much does the kitchen cost?", told, &[], None),
        "NZ$8,460"
    );
    assert_eq!(fact("How much does the oak cost?", told, &[], None), "$640");
    let told = "I asked for a raise of 6% for Bo.";
    assert_eq!(fact("How much is the raise for Bo?", told, &[], None), "6%");
}

#[test]
fn a_bound_is_no_price_and_another_matter_no_change() {
    let costs = [memory(
        "The hotel costs 90 euros a night. Ana has to approve anything above 500 euros for the hotel.",
        "2024-05-03",
    )];
    let reply = ask("How much does the hotel cost?", &costs);
    assert!(
        reply.response.starts_with("90 euros."),
        "{}",
        reply.response
    );
    let boats = [
        memory("The boat costs us 340 euros a day.", "2024-05-03"),
        memory("Ida sold her old boat for 900 euros.", "2024-05-20"),
    ];
    let reply = ask("How much does the boat cost?", &boats);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
}

#[test]
fn tells_what_changed() {
    let memories = [
        memory(
            "The rent of the boat shed is 900 euros a month.",
            "2023-01-10",
        ),
        memory(
            "The rent of the boat shed is 950 euros a month.",
            "2024-04-02",
        ),
    ];
    let reply = ask("How much is the rent of the boat shed?", &memories);
    let changed = "950 euros; it changed, and was 900 euros on 10 January 2023";
    assert!(reply.response.starts_with(changed), "{}", reply.response);
    let reply = ask("How much was the rent of the boat shed in 2023?", &memories);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
}

#[test]
fn a_sum_without_its_currency_stands_behind_what_was_paid() {
    let aid = [memory(
        "Dad's new hearing aid came. He says the hearing aid cost 1,900 and he hears 2 birds.",
        "2024-05-03",
    )];
    let reply = ask("How much did the hearing aid cost?", &aid);
    assert!(reply.response.starts_with("1,900."), "{}", reply.response);
}

#[test]
fn what_is_left_to_pay_is_the_balance() {
    for narrative in [
        "The boat costs £900 in total. Deposit paid: £300. Balance: £600.",
        "The boat costs £900, deposit £300 paid, balance £600 in May.",
    ] {
        let boat = memory(narrative, "2024-05-03");
        let reply = ask("How much do I still have to pay for the boat?", &[boat]);
        assert!(reply.response.starts_with("£600"), "{}", reply.response);
    }
}
