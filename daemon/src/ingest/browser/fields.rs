//! The names that exports give to a title, an address and a time, in lower case.

/// Names under which exports keep a title.
pub(super) const TITLES: [&str; 8] = [
    "title",
    "name",
    "page_title",
    "pagetitle",
    "resolved_title",
    "given_title",
    "label",
    "page title",
];
/// Names under which exports keep an address.
pub(super) const URLS: [&str; 10] = [
    "url",
    "uri",
    "titleurl",
    "link",
    "href",
    "resolved_url",
    "given_url",
    "page_url",
    "address",
    "navigatedtourl",
];
/// Names under which exports keep a time.
pub(super) const TIMES: [&str; 35] = [
    "time_usec",
    "visittime",
    "visit_time",
    "lastvisittime",
    "last_visit_time",
    "lastvisitdate",
    "last_visit_date",
    "visit_date",
    "visitdate",
    "visited_at",
    "visited",
    "datetime",
    "date_time",
    "timestamp",
    "time",
    "date",
    "dateadded",
    "date_added",
    "time_added",
    "added",
    "added_at",
    "created",
    "created_at",
    "last_visited",
    "lastvisited",
    "local_time",
    "visit time",
    "last visited",
    "visited on",
    "saved date",
    "saved_at",
    "saved at",
    "date added",
    "start time",
    "last visit time",
];
/// Names under which exports keep when a page was put by, not visited.
pub(super) const KEPT: [&str; 11] = [
    "time_added",
    "date_added",
    "dateadded",
    "date added",
    "added",
    "added_at",
    "saved date",
    "saved_at",
    "saved at",
    "time saved",
    "date saved",
];
/// Names of columns that only what is kept has: how it is sorted, and what was noted on it.
pub(super) const SORTED: [&str; 7] = [
    "tags",
    "folder",
    "document tags",
    "collection",
    "selection",
    "highlights",
    "favorite",
];
/// Names under which exports keep what the reader noted, or marked in the text.
pub(super) const NOTES: [&str; 8] = [
    "note",
    "notes",
    "document note",
    "selection",
    "annotation",
    "highlights",
    "highlight",
    "comment",
];
