"""Questions with the passages that answer them and others of the same papers that do not, cut to pieces for the reader.

A *pool* holds passages that lie together: a language's corners or pairs, a conversation, a life, a public set. For each
question of a pool a *group* is drawn: the passage that answers, and some that do not, most of them what the encoder finds
nearest to the question, as beside a memory that answers stand others that were found for it. Were they chosen otherwise (by
common words, or as written to mislead), how passages look would tell which is which, and nothing would be learnt of questions.
"""
import glob
import gzip
import json
import os
import random
import re

import numpy as np
import torch

from network import PAD
from tokens import UNKNOWN, normalised
from train import FRAMES, NAMES, QUESTION

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST, LONGEST_QUESTION, LONGEST_TITLE = 216, 48, 24
# How many of the six nearest passages stand beside the one that answers, how many of the next 34, and of all.
BESIDE = {"corner": (3, 2, 1), "pair": (2, 1, 1), "talk": (2, 1, 0), "public": (2, 1, 0), "life": (4, 3, 0)}
WEIGHTS = {"corner": 1.0, "pair": 0.7, "talk": 0.6, "public": 0.4, "life": 1.5}
# Of the public sets, how many questions at most.
PUBLIC = {"squadshifts_new_wiki": 8000, "squadshifts_reddit": 10000, "squadshifts_amazon_reviews": 10000, "friendsqa": 2500,
          "molweni_test": 2900, "qamr": 34100, "qasrl_gs": 4000, "qanom": 4000, "qadiscourse": 4000, "clapnq_dev": 600,
          "synthneg_new_wiki": 3000, "synthneg_reddit": 3300, "synthneg_amazon_reviews": 3400, "synthneg_friendsqa": 1000}
# Corners that are left out of training, to see how it goes.
LEFT_OUT = ("en11.jsonl", "fr2.jsonl")


class Pieces:
    """All texts in one row of pieces; a text is known by its number."""

    def __init__(self, e5, tokens):
        self.e5, self.tokens, self.known, self.row, self.ends = e5, tokens, {}, [], [0]
        self.frames, self.single = [], ()

    def cut(self, text):
        """Pieces of a normalised text, and the characters at which each begins and ends."""
        pieces, begins, ends, at = [], [], [], 0
        for word in text.split(" "):
            if word:
                if word not in self.known:
                    self.known[word] = self.tokens.cut("▁" + word)
                place = -1  # the mark before a word stands for no character
                for piece in self.known[word]:
                    begins.append(at + max(place, 0))
                    place += 1 if piece == UNKNOWN else len(self.e5.pieces[piece])
                    ends.append(at + max(place, 0))
                pieces += self.known[word]
            at += len(word) + 1
        return pieces, begins, ends

    def put(self, pieces):
        self.row.append(np.array(pieces, np.int32))
        self.ends.append(self.ends[-1] + len(pieces))
        return len(self.row) - 1

    def text(self, text):
        return self.put(self.cut(normalised(text))[0])


class Pool:
    """`passages`: (title, text, the group that it was written with); `questions`: (question, passage, first and last piece of the
    answer or -1, whether the passage answers). `near`: where it is known, the passages nearest to each question."""

    def __init__(self, kind, pieces):
        self.kind, self.pieces, self.passages, self.questions, self.texts, self.near = kind, pieces, [], [], [], None

    def add(self, title, text, group=0):
        text = normalised(text)
        cut = self.pieces.cut(text)
        self.texts.append((text, cut))
        self.passages.append((self.pieces.text(title), self.pieces.put(cut[0]), group))
        return len(self.passages) - 1

    def ask(self, question, at, answer):
        """`answer`: None where the passage does not answer, "" where no stretch of it does by itself."""
        first = last = -1
        text, (_, begins, ends) = self.texts[at]
        place = text.find(normalised(answer).strip()) if answer and answer.strip() else -1
        if place >= 0:
            end = place + len(normalised(answer).strip())
            hit = [k for k in range(len(begins)) if ends[k] > place and begins[k] < end]
            first, last = (hit[0], hit[-1]) if hit else (-1, -1)
        self.questions.append((self.pieces.text(QUESTION + question), at, first, last, int(answer is not None)))


