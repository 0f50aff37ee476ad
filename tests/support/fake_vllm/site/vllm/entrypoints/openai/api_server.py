"""The server: health, tokens, chat completions. A token is a word; a reply names what was in the request."""

import argparse
import json
import os
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from vllm import BEHAVIOUR

BOS = 7
answered = 0


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.reply(503 if BEHAVIOUR.get("never_ready") else 200, {})

    def do_POST(self) -> None:
        global answered
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/tokenize":
            text = body.get("prompt", " ".join(m["content"] for m in body.get("messages", [])))
            beginning = [BOS] * (2 if BEHAVIOUR.get("bos_twice") and text else 1)
            return self.reply(200, {"tokens": [*beginning, *(9 for _ in text.split())]})
        if self.headers["authorization"] != f"Bearer {os.environ['VLLM_API_KEY']}":
            return self.reply(401, {"error": {"message": "no key"}})
        answered += 1
        if answered > BEHAVIOUR.get("dies_after", 10**9):
            error = "torch.OutOfMemoryError: CUDA out of memory"
            print(f"(EngineCore pid=1) ERROR 11-30 00:00:00 [core.py:1] {error}", flush=True)
            os._exit(1)
        time.sleep(BEHAVIOUR.get("seconds", 0))
        n_tokens = len(" ".join(m["content"] for m in body["messages"]).split()) + 1
        if n_tokens + body["max_tokens"] > ARGUMENTS.max_model_len:
            message = f"This model's maximum context length is {ARGUMENTS.max_model_len} tokens."
            return self.reply(400, {"error": {"message": message, "type": "BadRequestError"}})
        choice = {"message": {"content": f'x"{sorted(body)}'}, "finish_reason": "stop"}
        usage = {"prompt_tokens": n_tokens, "completion_tokens": 3}
        self.reply(200, {"id": "1", "model": body["model"], "choices": [choice], "usage": usage})

    def reply(self, status: int, content: dict) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        pass


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--max-model-len", type=int, required=True)
    ARGUMENTS, others = parser.parse_known_args()
    print("arguments", json.dumps(sys.argv[1:]), flush=True)
    for _ in range(BEHAVIOUR.get("workers", 0)):
        worker = subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True
        )
        print("worker", worker.pid, flush=True)
    if BEHAVIOUR.get("fail"):
        print("\n".join(BEHAVIOUR["fail"]), flush=True)
        sys.exit(1)
    print("ready", os.getpid(), flush=True)
    ThreadingHTTPServer((ARGUMENTS.host, ARGUMENTS.port), Handler).serve_forever()
