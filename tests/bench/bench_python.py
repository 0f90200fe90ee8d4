#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times the Python package against the command line in the same run and prints a Markdown table.

    PYTHONPATH=build/release/python PYTHON tests/bench/bench_python.py [--cli build/release/bin/dumpscope-cli] [--work DIR]
        [--runs N] [NAME ...]

PYTHON needs NumPy, and polars for `frame`. Where a program is the peer, the package is timed in a process of its own, too:
`open` and `compare` are whole commands against whole scripts, the start of Python left out by an empty script as a third
one. Both run in turn after one warm-up; medians are printed."""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import time

FILES = 100_000
ROWS = 1_000_000


def seconds_of(command):
    began = time.perf_counter()
    done = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    took = time.perf_counter() - began
    if done.returncode not in (0, 1, 4):
        raise SystemExit(f"{command} ended with {done.returncode}")
    return took


def in_turn(runs, *commands):
    """Medians of commands that run in turn, so that a machine that changes its speed is the same for all."""
    for command in commands:
        seconds_of(command)
    taken = [[seconds_of(command) for command in commands] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*taken)]


def script(text):
    return [sys.executable, "-c", f"import dumpscope as ds\n{text}"]


def many_files(work):
    import numpy

    folder = work / "many"
    if not folder.exists():
        part = work / "many.part"
        part.mkdir(parents=True)
        numpy.save(part / "0.npy", numpy.zeros((2, 3), "f4"))
        data = (part / "0.npy").read_bytes()
        for number in range(1, FILES):
            (part / f"Relu.op{number}.0.0.{number}.output.0.npy").write_bytes(data)
        part.rename(folder)
    return folder


def against_the_command_line(name, goal, code, command, runs):
    mine, peer, empty = in_turn(runs, script(code), command, script("pass"))
    print(f"| {name} | {mine - empty:.3f} s | `dumpscope-cli` {peer:.3f} s | {(mine - empty) / peer:.2f} | {goal} |")


def bench_open(arguments):
    folder = many_files(arguments.work)
    against_the_command_line(
        f"open {FILES} files", "<= 1.1", f"ds.open({str(folder)!r})", [arguments.cli, "info", folder], arguments.runs
    )


def bench_compare(arguments):
    import numpy

    sides = []
    for side in ("target", "golden"):
        folder = arguments.work / f"pair-{side}"
        sides.append(folder)
        if not folder.exists():
            folder.mkdir(parents=True)
            random = numpy.random.default_rng(1)
            for number in range(64):
                values = random.normal(size=1_000_000).astype("f4")
                numpy.save(folder / f"t{number}.npy", values if side == "golden" else values * numpy.float32(1.0001))
    against_the_command_line(
        "compare 2 x 256 MB",
        "<= 1.1",
        f"ds.compare({str(sides[0])!r}, {str(sides[1])!r}).summary",
        [arguments.cli, "compare", *sides, "--json", "--fields", "verdict"],
        arguments.runs,
    )


def bench_numpy(arguments):
    import numpy

    import dumpscope as ds

    path = arguments.work / "gigabyte.npy"
    if not path.exists():
        numpy.lib.format.open_memmap(path, "w+", "f4", (250_000_000,)).flush()
    dump = ds.open(path)
    dump[0].numpy()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken = []
    for _ in range(max(arguments.runs, 20)):
        tensor = dump[0]  # nothing of it is open yet
        began = time.perf_counter()
        array = tensor.numpy()
        taken.append(time.perf_counter() - began)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert array.nbytes == 1_000_000_000
    print(f"| numpy() of 1 GB | {statistics.median(taken) * 1000:.3f} ms, worst {max(taken) * 1000:.3f} | +{grown} KB | | < 1 ms |")


def bench_frame(arguments):
    import polars

    import dumpscope as ds

    folder = arguments.work / "statistics"
    path = folder / "statistic.csv"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value,L2Norm Value\n")
            for row in range(ROWS):
                name = f"Default/network/layers.{row // 2000}/block/MatMul-op{row // 4}"
                io, slot = ("input", row % 4) if row % 4 < 3 else ("output", 0)
                file.write(f'MatMul,{name},0,0,{1_700_000_000_000_000 + row},{io},{slot},4096,float16,"({row % 7 + 1},2,{row % 11 + 1})",{row % 13}.5,-1.25,17\n')
    table = ds.open(folder).tensors
    polars.DataFrame(table)
    taken = []
    for _ in range(arguments.runs):
        began = time.perf_counter()
        frame = polars.DataFrame(table)
        taken.append(time.perf_counter() - began)
    print(f"| {len(frame)} rows x {frame.width} columns to polars | {statistics.median(taken):.3f} s | | | < 0.3 s |")


BENCHES = {"open": bench_open, "compare": bench_compare, "numpy": bench_numpy, "frame": bench_frame}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/release/bin/dumpscope-cli")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/dumpscope-bench"))
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    print("| What | Ours | Peer | Ratio | Goal |\n|---|---|---|---|---|")
    for name, bench in BENCHES.items():
        if not arguments.names or name in arguments.names:
            bench(arguments)


main()
