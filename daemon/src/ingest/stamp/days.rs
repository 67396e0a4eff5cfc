//! Names of the days of the week.

use jiff::civil::Weekday;

/// Their names in full, and short in English; the short ones of other languages are words of others ("sam", "do").
const DAYS: [&str; 7] = [
    " monday mon montag lunes lundi lunedì segunda maandag måndag mandag poniedziałek ",
    " tuesday tue tues dienstag martes mardi martedì terça dinsdag tisdag tirsdag wtorek ",
    " wednesday wed mittwoch miércoles mercredi mercoledì quarta woensdag onsdag środa ",
    " thursday thu thur thurs donnerstag jueves jeudi giovedì quinta donderdag torsdag czwartek ",
    " friday fri freitag viernes vendredi venerdì sexta vrijdag fredag piątek ",
    " saturday sat samstag sonnabend sábado samedi sabato zaterdag lördag lørdag sobota ",
    " sunday sun sonntag domingo dimanche domenica zondag söndag søndag niedziela ",
];

/// The day of the week of this name.
pub(crate) fn weekday(name: &str) -> Option<Weekday> {
    let name = format!(" {} ", name.to_lowercase());
    DAYS.iter()
        .zip(Weekday::Monday.cycle_forward())
        .find_map(|(names, day)| names.contains(&name).then_some(day))
}

/// Whether this is the name of a day of the week, or the beginning of one.
pub(crate) fn is_weekday(word: &str) -> bool {
    const DAYS: &str = " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
        montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so \
        lunes martes miércoles jueves viernes sábado domingo \
        lundi mardi mercredi jeudi vendredi samedi dimanche \
        lun mié mie jue vie sáb sab dom mer jeu ven sam dim mar \
        lunedì martedì mercoledì giovedì venerdì sabato domenica gio \
        segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça quarta quinta sexta seg ter qua qui sex \
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag woe vrij zat zon \
        måndag tisdag onsdag torsdag fredag lördag söndag mån tis ons tors fre lör sön mandag tirsdag lørdag søndag \
        poniedziałek wtorek środa czwartek piątek sobota niedziela \
        월요일 화요일 수요일 목요일 금요일 토요일 일요일 \
        月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 月 火 水 木 金 土 日 \
        星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 ";
    DAYS.contains(&format!(" {} ", word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_by_their_names() {
        assert_eq!(weekday("Thu"), Some(Weekday::Thursday));
        assert_eq!(weekday("Miércoles"), Some(Weekday::Wednesday));
        assert_eq!(
            (weekday("soup"), weekday("sam"), weekday("")),
            (None, None, None)
        );
    }
}
