//! Words that no one writes to anyone: disclaimers, trackers, how to unsubscribe, "Sent from my iPhone".

use aho_corasick::{AhoCorasick, MatchKind};
use std::sync::LazyLock;

/// A paragraph (or line) of a mail that says nothing: one such phrase is enough.
pub(crate) fn in_mail(paragraph: &str) -> bool {
    static PHRASES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| matcher(&[MAIL, LEGAL]));
    holds(&PHRASES, paragraph) || is_sent_from(paragraph)
}

/// A line of a printed page or web page that belongs to nobody's text.
pub(crate) fn on_page(line: &str) -> bool {
    static PHRASES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| matcher(&[PAGE]));
    holds(&PHRASES, line)
}

/// A clause or note that stands in every paper of its kind and says nothing of this one.
pub(crate) fn in_paper(paragraph: &str) -> bool {
    static PHRASES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| matcher(&[PAPER]));
    holds(&PHRASES, paragraph)
}

/// "Sent from my iPhone", in the languages that telephones write it in.
pub(crate) fn is_sent_from(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    line.chars().count() < 80
        && [
            "sent from my ",
            "sent from mail for",
            "sent from yahoo",
            "sent from outlook",
            "sent from proton",
            "sent via ",
            "sent with proton",
            "sent using ",
            "get outlook for",
            "von meinem ",
            "gesendet von meine",
            "gesendet mit der",
            "envoyé de mon",
            "envoyé depuis mon",
            "envoyé à partir de",
            "enviado desde mi",
            "enviado do meu",
            "enviado a partir d",
            "inviato da ",
            "verzonden vanaf mijn",
            "skickat från min",
            "sendt fra min",
            "lähetetty ",
            "wysłane z ",
            "odesláno z ",
            "outlook für ios",
            "obtenir outlook",
            "obtener outlook",
        ]
        .iter()
        .any(|start| line.starts_with(start))
}

fn matcher(lists: &[&[&str]]) -> Option<AhoCorasick> {
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostFirst)
        .build(lists.iter().flat_map(|list| list.iter()))
        .ok()
}

fn holds(phrases: &Option<AhoCorasick>, text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    phrases.as_ref().is_some_and(|p| p.is_match(&text))
}

/// How mails are sent about: lower case, apostrophes straight.
const MAIL: &[&str] = &[
    "view this email in",
    "view this e-mail in",
    "view in browser",
    "view in your browser",
    "view online",
    "view it in your browser",
    "email not displaying",
    "having trouble viewing",
    "trouble reading this",
    "unsubscribe",
    "opt out of",
    "opt-out of",
    "email preferences",
    "manage preferences",
    "manage your preferences",
    "manage your subscription",
    "update your preferences",
    "notification settings",
    "you're receiving this",
    "you are receiving this",
    "you received this email",
    "you received this e-mail",
    "you received this message because",
    "this email was sent to",
    "this e-mail was sent to",
    "this message was sent to",
    "was sent to you because",
    "please do not reply",
    "please don't reply",
    "do not reply to this",
    "this is an automated",
    "this is an automatically generated",
    "this mailbox is not monitored",
    "add us to your address book",
    "add this address to your",
    "follow us on",
    "download our app",
    "you might also like",
    "you may also like",
    "recommended for you",
    "refer a friend",
    "please consider the environment",
    "think before you print",
    "before printing this",
    "virus-free",
    "scanned for viruses",
    "checked for viruses",
    "checked by avg",
    "avg.com",
    "avast.com",
    "abbestellen",
    "newsletter abmelden",
    "vom newsletter ab",
    "im browser ansehen",
    "im browser anzeigen",
    "online ansehen",
    "im browser öffnen",
    "sie erhalten diese",
    "du erhältst diese",
    "bitte antworten sie nicht auf diese",
    "auf viren geprüft",
    "se désabonner",
    "se désinscrire",
    "vous désinscrire",
    "vous désabonner",
    "désabonnement",
    "dans votre navigateur",
    "dans le navigateur",
    "vous recevez ce",
    "ne pas répondre à ce",
    "darse de baja",
    "cancelar la suscripción",
    "cancelar suscripción",
    "en el navegador",
    "en tu navegador",
    "has recibido este",
    "ha recibido este",
    "no responda a este",
    "annulla l'iscrizione",
    "disiscriviti",
    "cancelar inscrição",
    "cancelar a subscrição",
    "no seu navegador",
    "afmelden",
    "uitschrijven",
    "in uw browser",
    "avregistrera",
    "avsluta prenumeration",
    "afmeld",
    "odhlásit",
    "zkontrolován na viry",
    "wypisz się",
    "на вирусы",
];

