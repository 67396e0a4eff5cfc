#!/usr/bin/env python3
"""Trains the taggers of where something happened and of who took part: places.bin and people.bin, read by
daemon/src/extract/tagged.rs.

A conditional random field over a passage's tokens; its features are hashed into a table of 2^BITS rows with one weight
per tag, cut to bytes. `features` here and in the daemon must agree: a change of one is a change of the other and new
tables.

usage: train_spans.py --passages DIR --lexicon lexicon.tsv --out FILE.bin

DIR: files of passages, one a line, with [[…]] round what is meant (where it happened, who took part) and {{…}} round
another place or person. Reports for each file what weights fitted on the others find. Needs numpy and python-crfsuite.
"""
import argparse, glob, os, re, struct, tempfile
import numpy as np, pycrfsuite
from train_tagger import BITS, EDGE, Lists, fnv, mix, token

TAGS = ["O", "B-meant", "I-meant", "B-other", "I-other"]
MARK = re.compile(r"\[\[(.+?)\]\]|\{\{(.+?)\}\}")
PIECE = re.compile(r"\w+(?:['’\-._&‑]\w+)*|\S", re.UNICODE)
OPENS = ".!?:;\"“„«•(…"
# what leads to a place; the same list stands in the daemon
LEADS = """in at on to from by near behind outside inside under over round around opposite beside between off up down into via
aboard past along across above below beyond through towards toward within next of for with about after before until till
im am beim bei zu zum zur nach aus auf an vor hinter neben en a al desde hasta por para au aux chez dans sur du de del
della""".split()


def tokens(text, lists):
    """Tokens as the daemon has them, each with its characters in the text."""
    out, first = [], True
    for m in PIECE.finditer(text):
        word, at = m.group(), m.start()
        own = re.fullmatch(r"(.*\w)(['’]s)", word)
        for piece in own.groups() if own else (word,):
            out.append((token(piece, first and piece[0].isalnum(), lists), at, at + len(piece)))
            at += len(piece)
            first = first and piece != "," and not piece[0].isalnum() or piece in OPENS
    return out


def read(path, lists):
    """Passages: tokens and their tags."""
    out = []
    for line in open(path, encoding="utf-8"):
        text, spans, at = "", [], 0
        for m in MARK.finditer(line.strip()):
            text += line.strip()[at:m.start()]
            spans.append((len(text), len(text) + len(m.group(1) or m.group(2)), 1 if m.group(1) else 3))
            text, at = text + (m.group(1) or m.group(2)), m.end()
        text += line.strip()[at:]
        if not text or any(sign in text for sign in ("[[", "]]", "{{", "}}")):
            continue
        ts = tokens(text, lists)
        tags = [0] * len(ts)
        for start, end, tag in spans:
            inside = [n for n, (_, a, z) in enumerate(ts) if a >= start and z <= end]
            for n in inside:
                tags[n] = tag + (n != inside[0])
        out.append(([t for t, _, _ in ts], tags))
    return out


def features(ts, n):
    g = lambda k: ts[n + k] if 0 <= n + k < len(ts) else EDGE
    a3, a, b, c, d, e, e3 = (g(k) for k in range(-3, 4))
    f = c.folded
    lead, far = 1, 0
    for k in range(1, min(n, 5) + 1):
        t = ts[n - k]
        if t.text in ".!?;":
            break
        if t.folded in LEADS:
            lead, far = t.fold_h, k
            break
    lists = lambda t: t.bits | t.capital << 6 | t.first << 7
    shaped = lambda t: t.bits | t.capital << 6
    return [
        mix(1, c.fold_h), mix(2, b.fold_h), mix(3, d.fold_h), mix(4, a.fold_h), mix(5, e.fold_h),
        mix(6, c.shape, c.first), mix(7, c.shape, b.shape), mix(8, c.shape, d.shape),
        mix(9, fnv(f[:3])), mix(10, fnv(f[-3:])), mix(12, fnv(f[-4:]), c.capital),
        mix(13, c.h), mix(14, b.h), mix(15, d.h), mix(16, lists(c), shaped(d)), mix(17, lists(c), lists(b)),
        mix(18, b.fold_h, c.shape), mix(19, d.fold_h, c.shape), mix(20, c.often, c.capital | c.first << 1),
        mix(21, c.cues | c.capital << 12, d.cues), mix(22, c.cues | c.capital << 12, b.cues),
        mix(40, a3.fold_h), mix(41, e3.fold_h), mix(42, b.fold_h, c.fold_h), mix(43, c.fold_h, d.fold_h), mix(44, a.fold_h, b.fold_h),
        mix(45, lead, far), mix(46, lead, lists(c)), mix(47, lead, c.fold_h), mix(48, b.fold_h, lists(c) | c.cues << 8),
        mix(49, d.fold_h, e.fold_h), mix(50, b.fold_h, d.fold_h), mix(51, c.cues | c.capital << 12, lead),
    ]


