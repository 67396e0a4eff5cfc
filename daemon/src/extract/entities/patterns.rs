//! Things whose form is exact: addresses of the web and of mail, telephone numbers, sums of money, files,
//! repositories, issues and versions.

use super::lexicon::fold;
use super::names::Named;
use super::token::Token;
use crate::hashed::fnv;
use crate::ingest::pattern::{LazyRegex, letters::in_stretches};
use foldhash::HashSet;
use memo_common::api::EntityType;
use regex::{RegexSet, RegexSetBuilder};
use regex_syntax::hir::literal::Extractor;
use std::sync::LazyLock;

/// Currency signs and codes, as in the patterns below.
const CURRENCY: &str = "USD|EUR|GBP|CHF|DKK|SEK|NOK|ISK|CZK|PLN|HUF|RON|ZAR|INR|JPY|CNY|KRW|AUD|CAD|NZD|BRL|MXN|ARS|TRY|GEL|AED|ILS|NGN|KES|GHS|KZT|UZS|UAH|RUB|THB|IDR|MYR|SGD|PHP|VND|PKR|LKR|BDT|EGP|MAD|TND|XOF|XAF|UGX|TZS|RWF|ETB|COP|CLP|PEN|UYU|BOB|CRC|DOP|RSD|BGN|HKD|TWD|SAR|QAR|KWD|RM|GH₵|KSh|Ksh|Kč|kr|zł|Ft|lei|Rs";

const UNITS: &str = "dollars?|[Ee]uros?|pounds?|quid|bucks|pesos?|francs?|crowns|kroner|kronor|rupees?|yen|cents?|pence|dólares|dolares|lari|dirhams?|dhs|naira|rand|shillings?|bob|rupiah|ringgit|baht|forint|koruna|korun|lira|reais|soles|shekels?|z[łl]oty(?:ch)?|krónur|tenge|som|cedis?|birr|dong|won|yuan|rubles?|roubles?|hryvnias?|dinars?|guilders?|gulden|Kronen|Franken|Pfund|livres?|soles|guaran[íi]es|lempiras?|quetzales|colones|bolivianos|real|riyals?|taka|grand|lakhs?|crores?|gel";

const NUMBERS: &str = "(?:(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|grand|and)[ -])+";

