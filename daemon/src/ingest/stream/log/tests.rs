use super::super::tests::read_plain;
use crate::ingest::told::told;

#[test]
fn nicks_in_angles_with_the_days_between() {
    let text = "--- Log opened Wed Jun 12 21:40:07 2024\n21:40 -!- ida [~ida@a.example] has joined #soup\n\
        21:41 <ida> soup?\n21:42 <@bo> at ten: bring salt\n21:43  * bo waves\n21:44 < eve> me too\n\
        --- Day changed Thu Jun 13 2024\n08:02 <bo> good\n--- Log closed Thu Jun 13 09:00:12 2024\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-06-12 21:41 ida: soup?",
            "2024-06-12 21:42 bo: at ten: bring salt",
            "2024-06-12 21:43 bo waves.",
            "2024-06-12 21:44 eve: me too",
            "2024-06-13 08:02 bo: good"
        ]
    );
    let text = "**** BEGIN LOGGING AT Wed Jun 12 21:40:07 2023\n\nJun 12 21:40:12 *\tNow talking on #soup\n\
        Jun 12 21:41:12 <ida>\tsoup?\nJun 12 21:41:40 <bo>\tyes\n";
    assert_eq!(
        told(&read_plain(text)),
        ["2023-06-12 21:41 ida: soup?", "2023-06-12 21:41 bo: yes"]
    );
}

#[test]
fn names_between_tabs_or_bars() {
    let text = "[LINE] Chat history with Bo Alm\nSaved on: 2024/06/14 21:14\n\n2024/06/12(Wed)\n\
        18:20\tIda Ek\t\"soup?\nwith leek\"\n18:24\tBo Alm\t[Photo]\n18:25\tBo Alm\tyes: at 9:40\n18:26\tBo Alm unsent a message.\n\n\
        2024/06/13(Thu)\n00:05\tIda Ek\t☎ Call time 12:45\n00:06\tIda Ek\tgood\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-06-12 18:20 Ida Ek: soup?\nwith leek",
            "2024-06-12 18:25 Bo Alm: yes: at 9:40",
            "2024-06-13 00:06 Ida Ek: good"
        ]
    );
    let text = "2024-06-12 20:01:02\t-->\tida (~i@a.example) has joined #soup\n2024-06-12 20:01:44\tida\tbo: soup?\n\
        2024-06-12 20:03:10\t@bo\tyes\n2024-06-12 20:03:31\tida\tgood\n2024-06-12 20:04:02\t *\tbo bows\n";
    let told_of = told(&read_plain(text));
    assert_eq!(
        told_of,
        [
            "2024-06-12 20:01 ida: bo: soup?",
            "2024-06-12 20:03 bo: yes",
            "2024-06-12 20:03 ida: good",
            "2024-06-12 20:04 bo bows."
        ]
    );
    let text = "2024-06-12\n20:01 ida | soup?\n20:03 bo | yes\n20:04 ida | good\n";
    assert_eq!(told(&read_plain(text)).len(), 3);
}

#[test]
fn korean_days_and_clocks() {
    let text = "Bo 님과 카카오톡 대화\n저장한 날짜 : 2024-06-15 21:44:03\n\n--------------- 2024년 6월 12일 수요일 ---------------\n\
        [Bo] [오후 6:03] soup?\n[Ida Ek] [오후 6:10] yes\n[Bo] [오후 6:11] 사진\n\
        --------------- 2024년 6월 13일 목요일 ---------------\n[Ida Ek] [오전 9:30] good\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-06-12 18:03 Bo: soup?",
            "2024-06-12 18:10 Ida Ek: yes",
            "2024-06-13 09:30 Ida Ek: good"
        ]
    );
}

#[test]
fn names_with_their_numbers() {
    let text = "13/06/2024,18:20:11,Ida Ek,+1 555 0100 200,soup, with leek\n13/06/2024,18:22:45,Me,+1 555 0100 201,yes\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-06-13 18:20 Ida Ek: soup, with leek",
            "2024-06-13 18:22 Me: yes"
        ]
    );
}

#[test]
fn names_before_colons_below_their_day() {
    let text = "Thursday, June 13, 2024 \n\n9:02:11 AM - Ida Ek: soup?\nwith leek\n9:04:50 AM - Bo Alm: yes\n\
        9:06:02 AM - Ida Ek: > <@bo:a.example> yes\n\ngood\n9:30:17 AM - Bo Alm changed the room name from \"A\" to \"B: C\".\n\
        2:41:09 PM - Bo Alm sent an image.\n";
    assert_eq!(
        told(&read_plain(text)),
        [
            "2024-06-13 09:02 Ida Ek: soup?\nwith leek",
            "2024-06-13 09:04 Bo Alm: yes",
            "2024-06-13 09:06 Ida Ek: good"
        ]
    );
}

#[test]
fn a_table_of_other_things_is_no_log() {
    for text in [
        "09:00\tBreakfast\tsoup\n12:00\tLunch\tsoup\n18:00\tDinner\tleek\n",
        "2024-06-12,18:20,Feeding,Bottle,120 ml\n2024-06-12,20:20,Feeding,Bottle,100 ml\n",
        "Jun 12 20:01:02 host sshd[12]: closed\nJun 12 20:01:03 host sshd[12]: opened\nJun 12 20:01:03 host sshd[12]: x\n",
    ] {
        let today = jiff::civil::Date::constant(2024, 9, 18);
        let mut turns = super::Turns::new(memo_common::api::SourceType::Stream);
        assert!(!super::read(text, today, &mut turns), "{text}");
    }
}
