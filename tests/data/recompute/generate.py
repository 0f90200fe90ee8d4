#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate.py OUT.zip: one small call of many operators in PyTorch, forward and backward, dumped by msprobe (L1, tensors).

Made with torch 2.15.0 on a CPU and mindstudio-probe 26.2.0; what lies beside this was written by it.
"""
import json
import os
import sys
import tempfile
import zipfile

import torch
from msprobe.pytorch import PrecisionDebugger

F = torch.nn.functional


def tensor(*shape, grad=True):
    return torch.randn(*shape, requires_grad=grad)


def convolutions():
    yield F.conv1d(tensor(2, 3, 9), tensor(4, 3, 3), tensor(4), 2, 1)
    yield F.conv2d(tensor(2, 4, 7, 6), tensor(6, 2, 3, 3), tensor(6), (2, 1), (1, 0), (1, 2), 2)
    yield F.conv2d(tensor(1, 2, 5, 5), tensor(3, 2, 3, 3), padding="same")
    yield F.conv3d(tensor(1, 2, 4, 4, 4), tensor(2, 2, 3, 3, 3), tensor(2), 1, 1)


def pools():
    x = tensor(2, 3, 8, 8)
    yield F.max_pool2d(x, 3, 2, 1)
    yield F.avg_pool2d(x, 3, 2, 1)
    yield F.avg_pool2d(x, 3, 2, 1, False, False)
    yield F.adaptive_avg_pool2d(x, (4, 2))


def norms():
    x = tensor(4, 3, 5)
    yield F.batch_norm(x, torch.zeros(3), torch.ones(3), tensor(3), tensor(3), True, 0.1, 1e-5)
    yield F.batch_norm(x, torch.rand(3), torch.rand(3) + 0.5, tensor(3), tensor(3), False, 0.1, 1e-3)
    yield F.layer_norm(tensor(2, 3, 8), [8], tensor(8), tensor(8), 1e-6)
    yield F.layer_norm(tensor(2, 3, 8), [8], weight=tensor(8), eps=1e-5)
    yield F.rms_norm(tensor(2, 3, 8), [8], tensor(8), 1e-6)


def products():
    yield F.linear(tensor(2, 3, 4), tensor(5, 4), tensor(5))
    yield F.linear(tensor(6, 4), tensor(5, 4), tensor(5))
    yield F.linear(tensor(6, 4), tensor(5, 4))
    yield torch.matmul(tensor(3, 4), tensor(4, 5))
    yield torch.matmul(tensor(2, 3, 4), tensor(2, 4, 5))
    yield torch.matmul(tensor(2, 3, 4), tensor(4, 5))
    yield torch.bmm(tensor(2, 3, 4), tensor(2, 4, 2))


def attentions():
    q, k, v = tensor(2, 4, 5, 8), tensor(2, 4, 6, 8), tensor(2, 4, 6, 8)
    yield F.scaled_dot_product_attention(q, k, v)
    yield F.scaled_dot_product_attention(q, k, v, torch.rand(5, 6) > 0.3)
    yield F.scaled_dot_product_attention(q, k, v, attn_mask=torch.randn(1, 1, 5, 6), scale=0.5)
    yield F.scaled_dot_product_attention(q, q, q, is_causal=True)
    yield F.scaled_dot_product_attention(q, tensor(2, 2, 5, 8), tensor(2, 2, 5, 8), enable_gqa=True)


def losses():
    scores, classes = tensor(6, 5), torch.tensor([0, 4, 2, -100, 1, 3])
    yield F.cross_entropy(scores, classes)
    yield F.cross_entropy(scores, classes, reduction="sum", label_smoothing=0.1)
    yield F.cross_entropy(tensor(2, 5, 3), torch.randint(0, 5, (2, 3)), reduction="none")
    yield F.nll_loss(F.log_softmax(scores, dim=-1), classes)
    yield F.mse_loss(tensor(3, 4), torch.randn(3, 4))
    yield F.l1_loss(tensor(3, 4), torch.randn(3, 4), reduction="sum")
    yield F.binary_cross_entropy_with_logits(tensor(3, 4), torch.rand(3, 4))


def activations():
    for function in (F.relu, F.silu, torch.sigmoid, torch.tanh, torch.exp):
        yield function(tensor(3, 5))
    yield F.gelu(tensor(3, 5))
    yield F.gelu(tensor(3, 5), approximate="tanh")
    yield F.softmax(tensor(3, 5), dim=-1)
    yield torch.softmax(tensor(3, 5), 0)


def choices():
    x = tensor(4, 6)
    yield F.embedding(torch.tensor([[1, 0, 3], [2, 2, 1]]), tensor(5, 4))
    yield torch.gather(x, 1, torch.tensor([[0, 5], [1, 1], [2, 3], [4, 0]]))
    yield torch.index_select(x, 0, torch.tensor([3, 0]))
    yield torch.cat([x, tensor(4, 2)], dim=1)
    yield torch.stack([x, tensor(4, 6)], dim=1)
    yield torch.topk(x, 2, dim=1)[0]
    torch.argmax(x, dim=0)


class Everything(torch.nn.Module):
    def forward(self):
        total = torch.zeros(())
        for group in (convolutions, pools, norms, products, attentions, losses, activations, choices):
            for made in group():
                # A gradient that is another one for each element.
                total = total + (made * torch.linspace(-1, 1, made.numel()).reshape(made.shape)).sum()
        return total


def packed(folder, archive):
    """Without what adds the results up."""
    step = os.path.join(folder, "step0")
    (place,) = os.listdir(step)
    place = os.path.join(step, place)
    with open(os.path.join(place, "dump.json"), encoding="utf-8") as file:
        document = json.load(file)
    document["data"] = {name: call for name, call in document["data"].items() if not name.startswith("Tensor.")}
    document["dump_data_dir"] = "dump_tensor_data"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("step0/rank0/dump.json", json.dumps(document))
        tensors = os.path.join(place, "dump_tensor_data")
        for name in sorted(os.listdir(tensors)):
            if not name.startswith("Tensor."):
                out.write(os.path.join(tensors, name), "step0/rank0/dump_tensor_data/" + name)


def main():
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"task": "tensor", "dump_path": os.path.join(folder, "dump"), "rank": [], "step": [], "level": "L1",
                       "tensor": {"scope": [], "list": [], "data_mode": ["all"]}}, file)
        debugger = PrecisionDebugger(config_path=path)
        model = Everything()
        debugger.start(model=model)
        model().backward()
        debugger.stop()
        debugger.step()
        packed(os.path.join(folder, "dump"), sys.argv[1])


main()