def fit(data):
    """Weights of rows and of one tag behind another."""
    trainer = pycrfsuite.Trainer(verbose=False)
    for rows, tags in data:
        trainer.append([[str(r) for r in row] for row in rows], [TAGS[t] for t in tags])
    trainer.set_params({"c1": 0, "c2": 0.5, "max_iterations": 100, "feature.possible_transitions": True})
    with tempfile.NamedTemporaryFile() as file:
        trainer.train(file.name)
        tagger = pycrfsuite.Tagger()
        tagger.open(file.name)
        info = tagger.info()
        tagger.close()
    rows, moves = np.zeros((1 << BITS, len(TAGS)), np.float32), np.zeros((len(TAGS), len(TAGS)), np.float32)
    for (row, tag), weight in info.state_features.items():
        rows[int(row), TAGS.index(tag)] = weight
    for (before, tag), weight in info.transitions.items():
        moves[TAGS.index(before), TAGS.index(tag)] = weight
    return rows, moves


def packed(rows, moves):
    """Weights as bytes, what a byte is worth, and the moves with those forbidden that go on with what was not begun."""
    scale = 127 / np.quantile(np.abs(rows[rows != 0]), 0.99995)
    moves = moves.copy()
    for before in range(len(TAGS)):
        for tag in (2, 4):
            if before not in (tag, tag - 1):
                moves[before, tag] = -100.0
    return np.clip(np.round(rows * scale), -127, 127).astype(np.int8), 1 / scale, moves


def marginals(small, worth, moves, rows):
    """Of each token, how likely each tag is."""
    s = np.array([small[r].astype(np.int32).sum(0) for r in rows]) * worth
    s[0, [2, 4]] = -100
    f, b = [s[0]], [np.zeros(len(TAGS))]
    for x in s[1:]:
        f.append(np.logaddexp.reduce(f[-1][:, None] + moves, axis=0) + x)
    for x in s[:0:-1]:
        b.append(np.logaddexp.reduce(moves + x + b[-1], axis=1))
    p = np.array(f) + np.array(b[::-1])
    return np.exp(p - np.logaddexp.reduce(p, axis=1)[:, None])


def spans(p, least):
    """What is meant: runs whose tokens are more likely of one than not."""
    out, n = [], 0
    while n < len(p):
        if p[n][1] >= least and p[n][1] >= p[n][2]:
            end = n + 1
            while end < len(p) and p[end][2] >= least:
                end += 1
            out.append((n, end, p[n][1]))
            n = end
        else:
            n += 1
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--passages", required=True), p.add_argument("--lexicon", required=True), p.add_argument("--out", required=True)
    p.add_argument("--no-report", action="store_true")
    a = p.parse_args()
    lists = Lists(a.lexicon)
    files = sorted(glob.glob(os.path.join(a.passages, "*.txt")))
    data = {path: [([features(ts, n) for n in range(len(ts))], tags) for ts, tags in read(path, lists)] for path in files}
    for left in () if a.no_report else files:
        small, worth, moves = packed(*fit([d for path in files if path != left for d in data[path]]))
        for least in (0.4, 0.5, 0.6):
            right = wrong = missed = none = invented = 0
            for rows, tags in data[left]:
                said = max(spans(marginals(small, worth, moves, rows), least), key=lambda s: s[2], default=None)
                gold = [n for n, t in enumerate(tags) if t in (1, 2)]
                if said:
                    hit = any(n in gold for n in range(said[0], said[1]))
                    right, wrong, invented = right + hit, wrong + (bool(gold) and not hit), invented + (not gold)
                else:
                    missed, none = missed + bool(gold), none + (not gold)
            print(f"{os.path.basename(left)} {least}: right {right} wrong {wrong} missed {missed}; rightly none {none} invented {invented}", flush=True)
    small, worth, moves = packed(*fit([d for path in files for d in data[path]]))
    open(a.out, "wb").write(struct.pack("<f25f", worth, *moves.flatten()) + small.tobytes())


if __name__ == "__main__":
    main()
