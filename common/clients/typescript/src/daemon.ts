// Where the daemon is, and whether it is the one that is meant.
//
// A daemon that was killed leaves its address behind in daemon.json, and anybody may listen there later. So daemon.json, which
// its owner alone may read, holds a secret of that one start. On every connection the first thing that goes out is a challenge,
// and nothing else does before the answer carries the proof (BLAKE3, keyed with the secret) that only who knows it can make.

import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { homedir, platform } from "node:os";
import { join } from "node:path";

/** Why a call has no result */
export class MemoError extends Error {
  override name = "MemoError";
}

/** Nobody answers, or not in time */
export class NoDaemon extends MemoError {
  override name = "NoDaemon";
}

/** Who answers has not shown to be the daemon of this folder; it was told nothing */
export class Unproven extends NoDaemon {
  override name = "Unproven";
}

const LONGEST_HEAD = 8 << 10;
const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
const SHUFFLED = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]] as const;
const DIAGONALS = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] as const;
const KEYED_HASH_OF_ONE_BLOCK = 1 | 2 | 8 | 16;

/** BLAKE3 of these 32 bytes, keyed with 32 others: one block of the hash's compression function */
export function proof(secret: Buffer, challenge: Buffer): Buffer {
  const words = (bytes: Buffer) => Array.from({ length: 8 }, (_, i) => bytes.readUInt32LE(4 * i));
  let m = [...words(challenge), 0, 0, 0, 0, 0, 0, 0, 0];
  // Additions wrap as they are stored.
  const v = Uint32Array.from([...words(secret), ...IV, 0, 0, challenge.length, KEYED_HASH_OF_ONE_BLOCK]);
  const at = (i: number) => v[i] ?? 0;
  const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));
  for (let round = 0; round < 7; round++) {
    [...COLUMNS, ...DIAGONALS].forEach(([a, b, c, d], i) => {
      for (const [word, by, then] of [[m[2 * i] ?? 0, 16, 12], [m[2 * i + 1] ?? 0, 8, 7]] as const) {
        v[a] = at(a) + at(b) + word;
        v[d] = turn(at(d) ^ at(a), by);
        v[c] = at(c) + at(d);
        v[b] = turn(at(b) ^ at(c), then);
      }
    });
    m = SHUFFLED.map((i) => m[i] ?? 0);
  }
  const out = Buffer.alloc(32);
  for (let i = 0; i < 8; i++) out.writeUInt32LE((at(i) ^ at(i + 8)) >>> 0, 4 * i);
  return out;
}

/** A connection whose other end has shown to know the secret; nothing else was let out */
export function provenConnection(url: URL, secret: Buffer, timeout: number): Promise<Socket> {
  const challenge = randomBytes(32);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(url.port || 80) });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const judge = () => {
      const [status, ...lines] = head.toString("latin1").split("\r\n");
      const line = lines.find((line) => /^x-memo-proof:/i.test(line));
      const given = Buffer.from(line?.split(":")[1]?.trim() ?? "");
      const wanted = Buffer.from(proof(secret, challenge).toString("hex"));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        return fail(
          new Unproven(
            `who answers at ${url.host} said ${JSON.stringify(status)}, without a proof that it is the daemon of this folder; ` +
              "`memo daemon restart` starts another",
          ),
        );
      }
      socket.removeAllListeners().setTimeout(0).pause();
      resolve(socket);
    };
    let head = Buffer.alloc(0);
    socket.setTimeout(timeout, () => fail(new NoDaemon(`the daemon at ${url.host} took too long to answer`)));
    socket.on("error", (error) => fail(new NoDaemon(`no daemon answers at ${url.host}: ${error.message}; \`memo daemon start\` starts one`)));
    socket.on("end", judge);
    socket.on("data", (piece: Buffer) => {
      head = Buffer.concat([head, piece]);
      if (head.subarray(-4).equals(Buffer.from("\r\n\r\n")) || head.length > LONGEST_HEAD) judge();
    });
    socket.on("connect", () =>
      socket.write(`HEAD /healthz HTTP/1.1\r\nhost: ${url.host}\r\nx-memo-challenge: ${challenge.toString("hex")}\r\n\r\n`),
    );
  });
}

/** What of a file; undefined where there is none */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new MemoError(`cannot read ${path}: ${(error as Error).message}; \`memo doctor\` says what mends it`);
  }
}

/** The settings that a client has use for */
export interface Settings {
  data_dir: string;
  url?: string;
  api_key?: string;
  user_name?: string;
}

/** What the environment and config.toml say, as the command line reads them */
export function settings(): Settings {
  const env = process.env;
  let data = join(env["XDG_DATA_HOME"] || join(homedir(), ".local/share"), "memo");
  let config = join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "memo");
  if (platform() === "darwin") data = config = join(homedir(), "Library/Application Support/memo");
  if (platform() === "win32") {
    const roaming = join(env["APPDATA"] || join(homedir(), "AppData/Roaming"), "memo");
    [data, config] = [join(roaming, "data"), join(roaming, "config")];
  }
  const file = textOf(env["MEMO_CONFIG"] || join(config, "config.toml")) ?? "";
  // The settings that matter here are lines of their own before the first table.
  const top = file.split(/^\s*\[/m)[0] ?? "";
  const found: Settings = { data_dir: data };
  for (const name of ["data_dir", "url", "api_key", "user_name"] as const) {
    const line = new RegExp(`^\\s*${name}\\s*=\\s*(?:("(?:[^"\\\\]|\\\\.)*")|'([^']*)')`, "m").exec(top);
    const value = env[`MEMO_${name.toUpperCase()}`] || (line?.[1] ? (JSON.parse(line[1]) as string) : line?.[2]);
    if (value) found[name] = value;
  }
  return found;
}

/** The address and the secret of the daemon that serves this folder */
export function noted(dataDir: string): { url: URL; secret: Buffer } {
  const path = join(dataDir, "daemon.json");
  const text = textOf(path);
  if (text === undefined) throw new NoDaemon(`no daemon serves ${dataDir}; \`memo daemon start\` starts one`);
  try {
    const file = JSON.parse(text) as { url: string; secret?: string };
    const secret = Buffer.from(file.secret ?? "", "hex");
    if (secret.length !== 32) throw new Error("it holds no secret");
    return { url: new URL(file.url), secret };
  } catch (error) {
    throw new NoDaemon(`${path} does not say where the daemon is (${(error as Error).message}); \`memo daemon restart\` writes it anew`);
  }
}

/** The key that the daemon made at its first start */
export function firstKey(dataDir: string): string | undefined {
  return textOf(join(dataDir, "key"))?.trim() || undefined;
}