/// Kind and pattern; the first that takes a stretch keeps it. Each is compiled when a text first holds it.
static PATTERNS: LazyLock<Vec<(EntityType, LazyRegex)>> = LazyLock::new(|| {
    let amount = r"\d{1,3}(?:[.,' \u{a0}]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?";
    let scale = r"(?:\s?(?:[kKmM]|bn|mln|mrd|million|millones|millions|milhões|Millionen|billion|thousand|lakhs?|crores?|mil|mio|Mio)\b)?";
    let rows: Vec<(EntityType, String)> = vec![
        (EntityType::Url, r#"\b(?:https?://|ftp://|www\.)[^\s<>"'`\])}|]+[^\s<>"'`\])}|.,;:!?]"#.into()),
        (EntityType::Email, r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b".into()),
        (EntityType::Money, format!(r"(?:[$€£¥₹₽₺₴₾₦₸₱₩₫₵]\s?|\b(?:US|C|A|NZ|HK|R|S|MX|AR|CL|CO)\$\s?|\bS/\.?\s?|\b(?:{CURRENCY})[ \u{{a0}}\u{{202f}}])(?:{amount}){scale}")),
        (EntityType::Money, format!(r"\b(?:{amount}){scale}[ \u{{a0}}\u{{202f}}]?(?:[€£¥₹₽₺₴₾$]|(?:{CURRENCY}|{UNITS})\b)")),
        // naira: in thousands or millions
        (EntityType::Money, r"\bN(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?[kmbKMB])\b".into()),
        // rand: with its thousands parted, for "R2" alone is anything
        (EntityType::Money, r"\bR\s?\d{1,3}(?:[ ,\u{a0}]\d{3})+(?:[.,]\d{2})?\b".into()),
        (EntityType::Money, format!(r"(?i)\b{NUMBERS}(?:{UNITS})\b")),
        // what somebody pays or owes, and what is asked for each, needs no currency
        (
            EntityType::Money,
            r"(?i)\b(?:paid|pays?|owes?(?: (?:me|him|her|us|them|\p{L}+))?|owing|costs?|charged?|quoted|fee is|bill is|price is|rent is|deposit of|deposit is|asking|sold (?:it|for)|bought for|invoice is)\s(?P<sum>\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d\d)?|\d{3,6}(?:[.,]\d\d)?|\d{1,3}(?:\.\d)?k)\b".into(),
        ),
        (
            EntityType::Money,
            r"(?i)(?:^|[\s(])(?P<sum>\d{1,3}(?:[ .,']\d{3})+|\d{2,6}|\d{1,3}(?:\.\d)?k)\s(?:per head|per person|per month|per night|a head|a month|a night|a week|deposit|down ?payment|net|gross|brutto|netto|cash|before tax|after tax|more a month|pp\b|p\.m\.)".into(),
        ),
        (EntityType::Money, r"\b\d{1,3}(?:[.,]\d{1,3})?\s(?:mln|millones|lakhs?|crores?|grand)\b".into()),
        (EntityType::Issue, r"(?i)\b(?:pull request|merge request|issue|ticket|bug|PR|MR|GH)\s?[#!-]\d+\b".into()),
        (EntityType::Issue, r"\b[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,5}\b".into()),
        (EntityType::Issue, r"(?:[\w.-]+/[\w.-]+)?#[1-9]\d{0,6}\b".into()),
        (
            EntityType::File,
            r"(?:[\w.@~-]*/)*[\w.@+-]+\.(?:rs|py|js|ts|tsx|jsx|go|c|h|cpp|hpp|java|kt|rb|php|cs|swift|sh|sql|html|css|scss|json|yaml|yml|toml|xml|md|txt|csv|tsv|pdf|docx?|xlsx?|pptx?|odt|ods|png|jpe?g|gif|svg|heic|mp3|mp4|m4a|wav|mov|zip|tar|gz|tgz|ics|eml|log|lock|ipynb|ini|cfg|conf|env|vtt|srt|epub|key)\b".into(),
        ),
        // a medicine with its dose
        (EntityType::Product, r"\b\p{Lu}\p{Ll}{4,}(?: \p{Ll}{5,})? \d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|IU)\b".into()),
        (EntityType::Product, r"\bv\d+(?:\.\d+)+(?:-[\w.]+)?\b".into()),
        // a version: of three parts that are no date, or named as one
        (EntityType::Product, r"\b(?:\d{1,3}|20\d{2})\.\d{1,3}\.\d\b|(?i:\b(?:version|release|rev)\s)\d+(?:\.\d+)+\b".into()),
        // an account (IBAN), in which no telephone number is
        (EntityType::Other, r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?\d{1,4})?\b".into()),
        (EntityType::Phone, r"(?:\+\d{1,3}[\s.-]?)(?:\(0\)\s?)?(?:\(?\d{1,5}\)?[\s.-]?){2,5}\d{2,}\b|\(\d{2,5}\)\s?\d{3,4}[\s-]\d{3,4}\b|\b\d{3}[-.]\d{3}[-.]\d{4}\b|\b0\d{2,4}[\s-]\d{3,4}[\s-]?\d{3,4}\b".into()),
        (EntityType::Other, r"\b[A-Za-z_]\w*\(\)|\b[a-z]+(?:_[a-z0-9]+)+\b".into()),
    ];
    rows.into_iter()
        .map(|(kind, text)| (kind, LazyRegex::new(text.into())))
        .collect()
});

/// Which of the patterns may occur at all, in one pass. Without word boundaries, which in text that is not all ASCII
/// would make the pass many times slower, they occur wherever they do with them.
static ANY: LazyLock<RegexSet> = LazyLock::new(|| {
    let looser = PATTERNS
        .iter()
        .map(|(_, p)| in_stretches(&p.text().replace(r"\b", "")));
    RegexSetBuilder::new(looser)
        .dfa_size_limit(16 << 20)
        .build()
        .expect("the same patterns again")
});

/// Everything of exact form in a text, in order, none overlapping.
pub(crate) fn patterns(text: &str, tokens: &[Token]) -> Vec<Named> {
    let mut out: Vec<Named> = Vec::new();
    // most texts are nothing but words
    if !is_signed(text) && !says_unit(text, tokens) {
        return out;
    }
    for n in &ANY.matches(text) {
        let (kind, pattern) = &PATTERNS[n];
        let mut fresh = Vec::new();
        let sums = pattern.captures_len() > 1;
        let inside = pattern.captures_iter(text).filter_map(|c| c.name("sum"));
        let whole = pattern.find_iter(text);
        let found: Vec<regex::Match> = if sums {
            inside.collect()
        } else {
            whole.collect()
        };
        for m in found {
            let at = out.partition_point(|o| o.span.end <= m.start());
            if out.get(at).is_none_or(|o| o.span.start >= m.end()) {
                fresh.push(Named {
                    span: m.range(),
                    kind: *kind,
                });
            }
        }
        out.extend(fresh);
        out.sort_by_key(|o| o.span.start);
    }
    out
}

/// Whether a text holds a digit or a sign without which only sums in words have an exact form.
fn is_signed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let asked = |at: usize| match bytes[at] {
        b'(' | b':' => matches!(bytes.get(at + 1), Some(b')' | b'/')),
        // "notes.txt", "www."
        b'.' => {
            bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
                || at > 0 && bytes[at - 1].eq_ignore_ascii_case(&b'w')
        }
        _ => true,
    };
    let mut signs = bytes
        .iter()
        .enumerate()
        .filter(|(_, b)| SIGNS[usize::from(**b)]);
    signs.any(|(at, _)| asked(at))
}

/// Bytes that are looked at closer: digits, signs, and all with which a character of a script begins that has digits of
/// its own; typographic signs and the letters of Europe begin with others.
static SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        signs[byte] = matches!(
            byte as u8,
            b'0'..=b'9' | b'@' | b'#' | b'_' | b'(' | b':' | b'.' | 0xD4..=0xE1 | 0xE3..=0xFF
        );
        byte += 1;
    }
    signs
};

