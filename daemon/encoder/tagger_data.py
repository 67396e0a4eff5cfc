"""What the tagger learns from, cut to pieces: for each piece the labels that it may have, for each line its roles.

What nobody annotated is left open: a set of labels is allowed there, and the tagger learns that it is one of them.

- annotated documents (`tests/corpus/documents`), as `cargo run --example windows` cuts them
- `../names/people` and `../names/places`: passages with who took part and where it happened
- `../names/lines`: lines, with what was put round people's words among them
- public sets of names (a folder with those of NER, as `{"text", "spans": [[start, end, label]]}` a line, gzipped)
"""
import glob
import gzip
import json
import os
import random
import re
import unicodedata

from questions import Pieces
from tokens import SPACES

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "../../tests/corpus/documents")
LONGEST = 256
# What a span is; each has a label for its first piece and one for the others, behind label 0: no span.
TOOK, PERSON, PLACE, ELSEWHERE, ORGANIZATION, PRODUCT, WORK, OTHER, TIME, DATE = SPANS = range(10)
NAMES = "took-part person place elsewhere organization product work other time date".split()
LABELS = 1 + 2 * len(SPANS)
ALL = (1 << LABELS) - 1
ROLES = "HTDBQGCIRXK"
ANY_ROLE = (1 << len(ROLES)) - 1
# How much a word says that begins with a capital and that nobody marked; where every name is marked, as by the documents' writers
# from this one on.
UNMARKED, ALL_MARKED, MARKED_FROM = 0.1, 0.7, 21

begins = lambda *spans: sum(1 << (1 + 2 * s) for s in spans)
goes_on = lambda *spans: sum(1 << (2 + 2 * s) for s in spans)
role = lambda letters: sum(1 << ROLES.index(r) for r in set(letters) if r in ROLES) or ANY_ROLE


class Cutter:
    """Cuts a text to pieces, each with the characters that it stands for."""

    def __init__(self, e5, tokens):
        self.pieces = Pieces(e5, tokens)

    def __call__(self, text):
        normal, places = [], []
        for at, c in enumerate(text):
            for n in unicodedata.normalize("NFKC", SPACES.get(c, c)):
                if unicodedata.category(n) != "Cc":
                    normal.append(n)
                    places.append(at)
        # the mark of a word's beginning by itself stands for its first character
        return [(piece, places[begin], places[max(begin, end - 1)] + 1) for piece, begin, end in zip(*self.pieces.cut("".join(normal)))]


class Row:
    """One text: pieces, what each may be, and the roles of the lines at their ends."""

    def __init__(self, cut, rename=None, lower=False):
        """`rename`: gives a word of a person's name another; `lower`: as people type who leave capitals out."""
        self.cut, self.numbers, self.labels, self.weights, self.roles = cut, [0], [ALL], [0.0], [0]
        self.rename, self.lower = rename, lower

    def line(self, text, spans=(), open_to=0, weight=1.0, unmarked=UNMARKED, roles=0):
        """`spans`: (start, end, allowed kinds); `open_to`: labels that any other piece may have besides none; `roles`: those of
        the line, none where nothing is learnt of it."""
        if self.rename:
            text, spans = self.renamed(text, spans)
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text) if self.lower else text
        for number, start, end in self.cut(lower):
            allowed, much = 1 | open_to, weight
            inside = next((s for s in spans if start < s[1] and end > s[0]), None)
            if inside:
                first = start <= inside[0]
                allowed = begins(*inside[2]) if first else goes_on(*inside[2])
                allowed |= len(inside[2]) == len(SPANS)
            elif text[start:start + 1].isupper():
                much *= unmarked
            self.numbers.append(number)
            self.labels.append(allowed)
            self.weights.append(much)
            self.roles.append(0)
        self.numbers.append(2)
        self.labels.append(1)
        self.weights.append(0.0)
        self.roles.append(roles)

    def renamed(self, text, spans):
        """The words of people's names put in other people's."""
        out, said, at = [], "", 0
        for start, end, kinds in sorted(spans):
            said += text[at:start]
            name = text[start:end]
            if TOOK in kinds or PERSON in kinds:
                name = WORD.sub(lambda m: self.rename(m.group()), name)
            out.append((len(said), len(said) + len(name), kinds))
            said, at = said + name, end
        return said + text[at:], out

    def done(self):
        cut = LONGEST
        return tuple(x[:cut] for x in (self.numbers, self.labels, self.weights, self.roles))


