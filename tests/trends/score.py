#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often `trend --rules usual` names the planted moment, and how often it names one in a clean run: score.py CLI FOLDER [--quiet]."""
import json
import os
import subprocess
import sys

DRIFT_STEPS = 5  # a drift is small at first


# What takes the output of a module: dump.json of msprobe has outputs as they were before our hook.
NEXT = {"norm1": "attention.qkv", "attention.qkv": "attention.out", "attention.out": "attention", "feed.up": "feed.down", "feed.down": "feed", "head": "loss"}


def truth(case):
    """Accepted steps, ranks and parts of names of tensors; None where the recording cannot show the fault."""
    fault, steps = case["fault"], [case["fault"]["step"]]
    ranks = list(range(case["ranks"])) if fault["rank"] is None else [fault["rank"]]
    name = fault.get("module") or fault.get("parameter", "").rsplit(".", 1)[0]
    if case["record"] == "dump" and case["level"] == "L1":
        name = ""  # operators do not bear the names of modules
    if fault["at"] == "gradient":
        ranks = list(range(case["ranks"]))  # recorded once it is reduced
        steps.append(fault["step"] + 1)
        if case["record"] == "dump" and case["adam"] and fault["how"] != "inf":
            return None  # gradients are recorded before, and an update of Adam is as large as ever
    if fault["at"] in ("weight", "rate"):
        steps.append(fault["step"] + 1)
    if fault["how"] == "drift":
        steps = list(range(fault["step"], fault["step"] + DRIFT_STEPS))
    names = [""] if fault["at"] in ("data", "rate") else [name]
    if case["record"] == "dump":
        for end, after in NEXT.items():
            if fault["at"] == "output" and name.endswith(end):
                names.append(name[:-len(end)] + after)
        if case["level"] == "mix" and fault["at"] == "output":
            names += ["Functional.", "Torch.", "Tensor."]  # the operators between
        if fault["at"] == "gradient":
            names.append("Distributed.all_reduce")  # whose input it is
    return steps, ranks, names


def score(cli, folder, quiet=False):
    """Counts, as main prints them. A run is a folder or a zip of it."""
    counts = {"right": 0, "undecided": 0, "wrong": 0, "missed": 0, "dropped": 0, "clean": 0, "alarms": 0}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "case.json")
        if not os.path.exists(path):
            continue
        case = json.load(open(path))
        place = os.path.join(folder, name, "run")
        run = subprocess.run([cli, "trend", place if os.path.isdir(place) else place + ".zip", "--rules", "usual", "--json", "--threads", "2"], capture_output=True, text=True)
        if run.returncode not in (0, 1):
            print(name, "exit", run.returncode, run.stderr[:300])
            counts["wrong"] += 1
            continue
        found = json.loads(run.stdout)["first_anomaly"]
        if (found is not None) != (run.returncode == 1):
            print(name, "the exit code does not say what the document says")
        said = found and found["text"]
        if case["fault"] is None:
            counts["clean"] += 1
            counts["alarms"] += found is not None
            result = "ALARM" if found else "quiet"
        else:
            accepted = truth(case)
            if accepted is None:
                counts["dropped"] += 1
                continue
            steps, ranks, parts = accepted
            if found is None:
                result = "missed"
            else:
                named = found["ranks"] or [found["rank"]]
                is_right = found["step"] in steps and any(rank in ranks for rank in named) and any(part in found["op_name"] for part in parts)
                result = "wrong" if not is_right else "right"
                if is_right and len(named) > 1 and len(ranks) == 1:
                    counts["undecided"] += 1
            counts[result] += 1
        if not quiet:
            print(name, case["kind"], case["record"], case.get("level", ""), result, case["fault"] if result in ("missed", "wrong") else "", "" if result == "right" else said)
    return counts


def main(cli, folder, quiet):
    counts = score(cli, folder, quiet)
    planted = counts["right"] + counts["wrong"] + counts["missed"]
    print(f"first anomaly right in {counts['right']} of {planted} (of two candidates in {counts['undecided']}), {counts['wrong']} wrong, {counts['missed']} missed; "
          f"alarms in {counts['alarms']} of {counts['clean']} clean runs; {counts['dropped']} not recorded")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--quiet" in sys.argv[3:])
