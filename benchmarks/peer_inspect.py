"""Run by peers.py with inspect-ai's Python: ask the prompts of a file as one inspect-ai task."""

import json
import sys
import tempfile
import time
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.solver import generate, system_message

WARM_UP = 2


def main(address: str, prompts: Path, limit: int) -> None:
    model = get_model(
        "openai/model-1",
        base_url=f"{address}/v1",
        api_key="none",
        responses_api=False,
        config=GenerateConfig(max_connections=limit, temperature=0, max_tokens=256),
    )
    texts = json.loads(prompts.read_text())

    def ask(some: list[str]) -> None:
        task = Task(
            dataset=[Sample(input=prompt, target="none") for prompt in some],
            solver=[system_message("You are a helpful assistant."), generate()],
        )
        with tempfile.TemporaryDirectory() as logs:
            (log,) = eval(task, model=model, display="none", log_dir=logs, score=False)
        assert log.status == "success", log.error

    ask(texts[:WARM_UP])
    wall, cpu = time.perf_counter(), time.process_time()
    ask(texts)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
