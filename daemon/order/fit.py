#!/usr/bin/env python3
"""Fits the line of `daemon/src/query/rank.rs`: how much each feature says for a memory, and what a sum means as a probability.

Needs numpy, and a memod built with `--features train`, which writes the features of each question's candidates:

    cargo build --release -p memo-daemon --features train
    python3 daemon/order/fit.py --memod target/release/memod \\
        --lives tests/corpus/lives/train [--conversations FILE.jsonl] [--documents FILE.jsonl] [--keep DUMP.json]

Kinds of questions (own words, as people type, conversations, documents) weigh the same, and within a kind each writer's.
The softmax of the sums over a question's candidates is to lie on the memories that hold the answer (listwise logistic
regression, L2 penalty 0.001). The table leaves each writer out of fitting in turn. A memory holds a life's answer if it
comes from a file of the evidence and holds most of the quote's words; where none does, the file's memories share.
`--keep` writes what was gathered, or reads it where the file is there.
"""
import argparse, json, math, os, re, subprocess, tempfile, time, unicodedata, urllib.error, urllib.parse, urllib.request
import numpy as np

OWN = {"halifax", "minneapolis", "goerlitz", "nantes", "stellenbosch", "a"}
L2 = 0.001


def words(text):
    folded = unicodedata.normalize("NFKD", text).lower()
    return set(re.findall(r"[^\W_]+", folded))


