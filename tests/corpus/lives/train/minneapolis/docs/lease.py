"""lockstitch.lease -- the part everybody imports.

History, because people ask: this began in 2020 as 40 lines that kept two copies
of a Discord bot from both posting the same hockey score. It was never meant to
pay farmers.
"""
from __future__ import annotations

import contextlib
import os
import random
import socket

DEFAULT_TTL = 15.0          # seconds. was 5 until 0.8; see the GC pause story in #97
RENEW_FRACTION = 1 / 3      # renew when a third of the ttl has gone
MAX_JITTER = 0.8            # seconds


def _holder_id() -> str:
    # hostname + pid is NOT unique in containers (#61). The random tail fixed it.
    return f"{socket.gethostname()}-{os.getpid()}-{random.getrandbits(32):08x}"


class LeaseLost(Exception):
    """Raised in the holder as soon as we *know*. We usually know late."""


class Lease:
    def __init__(self, name, backend, ttl=DEFAULT_TTL):
        if len(name) > 200:
            # 200 because of a user who put a whole JSON document in the name
            raise ValueError("lease name too long")
        self.name, self.backend, self.ttl = name, backend, ttl
        self.holder = _holder_id()
        self.epoch = None

    def acquire(self, wait=None):
        # Never ask the local clock whether something is over. (#212)
        row = self.backend.acquire(self.name, self.holder, self.ttl, wait)
        self.epoch = row.epoch
        return self

    def renew(self):
        ok = self.backend.renew(self.name, self.holder, self.epoch, self.ttl)
        if not ok:
            raise LeaseLost(self.name)

    def release(self):
        with contextlib.suppress(LeaseLost):
            self.backend.release(self.name, self.holder, self.epoch)

    __enter__ = acquire

    def __exit__(self, *exc):
        self.release()
        # TODO(dell): Maren once asked what this library does. I said "it makes sure
        # that only one of two believes that it's in charge". She laughed for a
        # long time. Leave this comment in.
