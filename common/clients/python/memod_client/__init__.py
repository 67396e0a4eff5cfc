"""Asks a memo daemon, and adds to it. Needs nothing but Python.

    from memod_client import Memo

    memo = Memo()                                  # this account's daemon, found as the command line finds it
    memo.add("notes.md")                           # and waits until its memories can be recalled
    for memory in memo.recall("budget")["memories"]:
        print(memory["content"]["narrative"])
    memo.ask_aloud(lambda text: print(text, end=""), "Why was the pilot moved?")

Every operation of the interface is a method, described in `memod_client.api`.
"""

from __future__ import annotations

import http.client
import secrets
import time
from collections.abc import Callable, Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from . import _daemon
from ._daemon import MemoError, NoDaemon, Unproven
from .api import Accepted, Answer, Execution, Operations, Problem, SourceType

__all__ = ["Failed", "Memo", "MemoError", "NoDaemon", "Refused", "Unproven"]

LONGEST_ANSWER = 64 << 20


class Refused(MemoError):
    """The daemon refuses; `problem` says why, and its `code` for programs."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class Failed(MemoError):
    """A document's memories could not be made; `run` says why."""

    def __init__(self, run: Execution) -> None:
        super().__init__(run.get("error", {}).get("message", "the run failed"))
        self.run = run


