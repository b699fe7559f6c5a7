"""Writes a model that is a GGUF file as a Hugging Face repository with plain float32 weights.

    model.py MODEL.gguf FOLDER
"""
import pathlib
import sys

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer


def main(gguf: pathlib.Path, folder: pathlib.Path) -> None:
    where = {"pretrained_model_name_or_path": gguf.parent, "gguf_file": gguf.name}
    read = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32)
    # The configuration as read says "GGUF", and a loader would look for that.
    if hasattr(read.config, "quantization_config"):
        del read.config.quantization_config
    plain = AutoModelForCausalLM.from_config(read.config, dtype=torch.float32)
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(**where).save_pretrained(folder)


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:3]))
