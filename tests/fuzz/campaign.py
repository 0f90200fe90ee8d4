#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""campaign.py BIN OUT [--data FOLDER] [--seconds N] [--slice N] [--jobs N] [--only WORD]: every fuzz target in turn.

BIN holds the fuzz_* programs (build/fuzz/bin). OUT keeps what the campaign knows, so that it can go on another day:
corpus/TARGET, found/TARGET (crash-*, timeout-*, oom-*), figures.json. Small files of FOLDER are offered to every target
once; the merge keeps those that reach something new. Seconds are those of the processor, of all targets together.
`campaign.py BIN OUT --minimise` puts the fewest files that reach the same code into kept/TARGET.zip beside this script,
where tests replay them and the next campaign begins, and prints the table."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time
import zipfile

LARGEST = 64 << 10
OPTIONS = ["-timeout=60", "-rss_limit_mb=2048", f"-max_len={LARGEST}", "-print_final_stats=1", "-verbosity=1"]


class Campaign:
    def __init__(self, programs, out, repository):
        self.programs = sorted(programs.glob("fuzz_*"))
        self.out = out
        self.repository = repository
        self.figures_file = out / "figures.json"
        self.figures = json.loads(self.figures_file.read_text()) if self.figures_file.exists() else {}
        self.lock = threading.Lock()

    def folder(self, kind, program):
        folder = self.out / kind / program.name.removeprefix("fuzz_")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def run(self, program, *arguments):
        """The text it prints and the seconds of processor it took."""
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1",
                           UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1", TZ="UTC", LC_ALL="C.UTF-8")
        log = self.out / "log" / f"{program.name}.txt"
        log.parent.mkdir(exist_ok=True)
        with log.open("w+b") as text:
            process = subprocess.Popen([program, *map(str, arguments)], stdout=text, stderr=text, env=environment,
                                       stdin=subprocess.DEVNULL, cwd=self.out)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            text.seek(0)
            return text.read().decode(errors="replace"), used.ru_utime + used.ru_stime, process.returncode

    def kept(self, program):
        return self.repository / "kept" / f"{program.name.removeprefix('fuzz_')}.zip"

    def seed(self, program, seeds):
        corpus = self.folder("corpus", program)
        own = self.repository / "corpus" / corpus.name
        self.run(program, "-merge=1", *OPTIONS, corpus, own, *([seeds] if seeds else []))
        if self.kept(program).exists():
            zipfile.ZipFile(self.kept(program)).extractall(corpus)

    def fuzz(self, program, seconds):
        corpus, found = self.folder("corpus", program), self.folder("found", program)
        text, used, code = self.run(program, *OPTIONS, f"-max_total_time={seconds}", f"-artifact_prefix={found}/", corpus)
        executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
        reached = re.findall(r"cov: (\d+) ft: (\d+)", text)
        with self.lock:
            figures = self.figures.setdefault(program.name.removeprefix("fuzz_"),
                                              {"seconds": 0.0, "runs": 0, "edges": 0, "features": 0, "ended": 0})
            figures["seconds"] += used
            figures["runs"] += int(executions.group(1)) if executions else 0
            figures["ended"] += code != 0
            if reached:
                figures["edges"], figures["features"] = map(int, reached[-1])
            self.figures_file.write_text(json.dumps(self.figures, indent=1))
        if code != 0:
            summary = re.findall(r"^(?:SUMMARY|==\d+==\s*ERROR).*$", text, re.M)
            shutil.copy(self.out / "log" / f"{program.name}.txt", found / f"report-{time.time_ns()}.txt")
            print(f"{program.name}: ended with {code}: {summary[-1] if summary else ''}", flush=True)
        return used

    def minimise(self, program):
        corpus, own = self.folder("corpus", program), self.repository / "corpus" / program.name.removeprefix("fuzz_")
        small = self.out / "minimised" / corpus.name
        shutil.rmtree(small, ignore_errors=True)
        small.mkdir(parents=True)
        # By lines of code: how often each is reached, which guides the search, asks for a hundred times as many.
        self.run(program, "-set_cover_merge=1", "-use_counters=0", "-use_cmp=0", *OPTIONS, small, own, corpus)
        known = {f.read_bytes() for f in own.iterdir() if f.is_file()}
        files = [f for f in sorted(small.iterdir()) if f.read_bytes() not in known]
        self.kept(program).parent.mkdir(exist_ok=True)
        self.kept(program).unlink(missing_ok=True)
        if files:
            with zipfile.ZipFile(self.kept(program), "w", zipfile.ZIP_DEFLATED) as archive:
                for file in files:
                    archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)

    def table(self):
        print("| Target | CPU seconds | Inputs run | Edges | Files kept |\n|---|---|---|---|---|")
        for name, f in sorted(self.figures.items()):
            archive = self.repository / "kept" / f"{name}.zip"
            kept = len(zipfile.ZipFile(archive).namelist()) if archive.exists() else ""
            print(f"| `{name}` | {f['seconds']:.0f} | {f['runs']} | {f['edges']} | {kept} |")
        print(f"| all | {sum(f['seconds'] for f in self.figures.values()):.0f} |"
              f" {sum(f['runs'] for f in self.figures.values())} | | |")


def small_files(data, out):
    """One folder with each content once."""
    seeds = out / "seeds"
    seeds.mkdir(exist_ok=True)
    for path in data.rglob("*"):
        if path.is_file() and not path.is_symlink() and 0 < path.stat().st_size <= LARGEST:
            content = path.read_bytes()
            (seeds / hashlib.sha1(content).hexdigest()).write_bytes(content)
    return seeds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--slice", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--minimise", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(options.programs.resolve(), options.out.resolve(), pathlib.Path(__file__).resolve().parent)
    programs = [p for p in campaign.programs if options.only in p.name]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.minimise:
            list(pool.map(campaign.minimise, programs))
            campaign.table()
            return
        fresh = [p for p in programs if not any(campaign.folder("corpus", p).iterdir())]
        seeds = small_files(options.data, options.out.resolve()) if options.data and fresh else None
        list(pool.map(lambda p: campaign.seed(p, seeds), fresh))
        used = 0.0
        while used < options.seconds:
            # Those that had least first, so that time is shared evenly over the days.
            programs.sort(key=lambda p: campaign.figures.get(p.name.removeprefix("fuzz_"), {}).get("seconds", 0))
            used += sum(pool.map(lambda p: campaign.fuzz(p, options.slice), programs))
    campaign.table()


main()
