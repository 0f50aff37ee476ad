"""Run by peers.py with lm-eval's Python: ask the prompts of a file through local-chat-completions."""

import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENAI_API_KEY", "none")

from lm_eval.api.instance import Instance
from lm_eval.api.registry import get_model
from lm_eval.models.api_models import JsonChatStr

WARM_UP = 2


def main(address: str, prompts: Path, limit: int) -> None:
    model = get_model("local-chat-completions")(
        model="model-1",
        base_url=f"{address}/v1/chat/completions",
        num_concurrent=limit,
        tokenizer_backend=None,
        max_retries=1,
    )
    settings = {"until": [], "max_gen_toks": 256, "temperature": 0}
    requests = []
    for number, prompt in enumerate(json.loads(prompts.read_text())):
        chat = [
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": prompt},
        ]
        arguments = (JsonChatStr(json.dumps(chat)), settings)
        requests.append(Instance(request_type="generate_until", doc={}, arguments=arguments, idx=number))
    model.generate_until(requests[:WARM_UP], disable_tqdm=True)
    wall, cpu = time.perf_counter(), time.process_time()
    replies = model.generate_until(requests, disable_tqdm=True)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))
    assert len(replies) == len(requests) and all(replies)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
