// Types and operations of memo's HTTP interface, version 0.1.0. Written by common/clients/generate from the daemon's
// OpenAPI document; change that.

/** A text, or its name and the text */
export type Upload = string | Uint8Array | { name: string; content: string | Uint8Array };

/** The document is safe on disk */
export interface Accepted {
  status: "success";
  /** Whose memory it went into */
  user_id: string;
  /** The document's name, given or made */
  item_id: string;
  /** The run's resource path, to be read under /v1/ */
  workflow_execution: string;
  /** There, and true, where all is as it was but for the text, which had been lost on the daemon's disk, and is back */
  restored?: boolean | undefined;
}

/** An answer and what it rests on */
export interface Answer {
  /** The answer in words; [1], [2] are places in memories */
  response: string;
  /** Whether the memories hold an answer */
  answered: boolean;
  /** Those that the answer rests on, best first */
  memories: Memory[];
  /** Always empty */
  qa: unknown[];
  /** Always empty */
  chunks: unknown[];
  /** Who answers: what is inside the daemon, or the language model that is set */
  answerer?: "embedded" | "llm" | undefined;
  fallback?: RunError | undefined;
}

/** A piece of a streamed answer */
export interface AnswerPiece {
  /** A checked sentence, with what parts it from the one before */
  text: string;
}

/** Space given back */
export interface Compacted {
  status: "success";
  /** Size of the store before */
  bytes_before: number;
  /** Size of the store after */
  bytes_after: number;
}

/** What a memory holds */
export interface Content {
  /** First-person account, from the point of view of the user named at upload */
  narrative: string;
  /** Who took part, by their fullest known names */
  participants: string[];
  /** ISO 8601 at the precision known (2024, 2024-05, 2024-05-03, 2024-05-03 14:30), or a range with /; empty when nothing is known */
  when: string;
  /** Where it took place; null when that is not known */
  where: string | null;
  /** Named things in the narrative */
  entities?: Entity[] | undefined;
  /** Keywords */
  tags: string[];
}

/** Fields of a memory, those that are meant */
export interface Correction {
  /** The account */
  narrative?: string | undefined;
  /** Who took part */
  participants?: string[] | undefined;
  /** When it happened; empty when nothing is known */
  when?: string | undefined;
  /** Where it took place; empty when nothing is known */
  where?: string | undefined;
  /** Keywords */
  tags?: string[] | undefined;
}

/** An ISO date, at the precision that is wanted, or a range; empty is as good as left out */
export type Day = string;

/** An uploaded document */
export interface Document {
  item_id: string;
  source_type?: SourceType | undefined;
  user_name: string;
  /** The upload's file name, where it had one */
  filename?: string | undefined;
  /** RFC 3339 */
  created_at: string;
  /** Size of the text */
  bytes: number;
  /** How many of its memories can be recalled */
  memories: number;
  run: Execution;
}

/** Documents by item_id */
export interface DocumentPage {
  documents: Document[];
  /** Where the next page begins; absent on the last */
  next_cursor?: string | undefined;
}

/** A named thing */
export interface Entity {
  /** As the source writes it */
  name: string;
  type: "person" | "organization" | "location" | "event" | "product" | "work" | "url" | "email" | "phone" | "money" | "file" | "repository" | "issue" | "other";
}

/** Matching memories, best first */
export interface Envelope {
  memories: Memory[];
  /** Always empty */
  qa: unknown[];
  /** Always empty */
  chunks: unknown[];
}

/** One background run */
export interface Execution {
  /** Resource path */
  name: string;
  state: "ACTIVE" | "SUCCEEDED" | "FAILED";
  /** The document it works on */
  item_id: string;
  progress: Progress;
  /** How many it made, once succeeded */
  memories?: number | undefined;
  /** How they were made, once succeeded: with what is inside the daemon, by the language model that is set, or some by the one and some by the other */
  extractor?: "embedded" | "llm" | "mixed" | undefined;
  fallback?: RunError | undefined;
  /** RFC 3339 */
  start_time: string;
  /** RFC 3339, once ended */
  end_time?: string | undefined;
  error?: RunError | undefined;
}