/// What lawyers add.
const LEGAL: &[&str] = &[
    "intended recipient",
    "intended only for",
    "intended solely for",
    "solely for the use of",
    "legally privileged",
    "may be privileged",
    "attachments are confidential",
    "attachment is confidential",
    "e-mail is confidential",
    "email is confidential",
    "message is confidential",
    "confidential information intended",
    "contain confidential",
    "contains confidential",
    "confidentiality notice",
    "delete it and notify",
    "notify the sender",
    "received this email in error",
    "received this e-mail in error",
    "received this message in error",
    "registered in england",
    "registered in scotland",
    "registered office",
    "company number",
    "authorised and regulated",
    "authorized and regulated",
    "all rights reserved",
    "fraud alert",
    "bank details will not change",
    "terms and conditions apply",
    "privacy policy",
    "vertrauliche informationen",
    "vertraulich sein",
    "richtige adressat",
    "irrtümlich erhalten",
    "sitz der gesellschaft",
    "handelsregister",
    "registergericht",
    "geschäftsführer:",
    "ust-id",
    "ust.-id",
    "datenschutzerklärung",
    "pièces jointes sont confidentiel",
    "pièces jointes sont établis",
    "toutes les pièces jointes",
    "n'êtes pas le destinataire",
    "informations confidentielles",
    "politique de confidentialité",
    "este mensaje y sus",
    "no es el destinatario",
    "información confidencial",
    "política de privacidad",
    "informazioni riservate",
    "erroneamente ricevuto",
    "informações confidenciais",
    "uso exclusivo do destinat",
    "vertrouwelijke informatie",
    "niet de bedoelde ontvanger",
    "konfidentiell information",
    "důvěrné informace",
];

/// What printers and sites add round a text.
const PAGE: &[&str] = &[
    "all rights reserved",
    "©",
    "(c) copyright",
    "terms of use",
    "terms & conditions",
    "terms and conditions",
    "privacy policy",
    "privacy notice",
    "cookie policy",
    "store and access",
    "we use cookies",
    "accept all",
    "manage settings",
    "cookie settings",
    "sign up to our",
    "sign up for our",
    "subscribe to our",
    "skip to main content",
    "skip to content",
    "log in | ",
    "share this article",
    "registered in england",
    "registered office",
    "load more comments",
    "all rights are reserved",
    "shall not be reproduced",
    "may not be reproduced",
    "no part of this",
    "alle rechte vorbehalten",
    "tous droits réservés",
    "todos los derechos reservados",
    "wir verwenden cookies",
    "datenschutzerklärung",
];

/// What forms, contracts and tickets all say.
const PAPER: &[&str] = &[
    "all rights reserved",
    "shall not be reproduced",
    "may not be reproduced",
    "alle rechte vorbehalten",
    "tous droits réservés",
    "todos los derechos reservados",
    "deemed an original",
    "exclusive jurisdiction",
    "entire agreement between",
    "invalid or unenforceable",
    "incorporated by reference",
    "conditions of carriage",
    "full force and effect",
    "no variation shall be",
    "no variation of this",
    "in witness whereof",
    "this page intentionally",
    "intentionally left blank",
    "results relate only to",
    "reference ranges apply",
    "accredited",
    "errors and omissions",
    "e&oe",
    "computer generated",
    "computer-generated",
    "this is a system generated",
    "does not require a signature",
    "valid without signature",
    "ohne unterschrift gültig",
    "maschinell erstellt",
    "salvatorische klausel",
    "ausschließlicher gerichtsstand",
    "tribunaux compétents",
    "sin firma",
    "registered charity",
    "vat registration",
    "vat no",
    "ust-idnr",
    "iban and bic",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_nobody_wrote() {
        for said in [
            "If you are not the intended recipient, please delete this message.",
            "Sent from my iPhone",
            "Unsubscribe: https://click.example/u/1",
            "Diese E-Mail kann vertrauliche Informationen enthalten.",
            "Envoyé de mon iPhone",
        ] {
            assert!(in_mail(said), "{said}");
        }
        for said in [
            "I sent it from my desk on Monday.",
            "The wedding is on Saturday.",
            "Call me.",
        ] {
            assert!(!in_mail(said), "{said}");
        }
    }
}
