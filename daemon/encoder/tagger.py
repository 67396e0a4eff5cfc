#!/usr/bin/env python3
"""tagger.py E5_BLOB LAYERS.pt OUT.pt WINDOWS.jsonl NER — teaches the encoder's first layers to mark who took part, where and when
it happened, what is named, and what kind of line each line is.

WINDOWS is what `cargo run --release --example windows` writes of the annotated documents (`check.py --whole`), NER a folder with
the public sets that `tagger_data.py` names. SECONDS says how long; the rate of learning falls with the time. The documents,
passages and lines in LEFT_OUT are not learnt from, and reported on. Needs numpy and torch.
"""
import math
import os
import random
import sys
import time

import numpy as np
import torch
from torch import nn

from e5 import E5
from network import LAYERS, Network, padded
from tagger_data import CORPUS, LABELS, NAMES, ROLES, SPANS, Cutter, documents, lines, passages, public, users
from tokens import UNKNOWN, Tokens

DEPTH = 3
SECONDS = float(os.environ.get("SECONDS", 2700))
RATE, HEAD_RATE, MEAN = 2.5e-4, 1e-3, 0.995
TOKENS_A_BATCH = 4000
LEFT_OUT = {"t12", "t27", "t28", "q5.txt", "p6.txt", "second-work-talk.txt"}
# How often each is seen where the documents are seen once.
SHARES = {"documents": 1.0, "people": 0.5, "places": 0.6, "lines": 0.3, "public": 0.25}
ROLE_WEIGHT = 0.5
# Of what each layer gives, and of the pieces themselves, so much is left out while learning.
DROPOUT, UNREAD = 0.1, 0.06
# With other people's names, how often a document is read beside its own.
VARIANTS = 4


class Tagger(nn.Module):
    """`forward` gives each piece's logits of labels, and of roles."""

    def __init__(self, e5, depth=DEPTH):
        super().__init__()
        self.network = Network(e5, LAYERS[:depth])
        self.labels, self.roles = nn.Linear(e5.hidden, LABELS), nn.Linear(e5.hidden, len(ROLES))

    def forward(self, numbers):
        x = self.network.states(numbers, DROPOUT)
        return self.labels(x).float(), self.roles(x).float()


def bits(sets, width):
    """[…] whole numbers → […, width]: which of their bits are set."""
    return (sets[..., None] >> torch.arange(width)) & 1 == 1


def batch_of(rows):
    longest = max(len(r[0]) for r in rows)
    fill = lambda k, value: torch.tensor([list(r[k]) + [value] * (longest - len(r[k])) for r in rows])
    return padded([list(r[0]) for r in rows]), fill(1, 1), fill(2, 0.0), fill(3, 0)


def loss_of(tagger, rows):
    numbers, labels, weights, roles = batch_of(rows)
    unread = (torch.rand(numbers.shape) < UNREAD) & (numbers > UNKNOWN)
    numbers = numbers.masked_fill(unread, UNKNOWN)
    with torch.autocast("cpu", torch.bfloat16):
        by_label, by_role = tagger(numbers)
    likely = lambda logits, sets: -(logits.log_softmax(-1).masked_fill(~bits(sets, logits.shape[-1]), -1e4)).logsumexp(-1)
    loss = (likely(by_label, labels) * weights).sum() / weights.sum().clamp(min=1)
    at = roles > 0
    if at.any():
        loss = loss + ROLE_WEIGHT * likely(by_role[at], roles[at]).mean()
    return loss


def batches(rows):
    rows = sorted(rows, key=lambda r: len(r[0]) + random.random() * 8)
    out, part = [], []
    for row in rows:
        if part and (len(part) + 1) * len(row[0]) > TOKENS_A_BATCH:
            out.append(part)
            part = []
        part.append(row)
    random.shuffle(out)
    return out


