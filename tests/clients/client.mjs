// Every operation by the TypeScript client, and what it does where the daemon is not the one that is meant.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";

const { Memo, NoDaemon, Operations, Refused, Unproven } = await import(pathToFileURL(process.env.CLIENT));
const { noted, settings } = await import(new URL("daemon.js", pathToFileURL(process.env.CLIENT)));

const operations = new Set(Object.getOwnPropertyNames(Operations.prototype).filter((name) => name !== "constructor"));
const called = new Set();
const memo = new Proxy(new Memo(), {
  get(of, name) {
    if (operations.has(name)) called.add(name);
    const held = of[name];
    return typeof held === "function" ? held.bind(of) : held;
  },
});

async function refused(promise) {
  const error = await promise.then((given) => assert.fail(JSON.stringify(given)), (error) => error);
  assert(error instanceof Refused, String(error));
  return error.problem.code;
}

async function fails(kind, call) {
  const error = await call().then((given) => assert.fail(JSON.stringify(given)), (error) => error);
  assert.equal(error.constructor, kind, String(error));
  return error.message;
}

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "memo-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function all(lines) {
  const found = [];
  for await (const line of lines) found.push(line);
  return found;
}

async function documents() {
  for (const sample of readdirSync(process.env.SAMPLES)) {
    const run = await memo.add(join(process.env.SAMPLES, sample), { item_id: parse(sample).name });
    assert(run.state === "SUCCEEDED" && run.memories, JSON.stringify(run));
  }
  const note = { name: "note.md", content: "I lent the long ladder to Ana Lima.\n" };
  const run = await memo.add(note, { item_id: "note", wait: false });
  await memo.wait({ workflow_execution: run.name });
  const [, project, , location, , workflow, , id] = run.name.split("/");
  assert.equal((await memo.execution(project, location, workflow, id)).state, "SUCCEEDED");
  const file = { name: 'a "b"\r\nc.md', content: new TextEncoder().encode("Lunch with Inês.\n") };
  await memo.wait(await memo.memorize({ file, user_name: memo.userName, source_type: "text", item_id: "odd" }));
  assert.equal((await memo.document("odd")).filename, "a %22b%22c.md");
  assert.equal(await memo.documentText("odd"), "Lunch with Inês.\n");
  assert.equal((await memo.documents({ limit: 2 })).documents.length, 2);
  assert.equal((await memo.forgetDocument("odd")).status, "success");
  assert.equal(await refused(memo.document("odd")), "not_found");
  assert.equal(await refused(memo.document("../keys")), "not_found");
}

async function questions() {
  const memory = (await memo.recall({ text: "pilot", limit: 3 })).memories[0].custom_id;
  assert.deepEqual((await memo.recall({ text: "Grüße & 50% +?", participant: "Tomas Okafor" })).qa, []);
  assert.match((await memo.ask({ text: "Why was the pilot moved?" })).response, /dredging/);
  const said = [];
  const answer = await memo.askAloud((text) => said.push(text), { text: "Why was the pilot moved?", limit: 5 });
  assert.equal(said.join("").trim(), answer.response.trim());
  assert.equal(await refused(memo.askAloud((text) => said.push(text), { text: " " })), "invalid_field");
  assert.equal((await memo.feedback({ memory_id: memory, rating: 1, query_text: "pilot" })).status, "success");
  assert((await memo.memory(memory)).source.length);
  assert.equal((await memo.editMemory(memory, { where: "Harbour" })).content.where, "Harbour");
  assert.equal((await memo.editMemory(memory, { where: null })).read?.where, undefined);
  assert.deepEqual(await memo.memories({ place: "Harbour", limit: 1 }), { memories: [] });
  assert((await memo.facets({ facet: "people", prefix: "t" })).people.values.length);
  assert((await memo.days({ since: "2026-10" })).days.length);
  assert((await memo.timeline({ since: "2026-10", until: "2026-11" })).entries.length);
  assert.deepEqual((await memo.timeline({ since: "2026-10-03", other_years: true })).entries, []);
  assert.equal((await memo.forgetMemory(memory)).memories, 1);
}

async function people() {
  assert((await memo.people()).people.length);
  assert((await memo.peopleSuggestions()).suggestions);
  assert((await memo.dismissPeopleSuggestion({ name: "Ana Lima", into: "Tomas Okafor" })).names.length);
  assert.equal((await memo.mergePeople({ name: "Ana Lima", into: "Tomas Okafor" })).names.length, 2);
  await memo.splitPerson({ name: "Ana Lima" });
  assert.equal((await memo.renamePerson({ name: "Ana Lima", shown: "Ana" })).name, "Ana");
  assert((await memo.mergeIntoMe({ name: "Ana Lima" })).me);
  await memo.splitPerson({ name: "Ana Lima" });
}

