"""SentencePiece's unigram tokenizer over e5's vocabulary, as `src/encoder/tokens.rs` has it."""
import unicodedata

UNKNOWN = 3
SPACES = dict.fromkeys("\t\n\f\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd", " ")


def normalised(text):
    text = "".join(SPACES.get(c, c) for c in unicodedata.normalize("NFKC", text))
    return "".join(c for c in text if unicodedata.category(c) != "Cc")


class Tokens:
    """Cuts into the pieces of `numbers`, or into all."""

    def __init__(self, e5, numbers=None):
        numbers = range(len(e5.pieces)) if numbers is None else numbers
        self.pieces = {e5.pieces[i]: i for i in numbers if i > 3}
        self.scores = e5.scores
        self.unknown = float(e5.scores.min()) - 10
        self.longest = max(map(len, self.pieces))
        self.known = {}

    def __call__(self, text, most=256):
        """The numbers with those of the ends."""
        numbers = []
        for word in normalised(text).split(" "):
            if word and len(numbers) < most:
                if word not in self.known:
                    self.known[word] = self.cut("▁" + word)
                numbers += self.known[word]
        return [0] + numbers[:most - 2] + [2]

    def cut(self, word):
        best = [(0.0, 0, 0)] + [(float("-inf"), 0, 0)] * len(word)
        for start in range(len(word)):
            so_far = best[start][0]
            if so_far + self.unknown > best[start + 1][0]:
                best[start + 1] = (so_far + self.unknown, UNKNOWN, start)
            for end in range(start + 1, min(len(word), start + self.longest) + 1):
                number = self.pieces.get(word[start:end])
                if number is not None and so_far + self.scores[number] > best[end][0]:
                    best[end] = (so_far + self.scores[number], number, start)
        numbers, end = [], len(word)
        while end:
            numbers.append(best[end][1])
            end = best[end][2]
        return numbers[::-1]