class Memo(Operations):
    """One key on one daemon: that of a folder of data on this machine, or the one at `url`, which is told the key that is
    given or set for it, and never a folder's own."""

    def __init__(
        self,
        *,
        data_dir: str | Path | None = None,
        url: str | None = None,
        api_key: str | None = None,
        user_name: str | None = None,
        timeout: float = 120,
    ) -> None:
        found = _daemon.settings()
        self.data_dir = str(data_dir or found["data_dir"])
        self.url = url or (None if data_dir else found.get("url"))
        self.user_name = user_name or found.get("user_name")
        self._key = api_key or found.get("api_key")
        self._timeout = timeout

    def add(
        self,
        path: str | Path | None = None,
        *,
        text: str | None = None,
        filename: str | None = None,
        user_name: str | None = None,
        item_id: str | None = None,
        source_type: SourceType | None = None,
        reference_time: str | None = None,
        wait: bool = True,
    ) -> Execution:
        """Adds a file, or a text, and waits until its memories can be recalled, unless told otherwise. What is no text in
        UTF-8 (a PDF, an archive, an old encoding) is for the command line: `memo add` reads it."""
        name = user_name or self.user_name
        if not name:
            raise ValueError("whose memories are these? give user_name, or set it with `memo config set user_name`")
        if path is not None and text is None:
            upload = (filename or Path(path).name, Path(path).read_bytes())
        elif text is not None and path is None:
            upload = (filename or "note.md", text.encode())
        else:
            raise ValueError("give a path, or text")
        accepted = self.memorize(upload, name, item_id=item_id, source_type=source_type, reference_time=reference_time)
        return self.wait(accepted) if wait else self.run(accepted["workflow_execution"])

    def run(self, name: str) -> Execution:
        """The run of this resource path."""
        return self._call("GET", f"/v1/{name}")

    def wait(self, accepted: Accepted) -> Execution:
        """The run of an upload, once it has ended; `Failed` where it could not be done."""
        pause = 0.02
        while (run := self.run(accepted["workflow_execution"]))["state"] == "ACTIVE":
            time.sleep(pause)
            pause = min(1, pause * 1.5)
        if run["state"] == "FAILED":
            raise Failed(run)
        return run

    def ask_aloud(self, said: Callable[[str], object], text: str, **narrowed: Any) -> Answer:
        """The same as `ask`; `said` is given each sentence as soon as it stands."""
        form = {"text": text, **narrowed}
        event, data = "", ""
        for line in self._call("POST", "/v1/memories/ask", form=form, accept="text/event-stream", answer="lines"):
            field, _, value = line.rstrip("\r\n").partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                event = value
            elif field == "data":
                data += value
            elif not field and data:
                held, name = loads(data), event
                event, data = "", ""
                if name == "answer":
                    return held
                if name == "error":
                    raise Refused(held)
                if name == "sentence":
                    said(held["text"])
        raise NoDaemon("the answer broke off")

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        form: dict[str, Any] | None = None,
        multipart: dict[str, Any] | None = None,
        json: Any = None,
        lines: str | bytes | None = None,
        accept: str = "*/*",
        answer: str = "json",
    ) -> Any:
        headers, body = {"accept": accept}, None
        if query and (query := fields(query)):
            path += "?" + urlencode(query)
        if form is not None:
            headers["content-type"] = "application/x-www-form-urlencoded"
            body = urlencode(fields(form)).encode()
        elif multipart is not None:
            boundary = secrets.token_hex(16)
            headers["content-type"] = f"multipart/form-data; boundary={boundary}"
            body = parts(fields(multipart), boundary)
        elif json is not None:
            headers["content-type"] = "application/json"
            body = dumps(json).encode()
        elif lines is not None:
            headers["content-type"] = "application/x-ndjson"
            body = lines.encode() if isinstance(lines, str) else lines
        connection, key = self._connection()
        if key:
            headers["x-api-key"] = key
        try:
            connection.request(method, urlsplit(self.url or "").path.rstrip("/") + path, body, headers)
            response = connection.getresponse()
            if response.status >= 300:
                raise refusal(response)
            if answer == "lines":
                return pieces(connection, response)
            held = response.read(LONGEST_ANSWER + 1)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            where = self.url or f"the folder {self.data_dir}"
            raise NoDaemon(f"the daemon of {where} does not answer: {error}; `memo doctor` says what is wrong") from error
        except MemoError:
            connection.close()
            raise
        connection.close()
        if len(held) > LONGEST_ANSWER:
            raise MemoError("the answer is too long")
        if answer == "text":
            return held.decode()
        return loads(held) if held else None

    def _connection(self) -> tuple[http.client.HTTPConnection, str | None]:
        """A connection of its own for each call: so none is used that has been closed meanwhile."""
        if self.url:
            at = urlsplit(self.url)
            kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
            return kind(at.hostname or "", at.port, timeout=self._timeout), self._key
        url, secret = _daemon.noted(self.data_dir)
        at = urlsplit(url)
        connection = _daemon.ProvenConnection(at.hostname or "", at.port, timeout=self._timeout)
        connection.named, connection.secret = at.netloc, secret
        return connection, self._key or _daemon.first_key(self.data_dir)


def fields(given: dict[str, Any]) -> dict[str, Any]:
    """Those that are given, as forms write them."""
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items() if value is not None}


def parts(given: dict[str, Any], boundary: str) -> bytes:
    """A multipart form; a tuple is a file's name and content."""
    body = b""
    for name, value in given.items():
        head = f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"'
        if name == "file":
            filename, value = value if isinstance(value, tuple) else ("document.txt", value)
            plain = "".join(c for c in filename if c.isprintable()).replace('"', "%22")
            head += f'; filename="{plain}"\r\ncontent-type: text/plain; charset=utf-8'
        content = value if isinstance(value, bytes) else str(value).encode()
        body += head.encode() + b"\r\n\r\n" + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode()


def refusal(response: http.client.HTTPResponse) -> MemoError:
    try:
        return Refused(loads(response.read(LONGEST_ANSWER)))
    except (ValueError, KeyError, TypeError):
        return MemoError(f"what answers is no memo daemon: status {response.status}")


def pieces(connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> Iterator[str]:
    """The answer's lines, as they come."""
    try:
        for line in response:
            yield line.decode()
    except (OSError, http.client.HTTPException) as error:
        raise NoDaemon(f"the answer broke off: {error}") from error
    finally:
        connection.close()
