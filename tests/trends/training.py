# SPDX-License-Identifier: GPL-3.0-or-later
"""One rank of a small training on several ranks that is recorded step by step, with a planted moment or without. Needs torch and msprobe."""
import json
import math
import os
import struct

import torch
import torch.distributed as dist
import torch.nn.functional as F


class Attention(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        hidden = torch.triu(torch.full((length, length), float("-inf")), 1)
        weights = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(width // self.heads) + hidden, -1)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, width))


class Feed(torch.nn.Module):
    def __init__(self, width, relu):
        super().__init__()
        self.up, self.down, self.relu = torch.nn.Linear(width, 3 * width), torch.nn.Linear(3 * width, width), relu

    def forward(self, x):
        h = self.up(x)
        return self.down(F.relu(h) if self.relu else F.gelu(h))


class Layer(torch.nn.Module):
    def __init__(self, width, heads, relu):
        super().__init__()
        self.norm1, self.attention = torch.nn.LayerNorm(width), Attention(width, heads)
        self.norm2, self.feed = torch.nn.LayerNorm(width), Feed(width, relu)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed(self.norm2(x))


class Net(torch.nn.Module):
    def __init__(self, spec):
        super().__init__()
        self.embed = torch.nn.Embedding(spec["vocab"], spec["width"])
        self.layers = torch.nn.ModuleList(Layer(spec["width"], spec["heads"], spec["relu"]) for _ in range(spec["layers"]))
        self.norm, self.head = torch.nn.LayerNorm(spec["width"]), torch.nn.Linear(spec["width"], spec["vocab"])
        self.loss = torch.nn.CrossEntropyLoss()

    def forward(self, tokens, labels):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        x = self.head(self.norm(x))
        return self.loss(x.flatten(0, 1), labels.flatten())


class WrongGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, change):
        ctx.change = change
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return ctx.change(gradient.clone()), None


def flip_bit(tensor, bit):
    """Of the element that is largest in magnitude, in place."""
    flat = tensor.view(-1)
    at = flat.abs().argmax()
    bits = struct.unpack("<I", struct.pack("<f", flat[at].item()))[0] ^ (1 << bit)
    flat[at] = struct.unpack("<f", struct.pack("<I", bits))[0]


class Planted:
    """The fault of a case, at its step and rank."""
    def __init__(self, spec, rank, model):
        self.fault = spec["fault"] if spec["fault"] and spec["fault"]["rank"] in (None, rank) else None
        self.step = 0
        if self.fault and self.fault["at"] == "output":
            # Within the module, so that whoever records its output sees it.
            module = dict(model.named_modules())[self.fault["module"]]
            forward = module.forward

            def planted(*inputs):
                result = forward(*inputs)
                changed = self.output(module, inputs, result)
                return result if changed is None else changed
            module.forward = planted

    def now(self):
        return self.fault is not None and self.fault["step"] <= self.step < self.fault["step"] + self.fault.get("steps", 1)

    def output(self, module, inputs, result):
        if not self.now():
            return None
        how = self.fault["how"]
        if how == "order":  # a linear layer adds its two halves up
            x, half = inputs[0], inputs[0].shape[-1] // 2
            return x[..., half:] @ module.weight[:, half:].t() + (x[..., :half] @ module.weight[:, :half].t() + module.bias)
        if how == "bit":
            result = result.detach().clone() + (result - result.detach())
            with torch.no_grad():
                flip_bit(result, self.fault["bit"])
            return result
        if how == "race":  # a block of the batch is not written
            result = result.clone()
            result.view(-1)[16:24] = 0.0
            return result
        if how == "nan":
            result = result.clone()
            result.view(-1)[self.fault.get("index", 7) % result.numel()] = float("nan")
            return result
        if how == "drift":
            return result * (1 + self.fault["by"] * (self.step - self.fault["step"] + 1))
        if how == "scale":
            return result * self.fault["by"]
        if how == "zero":
            return result * 0
        raise ValueError(how)

    def gradients(self, parameters):
        if self.now() and self.fault["at"] == "gradient":
            gradient = parameters[self.fault["parameter"]].grad
            if self.fault["how"] == "inf":
                gradient.view(-1)[3 % gradient.numel()] = float("inf")
            else:
                gradient.mul_(self.fault["by"])

    def weights(self, parameters):
        """After the step of the optimizer."""
        if self.now() and self.fault["at"] == "weight":
            with torch.no_grad():
                weight = parameters[self.fault["parameter"]]
                if self.fault["how"] == "bit":
                    flip_bit(weight, self.fault["bit"])
                else:
                    weight.mul_(self.fault["by"])

    def rate(self, rate):
        return rate * self.fault["by"] if self.now() and self.fault["at"] == "rate" else rate

    def tokens(self, tokens, labels, vocab):
        if self.now() and self.fault["at"] == "data":
            return torch.zeros_like(tokens), torch.full_like(labels, vocab - 1)
        return tokens, labels


def recorder(spec, out, model, optimizer):
    """Functions to call before and after a step, and at the end."""
    if spec["record"] == "monitor1":
        os.environ["MONITOR_OUTPUT_DIR"] = out
        from msprobe.pytorch import TrainerMon
        path = os.path.join(out, "..", f"config{dist.get_rank()}.json")
        json.dump({"targets": {}, "print_struct": False, "module_ranks": [], "ops": ["norm", "min", "max", "mean", "nans", "zeros"], "format": "csv",
                   "all_xy": True, "xy_distribution": True, "wg_distribution": True, "mv_distribution": True, "param_distribution": True,
                   "ndigits": spec.get("ndigits", 6), "step_count_per_record": spec["per_file"]}, open(path, "w"))
        monitor = TrainerMon(path, params_have_main_grad=False)
        monitor.set_monitor(model, optimizer=optimizer, grad_acc_steps=1)
        return lambda: None, lambda: None, lambda: None
    if spec["record"] == "monitor2":
        from msprobe.core.monitor_v2.trainer import TrainerMonitorV2
        path = os.path.join(out, "..", f"config{dist.get_rank()}.json")
        ops = ["min", "max", "mean", "norm", "nans"]
        json.dump({"framework": "pytorch", "output_dir": out, "step_count_per_record": spec["per_file"], "monitors":
                   {name: {"enabled": True, "targets": [], "ops": ops} for name in ("module", "weight_grad", "optimizer", "param")}}, open(path, "w"))
        monitor = TrainerMonitorV2(path, fr="pytorch")
        monitor.start(model=model, optimizer=optimizer)
        return lambda: None, monitor.step, monitor.stop
    from msprobe.pytorch import PrecisionDebugger
    path = os.path.join(out, "..", f"config{dist.get_rank()}.json")
    json.dump({"task": spec.get("task", "statistics"), "dump_path": out, "rank": [], "step": [], "level": spec["level"], "async_dump": False,
               spec.get("task", "statistics"): {"scope": [], "list": [], "data_mode": ["all"], **({"summary_mode": spec.get("mode", "statistics")} if
                                                                                                       spec.get("task", "statistics") == "statistics" else {})}}, open(path, "w"))
    debugger = PrecisionDebugger(config_path=path)

    def end():
        debugger.stop()
        debugger.step()
    return lambda: debugger.start(model=model), end, lambda: None


def run(spec, rank, out, store):
    torch.set_num_threads(1)
    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(spec["ranks"]))
    dist.init_process_group("gloo", rank=rank, world_size=spec["ranks"], init_method=f"file://{store}")
    torch.manual_seed(spec["seed"])
    model = Net(spec)
    parameters = dict(model.named_parameters())
    optimizer = (torch.optim.AdamW if spec["adam"] else torch.optim.SGD)(model.parameters(), lr=spec["rate"])
    planted = Planted(spec, rank, model)
    before, after, finish = recorder(spec, out, model, optimizer)
    data = torch.Generator().manual_seed(spec["seed"] * 1000 + rank)
    for step in range(spec["steps"]):
        planted.step = step
        tokens = torch.randint(0, spec["vocab"], (spec["batch"], spec["length"]), generator=data)
        labels = (tokens * 3 + 1) % spec["vocab"]
        tokens, labels = planted.tokens(tokens, labels, spec["vocab"])
        before()
        model.zero_grad()
        model(tokens, labels).backward()
        planted.gradients(parameters)
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad.div_(spec["ranks"])
        for group in optimizer.param_groups:
            group["lr"] = planted.rate(spec["rate"])
        optimizer.step()
        planted.weights(parameters)
        after()
    finish()
    dist.barrier()
