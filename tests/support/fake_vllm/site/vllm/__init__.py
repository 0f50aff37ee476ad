"""The stand-in for vLLM.

FAKE_VLLM holds: gpus (list), device ("cuda"), never_ready, fail (lines for the log, then exit status 1),
dies_after (answers), workers (processes started beside the server, in sessions of their own).
"""

import json
import os

BEHAVIOUR = json.loads(os.environ["FAKE_VLLM"])
