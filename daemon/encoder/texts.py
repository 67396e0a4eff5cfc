#!/usr/bin/env python3
"""texts.py REPOSITORIES PACKAGES QUESTIONS OUT.json — gathers the texts that `train.py` distils on: any texts do, the more like what people
write and the more languages the better. What they are is not learnt, only where e5 puts them.

REPOSITORIES: a folder of bare clones, `owner+name`, of
  UniversalDependencies: UD_{Chinese-GSDSimp,Dutch-Alpino,English-EWT,French-GSD,German-GSD,Italian-PoSTWITA,Japanese-GSD,Korean-GSD,
    Polish-PDB,Portuguese-GSD,Russian-GSD,Spanish-GSD} (CC BY-SA 4.0 and 3.0)
  google-deepmind: xquad (CC BY-SA 4.0); yahoojapan: JGLUE (CC BY-SA 4.0)
PACKAGES: Debian's packages unpacked: fortunes-{de,es,it,br,pl,ru,zh}, gnome-user-docs (CC BY-SA 3.0)
QUESTIONS: files of JSON lines, gzipped, with `q` and `context`: SQuAD's shifts (new_wiki, reddit, amazon_reviews), FriendsQA
Beside them come the memories and questions of the lives in `tests/corpus/lives/train`, without their answers.
"""
import glob
import gzip
import html
import json
import os
import random
import re
import subprocess
import sys

LONGEST = 700
HERE = os.path.dirname(os.path.abspath(__file__))


class Texts:
    def __init__(self):
        self.all = []

    def add(self, texts, question=False, most=None):
        texts = list(dict.fromkeys(t.strip()[:LONGEST] for t in texts))
        texts = [t for t in texts if len(t) > 8]
        random.shuffle(texts)
        self.all += [{"text": t, "question": question} for t in texts[:most]]


def joined(sentences):
    """One to three neighbours together, so that there are longer texts, too."""
    at = 0
    while at < len(sentences):
        count = random.choice((1, 1, 2, 3))
        yield " ".join(sentences[at:at + count])
        at += count


def main():
    repositories, packages, questions, out = sys.argv[1:]
    random.seed(7)
    texts = Texts()

    def git(name, *command):
        done = subprocess.run(["git", "--git-dir", os.path.join(repositories, name, "repo"), *command], capture_output=True)  # a file too large for a clone is left out
        return done.stdout.decode("utf-8", "replace")

    for folder in sorted(glob.glob(os.path.join(repositories, "UniversalDependencies+UD_*"))):
        name = os.path.basename(folder)
        files = git(name, "ls-tree", "-r", "HEAD", "--name-only").split()
        files = [f for f in files if f.endswith(".conllu") and ("not-to-release" not in f or "Portuguese" in name)]
        texts.add(joined([s for f in files for s in re.findall(r"^# text = (.*)$", git(name, "show", f"HEAD:{f}"), re.M)]), most=6000)
    for language in "de en es el ro ru tr vi zh".split():
        articles = json.loads(git("google-deepmind+xquad", "show", f"HEAD:xquad.{language}.json"))["data"]
        paragraphs = [p for a in articles for p in a["paragraphs"]]
        texts.add([t for p in paragraphs for t in joined(re.split(r"(?<=[.!?。])\s*", p["context"]))], most=500)
        texts.add([q["question"] for p in paragraphs for q in p["qas"]], True, 600)
    rows = git("yahoojapan+JGLUE", "show", "HEAD:datasets/jcommonsenseqa-v1.3/train-v1.3.json").splitlines()
    texts.add([json.loads(row)["question"] for row in rows], True, 4000)
    for part in ("test", "valid"):
        articles = json.loads(git("yahoojapan+JGLUE", "show", f"HEAD:datasets/jsquad-v1.3/{part}-v1.3.json"))["data"]
        paragraphs = [p for a in articles for p in a["paragraphs"]]
        texts.add([p["context"].split("[SEP]")[-1] for p in paragraphs])
        texts.add([q["question"] for p in paragraphs for q in p["qas"]], True, 3000)
    for file in sorted(glob.glob(os.path.join(packages, "usr/share/games/fortunes/**/*"), recursive=True)):
        if os.path.isfile(file) and not file.endswith((".dat", ".u8")):
            text = open(file, encoding="utf-8", errors="ignore").read()
            most = 60 if "/pl/" in file else 250 if "/ru/" in file else 700
            texts.add([re.sub(r"\s+", " ", t) for t in re.split(r"\n%\n?", text) if len(t) < 900], most=most)
    for language in "C de es fr it ja nl pt_BR sv zh_CN".split():
        pages = sorted(glob.glob(os.path.join(packages, f"usr/share/help/{language}/gnome-help/*.page")))
        found = [p for f in pages for p in re.findall(r"<p>(.*?)</p>", open(f, encoding="utf-8").read(), re.S)]
        found = [html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", "", p))) for p in found]
        texts.add([p for p in found if len(p) > 30], most=2500)
    for name, most in (("squadshifts_new_wiki", 2500), ("squadshifts_reddit", 5000), ("squadshifts_amazon_reviews", 2500), ("friendsqa", 1500)):
        rows = [json.loads(line) for line in gzip.open(os.path.join(questions, name + ".jsonl.gz"), "rt")]
        random.shuffle(rows)
        texts.add([r["q"] for r in rows[:most]], True)
        contexts = dict.fromkeys(r["context"] for r in rows[:most])
        texts.add([t for c in contexts for t in joined(re.split(r"(?<=[.!?])\s+", c))], most=2 * most)
    for file in sorted(glob.glob(os.path.join(HERE, "../../tests/corpus/lives/train/*/docs/*"))):
        text = open(file, encoding="utf-8", errors="ignore").read()
        texts.add(re.split(r"\n\s*\n", text), most=12)
    for file in sorted(glob.glob(os.path.join(HERE, "../../tests/corpus/lives/train/*/questions.jsonl"))):
        texts.add([json.loads(line)["q"] for line in open(file, encoding="utf-8")], True)
    random.shuffle(texts.all)
    json.dump(texts.all, open(out, "w", encoding="utf-8"), ensure_ascii=False)
    print(len(texts.all), "texts,", sum(len(t["text"]) for t in texts.all), "characters")


main()
