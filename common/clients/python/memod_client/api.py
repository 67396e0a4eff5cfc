"""Types and operations of memo's HTTP interface, version 0.1.0. Written by common/clients/generate from the daemon's
OpenAPI document; change that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

# A text, or its name and the text
Upload = str | bytes | tuple[str, str | bytes]


class Accepted(TypedDict):
    """The document is safe on disk"""

    status: Literal["success"]
    # Whose memory it went into
    user_id: str
    # The document's name, given or made
    item_id: str
    # The run's resource path, to be read under /v1/
    workflow_execution: str
    # There, and true, where all is as it was but for the text, which had been lost on the daemon's disk, and is back
    restored: NotRequired[bool]


class Answer(TypedDict):
    """An answer and what it rests on"""

    # The answer in words; [1], [2] are places in memories
    response: str
    # Whether the memories hold an answer
    answered: bool
    # Those that the answer rests on, best first
    memories: list[Memory]
    # Always empty
    qa: list[Any]
    # Always empty
    chunks: list[Any]
    # Who answers: what is inside the daemon, or the language model that is set
    answerer: NotRequired[Literal["embedded", "llm"]]
    fallback: NotRequired[RunError]


class AnswerPiece(TypedDict):
    """A piece of a streamed answer"""

    # A checked sentence, with what parts it from the one before
    text: str


class Compacted(TypedDict):
    """Space given back"""

    status: Literal["success"]
    # Size of the store before
    bytes_before: int
    # Size of the store after
    bytes_after: int


class Content(TypedDict):
    """What a memory holds"""

    # First-person account, from the point of view of the user named at upload
    narrative: str
    # Who took part, by their fullest known names
    participants: list[str]
    # ISO 8601 at the precision known (2024, 2024-05, 2024-05-03, 2024-05-03 14:30), or a range with /; empty when nothing is known
    when: str
    # Where it took place; null when that is not known
    where: str | None
    # Named things in the narrative
    entities: NotRequired[list[Entity]]
    # Keywords
    tags: list[str]


class Correction(TypedDict):
    """Fields of a memory, those that are meant"""

    # The account
    narrative: NotRequired[str]
    # Who took part
    participants: NotRequired[list[str]]
    # When it happened; empty when nothing is known
    when: NotRequired[str]
    # Where it took place; empty when nothing is known
    where: NotRequired[str]
    # Keywords
    tags: NotRequired[list[str]]

# An ISO date, at the precision that is wanted, or a range; empty is as good as left out
Day = str


class Document(TypedDict):
    """An uploaded document"""

    item_id: str
    source_type: NotRequired[SourceType]
    user_name: str
    # The upload's file name, where it had one
    filename: NotRequired[str]
    # RFC 3339
    created_at: str
    # Size of the text
    bytes: int
    # How many of its memories can be recalled
    memories: int
    run: Execution


class DocumentPage(TypedDict):
    """Documents by item_id"""

    documents: list[Document]
    # Where the next page begins; absent on the last
    next_cursor: NotRequired[str]


class Entity(TypedDict):
    """A named thing"""

    # As the source writes it
    name: str
    type: Literal["person", "organization", "location", "event", "product", "work", "url", "email", "phone", "money", "file", "repository", "issue", "other"]


class Envelope(TypedDict):
    """Matching memories, best first"""

    memories: list[Memory]
    # Always empty
    qa: list[Any]
    # Always empty
    chunks: list[Any]


class Execution(TypedDict):
    """One background run"""

    # Resource path
    name: str
    state: Literal["ACTIVE", "SUCCEEDED", "FAILED"]
    # The document it works on
    item_id: str
    progress: Progress
    # How many it made, once succeeded
    memories: NotRequired[int]
    # How they were made, once succeeded: with what is inside the daemon, by the language model that is set, or some by the one and some by the other
    extractor: NotRequired[Literal["embedded", "llm", "mixed"]]
    fallback: NotRequired[RunError]
    # RFC 3339
    start_time: str
    # RFC 3339, once ended
    end_time: NotRequired[str]
    error: NotRequired[RunError]


class Forgotten(TypedDict):
    """What is gone"""

    status: Literal["success"]
    # How many memories are gone
    memories: int


class Health(TypedDict):
    """How the daemon is"""

    status: str
    version: str


class ImportReport(TypedDict):
    """ImportReport"""

    status: Literal["success"]
    # Documents taken in with their memories
    documents: int
    # Memories taken in with them
    memories: int
    # Ratings taken in
    ratings: int
    # Documents without memories, which are worked on now
    queued: int
    # Documents that are here already
    unchanged: int
    # Documents left out, since what is here under their names was uploaded later
    kept: int


class KeyInfo(TypedDict):
    """A key, without its secret"""

    key_id: str
    # Whose memory it opens
    user_id: str
    # What its maker calls it
    name: str
    # Whether it may make keys for other users
    admin: bool
    # Whether it may only read: ask, recall, list and look; what changes or costs anything is refused with read_only_key
    read_only: NotRequired[bool]
    # RFC 3339
    created_at: str
    # Whether this request was made with it
    current: NotRequired[bool]


class KeyList(TypedDict):
    """Keys, oldest first"""

    keys: list[KeyInfo]


class Memory(TypedDict):
    """One episodic memory"""

    # Names the memory
    custom_id: str
    # The document it came from
    item_id: str
    # How likely it is to be what was asked for; 0 where nothing was asked
    score: float
    content: Content


class MemoryDetail(TypedDict):
    """A memory with the passages that it rests on"""

    # Names the memory
    custom_id: str
    # The document it came from
    item_id: str
    # How likely it is to be what was asked for; 0 where nothing was asked
    score: float
    content: Content
    source: list[SourceSpan]
    # What was read of the fields that were put right since; absent where none were
    read: NotRequired[Correction]


class MemoryPage(TypedDict):
    """Memories by time, latest first"""

    memories: list[Memory]
    # Where the next page begins; absent on the last
    next_cursor: NotRequired[str]


class MemoryPatch(TypedDict):
    """What a memory says in the place of what was read; null gives back what was read"""

    # The account; no control characters but line breaks and tabs
    narrative: NotRequired[str | None]
    # Who took part: all of them
    participants: NotRequired[list[str] | None]
    # 2024, 2024-05, 2024-05-03, 2024-05-03 14:30, or two of these joined by /; empty where nothing is known
    when: NotRequired[str | None]
    # Where it took place; empty where nothing is known
    where: NotRequired[str | None]
    # Keywords: all of them
    tags: NotRequired[list[str] | None]


class Model(TypedDict):
    """A language model"""

    # Whether one is set; without one no text leaves the machine, but for an Embedding's
    configured: bool
    # Where texts and questions go
    base_url: NotRequired[str]
    # Its name there
    model: NotRequired[str]
    # What it is used for
    use: NotRequired[Literal["extract", "answer", "both"]]
    # Whether it is asked; after a failure it is left alone for a while
    state: NotRequired[Literal["ready", "resting"]]
    # Seconds until it is asked again, while it is left alone
    retry_in: NotRequired[int]
    # Calls since the daemon started
    calls: int
    # How many of them had no reply
    failures: int
    last_error: NotRequired[RunError]


class ModelTest(TypedDict):
    """What came of one call"""

    # Whether there was a reply
    ok: bool
    # How long it took, milliseconds
    took_ms: int
    # What came back
    reply: NotRequired[str]
    # Whether that has the form that was asked for
    follows_schema: bool
    error: NotRequired[RunError]


class Embedding(TypedDict):
    """A model that makes vectors"""

    # Whether one is set
    configured: bool
    # Where memories and questions go
    base_url: NotRequired[str]
    # Its name there
    model: NotRequired[str]
    # Whether it is asked; after a failure it is left alone for a while
    state: NotRequired[Literal["ready", "resting"]]
    # Seconds until it is asked again, while it is left alone
    retry_in: NotRequired[int]
    # How many numbers its vectors have, once that is known
    dimensions: NotRequired[int]
    # Whether questions use its vectors: from when all memories had theirs
    in_use: bool
    # Memories that have a vector by it
    done: int
    # All memories
    total: int
    # Calls since the daemon started
    calls: int
    # How many of them gave no vectors
    failures: int
    last_error: NotRequired[RunError]


class EmbeddingTest(TypedDict):
    """What came of one call for a vector"""

    # Whether there was one
    ok: bool
    # How long it took, milliseconds
    took_ms: int
    # How many numbers it has
    dimensions: NotRequired[int]
    error: NotRequired[RunError]


class NewKey(TypedDict):
    """A new key: the only answer that holds its secret"""

    # The value of x-api-key
    api_key: str
    key_id: str
    # Whose memory it opens
    user_id: str
    # What its maker calls it
    name: str
    # Whether it may make keys for other users
    admin: bool
    # Whether it may only read: ask, recall, list and look; what changes or costs anything is refused with read_only_key
    read_only: NotRequired[bool]
    # RFC 3339
    created_at: str
    # Whether this request was made with it
    current: NotRequired[bool]


class Name(TypedDict):
    """One of a person's names"""

    # As memories write it
    name: str
    # How many memories have it
    memories: int


