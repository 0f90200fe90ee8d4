#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time, processor time and peak memory of the command line on loads far beyond a usual dump, as a Markdown table.

    tests/bench/load.py [--cli build/release/bin/dumpscope-cli] [--work DIR] [WORD ...]

Makes its data once: files are hard links to a few, the large tensor is sparse, so it takes 2 GB of disk.
WORDs choose rows by what they are called.
"""
import argparse
import os
import pathlib
import shutil
import struct
import subprocess
import time

import bench

BODY = bench.npy_header("<f4", "(2, 3)") + struct.pack("<6f", *range(6))
PER_FOLDER = 10_000


def linked_files(root, folders):
    """PER_FOLDER names of one small file in each of the folders."""
    if (root / "done").exists():
        return root
    for number, folder in enumerate(folders):
        here = root / folder
        here.mkdir(parents=True, exist_ok=True)
        first = None
        for i in range(PER_FOLDER):
            path = here / (f"MatMul.Default_network_layer{i // 10}-Dense_MatMul-op{i}.0.0."
                           f"{1700000000000000 + number * 1000000 + i}.output.0.DefaultFormat.float32.npy")
            if first is None:
                path.write_bytes(BODY)
                first = path
            else:
                os.link(first, path)
    (root / "done").touch()
    return root


def statistic_ranks(root, ranks, factor):
    """A statistic.csv of PER_FOLDER rows for each rank, every thousandth with values `factor` times as large."""
    if (root / "done").exists():
        return root
    for rank in range(ranks):
        here = root / f"rank_{rank}" / "Net" / "0" / "0"
        here.mkdir(parents=True, exist_ok=True)
        with open(here / "statistic.csv", "w") as out:
            out.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                      "Max Value,Min Value,Avg Value,Count,NaN Count,L2Norm Value\n")
            for i in range(PER_FOLDER):
                value = ((i + rank * 7919) * 2654435761 % 1000003) / 997.0 * (factor if i % 1000 == 999 else 1)
                out.write(f"MatMul,Default/network/layer{i // 10}-Dense/MatMul-op{i},0,3,{1700000000000000 + i},output,0,"
                          f"4096,float32,\"[32,32]\",{value:.6g},{-value:.6g},{value / 3:.6g},1024,0,{value * 20:.6g}\n")
    (root / "done").touch()
    return root


def sparse_tensor(work, gigabytes):
    path = work / f"sparse_{gigabytes}gb.npy"
    if not path.exists():
        columns = 1 << 16
        rows = gigabytes * 1_000_000_000 // (4 * columns)
        header = bench.npy_header("<f4", f"({rows}, {columns})")
        with open(path, "wb") as out:
            out.write(header)
            out.truncate(len(header) + rows * columns * 4)
    return path


def rows_of(cli, work):
    def steps():
        return linked_files(work / "million", [f"rank_0/Net/0/{step}" for step in range(100)])

    def ranks(side):
        return linked_files(work / side, [f"rank_{rank}/Net/0/0" for rank in range(64)])

    def statistics():
        return bench.statistic_csv(work).parents[4]

    def sparse():
        return sparse_tensor(work, 20)

    def recorded():
        return [statistic_ranks(work / f"recorded_{side}", 64, factor) for side, factor in (("target", 1), ("golden", 1.5))]

    def twenty(side):
        return linked_files(work / f"twenty_{side}", [f"rank_0/Net/0/{step}" for step in range(20)])

    def two_hundred_thousand():
        return [statistic_ranks(work / f"pairs_{side}", 20, factor) for side, factor in (("target", 1), ("golden", 1.5))]

    def report():
        sides = [statistic_ranks(work / f"few_{side}", 5, factor) for side, factor in (("target", 1), ("golden", 1.5))]
        return command("compare", *sides, "--report", work / "report.html")

    def graph():
        return bench.text_graph(work, 500)

    def command(*arguments):
        return [cli, *map(str, arguments)]

    return [
        ("1 000 000 files: `info`", lambda: command("info", steps())),
        ("1 000 000 files: `ls`", lambda: command("ls", steps(), "--csv")),
        ("1 000 000 files: `stat`", lambda: command("stat", steps(), "--csv")),
        ("1 000 000 rows of statistics: `info`", lambda: command("info", statistics())),
        ("1 000 000 rows of statistics: `ls`", lambda: command("ls", statistics(), "--csv")),
        ("1 000 000 rows of statistics: `stat`", lambda: command("stat", statistics(), "--csv")),
        ("sparse tensor of 20 GB: `info`", lambda: command("info", sparse())),
        ("sparse tensor of 20 GB: `stat`", lambda: command("stat", sparse())),
        ("sparse tensor of 20 GB: `show`, the last rows", lambda: command("show", sparse(), "--slice", "[-2:, :8]")),
        ("64 ranks of 10 000 tensors: `info`", lambda: command("info", ranks("target"))),
        ("64 ranks of 10 000 tensors: `ls`", lambda: command("ls", ranks("target"), "--csv")),
        ("64 ranks of 10 000 tensors with 64 of 10 000: `compare`",
         lambda: command("compare", ranks("target"), ranks("golden"), "--csv")),
        ("64 ranks of 10 000 rows of statistics with as many: `compare`", lambda: command("compare", *recorded())),
        ("200 000 files with as many: `compare`", lambda: command("compare", twenty("target"), twenty("golden"))),
        ("200 000 pairs of statistics: `compare --json`", lambda: command("compare", *two_hundred_thousand(), "--json")),
        ("50 000 pairs of statistics: `compare --report`", report),
        ("IR of 500 MB: `graph`", lambda: command("graph", graph())),
    ]


def measured(command):
    """The last is the size of the JSON or of the report in MB, empty for other commands."""
    start = time.perf_counter()
    counter = None
    if "--json" in command:
        counter = subprocess.Popen(["wc", "-c"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process = subprocess.Popen(command, stdout=counter.stdin if counter else subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    size = ""
    if counter:
        size = f"{int(counter.communicate()[0]) / 1e6:.0f}"
    elif "--report" in command:
        size = f"{os.stat(command[command.index('--report') + 1]).st_size / 1e6:.1f}"
    code = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, code, said, size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/release/bin/dumpscope-cli")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/dumpscope-load"))
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    print("| What | Seconds | of CPU | Peak memory (MB) | Written (MB) | Ends with |\n|---|---|---|---|---|---|")
    for name, command in rows_of(shutil.which(options.cli) or options.cli, options.work):
        if not all(word in name for word in options.words):
            continue
        seconds, processor, memory, code, said, size = measured(command())
        print(f"| {name} | {seconds:.2f} | {processor:.2f} | {memory:.0f} | {size} | {code} |", flush=True)
        if code not in (0, 1, 4):
            print(said.strip()[-400:], flush=True)


if __name__ == "__main__":
    main()