/** What is gone */
export interface Forgotten {
  status: "success";
  /** How many memories are gone */
  memories: number;
}

/** How the daemon is */
export interface Health {
  status: string;
  version: string;
}

/** ImportReport */
export interface ImportReport {
  status: "success";
  /** Documents taken in with their memories */
  documents: number;
  /** Memories taken in with them */
  memories: number;
  /** Ratings taken in */
  ratings: number;
  /** Documents without memories, which are worked on now */
  queued: number;
  /** Documents that are here already */
  unchanged: number;
  /** Documents left out, since what is here under their names was uploaded later */
  kept: number;
}

/** A key, without its secret */
export interface KeyInfo {
  key_id: string;
  /** Whose memory it opens */
  user_id: string;
  /** What its maker calls it */
  name: string;
  /** Whether it may make keys for other users */
  admin: boolean;
  /** Whether it may only read: ask, recall, list and look; what changes or costs anything is refused with read_only_key */
  read_only?: boolean | undefined;
  /** RFC 3339 */
  created_at: string;
  /** Whether this request was made with it */
  current?: boolean | undefined;
}

/** Keys, oldest first */
export interface KeyList {
  keys: KeyInfo[];
}

/** One episodic memory */
export interface Memory {
  /** Names the memory */
  custom_id: string;
  /** The document it came from */
  item_id: string;
  /** How likely it is to be what was asked for; 0 where nothing was asked */
  score: number;
  content: Content;
}

/** A memory with the passages that it rests on */
export interface MemoryDetail {
  /** Names the memory */
  custom_id: string;
  /** The document it came from */
  item_id: string;
  /** How likely it is to be what was asked for; 0 where nothing was asked */
  score: number;
  content: Content;
  source: SourceSpan[];
  /** What was read of the fields that were put right since; absent where none were */
  read?: Correction | undefined;
}

/** Memories by time, latest first */
export interface MemoryPage {
  memories: Memory[];
  /** Where the next page begins; absent on the last */
  next_cursor?: string | undefined;
}

/** What a memory says in the place of what was read; null gives back what was read */
export interface MemoryPatch {
  /** The account; no control characters but line breaks and tabs */
  narrative?: string | null | undefined;
  /** Who took part: all of them */
  participants?: string[] | null | undefined;
  /** 2024, 2024-05, 2024-05-03, 2024-05-03 14:30, or two of these joined by /; empty where nothing is known */
  when?: string | null | undefined;
  /** Where it took place; empty where nothing is known */
  where?: string | null | undefined;
  /** Keywords: all of them */
  tags?: string[] | null | undefined;
}

/** A language model */
export interface Model {
  /** Whether one is set; without one no text leaves the machine, but for an Embedding's */
  configured: boolean;
  /** Where texts and questions go */
  base_url?: string | undefined;
  /** Its name there */
  model?: string | undefined;
  /** What it is used for */
  use?: "extract" | "answer" | "both" | undefined;
  /** Whether it is asked; after a failure it is left alone for a while */
  state?: "ready" | "resting" | undefined;
  /** Seconds until it is asked again, while it is left alone */
  retry_in?: number | undefined;
  /** Calls since the daemon started */
  calls: number;
  /** How many of them had no reply */
  failures: number;
  last_error?: RunError | undefined;
}

/** What came of one call */
export interface ModelTest {
  /** Whether there was a reply */
  ok: boolean;
  /** How long it took, milliseconds */
  took_ms: number;
  /** What came back */
  reply?: string | undefined;
  /** Whether that has the form that was asked for */
  follows_schema: boolean;
  error?: RunError | undefined;
}

