#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""parallel.py OUT [--faults N] [--clean N] [--seed S] [--kinds tensor,statistics,checksums]

Makes cases for score.py like generate.py does: two ranks that train a small net for two steps and add their gradients up.
Checksums are compared without noise, since they tell no rounding from faults. Standard library only.
"""
import argparse
import json
import os
import random

from generate import excess, fits, write
from nets import ADD, Run, gelu, layer_norm, linear, mapped, product, softmax, transposed

NOISES = ["fp16", "bf16", "tf32", "autocast", "reorder", "w16", "none"]
FAULTS = ["scale", "dead channel", "bad element", "stale output", "shifted", "saturated", "NaN", "bias", "wrong weight", "low precision"]
RANKS, STEPS, WIDTH = 2, 2, 8


def train(seed, noise, fault):
    """{(step, rank): Run}; `fault`: (step, rank, api, count, what) or None."""
    runs = {}
    rng = random.Random("weights %d" % seed)
    maker = Run(noise, None, seed)
    weights = [maker.weight(rng, WIDTH, WIDTH) for _ in range(3)]
    biases = [maker.weight(rng, 1, WIDTH) for _ in range(3)]
    ones = maker.fit([[1 + 0.1 * v for v in maker.weight(rng, 1, WIDTH)[0]]])
    for step in range(STEPS):
        gradients, current = [], []
        for rank in range(RANKS):
            planted = fault[2:] if fault and fault[:2] == (step, rank) else None
            run = runs[step, rank] = Run(noise, planted, seed + 10 * step + rank)
            data = random.Random("data %d %d %d" % (seed, step, rank))
            x = run.data(data, 6, WIDTH, 1.0)
            kept = x
            for w, b in zip(weights, biases):
                kept = x
                x = run.call("Functional.linear", linear, x, w, b)
                x = run.call("Functional.gelu", mapped(gelu), x)
                x = run.call("Functional.layer_norm", layer_norm, x, ones, b, 1e-5)
            x = run.call("Torch.softmax", softmax, x)
            error = run.call("Torch.sub", lambda a, b: ADD(a, [[-v for v in row] for row in b]), x, run.data(data, 6, WIDTH, 1.0))
            gradients.append(run.call("Torch.matmul", lambda a, b: product(transposed(a), b), error, kept))
            current.append(run)
        total = [[sum(g[i][j] for g in gradients) for j in range(WIDTH)] for i in range(WIDTH)]
        updates = []
        for run, gradient in zip(current, gradients):
            summed = run.call("Distributed.all_reduce", lambda a: total, gradient)
            small = run.call("Torch.mul", lambda a, s: [[v * s for v in row] for row in a], summed, 0.125)
            updates.append(run.call("Torch.add", ADD, weights[2], [[-v for v in row] for row in small]))
        weights[2] = updates[0]
    return runs


def make(rng, number, out, clean, kinds):
    while True:
        seed, kind = rng.randrange(10 ** 9), rng.choice(kinds)
        noise = "none" if kind == "checksums" else rng.choice(NOISES)
        if clean and noise == "none" and kind != "checksums":
            continue
        golden, control = train(seed, "none", None), train(seed, noise, None)
        case = {"id": "r%03d" % number, "net": "two ranks", "noise": noise, "dump": kind, "expected": "clean", "culprit": [], "seed": seed}
        target = control
        if not clean:
            what, step, rank = rng.choice(FAULTS), rng.randrange(STEPS), rng.randrange(RANKS)
            calls = [(api, i) for api, n in sorted(golden[step, rank].calls.items()) for i in range(n) if fits(what, api)]
            api, count = rng.choice(calls)
            try:
                target = train(seed, noise, (step, rank, api, count, what))
            except (ValueError, OverflowError):
                continue
            name = "%s.%d.forward" % (api, count)
            place = step, rank
            ratio = excess(name, golden[place], control[place], target[place], kind == "statistics")
            if not ratio >= 3:
                continue
            case.update(expected="fault", fault=what, culprit=[name], step=step, rank=rank, ratio=min(ratio, 1e300))
        folder = os.path.join(out, case["id"])
        for side, runs in (("golden", golden), ("target", target)):
            for (step, rank), run in runs.items():
                write(run, os.path.join(folder, side), kind, step, rank)
        with open(os.path.join(folder, "case.json"), "w", encoding="utf-8") as file:
            json.dump(case, file, indent=1)
        return


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--clean", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--kinds", default="tensor,statistics,checksums")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for number in range(options.faults + options.clean):
        make(rng, number, options.out, number >= options.faults, options.kinds.split(","))


if __name__ == "__main__":
    main()
