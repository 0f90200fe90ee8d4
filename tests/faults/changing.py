#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""changing.py CLI [--times N] [--seed N]: files are cut, emptied, removed, replaced, appended to and written in place while
they are read, at random moments of a comparison, a conversion and a pass of statistics.

A run passes when it ends by itself with an exit code of the contract; when every file nobody touched gives the bytes of
an undisturbed run; and when the touched one gives those of before or of after, or says that something is wrong with it.
Of a file that is opened in the middle of being written in place, nothing tells that it is not whole: such runs are
counted as mixed."""
import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

FILES = 6
ROWS, COLUMNS = 4096, 1024  # 16 MB
CODES = (0, 1, 3, 4)
# Why a row may lack its numbers.
REASONS = {"unreadable", "truncated", "changed-while-read", "vanished", "bad-size", "bad-header", "empty", "missing-target", "unpaired"}


def body(seed):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({ROWS}, {COLUMNS}), }}"
    header = header.ljust(128 - 11) + "\n"
    numbers = random.Random(seed).randbytes(2048)
    # Exponents of ordinary size, so that sums stay finite.
    few = struct.pack(f"<{len(numbers)}f", *(byte / 64 - 2 for byte in numbers))
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + few * (ROWS * COLUMNS // len(numbers))


def name(number):
    return f"MatMul.net_layer{number}.{number}.0.{1700000000000000 + number}.output.0.DefaultFormat.float32.npy"


def cut(path, _):
    os.truncate(path, os.path.getsize(path) // 2)


def emptied(path, _):
    os.truncate(path, 0)


def removed(path, _):
    path.unlink()


def replaced(path, other):
    sibling = path.with_suffix(".new")
    sibling.write_bytes(other)
    sibling.rename(path)


def rewritten(path, other):
    longer = other.replace(f"({ROWS}, {COLUMNS})".encode(), f"({ROWS + 1}, {COLUMNS})".encode(), 1)
    with open(path, "r+b") as file:
        file.write(longer + bytes(4 * COLUMNS))


def appended(path, _):
    with open(path, "ab") as file:
        file.write(b"more")


def written(path, other):
    with open(path, "r+b") as file:
        file.seek(128)
        file.write(other[128:])


CHANGES = [cut, emptied, removed, replaced, appended, written, rewritten]


def run(arguments):
    return subprocess.run([str(a) for a in arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


def rows_of_compare(out):
    rows = {}
    for row in json.loads(out)["pairs"]:
        number = int((row["target_id"] or row["golden_id"]).split(".")[2])
        rows[number] = row["metrics"], row["verdict"] if row["state"] == "ok" else row["state"]
    return rows


def rows_of_stat(out):
    rows = {}
    for row in json.loads(out)["rows"]:
        rows[int(row["id"].split(".")[2])] = {k: row[k] for k in row if k not in ("state", "problem")}, row["state"]
    return rows


class Trial:
    """A dump, its golden, and the commands that read them."""

    def __init__(self, cli, folder):
        self.target, self.golden, self.out = folder / "target", folder / "golden", folder / "out"
        self.commands = {
            "compare": ([cli, "compare", self.target, self.golden, "--metrics", "all", "--json"], rows_of_compare),
            "stat": ([cli, "stat", self.target, "--json"], rows_of_stat),
            "convert": ([cli, "convert", self.target, "-o", self.out, "--to", "npy"], self.rows_of_convert)}

    def rows_of_convert(self, _):
        return {int(path.name.split(".")[2]): (path.read_bytes(), "ok") for path in self.out.rglob("*.npy")}

    def result(self, command):
        shutil.rmtree(self.out, ignore_errors=True)
        arguments, rows = self.commands[command]
        done = run(arguments)
        return done, rows(done.stdout)

    def disturbed(self, command, change, path, other, after):
        shutil.rmtree(self.out, ignore_errors=True)
        arguments, rows = self.commands[command]
        process = subprocess.Popen([str(a) for a in arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL)
        time.sleep(after)
        change(path, other)
        out, err = process.communicate(timeout=60)
        return process.returncode, rows(out) if process.returncode in CODES and (out or command == "convert") else {}, err


def judged(change, before, after, now, touched, code, err):
    """What is wrong; nothing when all is well."""
    if code not in CODES:
        return f"ended with {code}"
    for number in before:
        if number == touched:
            continue
        if now.get(number) != before[number]:
            return f"file {number}, which nobody touched, differs"
    mine = now.get(touched)
    if mine is None:
        return "" if err or touched not in after else "a row is missing without a word"
    if mine in (before[touched], after.get(touched)):
        return ""
    if mine[1] in REASONS or any(reason in err.decode() for reason in ("changed-while-read", "truncated", "vanished")):
        return ""
    return f"file {touched} has numbers of neither state ({mine[1]})" if change not in (written, rewritten) else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=100, help="runs of each command")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    bodies = [body(number) for number in range(FILES)]
    other = body(99)
    wrong, ends = [], collections.Counter()
    with tempfile.TemporaryDirectory(prefix="changing-") as folder:
        trial = Trial(options.cli.resolve(), pathlib.Path(folder))
        trial.target.mkdir()
        trial.golden.mkdir()
        for number in range(FILES):
            (trial.golden / name(number)).write_bytes(body(number + FILES))
            (trial.target / name(number)).write_bytes(bodies[number])
        for command in trial.commands:
            start = time.monotonic()
            _, before = trial.result(command)
            seconds = time.monotonic() - start
            for turn in range(options.times):
                change, touched = CHANGES[turn % len(CHANGES)], chance.randrange(FILES)
                path = trial.target / name(touched)
                code, now, err = trial.disturbed(command, change, path, other, chance.uniform(0, seconds))
                _, after = trial.result(command)
                problem = judged(change, before, after, now, touched, code, err)
                mine = now.get(touched)
                end = ("before" if mine == before[touched] else "after" if mine == after.get(touched) else
                       "mixed" if mine and mine[1] not in REASONS and not err else "said")
                ends[command, change.__name__, end] += 1
                if problem:
                    wrong.append(f"{command}, {change.__name__}: {problem}")
                    print(wrong[-1], flush=True)
                path.unlink(missing_ok=True)
                path.write_bytes(bodies[touched])
    for (command, change, end), count in sorted(ends.items()):
        print(f"{command}, {change}: {count} {end}")
    print(f"{sum(ends.values())} runs, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
