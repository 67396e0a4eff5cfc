//! What an element is to the text in it: a block of its own, hidden, a part of the page's furniture.

use html5ever::tokenizer::Tag;

/// Whether an element is displayed as a block of its own.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "option"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// The value of an attribute.
pub(super) fn attr<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs
        .iter()
        .find(|a| &*a.name.local == name)
        .map(|a| &*a.value)
}

/// `hidden`, `aria-hidden`, or a style that displays nothing (a mail's preview text).
pub(super) fn hidden(tag: &Tag) -> bool {
    if attr(tag, "hidden").is_some() || attr(tag, "aria-hidden") == Some("true") {
        return true;
    }
    attr(tag, "style").is_some_and(|style| {
        let style: String = style
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
            .to_ascii_lowercase();
        style.contains("display:none")
            || style.contains("visibility:hidden")
            || style.contains("mso-hide:all")
    })
}

/// Whether a link is displayed as a button: `class="btn primary"`, `role="button"`.
pub(super) fn is_button(tag: &Tag) -> bool {
    let buttons = |class: &str| {
        class.split_ascii_whitespace().any(|c| {
            let c = c.to_ascii_lowercase();
            matches!(c.as_str(), "btn" | "button" | "cta")
                || c.starts_with("btn-")
                || c.ends_with("button")
        })
    };
    &*tag.name == "a"
        && (attr(tag, "role") == Some("button") || attr(tag, "class").is_some_and(buttons))
}

/// What forums call the parts of a post that are not its words: who its author is, their signature, who liked it.
const BESIDE_POST: [&str; 7] = [
    "message-user",
    "message-signature",
    "message-lastedit",
    "reactionsbar",
    "postprofile",
    "postsignature",
    "signature",
];

/// Whether it is the page's own: a menu, a footer, a form; or of a forum, beside a post's words.
pub(super) fn is_chrome(tag: &Tag) -> bool {
    let name: &str = &tag.name;
    let beside = |class: &str| {
        let mut classes = class.split_ascii_whitespace();
        classes.any(|c| BESIDE_POST.iter().any(|b| c.eq_ignore_ascii_case(b)))
    };
    attr(tag, "class").is_some_and(beside)
        || matches!(
            name,
            "nav" | "footer" | "aside" | "form" | "dialog" | "menu" | "button" | "select"
        )
        || matches!(
            attr(tag, "role"),
            Some("navigation" | "banner" | "contentinfo" | "dialog" | "search" | "complementary")
        )
}
