//! What was searched, and with what, by the address or the title of a visited page.

use super::{Visit, decode};

impl Visit {
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
        let (path, query) = self.url.split_once('?')?;
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
