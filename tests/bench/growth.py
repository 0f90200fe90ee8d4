#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How whole commands grow: each at four sizes, every size four times the one before.

    tests/bench/growth.py [--cli build/release/bin/dumpscope-cli] [--work DIR] [--runs N] [WORD ...]

Prints a Markdown table with the exponent e of "seconds grow as size to the power of e": the slope of a straight line
through the logarithms, and the same of the last step alone, where what is not linear shows first. Seconds are of CPU,
the least of N runs, less what the program needs to start. Peak memory has its exponent, too. Ends with 1 where an
exponent of seconds is above 1.1. WORDs choose rows by what they are called.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys

import bench
import load

MOST = 1.1
STEP = 4
FILES = 5_000         # the least of each
ROWS = 15_625
PAIRS = 6_250
MEGABYTES = 3


def cost(command):
    """Seconds of CPU and peak memory in MB of one run."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 4):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def slope(sizes, figures):
    """Of the straight line through the logarithms that is nearest to all."""
    points = [(math.log(size), math.log(max(figure, 1e-4))) for size, figure in zip(sizes, figures)]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    return sum((p[0] - x) * (p[1] - y) for p in points) / sum((p[0] - x) ** 2 for p in points)


def files(work, count):
    """So many files, in folders of 5000: a step each."""
    root = work / f"files_{count}"
    if not (root / "done").exists():
        for step in range(max(1, count // FILES)):
            here = root / "rank_0" / "Net" / "0" / str(step)
            here.mkdir(parents=True, exist_ok=True)
            first = None
            for i in range(FILES):
                path = here / (f"MatMul.Default_network_layer{i // 10}-Dense_MatMul-op{i}.0.0."
                               f"{1700000000000000 + step * 1000000 + i}.output.0.DefaultFormat.float32.npy")
                if first is None:
                    path.write_bytes(load.BODY)
                    first = path
                else:
                    os.link(first, path)
        (root / "done").touch()
    return root


def folder_of(work, count):
    """So many files in one folder."""
    root = work / f"folder_{count}"
    if not (root / "done").exists():
        here = root / "rank_0" / "Net" / "0" / "0"
        here.mkdir(parents=True, exist_ok=True)
        first = None
        for i in range(count):
            path = here / (f"MatMul.Default_network_layer{i // 10}-Dense_MatMul-op{i}.0.0."
                           f"{1700000000000000 + i}.output.0.DefaultFormat.float32.npy")
            if i % load.PER_FOLDER == 0:
                path.write_bytes(load.BODY)
                first = path
            else:
                os.link(first, path)
        (root / "done").touch()
    return root


def statistics(work, rows, side="target", operators=None):
    """A statistic.csv of so many rows; each operator is written again and again unless `operators` is as large."""
    path = work / f"rows_{rows}_{operators or 5000}_{side}" / "rank_0" / "Net" / "0" / "0" / "statistic.csv"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        many = operators or 5000
        off = 1.5 if side == "golden" else 1.0
        with open(path.with_suffix(".part"), "w") as out:
            out.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                      "Max Value,Min Value,Avg Value,Count,NaN Count,L2Norm Value\n")
            for i in range(rows):
                value = (i * 2654435761 % 1000003) / 997.0 * (off if i % 1000 == 999 else 1.0)
                out.write(f"MatMul,Default/network/layer{i % many // 10}-Dense/MatMul-op{i % many},0,3,"
                          f"{1700000000000000 + i},output,0,4096,float32,\"[32,32]\","
                          f"{value:.6g},{-value:.6g},{value / 3:.6g},1024,{i % 7 == 0:d},{value * 20:.6g},\n")
        path.with_suffix(".part").rename(path)
    return path


def pairs(work, rows):
    """Two statistic.csv with a row for each operator."""
    return [statistics(work, rows, side, rows).parents[4] for side in ("target", "golden")]


def commands(cli, work):
    """What it is called, the least size, and the command for a size."""
    return [
        ("open: names of N files", FILES, lambda n: [cli, "ls", files(work, n), "--names-only", "--limit", "0"]),
        ("open: headers of N files", FILES, lambda n: [cli, "info", files(work, n)]),
        ("open: headers of N files in one folder", FILES, lambda n: [cli, "info", folder_of(work, n)]),
        ("table: `info`, N rows", ROWS, lambda n: [cli, "info", statistics(work, n)]),
        ("table: `ls` by a column, N rows", ROWS, lambda n: [cli, "ls", statistics(work, n), "--sort", "-max", "--limit", "5"]),
        ("table: `ls` by a text, N rows", ROWS, lambda n: [cli, "ls", statistics(work, n), "--sort", "id", "--limit", "5"]),
        ("table: `stat` by a column with a filter, N rows", ROWS,
         lambda n: [cli, "stat", statistics(work, n), "--sort", "-max", "--limit", "5", "--filter", "max>10"]),
        ("table: `ls`, all N rows as CSV", ROWS, lambda n: [cli, "ls", statistics(work, n), "--csv"]),
        ("table: `overflow`, N rows, a seventh with NaN", ROWS, lambda n: [cli, "overflow", statistics(work, n)]),
        ("compare: N pairs of statistics", PAIRS, lambda n: [cli, "compare", *pairs(work, n)]),
        ("compare: N pairs of files", FILES // 5,
         lambda n: [cli, "compare", folder_of(work, n), folder_of(work / "golden", n)]),
        ("graph: a text of N MB, one node", MEGABYTES, lambda n: [cli, "graph", bench.text_graph(work, n), "--node", "%0"]),
        ("graph: a text of N MB, summary", MEGABYTES, lambda n: [cli, "graph", bench.text_graph(work, n)]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/release/bin/dumpscope-cli")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/dumpscope-growth"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    start = min(cost([options.cli, "--version"])[0] for _ in range(5))
    print("| What | N | Seconds of CPU | Exponent | … last step | Peak memory (MB) | Exponent |\n|---|---|---|---|---|---|---|")
    steep = False
    for name, least, command_of in commands(options.cli, options.work):
        if not all(word in name for word in options.words):
            continue
        sizes = [least * STEP ** i for i in range(4)]
        runs = [[cost(command_of(size)) for _ in range(options.runs + 1)][1:] for size in sizes]
        seconds = [max(min(run[0] for run in of) - start, 1e-4) for of in runs]
        memory = [min(run[1] for run in of) for of in runs]
        whole, last = slope(sizes, seconds), slope(sizes[-2:], seconds[-2:])
        steep = steep or max(whole, last) > MOST
        print(f"| {name} | {sizes[0]} to {sizes[-1]} | {', '.join(f'{s:.3f}' for s in seconds)} | {whole:.2f} | {last:.2f} "
              f"| {', '.join(f'{m:.0f}' for m in memory)} | {slope(sizes[-2:], memory[-2:]):.2f} |", flush=True)
    sys.exit(1 if steep else 0)


if __name__ == "__main__":
    main()
