#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py CLI TRAIN.PY FOLDER: a real MindSpore training, launched with a generated configuration.

Its dump arrives while it runs, a run without a dump gives the same losses, and a second run with a planted bug
is compared with the first: the faulty operator must be the first divergence and the first suspect.
DUMPSCOPE_MINDSPORE_VENV names a virtual environment made by install.sh; without it the test is skipped.
"""
import json
import os
import shutil
import subprocess
import sys

CULPRIT = "Default/network-WithLossCell/_backbone-Net/fc1-Dense/BiasAdd-op0"


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def check(condition, what):
    print("ok  " if condition else "FAIL", what)
    if not condition:
        sys.exit(1)


def capture(cli, arguments):
    ended = subprocess.run([cli, "capture", "run", "--jsonl"] + arguments, stdout=subprocess.PIPE, timeout=600)
    events = [json.loads(line) for line in ended.stdout.decode().splitlines()]
    return ended.returncode, events


def main():
    cli, train, folder = sys.argv[1:4]
    venv = os.environ.get("DUMPSCOPE_MINDSPORE_VENV", "")
    python = os.path.join(venv, "bin", "python")
    if not venv:
        skip("DUMPSCOPE_MINDSPORE_VENV names no environment; tests/mindspore/install.sh makes one")
    if subprocess.run([python, "-c", "import mindspore"], stderr=subprocess.DEVNULL).returncode != 0:
        skip(python + " has no MindSpore")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    config, right, wrong = (os.path.join(folder, name) for name in ("data_dump.json", "right", "wrong"))
    subprocess.run([cli, "config", "new", "mindspore", "--set", "net_name=Net", "--set", "iteration=0-1", "-o", config],
                   check=True)
    launch = ["--kind", "mindspore", "--dump", config, "--folder", folder]

    code, events = capture(cli, launch + ["-o", right, "--same-file", "loss.txt", "--same-log", "step .*", "--",
                                          python, train, "--loss", "loss.txt", "--pause", "1"])
    done = next(event for event in events if event["event"] == "done")
    check(code == 0, "the training ends well: " + done["program"]["words"])
    check(done["steps"] == [0, 1] and done["tensors"] > 100, "%d tensors of two steps" % done["tensors"])
    check(done["undisturbed"]["equal"], "without a dump, the losses are the same")
    draining = next(event["time"] for event in events if event.get("state") == "draining")
    first = next(event["time"] for event in events if event["event"] == "tensor")
    check(draining - first > 1, "the first tensor came %.1f s before the end" % (draining - first))

    code, events = capture(cli, launch + ["-o", wrong, "--golden", right, "--", python, train, "--bug"])
    compared = next(event for event in events if event["event"] == "done")["comparison"]
    print(json.dumps(compared, indent=1)[:3000])
    check(code == 1, "the comparison fails")
    check(compared["first_divergence"]["op_name"] == CULPRIT, "the first divergence is " + CULPRIT)
    check(compared["first_divergence"]["step"] == 1, "in step 1")
    check(compared["suspects"][0]["op_name"] == CULPRIT, "as is the first suspect")
    if subprocess.run([python, "-c", "import msprobe"], stderr=subprocess.DEVNULL).returncode != 0:
        return print("without msprobe, which is not there")
    msprobe(cli, python, train, folder)


def msprobe(cli, python, train, folder):
    """The same training, dumped by msprobe in PyNative mode, which reads its configuration itself."""
    config, out = os.path.join(folder, "config.json"), os.path.join(folder, "probed")
    subprocess.run([cli, "config", "new", "msprobe", "--preset", "statistics", "-o", config], check=True)
    code, events = capture(cli, ["--kind", "msprobe", "--dump", config, "--folder", folder, "-o", out, "--same-log", "step [0-9] loss.*",
                                 "--", python, train, "--msprobe", "{config}"])
    done = next(event for event in events if event["event"] == "done")
    check(code == 0, "msprobe: the training ends well: " + done["program"]["words"])
    check(done["steps"] == [0, 1, 2] and done["statistic_rows"] > 50, "%d statistics of three steps" % done["statistic_rows"])
    check(done["undisturbed"]["equal"], "without a dump, the losses are the same")


main()
