# SPDX-License-Identifier: GPL-3.0-or-later
"""Dumps of msprobe with statistics alone: a run of one process, and the same cut over so many ranks."""

import json
import math
import random

OPERATORS = 3328
HIDDEN, TOKENS, WIDTH = 2048, 512, 4096


def tensor(shape, values):
    return {"type": "torch.Tensor", "dtype": "torch.bfloat16", "shape": shape, "requires_grad": False,
            **dict(zip(("Max", "Min", "Mean", "Norm"), values))}


def figures(count, scale):
    return (scale * (3 + random.random()), -scale * (3 + random.random()), scale * random.uniform(-0.01, 0.01),
            scale * math.sqrt(count) * random.uniform(0.9, 1.1))


def together(parts):
    return (max(part[0] for part in parts), min(part[1] for part in parts),
            sum(part[2] for part in parts) / len(parts), math.sqrt(sum(part[3] ** 2 for part in parts)))


def cut_runs(work, ranks):
    """Folder with `target` and `golden`: 9984 tensors a rank, of which a third is whole on each."""
    root = work / f"cut{ranks}"
    if (root / "done").exists():
        return root
    random.seed(ranks)
    golden, target = {}, [{} for _ in range(ranks)]
    for number in range(OPERATORS):
        name, size = f"Functional.linear.{number}.forward", random.uniform(0.1, 9)
        own = WIDTH // ranks
        given = figures(TOKENS * HIDDEN, size)
        weights = [figures(own * HIDDEN, 0.02) for _ in range(ranks)]
        made = [figures(TOKENS * own, 2 * size) for _ in range(ranks)]

        def call(weight, output, width):
            return {"input_args": [tensor([TOKENS, HIDDEN], given), tensor([width, HIDDEN], weight)],
                    "input_kwargs": {}, "output": [tensor([TOKENS, width], output)]}

        golden[name] = call(together(weights), together(made), WIDTH)
        for rank in range(ranks):
            target[rank][name] = call(weights[rank], made[rank], own)
    for side, rank, data in [("golden", 0, golden)] + [("target", rank, data) for rank, data in enumerate(target)]:
        folder = root / side / "step0" / f"rank{rank}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "dump.json").write_text(json.dumps(
            {"task": "statistics", "level": "L1", "framework": "pytorch", "dump_data_dir": None, "data": data}))
    (root / "done").touch()
    return root
