"""Checks a life: every question's form, that its evidence is there, and that its quote stands in it word for word.

usage: check.py FOLDER [--own]
  --own: also names the questions that share a word of four letters or more with their quote (names aside)
"""
import collections, json, os, re, sys
folder = sys.argv[1]; own = "--own" in sys.argv
docs = {n: open(os.path.join(folder, "docs", n), encoding="utf-8", errors="replace").read() for n in os.listdir(os.path.join(folder, "docs"))}
sq = lambda t: re.sub(r"\s+", " ", t)
words = lambda t: {w for w in re.findall(r"[^\W\d_]{4,}", t.lower())}
json.load(open(os.path.join(folder, "person.json")))
kinds = collections.Counter(); n = 0
for i, line in enumerate(open(os.path.join(folder, "questions.jsonl"), encoding="utf-8"), 1):
    q = json.loads(line); n += 1; kinds[q["kind"]] += 1
    for e in q["evidence"]:
        if e not in docs: print(i, "no such file:", e)
    if q["answers"]:
        if not q["evidence"]: print(i, "no evidence")
        quote = sq(q.get("quote", ""))
        if not quote: print(i, "no quote:", q["q"])
        elif not any(quote in sq(docs.get(e, "")) for e in q["evidence"]): print(i, "quote not found verbatim in its evidence (fine only for encoded or escaped files):", quote)
        if own:
            both = {w for w in words(q["q"]) & words(quote) if not any(w in k.lower() for k in q["q"].split() if k[:1].isupper())}
            if both: print(i, "shares words with its quote:", sorted(both))
    elif q["kind"] != "absent": print(i, "no answers, not absent")
print(len(docs), "files", sum(map(len, docs.values())), "characters;", n, "questions", dict(kinds))