class Memod:
    """A daemon on an empty folder."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        self.rows = os.path.join(self.folder.name, "rows.jsonl")
        env = {**os.environ, "MEMO_API_KEY": "fit", "MEMO_TRAIN_ORDER": self.rows}
        args = [program, "--listen", "127.0.0.1:0", "--data-dir", os.path.join(self.folder.name, "data")]
        self.process = subprocess.Popen(args, env=env, stderr=subprocess.DEVNULL)
        about = os.path.join(self.folder.name, "data", "daemon.json")
        while not os.path.exists(about):
            time.sleep(0.05)
        self.url = json.load(open(about))["url"]

    def call(self, path, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.url + path, data, {"x-api-key": "fit"})
        return json.load(urllib.request.urlopen(request))

    def add(self, item_id, content, **fields):
        mark, lines = "----fit", []
        for name, value in {"item_id": item_id, **fields}.items():
            if name != "filename":
                lines.append(f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
        name = fields["filename"].replace('"', "%22")
        lines.append(f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode() + content)
        body = b"".join(lines) + f"\r\n--{mark}--\r\n".encode()
        headers = {"x-api-key": "fit", "content-type": f"multipart/form-data; boundary={mark}"}
        try:
            json.load(urllib.request.urlopen(urllib.request.Request(self.url + "/v1/memorize", body, headers)))
        except urllib.error.HTTPError as error:
            print("refused:", item_id, error.code)

    def pages(self, path, name):
        found, cursor = [], ""
        while True:
            page = self.call(f"{path}?limit=100" + (f"&cursor={cursor}" if cursor else ""))
            found += page[name]
            cursor = page.get("next_cursor")
            if not cursor:
                return found

    def settle(self):
        """Waits until every memory can be found, by words and by meaning."""
        while True:
            documents = self.pages("/v1/documents", "documents")
            vectors, memories = self.call("/v1/embedding"), sum(d["memories"] for d in documents)
            if all(d["run"]["state"] != "ACTIVE" for d in documents) and vectors["done"] == vectors["total"] == memories and vectors["in_use"]:
                return
            time.sleep(0.3)

    def narratives(self):
        return {m["custom_id"]: m["content"]["narrative"] for m in self.pages("/v1/memories", "memories")}

    def features(self, questions):
        """The candidates of each question: (item_id, index, features)."""
        for question in questions:
            self.call("/v1/memories/recall", {"text": question[:1000]})
        rows = {}
        for line in open(self.rows, encoding="utf-8"):
            row = json.loads(line)
            rows[row["question"]] = row["candidates"]
        return [rows.get(question[:1000], []) for question in questions]

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def labelled(candidates, gold):
    """Features and the share of the answer that each candidate holds; None where none does."""
    share = np.array([gold(item, index) for item, index, _ in candidates], dtype=float)
    if not len(share) or share.sum() == 0:
        return None
    return np.array([f for _, _, f in candidates]).tolist(), (share / share.sum()).tolist()


def lives(program, folder):
    for name in sorted(os.listdir(folder)):
        life = os.path.join(folder, name)
        if not os.path.exists(os.path.join(life, "questions.jsonl")):
            continue
        person = json.load(open(os.path.join(life, "person.json"), encoding="utf-8"))
        memod, item = Memod(program), {}
        for n, file in enumerate(sorted(os.listdir(os.path.join(life, "docs")))):
            item[file] = f"d{n}"
            content = open(os.path.join(life, "docs", file), "rb").read()
            memod.add(f"d{n}", content, filename=file, user_name=person["user_name"], reference_time=person["now"][:10] + "T12:00:00Z")
        memod.settle()
        told = memod.narratives()
        asked = [json.loads(line) for line in open(os.path.join(life, "questions.jsonl"), encoding="utf-8")]
        asked = [q for q in asked if q["evidence"]]
        rows = []
        for q, candidates in zip(asked, memod.features([q["q"] for q in asked])):
            files, quote = {item[e] for e in q["evidence"]}, words(q.get("quote", ""))
            held = {}
            for id_, index, _ in candidates:
                if id_ in files:
                    of = words(told.get(f"{id_}_memory_{index}", ""))
                    held[id_, index] = len(quote & of) / len(quote) if quote else 0
            exact = any(h >= 0.6 for h in held.values())
            rows.append(labelled(candidates, lambda i, x: held.get((i, x), -1) >= (0.6 if exact else 0)))
        memod.close()
        yield ("own words" if name in OWN else "as typed"), name, rows


def conversations(program, path):
    for line in open(path, encoding="utf-8"):
        talk = json.loads(line)
        memod = Memod(program)
        for s in talk["sessions"]:
            a, b = talk["speakers"][:2]
            text = "\n".join([f"Conversation between {a} and {b}", f"Date: {s['when']}", ""] + [f"{t['speaker']}: {t['text']}" for t in s["turns"]]) + "\n"
            memod.add(f"{s['id']}", text.encode(), filename=f"{s['id']}.txt", source_type="stream", user_name=a)
        memod.settle()
        told = memod.narratives()
        names = {w for n in talk["speakers"] for w in words(n)}
        turns = {t["id"]: (s["id"], words(t["text"]) - names) for s in talk["sessions"] for t in s["turns"]}
        asked = [q for q in talk["questions"] if q["kind"] != "adversarial" and q["evidence"]]
        rows = []
        for q, candidates in zip(asked, memod.features([q["q"] for q in asked])):
            gold = [turns[e] for e in q["evidence"] if turns[e][1]]
            def holds(item, index):
                of = words(told.get(f"{item}_memory_{index}", ""))
                return any(item == s and len(w & of) >= 0.8 * len(w) for s, w in gold)
            rows.append(labelled(candidates, holds))
        memod.close()
        yield "conversations", talk["id"], rows


def documents(program, path):
    by_writer = {}
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        by_writer.setdefault(row["user_name"], []).append(row)
    memod = Memod(program)
    asked = []
    for docs in by_writer.values():
        for row in docs:
            more = {"reference_time": row["reference_time"]} if row.get("reference_time") else {}
            memod.add(row["id"], row["text"].encode(), filename=row.get("filename") or "a.txt", source_type=row["source_type"], user_name=row["user_name"], **more)
            events = {e.get("id", n): e for n, e in enumerate(row["events"])}
            asked += [(row["id"], q, events.get(q.get("event"))) for q in row["questions"] if q["answers"]]
    memod.settle()
    told = memod.narratives()
    rows = []
    for (id_, q, event), candidates in zip(asked, memod.features([q["q"] for _, q, _ in asked])):
        wanted = [words(p) for p in (event or {}).get("must_mention", [])]
        def holds(item, index):
            of = words(told.get(f"{item}_memory_{index}", ""))
            return item == id_ and wanted and sum(w <= of for w in wanted) >= 0.6 * len(wanted)
        rows.append(labelled(candidates, holds))
    memod.close()
    yield "documents", "documents", rows


class Questions:
    """Questions with their candidates' features side by side, and what each question counts."""

    def __init__(self, sets):
        sizes = np.array([len(y) for _, _, y in sets])
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.of = np.repeat(np.arange(len(sets)), sizes)
        self.weight = np.array([weight for weight, _, _ in sets])[self.of]
        self.features = np.concatenate([f for _, f, _ in sets])
        self.shares = np.concatenate([y for _, _, y in sets])

    def fit(self, fixed):
        """The weights, by Newton's method; those of the features `fixed` stay 0."""
        free = [i for i in range(self.features.shape[1]) if i not in fixed]
        f, w = self.features[:, free], np.zeros(len(free))
        for _ in range(12):
            s = f @ w
            p = np.exp(s - np.maximum.reduceat(s, self.starts)[self.of])
            p /= np.add.reduceat(p, self.starts)[self.of]
            means = np.add.reduceat(f * p[:, None], self.starts)
            each = self.weight[self.starts]
            gradient = f.T @ (self.weight * (p - self.shares)) + L2 * w
            curvature = (f * (self.weight * p)[:, None]).T @ f - (means * each[:, None]).T @ means + L2 * np.eye(len(free))
            step = np.linalg.solve(curvature, gradient)
            w -= step * min(1, 3 / max(np.abs(step).max(), 1e-9))
            if np.abs(step).max() < 1e-3:
                break
        all_ = np.zeros(self.features.shape[1])
        all_[free] = w
        return all_


def weighed(gathered, without=None):
    """[(weight, features, shares)]: each kind weighs the same, and each writer of a kind."""
    kinds = {}
    for kind, name, rows in gathered:
        if name != without:
            kinds.setdefault(kind, []).append([r for r in rows if r])
    return [(1 / len(kinds) / len(writers) / max(1, len(rows)), f, y) for writers in kinds.values() for rows in writers for f, y in rows]


