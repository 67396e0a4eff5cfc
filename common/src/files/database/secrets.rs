//! What nobody wants to be remembered of commands and addresses: passwords, tokens, and who asks for a page.
//!
//! What follows a telling name (`--password`, `API_TOKEN=`, `Authorization: Bearer`) is masked, what is written between
//! `://` and `@`, and what looks as only tokens do. Of an address's questions none is kept but what was searched for.

/// What stands in the place of a secret.
const MASK: &str = "***";
/// Within the name of a setting, a flag or a field that holds one; in lower case, without `-` and `_`.
const NAMES: [&str; 13] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "authorization",
    "cookie",
    "sessionkey",
    "pgpass",
];
/// Whole names of these.
const WHOLE: [&str; 9] = [
    "pass",
    "pwd",
    "mysqlpwd",
    "auth",
    "jwt",
    "otp",
    "pin",
    "sig",
    "signature",
];
/// What stands before a token in a field of its own.
const SCHEMES: [&str; 4] = ["bearer", "basic", "token", "digest"];
/// Programs, and the flag behind which they take a password.
const FLAGS: [(&str, &str); 11] = [
    ("mysql", "-p"),
    ("mysqldump", "-p"),
    ("mariadb", "-p"),
    ("sshpass", "-p"),
    ("login", "-p"),
    ("7z", "-p"),
    ("zip", "-P"),
    ("unzip", "-P"),
    ("redis-cli", "-a"),
    ("ldapsearch", "-w"),
    ("xfreerdp", "/p:"),
];
/// Programs that take `user:password` behind `-u` or `--user`.
const USERS: [&str; 4] = ["curl", "http", "https", "wget"];
/// What tokens of well-known services begin with.
const BEGINS: [&str; 26] = [
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xoxr-",
    "xoxs-",
    "xapp-",
    "sk-",
    "sk_live_",
    "rk_live_",
    "pk_live_",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "npm_",
    "pypi-",
    "hf_",
    "shpat_",
    "SG.",
];
/// No such token is shorter.
const SHORTEST: usize = 16;
/// What a search is called in an address.
const SEARCHES: [&str; 13] = [
    "q",
    "query",
    "search_query",
    "search",
    "wd",
    "term",
    "keyword",
    "keywords",
    "_nkw",
    "searchterm",
    "suche",
    "recherche",
    "buscar",
];

/// A command or a title without what looks like a secret.
pub(super) fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut next = Next::Any;
    let mut quote = None;
    let mut before: Vec<&str> = Vec::new();
    while let Some(c) = rest.chars().next() {
        // A value that is quoted, or stands in a quoted field, goes on to the end of its quotation.
        let quoted = match (next, quote) {
            (Next::Any | Next::Word, _) => None,
            (Next::Field, Some(quote)) if !c.is_whitespace() => {
                rest.find(quote).map(|end| (0, end))
            }
            (_, None) if is_quote(c) => rest[1..].find(c).map(|end| (1, end + 1)),
            _ => None,
        };
        if let Some((start, end)) = quoted {
            out.push_str(&rest[..start]);
            out.push_str(&value_masked(&rest[start..end], next));
            out.push_str(&rest[end..end + start]);
            rest = &rest[end + start..];
            next = Next::Any;
            continue;
        }
        if ends_word(c) {
            match quote {
                None if is_quote(c) => quote = Some(c),
                Some(open) if open == c => quote = None,
                None if matches!(c, ';' | '|' | '&' | '\n') => {
                    before.clear();
                    next = Next::Any;
                }
                _ => {}
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let end = rest.find(ends_word).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        if matches!(next, Next::Word | Next::Field) && is_scheme(word) {
            out.push_str(word);
            continue;
        }
        match next {
            Next::Any => {
                let (shown, then) = word_masked(word, &before);
                out.push_str(&shown);
                next = then;
                // `NAME=` is followed by its value at once, or has none.
                if word.ends_with('=') && !rest.starts_with(is_quote) {
                    next = Next::Any;
                }
                before.push(word.rsplit('/').next().unwrap_or(word));
            }
            _ => {
                out.push_str(&value_masked(word, next));
                next = Next::Any;
            }
        }
    }
    out
}

/// What the next word is, by the one before.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Any,
    /// A secret.
    Secret,
    /// One behind a colon, which may have a scheme before it.
    Word,
    /// The same, and all that follows in its quotation.
    Field,
    /// `user:password`.
    User,
}

