#!/usr/bin/env python3
"""Trains the network that tells how likely a word belongs to the answer (`network.bin`), on the conversations in `talk`.

    cargo build --release --package memo-daemon --features train
    python3 -m venv venv && venv/bin/pip install jax optax
    venv/bin/python daemon/answers/train.py target/release/memod

Each conversation is uploaded to a memod of its own, a session a document, and each of its questions is asked; that build
writes what the network is told of every word (`daemon/src/query/answer/train.rs`). A word is of the answer if the answer
has it. The shape is that of `daemon/src/query/answer/network.rs`.
"""
import glob, json, os, pathlib, re, socket, subprocess, sys, tempfile, time, unicodedata, urllib.request, uuid

import jax, jax.numpy as jnp, numpy as np, optax

HERE = pathlib.Path(__file__).resolve().parent
NUMBERS, HASHED, NEAR, ROWS, WIDE, NARROW, HIDDEN, DIMS = 204, 5, 5, 1 << 12, 2, 16, 64, 128
BATCH, RATE, DECAY = 2048, 2e-3, 1e-2
# How often all is seen, and how much of the hidden layer is left out: by the teachers, who learn from the answers, and by
# the student, who learns from what three teachers say together (which is worth as much as asking all three).
TEACHERS, TEACHER, STUDENT = 3, (6, 0.4), (8, 0.1)
# Word vectors are of length one; this brings their numbers near one.
SCALE = 4.0


def words(answer):
    plain = "".join(c for c in unicodedata.normalize("NFKD", answer.lower()) if not unicodedata.combining(c))
    return set(re.sub(r"[^\w\s]", " ", plain).split()) - {"a", "an", "the"}


