#!/usr/bin/env python3
"""reader.py E5_BLOB LAYERS.pt OUT.pt [QA [LIVES.jsonl]] — teaches a copy of the encoder's layers to read a question and a passage together.

It tells whether the passage answers the question (the first piece's state), and which words do (each piece's). First a teacher
of all e5's twelve layers learns it, then the encoder's six learn from the same questions and from what the teacher makes of
them. `questions.py` says from what: `corners/`, `pairs/`, the conversations in `talk/`, public sets (QA: a folder
with those it names, as `{"q", "context", "start", "end"}` a line, gzipped), and memories of five lives (LIVES, of `lives.py`).

TEACHER_SECONDS and STUDENT_SECONDS say how long, on a graphics card; the rate of learning falls with the time. Needs numpy
and torch.
"""
import math
import random
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

from e5 import E5
from network import LAYERS, PAD, Network, padded
from questions import LONGEST_QUESTION, Groups, Pieces, read_pools
from tokens import Tokens
from train import DEVICE

TEACHER_SECONDS, STUDENT_SECONDS = 180, 280
TEACHER_RATE, RATE = 1.5e-4, 2.5e-4
# Weights at the end are a running mean of those on the way.
MEAN = 0.998
WORKERS = 12 if DEVICE == "cuda" else 0


class Reader(nn.Module):
    """`forward` gives each text's logit of answering, each piece's of beginning and of ending the answer, and each piece's state."""

    def __init__(self, e5, layers=LAYERS):
        super().__init__()
        self.network = Network(e5, layers)
        self.answers, self.ends = nn.Linear(e5.hidden, 1), nn.Linear(e5.hidden, 2)

    def forward(self, numbers):
        mask, x = numbers != PAD, self.network.states(numbers)
        return self.answers(x[:, 0])[:, 0].float(), self.ends(x).float().masked_fill(~mask[..., None], -1e4), x


