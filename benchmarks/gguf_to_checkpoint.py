"""Write the weights of a GGUF file as a Hugging Face checkpoint in bfloat16, with tokenizer and template.

    python gguf_to_checkpoint.py MODEL.gguf FOLDER

Runs with the Python that has vLLM; needs gguf and accelerate beside it. transformers undoes llama.cpp's order
of the rows of queries and keys.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from gguf import GGUFReader
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig


def main(gguf: Path, folder: Path) -> None:
    """Read the file, write the folder."""
    where = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    unpacked = GgufConfig(dequantize=True)
    model = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.bfloat16, quantization_config=unpacked)
    tokenizer = AutoTokenizer.from_pretrained(**where)
    template = GGUFReader(gguf).get_field("tokenizer.chat_template")
    if template is not None:
        tokenizer.chat_template = template.contents()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
