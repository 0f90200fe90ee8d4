#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""generate.py OUT [--faults N] [--clean N] [--seed S]

Makes cases for score.py: dumps of small nets, with one planted fault or none, against a golden run. Everything follows
from the seed. A fault counts only when the wrong output's error is at least three times what the same output shows in a
third run with the noise alone; others are drawn anew. Standard library only.
"""
import argparse
import json
import math
import os
import random
import zlib

from arithmetic import npy, rounded, statistics
from nets import NETS, Run

NOISES = ["fp16", "bf16", "tf32", "autocast", "reorder", "w16", "wbf16", "none"]
FAULTS = ["scale", "dead channel", "bad element", "stale output", "shifted", "saturated", "missing", "NaN", "dropped out",
          "bias", "wrong weight", "swapped inputs", "wrong scalar", "wrong epsilon", "low precision"]


def fits(fault, api):
    needs = {"wrong weight": {"linear"}, "swapped inputs": {"sub"}, "wrong scalar": {"__mul__"}, "wrong epsilon": {"layer_norm"}}
    return api.split(".")[-1] in needs.get(fault, {api.split(".")[-1]})


def run_net(net, seed, noise, fault):
    run = Run(noise, fault, seed)
    net(run, random.Random("data %d" % seed))
    return run


def distance(a, b, only_statistics, dtype):
    """Relative L2 and max norm; of statistics the largest difference, in units of the largest element and the norm."""
    x, y = [v for row in a for v in row], [v for row in b for v in row]
    if any(not math.isfinite(v) for v in x + y):
        return (math.inf, math.inf)
    norm, largest = math.sqrt(sum(v * v for v in y)), max(abs(v) for v in y)
    if only_statistics:
        s, t = statistics(a, dtype), statistics(b, "float32")
        d = [abs(p - q) for p, q in zip(s, t)]
        error = max(max(d[:3]) / (largest or 1), d[3] / (norm or 1))
        return (error, error)
    return (math.sqrt(sum((p - q) ** 2 for p, q in zip(x, y))) / (norm or 1), max(abs(p - q) for p, q in zip(x, y)) / (largest or 1))


def excess(name, golden, control, target, only_statistics):
    """How much larger the wrong output's error is than that of the noise alone."""
    find = lambda run: next(output for n, _, output in run.records if n == name)
    wrong = distance(find(target), find(golden), only_statistics, target.dtype)
    noise = distance(find(control), find(golden), only_statistics, target.dtype)
    return max(w / n if n else (math.inf if w else 0) for w, n in zip(wrong, noise))


def tensor(value, run, folder, name, kind):
    dtype = {"float16": "Float16", "bfloat16": "BFloat16", "float64": "Float64"}.get(run.dtype, "Float32")
    stats = [None if v is None else (v if math.isfinite(v) else str(v)) for v in statistics(value, run.dtype)]
    entry = {"type": "mindspore.Tensor", "dtype": dtype, "shape": [len(value), len(value[0])],
             "Max": stats[0], "Min": stats[1], "Mean": stats[2], "Norm": stats[3]}
    if kind == "checksums":
        entry = {key: entry[key] for key in ("type", "dtype", "shape")}
        entry["md5"] = "%08x" % zlib.crc32(npy(value, run.dtype))
    if kind == "tensor":
        entry["data_name"] = name + ".npy"
        with open(os.path.join(folder, "dump_tensor_data", name + ".npy"), "wb") as file:
            file.write(npy(value, run.dtype))
    return entry


def write(run, folder, kind, step=0, rank=0):
    """`kind`: tensor, statistics or checksums."""
    folder = os.path.join(folder, "step%d" % step, "rank%d" % rank)
    os.makedirs(os.path.join(folder, "dump_tensor_data") if kind == "tensor" else folder)
    data = {}
    for name, args, output in run.records:
        inputs = []
        for i, value in enumerate(args):
            if isinstance(value, list):
                inputs.append(tensor(value, run, folder, "%s.input.%d" % (name, i), kind))
            else:
                inputs.append({"type": type(value).__name__, "value": value})
        key = "input" if ".backward" in name else "input_args"
        data[name] = {key: inputs, "input_kwargs": {}, "output": [tensor(output, run, folder, name + ".output.0", kind)]}
    with open(os.path.join(folder, "dump.json"), "w", encoding="utf-8") as file:
        json.dump({"task": "tensor" if kind == "tensor" else "statistics", "level": "L1", "framework": "mindspore",
                   "dump_data_dir": os.path.basename(folder), "data": data}, file)


def make(rng, number, out, clean):
    while True:
        net, noise, seed = rng.choice(NETS), rng.choice(NOISES), rng.randrange(10 ** 9)
        tensors = rng.random() < 0.5
        if clean and noise == "none":
            continue
        golden = run_net(net, seed, "none", None)
        control = run_net(net, seed, noise, None)
        case = {"id": "o%03d" % number, "net": net.__name__, "noise": noise, "dump": "tensor" if tensors else "statistics",
                "expected": "clean", "culprit": [], "seed": seed}
        target = control
        if not clean:
            fault = rng.choice(FAULTS)
            calls = [(api, i) for api, n in sorted(golden.calls.items()) for i in range(n) if fits(fault, api)]
            if not calls:
                continue
            api, count = rng.choice(calls)
            try:
                target = run_net(net, seed, noise, (api, count, fault))
            except (ValueError, OverflowError, ZeroDivisionError):
                continue
            name = culprit_name(target, api, count)
            if not excess(name, golden, control, target, not tensors) >= 3:
                continue
            case.update(expected="fault", fault=fault, culprit=[name], step=0, rank=0,
                        ratio=min(excess(name, golden, control, target, not tensors), 1e300))
        folder = os.path.join(out, case["id"])
        write(golden, os.path.join(folder, "golden"), case["dump"])
        write(target, os.path.join(folder, "target"), case["dump"])
        with open(os.path.join(folder, "case.json"), "w", encoding="utf-8") as file:
            json.dump(case, file, indent=1)
        return


def culprit_name(run, api, count):
    """The count-th record of an api; backward ones carry the number of their forward twin."""
    if not api.endswith(".backward"):
        return "%s.%d.forward" % (api, count)
    word = {"gelu.backward": "Functional.gelu.", "weight.backward": "Functional.dense.", "linear.backward": "Functional.linear."}[api]
    return [name for name, _, _ in run.records if name.startswith(word) and name.endswith(".backward")][count]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--clean", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for number in range(options.faults + options.clean):
        make(rng, number, options.out, number >= options.faults)


if __name__ == "__main__":
    main()
