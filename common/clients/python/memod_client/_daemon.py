"""Where the daemon is, and whether it is the one that is meant.

A daemon that was killed leaves its address behind in daemon.json, and anybody may listen there later. So daemon.json, which
its owner alone may read, holds a secret of that one start. On every connection the first thing that goes out is a challenge,
and nothing else does before the answer carries the proof (BLAKE3, keyed with the secret) that only who knows it can make.
"""

from __future__ import annotations

import hmac
import http.client
import json
import os
import secrets
import struct
import sys
import tomllib
from pathlib import Path

LONGEST_HEAD = 8 << 10
IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A)
SHUFFLED = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
KEYED_HASH_OF_ONE_BLOCK = 1 | 2 | 8 | 16


class MemoError(Exception):
    """Why a call has no result."""


class NoDaemon(MemoError):
    """Nobody answers, or not in time."""


class Unproven(NoDaemon):
    """Who answers has not shown to be the daemon of this folder; it was told nothing."""


def proof(secret: bytes, challenge: bytes) -> bytes:
    """BLAKE3 of these 32 bytes, keyed with 32 others: one block of the hash's compression function."""
    m = struct.unpack("<16I", challenge.ljust(64, b"\0"))
    v = [*struct.unpack("<8I", secret), *IV, 0, 0, len(challenge), KEYED_HASH_OF_ONE_BLOCK]

    def turn(x: int, by: int) -> int:
        return (x >> by | x << 32 - by) & 0xFFFFFFFF

    for _ in range(7):
        for i, (a, b, c, d) in enumerate(COLUMNS + DIAGONALS):
            for word, by, then in ((m[2 * i], 16, 12), (m[2 * i + 1], 8, 7)):
                v[a] = (v[a] + v[b] + word) & 0xFFFFFFFF
                v[d] = turn(v[d] ^ v[a], by)
                v[c] = (v[c] + v[d]) & 0xFFFFFFFF
                v[b] = turn(v[b] ^ v[c], then)
        m = tuple(m[i] for i in SHUFFLED)
    return struct.pack("<8I", *(v[i] ^ v[i + 8] for i in range(8)))


class ProvenConnection(http.client.HTTPConnection):
    """A connection that lets nothing out before its other end has shown to know the secret."""

    named: str
    secret: bytes

    def connect(self) -> None:
        super().connect()
        challenge = secrets.token_bytes(32)
        ask = f"HEAD /healthz HTTP/1.1\r\nhost: {self.named}\r\nx-memo-challenge: {challenge.hex()}\r\n\r\n"
        self.sock.sendall(ask.encode())
        head = b""
        while not head.endswith(b"\r\n\r\n") and len(head) < LONGEST_HEAD:
            if not (piece := self.sock.recv(LONGEST_HEAD)):
                break
            head += piece
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if not hmac.compare_digest(headers.get("x-memo-proof", "").encode(), proof(self.secret, challenge).hex().encode()):
            self.close()
            raise Unproven(
                f"who answers at {self.named} said {status!r}, without a proof that it is the daemon of this folder; "
                "`memo daemon restart` starts another"
            )


def settings() -> dict[str, str]:
    """What the environment and config.toml say, as the command line reads them."""
    home = Path.home()
    if sys.platform == "darwin":
        data = config = home / "Library/Application Support/memo"
    elif sys.platform == "win32":
        roaming = Path(os.environ.get("APPDATA", home / "AppData/Roaming")) / "memo"
        data, config = roaming / "data", roaming / "config"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share") / "memo"
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "memo"
    try:
        file = tomllib.loads(Path(os.environ.get("MEMO_CONFIG") or config / "config.toml").read_text("utf-8"))
    except FileNotFoundError:
        file = {}
    except (OSError, ValueError) as error:
        raise MemoError(f"cannot read memo's settings: {error}") from error
    found = {name: os.environ.get(f"MEMO_{name.upper()}") or file.get(name) for name in ("data_dir", "url", "api_key", "user_name")}
    return {"data_dir": str(data)} | {name: value for name, value in found.items() if value}


def noted(data_dir: str) -> tuple[str, bytes]:
    """The address and the secret of the daemon that serves this folder."""
    path = Path(data_dir) / "daemon.json"
    try:
        file = json.loads(path.read_text("utf-8"))
        return file["url"], bytes.fromhex(file["secret"])
    except FileNotFoundError:
        raise NoDaemon(f"no daemon serves {data_dir}; `memo daemon start` starts one") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoDaemon(f"{path} does not say where the daemon is ({error}); `memo daemon restart` writes it anew") from error


def first_key(data_dir: str) -> str | None:
    """The key that the daemon made at its first start."""
    try:
        return (Path(data_dir) / "key").read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MemoError(f"cannot read the key in the folder of data: {error}; `memo doctor` says what mends it") from error
