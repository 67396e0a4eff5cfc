// Asks a memo daemon, and adds to it. Needs nothing but Node.
//
//   import { Memo } from "memod-client";
//
//   const memo = new Memo();                      // this account's daemon, found as the command line finds it
//   await memo.add("notes.md");                   // and waits until its memories can be recalled
//   const { memories } = await memo.recall({ text: "budget" });
//   await memo.askAloud((text) => process.stdout.write(text), { text: "Why was the pilot moved?" });
//
// Every operation of the interface is a method, described in `api.ts`. It speaks by node:http and not by fetch, since fetch does
// not say on which connection it sends, and each has to be proven first.

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request as http, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as https } from "node:https";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Operations, type Accepted, type Answer, type AskGiven, type Execution, type How, type MemorizeGiven, type Problem, type Upload } from "./api.ts";
import { firstKey, MemoError, NoDaemon, noted, provenConnection, settings } from "./daemon.ts";

export * from "./api.ts";
export { MemoError, NoDaemon, Unproven } from "./daemon.ts";

const LONGEST_ANSWER = 64 << 20;

/** The daemon refuses; `problem` says why, and its `code` for programs */
export class Refused extends MemoError {
  override name = "Refused";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** A document's memories could not be made; `run` says why */
export class Failed extends MemoError {
  override name = "Failed";
  readonly run: Execution;
  constructor(run: Execution) {
    super(run.error?.message ?? "the run failed");
    this.run = run;
  }
}

/** Which daemon, and who asks; what is left out is as the command line finds it */
export interface Options {
  /** A folder of data on this machine */
  dataDir?: string;
  /** A daemon elsewhere; it is told the key that is given or set for it, and never a folder's own */
  url?: string;
  apiKey?: string;
  /** From whose point of view memories are told */
  userName?: string;
  /** How long to wait for an answer, or for more of it, milliseconds */
  timeout?: number;
}

/** One key on one daemon */
export class Memo extends Operations {
  readonly dataDir: string;
  readonly url: string | undefined;
  readonly userName: string | undefined;
  readonly #key: string | undefined;
  readonly #timeout: number;

  constructor(options: Options = {}) {
    super();
    const found = settings();
    this.dataDir = options.dataDir ?? found.data_dir;
    this.url = options.url ?? (options.dataDir ? undefined : found.url);
    this.userName = options.userName ?? found.user_name;
    this.#key = options.apiKey ?? found.api_key;
    this.#timeout = options.timeout ?? 120_000;
  }

  /**
   * Adds a file, or a text, and waits until its memories can be recalled, unless told otherwise. What is no text in UTF-8 (a PDF,
   * an archive, an old encoding) is for the command line: `memo add` reads it.
   */
  async add(
    file: string | { name: string; content: string | Uint8Array },
    given: Partial<Omit<MemorizeGiven, "file">> & { wait?: boolean } = {},
  ): Promise<Execution> {
    const { wait = true, user_name = this.userName, ...more } = given;
    if (!user_name) throw new MemoError("whose memories are these? give user_name, or set it with `memo config set user_name`");
    const upload = typeof file === "string" ? { name: basename(file), content: await readFile(file) } : file;
    const accepted = await this.memorize({ file: upload, user_name, ...more });
    return wait ? this.wait(accepted) : this.run(accepted.workflow_execution);
  }

  /** The run of this resource path */
  run(name: string): Promise<Execution> {
    return this.call("GET", `/v1/${name}`);
  }

  /** The run of an upload, once it has ended; `Failed` where it could not be done */
  async wait(accepted: Accepted): Promise<Execution> {
    for (let pause = 20; ; pause = Math.min(1000, pause * 1.5)) {
      const run = await this.run(accepted.workflow_execution);
      if (run.state === "FAILED") throw new Failed(run);
      if (run.state !== "ACTIVE") return run;
      await sleep(pause);
    }
  }

  /** The same as `ask`; `said` is given each sentence as soon as it stands */
  async askAloud(said: (text: string) => unknown, given: AskGiven): Promise<Answer> {
    const lines: AsyncIterable<string> = await this.call("POST", "/v1/memories/ask", {
      form: given,
      accept: "text/event-stream",
      answer: "lines",
    });
    let [event, data] = ["", ""];
    for await (const line of lines) {
      const [, field, value] = /^([^:\n]*):? ?(.*)/.exec(line) ?? [];
      if (field === "event") event = value ?? "";
      else if (field === "data") data += value;
      else if (!field && data) {
        if (event === "answer") return JSON.parse(data);
        if (event === "error") throw new Refused(JSON.parse(data));
        if (event === "sentence") said(JSON.parse(data).text);
        [event, data] = ["", ""];
      }
    }
    throw new NoDaemon("the answer broke off");
  }