def rows(pattern):
    for file in sorted(glob.glob(pattern)):
        for line in open(file, encoding="utf-8"):
            if line.strip():
                yield os.path.basename(file), json.loads(line)


def read_pools(pieces, public=None, lives=None):
    """`public`: a folder with the sets of [`PUBLIC`]; `lives`: a file that `lives.py` wrote."""
    pools = {}
    pool = lambda name, kind: pools.setdefault(name, Pool(kind, pieces))
    for file, corner in rows(os.path.join(HERE, "corners/*.jsonl")):
        to = pool(("left out " if file in LEFT_OUT else "corner ") + file[:2], "corner")
        first = len(to.passages)
        for passage in corner["passages"]:
            to.add(passage["title"], passage["text"], first)
        for q in corner["questions"]:
            to.ask(q["q"], first + q["passage"], None if q["style"] == "absent" else q["answer"])
    for file, pair in rows(os.path.join(HERE, "pairs/*.jsonl")):
        to = pool("pair " + file[:2], "pair")
        at = to.add(pair["about"], pair["text"])
        to.add(pair["about"], pair["near"])
        for style in ("own", "typed"):
            to.ask(pair[style], at, pair.get("answer", ""))
    for _, talk in rows(os.path.join(HERE, "talk/*.jsonl")):
        of_talk(pool("talk " + talk["id"], "talk"), talk)
    for name in PUBLIC if public else ():
        of_public(pool("public " + name.replace("synthneg_friendsqa", "friendsqa").replace("synthneg", "squadshifts"), "public"), public, name)
    for _, life in rows(lives) if lives else ():
        of_life(pool("life " + life["name"], "life"), life)
    return {name: p for name, p in pools.items() if p.questions}


def of_talk(to, talk):
    place = {}
    for session in talk["sessions"]:
        turns, at = session["turns"], 0
        while at < len(turns):
            size = random.choice([1, 2, 2, 3])
            number = to.add(session["when"], "\n".join(f"{t['speaker']}: {t['text']}" for t in turns[at:at + size]))
            place.update((t["id"], number) for t in turns[at:at + size])
            at += size
    for q in talk["questions"]:
        evidence = {place[e] for e in q.get("evidence") or [] if e in place}
        if len(evidence) == 1:
            at, answer = evidence.pop(), q.get("answer")
            # A day that is told by another, or what is put in other words, has no stretch of its own.
            to.ask(q["q"], at, answer if answer is None or normalised(str(answer)) in to.texts[at][0] else "")


def of_public(to, folder, name):
    known = {normalised(text): at for at, (text, _) in enumerate(to.texts)}
    read = [json.loads(line) for line in gzip.open(os.path.join(folder, name + ".jsonl.gz"), "rt", encoding="utf-8")]
    for row in random.sample(read, min(PUBLIC[name], len(read))):
        text, start, end = row["context"], row["start"], row["end"]
        # Some sentences, cut at the same places for every question about the text.
        cuts = [0]
        for found in re.finditer(r"(?<=[.!?\n])\s", text):
            if found.end() - cuts[-1] > 350:
                cuts.append(found.end())
        if start < 0 and not name.startswith("synthneg"):
            continue
        first = random.choice(cuts) if start < 0 else max(c for c in cuts if c <= start)
        last = min((c for c in cuts if c > first and c >= end), default=len(text))
        part = text[first:last].strip()
        if len(part) <= 1200:
            at = known.setdefault(normalised(part), None)
            if at is None:
                at = known[normalised(part)] = to.add("", part)
            to.ask(row["q"], at, None if start < 0 else text[start:end])