WORD = re.compile(r"[^\W\d_][\w'’\-]*")


def words(name):
    return WORD.findall(name)


def find(text, phrase):
    """Where a phrase stands as whole words."""
    if not phrase:
        return []
    edge = lambda c: r"(?<!\w)" if c else r"(?!\w)"
    cjk = any(ord(c) > 0x2e80 for c in phrase)
    pattern = re.escape(phrase) if cjk else edge(1) + re.escape(phrase) + edge(0)
    return [m.span() for m in re.finditer(pattern, text)]


class Document:
    """An annotated document, and where its people, places and things stand in a text."""

    def __init__(self, row):
        self.row = row
        text = "\n".join(line for _, line in row["lines"])
        self.text = text
        self.ends, at = [], 0
        for _, line in row["lines"]:
            at += len(line.encode()) + 1
            self.ends.append(at)
        people = [p for e in row["events"] for p in e["participants"]] + row["absent_participants"]
        people += [n["name"] for e in row["events"] for n in e["entities"] if n["type"] == "person"] + [row["user_name"]]
        self.people = sorted(set(people), key=lambda n: -len(n))
        self.things = [(n["name"], n["type"]) for e in row["events"] for n in e["entities"] if n["type"] not in ("person", "money")]
        self.places = {e["where"] for e in row["events"] if e["where"]}

    def lines_of(self, span):
        first = next((n for n, end in enumerate(self.ends) if span[0] < end), len(self.ends) - 1)
        last = next((n for n, end in enumerate(self.ends) if span[1] <= end), len(self.ends) - 1)
        return first, max(first, last)

    def events_at(self, span):
        first, last = self.lines_of(span)
        return [e for e in self.row["events"] if e["lines"][0] - 1 <= last and first <= e["lines"][1] - 1]

    def same(self, name, other):
        """Whether two names may be one person's: the words of the one are among the other's."""
        a, b = ({w.lower() for w in words(n)} for n in (name, other))
        return bool(a & b) and (a <= b or b <= a)

    def kinds_of(self, name, events):
        """What somebody of this name is: took part, only spoken of, or either where nothing is told."""
        if not events:
            return (TOOK, PERSON)
        took = any(self.same(name, p) for e in events for p in e["participants"])
        other = any(self.same(name, p) for p in self.people if not any(self.same(p, q) for e in events for q in e["participants"]))
        return (TOOK, PERSON) if took and other else (TOOK,) if took else (PERSON,)

    def spans(self, text, events, known=()):
        """`known`: spans whose name the structure gives."""
        out = []

        def add(start, end, kinds):
            if end > start and not any(start < b and a < end for a, b, _ in out):
                out.append((start, end, kinds))
        for start, end, kinds in known:
            add(start, end, kinds)
        for place in sorted({e["where"] for e in events if e["where"]}, key=len, reverse=True):
            for start, end in find(text, place):
                add(start, end, (PLACE,))
        # Of what happened at "the clinic" it may be said that it was in Leeds, too: only where an event has no place is every other
        # one surely elsewhere.
        location = (ELSEWHERE,) if events and not any(e["where"] for e in events) else (PLACE, ELSEWHERE)
        for name, kind in sorted(self.things, key=lambda x: -len(x[0])):
            kinds = {"organization": (ORGANIZATION,), "product": (PRODUCT,), "work": (WORK,), "other": (OTHER,), "location": location}[kind]
            for start, end in find(text, name):
                add(start, end, kinds)
        for place in self.places:
            for start, end in find(text, place):
                add(start, end, location)
        for name in self.people:
            for start, end in find(text, name):
                add(start, end, self.kinds_of(name, events))
        for name in self.people:
            for word in words(name):
                if len(word) > 2 and word[0].isupper() or ord(word[0]) > 0x2e80:
                    for start, end in find(text, word):
                        add(start, end, self.kinds_of(word, events))
        return out

    def names(self):
        """The words of its people's names."""
        return {w for name in self.people for w in words(name) if len(w) > 2 and w[0].isupper() and w.lower() not in TITLES}

    def renamer(self, pool, chance):
        """Gives each word of its people's names another from the pool, always the same."""
        own, given = self.names(), {}

        def rename(word):
            if word not in own:
                return word
            return given.setdefault(word, chance.choice(pool))
        return rename

    def window(self, lines, cut, rename=None, lower=False):
        row, events = Row(cut, rename, lower), []
        unmarked = ALL_MARKED if int(re.match(r"t?(\d*)", self.row["id"])[1] or 0) >= MARKED_FROM else UNMARKED
        own = [l for l in lines if l["part"].startswith("Piece")]
        for line in own:
            events += [e for e in self.events_at(line["span"]) if e not in events]
        user = self.row["user_name"]
        for line in lines:
            piece = line["part"].startswith("Piece")
            here = self.events_at(line["span"]) if piece else events
            known = []
            for start, end, is_user in ([s, e, u] for s, e, u in characters(line["text"], line["names"])):
                name = user if is_user else line["text"][start:end]
                if not is_user and not any(self.same(name, p) for p in self.people):
                    known.append((start, end, (TOOK, PERSON, ORGANIZATION)))
                elif is_user and events and len({any(self.same(user, p) for p in e["participants"]) for e in events}) > 1:
                    known.append((start, end, (TOOK, PERSON)))
                else:
                    known.append((start, end, self.kinds_of(name, here)))
            if piece:
                for (start, end), when in times(line):
                    fits = [self.fits(when, e["when"]) for e in here if e["when"]]
                    kinds = (TIME, DATE) if not here else (TIME,) if any(fits) else (DATE,)
                    known.append((start, end, kinds))
            elif line["part"] == "Title":
                row.line(line["text"], self.spans(line["text"], here, known), weight=0.5, unmarked=0.0)
                continue
            spans = self.spans(line["text"], here, known)
            letters = ""
            if piece:
                first, last = self.lines_of(line["span"])
                letters = [r for r, _ in self.row["lines"][first:last + 1] if r != "_"]
                if len(letters) > 3:
                    letters = ""
            row.line(line["text"], spans, weight=1.0 if piece or line["part"] != "Before" else 0.0, unmarked=unmarked if here else 0.0,
                     roles=role(letters) if piece and letters else 0)
        return row.done()

    def fits(self, said, when):
        days = re.findall(r"\d{4}-\d{2}(?:-\d{2})?", said)
        return bool(days) and days[0][:10] == when["start"][:len(days[0])] and (len(days[0]) == 10 or when["grain"] != "day")


