#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""campaign.py CLI SHIM SAMPLE [--model STEM] [--some N] [--jobs N] [--only WORD]: every call of the system is made to fail in turn.

Each command runs once undisturbed, which counts its calls, and then once per call and kind of failure (`--some N`: at
most N places per function, spread evenly). A run passes when
- it ends by itself, with an exit code of the contract, within a minute;
- what is interrupted or done by halves (EINTR, short) changes nothing at all;
- any other result than the undisturbed one comes with a sentence, and is not called success;
- every output file is whole or not there, and nothing is left beside it;
- the dump is untouched.
With a model, STEM.onnx and STEM_input_0.npy, it is also captured on the built-in device; the calls of its host fail, too."""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HARMLESS = {
    "EINTR": ["read", "pread", "write", "pwrite", "open", "openat", "poll"],
    "short": ["read", "pread", "write", "pwrite"],
}
FAILURES = {
    "EIO": ["read", "pread", "write", "pwrite", "mmap", "fstat", "stat", "fstatat", "statx", "getdents64", "fsync",
            "close", "rename", "renameat", "poll"],
    "ENOSPC": ["write", "pwrite", "ftruncate", "mkdir", "mkdirat", "fsync"],
    "EACCES": ["open", "openat", "mkdir", "mkdirat", "rename", "renameat", "stat", "fstatat"],
    "EMFILE": ["open", "openat"],
    "ENOMEM": ["mmap", "malloc"],
}
CODES = (0, 1, 2, 3, 4, 5)
# libarchive writes through the pointer it was refused.
LEFT_OUT = {("bundle", "malloc")}
# These hold the time they were written at and are looked at by their names only.
HOLD_TIMES = (".db", ".xlsx", ".zip")
# A captured tensor is called after its time and holds it, too: its length is looked at.
CAPTURED = "captured/"
CAPTURE = json.dumps({"dump": {"dump_path": "OUT", "dump_mode": "all", "dump_list": [{"model_name": "any"}]}})

Run = collections.namedtuple("Run", "code out err files")
Case = collections.namedtuple("Case", "command call at failure rest")


def commands(sample, model):
    """Name and arguments; OUT is a folder of the run's own."""
    target, golden = sample / "target", sample / "golden"
    tensor = next(p for p in sorted(target.rglob("*.npy")))
    graph = next(p for p in sorted(target.rglob("*.ir")))
    yield "info", ["info", target, "--json"]
    yield "ls", ["ls", target, "--json"]
    yield "stat", ["stat", target, "--json"]
    yield "show", ["show", tensor, "--json"]
    yield "overflow", ["overflow", target, "--json"]
    yield "convert", ["convert", target, "-o", "OUT/npy"]
    yield "compare", ["compare", target, golden, "--json"]
    yield "resume", ["compare", target, golden, "--json", "--resume", "OUT/kept.db"]
    yield "reports", ["compare", target, golden, "--report", "OUT/report.html", "--xlsx", "OUT/report.xlsx",
                      "--csv-out", "OUT/pairs.csv", "--json-out", "OUT/pairs.json"]
    yield "bundle", ["bundle", target, golden, "--pairs", "32,34", "-o", "OUT/bundle.zip"]
    yield "graph", ["graph", graph, "--json"]
    yield "drawing", ["graph", graph, "--to", "dot", "-o", "OUT/graph.dot"]
    if model:
        yield "capture", ["capture", "model", "--model", f"{model}.onnx", "--input", f"{model}_input_0.npy", "--runtime", "cpu",
                          "--dump-text", CAPTURE.replace("any", model.name), "-o", f"OUT/{CAPTURED}"]


def without_times(text):
    text = re.sub(rb'"seconds":[-+.0-9e]+', b'"seconds":0', text)
    return re.sub(rb"\d+(\.\d+)? m?s\b", b"", text)


def digest(path, name):
    if name.startswith(CAPTURED):
        return path.stat().st_size
    return hashlib.sha256(without_times(path.read_bytes())).hexdigest()