/** A model that makes vectors */
export interface Embedding {
  /** Whether one is set */
  configured: boolean;
  /** Where memories and questions go */
  base_url?: string | undefined;
  /** Its name there */
  model?: string | undefined;
  /** Whether it is asked; after a failure it is left alone for a while */
  state?: "ready" | "resting" | undefined;
  /** Seconds until it is asked again, while it is left alone */
  retry_in?: number | undefined;
  /** How many numbers its vectors have, once that is known */
  dimensions?: number | undefined;
  /** Whether questions use its vectors: from when all memories had theirs */
  in_use: boolean;
  /** Memories that have a vector by it */
  done: number;
  /** All memories */
  total: number;
  /** Calls since the daemon started */
  calls: number;
  /** How many of them gave no vectors */
  failures: number;
  last_error?: RunError | undefined;
}

/** What came of one call for a vector */
export interface EmbeddingTest {
  /** Whether there was one */
  ok: boolean;
  /** How long it took, milliseconds */
  took_ms: number;
  /** How many numbers it has */
  dimensions?: number | undefined;
  error?: RunError | undefined;
}

/** A new key: the only answer that holds its secret */
export interface NewKey {
  /** The value of x-api-key */
  api_key: string;
  key_id: string;
  /** Whose memory it opens */
  user_id: string;
  /** What its maker calls it */
  name: string;
  /** Whether it may make keys for other users */
  admin: boolean;
  /** Whether it may only read: ask, recall, list and look; what changes or costs anything is refused with read_only_key */
  read_only?: boolean | undefined;
  /** RFC 3339 */
  created_at: string;
  /** Whether this request was made with it */
  current?: boolean | undefined;
}

/** One of a person's names */
export interface Name {
  /** As memories write it */
  name: string;
  /** How many memories have it */
  memories: number;
}

/** People, those of most memories first */
export interface PeoplePage {
  people: Person[];
  /** Where the next page begins; absent on the last */
  next_cursor?: string | undefined;
}

/** Names that may be one person's, those with the likeliest reasons first */
export interface SuggestionPage {
  suggestions: Suggestion[];
  /** Where the next page begins; absent on the last */
  next_cursor?: string | undefined;
}

/** Names that may be one person's */
export interface Suggestion {
  /** A name of the one */
  name: string;
  /** A name of the other, who is shown if both are one */
  into: string;
  /** Why they may be one, in words */
  reason: string;
}

/** Somebody in the memories */
export interface Person {
  /** The name that is shown */
  name: string;
  /** Whether it is the user, by the name that most documents are told by */
  me: boolean;
  /** How many memories they take part in, speak in or are mentioned in */
  memories: number;
  /** By which names, the most frequent first */
  names: Name[];
  /** Which of these were merged into another, and can be split from it again */
  merged: string[];
}

/** RFC 9457 problem document */
export interface Problem {
  /** Stable URI reference, such as /problems/file-too-large */
  type: string;
  title: string;
  status: number;
  /** What happened, and what to do */
  detail: string;
  code: "invalid_form" | "missing_field" | "duplicate_field" | "invalid_field" | "file_too_large" | "file_not_text" | "file_empty" | "missing_or_invalid_key" | "foreign_host" | "administrator_only" | "read_only_key" | "not_found" | "method_not_allowed" | "request_timeout" | "body_too_large" | "unsupported_media_type" | "too_many_requests" | "internal" | "not_ready" | "storage_full";
  /** The form field or parameter at fault */
  field?: string | undefined;
  /** The request's id, as in the x-request-id header; the daemon's log says more under it */
  request_id?: string | undefined;
}

/** How far a run is */
export interface Progress {
  stage: "queued" | "reading" | "extracting" | "storing" | "indexing" | "done";
  /** Steps of the stage that are done */
  done: number;
  /** Steps that the stage has; 0 while unknown */
  total: number;
}

/** The rating that now stands */
export interface Rated {
  status: "success";
  memory_id: string;
  /** 0 where one was withdrawn */
  rating: number;
}

