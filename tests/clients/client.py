"""Every operation by the Python client, and what it does where the daemon is not the one that is meant."""

import inspect
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from memod_client import Failed, Memo, MemoError, NoDaemon, Refused, Unproven, _daemon
from memod_client.api import Operations

CALLED = set()


class Recorded(Memo):
    """Notes which operations are called."""

    def __getattribute__(self, name):
        if name in OPERATIONS:
            CALLED.add(name)
        return super().__getattribute__(name)


OPERATIONS = {name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if not name.startswith("_")}


def refused(call, *given, **named):
    try:
        raise AssertionError(call(*given, **named))
    except Refused as error:
        return error.problem["code"]


def fails(kind, call):
    try:
        raise AssertionError(call())
    except MemoError as error:
        assert type(error) is kind, repr(error)
        return str(error)


def documents(memo):
    for sample in sorted(Path(os.environ["SAMPLES"]).iterdir()):
        run = memo.add(sample, item_id=sample.stem)
        assert run["state"] == "SUCCEEDED" and run["memories"], run
    run = memo.add(text="I lent the long ladder to Ana Lima.\n", item_id="note", wait=False)
    memo.wait({"workflow_execution": run["name"]})
    parts = re.fullmatch(r"projects/([^/]+)/locations/([^/]+)/workflows/([^/]+)/executions/([^/]+)", run["name"]).groups()
    assert memo.execution(*parts)["state"] == "SUCCEEDED"
    odd = memo.memorize(('a "b"\r\nc.md', "Lunch with Ines.\n".encode()), "Mira Halloran", source_type="text", item_id="odd")
    memo.wait(odd)
    assert memo.document("odd")["filename"] == "a %22b%22c.md", memo.document("odd")
    assert "ladder" in memo.document_text("note")
    assert len(memo.documents(limit=2)["documents"]) == 2
    assert memo.forget_document("odd")["status"] == "success"
    assert refused(memo.document, "odd") == "not_found"
    assert refused(memo.document, "../keys") == "not_found"


def questions(memo):
    memory = memo.recall("pilot", limit=3)["memories"][0]["custom_id"]
    assert memo.recall("Grüße & 50% +?", participant="Tomas Okafor")["qa"] == []
    assert "dredging" in memo.ask("Why was the pilot moved?")["response"]
    said = []
    answer = memo.ask_aloud(said.append, "Why was the pilot moved?", limit=5)
    assert answer["answered"] and "".join(said).strip() == answer["response"].strip(), (said, answer)
    assert refused(memo.ask_aloud, said.append, " ") == "invalid_field"
    assert memo.feedback(memory, 1, "pilot")["status"] == "success"
    assert memo.memory(memory)["source"]
    assert memo.edit_memory(memory, {"where": "Harbour"})["content"]["where"] == "Harbour"
    assert "where" not in memo.edit_memory(memory, {"where": None}).get("read", {})
    assert memo.memories(place="Harbour", limit=1) == {"memories": []}
    assert memo.facets(facet="people", prefix="t")["people"]["values"]
    assert memo.days(since="2026-10")["days"]
    assert memo.timeline(since="2026-10", until="2026-11")["entries"]
    assert memo.timeline(since="2026-10-03", other_years=True)["entries"] == []
    assert memo.forget_memory(memory)["memories"] == 1


def people(memo):
    assert memo.people()["people"]
    assert "suggestions" in memo.people_suggestions()
    assert memo.dismiss_people_suggestion("Ana Lima", "Tomas Okafor")["names"]
    assert len(memo.merge_people("Ana Lima", "Tomas Okafor")["names"]) == 2
    memo.split_person("Ana Lima")
    assert memo.rename_person("Ana Lima", shown="Ana")["name"] == "Ana"
    assert memo.merge_into_me("Ana Lima")["me"]
    memo.split_person("Ana Lima")


