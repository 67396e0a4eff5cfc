//! A visited or kept page: what its title and address say.

use jiff::civil::DateTime;
use std::ops::Range;

/// Words of titles that say where on a site one is, and nothing of what one did there.
const LOBBY: [&str; 24] = [
    "home",
    "homepage",
    "inbox",
    "messenger",
    "messages",
    "mail",
    "notifications",
    "feed",
    "dashboard",
    "login",
    "start",
    "startseite",
    "welcome",
    "explore",
    "menu",
    "account",
    "posteingang",
    "accueil",
    "inicio",
    "chats",
    "chat",
    "web",
    "app",
    "timeline",
];

/// A page that was visited, or kept as a bookmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    /// Title as the browser has it; never empty once [`Visit::read`].
    pub(crate) title: String,
    /// Address.
    pub(crate) url: String,
    /// When, on the reader's clock.
    pub(crate) at: Option<DateTime>,
    /// Folders it is kept in, outermost first; `None` where it was only visited.
    pub(crate) folders: Option<Vec<String>>,
    /// Bytes of the upload.
    pub(crate) span: Range<usize>,
}

impl Visit {
    /// The visit with its title tidied; `None` where nobody would remember it: a new tab, a log-in, a page of the
    /// browser's own.
    pub(crate) fn read(mut self) -> Option<Self> {
        let scheme = self
            .url
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        if !matches!(scheme.as_str(), "http" | "https" | "file" | "ftp") && !self.url.is_empty() {
            return None;
        }
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        // "(3) Inbox": how much is unread is no part of the title.
        let title = title
            .strip_prefix('(')
            .and_then(|t| t.split_once(") "))
            .filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()))
            .map_or(title.as_str(), |(_, t)| t);
        // "My Activity" says of each page that it was visited.
        let title = title.strip_prefix("Visited ").unwrap_or(title);
        self.title = if title.is_empty() || title.starts_with("http") {
            self.named_by_url()?
        } else {
            title.to_owned()
        };
        let lower = self.title.to_lowercase();
        let path = self.url.to_ascii_lowercase();
        let passing = [
            "new tab",
            "neuer tab",
            "nouvel onglet",
            "nueva pestaña",
            "about:blank",
            "untitled",
            "loading",
            "redirecting",
            "just a moment",
            "page not found",
            "404",
            "403",
            "access denied",
            "session expired",
            "are you a robot",
            "attention required",
            "verify you are human",
            "verifying",
            "checking your browser",
            "server not found",
            "problem loading page",
            "this site can",
            "privacy error",
            "you have been signed out",
            "you have been logged out",
            "you've been signed out",
            "signed out",
            "logged out",
            "log out",
            "sign out",
            "abgemeldet",
            "déconnexion",
            "sesión cerrada",
        ];
        let entering = [
            "sign in",
            "log in",
            "login",
            "signin",
            "anmelden",
            "einloggen",
            "iniciar sesión",
            "se connecter",
            "connexion",
            "single sign",
        ];
        if passing.iter().any(|p| lower.starts_with(p))
            || entering.iter().any(|p| lower.starts_with(p))
            || [
                "accounts.google.",
                "/oauth",
                "/login",
                "/signin",
                "login.",
                "consent.",
                "//t.co/",
                "doubleclick.net",
                "googleadservices",
            ]
            .iter()
            .any(|p| path.contains(p))
        {
            return None;
        }
        (!self.is_lobby()).then_some(self)
    }

    /// Whether the title names nothing but the site and a room that everybody passes through: "Messenger | Facebook",
    /// "Home", "Inbox".
    fn is_lobby(&self) -> bool {
        let host = self.host().to_lowercase();
        let mut words = self
            .title
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase);
        let mut lobby = false;
        let plain = words.all(|word| {
            let own = LOBBY.contains(&word.as_str());
            lobby |= own;
            own || word.chars().all(|c| c.is_ascii_digit()) || host.contains(&word)
        });
        lobby && plain
    }

    /// The address' last words, where a page has no title.
    fn named_by_url(&self) -> Option<String> {
        let path = self.url.split(['?', '#']).next()?;
        let path = path
            .split_once("://")
            .map_or(path, |(_, p)| p)
            .trim_end_matches('/');
        let (host, last) = path
            .split_once('/')
            .map_or((path, ""), |(h, p)| (h, p.rsplit('/').next().unwrap_or(p)));
        let host = host.trim_start_matches("www.");
        let words = decode(last).replace(['-', '_'], " ");
        let words = words
            .trim_end_matches(".html")
            .trim_end_matches(".htm")
            .trim_end_matches(".php");
        (!host.is_empty()).then(|| {
            if words.chars().filter(|c| c.is_alphabetic()).count() >= 4 {
                format!("{words} ({host})")
            } else {
                host.to_owned()
            }
        })
    }

    /// The site, without "www.".
    pub(crate) fn host(&self) -> &str {
        let rest = self.url.split_once("://").map_or("", |(_, rest)| rest);
        let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host)
    }

    /// The registered domain, roughly: the last two labels, three where the last but one is short ("co.uk").
    pub(crate) fn domain(&self) -> String {
        let labels: Vec<&str> = self.host().rsplit('.').collect();
        let keep = if labels.get(1).is_some_and(|l| l.len() <= 3) && labels.len() > 2 {
            3
        } else {
            2
        };
        labels.into_iter().take(keep).collect::<Vec<_>>().join(".")
    }

    /// What was searched, and with what: ("Google", "boat paint").
    pub(crate) fn search(&self) -> Option<(String, String)> {
        let (host, lower) = (self.host().to_ascii_lowercase(), self.title.to_lowercase());
        if let Some(words) = ["Searched for ", "Sie haben nach ", "Recherche : "]
            .iter()
            .find_map(|p| self.title.strip_prefix(p))
        {
            return Some((
                engine(&host),
                words.trim_matches(['"', '“', '”']).to_owned(),
            ));
        }
        let Some((path, query)) = self.url.split_once('?') else {
            return self.searched_by_title();
        };
        let path = path.to_ascii_lowercase();
        let searches = [
            "/search",
            "/results",
            "/suche",
            "/recherche",
            "/buscar",
            "/busca",
            "/s",
            "/find",
            "/sch/",
            "/zoeken",
            "/maps",
            "/web",
            "/html",
            "/cerca",
        ]
        .iter()
        .any(|p| path.contains(p))
            || engine(&host) != site(&host)
            || lower.contains("search");
        let words = query.split('#').next()?.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            matches!(
                key.to_ascii_lowercase().as_str(),
                "q" | "query"
                    | "search_query"
                    | "search"
                    | "p"
                    | "k"
                    | "s"
                    | "text"
                    | "wd"
                    | "term"
                    | "keyword"
                    | "keywords"
                    | "_nkw"
                    | "searchterm"
                    | "suche"
                    | "qs"
            )
            .then(|| decode(value))
        })?;
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        (searches && words.chars().any(char::is_alphabetic) && words.chars().count() <= 300)
            .then(|| (engine(&host), words))
    }

    /// What was searched by the title alone, where the address is cut: "boat paint - Google Search".
    fn searched_by_title(&self) -> Option<(String, String)> {
        let marks = [
            " - Google Search",
            " - Google-Suche",
            " - Google Suche",
            " - Recherche Google",
            " - Buscar con Google",
            " - Google Maps",
            " - Search",
            " - Bing",
            " at DuckDuckGo",
            " - Ecosia",
            " - Startpage",
            " - Brave Search",
        ];
        let words = marks.iter().find_map(|m| self.title.strip_suffix(m))?;
        Some((engine(&self.host().to_ascii_lowercase()), words.to_owned()))
    }

    /// What was done with the page, where its title says so ("Watched …"), and the rest of the title.
    pub(crate) fn done(&self) -> (&'static str, &str) {
        [
            ("Watched ", "watched"),
            ("Listened to ", "listened to"),
            ("Directions to ", "looked up the way to"),
        ]
        .iter()
        .find_map(|(mark, did)| Some((*did, self.title.strip_prefix(mark)?)))
        .unwrap_or(("looked at", self.title.as_str()))
    }

    /// Whether the page confirms an order, a booking, an application.
    pub(crate) fn confirms(&self) -> bool {
        let title = self.title.to_lowercase();
        let says = [
            "confirmed",
            "confirmation",
            "thank you for your",
            "thanks for your",
            "order placed",
            "order complete",
            "order received",
            "booking complete",
            "payment successful",
            "payment received",
            "purchase complete",
            "application received",
            "application submitted",
            "registration complete",
            "successfully",
            "receipt",
            "your order",
            "you're booked",
            "you're going",
            "thanks for registering",
            "thank you for registering",
            "appointment booked",
            "reservation made",
            "booked!",
            "registered for",
            "tickets booked",
            "bestätigt",
            "bestätigung",
            "bestellung erhalten",
            "vielen dank für ihre",
            "danke für deine",
            "buchung abgeschlossen",
            "confirmé",
            "confirmée",
            "merci pour votre",
            "commande validée",
            "paiement accepté",
            "confirmado",
            "confirmada",
            "confirmación",
            "confirmação",
            "gracias por tu",
            "gracias por su",
            "obrigado pela",
            "pago realizado",
            "pedido realizado",
            "confermato",
            "confermata",
            "conferma",
            "grazie per",
            "bevestigd",
            "bevestiging",
            "bedankt voor",
            "bekräftad",
            "bekräftelse",
            "tack för din",
            "bekræft",
            "bekreft",
            "potvrzen",
            "potwierdz",
        ]
        .iter()
        .any(|s| title.contains(s));
        let question = ["how to", "what is", "template", "example", "status of"]
            .iter()
            .any(|s| title.contains(s));
        says && !question
    }
}

