"""The process that runs llama.cpp's own HTTP server, for as long as its parent lives.

Started by `llama_cpp.serve` as a program of its own, so that native logs go to the job's log, a crash of the
native code does not take the job with it, and the server ends with the job whatever ends the job. Its one
argument is a JSON object (model, id, threads, context); it prints its address on one line.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading


def main(model: str, model_id: str, threads: int, context: int) -> None:
    """Load the model, serve it on a free port of 127.0.0.1, and end when standard input ends."""
    # Imported here, where it is used: the parent imports this module for its path, not for the engine.
    import xllamacpp

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the parent decides: it still wants the replies in flight
    threading.Thread(target=end_with_parent, daemon=True).start()

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {model_id}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.ui = False
    params.n_ctx = context
    # One slot, no reuse of an earlier prompt, a fixed number of threads: the same prompt, the same answer.
    params.n_parallel = 1
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nobody reads further lines; a full pipe would block
    threading.Event().wait()


def end_with_parent() -> None:
    """End this process when the parent closes its end of the pipe, by will or by dying."""
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