class PeoplePage(TypedDict):
    """People, those of most memories first"""

    people: list[Person]
    # Where the next page begins; absent on the last
    next_cursor: NotRequired[str]


class SuggestionPage(TypedDict):
    """Names that may be one person's, those with the likeliest reasons first"""

    suggestions: list[Suggestion]
    # Where the next page begins; absent on the last
    next_cursor: NotRequired[str]


class Suggestion(TypedDict):
    """Names that may be one person's"""

    # A name of the one
    name: str
    # A name of the other, who is shown if both are one
    into: str
    # Why they may be one, in words
    reason: str


class Person(TypedDict):
    """Somebody in the memories"""

    # The name that is shown
    name: str
    # Whether it is the user, by the name that most documents are told by
    me: bool
    # How many memories they take part in, speak in or are mentioned in
    memories: int
    # By which names, the most frequent first
    names: list[Name]
    # Which of these were merged into another, and can be split from it again
    merged: list[str]


class Problem(TypedDict):
    """RFC 9457 problem document"""

    # Stable URI reference, such as /problems/file-too-large
    type: str
    title: str
    status: int
    # What happened, and what to do
    detail: str
    code: Literal["invalid_form", "missing_field", "duplicate_field", "invalid_field", "file_too_large", "file_not_text", "file_empty", "missing_or_invalid_key", "foreign_host", "administrator_only", "read_only_key", "not_found", "method_not_allowed", "request_timeout", "body_too_large", "unsupported_media_type", "too_many_requests", "internal", "not_ready", "storage_full"]
    # The form field or parameter at fault
    field: NotRequired[str]
    # The request's id, as in the x-request-id header; the daemon's log says more under it
    request_id: NotRequired[str]