/// The name by which a search engine or site is known.
fn engine(host: &str) -> String {
    for (mark, name) in [
        ("maps.google.", "Google Maps"),
        ("google.", "Google"),
        ("youtube.", "YouTube"),
        ("bing.", "Bing"),
        ("duckduckgo.", "DuckDuckGo"),
        ("ecosia.", "Ecosia"),
        ("startpage.", "Startpage"),
        ("qwant.", "Qwant"),
        ("search.brave.", "Brave Search"),
        ("kagi.", "Kagi"),
        ("yahoo.", "Yahoo"),
        ("yandex.", "Yandex"),
        ("baidu.", "Baidu"),
        ("amazon.", "Amazon"),
        ("ebay.", "eBay"),
        ("wikipedia.", "Wikipedia"),
        ("github.", "GitHub"),
        ("reddit.", "Reddit"),
        ("stackoverflow.", "Stack Overflow"),
        ("openstreetmap.", "OpenStreetMap"),
        ("etsy.", "Etsy"),
        ("linkedin.", "LinkedIn"),
    ] {
        if host.starts_with(mark) || host.contains(&format!(".{mark}")) {
            return name.to_owned();
        }
    }
    site(host)
}

fn site(host: &str) -> String {
    if host.is_empty() {
        "the web".to_owned()
    } else {
        host.to_owned()
    }
}

/// Percent signs and pluses of a query decoded; what is no UTF-8 stays as it is.
pub(crate) fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut i = 0;
    while i < raw.len() {
        let hex = |b: u8| {
            char::from(b)
                .to_digit(16)
                .and_then(|d| u8::try_from(d).ok())
        };
        match (
            raw[i],
            raw.get(i + 1).copied().and_then(hex),
            raw.get(i + 2).copied().and_then(hex),
        ) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(high * 16 + low);
                i += 2;
            }
            (b'+', _, _) => bytes.push(b' '),
            (byte, _, _) => bytes.push(byte),
        }
        i += 1;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests;
