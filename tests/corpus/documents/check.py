#!/usr/bin/env python3
"""check.py FILE.jsonl … — looks after the form of annotated documents, and prints what is wrong.
check.py --agreement — how far the second annotation of `again/second.jsonl` agrees with the first one in `train/`.
check.py --whole FILE.jsonl … — prints them with each document's `text` in one piece, as a scorer takes them."""
import glob
import json
import os
import re
import sys

TYPES = "text email pdf stream browser vscode calendar github slack".split()
NAMED = "person location organization product work money other".split()
KEYS = {"id", "source_type", "user_name", "filename", "reference_time", "lines", "events", "noise", "absent_participants", "questions"}
HERE = os.path.dirname(os.path.abspath(__file__))


def squashed(text):
    return " ".join(text.lower().split())


def faults(d):
    if KEYS - set(d):
        yield f"lacks {sorted(KEYS - set(d))}"
        return
    lines = d["lines"]
    text = squashed("\n".join(line for _, line in lines))
    if d["source_type"] not in TYPES:
        yield "source_type"
    for i, (role, line) in enumerate(lines, 1):
        if role not in "HTDBQGCIRXK_" or len(role) != 1 or "\n" in line or (not line.strip()) != (role == "_"):
            yield f"line {i}"
    for i, e in enumerate(d["events"]):
        first, last = e["lines"]
        if not 1 <= first <= last <= len(lines):
            yield f"event {i}: lines"
        if any(squashed(m) not in text for m in e["must_mention"]):
            yield f"event {i}: must_mention"
        if any(x["type"] not in NAMED for x in e["entities"]):
            yield f"event {i}: entities"
        w = e["when"]
        if w and not (all(re.fullmatch(r"\d{4}-\d\d-\d\d", w[k]) for k in ("start", "end")) and re.fullmatch(r"\d\d:\d\d", w.get("time") or "00:00") and w["grain"] in ("day", "week", "month", "year")):
            yield f"event {i}: when"
    if any(squashed(x) not in text for x in d["noise"]):
        yield "noise"
    for q in d["questions"]:
        if bool(q["answers"]) != (q["event"] is not None) or q.get("span") and not any(q["span"] in line for _, line in lines):
            yield f"question {q['q']}"


def agreement():
    first = {d["id"]: d for f in sorted(glob.glob(os.path.join(HERE, "train/*.jsonl"))) for d in map(json.loads, open(f, encoding="utf-8"))}
    second = [json.loads(line) for line in open(os.path.join(HERE, "again/second.jsonl"), encoding="utf-8")]
    fold = lambda names: {squashed(n) for n in names}
    roles = same = events = met = when = place = both = one = other = 0
    noise = kept = 0
    for b in second:
        a = first[b["id"]]
        given = [role for role, _ in a["lines"]]
        roles += len(given)
        same += sum(x == y for x, y in zip(given, b["roles"]))
        noise += sum(x == "X" or y == "X" for x, y in zip(given, b["roles"]))
        kept += sum(x == y == "X" for x, y in zip(given, b["roles"]))
        events += len(a["events"])
        for e in a["events"]:
            overlap = lambda x: min(e["lines"][1], x["lines"][1]) - max(e["lines"][0], x["lines"][0]) + 1 + len(fold(e["must_mention"]) & fold(x["must_mention"]))
            best = max(b["events"], key=overlap, default=None)
            if best is None or overlap(best) < 1:
                continue
            met += 1
            day = lambda x: x["when"] and (x["when"]["start"], x["when"]["end"])
            when += day(e) == day(best)
            where = [squashed(x["where"] or "") for x in (e, best)]
            place += where[0] == where[1] or bool(where[0] and where[1]) and (where[0] in where[1] or where[1] in where[0])
            x, y = fold(e["participants"]), fold(best["participants"])
            both, one, other = both + len(x & y), one + len(x), other + len(y)
    print(f"{len(second)} documents, {roles} lines: roles {same / roles:.2f}, boilerplate (Jaccard) {kept / noise:.2f}")
    print(f"events of the first that the second has: {met / events:.2f}; of these: people F1 {2 * both / (one + other):.2f}, days {when / met:.2f}, place {place / met:.2f}")


def main():
    if sys.argv[1:] == ["--agreement"]:
        return agreement()
    if sys.argv[1] == "--whole":
        for file in sys.argv[2:]:
            for d in map(json.loads, open(file, encoding="utf-8")):
                lines = d.pop("lines")
                print(json.dumps({**d, "text": "\n".join(line for _, line in lines)}, ensure_ascii=False))
        return
    bad = 0
    for file in sys.argv[1:]:
        for number, line in enumerate(open(file, encoding="utf-8"), 1):
            for fault in faults(json.loads(line)):
                bad += 1
                print(f"{file}:{number}: {fault}")
    print(f"{bad} faults")


main()
