#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times dumpscope-cli against a peer or a floor in the same run and prints a Markdown table.

    tests/bench/bench.py [--cli build/release/bin/dumpscope-cli] [--work DIR] [--runs N] [NAME ...]

The peers (NumPy, polars) live in a virtual environment below the work folder; the product never
needs them. Each pair runs in turn (ours, peer, ours, peer, ...) after one warm-up of both, so a
machine that changes its speed hits both sides; medians and their ratio are printed.
"""

import argparse
import os
import pathlib
import re
import resource
import statistics
import struct
import subprocess
import sys
import time
import venv

import checkpoint_data
import cut_runs

FILES = 200_000
CSV_ROWS = 1_000_000
FP16_ELEMENTS = 500_000_000
PAIR_ELEMENTS = 122_500_000


def run(command, environment=None):
    """Wall seconds, peak memory in MB and seconds of CPU of one run; its output is thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 4):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def forget(paths):
    """Asks the system to drop the files from memory, so that the next run reads them from the disk."""
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def pair(ours, peer, runs, cold=()):
    run(ours), run(peer)
    mine, other = [], []
    for _ in range(runs):
        forget(cold)
        mine.append(run(ours))
        forget(cold)
        other.append(run(peer))
    seconds = [statistics.median(r[0] for r in side) for side in (mine, other)]
    memory = [max(r[1] for r in side) for side in (mine, other)]
    processor = [statistics.median(r[2] for r in side) for side in (mine, other)]
    return seconds, memory, processor


def python_of(work):
    """An interpreter with NumPy and polars."""
    folder = work / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "numpy", "polars"], check=True)
    return str(python)


def npy_header(descr, shape):
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (63 - (len(text) + 10) % 64 + 0) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def many_files(work):
    root = work / "many"
    folder = root / "rank_0" / "Net" / "0"
    if not (root / "done").exists():
        body = npy_header("<f4", "(2, 3)") + struct.pack("<6f", *range(6))
        for step in range(20):
            here = folder / str(step)
            here.mkdir(parents=True, exist_ok=True)
            for i in range(FILES // 20):
                name = (f"MatMul.Default_network_layer{i // 10}-Dense_MatMul-op{i}.0.0."
                        f"{1700000000000000 + step * 1000000 + i}.output.0.DefaultFormat.float32.npy")
                (here / name).write_bytes(body)
        (root / "done").write_text("")
    return root


def statistic_csv(work):
    path = work / "statistics" / "rank_0" / "Net" / "0" / "0" / "statistic.csv"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path.with_suffix(".part"), "w") as out:
            out.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                      "Max Value,Min Value,Avg Value,Count,NaN Count,L2Norm Value\n")
            for i in range(CSV_ROWS):
                value = (i * 2654435761 % 1000003) / 997.0
                out.write(f"MatMul,Default/network/layer{i % 5000}-Dense/MatMul-op{i % 5000},0,3,"
                          f"{1700000000000000 + i},output,{i % 3},4096,float32,\"[32,32]\","
                          f"{value:.6g},{-value:.6g},{value / 3:.6g},1024,{i % 7 == 0:d},{value * 20:.6g},\n")
        path.with_suffix(".part").rename(path)
    return path


def big_fp16(work):
    path = work / "big.npy"
    if not path.exists():
        make = (f"import numpy as np\nrng = np.random.default_rng(1)\n"
                f"a = np.lib.format.open_memmap(r'{path}.part', 'w+', np.float16, ({FP16_ELEMENTS},))\n"
                f"block = rng.standard_normal(1 << 22).astype(np.float16)\n"
                f"for i in range(0, a.size, block.size):\n    a[i:i + block.size] = block[:a.size - i]\n")
        subprocess.run([python_of(work), "-c", make], check=True)
        pathlib.Path(f"{path}.part").rename(path)
    return path


