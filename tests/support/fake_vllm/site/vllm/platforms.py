"""What device vLLM would run on."""

from types import SimpleNamespace

from vllm import BEHAVIOUR

current_platform = SimpleNamespace(device_type=BEHAVIOUR.get("device", "cuda"))
