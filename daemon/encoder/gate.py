#!/usr/bin/env python3
"""gate.py E5_BLOB READER.pt LIVES.jsonl… — fits how likely a memory holds the answer, of `src/query/read.rs`: logistic regression on
the reader's logit and on the logit of recall's score, over the memory that both together put first for each question.

LIVES.jsonl is what `lives.py` writes, of lives (or of documents in the same form) that the reader was not taught on; each file
weighs the same. Tells, with each life left out in turn, what is right of that of which more is said than this. Needs numpy and
torch.
"""
import json
import sys

import numpy as np
import torch
from torch.nn import functional as F

from e5 import E5
from network import padded
from questions import LONGEST_QUESTION
from reader import Reader
from tokens import Tokens
from train import QUESTION

READ = 8  # as in `read.rs`


def logit(score):
    score = min(max(score, 1e-4), 1 - 1e-4)
    return float(np.log(score / (1 - score)))


def main():
    e5 = E5(sys.argv[1])
    tokens, reader = Tokens(e5, e5.kept()), Reader(e5)
    reader.load_state_dict(torch.load(sys.argv[2]))
    rows = []
    for number, file in enumerate(sys.argv[3:]):
        for life in map(json.loads, open(file, encoding="utf-8")):
            for q in life["questions"]:
                asked = [0] + tokens(QUESTION + q["q"], 400)[1:-1][:LONGEST_QUESTION] + [2]
                texts = [asked + tokens(life["memories"][m], 400)[1:-1][:200 - len(asked)] + [2] for m in q["found"][:READ]]
                if texts:
                    with torch.no_grad():
                        logits = reader(padded(texts))[0].tolist()
                    rows.append((number, life["name"], [(l, logit(s), m in q["holding"]) for l, s, m in zip(logits, q["scores"], q["found"])]))
    weight = torch.tensor([0.5, 0.5, 0.0], requires_grad=True)
    for _ in range(5):
        best = [max(memories, key=lambda m: float(weight[0]) * m[0] + float(weight[1]) * m[1]) for _, _, memories in rows]
        x, y = torch.tensor([[b[0], b[1], 1.0] for b in best]), torch.tensor([float(b[2]) for b in best])
        count = np.bincount([r[0] for r in rows])
        each = torch.tensor([len(rows) / len(count) / count[r[0]] for r in rows])

        def fit(chosen):
            fitted = weight.detach().clone().requires_grad_(True)
            optimiser = torch.optim.LBFGS([fitted], max_iter=300)

            def loss():
                optimiser.zero_grad()
                value = F.binary_cross_entropy_with_logits(x[chosen] @ fitted, y[chosen], weight=each[chosen]) + 0.002 * (fitted[:2] ** 2).sum()
                value.backward()
                return value

            optimiser.step(loss)
            return fitted.detach()

        weight = fit(torch.ones(len(rows), dtype=bool))
    print("ANSWERS, FOUND, CONSTANT:", [round(float(w), 3) for w in weight])
    names, left = np.array([r[1] for r in rows]), torch.zeros(len(rows))
    for name in sorted(set(names)):
        out = torch.tensor(names == name)
        left[out] = torch.sigmoid(x[out] @ fit(~out))
    for least in (0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        for number, file in enumerate(sys.argv[3:]):
            own = torch.tensor([r[0] == number for r in rows])
            said = own & (left >= least)
            print(f"from {least} on, {file}: {said.sum() / own.sum():.2f} of the questions, right {y[said].mean():.2f}")


if __name__ == "__main__":
    main()