/** Why a run failed, or why a language model's way was left */
export interface RunError {
  /** snake_case, such as extraction_failed, crashed, superseded, deleted; of a model model_unreachable, model_timed_out, model_refused, model_busy, model_failing, model_broke_off, model_garbled, model_truncated, model_too_long, model_empty, model_wrong_shape, model_unsupported, model_resting, model_no_room, model_bad_request, model_prompt_too_long, or document_too_long */
  code: string;
  /** For the document's owner to read */
  message: string;
}

/** A passage of the uploaded text */
export interface SourceSpan {
  /** First byte */
  start: number;
  /** The byte after its last */
  end: number;
  /** Counted from 1 */
  first_line: number;
  /** Counted from 1 */
  last_line: number;
  text: string;
}

/** What kind of document it is */
export type SourceType = "text" | "email" | "pdf" | "stream" | "browser" | "vscode" | "calendar" | "github" | "slack";

/** What there is among memories */
export interface Facets {
  /** How many memories the filter admits */
  memories: number;
  people?: Facet | undefined;
  places?: Facet | undefined;
  tags?: Facet | undefined;
  source_types?: Facet | undefined;
  /** Where the next page of the facet begins; absent on the last, and where all four are answered */
  next_cursor?: string | undefined;
}

/** The values of one kind */
export interface Facet {
  /** How many different ones there are */
  total: number;
  /** Those of the most memories first */
  values: FacetValue[];
}

/** One value */
export interface FacetValue {
  /** As most of its memories write it */
  value: string;
  memories: number;
}

/** How many memories fall on each day */
export interface Days {
  /** The period's first day */
  since: string;
  /** Its last */
  until: string;
  /** Those on which there is something, in order */
  days: { [field: string]: unknown }[];
  /** Memories of a month or year within the period, of which no day is known */
  without_day: number;
}

/** A page of a timeline */
export interface TimelinePage {
  /** The period's first day */
  since: string;
  /** Its last */
  until: string;
  /** In order */
  entries: { [field: string]: unknown }[];
  /** Where the next page begins; absent on the last */
  next_cursor?: string | undefined;
}

/** A message of JSON-RPC 2.0: a request, a notification, a result or an error */
export interface McpMessage {
  jsonrpc: "2.0";
  /** Of a request and its answer */
  id?: string | number | null | undefined;
  /** Of a request and a notification */
  method?: string | undefined;
  params?: { [field: string]: unknown } | undefined;
  result?: { [field: string]: unknown } | undefined;
  error?: { [field: string]: unknown } | undefined;
}

/** Where a browser logs in */
export interface WebLogin {
  /** Path and fragment, to stand behind the daemon's address; it lets in once */
  path: string;
  /** For how many seconds it does */
  expires_in: number;
}

/** Something that the daemon keeps up with by itself */
export interface Watch {
  /** Its id */
  watch_id: string;
  /** A folder, a file, or the address of a calendar or a mailbox */
  source: string;
  /** From whose point of view its memories are told */
  user_name: string;
  /** What happens to the memories of a file that is deleted */
  on_delete: "keep" | "forget";
  /** Since when it is watched */
  created_at: string;
  /** The folders of a mailbox that are read; absent where it is all but those for what is deleted, unwanted or not yet sent */
  folders?: string[] | undefined;
  /** new: it has not looked yet; reading: it reads what is new; watching: all that was there is read; failing: the last look came to nothing, and it looks again by itself */
  state: "new" | "reading" | "watching" | "failing";
  /** When it last looked at everything, whatever came of it */
  looked_at?: string | undefined;
  /** Files that it has read */
  files: number;
  /** Documents that these became */
  documents: number;
  /** Files of the look in progress that are done */
  done: number;
  /** Files of the look in progress that are new or have changed; 0 when there is none */
  total: number;
  /** What went wrong at the last look */
  error?: string | undefined;
}