def text_graph(work, megabytes=200):
    """An IR of that size: the nodes of the sample again and again, each copy reading what the one before made."""
    path = work / f"graph_{megabytes}mb.ir"
    if not path.exists():
        root = pathlib.Path(__file__).resolve().parents[2]
        sample = root / "resources/sample/target/rank_0/graphs/ms_output_trace_code_graph_0.ir"
        text = sample.read_text()
        begin = text.index("  %0(")
        end = text.index("  Return(")
        body, count = text[begin:end], 1 + max(int(n) for n in re.findall(r"^  %(\d+)\(", text[begin:end], re.M))
        parts = re.split(r"%(\d+)(?=[(,)])", body)
        with open(path.with_suffix(".part"), "w") as out:
            out.write(text[:begin])
            written = copy = 0
            while written < megabytes * 1_000_000:
                numbers = [str(int(n) + copy * count) for n in parts[1::2]]
                made = "".join(x for pair_ in zip(parts[::2], ["%" + n for n in numbers] + [""]) for x in pair_)
                made = made.replace("scope: (Default/", f"scope: (Default/copy{copy}/")
                written += out.write(made)
                copy += 1
            out.write(text[end:])
        path.with_suffix(".part").rename(path)
    return path


def bench_names(cli, work, runs):
    root = many_files(work)
    return ("names and sizes of 200 000 files", "`find -printf '%s %p\\n'`",
            pair([cli, "ls", str(root), "--names-only", "--csv", "--columns", "bytes,file"],
                 ["find", str(root), "-type", "f", "-printf", "%s %p\n"], runs), "≤ 1.5")


def bench_headers(cli, work, runs):
    root = many_files(work)
    source = pathlib.Path(__file__).with_name("floor_headers.c")
    floor = work / "floor_headers"
    subprocess.run(["cc", "-O2", "-pthread", "-o", floor, source], check=True)
    return ("headers of 200 000 files", "a C program that reads 4 KiB of each in two threads",
            pair([cli, "ls", str(root), "--limit", "0"], [str(floor), str(root)], runs), "≤ 1.5")


def bench_table(what, *arguments):
    def bench(cli, work, runs):
        path = statistic_csv(work)
        peer = f"import polars as pl; pl.read_csv(r'{path}', truncate_ragged_lines=True).sort('Max Value')"
        ours = [cli, arguments[0], str(path), *arguments[1:]]
        return (f"statistic.csv of 1 M rows: {what}", "polars `read_csv().sort()`",
                pair(ours, [python_of(work), "-c", peer], runs), "≤ 0.5")
    return bench


def bench_statistics(cli, work, runs):
    path = big_fp16(work)
    return ("statistics of 1 GB float16", "`cat FILE >/dev/null`",
            pair([cli, "stat", str(path), "--json"], ["cat", str(path)], runs), "≤ 2")


