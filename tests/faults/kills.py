#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kills.py CLI SAMPLE MODELS [--times N] [--seed N]: killed (SIGKILL) at random moments, nothing is lost.

compare --resume: killed again and again until it once ends by itself; the database opens every time and the result is
that of a run that nobody disturbed. capture: what lies in the output folder after the kill has its whole length and the
values of an undisturbed capture, or opens as a problem with a reason; no process stays behind, and the next capture into
the same place works."""
import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time


def run(arguments, **more):
    return subprocess.run([str(a) for a in arguments], capture_output=True, stdin=subprocess.DEVNULL, **more)


def killed_after(arguments, seconds):
    """True when it was killed, false when it had ended by itself."""
    process = subprocess.Popen([str(a) for a in arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL)
    try:
        process.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


def without_times(text):
    return re.sub(rb'"seconds":[-+.0-9e]+', b"", text)


def took(arguments):
    start = time.monotonic()
    done = run(arguments)
    return time.monotonic() - start, done


def compare(cli, sample, times, chance):
    wrong, kills = [], 0
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        plain = [cli, "compare", sample / "target", sample / "golden", "--metrics", "all", "--top", "20", "--json"]
        seconds, good = took(plain)
        database, round_number = None, 0
        while kills < times:
            if database is None:
                round_number += 1
                database = pathlib.Path(folder) / f"kept{round_number}.db"
            if killed_after([*plain, "--resume", database], chance.uniform(0, 1.2 * seconds)):
                kills += 1
                if chance.random() < 0.8:
                    continue
            done = run([*plain, "--resume", database])
            if done.returncode != good.returncode or without_times(done.stdout) != without_times(good.stdout):
                wrong.append(f"compare after kill {kills}: exit code {done.returncode}, {done.stderr[-300:]!r}")
            database = None
    return kills, wrong


def tensors(cli, folder):
    """Id to bytes and statistics, of what is whole."""
    done = run([cli, "stat", folder, "--json"])
    if done.returncode in (3,):
        return {}, []
    document = json.loads(done.stdout)
    # The folder of a run is called after its time.
    rows = {re.sub(r"\d{14,}", "TIME", row["id"]): (row["state"], row["bytes"], row["min"], row["max"], row["mean"])
            for row in document["rows"]}
    silent = [row["id"] for row in document["rows"] if row["state"] not in ("ok", "empty") and not row["problem"]]
    return rows, silent


def hosts():
    return run(["pgrep", "-f", "device-host"]).stdout.split()


def capture(cli, models, times, chance):
    wrong, kills = [], 0
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        root = pathlib.Path(folder)
        config = root / "acl.json"
        run([cli, "config", "new", "acl", "--set", f"dump_path={root}", "--set", "dump_mode=all", "-o", config], check=True)
        base = [cli, "capture", "model", "--model", models / "convnet.onnx", "--input", models / "convnet_input_0.npy", "--dump", config,
                "--runtime", "cpu", "--runs", "20"]
        seconds, done = took([*base, "-o", root / "good"])
        if done.returncode != 0:
            return 0, [f"the capture does not work here: {done.stderr[-300:]!r}"]
        good, _ = tensors(cli, root / "good")
        before = hosts()
        while kills < times:
            out = root / f"out{kills}"
            if not killed_after([*base, "-o", out], chance.uniform(0, 1.1 * seconds)):
                continue
            kills += 1
            for _ in range(100):
                if hosts() == before:
                    break
                time.sleep(0.1)
            else:
                wrong.append(f"capture kill {kills}: a device host stays")
            if not out.exists():
                continue
            rows, silent = tensors(cli, out)
            wrong += [f"capture kill {kills}: {name} has no reason" for name in silent]
            wrong += [f"capture kill {kills}: {name} is {row}, not {good.get(name)}" for name, row in rows.items()
                      if row[0] == "ok" and row != good.get(name)]
            if kills % 10 == 0:
                again = run([*base, "-o", out])
                if again.returncode != 0:
                    wrong.append(f"capture kill {kills}: the next one into the same folder failed: {again.stderr[-300:]!r}")
    return kills, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("sample", type=pathlib.Path)
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    code = 0
    for name, campaign, data in (("compare", compare, options.sample), ("capture", capture, options.models)):
        kills, wrong = campaign(options.cli.resolve(), data.resolve(), options.times, random.Random(options.seed))
        print("\n".join(wrong + [f"{name}: killed {kills} times, {len(wrong)} wrong"]), flush=True)
        code |= bool(wrong)
    return code


sys.exit(main())
