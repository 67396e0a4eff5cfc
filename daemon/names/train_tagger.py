#!/usr/bin/env python3
"""Trains the tagger of names in running text: tagger.bin, read by daemon/src/extract/entities/tagger.rs.

An averaged perceptron that goes from left to right over a sentence's tokens; its features are hashed into a table of
2^BITS rows with one weight per tag, averaged, scaled and cut to bytes. `features` here and in the daemon must agree:
a change of one is a change of the other and a new tagger.bin.

usage: train_tagger.py --ner DIR --lexicon lexicon.tsv --out tagger.bin [--epochs 8] [--seed 17]

DIR: train on wnut17-train and btc-*, choose on wnut17-dev, report on ewt-dev. Needs numpy.
"""
import argparse, glob, os, random, re
import numpy as np
from make_lexicon import HERE, fold

BITS, MASK32 = 17, 0xFFFFFFFF
KINDS = ["person", "location", "organization"]  # too few products and works are marked to learn from
TAGS = ["O"] + [f"{b}-{k}" for k in KINDS for b in "BI"]  # then padded to 8 a row
EVERYDAY = 32
WORD = re.compile(r"\w+(?:['’\-._&]\w+)*", re.UNICODE)


def fnv(text):
    h = 0x811C9DC5
    for b in text.encode():
        h = ((h ^ b) * 0x01000193) & MASK32
    return h


def mix(template, a, b=0):
    h = (a ^ (template * 0x9E3779B1)) & MASK32
    h = ((h ^ (h >> 15)) * 0x85EBCA6B) & MASK32
    h = (h + b * 0xC2B2AE35) & MASK32
    h = ((h ^ (h >> 13)) * 0x27D4EB2F) & MASK32
    return (h ^ (h >> 16)) & ((1 << BITS) - 1)


def shape(word):
    """Kinds of characters in order, runs of one kind as one: "Dirk-Jan" is XxSXx."""
    out = ""
    for c in word:
        k = "d" if c.isnumeric() else "X" if c.isupper() else "x" if c.isalpha() else "S"
        if not out.endswith(k):
            out += k
    return out[:6]