/** All that is watched */
export interface WatchList {
  /** In the order in which they were added */
  watches: Watch[];
}

/** What memorize takes */
export interface MemorizeGiven {
  /** UTF-8 text of at most 10 MiB */
  file: Upload;
  /** From whose point of view to tell */
  user_name: string;
  /** The document's name; made where it is left out. Given again, the document is replaced */
  item_id?: string | undefined;
  /** What the text is; empty is as good as left out */
  source_type?: SourceType | undefined;
  /** RFC 3339: when the document was written, for relative dates */
  reference_time?: string | undefined;
}

/** What recall takes */
export interface RecallGiven {
  /** In one's own words */
  text: string;
  /** How many at most */
  limit?: number | undefined;
  /** Only memories of this day or later (ISO date) */
  since?: Day | undefined;
  /** Only memories of this day or earlier (ISO date) */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** What the text is; empty is as good as left out */
  source_type?: SourceType | undefined;
}

/** What ask takes */
export interface AskGiven {
  /** In one's own words */
  text: string;
  /** How many at most */
  limit?: number | undefined;
  /** Only memories of this day or later (ISO date) */
  since?: Day | undefined;
  /** Only memories of this day or earlier (ISO date) */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** What the text is; empty is as good as left out */
  source_type?: SourceType | undefined;
}

/** What feedback takes */
export interface FeedbackGiven {
  /** The memory's custom_id */
  memory_id: string;
  /** Above 0 is helpful, below 0 is not, 0 withdraws an earlier rating */
  rating: number;
  /** The query */
  query_text: string;
}

/** What documents takes */
export interface DocumentsGiven {
  /** How many at most */
  limit?: number | undefined;
  /** next_cursor of the page before */
  cursor?: string | undefined;
}

/** What memories takes */
export interface MemoriesGiven {
  /** How many at most */
  limit?: number | undefined;
  /** next_cursor of the page before */
  cursor?: string | undefined;
  /** Only memories of this day or later (ISO date) */
  since?: Day | undefined;
  /** Only memories of this day or earlier (ISO date) */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** Only memories of documents of this type */
  source_type?: SourceType | undefined;
}

/** What facets takes */
export interface FacetsGiven {
  /** This one alone, by pages */
  facet?: "people" | "places" | "tags" | "source_types" | "" | undefined;
  /** Only values that begin like this, or have a word in them that does */
  prefix?: string | undefined;
  /** How many of each at most */
  limit?: number | undefined;
  /** next_cursor of the page before; takes facet */
  cursor?: string | undefined;
  /** Only memories of this day or later (ISO date) */
  since?: Day | undefined;
  /** Only memories of this day or earlier (ISO date) */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** Only memories of documents of this type */
  source_type?: SourceType | undefined;
}

/** What days takes */
export interface DaysGiven {
  /** The first day (ISO date); alone, it says both: 2026-10 is October */
  since?: Day | undefined;
  /** The last day (ISO date), at most nine years on */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** Only memories of documents of this type */
  source_type?: SourceType | undefined;
}

/** What timeline takes */
export interface TimelineGiven {
  /** How many at most */
  limit?: number | undefined;
  /** next_cursor of the page before */
  cursor?: string | undefined;
  /** Instead of the one day that is asked for, the same day in all other years; what repeats is left out */
  other_years?: "true" | "false" | "" | undefined;
  /** The first day (ISO date); alone, it says both: 2026-10 is October */
  since?: Day | undefined;
  /** The last day (ISO date), at most nine years on */
  until?: Day | undefined;
  /** Only memories that somebody of this name took part in or is mentioned in */
  participant?: string | undefined;
  /** Only memories at this place */
  place?: string | undefined;
  /** Only memories with this tag */
  tag?: string | undefined;
  /** Only memories of this document */
  item_id?: string | undefined;
  /** Only memories of documents of this type */
  source_type?: SourceType | undefined;
}