class Progress(TypedDict):
    """How far a run is"""

    stage: Literal["queued", "reading", "extracting", "storing", "indexing", "done"]
    # Steps of the stage that are done
    done: int
    # Steps that the stage has; 0 while unknown
    total: int


class Rated(TypedDict):
    """The rating that now stands"""

    status: Literal["success"]
    memory_id: str
    # 0 where one was withdrawn
    rating: int


class RunError(TypedDict):
    """Why a run failed, or why a language model's way was left"""

    # snake_case, such as extraction_failed, crashed, superseded, deleted; of a model model_unreachable, model_timed_out, model_refused, model_busy, model_failing, model_broke_off, model_garbled, model_truncated, model_too_long, model_empty, model_wrong_shape, model_unsupported, model_resting, model_no_room, model_bad_request, model_prompt_too_long, or document_too_long
    code: str
    # For the document's owner to read
    message: str


class SourceSpan(TypedDict):
    """A passage of the uploaded text"""

    # First byte
    start: int
    # The byte after its last
    end: int
    # Counted from 1
    first_line: int
    # Counted from 1
    last_line: int
    text: str

# What kind of document it is
SourceType = Literal["text", "email", "pdf", "stream", "browser", "vscode", "calendar", "github", "slack"]


class Facets(TypedDict):
    """What there is among memories"""

    # How many memories the filter admits
    memories: int
    people: NotRequired[Facet]
    places: NotRequired[Facet]
    tags: NotRequired[Facet]
    source_types: NotRequired[Facet]
    # Where the next page of the facet begins; absent on the last, and where all four are answered
    next_cursor: NotRequired[str]


class Facet(TypedDict):
    """The values of one kind"""

    # How many different ones there are
    total: int
    # Those of the most memories first
    values: list[FacetValue]