def of_life(to, life):
    """Memories as memo tells them, with the questions of `tests/corpus/lives/train` about them; `found`: the places of those
    that recall gave, `holding`: of those that hold the answer, best first."""
    for memory in life["memories"]:
        to.add("", memory)
    near = []
    for q in life["questions"]:
        if q["answers"] and not q["holding"]:
            continue
        at = (q["holding"] or q["found"])[0]
        said = next((a for a in q["answers"] if normalised(a) in to.texts[at][0]), "")
        to.ask(q["q"], at, said if q["holding"] else None)
        others = [m for m in q["found"] if m != at and m not in q["holding"]]
        near.append((others * 40)[:40])
    to.near = np.array(near, np.int64)


def frames_of(pieces):
    """The pieces of [`FRAMES`] before the title, whether it has one, between it and the text, and behind; and single texts: what
    a note without a title is called, nothing, and what stands before and behind every text."""
    if not pieces.frames:
        of = lambda text: pieces.text(text.strip())
        for frame in FRAMES:
            for name in NAMES if "{name}" in frame else [""]:
                head, tail = frame.replace("{name}", name).split("{text}")
                before, _, between = head.partition("{about}") if "{about}" in head else ("", "", head)
                pieces.frames.append((of(before), int("{about}" in head), of(between), of(tail)))
        pieces.single = of("notes"), pieces.put([]), pieces.put([0]), pieces.put([2])
    return np.array(pieces.frames), *pieces.single