/** What people takes */
export interface PeopleGiven {
  /** How many at most */
  limit?: number | undefined;
  /** next_cursor of the page before */
  cursor?: string | undefined;
  /** Only those of whom a name begins like this */
  prefix?: string | undefined;
}

/** What peopleSuggestions takes */
export interface PeopleSuggestionsGiven {
  /** How many at most */
  limit?: number | undefined;
  /** next_cursor of the page before */
  cursor?: string | undefined;
}

/** What dismissPeopleSuggestion takes */
export interface DismissPeopleSuggestionGiven {
  /** A name of theirs */
  name: string;
  /** A name of the other */
  into: string;
}

/** What mergePeople takes */
export interface MergePeopleGiven {
  /** A name of theirs */
  name: string;
  /** The name to show */
  into: string;
}

/** What splitPerson takes */
export interface SplitPersonGiven {
  /** The name that was merged */
  name: string;
}

/** What renamePerson takes */
export interface RenamePersonGiven {
  /** A name of theirs */
  name: string;
  /** The name to show; their own again where it is left out or empty */
  shown?: string | undefined;
}

/** What mergeIntoMe takes */
export interface MergeIntoMeGiven {
  /** The name */
  name: string;
}

/** What addWatch takes */
export interface AddWatchGiven {
  /** The whole path of a folder or a file of the daemon's machine, the address of a calendar (iCalendar by http, https or webcal), or that of a mailbox (imaps://user@host), whose password `memo watch add` keeps in the folder of data */
  source: string;
  /** From whose point of view to tell */
  user_name: string;
  /** What happens to the memories of a file that is deleted; keep where it is left out */
  on_delete?: "keep" | "forget" | "" | undefined;
  /** Whether an address may lie on this machine or in a private network */
  allow_private?: "true" | "false" | "" | undefined;
  /** The folders of a mailbox that are read, a name a line; where it is left out, all but those for what is deleted, unwanted or not yet sent */
  folders?: string | undefined;
}

/** What createKey takes */
export interface CreateKeyGiven {
  /** What to call it */
  name?: string | undefined;
  /** Whose memory it opens: the caller's where it is left out; a new id makes a new user */
  user_id?: string | undefined;
  /** Whether it may only read; no administrator's key then */
  read_only?: "true" | "false" | "" | undefined;
}

/** How a call is sent and its answer read */
export interface How {
  query?: object;
  form?: object;
  multipart?: object;
  json?: unknown;
  lines?: string | Uint8Array;
  accept?: string;
  answer?: "text" | "lines";
}

/** One method for each operation */
export abstract class Operations {
  /** Sends one call */
  abstract call<T>(method: string, path: string, how?: How): Promise<T>;

  /** Uploads one text document; its memories are made in the background. */
  memorize(given: MemorizeGiven): Promise<Accepted> {
    return this.call("POST", "/v1/memorize", { multipart: { ...given } });
  }

  /** Finds memories, without generated text. */
  recall(given: RecallGiven): Promise<Envelope> {
    return this.call("POST", "/v1/memories/recall", { form: { ...given } });
  }

  /** Answers a question from memories. */
  ask(given: AskGiven): Promise<Answer> {
    return this.call("POST", "/v1/memories/ask", { form: { ...given } });
  }

  /** Rates a memory for the query that surfaced it. */
  feedback(given: FeedbackGiven): Promise<Rated> {
    return this.call("POST", "/v1/memories/feedback", { form: { ...given } });
  }

  /** One background run. */
  execution(project: string, location: string, workflow: string, id: string): Promise<Execution> {
    return this.call("GET", `/v1/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}/workflows/${encodeURIComponent(workflow)}/executions/${encodeURIComponent(id)}`);
  }

  /** Lists documents. */
  documents(given: DocumentsGiven = {}): Promise<DocumentPage> {
    return this.call("GET", "/v1/documents", { query: { ...given } });
  }

