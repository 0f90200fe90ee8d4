#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the cases of a set: generate.py FOLDER SET COUNT; a set is dev, more, unseen, last or a number to draw from. Each is a folder with the recorded run `run` and case.json, the truth."""
import contextlib
import json
import os
import random
import shutil
import sys
import tempfile
import traceback

import training  # noqa: F401 (torch is loaded once, for all processes)

SETS = {"dev": 20261, "more": 5511, "unseen": 99173, "last": 71003}
FAULTS = ["none", "nan", "inf-gradient", "none", "replica", "bit", "none", "drift", "spike", "none", "zero", "data", "none", "rate", "scale", "none"]


def case_of(random_, kind, record):
    spec = {"seed": random_.randrange(1, 10**6), "ranks": random_.choice([2, 3, 4]), "steps": random_.randrange(16, 30), "layers": random_.choice([1, 2, 3]),
            "width": random_.choice([16, 32]), "heads": random_.choice([2, 4]), "vocab": random_.choice([31, 67, 128]), "batch": random_.choice([2, 4]),
            "length": random_.choice([8, 12]), "relu": random_.random() < 0.4, "adam": random_.random() < 0.7, "rate": random_.choice([3e-4, 1e-3, 2e-3]),
            "record": record, "per_file": random_.choice([1, 5, 50]), "fault": None}
    if record == "dump":
        spec.update(level=random_.choice(["L0", "L1", "mix"]), steps=random_.randrange(8, 14))
        if kind in ("zero", "replica", "bit") and spec["level"] == "L1":
            spec["level"] = "mix"
    if not spec["adam"]:
        spec["rate"] *= 30
    late = random_.randrange(spec["steps"] * 2 // 3, spec["steps"] - 2)
    early = random_.randrange(2, spec["steps"] - 2)
    rank = random_.randrange(spec["ranks"])
    layer = random_.randrange(spec["layers"])
    module = random_.choice([f"layers.{layer}.{name}" for name in ("norm1", "attention.qkv", "attention.out", "feed.up", "feed.down")] + ["head"])
    parameter = random_.choice([f"layers.{layer}.{name}.weight" for name in ("attention.qkv", "attention.out", "feed.up", "feed.down")] + ["head.weight"])
    faults = {
        "none": None,
        "nan": {"at": "output", "how": "nan", "module": module, "step": early, "rank": rank},
        "inf-gradient": {"at": "gradient", "how": "inf", "parameter": parameter, "step": early, "rank": rank},
        "replica": {"at": "weight", "how": "scale", "by": 1 + random_.choice([1e-3, 1e-2]), "parameter": parameter, "step": early, "rank": rank},
        "bit": {"at": "weight", "how": "bit", "bit": random_.choice([22, 23, 24, 29]), "parameter": parameter, "step": early, "rank": rank},
        "drift": {"at": "output", "how": "drift", "by": random_.choice([0.15, 0.3]), "module": module, "step": spec["steps"] // 2, "steps": 99, "rank": rank},
        "spike": {"at": "gradient", "how": "scale", "by": random_.choice([100.0, 1e4]), "parameter": parameter, "step": late, "rank": rank},
        "zero": {"at": "output", "how": "zero", "module": module, "step": late, "steps": 99, "rank": rank},
        "scale": {"at": "output", "how": "scale", "by": random_.choice([8.0, 30.0]), "module": module, "step": late, "rank": rank},
        "data": {"at": "data", "how": "constant", "step": late, "rank": rank},
        "rate": {"at": "rate", "how": "scale", "by": 300.0, "step": late, "rank": None},
    }
    spec["fault"] = faults[kind]
    return spec


def run_case(spec, folder):
    """A process per rank, forked of this one."""
    out = os.path.join(folder, "run")
    os.makedirs(out)
    store = tempfile.mktemp()
    children = []
    for rank in range(spec["ranks"]):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                with open(os.path.join(folder, f"log{rank}.txt"), "w") as log, contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
                    os.dup2(log.fileno(), 1)
                    os.dup2(log.fileno(), 2)
                    try:
                        training.run(spec, rank, out, store)
                        code = 0
                    except BaseException:  # noqa: BLE001 (a child must not go on as its parent)
                        traceback.print_exc()
                    log.flush()
            finally:
                os._exit(code)
        children.append(child)
    codes = [os.waitpid(child, 0)[1] for child in children]
    with contextlib.suppress(FileNotFoundError):
        os.remove(store)
    return all(code == 0 for code in codes)


def main(folder, name, count):
    random_ = random.Random(SETS[name] if name in SETS else int(name))
    for number in range(count):
        kind = FAULTS[number % len(FAULTS)]
        spec = case_of(random_, kind, ["monitor1", "dump", "monitor2"][(number + number // len(FAULTS)) % 3])
        place = os.path.join(folder, f"{name}{number:02d}")
        if os.path.exists(os.path.join(place, "case.json")):
            continue
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        done = run_case(spec, place)
        if done:
            with open(os.path.join(place, "case.json"), "w") as file:
                json.dump({"kind": kind, **spec}, file, indent=1)
        print(place, kind if name in ("dev", "more") else "", spec["record"], "made" if done else "FAILED", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