def characters(text, spans):
    """Spans by bytes → by characters."""
    raw = text.encode()
    return [(len(raw[:s].decode(errors="ignore")), len(raw[:e].decode(errors="ignore")), *rest) for s, e, *rest in spans]


def times(line):
    own = line["text"].encode()[line["from"]:].decode()
    for start, end, when in characters(own, line["times"]):
        lead = len(line["text"]) - len(own)
        yield (start + lead, end + lead), when


def documents(cut, windows, folders, variants=0):
    """Rows by document: as it is, and in so many variants with other people's names, the first of them without capitals.
    `windows`: what `examples/windows` wrote of them."""
    rows = {}
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
            for line in open(path, encoding="utf-8"):
                row = json.loads(line)
                rows[row["id"]] = Document(row)
    pool = sorted({name for document in rows.values() for name in document.names() if ord(name[0]) < 0x2e80})
    chance = random.Random(5)
    out = {}
    for line in open(windows, encoding="utf-8"):
        got = json.loads(line)
        document = rows.get(got["id"])
        if document:
            ways = [(None, False)] + [(document.renamer(pool, chance), at == 0) for at in range(variants)]
            out[got["id"]] = [[document.window(lines, cut, *way) for way in ways] for lines in got["windows"]]
    return out


TITLES = set("""mrs miss ms sir dame the and von van der den dos das del herr frau dottor doctor professor prof uncle aunt auntie nurse father mother
coach captain madame monsieur señor señora tante onkel oncle papa mama granny grandad grandma grandpa matron pastor reverend sister
brother""".split())


MARK = re.compile(r"\[\[(.+?)\]\]|\{\{(.+?)\}\}")
SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=\S)")


def users():
    """A line such as a document's window begins with, for texts of which nothing is known: whose papers they are, and of what kind.
    Without it the tagger would read documents otherwise than whatever else it learns from."""
    own = []
    for path in sorted(glob.glob(os.path.join(CORPUS, "train/*.jsonl"))):
        own += [f"{row['source_type']}, {row['user_name']}" for row in map(json.loads, open(path, encoding="utf-8"))]
    chance = random.Random(11)

    return lambda: chance.choice(own)