  override async call<T>(method: string, path: string, how: How = {}): Promise<T> {
    const headers: Record<string, string | number> = { accept: how.accept ?? "*/*" };
    let body: string | Uint8Array | undefined;
    if (how.query) path += `?${new URLSearchParams(fields(how.query))}`;
    if (how.form) {
      headers["content-type"] = "application/x-www-form-urlencoded";
      body = new URLSearchParams(fields(how.form)).toString();
    } else if (how.multipart) {
      const boundary = randomBytes(16).toString("hex");
      headers["content-type"] = `multipart/form-data; boundary=${boundary}`;
      body = parts(how.multipart, boundary);
    } else if (how.json !== undefined) {
      headers["content-type"] = "application/json";
      body = JSON.stringify(how.json);
    } else if (how.lines !== undefined) {
      headers["content-type"] = "application/x-ndjson";
      body = how.lines;
    }
    if (body !== undefined) headers["content-length"] = Buffer.byteLength(body);
    const response = await this.#send(method, path, headers, body);
    try {
      if ((response.statusCode ?? 0) >= 300) throw refusal(await whole(response), response.statusCode);
      // Lines keep their ends, so that joined they are what was sent.
      if (how.answer === "lines") return lines(response) as T;
      const text = await whole(response);
      return (how.answer === "text" ? text : text ? JSON.parse(text) : undefined) as T;
    } catch (error) {
      response.destroy();
      throw error instanceof MemoError ? error : new NoDaemon(`the answer broke off: ${(error as Error).message}`);
    }
  }

  /** The beginning of an answer; each call has a connection of its own, so that none is used that has been closed meanwhile */
  async #send(method: string, path: string, headers: Record<string, string | number>, body?: string | Uint8Array): Promise<IncomingMessage> {
    const here = this.url ? undefined : noted(this.dataDir);
    const url = here?.url ?? new URL(this.url ?? "");
    const key = this.#key ?? (here && firstKey(this.dataDir));
    if (key) headers["x-api-key"] = key;
    const options: RequestOptions = { method, headers, agent: false, timeout: this.#timeout };
    if (here) {
      const socket = await provenConnection(url, here.secret, this.#timeout);
      options.createConnection = () => socket;
    }
    return new Promise((resolve, reject) => {
      const target = new URL(url.origin);
      Object.assign(options, { path: url.pathname.replace(/\/$/, "") + path });
      const request: ClientRequest = (url.protocol === "https:" ? https : http)(target, options, resolve);
      request.on("error", (error) =>
        reject(new NoDaemon(`the daemon at ${url.host} does not answer: ${error.message}; \`memo doctor\` says what is wrong`)),
      );
      request.on("timeout", () => request.destroy(new Error("it took too long")));
      request.end(body);
    });
  }
}

/** Those that are given, as forms write them */
function fields(given: object): Record<string, string> {
  const held = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(held.map(([name, value]) => [name, String(value)]));
}

/** A multipart form, the file last */
function parts(given: object, boundary: string): Buffer {
  const { file, ...rest } = given as { file: Upload };
  const [name, content] = typeof file === "string" || file instanceof Uint8Array ? ["document.txt", file] : [file.name, file.content];
  const plain = name.replace(/\p{Cc}/gu, "").replaceAll('"', "%22");
  const text = Object.entries(fields(rest)).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${plain}"\r\ncontent-type: text/plain; charset=utf-8\r\n\r\n`;
  return Buffer.concat([Buffer.from(text.join("") + head), Buffer.from(content as Uint8Array), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

function refusal(body: string, status?: number): MemoError {
  try {
    return new Refused(JSON.parse(body) as Problem);
  } catch {
    return new MemoError(`what answers is no memo daemon: status ${status}`);
  }
}

async function whole(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    if ((length += piece.length) > LONGEST_ANSWER) throw new MemoError("the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** The answer's lines, as they come */
async function* lines(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      const [first = "", ...more] = decoder.decode(piece, { stream: true }).split("\n");
      begun.push(first);
      for (const next of more) {
        yield `${begun.join("")}\n`;
        begun = [next];
      }
    }
  } catch (error) {
    throw new NoDaemon(`the answer broke off: ${(error as Error).message}`);
  }
  if (begun.join("")) yield begun.join("");
}
