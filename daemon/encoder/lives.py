#!/usr/bin/env python3
"""lives.py MEMOD OUT.jsonl LIFE… — what memo makes of lives and finds in them, for `reader.py` and `gate.py`.

A LIFE is a folder as those of `tests/corpus/lives/train`, or a file of documents as `tests/corpus/documents/check.py --whole`
writes it. Of each a line: `name`, `memories` (narratives), and `questions` with `q`, `answers`, the places of the memories that
recall gave (`found`, best first) with their scores, and which of these hold an accepted answer and are of the evidence
(`holding`).
"""
import json
import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../order"))
from fit import Memod


def folded(text):
    return " " + " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())) + " "


def rows(file):
    return [json.loads(line) for line in open(file, encoding="utf-8") if line.strip()]


def of_folder(memod, folder):
    """Adds the files of a life; its questions, each with the documents of its evidence."""
    person = json.load(open(os.path.join(folder, "person.json"), encoding="utf-8"))
    names = sorted(os.listdir(os.path.join(folder, "docs")))
    for number, name in enumerate(names):
        data = open(os.path.join(folder, "docs", name), "rb").read()
        memod.add(f"d{number}", data, filename=name, user_name=person["user_name"], reference_time=person["now"][:10] + "T12:00:00Z")
    for q in rows(os.path.join(folder, "questions.jsonl")):
        yield q, {f"d{names.index(name)}" for name in q["evidence"]}


def of_documents(memod, file):
    for row in rows(file):
        fields = {name: row[name] for name in ("filename", "user_name", "source_type", "reference_time")}
        memod.add(row["id"], row["text"].encode(), **fields)
        for q in row["questions"]:
            yield q, {row["id"]}


def read(memod, path):
    questions = list((of_folder if os.path.isdir(path) else of_documents)(memod, path))
    memod.settle()
    memories, place, asked = [], {}, []
    for q, evidence in questions:
        found, scores, holding = [], [], []
        for memory in memod.call("/v1/memories/recall", {"text": q["q"], "limit": 50})["memories"]:
            narrative = memory["content"]["narrative"]
            at = place.setdefault(memory["custom_id"], len(memories))
            if at == len(memories):
                memories.append(narrative)
            found.append(at)
            scores.append(memory["score"])
            groups = q["answers"] if q["answers"] and isinstance(q["answers"][0], list) else [q["answers"]]
            says = bool(q["answers"]) and all(any(folded(a).strip() and folded(a) in folded(narrative) for a in group) for group in groups)
            if says and q.get("kind") != "yesno" and memory["item_id"] in evidence:
                holding.append(at)
        answers = [a for x in q["answers"] for a in (x if isinstance(x, list) else [x])]
        asked.append({"q": q["q"], "answers": answers, "found": found, "scores": scores, "holding": holding})
    return {"name": os.path.basename(os.path.normpath(path)), "memories": memories, "questions": asked}


def main():
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        for path in sys.argv[3:]:
            memod = Memod(sys.argv[1])
            out.write(json.dumps(read(memod, path), ensure_ascii=False) + "\n")
            memod.close()


if __name__ == "__main__":
    main()
