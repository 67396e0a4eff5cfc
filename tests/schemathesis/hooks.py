"""What schemathesis cannot read from the OpenAPI document: how documents look, and which ones there are."""

import os
import pathlib

import schemathesis
from hypothesis import strategies as st

SAMPLES = [p.read_bytes() for p in sorted((pathlib.Path(__file__).parent.parent / "samples").iterdir())]

# Texts as the readers know them, cut and glued at random places, and texts of any characters.
pieces = st.tuples(st.sampled_from(SAMPLES), st.integers(0, 400), st.integers(1, 400)).map(
    lambda cut: cut[0].decode()[cut[1] : cut[1] + cut[2]]
)
characters = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
noise = st.text(characters, max_size=200)
texts = st.lists(pieces | noise, max_size=4).map("\n".join)
schemathesis.openapi.format("binary", texts.map(lambda text: f"Notes.\n{text}".encode()))

# Lines of an export, whole, cut or in disorder, and lines of any characters.
EXPORT = (pathlib.Path(os.environ["MEMO_DATA_DIR"]) / "export.jsonl").read_text().splitlines()
lines = st.sampled_from(EXPORT)
cut = st.tuples(lines, st.integers(0, 200)).map(lambda at: at[0][: at[1]])
exports = st.lists(lines | cut | noise, max_size=6).map(lambda some: "\n".join([EXPORT[0], *some]).encode())
schemathesis.openapi.media_type("application/x-ndjson", exports)

# Documents that were added beforehand; some of the calls are about these.
DOCUMENTS = ["calendar", "chat", "journal", "mail", "meeting-notes"]
NAMES = {
    "item_id": st.sampled_from(DOCUMENTS),
    "custom_id": st.builds("{}_memory_{}".format, st.sampled_from(DOCUMENTS), st.integers(0, 5)),
    "project": st.just("local"),
    "location": st.just("local"),
    "workflow": st.just("memory-extraction"),
}
NAMES["memory_id"] = NAMES["custom_id"]


def sometimes_known(values):
    """Strategy of the same values, or of some whose names are those of real things."""
    if not isinstance(values, dict) or not values.keys() & NAMES.keys():
        return st.just(values)
    known = st.fixed_dictionaries({name: NAMES[name] for name in values.keys() & NAMES.keys()})
    return st.just(values) | known.map(lambda some: {**values, **some})


@schemathesis.hook
def flatmap_path_parameters(context, path_parameters):
    return sometimes_known(path_parameters)


@schemathesis.hook
def flatmap_body(context, body):
    # An upload under a name of its own leaves the documents as they are.
    if context.operation.label == "POST /v1/memorize":
        return st.just(body)
    return sometimes_known(body)
