#!/usr/bin/env python3
"""Trains the line that tells furniture from what people wrote: furniture.bin, read by daemon/src/ingest/furniture/learned.rs.

A logistic regression over features of a sentence or line, hashed into a table of 2^BITS weights, cut to bytes; then a
second one over the sums of the sentence and those beside it. `features` here and in the daemon must agree: a change of
one is a change of the other and a new furniture.bin.

usage: train_furniture.py --lines DIR --lexicon lexicon.tsv --out furniture.bin

DIR: files of documents. A document begins with "## SOURCE | what it is"; each of its lines with "C " (content), "F "
(furniture) or "X " (neither; a neighbour alone). Reports what each fifth of the documents is told with weights fitted on
the others. Needs numpy, scipy and scikit-learn.
"""
import argparse, glob, os, re, struct
import numpy as np, scipy.sparse as sp
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from make_lexicon import COUNTRY, EVERYDAY, GIVEN, PLACE, SURNAME, fold
from train_tagger import MASK32, fnv

BITS = 16
SOURCES = ["email", "calendar", "slack", "stream", "github", "browser", "vscode", "pdf", "text"]
WORD = re.compile(r"\w+(?:['’]\w+)*", re.UNICODE)
OWN = {"i", "me", "my", "i'm", "i've", "i'll", "i'd", "mine", "myself", "ich", "mir", "mich", "je", "j'ai", "moi", "yo", "mi"}
YOU = {"you", "your", "yours"}
SIGNS = "©|→▸•@#/\\<>{}[]=_$€£%*&+\"“("
WORDS, EACH = 40, 12  # words looked at; of these, each by its source, too


def mix(template, a=0, b=0):
    h = (a ^ (template * 0x9E3779B1)) & MASK32
    h = ((h ^ (h >> 15)) * 0x85EBCA6B) & MASK32
    h = (h + b * 0xC2B2AE35) & MASK32
    h = ((h ^ (h >> 13)) * 0x27D4EB2F) & MASK32
    return (h ^ (h >> 16)) & MASK32


def kind(c):
    """What a character at an edge is: upper case, lower case, digit, or itself."""
    return ord("X") if c.isupper() else ord("x") if c.isalpha() else ord("d") if c.isnumeric() else ord(c)


def named(found, lexicon):
    """How many of the words with a capital are people's names, places, and in no list; those that are everyday words, too, none."""
    counts = [0, 0, 0]
    for word in found[:WORDS]:
        bits = lexicon.get(fold(word), 0) & 63 if word[0].isupper() else EVERYDAY
        if bits & EVERYDAY:
            continue
        counts[0] += bool(bits & (GIVEN | SURNAME))
        counts[1] += bool(bits & (PLACE | COUNTRY))
        counts[2] += not bits
    return counts