def the_rest(memo):
    lines = list(memo.export())
    assert json.loads(lines[-1])["type"] == "end", lines[-1]
    assert memo.import_("".join(lines))["unchanged"], lines
    assert json.loads(list(memo.backup())[-1])["type"] == "end"
    key = memo.create_key(name="reader", read_only=True)
    reader = Memo(url=_daemon.noted(memo.data_dir)[0], api_key=key["api_key"])
    assert reader.recall("pilot")["memories"] and refused(reader.forget_document, "note") == "read_only_key"
    assert memo.revoke_key(key["key_id"])["key_id"] == key["key_id"]
    assert refused(reader.recall, "pilot") == "missing_or_invalid_key"
    assert any(key.get("current") for key in memo.keys()["keys"])
    with tempfile.TemporaryDirectory() as folder:
        watch = memo.add_watch(folder, memo.user_name, on_delete="keep")
        assert memo.watch(watch["watch_id"])["source"] == watch["source"] == memo.watches()["watches"][0]["source"]
        memo.remove_watch(watch["watch_id"])
    assert not memo.model()["configured"] and not memo.embedding()["configured"]
    assert refused(memo.test_model) and refused(memo.test_embedding)
    assert memo.web_login()["path"].startswith("/web")
    assert memo.compact()["status"] == "success"
    assert memo.mcp({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]
    assert memo.mcp({"jsonrpc": "2.0", "method": "notifications/initialized"}) is None
    assert memo.healthz()["version"] and memo.readyz()["status"]
    assert "memo_" in memo.metrics() and memo.openapi()["openapi"]


def nobody_is_told(memo):
    """Somebody else listens where a daemon was."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        heard = []

        def listen():
            connection, _ = listener.accept()
            with connection:
                heard.append(connection.recv(65536))
                connection.sendall(b"HTTP/1.1 200 OK\r\nx-memo-proof: " + b"0" * 64 + b"\r\n\r\n")
                while piece := connection.recv(65536):
                    heard.append(piece)

        thread = threading.Thread(target=listen)
        thread.start()
        (Path(folder) / "key").write_text("sk-nobodys-business")
        file = {"url": f"http://127.0.0.1:{listener.getsockname()[1]}", "pid": 1, "version": "0", "secret": "0" * 64}
        (Path(folder) / "daemon.json").write_text(json.dumps(file))
        assert "memo daemon restart" in fails(Unproven, lambda: Memo(data_dir=folder).ask("Where is the key?"))
        thread.join()
        assert heard[0].startswith(b"HEAD /healthz ") and heard[1:] == [] and b"sk-nobodys" not in heard[0], heard
        listener.close()
        assert "memo doctor" in fails(NoDaemon, lambda: Memo(data_dir=folder).healthz())
        (Path(folder) / "daemon.json").write_text("{}")
        assert "daemon.json" in fails(NoDaemon, lambda: Memo(data_dir=folder).healthz())
    assert "memo daemon start" in fails(NoDaemon, lambda: Memo(data_dir=folder).healthz())
    # Of a daemon elsewhere the folder's key is nobody's business either.
    url = _daemon.noted(memo.data_dir)[0]
    assert refused(Memo(url=url).recall, "pilot") == "missing_or_invalid_key"


def the_same_settings(memo):
    """As the command line reads them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.toml"
        file.write_text("data_dir = '/a b/\"c'\n" + 'user_name = "Zo\\u00eb \\"Z\\""\nlog = "info"\n[llm]\nurl = "http://127.0.0.1:9"\napi_key = "no"\n'.replace('url =', 'base_url ='))
        environment = {k: v for k, v in os.environ.items() if k not in ("MEMO_DATA_DIR", "MEMO_USER_NAME")} | {"MEMO_CONFIG": str(file)}
        here = dict(os.environ)
        os.environ.clear()
        os.environ.update(environment)
        found = _daemon.settings()
        os.environ.clear()
        os.environ.update(here)
        for name, value in found.items():
            told = subprocess.run([os.environ["MEMO"], "config", "get", name], env=environment, capture_output=True, text=True)
            assert told.stdout.strip() == value, (name, value, told)
        assert set(found) == {"data_dir", "user_name"}, found


memo = Recorded()
for part in [documents, questions, people, the_rest, nobody_is_told, the_same_settings]:
    part(memo)
assert CALLED == OPERATIONS, OPERATIONS - CALLED
assert issubclass(Failed, MemoError)
print(f"python: {len(CALLED)} operations")
