#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""score.py DUMPSCOPE_CLI CASES_DIR [-o ANSWERS.json]

Runs `compare` on every folder of CASES_DIR that has case.json, target and golden, and says how often the operator at
fault comes first, is among the first three, how many clean controls have a suspect, and how many are called clean. The answers can be kept
for another program to judge: {case: ["step0/rank0/operator", ...]}.
Names count as equal when they differ in `/` and `_` only. Standard library only.
"""
import argparse
import json
import os
import re
import subprocess
import sys


CLEAR = ("bit-equal", "within-limits", "rounding")


def same(a, b):
    return re.sub(r"[/_]+", "_", a) == re.sub(r"[/_]+", "_", b)


def right(suspect, case):
    for key in ("step", "rank"):
        if case.get(key) is not None and suspect[key] is not None and suspect[key] != case[key]:
            return False
    names = case["culprit"] + case.get("alternatives", [])
    return any(same(suspect["op_name"], name) for name in names)


def suspects(cli, folder):
    command = [cli, "compare", os.path.join(folder, "target"), os.path.join(folder, "golden"), "--json",
               "--fail-on", "never", "--progress", "none"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def place(suspect):
    parts = ["%s%d" % (key, suspect[key]) for key in ("step", "rank") if suspect[key] is not None]
    return "/".join(parts + [suspect["op_name"]])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("cases")
    parser.add_argument("-o", "--output")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    answers, lines = {}, []
    first = third = faults = alarms = quiet = controls = 0
    for name in sorted(os.listdir(options.cases)):
        folder = os.path.join(options.cases, name)
        if not os.path.isfile(os.path.join(folder, "case.json")):
            continue
        with open(os.path.join(folder, "case.json"), encoding="utf-8") as file:
            case = json.load(file)
        result = suspects(options.cli, folder)
        found = result["suspects"]
        answers[name] = [place(suspect) for suspect in found]
        top = "%s: %s" % (answers[name][0], found[0]["why"]) if found else \
            "nothing; closest %s %.3g" % (result["suspicion"]["closest"], result["suspicion"]["closest_score"])
        if options.verbose:
            lines.append("%s %s" % (name, top))
        if case["expected"] == "clean":
            controls += 1
            quiet += result["conclusion"]["kind"] in CLEAR
            if found:
                alarms += 1
                lines.append("%s FALSE ALARM (%s): %s" % (name, case.get("noise", ""), top))
            continue
        faults += 1
        position = next((i for i, suspect in enumerate(found) if right(suspect, case)), None)
        first += position == 0
        third += position is not None and position < 3
        if position != 0:
            lines.append("%s MISSED, is %s (%s, %s), at %s: %s" % (
                name, case["culprit"][0], case.get("fault", ""), case.get("noise", ""), position, top))
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            json.dump(answers, file, indent=1)
    print("top-1 %d/%d, top-3 %d/%d, false alarms %d/%d, clean read clean %d/%d" %
          (first, faults, third, faults, alarms, controls, quiet, controls))
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
