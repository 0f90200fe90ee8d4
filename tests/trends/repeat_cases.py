#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Groups of three runs of one program, equal or not, and what `repeat` says of them: repeat_cases.py CLI FOLDER make|score."""
import json
import os
import shutil
import subprocess
import sys

BASE = {"seed": 7, "ranks": 2, "steps": 2, "layers": 2, "width": 32, "heads": 4, "vocab": 67, "batch": 4, "length": 8, "relu": False, "adam": True, "rate": 1e-3,
        "record": "dump", "level": "L0", "per_file": 1, "fault": None}
MODULE = "layers.1.feed.up"


def output(how, **more):
    return {"at": "output", "how": how, "module": MODULE, "step": 1, "rank": 1, **more}


# name, how it is dumped, fault of the second run, what must be said: origin, part of the name, cause
CASES = [
    ("equal-tensors", {"task": "tensor"}, None, None, None, None),
    ("equal-checksums", {"mode": "md5"}, None, None, None, None),
    ("order-tensors", {"task": "tensor"}, output("order"), "inputs-equal", MODULE, "summation-order"),
    ("order-checksums", {"mode": "md5"}, output("order"), "inputs-equal", MODULE, None),
    ("order-statistics", {}, output("order"), "inputs-statistics", MODULE, None),
    ("bit-tensors", {"task": "tensor"}, output("bit", bit=27), "inputs-equal", MODULE, "flipped-bit"),
    ("bit-checksums", {"mode": "md5"}, output("bit", bit=27), "inputs-equal", MODULE, None),
    ("race-tensors", {"task": "tensor"}, output("race"), "inputs-equal", MODULE, "race"),
    ("weight-tensors", {"task": "tensor"}, {"at": "weight", "how": "bit", "bit": 22, "parameter": MODULE + ".weight", "step": 0, "rank": 0}, "input-only", MODULE,
     "flipped-bit"),
]


def make(folder):
    import generate
    for name, dumped, fault, *_ in CASES:
        for run in range(3):
            place = os.path.join(folder, name, f"run{run}")
            if os.path.exists(os.path.join(place, "done")):
                continue
            shutil.rmtree(place, ignore_errors=True)
            os.makedirs(place)
            done = generate.run_case({**BASE, **dumped, "fault": fault if run == 1 else None}, place)
            print(place, "made" if done else "FAILED", flush=True)
            if done:
                open(os.path.join(place, "done"), "w").close()


def score(cli, folder):
    right = 0
    for name, _, fault, origin, part, cause in CASES:
        runs = [os.path.join(folder, name, f"run{run}", "run") for run in range(3)]
        done = subprocess.run([cli, "repeat", *runs, "--json"], capture_output=True, text=True)
        said = json.loads(done.stdout)
        first = said["first_difference"]
        if fault is None:
            good = done.returncode == 0 and first is None and said["equal"] > 0
        else:
            good = (done.returncode == 1 and first and part in first["op_name"] and said["origin"] == origin and said["cause"] == cause and said["odd_run"] == 2
                    and first["rank"] == fault["rank"])
        right += bool(good)
        print(name, "right" if good else "WRONG", said["sentences"])
    print(f"{right} of {len(CASES)} right")


if __name__ == "__main__":
    make(sys.argv[2]) if sys.argv[3] == "make" else score(sys.argv[1], sys.argv[2])
