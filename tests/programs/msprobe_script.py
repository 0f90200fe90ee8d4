#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for a PyTorch script with msprobe: statistics of one API, as PrecisionDebugger(config_path=FILE) writes them."""
import argparse
import json
import os

parser = argparse.ArgumentParser()
parser.add_argument("--config", required=True)
with open(parser.parse_args().config, encoding="utf-8") as file:
    config = json.load(file)
assert config["task"] == "statistics" and config["level"] in ("L0", "L1", "mix")
steps = config["step"] or [0]
assert all(0 <= step <= 1000000 for step in steps), "msprobe takes no other steps"
tensor = {"type": "torch.Tensor", "dtype": "torch.float32", "shape": [2, 3], "Max": 2.5, "Min": -1.0, "Mean": 0.5, "Norm": 3.0,
          "requires_grad": False}
for step in steps:
    if step > 100:  # that far it never comes
        continue
    folder = os.path.join(config["dump_path"], "step%d" % step, "proc%d" % os.getpid())
    os.makedirs(folder)
    with open(os.path.join(folder, "dump.json"), "w", encoding="utf-8") as file:
        json.dump({"task": "statistics", "level": config["level"], "framework": "pytorch", "dump_data_dir": None,
                   "data": {"Torch.relu.0.forward": {"input_args": [tensor], "input_kwargs": {}, "output": [tensor]}}}, file)
print("loss 0.5")