class Groups(torch.utils.data.Dataset):
    """An epoch's batches: pieces [texts, length], how many texts each group has (the one that answers first), whether that one
    does, the first and last piece of the answer or -1, and what the group weighs. `share`: of the public questions."""

    def __init__(self, pools, pieces, seed, share, batch_pieces):
        self.frames, self.notes, self.empty, self.begin, self.end = frames_of(pieces)
        self.seed, self.row, ends = seed, np.concatenate(pieces.row), np.array(pieces.ends)
        self.begins, self.lengths = ends[:-1], np.diff(ends)
        rng, parts, base = np.random.default_rng(seed), [], 0
        self.titles = np.concatenate([np.array(p.passages)[:, 0] for p in pools.values()])
        self.texts = np.concatenate([np.array(p.passages)[:, 1] for p in pools.values()])
        for pool in pools.values():
            parts.append(self.drawn(rng, pool, base, share))
            base += len(pool.passages)
        self.questions, self.passages, self.answers, self.right, self.weights, self.framed = (np.concatenate(x) for x in zip(*parts))
        there = self.passages >= 0
        longest = np.where(there, self.lengths[self.texts[self.passages]], 0).max(1)
        length = np.minimum(self.lengths[self.questions], LONGEST_QUESTION) + np.minimum(longest + 12, LONGEST)
        order, self.batches = rng.permutation(len(self.questions)), []
        for start in range(0, len(order), 8000):
            part = order[start:start + 8000]
            batch, count = [], 0
            for group in part[np.argsort(length[part], kind="stable")]:
                texts = there[group].sum()
                if batch and (count + texts) * min(length[group], LONGEST) > batch_pieces:
                    self.batches.append(np.array(batch))
                    batch, count = [], 0
                batch.append(group)
                count += texts
            self.batches.append(np.array(batch))
        rng.shuffle(self.batches)

    @staticmethod
    def drawn(rng, pool, base, share):
        asked, passages = np.array(pool.questions), np.array(pool.passages)
        chosen = np.arange(len(asked))
        if pool.kind == "public":
            chosen = chosen[rng.random(len(chosen)) < share]
        if pool.kind == "life":
            chosen = np.repeat(chosen, 2)
        at, near = asked[chosen, 1], pool.near[chosen]
        close, further, any_ = BESIDE[pool.kind]
        most = min(6, near.shape[1])
        pick = lambda part, count: np.take_along_axis(part, rng.random(part.shape).argsort(1)[:, :count], 1)
        drawn = [at[:, None], pick(near[:, :most], close), pick(near[:, most:], further)]
        others = [rng.integers(0, len(passages), (len(chosen), any_))]
        if pool.kind == "corner":
            # Two more of the ten that it was written with.
            first = passages[at, 2]
            size = np.bincount(passages[:, 2], minlength=len(passages))[first]
            others.append(first[:, None] + (rng.random((len(chosen), 2)) * size[:, None]).astype(int))
        known = np.concatenate(drawn, 1)
        for part in others:
            known = np.concatenate([known, np.where((part[:, :, None] == known[:, None, :]).any(2), -1, part)], 1)
        wide = np.full((len(chosen), 9), -1)
        wide[:, :known.shape[1]] = np.where(known >= 0, known + base, -1)[:, :9]
        return (asked[chosen, 0], wide, asked[chosen, 2:4], asked[chosen, 4], np.full(len(chosen), WEIGHTS[pool.kind]),
                np.full(len(chosen), pool.kind != "life"))

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, number):
        rng, groups = np.random.default_rng(self.seed * 100003 + number), self.batches[number]
        there = self.passages[groups] >= 0
        sizes, passages = there.sum(1), self.passages[groups][there]
        of, count = np.repeat(np.arange(len(groups)), sizes), len(passages)
        first = np.zeros(count, bool)
        first[np.cumsum(sizes) - sizes] = True
        begin, end = (np.where(first, self.answers[groups][of, k], -1) for k in (0, 1))
        titles = self.titles[passages]
        framed = (rng.random(count) < 0.65) & self.framed[groups][of]
        frame = self.frames[rng.integers(0, len(self.frames), count)]
        titled = ~framed & (self.lengths[titles] > 0) & (rng.random(count) < 0.6)
        parts = np.full((count, 9), self.empty)
        parts[:, 0], parts[:, 1], parts[:, 2], parts[:, 6], parts[:, 8] = self.begin, self.questions[groups][of], self.end, self.texts[passages], self.end
        for place, of_frame in ((3, 0), (5, 2), (7, 3)):
            parts[framed, place] = frame[framed, of_frame]
        named = np.where(self.lengths[titles] > 0, titles, self.notes)
        parts[:, 4] = np.where(framed & (frame[:, 1] > 0), named, np.where(titled, titles, self.empty))
        begins, lengths = self.begins[parts].copy(), self.lengths[parts].copy()
        lengths[:, 1] = np.minimum(lengths[:, 1], LONGEST_QUESTION)
        lengths[:, 4] = np.minimum(lengths[:, 4], LONGEST_TITLE)
        room = np.maximum(LONGEST - (lengths.sum(1) - lengths[:, 6]), 8)
        # Where it is too long, the answer stays in.
        skip = np.minimum(np.maximum(end + 1 - room, 0), np.maximum(lengths[:, 6] - 1, 0))
        begins[:, 6] += skip
        lengths[:, 6] = np.minimum(lengths[:, 6] - skip, room)
        start, inside = lengths[:, :6].sum(1) - skip, (begin >= skip) & (begin >= 0) & (end - skip < lengths[:, 6])
        spans = np.where(inside[:, None], np.stack([start + begin, start + end], 1), -1)[first]
        total, flat = lengths.sum(1), lengths.ravel()
        text = np.full((count, (int(total.max()) + 7) // 8 * 8), PAD)
        source = np.repeat(begins.ravel() - (np.cumsum(flat) - flat), flat) + np.arange(flat.sum())
        column = np.arange(flat.sum()) - np.repeat(np.cumsum(total) - total, total)
        text[np.repeat(np.arange(count), total), column] = self.row[source]
        return tuple(torch.from_numpy(x) for x in (text, sizes, self.right[groups], spans, self.weights[groups].astype(np.float32)))