class Lists:
    def __init__(self, path):
        self.bits = {f: int(b) for f, b in (line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8"))}
        self.cues, bit = {}, 0
        names = []
        for line in open(os.path.join(HERE, "cues.txt"), encoding="utf-8"):
            if line.startswith("["):
                names.append(line.strip()[1:-1])
            elif not line.startswith("#"):
                for w in line.split():
                    self.cues[w] = self.cues.get(w, 0) | 1 << len(names) - 1


class Token:
    __slots__ = "text folded bits often cues capital first word h shape fold_h".split()


def token(text, first, lists):
    t = Token()
    t.text, t.folded, t.first = text, fold(text), first
    t.word = text[:1].isalnum()
    entry = lists.bits.get(t.folded, 0) if t.word else 0
    t.bits, t.often, t.cues = entry & 0x3F, entry >> 8, lists.cues.get(t.folded, 0) & 0xFFF
    t.capital = text[:1].isupper()
    t.fold_h, t.shape = fnv(t.folded), fnv(shape(text))
    # shape, first place and lists of a token in one number
    t.h = (t.bits | t.capital << 6 | t.first << 7 | t.cues << 8) & MASK32
    return t


EDGE = Token()
EDGE.text, EDGE.folded, EDGE.first, EDGE.word, EDGE.bits, EDGE.often, EDGE.cues, EDGE.capital = "", "", False, False, 0, 0, 0, False
EDGE.fold_h, EDGE.shape, EDGE.h = 1, 1, 1 << 31


def plain(t):
    """A lower-case everyday word: never begins a name."""
    return not t.word or not t.capital and t.bits & EVERYDAY


def features(ts, n):
    g = lambda k: ts[n + k] if 0 <= n + k < len(ts) else EDGE
    a, b, c, d, e = g(-2), g(-1), g(0), g(1), g(2)
    f = c.folded
    return [
        mix(1, c.fold_h), mix(2, b.fold_h), mix(3, d.fold_h), mix(4, a.fold_h), mix(5, e.fold_h),
        mix(6, c.shape, c.first), mix(7, c.shape, b.shape), mix(8, c.shape, d.shape),
        mix(9, fnv(f[:3])), mix(10, fnv(f[-3:])), mix(11, fnv(f[-2:])), mix(12, fnv(f[-4:]), c.capital),
        mix(13, c.h), mix(14, b.h), mix(15, d.h),
        mix(16, c.bits | c.capital << 6 | c.first << 7, d.bits | d.capital << 6),
        mix(17, c.bits | c.capital << 6 | c.first << 7, b.bits | b.capital << 6 | b.first << 7),
        mix(18, b.fold_h, c.shape), mix(19, d.fold_h, c.shape), mix(20, c.often, c.capital | c.first << 1),
        mix(21, c.cues | c.capital << 12, d.cues), mix(22, c.cues | c.capital << 12, b.cues),
    ]


def tag_features(c, before, before2):
    """Features of the tags given so far (indexes into TAGS)."""
    return [mix(30, before, 0), mix(31, before, before2), mix(32, c.fold_h, before), mix(33, c.shape, before), mix(34, c.h, before)]


def allowed(before):
    """I-x only behind B-x or I-x."""
    return [t for t in range(len(TAGS)) if t % 2 or t == 0 or before in (t, t - 1)]


ALLOWED = [np.array([0.0 if t in allowed(b) else -1e9 for t in range(len(TAGS))], dtype=np.float32) for b in range(len(TAGS))]


def read(path, lists):
    out, ts, tags = [], [], []
    first = True
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if not line:
            if ts:
                out.append((ts, tags))
            ts, tags, first = [], [], True
            continue
        word, tag = line.split("\t")
        # as the daemon splits: @ann is two tokens, O'Brien one
        at, pieces = 0, []
        for m in WORD.finditer(word):
            pieces += list(word[at:m.start()].strip())
            pieces.append(m.group())
            at = m.end()
        pieces += list(word[at:].strip())
        for n, piece in enumerate(pieces):
            ts.append(token(piece, first and piece[:1].isalnum(), lists))
            tag = tag if tag[2:] in KINDS else "O"
            tags.append(TAGS.index(tag if n == 0 or tag == "O" else "I-" + tag[2:]))
            if piece[:1].isalnum():
                first = False
            elif piece in ".!?:;\"“„«•(…":
                first = True
    if ts:
        out.append((ts, tags))
    # a tag that began on "@": the name goes on behind it
    for ts, tags in out:
        for n in range(1, len(ts)):
            if ts[n - 1].text in "@#" and tags[n] and tags[n - 1] and TAGS[tags[n]][0] == "I":
                tags[n], tags[n - 1] = tags[n] - 1, 0
    return out


def lowered(sentence, lists):
    ts, tags = sentence
    return [token(t.text.lower(), t.first, lists) for t in ts], tags


def decode(weights, ts, static, margin=0.0):
    tags, b, bb = [], 0, 0
    for n, t in enumerate(ts):
        if b == 0 and plain(t):
            tag = 0
        else:
            idx = static[n] + tag_features(t, b, bb)
            score = weights[idx].sum(0) + ALLOWED[b]
            score[0] += margin
            tag = int(score.argmax())
        tags.append(tag)
        b, bb = tag, b
    return tags


def spans(tags):
    out, start = set(), None
    for n, t in enumerate(tags + [0]):
        if start is not None and (t == 0 or t % 2 or (t + 1) // 2 != (tags[start] + 1) // 2):
            out.add((start, n, KINDS[(tags[start] - 1) // 2]))
            start = None
        if t and start is None:
            start = n
    return out


def score(weights, data, margin=0.0):
    hit, said, gold = {}, {}, {}
    for ts, tags, static in data:
        s, g = spans(decode(weights, ts, static, margin)), spans(tags)
        for kind in KINDS + ["all"]:
            of = lambda x: {v for v in x if kind in ("all", v[2])}
            hit[kind] = hit.get(kind, 0) + len(of(s) & of(g))
            said[kind], gold[kind] = said.get(kind, 0) + len(of(s)), gold.get(kind, 0) + len(of(g))
    return {k: (hit[k] / max(1, said[k]), hit[k] / max(1, gold[k]), 2 * hit[k] / max(1, said[k] + gold[k])) for k in hit}


def show(name, result):
    print(name, "  ".join(f"{k[:6]} {p:.3f}/{r:.3f}/{f:.3f}" for k, (p, r, f) in result.items()), flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ner", required=True), p.add_argument("--lexicon", required=True), p.add_argument("--out", required=True)
    p.add_argument("--epochs", type=int, default=5), p.add_argument("--seed", type=int, default=17)
    a = p.parse_args()
    rng, lists = random.Random(a.seed), Lists(a.lexicon)
    train = []
    # the first twice: its names are of more kinds
    for path in 2 * [f"{a.ner}/wnut17-train.tsv"] + sorted(glob.glob(f"{a.ner}/btc-*.tsv")):
        train += read(path, lists)
    # notes are often in lower case
    train += [lowered(s, lists) for s in train if any(s[1]) and rng.random() < 0.25]
    with_static = lambda data: [(ts, tags, [features(ts, n) for n in range(len(ts))]) for ts, tags in data]
    train = with_static(train)
    dev, test = (with_static(read(f"{a.ner}/{f}.tsv", lists)) for f in ("wnut17-dev", "ewt-dev"))
    low = with_static([lowered((ts, tags), lists) for ts, tags, _ in test])
    weights = np.zeros((1 << BITS, len(TAGS)), dtype=np.float32)
    totals = np.zeros_like(weights, dtype=np.float64)
    step = 1
    for epoch in range(a.epochs):
        rng.shuffle(train)
        for ts, tags, static in train:
            b = bb = 0
            for n, t in enumerate(ts):
                step += 1
                if b == 0 and plain(t):
                    tag = 0
                else:
                    idx = static[n] + tag_features(t, b, bb)
                    s = weights[idx].sum(0) + ALLOWED[b]
                    gold = tags[n]
                    # an I- whose beginning was missed is taken as its B-
                    if gold and gold % 2 == 0 and b not in (gold, gold - 1):
                        gold -= 1
                    s[gold] -= 1.0  # a margin, so that rare features are learnt too
                    tag = int(s.argmax())
                    if tag != gold:
                        for i in idx:
                            weights[i, gold] += 1
                            weights[i, tag] -= 1
                            totals[i, gold] += step
                            totals[i, tag] -= step
                    # half of the time go on from the truth
                    tag = gold if rng.random() < 0.5 else tag
                b, bb = tag, b
        mean = (weights - totals / step).astype(np.float32)
        show(f"{epoch} wnut17-dev", score(mean, dev))
    scale = 127 / np.quantile(np.abs(mean[mean != 0]), 0.9995)
    small = np.clip(np.round(mean * scale), -127, 127).astype(np.int8)
    for margin in (0, 20, 40, 80):
        show(f"margin {margin} wnut17-dev", score(small.astype(np.float32), dev, margin))
        show(f"margin {margin} ewt-dev   ", score(small.astype(np.float32), test, margin))
        show(f"margin {margin} ewt-dev lower case", score(small.astype(np.float32), low, margin))
    rows = np.zeros((1 << BITS, 8), dtype=np.int8)
    rows[:, :len(TAGS)] = small
    open(a.out, "wb").write(rows.tobytes())


if __name__ == "__main__":
    main()
