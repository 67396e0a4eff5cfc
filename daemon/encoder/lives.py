#!/usr/bin/env python3
"""lives.py MEMOD OUT.jsonl LIFE… — what memo makes of lives and finds in them, for `reader.py` and `gate.py`.

A LIFE is a folder as those of `tests/corpus/lives/train`. Of each a line: `name`, `memories` (narratives), and `questions` with
`q`, `answers`, the places of the memories that recall gave (`found`, best first) with their scores, and which of these hold an
accepted answer and are of a file of the evidence (`holding`).
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse
import urllib.request
import uuid


class Memod:
    """A daemon on an empty folder."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        data = os.path.join(self.folder.name, "data")
        env = {**os.environ, "MEMO_API_KEY": "lives"}
        self.process = subprocess.Popen([program, "--listen", "127.0.0.1:0", "--data-dir", data], env=env, stderr=subprocess.DEVNULL)
        about = os.path.join(data, "daemon.json")
        while not os.path.exists(about):
            time.sleep(0.05)
        self.url = json.load(open(about))["url"]

    def call(self, path, fields=None, file=None):
        head, body = {"x-api-key": "lives"}, None
        if fields is not None:
            mark = uuid.uuid4().hex
            parts = [f'--{mark}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'.encode() for k, v in fields.items()]
            if file:
                name = urllib.parse.quote(file[0], safe=" ()+,;=@[]'&!~")
                parts.append(f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode() + file[1] + b"\r\n")
            body = b"".join(parts) + f"--{mark}--\r\n".encode()
            head["Content-Type"] = f"multipart/form-data; boundary={mark}"
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, head)) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def folded(text):
    return " " + " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())) + " "


def read(memod, folder):
    person = json.load(open(os.path.join(folder, "person.json"), encoding="utf-8"))
    names, runs, memories, place = sorted(os.listdir(os.path.join(folder, "docs"))), [], [], {}
    for number, name in enumerate(names):
        fields = {"user_name": person["user_name"], "item_id": f"d{number}", "reference_time": person["now"][:10] + "T12:00:00Z"}
        data = open(os.path.join(folder, "docs", name), "rb").read()
        try:
            runs.append(memod.call("/v1/memorize", fields, (name, data))["workflow_execution"])
        except urllib.error.HTTPError as error:
            print(name, error, file=sys.stderr)
    for run in runs:
        while memod.call("/v1/" + run)["state"] == "ACTIVE":
            time.sleep(0.1)
    questions = []
    for line in open(os.path.join(folder, "questions.jsonl"), encoding="utf-8"):
        q = json.loads(line)
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
            if says and q["kind"] != "yesno" and names[int(memory["item_id"][1:])] in q["evidence"]:
                holding.append(at)
        answers = [a for x in q["answers"] for a in (x if isinstance(x, list) else [x])]
        questions.append({"q": q["q"], "answers": answers, "found": found, "scores": scores, "holding": holding})
    return {"name": os.path.basename(os.path.normpath(folder)), "memories": memories, "questions": questions}


def main():
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        for folder in sys.argv[3:]:
            memod = Memod(sys.argv[1])
            out.write(json.dumps(read(memod, folder), ensure_ascii=False) + "\n")
            memod.stop()


if __name__ == "__main__":
    main()
