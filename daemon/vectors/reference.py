#!/usr/bin/env python3
"""What the reference tokenizer and numpy make of texts, to hold the Rust reader against.

    python reference.py static.bin < texts.jsonl > reference.tsv

Reads one JSON string a line; writes the string, its pieces that have a place in the table (those of unknown words have
none), and the first numbers of its vector. Needs `numpy`, `tokenizers`.
"""

import json
import struct
import sys

import numpy as np
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordPiece

UNKNOWN = "[UNK]"


def read(path):
    """The pieces of a table file, and its rows as float32 (those of pieces without a row are zero)."""
    with open(path, "rb") as file:
        data = file.read()
    rows, bare, dims, group, length = struct.unpack("<8xIIHHI", data[:24])
    pieces, last, at = [], b"", 24
    while at < 24 + length:
        shared, own = data[at], data[at + 1]
        last = last[:shared] + data[at + 2 : at + 2 + own]
        pieces.append(last.decode())
        at += 2 + own
    assert len(pieces) == rows + bare
    body = np.frombuffer(data, np.uint8, offset=at).reshape(rows, -1)
    scales = body[:, : dims // group * 2].copy().view("<f2").astype(np.float32)
    packed = body[:, dims // group * 2 :]
    codes = np.stack([packed & 15, packed >> 4], axis=2).reshape(rows, -1, group).astype(np.float32) - 8
    table = np.zeros((len(pieces) + 1, dims), np.float32)
    table[:rows] = (codes * scales[:, :, None]).reshape(rows, dims)
    return pieces, table


def tokenizer(pieces):
    """BERT's uncased tokenizer over these pieces; text that looks like a special piece is text."""
    vocabulary = {piece: at for at, piece in enumerate([*pieces, UNKNOWN])}
    made = Tokenizer(WordPiece(vocabulary, unk_token=UNKNOWN, max_input_chars_per_word=100))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def main():
    pieces, table = read(sys.argv[1])
    split = tokenizer(pieces)
    for line in sys.stdin:
        text = json.loads(line)
        found = split.encode(text)
        total = table[found.ids].sum(0)
        vector = total / max(np.linalg.norm(total), 1e-12)
        known = [piece for piece in found.tokens if piece != UNKNOWN]
        numbers = " ".join(f"{x:.5f}" for x in vector[:6])
        print(json.dumps(text), " ".join(known), numbers, sep="\t")


if __name__ == "__main__":
    main()
