#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate_ranks.py OUT.zip: two ranks of PyTorch that send, receive and exchange parts of different length, dumped by msprobe.

Made with torch 2.15.0 (gloo on a CPU) and mindstudio-probe 26.2.0; ranks.zip was written by it.
"""
import json
import os
import sys
import tempfile
import zipfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def exchange(rank, x):
    rows = torch.arange(6.).reshape(3, 2) + 10 * rank
    if rank == 0:
        dist.send(x, 1)
        dist.send(x * 2, dst=1)
        got = torch.zeros(3)
        dist.recv(got, src=1)
        dist.isend(got + 1, 1).wait()
        dist.all_to_all_single(torch.empty(3, 2), rows, [1, 2], [1, 2])
    else:
        got = torch.zeros(2, 4)
        dist.recv(got, 0)
        dist.recv(got, src=0)
        dist.send(torch.arange(3.), 0)
        dist.irecv(torch.zeros(3), 0).wait()
        dist.all_to_all_single(torch.empty(3, 2), rows, [2, 1], [2, 1])


def work(rank, folder):
    from msprobe.pytorch import PrecisionDebugger
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29577")
    dist.init_process_group("gloo", rank=rank, world_size=2)
    torch.manual_seed(rank)
    path = os.path.join(folder, f"config{rank}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"task": "tensor", "dump_path": os.path.join(folder, "dump"), "rank": [], "step": [], "level": "L1",
                   "tensor": {"scope": [], "list": [], "data_mode": ["all"]}}, file)
    debugger = PrecisionDebugger(config_path=path)
    debugger.start(model=torch.nn.Linear(4, 4))
    exchange(rank, torch.randn(2, 4))
    debugger.stop()
    debugger.step()


def packed(folder, archive):
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for rank in ("rank0", "rank1"):
            place = os.path.join(folder, "step0", rank)
            with open(os.path.join(place, "dump.json"), encoding="utf-8") as file:
                document = json.load(file)
            document["dump_data_dir"] = "dump_tensor_data"
            out.writestr(f"step0/{rank}/dump.json", json.dumps(document))
            tensors = os.path.join(place, "dump_tensor_data")
            for name in sorted(os.listdir(tensors)):
                out.write(os.path.join(tensors, name), f"step0/{rank}/dump_tensor_data/{name}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(work, args=(folder,), nprocs=2)
        packed(os.path.join(folder, "dump"), sys.argv[1])
