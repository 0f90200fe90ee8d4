#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kills.py CLI SAMPLE MODELS [--times N] [--seed N]: killed (SIGKILL) at random moments, nothing is lost.

compare --resume: killed again and again until it once ends by itself; the database opens every time and the result is
that of a run that nobody disturbed. capture: what lies in the output folder after the kill has its whole length and the
values of an undisturbed capture, or opens as a problem with a reason; no process stays behind, and the next capture into
the same place works. host: the same where only the device host of a capture is killed: the program ends by itself with
a sentence that names the state; every state from connecting to draining has its turn."""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time


# In which a device host can die; what comes after is done without it.
STATES_OF_HOST = ("self-test", "connecting", "loading", "armed", "executing", "draining")


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


def capture_command(cli, models, root):
    config = root / "acl.json"
    run([cli, "config", "new", "acl", "--set", f"dump_path={root}", "--set", "dump_mode=all", "-o", config], check=True)
    return [cli, "capture", "--jsonl", "model", "--model", models / "convnet.onnx", "--input", models / "convnet_input_0.npy",
            "--dump", config, "--runtime", "cpu", "--runs", "20"]


def remains(cli, out, good, what):
    """What is wrong with a folder that an interrupted capture left."""
    if not out.exists():
        return []
    rows, silent = tensors(cli, out)
    return [f"{what}: {name} has no reason" for name in silent] + [
        f"{what}: {name} is {row}, not {good.get(name)}" for name, row in rows.items()
        if row[0] == "ok" and row != good.get(name)]


def capture(cli, models, times, chance):
    wrong, kills = [], 0
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        root = pathlib.Path(folder)
        base = capture_command(cli, models, root)
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
            wrong += remains(cli, out, good, f"capture kill {kills}")
            if kills % 10 == 0:
                again = run([*base, "-o", out])
                if again.returncode != 0:
                    wrong.append(f"capture kill {kills}: the next one into the same folder failed: {again.stderr[-300:]!r}")
    return kills, wrong


def children(pid):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def host(cli, models, times, chance):
    wrong, kills, states = [], 0, collections.Counter()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        root = pathlib.Path(folder)
        base = capture_command(cli, models, root)
        seconds, done = took([*base, "-o", root / "good"])
        if done.returncode != 0:
            return 0, [f"the capture does not work here: {done.stderr[-300:]!r}"]
        good, _ = tensors(cli, root / "good")
        tries = 0
        while kills < times and (tries := tries + 1) < 10 * times:
            out = root / f"out{kills}"
            process = subprocess.Popen([str(a) for a in [*base, "-o", out]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       stdin=subprocess.DEVNULL)
            printed = b""
            if tries % 2 == 0:
                time.sleep(chance.uniform(0, seconds))
            else:
                state = f'"state":"{STATES_OF_HOST[tries // 2 % len(STATES_OF_HOST)]}"'.encode()
                while state not in printed and (line := process.stdout.readline()):
                    printed += line
            hit = children(process.pid)
            for child in hit:
                os.kill(child, signal.SIGKILL)
            rest, said = process.communicate()
            printed += rest
            seen = [json.loads(line) for line in printed.splitlines()]
            during = [event["state"] for event in seen if event["event"] == "state"]
            named = re.search(rb"during ([a-z-]+)", said)
            if not hit or process.returncode == 0:
                # It had not begun, or was done and about to end by itself.
                if hit and during[-1] != "done":
                    wrong.append(f"host kill {kills}: success, but the last state is {during[-1]}")
                continue
            kills += 1
            states[named.group(1).decode() if named else "before it began"] += 1
            if process.returncode not in (1, 2, 3, 4, 5) or not re.search(rb"[a-z]{3,} [a-z]{3,}", said):
                wrong.append(f"host kill {kills}: exit code {process.returncode}, {said[-300:]!r}")
            wrong += remains(cli, out, good, f"host kill {kills}")
            if kills % 10 == 0:
                again = run([*base, "-o", out])
                if again.returncode != 0:
                    wrong.append(f"host kill {kills}: the next one into the same folder failed: {again.stderr[-300:]!r}")
        wrong += [f"host: never killed during {state}" for state in STATES_OF_HOST if state not in states]
    print("host killed during " + ", ".join(f"{state} ({count})" for state, count in states.most_common()))
    return kills, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("sample", type=pathlib.Path)
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    code = 0
    for name, campaign, data in (("compare", compare, options.sample), ("capture", capture, options.models),
                                 ("host", host, options.models)):
        if options.only not in name:
            continue
        kills, wrong = campaign(options.cli.resolve(), data.resolve(), options.times, random.Random(options.seed))
        print("\n".join(wrong + [f"{name}: killed {kills} times, {len(wrong)} wrong"]), flush=True)
        code |= bool(wrong)
    return code


sys.exit(main())