def find_nearest(pools, pieces, encoder):
    """For each question the 40 passages that the encoder finds nearest to it, without the one that answers."""
    row, ends = np.concatenate(pieces.row), pieces.ends
    text = lambda number: row[ends[number]:ends[number + 1]].tolist()

    def vectors(texts):
        order, made, start = sorted(range(len(texts)), key=lambda i: len(texts[i])), torch.zeros(len(texts), 384, device=DEVICE), 0
        while start < len(order):
            part = order[start:start + max(8, 60000 // len(texts[order[min(start + 300, len(order) - 1)]]))]
            with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
                made[part] = encoder(padded([texts[i] for i in part]).to(DEVICE)).float()
            start += len(part)
        return made

    for pool in pools.values():
        if pool.near is None:
            told = vectors([[0] + (text(title) + text(body))[:158] + [2] for title, body, _ in pool.passages])
            asked = vectors([[0] + text(q[0])[:62] + [2] for q in pool.questions])
            near = asked @ told.T
            near[torch.arange(len(near)), torch.tensor([q[1] for q in pool.questions])] = -9
            pool.near = near.topk(min(40, near.shape[1] - 1)).indices.cpu().numpy()


def forever(make):
    epoch = 0
    while True:
        yield from DataLoader(make(epoch), batch_size=None, num_workers=WORKERS)
        epoch += 1


def grouped(logits, sizes):
    """[groups, the largest + 1]: a column of nought behind them stands for none of them."""
    group = torch.repeat_interleave(torch.arange(len(sizes), device=logits.device), sizes)
    place = torch.arange(len(logits), device=logits.device) - (sizes.cumsum(0) - sizes)[group]
    made = torch.full((len(sizes), int(sizes.max()) + 1), -1e4, device=logits.device)
    made[group, place] = logits
    made[:, -1] = 0
    return made, group, place


def of_right(answers, ends, sizes, right, spans, weights):
    """Which of a group's texts answers, or none; whether each does; and where."""
    among, group, place = grouped(answers, sizes)
    which = F.cross_entropy(among, torch.where(right > 0, 0, among.shape[1] - 1), reduction="none")
    wanted = ((place == 0) & (right[group] > 0)).float()
    each = torch.zeros_like(which).index_add(0, group, F.binary_cross_entropy_with_logits(answers, wanted, reduction="none"))
    where, has = torch.zeros_like(which), spans[:, 0] >= 0
    if has.any():
        first = ends[(sizes.cumsum(0) - sizes)[has]]
        where[has] = 0.25 * sum(F.cross_entropy(first[..., k], spans[has, k], reduction="none") for k in (0, 1))
    return ((0.5 * each + which + where) * weights).sum() / weights.sum()


def of_teacher(own, teacher, sizes, right, weights, mask, project):
    """How far what the student makes of the texts is from what the teacher does."""
    (answers, ends, states), (t_answers, t_ends, t_states) = own, teacher
    kl = lambda a, b: F.kl_div(F.log_softmax(a, -1), F.log_softmax(b, -1), log_target=True, reduction="none").clamp(max=50).sum(-1)
    loss = kl(grouped(answers, sizes)[0], grouped(t_answers, sizes)[0])
    group = grouped(answers, sizes)[1]
    loss = loss.index_add(0, group, 2 * (torch.sigmoid(answers) - torch.sigmoid(t_answers)) ** 2)
    first, has = (sizes.cumsum(0) - sizes)[right > 0], right > 0
    if len(first):
        loss[has] = loss[has] + 0.25 * sum(kl(ends[first][..., k], t_ends[first][..., k]) for k in (0, 1))
    alike = 1 - F.cosine_similarity(project(states).float()[mask], t_states.float()[mask], dim=-1).mean()
    return (loss * weights).sum() / weights.sum() + alike


def learn(network, rate, seconds, loss_of, phases):
    """`phases`: (until which share of the time, batches)."""
    of = lambda matrices: [p for p in network.parameters() if (p.dim() > 1) == matrices]
    optimiser = torch.optim.AdamW([{"params": of(True), "weight_decay": 0.01}, {"params": of(False), "weight_decay": 0.0}], lr=rate, betas=(0.9, 0.98))
    parameters = list(network.parameters())
    mean, begun, step, losses = [p.detach().clone() for p in parameters], time.time(), 0, []
    for until, batches in phases:
        for batch in batches:
            passed = (time.time() - begun) / seconds
            if passed >= until:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 200) * (0.485 * (1 + math.cos(math.pi * passed)) + 0.03)
            optimiser.zero_grad()
            loss = loss_of([x.to(DEVICE) for x in batch])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            step += 1
            torch._foreach_lerp_(mean, [p.detach() for p in parameters], 1 - min(MEAN, (1 + step) / (10 + step)))
            losses.append(loss.item())
            if step % 200 == 0:
                print(f"{step}, {passed:.2f} of the time: {np.mean(losses[-200:]):.3f}", flush=True)
    with torch.no_grad():
        for own, of_mean in zip(parameters, mean):
            own.copy_(of_mean)


def report(reader, pools, pieces):
    """Of the corners left out, how often the passage that answers comes first among the ten of its corner."""
    row, ends = np.concatenate(pieces.row), pieces.ends
    text = lambda number: row[ends[number]:ends[number + 1]].tolist()
    for name, pool in pools.items():
        if name.startswith("left out"):
            hits = []
            for question, at, _, _, right in pool.questions:
                beside = [i for i, p in enumerate(pool.passages) if p[2] == pool.passages[at][2]]
                asked = [0] + text(question)[:LONGEST_QUESTION] + [2]
                texts = [asked + (text(pool.passages[i][0]) + text(pool.passages[i][1]))[:200] + [2] for i in beside]
                with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
                    answers = reader(padded(texts).to(DEVICE))[0]
                hits += [beside[int(answers.argmax())] == at] if right else []
            print(f"{name}: {np.mean(hits):.2f} of {len(hits)}", flush=True)


def main():
    torch.manual_seed(1)
    random.seed(1)
    e5 = E5(sys.argv[1])
    pieces = Pieces(e5, Tokens(e5, e5.kept()))
    pools = read_pools(pieces, *sys.argv[4:6])
    encoder = Network(e5, LAYERS).to(DEVICE)
    encoder.load_state_dict(torch.load(sys.argv[2], map_location=DEVICE))
    find_nearest(pools, pieces, encoder)
    taught = {name: pool for name, pool in pools.items() if not name.startswith("left out")}
    epochs = lambda seed, share, size: forever(lambda n: Groups(taught, pieces, seed + n, share, size))

    teacher = Reader(e5, range(e5.layers)).to(DEVICE)

    def loss_of_teacher(batch):
        with torch.autocast(DEVICE, torch.bfloat16):
            answers, ends, _ = teacher(batch[0])
        return of_right(answers, ends, *batch[1:])

    learn(teacher, TEACHER_RATE, TEACHER_SECONDS, loss_of_teacher, [(0.35, epochs(10, 1.0, 24000)), (1.0, epochs(50, 0.12, 16000))])
    report(teacher, pools, pieces)

    reader, project = Reader(e5).to(DEVICE), nn.Linear(e5.hidden, e5.hidden).to(DEVICE)
    reader.network.load_state_dict(encoder.state_dict())
    project.weight.data.copy_(torch.eye(e5.hidden))
    reader.add_module("project", project)

    def loss_of_student(batch):
        texts, sizes, right, spans, weights = batch
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            told = teacher(texts)
        with torch.autocast(DEVICE, torch.bfloat16):
            own = reader(texts)
            return 0.5 * of_right(*own[:2], sizes, right, spans, weights) + of_teacher(own, told, sizes, right, weights, texts != PAD, project)

    learn(reader, RATE, STUDENT_SECONDS, loss_of_student, [(0.4, epochs(110, 0.8, 24000)), (1.0, epochs(150, 0.15, 16000))])
    report(reader, pools, pieces)
    del reader.project
    torch.save(reader.cpu().state_dict(), sys.argv[3])


if __name__ == "__main__":
    main()
