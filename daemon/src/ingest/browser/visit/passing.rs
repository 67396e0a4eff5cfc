//! Pages that nobody would remember: those on the way to another, and the rooms of a site that everybody passes through.

/// How titles begin of pages on the way: errors, empty tabs, the way out.
const PASSING: [&str; 43] = [
    "new tab",
    "neuer tab",
    "nouvel onglet",
    "nueva pestaña",
    "about:blank",
    "untitled",
    "loading",
    "redirecting",
    "just a moment",
    "please wait",
    "bitte warten",
    "veuillez patienter",
    "espere, por favor",
    "you are now in line",
    "you are in the queue",
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
    "cookie preferences",
    "cookie settings",
    "cookie consent",
    "before you continue",
];

/// How titles begin where one is asked who one is.
const ENTERING: [&str; 10] = [
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

/// What addresses hold that lead from one page to another.
const ADDRESSES: [&str; 15] = [
    "accounts.google.",
    "/oauth",
    "/login",
    "/signin",
    "login.",
    "consent.",
    "//t.co/",
    "doubleclick.net",
    "googleadservices",
    // bookmarks that browsers come with
    "support.mozilla.org/products/firefox",
    "mozilla.org/firefox/customize",
    "mozilla.org/firefox/central",
    "mozilla.org/contribute",
    "mozilla.org/about",
    "go.microsoft.com/fwlink",
];

/// Words of titles that say where on a site one is, and nothing of what one did there.
const LOBBY: [&str; 26] = [
    "gmail",
    "outlook",
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

/// Whether a page is only one on the way, by its title or address.
pub(super) fn is_passing(title: &str, url: &str) -> bool {
    let title = title.to_lowercase();
    let url = url.to_ascii_lowercase();
    PASSING
        .iter()
        .chain(&ENTERING)
        .any(|p| title.starts_with(p))
        || ADDRESSES.iter().any(|p| url.contains(p))
}

/// Whether a title names nothing but its site and a room that everybody passes through: "Messenger | Facebook", "Home",
/// "Inbox".
pub(super) fn is_lobby(title: &str, host: &str) -> bool {
    let host = host.to_lowercase();
    let mut words = title
        .split_whitespace()
        // whose box it is
        .filter(|w| !w.contains('@'))
        .flat_map(|w| w.split(|c: char| !c.is_alphanumeric()))
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