/// Whether one of the words, or a part of one ("ten-pound"), is a currency's in full.
fn says_unit(text: &str, tokens: &[Token]) -> bool {
    static HASHES: LazyLock<HashSet<u32>> = LazyLock::new(|| {
        let parsed = regex_syntax::parse(UNITS).expect("a part of the patterns above");
        let words = Extractor::new().extract(&parsed);
        let words = words.literals().expect("the words of a list").iter();
        words
            .map(|w| fnv(fold(&String::from_utf8_lossy(w.as_bytes())).bytes()))
            .collect()
    });
    let is_unit = |word: &str| HASHES.contains(&fnv(word.bytes()));
    let joint = |b: u8| matches!(b, b'-' | b'&' | b'\'') || !b.is_ascii();
    let parts = |t: &Token| {
        t.word
            && t.folded.bytes().any(joint)
            && t.folded.split(|c: char| !c.is_alphanumeric()).any(is_unit)
    };
    tokens.iter().any(|t| HASHES.contains(&t.hash))
        || text.bytes().any(joint) && tokens.iter().any(parts)
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        let found = patterns(text, &tokens(text)).into_iter();
        found.map(|n| &text[n.span]).collect()
    }

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(ANY.len(), PATTERNS.len());
        for (_, pattern) in PATTERNS.iter() {
            assert!(pattern.captures_len() > 0, "{}", pattern.text());
        }
    }

    #[test]
    fn money() {
        assert_eq!(
            found("£28,450 or 412.500 DKK, 8€ and $1.2M"),
            ["£28,450", "412.500 DKK", "8€", "$1.2M"]
        );
        assert_eq!(
            found("two hundred and ten dollars; EUR 14,400; 1 500 Kč"),
            ["two hundred and ten dollars", "EUR 14,400", "1 500 Kč"]
        );
        assert_eq!(found("ZAR 47 255.00 for 14 km"), ["ZAR 47 255.00"]);
        assert_eq!(
            found("S/ 420, N1.8m, 27 mln tenge, 4 grand and 4.2 lakh; 410 Euro"),
            [
                "S/ 420",
                "N1.8m",
                "27 mln tenge",
                "4 grand",
                "4.2 lakh",
                "410 Euro"
            ]
        );
        assert_eq!(
            found("I owe Tariq 350 for it, 850 per head, and paid 15k; room 350, 60 people"),
            ["350", "850", "15k"]
        );
    }

    #[test]
    fn addresses_files_and_issues() {
        assert_eq!(
            found(
                "see https://a.example/x?y=1, mail b@c.example, src/cache.rs and PR #58, OPS-123, #87, v1.4.0, read_chunk()"
            ),
            [
                "https://a.example/x?y=1",
                "b@c.example",
                "src/cache.rs",
                "PR #58",
                "OPS-123",
                "#87",
                "v1.4.0",
                "read_chunk()"
            ]
        );
        assert_eq!(
            found("ring +44 1632 960417 or 555-123-4567"),
            ["+44 1632 960417", "555-123-4567"]
        );
    }

    #[test]
    fn an_account_is_whole_and_no_telephone() {
        assert_eq!(
            found("Pay to DE44 5001 0517 5407 3249 31, or call 0761 555 1234."),
            ["DE44 5001 0517 5407 3249 31", "0761 555 1234"]
        );
    }

    #[test]
    fn words_alone_have_no_exact_form_but_sums() {
        let signed = |text| is_signed(text) || says_unit(text, &tokens(text));
        assert!(!signed(
            "She said – twice… – that the “café” (ours) was shut. \u{445}\u{43e}!"
        ));
        assert!(signed("it was forty-five pounds") && signed("a ten-Dollar bill"));
        assert!(signed("sesenta dólares") && signed("hundred złotych") && signed("a grand."));
    }

    proptest! {
        #[test]
        fn nothing_of_exact_form_is_passed_over(
            text in "(one|ten|a|two hundred|pounds|won|euro|dólares|z[łl]otych|www|https?|paid|issue|[-_. @#:/()+$٣৭५３3-5a-z]){0,12}",
        ) {
            let passed = !is_signed(&text) && !says_unit(&text, &tokens(&text));
            prop_assert!(!passed || !PATTERNS.iter().any(|(_, p)| p.is_match(&text)), "{text}");
        }

        #[test]
        fn spans_lie_in_order(text in "\\PC{0,200}") {
            let mut at = 0;
            for n in patterns(&text, &tokens(&text)) {
                prop_assert!(n.span.start >= at && text.get(n.span.clone()).is_some());
                at = n.span.end;
            }
        }
    }
}