async function theRest() {
  const lines = await all(await memo.export());
  assert.equal(JSON.parse(lines.at(-1)).type, "end");
  assert((await memo.import(lines.join(""))).unchanged);
  assert.equal(JSON.parse((await all(await memo.backup())).at(-1)).type, "end");
  const key = await memo.createKey({ name: "reader", read_only: true });
  const reader = new Memo({ url: noted(memo.dataDir).url.href, apiKey: key.api_key });
  assert((await reader.recall({ text: "pilot" })).memories.length);
  assert.equal(await refused(reader.forgetDocument("note")), "read_only_key");
  assert.equal((await memo.revokeKey(key.key_id)).key_id, key.key_id);
  assert.equal(await refused(reader.recall({ text: "pilot" })), "missing_or_invalid_key");
  assert((await memo.keys()).keys.some((key) => key.current));
  await inFolder(async (folder) => {
    const watch = await memo.addWatch({ source: folder, user_name: memo.userName, on_delete: "keep" });
    assert.equal((await memo.watch(watch.watch_id)).source, watch.source);
    assert.equal((await memo.watches()).watches[0].source, watch.source);
    await memo.removeWatch(watch.watch_id);
  });
  assert(!(await memo.model()).configured && !(await memo.embedding()).configured);
  assert((await refused(memo.testModel())) && (await refused(memo.testEmbedding())));
  assert((await memo.webLogin()).path.startsWith("/web"));
  assert.equal((await memo.compact()).status, "success");
  assert((await memo.mcp({ jsonrpc: "2.0", id: 1, method: "tools/list" })).result.tools.length);
  assert.equal(await memo.mcp({ jsonrpc: "2.0", method: "notifications/initialized" }), undefined);
  assert((await memo.healthz()).version && (await memo.readyz()).status);
  assert.match(await memo.metrics(), /memo_/);
  assert((await memo.openapi()).openapi);
}

/** Somebody else listens where a daemon was */
async function nobodyIsTold() {
  const heard = [];
  const listener = createServer((socket) =>
    socket.on("data", (piece) => {
      heard.push(piece.toString());
      socket.write(`HTTP/1.1 200 OK\r\nx-memo-proof: ${"0".repeat(64)}\r\n\r\n`);
    }),
  );
  await new Promise((ready) => listener.listen(0, "127.0.0.1", ready));
  await inFolder(async (folder) => {
    writeFileSync(join(folder, "key"), "sk-nobodys-business");
    const file = { url: `http://127.0.0.1:${listener.address().port}`, pid: 1, version: "0", secret: "0".repeat(64) };
    writeFileSync(join(folder, "daemon.json"), JSON.stringify(file));
    const other = new Memo({ dataDir: folder });
    assert.match(await fails(Unproven, () => other.ask({ text: "Where is the key?" })), /memo daemon restart/);
    assert(heard.length === 1 && heard[0].startsWith("HEAD /healthz ") && !heard[0].includes("sk-nobodys"), heard.join());
    await new Promise((closed) => listener.close(closed));
    assert.match(await fails(NoDaemon, () => other.healthz()), /memo daemon start/);
    writeFileSync(join(folder, "daemon.json"), "{}");
    assert.match(await fails(NoDaemon, () => other.healthz()), /daemon.json/);
  });
  assert.match(await fails(NoDaemon, () => new Memo({ dataDir: "/nowhere" }).healthz()), /memo daemon start/);
  // Of a daemon elsewhere the folder's key is nobody's business either.
  const elsewhere = new Memo({ url: noted(memo.dataDir).url.href });
  assert.equal(await refused(elsewhere.recall({ text: "pilot" })), "missing_or_invalid_key");
}

/** As the command line reads them */
function theSameSettings() {
  return inFolder((folder) => {
    const file = join(folder, "config.toml");
    const text = `data_dir = '/a b/"c'\nuser_name = "Zo\\u00eb \\"Z\\""\nlog = "info"\n[llm]\nbase_url = "http://127.0.0.1:9"\napi_key = "no"\n`;
    writeFileSync(file, text);
    const before = { ...process.env };
    for (const name of ["MEMO_DATA_DIR", "MEMO_USER_NAME"]) delete process.env[name];
    process.env.MEMO_CONFIG = file;
    const found = settings();
    for (const [name, value] of Object.entries(found)) {
      assert.equal(execFileSync(process.env.MEMO, ["config", "get", name]).toString().trim(), value);
    }
    assert.deepEqual(Object.keys(found), ["data_dir", "user_name"]);
    Object.assign(process.env, before);
  });
}

for (const part of [documents, questions, people, theRest, nobodyIsTold, theSameSettings]) await part();
assert.deepEqual([...called].sort(), [...operations].sort());
console.log(`typescript: ${called.size} operations`);