  /** One document. */
  document(item_id: string): Promise<Document> {
    return this.call("GET", `/v1/documents/${encodeURIComponent(item_id)}`);
  }

  /** Forgets a document: its text and memories are gone from every answer at once, and from disk after the next compaction. */
  forgetDocument(item_id: string): Promise<Forgotten> {
    return this.call("DELETE", `/v1/documents/${encodeURIComponent(item_id)}`);
  }

  /** A document's text, as it was uploaded. */
  documentText(item_id: string): Promise<string> {
    return this.call("GET", `/v1/documents/${encodeURIComponent(item_id)}/text`, { answer: "text" });
  }

  /** Browses memories by time. */
  memories(given: MemoriesGiven = {}): Promise<MemoryPage> {
    return this.call("GET", "/v1/memories", { query: { ...given } });
  }

  /** One memory, with the passages it rests on. */
  memory(custom_id: string): Promise<MemoryDetail> {
    return this.call("GET", `/v1/memories/${encodeURIComponent(custom_id)}`);
  }

  /** Puts a memory right: what is sent takes a field's place, null gives back what was read. It holds when the document is read again. */
  editMemory(custom_id: string, body: MemoryPatch): Promise<MemoryDetail> {
    return this.call("PATCH", `/v1/memories/${encodeURIComponent(custom_id)}`, { json: body });
  }

  /** Removes one memory. */
  forgetMemory(custom_id: string): Promise<Forgotten> {
    return this.call("DELETE", `/v1/memories/${encodeURIComponent(custom_id)}`);
  }

  /** Counts memories by their people, places, tags and types. */
  facets(given: FacetsGiven = {}): Promise<Facets> {
    return this.call("GET", "/v1/facets", { query: { ...given } });
  }

  /** Counts memories on each day of a period. */
  days(given: DaysGiven = {}): Promise<Days> {
    return this.call("GET", "/v1/days", { query: { ...given } });
  }

  /** What happened, or is to happen, in a period, in order. */
  timeline(given: TimelineGiven = {}): Promise<TimelinePage> {
    return this.call("GET", "/v1/timeline", { query: { ...given } });
  }

  /** Everybody in the memories, by how many they are in, with all their names. */
  people(given: PeopleGiven = {}): Promise<PeoplePage> {
    return this.call("GET", "/v1/people", { query: { ...given } });
  }

  /** Names that may be one person's, with the reason. */
  peopleSuggestions(given: PeopleSuggestionsGiven = {}): Promise<SuggestionPage> {
    return this.call("GET", "/v1/people/suggestions", { query: { ...given } });
  }

  /** From now on two names are not offered as one person's. */
  dismissPeopleSuggestion(given: DismissPeopleSuggestionGiven): Promise<Person> {
    return this.call("POST", "/v1/people/suggestions/dismiss", { form: { ...given } });
  }

  /** From now on two names are one person's, who is shown by the second. */
  mergePeople(given: MergePeopleGiven): Promise<Person> {
    return this.call("POST", "/v1/people/merge", { form: { ...given } });
  }

  /** Takes back that a name was merged into another. */
  splitPerson(given: SplitPersonGiven): Promise<Person> {
    return this.call("POST", "/v1/people/split", { form: { ...given } });
  }

  /** From now on a person is shown by another name. */
  renamePerson(given: RenamePersonGiven): Promise<Person> {
    return this.call("POST", "/v1/people/rename", { form: { ...given } });
  }

  /** From now on this is a name of the user's own. */
  mergeIntoMe(given: MergeIntoMeGiven): Promise<Person> {
    return this.call("POST", "/v1/people/me", { form: { ...given } });
  }

  /** What the daemon keeps up with by itself; takes an administrator's key. */
  watches(): Promise<WatchList> {
    return this.call("GET", "/v1/watches");
  }