def first(w, rows, k):
    """Share of questions of which one of the first k memories holds the answer; those without any count as not found."""
    hit = sum(1 for r in rows if r and r[1][np.argsort(-(r[0] @ w), kind="stable")[:k]].sum() > 0)
    return hit / len(rows)


def by_kind(w, gathered, k=3):
    """The mean over writers of each kind."""
    kinds = {}
    for kind, _, rows in gathered:
        kinds.setdefault(kind, []).append(first(w, rows, k))
    return {kind: np.mean(each) for kind, each in kinds.items()}


def calibrate(gathered, w, covered, meaning):
    """Logistic regression of "holds the answer" on log share, and on how much of the question the best memory covers and how near it is.
    Returns it and its expected calibration error, of all and of each kind."""
    x, y, z, of = [], [], [], []
    kinds = {}
    for kind, _, rows in gathered:
        kinds[kind] = kinds.get(kind, 0) + len(rows)
    for kind, _, rows in gathered:
        for r in rows:
            if not r:
                continue
            f, gold = r
            s = f @ w
            order = np.argsort(-s, kind="stable")
            share = s - (s.max() + math.log(np.exp(s - s.max()).sum()))
            for i in order[:10]:
                x.append([share[i], f[order[0]][covered], f[order[0]][meaning], 1]), y.append(gold[i] > 0), z.append(1 / kinds[kind]), of.append(kind)
    x, y, z = np.array(x), np.array(y, float), np.array(z) / np.sum(z)
    a = np.zeros(4)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ a))
        a += np.linalg.solve((x * (z * p * (1 - p))[:, None]).T @ x + 1e-9 * np.eye(4), x.T @ (z * (y - p)))
    p = 1 / (1 + np.exp(-x @ a))
    cut, of = np.minimum((p * 10).astype(int), 9), np.array(of)
    error = lambda among: sum(abs((z * (p - y))[among & (cut == b)].sum()) for b in range(10)) / z[among].sum()
    return a, error(z > 0), {kind: error(of == kind) for kind in kinds}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--memod"), p.add_argument("--lives", action="append", default=[]), p.add_argument("--conversations"), p.add_argument("--documents"), p.add_argument("--keep")
    p.add_argument("--without", action="append", default=[], help="a feature whose weight stays 0"), p.add_argument("--ablate", action="store_true")
    a = p.parse_args()
    if a.keep and os.path.exists(a.keep):
        gathered = json.load(open(a.keep))
    else:
        gathered = [x for folder in a.lives for x in lives(a.memod, folder)]
        gathered += list(conversations(a.memod, a.conversations)) if a.conversations else []
        gathered += list(documents(a.memod, a.documents)) if a.documents else []
        if a.keep:
            json.dump(gathered, open(a.keep, "w"))
    gathered = [(kind, name, [r and (np.array(r[0]), np.array(r[1])) for r in rows]) for kind, name, rows in gathered]
    source = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../src/query/rank.rs")).read()
    now = np.array([float(x) for x in re.search(r"WEIGHTS: .*?= \[(.*?)\];", source, re.S).group(1).replace("\n", " ").split(",") if x.strip()])
    features = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../src/query/features.rs")).read()
    names = re.findall(r'"([^"]+)"', re.search(r"FEATURE_NAMES: .*?= \[(.*?)\];", features, re.S).group(1))
    covered, meaning = (int(re.search(rf"{name}: usize = (\d+)", features).group(1)) for name in ("COVERED", "MEANING"))
    without = {names.index(name) for name in a.without}
    all_ = Questions(weighed(gathered)).fit(without)
    print(f"{'':14}{'':15}{'questions':>10}{'now @3':>9}{'@10':>7}{'left out @3':>13}{'@10':>7}{'all in @3':>11}{'@10':>7}")
    outs = {}
    for kind, name, rows in gathered:
        out = outs[name] = Questions(weighed(gathered, name)).fit(without)
        print(f"{kind:14}{name:15}{len(rows):>10}{first(now, rows, 3):>9.3f}{first(now, rows, 10):>7.3f}{first(out, rows, 3):>13.3f}{first(out, rows, 10):>7.3f}"
              f"{first(all_, rows, 3):>11.3f}{first(all_, rows, 10):>7.3f}", flush=True)
    if a.ablate:
        full = by_kind(all_, gathered)
        for at, name in enumerate(names):
            if at not in without:
                less = by_kind(Questions(weighed(gathered)).fit(without | {at}), gathered)
                print(f"without {name:26}" + "".join(f"  {kind} {less[kind] - full[kind]:+.3f}" for kind in full), flush=True)
    for name, weight, before in zip(names, all_, now):
        print(f"{name:26}{before:>7.1f}{weight:>8.2f}")
    (share, covers, near, constant), error, each = calibrate(gathered, np.round(all_, 1), covered, meaning)
    print(f"share {share:.2f}, best covers {covers:.2f}, best near {near:.2f}, constant {constant:.2f}; expected calibration error {error:.3f}",
          ", ".join(f"{kind} {e:.3f}" for kind, e in each.items()))


if __name__ == "__main__":
    main()
