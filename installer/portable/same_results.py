#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_results.py REFERENCE PROGRAM [EMULATOR...]: both give the same documents, to the last bit of every number.

The sample of the project and random tensors of all magnitudes, real and complex, with everything that is measured. Only
the seconds that a comparison took may differ."""
import array
import json
import pathlib
import random
import subprocess
import sys
import tempfile

reference, program = [sys.argv[1]], [*sys.argv[3:], sys.argv[2]]
sample = pathlib.Path(__file__).resolve().parents[2] / "resources/sample"


def write_npy(path, values, kind, count):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}".ljust(117) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes())


def make_tensors(place):
    chance = random.Random(11)
    for i in range(40):
        count, scale, error = chance.randint(10, 2000), 10.0 ** chance.randint(-8, 8), 10.0 ** chance.randint(-7, 0)
        parts = count * (2 if i % 4 == 0 else 1)
        target = [chance.gauss(0, scale) for _ in range(parts)]
        if i % 3 == 0:
            target = [abs(value) for value in target]
        golden = [value * (1 + error * chance.gauss(0, 1)) for value in target]
        kind = "<c16" if i % 4 == 0 else "<f8" if i % 2 else "<f4"
        letter = "f" if kind == "<f4" else "d"
        for side, values in (("target", target), ("golden", golden)):
            write_npy(place / side / f"MatMul.op{i}.1.{i}.{1600000000000000 + i}.output.0.npy", array.array(letter, values), kind, count)


def document(command, words):
    done = subprocess.run([*command, *words], capture_output=True)
    try:
        value = json.loads(done.stdout)
        if isinstance(value.get("summary"), dict):
            value["summary"].pop("seconds", None)
    except ValueError:
        value = done.stdout
    return done.returncode, value, done.stderr


differing = ran = 0
with tempfile.TemporaryDirectory() as name:
    make_tensors(pathlib.Path(name))
    for folder in (sample, pathlib.Path(name)):
        target, golden = str(folder / "target"), str(folder / "golden")
        for words in (["compare", target, golden, "--metrics", "all", "--top", "5", "--blocks", "8", "--json"],
                      ["compare", target, golden, "--profile", "msaccucmp", "--json"], ["compare", target, golden, "--profile", "msprobe", "--json"],
                      ["compare", target, golden, "--metrics", "a=log(1+sum_dd),b=(1+sum_yy)^0.37,c=log2(1+sum_dd),d=exp(-sum_dd)", "--json"],
                      ["stat", target, "--json", "--histogram", "20"], ["stat", target, "--spec", "mindspore", "--json"],
                      ["overflow", target, "--json"], ["ls", golden, "--json"], ["repeat", target, golden, "--json"]):
            ran += 1
            if document(reference, words) != document(program, words):
                differing += 1
                print("differs:", *words)
print(f"{ran - differing} of {ran} documents are the same")
sys.exit(1 if differing else 0)