  /** Has the daemon keep up with a folder or a file of its machine, or the address of a calendar or a mailbox; takes an administrator's key, and a request from that machine. What is watched already goes on with these settings. */
  addWatch(given: AddWatchGiven): Promise<Watch> {
    return this.call("POST", "/v1/watches", { form: { ...given } });
  }

  /** One watch. */
  watch(watch_id: string): Promise<Watch> {
    return this.call("GET", `/v1/watches/${encodeURIComponent(watch_id)}`);
  }

  /** Watches it no longer; what was remembered of it stays. */
  removeWatch(watch_id: string): Promise<Watch> {
    return this.call("DELETE", `/v1/watches/${encodeURIComponent(watch_id)}`);
  }

  /** The keys of the caller's user; an administrator sees all. */
  keys(): Promise<KeyList> {
    return this.call("GET", "/v1/keys");
  }

  /** Makes a key, for the caller's user or, as an administrator, for another. */
  createKey(given: CreateKeyGiven = {}): Promise<NewKey> {
    return this.call("POST", "/v1/keys", { form: { ...given } });
  }

  /** Revokes a key. */
  revokeKey(key_id: string): Promise<KeyInfo> {
    return this.call("DELETE", `/v1/keys/${encodeURIComponent(key_id)}`);
  }

  /** Where a browser logs in to the pages under `/web` as the caller's user. */
  webLogin(): Promise<WebLogin> {
    return this.call("POST", "/v1/web/login");
  }

  /** All documents, memories and ratings of the key's user, as JSON Lines that import takes in again; the README describes the format. A user's exports are written one at a time: a second is refused with 429. */
  export(): Promise<AsyncIterable<string>> {
    return this.call("GET", "/v1/export", { answer: "lines" });
  }

  /** Takes in lines of an export: the first, and whole documents; what is here already is left as it is. */
  import(body: string): Promise<ImportReport> {
    return this.call("POST", "/v1/import", { lines: body });
  }

  /** The language model that texts and questions are sent to, where one is set, and how it does. */
  model(): Promise<Model> {
    return this.call("GET", "/v1/model");
  }

  /** Makes one call of the language model, with nothing of anybody's memories in it; takes an administrator's key. */
  testModel(): Promise<ModelTest> {
    return this.call("POST", "/v1/model/test");
  }

  /** What makes the vectors of memories and questions, how it does, and how far it is. */
  embedding(): Promise<Embedding> {
    return this.call("GET", "/v1/embedding");
  }

  /** Makes one call of the model that makes vectors, with nothing of anybody's memories in it; takes an administrator's key. */
  testEmbedding(): Promise<EmbeddingTest> {
    return this.call("POST", "/v1/embedding/test");
  }

  /** Everything of everybody as of now, as a file for memo restore; takes an administrator's key. */
  backup(): Promise<AsyncIterable<string>> {
    return this.call("GET", "/v1/admin/backup", { answer: "lines" });
  }

  /** Gives space on disk back, and with it whatever was forgotten; takes an administrator's key. */
  compact(): Promise<Compacted> {
    return this.call("POST", "/v1/admin/compact");
  }

  /** The same for assistants, by the Model Context Protocol (streamable HTTP, without sessions). */
  mcp(body: McpMessage): Promise<McpMessage | undefined> {
    return this.call("POST", "/mcp", { json: body });
  }

  /** Whether the daemon answers; no key is needed from its own machine. */
  healthz(): Promise<Health> {
    return this.call("GET", "/healthz");
  }

  /** Whether store and index are open and level; no key is needed from its own machine. */
  readyz(): Promise<Health> {
    return this.call("GET", "/readyz");
  }

  /** Counters of all users, in the Prometheus text form. */
  metrics(): Promise<string> {
    return this.call("GET", "/metrics", { answer: "text" });
  }

  /** This document. */
  openapi(): Promise<{ [field: string]: unknown }> {
    return this.call("GET", "/openapi.json");
  }

}
