"""The GPUs that FAKE_VLLM describes."""

from types import SimpleNamespace

from vllm import BEHAVIOUR

__version__ = "0.0"


class cuda:
    """As much of torch.cuda as is asked for."""

    @staticmethod
    def is_available() -> bool:
        return bool(BEHAVIOUR["gpus"])

    @staticmethod
    def device_count() -> int:
        return len(BEHAVIOUR["gpus"])

    @staticmethod
    def mem_get_info(index: int) -> tuple[int, int]:
        return BEHAVIOUR["gpus"][index]["free"], BEHAVIOUR["gpus"][index]["total"]

    @staticmethod
    def get_device_properties(index: int) -> SimpleNamespace:
        gpu = BEHAVIOUR["gpus"][index]
        major, minor = gpu["capability"]
        return SimpleNamespace(name=gpu["name"], major=major, minor=minor)
