//! What a pattern asks for: words, or digits, that stand in all that it matches.

use aho_corasick::AhoCorasick;
use regex_syntax::ast::{
    Ast, ClassPerlKind, ClassSet, ClassSetItem, RepetitionKind, RepetitionRange, parse::Parser,
};

/// Words of which one will do, at most; with more they say too little.
const MOST: usize = 300;

/// What is asked for together, at most.
const TOGETHER: usize = 3;

/// Signs of a class that are taken for words, at most.
const SIGNS: usize = 6;

/// Something that a pattern asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    /// Words of which one will do, the ASCII letters among them in whatever case.
    pub(crate) words: Vec<String>,
    /// A digit will do, too.
    pub(crate) digit: bool,
}

impl Asked {
    /// All that a pattern asks for, words of at least so many bytes; first what says the most. Nothing where it matches
    /// texts without any.
    pub(crate) fn by(pattern: &str, least: usize) -> Vec<Self> {
        let parsed = Parser::new().parse(pattern);
        let mut asked = parsed.map_or(Vec::new(), |p| of(&p, least));
        asked.retain(|a| a.words.len() <= MOST);
        asked.sort_by_key(|a| std::cmp::Reverse(a.weight()));
        asked.truncate(TOGETHER);
        asked
    }

    fn word(text: String) -> Self {
        Self {
            words: vec![text],
            digit: false,
        }
    }

    /// How much it says: by its shortest word, and how few there are.
    fn weight(&self) -> (usize, std::cmp::Reverse<usize>) {
        let shortest = self.words.iter().map(String::len).min();
        let digits = if self.digit { 10 } else { 0 };
        (
            shortest.filter(|_| !self.digit).unwrap_or(1),
            std::cmp::Reverse(self.words.len() + digits),
        )
    }
}

/// What finds such words in a text.
pub(crate) fn automaton<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(words)
        .ok()
}

/// Whether a text may hold a digit of whatever script.
pub(crate) fn may_hold_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit() || !b.is_ascii())
}

