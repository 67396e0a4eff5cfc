#!/usr/bin/env python3
"""train.py E5_BLOB TEXTS.json OUT.pt [LIVES] — makes the encoder's layers out of e5's.

First they are distilled: six of e5's twelve layers learn to put texts where all twelve do (`texts.py` gathers the texts), around a
mean of nought. Then they learn from `pairs/` and `corners/` which passage a question in somebody's own words means: the one it was
written for, among those of the same language (contrastive, with passages beside each that look like it and do not answer).
With LIVES (a folder as `tests/corpus/lives/train`) it tells at the end how often the paragraph that answers is among the first.

On a graphics card a few minutes; on two processors with 16-bit numbers about two hours. Needs numpy and torch.
"""
import glob
import json
import math
import os
import random
import re
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from e5 import E5
from network import LAYERS, Network, padded
from tokens import Tokens

HERE = os.path.dirname(os.path.abspath(__file__))
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
QUESTION, PASSAGE = "query: ", "passage: "  # before the teacher's texts; the encoder's passages have nothing before them
LONGEST, LONGEST_QUESTION = 160, 64
SHARP = 0.05  # temperature
BATCH_PIECES, BATCH_PAIRS, BATCH_CORNERS = 6000, 48, 5
DISTIL_RATE, RATE, EPOCHS = 3e-4, 2e-4, 3
# How much a question of each style weighs; those without an answer teach nothing here.
STYLES = {"own": 1.0, "plain": 0.5, "typed": 0.5}
# How much of what was distilled stays beside what the pairs teach: the mean of both weights does better on unseen lives than either
# (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
DISTILLED = 0.4
# How a memory begins in its account; half of the passages are framed like this.
FRAMES = ["In my notes “{about}”: {text}", "“{about}”: {text}", "{name} wrote to me about “{about}”: “{text}”", "{about}: {text}",
          "In my notes “{about}”, 15 January 2024: {text}", "{name} told me: “{text}”"]
NAMES = ["Anna Petrov", "Tom", "Kenji", "Claire Dubois", "Mr Ortiz", "Femi", "Jutta", "Marta", "Li Wei", "Sam"]


def vectors(network, texts):
    with torch.autocast(DEVICE, torch.bfloat16):
        return network(padded(texts).to(DEVICE)).float()


def batches(lengths, chosen):
    """Numbers of texts, alike long together."""
    random.shuffle(chosen)
    made = []
    for start in range(0, len(chosen), 20000):
        batch = []
        for number in sorted(chosen[start:start + 20000], key=lambda i: lengths[i]):
            if batch and (len(batch) + 1) * lengths[number] > BATCH_PIECES:
                made.append(batch)
                batch = []
            batch.append(number)
        made.append(batch)
    random.shuffle(made)
    return [b for b in made if len(b) >= 8]


def distance(v, teacher):
    """How far vectors are from the teacher's, each and among each other."""
    itself = torch.eye(len(v), device=v.device) * 1e4
    among = [F.log_softmax(x @ x.T / SHARP - itself, -1) for x in (v, teacher)]
    return ((v - teacher) ** 2).sum(-1).mean() + 0.5 * F.kl_div(*among, log_target=True, reduction="batchmean")