class FacetValue(TypedDict):
    """One value"""

    # As most of its memories write it
    value: str
    memories: int


class Days(TypedDict):
    """How many memories fall on each day"""

    # The period's first day
    since: str
    # Its last
    until: str
    # Those on which there is something, in order
    days: list[dict[str, Any]]
    # Memories of a month or year within the period, of which no day is known
    without_day: int


class TimelinePage(TypedDict):
    """A page of a timeline"""

    # The period's first day
    since: str
    # Its last
    until: str
    # In order
    entries: list[dict[str, Any]]
    # Where the next page begins; absent on the last
    next_cursor: NotRequired[str]


class McpMessage(TypedDict):
    """A message of JSON-RPC 2.0: a request, a notification, a result or an error"""

    jsonrpc: Literal["2.0"]
    # Of a request and its answer
    id: NotRequired[str | int | None]
    # Of a request and a notification
    method: NotRequired[str]
    params: NotRequired[dict[str, Any]]
    result: NotRequired[dict[str, Any]]
    error: NotRequired[dict[str, Any]]


class WebLogin(TypedDict):
    """Where a browser logs in"""

    # Path and fragment, to stand behind the daemon's address; it lets in once
    path: str
    # For how many seconds it does
    expires_in: int


class Watch(TypedDict):
    """Something that the daemon keeps up with by itself"""

    # Its id
    watch_id: str
    # A folder, a file, or the address of a calendar or a mailbox
    source: str
    # From whose point of view its memories are told
    user_name: str
    # What happens to the memories of a file that is deleted
    on_delete: Literal["keep", "forget"]
    # Since when it is watched
    created_at: str
    # The folders of a mailbox that are read; absent where it is all but those for what is deleted, unwanted or not yet sent
    folders: NotRequired[list[str]]
    # new: it has not looked yet; reading: it reads what is new; watching: all that was there is read; failing: the last look came to nothing, and it looks again by itself
    state: Literal["new", "reading", "watching", "failing"]
    # When it last looked at everything, whatever came of it
    looked_at: NotRequired[str]
    # Files that it has read
    files: int
    # Documents that these became
    documents: int
    # Files of the look in progress that are done
    done: int
    # Files of the look in progress that are new or have changed; 0 when there is none
    total: int
    # What went wrong at the last look
    error: NotRequired[str]


class WatchList(TypedDict):
    """All that is watched"""

    # In the order in which they were added
    watches: list[Watch]


def segment(text: str) -> str:
    """One segment of a path."""
    return quote(text, safe='')


