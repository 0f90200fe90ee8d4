#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for a MindSpore script: e2e dump of MINDSPORE_DUMP_CONFIG, two iterations of one operator."""
import json
import os
import struct

config = os.environ.get("MINDSPORE_DUMP_CONFIG", "")
if config:
    assert os.path.isabs(config), "MindSpore wants an absolute path"
    with open(config, encoding="utf-8") as file:
        settings = json.load(file)
    common = settings["common_dump_settings"]
    assert settings["e2e_dump_settings"]["enable"]
    for iteration in range(2):
        if common["iteration"] not in ("all", str(iteration)):
            continue
        folder = os.path.join(common["path"], "rank_0", common["net_name"], "0", str(iteration))
        os.makedirs(folder)
        header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
        header += b" " * (117 - len(header)) + b"\n"
        name = "ReLU.Default_relu-ReLU_ReLU-op0.0.0.%d.output.0.DefaultFormat.Float32.npy" % (1795347915299750 + iteration)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack("<2f", 1, iteration))
print("loss 0.5")
