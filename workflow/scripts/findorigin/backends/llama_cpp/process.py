"""The program that runs llama.cpp's own HTTP server: native code that crashes does not take the job along.

Its one argument is a JSON object (model, model_id, threads, context, address_file); the address goes to that
file once the model answers.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from pathlib import Path


def main(model: str, model_id: str, threads: int, context: int, address_file: str) -> None:
    """Load the model and serve it on a free port of 127.0.0.1 until the process is ended."""
    # Imported here, where it is used: the job imports this module for its path, not for the engine.
    import xllamacpp

    # A batch system that cancels a job signals every process of it, but the job wants the reply in flight.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)

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
    unfinished = Path(f"{address_file}.part")
    unfinished.write_text(server.listening_address, encoding="ascii")
    unfinished.replace(address_file)
    threading.Event().wait()


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