def passages(cut, folder, user):
    """Rows by file of passages with [[…]] round what is meant and {{…}} round another."""
    meant, other = {"people": (TOOK, PERSON), "places": (PLACE, ELSEWHERE)}[folder]
    open_to = ALL & ~begins(meant, other) & ~goes_on(meant, other) & ~1
    out = {}
    for path in sorted(glob.glob(os.path.join(HERE, "../names", folder, "*.txt"))):
        rows = out[os.path.basename(path)] = []
        for line in open(path, encoding="utf-8"):
            text, spans, at = "", [], 0
            for m in MARK.finditer(line.strip()):
                text += line.strip()[at:m.start()]
                said = m.group(1) or m.group(2)
                spans.append((len(text), len(text) + len(said), (meant,) if m.group(1) else (other,)))
                text, at = text + said, m.end()
            text += line.strip()[at:]
            if not text or any(sign in text for sign in ("[[", "]]", "{{", "}}")):
                continue
            row, at = Row(cut), 0
            row.line(user())
            for sentence in SENTENCE.split(text):
                at = text.index(sentence, at)
                own = [(s - at, e - at, k) for s, e, k in spans if s < at + len(sentence) and e > at]
                row.line(sentence, own, open_to=open_to, unmarked=1.0)
                at += len(sentence)
            rows.append(row.done())
    return out


def lines(cut):
    """Rows by file of lines: C what people wrote, F what was put round it, X what is in between. They are half boilerplate, as no
    document is, and do not begin as documents do."""
    out = {}
    for path in sorted(glob.glob(os.path.join(HERE, "../names/lines/*.txt"))):
        rows = out[os.path.basename(path)] = []
        for document in open(path, encoding="utf-8").read().split("\n\n"):
            head, kept = "text", []
            for line in document.splitlines():
                if line.startswith("## "):
                    head = line[3:].split("|")[0].strip()
                elif line[:2] in ("C ", "F ", "X ") and line[2:].strip():
                    kept.append((line[0], line[2:].strip()))
            for start in range(0, len(kept), 8):
                row = Row(cut)
                row.line(head)
                for kind, text in kept[start:start + 8]:
                    row.line(text, weight=0.0, roles={"C": ANY_ROLE & ~role("X"), "F": role("X"), "X": 0}[kind])
                rows.append(row.done())
    return out


PUBLIC = {
    "wnut17_train_dev": ({"person": (TOOK, PERSON), "location": (PLACE, ELSEWHERE), "group": (ORGANIZATION,), "corporation": (ORGANIZATION,),
                          "product": (PRODUCT,), "creative-work": (WORK,)}, 4403),
    "btc": ({"PER": (TOOK, PERSON), "ORG": (ORGANIZATION,), "LOC": (PLACE, ELSEWHERE)}, 3000),
    "wikigold": ({"PER": (TOOK, PERSON), "ORG": (ORGANIZATION,), "LOC": (PLACE, ELSEWHERE), "MISC": (OTHER, WORK, PRODUCT)}, 1696),
    "crossner": ({}, 5327),
}
CROSS = {"person": (TOOK, PERSON), "location": (PLACE, ELSEWHERE), "organization": (ORGANIZATION,), "product": (PRODUCT,), "work": (WORK,)}
CROSS_OF = {"politician": "person", "writer": "person", "musicalartist": "person", "scientist": "person", "researcher": "person", "country": "location",
            "organisation": "organization", "politicalparty": "organization", "band": "organization", "university": "organization",
            "book": "work", "song": "work", "album": "work", "magazine": "work", "academicjournal": "work", "poem": "work", "programlang": "product"}

OTHERS = {"event", "award", "conference", "election"}


def public(cut, folder, user):
    out = []
    for name, (kinds, most) in PUBLIC.items():
        rows = [json.loads(line) for line in gzip.open(os.path.join(folder, name + ".jsonl.gz"), "rt")]
        random.Random(3).shuffle(rows)
        for got in rows[:most]:
            spans = []
            for start, end, label in got["spans"]:
                kind = kinds.get(label) or CROSS.get(CROSS_OF.get(label, label)) or (OTHER,) * (label in OTHERS) or tuple(SPANS)
                spans.append((start, end, kind))
            row = Row(cut)
            row.line(user())
            row.line(got["text"], spans, open_to=begins(TIME, DATE) | goes_on(TIME, DATE), weight=0.5, unmarked=1.0)
            out.append(row.done())
    return out