def report(tagger, left):
    """Of what was left out: spans of each kind by their pieces, as F1, and how well furniture is told from the rest."""
    tagger.eval()
    for name, rows in left.items():
        hits, said, right, of_x = [0] * len(SPANS), [0] * len(SPANS), [0] * len(SPANS), []
        exact = [0, 0]
        for row in rows:
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
                by_label, by_role = tagger(torch.tensor([row[0]]))
            best = by_label[0].argmax(-1).tolist()
            for got, allowed, weight in zip(best, row[1], row[2]):
                kinds = [s for s in SPANS if allowed >> (1 + 2 * s) & 3]
                if not weight or allowed & 1 and kinds:
                    continue
                told = (got - 1) // 2 if got else None
                if len(kinds) == 1:
                    right[kinds[0]] += 1
                    hits[kinds[0]] += told == kinds[0]
                if told is not None and not (len(kinds) > 1 and told in kinds):
                    said[told] += 1
            for logits, roles in zip(by_role[0], row[3]):
                if roles:
                    x = logits.softmax(-1)[ROLES.index("X")].item()
                    if roles & 1 << ROLES.index("X") == 0 or roles == 1 << ROLES.index("X"):
                        of_x.append((x, roles == 1 << ROLES.index("X")))
                    if bin(roles).count("1") == 1:
                        exact[0] += roles >> int(logits.argmax()) & 1
                        exact[1] += 1
        f1 = " ".join(f"{NAMES[s]} {hits[s] / max(1, said[s]):.2f}/{hits[s] / right[s]:.2f}" for s in SPANS if right[s])
        yes, no = [x for x, is_x in of_x if is_x], [x for x, is_x in of_x if not is_x]
        line = f"{name}: {f1}"
        if yes and no:
            at = np.quantile(no, 0.98)
            line += f" | furniture found where 1 in 50 others is lost {np.mean(np.array(yes) > at):.2f} (at {at:.2f}), at .5 {np.mean(np.array(yes) > .5):.2f} of {len(yes)}, lost {np.mean(np.array(no) > .5):.3f}"
        if exact[1]:
            line += f" | roles {exact[0] / exact[1]:.2f}"
        print(line, flush=True)
    tagger.train()


def main():
    torch.manual_seed(1)
    random.seed(1)
    e5 = E5(sys.argv[1])
    cut = Cutter(e5, Tokens(e5, e5.kept()))
    sources = {name: {} for name in SHARES}
    for name, rows in documents(cut, sys.argv[4], [os.path.join(CORPUS, "train")], VARIANTS).items():
        sources["documents"].setdefault(name.split("-")[0], []).extend(rows)
    user = users()
    sources["people"], sources["places"], sources["lines"] = passages(cut, "people", user), passages(cut, "places", user), lines(cut)
    sources["public"]["public"] = public(cut, sys.argv[5], user)
    sources["documents"] = {f: [r[0] for r in rows] if f in LEFT_OUT else rows for f, rows in sources["documents"].items()}
    left = {f: rows for files in sources.values() for f, rows in files.items() if f in LEFT_OUT}
    taught = {name: [r for f, rows in files.items() if f not in LEFT_OUT for r in rows] for name, files in sources.items()}
    for name, rows in taught.items():
        print(name, len(rows), "rows", flush=True)

    tagger = Tagger(e5)
    state = torch.load(sys.argv[2])
    if any(k.startswith("labels") for k in state):
        tagger.load_state_dict(state)  # goes on
    else:
        tagger.network.load_state_dict({k: v for k, v in state.items() if not k.startswith("layers.") or int(k.split(".")[1]) < DEPTH})
    heads = [*tagger.labels.parameters(), *tagger.roles.parameters()]
    matrices = [p for p in tagger.network.parameters() if p.dim() > 1]
    rest = [p for p in tagger.network.parameters() if p.dim() == 1]
    optimiser = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.02, "of": RATE}, {"params": rest, "weight_decay": 0.0, "of": RATE},
                                   {"params": heads, "weight_decay": 0.0, "of": HEAD_RATE}], betas=(0.9, 0.98))
    parameters = list(tagger.parameters())
    mean, begun, step, losses, epoch, passed = [p.detach().clone() for p in parameters], time.time(), 0, [], 0, 0
    while passed < 1:
        rows = [r for name, share in SHARES.items() for r in random.sample(taught[name], int(share * len(taught[name])))]
        rows = [random.choice(r) if isinstance(r, list) else r for r in rows]
        for part in batches(rows):
            passed = (time.time() - begun) / SECONDS
            if passed >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = group["of"] * min(1, (step + 1) / 60) * (0.485 * (1 + math.cos(math.pi * passed)) + 0.03)
            optimiser.zero_grad()
            loss = loss_of(tagger, part)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            step += 1
            torch._foreach_lerp_(mean, [p.detach() for p in parameters], 1 - min(MEAN, (1 + step) / (10 + step)))
            losses.append(loss.item())
            if step % 50 == 0:
                print(f"{step}, epoch {epoch}, {passed:.2f} of the time: {np.mean(losses[-50:]):.3f}", flush=True)
        epoch += 1
        if epoch % 3 == 0:
            report(tagger, left)
    with torch.no_grad():
        for own, of_mean in zip(parameters, mean):
            own.copy_(of_mean)
    report(tagger, left)
    torch.save(tagger.state_dict(), sys.argv[3])


if __name__ == "__main__":
    main()