def steps(network, rate, plan, loss_of, warm):
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    begun, losses = time.time(), []
    for step, batch in enumerate(plan):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / warm) * (0.48 * (1 + math.cos(math.pi * step / len(plan))) + 0.04)
        optimiser.zero_grad()
        loss = loss_of(batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        losses.append(loss.item())
        if step % 50 == 49:
            print(f"{step + 1} of {len(plan)}: {np.mean(losses[-50:]):.3f} ({time.time() - begun:.0f} s)", flush=True)


def distil(e5, network, tokens, texts):
    """Trains the network; returns its texts' pieces and the teacher's vectors of them."""
    whole = Tokens(e5)
    for_teacher = [whole((QUESTION if t["question"] else PASSAGE) + t["text"], LONGEST) for t in texts]
    pieces = [tokens((QUESTION if t["question"] else "") + t["text"], LONGEST) for t in texts]
    lengths = [len(p) for p in pieces]
    teacher = Network(e5, range(e5.layers)).to(DEVICE)
    all_ = torch.zeros(len(texts), e5.hidden)
    with torch.no_grad():
        for batch in batches(lengths, list(range(len(texts)))):
            all_[batch] = vectors(teacher, [for_teacher[i] for i in batch]).cpu()
    # e5's vectors all point one way; around their mean, signs and cosines say more.
    passages = torch.tensor([not t["question"] for t in texts])
    all_ = F.normalize(all_ - all_[passages].mean(0), dim=-1)
    chosen = [i for i in range(len(texts)) if lengths[i] <= 64 or random.random() < 0.3]
    plan = batches(lengths, chosen)
    with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
        mean = torch.cat([network.pooled(padded([pieces[i] for i in b]).to(DEVICE)) for b in plan[:40]]).float().mean(0)
        network.layers[-1].norm2.bias -= mean
    steps(network, DISTIL_RATE, plan, lambda b: distance(vectors(network, [pieces[i] for i in b]), all_[b].to(DEVICE)), 80)
    return pieces, all_


def learn(network, tokens, pieces, teacher):
    """Which passage a question means, of `pairs/` and `corners/`."""

    def read(folder):
        languages = {}
        for file in sorted(glob.glob(os.path.join(HERE, folder, "*.jsonl"))):
            rows = [json.loads(line) for line in open(file, encoding="utf-8")]
            languages.setdefault(os.path.basename(file)[:2], []).extend(rows)
        return languages

    def passage(about, text):
        chance = random.random()
        if chance < 0.5:
            text = random.choice(FRAMES).format(about=about or "notes", text=text, name=random.choice(NAMES))
        elif chance < 0.6:
            text = ", ".join(random.sample(NAMES, 2)) + ". " + text
        return tokens(text, LONGEST)

    def batches_of(languages, size):
        """Of one language, as far as that goes."""
        made, rest = [], []
        for rows in languages.values():
            rows = random.sample(rows, len(rows))
            for start in range(0, len(rows), size):
                batch = rows[start:start + size]
                made.append(batch) if len(batch) > size // 2 else rest.extend(batch)
        random.shuffle(rest)
        return made + [rest[start:start + size] for start in range(0, len(rest), size)]

    def near(asked, told):
        return vectors(network, [tokens(QUESTION + q, LONGEST_QUESTION) for q in asked]) @ vectors(network, told).T / SHARP

    def of_pairs(rows):
        told = [passage(row["about"], row[kind]) for kind in ("text", "near") for row in rows]
        both = near([row[kind] for kind in ("own", "typed") for row in rows], told)
        own, typed = both[:len(rows)], both[len(rows):]
        right = torch.arange(len(rows), device=DEVICE)
        return F.cross_entropy(own, right) + 0.5 * F.cross_entropy(typed, right) + 0.3 * F.cross_entropy(own[:, :len(rows)].T, right)

    def of_corners(corners):
        told, asked, right, weights = [], [], [], []
        for corner in corners:
            for q in corner["questions"]:
                if q["style"] in STYLES:
                    asked.append(q["q"])
                    right.append(len(told) + q["passage"])
                    weights.append(STYLES[q["style"]])
            told += [passage(p["title"], p["text"]) for p in corner["passages"]]
        weights = torch.tensor(weights, device=DEVICE)
        losses = F.cross_entropy(near(asked, told), torch.tensor(right, device=DEVICE), reduction="none")
        return 1.8 * (losses * weights).sum() / weights.sum()

    def loss(batch):
        contrast = of_corners(batch) if "questions" in batch[0] else of_pairs(batch)
        # What it has learnt of all other texts stays.
        others = sorted(random.sample(range(len(pieces)), 48), key=lambda i: len(pieces[i]))[:40]
        return contrast + distance(vectors(network, [pieces[i] for i in others]), teacher[others].to(DEVICE))

    pairs, corners = read("pairs"), read("corners")
    plan = []
    for _ in range(EPOCHS):
        epoch = batches_of(pairs, BATCH_PAIRS) + batches_of(corners, BATCH_CORNERS)
        plan += random.sample(epoch, len(epoch))
    steps(network, RATE, plan, loss, 20)


def report(network, tokens, lives):
    for life in sorted(glob.glob(os.path.join(lives, "*/questions.jsonl"))):
        folder = os.path.dirname(life)
        paragraphs = []
        for name in sorted(os.listdir(os.path.join(folder, "docs"))):
            text = open(os.path.join(folder, "docs", name), encoding="utf-8", errors="ignore").read()
            paragraphs += [(name, p) for p in re.split(r"\n\s*\n|\n(?=.{120})", text) if p.strip()]
        asked = [q for q in map(json.loads, open(life, encoding="utf-8")) if q["evidence"]]
        with torch.no_grad():
            told = torch.cat([vectors(network, [tokens(p)]) for _, p in paragraphs])
            near = torch.cat([vectors(network, [tokens(QUESTION + q["q"])]) for q in asked]) @ told.T
        for count in (3, 10):
            hits = [len({paragraphs[i][0] for i in row.topk(count).indices.tolist()} & set(q["evidence"])) / len(q["evidence"]) for row, q in zip(near, asked)]
            print(f"{os.path.basename(folder)}: evidence@{count} {np.mean(hits):.2f}")


def main():
    torch.manual_seed(1)
    random.seed(1)
    e5 = E5(sys.argv[1])
    network, tokens = Network(e5, LAYERS).to(DEVICE), Tokens(e5, e5.kept())
    pieces, teacher = distil(e5, network, tokens, json.load(open(sys.argv[2], encoding="utf-8")))
    distilled = {name: values.clone() for name, values in network.state_dict().items()}
    learn(network, tokens, pieces, teacher)
    network.load_state_dict({name: DISTILLED * distilled[name] + (1 - DISTILLED) * values for name, values in network.state_dict().items()})
    torch.save(network.cpu().state_dict(), sys.argv[3])
    if len(sys.argv) > 4:
        report(network.to(DEVICE), tokens, sys.argv[4])


if __name__ == "__main__":
    main()
