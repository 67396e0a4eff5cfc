//! Currencies, and whether a text names a sum.

/// Signs of currencies.
pub(super) const SIGNS: [char; 16] = [
    '$', '€', '£', '¥', '₺', '₹', '₱', '₦', '₩', '₫', '₴', '₽', '฿', '₪', '₡', '₲',
];

/// Whether a text names a sum: a number beside a currency.
pub(super) fn money(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let sign = text.char_indices().any(|(at, c)| {
        SIGNS.contains(&c)
            && (text[at + c.len_utf8()..].trim_start().starts_with(digit)
                || text[..at].trim_end().ends_with(digit))
    });
    let lower = text.to_lowercase();
    sign || lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|w| CURRENCIES.contains(&w) || CURRENCIES.contains(&w.trim_start_matches(digit)))
        || has_code(text)
}

/// Whether a currency that is also a word, or short, stands beside a number: "600 zł", "Rs 1,200", "TRY 800".
fn has_code(text: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
    let tokens = text.split(|c: char| !inside(c)).filter(|w| !w.is_empty());
    let tokens: Vec<&str> = tokens.map(|w| w.trim_end_matches(['.', ','])).collect();
    let number = |w: &str| w.starts_with(|c: char| c.is_ascii_digit());
    tokens
        .windows(2)
        .any(|w| number(w[0]) && is_short(w[1]) || leads(w[0]) && number(w[1]))
}

/// Whether a word names a currency behind a sum: "600 zł".
fn is_short(word: &str) -> bool {
    leads(word) || SHORT.contains(&word.to_lowercase().as_str())
}

/// Whether a word names a currency before a sum: "TRY 800", "Rs 1,200".
pub(super) fn leads(word: &str) -> bool {
    CODES.contains(&word) || PREFIXES.contains(&word.to_lowercase().as_str())
}

/// Codes of currencies, in capitals.
const CODES: &[&str] = &[
    "TRY", "TL", "RON", "UAH", "RUB", "BGN", "RSD", "MKD", "GEL", "AMD", "ILS", "EGP", "MAD",
    "TND", "AED", "SAR", "QAR", "PKR", "LKR", "NPR", "BDT", "CNY", "RMB", "KRW", "TWD", "HKD",
    "SGD", "MYR", "RM", "THB", "IDR", "PHP", "VND", "NZD", "MXN", "BRL", "ARS", "CLP", "COP",
    "PEN", "UYU", "BOB", "CRC", "GTQ", "DOP", "NGN", "GHS", "TZS", "UGX", "RWF", "ETB", "XOF",
    "XAF", "NAD", "BWP", "ZMW", "MUR",
];

/// Short names of currencies that mean nothing without a number; lower case.
const SHORT: &[&str] = &[
    "zł",
    "zl",
    "zloty",
    "zlotys",
    "złoty",
    "złotych",
    "lei",
    "leu",
    "lira",
    "liras",
    "leva",
    "forint",
    "koruna",
    "korun",
    "krona",
    "krone",
    "dinar",
    "dinars",
    "dirham",
    "dirhams",
    "shekel",
    "shekels",
    "rupee",
    "lakh",
    "crore",
    "shilling",
    "shillings",
    "naira",
    "cedi",
    "cedis",
    "birr",
    "pula",
    "kwacha",
    "baht",
    "dong",
    "yuan",
    "ringgit",
    "rupiah",
    "reais",
    "peso",
    "soles",
    "bolivianos",
    "hryvnia",
    "rubles",
    "roubles",
    "euros",
    "eur",
    "francs",
    "franken",
];

/// Currencies in words and codes, folded to lower case.
pub(super) const CURRENCIES: &[&str] = &[
    "dollars", "dollar", "euro", "euros", "pounds", "quid", "francs", "kr", "kronor", "kroner",
    "usd", "eur", "gbp", "chf", "dkk", "sek", "nok", "zar", "jpy", "yen", "kč", "czk", "pln",
    "bucks", "cents", "grand", "k", "million", "dólares", "pesos", "gel", "inr", "rupees", "cad",
    "aud", "rand", "kes", "isk", "huf",
];

/// Short names that stand before a sum; lower case.
const PREFIXES: &[&str] = &["rs", "ksh", "kshs", "tsh", "ush", "sfr", "kr", "inr"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_sums_by_their_currency() {
        for (text, sum) in [
            ("The pump was 600 zł.", true),
            ("Rs 1,200 for the boat", true),
            ("Mast: TRY 800", true),
            ("₱6,400 parts", true),
            ("12 euros a head", true),
            ("I try 800 metres again.", false),
            ("We won 3 games.", false),
            ("Lira has 3 kids.", false),
        ] {
            assert_eq!(money(text), sum, "{text}");
        }
    }
}