def bench_statistics_numpy(cli, work, runs):
    path = big_fp16(work)
    peer = (f"import numpy as np; a = np.load(r'{path}', mmap_mode='r')\n"
            "n = 1 << 24; lo = hi = s = q = nan = inf = z = None; s = q = 0.0; lo, hi = np.inf, -np.inf; nan = inf = z = 0\n"
            "for i in range(0, a.size, n):\n    x = a[i:i + n].astype(np.float64); f = x[np.isfinite(x)]\n"
            "    nan += np.isnan(x).sum(); inf += np.isinf(x).sum(); z += (f == 0).sum()\n"
            "    lo = min(lo, f.min()); hi = max(hi, f.max()); s += f.sum(); q += (f * f).sum()\n")
    return ("statistics of 1 GB float16", "NumPy, the same figures in blocks",
            pair([cli, "stat", str(path), "--json"], [python_of(work), "-c", peer], max(1, runs // 3)), "≤ 0.1")


def bench_convert(cli, work, runs):
    dump, copied, converted = work / "arrays", work / "copied", work / "converted"
    if not (dump / "done").exists():
        dump.mkdir(exist_ok=True)
        body = os.urandom(1 << 20) * 24 + os.urandom(1 << 19)
        for i in range(10):
            (dump / f"array{i}.npy").write_bytes(npy_header("<f4", f"({len(body) // 4},)") + body)
        (dump / "done").write_text("")
    ours = f"rm -rf '{converted}' && exec '{cli}' convert '{dump}' -o '{converted}'"
    peer = f"rm -rf '{copied}' && exec cp -r '{dump}' '{copied}'"
    return ("convert 257 MB of .npy", "`cp` of the same files",
            pair(["sh", "-c", ours], ["sh", "-c", peer], runs), "≤ 1.2")


def bench_graph(cli, work, runs):
    path = text_graph(work)
    return ("a text graph of 200 MB, read and one node shown", "`cat FILE >/dev/null`",
            pair([cli, "graph", str(path), "--node", "%0"], ["cat", str(path)], runs), "")


def fp16_pair(work):
    paths = work / "pair_x.raw", work / "pair_y.raw"
    if not all(path.exists() for path in paths):
        make = (f"import numpy as np\nrng = np.random.default_rng(3)\nn = {PAIR_ELEMENTS}\n"
                "y = rng.standard_normal(1 << 22).astype(np.float16)\n"
                "x = (y.astype(np.float32) * (1 + 1e-3 * rng.uniform(-1, 1, y.size))).astype(np.float16)\n"
                f"for block, path in (x, r'{paths[0]}'), (y, r'{paths[1]}'):\n"
                "    with open(path, 'wb') as out:\n"
                "        for i in range(0, n, block.size):\n            out.write(block[:n - i].tobytes())\n")
        subprocess.run([python_of(work), "-c", make], check=True)
    return [str(path) for path in paths]


def bench_pair(profile):
    def bench(cli, work, runs):
        paths = fp16_pair(work)
        measure = pathlib.Path(cli).with_name("bench_measure")
        return (f"ten metrics of 2 x 245 MB float16, profile {profile}", "`cat` of both files",
                pair([str(measure), profile, "msaccucmp", "float16", *paths], ["cat", *paths], runs), "≤ 2")
    return bench


def two_dumps(work):
    """Two dumps of 64 tensors of a million float32; one tensor of the first is off."""
    roots = [work / "dumps" / side for side in ("target", "golden")]
    if not (work / "dumps" / "done").exists():
        folders = [root / "rank_0" / "Net" / "0" / "0" for root in roots]
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
        make = ("import numpy as np\nrng = np.random.default_rng(5)\nfor i in range(64):\n"
                "    y = rng.standard_normal(10**6).astype(np.float32)\n"
                "    x = (y * (1 + 1e-5 * rng.uniform(-1, 1, y.size)) + 0.5 * (i == 40)).astype(np.float32)\n"
                "    name = (f'MatMul.Default_network_layer{i}-Dense_MatMul-op{i}.0.0.{1700000000000000 + i}'\n"
                "            '.output.0.DefaultFormat.float32.npy')\n"
                f"    np.save(r'{folders[0]}/' + name, x)\n    np.save(r'{folders[1]}/' + name, y)\n")
        subprocess.run([python_of(work), "-c", make], check=True)
        (work / "dumps" / "done").write_text("")
    return [str(root) for root in roots]


def bench_compare(cold):
    def bench(cli, work, runs):
        roots = two_dumps(work)
        files = [str(path) for root in roots for path in sorted(pathlib.Path(root).rglob("*.npy"))]
        return ("compare two dumps of 64 tensors, 2 x 256 MB float32, all metrics" + (", files not in memory" * cold),
                "`cat` of the same files",
                pair([cli, "compare", *roots], ["cat", *files], runs, files if cold else ()), "≤ 2")
    return bench


def bench_start(cli, work, runs):
    return ("start of the program (`--version`)", "`/bin/true`", pair([cli, "--version"], ["/bin/true"], runs * 4), "")


def bench_safetensors(cli, work, runs):
    path = checkpoint_data.safetensors(work)
    peer = f"import json; f = open(r'{path}', 'rb'); json.loads(f.read(int.from_bytes(f.read(8), 'little')))"
    return ("list 2000 tensors of a sparse safetensors file of 10 GB", "Python's `json.loads` of its header",
            pair([cli, "ls", str(path), "--limit", "0"], [sys.executable, "-c", peer], runs * 4), "< 50 ms")


def bench_megatron(cli, work, runs):
    path = checkpoint_data.megatron(work)
    peer = f"import zipfile; zipfile.ZipFile(r'{path}').read('archive/data.pkl')"
    return ("list 400 weights of a sparse Megatron checkpoint of 4 GB", "Python's `zipfile`, which reads its pickle",
            pair([cli, "ls", str(path), "--limit", "0"], [sys.executable, "-c", peer], runs * 4), "")


def bench_atb(cli, work, runs):
    root, same = checkpoint_data.atb(work), checkpoint_data.arrays_like_atb(work)
    return ("headers of 100 000 files of ATB", "the same of 100 000 `.npy` in the same folders",
            pair([cli, "ls", str(root), "--limit", "0"], [cli, "ls", str(same), "--limit", "0"], runs), "≤ 1.2")


def bench_cut(ranks):
    def measured(cli, work, runs):
        root = cut_runs.cut_runs(work, ranks)
        ours = [cli, "compare", root / "target", root / "golden", "--json", "--fail-on", "never"]
        return (f"a run of {ranks} ranks × 9984 tensors put together by statistics and compared",
                "the same without the search, `--parallel off`", pair(ours, ours + ["--parallel", "off"], runs), "")
    return measured


BENCHES = {"names": bench_names, "headers": bench_headers,
           "csv": bench_table("`ls --sort max --limit 1`", "ls", "--sort", "max", "--limit", "1"),
           "stat": bench_table("`stat --sort -max --limit 5`", "stat", "--sort", "-max", "--limit", "5"),
           "stat-filter": bench_table("`stat --sort -max --limit 5 --filter max>900`",
                                      "stat", "--sort", "-max", "--limit", "5", "--filter", "max>900"),
           "info": bench_table("`info`", "info"), "overflow": bench_table("`overflow --first 5`", "overflow", "--first", "5"),
           "statistics": bench_statistics,
           "numpy": bench_statistics_numpy, "convert": bench_convert, "graph": bench_graph,
           "pair": bench_pair("dumpscope"), "pair-msaccucmp": bench_pair("msaccucmp"), "compare": bench_compare(False),
           "compare-cold": bench_compare(True), "start": bench_start,
           "safetensors": bench_safetensors, "megatron": bench_megatron, "atb": bench_atb,
           "cut-4": bench_cut(4), "cut-16": bench_cut(16), "cut-64": bench_cut(64)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--cli", default=str(root / "build/release/bin/dumpscope-cli"))
    parser.add_argument("--work", default="/tmp/dumpscope-bench", type=pathlib.Path)
    parser.add_argument("--runs", default=5, type=int)
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="NAME")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print("| What | Ours | Peer | Seconds | Ratio | Of CPU | Ratio | Goal | Memory (MB) |\n|---|---|---|---|---|---|---|---|---|")
    for name in arguments.names or BENCHES:
        title, peer, (seconds, memory, processor), goal = BENCHES[name](arguments.cli, arguments.work, arguments.runs)
        print(f"| {title} | {seconds[0]:.3f} s | {peer} | {seconds[1]:.3f} | {seconds[0] / seconds[1]:.2f} "
              f"| {processor[0]:.2f} / {processor[1]:.2f} | {processor[0] / processor[1]:.2f} | {goal} "
              f"| {memory[0]:.0f} / {memory[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