fn of(pattern: &Ast, least: usize) -> Vec<Asked> {
    match pattern {
        Ast::Literal(literal) => Vec::from_iter(run(&literal.c.to_string(), least)),
        Ast::Group(group) => of(&group.ast, least),
        Ast::Repetition(repeated) => match &repeated.op.kind {
            RepetitionKind::OneOrMore => of(&repeated.ast, least),
            RepetitionKind::Range(
                RepetitionRange::Exactly(n)
                | RepetitionRange::AtLeast(n)
                | RepetitionRange::Bounded(n, _),
            ) if *n > 0 => of(&repeated.ast, least),
            _ => Vec::new(),
        },
        Ast::Alternation(parts) => {
            let best = |a| of(a, least).into_iter().max_by_key(Asked::weight);
            let each: Option<Vec<Asked>> = parts.asts.iter().map(best).collect();
            let either = |each: Vec<Asked>| Asked {
                digit: each.iter().any(|a| a.digit),
                words: each.into_iter().flat_map(|a| a.words).collect(),
            };
            Vec::from_iter(each.map(either))
        }
        Ast::Concat(parts) => {
            let is_literal = |ast: &Ast| matches!(ast, Ast::Literal(_));
            let parts = parts
                .asts
                .chunk_by(|a, b| is_literal(a) && is_literal(b))
                .flat_map(|part| match part {
                    [one] => of(one, least),
                    literals => {
                        let text: String = literals.iter().filter_map(literal).collect();
                        Vec::from_iter(run(&text, least))
                    }
                });
            parts.collect()
        }
        Ast::ClassPerl(class) if class.kind == ClassPerlKind::Digit && !class.negated => {
            let digit = Asked {
                words: Vec::new(),
                digit: true,
            };
            Vec::from_iter((least == 1).then_some(digit))
        }
        Ast::ClassBracketed(class) if !class.negated && least == 1 => match &class.kind {
            ClassSet::Item(item) => Vec::from_iter(signs(item)),
            ClassSet::BinaryOp(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn literal(ast: &Ast) -> Option<char> {
    match ast {
        Ast::Literal(literal) => Some(literal.c),
        _ => None,
    }
}

/// Whether the automaton does not know all cases of a character. The pattern itself knows another "k" and "s", the sign of
/// Kelvin and the long s, which no text has there.
fn is_cased(c: char) -> bool {
    !c.is_ascii() && (c.is_lowercase() || c.is_uppercase())
}

/// The longest run of characters that the automaton knows.
fn run(text: &str, least: usize) -> Option<Asked> {
    let longest = text.split(is_cased).max_by_key(|r| r.len())?;
    // every text has a space
    let says = longest.len() >= least && !longest.trim().is_empty();
    says.then(|| Asked::word(longest.to_owned()))
}

/// The few signs that a class is.
fn signs(item: &ClassSetItem) -> Option<Asked> {
    match item {
        ClassSetItem::Literal(literal) if !is_cased(literal.c) && literal.c != ' ' => {
            Some(Asked::word(literal.c.to_string()))
        }
        ClassSetItem::Union(union) if union.items.len() <= SIGNS => {
            let each: Option<Vec<_>> = union.items.iter().map(signs).collect();
            Some(Asked {
                words: each?.into_iter().flat_map(|a| a.words).collect(),
                digit: false,
            })
            .filter(|asked| !asked.words.is_empty())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_longest_words_are_asked_for_first() {
        let said = |pattern: &str, least| Asked::by(pattern, least).into_iter().next();
        let words = |words: &[&str]| {
            Some(Asked {
                words: words.iter().map(|w| (*w).to_owned()).collect(),
                digit: false,
            })
        };
        let left = r".+ left the (?:room|hall)\W*";
        assert_eq!(said(left, 3), words(&[" left the "]));
        assert_eq!(Asked::by(left, 3).get(1).cloned(), words(&["room", "hall"]));
        assert_eq!(
            said(r"(?i)(?:to )?(?:página|seite)\d+", 3),
            words(&["gina", "seite"])
        );
        assert_eq!(said("(?:ab|abcd)", 3), None);
        assert_eq!(said("(?:ab|abcd)", 2), words(&["ab", "abcd"]));
        for none in [
            r"\d{1,5}",
            "(?:abc)?",
            "(?:abc){0,2}",
            "a{3}",
            "[abc]",
            "",
            "   ",
        ] {
            assert_eq!(said(none, 3), None, "{none}");
        }
        assert_eq!(said("(?:abc){2}", 3), words(&["abc"]));
        assert_eq!(said("から送信.?", 3), words(&["から送信"]));
    }

    #[test]
    fn a_digit_or_one_of_a_few_signs_will_do() {
        let said = |pattern: &str| {
            let first = Asked::by(pattern, 1).into_iter().next();
            first.map(|a| (a.words.concat(), a.digit))
        };
        let of = |words: &str, digit| Some((words.to_owned(), digit));
        assert_eq!(said(r"^(?:\d{1,2}|[*#])$"), of("*#", true));
        assert_eq!(said(r"\d+[:.]\d+"), of(":.", false));
        assert_eq!(said("[^ab]"), None);
        assert_eq!(said("[a-z]"), None);
        assert!(may_hold_digit("at 3") && may_hold_digit("٣") && !may_hold_digit("three"));
    }

    proptest! {
        #[test]
        fn what_matches_holds_all_that_is_asked_for(
            pattern in "(?:[abc]{0,3}(?:[?*+|]|\\[[abc]{1,3}\\]|\\\\d|\\(\\?:[ab]{1,2}\\|[bc]{1,2}\\)[?*+]?|\\{0,2\\})?){1,5}",
            text in "[abcABC1٣]{0,12}",
        ) {
            if let Ok(compiled) = regex::Regex::new(&format!("(?i){pattern}"))
                && compiled.is_match(&text)
            {
                for asked in Asked::by(&pattern, 1) {
                    let automaton = automaton(&asked.words);
                    let digit = asked.digit && may_hold_digit(&text);
                    prop_assert!(digit || automaton.is_some_and(|a| a.is_match(&text)), "{asked:?}");
                }
            }
        }
    }
}