def features(text, source, lexicon):
    """Rows of the table for a sentence, each once."""
    text = text.strip()
    found = [m.group() for m in WORD.finditer(text)]
    words = [re.sub(r"\d", "0", fold(w).replace("’", "'")) for w in found]
    n, source = len(words), SOURCES.index(source)
    h = [1] + [fnv(w) for w in words[:WORDS]] + [2]
    out = [mix(1, x) for x in h[1:-1]]
    out += [mix(2, a, b) for a, b in zip(h, h[1:])]
    out += [mix(3, mix(0, a, b), c) for a, b, c in zip(h, h[1:], h[2:])]
    length = n if n < 6 else 6 + min((n - 6) // 3, 5)
    first, last = (kind(text[0]), kind(text[-1])) if text else (0, 0)
    out += [mix(4, length), mix(5, last), mix(6, first), mix(7, last, first)]
    out += [mix(8, source, length), mix(9, source, last), mix(10, source, first)]
    capitals, digits = sum(w[0].isupper() for w in found[1:]), sum(any(c.isnumeric() for c in w) for w in found)
    out += [mix(11, min(capitals, 4), min(n, 8)), mix(12, min(digits, 4), min(n, 8))]
    if n > 1 and any(c.isupper() for c in text) and not any(c.islower() for c in text):
        out.append(mix(13))
    own = any(w in OWN for w in words)
    out.append(mix(14, own))
    if any(w in YOU for w in words):
        out.append(mix(15, own))
    out += [mix(16, ord(c)) for c in set(text) if c in SIGNS]
    if "http" in text or "www." in text:
        out.append(mix(17))
    out += [mix(20, which, min(count, 3)) for which, count in enumerate(named(found, lexicon))]
    out += [mix(18, source, x) for x in h[1:-1][:EACH]]
    out += [mix(19, fnv(w[:5])) for w in words[:EACH] if len(w) > 6]
    return sorted({x & ((1 << BITS) - 1) for x in out})


def told(text):
    """Whether a line says anything: an hour alone does not."""
    return sum(c.isalpha() for c in text) >= 3 and not re.fullmatch(r"[\W\d]*(?:[ap]\.?m\.?)?\W*", text, re.I)


def read(files):
    """Sentences: (text, source), label, document, place in it."""
    out, doc, source, at = [], -1, "text", 0
    for path in files:
        for line in open(path, encoding="utf-8"):
            line = line.rstrip("\n")
            if line.startswith("##"):
                word = re.match(r"##\s*(\w*)", line).group(1).lower()
                doc, source, at = doc + 1, word if word in SOURCES else "text", 0
            elif line[:2] in ("C ", "F ", "X "):
                at += 1
                if told(line[2:]):
                    out.append(((line[2:], source), "CFX".index(line[0]), doc, at))
    return out


def matrix(texts, lexicon):
    rows = [features(*t, lexicon) for t in texts]
    indptr = np.cumsum([0] + [len(r) for r in rows])
    return sp.csr_matrix((np.ones(indptr[-1], np.float32), np.concatenate(rows), indptr), shape=(len(rows), 1 << BITS))


def report(name, y, p):
    kept = np.sort(p[y == 0])
    parts = [f"{q:.3f}: {(p[y == 1] > kept[int(q * len(kept))]).mean():.3f} (over {kept[int(q * len(kept))]:.2f})" for q in (0.95, 0.98, 0.99, 0.995, 0.998)]
    print(f"{name}: AUC {roc_auc_score(y, p):.4f}; content kept: furniture found", "; ".join(parts), flush=True)


def beside(p, docs, places):
    """The sum of each sentence, and that of those before and behind it (0 where there is none)."""
    at = {key: n for n, key in enumerate(zip(docs, places))}
    near = lambda d, k: p[at[d, k]] if (d, k) in at else 0.0
    return np.array([[p[n], near(d, k - 1) + near(d, k + 1)] for n, (d, k) in enumerate(zip(docs, places))])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--lines", required=True), p.add_argument("--lexicon", required=True), p.add_argument("--out", required=True)
    a = p.parse_args()
    texts, y, docs, places = map(list, zip(*read(sorted(glob.glob(os.path.join(a.lines, "*.txt"))))))
    lexicon = {form: int(bits) for form, bits in (line.rstrip("\n").split("\t") for line in open(a.lexicon, encoding="utf-8"))}
    y, docs, m = np.array(y), np.array(docs), matrix(texts, lexicon)
    marked, fit = y < 2, lambda rows: LogisticRegression(C=1, solver="liblinear", max_iter=300).fit(m[rows], y[rows])
    own = np.zeros(len(y))
    for k in range(5):
        own[docs % 5 == k] = fit(marked & (docs % 5 != k)).decision_function(m[docs % 5 == k])
    report("by itself", y[marked], own[marked])
    line = beside(own, docs, places)
    second = LogisticRegression(C=1).fit(line[marked], y[marked])
    report("with those beside it", y[marked], second.decision_function(line)[marked])
    print("second line", second.coef_, second.intercept_)
    model = fit(marked)
    weights = model.coef_[0]
    scale = 127 / np.quantile(np.abs(weights[weights != 0]), 0.9995)
    small = np.clip(np.round(weights * scale), -127, 127).astype(np.int8)
    open(a.out, "wb").write(struct.pack("<ff", 1 / scale, model.intercept_[0]) + small.tobytes())
    print(len(texts), "lines,", (y == 0).sum(), "content,", (y == 1).sum(), "furniture; scale", 1 / scale, "bias", model.intercept_[0])


if __name__ == "__main__":
    main()