class Memod:
    """A daemon over an empty folder, which writes what it tells the network to `told` in it."""

    def __init__(self, program, folder):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.key = uuid.uuid4().hex
        home = {"HOME": folder, "MEMO_TRAIN": f"{folder}/told", "MEMO_API_KEY": self.key}
        self.process = subprocess.Popen([program, "--data-dir", f"{folder}/data", "--listen", f"127.0.0.1:{port}"],
                                        env=os.environ | home, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                self.call("/healthz")
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("memod does not start")

    def call(self, path, body=None, headers={}):
        request = urllib.request.Request(self.url + path, body, {"x-api-key": self.key, **headers})
        return json.load(urllib.request.urlopen(request))

    def post(self, path, fields):
        edge = uuid.uuid4().hex
        parts = (f'--{edge}\r\nContent-Disposition: form-data; name="{k}"{"; filename=%s.txt" % k if k == "file" else ""}\r\n\r\n{v}\r\n'
                 for k, v in fields.items())
        body = "".join(parts) + f"--{edge}--\r\n"
        return self.call(path, body.encode(), {"content-type": f"multipart/form-data; boundary={edge}"})

    def wait(self, run):
        while (state := self.call(f"/v1/{run}")["state"]) != "SUCCEEDED":
            if state != "ACTIVE":
                sys.exit(f"{run}: {state}")
            time.sleep(0.02)

    def close(self):
        self.process.terminate()
        self.process.wait()


def ask(memod, conversation):
    """Uploads a conversation and asks its questions; the words of their answers."""
    first, second = conversation["speakers"]
    for session in conversation["sessions"]:
        turns = [f"{t['speaker']}: {t['text']}" for t in session["turns"]]
        text = "\n".join([f"Conversation between {first} and {second}", f"Date: {session['when']}", ""] + turns)
        run = memod.post("/v1/memorize", {"user_name": first, "item_id": session["id"], "source_type": "stream", "file": text})
        memod.wait(run["workflow_execution"])
    answers = {q["q"]: words(q["answer"]) for q in conversation["questions"] if q["answer"] and q["kind"] != "temporal"}
    for question in answers:
        memod.post("/v1/memories/ask", {"text": question})
    memod.close()
    return answers


def told(program, conversations):
    """What the network is told of each question, with the words of the answer."""
    vectors, found = {}, []
    for conversation in conversations:
        with tempfile.TemporaryDirectory() as folder:
            answers = ask(Memod(program, folder), conversation)
            for line in map(json.loads, open(f"{folder}/told")):
                if "vector" in line:
                    vectors[line["word"]] = line["vector"]
                elif line["words"]:
                    numbers = np.array(line["numbers"], np.float32)
                    found.append(line | {"numbers": numbers, "answer": answers[line["question"]]})
    return vectors, found


def table(vectors, questions):
    """Rows of all words: numbers, hashed rows, words near (0 for none), the question's place; labels, and weights by which
    questions count alike. Then the vectors, and each question's two."""
    place = {w: at for at, w in enumerate(vectors, 1)}
    known = SCALE * np.array([[0.0] * DIMS] + list(vectors.values()), np.float32)
    near, numbers, rows, which, label, weight, asked = [], [], [], [], [], [], []
    for at, q in enumerate(questions):
        ids = np.array([place[w] for w in q["words"]])
        sentence = np.repeat(np.arange(len(q["lengths"])), q["lengths"])
        for off in range(-(NEAR // 2), NEAR // 2 + 1):
            other = np.arange(len(ids)) + off
            inside = (other >= 0) & (other < len(ids))
            other = other.clip(0, len(ids) - 1)
            near.append(np.where(inside & (sentence[other] == sentence), ids[other], 0))
        near[-NEAR:] = [np.stack(near[-NEAR:], 1)]
        numbers.append(q["numbers"])
        rows.append(np.array(q["rows"]) % ROWS)
        which.append(np.full(len(ids), at))
        label.append(np.array([w in q["answer"] for w in q["words"]], np.float32))
        weight.append(np.full(len(ids), 100.0 / len(ids), np.float32))
        focus = known[place[q["focus"]]] if q["focus"] else known[0]
        about = known[[place[w] for w in q["about"]]].mean(0) if q["about"] else known[0]
        asked.append(np.concatenate([focus, about]))
    return [np.concatenate(x) for x in (numbers, rows, near, which, label, weight)], known, np.stack(asked)


def forward(p, known, numbers, rows, near, asked, key=None, dropped=0.0):
    wide = p["rows"][rows].reshape(len(numbers), -1)
    near = known[near] @ p["word"]
    focus, about = asked[:, :DIMS] @ p["focus"], asked[:, DIMS:] @ p["about"]
    hidden = jnp.concatenate([numbers, wide, near.reshape(len(numbers), -1), focus, about, near[:, NEAR // 2] * focus], 1)
    if key is not None:
        key, own = jax.random.split(key)
        hidden = hidden * jax.random.bernoulli(own, 0.9, hidden.shape) / 0.9
    hidden = jax.nn.relu(hidden @ p["layer"] + p["start"])
    if key is not None:
        hidden = hidden * jax.random.bernoulli(key, 1 - dropped, hidden.shape) / (1 - dropped)
    return numbers @ p["line"] + p["row_line"][rows].sum(1) + hidden @ p["units"] + p["bias"]


def train(data, known, asked, seed, epochs, dropped):
    """The weights, as the daemon reads them."""
    numbers, rows, near, which, label, weight = data
    mean, spread = numbers.mean(0), numbers.std(0) + 1e-3
    numbers = (numbers - mean) / spread
    inputs = NUMBERS + HASHED * WIDE + (NEAR + 3) * NARROW
    keys = jax.random.split(jax.random.PRNGKey(seed), 7)
    draw = lambda key, shape, size: jax.random.normal(key, shape) * size
    p = {"word": draw(keys[0], (DIMS, NARROW), DIMS**-0.5), "focus": draw(keys[1], (DIMS, NARROW), DIMS**-0.5),
         "about": draw(keys[2], (DIMS, NARROW), DIMS**-0.5), "rows": draw(keys[3], (ROWS, WIDE), 0.05),
         "row_line": jnp.zeros(ROWS), "layer": draw(keys[4], (inputs, HIDDEN), inputs**-0.5), "start": jnp.zeros(HIDDEN),
         "line": jnp.zeros(NUMBERS), "units": draw(keys[5], (HIDDEN,), 0.1), "bias": jnp.float32(-3.0)}
    steps = len(label) // BATCH
    optimiser = optax.adamw(optax.cosine_decay_schedule(RATE, epochs * steps), weight_decay=DECAY)
    state, known = optimiser.init(p), jnp.array(known)

    def loss(p, numbers, rows, near, asked, label, weight, key):
        said = forward(p, known, numbers, rows, near, asked, key, dropped)
        return (weight * optax.sigmoid_binary_cross_entropy(said, label)).mean()

    @jax.jit
    def step(p, state, key, *batch):
        change, state = optimiser.update(jax.grad(loss)(p, *batch, key), state, p)
        return optax.apply_updates(p, change), state

    order, key = np.random.default_rng(seed), keys[6]
    for _ in range(epochs):
        for batch in np.array_split(order.permutation(len(label))[: steps * BATCH], steps):
            key, own = jax.random.split(key)
            p, state = step(p, state, own, numbers[batch], rows[batch], near[batch], asked[which[batch]], label[batch], weight[batch])
    p = {name: np.asarray(value) for name, value in p.items()}
    # The numbers are given as they are, and so are the vectors.
    p["start"] = p["start"] - (mean / spread) @ p["layer"][:NUMBERS]
    p["bias"] = p["bias"] - (mean / spread) @ p["line"]
    p["layer"] = np.concatenate([p["layer"][:NUMBERS] / spread[:, None], p["layer"][NUMBERS:]])
    p["line"] = p["line"] / spread
    for name in ("word", "focus", "about"):
        p[name] = p[name] * SCALE
    return p


def likelihoods(p, data, known, asked):
    """What a trained network says of every word."""
    p, known, asked = {k: np.asarray(v) for k, v in p.items()}, known / SCALE, asked / SCALE
    numbers, rows, near, which = data[:4]
    parts = np.array_split(np.arange(len(which)), len(which) // 50000 + 1)
    said = np.concatenate([forward(p, known, numbers[s], rows[s], near[s], asked[which[s]]) for s in parts])
    return 1 / (1 + np.exp(-np.clip(said, -30, 30)))


def write(p, path):
    names = ("word", "focus", "about", "rows", "row_line", "layer", "start", "line", "units", "bias")
    with open(path, "wb") as f:
        for name in names:
            f.write(np.asarray(p[name], "<f4").tobytes())


if __name__ == "__main__":
    files = sorted(glob.glob(str(HERE / "talk" / "*.jsonl")))
    conversations = [json.loads(line) for name in files for line in open(name)]
    vectors, questions = told(sys.argv[1], conversations)
    print(len(conversations), "conversations,", len(questions), "questions")
    data, known, asked = table(vectors, questions)
    said = [likelihoods(train(data, known, asked, seed, *TEACHER), data, known, asked) for seed in range(TEACHERS)]
    data[4] = np.mean(said, 0).astype(np.float32)
    write(train(data, known, asked, TEACHERS, *STUDENT), HERE / "network.bin")
