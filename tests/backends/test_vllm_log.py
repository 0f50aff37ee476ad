from __future__ import annotations

import pytest

from findorigin.backends.vllm.log import last_useful_line

LOGS = {
    "the engine's own error, not that of who waited for it": (
        [
            "(EngineCore pid=9) INFO 11-30 00:10:00 [gpu_model_runner.py:3] Starting to load model",
            "(EngineCore pid=9) ERROR 11-30 00:10:01 [core.py:1100] Traceback (most recent call last):",
            '(EngineCore pid=9) ERROR 11-30 00:10:01 [core.py:1100]   File "core.py", line 3, in run',
            "(EngineCore pid=9) ERROR 11-30 00:10:01 [core.py:1100] ValueError: No memory for the cache.",
            "(APIServer pid=8) RuntimeError: Engine core initialization failed. See root cause above.",
        ],
        "ValueError: No memory for the cache.",
    ),
    "a dotted error": (
        [
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
            "nanobind: leaked 64 types!",
        ],
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
    ),
    "a wrong argument": (
        ["usage: api_server.py [-h]", "api_server.py: error: unrecognized arguments: --nonsense=1"],
        "api_server.py: error: unrecognized arguments: --nonsense=1",
    ),
    "no error: what it said last": (
        ["(APIServer pid=8) INFO 11-30 00:10:00 [api.py:1] Downloading shards", "", "   "],
        "Downloading shards",
    ),
    "nothing": ([], "it wrote nothing"),
}


@pytest.mark.parametrize(("lines", "said"), LOGS.values(), ids=LOGS)
def test_the_last_useful_line(tmp_path, lines, said):
    log = tmp_path / "vllm.log"
    log.write_text("\n".join(lines))
    assert last_useful_line(log) == said


def test_no_log(tmp_path):
    assert last_useful_line(tmp_path / "none") == "it wrote no log"
