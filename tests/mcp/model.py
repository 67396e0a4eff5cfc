"""A language model's server that answers with what no memory holds, and to a question about herons never ends. Its log says
when such a question came and when whoever asked had left."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import sleep

PORT, LOG = sys.argv[1:]


def note(word):
    with open(LOG, "a") as log:
        log.write(word + "\n")


class Model(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = self.rfile.read(int(self.headers["content-length"]))
        is_heron = b"heron" in asked
        if is_heron:
            note("asked")
        streams = json.loads(asked).get("stream")
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if streams else "application/json")
        self.end_headers()
        if not is_heron:
            said = {"role": "assistant", "content": "Zebras juggle quartz."}
            reply = {"choices": [{"delta" if streams else "message": said, "finish_reason": "stop"}]}
            reply = json.dumps(reply)
            self.wfile.write((f"data: {reply}\n\ndata: [DONE]\n\n" if streams else reply).encode())
            return
        try:
            while True:
                self.wfile.write(b":\n")
                sleep(0.02)
        except OSError:
            note("left")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
open(LOG, "w").close()
with open(PORT, "w") as port:
    port.write(f"{server.server_port}\n")
server.serve_forever()