class Campaign:
    def __init__(self, options):
        self.cli, self.shim = options.cli.resolve(), options.shim.resolve()
        self.commands = {name: args for name, args in commands(options.sample.resolve(), options.model)
                         if not options.only or options.only in name}
        self.good = {}
        self.counts = {}

    def run(self, command, faults):
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            arguments = [str(a).replace("OUT", folder, 1) if str(a).startswith("OUT") else str(a)
                         for a in self.commands[command]]
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": folder,
                           "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
                           "LD_PRELOAD": str(self.shim), **faults}
            try:
                done = subprocess.run([self.cli, *arguments], env=environment, cwd=folder, capture_output=True,
                                      timeout=60, stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return Run(None, b"", b"", {})
            root = pathlib.Path(folder)
            names = {str(p.relative_to(root)): p for p in root.rglob("*") if p.is_file()}
            files = {re.sub(r"\d{14,}", "TIME", name): digest(p, name) for name, p in names.items()}
            return Run(done.returncode, without_times(done.stdout).replace(folder.encode(), b"OUT"), done.stderr, files)

    def learn(self, command):
        with tempfile.NamedTemporaryFile() as counted:
            self.good[command] = self.run(command, {"FAULT_COUNTS": counted.name})
            lines = pathlib.Path(counted.name).read_text().split("\n")
        # A place is the n-th call of its process.
        self.counts[command] = {}
        for line, calls in collections.Counter(lines).items():
            if line:
                name = line.split()[1]
                self.counts[command][name] = max(calls, self.counts[command].get(name, 0))

    def cases(self, some):
        for command in self.commands:
            for table in (HARMLESS, FAILURES):
                for failure, calls in table.items():
                    for call in calls:
                        if (command, call) in LEFT_OUT:
                            continue
                        made = self.counts[command].get(call, 0)
                        places = range(1, made + 1)
                        if some and made > some:
                            places = sorted({1 + (made - 1) * i // max(1, some - 1) for i in range(some)})
                        for at in places:
                            yield Case(command, call, at, failure, False)
                        # A disk that stays full, a table of files that stays full.
                        if failure in ("ENOSPC", "EMFILE") and made:
                            yield Case(command, call, max(1, made // 2), failure, True)

    def judge(self, case):
        """None, or what is wrong."""
        run = self.run(case.command, {"FAULT_CALL": case.call, "FAULT_AT": str(case.at), "FAULT_WITH": case.failure,
                                      "FAULT_REST": "1" if case.rest else ""})
        good = self.good[case.command]
        if run.code is None:
            return "did not end within a minute"
        if run.code not in CODES:
            return f"exit code {run.code}: {run.err.decode(errors='replace')[-300:]}"
        strange = [name for name in run.files if name not in good.files and not name.endswith(("-journal", "-wal", "-shm"))]
        if strange:
            return f"left behind: {strange[:3]}"
        if run.code in (0, 1) and run.code == good.code and run.out == good.out:
            missing = [n for n in good.files if n not in run.files]
            if not missing and not self.changed(run, good):
                return None
            if not run.err:
                return f"success without {missing[:3] or self.changed(run, good)[:3]}"
        if case.failure in HARMLESS:
            return f"changed the result: exit code {run.code}, {run.err.decode(errors='replace')[-300:]}"
        changed = self.changed(run, good)
        if changed and run.code == 0:
            return f"other bytes, called success: {changed[:3]}"
        if not run.err and b'"problems":[{' not in run.out:
            return f"no word about it (exit code {run.code})"
        if run.err and not re.search(rb"[a-z]{3,} [a-z]", run.err):
            return f"no sentence: {run.err[:200]!r}"
        if "--json" in self.commands[case.command] and run.code in (0, 1, 4) and case.call != "write":
            try:
                json.loads(run.out or b"null")
            except ValueError:
                return "what was printed is no JSON"
        return None

    def changed(self, run, good):
        return [name for name, sum in run.files.items()
                if not name.endswith(HOLD_TIMES) and name in good.files and sum != good.files[name]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("shim", type=pathlib.Path)
    parser.add_argument("sample", type=pathlib.Path)
    parser.add_argument("--model", type=lambda stem: pathlib.Path(stem).resolve())
    parser.add_argument("--some", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    options = parser.parse_args()

    before = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in options.sample.rglob("*")}
    campaign = Campaign(options)
    for command in campaign.commands:
        campaign.learn(command)
    cases = list(campaign.cases(options.some))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, problem in zip(cases, pool.map(campaign.judge, cases)):
            if problem:
                wrong += 1
                print(f"{case.command}: {case.call} number {case.at}{' and all later' if case.rest else ''}, "
                      f"{case.failure}: {problem}", flush=True)
    after = {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in options.sample.rglob("*")}
    if before != after:
        wrong += 1
        print("the dump was changed")
    print(f"{len(cases)} failures in {len(campaign.commands)} commands, {wrong} handled wrongly")
    return 1 if wrong else 0


sys.exit(main())
