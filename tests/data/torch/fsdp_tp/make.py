# SPDX-License-Identifier: GPL-3.0-or-later
"""What four ranks save of a model that FSDP2 shares over one axis of a mesh and tensor parallelism over the other.

Needs torch 2.6 or later; writes the files beside itself. Element i of the k-th parameter is k + i / 64."""
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as processes
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = torch.nn.Linear(4, 8, bias=False)
        self.down = torch.nn.Linear(8, 6, bias=False)
        self.norm = torch.nn.LayerNorm(5, bias=False)


def work(rank):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29731", LOCAL_RANK=str(rank))
    dist.init_process_group("gloo", rank=rank, world_size=4)
    model = Block()
    with torch.no_grad():
        for number, weight in enumerate(model.parameters()):
            weight.copy_((number + torch.arange(weight.numel()) / 64).reshape(weight.shape))
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
    parallelize_module(model, mesh["tp"], {"up": ColwiseParallel(), "down": RowwiseParallel()})
    fully_shard(model, mesh=mesh["dp"])
    torch.save(model.state_dict(), os.path.join(os.path.dirname(os.path.abspath(__file__)), f"rank_{rank}.pt"))
    dist.destroy_process_group()


if __name__ == "__main__":
    processes.spawn(work, nprocs=4)