class Operations:
    """One method for each operation."""

    # Sends one call
    _call: Callable[..., Any]

    def memorize(
        self,
        file: Upload,
        user_name: str,
        *,
        item_id: str | None = None,
        source_type: SourceType | None = None,
        reference_time: str | None = None,
    ) -> Accepted:
        """Uploads one text document; its memories are made in the background."""
        return self._call("POST", "/v1/memorize", multipart={"file": file, "user_name": user_name, "item_id": item_id, "source_type": source_type, "reference_time": reference_time})

    def recall(
        self,
        text: str,
        *,
        limit: int | None = None,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> Envelope:
        """Finds memories, without generated text."""
        return self._call("POST", "/v1/memories/recall", form={"text": text, "limit": limit, "since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def ask(
        self,
        text: str,
        *,
        limit: int | None = None,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> Answer:
        """Answers a question from memories."""
        return self._call("POST", "/v1/memories/ask", form={"text": text, "limit": limit, "since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def feedback(
        self,
        memory_id: str,
        rating: int,
        query_text: str,
    ) -> Rated:
        """Rates a memory for the query that surfaced it."""
        return self._call("POST", "/v1/memories/feedback", form={"memory_id": memory_id, "rating": rating, "query_text": query_text})

    def execution(
        self,
        project: str,
        location: str,
        workflow: str,
        id: str,
    ) -> Execution:
        """One background run."""
        return self._call("GET", f"/v1/projects/{segment(project)}/locations/{segment(location)}/workflows/{segment(workflow)}/executions/{segment(id)}")

    def documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> DocumentPage:
        """Lists documents."""
        return self._call("GET", "/v1/documents", query={"limit": limit, "cursor": cursor})

    def document(
        self,
        item_id: str,
    ) -> Document:
        """One document."""
        return self._call("GET", f"/v1/documents/{segment(item_id)}")

    def forget_document(
        self,
        item_id: str,
    ) -> Forgotten:
        """Forgets a document: its text and memories are gone from every answer at once, and from disk after the next compaction."""
        return self._call("DELETE", f"/v1/documents/{segment(item_id)}")

    def document_text(
        self,
        item_id: str,
    ) -> str:
        """A document's text, as it was uploaded."""
        return self._call("GET", f"/v1/documents/{segment(item_id)}/text", answer="text")

    def memories(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> MemoryPage:
        """Browses memories by time."""
        return self._call("GET", "/v1/memories", query={"limit": limit, "cursor": cursor, "since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def memory(
        self,
        custom_id: str,
    ) -> MemoryDetail:
        """One memory, with the passages it rests on."""
        return self._call("GET", f"/v1/memories/{segment(custom_id)}")

    def edit_memory(
        self,
        custom_id: str,
        body: MemoryPatch,
    ) -> MemoryDetail:
        """Puts a memory right: what is sent takes a field's place, null gives back what was read. It holds when the document is read again."""
        return self._call("PATCH", f"/v1/memories/{segment(custom_id)}", json=body)

    def forget_memory(
        self,
        custom_id: str,
    ) -> Forgotten:
        """Removes one memory."""
        return self._call("DELETE", f"/v1/memories/{segment(custom_id)}")

    def facets(
        self,
        *,
        facet: Literal["people", "places", "tags", "source_types", ""] | None = None,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> Facets:
        """Counts memories by their people, places, tags and types."""
        return self._call("GET", "/v1/facets", query={"facet": facet, "prefix": prefix, "limit": limit, "cursor": cursor, "since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def days(
        self,
        *,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> Days:
        """Counts memories on each day of a period."""
        return self._call("GET", "/v1/days", query={"since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def timeline(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        other_years: Literal["true", "false", ""] | None = None,
        since: Day | None = None,
        until: Day | None = None,
        participant: str | None = None,
        place: str | None = None,
        tag: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
    ) -> TimelinePage:
        """What happened, or is to happen, in a period, in order."""
        return self._call("GET", "/v1/timeline", query={"limit": limit, "cursor": cursor, "other_years": other_years, "since": since, "until": until, "participant": participant, "place": place, "tag": tag, "item_id": item_id, "source_type": source_type})

    def people(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        prefix: str | None = None,
    ) -> PeoplePage:
        """Everybody in the memories, by how many they are in, with all their names."""
        return self._call("GET", "/v1/people", query={"limit": limit, "cursor": cursor, "prefix": prefix})

    def people_suggestions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> SuggestionPage:
        """Names that may be one person's, with the reason."""
        return self._call("GET", "/v1/people/suggestions", query={"limit": limit, "cursor": cursor})

    def dismiss_people_suggestion(
        self,
        name: str,
        into: str,
    ) -> Person:
        """From now on two names are not offered as one person's."""
        return self._call("POST", "/v1/people/suggestions/dismiss", form={"name": name, "into": into})

    def merge_people(
        self,
        name: str,
        into: str,
    ) -> Person:
        """From now on two names are one person's, who is shown by the second."""
        return self._call("POST", "/v1/people/merge", form={"name": name, "into": into})

    def split_person(
        self,
        name: str,
    ) -> Person:
        """Takes back that a name was merged into another."""
        return self._call("POST", "/v1/people/split", form={"name": name})

    def rename_person(
        self,
        name: str,
        *,
        shown: str | None = None,
    ) -> Person:
        """From now on a person is shown by another name."""
        return self._call("POST", "/v1/people/rename", form={"name": name, "shown": shown})

    def merge_into_me(
        self,
        name: str,
    ) -> Person:
        """From now on this is a name of the user's own."""
        return self._call("POST", "/v1/people/me", form={"name": name})

    def watches(
        self,
    ) -> WatchList:
        """What the daemon keeps up with by itself; takes an administrator's key."""
        return self._call("GET", "/v1/watches")

    def add_watch(
        self,
        source: str,
        user_name: str,
        *,
        on_delete: Literal["keep", "forget", ""] | None = None,
        allow_private: Literal["true", "false", ""] | None = None,
        folders: str | None = None,
    ) -> Watch:
        """Has the daemon keep up with a folder or a file of its machine, or the address of a calendar or a mailbox; takes an administrator's key, and a request from that machine. What is watched already goes on with these settings."""
        return self._call("POST", "/v1/watches", form={"source": source, "user_name": user_name, "on_delete": on_delete, "allow_private": allow_private, "folders": folders})

    def watch(
        self,
        watch_id: str,
    ) -> Watch:
        """One watch."""
        return self._call("GET", f"/v1/watches/{segment(watch_id)}")

    def remove_watch(
        self,
        watch_id: str,
    ) -> Watch:
        """Watches it no longer; what was remembered of it stays."""
        return self._call("DELETE", f"/v1/watches/{segment(watch_id)}")

    def keys(
        self,
    ) -> KeyList:
        """The keys of the caller's user; an administrator sees all."""
        return self._call("GET", "/v1/keys")

    def create_key(
        self,
        *,
        name: str | None = None,
        user_id: str | None = None,
        read_only: Literal["true", "false", ""] | None = None,
    ) -> NewKey:
        """Makes a key, for the caller's user or, as an administrator, for another."""
        return self._call("POST", "/v1/keys", form={"name": name, "user_id": user_id, "read_only": read_only})

    def revoke_key(
        self,
        key_id: str,
    ) -> KeyInfo:
        """Revokes a key."""
        return self._call("DELETE", f"/v1/keys/{segment(key_id)}")

    def web_login(
        self,
    ) -> WebLogin:
        """Where a browser logs in to the pages under `/web` as the caller's user."""
        return self._call("POST", "/v1/web/login")

    def export(
        self,
    ) -> Iterator[str]:
        """All documents, memories and ratings of the key's user, as JSON Lines that import takes in again; the README describes the format. A user's exports are written one at a time: a second is refused with 429."""
        return self._call("GET", "/v1/export", answer="lines")

    def import_(
        self,
        body: str,
    ) -> ImportReport:
        """Takes in lines of an export: the first, and whole documents; what is here already is left as it is."""
        return self._call("POST", "/v1/import", lines=body)

    def model(
        self,
    ) -> Model:
        """The language model that texts and questions are sent to, where one is set, and how it does."""
        return self._call("GET", "/v1/model")

    def test_model(
        self,
    ) -> ModelTest:
        """Makes one call of the language model, with nothing of anybody's memories in it; takes an administrator's key."""
        return self._call("POST", "/v1/model/test")

    def embedding(
        self,
    ) -> Embedding:
        """What makes the vectors of memories and questions, how it does, and how far it is."""
        return self._call("GET", "/v1/embedding")

    def test_embedding(
        self,
    ) -> EmbeddingTest:
        """Makes one call of the model that makes vectors, with nothing of anybody's memories in it; takes an administrator's key."""
        return self._call("POST", "/v1/embedding/test")

    def backup(
        self,
    ) -> Iterator[str]:
        """Everything of everybody as of now, as a file for memo restore; takes an administrator's key."""
        return self._call("GET", "/v1/admin/backup", answer="lines")

    def compact(
        self,
    ) -> Compacted:
        """Gives space on disk back, and with it whatever was forgotten; takes an administrator's key."""
        return self._call("POST", "/v1/admin/compact")

    def mcp(
        self,
        body: McpMessage,
    ) -> McpMessage | None:
        """The same for assistants, by the Model Context Protocol (streamable HTTP, without sessions)."""
        return self._call("POST", "/mcp", json=body)

    def healthz(
        self,
    ) -> Health:
        """Whether the daemon answers; no key is needed from its own machine."""
        return self._call("GET", "/healthz")

    def readyz(
        self,
    ) -> Health:
        """Whether store and index are open and level; no key is needed from its own machine."""
        return self._call("GET", "/readyz")

    def metrics(
        self,
    ) -> str:
        """Counters of all users, in the Prometheus text form."""
        return self._call("GET", "/metrics", answer="text")

    def openapi(
        self,
    ) -> dict[str, Any]:
        """This document."""
        return self._call("GET", "/openapi.json")