/// What parts words; `=` and `:` do not.
fn ends_word(c: char) -> bool {
    c.is_whitespace()
        || is_quote(c)
        || matches!(c, ';' | '|' | '&' | '(' | ')' | '<' | '>' | ',' | '?')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`')
}

fn is_scheme(word: &str) -> bool {
    SCHEMES
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

fn value_masked(value: &str, next: Next) -> String {
    match next {
        // What a variable or a program holds is written nowhere.
        _ if value.starts_with('$') || value.is_empty() => value.to_owned(),
        Next::User => match value.split_once(':') {
            Some((user, _)) => format!("{user}:{MASK}"),
            None => value.to_owned(),
        },
        Next::Field => match value.split_once(' ').filter(|(word, _)| is_scheme(word)) {
            Some((_, said)) if said.starts_with('$') => value.to_owned(),
            Some((scheme, _)) => format!("{scheme} {MASK}"),
            None => MASK.to_owned(),
        },
        _ => MASK.to_owned(),
    }
}

/// A word without its secrets, and what the word behind it is.
fn word_masked(word: &str, before: &[&str]) -> (String, Next) {
    if matches!(word, "-u" | "--user") && USERS.iter().any(|user| before.contains(user)) {
        return (word.to_owned(), Next::User);
    }
    let mut flags = FLAGS.iter().filter(|(program, _)| before.contains(program));
    if let Some((_, flag)) = flags.find(|(_, flag)| word.starts_with(flag)) {
        return match word.len() == flag.len() {
            true => (word.to_owned(), Next::Secret),
            false => (format!("{flag}{MASK}"), Next::Any),
        };
    }
    if let Some((scheme, rest)) = word.split_once("://") {
        return (format!("{scheme}://{}", user_masked(rest)), Next::Any);
    }
    if let Some((name, value)) = word
        .split_once(['=', ':'])
        .filter(|(name, _)| is_name(name))
    {
        let mark = &word[name.len()..=name.len()];
        return match (value, mark) {
            ("", "=") => (word.to_owned(), Next::Secret),
            ("", _) => (word.to_owned(), field(name)),
            _ => (
                format!("{name}{mark}{}", value_masked(value, Next::Secret)),
                Next::Any,
            ),
        };
    }
    match word.starts_with('-') && is_name(word) {
        true => (word.to_owned(), Next::Secret),
        false => (parts_masked(word), Next::Any),
    }
}

/// What stands behind the name of a field; `auth: …` begins many a message of a commit.
fn field(name: &str) -> Next {
    let name = name.to_lowercase();
    if name.contains("authorization") || name.contains("cookie") {
        return Next::Field;
    }
    let is_whole = WHOLE.contains(&name.as_str());
    if is_whole { Next::Any } else { Next::Word }
}

/// What stands behind `://` without who asks for it, and without tokens.
fn user_masked(rest: &str) -> String {
    let host = rest.find('/').unwrap_or(rest.len());
    match rest[..host].rfind('@') {
        Some(at) => format!("{MASK}{}", parts_masked(&rest[at..])),
        None => parts_masked(rest),
    }
}

/// Whether a setting, a flag or a field of this name holds a secret.
fn is_name(name: &str) -> bool {
    let name: String = name.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let name = name.to_lowercase();
    WHOLE.contains(&name.as_str()) || NAMES.iter().any(|part| name.contains(part))
}

/// A word, those of its parts masked that look like tokens.
fn parts_masked(word: &str) -> String {
    if is_token(word) {
        return MASK.to_owned();
    }
    let parts = word.split_inclusive(['/', '=', ':', '@', '.', '%', '+']);
    let mut out = String::new();
    for part in parts {
        let end = part
            .trim_end_matches(['/', '=', ':', '@', '.', '%', '+'])
            .len();
        match is_token(&part[..end]) {
            true => out.push_str(MASK),
            false => out.push_str(&part[..end]),
        }
        out.push_str(&part[end..]);
    }
    out
}

/// Whether a word looks as only what a machine made up does.
fn is_token(word: &str) -> bool {
    if word.len() < SHORTEST || !word.is_ascii() {
        return false;
    }
    let is_known = BEGINS.iter().any(|begin| word.starts_with(begin));
    if is_known && word.bytes().any(|b| b.is_ascii_digit()) {
        return true;
    }
    if word.starts_with("eyJ") && word.matches('.').count() >= 2 {
        return true;
    }
    let bytes: Vec<u8> = word.bytes().filter(|b| !matches!(b, b'-' | b'_')).collect();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
    if bytes.len() != digits + letters || digits < 3 || letters < 3 {
        return false;
    }
    if bytes.len() >= 32 && bytes.iter().all(u8::is_ascii_hexdigit) {
        return true;
    }
    // Words and numbers go on for a while; what is drawn by lot changes all the time.
    let class = |b: u8| (b.is_ascii_digit(), b.is_ascii_uppercase());
    let changes = bytes
        .windows(2)
        .filter(|w| class(w[0]) != class(w[1]))
        .count();
    bytes.len() >= 20 && changes * 3 >= bytes.len()
}

/// A page's address without who asks for it, where on the page, and anything but what was searched for; `None` where it is
/// no page of the web.
pub(super) fn address(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") || url.contains(char::is_control) {
        return None;
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let (place, questions) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
    let host = host.rsplit('@').next().unwrap_or(host);
    let mut out = format!("{scheme}://{host}{}", parts_masked(path));
    let searches = questions.split('&').filter(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        SEARCHES.contains(&name.to_ascii_lowercase().as_str()) && parts_masked(value) == value
    });
    let searches: Vec<&str> = searches.collect();
    if !searches.is_empty() {
        out.push('?');
        out.push_str(&searches.join("&"));
    }
    Some(out)
}

#[cfg(test)]
mod tests;
